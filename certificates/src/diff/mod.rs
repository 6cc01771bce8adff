//! What changed between two certificates of a claim.
//!
//! The question behind a diff is why a verdict changed, or whether an unchanged verdict still
//! means the same. So it is answered part by part: does the claim say something else (spec,
//! theory), is it about something else (program), is it shown otherwise (derivation, conditions,
//! lemmas), and does it rest on more (assumptions, evidence, unsat cores). Everything is plain
//! data; whoever shows it decides how.
//!
//! Rows are compared by content hash, never by number: numbers of unrelated rows move with
//! every edit. Declarations are matched by name, derivations by the function they are for.
//!
//! Not done here: rendering of formulas, which takes the kernel's own view of a condition. A
//! caller who has it passes it in as [`ConditionText`], and changed conditions are then found
//! also where derivation and log are the same.

mod conditions;
mod declarations;
mod derivation;
mod node;

use std::collections::BTreeMap;

use covenant_kernel::tables::*;
use serde::Serialize;

pub use conditions::{ConditionDelta, ConditionDiff, ConditionSide, NamesDiff};
pub use declarations::{
    Assumption, AssumptionKind, AssumptionsDiff, DeclarationChange, DeclarationKind, GlobalChange, SpecDiff,
};
pub use derivation::{Change, DerivationDiff, DiffRow};
pub use node::NodeDelta;

use crate::content_hash::ContentHash;
use crate::file::CertificateFile;
use crate::hashes::Hashes;
use crate::log::EvidenceKind;
use crate::structure::StructureError;

/// A certificate to compare, with what its reader knows about it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The certificate.
    pub file: &'a CertificateFile,
    /// Its verification conditions as the kernel builds them; may be empty.
    pub conditions: &'a [ConditionText],
}

/// A verification condition in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionText {
    /// Number of the condition, counted as the kernel meets them.
    pub vc: u32,
    /// The node that it belongs to.
    pub node: NodeRef,
    /// The condition.
    pub text: String,
}

/// What was there before, and what is there now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pair<T> {
    /// Before.
    pub old: T,
    /// Now.
    pub new: T,
}

/// Whether something came, went or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was not there before.
    Added,
    /// It is not there any more.
    Removed,
    /// It is different.
    Changed,
}

impl Fate {
    /// `None` if both are there and equal.
    fn of<T: PartialEq>(old: Option<&T>, new: Option<&T>) -> Option<Self> {
        match (old, new) {
            (None, Some(_)) => Some(Fate::Added),
            (Some(_), None) => Some(Fate::Removed),
            (Some(old), Some(new)) if old != new => Some(Fate::Changed),
            _ => None,
        }
    }
}

/// What changed between two certificates of a claim.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimDiff {
    /// Name of the function in question.
    pub claim: String,
    /// Hashes of statement and proof.
    pub certificate: Pair<ContentHash>,
    /// Hashes of the statements. They also cover what is not listed below, such as the order
    /// of declarations.
    pub statement: Pair<ContentHash>,
    /// What the claim says.
    pub spec: SpecDiff,
    /// Datatypes, definitions and axioms.
    pub theory: Vec<DeclarationChange>,
    /// Functions: bodies and claimed types.
    pub program: Vec<GlobalChange>,
    /// Derivations that are not the same.
    pub derivations: Vec<DerivationDiff>,
    /// Verification conditions that are not the same.
    pub conditions: Vec<ConditionDiff>,
    /// Lemmas.
    pub lemmas: Vec<DeclarationChange>,
    /// What is taken on trust.
    pub assumptions: AssumptionsDiff,
    /// The weakest evidence of any condition; `None` if there is no condition.
    pub weakest: Pair<Option<EvidenceKind>>,
    /// Conditions whose evidence became weaker.
    pub weakened: Vec<EvidenceChange>,
    /// Conditions whose evidence became stronger.
    pub strengthened: Vec<EvidenceChange>,
    /// Places where `TSub` stands now and `TEq` stood before.
    pub coverage_given_up: Vec<Pair<NodeRef>>,
    /// Places where `TEq` stands now and `TSub` stood before.
    pub coverage_regained: Vec<Pair<NodeRef>>,
}

/// Evidence of one condition that is of another kind now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EvidenceChange {
    /// The node of the condition.
    pub node: Pair<NodeRef>,
    /// The kind of evidence.
    pub evidence: Pair<EvidenceKind>,
}

/// A kind of difference that a build may want to fail on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The claim says something else.
    Spec,
    /// A datatype, definition or axiom is different.
    Theory,
    /// A function is different.
    Program,
    /// A derivation is different.
    Derivation,
    /// A verification condition came, went or changed.
    Condition,
    /// A lemma came, went or changed.
    Lemma,
    /// Something more, or something else, is taken on trust.
    Assumption,
    /// An unsat core names other assertions.
    Core,
    /// Evidence became weaker, or a claim says less: it was *exactly* and is not, or is read the other way round.
    Weaker,
    /// Coverage is given up where it was not before.
    Coverage,
    /// A claim has no certificate any more.
    Removed,
    /// A claim has a certificate that it had not before.
    Added,
}

