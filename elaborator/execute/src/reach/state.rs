//! What is known and what is still to be done while a program runs backwards.

use covenant_kernel::tables::{CoreRef, ExprRef, FunRef, TypeRef};
use std::collections::HashMap;
use std::rc::Rc;

use super::super::linear::Lin;
use super::super::program::Sort;
use super::super::value::Value;

/// A value that may be known in part only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Var(u32),
    Ground(Value),
    /// An integer; not a constant and not a single variable after [`State::walk`].
    Lin(Rc<Lin>),
    /// Not fully known; a known one is [`Term::Ground`].
    Ctor(u32, u32, Rc<[Term]>),
}

/// A variable of the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Base(Term),
    Fun(Rc<Fun>),
}

/// A function value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fun {
    /// A lambda or fix with the variables around it; those it does not use are unit.
    Closure { fun: FunRef, env: Rc<[Slot]> },
    /// The least function of a type: it returns exactly what the type promises. Any function of
    /// that type can do more, so what is unreachable with this one shows the claim false.
    Oracle { ty: TypeRef, bound: Rc<[Term]>, sorts: Rc<[Sort]> },
}

/// Variables in scope of a formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FormulaScope {
    pub locals: Vec<Term>,
    pub bound: Vec<Term>,
    pub nu: Option<Term>,
    pub sorts: Rc<[Sort]>,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    Eq,
    Le,
    Lt,
}

/// Something that has to hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The core term can return the target.
    Exec { core: CoreRef, env: Rc<[Slot]>, target: Term },
    /// The call can return the target.
    Call { fun: Rc<Fun>, args: Vec<Slot>, target: Term },
    /// The formula holds, or does not.
    Formula { formula: ExprRef, scope: Rc<FormulaScope>, positive: bool },
    /// The term has this value.
    Value { term: ExprRef, scope: Rc<FormulaScope>, target: Term },
    /// The target is the boolean that says whether the formula holds.
    Truth { formula: ExprRef, scope: Rc<FormulaScope>, target: Term },
    /// The two values differ.
    Differ(Term, Term),
    /// The definition returns the target.
    Def { def: u32, sorts: Rc<[Sort]>, args: Vec<Term>, target: Term },
    /// A product of two unknown integers.
    Product { left: Term, right: Term, target: Term },
    /// OCaml's `/` (or `mod`), by an unknown divisor.
    Division { left: Term, right: Term, target: Term, quotient: bool },
}

/// Why a branch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dead {
    /// It cannot succeed.
    Fails,
    /// It cannot be decided.
    Undecided,
}

/// One branch of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub bindings: Vec<Option<Term>>,
    pub les: Vec<Lin>,
    pub eqs: Vec<Lin>,
    pub nes: Vec<Lin>,
    /// To be done now, the last one first.
    pub agenda: Vec<Goal>,
    /// Calls, and what waits for a value.
    pub waiting: Vec<Goal>,
}

type Unified = Result<(), Dead>;

pub(super) fn ctor_term(data: u32, tag: u32, fields: Vec<Term>) -> Term {
    if fields.iter().all(|f| matches!(f, Term::Ground(_))) {
        let values = fields
            .into_iter()
            .filter_map(|f| match f {
                Term::Ground(v) => Some(v),
                _ => None,
            })
            .collect();
        return Term::Ground(Value::ctor(data, tag, values));
    }
    Term::Ctor(data, tag, fields.into())
}

impl Term {
    pub fn bool(b: bool) -> Term {
        Term::Ground(Value::bool(b))
    }
}

/// Two values that are not the same for sure.
pub(super) fn surely_differ(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Ctor(x), Value::Ctor(y)) => {
            x.tag != y.tag || x.fields.iter().zip(&y.fields).any(|(f, g)| surely_differ(f, g))
        }
        (Value::Int(_), Value::Int(_))
        | (Value::Atom(_), Value::Atom(_))
        | (Value::Literal(_) | Value::Other(_), Value::Literal(_) | Value::Other(_)) => a != b,
        _ => false,
    }
}

impl State {
    pub fn fresh(&mut self) -> Term {
        self.bindings.push(None);
        Term::Var(self.bindings.len() as u32 - 1)
    }

    /// The term with its outermost variable looked up.
    pub fn walk(&self, term: &Term) -> Term {
        let mut term = term.clone();
        loop {
            match &term {
                Term::Var(v) => match self.bindings.get(*v as usize) {
                    Some(Some(next)) => term = next.clone(),
                    _ => return term,
                },
                Term::Lin(lin) => {
                    return match self.normalise(lin) {
                        Some(lin) => lin_term(lin),
                        // Overflow: leave it; deciding on it fails the same way later.
                        None => term.clone(),
                    };
                }
                _ => return term,
            }
        }
    }

    /// All variables looked up.
    pub fn resolve(&self, term: &Term) -> Term {
        match self.walk(term) {
            Term::Ctor(data, tag, fields) => {
                ctor_term(data, tag, fields.iter().map(|f| self.resolve(f)).collect())
            }
            other => other,
        }
    }

