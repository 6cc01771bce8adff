//! A condition that nothing else proves, by induction on its value or on a parameter.
//!
//! The condition becomes a lemma: its variables are generalised and its facts become premises, so
//! that the hypothesis can be used at other parameters. It is proved like any other lemma, and
//! its instance at the condition's own variables proves the condition.

use super::context::Context;
use super::lemmas::{Guess, Origin};
use super::step::Step;
use super::{QueryLog, Sequent, establish, induction};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, IdMap, Quant, Sort, SortId, TRUTH};
use covenant_kernel::theory::Formula;
use covenant_notation::PROVISIONAL;

/// A condition as a lemma, and how to get back.
struct Closed {
    formula: Formula,
    /// The sorts and variables at which the lemma is the condition.
    sorts: Vec<SortId>,
    terms: Vec<ExprId>,
    /// Variables that the condition's goal quantifies over.
    introduced: Vec<ExprId>,
    /// The condition's facts, as premises.
    premises: Vec<ExprId>,
    /// The goal without its quantifiers.
    conclusion: ExprId,
}

/// Proves a condition by induction.
pub(super) fn prove(
    arena: &mut Arena,
    context: Context<'_>,
    sequent: &Sequent,
    log: &mut QueryLog,
) -> Option<Step> {
    let closed = close(arena, sequent)?;
    if context.lemmas.knows(closed.formula) {
        return None;
    }
    let n = context.lemmas.propose(Origin::Guessed(Guess::Condition), closed.formula);
    let limits = context.limits.for_induction();
    let context = Context { limits: &limits, ..context };
    if !establish(arena, context, n, log, induction::induct_on_any) {
        return None;
    }
    instance(arena, n, closed)
}

/// The condition as a closed formula. The value comes first: induction is on the first variable
/// for which it works.
fn close(arena: &mut Arena, sequent: &Sequent) -> Option<Closed> {
    let (mut introduced, mut conclusion) = (Vec::new(), sequent.goal);
    while let Expr::Quant(Quant::Forall, sort, body) = *arena.expr(conclusion) {
        let level = PROVISIONAL.checked_add(u32::try_from(introduced.len()).ok()?)?;
        let var = arena.mk(Expr::Local(level, sort)).ok()?;
        conclusion = arena.instantiate(body, &[var], 0).ok()?;
        introduced.push(var);
    }
    let premises: Vec<ExprId> = sequent.facts.iter().copied().filter(|&f| f != TRUTH).collect();
    let mut terms = introduced.clone();
    for l in variables(arena, &premises, conclusion)? {
        if !terms.contains(&l) {
            terms.push(l);
        }
    }
    let mut statement = conclusion;
    for &p in premises.iter().rev() {
        statement = arena.bin(Bin::Imp, p, statement).ok()?;
    }
    let statement = induction::generalise(arena, statement, &terms)?;
    let sort_params = sequent.scope.sort_params;
    let sorts =
        (0..sort_params).map(|i| arena.mk_sort(Sort::Abstract(i)).ok()).collect::<Option<Vec<_>>>()?;
    let formula = Formula { sort_params, statement };
    Some(Closed { formula, sorts, terms, introduced, premises, conclusion })
}

/// The variables of a condition by level; none if it has more than variables, since a lemma cannot
/// speak about predicates that are parameters.
fn variables(arena: &Arena, premises: &[ExprId], conclusion: ExprId) -> Option<Vec<ExprId>> {
    let mut seen: IdMap<ExprId, ()> = IdMap::default();
    let mut out = Vec::new();
    let mut stack = premises.to_vec();
    stack.push(conclusion);
    while let Some(e) = stack.pop() {
        if seen.insert(e, ()).is_some() {
            continue;
        }
        match arena.expr(e) {
            Expr::Local(level, _) => out.push((*level, e)),
            Expr::PredVar(..) | Expr::Nu(_) => return None,
            node => node.for_children(|c, _| stack.push(c)),
        }
    }
    out.sort_unstable();
    Some(out.into_iter().map(|(_, e)| e).collect())
}

/// The condition from its lemma: the lemma at the condition's variables, its premises one after
/// the other.
fn instance(arena: &mut Arena, n: usize, closed: Closed) -> Option<Step> {
    let mut fact = closed.conclusion;
    let mut step = Step::Exact;
    for &p in closed.premises.iter().rev() {
        fact = arena.bin(Bin::Imp, p, fact).ok()?;
        step = Step::Apply(fact, Box::new(Step::Exact), Box::new(step));
    }
    step = Step::Lemma(n, closed.sorts, closed.terms, Box::new(step));
    for &v in closed.introduced.iter().rev() {
        step = Step::Intro(Some(v), Box::new(step));
    }
    Some(step)
}
