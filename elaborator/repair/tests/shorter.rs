//! What is written has no more words than it needs.

use covenant_elaborator::pipeline;
use covenant_repair::{ClaimRepair, Options, Outcome, Request, repair_claim};

fn repair(text: &str, claim: &str, max_cost: Option<u32>) -> ClaimRepair {
    let check = pipeline::Options { jobs: 1, ..pipeline::Options::default() };
    repair_claim(&Request { file: "a.ml", text, claim }, &Options { check, max_cost, ..Options::default() })
}

/// The new texts of the first repair.
fn edits(text: &str, claim: &str) -> Vec<String> {
    match repair(text, claim, None).outcome {
        Outcome::Repaired(found) => found[0].edits.iter().map(|edit| edit.text.clone()).collect(),
        other => panic!("{other:?}"),
    }
}

const KINDS: &str = "\
open Covenant_runtime
type kind = Regular | Directory | Block
let kinds () : kind =
  match int_range 0 2 with
  | 0 -> err ()
  | 1 -> err ()
  | _ -> err ()
[@@covers {| M [v:kind | true] |}]
";

/// Not all of them in the first place, chosen from by coins.
#[test]
fn every_place_that_fails_gets_one_term() {
    let mut found = edits(KINDS, "kinds");
    found.sort();
    assert_eq!(found, ["Block", "Directory", "Regular"]);
}

const DESCRIPTORS: &str = "\
open Covenant_runtime
type descriptor = { read : bool; size : int; delay : int }
let[@predicate] possible (d : descriptor) : bool = 0 <= d.size && 0 <= d.delay
let with_mode (read : bool) : descriptor =
  let size = nat_gen () in
  let delay = nat_gen () in
  err ()
[@@covers {| read:{v:bool | true} -> [v:descriptor | v.read = read && possible v] |}]
let descriptors () : descriptor =
  let read = bool_gen () in
  err ()
[@@covers {| M [v:descriptor | possible v] |}]
";

/// `{ read; size; delay }`, and not new draws of the same.
#[test]
fn what_is_drawn_already_is_used() {
    assert_eq!(edits(DESCRIPTORS, "with_mode"), ["{ read; size; delay }"]);
}

/// A function above that nothing calls yet, before a larger term of what is at hand.
#[test]
fn a_call_is_shorter_than_what_it_stands_for() {
    let text = DESCRIPTORS.replacen("err ()", "{ read; size; delay }", 1);
    assert_eq!(edits(&text, "descriptors"), ["with_mode read"]);
}

const LARGER: &str = "\
open Covenant_runtime
let larger (o : bool) : int * int =
  let x = int_gen () in
  if o then err () else (x, x)
[@@covers {| o:{v:bool | true} -> [v:int * int | if o then fst v < snd v else fst v = snd v] |}]
";

/// One sum, and not a term for each sign.
#[test]
fn a_sum_is_shorter_than_conditions() {
    let found = edits(LARGER, "larger");
    assert!(matches!(found.as_slice(), [only] if !only.contains("if")), "{found:?}");
}

#[test]
fn a_greatest_cost_is_kept() {
    let list = "\
open Covenant_runtime
let rec sized (n : int) : int list = if n <= 0 then [] else err ()
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]
";
    match repair(list, "sized", Some(2)).outcome {
        Outcome::NoRepair(why) => assert!(why.contains("no term up to cost 2"), "{why}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(edits(list, "sized"), ["int_gen () :: sized (n - 1)"]);
}

/// `n - first - second`, without parentheses.
#[test]
fn what_was_written_has_no_more_parentheses_than_it_needs() {
    let parts = "\
open Covenant_runtime
let[@predicate] adds_up (t : int * int * int) (n : int) : bool =
  match t with a, b, c -> 0 <= a && 0 <= b && 0 <= c && a + b + c = n
let parts (n : int) : int * int * int =
  let first = int_range 0 n in
  let second = int_range 0 (n - first) in
  err ()
[@@covers {| n:{v:int | 0 <= v} ->
  [v:int * int * int | adds_up v n] |}]
";
    assert_eq!(edits(parts, "parts"), ["(first, second, n - first - second)"]);
}
