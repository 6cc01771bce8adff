//! What a row refers to, by number, and rows with other numbers. Everyone who marks rows or moves them
//! does it with these, so that no table is forgotten anywhere.

use crate::references::{Reference, References};
use crate::structure::{Table, target};

impl<'a> Reference<'a> {
    /// The number of the row that is referred to.
    #[must_use]
    pub fn number(self) -> &'a mut u32 {
        match self {
            Reference::Sort(r) => &mut r.0,
            Reference::Expr(r) => &mut r.0,
            Reference::Type(r) => &mut r.0,
            Reference::Core(r) => &mut r.0,
            Reference::Fun(r) => &mut r.0,
            Reference::Global(r) => &mut r.0,
            Reference::Def(r) => &mut r.0,
            Reference::Axiom(r) => &mut r.0,
            Reference::Lemma(r) => &mut r.0,
            Reference::Node(r) => &mut r.0,
            Reference::Step(r) => &mut r.0,
            Reference::Datatype(r) | Reference::OpaqueSort(r) | Reference::Literal(r) => r,
        }
    }
}

/// What a row refers to, in order.
#[must_use]
pub fn targets<R: References + Clone>(row: &R) -> Vec<(Table, u32)> {
    let mut found = Vec::new();
    row.clone().references(&mut |reference: Reference<'_>| found.push(target(&reference)));
    found
}

/// The row with the number `new(table, old)` for each row that it refers to.
#[must_use]
pub fn renumbered<R: References + Clone>(row: &R, new: impl Fn(Table, u32) -> u32) -> R {
    let mut row = row.clone();
    row.references(&mut |reference: Reference<'_>| {
        let (table, old) = target(&reference);
        *reference.number() = new(table, old);
    });
    row
}
