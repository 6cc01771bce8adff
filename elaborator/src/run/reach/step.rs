//! One step of the backward run: what each goal means.

use covenant_kernel::tables::{
    ArgRow, BOOL, CoreRow, DefBody, ExprRef, ExprRow, FunRef, FunRow, ParamRow, Prim, SortRow,
};
use std::rc::Rc;

use super::super::eval::{Scope, Stop};
use super::super::limits::Bound;
use super::super::linear::Lin;
use super::super::value::Value;
use super::Solver;
use super::state::{
    Dead, FormulaScope, Fun, Goal, Slot, State, Term, Test, ctor_term, lin_term, surely_differ,
};

/// What became of a goal.
pub(super) enum Step {
    /// Done, or replaced by other goals.
    Done,
    /// It has to wait.
    Wait(Goal),
    /// Any of these.
    Branch(Vec<State>),
}

/// Why a step did not happen.
pub(super) enum Halt {
    Dead(Dead),
    Bound(Bound),
}

impl From<Dead> for Halt {
    fn from(dead: Dead) -> Halt {
        Halt::Dead(dead)
    }
}

impl From<Bound> for Halt {
    fn from(bound: Bound) -> Halt {
        Halt::Bound(bound)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        match stop {
            Stop::Bound(bound @ (Bound::Time | Bound::Steps)) => Halt::Bound(bound),
            _ => Halt::Dead(Dead::Undecided),
        }
    }
}

pub(super) type Stepped<T> = Result<T, Halt>;

const MALFORMED: Halt = Halt::Dead(Dead::Undecided);

fn fails(condition: bool) -> Stepped<()> {
    if condition { Err(Halt::Dead(Dead::Fails)) } else { Ok(()) }
}

impl Solver<'_, '_> {
    pub(super) fn step(&mut self, st: &mut State, goal: Goal) -> Stepped<Step> {
        self.eval.meter.step()?;
        match goal {
            Goal::Exec { core, env, target } => self.exec(st, self.program.core(core), &env, target),
            Goal::Call { .. } => Ok(Step::Wait(goal)),
            Goal::Formula { formula, scope, positive } => self.formula(st, formula, scope, positive),
            Goal::Value { term, scope, target } => self.ite(st, term, scope, target),
            Goal::Test { test, left, right, target } => self.test(st, test, left, right, target),
            Goal::Not { of, target } => {
                if let Some(b) = st.as_bool(&of) {
                    st.unify(&target, &Term::bool(!b))?;
                } else if let Some(b) = st.as_bool(&target) {
                    st.unify(&of, &Term::bool(!b))?;
                } else {
                    return Ok(Step::Wait(Goal::Not { of, target }));
                }
                Ok(Step::Done)
            }
            Goal::Differ(a, b) => self.differ(st, &a, &b),
            Goal::Def { def, sorts, args, target } => self.unfold(st, def, sorts, args, target),
            Goal::Product { left, right, target } => {
                let (a, b) = (st.lin(&left)?, st.lin(&right)?);
                let product = match (&a.terms[..], &b.terms[..]) {
                    ([], _) => b.times(a.constant),
                    (_, []) => a.times(b.constant),
                    _ => return Ok(Step::Wait(Goal::Product { left, right, target })),
                };
                let product = product.ok_or(Dead::Undecided)?;
                st.unify(&lin_term(product), &target)?;
                Ok(Step::Done)
            }
            Goal::Division { left, right, target, quotient } => {
                self.division(st, left, right, target, quotient)
            }
        }
    }

    /// Whether a goal that waits can go on.
    pub(super) fn ready(&self, st: &State, goal: &Goal) -> bool {
        let known = |t: &Term| !matches!(st.walk(t), Term::Var(_));
        let ground = |t: &Term| matches!(st.resolve(t), Term::Ground(_));
        let constant = |t: &Term| matches!(st.walk(t), Term::Ground(_));
        match goal {
            Goal::Call { .. } => false,
            Goal::Exec { .. } | Goal::Value { .. } => true,
            Goal::Formula { scope, .. } => {
                scope.locals.iter().chain(&scope.bound).chain(&scope.nu).all(ground)
            }
            Goal::Test { left, right, target, .. } => known(target) || (ground(left) && ground(right)),
            Goal::Not { of, target } => known(of) || known(target),
            Goal::Differ(a, b) => st.walk(a) == st.walk(b) || (known(a) && known(b)),
            Goal::Def { def, args, target, .. } => {
                let row = self.program.def(*def);
                let settled = row.result.is_some() || known(target);
                args.iter().all(ground)
                    || (settled
                        && match &row.body {
                            DefBody::Direct(_) => true,
                            DefBody::Cases { on, .. } => {
                                args.get(*on as usize).is_some_and(|a| st.head(a).is_some())
                            }
                            DefBody::Opaque => false,
                        })
            }
            Goal::Product { left, right, .. } => constant(left) || constant(right),
            Goal::Division { right, .. } => constant(right),
        }
    }

