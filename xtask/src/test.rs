//! Everything that CI demands, in one run.
//!
//! Tests run in the `dev` profile, which is optimised enough (see the workspace's manifest): a
//! second, optimised build of the workspace would cost more than it saves. The replays of
//! Table 3 in Rocq are among the tests (`tests/tests/rocq.rs`).

use crate::packages::{self, Policy, TO_TEST};
use crate::steps::{Steps, cargo, run};
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
        run(cargo(&[&["package", "--quiet", "--allow-dirty"], &published[..]].concat()))
    });
    // The theories first: tests of the export compile against them.
    steps.step("Rocq theories", rocq::theories);
    steps.step("tests", || run(cargo(&["test", "--workspace", "--no-fail-fast"])));
    steps.finish()
}
