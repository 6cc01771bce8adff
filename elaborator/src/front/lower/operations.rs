//! Operators of programs to primitive operations.

use covenant_kernel::tables::{BranchRow, CoreRef, CoreRow, ExprRef, Prim};

use super::Lowerer;
use super::values::{Frame, Value};
use crate::front::span::Span;
use crate::front::syntax::Operator;
use crate::front::typed::{BOOL, TExpr, TKind, Ty};

impl<'p> Lowerer<'p> {
    /// Arithmetic, comparisons, connectives and field selection.
    pub(super) fn operation(&mut self, expr: &'p TExpr, frame: &Frame<'p>, depth: u32) -> Option<CoreRef> {
        let span = expr.span;
        match &expr.kind {
            TKind::Not(inner) => self.unary(Prim::Not, inner, frame, depth, span),
            TKind::Negate(inner) => self.unary(Prim::Neg, inner, frame, depth, span),
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

    fn unary(
        &mut self,
        prim: Prim,
        inner: &'p TExpr,
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        self.value(
            inner,
            frame,
            depth,
            Box::new(move |lowerer, _, value| {
                let values = lowerer.base_values(vec![value], span)?;
                Some(lowerer.tables.core(CoreRow::Op(prim, values), span))
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
        if matches!(operator, Operator::And | Operator::Or) && !self.is_pure(right, frame) {
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
            lowerer.primitive(operator, values, depth, span)
        })
    }

    fn primitive(
        &mut self,
        operator: Operator,
        mut values: Vec<ExprRef>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        let prim = match operator {
            Operator::Add => Prim::Add,
            Operator::Subtract => Prim::Sub,
            Operator::Multiply => Prim::Mul,
            Operator::Divide => Prim::Div,
            Operator::Modulo => Prim::Mod,
            Operator::Equal | Operator::NotEqual => Prim::Eq,
            Operator::Less => Prim::Lt,
            Operator::LessEqual => Prim::Le,
            Operator::Greater => {
                values.reverse();
                Prim::Lt
            }
            Operator::GreaterEqual => {
                values.reverse();
                Prim::Le
            }
            Operator::And => Prim::And,
            Operator::Or => Prim::Or,
            Operator::Implies | Operator::Iff | Operator::Choose | Operator::Bind | Operator::Map => {
                return self.arity_confusion(span);
            }
        };
        let operation = self.tables.core(CoreRow::Op(prim, values), span);
        if operator != Operator::NotEqual {
            return Some(operation);
        }
        let equal = self.local_value(depth, &Ty::Data(BOOL, Vec::new()), span)?;
        let negated = CoreRow::Op(Prim::Not, vec![equal]);
        let negated = self.tables.core(negated, span);
        Some(self.tables.core(CoreRow::LetE(operation, negated), span))
    }
}
