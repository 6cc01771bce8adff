//! Wrong optimisations, each with a correct twin.
//!
//! | bug | what is wrong | correct twin |
//! |---|---|---|
//! | strictness | a parameter counts as needed if it is passed on, stored or captured | only what is surely evaluated counts |
//! | substitution | what is substituted under a binder is not renumbered | it is |
//! | arguments | a call of a lambda stores its first two arguments, if they have one type, in each other's place | it does not |
//! | absence | an argument is not passed if the function looks at it in local functions only | only if it does not look at it |
//! | sequence | a call of a lambda becomes lets that see each other | they do not |
//! | forcing | `seq e x` becomes `x` if `e` is a call that makes a function, as if that were a value | only if `e` is a value |
//!
//! The first three are what the goal is about, the others more of the same kind. Strictness and absence change how functions are called that
//! are called, or bound, where they stand, as compilers do: all calls of other functions are not known. *Absence* is the
//! analysis behind GHC's message "entered absent arg". *Forcing* is the bug of GHC 6.12 that the paper looks
//! for, where `seq (id (\a -> seq a id) undefined)` lost its effect because a function that returns a function was
//! taken for one of two parameters.

use crate::core::{Core, Function, Passed, SEQ_FUNCTION};
use covenant_terms::term::deep;
use std::rc::Rc;

/// An optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Arguments that are needed are evaluated before the call.
    Strictness,
    /// Lets and calls of lambdas are resolved by substitution.
    Substitution,
    /// Calls of lambdas become lets.
    Arguments,
    /// Arguments that are not looked at are not passed.
    Absence,
    /// Calls of lambdas become lets.
    Sequence,
    /// What `seq` need not evaluate, because it is a value, is dropped.
    Forcing,
}

impl Bug {
    /// All of them.
    pub const ALL: [Bug; 6] =
        [Bug::Strictness, Bug::Substitution, Bug::Arguments, Bug::Absence, Bug::Sequence, Bug::Forcing];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bug::Strictness => "strictness",
            Bug::Substitution => "substitution",
            Bug::Arguments => "arguments",
            Bug::Absence => "absence",
            Bug::Sequence => "sequence",
            Bug::Forcing => "forcing",
        }
    }

    /// The optimised term; `wrong` says which twin.
    #[must_use]
    pub fn optimise(self, core: &Core, wrong: bool) -> Core {
        everywhere(core, &|core| match self {
            Bug::Strictness => {
                passing(core, |body, var| if needed(body, var, wrong) { Passed::Now } else { Passed::Later })
            }
            Bug::Substitution => substitution(core, wrong),
            Bug::Arguments => lets(core, false, wrong),
            Bug::Absence => {
                passing(
                    core,
                    |body, var| {
                        if occurs(body, var, wrong) { Passed::Later } else { Passed::Never }
                    },
                )
            }
            Bug::Sequence => lets(core, wrong, false),
            Bug::Forcing => forcing(core, wrong),
        })
    }
}

fn forcing(core: Core, wrong: bool) -> Core {
    let Core::App(function, mut args) = core else { return core };
    let drops = match (&*function, args.as_slice()) {
        (Core::Const(name), [first, _]) if matches!(&**name, "seq" | SEQ_FUNCTION) => {
            let value = matches!(first, Core::Int(_) | Core::Const(_) | Core::Con(..) | Core::Lam(_));
            value || (wrong && &**name == SEQ_FUNCTION && matches!(first, Core::App(..)))
        }
        _ => false,
    };
    if drops { args.remove(1) } else { Core::App(function, args) }
}

/// Decides for each parameter of a function that is called or bound where it stands how it is passed.
fn passing(core: Core, decide: impl Fn(&Core, usize) -> Passed) -> Core {
    let decided = |function: Box<Core>| match *function {
        Core::Lam(function) => {
            let n = function.passed.len();
            let passed = (0..n).map(|at| decide(&function.body, n - 1 - at)).collect();
            Box::new(Core::Lam(Rc::new(Function { passed, ..(*function).clone() })))
        }
        other => Box::new(other),
    };
    match core {
        Core::App(function, args) => Core::App(decided(function), args),
        Core::Let(bound, body) => Core::Let(decided(bound), body),
        other => other,
    }
}

fn substitution(core: Core, wrong: bool) -> Core {
    match core {
        Core::Let(bound, body) => substitute(&body, 0, &bound, wrong),
        Core::App(function, args) => match (*function, args.as_slice()) {
            (Core::Lam(lambda), [arg]) => substitute(&lambda.body, 0, arg, wrong),
            (function, _) => Core::App(Box::new(function), args),
        },
        other => other,
    }
}

/// A call of a lambda as lets, the first argument outermost. With `seen` the arguments are not renumbered, so that they see the
/// lets around them; with `swapped` the first two change places.
fn lets(core: Core, seen: bool, swapped: bool) -> Core {
    let Core::App(function, mut args) = core else { return core };
    let Core::Lam(lambda) = *function else { return Core::App(function, args) };
    if swapped && lambda.alike {
        args.swap(0, 1);
    }
    let mut term = lambda.body.clone();
    for (at, arg) in args.iter().enumerate().rev() {
        let arg = shift(arg, 0, if seen { 0 } else { at });
        term = Core::Let(Box::new(arg), Box::new(term));
    }
    term
}

