//! What is wrong with a source, and what is said about it.

use std::collections::BTreeSet;

use super::report;
use crate::{Diagnostic, DiagnosticKind, load};

/// Name, and a source with something wrong in it.
const WRONG: &[(&str, &str)] = &[
    ("syntax_program", "let f (n : int) : int = if n = then 1\nlet g x = (1, \n"),
    (
        "syntax_claim",
        "let f (n : int) : int = n\n[@@covers {| n:{v:int | 0 <= } -> [v:int | true] |}]\nlet g (n : int) : int = n\n[@@covers {| n:{v:int | true} -> [v:int | v = n] extra |}]\nlet h (n : int) : int = n\n[@@covers {| n:{v:int | true} |}]",
    ),
    ("ambiguous_implication", "let[@lemma] l (x : int) = 0 <= x && x < 3 ==> x < 4"),
    (
        "unknown_names",
        "let f (n : int) : int lst = int_gn () + m
[@@covers {| n:{v:int | 0 <= w} -> [v:int | lne v = 0 && Nod = v] |}]
let[@assert] missing ?r:(n : int) = (true : [%v: int])",
    ),
    (
        "ill_typed_program",
        "let f (n : int) : int = if n then 1 else true
let g (l : int list) : int = match l with [] -> 0 | x :: t -> t
let even (n : int) : bool = n mod 2 = 0
let h x = even 1 2
let k = Node (1, Leaf)",
    ),
    (
        "ill_typed_formula",
        "let f (n : int) : int = n
[@@covers {| n:{v:int | v} -> [v:int | len v = 1 || sorted [true]] |}]
let[@lemma] l (x : int) = x + 1
let[@predicate] p (l : int list) : bool = len l",
    ),
    (
        "claim_of_another_type",
        "let f (n : int) (m : int) : int = n
[@@covers {| n:{v:int | true} -> [v:int | true] |}]
let g (n : int) : int = n
[@@covers {| n:{v:bool | true} -> [v:int | true] |}]
let id (x : int) : int = x
[@@covers {| forall 'a. x:{v:'a | true} -> [v:'a | true] |}]",
    ),
    (
        "ill_formed_claims",
        "let x = 3 [@@covers {| [v:int | v = 3] |}]
let f (n : int) : int = n
[@@covers {| n:[v:int | true] -> [v:int | true] |}]
let g (n : int) : int = n
[@@covers {| n:{v:int | true} -> int |}]
let e (n : int) : int = n
[@@covers {| n:int -> exactly {v:int | v = n} |}]
let d (n : int) : int = n
[@@covers {| exactly [v:int | true] -> [v:int | true] |}]
let c (f : int -> int) : int = f 0
[@@covers {| f:(int -> exactly [v:int | true]) -> [v:int | true] |}]
let b (n : int) : int = n
[@@assume_covers {| n:int -> {v:int | v = n} |}]
let a (n : int) : int =
  let rec inner (k : int) : int = k [@@covers {| k:int -> {v:int | v = k} |}] in
  inner n
[@@covers {| n:int -> [v:int | v = n] |}]
let h (n : int) : int = n
let[@assert] h ?r:(n = ((true : [%v: int]) [@under])) = (true : [%v: int])",
    ),
    (
        "programs_in_formulas",
        "let helper (n : int) : int = if n = 0 then failwith \"zero\" else n
let claimed (n : int) : int = n
[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]
let drawn (n : int) : int = int_range 0 n
let f (n : int) : int = n
[@@covers {| n:{v:int | true} -> [v:int | helper v = int_gen () && claimed v = drawn v] |}]",
    ),
    (
        "not_structural",
        "let[@predicate] rec down (n : int) : int = if n = 0 then 0 else down (n - 1)
let[@predicate] rec same (l : int list) : bool = match l with [] -> true | _ :: _ -> same l
let[@predicate] rec grows (l : int list) : bool = match l with [] -> true | x :: t -> grows (x :: x :: t)
let[@predicate] partial (l : int list) : int = match l with x :: _ -> x
let[@predicate] rec other (l : int list) (k : int list) : bool =
  match l with [] -> true | _ :: _ -> other k l",
    ),
    (
        "measures",
        "let rec f (l : int list) : int = match l with [] -> 0 | _ :: t -> f t
[@@covers {| l:int list -> [v:int | v = 0] |}]
[@@measure l]
let rec g (n : int) : int = g (n - 1)
[@@covers {| n:int -> [v:int | true] |}]
[@@measure n > 0]
let rec h (n : int) : int = h (n - 1)
[@@measure n]
let rec k (n : int) : int = k (n - 1)
[@@covers {| n:int -> [v:int | true] |}]
[@@measure m]",
    ),
    (
        "duplicates",
        "type t = A | B | A
type r = { x : int; x : bool }
let f (x : int) : int = match (x, x) with (y, y) -> y
[@@covers {| x:int -> [v:int | true] |}]
[@@covers {| x:int -> [v:int | true] |}]
let g (x : int) : int = x
[@@covers {| x:int -> [v:int | true] |}]
let[@assert] g ?r:(x : int) = (true : [%v: int])",
    ),
    (
        "declined_syntax",
        "module M = struct end
let f x = try x with _ -> 1
let g x = while true do () done
let h x = List.map x
let k ~label:x = x
let l x = x.(0)
let m x = `A
type t = T of (int -> int)
type u = { mutable x : int }
class c = object end",
    ),
    (
        "claims_within",
        "let f (n : int) : int = let rec go (k : int) : int = go (k - 1) in go n
let[@assert? g when ([], [], [])] go ?r:(k : int) = (true : [%v: int])
let[@assert? f when ([], [], [])] go ?r:(k : int) = (true : [%v: int])
let f1 (n : int) : int = n
let[@assert] f1 ?r:(n : int) = (true : [%v: int])
let[@assert? f1 when ([ a ], [], [])] go ?r:(k : int) = (true : [%v: int])
let f2 (n : int) : int = n
let[@assert] f2 ?r:(n : int) = (true : [%v: int])
let[@assert? f2 when ([], [], [])] stop ?r:(k : int) = (true : [%v: int])
let f3 (n : int) : int = let rec go (k : int) : int = go (k - 1) in go n
let[@assert] f3 ?r:(n : int) = (true : [%v: int])
let[@assert? f3 when ([], [], [])] go ?r:(k : bool) = (true : [%v: int])",
    ),
    ("function_in_data", "type t = T of (int -> int) | U of nat list\ntype 'a u = V of 'b"),
    ("claim_about_a_value", "let x = 3 [@@covers {| [v:int | v = 3] |}]"),
    (
        "recursion_without_claim",
        "let rec helper (n : int) : int = if n = 0 then 0 else helper (n - 1)
let f (n : int) : int = helper n
[@@covers {| n:int -> [v:int | true] |}]
let g (n : int) : int = let rec go k = go (k - 1) in go n
[@@covers {| n:int -> [v:int | true] |}]",
    ),
    (
        "mutual_generators",
        "let rec f (b : bool) : int = if b then 0 else g (not b)
[@@covers {| b:bool -> [v:int | true] |}]
and g (b : bool) : int = f b
[@@covers {| b:bool -> [v:int | true] |}]",
    ),
    (
        "choices_that_would_move",
        "let apply2 (g : int -> unit -> int) : int = let h = g 1 in h () + h ()
[@@covers {| g:(x:int -> M [v:int | true]) -> [v:int | true] |}]
let early (n : int) = let x = int_range 0 n in fun () -> x
let[@assert] early ?r:(n : int) = M (true : [%v: int])
let kept () : int = let g = early 3 in g () + g ()
[@@covers {| M [v:int | true] |}]
let chosen () : int = let g = choose (fun () -> 1) (fun () -> 2) in g () + g ()
[@@covers {| M [v:int | true] |}]
let fixed = int_gen ()
let uses () : int = fixed
[@@covers {| M [v:int | true] |}]",
    ),
    (
        "choices_when_a_function_is_defined",
        "let pairs = let x = int_gen () in fun () -> (x, x)
[@@covers {| M [v:int * int | fst v = snd v] |}]
let one_of_two = if bool_gen () then (fun () -> 1) else (fun () -> 2)
[@@covers {| M [v:int | v = 1 || v = 2] |}]
let add (a : int) (b : int) : int = a + b
let shifted = add (int_gen ())
[@@covers {| b:int -> [v:int | true] |}]
let unclaimed = let x = int_gen () in fun () -> x
let uses () : int * int = (unclaimed (), unclaimed ())
[@@covers {| M [v:int * int | true] |}]
let fresh = let bound = 3 in let id (n : int) : int = n in fun () -> id (int_range 0 bound)
[@@covers {| M [v:int | 0 <= v && v <= 3] |}]",
    ),
    (
        "division_in_formulas",
        "let f (n : int) : int = n
[@@covers {| n:int -> [v:int | v / n = 1] |}]",
    ),
    (
        "undecidable_in_programs",
        "let[@predicate] bounded (l : int list) : bool = fun (u : int) -> (mem l u) #==> (u < 3)
let f (l : int list) : int = if bounded l then 1 else 2
[@@covers {| l:int list -> [v:int | true] |}]",
    ),
    (
        "warnings",
        "val mystery : int -> bool
let depth (n : int) : int = int_range 0 n
let deep (n : int) : int tree = Leaf
[@@covers {| n:int -> [v:int tree | depth v = n] |}]
let[@inline] f (n : int) : int = n
[@@covers {| n:int -> [v:int | mystery v] |}]
[@@deprecated]",
    ),
];

fn diagnostics(source: &str) -> Vec<Diagnostic> {
    match load("wrong.ml", source) {
        Ok(module) => module.diagnostics,
        Err(diagnostics) => diagnostics,
    }
}

#[test]
fn each_mistake_is_explained_at_its_place() {
    for (name, source) in WRONG {
        insta::assert_snapshot!(*name, report(&diagnostics(source)));
    }
}

#[test]
fn every_kind_of_diagnostic_occurs() {
    let seen: BTreeSet<DiagnosticKind> =
        WRONG.iter().flat_map(|(_, source)| diagnostics(source)).map(|diagnostic| diagnostic.kind).collect();
    let all = BTreeSet::from([
        DiagnosticKind::Syntax,
        DiagnosticKind::UnknownName,
        DiagnosticKind::Duplicate,
        DiagnosticKind::IllTyped,
        DiagnosticKind::IllFormedSpec,
        DiagnosticKind::NotStructural,
        DiagnosticKind::Measure,
        DiagnosticKind::Declined,
        DiagnosticKind::Warning,
    ]);
    assert_eq!(seen, all);
}

#[test]
fn places_are_inside_the_text() {
    for (_, source) in WRONG {
        for diagnostic in diagnostics(source) {
            assert!(diagnostic.span.start <= diagnostic.span.end);
            assert!(diagnostic.span.end <= source.len());
            assert!(diagnostic.line >= 1 && diagnostic.column >= 1);
            assert!(!diagnostic.message.is_empty());
        }
    }
}
