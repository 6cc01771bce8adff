//! Looks for a measure where none is written and the default one does not decrease.
//!
//! A measure is no part of a claim: it only says why a proof by induction is well-founded, and the kernel checks that it is. So
//! measures can be tried. Each candidate is written behind the claim, in a copy of the text, and read by the front end
//! like one that the user wrote; what it became is then tried on the claim of the text as it is.
//!
//! Candidates: each integer parameter but the one that failed, and each difference of two of them.

use crate::obstacles::Obstacle;
use covenant_front::{FunctionInfo, Reading, Source, Unit, load_with};
use covenant_kernel::arena::Bin;
use covenant_kernel::tables::{ExprRef, ExprRow, ParamRow, SortRow};

/// Candidates that are tried at most.
const MOST: usize = 12;

/// Where a proof is stuck at a measure that does not decrease, the measure.
#[must_use]
pub fn not_decreasing(obstacles: &[Obstacle]) -> Option<&str> {
    obstacles.iter().find_map(|obstacle| obstacle.not_decreasing.as_deref())
}

/// The measure that was chosen by what the recursive calls make less, where none is written: a difference, several
/// parameters, or one that is not the first. Nothing for the default.
pub(crate) fn chosen(unit: &Unit) -> Option<String> {
    let own = unit.functions.iter().find(|function| function.name == unit.claim && function.recursive)?;
    if own.measure_span.is_some() || own.rank_span.is_some() {
        return None;
    }
    let rows = &unit.statement.exprs;
    let row = |e: &ExprRef| {
        let number = usize::try_from(e.0).ok()?;
        rows.get(number).or_else(|| unit.extra.exprs.get(number.checked_sub(rows.len())?))
    };
    let parameter = |e: &ExprRef| match row(e)? {
        ExprRow::Bound(index, _) => {
            let level = own.parameters.len().checked_sub(1 + usize::try_from(*index).ok()?)?;
            Some((level, own.parameters.get(level)?.name.clone()))
        }
        _ => None,
    };
    let term = |e: &ExprRef| match row(e)? {
        ExprRow::Bin(Bin::Sub, upper, lower) => {
            Some((None, format!("{} - {}", parameter(upper)?.1, parameter(lower)?.1)))
        }
        ExprRow::Fn(_, _, arguments) => {
            let (level, name) = parameter(arguments.first()?)?;
            Some((Some(level), format!("the size of {name}")))
        }
        _ => parameter(e).map(|(level, name)| (Some(level), name)),
    };
    match own.measure.as_slice() {
        [one] => term(one).filter(|(level, _)| *level != Some(0)).map(|(_, text)| text),
        [] => None,
        several => {
            let texts: Option<Vec<String>> = several.iter().map(|e| term(e).map(|(_, text)| text)).collect();
            Some(format!("({})", texts?.join(", ")))
        }
    }
}

/// The end of the attribute that a claim stands in, given the end of the claim.
#[must_use]
pub fn behind_attribute(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let closing =
        rest.find(']').filter(|at| rest[..*at].chars().all(|c| c.is_whitespace() || "|}".contains(c)));
    closing.map_or(end, |at| end + at + 1)
}

/// The claim with other measures, each with its text; nothing where a measure or rank is written.
pub(crate) fn others<'a>(
    unit: &'a Unit,
    file: &'a str,
    text: &'a str,
    reading: Reading,
    failed: &str,
) -> impl Iterator<Item = (String, Unit)> + use<'a> {
    let own = unit.functions.iter().find(|function| function.name == unit.claim);
    let own = own.filter(|own| own.recursive && own.measure_span.is_none() && own.rank_span.is_none());
    let own = own.filter(|own| own.claim_span.source == Source::User);
    let terms = own.map_or_else(Vec::new, |own| candidates(unit, own, failed));
    let place = own.map_or(0, |own| behind_attribute(text, own.claim_span.end));
    terms.into_iter().filter_map(move |term| {
        let (before, after) = text.split_at_checked(place)?;
        let module = load_with(file, &format!("{before}\n[@@measure {term}]{after}"), reading).ok()?;
        let mut found = module.units.into_iter().find(|found| found.claim == unit.claim)?;
        // SOUNDNESS: the same claim about the same program; and nothing comes back that was found to be false.
        if found.statement != unit.statement || found.functions.len() != unit.functions.len() {
            return None;
        }
        found
            .facts
            .retain(|fact| unit.facts.iter().any(|kept| (&kept.name, kept.kind) == (&fact.name, fact.kind)));
        // Places are those of the text as it is.
        found.source_map = unit.source_map.clone();
        for (function, original) in found.functions.iter_mut().zip(&unit.functions) {
            let FunctionInfo { measure, rank, .. } = function.clone();
            *function = FunctionInfo { measure, rank, ..original.clone() };
        }
        Some((term, found))
    })
}

