//! Small arguments to try the claim at.
//!
//! Every path needs its *smallest* arguments (the boundary cases) and some larger ones, and two
//! levels of the measure below the place of a change; too few environments make wrong terms look
//! right, and nothing is told apart.

use covenant_execute::{Limits, Random, Sort, SpecBounds, Value, values_of_formula};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::problem::Problem;

/// Combinations of arguments that are looked at.
const MOST_COMBINATIONS: usize = 40_000;
/// The seed of the larger arguments.
const SEED: u64 = 7;

/// Arguments of the claim.
pub(crate) type Args = Rc<[Value]>;

/// The arguments to work with, and all small ones, which verify the result.
pub(crate) struct Environments {
    pub chosen: Vec<Args>,
    pub all: Vec<Args>,
}

/// Small values of a sort, smallest first.
pub(crate) fn domain(problem: &Problem<'_>, sort: &Sort, parameters: usize) -> Vec<Value> {
    match sort {
        Sort::Int => {
            let high = if parameters > 4 { 3 } else { 5 };
            (-1..=high).map(Value::Int).collect()
        }
        _ => {
            let bounds = SpecBounds { ints: 0..=1, depth: 2, count: 40 };
            let limits = Limits::with_steps(20_000);
            let found = values_of_formula(problem.program, sort, problem.truth, &[], &bounds, &limits);
            let mut values = found.values;
            values.sort();
            values.truncate(if parameters > 3 { 4 } else { 9 });
            values
        }
    }
}

fn weight(value: &Value) -> u64 {
    match value {
        Value::Int(n) if *n < 0 => n.unsigned_abs() * 3,
        Value::Int(n) => n.unsigned_abs() * 2,
        other => (other.size() as u64 - 1) * 2,
    }
}

/// Chooses arguments; `extra` ones come on top.
pub(crate) fn choose(problem: &mut Problem<'_>, extra: &[Args]) -> Environments {
    let params = problem.own().params.clone();
    let own = problem.own;
    let domains: Vec<Vec<Value>> = params.iter().map(|sort| domain(problem, sort, params.len())).collect();
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for values in &domains {
        let mut next = Vec::new();
        for row in &rows {
            for value in values {
                let mut longer = row.clone();
                longer.push(value.clone());
                if next.len() < MOST_COMBINATIONS && problem.fits(own, &longer) {
                    next.push(longer);
                }
            }
        }
        rows = next;
    }
    let key = |row: &Vec<Value>| {
        let weights: Vec<u64> = row.iter().map(weight).collect();
        (weights.iter().sum::<u64>(), weights)
    };
    rows.sort_by_cached_key(key);
    let all: Vec<Args> = rows.into_iter().map(Args::from).collect();
    let mut levels: BTreeMap<Rc<[i64]>, Vec<Args>> = BTreeMap::new();
    for args in &all {
        levels.entry(problem.measure(args)).or_default().push(args.clone());
    }
    let integers = params.iter().filter(|sort| **sort == Sort::Int).count();
    let wanted = if integers >= 3 { 48 } else { 28 };
    let most = if params.len() < 3 || levels.len() < 6 { 4 } else { 6 };
    let lexicographic = levels.keys().next().is_some_and(|level| level.len() > 1);
    let near = |level: &Rc<[i64]>| match &**level {
        [first, second, ..] => *first <= 2 && *second <= if *first < 2 { 2 } else { 1 },
        _ => true,
    };
    let keys: Vec<Rc<[i64]>> = if lexicographic {
        levels.keys().filter(|level| near(level)).cloned().collect()
    } else {
        levels.keys().take(most).cloned().collect()
    };
    let per_level = (wanted / keys.len().max(1)).max(1);
    let mut chosen: Vec<Args> = Vec::new();
    for level in keys {
        let rows = &levels[&level];
        let mut random = Random::new(SEED);
        let smallest = per_level.min(3).min(rows.len());
        let mut picked: Vec<usize> = (0..smallest).collect();
        let mut rest: Vec<usize> = (smallest..rows.len()).collect();
        while picked.len() < per_level && !rest.is_empty() {
            picked.push(rest.swap_remove(random.below(rest.len() as u64) as usize));
        }
        picked.sort_unstable();
        chosen.extend(picked.into_iter().map(|i| rows[i].clone()));
    }
    chosen.truncate(wanted.max(4));
    for args in extra {
        if !chosen.contains(args) {
            chosen.push(args.clone());
        }
    }
    Environments { chosen, all }
}
