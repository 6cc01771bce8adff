//! Quantifiers of the verification conditions, as the kernel builds them: the (max #∀, #∃) of
//! Table 3, and the number of conditions by kind of evidence.
//!
//! A variable of the context counts as universal, as do a `forall` that is to be shown and an
//! `exists` that is known; the others are existential. An equivalence counts on both sides.

use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant};
use covenant_kernel::check::{Condition, Observer, Verdict, check_observed};
use covenant_kernel::tables::{Certificate, Evidence};
use std::collections::HashMap;

/// What the conditions of a certificate look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionMetrics {
    /// Conditions that the kernel met.
    pub conditions: u64,
    /// Of these, with evidence that the kernel checks.
    pub checked: u64,
    /// Derivation nodes visited.
    pub nodes: u64,
    /// Most universal quantifiers in one condition.
    pub max_forall: u64,
    /// Most existential quantifiers in one condition.
    pub max_exists: u64,
}

/// Checks a certificate and looks at its conditions on the way.
pub fn observe(certificate: &Certificate) -> (Verdict, ConditionMetrics) {
    let mut counter = Counter::default();
    let verdict = check_observed(certificate, &mut counter);
    (verdict, counter.metrics)
}

#[derive(Default)]
struct Counter {
    metrics: ConditionMetrics,
    /// Quantifiers (universal, existential) of an expression that is to be shown.
    counts: HashMap<ExprId, (u64, u64)>,
}

impl Observer for Counter {
    fn node(
        &mut self,
        _: &Arena,
        _: covenant_kernel::tables::NodeRef,
        _: covenant_kernel::program::Subject,
        _: &covenant_kernel::subst::Scope,
        _: &covenant_kernel::rules::Typed,
    ) {
        self.metrics.nodes += 1;
    }

    fn condition(&mut self, arena: &Arena, condition: &Condition<'_>) {
        self.metrics.conditions += 1;
        self.metrics.checked += u64::from(matches!(condition.evidence, Evidence::Checked(_)));
        let scope = condition.scope;
        let (mut forall, mut exists) = self.count(arena, condition.goal);
        forall += scope.locals.iter().flatten().count() as u64 + scope.ghosts.len() as u64;
        for &fact in condition.facts {
            // The parts of a conjunction are listed beside it.
            if matches!(arena.expr(fact), Expr::Bin(Bin::And, ..)) {
                continue;
            }
            let (shown_forall, shown_exists) = self.count(arena, fact);
            forall += shown_exists;
            exists += shown_forall;
        }
        self.metrics.max_forall = self.metrics.max_forall.max(forall);
        self.metrics.max_exists = self.metrics.max_exists.max(exists);
    }
}

impl Counter {
    /// Children have smaller numbers and are counted once each, without recursion.
    fn count(&mut self, arena: &Arena, root: ExprId) -> (u64, u64) {
        let mut stack = vec![(root, false)];
        while let Some((e, children_counted)) = stack.pop() {
            if self.counts.contains_key(&e) {
                continue;
            }
            let expr = arena.expr(e);
            if !children_counted {
                stack.push((e, true));
                expr.for_children(|child, _| stack.push((child, false)));
                continue;
            }
            let of = |e: ExprId| self.counts.get(&e).copied().unwrap_or_default();
            let plus = |a: (u64, u64), b: (u64, u64)| (a.0.saturating_add(b.0), a.1.saturating_add(b.1));
            let swapped = |a: (u64, u64)| (a.1, a.0);
            let counted = match expr {
                Expr::Not(a) => swapped(of(*a)),
                Expr::Bin(Bin::Imp, a, b) => plus(swapped(of(*a)), of(*b)),
                Expr::Bin(Bin::Iff, a, b) => {
                    let both = plus(of(*a), of(*b));
                    plus(both, swapped(both))
                }
                Expr::Quant(Quant::Forall, _, a) => plus((1, 0), of(*a)),
                Expr::Quant(Quant::Exists, _, a) => plus((0, 1), of(*a)),
                _ => {
                    let mut sum = (0, 0);
                    expr.for_children(|child, _| sum = plus(sum, of(child)));
                    sum
                }
            };
            self.counts.insert(e, counted);
        }
        self.counts.get(&root).copied().unwrap_or_default()
    }
}
