//! The language that the seeded bugs are in: terms without names, and a lazy interpreter for them.
//!
//! A variable is the number of variables bound since. Evaluation is by need, as in Haskell, so that a wrong decision about
//! strictness shows; and every run has fuel, counted in steps.

use covenant_terms::term::{Term, deep};
use covenant_terms::{Environment, Type};
use std::cell::RefCell;
use std::rc::Rc;

/// A term without names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Core {
    /// A variable.
    Var(usize),
    /// An integer; strings are numbers, too.
    Int(i64),
    /// A constant, by its name.
    Const(Rc<str>),
    /// A constructor.
    Con(u32, Vec<Core>),
    /// A function.
    Lam(Rc<Function>),
    /// A call with all arguments.
    App(Box<Core>, Vec<Core>),
    /// A let binding.
    Let(Box<Core>, Box<Core>),
    /// A match: for each constructor the number of its variables, and what follows.
    Match(Box<Core>, Vec<(usize, Core)>),
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Evaluated when it is needed.
    Later,
    /// Evaluated before the call.
    Now,
    /// Not at all: the function does not look at it.
    Never,
}

/// `seq` where what is evaluated first is a function.
pub const SEQ_FUNCTION: &str = "seq, of a function";

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// How each of its arguments is passed.
    pub passed: Vec<Passed>,
    /// The first two parameters have the same type.
    pub alike: bool,
    /// What it does.
    pub body: Core,
}

/// Translates a finished term.
#[must_use]
pub fn of_term(environment: &Environment, term: &Term) -> Core {
    translate(environment, term, &mut Vec::new())
}

fn translate(environment: &Environment, term: &Term, scope: &mut Vec<u32>) -> Core {
    deep(|| {
        let under = |scope: &mut Vec<u32>, vars: Vec<u32>, body: &Term| {
            let height = scope.len();
            scope.extend(vars);
            let body = translate(environment, body, scope);
            scope.truncate(height);
            body
        };
        match term {
            Term::Hole(_) => Core::Const("hd".into()),
            Term::Var(var) => {
                Core::Var(scope.iter().rev().position(|bound| bound == var).unwrap_or(usize::MAX))
            }
            Term::Int(number) => Core::Int(*number),
            Term::Str(letter) => Core::Int(i64::from(*letter)),
            Term::Const(constant, instance) => {
                let name = environment.constants[*constant as usize].name.as_str();
                let forces = name == "seq" && matches!(instance.first().map(|ty| &**ty), Some(Type::Fun(_)));
                Core::Const(if forces { SEQ_FUNCTION } else { name }.into())
            }
            Term::Con(_, tag, args) => {
                Core::Con(*tag, args.iter().map(|arg| translate(environment, arg, scope)).collect())
            }
            Term::Lam(binders, body, _) => {
                let types: Vec<&Type> = binders.iter().map(|binder| &*binder.ty).collect();
                let alike = matches!(types.as_slice(), [first, second, ..] if first == second);
                let vars = binders.iter().map(|binder| binder.var).collect();
                let body = under(scope, vars, body);
                Core::Lam(Rc::new(Function { passed: vec![Passed::Later; binders.len()], alike, body }))
            }
            Term::App(function, args, _) => Core::App(
                Box::new(translate(environment, function, scope)),
                args.iter().map(|arg| translate(environment, arg, scope)).collect(),
            ),
            Term::Let(binder, bound, body) => Core::Let(
                Box::new(translate(environment, bound, scope)),
                Box::new(under(scope, vec![binder.var], body)),
            ),
            Term::Match(scrutinee, _, arms) => {
                let scrutinee = Box::new(translate(environment, scrutinee, scope));
                let arms = arms
                    .iter()
                    .map(|arm| {
                        let vars = arm.binders.iter().map(|binder| binder.var).collect();
                        (arm.binders.len(), under(scope, vars, &arm.body))
                    })
                    .collect();
                Core::Match(scrutinee, arms)
            }
        }
    })
}

