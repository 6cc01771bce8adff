//! Refined function types, in the arena: loading, scope, and instantiation.
//!
//! A type is a telescope (see [`crate::tables`]): parameters are bound variables, so that a
//! call substitutes without renaming anything. The size is limited, so walking a type recurses
//! safely.

use crate::arena::{Arena, ExprId, SortId, index};
use crate::load::Loaded;
use crate::reject::{At, Table, Why};
use crate::subst::Scope;
use crate::tables::{ArrowRow, FunTypeRow, ParamRow, ParamSort};
use std::sync::Arc;

/// Function types may not have more parameters than this when written out, so that walking one
/// may recurse and may ignore sharing.
const MAX_SIZE: u32 = 1024;

/// `(x1:t1, .., xn:tn) -> [v:result | ensures]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunType {
    /// Parameters.
    pub params: Vec<Param>,
    /// Condition on all parameters.
    pub requires: ExprId,
    /// Result sort.
    pub result: SortId,
    /// Coverage, about `Nu`.
    pub ensures: ExprId,
    /// Number of parameters with those of inner types, for the limit.
    pub size: u32,
}

/// A refined parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// `{v:sort | qualifier}`.
    Base(SortId, ExprId),
    /// A function.
    Fun(Arc<FunType>),
}

/// A simple function type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Parameters.
    pub params: Vec<ArrowParam>,
    /// Result sort.
    pub result: SortId,
    /// Number of parameters with those of inner types, for the limit.
    pub size: u32,
}

/// A simple parameter type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ArrowParam {
    Base(SortId),
    Fun(Arc<Arrow>),
}

fn larger(size: u32, by: u32) -> Result<u32, Why> {
    let size = size.saturating_add(by);
    if size > MAX_SIZE { Err(Why::TooLarge) } else { Ok(size) }
}

/// Loads simple function types.
pub fn load_arrows(rows: &[ArrowRow], loaded: &Loaded) -> Result<Vec<Arc<Arrow>>, (At, Why)> {
    let mut arrows: Vec<Arc<Arrow>> = Vec::with_capacity(rows.len());
    for (row, i) in rows.iter().zip(0u32..) {
        let arrow = load_arrow(row, loaded, &arrows).map_err(|why| (At::Table(Table::Arrows, i), why))?;
        arrows.push(Arc::new(arrow));
    }
    Ok(arrows)
}

fn load_arrow(row: &ArrowRow, loaded: &Loaded, before: &[Arc<Arrow>]) -> Result<Arrow, Why> {
    let mut size = 1;
    let mut params = Vec::with_capacity(row.params.len());
    for param in &row.params {
        params.push(match param {
            ParamSort::Base(s) => {
                size = larger(size, 1)?;
                ArrowParam::Base(loaded.sort(*s)?)
            }
            ParamSort::Fun(a) => {
                let inner = before.get(index(a.0)).ok_or(Why::BadReference)?.clone();
                size = larger(size, inner.size)?;
                ArrowParam::Fun(inner)
            }
        });
    }
    Ok(Arrow { params, result: loaded.sort(row.result)?, size })
}

/// Loads refined function types after those in `types`.
pub fn load_types(
    arena: &Arena,
    rows: &[FunTypeRow],
    loaded: &Loaded,
    types: &mut Vec<Arc<FunType>>,
) -> Result<(), (At, Why)> {
    for row in rows {
        let at = At::Table(Table::Types, crate::load::row_number(types.len()));
        let ty = load_type(arena, row, loaded, types).map_err(|why| (at, why))?;
        types.push(Arc::new(ty));
    }
    Ok(())
}

fn load_type(
    arena: &Arena,
    row: &FunTypeRow,
    loaded: &Loaded,
    before: &[Arc<FunType>],
) -> Result<FunType, Why> {
    let mut size = 1;
    let mut params = Vec::with_capacity(row.params.len());
    for param in &row.params {
        params.push(match param {
            ParamRow::Base(s, q) => {
                size = larger(size, 1)?;
                Param::Base(loaded.sort(*s)?, formula(arena, loaded.expr(*q)?)?)
            }
            ParamRow::Fun(t) => {
                let inner = before.get(index(t.0)).ok_or(Why::BadReference)?.clone();
                size = larger(size, inner.size)?;
                Param::Fun(inner)
            }
        });
    }
    Ok(FunType {
        params,
        requires: formula(arena, loaded.expr(row.requires)?)?,
        result: loaded.sort(row.result)?,
        ensures: formula(arena, loaded.expr(row.ensures)?)?,
        size,
    })
}

fn formula(arena: &Arena, e: ExprId) -> Result<ExprId, Why> {
    if arena.sort_of(e).is_none() { Ok(e) } else { Err(Why::SortMismatch) }
}

impl FunType {
    /// Sorts of the parameters as seen by bound variables; `None` for a function.
    #[must_use]
    pub fn param_sorts(&self) -> Vec<Option<SortId>> {
        self.params
            .iter()
            .map(|p| match p {
                Param::Base(s, _) => Some(*s),
                Param::Fun(_) => None,
            })
            .collect()
    }

