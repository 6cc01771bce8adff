//! What forward runs share: environments, function values and deterministic operations.
//!
//! A function that is given as an argument is a finite table. A call for which it has no answer ends the run: whoever
//! started it learns what was asked, and may start it again with an answer.

use covenant_kernel::tables::{ExprRef, ExprRow, FunRef, FunRow, Prim, SortRef, SortRow};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use super::eval::{Evaluator, Scope, Stop};
use super::limits::Bound;
use super::program::Program;
use super::value::{Table, Value};

/// A variable at run time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    Base(Value),
    Fun(Rc<Closure>),
}

/// A function value.
#[derive(Clone, Debug)]
pub(super) enum Closure {
    /// Of the program, with the variables around it.
    Code { fun: FunRef, env: Rc<[Slot]> },
    /// The argument with this number.
    Table { number: usize, table: Arc<Table> },
}

impl PartialEq for Closure {
    fn eq(&self, other: &Closure) -> bool {
        match (self, other) {
            (Closure::Code { fun, env }, Closure::Code { fun: fun2, env: env2 }) => {
                fun == fun2 && (Rc::ptr_eq(env, env2) || env == env2)
            }
            (Closure::Table { number, table }, Closure::Table { number: number2, table: table2 }) => {
                number == number2 && table == table2
            }
            _ => false,
        }
    }
}

impl Eq for Closure {}

impl Hash for Closure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Closure::Code { fun, env } => {
                fun.hash(state);
                env.hash(state);
            }
            Closure::Table { number, .. } => number.hash(state),
        }
    }
}

/// Why a forward run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A bound was hit.
    Bound(Bound),
    /// A function without a body, a definition without one, or ill-sorted tables.
    NotExecutable,
    /// An argument that is a table has no answer.
    Asked(Asked),
}

/// What a function that is an argument was called with, and has no answer for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which argument.
    pub number: usize,
    /// With what.
    pub args: Vec<Value>,
}

/// Arguments as variables at run time.
pub(super) fn slots(args: &[Value]) -> Vec<Slot> {
    let slot = |(number, arg): (usize, &Value)| match arg {
        Value::Table(table) => Slot::Fun(Rc::new(Closure::Table { number, table: table.clone() })),
        value => Slot::Base(value.clone()),
    };
    args.iter().enumerate().map(slot).collect()
}

/// What a table returns.
pub(super) fn look_up(number: usize, table: &Table, args: &[Slot]) -> Result<Value, Trouble> {
    let values = args.iter().map(|slot| match slot {
        Slot::Base(value) => Ok(value.clone()),
        Slot::Fun(_) => Err(Trouble::NotExecutable),
    });
    let args = values.collect::<Result<Vec<_>, _>>()?;
    table.get(&args).cloned().ok_or(Trouble::Asked(Asked { number, args }))
}

impl From<Bound> for Trouble {
    fn from(bound: Bound) -> Trouble {
        Trouble::Bound(bound)
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        match stop {
            Stop::Bound(bound) => Trouble::Bound(bound),
            _ => Trouble::NotExecutable,
        }
    }
}

/// A base value of the program.
pub(super) fn base(program: &Program<'_>, e: ExprRef, env: &[Slot]) -> Result<Value, Trouble> {
    match program.expr(e) {
        ExprRow::Local(l, _) => match env.get(*l as usize) {
            Some(Slot::Base(value)) => Ok(value.clone()),
            _ => Err(Trouble::NotExecutable),
        },
        ExprRow::Int(n) => Ok(Value::Int(*n)),
        ExprRow::Literal(n, _) => Ok(Value::Literal(*n)),
        ExprRow::Ctor(sort, tag, args) => {
            let SortRow::Data(data, _) = program.sort_row(*sort) else { return Err(Trouble::NotExecutable) };
            let fields = args.iter().map(|a| base(program, *a, env)).collect::<Result<Vec<_>, _>>()?;
            Ok(Value::ctor(*data, *tag, fields))
        }
        _ => Err(Trouble::NotExecutable),
    }
}

/// A function value of the program.
pub(super) fn function(program: &Program<'_>, f: FunRef, env: &Rc<[Slot]>) -> Result<Rc<Closure>, Trouble> {
    match program.fun(f) {
        FunRow::Var(l) => match env.get(*l as usize) {
            Some(Slot::Fun(fun)) => Ok(fun.clone()),
            _ => Err(Trouble::NotExecutable),
        },
        FunRow::Global(g, _) => {
            let body = program.global(*g).body.ok_or(Trouble::NotExecutable)?;
            function(program, body, &Rc::from([]))
        }
        FunRow::Lam(..) | FunRow::Fix(..) => Ok(Rc::new(Closure::Code { fun: f, env: env.clone() })),
    }
}

/// The body of a closure and the environment to run it in.
pub(super) fn enter(
    program: &Program<'_>,
    closure: &Rc<Closure>,
    args: Vec<Slot>,
) -> Result<(covenant_kernel::tables::CoreRef, Rc<[Slot]>), Trouble> {
    let Closure::Code { fun, env } = &**closure else { return Err(Trouble::NotExecutable) };
    let (core, own) = match program.fun(*fun) {
        FunRow::Lam(_, core) => (*core, None),
        FunRow::Fix(_, core) => (*core, Some(Slot::Fun(closure.clone()))),
        _ => return Err(Trouble::NotExecutable),
    };
    Ok((core, env.iter().cloned().chain(args).chain(own).collect()))
}

/// Values of an opaque sort: those that the program mentions, and so many others.
pub(super) fn opaque_values(program: &Program<'_>, sort: SortRef, others: usize) -> Vec<Value> {
    match program.sort_row(sort) {
        SortRow::Opaque(sort) => {
            program.literals(*sort).into_iter().chain(program.others(*sort, others)).collect()
        }
        _ => Vec::new(),
    }
}

/// A primitive without a choice; `None` if it fails.
pub(super) fn operate(eval: &mut Evaluator<'_>, prim: &Prim, env: &[Slot]) -> Result<Option<Value>, Trouble> {
    let checked = |n: Option<i64>| n.map(Value::Int).map(Some).ok_or(Trouble::Bound(Bound::Integer));
    match prim {
        Prim::Div(a, b) => match integers(&eval.program, *a, *b, env)? {
            (_, 0) => Ok(None),
            (a, b) => checked(a.checked_div(b)),
        },
        Prim::Mod(a, b) => match integers(&eval.program, *a, *b, env)? {
            (_, 0) => Ok(None),
            (a, b) => checked(a.checked_rem(b)),
        },
        Prim::Eval(e) => {
            // A function cannot be mentioned; something has to take its place.
            let locals = env.iter().map(|slot| match slot {
                Slot::Base(value) => value.clone(),
                Slot::Fun(_) => Value::unit(),
            });
            let mut scope = Scope { locals: locals.collect(), ..Scope::default() };
            Ok(Some(eval.term_or_formula(*e, &mut scope)?))
        }
        Prim::IntGen | Prim::BoolGen | Prim::NatGen | Prim::IntRange(..) | Prim::OpaqueGen(_) => {
            Err(Trouble::NotExecutable)
        }
    }
}

/// Two base values that are integers.
pub(super) fn integers(
    program: &Program<'_>,
    a: ExprRef,
    b: ExprRef,
    env: &[Slot],
) -> Result<(i64, i64), Trouble> {
    match (base(program, a, env)?, base(program, b, env)?) {
        (Value::Int(a), Value::Int(b)) => Ok((a, b)),
        _ => Err(Trouble::NotExecutable),
    }
}
