//! How to check: budgets, threads, what is remembered.

use covenant_exercise::Plan;
use covenant_prove::search::limits::Limits;
use covenant_prove::second_solver;
use covenant_remember::Memory;
use std::time::Duration;

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits of the search for evidence.
    pub limits: Limits,
    /// Check only this claim.
    pub claim: Option<String>,
    /// Threads; 0 for one per core.
    pub jobs: usize,
    /// Steps of looking for a missing value when a claim is not proved; zero for not at all.
    pub missing_steps: u64,
    /// Steps of looking for values at which a lemma, an axiom or an assumed signature is false.
    pub fact_steps: u64,
    /// How much is tried where a claim says what is returned *only*.
    pub test: Plan,
    /// An outer limit for each claim, by the clock. Where verdicts are compared there is none.
    pub timeout: Option<Duration>,
    /// Guess lemmas from templates when the stated ones are not enough.
    pub guess_lemmas: bool,
    /// Where earlier runs left what they found. What it says is checked again.
    pub memory: Option<Memory>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            limits: Limits {
                log_queries: true,
                second_solver: second_solver::installed(),
                ..Limits::default()
            },
            claim: None,
            jobs: 0,
            missing_steps: 2_000_000,
            fact_steps: 60_000,
            test: Plan::default(),
            timeout: None,
            guess_lemmas: true,
            memory: None,
        }
    }
}

impl Options {
    /// So many times the budgets.
    #[must_use]
    pub fn with_effort(self, effort: u32) -> Options {
        let times = u64::from(effort);
        Options {
            limits: self.limits.times(effort),
            missing_steps: self.missing_steps.saturating_mul(times),
            fact_steps: self.fact_steps.saturating_mul(times),
            test: self.test.times(effort),
            ..self
        }
    }

    /// The limits of an execution.
    pub(crate) fn run_limits(&self, steps: u64) -> covenant_execute::Limits {
        covenant_execute::Limits {
            deadline: self.limits.deadline.clone(),
            ..covenant_execute::Limits::with_steps(steps)
        }
    }
}