fn candidates(unit: &Unit, own: &FunctionInfo, failed: &str) -> Vec<String> {
    let at = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let statement = &unit.statement;
    let global = statement.globals.get(at(statement.claim.0));
    let Some(claim) = global.and_then(|global| statement.types.get(at(global.claim.0))) else {
        return Vec::new();
    };
    let is_integer = |param: &ParamRow| match param {
        ParamRow::Base(sort, _) => statement.sorts.get(at(sort.0)) == Some(&SortRow::Int),
        ParamRow::Fun(_) => false,
    };
    let integers: Vec<&str> = own
        .parameters
        .iter()
        .zip(&claim.params)
        .filter(|(_, param)| is_integer(param))
        .map(|(parameter, _)| parameter.name.as_str())
        .collect();
    let mut terms: Vec<String> =
        integers.iter().filter(|name| **name != failed).map(|name| (*name).to_owned()).collect();
    for a in &integers {
        terms.extend(integers.iter().filter(|b| *b != a).map(|b| format!("{a} - {b}")));
    }
    terms.truncate(MOST);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{ClaimReport, Options, Verdict, check_source};

    fn checked(claim: &str, attribute: &str) -> ClaimReport {
        let text = format!(
            "let rec between (lo : int) (hi : int) : int =\n  \
             if lo >= hi then hi else if bool_gen () then lo else between (lo + 1) hi\n\
             [@@covers {{| lo:{{v:int | true}} -> hi:{{v:int | lo <= v}} -> [v:int | {claim}] |}}]{attribute}\n\n\
             let later () : int = 1\n[@@covers {{| M [v:int | v = 1] |}}]\n"
        );
        let mut report = check_source("a.ml", &text, &Options { jobs: 1, ..Options::default() });
        assert_eq!(report.claims[1].verdict, Verdict::Valid);
        report.claims.swap_remove(0)
    }

    #[test]
    fn a_measure_is_found_that_nobody_wrote() {
        let found = checked("lo <= v && v <= hi", "");
        assert_eq!((found.verdict, found.found_measure.as_deref()), (Verdict::Valid, Some("hi - lo")));
        // The proof is the one that it has with that measure.
        let written = checked("lo <= v && v <= hi", "\n[@@measure hi - lo]");
        let proof = |claim: &ClaimReport| claim.certificate.as_ref().map(|file| file.certificate.clone());
        assert!(proof(&found).is_some() && proof(&found) == proof(&written));
        assert_eq!(written.found_measure, None);
    }

    #[test]
    fn a_wrong_measure_stays_wrong_and_a_false_claim_false() {
        let written = checked("lo <= v && v <= hi", "\n[@@measure lo]");
        assert_eq!((written.verdict, written.found_measure), (Verdict::Unknown, None));
        assert_eq!(checked("lo <= v && v <= hi + 1", "").verdict, Verdict::Rejected);
    }

    #[test]
    fn what_does_not_decrease_is_seen() {
        let stuck = checked("lo <= v && v <= hi", "\n[@@measure lo]");
        assert_eq!(not_decreasing(&stuck.obstacles), Some("lo"));
        let stuck = checked("lo <= v && v <= hi", "\n[@@measure 2 * hi]");
        assert_eq!((stuck.verdict, not_decreasing(&stuck.obstacles)), (Verdict::Unknown, None));
    }
}
