//! A text and what is known about it.

use covenant_budget::Deadline;
use covenant_elaborator::pipeline::ClaimReport;
use covenant_front::{Diagnostic, FunctionInfo, Source, Span};
use std::sync::Arc;

/// An open text.
pub struct Document {
    /// As the editor has it.
    pub text: Arc<str>,
    /// Counts changes, as the editor does.
    pub version: i64,
    /// Ends the work on this version when there is a newer one.
    pub work: Deadline,
    /// The newest that is known, about this version or an earlier one.
    pub known: Option<Arc<Known>>,
}

/// What was found about a version of a text.
#[derive(Clone, Default)]
pub struct Known {
    /// The text that was checked.
    pub text: Arc<str>,
    /// Errors and warnings of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The claims that were decided, in the order of the file.
    pub claims: Vec<ClaimReport>,
    /// The functions that claims are about.
    pub functions: Vec<FunctionInfo>,
}

impl Known {
    /// The claim whose function or specification contains this byte.
    pub fn claim_at(&self, offset: usize) -> Option<&ClaimReport> {
        let inside = |span: Span| span.source == Source::User && (span.start..=span.end).contains(&offset);
        self.claims.iter().find(|claim| inside(claim.span) || inside(claim.spec_span))
    }

    /// The function that a claim is about.
    pub fn function(&self, claim: &ClaimReport) -> Option<&FunctionInfo> {
        self.functions.iter().find(|function| function.name == claim.claim && function.span == claim.span)
    }
}
