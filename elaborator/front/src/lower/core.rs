//! Programs to core terms in monadic normal form.
//!
//! Written in continuation style: [`Lowerer::value`] evaluates an expression
//! and hands its value, with the new depth, to the rest. Levels are absolute,
//! so that values stay valid as the depth grows.

use std::rc::Rc;
use std::sync::Arc;

use covenant_kernel::tables::{CoreRef, CoreRow, ExprRef, ExprRow};

use super::Lowerer;
use super::branches::ProgramMatch;
use super::values::{Frame, FunctionValue, Value};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::Operator;
use crate::typed::{TExpr, TKind, Ty};

/// More core terms than this mean that inlining got out of hand.
const MOST_TERMS: usize = 200_000;

/// More steps one after the other than this would use up the stack.
const DEEPEST: usize = 12_000;

/// The rest of a computation: takes the depth and the value.
pub(super) type Rest<'p, 's> = Box<dyn FnOnce(&mut Lowerer<'p>, u32, Value<'p>) -> Option<CoreRef> + 's>;

/// As [`Rest`], after several values.
pub(super) type RestOfMany<'p, 's> =
    Box<dyn FnOnce(&mut Lowerer<'p>, u32, Vec<Value<'p>>) -> Option<CoreRef> + 's>;

impl<'p> Lowerer<'p> {
    /// Looks at an expression, one level deeper. What comes after it in the program is deeper still,
    /// since the rest of a computation is a continuation, so that the depth is bounded here.
    fn nested(
        &mut self,
        expr: &'p TExpr,
        look: impl FnOnce(&mut Self) -> Option<CoreRef>,
    ) -> Option<CoreRef> {
        self.step(expr)?;
        if self.nesting >= DEEPEST {
            self.problems.decline(
                expr.span,
                "a program that becomes this long when helpers are inlined",
                "give the helper functions claims",
            );
            return None;
        }
        self.nesting += 1;
        let result = look(self);
        self.nesting -= 1;
        result
    }

