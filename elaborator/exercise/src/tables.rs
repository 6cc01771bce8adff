//! Functions as arguments: finite tables that are made while the function under test runs.
//!
//! A call begins with tables that know no answer. Where it asks one of them, it is run again with each answer that the
//! type of the parameter allows (Section 4.6 of *Type Targeted Testing*). So a table has the answers that were asked for
//! and no others, always gives the same, and the call can be repeated with it.
//!
//! What may be an answer depends on how the parameter is read:
//!
//! - `f:(x:τ -> {v:t | φ})` returns *only* values with φ: these. Outside of τ its type says nothing of it, so that it may
//!   return anything there.
//! - `f:(x:τ -> [v:t | φ])` can return *every* value with φ, and others as well: anything. A table is one run of such a
//!   function. (That the function under test is right for functions that return nothing else is what the first form says.)

use covenant_execute::{
    Asked, Bound, Caller, Limits, Program, Sort, SpecBounds, Table, Value, values_of_formula,
};
use covenant_kernel::tables::{ExprRef, ExprRow, FunTypeRow, ParamRow};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::inputs::Level;
use crate::{Answer, Counted, Plan, Runner, Subject, Untestable};

/// Times that one call may ask for an answer.
const MOST_ASKED: usize = 24;
/// Of the calls of a depth, the arguments that are no functions are one in so many: the others have the same with other tables.
const FOR_EACH: usize = 8;
/// Answers to one question, at most.
const MOST_ANSWERS: usize = 200;

/// Whether a function takes functions, and whether tables can stand for them.
pub(crate) fn has_tables(subject: &Subject<'_>) -> Result<bool, Untestable> {
    let mut found = false;
    for ty in subject.functions().into_iter().flatten() {
        found = true;
        let base = ty.params.iter().all(|param| matches!(param, ParamRow::Base(..)));
        if !base || !matches!(subject.program.expr(ty.requires), ExprRow::True) {
            return Err(Untestable::FunctionOfFunction);
        }
    }
    Ok(found)
}

/// How many lists of arguments that are no functions are wanted.
pub(crate) fn base_plan(plan: &Plan) -> Plan {
    Plan { most: plan.most.div_ceil(FOR_EACH), ..plan.clone() }
}

/// A call that is to be run, and how many it may become.
struct Waiting {
    args: Vec<Value>,
    room: usize,
}

/// Runs the calls of a depth with all tables that they ask for.
pub(crate) struct Asking<'s, 'a> {
    subject: &'s Subject<'a>,
    plan: &'s Plan,
    judge: &'s mut Caller<'a>,
    level: Level,
    /// Calls that asked for something that no value of this depth can answer.
    unanswered: Counted,
    /// What may be answered: which parameter, what is known before its result.
    known: HashMap<(usize, Vec<Value>), Vec<Value>>,
}

/// The calls of a depth with what they came to; whether the rest was given up; and how much there is.
pub(crate) struct Ran {
    pub(crate) calls: Vec<(Vec<Value>, Answer)>,
    pub(crate) given_up: bool,
    pub(crate) level: Level,
    pub(crate) unanswered: Counted,
}

impl<'s, 'a> Asking<'s, 'a> {
    pub(crate) fn new(
        subject: &'s Subject<'a>,
        plan: &'s Plan,
        judge: &'s mut Caller<'a>,
        level: Level,
    ) -> Self {
        Asking { subject, plan, judge, level, unanswered: Counted::default(), known: HashMap::new() }
    }

    /// From arguments in which no table knows an answer.
    pub(crate) fn run(mut self, list: Vec<Vec<Value>>, run: &mut Runner<'_>) -> Result<Ran, Untestable> {
        let mut calls = Vec::new();
        let mut given_up = false;
        let room = (self.plan.most / list.len().max(1)).max(1);
        self.level.at_least = self.level.at_least.saturating_sub(list.len() as u64);
        let mut waiting: Vec<Waiting> = list.into_iter().map(|args| Waiting { args, room }).collect();
        for round in 0..=MOST_ASKED {
            let inputs: Vec<Vec<Value>> = waiting.iter().map(|call| call.args.clone()).collect();
            let answers = run(&inputs)?;
            given_up |= answers.len() < inputs.len();
            let mut next = Vec::new();
            for (number, (call, answer)) in waiting.into_iter().zip(answers).enumerate() {
                match &answer.asked {
                    None => calls.push((call.args, answer)),
                    Some(_) if round == MOST_ASKED => {
                        self.level.more = self.level.more.or(Some(Bound::Count));
                    }
                    Some(asked) => next.extend(self.with_answers(&call, number, asked)),
                }
            }
            if next.is_empty() || given_up {
                break;
            }
            waiting = next;
        }
        self.level.at_least += calls.len() as u64;
        self.level.tried = calls.len() as u64;
        Ok(Ran { calls, given_up, level: self.level, unanswered: self.unanswered })
    }

