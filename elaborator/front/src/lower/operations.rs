//! Operators of programs to primitive operations.

use covenant_kernel::tables::{Bin, BranchRow, CoreRef, CoreRow, ExprRef, ExprRow, Prim};

use super::Lowerer;
use super::values::{Frame, Value};
use crate::span::Span;
use crate::syntax::Operator;
use crate::typed::{BOOL, TExpr, TKind, Ty};

impl<'p> Lowerer<'p> {
    /// Arithmetic, comparisons, connectives and field selection.
    pub(super) fn operation(&mut self, expr: &'p TExpr, frame: &Frame<'p>, depth: u32) -> Option<CoreRef> {
        let span = expr.span;
        match &expr.kind {
            TKind::Not(inner) => self.unary(inner, frame, depth, span, |lowerer, value| {
                let test = lowerer.is_true_value(value);
                ExprRow::Not(test)
            }),
            TKind::Negate(inner) => self.unary(inner, frame, depth, span, |lowerer, value| {
                let zero = lowerer.tables.expr(ExprRow::Int(0));
                ExprRow::Bin(Bin::Sub, zero, value)
            }),
            TKind::Project(_, index, inner) => {
                let index = *index as usize;
                let constructor = self.constructors(&inner.ty).first()?.fields.clone();
                let ty = frame.instantiate(&inner.ty);
                self.value(
                    inner,
                    frame,
                    depth,
                    Box::new(move |lowerer, depth, value| {
                        let Value::Base(value) = value else {
                            return lowerer.arity_confusion(span);
                        };
                        if let Some((_, fields)) = lowerer.known_constructor(value) {
                            let field = *fields.get(index)?;
                            return Some(lowerer.tables.core(CoreRow::Ret(field), span));
                        }
                        let Ty::Data(_, arguments) = &ty else {
                            return lowerer.arity_confusion(span);
                        };
                        let field = constructor.get(index)?.instantiate(arguments);
                        let offset = u32::try_from(index).unwrap_or(u32::MAX);
                        let field = lowerer.local_value(depth + offset, &field, span)?;
                        let body = lowerer.tables.core(CoreRow::Ret(field), span);
                        let row = CoreRow::Match(value, vec![BranchRow { tag: 0, body }]);
                        Some(lowerer.tables.core(row, span))
                    }),
                )
            }
            TKind::Binary(operator, left, right) => {
                self.binary_operation(*operator, left, right, frame, depth, span)
            }
            _ => self.arity_confusion(span),
        }
    }

    /// `value = true`: a boolean as a test.
    fn is_true_value(&mut self, value: ExprRef) -> ExprRef {
        let truth = self.boolean(true);
        self.tables.expr(ExprRow::Bin(Bin::Eq, value, truth))
    }

    /// Computes an expression.
    fn evaluate(&mut self, row: ExprRow, span: Span) -> CoreRef {
        let expr = self.tables.expr(row);
        self.tables.core(CoreRow::Op(Prim::Eval(expr)), span)
    }

    fn unary(
        &mut self,
        inner: &'p TExpr,
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
        of: impl FnOnce(&mut Self, ExprRef) -> ExprRow,
    ) -> Option<CoreRef> {
        self.value(
            inner,
            frame,
            depth,
            Box::new(move |lowerer, _, value| {
                let value = *lowerer.base_values(vec![value], span)?.first()?;
                let row = of(lowerer, value);
                Some(lowerer.evaluate(row, span))
            }),
        )
    }

    fn binary_operation(
        &mut self,
        operator: Operator,
        left: &'p TExpr,
        right: &'p TExpr,
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        // The right side of `&&` and `||` may not run at all; where it could
        // fail or choose, that matters.
        if matches!(operator, Operator::And | Operator::Or) && !self.purity().is_pure(right, frame) {
            let frame_after = frame.clone();
            return self.value(
                left,
                frame,
                depth,
                Box::new(move |lowerer, depth, value| {
                    let constant = lowerer.boolean(operator == Operator::Or);
                    let short = move |lowerer: &mut Lowerer<'p>, _: u32| {
                        Some(lowerer.tables.core(CoreRow::Ret(constant), span))
                    };
                    let long =
                        |lowerer: &mut Lowerer<'p>, depth: u32| lowerer.tail(right, &[], &frame_after, depth);
                    if operator == Operator::And {
                        lowerer.branch_on(&value, span, depth, long, short)
                    } else {
                        lowerer.branch_on(&value, span, depth, short, long)
                    }
                }),
            );
        }
        self.two_values(left, right, frame, depth, move |lowerer, depth, first, second| {
            let values = lowerer.base_values(vec![first, second], span)?;
            let [first, second] = values[..] else { return lowerer.arity_confusion(span) };
            lowerer.primitive(operator, first, second, depth, span)
        })
    }

    fn primitive(
        &mut self,
        operator: Operator,
        a: ExprRef,
        b: ExprRef,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        let (op, a, b) = match operator {
            Operator::Divide => return Some(self.tables.core(CoreRow::Op(Prim::Div(a, b)), span)),
            Operator::Modulo => return Some(self.tables.core(CoreRow::Op(Prim::Mod(a, b)), span)),
            Operator::Add => (Bin::Add, a, b),
            Operator::Subtract => (Bin::Sub, a, b),
            Operator::Multiply => (Bin::Mul, a, b),
            Operator::Equal | Operator::NotEqual => (Bin::Eq, a, b),
            Operator::Less => (Bin::Lt, a, b),
            Operator::LessEqual => (Bin::Le, a, b),
            Operator::Greater => (Bin::Lt, b, a),
            Operator::GreaterEqual => (Bin::Le, b, a),
            Operator::And => (Bin::And, self.is_true_value(a), self.is_true_value(b)),
            Operator::Or => (Bin::Or, self.is_true_value(a), self.is_true_value(b)),
            Operator::Implies | Operator::Iff | Operator::Choose | Operator::Bind | Operator::Map => {
                return self.arity_confusion(span);
            }
        };
        let operation = self.evaluate(ExprRow::Bin(op, a, b), span);
        if operator != Operator::NotEqual {
            return Some(operation);
        }
        let equal = self.local_value(depth, &Ty::Data(BOOL, Vec::new()), span)?;
        let equal = self.is_true_value(equal);
        let negated = self.evaluate(ExprRow::Not(equal), span);
        Some(self.tables.core(CoreRow::LetE(operation, negated), span))
    }
}
