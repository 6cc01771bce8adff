//! Sets of probes, and tables of them: one row per state.

use std::hash::{Hash, Hasher};

/// A fixed number of bits.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Bits(pub Box<[u64]>);

/// Tables have thousands of words, and are looked up more often than they are met again: one multiplication for a word.
impl Hash for Bits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mix = |sum: u64, word: &u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        state.write_u64(self.0.iter().fold(self.0.len() as u64, mix));
    }
}

impl Bits {
    pub fn new(bits: usize) -> Bits {
        Bits(vec![0; bits.div_ceil(64)].into())
    }

    pub fn set(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    pub fn join(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&*other.0).for_each(|(a, b)| *a |= b);
    }

    pub fn meet(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&*other.0).for_each(|(a, b)| *a &= b);
    }

    pub fn remove(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&*other.0).for_each(|(a, b)| *a &= !b);
    }

    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&*other.0).any(|(a, b)| a & b != 0)
    }

    /// What is in both.
    pub fn both(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&*other.0).map(|(a, b)| a & b).collect())
    }

    /// Whether something is in all three.
    pub fn meets_within(&self, other: &Bits, bounds: &Bits) -> bool {
        self.0.iter().zip(&*other.0).zip(&*bounds.0).any(|((a, b), c)| a & b & c != 0)
    }

    pub fn within(&self, other: &Bits) -> bool {
        self.0.iter().zip(&*other.0).all(|(a, b)| a & !b == 0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.0)
    }

    /// The rows one after the other, each a whole number of words.
    pub fn concatenate(rows: &[Bits]) -> Bits {
        Bits(rows.iter().flat_map(|row| row.0.iter().copied()).collect())
    }

    /// Row `i` of a table whose rows have so many words.
    pub fn row(&self, i: usize, words: usize) -> &[u64] {
        &self.0[i * words..(i + 1) * words]
    }
}

/// The positions of the ones in a row.
pub(crate) fn ones(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(i, word)| of_word(*word).map(move |bit| i * 64 + bit))
}

/// The positions of the ones in a word.
fn of_word(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn the_parts_of_two_sets() {
        let of = |members: &[usize]| {
            let mut bits = Bits::new(200);
            members.iter().for_each(|i| bits.set(*i));
            bits
        };
        let (a, b) = (of(&[0, 63, 64, 130]), of(&[1, 64, 130, 199]));
        assert_eq!(a.both(&b).ones().collect::<Vec<_>>(), [64, 130]);
        assert!(a.meets_within(&b, &of(&[130])) && !a.meets_within(&b, &of(&[0, 199])));
    }
}
