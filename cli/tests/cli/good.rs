//! Commands on input that is as it should be.

use crate::snapshot;
use crate::support::{changed_list, copy, covenant, examples, folder, root};
use covenant_certificates::{CertificateFile, QueryText};
use std::fs;

const REPAIRED: &str = "out/repaired.search_tree.cov";

#[test]
fn help_of_every_command() {
    let commands = [
        "check",
        "audit",
        "replay",
        "export",
        "diff",
        "show",
        "log",
        "sample",
        "enumerate",
        "doctor",
        "completions",
    ];
    snapshot!("help", covenant(examples(), &["--help"]));
    for command in commands {
        snapshot!(format!("help-{command}"), covenant(examples(), &[command, "--help"]));
    }
}

#[test]
fn check_prints_a_line_per_claim_and_explains_what_fails() {
    let folder = folder();
    copy(&root().join("examples"), &folder.path().join("examples"));
    snapshot!("check", covenant(folder.path(), &["check", "examples", "--out", "out"]));
    let mut names: Vec<String> = fs::read_dir(folder.path().join("out"))
        .expect("certificates")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    insta::assert_snapshot!("check-certificates", names.join("\n"));
}

#[test]
fn check_json_has_the_documented_fields() {
    let folder = folder();
    copy(&root().join("examples"), &folder.path().join("examples"));
    let run = covenant(folder.path(), &["check", "examples", "--json"]);
    assert_eq!(run.code, 1, "{}", run.shown());
    let document = fs::read_to_string(root().join("docs/JSON.md")).expect("docs/JSON.md");
    for line in run.stdout.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("a JSON object per line");
        for key in value.as_object().expect("an object").keys() {
            assert!(document.contains(&format!("`{key}`")), "`{key}` is not documented");
        }
        for key in [
            "file",
            "claim",
            "verdict",
            "assumptions",
            "vcs",
            "queries",
            "certificate",
            "hash",
            "time_ms",
            "missing",
        ] {
            assert!(value.get(key).is_some(), "{key} is missing in {line}");
        }
    }
    snapshot!("check-json", run);
}

#[test]
fn check_is_deterministic_on_any_number_of_threads() {
    let folder = folder();
    copy(&root().join("examples"), &folder.path().join("examples"));
    for (out, jobs) in [("one", "1"), ("four", "4")] {
        let run = covenant(folder.path(), &["check", "examples", "--out", out, "--jobs", jobs]);
        assert_eq!(run.code, 1, "{}", run.shown());
    }
    let mut compared = 0;
    for entry in fs::read_dir(folder.path().join("one")).expect("certificates") {
        let path = entry.expect("an entry").path();
        let other = folder.path().join("four").join(path.file_name().expect("a name"));
        assert_eq!(fs::read(&path).expect("one"), fs::read(&other).expect("four"), "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 5, "only {compared} certificates");
}

#[test]
fn check_of_one_claim_and_denied_trust() {
    let folder = folder();
    copy(&root().join("examples"), &folder.path().join("examples"));
    let arguments = ["check", "examples/own_datatypes.ml", "--claim", "entry", "--deny", "assumed,solver"];
    snapshot!("check-one-claim", covenant(folder.path(), &arguments));
}

#[test]
fn a_certificate_of_a_claim_that_fails_now_is_removed() {
    let folder = folder();
    let file = folder.path().join("tree.ml");
    fs::copy(root().join("examples/repaired.ml"), &file).expect("a copy");
    assert_eq!(covenant(folder.path(), &["check", "tree.ml"]).code, 0);
    let certificate = folder.path().join("covenant-out/tree.search_tree.cov");
    assert!(certificate.exists());
    fs::copy(root().join("examples/missing_value.ml"), &file).expect("a copy");
    assert_eq!(covenant(folder.path(), &["check", "tree.ml"]).code, 1);
    assert!(!certificate.exists(), "it would say about this source what was true of another");
    // Neither does it say anything of a text that is OCaml, and cannot be read here.
    fs::copy(root().join("examples/repaired.ml"), &file).expect("a copy");
    assert_eq!(covenant(folder.path(), &["check", "tree.ml"]).code, 0);
    fs::write(&file, b"let name = \"caf\xe9\"\n").expect("another text");
    assert_eq!(covenant(folder.path(), &["check", "tree.ml"]).code, 2);
    assert!(!certificate.exists(), "it would say about this source what was true of another");
}

#[test]
fn audit_says_what_a_verdict_rests_on() {
    snapshot!("audit", covenant(examples(), &["audit", REPAIRED, "--source", "examples/repaired.ml"]));
    snapshot!("audit-quiet", covenant(examples(), &["audit", "out", "--quiet"]));
    snapshot!("audit-json", covenant(examples(), &["audit", REPAIRED, "--json"]));
    snapshot!("audit-sarif", covenant(examples(), &["audit", REPAIRED, "--sarif"]));
}

/// A square is not negative: true, but more than the kernel's arithmetic.
const ON_A_SOLVER: &str = "open Covenant_runtime\n\nlet pos (n : int) : int =\n  \
    if 0 <= n * n then int_gen () else err ()\n[@@covers {| n:{v:int | true} -> [v:int | true] |}]\n";

#[test]
fn what_rests_on_a_solver_says_so_everywhere() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("pos.ml"), ON_A_SOLVER).expect("a source");
    fs::write(at.join("policy.toml"), "evidence = [\"checked\"]\n").expect("a policy");
    snapshot!("solver-check", covenant(at, &["check", "pos.ml"]));
    snapshot!("solver-denied", covenant(at, &["check", "pos.ml", "--deny", "assumed,solver"]));
    let certificate = "covenant-out/pos.pos.cov";
    snapshot!("solver-audit", covenant(at, &["audit", certificate, "--resolve", "both"]));
    snapshot!("solver-policy", covenant(at, &["audit", certificate, "--policy", "policy.toml", "--quiet"]));
    let sarif = ["audit", certificate, "--policy", "policy.toml", "--source", "pos.ml", "--sarif"];
    let run = covenant(at, &sarif);
    assert_eq!(run.code, 1, "{}", run.shown());
    let log: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let rules: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    assert_eq!(rules, ["assumed", "policy"], "{log}");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "pos.ml", "{log}");
}

