//! Renumbering of rows.

use std::collections::{BTreeMap, BTreeSet};

use covenant_certificates::references::References;
use covenant_certificates::renumber::renumbered;
use covenant_certificates::structure::Table;
use covenant_kernel::tables::{ExprRef, FIRST_DATATYPE, TypeRef};

/// Old numbers to new ones, for the tables whose rows move.
pub(super) struct Numbers {
    pub(super) tables: BTreeMap<Table, BTreeMap<u32, u32>>,
}

impl Numbers {
    fn number(&self, table: Table, old: u32) -> u32 {
        match self.tables.get(&table) {
            None => old,
            Some(_) if table == Table::Datatypes && old < FIRST_DATATYPE => old,
            Some(numbers) => numbers.get(&old).copied().unwrap_or(u32::MAX),
        }
    }

    pub(super) fn expr(&self, old: ExprRef) -> ExprRef {
        ExprRef(self.number(Table::Exprs, old.0))
    }

    pub(super) fn exprs(&self, old: &[ExprRef]) -> Vec<ExprRef> {
        old.iter().map(|expr| self.expr(*expr)).collect()
    }

    pub(super) fn ty(&self, old: TypeRef) -> TypeRef {
        TypeRef(self.number(Table::Types, old.0))
    }

    /// The row with the new numbers of what it refers to.
    pub(super) fn row<R: References + Clone>(&self, row: &R) -> R {
        renumbered(row, |table, old| self.number(table, old))
    }

    /// All rows, in the order that they have.
    pub(super) fn rows<R: References + Clone>(&self, rows: &[R]) -> Vec<R> {
        rows.iter().map(|row| self.row(row)).collect()
    }

    /// The rows that are kept of a table that moves, in their new order.
    pub(super) fn ordered<R: References + Clone>(&self, table: Table, rows: &[R]) -> Vec<R> {
        let numbers = self.tables.get(&table).into_iter().flatten();
        let mut order: Vec<(u32, u32)> = numbers.map(|(old, new)| (*new, *old)).collect();
        order.sort_unstable();
        order.into_iter().filter_map(|(_, old)| Some(self.row(rows.get(old as usize)?))).collect()
    }
}

/// New numbers: first the statement's rows, then the others, each in order.
pub(super) fn renumber(statement: &BTreeSet<u32>, extra: &BTreeSet<u32>) -> BTreeMap<u32, u32> {
    statement.iter().chain(extra.difference(statement)).zip(0..).map(|(old, new)| (*old, new)).collect()
}
