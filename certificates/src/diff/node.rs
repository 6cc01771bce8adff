//! One node of a derivation beside another.

use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;
use serde::{Serialize, Serializer};

use super::{Hashed, evidence_kind};
use crate::content_hash::ContentHash;
use crate::log::{EvidenceKind, evidence_of};
use crate::references::{Reference, References};

/// What is different about a node itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum NodeDelta {
    /// Another rule.
    Rule {
        /// Before.
        #[serde(serialize_with = "rule_name")]
        old: Rule,
        /// Now.
        #[serde(serialize_with = "rule_name")]
        new: Rule,
    },
    /// Another qualifier or type is aimed at.
    Target,
    /// Another guard.
    Guard,
    /// Another type for the function.
    Type,
    /// Another measure or rank.
    Measure,
    /// Another branch of the match.
    Branch {
        /// Before.
        old: u32,
        /// Now.
        new: u32,
    },
    /// Other sorts or predicates for the scheme.
    Instance,
    /// Another kind of evidence.
    Evidence {
        /// Before.
        old: EvidenceKind,
        /// Now.
        new: EvidenceKind,
    },
    /// Another proof of the condition.
    Proof,
}

fn rule_name<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{rule:?}"))
}

/// The nodes that a node refers to, in order.
pub(super) fn premises(node: &NodeRow) -> Vec<NodeRef> {
    let mut premises = Vec::new();
    node.clone().references(&mut |reference: Reference<'_>| {
        if let Reference::Node(node) = reference {
            premises.push(*node);
        }
    });
    premises
}

/// The premise of a rule that leaves its subject as it is.
pub(super) fn wrapped(node: &NodeRow) -> Option<NodeRef> {
    match node {
        NodeRow::TGuard(_, from)
        | NodeRow::TSub { from, .. }
        | NodeRow::TEq { from, .. }
        | NodeRow::SubArr { from, .. }
        | NodeRow::OGuard(_, from)
        | NodeRow::OSub { from, .. }
        | NodeRow::OSubArr { from, .. }
        | NodeRow::TPolyType(from)
        | NodeRow::TPolyPred(from, _) => Some(*from),
        NodeRow::TConst
        | NodeRow::TVarBase
        | NodeRow::TVarFun
        | NodeRow::TErr
        | NodeRow::TLetE(..)
        | NodeRow::TLetV(..)
        | NodeRow::TAppOp
        | NodeRow::TApp { .. }
        | NodeRow::TAppFun { .. }
        | NodeRow::TMatch(..)
        | NodeRow::TMerge(..)
        | NodeRow::TFun(..)
        | NodeRow::TFix { .. }
        | NodeRow::TFixRank { .. }
        | NodeRow::ORet
        | NodeRow::OErr
        | NodeRow::OAppOp
        | NodeRow::OLetE(..)
        | NodeRow::OLetV(..)
        | NodeRow::OMatch(..)
        | NodeRow::OApp { .. }
        | NodeRow::OAppFun { .. }
        | NodeRow::OVarFun
        | NodeRow::OFun(..)
        | NodeRow::OFix(..)
        | NodeRow::TExactly(..) => None,
    }
}

/// Rules that can stand for each other have the same family.
pub(super) fn family(node: &NodeRow) -> Rule {
    match node.rule() {
        Rule::TEq => Rule::TSub,
        Rule::TAppFun => Rule::TApp,
        Rule::TFix | Rule::TFixRank => Rule::TFun,
        Rule::OAppFun => Rule::OApp,
        Rule::OFix => Rule::OFun,
        rule => rule,
    }
}

