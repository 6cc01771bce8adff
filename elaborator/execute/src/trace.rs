//! How a generator comes to return a value: one shortest sequence of choices for each value.
//!
//! A forward exploration like [`mod@super::explore`], with a trace beside each value. It is pruned by
//! what is looked for: integers are chosen from those of the arguments and the value, and results
//! of calls that are larger than the value are dropped, first strictly and then less so. What is
//! found on the way to one value is kept for the others with the same arguments.

use covenant_kernel::tables::{GlobalRef, Prim};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::eval::Evaluator;
use super::forward::{Forward, Memory, Rest, Results};
use super::limits::{Bound, Limits};
use super::machine::{Slot, Trouble, function, integers, opaque_values, operate};
use super::program::Program;
use super::value::Value;

/// One answer of a primitive generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// `int_gen ()`
    Int(i64),
    /// `nat_gen ()`
    Nat(i64),
    /// `bool_gen ()`, `choose`
    Bool(bool),
    /// `int_range low high`, and what it returned.
    Range(i64, i64, i64),
    /// `char_gen ()` and the like
    Opaque(Value),
}

/// Steps of one exploration.
const STEPS_PER_SEARCH: u64 = 20_000;
/// Values that one exploration may hold.
const MOST_HELD: usize = 100_000;
/// An exploration: how far from the known integers others are tried, how much larger than the value
/// results of calls may be, and how deep calls may nest.
type Width = (i64, Option<usize>, u32);

/// Explorations that are cheap and find most.
pub(super) const NARROW: &[Width] = &[(0, Some(0), 12)];
/// Explorations for what these do not find.
pub(super) const WIDE: &[Width] = &[(0, Some(4), 8), (1, Some(8), 8), (1, None, 8), (4, None, 8)];
/// A range of at most so many integers is tried as a whole.
const SMALL_RANGE: i64 = 7;
/// Values of an opaque sort that the program does not mention.
const OTHER_OPAQUE: usize = 3;

/// Finds traces of the calls of one generator with one list of arguments.
pub(super) struct Traces<'a> {
    program: Program<'a>,
    generator: GlobalRef,
    args: Vec<Value>,
    found: Vec<Rc<Found>>,
}

impl<'a> Traces<'a> {
    pub fn new(program: Program<'a>, generator: GlobalRef, args: Vec<Value>) -> Self {
        Traces { program, generator, args, found: Vec::new() }
    }

    /// The choices of one run that returns the value; none if none was found with these widths. What the
    /// search takes is taken from `steps`.
    pub fn of(&mut self, value: &Value, widths: &[Width], steps: &mut u64) -> Option<Vec<Choice>> {
        if let Some(trace) = self.found.iter().find_map(|results| results.get(value)) {
            return Some(trace.list());
        }
        for &(margin, slack, most_depth) in widths {
            let ints = window(self.args.iter().chain([value]), margin);
            let most_size = slack.map(|slack| value.size().saturating_add(slack));
            for depth in 1..=most_depth {
                let allowed = STEPS_PER_SEARCH.min(*steps);
                if allowed == 0 {
                    return None;
                }
                let limits = Limits { steps: allowed, ..Limits::default() };
                let mut tracer = Tracer {
                    eval: Evaluator::new(self.program, limits),
                    ints: ints.clone(),
                    most_size,
                    memory: Memory::default(),
                    cut: false,
                };
                let explored = tracer.start(self.generator, &self.args, depth);
                *steps = steps.saturating_sub(tracer.eval.meter.steps().max(1));
                // Too much at this depth is too much below it as well.
                let Ok(results) = explored else { break };
                let trace = results.get(value).map(Trace::list);
                if trace.is_some() {
                    self.found.push(results);
                    return trace;
                }
                // Deeper there is nothing more.
                if !tracer.cut {
                    break;
                }
            }
        }
        None
    }
}

/// The integers of the values, 0 and 1, and those so near to them.
fn window<'v>(values: impl Iterator<Item = &'v Value>, margin: i64) -> BTreeSet<i64> {
    let mut all = BTreeSet::from([0, 1]);
    for value in values {
        value.visit(&mut |part| {
            if let Value::Int(n) = part {
                all.insert(*n);
            }
        });
    }
    all.iter().flat_map(|n| n.saturating_sub(margin)..=n.saturating_add(margin)).collect()
}

/// Choices, shared between the values whose runs begin or end alike.
#[derive(Clone, Debug)]
enum Trace {
    Nothing,
    One(Rc<Choice>),
    Then(Rc<(Trace, Trace)>, u32),
}

