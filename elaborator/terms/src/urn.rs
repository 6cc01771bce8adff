//! An urn: a weighted choice whose weights can be changed without rebuilding.
//!
//! Weights are the leaves of a complete binary tree, inner nodes are sums. Adding and choosing take time
//! logarithmic in the number of entries. One urn per type holds the constants and constructors that make a value of
//! that type; it is filled once and used for every hole of the type.

use crate::random::Random;

/// Entries with weights.
#[derive(Clone, Debug)]
pub struct Urn<T> {
    entries: Vec<T>,
    /// The tree as an array: children of `n` are `2n` and `2n + 1`; leaves start at `capacity`.
    sums: Vec<u64>,
    capacity: usize,
}

impl<T> Default for Urn<T> {
    fn default() -> Self {
        Urn { entries: Vec::new(), sums: vec![0; 2], capacity: 1 }
    }
}

impl<T> Urn<T> {
    /// Adds an entry.
    pub fn insert(&mut self, entry: T, weight: u64) {
        if self.entries.len() == self.capacity {
            let leaves = self.sums[self.capacity..].to_vec();
            self.capacity *= 2;
            self.sums = vec![0; self.capacity * 2];
            for (at, weight) in leaves.into_iter().enumerate() {
                self.set(at, weight);
            }
        }
        self.entries.push(entry);
        self.set(self.entries.len() - 1, weight);
    }

    /// Changes a weight.
    pub fn set(&mut self, at: usize, weight: u64) {
        let mut node = self.capacity + at;
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }

    /// The sum of all weights.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sums[1]
    }

    /// The entries, in the order in which they came.
    #[must_use]
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Chooses an entry with a chance proportional to its weight; none if all weights are 0.
    pub fn choose(&self, random: &mut Random) -> Option<&T> {
        if self.total() == 0 {
            return None;
        }
        let mut left = random.below(self.total());
        let mut node = 1;
        while node < self.capacity {
            node *= 2;
            if left >= self.sums[node] {
                left -= self.sums[node];
                node += 1;
            }
        }
        self.entries.get(node - self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_weights() {
        let mut urn = Urn::default();
        for (entry, weight) in [('a', 1), ('b', 0), ('c', 3), ('d', 4), ('e', 2)] {
            urn.insert(entry, weight);
        }
        urn.set(3, 0);
        let mut random = Random::new(7, 0);
        let mut counts = [0u32; 5];
        for _ in 0..6000 {
            let entry = *urn.choose(&mut random).expect("weights are not all 0");
            counts[entry as usize - 'a' as usize] += 1;
        }
        assert_eq!((counts[1], counts[3]), (0, 0));
        for (at, expected) in [(0, 1000), (2, 3000), (4, 2000)] {
            assert!(counts[at].abs_diff(expected) < 150, "{counts:?}");
        }
        assert!(Urn::<char>::default().choose(&mut random).is_none());
    }
}
