//! A mistake concerns the claims that need the faulty item, and no other.

use covenant_kernel::tables::{Bin, CoreRow, ExprRow, Prim};

use super::kernel_reads;
use crate::{DiagnosticKind, Module, load};

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
let usual (x : int) : int = x + 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let ( + ) (a : int) (b : int) : int = a - b
let f (x : int) : int = x + 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let failwith (s : string) : int = 3
let g (x : int) : int = failwith \"a\"
[@@covers {| x:{v:int | true} -> [v:int | v = 3] |}]
let last (x : int) : int = x - 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]",
    );
    // Only the user of `failwith` is declined: what it is applied to is not read.
    assert_eq!(read(&module), ["h", "usual", "f", "last"]);
    assert_eq!(declined(&module).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["g"]);
    let draws = |op: &Operation| matches!(op, Operation::Drawn(Prim::IntGen));
    assert_eq!(operations(&module, "h", draws), 2, "the file's own operator draws twice");
    assert_eq!((operations(&module, "usual", is_sum), operations(&module, "usual", is_difference)), (1, 0));
    assert_eq!((operations(&module, "f", is_sum), operations(&module, "f", is_difference)), (0, 1));
}

/// What a program computes in one step, or draws.
enum Operation<'a> {
    Computed(&'a ExprRow),
    Drawn(&'a Prim),
}

fn is_sum(op: &Operation) -> bool {
    matches!(op, Operation::Computed(ExprRow::Bin(Bin::Add, ..)))
}

fn is_difference(op: &Operation) -> bool {
    matches!(op, Operation::Computed(ExprRow::Bin(Bin::Sub, ..)))
}

fn is_product(op: &Operation) -> bool {
    matches!(op, Operation::Computed(ExprRow::Bin(Bin::Mul, ..)))
}

/// How many operations of a claim's program are such.
fn operations(module: &Module, claim: &str, such: impl Fn(&Operation) -> bool) -> usize {
    let unit = module.units.iter().find(|unit| unit.claim == claim).expect("the claim was read");
    let found = unit.statement.cores.iter().filter_map(|row| match row {
        CoreRow::Op(Prim::Eval(e)) => Some(Operation::Computed(&unit.statement.exprs[e.0 as usize])),
        CoreRow::Op(prim) => Some(Operation::Drawn(prim)),
        _ => None,
    });
    found.filter(|op| such(op)).count()
}

/// A new meaning ends where its scope does.
#[test]
fn operators_with_a_new_meaning_in_one_function() {
    let module = loaded(
        "let f (x : int) : int = let ( + ) a b = a - b in x + 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let g (x : int) : int = (fun ( + ) -> x + 1) (fun a b -> a * b)
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let h (x : int) : int = x + 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]",
    );
    assert_eq!(read(&module), ["f", "g", "h"]);
    assert_eq!(operations(&module, "f", is_difference), 1);
    assert_eq!(operations(&module, "g", is_product), 1);
    assert_eq!(operations(&module, "h", is_sum), 1);
}

/// A faulty new meaning declines those who use it, and nobody else.
#[test]
fn a_faulty_operator_declines_its_users_only() {
    let module = loaded(
        "let ( + ) (a : int) (b : int) : int = while true do () done; a
let f (x : int) : int = x + 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let g (x : int) : int = x - 1
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let[@predicate] p (x : int) : bool = x + 1 = 2
let h (x : int) : int = if p x then 1 else 2
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
let i (x : int) : int = x
[@@covers {| x:{v:int | true} -> [v:int | v + 0 = x] |}]",
    );
    assert_eq!(read(&module), ["g", "i"]);
    assert_eq!(declined(&module).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["f", "h"]);
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

/// What is defined outside of OCaml does not mean what the name meant before.
#[test]
fn an_external_definition_hides_the_primitive() {
    let module = loaded(
        "let before () : int = int_gen ()
[@@covers {| M [v:int | true] |}]
external int_gen : unit -> int = \"always_three\"
let after () : int = int_gen ()
[@@covers {| M [v:int | true] |}]
external len : int list -> int = \"always_three\"
let program () : int = len []
[@@covers {| M [v:int | v = 0] |}]",
    );
    assert_eq!(read(&module), ["before"]);
    assert_eq!(declined(&module).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["after", "program"]);
}

/// All names of a pattern that is not understood lead nowhere.
#[test]
fn names_of_a_faulty_pattern_lead_nowhere() {
    let module = loaded(
        "let (int_gen, { x = (nat_gen, Some ((bool_gen) as choose)) }) = mystery
let a () : int = int_gen ()
[@@covers {| M [v:int | true] |}]
let b () : int = nat_gen ()
[@@covers {| M [v:int | 0 <= v] |}]
let c () : bool = bool_gen ()
[@@covers {| M [v:bool | true] |}]
let d () : int = choose 1 2
[@@covers {| M [v:int | v = 1] |}]
let e () : int = int_range 0 1
[@@covers {| M [v:int | v = 1] |}]",
    );
    // Matching may fail when the program starts, and then there is no `e` either.
    assert_eq!(read(&module), [""; 0]);
    assert_eq!(module.declined.len(), 5);
}

/// An item inside of a module that is not read takes the module with it only if what it defines is not known.
#[test]
fn modules_are_read_around_what_is_not() {
    let read = |text: &str| loaded(text).units.len();
    let claim = "let g = QCheck.Gen.oneofl [ M.A; M.B ]\n[@@covers {| [v:M.t | true] |}]\n";
    let spin = "let spin x = let y = ref 0 in while !y < x do incr y done; !y";
    assert_eq!(read(&format!("module M = struct {spin} type t = A | B end\n{claim}")), 1);
    // What is included may define anything, `t` too.
    let included = "module M = struct type t = A | B include (struct let n = 1 end) end\n";
    assert_eq!(read(&format!("{included}{claim}")), 0);
    // What was not read hides what stands before.
    let hides = format!("let n = QCheck.Gen.bool\nmodule M = struct {} end\n", spin.replace("spin", "n"));
    assert_eq!(read(&format!("{hides}let g = M.(n)\n[@@covers {{| [v:bool | true] |}}]\n")), 0);
    // What is evaluated in it is evaluated.
    let fails = "module M = struct type t = A | B let () = while true do () done end\n";
    assert_eq!(read(&format!("{fails}{claim}")), 0);
}
