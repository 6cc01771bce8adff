//! A folder of benchmark files against what their headers expect.
//!
//! The tally keeps apart what a user would treat differently: a proof, an honest *unknown*, a
//! refutation with a value that a run confirms, one without, and the two kinds of wrong
//! answers. Accepting a claim that is known to be false is what makes a run fail.

use crate::checking::{CheckedFile, ClaimVerdict, check};
use crate::headers::Headers;
use crate::report::{Cell, Table};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The suites, as folders of the benchmarks: the one list that there is.
pub fn suites() -> Vec<&'static str> {
    let lines = include_str!("../suites.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_whitespace().next()).collect()
}

/// A verdict, judged by what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// A claim that holds was proved, and nothing was assumed.
    Proved,
    /// A claim that holds was proved from assumptions.
    ProvedModulo,
    /// A false claim was refuted by a value that execution confirms to be missing.
    RefutedConfirmed,
    /// A false claim was refuted without such a value.
    Refuted,
    /// Neither proved nor refuted, but the claim holds.
    UnknownTrue,
    /// Neither proved nor refuted, and the claim is false.
    UnknownFalse,
    /// A claim about a program outside the dialect was declined, as it has to be.
    DeclinedRightly,
    /// The file or the claim was not understood.
    Declined,
    /// A claim that holds was rejected.
    WronglyRejected,
    /// A false claim was accepted.
    WronglyAccepted,
}

impl Outcome {
    /// All of them, best first.
    pub const ALL: [Outcome; 10] = [
        Outcome::Proved,
        Outcome::ProvedModulo,
        Outcome::RefutedConfirmed,
        Outcome::Refuted,
        Outcome::UnknownTrue,
        Outcome::UnknownFalse,
        Outcome::DeclinedRightly,
        Outcome::Declined,
        Outcome::WronglyRejected,
        Outcome::WronglyAccepted,
    ];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Proved => "proved",
            Outcome::ProvedModulo => "proved modulo",
            Outcome::RefutedConfirmed => "refuted, confirmed",
            Outcome::Refuted => "refuted",
            Outcome::UnknownTrue => "unknown (true)",
            Outcome::UnknownFalse => "unknown (false)",
            Outcome::DeclinedRightly => "declined, rightly",
            Outcome::Declined => "declined",
            Outcome::WronglyRejected => "WRONGLY REJECTED",
            Outcome::WronglyAccepted => "WRONGLY ACCEPTED",
        }
    }

    /// Judges a verdict. An assumption does not excuse accepting a false claim.
    pub fn of(holds: bool, verdict: ClaimVerdict) -> Outcome {
        match (holds, verdict) {
            (true, ClaimVerdict::Valid) => Outcome::Proved,
            (true, ClaimVerdict::ValidModulo) => Outcome::ProvedModulo,
            (true, ClaimVerdict::Rejected { .. }) => Outcome::WronglyRejected,
            (true, ClaimVerdict::Unknown) => Outcome::UnknownTrue,
            (false, ClaimVerdict::Valid | ClaimVerdict::ValidModulo) => Outcome::WronglyAccepted,
            (false, ClaimVerdict::Rejected { confirmed: true }) => Outcome::RefutedConfirmed,
            (false, ClaimVerdict::Rejected { confirmed: false }) => Outcome::Refuted,
            (false, ClaimVerdict::Unknown) => Outcome::UnknownFalse,
            (_, ClaimVerdict::Declined) => Outcome::Declined,
        }
    }
}

/// A judged claim.
#[derive(Clone, Debug)]
pub struct JudgedClaim {
    /// Its name, or what is said in place of claims that the file should have.
    pub claim: String,
    /// The judgement.
    pub outcome: Outcome,
    /// Where the search is stuck, what is missing, what is not understood.
    pub detail: String,
    /// Time for the claim.
    pub time: Duration,
}

/// A judged file.
#[derive(Clone, Debug)]
pub struct JudgedFile {
    /// Base name.
    pub file: String,
    /// The level its header gives.
    pub level: Option<u32>,
    /// Its claims.
    pub claims: Vec<JudgedClaim>,
    /// Time for the whole file.
    pub time: Duration,
}

/// The `.ml` files of a folder, in order. An empty folder is an error.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = |error| format!("cannot read {}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == "ml") {
            found.push(path);
        }
    }
    if found.is_empty() {
        return Err(format!("{} has no .ml file", folder.display()));
    }
    found.sort();
    Ok(found)
}

