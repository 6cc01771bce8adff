//! `covenant replay --reflect`: the verified checker, run inside Rocq on the rows of all certificates.
//!
//! One file and one process, which loads the theories once; a theorem per certificate, and with `--plain` another one without the deep
//! embedding. If Rocq refuses one, those before it are proved and those after it are not judged.

use super::compiled_theories::cache_folder;
use crate::args::Replay;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style, styled};
use crate::{inputs, terminal::plain};
use covenant_certificates::CertificateFile;
use covenant_certificates::shown::shown_path;
use covenant_coq_export::reflect::{Written, number_of, reflect};
use covenant_coq_export::{Outcome, Rocq};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// Replays certificates in one file.
pub fn run(arguments: &Replay) -> Result<Exit, Failure> {
    let paths = inputs::files(&arguments.certificates, inputs::CERTIFICATE)?;
    let cache = cache_folder(arguments.cache.as_deref())?;
    inputs::make_folder(&cache)?;
    let cache = std::path::absolute(&cache).unwrap_or(cache);
    let rocq = Rocq::prepare_verified(&cache).map_err(|error| Failure::input(error.to_string()))?;
    let mut exit = Exit::Good;
    let mut read: Vec<(PathBuf, CertificateFile)> = Vec::new();
    for path in paths {
        match inputs::certificate_to_write_out(&path) {
            Ok(file) => read.push((path, file)),
            Err(failure) => {
                failure.print();
                exit = exit.max(failure.exit);
            }
        }
    }
    let files: Vec<&CertificateFile> = read.iter().map(|(_, file)| file).collect();
    let (exported, written) = reflect(&files, arguments.plain);
    if let Some(kept) = &arguments.keep {
        inputs::write(kept, exported.text.as_bytes())?;
    }
    let folder = cache.join(format!("reflect-{}", std::process::id()));
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::input(format!("{}: {}", shown_path(&folder), plain(&error))))?;
    let seconds = arguments.timeout.saturating_mul(files.len().max(1) as u64);
    let replayed = rocq.replay(&exported, &folder, Duration::from_secs(seconds));
    // Left behind, it would only take space.
    let _ = std::fs::remove_dir_all(&folder);
    let replayed = replayed.map_err(|error| Failure::input(error.to_string()))?;
    // The first that Rocq refuses; nothing after it was looked at.
    let (refused, message) = match &replayed.outcome {
        Outcome::Replayed => (None, None),
        Outcome::ReplayedModulo(axioms) => {
            (Some(0), Some(format!("it rests on axioms: {}", axioms.join(", "))))
        }
        Outcome::Failed { lemma, message, .. } => {
            (Some(number_of(lemma).unwrap_or(0)), Some(message.clone()))
        }
        Outcome::TimedOut => (Some(0), Some("Rocq did not end in time".to_owned())),
        Outcome::Ended(how) => (Some(0), Some(format!("Rocq ended without a message ({how})"))),
    };
    let conclusive = matches!(replayed.outcome, Outcome::Replayed | Outcome::Failed { .. });
    let mut good = 0;
    for (i, ((path, file), written)) in read.iter().zip(written).enumerate() {
        let (word, style, found) = match refused {
            _ if written == Written::Nothing => ("not accepted", Style::Error, Exit::Rejected),
            Some(first) if i == first && conclusive => ("failed", Style::Error, Exit::Rejected),
            Some(first) if i >= first => ("no answer", Style::Doubt, Exit::Unknown),
            _ => ("replayed", Style::Good, Exit::Good),
        };
        good += usize::from(found == Exit::Good);
        exit = exit.max(found);
        let message = message.as_ref().filter(|_| refused == Some(i));
        if arguments.json {
            terminal::json(&json!({
                "certificate": path.display().to_string(),
                "file": file.source.file,
                "claim": file.claim_name(),
                "verdict": word,
                "rocq": rocq.version,
                "message": message,
                "theorem": if let Written::Plain(name) = &written { Some(name) } else { None },
                "not_plain": if let Written::Deep(why) = &written { why.as_ref() } else { None },
            }));
            continue;
        }
        terminal::line(&format!(
            "{} {} {}",
            styled(style, &format!("{word:<15}")),
            styled(Style::Strong, &format!("{:<20}", file.claim_name())),
            styled(Style::Faint, &shown_path(path)),
        ));
        if found == Exit::Good {
            match &written {
                Written::Plain(name) => terminal::line(&format!("                  in plain terms: {name}")),
                Written::Deep(Some(why)) => {
                    terminal::line(&format!("                  not in plain terms: {why}"))
                }
                Written::Deep(None) | Written::Nothing => {}
            }
        }
        for line in message.map(String::as_str).unwrap_or_default().lines().take(12) {
            terminal::line(&format!("                  {line}"));
        }
    }
    if !arguments.json {
        terminal::line(&format!(
            "{} certificates: {good} replayed by reflection with Rocq {}, {:.1} s",
            read.len(),
            rocq.version,
            replayed.time.as_secs_f64()
        ));
    }
    Ok(exit)
}
