//! `match` in the logic.
//!
//! The kernel's expressions have no match. A match on something whose
//! constructor is known is decided here; any other one becomes a definition by
//! cases of its own, with the free variables as parameters, and a call of it.
//! Where such a definition cannot be part of the recursion (because it analyses
//! something that is not a field), the recursive calls in it are computed by the
//! caller and passed as parameters: everything in the logic is total, so that
//! the order of evaluation does not matter.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use covenant_kernel::tables::{Bin, DefBody, DefRef, ExprRef, ExprRow, SortRow};

use super::Lowerer;
use super::builder::PendingDef;
use super::canonical::Canonical;
use super::definitions::{count, is_bool_or_unit};
use super::logic::Reading;
use super::scope::{Scope, Variable};
use super::trees::{self, Branch, Tree};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::typed::{LocalId, TCase, TExpr, TKind, Ty};
use crate::walk;

/// A match that is being lowered.
#[derive(Clone, Copy)]
pub(super) struct LogicMatch<'a> {
    pub cases: &'a [TCase],
    pub span: Span,
    pub reading: Reading,
    pub result: &'a Ty,
}

/// The definitions that were made from matches.
#[derive(Default)]
pub(super) struct Lifts {
    by_text: HashMap<String, DefRef>,
    /// Those of them that take part in a recursion.
    recursive: BTreeSet<DefRef>,
    /// Whether the definition that is being made has a recursive call.
    seen: bool,
}

impl Lifts {
    /// What was lifted is not used again: it belongs to another attempt.
    pub(super) fn forget(&mut self) {
        self.by_text.clear();
    }

    /// A recursive call was lowered.
    pub(super) fn recursion_seen(&mut self) {
        self.seen = true;
    }
}

