//! Equal content, equal tables.
//!
//! The elaborator makes rows in the order of its search, makes some twice and abandons others.
//! This pass keeps the rows that matter, shares equal ones and numbers them in an order that
//! depends on nothing but the content, so that the same claim gives the same bytes.
//!
//! What happens to a table depends on what its rows are:
//!
//! - *Terms* (sorts, expressions, types, steps) are shared when equal.
//! - *Places* (core terms, function values, derivation nodes) are not: each has its own span,
//!   names and verification condition, and a verdict that rejects a node has to point at one
//!   place. Two equal places stay two rows; one row that was used twice stays one. (That
//!   equal sub-derivations are equal is seen by their hashes.)
//! - *Declarations* (datatypes, definitions, axioms, globals, literals, opaque sorts) stay as
//!   they are, all of them: they are the statement, and which of them a proof needs must not
//!   change what is stated. Lemmas keep their order, but unused ones go.
//!
//! Numbers follow a depth-first walk from the declarations, then the lemmas, then the
//! derivations. The statement is walked first, so its tables do not depend on the proof.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;

use covenant_kernel::tables::*;

use crate::file::CertificateFile;
use crate::references::References;
use crate::renumber::{renumbered, targets};
use crate::source::SourceMap;
use crate::structure::{StructureError, Table, check_structure, empty_proof};

/// Bring a certificate, its log and its source map into canonical form.
pub fn canonicalize(file: &mut CertificateFile) -> Result<(), StructureError> {
    check_structure(&file.certificate)?;
    let rows = Rows::new(&file.certificate);
    let numbering = Numbering::new(&rows);
    let certificate = numbering.rebuild();
    let source = numbering.source(&file.source);

    let log = &mut file.log;
    log.conditions.retain_mut(|c| numbering.renumber(Table::Nodes, &mut c.node.0));
    log.lemmas.retain_mut(|l| numbering.renumber(Table::Lemmas, &mut l.lemma.0));
    file.certificate = certificate;
    file.source = source;
    Ok(())
}

/// The canonical form of a statement on its own: the one that a certificate of it has.
pub fn canonical_statement(statement: &Statement) -> Result<Statement, StructureError> {
    let certificate = Certificate { statement: statement.clone(), proof: empty_proof() };
    check_structure(&certificate)?;
    let rows = Rows::new(&certificate);
    Ok(Numbering::new(&rows).rebuild().statement)
}

/// The tables of statement and proof under one numbering, with the equal rows found.
struct Rows<'a> {
    certificate: &'a Certificate,
    sorts: Vec<&'a SortRow>,
    exprs: Vec<&'a ExprRow>,
    types: Vec<&'a FunTypeRow>,
    /// For the tables of terms: the first row that is equal to each row.
    first_equal: BTreeMap<Table, Vec<u32>>,
}

impl<'a> Rows<'a> {
    fn new(certificate: &'a Certificate) -> Self {
        let Certificate { statement, proof } = certificate;
        let mut rows = Rows {
            certificate,
            sorts: statement.sorts.iter().chain(&proof.sorts).collect(),
            exprs: statement.exprs.iter().chain(&proof.exprs).collect(),
            types: statement.types.iter().chain(&proof.types).collect(),
            first_equal: BTreeMap::new(),
        };
        // Each table after those it refers to.
        rows.share(Table::Sorts, rows.sorts.clone());
        rows.share(Table::Exprs, rows.exprs.clone());
        rows.share(Table::Types, rows.types.clone());
        rows.share(Table::Steps, proof.steps.iter().collect());
        rows
    }

    fn share<R: References + Clone + Eq + Hash>(&mut self, table: Table, list: Vec<&R>) {
        let mut known: HashMap<R, u32> = HashMap::with_capacity(list.len());
        self.first_equal.insert(table, Vec::with_capacity(list.len()));
        for (number, row) in (0..).zip(list) {
            let row = renumbered(row, |table, row| self.first(table, row));
            let first = *known.entry(row).or_insert(number);
            if let Some(list) = self.first_equal.get_mut(&table) {
                list.push(first);
            }
        }
    }

