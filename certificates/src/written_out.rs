//! How much text a certificate becomes when it is written out.
//!
//! Rows share their parts, text does not: sixty rows, each of which mentions the one before twice, are a
//! kilobyte of file and 2⁶⁰ words of text. And whoever shows a derivation node names the variables
//! in scope there, so deep programs with many nodes take the product of both. The kernel judges such files
//! all the same; what shows, compares or exports them asks here first. Time and memory linear in the
//! rows.

use std::fmt;

use covenant_kernel::tables::{Certificate, FunRow};

use crate::references::{Reference, References};

/// Words of one formula or program.
pub const MAX_WORDS: u64 = 1 << 22;
/// Variables in scope, added up over the derivation nodes.
pub const MAX_SCOPE: u64 = 1 << 23;

/// Why a certificate is not written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// A formula or program has more than [`MAX_WORDS`] words.
    Words,
    /// Nested bindings times derivation nodes are more than [`MAX_SCOPE`].
    Scope {
        /// How deep bindings are nested.
        depth: u64,
        /// Derivation nodes.
        nodes: u64,
    },
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Words => write!(f, "a formula or program of it has more than {MAX_WORDS} words"),
            TooLarge::Scope { depth, nodes } => {
                write!(f, "it has {nodes} derivation nodes under up to {depth} nested terms")
            }
        }
    }
}

impl std::error::Error for TooLarge {}

/// Whether a certificate with flat tables can be written out.
///
/// # Errors
///
/// If it would be too large, and why.
pub fn check(certificate: &Certificate) -> Result<(), TooLarge> {
    let (statement, proof) = (&certificate.statement, &certificate.proof);
    let at = |table: &[u64], i: u32| table.get(i as usize).copied().unwrap_or(1);
    let mut exprs: Vec<u64> = Vec::with_capacity(statement.exprs.len() + proof.exprs.len());
    for row in statement.exprs.iter().chain(&proof.exprs) {
        let mut words = 1u64;
        row.clone().references(&mut |reference: Reference<'_>| {
            if let Reference::Expr(e) = reference {
                words = words.saturating_add(at(&exprs, e.0));
            }
        });
        exprs.push(words);
    }
    let body = |fun: u32| match statement.funs.get(fun as usize) {
        Some(FunRow::Lam(_, body) | FunRow::Fix(_, body)) => Some(body.0),
        Some(FunRow::Var(..) | FunRow::Global(..)) | None => None,
    };
    let (mut cores, mut depths) = (Vec::new(), Vec::new());
    for row in &statement.cores {
        let (mut words, mut below) = (1u64, 0u64);
        row.clone().references(&mut |reference: Reference<'_>| {
            let core = match reference {
                Reference::Expr(e) => {
                    words = words.saturating_add(at(&exprs, e.0));
                    None
                }
                Reference::Core(core) => Some(core.0),
                Reference::Fun(fun) => body(fun.0),
                _ => None,
            };
            if let Some(core) = core {
                words = words.saturating_add(at(&cores, core));
                below = below.max(at(&depths, core));
            }
        });
        cores.push(words);
        depths.push(below + 1);
    }
    if exprs.iter().chain(&cores).any(|words| *words > MAX_WORDS) {
        return Err(TooLarge::Words);
    }
    let depth = depths.iter().copied().max().unwrap_or(0);
    let nodes = proof.nodes.len() as u64;
    if depth.saturating_mul(nodes) > MAX_SCOPE {
        return Err(TooLarge::Scope { depth, nodes });
    }
    Ok(())
}
