//! Random programs inside the dialect, for comparing what Covenant and OCaml make of them.
//!
//! A file has types, top-level values, predicates, a mutually recursive group and several
//! generators `p0`, `p1`, … of integers. What is random is what readers go wrong with: scope (names are used again
//! on purpose), precedence (parentheses are left out), evaluation, patterns, and draws inside everything. Every text is
//! well-typed OCaml, and no value leaves a few hundred.

use covenant_execute::Random;
use covenant_terms::print::{Language, Printer};
use covenant_terms::{Generator, Type, Weights};

/// Generators in a file.
pub const GENERATORS: u64 = FROM_HERE + FROM_TERMS;
/// Those that are written here.
const FROM_HERE: u64 = 8;
/// Those that `covenant-terms` makes: local functions that use their parameters, functions that take functions, matches.
const FROM_TERMS: u64 = 4;

/// What those are made of: parts of [`HEADER`], of the runtime and of OCaml's library.
const OF_TERMS: &str = "\
type t = L | N of int * t
val size : t -> int
val even : int -> bool
val odd : int -> bool
val bool_gen : unit -> bool
val k0 : int
val ( + ) : int -> int -> int
val ( - ) : int -> int -> int
val ( < ) : int -> int -> bool
val not : bool -> bool
val max : int -> int -> int
";

/// Names are few, so that they hide each other.
const NAMES: [&str; 4] = ["x", "y", "n", "k0"];

/// What every file begins with. `size` and `even` recur; `even` and `odd` call each other.
const HEADER: &str = "\
open Covenant_runtime

type t = L | N of int * t
type r = { a : int; b : bool }

let[@predicate] rec size (s : t) : int = match s with L -> 0 | N (_, s) -> 1 + size s

let rec even (n : int) : bool = if n <= 0 then true else odd (n - 1)
[@@covers {| n:{v:int | true} -> [v:bool | true] |}]

and odd (n : int) : bool = if n <= 0 then false else even (n - 1)
[@@covers {| n:{v:int | true} -> [v:bool | true] |}]

";

/// The text of file number `seed`.
#[must_use]
pub fn file(seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5eed);
    let mut text = HEADER.to_owned();
    let mut writer = Writer { random: &mut random, pure: true, ints: Vec::new() };
    text.push_str(&format!("let k0 = {}\n\n", writer.literal()));
    writer.ints.push("k0");
    text.push_str(&format!("let k1 = {}\n\n", writer.chain(0)));
    writer.ints = vec!["x", "y", "k0", "k1"];
    text.push_str(&format!("let[@predicate] q (x : int) (y : int) : bool = {}\n\n", writer.logic(2)));
    for index in 0..FROM_HERE {
        writer.pure = false;
        writer.ints = vec!["k0", "k1"];
        let body = writer.int(5);
        text.push_str(&format!(
            "let p{index} () : int = {body}\n[@@covers {{| unit -> [v:int | true] |}}]\n\n"
        ));
    }
    for (index, body) in (FROM_HERE..).zip(terms(seed)) {
        text.push_str(&format!(
            "let p{index} () : int = {body}\n[@@covers {{| unit -> [v:int | true] |}}]\n\n"
        ));
    }
    text
}

/// Integers that are made by `covenant-terms`, as OCaml.
fn terms(seed: u64) -> Vec<String> {
    // Numbers stay small, and types first order where they are guessed: Covenant declines functions inside data.
    let weights =
        Weights { edges: 0, type_depth: 0, app_ext: 60, let_: 30, match_local: 6, ..Weights::default() };
    let Ok(environment) = covenant_terms::read::environment(OF_TERMS) else { return Vec::new() };
    let int = Type::Data(covenant_terms::environment::INT, Vec::new());
    let Ok(mut generator) = Generator::new(&environment, weights, &int) else { return Vec::new() };
    let printer = Printer::new(&environment, Language::Ocaml, false);
    (0..FROM_TERMS).map(|index| printer.print(&generator.generate(seed, index, 25))).collect()
}

struct Writer<'r> {
    random: &'r mut Random,
    /// No draws and no failure.
    pure: bool,
    /// The integers in scope.
    ints: Vec<&'static str>,
}

