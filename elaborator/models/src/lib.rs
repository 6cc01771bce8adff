//! Values of a spec from models of Z3: query, decode, check, refute.
//!
//! The spec is written out for all values within bounds at once, with choice variables for
//! constructors (`symbolic.rs`). Each model is decoded to a value, and the spec is evaluated on it
//! as a check. Then the *relevant* part of the model is refuted: the choices and integers that the
//! value consists of, and not those of parts that it does not have, so that the next model is
//! another value.
//!
//! A model costs a call of the solver, where the direct search ([`covenant_execute::enumerate`]) pays for a
//! choice. It pays where a spec ties integers together by arithmetic, so that a choice says
//! nothing until the last integer is chosen. [`values_by_either`] tries both.
//!
//! Only programs that are linked with Z3 may call this module.

mod either;
mod symbolic;
#[cfg(test)]
mod tests;

pub use either::{ByEither, Way, values_by_either};

use covenant_kernel::tables::ExprRef;
use std::fmt;
use z3::ast::{Bool, Int};
use z3::{Model, Params, SatResult, Solver, StatisticsValue};

use covenant_execute::SpecBounds;
use covenant_execute::enumerate::SpecValues;
use covenant_execute::eval::{Evaluator, Scope, Stop};
use covenant_execute::limits::{Bound, Limits, Meter};
use covenant_execute::program::{ABSTRACT_ELEMENTS, Program, Sort};
use covenant_execute::value::Value;
use symbolic::{Environment, Sym, Translator};

/// Why a spec is not written out for Z3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untranslated {
    /// A quantifier over infinitely many values that are not integers.
    Quantifier,
    /// A definition without a body.
    OpaqueDefinition,
    /// A predicate variable without a meaning.
    PredicateVariable,
    /// Values of an opaque sort, of which there are more than literals.
    OpaqueSort,
    /// Written out for all values within bounds it is too large.
    TooLarge,
    /// Z3 does not know whether there are other values.
    TooHard,
    /// The tables make no sense here.
    Malformed,
}

impl fmt::Display for Untranslated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Untranslated::Quantifier => "it quantifies over values of a datatype",
            Untranslated::OpaqueDefinition => "it uses a definition without a body",
            Untranslated::PredicateVariable => "it uses a predicate variable",
            Untranslated::OpaqueSort => "it is about values of an opaque type",
            Untranslated::TooLarge => "it is too large when written out for all values within bounds",
            Untranslated::TooHard => "the solver gave up on it",
            Untranslated::Malformed => "its tables are malformed",
        })
    }
}

/// How a search by models ended, or was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// There are no other values.
    All,
    /// As many values as were asked for.
    Enough,
    /// The resources for now are used up.
    Paused,
    /// A bound was hit.
    Bound(Bound),
    /// Z3 does not know whether there are other values, or a model is no value of the spec.
    GaveUp,
}

/// Z3's own units for one query. Between queries, and after each of these, the clock is
/// read if there is a limit by it.
const RESOURCES_PER_QUERY: u32 = 500_000;

/// A search under way. It can be interrupted and resumed.
pub(crate) struct Models<'a> {
    solver: Solver,
    root: Option<Sym>,
    eval: Evaluator<'a>,
    scope: Scope,
    formula: ExprRef,
    count: usize,
    clock: Meter,
    /// The values so far.
    pub values: Vec<Value>,
    /// Values on which the formula could not be decided.
    pub undecided: u64,
    /// Queries so far.
    pub queries: u64,
}

