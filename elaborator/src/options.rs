//! How to check: budgets, threads, what is remembered.

use covenant_budget::Deadline;
use covenant_certificates::ContentHash;
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
    /// Check only the claims that fall to this part, counted from 1, of so many.
    pub part: Option<(u32, u32)>,
    /// Steps of looking for a missing value when a claim is not proved; zero for not at all.
    pub missing_steps: u64,
    /// Steps of looking for values at which a lemma, an axiom or an assumed signature is false.
    pub fact_steps: u64,
    /// How much is tried where a claim says what is returned *only*.
    pub test: Plan,
    /// An outer limit for each claim, by the clock. Where verdicts are compared there is none.
    pub timeout: Option<Duration>,
    /// An outer limit for everything together, by the clock.
    pub total: Deadline,
    /// Guess lemmas from templates when the stated ones are not enough.
    pub guess_lemmas: bool,
    /// Where earlier runs left what they found. What it says is checked again.
    pub memory: Option<Memory>,
    /// Whoever asks takes certificates as they are found; the report at the end has none.
    pub certificates_are_told: bool,
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
            part: None,
            jobs: 0,
            missing_steps: 2_000_000,
            fact_steps: 60_000,
            test: Plan::default(),
            timeout: None,
            total: Deadline::NEVER,
            guess_lemmas: true,
            memory: None,
            certificates_are_told: false,
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

    /// Whether the claim about this function of this file is to be checked.
    #[must_use]
    pub fn wants(&self, file: &str, claim: &str) -> bool {
        let by_name = self.claim.as_ref().is_none_or(|wanted| wanted == claim);
        by_name && self.part.is_none_or(|(part, of)| part == part_of(file, claim, of))
    }

    /// The limits of an execution.
    pub(crate) fn run_limits(&self, steps: u64) -> covenant_execute::Limits {
        covenant_execute::Limits {
            deadline: self.limits.deadline.clone(),
            ..covenant_execute::Limits::with_steps(steps)
        }
    }
}

/// The part that a claim falls to. It depends on the names alone, so that it is the same on every machine.
fn part_of(file: &str, claim: &str, of: u32) -> u32 {
    let hash = ContentHash::of_bytes(format!("{file}\n{claim}").as_bytes()).to_string();
    let number = hash.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    number % of.max(1) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_falls_to_one_part() {
        let in_part = |part: u32, claim: &str| {
            Options { part: Some((part, 3)), ..Options::default() }.wants("a.ml", claim)
        };
        let names: Vec<String> = (0..60).map(|n| format!("f{n}")).collect();
        for name in &names {
            assert_eq!((1..=3).filter(|part| in_part(*part, name)).count(), 1, "{name}");
        }
        for part in 1..=3 {
            assert!(names.iter().filter(|name| in_part(part, name)).count() >= 10);
        }
    }
}
