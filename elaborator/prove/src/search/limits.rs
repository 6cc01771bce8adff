//! Limits of the search. Counts, not times, decide what is tried, so that a verdict does not
//! depend on the machine or on what else it does.

use covenant_budget::Deadline;
use std::path::PathBuf;
use std::time::Duration;

/// Limits of one search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Ground instances per condition.
    pub max_instances: usize,
    /// Rounds of instantiation, each followed by a query.
    pub rounds: usize,
    /// How deep definitions are unfolded from the terms of the condition.
    pub unfold_depth: u32,
    /// How many case splits a variable may be away from the condition's own variables.
    pub split_depth: u32,
    /// Steps of one witness search.
    pub witness_steps: u32,
    /// Z3 resource units per query.
    pub query_resources: u32,
    /// Megabytes that Z3 may use.
    pub memory_megabytes: u32,
    /// Steps of one search, everything together.
    pub work: u64,
    /// The outer limit by the clock.
    pub deadline: Deadline,
    /// An outer limit by the clock for each condition.
    pub condition_time: Option<Duration>,
    /// Whether to keep the text of refuted queries.
    pub log_queries: bool,
    /// Nodes of a proof tree.
    pub max_nodes: usize,
    /// The same for each instance that the refutation needs, if that is more: a large condition
    /// has a large proof.
    pub nodes_per_instance: usize,
    /// Whether a condition that nothing else proves is tried by induction. That takes many times
    /// as long, and for nothing if the claim is false.
    pub induction: bool,
    /// A solver other than Z3, to be asked where no proof is built: a program that reads SMT-LIB.
    pub second_solver: Option<PathBuf>,
    /// Units for each question to it, as cvc5 counts them.
    pub second_solver_resources: u64,
    /// Seconds for each question to it, for a program that counts nothing.
    pub second_solver_seconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_instances: 1500,
            rounds: 7,
            unfold_depth: 5,
            split_depth: 2,
            witness_steps: 4000,
            query_resources: 20_000_000,
            memory_megabytes: 2_000,
            work: 4_000_000,
            deadline: Deadline::NEVER,
            condition_time: None,
            log_queries: false,
            max_nodes: 20_000,
            nodes_per_instance: 100,
            induction: true,
            second_solver: None,
            second_solver_resources: 2_000_000,
            second_solver_seconds: 600,
        }
    }
}

impl Limits {
    /// So many times the budgets.
    #[must_use]
    pub fn times(&self, effort: u32) -> Limits {
        let count = |n: usize| n.saturating_mul(usize::try_from(effort).unwrap_or(usize::MAX));
        let units = |n: u64| n.saturating_mul(u64::from(effort));
        Limits {
            max_instances: count(self.max_instances),
            witness_steps: self.witness_steps.saturating_mul(effort),
            query_resources: self.query_resources.saturating_mul(effort),
            work: units(self.work),
            max_nodes: count(self.max_nodes),
            nodes_per_instance: count(self.nodes_per_instance),
            second_solver_resources: units(self.second_solver_resources),
            ..self.clone()
        }
    }

    /// For values whose parts are looked at one after the other, many of them: a trace of ten events is taken apart ten
    /// times. Most conditions need no such depth, and are refuted later with it.
    #[must_use]
    pub fn deeper(&self) -> Limits {
        Limits { split_depth: 12, rounds: self.rounds + 12, ..self.clone() }
    }

    /// The limits of one condition, from now on.
    #[must_use]
    pub fn of_a_condition(&self) -> Limits {
        Limits { deadline: self.deadline.part(self.condition_time), ..self.clone() }
    }

    /// Limits of the searches that prove a condition by induction: there are many of them, and
    /// each is about one constructor.
    #[must_use]
    pub fn for_induction(&self) -> Limits {
        Limits {
            max_instances: self.max_instances.min(1_000),
            rounds: self.rounds.min(7),
            query_resources: self.query_resources.min(10_000_000),
            work: (self.work / 4).max(1),
            max_nodes: self.max_nodes.min(10_000),
            ..self.clone()
        }
    }
}
