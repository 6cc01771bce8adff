//! `covenant test` and *only* claims in `covenant check`: the functions of `benchmarks/functions`, bad input, output.

use crate::snapshot;
use crate::support::{covenant, folder, root};
use std::fs;
use std::process::Command;

/// Every file says in its header what is found.
#[test]
fn functions_have_the_outcome_that_their_files_expect() {
    let folder = root().join("benchmarks/functions");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("functions").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 22, "{}", files.len());
    for path in files {
        let text = fs::read_to_string(&path).expect("a file");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let header = text.split("*)").next().expect("a header");
        let expected = header.split_once("expect: ").expect("what is expected").1.trim();
        let run = covenant(&folder, &["test", &name]);
        let (kind, what) = expected.split_once(": ").expect("a kind");
        match kind {
            "none found" => {
                assert_eq!(run.code, 0, "{name}: {}", run.shown());
                for function in what.split(", ") {
                    assert!(
                        run.stdout.contains(&format!("none found   {function} ")),
                        "{name}: {}",
                        run.shown()
                    );
                }
            }
            "found" => {
                assert_eq!(run.code, 1, "{name}: {}", run.shown());
                assert!(run.stdout.contains(what), "{name}: {}", run.shown());
                assert!(run.stdout.contains("QCheck.Test.make") && run.stdout.contains("Alcotest.test_case"));
            }
            "did not return" => {
                assert_eq!(run.code, 3, "{name}: {}", run.shown());
                assert!(
                    run.stdout.contains(&format!("did not return, first {what}")),
                    "{name}: {}",
                    run.shown()
                );
            }
            other => panic!("{name}: {other}"),
        }
    }
}

const INSERT: &str = "let rec insert (x : int) (l : int list) : int list =
  match l with
  | [] -> [ x ]
  | y :: rest -> if x <= y then x :: y :: rest else y :: rest
[@@covers {| x:int -> l:{v:int list | sorted v} -> {v:int list | sorted v && len v = len l + 1} |}]

let above (n : int) : int = n + nat_gen ()
[@@covers {| n:int -> exactly [v:int | n <= v] |}]
";

#[test]
fn a_counterexample_and_its_tests() {
    let folder = folder();
    fs::write(folder.path().join("insert.ml"), INSERT).expect("a file");
    let run = covenant(folder.path(), &["test", "insert.ml", "--coverage", "--native", "none"]);
    assert_eq!(run.code, 1);
    snapshot!("test", run);
    snapshot!("help-test", covenant(folder.path(), &["test", "--help"]));
}

/// What is written compiles, where QCheck is installed, and the test of the wrong function fails.
#[test]
fn the_tests_are_written_as_a_module() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("insert.ml"), INSERT).expect("a file");
    let options = ["test", "insert.ml", "--native", "none", "--depth", "2", "--fun", "insert"];
    for framework in ["qcheck", "alcotest"] {
        let file = format!("test_{framework}.ml");
        let run = covenant(at, &[&options[..], &["--write", &file, "--for", framework]].concat());
        assert_eq!(run.code, 1, "{}", run.shown());
        assert!(run.stdout.contains(&format!("{file} written: insert")), "{}", run.shown());
        let text = fs::read_to_string(at.join(file)).expect("the module");
        assert!(text.contains("  (0, [-1]);"), "{text}");
        assert!(
            text.contains("let insert_is_right (x, l) = let v = insert x l in sorted v && len v = len l + 1")
        );
    }
    let runtime = root().join("elaborator/ocaml");
    for file in ["covenant_draws.ml", "covenant_runtime.mli", "covenant_runtime.ml"] {
        fs::copy(runtime.join(file), at.join(file)).expect("a copy");
    }
    fs::write(at.join("main.ml"), "let () = exit (QCheck_base_runner.run_tests Test_qcheck.tests)")
        .expect("a file");
    fs::write(at.join("insert.ml"), format!("open Covenant_runtime\n{INSERT}")).expect("a file");
    let files = [
        "covenant_draws.ml",
        "covenant_runtime.mli",
        "covenant_runtime.ml",
        "insert.ml",
        "test_qcheck.ml",
        "main.ml",
    ];
    let compiled = Command::new("ocamlfind")
        .args(["ocamlc", "-w", "-a", "-package", "qcheck", "-linkpkg", "-o", "run"])
        .args(files)
        .current_dir(at)
        .output();
    let installed = Command::new("ocamlfind").args(["query", "qcheck"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        return;
    }
    let compiled = compiled.expect("ocamlfind runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(at.join("run")).output().expect("it runs");
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stdout));
}

