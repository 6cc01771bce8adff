//! Snakemake runs a plan on two workers, is killed in the middle, and goes on: the certificates are those of one check.

use crate::support::{Folder, certificates, check, covenant, from_pypi};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

/// A program `covenant` that runs the tool. Of the second part, at first, it kills Snakemake while the first part may be at work, and ends.
const KILLS_SNAKEMAKE_ONCE: &str = r#"#!/bin/sh
case " $* " in *" --shard 2/"*)
    if ! [ -e killed ]; then
        touch killed
        kill -9 "$(cat snakemake.pid)"
        exit 9
    fi;;
esac
exec "$TOOL" "$@"
"#;

#[test]
fn snakemake_that_was_killed_goes_on_and_makes_the_same_certificates() {
    let folder = Folder::with_project();
    let at = folder.path();
    let whole = check(at, "whole", &["--no-cache"], &[]);
    let plan = Command::new(covenant())
        .args(["plan", "src", "--shards", "4", "--snakemake"])
        .current_dir(at)
        .output()
        .expect("a plan");
    assert!(plan.status.success(), "{plan:?}");
    fs::write(at.join("Snakefile"), &plan.stdout).expect("a file");
    fs::create_dir(at.join("bin")).expect("a folder");
    fs::write(at.join("bin/covenant"), KILLS_SNAKEMAKE_ONCE).expect("a script");
    fs::set_permissions(at.join("bin/covenant"), fs::Permissions::from_mode(0o755)).expect("executable");
    let path = format!("{}:{}", at.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let snakemake = |more: &[&str]| -> Output {
        // The shell's number is Snakemake's.
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"echo $$ > snakemake.pid; exec "$0" "$@""#]).arg(from_pypi("snakemake"));
        shell.args(["--cores", "2", "--nocolor"]).args(more).current_dir(at);
        shell.env("PATH", &path).env("TOOL", covenant()).env("COVENANT_CACHE", "off").env("HOME", at);
        shell.output().expect("a shell")
    };
    let killed = snakemake(&[]);
    assert!(at.join("killed").is_file() && killed.status.code().is_none(), "{killed:?}");
    assert!(!at.join("covenant-out").exists());
    // What it was doing when it was killed is not to be trusted, as it says itself; and its lock is still there.
    let unlocked = snakemake(&["--unlock"]);
    assert!(unlocked.status.success(), "{unlocked:?}");
    let done = snakemake(&["--rerun-incomplete"]);
    // The last step ends as one check does: some claims are false.
    assert!(String::from_utf8_lossy(&done.stderr).contains("covenant merge"), "{done:?}");
    assert_eq!(certificates(&at.join("covenant-out")), whole.certificates);
}
