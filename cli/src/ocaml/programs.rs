//! Random programs inside the dialect, for comparing what Covenant and OCaml make of them.
//!
//! A file has types, top-level values, predicates, two mutually recursive groups, functions that are made by
//! expressions, and several generators `p0`, `p1`, … of integers. What is random is what readers go wrong with: scope
//! (names are used again on purpose), precedence (parentheses are left out), evaluation, patterns, claims inside
//! bodies, and draws inside everything. Every text is well-typed OCaml, and no value leaves a few hundred.

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
[@@measure n] [@@covers {| n:{v:int | true} -> [v:bool | true] |}]

and odd (n : int) : bool = if n <= 0 then false else even (n - 1)
[@@measure n] [@@covers {| n:{v:int | true} -> [v:bool | true] |}]

";

/// The text of file number `seed`.
#[must_use]
pub fn file(seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5eed);
    let mut text = HEADER.to_owned();
    let mut writer = Writer { random: &mut random, pure: true, functions: Functions::None, ints: Vec::new() };
    text.push_str(&format!("let k0 = {}\n\n", writer.literal()));
    writer.ints.push("k0");
    text.push_str(&format!("let k1 = {}\n\n", writer.chain(0)));
    writer.ints = vec!["x", "y"];
    text.push_str(&format!("let[@predicate] q (x : int) (y : int) : bool = {}\n\n", writer.logic(2)));
    text.push_str(&writer.group());
    text.push_str(&writer.made_function());
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
    /// The functions that are defined so far, of [`Writer::group`] and [`Writer::made_function`].
    functions: Functions,
    /// The integers in scope.
    ints: Vec<&'static str>,
}

/// What may be called, so that every program ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Functions {
    None,
    Group,
    All,
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
        match self.below(if self.pure { 12 } else { 24 }) {
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
            19 => self.claimed_function(next),
            20 if self.functions >= Functions::Group => {
                format!("{} {} {}", ["g0", "g1"][self.below(2)], self.below(4), self.atom(next))
            }
            21 if self.functions == Functions::All => format!("h {}", self.atom(next)),
            _ => ["err ()", "nat_gen ()", "int_gen ()", "failwith \"no\"", "size (N (1, L))"][self.below(5)]
                .to_owned(),
        }
    }

    /// Functions that call each other, with draws and arguments that change on the way.
    fn group(&mut self) -> String {
        self.pure = false;
        let mut text = String::new();
        for (index, other) in [(0, 1), (1, 0)] {
            self.ints = vec!["k0", "n", "x"];
            let (end, step) = (self.int(2), self.atom(1));
            let again = match self.below(3) {
                0 => format!("g{other} (n - 1) {step}"),
                1 => format!("g{other} (n - 1) {step} + {}", self.atom(1)),
                _ => format!("if {} then g{index} (n - 1) {step} else g{other} (n - 1) x", self.logic(1)),
            };
            let word = if index == 0 { "let rec" } else { "and" };
            text.push_str(&format!(
                "{word} g{index} (n : int) (x : int) : int = if n <= 0 then {end} else {again}\n\
                 [@@measure n] [@@covers {{| n:{{v:int | 0 <= v}} -> x:{{v:int | true}} -> [v:int | false] |}}]\n\n"
            ));
        }
        self.functions = Functions::Group;
        text
    }

    /// A top-level function that an expression makes. What it computes on the way is a value, or Covenant declines it.
    fn made_function(&mut self) -> String {
        self.pure = true;
        self.ints = vec!["k0", "k1"];
        let before = self.int(1);
        self.pure = false;
        let body = self.under(&["y", "x"], |w| w.int(2));
        let made = match self.below(4) {
            0 => format!("let y = {before} in fun x -> {body}"),
            1 => format!("(fun y x -> {body}) ({before})"),
            2 => format!("let y = k0 in let g x = {body} in g"),
            _ => format!("fun x -> let y = {before} in {body}"),
        };
        let claim = ["", "\n[@@covers {| x:{v:int | true} -> [v:int | false] |}]"][self.below(2)];
        self.functions = Functions::All;
        format!("let h : int -> int = {made}{claim}\n\n")
    }

    /// A local function with a claim of its own, a lambda or not, that is called twice. What is evaluated before there
    /// is a function is evaluated once.
    fn claimed_function(&mut self, depth: usize) -> String {
        let before = self.int(depth.min(1));
        let body = self.under(&["y", "x"], |w| w.int(depth.min(2)));
        let made = match self.below(6) {
            0 => format!("(let y = {before} in fun (x : int) -> ({body}))"),
            1 => format!("(if {} then fun x -> x else let y = 1 in fun x -> ({body}))", self.logic(0)),
            2 => format!("choose (fun x -> x) (let y = 0 in fun x -> ({body}))"),
            3 => format!("(let y = k0 in ignore y; fun x -> ({body}))"),
            4 => format!("(fun y x -> ({body})) ({before})"),
            _ => format!("(fun x -> let y = {before} in ({body}))"),
        };
        let claim = ["", " [@@covers {| x:{v:int | true} -> [v:int | false] |}]"][self.below(2)];
        format!("let f : int -> int = {made}{claim} in f {} + f {}", self.atom(depth), self.atom(depth))
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
