//! Sets of integers that an integer term may return, exactly: points, ranges and residues.
//!
//! A window of small integers would confuse `2 * int_gen ()` with a constant that happens to lie in
//! it. Operations that leave the representable sets say so (`None`), and the term is not used.

use std::rc::Rc;

/// A set of integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum IntSet {
    /// `low..=high`, open ends are infinite, with every member `rest` modulo `step`.
    Range { low: Option<i64>, high: Option<i64>, step: i64, rest: i64 },
    /// These, in increasing order; never empty unless the term always fails.
    Points(Rc<[i64]>),
}

/// More points than this are not listed.
pub(crate) const MOST_POINTS: usize = 64;

impl IntSet {
    pub fn all() -> IntSet {
        IntSet::Range { low: None, high: None, step: 1, rest: 0 }
    }

    pub fn naturals() -> IntSet {
        IntSet::Range { low: Some(0), high: None, step: 1, rest: 0 }
    }

    pub fn points(mut points: Vec<i64>) -> IntSet {
        points.sort_unstable();
        points.dedup();
        IntSet::Points(points.into())
    }

    /// `low..=high`, as points if they are few, so that equal sets are equal.
    pub fn between(low: i64, high: i64) -> IntSet {
        if high < low {
            return IntSet::Points([].into());
        }
        if high.saturating_sub(low) < MOST_POINTS as i64 {
            return IntSet::Points((low..=high).collect());
        }
        IntSet::Range { low: Some(low), high: Some(high), step: 1, rest: 0 }
    }

    pub fn contains(&self, n: i64) -> bool {
        match self {
            IntSet::Range { low, high, step, rest } => {
                low.is_none_or(|l| l <= n) && high.is_none_or(|h| n <= h) && n.rem_euclid(*step) == *rest
            }
            IntSet::Points(points) => points.binary_search(&n).is_ok(),
        }
    }

    pub fn is_empty(&self) -> bool {
        matches!(self, IntSet::Points(points) if points.is_empty())
    }

    /// Whether the set has more than one member.
    pub fn is_choice(&self) -> bool {
        match self {
            IntSet::Range { .. } => true,
            IntSet::Points(points) => points.len() > 1,
        }
    }

    /// The members, if they are listed.
    pub fn listed(&self) -> Option<&[i64]> {
        match self {
            IntSet::Points(points) => Some(points),
            IntSet::Range { .. } => None,
        }
    }

    pub fn plus(&self, c: i64) -> Option<IntSet> {
        Some(match self {
            IntSet::Range { low, high, step, rest } => {
                let end = |e: &Option<i64>| match e {
                    Some(n) => n.checked_add(c).map(Some),
                    None => Some(None),
                };
                IntSet::Range {
                    low: end(low)?,
                    high: end(high)?,
                    step: *step,
                    rest: (rest + c).rem_euclid(*step),
                }
            }
            IntSet::Points(points) => {
                IntSet::Points(points.iter().map(|n| n.checked_add(c)).collect::<Option<_>>()?)
            }
        })
    }

    pub fn times(&self, c: i64) -> Option<IntSet> {
        if c == 0 {
            return None;
        }
        Some(match self {
            IntSet::Range { low, high, step, rest } => {
                let end = |e: &Option<i64>| match e {
                    Some(n) => n.checked_mul(c).map(Some),
                    None => Some(None),
                };
                let (low, high) = (end(low)?, end(high)?);
                let (low, high) = if c < 0 { (high, low) } else { (low, high) };
                let step = step.checked_mul(c.checked_abs()?)?;
                IntSet::Range { low, high, step, rest: rest.checked_mul(c)?.rem_euclid(step) }
            }
            IntSet::Points(points) => {
                IntSet::points(points.iter().map(|n| n.checked_mul(c)).collect::<Option<_>>()?)
            }
        })
    }

    /// All differences or sums, of few points only.
    pub fn combine(&self, other: &IntSet, minus: bool) -> Option<IntSet> {
        if let Some([one]) = other.listed() {
            return self.plus(if minus { one.checked_neg()? } else { *one });
        }
        let (a, b) = (self.listed()?, other.listed()?);
        if a.len() * b.len() > MOST_POINTS {
            return None;
        }
        let mut points = Vec::new();
        for x in a {
            for y in b {
                points.push(if minus { x.checked_sub(*y)? } else { x.checked_add(*y)? });
            }
        }
        Some(IntSet::points(points))
    }
}

#[cfg(test)]
mod tests {
    use super::IntSet;

    /// Every operation agrees with the same one on each member, over a window.
    #[test]
    fn operations_are_exact() {
        let sets = [
            IntSet::all(),
            IntSet::naturals(),
            IntSet::between(-2, 3),
            IntSet::between(-100, 100),
            IntSet::points(vec![4, 1, 4]),
            IntSet::all().times(3).expect("fits").plus(1).expect("fits"),
        ];
        for set in &sets {
            for c in [-3, -2, 1, 2, 5] {
                let (sum, product) = (set.plus(c).expect("fits"), set.times(c).expect("fits"));
                for n in -60..=60 {
                    assert_eq!(sum.contains(n), set.contains(n - c), "{set:?} + {c} at {n}");
                    let divides = n % c == 0 && set.contains(n / c);
                    assert_eq!(product.contains(n), divides, "{set:?} * {c} at {n}");
                }
            }
        }
    }
}
