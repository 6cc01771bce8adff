//! Values that a claim promises and the program makes: examples to show.
//!
//! Running the program with answers drawn like everything else finds long values; going through what is promised finds
//! small ones, and is done where running finds nothing. Always the same values: work is counted, and draws begin at the same place.

use crate::limits::Limits;
use crate::plan::{PlanSize, plan};
use crate::program::Program;
use crate::sample::{Draw, Random, sample};
use crate::value::Value;
use covenant_kernel::tables::{BOOL, GlobalRef, ParamRow, Sort, UNIT};

/// Values are looked for among so many, with so many steps for finding them and for finding the choices that lead to
/// them. Most claims have one among the first few.
const LOOKED_AT: [(usize, u64); 3] = [(3, 2_000), (6, 12_000), (40, 60_000)];

/// Arguments and values.
pub fn made(program: Program<'_>, claim: GlobalRef) -> Vec<(Vec<Value>, Value)> {
    let found = sampled(program, claim);
    if found.is_empty() { planned(program, claim) } else { found }
}

/// Runs for each choice of arguments, and choices of arguments.
const RUNS: (usize, u64) = (600, 12);

/// Steps of all runs with the same arguments.
const RUN_STEPS: u64 = 200_000;

/// Values that a claim promises, from running the program with answers drawn like everything else; always the same ones.
/// Long ones are found so, and not by going through all that are promised.
fn sampled(program: Program<'_>, claim: GlobalRef) -> Vec<(Vec<Value>, Value)> {
    let Some(global) = program.statement().globals.get(claim.0 as usize) else { return Vec::new() };
    let params = &program.fun_type(global.claim).params;
    let mut random = Random::new(1);
    for attempt in 0..RUNS.1 {
        let argument = |(index, param): (usize, &ParamRow)| match param {
            ParamRow::Base(sort, _) => match program.sort_row(*sort) {
                // Parameters are different at first: most claims are about different things.
                Sort::Int if attempt == 0 => i64::try_from(index).ok().map(Value::Int),
                Sort::Int => i64::try_from(random.below(6)).ok().map(Value::Int),
                Sort::Data(BOOL, _) => Some(Value::bool(random.coin())),
                Sort::Data(UNIT, _) => Some(Value::unit()),
                _ => None,
            },
            ParamRow::Fun(_) => None,
        };
        let args: Option<Vec<Value>> = params.iter().enumerate().map(argument).collect();
        let Some(args) = args else { return Vec::new() };
        let limits = Limits::with_steps(RUN_STEPS);
        let Ok(samples) = sample(program, claim, &args, RUNS.0, attempt, &limits) else { return Vec::new() };
        let promised = |draw: Draw| match draw {
            Draw::Value(value, Some(true)) => Some((args.clone(), value)),
            _ => None,
        };
        let found: Vec<(Vec<Value>, Value)> = samples.draws.into_iter().filter_map(promised).collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Values that a claim promises, from going through what it promises, the smallest first.
fn planned(program: Program<'_>, claim: GlobalRef) -> Vec<(Vec<Value>, Value)> {
    let found = LOOKED_AT.iter().find_map(|&(count, steps)| {
        let size = PlanSize { count, pool: count, steps, trace_steps: steps };
        let planned = plan(program, claim, size).ok()?;
        let made = planned.into_iter().filter(|one| one.choices.is_some());
        let made: Vec<_> = made.map(|one| (one.args, one.value)).collect();
        (!made.is_empty()).then_some(made)
    });
    found.unwrap_or_default()
}

/// The elements of a list; none of what is no list.
pub fn elements(list: &Value) -> Vec<Value> {
    let (mut found, mut rest) = (Vec::new(), list.clone());
    while let Value::Ctor(node) = &rest {
        let [head, tail] = &*node.fields else { break };
        found.push(head.clone());
        let tail = tail.clone();
        rest = tail;
    }
    found
}
