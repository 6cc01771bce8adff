//! Where plain terms do not do, or something cheaper may: conditions, a draw that is used twice, another phase.

use std::rc::Rc;

use super::{INTEGER_COST, Keep, Kind, MOST_FIRST_WORK, MOST_LET_COST, MOST_REFINING_WORK, Phase, Search};
use crate::bits::Bits;
use crate::cover::{Candidate, Guard};
use crate::guards::conditions;
use crate::lets::bind;
use crate::pool::{Entry, Pool, Signature};
use crate::term::Term;

/// Work of looking for one term in place of several.
const MOST_CHOICE_WORK: u64 = 500_000;
/// Generators that a `let` is tried with, per hole.
const MOST_LETS: usize = 8;

impl Search<'_, '_> {
    /// Something cheaper, perhaps, of a kind that is tried later: a call of a function that is not called yet, or one term
    /// with a sum in place of several with conditions.
    pub(super) fn refine(&mut self, phase: Phase) {
        let Some((_, best)) = &self.best else { return };
        let odd = |c: &Candidate| c.guard.is_some() || matches!(&*c.term, Term::Let(..));
        let is_odd = best.iter().any(odd);
        self.refining = true;
        match phase {
            Phase::Failing => {
                self.phase(Phase::Quick, MOST_REFINING_WORK);
                if self.has_a_choice() {
                    self.phase(Phase::Wide, MOST_CHOICE_WORK);
                }
            }
            Phase::Guarded | Phase::Lets if is_odd => self.phase(Phase::Wide, MOST_FIRST_WORK),
            _ => {}
        }
        self.refining = false;
    }

    /// Whether one place has several terms: one with a call of a function that is not called yet, or a sum, might do.
    fn has_a_choice(&self) -> bool {
        let Some((_, best)) = &self.best else { return false };
        let same = |(number, c): (usize, &Candidate)| best[..number].iter().any(|other| other.hole == c.hole);
        best.iter().enumerate().any(same)
    }

    /// A condition that holds in no state where the term does harm and in some where it is useful,
    /// and the states in which it holds.
    pub(super) fn guard(
        &self,
        hole: usize,
        table: &Bits,
        useful: &Bits,
        pool: &Pool<'_>,
    ) -> Option<(Guard, Vec<bool>)> {
        let hole = &self.holes[hole];
        let words = pool.words();
        let meets = |a: &Bits, b: &Bits, i: usize| {
            a.row(i, words).iter().zip(b.row(i, words)).any(|(a, b)| a & b != 0)
        };
        let count = hole.states.len();
        let safe: Vec<bool> = (0..count).map(|i| !meets(table, &pool.forbidden, i)).collect();
        let used: Vec<bool> = (0..count).map(|i| useful.row(i, words).iter().any(|w| *w != 0)).collect();
        let mut best: Option<(usize, Guard, Vec<bool>)> = None;
        for (guard, holds) in conditions(hole) {
            let fits = holds.iter().zip(&safe).all(|(h, s)| !h || *s);
            let gain = holds.iter().zip(&used).filter(|(h, u)| **h && **u).count();
            let better = best
                .as_ref()
                .is_none_or(|(known, g, _)| gain > *known || (gain == *known && guard.cost < g.cost));
            if fits && gain > 0 && better {
                best = Some((gain, guard, holds));
            }
        }
        best.map(|(_, guard, holds)| (guard, holds))
    }

    /// Holes with a drawn integer in scope.
    pub(super) fn lets(&mut self, active: &[usize], most_work: u64) {
        let (round, result) = (self.round, self.result.clone());
        for hole in active {
            let outer = &self.holes[*hole];
            let kind = Kind {
                keep: Keep::Promising,
                integer_cost: INTEGER_COST,
                sums: false,
                drawn_arguments: true,
                known_calls: false,
                endless: false,
                partial_calls: false,
                most_work: most_work.min(*self.left) / active.len().max(1) as u64,
            };
            let mut pool = Pool::new(round, outer, &result, kind);
            let most = self.setting.max_cost;
            (1..=most.min(3)).for_each(|level| pool.extend(self.problem, level));
            let generators: Vec<Rc<Entry>> = pool
                .integers(3)
                .into_iter()
                .filter(
                    |e| matches!(&e.signature, Signature::Ints(sets) if sets.iter().any(|s| s.is_choice())),
                )
                .take(MOST_LETS)
                .collect();
            for generator in generators {
                let Some(bound) = bind(outer, &generator, &round.probes.draws) else { continue };
                let mut inner = Pool::new(round, &bound.hole, &result, kind);
                for level in 1..=MOST_LET_COST.min(most.saturating_sub(bound.cost + 1)) {
                    self.extend(&mut inner, level);
                    self.harvest(*hole, &mut inner, level, Phase::Lets, Some(&bound));
                    if self.settle(level + bound.cost + 1) || inner.exhausted() || *self.left == 0 {
                        break;
                    }
                }
            }
        }
    }
}
