//! Where moving or repeating an evaluation could be noticed.
//!
//! Flattening currying moves what happens between two parameters to the last
//! one. That is right only if nothing happens there that chooses, fails or may
//! not end. Both tests here are conservative: `false` means "not known".

use super::Lowerer;
use super::values::{Frame, FunctionValue, Value};
use crate::front::syntax::{Literal, Operator};
use crate::front::typed::{FunctionId, TExpr, TKind, Ty};

/// How many functions deep the tests look.
const DEEPEST: usize = 16;

impl<'p> Lowerer<'p> {
    /// Whether evaluating an expression neither chooses nor fails.
    pub(super) fn is_pure(&self, expr: &TExpr, frame: &Frame<'p>) -> bool {
        self.pure(expr, frame, DEEPEST)
    }

    /// Whether a function expression can be evaluated later, and more than
    /// once, without a difference.
    pub(super) fn is_effect_free(&self, expr: &TExpr, frame: &Frame<'p>) -> bool {
        self.effect_free(expr, frame, DEEPEST)
    }

    /// As [`is_effect_free`](Self::is_effect_free), for a function value that
    /// takes `arity` more arguments.
    pub(super) fn value_is_effect_free(&self, function: &FunctionValue<'p>, arity: usize) -> bool {
        self.value_free(function, arity, DEEPEST)
    }

    fn pure(&self, expr: &TExpr, frame: &Frame<'p>, fuel: usize) -> bool {
        if matches!(expr.ty, Ty::Arrow(..)) {
            return self.effect_free(expr, frame, fuel);
        }
        match &expr.kind {
            TKind::Local(_) | TKind::Literal(_) | TKind::Predicate(..) => true,
            TKind::Construct(_, _, arguments) => {
                arguments.iter().all(|argument| self.pure(argument, frame, fuel))
            }
            TKind::Project(_, _, inner) | TKind::Negate(inner) | TKind::Not(inner) => {
                self.pure(inner, frame, fuel)
            }
            TKind::Binary(operator, left, right) => {
                let total = match operator {
                    Operator::Divide | Operator::Modulo => matches!(
                        right.kind,
                        TKind::Literal(Literal::Int(divisor)) if divisor != 0
                    ),
                    Operator::Choose => false,
                    _ => true,
                };
                total && self.pure(left, frame, fuel) && self.pure(right, frame, fuel)
            }
            TKind::If(condition, then, otherwise) => {
                self.pure(condition, frame, fuel)
                    && self.pure(then, frame, fuel)
                    && self.pure(otherwise, frame, fuel)
            }
            TKind::Let(_, value, body) => self.pure(value, frame, fuel) && self.pure(body, frame, fuel),
            TKind::Apply(head, arguments) => {
                matches!(head.kind, TKind::Predicate(..))
                    && arguments.iter().all(|argument| self.pure(argument, frame, fuel))
            }
            TKind::Function(id, _) => self.constant_is_pure(*id, fuel),
            TKind::Primitive(_)
            | TKind::Lambda(..)
            | TKind::LetRec(..)
            | TKind::Match(..)
            | TKind::Quantified(..)
            | TKind::PredicateVariable(_)
            | TKind::Fail => false,
        }
    }

    /// A top-level value: pure if its right-hand side is.
    pub(super) fn constant_is_pure(&self, id: FunctionId, fuel: usize) -> bool {
        let Some(less) = fuel.checked_sub(1) else {
            return false;
        };
        self.body_of(id).is_some_and(|body| self.pure(body, &Frame::new(std::rc::Rc::default()), less))
    }

    fn body_of(&self, id: FunctionId) -> Option<&'p TExpr> {
        let program = self.program;
        program.functions.get(id).and_then(|function| function.body.as_ref())
    }

    fn effect_free(&self, expr: &TExpr, frame: &Frame<'p>, fuel: usize) -> bool {
        match &expr.kind {
            TKind::Lambda(_, body) => {
                !matches!(body.ty, Ty::Arrow(..)) || self.effect_free(body, frame, fuel)
            }
            // A variable that the frame does not know is bound inside the
            // expression: by a lambda, whose arguments are functions of the core
            // program, or by a `let` that is checked where it stands.
            TKind::Local(local) => match frame.get(*local) {
                Some(Value::Function(function)) => {
                    let arity = expr.ty.flatten().0.len();
                    self.value_free(function, arity, fuel)
                }
                _ => true,
            },
            TKind::Function(id, _) => self.function_free(*id, fuel),
            TKind::Predicate(..) | TKind::Primitive(_) => true,
            TKind::Apply(head, arguments) => {
                self.effect_free(head, frame, fuel)
                    && arguments.iter().all(|argument| self.pure(argument, frame, fuel))
            }
            TKind::Let(_, value, body) => {
                self.pure(value, frame, fuel) && self.effect_free(body, frame, fuel)
            }
            TKind::If(condition, then, otherwise) => {
                self.pure(condition, frame, fuel)
                    && self.effect_free(then, frame, fuel)
                    && self.effect_free(otherwise, frame, fuel)
            }
            TKind::Binary(Operator::Bind | Operator::Map, left, right) => {
                self.effect_free(left, frame, fuel) && self.effect_free(right, frame, fuel)
            }
            _ => false,
        }
    }

    fn function_free(&self, id: FunctionId, fuel: usize) -> bool {
        let Some(less) = fuel.checked_sub(1) else {
            return false;
        };
        match self.body_of(id) {
            Some(body) => self.effect_free(body, &Frame::new(std::rc::Rc::default()), less),
            // A library function is known by its claim only, which describes
            // complete calls.
            None => true,
        }
    }

    fn value_free(&self, function: &FunctionValue<'p>, arity: usize, fuel: usize) -> bool {
        let Some(less) = fuel.checked_sub(1) else {
            return false;
        };
        match function {
            FunctionValue::Closure { parameters, body, frame } => {
                parameters.len() == arity || self.effect_free(body, frame, less)
            }
            FunctionValue::Delayed { .. }
            | FunctionValue::Level(..)
            | FunctionValue::Predicate(..)
            | FunctionValue::Primitive(_) => true,
            FunctionValue::Global(id, _) | FunctionValue::Inlined(id, _) => self.function_free(*id, less),
            FunctionValue::Partial(inner, given) => self.value_free(inner, arity + given.len(), less),
            FunctionValue::Then { first, second, .. } => {
                self.value_free(first, 1, less) && self.value_free(second, 2, less)
            }
        }
    }
}
