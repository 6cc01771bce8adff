//! Walks over typed expressions.

use super::typed::{TExpr, TKind};

/// Copies `expr` top down, replacing each subexpression for which `replace`
/// answers. Binders keep their numbers.
pub(crate) fn map(expr: &TExpr, replace: &mut dyn FnMut(&TExpr) -> Option<TExpr>) -> TExpr {
    if let Some(replacement) = replace(expr) {
        return replacement;
    }
    let mut copy = expr.clone();
    for child in children_mut(&mut copy) {
        let mapped = map(child, replace);
        *child = mapped;
    }
    copy
}

/// The direct subexpressions, to be changed in place.
pub(crate) fn children_mut(expr: &mut TExpr) -> Vec<&mut TExpr> {
    match &mut expr.kind {
        TKind::Local(_)
        | TKind::Predicate(..)
        | TKind::Function(..)
        | TKind::Primitive(_)
        | TKind::PredicateVariable(_)
        | TKind::Literal(_)
        | TKind::Fail => Vec::new(),
        TKind::Construct(_, _, arguments) => arguments.iter_mut().collect(),
        TKind::Project(_, _, inner)
        | TKind::Negate(inner)
        | TKind::Not(inner)
        | TKind::Lambda(_, inner)
        | TKind::Quantified(_, _, _, inner) => vec![&mut **inner],
        TKind::Apply(head, arguments) => std::iter::once(&mut **head).chain(arguments.iter_mut()).collect(),
        TKind::Binary(_, left, right) | TKind::Let(_, left, right) => {
            vec![&mut **left, &mut **right]
        }
        TKind::LetRec(function, body) => vec![&mut function.lambda, &mut **body],
        TKind::If(a, b, c) => vec![&mut **a, &mut **b, &mut **c],
        TKind::Match(scrutinee, cases) => {
            let mut list = vec![&mut **scrutinee];
            for case in cases {
                list.extend(case.guard.as_mut());
                list.push(&mut case.body);
            }
            list
        }
    }
}

/// The direct subexpressions.
pub(crate) fn children(expr: &TExpr) -> Vec<&TExpr> {
    match &expr.kind {
        TKind::Local(_)
        | TKind::Predicate(..)
        | TKind::Function(..)
        | TKind::Primitive(_)
        | TKind::PredicateVariable(_)
        | TKind::Literal(_)
        | TKind::Fail => Vec::new(),
        TKind::Construct(_, _, arguments) => arguments.iter().collect(),
        TKind::Project(_, _, inner)
        | TKind::Negate(inner)
        | TKind::Not(inner)
        | TKind::Lambda(_, inner)
        | TKind::Quantified(_, _, _, inner) => vec![&**inner],
        TKind::Apply(head, arguments) => std::iter::once(&**head).chain(arguments.iter()).collect(),
        TKind::Binary(_, left, right) | TKind::Let(_, left, right) => vec![&**left, &**right],
        TKind::LetRec(function, body) => vec![&function.lambda, &**body],
        TKind::If(a, b, c) => vec![&**a, &**b, &**c],
        TKind::Match(scrutinee, cases) => {
            let mut list = vec![&**scrutinee];
            for case in cases {
                list.extend(case.guard.as_ref());
                list.push(&case.body);
            }
            list
        }
    }
}

/// Whether some subexpression satisfies `test`.
pub(crate) fn any(expr: &TExpr, test: &mut dyn FnMut(&TExpr) -> bool) -> bool {
    test(expr) || children(expr).into_iter().any(|child| any(child, test))
}
