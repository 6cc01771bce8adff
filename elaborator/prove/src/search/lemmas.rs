//! The lemmas that a search may use: proved ones, and candidates that are proved when a proof
//! turns out to need them.
//!
//! A candidate is used like a lemma, since most are true and few are needed; only what ends up in
//! a proof is proved, using lemmas before it. One that cannot be proved is struck out, and the
//! search that relied on it is run again.

use super::step::Step;
use covenant_kernel::tables::DefRef;
use covenant_kernel::theory::Formula;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

/// Where a lemma comes from, which decides what it is called in a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user states it under this name.
    Stated(String),
    /// The prelude has it under this name.
    Prelude(String),
    /// A template made it, from some definitions.
    Guessed(Guess),
}

/// What a guessed lemma says about which definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// `x <= f x`.
    Above(DefRef),
    /// `f x <= x`.
    Below(DefRef),
    /// A bound from below.
    AtLeast(DefRef, i64),
    /// The values that satisfy the second definition have no negative first one.
    NonNegativeIf(DefRef, DefRef),
    /// What is related by the first definition is related by the second one.
    Related(DefRef, DefRef),
    /// What holds of all elements (first definition) holds of a member (second one).
    OfMember(DefRef, DefRef),
    /// What holds of every member holds of all elements.
    ElementIntroduction,
    /// A bound of all elements may be weakened.
    Weaker(DefRef),
    /// One definition is never more than another.
    AtMost(DefRef, DefRef),
    /// What the first definition says of the result of the second one is the sum of what it says of two arguments.
    Sum(DefRef, DefRef),
    /// The first definition is at least as large of the result of the second one as of an argument.
    Grows(DefRef, DefRef),
    /// A number of which the definition holds is not negative.
    Counted(DefRef),
    /// A condition that is proved by induction.
    Condition,
}

impl Origin {
    /// The name that people see. Definitions are called what the statement calls them.
    #[must_use]
    pub fn name(&self, def: impl Fn(DefRef) -> String) -> String {
        let guess = match self {
            Origin::Stated(name) | Origin::Prelude(name) => return name.clone(),
            Origin::Guessed(guess) => guess,
        };
        match guess {
            Guess::Above(f) => format!("{}_above", def(*f)),
            Guess::Below(f) => format!("{}_below", def(*f)),
            Guess::AtLeast(f, n) if *n < 0 => format!("{}_at_least_minus_{}", def(*f), n.unsigned_abs()),
            Guess::AtLeast(f, n) => format!("{}_at_least_{n}", def(*f)),
            Guess::NonNegativeIf(f, p) => format!("{}_at_least_0_if_{}", def(*f), def(*p)),
            Guess::Related(r, f) => format!("{}_and_{}", def(*r), def(*f)),
            Guess::OfMember(all, member) => format!("{}_of_member_{}", def(*all), def(*member)),
            Guess::ElementIntroduction => "element_introduction".to_owned(),
            Guess::Weaker(all) => format!("{}_weaker", def(*all)),
            Guess::AtMost(f, g) => format!("{}_at_most_{}", def(*f), def(*g)),
            Guess::Sum(f, g) => format!("{}_of_{}", def(*f), def(*g)),
            Guess::Grows(f, g) => format!("{}_grows_by_{}", def(*f), def(*g)),
            Guess::Counted(p) => format!("{}_counts", def(*p)),
            Guess::Condition => "condition_by_induction".to_owned(),
        }
    }

    /// Whether the lemma has a name in some source text.
    #[must_use]
    pub fn is_stated(&self) -> bool {
        matches!(self, Origin::Stated(_) | Origin::Prelude(_))
    }
}

/// A proved lemma.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// Where it comes from.
    pub origin: Origin,
    /// The statement.
    pub formula: Formula,
    /// Its proof, which may use the lemmas before it.
    pub proof: Arc<Step>,
}

#[derive(Clone, Debug)]
enum Status {
    Proved(Arc<Step>),
    Candidate,
    Failed,
}

#[derive(Clone, Debug)]
struct Entry {
    origin: Origin,
    formula: Formula,
    status: Status,
}

/// Lemmas in the order in which they may use each other.
#[derive(Clone, Debug, Default)]
pub struct LemmaBook {
    entries: RefCell<Vec<Entry>>,
    /// Templates already instantiated: tier and definition.
    pub(super) guessed: RefCell<HashSet<(u32, DefRef)>>,
    guessing: bool,
}

impl LemmaBook {
    /// An empty book to which the search adds candidates from templates as it needs them.
    #[must_use]
    pub fn guessing() -> LemmaBook {
        LemmaBook { guessing: true, ..LemmaBook::default() }
    }

    /// Whether candidates may be added.
    #[must_use]
    pub fn may_guess(&self) -> bool {
        self.guessing
    }

    /// Number of lemmas and candidates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.borrow().len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.borrow().is_empty()
    }

    /// The statement of a lemma or candidate that has not failed.
    #[must_use]
    pub fn formula(&self, n: usize) -> Option<Formula> {
        let entries = self.entries.borrow();
        let entry = entries.get(n)?;
        (!matches!(entry.status, Status::Failed)).then_some(entry.formula)
    }

    /// A proved lemma.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Lemma> {
        let entries = self.entries.borrow();
        let entry = entries.get(n)?;
        match &entry.status {
            Status::Proved(proof) => {
                Some(Lemma { origin: entry.origin.clone(), formula: entry.formula, proof: proof.clone() })
            }
            Status::Candidate | Status::Failed => None,
        }
    }

    /// The origins of the lemmas proved so far.
    #[must_use]
    pub fn proved(&self) -> Vec<Origin> {
        let entries = self.entries.borrow();
        entries.iter().filter(|e| matches!(e.status, Status::Proved(_))).map(|e| e.origin.clone()).collect()
    }

    /// Adds a proved lemma and returns its number.
    pub fn add(&self, lemma: Lemma) -> usize {
        self.push(lemma.origin, lemma.formula, Status::Proved(lemma.proof))
    }

    /// Adds a candidate and returns its number.
    pub fn propose(&self, origin: Origin, formula: Formula) -> usize {
        self.push(origin, formula, Status::Candidate)
    }

    fn push(&self, origin: Origin, formula: Formula, status: Status) -> usize {
        let mut entries = self.entries.borrow_mut();
        entries.push(Entry { origin, formula, status });
        entries.len() - 1
    }

    pub(super) fn knows(&self, formula: Formula) -> bool {
        self.entries.borrow().iter().any(|e| e.formula.statement == formula.statement)
    }

    pub(super) fn is_candidate(&self, n: usize) -> bool {
        self.entries.borrow().get(n).is_some_and(|e| matches!(e.status, Status::Candidate))
    }

    pub(super) fn is_proved(&self, n: usize) -> bool {
        self.entries.borrow().get(n).is_some_and(|e| matches!(e.status, Status::Proved(_)))
    }

    /// The number of a proved lemma with this statement.
    pub(super) fn proved_as(&self, formula: Formula) -> Option<usize> {
        let entries = self.entries.borrow();
        let same = |e: &Entry| {
            e.formula.statement == formula.statement
                && e.formula.sort_params == formula.sort_params
                && matches!(e.status, Status::Proved(_))
        };
        entries.iter().position(same)
    }

    pub(super) fn settle(&self, n: usize, proof: Option<Arc<Step>>) {
        if let Some(entry) = self.entries.borrow_mut().get_mut(n) {
            entry.status = proof.map_or(Status::Failed, Status::Proved);
        }
    }
}
