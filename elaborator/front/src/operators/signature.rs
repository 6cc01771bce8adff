//! Operators and events: that each operator has its event, and each event its operator.

use super::{OperatorInfo, draws, printers};
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::resolved::plain;
use crate::span::Span;
use crate::syntax::{
    Binding, Item, Name, OperatorSignature, Pattern, PatternKind, TypeBody, TypeDeclaration, TypeExpr,
    TypeExprKind,
};
use crate::tree::bare;

/// A signature that was read.
#[derive(Debug)]
pub(super) struct Signature {
    pub name: String,
    pub event: TypeExpr,
    pub operators: Vec<Operator>,
    /// The types that were declared before it.
    pub types: Vec<TypeDeclaration>,
    read: bool,
}

/// An operator with its event.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    pub name: Name,
    pub constructor: String,
    pub arguments: Vec<TypeExpr>,
    pub answer: TypeExpr,
}

impl Operator {
    /// Whether the answer is part of the event.
    pub fn answers(&self) -> bool {
        !is_unit(&self.answer)
    }
}

impl Signature {
    /// A signature with a mistake: functors over it are declined.
    pub fn unread(written: &OperatorSignature) -> Signature {
        Signature {
            name: written.name.text.clone(),
            event: written.event.clone(),
            operators: Vec::new(),
            types: Vec::new(),
            read: false,
        }
    }

    pub fn is_read(&self) -> bool {
        self.read
    }

    pub fn event_name(&self) -> String {
        match &self.event.kind {
            TypeExprKind::Apply(name, _) => name.clone(),
            _ => String::new(),
        }
    }

    /// Compares the operators with the events that are declared before them.
    pub fn read(written: &OperatorSignature, before: &[Item], problems: &mut Problems) -> Option<Signature> {
        let types: Vec<TypeDeclaration> = before
            .iter()
            .filter_map(|item| match item {
                Item::Types(declarations) => Some(declarations.iter().cloned()),
                _ => None,
            })
            .flatten()
            .collect();
        let mut signature = Signature { types, read: true, ..Signature::unread(written) };
        let event = signature.event_name();
        let declared = signature.types.iter().rev().find(|declared| declared.name.text == event);
        let Some(TypeBody::Variant(constructors)) = declared.map(|declared| &declared.body) else {
            problems.push(
                DiagnosticKind::IllFormedSpec,
                written.event.span,
                format!("`{}` is no type of events", plain(&event)),
                "declare it before the signature: `type event = Push of int | Pop of int option`",
            );
            return None;
        };
        let count = problems.error_count();
        for (name, ty) in &written.operators {
            let (arguments, answer) = parameters_of(ty);
            if arguments.is_empty() {
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    name.span,
                    format!("the operator `{}` is no function", plain(&name.text)),
                    "an operator takes at least `()`",
                );
                continue;
            }
            let wanted = capitalized(&plain(&name.text));
            let Some((constructor, fields)) = constructors.iter().find(|(c, _)| plain(&c.text) == wanted)
            else {
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    name.span,
                    format!(
                        "the operator `{}` has no event: `{}` has no constructor `{wanted}`",
                        plain(&name.text),
                        plain(&event)
                    ),
                    format!("add `{}`", declaration(&wanted, &arguments, answer)),
                );
                continue;
            };
            let expected: Vec<&TypeExpr> =
                arguments.iter().copied().chain([answer]).filter(|ty| !is_unit(ty)).collect();
            let same = expected.len() == fields.len()
                && expected.iter().zip(fields).all(|(one, other)| same_type(one, other));
            if !same {
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    constructor.span,
                    format!("the event `{wanted}` does not fit the operator `{}`", plain(&name.text)),
                    format!(
                        "its fields are the arguments, then the answer: `{}`",
                        declaration(&wanted, &arguments, answer)
                    ),
                );
                continue;
            }
            signature.operators.push(Operator {
                name: name.clone(),
                constructor: constructor.text.clone(),
                arguments: arguments.into_iter().cloned().collect(),
                answer: answer.clone(),
            });
        }
        for (constructor, _) in constructors {
            let known =
                |(name, _): &(Name, TypeExpr)| capitalized(&plain(&name.text)) == plain(&constructor.text);
            if !written.operators.iter().any(known) {
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    constructor.span,
                    format!("the event `{}` has no operator", plain(&constructor.text)),
                    format!(
                        "add `val {} : …` to the signature, or remove the event",
                        uncapitalized(&plain(&constructor.text))
                    ),
                );
            }
        }
        (problems.error_count() == count).then_some(signature)
    }

    pub fn operator(&self, name: &str) -> Option<&Operator> {
        self.operators.iter().find(|operator| operator.name.text == name)
    }

    /// The type of traces.
    pub fn trace_type(&self, span: Span) -> TypeExpr {
        let event = TypeExpr { kind: self.event.kind.clone(), span };
        TypeExpr { kind: TypeExprKind::Apply("list".to_owned(), vec![event]), span }
    }

    /// That each specification of answers is about an operator, over its types.
    pub fn check_answers(&self, answers: &[(Name, Binding)], problems: &mut Problems) {
        for (name, binding) in answers {
            let Some(operator) = self.operators.iter().find(|o| plain(&o.name.text) == plain(&name.text))
            else {
                let all: Vec<String> =
                    self.operators.iter().map(|o| format!("`{}`", plain(&o.name.text))).collect();
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    name.span,
                    format!(
                        "a specification of the answers of `{}`, which is no operator",
                        plain(&name.text)
                    ),
                    format!("the operators are {}", all.join(", ")),
                );
                continue;
            };
            let trace = self.trace_type(name.span);
            let fields = operator.arguments.iter().chain([&operator.answer]).filter(|ty| !is_unit(ty));
            let expected: Vec<&TypeExpr> = std::iter::once(&trace).chain(fields).collect();
            let written: Vec<Option<&TypeExpr>> = binding.parameters.iter().map(annotation).collect();
            let fits = expected.len() == written.len()
                && expected.iter().zip(&written).all(|(e, w)| w.is_some_and(|w| same_type(e, w)));
            if !fits {
                let text: Vec<String> = expected.iter().map(|ty| format!("(_ : {})", shown(ty))).collect();
                problems.push(
                    DiagnosticKind::IllFormedSpec,
                    binding.span,
                    format!("the specification of the answers of `{}` has other parameters than the operator", plain(&name.text)),
                    format!("the history, newest event first, then the arguments, then the answer: `let[@answers] {} {} : bool = …`", plain(&name.text), text.join(" ")),
                );
            }
        }
    }

    /// The operators, for those who show or run them.
    pub fn describe(&self, answers: &[(Name, Binding)]) -> Vec<OperatorInfo> {
        let one = |operator: &Operator| OperatorInfo {
            name: plain(&operator.name.text),
            constructor: plain(&operator.constructor),
            arguments: operator.arguments.iter().map(|ty| !is_unit(ty)).collect(),
            answers: operator.answers(),
            draw: draws::any(&operator.answer, &self.types, operator.name.span)
                .ok()
                .map(|any| draws::shown(&any)),
            argument_draws: operator
                .arguments
                .iter()
                .map(|ty| draws::any(ty, &self.types, operator.name.span).ok().map(|any| draws::shown(&any)))
                .collect(),
            types: operator
                .arguments
                .iter()
                .chain([&operator.answer])
                .filter(|ty| !is_unit(ty))
                .map(shown)
                .collect(),
            show: operator
                .arguments
                .iter()
                .chain([&operator.answer])
                .filter(|ty| !is_unit(ty))
                .map(|ty| printers::printer(ty, &self.types))
                .collect(),
            specified: answers.iter().any(|(name, _)| plain(&name.text) == plain(&operator.name.text)),
        };
        self.operators.iter().map(one).collect()
    }
}

