//! Runs a table of the kernel's cases through the exporter and Rocq.

use crate::builder::Builder;
use covenant_certificates::{CertificateFile, Meta, SolverLog, SourceMap};
use covenant_coq_export::{Exported, Outcome, Rocq, export};
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::rules::Rule;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

/// Certificates of a table that the exporter lets through and Rocq has to refuse; more would
/// only take longer. The variable COVENANT_ALL_CASES lifts the limit.
const COMPILED_PER_TABLE: usize = 3;

/// The verdict that the kernel's tests expect. What is inside does not matter here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    Valid,
    Modulo(Vec<Assumption>),
    Declined(Why),
    Node(Rule, Why),
    Step(Rule, Why),
    Lemma(Why),
    In(Table, Why),
    Whole(Why),
}

pub type Case = (&'static str, fn(&Builder) -> Verdict, Expect);

fn rocq() -> &'static Rocq {
    static ROCQ: OnceLock<Rocq> = OnceLock::new();
    ROCQ.get_or_init(|| Rocq::prepare(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a working Rocq"))
}

#[track_caller]
pub fn run(cases: &[Case]) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut wrong = Vec::new();
    let mut compiled = 0;
    let all = std::env::var_os("COVENANT_ALL_CASES").is_some();
    let mut judged = Vec::new();
    for (name, build, expected) in cases {
        let builder = Builder::new();
        build(&builder);
        let file = CertificateFile {
            meta: Meta::default(),
            certificate: builder.certificate(),
            log: SolverLog::default(),
            source: SourceMap::default(),
        };
        let accepted = match expected {
            Expect::Valid | Expect::Modulo(_) => true,
            Expect::Declined(_) => continue,
            _ => false,
        };
        match export(&file) {
            Err(error) if accepted => wrong.push(format!("{name}: not exported: {error}")),
            Err(_) => {}
            Ok(exported) => {
                compiled += usize::from(!accepted);
                if accepted || compiled <= COMPILED_PER_TABLE || all {
                    judged.push((name, expected, exported));
                }
            }
        }
    }
    let exports: Vec<&Exported> = judged.iter().map(|(.., exported)| exported).collect();
    let outcomes =
        rocq().judge(&exports, directory.path(), Duration::from_secs(60)).expect("a session of Rocq");
    assert_eq!(outcomes.len(), judged.len());
    for ((name, expected, _), outcome) in judged.iter().zip(outcomes) {
        let right = match (expected, &outcome) {
            (Expect::Valid, Outcome::Replayed) => true,
            // Rocq may see that an assumption is not used by the theorem.
            (Expect::Modulo(_), Outcome::Replayed | Outcome::ReplayedModulo(_)) => true,
            (Expect::Valid | Expect::Modulo(_), _) => false,
            (_, Outcome::Failed { message, .. }) => !message.contains("Syntax error"),
            // The lines of a leaf are wrong, but what it states is true: `lia` and `congruence`
            // find their own way.
            (expected, Outcome::Replayed) => wrong_lines(expected),
            (_, Outcome::ReplayedModulo(_) | Outcome::TimedOut | Outcome::Ended(_)) => false,
        };
        if !right {
            wrong.push(format!("{name}: kernel {expected:?}, Rocq {outcome:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn wrong_lines(expected: &Expect) -> bool {
    use Why::{BadCoefficient, BadLine, NotAnEquality, NotCongruent, NotRefuted};
    let (Expect::Lemma(why) | Expect::Step(_, why)) = expected else { return false };
    matches!(why, BadCoefficient | BadLine | NotAnEquality | NotCongruent | NotRefuted)
}
