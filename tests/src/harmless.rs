//! The reviewed list of changes after which a proof may still be a proof of the same statement.
//!
//! A mutant never changes the statement, so an accepted one is a second proof of the same claim.
//! Each kind that has been seen to survive is listed with the reason why that can happen; any
//! other kind that survives is a failure of the test, to be looked at by a person. What is *not*
//! here matters most: no other rule, no exchange of over and under, nothing taken on trust, no other
//! lemma, formula or number.

use crate::mutants::Kind;

/// Why a mutant of this kind can be a proof still; `None` if it cannot.
#[must_use]
pub fn reason(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        ("steps", "items exchanged") => "lines or facts of a leaf in another order, which no number notices",
        ("steps", "premise for conclusion") => {
            "`Absurd` before a contradiction that needs no goal, or a step whose fact is not needed"
        }
        ("steps", "other step") => "`Exact` where the goal, or `False`, is a fact as well",
        ("steps", "premises exchanged") => "a split whose two goals are closed by what closes both",
        ("steps", "item dropped") => "a fact in the list of a leaf that is not needed there",
        ("exprs", "operands exchanged") => "an equation that is introduced and used, the other way round",
        ("nodes", "number +1" | "number -1") => {
            "the derivation of a branch that the evidence never takes, given to a branch of the same shape"
        }
        ("steps", "reference +1" | "reference -1") => {
            "the row next to it proves the same goal, or is in the same congruence class"
        }
        _ => return None,
    })
}

/// Kinds of which only a few may survive in the whole corpus; a change that survives often is
/// not checked.
#[must_use]
pub fn most(kind: Kind) -> usize {
    match kind.0 {
        "steps" => usize::MAX,
        _ => 5,
    }
}
