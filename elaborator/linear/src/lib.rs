//! Adds: linear forms over the integers, the one arithmetic of the untrusted side.
//!
//! The search for evidence combines rows of constraints, the search for witnesses solves equations between terms, and
//! the backward run of a program decides what is left of its conditions. Each has its own procedure, because each owes
//! something else (lines of a proof, a term, a decision); what they calculate with is this.
//!
//! Invariant: terms are in the order of their variables, each variable once, no coefficient is zero. Whatever
//! overflows is `None`, never another number. The kernel has an arithmetic of its own and does not use this one.

use std::cmp::Ordering;
use std::fmt::Debug;

/// The integers of coefficients. All operations are checked.
pub trait Number: Copy + Ord + Debug {
    /// 0
    const ZERO: Self;
    /// 1
    const ONE: Self;
    /// The sum, unless it overflows.
    fn plus(self, other: Self) -> Option<Self>;
    /// The product, unless it overflows.
    fn times(self, other: Self) -> Option<Self>;
    /// The negation, unless it overflows.
    fn negated(self) -> Option<Self>;
    /// The quotient rounded down, for a divisor above 0.
    fn divided(self, divisor: Self) -> Option<Self>;
    /// The greatest common divisor, not negative.
    fn common_divisor(self, other: Self) -> Option<Self>;
}

macro_rules! number {
    ($integer:ty) => {
        impl Number for $integer {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn times(self, other: Self) -> Option<Self> {
                self.checked_mul(other)
            }

            fn negated(self) -> Option<Self> {
                self.checked_neg()
            }

            fn divided(self, divisor: Self) -> Option<Self> {
                self.checked_div_euclid(divisor)
            }

            fn common_divisor(self, other: Self) -> Option<Self> {
                let (mut a, mut b) = (self.checked_abs()?, other.checked_abs()?);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                Some(a)
            }
        }
    };
}

number!(i64);
number!(i128);

/// `sum of coefficient * variable + constant`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form<V, N> {
    terms: Vec<(V, N)>,
    constant: N,
}

impl<V: Copy + Ord, N: Number> Form<V, N> {
    /// A number.
    #[must_use]
    pub fn constant(n: N) -> Self {
        Form { terms: Vec::new(), constant: n }
    }

    /// A variable.
    #[must_use]
    pub fn variable(v: V) -> Self {
        Form { terms: vec![(v, N::ONE)], constant: N::ZERO }
    }

    /// From summands in any order.
    pub fn sum(terms: impl IntoIterator<Item = (V, N)>, constant: N) -> Option<Self> {
        let mut form = Form::constant(constant);
        terms.into_iter().try_for_each(|(v, c)| form.add(v, c))?;
        Some(form)
    }

    /// The variables with their coefficients, in order.
    #[must_use]
    pub fn terms(&self) -> &[(V, N)] {
        &self.terms
    }

