//! Long lists and strings.
//!
//! Values are tried by increasing cost, and a list of a hundred elements is never reached that way. But generators of lists
//! stop at a length that their program mentions: `small_list` at 99. So where a generator of no arguments returns a
//! list, or a list in a wrapper like a string, one value is tried for each integer that the program mentions: a list that is one
//! longer, of the simplest elements.

use std::sync::Arc;

use covenant_kernel::tables::{ExprRow, GlobalRef, ParamRow, UNIT};

use super::eval::{Evaluator, Scope};
use super::limits::Limits;
use super::missing_value::{Argument, MissingValue, Place};
use super::program::{Program, Sort};
use super::reach::{Reach, Slot, Solver, Term};
use super::value::Value;

/// Longer ones are not tried.
const LONGEST: i64 = 300;
/// Lengths that are tried.
const MOST_LENGTHS: usize = 6;
/// Steps for one of them.
const STEPS: u64 = 200_000;
/// How deep the simplest value of a type is looked for.
const DEEPEST: u32 = 6;

/// A long value that a claim promises and no run returns.
pub(super) fn find(program: Program<'_>, claim: GlobalRef, limits: &Limits) -> Option<MissingValue> {
    let global = program.global(claim);
    let body = global.body?;
    let fun_type = program.fun_type(global.claim);
    let closed = global.preds.is_empty() && global.sort_params == 0;
    let is_unit = |param: &ParamRow| match param {
        ParamRow::Base(sort, _) => matches!(program.sort(*sort, &[]), Sort::Data(data, _) if data == UNIT),
        ParamRow::Fun(_) => false,
    };
    if !closed || !fun_type.params.iter().all(is_unit) {
        return None;
    }
    let result = program.sort(fun_type.result, &[]);
    let args: Vec<Value> = fun_type.params.iter().map(|_| Value::unit()).collect();
    let limits = Limits { steps: STEPS.min(limits.steps), ..limits.clone() };
    for length in lengths(&program) {
        let value = of_length(&program, &result, length)?;
        let mut eval = Evaluator::new(program, limits.clone());
        let mut scope = Scope { bound: args.clone(), nu: Some(value.clone()), ..Scope::default() };
        if !matches!(eval.formula(fun_type.ensures, &mut scope), Ok(true)) {
            continue;
        }
        let mut eval = Evaluator::new(program, limits.clone());
        let mut solver = Solver::new(&mut eval);
        let slots = args.iter().cloned().map(|value| Slot::Base(Term::Ground(value))).collect();
        let reach = solver.can_return(body, slots, &value);
        if reach == Reach::No && !solver.assumed {
            let args = args.iter().cloned().map(Argument::Value).collect();
            return Some(MissingValue {
                generator: claim,
                args,
                value,
                predicates: Vec::new(),
                confirmed: true,
                place: Place::Long,
            });
        }
    }
    None
}

/// The lengths to try: those after the integers that are mentioned, the short ones first.
fn lengths(program: &Program<'_>) -> Vec<usize> {
    let mut found: Vec<i64> = program
        .statement()
        .exprs
        .iter()
        .filter_map(|row| match row {
            ExprRow::Int(n) if (2..LONGEST).contains(n) => Some(n + 1),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    // Small ones are tried anyway; the largest say most.
    let first = found.len().saturating_sub(MOST_LENGTHS);
    found.split_off(first).into_iter().filter_map(|n| usize::try_from(n).ok()).collect()
}

/// A list of some length, or one in a constructor of its own.
fn of_length(program: &Program<'_>, sort: &Sort, length: usize) -> Option<Value> {
    let Sort::Data(data, arguments) = sort else { return None };
    if let Some(element) = element(program, *data, arguments) {
        let least = least(program, &element, DEEPEST)?;
        let nil = Value::ctor(*data, 0, Vec::new());
        return Some((0..length).fold(nil, |tail, _| Value::ctor(*data, 1, vec![least.clone(), tail])));
    }
    match (program.ctor_count(*data), program.ctor_fields(*data, 0)) {
        (1, [inner]) => {
            let inner = of_length(program, &program.sort(*inner, arguments), length)?;
            Some(Value::ctor(*data, 0, vec![inner]))
        }
        _ => None,
    }
}

/// The sort of the elements, if a datatype is that of lists.
fn element(program: &Program<'_>, data: u32, arguments: &Arc<[Sort]>) -> Option<Sort> {
    if program.ctor_count(data) != 2 || !program.ctor_fields(data, 0).is_empty() {
        return None;
    }
    let [head, tail] = program.ctor_fields(data, 1) else { return None };
    let tail = program.sort(*tail, arguments);
    let head = program.sort(*head, arguments);
    let own = matches!(&tail, Sort::Data(own, _) if *own == data);
    let other = !matches!(&head, Sort::Data(inner, _) if *inner == data);
    (own && other).then_some(head)
}

/// A simplest value.
fn least(program: &Program<'_>, sort: &Sort, depth: u32) -> Option<Value> {
    match sort {
        Sort::Int => Some(Value::Int(0)),
        Sort::Data(data, arguments) if depth > 0 => (0..program.ctor_count(*data)).find_map(|tag| {
            let fields = program.ctor_fields(*data, tag).iter();
            let fields = fields.map(|field| least(program, &program.sort(*field, arguments), depth - 1));
            Some(Value::ctor(*data, tag, fields.collect::<Option<Vec<_>>>()?))
        }),
        Sort::Data(..) | Sort::Opaque(_) | Sort::Finite(_) => None,
    }
}
