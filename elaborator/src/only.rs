//! Claims that are read as *only* or *exactly*: tested first, then proved if that can be done.
//!
//! Testing comes first because a value outside refutes the claim, whatever else is known. What is proved is the
//! kernel's word and has a certificate of its kind. What is not proved is worth what its weaker half is worth: *tested*
//! at best. The certificate of an *exactly* claim of which only the other half is proved is the one that the claim
//! `[v:t | φ]` has, and says so.
//!
//! What is proved of a *total* claim is an *only* claim about another program, the one with checks that the front end makes. A
//! run of the function that fails refutes it; one that does not come to an end leaves it open.

use crate::obstacles::Obstacle;
use crate::pipeline::Options;
use crate::report::{ClaimReport, OnlyReport, Verdict};
use covenant_execute::Program;
use covenant_exercise::{Exercised, Finding, Subject, Untestable, exercise};
use covenant_front::{ClaimKind, Diagnostic, DiagnosticKind, FunctionInfo, Unit};

/// The report on a claim that says *only* and nothing else.
pub(crate) fn check_only(
    unit: &Unit,
    options: &Options,
    modelled: bool,
    prove: impl Fn(&Unit) -> ClaimReport,
) -> ClaimReport {
    let start = std::time::Instant::now();
    let mut report = ClaimReport::of(unit);
    add_test(unit, options, &mut report);
    add_proof(unit, modelled, &mut report, prove);
    report.time = start.elapsed();
    report
}

/// Tests what a claim says *only*, and adds what was found to the report.
pub(crate) fn add_test(unit: &Unit, options: &Options, report: &mut ClaimReport) {
    let mut found = match Program::new(&unit.statement) {
        Ok(program) => {
            let subject = Subject { program, global: unit.statement.claim, only: unit.only_parameters() };
            exercise(&subject, &options.test)
        }
        Err(error) => Err(Untestable::NotRun(error.to_string())),
    };
    report.kind = unit.kind;
    report.total = unit.functions.iter().any(|function| function.name == unit.claim && function.total);
    let proved = is_proved(report);
    if unit.kind == ClaimKind::Exactly {
        report.every = Some(report.verdict);
    }
    if let (true, Ok(found)) = (report.total, &mut found) {
        note_failing_run(found);
    }
    let against = |found: &Exercised| found.outside.is_some() || report.total && found.raised.is_some();
    let refuted = found.as_ref().is_ok_and(against);
    let open = |found: &Exercised| {
        found.undecided.count > 0 || report.total && found.deterministic && found.did_not_return.count > 0
    };
    let decided = found.as_ref().is_ok_and(|found| found.inputs() > 0 && !open(found) && found.good > 0);
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

/// Of a function with choices, too, one run that fails stands against a claim that is total.
fn note_failing_run(found: &mut Exercised) {
    if let (None, Some(args)) = (&found.raised, &found.failed.first) {
        let what = "an exception, or a failing match, on some choices".to_owned();
        found.raised = Some(Finding::Raised { args: args.clone(), what });
    }
}

fn is_proved(report: &ClaimReport) -> bool {
    matches!(report.verdict, Verdict::Valid | Verdict::ValidModulo)
}

/// Proves the whole of a claim that was tested, if that can be done; `prove` does it for a unit of one kind. In a file
/// where something of a library or of a system under test is `modelled` by what it can return, nothing is proved.
pub(crate) fn add_proof(
    unit: &Unit,
    modelled: bool,
    report: &mut ClaimReport,
    prove: impl Fn(&Unit) -> ClaimReport,
) {
    let other_half = report.every.is_none_or(|every| matches!(every, Verdict::Valid | Verdict::ValidModulo));
    if report.verdict == Verdict::Rejected || !other_half {
        return;
    }
    let because = |message: String| Obstacle {
        message,
        program: Some(report.span),
        spec: Some(report.spec_span),
        ..Obstacle::default()
    };
    if modelled {
        let why = "what the library's generators, or the system's answers, are *only* is not known";
        report.obstacles = vec![because(why.to_owned())];
        return;
    }
    // SOUNDNESS: of a total claim nothing but the program with checks is proved.
    let unit = match &unit.total {
        None if report.total => return,
        None => unit,
        Some(Ok(with_checks)) => with_checks,
        Some(Err(why)) => {
            let message = format!("that it is total cannot be proved: {}; {}", why.message, why.advice);
            report.obstacles = vec![Obstacle { program: Some(why.span), ..because(message) }];
            return;
        }
    };
    let whole = match unit.read_as(unit.kind) {
        Ok(whole) => whole,
        Err(function) => {
            report.obstacles = vec![because(says_less(unit, function))];
            return;
        }
    };
    // The half that is not proved yet first: it is where it fails, if it does.
    let half =
        if unit.kind == ClaimKind::Exactly { unit.read_as(ClaimKind::Only) } else { Ok(whole.clone()) };
    let Ok(half) = half else { return };
    let mut proved = prove(&half);
    if is_proved(&proved) && unit.kind == ClaimKind::Exactly {
        proved = prove(&whole);
    }
    report.cut_short |= proved.cut_short;
    if is_proved(&proved) {
        *report = ClaimReport {
            kind: report.kind,
            total: report.total,
            every: report.every,
            only: report.only.take(),
            found_measure: report.found_measure.take(),
            time: report.time + proved.time,
            ..proved
        };
    } else {
        report.obstacles = proved.obstacles;
        if let (true, Some(first)) = (report.total, report.obstacles.first_mut()) {
            let failed =
                "`Failed` stands for a run that fails, or a call at which the measure does not decrease";
            first.details.push(failed.to_owned());
        }
    }
}

/// Why a function that is called keeps a claim from being proved.
fn says_less(unit: &Unit, function: &FunctionInfo) -> String {
    let wanted = unit.kind.word();
    if function.has_only_parameter() {
        return format!(
            "`{}` has a function parameter that is read as *only*; claims about such functions are tested and not proved",
            function.name
        );
    }
    if function.assumed {
        return format!("`{}` is used, of which it is only assumed what it can return", function.name);
    }
    format!(
        "`{}` is used, whose claim says {}; to prove this one, let it say `{wanted}` or have no claim",
        function.name,
        function.kind.word()
    )
}

/// A warning about a claim that holds because nothing is ever returned.
pub(crate) fn vacuous(claim: &ClaimReport, text: &str) -> Option<Diagnostic> {
    let found = claim.only.as_ref()?.found.as_ref().ok()?;
    if !is_proved(claim) || claim.kind != ClaimKind::Only || found.good > 0 || found.undecided.count > 0 {
        return None;
    }
    let (line, column) = covenant_front::span::line_and_column(text, claim.spec_span.start);
    let why = if found.inputs() == 0 {
        "no arguments that it allows were found"
    } else {
        "no call that was tried returns anything"
    };
    Some(Diagnostic {
        kind: DiagnosticKind::Warning,
        span: claim.spec_span,
        line,
        column,
        text: claim.claim.clone(),
        message: format!("the claim about `{}` may hold of nothing: {why}", claim.claim),
        advice:
            "a claim about what is returned *only* is true of a function that always fails or never ends; \
                 say `exactly` if something must be returned"
                .to_owned(),
    })
}
