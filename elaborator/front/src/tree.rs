//! Questions about surface trees, and small changes to them.

use crate::span::Span;
use crate::syntax::{
    ARRAY, Attribute, Binding, Bindings, Case, Expr, ExprKind, Label, Literal, Pattern, PatternKind,
    SpecScheme, TypeExpr, TypeExprKind,
};

/// The variable that a pattern is, with or without a type or a label.
pub(crate) fn bare(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Variable(name) => Some(name),
        PatternKind::Typed(inner, _) | PatternKind::Labelled(_, inner) => bare(inner),
        _ => None,
    }
}

/// Whether a pattern matches every value of its type, as far as can be seen.
pub(crate) fn is_irrefutable(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Variable(_) | PatternKind::Literal(Literal::Unit) => true,
        PatternKind::Typed(inner, _) | PatternKind::Alias(inner, _) | PatternKind::Labelled(_, inner) => {
            is_irrefutable(inner)
        }
        PatternKind::Tuple(parts) => parts.iter().all(is_irrefutable),
        PatternKind::Record(fields) => fields.iter().all(|(_, part)| is_irrefutable(part)),
        PatternKind::Construct(..) | PatternKind::Or(_) | PatternKind::Literal(_) => false,
    }
}

pub(super) fn without_type(pattern: &Pattern) -> Pattern {
    match &pattern.kind {
        PatternKind::Typed(inner, _) => without_type(inner),
        _ => pattern.clone(),
    }
}

pub(super) fn label_of(pattern: &Pattern) -> Option<Label> {
    match &pattern.kind {
        PatternKind::Labelled(label, _) => Some((**label).clone()),
        _ => None,
    }
}

/// The variables of a pattern.
pub(crate) fn variables(pattern: &Pattern, names: &mut Vec<String>) {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Literal(_) => {}
        PatternKind::Variable(name) => names.push(name.clone()),
        PatternKind::Typed(inner, _) | PatternKind::Labelled(_, inner) => variables(inner, names),
        PatternKind::Alias(inner, name) => {
            names.push(name.text.clone());
            variables(inner, names);
        }
        PatternKind::Or(list) | PatternKind::Tuple(list) | PatternKind::Construct(_, list) => {
            list.iter().for_each(|inner| variables(inner, names));
        }
        PatternKind::Record(list) => list.iter().for_each(|(_, inner)| variables(inner, names)),
    }
}

pub(super) fn claim_of(binding: &Binding) -> Option<&SpecScheme> {
    binding.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme) => Some(scheme),
        Attribute::Measure(_) | Attribute::Rank(_) => None,
    })
}

/// All parameters, those of a function that is the body included.
pub(super) fn parameters_of(binding: &Binding) -> Vec<Pattern> {
    let mut parameters = binding.parameters.clone();
    let mut body = &binding.body;
    while let ExprKind::Function(more, inner) = &body.kind {
        parameters.extend(more.iter().cloned());
        body = inner;
    }
    parameters
}

/// A binding with exactly `count` parameters: those that are missing are new ones, and the body is applied to them.
pub(super) fn with_parameters(binding: &Binding, count: usize, fresh: &mut usize) -> (Vec<Pattern>, Expr) {
    let mut parameters = binding.parameters.clone();
    let mut body = binding.body.clone();
    while parameters.len() < count {
        let span = body.span;
        match body.kind {
            ExprKind::Typed(inner, _) => body = *inner,
            ExprKind::Function(mut more, inner) => {
                let room = count - parameters.len();
                if more.len() > room {
                    let rest = more.split_off(room);
                    body = Expr { kind: ExprKind::Function(rest, inner), span };
                } else {
                    body = *inner;
                }
                parameters.extend(more);
            }
            kind => {
                *fresh += 1;
                let name = format!("Argument{fresh}");
                parameters.push(Pattern { kind: PatternKind::Variable(name.clone()), span });
                let argument = Expr { kind: ExprKind::Variable(name), span };
                body = match kind {
                    ExprKind::Cases(cases) => Expr { kind: ExprKind::Match(Box::new(argument), cases), span },
                    kind => apply(Expr { kind, span }, vec![argument]),
                };
            }
        }
    }
    (parameters, body)
}

pub(crate) fn apply(head: Expr, arguments: Vec<Expr>) -> Expr {
    let span = head.span;
    Expr { kind: ExprKind::Apply(Box::new(head), arguments), span }
}

pub(crate) fn unit_pattern(span: Span) -> Pattern {
    Pattern { kind: PatternKind::Literal(Literal::Unit), span }
}

pub(crate) fn unit(span: Span) -> Expr {
    Expr { kind: ExprKind::Literal(Literal::Unit), span }
}

pub(super) fn number(value: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Literal(Literal::Int(value)), span }
}

pub(crate) fn construct(name: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    let name = crate::syntax::Name { text: name.to_owned(), span };
    Expr { kind: ExprKind::Construct(name, arguments), span }
}

