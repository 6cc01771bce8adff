//! Where moving or repeating an evaluation could be noticed.
//!
//! Flattening currying moves what happens between two parameters to the last
//! one, and what happens when a top-level function is defined into its calls.
//! That is right only if nothing happens there that chooses, fails or may not
//! end. The tests here are conservative: `false` means "not known".

use std::rc::Rc;

use super::values::{Frame, FunctionValue, Value};
use crate::syntax::{Literal, Operator};
use crate::typed::{FunctionId, Program, TExpr, TKind, Ty};

/// How many functions deep the tests look.
const DEEPEST: usize = 16;

/// What is looked for, and how much further.
#[derive(Clone, Copy)]
struct Look {
    fuel: usize,
    /// Whether failing counts as nothing.
    may_fail: bool,
    /// Whether a choice that cannot fail counts as nothing.
    may_choose: bool,
    /// Whether nobody else looks at what is evaluated: comparisons of functions fail.
    alone: bool,
}

const STRICT: Look = Look { fuel: DEEPEST, may_fail: false, may_choose: false, alone: false };

impl Look {
    fn deeper(self) -> Option<Look> {
        Some(Look { fuel: self.fuel.checked_sub(1)?, ..self })
    }
}

/// What can be told about the functions of a program.
#[derive(Clone, Copy)]
pub(super) struct Purity<'p> {
    program: &'p Program,
}

