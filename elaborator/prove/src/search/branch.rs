//! The state of a branch of a proof that is being built.

use super::ground::Ground;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, INT, IdMap};
use std::collections::HashSet;

/// The state of a branch.
#[derive(Clone, Default)]
pub(super) struct Branch {
    pub facts: Vec<ExprId>,
    pub known: HashSet<ExprId>,
    pub ground: Ground,
    pub scope: HashSet<ExprId>,
    /// Core records already used on this branch; those beyond its end are not.
    active: Vec<bool>,
    /// Core records that may have become usable.
    pub agenda: Vec<u32>,
    /// Facts and variables that are new since the agenda was last filled.
    pub news: Vec<ExprId>,
    /// Values of goals, for the number of facts and variables they were computed at.
    pub prospects: IdMap<ExprId, Option<bool>>,
    pub prospects_at: (usize, usize),
    /// Compound facts that may still yield something.
    pub open: Vec<ExprId>,
    /// Terms already taken apart by a case split on this branch.
    pub split: HashSet<ExprId>,
    /// Integers known to differ, of which it is not known yet which is smaller.
    pub apart: Vec<(ExprId, ExprId)>,
    /// How often instances were added for this branch.
    pub widened: u32,
}

/// Whether a formula is a literal for the ground solver.
pub(super) fn is_literal(arena: &Arena, f: ExprId) -> bool {
    let atom = match arena.expr(f) {
        Expr::Not(a) => *a,
        _ => f,
    };
    matches!(
        arena.expr(atom),
        Expr::Bin(Bin::Eq | Bin::Le | Bin::Lt, ..) | Expr::Fn(..) | Expr::PredVar(..) | Expr::False
    )
}

/// The sides of a disequality between integers.
fn integers_apart(arena: &Arena, fact: ExprId) -> Option<(ExprId, ExprId)> {
    let Expr::Not(atom) = *arena.expr(fact) else { return None };
    let Expr::Bin(Bin::Eq, a, b) = *arena.expr(atom) else { return None };
    (arena.sort_of(a) == Some(INT)).then_some((a, b))
}

impl Branch {
    /// Brings variables into scope.
    pub(super) fn introduce(&mut self, vars: &[ExprId]) {
        for &v in vars {
            if self.scope.insert(v) {
                self.news.push(v);
            }
        }
    }

    pub(super) fn is_active(&self, record: usize) -> bool {
        self.active.get(record).copied().unwrap_or(false)
    }

    pub(super) fn activate(&mut self, record: usize) {
        if self.active.len() <= record {
            self.active.resize(record + 1, false);
        }
        self.active[record] = true;
    }

    /// Adds a fact and the parts of a conjunction; `produced` gets what was new.
    pub(super) fn add(&mut self, arena: &mut Arena, fact: ExprId, produced: &mut Vec<ExprId>) {
        if !self.known.insert(fact) {
            return;
        }
        produced.push(fact);
        self.facts.push(fact);
        self.news.push(fact);
        match *arena.expr(fact) {
            Expr::Bin(Bin::And, a, b) => {
                self.add(arena, a, produced);
                self.add(arena, b, produced);
            }
            Expr::True => {}
            _ if is_literal(arena, fact) => {
                self.ground.assert(arena, fact);
                self.apart.extend(integers_apart(arena, fact));
            }
            _ => self.open.push(fact),
        }
        // A compound fact and its negation clash as wholes.
        let opposite = match *arena.expr(fact) {
            Expr::Not(inner) => Ok(inner),
            _ => arena.not(fact),
        };
        if let Ok(opposite) = opposite
            && !is_literal(arena, fact)
            && self.known.contains(&opposite)
        {
            self.ground.assert(arena, fact);
            self.ground.assert(arena, opposite);
        }
    }
}
