//! All small terms, and which of them each set of rules makes.
//!
//! The environment has one type `t` with constructors `C` and `S of t`. The terms are all those of type `t` with at most
//! seven nodes that are made of variables, constructors, functions of one parameter and calls, where parameters have type `t` or
//! `t -> t`. They are listed by brute force, without the generator; then each set of rules makes many terms, and what it has
//! not made is sorted by reason. The paper says that the non-local rules alone are not complete; this shows how.

use covenant_terms::term::Term;
use covenant_terms::{Environment, Generator, Type, Weights, notation, read};
use std::collections::{BTreeMap, BTreeSet};

/// The environment.
pub const ENVIRONMENT: &str = "type t = C | S of t\n";
/// Nodes at most.
pub const MOST_NODES: usize = 7;

/// A term without names: two of them are equal exactly if they differ in names only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Small {
    /// A variable, by the number of binders in between.
    Var(usize),
    /// `C`.
    C,
    /// `S`.
    S(Box<Small>),
    /// A function; whether its parameter is itself one from `t` to `t`.
    Lam(bool, Box<Small>),
    /// A call.
    App(Box<Small>, Box<Small>),
}

/// The types that occur: `t`, or functions of one argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ty {
    Base,
    Fun(Box<Ty>, Box<Ty>),
}

fn param(function: bool) -> Ty {
    if function { Ty::Fun(Box::new(Ty::Base), Box::new(Ty::Base)) } else { Ty::Base }
}

/// All terms of a type with exactly so many nodes.
fn all(ty: &Ty, scope: &mut Vec<bool>, nodes: usize) -> Vec<Small> {
    let mut found = Vec::new();
    if nodes == 0 {
        return found;
    }
    if nodes == 1 {
        if *ty == Ty::Base {
            found.push(Small::C);
        }
        let here = scope.iter().rev().enumerate().filter(|(_, function)| param(**function) == *ty);
        found.extend(here.map(|(at, _)| Small::Var(at)));
        return found;
    }
    match ty {
        Ty::Base => found.extend(all(ty, scope, nodes - 1).into_iter().map(|arg| Small::S(Box::new(arg)))),
        Ty::Fun(from, to) => {
            for function in [false, true] {
                if param(function) == **from {
                    scope.push(function);
                    let bodies = all(to, scope, nodes - 1);
                    scope.pop();
                    found.extend(bodies.into_iter().map(|body| Small::Lam(function, Box::new(body))));
                }
            }
        }
    }
    for function in [false, true] {
        let arrow = Ty::Fun(Box::new(param(function)), Box::new(ty.clone()));
        for left in 1..nodes.saturating_sub(1) {
            let arguments = all(&param(function), scope, nodes - 1 - left);
            if arguments.is_empty() {
                continue;
            }
            for callee in all(&arrow, scope, left) {
                for argument in &arguments {
                    found.push(Small::App(Box::new(callee.clone()), Box::new(argument.clone())));
                }
            }
        }
    }
    found
}

/// All terms of type `t` up to the size.
#[must_use]
pub fn all_terms() -> BTreeSet<Small> {
    (1..=MOST_NODES).flat_map(|nodes| all(&Ty::Base, &mut Vec::new(), nodes)).collect()
}

/// A generated term, if it is one of those that are listed.
fn of_term(term: &Term, own: u32, scope: &mut Vec<u32>) -> Option<Small> {
    let base = Type::Data(own, Vec::new());
    match term {
        Term::Var(var) => Some(Small::Var(scope.iter().rev().position(|bound| bound == var)?)),
        Term::Con(ty, 0, _) if **ty == base => Some(Small::C),
        Term::Con(ty, 1, args) if **ty == base => {
            Some(Small::S(Box::new(of_term(args.first()?, own, scope)?)))
        }
        Term::Lam(binders, body, _) => {
            let [binder] = binders.as_slice() else { return None };
            let function = match &*binder.ty {
                ty if *ty == base => false,
                Type::Fun(arrow) if arrow.params == [base.clone()] && arrow.result == base => true,
                _ => return None,
            };
            scope.push(binder.var);
            let body = of_term(body, own, scope);
            scope.pop();
            Some(Small::Lam(function, Box::new(body?)))
        }
        Term::App(function, args, _) => {
            let [arg] = args.as_slice() else { return None };
            Some(Small::App(Box::new(of_term(function, own, scope)?), Box::new(of_term(arg, own, scope)?)))
        }
        _ => None,
    }
}

