//! All small terms, and which of them each set of rules makes.
//!
//! The environment is that of `benchmarks/table4/gen_term_env.ml`, whose generator is proved to cover every well-typed term: a type `t` with a
//! constant, a successor and an addition. The terms are all those of type `t` with at most seven nodes that are made of
//! constants, variables, functions and calls, where functions have one or two parameters of type `t` or `t -> t`, and calls have all arguments. They
//! are listed by brute force, without the generator; then each set of rules makes many terms, and what it has not made is
//! sorted by what is in it. The paper says that the non-local rules alone are not complete; this shows how.

use covenant_terms::term::Term;
use covenant_terms::{Environment, Generator, Type, Weights, notation, read};
use std::collections::{BTreeMap, BTreeSet};

/// The environment.
pub const ENVIRONMENT: &str = "type t\nval zero : t\nval succ : t -> t\nval add : t -> t -> t\n";
/// The constants, with the number of their arguments.
const CONSTANTS: [(&str, usize); 3] = [("zero", 0), ("succ", 1), ("add", 2)];
/// Nodes at most.
pub const MOST_NODES: usize = 7;

/// A term without names: two of them are equal exactly if they differ in names only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Small {
    /// A variable, by the number of variables bound since.
    Var(usize),
    /// A constant, by its place in the environment.
    Const(usize),
    /// A function; says of each parameter whether it is itself a function.
    Lam(Vec<bool>, Box<Small>),
    /// A call.
    App(Box<Small>, Vec<Small>),
}

/// The types that occur: `t`, or functions.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ty {
    Base,
    Fun(Vec<Ty>, Box<Ty>),
}

fn param(function: bool) -> Ty {
    if function { Ty::Fun(vec![Ty::Base], Box::new(Ty::Base)) } else { Ty::Base }
}

/// The parameters that functions can have.
fn params() -> Vec<Vec<bool>> {
    let one = [false, true].into_iter().map(|first| vec![first]);
    let two = [false, true].into_iter().flat_map(|first| [vec![first, false], vec![first, true]]);
    one.chain(two).collect()
}

/// All terms of a type with exactly so many nodes.
fn all(ty: &Ty, scope: &mut Vec<bool>, nodes: usize) -> Vec<Small> {
    let mut found = Vec::new();
    if nodes == 0 {
        return found;
    }
    if nodes == 1 {
        for (at, (_, arguments)) in CONSTANTS.iter().enumerate() {
            let function = Ty::Fun(vec![Ty::Base; *arguments], Box::new(Ty::Base));
            if *ty == if *arguments == 0 { Ty::Base } else { function } {
                found.push(Small::Const(at));
            }
        }
        let here = scope.iter().rev().enumerate().filter(|(_, function)| param(**function) == *ty);
        found.extend(here.map(|(at, _)| Small::Var(at)));
        return found;
    }
    for params in params() {
        let types: Vec<Ty> = params.iter().map(|function| param(*function)).collect();
        if let Ty::Fun(from, to) = ty
            && *from == types
        {
            let height = scope.len();
            scope.extend(&params);
            let bodies = all(to, scope, nodes - 1);
            scope.truncate(height);
            found.extend(bodies.into_iter().map(|body| Small::Lam(params.clone(), Box::new(body))));
        }
        let function = Ty::Fun(types.clone(), Box::new(ty.clone()));
        for left in 1..nodes - 1 {
            let callees = all(&function, scope, left);
            if callees.is_empty() {
                continue;
            }
            for arguments in rows(&types, scope, nodes - 1 - left) {
                found.extend(
                    callees.iter().map(|callee| Small::App(Box::new(callee.clone()), arguments.clone())),
                );
            }
        }
    }
    found
}

/// All terms of several types with so many nodes together.
fn rows(types: &[Ty], scope: &mut Vec<bool>, nodes: usize) -> Vec<Vec<Small>> {
    let Some((first, rest)) = types.split_first() else {
        return if nodes == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut found = Vec::new();
    for left in 1..=nodes.saturating_sub(rest.len()) {
        let rests = rows(rest, scope, nodes - left);
        for term in all(first, scope, left) {
            for rest in &rests {
                found.push(std::iter::once(term.clone()).chain(rest.iter().cloned()).collect());
            }
        }
    }
    found
}

/// All terms of type `t` up to a size.
#[must_use]
pub fn all_terms(most_nodes: usize) -> BTreeSet<Small> {
    (1..=most_nodes).flat_map(|nodes| all(&Ty::Base, &mut Vec::new(), nodes)).collect()
}

/// A generated term, if it is made of what is listed.
fn of_term(term: &Term, own: u32, scope: &mut Vec<u32>) -> Option<Small> {
    let base = Type::Data(own, Vec::new());
    match term {
        Term::Var(var) => Some(Small::Var(scope.iter().rev().position(|bound| bound == var)?)),
        Term::Const(constant, _) => Some(Small::Const(*constant as usize)),
        Term::Lam(binders, body, _) => {
            let functions: Option<Vec<bool>> = binders
                .iter()
                .map(|binder| match &*binder.ty {
                    ty if *ty == base => Some(false),
                    Type::Fun(arrow) if arrow.params == [base.clone()] && arrow.result == base => Some(true),
                    _ => None,
                })
                .collect();
            let height = scope.len();
            scope.extend(binders.iter().map(|binder| binder.var));
            let body = of_term(body, own, scope);
            scope.truncate(height);
            Some(Small::Lam(functions?, Box::new(body?)))
        }
        Term::App(function, args, _) => {
            let args: Option<Vec<Small>> = args.iter().map(|arg| of_term(arg, own, scope)).collect();
            Some(Small::App(Box::new(of_term(function, own, scope)?), args?))
        }
        _ => None,
    }
}

/// What is in a term that a set of rules does not make.
fn reason(term: &Small) -> &'static str {
    if somewhere(term, &ignores) {
        "a lambda ignores a parameter"
    } else if somewhere(term, &passes_constant) {
        "a constant that is a function is passed to a lambda"
    } else {
        "other"
    }
}