    /// A term that evaluates `expr` and applies the result to `arguments`. The
    /// whole has a base type.
    pub(super) fn tail(
        &mut self,
        expr: &'p TExpr,
        arguments: &[Value<'p>],
        frame: &Frame<'p>,
        depth: u32,
    ) -> Option<CoreRef> {
        self.nested(expr, |lowerer| lowerer.tail_shape(expr, arguments, frame, depth))
    }

    fn tail_shape(
        &mut self,
        expr: &'p TExpr,
        arguments: &[Value<'p>],
        frame: &Frame<'p>,
        depth: u32,
    ) -> Option<CoreRef> {
        if self.tables.cores.len() > MOST_TERMS {
            self.problems.decline(
                expr.span,
                "a program that becomes this large when helpers are inlined",
                "give the helper functions claims",
            );
            return None;
        }
        let span = expr.span;
        match &expr.kind {
            TKind::Lambda(parameters, body) if !arguments.is_empty() => {
                let mut inner = frame.clone();
                for ((local, _), argument) in parameters.iter().zip(arguments) {
                    inner = self.bind_local(&inner, *local, argument.clone());
                }
                let Some(rest) = arguments.get(parameters.len()..) else {
                    return self.arity_confusion(span);
                };
                self.tail(body, rest, &inner, depth)
            }
            TKind::Let(local, value, body) => {
                let arguments = arguments.to_vec();
                let frame_after = frame.clone();
                self.value(
                    value,
                    frame,
                    depth,
                    Box::new(move |lowerer, depth, value| {
                        let inner = lowerer.bind_local(&frame_after, *local, value);
                        lowerer.tail(body, &arguments, &inner, depth)
                    }),
                )
            }
            TKind::LetRec(function, body) => {
                let arguments = arguments.to_vec();
                self.local_function(
                    function,
                    frame,
                    depth,
                    span,
                    Box::new(move |lowerer, depth, frame| lowerer.tail(body, &arguments, &frame, depth)),
                )
            }
            TKind::If(condition, then, otherwise) => {
                self.conditional((condition, then, otherwise), arguments, frame, depth, span)
            }
            TKind::Match(scrutinee, cases) => {
                let result = applied(&frame.instantiate(&expr.ty), arguments.len());
                let site = ProgramMatch { cases, arguments, span, result: &result };
                self.matched(scrutinee, site, frame, depth)
            }
            TKind::Binary(Operator::Choose, left, right) => {
                self.chosen(left, right, arguments, frame, depth, span)
            }
            TKind::Fail => {
                let result = applied(&frame.instantiate(&expr.ty), arguments.len());
                let sort = self.plain_sort(&result, span)?;
                Some(self.tables.core(CoreRow::Err(sort), span))
            }
            // The chosen function is applied where it is chosen.
            TKind::Apply(head, given) if matches!(head.kind, TKind::Binary(Operator::Choose, ..)) => {
                let arguments = arguments.to_vec();
                let frame_after = frame.clone();
                self.values(
                    given,
                    Vec::new(),
                    frame.clone(),
                    depth,
                    Box::new(move |lowerer, depth, mut values| {
                        values.extend(arguments);
                        lowerer.tail(head, &values, &frame_after, depth)
                    }),
                )
            }
            TKind::Apply(head, given) => {
                let arguments = arguments.to_vec();
                self.apply_expr(head, given, arguments, frame, depth, span)
            }
            _ if !arguments.is_empty() => {
                let arguments = arguments.to_vec();
                self.value(
                    expr,
                    frame,
                    depth,
                    Box::new(move |lowerer, depth, value| match value {
                        Value::Function(function) => lowerer.apply(&function, arguments, depth, span),
                        Value::Base(_) => lowerer.arity_confusion(span),
                    }),
                )
            }
            TKind::Binary(..) | TKind::Not(_) | TKind::Negate(_) | TKind::Project(..) => {
                self.operation(expr, frame, depth)
            }
            _ => self.value(
                expr,
                frame,
                depth,
                Box::new(move |lowerer, _, value| match value {
                    Value::Base(value) => Some(lowerer.tables.core(CoreRow::Ret(value), span)),
                    Value::Function(_) => lowerer.arity_confusion(span),
                }),
            ),
        }
    }

    pub(super) fn arity_confusion<T>(&mut self, span: Span) -> Option<T> {
        self.problems.decline(
            span,
            "a function whose number of arguments depends on its type",
            "write all parameters of the function, and apply it to all of them",
        );
        None
    }

    /// `value` as a term for the next level.
    pub(super) fn local_value(&mut self, depth: u32, ty: &Ty, span: Span) -> Option<ExprRef> {
        let sort = self.plain_sort(ty, span)?;
        Some(self.tables.expr(ExprRow::Local(depth, sort)))
    }

    /// Evaluates an expression and goes on with its value.
    pub(super) fn value<'s>(
        &mut self,
        expr: &'p TExpr,
        frame: &Frame<'p>,
        depth: u32,
        rest: Rest<'p, 's>,
    ) -> Option<CoreRef> {
        self.nested(expr, move |lowerer| lowerer.value_shape(expr, frame, depth, rest))
    }

    fn value_shape<'s>(
        &mut self,
        expr: &'p TExpr,
        frame: &Frame<'p>,
        depth: u32,
        rest: Rest<'p, 's>,
    ) -> Option<CoreRef> {
        let span = expr.span;
        match &expr.kind {
            TKind::Local(local) => match frame.get(*local).cloned() {
                Some(value) => rest(self, depth, value),
                None => {
                    self.error(DiagnosticKind::UnknownName, span, "this variable is not available here", "");
                    None
                }
            },
            TKind::Literal(literal) => {
                let scope = super::scope::Scope::default();
                let ty = frame.instantiate(&expr.ty);
                let value = self.literal(literal, &ty, &scope, span)?;
                rest(self, depth, Value::Base(value))
            }
            TKind::Construct(_, tag, arguments) => {
                let sort = self.plain_sort(&frame.instantiate(&expr.ty), span)?;
                let tag = *tag;
                self.values(
                    arguments,
                    Vec::new(),
                    frame.clone(),
                    depth,
                    Box::new(move |lowerer, depth, values| {
                        let fields = lowerer.base_values(values, span)?;
                        let value = lowerer.tables.expr(ExprRow::Ctor(sort, tag, fields.into()));
                        rest(lowerer, depth, Value::Base(value))
                    }),
                )
            }
            TKind::Let(local, value, body) => {
                let frame_after = frame.clone();
                self.value(
                    value,
                    frame,
                    depth,
                    Box::new(move |lowerer, depth, value| {
                        let inner = lowerer.bind_local(&frame_after, *local, value);
                        lowerer.value(body, &inner, depth, rest)
                    }),
                )
            }
            TKind::LetRec(function, body) => self.local_function(
                function,
                frame,
                depth,
                span,
                Box::new(move |lowerer, depth, frame| lowerer.value(body, &frame, depth, rest)),
            ),
            _ if matches!(frame.instantiate(&expr.ty), Ty::Arrow(..)) => {
                self.function_value(expr, frame, depth, rest)
            }
            // A constant of the program or of the theory.
            TKind::Function(id, types) => {
                let function = self.function_reference(*id, types, frame);
                let term = self.apply(&function, Vec::new(), depth, span)?;
                self.bind_term(term, &expr.ty, frame, depth, span, rest)
            }
            TKind::Predicate(id, types) => {
                let types = Rc::new(types.iter().map(|ty| frame.instantiate(ty)).collect());
                let function = FunctionValue::Predicate(*id, types);
                let term = self.apply(&function, Vec::new(), depth, span)?;
                self.bind_term(term, &expr.ty, frame, depth, span, rest)
            }
            TKind::PredicateVariable(_) | TKind::Quantified(..) => {
                self.error(
                    DiagnosticKind::IllFormedSpec,
                    span,
                    "a quantified formula cannot be computed by a program",
                    "use a predicate that is defined by recursion",
                );
                None
            }
            _ => {
                let term = self.tail(expr, &[], frame, depth)?;
                self.bind_term(term, &expr.ty, frame, depth, span, rest)
            }
        }
    }

