//! The functions of Fig. 8 of *Type Targeted Testing* (`functions/`): the first 1,000 inputs of a depth, found and run, beside
//! generate-and-filter.
//!
//! Filtering draws values of the parameter's type at random, with integers from the same range, and asks the same
//! evaluator about the same specification. It has a fixed processor time; what counts is how many different ones of exactly
//! the depth it finds in that. The other program beside it, `figure8/qcheck_filter.ml`, is OCaml's.

use crate::report::{Cell, Goal, Table};
use crate::resources::process_cpu;
use covenant_execute::eval::{Evaluator, Scope};
use covenant_execute::{Bounds, Caller, Limits, Program, Random, Sort, Value};
use covenant_exercise::Plan;
use covenant_exercise::inputs::Inputs;
use covenant_front as front;
use covenant_kernel::tables::{ExprRef, ParamRow, Statement};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

/// File, function, depths; the last is the largest of the figure.
const CASES: [(&str, &str, [u32; 3]); 4] = [
    ("sorted_insert.ml", "insert", [4, 10, 20]),
    ("red_black_insert.ml", "insert", [4, 8, 12]),
    ("size_balanced_delete.ml", "delete", [4, 6, 10]),
    ("zipper_focus.ml", "focus_left", [4, 6, 8]),
];
/// Inputs that are wanted.
const INPUTS: usize = 1_000;
/// What finding and running them may take, in seconds.
const WANTED: f64 = 1.0;
/// For filtering.
const PATIENCE: Duration = Duration::from_secs(2);
const SEED: u64 = 8;

/// Measures all of them.
pub fn measure(folder: &Path) -> Result<(Table, Vec<Goal>), String> {
    let columns = [
        "function",
        "depth",
        "inputs",
        "of this depth",
        "find s",
        "run s",
        "outside",
        "filter s",
        "drawn",
        "allowed",
        "different, of this depth",
    ];
    let mut table =
        Table::new("functions", "The first 1,000 inputs of a depth, and generate-and-filter", &columns);
    let mut goals = Vec::new();
    for (file, function, depths) in CASES {
        let text = std::fs::read_to_string(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let module = front::load(file, &text).map_err(|problems| format!("{file}: {problems:?}"))?;
        let unit = module.only.iter().find(|unit| unit.claim == function);
        let statement = &unit.ok_or_else(|| format!("{file}: no claim about {function}"))?.statement;
        for depth in depths {
            let row = Row::measure(statement, depth)?;
            if depths.last() == Some(&depth) {
                let what = format!("{file}, depth {depth}: {INPUTS} inputs found and run");
                goals.push(Goal { what, measured: row.find + row.run, limit: WANTED, unit: "s" });
            }
            table.rows.push(row.cells(&format!("{file}: {function}"), depth));
        }
    }
    Ok((table, goals))
}

/// One function at one depth.
struct Row {
    inputs: usize,
    exact: usize,
    find: f64,
    run: f64,
    outside: u64,
    filtered: Filtered,
}

/// What filtering found.
struct Filtered {
    seconds: f64,
    drawn: u64,
    allowed: u64,
    exact: usize,
}

impl Row {
    fn measure(statement: &Statement, depth: u32) -> Result<Row, String> {
        let program = Program::new(statement).map_err(|error| error.to_string())?;
        let plan = Plan { depth, most: INPUTS, ..Plan::default() };
        let start = process_cpu();
        let (inputs, _) = Inputs::new(program, statement.claim).of_depth(depth, &plan);
        let found = process_cpu();
        let outside = covenant_execute::limits::on_deep_stack(|| run(program, &inputs, &plan))?;
        let ran = process_cpu();
        let exact = inputs.iter().filter(|args| args.iter().any(|arg| arg.depth() == depth)).count();
        let filtered = filter(program, &plan)?;
        Ok(Row {
            inputs: inputs.len(),
            exact,
            find: found.saturating_sub(start).as_secs_f64(),
            run: ran.saturating_sub(found).as_secs_f64(),
            outside,
            filtered,
        })
    }

    fn cells(&self, function: &str, depth: u32) -> Vec<Cell> {
        let Filtered { seconds, drawn, allowed, exact } = self.filtered;
        vec![
            function.into(),
            u64::from(depth).into(),
            self.inputs.into(),
            self.exact.into(),
            Cell::Number(self.find, 3),
            Cell::Number(self.run, 3),
            self.outside.into(),
            Cell::Number(seconds, 2),
            drawn.into(),
            allowed.into(),
            exact.into(),
        ]
    }
}

/// Calls the function with each; how many results its claim does not allow.
fn run(program: Program<'_>, inputs: &[Vec<Value>], plan: &Plan) -> Result<u64, String> {
    let bounds = Bounds { ints: plan.integers(plan.depth), depth: 4_000 };
    let limits = Limits::with_steps(plan.fuel);
    let global = program.statement().claim;
    let mut caller = Caller::new(program, global, &bounds, &limits).map_err(|why| why.to_string())?;
    let mut outside = 0;
    for args in inputs {
        let outcomes = caller.call(args).map_err(|why| why.to_string())?;
        for value in &outcomes.values {
            outside += u64::from(caller.allows(args, value) != Some(true));
        }
    }
    Ok(outside)
}

/// The parameter that is a structure: its sort and what its type says.
fn structure<'a>(program: Program<'a>) -> Option<(Sort, ExprRef)> {
    let claim = program.fun_type(program.global(program.statement().claim).claim);
    let mut sorts = claim.params.iter().filter_map(|param| match param {
        ParamRow::Base(sort, qualifier) => Some((program.sort(*sort, &[]), *qualifier)),
        ParamRow::Fun(_) => None,
    });
    sorts.rfind(|(sort, _)| matches!(sort, Sort::Data(..)))
}

