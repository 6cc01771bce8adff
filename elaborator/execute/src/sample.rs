//! Draws values from a generator, reproducibly.
//!
//! Distribution: `bool_gen` is fair; `int_range` is uniform; `int_gen` draws a number of bits k
//! with probability 2^-(k/3 + 1) / 3 (cut at 62), then a magnitude m of k bits and a fair choice
//! between m and -m - 1, so small integers are common and every integer of OCaml's 63-bit type,
//! from -2^62 to 2^62 - 1, has a positive chance; `nat_gen` is the magnitude alone; an opaque generator draws one of four elements. The random numbers are
//! SplitMix64, a few lines that will give the same values from the same seed on any platform
//! and with any later version of any library.

use covenant_kernel::tables::{ArgRow, CoreRef, CoreRow, GlobalRef, ParamRow, Prim};
use std::rc::Rc;

use super::eval::{Evaluator, Scope};
use super::limits::{Bound, Limits, on_deep_stack};
use super::machine::{Slot, Trouble, base, enter, function, integers, opaque_values, operate};
use super::program::Program;
use super::value::Value;

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// From a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// One of `0..n`, for `0 < n`; the bias is below n / 2^64.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// A fair coin.
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// Any integer of 63 bits, as the module says.
    pub fn integer(&mut self) -> i64 {
        let thirds = u64::from(self.bits().trailing_zeros().min(20));
        let length = (3 * thirds + self.below(3)).min(62);
        let bits = self.bits();
        assemble(length, bits, self.coin())
    }

    /// Any natural number of 62 bits, as the module says.
    pub fn natural(&mut self) -> i64 {
        let n = self.integer();
        if n < 0 { -n - 1 } else { n }
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = high.wrapping_sub(low).cast_unsigned();
        let offset = if width == u64::MAX { self.bits() } else { self.below(width + 1) };
        low.wrapping_add(offset.cast_signed())
    }
}

/// The integer whose magnitude has so many bits (at most 62): the first is 1, the others are the
/// last of `bits`. Every integer of 63 bits comes from exactly one choice.
fn assemble(length: u64, bits: u64, negative: bool) -> i64 {
    let magnitude = match length {
        0 => 0,
        k => (1u64 << (k - 1)) | (bits & ((1 << (k - 1)) - 1)),
    };
    // At most 62 bits, so neither conversion nor negation can overflow.
    let magnitude = magnitude.cast_signed();
    if negative { -magnitude - 1 } else { magnitude }
}

/// The result of one draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A value, and whether the claim allows it (`None` if that cannot be decided).
    Value(Value, Option<bool>),
    /// The generator failed.
    Failed,
    /// It was stopped.
    Stopped(Bound),
}

/// What sampling found.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The draws, in order.
    pub draws: Vec<Draw>,
}

/// Why a function cannot be run at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotRun {
    /// It has function parameters, and other arguments than finite tables for them.
    FunctionParameter,
    /// The number of arguments is wrong.
    Arguments {
        /// Parameters of the function.
        expected: usize,
    },
    /// It, or something it calls, has no body.
    NoBody,
}

impl std::fmt::Display for CannotRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CannotRun::FunctionParameter => f.write_str("it takes a function as a parameter"),
            CannotRun::Arguments { expected } => write!(f, "it takes {expected} arguments"),
            CannotRun::NoBody => f.write_str("it, or a function that it calls, has no body"),
        }
    }
}

/// Checks that a global can be called with these arguments.
pub(super) fn check_call(program: &Program<'_>, global: GlobalRef, args: &[Value]) -> Result<(), CannotRun> {
    let row = program.statement().globals.get(global.0 as usize).ok_or(CannotRun::NoBody)?;
    let params = &program.fun_type(row.claim).params;
    let given = |(i, param): (usize, &ParamRow)| {
        matches!(param, ParamRow::Base(..)) || matches!(args.get(i), Some(Value::Table(_)))
    };
    if !params.iter().enumerate().all(given) {
        return Err(CannotRun::FunctionParameter);
    }
    if params.len() != args.len() {
        return Err(CannotRun::Arguments { expected: params.len() });
    }
    row.body.map(|_| ()).ok_or(CannotRun::NoBody)
}

