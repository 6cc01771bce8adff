//! `covenant` without a solver: what works, and what is said when the engine cannot start or
//! crashes.

use crate::snapshot;
use crate::support::{binary, covenant, examples, folder, root, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const ENGINE: &str = "covenant-engine";

/// A folder with the tool, the first example, and beside the tool what is given as its engine.
fn installed(engine: impl FnOnce(&Path)) -> tempfile::TempDir {
    let folder = folder();
    // A copy, because the tool looks for its engine where it lies itself.
    fs::copy(binary(), folder.path().join("covenant")).expect("the tool");
    fs::copy(root().join("examples/first_claim.ml"), folder.path().join("a.ml")).expect("a source");
    engine(&folder.path().join(ENGINE));
    folder
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
}

fn call(folder: &tempfile::TempDir, arguments: &[&str]) -> crate::support::Run {
    run(Command::new(folder.path().join("covenant")).args(arguments).current_dir(folder.path()))
}

#[test]
fn only_the_engine_is_linked_with_z3() {
    let needed = |program: &Path| {
        let done = run(Command::new("readelf").arg("-d").arg(program));
        assert_eq!(done.code, 0, "{}", done.shown());
        assert!(done.stdout.contains("(NEEDED)"), "{}", done.stdout);
        done.stdout.contains("libz3")
    };
    assert!(!needed(&binary()), "a command that runs in `covenant` itself calls Z3");
    assert!(needed(&binary().with_file_name(ENGINE)));
}

#[test]
fn without_libz3_check_says_so_and_audit_works() {
    // The real engine, asking the system's loader for a library that nobody has.
    let folder = installed(|engine| {
        let mut program = fs::read(binary().with_file_name(ENGINE)).expect("the engine");
        let name = b"libz3.so";
        let places: Vec<usize> =
            program.windows(name.len()).enumerate().filter(|(_, w)| w == name).map(|(i, _)| i).collect();
        assert!(!places.is_empty());
        for place in places {
            program[place..place + name.len()].copy_from_slice(b"libz9.so");
        }
        fs::write(engine, program).expect("a copy of the engine");
        fs::set_permissions(engine, fs::Permissions::from_mode(0o755)).expect("a program");
    });
    // Another thread that starts a program at the moment of the copy keeps it open for writing until it has started.
    let check = std::iter::repeat_with(|| call(&folder, &["check", "a.ml"]))
        .find(|run| !run.stderr.contains("text file busy"))
        .expect("it is not busy for ever");
    assert_eq!(check.code, 2, "{}", check.shown());
    assert!(check.stderr.contains("libz3 is missing"), "{}", check.stderr);
    assert!(check.stderr.contains("apt-get install libz3-4"), "{}", check.stderr);
    assert!(!folder.path().join("covenant-out").exists());
    let doctor = call(&folder, &["doctor"]).stdout;
    assert!(doctor.lines().any(|line| line.contains("missing") && line.contains("libz3")), "{doctor}");
    let certificate = examples().join("out/first_claim.short_list.cov");
    let certificate = certificate.to_str().expect("a path");
    let audit = call(&folder, &["audit", "--quiet", certificate, "--source", "a.ml"]);
    assert_eq!(audit.code, 0, "{}", audit.shown());
    for arguments in [&["sample", "a.ml", "--gen", "short_list", "--args", "2"][..], &["show", certificate]] {
        let other = call(&folder, arguments);
        assert_eq!(other.code, 0, "{}", other.shown());
    }
}

#[test]
fn a_crash_of_the_engine_is_reported() {
    let crashing = |how: &str| {
        let folder =
            installed(|engine| script(engine, &format!("echo ready >&0\necho begin a.ml >&0\n{how}")));
        call(&folder, &["check", "a.ml"])
    };
    let segmentation_fault = crashing("kill -SEGV $$");
    assert_eq!(segmentation_fault.code, 3);
    snapshot!("engine-crash", segmentation_fault);
    // What Z3 ends with when its memory limit is reached.
    let memory = crashing("exit 101");
    assert_eq!(memory.code, 3, "{}", memory.shown());
    assert!(memory.stderr.contains("exit code 101") && memory.stderr.contains("a.ml"), "{}", memory.stderr);
    // What it decides itself is passed on.
    assert_eq!(crashing("exit 1").code, 1);
}

#[test]
fn an_engine_that_is_not_there() {
    let folder = installed(|_| ());
    let run = call(&folder, &["check", "a.ml"]);
    assert_eq!(run.code, 2);
    snapshot!("engine-missing", run);
    // Values of a specification can be found without it.
    let values = ["enumerate", "a.ml", "--gen", "short_list", "--args", "1", "--spec"];
    let run = call(&folder, &values);
    assert_eq!(run.code, 0, "{}", run.shown());
    assert!(run.stdout.contains("[0]") && run.stderr.contains("Z3 was not tried"), "{}", run.shown());
    let run = call(&folder, &[&values[..], &["--by", "models"]].concat());
    assert_eq!(run.code, 2, "{}", run.shown());
    let folder = installed(|engine| script(engine, "echo cannot load libraries >&2; exit 127"));
    let run = call(&folder, &["check", "a.ml"]);
    assert_eq!(run.code, 2);
    snapshot!("engine-not-loaded", run);
}

#[test]
fn the_engine_ends_with_the_tool() {
    let folder = installed(|engine| {
        // Ends when the line does, and leaves a mark.
        script(engine, "echo ready >&0\ntouch started\ncat >/dev/null\ntouch ended");
    });
    let wait_for = |name: &str| {
        for _ in 0..600 {
            if folder.path().join(name).exists() {
                return true;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        false
    };
    let mut child = Command::new(folder.path().join("covenant"))
        .args(["check", "a.ml"])
        .current_dir(folder.path())
        .spawn()
        .expect("the tool");
    assert!(wait_for("started"));
    child.kill().expect("the tool is killed");
    child.wait().expect("it ends");
    assert!(wait_for("ended"), "the line stays open");
}

#[test]
fn the_engine_alone_refuses_what_needs_no_solver() {
    let done = run(Command::new(binary().with_file_name(ENGINE)).args(["doctor"]));
    assert_eq!(done.code, 2, "{}", done.shown());
    // And the tool knows its own version of the library.
    let report = covenant(examples(), &["doctor", "--json"]).stdout;
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert!(
        report["tools"][0]["version"].as_str().is_some_and(|v| v.starts_with(char::is_numeric)),
        "{report}"
    );
}
