//! Verdicts and diagnostics, for people and for programs.

use super::Tally;
use covenant_certificates::shown::{shown_line, shown_path};
use covenant_cli::assumptions::{self, Trusted};
use covenant_cli::derivation::Derivation;
use covenant_cli::ocaml::read::{NO_OCAML, SecondReading};
use covenant_cli::snippet::{self, Message, bytes};
use covenant_cli::terminal::{self, Style, counted, styled};
use covenant_cli::tested;
use covenant_elaborator::advice;
use covenant_elaborator::obstacles::Obstacle;
use covenant_elaborator::pipeline::{ClaimReport, OnlyReport, Verdict};
use covenant_front::span::Lines;
use covenant_front::{ClaimKind, Source, Span};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Valid => Style::Good,
        Verdict::ValidModulo | Verdict::Tested | Verdict::Unknown => Style::Doubt,
        Verdict::Rejected => Style::Error,
    }
}

/// The line of a claim, and for a claim that does not hold the place and the reason.
/// `confirmed` is what running adds to an accepted claim; `line` is the claim's.
pub fn claim(
    file: &str,
    (text, line): (&str, u32),
    claim: &ClaimReport,
    denied: &[String],
    second_reading: &SecondReading,
    confirmed: &str,
) {
    let place = format!("{}:{line}", shown_line(file));
    terminal::line(&format!(
        "{} {} {}  {}",
        styled(style(claim.verdict), &format!("{:<12}", claim.verdict.word())),
        styled(Style::Strong, &format!("{:<20}", claim.claim)),
        styled(Style::Faint, &format!("{place:<36}")),
        in_short(claim, second_reading, confirmed),
    ));
    if claim.cut_short {
        let why = "by the clock (--timeout, --condition-timeout or --total): with more time the verdict may be another";
        terminal::line(&format!("{:<12} {} {why}", "", styled(Style::Doubt, "cut short:")));
    }
    for trusted in trusted(claim).iter().filter(|trusted| trusted.is_named()) {
        terminal::line(&format!("{:<12} {} {}", "", styled(Style::Doubt, "assumes"), trusted.in_words()));
    }
    for reason in denied {
        terminal::line(&format!("{:<12} {} {reason}", "", styled(Style::Error, "denied:")));
    }
    only_notes(claim);
    // What keeps a claim from being looked at was shown with the file's diagnostics.
    let explained = matches!(claim.verdict, Verdict::Valid | Verdict::ValidModulo | Verdict::Tested);
    if !explained && !claim.declined {
        terminal::line(explanation(file, text, claim).trim_end());
        terminal::line("");
    }
}

/// What has to be said of a claim that was tested, besides its line.
fn only_notes(claim: &ClaimReport) {
    let Some(OnlyReport { statement, found: Ok(found) }) = &claim.only else { return };
    if claim.verdict == Verdict::Rejected {
        return;
    }
    if let (Verdict::Tested, Some(obstacle)) = (claim.verdict, claim.obstacles.first()) {
        let why = &obstacle.message;
        terminal::line(&format!("{:<12} {} not proved: {why}", "", styled(Style::Doubt, "note:")));
    }
    for note in tested::notes(statement, &claim.claim, found) {
        terminal::line(&format!("{:<12} {} {note}", "", styled(Style::Doubt, "note:")));
    }
}

/// What testing found about what is returned *only*, in a few words.
fn only_in_short(claim: &ClaimReport) -> String {
    let only = if claim.total { "total, only" } else { "only" };
    match &claim.only {
        None => String::new(),
        Some(OnlyReport { found: Err(why), .. }) => format!("{only}: not tested, {why}"),
        Some(OnlyReport { found: Ok(found), .. }) => {
            let extent = tested::extent(found);
            if found.good == 0 {
                format!("{only}: nothing to judge, {extent}")
            } else if found.undecided.count > 0 {
                format!("{only}: not decided for {} of {extent}", found.undecided.count)
            } else {
                format!("{only}: tested, {extent}")
            }
        }
    }
}

/// A call that stands against a claim: it returns a value that is not allowed, or fails where the claim is total.
fn excess(claim: &ClaimReport) -> Option<(String, &OnlyReport)> {
    let report = claim.only.as_ref()?;
    let found = report.found.as_ref().ok()?;
    let against = found.outside.as_ref().or(found.raised.as_ref().filter(|_| claim.total))?;
    Some((tested::finding(&report.statement, &claim.claim, against), report))
}

