//! Certificates of claims that do not hold, with evidence that looks right.
//!
//! The elaborator derives an incomplete generator as any other, proves the conditions that hold
//! and leaves the false ones open. Here these are closed all the same: as an honest mistake or
//! a forger would do it. Neither the kernel nor Rocq may be taken in.

use covenant_certificates::references::{Reference, References};
use covenant_certificates::{CertificateFile, SolverLog, SourceText};
use covenant_elaborator::provenance;
use covenant_front as front;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, INT, Quant, SortId};
use covenant_kernel::tables::*;
use covenant_prove::conditions;
use covenant_prove::elaborate::elaborate;
use covenant_prove::lemma_book::{self, BookLog};
use covenant_prove::open_proof;
use covenant_prove::rows::Rows;
use covenant_prove::search::{self, limits::Limits};
use std::collections::BTreeSet;
use std::hash::Hash;
use std::path::Path;

/// How false conditions are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A leaf that lists nothing.
    ClaimedClosed,
    /// The goal is said to be a fact.
    NoFact,
    /// The first alternative, with the first value at hand as witness, and leaves that list all
    /// that is known.
    FirstAlternative,
    /// Likewise with the last alternative.
    LastAlternative,
    /// The evidence of the complete generator.
    Neighbour,
    /// The same, with other witnesses.
    NeighbourWitness,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 6] = [
        Way::ClaimedClosed,
        Way::NoFact,
        Way::FirstAlternative,
        Way::LastAlternative,
        Way::Neighbour,
        Way::NeighbourWitness,
    ];
}

/// A claim that is not proved.
pub struct OpenClaim {
    /// The function.
    pub claim: String,
    /// Its certificate; false conditions have no evidence but the word of a solver.
    pub file: CertificateFile,
}

