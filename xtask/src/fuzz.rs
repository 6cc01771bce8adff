//! Random programs through the whole pipeline, on all cores.

use crate::steps::{cargo, program, root, run};
use std::process::{Child, Stdio};

/// Starts one process per core, each with its own seed, and adds up what they found.
pub fn run_all(minutes: u64) -> Result<(), String> {
    run(cargo(&["build", "--release", "--quiet", "--package", "covenant"]))?;
    let processes = std::thread::available_parallelism().map_or(1, usize::from);
    // Another seed every day, so that a nightly run does not repeat the last one.
    let day = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() / 86_400);
    println!("  {processes} processes, {minutes} minutes, seeds from {}", seed(day, 0));
    let mut running: Vec<Child> = Vec::new();
    for process in 0..processes {
        let mut command = program(
            root().join("target/release/covenant"),
            &["fuzz", "benchmarks/table3", "benchmarks/table3-incomplete", "benchmarks/heldout", "examples"],
        );
        command
            .args(["--minutes", &minutes.to_string(), "--seed", &seed(day, process).to_string()])
            .args(["--out", "target/fuzz"])
            .stdout(Stdio::piped());
        running.push(command.spawn().map_err(|error| format!("covenant could not be started: {error}"))?);
    }
    let mut failed = false;
    for child in running {
        let done = child.wait_with_output().map_err(|error| error.to_string())?;
        println!("  {}", String::from_utf8_lossy(&done.stdout).trim());
        failed |= !done.status.success();
    }
    if failed { Err("a claim was accepted that does not hold; see target/fuzz".to_owned()) } else { Ok(()) }
}

/// Seeds far apart: a process uses the numbers after its own.
fn seed(day: u64, process: usize) -> u64 {
    (day * 1000 + process as u64) * 100_000_000
}