    // --- programs ---

    /// A base value of the program.
    fn base(&self, st: &State, e: ExprRef, env: &[Slot]) -> Stepped<Term> {
        match self.program.expr(e) {
            ExprRow::Local(l, _) => match env.get(*l as usize) {
                Some(Slot::Base(term)) => Ok(st.walk(term)),
                _ => Err(MALFORMED),
            },
            ExprRow::Int(n) => Ok(Term::Ground(Value::Int(*n))),
            ExprRow::Literal(n, _) => Ok(Term::Ground(Value::Literal(*n))),
            ExprRow::Ctor(sort, tag, args) => {
                let SortRow::Data(data, _) = self.program.sort_row(*sort) else { return Err(MALFORMED) };
                let fields = args.iter().map(|a| self.base(st, *a, env)).collect::<Stepped<Vec<_>>>()?;
                Ok(ctor_term(*data, *tag, fields))
            }
            _ => Err(MALFORMED),
        }
    }

    /// A function value of the program.
    pub(super) fn function(&mut self, f: FunRef, env: &[Slot]) -> Stepped<Rc<Fun>> {
        match self.program.fun(f) {
            FunRow::Var(l, _) => match env.get(*l as usize) {
                Some(Slot::Fun(fun)) => Ok(fun.clone()),
                _ => Err(MALFORMED),
            },
            FunRow::Global(g, sorts) => {
                let global = self.program.global(*g);
                match global.body {
                    Some(body) => self.function(body, &[]),
                    None if global.preds.is_empty() => {
                        // Known by its claim only.
                        self.assumed = true;
                        let sorts = sorts.iter().map(|s| self.program.sort(*s, &[])).collect();
                        Ok(Rc::new(Fun::Oracle { ty: global.claim, bound: Rc::new([]), sorts }))
                    }
                    None => Err(MALFORMED),
                }
            }
            FunRow::Lam(..) | FunRow::Fix(..) => {
                let used = self.used_levels(f);
                let env = env
                    .iter()
                    .enumerate()
                    .map(|(l, slot)| {
                        if used.contains(&(l as u32)) {
                            slot.clone()
                        } else {
                            Slot::Base(Term::Ground(Value::unit()))
                        }
                    })
                    .collect();
                Ok(Rc::new(Fun::Closure { fun: f, env }))
            }
        }
    }

    fn exec(&mut self, st: &mut State, core: &CoreRow, env: &Rc<[Slot]>, target: Term) -> Stepped<Step> {
        match core {
            CoreRow::Ret(e) => {
                let value = self.base(st, *e, env)?;
                st.unify(&value, &target)?;
                Ok(Step::Done)
            }
            CoreRow::Err(_) => Err(Dead::Fails.into()),
            CoreRow::LetE(first, second) => {
                let x = st.fresh();
                let inner: Rc<[Slot]> = env.iter().cloned().chain([Slot::Base(x.clone())]).collect();
                let (first, second) = (
                    Goal::Exec { core: *first, env: env.clone(), target: x },
                    Goal::Exec { core: *second, env: inner, target },
                );
                // What the rest makes of x says which x is needed, so it goes first; only a
                // primitive or a value costs nothing to know at once.
                let Goal::Exec { core, .. } = &first else { return Err(MALFORMED) };
                if matches!(self.program.core(*core), CoreRow::Op(..) | CoreRow::Ret(_)) {
                    st.agenda.push(second);
                    st.agenda.push(first);
                } else {
                    st.agenda.push(first);
                    st.agenda.push(second);
                }
                Ok(Step::Done)
            }
            CoreRow::LetV(f, body) => {
                let fun = self.function(*f, env)?;
                let env = env.iter().cloned().chain([Slot::Fun(fun)]).collect();
                st.agenda.push(Goal::Exec { core: *body, env, target });
                Ok(Step::Done)
            }
            CoreRow::Op(prim, args) => {
                let args = args.iter().map(|a| self.base(st, *a, env)).collect::<Stepped<Vec<_>>>()?;
                self.operation(st, prim, args, target)
            }
            CoreRow::App(f, args) => {
                let fun = self.function(*f, env)?;
                let args = args
                    .iter()
                    .map(|arg| match arg {
                        ArgRow::Base(e) => self.base(st, *e, env).map(Slot::Base),
                        ArgRow::Fun(g) => self.function(*g, env).map(Slot::Fun),
                    })
                    .collect::<Stepped<Vec<_>>>()?;
                Ok(Step::Wait(Goal::Call { fun, args, target }))
            }
            CoreRow::Match(e, branches) => {
                let scrutinee = self.base(st, *e, env)?;
                let enter = |st: &mut State, fields: Vec<Term>, body| {
                    let env = env.iter().cloned().chain(fields.into_iter().map(Slot::Base)).collect();
                    st.agenda.push(Goal::Exec { core: body, env, target: target.clone() });
                };
                if let Some((_, tag, fields)) = st.head(&scrutinee) {
                    let branch = branches.iter().find(|b| b.tag == tag).ok_or(Dead::Fails)?;
                    enter(st, fields, branch.body);
                    return Ok(Step::Done);
                }
                let Some(data) = self.data_of(*e) else { return Err(MALFORMED) };
                let mut states = Vec::with_capacity(branches.len());
                for branch in branches {
                    let mut next = st.clone();
                    let arity = self.program.ctor_fields(data, branch.tag).len();
                    let fields: Vec<Term> = (0..arity).map(|_| next.fresh()).collect();
                    if next.unify(&scrutinee, &ctor_term(data, branch.tag, fields.clone())).is_ok() {
                        enter(&mut next, fields, branch.body);
                        states.push(next);
                    }
                }
                Ok(Step::Branch(states))
            }
        }
    }

