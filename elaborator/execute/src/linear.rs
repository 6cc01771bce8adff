//! Small systems of linear constraints over the integers, decided without a solver.
//!
//! The systems that are left when a generator has been run backwards have a handful of
//! variables. Bounds are propagated first; then disequalities are split and variables are
//! eliminated pairwise (Fourier–Motzkin), which is exact over the integers while one of the two
//! coefficients is 1. Where it is not, a contradiction still refutes, and small ranges are
//! enumerated; otherwise the answer is `Unknown`.

use std::collections::BTreeMap;

/// A linear form over the variables of a state.
pub(super) type Lin = covenant_linear::Form<u32, i64>;

/// Whether a system has a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Sat,
    Unsat,
    Unknown,
}

/// Constraints `le <= 0`, `eq = 0` and `ne <> 0`.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub les: Vec<Lin>,
    pub eqs: Vec<Lin>,
    pub nes: Vec<Lin>,
}

type Ranges = BTreeMap<u32, (Option<i64>, Option<i64>)>;

/// Work units before `Unknown`.
const EFFORT: u32 = 20_000;
/// A variable with at most so many values left is enumerated.
const SHORT: i64 = 64;
/// More constraints than this after an elimination: give up.
const MOST_CONSTRAINTS: usize = 200;

impl System {
    /// Whether some integers satisfy all constraints.
    pub fn decide(&self) -> Decision {
        let mut effort = EFFORT;
        self.search(&mut effort)
    }

    /// The range of each variable that propagation finds; `None` if some range is empty.
    pub fn ranges(&self) -> Option<Ranges> {
        let mut ranges = Ranges::new();
        let both: Vec<Lin> = self
            .eqs
            .iter()
            .flat_map(|e| [Some(e.clone()), e.times(-1)])
            .flatten()
            .chain(self.les.iter().cloned())
            .collect();
        for lin in both.iter().chain(&self.nes) {
            if lin.terms().is_empty() {
                continue;
            }
            for v in lin.variables() {
                ranges.entry(v).or_insert((None, None));
            }
        }
        for lin in &both {
            if lin.terms().is_empty() && lin.offset() > 0 {
                return None;
            }
        }
        // Each round can move a bound by one only (x < y, y < x), so rounds are limited.
        for _ in 0..24 {
            let mut changed = false;
            for lin in &both {
                for &(v, c) in lin.terms() {
                    changed |= tighten(lin, v, c, &mut ranges);
                    if empty(ranges[&v]) {
                        return None;
                    }
                }
            }
            for lin in &self.nes {
                if let [(v, c)] = lin.terms()[..] {
                    if lin.offset() % c != 0 {
                        continue;
                    }
                    let point = -(lin.offset() / c);
                    let (low, high) = ranges[&v];
                    let new = (
                        if low == Some(point) { point.checked_add(1) } else { low },
                        if high == Some(point) { point.checked_sub(1) } else { high },
                    );
                    if new != (low, high) {
                        changed = true;
                        ranges.insert(v, new);
                        if empty(new) {
                            return None;
                        }
                    }
                } else if lin.terms().is_empty() && lin.offset() == 0 {
                    return None;
                }
            }
            if !changed {
                break;
            }
        }
        Some(ranges)
    }

    fn search(&self, effort: &mut u32) -> Decision {
        if *effort == 0 {
            return Decision::Unknown;
        }
        *effort -= 1;
        let Some(ranges) = self.ranges() else { return Decision::Unsat };
        if ranges.is_empty() {
            return Decision::Sat;
        }
        // A variable with few values left: try them all.
        let shortest = ranges
            .iter()
            .filter_map(|(v, r)| match r {
                (Some(l), Some(h)) => h.checked_sub(*l).map(|n| (n, *v, *l, *h)),
                _ => None,
            })
            .min();
        if let Some((width, v, low, high)) = shortest
            && width < SHORT
        {
            let mut result = Decision::Unsat;
            for n in low..=high {
                match self.with(v, n).map_or(Decision::Unknown, |s| s.search(effort)) {
                    Decision::Sat => return Decision::Sat,
                    Decision::Unsat => {}
                    Decision::Unknown => result = Decision::Unknown,
                }
            }
            return result;
        }
        if let Some((first, rest)) = self.nes.split_first() {
            let mut result = Decision::Unsat;
            for sign in [1, -1] {
                let side = first.times(sign).and_then(|l| l.shifted(1));
                let Some(side) = side else { return Decision::Unknown };
                let mut split = System { les: self.les.clone(), eqs: self.eqs.clone(), nes: rest.to_vec() };
                split.les.push(side);
                match split.search(effort) {
                    Decision::Sat => return Decision::Sat,
                    Decision::Unsat => {}
                    Decision::Unknown => result = Decision::Unknown,
                }
            }
            return result;
        }
        self.eliminate()
    }

