//! The walk over a term: each shape with its checks.

use covenant_kernel::tables::{Bin, BranchRow, CoreRef, CoreRow, ExprRef, ExprRow, Prim, SortRef, SortRow};

use super::{Checked, Checks, Rest, not_total};
use crate::span::Span;

impl<'t> Checks<'t> {
    fn span(&self, core: CoreRef) -> Span {
        self.old.spans.get(core.0 as usize).copied().unwrap_or_else(|| self.nowhere())
    }

    fn names(&self, core: CoreRef) -> Vec<Vec<String>> {
        self.old.binders.get(core.0 as usize).cloned().unwrap_or_default()
    }

    fn row(&self, core: CoreRef) -> Checked<&'t CoreRow> {
        match self.old.cores.get(core.0 as usize) {
            Some(row) => Ok(row),
            None => lost(self.nowhere()),
        }
    }

    /// A term whose value is the function's.
    pub(super) fn tail(&mut self, core: CoreRef, out: SortRef) -> Checked<CoreRef> {
        let span = self.span(core);
        match self.row(core)? {
            CoreRow::Ret(value) => {
                let value = self.moved(*value);
                Ok(self.ended(value, out, span))
            }
            CoreRow::Err(_) => Ok(self.failed(out, span)),
            CoreRow::LetE(first, rest) => {
                let rest = *rest;
                self.then(*first, self.names(core), out, Box::new(move |checks| checks.tail(rest, out)))
            }
            CoreRow::LetV(fun, rest) => {
                let (fun, callee) = self.local(*fun, span)?;
                let body = self.under(Some(callee), |checks| checks.tail(*rest, out))?;
                Ok(self.tables.binder(CoreRow::LetV(fun, body), self.names(core), span))
            }
            CoreRow::Op(prim) => {
                let Some(sort) = self.sort_of_operation(prim) else { return lost(span) };
                let depth_after = move |checks: &mut Checks<'t>| {
                    let value = checks.scope.last().map_or(u32::MAX, |bound| bound.level);
                    let value = checks.tables.expr(ExprRow::Local(value, sort));
                    Ok(checks.ended(value, out, span))
                };
                self.then(core, Vec::new(), out, Box::new(depth_after))
            }
            CoreRow::App(fun, args) => {
                let call = self.call(*fun, args, span)?;
                let made = |checks: &mut Self| Ok(checks.tables.core(call.core, span));
                match call.test {
                    Some(test) => self.behind(test, out, span, made),
                    None => made(self),
                }
            }
            CoreRow::Match(value, branches) => {
                let Some(constructors) = self.constructors(*value) else { return lost(span) };
                let names = self.names(core);
                let (mut rows, mut all_names) = (Vec::new(), Vec::new());
                for (fields, tag) in constructors.into_iter().zip(0u32..) {
                    // A constructor without a branch fails.
                    let position = branches.iter().position(|branch| branch.tag == tag);
                    let body = match position.and_then(|at| branches.get(at)) {
                        Some(branch) => self.fields(fields, |checks| checks.tail(branch.body, out))?,
                        None => self.failed(out, span),
                    };
                    all_names.push(position.and_then(|at| names.get(at)).cloned().unwrap_or_default());
                    rows.push(BranchRow { tag, body });
                }
                if rows.is_empty() {
                    return lost(span);
                }
                let value = self.moved(*value);
                let names = if names.is_empty() { names } else { all_names };
                Ok(self.tables.binder(CoreRow::Match(value, rows), names, span))
            }
        }
    }

    /// So many variables, then the rest.
    fn fields<T>(&mut self, fields: u32, look: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let (depth, bound) = (self.depth, self.scope.len());
        for _ in 0..fields {
            self.scope.push(super::Bound { level: self.depth, callee: None });
            self.depth += 1;
        }
        let found = look(self);
        self.scope.truncate(bound);
        self.depth = depth;
        found
    }

    /// A term whose value is the next variable of the rest.
    fn then(
        &mut self,
        first: CoreRef,
        names: Vec<Vec<String>>,
        out: SortRef,
        rest: Rest<'_, 't>,
    ) -> Checked<CoreRef> {
        let span = self.span(first);
        if self.surely_ends(first) {
            let first = self.plain(first)?;
            let body = self.under(None, rest)?;
            return Ok(self.tables.binder(CoreRow::LetE(first, body), names, span));
        }
        match self.row(first)? {
            CoreRow::Err(_) => Ok(self.failed(out, span)),
            CoreRow::Op(prim) => {
                let prim = self.moved_operation(prim);
                let bind = |checks: &mut Self| {
                    let operation = checks.tables.core(CoreRow::Op(prim.clone()), span);
                    let body = checks.under(None, rest)?;
                    Ok(checks.tables.binder(CoreRow::LetE(operation, body), names, span))
                };
                match self.defined(&prim) {
                    Some(test) => self.behind(test, out, span, bind),
                    None => bind(self),
                }
            }
            CoreRow::App(fun, args) => {
                let call = self.call(*fun, args, span)?;
                let of_call = self.outcome(call.result);
                let made = |checks: &mut Self| {
                    let part = checks.tables.core(call.core, span);
                    checks.if_ended(part, (of_call, out), names, span, rest)
                };
                match call.test {
                    Some(test) => self.behind(test, out, span, made),
                    None => made(self),
                }
            }
            CoreRow::LetE(inner, last) => {
                let last = *last;
                let after = move |checks: &mut Checks<'t>| {
                    checks.then(last, names, out, Box::new(|checks| checks.without_the_last_but_one(rest)))
                };
                self.then(*inner, self.names(first), out, Box::new(after))
            }
            CoreRow::LetV(fun, last) => {
                let (fun, callee) = self.local(*fun, span)?;
                let body = self.under(Some(callee), |checks| {
                    checks.then(*last, names, out, Box::new(|checks| checks.without_the_last_but_one(rest)))
                })?;
                Ok(self.tables.binder(CoreRow::LetV(fun, body), self.names(first), span))
            }
            CoreRow::Match(..) => {
                let Some(sort) = self.sort_of_core(first) else { return lost(span) };
                let of_part = self.outcome(sort);
                let part = self.tail(first, of_part)?;
                self.if_ended(part, (of_part, out), names, span, rest)
            }
            // It surely ends.
            CoreRow::Ret(_) => lost(span),
        }
    }

    /// The variable before the last is not in scope of what comes after a `let` inside a `let`.
    fn without_the_last_but_one(&mut self, rest: Rest<'_, 't>) -> Checked<CoreRef> {
        let taken = self.scope.len().checked_sub(2).map(|at| self.scope.remove(at));
        let found = rest(self);
        if let Some(taken) = taken {
            self.scope.insert(self.scope.len().saturating_sub(1), taken);
        }
        found
    }

    /// What has to hold for an operation to have a value; none if it always has.
    fn defined(&mut self, prim: &Prim) -> Option<ExprRef> {
        match prim {
            Prim::IntGen | Prim::BoolGen | Prim::NatGen | Prim::OpaqueGen(_) | Prim::Eval(_) => None,
            Prim::IntRange(low, high) => Some(self.tables.expr(ExprRow::Bin(Bin::Le, *low, *high))),
            Prim::Div(_, by) | Prim::Mod(_, by) => {
                let zero = self.tables.expr(ExprRow::Int(0));
                let is_zero = self.tables.expr(ExprRow::Bin(Bin::Eq, *by, zero));
                Some(self.tables.expr(ExprRow::Not(is_zero)))
            }
        }
    }

    /// Whether a term has a value in every run. What it consists of needs no checks then.
    fn surely_ends(&mut self, core: CoreRef) -> bool {
        let literal = |checks: &Self, e: ExprRef| match checks.tables.row(e) {
            Some(ExprRow::Int(n)) => Some(*n),
            _ => None,
        };
        match self.row(core) {
            Ok(CoreRow::Ret(_)) => true,
            Ok(CoreRow::Op(prim)) => match prim {
                Prim::IntGen | Prim::BoolGen | Prim::NatGen | Prim::OpaqueGen(_) | Prim::Eval(_) => true,
                Prim::IntRange(low, high) => {
                    literal(self, *low).zip(literal(self, *high)).is_some_and(|(low, high)| low <= high)
                }
                Prim::Div(_, by) | Prim::Mod(_, by) => literal(self, *by).is_some_and(|by| by != 0),
            },
            Ok(CoreRow::LetE(first, rest)) => self.surely_ends(*first) && self.surely_ends(*rest),
            Ok(CoreRow::Match(value, branches)) => {
                let each = self.constructors(*value).is_some_and(|all| all.len() == branches.len());
                each && branches.iter().all(|branch| self.surely_ends(branch.body))
            }
            Ok(CoreRow::Err(_) | CoreRow::LetV(..) | CoreRow::App(..)) | Err(_) => false,
        }
    }

    /// A term that surely ends, as it is.
    fn plain(&mut self, core: CoreRef) -> Checked<CoreRef> {
        let span = self.span(core);
        let row = match self.row(core)? {
            CoreRow::Ret(value) => CoreRow::Ret(self.moved(*value)),
            CoreRow::Op(prim) => CoreRow::Op(self.moved_operation(prim)),
            CoreRow::LetE(first, rest) => {
                let first = self.plain(*first)?;
                CoreRow::LetE(first, self.under(None, |checks| checks.plain(*rest))?)
            }
            CoreRow::Match(value, branches) => {
                let Some(constructors) = self.constructors(*value) else { return lost(span) };
                let mut rows = Vec::with_capacity(branches.len());
                for branch in branches {
                    let fields = constructors.get(branch.tag as usize).copied().unwrap_or_default();
                    let body = self.fields(fields, |checks| checks.plain(branch.body))?;
                    rows.push(BranchRow { tag: branch.tag, body });
                }
                CoreRow::Match(self.moved(*value), rows)
            }
            CoreRow::Err(_) | CoreRow::LetV(..) | CoreRow::App(..) => return lost(span),
        };
        Ok(self.tables.binder(row, self.names(core), span))
    }

    fn sort_of_operation(&mut self, prim: &Prim) -> Option<SortRef> {
        match prim {
            Prim::BoolGen => Some(self.boolean()),
            Prim::OpaqueGen(sort) => Some(*sort),
            Prim::Eval(e) => self.sort_of(*e),
            Prim::IntGen | Prim::NatGen | Prim::IntRange(..) | Prim::Div(..) | Prim::Mod(..) => {
                Some(self.tables.sort(SortRow::Int))
            }
        }
    }

    /// The sort of what a term returns without checks; nothing if it is that of a local function of its own.
    fn sort_of_core(&mut self, core: CoreRef) -> Option<SortRef> {
        match self.row(core).ok()? {
            CoreRow::Ret(value) => self.sort_of(*value),
            CoreRow::Err(sort) => Some(*sort),
            CoreRow::Op(prim) => self.sort_of_operation(prim),
            CoreRow::LetE(_, rest) | CoreRow::LetV(_, rest) => self.sort_of_core(*rest),
            CoreRow::Match(_, branches) => branches.iter().find_map(|branch| self.sort_of_core(branch.body)),
            CoreRow::App(fun, _) => self.result_of(*fun),
        }
    }
}

fn lost<T>(span: Span) -> Checked<T> {
    not_total(
        span,
        "a term into which no checks can be put",
        "give it a function of its own, with a claim that says `total`",
    )
}