#[test]
fn every_field_of_every_command_is_documented() {
    let document = fs::read_to_string(root().join("docs/JSON.md")).expect("docs/JSON.md");
    let cache = root().join("target/rocq-cache");
    let cache = cache.to_str().expect("a path");
    let changed = changed_list();
    let new = changed.path().join("out/changed.short_list.cov");
    let (list, new) = ("out/first_claim.short_list.cov", new.to_str().expect("a path"));
    let out = folder();
    let out = out.path().to_str().expect("a path");
    let generator = ["examples/first_claim.ml", "--gen", "short_list", "--args", "1", "--json"];
    let of_generator = |command| [&[command][..], &generator].concat();
    for arguments in [
        vec!["check", "examples", "--json", "--out", out],
        vec!["audit", REPAIRED, "--json", "--source", "examples/repaired.ml", "--resolve", "both"],
        vec!["replay", list, "--json", "--cache", cache],
        vec!["diff", list, new, "--json"],
        vec!["show", list, "--json"],
        vec!["log", REPAIRED, "--json"],
        of_generator("sample"),
        of_generator("enumerate"),
        vec!["doctor", "--json"],
    ] {
        let command = arguments[0];
        let heading = format!("`covenant {command} --json`");
        let section = document
            .split("\n## ")
            .find(|section| section.lines().next().is_some_and(|line| line.contains(&heading)))
            .unwrap_or_else(|| panic!("{heading} has no section"));
        let run = covenant(examples(), &arguments);
        assert!(!run.stdout.is_empty(), "{}", run.shown());
        for line in run.stdout.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("a JSON object per line");
            let mut keys = Vec::new();
            collect_keys(&value, 2, &mut keys);
            for key in keys {
                assert!(section.contains(&format!("`{key}`")), "{command}: `{key}` is not documented");
            }
        }
    }
}

/// The names of fields, and of the fields of objects in them. Counts by constructor or size have
/// names that depend on the program.
fn collect_keys(value: &serde_json::Value, depth: usize, keys: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) if depth > 0 => {
            for (key, inner) in fields {
                keys.push(key.clone());
                if !matches!(key.as_str(), "sizes" | "constructors") {
                    collect_keys(inner, depth - 1, keys);
                }
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect_keys(item, depth, keys)),
        _ => {}
    }
}

