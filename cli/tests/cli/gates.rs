//! What a gate is for is not passed by in silence: claims that say *only*, reports for other programs, settings of a
//! folder above, parts of a check, claims that cannot be read.

use crate::support::{Run, covenant, folder};
use serde_json::Value;
use std::fs;
use std::path::Path;

const ONLY: &str = "open Covenant_runtime\n\
    let f (n : int) : int = n\n\
    [@@covers {| n:int -> {v:int | v = n} |}]\n";

/// The sum leaves OCaml's 63 bits.
const WRAPS: &str = "open Covenant_runtime\n\
    let f (n : int) : int = 4611686018427387903 + n\n\
    [@@covers {| n:{v:int | v = 1} -> {v:int | 0 <= v} |}]\n";

const ASSUMES: &str = "open Covenant_runtime\n\
    let[@axiom] small (n : int) = implies (n = 1000000) (n = 3)\n\
    let[@library] draw = M (0 <= v : [%v: int])\n\
    let f () : int = draw ()\n\
    [@@covers {| M [v:int | 0 <= v] |}]\n";

fn written(text: &str) -> tempfile::TempDir {
    let folder = folder();
    fs::write(folder.path().join("a.ml"), text).expect("a file");
    folder
}

fn first(run: &Run) -> Value {
    run.stdout.lines().find_map(|line| serde_json::from_str(line).ok()).unwrap_or_default()
}

#[test]
fn a_claim_of_only_is_read_twice_and_run() {
    let at = written(ONLY);
    let required = ["check", "a.ml", "--second-reading", "require", "--confirm", "require", "--json"];
    let run = covenant(at.path(), &required);
    let claim = first(&run);
    assert_eq!((run.code, &claim["verdict"]), (0, &"valid".into()), "{}", run.shown());
    assert_eq!(claim["second_reading"], "same", "{claim}");
    assert!(claim["confirmed"]["values"].as_u64() > Some(2), "{claim}");
    assert_eq!(claim["confirmed"]["outcomes"]["allowed"], claim["confirmed"]["values"], "{claim}");
    let audited = covenant(at.path(), &["audit", "covenant-out", "--source", "a.ml", "--run"]);
    assert!(audited.stdout.contains("values confirmed by OCaml"), "{}", audited.shown());
    // A file that OCaml refuses has no program that a claim could be about.
    let at = written(&format!("{ONLY}let g = nowhere\n"));
    let run = covenant(at.path(), &["check", "a.ml", "--json"]);
    assert_eq!(first(&run)["second_reading"], "refused", "{}", run.shown());
    assert_eq!(first(&run)["verdict"], "unknown", "{}", run.shown());
}

#[test]
fn a_claim_of_only_that_ocaml_contradicts_is_not_valid() {
    let run = covenant(written(WRAPS).path(), &["check", "a.ml", "--json"]);
    let claim = first(&run);
    assert_eq!((run.code, &claim["verdict"]), (3, &"unknown".into()), "{}", run.shown());
    assert_eq!(claim["disagreement"]["outcome"], "outside", "{claim}");
    assert_eq!(claim["certificate"], Value::Null, "{claim}");
    let both = WRAPS.replace("{v:int | 0 <= v}", "exactly [v:int | v = 4611686018427387903 + n]");
    let run = covenant(written(&both).path(), &["check", "a.ml", "--json"]);
    assert_eq!(first(&run)["verdict"], "unknown", "{}", run.shown());
}

#[test]
fn what_a_gate_denies_is_no_success_in_any_report() {
    let tested = "let rec put (x : int) (l : int list) : int list =\n\
        match l with [] -> [ x ] | y :: rest -> if x <= y then x :: l else y :: put x rest\n\
        [@@covers {| x:int -> l:{v:int list | sorted v} -> {v:int list | sorted v && len v = len l + 1} |}]\n";
    let at = written(&format!("{ASSUMES}{tested}"));
    fs::write(at.path().join("b.ml"), "let let\n").expect("a file");
    let reports = ["--junit", "j.xml", "--markdown", "m.md", "--sarif", "s.json", "--html", "h"];
    let quick = ["--confirm", "off", "--second-reading", "off"];
    let read = |name: &str| fs::read_to_string(at.path().join(name)).unwrap_or_default();
    let run = covenant(at.path(), &[&["check", "."], &reports[..], &quick[..]].concat());
    assert!(
        read("j.xml").contains("name=\"f\" time=") && !read("j.xml").contains("denied"),
        "{}",
        run.shown()
    );
    assert!(read("m.md").contains("0 valid, 1 valid-modulo, 1 tested"), "{}", read("m.md"));
    let denied =
        covenant(at.path(), &[&["check", ".", "--deny", "assumed"], &reports[..], &quick[..]].concat());
    assert!(read("j.xml").contains("<failure type=\"denied\" message=\"denied: "), "{}", read("j.xml"));
    assert!(read("m.md").contains("0 valid, 1 denied, 1 tested"), "{}", read("m.md"));
    assert!(read("s.json").contains("\"ruleId\": \"denied\""), "{}", denied.shown());
    // A page leaves out no verdict, and no file.
    let page = read("h/index.html");
    for word in ["\"verdict\":\"denied\"", "\"verdict\":\"tested\"", "\"verdict\":\"error\""] {
        assert!(page.contains(word), "{word}");
    }
    assert!(page.contains("\"error\", \"rejected\", \"denied\", \"unknown\", \"declined\", \"tested\""));
}

