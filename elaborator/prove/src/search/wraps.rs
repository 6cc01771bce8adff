//! Steps around the rest of a branch: made while facts are added, kept only if used.

use super::step::{Proof, Step};
use covenant_kernel::arena::{ExprId, SortId};

/// A step around the rest of the branch.
pub(super) enum Wrap {
    Obtain {
        fact: ExprId,
        var: ExprId,
    },
    Inst {
        fact: ExprId,
        term: ExprId,
    },
    IffParts(ExprId),
    NotPush(ExprId),
    Unfold(ExprId),
    UnfoldFact {
        fact: ExprId,
        as_ctor: Option<ExprId>,
    },
    Lemma {
        lemma: usize,
        sorts: Vec<SortId>,
        terms: Vec<ExprId>,
    },
    Axiom {
        axiom: usize,
        sorts: Vec<SortId>,
        terms: Vec<ExprId>,
    },
    Apply {
        fact: ExprId,
        premise: Proof,
    },
    Have {
        formula: ExprId,
        proof: Proof,
    },
    /// A disjunction with one side refuted; `left` says which side is alive.
    OneWay {
        fact: ExprId,
        left: bool,
        refuted: (Vec<ExprId>, Proof),
    },
    /// A case split with all branches refuted but one.
    OneCase {
        term: ExprId,
        forms: Vec<ExprId>,
        alive: usize,
        refuted: Vec<(usize, Vec<ExprId>, Proof)>,
    },
    /// A conditional with a decided condition.
    OneSide {
        term: ExprId,
        yes: bool,
        refuted: (Vec<ExprId>, Proof),
    },
}

pub(super) type Wraps = Vec<(Wrap, Vec<ExprId>)>;

/// The two branches of a binary step.
pub(super) fn two(
    branches: Vec<(Vec<ExprId>, Step)>,
    make: impl FnOnce(Box<Step>, Box<Step>) -> Step,
) -> Step {
    let mut steps = branches.into_iter().map(|b| b.1);
    let first = steps.next().unwrap_or(Step::Exact);
    let second = steps.next().unwrap_or(Step::Exact);
    make(Box::new(first), Box::new(second))
}
