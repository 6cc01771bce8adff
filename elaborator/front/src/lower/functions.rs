//! Function values: how they arise, how they are applied, and how they become
//! rows of the tables.

use std::rc::Rc;

use covenant_kernel::tables::{
    ArgRow, Bin, CoreRef, CoreRow, ExprRow, FunRef, FunRow, ParamRow, Prim, TypeRef,
};

use super::Lowerer;
use super::core::Rest;
use super::definitions::count;
use super::values::{Frame, FunctionValue, Sequence, Value};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{Literal, Operator};
use crate::typed::{FunctionId, PredicateId, Primitive, TExpr, TKind, Ty};

/// The rest of a computation after a local definition.
pub(super) type After<'p, 's> = Box<dyn FnOnce(&mut Lowerer<'p>, u32, Frame<'p>) -> Option<CoreRef> + 's>;

impl<'p> Lowerer<'p> {
    pub(super) fn function_reference(
        &self,
        id: FunctionId,
        types: &[Ty],
        frame: &Frame<'p>,
    ) -> FunctionValue<'p> {
        for local in self.functions.enclosing.callable() {
            if local.function == id {
                return FunctionValue::Level(local.level, local.arrow);
            }
        }
        let program = self.program;
        let Some(function) = program.functions.get(id) else {
            return FunctionValue::Inlined(id, Rc::default());
        };
        // Inside its own group a function is used at its own type variables.
        let types: Vec<Ty> = if types.len() < function.sort_parameters {
            frame.types.to_vec()
        } else {
            types.iter().map(|ty| frame.instantiate(ty)).collect()
        };
        if function.contract.is_some() {
            FunctionValue::Global(id, Rc::new(types))
        } else {
            FunctionValue::Inlined(id, Rc::new(types))
        }
    }

    /// The body of a definition of function type, at its parameters: the one place where a function
    /// is made from an expression.
    ///
    /// SOUNDNESS: what stands before the first `fun` is evaluated once, when the function is defined,
    /// and all calls share it; inside the function it would be evaluated at each call. So it must be
    /// nothing.
    pub(super) fn enter(
        &mut self,
        definition: &'p TExpr,
        arguments: &[Value<'p>],
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        self.expect_value(definition, frame, span)?;
        self.tail(definition, arguments, frame, depth)
    }

    /// Declines a definition of function type that does something before its first parameter.
    pub(super) fn expect_value(
        &mut self,
        definition: &'p TExpr,
        frame: &Frame<'p>,
        span: Span,
    ) -> Option<()> {
        if self.purity().is_value_of_function(definition, frame) {
            return Some(());
        }
        self.problems.decline(
            span,
            "a function whose definition makes a choice, may fail or may not end",
            "move that behind the first parameter: as it stands it happens once, and all calls share it",
        );
        None
    }

    /// Evaluates an expression of function type.
    pub(super) fn function_value<'s>(
        &mut self,
        expr: &'p TExpr,
        frame: &Frame<'p>,
        depth: u32,
        rest: Rest<'p, 's>,
    ) -> Option<CoreRef> {
        let span = expr.span;
        let function = match &expr.kind {
            TKind::Lambda(parameters, body) => {
                FunctionValue::Closure { parameters, body, frame: frame.clone() }
            }
            TKind::Function(id, types) => self.function_reference(*id, types, frame),
            TKind::Predicate(id, types) => {
                // SOUNDNESS: one that is not total may fail before it has all its arguments.
                self.definition(*id)?;
                let types = types.iter().map(|ty| frame.instantiate(ty)).collect();
                FunctionValue::Predicate(*id, Rc::new(types))
            }
            TKind::Primitive(primitive) => FunctionValue::Primitive(*primitive),
            TKind::Apply(head, given) => {
                let frame_after = frame.clone();
                return self.value(
                    head,
                    frame,
                    depth,
                    Box::new(move |lowerer, depth, value| {
                        let Value::Function(function) = value else {
                            return lowerer.arity_confusion(span);
                        };
                        lowerer.values(
                            given,
                            Vec::new(),
                            frame_after,
                            depth,
                            Box::new(move |lowerer, depth, values| {
                                lowerer.partially(&function, values, depth, span, rest)
                            }),
                        )
                    }),
                );
            }
            TKind::Binary(operator @ (Operator::Bind | Operator::Map), left, right) => {
                let sequence = if *operator == Operator::Bind { Sequence::Bind } else { Sequence::Map };
                let between = match &left.ty {
                    Ty::Arrow(_, made) => frame.instantiate(made),
                    _ => Ty::unit(),
                };
                return self.two_values(left, right, frame, depth, move |lowerer, depth, first, second| {
                    let (Value::Function(first), Value::Function(second)) = (first, second) else {
                        return lowerer.arity_confusion(span);
                    };
                    let function = FunctionValue::Then { sequence, first, second, between };
                    rest(lowerer, depth, Value::Function(Rc::new(function)))
                });
            }
            TKind::If(..) | TKind::Match(..) if self.purity().is_effect_free(expr, frame) => {
                FunctionValue::Delayed { expr, frame: frame.clone() }
            }
            _ => {
                self.problems.decline(
                    span,
                    "a function that is the result of a choice or of a computation that may fail",
                    "apply it where it is chosen, so that each branch returns data",
                );
                return None;
            }
        };
        rest(self, depth, Value::Function(Rc::new(function)))
    }

    /// Applies a function to fewer arguments than it takes.
    fn partially<'s>(
        &mut self,
        function: &Rc<FunctionValue<'p>>,
        arguments: Vec<Value<'p>>,
        depth: u32,
        span: Span,
        rest: Rest<'p, 's>,
    ) -> Option<CoreRef> {
        match &**function {
            FunctionValue::Closure { parameters, body, frame } if arguments.len() >= parameters.len() => {
                let mut inner = frame.clone();
                let mut arguments = arguments;
                let others = arguments.split_off(parameters.len());
                for ((local, _), argument) in parameters.iter().zip(arguments) {
                    inner = self.bind_local(&inner, *local, argument);
                }
                self.evaluate_then_apply(body, &inner, others, depth, span, rest)
            }
            FunctionValue::Inlined(id, types) => {
                let body = self.inlined_body(*id, span)?;
                let frame = Frame::new(Rc::clone(types));
                self.expect_value(body, &frame, span)?;
                self.evaluate_then_apply(body, &frame, arguments, depth, span, rest)
            }
            FunctionValue::Partial(inner, given) => {
                let all = given.iter().cloned().chain(arguments).collect();
                self.partially(inner, all, depth, span, rest)
            }
            FunctionValue::Global(id, types) => {
                if self.purity().is_effect_free_function(*id, types) {
                    let partial = FunctionValue::Partial(Rc::clone(function), arguments);
                    return rest(self, depth, Value::Function(Rc::new(partial)));
                }
                self.probe(*id, function, arguments, depth, span, rest)
            }
            FunctionValue::Level(level, _) => {
                // SOUNDNESS: functions that are passed may choose or fail before
                // their last argument. That is the same as doing so at the last
                // one only because parameters are always applied completely.
                let known = self.functions.enclosing.at_level(*level);
                if !known.is_some_and(|id| self.purity().is_effect_free_function(id, &[])) {
                    self.problems.decline(
                        span,
                        "a partial application of a function parameter",
                        "wrap it: `fun () -> g x ()`",
                    );
                    return None;
                }
                let partial = FunctionValue::Partial(Rc::clone(function), arguments);
                rest(self, depth, Value::Function(Rc::new(partial)))
            }
            _ => {
                let partial = FunctionValue::Partial(Rc::clone(function), arguments);
                rest(self, depth, Value::Function(Rc::new(partial)))
            }
        }
    }

    /// A partial application of a function that may fail (but makes no choice)
    /// before its last argument, as in `if n < 0 then return Err else …`. OCaml
    /// fails here, the flattened function only where it is run. So it is run
    /// here once and the value dropped: then this point is passed only if the
    /// application does not fail.
    fn probe<'s>(
        &mut self,
        id: FunctionId,
        function: &Rc<FunctionValue<'p>>,
        arguments: Vec<Value<'p>>,
        depth: u32,
        span: Span,
        rest: Rest<'p, 's>,
    ) -> Option<CoreRef> {
        let program = self.program;
        let ty = &program.functions.get(id)?.ty;
        let (parameters, _) = ty.flatten();
        let only_unit_is_left = parameters.len() == arguments.len() + 1
            && parameters.last().is_some_and(|last| **last == Ty::unit());
        if !only_unit_is_left || !self.purity().is_choice_free_function(id) {
            self.problems.decline(
                span,
                "a partial application of a function that makes a choice before its last argument",
                "pass all arguments at once, or move the choice behind the last parameter",
            );
            return None;
        }
        let scope = super::scope::Scope::default();
        let unit = self.literal(&Literal::Unit, &Ty::unit(), &scope, span)?;
        let mut all = arguments.clone();
        all.push(Value::Base(unit));
        let run = self.apply(function, all, depth, span)?;
        let partial = FunctionValue::Partial(Rc::clone(function), arguments);
        let body = rest(self, depth + 1, Value::Function(Rc::new(partial)))?;
        Some(self.tables.core(CoreRow::LetE(run, body), span))
    }

    /// Evaluates a function's body in place; what happens there happens once.
    fn evaluate_then_apply<'s>(
        &mut self,
        body: &'p TExpr,
        frame: &Frame<'p>,
        arguments: Vec<Value<'p>>,
        depth: u32,
        span: Span,
        rest: Rest<'p, 's>,
    ) -> Option<CoreRef> {
        self.value(
            body,
            frame,
            depth,
            Box::new(move |lowerer, depth, value| {
                if arguments.is_empty() {
                    return rest(lowerer, depth, value);
                }
                match value {
                    Value::Function(function) => lowerer.partially(&function, arguments, depth, span, rest),
                    Value::Base(_) => lowerer.arity_confusion(span),
                }
            }),
        )
    }

    /// The body of a function without a claim, for inlining.
    fn inlined_body(&mut self, id: FunctionId, span: Span) -> Option<&'p TExpr> {
        let program = self.program;
        let function = program.functions.get(id)?;
        if function.set_aside {
            self.uses_set_aside(&function.name, span);
            return None;
        }
        if self.calls_itself(id) {
            self.error(
                DiagnosticKind::Declined,
                span,
                format!("`{}` is recursive and has no claim; this is not supported", function.name),
                format!(
                    "say what it covers with `[@@covers {{| … |}}]`, or define it as `let[@predicate] rec {}` if it is deterministic and structurally recursive",
                    function.name
                ),
            );
            return None;
        }
        function.body.as_ref()
    }

    /// `head given… arguments…`, of base type.
    pub(super) fn apply_expr(
        &mut self,
        head: &'p TExpr,
        given: &'p [TExpr],
        arguments: Vec<Value<'p>>,
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        let frame_after = frame.clone();
        self.value(
            head,
            frame,
            depth,
            Box::new(move |lowerer, depth, value| {
                let Value::Function(function) = value else {
                    return lowerer.arity_confusion(span);
                };
                lowerer.values(
                    given,
                    Vec::new(),
                    frame_after,
                    depth,
                    Box::new(move |lowerer, depth, mut values| {
                        values.extend(arguments);
                        lowerer.apply(&function, values, depth, span)
                    }),
                )
            }),
        )
    }

    /// Applies a function to all its arguments.
    pub(super) fn apply(
        &mut self,
        function: &FunctionValue<'p>,
        arguments: Vec<Value<'p>>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        match function {
            FunctionValue::Closure { parameters, body, frame } => {
                let mut inner = frame.clone();
                for ((local, _), argument) in parameters.iter().zip(&arguments) {
                    inner = self.bind_local(&inner, *local, argument.clone());
                }
                let Some(others) = arguments.get(parameters.len()..) else {
                    return self.arity_confusion(span);
                };
                self.tail(body, others, &inner, depth)
            }
            FunctionValue::Delayed { expr, frame } => self.tail(expr, &arguments, frame, depth),
            FunctionValue::Inlined(id, types) => {
                let body = self.inlined_body(*id, span)?;
                if arguments.is_empty() && !self.purity().is_pure_constant(*id) {
                    self.problems.decline(
                        span,
                        "a top-level value that is chosen at random",
                        "make it a function: `let x () = …`",
                    );
                    return None;
                }
                let frame = Frame::new(Rc::clone(types));
                if arguments.is_empty() {
                    return self.tail(body, &arguments, &frame, depth);
                }
                self.enter(body, &arguments, &frame, depth, span)
            }
            FunctionValue::Partial(inner, given) => {
                let all = given.iter().cloned().chain(arguments).collect();
                self.apply(inner, all, depth, span)
            }
            FunctionValue::Global(id, types) => {
                let (fun, arrow) = self.global_row(*id, types, span)?;
                self.call_row(fun, arrow, arguments, depth, span)
            }
            FunctionValue::Level(level, arrow) => {
                let fun = self.tables.fun(FunRow::Var(*level));
                self.call_row(fun, *arrow, arguments, depth, span)
            }
            FunctionValue::Predicate(id, types) => self.run_predicate(*id, types, arguments, span),
            FunctionValue::Primitive(primitive) => self.run_primitive(*primitive, arguments, depth, span),
            FunctionValue::Then { sequence, first, second, between } => {
                let made = self.apply(first, arguments.clone(), depth, span)?;
                let value = Value::Base(self.local_value(depth, between, span)?);
                let mut next = vec![value];
                if *sequence == Sequence::Bind {
                    next.extend(arguments);
                }
                self.level_names.forget(depth, 1);
                let body = self.apply(second, next, depth + 1, span)?;
                let names = self.level_names.take(depth, 1);
                Some(self.tables.binder(CoreRow::LetE(made, body), vec![names], span))
            }
        }
    }

    fn call_row(
        &mut self,
        fun: FunRef,
        arrow: TypeRef,
        arguments: Vec<Value<'p>>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        let params = self.tables.params(arrow)?;
        if params.len() != arguments.len() {
            return self.arity_confusion(span);
        }
        let mut rows = Vec::new();
        for (param, argument) in params.iter().zip(arguments) {
            rows.push(match (param, argument) {
                (ParamRow::Base(..), Value::Base(value)) => ArgRow::Base(value),
                (ParamRow::Fun(arrow), Value::Function(function)) => {
                    ArgRow::Fun(self.materialise(&function, *arrow, depth, span)?)
                }
                _ => return self.arity_confusion(span),
            });
        }
        Some(self.tables.core(CoreRow::App(fun, rows), span))
    }

    /// The parameters of a function as values, from level `depth` on.
    pub(super) fn parameter_values(&mut self, params: &[ParamRow], depth: u32) -> Vec<Value<'p>> {
        params
            .iter()
            .enumerate()
            .map(|(index, param)| {
                let level = depth + count(index);
                match param {
                    ParamRow::Base(sort, _) => Value::Base(self.tables.expr(ExprRow::Local(level, *sort))),
                    ParamRow::Fun(arrow) => Value::Function(Rc::new(FunctionValue::Level(level, *arrow))),
                }
            })
            .collect()
    }

    /// The simple type of a function, flattened.
    pub(super) fn arrow_of(&mut self, ty: &Ty, span: Span) -> Option<TypeRef> {
        let (parameters, result) = ty.flatten();
        let params = parameters
            .into_iter()
            .map(|parameter| match parameter {
                Ty::Arrow(..) => self.arrow_of(parameter, span).map(ParamRow::Fun),
                _ => self.plain_sort(parameter, span).map(|sort| self.tables.any(sort)),
            })
            .collect::<Option<Vec<_>>>()?;
        let result = self.plain_sort(result, span)?;
        Some(self.tables.simple_type(params, result, span))
    }

    fn run_predicate(
        &mut self,
        id: PredicateId,
        types: &[Ty],
        arguments: Vec<Value<'p>>,
        span: Span,
    ) -> Option<CoreRef> {
        if !self.definitions.is_computable(id) {
            let name = self.program.predicates.get(id).map_or("", |predicate| predicate.name.as_str());
            self.error(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("`{name}` contains a quantifier, so that a program cannot compute it"),
                "define it by recursion, or do not call it from the program",
            );
            return None;
        }
        let def = self.definition(id)?;
        let sorts = types.iter().map(|ty| self.plain_sort(ty, span)).collect::<Option<Vec<_>>>()?;
        let arguments = self.base_values(arguments, span)?;
        let call = self.tables.expr(ExprRow::Fn(def, sorts.into(), arguments.into()));
        Some(self.tables.core(CoreRow::Op(Prim::Eval(call)), span))
    }

    fn run_primitive(
        &mut self,
        primitive: Primitive,
        arguments: Vec<Value<'p>>,
        depth: u32,
        span: Span,
    ) -> Option<CoreRef> {
        let row = match primitive {
            Primitive::IntGen => CoreRow::Op(Prim::IntGen),
            Primitive::NatGen => CoreRow::Op(Prim::NatGen),
            Primitive::BoolGen => CoreRow::Op(Prim::BoolGen),
            Primitive::OpaqueGen(number) => {
                let sort = self.plain_sort(&Ty::Opaque(number), span)?;
                CoreRow::Op(Prim::OpaqueGen(sort))
            }
            Primitive::IntRange | Primitive::IntRangeWithoutEnd => {
                let bounds = self.base_values(arguments, span)?;
                let [low, high] = bounds[..] else { return self.arity_confusion(span) };
                if primitive == Primitive::IntRange {
                    CoreRow::Op(Prim::IntRange(low, high))
                } else {
                    let one = self.tables.expr(ExprRow::Int(1));
                    let last = self.tables.expr(ExprRow::Bin(Bin::Sub, high, one));
                    let last = self.tables.core(CoreRow::Op(Prim::Eval(last)), span);
                    let end = self.local_value(depth, &Ty::Int, span)?;
                    let range = self.tables.core(CoreRow::Op(Prim::IntRange(low, end)), span);
                    CoreRow::LetE(last, range)
                }
            }
            Primitive::Fail => {
                self.problems.decline(span, "`err` as a function value", "write `fun () -> err ()`");
                return None;
            }
        };
        Some(self.tables.core(row, span))
    }
}
