//! Certificates of the benchmark programs, made when they are asked for.

use covenant_certificates::CertificateFile;
use covenant_elaborator::pipeline::{Options, check_source};
use std::path::{Path, PathBuf};

/// The source files of a folder of the repository, in order. A folder without any is an error:
/// a suite must not pass because it is empty.
///
/// # Panics
/// If the folder cannot be read or has no source files.
#[must_use]
pub fn sources(folder: &str) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "ml"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no source files in {folder}");
    files
}

/// The certificates of the claims of a source file, with their names.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
pub fn certificates(source: &Path) -> Vec<(String, CertificateFile)> {
    let (name, text) = read(source);
    of_text(&name, &text)
}

/// The same, with claims that say *exactly* where those of the file say *every*, for those that hold.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
pub fn exactly(source: &Path) -> Vec<(String, CertificateFile)> {
    let (name, text) = read(source);
    of_text(&name, &text.replace("-> [v:", "-> exactly [v:"))
}

/// The same, with claims that say *only*.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
pub fn only(source: &Path) -> Vec<(String, CertificateFile)> {
    let (name, text) = read(source);
    of_text(&name, &text.replace("-> [v:", "-> {v:").replace("] |}]", "} |}]"))
}

fn read(source: &Path) -> (String, String) {
    let text = std::fs::read_to_string(source).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    (source.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(), text)
}

/// The certificates of the claims of a program.
#[must_use]
pub fn of_text(name: &str, text: &str) -> Vec<(String, CertificateFile)> {
    let options = Options { missing_steps: 0, ..Options::default() };
    let report = check_source(name, text, &options);
    let claims = report.claims.into_iter();
    claims.filter_map(|claim| Some((format!("{name}:{}", claim.claim), claim.certificate?))).collect()
}
