//! Claims that are read as *only* or *exactly*: tested, never proved.
//!
//! The kernel has no rule for this direction yet. So the best that can be said of it is *tested*, and an *exactly*
//! claim of which the other half is proved is *tested* as a whole: what a claim is worth is what its weaker half is
//! worth. The certificate of the half that is proved is the one that the claim `[v:t | φ]` has.

use crate::pipeline::Options;
use crate::report::{ClaimReport, OnlyReport, Verdict};
use covenant_execute::Program;
use covenant_exercise::{Untestable, exercise};
use covenant_front::{ClaimKind, Unit};

/// The report on a claim that says *only* and nothing else.
pub(crate) fn check_only(unit: &Unit, options: &Options) -> ClaimReport {
    let start = std::time::Instant::now();
    let mut report = ClaimReport::of(unit);
    add_test(unit, options, &mut report);
    report.time = start.elapsed();
    report
}

/// Tests what a claim says *only*, and adds what was found to the report.
pub(crate) fn add_test(unit: &Unit, options: &Options, report: &mut ClaimReport) {
    let found = match Program::new(&unit.statement) {
        Ok(program) => exercise(program, unit.statement.claim, &options.test),
        Err(error) => Err(Untestable::NotRun(error.to_string())),
    };
    report.kind = unit.kind;
    let proved = matches!(report.verdict, Verdict::Valid | Verdict::ValidModulo);
    if unit.kind == ClaimKind::Exactly {
        report.every = Some(report.verdict);
    }
    let refuted = found.as_ref().is_ok_and(|found| found.outside.is_some());
    let decided =
        found.as_ref().is_ok_and(|found| found.inputs() > 0 && found.undecided.count == 0 && found.good > 0);
    if refuted {
        // What certifies the other half would look like a certificate of a claim that is false.
        report.verdict = Verdict::Rejected;
        report.certificate = None;
        report.hash = None;
        report.obstacles.clear();
    } else if proved || unit.kind == ClaimKind::Only {
        report.verdict = if decided { Verdict::Tested } else { Verdict::Unknown };
    }
    report.only = Some(OnlyReport { statement: unit.statement.clone(), found });
}
