//! One step of the backward run: what each goal means.

use covenant_kernel::tables::{ArgRow, CoreRow, DefBody, ExprRef, ExprRow, FunRef, FunRow, Prim, SortRow};
use std::rc::Rc;

use super::super::eval::Stop;
use super::super::limits::Bound;
use super::super::linear::Lin;
use super::super::value::Value;
use super::Solver;
use super::state::{
    Dead, FormulaScope, Fun, Goal, Slot, State, Term, Test, ctor_term, lin_term, surely_differ,
};
use covenant_certificates::core_parts::locals_of;

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

pub(super) const MALFORMED: Halt = Halt::Dead(Dead::Undecided);

pub(super) fn fails(condition: bool) -> Stepped<()> {
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
            Goal::Truth { formula, scope, target } => self.truth(st, formula, scope, target),
            Goal::Differ(a, b) => self.differ(st, &a, &b),
            Goal::Def { def, sorts, args, target } => self.unfold(st, def, sorts, args, target),
            Goal::Product { left, right, target } => {
                let (a, b) = (st.lin(&left)?, st.lin(&right)?);
                let product = match (a.terms(), b.terms()) {
                    ([], _) => b.times(a.offset()),
                    (_, []) => a.times(b.offset()),
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
            Goal::Truth { scope, target, .. } => known(target) || scope.locals.iter().all(ground),
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
            FunRow::Var(l) => match env.get(*l as usize) {
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
            CoreRow::Op(prim) => self.operation(st, prim, env, target),
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

    fn operation(&mut self, st: &mut State, prim: &Prim, env: &[Slot], target: Term) -> Stepped<Step> {
        match prim {
            Prim::IntGen | Prim::BoolGen | Prim::OpaqueGen(_) => {}
            Prim::NatGen => st.at_most(&Term::Ground(Value::Int(0)), &target, 0)?,
            Prim::IntRange(low, high) => {
                st.at_most(&self.base(st, *low, env)?, &target, 0)?;
                st.at_most(&target, &self.base(st, *high, env)?, 0)?;
            }
            Prim::Div(a, b) | Prim::Mod(a, b) => st.agenda.push(Goal::Division {
                left: self.base(st, *a, env)?,
                right: self.base(st, *b, env)?,
                target,
                quotient: matches!(prim, Prim::Div(..)),
            }),
            Prim::Eval(e) => {
                let scope = self.scope_of(st, *e, env)?;
                if self.program.is_formula(*e) {
                    st.agenda.push(Goal::Truth { formula: *e, scope, target });
                } else {
                    let value = self.term(st, *e, &scope)?;
                    st.unify(&value, &target)?;
                }
            }
        }
        Ok(Step::Done)
    }

    /// The variables of an expression of the program; those that it does not mention are unit, so
    /// that it waits for none of them.
    fn scope_of(&self, st: &State, e: ExprRef, env: &[Slot]) -> Stepped<Rc<FormulaScope>> {
        let used = locals_of(&self.program.statement().exprs, [e]);
        let depth = used.keys().next_back().map_or(0, |last| *last as usize + 1);
        let mut locals = vec![Term::Ground(Value::unit()); depth.min(env.len())];
        for level in used.into_keys() {
            match (env.get(level as usize), locals.get_mut(level as usize)) {
                (Some(Slot::Base(term)), Some(local)) => *local = st.walk(term),
                _ => return Err(MALFORMED),
            }
        }
        Ok(Rc::new(FormulaScope { locals, bound: Vec::new(), nu: None, sorts: Rc::new([]) }))
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

    /// Makes a comparison come out as wanted.
    pub(super) fn compare(
        &mut self,
        st: &mut State,
        test: Test,
        left: &Term,
        right: &Term,
        wanted: bool,
    ) -> Stepped<Step> {
        let (left, right) = (st.walk(left), st.walk(right));
        match (test, wanted) {
            (Test::Eq, true) => st.unify(&left, &right)?,
            (Test::Eq, false) => return self.differ(st, &left, &right),
            (Test::Le, true) => st.at_most(&left, &right, 0)?,
            (Test::Le, false) => st.at_most(&right, &left, 1)?,
            (Test::Lt, true) => st.at_most(&left, &right, 1)?,
            (Test::Lt, false) => st.at_most(&right, &left, 0)?,
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
                if difference.terms().is_empty() {
                    fails(difference.offset() == 0)?;
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
}

/// Makes the pairs equal; says whether they can be.
pub(super) fn all_equal<'t>(
    st: &mut State,
    pairs: impl Iterator<Item = (&'t Term, &'t Term)>,
) -> Stepped<bool> {
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
pub(super) fn floor_parts(st: &mut State, a: &Lin, k: i64) -> Stepped<(Lin, Lin)> {
    if a.terms().is_empty() {
        return Ok((Lin::constant(a.offset().div_euclid(k)), Lin::constant(a.offset().rem_euclid(k))));
    }
    let Term::Var(q) = st.fresh() else { return Err(MALFORMED) };
    let q = Lin::variable(q);
    let remainder = a.plus(&q, k.checked_neg().ok_or(Dead::Undecided)?).ok_or(Dead::Undecided)?;
    st.at_most(&Term::Ground(Value::Int(0)), &lin_term(remainder.clone()), 0)?;
    st.at_most(&lin_term(remainder.clone()), &Term::Ground(Value::Int(k - 1)), 0)?;
    Ok((q, remainder))
}
