//! What a replay costs: `coqc` time and peak memory per certificate and per derivation node.
//!
//! `cargo run --release -p covenant-coq-export --example replay_cost -- CERTIFICATE...`

use covenant_certificates::CertificateFile;
use covenant_coq_export::{Outcome, Rocq, export};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let work = std::env::temp_dir().join("covenant-replay-cost");
    let rocq = match std::fs::create_dir_all(&work)
        .map_err(|e| e.to_string())
        .and_then(|()| Rocq::prepare(&work).map_err(|e| e.to_string()))
    {
        Ok(rocq) => rocq,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    println!("certificate,outcome,nodes,conditions,bytes of Rocq,seconds,peak MiB,ms per node");
    let mut good = true;
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let row = CertificateFile::load(&path).map_err(|e| e.to_string()).and_then(|file| {
            let exported = export(&file).map_err(|e| e.to_string())?;
            let replayed =
                rocq.replay(&exported, &work, Duration::from_secs(600)).map_err(|e| e.to_string())?;
            let outcome = match replayed.outcome {
                Outcome::Replayed => "replayed".to_owned(),
                Outcome::ReplayedModulo(names) => format!("replayed modulo {}", names.join(" ")),
                Outcome::TimedOut => return Err("timed out".to_owned()),
                Outcome::Ended(how) => return Err(format!("coqc ended: {how}")),
                Outcome::Failed { lemma, message, .. } => return Err(format!("{lemma}: {message}")),
            };
            let nodes = file.certificate.proof.nodes.len();
            let milliseconds = replayed.time.as_millis();
            Ok(format!(
                "{outcome},{nodes},{},{},{}.{:03},{},{}",
                exported.conditions.len(),
                exported.text.len(),
                milliseconds / 1000,
                milliseconds % 1000,
                replayed.peak_kib.map_or("?".to_owned(), |k| (k / 1024).to_string()),
                milliseconds / u128::try_from(nodes.max(1)).unwrap_or(1),
            ))
        });
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        match row {
            Ok(row) => println!("{name},{row}"),
            Err(message) => {
                good = false;
                println!("{name},FAILED");
                eprintln!("{name}: {message}");
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
