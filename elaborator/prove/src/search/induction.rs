//! Lemmas: proved directly if possible, otherwise by structural induction on one of their
//! variables.
//!
//! The induction hypothesis is generalised over the other variables. Where a constructor's fields
//! have other sorts from which the value's own sort can be reached again (mutual or nested
//! datatypes), these sorts get motives of their own: the same statement with each function
//! replaced by the companion that it calls on that sort.

use super::body;
use super::context::Context;
use super::lemmas::LemmaBook;
use super::limits::Limits;
use super::step::Step;
use super::{Outcome, QueryLog, Sequent, prove_under};
use covenant_kernel::arena::{Arena, Expr, ExprId, Quant, Sort, SortId};
use covenant_kernel::subst::Scope;
use covenant_kernel::tables::{DefBody, DefRef};
use covenant_kernel::theory::{Formula, Theory};
use covenant_notation::PROVISIONAL;
use std::sync::Arc;

/// Proves a closed formula, by induction where needed.
pub fn prove_lemma(
    arena: &mut Arena,
    theory: &Theory,
    lemmas: &LemmaBook,
    formula: Formula,
    limits: &Limits,
) -> Outcome {
    prove_with(arena, Context::new(theory, lemmas, limits), formula)
}

/// The same with what the context offers.
pub(super) fn prove_with(arena: &mut Arena, context: Context<'_>, formula: Formula) -> Outcome {
    let scope = Scope { sort_params: formula.sort_params, ..Scope::default() };
    let sequent = Sequent { scope, facts: Vec::new(), goal: formula.statement };
    let directly = |arena: &mut Arena| prove_under(arena, context, &sequent, &[]);
    if inductive(arena, formula).is_empty() {
        return directly(arena);
    }
    let at_once = not_recursive(arena, context.theory, formula.statement);
    if at_once && let done @ Outcome::Proved { .. } = directly(arena) {
        return done;
    }
    let last = match induct_on_any(arena, context, formula) {
        done @ Outcome::Proved { .. } => return done,
        other => other,
    };
    // A consequence of earlier lemmas may need no induction at all.
    match if at_once { None } else { Some(directly(arena)) } {
        Some(done @ Outcome::Proved { .. }) => done,
        _ => last,
    }
}

/// Proves a closed formula by induction on the first variable for which that works.
pub(super) fn induct_on_any(arena: &mut Arena, context: Context<'_>, formula: Formula) -> Outcome {
    let mut last = None;
    for i in inductive(arena, formula) {
        match induct(arena, context, formula, i) {
            Some(done @ Outcome::Proved { .. }) => return done,
            Some(other) => last = Some(other),
            None => {}
        }
    }
    last.unwrap_or(Outcome::Unknown { why: "no variable to induct on".into(), log: QueryLog::default() })
}

/// The leading variables on which induction is possible.
fn inductive(arena: &Arena, formula: Formula) -> Vec<usize> {
    let sorts = leading(arena, formula.statement).into_iter().enumerate();
    sorts
        .filter(|(_, s)| matches!(arena.sort(*s), Sort::Data(d, _) if recursive(arena, *d)))
        .map(|(i, _)| i)
        .collect()
}

/// Sorts of the leading universal quantifiers.
fn leading(arena: &Arena, mut e: ExprId) -> Vec<SortId> {
    let mut out = Vec::new();
    while let Expr::Quant(Quant::Forall, sort, body) = *arena.expr(e) {
        out.push(sort);
        e = body;
    }
    out
}

fn recursive(arena: &Arena, data: u32) -> bool {
    arena
        .datatype(data)
        .is_some_and(|d| d.ctors.iter().any(|c| c.iter().any(|&f| matches!(arena.sort(f), Sort::Data(..)))))
}

/// Whether no recursive definition occurs, so that induction would not help.
fn not_recursive(arena: &Arena, theory: &Theory, e: ExprId) -> bool {
    let mut stack = vec![e];
    while let Some(e) = stack.pop() {
        if let Expr::Fn(d, ..) = arena.expr(e)
            && matches!(body(theory, *d), Some(DefBody::Cases { .. }))
        {
            return false;
        }
        arena.expr(e).for_children(|c, _| stack.push(c));
    }
    true
}