impl Finding {
    /// All kinds.
    pub const ALL: [Finding; 12] = [
        Finding::Spec,
        Finding::Theory,
        Finding::Program,
        Finding::Derivation,
        Finding::Condition,
        Finding::Lemma,
        Finding::Assumption,
        Finding::Core,
        Finding::Weaker,
        Finding::Coverage,
        Finding::Removed,
        Finding::Added,
    ];

    /// Name, as in the serialised form.
    pub fn name(self) -> &'static str {
        match self {
            Finding::Spec => "spec",
            Finding::Theory => "theory",
            Finding::Program => "program",
            Finding::Derivation => "derivation",
            Finding::Condition => "condition",
            Finding::Lemma => "lemma",
            Finding::Assumption => "assumption",
            Finding::Core => "core",
            Finding::Weaker => "weaker",
            Finding::Coverage => "coverage",
            Finding::Removed => "removed",
            Finding::Added => "added",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Finding::ALL.into_iter().find(|f| f.name() == name)
    }
}

impl ClaimDiff {
    /// The kinds of differences found, in order.
    pub fn findings(&self) -> Vec<Finding> {
        let given = [
            (Finding::Spec, self.spec.changed),
            (Finding::Theory, !self.theory.is_empty()),
            (Finding::Program, self.program.iter().any(|g| g.body)),
            (Finding::Derivation, !self.derivations.is_empty()),
            (Finding::Condition, !self.conditions.is_empty()),
            (Finding::Lemma, !self.lemmas.is_empty()),
            (Finding::Assumption, self.assumptions.is_worse()),
            (Finding::Core, self.conditions.iter().any(|c| !c.core.is_empty())),
            (
                Finding::Weaker,
                !self.weakened.is_empty()
                    // Between *every* and *only* neither implies the other.
                    || self.spec.kind.is_some_and(|kind| kind.new != Kind::Exactly.word())
                    || matches!(self.weakest, Pair { old: Some(old), new: Some(new) } if new < old),
            ),
            (Finding::Coverage, !self.coverage_given_up.is_empty()),
        ];
        let found = given.into_iter().filter(|(_, is)| *is);
        found.map(|(finding, _)| finding).collect()
    }

    /// Statement and proof are the same. The log may still differ.
    pub fn same_certificate(&self) -> bool {
        self.certificate.old == self.certificate.new
    }
}

/// Compare two certificates of a claim.
pub fn diff_claim(old: Side<'_>, new: Side<'_>) -> Result<ClaimDiff, StructureError> {
    let old = Hashed::new(old)?;
    let new = Hashed::new(new)?;
    let (derivations, alignment) = derivation::diff(&old, &new);
    let conditions = conditions::diff(&old, &new, &alignment);

    let mut weakened = Vec::new();
    let mut strengthened = Vec::new();
    let mut coverage_given_up = Vec::new();
    let mut coverage_regained = Vec::new();
    for &node in &alignment.pairs {
        let (Some(before), Some(now)) = (old.node(node.old), new.node(node.new)) else {
            continue;
        };
        if let (Some(before), Some(now)) = (evidence_kind(before), evidence_kind(now)) {
            let change = EvidenceChange { node, evidence: Pair { old: before, new: now } };
            if now < before {
                weakened.push(change);
            } else if now > before {
                strengthened.push(change);
            }
        }
        match (before, now) {
            (NodeRow::TEq { .. }, NodeRow::TSub { .. }) => coverage_given_up.push(node),
            (NodeRow::TSub { .. }, NodeRow::TEq { .. }) => coverage_regained.push(node),
            _ => {}
        }
    }
    Ok(ClaimDiff {
        claim: new.side.file.claim_name().to_owned(),
        certificate: Pair { old: old.hashes.certificate, new: new.hashes.certificate },
        statement: Pair { old: old.hashes.statement, new: new.hashes.statement },
        spec: declarations::spec(&old, &new),
        theory: declarations::theory(&old, &new),
        program: declarations::program(&old, &new),
        derivations,
        conditions,
        lemmas: declarations::lemmas(&old, &new),
        assumptions: declarations::assumptions(&old, &new),
        weakest: Pair { old: old.weakest_evidence(), new: new.weakest_evidence() },
        weakened,
        strengthened,
        coverage_given_up,
        coverage_regained,
    })
}

/// A claim, as certificates of it are matched.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ClaimId {
    /// Base name of the source file.
    pub file: String,
    /// Name of the function.
    pub claim: String,
}

impl ClaimId {
    /// The claim of a certificate.
    pub fn of(file: &CertificateFile) -> Self {
        ClaimId { file: file.source.file.clone(), claim: file.claim_name().to_owned() }
    }
}

