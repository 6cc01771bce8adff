//! Leaves that a repair made superfluous: each leaf of the old text is tried without.
//!
//! Nothing is taken away: a leaf that is not needed for completeness may be there for the distribution, so that it is only
//! mentioned.

use crate::outcome::{Redundant, Repair};
use crate::patch::{Edit, apply};
use crate::problem::Problem;
use crate::repair::{Request, Task, check, is_proved, load};
use crate::search::Found;
use crate::surface;
use crate::verify::complete;

/// Leaves that are tried.
const MOST_LEAVES: usize = 8;
/// What stands for a leaf that is left out.
const FAILS: &str = "err ()";

impl Task<'_> {
    /// The old leaves without which the claim of the repaired text is still proved.
    pub fn redundant(&self, problem: &mut Problem<'_>, found: &Found, repair: &Repair) -> Vec<Redundant> {
        let Some(items) = covenant_front::surface(&repair.text) else { return Vec::new() };
        let Some(function) = surface::function(&items, self.request.claim) else { return Vec::new() };
        let mut leaves = Vec::new();
        surface::leaves(function.body, &mut leaves);
        let new = ranges(&repair.edits);
        leaves.retain(|leaf| !new.iter().any(|(start, end)| leaf.start < *end && *start < leaf.end));
        let mut out = Vec::new();
        for leaf in leaves.into_iter().take(MOST_LEAVES) {
            let without = Edit { start: leaf.start, end: leaf.end, text: FAILS.to_owned() };
            let text = apply(&repair.text, &[without]);
            let Some(unit) = load(&Request { text: &text, ..self.request.clone() }) else { continue };
            if unit.statement.datatypes != self.unit.statement.datatypes
                || !complete(problem, &unit, &found.environments.all, &found.probes)
            {
                continue;
            }
            let proved = check(self.request, &text, self.options).is_some_and(|report| is_proved(&report));
            if let (true, Some(shown)) = (proved, repair.text.get(leaf.start..leaf.end)) {
                out.push(Redundant { start: leaf.start, end: leaf.end, text: shown.to_owned() });
            }
        }
        out
    }
}

/// Where the new text of each edit stands.
pub(crate) fn ranges(edits: &[Edit]) -> Vec<(usize, usize)> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.start);
    let mut moved = 0i64;
    let mut out = Vec::new();
    for edit in sorted {
        let start = edit.start.saturating_add_signed(moved as isize);
        out.push((start, start + edit.text.len()));
        moved += edit.text.len() as i64 - (edit.end - edit.start) as i64;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::ranges;
    use crate::patch::{Edit, apply};

    #[test]
    fn ranges_are_where_the_new_text_is() {
        let edits = [
            Edit { start: 4, end: 7, text: "four".to_owned() },
            Edit { start: 0, end: 0, text: "<<".to_owned() },
        ];
        let text = apply("one two three", &edits);
        let found: Vec<&str> = ranges(&edits).into_iter().map(|(start, end)| &text[start..end]).collect();
        assert_eq!(found, ["<<", "four"]);
    }
}