    /// The value, if it is fully known.
    pub fn value(&self, term: &Term) -> Option<Value> {
        match self.resolve(term) {
            Term::Ground(value) => Some(value),
            _ => None,
        }
    }

    /// The constructor, if it is known.
    pub fn head(&self, term: &Term) -> Option<(u32, u32, Vec<Term>)> {
        match self.walk(term) {
            Term::Ground(Value::Ctor(node)) => {
                Some((node.data, node.tag, node.fields.iter().cloned().map(Term::Ground).collect()))
            }
            Term::Ctor(data, tag, fields) => Some((data, tag, fields.to_vec())),
            _ => None,
        }
    }

    pub fn as_bool(&self, term: &Term) -> Option<bool> {
        self.head(term).map(|(_, tag, _)| tag == 1)
    }

    /// With bound variables replaced; `None` on overflow.
    pub fn normalise(&self, lin: &Lin) -> Option<Lin> {
        if lin.terms().iter().all(|(v, _)| matches!(self.bindings.get(*v as usize), Some(None) | None)) {
            return Some(lin.clone());
        }
        let mut sum = Lin::constant(lin.offset());
        for (v, c) in lin.terms() {
            let part = match self.walk(&Term::Var(*v)) {
                Term::Var(w) => Lin::variable(w),
                Term::Ground(Value::Int(n)) => Lin::constant(n),
                Term::Lin(inner) => (*inner).clone(),
                _ => return None,
            };
            sum = sum.plus(&part, *c)?;
        }
        Some(sum)
    }

    /// The term as a linear form.
    pub fn lin(&self, term: &Term) -> Result<Lin, Dead> {
        match self.walk(term) {
            Term::Ground(Value::Int(n)) => Ok(Lin::constant(n)),
            Term::Var(v) => Ok(Lin::variable(v)),
            Term::Lin(lin) => Ok((*lin).clone()),
            _ => Err(Dead::Undecided),
        }
    }

    fn occurs(&self, v: u32, term: &Term) -> bool {
        match self.walk(term) {
            Term::Var(w) => v == w,
            Term::Ground(_) => false,
            Term::Lin(lin) => lin.coefficient(v) != 0,
            Term::Ctor(_, _, fields) => fields.iter().any(|f| self.occurs(v, f)),
        }
    }

    fn bind(&mut self, v: u32, term: Term) {
        if let Some(place) = self.bindings.get_mut(v as usize) {
            *place = Some(term);
        }
    }

    pub fn unify(&mut self, a: &Term, b: &Term) -> Unified {
        let (a, b) = (self.walk(a), self.walk(b));
        match (&a, &b) {
            (Term::Ground(x), Term::Ground(y)) => match x == y {
                true => Ok(()),
                false if surely_differ(x, y) => Err(Dead::Fails),
                false => Err(Dead::Undecided),
            },
            (Term::Var(v), Term::Var(w)) if v == w => Ok(()),
            (Term::Lin(_), _) | (_, Term::Lin(_)) => {
                let difference = self.lin(&a)?.plus(&self.lin(&b)?, -1).ok_or(Dead::Undecided)?;
                self.equal_zero(&difference)
            }
            (Term::Var(v), other) | (other, Term::Var(v)) => {
                if self.occurs(*v, other) {
                    return Err(Dead::Fails);
                }
                self.bind(*v, other.clone());
                Ok(())
            }
            (Term::Ctor(..), _) | (_, Term::Ctor(..)) => {
                let (Some((_, tag, fields)), Some((_, other, others))) = (self.head(&a), self.head(&b))
                else {
                    return Err(Dead::Undecided);
                };
                if tag != other || fields.len() != others.len() {
                    return Err(Dead::Fails);
                }
                for (f, g) in fields.iter().zip(&others) {
                    self.unify(f, g)?;
                }
                Ok(())
            }
        }
    }

    /// Adds `lin = 0`.
    pub fn equal_zero(&mut self, lin: &Lin) -> Unified {
        let lin = self.normalise(lin).ok_or(Dead::Undecided)?;
        match lin.terms() {
            [] => (lin.offset() == 0).then_some(()).ok_or(Dead::Fails),
            &[(v, c)] => {
                let n = lin.offset().checked_neg().ok_or(Dead::Undecided)?;
                if n % c != 0 {
                    return Err(Dead::Fails);
                }
                self.bind(v, Term::Ground(Value::Int(n / c)));
                Ok(())
            }
            _ => {
                if let Some(&(v, c)) = lin.terms().iter().find(|(_, c)| c.abs() == 1) {
                    let rest = lin.without(v).times(-c).ok_or(Dead::Undecided)?;
                    self.bind(v, lin_term(rest));
                    return Ok(());
                }
                if lin.offset() % lin.content().unwrap_or(1) != 0 {
                    return Err(Dead::Fails);
                }
                self.eqs.push(lin);
                Ok(())
            }
        }
    }

