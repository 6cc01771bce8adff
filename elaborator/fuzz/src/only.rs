//! Claims read as *only*: the kernel's word against runs.
//!
//! All claims of a unit are read so, together. The function is run on small arguments that its parameters allow,
//! in every way that the bounds leave; a value outside of a claim that was accepted is a soundness bug. Claims that
//! were not accepted are run as well: how many of them are false says whether the programs are any good.

use super::{AcceptedOnly, FuzzOptions, FuzzReport, Unsound};
use covenant_elaborator::pipeline::{self, Verdict};
use covenant_execute::{Names, Program};
use covenant_exercise::{Finding, Plan, Subject, exercise};
use covenant_front::{ClaimKind, Diagnostic, Unit};

/// How far functions are run.
pub const PLAN: Plan = Plan { depth: 3, most: 60, ints: None, fuel: 20_000, search_steps: 20_000 };

pub(super) fn examine(
    text: &str,
    unit: &Unit,
    refuted: &[Diagnostic],
    options: &FuzzOptions,
    report: &mut FuzzReport,
) -> Option<Unsound> {
    let mut only = unit.clone();
    only.statement.kind = ClaimKind::Only;
    let claim = pipeline::check_alone(&only, refuted, "fuzz.ml", text, &options.pipeline)?;
    report.only_claims += 1;
    let accepted = claim.verdict == Verdict::Valid;
    report.only += u64::from(accepted);
    let program = Program::new(&unit.statement).ok()?;
    let subject = Subject { program, global: unit.statement.claim, only: unit.only_parameters() };
    let ran = exercise(&subject, &PLAN).ok()?;
    if !accepted {
        report.only_refuted += u64::from(ran.outside.is_some());
        return None;
    }
    report.only_inputs += ran.inputs();
    report.only_values += ran.good;
    if options.keep > 0 && report.only.is_multiple_of(options.keep) {
        // The number of the run is the caller's to fill in.
        report.accepted_only.push(AcceptedOnly { run: 0, source: text.to_owned(), unit: only });
    }
    let Finding::Outside { args, value, .. } = ran.outside? else { return None };
    let shown = |value| covenant_execute::show_argument(&unit.statement, &Names::default(), value);
    let args: Vec<String> = args.iter().map(shown).collect();
    Some(Unsound {
        run: 0,
        source: text.to_owned(),
        claim: claim.claim.clone(),
        missing: format!("anything but {} {}, as a claim of only", args.join(" "), shown(&value)),
    })
}
