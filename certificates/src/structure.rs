//! Are the tables flat? Every reference must lead to a row, and never in a circle.
//!
//! The kernel does not rely on this check. Hashing, renumbering, diffing and showing do: they
//! walk tables that nobody has proved anything about yet, and none of them may loop or panic.
//!
//! Within a table, rows refer backward. Core terms and function values refer to each other
//! across tables, as do lemmas and steps, and globals and their bodies; there it is what a row
//! leads to in its own table, through the other one, that has to come before it.

use std::fmt;

use covenant_kernel::tables::*;

use crate::references::{Reference, References};
use crate::sections::SectionKind;

/// A table of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Table {
    /// Names of opaque sorts.
    OpaqueSorts,
    /// Texts of literals.
    Literals,
    /// Sorts.
    Sorts,
    /// Datatypes.
    Datatypes,
    /// Expressions.
    Exprs,
    /// Definitions.
    Defs,
    /// Assumed formulas.
    Axioms,
    /// Refined function types.
    Types,
    /// Core terms.
    Cores,
    /// Function values.
    Funs,
    /// Top-level functions.
    Globals,
    /// Lemmas.
    Lemmas,
    /// Steps.
    Steps,
    /// Derivation nodes.
    Nodes,
    /// Derivations of the top-level functions.
    Derivations,
}

impl Table {
    /// Name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Table::OpaqueSorts => "opaque sort",
            Table::Literals => "literal",
            Table::Sorts => "sort",
            Table::Datatypes => "datatype",
            Table::Exprs => "expression",
            Table::Defs => "definition",
            Table::Axioms => "axiom",
            Table::Types => "type",
            Table::Cores => "core term",
            Table::Funs => "function value",
            Table::Globals => "global",
            Table::Lemmas => "lemma",
            Table::Steps => "step",
            Table::Nodes => "node",
            Table::Derivations => "derivation",
        }
    }
}

/// Why a reference is not permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadReference {
    /// There is no such row, or none that this part of the certificate may use.
    OutOfRange,
    /// The row is not before the one that refers to it.
    Forward,
    /// The claim is there to be read together with what it needs: nothing else, and it comes last.
    NotNeeded,
    /// The row is for claims of what is produced only, or exactly, and the claim says *every*.
    OtherKind,
}

/// A reference that is not permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructureError {
    /// The section of the row.
    pub section: SectionKind,
    /// The table of the row.
    pub table: Table,
    /// The row. Rows of a proof's sorts, expressions and types count after the statement's.
    pub row: u32,
    /// The table referred to.
    pub to: Table,
    /// The row referred to.
    pub index: u32,
    /// What is wrong with that.
    pub why: BadReference,
}

impl fmt::Display for StructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, row) = (self.table.name(), self.row);
        let (to, index) = (self.to.name(), self.index);
        match self.why {
            BadReference::OutOfRange => {
                write!(f, "{table} {row} refers to {to} {index}, which is not there")
            }
            BadReference::Forward => {
                write!(f, "{table} {row} refers to {to} {index}; only earlier rows are permitted")
            }
            BadReference::NotNeeded => write!(
                f,
                "the claim, {to} {index}, does not need {table} {row}; a certificate has no other functions"
            ),
            BadReference::OtherKind => {
                write!(f, "{table} {row} is for claims of what is returned only, which this one is not")
            }
        }
    }
}

impl std::error::Error for StructureError {}

/// Check that the tables are flat.
pub fn check_structure(certificate: &Certificate) -> Result<(), StructureError> {
    check_statement(&certificate.statement)?;
    check_claim(&certificate.statement)?;
    check_proof(certificate)
}