impl Lowerer<'_> {
    /// Whether a recursive call was lowered by `within`, with its result. It is one of what is around, too.
    fn watching_recursion<T>(&mut self, within: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let around = std::mem::replace(&mut self.lifts.seen, false);
        let result = within(self);
        let seen = self.lifts.seen;
        self.lifts.seen |= around;
        (result, seen)
    }

    /// What is lowered within is another definition, and whether it is recursive is not asked here.
    pub(super) fn without_watching<T>(&mut self, within: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.lifts.seen;
        let result = within(self);
        self.lifts.seen = around;
        result
    }

    pub(super) fn match_in_logic(
        &mut self,
        scrutinee: &TExpr,
        cases: &[TCase],
        span: Span,
        scope: &Scope,
        reading: Reading,
    ) -> Option<ExprRef> {
        let result = cases.first().map_or_else(Ty::unit, |case| case.body.ty.clone());
        let (on, scope) = match scrutinee.kind {
            TKind::Local(local) => (local, scope.clone()),
            _ => {
                let local = self.fresh_local();
                (local, self.bound(local, scrutinee, scope)?)
            }
        };
        let known = scope.known.get(&scope.resolve(on)).map(|known| known.tag);
        let tree = self.compile(on, &scrutinee.ty, cases, known, span)?;
        let site = LogicMatch { cases, span, reading, result: &result };
        self.tree(&tree, site, &scope)
    }

    pub(super) fn compile(
        &mut self,
        on: LocalId,
        ty: &Ty,
        cases: &[TCase],
        known: Option<u32>,
        span: Span,
    ) -> Option<Tree> {
        let program = self.program;
        let tree = trees::compile(on, ty, cases, known, program, &mut self.locals);
        if tree.is_none() {
            self.problems.decline(
                span,
                "a match whose cases overlap this much",
                "split it into several functions",
            );
        }
        tree
    }

    pub(super) fn tree(&mut self, tree: &Tree, site: LogicMatch<'_>, scope: &Scope) -> Option<ExprRef> {
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
            Tree::Guard { bindings, case, otherwise } => {
                let arm = site.cases.get(*case)?;
                let inner = with_bindings(scope, bindings, arm.body.span);
                let condition = self.formula(arm.guard.as_ref()?, &inner);
                let then = self.read(&arm.body, site.reading, &inner);
                let otherwise = self.tree(otherwise, site, scope);
                Some(self.either(condition?, then?, otherwise?, site))
            }
            Tree::Compare { on, ty, literal, then, otherwise } => {
                let variable = variable(*on, ty, site.span);
                let value = self.term(&variable, scope)?;
                let literal = self.literal(literal, ty, scope, site.span)?;
                let condition = self.tables.expr(ExprRow::Bin(Bin::Eq, value, literal));
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
        site: LogicMatch<'_>,
    ) -> ExprRef {
        match site.reading {
            Reading::Formula => self.either_formula(condition, then, otherwise, site.span),
            Reading::Term => self.tables.expr_at(ExprRow::Ite(condition, then, otherwise), site.span),
        }
    }

    fn switch(
        &mut self,
        on: LocalId,
        ty: &Ty,
        branches: &[Branch],
        site: LogicMatch<'_>,
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
        let scope = &with_outside_bindings(scope, branches, site.span);
        if let [only] = branches
            && !scope.group.is_empty()
            && !self.recursive_call_at(site.cases, scope, |at, _| !scope.variables.contains_key(&at))
        {
            // The parts of a tuple or record are projections; that keeps the
            // recursion where it is.
            let Ty::Data(id, _) = ty else {
                return None;
            };
            let mut inner = scope.clone();
            for (index, (field, field_ty)) in only.fields.iter().enumerate() {
                let whole = Box::new(variable(on, ty, site.span));
                inner.bind_expr(
                    *field,
                    TExpr {
                        kind: TKind::Project(*id, count(index), whole),
                        ty: field_ty.clone(),
                        span: site.span,
                    },
                );
            }
            return self.tree(&only.tree, site, &inner);
        }
        // A call at a field of the enclosing case that needs what is bound here
        // can be neither computed before nor made inside another definition.
        let stuck = |at: LocalId, arguments: &[TExpr]| {
            let at = scope.resolve(at);
            at != on
                && scope.fields.contains(&at)
                && arguments.iter().any(|argument| outside(argument, scope))
        };
        if self.recursive_call_at(site.cases, scope, stuck) {
            return self.select(on, ty, branches, site, scope);
        }
        self.lift(on, ty, branches, site, scope)
    }

    /// Whether the cases contain a recursive call of which `test` holds, given
    /// the variable that it is at and its arguments.
    fn recursive_call_at(
        &self,
        cases: &[TCase],
        scope: &Scope,
        test: impl Fn(LocalId, &[TExpr]) -> bool,
    ) -> bool {
        let holds = |part: &TExpr| {
            let TKind::Apply(head, arguments) = &part.kind else {
                return false;
            };
            let TKind::Predicate(id, _) = head.kind else {
                return false;
            };
            let position = self.definitions.analysed(id);
            let at = arguments.get(position).map(|at| &at.kind);
            scope.group.contains(&id) && matches!(at, Some(TKind::Local(local)) if test(*local, arguments))
        };
        cases.iter().any(|case| walk::any(&case.body, &mut |part| holds(part)))
    }

    /// Makes the switch a definition and calls it.
    fn lift(
        &mut self,
        on: LocalId,
        ty: &Ty,
        branches: &[Branch],
        site: LogicMatch<'_>,
        scope: &Scope,
    ) -> Option<ExprRef> {
        let mentions_variable =
            |expr: &TExpr| walk::any(expr, &mut |part| matches!(part.kind, TKind::PredicateVariable(_)));
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
        if !scope.group.is_empty() {
            // A call at the analysed field itself is unfolded in the new
            // definition; calls at other fields have to stay outside.
            self.hoist_recursive_calls(&mut cases, &mut scope, is_field.then_some(on));
        }
        let site = LogicMatch { cases: &cases, ..site };
        let mut canonical = Canonical::new(on, &scope, site.cases);
        for branch in branches {
            canonical.fields(&branch.fields);
            canonical.tree(&branch.tree);
        }
        let key = canonical.text().map(|text| {
            format!("{:?} {:?} {:?} {ty:?} {text}", site.reading, scope.sort_params, scope.instance)
        });
        let free = std::mem::take(&mut canonical.free);
        let mut arguments = Vec::new();
        let mut param_types = Vec::new();
        for local in &free {
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
            arguments.push(self.term(&variable(*local, &local_ty, site.span), &scope)?);
            param_types.push(local_ty);
        }
        if let Some(def) = key.as_ref().and_then(|key| self.lifts.by_text.get(key)).copied() {
            return self.call_lifted(def, arguments, is_field, site, &scope);
        }
        // The variables become parameters of the new definition.
        let mut inner = Scope { height: 0, fields: BTreeSet::new(), ..scope.clone() };
        inner.variables.retain(|_, variable| matches!(variable, Variable::Expr(_)));
        let mut params = Vec::new();
        for (index, (local, local_ty)) in free.iter().zip(param_types).enumerate() {
            let sort = self.sort(&local_ty, &scope, site.span)?;
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
        if let Some(key) = key {
            self.lifts.by_text.insert(key, def);
        }
        let (bodies, recursive) =
            self.watching_recursion(|lowerer| lowerer.lifted_bodies(on, ty, branches, level, site, &inner));
        let bodies = bodies?;
        if recursive {
            if !is_field {
                self.not_structural(site.span);
                return None;
            }
            self.lifts.recursive.insert(def);
        }
        self.tables.define(def, DefBody::Cases { on: 0, cases: bodies });
        Some(self.lifted_call(def, arguments, site, &scope))
    }

    /// The cases of a lifted definition. All are lowered before one fails: each may have a message.
    fn lifted_bodies(
        &mut self,
        on: LocalId,
        ty: &Ty,
        branches: &[Branch],
        level: u32,
        site: LogicMatch<'_>,
        scope: &Scope,
    ) -> Option<Vec<ExprRef>> {
        let mut bodies = Vec::new();
        for branch in branches {
            let mut case = self.case_scope(scope, on, ty, branch.tag as usize, level, site.span)?;
            let known = case.known.get(&on)?.fields.clone();
            for ((field, _), target) in branch.fields.iter().zip(known) {
                case.alias(*field, target, site.span);
            }
            bodies.push(self.tree(&branch.tree, site, &case));
        }
        bodies.into_iter().collect()
    }

    /// A call of a definition that was lifted before, possibly of the one that
    /// is being lifted right now.
    fn call_lifted(
        &mut self,
        def: DefRef,
        arguments: Vec<ExprRef>,
        is_field: bool,
        site: LogicMatch<'_>,
        scope: &Scope,
    ) -> Option<ExprRef> {
        let finished = self.tables.defs.get(def.0 as usize).is_some_and(|pending| pending.body.is_some());
        if !finished || self.lifts.recursive.contains(&def) {
            if !is_field {
                self.not_structural(site.span);
                return None;
            }
            self.lifts.recursion_seen();
        }
        Some(self.lifted_call(def, arguments, site, scope))
    }

    fn lifted_call(
        &mut self,
        def: DefRef,
        arguments: Vec<ExprRef>,
        site: LogicMatch<'_>,
        scope: &Scope,
    ) -> ExprRef {
        let sorts =
            (0..scope.sort_params).map(|number| self.tables.sort(SortRow::Abstract(number))).collect();
        self.tables.expr_at(ExprRow::Fn(def, sorts, arguments.into()), site.span)
    }

    /// Replaces recursive calls at fields of the enclosing case by variables
    /// that stand for them.
    fn hoist_recursive_calls(&mut self, cases: &mut [TCase], scope: &mut Scope, except: Option<LocalId>) {
        let mut hoisted: Vec<(LocalId, TExpr)> = Vec::new();
        let group = Rc::clone(&scope.group);
        for case in cases {
            let definitions = &self.definitions;
            let locals = &mut self.locals;
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
                let position = definitions.analysed(id);
                let TKind::Local(at) = arguments.get(position)?.kind else {
                    return None;
                };
                let at = visible.resolve(at);
                let available = visible.fields.contains(&at)
                    && Some(at) != except
                    && arguments.iter().all(|argument| !outside(argument, visible));
                if !available {
                    return None;
                }
                let local = locals.fresh();
                hoisted.push((local, expr.clone()));
                Some(variable(local, &expr.ty, expr.span))
            };
            case.body = walk::map(&case.body, &mut replace);
            if let Some(guard) = &case.guard {
                case.guard = Some(walk::map(guard, &mut replace));
            }
        }
        for (local, call) in hoisted {
            scope.bind_expr(local, call);
            scope.opaque.insert(local);
        }
    }
}

