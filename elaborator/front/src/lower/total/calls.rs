//! Functions and calls of the program with checks: what has to decrease, and the test that it does.

use std::rc::Rc;

use covenant_kernel::tables::{
    ArgRow, CoreRow, ExprRef, ExprRow, FunRef, FunRow, ParamRow, SortRef, SortRow,
};

use super::{Callee, Changed, Checked, Checks, Descent, not_total};
use crate::span::Span;

/// A call of the program with checks.
pub(super) struct Call {
    pub core: CoreRow,
    /// What it returns without checks.
    pub result: SortRef,
    /// What has to hold for it to be made.
    pub test: Option<ExprRef>,
}

impl Checks<'_> {
    /// A function with checks. Recursive ones need a measure.
    pub(super) fn function(&mut self, fun: FunRef, measure: &[ExprRef], span: Span) -> Checked<FunRef> {
        let (ty, core, recursive) = match self.old.funs.get(fun.0 as usize) {
            Some(FunRow::Lam(ty, core)) => (*ty, *core, false),
            Some(FunRow::Fix(ty, core)) => (*ty, *core, true),
            Some(FunRow::Var(_) | FunRow::Global(..)) | None => return another_name(span),
        };
        if recursive && measure.is_empty() {
            return not_total(
                span,
                "a recursive function of which nothing says what decreases",
                "write `[@@measure e]`, an integer over the parameters",
            );
        }
        let Some(simple) = self.tables.types.get(ty.0 as usize).cloned() else { return another_name(span) };
        let (depth, bound) = (self.depth, self.scope.len());
        let mut arguments = Vec::with_capacity(simple.params.len());
        for param in &simple.params {
            let ParamRow::Base(sort, _) = param else {
                return not_total(
                    span,
                    "a function parameter of a function that is total",
                    "whether a function that is passed ends, no claim says; leave out `total`",
                );
            };
            arguments.push(self.tables.expr(ExprRow::Local(self.depth, *sort)));
            self.scope.push(super::Bound { level: self.depth, callee: None });
            self.depth += 1;
        }
        if recursive {
            let here = measure.iter().map(|component| self.measured(*component, &arguments)).collect();
            let descent = Some(Rc::new(Descent { measure: measure.to_vec(), here }));
            let callee = Callee { result: simple.result, descent };
            self.scope.push(super::Bound { level: self.depth, callee: Some(callee) });
            self.depth += 1;
        }
        let out = self.outcome(simple.result);
        let body = self.tail(core, out);
        self.scope.truncate(bound);
        self.depth = depth;
        let ty = self.tables.simple_type(simple.params, out, span);
        let body = body?;
        let new = self.tables.fun(if recursive { FunRow::Fix(ty, body) } else { FunRow::Lam(ty, body) });
        if let Some(names) = self.old.parameters.get(&fun) {
            self.tables.fun_parameters.insert(new, names.clone());
        }
        Ok(new)
    }

    /// A local function, and what its calls have to know.
    pub(super) fn local(&mut self, fun: FunRef, span: Span) -> Checked<(FunRef, Callee)> {
        let result = match self.old.funs.get(fun.0 as usize) {
            Some(FunRow::Lam(ty, _) | FunRow::Fix(ty, _)) => {
                self.tables.types.get(ty.0 as usize).map(|ty| ty.result)
            }
            Some(FunRow::Var(_) | FunRow::Global(..)) | None => None,
        };
        let Some(result) = result else { return another_name(span) };
        let claimed = self.locals.get(&fun).copied();
        let measure = claimed.map_or(&[][..], |claimed| &claimed.measure);
        // It may mention what is in scope.
        let measure: Vec<ExprRef> = measure.iter().map(|component| self.moved(*component)).collect();
        let ty = claimed.map(|claimed| self.claim(claimed.ty, span)).transpose()?;
        let new = self.function(fun, &measure, span)?;
        if let Some(ty) = ty {
            self.changed.insert(fun, Changed { fun: new, ty, measure });
        }
        Ok((new, Callee { result, descent: None }))
    }

    /// A call. In the body of the function itself it needs the test.
    pub(super) fn call(&mut self, fun: FunRef, args: &[ArgRow], span: Span) -> Checked<Call> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let ArgRow::Base(value) = arg else {
                return not_total(
                    span,
                    "a function that is passed to another one",
                    "leave out the claim of the function that is called here; then it is part of its caller",
                );
            };
            values.push(self.moved(*value));
        }
        let (fun, callee) = match self.old.funs.get(fun.0 as usize) {
            Some(FunRow::Var(level)) => {
                let bound = self.scope.get(*level as usize).cloned();
                let Some(super::Bound { level, callee: Some(callee) }) = bound else {
                    return another_name(span);
                };
                (FunRow::Var(level), callee)
            }
            Some(FunRow::Global(global, at)) => {
                let Some(result) = self.result_of(fun) else { return another_name(span) };
                (FunRow::Global(*global, at.clone()), Callee { result, descent: None })
            }
            Some(FunRow::Lam(..) | FunRow::Fix(..)) | None => return another_name(span),
        };
        let test = callee.descent.map(|descent| {
            let new: Vec<ExprRef> =
                descent.measure.iter().map(|component| self.measured(*component, &values)).collect();
            self.tables.smaller(&new, &descent.here)
        });
        let fun = self.tables.fun(fun);
        let args = values.into_iter().map(ArgRow::Base).collect();
        Ok(Call { core: CoreRow::App(fun, args), result: callee.result, test })
    }

    /// What a function in scope returns without checks.
    pub(super) fn result_of(&mut self, fun: FunRef) -> Option<SortRef> {
        match self.old.funs.get(fun.0 as usize)? {
            FunRow::Var(level) => Some(self.scope.get(*level as usize)?.callee.as_ref()?.result),
            FunRow::Global(global, at) => {
                let claim = self.tables.globals.get(global.0 as usize)?.claim;
                // Globals are looked at in order: the claim of one that is called has changed already.
                let out = self.tables.types.get(claim.0 as usize)?.result;
                match self.tables.sorts.get(out.0 as usize)? {
                    SortRow::Data(data, arguments) if *data == self.outcome => {
                        let result = *arguments.first()?;
                        Some(self.instance(result, at))
                    }
                    _ => None,
                }
            }
            FunRow::Lam(..) | FunRow::Fix(..) => None,
        }
    }
}

fn another_name<T>(span: Span) -> Checked<T> {
    not_total(
        span,
        "a function that is not called by the name of its definition",
        "call the function itself; one that is a parameter cannot be called in a total function",
    )
}
