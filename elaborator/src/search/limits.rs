//! Limits of the search. Counts, not times, decide what is tried, so that a verdict does not
//! depend on the machine; time only ends a search that would not end.

use std::path::PathBuf;

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
    /// Milliseconds per condition, as a last resort.
    pub total_milliseconds: u64,
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
    /// Milliseconds for each question to it.
    pub second_solver_milliseconds: u64,
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
            total_milliseconds: 20_000,
            log_queries: false,
            max_nodes: 20_000,
            nodes_per_instance: 100,
            induction: true,
            second_solver: None,
            second_solver_milliseconds: 10_000,
        }
    }
}

impl Limits {
    /// Limits of the searches that prove a condition by induction: there are many of them, and
    /// each is about one constructor.
    #[must_use]
    pub fn for_induction(&self) -> Limits {
        Limits {
            max_instances: self.max_instances.min(1_000),
            rounds: self.rounds.min(7),
            query_resources: self.query_resources.min(10_000_000),
            total_milliseconds: self.total_milliseconds.min(5_000),
            max_nodes: self.max_nodes.min(10_000),
            ..self.clone()
        }
    }
}
