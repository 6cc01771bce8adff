//! Refined function types, in the arena: loading, scope, and instantiation.
//!
//! A type is a telescope (see [`crate::tables`]): parameters are bound variables, so that a
//! call substitutes without renaming anything. The size is limited, so walking a type recurses
//! safely.

use crate::arena::{Arena, ExprId, SortId, TRUTH};
use crate::load::{Loaded, at, load_rows};
use crate::reject::{At, Table, Why};
use crate::subst::Scope;
use crate::tables::{FunTypeRow, Kind, ParamRow};
use std::sync::Arc;

/// Function types may not have more parameters than this when written out, so that walking one
/// may recurse and may ignore sharing.
const MAX_SIZE: u32 = 1024;

/// `(x1:t1, .., xn:tn) -> [v:result | ensures]`. A simple type is one that says nothing: all
/// its formulas are `True`.
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

/// Loads function types after those in `types`.
pub fn load_types(
    arena: &Arena,
    rows: &[FunTypeRow],
    loaded: &Loaded,
    types: &mut Vec<Arc<FunType>>,
) -> Result<(), (At, Why)> {
    load_rows(Table::Types, rows, types, |row, before, _| {
        let formula = |e| loaded.formula(arena, e);
        let param = |p: &ParamRow| match p {
            ParamRow::Base(s, q) => Ok(Param::Base(loaded.sort(*s)?, formula(*q)?)),
            ParamRow::Fun(t) => at(before, t.0).cloned().map(Param::Fun),
        };
        let params = row.params.iter().map(param).collect::<Result<Vec<_>, Why>>()?;
        let sizes = params.iter().map(|p| if let Param::Fun(t) = p { t.size } else { 1 });
        let size = sizes.fold(1, u32::saturating_add);
        if size > MAX_SIZE {
            return Err(Why::TooLarge);
        }
        let (requires, result, ensures) =
            (formula(row.requires)?, loaded.sort(row.result)?, formula(row.ensures)?);
        Ok(Arc::new(FunType { params, requires, result, ensures, size }))
    })
}

impl FunType {
    /// Sorts of the parameters as seen by bound variables; `None` for a function.
    pub fn param_sorts(&self) -> Vec<Option<SortId>> {
        let sort = |p: &Param| if let Param::Base(s, _) = p { Some(*s) } else { None };
        self.params.iter().map(sort).collect()
    }

    /// Whether everything free is in scope, below the parameters `outer` of enclosing types.
    pub fn in_scope(&self, arena: &mut Arena, scope: &Scope, outer: &[Option<SortId>]) -> Result<(), Why> {
        arena.spend(outer.len())?;
        let mut seen = outer.to_vec();
        for param in &self.params {
            match param {
                Param::Base(s, q) => {
                    arena.in_scope(*q, scope, &seen, Some(scope.sort(arena, *s)?))?;
                    seen.push(Some(*s));
                }
                Param::Fun(t) => {
                    t.in_scope(arena, scope, &seen)?;
                    seen.push(None);
                }
            }
        }
        scope.sort(arena, self.result)?;
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

    /// The type without refinements.
    pub fn erase(&self) -> FunType {
        let erase = |p: &Param| match p {
            Param::Base(s, _) => Param::Base(*s, TRUTH),
            Param::Fun(t) => Param::Fun(Arc::new(t.erase())),
        };
        let params = self.params.iter().map(erase).collect();
        FunType { params, requires: TRUTH, ensures: TRUTH, result: self.result, size: self.size }
    }
}

/// What a derivation gives its subject, and how that is read.
#[derive(Clone, Debug)]
pub enum Typed {
    /// A core term: its sort, and what it covers or stays within, about `Nu`.
    Coverage(Kind, SortId, ExprId),
    /// A function value.
    Fun(Kind, Arc<FunType>),
    /// A global whose scheme still binds this many sort parameters, and predicate variables of
    /// these argument sorts, in its type.
    Scheme(Kind, u32, Vec<Vec<SortId>>, Arc<FunType>),
}
