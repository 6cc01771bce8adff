//! `covenant replay`: certificates, proved again in Rocq.

use super::compiled_theories::cache_folder;
use super::in_order::in_order;
use crate::args::Replay;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style, styled};
use crate::{inputs, interrupt, snippet};
use covenant_certificates::CertificateFile;
use covenant_certificates::shown::shown_path;
use covenant_coq_export::reflect::Wanted;
use covenant_coq_export::{Outcome, Replayed, Rocq, export, export_with};
use covenant_kernel::tables::Kind;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For a generator over a system under test: the theorem about the program that asks, or why there is none.
type Effectful = Option<Result<String, String>>;

/// What came of one certificate.
enum Result1 {
    Unreadable(Failure),
    Done(Box<CertificateFile>, Replayed, Effectful),
}

/// Replays certificates.
pub fn run(arguments: &Replay) -> Result<Exit, Failure> {
    let paths = inputs::files(&arguments.certificates, inputs::CERTIFICATE)?;
    let (scripted, reflected): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|path| wants_script(arguments, path));
    let wanted = if arguments.reflect && !arguments.plain { Wanted::Deep } else { Wanted::Plain };
    let (mut exit, mut replayed) = (Exit::Good, 0);
    let mut add = |(found, good): (Exit, usize)| {
        exit = exit.max(found);
        replayed += good;
    };
    if !reflected.is_empty() {
        add(super::replay_reflect::run(arguments, &reflected, wanted)?);
    }
    if !scripted.is_empty() {
        add(scripts(arguments, &scripted)?);
    }
    if !arguments.json {
        let all = reflected.len().saturating_add(scripted.len());
        let plural = if all == 1 { "" } else { "s" };
        // A theorem that nobody can read is worth little.
        let read = if arguments.keep.is_none() && !reflected.is_empty() && !arguments.reflect {
            "; --keep FILE leaves the theorems to be read"
        } else {
            ""
        };
        terminal::line(&format!("{all} certificate{plural}: {replayed} replayed{read}"));
    }
    Ok(exit)
}

/// Whether a certificate is replayed by a proof script. The theorem about a generator that asks a system is in terms of the theories
/// that scripts are written for. A file that is no certificate is reported where it is read again.
fn wants_script(arguments: &Replay, path: &Path) -> bool {
    if arguments.reflect || arguments.plain || arguments.keep.is_some() {
        return false;
    }
    inputs::certificate_to_write_out(path).is_ok_and(|file| {
        let every = file.certificate.statement.kind == Kind::Every;
        every && (arguments.script || crate::asking::system_of(&file).is_some())
    })
}

/// Replays certificates by a proof script for each; how many of them are replayed.
fn scripts(arguments: &Replay, paths: &[PathBuf]) -> Result<(Exit, usize), Failure> {
    let cache = cache_folder(arguments.cache.as_deref())?;
    inputs::make_folder(&cache)?;
    // Rocq runs elsewhere, so the folder must have its full name.
    let cache = std::path::absolute(&cache).unwrap_or(cache);
    let rocq = Rocq::prepare(&cache).map_err(|error| Failure::input(error.to_string()))?;
    let limit = Duration::from_secs(arguments.timeout);
    let bar = terminal::progress(paths.len(), "replaying");
    let (mut exit, mut replayed) = (Exit::Good, 0);
    let judge = |path: &PathBuf, index| Ok(one(&rocq, &cache, path, index, limit));
    let said = |path: &PathBuf, result| {
        bar.suspend(|| {
            let found = report(arguments, path, &rocq.version, result);
            replayed += usize::from(found == Exit::Good);
            exit = exit.max(found);
        });
        bar.inc(1);
    };
    in_order(paths, arguments.processes(), judge, said)?;
    bar.finish_and_clear();
    if interrupt::asked() {
        interrupt::end();
    }
    Ok((exit, replayed))
}

