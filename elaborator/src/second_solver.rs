//! A second opinion: where no proof is built, a solver that is not Z3 is asked the same query.

use crate::search::QueryLog;
use crate::search::limits::Limits;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A solver that confirmed a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondSolver {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The second solver, if there is one and it finds the recorded query unsatisfiable, too. It runs
/// as a program of its own and is ended when its time is over.
pub fn confirms(log: &QueryLog, limits: &Limits) -> Option<SecondSolver> {
    let program = limits.second_solver.as_ref()?;
    let limit = Duration::from_millis(limits.second_solver_milliseconds);
    // The whole answer, not a part of it: an error message may well contain the word.
    if run(program, &["--lang=smt2", "-"], log.text.as_ref()?, limit)?.trim() != "unsat" {
        return None;
    }
    let about = run(program, &["--version"], "", limit).unwrap_or_default();
    let numbered = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let version = about.split_whitespace().find(numbered).unwrap_or("unknown version").to_owned();
    Some(SecondSolver { name: program.file_name()?.to_string_lossy().into_owned(), version })
}

/// The solver to ask unless told otherwise: cvc5, if it is on the search path.
#[must_use]
pub fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join("cvc5")).find(|file| file.is_file())
}

/// What a program prints on some input, if it ends in time; otherwise it is ended.
fn run(program: &Path, arguments: &[&str], input: &str, limit: Duration) -> Option<String> {
    let (stdin, stdout) = (Stdio::piped(), Stdio::piped());
    let mut command = Command::new(program);
    let mut child = command.args(arguments).stdin(stdin).stdout(stdout).stderr(Stdio::null()).spawn().ok()?;
    let (mut to, mut from) = (child.stdin.take()?, child.stdout.take()?);
    let input = input.to_owned();
    // Two pipes, two threads: neither can block the other by being full.
    std::thread::spawn(move || {
        // A program that does not read to the end has its own reasons.
        let _ = to.write_all(input.as_bytes());
    });
    let output = std::thread::spawn(move || {
        let mut output = String::new();
        from.read_to_string(&mut output).map(|_| output)
    });
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    output.join().ok()?.ok()
}
