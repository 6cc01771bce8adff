//! From rows to the arena: each row is checked against the ones before it.

use crate::arena::{Arena, Expr, ExprId, Sort, SortId, index};
use crate::reject::{At, Table, Why};
use crate::tables::{ExprRef, ExprRow, Proof, SortRef, SortRow, Statement};

/// All rows are loaded; or the place of one that cannot be, and why.
type Done = Result<(), (At, Why)>;

/// The loaded sorts and expressions of a statement, by row.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Sorts by row.
    pub sorts: Vec<SortId>,
    /// Expressions by row.
    pub exprs: Vec<ExprId>,
}

/// Adds what the rows of a table stand for, in order, to what was loaded before.
pub(crate) fn load_rows<R, T>(
    table: Table,
    rows: &[R],
    loaded: &mut Vec<T>,
    mut load: impl FnMut(&R, &[T], u32) -> Result<T, Why>,
) -> Done {
    for (row, i) in rows.iter().zip(loaded.len()..) {
        // A number for a message; tables have fewer than 2^32 rows by the decoder's limits.
        let i = u32::try_from(i).unwrap_or(u32::MAX);
        let new = load(row, loaded, i).map_err(|why| (At::Table(table, i), why))?;
        loaded.push(new);
    }
    Ok(())
}

/// Row `i` of a table.
pub(crate) fn at<T>(table: &[T], i: u32) -> Result<&T, Why> {
    table.get(index(i)).ok_or(Why::BadReference)
}

impl Loaded {
    /// Adds the proof's further sorts and expressions.
    pub fn extend(&mut self, arena: &mut Arena, of: &Statement, proof: &Proof) -> Done {
        self.load_sorts(arena, of, &proof.sorts)?;
        self.load_exprs(arena, of, &proof.exprs)
    }

    /// The expression of a row.
    pub fn expr(&self, e: ExprRef) -> Result<ExprId, Why> {
        at(&self.exprs, e.0).copied()
    }

    /// The formula of a row.
    pub(crate) fn formula(&self, arena: &Arena, e: ExprRef) -> Result<ExprId, Why> {
        let e = self.expr(e)?;
        if arena.sort_of(e).is_none() { Ok(e) } else { Err(Why::SortMismatch) }
    }

    /// The sort of a row.
    pub fn sort(&self, s: SortRef) -> Result<SortId, Why> {
        at(&self.sorts, s.0).copied()
    }

    /// The sorts of several rows.
    pub fn sort_list(&self, refs: &[SortRef]) -> Result<Vec<SortId>, Why> {
        refs.iter().map(|r| self.sort(*r)).collect()
    }

    pub(crate) fn load_sorts(&mut self, arena: &mut Arena, of: &Statement, rows: &[SortRow]) -> Done {
        load_rows(Table::Sorts, rows, &mut self.sorts, |row, before, _| {
            if let Sort::Opaque(name) = row {
                at(&of.opaque_sorts, *name)?;
            }
            let sort = row.map(|s| at(before, s.0).copied())?;
            arena.mk_sort(sort)
        })
    }

    pub(crate) fn load_exprs(&mut self, arena: &mut Arena, of: &Statement, rows: &[ExprRow]) -> Done {
        let sorts = &self.sorts;
        load_rows(Table::Exprs, rows, &mut self.exprs, |row, before, _| {
            if let Expr::Literal(text, _) = row {
                at(&of.literals, *text)?;
            }
            let node = row.map(|s| at(sorts, s.0).copied(), |e, _| at(before, e.0).copied())?;
            if let Expr::Quant(_, sort, body) = node {
                arena.bound_at(body, sort)?;
            }
            arena.mk(node)
        })
    }
}