/// Pattern variables of the remaining cases that stand for something outside
/// the match, wherever they are bound.
fn with_outside_bindings(scope: &Scope, branches: &[Branch], span: Span) -> Scope {
    let mut found: BTreeMap<LocalId, Option<LocalId>> = BTreeMap::new();
    let mut pending: Vec<&Tree> = branches.iter().map(|branch| &branch.tree).collect();
    while let Some(tree) = pending.pop() {
        let bindings = match tree {
            Tree::Fail => continue,
            Tree::Leaf { bindings, .. } => bindings,
            Tree::Guard { bindings, otherwise, .. } => {
                pending.push(otherwise);
                bindings
            }
            Tree::Switch { branches, .. } => {
                pending.extend(branches.iter().map(|branch| &branch.tree));
                continue;
            }
            Tree::Compare { then, otherwise, .. } => {
                pending.extend([&**then, &**otherwise]);
                continue;
            }
        };
        for (variable, target) in bindings {
            let target = scope.resolve(*target);
            let outside = scope.variables.contains_key(&target).then_some(target);
            found
                .entry(*variable)
                .and_modify(|known| *known = known.filter(|known| Some(*known) == outside))
                .or_insert(outside);
        }
    }
    let mut inner = scope.clone();
    for (variable, target) in found {
        if let Some(target) = target {
            inner.alias(variable, target, span);
        }
    }
    inner
}

/// Whether an expression needs variables that the scope does not have.
fn outside(expr: &TExpr, scope: &Scope) -> bool {
    walk::any(expr, &mut |part| match part.kind {
        TKind::Local(local) => !scope.variables.contains_key(&local),
        _ => false,
    })
}

fn with_bindings(scope: &Scope, bindings: &[(LocalId, LocalId)], span: Span) -> Scope {
    let mut inner = scope.clone();
    for (variable, target) in bindings {
        inner.alias(*variable, *target, span);
    }
    inner
}

pub(super) fn variable(local: LocalId, ty: &Ty, span: Span) -> TExpr {
    TExpr { kind: TKind::Local(local), ty: ty.clone(), span }
}
