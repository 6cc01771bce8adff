//! Verification conditions that came, went or changed, with their unsat cores.
//!
//! A condition belongs to a node; conditions are matched as the nodes are. A node that is used
//! in several places has several, which are matched in order.

use std::collections::{BTreeMap, BTreeSet};

use covenant_kernel::tables::*;
use serde::Serialize;

use super::derivation::Alignment;
use super::{Fate, Hashed, evidence_kind};
use crate::content_hash::ContentHash;
use crate::log::{ConditionLog, EvidenceKind, QueryLog, evidence_of};

/// A verification condition that came, went or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionDiff {
    /// What happened to it.
    pub fate: Fate,
    /// Before.
    pub old: Option<ConditionSide>,
    /// Now.
    pub new: Option<ConditionSide>,
    /// What is different, if it changed.
    pub what: Vec<ConditionDelta>,
    /// Assertions named by unsat cores.
    pub core: NamesDiff,
    /// Instances used.
    pub instances: NamesDiff,
}

/// A verification condition on one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionSide {
    /// Its number, if it is known.
    pub vc: Option<u32>,
    /// Its node.
    pub node: NodeRef,
    /// How it is supported.
    pub evidence: EvidenceKind,
    /// The condition, if it was given.
    pub text: Option<String>,
}

/// What is different about a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionDelta {
    /// The condition itself.
    Statement,
    /// The kind of evidence.
    Evidence,
    /// The proof that the kernel checks.
    Proof,
    /// The queries that the solvers were asked.
    Query,
    /// The solvers, or their versions.
    Solver,
    /// The unsat cores.
    Core,
    /// The instances used.
    Instances,
}

/// Names that came and went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NamesDiff {
    /// Those that came.
    pub gained: Vec<String>,
    /// Those that went.
    pub lost: Vec<String>,
}

impl NamesDiff {
    /// Nothing came or went.
    pub fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }

    fn of(old: &BTreeSet<&str>, new: &BTreeSet<&str>) -> Self {
        let list = |from: &BTreeSet<&str>, without: &BTreeSet<&str>| {
            from.difference(without).map(|name| (*name).to_owned()).collect()
        };
        NamesDiff { gained: list(new, old), lost: list(old, new) }
    }
}

/// One occurrence of a condition.
#[derive(Clone, Copy, Default)]
struct Occurrence<'a> {
    vc: Option<u32>,
    text: Option<&'a str>,
    log: Option<&'a ConditionLog>,
}

impl<'a> Occurrence<'a> {
    fn queries(&self) -> &'a [QueryLog] {
        self.log.map_or(&[], |log| &log.queries)
    }

    fn names(&self, of: fn(&QueryLog) -> &Vec<String>) -> BTreeSet<&'a str> {
        let names = self.queries().iter().flat_map(of);
        names.map(String::as_str).collect()
    }

    fn texts(&self) -> Vec<ContentHash> {
        self.queries().iter().map(|q| q.query.hash()).collect()
    }

    fn solvers(&self) -> Vec<(&'a str, &'a str)> {
        let queries = self.queries().iter();
        queries.map(|q| (q.solver.as_str(), q.version.as_str())).collect()
    }
}

/// The conditions of a side, by node.
struct Conditions<'a> {
    side: &'a Hashed<'a>,
    by_node: BTreeMap<NodeRef, Vec<Occurrence<'a>>>,
}

impl<'a> Conditions<'a> {
    fn new(side: &'a Hashed<'a>) -> Self {
        let mut by_number: BTreeMap<(NodeRef, u32), Occurrence<'a>> = BTreeMap::new();
        for condition in side.side.conditions {
            let occurrence = by_number.entry((condition.node, condition.vc)).or_default();
            occurrence.vc = Some(condition.vc);
            occurrence.text = Some(&condition.text);
        }
        for log in &side.side.file.log.conditions {
            let occurrence = by_number.entry((log.node, log.vc)).or_default();
            occurrence.vc = Some(log.vc);
            occurrence.log = Some(log);
        }
        let mut by_node: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for ((node, _), occurrence) in by_number {
            by_node.entry(node).or_default().push(occurrence);
        }
        Conditions { side, by_node }
    }

    /// What is known of the conditions of a node; nothing, at least once, if it is not known.
    /// A node whose rule has no condition has none.
    fn of_node(&self, node: NodeRef) -> Vec<(ConditionSide, Occurrence<'a>)> {
        let Some(evidence) = self.side.node(node).and_then(evidence_kind) else {
            return Vec::new();
        };
        let known = self.by_node.get(&node);
        let occurrences = known.map_or_else(|| vec![Occurrence::default()], Vec::clone);
        occurrences
            .into_iter()
            .map(|occurrence| {
                let side = ConditionSide {
                    vc: occurrence.vc,
                    node,
                    evidence,
                    text: occurrence.text.map(str::to_owned),
                };
                (side, occurrence)
            })
            .collect()
    }

