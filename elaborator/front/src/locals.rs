//! The supply of variables that nothing else has.
//!
//! Steps after inference invent variables. Each starts behind what the program names, and leaves
//! behind it how far it got, so that no two steps give the same number to different things.

use super::typed::{LocalId, Program};

/// Where the next new variable comes from.
pub(crate) struct Locals {
    next: LocalId,
}

impl Locals {
    /// Variables that the program does not have.
    pub fn of(program: &Program) -> Self {
        Self::from(program.local_names.last_key_value().map_or(0, |(last, _)| last + 1))
    }

    /// Variables from a number on.
    pub fn from(next: LocalId) -> Self {
        Self { next }
    }

    pub fn fresh(&mut self) -> LocalId {
        let local = self.next;
        self.next += 1;
        local
    }

    /// Those who come later number theirs after these, too.
    pub fn leave_in(&self, program: &mut Program) {
        program.local_names.entry(self.next).or_insert_with(|| "_".to_owned());
    }
}
