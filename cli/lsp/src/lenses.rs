//! The line above a claim, and what can be done about it.

use crate::diagnostics;
use crate::document::Known;
use crate::places::{first_line, range};
use covenant_cli::codes;
use covenant_elaborator::measures::behind_attribute;
use covenant_elaborator::pipeline::{ClaimReport, Verdict};
use covenant_front::{FunctionInfo, Source, Span};
use serde_json::{Value, json};

/// Checks a claim with four times the budgets.
pub const PROVE: &str = "covenant.prove";
/// Shows the derivation of an accepted claim as a page.
pub const DERIVATION: &str = "covenant.showDerivation";
/// Proposes a change that makes a rejected claim hold.
pub const REPAIR: &str = "covenant.repair";

/// The commands that the server knows.
pub const COMMANDS: [&str; 3] = [PROVE, DERIVATION, REPAIR];

/// The lenses of a text.
pub fn all(uri: &str, known: &Known) -> Vec<Value> {
    let lens = |claim: &ClaimReport, title: &str, command: &str| {
        json!({
            "range": first_line(&known.text, claim.span),
            "command": { "title": title, "command": command, "arguments": [uri, claim.claim] },
        })
    };
    let mut lenses = Vec::new();
    for claim in &known.claims {
        match (claim.verdict, &claim.certificate) {
            (Verdict::Valid | Verdict::ValidModulo, Some(file)) => {
                let nodes = file.certificate.proof.nodes.len();
                lenses.push(lens(claim, &format!("{}, {nodes} nodes", claim.verdict.word()), DERIVATION));
                lenses.push(lens(claim, "show derivation", DERIVATION));
            }
            (Verdict::Rejected, _) => {
                let value = claim.missing.as_ref().map_or("a value", |missing| missing.text.as_str());
                lenses.push(lens(claim, &format!("rejected: no run returns {value}"), REPAIR));
                lenses.push(lens(claim, "propose a repair", REPAIR));
            }
            _ if claim.declined => lenses.push(lens(claim, "not looked at", "")),
            _ => {
                lenses.push(lens(claim, "unknown", PROVE));
                lenses.push(lens(claim, "prove (four times as hard)", PROVE));
            }
        }
    }
    lenses
}

/// Quick fixes for the claims that a range of bytes touches.
pub fn actions(uri: &str, known: &Known, start: usize, end: usize) -> Vec<Value> {
    // A definition begins at its name; what stands before it in its line belongs to it as well.
    let line = |offset: usize| known.text.get(..offset).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
    let touched = |span: Span| span.source == Source::User && line(span.start) <= end && start <= span.end;
    let mut actions = Vec::new();
    for claim in known.claims.iter().filter(|claim| touched(claim.span) || touched(claim.spec_span)) {
        match claim.verdict {
            Verdict::Rejected if diagnostics::excess(claim).is_none() => actions.push(json!({
                "title": format!("Insert the missing branch of `{}` (repair)", claim.claim),
                "kind": "quickfix",
                "command": { "title": "repair", "command": REPAIR, "arguments": [uri, claim.claim] },
            })),
            Verdict::Unknown if !claim.declined => {
                let code = diagnostics::code(claim);
                if let Some(function) = known.function(claim) {
                    actions.extend(measures(uri, known, function).into_iter().map(|mut action| {
                        action["isPreferred"] = json!(code == codes::NO_MEASURE);
                        action
                    }));
                }
                actions.push(json!({
                    "title": format!("Prove `{}` with four times the budgets", claim.claim),
                    "kind": "quickfix",
                    "command": { "title": "prove", "command": PROVE, "arguments": [uri, claim.claim] },
                }));
            }
            _ => {}
        }
    }
    actions
}

/// Measures that may decrease, where none is written: each integer, and each difference of two of them.
fn measures(uri: &str, known: &Known, function: &FunctionInfo) -> Vec<Value> {
    if !function.recursive || function.measure_span.is_some() || function.rank_span.is_some() {
        return Vec::new();
    }
    let is_integer = |span: Span| {
        span.source == Source::User && known.text.get(span.start..span.end).is_some_and(is_integer)
    };
    let integers: Vec<&str> = function
        .parameters
        .iter()
        .filter(|parameter| is_integer(parameter.span))
        .map(|parameter| parameter.name.as_str())
        .collect();
    let mut terms: Vec<String> = integers.iter().map(|name| (*name).to_owned()).collect();
    for a in &integers {
        terms.extend(integers.iter().filter(|b| *b != a).map(|b| format!("{a} - {b}")));
    }
    let place = behind_attribute(&known.text, function.claim_span.end);
    let edit = |term: &String| {
        json!({
            "title": format!("Insert `[@@measure {term}]`"),
            "kind": "quickfix",
            "edit": { "changes": { uri: [{
                "range": range(&known.text, place, place),
                "newText": format!("\n[@@measure {term}]"),
            }] } },
        })
    };
    terms.iter().map(edit).collect()
}

/// Whether a type, as it is written in a claim, is that of integers: `int`, `{v:int | 0 <= v}`.
fn is_integer(written: &str) -> bool {
    let inside = written.trim().trim_start_matches('{');
    let base = inside.split('|').next().unwrap_or_default();
    base.rsplit(':').next().is_some_and(|sort| sort.trim().trim_end_matches('}').trim() == "int")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_told_from_other_types() {
        assert!(["int", "{v:int | 0 <= v}", "{ v : int | true }"].iter().all(|text| is_integer(text)));
        assert!(["int list", "{v:int list | true}", "bool"].iter().all(|text| !is_integer(text)));
        let text = "[@@covers {| M [v:int | true] |}]\nlet";
        let claim = text.find("M").expect("there")..text.find(" |}").expect("there");
        assert_eq!(&text[..behind_attribute(text, claim.end)], "[@@covers {| M [v:int | true] |}]");
    }
}
