//! What is asked of a search, and what it answers.

use super::step::Step;
use super::work::Budget;
use covenant_kernel::arena::ExprId;
use covenant_kernel::subst::Scope;
use std::collections::BTreeSet;
use std::time::Duration;

/// What has to be proved.
#[derive(Clone, Debug)]
pub struct Sequent {
    /// Variables in scope.
    pub scope: Scope,
    /// Known formulas.
    pub facts: Vec<ExprId>,
    /// The formula to prove.
    pub goal: ExprId,
}

/// What was asked of Z3.
#[derive(Clone, Debug, Default)]
pub struct QueryLog {
    /// Number of queries.
    pub queries: u32,
    /// Time inside Z3.
    pub solver_time: Duration,
    /// Time in all.
    pub total_time: Duration,
    /// Instances that were generated.
    pub instances: usize,
    /// Instances in the core.
    pub core: usize,
    /// The refuted query as SMT-LIB text, if asked for.
    pub text: Option<String>,
    /// ProvisionalNames of the core's assertions in that text.
    pub core_names: Vec<String>,
    /// Budgets that ran out.
    pub exhausted: BTreeSet<Budget>,
    /// Steps that were spent.
    pub steps: u64,
    /// Whether the clock ended a query that counts nothing, or the second solver.
    pub cut_short: bool,
    /// Quantifiers in the sequent: universal, existential.
    pub quantifiers: (u32, u32),
}

impl QueryLog {
    /// Adds what earlier attempts at the same thing asked.
    pub(super) fn add(&mut self, spent: &QueryLog) {
        self.queries += spent.queries;
        self.solver_time += spent.solver_time;
        self.total_time += spent.total_time;
        self.cut_short |= spent.cut_short;
    }
}

/// Where a search got stuck.
#[derive(Clone, Debug, Default)]
pub struct StuckReport {
    /// Goal literals that are false in a model of everything known, one list per alternative.
    pub failing: Vec<Vec<ExprId>>,
    /// Case splits that the model takes: the term and its constructor form.
    pub branch: Vec<(ExprId, ExprId)>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A proof.
    Proved {
        /// The proof tree.
        step: Step,
        /// What was asked of Z3.
        log: QueryLog,
    },
    /// Z3 refutes the negated sequent, but no evidence was built.
    SolverOnly {
        /// What was asked of Z3.
        log: QueryLog,
        /// The goal at which building stopped, if there is one.
        at: Option<ExprId>,
        /// The facts of the branch in which it stopped.
        facts: Vec<ExprId>,
        /// Lemmas that the refutation uses.
        lemmas: BTreeSet<usize>,
    },
    /// A model remains after all instances that the search can think of.
    Stuck {
        /// Where.
        report: StuckReport,
        /// What was asked of Z3.
        log: QueryLog,
    },
    /// A limit was hit or the solver failed.
    Unknown {
        /// Why.
        why: String,
        /// What was asked of Z3.
        log: QueryLog,
    },
}

impl Outcome {
    /// What was asked of Z3.
    #[must_use]
    pub fn log(&self) -> &QueryLog {
        match self {
            Outcome::Proved { log, .. }
            | Outcome::SolverOnly { log, .. }
            | Outcome::Stuck { log, .. }
            | Outcome::Unknown { log, .. } => log,
        }
    }

    pub(super) fn log_mut(&mut self) -> &mut QueryLog {
        match self {
            Outcome::Proved { log, .. }
            | Outcome::SolverOnly { log, .. }
            | Outcome::Stuck { log, .. }
            | Outcome::Unknown { log, .. } => log,
        }
    }
}
