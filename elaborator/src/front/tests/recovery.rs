//! A mistake concerns the claims that need the faulty item, and no other.

use super::kernel_reads;
use crate::front::{DiagnosticKind, Module, load};

fn loaded(source: &str) -> Module {
    let module = match load("test.ml", source) {
        Ok(module) => module,
        Err(diagnostics) => panic!("{}", super::report(&diagnostics)),
    };
    for unit in &module.units {
        if let Err(error) = kernel_reads(unit) {
            panic!("the kernel rejects {}: {error}", unit.claim);
        }
    }
    module
}

fn read(module: &Module) -> Vec<&str> {
    module.units.iter().map(|unit| unit.claim.as_str()).collect()
}

fn declined(module: &Module) -> Vec<(&str, &str)> {
    module.declined.iter().map(|claim| (claim.claim.as_str(), claim.why.as_str())).collect()
}

const CLAIM: &str = "[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]";

#[test]
fn one_unsupported_function_declines_its_own_claim_and_its_callers() {
    let source = format!(
        "let a (n : int) : int = n\n{CLAIM}
let b (n : int) : int = let r = ref n in !r\n{CLAIM}
let c (n : int) : int = b n\n{CLAIM}
let d (n : int) : int = a n\n{CLAIM}
let e (n : int) : int = c n\n{CLAIM}"
    );
    let module = loaded(&source);
    assert_eq!(read(&module), ["a", "d"]);
    let names: Vec<&str> = declined(&module).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["b", "c", "e"]);
    assert!(declined(&module)[1].1.contains("this uses `b`"), "{:?}", declined(&module));
}

#[test]
fn a_claim_with_a_mistake_is_not_checked_and_the_others_are() {
    let source = format!(
        "let a (n : int) : int = n\n{CLAIM}
let b (n : int) : int = n
[@@covers {{| n:{{v:int | true}} -> [v:int | lenn v = n] |}}]
let c (n : int) : int = n
[@@covers {{| n:{{v:int | 0 <= }} -> [v:int | v = n] |}}]
let d (n : int) : int = b n\n{CLAIM}"
    );
    let module = loaded(&source);
    assert_eq!(read(&module), ["a"]);
    let why = declined(&module);
    assert_eq!(why.len(), 3);
    assert!(why[0].1.starts_with("not checked: unknown name"), "{why:?}");
    assert!(module.diagnostics.iter().any(|d| d.kind == DiagnosticKind::Syntax));
}

#[test]
fn in_the_poirot_dialect_a_claim_can_fail_after_its_function_was_used() {
    let module = loaded(
        "let f (n : int) : int = n
let g (n : int) : int = f n
let[@assert] f ?r:(n : int) = (mystery v : [%v: int])
let[@assert] g ?r:(n : int) = (v == n : [%v: int])
let h (n : int) : int = n
let[@assert] h ?r:(n : int) = (v == n : [%v: int])",
    );
    assert_eq!(read(&module), ["h"]);
    let why = declined(&module);
    assert_eq!(why.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["f", "g"]);
    assert!(why[1].1.contains("`f`"), "{why:?}");
}

#[test]
fn types_predicates_and_facts_with_mistakes_concern_their_users_only() {
    let source = format!(
        "type t = T of (int -> int)
type u = U of t
let[@predicate] rec down (n : int) : bool = if n = 0 then true else down (n - 1)
let[@predicate] twice (l : int list) : bool = down (len l)
let[@lemma] wrong (l : int list) = down (len l)
let[@lemma] nonsense (l : int list) = len l
let a (n : int) : int = n\n{CLAIM}
let b (n : int) : int list = []
[@@covers {{| n:{{v:int | true}} -> [v:int list | twice v] |}}]
let c (n : int) : u = U (T (fun x -> x))
[@@covers {{| n:{{v:int | true}} -> [v:u | true] |}}]"
    );
    let module = loaded(&source);
    assert_eq!(read(&module), ["a"]);
    let names: Vec<&str> = declined(&module).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["b", "c"]);
}

/// A name of the prelude, or a primitive, does not stand in for a definition of the
/// user's that could not be read.
#[test]
fn a_faulty_definition_does_not_uncover_the_one_that_it_hides() {
    let module = loaded(
        "let int_gen () : int = let r = ref 3 in !r
let a (n : int) : int = int_gen ()
[@@covers {| n:{v:int | true} -> [v:int | true] |}]
let[@predicate] rec sorted (l : int list) : bool = sorted l
let b (n : int) : int list = []
[@@covers {| n:{v:int | true} -> [v:int list | sorted v && len v = 0] |}]",
    );
    assert!(read(&module).is_empty());
    assert_eq!(module.declined.len(), 2);
}

#[test]
fn a_definition_without_mistakes_replaces_one_with_mistakes() {
    let source = format!(
        "let b (n : int) : int = let r = ref n in !r
let b (n : int) : int = n
let c (n : int) : int = b n\n{CLAIM}"
    );
    assert_eq!(read(&loaded(&source)), ["c"]);
}

/// An operator between two operands means what it means in OCaml, or what the file says.
#[test]
fn operators_with_a_new_meaning() {
    let module = loaded(
        "let ( >>= ) (g : unit -> int) (f : int -> unit -> int) : unit -> int = fun () -> f (g () + g ()) ()
let h : unit -> int = int_gen >>= fun x () -> x
[@@covers {| M [v:int | true] |}]
let ( + ) (a : int) (b : int) : int = a - b
let f (x : int) : int = x + 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let failwith (s : string) : int = 3
let g (x : int) : int = failwith \"a\"
[@@covers {| x:{v:int | true} -> [v:int | v = 3] |}]",
    );
    assert!(module.diagnostics.iter().any(|d| d.message.contains("a new meaning of `+`")));
    assert!(module.diagnostics.iter().any(|d| d.message.contains("a new meaning of `failwith`")));
    let h = module.units.iter().find(|unit| unit.claim == "h").expect("its own operator is used");
    let draws = h.statement.cores.iter().filter(|row| {
        matches!(row, covenant_kernel::tables::CoreRow::Op(covenant_kernel::tables::Prim::IntGen, _))
    });
    assert_eq!(draws.count(), 2, "the file's own operator draws twice");
    assert_eq!(read(&module), ["h"]);
}

/// The operator must not get its usual meaning back when the file's own has a mistake.
#[test]
fn an_operator_with_a_mistake_declines_its_users() {
    let module = loaded(
        "let ( >>= ) (g : unit -> int) (f : int -> unit -> int) : unit -> int = fun () -> !g
let i : unit -> int = int_gen >>= fun x () -> x
[@@covers {| M [v:int | true] |}]",
    );
    assert!(read(&module).is_empty());
    assert_eq!(module.declined.len(), 1);
}