    /// The datatype of a base value of the program.
    fn data_of(&self, e: ExprRef) -> Option<u32> {
        match self.program.expr(e) {
            ExprRow::Local(_, s) | ExprRow::Ctor(s, _, _) => match self.program.sort_row(*s) {
                SortRow::Data(data, _) => Some(*data),
                _ => None,
            },
            _ => None,
        }
    }

    fn operation(&mut self, st: &mut State, prim: &Prim, args: Vec<Term>, target: Term) -> Stepped<Step> {
        let one = |i: usize| args.get(i).cloned().ok_or(MALFORMED);
        match prim {
            Prim::IntGen | Prim::BoolGen | Prim::OpaqueGen(_) => {}
            Prim::NatGen => st.at_most(&Term::Ground(Value::Int(0)), &target, 0)?,
            Prim::IntRange => {
                st.at_most(&one(0)?, &target, 0)?;
                st.at_most(&target, &one(1)?, 0)?;
            }
            Prim::Add | Prim::Sub => {
                let factor = if matches!(prim, Prim::Add) { 1 } else { -1 };
                let sum = st.lin(&one(0)?)?.plus(&st.lin(&one(1)?)?, factor).ok_or(Dead::Undecided)?;
                st.unify(&lin_term(sum), &target)?;
            }
            Prim::Neg => {
                let negated = st.lin(&one(0)?)?.times(-1).ok_or(Dead::Undecided)?;
                st.unify(&lin_term(negated), &target)?;
            }
            Prim::Mul => st.agenda.push(Goal::Product { left: one(0)?, right: one(1)?, target }),
            Prim::Div | Prim::Mod => st.agenda.push(Goal::Division {
                left: one(0)?,
                right: one(1)?,
                target,
                quotient: matches!(prim, Prim::Div),
            }),
            Prim::Eq | Prim::Le | Prim::Lt | Prim::And | Prim::Or => {
                let test = match prim {
                    Prim::Eq => Test::Eq,
                    Prim::Le => Test::Le,
                    Prim::Lt => Test::Lt,
                    Prim::And => Test::And,
                    _ => Test::Or,
                };
                st.agenda.push(Goal::Test { test, left: one(0)?, right: one(1)?, target });
            }
            Prim::Not => st.agenda.push(Goal::Not { of: one(0)?, target }),
            Prim::Def(d, sorts) => {
                let sorts = sorts.iter().map(|s| self.program.sort(*s, &[])).collect();
                st.agenda.push(Goal::Def { def: d.0, sorts, args, target });
            }
        }
        Ok(Step::Done)
    }

