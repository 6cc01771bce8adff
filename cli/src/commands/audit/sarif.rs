//! `--sarif`: the findings of an audit.

use super::report::{KERNEL_VERSION, Report};
use super::source::Ran;
use crate::sarif;
use covenant_kernel::check::Verdict;
use serde_json::{Value, json};

const RULES: [(&str, &str); 6] = [
    ("rejected", "The kernel does not accept the certificate."),
    ("declined", "The certificate is beyond the limits of the kernel."),
    ("assumed", "The verdict rests on something that nothing proves."),
    ("source", "The source on disk is not what was certified."),
    ("policy", "The verdict rests on something that the policy does not permit."),
    ("resolve", "A solver does not confirm a condition that rests on a solver."),
];

/// The log of all reports.
pub fn log(reports: &[Report]) -> Value {
    sarif::log(KERNEL_VERSION, &RULES, reports.iter().flat_map(results).collect())
}

fn results(report: &Report) -> Vec<Value> {
    let file = report.source_path.as_ref().unwrap_or(&report.source_file);
    let result = |rule: &str, level: &str, text: String, line: Option<usize>| {
        let text = format!("{}: {text}", report.claim);
        sarif::result(
            rule,
            level,
            &text,
            file,
            line.and_then(|line| u32::try_from(line).ok()).unwrap_or(1),
            &json!(report.statement_hash),
        )
    };
    let mut results = Vec::new();
    if let Some(rejection) = &report.rejection {
        let rule = if matches!(report.verdict, Verdict::Declined(_)) { "declined" } else { "rejected" };
        let line = report.rejection_line.or(report.line);
        results.push(result(rule, "error", rejection.sentence.clone(), line));
    }
    for trusted in &report.trusted {
        let text = format!("rests on {}", trusted.in_words());
        results.push(result("assumed", "warning", text, report.line));
    }
    if let Some(state) = report.source_state.as_ref().filter(|state| !state.same_statement) {
        results.push(result("source", "error", state.differences.join("; "), report.line));
    }
    if let Some(Ran::Disagrees(what)) = report.source_state.as_ref().and_then(|state| state.ran.as_ref()) {
        results.push(result("source", "error", what.clone(), report.line));
    }
    for violation in &report.violations {
        results.push(result("policy", "error", violation.clone(), report.line));
    }
    for resolved in report.resolved().filter(|r| !r.agrees()) {
        let text = format!(
            "{}: {} {} answers {}",
            resolved.about, resolved.solver, resolved.version, resolved.answer
        );
        let level = if resolved.disagrees() { "error" } else { "warning" };
        results.push(result("resolve", level, text, report.line));
    }
    results
}
