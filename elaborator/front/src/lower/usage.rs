//! Which rows are used, and who calls whom.

use std::collections::{BTreeMap, BTreeSet};

use covenant_certificates::core_parts::expr_parts;
use covenant_certificates::renumber::targets;
use covenant_certificates::structure::Table;
use covenant_kernel::tables::{DefBody, ExprRef, ExprRow, SortRef};

use super::builder::Builder;

/// The rows of each table that are used.
#[derive(Default)]
pub(super) struct Used {
    rows: BTreeMap<Table, BTreeSet<u32>>,
}

impl Used {
    pub(super) fn of(&self, table: Table) -> BTreeSet<u32> {
        self.rows.get(&table).cloned().unwrap_or_default()
    }

    /// `false` if it was used before.
    fn insert(&mut self, table: Table, row: u32) -> bool {
        self.rows.entry(table).or_default().insert(row)
    }
}

/// Walks the tables from what is known to be used.
pub(super) struct Marker<'a> {
    pub(super) tables: &'a Builder,
    /// Sorts of the fields of each datatype, as rows.
    pub(super) fields: &'a BTreeMap<u32, Vec<Vec<SortRef>>>,
    pub(super) used: Used,
}

impl Marker<'_> {
    /// Marks a row and all that it needs.
    pub(super) fn mark(&mut self, table: Table, row: u32) {
        let mut pending = vec![(table, row)];
        while let Some((table, row)) = pending.pop() {
            if self.used.insert(table, row) {
                pending.extend(self.below(table, row));
            }
        }
    }

    /// What a row refers to. Those of the program are all used: [`program`](Self::program) walks them.
    fn below(&self, table: Table, row: u32) -> Vec<(Table, u32)> {
        let i = row as usize;
        let sort = |sort: &SortRef| (Table::Sorts, sort.0);
        let below = match table {
            Table::Sorts => self.tables.sorts.get(i).map(targets),
            Table::Exprs => self.tables.exprs.get(i).map(targets),
            Table::Types => self.tables.types.get(i).map(targets),
            Table::Datatypes => self.fields.get(&row).map(|rows| rows.iter().flatten().map(sort).collect()),
            // Definitions are part of the statement wherever they are used.
            Table::Defs => self.tables.defs.get(i).map(|pending| {
                let bodies = bodies(pending.body.as_ref()).into_iter().map(|body| (Table::Exprs, body.0));
                pending.params.iter().chain(&pending.result).map(sort).chain(bodies).collect()
            }),
            _ => None,
        };
        below.unwrap_or_default()
    }

    /// Marks what the program needs.
    pub(super) fn program(&mut self) {
        let tables = self.tables;
        let funs = tables.funs.iter().flat_map(targets);
        let cores = tables.cores.iter().flat_map(targets);
        let globals = tables.globals.iter().flat_map(targets);
        for (table, row) in funs.chain(cores).chain(globals) {
            self.mark(table, row);
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
