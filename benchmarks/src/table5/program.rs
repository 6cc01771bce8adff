//! Generator programs as trees: printed as OCaml for the tool, and run here.
//!
//! The evaluator shares no code with Covenant's own. It computes *all* results of a program, with
//! `int_gen` ranging over a few integers, so that a verdict of the tool is compared with something
//! that cannot have the tool's mistakes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// A list, tree or red-black tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Data {
    /// `[]`, `Leaf` or `Rbtleaf`.
    Empty,
    /// A node: whether it is red (red-black trees only), its label, and its parts: one for lists,
    /// two for trees.
    Node(bool, i64, Rc<[Data]>),
}

/// An integer variable plus a constant. Parameters come first, then what `LetInt` binds.
#[derive(Clone, Copy, Debug)]
pub struct Offset(pub usize, pub i64);

/// What an integer can be.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// `int_gen ()`.
    Any,
    /// `int_range low high`.
    Between(Offset, Offset),
    /// A variable plus a constant.
    Is(Offset),
}

/// A test on integers and on the structures bound so far.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// `a = 0`.
    IsZero(Offset),
    /// `a <= b`.
    AtMost(Offset, Offset),
    /// `a < b && b < c`.
    Inside(Offset, Offset, Offset),
    /// `mem l a`, for a bound list.
    Member(usize, Offset),
    /// A boolean parameter (an integer variable that is 0 or 1 here).
    Flag(usize),
}

/// An argument of the recursive call.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// An integer.
    Int(Offset),
    /// A boolean literal.
    Bool(bool),
}

/// An expression that makes a structure.
#[derive(Clone, Debug)]
pub enum Term {
    /// `err ()`.
    Fail,
    /// The structure without elements.
    Empty,
    /// A structure bound by `LetData`.
    Bound(usize),
    /// A node: colour, label, parts.
    Node(bool, Number, Vec<Term>),
    /// The recursive call.
    Call(Vec<Argument>),
    /// `if bool_gen () then .. else ..`.
    Choice(Box<Term>, Box<Term>),
    /// `if test then .. else ..`.
    If(Test, Box<Term>, Box<Term>),
    /// `let xN = .. in ..`.
    LetInt(Number, Box<Term>),
    /// `let dN = .. in ..`.
    LetData(Box<Term>, Box<Term>),
}

/// How structures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `[]`, `x :: l`.
    List,
    /// `Leaf`, `Node (x, l, r)`.
    Tree,
    /// `Rbtleaf`, `Rbtnode (colour, l, x, r)`.
    RedBlack,
}

/// `if bool_gen () then a else b`.
pub fn choice(a: Term, b: Term) -> Term {
    Term::Choice(Box::new(a), Box::new(b))
}

/// `if test then a else b`.
pub fn if_(test: Test, a: Term, b: Term) -> Term {
    Term::If(test, Box::new(a), Box::new(b))
}

/// `let x = number in body`.
pub fn let_int(number: Number, body: Term) -> Term {
    Term::LetInt(number, Box::new(body))
}

/// `let d = data in body`.
pub fn let_data(data: Term, body: Term) -> Term {
    Term::LetData(Box::new(data), Box::new(body))
}

/// Writes a body as OCaml.
pub struct Printer<'a> {
    /// Name of the function.
    pub function: &'a str,
    /// Names of its parameters.
    pub parameters: &'a [&'a str],
    /// How structures are written.
    pub notation: Notation,
}

