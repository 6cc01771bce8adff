//! Promised values for a harness to make the real program return: a few for each claim, chosen so
//! that their runs differ.
//!
//! The cheapest values of a claim are much alike (of a search tree nearly all are leaves). So many
//! more than are wanted are looked at, and taken in turns from groups of which each has one *shape*:
//! the kinds of choices of the run, and which way its booleans went. A value of a shape that no
//! other has goes through code that no other reaches.
//!
//! Work is counted in steps: the same claim has the same plan on every machine.

use covenant_kernel::tables::{GlobalRef, ParamRow};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::limits::{Limits, on_deep_stack};
use super::missing::{Argument, walk_promises};
use super::program::Program;
use super::trace::{Choice, NARROW, Traces, WIDE};
use super::value::Value;

/// A promised value, and how to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The arguments.
    pub args: Vec<Value>,
    /// The value.
    pub value: Value,
    /// The choices, in the order of the core program; `None` if none were found within bounds.
    pub choices: Option<Vec<Choice>>,
}

/// Why a claim has no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unplanned {
    /// It is about all functions of some type, or all predicates.
    TakesFunctions,
    /// The generator has no body: its type is assumed.
    NoBody,
    /// No promised value was found within bounds.
    NothingPromised,
    /// The generator always fails: its claim says that nothing is promised.
    OnlyFails,
}

/// How much is planned, and with how much work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanSize {
    /// Values to choose.
    pub count: usize,
    /// Values to choose from: the cheapest.
    pub pool: usize,
    /// Steps of finding them.
    pub steps: u64,
    /// Steps of finding their choices, twice: narrowly for all, then widely if too few are found.
    pub trace_steps: u64,
}

impl Default for PlanSize {
    fn default() -> Self {
        PlanSize { count: 40, pool: 400, steps: 300_000, trace_steps: 150_000 }
    }
}

/// Promised values of a claim with choices that lead to them.
///
/// # Errors
///
/// If there is nothing that a harness could run.
pub fn plan(program: Program<'_>, claim: GlobalRef, size: PlanSize) -> Result<Vec<Planned>, Unplanned> {
    let global = program.statement().globals.get(claim.0 as usize).ok_or(Unplanned::NoBody)?;
    if global.body.is_none() {
        return Err(Unplanned::NoBody);
    }
    let params = &program.fun_type(global.claim).params;
    if params.iter().any(|p| matches!(p, ParamRow::Fun(_))) || !global.preds.is_empty() {
        return Err(Unplanned::TakesFunctions);
    }
    if program.only_fails(claim) {
        return Err(Unplanned::OnlyFails);
    }
    on_deep_stack(|| {
        let pairs = promised(program, claim, size);
        if pairs.is_empty() {
            return Err(Unplanned::NothingPromised);
        }
        let mut by_args: BTreeMap<Vec<Value>, Traces<'_>> = BTreeMap::new();
        let mut all: Vec<Planned> =
            pairs.into_iter().map(|(args, value)| Planned { args, value, choices: None }).collect();
        for widths in [NARROW, WIDE] {
            let mut steps = size.trace_steps;
            for planned in &mut all {
                let traces = by_args
                    .entry(planned.args.clone())
                    .or_insert_with(|| Traces::new(program, claim, planned.args.clone()));
                if planned.choices.is_none() {
                    planned.choices = traces.of(&planned.value, widths, &mut steps);
                }
            }
            if all.iter().filter(|planned| planned.choices.is_some()).count() >= size.count {
                break;
            }
        }
        Ok(select(all, size.count))
    })
}

/// The cheapest promised pairs of arguments and value.
fn promised(program: Program<'_>, claim: GlobalRef, size: PlanSize) -> Vec<(Vec<Value>, Value)> {
    let limits = Limits { steps: size.steps, ..Limits::default() };
    let mut pairs = Vec::new();
    walk_promises(program, claim, &limits, &mut |args, value| {
        let args: Option<Vec<Value>> = args
            .into_iter()
            .map(|arg| match arg {
                Argument::Value(value) => Some(value),
                Argument::Least(_) => None,
            })
            .collect();
        if let Some(args) = args {
            pairs.push((args, value));
        }
        if pairs.len() < size.pool { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    pairs
}

/// What two runs have in common if they go the same way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Integer,
    Range,
    True,
    False,
    Opaque,
}

fn shape(choices: &[Choice]) -> Vec<Kind> {
    choices
        .iter()
        .map(|choice| match choice {
            Choice::Int(_) | Choice::Nat(_) => Kind::Integer,
            Choice::Range(..) => Kind::Range,
            Choice::Bool(true) => Kind::True,
            Choice::Bool(false) => Kind::False,
            Choice::Opaque(_) => Kind::Opaque,
        })
        .collect()
}

/// Takes one of each shape in turns, short runs first, the largest value of a shape first; values
/// without a run only if there are not enough others.
fn select(all: Vec<Planned>, count: usize) -> Vec<Planned> {
    let mut groups: BTreeMap<(usize, Vec<Kind>), Vec<Planned>> = BTreeMap::new();
    let mut unscripted = Vec::new();
    for planned in all {
        match &planned.choices {
            Some(choices) => {
                let shape = shape(choices);
                groups.entry((shape.len(), shape)).or_default().push(planned);
            }
            None => unscripted.push(planned),
        }
    }
    let mut chosen = Vec::new();
    while chosen.len() < count && groups.values().any(|group| !group.is_empty()) {
        for group in groups.values_mut() {
            if chosen.len() < count {
                chosen.extend(group.pop());
            }
        }
    }
    let room = count - chosen.len();
    chosen.extend(unscripted.into_iter().take(room));
    chosen
}
