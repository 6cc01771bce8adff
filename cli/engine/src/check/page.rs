//! `--html DIR`: one page with all claims, valid or not: value, path, obstacle and source of each; and what is wrong
//! with files, so that no claim is missing without a word.

use super::render;
use super::reports::Against;
use covenant_cli::failure::Failure;
use covenant_cli::{inputs, pages};
use covenant_elaborator::advice;
use covenant_elaborator::pipeline::{ClaimReport, Verdict};
use covenant_front::span::line_and_column;
use covenant_front::{Diagnostic, DiagnosticKind, Source, Span};
use serde_json::{Value, json};
use std::path::Path;

/// Lines of the source that are shown of a claim.
const MOST_LINES: usize = 60;

/// What is on the page.
#[derive(Default)]
pub struct Page {
    claims: Vec<Value>,
}

impl Page {
    /// Adds a claim.
    pub fn add(
        &mut self,
        file: &str,
        text: &str,
        claim: &ClaimReport,
        short: &str,
        against: &Against,
        certificate: Option<&Path>,
    ) {
        let (line, _) = line_and_column(text, claim.span.start);
        let verdict = match claim.verdict {
            Verdict::Valid | Verdict::ValidModulo if !against.denied.is_empty() => "denied",
            Verdict::Unknown if claim.declined && !against.contradicted => "declined",
            verdict => verdict.word(),
        };
        let denied = against.denied.iter().map(|why| format!("denied: {why}; ")).collect::<String>();
        let obstacles: Vec<String> = claim
            .obstacles
            .iter()
            .filter(|_| claim.verdict == Verdict::Unknown)
            .map(|obstacle| {
                std::iter::once(&obstacle.message).chain(&obstacle.details).cloned().collect::<Vec<_>>()
            })
            .map(|lines| lines.join("; "))
            .collect();
        self.claims.push(json!({
            "file": file,
            "claim": claim.claim,
            "line": line,
            "verdict": verdict,
            "code": render::code(claim),
            "short": format!("{denied}{short}"),
            "value": claim.missing.as_ref().map(|missing| &missing.text),
            "obstacles": obstacles,
            "to_try": advice::what_to_try(claim),
            "certificate": certificate.map(|path| path.display().to_string()),
            "source": source(text, claim),
        }));
    }

    /// Adds what is wrong with a file.
    pub fn diagnostics(&mut self, file: &str, diagnostics: &[Diagnostic]) {
        let known = [DiagnosticKind::Warning, DiagnosticKind::Declined];
        for Diagnostic { line, message, .. } in
            diagnostics.iter().filter(|found| !known.contains(&found.kind))
        {
            self.file(file, *line, message);
        }
    }

    /// Adds a file with an error.
    pub fn file(&mut self, file: &str, line: u32, message: &str) {
        self.claims.push(json!({
            "file": file, "claim": "(file)", "line": line, "verdict": "error", "code": null, "short": message,
            "value": null, "obstacles": [], "to_try": [], "certificate": null, "source": [],
        }));
    }

    /// Writes the page.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let page = pages::claims(&json!({ "claims": self.claims }));
        inputs::write_below(folder, Path::new("index.html"), page.as_bytes())
    }
}

/// The lines of the function and of its claim, with notes at those that matter.
fn source(text: &str, claim: &ClaimReport) -> Vec<Value> {
    let lines = |span: Span| (line_and_column(text, span.start).0, line_and_column(text, span.end).0);
    let in_file = |span: Option<Span>| span.filter(|s| s.source == Source::User && s.end > s.start);
    let (first, last) = (lines(claim.span).0, lines(claim.span).1.max(lines(claim.spec_span).1));
    let mut notes: Vec<(u32, &str, String)> = Vec::new();
    if let Some(missing) = &claim.missing {
        if let Some(branch) = in_file(missing.branch) {
            let what = format!("with these arguments this runs, and never returns {}", missing.value);
            notes.push((lines(branch).0, "lost", what));
        }
        notes.push((lines(claim.spec_span).0, "allows", "this allows it".to_owned()));
    } else if claim.verdict == Verdict::Unknown {
        for obstacle in &claim.obstacles {
            if let Some(place) = in_file(obstacle.program) {
                notes.push((lines(place).0, "stuck", obstacle.message.clone()));
            }
        }
    }
    let numbered = (1..).zip(text.lines()).filter(|(number, _)| (first..=last).contains(number));
    numbered
        .take(MOST_LINES)
        .map(|(number, line)| {
            let here = notes.iter().filter(|(at, ..)| *at == number);
            let marks: Vec<Value> =
                here.map(|(_, kind, text)| json!({ "kind": kind, "text": text })).collect();
            json!({ "number": number, "text": line, "marks": marks })
        })
        .collect()
}
