//! What is tried where neither one change nor an addition does, and texts that were out of reach because of it.

use covenant_elaborator::pipeline;
use covenant_repair::{Options, Outcome, Repair, Request, apply, repair_claim};

fn outcome(text: &str) -> Outcome {
    let check = pipeline::Options { jobs: 1, ..pipeline::Options::default() };
    repair_claim(&Request { file: "a.ml", text, claim: "f" }, &Options { check, ..Options::default() })
        .outcome
}

fn repaired(text: &str) -> Repair {
    match outcome(text) {
        Outcome::Repaired(found) => {
            let first = found.into_iter().next().expect("a repair");
            assert_eq!(apply(text, &first.edits), first.text, "the edits give the text");
            first
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// A generator of lists of a length, with this body.
fn lists(body: &str) -> String {
    format!(
        "open Covenant_runtime\n\nlet rec f (n : int) : int list =\n  {body}\n[@@covers {{| n:{{v:int | 0 <= v}} -> [v:int list | len v = n] |}}]\n[@@measure n]\n"
    )
}

#[test]
fn two_wrong_sub_expressions_are_changed_together() {
    let found = repaired(&lists("if n = 0 then [ 0 ]\n  else 1 :: f (n - 1)"));
    assert_eq!(found.text, lists("if n = 0 then []\n  else int_gen () :: f (n - 1)"));
    assert_eq!((found.edits.len(), &found.excess), (2, &None));
}

/// Coverage says nothing about what else is returned: the repair adds what is missing and says what was there.
#[test]
fn what_was_forbidden_before_is_no_obstacle() {
    let body = |first: &str| {
        format!(
            "if n = 0 then {first}\n  else if bool_gen () then [ 1; 2; 3 ]\n  else int_gen () :: f (n - 1)"
        )
    };
    let found = repaired(&lists(&body("err ()")));
    assert_eq!(found.text, lists(&body("[]")));
    assert!(found.excess_before && found.excess.is_some_and(|excess| excess.contains("[1; 2; 3]")));
}

/// A hole inside a term and a branch that is missing: the term stays, and the branch is added.
#[test]
fn a_hole_is_filled_where_a_branch_is_missing_too() {
    let text = |body: &str| {
        format!(
            "open Covenant_runtime\n\nlet rec f (size : int) : int tree =\n  if size = 0 then Leaf\n  {body}[@@covers {{| size:{{v:int | 0 <= v}} -> [v:int tree | depth v <= size] |}}]\n[@@measure size]\n"
        )
    };
    let sketch = text(
        "else\n    let x = int_gen () in\n    let left = f (size - 1) in\n    Node (_, left, failwith \"todo\")\n",
    );
    let found = repaired(&sketch);
    assert!(found.text.contains("Node (x, left, f (size - 1))\n"), "{}", found.text);
    assert!(found.text.contains("else if bool_gen () then Leaf\n"), "{}", found.text);
}

/// The call may be made for some arguments only: a condition keeps it from the others.
#[test]
fn a_call_is_kept_from_where_it_must_not_be_made() {
    let found = repaired(&lists("f (n - 1)"));
    assert!(found.text.contains("if n > 0 && bool_gen () then int_gen () :: f (n - 1)"), "{}", found.text);
}

/// Without a measure the rank of the value decreases: what a call returns as it is is nothing new.
#[test]
fn a_function_that_only_calls_itself_returns_nothing() {
    let text =
        "open Covenant_runtime\n\nlet rec f () : int list = f ()\n[@@covers {| M [v:int list | true] |}]\n";
    let found = repaired(text);
    assert!(found.text.contains("int_gen () :: f ()"), "{}", found.text);
    let changed = |body: &str| {
        format!(
            "open Covenant_runtime\n\nlet rec f () : int list = if bool_gen () then [] else {body}\n[@@covers {{| M [v:int list | true] |}}]\n[@@rank len v]\n"
        )
    };
    assert_eq!(repaired(&changed("1 :: f ()")).text, changed("int_gen () :: f ()"));
}

/// What only fails gets the control flow that it lacks.
#[test]
fn a_body_that_only_fails_gets_control_flow() {
    let found = repaired(&lists("err ()"));
    assert_eq!(found.text, lists("if n = 0 then []\n  else int_gen () :: f (n - 1)"));
}

/// `n` is never returned, and is part of what is; for `n = 0` there is nothing to return.
#[test]
fn a_bound_may_be_what_is_never_returned() {
    let text = |body: &str| {
        format!(
            "open Covenant_runtime\n\nlet f (n : int) : int = {body}\n[@@covers {{| n:{{v:int | 0 <= v}} -> [v:int | 0 <= v && v < n] |}}]\n"
        )
    };
    assert_eq!(repaired(&text("err ()")).text, text("int_range 0 (n - 1)"));
}

/// A literal of the claim is a bound: an integer beyond it is among what is tried.
#[test]
fn a_bound_of_the_claim_is_kept() {
    let text = |element: &str| {
        lists(&format!("if n = 0 then [] else {element} :: f (n - 1)"))
            .replace("len v = n]", "len v = n && (forall x:int. mem v x ==> 0 <= x && x <= 9)]")
    };
    assert_eq!(repaired(&text("int_range 0 8")).text, text("int_range 0 9"));
}
