//! Conditions under which a branch that is added may be taken.

use covenant_execute::{Sort, Value};

use crate::cover::Guard;
use crate::holes::{Hole, State};
use crate::problem::boolean;

/// Conditions over the variables of a hole, and the states in which each holds.
pub(crate) fn conditions(hole: &Hole) -> Vec<(Guard, Vec<bool>)> {
    let mut out: Vec<(Guard, Vec<bool>)> = Vec::new();
    let mut add = |text: String, cost: u32, holds: Vec<bool>| {
        let some = holds.iter().any(|h| *h) && !holds.iter().all(|h| *h);
        if some && !out.iter().any(|(_, known)| *known == holds) {
            out.push((Guard { text, cost }, holds));
        }
    };
    let integer = |place: usize, state: &State| match state.values[place] {
        Value::Int(n) => n,
        _ => 0,
    };
    let ints: Vec<(usize, &str)> = hole
        .scope
        .iter()
        .enumerate()
        .filter(|(_, (_, sort))| *sort == Sort::Int)
        .map(|(i, (name, _))| (i, name.as_str()))
        .collect();
    for (place, (name, sort)) in hole.scope.iter().enumerate() {
        if *sort == boolean() {
            let holds: Vec<bool> =
                hole.states.iter().map(|s| s.values[place].as_bool() == Some(true)).collect();
            let not = holds.iter().map(|h| !h).collect();
            add(name.clone(), 1, holds);
            add(format!("not {name}"), 2, not);
        }
    }
    type Compare = fn(i64, i64) -> bool;
    let operators: [(&str, Compare); 5] = [
        ("=", |a, b| a == b),
        (">", |a, b| a > b),
        ("<", |a, b| a < b),
        ("<=", |a, b| a <= b),
        ("<>", |a, b| a != b),
    ];
    for (a, left) in &ints {
        for (sign, compare) in operators {
            for n in [0, 1] {
                let holds = hole.states.iter().map(|s| compare(integer(*a, s), n)).collect();
                add(format!("{left} {sign} {n}"), 3, holds);
            }
            for (b, right) in &ints {
                if a == b {
                    continue;
                }
                for (c, shown) in [(0, (*right).to_owned()), (1, format!("{right} + 1"))] {
                    let holds = hole
                        .states
                        .iter()
                        .map(|s| compare(integer(*a, s), integer(*b, s).saturating_add(c)))
                        .collect();
                    add(format!("{left} {sign} {shown}"), 3 + c as u32, holds);
                }
            }
        }
    }
    out.sort_by_key(|(guard, _)| guard.cost);
    out
}
