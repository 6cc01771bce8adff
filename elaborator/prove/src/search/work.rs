//! What a search for evidence spends, counted.
//!
//! One counter for everything that one sequent costs: instances, matching, unification, nodes of
//! the proof, and Z3's own units at a rate of exchange. The charges are rough; what matters is
//! that they are the same on every machine, and that nothing that can take long is free.

use covenant_budget::Deadline;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// A budget of the search that ran out. What it stopped may have been the way to a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Budget {
    /// [`Limits::max_instances`](super::limits::Limits::max_instances).
    Instances(u64),
    /// [`Limits::witness_steps`](super::limits::Limits::witness_steps).
    Witnesses(u64),
    /// [`Limits::work`](super::limits::Limits::work).
    Work(u64),
    /// [`Limits::query_resources`](super::limits::Limits::query_resources).
    Query(u64),
    /// [`Limits::max_nodes`](super::limits::Limits::max_nodes).
    Nodes(u64),
    /// Steps of the search for a missing value.
    Missing(u64),
}

impl Budget {
    /// The name that is used in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Budget::Instances(_) => "instances",
            Budget::Witnesses(_) => "witness-steps",
            Budget::Work(_) => "search-steps",
            Budget::Query(_) => "query-resources",
            Budget::Nodes(_) => "proof-nodes",
            Budget::Missing(_) => "value-steps",
        }
    }

    /// How much there was.
    #[must_use]
    pub fn limit(self) -> u64 {
        match self {
            Budget::Instances(n)
            | Budget::Witnesses(n)
            | Budget::Work(n)
            | Budget::Query(n)
            | Budget::Nodes(n)
            | Budget::Missing(n) => n,
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self {
            Budget::Instances(_) => "instances of a condition",
            Budget::Witnesses(_) => "steps of looking for a witness",
            Budget::Work(_) => "steps of the search for a proof of a condition",
            Budget::Query(_) => "resource units of a query to Z3",
            Budget::Nodes(_) => "nodes of a proof",
            Budget::Missing(_) => "steps of the search for a missing value",
        };
        write!(f, "{} {what}", self.limit())
    }
}

/// The counter of one search.
#[derive(Debug)]
pub(super) struct Work {
    spent: Cell<u64>,
    most: u64,
    deadline: Deadline,
    exhausted: RefCell<BTreeSet<Budget>>,
    /// Whether a limit by the clock ended a query that counts nothing.
    cut_short: Cell<bool>,
}

impl Work {
    pub(super) fn new(most: u64, deadline: Deadline) -> Work {
        Work {
            spent: Cell::new(0),
            most,
            deadline,
            exhausted: RefCell::new(BTreeSet::new()),
            cut_short: Cell::new(false),
        }
    }

    pub(super) fn spend(&self, steps: u64) {
        self.spent.set(self.spent.get().saturating_add(steps));
    }

    pub(super) fn spend_for(&self, things: usize) {
        self.spend(u64::try_from(things).unwrap_or(u64::MAX));
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Whether the search has to end. Whoever asks ends it if so.
    pub(super) fn over(&self) -> bool {
        if self.spent.get() > self.most {
            self.exhaust(Budget::Work(self.most));
            return true;
        }
        self.deadline.passed()
    }

    /// What is left of the time, if it is limited.
    pub(super) fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// A budget ran out.
    pub(super) fn exhaust(&self, budget: Budget) {
        self.exhausted.borrow_mut().insert(budget);
    }

    pub(super) fn exhausted(&self) -> BTreeSet<Budget> {
        self.exhausted.borrow().clone()
    }

    /// A limit by the clock other than the deadline ended a query.
    pub(super) fn cut_short(&self) {
        self.cut_short.set(true);
    }

    pub(super) fn was_cut_short(&self) -> bool {
        self.cut_short.get()
    }

    /// Why the search ended, in words.
    pub(super) fn why(&self) -> String {
        if self.spent.get() > self.most {
            format!("its {} are used up", Budget::Work(self.most))
        } else {
            "the time limit was reached (--timeout, --condition-timeout or --total)".to_owned()
        }
    }
}