    /// The system with a variable replaced by an integer.
    fn with(&self, v: u32, n: i64) -> Option<System> {
        let all = |lins: &[Lin]| lins.iter().map(|lin| lin.at(v, n)).collect::<Option<Vec<_>>>();
        let system = System { les: all(&self.les)?, eqs: all(&self.eqs)?, nes: all(&self.nes)? };
        Some(system)
    }

    /// Eliminates all variables from the inequalities (an equation is two of them).
    fn eliminate(&self) -> Decision {
        let mut exact = true;
        let mut lins: Vec<Lin> = Vec::new();
        for eq in &self.eqs {
            let g = eq.content().unwrap_or(1);
            if g != 0 && eq.offset() % g != 0 {
                return Decision::Unsat;
            }
            let Some(negated) = eq.times(-1) else { return Decision::Unknown };
            lins.push(eq.clone());
            lins.push(negated);
        }
        lins.extend(self.les.iter().cloned());
        loop {
            lins = lins.into_iter().map(Lin::tightened).collect();
            if lins.iter().any(|l| l.terms().is_empty() && l.offset() > 0) {
                return Decision::Unsat;
            }
            lins.retain(|l| !l.terms().is_empty());
            // The variable with the fewest pairs.
            let mut counts: BTreeMap<u32, (usize, usize, bool, bool)> = BTreeMap::new();
            for lin in &lins {
                for &(v, c) in lin.terms() {
                    let entry = counts.entry(v).or_insert((0, 0, true, true));
                    if c > 0 {
                        entry.0 += 1;
                        entry.2 &= c == 1;
                    } else {
                        entry.1 += 1;
                        entry.3 &= c == -1;
                    }
                }
            }
            let next = counts
                .iter()
                .min_by_key(|(_, (up, low, a, b))| (!(*a || *b), up * low))
                .map(|(v, k)| (*v, *k));
            let Some((v, (_, _, unit_up, unit_low))) = next else {
                return if exact { Decision::Sat } else { Decision::Unknown };
            };
            exact &= unit_up || unit_low;
            let (with, mut without): (Vec<Lin>, Vec<Lin>) =
                lins.into_iter().partition(|l| l.coefficient(v) != 0);
            for upper in with.iter().filter(|l| l.coefficient(v) > 0) {
                for lower in with.iter().filter(|l| l.coefficient(v) < 0) {
                    let (a, b) = (upper.coefficient(v), -lower.coefficient(v));
                    let Some(sum) = upper.times(b).and_then(|u| u.plus(lower, a)) else {
                        return Decision::Unknown;
                    };
                    without.push(sum);
                }
            }
            if without.len() > MOST_CONSTRAINTS {
                return Decision::Unknown;
            }
            lins = without;
        }
    }
}

fn empty(range: (Option<i64>, Option<i64>)) -> bool {
    matches!(range, (Some(l), Some(h)) if l > h)
}

