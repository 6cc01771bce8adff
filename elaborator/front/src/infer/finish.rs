//! Replaces inference variables by their solutions in a finished tree.

use super::unify::Unifier;
use crate::typed::{Contract, TClaim, TExpr, TFunType, TKind, TParameter};

impl Unifier {
    pub(super) fn finish_expr(&self, expr: &mut TExpr) {
        expr.ty = self.finish(&expr.ty);
        match &mut expr.kind {
            TKind::Local(_)
            | TKind::Primitive(_)
            | TKind::PredicateVariable(_)
            | TKind::Literal(_)
            | TKind::Fail => {}
            TKind::Predicate(_, arguments) | TKind::Function(_, arguments) => {
                for argument in arguments {
                    *argument = self.finish(argument);
                }
            }
            TKind::Construct(_, _, arguments) => {
                for argument in arguments {
                    self.finish_expr(argument);
                }
            }
            TKind::Project(_, _, inner) | TKind::Negate(inner) | TKind::Not(inner) => {
                self.finish_expr(inner);
            }
            TKind::Apply(head, arguments) => {
                self.finish_expr(head);
                for argument in arguments {
                    self.finish_expr(argument);
                }
            }
            TKind::Binary(_, left, right) => {
                self.finish_expr(left);
                self.finish_expr(right);
            }
            TKind::Lambda(parameters, body) => {
                for (_, ty) in parameters {
                    *ty = self.finish(ty);
                }
                self.finish_expr(body);
            }
            TKind::Let(_, value, body) => {
                self.finish_expr(value);
                self.finish_expr(body);
            }
            TKind::LetRec(function, body) => {
                self.finish_expr(&mut function.lambda);
                if let Some(contract) = &mut function.contract {
                    self.finish_contract(contract);
                }
                self.finish_expr(body);
            }
            TKind::If(condition, then, otherwise) => {
                self.finish_expr(condition);
                self.finish_expr(then);
                self.finish_expr(otherwise);
            }
            TKind::Match(scrutinee, cases) => {
                self.finish_expr(scrutinee);
                for case in cases {
                    if let Some(guard) = &mut case.guard {
                        self.finish_expr(guard);
                    }
                    self.finish_expr(&mut case.body);
                }
            }
            TKind::Quantified(_, _, ty, body) => {
                *ty = self.finish(ty);
                self.finish_expr(body);
            }
        }
    }

    pub(super) fn finish_contract(&self, contract: &mut Contract) {
        self.finish_claim(&mut contract.claim);
        for term in &mut contract.measure {
            self.finish_expr(term);
        }
        if let Some((_, term)) = &mut contract.rank {
            self.finish_expr(term);
        }
    }

    pub(super) fn finish_claim(&self, claim: &mut TClaim) {
        for (_, sorts) in &mut claim.predicates {
            for sort in sorts {
                *sort = self.finish(sort);
            }
        }
        for ty in &mut claim.instance {
            *ty = self.finish(ty);
        }
        self.finish_fun_type(&mut claim.ty);
    }

    fn finish_fun_type(&self, ty: &mut TFunType) {
        for parameter in &mut ty.parameters {
            match parameter {
                TParameter::Base { sort, qualifier, .. } => {
                    *sort = self.finish(sort);
                    self.finish_expr(qualifier);
                }
                TParameter::Function { ty, .. } => self.finish_fun_type(ty),
            }
        }
        ty.result = self.finish(&ty.result);
        self.finish_expr(&mut ty.ensures);
    }
}
