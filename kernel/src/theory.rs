//! Datatypes, definitions, axioms and lemmas: loading them, and unfolding a definition.
//!
//! A definition is total because every call inside its group is at a field of the analysed
//! argument, so each unfolding consumes a constructor of a finite value.

use crate::arena::{Arena, Datatype, DefSig, Expr, ExprId, Sort, SortId, index};
use crate::reject::{At, Table, Why};
use crate::subst::Scope;
use crate::tables::{AxiomRow, DatatypeRow, DefBody, DefRow, FIRST_DATATYPE, GHOST, SortRef};
use std::sync::Arc;

/// The body of a definition, in the arena.
#[derive(Clone, Debug)]
pub enum Body {
    /// One expression.
    Direct(ExprId),
    /// One expression per constructor of the analysed parameter.
    Cases(u32, Vec<ExprId>),
    /// Unknown.
    Opaque,
}

/// A closed formula with sort parameters.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// Number of sort parameters.
    pub sort_params: u32,
    /// The formula.
    pub statement: ExprId,
}

/// The theory: what is known besides the datatypes' own laws.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// Bodies of the definitions; their signatures are in the arena.
    pub bodies: Vec<Body>,
    /// Assumed formulas.
    pub axioms: Vec<Formula>,
    /// Lemmas proved so far.
    pub lemmas: Vec<Formula>,
}

/// Declares the datatypes, so that sorts can mention them. Fields follow in [`define_datatypes`].
pub(crate) fn declare_datatypes(arena: &mut Arena, rows: &[DatatypeRow]) {
    arena.datatypes.extend(rows.iter().map(|row| Datatype { params: row.params, ctors: Vec::new() }));
}

/// Fills in the constructors.
pub(crate) fn define_datatypes(
    arena: &mut Arena,
    rows: &[DatatypeRow],
    sorts: &[SortId],
) -> Result<(), (At, Why)> {
    for (row, i) in rows.iter().zip(0u32..) {
        let at = |why| (At::Table(Table::Datatypes, i), why);
        let mut ctors = Vec::with_capacity(row.ctors.len());
        for ctor in &row.ctors {
            let fields = lookup_sorts(sorts, &ctor.fields).map_err(at)?;
            if fields.iter().any(|&f| arena.sort_abstracts(f) > row.params) {
                return Err(at(Why::UnboundSortParameter));
            }
            ctors.push(fields);
        }
        let id = i.checked_add(FIRST_DATATYPE).ok_or(at(Why::TooLarge))?;
        arena.datatypes.get_mut(index(id)).ok_or(at(Why::BadReference))?.ctors = ctors;
    }
    Ok(())
}

/// Declares the signatures of the definitions, so that expressions can mention them.
pub(crate) fn declare_defs(arena: &mut Arena, rows: &[DefRow], sorts: &[SortId]) -> Result<(), (At, Why)> {
    for (row, i) in rows.iter().zip(0u32..) {
        let at = |why| (At::Table(Table::Defs, i), why);
        let params = lookup_sorts(sorts, &row.params).map_err(at)?;
        let result = row.result.map(|r| lookup(sorts, r.0)).transpose().map_err(at)?;
        if params.iter().chain(&result).any(|&s| arena.sort_abstracts(s) > row.sort_params) {
            return Err(at(Why::UnboundSortParameter));
        }
        arena.defs.push(DefSig { sort_params: row.sort_params, params, result, decidable: row.decidable });
    }
    Ok(())
}

/// Checks the bodies: sorts, scope, decidability and structural recursion.
pub(crate) fn define_defs(
    arena: &mut Arena,
    rows: &[DefRow],
    exprs: &[ExprId],
) -> Result<Vec<Body>, (At, Why)> {
    let groups = groups(rows)?;
    let mut bodies = Vec::with_capacity(rows.len());
    for ((row, group), i) in rows.iter().zip(groups).zip(0u32..) {
        let at = |why| (At::Table(Table::Defs, i), why);
        bodies.push(define(arena, rows, row, i, group, exprs).map_err(at)?);
    }
    Ok(bodies)
}

