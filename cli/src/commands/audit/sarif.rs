//! `--sarif`: the findings of an audit as a SARIF 2.1.0 log, which code review tools show as
//! annotations at the lines concerned.

use super::report::{KERNEL_VERSION, Report};
use super::source::Ran;
use covenant_kernel::check::Verdict;
use serde_json::{Value, json};

/// The log of all reports.
pub fn log(reports: &[Report]) -> Value {
    let results: Vec<Value> = reports.iter().flat_map(results).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "covenant",
                "version": KERNEL_VERSION,
                "rules": [
                    rule("rejected", "The kernel does not accept the certificate."),
                    rule("declined", "The certificate is beyond the limits of the kernel."),
                    rule("assumed", "The verdict rests on something that nothing proves."),
                    rule("source", "The source on disk is not what was certified."),
                    rule("policy", "The verdict rests on something that the policy does not permit."),
                    rule("resolve", "A solver does not confirm a condition that rests on a solver."),
                ],
            }},
            "results": results,
        }],
    })
}

fn rule(id: &str, text: &str) -> Value {
    json!({ "id": id, "shortDescription": { "text": text } })
}

fn results(report: &Report) -> Vec<Value> {
    let result = |rule: &str, level: &str, text: String, line: Option<usize>| {
        json!({
            "ruleId": rule,
            "level": level,
            "message": { "text": format!("{}: {text}", report.claim) },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": report.source_path.as_ref().unwrap_or(&report.source_file) },
                "region": { "startLine": line.unwrap_or(1) },
            }}],
            "partialFingerprints": { "covenant/claim": report.statement_hash },
        })
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
