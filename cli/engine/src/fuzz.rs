//! `covenant fuzz`: random programs through the whole pipeline, in search of a claim that the
//! kernel accepts and that execution refutes. Each one found is kept as a file.

use covenant_certificates::shown::shown_path;
use covenant_cli::args::Fuzz;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::ocaml::differential::{self, Comparison};
use covenant_cli::terminal::{self, Style};
use covenant_cli::{inputs, interrupt};
use covenant_fuzz::{FuzzOptions, FuzzReport, fuzz};
use serde_json::json;
use std::time::{Duration, Instant};

/// Tests for some minutes; the last line is a JSON object with the counts.
pub fn run(arguments: &Fuzz) -> Result<Exit, Failure> {
    if arguments.against_ocaml {
        return against_ocaml(arguments);
    }
    let mut texts = Vec::new();
    for path in inputs::files(&arguments.files, inputs::SOURCE)? {
        texts.push((shown_path(&path), inputs::source(&path)?));
    }
    let options = FuzzOptions {
        texts,
        time: Duration::from_secs(arguments.minutes.saturating_mul(60)),
        runs: arguments.runs,
        seed: arguments.seed,
        ..FuzzOptions::default()
    };
    let mut told = Instant::now();
    let report = fuzz(&options, &mut |report| {
        if interrupt::asked() {
            interrupt::end();
        }
        if told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            terminal::message(Style::Help, "so far", &counts(report));
        }
    });
    for unsound in &report.unsound {
        inputs::make_folder(&arguments.out)?;
        let path = arguments.out.join(format!("unsound-{}.ml", unsound.run));
        let text = format!("(* accepted, but missing: {} *)\n{}", unsound.missing, unsound.source);
        inputs::write(&path, text.as_bytes())?;
        let message = format!(
            "{}: `{}` is accepted and cannot produce {}",
            shown_path(&path),
            unsound.claim,
            unsound.missing
        );
        terminal::message(Style::Error, "unsound", &message);
    }
    let line = json!({
        "runs": report.runs,
        "discarded": report.discarded,
        "declined": report.declined,
        "false_facts": report.false_facts,
        "claims": report.claims,
        "accepted": report.accepted,
        "assuming": report.assuming,
        "rejected": report.rejected,
        "unknown": report.unknown,
        "values": report.values,
        "only": report.only,
        "only_inputs": report.only_inputs,
        "unsound": report.unsound.len(),
    });
    terminal::json(&line);
    Ok(if report.unsound.is_empty() { Exit::Good } else { Exit::Rejected })
}

/// Files that are compiled together.
const BATCH: u64 = 20;

/// Compares random programs with OCaml; the last line is a JSON object with the counts.
fn against_ocaml(arguments: &Fuzz) -> Result<Exit, Failure> {
    let until = Instant::now() + Duration::from_secs(arguments.minutes.saturating_mul(60));
    let mut total = Comparison::default();
    while total.files < arguments.runs && Instant::now() < until && !interrupt::asked() {
        let from = arguments.seed.saturating_add(total.files);
        let many = BATCH.min(arguments.runs - total.files);
        let found = differential::compare(from..from.saturating_add(many)).map_err(Failure::input)?;
        total.files += found.files;
        total.generators += found.generators;
        total.left_out += found.left_out;
        total.values += found.values;
        for difference in &found.different {
            inputs::make_folder(&arguments.out)?;
            let path = arguments.out.join(format!("different-{}.ml", difference.seed));
            inputs::write(&path, difference.source.as_bytes())?;
            let message = format!("{}: {}", path.display(), difference.what);
            terminal::message(Style::Error, "different", &message);
        }
        total.different.extend(found.different);
    }
    let line = json!({
        "files": total.files,
        "generators": total.generators,
        "left_out": total.left_out,
        "values": total.values,
        "different": total.different.len(),
    });
    terminal::line(&line.to_string());
    Ok(if total.different.is_empty() { Exit::Good } else { Exit::Rejected })
}

fn counts(report: &FuzzReport) -> String {
    format!(
        "{} programs, {} claims: {} accepted, {} rejected with a value, {} unknown; {} values reached; {} accepted as only; {} unsound",
        report.runs,
        report.claims,
        report.accepted,
        report.rejected,
        report.unknown,
        report.values,
        report.only,
        report.unsound.len()
    )
}
