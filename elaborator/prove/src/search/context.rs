//! What a proof may use: handed down as one, because every part of the search needs all of it.

use super::lemmas::LemmaBook;
use super::limits::Limits;
use covenant_kernel::theory::Theory;

/// The definitions, the lemmas and the limits of a proof.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub theory: &'a Theory,
    pub lemmas: &'a LemmaBook,
    /// Only the first so many lemmas: the proof of a lemma uses earlier ones.
    pub available: usize,
    pub limits: &'a Limits,
}

impl<'a> Context<'a> {
    /// With all lemmas of the book.
    pub(super) fn new(theory: &'a Theory, lemmas: &'a LemmaBook, limits: &'a Limits) -> Self {
        Context { theory, lemmas, available: lemmas.len(), limits }
    }

    /// For the proof of lemma number `n`.
    pub(super) fn before(self, n: usize) -> Self {
        Context { available: n, ..self }
    }
}
