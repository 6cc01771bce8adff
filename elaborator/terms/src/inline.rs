//! A term after a step of its own: a let binding or an argument is put where it is used, a match on a constructor is decided.
//!
//! For shrinking: what was computed in several places is then in one, and more of it can be dropped. Such a step keeps the type. It need not keep
//! the value, as OCaml evaluates arguments first: whoever uses it looks again whether a term still shows what it is there to show.
//!
//! Invariant: no two binders of a term have the same number. So nothing is captured, and a part that is used a second time gets new numbers.

use crate::term::{Arm, Binder, Term, deep};
use std::collections::{HashMap, HashSet};

/// Calls of lambdas that one step may make where a variable stood for a lambda. Terms have types, so there is an end to them, but it
/// may be far away.
const MOST_CALLS: u32 = 64;

/// What the term becomes in one step at its root. Binders that are new have numbers from `fresh` on.
#[must_use]
pub fn steps(term: &Term, fresh: u32) -> Vec<Term> {
    let put = |body: &Term, values: Vec<(u32, &Term)>| {
        let values = values.into_iter().map(|(var, value)| (var, value.clone())).collect();
        Put { values, used: HashSet::new(), fresh, calls: MOST_CALLS }.term(body)
    };
    match term {
        Term::Let(binder, bound, body) => vec![put(body, vec![(binder.var, &**bound)])],
        Term::App(function, args, hole) => {
            let Term::Lam(binders, body, own) = &**function else { return Vec::new() };
            if binders.len() != args.len() {
                return Vec::new();
            }
            let pairs = || binders.iter().map(|binder| binder.var).zip(args);
            let mut found = vec![put(body, pairs().collect())];
            // One argument alone, if there are others.
            for (at, pair) in pairs().enumerate().filter(|_| args.len() > 1) {
                let lambda = Term::Lam(without(binders, at), Box::new(put(body, vec![pair])), *own);
                found.push(Term::App(Box::new(lambda), without(args, at), *hole));
            }
            found
        }
        Term::Match(scrutinee, _, arms) => {
            let Term::Con(_, tag, args) = &**scrutinee else { return Vec::new() };
            let arm = arms.get(*tag as usize).filter(|arm| arm.binders.len() == args.len());
            let values = |arm: &Arm| arm.binders.iter().map(|binder| binder.var).zip(args).collect();
            arm.map(|arm| put(&arm.body, values(arm))).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The first number that no binder of the term has.
#[must_use]
pub fn next_var(term: &Term) -> u32 {
    let after = |binders: &[Binder]| binders.iter().map(|binder| binder.var + 1).max().unwrap_or(0);
    let own = match term {
        Term::Lam(binders, ..) => after(binders),
        Term::Let(binder, ..) => binder.var + 1,
        Term::Match(_, _, arms) => arms.iter().map(|arm| after(&arm.binders)).max().unwrap_or(0),
        _ => 0,
    };
    deep(|| term.parts().into_iter().map(next_var).max().unwrap_or(0).max(own))
}

fn without<T: Clone>(all: &[T], at: usize) -> Vec<T> {
    all.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, one)| one.clone()).collect()
}

/// Puts terms where variables stand.
struct Put {
    values: HashMap<u32, Term>,
    /// Those that have been put somewhere: their next copy needs binders of its own.
    used: HashSet<u32>,
    fresh: u32,
    calls: u32,
}

impl Put {
    fn term(&mut self, term: &Term) -> Term {
        deep(|| match term {
            Term::Hole(_) | Term::Int(_) | Term::Str(_) | Term::Const(..) => term.clone(),
            Term::Var(var) => match self.values.get(var).cloned() {
                Some(value) if self.used.insert(*var) => value,
                Some(value) => self.copy(&value),
                None => term.clone(),
            },
            Term::Con(ty, tag, args) => Term::Con(ty.clone(), *tag, self.terms(args)),
            Term::Lam(binders, body, hole) => Term::Lam(binders.clone(), Box::new(self.term(body)), *hole),
            Term::App(function, args, hole) => {
                let called = self.term(function);
                let args = self.terms(args);
                match called {
                    // A variable that stood for a lambda: its call can be made.
                    Term::Lam(binders, body, _)
                        if matches!(**function, Term::Var(_))
                            && binders.len() == args.len()
                            && self.calls > 0 =>
                    {
                        self.calls -= 1;
                        let values = binders.iter().map(|binder| binder.var).zip(args).collect();
                        let mut inner =
                            Put { values, used: HashSet::new(), fresh: self.fresh, calls: self.calls };
                        let result = inner.term(&body);
                        (self.fresh, self.calls) = (inner.fresh, inner.calls);
                        result
                    }
                    called => Term::App(Box::new(called), args, *hole),
                }
            }
            Term::Let(binder, bound, body) => {
                Term::Let(binder.clone(), Box::new(self.term(bound)), Box::new(self.term(body)))
            }
            Term::Match(scrutinee, ty, arms) => {
                let scrutinee = Box::new(self.term(scrutinee));
                let arm = |arm: &Arm| Arm { binders: arm.binders.clone(), body: self.term(&arm.body) };
                Term::Match(scrutinee, ty.clone(), arms.iter().map(arm).collect())
            }
        })
    }

    fn terms(&mut self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    /// The same term with binders of its own.
    fn copy(&mut self, term: &Term) -> Term {
        let mut renaming = Renaming { names: HashMap::new(), fresh: self.fresh };
        let term = renaming.term(term);
        self.fresh = renaming.fresh;
        term
    }
}

/// Copies a term with new binders.
struct Renaming {
    names: HashMap<u32, u32>,
    fresh: u32,
}

impl Renaming {
    fn binders(&mut self, binders: &[Binder]) -> Vec<Binder> {
        let mut renamed = binders.to_vec();
        for binder in &mut renamed {
            self.names.insert(binder.var, self.fresh);
            binder.var = self.fresh;
            self.fresh += 1;
        }
        renamed
    }

    fn term(&mut self, term: &Term) -> Term {
        deep(|| match term {
            Term::Hole(_) | Term::Int(_) | Term::Str(_) | Term::Const(..) => term.clone(),
            Term::Var(var) => Term::Var(self.names.get(var).copied().unwrap_or(*var)),
            Term::Con(ty, tag, args) => {
                Term::Con(ty.clone(), *tag, args.iter().map(|arg| self.term(arg)).collect())
            }
            Term::Lam(binders, body, hole) => {
                let binders = self.binders(binders);
                Term::Lam(binders, Box::new(self.term(body)), *hole)
            }
            Term::App(function, args, hole) => {
                let function = Box::new(self.term(function));
                Term::App(function, args.iter().map(|arg| self.term(arg)).collect(), *hole)
            }
            Term::Let(binder, bound, body) => {
                let bound = Box::new(self.term(bound));
                let mut binders = self.binders(std::slice::from_ref(binder));
                let binder = binders.pop().unwrap_or_else(|| binder.clone());
                Term::Let(binder, bound, Box::new(self.term(body)))
            }
            Term::Match(scrutinee, ty, arms) => {
                let scrutinee = Box::new(self.term(scrutinee));
                let arm = |arm: &Arm| {
                    let binders = self.binders(&arm.binders);
                    Arm { binders, body: self.term(&arm.body) }
                };
                Term::Match(scrutinee, ty.clone(), arms.iter().map(arm).collect())
            }
        })
    }
}
