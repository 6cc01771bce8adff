//! Languages of traces as they are written: `let[@goal] lost (y : int) = {| .*; Push y; (. - Pop (Some y))*; Is_empty true |}`
//! and `let[@grammar] nested (n : int) = {| eps when n = 0 | Push x; nested (n - 1); Pop r |}`.
//!
//! For OCaml such a definition is a string. What it means is decided in `crate::operators`.

use super::{Expr, ExprKind, Name, Pattern};
use crate::span::Span;

/// How a language is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageKind {
    /// A regular expression over events.
    Goal,
    /// Alternatives that may name the language itself.
    Grammar,
}

impl LanguageKind {
    /// The attribute that says so.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            LanguageKind::Goal => "goal",
            LanguageKind::Grammar => "grammar",
        }
    }

    /// The kind that an attribute says.
    #[must_use]
    pub fn of(word: &str) -> Option<LanguageKind> {
        [LanguageKind::Goal, LanguageKind::Grammar].into_iter().find(|kind| kind.word() == word)
    }
}

/// A named language of traces.
#[derive(Clone, Debug)]
pub struct Language {
    /// How it is given.
    pub kind: LanguageKind,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Pattern>,
    /// The traces in it.
    pub body: TraceExpr,
    /// The whole item.
    pub span: Span,
}

/// A set of traces.
#[derive(Clone, Debug)]
pub struct TraceExpr {
    /// Its shape.
    pub kind: TraceKind,
    /// Where it was written.
    pub span: Span,
}

/// The shapes of sets of traces.
#[derive(Clone, Debug)]
pub enum TraceKind {
    /// `eps`, `eps when φ`: no event
    Nothing(Option<Box<Expr>>),
    /// `.`: any one event
    Any,
    /// `Push x when φ`: one event
    Event(Name, Vec<Expr>, Option<Box<Expr>>),
    /// `lost y`: another language
    Call(Name, Vec<Expr>),
    /// `LAST (Push x)`: the last event of this operator is this one
    Last(Box<TraceExpr>),
    /// `r; r`
    Sequence(Vec<TraceExpr>),
    /// `r | r`
    Either(Vec<TraceExpr>),
    /// `r & r`
    Both(Vec<TraceExpr>),
    /// `. - Push _`, between events
    Without(Box<TraceExpr>, Box<TraceExpr>),
    /// `r*`
    Repeated(Box<TraceExpr>),
}

impl TraceExpr {
    /// The sets that it is made of.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut TraceExpr> {
        match &mut self.kind {
            TraceKind::Nothing(_) | TraceKind::Any | TraceKind::Event(..) | TraceKind::Call(..) => Vec::new(),
            TraceKind::Last(inner) | TraceKind::Repeated(inner) => vec![inner],
            TraceKind::Sequence(list) | TraceKind::Either(list) | TraceKind::Both(list) => {
                list.iter_mut().collect()
            }
            TraceKind::Without(left, right) => vec![left, right],
        }
    }
}

/// The names that stand in the place of a field of an event, or of a part of one: parameters of the language, names of
/// what is there, or `_`. What stands inside a larger term is no such name.
pub(crate) fn field_names(argument: &Expr, each: &mut dyn FnMut(&str, Span)) {
    match &argument.kind {
        ExprKind::Variable(name) => each(name, argument.span),
        ExprKind::Construct(_, parts) | ExprKind::Tuple(parts) => {
            parts.iter().for_each(|part| field_names(part, each));
        }
        ExprKind::Typed(inner, _) => field_names(inner, each),
        _ => {}
    }
}
