//! Claims that are read as *only* or *exactly*.

use super::accepted;
use crate::{ClaimKind, agreement, load, specifications};

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

const APPLY: &str = "let apply (f : int -> int) (x : int) : int = f x
[@@covers {| f:(y:int -> PARAMETER) -> x:int -> RESULT |}]";

fn apply(parameter: &str, result: &str) -> String {
    APPLY.replace("PARAMETER", parameter).replace("RESULT", result)
}

/// The tables do not say how a parameter is read. So nothing about it may be proved from them.
#[test]
fn a_function_parameter_that_is_read_as_only_keeps_a_unit_from_the_kernel() {
    let only = accepted(&apply("{v:int | y <= v}", "{v:int | x <= v}"));
    let every = accepted(&apply("[v:int | y <= v]", "{v:int | x <= v}"));
    let (only_unit, every_unit) = (&only.only[0], &every.only[0]);
    assert_eq!(only_unit.statement, every_unit.statement);
    assert_eq!((only_unit.only_parameters(), every_unit.only_parameters()), (vec![0], vec![]));
    assert_eq!(only_unit.read_as(ClaimKind::Only).err().map(|f| f.name.as_str()), Some("apply"));
    assert!(every_unit.read_as(ClaimKind::Only).is_ok());
    // Nor about a function that calls it.
    let caller =
        "\nlet g (x : int) : int = apply (fun (y : int) -> y) x\n[@@covers {| x:int -> {v:int | x <= v} |}]";
    let module = accepted(&(apply("{v:int | y <= v}", "{v:int | x <= v}") + caller));
    let unit = module.only.iter().find(|unit| unit.claim == "g").expect("an only claim");
    assert!(unit.read_as(ClaimKind::Only).is_err() && unit.only_parameters().is_empty());
}

#[test]
fn two_readings_of_a_parameter_are_not_the_same_claim() {
    let read = |parameter: &str| accepted(&apply(parameter, "{v:int | x <= v}"));
    let (only, every) = (read("{v:int | y <= v}"), read("[v:int | y <= v]"));
    assert!(agreement(&only, &only).is_ok() && agreement(&every, &every).is_ok());
    assert!(agreement(&only, &every).is_err() && agreement(&every, &only).is_err());
}

#[test]
fn a_parameter_that_is_read_as_only_where_that_makes_no_sense() {
    for (source, what) in [
        (apply("{v:int | y <= v}", "[v:int | x <= v]"), "in a claim that says more than *only*"),
        (apply("{v:int | y <= v}", "exactly [v:int | x <= v]"), "in a claim that says more than *only*"),
        (apply("{v:int | y <= v}", "total {v:int | x <= v}"), "in a claim that says more than *only*"),
        (apply("int", "{v:int | x <= v}"), "a function parameter must be a coverage type or in braces"),
        (apply("exactly [v:int | y <= v]", "{v:int | x <= v}"), "before the result of a claim"),
        (
            "let apply (f : (int -> int) -> int) : int = f (fun (x : int) -> x)
             [@@covers {| f:(g:(y:int -> {v:int | v = y}) -> [v:int | true]) -> {v:int | true} |}]"
                .to_owned(),
            "a function parameter of a function parameter",
        ),
        (
            "let apply (x : int) : int =
               let f (g : int -> int) : int = g x [@@covers {| g:(y:int -> {v:int | v = y}) -> [v:int | v = x] |}] in
               f (fun (y : int) -> y)
             [@@covers {| x:int -> [v:int | v = x] |}]"
                .to_owned(),
            "in a claim that says more than *only*",
        ),
        (
            apply("{v:int | y <= v}", "[v:int | x <= v]").replace("@@covers", "@@assume_covers"),
            "in a claim that says more than *only*",
        ),
    ] {
        let said = match load("test.ml", &source) {
            Ok(module) => {
                assert!(module.units.is_empty() && module.only.is_empty(), "{source}");
                super::report(&module.diagnostics)
            }
            Err(diagnostics) => super::report(&diagnostics),
        };
        assert!(said.contains(what), "{source}: {said}");
    }
}

#[test]
fn a_specification_with_a_function_parameter_without_its_function() {
    let source = "let f (g : int -> bool -> int) (n : int) : int = try g n true with Not_found -> 0
[@@covers {| g:(n:int -> up:bool -> {v:int | n <= v}) -> n:int -> {v:int | n <= v} |}]";
    let units = specifications(source);
    assert_eq!(units.len(), 1);
    assert_eq!(units[0].only_parameters(), vec![0]);
}
