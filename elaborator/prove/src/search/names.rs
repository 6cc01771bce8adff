//! ProvisionalNames that the search makes: variables that a proof will introduce, and unknowns that it will replace.

use covenant_kernel::arena::{Arena, Expr, ExprId, IdMap, SortId};
use covenant_notation::PROVISIONAL;
use std::rc::Rc;

/// Unknowns start here, above all variables.
const UNKNOWN: u32 = 3 << 30;

/// The next names, and which unknowns an expression has.
#[derive(Default)]
pub(super) struct ProvisionalNames {
    next_variable: u32,
    next_unknown: u32,
    unknowns: IdMap<ExprId, Rc<[ExprId]>>,
}

impl ProvisionalNames {
    /// Keeps clear of a variable that is in use already.
    pub(super) fn reserve(&mut self, arena: &Arena, variable: ExprId) {
        if let Expr::Local(l, _) = *arena.expr(variable)
            && l >= PROVISIONAL
        {
            self.next_variable = self.next_variable.max(l - PROVISIONAL + 1);
        }
    }

    /// A variable that the proof will introduce.
    pub(super) fn variable(&mut self, arena: &mut Arena, sort: SortId) -> Option<ExprId> {
        let n = PROVISIONAL + self.next_variable;
        self.next_variable += 1;
        arena.mk(Expr::Local(n, sort)).ok()
    }

    /// An unknown.
    pub(super) fn unknown(&mut self, arena: &mut Arena, sort: SortId) -> Option<ExprId> {
        let n = UNKNOWN + self.next_unknown;
        self.next_unknown += 1;
        arena.mk(Expr::Local(n, sort)).ok()
    }

    pub(super) fn is_unknown(arena: &Arena, e: ExprId) -> bool {
        matches!(arena.expr(e), Expr::Local(l, _) if *l >= UNKNOWN)
    }

    /// The unknowns of an expression.
    pub(super) fn unknowns(&mut self, arena: &Arena, e: ExprId) -> Rc<[ExprId]> {
        if let Some(known) = self.unknowns.get(&e) {
            return known.clone();
        }
        let mut out = Vec::new();
        if arena.info(e).level > 0 {
            if ProvisionalNames::is_unknown(arena, e) {
                out.push(e);
            } else {
                let mut children = Vec::new();
                arena.expr(e).for_children(|c, _| children.push(c));
                for c in children {
                    out.extend(self.unknowns(arena, c).iter().copied());
                }
                out.sort_unstable();
                out.dedup();
            }
        }
        let out: Rc<[ExprId]> = out.into();
        self.unknowns.insert(e, out.clone());
        out
    }
}