impl Trace {
    fn len(&self) -> u32 {
        match self {
            Trace::Nothing => 0,
            Trace::One(_) => 1,
            Trace::Then(_, len) => *len,
        }
    }

    fn then(&self, next: &Trace) -> Trace {
        match (self, next) {
            (Trace::Nothing, other) | (other, Trace::Nothing) => other.clone(),
            _ => {
                let len = self.len().saturating_add(next.len());
                Trace::Then(Rc::new((self.clone(), next.clone())), len)
            }
        }
    }

    fn list(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut rest = vec![self];
        while let Some(trace) = rest.pop() {
            match trace {
                Trace::Nothing => {}
                Trace::One(choice) => choices.push((**choice).clone()),
                Trace::Then(both, _) => rest.extend([&both.1, &both.0]),
            }
        }
        choices
    }
}

type Found = BTreeMap<Value, Trace>;

/// Keeps the shorter of two traces.
fn add(all: &mut Found, value: Value, trace: Trace) {
    match all.get(&value) {
        Some(known) if known.len() <= trace.len() => {}
        _ => {
            all.insert(value, trace);
        }
    }
}

struct Tracer<'a> {
    eval: Evaluator<'a>,
    /// What `int_gen` and large ranges are asked for.
    ints: BTreeSet<i64>,
    /// Larger results of calls are dropped.
    most_size: Option<usize>,
    memory: Memory<Found>,
    /// Whether calls were cut at the depth.
    cut: bool,
}

impl Tracer<'_> {
    fn start(&mut self, generator: GlobalRef, args: &[Value], depth: u32) -> Result<Rc<Found>, Trouble> {
        let body = self.eval.program.global(generator).body.ok_or(Trouble::NotExecutable)?;
        let slots = args.iter().cloned().map(Slot::Base).collect();
        let closure = function(&self.eval.program, body, &Rc::from([]))?;
        self.call(&closure, slots, depth)
    }
}

impl Results for Found {
    fn one(value: Value) -> Self {
        Found::from([(value, Trace::Nothing)])
    }

    fn count(&self) -> usize {
        self.len()
    }
}

impl<'a> Forward<'a> for Tracer<'a> {
    type Set = Found;

    fn eval(&mut self) -> &mut Evaluator<'a> {
        &mut self.eval
    }

    fn memory(&mut self) -> &mut Memory<Found> {
        &mut self.memory
    }

    fn most_held(&self) -> usize {
        MOST_HELD
    }

    fn cut(&mut self) {
        self.cut = true;
    }

    fn sieve(&self, results: &mut Found) {
        if let Some(most) = self.most_size {
            results.retain(|value, _| value.size() <= most);
        }
    }

    fn then(&mut self, first: Found, second: &mut Rest<'_, Self, Found>) -> Result<Found, Trouble> {
        let mut all = Found::new();
        for (value, before) in first {
            for (value, after) in second(self, value)? {
                self.eval.meter.step()?;
                add(&mut all, value, before.then(&after));
            }
            if all.len() > MOST_HELD {
                return Err(Bound::Memory.into());
            }
        }
        Ok(all)
    }

    fn choices(&mut self, prim: &Prim, env: &[Slot]) -> Result<Found, Trouble> {
        let one = |choice| Trace::One(Rc::new(choice));
        Ok(match prim {
            Prim::IntGen => self.ints.iter().map(|n| (Value::Int(*n), one(Choice::Int(*n)))).collect(),
            Prim::NatGen => self.ints.range(0..).map(|n| (Value::Int(*n), one(Choice::Nat(*n)))).collect(),
            Prim::IntRange(low, high) => {
                let (low, high) = integers(&self.eval.program, *low, *high, env)?;
                if high < low {
                    return Ok(Found::new());
                }
                let few: Vec<i64> = if high.saturating_sub(low) < SMALL_RANGE {
                    (low..=high).collect()
                } else {
                    self.ints.range(low..=high).copied().chain([low, high]).collect()
                };
                few.into_iter().map(|n| (Value::Int(n), one(Choice::Range(low, high, n)))).collect()
            }
            Prim::BoolGen => {
                [false, true].into_iter().map(|b| (Value::bool(b), one(Choice::Bool(b)))).collect()
            }
            Prim::OpaqueGen(sort) => opaque_values(&self.eval.program, *sort, OTHER_OPAQUE)
                .into_iter()
                .map(|value| (value.clone(), one(Choice::Opaque(value))))
                .collect(),
            Prim::Div(..) | Prim::Mod(..) | Prim::Eval(_) => {
                operate(&mut self.eval, prim, env)?.into_iter().map(|v| (v, Trace::Nothing)).collect()
            }
        })
    }
}