/// The claims of a source file that the elaborator does not prove.
///
/// # Panics
/// If the file cannot be read or is not understood.
#[must_use]
pub fn open_claims(source: &Path) -> Vec<OpenClaim> {
    let text = std::fs::read_to_string(source).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    let text = SourceText::from(text);
    let name = source.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let module = front::load(&name, &text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let limits = Limits::default();
    let mut open = Vec::new();
    for unit in &module.units {
        let done = search::isolated(limits.memory_megabytes, || {
            let mut log = BookLog::default();
            let elaborated = elaborate(unit, &limits, |opened| {
                lemma_book::prove_facts(unit, opened, &limits, true, &mut log)
            });
            let Ok(elaborated) = elaborated else { return };
            if elaborated.complete() {
                return;
            }
            let source =
                provenance::source_map(unit, &name, &text, elaborated.rows(), &elaborated.opened.subjects);
            let certificate =
                Certificate { statement: unit.statement.clone(), proof: elaborated.rows().clone() };
            let meta = provenance::meta();
            let file = CertificateFile { meta, certificate, log: SolverLog::default(), source };
            open.push(OpenClaim { claim: unit.claim.clone(), file });
        });
        assert!(done.is_ok(), "{name}: the solver cannot be used");
    }
    open
}

/// Closes the open conditions of a certificate; `None` if this way has nothing to offer.
#[must_use]
pub fn forge(open: &CertificateFile, way: Way, complete: &[Certificate]) -> Option<CertificateFile> {
    let mut file = open.clone();
    let holes = open_nodes(&open.certificate.proof);
    match way {
        Way::Neighbour | Way::NeighbourWitness => {
            let name = &claimed(&open.certificate.statement)?.name;
            let same = |c: &&Certificate| claimed(&c.statement).is_some_and(|g| g.name == *name);
            let theirs = complete.iter().find(same).or_else(|| complete.last())?;
            let steps = Transplant::all(&mut file.certificate, theirs, way == Way::NeighbourWitness)?;
            let donors = evidence_of(&theirs.proof);
            for (i, node) in holes.iter().rev().enumerate() {
                let donor = donors.len().checked_sub(i + 1).and_then(|i| donors.get(i)).or(donors.last())?;
                let step = StepRef(*steps.get(donor.0 as usize)?);
                open_proof::fill(&mut file.certificate.proof, *node, Evidence::Checked(step));
            }
        }
        _ => {
            let certificate = &open.certificate;
            let opened = conditions::open(&certificate.statement, &certificate.proof).ok()?;
            let rows = Rows::resume(&certificate.statement, certificate.proof.clone(), &opened.loaded);
            let mut forger = Forger { arena: opened.arena, rows, way };
            for condition in opened.conditions.iter().filter(|c| holes.contains(&c.node)) {
                let ghosts = condition.scope.ghosts.len() as u32;
                let locals = condition.scope.locals.iter().zip(0..);
                let locals = locals.filter_map(|(s, level)| Some((level, (*s)?))).collect();
                let step = forger.prove(condition.goal, condition.facts.clone(), locals, ghosts)?;
                open_proof::fill(&mut forger.rows.proof, condition.node, Evidence::Checked(step));
            }
            file.certificate.proof = forger.rows.finish();
        }
    }
    Some(file)
}

fn claimed(statement: &Statement) -> Option<&GlobalRow> {
    statement.globals.get(statement.claim.0 as usize)
}

fn evidence(node: &NodeRow) -> Option<&Evidence> {
    match node {
        NodeRow::TApp { evidence, .. }
        | NodeRow::TAppFun { evidence, .. }
        | NodeRow::TSub { evidence, .. }
        | NodeRow::TEq { evidence, .. }
        | NodeRow::SubArr { evidence, .. }
        | NodeRow::OApp { evidence, .. }
        | NodeRow::OAppFun { evidence, .. }
        | NodeRow::OSub { evidence, .. }
        | NodeRow::OSubArr { evidence, .. } => Some(evidence),
        _ => None,
    }
}

/// The nodes whose condition has no proof.
fn open_nodes(proof: &Proof) -> Vec<NodeRef> {
    let open = |n: &&NodeRow| matches!(evidence(n), Some(Evidence::Solver | Evidence::CrossChecked));
    (0..).map(NodeRef).zip(&proof.nodes).filter(|(_, n)| open(n)).map(|(i, _)| i).collect()
}

/// The proofs of conditions, in the order of nodes.
fn evidence_of(proof: &Proof) -> Vec<StepRef> {
    let checked = |n: &NodeRow| match evidence(n) {
        Some(Evidence::Checked(step)) => Some(*step),
        _ => None,
    };
    proof.nodes.iter().filter_map(checked).collect()
}

/// Writes evidence that follows the goal and hopes for the best.
struct Forger {
    arena: Arena,
    rows: Rows,
    way: Way,
}

impl Forger {
    fn push(&mut self, row: StepRow) -> StepRef {
        self.rows.proof.steps.push(row);
        StepRef(self.rows.proof.steps.len() as u32 - 1)
    }

    /// `locals` are the variables at hand, by level.
    fn prove(
        &mut self,
        goal: ExprId,
        mut facts: Vec<ExprId>,
        mut locals: Vec<(u32, SortId)>,
        ghosts: u32,
    ) -> Option<StepRef> {
        match *self.arena.expr(goal) {
            Expr::Quant(Quant::Forall, sort, body) => {
                let x = self.arena.mk(Expr::Local(GHOST + ghosts, sort)).ok()?;
                locals.push((GHOST + ghosts, sort));
                let goal = self.arena.instantiate(body, &[x], 0).ok()?;
                let next = self.prove(goal, facts, locals, ghosts + 1)?;
                return Some(self.push(StepRow::Intro(next)));
            }
            Expr::Bin(Bin::Imp, p, q) => {
                facts.push(p);
                let next = self.prove(q, facts, locals, ghosts)?;
                return Some(self.push(StepRow::Intro(next)));
            }
            _ => {}
        }
        let first = match self.way {
            Way::ClaimedClosed => return Some(self.push(StepRow::Leaf(vec![], vec![]))),
            Way::NoFact => return Some(self.push(StepRow::Exact)),
            way => way == Way::FirstAlternative,
        };
        match *self.arena.expr(goal) {
            Expr::Bin(Bin::And, p, q) => {
                let left = self.prove(p, facts.clone(), locals.clone(), ghosts)?;
                let right = self.prove(q, facts, locals, ghosts)?;
                Some(self.push(StepRow::Split(left, right)))
            }
            Expr::Bin(Bin::Or, p, q) => {
                let next = self.prove(if first { p } else { q }, facts, locals, ghosts)?;
                Some(self.push(if first { StepRow::Left(next) } else { StepRow::Right(next) }))
            }
            Expr::Quant(Quant::Exists, sort, body) => {
                let witness = self.any_value(sort, &locals)?;
                let goal = self.arena.instantiate(body, &[witness], 0).ok()?;
                let next = self.prove(goal, facts, locals, ghosts)?;
                let witness = self.rows.expr(&self.arena, witness);
                Some(self.push(StepRow::Witness(witness, next)))
            }
            Expr::True => Some(self.push(StepRow::Exact)),
            _ => {
                let literals = self.literals(&facts);
                let literals = literals.into_iter().map(|l| self.rows.expr(&self.arena, l)).collect();
                Some(self.push(StepRow::Leaf(literals, vec![])))
            }
        }
    }

    /// The last variable of a sort, or a literal, or a constructor without fields.
    fn any_value(&mut self, sort: SortId, locals: &[(u32, SortId)]) -> Option<ExprId> {
        if let Some((level, _)) = locals.iter().rev().find(|(_, s)| *s == sort) {
            return self.arena.mk(Expr::Local(*level, sort)).ok();
        }
        if sort == INT {
            return self.arena.mk(Expr::Int(0)).ok();
        }
        let count = self.arena.ctor_count(sort).ok()?;
        let bare = |tag: &u32| self.arena.ctor_fields(sort, *tag).is_ok_and(|fields| fields.is_empty());
        let tag = (0..count).find(bare)?;
        self.arena.mk(Expr::Ctor(sort, tag, vec![].into())).ok()
    }

    /// The atoms and negated atoms among facts and their conjuncts.
    fn literals(&self, facts: &[ExprId]) -> Vec<ExprId> {
        let mut pending = facts.to_vec();
        let mut found = BTreeSet::new();
        while let Some(f) = pending.pop() {
            match *self.arena.expr(f) {
                Expr::Bin(Bin::And, p, q) => pending.extend([p, q]),
                Expr::Bin(Bin::Eq | Bin::Le | Bin::Lt, ..) | Expr::Fn(..) | Expr::Not(_) => {
                    found.insert(f);
                }
                _ => {}
            }
        }
        found.into_iter().collect()
    }
}

/// Rows of one certificate, added to another that has the same datatypes and definitions.
struct Transplant {
    sorts: Vec<u32>,
    exprs: Vec<u32>,
    lemmas: Vec<u32>,
    steps: Vec<u32>,
    defs: Vec<Option<u32>>,
    datatypes: Vec<Option<u32>>,
}

impl Transplant {
    /// Adds all lemmas and steps; where each step of theirs is now. `None` if they speak of
    /// something that is not there.
    fn all(ours: &mut Certificate, theirs: &Certificate, other_witnesses: bool) -> Option<Vec<u32>> {
        let (from, to) = (&theirs.statement, &ours.statement);
        let datatype = |row: &DatatypeRow| {
            let there = to.datatypes.iter().position(|d| d.name == row.name)?;
            Some(there as u32 + FIRST_DATATYPE)
        };
        let def = |row: &DefRow| to.defs.iter().position(|d| d.name == row.name).map(|i| i as u32);
        let builtin = (0..FIRST_DATATYPE).map(Some);
        let mut transplant = Transplant {
            sorts: vec![],
            exprs: vec![],
            lemmas: vec![],
            steps: vec![],
            defs: from.defs.iter().map(def).collect(),
            datatypes: builtin.chain(from.datatypes.iter().map(datatype)).collect(),
        };
        let Certificate { statement: to, proof } = ours;
        for row in from.sorts.iter().chain(&theirs.proof.sorts) {
            let row = transplant.row(row)?;
            let at = share(&to.sorts, &mut proof.sorts, row);
            transplant.sorts.push(at);
        }
        for row in from.exprs.iter().chain(&theirs.proof.exprs) {
            // What only their program speaks of is not needed.
            let at = transplant.row(row).map(|row| share(&to.exprs, &mut proof.exprs, row));
            transplant.exprs.push(at.unwrap_or(u32::MAX));
        }
        for (i, row) in theirs.proof.steps.iter().enumerate() {
            while let Some(lemma) = theirs.proof.lemmas.get(transplant.lemmas.len())
                && (lemma.proof.0 as usize) < i
            {
                let lemma = transplant.row(lemma)?;
                transplant.lemmas.push(proof.lemmas.len() as u32);
                proof.lemmas.push(lemma);
            }
            let mut row = transplant.row(row)?;
            if let (true, StepRow::Witness(witness, _)) = (other_witnesses, &mut row) {
                *witness = other_term(&to.exprs, &proof.exprs, *witness);
            }
            transplant.steps.push(proof.steps.len() as u32);
            proof.steps.push(row);
        }
        Some(transplant.steps)
    }

    fn row<R: References + Clone>(&self, row: &R) -> Option<R> {
        let mut row = row.clone();
        let mut known = true;
        row.references(&mut |reference: Reference<'_>| {
            let moved = |map: &[u32], i: &mut u32| match map.get(*i as usize) {
                Some(new) if *new != u32::MAX => {
                    *i = *new;
                    true
                }
                _ => false,
            };
            let named = |map: &[Option<u32>], i: &mut u32| match map.get(*i as usize) {
                Some(Some(new)) => {
                    *i = *new;
                    true
                }
                _ => false,
            };
            known &= match reference {
                Reference::Sort(r) => moved(&self.sorts, &mut r.0),
                Reference::Expr(r) => moved(&self.exprs, &mut r.0),
                Reference::Step(r) => moved(&self.steps, &mut r.0),
                Reference::Lemma(r) => moved(&self.lemmas, &mut r.0),
                Reference::Def(r) => named(&self.defs, &mut r.0),
                Reference::Datatype(r) => named(&self.datatypes, r),
                _ => false,
            };
        });
        known.then_some(row)
    }
}

