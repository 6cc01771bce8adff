//! Derivations side by side, aligned by node hash.
//!
//! Equal hashes mean equal sub-derivations, which fold into one row. Where hashes differ, nodes
//! of the same rule (or of rules that can stand for each other, as `TSub` for `TEq`) are put
//! beside each other and their premises are compared in turn. Alternatives under `TMerge` are
//! a set: they are matched by hash first, then by the branch that they are for, so that a new
//! branch shows as one added alternative. Rules that leave their subject as it is (`TSub`,
//! `TGuard`, ..) may have been put around a node or taken away.
//!
//! Rejected: minimal tree edit distance. It is cubic, and what it calls minimal is seldom what
//! was edited.
//!
//! Derivations can be deep and can share rows, so the walk has its own stack, a pair of
//! nodes is opened once, and there is a limit on the rows of the result.

use std::collections::{HashMap, HashSet, VecDeque};

use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;
use serde::Serialize;

use super::node::{self, NodeDelta, family, premises, wrapped};
use super::{Hashed, Pair, by_name, joined};
use crate::content_hash::ContentHash;

/// Rows of one derivation's diff beyond which they are not listed.
const MAX_ROWS: usize = 100_000;
/// Pairs of nodes beyond which no further ones are compared in detail. Only derivations that
/// share rows on purpose have so many; the rest of them counts as gone and come.
const MAX_PAIRS: usize = 2_000_000;
/// How far a rule that was put around a node, or taken away, is looked for.
const MAX_WRAPPERS: usize = 16;

/// How the derivation of one function changed.
#[derive(Clone, Debug, Serialize)]
pub struct DerivationDiff {
    /// Name of the function.
    pub global: String,
    /// Root before.
    pub old: Option<NodeRef>,
    /// Root now.
    pub new: Option<NodeRef>,
    /// Rows in the order of a tree: each is followed by those below it.
    pub rows: Vec<DiffRow>,
    /// There were more rows than are listed. What they say is in the other parts of the diff.
    pub cut: bool,
}

/// A row of a derivation's diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiffRow {
    /// Distance from the root.
    pub depth: u32,
    /// The row that this one is below.
    pub parent: Option<u32>,
    /// What happened here.
    #[serde(flatten)]
    pub change: Change,
}

/// What happened at a place of a derivation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// Nothing, here or below; folded.
    Same {
        /// Before.
        old: NodeRef,
        /// Now.
        new: NodeRef,
        /// Number of nodes folded, counted once for each use.
        nodes: u64,
    },
    /// The node is different, or something below is (`what` is empty then).
    Changed {
        /// Before.
        old: NodeRef,
        /// Now.
        new: NodeRef,
        /// What is different about the node itself.
        what: Vec<NodeDelta>,
    },
    /// Alternatives that are merged; they follow.
    Merged {
        /// Before.
        old: NodeRef,
        /// Now.
        new: NodeRef,
    },
    /// A node was put around what follows.
    Wrapped {
        /// The node.
        new: NodeRef,
    },
    /// A node around what follows was taken away.
    Unwrapped {
        /// The node.
        old: NodeRef,
    },
    /// A sub-derivation came.
    Added {
        /// Its root.
        new: NodeRef,
        /// Number of its nodes.
        nodes: u64,
    },
    /// A sub-derivation went.
    Removed {
        /// Its root.
        old: NodeRef,
        /// Number of its nodes.
        nodes: u64,
    },
    /// The same two nodes are compared at an earlier row.
    Repeated {
        /// Before.
        old: NodeRef,
        /// Now.
        new: NodeRef,
        /// The earlier row.
        row: u32,
    },
}

/// Which nodes were put beside each other.
#[derive(Default)]
pub(super) struct Alignment {
    /// Nodes beside each other, equal or not.
    pub pairs: Vec<Pair<NodeRef>>,
    /// Nodes that came.
    pub added: Vec<NodeRef>,
    /// Nodes that went.
    pub removed: Vec<NodeRef>,
}

/// Compare the derivations of all functions.
pub(super) fn diff(old: &Hashed<'_>, new: &Hashed<'_>) -> (Vec<DerivationDiff>, Alignment) {
    let roots = |side: &Hashed<'_>| {
        let names = side.statement.globals.iter().map(|g| g.name.clone());
        let derivations = side.proof.derivations.iter().copied();
        names.zip(derivations).filter_map(|(name, node)| Some((name, node?))).collect::<Vec<_>>()
    };
    let (old_roots, new_roots) = (roots(old), roots(new));
    let olds = by_name(old_roots.iter().map(|(name, node)| (name.as_str(), *node)));
    let news = by_name(new_roots.iter().map(|(name, node)| (name.as_str(), *node)));
    let mut aligner = Aligner::new(old, new);
    let mut diffs = Vec::new();
    for ((name, _), old_root, new_root) in joined(&olds, &news) {
        let task = match (old_root.copied(), new_root.copied()) {
            (Some(old), Some(new)) => Task::Align(old, new),
            (None, Some(new)) => Task::Add(new),
            (Some(old), None) => Task::Remove(old),
            (None, None) => continue,
        };
        let (rows, cut) = aligner.run(task);
        if !matches!(rows.as_slice(), [DiffRow { change: Change::Same { .. }, .. }]) {
            diffs.push(DerivationDiff {
                global: name.to_owned(),
                old: old_root.copied(),
                new: new_root.copied(),
                rows,
                cut,
            });
        }
    }
    (diffs, aligner.finish())
}

