//! Sets of integers: some points, or a range.

/// A set of integers: a few points and a range. Without either it is empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Ints {
    points: Vec<i64>,
    range: Option<(Option<i64>, Option<i64>)>,
}

const MOST_POINTS: usize = 3;

impl Ints {
    pub fn all() -> Ints {
        Ints { points: Vec::new(), range: Some((None, None)) }
    }

    pub fn point(n: i64) -> Ints {
        Ints { points: vec![n], range: None }
    }

    /// A range as it stands, even if it has one number or none.
    pub fn range(low: Option<i64>, high: Option<i64>) -> Ints {
        Ints { points: Vec::new(), range: Some((low, high)) }
    }

    pub fn between(low: Option<i64>, high: Option<i64>) -> Ints {
        match (low, high) {
            (Some(l), Some(h)) if l > h => Ints::default(),
            (Some(l), Some(h)) if l == h => Ints::point(l),
            _ => Ints { points: Vec::new(), range: Some((low, high)) },
        }
    }

    pub fn is_empty(&self) -> bool {
        self.points.is_empty() && self.range.is_none()
    }

    pub fn only(&self) -> Option<i64> {
        match (&self.points[..], self.range) {
            ([n], None) => Some(*n),
            _ => None,
        }
    }

    pub fn low(&self) -> Option<i64> {
        let points = self.points.first().copied();
        match self.range {
            Some((low, _)) => low.map(|l| points.map_or(l, |p| p.min(l))),
            None => points,
        }
    }

    pub fn high(&self) -> Option<i64> {
        let points = self.points.last().copied();
        match self.range {
            Some((_, high)) => high.map(|h| points.map_or(h, |p| p.max(h))),
            None => points,
        }
    }

    /// Sorts the points and merges those that are too many into the range.
    pub fn normal(mut self) -> Ints {
        let range = self.range;
        self.points.retain(|p| !in_range(range, *p));
        self.points.sort_unstable();
        self.points.dedup();
        if self.points.len() > MOST_POINTS {
            return Ints { range: Some((self.low(), self.high())), points: Vec::new() };
        }
        self
    }

    pub fn join(&self, other: &Ints) -> Ints {
        let range = match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) => {
                Some((a.zip(c).map(|(a, c)| a.min(c)), b.zip(d).map(|(b, d)| b.max(d))))
            }
            (range, None) | (None, range) => range,
        };
        let points = self.points.iter().chain(&other.points).copied().collect();
        Ints { points, range }.normal()
    }

    pub fn plus(&self, other: &Ints, sign: i64) -> Ints {
        if self.is_empty() || other.is_empty() {
            return Ints::default();
        }
        if self.range.is_none() && other.range.is_none() {
            let mut points = Vec::new();
            for a in &self.points {
                for b in &other.points {
                    match b.checked_mul(sign).and_then(|b| a.checked_add(b)) {
                        Some(n) => points.push(n),
                        None => return Ints::all(),
                    }
                }
            }
            return Ints { points, range: None }.normal();
        }
        // A point on the other side moves everything; else the hull.
        let (one, many, sign_of_many) = match (self.only(), other.only()) {
            (_, Some(n)) => (n.checked_mul(sign), self, 1),
            (Some(n), _) => (Some(n), other, sign),
            _ => {
                let (c, d) = if sign > 0 { (other.low(), other.high()) } else { (other.high(), other.low()) };
                let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?.checked_mul(sign)?);
                return Ints::between(sum(self.low(), c), sum(self.high(), d));
            }
        };
        let Some(one) = one else { return Ints::all() };
        let shift = |n: i64| n.checked_mul(sign_of_many).and_then(|n| n.checked_add(one));
        let points: Option<Vec<i64>> = many.points.iter().map(|n| shift(*n)).collect();
        let Some(points) = points else { return Ints::all() };
        let range = many.range.map(|(low, high)| {
            let (low, high) = if sign_of_many > 0 { (low, high) } else { (high, low) };
            (low.and_then(shift), high.and_then(shift))
        });
        Ints { points, range }.normal()
    }

    pub fn max(&self, other: &Ints) -> Ints {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Ints::point(a.max(b));
        }
        if self.is_empty() || other.is_empty() {
            return Ints::default();
        }
        let low = match (self.low(), other.low()) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        Ints::between(low, self.high().zip(other.high()).map(|(a, b)| a.max(b)))
    }

    pub fn negated(&self) -> Ints {
        Ints::point(0).plus(self, -1)
    }

    pub fn within(&self, low: Option<i64>, high: Option<i64>) -> Ints {
        let inside = |n: &i64| in_range(Some((low, high)), *n);
        let points = self.points.iter().copied().filter(inside).collect();
        let range = self.range.and_then(|(l, h)| {
            let l = match (l, low) {
                (Some(a), Some(b)) => Some(a.max(b)),
                (a, b) => a.or(b),
            };
            let h = match (h, high) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            if matches!((l, h), (Some(l), Some(h)) if l > h) { None } else { Some((l, h)) }
        });
        Ints { points, range }.normal()
    }

    /// `self <= other + slack`, if that is the same for all.
    pub fn at_most(&self, other: &Ints, slack: i64) -> Option<bool> {
        if self.is_empty() || other.is_empty() {
            return None;
        }
        let wide = |n: i64| i128::from(n);
        if let (Some(a), Some(b)) = (self.high(), other.low())
            && wide(a) <= wide(b) + wide(slack)
        {
            return Some(true);
        }
        if let (Some(a), Some(b)) = (self.low(), other.high())
            && wide(a) > wide(b) + wide(slack)
        {
            return Some(false);
        }
        None
    }

    pub fn equals(&self, other: &Ints) -> Option<bool> {
        if self.is_empty() || other.is_empty() {
            return None;
        }
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Some(a == b);
        }
        let contains = |set: &Ints, n: i64| set.points.contains(&n) || in_range(set.range, n);
        let apart = self.points.iter().all(|n| !contains(other, *n))
            && other.points.iter().all(|n| !contains(self, *n))
            && match (self.range, other.range) {
                (Some((a, b)), Some((c, d))) => {
                    b.zip(c).is_some_and(|(b, c)| b < c) || d.zip(a).is_some_and(|(d, a)| d < a)
                }
                _ => true,
            };
        apart.then_some(false)
    }
}

fn in_range(range: Option<(Option<i64>, Option<i64>)>, n: i64) -> bool {
    range.is_some_and(|(l, h)| l.is_none_or(|l| l <= n) && h.is_none_or(|h| n <= h))
}