/// Check that the claim needs every top-level function. What is beside it would be shown, and
/// checked, and have nothing to do with it: a reader would take one for the other.
fn check_claim(statement: &Statement) -> Result<(), StructureError> {
    let mut needed = vec![false; statement.globals.len()];
    let mut seen_cores = vec![false; statement.cores.len()];
    let mut seen_funs = vec![false; statement.funs.len()];
    let mut globals = vec![statement.claim];
    while let Some(global) = globals.pop() {
        if std::mem::replace(&mut needed[global.0 as usize], true) {
            continue;
        }
        let body = statement.globals[global.0 as usize].body;
        let mut rows: Vec<ProgramRow> = body.map(|fun| ProgramRow::Fun(fun.0)).into_iter().collect();
        while let Some(row) = rows.pop() {
            let seen = match row {
                ProgramRow::Core(i) => &mut seen_cores[i as usize],
                ProgramRow::Fun(i) => &mut seen_funs[i as usize],
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            if let ProgramRow::Fun(i) = row
                && let FunRow::Global(used, _) = &statement.funs[i as usize]
            {
                globals.push(*used);
            }
            rows.extend(program_children(statement, row));
        }
    }
    match needed.iter().position(|needed| !needed) {
        None => Ok(()),
        Some(row) => Err(StructureError {
            section: SectionKind::Claims,
            table: Table::Globals,
            row: to_u32(row),
            to: Table::Globals,
            index: statement.claim.0,
            why: BadReference::NotNeeded,
        }),
    }
}

/// Check that the tables of a statement are flat.
pub fn check_statement(statement: &Statement) -> Result<(), StructureError> {
    use SectionKind::{Claims, Program, Theory};
    let s = Scope { statement, proof: None };
    s.rows(Theory, Table::Sorts, &statement.sorts)?;
    s.rows(Theory, Table::Datatypes, &statement.datatypes)?;
    s.rows(Theory, Table::Exprs, &statement.exprs)?;
    s.rows(Theory, Table::Defs, &statement.defs)?;
    s.rows(Theory, Table::Axioms, &statement.axioms)?;
    s.rows(Program, Table::Types, &statement.types)?;
    s.rows(Program, Table::Cores, &statement.cores)?;
    s.rows(Program, Table::Funs, &statement.funs)?;
    s.rows(Claims, Table::Globals, &statement.globals)?;
    // The claim is the one reference outside a row; it counts as row 0 of the globals.
    s.within(Claims, Table::Globals, 0, Table::Globals, statement.claim.0, None)?;
    check_bodies(statement)?;
    check_globals(statement)
}

fn check_proof(certificate: &Certificate) -> Result<(), StructureError> {
    use SectionKind::{Derivations, Evidence};
    let (statement, proof) = (&certificate.statement, &certificate.proof);
    let s = Scope { statement, proof: Some(proof) };
    s.rows(Derivations, Table::Sorts, &proof.sorts)?;
    s.rows(Derivations, Table::Exprs, &proof.exprs)?;
    s.rows(Derivations, Table::Types, &proof.types)?;
    s.rows(Evidence, Table::Lemmas, &proof.lemmas)?;
    s.rows(Evidence, Table::Steps, &proof.steps)?;
    s.rows(Derivations, Table::Nodes, &proof.nodes)?;
    // A reader that knows claims of what can be produced, and no other rows, reads all of such a file.
    let strange = |row: &NodeRow| statement.kind == Kind::Every && row.rule().kind() != Kind::Every;
    if let Some((row, _)) = (0u32..).zip(&proof.nodes).find(|(_, row)| strange(row)) {
        let (table, to, why) = (Table::Nodes, Table::Nodes, BadReference::OtherKind);
        return Err(StructureError { section: Derivations, table, row, to, index: row, why });
    }
    for (row, derivation) in (0..).zip(&proof.derivations) {
        if let Some(node) = derivation {
            let table = Table::Derivations;
            s.within(Derivations, table, row, Table::Nodes, node.0, None)?;
        }
    }
    check_lemmas(proof)
}

/// The tables that a row may refer to.
struct Scope<'a> {
    statement: &'a Statement,
    proof: Option<&'a Proof>,
}

