//! What a definition does not use has to be total, too.
//!
//! In the logic a name stands for an expression, and an expression that nobody asks for is gone. OCaml
//! evaluates it all the same: `let _ = 10 / x in x` fails at 0. So whatever is named, matched on, put into a
//! pair or passed to a definition that is unfolded is lowered once where it stands, which declines
//! everything that can fail, choose or not end; what comes of it is thrown away.
//!
//! Rejected: a list of total expressions, checked before lowering. Whether a match covers everything and
//! whether recursion goes down depends on what is known at the place, and only lowering knows that.

use super::Lowerer;
use super::logic::Reading;
use super::scope::Scope;
use crate::syntax::Operator;
use crate::typed::{LocalId, TExpr, TKind, Ty};

impl Lowerer<'_> {
    /// The scope in which `local` stands for `value`.
    pub(super) fn bound(&mut self, local: LocalId, value: &TExpr, scope: &Scope) -> Option<Scope> {
        self.must_be_total(value, scope)?;
        let mut inner = scope.clone();
        inner.bind_expr(local, value.clone());
        Some(inner)
    }

    /// Declines an expression whose evaluation may not end with a value.
    pub(super) fn must_be_total(&mut self, expr: &TExpr, scope: &Scope) -> Option<()> {
        if is_value(expr) {
            return Some(());
        }
        self.read(expr, Reading::of_result(&expr.ty), scope).map(|_| ())
    }
}

/// Whether an expression is a value, or becomes one by arithmetic that never fails: nothing to look at.
/// Names count, because what they stand for was looked at where they were bound.
pub(crate) fn is_value(expr: &TExpr) -> bool {
    match &expr.kind {
        TKind::Local(_) | TKind::Literal(_) | TKind::Lambda(..) => true,
        TKind::Predicate(..) | TKind::Function(..) => matches!(expr.ty, Ty::Arrow(..)),
        TKind::Construct(_, _, arguments) => arguments.iter().all(is_value),
        TKind::Project(_, _, inner) | TKind::Negate(inner) | TKind::Not(inner) => is_value(inner),
        TKind::Binary(operator, left, right) => {
            let total = !matches!(
                operator,
                Operator::Divide | Operator::Modulo | Operator::Choose | Operator::Bind | Operator::Map
            );
            total && is_value(left) && is_value(right)
        }
        TKind::If(condition, then, otherwise) => is_value(condition) && is_value(then) && is_value(otherwise),
        TKind::Primitive(_)
        | TKind::PredicateVariable(_)
        | TKind::Apply(..)
        | TKind::Let(..)
        | TKind::LetRec(..)
        | TKind::Match(..)
        | TKind::Quantified(..)
        | TKind::Fail => false,
    }
}