/// For each node, whether a derivation uses it.
pub(super) fn reached(proof: &Proof) -> Vec<bool> {
    let mut reached = vec![false; proof.nodes.len()];
    for root in proof.derivations.iter().flatten() {
        reached[root.0 as usize] = true;
    }
    // Premises come before their conclusions.
    for i in (0..proof.nodes.len()).rev() {
        if reached[i] {
            for premise in premises(&proof.nodes[i]) {
                reached[premise.0 as usize] = true;
            }
        }
    }
    reached
}

/// For each node, the number of nodes in its sub-derivation, counted once for each use.
fn sizes(proof: &Proof) -> Vec<u64> {
    let mut sizes: Vec<u64> = Vec::with_capacity(proof.nodes.len());
    for node in &proof.nodes {
        let below = premises(node)
            .into_iter()
            .fold(1u64, |sum, premise| sum.saturating_add(sizes[premise.0 as usize]));
        sizes.push(below);
    }
    sizes
}

enum Task {
    Align(NodeRef, NodeRef),
    Add(NodeRef),
    Remove(NodeRef),
}

struct Aligner<'a> {
    old: &'a Hashed<'a>,
    new: &'a Hashed<'a>,
    old_sizes: Vec<u64>,
    new_sizes: Vec<u64>,
    /// Roots of sub-derivations that are equal, that came, that went.
    equal: Vec<(NodeRef, NodeRef)>,
    added: Vec<NodeRef>,
    removed: Vec<NodeRef>,
    alignment: Alignment,
}

impl<'a> Aligner<'a> {
    fn new(old: &'a Hashed<'a>, new: &'a Hashed<'a>) -> Self {
        Aligner {
            old,
            new,
            old_sizes: sizes(old.proof),
            new_sizes: sizes(new.proof),
            equal: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            alignment: Alignment::default(),
        }
    }

