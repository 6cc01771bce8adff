//! What has to be matched before a universal formula can be instantiated.

use covenant_kernel::arena::ExprId;

/// The unknowns of a block of universal quantifiers, and the pattern sets that bind them all.
#[derive(Debug)]
pub(crate) struct Triggers {
    pub vars: Vec<ExprId>,
    pub sets: Vec<PatternSet>,
}

/// Patterns to be matched, and unknowns whose value follows from an equation once the patterns
/// are, in this order: in `forall l n. len l = n + 1 ==> p l n`, `n` is `len l - 1`.
#[derive(Debug)]
pub(crate) struct PatternSet {
    pub patterns: Vec<ExprId>,
    pub computed: Vec<(ExprId, ExprId)>,
}
