//! Straight-line programs whose claim is computed from the program: exactly what it can return,
//! or that with a small mistake. Choices under conditions, arithmetic with division, failure.

use super::dice::{one, rarely};
use super::mutations;
use covenant_execute::Random;

/// What the program returns, built from integers.
const SHAPES: [(&str, &[&str]); 6] = [
    ("int", &["$", "$", "$"]),
    ("int * int", &["($, $)", "($, $)"]),
    ("int list", &["[]", "[$]", "[$; $]"]),
    ("int option", &["None", "Some ($)"]),
    ("bool", &["($ <= $)", "($ = $)", "true", "false"]),
    ("int tree", &["Leaf", "Node ($, Leaf, Leaf)", "Node ($, Leaf, Node ($, Leaf, Leaf))"]),
];

/// A part of a program and what it can return, as a formula about `v`.
struct Code {
    program: String,
    formula: String,
}

struct Writer<'r> {
    random: &'r mut Random,
    shapes: &'static [&'static str],
    names: Vec<String>,
    fresh: u32,
}

/// The program text.
pub(super) fn program(random: &mut Random) -> String {
    let (ty, shapes) = SHAPES[random.below(SHAPES.len() as u64) as usize];
    let depth = 1 + random.below(4) as u32;
    let mut writer = Writer { random, shapes, names: vec!["n".to_owned(), "x".to_owned()], fresh: 0 };
    let code = writer.code(depth);
    let first = one(random, &["true", "true", "0 <= v", "v <= 3", "v mod 2 = 0"]);
    let second = one(random, &["true", "n <= v", "v < n", "v <> n"]);
    let claim =
        if rarely(random, 3) { code.formula } else { mutations::mutated(&code.formula, random).text() };
    format!(
        "let g (n : int) (x : int) : {ty} =\n  {}\n[@@covers {{| n:{{v:int | {first}}} -> x:{{v:int | {second}}} -> [v:{ty} | {claim}] |}}]\n",
        code.program
    )
}

impl Writer<'_> {
    fn code(&mut self, depth: u32) -> Code {
        if depth == 0 {
            return self.result();
        }
        match self.random.below(10) {
            0..=3 => self.bind(depth),
            4..=5 => {
                let condition = self.condition();
                let (yes, no) = (self.code(depth - 1), self.code(depth - 1));
                Code {
                    program: format!("(if {condition} then {} else {})", yes.program, no.program),
                    formula: format!(
                        "((({condition}) && {}) || ((not ({condition})) && {}))",
                        yes.formula, no.formula
                    ),
                }
            }
            6..=7 => {
                let (yes, no) = (self.code(depth - 1), self.code(depth - 1));
                Code {
                    program: format!("(if bool_gen () then {} else {})", yes.program, no.program),
                    formula: format!("({} || {})", yes.formula, no.formula),
                }
            }
            8 if depth > 1 => Code { program: "(err ())".to_owned(), formula: "false".to_owned() },
            _ => self.result(),
        }
    }

    /// `let a = … in …`
    fn bind(&mut self, depth: u32) -> Code {
        self.fresh += 1;
        let name = format!("a{}", self.fresh);
        let (source, fact) = match self.random.below(7) {
            0..=1 => ("int_gen ()".to_owned(), "true".to_owned()),
            2 => ("nat_gen ()".to_owned(), format!("0 <= {name}")),
            3..=4 => {
                let (low, high) = (self.int(1), self.int(1));
                (format!("int_range ({low}) ({high})"), format!("({low} <= {name} && {name} <= {high})"))
            }
            _ => {
                let value = self.int(2);
                (value.clone(), format!("{name} = {value}"))
            }
        };
        self.names.push(name.clone());
        let rest = self.code(depth - 1);
        self.names.pop();
        // Forgetting what is known of the name makes a claim that is too strong, or not.
        let fact = if rarely(self.random, 12) { "true".to_owned() } else { fact };
        Code {
            program: format!("(let {name} = {source} in {})", rest.program),
            formula: format!("(exists {name}:int. ({fact} && {}))", rest.formula),
        }
    }

    fn result(&mut self) -> Code {
        let shape = one(self.random, self.shapes);
        let mut value = String::new();
        for c in shape.chars() {
            if c == '$' { value.push_str(&self.int(1)) } else { value.push(c) }
        }
        Code { formula: format!("v = ({value})"), program: value }
    }

    fn name(&mut self) -> String {
        let newest = self.names.len() - 1;
        // The newest most often: what is bound should matter.
        let pick = if self.random.coin() { newest } else { self.random.below(newest as u64 + 1) as usize };
        self.names[pick].clone()
    }

    /// An expression that means the same in programs and formulas.
    fn int(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 6 } else { 11 }) {
            0 => self.random.below(4).to_string(),
            1..=5 => self.name(),
            6 => format!("({} + {})", self.int(depth - 1), self.int(depth - 1)),
            7 => format!("({} - {})", self.int(depth - 1), self.int(depth - 1)),
            8 => format!("({} * {})", 2 + self.random.below(2), self.int(depth - 1)),
            9 => format!("({} mod {})", self.int(depth - 1), 2 + self.random.below(2)),
            _ => format!("({} / {})", self.int(depth - 1), 2 + self.random.below(2)),
        }
    }

    fn condition(&mut self) -> String {
        let operator = one(self.random, &["<=", "<", "=", "<>"]);
        let simple = format!("{} {operator} {}", self.int(1), self.int(0));
        match self.random.below(6) {
            0 => format!("(({simple}) && {} <= {})", self.int(0), self.int(0)),
            1 => format!("(({simple}) || {} < {})", self.int(0), self.int(0)),
            2 => format!("(not ({simple}))"),
            _ => format!("({simple})"),
        }
    }
}
