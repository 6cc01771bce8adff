//! What came of a repair, for whoever asked.

use covenant_elaborator::pipeline::ClaimReport;
use covenant_front::Span;

use crate::patch::Edit;

/// What was done for a claim.
#[derive(Debug)]
pub struct ClaimRepair {
    /// The function.
    pub claim: String,
    /// Its definition.
    pub span: Option<Span>,
    /// What came of it.
    pub outcome: Outcome,
    /// Why the claim itself may be wrong, where there is nothing to propose.
    pub suspect: Option<String>,
    /// How much work it was.
    pub work: Work,
}

/// Counts of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Terms that were made.
    pub terms: u64,
    /// Rounds.
    pub rounds: u32,
    /// Proposals that were checked.
    pub checks: u32,
}

impl Work {
    /// Counts other work, too.
    pub(crate) fn add(&mut self, other: &Work) {
        self.terms += other.terms;
        self.rounds += other.rounds;
        self.checks += other.checks;
    }
}

/// What came of a repair.
#[derive(Debug)]
pub enum Outcome {
    /// The claim holds already.
    NothingToRepair(Box<ClaimReport>),
    /// Changes, each proved.
    Repaired(Vec<Repair>),
    /// A change that fits all that was tried, but the claim is not proved.
    Unproved(Box<Repair>),
    /// None was found; why.
    NoRepair(String),
    /// The claim is not for this search; why.
    Declined(String),
    /// Neither proved nor refuted; why.
    Unknown(String),
}

/// A leaf that is not needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// Its first byte in the new text.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// What is written there.
    pub text: String,
}

/// A change.
#[derive(Debug)]
pub struct Repair {
    /// The edits of the text.
    pub edits: Vec<Edit>,
    /// The text after them.
    pub text: String,
    /// A value that was missing, as `f 0 2 => Leaf`.
    pub adds: String,
    /// Values of real runs that were compared with the claim, and for how many arguments.
    pub values_tried: usize,
    /// For how many arguments.
    pub arguments_tried: usize,
    /// Whether the kernel accepts that nothing else is returned: tried for the first repair only.
    pub exact: bool,
    /// Forbidden values that one step of the program cannot return, over all integers, its calls answered by claims.
    pub excluded: usize,
    /// Nodes of the new terms.
    pub size: u32,
    /// Something forbidden that it returns, as `f 0 2 => Leaf`.
    pub excess: Option<String>,
    /// Whether the text returned that before, and nothing forbidden is new.
    pub excess_before: bool,
    /// Leaves of the old text that are not needed any more; looked for in the first repair only.
    pub redundant: Vec<Redundant>,
    /// The report on the claim in the new text.
    pub report: ClaimReport,
}
