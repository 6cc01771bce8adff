//! OCaml and Haskell.

use super::{Language, Printer};
use crate::environment::{BOOL, LIST};
use crate::graph::Origin;
use crate::term::{Arm, Binder, Term, deep};
use crate::types::Type;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Writes a term.
pub(super) fn write(printer: &Printer<'_>, term: &Term, text: &mut String) {
    Writer { printer, text, origins: HashMap::new() }.term(term, Place::Whole);
}

/// Where a term stands; decides about parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Whole,
    Part,
}

struct Writer<'p> {
    printer: &'p Printer<'p>,
    text: &'p mut String,
    origins: HashMap<u32, Origin>,
}

impl Writer<'_> {
    fn haskell(&self) -> bool {
        self.printer.language == Language::Haskell
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn bind(&mut self, binder: &Binder) -> String {
        self.origins.insert(binder.var, binder.origin);
        self.printer.variable(binder.var, Some(binder.origin))
    }

    fn constant(&self, constant: u32) -> String {
        let name = &self.printer.environment.constants[constant as usize].name;
        if !self.haskell() {
            return name.clone();
        }
        // `=` cannot be defined in Haskell.
        if name == "=" { "==".to_owned() } else { name.clone() }
    }

    fn term(&mut self, term: &Term, place: Place) {
        deep(|| self.term_here(term, place));
    }

    fn term_here(&mut self, term: &Term, place: Place) {
        let parentheses = place == Place::Part && !is_atom(term);
        if parentheses {
            self.push("(");
        }
        match term {
            Term::Hole(ty) => {
                let ty = ty.ocaml_as(self.printer.environment, self.printer.tupled);
                let _ = write!(self.text, "□[{ty}]");
            }
            Term::Var(var) => {
                let name = self.printer.variable(*var, self.origins.get(var).copied());
                self.push(&name);
            }
            Term::Int(number) if *number < 0 => {
                let _ = write!(self.text, "({number})");
            }
            Term::Int(number) => {
                let _ = write!(self.text, "{number}");
            }
            Term::Str(letter) => {
                let _ = write!(self.text, "\"{}\"", char::from(b'a' + letter));
            }
            Term::Const(constant, _) => {
                let name = self.constant(*constant);
                if is_operator(&name) {
                    let _ = write!(self.text, "( {name} )");
                } else {
                    self.push(&name);
                }
            }
            Term::Con(ty, tag, args) => self.constructor(ty, *tag, args),
            Term::Lam(binders, body, hole) => self.lambda(binders, body, hole.is_some()),
            Term::App(function, args, hole) => self.application(function, args, hole.is_some()),
            Term::Let(binder, bound, body) => {
                self.push("let ");
                let name = self.bind(binder);
                self.push(&name);
                self.push(" = ");
                self.term(bound, Place::Whole);
                self.push(" in ");
                self.term(body, Place::Whole);
            }
            Term::Match(scrutinee, ty, arms) => self.match_on(scrutinee, ty, arms),
        }
        if parentheses {
            self.push(")");
        }
    }

    fn lambda(&mut self, binders: &[Binder], body: &Term, extensible: bool) {
        self.push(if self.haskell() { "\\" } else { "fun " });
        let names: Vec<String> = binders.iter().map(|binder| self.bind(binder)).collect();
        let params = if names.is_empty() {
            "()".to_owned()
        } else if extensible && self.printer.tupled && names.len() > 1 {
            format!("({})", names.join(", "))
        } else {
            names.join(" ")
        };
        self.push(&params);
        self.push(" -> ");
        self.term(body, Place::Whole);
    }

    fn application(&mut self, function: &Term, args: &[Term], extensible: bool) {
        if let (Term::Const(constant, _), [left, right]) = (function, args) {
            let name = self.constant(*constant);
            if is_operator(&name) {
                self.term(left, Place::Part);
                let _ = write!(self.text, " {name} ");
                return self.term(right, Place::Part);
            }
        }
        self.term(function, Place::Part);
        if args.is_empty() {
            self.push(" ()");
        } else if extensible && self.printer.tupled && args.len() > 1 {
            self.push(" ");
            self.tuple(args);
        } else {
            for arg in args {
                self.push(" ");
                self.term(arg, Place::Part);
            }
        }
    }

    fn tuple(&mut self, args: &[Term]) {
        self.push("(");
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            // A comma binds weaker than an application, and stronger than `fun` and `let`.
            let place = if matches!(arg, Term::App(..)) { Place::Whole } else { Place::Part };
            self.term(arg, place);
        }
        self.push(")");
    }

    fn constructor_name(&self, data: u32, tag: u32) -> String {
        let name = &self.printer.environment.datatypes[data as usize].constructors[tag as usize].name;
        if !self.haskell() {
            return name.clone();
        }
        match name.as_str() {
            "true" => "True",
            "false" => "False",
            "None" => "Nothing",
            "Some" => "Just",
            "::" => ":",
            _ => name,
        }
        .to_owned()
    }

    fn constructor(&mut self, ty: &Type, tag: u32, args: &[Term]) {
        let Type::Data(data, _) = ty else { return };
        if self.printer.environment.is_tuple(*data) {
            return self.tuple(args);
        }
        let name = self.constructor_name(*data, tag);
        match args {
            [] => self.push(&name),
            [head, tail] if *data == LIST => {
                self.term(head, Place::Part);
                let _ = write!(self.text, " {name} ");
                self.term(tail, Place::Part);
            }
            [arg] => {
                self.push(&name);
                self.push(" ");
                self.term(arg, Place::Part);
            }
            _ if self.haskell() => {
                self.push(&name);
                for arg in args {
                    self.push(" ");
                    self.term(arg, Place::Part);
                }
            }
            _ => {
                self.push(&name);
                self.push(" ");
                self.tuple(args);
            }
        }
    }

    fn pattern(&mut self, data: u32, tag: u32, binders: &[Binder]) -> String {
        let names: Vec<String> = binders.iter().map(|binder| self.bind(binder)).collect();
        if self.printer.environment.is_tuple(data) {
            return format!("({})", names.join(", "));
        }
        let constructor = self.constructor_name(data, tag);
        match names.as_slice() {
            [] => constructor,
            [head, tail] if data == LIST => format!("{head} {constructor} {tail}"),
            [name] => format!("{constructor} {name}"),
            _ if self.haskell() => format!("{constructor} {}", names.join(" ")),
            _ => format!("{constructor} ({})", names.join(", ")),
        }
    }

    fn match_on(&mut self, scrutinee: &Term, ty: &Type, arms: &[Arm]) {
        let Type::Data(data, _) = ty else { return };
        if let (BOOL, [no, yes]) = (*data, arms) {
            self.push("if ");
            self.term(scrutinee, Place::Whole);
            self.push(" then ");
            self.term(&yes.body, Place::Part);
            self.push(" else ");
            return self.term(&no.body, Place::Part);
        }
        // In Haskell a pattern of `let` is matched when it is needed, that of `case` at once.
        if let [arm] = arms
            && !self.haskell()
        {
            self.push("let ");
            let pattern = self.pattern(*data, 0, &arm.binders);
            self.push(&pattern);
            self.push(" = ");
            self.term(scrutinee, Place::Whole);
            self.push(" in ");
            return self.term(&arm.body, Place::Whole);
        }
        self.push(if self.haskell() { "case " } else { "match " });
        self.term(scrutinee, Place::Whole);
        self.push(if self.haskell() { " of { " } else { " with " });
        for (tag, arm) in arms.iter().enumerate() {
            if tag > 0 {
                self.push(if self.haskell() { "; " } else { " | " });
            }
            let pattern = self.pattern(*data, tag as u32, &arm.binders);
            self.push(&pattern);
            self.push(" -> ");
            // A match inside would take the arms that follow.
            self.term(&arm.body, Place::Part);
        }
        if self.haskell() {
            self.push(" }");
        }
    }
}

fn is_atom(term: &Term) -> bool {
    match term {
        Term::Hole(_) | Term::Var(_) | Term::Int(_) | Term::Str(_) | Term::Const(..) => true,
        Term::Con(ty, _, args) => {
            let tuple = matches!(&**ty, Type::Data(data, _)
                if (crate::environment::TUPLE_2..crate::environment::FIRST_OWN).contains(data));
            args.is_empty() || tuple
        }
        Term::Lam(..) | Term::App(..) | Term::Let(..) | Term::Match(..) => false,
    }
}

fn is_operator(name: &str) -> bool {
    name.starts_with(|c: char| !(c.is_alphanumeric() || c == '_'))
}