/// From `lin <= 0`, a better bound for `v` with coefficient `c`.
fn tighten(lin: &Lin, v: u32, c: i64, ranges: &mut Ranges) -> bool {
    // c*v <= -constant - (least value of the rest)
    let mut rest = i128::from(lin.offset());
    for &(w, d) in lin.terms() {
        if w == v {
            continue;
        }
        let (low, high) = ranges[&w];
        let Some(end) = (if d > 0 { low } else { high }) else { return false };
        rest += i128::from(d) * i128::from(end);
    }
    let room = -rest;
    let (low, high) = ranges[&v];
    if c > 0 {
        let Ok(bound) = i64::try_from(room.div_euclid(i128::from(c))) else { return false };
        if high.is_none_or(|h| bound < h) {
            ranges.insert(v, (low, Some(bound)));
            return true;
        }
    } else {
        let Ok(bound) = i64::try_from(-(room.div_euclid(-i128::from(c)))) else { return false };
        if low.is_none_or(|l| bound > l) {
            ranges.insert(v, (Some(bound), high));
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lin(terms: &[(u32, i64)], constant: i64) -> Lin {
        Lin::sum(terms.iter().copied(), constant).expect("small numbers")
    }

    #[test]
    fn decides_small_systems() {
        let cases = [
            // 0 <= x <= 3, x not 0..3
            (
                System {
                    les: vec![lin(&[(0, -1)], 0), lin(&[(0, 1)], -3)],
                    eqs: vec![],
                    nes: (0..=3).map(|n| lin(&[(0, 1)], -n)).collect(),
                },
                Decision::Unsat,
            ),
            // x < y, y < x
            (
                System {
                    les: vec![lin(&[(0, 1), (1, -1)], 1), lin(&[(0, -1), (1, 1)], 1)],
                    ..System::default()
                },
                Decision::Unsat,
            ),
            // x < y, y < x + 2, x + y = 7 : x = 3, y = 4
            (
                System {
                    les: vec![lin(&[(0, 1), (1, -1)], 1), lin(&[(0, -1), (1, 1)], -1)],
                    eqs: vec![lin(&[(0, 1), (1, 1)], -7)],
                    nes: vec![],
                },
                Decision::Sat,
            ),
            // the same with x + y = 8: no integers
            (
                System {
                    les: vec![lin(&[(0, 1), (1, -1)], 1), lin(&[(0, -1), (1, 1)], -1)],
                    eqs: vec![lin(&[(0, 1), (1, 1)], -8)],
                    nes: vec![],
                },
                Decision::Unsat,
            ),
            // 2x = 3y + 1
            (System { eqs: vec![lin(&[(0, 2), (1, -3)], -1)], ..System::default() }, Decision::Unknown),
            // 2x = 4y + 1
            (System { eqs: vec![lin(&[(0, 2), (1, -4)], -1)], ..System::default() }, Decision::Unsat),
            // x <> y
            (System { nes: vec![lin(&[(0, 1), (1, -1)], 0)], ..System::default() }, Decision::Sat),
            (System { nes: vec![lin(&[], 0)], ..System::default() }, Decision::Unsat),
        ];
        for (i, (system, expected)) in cases.into_iter().enumerate() {
            assert_eq!(system.decide(), expected, "case {i}");
        }
    }

    #[test]
    fn agrees_with_enumeration_on_a_box() {
        // All systems of two constraints with small coefficients, in the box -3..=3.
        let boxed = |v: u32| [lin(&[(v, -1)], -3), lin(&[(v, 1)], -3)];
        let mut checked = 0;
        for a in -2..=2i64 {
            for b in -2..=2i64 {
                for c in -3..=3i64 {
                    for d in -2..=2i64 {
                        let form = |x: i64, y: i64, k: i64| {
                            Lin::variable(0)
                                .times(x)
                                .and_then(|l| l.plus(&Lin::variable(1), y))
                                .and_then(|l| l.shifted(k))
                        };
                        let (Some(p), Some(q), Some(r)) = (form(a, b, c), form(b, d, 1), form(d, a, c))
                        else {
                            panic!("small numbers overflow");
                        };
                        let mut les: Vec<Lin> = [0, 1].into_iter().flat_map(boxed).collect();
                        les.push(p);
                        let system = System { les, eqs: vec![q], nes: vec![r] };
                        let holds = |x: i64, y: i64| {
                            a * x + b * y + c <= 0 && b * x + d * y + 1 == 0 && d * x + a * y + c != 0
                        };
                        let found = (-3..=3).any(|x| (-3..=3).any(|y| holds(x, y)));
                        let expected = if found { Decision::Sat } else { Decision::Unsat };
                        assert_eq!(system.decide(), expected, "{a} {b} {c} {d}");
                        checked += 1;
                    }
                }
            }
        }
        assert_eq!(checked, 5 * 5 * 7 * 5);
    }
}
