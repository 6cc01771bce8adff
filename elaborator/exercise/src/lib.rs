//! Tests a function against its type: runs it on all small arguments that the types of its parameters allow, and
//! checks every result against the type of its result.
//!
//! This is how a claim `{v:t | φ}` (*only*) is looked at. It refutes: one value outside of the type, with the call
//! that returns it. It does not prove, and nothing here says *valid*.
//!
//! | module | does |
//! |---|---|
//! | [`inputs`] | lists the arguments, depth by depth |
//! | `tables` | functions among them, as finite tables |
//! | `lib` | runs, judges, counts |
//!
//! **Order.** Arguments come by depth, then by size (constructors and leaves of all arguments together), then by the order
//! of values ([`covenant_execute::Value`]). The first result outside of the type is reported, so it belongs
//! to the smallest arguments that were tried; where a depth was tried as a whole, to the smallest there are.
//!
//! **Bounds** are counts: depth, inputs, steps. The same claim has the same outcome on every machine.
//!
//! What runs a function is the caller's business: the house's evaluator ([`exercise`]), or a program that OCaml
//! compiled ([`exercise_with`]). Both are judged by the same code.
//!
//! Random arguments were not chosen: all small ones find the same mistakes, say how much was looked at, and can be repeated.

pub mod inputs;
mod tables;

use covenant_execute::limits::on_deep_stack;
use covenant_execute::{
    Asked, Bound, Bounds, Caller, CannotRun, Choice, Limits, Program, Value, choices_to, makes_no_choice,
};
use covenant_kernel::tables::{CoreRef, FunTypeRow, GlobalRef, ParamRow};
use inputs::{Inputs, Level, smaller};
use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;
use tables::{Asking, Ran};

/// A function to be tested.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Its tables.
    pub program: Program<'a>,
    /// The function.
    pub global: GlobalRef,
    /// Those of its parameters that are functions of which the claim says what they return *only*.
    pub only: Vec<usize>,
}

impl<'a> Subject<'a> {
    /// For each parameter, its type if it is a function.
    fn functions(&self) -> Vec<Option<&'a FunTypeRow>> {
        let claim = self.program.fun_type(self.program.global(self.global).claim);
        let function = |param: &ParamRow| match param {
            ParamRow::Base(..) => None,
            ParamRow::Fun(ty) => Some(self.program.fun_type(*ty)),
        };
        claim.params.iter().map(function).collect()
    }
}

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Nested constructors in an argument, at most.
    pub depth: u32,
    /// Arguments of each depth, at most.
    pub most: usize,
    /// The integers in arguments; by default they grow with the depth ([`Plan::integers`]).
    pub ints: Option<RangeInclusive<i64>>,
    /// Steps of each call.
    pub fuel: u64,
    /// Steps of looking for the arguments of each depth.
    pub search_steps: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { depth: 4, most: 1_000, ints: None, fuel: 200_000, search_steps: 1_000_000 }
    }
}

impl Plan {
    /// So many times the inputs and the steps, to the same depth.
    #[must_use]
    pub fn times(self, effort: u32) -> Plan {
        let steps = |n: u64| n.saturating_mul(u64::from(effort));
        Plan {
            most: self.most.saturating_mul(effort as usize),
            fuel: steps(self.fuel),
            search_steps: steps(self.search_steps),
            ..self
        }
    }

    /// The integers that arguments of a depth may contain: `-1` to `2`, and to the depth where that is more.
    #[must_use]
    pub fn integers(&self, depth: u32) -> RangeInclusive<i64> {
        self.ints.clone().unwrap_or(-1..=i64::from(depth.max(2)))
    }
}

/// What a call came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The values that it can return.
    pub values: Vec<Value>,
    /// What it raised, if a run failed.
    pub raised: Option<String>,
    /// Whether a run did not come to an end within bounds.
    pub did_not_return: bool,
    /// What ended it: a function among the arguments has no answer for this.
    pub asked: Option<Asked>,
}

/// What stands against a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It returns a value that its type does not allow.
    Outside {
        /// The arguments.
        args: Vec<Value>,
        /// The value.
        value: Value,
        /// The choices that lead to it; `None` if they were not found, empty if there are none.
        choices: Option<Vec<Choice>>,
    },
    /// It makes no choice, and raises an exception. *Only* allows that; who tests a function wants to know.
    Raised {
        /// The arguments.
        args: Vec<Value>,
        /// What it raised.
        what: String,
    },
}

