//! What `covenant scan` makes of generators that people wrote.
//!
//! Folders are repositories, fetched by whoever runs this; nothing of them is kept. Each file that names QCheck is scanned on its own, by
//! the program behind `covenant scan`, so that one file that takes too long costs only itself. The table says how many generators
//! were found, read and judged, and what stops the others, by kind: names in the messages are left out.

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// A file that takes longer is stopped and counted.
const FILE_LIMIT: Duration = Duration::from_secs(60);
/// How often a running scan is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// What was found in some repositories.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Repositories with at least one generator.
    pub repositories: usize,
    /// Files that name the library.
    pub files: usize,
    /// Files that were not scanned: no OCaml, or stopped.
    pub not_scanned: usize,
    /// How many generators have each finding.
    pub findings: BTreeMap<String, usize>,
    /// Findings that rest on what modules that are not known do not define.
    pub assuming: usize,
    /// What stops the reader, and how often.
    pub stopped: BTreeMap<String, usize>,
}

impl Sample {
    /// All generators.
    #[must_use]
    pub fn generators(&self) -> usize {
        self.findings.values().sum()
    }

    /// Those of which something is said: complete, gaps, or all small values.
    #[must_use]
    pub fn judged(&self) -> usize {
        let count = |word: &str| self.findings.get(word).copied().unwrap_or_default();
        count("complete") + count("gaps") + count("bounded")
    }

    /// Counts a line of `covenant scan --json`.
    fn count(&mut self, line: &str) {
        let Ok(found) = serde_json::from_str::<Value>(line) else { return };
        let Some(finding) = found["finding"].as_str() else { return };
        *self.findings.entry(finding.to_owned()).or_default() += 1;
        self.assuming += usize::from(found["assuming"].is_string());
        if let Some(why) = found["stopped"]["why"].as_str() {
            *self.stopped.entry(kind_of(why)).or_default() += 1;
        }
    }
}

/// A message without the names in it.
fn kind_of(message: &str) -> String {
    let mut quoted = false;
    let mut kind = String::new();
    for letter in message.chars() {
        if letter == '`' {
            quoted = !quoted;
            kind.push_str(if quoted { "`…" } else { "`" });
        } else if !quoted {
            kind.push(letter);
        }
    }
    kind
}

/// Scans the files of repositories.
///
/// # Errors
///
/// If a folder cannot be read, or there is no `covenant-engine` beside this program.
pub fn scan(repositories: &[PathBuf]) -> Result<Sample, String> {
    let program =
        std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("covenant-engine");
    if !program.is_file() {
        return Err("build `covenant-engine` in the same profile first".to_owned());
    }
    let mut sample = Sample::default();
    for repository in repositories {
        let before = sample.generators();
        let mut files = Vec::new();
        sources(repository, &mut files).map_err(|error| format!("{}: {error}", repository.display()))?;
        files.sort();
        for file in files {
            sample.files += 1;
            match lines(&program, &file) {
                Some(lines) => lines.lines().for_each(|line| sample.count(line)),
                None => sample.not_scanned += 1,
            }
        }
        sample.repositories += usize::from(sample.generators() > before);
    }
    Ok(sample)
}

/// The files below a folder that name the library. Links are not followed.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let hidden = entry.file_name().to_string_lossy().starts_with(['.', '_']);
        if kind.is_dir() && !hidden {
            sources(&path, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "ml") {
            let text = fs::read(&path).unwrap_or_default();
            if String::from_utf8_lossy(&text).contains("QCheck") {
                found.push(path);
            }
        }
    }
    Ok(())
}

fn lines(program: &Path, file: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command.args(["scan", "--json", "--jobs", "1"]).arg(file);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut out = child.stdout.take()?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let start = Instant::now();
    let status = loop {
        match child.try_wait().ok()? {
            Some(status) => break status,
            None if start.elapsed() > FILE_LIMIT => {
                // What was said until then is not the whole.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            None => thread::sleep(PAUSE),
        }
    };
    let text = reader.join().ok()?.ok()?;
    matches!(status.code(), Some(0 | 1 | 3)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted() {
        let mut sample = Sample::default();
        sample.count(r#"{"generator":"a","finding":"gaps","assuming":"x"}"#);
        sample.count(r#"{"generator":"b","finding":"not read","stopped":{"why":"`A.f`, a name from another module, is not supported","line":3}}"#);
        sample.count("no line");
        assert_eq!((sample.generators(), sample.judged(), sample.assuming), (2, 1, 1));
        assert_eq!(
            sample.stopped.keys().collect::<Vec<_>>(),
            ["`…`, a name from another module, is not supported"]
        );
    }
}
