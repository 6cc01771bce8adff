//! From rows to the arena: each row is checked against the ones before it.

use crate::arena::{Arena, Args, Bin, Expr, ExprId, Quant, Sort, SortId, Sorts, index};
use crate::reject::{At, Table, Why};
use crate::tables::{ExprRef, ExprRow, Proof, SortRef, SortRow, Statement};
use crate::theory::{self, Theory, data_sort, lookup, lookup_sorts};

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
    theory::define_datatypes(arena, &statement.datatypes, &loaded.sorts)?;
    theory::declare_defs(arena, &statement.defs, &loaded.sorts)?;
    loaded.load_exprs(arena, statement, &statement.exprs)?;
    let bodies = theory::define_defs(arena, &statement.defs, &loaded.exprs)?;
    let axioms = theory::load_axioms(arena, &statement.axioms, &loaded.exprs)?;
    Ok((loaded, Theory { bodies, axioms, lemmas: Vec::new() }))
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
        lookup(&self.exprs, e.0)
    }

    /// The sort of a row.
    pub fn sort(&self, s: SortRef) -> Result<SortId, Why> {
        lookup(&self.sorts, s.0)
    }

    /// The sorts of several rows.
    pub fn sort_list(&self, refs: &[SortRef]) -> Result<Vec<SortId>, Why> {
        lookup_sorts(&self.sorts, refs)
    }

    fn load_sorts(
        &mut self,
        arena: &mut Arena,
        statement: &Statement,
        rows: &[SortRow],
    ) -> Result<(), (At, Why)> {
        for row in rows {
            let at = At::Table(Table::Sorts, row_number(self.sorts.len()));
            let id = self.load_sort(arena, statement, row).map_err(|why| (at, why))?;
            self.sorts.push(id);
        }
        Ok(())
    }

    fn load_sort(&self, arena: &mut Arena, statement: &Statement, row: &SortRow) -> Result<SortId, Why> {
        match row {
            SortRow::Int => Ok(arena.int_sort()),
            SortRow::Data(d, args) => {
                let args = self.sort_list(args)?;
                data_sort(arena, *d, args)
            }
            SortRow::Abstract(i) => arena.mk_sort(Sort::Abstract(*i)),
            SortRow::Opaque(i) => {
                statement.opaque_sorts.get(index(*i)).ok_or(Why::BadReference)?;
                arena.mk_sort(Sort::Opaque(*i))
            }
        }
    }

    fn load_exprs(
        &mut self,
        arena: &mut Arena,
        statement: &Statement,
        rows: &[ExprRow],
    ) -> Result<(), (At, Why)> {
        for row in rows {
            let at = At::Table(Table::Exprs, row_number(self.exprs.len()));
            let id = self.load_expr(arena, statement, row).map_err(|why| (at, why))?;
            self.exprs.push(id);
        }
        Ok(())
    }

    fn load_expr(&self, arena: &mut Arena, statement: &Statement, row: &ExprRow) -> Result<ExprId, Why> {
        let e = |r: &ExprRef| self.expr(*r);
        let s = |r: &SortRef| self.sort(*r);
        let args = |refs: &[ExprRef]| refs.iter().map(e).collect::<Result<Args, Why>>();
        let bin = |op, a, b| Ok::<_, Why>(Expr::Bin(op, e(a)?, e(b)?));
        let node = match row {
            ExprRow::Bound(i, sort) => Expr::Bound(*i, s(sort)?),
            ExprRow::Local(l, sort) => Expr::Local(*l, s(sort)?),
            ExprRow::Nu(sort) => Expr::Nu(s(sort)?),
            ExprRow::Int(n) => Expr::Int(*n),
            ExprRow::Literal(l, sort) => {
                statement.literals.get(index(*l)).ok_or(Why::BadReference)?;
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
}

/// A row number for a message; tables have fewer than 2^32 rows by the decoder's limits.
pub(crate) fn row_number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
