//! Which rows are used, and who calls whom.

use std::collections::{BTreeMap, BTreeSet};

use covenant_kernel::tables::{
    ArgRow, CoreRow, DefBody, DefRef, ExprRef, ExprRow, FunRow, ParamRow, Prim, SortRef, SortRow, TypeRef,
};

use super::builder::Builder;
use covenant_certificates::core_parts::expr_parts;

/// What is used.
#[derive(Default)]
pub(super) struct Used {
    pub(super) sorts: BTreeSet<u32>,
    pub(super) exprs: BTreeSet<u32>,
    pub(super) defs: BTreeSet<u32>,
    pub(super) types: BTreeSet<u32>,
    pub(super) datatypes: BTreeSet<u32>,
    pub(super) opaque: BTreeSet<u32>,
    pub(super) literals: BTreeSet<u32>,
}

/// Walks the tables from what is known to be used.
pub(super) struct Marker<'a> {
    pub(super) tables: &'a Builder,
    /// Sorts of the fields of each datatype, as rows.
    pub(super) fields: &'a BTreeMap<u32, Vec<Vec<SortRef>>>,
    pub(super) used: Used,
}

impl Marker<'_> {
    pub(super) fn sort(&mut self, sort: SortRef) {
        let mut pending = vec![sort];
        while let Some(sort) = pending.pop() {
            if !self.used.sorts.insert(sort.0) {
                continue;
            }
            match self.tables.sorts.get(sort.0 as usize) {
                Some(SortRow::Data(id, arguments)) => {
                    pending.extend(arguments.iter());
                    if self.used.datatypes.insert(*id) {
                        pending.extend(self.fields.get(id).into_iter().flatten().flatten());
                    }
                }
                Some(SortRow::Opaque(number)) => {
                    self.used.opaque.insert(*number);
                }
                Some(SortRow::Int | SortRow::Abstract(_)) | None => {}
            }
        }
    }

    pub(super) fn expr(&mut self, expr: ExprRef) {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if !self.used.exprs.insert(expr.0) {
                continue;
            }
            let Some(row) = self.tables.exprs.get(expr.0 as usize) else {
                continue;
            };
            let (sorts, children) = expr_parts(row);
            pending.extend(children);
            for sort in sorts {
                self.sort(sort);
            }
            match row {
                ExprRow::Fn(def, ..) => self.def(*def),
                ExprRow::Literal(number, _) => {
                    self.used.literals.insert(*number);
                }
                _ => {}
            }
        }
    }

    /// Definitions are part of the statement wherever they are used.
    pub(super) fn def(&mut self, def: DefRef) {
        if !self.used.defs.insert(def.0) {
            return;
        }
        let Some(pending) = self.tables.defs.get(def.0 as usize) else {
            return;
        };
        for sort in pending.params.iter().chain(&pending.result) {
            self.sort(*sort);
        }
        for body in bodies(pending.body.as_ref()) {
            self.expr(body);
        }
    }

    pub(super) fn fun_type(&mut self, ty: TypeRef) {
        if !self.used.types.insert(ty.0) {
            return;
        }
        let Some(row) = self.tables.types.get(ty.0 as usize) else {
            return;
        };
        for param in &row.params {
            match param {
                ParamRow::Base(sort, formula) => {
                    self.sort(*sort);
                    self.expr(*formula);
                }
                ParamRow::Fun(inner) => self.fun_type(*inner),
            }
        }
        self.sort(row.result);
        self.expr(row.requires);
        self.expr(row.ensures);
    }

    pub(super) fn program(&mut self) {
        for fun in &self.tables.funs {
            match fun {
                FunRow::Var(_) => {}
                FunRow::Global(_, sorts) => sorts.iter().for_each(|sort| self.sort(*sort)),
                FunRow::Lam(ty, _) | FunRow::Fix(ty, _) => self.fun_type(*ty),
            }
        }
        for core in &self.tables.cores {
            match core {
                CoreRow::Ret(value) | CoreRow::Match(value, _) => self.expr(*value),
                CoreRow::Err(sort) => self.sort(*sort),
                CoreRow::Op(Prim::OpaqueGen(sort)) => self.sort(*sort),
                CoreRow::Op(prim) => prim.operands().for_each(|operand| self.expr(operand)),
                CoreRow::App(_, arguments) => {
                    for argument in arguments {
                        if let ArgRow::Base(value) = argument {
                            self.expr(*value);
                        }
                    }
                }
                CoreRow::LetE(..) | CoreRow::LetV(..) => {}
            }
        }
        for global in &self.tables.globals {
            for sort in global.preds.iter().flatten() {
                self.sort(*sort);
            }
            self.fun_type(global.claim);
        }
    }
}

