//! Languages of traces: regular expressions and grammars as definitions.

use super::show::show;
use super::{accepted, report};
use crate::load;

const STACK: &str = "type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
";

fn with(languages: &str, claim: &str) -> String {
    format!(
        "{STACK}{languages}
module Generators (S : STACK) = struct
  let g (y : int) : unit = S.push y
  [@@covers {{| y:{{v:int | true}} -> [tr | {claim}] |}}]
end"
    )
}

fn definitions(languages: &str, claim: &str) -> String {
    let module = accepted(&with(languages, claim));
    let [unit] = module.units.as_slice() else { panic!("{} units", module.units.len()) };
    let shown = show(unit);
    shown.lines().filter(|line| !line.trim().is_empty()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_goal_is_one_predicate_for_each_derivative() {
    insta::assert_snapshot!(definitions(
        "let[@goal] lost (y : int) = {| .*; Push y; (. - Pop (Some y))*; Is_empty true |}",
        "lost y tr",
    ));
}

#[test]
fn a_cycle_of_states_is_a_group() {
    insta::assert_snapshot!(definitions("let[@goal] pairs = {| (Push _; Pop _)* |}", "pairs tr"));
}

#[test]
fn a_language_at_the_end_is_called() {
    insta::assert_snapshot!(definitions(
        "let[@goal] rest (z : int) = {| (. - Pop (Some z))*; Is_empty true |}
let[@goal] lost (y : int) = {| Push y; rest (y + 1) |}
let[@goal] both (y : int) = {| rest y & LAST (Push y) |}",
        "lost y tr && both y tr",
    ));
}

#[test]
fn names_of_fields_and_parts() {
    insta::assert_snapshot!(definitions(
        "let[@goal] small (y : int) = {| (Push x when x < y); Pop (Some z) when exists y:int. y < z && z < y |}",
        "small y tr",
    ));
}

#[test]
fn a_grammar_is_a_type_of_derivations() {
    insta::assert_snapshot!(definitions(
        "let[@goal] quiet = {| (Is_empty _)* |}
let[@grammar] nested (n : int) = {| eps when n = 0 | Push x; quiet; nested (n - 1); Pop (Some x) | Push x; Push x when n > x |}",
        "nested y tr",
    ));
}

#[test]
fn mistakes_have_a_place_and_advice() {
    let cases = [
        ("let[@goal] g = {| Pusch _ |}", "`Pusch` is no event of `event`", "`Push`, `Pop`, `Is_empty`"),
        ("let[@goal] g = {| Push (_, _) |}", "the event `Push` has 1 fields, and here 2", "write `Push _`"),
        ("let[@goal] g = {| Push |}", "the event `Push` has 1 fields, and here 0", "write `Push _`"),
        ("let[@goal] g = {| Push x |}", "`x` is no parameter of the language", "make `x` a parameter"),
        ("let[@goal] g = {| Push x; Pop (Some x) |}", "`x` is no parameter", "write `_`"),
        ("let[@goal] g = {| h |}", "`h` is no language of traces", "no language of traces is defined before"),
        ("let[@goal] h = {| . |} let[@goal] g = {| h 1 |}", "`h` has 0 parameters, and here 1", "argument"),
        ("let[@goal] g = {| Push _ & Pop _ |}", "no trace is in the language `g`", "whatever the values are"),
        ("let[@goal] g = {| (.* - Push _) |}", "`-` between traces", "`. - Pop _`"),
        ("let[@goal] g = {| not . |}", "expected a language of traces", "only events have a complement"),
        ("let[@goal] g = {| Push _ Pop _ |}", "expected `;`", "with `;` between them"),
        ("let[@goal] g (y : int) = \"Push y\"", "the language of `g` is missing", "quoted string"),
        ("let[@goal] g y = {| Push y |}", "without its type", "`(y : int)`"),
        ("let[@grammar] g = {| Push _; g |}", "the grammar `g` never ends", "an alternative that ends"),
        ("let[@grammar] g = {| eps | (Push _)*; g |}", "anything but events and languages", "`let[@goal]`"),
        ("let[@goal] g = {| . |} let p (y : int) : string = g", "where it is a string", "use it in claims"),
        ("let[@goal] rec g = {| . |}", "a recursive definition of a language", "leave `rec` out"),
    ];
    for (languages, message, advice) in cases {
        let source = with(languages, "true");
        let found = match load("test.ml", &source) {
            Ok(module) => report(&module.diagnostics),
            Err(diagnostics) => report(&diagnostics),
        };
        assert!(found.contains(message) && found.contains(advice), "{languages}\n{found}");
        // The place is in the language.
        assert!(found.starts_with("8:") || found.starts_with("7:"), "{languages}\n{found}");
    }
}

#[test]
fn a_language_needs_operators() {
    let source = "let[@goal] g = {| . |}";
    let module = load("test.ml", source).expect("OCaml");
    assert!(report(&module.diagnostics).contains("there are no operators"));
}
