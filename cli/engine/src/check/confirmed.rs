//! What OCaml says about accepted claims, and what follows from it.
//!
//! A disagreement takes the verdict away: what was proved is then true of another program than the
//! one that runs.

use covenant_cli::args::Confirm;
use covenant_cli::ocaml::Ocaml;
use covenant_cli::ocaml::confirm::{Claim, Confirmation, Disagreement, Outcome};
use covenant_cli::ocaml::noted;
use covenant_cli::snippet::{self, Message};
use covenant_cli::terminal::counted;
use covenant_elaborator::obstacles::Obstacle;
use covenant_elaborator::pipeline::{ClaimReport, Verdict};
use covenant_remember::Notes;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Why a verdict was taken away, in `--json`.
const TRANSLATION: &str = "translation";

/// What is known besides the kernel's verdict, by the number of the claim; nothing for claims that were not
/// accepted, and where nobody asked.
#[derive(Debug, Default)]
pub struct Confirmations {
    answers: BTreeMap<usize, Confirmation>,
}

/// Asks OCaml about the accepted ones of some claims of a file, and takes the verdicts away that it contradicts.
pub fn ask(mode: Confirm, notes: Option<&Notes>, text: &str, found: &mut [ClaimReport]) -> Confirmations {
    if mode == Confirm::Off {
        return Confirmations::default();
    }
    let accepted: Vec<usize> = accepted(found).collect();
    if accepted.is_empty() {
        return Confirmations::default();
    }
    let answers = match Ocaml::find() {
        None => accepted.iter().map(|_| Confirmation::NotConfirmed(NO_OCAML.to_owned())).collect(),
        Some(ocaml) => {
            let claims: Vec<Claim<'_>> = accepted
                .iter()
                .filter_map(|index| {
                    let claim = &found[*index];
                    let certified = &claim.certificate.as_ref()?.certificate.statement;
                    // What is certified of a total claim is the program with checks; OCaml runs the one without.
                    let without = claim.only.as_ref().filter(|_| claim.total).map(|only| &only.statement);
                    Some(Claim { name: &claim.claim, statement: without.unwrap_or(certified) })
                })
                .collect();
            noted::confirm(notes, ocaml, text, &claims)
        }
    };
    let answers: BTreeMap<usize, Confirmation> = accepted.into_iter().zip(answers).collect();
    for (index, answer) in &answers {
        if let Confirmation::Disagrees(disagreement) = answer {
            take_away(&mut found[*index], disagreement);
        }
    }
    Confirmations { answers }
}

/// Whether asking takes a while.
pub fn asks(mode: Confirm) -> bool {
    mode != Confirm::Off && Ocaml::find().is_some()
}

/// For claims about which OCaml is not asked, and why.
pub fn not_asked(mode: Confirm, found: &[ClaimReport], why: &str) -> Confirmations {
    if mode == Confirm::Off {
        return Confirmations::default();
    }
    let answers = accepted(found).map(|index| (index, Confirmation::NotConfirmed(why.to_owned())));
    Confirmations { answers: answers.collect() }
}

/// Those with a certificate.
fn accepted(found: &[ClaimReport]) -> impl Iterator<Item = usize> {
    (0..found.len()).filter(|index| found[*index].certificate.is_some())
}

/// Said where there is no OCaml.
pub const NO_OCAML: &str = "there is no OCaml here (`ocamlfind ocamlc`)";

fn take_away(claim: &mut ClaimReport, disagreement: &Disagreement) {
    claim.verdict = Verdict::Unknown;
    claim.every = claim.every.map(|_| Verdict::Unknown);
    claim.declined = true;
    claim.certificate = None;
    claim.hash = None;
    claim.obstacles = vec![Obstacle {
        message: format!("OCaml {} {}", disagreement.ocaml, disagreement.instead),
        program: Some(claim.span),
        details: details(disagreement),
        ..Obstacle::default()
    }];
}

fn details(disagreement: &Disagreement) -> Vec<String> {
    let Some(case) = &disagreement.case else { return Vec::new() };
    let call = format!("call: {}", case.call);
    if case.outcome == Outcome::Outside {
        return vec![call, format!("value that was proved impossible: {}", case.value)];
    }
    let mut details = vec![call, format!("value that was proved possible: {}", case.value)];
    details.push(match &case.draws {
        Some(draws) if draws.is_empty() => "it takes no draws".to_owned(),
        Some(draws) => format!("draws that lead to it: {draws}"),
        None => "which draws lead to it is not known".to_owned(),
    });
    details
}

