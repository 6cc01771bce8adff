//! Searches for values on which a closed formula is false.
//!
//! For lemmas before a proof is attempted and for axioms before they are assumed: what is false
//! on small values is neither.

use covenant_kernel::tables::{ExprRef, ExprRow, Quant};
use std::ops::ControlFlow;

use super::enumerate::{Condition, Seeker, integer_pool, split};
use super::eval::{Evaluator, Stop};
use super::limits::{Bound, Limits, on_deep_stack};
use super::program::{ABSTRACT_ELEMENTS, Program, Sort};
use super::value::Value;

/// The outcome of a search for a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The formula is false when its leading quantifiers take these values.
    False(Vec<Value>),
    /// It holds on everything that was tried.
    NoneFound {
        /// Values of the quantifiers on which it holds or could not be decided, up to `cost`.
        cost: Option<u32>,
        /// Lists of values on which it could not be decided.
        undecided: u64,
        /// The bound that ended the search.
        stopped: Option<Bound>,
    },
}

/// Costs that a search goes up to if its steps allow.
const MOST_COST: u32 = 30;

/// Searches for a counterexample of a closed formula, given as `forall x1 .. xn. body`. Sort
/// parameters stand for a set of three elements.
#[must_use]
pub fn refute_formula(
    program: Program<'_>,
    formula: ExprRef,
    sort_params: u32,
    limits: &Limits,
) -> Refutation {
    if (formula.0 as usize) >= program.statement().exprs.len() {
        return Refutation::NoneFound { cost: None, undecided: 0, stopped: None };
    }
    on_deep_stack(|| {
        let sorts = vec![Sort::Finite(ABSTRACT_ELEMENTS); sort_params as usize];
        let mut roots = Vec::new();
        let mut body = formula;
        while let ExprRow::Quant(Quant::Forall, sort, inner) = program.expr(body) {
            roots.push(Some(program.sort(*sort, &sorts)));
            body = *inner;
        }
        let mut conditions = Vec::new();
        split(
            &program,
            Condition { formula: body, bound: roots.len(), nu: None, wanted: false },
            &mut conditions,
        );
        let ints = integer_pool(program.statement());
        let mut eval = Evaluator::new(program, limits.clone());
        let (mut found, mut undecided, mut completed, mut stopped) = (None, 0, None, None);
        for cost in 0..=MOST_COST {
            let mut seeker = Seeker::new(&mut eval, conditions.clone(), sorts.clone(), ints.clone());
            let result = seeker.run(&roots, cost, &mut |values, decided| {
                if decided {
                    found = Some(values.to_vec());
                    return Ok(ControlFlow::Break(()));
                }
                undecided += 1;
                Ok(ControlFlow::Continue(()))
            });
            if let Some(values) = found {
                return Refutation::False(values);
            }
            match result {
                Ok(_) => completed = Some(cost),
                Err(Stop::Bound(bound)) => {
                    stopped = Some(bound);
                    break;
                }
                Err(_) => break,
            }
            if roots.is_empty() {
                break;
            }
        }
        Refutation::NoneFound { cost: completed, undecided, stopped }
    })
}
