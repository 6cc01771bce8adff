//! Cases about evidence are lemmas: a closed formula and a proof, next to a trivial claim.
//!
//! Introduced variables are ghosts, numbered from 0 in the order of introduction.

use crate::builder::Builder;
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::*;

/// Checks a lemma next to a trivial claim.
pub fn prove(b: &Builder, goal: ExprRef, proof: StepRef) -> Verdict {
    b.lemma(0, goal, proof);
    trivial(b)
}

/// Checks a lemma with one sort parameter.
pub fn prove_generic(b: &Builder, goal: ExprRef, proof: StepRef) -> Verdict {
    b.lemma(1, goal, proof);
    trivial(b)
}

/// A claim that needs no evidence.
pub fn trivial(b: &Builder) -> Verdict {
    b.judge(b.op(Prim::IntGen), b.int_sort(), b.truth(), b.t_app_op())
}

/// Ghost `n`, an integer.
pub fn g(b: &Builder, n: u32) -> ExprRef {
    b.ghost(n, b.int_sort())
}

/// `forall x:int. p(x)`, for `p` about `Bound(0)`.
pub fn all(b: &Builder, p: ExprRef) -> ExprRef {
    b.forall(b.int_sort(), p)
}

/// `exists x:int. p(x)`.
pub fn some(b: &Builder, p: ExprRef) -> ExprRef {
    b.exists(b.int_sort(), p)
}

/// `Bound(i)`, an integer.
pub fn x(b: &Builder, i: u32) -> ExprRef {
    b.bound(i, b.int_sort())
}
