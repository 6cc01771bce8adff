//! Generators over a system under test: what they are read as, and what is declined.

use super::{accepted, report, show};
use crate::{Module, load};

const STACK: &str = "type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
";

/// A functor with these definitions.
fn functor(body: &str) -> String {
    format!("{STACK}module G (S : STACK) = struct\n{body}\nend\n")
}

/// The statements of the claims of a file.
fn statements(source: &str) -> Vec<String> {
    accepted(source).units.iter().map(show).collect()
}

/// What a generator over a system is read as is what one would write by hand.
#[test]
fn a_generator_is_read_as_the_events_it_adds() {
    let rows = [
        (
            "let f (n : int) : unit = S.push n [@@covers {| n:int -> [tr | tr = [Push n]] |}]",
            "let f (n : int) : event list = let t = [] in Push n :: t
             [@@covers {| n:int -> [tr:event list | tr = [Push n]] |}]",
        ),
        (
            "let f () : int option = S.pop () [@@covers {| M [tr, r:int option | tr = [Pop r]] |}]",
            "let f () : event list * int option =
               let r = (if bool_gen () then None else Some (int_gen ())) in
               let (t, v) = ([], r) in (Pop r :: t, v)
             [@@covers {| M [tr:event list * int option | fst tr = [Pop (snd tr)]] |}]",
        ),
        // What is bound hides nothing that the event mentions.
        (
            "let f (x : int) : int = S.push x; let x = x + 1 in S.push x; x
             [@@covers {| x:int -> [tr, v:int | v = x + 1 && tr = [Push x; Push v]] |}]",
            "let f (x : int) : event list * int =
               let (t, v) = (let y = x + 1 in let (s, w) = ([], y) in (Push y :: s, w)) in (Push x :: t, v)
             [@@covers {| x:int -> [tr:event list * int | snd tr = x + 1 && fst tr = [Push x; Push (snd tr)]] |}]",
        ),
        // A condition that asks comes before the branches.
        (
            "let f () : unit = if S.is_empty () then S.push 1 else ()
             [@@covers {| M [tr | tr = [Is_empty false]] |}]",
            "let f () : event list =
               let b = bool_gen () in
               let t = (if b then let t = [] in Push 1 :: t else []) in
               Is_empty b :: t
             [@@covers {| M [tr:event list | tr = [Is_empty false]] |}]",
        ),
        // One operand beside values.
        (
            "let f () : bool = not (S.is_empty ()) [@@covers {| M [tr, b:bool | tr = [Is_empty (not b)]] |}]",
            "let f () : event list * bool =
               let r = bool_gen () in let (t, v) = ([], not r) in (Is_empty r :: t, v)
             [@@covers {| M [tr:event list * bool | fst tr = [Is_empty (not (snd tr))]] |}]",
        ),
        // Calls, and what follows them.
        (
            "let g (n : int) : unit = S.push n
             let rec f (n : int) : unit = if n = 0 then () else begin g n; f (n - 1); g 0 end
             [@@covers {| n:{v:int | 0 <= v} -> [tr | n = 0 && tr = []] |}] [@@measure n]",
            "let g (n : int) : event list = let t = [] in Push n :: t
             let rec f (n : int) : event list =
               if n = 0 then [] else
               let a = g n in
               let d = (let b = f (n - 1) in let c = g 0 in b @ c) in
               a @ d
             [@@covers {| n:{v:int | 0 <= v} -> [tr:event list | n = 0 && tr = []] |}] [@@measure n]",
        ),
        // Failing is failing, and what is drawn is drawn.
        (
            "let f () : unit = let x = int_gen () in if x < 0 then err () else S.push x
             [@@covers {| M [tr | tr = [Push 1]] |}]",
            "let f () : event list = let x = int_gen () in
               if x < 0 then err () else let t = [] in Push x :: t
             [@@covers {| M [tr:event list | tr = [Push 1]] |}]",
        ),
        // A rank is about the trace.
        (
            "let rec f () : unit = if bool_gen () then () else begin S.push 1; f () end
             [@@covers {| M [tr | tr = []] |}] [@@rank len tr]",
            "let rec f () : event list = if bool_gen () then [] else let t = f () in Push 1 :: t
             [@@covers {| M [tr:event list | tr = []] |}] [@@rank len v]",
        ),
    ];
    for (written, by_hand) in rows {
        let by_hand = format!("type event = Push of int | Pop of int option | Is_empty of bool\n{by_hand}");
        assert_eq!(statements(&functor(written)), statements(&by_hand), "{written}");
    }
}

