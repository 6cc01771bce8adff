//! Linear integer terms in the search for witnesses: solving equations, and the extreme values
//! that comparisons leave to an unknown.

use super::instances::Instances;
use covenant_kernel::arena::{Bin, Expr, ExprId, INT};
use std::collections::BTreeMap;

/// Coefficients of the summands of an integer term; `None` is the constant.
pub(super) type Sum = BTreeMap<Option<ExprId>, i64>;

/// Sums that are kept when an unknown is eliminated.
const MAX_SUMS: usize = 40;

/// What sums that are at most 0 say without an unknown: each that bounds it from above together
/// with each that bounds it from below.
fn without(sums: Vec<Sum>, x: ExprId) -> Vec<Sum> {
    let coefficient = |s: &Sum| s.get(&Some(x)).copied().unwrap_or(0);
    let (with, mut out): (Vec<Sum>, Vec<Sum>) = sums.into_iter().partition(|s| coefficient(s) != 0);
    for above in with.iter().filter(|s| coefficient(s) > 0) {
        for below in with.iter().filter(|s| coefficient(s) < 0) {
            let (p, q) = (coefficient(above), -coefficient(below));
            let mut sum = Sum::new();
            let mut add = |part: &Sum, k: i64| {
                part.iter().try_for_each(|(t, c)| {
                    let slot = sum.entry(*t).or_insert(0);
                    *slot = slot.checked_add(c.checked_mul(k)?)?;
                    Some(())
                })
            };
            let added = add(above, q).and_then(|()| add(below, p));
            sum.retain(|_, c| *c != 0);
            if added.is_some() && out.len() < MAX_SUMS {
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
        let mut sum = Sum::new();
        let Some(parts) = self.summands(e, 1, &mut sum) else { return e };
        sum.retain(|_, c| *c != 0);
        if sum.len() == parts {
            return e;
        }
        self.sum(&sum, 1).unwrap_or(e)
    }

    /// Coefficients of the summands of an integer term; `None` is the constant. The result is the
    /// number of summands before they are put together.
    pub(super) fn summands(&self, e: ExprId, c: i64, out: &mut Sum) -> Option<usize> {
        match *self.arena.expr(e) {
            Expr::Int(n) => {
                let slot = out.entry(None).or_insert(0);
                *slot = slot.checked_add(n.checked_mul(c)?)?;
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
        let slot = out.entry(Some(e)).or_insert(0);
        *slot = slot.checked_add(c)?;
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
        let mut sum = Sum::new();
        self.summands(a, 1, &mut sum)?;
        self.summands(b, -1, &mut sum)?;
        let c = sum.get(&Some(x)).copied().filter(|c| c.abs() == 1)?;
        let elsewhere = sum.keys().flatten().any(|&t| t != x && self.metas(t).contains(&x));
        if elsewhere { None } else { self.rest_over(&sum, x, c) }
    }

    /// `-(sum without c*x) / c`, as a term.
    pub(super) fn rest_over(&mut self, sum: &Sum, x: ExprId, c: i64) -> Option<ExprId> {
        let mut rest = sum.clone();
        rest.remove(&Some(x));
        let rest = self.sum(&rest, if c > 0 { -1 } else { 1 })?;
        if c.abs() == 1 { Some(rest) } else { self.arena.mk(Expr::Div(rest, c.checked_abs()?)).ok() }
    }

    /// `sign` times a sum, as a term.
    pub(super) fn sum(&mut self, sum: &Sum, sign: i64) -> Option<ExprId> {
        let mut out: Option<ExprId> = None;
        // Variables first, the constant last: `s - 1` rather than `-1 + s`.
        let ordered = sum.iter().filter(|(t, _)| t.is_some()).chain(sum.iter().filter(|(t, _)| t.is_none()));
        for (t, k) in ordered {
            let k = k.checked_mul(sign)?;
            let (size, negative) = (k.checked_abs()?, k < 0);
            let part = match t {
                None => self.arena.mk(Expr::Int(size)).ok()?,
                Some(t) if size == 1 => *t,
                Some(t) => {
                    let size = self.arena.mk(Expr::Int(size)).ok()?;
                    self.arena.bin(Bin::Mul, size, *t).ok()?
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
        for t in sums.iter().flat_map(|s| s.keys().flatten().copied().collect::<Vec<_>>()) {
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
        let mut sum = Sum::new();
        self.summands(low, 1, &mut sum)?;
        self.summands(high, -1, &mut sum)?;
        let constant = sum.entry(None).or_insert(0);
        *constant = constant.checked_add(i64::from(strict))?;
        Some(sum)
    }

    /// The extreme value of `x` in a sum that is at most 0.
    fn boundary(&mut self, sum: &Sum, x: ExprId) -> Option<ExprId> {
        let mut rest = sum.clone();
        let c = rest.remove(&Some(x)).filter(|c| *c != 0)?;
        if rest.keys().flatten().any(|&t| !self.metas(t).is_empty()) {
            return None;
        }
        let size = c.checked_abs()?;
        if c < 0 {
            // A lower bound: divided upwards.
            let constant = rest.entry(None).or_insert(0);
            *constant = constant.checked_add(size - 1)?;
        }
        rest.retain(|_, k| *k != 0);
        let rest = self.sum(&rest, -c.signum())?;
        if size == 1 { Some(rest) } else { self.arena.mk(Expr::Div(rest, size)).ok() }
    }
}
