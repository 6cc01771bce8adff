//! Verdicts as diagnostics: at the claim, and at the branch that cannot make the value.

use crate::document::Known;
use crate::places::{first_line, range};
use covenant_cli::{codes, tested};
use covenant_elaborator::advice::{self, Why};
use covenant_elaborator::pipeline::{ClaimReport, Verdict};
use covenant_front::{Diagnostic, DiagnosticKind, Source, Span};
use serde_json::{Value, json};

const ERROR: u8 = 1;
const WARNING: u8 = 2;
const INFORMATION: u8 = 3;

/// The stable code of what is said about a claim (`covenant explain`).
#[must_use]
pub fn code(claim: &ClaimReport) -> &'static str {
    match (claim.verdict, advice::why(claim)) {
        (Verdict::Rejected, _) if excess(claim).is_some() => codes::EXCESS,
        (Verdict::Rejected, _) => codes::REJECTED,
        (Verdict::Tested, _) => codes::TESTED,
        (_, Some(Why::NotProved)) => codes::NOT_PROVED,
        (_, Some(Why::UsedUp)) => codes::USED_UP,
        (_, Some(Why::CutShort)) => codes::CUT_SHORT,
        (_, Some(Why::NoMeasure)) => codes::NO_MEASURE,
        (_, Some(Why::NoDerivation)) => codes::NO_DERIVATION,
        (_, Some(Why::Suspected)) => codes::SUSPECTED,
        (Verdict::ValidModulo, None) => codes::ASSUMED,
        _ => codes::DECLINED,
    }
}

/// A call that returns what the claim does not allow.
pub(crate) fn excess(claim: &ClaimReport) -> Option<String> {
    let report = claim.only.as_ref()?;
    let outside = report.found.as_ref().ok()?.outside.as_ref()?;
    Some(tested::finding(&report.statement, &claim.claim, outside))
}

/// How much was tried of a claim that says what is returned only.
pub(crate) fn extent(claim: &ClaimReport) -> Option<String> {
    Some(tested::extent(claim.only.as_ref()?.found.as_ref().ok()?))
}

/// Everything that is to be shown about a text.
pub fn all(uri: &str, known: &Known) -> Vec<Value> {
    let of_the_file = known.diagnostics.iter().map(|found| of_file(&known.text, found));
    of_the_file.chain(known.claims.iter().flat_map(|claim| of_claim(uri, &known.text, claim))).collect()
}

fn one(place: Value, severity: u8, code: &str, message: &str) -> Value {
    json!({ "range": place, "severity": severity, "code": code, "source": "covenant", "message": message })
}

fn of_file(text: &str, found: &Diagnostic) -> Value {
    let severity = match found.kind {
        DiagnosticKind::Warning | DiagnosticKind::Declined => WARNING,
        _ => ERROR,
    };
    let advice = if found.advice.is_empty() { String::new() } else { format!("\n{}", found.advice) };
    let place =
        if found.span.source == Source::User { first_line(text, found.span) } else { range(text, 0, 0) };
    one(place, severity, codes::of_diagnostic(found.kind), &format!("{}{advice}", found.message))
}

fn of_claim(uri: &str, text: &str, claim: &ClaimReport) -> Vec<Value> {
    let code = code(claim);
    let in_file = |span: Option<Span>| span.filter(|s| s.source == Source::User && s.end > s.start);
    let mut found = Vec::new();
    match claim.verdict {
        Verdict::Valid | Verdict::ValidModulo => {}
        // What keeps a claim from being looked at is a diagnostic of the file.
        Verdict::Unknown if claim.declined => {}
        Verdict::Tested => {
            let extent = extent(claim).unwrap_or_default();
            let message = format!("`{}` is tested, not proved: {extent}", claim.claim);
            found.push(one(first_line(text, claim.span), INFORMATION, code, &message));
        }
        Verdict::Rejected if code == codes::EXCESS => {
            let call = excess(claim).unwrap_or_default();
            let message = format!("`{}` returns more than its specification allows\n{call}", claim.claim);
            found.push(one(first_line(text, claim.span), ERROR, code, &message));
        }
        Verdict::Rejected => {
            let missing = claim.missing.as_ref();
            let value = missing.map_or("a value", |missing| missing.text.as_str());
            let message = format!(
                "`{}` cannot produce every value that its specification allows\nno run returns it: {value}",
                claim.claim
            );
            let mut main = one(first_line(text, claim.span), ERROR, code, &message);
            main["relatedInformation"] = json!([{
                "location": { "uri": uri, "range": first_line(text, claim.spec_span) },
                "message": "but this allows it",
            }]);
            main["data"] = json!({ "claim": claim.claim, "repair": true });
            found.push(main);
            if let Some((branch, missing)) =
                missing.and_then(|missing| Some((in_file(missing.branch)?, missing)))
            {
                let message = format!(
                    "with {} this runs, and never returns {}",
                    missing.args.join(", "),
                    missing.value
                );
                found.push(one(first_line(text, branch), INFORMATION, code, &message));
            }
        }
        Verdict::Unknown => {
            let mut message = format!("`{}` is neither proved nor refuted", claim.claim);
            for line in advice::what_to_try(claim) {
                message.push_str(&format!("\nto try: {line}"));
            }
            let mut main = one(first_line(text, claim.span), WARNING, code, &message);
            main["data"] = json!({ "claim": claim.claim });
            found.push(main);
            for obstacle in claim.obstacles.iter().take(3) {
                let Some(place) = in_file(obstacle.program).or_else(|| in_file(obstacle.spec)) else {
                    continue;
                };
                let mut message = obstacle.message.clone();
                for detail in &obstacle.details {
                    message.push_str(&format!("\n{detail}"));
                }
                found.push(one(first_line(text, place), INFORMATION, code, &message));
            }
        }
    }
    found
}