    /// Whether everything free is in scope, below the parameters `outer` of enclosing types.
    pub fn in_scope(&self, arena: &Arena, scope: &Scope, outer: &[Option<SortId>]) -> Result<(), Why> {
        let mut seen = outer.to_vec();
        for param in &self.params {
            match param {
                Param::Base(s, q) => {
                    sort_in_scope(arena, *s, scope)?;
                    arena.in_scope(*q, scope, &seen, Some(*s))?;
                    seen.push(Some(*s));
                }
                Param::Fun(t) => {
                    t.in_scope(arena, scope, &seen)?;
                    seen.push(None);
                }
            }
        }
        sort_in_scope(arena, self.result, scope)?;
        arena.in_scope(self.requires, scope, &seen, None)?;
        arena.in_scope(self.ensures, scope, &seen, Some(self.result))
    }

    /// Applies `f` to every expression, with the number of own parameters it sees, and `g` to
    /// every sort.
    fn map(
        &self,
        arena: &mut Arena,
        skipped: u32,
        f: &mut impl FnMut(&mut Arena, ExprId, u32) -> Result<ExprId, Why>,
        g: &mut impl FnMut(&mut Arena, SortId) -> Result<SortId, Why>,
    ) -> Result<FunType, Why> {
        let mut skipped = skipped;
        let mut params = Vec::with_capacity(self.params.len());
        for param in &self.params {
            params.push(match param {
                Param::Base(s, q) => Param::Base(g(arena, *s)?, f(arena, *q, skipped)?),
                Param::Fun(t) => Param::Fun(Arc::new(t.map(arena, skipped, f, g)?)),
            });
            skipped = skipped.checked_add(1).ok_or(Why::TooLarge)?;
        }
        Ok(FunType {
            params,
            requires: f(arena, self.requires, skipped)?,
            result: g(arena, self.result)?,
            ensures: f(arena, self.ensures, skipped)?,
            size: self.size,
        })
    }

    /// Replaces the parameters of an enclosing type, of which this type is the next parameter.
    /// A function among them is given as any formula: it cannot be mentioned.
    pub fn instantiate(&self, arena: &mut Arena, args: &[ExprId]) -> Result<FunType, Why> {
        self.map(arena, 0, &mut |a, e, skipped| a.instantiate(e, args, skipped), &mut |_, s| Ok(s))
    }

    /// Replaces sort parameters.
    pub fn instantiate_sorts(&self, arena: &mut Arena, sorts: &[SortId]) -> Result<FunType, Why> {
        self.map(arena, 0, &mut |a, e, _| a.instantiate_sorts(e, sorts), &mut |a, s| {
            a.instantiate_sort(s, sorts)
        })
    }

    /// Replaces predicate variables. The formulas may not mention the type's own parameters,
    /// so their loose variables are exactly their arguments.
    pub fn instantiate_preds(&self, arena: &mut Arena, preds: &[ExprId]) -> Result<FunType, Why> {
        self.map(arena, 0, &mut |a, e, _| a.instantiate_preds(e, preds), &mut |_, s| Ok(s))
    }

    /// The type with trivial qualifiers that erases to a simple type.
    #[must_use]
    pub fn unrestricted(arena: &Arena, arrow: &Arrow) -> FunType {
        let truth = arena.truth();
        let params = arrow
            .params
            .iter()
            .map(|p| match p {
                ArrowParam::Base(s) => Param::Base(*s, truth),
                ArrowParam::Fun(a) => Param::Fun(Arc::new(FunType::unrestricted(arena, a))),
            })
            .collect();
        FunType { params, requires: truth, result: arrow.result, ensures: truth, size: arrow.size }
    }

    /// The type without refinements.
    #[must_use]
    pub fn erase(&self) -> Arrow {
        let params = self
            .params
            .iter()
            .map(|p| match p {
                Param::Base(s, _) => ArrowParam::Base(*s),
                Param::Fun(t) => ArrowParam::Fun(Arc::new(t.erase())),
            })
            .collect();
        Arrow { params, result: self.result, size: self.size }
    }
}

impl Arrow {
    /// Whether every sort is in scope.
    pub fn in_scope(&self, arena: &Arena, scope: &Scope) -> Result<(), Why> {
        for param in &self.params {
            match param {
                ArrowParam::Base(s) => sort_in_scope(arena, *s, scope)?,
                ArrowParam::Fun(a) => a.in_scope(arena, scope)?,
            }
        }
        sort_in_scope(arena, self.result, scope)
    }

    /// Replaces sort parameters.
    pub fn instantiate_sorts(&self, arena: &mut Arena, sorts: &[SortId]) -> Result<Arrow, Why> {
        let mut params = Vec::with_capacity(self.params.len());
        for param in &self.params {
            params.push(match param {
                ArrowParam::Base(s) => ArrowParam::Base(arena.instantiate_sort(*s, sorts)?),
                ArrowParam::Fun(a) => ArrowParam::Fun(Arc::new(a.instantiate_sorts(arena, sorts)?)),
            });
        }
        Ok(Arrow { params, result: arena.instantiate_sort(self.result, sorts)?, size: self.size })
    }
}

/// Whether a sort mentions only the scope's sort parameters.
pub fn sort_in_scope(arena: &Arena, s: SortId, scope: &Scope) -> Result<(), Why> {
    if arena.sort_abstracts(s) <= scope.sort_params { Ok(()) } else { Err(Why::UnboundSortParameter) }
}
