//! Results that are remembered between runs, and verdicts for other programs.

use crate::support::{Run, covenant, folder, root};
use std::fs;
use std::path::Path;

fn check(folder: &Path, more: &[&str]) -> Run {
    let file = root().join("examples/missing_value.ml");
    let arguments = ["check", file.to_str().expect("a path"), "--confirm", "off", "--second-reading", "off"];
    covenant(folder, &[&arguments[..], more].concat())
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
    let stat = covenant(at, &["cache", "stat", "--cache", "memory"]);
    assert!(stat.code == 0 && stat.stdout.contains("result"), "{}", stat.shown());
    let verified = covenant(at, &["cache", "verify", "--cache", "memory"]);
    assert_eq!(verified.code, 0, "{}", verified.shown());
    let cleared = covenant(at, &["cache", "clear", "--cache", "memory"]);
    assert!(cleared.code == 0 && cleared.stdout.contains("forgotten"), "{}", cleared.shown());
    assert!(!check(at, &["--cache", "memory"]).stdout.contains("found earlier"));
    // A folder that cannot be made is no reason to fail.
    fs::write(at.join("a-file"), "").expect("a file");
    assert_eq!(check(at, &["--cache", "a-file"]).code, 1);
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
