//! Random programs through the whole pipeline, on all cores; and compared with OCaml.

use crate::steps::{cargo, program, root, run};
use std::process::{Child, Stdio};

/// Files whose programs are changed.
const FOLDERS: [&str; 5] = [
    "benchmarks/table3",
    "benchmarks/table3-incomplete",
    "benchmarks/heldout",
    "benchmarks/pitfalls",
    "examples",
];

/// Runs between the first numbers of two processes; more than any run takes.
const APART: u64 = 100_000_000;

/// Starts one process per core, each from a number of its own, and adds up what they found. The
/// first number is `from`; without it another one every day, so that a nightly run does not
/// repeat the last one.
pub fn run_all(minutes: u64, from: Option<u64>) -> Result<(), String> {
    run(cargo(&["build", "--release", "--quiet", "--package", "covenant", "--package", "covenant-engine"]))?;
    let processes = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let day = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() / 86_400);
    let from = from.unwrap_or(day * 1000 * APART);
    println!("  {processes} processes, {minutes} minutes, from run {from}");
    let mut running: Vec<Child> = Vec::new();
    for process in 0..processes {
        let mut command = program(root().join("target/release/covenant"), &["fuzz"]);
        command
            .args(FOLDERS)
            .args(["--minutes", &minutes.to_string(), "--seed", &(from + process * APART).to_string()])
            .args(["--out", "target/fuzz"])
            .stdout(Stdio::piped());
        running.push(command.spawn().map_err(|error| format!("covenant could not be started: {error}"))?);
    }
    // One more, which compares random programs with OCaml.
    let mut command = program(root().join("target/release/covenant"), &["fuzz", "--against-ocaml"]);
    command
        .args(["--minutes", &minutes.to_string(), "--seed", &from.to_string(), "--out", "target/fuzz"])
        .stdout(Stdio::piped());
    running.push(command.spawn().map_err(|error| format!("covenant could not be started: {error}"))?);
    let mut failed = false;
    let mut total: Vec<(String, u64)> = Vec::new();
    for child in running {
        let done = child.wait_with_output().map_err(|error| error.to_string())?;
        let line = String::from_utf8_lossy(&done.stdout);
        println!("  {}", line.trim());
        for (name, count) in counts(&line) {
            match total.iter_mut().find(|(n, _)| *n == name) {
                Some((_, sum)) => *sum += count,
                None => total.push((name, count)),
            }
        }
        failed |= !done.status.success();
    }
    let total: Vec<String> =
        total.iter().map(|(name, sum)| format!("{sum} {}", name.replace('_', " "))).collect();
    println!("  together: {}", total.join(", "));
    if failed {
        Err("a claim was accepted that does not hold, or OCaml disagrees; see target/fuzz".to_owned())
    } else {
        Ok(())
    }
}

/// The counts of a flat JSON object.
fn counts(line: &str) -> Vec<(String, u64)> {
    let inside = line.trim().trim_start_matches('{').trim_end_matches('}');
    inside
        .split(',')
        .filter_map(|pair| {
            let (name, count) = pair.split_once(':')?;
            Some((name.trim().trim_matches('"').to_owned(), count.trim().parse().ok()?))
        })
        .collect()
}
