//! The cheapest set of candidates that covers everything that is missing.
//!
//! Branch and bound on the missing pair with the fewest coverers. Among equals: fewer terms, then
//! broader ones.

use std::rc::Rc;

use crate::bits::Bits;
use crate::term::Term;

/// A term for a hole.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// In hundredths.
    pub cost: u32,
    pub hole: usize,
    /// Replaces what only fails: a second term there needs a choice, the first does not.
    pub replaces: bool,
    pub term: Rc<Term>,
    /// A condition under which it is chosen.
    pub guard: Option<Guard>,
    /// Which of the missing pairs it covers.
    pub covers: Bits,
    /// How much it returns at all.
    pub breadth: u32,
}

/// A condition of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    pub text: String,
    pub cost: u32,
}

/// Nodes of the search.
const MOST_NODES: u64 = 60_000;
/// What each further term costs.
const PER_TERM: u32 = 1;

/// What a choice costs in a place that only fails, if several terms go there.
const PER_CHOICE: u32 = 100;

/// The cost of a solution.
pub(crate) fn cost(solution: &[Candidate]) -> u32 {
    let shared = |(number, c): (usize, &Candidate)| {
        let again = solution[..number].iter().any(|before| before.hole == c.hole);
        c.cost + PER_TERM + if again { c.choice() } else { 0 }
    };
    solution.iter().enumerate().map(shared).sum()
}

impl Candidate {
    /// What it costs more if its place has a term already.
    fn choice(&self) -> u32 {
        if self.replaces { PER_CHOICE } else { 0 }
    }
}

/// The cheapest cover, if there is one.
pub(crate) fn cover(candidates: &[Candidate], pairs: usize) -> Option<Vec<Candidate>> {
    let mut sorted: Vec<&Candidate> = candidates.iter().collect();
    sorted.sort_by_key(|c| (c.cost, u32::MAX - c.covers.count(), u32::MAX - c.breadth));
    let mut kept: Vec<&Candidate> = Vec::new();
    for candidate in sorted {
        let dominated = kept.iter().any(|k| {
            (k.hole == candidate.hole || k.cost + k.choice() <= candidate.cost)
                && candidate.covers.within(&k.covers)
                && (candidate.covers != k.covers || k.breadth >= candidate.breadth)
        });
        if !dominated {
            kept.push(candidate);
        }
    }
    let mut search = Search { kept, best: None, bound: u32::MAX, nodes: 0, pairs };
    search.go(&Bits::new(pairs), &mut Vec::new(), 0);
    let best = search.best?;
    Some(best.into_iter().map(|i| search.kept[i].clone()).collect())
}

struct Search<'c> {
    kept: Vec<&'c Candidate>,
    best: Option<Vec<usize>>,
    bound: u32,
    nodes: u64,
    pairs: usize,
}

impl Search<'_> {
    fn go(&mut self, covered: &Bits, chosen: &mut Vec<usize>, cost: u32) {
        self.nodes += 1;
        if cost >= self.bound || self.nodes > MOST_NODES {
            return;
        }
        let open: Vec<usize> = (0..self.pairs).filter(|p| !covered.has(*p)).collect();
        if open.is_empty() {
            self.best = Some(chosen.clone());
            self.bound = cost;
            return;
        }
        let mut fewest: Option<Vec<usize>> = None;
        for pair in open.iter().take(40) {
            let coverers: Vec<usize> =
                (0..self.kept.len()).filter(|i| self.kept[*i].covers.has(*pair)).collect();
            if fewest.as_ref().is_none_or(|f| coverers.len() < f.len()) {
                let one = coverers.len() <= 1;
                fewest = Some(coverers);
                if one {
                    break;
                }
            }
        }
        let mut order = fewest.unwrap_or_default();
        let gain = |i: &usize| {
            let mut new = self.kept[*i].covers.clone();
            new.remove(covered);
            u64::from(self.kept[*i].cost) * 1000 / u64::from(new.count().max(1))
        };
        let used = |i: &usize| chosen.iter().any(|known| self.kept[*known].hole == self.kept[*i].hole);
        order.sort_by_cached_key(|i| (gain(i), used(i), u32::MAX - self.kept[*i].breadth));
        for i in order {
            let mut more = covered.clone();
            more.join(&self.kept[i].covers);
            let again = chosen.iter().any(|known| self.kept[*known].hole == self.kept[i].hole);
            let choice = if again { self.kept[i].choice() } else { 0 };
            chosen.push(i);
            self.go(&more, chosen, cost + self.kept[i].cost + PER_TERM + choice);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, cost, cover};
    use crate::bits::Bits;
    use crate::term::Term;
    use std::rc::Rc;

    fn candidate(hole: usize, term: i64, cost: u32, covers: &[usize]) -> Candidate {
        let mut bits = Bits::new(2);
        covers.iter().for_each(|pair| bits.set(*pair));
        let term = Rc::new(Term::Int(term));
        Candidate { cost, hole, replaces: true, term, guard: None, covers: bits, breadth: 1 }
    }

    /// The term that comes first in both places, and the other: one in each place.
    #[test]
    fn terms_go_to_places_of_their_own() {
        let candidates = [
            candidate(0, 1, 100, &[0]),
            candidate(1, 1, 100, &[0]),
            candidate(0, 2, 100, &[1]),
            candidate(1, 2, 100, &[1]),
        ];
        let found = cover(&candidates, 2).expect("a cover");
        let places: Vec<usize> = found.iter().map(|c| c.hole).collect();
        assert!(places == [0, 1] || places == [1, 0], "{places:?}");
        assert!(cost(&found) < cost(&[candidates[0].clone(), candidates[2].clone()]));
    }
}