    fn division(
        &mut self,
        st: &mut State,
        left: Term,
        right: Term,
        target: Term,
        quotient: bool,
    ) -> Stepped<Step> {
        let Term::Ground(Value::Int(k)) = st.walk(&right) else {
            return Ok(Step::Wait(Goal::Division { left, right, target, quotient }));
        };
        fails(k == 0)?;
        if let Term::Ground(Value::Int(n)) = st.walk(&left) {
            let value = if quotient { n.checked_div(k) } else { n.checked_rem(k) };
            st.unify(&Term::Ground(Value::Int(value.ok_or(Dead::Undecided)?)), &target)?;
            return Ok(Step::Done);
        }
        // |left| = |k| * q + r with 0 <= r < |k|, and the signs put back: one branch per sign.
        let mut states = Vec::new();
        for sign in [1i64, -1] {
            let mut next = st.clone();
            let size = next.lin(&left)?.times(sign).ok_or(Dead::Undecided)?;
            let (q, remainder) = floor_parts(&mut next, &size, k.checked_abs().ok_or(Dead::Undecided)?)?;
            // -1 at least, so that 0 belongs to one branch only.
            let lowest = if sign == 1 { 0 } else { 1 };
            let value =
                if quotient { lin_times(&q, sign * k.signum())? } else { lin_times(&remainder, sign)? };
            let narrow = || -> Result<(), Dead> {
                next.at_most(&Term::Ground(Value::Int(lowest)), &lin_term(size.clone()), 0)?;
                next.unify(&lin_term(value), &target)
            };
            match narrow() {
                Ok(()) => states.push(next),
                Err(Dead::Fails) => {}
                Err(Dead::Undecided) => return Err(Dead::Undecided.into()),
            }
        }
        Ok(Step::Branch(states))
    }

    fn test(&mut self, st: &mut State, test: Test, left: Term, right: Term, target: Term) -> Stepped<Step> {
        let (left, right) = (st.walk(&left), st.walk(&right));
        let Some(wanted) = st.as_bool(&target) else {
            if let (Some(a), Some(b)) = (st.value(&left), st.value(&right)) {
                let answer = match (test, &a, &b) {
                    (Test::Eq, _, _) if a == b => true,
                    (Test::Eq, _, _) if surely_differ(&a, &b) => false,
                    (Test::Le, Value::Int(a), Value::Int(b)) => a <= b,
                    (Test::Lt, Value::Int(a), Value::Int(b)) => a < b,
                    (Test::And, _, _) => a.as_bool() == Some(true) && b.as_bool() == Some(true),
                    (Test::Or, _, _) => a.as_bool() == Some(true) || b.as_bool() == Some(true),
                    _ => return Err(Dead::Undecided.into()),
                };
                st.unify(&target, &Term::bool(answer))?;
                return Ok(Step::Done);
            }
            return Ok(Step::Wait(Goal::Test { test, left, right, target }));
        };
        match (test, wanted) {
            (Test::Eq, true) => st.unify(&left, &right)?,
            (Test::Eq, false) => return self.differ(st, &left, &right),
            (Test::Le, true) => st.at_most(&left, &right, 0)?,
            (Test::Le, false) => st.at_most(&right, &left, 1)?,
            (Test::Lt, true) => st.at_most(&left, &right, 1)?,
            (Test::Lt, false) => st.at_most(&right, &left, 0)?,
            (Test::And, true) | (Test::Or, false) => {
                st.unify(&left, &Term::bool(wanted))?;
                st.unify(&right, &Term::bool(wanted))?;
            }
            (Test::And, false) | (Test::Or, true) => {
                // The left one alone, or only the right one.
                let mut alone = st.clone();
                let mut states = Vec::new();
                if alone.unify(&left, &Term::bool(wanted)).is_ok() {
                    states.push(alone);
                }
                let mut other = st.clone();
                let both = other.unify(&left, &Term::bool(!wanted)).is_ok();
                if both && other.unify(&right, &Term::bool(wanted)).is_ok() {
                    states.push(other);
                }
                return Ok(Step::Branch(states));
            }
        }
        Ok(Step::Done)
    }

    fn differ(&mut self, st: &mut State, a: &Term, b: &Term) -> Stepped<Step> {
        let (a, b) = (st.walk(a), st.walk(b));
        fails(a == b)?;
        match (&a, &b) {
            (Term::Ground(x), Term::Ground(y)) => {
                if surely_differ(x, y) {
                    Ok(Step::Done)
                } else {
                    Err(Dead::Undecided.into())
                }
            }
            (Term::Lin(_) | Term::Ground(Value::Int(_)), _)
            | (_, Term::Lin(_) | Term::Ground(Value::Int(_))) => {
                let difference = st.lin(&a)?.plus(&st.lin(&b)?, -1).ok_or(Dead::Undecided)?;
                if difference.terms.is_empty() {
                    fails(difference.constant == 0)?;
                } else {
                    st.nes.push(difference);
                }
                Ok(Step::Done)
            }
            (Term::Var(_), _) | (_, Term::Var(_)) => Ok(Step::Wait(Goal::Differ(a, b))),
            _ => {
                let (Some((_, tag, fields)), Some((_, other, others))) = (st.head(&a), st.head(&b)) else {
                    return Err(MALFORMED);
                };
                if tag != other {
                    return Ok(Step::Done);
                }
                // The first field that differs.
                let mut states = Vec::new();
                for i in 0..fields.len() {
                    let mut next = st.clone();
                    if all_equal(&mut next, fields[..i].iter().zip(&others[..i]))? {
                        next.agenda.push(Goal::Differ(fields[i].clone(), others[i].clone()));
                        states.push(next);
                    }
                }
                Ok(Step::Branch(states))
            }
        }
    }

