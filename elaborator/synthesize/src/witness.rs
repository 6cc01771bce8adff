//! One trace of a candidate, and what the specifications of answers say about it.

use covenant_execute::{
    Draw, Limits, Names, PlanSize, Program, Random, Value, plan, sample, show, show_argument,
};
use covenant_front::operators::TraceGoals;
use covenant_kernel::tables::{BOOL, GlobalRef, ParamRow, Sort, UNIT};
use std::fmt::Write as _;

/// A trace that a claim promises and that the generator can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The call.
    pub call: String,
    /// The trace.
    pub trace: String,
    /// The first event whose answer is not as specified; none if all are.
    pub violates: Option<Violation>,
}

/// An answer that is not as specified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The operator.
    pub operator: String,
    /// The event, counted from 1.
    pub position: usize,
    /// The event itself.
    pub event: String,
}

/// Traces are looked for among so many, with so many steps for finding them and for finding the choices that lead to
/// them. Most candidates have one among the first few.
const LOOKED_AT: [(usize, u64); 3] = [(3, 2_000), (6, 12_000), (40, 60_000)];

/// So many of them are compared with the specifications.
const COMPARED: usize = 6;

/// A trace of a claim; one that violates no specification, if there is one among the first.
pub(crate) fn witness(
    file: &str,
    text: &str,
    before: &str,
    all: &TraceGoals,
    claim: &str,
) -> Option<Witness> {
    let module = covenant_front::load(file, text).ok()?;
    let unit = module.units.iter().find(|unit| unit.claim == claim)?;
    let program = Program::new(&unit.statement).ok()?;
    let mut made = sampled(program, unit.statement.claim);
    if made.is_empty() {
        made = planned(program, unit.statement.claim);
    }
    let (statement, names) = (&unit.statement, Names::default());
    // What is written with fewer letters is easier to read.
    made.sort_by_cached_key(|(args, value)| {
        let text = show(statement, &names, value);
        (text.len(), text, args.clone())
    });
    made.dedup();
    let mut first = None;
    for (args, value) in made.iter().take(COMPARED) {
        let call: String =
            args.iter().map(|value| format!(" {}", show_argument(statement, &names, value))).collect();
        let events = events_of(value);
        let shown: Vec<(String, Vec<String>)> = events
            .iter()
            .map(|event| {
                let fields = match event {
                    Value::Ctor(node) => {
                        node.fields.iter().map(|field| show_argument(statement, &names, field)).collect()
                    }
                    _ => Vec::new(),
                };
                (show(statement, &names, event), fields)
            })
            .collect();
        let violates = violation(file, before, all, &shown);
        let witness = Witness {
            call: format!("{claim}{}", if call.is_empty() { " ()".to_owned() } else { call }),
            trace: show(statement, &names, value),
            violates,
        };
        if witness.violates.is_none() {
            return Some(witness);
        }
        first.get_or_insert(witness);
    }
    first
}

/// Runs for each choice of arguments, and choices of arguments.
const RUNS: (usize, u64) = (600, 12);

/// Steps of all runs with the same arguments.
const RUN_STEPS: u64 = 200_000;

/// Traces that a claim promises, from running the program with answers drawn like everything else; always the same ones.
/// Long traces are found so, and not by going through all that are promised.
fn sampled(program: Program<'_>, claim: GlobalRef) -> Vec<(Vec<Value>, Value)> {
    let Some(global) = program.statement().globals.get(claim.0 as usize) else { return Vec::new() };
    let params = &program.fun_type(global.claim).params;
    let mut random = Random::new(1);
    for attempt in 0..RUNS.1 {
        let argument = |(index, param): (usize, &ParamRow)| match param {
            ParamRow::Base(sort, _) => match program.sort_row(*sort) {
                // Parameters are different at first: most goals are about different things.
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

/// Traces that a claim promises, from going through what it promises, the smallest first.
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

/// The elements of a list.
fn events_of(list: &Value) -> Vec<Value> {
    let (mut events, mut rest) = (Vec::new(), list.clone());
    while let Value::Ctor(node) = &rest {
        let [head, tail] = &*node.fields else { break };
        events.push(head.clone());
        let tail = tail.clone();
        rest = tail;
    }
    events
}

/// The first event whose answer is not as specified. Each specification is asked as a claim about `()`: it promises
/// something if and only if it holds.
fn violation(
    file: &str,
    before: &str,
    all: &TraceGoals,
    events: &[(String, Vec<String>)],
) -> Option<Violation> {
    let mut text = before.to_owned();
    let mut asked = Vec::new();
    for (position, (event, fields)) in events.iter().enumerate() {
        let constructor = event.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        let operator = all.list.iter().find(|operator| operator.constructor == constructor)?;
        if !operator.specified {
            continue;
        }
        let history: Vec<&str> = events[..position].iter().rev().map(|(event, _)| event.as_str()).collect();
        let fields: String = fields.iter().map(|field| format!(" {field}")).collect();
        let name = format!("covenant_probe_{position}");
        let _ = write!(
            text,
            "let {name} () : unit = ()\n[@@covers {{| M [u:unit | {} [{}]{fields}] |}}]\n\n",
            operator.name,
            history.join("; ")
        );
        asked.push((name, operator.name.clone(), position + 1, event.clone()));
    }
    if asked.is_empty() {
        return None;
    }
    let _ = writeln!(text, "module Covenant_probe (S : {}) = struct\nend", all.signature);
    let module = covenant_front::load(file, &text).ok()?;
    asked.into_iter().find_map(|(name, operator, position, event)| {
        let unit = module.units.iter().find(|unit| unit.claim == name)?;
        let program = Program::new(&unit.statement).ok()?;
        let holds = plan(program, unit.statement.claim, PlanSize::default()).is_ok_and(|p| !p.is_empty());
        (!holds).then_some(Violation { operator, position, event })
    })
}