    fn first(&self, table: Table, row: u32) -> u32 {
        match self.first_equal.get(&table) {
            Some(list) => list[row as usize],
            None => row,
        }
    }

    /// What a row refers to, in order, each as the first row equal to it.
    fn children(&self, table: Table, row: u32) -> Vec<(Table, u32)> {
        let mut children = self.targets(table, row);
        for (table, row) in &mut children {
            *row = self.first(*table, *row);
        }
        children
    }

    fn targets(&self, table: Table, row: u32) -> Vec<(Table, u32)> {
        let i = row as usize;
        let Certificate { statement, proof } = self.certificate;
        match table {
            Table::Sorts => targets(self.sorts[i]),
            Table::Exprs => targets(self.exprs[i]),
            Table::Types => targets(self.types[i]),
            Table::Cores => targets(&statement.cores[i]),
            Table::Funs => targets(&statement.funs[i]),
            // The built-in datatypes have no row.
            Table::Datatypes => match i.checked_sub(FIRST_DATATYPE as usize) {
                Some(i) => targets(&statement.datatypes[i]),
                None => Vec::new(),
            },
            Table::Defs => targets(&statement.defs[i]),
            Table::Axioms => targets(&statement.axioms[i]),
            Table::Globals => targets(&statement.globals[i]),
            Table::Lemmas => targets(&proof.lemmas[i]),
            Table::Steps => targets(&proof.steps[i]),
            Table::Nodes => targets(&proof.nodes[i]),
            Table::OpaqueSorts | Table::Literals | Table::Derivations => Vec::new(),
        }
    }

    fn derivation_roots(&self) -> impl Iterator<Item = (Table, u32)> {
        let derivations = self.certificate.proof.derivations.iter().flatten();
        derivations.map(|node| (Table::Nodes, node.0))
    }

    /// The lemmas that the derivations use, directly or through other lemmas.
    fn used_lemmas(&self) -> Vec<bool> {
        let proof = &self.certificate.proof;
        let mut used = vec![false; proof.lemmas.len()];
        let mut seen_nodes = vec![false; proof.nodes.len()];
        let mut seen_steps = vec![false; proof.steps.len()];
        let mut stack: Vec<_> = self.derivation_roots().collect();
        while let Some((table, row)) = stack.pop() {
            let seen = match table {
                Table::Nodes => &mut seen_nodes[row as usize],
                Table::Steps => &mut seen_steps[row as usize],
                Table::Lemmas => &mut used[row as usize],
                _ => continue,
            };
            if !std::mem::replace(seen, true) {
                stack.extend(self.children(table, row));
            }
        }
        used
    }
}

/// The rows of one table in their new order.
#[derive(Default)]
struct Order {
    /// Old numbers, in the new order.
    old: Vec<u32>,
    /// New numbers, for old ones.
    new: HashMap<u32, u32>,
    /// How many of them belong to the statement.
    in_statement: usize,
}

impl Order {
    fn push(&mut self, old: u32) {
        let new = crate::structure::to_u32(self.old.len());
        self.new.insert(old, new);
        self.old.push(old);
    }
}

/// The tables whose rows get new numbers.
const RENUMBERED: [Table; 8] = [
    Table::Sorts,
    Table::Exprs,
    Table::Types,
    Table::Cores,
    Table::Funs,
    Table::Steps,
    Table::Nodes,
    Table::Lemmas,
];

struct Numbering<'a> {
    rows: &'a Rows<'a>,
    orders: BTreeMap<Table, Order>,
}

