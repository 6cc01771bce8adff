//! Sketches: holes inside terms, `_`, functions with only their control flow, and functions without a body.

use covenant_elaborator::pipeline::{self, Verdict};
use covenant_repair::{
    ClaimRepair, Options, Outcome, Repair, Request, apply, generate_claim, readable, repair_claim,
};

fn options() -> Options {
    Options { check: pipeline::Options { jobs: 1, ..pipeline::Options::default() }, ..Options::default() }
}

/// The first repair, whose edits give its text, and which is proved.
fn proved(text: &str, result: ClaimRepair) -> Repair {
    match result.outcome {
        Outcome::Repaired(found) => {
            let first = found.into_iter().next().expect("a repair");
            assert_eq!(first.report.verdict, Verdict::Valid);
            assert_eq!(apply(text, &first.edits), first.text);
            first
        }
        other => panic!("{other:?}"),
    }
}

fn tree(body: &str) -> String {
    format!(
        "open Covenant_runtime\n\nlet rec tree (size : int) : int tree =\n{body}\n[@@covers {{| size:{{v:int | 0 <= v}} -> [v:int tree | depth v <= size] |}}]\n[@@measure size]\n"
    )
}

/// Repairs a sketch of a generator of trees, and compares the text.
fn becomes(sketch: &str, expected: &str) {
    let text = tree(sketch);
    let result = repair_claim(&Request { file: "a.ml", text: &text, claim: "tree" }, &options());
    assert_eq!(proved(&text, result).text, tree(expected));
}

const WHOLE: &str = "  if size = 0 then Leaf\n  else if bool_gen () then Leaf\n  else Node (int_gen (), tree (size - 1), tree (size - 1))";

#[test]
fn a_hole_inside_a_term_is_filled() {
    for hole in ["_", "err ()", "assert false", "failwith \"todo\""] {
        let sketch = format!(
            "  if size = 0 then Leaf\n  else if bool_gen () then Leaf\n  else Node ({hole}, tree (size - 1), tree (size - 1))"
        );
        becomes(&sketch, WHOLE);
    }
}

/// The size of the recursive call has to decrease, so that `int_gen ()` does not do there.
#[test]
fn several_holes_are_filled_together() {
    becomes(
        "  if size = 0 then _\n  else if bool_gen () then Leaf\n  else Node (_, tree _, tree (size - 1))",
        WHOLE,
    );
}

#[test]
fn control_flow_alone_is_enough() {
    let text = tree("  if size = 0 then _\n  else _");
    let result = repair_claim(&Request { file: "a.ml", text: &text, claim: "tree" }, &options());
    assert_eq!(proved(&text, result).text, tree(WHOLE));
}

#[test]
fn a_hole_is_not_read_elsewhere() {
    let text = tree("  if size = 0 then _ else Leaf");
    let module = covenant_front::load("a.ml", &text).expect("is OCaml's grammar");
    assert!(module.units.is_empty(), "no claim about a sketch is ever checked");
    assert_eq!(covenant_front::load("a.ml", &readable(&text)).expect("is OCaml").units.len(), 1);
}

fn generate(text: &str, claim: &str) -> ClaimRepair {
    generate_claim(&Request { file: "a.ml", text, claim }, &options())
}

#[test]
fn a_claim_without_a_body_gets_one() {
    let claim = "[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size] |}]";
    let text = format!(
        "open Covenant_runtime\n\nlet sized (size : int) : int list = failwith \"todo\"\n{claim}\n\nlet one = 1\n"
    );
    let expected = format!(
        "open Covenant_runtime\n\nlet rec sized (size : int) : int list =\n  if size = 0 then []\n  else int_gen () :: sized (size - 1)\n{claim}\n[@@measure size]\n\nlet one = 1\n"
    );
    assert_eq!(proved(&text, generate(&text, "sized")).text, expected);
}

#[test]
fn what_needs_no_recursion_gets_none() {
    let text = "open Covenant_runtime\n\nlet pair () : int * bool = failwith \"todo\"\n[@@covers {| M [v:int * bool | true] |}]\n";
    assert_eq!(
        proved(text, generate(text, "pair")).text,
        text.replace("failwith \"todo\"", "(int_gen (), bool_gen ())")
    );
}

#[test]
fn a_body_is_not_overwritten() {
    let text = tree(WHOLE);
    let result = generate(&text, "tree");
    let Outcome::Declined(why) = &result.outcome else { panic!("{:?}", result.outcome) };
    assert!(why.contains("has a body"), "{why}");
}
