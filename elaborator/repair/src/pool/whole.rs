//! What one term would have to return to cover everything that is asked for, alone.
//!
//! Most pairs of parts cannot: asked before they are put together, this keeps larger terms within reach (`App (f, x)` of two
//! calls with three arguments each).

use covenant_execute::{Sort, Value};
use std::collections::BTreeMap;

use super::Round;
use crate::bits::Bits;
use crate::holes::Hole;

/// The states of each environment, and what is asked for there, by the constructor at its top.
pub(super) struct Whole {
    groups: Vec<(Vec<usize>, Vec<Bits>)>,
    words: usize,
}

impl Whole {
    pub fn new(round: &Round<'_>, hole: &Hole, result: &Sort) -> Whole {
        let values = round.probes.of(result).map_or(&[][..], |probes| &probes.values);
        let mut states: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, state) in hole.states.iter().enumerate() {
            states.entry(state.environment).or_default().push(number);
        }
        let by_top = |environment: usize| {
            let mut tops: Vec<Bits> = Vec::new();
            for p in round.asked[environment].ones() {
                if let Value::Ctor(node) = &values[p] {
                    let tag = node.tag as usize;
                    while tops.len() <= tag {
                        tops.push(Bits::new(values.len()));
                    }
                    tops[tag].set(p);
                }
            }
            tops
        };
        let groups = states.into_iter().map(|(environment, states)| (states, by_top(environment))).collect();
        Whole { groups, words: values.len().div_ceil(64) }
    }

    /// Whether the table has, for every environment, everything that is asked for with this constructor at its top, and
    /// something is.
    pub fn is_in(&self, table: &Bits, tag: u32) -> bool {
        let mut any = false;
        for (states, tops) in &self.groups {
            let Some(asked) = tops.get(tag as usize).filter(|asked| !asked.is_empty()) else { continue };
            any = true;
            let has =
                |word: usize| states.iter().fold(0, |sum, state| sum | table.row(*state, self.words)[word]);
            if asked.0.iter().enumerate().any(|(word, asked)| *asked != 0 && asked & !has(word) != 0) {
                return false;
            }
        }
        any
    }
}