    fn old_row(&self, node: NodeRef) -> &'a NodeRow {
        &self.old.proof.nodes[node.0 as usize]
    }

    fn new_row(&self, node: NodeRef) -> &'a NodeRow {
        &self.new.proof.nodes[node.0 as usize]
    }

    fn old_hash(&self, node: NodeRef) -> ContentHash {
        self.old.hashes.nodes[node.0 as usize]
    }

    fn new_hash(&self, node: NodeRef) -> ContentHash {
        self.new.hashes.nodes[node.0 as usize]
    }

    fn run(&mut self, task: Task) -> (Vec<DiffRow>, bool) {
        let mut rows: Vec<DiffRow> = Vec::new();
        let mut opened: HashMap<(NodeRef, NodeRef), u32> = HashMap::new();
        let mut stack = vec![(task, 0u32, None)];
        let mut cut = false;
        while let Some((task, depth, parent)) = stack.pop() {
            let number = crate::structure::to_u32(rows.len());
            let (change, below) = match task {
                Task::Add(new) => {
                    self.added.push(new);
                    let nodes = self.new_sizes[new.0 as usize];
                    (Change::Added { new, nodes }, Vec::new())
                }
                Task::Remove(old) => {
                    self.removed.push(old);
                    let nodes = self.old_sizes[old.0 as usize];
                    (Change::Removed { old, nodes }, Vec::new())
                }
                Task::Align(old, new) if self.old_hash(old) == self.new_hash(new) => {
                    self.equal.push((old, new));
                    let nodes = self.old_sizes[old.0 as usize];
                    (Change::Same { old, new, nodes }, Vec::new())
                }
                Task::Align(old, new) => match opened.get(&(old, new)) {
                    Some(&row) => (Change::Repeated { old, new, row }, Vec::new()),
                    None => {
                        let in_detail = opened.len() < MAX_PAIRS;
                        opened.insert((old, new), number);
                        match in_detail.then(|| self.open(old, new)).flatten() {
                            Some(opened) => opened,
                            None => {
                                // Nothing in common: one goes and the other comes.
                                stack.push((Task::Add(new), depth, parent));
                                stack.push((Task::Remove(old), depth, parent));
                                continue;
                            }
                        }
                    }
                },
            };
            if rows.len() < MAX_ROWS {
                rows.push(DiffRow { depth, parent, change });
            } else {
                cut = true;
            }
            let below = below.into_iter().rev();
            stack.extend(below.map(|task| (task, depth.saturating_add(1), Some(number))));
        }
        (rows, cut)
    }

    /// What happened at two nodes with different hashes, and what to compare below.
    fn open(&mut self, old: NodeRef, new: NodeRef) -> Option<(Change, Vec<Task>)> {
        let (old_row, new_row) = (self.old_row(old), self.new_row(new));
        if self.is_wrapped_in(new, |aligner, inner| aligner.new_hash(inner) == aligner.old_hash(old)) {
            return Some(self.wrap(old, new));
        }
        if self.is_unwrapped_from(old, |aligner, inner| aligner.old_hash(inner) == aligner.new_hash(new)) {
            return Some(self.unwrap(old, new));
        }
        let merges = |row: &NodeRow| matches!(row, NodeRow::TMerge(..));
        match (merges(old_row), merges(new_row)) {
            (true, false) if self.is_wrapped_in(new, |a, inner| merges(a.new_row(inner))) => {
                return Some(self.wrap(old, new));
            }
            (false, true) if self.is_unwrapped_from(old, |a, inner| merges(a.old_row(inner))) => {
                return Some(self.unwrap(old, new));
            }
            (false, false) => {}
            _ => return Some((Change::Merged { old, new }, self.alternatives(old, new))),
        }
        if family(old_row) == family(new_row) {
            return Some(self.beside(old, new));
        }
        match (wrapped(old_row), wrapped(new_row)) {
            (None, Some(_)) => Some(self.wrap(old, new)),
            (Some(_), None) => Some(self.unwrap(old, new)),
            (Some(_), Some(_)) => {
                let (old_family, new_family) = (family(old_row), family(new_row));
                let in_new =
                    self.is_wrapped_in(new, |aligner, inner| family(aligner.new_row(inner)) == old_family);
                if in_new {
                    return Some(self.wrap(old, new));
                }
                let in_old = self
                    .is_unwrapped_from(old, |aligner, inner| family(aligner.old_row(inner)) == new_family);
                Some(if in_old { self.unwrap(old, new) } else { self.beside(old, new) })
            }
            (None, None) => None,
        }
    }

    fn is_wrapped_in(&self, outer: NodeRef, wanted: impl Fn(&Self, NodeRef) -> bool) -> bool {
        std::iter::successors(wrapped(self.new_row(outer)), |inner| wrapped(self.new_row(*inner)))
            .take(MAX_WRAPPERS)
            .any(|inner| wanted(self, inner))
    }

    fn is_unwrapped_from(&self, outer: NodeRef, wanted: impl Fn(&Self, NodeRef) -> bool) -> bool {
        std::iter::successors(wrapped(self.old_row(outer)), |inner| wrapped(self.old_row(*inner)))
            .take(MAX_WRAPPERS)
            .any(|inner| wanted(self, inner))
    }

    fn wrap(&mut self, old: NodeRef, new: NodeRef) -> (Change, Vec<Task>) {
        self.alignment.added.push(new);
        let below = wrapped(self.new_row(new)).map(|inner| Task::Align(old, inner));
        (Change::Wrapped { new }, below.into_iter().collect())
    }

    fn unwrap(&mut self, old: NodeRef, new: NodeRef) -> (Change, Vec<Task>) {
        self.alignment.removed.push(old);
        let below = wrapped(self.old_row(old)).map(|inner| Task::Align(inner, new));
        (Change::Unwrapped { old }, below.into_iter().collect())
    }

    /// Put two nodes beside each other, and their premises in order.
    fn beside(&mut self, old: NodeRef, new: NodeRef) -> (Change, Vec<Task>) {
        self.alignment.pairs.push(Pair { old, new });
        let olds = premises(self.old_row(old));
        let news = premises(self.new_row(new));
        let mut tasks: Vec<Task> = olds.iter().zip(&news).map(|(old, new)| Task::Align(*old, *new)).collect();
        tasks.extend(olds.iter().skip(news.len()).copied().map(Task::Remove));
        tasks.extend(news.iter().skip(olds.len()).copied().map(Task::Add));
        let what = node::deltas(self.old_row(old), self.old, self.new_row(new), self.new);
        (Change::Changed { old, new, what }, tasks)
    }

    /// Match the alternatives of two merges, in the order of the new ones.
    fn alternatives(&mut self, old: NodeRef, new: NodeRef) -> Vec<Task> {
        let olds = alternatives(self.old.proof, old);
        let news = alternatives(self.new.proof, new);
        let mut partner: Vec<Option<NodeRef>> = vec![None; news.len()];
        let mut free = vec![true; olds.len()];
        // Equal alternatives first, then those for the same branch, then those of like rules.
        for key in [Key::hash, Key::subject, Key::family] {
            let mut waiting: HashMap<Key, VecDeque<usize>> = HashMap::new();
            for (i, node) in olds.iter().enumerate().filter(|(i, _)| free[*i]) {
                waiting.entry(key(self.old, *node)).or_default().push_back(i);
            }
            for (node, partner) in news.iter().zip(&mut partner) {
                if partner.is_none()
                    && let Some(i) = waiting.get_mut(&key(self.new, *node)).and_then(VecDeque::pop_front)
                {
                    free[i] = false;
                    *partner = Some(olds[i]);
                }
            }
        }
        let mut tasks: Vec<Task> = news
            .iter()
            .zip(partner)
            .map(|(&new, old)| match old {
                Some(old) => Task::Align(old, new),
                None => Task::Add(new),
            })
            .collect();
        let gone = olds.iter().zip(free).filter(|(_, free)| *free);
        tasks.extend(gone.map(|(&old, _)| Task::Remove(old)));
        tasks
    }

    /// Nodes inside equal, added and removed sub-derivations, each once.
    fn finish(mut self) -> Alignment {
        let mut seen = HashSet::new();
        let mut stack = std::mem::take(&mut self.equal);
        while let Some((old, new)) = stack.pop() {
            if seen.insert((old, new)) {
                self.alignment.pairs.push(Pair { old, new });
                let olds = premises(self.old_row(old));
                stack.extend(olds.into_iter().zip(premises(self.new_row(new))));
            }
        }
        let below = |proof: &Proof, roots: Vec<NodeRef>, all: &mut Vec<NodeRef>| {
            let mut seen = HashSet::new();
            let mut stack = roots;
            while let Some(node) = stack.pop() {
                if seen.insert(node) {
                    all.push(node);
                    stack.extend(premises(&proof.nodes[node.0 as usize]));
                }
            }
        };
        below(self.new.proof, self.added, &mut self.alignment.added);
        below(self.old.proof, self.removed, &mut self.alignment.removed);
        let alignment = &mut self.alignment;
        alignment.pairs.sort_by_key(|pair| (pair.new, pair.old));
        alignment.pairs.dedup();
        for list in [&mut alignment.added, &mut alignment.removed] {
            list.sort();
            list.dedup();
        }
        // A shared node can be in two places, one of which stayed.
        let paired: HashSet<_> = alignment.pairs.iter().map(|pair| pair.new).collect();
        alignment.added.retain(|node| !paired.contains(node));
        let paired: HashSet<_> = alignment.pairs.iter().map(|pair| pair.old).collect();
        alignment.removed.retain(|node| !paired.contains(node));
        self.alignment
    }
}