/// The name and the definition of a specification of answers.
pub(super) fn answers_of(binding: &Binding) -> Option<(Name, Binding)> {
    let text = bare(&binding.pattern)?.to_owned();
    Some((Name { text, span: binding.pattern.span }, binding.clone()))
}

/// The type of a parameter, as it is written.
pub(super) fn shown_parameter(pattern: &Pattern) -> String {
    match &pattern.kind {
        PatternKind::Literal(_) => "unit".to_owned(),
        _ => annotation(pattern).map_or_else(|| "_".to_owned(), shown),
    }
}

fn annotation(pattern: &Pattern) -> Option<&TypeExpr> {
    match &pattern.kind {
        PatternKind::Typed(_, ty) => Some(ty),
        _ => None,
    }
}

/// Arguments and answer of an operator's type.
fn parameters_of(ty: &TypeExpr) -> (Vec<&TypeExpr>, &TypeExpr) {
    let (mut arguments, mut rest) = (Vec::new(), ty);
    while let TypeExprKind::Arrow(domain, codomain) = &rest.kind {
        arguments.push(&**domain);
        rest = codomain;
    }
    (arguments, rest)
}

pub(super) fn is_unit(ty: &TypeExpr) -> bool {
    matches!(&ty.kind, TypeExprKind::Apply(name, _) if name == "unit")
}

/// Whether two types are written alike.
fn same_type(one: &TypeExpr, other: &TypeExpr) -> bool {
    let all =
        |a: &[TypeExpr], b: &[TypeExpr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_type(a, b));
    match (&one.kind, &other.kind) {
        (TypeExprKind::Apply(a, list), TypeExprKind::Apply(b, others)) => a == b && all(list, others),
        (TypeExprKind::Tuple(list), TypeExprKind::Tuple(others)) => all(list, others),
        _ => false,
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map_or_else(String::new, |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
}

fn uncapitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map_or_else(String::new, |first| format!("{}{}", first.to_ascii_lowercase(), letters.as_str()))
}

/// `Pop of int option`
fn declaration(constructor: &str, arguments: &[&TypeExpr], answer: &TypeExpr) -> String {
    let fields: Vec<String> =
        arguments.iter().copied().chain([answer]).filter(|ty| !is_unit(ty)).map(shown).collect();
    if fields.is_empty() {
        constructor.to_owned()
    } else {
        format!("{constructor} of {}", fields.join(" * "))
    }
}

/// A type as it is written.
pub(super) fn shown(ty: &TypeExpr) -> String {
    match &ty.kind {
        TypeExprKind::Variable(name) => format!("'{name}"),
        TypeExprKind::Apply(name, list) => match list.as_slice() {
            [] => plain(name),
            [one] => format!("{} {}", shown(one), plain(name)),
            many => format!("({}) {}", many.iter().map(shown).collect::<Vec<_>>().join(", "), plain(name)),
        },
        TypeExprKind::Tuple(list) => format!("({})", list.iter().map(shown).collect::<Vec<_>>().join(" * ")),
        TypeExprKind::Arrow(a, b) => format!("({} -> {})", shown(a), shown(b)),
        TypeExprKind::Any => "_".to_owned(),
    }
}
