//! Grammars: a type of derivations, the word of a derivation, and the conditions on it.
//!
//! `let[@grammar] nested (n : int) = {| eps when n = 0 | Push x; nested (n - 1); Pop r |}` becomes
//!
//! ```text
//! type nested_tree = Nested_1 | Nested_2 of int * nested_tree * int option
//! word (Nested_2 (x, d, r)) = Push x :: (word d @ [Pop r])          fits n (Nested_2 (x, d, r)) = fits (n - 1) d
//! nested n tr = exists d : nested_tree. fits n d && word d = tr
//! ```
//!
//! A name in the place of a field names the field up to the end of its alternative; where it stands again, the same value
//! is meant.

use std::collections::BTreeMap;

use super::events::{
    Condition, EventPattern, Set, belongs, binary, constructors, field_name, rename_bound, replace, truth,
};
use super::read::Goal;
use super::states::requirement;
use super::{Languages, What, called, group, predicate, sort, variable};
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::operators::draws::append_name;
use crate::operators::goals::{GrammarInfo, Part, shown};
use crate::operators::signature::{Signature, shown as shown_type};
use crate::resolved::{MARK, plain};
use crate::span::Span;
use crate::syntax::language::{Language, TraceExpr, TraceKind, field_names};
use crate::syntax::{
    Case, Expr, ExprKind, Item, Name, Operator, Pattern, PatternKind, Quantifier, TypeBody, TypeDeclaration,
    TypeExpr,
};
use crate::tree::{apply, construct, named};

/// The definitions that a grammar became.
#[derive(Clone, Debug)]
pub(super) struct Derivations {
    tree: String,
    word: String,
    /// None if every derivation will do.
    fits: Option<String>,
}

/// One alternative.
#[derive(Default)]
struct Alternative {
    /// What a derivation of it holds.
    fields: Vec<(String, TypeExpr)>,
    /// The fields that have names.
    terms: BTreeMap<String, Expr>,
    conditions: Vec<Expr>,
    /// Derivations of this grammar inside, with their arguments.
    own: Vec<(String, Vec<Expr>)>,
    pieces: Vec<Piece>,
    /// The same for those who write generators; what cannot be said as OCaml is none.
    parts: Vec<Option<Part>>,
}

/// A part of a word.
enum Piece {
    Event(String, Vec<String>),
    /// The word of a derivation.
    Word(String, String),
    /// A trace.
    Trace(String),
}

/// The definitions of a grammar.
pub(super) fn define(
    language: &Language,
    parameters: &[(String, TypeExpr)],
    signature: &Signature,
    languages: &mut Languages,
    problems: &mut Problems,
) -> Option<(Derivations, Vec<Item>, GrammarInfo)> {
    let (name, span) = (&language.name.text, language.name.span);
    let derived = |part: &str| format!("{}_{part}", plain(name));
    let (tree, word, fits) = (derived("tree"), derived("word"), derived("fits"));
    let alternatives = match &language.body.kind {
        TraceKind::Either(list) => list.as_slice(),
        _ => std::slice::from_ref(&language.body),
    };
    let mut grammar =
        Grammar { language, parameters, signature, languages, problems, tree: &tree, word: &word };
    let mut read = Vec::new();
    for alternative in alternatives {
        read.push(grammar.alternative(alternative)?);
    }
    if read.iter().all(|alternative| !alternative.own.is_empty()) {
        problems.push(
            DiagnosticKind::IllFormedSpec,
            language.body.span,
            format!("the grammar `{}` never ends: each alternative goes on with it", plain(name)),
            "add an alternative that ends, such as `eps`",
        );
        return None;
    }
    let conditional = read.iter().any(|alternative| !alternative.conditions.is_empty());
    let letters = plain(name);
    let capital: String = letters
        .chars()
        .next()
        .map(|first| format!("{}{}", first.to_ascii_uppercase(), &letters[first.len_utf8()..]))
        .unwrap_or_default();
    let constructor = |index: usize| Name { text: format!("{capital}_{}", index + 1), span };
    let mut names = vec![tree.clone(), word.clone(), fits.clone()];
    names.extend((0..read.len()).map(|index| constructor(index).text));
    if !languages.are_free(language, &names, problems) {
        return None;
    }
    let declaration = TypeDeclaration {
        name: Name { text: tree.clone(), span },
        parameters: Vec::new(),
        body: TypeBody::Variant(
            read.iter()
                .enumerate()
                .map(|(index, alternative)| {
                    (constructor(index), alternative.fields.iter().map(|(_, ty)| ty.clone()).collect())
                })
                .collect(),
        ),
        span,
    };
    let derivation = format!("{MARK}derivation");
    let over = |body: &dyn Fn(&Alternative) -> Expr| {
        let cases = read.iter().enumerate().map(|(index, alternative)| {
            let fields = alternative.fields.iter().map(|(name, _)| named(name, span)).collect();
            let pattern = Pattern { kind: PatternKind::Construct(constructor(index), fields), span };
            Case { pattern, guard: None, body: body(alternative) }
        });
        Expr { kind: ExprKind::Match(Box::new(variable(&derivation, span)), cases.collect()), span }
    };
    let trace = signature.trace_type(span);
    let subject = || (derivation.as_str(), sort(&tree, span));
    let mut items = vec![Item::Types(vec![declaration])];
    let recursive = read.iter().any(|alternative| !alternative.own.is_empty());
    let mut words =
        predicate(&Name { text: word.clone(), span }, &[], subject(), "bool", over(&|a| word_of(a, span)));
    words.result = Some(trace.clone());
    items.push(group(recursive, vec![words]));
    if conditional {
        let body = over(&|alternative| {
            let own = alternative
                .own
                .iter()
                .map(|(name, arguments)| called(&fits, arguments, variable(name, span)));
            let all = own.chain(alternative.conditions.iter().cloned());
            all.reduce(|a, b| binary(Operator::And, a, b)).unwrap_or_else(|| truth(true, span))
        });
        let name = Name { text: fits.clone(), span };
        items.push(group(recursive, vec![predicate(&name, parameters, subject(), "bool", body)]));
    }
    // `name x tr = exists d. fits x d && word d = tr`
    let (one, events) = (format!("{MARK}d"), format!("{MARK}trace"));
    let word_is = binary(Operator::Equal, called(&word, &[], variable(&one, span)), variable(&events, span));
    let arguments: Vec<Expr> = parameters.iter().map(|(name, _)| variable(name, span)).collect();
    let body = match conditional {
        true => binary(Operator::And, called(&fits, &arguments, variable(&one, span)), word_is),
        false => word_is,
    };
    let kind = ExprKind::Quantified(
        Quantifier::Exists,
        Name { text: one, span },
        Box::new(sort(&tree, span)),
        Box::new(body),
    );
    let body = Expr { kind, span };
    items.push(group(false, vec![predicate(&language.name, parameters, (&events, trace), "bool", body)]));
    let fits = conditional.then_some(fits);
    let info = GrammarInfo {
        name: plain(name),
        parameters: parameters.iter().map(|(name, ty)| (plain(name), shown_type(ty))).collect(),
        tree: tree.clone(),
        word: word.clone(),
        fits: fits.clone(),
        alternatives: read.into_iter().map(|alternative| alternative.parts.into_iter().collect()).collect(),
    };
    Some((Derivations { tree, word, fits }, items, info))
}

