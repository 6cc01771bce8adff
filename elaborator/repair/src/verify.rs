//! Is a proposal right? Cheapest first: one step of the new program on all small arguments, its calls
//! answered by claims; its real runs on some arguments. The proof comes after that, in `repair`.

use covenant_execute::{Bounds, Effort, Limits, Program, Reach, Value, can_return_until, explore};
use covenant_front::Unit;

use crate::environments::Args;
use crate::probes::Probes;
use crate::problem::{Problem, by_claims};

/// Small arguments that one step is tried on.
const MOST_ARGUMENTS: usize = 80;
/// Steps of one step of the program.
const ONE_STEP: Effort = Effort { each: 10_000, together: 2_000_000 };
/// Values per arguments.
const MOST_VALUES: usize = 400;
/// Arguments that the real runs are tried on, and their bounds.
const MOST_RUNS: usize = 14;
const RUN_STEPS: u64 = 40_000;

/// What is wrong with a proposal.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub args: Args,
    pub value: Value,
    /// Forbidden, not missing.
    pub excess: bool,
}

/// How much was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tried {
    pub values: usize,
    pub arguments: usize,
}

/// One step of the new program on small arguments: it returns every allowed probe and no forbidden
/// one; how many forbidden ones are known not to be returned. Integers are not cut to a window: `No` and `Yes` are about all integers.
pub(crate) fn one_step(
    problem: &mut Problem<'_>,
    new: &Unit,
    all: &[Args],
    probes: &Probes,
) -> Result<usize, Wrong> {
    // The new text may use other datatypes, and number them anew.
    if new.statement.datatypes != problem.unit.statement.datatypes {
        return Ok(0);
    }
    let statement = by_claims(new);
    let Ok(program) = Program::new(&statement) else { return Ok(0) };
    let own = problem.own;
    let values = problem.candidates(own, probes);
    // What is missing counts more: some excess may be accepted.
    let (mut queries, mut forbidden) = (Vec::new(), Vec::new());
    for args in all.iter().take(MOST_ARGUMENTS) {
        let judged = problem.judged(own, args, probes);
        for (value, judged) in values.iter().zip(&*judged).take(MOST_VALUES) {
            match judged {
                Some(true) => queries.push((args.to_vec(), value.clone())),
                Some(false) => forbidden.push((args.to_vec(), value.clone())),
                None => {}
            }
        }
    }
    let allowed = queries.len();
    queries.extend(forbidden);
    let wrong = |number: usize, answer: Reach| match answer {
        Reach::Yes => number >= allowed,
        Reach::No => number < allowed,
        Reach::Unknown(_) => false,
    };
    let answers = can_return_until(program, statement.claim, &queries, &ONE_STEP, &wrong);
    match answers.len().checked_sub(1) {
        Some(last) if wrong(last, answers[last]) => {
            let (args, value) = queries.swap_remove(last);
            Err(Wrong { args: args.into(), value, excess: last >= allowed })
        }
        _ => Ok(answers.iter().skip(allowed).filter(|answer| **answer == Reach::No).count()),
    }
}

/// Whether one step of the program returns every allowed probe, as far as that is decided.
pub(crate) fn complete(problem: &mut Problem<'_>, new: &Unit, all: &[Args], probes: &Probes) -> bool {
    let statement = by_claims(new);
    let Ok(program) = Program::new(&statement) else { return false };
    let own = problem.own;
    let values = problem.candidates(own, probes);
    let mut queries = Vec::new();
    for args in all.iter().take(MOST_ARGUMENTS) {
        let judged = problem.judged(own, args, probes);
        for (value, _) in values.iter().zip(&*judged).take(MOST_VALUES).filter(|(_, j)| **j == Some(true)) {
            queries.push((args.to_vec(), value.clone()));
        }
    }
    let answers =
        can_return_until(program, statement.claim, &queries, &ONE_STEP, &|_, answer| answer == Reach::No);
    answers.last().is_none_or(|last| *last != Reach::No)
}

/// Real runs of the new program on some arguments: nothing that the claim forbids.
pub(crate) fn runs(problem: &mut Problem<'_>, new: &Unit, chosen: &[Args]) -> Result<Tried, Wrong> {
    let mut tried = Tried::default();
    if new.statement.datatypes != problem.unit.statement.datatypes {
        return Ok(tried);
    }
    let Ok(program) = Program::new(&new.statement) else { return Ok(tried) };
    let own = problem.own;
    let every = (chosen.len() / MOST_RUNS).max(1);
    for args in chosen.iter().step_by(every).take(MOST_RUNS) {
        let bounds = Bounds { ints: -1..=2, depth: 6 };
        let limits = Limits { memory: 20_000, ..Limits::with_steps(RUN_STEPS) };
        let Ok(found) = explore(program, new.statement.claim, args, &bounds, &limits) else { continue };
        tried.arguments += 1;
        for value in found.values.iter().take(400) {
            tried.values += 1;
            if problem.allows(own, args, value) == Some(false) {
                return Err(Wrong { args: args.clone(), value: value.clone(), excess: true });
            }
        }
    }
    Ok(tried)
}