impl<'p> Purity<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        Self { program }
    }

    /// Whether evaluating an expression neither chooses nor fails.
    pub(super) fn is_pure(&self, expr: &TExpr, frame: &Frame<'p>) -> bool {
        self.pure(expr, frame, STRICT)
    }

    /// Whether evaluating an expression always ends with a value.
    pub(super) fn always_returns(&self, expr: &TExpr, frame: &Frame<'p>) -> bool {
        self.pure(expr, frame, Look { may_choose: true, ..STRICT })
    }

    /// Whether a function expression can be evaluated later, and more than
    /// once, without a difference.
    pub(super) fn is_effect_free(&self, expr: &TExpr, frame: &Frame<'p>) -> bool {
        self.effect_free(expr, frame, STRICT)
    }

    /// As [`is_effect_free`](Self::is_effect_free), for a top-level function.
    pub(super) fn is_effect_free_function(&self, id: FunctionId, types: &[Ty]) -> bool {
        self.function_free(id, types, STRICT)
    }

    /// Whether a top-level function makes no choice before its last argument,
    /// though it may fail.
    pub(super) fn is_choice_free_function(&self, id: FunctionId) -> bool {
        self.function_free(id, &[], Look { may_fail: true, ..STRICT })
    }

    /// Whether the definition of a top-level name always ends with a value.
    pub(super) fn always_returns_when_defined(&self, id: FunctionId) -> bool {
        let look = Look { may_choose: true, alone: true, ..STRICT };
        let frame = Frame::new(Rc::default());
        self.body_of(id).is_none_or(|body| match body.ty {
            Ty::Arrow(..) => self.defined_free(body, &frame, look),
            _ => self.pure(body, &frame, look),
        })
    }

    /// Whether an expression of function type is a function already, or becomes one without any effect.
    pub(super) fn is_value_of_function(&self, expr: &TExpr, frame: &Frame<'p>) -> bool {
        self.defined_free(expr, frame, STRICT)
    }

    /// Whether a top-level value is the same at each use.
    pub(super) fn is_pure_constant(&self, id: FunctionId) -> bool {
        self.constant_is_pure(id, STRICT)
    }

    fn pure(&self, expr: &TExpr, frame: &Frame<'p>, look: Look) -> bool {
        if !self.program.steps.spend(1) {
            return false;
        }
        if matches!(frame.instantiate(&expr.ty), Ty::Arrow(..)) {
            return self.effect_free(expr, frame, look);
        }
        match &expr.kind {
            TKind::Local(_) | TKind::Literal(_) | TKind::Predicate(..) => true,
            TKind::Construct(_, _, arguments) => {
                arguments.iter().all(|argument| self.pure(argument, frame, look))
            }
            TKind::Project(_, _, inner) | TKind::Negate(inner) | TKind::Not(inner) => {
                self.pure(inner, frame, look)
            }
            TKind::Binary(operator, left, right) => {
                let total = match operator {
                    Operator::Divide | Operator::Modulo => matches!(
                        right.kind,
                        TKind::Literal(Literal::Int(divisor)) if divisor != 0
                    ),
                    Operator::Choose => look.may_choose,
                    // OCaml's comparisons fail on functions.
                    _ => !look.alone || !frame.instantiate(&left.ty).contains_arrow(),
                };
                total && self.pure(left, frame, look) && self.pure(right, frame, look)
            }
            TKind::If(condition, then, otherwise) => {
                self.pure(condition, frame, look)
                    && self.pure(then, frame, look)
                    && self.pure(otherwise, frame, look)
            }
            TKind::Let(_, value, body) => self.pure(value, frame, look) && self.pure(body, frame, look),
            TKind::Apply(head, arguments) => {
                let total = match &head.kind {
                    TKind::Predicate(_, types) if look.alone => {
                        !types.iter().any(|ty| frame.instantiate(ty).contains_arrow())
                    }
                    TKind::Predicate(..) => true,
                    TKind::Primitive(primitive) => look.may_choose && primitive.always_returns(),
                    _ => false,
                };
                total && arguments.iter().all(|argument| self.pure(argument, frame, look))
            }
            TKind::Function(id, _) => self.constant_is_pure(*id, look),
            TKind::Primitive(_)
            | TKind::Lambda(..)
            | TKind::LetRec(..)
            | TKind::Match(..)
            | TKind::Quantified(..)
            | TKind::PredicateVariable(_) => false,
            TKind::Fail => look.may_fail,
        }
    }

    /// A top-level value: pure if its right-hand side is.
    fn constant_is_pure(&self, id: FunctionId, look: Look) -> bool {
        let Some(less) = look.deeper() else {
            return false;
        };
        self.body_of(id).is_some_and(|body| self.pure(body, &Frame::new(Rc::default()), less))
    }

    fn body_of(&self, id: FunctionId) -> Option<&'p TExpr> {
        self.program.functions.get(id).and_then(|function| function.body.as_ref())
    }

    /// As [`effect_free`](Self::effect_free), up to the first parameter only.
    fn defined_free(&self, expr: &TExpr, frame: &Frame<'p>, look: Look) -> bool {
        if !self.program.steps.spend(1) {
            return false;
        }
        match &expr.kind {
            TKind::Lambda(..) => true,
            TKind::LetRec(function, body) => {
                self.defined_free(&function.lambda, frame, look) && self.defined_free(body, frame, look)
            }
            TKind::Let(_, value, body) => {
                let quiet = match value.ty {
                    Ty::Arrow(..) => self.defined_free(value, frame, look),
                    _ => self.pure(value, frame, look),
                };
                quiet && self.defined_free(body, frame, look)
            }
            TKind::If(condition, then, otherwise) => {
                self.pure(condition, frame, look)
                    && self.defined_free(then, frame, look)
                    && self.defined_free(otherwise, frame, look)
            }
            _ => self.effect_free(expr, frame, look),
        }
    }

    fn effect_free(&self, expr: &TExpr, frame: &Frame<'p>, look: Look) -> bool {
        if !self.program.steps.spend(1) {
            return false;
        }
        match &expr.kind {
            TKind::Lambda(_, body) => match frame.instantiate(&body.ty) {
                Ty::Arrow(..) => self.effect_free(body, frame, look),
                // SOUNDNESS: `let pick x y = if bool_gen () then x else y` has two parameters, and
                // three where it is used at functions: its body is evaluated before the last one.
                Ty::Rigid(_) | Ty::Meta(_) => self.pure(body, frame, look),
                _ => true,
            },
            // A variable that the frame does not know is bound inside the
            // expression: by a lambda, whose arguments are functions of the core
            // program, or by a `let` that is checked where it stands.
            TKind::Local(local) => match frame.get(*local) {
                Some(Value::Function(function)) => {
                    let arity = frame.instantiate(&expr.ty).flatten().0.len();
                    self.value_free(function, arity, look)
                }
                _ => true,
            },
            TKind::Function(id, types) => {
                let types: Vec<Ty> = types.iter().map(|ty| frame.instantiate(ty)).collect();
                self.function_free(*id, &types, look)
            }
            TKind::Predicate(..) | TKind::Primitive(_) => true,
            TKind::Apply(head, arguments) => {
                self.can_be_applied_partially(head, frame)
                    && self.effect_free(head, frame, look)
                    && arguments.iter().all(|argument| self.pure(argument, frame, look))
            }
            TKind::Let(_, value, body) => {
                self.pure(value, frame, look) && self.effect_free(body, frame, look)
            }
            TKind::If(condition, then, otherwise) => {
                self.pure(condition, frame, look)
                    && self.effect_free(then, frame, look)
                    && self.effect_free(otherwise, frame, look)
            }
            TKind::Binary(Operator::Bind | Operator::Map, left, right) => {
                self.effect_free(left, frame, look) && self.effect_free(right, frame, look)
            }
            TKind::Fail => look.may_fail,
            _ => false,
        }
    }

    /// A function parameter cannot: nothing is known about what it does before
    /// its last argument.
    fn can_be_applied_partially(&self, head: &TExpr, frame: &Frame<'p>) -> bool {
        match head.kind {
            TKind::Local(local) => match frame.get(local) {
                Some(Value::Function(function)) => !matches!(**function, FunctionValue::Level(..)),
                _ => false,
            },
            _ => true,
        }
    }

    /// `types` is empty where they are not known.
    fn function_free(&self, id: FunctionId, types: &[Ty], look: Look) -> bool {
        let Some(less) = look.deeper() else {
            return false;
        };
        match self.body_of(id) {
            Some(body) => self.effect_free(body, &Frame::new(Rc::new(types.to_vec())), less),
            // A library function is known by its claim only, which describes
            // complete calls.
            None => true,
        }
    }

    fn value_free(&self, function: &FunctionValue<'p>, arity: usize, look: Look) -> bool {
        let Some(less) = look.deeper() else {
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
            FunctionValue::Global(id, types) | FunctionValue::Inlined(id, types) => {
                self.function_free(*id, types, less)
            }
            FunctionValue::Partial(inner, given) => self.value_free(inner, arity + given.len(), less),
            FunctionValue::Then { first, second, .. } => {
                self.value_free(first, 1, less) && self.value_free(second, 2, less)
            }
        }
    }
}
