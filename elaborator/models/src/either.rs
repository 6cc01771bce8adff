//! Both ways to the values of a spec, in turns.
//!
//! Which way is faster cannot be told from the spec, so both are tried, each time with twice the
//! work, until one has all values: that takes a small multiple of the faster one's time. Work is
//! counted in steps and in Z3's own units, not by the clock, so that the outcome does not depend on the
//! machine.

use covenant_kernel::tables::ExprRef;

use super::{MEGABYTES, Models, Progress, RESOURCES_PER_STEP, Untranslated};
use covenant_execute::SpecBounds;
use covenant_execute::enumerate::{SpecValues, values_of_formula};
use covenant_execute::limits::{Bound, Limits};
use covenant_execute::program::{Program, Sort};
use covenant_execute::value::Value;

/// A way to find the values of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By choosing constructors and integers one after the other.
    Direct,
    /// By models of Z3.
    Models,
}

/// Values of a spec, and how they were found.
#[derive(Clone, Debug)]
pub struct ByEither {
    /// The values.
    pub found: SpecValues,
    /// The way that found them.
    pub way: Way,
    /// Why models were not tried, or not to the end.
    pub without_models: Option<Untranslated>,
}

/// Steps of the first direct attempt, about a tenth of a second.
const FIRST_STEPS: u64 = 200_000;
/// Z3's units of its first turn, about as long.
const FIRST_RESOURCES: u64 = FIRST_STEPS * RESOURCES_PER_STEP;

/// All values of a sort, within bounds, that satisfy a formula about `Nu`, by the way that turns
/// out to be faster. The formula sees `outer` as `Bound` variables, the last one innermost.
#[must_use]
pub fn values_by_either(
    program: Program<'_>,
    sort: &Sort,
    formula: ExprRef,
    outer: &[Value],
    bounds: &SpecBounds,
    limits: &Limits,
) -> ByEither {
    let direct = |limits: &Limits| values_of_formula(program, sort, formula, outer, bounds, limits);
    let left = |steps: u64| Limits { steps: steps.min(limits.steps), ..limits.clone() };
    let turns = covenant_prove::search::isolated(MEGABYTES, || {
        let mut steps = FIRST_STEPS;
        // Most specs have few values, and need no solver.
        let mut last = direct(&left(steps));
        let mut models: Option<Models<'_>> = None;
        let mut resources = FIRST_RESOURCES;
        while last.stopped == Some(Bound::Steps) && steps < limits.steps {
            if models.is_none() {
                match Models::new(program, sort, formula, outer, bounds, &left(u64::MAX)) {
                    Ok(new) => models = Some(new),
                    Err(why) => return (direct(&left(u64::MAX)), Way::Direct, Some(why)),
                }
            }
            if let Some(mut started) = models.take() {
                match started.resume(resources) {
                    Progress::Paused => models = Some(started),
                    Progress::GaveUp => {
                        let why = Some(Untranslated::TooHard);
                        return (direct(&left(u64::MAX)), Way::Direct, why);
                    }
                    Progress::Bound(bound) if started.values.len() < last.values.len() => {
                        return (SpecValues { stopped: Some(bound), ..last }, Way::Direct, None);
                    }
                    ended => return (started.result(ended), Way::Models, None),
                }
            }
            (steps, resources) = (steps.saturating_mul(2), resources.saturating_mul(2));
            last = direct(&left(steps));
        }
        (last, Way::Direct, None)
    });
    match turns {
        Ok((found, way, without_models)) => ByEither { found, way, without_models },
        // No thread for the solver.
        Err(_) => ByEither {
            found: direct(&left(u64::MAX)),
            way: Way::Direct,
            without_models: Some(Untranslated::TooLarge),
        },
    }
}
