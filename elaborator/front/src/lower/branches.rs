//! Where a program goes one way or another: conditions, matches, choices.

use covenant_kernel::tables::{Bin, BranchRow, CoreRef, CoreRow, ExprRef, ExprRow, Prim};

use super::Lowerer;
use super::trees::{Branch, Tree};
use super::values::{Frame, Value};
use crate::span::Span;
use crate::typed::{LocalId, TCase, TExpr, Ty, UNIT};

/// A match in a program.
#[derive(Clone, Copy)]
pub(super) struct ProgramMatch<'a, 'p> {
    pub(super) cases: &'p [TCase],
    pub(super) arguments: &'a [Value<'p>],
    pub(super) span: Span,
    pub(super) result: &'a Ty,
}

impl<'p> Lowerer<'p> {
    /// `if condition then … else …`, applied to `arguments`.
    pub(super) fn conditional(
        &mut self,
        (condition, then, otherwise): (&'p TExpr, &'p TExpr, &'p TExpr),
        arguments: &[Value<'p>],
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        self.value(
            condition,
            frame,
            depth,
            Box::new(move |lowerer, depth, value| {
                lowerer.branch_on(
                    &value,
                    span,
                    depth,
                    |lowerer, depth| lowerer.tail(then, arguments, frame, depth),
                    |lowerer, depth| lowerer.tail(otherwise, arguments, frame, depth),
                )
            }),
        )
    }

    /// A match on the value of an expression.
    pub(super) fn matched(
        &mut self,
        scrutinee: &'p TExpr,
        site: ProgramMatch<'_, 'p>,
        frame: &Frame<'p>,
        depth: u32,
    ) -> Option<CoreRef> {
        self.value(
            scrutinee,
            frame,
            depth,
            Box::new(move |lowerer, depth, value| {
                let on = lowerer.fresh_local();
                let tree = lowerer.compile(on, &scrutinee.ty, site.cases, None, site.span)?;
                let inner = frame.with(on, value);
                lowerer.decide(&tree, site, &inner, depth)
            }),
        )
    }

    /// `left <+> right`, applied to `arguments`.
    pub(super) fn chosen(
        &mut self,
        left: &'p TExpr,
        right: &'p TExpr,
        arguments: &[Value<'p>],
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        let purity = self.purity();
        if !(purity.always_returns(left, frame) && purity.always_returns(right, frame)) {
            return self.choose_evaluated(left, right, arguments, frame, depth, span);
        }
        self.toss(
            depth,
            span,
            |lowerer, depth| lowerer.tail(left, arguments, frame, depth),
            |lowerer, depth| lowerer.tail(right, arguments, frame, depth),
        )
    }

    /// One of two terms, by a coin that is thrown first.
    fn toss(
        &mut self,
        depth: u32,
        span: Span,
        then: impl FnOnce(&mut Self, u32) -> Option<CoreRef>,
        otherwise: impl FnOnce(&mut Self, u32) -> Option<CoreRef>,
    ) -> Option<CoreRef> {
        let toss = self.tables.core(CoreRow::Op(Prim::BoolGen), span);
        let coin = Value::Base(self.local_value(depth, &Ty::bool(), span)?);
        let body = self.branch_on(&coin, span, depth + 1, then, otherwise)?;
        Some(self.tables.core(CoreRow::LetE(toss, body), span))
    }

    /// `left <+> right` where an operand may fail or not end.
    ///
    /// SOUNDNESS: OCaml evaluates both operands before it chooses, so that one which fails leaves
    /// nothing to choose.
    fn choose_evaluated(
        &mut self,
        left: &'p TExpr,
        right: &'p TExpr,
        arguments: &[Value<'p>],
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        let arguments = arguments.to_vec();
        let chosen = move |lowerer: &mut Self, depth, value: Value<'p>| match value {
            Value::Base(value) if arguments.is_empty() => {
                Some(lowerer.tables.core(CoreRow::Ret(value), span))
            }
            Value::Function(function) => lowerer.apply(&function, arguments.clone(), depth, span),
            Value::Base(_) => lowerer.arity_confusion(span),
        };
        self.two_values(left, right, frame, depth, move |lowerer, depth, first, second| {
            lowerer.toss(
                depth,
                span,
                |lowerer, depth| chosen(lowerer, depth, first),
                |lowerer, depth| chosen(lowerer, depth, second),
            )
        })
    }

    /// Two-way branch on a boolean value.
    pub(super) fn branch_on(
        &mut self,
        value: &Value<'p>,
        span: Span,
        depth: u32,
        then: impl FnOnce(&mut Self, u32) -> Option<CoreRef>,
        otherwise: impl FnOnce(&mut Self, u32) -> Option<CoreRef>,
    ) -> Option<CoreRef> {
        let Value::Base(value) = value else {
            return self.arity_confusion(span);
        };
        match self.known_constructor(*value) {
            Some((0, _)) => return otherwise(self, depth),
            Some(_) => return then(self, depth),
            None => {}
        }
        let no = otherwise(self, depth);
        let yes = then(self, depth);
        let branches = vec![BranchRow { tag: 0, body: no? }, BranchRow { tag: 1, body: yes? }];
        Some(self.tables.core(CoreRow::Match(*value, branches), span))
    }

    /// A decision tree as nested matches.
    fn decide(
        &mut self,
        tree: &Tree,
        site: ProgramMatch<'_, 'p>,
        frame: &Frame<'p>,
        depth: u32,
    ) -> Option<CoreRef> {
        match tree {
            Tree::Fail => {
                let sort = self.plain_sort(site.result, site.span)?;
                Some(self.tables.core(CoreRow::Err(sort), site.span))
            }
            Tree::Leaf { bindings, case } => {
                let inner = self.with_bindings(frame, bindings);
                let body = &site.cases.get(*case)?.body;
                self.tail(body, site.arguments, &inner, depth)
            }
            Tree::Guard { bindings, case, otherwise } => {
                let inner = self.with_bindings(frame, bindings);
                let arm = site.cases.get(*case)?;
                let guard = arm.guard.as_ref()?;
                let after = inner.clone();
                self.value(
                    guard,
                    &inner,
                    depth,
                    Box::new(|lowerer, depth, value| {
                        lowerer.branch_on(
                            &value,
                            site.span,
                            depth,
                            |lowerer, depth| lowerer.tail(&arm.body, site.arguments, &after, depth),
                            |lowerer, depth| lowerer.decide(otherwise, site, frame, depth),
                        )
                    }),
                )
            }
            Tree::Compare { on, ty, literal, then, otherwise } => {
                let value = self.base_of(frame, *on, site.span)?;
                let scope = super::scope::Scope::default();
                let literal = self.literal(literal, &frame.instantiate(ty), &scope, site.span)?;
                self.compared(value, literal, (then, otherwise), site, frame, depth)
            }
            Tree::Switch { on, ty, branches } => {
                let value = self.base_of(frame, *on, site.span)?;
                self.switched(value, ty, branches, site, frame, depth)
            }
        }
    }

    /// A test whether a value is a literal, which is computed.
    fn compared(
        &mut self,
        value: ExprRef,
        literal: ExprRef,
        (then, otherwise): (&Tree, &Tree),
        site: ProgramMatch<'_, 'p>,
        frame: &Frame<'p>,
        depth: u32,
    ) -> Option<CoreRef> {
        let equal = self.tables.expr(ExprRow::Bin(Bin::Eq, value, literal));
        let test = CoreRow::Op(Prim::Eval(equal));
        let test = self.tables.core(test, site.span);
        let outcome = self.local_value(depth, &Ty::bool(), site.span)?;
        let body = self.branch_on(
            &Value::Base(outcome),
            site.span,
            depth + 1,
            |lowerer, depth| lowerer.decide(then, site, frame, depth),
            |lowerer, depth| lowerer.decide(otherwise, site, frame, depth),
        )?;
        Some(self.tables.core(CoreRow::LetE(test, body), site.span))
    }

    /// A match on the constructors of a value.
    fn switched(
        &mut self,
        value: ExprRef,
        ty: &Ty,
        branches: &[Branch],
        site: ProgramMatch<'_, 'p>,
        frame: &Frame<'p>,
        depth: u32,
    ) -> Option<CoreRef> {
        if let Some((tag, fields)) = self.known_constructor(value) {
            let branch = branches.get(tag as usize)?;
            let mut inner = frame.clone();
            for ((local, _), field) in branch.fields.iter().zip(fields.iter()) {
                inner = inner.with(*local, Value::Base(*field));
            }
            return self.decide(&branch.tree, site, &inner, depth);
        }
        if let ([only], Ty::Data(UNIT, _)) = (branches, ty) {
            return self.decide(&only.tree, site, frame, depth);
        }
        let (mut rows, mut names) = (Vec::new(), Vec::new());
        for branch in branches {
            if matches!(branch.tree, Tree::Fail) {
                continue;
            }
            let mut inner = frame.clone();
            let mut level = depth;
            for (local, ty) in &branch.fields {
                let ty = frame.instantiate(ty);
                let field = self.local_value(level, &ty, site.span)?;
                inner = inner.with(*local, Value::Base(field));
                level += 1;
            }
            self.level_names.forget(depth, level - depth);
            let body = self.decide(&branch.tree, site, &inner, level)?;
            names.push(self.level_names.take(depth, level - depth));
            rows.push(BranchRow { tag: branch.tag, body });
        }
        if rows.is_empty() {
            return self.decide(&Tree::Fail, site, frame, depth);
        }
        Some(self.tables.binder(CoreRow::Match(value, rows), names, site.span))
    }

    /// The variables of a pattern, as what was matched.
    fn with_bindings(&mut self, frame: &Frame<'p>, bindings: &[(LocalId, LocalId)]) -> Frame<'p> {
        let mut inner = frame.clone();
        for (variable, target) in bindings {
            if let Some(value) = inner.get(*target).cloned() {
                inner = self.bind_local(&inner, *variable, value);
            }
        }
        inner
    }

    fn base_of(&mut self, frame: &Frame<'p>, local: LocalId, span: Span) -> Option<ExprRef> {
        match frame.get(local) {
            Some(Value::Base(value)) => Some(*value),
            _ => self.arity_confusion(span),
        }
    }
}