    /// `let x = term in rest x`
    fn bind_term<'s>(
        &mut self,
        term: CoreRef,
        ty: &Ty,
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
        rest: Rest<'p, 's>,
    ) -> Option<CoreRef> {
        // A term that only returns needs no variable of its own.
        if let Some(CoreRow::Ret(value)) = self.tables.cores.get(term.0 as usize) {
            let value = *value;
            if term.0 as usize + 1 == self.tables.cores.len() {
                self.tables.drop_last_core();
            }
            return rest(self, depth, Value::Base(value));
        }
        let ty = frame.instantiate(ty);
        let variable = self.local_value(depth, &ty, span)?;
        self.level_names.forget(depth, 1);
        let body = rest(self, depth + 1, Value::Base(variable))?;
        let names = self.level_names.take(depth, 1);
        Some(self.tables.binder(CoreRow::LetE(term, body), vec![names], span))
    }

    /// Evaluates two expressions and goes on with their values.
    pub(super) fn two_values<'s>(
        &mut self,
        left: &'p TExpr,
        right: &'p TExpr,
        frame: &Frame<'p>,
        depth: u32,
        rest: impl FnOnce(&mut Self, u32, Value<'p>, Value<'p>) -> Option<CoreRef> + 's,
    ) -> Option<CoreRef>
    where
        'p: 's,
    {
        let frame_after = frame.clone();
        let after_first = move |lowerer: &mut Self, depth, first| {
            let after_second = move |lowerer: &mut Self, depth, second| rest(lowerer, depth, first, second);
            lowerer.value(right, &frame_after, depth, Box::new(after_second))
        };
        self.value(left, frame, depth, Box::new(after_first))
    }

    pub(super) fn values<'s>(
        &mut self,
        exprs: &'p [TExpr],
        mut done: Vec<Value<'p>>,
        frame: Frame<'p>,
        depth: u32,
        rest: RestOfMany<'p, 's>,
    ) -> Option<CoreRef> {
        let Some((first, others)) = exprs.split_first() else {
            return rest(self, depth, done);
        };
        let frame_after = frame.clone();
        self.value(
            first,
            &frame,
            depth,
            Box::new(move |lowerer, depth, value| {
                done.push(value);
                lowerer.values(others, done, frame_after, depth, rest)
            }),
        )
    }

    pub(super) fn base_values(&mut self, values: Vec<Value<'p>>, span: Span) -> Option<Vec<ExprRef>> {
        values
            .into_iter()
            .map(|value| match value {
                Value::Base(value) => Some(value),
                Value::Function(_) => {
                    self.problems.decline(
                        span,
                        "a function where data is expected",
                        "functions can be parameters of functions, but not parts of data",
                    );
                    None
                }
            })
            .collect()
    }

    /// The constructor of a value, when it is visible.
    pub(super) fn known_constructor(&self, value: ExprRef) -> Option<(u32, Arc<[ExprRef]>)> {
        match self.tables.row(value) {
            Some(ExprRow::Ctor(_, tag, fields)) => Some((*tag, fields.clone())),
            _ => None,
        }
    }
}

/// The type after applying to this many arguments.
fn applied(ty: &Ty, arguments: usize) -> Ty {
    let mut current = ty;
    for _ in 0..arguments {
        if let Ty::Arrow(_, codomain) = current {
            current = codomain;
        }
    }
    current.clone()
}
