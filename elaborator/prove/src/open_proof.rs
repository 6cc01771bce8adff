//! A derivation with conditions that nobody has proved yet.
//!
//! In the rows of the kernel a condition without evidence does not exist, so an open one is written as a
//! solver's word. That must never be taken for one: rows get out of here as a proof only by
//! `OpenProof::close`, when every condition was given evidence on purpose.

use covenant_kernel::tables::{Evidence, NodeRef, NodeRow, Proof};
use std::collections::BTreeSet;

/// What stands in the rows where evidence is to come.
pub(crate) const TO_COME: Evidence = Evidence::Solver;

/// A proof that is not finished.
#[derive(Clone, Debug)]
pub struct OpenProof {
    rows: Proof,
    /// Nodes whose condition has no evidence yet.
    waiting: BTreeSet<NodeRef>,
}

fn evidence_of(row: &mut NodeRow) -> Option<&mut Evidence> {
    match row {
        NodeRow::TApp { evidence, .. }
        | NodeRow::TAppFun { evidence, .. }
        | NodeRow::TSub { evidence, .. }
        | NodeRow::TEq { evidence, .. }
        | NodeRow::SubArr { evidence, .. }
        | NodeRow::OApp { evidence, .. }
        | NodeRow::OAppFun { evidence, .. }
        | NodeRow::OSub { evidence, .. }
        | NodeRow::OSubArr { evidence, .. } => Some(evidence),
        _ => None,
    }
}

impl OpenProof {
    /// A derivation as it was just written: everything waits.
    pub(crate) fn new(mut rows: Proof) -> OpenProof {
        let nodes = (0u32..).zip(&mut rows.nodes);
        let waiting = nodes.filter_map(|(i, row)| evidence_of(row).map(|_| NodeRef(i))).collect();
        OpenProof { rows, waiting }
    }

    /// Only these conditions are asked for: the kernel does not look at rows that no derivation reaches.
    pub(crate) fn wait_only_for(&mut self, asked: impl Iterator<Item = NodeRef>) {
        let asked: BTreeSet<NodeRef> = asked.collect();
        self.waiting.retain(|node| asked.contains(node));
    }

    /// The rows, to be looked at.
    #[must_use]
    pub fn rows(&self) -> &Proof {
        &self.rows
    }

    /// The rows, to be added to; evidence goes in by [`OpenProof::fill`] only.
    pub(crate) fn rows_mut(&mut self) -> &mut Proof {
        &mut self.rows
    }

    /// Gives a condition its evidence.
    pub(crate) fn fill(&mut self, node: NodeRef, evidence: Evidence) {
        fill(&mut self.rows, node, evidence);
        self.waiting.remove(&node);
    }

    /// The proof, if nothing waits any more.
    ///
    /// # Errors
    ///
    /// The open proof, if a condition has no evidence.
    pub(crate) fn close(self) -> Result<Proof, Box<OpenProof>> {
        if self.waiting.is_empty() { Ok(self.rows) } else { Err(Box::new(self)) }
    }
}

/// Puts evidence into a node.
pub fn fill(proof: &mut Proof, node: NodeRef, new: Evidence) {
    let row = usize::try_from(node.0).ok().and_then(|i| proof.nodes.get_mut(i));
    if let Some(evidence) = row.and_then(evidence_of) {
        *evidence = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use covenant_certificates::structure::empty_proof;
    use covenant_kernel::tables::{ExprRef, StepRef};

    #[test]
    fn a_proof_closes_when_every_condition_has_evidence() {
        let mut rows = empty_proof();
        let sub = |from| NodeRow::TSub { target: ExprRef(0), from: NodeRef(from), evidence: TO_COME };
        rows.nodes = vec![NodeRow::TErr, sub(0), sub(1)];
        let mut open = OpenProof::new(rows);
        open.fill(NodeRef(1), Evidence::Checked(StepRef(0)));
        let mut open = open.close().expect_err("one condition waits");
        // A solver's word is evidence if somebody gives it.
        open.fill(NodeRef(2), Evidence::Solver);
        let closed = open.close().expect("nothing waits");
        assert!(matches!(&closed.nodes[2], NodeRow::TSub { evidence: Evidence::Solver, .. }));
    }
}
