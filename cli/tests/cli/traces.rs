//! Generators over a system under test: from the source to a verdict, to the screen and to a found bug.

use crate::support::{covenant, folder, root};
use std::fs;
use std::path::Path;

/// The example and its systems, in a folder.
fn stack(at: &Path) {
    for name in ["stack.ml", "bounded_stack.ml", "stack_system.ml"] {
        fs::copy(root().join("examples/traces").join(name), at.join(name)).expect("an example");
    }
}

#[test]
fn the_stack_is_checked_confirmed_and_audited_with_its_requests() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let checked = covenant(at, &["check", "stack.ml"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.contains("read twice"), "{}", checked.stdout);
    assert!(checked.stdout.contains("values confirmed by OCaml"), "{}", checked.stdout);
    let certificate = "covenant-out/stack.nested.cov";
    let audited = covenant(at, &["audit", certificate, "--source", "stack.ml"]);
    assert_eq!(audited.code, 0, "{}{}", audited.stdout, audited.stderr);
    assert!(audited.stdout.contains("let _ = S.pop () in"), "{}", audited.stdout);
    assert!(!audited.stdout.contains("bool_gen ()"), "the translation was not asked for: {}", audited.stdout);
    let translated = covenant(at, &["audit", certificate, "--translation"]);
    assert!(translated.stdout.contains("S.pop ()"), "{}", translated.stdout);
    assert!(translated.stdout.contains("bool_gen ()"), "{}", translated.stdout);
    let exported = covenant(at, &["export", certificate, "--rocq"]);
    assert!(exported.stdout.contains("Theorem nested_against_any_system"), "{}", exported.stderr);
}

/// The bug is found and shrunk; the correct twin is silent; both from the same draws.
#[test]
fn a_run_finds_the_bug_and_nothing_in_the_correct_system() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let wrong = covenant(at, &["run", "stack.ml", "--sut", "bounded_stack.ml", "--n", "2000"]);
    assert_eq!(wrong.code, 1, "{}{}", wrong.stdout, wrong.stderr);
    assert!(wrong.stdout.contains("an answer of `pop` is not as specified"), "{}", wrong.stdout);
    let shrunk =
        wrong.stdout.lines().find_map(|line| line.strip_prefix("  shrunk  ")).expect("a shrunk trace");
    assert_eq!(shrunk.split("; ").count(), 4, "three pushes and a pop: {shrunk}");
    let right = covenant(at, &["run", "stack.ml", "--sut", "stack_system.ml", "--n", "2000"]);
    assert_eq!(right.code, 0, "{}{}", right.stdout, right.stderr);
    let again = covenant(at, &["run", "stack.ml", "--sut", "bounded_stack.ml", "--n", "2000"]);
    assert_eq!(wrong.stdout, again.stdout, "the same seed, the same run");
}

#[test]
fn systems_that_do_not_fit_raise_or_hang_are_explained() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let rest = "let is_empty () = true\nlet push (_ : int) = ()\n";
    for (name, text, said) in [
        ("lacking.ml", format!("{rest}let pop () : int option = None\n"), "fresh"),
        ("shape.ml", format!("{rest}let fresh () = ()\nlet pop () = 3\n"), "int option"),
        (
            "raising.ml",
            format!("{rest}let fresh () = ()\nlet pop () : int option = failwith \"no\"\n"),
            "the system raised",
        ),
        (
            "hanging.ml",
            format!(
                "{rest}let fresh () = ()\nlet pop () : int option = while true do ignore (ref 0 :: []) done; None\n"
            ),
            "the system hung",
        ),
        ("broken.ml", "let push = (".to_owned(), "OCaml refuses it"),
    ] {
        fs::write(at.join(name), text).expect("a file");
        let run = covenant(
            at,
            &["run", "stack.ml", "--sut", name, "--n", "3", "--operation-limit", "50", "--call", "nested 1"],
        );
        let all = format!("{}{}", run.stdout, run.stderr);
        assert_ne!(run.code, 0, "{name}: {all}");
        assert!(all.contains(said), "{name}: {all}");
    }
    fs::write(at.join("plain.ml"), "let f x = x\n").expect("a file");
    let run = covenant(at, &["run", "plain.ml", "--sut", "bounded_stack.ml"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("there are no generators over operators"), "{}", run.stderr);
    let run = covenant(at, &["run", "stack.ml", "--sut", "bounded_stack.ml", "--generator", "nest"]);
    assert!(run.stderr.contains("there is no generator `nest`"), "{}", run.stderr);
}

