//! Functions of the file that formulas name, without an attribute.
//!
//! Formulas know predicates, and a predicate is written `let[@predicate] rec height t = …`. Who makes a claim about code
//! that exists already has `let rec height t = …` in it, and says `height v <= n`. So a function that a formula names is
//! read as if the attribute stood there, and so is what it uses. For OCaml the attribute is nothing.
//!
//! Only functions of which this can be right are taken: that have no claim and no effect, and use nothing but their kind.
//! Whether one is total and structurally recursive is decided where predicates are read, as for all of them. What a formula does
//! not name stays a function of the program, so no file without a mistake is read in another way than before.
//!
//! SOUNDNESS: the item is the one that the attribute would have given, so this adds nothing to what a reader of
//! predicates has to get right. Names are resolved as they are everywhere: the last definition above counts.

use std::collections::BTreeMap;

use crate::aside::names;
use crate::infer::{is_built_in, is_primitive};
use crate::syntax::{
    Attribute, Binding, Bindings, Expr, ExprKind, Item, Namespace, SpecScheme, SpecType, SpecTypeKind,
};
use crate::tree::{bare, children, free_variables, parameters_of, variables};

/// Reads the functions that formulas name as predicates.
pub(crate) fn read_as_predicates(items: &mut [Item]) {
    let mut uses = Uses::default();
    for (place, item) in items.iter().enumerate() {
        uses.of_formulas(item);
        uses.of_definition(item);
        for (_, name) in names(item).into_iter().filter(|(space, _)| *space == Namespace::Value) {
            uses.defined.insert(name.text, place);
        }
    }
    let mut taken = vec![false; items.len()];
    while let Some(place) = uses.in_formulas.pop() {
        let fits = uses.definitions.get(place).is_some_and(|definition| definition.fits);
        if fits && let Some(taken) = taken.get_mut(place).filter(|taken| !**taken) {
            *taken = true;
            uses.in_formulas.extend(&uses.definitions[place].uses);
        }
    }
    for (item, taken) in items.iter_mut().zip(taken) {
        if taken && let Item::Program(bindings) = item {
            let bindings = std::mem::replace(bindings, Bindings { recursive: false, list: Vec::new() });
            *item = Item::Predicates(bindings);
        }
    }
}

/// Which items use which, by their places.
#[derive(Default)]
struct Uses {
    /// Where the names that can be used here are defined.
    defined: BTreeMap<String, usize>,
    /// What formulas name.
    in_formulas: Vec<usize>,
    /// One for each item so far.
    definitions: Vec<Definition>,
}

#[derive(Default)]
struct Definition {
    /// What its body names.
    uses: Vec<usize>,
    /// Whether it may be read as a predicate.
    fits: bool,
}

impl Uses {
    fn formula(&mut self, formula: &Expr, bound: &mut Vec<String>) {
        let Uses { defined, in_formulas, .. } = self;
        free_variables(formula, bound, &mut |name| in_formulas.extend(defined.get(name)));
    }

    fn of_formulas(&mut self, item: &Item) {
        match item {
            Item::Program(bindings) => self.attributes(bindings),
            Item::Predicates(bindings) | Item::Answers(bindings) => {
                let Uses { defined, in_formulas, .. } = self;
                free_in_bodies(bindings, &mut |name| in_formulas.extend(defined.get(name)));
            }
            Item::Fact(fact) => {
                let mut bound = Vec::new();
                fact.parameters.iter().for_each(|parameter| variables(parameter, &mut bound));
                self.formula(&fact.body, &mut bound);
            }
            Item::Claim(claim) => self.scheme(&claim.scheme),
            // What the functor defines hides what stands above it, and stays a function of the program.
            Item::Functor(functor) => {
                let outside = self.defined.clone();
                for item in &functor.items {
                    self.of_formulas(item);
                    for (_, name) in names(item) {
                        self.defined.remove(&name.text);
                    }
                }
                self.defined = outside;
            }
            _ => {}
        }
    }

