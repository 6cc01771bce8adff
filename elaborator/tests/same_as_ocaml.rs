//! Programs mean what OCaml makes of them. OCaml itself is asked: scope, evaluation order,
//! precedence, arithmetic, patterns, and names with a new meaning.

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

struct Snippet<'a> {
    name: &'a str,
    /// Whether it is inside the dialect.
    read: bool,
    code: &'a str,
}

fn snippets(text: &str) -> Vec<Snippet<'_>> {
    let blocks = text.split("(*== ").skip(1);
    blocks
        .map(|block| {
            let (header, code) = block.split_once("*)").expect("a header");
            let (name, mark) = header.split_once(':').expect("a name and a mark");
            assert!(["read", "declined"].contains(&mark.trim()), "{name}: {mark}");
            Snippet { name: name.trim(), read: mark.trim() == "read", code: code.trim() }
        })
        .collect()
}

/// What OCaml prints for each snippet: a number, or `raises`.
fn by_ocaml(snippets: &[Snippet<'_>]) -> Vec<String> {
    let mut program = String::new();
    for (index, snippet) in snippets.iter().enumerate() {
        let _ = write!(
            program,
            "module S{index} = struct\nopen Covenant_runtime\n{}\n\
             let () = Stdlib.print_endline (try Stdlib.string_of_int (t ()) with _ -> \"raises\")\nend\n",
            snippet.code
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("programs.ml"), program).expect("a file");
    let runtime = ["covenant_draws.ml", "covenant_runtime.mli", "covenant_runtime.ml"];
    for file in runtime {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ocaml").join(file);
        std::fs::copy(path, folder.path().join(file)).expect("the runtime module");
    }
    let compiled = Command::new("ocamlfind")
        .args(["ocamlc", "-w", "-a", "-o", "programs"])
        .args(runtime)
        .arg("programs.ml")
        .current_dir(folder.path())
        .output()
        .expect("`ocamlfind` is installed (`cargo xtask test` installs it)");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(folder.path().join("programs")).output().expect("the program runs");
    assert!(ran.status.success());
    String::from_utf8_lossy(&ran.stdout).lines().map(str::to_owned).collect()
}

/// The claim that `t ()` covers the values of a formula.
fn check(snippet: &Snippet<'_>, formula: &str) -> ClaimReport {
    let source =
        format!("open Covenant_runtime\n{}\n[@@covers {{| unit -> [v:int | {formula}] |}}]\n", snippet.code);
    let mut report = check_source("test.ml", &source, &Options::default());
    let at = report.claims.iter().position(|claim| claim.claim == "t");
    let at = at.unwrap_or_else(|| panic!("{}: {:?}", snippet.name, report.diagnostics));
    report.claims.swap_remove(at)
}

#[test]
fn programs_mean_what_ocaml_makes_of_them() {
    compare(include_str!("same_as_ocaml.ml"), 200);
}

#[test]
fn functions_of_the_library_compute_what_ocamls_do() {
    let snippets = snippets(include_str!("same_as_ocaml_library.ml"));
    assert!(snippets.len() >= 100, "{} programs", snippets.len());
    let mut wrong = String::new();
    for (snippet, result) in snippets.iter().zip(&by_ocaml(&snippets)) {
        // By execution: what OCaml computes is not missing, and something else is. Where it raises, nothing comes.
        let (there, missing) = match result.parse::<i64>() {
            Ok(n) => (check(snippet, &format!("v = {n}")).missing.is_none(), format!("v = {}", n + 1)),
            Err(_) => (true, "0 <= v && v <= 9".to_owned()),
        };
        let claim = check(snippet, &missing);
        if claim.declined || !there || claim.verdict != Verdict::Rejected {
            let _ = writeln!(wrong, "{}: OCaml {result}, here {:?}", snippet.name, claim.verdict);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn compare(text: &str, at_least: usize) {
    let snippets = snippets(text);
    assert!(snippets.len() >= at_least, "{} programs", snippets.len());
    let results = by_ocaml(&snippets);
    assert_eq!(results.len(), snippets.len());
    let mut wrong = String::new();
    for (snippet, result) in snippets.iter().zip(&results) {
        let formula =
            if result == "raises" { "0 <= v && v <= 9".to_owned() } else { format!("v = {result}") };
        let claim = check(snippet, &formula);
        let right = match (snippet.read, result.as_str()) {
            (false, _) => claim.declined,
            (true, "raises") => claim.verdict == Verdict::Rejected,
            (true, _) => claim.verdict == Verdict::Valid,
        };
        if !right {
            let verdict = if claim.declined { "declined" } else { claim.verdict.word() };
            let _ = writeln!(wrong, "{}: OCaml {result}, here {verdict} {:?}", snippet.name, claim.obstacles);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