/// Programs are shown with the operators of the source.
#[test]
fn operations_are_shown_as_they_were_written() {
    let folder = folder();
    let source = "let same (x : int) (a : bool) (b : bool) : bool =
  (- x + 1 <= x * 2) && (a || not b) && (x / 2 = x mod 3)
[@@covers {| x:int -> a:bool -> b:bool -> [v:bool | false] |}]
";
    fs::write(folder.path().join("ops.ml"), source).expect("a source");
    assert_eq!(covenant(folder.path(), &["check", "ops.ml", "--out", "out"]).code, 0);
    let run = covenant(folder.path(), &["show", "out/ops.same.cov", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let program = shown["roots"][0]["program"].as_str().expect("a program");
    for operation in [
        "t3 = - x in",
        "t3 + 1\n",
        "t4 = x * 2 in",
        "t2 ≤ t4\n",
        "t7 = not b in",
        "a || t7\n",
        "= x / 2 in",
        "= x mod 3 in",
        "t1 && t5",
    ] {
        assert!(program.contains(operation), "{operation:?} is not in\n{program}");
    }
}

#[test]
fn audit_asks_the_solvers_about_what_rests_on_them() {
    let run = covenant(examples(), &["audit", REPAIRED, "--resolve", "both"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    assert!(run.stdout.contains("nothing to ask: no condition rests on a solver"), "{}", run.stdout);
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("pos.ml"), ON_A_SOLVER).expect("a source");
    assert_eq!(covenant(at, &["check", "pos.ml"]).code, 0);
    let path = at.join("covenant-out/pos.pos.cov");
    let answers = || {
        let run = covenant(at, &["audit", "covenant-out", "--resolve", "both", "--json"]);
        assert_eq!(run.code, 0, "{}", run.shown());
        let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        let resolved = report["resolved"].as_array().expect("a list");
        let word = |r: &serde_json::Value, key: &str| r[key].as_str().expect("a text").to_owned();
        resolved.iter().map(|r| ["about", "solver", "answer"].map(|key| word(r, key))).collect::<Vec<_>>()
    };
    let expected = [["vc0", "z3", "unsat"], ["vc0", "cvc5", "unsat"]];
    assert_eq!(answers(), expected);
    // What is recorded makes no difference: it is not asked.
    let mut file = CertificateFile::load(&path).expect("a certificate");
    for query in file.log.conditions.iter_mut().flat_map(|condition| &mut condition.queries) {
        query.query = QueryText::Text("(set-logic ALL)\n(assert true)\n(check-sat)\n".to_owned());
    }
    fs::write(&path, file.to_bytes().expect("bytes")).expect("a file");
    assert_eq!(answers(), expected);
}

#[test]
fn audit_with_a_policy() {
    let folder = folder();
    let policy = folder.path().join("policy.toml");
    let path = policy.to_str().expect("a path");
    fs::write(&policy, "evidence = [\"checked\"]\nassumptions = []\n").expect("a policy");
    assert_eq!(covenant(examples(), &["audit", REPAIRED, "--policy", path]).code, 0);
    fs::write(&policy, "kernels = [\"9.9.9\"]\n").expect("a policy");
    snapshot!(
        "audit-policy-violated",
        covenant(examples(), &["audit", REPAIRED, "--quiet", "--policy", path])
    );
}

#[test]
fn audit_notices_a_changed_source() {
    let folder = folder();
    let source = folder.path().join("changed.ml");
    let path = source.to_str().expect("a path");
    let text = fs::read_to_string(root().join("examples/repaired.ml")).expect("an example");
    let audit = || covenant(examples(), &["audit", REPAIRED, "--quiet", "--source", path]);
    // A comment does not matter.
    fs::write(&source, format!("(* a comment *)\n{text}")).expect("a source");
    assert_eq!(audit().code, 0);
    // A smaller claim, and another program.
    fs::write(&source, text.replace("lo < u && u < hi", "lo < u && u < hi - 1")).expect("a source");
    snapshot!("audit-changed-claim", audit());
    fs::write(&source, text.replace("(lo + 1) (hi - 1)", "(lo + 1) (hi - 2)")).expect("a source");
    snapshot!("audit-changed-program", audit());
    fs::write(&source, text.replace("search_tree", "other_tree")).expect("a source");
    snapshot!("audit-claim-gone", audit());
}

#[test]
fn show_prints_the_derivation() {
    snapshot!("show", covenant(examples(), &["show", "out/first_claim.short_list.cov"]));
    let run = covenant(examples(), &["show", "out/first_claim.short_list.cov", "--json"]);
    let model: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let nodes = model["nodes"].as_array().expect("nodes");
    let sub = nodes.iter().find(|node| node["rule"] == "TSub").expect("coverage is given up somewhere");
    let number = sub["number"].to_string();
    let run = covenant(examples(), &["show", "out/first_claim.short_list.cov", "--node", &number]);
    assert_eq!(run.code, 0, "{}", run.shown());
    for wanted in [
        "TSub: coverage given up",
        "type      [ν:int list | len ν ≤ n]",
        "first_claim.ml:",
        "int_gen ()",
        "verification condition",
        "⊨ ∀",
        "evidence",
        "witness",
        "lemma len_nonneg",
    ] {
        assert!(
            run.stdout.contains(wanted),
            "`{wanted}` is not shown:
{}",
            run.stdout
        );
    }
}

#[test]
fn log_prints_and_extracts_queries_that_a_solver_can_run() {
    let folder = folder();
    let out = folder.path().join("queries");
    let run = covenant(examples(), &["log", REPAIRED, "--out", out.to_str().expect("a path")]);
    assert_eq!(run.code, 0, "{}", run.shown());
    let mut asked = 0;
    for entry in fs::read_dir(&out).expect("queries") {
        let path = entry.expect("an entry").path();
        let answer = crate::support::run(std::process::Command::new("z3").arg(&path));
        assert!(answer.stdout.contains("unsat"), "{}: {}", path.display(), answer.stdout);
        asked += 1;
    }
    assert!(asked > 0, "no query was extracted");
}

#[test]
fn diff_of_two_certificates() {
    let first = "out/first_claim.short_list.cov";
    // Two notations, one certificate.
    snapshot!("diff-same", covenant(examples(), &["diff", first, "out/poirot_notation.short_list.cov"]));
    let changed = changed_list();
    let changed = changed.path().join("out/changed.short_list.cov");
    let changed = changed.to_str().expect("a path");
    snapshot!("diff", covenant(examples(), &["diff", first, changed]));
    let gated = |gate| covenant(examples(), &["diff", first, changed, "--json", "--fail-on", gate]).code;
    assert_eq!((gated("program"), gated("assumption,weaker")), (1, 0));
}

#[test]
fn diff_of_two_folders() {
    let folder = folder();
    let old = folder.path().join("old");
    let new = folder.path().join("new");
    copy(&examples().join("out"), &old);
    copy(&examples().join("out"), &new);
    fs::remove_file(new.join("repaired.search_tree.cov")).expect("one certificate less");
    let run = covenant(folder.path(), &["diff", "old", "new", "--fail-on", "removed"]);
    snapshot!("diff-folders", run);
}

#[test]
fn sample_and_enumerate_run_a_generator() {
    let list = ["examples/first_claim.ml", "--gen", "short_list", "--args", "2"];
    let with = |before: &[&str], after: &[&str]| {
        let arguments: Vec<&str> = before.iter().chain(&list).chain(after).copied().collect();
        covenant(examples(), &arguments)
    };
    snapshot!("sample", with(&["sample", "-n", "200", "--seed", "7"], &[]));
    let again = || with(&["sample", "-n", "50", "--seed", "3", "--json"], &[]).stdout;
    assert_eq!(again(), again(), "a seed decides everything");
    snapshot!("enumerate", with(&["enumerate", "--ints", "0..1"], &[]));
    let of_spec = |more: &[&str]| with(&[&["enumerate", "--spec", "--ints", "0..1"], more].concat(), &[]);
    snapshot!("enumerate-spec", of_spec(&[]));
    for way in ["choice", "models"] {
        assert_eq!(of_spec(&["--by", way]).stdout, of_spec(&[]).stdout, "the way does not show");
    }
    let first = of_spec(&["--by", "models", "--limit", "3", "--json"]);
    let first: serde_json::Value = serde_json::from_str(&first.stdout).expect("JSON");
    assert_eq!((&first["count"], &first["complete"]), (&3.into(), &false.into()));
}

#[test]
fn export_writes_a_rocq_file() {
    let run = covenant(examples(), &["export", "out/first_claim.short_list.cov", "--rocq"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    for wanted in ["Print Assumptions", "short_list", "Theorem"] {
        assert!(run.stdout.contains(wanted), "`{wanted}` is not in the export");
    }
    assert!(!run.stdout.contains("Admitted"));
}

#[test]
fn replay_proves_a_certificate_again() {
    let cache = root().join("target/rocq-cache");
    let cache = cache.to_str().expect("a path");
    let run = covenant(examples(), &["replay", "out/first_claim.short_list.cov", "--cache", cache]);
    snapshot!("replay", run);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = covenant(examples(), &["completions", shell]);
        assert_eq!(run.code, 0);
        for command in ["check", "audit", "enumerate"] {
            assert!(run.stdout.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn doctor_lists_every_tool() {
    let run = covenant(examples(), &["doctor", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let names: Vec<&str> =
        report["tools"].as_array().expect("tools").iter().filter_map(|t| t["name"].as_str()).collect();
    assert_eq!(names, ["libz3", "z3", "cvc5", "coqc", "ocamlfind", "second reading", "verified"]);
    assert!(covenant(examples(), &["doctor"]).stdout.contains("certificate format"));
}

#[test]
fn scan_says_when_there_is_nothing_to_scan() {
    let run = covenant(&root(), &["scan", "examples/first_claim.ml"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "no generator of QCheck in 1 file\n"), "{}", run.shown());
}
