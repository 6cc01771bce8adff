//! Bounds on every search and execution, and the message that says which one was hit.
//!
//! Programs diverge, fail on every path or explode; nothing here runs without a bound, and a
//! bound that was hit is an answer of its own, never mistaken for "no". The bounds are counts, so
//! that the answer is the same on a busy machine; the clock is an outer limit that is off unless
//! somebody asks for it.

use covenant_budget::Deadline;
use std::fmt;
use std::ops::RangeInclusive;

/// Bounds of one execution or search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The outer limit by the clock.
    pub deadline: Deadline,
    /// Elementary steps (calls, branches, unfoldings) for the whole call.
    pub steps: u64,
    /// Nested calls.
    pub depth: u32,
    /// Constructors in one value, and values held in one set.
    pub memory: usize,
}

/// Steps, unless told otherwise: some seconds of work.
pub const STEPS: u64 = 20_000_000;

impl Default for Limits {
    fn default() -> Self {
        Limits { deadline: Deadline::NEVER, steps: STEPS, depth: 4_000, memory: 1_000_000 }
    }
}

impl Limits {
    /// The default bounds with another number of steps.
    #[must_use]
    pub fn with_steps(steps: u64) -> Self {
        Limits { steps, ..Limits::default() }
    }
}

/// Which bound was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// [`Limits::deadline`].
    Time,
    /// [`Limits::steps`].
    Steps,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::memory`].
    Memory,
    /// An integer left the 64 bits that values are kept in.
    Integer,
    /// As many values as were asked for.
    Count,
    /// Z3 could not decide a query.
    Solver,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bound::Time => "the time limit was reached (--timeout)",
            Bound::Steps => "the limit on steps was reached (--steps)",
            Bound::Depth => "the limit on nested calls was reached",
            Bound::Memory => "the limit on the size of values was reached",
            Bound::Integer => "an integer exceeded 64 bits",
            Bound::Count => "as many values as were asked for were found",
            Bound::Solver => "the solver gave up",
        })
    }
}

/// Bounds of an enumeration of the values of a spec.
#[derive(Clone, Debug)]
pub struct SpecBounds {
    /// Integers inside the values.
    pub ints: RangeInclusive<i64>,
    /// Nesting of constructors that have fields (tuples and records do not count).
    pub depth: u32,
    /// Stop after so many values.
    pub count: usize,
}

/// Counts steps against the limits. Cheap enough for every step: the clock is read rarely.
#[derive(Clone, Debug)]
pub struct Meter {
    /// What it counts against.
    pub limits: Limits,
    steps: u64,
}

impl Meter {
    /// No step so far.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Meter { limits, steps: 0 }
    }

    /// One more step.
    ///
    /// # Errors
    ///
    /// The bound that it hits.
    pub fn step(&mut self) -> Result<(), Bound> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Bound::Steps);
        }
        if self.steps.is_multiple_of(512) && self.limits.deadline.passed() {
            return Err(Bound::Time);
        }
        Ok(())
    }

    /// Whether the time is over already.
    #[must_use]
    pub fn expired(&self) -> bool {
        self.limits.deadline.passed()
    }

    /// Steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// Stack of the threads that interpret: deep values and calls recurse.
const STACK: usize = 1 << 29;

/// Runs an interpreter on a thread whose stack fits [`Limits::depth`]; the memory is only
/// reserved, not used, until a program needs it.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    covenant_budget::on_a_deep_stack(STACK, work)
        .unwrap_or_else(|error| panic!("cannot start a thread: {error}"))
}
