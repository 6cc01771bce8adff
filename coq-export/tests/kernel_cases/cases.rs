//! Runs a table of the kernel's cases through the exporter and Rocq.

use crate::builder::Builder;
use covenant_certificates::{CertificateFile, Meta, SolverLog, SourceMap};
use covenant_coq_export::{Outcome, Rocq, export};
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
    for (name, build, expected) in cases {
        let builder = Builder::new();
        build(&builder);
        let file = CertificateFile {
            meta: Meta::default(),
            certificate: builder.certificate(),
            log: SolverLog::default(),
            source: SourceMap::default(),
        };
        let wanted = match expected {
            Expect::Valid => Some(false),
            Expect::Modulo(_) => Some(true),
            Expect::Declined(_) => continue,
            _ => None,
        };
        let got = match export(&file) {
            Err(error) => Err(error.to_string()),
            Ok(exported) => {
                compiled += usize::from(wanted.is_none());
                if wanted.is_none() && compiled > COMPILED_PER_TABLE && !all {
                    continue;
                }
                let replayed =
                    rocq().replay(&exported, directory.path(), Duration::from_secs(60)).expect("coqc runs");
                match replayed.outcome {
                    Outcome::Replayed => Ok(false),
                    Outcome::ReplayedModulo(_) => Ok(true),
                    Outcome::Failed { lemma, message, .. } => Err(format!("{lemma}: {message}")),
                    Outcome::TimedOut => Err("timed out".to_owned()),
                }
            }
        };
        match (wanted, got) {
            // Rocq may see that an assumption is not used by the theorem.
            (Some(modulo), Ok(got)) if modulo || !got => {}
            (None, Err(_)) => {}
            // The lines of a leaf are wrong, but what it states is true: `lia` and `congruence`
            // find their own way.
            (None, Ok(false)) if wrong_lines(expected) => {}
            (_, got) => wrong.push(format!("{name}: kernel {expected:?}, Rocq {got:?}")),
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn wrong_lines(expected: &Expect) -> bool {
    use Why::{BadCoefficient, BadLine, NotAnEquality, NotCongruent, NotRefuted};
    let (Expect::Lemma(why) | Expect::Step(_, why)) = expected else { return false };
    matches!(why, BadCoefficient | BadLine | NotAnEquality | NotCongruent | NotRefuted)
}
