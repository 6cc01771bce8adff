//! What an audit found, as data.

use crate::assumptions::{self, Trusted, line};
use crate::derivation::Derivation;
use crate::exit::Exit;
use crate::rejection::{self, Rejection};
use covenant_certificates::{CertificateFile, EvidenceKind, Hashes};
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::{GlobalRef, Kind};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;

use super::resolve::Resolved;
use super::second::Second;
use super::source::SourceState;

/// The version of the kernel in this program.
pub const KERNEL_VERSION: &str = env!("CARGO_PKG_VERSION");

/// How many verification conditions have which evidence.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Checked by the kernel.
    pub checked: usize,
    /// Refuted by two solvers.
    pub cross_checked: usize,
    /// Refuted by one solver.
    pub solver: usize,
}

/// A function of a statement, as it is shown.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its claim.
    pub claim: String,
    /// Its program.
    pub program: String,
}

/// The audit of one certificate.
pub struct Report {
    /// The certificate's path, as given.
    pub path: String,
    /// Name of the source file.
    pub source_file: String,
    /// Where that file is, if it was named.
    pub source_path: Option<String>,
    /// The claim's name.
    pub claim: String,
    /// How the claim is read.
    pub kind: Kind,
    /// Line of the claim, from 1.
    pub line: Option<usize>,
    /// The kernel's verdict.
    pub verdict: Verdict,
    /// Why not, if not.
    pub rejection: Option<Rejection>,
    /// Line of what is rejected.
    pub rejection_line: Option<usize>,
    /// What wrote the certificate.
    pub producer: String,
    /// The kernel that accepted it then.
    pub accepted_by: String,
    /// Hash of statement and proof.
    pub hash: String,
    /// Hash of the statement.
    pub statement_hash: String,
    /// Evidence.
    pub counts: Counts,
    /// Derivation nodes.
    pub nodes: usize,
    /// Lemmas, each proved in the certificate.
    pub lemmas: Vec<(String, String)>,
    /// What is taken on trust.
    pub trusted: Vec<Trusted>,
    /// The functions that the claimed one uses.
    pub uses: Vec<Function>,
    /// The function that the statement names as the claimed one; none if it could not be read.
    pub claimed: Option<Function>,
    /// Datatypes, signatures of what is not defined, and the definitions of the predicates.
    pub theory: Vec<String>,
    /// What the policy does not permit.
    pub violations: Vec<String>,
    /// Whether the source on disk is still what was certified; `None` if that was not asked.
    pub source_state: Option<SourceState>,
    /// What solvers answered now.
    pub resolved: Option<Vec<Resolved>>,
    /// What the verified checker says; `None` if it was not asked.
    pub verified: Option<Second>,
    /// Of a generator over a system under test, whose program is shown as it is written: how it was translated, or
    /// nothing if that was not asked.
    pub translation: Option<Option<String>>,
}

impl Report {
    /// Shows the program as it is written, which translates to what was certified.
    pub fn as_written(&mut self, program: String, with_translation: bool) {
        if let Some(claimed) = &mut self.claimed {
            let translation = std::mem::replace(&mut claimed.program, program);
            self.translation = Some(with_translation.then_some(translation));
        }
    }

