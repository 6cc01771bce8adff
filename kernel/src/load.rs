//! From rows to the arena: each row is checked against the ones before it.

use crate::arena::{Arena, Args, Bin, Expr, ExprId, Quant, Sort, SortId, Sorts, index};
use crate::reject::{At, Table, Why};
use crate::tables::{ExprRef, ExprRow, Proof, SortRef, SortRow, Statement};
use crate::theory::{self, Theory};

/// The loaded sorts and expressions of a statement, by row.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Sorts by row.
    pub sorts: Vec<SortId>,
    /// Expressions by row.
    pub exprs: Vec<ExprId>,
}

/// Loads the statement's theory: sorts, datatypes, expressions, definitions, axioms.
pub fn load_theory(arena: &mut Arena, statement: &Statement) -> Result<(Loaded, Theory), (At, Why)> {
    let mut loaded = Loaded::default();
    theory::declare_datatypes(arena, &statement.datatypes);
    loaded.load_sorts(arena, statement, &statement.sorts)?;
    theory::define_datatypes(arena, &statement.datatypes, &loaded)?;
    theory::declare_defs(arena, &statement.defs, &loaded)?;
    loaded.load_exprs(arena, statement, &statement.exprs)?;
    let mut theory = Theory::default();
    let groups = theory::groups(&statement.defs)?;
    load_rows(Table::Defs, &statement.defs, &mut theory.bodies, |row, _, i| {
        theory::define(arena, &statement.defs, row, i, at(&groups, i)?.clone(), &loaded)
    })?;
    load_rows(Table::Axioms, &statement.axioms, &mut theory.axioms, |row, _, _| {
        theory::closed_formula(arena, row.sort_params, loaded.expr(row.statement)?)
    })?;
    Ok((loaded, theory))
}

/// Adds what the rows of a table stand for, in order, to what was loaded before.
pub(crate) fn load_rows<R, T>(
    table: Table,
    rows: &[R],
    loaded: &mut Vec<T>,
    mut load: impl FnMut(&R, &[T], u32) -> Result<T, Why>,
) -> Result<(), (At, Why)> {
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
    pub fn extend(
        &mut self,
        arena: &mut Arena,
        statement: &Statement,
        proof: &Proof,
    ) -> Result<(), (At, Why)> {
        self.load_sorts(arena, statement, &proof.sorts)?;
        self.load_exprs(arena, statement, &proof.exprs)
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

    /// The expressions of several rows.
    pub(crate) fn expr_list(&self, refs: &[ExprRef]) -> Result<Vec<ExprId>, Why> {
        refs.iter().map(|r| self.expr(*r)).collect()
    }

    /// The sort of a row.
    pub fn sort(&self, s: SortRef) -> Result<SortId, Why> {
        at(&self.sorts, s.0).copied()
    }

    /// The sorts of several rows.
    pub fn sort_list(&self, refs: &[SortRef]) -> Result<Vec<SortId>, Why> {
        refs.iter().map(|r| self.sort(*r)).collect()
    }

    fn load_sorts(&mut self, arena: &mut Arena, of: &Statement, rows: &[SortRow]) -> Result<(), (At, Why)> {
        load_rows(Table::Sorts, rows, &mut self.sorts, |row, before, _| {
            let sort = match row {
                SortRow::Int => Sort::Int,
                SortRow::Data(d, args) => {
                    Sort::Data(*d, args.iter().map(|a| at(before, a.0).copied()).collect::<Result<_, _>>()?)
                }
                SortRow::Abstract(i) => Sort::Abstract(*i),
                SortRow::Opaque(i) => {
                    at(&of.opaque_sorts, *i)?;
                    Sort::Opaque(*i)
                }
            };
            arena.mk_sort(sort)
        })
    }

    fn load_exprs(&mut self, arena: &mut Arena, of: &Statement, rows: &[ExprRow]) -> Result<(), (At, Why)> {
        let sorts = &self.sorts;
        load_rows(Table::Exprs, rows, &mut self.exprs, |row, before, _| {
            load_expr(arena, of, row, sorts, before)
        })
    }
}

fn load_expr(
    arena: &mut Arena,
    of: &Statement,
    row: &ExprRow,
    sorts: &[SortId],
    before: &[ExprId],
) -> Result<ExprId, Why> {
    let e = |r: &ExprRef| at(before, r.0).copied();
    let s = |r: &SortRef| at(sorts, r.0).copied();
    let args = |refs: &[ExprRef]| refs.iter().map(e).collect::<Result<Args, Why>>();
    let bin = |op, a, b| Ok::<_, Why>(Expr::Bin(op, e(a)?, e(b)?));
    let node = match row {
        ExprRow::Bound(i, sort) => Expr::Bound(*i, s(sort)?),
        ExprRow::Local(l, sort) => Expr::Local(*l, s(sort)?),
        ExprRow::Nu(sort) => Expr::Nu(s(sort)?),
        ExprRow::Int(n) => Expr::Int(*n),
        ExprRow::Literal(l, sort) => {
            at(&of.literals, *l)?;
            Expr::Literal(*l, s(sort)?)
        }
        ExprRow::Ctor(sort, tag, a) => Expr::Ctor(s(sort)?, *tag, args(a)?),
        ExprRow::Fn(d, sorts, a) => {
            let sorts = sorts.iter().map(s).collect::<Result<Sorts, Why>>()?;
            Expr::Fn(d.0, sorts, args(a)?)
        }
        ExprRow::PredVar(p, a) => Expr::PredVar(*p, args(a)?),
        ExprRow::Add(a, b) => bin(Bin::Add, a, b)?,
        ExprRow::Sub(a, b) => bin(Bin::Sub, a, b)?,
        ExprRow::Mul(a, b) => bin(Bin::Mul, a, b)?,
        ExprRow::Div(a, k) => Expr::Div(e(a)?, *k),
        ExprRow::Mod(a, k) => Expr::Mod(e(a)?, *k),
        ExprRow::Ite(c, a, b) => Expr::Ite(e(c)?, e(a)?, e(b)?),
        ExprRow::True => Expr::True,
        ExprRow::False => Expr::False,
        ExprRow::Eq(a, b) => bin(Bin::Eq, a, b)?,
        ExprRow::Le(a, b) => bin(Bin::Le, a, b)?,
        ExprRow::Lt(a, b) => bin(Bin::Lt, a, b)?,
        ExprRow::Not(a) => Expr::Not(e(a)?),
        ExprRow::And(a, b) => bin(Bin::And, a, b)?,
        ExprRow::Or(a, b) => bin(Bin::Or, a, b)?,
        ExprRow::Imp(a, b) => bin(Bin::Imp, a, b)?,
        ExprRow::Iff(a, b) => bin(Bin::Iff, a, b)?,
        ExprRow::Forall(sort, a) => Expr::Quant(Quant::Forall, s(sort)?, e(a)?),
        ExprRow::Exists(sort, a) => Expr::Quant(Quant::Exists, s(sort)?, e(a)?),
    };
    if let Expr::Quant(_, sort, body) = node {
        arena.bound_at(body, sort)?;
    }
    arena.mk(node)
}