impl Printer<'_> {
    /// The text of a body.
    pub fn text(&self, body: &Term) -> String {
        let mut out = String::new();
        self.term(body, self.parameters.len(), 0, 1, &mut out);
        out
    }

    fn name(&self, variable: usize) -> String {
        match self.parameters.get(variable) {
            Some(name) => (*name).to_owned(),
            None => format!("x{}", variable - self.parameters.len()),
        }
    }

    fn offset(&self, Offset(variable, plus): Offset) -> String {
        let name = self.name(variable);
        match plus {
            0 => name,
            n if n < 0 => format!("{name} - {}", -n),
            n => format!("{name} + {n}"),
        }
    }

    fn number(&self, number: Number) -> String {
        match number {
            Number::Any => "int_gen ()".into(),
            Number::Between(low, high) => format!("int_range ({}) ({})", self.offset(low), self.offset(high)),
            Number::Is(offset) => self.offset(offset),
        }
    }

    fn test(&self, test: Test) -> String {
        match test {
            Test::IsZero(a) => format!("{} = 0", self.offset(a)),
            Test::AtMost(a, b) => format!("{} <= {}", self.offset(a), self.offset(b)),
            Test::Inside(a, b, c) => {
                format!("{} < {} && {} < {}", self.offset(a), self.offset(b), self.offset(b), self.offset(c))
            }
            Test::Member(list, a) => format!("mem d{list} ({})", self.offset(a)),
            Test::Flag(variable) => self.name(variable),
        }
    }

    /// Writes a term below `ints` integer and `datas` structure variables.
    fn term(&self, term: &Term, ints: usize, datas: usize, indent: usize, out: &mut String) {
        let margin = "  ".repeat(indent);
        // Writing to a string cannot fail.
        let mut line = |text: String| {
            let _ = writeln!(out, "{margin}{text}");
        };
        match term {
            Term::Choice(a, b) | Term::If(_, a, b) => {
                let head =
                    if let Term::If(test, ..) = term { self.test(*test) } else { "bool_gen ()".into() };
                line(format!("if {head} then"));
                self.term(a, ints, datas, indent + 1, out);
                let _ = writeln!(out, "{margin}else");
                self.term(b, ints, datas, indent + 1, out);
            }
            Term::LetInt(number, body) => {
                line(format!("let {} = {} in", self.name(ints), self.number(*number)));
                self.term(body, ints + 1, datas, indent, out);
            }
            Term::LetData(data, body) => {
                line(format!("let d{datas} = {} in", self.simple(data)));
                self.term(body, ints, datas + 1, indent, out);
            }
            simple => line(self.simple(simple)),
        }
    }

    /// A term on one line. What branches or binds inside of it is put into parentheses.
    fn simple(&self, term: &Term) -> String {
        match term {
            Term::Fail => "err ()".into(),
            Term::Empty => match self.notation {
                Notation::List => "[]".into(),
                Notation::Tree => "Leaf".into(),
                Notation::RedBlack => "Rbtleaf".into(),
            },
            Term::Bound(n) => format!("d{n}"),
            Term::Call(arguments) => {
                let written = arguments.iter().map(|argument| match argument {
                    Argument::Int(offset) => format!(" ({})", self.offset(*offset)),
                    Argument::Bool(flag) => format!(" {flag}"),
                });
                format!("{}{}", self.function, written.collect::<String>())
            }
            Term::Node(red, label, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.simple(part)).collect();
                let label = self.number(*label);
                match self.notation {
                    Notation::List => format!("({label}) :: {}", parts.concat()),
                    Notation::Tree => format!("Node ({label}, {})", parts.join(", ")),
                    Notation::RedBlack => format!("Rbtnode ({red}, {}, {label}, {})", parts[0], parts[1]),
                }
            }
            Term::Choice(..) | Term::If(..) | Term::LetInt(..) | Term::LetData(..) => {
                unreachable!("the families build from terms that neither branch nor bind")
            }
        }
    }
}

/// All results of a program, by arguments.
pub struct Runner<'a> {
    body: &'a Term,
    range: RangeInclusive<i64>,
    known: BTreeMap<Vec<i64>, Rc<BTreeSet<Data>>>,
}

impl<'a> Runner<'a> {
    /// Runs with `int_gen` ranging over some integers.
    pub fn new(body: &'a Term, range: RangeInclusive<i64>) -> Self {
        Runner { body, range, known: BTreeMap::new() }
    }

