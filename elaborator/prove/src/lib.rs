//! Proves: writes the derivation of a claim and finds the evidence that it needs.
//!
//! | module | does |
//! |---|---|
//! | [`mod@derive`] | writes the derivation, with the evidence left open |
//! | [`conditions`] | collects the conditions that the kernel then asks for |
//! | [`search`], [`lemma_book`], [`second_solver`] | finds evidence and lemmas |
//! | [`mod@elaborate`] | puts derivation and evidence together |
//! | [`rows`] | from the arena back to tables |
//!
//! Invariants: conditions are the kernel's own, never built here, so the wrong one cannot be proved;
//! Z3 is asked only whether a set of ground instances is unsatisfiable, and its word is no evidence.

pub mod conditions;
pub mod derive;
pub mod elaborate;
pub mod lemma_book;
pub mod rows;
pub mod search;
pub mod second_solver;