/// Whether what stands against a total claim is that a run fails.
fn fails(report: &OnlyReport) -> bool {
    report.found.as_ref().is_ok_and(|found| found.outside.is_none())
}

/// How a claim is read, in words.
fn reading(claim: &ClaimReport) -> String {
    if claim.total { format!("total, {}", claim.kind.word()) } else { claim.kind.word().to_owned() }
}

/// The verdict that the certificate of a claim is about: of one that is only tested, that on the half that is proved.
fn certified(claim: &ClaimReport) -> Verdict {
    match claim.verdict {
        Verdict::Valid | Verdict::ValidModulo => claim.verdict,
        other => claim.every.unwrap_or(other),
    }
}

/// What an accepted claim takes on trust, in full.
fn trusted(claim: &ClaimReport) -> Vec<Trusted> {
    match &claim.certificate {
        Some(file) if certified(claim) == Verdict::ValidModulo => {
            assumptions::of(file, &Derivation::brief(file))
        }
        _ => Vec::new(),
    }
}

/// What a verdict rests on, or what is missing, in a few words.
pub fn in_short(claim: &ClaimReport, second_reading: &SecondReading, confirmed: &str) -> String {
    if let Some((excess, report)) = excess(claim) {
        let what = if fails(report) { "not total" } else { "more than it allows" };
        return format!("{what}: {excess}");
    }
    let proved = matches!(claim.verdict, Verdict::Valid | Verdict::ValidModulo);
    if proved && claim.kind != ClaimKind::Every {
        let half = by_verdict(claim, claim.verdict, second_reading, confirmed);
        return format!("{}: {half}", reading(claim));
    }
    match (claim.every, claim.declined) {
        (_, true) => by_verdict(claim, claim.verdict, second_reading, confirmed),
        (Some(every), _) => {
            let half = by_verdict(claim, every, second_reading, confirmed);
            format!("every: {}, {half}; {}", every.word(), only_in_short(claim))
        }
        (None, _) if claim.only.is_some() => {
            format!("{}  {} ms", only_in_short(claim), claim.time.as_millis())
        }
        (None, _) => by_verdict(claim, claim.verdict, second_reading, confirmed),
    }
}

fn by_verdict(
    claim: &ClaimReport,
    verdict: Verdict,
    second_reading: &SecondReading,
    confirmed: &str,
) -> String {
    let counts = &claim.conditions;
    let twice = match second_reading {
        SecondReading::Same => "; read twice",
        // That there is no OCaml is said once, behind all claims.
        SecondReading::Absent(why) if why != NO_OCAML => "; read once",
        _ => "",
    };
    let time = format!("{} ms", claim.time.as_millis());
    match verdict {
        Verdict::Tested => only_in_short(claim),
        Verdict::Valid if counts.checked == 0 => {
            format!("the derivation alone proves it{twice}{confirmed}  {time}")
        }
        Verdict::Valid => {
            let conditions = counted(counts.checked as usize, "condition");
            let measure = claim.found_measure.as_ref();
            let measure = measure.map(|term| format!("; by the measure {term}")).unwrap_or_default();
            format!("{conditions}, all checked by the kernel{measure}{twice}{confirmed}  {time}")
        }
        Verdict::ValidModulo => {
            let total = counts.checked + counts.cross_checked + counts.solver;
            let conditions = counted(total as usize, "condition");
            let trusted = claim.assumptions.join(", ");
            format!(
                "{} of {conditions} checked by the kernel; rests on {trusted}{twice}{confirmed}  {time}",
                counts.checked
            )
        }
        Verdict::Rejected => match &claim.missing {
            Some(missing) => format!("cannot produce {}", missing.text),
            None => "refuted".to_owned(),
        },
        Verdict::Unknown if claim.declined => {
            claim.obstacles.first().map_or_else(|| "declined".to_owned(), |obstacle| obstacle.message.clone())
        }
        Verdict::Unknown if counts.open == 0 => {
            let before = if claim.remembered { ", as at the last check" } else { "" };
            format!("no derivation found{before}  {time}")
        }
        Verdict::Unknown => {
            let total = counts.open + counts.checked + counts.cross_checked + counts.solver;
            let open = counts.open;
            let before = if claim.remembered { ", as at the last check" } else { "" };
            format!("{open} of {} not proved{before}  {time}", counted(total as usize, "condition"))
        }
    }
}

/// Spans longer than this many lines are cut to their first line: a bracket around half a
/// program says nothing.
const MOST_LINES: usize = 5;

