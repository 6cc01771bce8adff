//! How large what is drawn becomes: where a recursive generator chooses between stopping and going on.
//!
//! A fair coin at each such choice makes nearly everything tiny: of lists of at most ten elements, half are empty and one in a
//! thousand is full. Where the text of the function says how many steps are left at most (an argument that gets smaller in every
//! call of itself), the coin is weighed by that, so that all sizes are about equally likely. What can be drawn is the same: no side
//! of a coin loses its chance.

use super::tree::{Arg, Code, Draw, Function, Lambda, Op, Param, Term, Type};

/// A choice between stopping and going on.
pub(super) struct Choice<'a> {
    /// The side that goes on is the one for `true`.
    pub on_true: bool,
    /// How often the function calls itself there, at most.
    pub calls: usize,
    /// The parameter that says how many steps are left at most.
    pub left: &'a str,
}

/// What an `if` of a recursive function chooses between, if that is it.
pub(super) fn choice<'a>(function: &'a Lambda, test: &Code, yes: &Code, no: &Code) -> Option<Choice<'a>> {
    let own = function.own.as_deref()?;
    if !matches!(test, Code::Draw(Draw::Bool, _)) {
        return None;
    }
    let (on_true, going_on, calls) = match (calls(yes, own), calls(no, own)) {
        (0, 0) => return None,
        (calls, 0) => (true, yes, calls),
        (0, calls) => (false, no, calls),
        _ => return None,
    };
    let decreasing = |at: usize, name: &str| {
        let mut all = true;
        each_call(going_on, own, &mut |args| {
            all &= matches!(
                args.get(at),
                Some(Arg::Base(Term::Binary(Op::Sub, a, b)))
                    if matches!((&**a, &**b), (Term::Var(var, _), Term::Int(1..)) if var == name)
            );
        });
        all
    };
    let integers =
        function.params.iter().enumerate().filter(|(_, (_, ty))| matches!(ty, Param::Base(Type::Int)));
    let left = integers.map(|(at, (name, _))| (at, name)).find(|(at, name)| decreasing(*at, name))?.1;
    Some(Choice { on_true, calls, left })
}

/// How often a path through some code calls the function, at most.
fn calls(code: &Code, own: &str) -> usize {
    match code {
        Code::Value(_) | Code::Fail | Code::Divide(..) | Code::Draw(..) => 0,
        Code::Call(f, args) => {
            let passed = args.iter().map(|arg| match arg {
                Arg::Base(_) => 0,
                Arg::Fun(f) => mentions(f, own),
            });
            mentions(f, own) + passed.sum::<usize>()
        }
        Code::Let(_, a, b) => calls(a, own) + calls(b, own),
        Code::LetFun(_, lambda, body) => calls(&lambda.body, own) + calls(body, own),
        Code::If(test, yes, no) => calls(test, own) + calls(yes, own).max(calls(no, own)),
        Code::Match(_, _, branches, _) => branches.iter().map(|b| calls(&b.2, own)).max().unwrap_or(0),
    }
}

fn mentions(f: &Function, own: &str) -> usize {
    match f {
        Function::Global(_) => 0,
        Function::Local(name) => usize::from(name == own),
        Function::Lambda(lambda) => calls(&lambda.body, own),
    }
}

/// The arguments of every call of the function; none where it is passed on instead.
fn each_call(code: &Code, own: &str, see: &mut dyn FnMut(&[Arg])) {
    match code {
        Code::Value(_) | Code::Fail | Code::Divide(..) | Code::Draw(..) => {}
        Code::Call(f, args) => {
            match f {
                Function::Local(name) if name == own => see(args),
                Function::Lambda(lambda) => each_call(&lambda.body, own, see),
                Function::Local(_) | Function::Global(_) => {}
            }
            for arg in args {
                match arg {
                    Arg::Fun(Function::Local(name)) if name == own => see(&[]),
                    Arg::Fun(Function::Lambda(lambda)) => each_call(&lambda.body, own, see),
                    Arg::Fun(_) | Arg::Base(_) => {}
                }
            }
        }
        Code::Let(_, a, b) => {
            each_call(a, own, see);
            each_call(b, own, see);
        }
        Code::LetFun(_, lambda, body) => {
            each_call(&lambda.body, own, see);
            each_call(body, own, see);
        }
        Code::If(test, yes, no) => [test, yes, no].into_iter().for_each(|part| each_call(part, own, see)),
        Code::Match(_, _, branches, _) => branches.iter().for_each(|b| each_call(&b.2, own, see)),
    }
}

/// Whether some code can fail by itself, and not only in what it calls.
pub(super) fn fails(code: &Code) -> bool {
    match code {
        Code::Fail | Code::Divide(..) | Code::Draw(Draw::Range, _) => true,
        Code::Value(_) | Code::Draw(..) | Code::Call(..) => false,
        Code::Let(_, a, b) => fails(a) || fails(b),
        Code::LetFun(_, _, body) => fails(body),
        Code::If(test, yes, no) => [test, yes, no].into_iter().any(|part| fails(part)),
        Code::Match(_, _, branches, partial) => *partial || branches.iter().any(|b| fails(&b.2)),
    }
}