pub(super) fn bodies(body: Option<&DefBody>) -> Vec<ExprRef> {
    match body {
        Some(DefBody::Direct(expr)) => vec![*expr],
        Some(DefBody::Cases { cases, .. }) => cases.clone(),
        Some(DefBody::Opaque) | None => Vec::new(),
    }
}

/// Whom each definition calls.
pub(super) fn callees(tables: &Builder, def: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut pending =
        tables.defs.get(def as usize).map(|pending| bodies(pending.body.as_ref())).unwrap_or_default();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        if let Some(row) = tables.exprs.get(expr.0 as usize) {
            if let ExprRow::Fn(callee, ..) = row {
                found.insert(callee.0);
            }
            pending.extend(expr_parts(row).1);
        }
    }
    found
}

/// Strongly connected components of the call graph, callees first. Definitions
/// are few, so the reachability relation is computed outright.
pub(super) fn group_definitions(tables: &Builder, defs: &BTreeSet<u32>) -> Vec<Vec<u32>> {
    let direct: BTreeMap<u32, BTreeSet<u32>> = defs.iter().map(|def| (*def, callees(tables, *def))).collect();
    let reach: BTreeMap<u32, BTreeSet<u32>> = defs
        .iter()
        .map(|def| {
            let mut seen = BTreeSet::new();
            let mut pending: Vec<u32> = direct.get(def).into_iter().flatten().copied().collect();
            while let Some(next) = pending.pop() {
                if seen.insert(next) {
                    pending.extend(direct.get(&next).into_iter().flatten());
                }
            }
            (*def, seen)
        })
        .collect();
    let reaches = |from: &u32, to: &u32| reach.get(from).is_some_and(|set| set.contains(to));
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut placed = BTreeSet::new();
    // A definition reaches strictly more than any callee outside its group.
    let mut order: Vec<u32> = defs.iter().copied().collect();
    order.sort_by_key(|def| {
        let others = reach.get(def).map_or(0, BTreeSet::len);
        (others + usize::from(!reaches(def, def)), *def)
    });
    for def in order {
        if !placed.insert(def) {
            continue;
        }
        let mut group = vec![def];
        for other in defs {
            if *other != def && reaches(&def, other) && reaches(other, &def) {
                placed.insert(*other);
                group.push(*other);
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// Definitions whose bodies contain a quantifier or call one that does.
pub(super) fn find_undecidable(tables: &Builder, groups: &[Vec<u32>]) -> BTreeSet<u32> {
    let mut undecidable = BTreeSet::new();
    for group in groups {
        let quantified = group.iter().any(|def| {
            let mut seen = BTreeSet::new();
            let mut pending = tables
                .defs
                .get(*def as usize)
                .map(|pending| bodies(pending.body.as_ref()))
                .unwrap_or_default();
            while let Some(expr) = pending.pop() {
                if !seen.insert(expr) {
                    continue;
                }
                let Some(row) = tables.exprs.get(expr.0 as usize) else {
                    continue;
                };
                match row {
                    ExprRow::Quant(..) | ExprRow::PredVar(..) => {
                        return true;
                    }
                    ExprRow::Fn(callee, ..) if undecidable.contains(&callee.0) => return true,
                    _ => pending.extend(expr_parts(row).1),
                }
            }
            false
        });
        if quantified {
            undecidable.extend(group);
        }
    }
    undecidable
}
