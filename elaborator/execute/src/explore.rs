//! Lists every value that a generator can return, by exploring every choice.
//!
//! Choices of integers are cut to a range, nested calls to a depth; what was cut is reported.
//! The results are sets, so no value is listed twice.

use covenant_kernel::tables::{CoreRef, GlobalRef, Prim};
use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::eval::Evaluator;
use super::forward::{Forward, Memory, Rest, Results};
use super::limits::{Bound, Limits, Meter, on_deep_stack};
use super::machine::{Slot, Trouble, function, integers, opaque_values, operate, slots};
use super::program::Program;
use super::sample::{CannotRun, check_call};
use super::value::Value;

/// Integers that `int_range` gives all of.
const WHOLE_RANGE: i64 = 64;

/// Bounds of an exploration.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Integers that `int_gen` and `nat_gen` choose from, and `int_range` where its own are too many.
    pub ints: RangeInclusive<i64>,
    /// Nested calls.
    pub depth: u32,
}

/// What an exploration found.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The values, smallest first.
    pub values: Vec<Value>,
    /// Whether integers were cut to the range.
    pub cut_integers: bool,
    /// Whether calls were cut at the depth.
    pub cut_depth: bool,
    /// The limit that ended the exploration early.
    pub stopped: Option<Bound>,
}

/// All values that the generator can return within the bounds.
pub fn explore(
    program: Program<'_>,
    global: GlobalRef,
    args: &[Value],
    bounds: &Bounds,
    limits: &Limits,
) -> Result<Explored, CannotRun> {
    check_call(&program, global, args)?;
    on_deep_stack(|| {
        let mut explorer = Explorer::new(program, bounds, limits);
        let body = program.global(global).body.ok_or(CannotRun::NoBody)?;
        let found = function(&program, body, &Rc::from([]))
            .and_then(|closure| explorer.call(&closure, slots(args), bounds.depth));
        let (mut values, stopped) = match found {
            Ok(values) => (values.iter().cloned().collect::<Vec<_>>(), None),
            Err(Trouble::Bound(bound)) => (Vec::new(), Some(bound)),
            Err(Trouble::NotExecutable | Trouble::Asked(_)) => return Err(CannotRun::NoBody),
        };
        values.sort();
        Ok(Explored { values, cut_integers: explorer.cut_integers, cut_depth: explorer.cut_depth, stopped })
    })
}

pub(super) struct Explorer<'a> {
    pub(super) eval: Evaluator<'a>,
    bounds: Bounds,
    memory: Memory<HashSet<Value>>,
    pub(super) cut_integers: bool,
    pub(super) cut_depth: bool,
    /// Whether a run failed.
    pub(super) failed: bool,
    /// The branches of matches that were taken: the match and the constructor.
    pub(super) branches: BTreeSet<(CoreRef, u32)>,
}

impl<'a> Explorer<'a> {
    pub(super) fn new(program: Program<'a>, bounds: &Bounds, limits: &Limits) -> Self {
        Explorer {
            eval: Evaluator::new(program, limits.clone()),
            bounds: bounds.clone(),
            memory: Memory::default(),
            cut_integers: false,
            cut_depth: false,
            failed: false,
            branches: BTreeSet::new(),
        }
    }

    /// As new, but for the branches that were taken so far, and what definitions return.
    pub(super) fn forget(&mut self, limits: &Limits) {
        self.eval.meter = Meter::new(limits.clone());
        self.memory = Memory::default();
        (self.cut_integers, self.cut_depth, self.failed) = (false, false, false);
    }
}

impl Results for HashSet<Value> {
    fn one(value: Value) -> Self {
        HashSet::from([value])
    }

    fn count(&self) -> usize {
        self.len()
    }
}

impl<'a> Forward<'a> for Explorer<'a> {
    type Set = HashSet<Value>;

    fn eval(&mut self) -> &mut Evaluator<'a> {
        &mut self.eval
    }

    fn memory(&mut self) -> &mut Memory<Self::Set> {
        &mut self.memory
    }

    fn most_held(&self) -> usize {
        self.eval.meter.limits.memory
    }

    fn failed(&mut self) {
        self.failed = true;
    }

    fn cut(&mut self) {
        self.cut_depth = true;
    }

    fn taken(&mut self, at: CoreRef, tag: u32) {
        self.branches.insert((at, tag));
    }

    fn then(
        &mut self,
        first: Self::Set,
        second: &mut Rest<'_, Self, Self::Set>,
    ) -> Result<Self::Set, Trouble> {
        let mut all = HashSet::new();
        for value in first {
            all.extend(second(self, value)?);
            if all.len() > self.most_held() {
                return Err(Bound::Memory.into());
            }
        }
        Ok(all)
    }

    fn choices(&mut self, prim: &Prim, env: &[Slot]) -> Result<HashSet<Value>, Trouble> {
        let (low, high) = (*self.bounds.ints.start(), *self.bounds.ints.end());
        Ok(match prim {
            Prim::IntGen => {
                self.cut_integers = true;
                (low..=high).map(Value::Int).collect()
            }
            Prim::NatGen => {
                self.cut_integers = true;
                (low.max(0)..=high).map(Value::Int).collect()
            }
            Prim::IntRange(from, to) => {
                let (from, to) = integers(&self.eval.program, *from, *to, env)?;
                self.failed |= to < from;
                // The program's own bounds are meant; the range is for what has none.
                if to.checked_sub(from).is_some_and(|width| width < WHOLE_RANGE) {
                    (from..=to).map(Value::Int).collect()
                } else {
                    self.cut_integers = true;
                    let (first, last) = (from.max(low), to.min(high));
                    let (first, last) = if first <= last {
                        (first, last)
                    } else {
                        (from, from.saturating_add(high.saturating_sub(low)))
                    };
                    (first..=last).map(Value::Int).collect()
                }
            }
            Prim::BoolGen => HashSet::from([Value::bool(false), Value::bool(true)]),
            Prim::OpaqueGen(sort) => {
                self.cut_integers = true;
                opaque_values(&self.eval.program, *sort, 2).into_iter().collect()
            }
            Prim::Div(..) | Prim::Mod(..) | Prim::Eval(_) => {
                let result = operate(&mut self.eval, prim, env)?;
                self.failed |= result.is_none();
                result.into_iter().collect()
            }
        })
    }
}
