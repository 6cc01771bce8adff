//! The lemmas that a search may use, with their proofs.

use super::step::Step;
use covenant_kernel::theory::Formula;
use std::rc::Rc;

/// A proved lemma.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// Name in the source, or of the template it came from.
    pub name: String,
    /// The statement.
    pub formula: Formula,
    /// Its proof, which may use the lemmas before it.
    pub proof: Rc<Step>,
}

/// Lemmas in the order in which they may use each other.
#[derive(Clone, Debug, Default)]
pub struct LemmaBook {
    lemmas: Vec<Lemma>,
}

impl LemmaBook {
    /// Number of lemmas.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lemmas.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lemmas.is_empty()
    }

    /// The statement of a lemma.
    #[must_use]
    pub fn formula(&self, n: usize) -> Option<Formula> {
        self.lemmas.get(n).map(|l| l.formula)
    }

    /// A lemma.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<&Lemma> {
        self.lemmas.get(n)
    }

    /// Adds a proved lemma and returns its number.
    pub fn add(&mut self, lemma: Lemma) -> usize {
        self.lemmas.push(lemma);
        self.lemmas.len() - 1
    }
}
