//! Running the steps of a task: a heading, the command, the time it took.
//!
//! A step that fails does not stop the ones after it, so that one run of CI shows everything
//! that is wrong; [`Steps::finish`] then fails.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The root of the workspace.
pub fn root() -> PathBuf {
    // Set by cargo when it built this program: the folder `xtask`.
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Cargo itself, the same one that started this program.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Any other program, in the root of the workspace.
pub fn program(name: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end; its output goes to the terminal.
pub fn run(mut command: Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name} could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// Runs a command and returns what it printed.
pub fn output(mut command: Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The steps of a task so far.
pub struct Steps {
    total: usize,
    done: Vec<(String, Result<(), String>, u64)>,
    started: Instant,
}

impl Steps {
    /// A task of so many steps.
    pub fn new(total: usize) -> Self {
        Steps { total, done: Vec::new(), started: Instant::now() }
    }

    /// Does a step.
    pub fn step(&mut self, name: &str, action: impl FnOnce() -> Result<(), String>) {
        println!("\n=== [{}/{}] {name}", self.done.len() + 1, self.total);
        let started = Instant::now();
        let outcome = action();
        let seconds = started.elapsed().as_secs();
        match &outcome {
            Ok(()) => println!("=== {name}: ok, {seconds} s"),
            Err(why) => println!("=== {name}: FAILED after {seconds} s: {why}"),
        }
        self.done.push((name.to_owned(), outcome, seconds));
    }

    /// Prints the summary; an error if any step failed.
    pub fn finish(self) -> Result<(), String> {
        println!("\nsummary ({} s)", self.started.elapsed().as_secs());
        let mut failed = Vec::new();
        for (name, outcome, seconds) in &self.done {
            let mark = if outcome.is_ok() { "ok    " } else { "FAILED" };
            println!("  {mark} {seconds:>5} s  {name}");
            if outcome.is_err() {
                failed.push(name.as_str());
            }
        }
        if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
    }
}
