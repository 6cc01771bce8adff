//! `covenant replay`: the verified checker, run inside Rocq on the rows of certificates.
//!
//! Many in a file and a process, which loads the theories once; a theorem per certificate, and another one without the deep embedding,
//! unless `--reflect` leaves it out. What Rocq refuses is left out and the rest is tried again: first the
//! theorem in plain terms, on which the other one does not rest, then the certificate.

use super::compiled_theories::cache_folder;
use super::in_order::in_order;
use crate::args::Replay;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style, styled};
use crate::{inputs, interrupt, terminal::plain};
use covenant_certificates::CertificateFile;
use covenant_certificates::shown::shown_path;
use covenant_coq_export::reflect::{Refused, Wanted, Written, reflect_as, refused};
use covenant_coq_export::{Exported, Outcome, Rocq};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Certificates of one file, and where they were read.
type Group<'a> = &'a [(&'a PathBuf, CertificateFile)];

/// What Rocq said of one certificate.
struct Said {
    wanted: Wanted,
    /// Why it refuses the theorem in plain terms, or the certificate.
    message: Option<String>,
}

/// What came of all of them.
struct All {
    said: Vec<Said>,
    written: Vec<Written>,
    exported: Exported,
    /// Why there is no answer about those that were not refused.
    unanswered: Option<String>,
}

/// So many certificates share a file and a process: enough that loading the theories does not count, few enough that there is news.
const TOGETHER: usize = 24;

/// Replays certificates, some in a file; how many of them are replayed.
pub fn run(arguments: &Replay, paths: &[PathBuf], wanted: Wanted) -> Result<(Exit, usize), Failure> {
    let cache = cache_folder(arguments.cache.as_deref())?;
    inputs::make_folder(&cache)?;
    let cache = std::path::absolute(&cache).unwrap_or(cache);
    let rocq = Rocq::prepare_verified(&cache).map_err(|error| Failure::input(error.to_string()))?;
    let mut exit = Exit::Good;
    let mut read: Vec<(&PathBuf, CertificateFile)> = Vec::new();
    for path in paths {
        match inputs::certificate_to_write_out(path) {
            Ok(file) => read.push((path, file)),
            Err(failure) => {
                failure.print();
                exit = exit.max(failure.exit);
            }
        }
    }
    // A file that is kept has all of them.
    let together = if arguments.keep.is_some() { read.len().max(1) } else { TOGETHER };
    let groups: Vec<Group<'_>> = read.chunks(together).collect();
    let bar = terminal::progress(read.len(), "replaying");
    let (mut good, mut kept) = (0, None);
    let judge = |group: &Group<'_>, i: usize| {
        let files: Vec<&CertificateFile> = group.iter().map(|(_, file)| file).collect();
        let folder = cache.join(format!("reflect-{}-{i}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .map_err(|error| Failure::input(format!("{}: {}", shown_path(&folder), plain(&error))))?;
        let all = replay(&rocq, &files, wanted, &folder, arguments.timeout);
        // Left behind, it would only take space.
        let _ = std::fs::remove_dir_all(&folder);
        all
    };
    let said = |group: &Group<'_>, all: All| {
        bar.suspend(|| {
            for ((path, file), one) in group.iter().zip(all.said.iter().zip(&all.written)) {
                let found = report(arguments, path, file, one, all.unanswered.as_ref(), &rocq.version);
                good += usize::from(found == Exit::Good);
                exit = exit.max(found);
            }
        });
        bar.inc(group.len() as u64);
        kept = Some(all.exported.text);
    };
    in_order(&groups, arguments.processes(), judge, said)?;
    bar.finish_and_clear();
    if interrupt::asked() {
        interrupt::end();
    }
    if let (Some(file), Some(text)) = (&arguments.keep, kept) {
        inputs::write(file, text.as_bytes())?;
    }
    Ok((exit, good))
}

/// Wants less of what Rocq refuses; whether there was anything to leave out, so that each round wants less than the one before.
fn leave_out(said: &mut [Said], found: Option<Refused>, message: &str) -> bool {
    let mut less = false;
    for (i, one) in said.iter_mut().enumerate() {
        let this = found.is_some_and(|found| found.number() == i);
        let now = match (found, one.wanted) {
            // Without a name it may be a definition of any of the theorems in plain terms.
            (None, Wanted::Plain) => Wanted::Deep,
            (Some(Refused::Plain(_)), Wanted::Plain) if this => Wanted::Deep,
            (Some(_), Wanted::Plain | Wanted::Deep) if this => Wanted::Nothing,
            _ => continue,
        };
        *one = Said { wanted: now, message: Some(message.to_owned()) };
        less = true;
    }
    less
}

/// Lets Rocq judge all of them, without what it refuses.
fn replay(
    rocq: &Rocq,
    files: &[&CertificateFile],
    wanted: Wanted,
    folder: &Path,
    seconds: u64,
) -> Result<All, Failure> {
    let limit = Duration::from_secs(seconds.saturating_mul(files.len().max(1) as u64));
    let mut said: Vec<Said> = files.iter().map(|_| Said { wanted, message: None }).collect();
    loop {
        let (exported, written) =
            reflect_as(files, |i| said.get(i).map_or(Wanted::Nothing, |said| said.wanted));
        let replayed =
            rocq.replay(&exported, folder, limit).map_err(|error| Failure::input(error.to_string()))?;
        let unanswered = match replayed.outcome {
            Outcome::Replayed => None,
            Outcome::ReplayedModulo(axioms) => Some(format!("it rests on axioms: {}", axioms.join(", "))),
            Outcome::TimedOut => Some("Rocq did not end in time".to_owned()),
            Outcome::Ended(how) => Some(format!("Rocq ended without a message ({how})")),
            Outcome::Failed { lemma, message, .. } => {
                let found = refused(&lemma).filter(|found| found.number() < said.len());
                if leave_out(&mut said, found, &message) {
                    continue;
                }
                Some(message)
            }
        };
        return Ok(All { said, written, exported, unanswered });
    }
}

/// Says what came of one certificate.
fn report(
    arguments: &Replay,
    path: &Path,
    file: &CertificateFile,
    (said, written): (&Said, &Written),
    unanswered: Option<&String>,
    version: &str,
) -> Exit {
    let (word, style, found) = match written {
        Written::Nothing if said.message.is_some() => ("failed", Style::Error, Exit::Rejected),
        Written::Nothing => ("not accepted", Style::Error, Exit::Rejected),
        _ if unanswered.is_some() => ("no answer", Style::Doubt, Exit::Unknown),
        Written::Modulo(_) => ("replayed-modulo", Style::Doubt, Exit::Good),
        Written::Deep(_) | Written::Plain(_) => ("replayed", Style::Good, Exit::Good),
    };
    let refused = said.message.as_ref().filter(|_| said.wanted == Wanted::Nothing);
    let message = refused.or(unanswered.filter(|_| found == Exit::Unknown));
    let (theorem, not_plain) = match (written, &said.message) {
        (Written::Plain(name), _) => (Some(name.clone()), None),
        (Written::Deep(None), Some(message)) => (None, Some(format!("Rocq refuses the proof: {message}"))),
        (Written::Deep(why), _) => (None, why.clone()),
        (Written::Modulo(_), _) if said.wanted == Wanted::Plain => {
            (None, Some("it rests on assumptions".to_owned()))
        }
        _ => (None, None),
    };
    let assumed: &[String] = if let Written::Modulo(assumed) = written { assumed } else { &[] };
    if arguments.json {
        terminal::json(&json!({
            "certificate": path.display().to_string(),
            "file": file.source.file,
            "claim": file.claim_name(),
            "verdict": word,
            "rocq": version,
            "assumptions": assumed,
            "message": message,
            "theorem": theorem,
            "not_plain": not_plain,
        }));
        return found;
    }
    terminal::line(&format!(
        "{} {} {}  Rocq {version}",
        styled(style, &format!("{word:<15}")),
        styled(Style::Strong, &format!("{:<20}", file.claim_name())),
        styled(Style::Faint, &shown_path(path)),
    ));
    let below = |text: &str| {
        for line in text.lines().take(12) {
            terminal::line(&format!("                {line}"));
        }
    };
    if found == Exit::Good {
        assumed.iter().for_each(|assumed| below(&format!("{} {assumed}", styled(Style::Doubt, "assumes:"))));
        theorem.iter().for_each(|name| below(&format!("in plain terms: {name}")));
        not_plain.iter().for_each(|why| below(&format!("not in plain terms: {why}")));
    }
    message.iter().for_each(|message| below(message));
    found
}
