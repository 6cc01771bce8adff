//! Sorts, terms and formulas.

use super::{Limited, MAX_DEPTH, Names, Notation};
use covenant_kernel::arena::{Bin, Expr, ExprId, Quant, Sort, SortId};

/// How tightly an operator binds; a looser one inside a tighter one gets parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tightness {
    Anything,
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
    Atom,
}

use Tightness as T;

impl Notation<'_> {
    /// A sort: `int list`, `'a tree`, `int * bool`.
    pub fn sort(&self, sort: SortId, names: &Names) -> String {
        let mut out = self.text();
        self.write_sort(sort, names, 0, false, &mut out);
        out.finish()
    }

    /// A sort where only one word may stand without parentheses.
    pub fn sort_atom(&self, sort: SortId, names: &Names) -> String {
        let mut out = self.text();
        self.write_sort(sort, names, 0, true, &mut out);
        out.finish()
    }

    fn write_sort(&self, sort: SortId, names: &Names, depth: usize, atom: bool, out: &mut Limited) {
        if depth > MAX_DEPTH || out.is_full() {
            return out.push("…");
        }
        match self.arena.sort(sort) {
            Sort::Int => out.push("int"),
            Sort::Abstract(i) => out.push(&names.sort_param(*i)),
            Sort::Opaque(i) => {
                out.push(self.declared.opaque_sorts.get(*i as usize).map_or("?", String::as_str));
            }
            Sort::Data(number, arguments) => {
                let name = self.datatype_name(*number);
                if self.declared.is_product(*number) {
                    if atom {
                        out.push("(");
                    }
                    for (i, argument) in arguments.iter().enumerate() {
                        if i > 0 {
                            out.push(" * ");
                        }
                        self.write_sort(*argument, names, depth + 1, true, out);
                    }
                    if atom {
                        out.push(")");
                    }
                    return;
                }
                match &arguments[..] {
                    [] => {}
                    [one] => {
                        self.write_sort(*one, names, depth + 1, true, out);
                        out.push(" ");
                    }
                    several => {
                        for (i, argument) in several.iter().enumerate() {
                            out.push(if i == 0 { "(" } else { ", " });
                            self.write_sort(*argument, names, depth + 1, false, out);
                        }
                        out.push(") ");
                    }
                }
                out.push(name);
            }
        }
    }

    /// A term or formula; `ν` is the value it speaks about.
    pub fn formula(&self, expr: ExprId, names: &Names) -> String {
        let mut out = self.text();
        self.write(expr, &mut names.clone(), T::Anything, 0, &mut out);
        out.finish()
    }

    /// A term in a place where only an atom may stand without parentheses.
    pub fn atom(&self, expr: ExprId, names: &Names) -> String {
        let mut out = self.text();
        self.write(expr, &mut names.clone(), T::Atom, 0, &mut out);
        out.finish()
    }

    fn write(&self, expr: ExprId, names: &mut Names, around: T, depth: usize, out: &mut Limited) {
        if depth > MAX_DEPTH || out.is_full() {
            return out.push("…");
        }
        let depth = depth + 1;
        match self.arena.expr(expr) {
            Expr::Bound(i, _) => out.push(&names.bound(*i)),
            Expr::Local(level, _) => out.push(&names.local(*level)),
            Expr::Nu(_) => out.push("ν"),
            Expr::Int(n) if *n < 0 => {
                parenthesized(around > T::Sum, out, |out| out.push(&n.to_string()));
            }
            Expr::Int(n) => out.push(&n.to_string()),
            Expr::Literal(i, _) => {
                let text = self.file.certificate.statement.literals.get(*i as usize);
                out.push(text.map_or("?", String::as_str));
            }
            Expr::Ctor(sort, tag, arguments) => {
                self.write_constructor(*sort, *tag, arguments, names, around, depth, out);
            }
            Expr::Fn(def, _, arguments) => {
                let name = self.def_name(def.0).to_owned();
                self.write_call(&name, arguments, names, around, depth, out);
            }
            Expr::PredVar(pred, arguments) => {
                let name = names.pred(*pred);
                self.write_call(&name, arguments, names, around, depth, out);
            }
            Expr::Bin(operator, a, b) => {
                let (symbol, own, left, right) = operator_of(*operator);
                parenthesized(around > own, out, |out| {
                    self.write(*a, names, left, depth, out);
                    out.push(symbol);
                    self.write(*b, names, right, depth, out);
                });
            }
            Expr::Div(a, k) | Expr::Mod(a, k) => {
                let symbol = if matches!(self.arena.expr(expr), Expr::Div(..)) { " div " } else { " mod " };
                parenthesized(around > T::Product, out, |out| {
                    self.write(*a, names, T::Product, depth, out);
                    out.push(symbol);
                    out.push(&k.to_string());
                });
            }
            Expr::Ite(condition, yes, no) => parenthesized(around > T::Anything, out, |out| {
                out.push("if ");
                self.write(*condition, names, T::Anything, depth, out);
                out.push(" then ");
                self.write(*yes, names, T::Anything, depth, out);
                out.push(" else ");
                self.write(*no, names, T::Anything, depth, out);
            }),
            Expr::True => out.push("⊤"),
            Expr::False => out.push("⊥"),
            Expr::Not(a) => {
                if let Expr::Bin(Bin::Eq, a, b) = self.arena.expr(*a) {
                    return parenthesized(around > T::Comparison, out, |out| {
                        self.write(*a, names, T::Cons, depth, out);
                        out.push(" ≠ ");
                        self.write(*b, names, T::Cons, depth, out);
                    });
                }
                parenthesized(around > T::Negation, out, |out| {
                    out.push("¬");
                    self.write(*a, names, T::Application, depth, out);
                });
            }
            Expr::Quant(quantifier, sort, body) => {
                let name = self.binder_names.get(&expr).copied().unwrap_or("");
                parenthesized(around > T::Anything, out, |out| {
                    let sort = self.sort(*sort, names);
                    names.add_bound(name);
                    out.push(if *quantifier == Quant::Forall { "∀" } else { "∃" });
                    out.push(&format!("{}:{sort}. ", names.bound(0)));
                    self.write(*body, names, T::Anything, depth, out);
                    names.bound.pop();
                });
            }
        }
    }

    fn write_call(
        &self,
        name: &str,
        arguments: &[ExprId],
        names: &mut Names,
        around: T,
        depth: usize,
        out: &mut Limited,
    ) {
        parenthesized(around > T::Application && !arguments.is_empty(), out, |out| {
            out.push(name);
            for argument in arguments {
                out.push(" ");
                self.write(*argument, names, T::Atom, depth, out);
            }
        });
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of the node, and the writer's state")]
    fn write_constructor(
        &self,
        sort: SortId,
        tag: u32,
        arguments: &[ExprId],
        names: &mut Names,
        around: T,
        depth: usize,
        out: &mut Limited,
    ) {
        let Sort::Data(datatype, _) = self.arena.sort(sort) else { return out.push("?") };
        let name = self.constructor_name(*datatype, tag);
        if let ("::", [head, tail]) = (name, arguments) {
            return parenthesized(around > T::Cons, out, |out| {
                self.write(*head, names, T::Sum, depth, out);
                out.push(" :: ");
                self.write(*tail, names, T::Cons, depth, out);
            });
        }
        let tuple = self.declared.is_product(*datatype);
        if arguments.is_empty() {
            return out.push(name);
        }
        parenthesized(around > T::Application && !tuple, out, |out| {
            if !tuple {
                out.push(name);
                out.push(" ");
            }
            let one = arguments.len() == 1;
            for (i, argument) in arguments.iter().enumerate() {
                if !one {
                    out.push(if i == 0 { "(" } else { ", " });
                }
                self.write(*argument, names, if one { T::Atom } else { T::Anything }, depth, out);
            }
            if !one {
                out.push(")");
            }
        });
    }
}

