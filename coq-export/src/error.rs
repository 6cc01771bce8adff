//! Why a certificate has no Rocq file.
//!
//! A certificate that the kernel accepts is exported; what is refused here is either broken
//! (the same reasons as the kernel's) or uses something that the translation does not cover,
//! and then the message says what.

use covenant_kernel::reject::Why;
use covenant_kernel::tables::{Kind, NodeRef};
use std::fmt;

/// Why a certificate was not exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// The tables do not fit together.
    Tables(Why),
    /// A derivation node does not fit its subject.
    Node(NodeRef, Why),
    /// The certificate is fine, but its translation is not written.
    Unsupported(String),
    /// The claim is of a kind that is not translated.
    Kind(Kind),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Tables(why) => write!(f, "the certificate's tables are inconsistent ({why:?})"),
            ExportError::Node(node, why) => {
                write!(f, "derivation node {} does not fit the program ({why:?})", node.0)
            }
            ExportError::Unsupported(what) => write!(f, "not translated to Rocq: {what}"),
            ExportError::Kind(kind) => {
                let word = kind.word();
                write!(
                    f,
                    "not translated to Rocq: a claim that says `{word}`; `covenant replay` without --script replays it, by the proved checker"
                )
            }
        }
    }
}

impl std::error::Error for ExportError {}

impl From<Why> for ExportError {
    fn from(why: Why) -> Self {
        ExportError::Tables(why)
    }
}
