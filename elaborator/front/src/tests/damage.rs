//! Damaged sources: whatever happens, a result comes back, with places inside
//! the text. Deterministic, so that a failure can be repeated.

use super::{kernel_reads, suite_files};
use crate::{Source, load};

const GOOD: &[&str] = &[
    "let[@predicate] rec all_even (l : int list) : bool =
  match l with [] -> true | x :: t -> x mod 2 = 0 && all_even t
let rec evens (n : int) : int list =
  if n == 0 then [ 2 * int_gen () ] else (2 * int_gen ()) :: evens (n - 1)
let[@assert] evens ?r:(n = ((0 <= v : [%v: int]) [@over])) =
  (0 < list_len v && fun ((u [@ex]) : int) -> u < list_len v : [%v: int list]) [@under]",
    "type 'a rose = Rose of 'a * 'a rose list and p = { x : int; y : p option }
let[@lemma] l (r : p) = (r.x = 1) ==> (r.y = None)
let rec bst (lo : int) (hi : int) : int tree =
  match (lo, hi) with
  | 0, _ | _, 0 -> Leaf
  | n, m when n < m -> let x = int_range lo hi in Node (x, bst lo x, bst x hi)
  | _ -> Err
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | bst v && (forall u:int. tree_mem v u ==> (lo < u && u < hi))] |}]
[@@measure hi - lo]",
];

fn survives(source: &str) {
    let outcome = load("damaged.ml", source);
    let diagnostics = match outcome {
        Ok(module) => {
            for unit in &module.units {
                if let Err(error) = kernel_reads(unit) {
                    panic!("the kernel rejects what was accepted: {error}\n{source}");
                }
            }
            module.diagnostics
        }
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty(), "failed without a reason:\n{source}");
            diagnostics
        }
    };
    for diagnostic in diagnostics {
        assert_eq!(diagnostic.span.source, Source::User, "{diagnostic:?}\n{source}");
        assert!(diagnostic.span.end <= source.len(), "{diagnostic:?}\n{source}");
        let lines = source.lines().count().max(1);
        assert!((1..=lines + 1).contains(&(diagnostic.line as usize)), "{diagnostic:?}\n{source}");
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}\n{source}");
    }
}

#[test]
fn truncated_anywhere() {
    for source in GOOD {
        for end in (0..source.len()).filter(|end| source.is_char_boundary(*end)) {
            survives(&source[..end]);
        }
    }
}

/// A small generator of pseudo-random numbers (Steele and others' SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(below.max(1)).unwrap_or(1)).unwrap_or(0)
    }
}

fn words(source: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let length =
            if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        list.push(&rest[..length]);
        rest = &rest[length..];
    }
    list
}

/// A source in which one to three words are dropped, doubled, swapped or exchanged.
fn damaged<'s>(good: &[&'s str], vocabulary: &[&'s str], numbers: &mut Numbers) -> String {
    let mut damaged = good.to_vec();
    for _ in 0..=numbers.next(2) {
        let at = numbers.next(damaged.len());
        let other = numbers.next(damaged.len());
        match numbers.next(4) {
            0 => {
                damaged.remove(at);
            }
            1 => damaged.insert(at, damaged[at]),
            2 => damaged.swap(at, other),
            _ => damaged[at] = vocabulary[numbers.next(vocabulary.len())],
        }
    }
    damaged.concat()
}

#[test]
fn words_dropped_doubled_swapped_and_exchanged() {
    const ROUNDS: usize = 400;
    let vocabulary: Vec<&str> = GOOD.iter().flat_map(|source| words(source)).collect();
    let mut numbers = Numbers(7);
    for source in GOOD {
        let good = words(source);
        for _ in 0..ROUNDS {
            survives(&damaged(&good, &vocabulary, &mut numbers));
        }
    }
}

/// The same with every file of the suites, which use all of the dialect.
#[test]
fn suite_files_damaged() {
    const ROUNDS: usize = 4;
    let files = suite_files();
    let vocabulary: Vec<&str> = GOOD.iter().flat_map(|source| words(source)).collect();
    let mut numbers = Numbers(11);
    for (_, source) in &files {
        // Damage in the header comment would be none.
        let start = source.find("open Covenant_runtime").unwrap_or(0);
        let good = words(&source[start..]);
        for _ in 0..ROUNDS {
            survives(&damaged(&good, &vocabulary, &mut numbers));
        }
    }
}

/// Lines dropped, doubled and swapped: whole claims and definitions go missing.
#[test]
fn suite_files_with_lines_missing() {
    let mut numbers = Numbers(13);
    for (_, source) in suite_files() {
        let mut lines: Vec<&str> = source.lines().collect();
        let (at, other) = (numbers.next(lines.len()), numbers.next(lines.len()));
        match numbers.next(3) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, lines[other]),
            _ => lines.swap(at, other),
        }
        survives(&lines.join("\n"));
    }
}

#[test]
fn deep_nesting_is_declined_not_fatal() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("f (", "1", ")"),
        ("[", "", "]"),
        ("if true then ", "1", " else 1"),
        ("let x = 1 in ", "x", ""),
        ("fun x -> ", "x", ""),
        ("not ", "true", ""),
    ] {
        let program = format!("let g y = {}{middle}{}", open.repeat(5000), close.repeat(5000));
        survives(&program);
        let claim = format!(
            "let g (y : int) : int = y\n[@@covers {{| y:int -> [v:int | {}{middle}{}] |}}]",
            open.repeat(5000),
            close.repeat(5000)
        );
        survives(&claim);
    }
}

#[test]
fn long_chains_are_fine() {
    let mut lets = String::from("let g (y : int) : int =\n");
    for index in 0..300 {
        lets.push_str(&format!("let x{index} = int_gen () in\n"));
    }
    lets.push_str("y\n[@@covers {| y:int -> [v:int | v = y] |}]");
    assert_eq!(load("chain.ml", &lets).map(|module| module.units.len()), Ok(1));
    let mut branches = String::from("let g (y : int) : int =\n");
    for index in 0..300 {
        branches.push_str(&format!("if y = {index} then {index} else\n"));
    }
    branches.push_str("y\n[@@covers {| y:int -> [v:int | v = y] |}]");
    assert_eq!(load("chain.ml", &branches).map(|module| module.units.len()), Ok(1));
}

#[test]
fn other_bytes_are_reported() {
    for source in ["\u{0}", "é", "let é = 1", "\u{feff}let x = 1", "[@@covers {| ∀ |}]", "{|", "(*"] {
        survives(source);
    }
}
