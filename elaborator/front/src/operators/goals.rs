//! What is known of the goals of a file, as plain data for those who draw them or write generators for them: the
//! automaton of each goal, with conditions as OCaml.

use super::OperatorInfo;
use crate::resolved::plain;
use crate::span::Span;
use crate::syntax::{Case, Expr, ExprKind, Literal, Operator, Pattern, PatternKind, Quantifier};

/// The operators and goals of a file; it may have no functor yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceGoals {
    /// The module type of the operators.
    pub signature: String,
    /// The type of events.
    pub event: String,
    /// The operators.
    pub list: Vec<OperatorInfo>,
    /// The goals, in the order of the file.
    pub goals: Vec<GoalInfo>,
    /// The grammars, in the order of the file.
    pub grammars: Vec<GrammarInfo>,
    /// Where the functor begins, if there is one.
    pub functor: Option<Span>,
}

/// A grammar: its alternatives, and the definitions that it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarInfo {
    /// Its name.
    pub name: String,
    /// Its parameters with their types.
    pub parameters: Vec<(String, String)>,
    /// The type of derivations.
    pub tree: String,
    /// The word of a derivation.
    pub word: String,
    /// The condition on derivations; none if every one will do.
    pub fits: Option<String>,
    /// What each alternative consists of, in order; none where it cannot be said as OCaml.
    pub alternatives: Vec<Option<Vec<Part>>>,
}

/// A part of an alternative. Its fields are `PART{i}` in conditions and arguments, counted from 1 over the whole alternative;
/// a part that is a grammar or a trace is a field, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A condition on what is known here.
    When(Requirement),
    /// An event; in its condition, its own fields are `FIELD{i}` as well.
    Event {
        /// The constructor.
        constructor: String,
        /// How many fields it has.
        fields: usize,
        /// The number of the first.
        first: usize,
        /// When.
        condition: Requirement,
    },
    /// A grammar with its arguments: this one or another.
    Grammar(String, Vec<String>),
    /// A trace of a goal.
    Goal(String),
}

/// What the fields of an alternative are called, before their number.
pub const PART: &str = "x";

/// A goal as an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalInfo {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub span: Span,
    /// Its parameters with their types.
    pub parameters: Vec<(String, String)>,
    /// The states; the first one is the goal itself. Each is a predicate of this name, over the parameters and a trace.
    pub states: Vec<StateInfo>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateInfo {
    /// The predicate.
    pub name: String,
    /// Whether a trace may end here, as a condition on the parameters.
    pub ends: Requirement,
    /// What may happen, in order.
    pub steps: Vec<Step>,
    /// The states in whose definitions this one takes part, itself included: a number for each group.
    pub group: usize,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing is required.
    Always,
    /// It cannot be.
    Never,
    /// All of these.
    All(Vec<Conjunct>),
}

/// One condition of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjunct {
    /// As OCaml.
    pub text: String,
    /// If it says that a field is a value that does not depend on the event: the field, counted from 0, and the value.
    pub assigns: Option<(usize, String)>,
    /// The fields that it is about.
    pub fields: Vec<usize>,
}

/// One event of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The constructor of the event.
    pub constructor: String,
    /// How many fields it has; field `i`, counted from 0, is `FIELD{i}` in conditions.
    pub fields: usize,
    /// When.
    pub condition: Requirement,
    /// What has to follow.
    pub next: Next,
}

/// What has to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing.
    End,
    /// Nothing, and this condition on the parameters.
    EndWhen(Requirement),
    /// Anything.
    Anything,
    /// A trace of a state.
    State(usize),
    /// A trace of another goal, with its arguments as OCaml.
    Goal(String, Vec<String>),
    /// One of these.
    Either(Vec<Next>),
    /// All of these.
    Both(Vec<Next>),
}

/// What the fields of an event are called in conditions, before their number.
pub const FIELD: &str = "field_";

