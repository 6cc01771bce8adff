//! Patterns against values of a trial.

use super::Scope;
use super::value::{LEAST, MOST, Value};
use crate::syntax::{Literal, Pattern, PatternKind};

/// Whether a pattern takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    Yes,
    No,
    Maybe,
}

impl Fit {
    fn and(self, other: Fit) -> Fit {
        match (self, other) {
            (Fit::No, _) | (_, Fit::No) => Fit::No,
            (Fit::Yes, Fit::Yes) => Fit::Yes,
            _ => Fit::Maybe,
        }
    }
}

/// Matches, and binds the variables of the pattern.
pub(super) fn fit(pattern: &Pattern, value: &Value, scope: &mut Scope) -> Fit {
    match &pattern.kind {
        PatternKind::Any => Fit::Yes,
        PatternKind::Variable(name) => {
            scope.push(name, value.clone());
            Fit::Yes
        }
        PatternKind::Typed(inner, _) | PatternKind::Labelled(_, inner) => fit(inner, value, scope),
        PatternKind::Alias(inner, name) => {
            let fits = fit(inner, value, scope);
            scope.push(&name.text, value.clone());
            fits
        }
        PatternKind::Or(alternatives) => {
            let mut all = Fit::No;
            for alternative in alternatives {
                // Which one it is decides what the variables are.
                let mut names = Vec::new();
                crate::tree::variables(alternative, &mut names);
                let one = fit(alternative, value, &mut scope.clone());
                names.iter().for_each(|name| scope.push(name, Value::Unknown));
                match one {
                    Fit::Yes => return Fit::Yes,
                    Fit::Maybe => all = Fit::Maybe,
                    Fit::No => {}
                }
            }
            all
        }
        PatternKind::Literal(literal) => fits_literal(literal, value),
        PatternKind::Construct(name, parts) => constructed(&name.text, parts, value, scope),
        PatternKind::Tuple(parts) => constructed(",", parts, value, scope),
        PatternKind::Record(fields) => {
            let own = match value {
                Value::Record(own) => own.as_slice(),
                _ => &[],
            };
            fields.iter().fold(Fit::Yes, |fits, (name, part)| {
                let found = own.iter().find(|(other, _)| *other == name.text);
                let value = found.map_or(Value::Unknown, |(_, value)| value.clone());
                fits.and(fit(part, &value, scope))
            })
        }
    }
}

fn fits_literal(literal: &Literal, value: &Value) -> Fit {
    let decided = |same: Option<bool>| match same {
        Some(true) => Fit::Yes,
        Some(false) => Fit::No,
        None => Fit::Maybe,
    };
    match (literal, value) {
        (Literal::Unit, _) => Fit::Yes,
        (Literal::Int(wanted), Value::Int(low, high)) => {
            if low == high && low == wanted {
                Fit::Yes
            } else if (*low..=*high).contains(wanted) {
                Fit::Maybe
            } else {
                Fit::No
            }
        }
        (Literal::Bool(wanted), Value::Truth(known)) => decided(known.map(|known| known == *wanted)),
        _ => Fit::Maybe,
    }
}

fn constructed(name: &str, parts: &[Pattern], value: &Value, scope: &mut Scope) -> Fit {
    let Value::Made(own, values) = value else {
        let fits = parts.iter().fold(Fit::Yes, |all, part| all.and(fit(part, &Value::Unknown, scope)));
        let tuple = name == "," && fits == Fit::Yes;
        return if tuple { Fit::Yes } else { Fit::Maybe };
    };
    // A path may be written before a constructor, or not.
    let last = |name: &str| name.rsplit('.').next().map(str::to_owned);
    if last(own) != last(name) {
        return Fit::No;
    }
    let certain = if own == name { Fit::Yes } else { Fit::Maybe };
    let whole = |scope: &mut Scope| {
        parts.iter().fold(certain, |all, part| all.and(fit(part, &Value::Unknown, scope)))
    };
    if parts.len() == values.len() {
        return parts.iter().zip(values).fold(certain, |all, (part, value)| all.and(fit(part, value, scope)));
    }
    // The arguments of a constructor are a tuple, or are not written.
    match (parts, values.as_slice()) {
        ([one], several) => certain.and(fit(one, &Value::tuple(several.to_vec()), scope)),
        (several, [Value::Made(tuple, values)]) if tuple == "," && several.len() == values.len() => {
            several.iter().zip(values).fold(certain, |all, (part, value)| all.and(fit(part, value, scope)))
        }
        _ => whole(scope).and(Fit::Maybe),
    }
}

/// What is left of a value when a pattern did not take it.
pub(super) fn without(pattern: &Pattern, value: Value) -> Value {
    match (&pattern.kind, value) {
        (PatternKind::Literal(Literal::Int(taken)), Value::Unknown | Value::Int(LEAST, MOST))
            if *taken == LEAST =>
        {
            Value::Int(LEAST + 1, MOST)
        }
        (PatternKind::Literal(Literal::Int(taken)), Value::Int(low, high)) if *taken == low && low < high => {
            Value::Int(low + 1, high)
        }
        (PatternKind::Construct(name, parts), Value::Unknown) if name.text == "[]" && parts.is_empty() => {
            Value::non_empty()
        }
        (PatternKind::Or(alternatives), value) => {
            alternatives.iter().fold(value, |value, alternative| without(alternative, value))
        }
        (_, value) => value,
    }
}