/// Variables named by this module start here, away from those of the search below it.
struct MotiveVariables(u32);

impl MotiveVariables {
    fn fresh(&mut self, arena: &mut Arena, sort: SortId) -> Option<ExprId> {
        self.0 += 1;
        arena.mk(Expr::Local(PROVISIONAL + self.0 - 1, sort)).ok()
    }
}

fn induct(arena: &mut Arena, context: Context<'_>, formula: Formula, on: usize) -> Option<Outcome> {
    let scope = Scope { sort_params: formula.sort_params, ..Scope::default() };
    let sorts = leading(arena, formula.statement);
    let mut names = MotiveVariables(0);
    let vars = sorts.iter().map(|&s| names.fresh(arena, s)).collect::<Option<Vec<_>>>()?;
    let mut body = formula.statement;
    for &v in &vars {
        let Expr::Quant(_, _, inner) = *arena.expr(body) else { return None };
        body = arena.instantiate(inner, &[v], 0).ok()?;
    }
    let sort = *sorts.get(on)?;
    let nu = arena.mk(Expr::Nu(sort)).ok()?;
    // The motive about `Nu`: the other variables generalised, in their order.
    let about = arena.substitute(body, &[(vars[on], nu)]).ok()?;
    let others: Vec<ExprId> = vars.iter().copied().filter(|v| *v != vars[on]).collect();
    let motive = generalise(arena, about, &others)?;
    let mut motives = vec![(sort, motive)];
    companions(arena, context.theory, &mut motives);
    let mut log = QueryLog::default();
    let mut branches = Vec::new();
    for &(sort, motive) in &motives {
        for tag in 0..arena.ctor_count(sort).ok()? {
            let fields = arena.ctor_fields(sort, tag).ok()?;
            let mut names = MotiveVariables(0);
            let vars = fields.iter().map(|&f| names.fresh(arena, f)).collect::<Option<Vec<_>>>()?;
            let value = arena.mk(Expr::Ctor(sort, tag, Arc::from(vars.clone()))).ok()?;
            let mut facts = Vec::new();
            for (&v, &f) in vars.iter().zip(fields.iter()) {
                if let Some(&(_, hypothesis)) = motives.iter().find(|m| m.0 == f) {
                    facts.push(arena.at(hypothesis, v).ok()?);
                }
            }
            let goal = arena.at(motive, value).ok()?;
            let sequent = Sequent { scope: scope.clone(), facts, goal };
            match prove_under(arena, context, &sequent, &vars) {
                Outcome::Proved { step, log: more } => {
                    log.add(&more);
                    log.instances += more.instances;
                    log.core += more.core;
                    branches.push((vars, step));
                }
                other => return Some(other),
            }
        }
    }
    let induction = Step::Induct(motives, branches);
    let step = if on == 0 { induction } else { reordered(arena, motive, sort, induction, &vars, on)? };
    Some(Outcome::Proved { step, log })
}

/// Quantifies over variables, the first outermost.
pub(super) fn generalise(arena: &mut Arena, body: ExprId, vars: &[ExprId]) -> Option<ExprId> {
    let mut e = arena.close(body, vars).ok()?;
    for &v in vars.iter().rev() {
        let sort = arena.sort_of(v)?;
        e = arena.mk(Expr::Quant(Quant::Forall, sort, e)).ok()?;
    }
    Some(e)
}

/// The statement with the inducted variable first, and from it the statement itself.
fn reordered(
    arena: &mut Arena,
    motive: ExprId,
    sort: SortId,
    induction: Step,
    vars: &[ExprId],
    on: usize,
) -> Option<Step> {
    let nu = arena.mk(Expr::Nu(sort)).ok()?;
    let closed = arena.close(motive, &[nu]).ok()?;
    let first = arena.mk(Expr::Quant(Quant::Forall, sort, closed)).ok()?;
    let order: Vec<ExprId> =
        std::iter::once(vars[on]).chain(vars.iter().copied().filter(|v| *v != vars[on])).collect();
    let mut facts = vec![first];
    for &v in &order {
        let Expr::Quant(_, _, body) = *arena.expr(*facts.last()?) else { return None };
        facts.push(arena.instantiate(body, &[v], 0).ok()?);
    }
    let mut step = Step::Exact;
    for (&v, &fact) in order.iter().zip(&facts).rev() {
        step = Step::Inst(fact, v, Box::new(step));
    }
    for &v in vars.iter().rev() {
        step = Step::Intro(Some(v), Box::new(step));
    }
    Some(Step::Have(first, Box::new(induction), Box::new(step)))
}

