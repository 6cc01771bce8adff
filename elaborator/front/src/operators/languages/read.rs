//! Goals as they are read: regular expressions whose events, conditions and calls are numbered.

use std::collections::{BTreeMap, BTreeSet};

use super::events::{EventPattern, Events, Set, constructors, rename_bound, replace};
use super::regex::Regex;
use super::{Languages, What, variable};
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::operators::signature::Signature;
use crate::resolved::{MARK, plain};
use crate::span::Span;
use crate::syntax::language::{Language, TraceExpr, TraceKind, field_names};
use crate::syntax::{Expr, ExprKind, Name, TypeExpr};
use crate::tree::free_variables;

/// Reads one goal.
pub(super) struct Goal<'g> {
    pub parameters: &'g [(String, TypeExpr)],
    pub signature: &'g Signature,
    pub languages: &'g mut Languages,
    pub problems: &'g mut Problems,
    pub constructors: Vec<(String, Vec<TypeExpr>)>,
}

impl<'g> Goal<'g> {
    pub fn new(
        parameters: &'g [(String, TypeExpr)],
        signature: &'g Signature,
        languages: &'g mut Languages,
        problems: &'g mut Problems,
    ) -> Goal<'g> {
        Goal { parameters, signature, languages, problems, constructors: constructors(signature) }
    }

    pub fn wrong<T>(
        &mut self,
        kind: DiagnosticKind,
        span: Span,
        message: String,
        advice: impl Into<String>,
    ) -> Option<T> {
        self.problems.push(kind, span, message, advice);
        None
    }

    /// The regular expression of a goal.
    pub fn read(&mut self, language: &Language) -> Option<(Regex, Events)> {
        let mut events = Events::new();
        let regex = self.regex(&language.body, &mut events)?;
        Some((regex, events))
    }

    fn regex(&mut self, traces: &TraceExpr, events: &mut Events) -> Option<Regex> {
        let span = traces.span;
        Some(match &traces.kind {
            TraceKind::Nothing(None) => Regex::Nothing,
            TraceKind::Nothing(Some(when)) => {
                let mut when = (**when).clone();
                rename_bound(&mut when, &mut || self.languages.number());
                Regex::When(events.condition(when))
            }
            TraceKind::Any | TraceKind::Event(..) | TraceKind::Without(..) => {
                let set = self.set(traces)?;
                Regex::Event(events.set(set))
            }
            TraceKind::Call(name, arguments) => self.call(name, arguments, span, events)?,
            TraceKind::Last(event) => {
                let TraceKind::Event(name, ..) = &event.kind else {
                    return self.wrong(
                        DiagnosticKind::IllFormedSpec,
                        event.span,
                        "`LAST` of something that is no event".to_owned(),
                        "write `LAST (Write v)`: a `Write v` after which no `Write` follows",
                    );
                };
                let count = self.arity(name)?;
                let this = self.set(event)?;
                let holes = (0..count).map(|_| variable("_", event.span)).collect();
                let any = EventPattern {
                    constructor: name.text.clone(),
                    arguments: holes,
                    names: Vec::new(),
                    when: None,
                };
                let other = Set::Without(Box::new(Set::Any), Box::new(Set::Pattern(any)));
                let (this, other) = (events.set(this), events.set(other));
                Regex::everything().then(Regex::Event(this)).then(Regex::Event(other).repeated())
            }
            TraceKind::Sequence(list) => {
                let parts = self.all(list, events)?;
                parts.into_iter().rev().fold(Regex::Nothing, |rest, part| part.then(rest))
            }
            TraceKind::Either(list) => {
                let parts = self.all(list, events)?;
                parts.into_iter().fold(Regex::Empty, Regex::or)
            }
            TraceKind::Both(list) => {
                let parts = self.all(list, events)?;
                parts.into_iter().fold(Regex::everything(), Regex::and)
            }
            TraceKind::Repeated(inner) => self.regex(inner, events)?.repeated(),
        })
    }

    fn all(&mut self, list: &[TraceExpr], events: &mut Events) -> Option<Vec<Regex>> {
        let parts: Vec<Option<Regex>> = list.iter().map(|part| self.regex(part, events)).collect();
        parts.into_iter().collect()
    }

    /// A language that was defined before.
    fn call(&mut self, name: &Name, arguments: &[Expr], span: Span, events: &mut Events) -> Option<Regex> {
        let Some(known) = self.languages.known.get(&name.text) else {
            let all: Vec<String> =
                self.languages.known.keys().map(|name| format!("`{}`", plain(name))).collect();
            let advice = match all.is_empty() {
                true => "no language of traces is defined before it; events begin with a capital letter"
                    .to_owned(),
                false => {
                    format!("defined before it are {}; events begin with a capital letter", all.join(", "))
                }
            };
            let message = format!("`{}` is no language of traces", plain(&name.text));
            return self.wrong(DiagnosticKind::UnknownName, name.span, message, advice);
        };
        if matches!(known.what, What::Grammar(_)) {
            let message = format!("the grammar `{}` in a regular expression", plain(&name.text));
            return self.wrong(DiagnosticKind::Declined, name.span, message, "make this a grammar, too");
        }
        let expected = known.parameters.len();
        if arguments.len() != expected {
            let message = format!(
                "`{}` has {expected} parameters, and here {} arguments",
                plain(&name.text),
                arguments.len()
            );
            return self.wrong(
                DiagnosticKind::IllFormedSpec,
                span,
                message,
                "give each parameter its argument",
            );
        }
        let mut arguments = arguments.to_vec();
        for argument in &mut arguments {
            rename_bound(argument, &mut || self.languages.number());
        }
        events.calls.push((name.text.clone(), arguments));
        Some(Regex::Call(events.calls.len() - 1))
    }

    /// The set of events that a regular expression is, where one must stand.
    fn set(&mut self, traces: &TraceExpr) -> Option<Set> {
        let span = traces.span;
        match &traces.kind {
            TraceKind::Any => Some(Set::Any),
            TraceKind::Event(name, arguments, when) => {
                self.event(name, arguments, when.as_deref(), span).map(Set::Pattern)
            }
            TraceKind::Either(list) => {
                let sets: Vec<Option<Set>> = list.iter().map(|part| self.set(part)).collect();
                Some(Set::Either(sets.into_iter().collect::<Option<_>>()?))
            }
            TraceKind::Without(left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                Some(Set::Without(Box::new(left?), Box::new(right?)))
            }
            _ => self.wrong(
                DiagnosticKind::IllFormedSpec,
                span,
                "`-` between traces; it stands between events".to_owned(),
                "write `. - Pop _` or `. - (Pop _ | Push _)`, in parentheses before `*`",
            ),
        }
    }

    fn arity(&mut self, name: &Name) -> Option<usize> {
        let found = self.constructors.iter().find(|(known, _)| *known == name.text);
        if let Some((_, fields)) = found {
            return Some(fields.len());
        }
        let all: Vec<String> =
            self.constructors.iter().map(|(name, _)| format!("`{}`", plain(name))).collect();
        let message =
            format!("`{}` is no event of `{}`", plain(&name.text), plain(&self.signature.event_name()));
        let advice = format!("the events are {}", all.join(", "));
        self.wrong(DiagnosticKind::UnknownName, name.span, message, advice)
    }

    pub fn event(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        when: Option<&Expr>,
        span: Span,
    ) -> Option<EventPattern> {
        let expected = self.arity(name)?;
        if arguments.len() != expected {
            let holes = vec!["_"; expected].join(", ");
            let shown = match expected {
                0 => plain(&name.text),
                1 => format!("{} _", plain(&name.text)),
                _ => format!("{} ({holes})", plain(&name.text)),
            };
            let message = format!(
                "the event `{}` has {expected} fields, and here {}",
                plain(&name.text),
                arguments.len()
            );
            return self.wrong(DiagnosticKind::IllFormedSpec, span, message, format!("write `{shown}`"));
        }
        let mut names: Vec<(String, Span)> = Vec::new();
        for argument in arguments {
            field_names(argument, &mut |name, at| {
                if name != "_" && !self.parameters.iter().any(|(known, _)| known == name) {
                    names.push((name.to_owned(), at));
                }
            });
        }
        let mut used = BTreeSet::new();
        for term in arguments.iter().filter(|argument| !is_place(argument)).chain(when) {
            free_variables(term, &mut Vec::new(), &mut |name| {
                used.insert(name.to_owned());
            });
        }
        for (index, (name, at)) in names.iter().enumerate() {
            if names[..index].iter().any(|(other, _)| other == name) {
                let message = format!("two fields of an event are called `{}`", plain(name));
                let advice = "give one another name, and compare them: `when x = y`";
                return self.wrong(DiagnosticKind::IllFormedSpec, *at, message, advice);
            }
            if !used.contains(name) {
                let message = format!(
                    "`{0}` is no parameter of the language, and nothing is said about it, so that it matches everything",
                    plain(name)
                );
                let advice = format!(
                    "write `_` for any value; to mean the same value elsewhere, make `{}` a parameter",
                    plain(name)
                );
                return self.wrong(DiagnosticKind::IllFormedSpec, *at, message, advice);
            }
        }
        let mut new = BTreeMap::new();
        for (name, at) in &names {
            let number = self.languages.number();
            new.insert(name.clone(), variable(&format!("{name}{MARK}{number}"), *at));
        }
        let mut parts: Vec<Expr> = arguments.iter().cloned().chain(when.cloned()).collect();
        for part in &mut parts {
            rename_bound(part, &mut || self.languages.number());
            replace(part, &new);
        }
        let when = when.and_then(|_| parts.pop());
        let names = new.into_values().filter_map(|new| match new.kind {
            ExprKind::Variable(name) => Some(name),
            _ => None,
        });
        Some(EventPattern { constructor: name.text.clone(), arguments: parts, names: names.collect(), when })
    }
}

/// Whether an argument only names a field.
fn is_place(argument: &Expr) -> bool {
    matches!(argument.kind, ExprKind::Variable(_) | ExprKind::Construct(..) | ExprKind::Tuple(_))
}