/// Checks one file and judges it.
pub fn judge(path: &Path) -> Result<JudgedFile, String> {
    let wrong = |what: String| format!("{}: {what}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let headers = Headers::of_source(&text).map_err(|error| wrong(error.to_string()))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let checked = check(&name, &text);
    Ok(judge_checked(name, &headers, &checked))
}

/// Judges what the check of a file said.
pub fn judge_checked(file: String, headers: &Headers, checked: &CheckedFile) -> JudgedFile {
    let false_claims = headers.false_claims();
    let outside = |name: &str| headers.declined.contains(name);
    let mut claims: Vec<JudgedClaim> = checked
        .claims
        .iter()
        .map(|claim| JudgedClaim {
            claim: claim.name.clone(),
            outcome: match claim.verdict {
                ClaimVerdict::Declined if outside(&claim.name) => Outcome::DeclinedRightly,
                verdict => {
                    let holds = !false_claims.contains(claim.name.as_str()) && !outside(&claim.name);
                    Outcome::of(holds, verdict)
                }
            },
            detail: claim.detail.clone(),
            time: claim.time,
        })
        .collect();
    // A file that is not understood, or whose false claim is never looked at, must not pass for
    // one without failures.
    let unseen = |name: &str| !checked.claims.iter().any(|claim| claim.name == name);
    let expected = false_claims.into_iter().chain(headers.declined.iter().map(String::as_str));
    for name in expected.filter(|name| unseen(name)) {
        let detail = checked.errors.first().cloned().unwrap_or_else(|| "no such claim".into());
        // A false lemma or axiom is shown by the values at which it fails; the claim that was to
        // rest on it is refused with it.
        let outcome = if checked.false_fact { Outcome::Refuted } else { Outcome::Declined };
        let (claim, time) = (name.to_owned(), Duration::ZERO);
        claims.push(JudgedClaim { claim, outcome, detail, time });
    }
    if claims.is_empty() {
        let detail = checked.errors.first().cloned().unwrap_or_else(|| "no claim".into());
        let claim = "(whole file)".into();
        claims.push(JudgedClaim { claim, outcome: Outcome::Declined, detail, time: checked.time });
    }
    JudgedFile { file, level: headers.level, claims, time: checked.time }
}

/// A file whose check did not end by itself: nothing is known about its claims.
pub fn unfinished(path: &Path, why: &str) -> JudgedFile {
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let headers = std::fs::read_to_string(path).ok().and_then(|text| Headers::of_source(&text).ok());
    let outcome = match &headers {
        Some(headers) if !headers.all_valid => Outcome::UnknownFalse,
        _ => Outcome::UnknownTrue,
    };
    let claim =
        JudgedClaim { claim: "(whole file)".into(), outcome, detail: why.into(), time: Duration::ZERO };
    JudgedFile { file, level: headers.and_then(|h| h.level), claims: vec![claim], time: Duration::ZERO }
}

/// The judged files of a folder.
#[derive(Clone, Debug, Default)]
pub struct SuiteReport {
    /// The files, in order.
    pub files: Vec<JudgedFile>,
}

impl SuiteReport {
    /// Checks every file of a folder, one after the other, in this process.
    pub fn of_folder(folder: &Path) -> Result<SuiteReport, String> {
        let files = files(folder)?.iter().map(|path| judge(path)).collect::<Result<_, _>>()?;
        Ok(SuiteReport { files })
    }

    /// All judged claims.
    pub fn claims(&self) -> impl Iterator<Item = (&JudgedFile, &JudgedClaim)> {
        self.files.iter().flat_map(|file| file.claims.iter().map(move |claim| (file, claim)))
    }

    /// How many claims ended in a way.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.claims().filter(|(_, claim)| claim.outcome == outcome).count()
    }

    /// Whether no false claim was accepted.
    pub fn sound(&self) -> bool {
        self.count(Outcome::WronglyAccepted) == 0
    }

    /// One row per claim.
    pub fn table(&self, suite: &str) -> Table {
        let columns = ["file", "claim", "level", "outcome", "ms", "detail"];
        let mut table = Table::new("suite", format!("Verdicts against expectations: {suite}"), &columns);
        for (file, claim) in self.claims() {
            table.rows.push(vec![
                file.file.clone().into(),
                claim.claim.clone().into(),
                file.level.map_or(Cell::Nothing, |level| Cell::Count(u64::from(level))),
                claim.outcome.name().into(),
                Cell::Number(claim.time.as_secs_f64() * 1e3, 1),
                claim.detail.lines().next().unwrap_or_default().into(),
            ]);
        }
        table
    }

    /// How many claims ended in which way.
    pub fn tally(&self, suite: &str) -> Table {
        let mut table = Table::new("tally", format!("Tally: {suite}"), &["outcome", "claims"]);
        for outcome in Outcome::ALL {
            let count = self.count(outcome);
            if count > 0 {
                table.rows.push(vec![outcome.name().into(), count.into()]);
            }
        }
        let seconds: f64 = self.files.iter().map(|file| file.time.as_secs_f64()).sum();
        table.rows.push(vec!["files".into(), self.files.len().into()]);
        table.rows.push(vec!["seconds".into(), Cell::Number(seconds, 2)]);
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checking::CheckedClaim;

    fn checked(claims: &[(&str, ClaimVerdict)]) -> CheckedFile {
        let claim = |(name, verdict): &(&str, ClaimVerdict)| CheckedClaim {
            name: (*name).into(),
            verdict: *verdict,
            ..CheckedClaim::default()
        };
        CheckedFile { claims: claims.iter().map(claim).collect(), ..CheckedFile::default() }
    }

    fn outcomes(header: &str, claims: &[(&str, ClaimVerdict)]) -> Vec<Outcome> {
        let headers = Headers::of_source(header).expect("well formed");
        let judged = judge_checked("file.ml".into(), &headers, &checked(claims));
        judged.claims.iter().map(|claim| claim.outcome).collect()
    }

    const FALSE_G: &str = "(* expect: rejected *) (* missing: g 1 => 2 *)";

    #[test]
    fn only_the_named_claims_of_a_rejected_file_are_false() {
        use ClaimVerdict::*;
        assert_eq!(
            outcomes(FALSE_G, &[("f", Valid), ("g", Rejected { confirmed: true })]),
            [Outcome::Proved, Outcome::RefutedConfirmed]
        );
        assert_eq!(
            outcomes(FALSE_G, &[("f", Rejected { confirmed: true }), ("g", Unknown)]),
            [Outcome::WronglyRejected, Outcome::UnknownFalse]
        );
    }

    #[test]
    fn what_has_to_be_declined_is_accepted_by_no_other_verdict() {
        use ClaimVerdict::*;
        let header = "(* expect: declined *) (* declined: f *)";
        assert_eq!(
            outcomes(header, &[("f", Declined), ("g", Declined)]),
            [Outcome::DeclinedRightly, Outcome::Declined]
        );
        assert_eq!(outcomes(header, &[("f", Valid)]), [Outcome::WronglyAccepted]);
        assert_eq!(outcomes(header, &[("f", Unknown)]), [Outcome::UnknownFalse]);
        assert_eq!(outcomes(header, &[("g", Valid)]), [Outcome::Proved, Outcome::Declined]);
    }

    #[test]
    fn accepting_a_false_claim_is_wrong_whatever_is_assumed() {
        assert_eq!(outcomes(FALSE_G, &[("g", ClaimVerdict::Valid)]), [Outcome::WronglyAccepted]);
        assert_eq!(outcomes(FALSE_G, &[("g", ClaimVerdict::ValidModulo)]), [Outcome::WronglyAccepted]);
    }

    #[test]
    fn claims_that_were_never_looked_at_are_declined() {
        assert_eq!(outcomes(FALSE_G, &[("f", ClaimVerdict::Valid)]), [Outcome::Proved, Outcome::Declined]);
        assert_eq!(outcomes("(* expect: valid *)", &[]), [Outcome::Declined]);
    }

    #[test]
    fn a_false_lemma_refutes_the_claim_that_needs_it() {
        let headers = Headers::of_source(FALSE_G).expect("well formed");
        let refused = CheckedFile { false_fact: true, ..CheckedFile::default() };
        let judged = judge_checked("file.ml".into(), &headers, &refused);
        assert_eq!(judged.claims.iter().map(|c| c.outcome).collect::<Vec<_>>(), [Outcome::Refuted]);
    }

    #[test]
    fn an_empty_folder_is_an_error() {
        let nothing = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join("scaling");
        assert!(files(&nothing).is_err());
    }
}