fn parenthesized(needed: bool, out: &mut Limited, inside: impl FnOnce(&mut Limited)) {
    if needed {
        out.push("(");
    }
    inside(out);
    if needed {
        out.push(")");
    }
}

/// Symbol, tightness, and what may stand left and right without parentheses.
fn operator_of(operator: Bin) -> (&'static str, T, T, T) {
    match operator {
        Bin::Add => (" + ", T::Sum, T::Sum, T::Product),
        Bin::Sub => (" - ", T::Sum, T::Sum, T::Product),
        Bin::Mul => (" * ", T::Product, T::Product, T::Application),
        Bin::Eq => (" = ", T::Comparison, T::Cons, T::Cons),
        Bin::Le => (" ≤ ", T::Comparison, T::Cons, T::Cons),
        Bin::Lt => (" < ", T::Comparison, T::Cons, T::Cons),
        Bin::And => (" ∧ ", T::Conjunction, T::Conjunction, T::Conjunction),
        Bin::Or => (" ∨ ", T::Disjunction, T::Disjunction, T::Disjunction),
        Bin::Imp => (" ⇒ ", T::Implication, T::Disjunction, T::Implication),
        Bin::Iff => (" ⇔ ", T::Equivalence, T::Disjunction, T::Disjunction),
    }
}
