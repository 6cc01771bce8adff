//! What calls of a function come to: many calls in a row, each with bounds of its own.
//!
//! The runs are those of [`mod@super::explore`], so a function with choices is run in every way that the bounds
//! leave. Beside the values there is what a tester wants to know: whether a run failed, whether one was cut
//! short, and which branches were taken.
//!
//! A second interpreter without sets, for functions that make no choice, would be faster; it would have to agree with
//! this one.

use covenant_kernel::tables::{CoreRef, CoreRow, ExprRef, FunRef, GlobalRef, Prim, Statement};
use std::collections::BTreeSet;
use std::rc::Rc;

use super::eval::Scope;
use super::explore::{Bounds, Explorer};
use super::forward::Forward as _;
use super::limits::{Bound, Limits};
use super::machine::{Asked, Trouble, function, slots};
use super::program::Program;
use super::sample::{CannotRun, check_call};
use super::trace::{Choice, NARROW, Traces, WIDE};
use super::value::Value;

/// What a call came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// The values that it can return, smallest first.
    pub values: Vec<Value>,
    /// Whether a run failed.
    pub failed: bool,
    /// Whether a run was left because its calls nest too deeply.
    pub too_deep: bool,
    /// Whether some integers were not drawn.
    pub cut_integers: bool,
    /// The bound that ended everything.
    pub stopped: Option<Bound>,
    /// What ended everything: a function among the arguments has no answer for this.
    pub asked: Option<Asked>,
}

/// Calls one function many times. To be used on a deep stack ([`super::limits::on_deep_stack`]).
pub struct Caller<'a> {
    explorer: Explorer<'a>,
    global: GlobalRef,
    body: FunRef,
    ensures: ExprRef,
    depth: u32,
    limits: Limits,
}

impl<'a> Caller<'a> {
    /// The limits are for each call.
    ///
    /// # Errors
    ///
    /// If the function has no body.
    pub fn new(
        program: Program<'a>,
        global: GlobalRef,
        bounds: &Bounds,
        limits: &Limits,
    ) -> Result<Self, CannotRun> {
        let row = program.statement().globals.get(global.0 as usize).ok_or(CannotRun::NoBody)?;
        let body = row.body.ok_or(CannotRun::NoBody)?;
        let ensures = program.fun_type(row.claim).ensures;
        let explorer = Explorer::new(program, bounds, limits);
        Ok(Caller { explorer, global, body, ensures, depth: bounds.depth, limits: limits.clone() })
    }

    /// Runs the function on these arguments.
    ///
    /// # Errors
    ///
    /// If it cannot be called like this.
    pub fn call(&mut self, args: &[Value]) -> Result<Outcomes, CannotRun> {
        let program = self.explorer.eval.program;
        check_call(&program, self.global, args)?;
        self.explorer.forget(&self.limits);
        let found = function(&program, self.body, &Rc::from([]))
            .and_then(|closure| self.explorer.call(&closure, slots(args), self.depth));
        let (mut values, stopped, asked) = match found {
            Ok(values) => (values.iter().cloned().collect::<Vec<_>>(), None, None),
            Err(Trouble::Bound(bound)) => (Vec::new(), Some(bound), None),
            Err(Trouble::Asked(asked)) => (Vec::new(), None, Some(asked)),
            Err(Trouble::NotExecutable) => return Err(CannotRun::NoBody),
        };
        values.sort();
        let Explorer { failed, cut_depth: too_deep, cut_integers, .. } = self.explorer;
        Ok(Outcomes { values, failed, too_deep, cut_integers, stopped, asked })
    }

    /// Whether the claim allows a value for these arguments; `None` if that cannot be decided.
    pub fn allows(&mut self, args: &[Value], value: &Value) -> Option<bool> {
        self.holds(self.ensures, args, value)
    }

    /// Whether a formula of a type holds of a value, given what stands for the parameters that it sees.
    pub fn holds(&mut self, formula: ExprRef, bound: &[Value], value: &Value) -> Option<bool> {
        let mut scope = Scope { bound: bound.to_vec(), nu: Some(value.clone()), ..Scope::default() };
        self.explorer.forget(&self.limits);
        self.explorer.eval.formula(formula, &mut scope).ok()
    }

    /// The branches that were taken so far: the match and the constructor.
    #[must_use]
    pub fn branches(&self) -> &BTreeSet<(CoreRef, u32)> {
        &self.explorer.branches
    }
}

/// Steps of finding how a value came about.
const TRACE_STEPS: u64 = 150_000;

/// The choices of one run that returns a value; none if none was found within bounds. To be used on a deep stack.
#[must_use]
pub fn choices_to(
    program: Program<'_>,
    global: GlobalRef,
    args: &[Value],
    value: &Value,
) -> Option<Vec<Choice>> {
    check_call(&program, global, args).ok()?;
    let mut traces = Traces::new(program, global, args.to_vec());
    [NARROW, WIDE].into_iter().find_map(|widths| traces.of(value, widths, &mut { TRACE_STEPS }))
}

/// Whether nothing in a statement's programs makes a choice: then a call returns at most one value.
#[must_use]
pub fn makes_no_choice(statement: &Statement) -> bool {
    statement.cores.iter().all(|row| match row {
        CoreRow::Op(prim) => matches!(prim, Prim::Div(..) | Prim::Mod(..) | Prim::Eval(_)),
        _ => true,
    })
}