    /// The claims and measures of a group, and of the local functions in it.
    fn attributes(&mut self, bindings: &Bindings) {
        for binding in &bindings.list {
            for attribute in &binding.attributes {
                match attribute {
                    Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme) => self.scheme(scheme),
                    Attribute::Measure(term) | Attribute::Rank(term) => {
                        let mut bound = vec!["v".to_owned()];
                        parameters_of(binding).iter().for_each(|parameter| variables(parameter, &mut bound));
                        bound.extend(named_by_claims(binding));
                        self.formula(term, &mut bound);
                    }
                }
            }
            let mut pending = vec![&binding.body];
            while let Some(next) = pending.pop() {
                if let ExprKind::Let(local, _) = &next.kind {
                    self.attributes(local);
                }
                pending.extend(children(next));
            }
        }
    }

    fn scheme(&mut self, scheme: &SpecScheme) {
        let mut bound = scheme.predicates.iter().map(|(name, _)| name.text.clone()).collect();
        self.spec(&scheme.body, &mut bound);
    }

    fn spec(&mut self, spec: &SpecType, bound: &mut Vec<String>) {
        match &spec.kind {
            SpecTypeKind::Base { value, formula, .. } => {
                bound.push(value.text.clone());
                self.formula(formula, bound);
                bound.pop();
            }
            SpecTypeKind::Arrow { parameter, domain, codomain } => {
                let height = bound.len();
                self.spec(domain, bound);
                bound.extend(parameter.iter().map(|name| name.text.clone()));
                self.spec(codomain, bound);
                bound.truncate(height);
            }
        }
    }

    fn of_definition(&mut self, item: &Item) {
        let mut definition = Definition::default();
        match item {
            Item::Program(bindings) => {
                let mut draws = false;
                free_in_bodies(bindings, &mut |name| match self.defined.get(name) {
                    Some(place) => definition.uses.push(*place),
                    None => draws |= is_primitive(name),
                });
                let known = |place: &usize| self.definitions.get(*place).is_some_and(|known| known.fits);
                let fits = bindings.list.iter().all(is_plain) && definition.uses.iter().all(known);
                definition.fits = fits && !draws;
            }
            Item::Predicates(_) => definition.fits = true,
            _ => {}
        }
        self.definitions.push(definition);
    }
}

/// Calls `each` with every name that the definitions of a group do not bind themselves.
fn free_in_bodies(bindings: &Bindings, each: &mut dyn FnMut(&str)) {
    for binding in &bindings.list {
        let mut bound = Vec::new();
        if bindings.recursive {
            bindings.list.iter().for_each(|member| variables(&member.pattern, &mut bound));
        }
        binding.parameters.iter().for_each(|parameter| variables(parameter, &mut bound));
        free_variables(&binding.body, &mut bound, each);
    }
}

/// The parameters that the claims of a binding name: a measure may mean them.
fn named_by_claims(binding: &Binding) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in &binding.attributes {
        if let Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme) = attribute {
            let mut spec = &scheme.body;
            while let SpecTypeKind::Arrow { parameter, codomain, .. } = &spec.kind {
                names.extend(parameter.iter().map(|name| name.text.clone()));
                spec = codomain;
            }
        }
    }
    names
}

/// A definition by an expression that only computes, of a name that means nothing in formulas by itself.
fn is_plain(binding: &Binding) -> bool {
    let named = bare(&binding.pattern).is_some_and(|name| !is_built_in(name));
    named && binding.attributes.is_empty() && computes(&binding.body)
}

fn computes(expr: &Expr) -> bool {
    let effect = match &expr.kind {
        ExprKind::Fail | ExprKind::Raise(_) | ExprKind::Sequence(..) => true,
        ExprKind::Labelled(..) | ExprKind::Open(..) => true,
        ExprKind::Let(bindings, _) => {
            bindings.recursive || bindings.list.iter().any(|b| !b.attributes.is_empty())
        }
        _ => false,
    };
    !effect && children(expr).into_iter().all(computes)
}
