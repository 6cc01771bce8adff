//! Values of a trial, each of which stands for those that OCaml may have there.

use std::rc::Rc;

use super::Scope;
use crate::syntax::{Binding, Case, Expr, Operator, Pattern};

/// OCaml's integers.
pub(super) const LEAST: i64 = -(1 << 62);
pub(super) const MOST: i64 = (1 << 62) - 1;

#[derive(Clone)]
pub(super) enum Value {
    /// Any value, perhaps a function.
    Unknown,
    /// An integer from the first to the second.
    Int(i64, i64),
    Char(Option<u8>),
    Text(Option<Rc<str>>),
    Float(Option<f64>),
    Truth(Option<bool>),
    /// A constructor, or `,` for a tuple.
    Made(String, Vec<Value>),
    Record(Vec<(String, Value)>),
    Generator,
    Function(Rc<Closure>),
    /// A function that was given these arguments and waits for more.
    Partial(Callee, Vec<Argument>),
}

#[derive(Clone)]
pub(super) struct Argument {
    pub label: Option<String>,
    pub value: Value,
}

impl Argument {
    /// Whether it is an integer that is not negative.
    pub fn counts(&self) -> bool {
        self.label.is_none() && matches!(self.value, Value::Int(low, _) if low >= 0)
    }

    /// One without a label that is a number.
    pub fn number(&self) -> Option<i64> {
        match (&self.label, &self.value) {
            (None, Value::Int(low, high)) if low == high => Some(*low),
            _ => None,
        }
    }
}

#[derive(Clone)]
pub(super) enum Callee {
    /// A name of the file, by its position.
    Known(usize),
    /// The recursive function that is asked about, of so many arguments, of which these must not be negative.
    Itself(usize, Rc<[usize]>),
    /// A function of OCaml's library or of QCheck.
    Library(Rc<str>),
    Closure(Rc<Closure>),
}

pub(super) enum Closure {
    Written {
        parameters: Vec<Pattern>,
        body: Expr,
        /// The others of a recursive definition, this one too.
        group: Option<Rc<Vec<Binding>>>,
        scope: Scope,
    },
    Cases(Vec<Case>, Scope),
}

impl Closure {
    pub fn recursive(binding: &Binding, group: &Rc<Vec<Binding>>, scope: &Scope) -> Closure {
        Closure::Written {
            parameters: binding.parameters.clone(),
            body: binding.body.clone(),
            group: Some(group.clone()),
            scope: scope.clone(),
        }
    }

    /// What the names of its body mean.
    pub fn scope(&self) -> Scope {
        let (Closure::Written { scope, .. } | Closure::Cases(_, scope)) = self;
        let mut inner = scope.clone();
        if let Closure::Written { group: Some(group), .. } = self {
            for binding in group.iter() {
                if let Some(name) = crate::tree::bare(&binding.pattern) {
                    inner.push(name, Value::Function(Rc::new(Closure::recursive(binding, group, scope))));
                }
            }
        }
        inner
    }
}

impl Value {
    pub fn tuple(parts: Vec<Value>) -> Value {
        Value::Made(",".to_owned(), parts)
    }

    pub fn function(parameters: &[Pattern], body: &Expr, scope: &Scope) -> Value {
        let (parameters, body) = (parameters.to_vec(), body.clone());
        Value::Function(Rc::new(Closure::Written { parameters, body, group: None, scope: scope.clone() }))
    }

    pub fn cases(cases: &[Case], scope: &Scope) -> Value {
        Value::Function(Rc::new(Closure::Cases(cases.to_vec(), scope.clone())))
    }

    /// An integer within bounds; OCaml's go round at the ends.
    pub fn int(low: Option<i64>, high: Option<i64>) -> Value {
        match (low, high) {
            (Some(low), Some(high)) if LEAST <= low && low <= high && high <= MOST => Value::Int(low, high),
            _ => Value::Int(LEAST, MOST),
        }
    }