impl Scope<'_> {
    fn len(&self, table: Table) -> usize {
        let s = self.statement;
        let of_proof = |len: fn(&Proof) -> usize| self.proof.map_or(0, len);
        match table {
            Table::OpaqueSorts => s.opaque_sorts.len(),
            Table::Literals => s.literals.len(),
            Table::Sorts => s.sorts.len() + of_proof(|p| p.sorts.len()),
            Table::Datatypes => s.datatypes.len() + FIRST_DATATYPE as usize,
            Table::Exprs => s.exprs.len() + of_proof(|p| p.exprs.len()),
            Table::Defs => s.defs.len(),
            Table::Axioms => s.axioms.len(),
            Table::Types => s.types.len() + of_proof(|p| p.types.len()),
            Table::Cores => s.cores.len(),
            Table::Funs => s.funs.len(),
            Table::Globals => s.globals.len(),
            Table::Lemmas => of_proof(|p| p.lemmas.len()),
            Table::Steps => of_proof(|p| p.steps.len()),
            Table::Nodes => of_proof(|p| p.nodes.len()),
            Table::Derivations => of_proof(|p| p.derivations.len()),
        }
    }

    fn rows<R: References + Clone>(
        &self,
        section: SectionKind,
        table: Table,
        rows: &[R],
    ) -> Result<(), StructureError> {
        let first = match (self.proof, table) {
            (Some(_), Table::Sorts) => self.statement.sorts.len(),
            (Some(_), Table::Exprs) => self.statement.exprs.len(),
            (Some(_), Table::Types) => self.statement.types.len(),
            _ => 0,
        };
        for (row, content) in (to_u32(first)..).zip(rows) {
            let mut outcome = Ok(());
            content.clone().references(&mut |reference: Reference<'_>| {
                if outcome.is_ok() {
                    let (to, index) = target(&reference);
                    let before = (to == table).then_some(row);
                    outcome = self.within(section, table, row, to, index, before);
                }
            });
            outcome?;
        }
        Ok(())
    }

    fn within(
        &self,
        section: SectionKind,
        table: Table,
        row: u32,
        to: Table,
        index: u32,
        before: Option<u32>,
    ) -> Result<(), StructureError> {
        let why = if index as usize >= self.len(to) {
            BadReference::OutOfRange
        } else if before.is_some_and(|row| index >= row) {
            BadReference::Forward
        } else {
            return Ok(());
        };
        Err(StructureError { section, table, row, to, index, why })
    }
}

/// A proof of nothing.
#[must_use]
pub fn empty_proof() -> Proof {
    Proof {
        sorts: Vec::new(),
        exprs: Vec::new(),
        types: Vec::new(),
        lemmas: Vec::new(),
        steps: Vec::new(),
        nodes: Vec::new(),
        derivations: Vec::new(),
    }
}

/// The table and the row that a reference leads to.
pub fn target(reference: &Reference<'_>) -> (Table, u32) {
    match reference {
        Reference::Sort(r) => (Table::Sorts, r.0),
        Reference::Expr(r) => (Table::Exprs, r.0),
        Reference::Type(r) => (Table::Types, r.0),
        Reference::Core(r) => (Table::Cores, r.0),
        Reference::Fun(r) => (Table::Funs, r.0),
        Reference::Global(r) => (Table::Globals, r.0),
        Reference::Def(r) => (Table::Defs, r.0),
        Reference::Axiom(r) => (Table::Axioms, r.0),
        Reference::Lemma(r) => (Table::Lemmas, r.0),
        Reference::Node(r) => (Table::Nodes, r.0),
        Reference::Step(r) => (Table::Steps, r.0),
        Reference::Datatype(r) => (Table::Datatypes, **r),
        Reference::OpaqueSort(r) => (Table::OpaqueSorts, **r),
        Reference::Literal(r) => (Table::Literals, **r),
    }
}

/// A row of the program: a core term or a function value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgramRow {
    Core(u32),
    Fun(u32),
}

fn program_children(statement: &Statement, row: ProgramRow) -> Vec<ProgramRow> {
    let mut children = Vec::new();
    let mut visit = |reference: Reference<'_>| match reference {
        Reference::Core(core) => children.push(ProgramRow::Core(core.0)),
        Reference::Fun(fun) => children.push(ProgramRow::Fun(fun.0)),
        _ => {}
    };
    match row {
        ProgramRow::Core(i) => statement.cores[i as usize].clone().references(&mut visit),
        ProgramRow::Fun(i) => statement.funs[i as usize].clone().references(&mut visit),
    }
    children
}

