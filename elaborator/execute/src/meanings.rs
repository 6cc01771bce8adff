//! Finite meanings for what a claim is polymorphic in.

use covenant_kernel::tables::SortRef;

use super::program::{ABSTRACT_ELEMENTS, Program, Sort};
use super::value::Value;

/// Elements of an abstract sort where there are predicate variables.
pub(super) const PREDICATE_ELEMENTS: u32 = 2;
/// Meanings of the predicate variables that are tried.
const MOST_MEANINGS: usize = 300;

/// A meaning for the sort parameters and predicate variables of a claim.
pub(super) struct Meaning {
    pub elements: u32,
    pub predicates: Vec<Vec<Vec<Value>>>,
}

/// Finite meanings of the predicate variables, those that hold of little first.
pub(super) fn meanings(program: &Program<'_>, preds: &[Vec<SortRef>], sort_params: u32) -> Vec<Meaning> {
    if preds.is_empty() {
        return vec![Meaning { elements: ABSTRACT_ELEMENTS, predicates: Vec::new() }];
    }
    let sorts = vec![Sort::Finite(PREDICATE_ELEMENTS); sort_params as usize];
    // For each predicate, all argument lists over a few values.
    let mut universes: Vec<Vec<Vec<Value>>> = Vec::new();
    for args in preds {
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for sort in args {
            let sort = program.sort(*sort, &sorts);
            let domain = match &sort {
                Sort::Int => vec![Value::Int(0), Value::Int(1)],
                other => program.finite_domain(other, 4).unwrap_or_default(),
            };
            rows = rows
                .iter()
                .flat_map(|row| domain.iter().map(move |v| row.iter().cloned().chain([v.clone()]).collect()))
                .collect();
        }
        rows.truncate(6);
        universes.push(rows);
    }
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for universe in &universes {
        let mut masks: Vec<u32> = (0..1u32 << universe.len()).collect();
        masks.sort_by_key(|m| m.count_ones());
        all = all
            .iter()
            .flat_map(|prefix| masks.iter().map(move |m| prefix.iter().copied().chain([*m]).collect()))
            .collect();
    }
    all.sort_by_key(|masks: &Vec<u32>| masks.iter().map(|m| m.count_ones()).sum::<u32>());
    all.truncate(MOST_MEANINGS);
    all.into_iter()
        .map(|masks| Meaning {
            elements: PREDICATE_ELEMENTS,
            predicates: masks
                .iter()
                .zip(&universes)
                .map(|(mask, universe)| {
                    universe
                        .iter()
                        .enumerate()
                        .filter(|(i, _)| mask & (1 << i) != 0)
                        .map(|(_, row)| row.clone())
                        .collect()
                })
                .collect(),
        })
        .collect()
}