/// A function that is an argument is a function in what is written, and the file with the tests is OCaml.
#[test]
fn functions_as_arguments_are_written_as_functions() {
    let folder = folder();
    let at = folder.path();
    let source = "let apply (f : int -> int) (x : int) : int = f x
[@@covers {| f:(y:int -> {v:int | y <= v}) -> x:int -> {v:int | x < v} |}]
";
    fs::write(at.join("apply.ml"), source).expect("a file");
    let first = "((function 0 -> 0 | _ -> assert false), 0);";
    for (name, arguments) in [
        ("here.ml", &["test", "apply.ml", "--native", "none", "--depth", "1", "--write"][..]),
        ("ocaml.ml", &["test", "apply.ml", "--native", "all", "--depth", "1", "--write"]),
        ("exported.ml", &["export", "apply.ml", "--alcotest", "--out"]),
    ] {
        let run = covenant(at, &[arguments, &[name]].concat());
        let text = fs::read_to_string(at.join(name)).unwrap_or_else(|_| panic!("{}", run.shown()));
        assert!(text.contains(first), "{name}: {text}");
        assert!(text.contains("let apply_is_right (f, x) = let v = apply f x in x < v"), "{text}");
        let whole = format!(
            "module Covenant_runtime = struct end\nmodule Apply = struct {source} end\n\
             module QCheck = struct let unit = () module Test = struct let make ~count:_ ~name:_ () f = f () end end\n\
             module Alcotest = struct let test_case _ _ f = f () end\nmodule Tests = struct {text} end\n"
        );
        fs::write(at.join("whole.ml"), whole).expect("a file");
        let compiled =
            Command::new("ocamlfind").args(["ocamlc", "-w", "-a", "-c", "whole.ml"]).current_dir(at).output();
        let compiled = compiled.expect("OCaml is installed (`cargo xtask test` installs it)");
        assert!(compiled.status.success(), "{name}: {}", String::from_utf8_lossy(&compiled.stderr));
    }
}

#[test]
fn the_json_is_documented_and_the_same_twice() {
    let folder = folder();
    fs::write(folder.path().join("insert.ml"), INSERT).expect("a file");
    let arguments = ["test", "insert.ml", "--json", "--coverage", "--native", "none"];
    let run = covenant(folder.path(), &arguments);
    let document = fs::read_to_string(root().join("docs/JSON.md")).expect("docs/JSON.md");
    assert_eq!(run.stdout.lines().count(), 2);
    for line in run.stdout.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        for object in [&value, &value["tested"]] {
            for key in object.as_object().expect("an object").keys() {
                assert!(document.contains(&format!("`{key}`")), "`{key}` is not documented");
            }
        }
    }
    assert_eq!(run.stdout, covenant(folder.path(), &arguments).stdout);
}

/// A claim of which one half can be proved: what the helper returns only is not claimed.
const HALF: &str = "let helper (n : int) : int = n + nat_gen ()
[@@covers {| n:int -> [v:int | n <= v] |}]

let above (n : int) : int = helper n
[@@covers {| n:int -> exactly [v:int | n <= v] |}]
";

const OPTIONS: [&str; 5] = ["--confirm", "off", "--second-reading", "off", "--no-cache"];

/// The two halves of an *exactly* claim, and that nobody takes *tested* for *valid*.
#[test]
fn what_is_tested_is_never_valid() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("half.ml"), HALF).expect("a file");
    let reports = ["--sarif", "s.json", "--junit", "j.xml", "--markdown", "m.md"];
    let run = covenant(
        at,
        &[&["check", "half.ml", "--out", "out", "--claim", "above"], &OPTIONS[..], &reports[..]].concat(),
    );
    assert_eq!(run.code, 3, "{}", run.shown());
    assert!(run.stdout.starts_with("tested "), "{}", run.shown());
    assert!(run.stdout.contains("every: valid, "), "{}", run.shown());
    assert!(run.stdout.contains("only: tested, 6 inputs, all up to depth 4"), "{}", run.shown());
    assert!(run.stdout.contains("1 claim: 1 tested, not proved"), "{}", run.shown());
    let read = |file: &str| fs::read_to_string(at.join(file)).expect("a report");
    assert!(read("m.md").contains("0 valid, 1 tested"));
    assert!(read("j.xml").contains("failures=\"0\" skipped=\"1\""));
    assert!(read("s.json").contains("\"ruleId\": \"tested\""));
    // The certificate is that of the half that is proved, and says so.
    let audit = covenant(at, &["audit", "out/half.above.cov"]);
    assert_eq!(audit.code, 0, "{}", audit.shown());
    assert!(audit.stdout.contains("above : n:int → [ν:int | n ≤ ν]"), "{}", audit.shown());
    fs::write(at.join("insert.ml"), INSERT).expect("a file");
    let run = covenant(at, &[&["check", "insert.ml", "--out", "out"], &OPTIONS[..]].concat());
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("more than it allows: insert 0 [-1] returns [-1]"), "{}", run.shown());
}

