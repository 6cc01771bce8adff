//! Which definitions were unfolded where: the state of `unfolding`.

use covenant_kernel::arena::{ExprId, IdMap};

/// What is unfolded already, and how deep.
#[derive(Default)]
pub(super) struct Unfolding {
    /// How many unfoldings a term is away from the sequent.
    pub depth: IdMap<ExprId, u32>,
    /// The depth of the terms that are being scanned.
    pub current: u32,
    /// Applications at constructors with their bodies.
    pub bodies: IdMap<ExprId, Option<ExprId>>,
    /// What an application is at the constructors of its argument: `get v` is `x`, if `v` is
    /// `Some x`.
    pub results: IdMap<ExprId, Vec<ExprId>>,
}

impl Unfolding {
    /// Notes where a new term comes from.
    pub(super) fn seen(&mut self, t: ExprId) {
        self.depth.insert(t, self.current);
    }
}
