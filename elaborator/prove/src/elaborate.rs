//! One claim: derive, let the kernel build the conditions, find evidence for each, and put the
//! closed proof together.

use crate::conditions::{self, OpenCondition, Opened};
use crate::derive::{self, Stuck};
use crate::open_proof::OpenProof;
use crate::search::emit::EvidenceRows;
use crate::search::graft::Graft;
use crate::search::lemmas::{LemmaBook, Origin};
use crate::search::limits::Limits;
use crate::search::step::Step;
use crate::search::{Outcome, QueryLog, Sequent, StuckReport, count_quantifiers, isolated, prove};
use crate::second_solver::{self, SecondSolver};
use covenant_front::Unit;
use covenant_kernel::arena::{Arena, TRUTH};
use covenant_kernel::reject::{At, Why};
use covenant_kernel::tables::{DefRef, Evidence, NodeRef, Proof, Statement};
use rayon::prelude::*;
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
    /// The proof; an open one if some condition has no evidence.
    pub proof: Result<Proof, Box<OpenProof>>,
    /// The conditions, in the kernel's order.
    pub conditions: Vec<Resolved>,
    /// What the kernel computed; reports refer to its arena.
    pub opened: Opened,
}

impl Elaborated {
    /// Whether every condition has evidence.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.proof.is_ok()
    }

    /// The rows of the derivation, finished or not.
    #[must_use]
    pub fn rows(&self) -> &Proof {
        self.proof.as_ref().unwrap_or_else(|open| open.rows())
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

/// Elaborates a claim on this thread, with whatever solver context it has. `book` proves the lemmas
/// that the search may use, in the arena it is given.
pub fn elaborate(
    unit: &Unit,
    limits: &Limits,
    book: impl FnOnce(&mut Opened) -> LemmaBook,
) -> Result<Elaborated, Failure> {
    let mut prepared = Prepared::new(unit, book)?;
    let outcomes = prepared.one_after_the_other(limits);
    prepared.finish(unit, limits, outcomes)
}

/// The same on threads of its own, with solver contexts of their own. A claim with several large
/// conditions is searched in parallel, by as many threads as the caller's pool has; whether it is
/// does not depend on their number, and neither does what is found.
pub fn elaborate_apart(
    unit: &Unit,
    limits: &Limits,
    book: impl FnOnce(&mut Opened) -> LemmaBook + Send,
) -> std::io::Result<Result<Elaborated, Failure>> {
    let started = isolated(limits.memory_megabytes, || {
        let mut prepared = Prepared::new(unit, book)?;
        let outcomes = if prepared.spreads() { None } else { Some(prepared.one_after_the_other(limits)) };
        Ok((prepared, outcomes))
    })?;
    let (mut prepared, outcomes) = match started {
        Ok(started) => started,
        Err(failure) => return Ok(Err(failure)),
    };
    let outcomes = match outcomes {
        Some(outcomes) => outcomes,
        None => match prepared.at_the_same_time(limits)? {
            Ok(outcomes) => outcomes,
            Err(why) => return Ok(Err(Failure::Emit(why))),
        },
    };
    Ok(prepared.finish(unit, limits, outcomes))
}

/// Quantifiers in a condition that is large enough to be worth a solver context of its own.
const LARGE_CONDITION: u32 = 7;

/// A derivation whose conditions are known, and the lemmas for them.
struct Prepared {
    proof: OpenProof,
    opened: Opened,
    book: LemmaBook,
}

/// Outcomes by condition; none where nothing has to be searched.
type Outcomes = Vec<Option<Outcome>>;

impl Prepared {
    fn new(unit: &Unit, book: impl FnOnce(&mut Opened) -> LemmaBook) -> Result<Prepared, Failure> {
        let mut proof = derive::derive(unit).map_err(Failure::Derive)?;
        let mut opened =
            conditions::open(&unit.statement, proof.rows()).map_err(|(at, why)| Failure::Kernel(at, why))?;
        proof.wait_only_for(opened.conditions.iter().map(|condition| condition.node));
        let open = opened.conditions.iter().any(needs_search);
        let book = if open { book(&mut opened) } else { LemmaBook::default() };
        Ok(Prepared { proof, opened, book })
    }

    /// The sequents that have to be searched, by condition.
    fn sequents(&self) -> Vec<Option<Sequent>> {
        let sequent = |c: &OpenCondition| {
            needs_search(c).then(|| Sequent { scope: c.scope.clone(), facts: c.facts.clone(), goal: c.goal })
        };
        self.opened.conditions.iter().map(sequent).collect()
    }

    /// Whether the conditions are searched in parallel. Small ones would wait for their solvers to
    /// start for longer than they take.
    fn spreads(&self) -> bool {
        let large = |s: &Sequent| {
            let (universal, existential) = count_quantifiers(&self.opened.arena, s);
            universal + existential >= LARGE_CONDITION
        };
        self.sequents().iter().flatten().filter(|s| large(s)).count() >= 2
    }

    fn one_after_the_other(&mut self, limits: &Limits) -> Outcomes {
        let sequents = self.sequents();
        let Opened { arena, theory, .. } = &mut self.opened;
        let mut prove = |s: &Sequent| prove(arena, theory, &self.book, s, &limits.of_a_condition());
        sequents.iter().map(|s| s.as_ref().map(&mut prove)).collect()
    }

    /// Each condition with a solver context, an arena and a lemma book of its own.
    fn at_the_same_time(&mut self, limits: &Limits) -> std::io::Result<Result<Outcomes, Why>> {
        let theory = &self.opened.theory;
        let copies: Vec<_> =
            self.sequents().into_iter().map(|s| (s, self.opened.arena.clone(), self.book.clone())).collect();
        let search = |(sequent, mut arena, book): (Option<Sequent>, Arena, LemmaBook)| {
            let Some(sequent) = sequent else { return Ok(None) };
            isolated(limits.memory_megabytes, move || {
                let outcome = prove(&mut arena, theory, &book, &sequent, &limits.of_a_condition());
                Some((outcome, arena, book))
            })
        };
        let found = copies.into_par_iter().map(search).collect::<std::io::Result<Vec<_>>>()?;
        let arena = &mut self.opened.arena;
        let brought_together = found.into_iter().map(|found| {
            found
                .map(|(outcome, copy, book)| {
                    Graft::new((&copy, &book), (&mut *arena, &self.book)).outcome(outcome)
                })
                .transpose()
        });
        Ok(brought_together.collect())
    }

    /// Puts the evidence into the derivation.
    fn finish(mut self, unit: &Unit, limits: &Limits, outcomes: Outcomes) -> Result<Elaborated, Failure> {
        let mut resolved = Vec::with_capacity(outcomes.len());
        let mut trees: Vec<(NodeRef, usize, Step)> = Vec::new();
        for (condition, outcome) in std::mem::take(&mut self.opened.conditions).into_iter().zip(outcomes) {
            let (node, ghosts) = (condition.node, condition.scope.ghosts.len());
            let Some(outcome) = outcome else {
                trees.push((node, ghosts, Step::Exact));
                resolved.push(Resolved { condition, resolution: Resolution::Checked, log: None });
                continue;
            };
            let (resolution, log) = match outcome {
                Outcome::Proved { step, log } => {
                    trees.push((node, ghosts, step));
                    (Resolution::Checked, log)
                }
                Outcome::SolverOnly { mut log, .. } => match second_solver::confirms(&mut log, limits) {
                    Some(second) => {
                        self.proof.fill(node, Evidence::CrossChecked);
                        (Resolution::CrossChecked(second), log)
                    }
                    None => {
                        self.proof.fill(node, Evidence::Solver);
                        (Resolution::Solver, log)
                    }
                },
                Outcome::Stuck { report, log } => (Resolution::Stuck(report), log),
                Outcome::Unknown { why, log } => (Resolution::Unknown(why), log),
            };
            resolved.push(Resolved { condition, resolution, log: Some(log) });
        }
        let origins = emit(&mut self.proof, &mut self.opened, &self.book, &trees).map_err(Failure::Emit)?;
        name_lemmas(&unit.statement, self.proof.rows_mut(), &origins);
        Ok(Elaborated { proof: self.proof.close(), conditions: resolved, opened: self.opened })
    }
}

/// Whether a condition is more than one of its facts.
fn needs_search(c: &OpenCondition) -> bool {
    c.goal != TRUTH && !c.facts.contains(&c.goal)
}

/// Adds the evidence, and the lemmas it uses, to the proof; returns where these come from.
fn emit(
    proof: &mut OpenProof,
    opened: &mut Opened,
    book: &LemmaBook,
    trees: &[(NodeRef, usize, Step)],
) -> Result<Vec<Origin>, Why> {
    let mut rows = EvidenceRows::new(&opened.loaded);
    let mut used = BTreeSet::new();
    trees.iter().for_each(|(_, _, step)| step.lemmas(&mut used));
    rows.lemmas(&mut opened.arena, book, &used)?;
    for (node, ghosts, step) in trees {
        let step = rows.step(&mut opened.arena, step, *ghosts)?;
        proof.fill(*node, Evidence::Checked(step));
    }
    let proof = proof.rows_mut();
    rows.terms.append_to(proof);
    proof.steps = rows.steps;
    proof.lemmas = rows.lemmas;
    Ok(rows.origins)
}

/// Gives the lemmas their names. One that a source text states keeps the name it has there; what
/// would be called the same as another one gets a number.
fn name_lemmas(statement: &Statement, proof: &mut Proof, origins: &[Origin]) {
    let def = |def: DefRef| {
        let row = usize::try_from(def.0).ok().and_then(|row| statement.defs.get(row));
        row.map_or_else(|| format!("definition{}", def.0), |row| row.name.clone())
    };
    let mut taken = BTreeSet::new();
    let mut rows: Vec<_> = proof.lemmas.iter_mut().zip(origins).collect();
    // Stated ones first (the sort is stable): a guess never takes the name of one of them.
    rows.sort_by_key(|(_, origin)| !origin.is_stated());
    // And among these, whoever is called `f_2` in the source before a second `f` is numbered.
    let stated: BTreeSet<String> =
        rows.iter().filter(|(_, origin)| origin.is_stated()).map(|(_, origin)| origin.name(def)).collect();
    for (lemma, origin) in rows {
        let base = origin.name(def);
        lemma.name.clone_from(&base);
        let mut number = 2;
        while taken.contains(&lemma.name) || (lemma.name != base && stated.contains(&lemma.name)) {
            lemma.name = format!("{base}_{number}");
            number += 1;
        }
        taken.insert(lemma.name.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mutual generators with large conditions of their own, which need lemmas that are guessed.
    const PROGRAM: &str = include_str!("../../tests/plants.ml");

    /// A user's lemma whose name looks like that of a guessed one, and names that collide.
    #[test]
    fn a_lemma_keeps_the_name_that_it_has_in_the_source() {
        use crate::search::lemmas::Guess;
        let module = covenant_front::load("plants.ml", PROGRAM).expect("the program is read");
        let statement = &module.units[0].statement;
        let stated = |name: &str| Origin::Stated(name.to_owned());
        let first = statement.defs[0].name.clone();
        let above = Origin::Guessed(Guess::Above(DefRef(0)));
        let origins = [
            above.clone(),
            stated("f1_bound"),
            stated(&format!("{first}_above")),
            above.clone(),
            stated("again"),
            stated("again"),
            stated("again_2"),
            Origin::Guessed(Guess::Related(DefRef(0), DefRef(1))),
        ];
        let row = covenant_kernel::tables::LemmaRow {
            name: String::new(),
            sort_params: 0,
            statement: covenant_kernel::tables::ExprRef(0),
            proof: covenant_kernel::tables::StepRef(0),
        };
        let mut proof = Proof {
            sorts: vec![],
            exprs: vec![],
            types: vec![],
            lemmas: vec![row; origins.len()],
            steps: vec![],
            nodes: vec![],
            derivations: vec![],
        };
        name_lemmas(statement, &mut proof, &origins);
        let names: Vec<&str> = proof.lemmas.iter().map(|lemma| lemma.name.as_str()).collect();
        let second = &statement.defs[1].name;
        let expected = [
            format!("{first}_above_2"),
            "f1_bound".to_owned(),
            format!("{first}_above"),
            format!("{first}_above_3"),
            "again".to_owned(),
            "again_3".to_owned(),
            "again_2".to_owned(),
            format!("{first}_and_{second}"),
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn large_conditions_are_searched_apart() {
        let module = covenant_front::load("plants.ml", PROGRAM).expect("the program is read");
        for unit in &module.units {
            let prepared = Prepared::new(unit, |_| LemmaBook::guessing()).expect("there is a derivation");
            let sequents = prepared.sequents();
            let sizes = sequents.iter().flatten().map(|s| count_quantifiers(&prepared.opened.arena, s));
            assert!(prepared.spreads(), "{}: {:?}", unit.claim, sizes.collect::<Vec<_>>());
        }
    }
}
