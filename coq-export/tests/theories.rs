//! The theories against the kernel: same rules, same primitives, nothing assumed.

use covenant_coq_export::prim_names::NAMES;
use covenant_coq_export::theories::FILES;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::Kind;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn file(name: &str) -> &'static str {
    FILES.iter().find(|(file, _)| *file == name).expect("an embedded theory").1
}

/// Why the program with checks shows that a claim is total.
const TOTAL: &str = include_str!("../theories/Total.v");

/// Constructors of the inductive definitions that start at `start`, up to the next full stop
/// at the end of a line.
fn constructors(text: &str, start: &str) -> Vec<String> {
    let definition = text.split_once(start).expect("the definition").1;
    let definition = definition.split_once(".\n").expect("its end").0;
    let starts = definition.lines().filter_map(|line| line.strip_prefix("| "));
    starts.map(|line| line.split_whitespace().next().expect("a name").to_owned()).collect()
}

#[test]
fn one_constructor_per_rule_of_the_kernel() {
    let listed = constructors(file("Rules.v"), "Inductive ht :");
    let rocq: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), rocq.len(), "a constructor twice");
    assert_eq!(rocq, rules_of(Kind::Every));
}

fn rules_of(kind: Kind) -> BTreeSet<String> {
    let rules = Rule::ALL.iter().filter(|rule| rule.kind() == kind);
    rules.map(|rule| format!("{rule:?}")).collect()
}

/// Of what is produced only: the branches of a match are a part of its rule, a global is a function that is known,
/// and nothing needs an intersection.
#[test]
fn one_constructor_per_rule_of_the_other_kind() {
    let apart = ["OBranchNone", "OBranch", "OGlobal", "OBoth"];
    let listed = constructors(file("Only.v"), "Inductive hs :");
    assert!(apart.iter().all(|name| listed.iter().any(|listed| listed == name)));
    let rocq: BTreeSet<String> =
        listed.iter().filter(|name| !apart.contains(&name.as_str())).cloned().collect();
    assert_eq!(listed.len(), rocq.len() + apart.len(), "a constructor twice");
    assert_eq!(rocq, rules_of(Kind::Only));
}

#[test]
fn one_definition_per_primitive_of_the_kernel() {
    let heads = ["Definition prim_", "Fixpoint prim_"];
    let rocq: Vec<&str> = file("Prims.v")
        .lines()
        .filter_map(|line| heads.iter().find_map(|head| line.strip_prefix(head)))
        .map(|rest| rest.split_whitespace().next().expect("a name"))
        .collect();
    assert_eq!(rocq, NAMES);
}

#[test]
fn the_project_file_lists_the_embedded_files() {
    let listed: Vec<&str> =
        include_str!("../theories/_CoqProject").lines().filter(|line| line.ends_with(".v")).collect();
    let embedded: Vec<&str> = FILES.iter().map(|(file, _)| *file).collect();
    // After what an export imports come the prelude and the examples.
    assert!(listed.len() > embedded.len());
    assert_eq!(listed[..embedded.len()], embedded);
}

#[test]
fn every_lemma_of_the_prelude_is_proved() {
    let prelude = include_str!("../../elaborator/front/prelude/prelude.ml");
    let proved = include_str!("../theories/Prelude.v");
    let stated: Vec<&str> = prelude
        .lines()
        .filter_map(|line| line.strip_prefix("let[@lemma] "))
        .map(|rest| rest.split_whitespace().next().expect("a name"))
        .collect();
    assert!(stated.len() >= 10, "{stated:?}");
    for lemma in stated {
        assert!(proved.contains(&format!("\nLemma {lemma} ")), "{lemma} is not in Prelude.v");
    }
}

#[test]
fn nothing_is_admitted() {
    let prelude = ("Prelude.v", include_str!("../theories/Prelude.v"));
    for (file, text) in FILES.iter().chain([&prelude, &("Total.v", TOTAL)]) {
        for word in ["Admitted", "admit.", "Axiom ", "Parameter ", "Conjecture "] {
            assert!(!text.contains(word), "{file} contains {word:?}");
        }
    }
}

/// Compiles a file of the source tree against theories compiled for this test.
fn compile(file: &str) -> String {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    covenant_coq_export::Rocq::prepare(cache).expect("a working Rocq");
    let theories = std::fs::read_dir(cache)
        .expect("the cache")
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        // Beside them there may be those of the checker.
        .filter(|path| path.join("compiled").exists() && path.join("Export.vo").exists())
        .max_by_key(|path| path.metadata().and_then(|m| m.modified()).ok())
        .expect("compiled theories");
    let work = tempfile::tempdir().expect("a directory");
    // No export imports it, so it is not among them.
    std::fs::write(work.path().join("Total.v"), TOTAL).expect("a copy");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("theories").join(file);
    std::fs::copy(source, work.path().join("compiled.v")).expect("a copy");
    let mut text = Vec::new();
    for name in ["Total.v", "compiled.v"] {
        let coqc = std::env::var_os("COQC").unwrap_or_else(|| "coqc".into());
        let output = Command::new(coqc)
            .arg("-q")
            .arg("-R")
            .arg(&theories)
            .args(["Covenant", "-R", ".", "Covenant", name])
            .current_dir(work.path())
            .output()
            .expect("coqc runs");
        assert!(output.status.success(), "{file}: {name}: {}", String::from_utf8_lossy(&output.stderr));
        text = output.stdout;
    }
    String::from_utf8(text).expect("text")
}

#[test]
fn the_main_theorems_assume_nothing() {
    assert_eq!(compile("Assumptions.v"), include_str!("../theories/assumptions.golden"));
    let answers = include_str!("../theories/assumptions.golden").lines().collect::<BTreeSet<_>>();
    assert_eq!(answers, BTreeSet::from(["Closed under the global context"]));
}

#[test]
fn the_examples_compile_and_assume_nothing() {
    for example in ["SizedList", "Unsized", "Incomplete", "Schemes", "Exactly"] {
        let output = compile(&format!("examples/{example}.v"));
        assert_eq!(output.trim(), "Closed under the global context", "{example}");
    }
}