impl<'a> Models<'a> {
    /// Writes a spec out. The formula sees `outer` as `Bound` variables, the last one innermost.
    pub fn new(
        program: Program<'a>,
        sort: &Sort,
        formula: ExprRef,
        outer: &[Value],
        bounds: &SpecBounds,
        limits: &Limits,
    ) -> Result<Models<'a>, Untranslated> {
        // As in the search for proofs: what is found must not depend on whether there was one before.
        covenant_prove::search::without_strategies();
        let solver = Solver::new();
        let mut params = Params::new();
        params.set_u32("rlimit", RESOURCES_PER_QUERY);
        params.set_u32("random_seed", 7);
        // The program has a handler of its own.
        params.set_bool("ctrl_c", false);
        solver.set_params(&params);
        let mut translator = Translator::new(program, Vec::new(), bounds.ints.clone());
        let root = translator.unknown(sort, bounds.depth)?;
        if let Some(root) = &root {
            let bound = outer.iter().map(|v| translator.known(v)).collect::<Result<_, _>>()?;
            let mut scope = Environment { bound, nu: Some(root.clone()), ..Environment::default() };
            let spec = translator.formula(formula, &mut scope)?;
            for constraint in &translator.constraints {
                solver.assert(constraint);
            }
            solver.assert(&spec);
        }
        let mut eval = Evaluator::new(program, limits.clone());
        eval.interpret(Vec::new(), ABSTRACT_ELEMENTS);
        Ok(Models {
            solver,
            root,
            eval,
            scope: Scope { bound: outer.to_vec(), ..Scope::default() },
            formula,
            count: bounds.count,
            clock: Meter::new(limits.clone()),
            values: Vec::new(),
            undecided: 0,
            queries: 0,
        })
    }

    /// Goes on for so many of Z3's units.
    pub fn resume(&mut self, resources: u64) -> Progress {
        let Some(root) = self.root.clone() else { return Progress::All };
        let start = self.resources();
        loop {
            if u64::from(self.resources().wrapping_sub(start)) > resources {
                return Progress::Paused;
            }
            if self.clock.expired() {
                return Progress::Bound(Bound::Time);
            }
            if self.values.len() >= self.count {
                return Progress::Enough;
            }
            self.queries += 1;
            match self.solver.check() {
                SatResult::Unsat => return Progress::All,
                // What was learnt stays; a query that was cut short goes on where it stopped.
                SatResult::Unknown if self.was_cut_short() => {}
                SatResult::Unknown => return Progress::GaveUp,
                SatResult::Sat => {
                    let mut relevant = Vec::new();
                    let value = self.solver.get_model().and_then(|m| decode(&root, &m, &mut relevant));
                    let Some(value) = value else { return Progress::GaveUp };
                    self.solver.assert(Bool::or(&relevant));
                    self.scope.nu = Some(value.clone());
                    match self.eval.formula(self.formula, &mut self.scope) {
                        Ok(true) => self.values.push(value),
                        Ok(false) => return Progress::GaveUp,
                        Err(Stop::Bound(bound)) if bound != Bound::Integer => return Progress::Bound(bound),
                        Err(_) => self.undecided += 1,
                    }
                }
            }
        }
    }

    /// What Z3 has used so far, in its own units.
    fn resources(&self) -> u32 {
        match self.solver.get_statistics().value("rlimit count") {
            Some(StatisticsValue::UInt(used)) => used,
            _ => 0,
        }
    }

    fn was_cut_short(&self) -> bool {
        self.solver.get_reason_unknown().is_some_and(|why| why.contains("resource"))
    }
}

/// The value that a model describes. What has to change for another value is added to
/// `otherwise`: one of these must hold.
fn decode(sym: &Sym, model: &Model, otherwise: &mut Vec<Bool>) -> Option<Value> {
    let mut integer = |n: &Int| {
        let value = model.eval(n, true)?.as_i64()?;
        otherwise.push(n.ne(Int::from_i64(value)));
        Some(value)
    };
    match sym {
        Sym::Int(n) => integer(n).map(Value::Int),
        Sym::Atom(n) => integer(n).and_then(|n| u32::try_from(n).ok()).map(Value::Atom),
        Sym::Bool(b) => {
            let value = model.eval(b, true)?.as_bool()?;
            otherwise.push(if value { b.not() } else { b.clone() });
            Some(Value::bool(value))
        }
        Sym::Data(union) => {
            for (tag, option) in (0u32..).zip(&union.options) {
                let Some(option) = option else { continue };
                if model.eval(&option.guard, true)?.as_bool()? {
                    if option.guard.as_bool().is_none() {
                        otherwise.push(option.guard.not());
                    }
                    let fields =
                        option.fields.iter().map(|f| decode(f, model, otherwise)).collect::<Option<_>>()?;
                    return Some(Value::ctor(union.data, tag, fields));
                }
            }
            None
        }
    }
}

/// Z3's units that take about as long as a step of the direct search.
const RESOURCES_PER_STEP: u64 = 5;
/// Megabytes that Z3 may use.
const MEGABYTES: u32 = 2_048;

/// All values of a sort, within bounds, that satisfy a formula about `Nu`, from models alone. The
/// values are those of [`values_of_formula`](covenant_execute::values_of_formula), in another order.
pub fn values_by_models(
    program: Program<'_>,
    sort: &Sort,
    formula: ExprRef,
    outer: &[Value],
    bounds: &SpecBounds,
    limits: &Limits,
) -> Result<SpecValues, Untranslated> {
    covenant_prove::search::isolated(MEGABYTES, || {
        let mut models = Models::new(program, sort, formula, outer, bounds, limits)?;
        let progress = models.resume(limits.steps.saturating_mul(RESOURCES_PER_STEP));
        Ok(models.result(progress))
    })
    .unwrap_or(Err(Untranslated::TooLarge))
}

impl Models<'_> {
    fn result(self, progress: Progress) -> SpecValues {
        let stopped = match progress {
            Progress::All => None,
            Progress::Enough => Some(Bound::Count),
            Progress::Bound(bound) => Some(bound),
            Progress::Paused => Some(Bound::Steps),
            Progress::GaveUp => Some(Bound::Solver),
        };
        SpecValues { values: self.values, undecided: self.undecided, tried: self.queries, stopped }
    }
}