    /// Everything that a call can return. The first argument decreases at every call, which is
    /// what makes this end; one that counts past 0 returns nothing.
    pub fn results(&mut self, arguments: &[i64]) -> Rc<BTreeSet<Data>> {
        if let Some(known) = self.known.get(arguments) {
            return Rc::clone(known);
        }
        let ended = arguments.first().is_none_or(|&size| size < 0);
        let body = if ended { &Term::Fail } else { self.body };
        let results = Rc::new(self.term(body, &mut arguments.to_vec(), &mut Vec::new()));
        self.known.insert(arguments.to_vec(), Rc::clone(&results));
        results
    }

    fn numbers(&self, number: Number, ints: &[i64]) -> Vec<i64> {
        match number {
            Number::Any => self.range.clone().collect(),
            Number::Between(low, high) => (value(low, ints)..=value(high, ints)).collect(),
            Number::Is(offset) => vec![value(offset, ints)],
        }
    }

    fn term(&mut self, term: &Term, ints: &mut Vec<i64>, datas: &mut Vec<Data>) -> BTreeSet<Data> {
        let mut results = BTreeSet::new();
        match term {
            Term::Fail => {}
            Term::Empty => results.extend([Data::Empty]),
            Term::Bound(n) => results.extend([datas[*n].clone()]),
            Term::Call(arguments) => {
                let of = |argument: &Argument| match argument {
                    Argument::Int(offset) => value(*offset, ints),
                    Argument::Bool(flag) => i64::from(*flag),
                };
                let arguments: Vec<i64> = arguments.iter().map(of).collect();
                results.extend(self.results(&arguments).iter().cloned());
            }
            Term::Choice(a, b) => {
                results = self.term(a, ints, datas);
                results.extend(self.term(b, ints, datas));
            }
            Term::If(test, a, b) => {
                let taken = if holds(*test, ints, datas) { a } else { b };
                results = self.term(taken, ints, datas);
            }
            Term::LetInt(number, body) => {
                for n in self.numbers(*number, ints) {
                    ints.push(n);
                    results.extend(self.term(body, ints, datas));
                    ints.pop();
                }
            }
            Term::LetData(data, body) => {
                for data in self.term(data, ints, datas) {
                    datas.push(data);
                    results.extend(self.term(body, ints, datas));
                    datas.pop();
                }
            }
            Term::Node(red, label, parts) => {
                let labels = self.numbers(*label, ints);
                let parts: Vec<_> = parts.iter().map(|part| self.term(part, ints, datas)).collect();
                results.extend(nodes(*red, &labels, &parts));
            }
        }
        results
    }
}

/// All nodes with one of the labels and one of each of the parts.
pub fn nodes(red: bool, labels: &[i64], parts: &[BTreeSet<Data>]) -> Vec<Data> {
    let mut tuples: Vec<Vec<Data>> = vec![Vec::new()];
    for part in parts {
        let with = |tuple: &Vec<Data>, last: &Data| tuple.iter().chain([last]).cloned().collect();
        tuples = tuples.iter().flat_map(|tuple| part.iter().map(move |last| with(tuple, last))).collect();
    }
    let tuples = tuples.into_iter().map(Rc::<[Data]>::from);
    tuples.flat_map(|parts| labels.iter().map(move |&n| Data::Node(red, n, Rc::clone(&parts)))).collect()
}

fn value(Offset(variable, plus): Offset, ints: &[i64]) -> i64 {
    ints[variable] + plus
}

fn holds(test: Test, ints: &[i64], datas: &[Data]) -> bool {
    let value = |offset| value(offset, ints);
    match test {
        Test::IsZero(a) => value(a) == 0,
        Test::AtMost(a, b) => value(a) <= value(b),
        Test::Inside(a, b, c) => value(a) < value(b) && value(b) < value(c),
        Test::Member(list, a) => labels(&datas[list]).contains(&value(a)),
        Test::Flag(variable) => ints[variable] != 0,
    }
}

/// All labels, from left to right.
pub fn labels(data: &Data) -> Vec<i64> {
    match data {
        Data::Empty => Vec::new(),
        Data::Node(_, label, parts) => {
            let (left, right) = parts.split_at(parts.len() / 2);
            let below = |parts: &[Data]| parts.iter().flat_map(labels).collect::<Vec<_>>();
            [below(left), vec![*label], below(right)].concat()
        }
    }
}