/// What is different about two nodes themselves.
pub(super) fn deltas(
    old: &NodeRow,
    old_side: &Hashed<'_>,
    new: &NodeRow,
    new_side: &Hashed<'_>,
) -> Vec<NodeDelta> {
    let (old_rule, new_rule) = (old.rule(), new.rule());
    let mut what = Vec::new();
    if old_rule != new_rule {
        what.push(NodeDelta::Rule { old: old_rule, new: new_rule });
    }
    let (before, now) = (Payload::of(old, old_side), Payload::of(new, new_side));
    let parts = [
        (before.target != now.target, NodeDelta::Target),
        (before.guard != now.guard, NodeDelta::Guard),
        (before.ty != now.ty, NodeDelta::Type),
        (before.measure != now.measure, NodeDelta::Measure),
        (before.instance != now.instance, NodeDelta::Instance),
    ];
    // A part that one rule has and the other lacks says no more than that the rule changed.
    let comparable = family(old) == family(new);
    what.extend(parts.into_iter().filter(|(differs, _)| *differs && comparable).map(|(_, delta)| delta));
    if let (NodeRow::TMatch(old, _), NodeRow::TMatch(new, _)) = (old, new)
        && old != new
    {
        what.push(NodeDelta::Branch { old: *old, new: *new });
    }
    match (evidence_kind(old), evidence_kind(new)) {
        (Some(old), Some(new)) if old != new => what.push(NodeDelta::Evidence { old, new }),
        (Some(_), Some(_)) if before.proof != now.proof => what.push(NodeDelta::Proof),
        _ => {}
    }
    what
}

/// What a node has of its own, by content.
#[derive(Default)]
struct Payload {
    target: Option<ContentHash>,
    guard: Option<ContentHash>,
    ty: Option<ContentHash>,
    measure: Vec<ContentHash>,
    instance: Vec<ContentHash>,
    proof: Option<ContentHash>,
}

impl Payload {
    fn of(node: &NodeRow, side: &Hashed<'_>) -> Self {
        let hashes = &side.hashes;
        let expr = |e: &ExprRef| hashes.exprs[e.0 as usize];
        let ty = |t: &TypeRef| hashes.types[t.0 as usize];
        let mut payload = Payload::default();
        match node {
            NodeRow::TConst
            | NodeRow::TVarBase
            | NodeRow::TVarFun
            | NodeRow::TErr
            | NodeRow::TLetE(..)
            | NodeRow::TLetV(..)
            | NodeRow::TAppOp
            | NodeRow::TApp { .. }
            | NodeRow::TAppFun { .. }
            | NodeRow::TMatch(..)
            | NodeRow::TMerge(..)
            | NodeRow::ORet
            | NodeRow::OErr
            | NodeRow::OAppOp
            | NodeRow::OLetE(..)
            | NodeRow::OLetV(..)
            | NodeRow::OMatch(..)
            | NodeRow::OApp { .. }
            | NodeRow::OAppFun { .. }
            | NodeRow::OVarFun
            | NodeRow::TExactly(..)
            | NodeRow::TPolyType(_) => {}
            NodeRow::TGuard(guard, _) | NodeRow::OGuard(guard, _) => payload.guard = Some(expr(guard)),
            NodeRow::TSub { target, .. } | NodeRow::TEq { target, .. } | NodeRow::OSub { target, .. } => {
                payload.target = Some(expr(target));
            }
            NodeRow::SubArr { target, .. } | NodeRow::OSubArr { target, .. } => {
                payload.target = Some(ty(target));
            }
            NodeRow::TFun(claim, _) | NodeRow::OFun(claim, _) | NodeRow::OFix(claim, _) => {
                payload.ty = Some(ty(claim));
            }
            NodeRow::TFix { claim, measure, .. } => {
                payload.ty = Some(ty(claim));
                payload.measure = measure.iter().map(expr).collect();
            }
            NodeRow::TFixRank { claim, rank, .. } => {
                payload.ty = Some(ty(claim));
                payload.measure = vec![expr(rank)];
            }
            NodeRow::TPolyPred(_, at) => payload.instance = at.iter().map(expr).collect(),
        }
        if let Some(Evidence::Checked(step)) = evidence_of(node) {
            payload.proof = Some(hashes.steps[step.0 as usize]);
        }
        payload
    }
}
