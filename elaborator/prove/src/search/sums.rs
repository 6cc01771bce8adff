//! Linear integer terms in the search for witnesses: solving equations, and the extreme values
//! that comparisons leave to an unknown.

use super::instances::Instances;
use covenant_kernel::arena::{Bin, Expr, ExprId, INT};

/// An integer term as a sum of other terms.
pub(super) type Sum = covenant_linear::Form<ExprId, i64>;

/// Sums that are kept when an unknown is eliminated.
const MAX_SUMS: usize = 40;

/// What sums that are at most 0 say without an unknown: each that bounds it from above together
/// with each that bounds it from below.
fn without(sums: Vec<Sum>, x: ExprId) -> Vec<Sum> {
    let (with, mut out): (Vec<Sum>, Vec<Sum>) = sums.into_iter().partition(|s| s.coefficient(x) != 0);
    for above in with.iter().filter(|s| s.coefficient(x) > 0) {
        for below in with.iter().filter(|s| s.coefficient(x) < 0) {
            let (p, q) = (above.coefficient(x), below.coefficient(x).checked_neg());
            if let Some(sum) = q.and_then(|q| above.combined(q, below, p))
                && out.len() < MAX_SUMS
            {
                out.push(sum);
            }
        }
    }
    out
}

impl Instances<'_> {
    /// A sum with its like summands put together: `v - 3` for `((v - 5) + 1) + 1`.
    pub(super) fn simplified(&mut self, e: ExprId) -> ExprId {
        let Expr::Bin(Bin::Add | Bin::Sub, ..) = self.arena.expr(e) else { return e };
        let mut sum = Sum::constant(0);
        let Some(parts) = self.summands(e, 1, &mut sum) else { return e };
        if sum.terms().len() + usize::from(sum.offset() != 0) == parts {
            return e;
        }
        self.sum(&sum, 1).unwrap_or(e)
    }

    /// Adds `c` times the summands of an integer term. The result is the number of summands before
    /// they are put together.
    pub(super) fn summands(&self, e: ExprId, c: i64, out: &mut Sum) -> Option<usize> {
        match *self.arena.expr(e) {
            Expr::Int(n) => {
                out.add_constant(n.checked_mul(c)?)?;
                return Some(1);
            }
            Expr::Bin(Bin::Add, a, b) => {
                return Some(self.summands(a, c, out)? + self.summands(b, c, out)?);
            }
            Expr::Bin(Bin::Sub, a, b) => {
                return Some(self.summands(a, c, out)? + self.summands(b, c.checked_neg()?, out)?);
            }
            Expr::Bin(Bin::Mul, a, b) => match (self.arena.expr(a), self.arena.expr(b)) {
                (Expr::Int(n), _) => return self.summands(b, c.checked_mul(*n)?, out),
                (_, Expr::Int(n)) => return self.summands(a, c.checked_mul(*n)?, out),
                _ => {}
            },
            _ => {}
        }
        out.add(e, c)?;
        Some(1)
    }

    /// The value of `x` that `a = b` determines, without division.
    pub(super) fn solved_for(&mut self, a: ExprId, b: ExprId, x: ExprId) -> Option<ExprId> {
        for (side, other) in [(a, b), (b, a)] {
            if side == x && !self.metas(other).contains(&x) {
                return Some(other);
            }
        }
        if self.arena.sort_of(a) != Some(INT) {
            return None;
        }
        let mut sum = Sum::constant(0);
        self.summands(a, 1, &mut sum)?;
        self.summands(b, -1, &mut sum)?;
        let c = Some(sum.coefficient(x)).filter(|c| c.abs() == 1)?;
        let elsewhere = sum.variables().any(|t| t != x && self.metas(t).contains(&x));
        if elsewhere { None } else { self.rest_over(&sum, x, c) }
    }

    /// `-(sum without c*x) / c`, as a term.
    pub(super) fn rest_over(&mut self, sum: &Sum, x: ExprId, c: i64) -> Option<ExprId> {
        let rest = self.sum(&sum.without(x), if c > 0 { -1 } else { 1 })?;
        if c.abs() == 1 { Some(rest) } else { self.arena.mk(Expr::Div(rest, c.checked_abs()?)).ok() }
    }

    /// `sign` times a sum, as a term.
    pub(super) fn sum(&mut self, sum: &Sum, sign: i64) -> Option<ExprId> {
        let mut out: Option<ExprId> = None;
        // Variables first, the constant last: `s - 1` rather than `-1 + s`.
        let constant = Some((None, sum.offset())).filter(|(_, k)| *k != 0);
        for (t, k) in sum.terms().iter().map(|(t, k)| (Some(*t), *k)).chain(constant) {
            let k = k.checked_mul(sign)?;
            let (size, negative) = (k.checked_abs()?, k < 0);
            let part = match t {
                None => self.arena.mk(Expr::Int(size)).ok()?,
                Some(t) if size == 1 => t,
                Some(t) => {
                    let size = self.arena.mk(Expr::Int(size)).ok()?;
                    self.arena.bin(Bin::Mul, size, t).ok()?
                }
            };
            out = Some(match (out, negative) {
                (None, false) => part,
                (None, true) => {
                    let zero = self.arena.mk(Expr::Int(0)).ok()?;
                    self.arena.bin(Bin::Sub, zero, part).ok()?
                }
                (Some(rest), false) => self.arena.bin(Bin::Add, rest, part).ok()?,
                (Some(rest), true) => self.arena.bin(Bin::Sub, rest, part).ok()?,
            });
        }
        match out {
            Some(out) => Some(out),
            None => self.arena.mk(Expr::Int(0)).ok(),
        }
    }

    /// The extreme values that comparisons leave to an unknown: `v / 100` for `100 * ?x <= v`,
    /// `a + 1` for `a < ?x`. Other unknowns in the comparisons are eliminated first.
    pub(super) fn boundaries(&mut self, conditions: &[ExprId], x: ExprId) -> Vec<ExprId> {
        let mut sums: Vec<Sum> = conditions.iter().filter_map(|&c| self.comparison(c)).collect();
        let mut others: Vec<ExprId> = Vec::new();
        for t in sums.iter().flat_map(Sum::variables) {
            if self.is_meta(t) && t != x && !others.contains(&t) {
                others.push(t);
            }
        }
        for y in others {
            sums = without(sums, y);
        }
        sums.iter().filter_map(|sum| self.boundary(sum, x)).collect()
    }

    /// A comparison as a sum that is at most 0.
    fn comparison(&self, condition: ExprId) -> Option<Sum> {
        let (negated, inner) = match *self.arena.expr(condition) {
            Expr::Not(inner) => (true, inner),
            _ => (false, condition),
        };
        let Expr::Bin(op @ (Bin::Le | Bin::Lt), a, b) = *self.arena.expr(inner) else { return None };
        let (low, high) = if negated { (b, a) } else { (a, b) };
        let strict = (op == Bin::Lt) != negated;
        let mut sum = Sum::constant(i64::from(strict));
        self.summands(low, 1, &mut sum)?;
        self.summands(high, -1, &mut sum)?;
        Some(sum)
    }

    /// The extreme value of `x` in a sum that is at most 0.
    fn boundary(&mut self, sum: &Sum, x: ExprId) -> Option<ExprId> {
        let c = Some(sum.coefficient(x)).filter(|c| *c != 0)?;
        let mut rest = sum.without(x);
        if rest.variables().any(|t| !self.metas(t).is_empty()) {
            return None;
        }
        let size = c.checked_abs()?;
        if c < 0 {
            // A lower bound: divided upwards.
            rest.add_constant(size - 1)?;
        }
        let rest = self.sum(&rest, -c.signum())?;
        if size == 1 { Some(rest) } else { self.arena.mk(Expr::Div(rest, size)).ok() }
    }
}