/// The core term that a function value contains.
fn body(fun: &FunRow) -> Option<CoreRef> {
    match fun {
        FunRow::Var(..) | FunRow::Global(..) => None,
        FunRow::Lam(_, body) | FunRow::Fix(_, body) => Some(*body),
    }
}

/// The function values that a core term mentions have their bodies in earlier core terms.
fn check_bodies(statement: &Statement) -> Result<(), StructureError> {
    for row in 0..to_u32(statement.cores.len()) {
        for child in program_children(statement, ProgramRow::Core(row)) {
            let ProgramRow::Fun(fun) = child else {
                continue;
            };
            if let Some(body) = body(&statement.funs[fun as usize])
                && body.0 >= row
            {
                return Err(StructureError {
                    section: SectionKind::Program,
                    table: Table::Cores,
                    row,
                    to: Table::Cores,
                    index: body.0,
                    why: BadReference::Forward,
                });
            }
        }
    }
    Ok(())
}

/// All core terms and function values, each after those it refers to. The tables are flat.
pub(crate) fn program_order(statement: &Statement) -> Vec<ProgramRow> {
    let mut order = Vec::with_capacity(statement.cores.len() + statement.funs.len());
    let mut with_body = vec![Vec::new(); statement.cores.len()];
    for (row, fun) in (0..).zip(&statement.funs) {
        match body(fun) {
            None => order.push(ProgramRow::Fun(row)),
            Some(core) => with_body[core.0 as usize].push(ProgramRow::Fun(row)),
        }
    }
    for (row, funs) in (0..).zip(with_body) {
        order.push(ProgramRow::Core(row));
        order.extend(funs);
    }
    order
}

/// The body of a global may only use earlier globals.
fn check_globals(statement: &Statement) -> Result<(), StructureError> {
    // For each row, one more than the latest global that can be reached from it.
    let mut cores = vec![0; statement.cores.len()];
    let mut funs = vec![0; statement.funs.len()];
    for row in program_order(statement) {
        let below = program_children(statement, row)
            .into_iter()
            .map(|child| match child {
                ProgramRow::Core(i) => cores[i as usize],
                ProgramRow::Fun(i) => funs[i as usize],
            })
            .fold(0, u32::max);
        match row {
            ProgramRow::Core(i) => cores[i as usize] = below,
            ProgramRow::Fun(i) => {
                funs[i as usize] = match &statement.funs[i as usize] {
                    FunRow::Global(global, _) => below.max(global.0.saturating_add(1)),
                    FunRow::Var(..) | FunRow::Lam(..) | FunRow::Fix(..) => below,
                };
            }
        }
    }
    for (row, global) in (0..).zip(&statement.globals) {
        let latest = global.body.map_or(0, |body| funs[body.0 as usize]);
        if latest > row {
            return Err(StructureError {
                section: SectionKind::Claims,
                table: Table::Globals,
                row,
                to: Table::Globals,
                index: latest - 1,
                why: BadReference::Forward,
            });
        }
    }
    Ok(())
}

/// The proof of a lemma may only use earlier lemmas.
fn check_lemmas(proof: &Proof) -> Result<(), StructureError> {
    let mut latest: Vec<u32> = Vec::with_capacity(proof.steps.len());
    for step in &proof.steps {
        let mut most = 0;
        step.clone().references(&mut |reference: Reference<'_>| match reference {
            Reference::Step(next) => most = most.max(latest[next.0 as usize]),
            Reference::Lemma(lemma) => most = most.max(lemma.0.saturating_add(1)),
            _ => {}
        });
        latest.push(most);
    }
    for (row, lemma) in (0..).zip(&proof.lemmas) {
        let most = latest[lemma.proof.0 as usize];
        if most > row {
            return Err(StructureError {
                section: SectionKind::Evidence,
                table: Table::Lemmas,
                row,
                to: Table::Lemmas,
                index: most - 1,
                why: BadReference::Forward,
            });
        }
    }
    Ok(())
}

/// Tables longer than `u32` cannot be referred to; their rows beyond are never reached.
pub(crate) fn to_u32(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