fn loaded(source: &str) -> Module {
    load("test.ml", source).unwrap_or_else(|diagnostics| panic!("{}", report(&diagnostics)))
}

/// Where order, number or existence of a request is not settled, its claim is declined, and the message names it.
#[test]
fn requests_whose_place_is_not_settled_are_declined() {
    let rows = [
        ("let f () : bool * bool = (S.is_empty (), S.is_empty ())", "`S.is_empty`) among operands"),
        ("let f () : bool * bool = (bool_gen (), S.is_empty ())", "among operands"),
        ("let g () : bool = S.is_empty () let f () : bool = g () = g ()", "`g`) among operands"),
        ("let f () : bool = S.is_empty () && S.is_empty ()", "under `&&`"),
        ("let f (b : bool) : bool = b || S.is_empty ()", "under `||`"),
        ("let f () : bool = let x = S.is_empty () and y = S.is_empty () in x", "`let` with `and`"),
        ("let f () : unit = let p = S.push in p 1", "as a value"),
        ("let f () : unit = let p = (fun x -> S.push x) in p 1", "local function"),
        (
            "let f () : unit = let p x : unit = S.push x in p 1",
            "local function that asks the system under test, `p`",
        ),
        (
            "let f (l : int option) : unit = match l with Some x when S.is_empty () -> S.push x | _ -> ()",
            "in the condition of a case",
        ),
        ("let f = S.push", "no parameters"),
        ("let f : int -> unit = fun x -> S.push x", "no parameters"),
        ("let f (n : int) = S.push n", "without the type of its result"),
        ("let f () : unit = S.push 1 let x = S.is_empty () let y = x", "no parameters"),
        ("let int_gen () = 1 let f () : unit = S.push 1", "a definition of `int_gen`"),
        ("let f (fst : int) : unit = S.push fst", "a definition of `fst`"),
    ];
    for (body, said) in rows {
        let body = format!("{body} [@@covers {{| {} |}}]", "M [tr | tr = []]");
        let module = loaded(&functor(&body));
        let all = report(&module.diagnostics);
        assert!(all.contains(said), "{body}: {all}");
        assert!(module.units.is_empty(), "{body} was read");
        assert_eq!(module.declined.len(), 1, "{body}: the claim is not lost: {all}");
        assert!(!module.diagnostics.is_empty() && !module.is_clean(), "{body}");
    }
}

