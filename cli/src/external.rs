//! Other programs: solvers and Rocq. Found on the search path, run with a time limit.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a program printed, and whether it ended well.
#[derive(Debug)]
pub struct Ended {
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
    /// Exit code 0.
    pub success: bool,
    /// The exit code, if it ended by itself.
    pub code: Option<i32>,
}

/// Why a program gave no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// It could not be started.
    NotStarted(String),
    /// It took too long.
    TimedOut,
}

/// Where a program is.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Runs a program on some input, for at most this long.
pub fn run(
    program: impl AsRef<OsStr>,
    arguments: &[impl AsRef<OsStr>],
    input: &str,
    limit: Duration,
) -> Result<Ended, NoAnswer> {
    finish(Command::new(program).args(arguments), input, limit)
}

/// Runs a program in a folder.
pub fn run_in(
    folder: &Path,
    program: impl AsRef<OsStr>,
    arguments: &[impl AsRef<OsStr>],
    input: &str,
    limit: Duration,
) -> Result<Ended, NoAnswer> {
    finish(Command::new(program).args(arguments).current_dir(folder), input, limit)
}

fn finish(command: &mut Command, input: &str, limit: Duration) -> Result<Ended, NoAnswer> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| NoAnswer::NotStarted(error.to_string()))?;
    // Three pipes, three threads: none can block another by being full.
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = input.to_owned();
    std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            // A program that does not read to the end has its own reasons.
            let _ = stdin.write_all(input.as_bytes());
        }
    });
    let output = std::thread::spawn(move || read(stdout));
    let errors = std::thread::spawn(move || read(stderr));
    let started = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if started.elapsed() < limit => std::thread::sleep(Duration::from_millis(5)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(NoAnswer::TimedOut);
            }
            Err(error) => return Err(NoAnswer::NotStarted(error.to_string())),
        }
    };
    Ok(Ended {
        output: output.join().unwrap_or_default(),
        errors: errors.join().unwrap_or_default(),
        success: status.success(),
        code: status.code(),
    })
}

fn read(pipe: Option<impl Read>) -> String {
    // More than a person or a parser would look at; the rest is thrown away.
    const MOST: u64 = 16 << 20;
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        let mut limited = pipe.take(MOST);
        let _ = limited.read_to_end(&mut bytes);
        let _ = std::io::copy(&mut limited.into_inner(), &mut std::io::sink());
    }
    String::from_utf8_lossy(&bytes).replace(covenant_certificates::shown::is_noncharacter, "\u{fffd}")
}

/// The version that a program reports, from its first lines.
pub fn version(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let ended = run(program, arguments, "", Duration::from_secs(10)).ok()?;
    first_version(&ended.output).or_else(|| first_version(&ended.errors))
}

/// The first word that looks like `1.2` or `1.2.3`.
fn first_version(text: &str) -> Option<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
        .map(|word| word.trim_matches('.'))
        .find(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && word.contains('.')
                && word.split('.').all(|part| part.starts_with(|c: char| c.is_ascii_digit()))
        })
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found() {
        let cases = [
            ("Z3 version 4.8.12 - 64 bit", Some("4.8.12")),
            ("This is cvc5 version 1.0.3 [git tag", Some("1.0.3")),
            ("The Coq Proof Assistant, version 8.16.1\ncompiled with OCaml 4.13.1", Some("8.16.1")),
            ("no number here.", None),
        ];
        for (text, expected) in cases {
            assert_eq!(first_version(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let ended = run("sleep", &["20"], "", Duration::from_millis(50));
        assert!(matches!(ended, Err(NoAnswer::TimedOut)));
    }
}
