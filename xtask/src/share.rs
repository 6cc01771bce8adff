//! The program that shares what is remembered between machines: built, put beside `covenant`, tested with real servers. And the plan for
//! Snakemake, which comes from PyPI as one of the servers does.
//!
//! It is no member of the workspace (`cli/share/Cargo.toml` says why), so nothing else builds it. What it is tested with
//! (Redis from Debian, moto and Snakemake from PyPI, which take minutes to install) is why this is no part of `cargo xtask test`: a
//! nightly job is a good place for it.

use crate::packages::{self, Policy};
use crate::steps::{Steps, cargo, program, root, run};
use std::fs;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "cli/share/Cargo.toml";
const NAME: &str = "covenant-share";
/// What is installed from PyPI.
const FROM_PYPI: [&str; 2] = ["snakemake", "moto[server]"];

/// Builds it, puts it beside `covenant`, and with `tests` tests it.
pub fn build(tests: bool) -> Result<(), String> {
    let mut steps = Steps::new(if tests { 4 } else { 1 });
    steps.step("covenant-share", build_share);
    if tests {
        let venv = root().join("target/venv");
        steps.step("Redis, moto and Snakemake", || {
            packages::ensure(packages::TO_SHARE, Policy::Install)?;
            install(&venv)
        });
        steps.step("covenant", || run(cargo(&["build", "-p", "covenant", "-p", "covenant-engine"])));
        steps.step("tests", || test(&venv));
    }
    steps.finish()
}

fn in_its_own_folder() -> PathBuf {
    root().join("target/share")
}

fn build_share() -> Result<(), String> {
    let own = in_its_own_folder();
    let folder = own.to_string_lossy();
    run(cargo(&["build", "--manifest-path", MANIFEST, "--target-dir", &folder, "--release", "--locked"]))?;
    for profile in ["release", "debug"] {
        let beside = root().join("target").join(profile);
        let copied = fs::create_dir_all(&beside)
            .and_then(|()| fs::copy(own.join("release").join(NAME), beside.join(NAME)));
        copied.map_err(|error| format!("{}: {error}", beside.display()))?;
    }
    println!("  target/release/{NAME}");
    Ok(())
}

/// A folder with programs from PyPI, made once.
fn install(venv: &Path) -> Result<(), String> {
    if !venv.join("bin/pip").is_file() {
        run(program("python3", &["-m", "venv", &venv.to_string_lossy()]))?;
    }
    if ["snakemake", "moto_server"].iter().all(|name| venv.join("bin").join(name).is_file()) {
        return Ok(());
    }
    run(program(venv.join("bin/pip"), &[&["install", "--quiet"], &FROM_PYPI[..]].concat()))
}

fn test(venv: &Path) -> Result<(), String> {
    let own = in_its_own_folder();
    let folder = own.to_string_lossy();
    // One after the other: each checks a project many times.
    let words = ["--manifest-path", MANIFEST, "--target-dir", &folder, "--release", "--locked"];
    let mut tests = cargo(&[&["test"], &words[..], &["--", "--test-threads", "1", "--nocapture"]].concat());
    tests.env("COVENANT_TOOL", root().join("target/debug/covenant")).env("COVENANT_VENV", venv);
    run(tests)
}
