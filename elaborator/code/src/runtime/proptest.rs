use proptest::prelude::*;
use proptest::test_runner::TestRng;

/// The generator failed on this path; another draw may succeed.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// Calls that one draw may make, and draws before giving up.
const FUEL_OF_A_DRAW: u32 = 10_000;
const MOST_ATTEMPTS: u32 = 1_000;

/// What the generators draw from.
pub struct Draw<'r> {
    random: &'r mut TestRng,
    fuel: u32,
}

impl Draw<'_> {
    fn spend(&mut self) -> Result<(), Failed> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Failed)?;
        Ok(())
    }

    fn bool_gen(&mut self) -> Result<bool, Failed> {
        Ok(self.random.next_u32() & 1 == 1)
    }

    /// A coin with weights: `[@weight n]` in the source.
    fn weighed(&mut self, yes: u64, no: u64) -> Result<bool, Failed> {
        Ok(self.random.next_u64() % (yes + no) < yes)
    }

    /// Any integer of 63 bits: a number of bits, few more likely than many, then that many bits
    /// and a sign.
    fn int_gen(&mut self) -> Result<i64, Failed> {
        let thirds = self.random.next_u32().trailing_zeros().min(20);
        let length = 3 * thirds + self.random.next_u32() % 3;
        let magnitude = match length {
            0 => 0,
            k => (1i64 << (k - 1)) | (self.random.next_u64() as i64 & ((1i64 << (k - 1)) - 1)),
        };
        Ok(if self.bool_gen()? { -magnitude - 1 } else { magnitude })
    }

    fn nat_gen(&mut self) -> Result<i64, Failed> {
        let n = self.int_gen()?;
        Ok(if n < 0 { -n - 1 } else { n })
    }

    fn int_range(&mut self, low: i64, high: i64) -> Result<i64, Failed> {
        if high < low {
            return Err(Failed);
        }
        let width = (high as i128 - low as i128 + 1) as u128;
        Ok((low as i128 + (self.random.next_u64() as u128 % width) as i128) as i64)
    }
}

fn divide(a: i64, b: i64) -> Result<i64, Failed> {
    a.checked_div(b).ok_or(Failed)
}

fn modulo(a: i64, b: i64) -> Result<i64, Failed> {
    a.checked_rem(b).ok_or(Failed)
}

/// A strategy that repeats a draw while it fails, so that what comes out is what the generator
/// can return. Values do not shrink: a part of one need not be one.
fn strategy<T: std::fmt::Debug>(
    draw: impl Fn(&mut Draw) -> Result<T, Failed>,
) -> impl Strategy<Value = T> {
    Just(())
        .prop_perturb(move |(), mut random| {
            (0..MOST_ATTEMPTS).find_map(|_| {
                let mut one = Draw { random: &mut random, fuel: FUEL_OF_A_DRAW };
                draw(&mut one).ok()
            })
        })
        .prop_filter_map("the generator failed on every attempt with these arguments", |value| value)
}

/// The integers in a value.
pub trait Integers {
    fn integers(&self, out: &mut Vec<i64>);
}

impl Integers for i64 {
    fn integers(&self, out: &mut Vec<i64>) {
        out.push(*self);
    }
}

impl Integers for bool {
    fn integers(&self, _: &mut Vec<i64>) {}
}

impl Integers for () {
    fn integers(&self, _: &mut Vec<i64>) {}
}

impl<T: Integers> Integers for &T {
    fn integers(&self, out: &mut Vec<i64>) {
        (**self).integers(out);
    }
}

impl<T: Integers> Integers for Box<T> {
    fn integers(&self, out: &mut Vec<i64>) {
        (**self).integers(out);
    }
}

impl<T: Integers> Integers for Option<T> {
    fn integers(&self, out: &mut Vec<i64>) {
        self.iter().for_each(|value| value.integers(out));
    }
}

/// The integers next to those in some values: a formula that only compares with them changes
/// nowhere else.
fn near(distance: i64, values: &[&dyn Integers]) -> Vec<i64> {
    let mut ints = vec![0];
    values.iter().for_each(|value| value.integers(&mut ints));
    let mut all: Vec<i64> =
        ints.iter().flat_map(|n| (-distance..=distance).map(move |d| n.saturating_add(d))).collect();
    all.sort_unstable();
    all.dedup();
    all
}
