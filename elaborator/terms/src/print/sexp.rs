//! S-expressions: `(lambda (x) …)`, `(let ((x …)) …)`, `(match … ((:: x y) …))`.

use super::Printer;
use crate::graph::Origin;
use crate::term::{Binder, Term, deep};
use crate::types::Type;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Writes a term.
pub(super) fn write(printer: &Printer<'_>, term: &Term, text: &mut String) {
    Writer { printer, text, origins: HashMap::new() }.term(term);
}

struct Writer<'p> {
    printer: &'p Printer<'p>,
    text: &'p mut String,
    origins: HashMap<u32, Origin>,
}

impl Writer<'_> {
    fn bind(&mut self, binders: &[Binder]) -> String {
        let name = |binder: &Binder| {
            self.origins.insert(binder.var, binder.origin);
            self.printer.variable(binder.var, Some(binder.origin))
        };
        binders.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn constructor(&self, ty: &Type, tag: usize) -> &str {
        let Type::Data(data, _) = ty else { return "" };
        match self.printer.environment.datatypes[*data as usize].constructors[tag].name.as_str() {
            "[]" => "nil",
            "::" => "cons",
            "()" => "unit",
            "," => "tuple",
            name => name,
        }
    }

    fn several<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) {
        for term in terms {
            self.text.push(' ');
            self.term(term);
        }
        self.text.push(')');
    }

    fn term(&mut self, term: &Term) {
        deep(|| self.term_here(term));
    }

    fn term_here(&mut self, term: &Term) {
        match term {
            Term::Hole(ty) => {
                let _ = write!(self.text, "(hole \"{}\")", ty.ocaml(self.printer.environment));
            }
            Term::Var(var) => {
                let name = self.printer.variable(*var, self.origins.get(var).copied());
                self.text.push_str(&name);
            }
            Term::Int(number) => {
                let _ = write!(self.text, "{number}");
            }
            Term::Str(letter) => {
                let _ = write!(self.text, "\"{}\"", char::from(b'a' + letter));
            }
            Term::Const(constant, _) => {
                self.text.push_str(&self.printer.environment.constants[*constant as usize].name);
            }
            Term::Con(ty, tag, args) => {
                let name = self.constructor(ty, *tag as usize).to_owned();
                if args.is_empty() {
                    return self.text.push_str(&name);
                }
                let _ = write!(self.text, "({name}");
                self.several(args);
            }
            Term::Lam(binders, body, _) => {
                let names = self.bind(binders);
                let _ = write!(self.text, "(lambda ({names})");
                self.several([&**body]);
            }
            Term::App(function, args, _) => {
                self.text.push('(');
                self.term(function);
                self.several(args);
            }
            Term::Let(binder, bound, body) => {
                let name = self.bind(std::slice::from_ref(binder));
                let _ = write!(self.text, "(let (({name}");
                self.several([&**bound]);
                self.text.push(')');
                self.several([&**body]);
            }
            Term::Match(scrutinee, ty, arms) => {
                self.text.push_str("(match ");
                self.term(scrutinee);
                for (tag, arm) in arms.iter().enumerate() {
                    let name = self.constructor(ty, tag).to_owned();
                    let names = self.bind(&arm.binders);
                    let pattern = if names.is_empty() { name } else { format!("({name} {names})") };
                    let _ = write!(self.text, " ({pattern}");
                    self.several([&arm.body]);
                }
                self.text.push(')');
            }
        }
    }
}
