//! Recursive generators of lists and trees whose claim is a predicate that follows the
//! recursion: exactly what they can return, or that with a small mistake. The measure may not
//! decrease, the recursive calls may share what should be drawn twice, a case may be forgotten.

use super::dice::{one, rarely};
use super::mutations;
use covenant_execute::Random;

/// How an element is drawn, and what is known of it.
const ELEMENTS: [(&str, &str); 9] = [
    ("int_gen ()", "true"),
    ("nat_gen ()", "0 <= a"),
    ("int_range x (x + 2)", "(x <= a && a <= x + 2)"),
    ("int_range (n - 1) n", "(n - 1 <= a && a <= n)"),
    ("x", "a = x"),
    ("(if bool_gen () then x else n)", "(a = x || a = n)"),
    ("(let k = int_gen () in 2 * k)", "a mod 2 = 0"),
    ("(let k = int_gen () in if k < x then k else err ())", "a < x"),
    ("(let k = nat_gen () in x - k)", "a <= x"),
];

/// The next `x`, in programs and formulas alike.
const NEXT: [&str; 7] = ["x", "a", "(x + 1)", "(x - a)", "(a + 1)", "n", "0"];

/// The next `n`; most decrease.
fn smaller(random: &mut Random) -> &'static str {
    one(
        random,
        &[
            "(n - 1)", "(n - 1)", "(n - 1)", "(n - 1)", "(n - 1)", "(n - 1)", "(n - 2)", "(n / 2)", "n",
            "(n + 1)",
        ],
    )
}

/// The program text.
pub(super) fn program(random: &mut Random) -> String {
    if random.coin() { list(random) } else { tree(random) }
}

/// The claim's formula, right or with a mistake.
fn perhaps_wrong(formula: String, random: &mut Random) -> String {
    if rarely(random, 3) { formula } else { mutations::mutated(&formula, random).text() }
}

fn measure(random: &mut Random) -> &'static str {
    one(random, &["n", "n", "n", "n", "n", "n + 1", "x", "n + x", "2 * n"])
}

fn list(random: &mut Random) -> String {
    let (draw, fact) = ELEMENTS[random.below(ELEMENTS.len() as u64) as usize];
    let (next, size) = (one(random, &NEXT), smaller(random));
    // Whether the empty list may come early, and whether a second kind of step exists.
    let (early, early_fact) =
        if random.coin() { ("if bool_gen () then [] else", "true") } else { ("", "n <= 0") };
    let (rest, rest_fact) = match random.below(4) {
        0 => (format!("a :: a :: go {size} {next}"), "twice"),
        1 => (format!("if bool_gen () then a :: go {size} {next} else [a]"), "last"),
        _ => (format!("a :: go {size} {next}"), "once"),
    };
    let tail = match rest_fact {
        "twice" => format!("(match t with [] -> false | b :: u -> b = a && ok u {size} {next})"),
        "last" => format!("(t = [] || ok t {size} {next})"),
        _ => format!("ok t {size} {next}"),
    };
    let step = perhaps_wrong(format!("0 < n && {fact} && {tail}"), random);
    let empty = perhaps_wrong(early_fact.to_owned(), random);
    let claim = if rarely(random, 6) { "ok v n x && len v <= n" } else { "ok v n x" };
    format!(
        "let[@predicate] rec ok (l : int list) (n : int) (x : int) : bool =\n  match l with [] -> {empty} | a :: t -> {step}\n\nlet rec go (n : int) (x : int) : int list =\n  if n <= 0 then []\n  else {early}\n    let a = {draw} in\n    {rest}\n[@@covers {{| n:{{v:int | 0 <= v}} -> x:{{v:int | true}} -> [v:int list | {claim}] |}}]\n[@@measure {}]\n",
        measure(random)
    )
}

fn tree(random: &mut Random) -> String {
    let (draw, fact) = ELEMENTS[random.below(ELEMENTS.len() as u64) as usize];
    let (left, right) = (one(random, &NEXT), one(random, &NEXT));
    let (size_left, size_right) = (smaller(random), smaller(random));
    let (early, early_fact) =
        if random.coin() { ("if bool_gen () then Leaf else", "true") } else { ("", "n <= 0") };
    let children = if rarely(random, 6) {
        format!("let l = go {size_left} {left} in\n    Node (a, l, l)")
    } else {
        format!(
            "let l = go {size_left} {left} in\n    let r = go {size_right} {right} in\n    Node (a, l, r)"
        )
    };
    let step = perhaps_wrong(
        format!("0 < n && {fact} && ok l {size_left} {left} && ok r {size_right} {right}"),
        random,
    );
    let empty = perhaps_wrong(early_fact.to_owned(), random);
    format!(
        "let[@predicate] rec ok (t : int tree) (n : int) (x : int) : bool =\n  match t with Leaf -> {empty} | Node (a, l, r) -> {step}\n\nlet rec go (n : int) (x : int) : int tree =\n  if n <= 0 then Leaf\n  else {early}\n    let a = {draw} in\n    {children}\n[@@covers {{| n:{{v:int | 0 <= v}} -> x:{{v:int | true}} -> [v:int tree | ok v n x] |}}]\n[@@measure {}]\n",
        measure(random)
    )
}