/// Steps that each run adds to those for all runs together.
const STEPS_PER_RUN: u64 = 1_000;

/// Runs a generator `count` times. The steps are for all runs together, with some more for each;
/// the other limits hold for each run.
pub fn sample(
    program: Program<'_>,
    global: GlobalRef,
    args: &[Value],
    count: usize,
    seed: u64,
    limits: &Limits,
) -> Result<Samples, CannotRun> {
    check_call(&program, global, args)?;
    on_deep_stack(|| {
        let row = program.global(global);
        let ensures = program.fun_type(row.claim).ensures;
        let mut random = Random::new(seed);
        let mut draws = Vec::new();
        let runs = u64::try_from(count.max(1)).unwrap_or(u64::MAX);
        let mut left = limits.steps.saturating_add(STEPS_PER_RUN.saturating_mul(runs));
        let mut eval = Evaluator::new(program, Limits { steps: left, ..limits.clone() });
        for _ in 0..count {
            let most = left.min(limits.steps / runs.min(100));
            let mut run = Run {
                random: &mut random,
                eval: &mut eval,
                depth: 0,
                steps: 0,
                limits: Limits { steps: most, ..limits.clone() },
            };
            let slots = args.iter().cloned().map(Slot::Base).collect();
            let outcome = run.call(global, slots);
            left = left.saturating_sub(run.steps);
            let draw = match outcome {
                Ok(Some(value)) => {
                    let mut scope =
                        Scope { bound: args.to_vec(), nu: Some(value.clone()), ..Scope::default() };
                    let allowed = eval.formula(ensures, &mut scope).ok();
                    Draw::Value(value, allowed)
                }
                Ok(None) => Draw::Failed,
                Err(Trouble::Bound(bound)) => Draw::Stopped(bound),
                Err(Trouble::NotExecutable | Trouble::Asked(_)) => return Err(CannotRun::NoBody),
            };
            draws.push(draw);
            let over = if left == 0 { Some(Bound::Steps) } else { None };
            if let Some(bound) = over.or_else(|| eval.meter.expired().then_some(Bound::Time)) {
                draws.push(Draw::Stopped(bound));
                break;
            }
        }
        Ok(Samples { draws })
    })
}

struct Run<'r, 'a> {
    random: &'r mut Random,
    eval: &'r mut Evaluator<'a>,
    depth: u32,
    steps: u64,
    limits: Limits,
}

impl Run<'_, '_> {
    fn call(&mut self, global: GlobalRef, args: Vec<Slot>) -> Result<Option<Value>, Trouble> {
        let program = self.eval.program;
        let body = program.global(global).body.ok_or(Trouble::NotExecutable)?;
        let closure = function(&program, body, &Rc::from([]))?;
        let (core, env) = enter(&program, &closure, args)?;
        self.run(core, env)
    }

