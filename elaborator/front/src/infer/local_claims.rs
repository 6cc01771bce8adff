//! Claims about local functions that are stated at top level, as the Poirot
//! dialect does: `let[@assert? outer when ([b1], [p1], [])] inner … = τ`.

use super::Inferrer;
use super::scope::TypeVariables;
use crate::diagnostic::DiagnosticKind;
use crate::syntax::{Claim, ClaimKind, Enclosing};
use crate::typed::{Contract, LocalFunction, LocalId, TClaim, TExpr, TKind, Ty};
use crate::walk;

impl Inferrer<'_> {
    pub(super) fn claim_within(&mut self, claim: &Claim, within: &Enclosing) {
        let Some(id) = self.top.functions.get(&within.function.text).copied() else {
            let known = self.top.functions.keys().cloned().collect();
            self.unknown(within.function.span, "function", &within.function.text, known);
            return;
        };
        let outer = self
            .program
            .functions
            .get(id)
            .and_then(|function| function.contract.as_ref())
            .map(|contract| contract.claim.clone());
        let Some(outer) = outer else {
            self.error(
                DiagnosticKind::IllFormedSpec,
                within.function.span,
                format!("`{}` has no claim yet", within.function.text),
                "state the claim of the enclosing function first",
            );
            return;
        };
        let fits =
            within.types.len() == outer.type_names.len() && within.predicates.len() == outer.predicates.len();
        if !fits {
            self.error(
                DiagnosticKind::IllFormedSpec,
                within.function.span,
                format!("the claim of `{}` quantifies other types and predicates", within.function.text),
                "name all its types and all its predicates, in order",
            );
            return;
        }
        let Some(contract) = self.contract_within(claim, within, &outer) else {
            return;
        };
        let basic = contract.claim.ty.basic();
        let body = self.program.functions.get_mut(id).and_then(|function| function.body.take());
        let Some(mut body) = body else {
            return;
        };
        match find_local(&mut body, &claim.name.text) {
            None => self.unknown(claim.name.span, "local function", &claim.name.text, Vec::new()),
            Some(function) => {
                let found = function.lambda.ty.instantiate(&outer.instance);
                let mut contract = contract;
                contract.program_parameters = leading(&function.lambda);
                if self.expect(&basic, &found, claim.name.span, "this local function") {
                    function.contract = Some(contract);
                }
            }
        }
        if let Some(function) = self.program.functions.get_mut(id) {
            function.body = Some(body);
        }
    }

    /// The claim, over the quantified variables of the enclosing claim.
    fn contract_within(&mut self, claim: &Claim, within: &Enclosing, outer: &TClaim) -> Option<Contract> {
        self.scope.types = TypeVariables::rigid();
        self.scope.types.named =
            within.types.iter().zip(0..).map(|(name, index)| (name.text.clone(), Ty::Rigid(index))).collect();
        self.scope.predicate_variables = within
            .predicates
            .iter()
            .zip(&outer.predicates)
            .map(|(name, (_, sorts))| (name.text.clone(), sorts.clone()))
            .collect();
        let ty = self.fun_type(&claim.scheme.body);
        self.scope.predicate_variables.clear();
        if let Some(ty) = &ty {
            self.admits_parameters(ty, &claim.scheme)?;
        }
        let claim = TClaim {
            kind: ClaimKind::Every,
            total: false,
            type_names: Vec::new(),
            predicates: Vec::new(),
            ty: ty?,
            instance: Vec::new(),
            span: claim.scheme.span,
        };
        let mut contract = Contract { over_claim: true, ..Contract::new(claim, Vec::new()) };
        self.unifier.finish_contract(&mut contract);
        Some(contract)
    }
}

fn find_local<'e>(expr: &'e mut TExpr, name: &str) -> Option<&'e mut LocalFunction> {
    if let TKind::LetRec(function, _) = &expr.kind
        && function.name == name
    {
        return match &mut expr.kind {
            TKind::LetRec(function, _) => Some(function),
            _ => None,
        };
    }
    walk::children_mut(expr).into_iter().find_map(|child| find_local(child, name))
}

/// The parameters that a function is written with.
pub(super) fn leading(function: &TExpr) -> Vec<Option<LocalId>> {
    match &function.kind {
        TKind::Lambda(parameters, _) => parameters.iter().map(|(local, _)| Some(*local)).collect(),
        _ => Vec::new(),
    }
}