/// The numbers of the fields that a formula mentions.
pub(super) fn fields_in(expr: &Expr, found: &mut Vec<usize>) {
    if let ExprKind::Variable(name) = &expr.kind
        && let Some(index) = field_index(name)
        && !found.contains(&index)
    {
        found.push(index);
    }
    crate::tree::children(expr).into_iter().for_each(|child| fields_in(child, found));
}

/// The number of a field, from the name that conditions have for it.
pub(super) fn field_index(name: &str) -> Option<usize> {
    let digits = name.strip_prefix(crate::resolved::MARK)?.strip_prefix('f')?;
    digits.parse::<usize>().ok()?.checked_sub(1)
}

/// A condition as OCaml; none if it has a quantifier, which OCaml has not.
pub(super) fn shown(expr: &Expr) -> Option<String> {
    let all = |parts: &[Expr]| parts.iter().map(shown).collect::<Option<Vec<_>>>();
    Some(match &expr.kind {
        ExprKind::Variable(name) => match field_index(name) {
            Some(index) => format!("{FIELD}{index}"),
            None => plain(name),
        },
        ExprKind::Literal(literal) => shown_literal(literal),
        ExprKind::Construct(name, parts) if parts.is_empty() => plain(&name.text),
        ExprKind::Construct(name, parts) if name.text == "::" => format!("({})", all(parts)?.join(" :: ")),
        ExprKind::Construct(name, parts) => format!("({} ({}))", plain(&name.text), all(parts)?.join(", ")),
        ExprKind::Tuple(parts) => format!("({})", all(parts)?.join(", ")),
        ExprKind::Apply(head, parts) => format!("({} {})", shown(head)?, all(parts)?.join(" ")),
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (shown(left)?, shown(right)?);
            match operator {
                Operator::Implies => format!("(not {left} || {right})"),
                Operator::Iff => format!("({left} = {right})"),
                operator => format!("({left} {} {right})", spelling(*operator)?),
            }
        }
        ExprKind::Negate(inner) => format!("(- {})", shown(inner)?),
        ExprKind::Not(inner) => format!("(not {})", shown(inner)?),
        ExprKind::If(a, b, c) => format!("(if {} then {} else {})", shown(a)?, shown(b)?, shown(c)?),
        ExprKind::Field(inner, name) => format!("{}.{}", shown(inner)?, plain(&name.text)),
        ExprKind::Typed(inner, _) => shown(inner)?,
        ExprKind::Match(of, cases) => {
            let one =
                |case: &Case| Some(format!("{} -> {}", shown_pattern(&case.pattern)?, shown(&case.body)?));
            let cases = cases.iter().map(one).collect::<Option<Vec<_>>>()?;
            format!("(match {} with {})", shown(of)?, cases.join(" | "))
        }
        ExprKind::Quantified(Quantifier::Exists | Quantifier::Forall, ..) => return None,
        _ => return None,
    })
}

fn spelling(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Modulo => "mod",
        Operator::Equal => "=",
        Operator::NotEqual => "<>",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::And => "&&",
        Operator::Or => "||",
        _ => return None,
    })
}

fn shown_literal(literal: &Literal) -> String {
    match literal {
        Literal::Unit => "()".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) if *value < 0 => format!("({value})"),
        Literal::Int(value) => value.to_string(),
        Literal::String(text) | Literal::Char(text) | Literal::Float(text) => text.clone(),
    }
}

fn shown_pattern(pattern: &Pattern) -> Option<String> {
    let all = |parts: &[Pattern]| parts.iter().map(shown_pattern).collect::<Option<Vec<_>>>();
    Some(match &pattern.kind {
        PatternKind::Any => "_".to_owned(),
        PatternKind::Variable(name) => plain(name),
        PatternKind::Construct(name, parts) if parts.is_empty() => plain(&name.text),
        PatternKind::Construct(name, parts) => format!("{} ({})", plain(&name.text), all(parts)?.join(", ")),
        PatternKind::Tuple(parts) => format!("({})", all(parts)?.join(", ")),
        _ => return None,
    })
}