/// Claims of each kind, proved; and whoever reads their certificates says which kind it is, or declines.
#[test]
fn no_reader_takes_one_kind_for_another() {
    let folder = folder();
    let at = folder.path();
    let text = |result: &str| {
        format!("let above (n : int) : int = n + nat_gen ()\n[@@covers {{| n:int -> {result} |}}]\n")
    };
    for (kind, result) in
        [("every", "[v:int | n <= v]"), ("only", "{v:int | n <= v}"), ("exactly", "exactly [v:int | n <= v]")]
    {
        fs::create_dir(at.join(kind)).expect("a folder");
        fs::write(at.join(kind).join("a.ml"), text(result)).expect("a file");
        let file = format!("{kind}/a.ml");
        let run = covenant(at, &[&["check", &file, "--out", kind], &OPTIONS[..]].concat());
        assert_eq!(run.code, 0, "{}", run.shown());
        assert!(run.stdout.starts_with("valid "), "{}", run.shown());
        assert_eq!(run.stdout.contains(&format!("{kind}: ")), kind != "every", "{}", run.shown());
    }
    let certificate = |kind: &str| format!("{kind}/a.above.cov");
    for (kind, shown) in [
        ("every", "n:int → [ν:int | n ≤ ν]"),
        ("only", "n:int → {ν:int | n ≤ ν}"),
        ("exactly", "n:int → exactly [ν:int | n ≤ ν]"),
    ] {
        let audit = covenant(at, &["audit", &certificate(kind)]);
        assert_eq!(audit.code, 0, "{}", audit.shown());
        assert!(audit.stdout.contains(&format!("above : {shown}\n")), "{}", audit.shown());
        assert_eq!(audit.stdout.contains(&format!("says {kind}")), kind != "every", "{}", audit.shown());
        // The source of another kind is not what was certified.
        for other in ["every", "only", "exactly"] {
            let source = format!("{other}/a.ml");
            let audit = covenant(at, &["audit", &certificate(kind), "--source", &source]);
            // An *exactly* claim says what the two others say.
            let same = kind == other || other == "exactly";
            assert_eq!(audit.code == 0, same, "{kind} {other}: {}", audit.shown());
            let diff =
                covenant(at, &["diff", &certificate(other), &certificate(kind), "--fail-on", "weaker"]);
            assert_eq!(
                diff.code == 0,
                kind == other || kind == "exactly",
                "{other} {kind}: {}",
                diff.shown()
            );
        }
        let export = covenant(at, &["export", "--rocq", &certificate(kind), "-o", "a.v"]);
        assert_eq!(export.code == 0, kind == "every", "{}", export.shown());
        if kind != "every" {
            assert!(export.stderr.contains(&format!("a claim that says `{kind}`")), "{}", export.shown());
        }
    }
}

#[test]
fn what_cannot_be_tested_is_said() {
    let folder = folder();
    let at = folder.path();
    let write = |name: &str, text: &str| fs::write(at.join(name), text).expect("a file");
    write("every.ml", "let f (n : int) : int = n\n[@@covers {| n:int -> [v:int | v = n] |}]\n");
    write("none.ml", "let f (n : int) : int = n\n");
    write(
        "higher.ml",
        "let f (g : int -> int) : int = g 0\n[@@covers {| g:(x:int -> [v:int | v = x]) -> {v:int | v = 0} |}]\n",
    );
    write(
        "higher_yet.ml",
        "let f (g : (int -> int) -> int) : int = g (fun (x : int) -> x)\n\
         [@@covers {| g:(h:(y:int -> [v:int | v = y]) -> {v:int | true}) -> {v:int | true} |}]\n",
    );
    write(
        "partial.ml",
        "let f (n : int) : int = if n < 0 then err () else n\n[@@covers {| n:int -> {v:int | v = n} |}]\n",
    );
    write("wrong.ml", "let f (n : int) : int = \"a\" ^ n\n[@@covers {| n:int -> {v:int | v = n} |}]\n");
    write("broken.ml", "let f (n : int) : int =\n");
    for (name, arguments, code) in [
        ("every", &["every.ml"][..], 2),
        ("no-claim", &["none.ml"], 2),
        ("unknown-function", &["partial.ml", "--fun", "g"], 2),
        ("function-parameter", &["higher.ml", "--native", "none"], 1),
        ("function-of-function", &["higher_yet.ml"], 3),
        ("raises", &["partial.ml", "--native", "none"], 1),
        ("not-read-not-run", &["wrong.ml", "--native", "none"], 3),
        ("not-ocaml", &["broken.ml"], 2),
        ("bad-range", &["partial.ml", "--ints", "5"], 2),
    ] {
        let run = covenant(at, &[&["test"], arguments].concat());
        assert_eq!(run.code, code, "{name}: {}", run.shown());
        snapshot!(format!("test-{name}"), run);
    }
    // OCaml does not compile it either.
    let run = covenant(at, &["test", "wrong.ml"]);
    assert_eq!(run.code, 3);
    assert!(run.stdout.contains("not tested"), "{}", run.shown());
}
