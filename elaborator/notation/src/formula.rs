//! Terms and formulas of the kernel's arena as text: where parentheses stand, and in which order things
//! are written, is decided here and nowhere else. The signs and the names are the caller's.

use crate::limited::Limited;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant, Sort, SortId};

/// How tightly an operator binds; a looser one inside a tighter one gets parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tightness {
    /// Everything stands here without parentheses.
    Anything,
    /// Beside an equivalence.
    Equivalence,
    /// To the right of an implication.
    Implication,
    /// Beside a disjunction.
    Disjunction,
    /// Beside a conjunction.
    Conjunction,
    /// Under a negation.
    Negation,
    /// Beside a comparison.
    Comparison,
    /// To the right of `::`.
    Cons,
    /// To the left of `+` and `-`.
    Sum,
    /// To the left of `*`, `div` and `mod`.
    Product,
    /// A call.
    Application,
    /// An argument of a call.
    Atom,
}

use Tightness as T;

/// Nothing that a person reads is nested deeper.
pub const MAX_DEPTH: usize = 150;

/// How the operators are written.
pub struct Symbols {
    value: &'static str,
    truth: &'static str,
    falsehood: &'static str,
    differs: &'static str,
    at_most: &'static str,
    and: &'static str,
    or: &'static str,
    implies: &'static str,
    equivalent: &'static str,
    not: &'static str,
    /// What stands under a negation without parentheses.
    negated: Tightness,
    forall: &'static str,
    exists: &'static str,
}

/// As the papers write them.
pub const PAPERS: Symbols = Symbols {
    value: "ν",
    truth: "⊤",
    falsehood: "⊥",
    differs: " ≠ ",
    at_most: " ≤ ",
    and: " ∧ ",
    or: " ∨ ",
    implies: " ⇒ ",
    equivalent: " ⇔ ",
    not: "¬",
    negated: T::Application,
    forall: "∀",
    exists: "∃",
};

/// As claims in a source file write them.
pub const SOURCE: Symbols = Symbols {
    value: "v",
    truth: "true",
    falsehood: "false",
    differs: " <> ",
    at_most: " <= ",
    and: " && ",
    or: " || ",
    implies: " ==> ",
    equivalent: " <=> ",
    not: "not ",
    negated: T::Atom,
    forall: "forall ",
    exists: "exists ",
};

/// What the parts of a formula are called at some place.
pub trait Vocabulary {
    /// The arena that the formula is of.
    fn arena(&self) -> &Arena;
    /// How operators are written.
    fn symbols(&self) -> &'static Symbols;
    /// A variable of the program, or of a proof.
    fn local(&self, level: u32) -> String;
    /// The `i`-th bound variable from inside.
    fn bound(&self, i: u32) -> String;
    /// A literal.
    fn literal(&self, number: u32) -> String;
    /// A constructor.
    fn constructor(&self, datatype: u32, tag: u32) -> String;
    /// Is this datatype written as a tuple?
    fn is_product(&self, datatype: u32) -> bool;
    /// A definition.
    fn definition(&self, number: u32) -> String;
    /// A predicate variable.
    fn predicate_variable(&self, number: u32) -> String;
    /// Goes under a quantifier, and says how its variable is introduced.
    fn bind(&mut self, quantifier: ExprId, sort: SortId) -> String;
    /// Leaves the innermost quantifier.
    fn unbind(&mut self);
}

/// Writes a term or formula where what is looser than `around` needs parentheses.
pub fn write_formula<V: Vocabulary>(expr: ExprId, names: &mut V, around: Tightness, out: &mut Limited) {
    Writer { names, out }.write(expr, around, 0);
}

struct Writer<'w, V> {
    names: &'w mut V,
    out: &'w mut Limited,
}

