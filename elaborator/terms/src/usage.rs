//! What terms look like: sizes, depths, and how many of their variables are used.

use crate::graph::Origin;
use crate::term::{Binder, Term, deep};
use std::collections::HashMap;

/// Variables of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// How many occur in their scope.
    pub used: u64,
    /// How many there are.
    pub all: u64,
}

impl Used {
    /// In percent; 100 if there are none.
    #[must_use]
    pub fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * self.used as f64 / self.all as f64 }
    }

    fn add(&mut self, other: Used) {
        self.used += other.used;
        self.all += other.all;
    }
}

/// What some terms look like together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// How many terms.
    pub terms: u64,
    /// Their sizes, added up.
    pub size: u64,
    /// The sizes of the smallest and the largest.
    pub sizes: Option<(usize, usize)>,
    /// Their depths, added up.
    pub depth: u64,
    /// The greatest depth.
    pub deepest: usize,
    /// Parameters of lambdas whose type was given.
    pub plain: Used,
    /// Parameters of extensible lambdas.
    pub extensible: Used,
    /// Let bindings.
    pub lets: Used,
    /// Variables of patterns.
    pub patterns: Used,
    /// Extensible lambdas without any parameter.
    pub thunks: u64,
    /// Extensible lambdas.
    pub extensible_lambdas: u64,
}

impl Usage {
    /// All parameters of lambdas.
    #[must_use]
    pub fn parameters(&self) -> Used {
        let mut all = self.plain;
        all.add(self.extensible);
        all
    }

    /// All variables.
    #[must_use]
    pub fn variables(&self) -> Used {
        let mut all = self.parameters();
        all.add(self.lets);
        all.add(self.patterns);
        all
    }

    /// Counts a term.
    pub fn add(&mut self, term: &Term) {
        let (size, depth) = (term.size(), term.depth());
        self.terms += 1;
        self.size += size as u64;
        self.depth += depth as u64;
        self.deepest = self.deepest.max(depth);
        let (low, high) = self.sizes.unwrap_or((size, size));
        self.sizes = Some((low.min(size), high.max(size)));
        let mut uses = HashMap::new();
        let mut binders = Vec::new();
        self.walk(term, &mut binders, &mut uses);
        for binder in binders {
            let used = Used { used: u64::from(uses.contains_key(&binder.var)), all: 1 };
            match binder.origin {
                Origin::Plain => self.plain.add(used),
                Origin::Extensible => self.extensible.add(used),
                Origin::Let => self.lets.add(used),
                Origin::Pattern => self.patterns.add(used),
            }
        }
    }

    fn walk<'t>(&mut self, term: &'t Term, binders: &mut Vec<&'t Binder>, uses: &mut HashMap<u32, u32>) {
        match term {
            Term::Var(var) => *uses.entry(*var).or_default() += 1,
            Term::Lam(params, _, hole) => {
                binders.extend(params);
                self.extensible_lambdas += u64::from(hole.is_some());
                self.thunks += u64::from(hole.is_some() && params.is_empty());
            }
            Term::Let(binder, ..) => binders.push(binder),
            Term::Match(_, _, arms) => arms.iter().for_each(|arm| binders.extend(&arm.binders)),
            _ => {}
        }
        for part in term.parts() {
            deep(|| self.walk(part, binders, uses));
        }
    }
}