/// What changed between two sets of certificates.
#[derive(Clone, Debug, Serialize)]
pub struct SetDiff {
    /// Claims that only the new set has.
    pub added: Vec<ClaimId>,
    /// Claims that only the old set has.
    pub removed: Vec<ClaimId>,
    /// Claims that both have, also those without any difference.
    pub claims: Vec<ClaimDiff>,
}

impl SetDiff {
    /// The kinds of differences found, in order.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found: Vec<_> = self.claims.iter().flat_map(ClaimDiff::findings).collect();
        if !self.removed.is_empty() {
            found.push(Finding::Removed);
        }
        if !self.added.is_empty() {
            found.push(Finding::Added);
        }
        found.sort();
        found.dedup();
        found
    }
}

/// Compare two sets of certificates, claim by claim.
///
/// Claims are matched by source file and function. A claim that is left over is matched by the
/// function alone if only one on each side has that name: the file was renamed.
pub fn diff_sets(old: &[Side<'_>], new: &[Side<'_>]) -> Result<SetDiff, StructureError> {
    let index = |sides: &[Side<'_>]| {
        let mut by_id: BTreeMap<ClaimId, Vec<usize>> = BTreeMap::new();
        for (i, side) in sides.iter().enumerate() {
            by_id.entry(ClaimId::of(side.file)).or_default().push(i);
        }
        by_id
    };
    let (mut old_ids, mut new_ids) = (index(old), index(new));
    let mut matched: Vec<(ClaimId, usize, usize)> = Vec::new();
    for (id, news) in &mut new_ids {
        let olds = old_ids.entry(id.clone()).or_default();
        while let (Some(&o), Some(&n)) = (olds.first(), news.first()) {
            olds.remove(0);
            news.remove(0);
            matched.push((id.clone(), o, n));
        }
    }
    let left = |ids: BTreeMap<ClaimId, Vec<usize>>| {
        let mut by_claim: BTreeMap<String, Vec<(ClaimId, usize)>> = BTreeMap::new();
        for (id, sides) in ids {
            let entry = by_claim.entry(id.claim.clone());
            let list = entry.or_default();
            list.extend(sides.into_iter().map(|side| (id.clone(), side)));
        }
        by_claim
    };
    let (mut old_left, mut new_left) = (left(old_ids), left(new_ids));
    for (claim, news) in &mut new_left {
        let Some(olds) = old_left.get_mut(claim) else {
            continue;
        };
        if let ([(_, o)], [(id, n)]) = (olds.as_slice(), news.as_slice()) {
            matched.push((id.clone(), *o, *n));
            olds.clear();
            news.clear();
        }
    }
    matched.sort();
    let ids = |left: BTreeMap<String, Vec<(ClaimId, usize)>>| {
        let mut ids: Vec<_> = left.into_values().flatten().map(|(id, _)| id).collect();
        ids.sort();
        ids
    };
    let claims = matched.into_iter().map(|(_, o, n)| diff_claim(old[o], new[n])).collect::<Result<_, _>>()?;
    Ok(SetDiff { added: ids(new_left), removed: ids(old_left), claims })
}

/// A side with its hashes.
struct Hashed<'a> {
    side: Side<'a>,
    statement: &'a Statement,
    proof: &'a Proof,
    hashes: Hashes,
}

impl<'a> Hashed<'a> {
    fn new(side: Side<'a>) -> Result<Self, StructureError> {
        let certificate = &side.file.certificate;
        Ok(Hashed {
            side,
            statement: &certificate.statement,
            proof: &certificate.proof,
            hashes: Hashes::of(certificate)?,
        })
    }

    fn node(&self, node: NodeRef) -> Option<&'a NodeRow> {
        self.proof.nodes.get(node.0 as usize)
    }

    /// Of the nodes that the derivations reach.
    fn weakest_evidence(&self) -> Option<EvidenceKind> {
        let reached = derivation::reached(self.proof);
        let nodes = self.proof.nodes.iter().zip(reached);
        nodes.filter(|(_, reached)| *reached).filter_map(|(node, _)| evidence_kind(node)).min()
    }
}

fn evidence_kind(node: &NodeRow) -> Option<EvidenceKind> {
    crate::log::evidence_of(node).map(EvidenceKind::of)
}

/// Match declarations by name; those with the same name in order. The result is ordered by name.
fn by_name<'a, T: 'a>(rows: impl Iterator<Item = (&'a str, T)>) -> BTreeMap<(&'a str, usize), T> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut map = BTreeMap::new();
    for (name, row) in rows {
        let count = counts.entry(name).or_default();
        map.insert((name, *count), row);
        *count += 1;
    }
    map
}

/// All keys of two maps, with what each map has for them.
fn joined<'m, K: Ord + Clone, T>(
    old: &'m BTreeMap<K, T>,
    new: &'m BTreeMap<K, T>,
) -> Vec<(K, Option<&'m T>, Option<&'m T>)> {
    let keys: std::collections::BTreeSet<&K> = old.keys().chain(new.keys()).collect();
    keys.into_iter().map(|key| (key.clone(), old.get(key), new.get(key))).collect()
}
