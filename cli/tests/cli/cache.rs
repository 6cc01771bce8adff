//! Results that are remembered between runs, and verdicts for other programs.

use crate::support::{Run, binary, folder, root, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the tool for a user of its own, whose notes are in the folder.
fn user(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new(binary());
    run(command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join("user")))
}

fn check(folder: &Path, more: &[&str]) -> Run {
    let file = root().join("examples/missing_value.ml");
    let arguments = ["check", file.to_str().expect("a path"), "--confirm", "off", "--second-reading", "off"];
    user(folder, &[&arguments[..], more].concat())
}

#[test]
fn a_second_run_remembers_and_says_so() {
    let folder = folder();
    let at = folder.path();
    let first = check(at, &["--cache", "memory"]);
    assert_eq!(first.code, 1, "{}", first.shown());
    assert!(!first.stdout.contains("found earlier"), "{}", first.stdout);
    let second = check(at, &["--cache", "memory"]);
    assert_eq!(second.code, 1, "{}", second.shown());
    assert!(second.stdout.contains("found earlier and checked again"), "{}", second.stdout);
    let stat = user(at, &["cache", "stat", "--cache", "memory"]);
    assert!(stat.code == 0 && stat.stdout.contains("result"), "{}", stat.shown());
    assert!(stat.stdout.contains("of yours, for all projects"), "{}", stat.shown());
    let verified = user(at, &["cache", "verify", "--cache", "memory"]);
    assert_eq!(verified.code, 0, "{}", verified.shown());
    let cleared = user(at, &["cache", "clear", "--cache", "memory"]);
    assert!(cleared.code == 0 && cleared.stdout.contains("forgotten"), "{}", cleared.shown());
    assert_eq!(
        fs::read_dir(at.join("user/covenant/notes")).expect("notes").count(),
        0,
        "{}",
        cleared.shown()
    );
    assert!(!check(at, &["--cache", "memory"]).stdout.contains("found earlier"));
    // A folder that cannot be made is no reason to fail.
    fs::write(at.join("a-file"), "").expect("a file");
    assert_eq!(check(at, &["--cache", "a-file"]).code, 1);
}

/// What OCaml said is asked once, and believed only where the user's own notes say so.
#[test]
fn what_ocaml_said_is_noted_for_the_user() {
    if Command::new("ocamlfind").args(["ocamlc", "-version"]).output().is_err() {
        return;
    }
    let folder = folder();
    let at = folder.path();
    fs::write(
        at.join("a.ml"),
        "open Covenant_runtime\nlet small () : int = if bool_gen () then 0 else 1\n\
         [@@covers {| M [v:int | 0 <= v && v <= 1] |}]\n",
    )
    .expect("a file");
    let says = |more: &[&str]| {
        let done = user(at, &[&["check", "a.ml", "--json"], more].concat());
        assert_eq!(done.code, 0, "{}", done.shown());
        let claim: serde_json::Value = serde_json::from_str(done.stdout.trim()).expect("JSON");
        (claim["second_reading"].clone(), claim["confirmed"].clone())
    };
    let first = says(&["--cache", "memory"]);
    assert!(first.0 == "same" && first.1["values"] == 2, "{first:?}");
    let notes = || {
        let all = fs::read_dir(at.join("user/covenant/notes")).expect("notes");
        all.map(|note| note.expect("a note").path()).collect::<Vec<_>>()
    };
    assert!(notes().len() >= 2);
    assert_eq!(says(&["--cache", "memory"]), first);
    // It is from there: a note that says something else is believed, and only for its own text.
    for note in notes() {
        if fs::read_to_string(&note).expect("a note").starts_with("2 same") {
            fs::write(&note, "7 same:7").expect("another note");
        }
    }
    assert_eq!(says(&["--cache", "memory"]).1["values"], 7);
    assert_eq!(says(&["--no-cache"]), first);
    let text = fs::read_to_string(at.join("a.ml")).expect("a file");
    fs::write(at.join("a.ml"), format!("{text}\n")).expect("a file");
    assert_eq!(says(&["--cache", "memory"]), first);
}

#[test]
fn verdicts_for_other_programs_are_written_beside_those_for_people() {
    let folder = folder();
    let at = folder.path();
    let written = ["--sarif", "c.sarif", "--junit", "c.xml", "--markdown", "c.md", "--github", "--no-cache"];
    let run = check(at, &written);
    assert_eq!(run.code, 1, "{}", run.shown());
    assert!(run.stdout.contains("::error file="), "{}", run.stdout);
    let read = |name: &str| fs::read_to_string(at.join(name)).expect("written");
    let sarif: serde_json::Value = serde_json::from_str(&read("c.sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "rejected");
    assert!(
        read("c.xml")
            .contains("<failure type=\"rejected\" message=\"cannot produce search_tree 0 2 =&gt; Leaf")
    );
    assert!(read("c.md").contains("| rejected | search\\_tree |"), "{}", read("c.md"));
    let nowhere = check(at, &["--junit", "no/such/folder/c.xml", "--no-cache"]);
    assert_eq!(nowhere.code, 2, "{}", nowhere.shown());
    assert!(nowhere.stdout.contains("cannot produce"), "{}", nowhere.stdout);
}