impl Writer<'_> {
    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.random.below(n as u64)).unwrap_or(0)
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.below(NAMES.len())]
    }

    /// With a name in scope.
    fn under(&mut self, names: &[&'static str], write: impl FnOnce(&mut Self) -> String) -> String {
        let height = self.ints.len();
        self.ints.extend(names);
        let text = write(self);
        self.ints.truncate(height);
        text
    }

    fn literal(&mut self) -> String {
        ["0", "1", "2", "3", "0x1", "0b10", "1_0", "(-1)"][self.below(8)].to_owned()
    }

    /// An integer that is one token or in parentheses.
    fn atom(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(3) == 0 {
            return match self.below(3) {
                0 => self.literal(),
                _ if self.ints.is_empty() => self.literal(),
                _ => {
                    let at = self.below(self.ints.len());
                    self.ints[at].to_owned()
                }
            };
        }
        format!("({})", self.int(depth - 1))
    }

    /// A chain of operators without parentheses: OCaml and Covenant say what belongs together.
    fn chain(&mut self, depth: usize) -> String {
        let mut text = self.atom(depth);
        for _ in 0..=self.below(3) {
            let next = match self.below(9) {
                0..=2 => format!(" + {}", self.atom(depth)),
                3..=5 => format!(" - {}", self.atom(depth)),
                6 => format!(" * {}", ["2", "0", "1"][self.below(3)]),
                7 => format!(" mod {}", ["2", "3"][self.below(2)]),
                _ => format!(" / {}", ["2", "3"][self.below(2)]),
            };
            text.push_str(&next);
        }
        if self.below(6) == 0 { format!("- {text}") } else { text }
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom(0);
        }
        let next = depth - 1;
        match self.below(if self.pure { 12 } else { 20 }) {
            0 | 1 => self.chain(next),
            2 => format!("if {} then {} else {}", self.logic(next), self.int(next), self.int(next)),
            3 => {
                let (name, bound) = (self.name(), self.int(next));
                let body = self.under(&[name], |w| w.int(next));
                format!("let {name} = {bound} in {body}")
            }
            4 => {
                // Both sides see what was before.
                let (left, right) = (self.int(next), self.int(next));
                let body = self.under(&["x", "y"], |w| w.int(next));
                format!("let x = {left} and y = {right} in {body}")
            }
            5 => {
                let tree = self.tree(next);
                let empty = self.int(next);
                let name = self.name();
                let full = self.under(&[name], |w| w.int(next));
                format!("(match {tree} with L -> {empty} | N ({name}, _) -> {full})")
            }
            6 => {
                let name = self.name();
                let body = self.under(&[name], |w| w.int(next));
                format!("(fun {name} -> {body}) {}", self.atom(next))
            }
            7 => format!("(({}).a)", self.record(next)),
            8 => {
                let (left, right) = (self.int(next), self.int(next));
                let body = self.under(&["y", "n"], |w| w.int(next));
                format!("let y, n = ({left}), ({right}) in {body}")
            }
            9 => format!("{} {} {}", ["max", "min"][self.below(2)], self.atom(next), self.atom(next)),
            10 => format!("(abs @@ {}) (* \"*)\" *)", self.atom(next)),
            11 => {
                let text = ["\"a\"", "{|a|}", "\"\\097\"", "\"b\""][self.below(4)];
                format!("(match {text} with \"a\" -> {} | _ -> {})", self.int(next), self.int(next))
            }
            12 => {
                format!("int_range {} {}", ["0", "(-1)", "1"][self.below(3)], ["1", "2", "0"][self.below(3)])
            }
            13 => format!("choose {} {}", self.atom(next), self.atom(next)),
            14 => format!("({} <+> {})", self.atom(next), self.atom(next)),
            15 => format!("if bool_gen () then {} else {}", self.int(next), self.int(next)),
            16 => format!("(ignore ({}); {})", self.int(next), self.int(next)),
            17 => format!("{} / {}", self.atom(next), self.atom(next)),
            18 => {
                // A local function, which draws when it is called and not when it is defined.
                let body = self.under(&["x"], |w| w.int(next));
                let rest = format!("f {} + f {}", self.atom(next), self.atom(next));
                format!("let f x = {body} in {rest}")
            }
            _ => ["err ()", "nat_gen ()", "int_gen ()", "failwith \"no\"", "size (N (1, L))"][self.below(5)]
                .to_owned(),
        }
    }

    fn logic(&mut self, depth: usize) -> String {
        let comparison = |w: &mut Self| {
            let operator = ["<", "<=", ">", ">=", "=", "<>"][w.below(6)];
            format!("{} {operator} {}", w.chain(depth.min(1)), w.chain(depth.min(1)))
        };
        if depth == 0 {
            return comparison(self);
        }
        match self.below(7) {
            0 | 1 => comparison(self),
            2 => format!("{} && {}", comparison(self), comparison(self)),
            3 => format!("{} || {} && {}", comparison(self), comparison(self), comparison(self)),
            4 => format!("not ({})", self.logic(depth - 1)),
            5 if !self.pure => format!("({}).b", self.record(depth - 1)),
            6 if !self.pure => {
                ["even 3", "odd 2", "q 1 2", "(q k0 1)", "bool_gen ()"][self.below(5)].to_owned()
            }
            _ => format!("({})", self.logic(depth - 1)),
        }
    }

    fn tree(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 => "L".to_owned(),
            1 | 2 => format!("N (({}), L)", self.int(depth.min(1))),
            _ => format!("N (({}), N ({}, L))", self.int(depth.min(1)), self.atom(0)),
        }
    }

    /// Fields in any order; sometimes an update.
    fn record(&mut self, depth: usize) -> String {
        let (a, b) = (self.int(depth.min(1)), self.logic(0));
        match self.below(3) {
            0 => format!("{{ a = ({a}); b = {b} }}"),
            1 => format!("{{ b = {b}; a = ({a}) }}"),
            _ => format!("{{ {{ a = 0; b = {b} }} with a = ({a}) }}"),
        }
    }
}
