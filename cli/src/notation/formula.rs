//! Sorts, terms and formulas.

use super::{Names, Notation};
use covenant_kernel::arena::{Arena, ExprId, Sort, SortId};
use covenant_notation::{Limited, MAX_DEPTH, PAPERS, Symbols, Tightness, Vocabulary, write_formula};

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
        self.write(expr, names, Tightness::Anything)
    }

    /// A term in a place where only an atom may stand without parentheses.
    pub fn atom(&self, expr: ExprId, names: &Names) -> String {
        self.write(expr, names, Tightness::Atom)
    }

    fn write(&self, expr: ExprId, names: &Names, around: Tightness) -> String {
        let mut out = self.text();
        write_formula(expr, &mut Scope { notation: self, names: names.clone() }, around, &mut out);
        out.finish()
    }
}

/// The names at a place inside a formula.
struct Scope<'n, 'a> {
    notation: &'n Notation<'a>,
    names: Names,
}

impl Vocabulary for Scope<'_, '_> {
    fn arena(&self) -> &Arena {
        &self.notation.arena
    }

    fn symbols(&self) -> &'static Symbols {
        &PAPERS
    }

    fn local(&self, level: u32) -> String {
        self.names.local(level)
    }

    fn bound(&self, i: u32) -> String {
        self.names.bound(i)
    }

    fn literal(&self, number: u32) -> String {
        let text = self.notation.file.certificate.statement.literals.get(number as usize);
        text.map_or("?", String::as_str).to_owned()
    }

    fn constructor(&self, datatype: u32, tag: u32) -> String {
        self.notation.constructor_name(datatype, tag).to_owned()
    }

    fn is_product(&self, datatype: u32) -> bool {
        self.notation.declared.is_product(datatype)
    }

    fn definition(&self, number: u32) -> String {
        self.notation.def_name(number).to_owned()
    }

    fn predicate_variable(&self, number: u32) -> String {
        self.names.pred(number)
    }

    fn bind(&mut self, quantifier: ExprId, sort: SortId) -> String {
        let sort = self.notation.sort(sort, &self.names);
        self.names.add_bound(self.notation.binder_names.get(&quantifier).copied().unwrap_or(""));
        format!("{}:{sort}", self.names.bound(0))
    }

    fn unbind(&mut self) {
        self.names.bound.pop();
    }
}
