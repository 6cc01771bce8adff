//! The verified checker's word beside the kernel's.
//!
//! The two are compared in all that both say: the verdict, the claim as it is shown, and the assumptions. Any difference is
//! a bug in one of them, and an audit with one is no good audit.

use super::report::Report;
use super::second::Second;
use crate::failure::Failure;
use crate::ocaml::verified::{Answer, Assumed, Verified};
use covenant_certificates::CertificateFile;

/// The program, or how to get it.
pub fn checker() -> Result<Verified, Failure> {
    Verified::prepare().map_err(|why| {
        Failure::input(why).help(
            "install OCaml (apt-get install ocaml-findlib), or put the `covenant-verified` of a release beside `covenant`",
        )
    })
}

/// Asks about a certificate that the kernel has judged.
pub fn ask(checker: &Verified, file: &CertificateFile, report: &Report) -> Second {
    let bytes = match file.to_bytes() {
        Ok(bytes) => bytes,
        Err(error) => return Second::Silent(error.to_string()),
    };
    match checker.ask(&bytes) {
        Err(why) => Second::Silent(why),
        Ok(answer) if answer.verdict == "declined" => Second::Declines(answer),
        Ok(answer) => match difference(&answer, report) {
            Some(what) => Second::Differs(answer, what),
            None => Second::Agrees(answer),
        },
    }
}

/// What the two disagree about.
fn difference(answer: &Answer, report: &Report) -> Option<String> {
    let accepted = |word: &str| word == "valid" || word == "valid-modulo";
    let kernel = report.word();
    if accepted(&answer.verdict) != accepted(kernel) || (accepted(kernel) && answer.verdict != kernel) {
        let reason = if answer.reason.is_empty() { String::new() } else { format!(" ({})", answer.reason) };
        return Some(format!("the kernel says {kernel}, the verified checker {}{reason}", answer.verdict));
    }
    if !accepted(kernel) {
        return None;
    }
    let claim = report.claimed.as_ref().map_or("", |function| function.claim.as_str());
    if answer.claim != claim {
        return Some("the two show different claims".to_owned());
    }
    // Conditions are named by place in one and by number in the other.
    let named = |kind: &str| !matches!(kind, "cross-checked" | "solver");
    let mut theirs: Vec<Assumed> = answer.assumptions.iter().filter(|a| named(&a.kind)).cloned().collect();
    let ours = report.trusted.iter().filter(|t| t.is_named());
    let mut ours: Vec<Assumed> =
        ours.map(|t| Assumed { kind: t.kind.to_owned(), name: t.name.clone() }).collect();
    theirs.sort();
    ours.sort();
    let conditions = report.trusted.iter().filter(|t| !t.is_named()).count();
    let same = theirs == ours && answer.assumptions.len() == ours.len() + conditions;
    (!same).then(|| "the two assume different things".to_owned())
}