fn shown_span(text: &str, span: Span) -> (u32, u32) {
    let (start, end) = (span.start.min(text.len()), span.end.min(text.len()));
    let inside = text.get(start..end).unwrap_or_default();
    if inside.lines().count() <= MOST_LINES {
        return bytes(span);
    }
    snippet::first_line(text, span)
}

fn explanation(file: &str, text: &str, claim: &ClaimReport) -> String {
    let in_file =
        |span: &Option<Span>| span.filter(|span| span.source == Source::User && span.end > span.start);
    let mut labels = Vec::new();
    let mut notes = Vec::new();
    let headline;
    let excess = excess(claim);
    match (&excess, &claim.missing) {
        (Some((excess, report)), _) => {
            let (what, label) = if fails(report) {
                ("fails on arguments that its claim allows", "this says that it does not")
            } else {
                ("returns a value that its claim does not allow", "and this does not allow it")
            };
            headline = format!("`{}` {what}", claim.claim);
            labels.push((snippet::first_line(text, claim.span), excess.clone()));
            labels.push((shown_span(text, claim.spec_span), label.to_owned()));
            if let Ok(found) = &report.found {
                let draws = found.outside.as_ref().and_then(|f| tested::choices(&report.statement, f));
                notes.extend(draws.map(|draws| format!("draws that lead to it: {draws}")));
                notes.push(format!("{} were tried, smaller ones first", tested::extent(found)));
            }
            if let Some(every) = claim.every {
                notes.push(format!("the half that says *every* is {}", every.word()));
            }
        }
        (None, Some(missing)) if missing.confirmed => {
            headline = format!("`{}` cannot produce every value that its specification allows", claim.claim);
            labels.push((
                snippet::first_line(text, claim.span),
                format!("no run of this returns it: {}", missing.text),
            ));
            if let Some(branch) = in_file(&missing.branch) {
                let shown = shown_span(text, branch);
                let what = if shown == bytes(branch) { "this" } else { "what begins here" };
                let label = format!("with these arguments {what} runs, and never returns {}", missing.value);
                labels.push((shown, label));
            }
            labels.push((shown_span(text, claim.spec_span), "but this allows it".to_owned()));
        }
        (None, other) => {
            headline = format!("`{}` is neither proved nor refuted", claim.claim);
            if let Some(suspected) = other {
                notes.push(format!("suspected to be missing: {}", suspected.text));
            }
        }
    }
    // The places where the proof is stuck, the most telling first; more than a few only confuse,
    // and where a value is known to be missing, how far the proof got is beside the point.
    let refuted = excess.is_some() || claim.missing.as_ref().is_some_and(|missing| missing.confirmed);
    for obstacle in claim.obstacles.iter().take(if refuted { 0 } else { 3 }) {
        if let Some(span) = in_file(&obstacle.program) {
            labels.push((shown_span(text, span), stuck_label(obstacle)));
        }
        if let Some(span) = in_file(&obstacle.spec) {
            let label = if obstacle.program.is_some() { "against this" } else { obstacle.message.as_str() };
            labels.push((shown_span(text, span), label.to_owned()));
        }
        notes.extend(obstacle.details.iter().cloned());
    }
    if labels.is_empty() {
        labels.push((shown_span(text, claim.span), "this function".to_owned()));
        notes.extend(claim.obstacles.iter().map(|obstacle| obstacle.message.clone()));
    }
    labels.dedup();
    notes.dedup();
    let repair = (refuted && excess.is_none())
        .then(|| format!("`covenant repair {} --gen {}` proposes a change", shown_line(file), claim.claim));
    let tries = advice::what_to_try(claim);
    let help = if tries.is_empty() { repair } else { Some(format!("try: {}", tries.join("\n    or: "))) };
    let message = Message {
        kind: if claim.verdict == Verdict::Rejected { "rejected" } else { "unknown" },
        headline: &headline,
        labels,
        help: help.as_deref(),
        notes,
    };
    snippet::render(file, text, &message, true)
}

/// The code of what is said about a claim; none where nothing has to be explained.
pub fn code(claim: &ClaimReport) -> Option<&'static str> {
    (claim.verdict != Verdict::Valid).then(|| covenant_lsp::code(claim))
}

fn stuck_label(obstacle: &Obstacle) -> String {
    match obstacle.condition {
        Some(number) => format!("{} (condition {number})", obstacle.message),
        None => obstacle.message.clone(),
    }
}

