//! Sets of events, and what it takes to be in one: conditions on the fields of an event.

use std::collections::BTreeMap;

use super::regex::Regex;
use super::variable;
use crate::operators::signature::Signature;
use crate::resolved::MARK;
use crate::span::Span;
use crate::syntax::{Case, Expr, ExprKind, Literal, Operator, Pattern, PatternKind, TypeBody, TypeExpr};
use crate::tree::{children_mut, is_irrefutable, named};

/// A condition on parameters and on the fields of one event.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    True,
    False,
    Is(Expr),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

impl Condition {
    pub fn and(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::False, _) | (_, Condition::False) => Condition::False,
            (Condition::True, other) | (other, Condition::True) => other,
            (one, other) => Condition::And(vec![one, other]),
        }
    }

    pub fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::True, _) | (_, Condition::True) => Condition::True,
            (Condition::False, other) | (other, Condition::False) => other,
            (one, other) => Condition::Or(vec![one, other]),
        }
    }

    pub fn negated(self) -> Condition {
        match self {
            Condition::True => Condition::False,
            Condition::False => Condition::True,
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }

    pub fn is_false(&self) -> bool {
        matches!(self, Condition::False)
    }

    /// The same as a formula.
    pub fn formula(&self, span: Span) -> Expr {
        let joined = |operator: Operator, list: &[Condition], empty: bool| {
            let parts = list.iter().map(|part| part.formula(span));
            parts.reduce(|a, b| binary(operator, a, b)).unwrap_or_else(|| truth(empty, span))
        };
        match self {
            Condition::True => truth(true, span),
            Condition::False => truth(false, span),
            Condition::Is(expr) => expr.clone(),
            Condition::And(list) => joined(Operator::And, list, true),
            Condition::Or(list) => joined(Operator::Or, list, false),
            Condition::Not(inner) => match inner.formula(span) {
                Expr { kind: ExprKind::Binary(Operator::Equal, a, b), span } => {
                    Expr { kind: ExprKind::Binary(Operator::NotEqual, a, b), span }
                }
                inner => {
                    let span = inner.span;
                    Expr { kind: ExprKind::Not(Box::new(inner)), span }
                }
            },
        }
    }
}

/// A set of events.
#[derive(Clone, Debug)]
pub(super) enum Set {
    /// `.`
    Any,
    /// `Push x when φ`
    Pattern(EventPattern),
    /// `a | b`
    Either(Vec<Set>),
    /// `a - b`
    Without(Box<Set>, Box<Set>),
}

/// The events of one operator with such fields. Names of fields are new ones, so that nothing captures them.
#[derive(Clone, Debug)]
pub(super) struct EventPattern {
    pub constructor: String,
    pub arguments: Vec<Expr>,
    /// The names in `arguments` that stand for what is there.
    pub names: Vec<String>,
    pub when: Option<Expr>,
}

/// The sets of events and the conditions that regular expressions refer to by number. Set 0 is `.`.
#[derive(Clone, Debug)]
pub(super) struct Events {
    pub sets: Vec<Set>,
    pub conditions: Vec<Expr>,
    /// Calls of other languages: name and arguments.
    pub calls: Vec<(String, Vec<Expr>)>,
    /// What calls are when they are taken apart: one expression for each, so that there are finitely many.
    pub expanded: BTreeMap<usize, Regex>,
}

impl Events {
    pub fn new() -> Events {
        Events { sets: vec![Set::Any], conditions: Vec::new(), calls: Vec::new(), expanded: BTreeMap::new() }
    }

    pub fn set(&mut self, set: Set) -> usize {
        if matches!(set, Set::Any) {
            return 0;
        }
        self.sets.push(set);
        self.sets.len() - 1
    }

    pub fn condition(&mut self, condition: Expr) -> usize {
        self.conditions.push(condition);
        self.conditions.len() - 1
    }
}

