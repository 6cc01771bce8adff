//! Functions that are written out: applied, compared, and at other types.

use std::collections::{BTreeMap, BTreeSet};

use crate::locals::Locals;
use crate::lower::{copy, is_value};
use crate::span::{Source, Span};
use crate::typed::{LocalId, TExpr, TKind, TPattern, Ty};
use crate::walk;

/// Numbers of variables in the text by which equal functions are recognised.
const CANONICAL: LocalId = 1 << 30;

/// `(fun x y -> e) a b` is `e` at `a` and `b`.
pub(super) fn beta(head: &TExpr, arguments: &[TExpr], locals: &mut Locals) -> Option<TExpr> {
    let (mut parameters, mut body) = (Vec::new(), head);
    while let TKind::Lambda(more, inner) = &body.kind {
        parameters.extend(more.iter().map(|(local, _)| *local));
        body = inner;
        if parameters.len() >= arguments.len() {
            break;
        }
    }
    if parameters.is_empty() || parameters.len() != arguments.len() {
        return None;
    }
    let mut replace = BTreeMap::new();
    let mut named = Vec::new();
    for (local, argument) in parameters.into_iter().zip(arguments) {
        if is_value(argument) {
            replace.insert(local, argument.clone());
            continue;
        }
        // SOUNDNESS: OCaml evaluates it, whether the function uses it or not.
        let name = locals.fresh();
        let variable = TKind::Local(name);
        replace.insert(local, TExpr { kind: variable, ty: argument.ty.clone(), span: argument.span });
        named.push((name, argument.clone()));
    }
    Some(with_names(named, copy(body, &replace, locals)))
}

/// `let x = a in .. body`
pub(super) fn with_names(named: Vec<(LocalId, TExpr)>, body: TExpr) -> TExpr {
    named.into_iter().rev().fold(body, |body, (name, argument)| {
        let (ty, span) = (body.ty.clone(), body.span);
        TExpr { kind: TKind::Let(name, Box::new(argument), Box::new(body)), ty, span }
    })
}

/// The variables that functions mention, in the order in which they do.
pub(super) fn captured(given: &[TExpr]) -> Vec<(LocalId, Ty)> {
    let (mut bound, mut found): (BTreeSet<LocalId>, Vec<(LocalId, Ty)>) = (BTreeSet::new(), Vec::new());
    for function in given {
        walk::any(function, &mut |e| {
            match &e.kind {
                TKind::Lambda(parameters, _) => bound.extend(parameters.iter().map(|(local, _)| *local)),
                TKind::Let(local, ..) | TKind::Quantified(_, local, ..) => {
                    bound.insert(*local);
                }
                TKind::Match(_, cases) => cases.iter().for_each(|case| binders(&case.pattern, &mut bound)),
                TKind::Local(local)
                    if !bound.contains(local) && !found.iter().any(|(known, _)| known == local) =>
                {
                    found.push((*local, e.ty.clone()));
                }
                _ => {}
            }
            false
        });
    }
    found
}

fn binders(pattern: &TPattern, bound: &mut BTreeSet<LocalId>) {
    match pattern {
        TPattern::Any | TPattern::Literal(_) => {}
        TPattern::Variable(local) => {
            bound.insert(*local);
        }
        TPattern::Alias(inner, local) => {
            bound.insert(*local);
            binders(inner, bound);
        }
        TPattern::Or(list) | TPattern::Construct(_, _, list) => {
            list.iter().for_each(|inner| binders(inner, bound));
        }
    }
}

/// A text that is the same for functions that differ in places and in names of variables only.
pub(super) fn canonical(given: &[TExpr], captured: &[(LocalId, Ty)]) -> String {
    let mut locals = Locals::from(CANONICAL);
    let mut replace = BTreeMap::new();
    for (local, ty) in captured {
        let variable = TKind::Local(locals.fresh());
        let span = Span::new(Source::User, 0, 0);
        replace.insert(*local, TExpr { kind: variable, ty: ty.clone(), span });
    }
    let mut text = String::new();
    for function in given {
        let mut copied = copy(function, &replace, &mut locals);
        without_places(&mut copied);
        text.push_str(&format!("{copied:?}"));
    }
    text
}

fn without_places(expr: &mut TExpr) {
    expr.span = Span::new(Source::User, 0, 0);
    walk::children_mut(expr).into_iter().for_each(without_places);
}

/// Replaces type variables everywhere in an expression.
pub(super) fn instantiate(expr: &mut TExpr, types: &[Ty]) {
    expr.ty = expr.ty.instantiate(types);
    match &mut expr.kind {
        TKind::Predicate(_, at) | TKind::Function(_, at) => {
            at.iter_mut().for_each(|ty| *ty = ty.instantiate(types));
        }
        TKind::Lambda(parameters, _) => {
            parameters.iter_mut().for_each(|(_, ty)| *ty = ty.instantiate(types));
        }
        TKind::Quantified(_, _, ty, _) => *ty = ty.instantiate(types),
        _ => {}
    }
    walk::children_mut(expr).into_iter().for_each(|child| instantiate(child, types));
}

/// One more than the greatest number of a type variable.
pub(super) fn rigid_count(ty: &Ty) -> usize {
    match ty {
        Ty::Rigid(number) => *number as usize + 1,
        Ty::Data(_, arguments) => arguments.iter().map(rigid_count).max().unwrap_or(0),
        Ty::Arrow(domain, codomain) => rigid_count(domain).max(rigid_count(codomain)),
        Ty::Meta(_) | Ty::Int | Ty::Opaque(_) => 0,
    }
}