    // --- definitions and formulas ---

    fn unfold(
        &mut self,
        st: &mut State,
        def: u32,
        sorts: Rc<[super::Sort]>,
        args: Vec<Term>,
        target: Term,
    ) -> Stepped<Step> {
        let values: Option<Vec<Value>> = args.iter().map(|a| st.value(a)).collect();
        if let Some(values) = values {
            let result = self.eval.call(def, sorts.to_vec(), values)?;
            st.unify(&Term::Ground(result), &target)?;
            return Ok(Step::Done);
        }
        let goal = Goal::Def { def, sorts: sorts.clone(), args: args.clone(), target: target.clone() };
        if !self.ready(st, &goal) {
            return Ok(Step::Wait(goal));
        }
        let row = self.program.def(def);
        let mut locals = args;
        let body = match &row.body {
            DefBody::Direct(body) => *body,
            DefBody::Cases { on, cases } => {
                let analysed = locals.get(*on as usize).ok_or(MALFORMED)?;
                let (_, tag, fields) = st.head(analysed).ok_or(MALFORMED)?;
                locals.extend(fields);
                *cases.get(tag as usize).ok_or(MALFORMED)?
            }
            DefBody::Opaque => return Err(Dead::Undecided.into()),
        };
        let scope = Rc::new(FormulaScope { locals, bound: Vec::new(), nu: None, sorts });
        if row.result.is_some() {
            let value = self.term(st, body, &scope)?;
            st.unify(&value, &target)?;
        } else {
            let positive = st.as_bool(&target).ok_or(MALFORMED)?;
            st.agenda.push(Goal::Formula { formula: body, scope, positive });
        }
        Ok(Step::Done)
    }

    /// A term, with goals for what it does not say at once.
    fn term(&mut self, st: &mut State, e: ExprRef, scope: &Rc<FormulaScope>) -> Stepped<Term> {
        match self.program.expr(e) {
            ExprRow::Bound(i, _) => {
                let place = scope.bound.len().checked_sub(*i as usize + 1).ok_or(MALFORMED)?;
                scope.bound.get(place).map(|t| st.walk(t)).ok_or(MALFORMED)
            }
            ExprRow::Local(l, _) => scope.locals.get(*l as usize).map(|t| st.walk(t)).ok_or(MALFORMED),
            ExprRow::Nu(_) => scope.nu.as_ref().map(|t| st.walk(t)).ok_or(MALFORMED),
            ExprRow::Int(n) => Ok(Term::Ground(Value::Int(*n))),
            ExprRow::Literal(n, _) => Ok(Term::Ground(Value::Literal(*n))),
            ExprRow::Ctor(sort, tag, args) => {
                let SortRow::Data(data, _) = self.program.sort_row(*sort) else { return Err(MALFORMED) };
                let fields = args.iter().map(|a| self.term(st, *a, scope)).collect::<Stepped<Vec<_>>>()?;
                Ok(ctor_term(*data, *tag, fields))
            }
            ExprRow::Fn(d, sorts, args) => {
                let args = args.iter().map(|a| self.term(st, *a, scope)).collect::<Stepped<Vec<_>>>()?;
                let sorts: Rc<[super::Sort]> =
                    sorts.iter().map(|s| self.program.sort(*s, &scope.sorts)).collect();
                let values: Option<Vec<Value>> = args.iter().map(|a| st.value(a)).collect();
                if let Some(values) = values {
                    return Ok(Term::Ground(self.eval.call(d.0, sorts.to_vec(), values)?));
                }
                let result = st.fresh();
                st.agenda.push(Goal::Def { def: d.0, sorts, args, target: result.clone() });
                Ok(result)
            }
            ExprRow::Add(a, b) | ExprRow::Sub(a, b) => {
                let factor = if matches!(self.program.expr(e), ExprRow::Add(..)) { 1 } else { -1 };
                let (a, b) = (self.term(st, *a, scope)?, self.term(st, *b, scope)?);
                Ok(lin_term(st.lin(&a)?.plus(&st.lin(&b)?, factor).ok_or(Dead::Undecided)?))
            }
            ExprRow::Mul(a, b) => {
                let (left, right) = (self.term(st, *a, scope)?, self.term(st, *b, scope)?);
                let target = st.fresh();
                st.agenda.push(Goal::Product { left, right, target: target.clone() });
                Ok(target)
            }
            ExprRow::Div(a, k) | ExprRow::Mod(a, k) => {
                let a = self.term(st, *a, scope)?;
                let a = st.lin(&a)?;
                let (q, remainder) = floor_parts(st, &a, *k)?;
                let part = if matches!(self.program.expr(e), ExprRow::Div(..)) { q } else { remainder };
                Ok(lin_term(part))
            }
            ExprRow::Ite(..) => {
                let target = st.fresh();
                st.agenda.push(Goal::Value { term: e, scope: scope.clone(), target: target.clone() });
                Ok(target)
            }
            _ => Err(MALFORMED),
        }
    }

