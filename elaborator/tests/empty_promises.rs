//! A claim that no value satisfies is true of every generator: accepted, with a warning.

use covenant_elaborator::pipeline::{Options, Verdict, check_source};

/// Checks a program with one claim, which must be valid; returns the warnings.
fn warnings(text: &str) -> Vec<String> {
    let report = check_source("promise.ml", text, &Options::default());
    let verdicts: Vec<Verdict> = report.claims.iter().map(|claim| claim.verdict).collect();
    assert_eq!(verdicts, [Verdict::Valid], "{:?}", report.diagnostics);
    report.diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
}

#[test]
fn nothing_is_promised() {
    let found = warnings("let f () = 1 [@@covers {| unit -> [v:int | v < 0 && 0 < v] |}]");
    let [warning] = found.as_slice() else { panic!("{found:?}") };
    assert!(warning.starts_with("the claim about `f` promises nothing"), "{warning}");
}

#[test]
fn something_is_promised() {
    assert_eq!(warnings("let f () = 1 [@@covers {| unit -> [v:int | v = 1] |}]"), Vec::<String>::new());
}

#[test]
fn what_depends_on_a_predicate_is_not_judged_by_one() {
    let text = include_str!("../../benchmarks/table6/frequency.ml");
    let (first, _) = text.split_once("let two_weights").expect("two generators");
    assert_eq!(warnings(first), Vec::<String>::new());
}
