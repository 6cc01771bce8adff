//! `covenant fuzz`: random programs through the whole pipeline, in search of a claim that the
//! kernel accepts and that execution refutes. Each one found is kept as a file.

use covenant_certificates::shown::shown_path;
use covenant_cli::args::Fuzz;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::ocaml::differential::{self, Comparison};
use covenant_cli::ocaml::many::{self, Called, Patience, Ran};
use covenant_cli::terminal::{self, Style};
use covenant_cli::{inputs, interrupt};
use covenant_fuzz::{AcceptedOnly, FuzzOptions, FuzzReport, PLAN, Readings, Unsound, fuzz};
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
        readings: match (arguments.only, arguments.total) {
            (true, _) => Readings::Only,
            (_, true) => Readings::Total,
            _ => Readings::Both,
        },
        keep: arguments.ocaml,
        ..FuzzOptions::default()
    };
    let mut told = Instant::now();
    let (mut by_ocaml, mut trouble) = (Ran::default(), None);
    let mut waiting = Vec::new();
    let report = fuzz(&options, &mut |report| {
        if interrupt::asked() {
            interrupt::end();
        }
        waiting.append(&mut report.accepted_only);
        if waiting.len() >= TOGETHER || report.runs >= options.runs {
            let result = with_ocaml(&std::mem::take(&mut waiting), &mut by_ocaml, &mut report.unsound);
            trouble = trouble.take().or(result.err());
        }
        if told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            terminal::message(Style::Help, "so far", &counts(report));
        }
    });
    if let Some(why) = trouble {
        terminal::message(Style::Doubt, "not run by OCaml", &why);
    }
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
    let line = match options.readings {
        Readings::Only => only_line(&report, &by_ocaml),
        Readings::Total => total_line(&report),
        Readings::Both => every_line(&report),
    };
    terminal::json(&line);
    Ok(if report.unsound.is_empty() { Exit::Good } else { Exit::Rejected })
}

/// Programs that OCaml is given together.
const TOGETHER: usize = 60;

/// Runs accepted claims with OCaml, and adds what does not hold to the others of this kind.
fn with_ocaml(some: &[AcceptedOnly], total: &mut Ran, unsound: &mut Vec<Unsound>) -> Result<(), String> {
    let called = |one| {
        let AcceptedOnly { source, unit, .. }: &AcceptedOnly = one;
        Called { source, claim: &unit.claim, statement: &unit.statement }
    };
    let called: Vec<Called<'_>> = some.iter().map(called).collect();
    let ran = many::run(&called, &PLAN, Patience::FOR_MANY)?;
    total.programs += ran.programs;
    total.left_out += ran.left_out;
    total.calls += ran.calls;
    total.values.extend(ran.values);
    for (index, call) in ran.outside {
        let AcceptedOnly { run, source, unit } = &some[index];
        let missing = format!("anything but {call} with OCaml, as a claim of only");
        let (run, source, claim) = (*run, source.clone(), unit.claim.clone());
        unsound.push(Unsound { run, source, claim, missing });
    }
    Ok(())
}

fn only_line(report: &FuzzReport, by_ocaml: &Ran) -> serde_json::Value {
    json!({
        "runs": report.runs,
        "discarded": report.discarded,
        "declined": report.declined,
        "only_claims": report.only_claims,
        "only": report.only,
        "only_refuted": report.only_refuted,
        "only_inputs": report.only_inputs,
        "only_values": report.only_values,
        "ocaml_programs": by_ocaml.programs,
        "ocaml_left_out": by_ocaml.left_out,
        "ocaml_calls": by_ocaml.calls,
        "ocaml_values": by_ocaml.values.iter().sum::<u64>(),
        "unsound": report.unsound.len(),
    })
}

fn total_line(report: &FuzzReport) -> serde_json::Value {
    json!({
        "runs": report.runs,
        "discarded": report.discarded,
        "declined": report.declined,
        "total_claims": report.total_claims,
        "total": report.total,
        "total_refuted": report.total_refuted,
        "total_inputs": report.total_inputs,
        "total_long": report.total_long,
        "unsound": report.unsound.len(),
    })
}

fn every_line(report: &FuzzReport) -> serde_json::Value {
    json!({
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
    })
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
