//! An audit for people.

use super::report::{KERNEL_VERSION, Report};
use super::resolve::Resolved;
use super::second::Second;
use super::source::{Ran, SourceState};
use crate::exit::Exit;
use crate::terminal::{self, Style, counted, styled};
use covenant_certificates::shown::shown_line;
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::Kind;

/// What *only* leaves out: the kernel's integers are mathematical, OCaml's wrap around.
const WITHIN_63_BITS: &str = ", while integers stay within 63 bits";

/// One line: verdict, claim, evidence.
pub fn line(report: &Report) -> String {
    let counts = report.counts;
    let total = counts.checked + counts.cross_checked + counts.solver;
    let mut text =
        format!("{} {}: {}", verdict(report), shown_line(&report.path), styled(Style::Strong, &report.claim));
    match &report.rejection {
        Some(rejection) => text.push_str(&format!(": {}", rejection.sentence)),
        None => text.push_str(&format!("  {}/{total} conditions checked by the kernel", counts.checked)),
    }
    let named: Vec<&str> =
        report.trusted.iter().filter(|t| t.is_named()).map(|t| t.statement.as_str()).collect();
    if !named.is_empty() {
        text.push_str(&format!(", assuming {}", named.join(", ")));
    }
    if let Some(state) = report.source_state.as_ref().filter(|state| !state.same_statement) {
        text.push_str(&format!("; {}", on_disk(state)));
    }
    if let Some(ran) = report.source_state.as_ref().and_then(|state| state.ran.as_ref()) {
        text.push_str(&format!("; {}", when_run(ran)));
    }
    if let Some(second) = &report.verified {
        text.push_str(&format!("; {}", verified(second)));
    }
    if !report.violations.is_empty() {
        text.push_str(&format!("; {}: {}", styled(Style::Error, "policy"), report.violations.join(", ")));
    }
    text
}

fn verdict(report: &Report) -> String {
    let style = match report.verdict {
        Verdict::Valid => Style::Good,
        Verdict::ValidModulo(_) | Verdict::Declined(_) => Style::Doubt,
        Verdict::Reject { .. } => Style::Error,
    };
    styled(style, report.word())
}

/// Everything.
pub fn print(report: &Report) {
    let heading = |name: &str, text: &str| {
        let mut lines = text.lines();
        terminal::line(&format!(
            "{} {}",
            styled(Style::Strong, &format!("{name:<12}")),
            lines.next().unwrap_or("")
        ));
        for line in lines {
            terminal::line(&format!("{:<12} {line}", ""));
        }
    };
    terminal::line(&format!("{} {}", verdict(report), styled(Style::Strong, &shown_line(&report.path))));
    if let Some(rejection) = &report.rejection {
        let place = match report.rejection_line {
            Some(line) => format!("{}\nsource: {}, line {line}", rejection.sentence, report.source_file),
            None => rejection.sentence.clone(),
        };
        heading("because", &place);
    }
    for function in &report.uses {
        heading("uses", &format!("{} : {}", function.name, function.claim));
    }
    match &report.claimed {
        Some(function) => heading("claim", &format!("{} : {}", function.name, function.claim)),
        None => heading("claim", &report.claim),
    }
    match report.kind {
        Kind::Every => {}
        Kind::Only => heading(
            "says only",
            &format!(
                "no other value is returned{WITHIN_63_BITS}; a run may fail, or not end, and nothing is promised"
            ),
        ),
        Kind::Exactly => heading(
            "says exactly",
            &format!("each of these values can be returned, and no other is{WITHIN_63_BITS}"),
        ),
    }
    let line = report.line.map_or(String::new(), |line| format!(", line {line}"));
    heading("source", &format!("{}{line}", report.source_file));
    if let Some(function) = &report.claimed {
        heading("program", &function.program);
    }
    match &report.translation {
        Some(Some(program)) => heading("checked as", program),
        Some(None) => heading("", "checked as the program of the events that it adds (--translation)"),
        None => {}
    }
    for (i, text) in report.theory.iter().enumerate() {
        heading(if i == 0 { "where" } else { "" }, text);
    }
    if report.rejection.is_none() {
        heading("rests on", &rests_on(report));
    }
    heading(
        "kernel",
        &format!(
            "{KERNEL_VERSION} now; {} when it was written, by {}",
            or(&report.accepted_by, "?"),
            or(&report.producer, "?")
        ),
    );
    heading("hash", &format!("{} (statement {})", report.hash, report.statement_hash));
    if let Some(state) = &report.source_state {
        heading("on disk", &on_disk(state));
        if state.total && state.same_statement {
            heading(
                "total",
                "the claim there says `total`: the program above is the one with checks, and that it never returns `Failed` \
                 says that each run of the source ends with a value (docs/RULES.md)",
            );
        }
        if let Some(ran) = &state.ran {
            heading("run", &when_run(ran));
        }
    }
    if let Some(second) = &report.verified {
        heading("verified", &verified(second));
        if let Some(answer) = second.answer().filter(|answer| !answer.claim.is_empty()) {
            heading("", &format!("what it checked: {} : {}", answer.function, answer.claim));
        }
    }
    for violation in &report.violations {
        heading("policy", &format!("{} {violation}", styled(Style::Error, "violated:")));
    }
    print_resolved(report.resolved.as_deref(), heading);
    terminal::line("");
}