/// Adds motives for the other datatype sorts among the fields, where companions exist.
fn companions(arena: &mut Arena, theory: &Theory, motives: &mut Vec<(SortId, ExprId)>) {
    let mut next = 0;
    while next < motives.len() && motives.len() < 8 {
        let (sort, motive) = motives[next];
        next += 1;
        for tag in 0..arena.ctor_count(sort).unwrap_or(0) {
            let Ok(fields) = arena.ctor_fields(sort, tag) else { continue };
            for &field in fields.iter() {
                if motives.iter().any(|m| m.0 == field) || !matches!(arena.sort(field), Sort::Data(..)) {
                    continue;
                }
                if let Some(companion) = companion(arena, theory, motive, sort, field) {
                    motives.push((field, companion));
                }
            }
        }
    }
}

/// The motive with each function at `Nu : sort` replaced by the one that it calls on a field of
/// sort `field`.
fn companion(
    arena: &mut Arena,
    theory: &Theory,
    motive: ExprId,
    sort: SortId,
    field: SortId,
) -> Option<ExprId> {
    let nu = arena.mk(Expr::Nu(sort)).ok()?;
    let new = arena.mk(Expr::Nu(field)).ok()?;
    let mut rewritten: Vec<(ExprId, ExprId)> = Vec::new();
    let mut stack = vec![motive];
    let mut seen = std::collections::HashSet::new();
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        if theory.analysed(arena, e) == Some(nu) {
            let Expr::Fn(d, sorts, args) = arena.expr(e).clone() else { continue };
            let on = args.iter().position(|&a| a == nu)?;
            let callee = callee_on(arena, theory, d, field)?;
            let mut args = args.to_vec();
            args[on] = new;
            let call = arena.mk(Expr::Fn(callee, sorts, Arc::from(args))).ok()?;
            rewritten.push((e, call));
            continue;
        }
        arena.expr(e).for_children(|c, _| stack.push(c));
    }
    if rewritten.is_empty() {
        return None;
    }
    let replaced = replace(arena, motive, &rewritten)?;
    let stray = arena.close(replaced, &[]).ok()?;
    let mut stack = vec![stray];
    while let Some(e) = stack.pop() {
        if e == nu {
            return None;
        }
        arena.expr(e).for_children(|c, _| stack.push(c));
    }
    Some(replaced)
}

/// A definition by cases on `field` that definition `d` calls, itself by cases with the same
/// number of parameters.
fn callee_on(arena: &Arena, theory: &Theory, d: DefRef, field: SortId) -> Option<DefRef> {
    let DefBody::Cases { cases, .. } = body(theory, d)? else { return None };
    let own = arena.def_sig(d)?;
    let mut stack = cases.clone();
    while let Some(e) = stack.pop() {
        if let Expr::Fn(callee, ..) = arena.expr(e)
            && let Some(DefBody::Cases { on, .. }) = body(theory, *callee)
            && let Some(sig) = arena.def_sig(*callee)
            && usize::try_from(*on).ok().and_then(|on| sig.params.get(on)) == Some(&field)
            && sig.params.len() == own.params.len()
            && sig.result == own.result
        {
            return Some(*callee);
        }
        arena.expr(e).for_children(|c, _| stack.push(c));
    }
    None
}

/// Replaces subterms; the terms replaced are closed but for variables bound around them, which
/// keep their numbers.
fn replace(arena: &mut Arena, e: ExprId, pairs: &[(ExprId, ExprId)]) -> Option<ExprId> {
    if let Some(p) = pairs.iter().find(|p| p.0 == e) {
        return Some(p.1);
    }
    let node = arena.expr(e).clone();
    let node = node.map(Ok, |child, _| replace(arena, child, pairs).ok_or(())).ok()?;
    arena.mk(node).ok()
}
