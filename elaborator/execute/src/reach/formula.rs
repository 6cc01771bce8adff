//! Definitions and formulas in a backward run: unfolded as far as what is known allows.

use covenant_kernel::tables::{Bin, DefBody, ExprRef, ExprRow, FunRow, ParamRow, Quant, SortRow};
use std::rc::Rc;

use super::super::eval::Scope;
use super::super::value::Value;
use super::Solver;
use super::state::{Dead, FormulaScope, Fun, Goal, Slot, State, Term, Test, ctor_term, lin_term};
use super::step::{MALFORMED, Step, Stepped, all_equal, fails, floor_parts};

impl Solver<'_, '_> {
    pub(super) fn unfold(
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
    pub(super) fn term(&mut self, st: &mut State, e: ExprRef, scope: &Rc<FormulaScope>) -> Stepped<Term> {
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
            ExprRow::Bin(op @ (Bin::Add | Bin::Sub), a, b) => {
                let factor = if *op == Bin::Add { 1 } else { -1 };
                let (a, b) = (self.term(st, *a, scope)?, self.term(st, *b, scope)?);
                Ok(lin_term(st.lin(&a)?.plus(&st.lin(&b)?, factor).ok_or(Dead::Undecided)?))
            }
            ExprRow::Bin(Bin::Mul, a, b) => {
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
    pub(super) fn ite(
        &mut self,
        st: &mut State,
        e: ExprRef,
        scope: Rc<FormulaScope>,
        target: Term,
    ) -> Stepped<Step> {
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

    /// The boolean that a program gets for a formula.
    pub(super) fn truth(
        &mut self,
        st: &mut State,
        formula: ExprRef,
        scope: Rc<FormulaScope>,
        target: Term,
    ) -> Stepped<Step> {
        if let Some(mut ground) = self.ground_scope(st, &scope) {
            let answer = self.eval.formula(formula, &mut ground)?;
            st.unify(&target, &Term::bool(answer))?;
        } else if let Some(positive) = st.as_bool(&target) {
            st.agenda.push(Goal::Formula { formula, scope, positive });
        } else {
            return Ok(Step::Wait(Goal::Truth { formula, scope, target }));
        }
        Ok(Step::Done)
    }

    pub(super) fn formula(
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
            ExprRow::Bin(Bin::And, a, b) if positive => st.agenda.extend([again(*b, true), again(*a, true)]),
            ExprRow::Bin(Bin::Or, a, b) if !positive => {
                st.agenda.extend([again(*b, false), again(*a, false)])
            }
            ExprRow::Bin(Bin::Imp, a, b) if !positive => {
                st.agenda.extend([again(*b, false), again(*a, true)])
            }
            ExprRow::Bin(Bin::And, a, b) => {
                return branch(vec![vec![again(*a, false)], vec![again(*b, false), again(*a, true)]], st);
            }
            ExprRow::Bin(Bin::Or, a, b) => {
                return branch(vec![vec![again(*a, true)], vec![again(*b, true), again(*a, false)]], st);
            }
            ExprRow::Bin(Bin::Imp, a, b) => {
                return branch(vec![vec![again(*a, false)], vec![again(*b, true), again(*a, true)]], st);
            }
            ExprRow::Bin(Bin::Iff, a, b) => {
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
            ExprRow::Bin(Bin::Eq, a, b) => {
                let (a, b) = (self.term(st, *a, &scope)?, self.term(st, *b, &scope)?);
                return self.compare(st, Test::Eq, &a, &b, positive);
            }
            ExprRow::Bin(op @ (Bin::Le | Bin::Lt), a, b) => {
                let test = if *op == Bin::Le { Test::Le } else { Test::Lt };
                let (a, b) = (self.term(st, *a, &scope)?, self.term(st, *b, &scope)?);
                return self.compare(st, test, &a, &b, positive);
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
            ExprRow::Quant(Quant::Exists, _, body) if positive => {
                return Ok(self.with_witness(st, *body, &scope, true));
            }
            ExprRow::Quant(Quant::Forall, _, body) if !positive => {
                return Ok(self.with_witness(st, *body, &scope, false));
            }
            ExprRow::Quant(..) | ExprRow::PredVar(..) => {
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
                if env.is_empty()
                    && let Some(range) = self.ranges.get(row)
                {
                    fails(range.is_empty())?;
                    let bound = |n: i64| Term::Ground(Value::Int(n));
                    range.low().map_or(Ok(()), |low| st.at_most(&bound(low), &target, 0))?;
                    range.high().map_or(Ok(()), |high| st.at_most(&target, &bound(high), 0))?;
                }
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
}