    /// `if c then a else b` as a term.
    fn ite(&mut self, st: &mut State, e: ExprRef, scope: Rc<FormulaScope>, target: Term) -> Stepped<Step> {
        let ExprRow::Ite(c, a, b) = self.program.expr(e) else { return Err(MALFORMED) };
        let mut states = Vec::with_capacity(2);
        for (branch, positive) in [(*a, true), (*b, false)] {
            let mut next = st.clone();
            let value = self.term(&mut next, branch, &scope)?;
            match next.unify(&value, &target) {
                Ok(()) => {}
                Err(Dead::Fails) => continue,
                Err(dead) => return Err(dead.into()),
            }
            next.agenda.push(Goal::Formula { formula: *c, scope: scope.clone(), positive });
            states.push(next);
        }
        Ok(Step::Branch(states))
    }

    fn ground_scope(&self, st: &State, scope: &FormulaScope) -> Option<Scope> {
        let all = |terms: &[Term]| terms.iter().map(|t| st.value(t)).collect::<Option<Vec<_>>>();
        Some(Scope {
            locals: all(&scope.locals)?,
            bound: all(&scope.bound)?,
            nu: match &scope.nu {
                Some(t) => Some(st.value(t)?),
                None => None,
            },
            sorts: scope.sorts.to_vec(),
        })
    }

    fn formula(
        &mut self,
        st: &mut State,
        formula: ExprRef,
        scope: Rc<FormulaScope>,
        positive: bool,
    ) -> Stepped<Step> {
        if let Some(mut ground) = self.ground_scope(st, &scope) {
            let answer = self.eval.formula(formula, &mut ground)?;
            fails(answer != positive)?;
            return Ok(Step::Done);
        }
        let again =
            |formula: ExprRef, positive: bool| Goal::Formula { formula, scope: scope.clone(), positive };
        let branch = |options: Vec<Vec<Goal>>, st: &State| {
            let states = options
                .into_iter()
                .map(|goals| {
                    let mut next = st.clone();
                    next.agenda.extend(goals);
                    next
                })
                .collect();
            Ok(Step::Branch(states))
        };
        match self.program.expr(formula) {
            ExprRow::True => fails(!positive)?,
            ExprRow::False => fails(positive)?,
            ExprRow::Not(a) => st.agenda.push(again(*a, !positive)),
            ExprRow::And(a, b) if positive => st.agenda.extend([again(*b, true), again(*a, true)]),
            ExprRow::Or(a, b) if !positive => st.agenda.extend([again(*b, false), again(*a, false)]),
            ExprRow::Imp(a, b) if !positive => st.agenda.extend([again(*b, false), again(*a, true)]),
            ExprRow::And(a, b) => {
                return branch(vec![vec![again(*a, false)], vec![again(*b, false), again(*a, true)]], st);
            }
            ExprRow::Or(a, b) => {
                return branch(vec![vec![again(*a, true)], vec![again(*b, true), again(*a, false)]], st);
            }
            ExprRow::Imp(a, b) => {
                return branch(vec![vec![again(*a, false)], vec![again(*b, true), again(*a, true)]], st);
            }
            ExprRow::Iff(a, b) => {
                return branch(
                    vec![
                        vec![again(*b, positive), again(*a, true)],
                        vec![again(*b, !positive), again(*a, false)],
                    ],
                    st,
                );
            }
            ExprRow::Ite(c, a, b) => {
                return branch(
                    vec![
                        vec![again(*a, positive), again(*c, true)],
                        vec![again(*b, positive), again(*c, false)],
                    ],
                    st,
                );
            }
            ExprRow::Eq(a, b) => {
                let (a, b) = (self.term(st, *a, &scope)?, self.term(st, *b, &scope)?);
                st.agenda.push(Goal::Test {
                    test: Test::Eq,
                    left: a,
                    right: b,
                    target: Term::bool(positive),
                });
            }
            ExprRow::Le(a, b) => {
                let (a, b) = (self.term(st, *a, &scope)?, self.term(st, *b, &scope)?);
                st.agenda.push(Goal::Test {
                    test: Test::Le,
                    left: a,
                    right: b,
                    target: Term::bool(positive),
                });
            }
            ExprRow::Lt(a, b) => {
                let (a, b) = (self.term(st, *a, &scope)?, self.term(st, *b, &scope)?);
                st.agenda.push(Goal::Test {
                    test: Test::Lt,
                    left: a,
                    right: b,
                    target: Term::bool(positive),
                });
            }
            ExprRow::Fn(d, sorts, args) => {
                let args = args.iter().map(|a| self.term(st, *a, &scope)).collect::<Stepped<Vec<_>>>()?;
                let sorts = sorts.iter().map(|s| self.program.sort(*s, &scope.sorts)).collect();
                st.agenda.push(Goal::Def { def: d.0, sorts, args, target: Term::bool(positive) });
            }
            ExprRow::PredVar(p, args) if positive => {
                let rows = self.eval.preds.get(*p as usize).cloned().ok_or(MALFORMED)?;
                let args = args.iter().map(|a| self.term(st, *a, &scope)).collect::<Stepped<Vec<_>>>()?;
                let mut states = Vec::new();
                for row in rows {
                    let mut next = st.clone();
                    let row: Vec<Term> = row.into_iter().map(Term::Ground).collect();
                    if all_equal(&mut next, args.iter().zip(&row))? {
                        states.push(next);
                    }
                }
                return Ok(Step::Branch(states));
            }
            ExprRow::Exists(_, body) if positive => {
                return Ok(self.with_witness(st, *body, &scope, true));
            }
            ExprRow::Forall(_, body) if !positive => {
                return Ok(self.with_witness(st, *body, &scope, false));
            }
            ExprRow::Forall(..) | ExprRow::Exists(..) | ExprRow::PredVar(..) => {
                return Ok(Step::Wait(again(formula, positive)));
            }
            _ => return Err(MALFORMED),
        }
        Ok(Step::Done)
    }