#[test]
fn mistakes_in_signatures_answers_and_claims() {
    let end = "module G (S : T) = struct let f () : unit = S.a 1 [@@covers {| M [tr | tr = []] |}] end";
    let rows = [
        (
            "type e = A of int | B module type T = sig val a : int -> unit end [@@operators e]",
            "the event `B` has no operator",
        ),
        (
            "type e = A of int module type T = sig val a : int -> unit val b : unit -> unit end [@@operators e]",
            "the operator `b` has no event",
        ),
        (
            "type e = A of bool module type T = sig val a : int -> unit end [@@operators e]",
            "the event `A` does not fit the operator `a`",
        ),
        (
            "type e = A of int module type T = sig val a : int -> bool end [@@operators e]",
            "does not fit the operator `a`",
        ),
        ("module type T = sig val a : int -> unit end [@@operators e]", "`e` is no type of events"),
        (
            "type e = A of int module type T = sig val a : int -> unit end [@@operators]",
            "the type of events is missing",
        ),
        (
            "type e = A of int module type T = sig type t val a : int -> unit end [@@operators e]",
            "anything but `val`",
        ),
        (
            "type e = A of int module type T = sig val a : int -> unit end [@@operators e] let[@answers] c (h : e list) : bool = true",
            "`c`, which is no operator",
        ),
        (
            "type e = A of int module type T = sig val a : int -> unit end [@@operators e] let[@answers] a (h : e list) (x : bool) : bool = true",
            "has other parameters",
        ),
        ("type e = A of int module type T = sig val a : int -> unit end", "a module"),
    ];
    for (start, said) in rows {
        let module = loaded(&format!("{start}\n{end}"));
        let all = report(&module.diagnostics);
        assert!(all.contains(said), "{start}: {all}");
        assert!(module.units.is_empty(), "{start} was read");
        assert_eq!(module.declined.len(), 1, "{start}: the claim is not lost: {all}");
    }
    let claims = [
        (
            "let f () : unit = S.push 1 [@@covers {| M [v:int | true] |}]",
            "returns `()`; this claim is about something else",
        ),
        ("let f () : bool = S.is_empty () [@@covers {| M [tr | true] |}]", "returns a value; this claim"),
        ("let f () : unit = S.push 1 [@@covers {| M [tr, v:int | true] |}]", "returns `()`; this claim"),
        ("let f () : int = 1 [@@covers {| M [tr | true] |}]", "`f`, which asks nothing"),
        (
            "let f () : bool = S.is_empty () [@@covers {| M [tr, v:bool | exists tr:int. true] |}]",
            "a quantified variable `tr`",
        ),
        (
            "let f () : bool = S.is_empty () [@@covers {| M [v, v:bool | true] |}]",
            "both the trace and the value",
        ),
    ];
    for (body, said) in claims {
        let module = loaded(&functor(body));
        let all = report(&module.diagnostics);
        assert!(all.contains(said), "{body}: {all}");
        assert!(module.units.is_empty(), "{body} was read");
    }
    let outside = "let f () : int = 1 [@@covers {| M [tr | true] |}]";
    assert!(report(&loaded(outside).diagnostics).contains("stand in a functor over operators"));
}

/// A predicate is a definition of the logic.
#[test]
fn a_predicate_asks_nothing() {
    let source = functor(
        "let[@predicate] p (n : int) : bool = S.is_empty ()
let f (n : int) : unit = S.push n [@@covers {| n:int -> [tr | p n && tr = [Push n]] |}]",
    );
    let module = loaded(&source);
    assert!(
        report(&module.diagnostics).contains("a predicate that asks the system under test (`S.is_empty`)")
    );
    assert!(module.units.is_empty());
    assert_eq!(module.declined.len(), 1);
}

/// What stands behind the functor would see what it does not define.
#[test]
fn the_functor_is_the_last_item() {
    let source =
        functor("let len (n : int) : unit = S.push n [@@covers {| n:int -> [tr | tr = [Push n]] |}]");
    let module = loaded(&format!(
        "{source}let g (l : int list) : int = len l [@@covers {{| l:int list -> [v:int | v = len l] |}}]"
    ));
    assert!(report(&module.diagnostics).contains("an item behind the functor `G`"));
    assert_eq!(module.units.len(), 1);
    assert_eq!(module.declined.len(), 1);
}

#[test]
fn operators_are_described() {
    let source = format!(
        "{STACK}let[@answers] pop (h : event list) (r : int option) : bool = true
module G (S : STACK) = struct
  let one (n : int) : unit = S.push n [@@covers {{| n:int -> [tr | tr = [Push n]] |}}]
  let two (n : int) : int = n + 1
  let three () : bool = S.is_empty ()
end"
    );
    let operators = accepted(&source).operators.expect("operators");
    assert_eq!((operators.functor.as_str(), operators.system.as_str()), ("G", "S"));
    let list: Vec<_> = operators
        .list
        .iter()
        .map(|o| (o.name.as_str(), o.arguments.clone(), o.answers, o.specified))
        .collect();
    assert_eq!(
        list,
        [
            ("push", vec![true], false, false),
            ("pop", vec![false], true, true),
            ("is_empty", vec![false], true, false)
        ]
    );
    let generators: Vec<_> =
        operators.generators.iter().map(|g| (g.name.as_str(), g.returns, g.claimed)).collect();
    assert_eq!(generators, [("one", false, true), ("three", true, false)]);
}