impl<V: Vocabulary> Writer<'_, V> {
    fn write(&mut self, expr: ExprId, around: T, depth: usize) {
        if depth > MAX_DEPTH || self.out.is_full() {
            return self.out.push("…");
        }
        let depth = depth + 1;
        let symbols = self.names.symbols();
        let row = self.names.arena().expr(expr).clone();
        match row {
            Expr::Bound(i, _) => self.out.push(&self.names.bound(i)),
            Expr::Local(level, _) => self.out.push(&self.names.local(level)),
            Expr::Nu(_) => self.out.push(symbols.value),
            Expr::Int(n) => self.parenthesized(n < 0 && around > T::Sum, |w| w.out.push(&n.to_string())),
            Expr::Literal(i, _) => self.out.push(&self.names.literal(i)),
            Expr::Ctor(sort, tag, arguments) => self.constructor(sort, tag, &arguments, around, depth),
            Expr::Fn(def, _, arguments) => {
                let name = self.names.definition(def.0);
                self.call(&name, &arguments, around, depth);
            }
            Expr::PredVar(pred, arguments) => {
                let name = self.names.predicate_variable(pred);
                self.call(&name, &arguments, around, depth);
            }
            Expr::Bin(operator, a, b) => {
                let (symbol, own, left, right) = operator_of(operator, symbols);
                self.infix(symbol, own, (a, left), (b, right), around, depth);
            }
            Expr::Div(a, k) => self.divided(" div ", a, k, around, depth),
            Expr::Mod(a, k) => self.divided(" mod ", a, k, around, depth),
            Expr::Ite(condition, yes, no) => self.parenthesized(around > T::Anything, |w| {
                w.out.push("if ");
                w.write(condition, T::Anything, depth);
                w.out.push(" then ");
                w.write(yes, T::Anything, depth);
                w.out.push(" else ");
                w.write(no, T::Anything, depth);
            }),
            Expr::True => self.out.push(symbols.truth),
            Expr::False => self.out.push(symbols.falsehood),
            Expr::Not(a) => match *self.names.arena().expr(a) {
                Expr::Bin(Bin::Eq, a, b) => {
                    self.infix(symbols.differs, T::Comparison, (a, T::Cons), (b, T::Cons), around, depth);
                }
                _ => self.parenthesized(around > T::Negation, |w| {
                    w.out.push(symbols.not);
                    w.write(a, symbols.negated, depth);
                }),
            },
            Expr::Quant(quantifier, sort, body) => self.parenthesized(around > T::Anything, |w| {
                w.out.push(if quantifier == Quant::Forall { symbols.forall } else { symbols.exists });
                let introduced = w.names.bind(expr, sort);
                w.out.push(&introduced);
                w.out.push(". ");
                w.write(body, T::Anything, depth);
                w.names.unbind();
            }),
        }
    }

    fn parenthesized(&mut self, needed: bool, inside: impl FnOnce(&mut Self)) {
        if needed {
            self.out.push("(");
        }
        inside(self);
        if needed {
            self.out.push(")");
        }
    }

    fn infix(
        &mut self,
        symbol: &str,
        own: T,
        (a, left): (ExprId, T),
        (b, right): (ExprId, T),
        around: T,
        depth: usize,
    ) {
        self.parenthesized(around > own, |w| {
            w.write(a, left, depth);
            w.out.push(symbol);
            w.write(b, right, depth);
        });
    }

    fn divided(&mut self, symbol: &str, a: ExprId, k: i64, around: T, depth: usize) {
        self.parenthesized(around > T::Product, |w| {
            w.write(a, T::Product, depth);
            w.out.push(symbol);
            w.out.push(&k.to_string());
        });
    }

    fn call(&mut self, name: &str, arguments: &[ExprId], around: T, depth: usize) {
        self.parenthesized(around > T::Application && !arguments.is_empty(), |w| {
            w.out.push(name);
            for argument in arguments {
                w.out.push(" ");
                w.write(*argument, T::Atom, depth);
            }
        });
    }

    fn constructor(&mut self, sort: SortId, tag: u32, arguments: &[ExprId], around: T, depth: usize) {
        let Sort::Data(datatype, _) = *self.names.arena().sort(sort) else { return self.out.push("?") };
        let name = self.names.constructor(datatype, tag);
        if let ("::", [head, tail]) = (name.as_str(), arguments) {
            return self.infix(" :: ", T::Cons, (*head, T::Sum), (*tail, T::Cons), around, depth);
        }
        let tuple = self.names.is_product(datatype);
        let applied = !tuple && !arguments.is_empty();
        self.parenthesized(around > T::Application && applied, |w| {
            if !tuple || arguments.is_empty() {
                w.out.push(&name);
            }
            match arguments {
                [] => {}
                [one] => {
                    w.out.push(" ");
                    w.write(*one, T::Atom, depth);
                }
                several => {
                    for (i, argument) in several.iter().enumerate() {
                        w.out.push(match i {
                            0 if tuple => "(",
                            0 => " (",
                            _ => ", ",
                        });
                        w.write(*argument, T::Anything, depth);
                    }
                    w.out.push(")");
                }
            }
        });
    }
}

/// Symbol, tightness, and what may stand left and right without parentheses.
fn operator_of(operator: Bin, symbols: &Symbols) -> (&'static str, T, T, T) {
    match operator {
        Bin::Add => (" + ", T::Sum, T::Sum, T::Product),
        Bin::Sub => (" - ", T::Sum, T::Sum, T::Product),
        Bin::Mul => (" * ", T::Product, T::Product, T::Application),
        Bin::Eq => (" = ", T::Comparison, T::Cons, T::Cons),
        Bin::Le => (symbols.at_most, T::Comparison, T::Cons, T::Cons),
        Bin::Lt => (" < ", T::Comparison, T::Cons, T::Cons),
        // Both are associative: which way they nest needs no parentheses.
        Bin::And => (symbols.and, T::Conjunction, T::Conjunction, T::Conjunction),
        Bin::Or => (symbols.or, T::Disjunction, T::Disjunction, T::Disjunction),
        Bin::Imp => (symbols.implies, T::Implication, T::Disjunction, T::Implication),
        Bin::Iff => (symbols.equivalent, T::Equivalence, T::Disjunction, T::Disjunction),
    }
}
