//! Places of the user's text where a change can go, found on the tree as it was written.
//!
//! A leaf that only fails is *replaced*. Any other branch is *added to* at its entry: there the scope
//! is smallest, the change is one line, and a chain of `let`s is not looked into.

use covenant_front::Span;
use covenant_front::syntax::{Binding, Case, Expr, ExprKind, Item, Literal, Pattern, PatternKind};

/// A place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub span: Span,
    /// Only fails, so that a change replaces it.
    pub fails: bool,
    /// A single failing leaf, not a choice between several.
    pub single: bool,
    /// Names in scope.
    pub scope: Vec<String>,
    /// Not where the place begins, but where this variable has just been bound.
    pub after: Option<String>,
}

/// A function of the file.
pub(crate) struct Function<'s> {
    pub binding: &'s Binding,
    /// Whether it may call itself.
    pub recursive: bool,
    pub body: &'s Expr,
    /// The names of the parameters; empty where one is a pattern.
    pub parameters: Vec<String>,
}

/// The function that a claim is about: the last one of its name.
pub(crate) fn function<'s>(items: &'s [Item], name: &str) -> Option<Function<'s>> {
    let bindings = items.iter().filter_map(|item| match item {
        Item::Program(bindings) => Some(bindings),
        _ => None,
    });
    let mut each =
        bindings.flat_map(|bindings| bindings.list.iter().map(|binding| (bindings.recursive, binding)));
    let named = |(_, binding): &(bool, &Binding)| variable(&binding.pattern) == Some(name);
    let (recursive, binding) = each.rfind(named)?;
    let mut parameters: Vec<String> = binding.parameters.iter().map(parameter).collect();
    let mut body = &binding.body;
    loop {
        match &body.kind {
            ExprKind::Function(patterns, inner) => {
                parameters.extend(patterns.iter().map(parameter));
                body = inner;
            }
            ExprKind::Typed(inner, _) if matches!(inner.kind, ExprKind::Function(..)) => body = inner,
            _ => break,
        }
    }
    Some(Function { binding, recursive, body, parameters })
}

fn variable(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Variable(name) => Some(name),
        PatternKind::Typed(inner, _) => variable(inner),
        _ => None,
    }
}

fn parameter(pattern: &Pattern) -> String {
    variable(pattern).unwrap_or_default().to_owned()
}

/// The places of a function.
pub(crate) fn places(function: &Function<'_>) -> Vec<Place> {
    let mut found = Vec::new();
    let scope = function.parameters.iter().filter(|name| !name.is_empty()).cloned().collect();
    walk(function.body, scope, true, &mut found);
    found
}

fn walk(expr: &Expr, scope: Vec<String>, entry: bool, found: &mut Vec<Place>) {
    let place = |fails, single| Place { span: expr.span, fails, single, scope: scope.clone(), after: None };
    if only_fails(expr) {
        found.push(place(true, fails(expr)));
        return;
    }
    if entry && ends_in_a_leaf(expr) {
        found.push(place(false, false));
        return;
    }
    match &expr.kind {
        ExprKind::Let(bindings, body) => {
            let mut inner = scope.clone();
            for binding in &bindings.list {
                names(&binding.pattern, &mut inner);
            }
            walk(body, inner, false, found);
        }
        ExprKind::Sequence(_, last) => walk(last, scope.clone(), false, found),
        ExprKind::Typed(inner, _) => walk(inner, scope.clone(), entry, found),
        ExprKind::If(_, then, otherwise) => {
            walk(then, scope.clone(), true, found);
            walk(otherwise, scope.clone(), true, found);
        }
        ExprKind::Match(_, cases) => {
            for Case { pattern, body, .. } in cases {
                let mut inner = scope.clone();
                names(pattern, &mut inner);
                walk(body, inner, true, found);
            }
        }
        _ => {}
    }
}

pub(crate) fn names(pattern: &Pattern, out: &mut Vec<String>) {
    match &pattern.kind {
        PatternKind::Variable(name) => {
            out.retain(|known| known != name);
            out.push(name.clone());
        }
        PatternKind::Typed(inner, _) | PatternKind::Labelled(_, inner) => names(inner, out),
        PatternKind::Alias(inner, name) => {
            names(inner, out);
            out.push(name.text.clone());
        }
        PatternKind::Or(parts) | PatternKind::Tuple(parts) | PatternKind::Construct(_, parts) => {
            parts.iter().for_each(|part| names(part, out));
        }
        PatternKind::Record(fields) => fields.iter().for_each(|(_, part)| names(part, out)),
        PatternKind::Any | PatternKind::Literal(_) => {}
    }
}

