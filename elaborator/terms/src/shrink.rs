//! Smaller terms of the same type: a difference between compilers is shown on one that a person can read.
//!
//! A candidate replaces one part by something smaller that has its type and is in scope: one of the part's own parts, a
//! variable, a trivial value; or by what it becomes when a let binding or an argument is put where it is used, or a match is decided
//! ([`crate::inline`]). Candidates are tried in order, the smallest first; the caller says which still differ. That they are well typed is
//! checked, not argued. A candidate is smaller than its term, so shrinking ends.

use crate::check;
use crate::environment::{Environment, INT, STRING};
use crate::inline;
use crate::term::{Binder, Term, deep};
use crate::types::Type;
use std::rc::Rc;

/// Smaller terms of the same type, the smallest first.
#[must_use]
pub fn smaller(environment: &Environment, term: &Term, goal: &Type) -> Vec<Term> {
    let mut found = Vec::new();
    let mut scope = Vec::new();
    let mut changed = Vec::new();
    let context = Context { environment, fresh: inline::next_var(term) };
    collect(&context, term, &mut scope, &mut |part| part, &mut changed);
    let size = term.size();
    for candidate in changed {
        if candidate.size() < size && !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found.retain(|candidate| check::check(environment, candidate, goal).is_ok());
    found.sort_by_key(Term::size);
    found
}

/// A term that still does what it is there for, and of which no smaller one does; or what is reached after so many questions. `still`
/// is asked about at most `page` candidates at a time, the smallest first, and says which of them does, by number.
///
/// # Errors
///
/// Those of `still`.
pub fn smallest<E>(
    environment: &Environment,
    term: &Term,
    goal: &Type,
    (questions, page): (u32, usize),
    mut still: impl FnMut(&[Term]) -> Result<Option<usize>, E>,
) -> Result<Term, E> {
    let mut smallest = term.clone();
    let mut asked = 0;
    'found: loop {
        for candidates in smaller(environment, &smallest, goal).chunks(page.max(1)) {
            if asked == questions {
                return Ok(smallest);
            }
            asked += 1;
            if let Some(candidate) = still(candidates)?.and_then(|found| candidates.get(found)) {
                smallest = candidate.clone();
                continue 'found;
            }
        }
        return Ok(smallest);
    }
}

/// What does not change while a term is walked.
struct Context<'e> {
    environment: &'e Environment,
    /// The first number that no binder has.
    fresh: u32,
}

/// Puts a part back into the whole.
type Rebuild<'r> = dyn FnMut(Term) -> Term + 'r;

fn collect(
    context: &Context<'_>,
    term: &Term,
    scope: &mut Vec<Binder>,
    rebuild: &mut Rebuild<'_>,
    found: &mut Vec<Term>,
) {
    deep(|| collect_here(context, term, scope, rebuild, found));
}

fn collect_here(
    context: &Context<'_>,
    term: &Term,
    scope: &mut Vec<Binder>,
    rebuild: &mut Rebuild<'_>,
    found: &mut Vec<Term>,
) {
    for candidate in replacements(context, term, scope) {
        found.push(rebuild(candidate));
    }
    match term {
        Term::Hole(_) | Term::Var(_) | Term::Int(_) | Term::Str(_) | Term::Const(..) => {}
        Term::Con(ty, tag, args) => {
            for (at, arg) in args.iter().enumerate() {
                let mut put = |part| rebuild(Term::Con(ty.clone(), *tag, replaced(args, at, part)));
                collect(context, arg, scope, &mut put, found);
            }
        }
        Term::Lam(binders, body, hole) => {
            scope.extend(binders.iter().cloned());
            let mut put = |part| rebuild(Term::Lam(binders.clone(), Box::new(part), *hole));
            collect(context, body, scope, &mut put, found);
            scope.truncate(scope.len() - binders.len());
        }
        Term::App(function, args, hole) => {
            let mut put = |part| rebuild(Term::App(Box::new(part), args.clone(), *hole));
            collect(context, function, scope, &mut put, found);
            for (at, arg) in args.iter().enumerate() {
                let mut put = |part| rebuild(Term::App(function.clone(), replaced(args, at, part), *hole));
                collect(context, arg, scope, &mut put, found);
            }
        }
        Term::Let(binder, bound, body) => {
            let mut put = |part| rebuild(Term::Let(binder.clone(), Box::new(part), body.clone()));
            collect(context, bound, scope, &mut put, found);
            scope.push(binder.clone());
            let mut put = |part| rebuild(Term::Let(binder.clone(), bound.clone(), Box::new(part)));
            collect(context, body, scope, &mut put, found);
            scope.pop();
        }
        Term::Match(scrutinee, ty, arms) => {
            let mut put = |part| rebuild(Term::Match(Box::new(part), ty.clone(), arms.clone()));
            collect(context, scrutinee, scope, &mut put, found);
            for (at, arm) in arms.iter().enumerate() {
                scope.extend(arm.binders.iter().cloned());
                let mut put = |part| {
                    let mut arms = arms.clone();
                    arms[at].body = part;
                    rebuild(Term::Match(scrutinee.clone(), ty.clone(), arms))
                };
                collect(context, &arm.body, scope, &mut put, found);
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
fn replacements(context: &Context<'_>, term: &Term, scope: &[Binder]) -> Vec<Term> {
    let environment = context.environment;
    if term.parts().is_empty() {
        return Vec::new();
    }
    let mut candidates: Vec<Term> = Vec::new();
    candidates.extend(term.parts().into_iter().cloned());
    candidates.extend(inline::steps(term, context.fresh));
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
