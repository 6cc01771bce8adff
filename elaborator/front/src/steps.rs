//! A budget for reading a file, counted in steps and not in time.
//!
//! Types, pattern matrices, inlined helpers and tests of purity can each grow exponentially with the
//! text. What a file may cost is linear in its length, with a constant that no honest file comes
//! near (the suites use less than a tenth); beyond that it is declined at the place where the budget
//! ran out. The count does not depend on the machine.

use std::cell::Cell;
use std::rc::Rc;

use super::diagnostic::Problems;
use super::span::Span;

/// What any file may cost.
const FOR_ANY_FILE: u64 = 400_000;
/// What each byte may cost beyond that.
const FOR_EACH_BYTE: u64 = 400;

/// The steps that are left; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps(Rc<Cell<u64>>);

impl Steps {
    /// The budget of a text.
    pub fn for_text(text: &str) -> Self {
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        Self(Rc::new(Cell::new(FOR_ANY_FILE.saturating_add(length.saturating_mul(FOR_EACH_BYTE)))))
    }

    /// Takes steps; `false` if there are not enough left.
    pub fn spend(&self, steps: u64) -> bool {
        match self.0.get().checked_sub(steps) {
            Some(left) => {
                self.0.set(left);
                true
            }
            None => {
                self.0.set(0);
                false
            }
        }
    }

    /// Whether the budget is used up.
    pub fn are_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// Says at one place only that the budget ran out.
#[derive(Default)]
pub(crate) struct OutOfSteps {
    said: bool,
}

impl OutOfSteps {
    pub fn say(&mut self, span: Span, problems: &mut Problems) {
        if !std::mem::replace(&mut self.said, true) {
            problems.decline(span, TOO_MUCH, ADVICE);
        }
    }
}

/// What is said about the place where the budget ran out.
const TOO_MUCH: &str = "a definition whose types, patterns or inlined helpers grow this much (the budget for the file ran out here)";
/// And what to do about it.
const ADVICE: &str = "give helper functions claims, split matches, and name the types of nested tuples";