    /// One value of a core term; `None` if it fails. Tail calls do not nest.
    fn run(&mut self, mut core: CoreRef, mut env: Rc<[Slot]>) -> Result<Option<Value>, Trouble> {
        let program = self.eval.program;
        loop {
            self.steps += 1;
            if self.steps > self.limits.steps {
                return Err(Bound::Steps.into());
            }
            if self.steps.is_multiple_of(1024) && self.eval.meter.expired() {
                return Err(Bound::Time.into());
            }
            match program.core(core) {
                CoreRow::Ret(e) => {
                    let value = base(&program, *e, &env)?;
                    if value.size() > self.limits.memory {
                        return Err(Bound::Memory.into());
                    }
                    return Ok(Some(value));
                }
                CoreRow::Err(_) => return Ok(None),
                CoreRow::LetE(first, second) => {
                    if self.depth >= self.limits.depth {
                        return Err(Bound::Depth.into());
                    }
                    self.depth += 1;
                    let value = self.run(*first, env.clone());
                    self.depth -= 1;
                    let Some(value) = value? else { return Ok(None) };
                    env = env.iter().cloned().chain([Slot::Base(value)]).collect();
                    core = *second;
                }
                CoreRow::LetV(f, body) => {
                    let fun = function(&program, *f, &env)?;
                    env = env.iter().cloned().chain([Slot::Fun(fun)]).collect();
                    core = *body;
                }
                CoreRow::Op(prim) => return self.choose(prim, &env),
                CoreRow::App(f, args) => {
                    let fun = function(&program, *f, &env)?;
                    let mut slots = Vec::with_capacity(args.len());
                    for arg in args {
                        slots.push(match arg {
                            ArgRow::Base(e) => Slot::Base(base(&program, *e, &env)?),
                            ArgRow::Fun(g) => Slot::Fun(function(&program, *g, &env)?),
                        });
                    }
                    (core, env) = enter(&program, &fun, slots)?;
                }
                CoreRow::Match(e, branches) => {
                    let Value::Ctor(node) = base(&program, *e, &env)? else {
                        return Err(Trouble::NotExecutable);
                    };
                    let Some(branch) = branches.iter().find(|b| b.tag == node.tag) else { return Ok(None) };
                    if !node.fields.is_empty() {
                        env =
                            env.iter().cloned().chain(node.fields.iter().cloned().map(Slot::Base)).collect();
                    }
                    core = branch.body;
                }
            }
        }
    }

    fn choose(&mut self, prim: &Prim, env: &[Slot]) -> Result<Option<Value>, Trouble> {
        Ok(Some(match prim {
            Prim::IntGen => Value::Int(self.random.integer()),
            Prim::NatGen => Value::Int(self.random.natural()),
            Prim::BoolGen => Value::bool(self.random.coin()),
            Prim::OpaqueGen(sort) => {
                let values = opaque_values(&self.eval.program, *sort, 4);
                let pick = self.random.below(values.len() as u64) as usize;
                values.get(pick).cloned().ok_or(Trouble::NotExecutable)?
            }
            Prim::IntRange(low, high) => {
                let (low, high) = integers(&self.eval.program, *low, *high, env)?;
                if high < low {
                    return Ok(None);
                }
                Value::Int(self.random.between(low, high))
            }
            Prim::Div(..) | Prim::Mod(..) | Prim::Eval(_) => return operate(self.eval, prim, env),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integer_can_be_drawn() {
        let mut small: Vec<i64> = Vec::new();
        for length in 0..=6u64 {
            for bits in 0..1u64 << length.saturating_sub(1) {
                small.extend([assemble(length, bits, false), assemble(length, bits, true)]);
            }
        }
        small.sort_unstable();
        assert_eq!(small, (-64..64).collect::<Vec<_>>());
        assert_eq!(assemble(62, u64::MAX, false), (1 << 62) - 1);
        assert_eq!(assemble(62, u64::MAX, true), -(1 << 62));
    }

    #[test]
    fn small_integers_are_common_and_all_lengths_occur() {
        let mut random = Random::new(1);
        let mut lengths = [0u32; 63];
        for _ in 0..200_000 {
            let n = random.integer();
            assert!((-(1i64 << 62)..1 << 62).contains(&n));
            let magnitude = if n < 0 { -n - 1 } else { n };
            lengths[64 - magnitude.leading_zeros() as usize] += 1;
        }
        // Half of all have at most two bits; 2^-7 of all have 18 to 20.
        assert!((90_000..110_000).contains(&lengths[..3].iter().sum::<u32>()), "{lengths:?}");
        assert!((1_100..2_000).contains(&lengths[18..21].iter().sum::<u32>()), "{lengths:?}");
    }
}
