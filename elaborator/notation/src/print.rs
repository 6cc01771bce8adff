//! Formulas of a search in the notation of claims, for messages about where it got stuck.

use crate::PROVISIONAL;
use crate::declared::Declared;
use crate::formula::{SOURCE, Symbols, Tightness, Vocabulary, write_formula};
use crate::limited::Limited;
use covenant_kernel::arena::{Arena, ExprId, SortId};
use covenant_kernel::tables::{GHOST, Statement};
use std::collections::BTreeMap;

/// No message has a longer formula.
const LONGEST: usize = 20_000;

/// Prints with the names of a statement.
pub struct Printer<'a> {
    arena: &'a Arena,
    statement: &'a Statement,
    declared: Declared,
    /// Names of the variables in scope, by level.
    pub locals: BTreeMap<u32, String>,
}

impl<'a> Printer<'a> {
    /// A printer without names for variables.
    #[must_use]
    pub fn new(arena: &'a Arena, statement: &'a Statement) -> Self {
        let declared = Declared::of(statement, std::iter::empty());
        Printer { arena, statement, declared, locals: BTreeMap::new() }
    }

    /// An expression as text.
    #[must_use]
    pub fn expr(&self, e: ExprId) -> String {
        let mut out = Limited::new(LONGEST);
        write_formula(e, &mut Scope { printer: self, bound: 0 }, Tightness::Anything, &mut out);
        out.finish()
    }
}

/// The names at a place inside a formula.
struct Scope<'p, 'a> {
    printer: &'p Printer<'a>,
    /// How many quantifiers are around the place.
    bound: u32,
}

impl Vocabulary for Scope<'_, '_> {
    fn arena(&self) -> &Arena {
        self.printer.arena
    }