impl Finding {
    /// The arguments of the call.
    #[must_use]
    pub fn args(&self) -> &[Value] {
        match self {
            Finding::Outside { args, .. } | Finding::Raised { args, .. } => args,
        }
    }
}

/// Calls of one kind: how many there are, and the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many.
    pub count: u64,
    /// The arguments of the first.
    pub first: Option<Vec<Value>>,
}

impl Counted {
    fn add(&mut self, args: &[Value]) {
        self.count += 1;
        self.first.get_or_insert_with(|| args.to_vec());
    }
}

/// What testing found.
#[derive(Clone, Debug)]
pub struct Exercised {
    /// The depths, in order; after a finding no deeper one is looked at.
    pub levels: Vec<Level>,
    /// The first result outside of the type. *Only* is refuted by it.
    pub outside: Option<Finding>,
    /// The first exception of a function that makes no choice.
    pub raised: Option<Finding>,
    /// Calls that returned something that the type allows, and nothing else.
    pub good: u64,
    /// Calls of which a run failed.
    pub failed: Counted,
    /// Calls that did not come to an end.
    pub did_not_return: Counted,
    /// Calls with a result of which evaluation cannot say whether the type allows it.
    pub undecided: Counted,
    /// Calls that asked a function among the arguments for something for which its type has no value of this depth.
    pub unanswered: Counted,
    /// Whether the finding is with a function of which the claim says what it returns *at least*, and which returned
    /// something: it may have returned anything.
    pub at_least: bool,
    /// The arguments that were tried, if there are functions among them.
    pub with_tables: Vec<Vec<Value>>,
    /// The branches that were taken; none where a program that OCaml compiled was run.
    pub branches: BTreeSet<(CoreRef, u32)>,
    /// Whether the function makes no choice.
    pub deterministic: bool,
    /// The integers that were drawn where the function draws one; no others were tried.
    pub drawn: Option<RangeInclusive<i64>>,
}

impl Exercised {
    /// How many arguments were tried.
    #[must_use]
    pub fn inputs(&self) -> u64 {
        self.levels.iter().map(|level| level.tried).sum()
    }

    /// The greatest depth of which all arguments were tried; none if there is no such depth.
    #[must_use]
    pub fn whole_depth(&self) -> Option<u32> {
        self.levels.iter().take_while(|level| level.whole()).last().map(|level| level.depth)
    }

    /// The greatest depth that was looked at.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.last().map_or(0, |level| level.depth)
    }
}

/// Why a function cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untestable {
    /// It cannot be run.
    Cannot(CannotRun),
    /// Its claim is about all predicates of a type.
    Predicates,
    /// A parameter of it is a function that takes functions.
    FunctionOfFunction,
    /// Whoever runs it could not.
    NotRun(String),
}

impl std::fmt::Display for Untestable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Untestable::Cannot(why) => why.fmt(f),
            Untestable::Predicates => f.write_str("its claim is about all predicates of a type"),
            Untestable::FunctionOfFunction => f.write_str("it takes a function that takes functions"),
            Untestable::NotRun(why) => f.write_str(why),
        }
    }
}

/// One answer for each list of arguments, in order; fewer if the rest will not be run.
pub type Answers = Result<Vec<Answer>, Untestable>;

/// Runs calls.
type Runner<'r> = dyn FnMut(&[Vec<Value>]) -> Answers + 'r;

/// Nested calls of a function without choices: more is taken for a loop.
const CALLS: u32 = 4_000;

/// Tests a function with the house's evaluator.
///
/// # Errors
///
/// If it cannot be run.
pub fn exercise(subject: &Subject<'_>, plan: &Plan) -> Result<Exercised, Untestable> {
    on_deep_stack(|| {
        let Subject { program, global, .. } = *subject;
        let deterministic = makes_no_choice(program.statement());
        // A run with choices is one of very many: each further nested call multiplies them.
        let depth = if deterministic { CALLS } else { 2 * plan.depth + 4 };
        let bounds = Bounds { ints: plan.integers(plan.depth), depth };
        let limits = Limits::with_steps(plan.fuel);
        let mut caller = Caller::new(program, global, &bounds, &limits).map_err(Untestable::Cannot)?;
        let mut tested = judge(subject, plan, deterministic, &mut |inputs| {
            let mut answers = Vec::with_capacity(inputs.len());
            for args in inputs {
                let outcomes = caller.call(args).map_err(Untestable::Cannot)?;
                // A loop of a function with choices is one of the runs that the bounds leave out.
                let ended = outcomes.stopped.is_none() && !(deterministic && outcomes.too_deep);
                let raised = outcomes.failed.then(|| "an exception, or a failing match".to_owned());
                let asked = outcomes.asked;
                answers.push(Answer { values: outcomes.values, raised, did_not_return: !ended, asked });
            }
            Ok(answers)
        })?;
        tested.branches.clone_from(caller.branches());
        tested.drawn = (!deterministic).then(|| bounds.ints.clone());
        if let Some(Finding::Outside { args, value, choices }) = &mut tested.outside {
            // The search for choices runs functions of the program only.
            *choices = match args.iter().any(|arg| matches!(arg, Value::Table(_))) {
                _ if deterministic => Some(Vec::new()),
                true => None,
                false => choices_to(program, global, args, value),
            };
        }
        Ok(tested)
    })
}

