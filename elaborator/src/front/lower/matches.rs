//! `match` in the logic.
//!
//! The kernel's expressions have no match. A match on something whose
//! constructor is known is decided here; any other one becomes a definition by
//! cases of its own, with the free variables as parameters, and a call of it.
//! Where such a definition cannot be part of the recursion (because it analyses
//! something that is not a field), the recursive calls in it are computed by the
//! caller and passed as parameters: everything in the logic is total, so that
//! the order of evaluation does not matter.

use std::collections::BTreeSet;
use std::rc::Rc;

use covenant_kernel::tables::{DefBody, ExprRef, ExprRow, SortRow};

use super::Lowerer;
use super::builder::PendingDef;
use super::definitions::{count, is_bool_or_unit};
use super::logic::Reading;
use super::rename;
use super::scope::{Scope, Variable};
use super::trees::{self, Branch, Tree};
use crate::front::diagnostic::DiagnosticKind;
use crate::front::span::Span;
use crate::front::typed::{LocalId, TCase, TExpr, TKind, Ty};

/// A match that is being lowered.
#[derive(Clone, Copy)]
struct Site<'a> {
    cases: &'a [TCase],
    span: Span,
    reading: Reading,
    result: &'a Ty,
}

impl Lowerer<'_> {
    pub(super) fn match_in_logic(
        &mut self,
        scrutinee: &TExpr,
        cases: &[TCase],
        span: Span,
        scope: &Scope,
        reading: Reading,
    ) -> Option<ExprRef> {
        let result = cases.first().map_or_else(Ty::unit, |case| case.body.ty.clone());
        let mut scope = scope.clone();
        let on = match scrutinee.kind {
            TKind::Local(local) => local,
            _ => {
                let local = self.fresh_local();
                scope.bind_expr(local, scrutinee.clone());
                local
            }
        };
        let tree = self.compile(on, &scrutinee.ty, cases, span)?;
        let site = Site {
            cases,
            span,
            reading,
            result: &result,
        };
        self.tree(&tree, site, &scope)
    }

    pub(super) fn compile(
        &mut self,
        on: LocalId,
        ty: &Ty,
        cases: &[TCase],
        span: Span,
    ) -> Option<Tree> {
        let program = self.program;
        let tree = trees::compile(on, ty, cases, &program.datatypes, &mut self.next_local);
        if tree.is_none() {
            self.problems.decline(
                span,
                "a match whose cases overlap this much",
                "split it into several functions",
            );
        }
        tree
    }

    fn tree(&mut self, tree: &Tree, site: Site<'_>, scope: &Scope) -> Option<ExprRef> {
        match tree {
            Tree::Fail => {
                self.error(
                    DiagnosticKind::NotStructural,
                    site.span,
                    "this match does not cover every value, so that the predicate is not total",
                    "add the missing cases",
                );
                None
            }
            Tree::Leaf { bindings, case } => {
                let body = &site.cases.get(*case)?.body;
                let inner = with_bindings(scope, bindings, body.span);
                self.read(body, site.reading, &inner)
            }
            Tree::Guard {
                bindings,
                case,
                otherwise,
            } => {
                let arm = site.cases.get(*case)?;
                let inner = with_bindings(scope, bindings, arm.body.span);
                let condition = self.formula(arm.guard.as_ref()?, &inner);
                let then = self.read(&arm.body, site.reading, &inner);
                let otherwise = self.tree(otherwise, site, scope);
                Some(self.either(condition?, then?, otherwise?, site))
            }
            Tree::Compare {
                on,
                ty,
                literal,
                then,
                otherwise,
            } => {
                let variable = variable(*on, ty, site.span);
                let value = self.term(&variable, scope)?;
                let literal = self.literal(literal, ty, scope, site.span)?;
                let condition = self.tables.expr(ExprRow::Eq(value, literal));
                let then = self.tree(then, site, scope);
                let otherwise = self.tree(otherwise, site, scope);
                Some(self.either(condition, then?, otherwise?, site))
            }
            Tree::Switch { on, ty, branches } => self.switch(*on, ty, branches, site, scope),
        }
    }

    fn either(
        &mut self,
        condition: ExprRef,
        then: ExprRef,
        otherwise: ExprRef,
        site: Site<'_>,
    ) -> ExprRef {
        match site.reading {
            Reading::Formula => self.either_formula(condition, then, otherwise, site.span),
            Reading::Term => self
                .tables
                .expr_at(ExprRow::Ite(condition, then, otherwise), site.span),
        }
    }

    fn switch(
        &mut self,
        on: LocalId,
        ty: &Ty,
        branches: &[Branch],
        site: Site<'_>,
        scope: &Scope,
    ) -> Option<ExprRef> {
        let on = scope.resolve(on);
        if let Some(known) = scope.known.get(&on).cloned() {
            let branch = branches.get(known.tag as usize)?;
            let mut inner = scope.clone();
            for ((field, _), target) in branch.fields.iter().zip(&known.fields) {
                inner.alias(*field, *target, site.span);
            }
            return self.tree(&branch.tree, site, &inner);
        }
        if let Some(definition) = scope.definition(on)
            && let TKind::Construct(_, tag, arguments) = &definition.kind
        {
            let branch = branches.get(*tag as usize)?;
            let mut inner = scope.clone();
            for ((field, _), argument) in branch.fields.iter().zip(arguments) {
                inner.bind_expr(*field, argument.clone());
            }
            return self.tree(&branch.tree, site, &inner);
        }
        if is_bool_or_unit(ty) {
            if let [only] = branches {
                return self.tree(&only.tree, site, scope);
            }
            let condition = self.formula(&variable(on, ty, site.span), scope);
            let then = self.tree(&branches.get(1)?.tree, site, scope);
            let otherwise = self.tree(&branches.first()?.tree, site, scope);
            return Some(self.either(condition?, then?, otherwise?, site));
        }
        self.lift(on, ty, branches, site, scope)
    }

    /// Makes the switch a definition and calls it.
    fn lift(
        &mut self,
        on: LocalId,
        ty: &Ty,
        branches: &[Branch],
        site: Site<'_>,
        scope: &Scope,
    ) -> Option<ExprRef> {
        let mentions_variable = |expr: &TExpr| {
            rename::any(expr, &mut |part| {
                matches!(part.kind, TKind::PredicateVariable(_))
            })
        };
        if site.cases.iter().any(|case| mentions_variable(&case.body)) {
            self.problems.decline(
                site.span,
                "a predicate variable inside a match",
                "move the match into a predicate",
            );
            return None;
        }
        let is_field = scope.fields.contains(&on);
        let mut scope = scope.clone();
        let mut cases = site.cases.to_vec();
        if !is_field && !scope.group.is_empty() {
            self.hoist_recursive_calls(&mut cases, &mut scope);
        }
        let site = Site {
            cases: &cases,
            ..site
        };
        let mut free = BTreeSet::from([on]);
        for branch in branches {
            self.free_in_tree(&branch.tree, site, &scope, &mut free);
        }
        // The variables become parameters of the new definition.
        let mut inner = Scope {
            height: 0,
            fields: BTreeSet::new(),
            ..scope.clone()
        };
        inner
            .variables
            .retain(|_, variable| matches!(variable, Variable::Expr(_)));
        let mut params = Vec::new();
        let mut arguments = Vec::new();
        let mut position = 0;
        for (index, local) in free.iter().enumerate() {
            let local_ty = if *local == on {
                ty.clone()
            } else {
                let Some(known) = scope.types.get(local) else {
                    self.problems.decline(
                        site.span,
                        "a match in the claim of a local function",
                        "define a predicate for it",
                    );
                    return None;
                };
                known.clone()
            };
            let sort = self.sort(&local_ty, &scope, site.span)?;
            if *local == on {
                position = index;
            }
            arguments.push(self.term(&variable(*local, &local_ty, site.span), &scope)?);
            inner.bind(*local, Variable::Level(count(index), sort), local_ty);
            params.push(sort);
        }
        let result = match site.reading {
            Reading::Formula => None,
            Reading::Term => Some(self.sort(site.result, &scope, site.span)?),
        };
        let level = count(params.len());
        let def = self.tables.declare(PendingDef {
            name: format!("{}_match", scope.item),
            sort_params: scope.sort_params,
            params,
            result,
            body: None,
            span: site.span,
        });
        let seen_before = std::mem::replace(&mut self.recursion_seen, false);
        let mut bodies = Vec::new();
        for branch in branches {
            let mut case = self.case_scope(&inner, on, ty, branch.tag as usize, level, site.span)?;
            let known = case.known.get(&on)?.fields.clone();
            for ((field, _), target) in branch.fields.iter().zip(known) {
                case.alias(*field, target, site.span);
            }
            bodies.push(self.tree(&branch.tree, site, &case));
        }
        let bodies = bodies.into_iter().collect::<Option<Vec<_>>>()?;
        if self.recursion_seen && !is_field {
            self.not_structural(site.span);
            return None;
        }
        self.recursion_seen |= seen_before;
        let on = count(position);
        self.tables.define(def, DefBody::Cases { on, cases: bodies });
        let sorts = (0..scope.sort_params)
            .map(|number| self.tables.sort(SortRow::Abstract(number)))
            .collect();
        Some(
            self.tables
                .expr_at(ExprRow::Fn(def, sorts, arguments), site.span),
        )
    }

    /// Replaces recursive calls at fields of the enclosing case by variables
    /// that stand for them.
    fn hoist_recursive_calls(&mut self, cases: &mut [TCase], scope: &mut Scope) {
        let mut hoisted: Vec<(LocalId, TExpr)> = Vec::new();
        let group = Rc::clone(&scope.group);
        for case in cases {
            let analysed = &self.analysed;
            let next_local = &mut self.next_local;
            let visible: &Scope = scope;
            let mut replace = |expr: &TExpr| {
                let TKind::Apply(head, arguments) = &expr.kind else {
                    return None;
                };
                let TKind::Predicate(id, _) = head.kind else {
                    return None;
                };
                if !group.contains(&id) {
                    return None;
                }
                let position = analysed.get(&id).copied().unwrap_or(0);
                let TKind::Local(at) = arguments.get(position)?.kind else {
                    return None;
                };
                let available = visible.fields.contains(&visible.resolve(at))
                    && arguments.iter().all(|argument| {
                        !rename::any(argument, &mut |part| match part.kind {
                            TKind::Local(local) => !visible.variables.contains_key(&local),
                            _ => false,
                        })
                    });
                if !available {
                    return None;
                }
                let local = *next_local;
                *next_local += 1;
                hoisted.push((local, expr.clone()));
                Some(variable(local, &expr.ty, expr.span))
            };
            case.body = rename::map(&case.body, &mut replace);
            if let Some(guard) = &case.guard {
                case.guard = Some(rename::map(guard, &mut replace));
            }
        }
        for (local, call) in hoisted {
            scope.bind_expr(local, call);
            scope.opaque.insert(local);
        }
    }

    /// The variables that a tree needs from outside.
    fn free_in_tree(
        &self,
        tree: &Tree,
        site: Site<'_>,
        scope: &Scope,
        free: &mut BTreeSet<LocalId>,
    ) {
        match tree {
            Tree::Fail => {}
            Tree::Leaf { bindings, case } => {
                self.free_in_case(*case, bindings, site, scope, free);
            }
            Tree::Guard {
                bindings,
                case,
                otherwise,
            } => {
                self.free_in_case(*case, bindings, site, scope, free);
                self.free_in_tree(otherwise, site, scope, free);
            }
            Tree::Compare {
                on,
                then,
                otherwise,
                ..
            } => {
                add_free(*on, scope, free);
                self.free_in_tree(then, site, scope, free);
                self.free_in_tree(otherwise, site, scope, free);
            }
            Tree::Switch { on, branches, .. } => {
                add_free(*on, scope, free);
                for branch in branches {
                    self.free_in_tree(&branch.tree, site, scope, free);
                }
            }
        }
    }

    fn free_in_case(
        &self,
        case: usize,
        bindings: &[(LocalId, LocalId)],
        site: Site<'_>,
        scope: &Scope,
        free: &mut BTreeSet<LocalId>,
    ) {
        let Some(arm) = site.cases.get(case) else {
            return;
        };
        for expr in std::iter::once(&arm.body).chain(&arm.guard) {
            rename::any(expr, &mut |part| {
                if let TKind::Local(local) = part.kind {
                    let target = bindings
                        .iter()
                        .find(|(variable, _)| *variable == local)
                        .map_or(local, |(_, target)| *target);
                    add_free(target, scope, free);
                }
                false
            });
        }
    }
}

