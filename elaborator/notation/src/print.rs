//! Formulas of the arena in the papers' notation, for messages about searches that got stuck.

use crate::PROVISIONAL;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant, Sort, SortId};
use covenant_kernel::tables::{FIRST_DATATYPE, GHOST, Statement};
use std::collections::BTreeMap;

/// Prints with the names of a statement.
pub struct Printer<'a> {
    arena: &'a Arena,
    statement: &'a Statement,
    /// Names of the variables in scope, by level.
    pub locals: BTreeMap<u32, String>,
}

/// How tightly something binds; what is looser than its place gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Formula,
    Equivalence,
    Implication,
    Disjunction,
    Conjunction,
    Negation,
    Comparison,
    Cons,
    Sum,
    Product,
    Application,
    Argument,
}

impl<'a> Printer<'a> {
    /// A printer without names for variables.
    #[must_use]
    pub fn new(arena: &'a Arena, statement: &'a Statement) -> Self {
        Printer { arena, statement, locals: BTreeMap::new() }
    }

    /// An expression as text.
    #[must_use]
    pub fn expr(&self, e: ExprId) -> String {
        let mut out = String::new();
        self.write(&mut out, e, Level::Formula, &mut Vec::new());
        out
    }

    fn local(&self, level: u32) -> String {
        match self.locals.get(&level) {
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

    fn write(&self, out: &mut String, e: ExprId, context: Level, bound: &mut Vec<String>) {
        let level = match self.arena.expr(e) {
            Expr::Bin(op, ..) => operator(*op).own,
            Expr::Quant(..) | Expr::Ite(..) => Level::Formula,
            Expr::Not(_) => Level::Negation,
            Expr::Div(..) | Expr::Mod(..) => Level::Product,
            Expr::Ctor(sort, tag, args) if args.len() == 2 && self.constructor(*sort, *tag) == "::" => {
                Level::Cons
            }
            Expr::Ctor(_, _, args) | Expr::Fn(_, _, args) | Expr::PredVar(_, args) if !args.is_empty() => {
                Level::Application
            }
            Expr::Int(n) if *n < 0 => Level::Sum,
            _ => Level::Argument,
        };
        let parentheses = level < context;
        if parentheses {
            out.push('(');
        }
        match self.arena.expr(e) {
            Expr::Bound(i, _) => {
                let name = usize::try_from(*i).ok().and_then(|i| bound.iter().rev().nth(i));
                out.push_str(name.map_or("?", String::as_str));
            }
            Expr::Local(l, _) => out.push_str(&self.local(*l)),
            Expr::Nu(_) => out.push('v'),
            Expr::Int(n) => out.push_str(&n.to_string()),
            Expr::Literal(l, _) => {
                let text = usize::try_from(*l).ok().and_then(|l| self.statement.literals.get(l));
                out.push_str(text.map_or("?", String::as_str));
            }
            Expr::Ctor(sort, tag, args) => {
                let name = self.constructor(*sort, *tag);
                match args.as_ref() {
                    [head, tail] if name == "::" => {
                        self.write(out, *head, Level::Sum, bound);
                        out.push_str(" :: ");
                        self.write(out, *tail, Level::Cons, bound);
                    }
                    args => {
                        out.push_str(&name);
                        self.arguments(out, args, bound);
                    }
                }
            }
            Expr::Fn(d, _, args) => {
                let def = usize::try_from(d.0).ok().and_then(|d| self.statement.defs.get(d));
                out.push_str(def.map_or("?", |d| d.name.as_str()));
                self.arguments(out, args, bound);
            }
            Expr::PredVar(p, args) => {
                out.push_str(&format!("P{p}"));
                self.arguments(out, args, bound);
            }
            Expr::Bin(op, a, b) => {
                let operator = operator(*op);
                self.write(out, *a, operator.left, bound);
                out.push_str(operator.symbol);
                self.write(out, *b, operator.right, bound);
            }
            Expr::Div(a, k) => {
                self.write(out, *a, Level::Product, bound);
                out.push_str(&format!(" div {k}"));
            }
            Expr::Mod(a, k) => {
                self.write(out, *a, Level::Product, bound);
                out.push_str(&format!(" mod {k}"));
            }
            Expr::Ite(c, a, b) => {
                out.push_str("if ");
                self.write(out, *c, Level::Formula, bound);
                out.push_str(" then ");
                self.write(out, *a, Level::Formula, bound);
                out.push_str(" else ");
                self.write(out, *b, Level::Formula, bound);
            }
            Expr::True => out.push_str("true"),
            Expr::False => out.push_str("false"),
            Expr::Not(a) => {
                out.push_str("not ");
                self.write(out, *a, Level::Argument, bound);
            }
            Expr::Quant(q, _, body) => {
                let name = format!("u{}", bound.len());
                out.push_str(if *q == Quant::Forall { "forall " } else { "exists " });
                out.push_str(&name);
                out.push_str(". ");
                bound.push(name);
                self.write(out, *body, Level::Formula, bound);
                bound.pop();
            }
        }
        if parentheses {
            out.push(')');
        }
    }

    fn arguments(&self, out: &mut String, args: &[ExprId], bound: &mut Vec<String>) {
        for &a in args {
            out.push(' ');
            self.write(out, a, Level::Argument, bound);
        }
    }

    fn constructor(&self, sort: SortId, tag: u32) -> String {
        let Sort::Data(data, _) = self.arena.sort(sort) else { return "?".to_owned() };
        match (data, tag) {
            (0, 0) => "false".to_owned(),
            (0, _) => "true".to_owned(),
            (1, _) => "()".to_owned(),
            (data, tag) => {
                let row = data.checked_sub(FIRST_DATATYPE).and_then(|d| usize::try_from(d).ok());
                let datatype = row.and_then(|d| self.statement.datatypes.get(d));
                let ctor = usize::try_from(tag).ok().and_then(|t| datatype?.ctors.get(t));
                ctor.map_or("?".to_owned(), |c| c.name.clone())
            }
        }
    }
}

/// An operator: its symbol, how tightly it binds, and what may stand on either side of it without
/// parentheses.
struct Operator {
    symbol: &'static str,
    own: Level,
    left: Level,
    right: Level,
}

fn operator(op: Bin) -> Operator {
    use Level::*;
    let (symbol, own, left, right) = match op {
        Bin::Add => (" + ", Sum, Sum, Product),
        Bin::Sub => (" - ", Sum, Sum, Product),
        Bin::Mul => (" * ", Product, Product, Application),
        Bin::Eq => (" = ", Comparison, Cons, Cons),
        Bin::Le => (" <= ", Comparison, Cons, Cons),
        Bin::Lt => (" < ", Comparison, Cons, Cons),
        // Both are associative: which way they nest needs no parentheses.
        Bin::And => (" && ", Conjunction, Conjunction, Conjunction),
        Bin::Or => (" || ", Disjunction, Disjunction, Disjunction),
        Bin::Imp => (" ==> ", Implication, Disjunction, Implication),
        Bin::Iff => (" <=> ", Equivalence, Disjunction, Disjunction),
    };
    Operator { symbol, own, left, right }
}

#[cfg(test)]
mod tests {
    use super::*;
    use covenant_kernel::arena::INT;

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
                "=" => (6, false, Bin::Eq),
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
