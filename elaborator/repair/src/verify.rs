//! Is a proposal right? Cheapest first: one step of the new program on all small arguments, its calls
//! answered by claims; its real runs on some arguments. The proof comes after that, in `repair`.

use covenant_execute::{Bounds, Effort, Limits, Program, Reach, Value, can_return_until, explore};
use covenant_front::Unit;
use std::collections::BTreeSet;

use crate::environments::Args;
use crate::probes::Probes;
use crate::problem::{Problem, by_claims};

/// Small arguments that one step is tried on.
const MOST_ARGUMENTS: usize = 80;
/// Steps of one step of the program.
const ONE_STEP: Effort = Effort { each: 10_000, together: 2_000_000 };
/// Steps of looking for all that is forbidden and returned.
const EXCESS: Effort = Effort { each: 2_000, together: 20_000 };
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

/// Arguments and forbidden values.
pub(crate) type Excess = BTreeSet<(Vec<Value>, Value)>;

/// How much was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tried {
    pub values: usize,
    pub arguments: usize,
}

/// One step of the new program on small arguments: it returns every allowed probe and no forbidden
/// one; how many forbidden ones are known not to be returned. Integers are not cut to a window: `No` and `Yes` are about all integers.
///
/// What is `tolerated` the program returned before.
pub(crate) fn one_step(
    problem: &mut Problem<'_>,
    new: &Unit,
    all: &[Args],
    probes: &Probes,
    tolerated: &Excess,
) -> Result<usize, Wrong> {
    // The new text may use other datatypes, and number them anew.
    if new.statement.datatypes != problem.unit.statement.datatypes {
        return Ok(0);
    }
    let statement = by_claims(new);
    let Ok(program) = Program::new(&statement) else { return Ok(0) };
    // What is missing counts more: some excess may be accepted.
    let mut queries = pairs(problem, all, probes, true);
    let mut forbidden = pairs(problem, all, probes, false);
    forbidden.retain(|pair| !tolerated.contains(pair));
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

/// Small arguments with the probes that the claim allows, or forbids, for them.
fn pairs(
    problem: &mut Problem<'_>,
    all: &[Args],
    probes: &Probes,
    allowed: bool,
) -> Vec<(Vec<Value>, Value)> {
    let own = problem.own;
    let values = problem.candidates(own, probes);
    let mut out = Vec::new();
    for args in all.iter().take(MOST_ARGUMENTS) {
        let judged = problem.judged(own, args, probes);
        let wanted = values.iter().zip(&*judged).take(MOST_VALUES).filter(|(_, j)| **j == Some(allowed));
        out.extend(wanted.map(|(value, _)| (args.to_vec(), value.clone())));
    }
    out
}

/// Forbidden probes that one step of the program returns.
pub(crate) fn excess_of(problem: &mut Problem<'_>, unit: &Unit, all: &[Args], probes: &Probes) -> Excess {
    let statement = by_claims(unit);
    let Ok(program) = Program::new(&statement) else { return Excess::new() };
    let mut queries = pairs(problem, all, probes, false);
    let answers = can_return_until(program, statement.claim, &queries, &EXCESS, &|_, _| false);
    queries.truncate(answers.len());
    let returned = queries.into_iter().zip(answers).filter(|(_, answer)| *answer == Reach::Yes);
    returned.map(|(pair, _)| pair).collect()
}

/// Whether one step of the program returns every allowed probe, as far as that is decided.
pub(crate) fn complete(problem: &mut Problem<'_>, new: &Unit, all: &[Args], probes: &Probes) -> bool {
    let statement = by_claims(new);
    let Ok(program) = Program::new(&statement) else { return false };
    let queries = pairs(problem, all, probes, true);
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
