//! Functions as arguments, and closures that capture a choice: drawn once, a value is the same
//! at every call.

use super::dice::{one, rarely};
use covenant_execute::Random;

/// Facts about an integer `v`, also used of generators.
const FACTS: [&str; 8] =
    ["true", "0 <= v", "0 < v", "v = 0", "v <= 3", "v mod 2 = 0", "0 <= v && v <= 2", "v <> 0"];

const PAIRS: [&str; 9] = [
    "true",
    "fst v = snd v",
    "fst v <= snd v",
    "0 <= fst v",
    "0 <= fst v && 0 <= snd v",
    "fst v <> snd v",
    "snd v = fst v + 1",
    "fst v = 0 || snd v = 0",
    "0 < fst v && 0 < snd v",
];

/// The program text.
pub(super) fn program(random: &mut Random) -> String {
    match random.below(3) {
        0 => dependent(random),
        1 => local(random),
        _ => twice(random),
    }
}

/// An integer drawn fresh, or not, at each call of a closure.
fn closure_body(random: &mut Random) -> &'static str {
    one(
        random,
        &[
            "y",
            "y",
            "int_gen ()",
            "nat_gen ()",
            "y + nat_gen ()",
            "y - 1",
            "(if bool_gen () then y else 0)",
            "int_range 0 y",
            "(if y < 0 then err () else y)",
        ],
    )
}

/// A function that calls its argument twice, and a caller that gives it a closure.
fn twice(random: &mut Random) -> String {
    let body = one(
        random,
        &[
            "let a = g () in\n  let b = g () in\n  (a, b)",
            "let a = g () in\n  (a, a)",
            "let a = g () in\n  let b = g () in\n  if a <= b then (a, b) else (b, a)",
            "let a = g () in\n  if bool_gen () then (a, g ()) else (g (), a)",
            "let a = g () in\n  let b = int_gen () in\n  if b < a then err () else (a, b)",
        ],
    );
    let (given, promised) = (one(random, &FACTS), one(random, &PAIRS));
    let (capture, closure) =
        (one(random, &["int_gen ()", "nat_gen ()", "int_range 0 3"]), closure_body(random));
    let claim = one(random, &PAIRS);
    let call = if rarely(random, 4) { "twice int_gen" } else { "twice (fun () -> BODY)" };
    format!(
        "let twice (g : unit -> int) : int * int =\n  {body}\n[@@covers {{| g:(M [v:int | {given}]) -> [v:int * int | {promised}] |}}]\n\nlet caller () : int * int =\n  let y = {capture} in\n  {}\n[@@covers {{| M [v:int * int | {claim}] |}}]\n",
        call.replace("BODY", closure)
    )
}

/// A function whose argument has a precondition that may not be met.
fn dependent(random: &mut Random) -> String {
    let demand = one(random, &FACTS);
    let promise = one(random, &["x <= v", "v = x", "v = x + 1", "v < x", "0 <= v", "true", "v = 0"]);
    let body = one(
        random,
        &[
            "let a = int_gen () in\n  f a",
            "let a = nat_gen () in\n  f a",
            "let a = nat_gen () in\n  let b = f a in\n  b + 1",
            "let a = int_gen () in\n  if 0 <= a then f a else 0",
            "f (f 0)",
            "let a = int_range 0 2 in\n  f (a + 1)",
        ],
    );
    let claim = one(
        random,
        &["true", "0 <= v", "v = 0", "0 < v", "exists a:int. 0 <= a && v = a + 1", "v mod 2 = 0", "v <= 0"],
    );
    let own = one(random, &["x + nat_gen ()", "x", "int_gen ()", "x + 1", "(if x < 0 then err () else x)"]);
    let second = one(random, &["true", "0 <= v", "0 < v"]);
    format!(
        "let use (f : int -> int) : int =\n  {body}\n[@@covers {{| f:(x:{{v:int | {demand}}} -> [v:int | {promise}]) -> [v:int | {claim}] |}}]\n\nlet caller () : int = use (fun x -> {own})\n[@@covers {{| M [v:int | {second}] |}}]\n"
    )
}

/// A local function, called more than once.
fn local(random: &mut Random) -> String {
    let (capture, closure) = (one(random, &["int_gen ()", "nat_gen ()", "n"]), closure_body(random));
    let result = one(
        random,
        &["(f (), f ())", "(let a = f () in (a, a))", "(y, f ())", "(f (), y)", "(f () + 1, f ())"],
    );
    let claim = one(random, &PAIRS);
    let extra = one(random, &["true", "fst v = n", "n <= fst v", "snd v <= n"]);
    format!(
        "let g (n : int) : int * int =\n  let y = {capture} in\n  let f = fun () -> {closure} in\n  {result}\n[@@covers {{| n:{{v:int | true}} -> [v:int * int | ({claim}) && ({extra})] |}}]\n"
    )
}
