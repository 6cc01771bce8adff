//! A walk through the example generators, as a new user would do it by hand. Every command is
//! printed before it runs, so that it can be repeated.

use crate::packages::{self, Policy, TO_USE};
use crate::steps::{Steps, cargo, program, root, run};
use std::process::Command;

const CERTIFICATES: &str = "target/demo";

/// Installs, builds, then checks, audits, replays, compares and shows the examples.
pub fn run_all(policy: Policy) -> Result<(), String> {
    let mut steps = Steps::new(8);
    steps.step("what has to be installed", || packages::ensure(TO_USE, policy));
    steps.step("build", || {
        run(cargo(&["build", "--release", "--package", "covenant", "--package", "covenant-engine"]))
    });
    steps.step("check: which claims hold? (one of the examples is wrong on purpose)", || {
        // The wrong example is rejected, and a rejection is exit code 1.
        covenant(&["check", "examples", "--out", CERTIFICATES], 1)
    });
    let certificate = &format!("{CERTIFICATES}/repaired.search_tree.cov");
    steps.step("audit: recheck a certificate with the kernel alone", || {
        covenant(&["audit", certificate, "--source", "examples/repaired.ml"], 0)
    });
    steps.step("replay: prove it again in Rocq (its theories are compiled first, once)", || {
        covenant(&["replay", certificate], 0)
    });
    steps.step("sample: run a generator", || {
        covenant(
            &["sample", "examples/first_claim.ml", "--gen", "short_list", "--args", "4", "--seed", "1"],
            0,
        )
    });
    let page = &format!("{CERTIFICATES}/repaired.html");
    steps.step("show: the derivation as a page to click through", || {
        covenant(&["show", certificate, "--html", page], 0)
    });
    steps.step("diff: the same claim in two notations has the same certificate", || {
        let one = format!("{CERTIFICATES}/first_claim.short_list.cov");
        let other = format!("{CERTIFICATES}/poirot_notation.short_list.cov");
        covenant(&["diff", &one, &other, "--fail-on", "any"], 0)
    });
    println!("\nOpen {} in a browser.", root().join(page).display());
    steps.finish()
}

/// Prints and runs a command of the tool, and expects an exit code.
fn covenant(arguments: &[&str], expected: i32) -> Result<(), String> {
    println!("$ covenant {}\n", arguments.join(" "));
    let mut command: Command = program(root().join("target/release/covenant"), arguments);
    let status = command.status().map_err(|error| format!("covenant could not be started: {error}"))?;
    match status.code() {
        Some(code) if code == expected => Ok(()),
        _ => Err(format!("expected exit code {expected}, got {status}")),
    }
}
