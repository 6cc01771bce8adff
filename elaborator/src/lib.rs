//! The untrusted half, put together: from an annotated OCaml file to a verdict per claim.
//!
//! Reading, proving and running are crates of their own (`docs/ARCHITECTURE.md` is the map of the
//! house); this one decides what is tried in which order, and how to say *no*.
//!
//! | module | does |
//! |---|---|
//! | [`pipeline`] | a whole file: verdicts, certificates |
//! | [`report`] | what is said about a file and its claims |
//! | [`obstacles`] | what stands in the way of a proof |
//! | [`measures`] | measures that nobody wrote |
//! | [`advice`] | what to try where a claim is not decided |
//! | [`provenance`] | where a node of a derivation comes from |

pub mod advice;
mod assumed;
mod facts;
mod in_vain;
pub mod measures;
mod missing;
pub mod obstacles;
mod only;
mod options;
pub mod pipeline;
pub mod provenance;
mod recollection;
pub mod report;