fn somewhere(term: &Small, holds: &dyn Fn(&Small) -> bool) -> bool {
    holds(term)
        || match term {
            Small::Var(_) | Small::Const(_) => false,
            Small::Lam(_, body) => somewhere(body, holds),
            Small::App(function, args) => {
                somewhere(function, holds) || args.iter().any(|arg| somewhere(arg, holds))
            }
        }
}

fn ignores(term: &Small) -> bool {
    let Small::Lam(params, body) = term else { return false };
    (0..params.len()).any(|var| !uses(body, var))
}

fn passes_constant(term: &Small) -> bool {
    let Small::App(_, args) = term else { return false };
    args.iter().any(|arg| matches!(arg, Small::Const(at) if CONSTANTS[*at].1 > 0))
}

fn uses(term: &Small, var: usize) -> bool {
    match term {
        Small::Var(at) => *at == var,
        Small::Const(_) => false,
        Small::Lam(params, body) => uses(body, var + params.len()),
        Small::App(function, args) => uses(function, var) || args.iter().any(|arg| uses(arg, var)),
    }
}

/// What a set of rules made of all terms.
#[derive(Clone, Debug)]
pub struct Made {
    /// Listed terms that came out.
    pub made: usize,
    /// How often the one came out that came out least often.
    pub least: u64,
    /// Listed terms that did not, by reason, each with the first one.
    pub missing: BTreeMap<&'static str, (usize, Small)>,
}

/// The three sets of rules. Weights are even, and lets and matches are left out, which the listed terms do not have.
#[must_use]
pub fn rules() -> [(&'static str, Weights); 3] {
    let even = Weights {
        var: 10,
        unused: 1,
        constant: 10,
        abs: 10,
        fun_var: 10,
        fun_const: 10,
        bridge: 0,
        let_: 0,
        match_local: 0,
        match_var: 0,
        match_: 0,
        block: 0,
        type_depth: 1,
        known_types: 80,
        app: 0,
        app_ext: 0,
        param: 0,
        ..Weights::default()
    };
    let local = Weights { app: 40, ..even.clone() };
    let nonlocal = Weights { app_ext: 10, param: 20, ..even };
    let mixed = Weights { app: 40, ..nonlocal.clone() };
    [("local", local), ("non-local", nonlocal), ("mixed", mixed)]
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
    let mut found: BTreeMap<Small, u64> = BTreeMap::new();
    if let Ok(mut generator) = Generator::new(&environment, weights.clone(), &goal) {
        for size in 1..=MOST_NODES + 3 {
            for index in 0..samples {
                let term = generator.generate(size as u64, index, size);
                if let Some(small) = of_term(&term, own, &mut Vec::new())
                    && listed.contains(&small)
                {
                    *found.entry(small).or_default() += 1;
                }
            }
        }
    }
    let mut missing: BTreeMap<&'static str, (usize, Small)> = BTreeMap::new();
    for term in listed.iter().filter(|term| !found.contains_key(term)) {
        missing.entry(reason(term)).or_insert_with(|| (0, term.clone())).0 += 1;
    }
    Made { made: found.len(), least: found.values().min().copied().unwrap_or(0), missing }
}

/// As people write it.
#[must_use]
pub fn shown(term: &Small, depth: usize) -> String {
    let part = |term: &Small| match term {
        Small::Var(_) | Small::Const(_) => shown(term, depth),
        Small::Lam(..) | Small::App(..) => format!("({})", shown(term, depth)),
    };
    match term {
        Small::Var(at) => format!("x{}", depth - 1 - at),
        Small::Const(at) => CONSTANTS[*at].0.to_owned(),
        Small::Lam(params, body) => {
            let params: String = params
                .iter()
                .zip(depth..)
                .map(|(function, at)| format!(" (x{at} : {})", if *function { "t -> t" } else { "t" }))
                .collect();
            let inner = depth + params.matches(':').count();
            format!("fun{params} -> {}", shown(body, inner))
        }
        Small::App(function, args) => {
            let args: String = args.iter().map(|arg| format!(" {}", part(arg))).collect();
            format!("{}{args}", part(function))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_counted_by_hand() {
        // zero; succ zero; add zero zero, (fun x -> x) zero, (fun x -> zero) zero, (fun f -> zero) succ.
        let sizes: Vec<usize> = (1..=4).map(|nodes| all(&Ty::Base, &mut Vec::new(), nodes).len()).collect();
        assert_eq!(sizes, [1, 0, 1, 4]);
    }

    #[test]
    fn what_ignores_its_argument_needs_the_local_rule() {
        let small = all_terms(4);
        let [local, nonlocal, mixed] = rules().map(|(_, weights)| sample(&weights, &small, 4000));
        assert_eq!(
            nonlocal.made + nonlocal.missing.values().map(|(count, _)| count).sum::<usize>(),
            small.len()
        );
        assert!(nonlocal.missing.contains_key("a lambda ignores a parameter"), "{nonlocal:?}");
        assert_eq!((local.made, mixed.made), (small.len(), small.len()), "{local:?} {mixed:?}");
    }
}