    fn with_witness(
        &mut self,
        st: &mut State,
        body: ExprRef,
        scope: &Rc<FormulaScope>,
        positive: bool,
    ) -> Step {
        let mut inner = (**scope).clone();
        inner.bound.push(st.fresh());
        st.agenda.push(Goal::Formula { formula: body, scope: Rc::new(inner), positive });
        Step::Done
    }

    /// Enters the body of a call.
    pub(super) fn enter(
        &mut self,
        st: &mut State,
        fun: &Rc<Fun>,
        args: Vec<Slot>,
        target: Term,
    ) -> Stepped<()> {
        match &**fun {
            Fun::Closure { fun: row, env } => {
                let (core, own) = match self.program.fun(*row) {
                    FunRow::Lam(_, core) => (*core, None),
                    FunRow::Fix(_, core) => (*core, Some(Slot::Fun(fun.clone()))),
                    _ => return Err(MALFORMED),
                };
                let env = env.iter().cloned().chain(args).chain(own).collect();
                st.agenda.push(Goal::Exec { core, env, target });
            }
            Fun::Oracle { ty, bound, sorts } => {
                let row = self.program.fun_type(*ty);
                let mut bound = bound.to_vec();
                let goal = |formula, bound: &[Term], nu: Option<Term>| {
                    let scope =
                        FormulaScope { locals: Vec::new(), bound: bound.to_vec(), nu, sorts: sorts.clone() };
                    Goal::Formula { formula, scope: Rc::new(scope), positive: true }
                };
                let mut goals = Vec::new();
                for (param, arg) in row.params.iter().zip(args) {
                    match (param, arg) {
                        (ParamRow::Base(_, qualifier), Slot::Base(value)) => {
                            goals.push(goal(*qualifier, &bound, Some(value.clone())));
                            bound.push(value);
                        }
                        // What the least function does with a function is not said by its type.
                        _ => return Err(MALFORMED),
                    }
                }
                goals.push(goal(row.requires, &bound, None));
                goals.push(goal(row.ensures, &bound, Some(target)));
                st.agenda.extend(goals);
            }
        }
        Ok(())
    }