impl<'a> Numbering<'a> {
    fn new(rows: &'a Rows<'a>) -> Self {
        let mut numbering =
            Numbering { rows, orders: RENUMBERED.map(|table| (table, Order::default())).into() };
        let count = crate::structure::to_u32;
        let statement = &rows.certificate.statement;
        let datatypes = count(statement.datatypes.len());
        for row in 0..datatypes {
            numbering.below(Table::Datatypes, FIRST_DATATYPE + row);
        }
        for row in 0..count(statement.defs.len()) {
            numbering.below(Table::Defs, row);
        }
        for row in 0..count(statement.axioms.len()) {
            numbering.below(Table::Axioms, row);
        }
        for row in 0..count(statement.globals.len()) {
            numbering.below(Table::Globals, row);
        }
        for order in numbering.orders.values_mut() {
            order.in_statement = order.old.len();
        }
        let used = rows.used_lemmas();
        let kept = (0..).zip(used).filter(|(_, used)| *used);
        let kept: Vec<u32> = kept.map(|(row, _)| row).collect();
        if let Some(order) = numbering.orders.get_mut(&Table::Lemmas) {
            kept.iter().for_each(|&lemma| order.push(lemma));
        }
        for lemma in kept {
            numbering.below(Table::Lemmas, lemma);
        }
        for (table, row) in rows.derivation_roots() {
            numbering.place(table, row);
        }
        numbering
    }

    fn below(&mut self, table: Table, row: u32) {
        for (table, row) in self.rows.children(table, row) {
            self.place(table, row);
        }
    }

    /// Number a row, after everything that it refers to.
    fn place(&mut self, table: Table, row: u32) {
        let mut stack = vec![(table, row, None)];
        while let Some((table, row, children)) = stack.pop() {
            // Declarations keep their numbers, and lemmas have theirs already.
            let Some(order) = self.orders.get_mut(&table).filter(|_| table != Table::Lemmas) else {
                continue;
            };
            let mut children: std::vec::IntoIter<(Table, u32)> = match children {
                Some(children) => children,
                None if order.new.contains_key(&row) => continue,
                None => self.rows.children(table, row).into_iter(),
            };
            match children.next() {
                None => order.push(row),
                Some((child_table, child)) => {
                    stack.push((table, row, Some(children)));
                    stack.push((child_table, child, None));
                }
            }
        }
    }

    /// Put the new number in place of the old one; `false` if the row is gone.
    fn renumber(&self, table: Table, row: &mut u32) -> bool {
        let Some(order) = self.orders.get(&table) else {
            return true;
        };
        match order.new.get(&self.rows.first(table, *row)) {
            Some(new) => *row = *new,
            None => return false,
        }
        true
    }

    fn renumbered<R: References + Clone>(&self, row: &R) -> R {
        renumbered(row, |table, mut row| {
            // Every row that a kept row refers to is kept.
            self.renumber(table, &mut row);
            row
        })
    }

    fn all<R: References + Clone>(&self, rows: &[R]) -> Vec<R> {
        rows.iter().map(|row| self.renumbered(row)).collect()
    }

    /// The rows of a table in their new order: the statement's, and the proof's.
    fn split<R: References + Clone>(&self, table: Table, rows: &[&R]) -> (Vec<R>, Vec<R>) {
        let Some(order) = self.orders.get(&table) else {
            return (Vec::new(), Vec::new());
        };
        let mut all = order.old.iter().map(|&old| self.renumbered(rows[old as usize]));
        let statement = all.by_ref().take(order.in_statement).collect();
        (statement, all.collect())
    }