/// A value that may not be needed.
type Later = Rc<RefCell<Delayed>>;

#[derive(Clone)]
enum Delayed {
    Term(Rc<Core>, Scope),
    Call(Later, Vec<Later>),
    Value(Value),
    Failure,
}

#[derive(Clone)]
enum Value {
    Int(i64),
    Con(u32, Vec<Later>),
    Closure(Rc<Function>, Scope),
    Primitive(Rc<str>),
}

/// The values of variables, the last bound first.
#[derive(Clone, Default)]
struct Scope(Option<Rc<(Later, Scope)>>);

impl Scope {
    fn with(&self, value: Later) -> Scope {
        Scope(Some(Rc::new((value, self.clone()))))
    }

    fn get(&self, at: usize) -> Option<Later> {
        let mut scope = self;
        for _ in 0..at {
            scope = &scope.0.as_ref()?.1;
        }
        scope.0.as_ref().map(|entry| entry.0.clone())
    }
}

/// Why there is no value.
enum Stop {
    Failure,
    Fuel,
}

/// Steps of a run.
const FUEL: u32 = 4000;

/// What a function from lists to lists does with each of a few lists, some of which fail when they are looked at: as much of the
/// result as can be seen; nothing for a list that takes too long.
#[must_use]
pub fn observe(core: &Core) -> Vec<Option<String>> {
    let failing = || Rc::new(RefCell::new(Delayed::Failure));
    let done = |value: Value| Rc::new(RefCell::new(Delayed::Value(value)));
    let list = |items: Vec<Later>, end: Later| {
        items.into_iter().rev().fold(end, |tail, item| done(Value::Con(1, vec![item, tail])))
    };
    let number = |n: i64| done(Value::Int(n));
    let nil = || done(Value::Con(0, Vec::new()));
    let inputs = [
        nil(),
        list(vec![number(1), number(2), number(3)], nil()),
        list(vec![number(1), number(2)], failing()),
        list(vec![failing(), number(5)], nil()),
        failing(),
    ];
    inputs
        .into_iter()
        .map(|input| {
            let mut machine = Machine { fuel: FUEL };
            let core = Rc::new(core.clone());
            let function = Rc::new(RefCell::new(Delayed::Term(core, Scope::default())));
            machine.show(Rc::new(RefCell::new(Delayed::Call(function, vec![input]))))
        })
        .collect()
}

struct Machine {
    fuel: u32,
}

impl Machine {
    /// A list of integers, up to where it fails; nothing if fuel runs out.
    fn show(&mut self, mut list: Later) -> Option<String> {
        let mut text = String::from("[");
        loop {
            match self.list(&list) {
                Ok(Some((head, tail))) => {
                    match self.force(&head) {
                        Ok(Value::Int(n)) => text.push_str(&n.to_string()),
                        Err(Stop::Fuel) => return None,
                        _ => text.push('!'),
                    }
                    text.push(',');
                    list = tail;
                }
                Ok(None) => {
                    text.push(']');
                    return Some(text);
                }
                Err(Stop::Failure) => {
                    text.push('!');
                    return Some(text);
                }
                Err(Stop::Fuel) => return None,
            }
        }
    }

    fn force(&mut self, later: &Later) -> Result<Value, Stop> {
        let delayed = later.borrow().clone();
        let value = match delayed {
            Delayed::Value(value) => return Ok(value),
            Delayed::Failure => return Err(Stop::Failure),
            Delayed::Term(core, scope) => self.eval(&core, &scope),
            Delayed::Call(function, args) => deep(|| {
                let function = self.force(&function)?;
                self.call(function, args)
            }),
        };
        match &value {
            Ok(value) => *later.borrow_mut() = Delayed::Value(value.clone()),
            Err(Stop::Failure) => *later.borrow_mut() = Delayed::Failure,
            Err(Stop::Fuel) => {}
        }
        value
    }

    fn eval(&mut self, core: &Core, scope: &Scope) -> Result<Value, Stop> {
        deep(|| self.eval_here(core, scope))
    }