/// Adds what a variable needs from outside: itself, or the variables of what it
/// abbreviates, and the fields of what is known about it.
fn add_free(local: LocalId, scope: &Scope, free: &mut BTreeSet<LocalId>) {
    let local = scope.resolve(local);
    if free.contains(&local) {
        return;
    }
    if let Some(known) = scope.known.get(&local) {
        free.insert(local);
        for field in &known.fields {
            add_free(*field, scope, free);
        }
        return;
    }
    match scope.variables.get(&local) {
        None => {}
        Some(Variable::Expr(expr)) if !scope.opaque.contains(&local) => {
            let expr = Rc::clone(expr);
            rename::any(&expr, &mut |part| {
                if let TKind::Local(inner) = part.kind {
                    add_free(inner, scope, free);
                }
                false
            });
        }
        Some(_) => {
            free.insert(local);
        }
    }
}

fn with_bindings(scope: &Scope, bindings: &[(LocalId, LocalId)], span: Span) -> Scope {
    let mut inner = scope.clone();
    for (variable, target) in bindings {
        inner.alias(*variable, *target, span);
    }
    inner
}

fn variable(local: LocalId, ty: &Ty, span: Span) -> TExpr {
    TExpr {
        kind: TKind::Local(local),
        ty: ty.clone(),
        span,
    }
}