/// `let name = value in body`
pub(crate) fn let_in(pattern: Pattern, value: Expr, body: Expr) -> Expr {
    let span = body.span;
    let binding = Binding {
        span: pattern.span,
        pattern,
        parameters: Vec::new(),
        result: None,
        body: value,
        attributes: Vec::new(),
    };
    let bindings = Bindings { recursive: false, list: vec![binding] };
    Expr { kind: ExprKind::Let(bindings, Box::new(body)), span }
}

pub(crate) fn named(name: &str, span: Span) -> Pattern {
    Pattern { kind: PatternKind::Variable(name.to_owned()), span }
}

/// Whether a written type is that of generators or arbitraries.
pub(super) fn is_generator_type(ty: &TypeExpr) -> bool {
    matches!(&ty.kind, TypeExprKind::Apply(name, _)
        if matches!(name.as_str(), "QCheck.Gen.t" | "QCheck2.Gen.t" | "QCheck.arbitrary"))
}

/// The literal that an expression is, if it is an integer.
pub(super) fn literal(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Literal(Literal::Int(value)) => Some(*value),
        ExprKind::Typed(inner, _) => literal(inner),
        _ => None,
    }
}

/// A list in brackets of constants, whose evaluation does nothing wherever it is written.
pub(super) fn is_list_of_constants(expr: &Expr) -> bool {
    fn is_constant(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_) => true,
            ExprKind::Construct(_, parts) | ExprKind::Tuple(parts) => parts.iter().all(is_constant),
            _ => false,
        }
    }
    matches!(&expr.kind, ExprKind::Construct(name, _) if name.text == "::") && is_constant(expr)
}

/// The list that an array is written as.
pub(super) fn listed(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Construct(name, parts) if name.text == ARRAY => parts.first().unwrap_or(expr),
        _ => expr,
    }
}

/// Calls `each` with every variable that an expression does not bind itself.
pub(crate) fn free_variables(expr: &Expr, bound: &mut Vec<String>, each: &mut dyn FnMut(&str)) {
    let height = bound.len();
    match &expr.kind {
        ExprKind::Variable(name) => {
            if !bound.contains(name) {
                each(name);
            }
        }
        ExprKind::Literal(_) | ExprKind::Fail | ExprKind::Raise(_) => {}
        ExprKind::Construct(_, list) | ExprKind::Tuple(list) => {
            list.iter().for_each(|part| free_variables(part, bound, each));
        }
        ExprKind::Record(fields) => fields.iter().for_each(|(_, part)| free_variables(part, bound, each)),
        ExprKind::Update(base, fields) => {
            free_variables(base, bound, each);
            fields.iter().for_each(|(_, part)| free_variables(part, bound, each));
        }
        ExprKind::Apply(head, list) => {
            free_variables(head, bound, each);
            list.iter().for_each(|part| free_variables(part, bound, each));
        }
        ExprKind::Infix(name, left, right) => {
            if !bound.contains(&name.text) {
                each(&name.text);
            }
            free_variables(left, bound, each);
            free_variables(right, bound, each);
        }
        ExprKind::Binary(_, left, right) | ExprKind::Sequence(left, right) => {
            free_variables(left, bound, each);
            free_variables(right, bound, each);
        }
        ExprKind::Field(inner, _)
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::Typed(inner, _)
        | ExprKind::Open(_, inner)
        | ExprKind::Labelled(_, _, inner) => free_variables(inner, bound, each),
        ExprKind::Function(parameters, body) => {
            parameters.iter().for_each(|parameter| variables(parameter, bound));
            free_variables(body, bound, each);
        }
        ExprKind::Cases(cases) => free_in_cases(cases, bound, each),
        ExprKind::Match(scrutinee, cases) => {
            free_variables(scrutinee, bound, each);
            free_in_cases(cases, bound, each);
        }
        ExprKind::Let(bindings, body) => {
            let names = |bound: &mut Vec<String>| {
                bindings.list.iter().for_each(|binding| variables(&binding.pattern, bound));
            };
            if bindings.recursive {
                names(bound);
            }
            for binding in &bindings.list {
                let height = bound.len();
                binding.parameters.iter().for_each(|parameter| variables(parameter, bound));
                free_variables(&binding.body, bound, each);
                bound.truncate(height);
            }
            names(bound);
            free_variables(body, bound, each);
        }
        ExprKind::If(condition, then, otherwise) => {
            free_variables(condition, bound, each);
            free_variables(then, bound, each);
            free_variables(otherwise, bound, each);
        }
        ExprKind::Quantified(_, name, _, body) => {
            bound.push(name.text.clone());
            free_variables(body, bound, each);
        }
    }
    bound.truncate(height);
}

fn free_in_cases(cases: &[Case], bound: &mut Vec<String>, each: &mut dyn FnMut(&str)) {
    for case in cases {
        let height = bound.len();
        variables(&case.pattern, bound);
        if let Some(guard) = &case.guard {
            free_variables(guard, bound, each);
        }
        free_variables(&case.body, bound, each);
        bound.truncate(height);
    }
}