impl Confirmations {
    /// What stands against relying on a claim, if it must be confirmed.
    pub fn denied(&self, mode: Confirm, index: usize) -> Option<String> {
        match self.answers.get(&index) {
            Some(Confirmation::NotConfirmed(why)) if mode == Confirm::Require => {
                Some(format!("not confirmed by running: {why}"))
            }
            _ => None,
        }
    }

    /// Whether OCaml contradicts a claim.
    pub fn contradicted(&self, index: usize) -> bool {
        matches!(self.answers.get(&index), Some(Confirmation::Disagrees(_)))
    }

    /// For the line of an accepted claim: `; 40 values confirmed by OCaml 4.13.1`.
    pub fn in_short(&self, index: usize) -> String {
        match self.answers.get(&index) {
            Some(Confirmation::Confirmed(confirmed))
                if confirmed.outcomes.contains_key(&Outcome::Allowed) =>
            {
                let values = counted(confirmed.values(), "value");
                format!("; {values} of OCaml {} within the claim", confirmed.ocaml)
            }
            Some(Confirmation::Confirmed(confirmed)) => {
                let values = confirmed.values();
                let values = if values == confirmed.asked {
                    counted(values, "value")
                } else {
                    format!("{values} of {}", counted(confirmed.asked, "value"))
                };
                format!("; {values} confirmed by OCaml {}", confirmed.ocaml)
            }
            // Said once, in the summary.
            Some(Confirmation::NotConfirmed(why)) if why == NO_OCAML => String::new(),
            Some(Confirmation::NotConfirmed(why)) => format!("; not confirmed by running: {why}"),
            Some(Confirmation::Disagrees(_)) | None => String::new(),
        }
    }

    /// For a claim that OCaml contradicts: the place, what was asked and what came.
    pub fn explanation(&self, index: usize, file: &str, text: &str, claim: &ClaimReport) -> Option<String> {
        let Some(Confirmation::Disagrees(disagreement)) = self.answers.get(&index) else { return None };
        let headline = match &disagreement.case {
            Some(case) if case.outcome == Outcome::Outside => {
                format!("`{}` was proved, but OCaml returns something else", claim.claim)
            }
            Some(_) => format!("`{}` was proved, but OCaml runs another program than was read", claim.claim),
            None => format!("`{}` was proved, but OCaml does not run the file", claim.claim),
        };
        let label = format!("OCaml {} {}", disagreement.ocaml, disagreement.instead);
        let help = match &disagreement.case {
            Some(case) if case.outcome == Outcome::Outside => {
                "its integers left OCaml's 63 bits, or the fault is in Covenant's reading of the file: then please report it"
            }
            Some(_) => {
                "the fault is most likely in Covenant's reading of the file: please report it, with the file"
            }
            None => {
                "a claim says nothing about a program that OCaml does not accept or does not start; correct the file"
            }
        };
        let message = Message {
            kind: "unknown",
            headline: &headline,
            labels: vec![(snippet::first_line(text, claim.span), label)],
            help: Some(help),
            notes: details(disagreement),
        };
        Some(snippet::render(file, text, &message, true))
    }

    /// For `--json`: `reason`, `confirmed`, `not_confirmed`, `disagreement`.
    pub fn json(&self, index: usize) -> [(&'static str, Value); 4] {
        let (mut reason, mut confirmed, mut not_confirmed, mut disagrees) =
            (Value::Null, Value::Null, Value::Null, Value::Null);
        match self.answers.get(&index) {
            None => {}
            Some(Confirmation::NotConfirmed(why)) => not_confirmed = json!(why),
            Some(Confirmation::Confirmed(found)) => {
                let outcomes: serde_json::Map<String, Value> =
                    found.outcomes.iter().map(|(outcome, n)| (outcome.word().to_owned(), json!(n))).collect();
                confirmed = json!({
                    "ocaml": found.ocaml,
                    "values": found.values(),
                    "asked": found.asked,
                    "outcomes": outcomes,
                });
            }
            Some(Confirmation::Disagrees(found)) => {
                reason = json!(TRANSLATION);
                let case = found.case.as_ref();
                disagrees = json!({
                    "ocaml": found.ocaml,
                    "outcome": case.map(|case| case.outcome.word()),
                    "call": case.map(|case| &case.call),
                    "value": case.map(|case| &case.value),
                    "draws": case.map(|case| &case.draws),
                    "instead": found.instead,
                });
            }
        }
        [
            ("reason", reason),
            ("confirmed", confirmed),
            ("not_confirmed", not_confirmed),
            ("disagreement", disagrees),
        ]
    }
}
