//! Inference variables and unification.

use std::collections::BTreeMap;

use crate::steps::Steps;
use crate::typed::{Datatype, Ty};

/// The inference variables of one file.
pub(crate) struct Unifier {
    solutions: Vec<Option<Ty>>,
    /// Solutions share structure, and types as trees do not: following them is what can explode.
    steps: Steps,
}

impl Unifier {
    pub fn new(steps: Steps) -> Self {
        Self { solutions: Vec::new(), steps }
    }

    pub fn fresh(&mut self) -> Ty {
        let number = u32::try_from(self.solutions.len()).unwrap_or(u32::MAX);
        self.solutions.push(None);
        Ty::Meta(number)
    }

    pub fn fresh_many(&mut self, count: usize) -> Vec<Ty> {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// Follows solutions at the root only.
    fn head(&self, ty: &Ty) -> Ty {
        let mut current = ty;
        while let Ty::Meta(number) = current {
            match self.solutions.get(*number as usize) {
                Some(Some(solution)) => current = solution,
                _ => break,
            }
            self.steps.spend(1);
        }
        current.clone()
    }

    /// Whether a type is that of functions.
    pub fn is_arrow(&self, ty: &Ty) -> bool {
        matches!(self.head(ty), Ty::Arrow(..))
    }

    /// Follows solutions everywhere.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        if !self.steps.spend(1) {
            return Ty::unit();
        }
        match self.head(ty) {
            Ty::Data(id, arguments) => {
                Ty::Data(id, arguments.iter().map(|inner| self.resolve(inner)).collect())
            }
            Ty::Arrow(domain, codomain) => Ty::arrow(self.resolve(&domain), self.resolve(&codomain)),
            other => other,
        }
    }

    fn occurs(&self, number: u32, ty: &Ty) -> bool {
        if !self.steps.spend(1) {
            return true;
        }
        match self.head(ty) {
            Ty::Meta(other) => other == number,
            Ty::Data(_, arguments) => arguments.iter().any(|inner| self.occurs(number, inner)),
            Ty::Arrow(domain, codomain) => self.occurs(number, &domain) || self.occurs(number, &codomain),
            Ty::Rigid(_) | Ty::Int | Ty::Opaque(_) => false,
        }
    }

    fn solve(&mut self, number: u32, ty: Ty) {
        if let Some(slot) = self.solutions.get_mut(number as usize) {
            *slot = Some(ty);
        }
    }

    /// Makes two types equal, or says that they are not.
    pub fn unify(&mut self, left: &Ty, right: &Ty) -> bool {
        if !self.steps.spend(1) {
            return false;
        }
        match (self.head(left), self.head(right)) {
            (Ty::Meta(a), Ty::Meta(b)) if a == b => true,
            (Ty::Meta(number), other) | (other, Ty::Meta(number)) => {
                if self.occurs(number, &other) {
                    return false;
                }
                self.solve(number, other);
                true
            }
            (Ty::Data(a, xs), Ty::Data(b, ys)) => {
                a == b && xs.len() == ys.len() && xs.iter().zip(&ys).all(|(x, y)| self.unify(x, y))
            }
            (Ty::Arrow(a, b), Ty::Arrow(c, d)) => self.unify(&a, &c) && self.unify(&b, &d),
            (a, b) => a == b,
        }
    }

    /// Turns the unsolved variables of `ty` into quantified ones, numbered from
    /// `next`.
    pub fn generalise(&mut self, ty: &Ty, next: &mut u32) {
        if !self.steps.spend(1) {
            return;
        }
        match self.head(ty) {
            Ty::Meta(number) => {
                self.solve(number, Ty::Rigid(*next));
                *next += 1;
            }
            Ty::Data(_, arguments) => {
                for inner in &arguments {
                    self.generalise(inner, next);
                }
            }
            Ty::Arrow(domain, codomain) => {
                self.generalise(&domain, next);
                self.generalise(&codomain, next);
            }
            Ty::Rigid(_) | Ty::Int | Ty::Opaque(_) => {}
        }
    }

    /// As [`resolve`](Self::resolve); variables that nothing determines become
    /// `unit`, since no value of them is ever looked at.
    pub fn finish(&self, ty: &Ty) -> Ty {
        if !self.steps.spend(1) {
            return Ty::unit();
        }
        match self.head(ty) {
            Ty::Meta(_) => Ty::unit(),
            Ty::Data(id, arguments) => {
                Ty::Data(id, arguments.iter().map(|inner| self.finish(inner)).collect())
            }
            Ty::Arrow(domain, codomain) => Ty::arrow(self.finish(&domain), self.finish(&codomain)),
            other => other,
        }
    }
}

/// Writes types as OCaml does.
pub(crate) struct Printer<'a> {
    pub datatypes: &'a [Datatype],
    pub opaque: &'a [String],
    names: BTreeMap<u32, String>,
}

impl<'a> Printer<'a> {
    pub fn new(datatypes: &'a [Datatype], opaque: &'a [String]) -> Self {
        Self { datatypes, opaque, names: BTreeMap::new() }
    }

    pub fn print(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Meta(number) => {
                let next = self.names.len();
                let name = self.names.entry(*number).or_insert_with(|| format!("'_{}", letter(next)));
                name.clone()
            }
            Ty::Rigid(number) => format!("'{}", letter(*number as usize)),
            Ty::Int => "int".to_owned(),
            Ty::Opaque(number) => self.opaque.get(*number as usize).cloned().unwrap_or_default(),
            Ty::Data(id, arguments) => self.print_data(*id, arguments),
            Ty::Arrow(domain, codomain) => {
                let left = self.print(domain);
                let right = self.print(codomain);
                match **domain {
                    Ty::Arrow(..) => format!("({left}) -> {right}"),
                    _ => format!("{left} -> {right}"),
                }
            }
        }
    }

    fn print_data(&mut self, id: usize, arguments: &[Ty]) -> String {
        let name = self.datatypes.get(id).map(|datatype| datatype.name.clone()).unwrap_or_default();
        if name.starts_with("tuple") && arguments.len() >= 2 {
            let parts: Vec<_> = arguments.iter().map(|ty| self.print_atom(ty)).collect();
            return parts.join(" * ");
        }
        match arguments {
            [] => name,
            [only] => format!("{} {name}", self.print_atom(only)),
            many => {
                let parts: Vec<_> = many.iter().map(|ty| self.print(ty)).collect();
                format!("({}) {name}", parts.join(", "))
            }
        }
    }

    fn print_atom(&mut self, ty: &Ty) -> String {
        let text = self.print(ty);
        if text.contains(" * ") || text.contains("->") { format!("({text})") } else { text }
    }
}

fn letter(index: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(index % 26).unwrap_or(0));
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26) }
}
