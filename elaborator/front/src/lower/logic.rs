//! Formulas and logical terms to the kernel's expressions.
//!
//! A boolean expression has two readings: as a formula (a proposition) and as a
//! term of sort `bool`. Which one is wanted is decided by the place, never by
//! the expression.

use covenant_kernel::tables::{Bin, ExprRef, ExprRow, Quant, SortRef};

use super::Lowerer;
use super::scope::{Scope, Variable};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{Literal, Operator, Quantifier};
use crate::typed::{BOOL, DataId, LocalId, PredicateId, TExpr, TKind, Ty, UNIT};

/// How a boolean expression is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Formula,
    Term,
}

impl Reading {
    /// Booleans that a definition returns are formulas; everything else is a
    /// term.
    pub fn of_result(ty: &Ty) -> Reading {
        match ty {
            Ty::Data(BOOL, _) => Reading::Formula,
            _ => Reading::Term,
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn read(&mut self, expr: &TExpr, reading: Reading, scope: &Scope) -> Option<ExprRef> {
        match reading {
            Reading::Formula => self.formula(expr, scope),
            Reading::Term => self.term(expr, scope),
        }
    }

    pub(super) fn formula(&mut self, expr: &TExpr, scope: &Scope) -> Option<ExprRef> {
        self.step(expr)?;
        let span = expr.span;
        let row = match &expr.kind {
            TKind::Literal(Literal::Bool(true)) => ExprRow::True,
            TKind::Literal(Literal::Bool(false)) => ExprRow::False,
            TKind::Not(inner) => ExprRow::Not(self.formula(inner, scope)?),
            TKind::Binary(operator, left, right) => {
                return self.connective(*operator, left, right, span, scope);
            }
            TKind::If(condition, then, otherwise) => {
                let condition = self.formula(condition, scope);
                let then = self.formula(then, scope);
                let otherwise = self.formula(otherwise, scope);
                return Some(self.either_formula(condition?, then?, otherwise?, span));
            }
            TKind::Quantified(quantifier, local, ty, body) => {
                let sort = self.sort(ty, scope, span)?;
                let mut inner = scope.clone();
                inner.bind(*local, Variable::Stack(scope.height, sort), ty.clone());
                inner.height += 1;
                let body = self.formula(body, &inner)?;
                let quantifier = match quantifier {
                    Quantifier::Forall => Quant::Forall,
                    Quantifier::Exists => Quant::Exists,
                };
                ExprRow::Quant(quantifier, sort, body)
            }
            TKind::Apply(head, arguments) => match &head.kind {
                TKind::PredicateVariable(number) => {
                    let arguments = self.terms(arguments, scope)?;
                    ExprRow::PredVar(*number, arguments.into())
                }
                TKind::Predicate(id, _) if !self.is_formula(*id) => return self.is_true(expr, scope),
                TKind::Predicate(id, types) => {
                    return self.call(*id, types, arguments, expr, scope, Reading::Formula);
                }
                _ => return self.not_logic(span),
            },
            TKind::Predicate(id, _) if !self.is_formula(*id) => return self.is_true(expr, scope),
            TKind::Predicate(id, types) => {
                return self.call(*id, types, &[], expr, scope, Reading::Formula);
            }
            TKind::Match(scrutinee, cases) => {
                return self.match_in_logic(scrutinee, cases, span, scope, Reading::Formula);
            }
            TKind::Let(local, value, body) => {
                let inner = self.bound(*local, value, scope)?;
                return self.formula(body, &inner);
            }
            TKind::Local(local) => {
                if let Some(definition) = scope.definition(*local) {
                    return self.formula(&definition, scope);
                }
                return self.is_true(expr, scope);
            }
            TKind::Project(..) | TKind::Construct(..) => return self.is_true(expr, scope),
            _ => return self.not_logic(span),
        };
        Some(self.tables.expr_at(row, span))
    }

    /// Whether a predicate is one in the kernel, too. `fst` is a function whatever
    /// it is used at: `fst p` is a term even where it is a boolean.
    fn is_formula(&self, id: PredicateId) -> bool {
        self.program.predicates.get(id).is_some_and(|predicate| is_bool(&predicate.result))
    }

    /// `term = true`
    fn is_true(&mut self, expr: &TExpr, scope: &Scope) -> Option<ExprRef> {
        let term = self.term(expr, scope)?;
        let truth = self.boolean(true);
        Some(self.tables.expr_at(ExprRow::Bin(Bin::Eq, term, truth), expr.span))
    }

    fn not_logic<T>(&mut self, span: Span) -> Option<T> {
        self.error(
            DiagnosticKind::IllFormedSpec,
            span,
            "this is not a formula or term",
            "formulas are about values: use predicates, connectives and arithmetic",
        );
        None
    }

    /// `if condition then a else b` for formulas.
    pub(super) fn either_formula(
        &mut self,
        condition: ExprRef,
        then: ExprRef,
        otherwise: ExprRef,
        span: Span,
    ) -> ExprRef {
        let positive = self.tables.expr(ExprRow::Bin(Bin::Imp, condition, then));
        let negated = self.tables.expr(ExprRow::Not(condition));
        let negative = self.tables.expr(ExprRow::Bin(Bin::Imp, negated, otherwise));
        self.tables.expr_at(ExprRow::Bin(Bin::And, positive, negative), span)
    }

    fn connective(
        &mut self,
        operator: Operator,
        left: &TExpr,
        right: &TExpr,
        span: Span,
        scope: &Scope,
    ) -> Option<ExprRef> {
        let row = match operator {
            Operator::And | Operator::Or | Operator::Implies | Operator::Iff => {
                let left = self.formula(left, scope);
                let right = self.formula(right, scope);
                let connective = match operator {
                    Operator::And => Bin::And,
                    Operator::Or => Bin::Or,
                    Operator::Implies => Bin::Imp,
                    _ => Bin::Iff,
                };
                ExprRow::Bin(connective, left?, right?)
            }
            Operator::Equal => return self.equality(left, right, span, scope),
            Operator::NotEqual => {
                let equal = self.equality(left, right, span, scope)?;
                ExprRow::Not(equal)
            }
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                let left = self.term(left, scope);
                let right = self.term(right, scope);
                let (left, right) = (left?, right?);
                match operator {
                    Operator::Less => ExprRow::Bin(Bin::Lt, left, right),
                    Operator::LessEqual => ExprRow::Bin(Bin::Le, left, right),
                    Operator::Greater => ExprRow::Bin(Bin::Lt, right, left),
                    _ => ExprRow::Bin(Bin::Le, right, left),
                }
            }
            _ => return self.not_logic(span),
        };
        Some(self.tables.expr_at(row, span))
    }

    fn equality(&mut self, left: &TExpr, right: &TExpr, span: Span, scope: &Scope) -> Option<ExprRef> {
        let plain = |expr: &TExpr| matches!(expr.kind, TKind::Local(_) | TKind::Project(..));
        if matches!(left.ty, Ty::Data(BOOL, _)) {
            // Between booleans: an equation of values if both are values, an
            // equivalence of formulas otherwise.
            match (&left.kind, &right.kind) {
                (_, TKind::Literal(Literal::Bool(value))) if !plain(left) => {
                    return self.truth_value(left, *value, span, scope);
                }
                (TKind::Literal(Literal::Bool(value)), _) if !plain(right) => {
                    return self.truth_value(right, *value, span, scope);
                }
                (TKind::Literal(_), _) | (_, TKind::Literal(_)) => {}
                _ if plain(left) && plain(right) => {}
                _ => {
                    let left = self.formula(left, scope);
                    let right = self.formula(right, scope);
                    return Some(self.tables.expr_at(ExprRow::Bin(Bin::Iff, left?, right?), span));
                }
            }
        }
        if let Some((dividend, divisor)) = divisibility(left, right) {
            // `a mod k = 0` says the same for either rounding of the quotient.
            let dividend = self.term(dividend, scope)?;
            let remainder = self.tables.expr(ExprRow::Mod(dividend, divisor));
            let zero = self.tables.expr(ExprRow::Int(0));
            return Some(self.tables.expr_at(ExprRow::Bin(Bin::Eq, remainder, zero), span));
        }
        let left = self.term(left, scope);
        let right = self.term(right, scope);
        Some(self.tables.expr_at(ExprRow::Bin(Bin::Eq, left?, right?), span))
    }

    fn truth_value(&mut self, expr: &TExpr, value: bool, span: Span, scope: &Scope) -> Option<ExprRef> {
        let formula = self.formula(expr, scope)?;
        if value {
            return Some(formula);
        }
        Some(self.tables.expr_at(ExprRow::Not(formula), span))
    }

    pub(super) fn terms(&mut self, exprs: &[TExpr], scope: &Scope) -> Option<Vec<ExprRef>> {
        let list: Vec<_> = exprs.iter().map(|expr| self.term(expr, scope)).collect();
        list.into_iter().collect()
    }

    pub(super) fn term(&mut self, expr: &TExpr, scope: &Scope) -> Option<ExprRef> {
        self.step(expr)?;
        let span = expr.span;
        let row = match &expr.kind {
            TKind::Local(local) => return self.variable(*local, expr, scope),
            TKind::Literal(literal) => return self.literal(literal, &expr.ty, scope, span),
            TKind::Construct(_, tag, arguments) => {
                let sort = self.sort(&expr.ty, scope, span)?;
                let arguments = self.terms(arguments, scope)?;
                ExprRow::Ctor(sort, *tag, arguments.into())
            }
            TKind::Project(id, index, inner) => {
                return self.projection(*id, *index, inner, expr, scope);
            }
            TKind::Apply(head, arguments) => match &head.kind {
                TKind::Predicate(id, types) if !self.is_formula(*id) => {
                    return self.call(*id, types, arguments, expr, scope, Reading::Term);
                }
                _ => return self.as_boolean(expr, scope),
            },
            TKind::Predicate(id, types) if !self.is_formula(*id) => {
                return self.call(*id, types, &[], expr, scope, Reading::Term);
            }
            TKind::Binary(operator, left, right) => {
                return self.arithmetic(*operator, left, right, expr, scope);
            }
            TKind::Negate(inner) => {
                let zero = self.tables.expr(ExprRow::Int(0));
                ExprRow::Bin(Bin::Sub, zero, self.term(inner, scope)?)
            }
            TKind::If(condition, then, otherwise) => {
                self.require_decidable(condition)?;
                let condition = self.formula(condition, scope);
                let then = self.term(then, scope);
                let otherwise = self.term(otherwise, scope);
                ExprRow::Ite(condition?, then?, otherwise?)
            }
            TKind::Match(scrutinee, cases) => {
                return self.match_in_logic(scrutinee, cases, span, scope, Reading::Term);
            }
            TKind::Let(local, value, body) => {
                let inner = self.bound(*local, value, scope)?;
                return self.term(body, &inner);
            }
            TKind::Not(_) | TKind::Quantified(..) | TKind::Predicate(..) => {
                return self.as_boolean(expr, scope);
            }
            _ => return self.not_logic(span),
        };
        Some(self.tables.expr_at(row, span))
    }

    /// A formula where a value of sort `bool` is wanted.
    fn as_boolean(&mut self, expr: &TExpr, scope: &Scope) -> Option<ExprRef> {
        self.require_decidable(expr)?;
        let formula = self.formula(expr, scope)?;
        let (yes, no) = (self.boolean(true), self.boolean(false));
        Some(self.tables.expr_at(ExprRow::Ite(formula, yes, no), expr.span))
    }

    fn require_decidable(&mut self, expr: &TExpr) -> Option<()> {
        if self.definitions.is_decidable(expr) {
            return Some(());
        }
        self.error(
            DiagnosticKind::IllFormedSpec,
            expr.span,
            "a quantified formula cannot be computed, so it is no boolean value",
            "use it as a formula: with `&&`, `==>`, `<=>`",
        );
        None
    }

    fn variable(&mut self, local: LocalId, expr: &TExpr, scope: &Scope) -> Option<ExprRef> {
        let local = scope.resolve(local);
        let row = match scope.variables.get(&local) {
            Some(Variable::Nu(sort)) => ExprRow::Nu(*sort),
            Some(Variable::Stack(position, sort)) => {
                ExprRow::Bound(scope.height.saturating_sub(1 + position), *sort)
            }
            Some(Variable::Level(level, sort)) => ExprRow::Local(*level, *sort),
            Some(Variable::Value(value)) => return Some(*value),
            Some(Variable::Fixed(term, height)) => {
                if *height == scope.height {
                    return Some(*term);
                }
                self.problems.decline(
                    expr.span,
                    "a quantifier around a part of a second matched value",
                    "define a predicate for what is under the quantifier",
                );
                return None;
            }
            Some(Variable::Expr(inner)) => {
                let inner = std::rc::Rc::clone(inner);
                return self.term(&inner, scope);
            }
            None => {
                self.error(
                    DiagnosticKind::IllFormedSpec,
                    expr.span,
                    "this variable stands for a function or is not available here",
                    "formulas are about values",
                );
                return None;
            }
        };
        Some(self.tables.expr(row))
    }

    pub(super) fn literal(
        &mut self,
        literal: &Literal,
        ty: &Ty,
        scope: &Scope,
        span: Span,
    ) -> Option<ExprRef> {
        Some(match literal {
            Literal::Unit => {
                let sort = self.data_sort(UNIT, Vec::new());
                self.tables.expr(ExprRow::Ctor(sort, 0, [].into()))
            }
            Literal::Bool(value) => self.boolean(*value),
            Literal::Int(value) => self.tables.expr(ExprRow::Int(*value)),
            Literal::String(text) | Literal::Char(text) | Literal::Float(text) => {
                let sort = self.sort(ty, scope, span)?;
                let number = self.tables.literal(text);
                self.tables.expr(ExprRow::Literal(number, sort))
            }
        })
    }

    pub(super) fn boolean(&mut self, value: bool) -> ExprRef {
        let sort = self.data_sort(BOOL, Vec::new());
        self.tables.expr(ExprRow::Ctor(sort, u32::from(value), [].into()))
    }

    fn projection(
        &mut self,
        id: DataId,
        index: u32,
        inner: &TExpr,
        expr: &TExpr,
        scope: &Scope,
    ) -> Option<ExprRef> {
        if let TKind::Construct(_, _, arguments) = &inner.kind
            && let Some(field) = arguments.get(index as usize)
        {
            for argument in arguments {
                self.must_be_total(argument, scope)?;
            }
            return self.term(field, scope);
        }
        if let TKind::Local(local) = inner.kind
            && let Some(known) = scope.known.get(&scope.resolve(local))
            && let Some(field) = known.fields.get(index as usize)
        {
            return self.variable(*field, expr, scope);
        }
        let def = self.projection_def(id, index, expr.span)?;
        let Ty::Data(_, arguments) = &inner.ty else {
            return self.not_logic(expr.span);
        };
        let sorts = self.sorts(arguments, scope, expr.span)?;
        let argument = self.term(inner, scope)?;
        Some(self.tables.expr_at(ExprRow::Fn(def, sorts.into(), [argument].into()), expr.span))
    }

    fn arithmetic(
        &mut self,
        operator: Operator,
        left: &TExpr,
        right: &TExpr,
        expr: &TExpr,
        scope: &Scope,
    ) -> Option<ExprRef> {
        let span = expr.span;
        match operator {
            Operator::Add | Operator::Subtract | Operator::Multiply => {
                let left = self.term(left, scope);
                let right = self.term(right, scope);
                let (left, right) = (left?, right?);
                let row = match operator {
                    Operator::Add => ExprRow::Bin(Bin::Add, left, right),
                    Operator::Subtract => ExprRow::Bin(Bin::Sub, left, right),
                    _ => ExprRow::Bin(Bin::Mul, left, right),
                };
                Some(self.tables.expr_at(row, span))
            }
            Operator::Divide | Operator::Modulo => {
                let Some(divisor) = positive_literal(right) else {
                    self.problems.decline(
                        span,
                        "division by something other than a positive number in a formula",
                        "state the product instead: `q * d <= x && x < q * d + d`",
                    );
                    return None;
                };
                let dividend = self.term(left, scope)?;
                Some(self.rounded_division(operator, dividend, divisor, span))
            }
            _ => self.as_boolean(expr, scope),
        }
    }

    /// OCaml rounds toward zero, the kernel's quotient down: for a negative
    /// dividend the former is the negation of the latter at the negation.
    fn rounded_division(
        &mut self,
        operator: Operator,
        dividend: ExprRef,
        divisor: i64,
        span: Span,
    ) -> ExprRef {
        let quotient = |expr| match operator {
            Operator::Divide => ExprRow::Div(expr, divisor),
            _ => ExprRow::Mod(expr, divisor),
        };
        let zero = self.tables.expr(ExprRow::Int(0));
        let positive = self.tables.expr(ExprRow::Bin(Bin::Le, zero, dividend));
        let negated = self.tables.expr(ExprRow::Bin(Bin::Sub, zero, dividend));
        let upper = self.tables.expr(quotient(dividend));
        let lower = self.tables.expr(quotient(negated));
        let lower = self.tables.expr(ExprRow::Bin(Bin::Sub, zero, lower));
        self.tables.expr_at(ExprRow::Ite(positive, upper, lower), span)
    }

    /// A predicate at arguments.
    fn call(
        &mut self,
        id: PredicateId,
        types: &[Ty],
        arguments: &[TExpr],
        expr: &TExpr,
        scope: &Scope,
        reading: Reading,
    ) -> Option<ExprRef> {
        if scope.group.contains(&id) {
            return self.recursive_call(id, arguments, expr, scope, reading);
        }
        let def = self.definition(id)?;
        let sorts = self.sorts(types, scope, expr.span)?;
        let arguments = self.terms(arguments, scope)?;
        Some(self.tables.expr_at(ExprRow::Fn(def, sorts.into(), arguments.into()), expr.span))
    }

    // --- sorts ---

    pub(super) fn data_sort(&mut self, id: DataId, arguments: Vec<SortRef>) -> SortRef {
        let number = u32::try_from(id).unwrap_or(u32::MAX);
        self.tables.sort(covenant_kernel::tables::SortRow::Data(number, arguments.into()))
    }

    pub(super) fn sort(&mut self, ty: &Ty, scope: &Scope, span: Span) -> Option<SortRef> {
        let ty = scope.instantiate(ty);
        self.plain_sort(&ty, span)
    }

    pub(super) fn sorts(&mut self, types: &[Ty], scope: &Scope, span: Span) -> Option<Vec<SortRef>> {
        types.iter().map(|ty| self.sort(ty, scope, span)).collect()
    }

    /// The sort of a type that is already at its instance.
    pub(super) fn plain_sort(&mut self, ty: &Ty, span: Span) -> Option<SortRef> {
        use covenant_kernel::tables::SortRow;
        Some(match ty {
            Ty::Int => self.tables.sort(SortRow::Int),
            Ty::Opaque(number) => self.tables.sort(SortRow::Opaque(*number)),
            Ty::Rigid(number) => self.tables.sort(SortRow::Abstract(*number)),
            Ty::Meta(_) => self.data_sort(UNIT, Vec::new()),
            Ty::Data(id, arguments) => {
                let arguments =
                    arguments.iter().map(|inner| self.plain_sort(inner, span)).collect::<Option<Vec<_>>>()?;
                self.data_sort(*id, arguments)
            }
            Ty::Arrow(..) => {
                self.problems.decline(
                    span,
                    "a function where data is expected",
                    "functions can be parameters of functions, but not parts of data",
                );
                return None;
            }
        })
    }
}

pub(super) fn is_bool(ty: &Ty) -> bool {
    matches!(ty, Ty::Data(BOOL, _))
}

fn positive_literal(expr: &TExpr) -> Option<i64> {
    match expr.kind {
        TKind::Literal(Literal::Int(value)) if value > 0 => Some(value),
        _ => None,
    }
}

/// `a mod k = 0`, in either order.
fn divisibility<'a>(left: &'a TExpr, right: &'a TExpr) -> Option<(&'a TExpr, i64)> {
    let zero = |expr: &TExpr| matches!(expr.kind, TKind::Literal(Literal::Int(0)));
    let remainder = match (zero(left), zero(right)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    match &remainder.kind {
        TKind::Binary(Operator::Modulo, dividend, divisor) => Some((dividend, positive_literal(divisor)?)),
        _ => None,
    }
}
