//! Substitution on typed expressions of the logic.
//!
//! Needed where a definition is unfolded once or a `let` is replaced by what it
//! stands for. Every binder of the copy is renamed, so that nothing is captured.

use std::collections::BTreeMap;

use crate::locals::Locals;
use crate::typed::{LocalId, TCase, TExpr, TKind, TPattern};

/// Copies `expr`, replacing variables and renaming all binders.
pub(crate) fn copy(expr: &TExpr, replace: &BTreeMap<LocalId, TExpr>, locals: &mut Locals) -> TExpr {
    Copier { replace: replace.clone(), renamed: BTreeMap::new(), locals }.expr(expr)
}

struct Copier<'a> {
    replace: BTreeMap<LocalId, TExpr>,
    renamed: BTreeMap<LocalId, LocalId>,
    locals: &'a mut Locals,
}

impl Copier<'_> {
    fn binder(&mut self, local: LocalId) -> LocalId {
        let fresh = self.locals.fresh();
        self.renamed.insert(local, fresh);
        fresh
    }

    fn boxed(&mut self, expr: &TExpr) -> Box<TExpr> {
        Box::new(self.expr(expr))
    }

    fn list(&mut self, exprs: &[TExpr]) -> Vec<TExpr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn expr(&mut self, expr: &TExpr) -> TExpr {
        let kind = match &expr.kind {
            TKind::Local(local) => match (self.renamed.get(local), self.replace.get(local)) {
                (Some(renamed), _) => TKind::Local(*renamed),
                (None, Some(value)) => return value.clone(),
                (None, None) => TKind::Local(*local),
            },
            TKind::Predicate(..)
            | TKind::Function(..)
            | TKind::Primitive(_)
            | TKind::PredicateVariable(_)
            | TKind::Literal(_)
            | TKind::Fail => expr.kind.clone(),
            TKind::Construct(id, tag, arguments) => TKind::Construct(*id, *tag, self.list(arguments)),
            TKind::Project(id, index, inner) => TKind::Project(*id, *index, self.boxed(inner)),
            TKind::Apply(head, arguments) => TKind::Apply(self.boxed(head), self.list(arguments)),
            TKind::Binary(operator, left, right) => {
                TKind::Binary(*operator, self.boxed(left), self.boxed(right))
            }
            TKind::Negate(inner) => TKind::Negate(self.boxed(inner)),
            TKind::Not(inner) => TKind::Not(self.boxed(inner)),
            TKind::Lambda(parameters, body) => {
                let parameters =
                    parameters.iter().map(|(local, ty)| (self.binder(*local), ty.clone())).collect();
                TKind::Lambda(parameters, self.boxed(body))
            }
            TKind::Let(local, value, body) => {
                let value = self.boxed(value);
                let local = self.binder(*local);
                TKind::Let(local, value, self.boxed(body))
            }
            TKind::LetRec(..) => expr.kind.clone(),
            TKind::If(condition, then, otherwise) => {
                TKind::If(self.boxed(condition), self.boxed(then), self.boxed(otherwise))
            }
            TKind::Match(scrutinee, cases) => {
                let scrutinee = self.boxed(scrutinee);
                let cases = cases
                    .iter()
                    .map(|case| TCase {
                        pattern: self.pattern(&case.pattern),
                        guard: case.guard.as_ref().map(|guard| self.expr(guard)),
                        body: self.expr(&case.body),
                    })
                    .collect();
                TKind::Match(scrutinee, cases)
            }
            TKind::Quantified(quantifier, local, ty, body) => {
                let local = self.binder(*local);
                TKind::Quantified(*quantifier, local, ty.clone(), self.boxed(body))
            }
        };
        TExpr { kind, ty: expr.ty.clone(), span: expr.span }
    }

    fn pattern(&mut self, pattern: &TPattern) -> TPattern {
        match pattern {
            TPattern::Any => TPattern::Any,
            TPattern::Literal(literal) => TPattern::Literal(literal.clone()),
            TPattern::Variable(local) => TPattern::Variable(self.pattern_variable(*local)),
            TPattern::Alias(inner, local) => {
                let inner = self.pattern(inner);
                TPattern::Alias(Box::new(inner), self.pattern_variable(*local))
            }
            TPattern::Or(list) => TPattern::Or(list.iter().map(|inner| self.pattern(inner)).collect()),
            TPattern::Construct(id, tag, list) => {
                TPattern::Construct(*id, *tag, list.iter().map(|inner| self.pattern(inner)).collect())
            }
        }
    }

    /// The alternatives of an or-pattern share their variables. Binders are
    /// unique, so a variable that was renamed before is the same one.
    fn pattern_variable(&mut self, local: LocalId) -> LocalId {
        match self.renamed.get(&local) {
            Some(renamed) => *renamed,
            None => self.binder(local),
        }
    }
}
