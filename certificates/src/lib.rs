//! Certificate files: format, content hashes, canonical tables, diffs.
//!
//! The kernel defines what a certificate is ([`covenant_kernel::tables`]); this crate carries
//! it, together with the solver log and the source map, to and from files. Nothing here is
//! trusted: the kernel checks whatever comes out of a file.
//!
//! | module | what it is for |
//! |---|---|
//! | [`mod@file`] | [`CertificateFile`]: encode, decode, load, store |
//! | [`container`] | magic, version, table of sections |
//! | [`log`], [`source`], [`source_text`] | solver log, source map, the text that certificates of a file share |
//! | [`structure`] | are the tables flat? |
//! | [`hashes`] | Merkle content hashes |
//! | [`canonical`] | equal content, equal tables |
//! | [`diff`] | what changed between two certificates of a claim |
//! | [`written_out`] | how much text a certificate becomes |
//! | [`core_parts`] | what a core term consists of, one level down |
//! | [`references`] | one walk over all references of all rows |
//! | [`error`] | why a file is not accepted |
//!
//! The format is specified byte by byte in `docs/CERTIFICATE.md`.

pub mod assumed;
pub mod canonical;
mod codec;
pub mod container;
pub mod content_hash;
pub mod core_parts;
pub mod diff;
pub mod error;
pub mod file;
pub mod hashes;
pub mod lexemes;
pub mod log;
pub mod query;
pub mod references;
pub mod renumber;
pub mod sections;
pub mod shown;
pub mod source;
pub mod source_text;
pub mod structure;
pub mod written_out;

pub use canonical::canonicalize;
pub use codec::{MAX_DECODED_BYTES, MAX_FILE_BYTES};
pub use content_hash::ContentHash;
pub use error::{EncodeError, FileError, Problem, ReadError};
pub use file::{CertificateFile, Meta};
pub use hashes::{Hashes, NodeHash};
pub use log::{ConditionLog, EvidenceKind, LemmaLog, QueryLog, QueryText, SolverLog, evidence_of};
pub use source::{CoreSource, DefSource, FunSource, GlobalSource, SourceMap, Span};
pub use source_text::SourceText;

/// The example of the README is compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
