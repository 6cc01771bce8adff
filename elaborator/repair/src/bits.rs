//! Sets of probes, and tables of them: one row per state.

/// A fixed number of bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Bits(pub Box<[u64]>);

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
        self.0.iter().enumerate().flat_map(|(i, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    i * 64 + bit
                })
            })
        })
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
    row.iter()
        .enumerate()
        .flat_map(|(i, word)| (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| i * 64 + b))
}