/// The constructors of events with the types of their fields.
pub(super) fn constructors(signature: &Signature) -> Vec<(String, Vec<TypeExpr>)> {
    let event = signature.event_name();
    let declared = signature.types.iter().rev().find(|declared| declared.name.text == event);
    match declared.map(|declared| &declared.body) {
        Some(TypeBody::Variant(list)) => {
            list.iter().map(|(name, fields)| (name.text.clone(), fields.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// What field `index` of the event at hand is called.
pub(super) fn field_name(index: usize) -> String {
    format!("{MARK}f{}", index + 1)
}

/// When an event of a constructor, with its fields named, is in a set.
pub(super) fn belongs(set: &Set, constructor: &str) -> Condition {
    match set {
        Set::Any => Condition::True,
        Set::Either(list) => {
            list.iter().fold(Condition::False, |condition, set| condition.or(belongs(set, constructor)))
        }
        Set::Without(left, right) => belongs(left, constructor).and(belongs(right, constructor).negated()),
        Set::Pattern(pattern) if pattern.constructor != constructor => Condition::False,
        Set::Pattern(pattern) => fields_fit(pattern),
    }
}

fn fields_fit(pattern: &EventPattern) -> Condition {
    let mut shapes = Vec::new();
    let mut known: BTreeMap<String, Expr> = BTreeMap::new();
    let mut fresh = 0;
    let mut conditions = Vec::new();
    for (index, argument) in pattern.arguments.iter().enumerate() {
        let field = variable(&field_name(index), argument.span);
        match &argument.kind {
            ExprKind::Variable(name) if name == "_" => {}
            ExprKind::Variable(name) if pattern.names.contains(name) => {
                known.insert(name.clone(), field);
            }
            _ if has_names(argument, &pattern.names) => {
                let shape = shape(argument, pattern, &mut known, &mut fresh, &mut conditions);
                shapes.push((field, shape));
            }
            _ => conditions.push(binary(Operator::Equal, field, argument.clone())),
        }
    }
    conditions.extend(pattern.when.clone());
    let mut whole: Option<Expr> = None;
    for mut condition in conditions {
        replace(&mut condition, &known);
        whole = Some(match whole {
            None => condition,
            Some(before) => binary(Operator::And, before, condition),
        });
    }
    for (field, shape) in shapes.into_iter().rev() {
        let span = field.span;
        let body = whole.unwrap_or_else(|| truth(true, span));
        let mut cases = Vec::new();
        let all = is_irrefutable(&shape);
        cases.push(Case { pattern: shape, guard: None, body });
        if !all {
            let other = Pattern { kind: PatternKind::Any, span };
            cases.push(Case { pattern: other, guard: None, body: truth(false, span) });
        }
        whole = Some(Expr { kind: ExprKind::Match(Box::new(field), cases), span });
    }
    whole.map_or(Condition::True, Condition::Is)
}

/// Whether something in a field is left open or named.
fn has_names(argument: &Expr, names: &[String]) -> bool {
    let mut found = false;
    crate::syntax::language::field_names(argument, &mut |name, _| {
        found |= name == "_" || names.iter().any(|known| known == name);
    });
    found
}

/// A pattern for a field with names in it; what is compared in it becomes a condition.
fn shape(
    argument: &Expr,
    event: &EventPattern,
    known: &mut BTreeMap<String, Expr>,
    fresh: &mut usize,
    conditions: &mut Vec<Expr>,
) -> Pattern {
    let span = argument.span;
    let kind = match &argument.kind {
        ExprKind::Variable(name) if name == "_" => PatternKind::Any,
        ExprKind::Variable(name) if event.names.contains(name) => {
            known.insert(name.clone(), argument.clone());
            PatternKind::Variable(name.clone())
        }
        ExprKind::Construct(name, parts) if has_names(argument, &event.names) => {
            let parts = parts.iter().map(|part| shape(part, event, known, fresh, conditions)).collect();
            PatternKind::Construct(name.clone(), parts)
        }
        ExprKind::Tuple(parts) if has_names(argument, &event.names) => PatternKind::Tuple(
            parts.iter().map(|part| shape(part, event, known, fresh, conditions)).collect(),
        ),
        ExprKind::Typed(inner, _) if has_names(argument, &event.names) => {
            return shape(inner, event, known, fresh, conditions);
        }
        _ => {
            *fresh += 1;
            let name = format!("{MARK}part{fresh}");
            conditions.push(binary(Operator::Equal, variable(&name, span), argument.clone()));
            return named(&name, span);
        }
    };
    Pattern { kind, span }
}

/// Puts terms in the place of variables. What a formula quantifies has a name of its own.
pub(super) fn replace(expr: &mut Expr, terms: &BTreeMap<String, Expr>) {
    if let ExprKind::Variable(name) = &expr.kind
        && let Some(term) = terms.get(name)
    {
        let span = expr.span;
        *expr = term.clone();
        expr.span = span;
        return;
    }
    children_mut(expr).into_iter().for_each(|child| replace(child, terms));
}

/// Gives what a formula quantifies names of its own.
pub(super) fn rename_bound(expr: &mut Expr, number: &mut dyn FnMut() -> usize) {
    if let ExprKind::Quantified(_, name, _, body) = &mut expr.kind {
        let new = format!("{}{MARK}{}", name.text, number());
        let terms = BTreeMap::from([(name.text.clone(), variable(&new, name.span))]);
        // Inner quantifiers first: a name that is bound again inside is not this one.
        rename_bound(body, number);
        replace(body, &terms);
        name.text = new;
        return;
    }
    children_mut(expr).into_iter().for_each(|child| rename_bound(child, number));
}

pub(super) fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = right.span;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span }
}

pub(super) fn truth(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Literal(Literal::Bool(value)), span }
}
