//! Formulas of the arena in the papers' notation, for messages about searches that got stuck.

use crate::search::PROVISIONAL;
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

/// How tightly a context binds; what is looser gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Formula,
    Implication,
    Disjunction,
    Conjunction,
    Comparison,
    Sum,
    Product,
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
        let (level, operator) = match self.arena.expr(e) {
            Expr::Bin(op, ..) => operator(*op),
            Expr::Quant(..) | Expr::Ite(..) => (Level::Formula, ""),
            Expr::Not(_) => (Level::Comparison, ""),
            Expr::Div(..) | Expr::Mod(..) => (Level::Product, ""),
            Expr::Ctor(_, _, args) | Expr::Fn(_, _, args) | Expr::PredVar(_, args) if !args.is_empty() => {
                (Level::Product, "")
            }
            Expr::Int(n) if *n < 0 => (Level::Sum, ""),
            _ => (Level::Argument, ""),
        };
        let parentheses =
            level < context || (level == context && matches!(level, Level::Product | Level::Implication));
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
                        self.write(out, *head, Level::Product, bound);
                        out.push_str(" :: ");
                        self.write(out, *tail, Level::Product, bound);
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
            Expr::Bin(_, a, b) => {
                self.write(out, *a, level, bound);
                out.push_str(operator);
                self.write(out, *b, level, bound);
            }
            Expr::Div(a, k) => {
                self.write(out, *a, Level::Argument, bound);
                out.push_str(&format!(" / {k}"));
            }
            Expr::Mod(a, k) => {
                self.write(out, *a, Level::Argument, bound);
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

fn operator(op: Bin) -> (Level, &'static str) {
    match op {
        Bin::Add => (Level::Sum, " + "),
        Bin::Sub => (Level::Sum, " - "),
        Bin::Mul => (Level::Product, " * "),
        Bin::Eq => (Level::Comparison, " = "),
        Bin::Le => (Level::Comparison, " <= "),
        Bin::Lt => (Level::Comparison, " < "),
        Bin::And => (Level::Conjunction, " && "),
        Bin::Or => (Level::Disjunction, " || "),
        Bin::Imp => (Level::Implication, " ==> "),
        Bin::Iff => (Level::Implication, " <=> "),
    }
}
