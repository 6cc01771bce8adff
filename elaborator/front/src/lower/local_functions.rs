//! Functions that become rows: local ones, and those that are passed as arguments.

use std::rc::Rc;

use covenant_kernel::tables::{CoreRef, CoreRow, FunRef, FunRow, TypeRef};

use super::Lowerer;
use super::definitions::count;
use super::functions::After;
use super::values::{Frame, FunctionValue, Value};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::typed::LocalFunction;
impl<'p> Lowerer<'p> {
    /// A function value as a row.
    pub(super) fn materialise(
        &mut self,
        function: &FunctionValue<'p>,
        arrow: TypeRef,
        depth: u32,
        span: Span,
    ) -> Option<FunRef> {
        let params = self.tables.params(arrow)?;
        match function {
            FunctionValue::Level(level, known) if *known == arrow => {
                return Some(self.tables.fun(FunRow::Var(*level)));
            }
            FunctionValue::Global(id, types) => {
                let (fun, known) = self.global_row(*id, types, span)?;
                if known == arrow {
                    return Some(fun);
                }
            }
            _ => {}
        }
        let arguments = self.parameter_values(&params, depth);
        let inner = depth + count(params.len());
        self.level_names.forget(depth, count(params.len()));
        let body = self.apply(function, arguments, inner, span)?;
        let names = self.level_names.take(depth, count(params.len()));
        let fun = self.tables.fun(FunRow::Lam(arrow, body));
        self.tables.fun_parameters.insert(fun, names);
        Some(fun)
    }

    /// A local function that is recursive or has a claim.
    pub(super) fn local_function<'s>(
        &mut self,
        function: &'p LocalFunction,
        frame: &Frame<'p>,
        depth: u32,
        span: Span,
        after: After<'p, 's>,
    ) -> Option<CoreRef> {
        let Some(contract) = &function.contract else {
            if function.recursive {
                self.error(
                    DiagnosticKind::Declined,
                    span,
                    format!(
                        "the local function `{}` is recursive and has no claim; this is not supported",
                        function.name
                    ),
                    "say what it covers with `[@@covers {| … |}]` before `in`",
                );
                return None;
            }
            let local = function.local;
            let frame_after = frame.clone();
            return self.value(
                &function.lambda,
                frame,
                depth,
                Box::new(move |lowerer, depth, value| after(lowerer, depth, frame_after.with(local, value))),
            );
        };
        let ty = frame.instantiate(&function.lambda.ty);
        let arrow = self.arrow_of(&ty, span)?;
        let params = self.tables.params(arrow)?;
        let arguments = self.parameter_values(&params, depth);
        let mut inner = depth + count(params.len());
        let mut frame_inside = frame.clone();
        if function.recursive {
            let itself = FunctionValue::Level(inner, arrow);
            frame_inside = frame_inside.with(function.local, Value::Function(Rc::new(itself)));
            inner += 1;
        }
        self.level_names.forget(depth, count(params.len()));
        let body = self.enter(&function.lambda, &arguments, &frame_inside, inner, span)?;
        let names = self.level_names.take(depth, count(params.len()));
        let fun = self.tables.fun(if function.recursive {
            FunRow::Fix(arrow, body)
        } else {
            FunRow::Lam(arrow, body)
        });
        self.tables.fun_parameters.insert(fun, names);
        self.local_claim(function, contract, fun, frame, span)?;
        let itself = FunctionValue::Level(depth, arrow);
        let frame = frame.with(function.local, Value::Function(Rc::new(itself)));
        let rest = after(self, depth + 1, frame)?;
        Some(self.tables.binder(CoreRow::LetV(fun, rest), vec![vec![function.name.clone()]], span))
    }
}
