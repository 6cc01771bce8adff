//! Languages of traces, as definitions that formulas have anyway.
//!
//! | written | becomes |
//! |---|---|
//! | `let[@goal] g (x : t) = {| r |}` | a predicate `g x tr`: one recursive predicate for each derivative of `r` (`read`, `derivatives`, `states`) |
//! | `let[@grammar] g (x : t) = {| … |}` | a type of derivations, their words, and `g x tr`: there is a derivation (`grammars`) |
//!
//! An event `Push y` means this value if `y` is a parameter of the language, and names the field for the qualifier of
//! the event otherwise. SOUNDNESS: a name in a field that is no parameter and is not used would match everything, which
//! is rarely what is meant; in a goal it is an error. A name does not reach the next event: what a language
//! remembers are its parameters.
//!
//! For OCaml a language is a string, so it is used in claims and in other languages only.
//!
//! Not chosen: minterms of all qualifiers (many states, unreadable definitions); deterministic states (the alternatives of
//! a nondeterministic one are what a generator chooses from, and the search follows them).

mod derivatives;
mod events;
mod grammars;
mod read;
mod regex;
mod states;

use std::collections::{BTreeMap, BTreeSet};

use self::events::Events;
use self::read::Goal;
use self::regex::Regex;
use super::goals::{GoalInfo, GrammarInfo};
use super::signature::Signature;
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::resolved::plain;
use crate::span::Span;
use crate::syntax::language::{Language, LanguageKind};
use crate::syntax::{Binding, Bindings, Expr, ExprKind, Item, Name, Pattern, PatternKind, TypeExpr};
use crate::tree::{bare, free_variables, named};

/// The languages of a file so far.
#[derive(Debug, Default)]
pub(super) struct Languages {
    known: BTreeMap<String, Known>,
    /// The names that the file defines.
    defined: BTreeSet<String>,
    /// The automata of goals.
    pub goals: Vec<GoalInfo>,
    /// The alternatives of grammars.
    pub grammars: Vec<GrammarInfo>,
    /// Numbers for new names.
    fresh: usize,
}

/// A language that was read.
#[derive(Clone, Debug)]
struct Known {
    /// Its parameters.
    parameters: Vec<(String, TypeExpr)>,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// A regular expression with its events and conditions.
    Goal(Regex, Box<Events>),
    /// A grammar: the type of its derivations and the names of its two definitions.
    Grammar(grammars::Derivations),
}

impl Languages {
    /// No language yet, in a file that defines these names.
    pub fn new(defined: BTreeSet<String>) -> Languages {
        Languages { defined, ..Languages::default() }
    }

    /// The definitions that a language becomes.
    pub fn define(
        &mut self,
        language: &Language,
        signature: Option<&Signature>,
        problems: &mut Problems,
    ) -> Option<Vec<Item>> {
        let Some(signature) = signature else {
            problems.push(
                DiagnosticKind::IllFormedSpec,
                language.name.span,
                format!(
                    "`{}` is a language of traces, and there are no operators",
                    plain(&language.name.text)
                ),
                "write it behind `module type S = sig val … end [@@operators event]`",
            );
            return None;
        };
        let parameters = parameters(language, problems)?;
        let (what, items) = match language.kind {
            LanguageKind::Goal => {
                let mut goal = Goal::new(&parameters, signature, self, problems);
                let (regex, events) = goal.read(language)?;
                let items = goal.states(language, &regex, &events)?;
                (What::Goal(regex, Box::new(events)), items)
            }
            LanguageKind::Grammar => {
                let (derivations, items, info) =
                    grammars::define(language, &parameters, signature, self, problems)?;
                self.grammars.push(info);
                (What::Grammar(derivations), items)
            }
        };
        self.known.insert(language.name.text.clone(), Known { parameters, what });
        Some(items)
    }

