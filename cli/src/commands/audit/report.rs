//! What an audit found, as data.

use crate::derivation::Derivation;
use crate::exit::Exit;
use crate::notation::Notation;
use crate::rejection::{self, Rejection};
use covenant_certificates::{CertificateFile, EvidenceKind, Hashes, Span};
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::tables::GlobalRef;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;

use super::resolve::Resolved;
use super::source::SourceState;

/// The version of the kernel in this program.
pub const KERNEL_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Something that the verdict takes on trust.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trusted {
    /// What it is: `axiom`, `symbol`, `library`, `cross-checked` or `solver`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
}

impl Trusted {
    /// Is it an assumption that the source names, rather than a solver's word?
    pub fn is_named(&self) -> bool {
        !matches!(self.kind, "solver" | "cross-checked")
    }

    /// As part of a sentence.
    pub fn in_words(&self) -> String {
        match self.kind {
            "solver" => format!("{}, on the word of one solver", self.name),
            "cross-checked" => format!("{}, on the word of two solvers", self.name),
            "library" => format!("the claim of the library function {}", self.name),
            kind => format!("the {kind} {}", self.name),
        }
    }
}

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
    /// The claims of the functions that the claimed one uses, then its own.
    pub claims: Vec<(String, String)>,
    /// The programs of the same functions.
    pub programs: Vec<String>,
    /// The definitions of the predicates.
    pub definitions: Vec<String>,
    /// What the policy does not permit.
    pub violations: Vec<String>,
    /// Whether the source on disk is still what was certified; `None` if that was not asked.
    pub source_state: Option<SourceState>,
    /// What solvers answered now.
    pub resolved: Vec<Resolved>,
}

impl Report {
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
        let trusted = match &derivation.verdict {
            Verdict::ValidModulo(assumptions) => {
                assumptions.iter().map(|assumption| name(file, &derivation, assumption)).collect()
            }
            Verdict::Valid | Verdict::Reject { .. } | Verdict::Declined(_) => Vec::new(),
        };
        let hashes = Hashes::of(&file.certificate).ok();
        let hash = |pick: fn(&Hashes) -> String| hashes.as_ref().map(pick).unwrap_or_default();
        let rejection = rejection::explain(file, &derivation.verdict);
        let notation = derivation.notation.as_ref();
        let globals = (0u32..).take(statement.globals.len()).map(GlobalRef);
        let text = |print: fn(&Notation<'_>, GlobalRef) -> String| {
            globals.clone().filter_map(|global| notation.map(|n| print(n, global))).collect::<Vec<_>>()
        };
        let names = statement.globals.iter().map(|global| global.name.clone());
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
            claims: names.zip(text(|n, g| n.claim(g))).collect(),
            programs: text(|n, g| n.program(g)),
            definitions: notation.map(|n| n.definitions()).unwrap_or_default(),
            violations: Vec::new(),
            source_state: None,
            resolved: Vec::new(),
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

    /// What the audit means for the exit code.
    pub fn exit(&self) -> Exit {
        match self.verdict {
            Verdict::Reject { .. } => Exit::Rejected,
            Verdict::Declined(_) => Exit::Unknown,
            Verdict::Valid | Verdict::ValidModulo(_) => {
                let changed = self.source_state.as_ref().is_some_and(|state| !state.same_statement);
                if changed || !self.violations.is_empty() || self.resolved.iter().any(Resolved::disagrees) {
                    Exit::Rejected
                } else if self.resolved.iter().any(|r| !r.agrees()) {
                    Exit::Unknown
                } else {
                    Exit::Good
                }
            }
        }
    }

    /// The object that `--json` prints; `docs/JSON.md` documents it.
    pub fn json(&self) -> Value {
        let (claim, statement) = self.claims.last().cloned().unwrap_or_default();
        json!({
            "certificate": self.path,
            "file": self.source_file,
            "claim": if claim.is_empty() { self.claim.clone() } else { claim },
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
            "assumptions": self.trusted,
            "statement": statement,
            "program": self.programs.last(),
            "violations": self.violations,
            "source": self.source_state,
            "resolved": self.resolved,
        })
    }
}

/// `0.1.0` of `covenant-kernel 0.1.0`.
fn plain_version(text: &str) -> &str {
    text.strip_prefix("covenant-kernel ").unwrap_or(text)
}

fn name(file: &CertificateFile, derivation: &Derivation<'_>, assumption: &Assumption) -> Trusted {
    let statement = &file.certificate.statement;
    let vc = |number: u32| {
        let vc = derivation.vcs.iter().find(|vc| vc.number == number);
        let span = vc.and_then(|vc| file.source.node_span(vc.node));
        match span {
            Some(span) => format!("vc{number} (line {})", line(file, span)),
            None => format!("vc{number}"),
        }
    };
    let unnamed = |n: &u32| format!("number {n}");
    match assumption {
        Assumption::Axiom(i) => Trusted {
            kind: "axiom",
            name: statement.axioms.get(*i as usize).map_or_else(|| unnamed(i), |row| row.name.clone()),
        },
        Assumption::Symbol(i) => Trusted {
            kind: "symbol",
            name: statement.defs.get(*i as usize).map_or_else(|| unnamed(i), |row| row.name.clone()),
        },
        Assumption::Library(i) => Trusted {
            kind: "library",
            name: statement.globals.get(*i as usize).map_or_else(|| unnamed(i), |row| row.name.clone()),
        },
        Assumption::CrossChecked(number) => Trusted { kind: "cross-checked", name: vc(*number) },
        Assumption::Solver(number) => Trusted { kind: "solver", name: vc(*number) },
    }
}

/// The line of a span, from 1.
pub fn line(file: &CertificateFile, span: Span) -> usize {
    let before = file.source.text.get(..span.start as usize).unwrap_or_default();
    before.matches('\n').count() + 1
}
