//! What the solvers were asked, per verification condition.
//!
//! The kernel never reads the log. It lets a person or another solver repeat the queries,
//! and it is what makes a verdict that rests on a solver auditable. It contains no times.

use covenant_kernel::tables::{Evidence, LemmaRef, NodeRef, NodeRow};
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::error::SourceProblem;

/// How a verification condition is supported, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvidenceKind {
    /// One solver says so.
    Solver,
    /// Two independent solvers say so.
    CrossChecked,
    /// The kernel checks a proof.
    Checked,
}

impl EvidenceKind {
    /// The kind of some evidence.
    pub fn of(evidence: &Evidence) -> Self {
        match evidence {
            Evidence::Checked(_) => EvidenceKind::Checked,
            Evidence::CrossChecked => EvidenceKind::CrossChecked,
            Evidence::Solver => EvidenceKind::Solver,
        }
    }

    /// Name for people.
    pub fn name(self) -> &'static str {
        match self {
            EvidenceKind::Solver => "solver",
            EvidenceKind::CrossChecked => "cross-checked",
            EvidenceKind::Checked => "checked",
        }
    }
}

/// The evidence of a derivation node, if its rule has a verification condition.
pub fn evidence_of(node: &NodeRow) -> Option<&Evidence> {
    match node {
        NodeRow::TApp { evidence, .. }
        | NodeRow::TAppFun { evidence, .. }
        | NodeRow::TSub { evidence, .. }
        | NodeRow::TEq { evidence, .. }
        | NodeRow::SubArr { evidence, .. }
        | NodeRow::OApp { evidence, .. }
        | NodeRow::OAppFun { evidence, .. }
        | NodeRow::OSub { evidence, .. }
        | NodeRow::OSubArr { evidence, .. } => Some(evidence),
        NodeRow::ORet
        | NodeRow::OErr
        | NodeRow::OAppOp
        | NodeRow::OLetE(..)
        | NodeRow::OLetV(..)
        | NodeRow::OMatch(..)
        | NodeRow::OGuard(..)
        | NodeRow::OVarFun
        | NodeRow::OFun(..)
        | NodeRow::OFix(..)
        | NodeRow::TExactly(..) => None,
        NodeRow::TConst
        | NodeRow::TVarBase
        | NodeRow::TVarFun
        | NodeRow::TErr
        | NodeRow::TLetE(..)
        | NodeRow::TLetV(..)
        | NodeRow::TAppOp
        | NodeRow::TMatch(..)
        | NodeRow::TMerge(..)
        | NodeRow::TGuard(..)
        | NodeRow::TFun(..)
        | NodeRow::TFix { .. }
        | NodeRow::TFixRank { .. }
        | NodeRow::TPolyType(..)
        | NodeRow::TPolyPred(..) => None,
    }
}

/// The solver log of a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverLog {
    /// Verification conditions, in increasing order of their numbers.
    pub conditions: Vec<ConditionLog>,
    /// Lemmas for whose proof a solver was asked, in increasing order.
    pub lemmas: Vec<LemmaLog>,
}

/// The log of one verification condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionLog {
    /// Number of the condition, counted as the kernel meets them.
    pub vc: u32,
    /// The derivation node that it belongs to.
    pub node: NodeRef,
    /// How it is supported.
    pub evidence: EvidenceKind,
    /// What was asked.
    pub queries: Vec<QueryLog>,
}

/// The log of the proof of a lemma.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LemmaLog {
    /// The lemma.
    pub lemma: LemmaRef,
    /// What was asked.
    pub queries: Vec<QueryLog>,
}

/// A query that a solver answered with *unsatisfiable*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryLog {
    /// Name of the solver.
    pub solver: String,
    /// Its version.
    pub version: String,
    /// The query.
    pub query: QueryText,
    /// Names of the assertions in the unsat core, in the order of the query.
    pub core: Vec<String>,
    /// Instances of definitions and lemmas that were added to the query and used.
    pub instances: Vec<String>,
}

/// A query in SMT-LIB, or its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryText {
    /// The whole query.
    Text(String),
    /// The blake3 hash of its text.
    Hash(ContentHash),
}

impl QueryText {
    /// Hash of the text.
    pub fn hash(&self) -> ContentHash {
        match self {
            QueryText::Text(text) => ContentHash::of_bytes(text.as_bytes()),
            QueryText::Hash(hash) => *hash,
        }
    }
}

impl SolverLog {
    /// The log of the conditions that belong to a node (more than one if the node is shared).
    pub fn of_node(&self, node: NodeRef) -> impl Iterator<Item = &ConditionLog> {
        self.conditions.iter().filter(move |c| c.node == node)
    }

    pub(crate) fn check(&self, nodes: usize, lemmas: usize) -> Result<(), SourceProblem> {
        let fits = self.conditions.is_sorted_by(|a, b| a.vc < b.vc)
            && self.conditions.iter().all(|c| (c.node.0 as usize) < nodes)
            && self.lemmas.is_sorted_by(|a, b| a.lemma < b.lemma)
            && self.lemmas.last().is_none_or(|l| (l.lemma.0 as usize) < lemmas);
        if fits { Ok(()) } else { Err(SourceProblem::NoSuchRow) }
    }
}