/// The number of a row that is there already, or of a new one.
fn share<R: Eq + Hash>(statement: &[R], proof: &mut Vec<R>, row: R) -> u32 {
    let there = statement.iter().chain(proof.iter()).position(|r| *r == row);
    let at = there.unwrap_or_else(|| {
        proof.push(row);
        statement.len() + proof.len() - 1
    });
    at as u32
}

/// Another variable or literal than this one, of the same sort as far as the row tells.
fn other_term(statement: &[ExprRow], proof: &[ExprRow], not: ExprRef) -> ExprRef {
    let rows: Vec<&ExprRow> = statement.iter().chain(proof).collect();
    let Some(own) = rows.get(not.0 as usize) else { return not };
    let alike = |row: &&ExprRow| match (own, row) {
        (ExprRow::Local(l, s), ExprRow::Local(m, t)) => s == t && l != m,
        (ExprRow::Int(a), ExprRow::Int(b)) => a != b,
        (ExprRow::Ctor(s, tag, _), ExprRow::Ctor(t, other, args)) => {
            s == t && tag != other && args.is_empty()
        }
        (ExprRow::Bin(Bin::Add | Bin::Sub, ..), ExprRow::Int(_)) => true,
        _ => false,
    };
    rows.iter().position(alike).map_or(not, |i| ExprRef(i as u32))
}
