//! The tables of `benchmarks/`, measured by an optimised build.

use crate::steps::{cargo, run};

/// Runs the benchmark program; without arguments, Table 3 beside the paper's figures. What is about terms has a program of its
/// own, which needs no solver.
pub fn run_all(arguments: &[&str]) -> Result<(), String> {
    if let ["terms", rest @ ..] = arguments {
        let program = ["run", "--quiet", "--release", "--package", "covenant-terms-benchmarks", "--"];
        return run(cargo(&[&program[..], rest].concat()));
    }
    // What is measured there are the programs that users have.
    if let ["systems" | "everyday", ..] = arguments {
        run(cargo(&[
            "build",
            "--quiet",
            "--release",
            "--package",
            "covenant",
            "--package",
            "covenant-engine",
        ]))?;
    }
    let mut all = vec!["run", "--quiet", "--release", "--package", "covenant-benchmarks", "--"];
    all.extend(if arguments.is_empty() { &["table3"] } else { arguments });
    run(cargo(&all))
}
