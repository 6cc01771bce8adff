//! Random numbers: splitmix64.
//!
//! Seeded, and written down here, so that a seed means the same terms on every machine and with every version
//! of every library. Each term has a stream of its own, made of the seed and the term's number: term 700 of a run
//! can be made again without the 699 before it.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of term number `index` of a run.
    #[must_use]
    pub fn new(seed: u64, index: u64) -> Self {
        let mut first = Random { state: seed };
        let mixed = first.bits();
        let mut second = Random { state: mixed ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03) };
        let state = second.bits();
        Random { state }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// One of `0..n`; 0 if `n` is 0. The bias is below n / 2^64.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// An index of a list that is not empty.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < u64::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_stream_is_pinned() {
        let mut random = Random::new(1, 0);
        assert_eq!([random.bits(), random.bits()], [0xb18a_02f4_6d8d_86c3, 0xf8c5_b62c_83f7_07e8]);
    }
}
