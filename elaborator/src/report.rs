//! What is said about a file and its claims.

use crate::obstacles::Obstacle;
use covenant_certificates::{CertificateFile, ContentHash};
use covenant_exercise::{Exercised, Untestable};
use covenant_front::{ClaimKind, Diagnostic, DiagnosticKind, Source, Span, Unit};
use covenant_kernel::tables::Statement;
use covenant_prove::search::work::Budget;
use std::collections::BTreeSet;
use std::time::Duration;

/// What was found about a file.
#[derive(Debug)]
pub struct FileReport {
    /// The file's name as given.
    pub file: String,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// One report per claim, in the order of the file; none if the file is not OCaml.
    pub claims: Vec<ClaimReport>,
}

impl FileReport {
    /// Whether the file has an error, in whatever part of it: then something is wrong even if
    /// every claim that could be read holds.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|d| d.kind != DiagnosticKind::Warning)
    }

    /// Whether all that is wrong with the file is that it uses what is not supported.
    #[must_use]
    pub fn only_declined(&self) -> bool {
        let mut errors = self.diagnostics.iter().filter(|d| d.kind != DiagnosticKind::Warning);
        errors.all(|d| d.kind == DiagnosticKind::Declined)
    }
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The kernel accepts it without assumptions.
    Valid,
    /// The kernel accepts it; something is assumed.
    ValidModulo,
    /// Claims what is returned *only*, and no value outside was found. It is not proved; of an *exactly* claim the other half
    /// is.
    Tested,
    /// Refuted: a missing value is known, or one that is returned and not allowed.
    Rejected,
    /// Neither proved nor refuted.
    Unknown,
}

impl Verdict {
    /// The word used in output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Valid => "valid",
            Verdict::ValidModulo => "valid-modulo",
            Verdict::Tested => "tested",
            Verdict::Rejected => "rejected",
            Verdict::Unknown => "unknown",
        }
    }
}

/// How many conditions rest on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionCounts {
    /// The kernel checked a proof.
    pub checked: u32,
    /// Two solvers.
    pub cross_checked: u32,
    /// One solver.
    pub solver: u32,
    /// Nothing: the claim is not proved.
    pub open: u32,
}

impl ConditionCounts {
    /// Whether the kernel checks a proof of every condition.
    pub(crate) fn rest_on_proofs(self) -> bool {
        self.cross_checked == 0 && self.solver == 0 && self.open == 0
    }
}

/// A value that a generator cannot produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The function, arguments and value as OCaml text: `f 0 10 => Leaf`.
    pub text: String,
    /// The arguments.
    pub args: Vec<String>,
    /// The value.
    pub value: String,
    /// Whether every run was excluded.
    pub confirmed: bool,
    /// The function whose value is missing; a helper's, perhaps.
    pub function: String,
    /// The branch that runs with these arguments, if they decide it.
    pub branch: Option<Span>,
    /// Which of the values that were tried it is.
    pub(crate) place: u64,
}

/// What testing found about a claim that says what is returned *only*.
#[derive(Clone, Debug)]
pub struct OnlyReport {
    /// The statement whose function was run; values are about it.
    pub statement: Statement,
    /// What was found, or why nothing could be run.
    pub found: Result<Exercised, Untestable>,
}

/// What was found about a claim.
#[derive(Clone, Debug)]
pub struct ClaimReport {
    /// How its result is read.
    pub kind: ClaimKind,
    /// Whether it says that every run ends with a value. The certificate is one about the program with checks then.
    pub total: bool,
    /// For an *exactly* claim: the verdict on the half that says *every*.
    pub every: Option<Verdict>,
    /// For an *only* or *exactly* claim: what testing found.
    pub only: Option<OnlyReport>,
    /// The function.
    pub claim: String,
    /// The function's definition.
    pub span: Span,
    /// The specification.
    pub spec_span: Span,
    /// The verdict.
    pub verdict: Verdict,
    /// The claim was not looked at: it could not be read, or needs something that could not.
    pub declined: bool,
    /// What is assumed, by name.
    pub assumptions: Vec<String>,
    /// Conditions by evidence.
    pub conditions: ConditionCounts,
    /// Lemmas used, by name.
    pub lemmas: Vec<String>,
    /// The measure that was found, where none is written and the default one does not decrease.
    pub found_measure: Option<String>,
    /// Queries to Z3.
    pub queries: u32,
    /// Most universal and existential quantifiers in a condition.
    pub quantifiers: (u32, u32),
    /// Whether an earlier run had found the proof, or that a value is missing: it was checked again. Of a claim that stays
    /// unknown, that an earlier run had searched in vain.
    pub remembered: bool,
    /// The certificate of an accepted claim.
    pub certificate: Option<CertificateFile>,
    /// Its content hash.
    pub hash: Option<ContentHash>,
    /// A missing value.
    pub missing: Option<Missing>,
    /// Why the claim is not proved.
    pub obstacles: Vec<Obstacle>,
    /// Budgets that ran out before the claim was decided.
    pub exhausted: BTreeSet<Budget>,
    /// Whether the clock ended something that could have changed the verdict.
    pub cut_short: bool,
    /// Time for the claim.
    pub time: Duration,
    /// Time inside Z3.
    pub solver_time: Duration,
    /// Time of the kernel's final check.
    pub kernel_time: Duration,
}

impl ClaimReport {
    /// Nothing is known yet.
    pub(crate) fn of(unit: &Unit) -> ClaimReport {
        let info = unit.functions.iter().find(|f| f.name == unit.claim);
        let nowhere = Span::new(Source::User, 0, 0);
        let spans = info.map_or((nowhere, nowhere), |i| (i.span, i.claim_span));
        ClaimReport::new(unit.claim.clone(), spans.0, spans.1)
    }
}

impl ClaimReport {
    /// Nothing found yet.
    pub(crate) fn new(claim: String, span: Span, spec_span: Span) -> Self {
        ClaimReport {
            kind: ClaimKind::Every,
            total: false,
            every: None,
            only: None,
            claim,
            span,
            spec_span,
            verdict: Verdict::Unknown,
            declined: false,
            assumptions: Vec::new(),
            conditions: ConditionCounts::default(),
            lemmas: Vec::new(),
            found_measure: None,
            queries: 0,
            quantifiers: (0, 0),
            remembered: false,
            certificate: None,
            hash: None,
            missing: None,
            obstacles: Vec::new(),
            exhausted: BTreeSet::new(),
            cut_short: false,
            time: Duration::ZERO,
            solver_time: Duration::ZERO,
            kernel_time: Duration::ZERO,
        }
    }
}
