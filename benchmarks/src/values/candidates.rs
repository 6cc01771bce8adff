//! All values of a sort within bounds, good or bad: what generate-and-filter looks at.
//!
//! They are numbered, so that they can be counted without being built, walked through in order
//! and drawn at random. The bounds mean what they mean to the search for values of a spec.

use covenant_execute::{Program, Random, Sort, SpecBounds, Value};
use std::collections::HashMap;
use std::ops::Range;

/// The numbered values of a sort.
pub struct Candidates<'a> {
    program: Program<'a>,
    bounds: SpecBounds,
    sort: Sort,
    counts: HashMap<(Sort, u32), u128>,
    total: u128,
}

impl<'a> Candidates<'a> {
    /// Counts them; an error if 128 bits are too few, or the sort is none that is counted here.
    pub fn new(program: Program<'a>, sort: Sort, bounds: SpecBounds) -> Result<Self, String> {
        let depth = bounds.depth;
        let mut candidates = Candidates { program, bounds, sort, counts: HashMap::new(), total: 0 };
        candidates.total = candidates
            .fill_counts(&candidates.sort.clone(), depth)
            .ok_or("the candidates of this sort cannot be counted")?;
        Ok(candidates)
    }

    /// How many there are.
    pub fn count(&self) -> u128 {
        self.total
    }

    /// Candidate number `rank`; neighbours share what comes first in them.
    pub fn value(&self, rank: u128) -> Result<Value, String> {
        if rank >= self.total {
            return Err(format!("there is no candidate {rank}"));
        }
        self.at(&self.sort, self.bounds.depth, rank).ok_or_else(|| format!("candidate {rank} is not counted"))
    }

    /// `length` neighbours, or all if there are fewer, from a random place on.
    pub fn random_block(&self, random: &mut Random, length: u128) -> Range<u128> {
        let length = length.min(self.total);
        let starts = self.total - length + 1;
        // What is left over by the last whole copy of the range would favour small ranks.
        let fair = u128::MAX - u128::MAX % starts;
        let start = loop {
            let bits = u128::from(random.bits()) << 64 | u128::from(random.bits());
            if bits < fair {
                break bits % starts;
            }
        };
        start..start + length
    }

    /// The constructors that fit into a depth: their tags, the sorts of their fields and the
    /// depth that is left to these.
    fn constructors(&self, data: u32, args: &[Sort], depth: u32) -> Vec<(u32, Vec<Sort>, u32)> {
        let count = self.program.ctor_count(data);
        // Tuples and records do not nest.
        let below = if count > 1 { depth.saturating_sub(1) } else { depth };
        (0..count)
            .filter_map(|tag| {
                let fields = self.program.ctor_fields(data, tag);
                let fits = fields.is_empty() || depth > 0;
                fits.then(|| (tag, fields.iter().map(|f| self.program.sort(*f, args)).collect(), below))
            })
            .collect()
    }

    fn fill_counts(&mut self, sort: &Sort, depth: u32) -> Option<u128> {
        let key = (sort.clone(), depth);
        if let Some(known) = self.counts.get(&key) {
            return Some(*known);
        }
        let count = match sort {
            Sort::Int => self.bounds.ints.clone().count() as u128,
            Sort::Data(data, args) => {
                let mut sum = 0u128;
                for (_, fields, below) in self.constructors(*data, args, depth) {
                    let mut product = 1u128;
                    for field in &fields {
                        product = product.checked_mul(self.fill_counts(field, below)?)?;
                    }
                    sum = sum.checked_add(product)?;
                }
                sum
            }
            Sort::Opaque(_) | Sort::Finite(_) => return None,
        };
        self.counts.insert(key, count);
        Some(count)
    }

    fn at(&self, sort: &Sort, depth: u32, mut rank: u128) -> Option<Value> {
        let (data, args) = match sort {
            Sort::Int => return Some(Value::Int(self.bounds.ints.start() + i64::try_from(rank).ok()?)),
            Sort::Data(data, args) => (*data, args),
            Sort::Opaque(_) | Sort::Finite(_) => return None,
        };
        for (tag, fields, below) in self.constructors(data, args, depth) {
            let counts: Option<Vec<u128>> =
                fields.iter().map(|f| self.counts.get(&(f.clone(), below)).copied()).collect();
            let counts = counts?;
            let here: u128 = counts.iter().product();
            if rank >= here {
                rank -= here;
                continue;
            }
            let mut values = Vec::with_capacity(fields.len());
            for (field, count) in fields.iter().zip(counts).rev() {
                values.push(self.at(field, below, rank % count)?);
                rank /= count;
            }
            values.reverse();
            return Some(Value::ctor(data, tag, values));
        }
        None
    }
}