/// Why a set of rules cannot make a term, or does so rarely.
fn reason(term: &Small) -> &'static str {
    if calls_what_ignores(term) { "a lambda is called that ignores its argument" } else { "other" }
}

fn calls_what_ignores(term: &Small) -> bool {
    match term {
        Small::Var(_) | Small::C => false,
        Small::S(arg) | Small::Lam(_, arg) => calls_what_ignores(arg),
        Small::App(function, arg) => {
            let ignores = matches!(&**function, Small::Lam(_, body) if !uses(body, 0));
            ignores || calls_what_ignores(function) || calls_what_ignores(arg)
        }
    }
}

fn uses(term: &Small, var: usize) -> bool {
    match term {
        Small::Var(at) => *at == var,
        Small::C => false,
        Small::S(arg) => uses(arg, var),
        Small::Lam(_, body) => uses(body, var + 1),
        Small::App(function, arg) => uses(function, var) || uses(arg, var),
    }
}

/// What a set of rules made of all terms.
#[derive(Clone, Debug)]
pub struct Made {
    /// Listed terms that came out.
    pub made: usize,
    /// Listed terms that did not, by reason, each with the first one.
    pub missing: BTreeMap<&'static str, (usize, Small)>,
}

/// Makes so many terms of each size and says which of `listed` came out.
#[must_use]
pub fn sample(weights: &Weights, listed: &BTreeSet<Small>, samples: u64) -> Made {
    let environment: Environment = match read::environment(ENVIRONMENT) {
        Ok(environment) => environment,
        Err(error) => unreachable!("{}", error.message),
    };
    let goal = match notation::parse("t", &environment, false) {
        Ok(scheme) => scheme.ty,
        Err(error) => unreachable!("{}", error.message),
    };
    let own = covenant_terms::environment::FIRST_OWN;
    let mut found = BTreeSet::new();
    if let Ok(mut generator) = Generator::new(&environment, weights.clone(), &goal) {
        for size in 1..=MOST_NODES + 3 {
            for index in 0..samples {
                let term = generator.generate(size as u64, index, size);
                if let Some(small) = of_term(&term, own, &mut Vec::new())
                    && listed.contains(&small)
                {
                    found.insert(small);
                }
            }
        }
    }
    let mut missing: BTreeMap<&'static str, (usize, Small)> = BTreeMap::new();
    for term in listed.difference(&found) {
        missing.entry(reason(term)).or_insert_with(|| (0, term.clone())).0 += 1;
    }
    Made { made: found.len(), missing }
}

/// As people write it.
#[must_use]
pub fn shown(term: &Small, depth: usize) -> String {
    match term {
        Small::Var(at) => format!("x{}", depth - 1 - at),
        Small::C => "C".into(),
        Small::S(arg) => format!("S ({})", shown(arg, depth)),
        Small::Lam(function, body) => {
            let ty = if *function { "t -> t" } else { "t" };
            format!("fun (x{depth} : {ty}) -> {}", shown(body, depth + 1))
        }
        Small::App(function, arg) => format!("({}) ({})", shown(function, depth), shown(arg, depth)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_counted_by_hand() {
        // C; S C; S (S C); (fun x -> x) C and (fun x -> C) C have four nodes.
        let sizes: Vec<usize> = (1..=4).map(|nodes| all(&Ty::Base, &mut Vec::new(), nodes).len()).collect();
        assert_eq!(sizes, [1, 1, 1, 3]);
    }

    #[test]
    fn what_ignores_its_argument_needs_the_local_rule() {
        let small: BTreeSet<Small> =
            (1..=4).flat_map(|nodes| all(&Ty::Base, &mut Vec::new(), nodes)).collect();
        let nonlocal = Weights { app: 0, fun_const: 0, ..Weights::default() };
        let made = sample(&nonlocal, &small, 400);
        assert_eq!(made.made + made.missing.values().map(|(count, _)| count).sum::<usize>(), small.len());
        assert!(made.missing.contains_key("a lambda is called that ignores its argument"), "{made:?}");
        let mixed = Weights { app: 24, type_depth: 1, unused: 1, ..nonlocal };
        let mixed = sample(&mixed, &small, 6000);
        assert_eq!(mixed.made, small.len(), "{mixed:?}");
    }
}