    fn rebuild(&self) -> Certificate {
        let Certificate { statement, proof } = self.rows.certificate;
        let (sorts, proof_sorts) = self.split(Table::Sorts, &self.rows.sorts);
        let (exprs, proof_exprs) = self.split(Table::Exprs, &self.rows.exprs);
        let (types, proof_types) = self.split(Table::Types, &self.rows.types);
        let (cores, _) = self.split(Table::Cores, &refs(&statement.cores));
        let (funs, _) = self.split(Table::Funs, &refs(&statement.funs));
        let (_, lemmas) = self.split(Table::Lemmas, &refs(&proof.lemmas));
        let (_, steps) = self.split(Table::Steps, &refs(&proof.steps));
        let (_, nodes) = self.split(Table::Nodes, &refs(&proof.nodes));
        let mut derivations = proof.derivations.clone();
        for node in derivations.iter_mut().flatten() {
            self.renumber(Table::Nodes, &mut node.0);
        }
        Certificate {
            statement: Statement {
                kind: statement.kind,
                opaque_sorts: statement.opaque_sorts.clone(),
                literals: statement.literals.clone(),
                sorts,
                datatypes: self.all(&statement.datatypes),
                exprs,
                defs: number_groups(self.all(&statement.defs)),
                axioms: self.all(&statement.axioms),
                types,
                cores,
                funs,
                globals: self.all(&statement.globals),
                claim: statement.claim,
            },
            proof: Proof {
                sorts: proof_sorts,
                exprs: proof_exprs,
                types: proof_types,
                lemmas,
                steps,
                nodes,
                derivations,
            },
        }
    }

    fn source(&self, source: &SourceMap) -> SourceMap {
        let statement = &self.rows.certificate.statement;
        SourceMap {
            file: source.file.clone(),
            text: source.text.clone(),
            beside: source.beside,
            datatypes: padded(&source.datatypes, statement.datatypes.len()),
            defs: padded(&source.defs, statement.defs.len()),
            axioms: padded(&source.axioms, statement.axioms.len()),
            globals: padded(&source.globals, statement.globals.len()),
            cores: self.annotations(Table::Cores, &source.cores),
            funs: self.annotations(Table::Funs, &source.funs),
            lemmas: self.annotations(Table::Lemmas, &source.lemmas),
            nodes: self.annotations(Table::Nodes, &source.nodes),
            binders: self.names(Table::Exprs, &source.binders, |e| e.0, ExprRef),
            type_params: self.names(Table::Types, &source.type_params, |t| t.0, TypeRef),
        }
    }

    fn annotations<T: Clone + Default>(&self, table: Table, list: &[T]) -> Vec<T> {
        let old = self.orders.get(&table).map_or(&[][..], |order| &order.old);
        old.iter().map(|&old| list.get(old as usize).cloned().unwrap_or_default()).collect()
    }

    /// Rows that became one may have had different names. The smallest is as good as any, and
    /// does not depend on the order of the rows.
    fn names<R, N: Ord + Clone>(
        &self,
        table: Table,
        list: &[(R, N)],
        old: fn(&R) -> u32,
        new: fn(u32) -> R,
    ) -> Vec<(R, N)> {
        let mut names: BTreeMap<u32, N> = BTreeMap::new();
        let known = match table {
            Table::Exprs => self.rows.exprs.len(),
            _ => self.rows.types.len(),
        };
        for (row, name) in list {
            let mut row = old(row);
            if (row as usize) < known && self.renumber(table, &mut row) {
                let kept = names.entry(row).or_insert_with(|| name.clone());
                if name < kept {
                    *kept = name.clone();
                }
            }
        }
        names.into_iter().map(|(row, n)| (new(row), n)).collect()
    }
}

fn refs<T>(rows: &[T]) -> Vec<&T> {
    rows.iter().collect()
}

fn padded<T: Clone + Default>(list: &[T], len: usize) -> Vec<T> {
    let mut list = list.to_vec();
    list.resize(len, T::default());
    list
}

/// Only the order of the group numbers matters: they count from 0 without gaps.
fn number_groups(mut defs: Vec<DefRow>) -> Vec<DefRow> {
    let ranks = group_ranks(&defs);
    for (def, rank) in defs.iter_mut().zip(ranks) {
        def.group = rank;
    }
    defs
}

/// For each definition, how many smaller group numbers there are.
pub(crate) fn group_ranks(defs: &[DefRow]) -> Vec<u32> {
    let groups: BTreeSet<u32> = defs.iter().map(|def| def.group).collect();
    let ranks: BTreeMap<u32, u32> = groups.into_iter().zip(0..).collect();
    defs.iter().map(|def| ranks.get(&def.group).copied().unwrap_or_default()).collect()
}
