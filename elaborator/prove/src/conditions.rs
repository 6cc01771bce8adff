//! The verification conditions of an open derivation, as the kernel itself builds them.

use covenant_kernel::arena::{Arena, ExprId};
use covenant_kernel::check::{Checker, Condition, Observer};
use covenant_kernel::load::Loaded;
use covenant_kernel::program::Subject;
use covenant_kernel::reject::{At, Why};
use covenant_kernel::rules::Typed;
use covenant_kernel::subst::Scope;
use covenant_kernel::tables::{Evidence, NodeRef, NodeRow, Proof, Statement};
use covenant_kernel::theory::Theory;
use std::collections::BTreeMap;

/// A condition that needs evidence.
#[derive(Clone, Debug)]
pub struct OpenCondition {
    /// Number, in the kernel's order.
    pub number: u32,
    /// The node whose side condition it is.
    pub node: NodeRef,
    /// Variables in scope.
    pub scope: Scope,
    /// What is known.
    pub facts: Vec<ExprId>,
    /// What must be shown.
    pub goal: ExprId,
}

/// What the kernel computed on the way.
#[derive(Debug)]
pub struct Opened {
    /// The arena with all expressions.
    pub arena: Arena,
    /// Definitions and axioms.
    pub theory: Theory,
    /// Rows of the statement and of the open proof.
    pub loaded: Loaded,
    /// The conditions.
    pub conditions: Vec<OpenCondition>,
    /// The term or function that each node is about.
    pub subjects: BTreeMap<NodeRef, Subject>,
}

#[derive(Default)]
struct Collector {
    conditions: Vec<OpenCondition>,
    subjects: BTreeMap<NodeRef, Subject>,
}

impl Observer for Collector {
    fn node(&mut self, _: &Arena, node: NodeRef, subject: Subject, _: &Scope, _: &Typed) {
        self.subjects.insert(node, subject);
    }

    fn condition(&mut self, _: &Arena, c: &Condition<'_>) {
        self.conditions.push(OpenCondition {
            number: c.number,
            node: c.node,
            scope: c.scope.clone(),
            facts: c.facts.to_vec(),
            goal: c.goal,
        });
    }
}

/// Runs the kernel over a derivation whose evidence is still open.
pub fn open(statement: &Statement, proof: &Proof) -> Result<Opened, (At, Why)> {
    let mut collector = Collector::default();
    let mut checker = Checker::load(statement, proof, &mut collector)?;
    checker.run()?;
    let (arena, theory, loaded) = checker.into_parts();
    Ok(Opened { arena, theory, loaded, conditions: collector.conditions, subjects: collector.subjects })
}

/// Puts evidence into the node that a condition belongs to.
pub fn fill(proof: &mut Proof, node: NodeRef, new: Evidence) {
    let row = usize::try_from(node.0).ok().and_then(|i| proof.nodes.get_mut(i));
    if let Some(
        NodeRow::TApp { evidence, .. }
        | NodeRow::TAppFun { evidence, .. }
        | NodeRow::TSub { evidence, .. }
        | NodeRow::TEq { evidence, .. }
        | NodeRow::SubArr { evidence, .. },
    ) = row
    {
        *evidence = new;
    }
}