/// The word of a derivation.
fn word_of(alternative: &Alternative, span: Span) -> Expr {
    let mut rest: Option<Expr> = None;
    for piece in alternative.pieces.iter().rev() {
        let before = match piece {
            Piece::Event(constructor, fields) => {
                let fields = fields.iter().map(|name| variable(name, span)).collect();
                let after = rest.unwrap_or_else(|| construct("[]", Vec::new(), span));
                rest = Some(construct("::", vec![construct(constructor, fields, span), after], span));
                continue;
            }
            Piece::Word(word, derivation) => called(word, &[], variable(derivation, span)),
            Piece::Trace(name) => variable(name, span),
        };
        rest = Some(match rest {
            None => before,
            Some(after) => apply(variable(&append_name(), span), vec![before, after]),
        });
    }
    rest.unwrap_or_else(|| construct("[]", Vec::new(), span))
}

struct Grammar<'g> {
    language: &'g Language,
    parameters: &'g [(String, TypeExpr)],
    signature: &'g Signature,
    languages: &'g mut Languages,
    problems: &'g mut Problems,
    tree: &'g str,
    word: &'g str,
}

impl Grammar<'_> {
    fn alternative(&mut self, traces: &TraceExpr) -> Option<Alternative> {
        let mut alternative = Alternative::default();
        let parts = match &traces.kind {
            TraceKind::Sequence(list) => list.as_slice(),
            _ => std::slice::from_ref(traces),
        };
        for part in parts {
            match &part.kind {
                TraceKind::Nothing(None) => {}
                TraceKind::Nothing(Some(when)) => {
                    let when = self.term(when, &alternative);
                    let required = requirement(&Condition::Is(when.clone()), part.span);
                    alternative.parts.push(required.map(Part::When));
                    alternative.conditions.push(when);
                }
                TraceKind::Event(name, arguments, when) => {
                    self.event(name, arguments, when.as_deref(), part.span, &mut alternative)?;
                }
                TraceKind::Call(name, arguments) => {
                    self.call(name, arguments, part.span, &mut alternative)?;
                }
                _ => {
                    self.problems.decline(
                        part.span,
                        "anything but events and languages in an alternative of a grammar",
                        "define it with `let[@goal]` and name it here",
                    );
                    return None;
                }
            }
        }
        Some(alternative)
    }

    /// A term with the names of the alternative so far.
    fn term(&mut self, term: &Expr, alternative: &Alternative) -> Expr {
        let mut term = term.clone();
        rename_bound(&mut term, &mut || self.languages.number());
        replace(&mut term, &alternative.terms);
        term
    }

    fn field(&mut self, ty: TypeExpr, alternative: &mut Alternative) -> String {
        let name = format!("{MARK}x{}", alternative.fields.len() + 1);
        alternative.fields.push((name.clone(), ty));
        name
    }

    fn event(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        when: Option<&Expr>,
        span: Span,
        alternative: &mut Alternative,
    ) -> Option<()> {
        // The checks of events are those of goals; names are this grammar's own.
        let holes: Vec<Expr> = arguments.iter().map(|argument| variable("_", argument.span)).collect();
        Goal::new(self.parameters, self.signature, self.languages, self.problems)
            .event(name, &holes, None, span)?;
        let types = constructors(self.signature)
            .into_iter()
            .find(|(known, _)| *known == name.text)
            .map(|(_, fields)| fields)?;
        let mut fields = Vec::new();
        let mut compared = Vec::new();
        for (argument, ty) in arguments.iter().zip(types) {
            let field = self.field(ty, alternative);
            let known = |word: &str| {
                word == "_"
                    || alternative.terms.contains_key(word)
                    || self.parameters.iter().any(|(parameter, _)| parameter == word)
            };
            match &argument.kind {
                ExprKind::Variable(word) if !known(word) => {
                    alternative.terms.insert(word.clone(), variable(&field, argument.span));
                    compared.push(variable("_", argument.span));
                }
                _ => {
                    let mut unknown = None;
                    field_names(argument, &mut |word, at| {
                        if !known(word) {
                            unknown = Some((plain(word), at));
                        }
                    });
                    if let Some((word, at)) = unknown {
                        self.problems.decline(
                            at,
                            &format!("a name (`{word}`) for a part of a field in a grammar"),
                            "name the whole field, or write `_`",
                        );
                        return None;
                    }
                    compared.push(self.term(argument, alternative));
                }
            }
            fields.push(field);
        }
        let when = when.map(|when| self.term(when, alternative));
        let pattern =
            EventPattern { constructor: name.text.clone(), arguments: compared, names: Vec::new(), when };
        let condition = belongs(&Set::Pattern(pattern), &name.text);
        let first = alternative.fields.len() - fields.len() + 1;
        let required = match &condition {
            Condition::True | Condition::False => requirement(&condition, span),
            other => {
                // For who writes the event, its own fields are those of a goal's events.
                let mut formula = other.formula(span);
                let own = fields.iter().enumerate();
                let own = own.map(|(index, field)| (field.clone(), variable(&field_name(index), span)));
                replace(&mut formula, &own.collect());
                requirement(&Condition::Is(formula), span)
            }
        };
        alternative.parts.push(required.map(|condition| Part::Event {
            constructor: plain(&name.text),
            fields: fields.len(),
            first,
            condition,
        }));
        if !matches!(condition, Condition::True) {
            let mut formula = condition.formula(span);
            let named = fields.iter().enumerate();
            let terms = named.map(|(index, field)| (field_name(index), variable(field, span))).collect();
            replace(&mut formula, &terms);
            alternative.conditions.push(formula);
        }
        alternative.pieces.push(Piece::Event(name.text.clone(), fields));
        Some(())
    }

    fn call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        span: Span,
        alternative: &mut Alternative,
    ) -> Option<()> {
        let arguments: Vec<Expr> =
            arguments.iter().map(|argument| self.term(argument, alternative)).collect();
        let own = name.text == self.language.name.text;
        let known = self.languages.known.get(&name.text).cloned();
        let expected = match (&known, own) {
            (_, true) => self.parameters.len(),
            (Some(known), false) => known.parameters.len(),
            (None, false) => {
                self.problems.push(
                    DiagnosticKind::UnknownName,
                    name.span,
                    format!("`{}` is no language of traces", plain(&name.text)),
                    "define it before this one; events begin with a capital letter",
                );
                return None;
            }
        };
        if arguments.len() != expected {
            self.problems.push(
                DiagnosticKind::IllFormedSpec,
                span,
                format!(
                    "`{}` has {expected} parameters, and here {} arguments",
                    plain(&name.text),
                    arguments.len()
                ),
                "give each parameter its argument",
            );
            return None;
        }
        let part = match known.as_ref().map(|known| &known.what) {
            Some(What::Goal(..)) if !own => Some(Part::Goal(plain(&name.text))),
            _ => {
                let given = arguments.iter().map(shown).collect::<Option<Vec<_>>>();
                given.map(|given| Part::Grammar(plain(&name.text), given))
            }
        };
        alternative.parts.push(part);
        match known.map(|known| known.what) {
            _ if own => {
                let field = self.field(sort(self.tree, span), alternative);
                alternative.pieces.push(Piece::Word(self.word.to_owned(), field.clone()));
                alternative.own.push((field, arguments));
            }
            Some(What::Grammar(other)) => {
                let field = self.field(sort(&other.tree, span), alternative);
                if let Some(fits) = &other.fits {
                    alternative.conditions.push(called(fits, &arguments, variable(&field, span)));
                }
                alternative.pieces.push(Piece::Word(other.word, field));
            }
            _ => {
                let field = self.field(self.signature.trace_type(span), alternative);
                alternative.conditions.push(called(&name.text, &arguments, variable(&field, span)));
                alternative.pieces.push(Piece::Trace(field));
            }
        }
        Some(())
    }
}
