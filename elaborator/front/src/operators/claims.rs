//! Claims about traces: `[tr | φ]` of a generator that returns `()`, `[tr, v:t | φ]` of one that returns a `t`.
//!
//! The parser leaves the type of events open; here it becomes that of the signature. Ranks are about the value that
//! the written program returns, which is called `v` in every rank.

use super::Outcome;
use super::signature::Signature;
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::resolved::plain;
use crate::span::Span;
use crate::syntax::{
    Attribute, Binding, Expr, ExprKind, SpecScheme, SpecType, SpecTypeKind, TypeExpr, TypeExprKind,
};
use crate::tree::{apply, children_mut};

/// The claim of a binding.
pub(super) fn claim_of(binding: &Binding) -> Option<&SpecScheme> {
    binding.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme) => Some(scheme),
        Attribute::Measure(_) | Attribute::Rank(_) => None,
    })
}

/// The attributes of a function that asks, with the type of traces filled in.
pub(super) fn attributes(
    binding: &Binding,
    name: &str,
    outcome: Outcome,
    signature: &Signature,
    problems: &mut Problems,
) -> Vec<Attribute> {
    let trace = claim_of(binding).and_then(|scheme| trace_name(&scheme.body));
    let mut list = binding.attributes.clone();
    for attribute in &mut list {
        match attribute {
            Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme) => {
                fill(&mut scheme.body, name, outcome, signature, problems);
                if let Some(span) = open_type(&scheme.body) {
                    problems.push(
                        DiagnosticKind::IllFormedSpec,
                        span,
                        "only the result of a claim is about a trace",
                        "give a parameter its type: `h:{v:event list | …}`",
                    );
                }
            }
            Attribute::Rank(term) => {
                if let Some(trace) = &trace {
                    rank(term, trace, outcome);
                }
            }
            Attribute::Measure(_) => {}
        }
    }
    list
}

/// Says if a claim is about a trace, of a function that asks nothing.
pub(super) fn refuse_traces(binding: &Binding, name: &str, problems: &mut Problems) {
    for attribute in &binding.attributes {
        if let Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme) = attribute
            && let Some(span) = open_type(&scheme.body)
        {
            problems.push(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("a claim about the trace of `{}`, which asks nothing", plain(name)),
                "claim what it returns: `[v:t | φ]`",
            );
        }
    }
}

/// What the trace is called in the result of a claim.
fn trace_name(spec: &SpecType) -> Option<String> {
    match &spec.kind {
        SpecTypeKind::Base { value, .. } => Some(value.text.clone()),
        SpecTypeKind::Arrow { codomain, .. } => trace_name(codomain),
    }
}

/// Where the type of events is still open.
fn open_type(spec: &SpecType) -> Option<Span> {
    fn open(ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeExprKind::Any => true,
            TypeExprKind::Tuple(list) => list.iter().any(open),
            _ => false,
        }
    }
    match &spec.kind {
        SpecTypeKind::Base { sort, .. } => open(sort).then_some(spec.span),
        SpecTypeKind::Arrow { domain, codomain, .. } => open_type(domain).or_else(|| open_type(codomain)),
    }
}

fn fill(spec: &mut SpecType, name: &str, outcome: Outcome, signature: &Signature, problems: &mut Problems) {
    let span = spec.span;
    match &mut spec.kind {
        SpecTypeKind::Arrow { codomain, .. } => fill(codomain, name, outcome, signature, problems),
        SpecTypeKind::Base { sort, .. } => match (&mut sort.kind, outcome) {
            (TypeExprKind::Any, Outcome::Events) => *sort = signature.trace_type(sort.span),
            (TypeExprKind::Tuple(list), Outcome::WithValue)
                if matches!(list.first().map(|first| &first.kind), Some(TypeExprKind::Any)) =>
            {
                if let Some(first) = list.first_mut() {
                    *first = signature.trace_type(first.span);
                }
            }
            (_, outcome) => {
                let (what, advice) = match outcome {
                    Outcome::Events => ("`()`", "claim its traces: `[tr | φ]`"),
                    Outcome::WithValue => (
                        "a value",
                        "claim its traces with their values: `[tr, v:t | φ]`, where `t` is the type of its result",
                    ),
                };
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    span,
                    format!("`{}` asks the system under test and returns {what}; this claim is about something else", plain(name)),
                    advice,
                );
            }
        },
    }
}

/// A rank is about `v`: the trace, or the pair of trace and value.
fn rank(term: &mut Expr, trace: &str, outcome: Outcome) {
    let span = term.span;
    let whole = Expr { kind: ExprKind::Variable("v".to_owned()), span };
    let part = |which: &str| {
        apply(Expr { kind: ExprKind::Variable(which.to_owned()), span }, vec![whole.clone()]).kind
    };
    match (&term.kind, outcome) {
        (ExprKind::Variable(name), Outcome::Events) if name == trace => term.kind = whole.kind,
        (ExprKind::Variable(name), Outcome::WithValue) if name == trace => term.kind = part("fst"),
        (ExprKind::Variable(name), Outcome::WithValue) if name == "v" => term.kind = part("snd"),
        _ => children_mut(term).into_iter().for_each(|child| rank(child, trace, outcome)),
    }
}