/// How alternatives find each other.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Hash(ContentHash),
    Subject(Option<u32>),
    Family(Rule),
}

impl Key {
    fn hash(side: &Hashed<'_>, node: NodeRef) -> Self {
        Key::Hash(side.hashes.nodes[node.0 as usize])
    }

    fn subject(side: &Hashed<'_>, node: NodeRef) -> Self {
        Key::Subject(subject(side.proof, node))
    }

    fn family(side: &Hashed<'_>, node: NodeRef) -> Self {
        Key::Family(family(&side.proof.nodes[node.0 as usize]))
    }
}

/// The derivations that `TMerge`s join, from left to right.
fn alternatives(proof: &Proof, node: NodeRef) -> Vec<NodeRef> {
    let mut list = Vec::new();
    let mut stack = vec![node];
    let mut seen = HashSet::new();
    while let Some(node) = stack.pop() {
        match &proof.nodes[node.0 as usize] {
            NodeRow::TMerge(left, right) => {
                // Uniting coverage with itself adds nothing, and could be done very often.
                if seen.insert(node) {
                    stack.push(*right);
                    stack.push(*left);
                }
            }
            _ => list.push(node),
        }
    }
    list
}

/// The branch of a match that an alternative is for, behind what may be around it.
fn subject(proof: &Proof, node: NodeRef) -> Option<u32> {
    let chain = std::iter::successors(Some(node), |node| wrapped(&proof.nodes[node.0 as usize]));
    for node in chain.take(MAX_WRAPPERS) {
        match &proof.nodes[node.0 as usize] {
            NodeRow::TMatch(branch, _) => return Some(*branch),
            NodeRow::TLetE(_, body) | NodeRow::TLetV(_, body) => {
                if let NodeRow::TMatch(branch, _) = &proof.nodes[body.0 as usize] {
                    return Some(*branch);
                }
            }
            _ => {}
        }
    }
    None
}