/// Tests a function that somebody else runs, and that makes no choice.
///
/// # Errors
///
/// If it cannot be run.
pub fn exercise_with(
    subject: &Subject<'_>,
    plan: &Plan,
    run: &mut (dyn FnMut(&[Vec<Value>]) -> Answers + Send),
) -> Result<Exercised, Untestable> {
    on_deep_stack(|| judge(subject, plan, true, run))
}

fn judge(
    subject: &Subject<'_>,
    plan: &Plan,
    deterministic: bool,
    run: &mut Runner<'_>,
) -> Result<Exercised, Untestable> {
    let Subject { program, global, .. } = *subject;
    let row = program.statement().globals.get(global.0 as usize);
    let row = row.ok_or(Untestable::Cannot(CannotRun::NoBody))?;
    let tables = tables::has_tables(subject)?;
    if !row.preds.is_empty() {
        return Err(Untestable::Predicates);
    }
    let nothing = Bounds { ints: 0..=0, depth: 0 };
    let limits = Limits::with_steps(plan.fuel);
    let mut judge = Caller::new(program, global, &nothing, &limits).map_err(Untestable::Cannot)?;
    let mut found = Exercised {
        levels: Vec::new(),
        outside: None,
        raised: None,
        good: 0,
        failed: Counted::default(),
        did_not_return: Counted::default(),
        undecided: Counted::default(),
        unanswered: Counted::default(),
        at_least: false,
        with_tables: Vec::new(),
        branches: BTreeSet::new(),
        deterministic,
        drawn: None,
    };
    let mut inputs = Inputs::new(program, global);
    let mut seen = HashSet::new();
    for depth in 0..=plan.depth {
        let base_plan = if tables { tables::base_plan(plan) } else { plan.clone() };
        let (list, level) = inputs.of_depth(depth, &base_plan);
        let ran = Asking::new(subject, plan, &mut judge, level).run(list, run)?;
        let Ran { mut calls, given_up, mut level, unanswered } = ran;
        if tables {
            calls.retain(|(args, _)| seen.insert(args.clone()));
            calls.sort_by(|(a, _), (b, _)| smaller(a, b));
            found.with_tables.extend(calls.iter().map(|(args, _)| args.clone()));
            found.unanswered = unanswered;
            level.tried = calls.len() as u64;
        }
        if given_up {
            level.more = Some(Bound::Time);
        }
        found.levels.push(level);
        for (args, answer) in &calls {
            one(&mut found, &mut judge, args, answer);
        }
        if found.outside.is_some() || given_up {
            break;
        }
    }
    let any = |(number, arg): (usize, &Value)| {
        matches!(arg, Value::Table(table) if !table.entries.is_empty()) && !subject.only.contains(&number)
    };
    found.at_least = found.outside.as_ref().is_some_and(|finding| finding.args().iter().enumerate().any(any));
    Ok(found)
}

/// Adds one call to what is known.
fn one(found: &mut Exercised, judge: &mut Caller<'_>, args: &[Value], answer: &Answer) {
    let mut good = !answer.values.is_empty();
    for value in &answer.values {
        match judge.allows(args, value) {
            Some(true) => {}
            Some(false) => {
                good = false;
                if found.outside.is_none() {
                    let value = value.clone();
                    found.outside = Some(Finding::Outside { args: args.to_vec(), value, choices: None });
                }
            }
            None => {
                good = false;
                found.undecided.add(args);
            }
        }
    }
    if answer.did_not_return {
        good = false;
        found.did_not_return.add(args);
    }
    if let Some(what) = &answer.raised {
        found.failed.add(args);
        if found.deterministic && found.raised.is_none() {
            good = false;
            found.raised = Some(Finding::Raised { args: args.to_vec(), what: what.clone() });
        }
    }
    found.good += u64::from(good);
}
