//! The trusted core of Covenant: rechecks a claim and its evidence without any solver.
//!
//! Input are flat [`tables`]; output is a [`check::Verdict`]. Between the two:
//!
//! | module | does |
//! |---|---|
//! | [`arena`] | hash-consed sorts and expressions, well-sorted by construction |
//! | [`subst`] | replaces variables; decides what is in scope |
//! | [`theory`] | datatypes, definitions by structural recursion, axioms, lemmas |
//! | [`load`] | rows to arena |
//! | [`types`], [`program`], [`prims`] | function types, the core program, the primitives |
//! | [`rules`], [`function_rules`], [`only_rules`] | one function per typing rule |
//! | [`evidence`], [`leaf`] | the evidence steps; ground refutations |
//! | [`check`] | the entry point |
//! | [`reject`] | every reason to refuse |
//!
//! The kernel does no input or output, starts no thread, calls no solver, has no dependency,
//! and does not panic: every lookup that can fail returns a reason. Nothing recurses to a depth
//! that the input controls: expressions, derivations and evidence are walked with explicit
//! stacks, and the two nested structures that are walked recursively (sorts, function types)
//! have a small size limit.
#![deny(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::as_conversions,
    clippy::arithmetic_side_effects
)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::unreachable)]

pub mod arena;
pub mod check;
pub mod evidence;
pub mod function_rules;
pub mod leaf;
pub mod load;
pub mod only_rules;
pub mod prims;
pub mod program;
pub mod reject;
pub mod rules;
pub mod subst;
pub mod tables;
pub mod theory;
pub mod types;