    /// Says if OCaml code uses a language: there it is a string.
    pub fn refuse_uses(&self, item: &Item, problems: &mut Problems) {
        if self.known.is_empty() {
            return;
        }
        let bodies: Vec<(&[Pattern], &Expr)> = match item {
            Item::Program(bindings) | Item::Predicates(bindings) | Item::Answers(bindings) => {
                bindings.list.iter().map(|b| (b.parameters.as_slice(), &b.body)).collect()
            }
            Item::Fact(fact) => vec![(fact.parameters.as_slice(), &fact.body)],
            Item::Functor(functor) => {
                functor.items.iter().for_each(|item| self.refuse_uses(item, problems));
                return;
            }
            _ => return,
        };
        for (parameters, body) in bodies {
            let mut bound = Vec::new();
            parameters.iter().for_each(|parameter| crate::tree::variables(parameter, &mut bound));
            let mut used = None;
            free_variables(body, &mut bound, &mut |name| {
                if self.known.contains_key(name) && used.is_none() {
                    used = Some(plain(name));
                }
            });
            if let Some(name) = used {
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    body.span,
                    format!("the language of traces `{name}` in OCaml code, where it is a string,"),
                    format!("use it in claims: `[tr | {name} … tr]`"),
                );
            }
        }
    }

    /// Whether the names of generated definitions are free. They are plain, because claims and certificates have them;
    /// a file that defines one of them itself would mean something else by it.
    fn are_free(&self, language: &Language, names: &[String], problems: &mut Problems) -> bool {
        let own = plain(&language.name.text);
        let twice = self.known.keys().any(|known| plain(known) == own);
        let taken = names.iter().find(|name| self.defined.contains(*name));
        if !twice && taken.is_none() {
            return true;
        }
        let (message, advice) = match taken.filter(|_| !twice) {
            Some(taken) => (
                format!(
                    "the file defines `{taken}`, which is also the name of a part of the language `{own}`"
                ),
                "give one of them another name".to_owned(),
            ),
            None => (format!("two languages are called `{own}`"), "give one of them another name".to_owned()),
        };
        problems.push(DiagnosticKind::Duplicate, language.name.span, message, advice);
        false
    }

    fn number(&mut self) -> usize {
        self.fresh += 1;
        self.fresh
    }
}

/// The parameters of a language with their types.
fn parameters(language: &Language, problems: &mut Problems) -> Option<Vec<(String, TypeExpr)>> {
    let mut list: Vec<(String, TypeExpr)> = Vec::new();
    for pattern in &language.parameters {
        let found = match &pattern.kind {
            PatternKind::Typed(inner, ty) => bare(inner).map(|name| (name.to_owned(), ty.clone())),
            // `let[@goal] g () = …` has no parameter.
            PatternKind::Literal(_) => {
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    pattern.span,
                    "`()` as a parameter of a language of traces",
                    "leave it out",
                );
                return None;
            }
            _ => None,
        };
        let Some((name, ty)) = found else {
            problems.push(
                DiagnosticKind::IllFormedSpec,
                pattern.span,
                "a parameter of a language of traces without its type",
                "write `(y : int)`",
            );
            return None;
        };
        if list.iter().any(|(other, _)| *other == name) {
            problems.push(
                DiagnosticKind::Duplicate,
                pattern.span,
                format!("two parameters are called `{}`", plain(&name)),
                "give one of them another name",
            );
            return None;
        }
        list.push((name, ty));
    }
    Some(list)
}

/// `let rec name (x : t) … (tr : event list) : bool = body`
fn predicate(
    name: &Name,
    parameters: &[(String, TypeExpr)],
    subject: (&str, TypeExpr),
    result: &str,
    body: Expr,
) -> Binding {
    let span = name.span;
    let typed = |name: &str, ty: &TypeExpr| Pattern {
        kind: PatternKind::Typed(Box::new(named(name, span)), ty.clone()),
        span,
    };
    let mut patterns: Vec<Pattern> = parameters.iter().map(|(name, ty)| typed(name, ty)).collect();
    patterns.push(typed(subject.0, &subject.1));
    Binding {
        pattern: named(&name.text, span),
        parameters: patterns,
        result: Some(sort(result, span)),
        body,
        attributes: Vec::new(),
        span,
    }
}

fn sort(name: &str, span: Span) -> TypeExpr {
    TypeExpr { kind: crate::syntax::TypeExprKind::Apply(name.to_owned(), Vec::new()), span }
}

fn variable(name: &str, span: Span) -> Expr {
    Expr { kind: ExprKind::Variable(name.to_owned()), span }
}

/// `name args subject`
fn called(name: &str, arguments: &[Expr], subject: Expr) -> Expr {
    let span = subject.span;
    let list = arguments.iter().cloned().chain([subject]).collect();
    crate::tree::apply(variable(name, span), list)
}

fn group(recursive: bool, list: Vec<Binding>) -> Item {
    Item::Predicates(Bindings { recursive, list })
}
