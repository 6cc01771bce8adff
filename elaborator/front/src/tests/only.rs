//! Claims that are read as *only* or *exactly*.

use super::accepted;
use crate::{ClaimKind, load, specifications};

const EVERY: &str = "let f (n : int) : int = n + nat_gen ()
[@@covers {| n:int -> [v:int | n <= v] |}]";

fn with(result: &str) -> String {
    EVERY.replace("[v:int | n <= v]", result)
}

#[test]
fn the_kind_is_read_and_nothing_else_changes() {
    let every = accepted(EVERY);
    let exactly = accepted(&with("exactly [v:int | n <= v]"));
    let only = accepted(&with("{v:int | n <= v}"));
    assert_eq!((every.units.len(), every.only.len()), (1, 0));
    assert_eq!((exactly.units.len(), exactly.only.len()), (1, 1));
    assert_eq!((only.units.len(), only.only.len()), (0, 1));
    let kinds = [every.units[0].kind, exactly.units[0].kind, only.only[0].kind];
    assert_eq!(kinds, [ClaimKind::Every, ClaimKind::Exactly, ClaimKind::Only]);
    // The half that is proved is proved as if the other one were not there.
    assert_eq!(every.units[0].statement, exactly.units[0].statement);
    assert_eq!(every.units[0].statement, only.only[0].statement);
    assert_eq!(accepted("let g () : int = 1 [@@covers {| M {v:int | v = 1} |}]").only.len(), 1);
    assert_eq!(accepted("let g () : int = 1 [@@covers {| exactly M [v:int | v = 1] |}]").only.len(), 1);
}

/// An *only* claim says nothing about what can be returned: whoever calls the function must not use it.
#[test]
fn an_only_claim_is_no_claim_for_callers() {
    let caller = "\nlet g (n : int) : int = f n\n[@@covers {| n:int -> [v:int | n <= v] |}]";
    let narrow = "let f (n : int) : int = n";
    let claimed = format!("{narrow}\n[@@covers {{| n:int -> {{v:int | n <= v}} |}}]{caller}");
    let bare = format!("{narrow}{caller}");
    assert_eq!(accepted(&claimed).units[0].statement, accepted(&bare).units[0].statement);
}

#[test]
fn a_recursive_function_with_an_only_claim_cannot_be_called_by_a_generator() {
    let source = "let rec down (n : int) : int = if n <= 0 then 0 else down (n - 1)
[@@covers {| n:int -> {v:int | v = 0} |}]
let g (n : int) : int = down n
[@@covers {| n:int -> [v:int | v = 0] |}]";
    let module = load("test.ml", source).expect("OCaml");
    assert!(module.units.is_empty());
    assert_eq!(module.declined.len(), 1);
    assert_eq!((module.declined[0].claim.as_str(), module.only.len()), ("g", 1));
    // For another function that is tested it can.
    let both = source.replace("[v:int | v = 0]", "{v:int | v = 0}");
    assert_eq!(accepted(&both).only.len(), 2);
}

/// All claims of a unit are read as one kind, which each of them must say.
#[test]
fn a_unit_is_read_as_what_all_its_claims_say() {
    let source = "let rec down (n : int) : int = if n <= 0 then 0 else down (n - 1)
[@@covers {| n:int -> HELPER |}]
let g (n : int) : int = down n
[@@covers {| n:int -> {v:int | v = 0} |}]";
    for (helper, says) in
        [("{v:int | v = 0}", true), ("exactly [v:int | v = 0]", true), ("[v:int | v = 0]", false)]
    {
        let module = accepted(&source.replace("HELPER", helper));
        let unit = module.only.iter().find(|unit| unit.claim == "g").expect("an only claim");
        // As it was read nothing is certified of this kind.
        assert_eq!(unit.statement.kind, ClaimKind::Every);
        let read = unit.read_as(ClaimKind::Only);
        assert_eq!(
            read.as_ref().map(|unit| unit.statement.kind).ok(),
            says.then_some(ClaimKind::Only),
            "{helper}"
        );
        assert_eq!(read.err().map(|function| function.name.as_str()), (!says).then_some("down"), "{helper}");
        assert!(unit.read_as(ClaimKind::Exactly).is_err());
        assert!(unit.read_as(ClaimKind::Every).is_err());
    }
}

#[test]
fn a_specification_without_its_function() {
    let source = "type t = A | B of int
let[@predicate] big (x : t) : bool = match x with A -> false | B n -> 10 < n
let table = Hashtbl.create 8
let f (x : t) (n : nat) : t = try Hashtbl.find table x with Not_found -> B n
[@@covers {| x:{v:t | big v} -> n:nat -> {v:t | big v} |}]
let g (n : int) : int = ref n |> ( ! )
[@@covers {| n:int -> [v:int | v = n] |}]";
    let module = load("test.ml", source).expect("OCaml");
    assert!(module.only.is_empty() && module.declined.len() == 2);
    let units = specifications(source);
    let names: Vec<&str> = units.iter().map(|unit| unit.claim.as_str()).collect();
    assert_eq!(names, ["f"], "what must be returned is not judged by running");
    assert_eq!(units[0].functions[0].parameters.len(), 2);
}
