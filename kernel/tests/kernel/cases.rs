//! Tables of cases: a name, a certificate, and the exact verdict that it must get.

use crate::builder::Builder;
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::{At, Owner, Table, Why};
use covenant_kernel::rules::Rule;

/// The verdict that a case must get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    Valid,
    Modulo(Vec<Assumption>),
    Declined(Why),
    /// Rejected at a node of this rule.
    Node(Rule, Why),
    /// Rejected inside the evidence of a node of this rule.
    Step(Rule, Why),
    /// Rejected inside the proof of a lemma.
    Lemma(Why),
    /// Rejected in an input table.
    In(Table, Why),
    /// Rejected as a whole.
    Whole(Why),
}

impl Expect {
    fn of(verdict: Verdict) -> Expect {
        match verdict {
            Verdict::Valid => Expect::Valid,
            Verdict::ValidModulo(assumptions) => Expect::Modulo(assumptions),
            Verdict::Declined(why) => Expect::Declined(why),
            Verdict::Reject { at, rule, why } => match (at, rule) {
                (At::Node(_), Some(rule)) => Expect::Node(rule, why),
                (At::Step(Owner::Node(_), _), Some(rule)) => Expect::Step(rule, why),
                (At::Step(Owner::Lemma(_), _), None) => Expect::Lemma(why),
                (At::Table(table, _), None) => Expect::In(table, why),
                (At::Statement, None) => Expect::Whole(why),
                (at, rule) => panic!("{at:?} with rule {rule:?}"),
            },
        }
    }

    fn accepts(&self) -> bool {
        matches!(self, Expect::Valid | Expect::Modulo(_))
    }
}

/// A case.
pub type Case = (&'static str, fn(&Builder) -> Verdict, Expect);

/// Runs a table; there must be more cases that reject than cases that accept.
#[track_caller]
pub fn run(cases: &[Case]) {
    let mut wrong = Vec::new();
    for (name, build, expected) in cases {
        let got = Expect::of(build(&Builder::new()));
        if got != *expected {
            wrong.push(format!("{name}: expected {expected:?}, got {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let accepting = cases.iter().filter(|c| c.2.accepts()).count();
    assert!(accepting > 0 && cases.len() > 2 * accepting, "{accepting} of {} accept", cases.len());
}
