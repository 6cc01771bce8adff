//! Everything that CI demands, in one run.
//!
//! Tests run in the `dev` profile, which is optimised enough (see the workspace's manifest): a
//! second, optimised build of the workspace would cost more than it saves. The replays of
//! Table 3 in Rocq are among the tests (`tests/tests/rocq.rs`).

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::packages::{self, Policy, TO_TEST};
use crate::steps::{Steps, cargo, root, run};
use crate::{rocq, rooms, tcb};

/// Runs all checks.
pub fn run_all(policy: Policy) -> Result<(), String> {
    let mut steps = Steps::new(9);
    steps.step("what has to be installed", || packages::ensure(TO_TEST, policy));
    steps.step("format", || run(cargo(&["fmt", "--all", "--check"])));
    steps.step("trusted kernel", tcb::run);
    steps.step("rooms", || rooms::run(rooms::Picture::Compare));
    steps.step("lints", || {
        run(cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
    });
    steps.step("documentation", || {
        let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
        doc.env("RUSTDOCFLAGS", "-D warnings");
        run(doc)
    });
    // The two crates that a third party needs for an auditor of its own. Together, because one depends
    // on the other and neither has to be on a registry yet.
    steps.step("packages", || {
        let published = ["-p", "covenant-kernel", "-p", "covenant-certificates"];
        let folder = format!("target/packages/{:016x}", text_of_the_kernel()?);
        let own = ["package", "--quiet", "--allow-dirty", "--target-dir", &folder];
        run(cargo(&[&own[..], &published[..]].concat()))
    });
    // The theories first: tests of the export compile against them.
    steps.step("Rocq theories", rocq::theories);
    steps.step("tests", || run(cargo(&["test", "--workspace", "--no-fail-fast"])));
    steps.finish()
}

/// A number for the kernel's text. Cargo remembers a package by its version and the folder that it was made in, so that a
/// kernel that has changed would be checked as it was before: it gets a folder of its own.
fn text_of_the_kernel() -> Result<u64, String> {
    let folder = root().join("kernel/src");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}
