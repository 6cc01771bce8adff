//! Claims, measures and ranks.

use super::expressions::{connect, non_negative};
use super::{Inferrer, World};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{
    Attribute, Binding, ClaimKind, Expr, ExprKind, Mode, Operator, Pattern, PatternKind, SpecScheme,
    SpecType, SpecTypeKind,
};
use crate::typed::{Contract, LocalId, TClaim, TExpr, TFunType, TKind, TParameter, Ty};

impl Inferrer<'_> {
    /// A claim about a top-level function, closed.
    pub(super) fn scheme(&mut self, scheme: &SpecScheme) -> Option<TClaim> {
        self.with_rigid_types(|inferrer| inferrer.claim_body(scheme)).0
    }

    fn claim_body(&mut self, scheme: &SpecScheme) -> Option<TClaim> {
        for name in &scheme.types {
            if self.scope.types.named.iter().any(|(known, _)| *known == name.text) {
                self.error(
                    DiagnosticKind::Duplicate,
                    name.span,
                    format!("the type variable `{}` is quantified twice", name.text),
                    "",
                );
                continue;
            }
            let ty = self.scope.types.next_rigid();
            self.scope.types.named.push((name.text.clone(), ty));
        }
        let mut predicates = Vec::new();
        for (name, sorts) in &scheme.predicates {
            let sorts = sorts.iter().map(|written| self.declared_sort(written).0).collect();
            predicates.push((name.text.clone(), sorts));
        }
        self.scope.predicate_variables = predicates.clone();
        let ty = self.fun_type(&scheme.body);
        self.scope.predicate_variables.clear();
        if let Some(ty) = &ty {
            self.admits_parameters(ty, scheme)?;
        }
        Some(TClaim {
            kind: scheme.kind,
            total: scheme.total.is_some(),
            type_names: self.scope.types.named.iter().map(|(name, _)| name.clone()).collect(),
            predicates,
            ty: ty?,
            instance: Vec::new(),
            span: scheme.span,
        })
    }

    /// Declines a claim in which a function parameter says what it returns *only*, unless the claim says nothing else: the
    /// kernel's rules know parameters by what they can return, so such a claim is tested and not proved.
    pub(super) fn admits_parameters(&mut self, ty: &TFunType, scheme: &SpecScheme) -> Option<()> {
        let Some((parameter, inner)) = ty.only_parameter() else { return Some(()) };
        let (what, advice) = if inner {
            (
                "a function parameter of a function parameter that is read as *only*",
                "write its result as `[v:t | φ]`",
            )
        } else if scheme.kind != ClaimKind::Only || scheme.total.is_some() {
            (
                "a function parameter that is read as *only*, in a claim that says more than *only*",
                "write the result of the claim as `{v:t | φ}`, which is tested, or that of the parameter as `[v:t | φ]`",
            )
        } else {
            return Some(());
        };
        self.problems.decline(parameter.span, what, advice);
        None
    }

    /// Flattens `x1:τ1 -> … -> [v:t | φ]`.
    pub(super) fn fun_type(&mut self, spec: &SpecType) -> Option<TFunType> {
        let ty = self.read_fun_type(spec)?;
        if ty.kind == ClaimKind::Only {
            self.error(
                DiagnosticKind::IllFormedSpec,
                spec.span,
                "the result must be a coverage type",
                "write it with square brackets: `[v:t | φ]`",
            );
            return None;
        }
        Some(ty)
    }

    /// The type of a claim or of a function parameter, as it is read.
    fn read_fun_type(&mut self, spec: &SpecType) -> Option<TFunType> {
        self.scoped(|inferrer| {
            let mut parameters = Vec::new();
            let mut current = spec;
            while let SpecTypeKind::Arrow { parameter, domain, codomain } = &current.kind {
                let name = parameter.as_ref().map_or("_", |name| name.text.as_str());
                let typed = inferrer.spec_parameter(name, domain)?;
                parameters.push(typed);
                current = codomain;
            }
            let SpecTypeKind::Base { mode, value, sort, formula } = &current.kind else {
                return None;
            };
            let kind = if *mode == Mode::Over { ClaimKind::Only } else { ClaimKind::Every };
            let (value, result, ensures) = inferrer.qualifier(&value.text, sort, formula);
            Some(TFunType { kind, parameters, result, value, ensures, span: spec.span })
        })
    }

    fn spec_parameter(&mut self, name: &str, domain: &SpecType) -> Option<TParameter> {
        match &domain.kind {
            SpecTypeKind::Arrow { .. } => {
                Some(TParameter::Function { name: name.to_owned(), ty: self.read_fun_type(domain)? })
            }
            SpecTypeKind::Base { value, sort, formula, .. } => {
                let (value, sort, qualifier) =
                    self.scoped(|inferrer| inferrer.qualifier(&value.text, sort, formula));
                let local = if name == "_" { self.fresh_local("_") } else { self.bind(name, sort.clone()) };
                Some(TParameter::Base {
                    name: name.to_owned(),
                    local,
                    sort,
                    value,
                    qualifier,
                    span: domain.span,
                })
            }
        }
    }

    /// `v:t | φ`
    fn qualifier(
        &mut self,
        value: &str,
        sort: &crate::syntax::TypeExpr,
        formula: &Expr,
    ) -> (LocalId, Ty, TExpr) {
        let (ty, is_nat) = self.declared_sort(sort);
        self.scoped(|inferrer| {
            let local = inferrer.bind(value, ty.clone());
            let mut typed = inferrer.in_world(World::Logic, |inferrer| inferrer.check(formula, &Ty::bool()));
            if is_nat {
                typed = connect(Operator::And, non_negative(local, sort.span), typed);
            }
            (local, ty, typed)
        })
    }

    /// The attributes of a top-level binding, once its type is known. Says
    /// whether the claim is assumed.
    pub(super) fn contract(&mut self, binding: &Binding, function: &TExpr) -> Option<(Contract, bool)> {
        let (scheme, assumed) = self.the_claim(binding)?;
        if assumed && scheme.kind != ClaimKind::Every {
            self.problems.decline(
                scheme.span,
                "an assumed claim that is read as *only* or *exactly*",
                "assume `[v:t | φ]`, or leave the claim out: nothing can be proved from it",
            );
            return None;
        }
        let claim = self.scheme(scheme)?;
        self.complete(binding, function, claim).map(|contract| (contract, assumed))
    }

    /// As [`contract`](Self::contract) for a local function: its type variables
    /// are those of the enclosing function.
    pub(super) fn local_contract(&mut self, binding: &Binding, function: &TExpr) -> Option<Contract> {
        let (scheme, assumed) = self.the_claim(binding)?;
        if scheme.kind != ClaimKind::Every {
            self.problems.decline(
                scheme.span,
                "a claim of a local function that is read as *only* or *exactly*",
                "define the function at top level",
            );
            return None;
        }
        if assumed || !scheme.types.is_empty() || !scheme.predicates.is_empty() {
            self.problems.decline(
                scheme.span,
                "an assumed or polymorphic claim of a local function",
                "define the function at top level",
            );
            return None;
        }
        let ty = self.fun_type(&scheme.body)?;
        self.admits_parameters(&ty, scheme)?;
        let claim = TClaim {
            kind: scheme.kind,
            total: false,
            type_names: Vec::new(),
            predicates: Vec::new(),
            ty,
            instance: Vec::new(),
            span: scheme.span,
        };
        let basic = claim.ty.basic();
        self.expect(&function.ty, &basic, scheme.span, "this claim");
        self.complete(binding, function, claim)
    }

    fn the_claim<'b>(&mut self, binding: &'b Binding) -> Option<(&'b SpecScheme, bool)> {
        let mut found = None;
        for attribute in &binding.attributes {
            let (scheme, assumed) = match attribute {
                Attribute::Covers(scheme) => (scheme, false),
                Attribute::AssumeCovers(scheme) => (scheme, true),
                Attribute::Measure(term) | Attribute::Rank(term) => {
                    let claims = |other: &Attribute| {
                        matches!(other, Attribute::Covers(_) | Attribute::AssumeCovers(_))
                    };
                    if !binding.attributes.iter().any(claims) {
                        self.error(
                            DiagnosticKind::Measure,
                            term.span,
                            "a measure without a claim has no effect",
                            "add `[@@covers {| … |}]`",
                        );
                    }
                    continue;
                }
            };
            if found.is_some() {
                self.error(
                    DiagnosticKind::Duplicate,
                    scheme.span,
                    "a second claim about the same function",
                    "join the two claims",
                );
                continue;
            }
            found = Some((scheme, assumed));
        }
        found
    }

    fn complete(&mut self, binding: &Binding, function: &TExpr, claim: TClaim) -> Option<Contract> {
        let program_parameters = leading_parameters(function);
        let mut contract = Contract::new(claim, program_parameters);
        for attribute in &binding.attributes {
            match attribute {
                Attribute::Measure(term) => {
                    if contract.measure_span.is_some() {
                        self.error(
                            DiagnosticKind::Duplicate,
                            term.span,
                            "a second measure for the same function",
                            "for a lexicographic measure write a tuple: `[@@measure (a, b)]`",
                        );
                        continue;
                    }
                    contract.measure_span = Some(term.span);
                    contract.measure = self.measure(binding, &contract, term)?;
                }
                Attribute::Rank(term) => {
                    if contract.rank_span.is_some() {
                        self.error(
                            DiagnosticKind::Duplicate,
                            term.span,
                            "a second rank for the same function",
                            "state one of them",
                        );
                        continue;
                    }
                    contract.rank_span = Some(term.span);
                    contract.rank = Some(self.rank(binding, &contract, term)?);
                }
                Attribute::Covers(_) | Attribute::AssumeCovers(_) => {}
            }
        }
        Some(contract)
    }

    /// Brings the parameters into scope, under the claim's names and (winning)
    /// under the program's.
    fn bind_parameters(&mut self, binding: &Binding, contract: &Contract) {
        let mut sorts = Vec::new();
        for parameter in &contract.claim.ty.parameters {
            match parameter {
                TParameter::Base { name, local, sort, .. } => {
                    if name != "_" {
                        self.scope.variables.push((name.clone(), *local, sort.clone()));
                    }
                    sorts.push(Some(sort.clone()));
                }
                TParameter::Function { .. } => sorts.push(None),
            }
        }
        for (index, pattern) in binding.parameters.iter().enumerate() {
            let local = contract.program_parameters.get(index).copied().flatten();
            let sort = sorts.get(index).cloned().flatten();
            if let (Some(name), Some(local), Some(sort)) = (variable_of(pattern), local, sort) {
                self.scope.variables.push((name.to_owned(), local, sort));
            }
        }
    }

    fn measure(&mut self, binding: &Binding, contract: &Contract, term: &Expr) -> Option<Vec<TExpr>> {
        let terms = match &term.kind {
            ExprKind::Tuple(components) => components.as_slice(),
            _ => std::slice::from_ref(term),
        };
        let terms = terms.to_vec();
        self.scoped(|inferrer| {
            inferrer.bind_parameters(binding, contract);
            terms.iter().map(|term| inferrer.integer_term(term, term.span)).collect()
        })
    }

    fn rank(&mut self, binding: &Binding, contract: &Contract, term: &Expr) -> Option<(LocalId, TExpr)> {
        self.scoped(|inferrer| {
            inferrer.bind_parameters(binding, contract);
            let value = inferrer.bind("v", contract.claim.ty.result.clone());
            let term = inferrer.integer_term(term, term.span)?;
            Some((value, term))
        })
    }

    fn integer_term(&mut self, term: &Expr, span: Span) -> Option<TExpr> {
        let before = self.problems.error_count();
        let typed = self.in_world(World::Logic, |inferrer| inferrer.infer_expr(term));
        if self.problems.error_count() > before {
            return None;
        }
        if !self.unifier.unify(&typed.ty, &Ty::Int) {
            let shown = self.show(&typed.ty);
            self.error(
                DiagnosticKind::Measure,
                span,
                format!("a measure is an integer, but this has type `{shown}`"),
                "use a size: an integer parameter, or a function such as `len l`",
            );
            return None;
        }
        Some(typed)
    }
}

/// The variables of the parameters that a function takes before anything else
/// happens, by position.
fn leading_parameters(function: &TExpr) -> Vec<Option<LocalId>> {
    let mut list = Vec::new();
    let mut current = function;
    while let TKind::Lambda(parameters, body) = &current.kind {
        list.extend(parameters.iter().map(|(local, _)| Some(*local)));
        current = body;
    }
    list
}

fn variable_of(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Variable(name) => Some(name),
        PatternKind::Typed(inner, _) => variable_of(inner),
        _ => None,
    }
}