    fn delay(core: &Core, scope: &Scope) -> Later {
        match core {
            Core::Var(at) => scope.get(*at).unwrap_or_else(|| Rc::new(RefCell::new(Delayed::Failure))),
            _ => Rc::new(RefCell::new(Delayed::Term(Rc::new(core.clone()), scope.clone()))),
        }
    }

    fn eval_here(&mut self, core: &Core, scope: &Scope) -> Result<Value, Stop> {
        if self.fuel == 0 {
            return Err(Stop::Fuel);
        }
        self.fuel -= 1;
        match core {
            Core::Var(at) => match scope.get(*at) {
                Some(later) => self.force(&later),
                None => Err(Stop::Failure),
            },
            Core::Int(n) => Ok(Value::Int(*n)),
            Core::Const(name) => Ok(Value::Primitive(name.clone())),
            Core::Con(tag, args) => {
                Ok(Value::Con(*tag, args.iter().map(|arg| Self::delay(arg, scope)).collect()))
            }
            Core::Lam(function) => Ok(Value::Closure(function.clone(), scope.clone())),
            Core::App(function, args) => {
                let function = self.eval(function, scope)?;
                let args = args.iter().map(|arg| Self::delay(arg, scope)).collect();
                self.call(function, args)
            }
            Core::Let(bound, body) => {
                let bound = Self::delay(bound, scope);
                self.eval(body, &scope.with(bound))
            }
            Core::Match(scrutinee, arms) => {
                let Value::Con(tag, fields) = self.eval(scrutinee, scope)? else { return Err(Stop::Failure) };
                let scope = fields.into_iter().fold(scope.clone(), |scope, field| scope.with(field));
                match arms.get(tag as usize) {
                    Some((_, body)) => self.eval(body, &scope),
                    None => Err(Stop::Failure),
                }
            }
        }
    }

    fn call(&mut self, function: Value, args: Vec<Later>) -> Result<Value, Stop> {
        match function {
            Value::Closure(function, mut scope) => {
                for (arg, passed) in args.iter().zip(&function.passed) {
                    if *passed == Passed::Now {
                        self.force(arg)?;
                    }
                }
                for (arg, passed) in args.into_iter().zip(&function.passed) {
                    let absent = *passed == Passed::Never;
                    scope = scope.with(if absent { Rc::new(RefCell::new(Delayed::Failure)) } else { arg });
                }
                self.eval(&function.body, &scope)
            }
            Value::Primitive(name) => self.primitive(&name, &args),
            Value::Int(_) | Value::Con(..) => Err(Stop::Failure),
        }
    }

    fn int(&mut self, later: &Later) -> Result<i64, Stop> {
        match self.force(later)? {
            Value::Int(n) => Ok(n),
            _ => Err(Stop::Failure),
        }
    }

    /// Head and tail of a list. What is no list, because an optimisation went wrong, is treated as an empty one.
    fn list(&mut self, later: &Later) -> Result<Option<(Later, Later)>, Stop> {
        match self.force(later)? {
            Value::Con(1, fields) => Ok(match fields.as_slice() {
                [head, tail] => Some((head.clone(), tail.clone())),
                _ => None,
            }),
            Value::Con(..) => Ok(None),
            Value::Int(_) | Value::Closure(..) | Value::Primitive(_) => Err(Stop::Failure),
        }
    }

    fn con(&mut self, later: &Later) -> Result<(u32, Vec<Later>), Stop> {
        match self.force(later)? {
            Value::Con(tag, fields) => Ok((tag, fields)),
            _ => Err(Stop::Failure),
        }
    }