    fn symbols(&self) -> &'static Symbols {
        &SOURCE
    }

    fn local(&self, level: u32) -> String {
        match self.printer.locals.get(&level) {
            Some(name) => name.clone(),
            // The first variable that a search introduces is the value itself.
            None => match level.checked_sub(PROVISIONAL) {
                Some(0) => "v".to_owned(),
                Some(n) => format!("x{n}"),
                None if level >= GHOST => format!("k{}", level - GHOST),
                None => format!("y{level}"),
            },
        }
    }

    fn bound(&self, i: u32) -> String {
        self.bound.checked_sub(i + 1).map_or("?".to_owned(), |outer| format!("u{outer}"))
    }

    fn literal(&self, number: u32) -> String {
        self.printer.statement.literals.get(number as usize).map_or("?", String::as_str).to_owned()
    }

    fn constructor(&self, datatype: u32, tag: u32) -> String {
        self.printer.declared.constructor(datatype, tag).to_owned()
    }

    fn is_product(&self, datatype: u32) -> bool {
        self.printer.declared.is_product(datatype)
    }

    fn definition(&self, number: u32) -> String {
        self.printer.declared.definition(number).to_owned()
    }

    fn predicate_variable(&self, number: u32) -> String {
        format!("P{number}")
    }

    fn bind(&mut self, _: ExprId, _: SortId) -> String {
        self.bound += 1;
        self.bound(0)
    }

    fn unbind(&mut self) {
        self.bound -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use covenant_kernel::arena::{Bin, Expr, INT};

    fn statement() -> Statement {
        Statement {
            kind: covenant_kernel::tables::Kind::Every,
            opaque_sorts: vec![],
            literals: vec![],
            sorts: vec![],
            datatypes: vec![],
            exprs: vec![],
            defs: vec![],
            axioms: vec![],
            types: vec![],
            cores: vec![],
            funs: vec![],
            globals: vec![],
            claim: covenant_kernel::tables::GlobalRef(0),
        }
    }

    /// A reader of what is printed, by precedence climbing.
    struct Reader<'a> {
        words: Vec<&'a str>,
        arena: &'a mut Arena,
    }

    impl Reader<'_> {
        fn operator(word: &str) -> Option<(u8, bool, Bin)> {
            Some(match word {
                "<=>" => (1, false, Bin::Iff),
                "==>" => (2, true, Bin::Imp),
                "||" => (3, false, Bin::Or),
                "&&" => (4, false, Bin::And),
                "=" | "<>" => (6, false, Bin::Eq),
                "<=" => (6, false, Bin::Le),
                "<" => (6, false, Bin::Lt),
                "+" => (8, false, Bin::Add),
                "-" => (8, false, Bin::Sub),
                "*" => (9, false, Bin::Mul),
                _ => return None,
            })
        }

        fn read(&mut self, least: u8) -> ExprId {
            let word = self.words.pop().expect("a word");
            let mut left = match word {
                "(" => {
                    let inner = self.read(0);
                    assert_eq!(self.words.pop(), Some(")"));
                    inner
                }
                "not" => {
                    let inner = self.read(5);
                    self.arena.mk(Expr::Not(inner)).unwrap()
                }
                "if" => {
                    let parts: Vec<ExprId> = ["then", "else", ""]
                        .iter()
                        .map(|end| {
                            let part = self.read(0);
                            assert!(end.is_empty() || self.words.pop() == Some(end));
                            part
                        })
                        .collect();
                    self.arena.mk(Expr::Ite(parts[0], parts[1], parts[2])).unwrap()
                }
                word => match word.strip_prefix('y') {
                    Some(level) => self.arena.mk(Expr::Local(level.parse().unwrap(), INT)).unwrap(),
                    None => self.arena.mk(Expr::Int(word.parse().unwrap())).unwrap(),
                },
            };
            while let Some(word) = self.words.last().copied() {
                if let "div" | "mod" = word {
                    if least > 9 {
                        break;
                    }
                    self.words.pop();
                    let by = self.words.pop().unwrap().parse().unwrap();
                    left = self
                        .arena
                        .mk(if word == "div" { Expr::Div(left, by) } else { Expr::Mod(left, by) })
                        .unwrap();
                    continue;
                }
                let Some((own, to_the_right, op)) = Self::operator(word) else { break };
                if own < least {
                    break;
                }
                self.words.pop();
                let right = self.read(if to_the_right { own } else { own + 1 });
                left = self.arena.bin(op, left, right).unwrap();
                if word == "<>" {
                    left = self.arena.mk(Expr::Not(left)).unwrap();
                }
            }
            left
        }
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % n
        }

        fn term(&mut self, arena: &mut Arena, depth: u32) -> ExprId {
            if depth == 0 {
                let n = i64::try_from(self.below(9)).unwrap() - 4;
                let local = Expr::Local(u32::try_from(self.below(4)).unwrap(), INT);
                return arena.mk(if self.below(2) == 0 { Expr::Int(n) } else { local }).unwrap();
            }
            let a = self.term(arena, depth - 1);
            match self.below(6) {
                0 => arena.mk(Expr::Div(a, 2)).unwrap(),
                1 => arena.mk(Expr::Mod(a, 3)).unwrap(),
                2 => {
                    let (condition, b) = (self.formula(arena, depth - 1), self.term(arena, depth - 1));
                    arena.mk(Expr::Ite(condition, a, b)).unwrap()
                }
                n => {
                    let op = [Bin::Add, Bin::Sub, Bin::Mul][usize::try_from(n - 3).unwrap()];
                    let b = self.term(arena, depth - 1);
                    arena.bin(op, a, b).unwrap()
                }
            }
        }

        fn formula(&mut self, arena: &mut Arena, depth: u32) -> ExprId {
            let ops = [Bin::Eq, Bin::Le, Bin::Lt, Bin::And, Bin::Or, Bin::Imp, Bin::Iff];
            let n = usize::try_from(self.below(8)).unwrap();
            if depth == 0 || n < 3 {
                let (a, b) = (self.term(arena, depth.min(1)), self.term(arena, depth.min(1)));
                return arena.bin(ops[n % 3], a, b).unwrap();
            }
            let a = self.formula(arena, depth - 1);
            if n == 7 {
                return arena.mk(Expr::Not(a)).unwrap();
            }
            let mut b = self.formula(arena, depth - 1);
            // Nested to the right, these two are read as nested to the left.
            if matches!(arena.expr(b), Expr::Bin(op @ (Bin::And | Bin::Or), ..) if *op == ops[n]) {
                b = arena.mk(Expr::Not(b)).unwrap();
            }
            arena.bin(ops[n], a, b).unwrap()
        }
    }

    #[test]
    fn what_is_printed_reads_as_what_it_was() {
        let (mut arena, statement) = (Arena::default(), statement());
        let mut random = Random(7);
        for i in 0..3000 {
            let depth = i % 5;
            let e =
                if i % 2 == 0 { random.term(&mut arena, depth) } else { random.formula(&mut arena, depth) };
            let text = Printer::new(&arena, &statement).expr(e);
            let spaced = text.replace('(', "( ").replace(')', " )");
            let words = spaced.split_whitespace().rev().collect();
            let mut reader = Reader { words, arena: &mut arena };
            let again = reader.read(0);
            assert!(reader.words.is_empty(), "{text}");
            assert_eq!(again, e, "{text} is read as {}", Printer::new(&arena, &statement).expr(again));
        }
    }

    #[test]
    fn a_difference_of_a_difference_has_parentheses() {
        let mut arena = Arena::default();
        let (zero, one) = (arena.mk(Expr::Int(0)).unwrap(), arena.mk(Expr::Int(1)).unwrap());
        let n = arena.mk(Expr::Local(0, INT)).unwrap();
        let less = arena.bin(Bin::Sub, n, one).unwrap();
        let e = arena.bin(Bin::Sub, zero, less).unwrap();
        assert_eq!(Printer::new(&arena, &statement()).expr(e), "0 - (y0 - 1)");
    }
}
