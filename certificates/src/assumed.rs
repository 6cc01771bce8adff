//! What an assumption says, as a hash that a policy can name.
//!
//! The hash of a row covers the declarations that it mentions by their names only. That is not enough
//! to permit an assumption once and for all: `∀x. good x` says something else when `good` is defined
//! otherwise. So this hash covers all that is reached from the assumption as well.

use std::collections::BTreeSet;

use covenant_kernel::tables::*;

use crate::content_hash::ContentHash;
use crate::hashes::Hashes;
use crate::references::{Reference, References};
use crate::structure::{Table, target};

/// Something that a statement assumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumed {
    /// A formula, by its row.
    Axiom(u32),
    /// A definition without a body.
    Symbol(u32),
    /// A function without a program.
    Library(u32),
}

/// The hash of an assumption with everything that it speaks about; none if there is no such row. The
/// hashes are those of the same statement.
#[must_use]
pub fn content(statement: &Statement, hashes: &Hashes, assumed: Assumed) -> Option<ContentHash> {
    let mut seen = BTreeSet::new();
    let mut pending = Vec::new();
    let (kind, own, name) = match assumed {
        Assumed::Axiom(i) => {
            let row = statement.axioms.get(i as usize)?;
            reach(row, &mut pending);
            ("axiom", hashes.axioms.get(i as usize)?, &row.name)
        }
        Assumed::Symbol(i) => {
            let row = statement.defs.get(i as usize)?;
            reach(row, &mut pending);
            ("symbol", hashes.defs.get(i as usize)?, &row.name)
        }
        Assumed::Library(i) => {
            let row = statement.globals.get(i as usize)?;
            reach(row, &mut pending);
            ("library", hashes.schemes.get(i as usize)?, &row.name)
        }
    };
    let mut declarations = BTreeSet::new();
    while let Some((table, index)) = pending.pop() {
        if !seen.insert((table, index)) {
            continue;
        }
        let at = index as usize;
        match table {
            Table::Sorts => reach(statement.sorts.get(at)?, &mut pending),
            Table::Exprs => reach(statement.exprs.get(at)?, &mut pending),
            Table::Types => reach(statement.types.get(at)?, &mut pending),
            Table::Defs => {
                declarations.insert(hashes.defs.get(at)?.0);
                reach(statement.defs.get(at)?, &mut pending);
            }
            Table::Datatypes => {
                if let Some(row) = index.checked_sub(FIRST_DATATYPE) {
                    declarations.insert(hashes.datatypes.get(row as usize)?.0);
                    reach(statement.datatypes.get(row as usize)?, &mut pending);
                }
            }
            // Names and texts are covered by the hashes of the rows that mention them; nothing here
            // mentions programs or proofs.
            _ => {}
        }
    }
    let mut bytes = Vec::new();
    for text in ["covenant assumption", kind, name] {
        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes.extend_from_slice(&own.0);
    declarations.iter().for_each(|hash| bytes.extend_from_slice(hash));
    Some(ContentHash::of_bytes(&bytes))
}

fn reach<R: References + Clone>(row: &R, pending: &mut Vec<(Table, u32)>) {
    row.clone().references(&mut |reference: Reference<'_>| pending.push(target(&reference)));
}