/// The object that `--json` prints; `docs/JSON.md` documents it.
pub fn json(
    file: &str,
    (text, lines): (&str, &Lines),
    claim: &ClaimReport,
    written: &Result<Option<PathBuf>, String>,
    denied: &[String],
    second_reading: &SecondReading,
) -> Value {
    let place = |span: &Option<Span>| {
        let span = (*span)?;
        if span.source != Source::User {
            return None;
        }
        let (line, column) = lines.place(text, span.start);
        let (end_line, end_column) = lines.place(text, span.end);
        Some(json!({ "line": line, "column": column, "end_line": end_line, "end_column": end_column }))
    };
    let obstacles: Vec<Value> = claim
        .obstacles
        .iter()
        .map(|obstacle| {
            json!({
                "message": obstacle.message,
                "program": place(&obstacle.program),
                "spec": place(&obstacle.spec),
                "condition": obstacle.condition,
                "details": obstacle.details,
            })
        })
        .collect();
    let missing = claim.missing.as_ref().map(|missing| {
        json!({
            "function": missing.function,
            "args": missing.args,
            "value": missing.value,
            "confirmed": missing.confirmed,
            "branch": place(&missing.branch),
            "text": missing.text,
        })
    });
    let only = claim.only.as_ref().map(|report| match &report.found {
        Ok(found) => tested::json(&report.statement, &claim.claim, found),
        Err(why) => json!({ "not_tested": why.to_string() }),
    });
    let exhausted: Vec<Value> = claim
        .exhausted
        .iter()
        .map(|budget| json!({ "budget": budget.name(), "limit": budget.limit() }))
        .collect();
    json!({
        "file": file,
        "claim": claim.claim,
        "verdict": claim.verdict.word(),
        "code": code(claim),
        "declined": claim.declined,
        "kind": claim.kind.word(),
        "total": claim.total,
        "every": claim.every.map(Verdict::word),
        "tested": only,
        "assumptions": claim.assumptions,
        "assumed": trusted(claim),
        "lemmas": claim.lemmas,
        "found_measure": claim.found_measure,
        "vcs": {
            "checked": claim.conditions.checked,
            "cross_checked": claim.conditions.cross_checked,
            "solver": claim.conditions.solver,
            "open": claim.conditions.open,
        },
        "queries": claim.queries,
        "remembered": claim.remembered,
        "certificate": written.as_ref().ok().and_then(Option::as_ref).map(|path| path.display().to_string()),
        "not_written": written.as_ref().err(),
        "hash": claim.hash,
        "time_ms": milliseconds(claim.time),
        "solver_time_ms": milliseconds(claim.solver_time),
        "missing": missing,
        "obstacles": obstacles,
        "to_try": advice::what_to_try(claim),
        "exhausted": exhausted,
        "cut_short": claim.cut_short,
        "denied": denied,
        "second_reading": second_reading.word(),
        "second_reading_why": second_reading.why(),
        "place": place(&Some(claim.span)),
    })
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// The last line.
pub fn summary(tally: &Tally, out: &Path, time: Duration) {
    let mut parts = Vec::new();
    for (count, word) in [
        (tally.valid, "valid"),
        (tally.valid_modulo, "valid modulo assumptions"),
        (tally.tested, "tested, not proved"),
        (tally.rejected, "rejected"),
        (tally.unknown, "unknown"),
        (tally.contradicted, "contradicted by OCaml"),
        (tally.declined, "not looked at"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    if tally.denied > 0 {
        parts.push(format!("{} denied", tally.denied));
    }
    if tally.failed_files > 0 {
        parts.push(format!("{} not checked", counted(tally.failed_files, "file")));
    }
    if tally.remembered > 0 {
        parts.push(format!("{} found earlier and checked again", tally.remembered));
    }
    if tally.as_before > 0 {
        parts.push(format!(
            "{} not searched again (`--no-cache` searches)",
            counted(tally.as_before, "unknown claim")
        ));
    }
    let accepted = tally.accepted();
    let certificates =
        if accepted > 0 { format!("; certificates in {}", shown_path(out)) } else { String::new() };
    if !tally.unwritten.is_empty() {
        parts.push(format!("{} not written", counted(tally.unwritten.len(), "file")));
    }
    terminal::line(&format!(
        "{}: {}{certificates} ({:.2} s)",
        counted(tally.claims(), "claim"),
        parts.join(", "),
        time.as_secs_f64()
    ));
    if !tally.codes.is_empty() {
        let codes: Vec<&str> = tally.codes.iter().copied().collect();
        terminal::line(&format!("`covenant explain {}` says what that means.", codes.join(" ")));
    }
}