    /// Adds `a + slack <= b`.
    pub fn at_most(&mut self, a: &Term, b: &Term, slack: i64) -> Unified {
        let lin =
            self.lin(a)?.plus(&self.lin(b)?, -1).and_then(|l| l.shifted(slack)).ok_or(Dead::Undecided)?;
        if lin.terms().is_empty() {
            return (lin.offset() <= 0).then_some(()).ok_or(Dead::Fails);
        }
        self.les.push(lin);
        Ok(())
    }
}

pub(super) fn lin_term(lin: Lin) -> Term {
    match lin.terms() {
        [] => Term::Ground(Value::Int(lin.offset())),
        [(v, 1)] if lin.offset() == 0 => Term::Var(*v),
        _ => Term::Lin(Rc::new(lin)),
    }
}

/// Renumbers the variables of goals and constraints in the order in which they occur, so that
/// two problems that differ only in names are one.
#[derive(Default)]
pub(super) struct Renaming {
    map: HashMap<u32, u32>,
}

impl Renaming {
    pub fn var(&mut self, v: u32) -> u32 {
        let next = self.map.len() as u32;
        *self.map.entry(v).or_insert(next)
    }

    pub fn count(&self) -> usize {
        self.map.len()
    }

    pub fn lin(&mut self, lin: &Lin) -> Lin {
        // Other names for the same coefficients: nothing is added up.
        lin.renamed(|v| self.var(v)).unwrap_or_else(|| lin.clone())
    }

    fn term(&mut self, state: &State, term: &Term) -> Term {
        match state.walk(term) {
            Term::Var(v) => Term::Var(self.var(v)),
            Term::Ground(value) => Term::Ground(value),
            Term::Lin(lin) => Term::Lin(Rc::new(self.lin(&lin))),
            Term::Ctor(data, tag, fields) => {
                ctor_term(data, tag, fields.iter().map(|f| self.term(state, f)).collect())
            }
        }
    }

    fn slot(&mut self, state: &State, slot: &Slot) -> Slot {
        match slot {
            Slot::Base(term) => Slot::Base(self.term(state, term)),
            Slot::Fun(fun) => Slot::Fun(self.fun(state, fun)),
        }
    }

    fn fun(&mut self, state: &State, fun: &Rc<Fun>) -> Rc<Fun> {
        match &**fun {
            Fun::Closure { env, .. } if env.is_empty() => fun.clone(),
            Fun::Closure { fun, env } => {
                Rc::new(Fun::Closure { fun: *fun, env: env.iter().map(|s| self.slot(state, s)).collect() })
            }
            Fun::Oracle { ty, bound, sorts } => Rc::new(Fun::Oracle {
                ty: *ty,
                bound: bound.iter().map(|t| self.term(state, t)).collect(),
                sorts: sorts.clone(),
            }),
        }
    }

    fn scope(&mut self, state: &State, scope: &FormulaScope) -> Rc<FormulaScope> {
        Rc::new(FormulaScope {
            locals: scope.locals.iter().map(|t| self.term(state, t)).collect(),
            bound: scope.bound.iter().map(|t| self.term(state, t)).collect(),
            nu: scope.nu.as_ref().map(|t| self.term(state, t)),
            sorts: scope.sorts.clone(),
        })
    }

    pub fn goal(&mut self, state: &State, goal: &Goal) -> Goal {
        match goal {
            Goal::Exec { core, env, target } => Goal::Exec {
                core: *core,
                target: self.term(state, target),
                env: env.iter().map(|s| self.slot(state, s)).collect(),
            },
            Goal::Call { fun, args, target } => Goal::Call {
                fun: self.fun(state, fun),
                args: args.iter().map(|s| self.slot(state, s)).collect(),
                target: self.term(state, target),
            },
            Goal::Formula { formula, scope, positive } => {
                Goal::Formula { formula: *formula, scope: self.scope(state, scope), positive: *positive }
            }
            Goal::Value { term, scope, target } => {
                Goal::Value { term: *term, scope: self.scope(state, scope), target: self.term(state, target) }
            }
            Goal::Truth { formula, scope, target } => Goal::Truth {
                formula: *formula,
                scope: self.scope(state, scope),
                target: self.term(state, target),
            },
            Goal::Differ(a, b) => Goal::Differ(self.term(state, a), self.term(state, b)),
            Goal::Def { def, sorts, args, target } => Goal::Def {
                def: *def,
                sorts: sorts.clone(),
                args: args.iter().map(|t| self.term(state, t)).collect(),
                target: self.term(state, target),
            },
            Goal::Product { left, right, target } => Goal::Product {
                left: self.term(state, left),
                right: self.term(state, right),
                target: self.term(state, target),
            },
            Goal::Division { left, right, target, quotient } => Goal::Division {
                left: self.term(state, left),
                right: self.term(state, right),
                target: self.term(state, target),
                quotient: *quotient,
            },
        }
    }
}

/// The free variables of a goal.
pub(super) fn variables_of(state: &State, goal: &Goal) -> Vec<u32> {
    let mut renaming = Renaming::default();
    renaming.goal(state, goal);
    let mut vars: Vec<u32> = renaming.map.into_keys().collect();
    vars.sort_unstable();
    vars
}
