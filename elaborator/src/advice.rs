//! What to try next where a claim is neither proved nor refuted.
//!
//! Every such claim ends with at least one line of advice, the most telling first: the text of a lemma to state where
//! a condition is stuck, a measure where none is known, the budget that ran out.

use crate::measures::not_decreasing;
use crate::report::{ClaimReport, Verdict};
use covenant_prove::search::work::Budget;

/// Why a claim is not decided, as far as advice depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A condition is not proved.
    NotProved,
    /// A budget of the search for a proof ran out.
    UsedUp,
    /// The clock ended the search.
    CutShort,
    /// A recursive function, and nothing is known to decrease.
    NoMeasure,
    /// No derivation for another reason.
    NoDerivation,
    /// A value is suspected to be missing.
    Suspected,
}

/// The start of what is said where a measure is missing.
const NO_MEASURE: &str = "is recursive and nothing is known to decrease";

/// Why an unknown claim is not decided; none for any other.
#[must_use]
pub fn why(claim: &ClaimReport) -> Option<Why> {
    if claim.verdict != Verdict::Unknown || claim.declined {
        return None;
    }
    let no_derivation = claim.conditions.open == 0;
    Some(if claim.cut_short {
        Why::CutShort
    } else if claim.missing.is_some() {
        Why::Suspected
    } else if no_derivation && claim.obstacles.iter().any(|obstacle| obstacle.message.contains(NO_MEASURE)) {
        Why::NoMeasure
    } else if no_derivation {
        Why::NoDerivation
    } else if claim.exhausted.iter().any(|budget| !matches!(budget, Budget::Missing(_))) {
        Why::UsedUp
    } else {
        Why::NotProved
    })
}

/// What to try, a line each; nothing for a claim that is decided or was not looked at.
#[must_use]
pub fn what_to_try(claim: &ClaimReport) -> Vec<String> {
    let Some(why) = why(claim) else { return Vec::new() };
    let mut lines = Vec::new();
    let name = &claim.claim;
    match why {
        Why::CutShort => lines.push("give it more seconds, or none: work is limited in steps anyway".to_owned()),
        Why::Suspected => {
            let value = claim.missing.as_ref().map_or("it", |missing| missing.text.as_str());
            lines.push(format!("look whether a run returns it: {value}"));
            lines.push("`--effort 4` tries four times as hard to exclude every run".to_owned());
        }
        Why::NoMeasure => lines.push(format!(
            "say what decreases, behind `{name}`: `[@@measure n]`, `[@@measure hi - lo]` or `[@@measure (m, n)]`"
        )),
        Why::NoDerivation => lines.push("write the construct that is named in another way".to_owned()),
        Why::UsedUp => {
            let budgets: Vec<String> = claim.exhausted.iter().map(ToString::to_string).collect();
            lines.push(format!("used up: {}; `--effort 4` allows four times as much", budgets.join(", ")));
        }
        Why::NotProved => {
            if let Some(missing) = not_established(claim) {
                lines.push(match not_decreasing(&claim.obstacles) {
                    Some(term) => format!(
                        "say what decreases, behind `{name}`: `{term}` does not; `[@@measure hi - lo]` or \
                         `[@@measure (m, n)]`, for example"
                    ),
                    None => format!("state a lemma from which this follows: {missing}"),
                });
            }
            if !claim.exhausted.is_empty() {
                let budgets: Vec<String> = claim.exhausted.iter().map(ToString::to_string).collect();
                lines.push(format!("used up: {}; `--effort 4` allows four times as much", budgets.join(", ")));
            } else {
                lines.push(format!(
                    "another measure of `{name}`, or a stronger claim of a function that it calls"
                ));
            }
        }
    }
    lines
}

/// What the first stuck condition lacks.
fn not_established(claim: &ClaimReport) -> Option<&str> {
    claim.obstacles.iter().flat_map(|obstacle| &obstacle.not_established).next().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Options, check_source};

    #[test]
    fn every_unknown_claim_ends_with_something_to_try() {
        // Nobody looks for the missing value, so that the first claim stays undecided.
        let text = "let one () : int = 1\n[@@covers {| M [v:int | v = 2] |}]\n\
                    let two () : int = 2\n[@@covers {| M [v:int | v = 2] |}]\n";
        let options = Options { jobs: 1, missing_steps: 0, ..Options::default() };
        let report = check_source("a.ml", text, &options);
        assert_eq!(why(&report.claims[0]), Some(Why::NotProved));
        let tries = what_to_try(&report.claims[0]);
        assert!(tries[0].starts_with("state a lemma from which this follows: "), "{tries:?}");
        assert_eq!((why(&report.claims[1]), what_to_try(&report.claims[1])), (None, Vec::new()));
        let mut cut = ClaimReport::new("f".to_owned(), report.claims[0].span, report.claims[0].spec_span);
        assert_eq!((why(&cut), what_to_try(&cut).len()), (Some(Why::NoDerivation), 1));
        cut.cut_short = true;
        assert_eq!(why(&cut), Some(Why::CutShort));
        cut.declined = true;
        assert!(why(&cut).is_none() && what_to_try(&cut).is_empty());
    }
}
