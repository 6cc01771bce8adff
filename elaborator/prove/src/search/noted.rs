//! What the instances of a search consist of: records, the ground terms and the
//! quantifiers that they mention, and the cases that are distinguished.

use covenant_kernel::arena::{Expr, ExprId, IdMap, SortId};
use covenant_kernel::tables::DefRef;
use std::collections::{BTreeMap, HashSet};
use std::ops::Deref;

/// What a record is an instance of.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// `forall xs. p` at terms.
    Universal { quantified: ExprId, terms: Vec<ExprId> },
    /// `exists x. p` by a term.
    Witness { quantified: ExprId, term: ExprId },
    /// A variable for a fact `exists x. p`.
    Obtained { quantified: ExprId, var: ExprId },
    /// A variable for a goal `forall x. p`.
    Eigen { quantified: ExprId, var: ExprId },
    /// The equation of an application at a constructor (or of a direct definition).
    Equation { term: ExprId },
    /// The constructors of a term, each with variables for its fields.
    Exhaust { term: ExprId, forms: Vec<ExprId> },
    /// An instance of a lemma.
    Lemma { lemma: usize, sorts: Vec<SortId>, terms: Vec<ExprId>, instance: ExprId },
    /// An instance of an assumed formula.
    Axiom { axiom: usize, sorts: Vec<SortId>, terms: Vec<ExprId>, instance: ExprId },
    /// The two cases of a conditional term.
    Conditional { term: ExprId },
}

#[derive(Clone, Debug)]
pub(super) struct Record {
    pub kind: Kind,
    /// The valid formula.
    pub axiom: ExprId,
}

/// The records, in the order in which they were found; each axiom once.
#[derive(Default)]
pub(super) struct Records {
    list: Vec<Record>,
    by_axiom: IdMap<ExprId, usize>,
}

impl Deref for Records {
    type Target = [Record];

    fn deref(&self) -> &[Record] {
        &self.list
    }
}

impl Records {
    /// The number of the record with an axiom.
    pub fn of_axiom(&self, axiom: ExprId) -> Option<usize> {
        self.by_axiom.get(&axiom).copied()
    }

    /// A record whose axiom is new.
    pub fn push(&mut self, record: Record) {
        self.by_axiom.insert(record.axiom, self.list.len());
        self.list.push(record);
    }
}

/// The ground terms and atoms that were met, by what they are made with.
#[derive(Default)]
pub(super) struct GroundTerms {
    seen: IdMap<ExprId, ()>,
    pub by_function: BTreeMap<DefRef, Vec<ExprId>>,
    by_predicate: BTreeMap<u32, Vec<ExprId>>,
    by_sort: IdMap<SortId, Vec<ExprId>>,
}

impl GroundTerms {
    pub fn contains(&self, t: ExprId) -> bool {
        self.seen.contains_key(&t)
    }

    /// A conditional term: its parts are looked for, not itself.
    pub fn see(&mut self, t: ExprId) {
        self.seen.insert(t, ());
    }

    /// A term with its sort, or an atom.
    pub fn insert(&mut self, t: ExprId, expr: &Expr, sort: Option<SortId>) {
        self.see(t);
        match expr {
            Expr::Fn(d, _, _) => self.by_function.entry(*d).or_default().push(t),
            Expr::PredVar(p, _) => self.by_predicate.entry(*p).or_default().push(t),
            _ => {}
        }
        if let Some(sort) = sort
            && matches!(expr, Expr::Fn(..) | Expr::Ctor(..) | Expr::Local(..))
        {
            self.by_sort.entry(sort).or_default().push(t);
        }
    }

    /// The applications of the function or predicate variable that a pattern applies.
    pub fn like(&self, pattern: &Expr) -> &[ExprId] {
        let found = match pattern {
            Expr::Fn(d, _, _) => self.by_function.get(d),
            Expr::PredVar(p, _) => self.by_predicate.get(p),
            _ => None,
        };
        found.map_or(&[][..], Vec::as_slice)
    }

    pub fn of_function(&self, d: DefRef) -> &[ExprId] {
        self.by_function.get(&d).map_or(&[][..], Vec::as_slice)
    }

    pub fn of_sort(&self, sort: SortId) -> &[ExprId] {
        self.by_sort.get(&sort).map_or(&[][..], Vec::as_slice)
    }
}

/// The quantified formulas that were met, with the polarity in which they occur (`true`: as a fact).
#[derive(Default)]
pub(super) struct Quantifiers {
    pub list: Vec<(ExprId, bool)>,
    seen: HashSet<(ExprId, bool)>,
    scanned: HashSet<(ExprId, bool)>,
    opened: HashSet<(ExprId, bool)>,
    /// How many there are in the sequent.
    pub at_first: usize,
}

impl Quantifiers {
    /// `false` if the formula was scanned before.
    pub fn scan(&mut self, f: ExprId, fact: bool) -> bool {
        self.scanned.insert((f, fact))
    }

    pub fn note(&mut self, q: ExprId, fact: bool) {
        if self.seen.insert((q, fact)) {
            self.list.push((q, fact));
        }
    }

    /// Whether a quantified formula occurs where it may become a fact.
    pub fn assumable(&self, q: ExprId) -> bool {
        self.seen.contains(&(q, true))
    }

    /// `false` if there is a variable for it.
    pub fn open(&mut self, q: ExprId, fact: bool) -> bool {
        self.opened.insert((q, fact))
    }
}

/// The cases that are distinguished.
#[derive(Default)]
pub(super) struct Cases {
    /// Terms that are taken apart, with their constructors.
    pub splits: IdMap<ExprId, Vec<ExprId>>,
    /// Terms that are to be taken apart next.
    pub wanted: Vec<ExprId>,
    /// How many case splits a variable is away from the sequent's own.
    depth: IdMap<ExprId, u32>,
    /// Constructor forms that equations suggest.
    forms: IdMap<ExprId, Vec<ExprId>>,
}

impl Cases {
    pub fn depth(&self, t: ExprId) -> u32 {
        self.depth.get(&t).copied().unwrap_or(0)
    }

    pub fn set_depth(&mut self, var: ExprId, depth: u32) {
        self.depth.insert(var, depth);
    }

    pub fn suggest(&mut self, t: ExprId, form: ExprId) {
        let forms = self.forms.entry(t).or_default();
        if !forms.contains(&form) {
            forms.push(form);
        }
    }

    pub fn suggested(&self, t: ExprId) -> &[ExprId] {
        self.forms.get(&t).map_or(&[][..], Vec::as_slice)
    }
}