/// What is exported for QCheck compiles, and fails on the wrong system.
#[test]
fn the_functor_for_qcheck_is_written() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let run = covenant(at, &["export", "stack.ml", "--qcheck", "-o", "stack_traces.ml"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let text = fs::read_to_string(at.join("stack_traces.ml")).expect("the file");
    assert!(text.contains("module Traces (Sut : SYSTEM)") && text.contains("module Tests (Sut : SYSTEM)"));
}

/// From a goal to generators that are checked, and to the bug that it describes.
#[test]
fn a_goal_becomes_generators_that_find_the_bug() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    fs::copy(root().join("examples/traces/lost.ml"), at.join("lost.ml")).expect("the example");
    let written =
        covenant(at, &["synthesize", "lost.ml", "--goal", "lost", "--n", "2", "--write", "made.ml"]);
    assert_eq!(written.code, 0, "{}{}", written.stdout, written.stderr);
    for line in [
        "offered lost_line_1 (straight line): 2 claims valid",
        "lost_line_1 0 makes [Push 0; Is_empty true]",
        "event 2, Is_empty true, is not an answer that the specification of `is_empty` allows",
        "offered lost_gen (recursion): 2 claims valid",
        "only a wrong system reaches this goal",
    ] {
        assert!(written.stdout.contains(line), "{line}\n{}", written.stdout);
    }
    let text = fs::read_to_string(at.join("made.ml")).expect("the generators");
    let again = covenant(at, &["synthesize", "lost.ml", "--goal", "lost", "--n", "2"]);
    assert_eq!(again.stdout.trim_end(), text.trim_end(), "the same file, the same generators");
    let checked = covenant(at, &["check", "made.ml"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    let run = ["run", "made.ml", "--sut", "bounded_stack.ml", "--n", "500"];
    let ran = covenant(at, &run);
    assert_eq!(ran.code, 1, "a push is lost: {}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_goal_that_is_not_there_or_cannot_be_reached_is_refused() {
    let folder = folder();
    let at = folder.path();
    let text = fs::read_to_string(root().join("examples/traces/lost.ml")).expect("the example");
    fs::write(at.join("lost.ml"), &text).expect("written");
    let other = covenant(at, &["synthesize", "lost.ml", "--goal", "found"]);
    assert_eq!(other.code, 2, "{}{}", other.stdout, other.stderr);
    assert!(other.stderr.contains("its goals are empty_after, lost, back"), "{}", other.stderr);
    let goals = "let[@goal] never (y : int) = {| Push x when x < y && x > y |}\n\
                 let[@goal] empty = {| Push _ & Pop _ |}\n";
    fs::write(at.join("never.ml"), format!("{text}{goals}")).expect("written");
    let never = covenant(at, &["synthesize", "never.ml", "--goal", "never"]);
    assert_eq!(never.code, 3, "{}{}", never.stdout, never.stderr);
    assert!(never.stdout.contains("no trace was found that it promises"), "{}", never.stdout);
    let empty = covenant(at, &["synthesize", "never.ml", "--goal", "empty"]);
    assert_eq!(empty.code, 2, "{}{}", empty.stdout, empty.stderr);
    assert!(empty.stderr.contains("no trace is in the language `empty`"), "{}", empty.stderr);
}