    /// The variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = V> {
        self.terms.iter().map(|(v, _)| *v)
    }

    /// What is added to the variables.
    #[must_use]
    pub fn offset(&self) -> N {
        self.constant
    }

    /// The number, if there is no variable.
    #[must_use]
    pub fn as_constant(&self) -> Option<N> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, if there is nothing else.
    #[must_use]
    pub fn as_variable(&self) -> Option<V> {
        match self.terms.as_slice() {
            [(v, c)] if *c == N::ONE && self.constant == N::ZERO => Some(*v),
            _ => None,
        }
    }

    /// The coefficient of a variable; 0 if it does not occur.
    #[must_use]
    pub fn coefficient(&self, v: V) -> N {
        self.terms.binary_search_by_key(&v, |(w, _)| *w).map_or(N::ZERO, |at| self.terms[at].1)
    }

    /// Adds `c * v`.
    pub fn add(&mut self, v: V, c: N) -> Option<()> {
        match self.terms.binary_search_by_key(&v, |(w, _)| *w) {
            Ok(at) => {
                self.terms[at].1 = self.terms[at].1.plus(c)?;
                if self.terms[at].1 == N::ZERO {
                    self.terms.remove(at);
                }
            }
            Err(at) if c != N::ZERO => self.terms.insert(at, (v, c)),
            Err(_) => {}
        }
        Some(())
    }

    /// Adds a number.
    pub fn add_constant(&mut self, c: N) -> Option<()> {
        self.constant = self.constant.plus(c)?;
        Some(())
    }

    /// `own * self + factor * other`.
    #[must_use]
    pub fn combined(&self, own: N, other: &Self, factor: N) -> Option<Self> {
        let constant = self.constant.times(own)?.plus(other.constant.times(factor)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => return Some(Form { terms, constant }),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((v, _)), Some((w, _))) => v.cmp(w),
            };
            let mut term: Option<(V, N)> = None;
            if order != Ordering::Greater
                && let Some((v, c)) = left.next()
            {
                term = Some((*v, c.times(own)?));
            }
            if order != Ordering::Less
                && let Some((v, c)) = right.next()
            {
                let before = term.map_or(N::ZERO, |(_, c)| c);
                term = Some((*v, before.plus(c.times(factor)?)?));
            }
            terms.extend(term.filter(|(_, c)| *c != N::ZERO));
        }
    }

    /// `self + factor * other`.
    #[must_use]
    pub fn plus(&self, other: &Self, factor: N) -> Option<Self> {
        self.combined(N::ONE, other, factor)
    }

    /// `factor * self`.
    #[must_use]
    pub fn times(&self, factor: N) -> Option<Self> {
        Form::constant(N::ZERO).plus(self, factor)
    }

    /// `self + n`.
    #[must_use]
    pub fn shifted(&self, n: N) -> Option<Self> {
        Some(Form { terms: self.terms.clone(), constant: self.constant.plus(n)? })
    }

    /// Without the variable, whatever its coefficient.
    #[must_use]
    pub fn without(&self, v: V) -> Self {
        Form { terms: self.terms.iter().filter(|(w, _)| *w != v).copied().collect(), constant: self.constant }
    }

    /// With a number for a variable.
    #[must_use]
    pub fn at(&self, v: V, n: N) -> Option<Self> {
        self.without(v).shifted(self.coefficient(v).times(n)?)
    }

    /// With other variables for the variables.
    #[must_use]
    pub fn renamed<W: Copy + Ord>(&self, mut name: impl FnMut(V) -> W) -> Option<Form<W, N>> {
        Form::sum(self.terms.iter().map(|(v, c)| (name(*v), *c)), self.constant)
    }

    /// The common divisor of the coefficients; 0 if there are none.
    #[must_use]
    pub fn content(&self) -> Option<N> {
        self.terms.iter().try_fold(N::ZERO, |g, (_, c)| g.common_divisor(*c))
    }

    /// For a constraint `self <= 0`: divided by the common divisor, the constant rounded up, which no integer notices.
    #[must_use]
    pub fn tightened(self) -> Self {
        self.divided_by_content().unwrap_or(self)
    }

    fn divided_by_content(&self) -> Option<Self> {
        let divisor = self.content()?;
        if divisor <= N::ONE {
            return None;
        }
        let terms: Option<Vec<_>> = self.terms.iter().map(|(v, c)| Some((*v, c.divided(divisor)?))).collect();
        // sum + constant <= 0 and the divisor divides the sum, so sum / divisor <= floor(-constant / divisor).
        let constant = self.constant.negated()?.divided(divisor)?.negated()?;
        Some(Form { terms: terms?, constant })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(u32, i64)], constant: i64) -> Form<u32, i64> {
        Form::sum(terms.iter().copied(), constant).expect("small")
    }

    #[test]
    fn terms_are_in_order_and_not_zero() {
        assert_eq!(form(&[(2, 1), (0, 3), (2, -1)], 5).terms(), [(0, 3)]);
        let sum = form(&[(0, 1), (2, 2)], 1).combined(2, &form(&[(0, -2), (1, 1)], 4), 1).expect("small");
        assert_eq!((sum.terms(), sum.offset()), (&[(1, 1), (2, 4)][..], 6));
        assert_eq!(form(&[(0, 3), (1, 2)], 1).at(0, 4), Some(form(&[(1, 2)], 13)));
        assert_eq!(form(&[(0, 3), (1, -3)], 1).renamed(|_| 7), Some(form(&[], 1)));
        assert_eq!(form(&[(4, 1)], 0).as_variable(), Some(4));
        assert_eq!((form(&[(4, 2)], 0).as_variable(), form(&[(4, 1)], 1).as_variable()), (None, None));
    }

    #[test]
    fn rounding_keeps_all_integers() {
        for (coefficient, constant) in [(2, -1), (2, 1), (-3, 4), (-3, -4), (4, 0)] {
            let before = form(&[(0, coefficient)], constant);
            let after = before.clone().tightened();
            let holds = |form: &Form<u32, i64>, x| form.at(0, x).is_some_and(|sum| sum.offset() <= 0);
            assert!((-9..=9).all(|x| holds(&before, x) == holds(&after, x)), "{before:?} {after:?}");
            assert_eq!(after.content(), Some(1));
        }
    }

    #[test]
    fn what_overflows_is_nothing() {
        assert_eq!(form(&[(0, i64::MAX)], 0).times(2), None);
        assert_eq!(form(&[], i64::MIN).times(-1), None);
        assert_eq!(form(&[(0, 1)], i64::MAX).shifted(1), None);
        assert_eq!(form(&[(0, i64::MIN)], 1).tightened(), form(&[(0, i64::MIN)], 1));
    }
}