fn one(rocq: &Rocq, cache: &Path, path: &Path, index: usize, limit: Duration) -> Result1 {
    let file = match inputs::certificate_to_write_out(path) {
        Ok(file) => file,
        Err(failure) => return Result1::Unreadable(failure),
    };
    let system = crate::asking::system_of(&file);
    let exported = match export_with(&file, system.as_ref()) {
        Ok(exported) => exported,
        Err(error) => {
            return Result1::Unreadable(Failure::input(format!(
                "{}: cannot be exported: {error}",
                shown_path(path)
            )));
        }
    };
    let mut effectful = exported.effectful.clone();
    // Each in a folder of its own: two certificates may have the same name.
    let folder = cache.join(format!("replay-{}-{index}", std::process::id()));
    let outcome = std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::input(format!("{}: {error}", shown_path(&folder))))
        .and_then(|()| {
            let replayed =
                rocq.replay(&exported, &folder, limit).map_err(|error| Failure::input(error.to_string()))?;
            // The certificate does not rest on what was read back from it.
            match (&exported.effectful, &replayed.outcome) {
                (Some(Ok(_)), Outcome::Failed { lemma, .. }) => {
                    effectful = Some(Err(format!("Rocq refuses `{lemma}`")));
                    let plain = export(&file).map_err(|error| Failure::input(error.to_string()))?;
                    rocq.replay(&plain, &folder, limit).map_err(|error| Failure::input(error.to_string()))
                }
                _ => Ok(replayed),
            }
        });
    // Left behind, it would only take space; the certificate can be exported again.
    let _ = std::fs::remove_dir_all(&folder);
    match outcome {
        Ok(replayed) => Result1::Done(Box::new(file), replayed, effectful),
        Err(failure) => Result1::Unreadable(failure),
    }
}

fn report(arguments: &Replay, path: &Path, version: &str, result: Result1) -> Exit {
    let (file, replayed, effectful) = match result {
        Result1::Unreadable(failure) => {
            failure.print();
            return failure.exit;
        }
        Result1::Done(file, replayed, effectful) => (file, replayed, effectful),
    };
    let (word, style, exit) = match &replayed.outcome {
        Outcome::Replayed => ("replayed", Style::Good, Exit::Good),
        Outcome::ReplayedModulo(_) => ("replayed-modulo", Style::Doubt, Exit::Good),
        // It did not refuse anything: it was ended, perhaps for want of memory.
        Outcome::Ended(_) => ("no answer", Style::Doubt, Exit::Unknown),
        Outcome::Failed { .. } => ("failed", Style::Error, Exit::Rejected),
        Outcome::TimedOut => ("timeout", Style::Doubt, Exit::Unknown),
    };
    if arguments.json {
        let (lemma, message) = match &replayed.outcome {
            Outcome::Failed { lemma, message, .. } => (Some(lemma), Some(message)),
            Outcome::Ended(how) => (None, Some(how)),
            _ => (None, None),
        };
        let axioms = match &replayed.outcome {
            Outcome::ReplayedModulo(axioms) => axioms.clone(),
            _ => Vec::new(),
        };
        let line = json!({
            "certificate": path.display().to_string(),
            "file": file.source.file,
            "claim": file.claim_name(),
            "verdict": word,
            "rocq": version,
            "axioms": axioms,
            "lemma": lemma,
            "message": message,
            "time_ms": (replayed.time.as_secs_f64() * 1e3).round(),
            "peak_kib": replayed.peak_kib,
            "against_any_system": effectful.as_ref().map(|theorem| theorem.as_ref().ok()),
            "against_any_system_why": effectful.as_ref().and_then(|theorem| theorem.as_ref().err()),
        });
        terminal::json(&line);
        return exit;
    }
    terminal::line(&format!(
        "{} {} {}  Rocq {version}, {:.1} s",
        styled(style, &format!("{word:<15}")),
        styled(Style::Strong, &format!("{:<20}", file.claim_name())),
        styled(Style::Faint, &shown_path(path)),
        replayed.time.as_secs_f64()
    ));
    match (&effectful, exit) {
        (Some(Ok(theorem)), Exit::Good) => terminal::line(&format!(
            "                against every system under test, after every history: `{theorem}`"
        )),
        (Some(Err(why)), _) => {
            terminal::line(&format!("                no theorem about the program that asks: {why}"));
        }
        _ => {}
    }
    match &replayed.outcome {
        Outcome::Replayed | Outcome::TimedOut => {}
        Outcome::ReplayedModulo(axioms) => {
            for axiom in axioms {
                terminal::line(&format!("                {} {axiom}", styled(Style::Doubt, "axiom:")));
            }
        }
        Outcome::Ended(how) => {
            terminal::line(&format!(
                "                Rocq ended without a message ({how}); was it out of memory, or killed?"
            ));
        }
        Outcome::Failed { lemma, message, condition } => {
            terminal::line(&format!("                Rocq refuses `{lemma}`:"));
            for line in message.lines().take(12) {
                terminal::line(&format!("                  {line}"));
            }
            let span = condition.as_ref().and_then(|condition| file.source.node_span(condition.node));
            if let Some(span) = span {
                let text = snippet::of(
                    &file.source.file,
                    &file.source.text,
                    (span.start, span.end),
                    "its condition comes from here",
                );
                terminal::line(&text);
            }
        }
    }
    exit
}
