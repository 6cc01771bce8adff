//! What can be wrong with an input file, as plain data.
//!
//! A diagnostic says where (bytes, line, column, the offending text), what, and
//! what to do about it. Rendering is left to the command line. Nothing here is
//! ever an abort: every step collects diagnostics and goes on as long as later
//! messages are still likely to be about the user's file and not about an
//! earlier mistake.

use super::span::{Source, Span, line_and_column};
use super::syntax::Reason;

/// The kinds of diagnostic. Each kind has its own snapshot test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DiagnosticKind {
    /// The text is not OCaml, or not the formula language.
    Syntax,
    /// A name that nothing declares.
    UnknownName,
    /// The same name declared twice where that is ambiguous.
    Duplicate,
    /// A program, predicate or formula that is ill-typed.
    IllTyped,
    /// An annotation that does not have the shape it should have.
    IllFormedSpec,
    /// A predicate that is not total by structural recursion.
    NotStructural,
    /// A measure that is not an integer over the parameters.
    Measure,
    /// A lemma or axiom that is false on small values.
    FalseFact,
    /// Understood, but not supported; the message names the construct.
    Declined,
    /// Accepted, but probably not what was meant.
    Warning,
}

/// One message about one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of problem this is.
    pub kind: DiagnosticKind,
    /// The bytes it is about.
    pub span: Span,
    /// One-based line of the first byte.
    pub line: u32,
    /// One-based column, in characters, of the first byte.
    pub column: u32,
    /// The offending text, shortened to one line.
    pub text: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it; empty when the message already says so.
    pub advice: String,
}

impl DiagnosticKind {
    /// A stable word for the kind, as machine-readable output prints it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::UnknownName => "unknown-name",
            Self::Duplicate => "duplicate",
            Self::IllTyped => "ill-typed",
            Self::IllFormedSpec => "ill-formed-spec",
            Self::NotStructural => "not-structural",
            Self::Measure => "measure",
            Self::FalseFact => "false-fact",
            Self::Declined => "declined",
            Self::Warning => "warning",
        }
    }
}

/// A problem before its place has been turned into line, column and text.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub kind: DiagnosticKind,
    pub span: Span,
    pub message: String,
    pub advice: String,
}

/// Collects the problems of one file.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    list: Vec<Problem>,
    /// How many of them are errors.
    errors: usize,
}

impl Problems {
    pub fn push(
        &mut self,
        kind: DiagnosticKind,
        span: Span,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) {
        self.errors += usize::from(kind != DiagnosticKind::Warning);
        self.list.push(Problem { kind, span, message: message.into(), advice: advice.into() });
    }

    /// A construct that is recognised and not supported.
    pub fn decline(&mut self, span: Span, construct: &str, advice: impl Into<String>) {
        self.push(DiagnosticKind::Declined, span, format!("{construct} is not supported"), advice);
    }

    /// Forgets the errors after the first `count` ones: what they concern is not needed, or is
    /// reported where it is.
    pub fn forget_after(&mut self, count: usize) {
        let mut seen = 0;
        self.list.retain(|problem| {
            let error = problem.kind != DiagnosticKind::Warning;
            seen += usize::from(error);
            !error || seen <= count
        });
        self.errors = self.errors.min(count);
    }

    /// Says again what was forgotten, because it is needed after all.
    pub fn restate(&mut self, why: &Reason) {
        let known = |problem: &Problem| problem.span == why.span && problem.message == why.message;
        if !self.list.iter().any(known) {
            let kind = if why.declined { DiagnosticKind::Declined } else { DiagnosticKind::IllTyped };
            self.push(kind, why.span, why.message.clone(), "");
        }
    }

    /// Takes over the problems of a part.
    pub fn append(&mut self, mut other: Problems) {
        self.errors += other.errors;
        self.list.append(&mut other.list);
    }

    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors were reported so far; lets a step notice that a part of
    /// its work went wrong without threading a flag through.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// The first error after the first `count` ones.
    pub fn first_error_after(&self, count: usize) -> Option<Reason> {
        let mut errors = self.list.iter().filter(|problem| problem.kind != DiagnosticKind::Warning);
        errors.nth(count).map(|problem| Reason {
            declined: problem.kind == DiagnosticKind::Declined,
            span: problem.span,
            message: problem.message.clone(),
        })
    }

    /// The first error inside of a place.
    pub fn first_within(&self, place: Span) -> Option<Reason> {
        let inside =
            |span: Span| span.source == place.source && place.start <= span.start && span.end <= place.end;
        let mut errors = self.list.iter().filter(|problem| problem.kind != DiagnosticKind::Warning);
        errors.find(|problem| inside(problem.span)).map(|problem| Reason {
            declined: problem.kind == DiagnosticKind::Declined,
            span: problem.span,
            message: problem.message.clone(),
        })
    }

    /// Sorted by place, without repetitions.
    pub fn into_diagnostics(mut self, user: &str, prelude: &str) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| (a.span, a.kind, &a.message).cmp(&(b.span, b.kind, &b.message)));
        self.list.dedup_by(|a, b| a.span == b.span && a.kind == b.kind && a.message == b.message);
        self.list
            .into_iter()
            .map(|problem| {
                let text = match problem.span.source {
                    Source::User => user,
                    Source::Prelude => prelude,
                };
                let (line, column) = line_and_column(text, problem.span.start);
                Diagnostic {
                    kind: problem.kind,
                    span: problem.span,
                    line,
                    column,
                    text: excerpt(text, problem.span),
                    message: problem.message,
                    advice: problem.advice,
                }
            })
            .collect()
    }
}

/// The first line of the offending text, cut after 60 characters.
fn excerpt(text: &str, span: Span) -> String {
    const LONGEST: usize = 60;
    let bytes = text.as_bytes();
    let end = span.end.min(bytes.len());
    let start = span.start.min(end);
    let piece = String::from_utf8_lossy(&bytes[start..end]);
    let first = piece.trim_start().lines().next().unwrap_or("").trim_end();
    if first.chars().count() > LONGEST {
        let mut short: String = first.chars().take(LONGEST).collect();
        short.push('…');
        short
    } else {
        first.to_owned()
    }
}
