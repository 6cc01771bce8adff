//! One claim: derive, let the kernel build the conditions, find evidence for each, and put the
//! closed proof together.

use crate::conditions::{self, OpenCondition, Opened};
use crate::derive::{self, Stuck};
use crate::front::Unit;
use crate::search::emit::Rows;
use crate::search::lemmas::LemmaBook;
use crate::search::limits::Limits;
use crate::search::step::Step;
use crate::search::{Outcome, QueryLog, Sequent, StuckReport, prove};
use crate::second_solver::{self, SecondSolver};
use covenant_kernel::reject::{At, Why};
use covenant_kernel::tables::{Evidence, NodeRef, Proof, Statement};
use std::collections::BTreeSet;

/// What happened to a condition.
#[derive(Clone, Debug)]
pub enum Resolution {
    /// The kernel will check a proof.
    Checked,
    /// Z3 and a second solver refute the negation, but no proof was built.
    CrossChecked(SecondSolver),
    /// Z3 refutes the negation, but no proof was built.
    Solver,
    /// A model remains: the search is stuck there.
    Stuck(StuckReport),
    /// A limit was hit.
    Unknown(String),
}

/// A condition with its outcome.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The condition.
    pub condition: OpenCondition,
    /// What became of it.
    pub resolution: Resolution,
    /// What was asked of Z3, if anything was.
    pub log: Option<QueryLog>,
}

/// The result for one claim.
#[derive(Debug)]
pub struct Elaborated {
    /// The proof; complete if every condition is resolved by the kernel or the solver.
    pub proof: Proof,
    /// The conditions, in the kernel's order.
    pub conditions: Vec<Resolved>,
    /// What the kernel computed; reports refer to its arena.
    pub opened: Opened,
}

impl Elaborated {
    /// Whether every condition has evidence.
    #[must_use]
    pub fn complete(&self) -> bool {
        let open = |r: &Resolved| matches!(r.resolution, Resolution::Stuck(_) | Resolution::Unknown(_));
        !self.conditions.iter().any(open)
    }
}

/// Why a claim could not be elaborated at all.
#[derive(Clone, Debug)]
pub enum Failure {
    /// No derivation.
    Derive(Stuck),
    /// The kernel refuses the open derivation.
    Kernel(At, Why),
    /// A proof could not be written down.
    Emit(Why),
}

/// Elaborates a claim. `book` proves the lemmas that the search may use, in the arena it is given.
pub fn elaborate(
    unit: &Unit,
    limits: &Limits,
    book: impl FnOnce(&mut Opened) -> LemmaBook,
) -> Result<Elaborated, Failure> {
    let mut proof = derive::derive(unit).map_err(Failure::Derive)?;
    let mut opened =
        conditions::open(&unit.statement, &proof).map_err(|(at, why)| Failure::Kernel(at, why))?;
    let needs_search =
        |o: &Opened, c: &OpenCondition| c.goal != o.arena.truth() && !c.facts.contains(&c.goal);
    let book = if opened.conditions.iter().any(|c| needs_search(&opened, c)) {
        book(&mut opened)
    } else {
        LemmaBook::default()
    };
    let mut resolved = Vec::with_capacity(opened.conditions.len());
    let mut trees: Vec<(NodeRef, usize, Step)> = Vec::new();
    for condition in std::mem::take(&mut opened.conditions) {
        let (node, ghosts) = (condition.node, condition.scope.ghosts.len());
        if !needs_search(&opened, &condition) {
            trees.push((node, ghosts, Step::Exact));
            resolved.push(Resolved { condition, resolution: Resolution::Checked, log: None });
            continue;
        }
        let sequent =
            Sequent { scope: condition.scope.clone(), facts: condition.facts.clone(), goal: condition.goal };
        let (resolution, log) = match prove(&mut opened.arena, &opened.theory, &book, &sequent, limits) {
            Outcome::Proved { step, log } => {
                trees.push((node, ghosts, step));
                (Resolution::Checked, log)
            }
            Outcome::SolverOnly { log, .. } => match second_solver::confirms(&log, limits) {
                Some(second) => {
                    conditions::fill(&mut proof, node, Evidence::CrossChecked);
                    (Resolution::CrossChecked(second), log)
                }
                None => (Resolution::Solver, log),
            },
            Outcome::Stuck { report, log } => (Resolution::Stuck(report), log),
            Outcome::Unknown { why, log } => (Resolution::Unknown(why), log),
        };
        resolved.push(Resolved { condition, resolution, log: Some(log) });
    }
    emit(&mut proof, &mut opened, &book, &trees).map_err(Failure::Emit)?;
    name_lemmas(&unit.statement, &mut proof);
    Ok(Elaborated { proof, conditions: resolved, opened })
}

/// Adds the evidence, and the lemmas it uses, to the proof.
fn emit(
    proof: &mut Proof,
    opened: &mut Opened,
    book: &LemmaBook,
    trees: &[(NodeRef, usize, Step)],
) -> Result<(), Why> {
    let mut rows = Rows::new(&opened.loaded);
    let mut used = BTreeSet::new();
    trees.iter().for_each(|(_, _, step)| step.lemmas(&mut used));
    rows.lemmas(&mut opened.arena, book, &used)?;
    for (node, ghosts, step) in trees {
        let step = rows.step(&mut opened.arena, step, *ghosts)?;
        conditions::fill(proof, *node, Evidence::Checked(step));
    }
    rows.terms.append_to(proof);
    proof.steps = rows.steps;
    proof.lemmas = rows.lemmas;
    Ok(())
}

/// Guessed lemmas are named after the number of a definition (`f3_above`); people want its name.
/// Equal names get numbers.
fn name_lemmas(statement: &Statement, proof: &mut Proof) {
    let mut taken = BTreeSet::new();
    for lemma in &mut proof.lemmas {
        let guessed = lemma.name.strip_prefix('f').and_then(|rest| rest.split_once('_'));
        let def =
            guessed.and_then(|(number, template)| Some((number.parse::<usize>().ok()?, template.to_owned())));
        if let Some((number, template)) = def
            && let Some(def) = statement.defs.get(number)
        {
            lemma.name = format!("{}_{template}", def.name);
        }
        let base = lemma.name.clone();
        for n in 2.. {
            if taken.insert(lemma.name.clone()) {
                break;
            }
            lemma.name = format!("{base}_{n}");
        }
    }
}
