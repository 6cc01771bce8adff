//! Datatypes, definitions, axioms and lemmas: loading them, and unfolding a definition.
//!
//! A definition is total because every call in its body is of a definition with a smaller group
//! number, or with the same number and at a field of the analysed argument: each unfolding
//! decreases the number, or keeps it and consumes a constructor of a finite value.

use crate::arena::{Arena, Bin, Datatype, DefSig, Expr, ExprId, IdMap, Quant, SortId, index};
use crate::load::{Loaded, at, load_rows};
use crate::reject::{At, Table, Why};
use crate::subst::Scope;
use crate::tables::{CtorRow, DatatypeRow, DefBody, DefRef, DefRow, FIRST_DATATYPE, Statement};
use std::cmp::Ordering;

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
    pub bodies: Vec<DefBody<ExprId>>,
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
    loaded: &Loaded,
) -> Result<(), (At, Why)> {
    let mut ctors = Vec::with_capacity(rows.len());
    load_rows(Table::Datatypes, rows, &mut ctors, |row, _, _| {
        let scope = Scope { sort_params: row.params, ..Scope::default() };
        let fields = |c: &CtorRow| scope.sorts(arena, loaded, &c.fields);
        row.ctors.iter().map(fields).collect::<Result<Vec<_>, Why>>()
    })?;
    for (datatype, ctors) in arena.datatypes.iter_mut().skip(index(FIRST_DATATYPE)).zip(ctors) {
        datatype.ctors = ctors;
    }
    Ok(())
}

/// Declares the signatures of the definitions, so that expressions can mention them.
pub(crate) fn declare_defs(arena: &mut Arena, rows: &[DefRow], loaded: &Loaded) -> Result<(), (At, Why)> {
    let mut defs = Vec::with_capacity(rows.len());
    load_rows(Table::Defs, rows, &mut defs, |row, _, _| {
        let scope = Scope { sort_params: row.sort_params, ..Scope::default() };
        let params = scope.sorts(arena, loaded, &row.params)?;
        let result = row.result.map(|r| scope.sort(arena, loaded.sort(r)?)).transpose()?;
        Ok(DefSig { sort_params: row.sort_params, params, result, decidable: row.decidable })
    })?;
    arena.defs = defs;
    Ok(())
}

/// Loads a body, or the body of each case.
pub(crate) fn define(
    arena: &mut Arena,
    rows: &[DefRow],
    own: DefRef,
    loaded: &Loaded,
) -> Result<DefBody<ExprId>, Why> {
    let row = at(rows, own.0)?;
    match &row.body {
        DefBody::Opaque => Ok(DefBody::Opaque),
        DefBody::Direct(body) => Ok(DefBody::Direct(check_body(arena, rows, own, &[], loaded.expr(*body)?)?)),
        DefBody::Cases { on, cases } => {
            let analysed = row.params.get(index(*on)).ok_or(Why::BadCases)?;
            let analysed = loaded.sort(*analysed)?;
            if arena.ctor_count(analysed).map(index) != Ok(cases.len()) {
                return Err(Why::BadCases);
            }
            let mut bodies = Vec::with_capacity(cases.len());
            for (case, tag) in cases.iter().zip(0u32..) {
                let fields = arena.ctor_fields(analysed, tag)?;
                bodies.push(check_body(arena, rows, own, &fields, loaded.expr(*case)?)?);
            }
            Ok(DefBody::Cases { on: *on, cases: bodies })
        }
    }
}

/// Checks a body that sees the fields of the analysed argument after the parameters: sorts,
/// scope, decidability and structural recursion.
fn check_body(
    arena: &mut Arena,
    rows: &[DefRow],
    own: DefRef,
    fields: &[SortId],
    body: ExprId,
) -> Result<ExprId, Why> {
    let row = at(rows, own.0)?;
    let DefSig { sort_params, params, result, decidable } = at(&arena.defs, own.0)?.clone();
    arena.spend(params.len().saturating_add(fields.len()))?;
    let locals = params.iter().chain(fields).map(|&s| Some(s)).collect();
    arena.in_scope(body, &Scope { locals, sort_params, ..Scope::default() }, &[], None)?;
    if arena.sort_of(body) != result {
        return Err(Why::SortMismatch);
    }
    if decidable && result.is_none() && !arena.info(body).decidable {
        return Err(Why::NotDecidable);
    }
    arena.visit(
        body,
        |_, _| false,
        |arena, node, _| {
            let Expr::Fn(callee, _, args) = node else { return Ok(()) };
            let callee = at(rows, callee.0)?;
            let analysed = match &callee.body {
                DefBody::Cases { on, .. } => args.get(index(*on)).map(|&a| arena.expr(a)),
                DefBody::Direct(_) | DefBody::Opaque => None,
            };
            match callee.group.cmp(&row.group) {
                Ordering::Less => Ok(()),
                Ordering::Greater => Err(Why::ForwardCall),
                // SOUNDNESS: only a field of the analysed value itself is smaller than it.
                Ordering::Equal => match analysed {
                    Some(Expr::Local(l, _)) if index(*l) >= params.len() => Ok(()),
                    _ => Err(Why::NotStructural),
                },
            }
        },
    )?;
    Ok(body)
}

