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
/// as a program of its own, with a limit that it counts itself. The clock ends one that counts
/// nothing, and then the log says so.
pub fn confirms(log: &mut QueryLog, limits: &Limits) -> Option<SecondSolver> {
    let program = limits.second_solver.as_ref()?;
    let most = Duration::from_secs(limits.second_solver_seconds);
    let limit = limits.deadline.left().unwrap_or(most).min(most);
    let resources = format!("--rlimit={}", limits.second_solver_resources);
    // The whole answer, not a part of it: an error message may well contain the word.
    match run(program, &["--lang=smt2", &resources, "-"], log.text.as_ref()?, limit) {
        Ended::Printed(answer) if answer.trim() == "unsat" => {}
        Ended::Printed(_) | Ended::Failed => return None,
        Ended::Stopped => {
            log.cut_short = true;
            return None;
        }
    }
    let about = match run(program, &["--version"], "", limit) {
        Ended::Printed(about) => about,
        Ended::Failed | Ended::Stopped => String::new(),
    };
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

/// How a program ended.
enum Ended {
    /// With this output.
    Printed(String),
    /// Its time was over.
    Stopped,
    /// It could not be run, or what it printed could not be read.
    Failed,
}

/// Runs a program on some input; it is ended when its time is over.
fn run(program: &Path, arguments: &[&str], input: &str, limit: Duration) -> Ended {
    started(program, arguments, input, limit).unwrap_or(Ended::Failed)
}

fn started(program: &Path, arguments: &[&str], input: &str, limit: Duration) -> Option<Ended> {
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
            return Some(Ended::Stopped);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Some(Ended::Printed(output.join().ok()?.ok()?))
}