    /// The same call, where the table has an answer.
    fn with_answers(&mut self, call: &Waiting, number: usize, asked: &Asked) -> Vec<Waiting> {
        let (Some(Value::Table(table)), Some(Some(ty))) =
            (call.args.get(asked.number), self.subject.functions().into_iter().nth(asked.number))
        else {
            return Vec::new();
        };
        let answers = self.answers(call, ty, asked);
        if answers.is_empty() {
            self.unanswered.add(&call.args);
            return Vec::new();
        }
        let (most, count) = (answers.len(), answers.len().min(call.room));
        if count < most {
            self.level.more = self.level.more.or(Some(Bound::Count));
            self.level.at_least += (most - count) as u64;
        }
        let spread = (0..count).map(|i| {
            // Where not all answers get their turn, calls that follow each other get different ones.
            let at = if count < most { (i * most / count + number) % most } else { i };
            let room = call.room / count + usize::from(i < call.room % count);
            (at, room)
        });
        let with = |(at, room): (usize, usize)| {
            let mut args = call.args.clone();
            let answer = answers.get(at)?.clone();
            let known: &Table = table;
            *args.get_mut(asked.number)? = Value::Table(Arc::new(known.with(asked.args.clone(), answer)));
            Some(Waiting { args, room })
        };
        spread.filter_map(with).collect()
    }

    /// What the parameter may return there, smallest first.
    fn answers(&mut self, call: &Waiting, ty: &FunTypeRow, asked: &Asked) -> Vec<Value> {
        let mut seen: Vec<Value> = call.args.iter().take(asked.number).cloned().collect();
        let key = (asked.number, seen.iter().chain(&asked.args).cloned().collect());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut formula = if self.subject.only.contains(&asked.number) { ty.ensures } else { ty.requires };
        for (param, arg) in ty.params.iter().zip(&asked.args) {
            let ParamRow::Base(_, qualifier) = param else { return Vec::new() };
            match self.judge.holds(*qualifier, &seen, arg) {
                Some(true) => {}
                Some(false) => formula = ty.requires,
                None => self.level.undecided += 1,
            }
            seen.push(arg.clone());
        }
        let program: Program<'_> = self.subject.program;
        let sort = program.sort(ty.result, &[]);
        let ints = self.plan.integers(self.level.depth);
        let mut answers = self.find(&sort, formula, &seen, ints.clone());
        if answers.is_empty() {
            // What has to be greater than what was asked lies outside of the range of the arguments.
            answers = self.find(&sort, formula, &seen, around(&asked.args, &ints));
        }
        self.known.insert(key, answers.clone());
        answers
    }

    fn find(
        &mut self,
        sort: &Sort,
        formula: ExprRef,
        seen: &[Value],
        ints: RangeInclusive<i64>,
    ) -> Vec<Value> {
        let count = self.plan.most.min(MOST_ANSWERS);
        let bounds = SpecBounds { ints, depth: self.level.depth, count };
        let limits = Limits::with_steps(self.plan.fuel);
        let found = values_of_formula(self.subject.program, sort, formula, seen, &bounds, &limits);
        self.level.undecided += found.undecided;
        self.level.more = self.level.more.or(found.stopped);
        let mut values = found.values;
        values.sort();
        values
    }
}

/// A range that has the integers in these arguments, and as many again on both sides.
fn around(args: &[Value], ints: &RangeInclusive<i64>) -> RangeInclusive<i64> {
    let (mut low, mut high) = (*ints.start(), *ints.end());
    let width = high.saturating_sub(low).saturating_add(1);
    for arg in args {
        arg.visit(&mut |part| {
            if let Value::Int(n) = part {
                (low, high) = (low.min(*n), high.max(*n));
            }
        });
    }
    low.saturating_sub(width)..=high.saturating_add(width)
}
