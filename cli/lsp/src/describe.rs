//! Hover: the claim in the notation of the calculus, what the verdict rests on, the measure in use.

use crate::diagnostics;
use crate::document::Known;
use crate::names;
use covenant_cli::derivation::Derivation;
use covenant_elaborator::advice;
use covenant_elaborator::pipeline::{ClaimReport, Verdict};
use covenant_front::Source;

/// What there is to say about a place, as Markdown.
pub fn at(known: &Known, text: &str, offset: usize) -> Option<String> {
    let about_name = names::word_at(text, offset).and_then(|word| {
        let definition = names::definition(text, word)?;
        Some(format!("```ocaml\n{}\n```", definition.shown.trim_end()))
    });
    let claim = known.claim_at(offset);
    // The name of the function itself is about its claim.
    match (about_name, claim) {
        (_, Some(claim)) if names::word_at(text, offset) == Some(claim.claim.as_str()) => {
            Some(of_claim(known, claim))
        }
        (Some(definition), _) => Some(definition),
        (None, Some(claim)) => Some(of_claim(known, claim)),
        (None, None) => None,
    }
}

fn of_claim(known: &Known, claim: &ClaimReport) -> String {
    let mut lines = vec![format!("**{}** `{}`", claim.verdict.word(), claim.claim)];
    let stated = known.text.get(claim.spec_span.start..claim.spec_span.end).unwrap_or_default();
    let printed = claim.certificate.as_ref().and_then(|file| {
        let derivation = Derivation::brief(file);
        derivation.notation.as_ref().map(|n| n.claim(file.certificate.statement.claim))
    });
    lines.push(format!("```\n{}\n```", printed.as_deref().unwrap_or(stated.trim())));
    match claim.verdict {
        Verdict::Valid | Verdict::ValidModulo => {
            let counts = claim.conditions;
            let total = counts.checked + counts.cross_checked + counts.solver;
            lines.push(format!("{} of {total} conditions are checked by the kernel", counts.checked));
            let rests = if claim.assumptions.is_empty() {
                "nothing else".to_owned()
            } else {
                claim.assumptions.join(", ")
            };
            lines.push(format!("rests on: {rests}"));
            if !claim.lemmas.is_empty() {
                lines.push(format!("lemmas: {}", claim.lemmas.join(", ")));
            }
        }
        Verdict::Tested => {
            lines.push(format!("tested, not proved: {}", diagnostics::extent(claim).unwrap_or_default()));
        }
        Verdict::Rejected if diagnostics::excess(claim).is_some() => {
            let call = diagnostics::excess(claim).unwrap_or_default();
            lines.push(format!("more than it allows: `{call}`"));
        }
        Verdict::Rejected => {
            let value = claim.missing.as_ref().map_or("a value", |missing| missing.text.as_str());
            lines.push(format!("no run returns it: `{value}`"));
        }
        Verdict::Unknown => {
            lines.extend(claim.obstacles.iter().take(3).map(|obstacle| obstacle.message.clone()));
            lines.extend(advice::what_to_try(claim).into_iter().map(|line| format!("to try: {line}")));
        }
    }
    if let Some(function) = known.function(claim).filter(|function| function.recursive) {
        let written = function.measure_span.or(function.rank_span).filter(|span| span.source == Source::User);
        lines.push(match written.and_then(|span| known.text.get(span.start..span.end)) {
            Some(measure) => format!("measure: `{}`", measure.trim()),
            None if claim.found_measure.is_some() => {
                format!("measure: `{}` (found)", claim.found_measure.as_deref().unwrap_or_default())
            }
            None if !function.measure.is_empty() => {
                "measure: the first parameter that is an integer or has a size".to_owned()
            }
            None => "measure: the size of the value (a rank)".to_owned(),
        });
    }
    lines.join("\n\n")
}
