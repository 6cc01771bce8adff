//! Smaller terms of the same type: a difference between compilers is shown on one that a person can read.
//!
//! A candidate replaces one part by something smaller that has its type and is in scope: one of the part's own parts, a
//! variable, a trivial value; or it drops a let binding that is not used. Candidates are tried in order, the ones
//! that drop most first; the caller says which still differ. That they are well typed is checked, not argued.

use crate::check;
use crate::environment::{Environment, INT, STRING};
use crate::term::{Binder, Term, deep};
use crate::types::Type;
use std::rc::Rc;

/// Smaller terms of the same type, the smallest first, at most so many.
#[must_use]
pub fn smaller(environment: &Environment, term: &Term, goal: &Type, most: usize) -> Vec<Term> {
    let mut found = Vec::new();
    let mut scope = Vec::new();
    let mut changed = Vec::new();
    collect(environment, term, &mut scope, &mut |part| part, &mut changed);
    let size = term.size();
    for candidate in changed {
        if candidate.size() < size && !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found.retain(|candidate| check::check(environment, candidate, goal).is_ok());
    found.sort_by_key(Term::size);
    found.truncate(most);
    found
}

/// Puts a part back into the whole.
type Rebuild<'r> = dyn FnMut(Term) -> Term + 'r;

fn collect(
    environment: &Environment,
    term: &Term,
    scope: &mut Vec<Binder>,
    rebuild: &mut Rebuild<'_>,
    found: &mut Vec<Term>,
) {
    deep(|| collect_here(environment, term, scope, rebuild, found));
}

fn collect_here(
    environment: &Environment,
    term: &Term,
    scope: &mut Vec<Binder>,
    rebuild: &mut Rebuild<'_>,
    found: &mut Vec<Term>,
) {
    for candidate in replacements(environment, term, scope) {
        found.push(rebuild(candidate));
    }
    match term {
        Term::Hole(_) | Term::Var(_) | Term::Int(_) | Term::Str(_) | Term::Const(..) => {}
        Term::Con(ty, tag, args) => {
            for (at, arg) in args.iter().enumerate() {
                let mut put = |part| rebuild(Term::Con(ty.clone(), *tag, replaced(args, at, part)));
                collect(environment, arg, scope, &mut put, found);
            }
        }
        Term::Lam(binders, body, hole) => {
            scope.extend(binders.iter().cloned());
            let mut put = |part| rebuild(Term::Lam(binders.clone(), Box::new(part), *hole));
            collect(environment, body, scope, &mut put, found);
            scope.truncate(scope.len() - binders.len());
        }
        Term::App(function, args, hole) => {
            let mut put = |part| rebuild(Term::App(Box::new(part), args.clone(), *hole));
            collect(environment, function, scope, &mut put, found);
            for (at, arg) in args.iter().enumerate() {
                let mut put = |part| rebuild(Term::App(function.clone(), replaced(args, at, part), *hole));
                collect(environment, arg, scope, &mut put, found);
            }
        }
        Term::Let(binder, bound, body) => {
            let mut put = |part| rebuild(Term::Let(binder.clone(), Box::new(part), body.clone()));
            collect(environment, bound, scope, &mut put, found);
            scope.push(binder.clone());
            let mut put = |part| rebuild(Term::Let(binder.clone(), bound.clone(), Box::new(part)));
            collect(environment, body, scope, &mut put, found);
            scope.pop();
        }
        Term::Match(scrutinee, ty, arms) => {
            let mut put = |part| rebuild(Term::Match(Box::new(part), ty.clone(), arms.clone()));
            collect(environment, scrutinee, scope, &mut put, found);
            for (at, arm) in arms.iter().enumerate() {
                scope.extend(arm.binders.iter().cloned());
                let mut put = |part| {
                    let mut arms = arms.clone();
                    arms[at].body = part;
                    rebuild(Term::Match(scrutinee.clone(), ty.clone(), arms))
                };
                collect(environment, &arm.body, scope, &mut put, found);
                scope.truncate(scope.len() - arm.binders.len());
            }
        }
    }
}

fn replaced(args: &[Term], at: usize, part: Term) -> Vec<Term> {
    let mut args = args.to_vec();
    args[at] = part;
    args
}

/// What could stand instead; types are checked later.
fn replacements(environment: &Environment, term: &Term, scope: &[Binder]) -> Vec<Term> {
    if term.parts().is_empty() {
        return Vec::new();
    }
    let mut candidates: Vec<Term> = Vec::new();
    candidates.extend(term.parts().into_iter().cloned());
    // A redex whose parameters are not used, and the body of a lambda that is applied.
    if let Term::App(function, _, _) = term
        && let Term::Lam(_, body, _) = &**function
    {
        candidates.push((**body).clone());
    }
    candidates.extend(scope.iter().rev().map(|binder| Term::Var(binder.var)));
    candidates.push(Term::Int(0));
    candidates.push(Term::Str(0));
    for (data, declared) in environment.datatypes.iter().enumerate() {
        if declared.params > 0 || [INT, STRING].contains(&(data as u32)) {
            continue;
        }
        let ty = Rc::new(Type::Data(data as u32, Vec::new()));
        for (tag, constructor) in declared.constructors.iter().enumerate() {
            if constructor.fields.is_empty() {
                candidates.push(Term::Con(ty.clone(), tag as u32, Vec::new()));
            }
        }
    }
    if let Term::Con(ty, _, _) = term
        && let Type::Data(data, _) = &**ty
    {
        for (tag, constructor) in environment.datatypes[*data as usize].constructors.iter().enumerate() {
            if constructor.fields.is_empty() {
                candidates.push(Term::Con(ty.clone(), tag as u32, Vec::new()));
            }
        }
    }
    candidates
}