    /// Audits a certificate.
    pub fn of(path: &Path, file: &CertificateFile) -> Self {
        let derivation = Derivation::brief(file);
        let statement = &file.certificate.statement;
        let mut counts = Counts::default();
        for vc in &derivation.vcs {
            match vc.kind {
                EvidenceKind::Checked => counts.checked += 1,
                EvidenceKind::CrossChecked => counts.cross_checked += 1,
                EvidenceKind::Solver => counts.solver += 1,
            }
        }
        let trusted = assumptions::of(file, &derivation);
        let hashes = Hashes::of(&file.certificate).ok();
        let hash = |pick: fn(&Hashes) -> String| hashes.as_ref().map(pick).unwrap_or_default();
        let rejection = rejection::explain(file, &derivation.verdict);
        let notation = derivation.notation.as_ref();
        let shown = |global: GlobalRef| {
            let name = notation.map_or("?", |n| n.global_name(global)).to_owned();
            Function {
                name,
                claim: notation.map(|n| n.claim(global)).unwrap_or_default(),
                program: notation.map(|n| n.program(global)).unwrap_or_default(),
            }
        };
        let used = (0u32..).take(statement.globals.len()).map(GlobalRef).filter(|g| *g != statement.claim);
        Report {
            path: path.display().to_string(),
            source_file: file.source.file.clone(),
            source_path: None,
            claim: file.claim_name().to_owned(),
            line: file.source.global(statement.claim).and_then(|s| s.claim.or(s.span)).map(|s| line(file, s)),
            rejection_line: rejection.as_ref().and_then(|r| r.span).map(|s| line(file, s)),
            rejection,
            producer: file.meta.producer.clone(),
            accepted_by: plain_version(&file.meta.kernel).to_owned(),
            hash: hash(|h| h.certificate.to_string()),
            statement_hash: hash(|h| h.statement.to_string()),
            counts,
            nodes: file.certificate.proof.nodes.len(),
            lemmas: notation.map(|n| n.lemmas()).unwrap_or_default(),
            trusted,
            uses: if notation.is_some() { used.map(shown).collect() } else { Vec::new() },
            kind: statement.kind,
            claimed: notation.map(|_| shown(statement.claim)),
            theory: notation.map(|n| [n.datatypes(), n.definitions()].concat()).unwrap_or_default(),
            violations: Vec::new(),
            source_state: None,
            resolved: None,
            verified: None,
            translation: None,
            verdict: derivation.verdict,
        }
    }

    /// The verdict as one word.
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Valid => "valid",
            Verdict::ValidModulo(_) => "valid-modulo",
            Verdict::Reject { .. } => "rejected",
            Verdict::Declined(_) => "declined",
        }
    }

    /// What solvers say now.
    pub fn resolved(&self) -> impl Iterator<Item = &Resolved> {
        self.resolved.iter().flatten()
    }

    /// What the audit means for the exit code.
    pub fn exit(&self) -> Exit {
        let second = self.verified.as_ref().map_or(Exit::Good, Second::exit);
        second.max(self.first_exit())
    }

    fn first_exit(&self) -> Exit {
        match self.verdict {
            Verdict::Reject { .. } => Exit::Rejected,
            Verdict::Declined(_) => Exit::Unknown,
            Verdict::Valid | Verdict::ValidModulo(_) => {
                let changed = self.source_state.as_ref().is_some_and(|state| !state.agrees());
                if changed || !self.violations.is_empty() || self.resolved().any(Resolved::disagrees) {
                    Exit::Rejected
                } else if self.resolved().any(|r| !r.agrees()) {
                    Exit::Unknown
                } else {
                    Exit::Good
                }
            }
        }
    }

    /// The object that `--json` prints; `docs/JSON.md` documents it.
    pub fn json(&self) -> Value {
        json!({
            "certificate": self.path,
            "file": self.source_file,
            "claim": self.claim,
            "kind": self.kind.word(),
            "verdict": self.word(),
            "reason": self.rejection.as_ref().map(|r| &r.sentence),
            "node": self.rejection.as_ref().and_then(|r| r.node).map(|n| n.0),
            "kernel": KERNEL_VERSION,
            "accepted_by": self.accepted_by,
            "producer": self.producer,
            "hash": self.hash,
            "statement_hash": self.statement_hash,
            "nodes": self.nodes,
            "vcs": self.counts,
            "lemmas": self.lemmas.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "lemma_statements": self.lemmas.iter().map(|(_, statement)| statement).collect::<Vec<_>>(),
            "assumptions": self.trusted,
            "statement": self.claimed.as_ref().map(|f| &f.claim),
            "program": self.claimed.as_ref().map(|f| &f.program),
            "uses": self.uses.iter().map(|f| json!({ "name": f.name, "claim": f.claim })).collect::<Vec<_>>(),
            "theory": self.theory,
            "violations": self.violations,
            "source": self.source_state,
            "resolved": self.resolved().collect::<Vec<_>>(),
            "verified": self.verified,
        })
    }
}

/// `0.1.0` of `covenant-kernel 0.1.0`.
fn plain_version(text: &str) -> &str {
    text.strip_prefix("covenant-kernel ").unwrap_or(text)
}