/// `err ()`, `assert false`, `failwith "…"`, `raise …`.
pub(crate) fn fails(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Fail | ExprKind::Raise(_) => true,
        ExprKind::Apply(head, args) => match &head.kind {
            ExprKind::Variable(name) => {
                name.rsplit('.').next() == Some("err")
                    && matches!(args.as_slice(), [Expr { kind: ExprKind::Literal(Literal::Unit), .. }])
            }
            ExprKind::Raise(_) => true,
            _ => false,
        },
        ExprKind::Typed(inner, _) => fails(inner),
        _ => false,
    }
}

/// Fails whatever a coin says.
fn only_fails(expr: &Expr) -> bool {
    fails(expr)
        || match &expr.kind {
            ExprKind::If(condition, then, otherwise) => {
                is_coin(condition) && only_fails(then) && only_fails(otherwise)
            }
            _ => false,
        }
}

fn is_coin(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Apply(head, _) => {
            matches!(&head.kind, ExprKind::Variable(name) if name.rsplit('.').next() == Some("bool_gen"))
        }
        _ => false,
    }
}

/// A chain of `let`s whose last expression neither branches nor only fails.
fn ends_in_a_leaf(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Let(_, body) => ends_in_a_leaf(body),
        ExprKind::Sequence(_, last) => ends_in_a_leaf(last),
        ExprKind::Typed(inner, _) => ends_in_a_leaf(inner),
        ExprKind::If(..) | ExprKind::Match(..) | ExprKind::Cases(_) | ExprKind::Function(..) => false,
        _ => !fails(expr),
    }
}

/// What the function returns, branch by branch, without what only fails.
pub(crate) fn leaves(expr: &Expr, out: &mut Vec<Span>) {
    match &expr.kind {
        ExprKind::Let(_, body) | ExprKind::Sequence(_, body) | ExprKind::Typed(body, _) => leaves(body, out),
        ExprKind::If(_, then, otherwise) => {
            leaves(then, out);
            leaves(otherwise, out);
        }
        ExprKind::Match(_, cases) => cases.iter().for_each(|case| leaves(&case.body, out)),
        _ if fails(expr) => {}
        _ => out.push(expr.span),
    }
}

/// Calls `see` on an expression and everything in it.
pub(crate) fn each(expr: &Expr, see: &mut impl FnMut(&Expr)) {
    see(expr);
    match &expr.kind {
        ExprKind::Construct(_, args) | ExprKind::Tuple(args) => args.iter().for_each(|a| each(a, see)),
        ExprKind::Record(fields) => fields.iter().for_each(|(_, a)| each(a, see)),
        ExprKind::Update(base, fields) => {
            each(base, see);
            fields.iter().for_each(|(_, a)| each(a, see));
        }
        ExprKind::Apply(head, args) => {
            each(head, see);
            args.iter().for_each(|a| each(a, see));
        }
        ExprKind::Binary(_, a, b) | ExprKind::Infix(_, a, b) | ExprKind::Sequence(a, b) => {
            each(a, see);
            each(b, see);
        }
        ExprKind::Negate(a)
        | ExprKind::Not(a)
        | ExprKind::Function(_, a)
        | ExprKind::Typed(a, _)
        | ExprKind::Field(a, _)
        | ExprKind::Open(_, a)
        | ExprKind::Labelled(_, _, a)
        | ExprKind::Quantified(_, _, _, a) => each(a, see),
        ExprKind::Let(bindings, body) => {
            bindings.list.iter().for_each(|b| each(&b.body, see));
            each(body, see);
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|e| each(e, see)),
        ExprKind::Match(on, cases) => {
            each(on, see);
            each_case(cases, see);
        }
        ExprKind::Cases(cases) => each_case(cases, see),
        ExprKind::Variable(_) | ExprKind::Literal(_) | ExprKind::Fail | ExprKind::Raise(_) => {}
    }
}

fn each_case(cases: &[Case], see: &mut impl FnMut(&Expr)) {
    for case in cases {
        if let Some(guard) = &case.guard {
            each(guard, see);
        }
        each(&case.body, see);
    }
}
