//! Integers that the conditions of a witness ask for: remainders, and factors of products.

use super::instances::Instances;
use super::sums::Sum;
use covenant_kernel::arena::{Bin, Expr, ExprId, INT};
/// An unknown factor of a number up to this is tried at all integers that it can be.
const MAX_FACTOR: i64 = 8;

impl Instances<'_> {
    /// An unknown whose quotient or remainder is known: `(t - a) mod k` for `(a + ?x) mod k = t`, and
    /// `k * t - a` for `(a + ?x) / k = t`. Both may stand below a conditional.
    pub(super) fn remainders(&mut self, condition: ExprId, x: ExprId, out: &mut Vec<ExprId>) {
        let Expr::Bin(Bin::Eq, a, b) = *self.arena.expr(condition) else { return };
        for (known, other) in [(a, b), (b, a)] {
            if self.arena.sort_of(known) != Some(INT) || !self.metas(known).is_empty() {
                continue;
            }
            let mut stack = vec![other];
            while let Some(e) = stack.pop() {
                if let Expr::Mod(inner, k) | Expr::Div(inner, k) = *self.arena.expr(e) {
                    let quotient = matches!(self.arena.expr(e), Expr::Div(..));
                    out.extend(self.solved_remainder(known, inner, k, quotient, x));
                }
                self.arena.expr(e).for_children(|c, _| stack.push(c));
            }
        }
    }

    fn solved_remainder(
        &mut self,
        known: ExprId,
        inner: ExprId,
        k: i64,
        quotient: bool,
        x: ExprId,
    ) -> Option<ExprId> {
        let mut sum = Sum::constant(0);
        self.summands(inner, 1, &mut sum)?;
        let c = Some(sum.coefficient(x)).filter(|c| c.abs() == 1)?;
        if sum.variables().any(|t| t != x && !self.metas(t).is_empty()) {
            return None;
        }
        self.summands(known, if quotient { k.checked_neg()? } else { -1 }, &mut sum)?;
        let rest = self.rest_over(&sum, x, c)?;
        if quotient { Some(rest) } else { self.arena.mk(Expr::Mod(rest, k)).ok() }
    }

    /// An unknown that is multiplied with a variable: with a number in its place the product is
    /// linear. Which numbers it can be is bounded by those it is compared with.
    pub(super) fn factors(&mut self, condition: ExprId, x: ExprId, out: &mut Vec<ExprId>) {
        let (mut bound, mut multiplied) = (0, false);
        let mut stack = vec![condition];
        while let Some(e) = stack.pop() {
            match *self.arena.expr(e) {
                Expr::Int(n) => bound = bound.max(n.saturating_abs()),
                Expr::Bin(Bin::Mul, a, b) => multiplied |= a == x || b == x,
                _ => {}
            }
            self.arena.expr(e).for_children(|c, _| stack.push(c));
        }
        if multiplied && bound <= MAX_FACTOR {
            let numbers = (0..=bound).flat_map(|n| [n, -n]);
            out.extend(numbers.filter_map(|n| self.arena.mk(Expr::Int(n)).ok()));
        }
    }
}
