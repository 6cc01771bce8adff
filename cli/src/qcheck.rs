//! Which version of QCheck a file is written for.
//!
//! Asked for with `--qcheck`, or read from an opam file (locked or not) that demands exactly one version, in the
//! folder of the file or above it, up to the one with `dune-project`. Nothing else of a project is read.

use covenant_front::{QcheckVersion, Reading};
use std::fs;
use std::path::Path;

/// Said where no version is known.
pub const WITHOUT_VERSION: &str =
    "note: the version of qcheck is not known; read as what qcheck 0.19 to 0.91 agree on (--qcheck VERSION)";

/// How far up a project may begin.
const MOST_FOLDERS: usize = 8;
/// Larger files are no opam files.
const MOST_BYTES: u64 = 1 << 20;

/// For the command line.
///
/// # Errors
///
/// If it is no version.
pub fn parse(text: &str) -> Result<QcheckVersion, String> {
    QcheckVersion::parse(text).ok_or_else(|| "a version has two numbers, such as 0.20".to_owned())
}

/// Whether a file uses QCheck at all.
#[must_use]
pub fn is_used(text: &str) -> bool {
    text.contains("QCheck")
}

/// How a file is to be read.
#[must_use]
pub fn reading(asked: Option<QcheckVersion>, file: &Path) -> Reading {
    Reading { qcheck: asked.or_else(|| of_project(file)), ..Reading::default() }
}

fn of_project(file: &Path) -> Option<QcheckVersion> {
    let file = std::path::absolute(file).ok()?;
    for folder in file.ancestors().skip(1).take(MOST_FOLDERS) {
        let entries = fs::read_dir(folder).ok()?;
        let mut names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        names.sort();
        let opam = names.iter().filter(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".opam") || name.ends_with(".opam.locked")
        });
        for path in opam {
            let small = fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
            let text = if small { fs::read_to_string(path).unwrap_or_default() } else { String::new() };
            if let Some(version) = demanded(&text) {
                return Some(version);
            }
        }
        if folder.join("dune-project").is_file() {
            return None;
        }
    }
    None
}

/// The version in `"qcheck-core" {= "0.21"}`.
fn demanded(text: &str) -> Option<QcheckVersion> {
    text.lines().find_map(|line| {
        let rest = line.trim().strip_prefix("\"qcheck")?;
        let (_, rest) = rest.split_once("\" {")?;
        let rest = rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
        QcheckVersion::parse(rest.split('"').next()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_version_is_a_version() {
        let version = |major, minor| Some(QcheckVersion { major, minor });
        assert_eq!(demanded("depends: [\n  \"qcheck-core\" {= \"0.21.2\"}\n]"), version(0, 21));
        assert_eq!(demanded("  \"qcheck\" {>= \"0.18\"}"), None);
        assert_eq!(demanded("  \"ocaml\" {= \"4.14.1\"}"), None);
        assert!(parse("new").is_err());
    }
}