/// Does this variable occur? The wrong twin does not look into functions.
fn occurs(core: &Core, var: usize, wrong: bool) -> bool {
    deep(|| match core {
        Core::Var(at) => *at == var,
        Core::Int(_) | Core::Const(_) => false,
        Core::Con(_, args) => args.iter().any(|arg| occurs(arg, var, wrong)),
        Core::Lam(function) => !wrong && occurs(&function.body, var + function.passed.len(), wrong),
        Core::App(function, args) => {
            occurs(function, var, wrong) || args.iter().any(|arg| occurs(arg, var, wrong))
        }
        Core::Let(bound, body) => occurs(bound, var, wrong) || occurs(body, var + 1, wrong),
        Core::Match(scrutinee, arms) => {
            occurs(scrutinee, var, wrong) || arms.iter().any(|(vars, body)| occurs(body, var + vars, wrong))
        }
    })
}

/// Applies a change to all parts, from the inside.
fn everywhere(core: &Core, change: &dyn Fn(Core) -> Core) -> Core {
    deep(|| {
        let all = |cores: &[Core]| cores.iter().map(|core| everywhere(core, change)).collect::<Vec<_>>();
        let inside = match core {
            Core::Var(_) | Core::Int(_) | Core::Const(_) => core.clone(),
            Core::Con(tag, args) => Core::Con(*tag, all(args)),
            Core::Lam(function) => Core::Lam(Rc::new(Function {
                body: everywhere(&function.body, change),
                ..(**function).clone()
            })),
            Core::App(function, args) => Core::App(Box::new(everywhere(function, change)), all(args)),
            Core::Let(bound, body) => {
                Core::Let(Box::new(everywhere(bound, change)), Box::new(everywhere(body, change)))
            }
            Core::Match(scrutinee, arms) => Core::Match(
                Box::new(everywhere(scrutinee, change)),
                arms.iter().map(|(vars, body)| (*vars, everywhere(body, change))).collect(),
            ),
        };
        change(inside)
    })
}

/// Which arguments a constant surely evaluates.
fn evaluates(name: &str) -> &'static [usize] {
    match name {
        "+" | "-" | "<" | "=" | "seq" | SEQ_FUNCTION => &[0, 1],
        "not" | "&&" | "fst" | "snd" | "id" | "hd" | "tl" | "length" | "append" | "take" | "compose" => &[0],
        "map" | "filter" => &[1],
        "fold" => &[2],
        _ => &[],
    }
}

/// Is this variable evaluated whenever the term is?
fn needed(core: &Core, var: usize, wrong: bool) -> bool {
    deep(|| match core {
        Core::Var(at) => *at == var,
        Core::Int(_) | Core::Const(_) => false,
        // A constructor and a lambda are values: what is in them is not evaluated yet.
        Core::Con(_, args) => wrong && args.iter().any(|arg| needed(arg, var, wrong)),
        Core::Lam(function) => wrong && needed(&function.body, var + function.passed.len(), wrong),
        Core::App(function, args) => {
            let evaluated: &[usize] = match &**function {
                Core::Const(name) => evaluates(name),
                _ => &[],
            };
            needed(function, var, wrong)
                || args
                    .iter()
                    .enumerate()
                    .any(|(at, arg)| (wrong || evaluated.contains(&at)) && needed(arg, var, wrong))
        }
        Core::Let(bound, body) => {
            needed(body, var + 1, wrong) || (needed(body, 0, wrong) && needed(bound, var, wrong))
        }
        Core::Match(scrutinee, arms) => {
            needed(scrutinee, var, wrong)
                || (!arms.is_empty() && arms.iter().all(|(vars, body)| needed(body, var + vars, wrong)))
        }
    })
}

/// Renumbers the variables from `from` on by `by` more binders.
fn shift(core: &Core, from: usize, by: usize) -> Core {
    map_variables(core, from, &|at, bound| Core::Var(if at >= bound { at + by } else { at }))
}

/// Replaces variable `var`, whose binder goes away.
fn substitute(core: &Core, var: usize, with: &Core, wrong: bool) -> Core {
    map_variables(core, var, &|at, bound| match at.cmp(&bound) {
        std::cmp::Ordering::Less => Core::Var(at),
        // Under binders, the variables of what is substituted are further away.
        std::cmp::Ordering::Equal if wrong => with.clone(),
        std::cmp::Ordering::Equal => shift(with, 0, bound - var),
        std::cmp::Ordering::Greater => Core::Var(at - 1),
    })
}

fn map_variables(core: &Core, bound: usize, change: &dyn Fn(usize, usize) -> Core) -> Core {
    deep(|| {
        let all =
            |cores: &[Core]| cores.iter().map(|core| map_variables(core, bound, change)).collect::<Vec<_>>();
        match core {
            Core::Var(at) => change(*at, bound),
            Core::Int(_) | Core::Const(_) => core.clone(),
            Core::Con(tag, args) => Core::Con(*tag, all(args)),
            Core::Lam(function) => Core::Lam(Rc::new(Function {
                body: map_variables(&function.body, bound + function.passed.len(), change),
                ..(**function).clone()
            })),
            Core::App(function, args) => {
                Core::App(Box::new(map_variables(function, bound, change)), all(args))
            }
            Core::Let(value, body) => Core::Let(
                Box::new(map_variables(value, bound, change)),
                Box::new(map_variables(body, bound + 1, change)),
            ),
            Core::Match(scrutinee, arms) => Core::Match(
                Box::new(map_variables(scrutinee, bound, change)),
                arms.iter().map(|(vars, body)| (*vars, map_variables(body, bound + vars, change))).collect(),
            ),
        }
    })
}
