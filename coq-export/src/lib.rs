//! Certificates as Rocq files, and their replay.
//!
//! [`export`] turns a certificate into a file that proves its claim against the theories in
//! `coq-export/theories`: someone who trusts only Rocq needs neither the elaborator nor the
//! kernel. [`replay`] compiles such a file and says what Rocq said.
//!
//! | module | does |
//! |---|---|
//! | `names`, `world` | loads the tables, chooses names |
//! | `formula` | expressions and types as text |
//! | `data`, `equality`, `definitions` | Inductives, their decidable equality, Fixpoints |
//! | `program` | the core program |
//! | `derivation`, `functions`, `context` | one lemma per node |
//! | `condition`, `evidence`, `leaf` | one lemma per verification condition |
//! | `claim` | a global, and the last theorem |
//! | `reflect`, `bridge` | rows and one computation per certificate; the theorem in plain terms |
//! | `effects`, `lines` | generators over a system under test: the theorem about the program that asks |
//! | `theories`, `verified`, `replay` | the embedded theories; running `coqc` |
//!
//! The export does not ask the kernel whether the certificate is right. It computes the same
//! contexts, types and conditions from the same tables, and leaves the judgement to Rocq, so
//! that the two are independent checks.

mod bridge;
mod claim;
mod condition;
mod context;
mod data;
mod definitions;
mod derivation;
mod effects;
mod equality;
mod error;
mod evidence;
mod formula;
mod functions;
mod goals;
mod leaf;
mod lines;
mod mates;
mod names;
mod pieces;
pub mod prim_names;
mod program;
pub mod reflect;
pub mod replay;
mod statement;
pub mod theories;
pub mod verified;
mod world;

pub use effects::System;
pub use error::ExportError;
pub use goals::ConditionInfo;
pub use replay::{Outcome, Replayed, Rocq, SetupError};
pub use statement::{Exported, export, export_with};