fn verified(second: &Second) -> String {
    let style = match second.exit() {
        Exit::Good => Style::Good,
        Exit::Rejected => Style::Error,
        Exit::Unknown | Exit::Input => Style::Doubt,
    };
    styled(style, &second.in_words())
}

fn when_run(ran: &Ran) -> String {
    match ran {
        Ran::Confirmed { ocaml, values } => {
            styled(Style::Good, &format!("{} confirmed by OCaml {ocaml}", counted(*values, "value")))
        }
        Ran::NotConfirmed(why) => format!("{} {why}", styled(Style::Doubt, "not confirmed:")),
        Ran::Disagrees(what) => format!("{} {what}", styled(Style::Error, "another program:")),
    }
}

fn on_disk(state: &SourceState) -> String {
    let witness = match &state.second_reading_why {
        Some(why) => format!("; read once only: {why}"),
        None => "; OCaml reads the same".to_owned(),
    };
    match (state.same_text, state.same_statement) {
        (true, true) => format!("{}{witness}", styled(Style::Good, "the same source")),
        (false, true) => format!(
            "{}: another text, but exactly this program and claim{witness}",
            styled(Style::Good, "equivalent")
        ),
        (_, false) => {
            format!("{}: {}", styled(Style::Error, "not what was certified"), state.differences.join("; "))
        }
    }
}

fn or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

fn rests_on(report: &Report) -> String {
    let counts = report.counts;
    let total = counts.checked + counts.cross_checked + counts.solver;
    let mut lines = vec![format!("the kernel, which checked {} derivation nodes", report.nodes)];
    let mut kinds = Vec::new();
    for (count, text) in [
        (counts.checked, "checked by the kernel itself"),
        (counts.cross_checked, "on the word of two solvers"),
        (counts.solver, "on the word of one solver"),
    ] {
        if count > 0 {
            kinds.push(format!("{count} {text}"));
        }
    }
    let kinds = if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") };
    let conditions = counted(total, "verification condition");
    lines.push(format!("{conditions}: {kinds}"));
    for (name, statement) in &report.lemmas {
        lines.push(format!("lemma {name}, proved in the certificate: {statement}"));
    }
    let named: Vec<_> = report.trusted.iter().filter(|t| t.is_named()).collect();
    if report.trusted.is_empty() {
        lines.push("no assumption".to_owned());
    }
    for trusted in named {
        lines.push(format!("{} {}", styled(Style::Doubt, "assumption:"), trusted.in_words()));
        if let Some(entry) = trusted.policy_entry() {
            lines.push(format!("            to permit it in a policy: assumptions = [\"{entry}\"]"));
        }
    }
    for trusted in report.trusted.iter().filter(|t| !t.is_named()) {
        lines.push(format!("{} {}", styled(Style::Doubt, "not checked:"), trusted.in_words()));
    }
    lines.join("\n")
}

fn print_resolved(resolved: Option<&[Resolved]>, heading: impl Fn(&str, &str)) {
    let Some(resolved) = resolved else { return };
    if resolved.is_empty() {
        return heading("resolved", "nothing to ask: no condition rests on a solver");
    }
    let agreeing = resolved.iter().filter(|r| r.agrees()).count();
    heading("resolved", &format!("{agreeing} of {} answers confirm a condition", resolved.len()));
    for r in resolved.iter().filter(|r| !r.agrees()) {
        let style = if r.disagrees() { Style::Error } else { Style::Doubt };
        heading("", &format!("{} {} {}: {}", styled(style, &r.about), r.solver, r.version, r.answer));
    }
}

/// The last line of a run over several certificates.
pub fn summary(reports: &[Report], total: usize) -> String {
    let count = |word: &str| reports.iter().filter(|r| r.word() == word).count();
    let mut parts = Vec::new();
    for word in ["valid", "valid-modulo", "rejected", "declined"] {
        if count(word) > 0 {
            parts.push(format!("{} {word}", count(word)));
        }
    }
    if total > reports.len() {
        parts.push(format!("{} unreadable", total - reports.len()));
    }
    let violated = reports.iter().filter(|r| !r.violations.is_empty()).count();
    if violated > 0 {
        parts.push(format!("{violated} against the policy"));
    }
    format!("{}: {}", counted(total, "certificate"), parts.join(", "))
}