    /// The constants of the shipped environment, lazily.
    fn primitive(&mut self, name: &Rc<str>, args: &[Later]) -> Result<Value, Stop> {
        if self.fuel == 0 {
            return Err(Stop::Fuel);
        }
        self.fuel -= 1;
        let later = |value: Delayed| Rc::new(RefCell::new(value));
        let again = |function: &str, args: Vec<Later>| {
            let function = later(Delayed::Value(Value::Primitive(function.into())));
            later(Delayed::Call(function, args))
        };
        let truth = |holds: bool| Ok(Value::Con(u32::from(holds), Vec::new()));
        let cons = |head: Later, tail: Later| Ok(Value::Con(1, vec![head, tail]));
        match (&**name, args) {
            ("+", [a, b]) => Ok(Value::Int(self.int(a)?.wrapping_add(self.int(b)?))),
            ("-", [a, b]) => Ok(Value::Int(self.int(a)?.wrapping_sub(self.int(b)?))),
            ("<", [a, b]) => truth(self.int(a)? < self.int(b)?),
            ("=", [a, b]) => truth(self.int(a)? == self.int(b)?),
            ("not", [a]) => truth(self.con(a)?.0 == 0),
            ("&&", [a, b]) => {
                if self.con(a)?.0 == 0 {
                    truth(false)
                } else {
                    self.force(b)
                }
            }
            ("fst", [pair]) => {
                let (_, fields) = self.con(pair)?;
                self.force(fields.first().ok_or(Stop::Failure)?)
            }
            ("snd", [pair]) => {
                let (_, fields) = self.con(pair)?;
                self.force(fields.get(1).ok_or(Stop::Failure)?)
            }
            ("id", [x]) => self.force(x),
            ("seq" | SEQ_FUNCTION, [a, b]) => {
                self.force(a)?;
                self.force(b)
            }
            ("hd", [list]) => match self.list(list)? {
                Some((head, _)) => self.force(&head),
                None => Err(Stop::Failure),
            },
            ("tl", [list]) => match self.list(list)? {
                Some((_, tail)) => self.force(&tail),
                _ => Err(Stop::Failure),
            },
            ("length", [list]) => {
                let (mut n, mut list) = (0, list.clone());
                while let Some((_, tail)) = self.list(&list)? {
                    if self.fuel == 0 {
                        return Err(Stop::Fuel);
                    }
                    self.fuel -= 1;
                    n += 1;
                    list = tail;
                }
                Ok(Value::Int(n))
            }
            ("append", [a, b]) => match self.list(a)? {
                Some((head, tail)) => cons(head, again("append", vec![tail, b.clone()])),
                _ => self.force(b),
            },
            ("take", [n, list]) => {
                let n = self.int(n)?;
                if n <= 0 {
                    return Ok(Value::Con(0, Vec::new()));
                }
                match self.list(list)? {
                    Some((head, tail)) => {
                        let less = later(Delayed::Value(Value::Int(n - 1)));
                        cons(head, again("take", vec![less, tail]))
                    }
                    _ => Ok(Value::Con(0, Vec::new())),
                }
            }
            ("map", [f, list]) => match self.list(list)? {
                Some((head, tail)) => {
                    cons(later(Delayed::Call(f.clone(), vec![head])), again("map", vec![f.clone(), tail]))
                }
                _ => Ok(Value::Con(0, Vec::new())),
            },
            ("filter", [f, list]) => match self.list(list)? {
                Some((head, tail)) => {
                    let test = later(Delayed::Call(f.clone(), vec![head.clone()]));
                    let rest = again("filter", vec![f.clone(), tail]);
                    if self.con(&test)?.0 == 1 { cons(head, rest) } else { self.force(&rest) }
                }
                _ => Ok(Value::Con(0, Vec::new())),
            },
            ("fold", [f, start, list]) => match self.list(list)? {
                Some((head, tail)) => {
                    let next = later(Delayed::Call(f.clone(), vec![start.clone(), head]));
                    self.force(&again("fold", vec![f.clone(), next, tail]))
                }
                _ => self.force(start),
            },
            ("compose", [f, g, x]) => {
                let inner = later(Delayed::Call(g.clone(), vec![x.clone()]));
                self.force(&later(Delayed::Call(f.clone(), vec![inner])))
            }
            _ => Err(Stop::Failure),
        }
    }
}
