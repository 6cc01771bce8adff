//! The untrusted half: from an annotated OCaml file to certificates that the kernel accepts.
//!
//! | module | does |
//! |---|---|
//! | [`front`] | reads a file: syntax, specifications, types, normal form; one statement per claim |
//! | [`mod@derive`] | writes the derivation, with the evidence left open |
//! | [`conditions`] | collects the conditions that the kernel then asks for |
//! | [`search`], [`lemma_book`], [`second_solver`] | finds evidence and lemmas |
//! | [`elaborate`] | puts derivation and evidence together |
//! | [`deadline`] | the outer limit by the clock; budgets in steps are with what spends them |
//! | [`run`] | executes generators and specifications, looks for missing values |
//! | [`code`] | generators as OCaml and Rust |
//! | [`pipeline`], [`obstacles`] | a whole file: verdicts, certificates, and what stands in the way |
//! | [`mod@print`], [`provenance`], [`rows`] | formulas as text; where a node comes from; tables |

mod assumed;
pub mod code;
pub mod conditions;
mod core_parts;
pub mod deadline;
pub mod derive;
pub mod elaborate;
pub mod front;
pub mod lemma_book;
pub mod obstacles;
pub mod pipeline;
pub mod print;
pub mod provenance;
pub mod rows;
pub mod run;
pub mod search;
pub mod second_solver;
