//! Top-level functions with claims, and the claims of local functions.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use covenant_kernel::tables::{
    Bin, CoreRow, ExprRef, ExprRow, FunRef, FunRow, FunTypeRow, GlobalRef, GlobalRow, ParamRow, SortRow,
    TypeRef,
};

use super::Lowerer;
use super::decrease::{self, Choice, Recursive};
use super::definitions::count;
use super::pack::{PendingGlobal, PendingLocalClaim};
use super::scope::{Scope, Variable};
use super::values::{Frame, Value};
use crate::diagnostic::DiagnosticKind;
use crate::module::TypeSpans;
use crate::span::Span;
use crate::typed::{Contract, FunctionId, LocalFunction, TExpr, TFunType, TKind, TParameter, Ty};
use crate::walk;

/// A function whose body is being lowered and that can be called there: it, or its mate.
pub(super) struct Callable {
    pub(super) function: FunctionId,
    pub(super) level: u32,
    pub(super) arrow: TypeRef,
}

/// The function with a claim whose body is being lowered.
#[derive(Default)]
pub(super) struct Enclosing {
    /// Itself, when it can call itself.
    itself: Option<Callable>,
    /// The generator that is a local function of it.
    pub(super) mate: Option<Callable>,
    sort_params: u32,
}

impl Enclosing {
    /// The functions that are variables in the body.
    pub(super) fn callable(&self) -> impl Iterator<Item = &Callable> {
        self.itself.iter().chain(&self.mate)
    }

    /// The function that a level is.
    pub(super) fn at_level(&self, level: u32) -> Option<FunctionId> {
        self.callable().find(|local| local.level == level).map(|local| local.function)
    }
}

/// The functions with claims of a unit.
#[derive(Default)]
pub(super) struct Functions {
    /// `None` for a function that could not be lowered.
    rows: BTreeMap<FunctionId, Option<GlobalRef>>,
    in_progress: Vec<FunctionId>,
    /// Functions that are not recursive get a measure, too.
    pub(super) always_measured: bool,
    pub(super) enclosing: Enclosing,
}

impl<'p> Lowerer<'p> {
    /// The row of a function with a claim, used at types of the *program*
    /// function, and its simple type there.
    pub(super) fn global_row(
        &mut self,
        id: FunctionId,
        types: &[Ty],
        span: Span,
    ) -> Option<(FunRef, TypeRef)> {
        let program = self.program;
        let function = program.functions.get(id)?;
        let claim = &function.contract.as_ref()?.claim;
        let mut arguments: Vec<Option<Ty>> = vec![None; claim.type_names.len()];
        let fits = claim.instance.iter().zip(types).all(|(claimed, used)| claimed.fits(used, &mut arguments));
        if !fits {
            self.error(
                DiagnosticKind::IllTyped,
                span,
                format!(
                    "the claim of `{}` is about other types than the ones it is used at here",
                    function.name
                ),
                "generalise the claim: `forall 'a. …`",
            );
            return None;
        }
        let arguments: Vec<Ty> =
            arguments.into_iter().map(|argument| argument.unwrap_or_else(Ty::unit)).collect();
        let global = self.global(id, span)?;
        let sorts = arguments.iter().map(|ty| self.plain_sort(ty, span)).collect::<Option<Vec<_>>>()?;
        let arrow = self.arrow_of(&claim.ty.basic().instantiate(&arguments), span)?;
        Some((self.tables.fun(FunRow::Global(global, sorts)), arrow))
    }