/// A formula without free variables.
pub(crate) fn closed_formula(arena: &mut Arena, sort_params: u32, e: ExprId) -> Result<Formula, Why> {
    if arena.sort_of(e).is_some() {
        return Err(Why::SortMismatch);
    }
    arena.in_scope(e, &Scope { sort_params, ..Scope::default() }, &[], None)?;
    Ok(Formula { sort_params, statement: e })
}

impl Theory {
    /// The right-hand side of the defining equation of an application. If `as_ctor` is given, it
    /// takes the place of the analysed argument: the caller answers for the two being equal.
    pub fn unfold(&self, arena: &mut Arena, term: ExprId, as_ctor: Option<ExprId>) -> Result<ExprId, Why> {
        let Expr::Fn(def, sorts, args) = arena.expr(term).clone() else { return Err(Why::CannotUnfold) };
        let mut values = args.to_vec();
        let body = match at(&self.bodies, def.0)? {
            DefBody::Opaque => return Err(Why::CannotUnfold),
            DefBody::Direct(body) => *body,
            DefBody::Cases { on, cases } => {
                let analysed = values.get_mut(index(*on)).ok_or(Why::BadReference)?;
                *analysed = as_ctor.unwrap_or(*analysed);
                let Expr::Ctor(_, tag, fields) = arena.expr(*analysed).clone() else {
                    return Err(Why::CannotUnfold);
                };
                values.extend(fields.iter());
                *cases.get(index(tag)).ok_or(Why::NoSuchConstructor)?
            }
        };
        let body = arena.instantiate_sorts(body, &sorts)?;
        let mut pairs = Vec::with_capacity(values.len());
        for (value, level) in values.into_iter().zip(0u32..) {
            let sort = arena.sort_of(value).ok_or(Why::SortMismatch)?;
            pairs.push((arena.mk(Expr::Local(level, sort))?, value));
        }
        arena.substitute(body, &pairs)
    }

    /// The analysed argument of an application, if its definition is by cases.
    pub fn analysed(&self, arena: &Arena, term: ExprId) -> Option<ExprId> {
        let Expr::Fn(def, _, args) = arena.expr(term) else { return None };
        match self.bodies.get(index(def.0))? {
            DefBody::Cases { on, .. } => args.get(index(*on)).copied(),
            DefBody::Direct(_) | DefBody::Opaque => None,
        }
    }

    /// An instance of a lemma or axiom: its leading universal quantifiers at the terms.
    pub fn instance(arena: &mut Arena, l: Formula, sorts: &[SortId], ts: &[ExprId]) -> Result<ExprId, Why> {
        if sorts.len() != index(l.sort_params) {
            return Err(Why::WrongArity);
        }
        let mut e = arena.instantiate_sorts(l.statement, sorts)?;
        for &term in ts {
            let Expr::Quant(Quant::Forall, sort, body) = *arena.expr(e) else {
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

/// Loads the statement's theory: sorts, datatypes, expressions, definitions, axioms.
pub fn load_theory(arena: &mut Arena, statement: &Statement) -> Result<(Loaded, Theory), (At, Why)> {
    let mut loaded = Loaded::default();
    declare_datatypes(arena, &statement.datatypes);
    loaded.load_sorts(arena, statement, &statement.sorts)?;
    define_datatypes(arena, &statement.datatypes, &loaded)?;
    declare_defs(arena, &statement.defs, &loaded)?;
    loaded.load_exprs(arena, statement, &statement.exprs)?;
    let mut theory = Theory::default();
    load_rows(Table::Defs, &statement.defs, &mut theory.bodies, |_, _, i| {
        define(arena, &statement.defs, DefRef(i), &loaded)
    })?;
    load_rows(Table::Axioms, &statement.axioms, &mut theory.axioms, |row, _, _| {
        closed_formula(arena, row.sort_params, loaded.expr(row.statement)?)
    })?;
    Ok((loaded, theory))
}

/// A stack of known formulas with fast membership.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    stack: Vec<ExprId>,
    known: IdMap<ExprId, ()>,
}

impl Facts {
    /// Adds a formula, and the parts of a conjunction.
    pub(crate) fn add(&mut self, arena: &mut Arena, fact: ExprId) -> Result<(), Why> {
        let mut pending = vec![fact];
        while let Some(f) = pending.pop() {
            arena.spend(2)?;
            if self.known.insert(f, ()).is_some() {
                continue;
            }
            self.stack.push(f);
            if let Expr::Bin(Bin::And, a, b) = arena.expr(f) {
                pending.extend([*b, *a]);
            }
        }
        Ok(())
    }

    /// Whether a formula is known.
    pub fn contains(&self, fact: ExprId) -> bool {
        self.known.contains_key(&fact)
    }

    /// All known formulas, oldest first.
    pub fn as_slice(&self) -> &[ExprId] {
        &self.stack
    }

    /// Forgets everything added since there were `len` formulas.
    pub fn truncate(&mut self, len: usize) {
        for f in self.stack.drain(len.min(self.stack.len())..) {
            self.known.remove(&f);
        }
    }
}
