//! The tables of `benchmarks/`, measured by an optimised build.

use crate::steps::{cargo, run};

/// Runs the benchmark program; without arguments, Table 3 beside the paper's figures.
pub fn run_all(arguments: &[&str]) -> Result<(), String> {
    let mut all = vec!["run", "--quiet", "--release", "--package", "covenant-benchmarks", "--"];
    all.extend(if arguments.is_empty() { &["table3"] } else { arguments });
    run(cargo(&all))
}