#[test]
fn settings_above_that_leave_a_witness_out_are_said() {
    let at = folder();
    fs::create_dir(at.path().join("inner")).expect("a folder");
    fs::write(at.path().join("inner/a.ml"), ONLY).expect("a file");
    fs::write(at.path().join("covenant.toml"), "[gates]\nconfirm = \"off\"\nsecond-reading = \"off\"\n")
        .expect("a file");
    let run = covenant(&at.path().join("inner"), &["check", "a.ml"]);
    for gate in ["confirm", "second-reading"] {
        assert!(run.stderr.contains(&format!("covenant.toml says {gate} = \"off\"")), "{}", run.shown());
    }
    let asked = ["check", "a.ml", "--confirm", "auto", "--second-reading", "off"];
    let run = covenant(&at.path().join("inner"), &asked);
    assert!(!run.stderr.contains("covenant.toml says"), "{}", run.shown());
}

fn parts(at: &Path, more: [&[&str]; 2]) {
    for (part, more) in ["1", "2"].into_iter().zip(more) {
        let (shard, out) = (format!("{part}/2"), format!("p{part}"));
        let quick = ["--confirm", "off", "--second-reading", "off"];
        let run =
            covenant(at, &[&["check", "src", "--shard", &shard, "--out", &out], &quick[..], more].concat());
        assert_eq!(run.code, 0, "{}", run.shown());
    }
}

#[test]
fn a_merge_keeps_no_certificate_of_a_claim_that_is_gone() {
    let at = folder();
    fs::create_dir(at.path().join("src")).expect("a folder");
    for name in ["one", "two", "three"] {
        fs::write(at.path().join(format!("src/{name}.ml")), ONLY).expect("a file");
    }
    let merge = || covenant(at.path(), &["merge", "p1", "p2", "--out", "all"]);
    let there = |name: &str| at.path().join(format!("all/{name}.f.cov")).is_file();
    parts(at.path(), [&[], &[]]);
    assert_eq!(merge().code, 0, "{}", merge().shown());
    assert!(there("one") && there("two") && there("three"));
    fs::write(at.path().join("all/other.txt"), "not ours").expect("a file");
    fs::remove_file(at.path().join("src/three.ml")).expect("removed");
    parts(at.path(), [&[], &[]]);
    assert_eq!(merge().code, 0, "{}", merge().shown());
    assert!(there("one") && there("two") && !there("three"));
    assert!(at.path().join("all/other.txt").is_file());
    // A part with fewer gates is a part of another check.
    parts(at.path(), [&["--deny", "assumed"], &[]]);
    assert!(merge().code == 2 && merge().stderr.contains("other gates"), "{}", merge().shown());
}

#[test]
fn a_claim_that_cannot_be_read_is_not_passed_by() {
    let broken = "let g (n : int) : int = n [@@covers {| n:int -> {v:int | v = } |}]\n";
    let at = written(&format!("{ONLY}{broken}"));
    let run = covenant(at.path(), &["test", "a.ml"]);
    assert!(run.code == 2 && run.stderr.contains("expected a formula"), "{}", run.shown());
    let run = covenant(at.path(), &["test", "a.ml", "--fun", "f"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    let every = "open Covenant_runtime\nlet f () : int = int_gen () [@@covers {| M [v:int | true] |}]\n";
    let at = written(&format!("{every}let g () : int = 3 [@@covers {{| M [v:int | v = ] |}}]\n"));
    let run = covenant(at.path(), &["repair", "a.ml"]);
    assert!(run.code == 3 && run.stderr.contains("`g` is not looked at"), "{}", run.shown());
    let run = covenant(at.path(), &["export", "a.ml", "--qcheck", "-o", "q.ml"]);
    assert!(run.stderr.contains("`g`"), "{}", run.shown());
}

/// OCaml allows such names, and no certificate does: without one, *valid* would be of no use.
#[test]
fn a_claim_that_no_certificate_could_have_is_declined_by_name() {
    let quick = ["check", "a.ml", "--confirm", "off", "--second-reading", "off"];
    for (name, text) in [
        ("int", "let int () : int = int_gen () [@@covers {| M [v:int | true] |}]\n"),
        ("unit", "type t = { unit : int }\nlet f (r : t) : t = r [@@covers {| r:t -> [v:t | v = r] |}]\n"),
        ("div", "type div\nlet f (x : div) : div = x [@@covers {| x:div -> exactly [v:div | v = x] |}]\n"),
        (
            "err",
            "let[@predicate] err (n : int) : bool = 0 <= n\nlet f () : int = nat_gen ()\n[@@covers {| M {v:int | err v} |}]\n",
        ),
    ] {
        let run = covenant(written(&format!("open Covenant_runtime\n{text}")).path(), &quick);
        let said = format!("declined: the name `{name}` has a meaning of its own");
        assert!(run.code == 3 && run.stdout.matches(&said).count() == 1, "{}", run.shown());
    }
    // As a variable it is shown under another name.
    let own = "let f (int : int) : int = int [@@covers {| int:int -> [v:int | v = int] |}]\n";
    let run = covenant(written(&format!("open Covenant_runtime\n{own}")).path(), &quick);
    assert_eq!(run.code, 0, "{}", run.shown());
}