/// For each row, the range of consecutive rows that are its group.
fn groups(rows: &[DefRow]) -> Result<Vec<std::ops::Range<u32>>, (At, Why)> {
    let mut seen = std::collections::HashSet::new();
    let mut groups = Vec::with_capacity(rows.len());
    let mut start = 0u32;
    for group in rows.chunk_by(|a, b| a.group == b.group) {
        let at = |why| (At::Table(Table::Defs, start), why);
        if !group.first().is_some_and(|row| seen.insert(row.group)) {
            return Err(at(Why::SplitGroup));
        }
        let end = u32::try_from(group.len()).ok().and_then(|n| start.checked_add(n));
        let end = end.ok_or(at(Why::TooLarge))?;
        groups.extend(group.iter().map(|_| start..end));
        start = end;
    }
    Ok(groups)
}

fn define(
    arena: &mut Arena,
    rows: &[DefRow],
    row: &DefRow,
    own: u32,
    group: std::ops::Range<u32>,
    exprs: &[ExprId],
) -> Result<Body, Why> {
    let sig = arena.def_sig(own).ok_or(Why::BadReference)?.clone();
    let params: Vec<Option<SortId>> = sig.params.iter().map(|&s| Some(s)).collect();
    let mut scope = Scope { locals: params, sort_params: sig.sort_params, ..Scope::default() };
    match &row.body {
        DefBody::Opaque => Ok(Body::Opaque),
        DefBody::Direct(e) => {
            let body = lookup(exprs, e.0)?;
            // A direct body may call no definition of its own group: there is no field to be at.
            check_body(arena, rows, &sig, body, &scope, None, group)?;
            Ok(Body::Direct(body))
        }
        DefBody::Cases { on, cases } => {
            let analysed = *sig.params.get(index(*on)).ok_or(Why::BadCases)?;
            let count = arena.ctor_count(analysed).map_err(|_| Why::BadCases)?;
            if cases.len() != index(count) {
                return Err(Why::BadCases);
            }
            let mut bodies = Vec::with_capacity(cases.len());
            for (case, tag) in cases.iter().zip(0u32..) {
                let fields = arena.ctor_fields(analysed, tag)?;
                scope.locals.truncate(sig.params.len());
                let first_field = u32::try_from(scope.locals.len()).map_err(|_| Why::TooLarge)?;
                scope.locals.extend(fields.iter().map(|&f| Some(f)));
                let body = lookup(exprs, case.0)?;
                check_body(arena, rows, &sig, body, &scope, Some(first_field), group.clone())?;
                bodies.push(body);
            }
            Ok(Body::Cases(*on, bodies))
        }
    }
}

/// `first_field` is the level of the first field variable, or `None` if there are none.
fn check_body(
    arena: &Arena,
    rows: &[DefRow],
    sig: &DefSig,
    body: ExprId,
    scope: &Scope,
    first_field: Option<u32>,
    group: std::ops::Range<u32>,
) -> Result<(), Why> {
    arena.in_scope(body, scope, &[], None)?;
    if arena.sort_of(body) != sig.result {
        return Err(Why::SortMismatch);
    }
    if sig.decidable && sig.result.is_none() && !arena.info(body).decidable {
        return Err(Why::NotDecidable);
    }
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![body];
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        if let Expr::Fn(callee, _, args) = arena.expr(e) {
            if *callee >= group.end {
                return Err(Why::ForwardCall);
            }
            if group.contains(callee) {
                let callee = rows.get(index(*callee)).ok_or(Why::BadReference)?;
                let DefBody::Cases { on, .. } = callee.body else { return Err(Why::NotStructural) };
                let at = *args.get(index(on)).ok_or(Why::NotStructural)?;
                // SOUNDNESS: only a field of the analysed value itself is smaller than it.
                match (arena.expr(at), first_field) {
                    (Expr::Local(l, _), Some(first)) if *l >= first && *l < GHOST => {}
                    _ => return Err(Why::NotStructural),
                }
            }
        }
        arena.expr(e).for_children(|c, _| stack.push(c));
    }
    Ok(())
}

/// Axioms: closed formulas.
pub(crate) fn load_axioms(
    arena: &Arena,
    rows: &[AxiomRow],
    exprs: &[ExprId],
) -> Result<Vec<Formula>, (At, Why)> {
    rows.iter()
        .zip(0u32..)
        .map(|(row, i)| {
            closed_formula(arena, row.sort_params, row.statement.0, exprs)
                .map_err(|why| (At::Table(Table::Axioms, i), why))
        })
        .collect()
}