    /// The ways to go on with a goal that waits for a value nobody will provide.
    /// The flag says whether they are all.
    pub(super) fn narrow(&mut self, st: &State, goal: &Goal) -> (Vec<State>, bool) {
        let fill = |term: &Term, value: Term| {
            let mut next = st.clone();
            next.unify(term, &value).is_ok().then_some(next)
        };
        let booleans = |term: &Term| -> Vec<State> {
            [true, false].into_iter().filter_map(|b| fill(term, Term::bool(b))).collect()
        };
        match goal {
            Goal::Test { target, .. } | Goal::Not { target, .. } if st.as_bool(target).is_none() => {
                (booleans(target), true)
            }
            Goal::Def { def, args, target, .. } => {
                let row = self.program.def(*def);
                if row.result.is_none() && st.as_bool(target).is_none() {
                    return (booleans(target), true);
                }
                let DefBody::Cases { on, .. } = &row.body else { return (Vec::new(), false) };
                let (Some(sort), Some(arg)) = (row.params.get(*on as usize), args.get(*on as usize)) else {
                    return (Vec::new(), false);
                };
                let SortRow::Data(data, _) = self.program.sort_row(*sort) else {
                    return (Vec::new(), false);
                };
                let mut states = Vec::new();
                for tag in 0..self.program.ctor_count(*data) {
                    let mut next = st.clone();
                    let arity = self.program.ctor_fields(*data, tag).len();
                    let fields = (0..arity).map(|_| next.fresh()).collect();
                    if next.unify(arg, &ctor_term(*data, tag, fields)).is_ok() {
                        states.push(next);
                    }
                }
                (states, true)
            }
            Goal::Differ(a, b) => {
                let (a, b) = (st.walk(a), st.walk(b));
                let (unknown, other) = if matches!(a, Term::Var(_)) { (a, b) } else { (b, a) };
                match other {
                    Term::Ground(Value::Ctor(node)) if node.data == BOOL => (booleans(&unknown), true),
                    Term::Ground(Value::Atom(_)) => {
                        let states = (0..self.eval.abstract_elements)
                            .filter_map(|i| fill(&unknown, Term::Ground(Value::Atom(i))))
                            .collect();
                        (states, true)
                    }
                    _ => (Vec::new(), false),
                }
            }
            Goal::Product { .. } | Goal::Division { .. } | Goal::Formula { .. } => self.label(st, goal),
            _ => (Vec::new(), false),
        }
    }

    /// Tries the integers of the shortest range among the goal's variables.
    fn label(&mut self, st: &State, goal: &Goal) -> (Vec<State>, bool) {
        const MOST: i64 = 300;
        let vars = super::state::variables_of(st, goal);
        let Some(ranges) = super::system_of(st).and_then(|s| s.ranges()) else { return (Vec::new(), false) };
        let mut best: Option<(i64, u32, i64, i64)> = None;
        for v in &vars {
            if let Some((Some(l), Some(h))) = ranges.get(v)
                && let Some(width) = h.checked_sub(*l)
                && best.is_none_or(|(w, ..)| width < w)
            {
                best = Some((width, *v, *l, *h));
            }
        }
        let fill = |v: u32, n: i64| {
            let mut next = st.clone();
            next.unify(&Term::Var(v), &Term::Ground(Value::Int(n))).is_ok().then_some(next)
        };
        match (best, vars.first()) {
            (Some((width, v, low, high)), _) if width <= MOST => {
                ((low..=high).filter_map(|n| fill(v, n)).collect(), true)
            }
            (_, Some(v)) if matches!(goal, Goal::Product { .. } | Goal::Division { .. }) => {
                ((-6..=6).filter_map(|n| fill(*v, n)).collect(), false)
            }
            _ => (Vec::new(), false),
        }
    }
}

/// Makes the pairs equal; says whether they can be.
fn all_equal<'t>(st: &mut State, pairs: impl Iterator<Item = (&'t Term, &'t Term)>) -> Stepped<bool> {
    for (a, b) in pairs {
        match st.unify(a, b) {
            Ok(()) => {}
            Err(Dead::Fails) => return Ok(false),
            Err(dead) => return Err(dead.into()),
        }
    }
    Ok(true)
}

fn lin_times(lin: &Lin, factor: i64) -> Stepped<Lin> {
    lin.times(factor).ok_or(Dead::Undecided.into())
}

/// Quotient and remainder of a linear form by `k > 0`, rounding down.
fn floor_parts(st: &mut State, a: &Lin, k: i64) -> Stepped<(Lin, Lin)> {
    if a.terms.is_empty() {
        return Ok((Lin::constant(a.constant.div_euclid(k)), Lin::constant(a.constant.rem_euclid(k))));
    }
    let Term::Var(q) = st.fresh() else { return Err(MALFORMED) };
    let q = Lin::var(q);
    let remainder = a.plus(&q, k.checked_neg().ok_or(Dead::Undecided)?).ok_or(Dead::Undecided)?;
    st.at_most(&Term::Ground(Value::Int(0)), &lin_term(remainder.clone()), 0)?;
    st.at_most(&lin_term(remainder.clone()), &Term::Ground(Value::Int(k - 1)), 0)?;
    Ok((q, remainder))
}