    /// Lowers a function with a claim, once.
    pub(super) fn global(&mut self, id: FunctionId, span: Span) -> Option<GlobalRef> {
        if let Some(known) = self.functions.rows.get(&id) {
            return *known;
        }
        let program = self.program;
        let function = program.functions.get(id)?;
        if function.set_aside {
            self.uses_set_aside(&function.name, span);
            return None;
        }
        let contract = function.contract.as_ref()?;
        if self.functions.in_progress.contains(&id) {
            self.problems.decline(
                span,
                "mutual recursion between generators with claims",
                "merge them into one generator with a parameter that says which one is meant",
            );
            return None;
        }
        self.functions.in_progress.push(id);
        let outer = std::mem::take(&mut self.functions.enclosing);
        let global = self.lower_global(id, contract);
        self.functions.enclosing = outer;
        self.functions.in_progress.pop();
        self.functions.rows.insert(id, global);
        global
    }

    fn lower_global(&mut self, id: FunctionId, contract: &'p Contract) -> Option<GlobalRef> {
        let program = self.program;
        let function = program.functions.get(id)?;
        let claim = &contract.claim;
        let sort_params = count(claim.type_names.len());
        let scope = Scope { sort_params, item: Rc::from(function.name.as_str()), ..Scope::default() };
        let ty = self.fun_type(&claim.ty, &scope)?;
        let preds = claim
            .predicates
            .iter()
            .map(|(_, sorts)| {
                sorts.iter().map(|sort| self.plain_sort(sort, claim.span)).collect::<Option<Vec<_>>>()
            })
            .collect::<Option<Vec<_>>>()?;
        let mate = self.mate_of(id)?;
        let recursive = self.calls_itself(id) || mate.is_some();
        let body = match (&function.body, function.assumed) {
            (Some(body), false) => {
                let arrow = self.arrow_of(&claim.ty.basic(), function.span)?;
                let params = self.tables.params(arrow)?;
                let arguments = self.parameter_values(&params, 0);
                let mut depth = count(params.len());
                if recursive {
                    self.functions.enclosing.itself = Some(Callable { function: id, level: depth, arrow });
                    depth += 1;
                }
                self.functions.enclosing.sort_params = sort_params;
                let mate = match mate {
                    Some(mate) => Some(self.nest_mate(mate, contract, depth)?),
                    None => None,
                };
                let inner = depth + u32::from(mate.is_some());
                let frame = Frame::new(Rc::new(claim.instance.clone()));
                let mut core = self.enter(body, &arguments, &frame, inner, function.span)?;
                if let Some(fun) = mate {
                    core = self.tables.core(CoreRow::LetV(fun, core), function.span);
                }
                let row = if recursive { FunRow::Fix(arrow, core) } else { FunRow::Lam(arrow, core) };
                Some(self.tables.fun(row))
            }
            (Some(body), true) => {
                self.expect_value(body, &Frame::new(Rc::new(claim.instance.clone())), function.span)?;
                None
            }
            (None, _) => None,
        };
        let (measure, rank) = if (recursive || self.functions.always_measured) && body.is_some() {
            let own = function.body.as_ref().map(|body| (body, Recursive::Function(id)));
            self.termination(contract, own, &scope, function.span)?
        } else {
            (Vec::new(), None)
        };
        let global = GlobalRef(count(self.tables.globals.len()));
        self.tables.globals.push(GlobalRow {
            name: function.name.clone(),
            sort_params,
            preds,
            claim: ty,
            body,
        });
        self.pending.globals.push(PendingGlobal { function: id, recursive, measure, rank });
        Some(global)
    }