/// A formula without free variables.
pub(crate) fn closed_formula(
    arena: &Arena,
    sort_params: u32,
    e: u32,
    exprs: &[ExprId],
) -> Result<Formula, Why> {
    let statement = lookup(exprs, e)?;
    if arena.sort_of(statement).is_some() {
        return Err(Why::SortMismatch);
    }
    arena.in_scope(statement, &Scope { sort_params, ..Scope::default() }, &[], None)?;
    Ok(Formula { sort_params, statement })
}

/// Row `i` of a loaded table.
pub(crate) fn lookup<T: Copy>(table: &[T], i: u32) -> Result<T, Why> {
    table.get(index(i)).copied().ok_or(Why::BadReference)
}

/// Several rows of the loaded sorts.
pub(crate) fn lookup_sorts(sorts: &[SortId], refs: &[SortRef]) -> Result<Vec<SortId>, Why> {
    refs.iter().map(|r| lookup(sorts, r.0)).collect()
}

impl Theory {
    /// The right-hand side of the defining equation of an application. If the analysed argument
    /// is not itself a constructor term, `as_ctor` is used in its place: the caller answers for
    /// the two being equal.
    pub fn unfold(&self, arena: &mut Arena, term: ExprId, as_ctor: Option<ExprId>) -> Result<ExprId, Why> {
        let Expr::Fn(def, sorts, args) = arena.expr(term).clone() else { return Err(Why::CannotUnfold) };
        let sig = arena.def_sig(def).ok_or(Why::BadReference)?.clone();
        let mut values = args.to_vec();
        let mut locals: Vec<SortId> = sig.params.clone();
        let body = match self.bodies.get(index(def)).ok_or(Why::BadReference)? {
            Body::Opaque => return Err(Why::CannotUnfold),
            Body::Direct(body) => *body,
            Body::Cases(on, cases) => {
                let analysed = values.get_mut(index(*on)).ok_or(Why::BadReference)?;
                if !matches!(arena.expr(*analysed), Expr::Ctor(..)) {
                    *analysed = as_ctor.ok_or(Why::CannotUnfold)?;
                }
                let Expr::Ctor(_, tag, fields) = arena.expr(*analysed).clone() else {
                    return Err(Why::CannotUnfold);
                };
                values.extend(fields.iter());
                let generic = *sig.params.get(index(*on)).ok_or(Why::BadReference)?;
                locals.extend(arena.ctor_fields(generic, tag)?.iter());
                *cases.get(index(tag)).ok_or(Why::NoSuchConstructor)?
            }
        };
        let body = arena.instantiate_sorts(body, &sorts)?;
        let mut pairs = Vec::with_capacity(values.len());
        for ((sort, value), level) in locals.into_iter().zip(values).zip(0u32..) {
            let sort = arena.instantiate_sort(sort, &sorts)?;
            pairs.push((arena.mk(Expr::Local(level, sort))?, value));
        }
        arena.substitute(body, &pairs)
    }

    /// The analysed argument of an application, if its definition is by cases.
    #[must_use]
    pub fn analysed(&self, arena: &Arena, term: ExprId) -> Option<ExprId> {
        let Expr::Fn(def, _, args) = arena.expr(term) else { return None };
        match self.bodies.get(index(*def))? {
            Body::Cases(on, _) => args.get(index(*on)).copied(),
            Body::Direct(_) | Body::Opaque => None,
        }
    }

    /// An instance of a lemma or axiom: its leading universal quantifiers at the terms.
    pub fn instance(
        arena: &mut Arena,
        formula: Formula,
        sorts: &[SortId],
        terms: &[ExprId],
    ) -> Result<ExprId, Why> {
        if sorts.len() != index(formula.sort_params) {
            return Err(Why::WrongArity);
        }
        let mut e = arena.instantiate_sorts(formula.statement, sorts)?;
        for &term in terms {
            let Expr::Quant(crate::arena::Quant::Forall, sort, body) = *arena.expr(e) else {
                return Err(Why::BadInstance);
            };
            if arena.sort_of(term) != Some(sort) {
                return Err(Why::SortMismatch);
            }
            e = arena.instantiate(body, &[term], 0)?;
        }
        Ok(e)
    }
}

/// The sort with a number of arguments filled in; used by loaders.
pub(crate) fn data_sort(arena: &mut Arena, data: u32, args: Vec<SortId>) -> Result<SortId, Why> {
    arena.mk_sort(Sort::Data(data, Arc::from(args)))
}