    fn proof(&self, node: NodeRef) -> Option<ContentHash> {
        match self.side.node(node).and_then(evidence_of)? {
            Evidence::Checked(step) => self.side.hashes.steps.get(step.0 as usize).copied(),
            Evidence::CrossChecked | Evidence::Solver => None,
        }
    }

    /// The qualifier or type that a node aims at: part of its condition.
    fn target(&self, node: NodeRef) -> Option<ContentHash> {
        let hashes = &self.side.hashes;
        match self.side.node(node)? {
            NodeRow::TSub { target, .. } | NodeRow::TEq { target, .. } => {
                hashes.exprs.get(target.0 as usize).copied()
            }
            NodeRow::SubArr { target, .. } => hashes.types.get(target.0 as usize).copied(),
            _ => None,
        }
    }
}

pub(super) fn diff(old: &Hashed<'_>, new: &Hashed<'_>, alignment: &Alignment) -> Vec<ConditionDiff> {
    let (olds, news) = (Conditions::new(old), Conditions::new(new));
    let mut diffs = Vec::new();
    for pair in &alignment.pairs {
        let mut before = olds.of_node(pair.old).into_iter();
        let mut now = news.of_node(pair.new).into_iter();
        loop {
            match (before.next(), now.next()) {
                (None, None) => break,
                (Some(before), Some(now)) => diffs.extend(changed(&olds, before, &news, now)),
                (Some(before), None) => diffs.push(gone(before)),
                (None, Some(now)) => diffs.push(come(now)),
            }
        }
    }
    diffs.extend(alignment.added.iter().flat_map(|n| news.of_node(*n)).map(come));
    diffs.extend(alignment.removed.iter().flat_map(|n| olds.of_node(*n)).map(gone));
    let side = |side: &Option<ConditionSide>| side.as_ref().map(|s| (s.vc, s.node));
    // In the order of the new certificate; what went comes last.
    diffs.sort_by_key(|d| (d.new.is_none(), side(&d.new), side(&d.old)));
    diffs
}

fn come((side, occurrence): (ConditionSide, Occurrence<'_>)) -> ConditionDiff {
    one_sided(Fate::Added, None, Some(side), Occurrence::default(), occurrence)
}

fn gone((side, occurrence): (ConditionSide, Occurrence<'_>)) -> ConditionDiff {
    one_sided(Fate::Removed, Some(side), None, occurrence, Occurrence::default())
}

fn one_sided(
    fate: Fate,
    old: Option<ConditionSide>,
    new: Option<ConditionSide>,
    before: Occurrence<'_>,
    now: Occurrence<'_>,
) -> ConditionDiff {
    ConditionDiff {
        fate,
        old,
        new,
        what: Vec::new(),
        core: NamesDiff::of(&before.names(|q| &q.core), &now.names(|q| &q.core)),
        instances: NamesDiff::of(&before.names(|q| &q.instances), &now.names(|q| &q.instances)),
    }
}

fn changed(
    olds: &Conditions<'_>,
    (old, before): (ConditionSide, Occurrence<'_>),
    news: &Conditions<'_>,
    (new, now): (ConditionSide, Occurrence<'_>),
) -> Option<ConditionDiff> {
    // The words, where both are known; otherwise at least the part that the node holds.
    let statement = match (&old.text, &new.text) {
        (Some(old), Some(new)) => old != new,
        _ => olds.target(old.node) != news.target(new.node),
    };
    let core = NamesDiff::of(&before.names(|q| &q.core), &now.names(|q| &q.core));
    let instances = NamesDiff::of(&before.names(|q| &q.instances), &now.names(|q| &q.instances));
    let parts = [
        (statement, ConditionDelta::Statement),
        (old.evidence != new.evidence, ConditionDelta::Evidence),
        (old.evidence == new.evidence && olds.proof(old.node) != news.proof(new.node), ConditionDelta::Proof),
        (before.texts() != now.texts(), ConditionDelta::Query),
        (before.solvers() != now.solvers(), ConditionDelta::Solver),
        (!core.is_empty(), ConditionDelta::Core),
        (!instances.is_empty(), ConditionDelta::Instances),
    ];
    let what: Vec<_> = parts.into_iter().filter(|(differs, _)| *differs).map(|(_, delta)| delta).collect();
    (!what.is_empty()).then_some(ConditionDiff {
        fate: Fate::Changed,
        old: Some(old),
        new: Some(new),
        what,
        core,
        instances,
    })
}