fn filter(program: Program<'_>, plan: &Plan) -> Result<Filtered, String> {
    let (sort, qualifier) = structure(program).ok_or("no parameter is a structure")?;
    let ints = plan.integers(plan.depth);
    let mut evaluator = Evaluator::new(program, Limits { steps: u64::MAX, ..Limits::default() });
    let mut random = Random::new(SEED);
    let mut exact = HashSet::new();
    let mut filtered = Filtered { seconds: 0.0, drawn: 0, allowed: 0, exact: 0 };
    let start = process_cpu();
    while exact.len() < INPUTS && process_cpu().saturating_sub(start) < PATIENCE {
        let value = drawn(program, &sort, plan.depth, &ints, &mut random)?;
        filtered.drawn += 1;
        let mut scope = Scope { bound: vec![Value::Int(0)], nu: Some(value.clone()), ..Scope::default() };
        match evaluator.formula(qualifier, &mut scope) {
            Ok(false) => {}
            Ok(true) => {
                filtered.allowed += 1;
                if value.depth() == plan.depth {
                    exact.insert(value);
                }
            }
            Err(stop) => return Err(format!("the type is not decided on a value: {stop:?}")),
        }
    }
    filtered.seconds = process_cpu().saturating_sub(start).as_secs_f64();
    filtered.exact = exact.len();
    Ok(filtered)
}

/// A value of a sort: a constructor with fields three times as often as one without, as long as there is room.
fn drawn(
    program: Program<'_>,
    sort: &Sort,
    depth: u32,
    ints: &RangeInclusive<i64>,
    random: &mut Random,
) -> Result<Value, String> {
    let (data, args) = match sort {
        Sort::Int => {
            let width = ints.end().saturating_sub(*ints.start()).unsigned_abs().saturating_add(1);
            return Ok(Value::Int(ints.start().saturating_add_unsigned(random.below(width))));
        }
        Sort::Data(data, args) => (*data, args),
        Sort::Opaque(_) | Sort::Finite(_) => return Err("no value of this type is drawn".to_owned()),
    };
    let (leaves, nodes): (Vec<u32>, Vec<u32>) =
        (0..program.ctor_count(data)).partition(|tag| program.ctor_fields(data, *tag).is_empty());
    let deeper = !nodes.is_empty() && (leaves.is_empty() || depth > 0 && random.below(4) > 0);
    let tags = if deeper { nodes } else { leaves };
    let tag = tags[random.below(tags.len() as u64) as usize];
    let fields = program.ctor_fields(data, tag).iter().map(|field| program.sort(*field, args));
    let fields = fields.map(|field| drawn(program, &field, depth.saturating_sub(1), ints, random));
    Ok(Value::ctor(data, tag, fields.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That filtering and searching mean the same: whatever is drawn and allowed is among what is found, in bounds where all is.
    #[test]
    fn what_is_filtered_is_found() -> Result<(), String> {
        let text = include_str!("../functions/sorted_insert.ml");
        let module = front::load("insert.ml", text).map_err(|problems| format!("{problems:?}"))?;
        let statement = &module.only[0].statement;
        let program = Program::new(statement).map_err(|error| error.to_string())?;
        let plan = Plan { depth: 2, most: 10_000, ..Plan::default() };
        let (inputs, level) = Inputs::new(program, statement.claim).of_depth(2, &plan);
        assert!(level.whole());
        let found: HashSet<Value> = inputs.iter().filter_map(|args| args.last().cloned()).collect();
        let (sort, qualifier) = structure(program).ok_or("a list")?;
        let mut evaluator = Evaluator::new(program, Limits::default());
        let (mut random, mut allowed) = (Random::new(1), HashSet::new());
        for _ in 0..2_000 {
            let value = drawn(program, &sort, 2, &plan.integers(2), &mut random)?;
            let mut scope = Scope { bound: vec![Value::Int(0)], nu: Some(value.clone()), ..Scope::default() };
            if evaluator.formula(qualifier, &mut scope).map_err(|stop| format!("{stop:?}"))? {
                allowed.insert(value);
            }
        }
        assert_eq!(allowed, found);
        Ok(())
    }
}
