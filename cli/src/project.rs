//! `covenant.toml`: how the claims of a project are checked.
//!
//! It is looked for in the current folder and above. What is said on the command line counts more. Paths are
//! relative to the folder of the file. A key that is not known is an error: a gate that is misspelled is no gate.

use crate::args::{Check, Confirm, Deny, Witness};
use crate::failure::Failure;
use crate::inputs;
use crate::terminal::{self, Style};
use covenant_certificates::shown::shown_path;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file's name.
pub const NAME: &str = "covenant.toml";

/// What `covenant init` writes.
pub const TEMPLATE: &str = include_str!("project/covenant.toml");
/// The generator that `covenant init` writes beside it.
pub const EXAMPLE: &str = include_str!("../../examples/first_claim.ml");

/// The contents of the file. Every key may be left out.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Project {
    /// Source files, or folders of them.
    files: Vec<PathBuf>,
    /// Where certificates go.
    out: Option<PathBuf>,
    /// Where results are remembered, or `off`.
    cache: Option<String>,
    /// Where what is remembered is shared with other machines.
    shared_cache: Option<String>,
    /// The version of qcheck.
    qcheck: Option<String>,
    limits: Limits,
    gates: Gates,
    scan: Scan,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Scan {
    expect: Vec<ExpectedGap>,
}

/// A gap that is meant: `scan` does not count it, and says if it is gone.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpectedGap {
    /// The file of the generator.
    pub file: PathBuf,
    /// Its name, with the path of its module.
    pub generator: String,
    /// The kind of gap, as `scan --json` names it.
    pub kind: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Limits {
    effort: Option<u32>,
    timeout: Option<u64>,
    condition_timeout: Option<u64>,
    total: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Gates {
    deny: Vec<Deny>,
    confirm: Option<Confirm>,
    second_reading: Option<Witness>,
}

/// Completes the options of `check` by the file of the project, if there is one.
///
/// # Errors
///
/// If the file cannot be understood, or there is nothing to check.
pub fn complete(arguments: &mut Check) -> Result<(), Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let found = here.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file());
    if let Some(path) = &found {
        let folder = path.parent().filter(|folder| *folder != here).unwrap_or(Path::new(""));
        read(path)?.apply(folder, path, arguments)?;
    }
    if arguments.files.is_empty() {
        let what = match found {
            Some(path) => format!("{} names no files", shown_path(&path)),
            None => "no file was named, and there is no covenant.toml here or above".to_owned(),
        };
        return Err(Failure::input(what).help("`covenant check FILE...`, or `covenant init` for a project"));
    }
    Ok(())
}

/// The gaps that the project expects, with the paths of their files made absolute.
///
/// # Errors
///
/// If the file cannot be understood.
pub fn expected_gaps() -> Result<Vec<ExpectedGap>, Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let Some(path) = here.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file()) else {
        return Ok(Vec::new());
    };
    let folder = path.parent().unwrap_or(&here);
    let absolute = |gap: ExpectedGap| ExpectedGap { file: folder.join(&gap.file), ..gap };
    Ok(read(&path)?.scan.expect.into_iter().map(absolute).collect())
}

fn read(path: &Path) -> Result<Project, Failure> {
    let text = inputs::source(path)?;
    toml::from_str(&text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start);
        let (line, column) = covenant_front::span::line_and_column(&text, place);
        Failure::input(format!("{}:{line}:{column}: {}", shown_path(path), error.message()))
            .help("`covenant init` writes a file with all keys; docs/ci.md explains them")
    })
}

impl Project {
    fn apply(self, folder: &Path, path: &Path, arguments: &mut Check) -> Result<(), Failure> {
        let bad = |what: String| Failure::input(format!("{}: {what}", shown_path(path)));
        let below = |given: PathBuf| {
            let given = if given == Path::new(".") && !folder.as_os_str().is_empty() {
                PathBuf::new()
            } else {
                given
            };
            folder.join(given)
        };
        if arguments.files.is_empty() {
            arguments.files = self.files.into_iter().map(below).collect();
        }
        if arguments.out.is_none() {
            arguments.out = self.out.map(below);
        }
        if arguments.cache.is_none() && !arguments.no_cache {
            match self.cache {
                Some(off) if off == "off" => arguments.no_cache = true,
                cache => arguments.cache = cache.map(|cache| below(PathBuf::from(cache))),
            }
        }
        arguments.shared_cache = arguments.shared_cache.take().or(self.shared_cache);
        if let (None, Some(version)) = (arguments.qcheck, &self.qcheck) {
            arguments.qcheck =
                Some(crate::qcheck::parse(version).map_err(|why| bad(format!("qcheck: {why}")))?);
        }
        let Limits { effort, timeout, condition_timeout, total } = self.limits;
        if effort.is_some_and(|effort| !(1..=1_000).contains(&effort)) {
            return Err(bad("limits.effort: a number from 1 to 1000".to_owned()));
        }
        if [timeout, condition_timeout, total].contains(&Some(0)) {
            return Err(bad("limits: seconds are at least 1".to_owned()));
        }
        arguments.effort = arguments.effort.or(effort);
        arguments.timeout = arguments.timeout.or(timeout);
        arguments.condition_timeout = arguments.condition_timeout.or(condition_timeout);
        arguments.total = arguments.total.or(total);
        let confirm_was_given = arguments.confirm.is_some();
        let second_reading_was_given = arguments.second_reading.is_some();
        // Gates add up: a project's are not opened by accident.
        arguments.deny.extend(self.gates.deny);
        arguments.confirm = arguments.confirm.or(self.gates.confirm);
        arguments.second_reading = arguments.second_reading.or(self.gates.second_reading);
        // A witness that a file somewhere above leaves out is not left out without a word.
        if arguments.confirm() == Confirm::Off && !confirm_was_given {
            told(path, "confirm");
        }
        if arguments.second_reading() == Witness::Off && !second_reading_was_given {
            told(path, "second-reading");
        }
        Ok(())
    }
}

/// Says that a witness is left out, and where that is said.
fn told(path: &Path, gate: &str) {
    terminal::message(Style::Doubt, "note", &format!("{} says {gate} = \"off\"", shown_path(path)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_init_writes_can_be_read() {
        let project: Project = toml::from_str(TEMPLATE).expect("it is read");
        assert_eq!(project.files, [Path::new("covenant_example.ml")]);
        // With every comment that is a key made one, too.
        let all: String =
            TEMPLATE.lines().map(|line| line.strip_prefix("#: ").unwrap_or(line).to_owned() + "\n").collect();
        let project: Project = toml::from_str(&all).expect("it is read");
        assert_eq!((project.gates.deny.len(), project.limits.effort), (2, Some(1)));
        assert_eq!(project.scan.expect.len(), 1);
    }
}
