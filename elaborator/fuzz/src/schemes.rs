//! Combinators that are polymorphic in types and predicates, and uses of them.

use super::dice::{one, rarely};
use covenant_execute::Random;

/// The program text.
pub(super) fn program(random: &mut Random) -> String {
    match random.below(3) {
        0 => bind(random),
        1 => repeat(random),
        _ => two(random),
    }
}

/// Two generators of one type, put together.
fn two(random: &mut Random) -> String {
    let (ty, bodies, claims, user_type): (&str, &[&str], &[&str], &str) = match random.below(3) {
        0 => (
            "'a",
            &[
                "if bool_gen () then g () else h ()",
                "g ()",
                "let a = g () in let _b = h () in a",
                "let a = g () in if bool_gen () then a else h ()",
            ],
            &["p v || q v", "p v && q v", "p v", "q v", "true"],
            "int",
        ),
        1 => (
            "'a * 'a",
            &[
                "(g (), h ())",
                "let a = g () in (a, a)",
                "let a = g () in let b = h () in if bool_gen () then (a, b) else (b, a)",
                "if bool_gen () then (g (), h ()) else (g (), g ())",
            ],
            &[
                "p (fst v) && q (snd v)",
                "p (fst v) && p (snd v)",
                "p (fst v)",
                "fst v = snd v && p (fst v)",
                "p (fst v) && q (fst v) && fst v = snd v",
            ],
            "int * int",
        ),
        _ => (
            "'a option",
            &[
                "if bool_gen () then None else Some (g ())",
                "Some (h ())",
                "let a = g () in if bool_gen () then Some a else None",
            ],
            &[
                "v = None",
                "v = None || (exists x:'a. p x && v = Some x)",
                "exists x:'a. q x && v = Some x",
                "true",
            ],
            "int option",
        ),
    };
    let (body, claim) = (one(random, bodies), one(random, claims));
    let positive = one(random, &["1 + nat_gen ()", "nat_gen ()", "int_range 1 3"]);
    let user_claims: &[&str] = match user_type {
        "int" => &["0 < v", "v <> 0", "true", "v < 0", "v = 1"],
        "int * int" => {
            &["0 < fst v && 0 < snd v", "fst v = snd v", "fst v = 1", "true", "0 < fst v && snd v < 0"]
        }
        _ => &["v = None", "v = Some 1", "true", "exists x:int. 0 < x && v = Some x"],
    };
    let user_claim = one(random, user_claims);
    let negative = if rarely(random, 4) { "positive" } else { "negative" };
    format!(
        "let both (g : unit -> 'a) (h : unit -> 'a) () : {ty} =\n  {body}\n[@@covers {{| forall 'a. forall (p : 'a -> bool). forall (q : 'a -> bool).\n  g:(M [v:'a | p v]) -> h:(M [v:'a | q v]) -> M [v:{ty} | {claim}] |}}]\n\nlet positive () : int = {positive}\n[@@covers {{| M [v:int | 0 < v] |}}]\n\nlet negative () : int = -1 - nat_gen ()\n[@@covers {{| M [v:int | v < 0] |}}]\n\nlet user () : {user_type} = both positive {negative} ()\n[@@covers {{| M [v:{user_type} | {user_claim}] |}}]\n"
    )
}

/// What follows depends on what was drawn.
fn bind(random: &mut Random) -> String {
    let body =
        one(random, &["let x = g () in k x ()", "let x = g () in let _y = k x () in k x ()", "k (g ()) ()"]);
    let safe = one(random, &["safe v", "p v", "true", "safe v && p v"]);
    let claim = one(
        random,
        &[
            "exists x:'a. p x && safe x && q x v",
            "exists x:'a. p x && q x v",
            "exists x:'a. q x v",
            "exists x:'a. safe x && q x v",
        ],
    );
    let follow = one(random, &["x + nat_gen ()", "x", "int_range 0 x", "(if x < 0 then err () else x)"]);
    let user_claim = one(random, &["true", "0 <= v", "v = 0", "0 < v"]);
    format!(
        "let bind (g : unit -> 'a) (k : 'a -> unit -> 'b) () : 'b =\n  {body}\n[@@covers {{| forall 'a. forall 'b. forall (p : 'a -> bool). forall (safe : 'a -> bool). forall (q : 'a -> 'b -> bool).\n  g:(M [v:'a | p v]) -> k:(x:{{v:'a | {safe}}} -> M [v:'b | q x v]) -> M [v:'b | {claim}] |}}]\n\nlet user () : int = bind int_gen (fun x () -> {follow}) ()\n[@@covers {{| M [v:int | {user_claim}] |}}]\n"
    )
}

/// Lists of values of a generator.
fn repeat(random: &mut Random) -> String {
    let body = one(
        random,
        &[
            "let x = g () in\n    let rest = repeat (n - 1) g () in\n    x :: rest",
            "let x = g () in\n    let rest = repeat (n - 1) g () in\n    x :: x :: rest",
            "let rest = repeat (n - 1) g () in\n    if bool_gen () then rest else g () :: rest",
            "let x = g () in\n    x :: repeat n g ()",
            "let x = g () in\n    repeat (n - 1) (fun () -> x) ()",
        ],
    );
    let claim = one(
        random,
        &[
            "len v = n && (forall u:'a. mem v u ==> p u)",
            "len v <= n && (forall u:'a. mem v u ==> p u)",
            "forall u:'a. mem v u ==> p u",
            "len v = n",
            "v = []",
            "n = 0 && v = []",
        ],
    );
    format!(
        "let rec repeat (n : int) (g : unit -> 'a) () : 'a list =\n  if n <= 0 then []\n  else\n    {body}\n[@@covers {{| forall 'a. forall (p : 'a -> bool).\n  n:{{v:int | 0 <= v}} -> g:(M [v:'a | p v]) -> M [v:'a list | {claim}] |}}]\n[@@measure n]\n"
    )
}