    /// The sum of integers within bounds. One that is not bounded from above is not, when something is added: integers are
    /// mathematical here as elsewhere.
    pub fn sum((a, b): (i64, i64), (c, d): (i64, i64)) -> Value {
        let open = b == MOST && a < MOST || d == MOST && c < MOST;
        let high = if open { Some(MOST) } else { b.checked_add(d) };
        Value::int(a.checked_add(c), high)
    }

    pub fn any_int() -> Value {
        Value::Int(LEAST, MOST)
    }

    /// A list that has an element.
    pub fn non_empty() -> Value {
        Value::Made("::".to_owned(), vec![Value::Unknown, Value::Unknown])
    }

    pub fn negated(self) -> Value {
        match self {
            Value::Int(low, high) => Value::int(high.checked_neg(), low.checked_neg()),
            Value::Float(value) => Value::Float(value.map(|value| -value)),
            _ => Value::Unknown,
        }
    }

    /// Whether no function can be in it, so that it may be compared.
    pub fn is_plain(&self) -> bool {
        match self {
            Value::Int(..) | Value::Char(_) | Value::Text(_) | Value::Float(_) | Value::Truth(_) => true,
            Value::Made(_, parts) => parts.iter().all(Value::is_plain),
            Value::Record(fields) => fields.iter().all(|(_, part)| part.is_plain()),
            Value::Unknown | Value::Generator | Value::Function(_) | Value::Partial(..) => false,
        }
    }

    /// One of two.
    pub fn or(self, other: Value) -> Value {
        match (self, other) {
            (Value::Int(a, b), Value::Int(c, d)) => Value::Int(a.min(c), b.max(d)),
            (Value::Truth(a), Value::Truth(b)) => Value::Truth(a.filter(|_| a == b)),
            (Value::Char(a), Value::Char(b)) => Value::Char(a.filter(|_| a == b)),
            (Value::Text(a), Value::Text(b)) => Value::Text(a.filter(|a| Some(a) == b.as_ref())),
            (Value::Float(_), Value::Float(_)) => Value::Float(None),
            (Value::Generator, Value::Generator) => Value::Generator,
            (Value::Made(name, a), Value::Made(other, b)) if name == other && a.len() == b.len() => {
                Value::Made(name, a.into_iter().zip(b).map(|(a, b)| a.or(b)).collect())
            }
            _ => Value::Unknown,
        }
    }

    /// What is known of it if a comparison with another holds, or does not.
    pub fn compared(self, operator: Operator, holds: bool, by: &Value) -> Value {
        let operator = if holds { operator } else { opposite(operator) };
        if let (Value::Made(name, parts), Operator::NotEqual) = (by, operator)
            && name == "[]"
            && parts.is_empty()
            && matches!(self, Value::Unknown)
        {
            return Value::non_empty();
        }
        let (Value::Unknown | Value::Int(..), Value::Int(from, to)) = (&self, by) else { return self };
        let (low, high) = match &self {
            Value::Int(low, high) => (*low, *high),
            _ => (LEAST, MOST),
        };
        let (from, to) = (*from, *to);
        let (less, more) = match operator {
            Operator::Less => (low, high.min(to - 1)),
            Operator::LessEqual => (low, high.min(to)),
            Operator::Greater => (low.max(from + 1), high),
            Operator::GreaterEqual => (low.max(from), high),
            Operator::Equal => (low.max(from), high.min(to)),
            Operator::NotEqual if from == to && from == low => (low + 1, high),
            Operator::NotEqual if from == to && from == high => (low, high - 1),
            _ => (low, high),
        };
        // Nothing fits: this place is not reached, and whatever is known does no harm.
        if less > more { Value::Int(low, high) } else { Value::Int(less, more) }
    }
}

fn opposite(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::GreaterEqual,
        Operator::LessEqual => Operator::Greater,
        Operator::Greater => Operator::LessEqual,
        Operator::GreaterEqual => Operator::Less,
        Operator::Equal => Operator::NotEqual,
        Operator::NotEqual => Operator::Equal,
        // Says nothing about either side.
        other => other,
    }
}