/// Whether a name is bound anywhere in an expression.
fn binds(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    each_pattern(expr, &mut |pattern| {
        let mut names = Vec::new();
        variables(pattern, &mut names);
        found |= names.iter().any(|bound| bound == name);
    });
    found
}

fn each_pattern(expr: &Expr, each: &mut dyn FnMut(&Pattern)) {
    match &expr.kind {
        ExprKind::Function(parameters, _) => parameters.iter().for_each(&mut *each),
        ExprKind::Cases(cases) | ExprKind::Match(_, cases) => {
            cases.iter().for_each(|case| each(&case.pattern));
        }
        ExprKind::Let(bindings, _) => {
            for binding in &bindings.list {
                each(&binding.pattern);
                binding.parameters.iter().for_each(&mut *each);
            }
        }
        _ => {}
    }
    children(expr).into_iter().for_each(|child| each_pattern(child, each));
}

/// The expressions directly inside an expression.
pub(crate) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Variable(_) | ExprKind::Literal(_) | ExprKind::Fail | ExprKind::Raise(_) => Vec::new(),
        ExprKind::Construct(_, list) | ExprKind::Tuple(list) => list.iter().collect(),
        ExprKind::Record(fields) => fields.iter().map(|(_, part)| part).collect(),
        ExprKind::Update(base, fields) => {
            std::iter::once(&**base).chain(fields.iter().map(|(_, part)| part)).collect()
        }
        ExprKind::Apply(head, list) => std::iter::once(&**head).chain(list).collect(),
        ExprKind::Infix(_, left, right)
        | ExprKind::Binary(_, left, right)
        | ExprKind::Sequence(left, right) => {
            vec![left, right]
        }
        ExprKind::Field(inner, _)
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::Typed(inner, _)
        | ExprKind::Open(_, inner)
        | ExprKind::Labelled(_, _, inner)
        | ExprKind::Function(_, inner)
        | ExprKind::Quantified(_, _, _, inner) => vec![inner],
        ExprKind::Cases(cases) => in_cases(cases).collect(),
        ExprKind::Match(scrutinee, cases) => std::iter::once(&**scrutinee).chain(in_cases(cases)).collect(),
        ExprKind::Let(bindings, body) => {
            bindings.list.iter().map(|binding| &binding.body).chain(std::iter::once(&**body)).collect()
        }
        ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
    }
}

fn in_cases(cases: &[Case]) -> impl Iterator<Item = &Expr> {
    cases.iter().flat_map(|case| case.guard.iter().chain(std::iter::once(&case.body)))
}

/// The same, to be changed.
pub(crate) fn children_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    fn of_cases(cases: &mut [Case]) -> impl Iterator<Item = &mut Expr> {
        cases.iter_mut().flat_map(|case| case.guard.iter_mut().chain(std::iter::once(&mut case.body)))
    }
    match &mut expr.kind {
        ExprKind::Variable(_) | ExprKind::Literal(_) | ExprKind::Fail | ExprKind::Raise(_) => Vec::new(),
        ExprKind::Construct(_, list) | ExprKind::Tuple(list) => list.iter_mut().collect(),
        ExprKind::Record(fields) => fields.iter_mut().map(|(_, part)| part).collect(),
        ExprKind::Update(base, fields) => {
            std::iter::once(&mut **base).chain(fields.iter_mut().map(|(_, part)| part)).collect()
        }
        ExprKind::Apply(head, list) => std::iter::once(&mut **head).chain(list).collect(),
        ExprKind::Infix(_, left, right)
        | ExprKind::Binary(_, left, right)
        | ExprKind::Sequence(left, right) => {
            vec![left, right]
        }
        ExprKind::Field(inner, _)
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::Typed(inner, _)
        | ExprKind::Open(_, inner)
        | ExprKind::Labelled(_, _, inner)
        | ExprKind::Function(_, inner)
        | ExprKind::Quantified(_, _, _, inner) => vec![inner],
        ExprKind::Cases(cases) => of_cases(cases).collect(),
        ExprKind::Match(scrutinee, cases) => {
            std::iter::once(&mut **scrutinee).chain(of_cases(cases)).collect()
        }
        ExprKind::Let(bindings, body) => bindings
            .list
            .iter_mut()
            .map(|binding| &mut binding.body)
            .chain(std::iter::once(&mut **body))
            .collect(),
        ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
    }
}

/// Renames a free variable. `false`, and nothing is changed, if either name is bound inside.
pub(super) fn rename(expr: &mut Expr, from: &str, to: &str) -> bool {
    if binds(expr, from) || binds(expr, to) {
        return false;
    }
    let mut pending = vec![expr];
    while let Some(next) = pending.pop() {
        if let ExprKind::Variable(name) = &mut next.kind
            && name == from
        {
            to.clone_into(name);
        }
        pending.extend(children_mut(next));
    }
    true
}