    /// Whether a function calls itself, possibly through functions without a
    /// claim (those are inlined).
    pub(super) fn calls_itself(&self, id: FunctionId) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![id];
        while let Some(next) = pending.pop() {
            let Some(function) = self.program.functions.get(next) else {
                continue;
            };
            if next != id && function.contract.is_some() {
                continue;
            }
            let Some(body) = &function.body else {
                continue;
            };
            let mut found = false;
            walk::any(body, &mut |expr| {
                if let TKind::Function(callee, _) = expr.kind {
                    found |= callee == id;
                    if seen.insert(callee) {
                        pending.push(callee);
                    }
                }
                false
            });
            if found {
                return true;
            }
        }
        false
    }

    /// A refined function type; its parameters continue the scope's telescope.
    pub(super) fn fun_type(&mut self, ty: &TFunType, scope: &Scope) -> Option<TypeRef> {
        let mut scope = scope.clone();
        let mut params = Vec::new();
        let mut spans = Vec::new();
        for parameter in &ty.parameters {
            match parameter {
                TParameter::Base { local, sort, value, qualifier, span, .. } => {
                    let row = self.sort(sort, &scope, *span)?;
                    let mut inner = scope.clone();
                    inner.bind(*value, Variable::Nu(row), sort.clone());
                    let formula = self.formula(qualifier, &inner)?;
                    params.push(ParamRow::Base(row, formula));
                    spans.push(*span);
                    scope.bind(*local, Variable::Stack(scope.height, row), sort.clone());
                }
                TParameter::Function { ty, .. } => {
                    params.push(ParamRow::Fun(self.fun_type(ty, &scope)?));
                    spans.push(ty.span);
                }
            }
            scope.height += 1;
        }
        let result = self.sort(&ty.result, &scope, ty.span)?;
        scope.bind(ty.value, Variable::Nu(result), ty.result.clone());
        let ensures = self.formula(&ty.ensures, &scope)?;
        let requires = self.tables.expr(ExprRow::True);
        Some(self.tables.fun_type(
            FunTypeRow { params, requires, result, ensures },
            TypeSpans { whole: ty.span, parameters: spans, ensures: ty.ensures.span },
        ))
    }

    /// The measure, and the rank of the value; defaults where none is written.
    pub(super) fn termination(
        &mut self,
        contract: &Contract,
        own: Option<(&TExpr, Recursive)>,
        scope: &Scope,
        span: Span,
    ) -> Option<(Vec<ExprRef>, Option<ExprRef>)> {
        let mut scope = scope.clone();
        for (index, parameter) in contract.claim.ty.parameters.iter().enumerate() {
            if let TParameter::Base { local, sort, .. } = parameter {
                let row = self.sort(sort, &scope, span)?;
                let variable = Variable::Stack(count(index), row);
                scope.bind(*local, variable.clone(), sort.clone());
                if let Some(Some(local)) = contract.program_parameters.get(index) {
                    scope.bind(*local, variable, sort.clone());
                }
            }
        }
        scope.height = count(contract.claim.ty.parameters.len());
        let mut measure = Vec::new();
        for term in &contract.measure {
            measure.push(self.term(term, &scope)?);
        }
        let mut rank = None;
        if let Some((value, term)) = &contract.rank {
            let mut inner = scope.clone();
            let sort = self.sort(&contract.claim.ty.result, &scope, span)?;
            inner.bind(*value, Variable::Nu(sort), contract.claim.ty.result.clone());
            rank = Some(self.term(term, &inner)?);
        }
        if measure.is_empty() && rank.is_none() {
            return self.default_termination(contract, own, &scope, span);
        }
        Some((measure, rank))
    }

    /// What the recursive calls make less, the first parameter that is an integer or a datatype if they
    /// do not say; without one, the size of the value.
    fn default_termination(
        &mut self,
        contract: &Contract,
        own: Option<(&TExpr, Recursive)>,
        scope: &Scope,
        span: Span,
    ) -> Option<(Vec<ExprRef>, Option<ExprRef>)> {
        let (mut candidates, mut integers) = (Vec::new(), Vec::new());
        for (index, parameter) in contract.claim.ty.parameters.iter().enumerate() {
            let TParameter::Base { sort, .. } = parameter else {
                continue;
            };
            let ty = scope.instantiate(sort);
            if ty == Ty::Int {
                integers.push(index);
            }
            if ty == Ty::Int || self.is_recursive_type(&ty) {
                candidates.push(index);
            }
        }
        let choice = own.and_then(|(body, own)| decrease::choose(body, own, &candidates, &integers));
        let positions = match choice {
            Some(Choice::Distance { lower, upper }) => {
                let lower = self.parameter_size(contract, lower, scope, span)?;
                let upper = self.parameter_size(contract, upper, scope, span)?;
                let distance = self.tables.expr(ExprRow::Bin(Bin::Sub, upper, lower));
                return Some((vec![distance], None));
            }
            Some(Choice::Lexicographic(positions)) => positions,
            Some(Choice::Value) if self.is_recursive_type(&scope.instantiate(&contract.claim.ty.result)) => {
                Vec::new()
            }
            Some(Choice::Value) | None => candidates.first().copied().into_iter().collect(),
        };
        if !positions.is_empty() {
            let sizes = positions.into_iter().map(|i| self.parameter_size(contract, i, scope, span));
            return Some((sizes.collect::<Option<Vec<_>>>()?, None));
        }
        let result = scope.instantiate(&contract.claim.ty.result);
        if self.is_recursive_type(&result) {
            let row = self.plain_sort(&result, span)?;
            let value = self.tables.expr(ExprRow::Nu(row));
            let size = self.size_of(&result, value, scope.sort_params, span)?;
            return Some((Vec::new(), Some(size)));
        }
        Some((Vec::new(), None))
    }

    /// A parameter as a part of a measure: an integer itself, data by its size.
    fn parameter_size(
        &mut self,
        contract: &Contract,
        index: usize,
        scope: &Scope,
        span: Span,
    ) -> Option<ExprRef> {
        let TParameter::Base { sort, .. } = contract.claim.ty.parameters.get(index)? else {
            return None;
        };
        let ty = scope.instantiate(sort);
        let row = self.plain_sort(&ty, span)?;
        let position = scope.height.saturating_sub(1 + count(index));
        let variable = self.tables.expr(ExprRow::Bound(position, row));
        if ty == Ty::Int { Some(variable) } else { self.size_of(&ty, variable, scope.sort_params, span) }
    }

    fn size_of(&mut self, ty: &Ty, value: ExprRef, sort_params: u32, span: Span) -> Option<ExprRef> {
        let def = self.size_def(ty, sort_params, span)?;
        let sorts = (0..sort_params).map(|number| self.tables.sort(SortRow::Abstract(number))).collect();
        Some(self.tables.expr(ExprRow::Fn(def, sorts, [value].into())))
    }

    fn is_recursive_type(&self, ty: &Ty) -> bool {
        let Ty::Data(_, arguments) = ty else {
            return false;
        };
        self.constructors(ty).iter().any(|constructor| {
            constructor
                .fields
                .iter()
                .any(|field| self.reaches(&field.instantiate(arguments), ty, &mut Vec::new()))
        })
    }

    /// Records the claim of a local function; it may mention what is in scope.
    pub(super) fn local_claim(
        &mut self,
        function: &'p LocalFunction,
        contract: &'p Contract,
        fun: FunRef,
        frame: &Frame<'p>,
        span: Span,
    ) -> Option<()> {
        let mut scope = Scope {
            sort_params: self.functions.enclosing.sort_params,
            instance: (!contract.over_claim).then(|| Rc::clone(&frame.types)),
            item: Rc::from(function.name.as_str()),
            ..Scope::default()
        };
        for (local, value) in frame.iter() {
            if let Value::Base(value) = value {
                scope.variables.entry(local).or_insert(Variable::Value(*value));
            }
        }
        let ty = self.fun_type(&contract.claim.ty, &scope)?;
        let (measure, rank) = if function.recursive {
            let own = (&function.lambda, Recursive::Local(function.local));
            self.termination(contract, Some(own), &scope, span)?
        } else {
            (Vec::new(), None)
        };
        self.pending.local_claims.push(PendingLocalClaim {
            name: function.name.clone(),
            fun,
            ty,
            measure,
            rank,
            span: contract.claim.span,
        });
        Some(())
    }
}
