//! Typing of expressions.

use super::{Inferrer, World};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{Case, Expr, ExprKind, Literal, Name, Operator, Quantifier, TypeExpr};
use crate::typed::{BOOL, LocalId, Primitive, TCase, TExpr, TKind, TPattern, Ty};

impl Inferrer<'_> {
    /// Types an expression against an expected type.
    pub(super) fn check(&mut self, expr: &Expr, expected: &Ty) -> TExpr {
        let typed = self.infer_expr(expr);
        self.expect(expected, &typed.ty, expr.span, "this expression");
        typed
    }

    pub(super) fn check_box(&mut self, expr: &Expr, expected: &Ty) -> Box<TExpr> {
        Box::new(self.check(expr, expected))
    }

    pub(super) fn literal_type(&self, literal: &Literal) -> Ty {
        match literal {
            Literal::Unit => Ty::unit(),
            Literal::Bool(_) => Ty::bool(),
            Literal::Int(_) => Ty::Int,
            Literal::String(_) | Literal::Char(_) => match (self.text(literal), literal) {
                (Some(text), _) => text.ty(),
                (None, Literal::Char(_)) => Ty::Opaque(1),
                (None, _) => Ty::Opaque(0),
            },
            Literal::Float(_) => Ty::Opaque(2),
        }
    }

    pub(super) fn infer_expr(&mut self, expr: &Expr) -> TExpr {
        if self.out_of_steps(expr.span) {
            return self.broken(expr.span);
        }
        let typed = self.infer_shape(expr);
        self.program.steps.spend_type(&typed.ty);
        typed
    }

    fn infer_shape(&mut self, expr: &Expr) -> TExpr {
        let span = expr.span;
        let (kind, ty) = match &expr.kind {
            ExprKind::Variable(name) => return self.variable(name, span),
            ExprKind::Literal(literal) => match self.text(literal) {
                Some(text) => return text.expr(span),
                None => (TKind::Literal(literal.clone()), self.literal_type(literal)),
            },
            ExprKind::Construct(name, arguments) => {
                return self.construct(span, name, arguments);
            }
            ExprKind::Tuple(components) => {
                let typed: Vec<_> = components.iter().map(|component| self.infer_expr(component)).collect();
                let id = self.tuple(typed.len());
                let ty = Ty::Data(id, typed.iter().map(|part| part.ty.clone()).collect());
                (TKind::Construct(id, 0, typed), ty)
            }
            ExprKind::Record(fields) => return self.record(span, fields),
            ExprKind::Update(base, fields) => return self.update(span, base, fields),
            ExprKind::Field(record, name) => {
                let record = self.infer_expr(record);
                let name = &self.field_of_type(name, &record.ty);
                let Some((id, result, types)) = self.record_type(Some(name), name.span) else {
                    return self.broken(span);
                };
                self.expect(&result, &record.ty, record.span, "this expression");
                let Some(index) = self.field_index(name, id) else {
                    return self.broken(span);
                };
                let ty = types.get(index).cloned().unwrap_or_else(Ty::unit);
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                (TKind::Project(id, index, Box::new(record)), ty)
            }
            ExprKind::Apply(head, arguments) => return self.application(span, head, arguments),
            ExprKind::Binary(operator, left, right) => return self.binary(span, *operator, left, right),
            ExprKind::Infix(operator, left, right) => return self.infix(span, operator, left, right),
            ExprKind::Negate(inner) => (TKind::Negate(self.check_box(inner, &Ty::Int)), Ty::Int),
            ExprKind::Not(inner) => (TKind::Not(self.check_box(inner, &Ty::bool())), Ty::bool()),
            ExprKind::Function(parameters, body) => {
                return self.function(span, parameters, None, body);
            }
            ExprKind::Cases(cases) => {
                let argument = self.unifier.fresh();
                let local = self.fresh_local("argument");
                let scrutinee = TExpr { kind: TKind::Local(local), ty: argument.clone(), span };
                let result = self.unifier.fresh();
                let cases = self.cases(cases, &argument, &result);
                let body = TExpr { kind: TKind::Match(Box::new(scrutinee), cases), ty: result.clone(), span };
                let ty = Ty::arrow(argument.clone(), result);
                (TKind::Lambda(vec![(local, argument)], Box::new(body)), ty)
            }
            ExprKind::Let(bindings, body) => return self.let_in(span, bindings, body),
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.check_box(condition, &Ty::bool());
                let then = Box::new(self.infer_expr(then));
                let ty = then.ty.clone();
                let otherwise = self.check_box(otherwise, &ty);
                (TKind::If(condition, then, otherwise), ty)
            }
            ExprKind::Match(scrutinee, cases) => {
                let scrutinee = self.infer_expr(scrutinee);
                let result = self.unifier.fresh();
                let ty = scrutinee.ty.clone();
                let mut cases = self.cases(cases, &ty, &result);
                // OCaml's tree has `match e with () -> b` for `let () = e in b`: one shape for both.
                let kind = match (cases.len(), cases.pop()) {
                    (1, Some(TCase { pattern: TPattern::Variable(local), guard: None, body })) => {
                        TKind::Let(local, Box::new(scrutinee), Box::new(body))
                    }
                    (1, Some(TCase { pattern: TPattern::Any, guard: None, body })) => {
                        TKind::Let(self.fresh_local("_"), Box::new(scrutinee), Box::new(body))
                    }
                    (_, last) => {
                        cases.extend(last);
                        TKind::Match(Box::new(scrutinee), cases)
                    }
                };
                (kind, result)
            }
            ExprKind::Typed(inner, written) => {
                let ty = self.written(written);
                let mut typed = self.check(inner, &ty);
                typed.span = span;
                return typed;
            }
            ExprKind::Sequence(first, rest) => {
                let first = self.check(first, &Ty::unit());
                let rest = self.infer_expr(rest);
                let ty = rest.ty.clone();
                let ignored = self.fresh_local("_");
                (TKind::Let(ignored, Box::new(first), Box::new(rest)), ty)
            }
            ExprKind::Quantified(quantifier, name, sort, body) => {
                return self.quantified(span, *quantifier, name, sort, body);
            }
            ExprKind::Fail => return self.fail(span),
            ExprKind::Open(..) | ExprKind::Labelled(..) => {
                self.problems.decline(span, "a label or a local `open` here", "the call without it");
                return self.broken(span);
            }
            ExprKind::Raise(name) => return self.raise(name, span),
        };
        TExpr { kind, ty, span }
    }

    pub(super) fn not_in_formulas(&mut self, span: Span, what: &str) {
        self.error(
            DiagnosticKind::IllFormedSpec,
            span,
            format!("{what} has no meaning in a formula"),
            "formulas are about values: use predicates, connectives and arithmetic",
        );
    }

    pub(super) fn application(&mut self, span: Span, head: &Expr, arguments: &[Expr]) -> TExpr {
        if let ExprKind::Variable(name) = &head.kind
            && !self.has_own_meaning(name)
            && let Some(typed) = self.built_in_application(name, arguments, span)
        {
            return typed;
        }
        let head = self.infer_expr(head);
        let mut ty = head.ty.clone();
        let mut typed = Vec::new();
        for argument in arguments {
            match self.unifier.resolve(&ty) {
                Ty::Arrow(domain, codomain) => {
                    typed.push(self.check(argument, &domain));
                    ty = codomain.as_ref().clone();
                }
                Ty::Meta(_) => {
                    let argument = self.infer_expr(argument);
                    let codomain = self.unifier.fresh();
                    let arrow = Ty::arrow(argument.ty.clone(), codomain.clone());
                    self.unifier.unify(&ty, &arrow);
                    typed.push(argument);
                    ty = codomain;
                }
                other => {
                    let shown = self.show(&other);
                    let head_shown = self.show(&head.ty);
                    self.error(
                        DiagnosticKind::IllTyped,
                        argument.span,
                        format!("too many arguments: the function has type `{head_shown}`, so that `{shown}` is left to be applied"),
                        "",
                    );
                    return self.broken(span);
                }
            }
        }
        if self.world == World::Logic && self.unifier.is_arrow(&ty) {
            let shown = self.show(&head.ty);
            self.error(
                DiagnosticKind::IllTyped,
                span,
                format!("too few arguments: the function has type `{shown}`"),
                "formulas apply predicates to all their arguments",
            );
            return self.broken(span);
        }
        if matches!(head.kind, TKind::Primitive(Primitive::Fail)) {
            return TExpr { kind: TKind::Fail, ty, span };
        }
        TExpr { kind: TKind::Apply(Box::new(head), typed), ty, span }
    }

    pub(super) fn binary(&mut self, span: Span, operator: Operator, left: &Expr, right: &Expr) -> TExpr {
        let logic_only = matches!(operator, Operator::Implies | Operator::Iff);
        let program_only = matches!(operator, Operator::Choose | Operator::Bind | Operator::Map);
        if logic_only && self.world == World::Program {
            self.problems.decline(span, "an implication in a program", "write it with `not`, `||` and `=`");
            return self.broken(span);
        }
        if program_only && self.world == World::Logic {
            self.not_in_formulas(span, "a random choice");
            return self.broken(span);
        }
        let (left, right, ty) = match operator {
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Modulo => {
                (self.check_box(left, &Ty::Int), self.check_box(right, &Ty::Int), Ty::Int)
            }
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                let left = Box::new(self.infer_expr(left));
                if self.is_chain(&left, span) {
                    return self.broken(span);
                }
                let right = self.check(right, &left.ty.clone());
                let left = Box::new(self.number_of_character(*left));
                let right = Box::new(self.number_of_character(right));
                self.expect_ordered(&left.ty, span);
                (left, right, Ty::bool())
            }
            Operator::Equal | Operator::NotEqual => {
                let left = Box::new(self.infer_expr(left));
                let ty = left.ty.clone();
                let right = self.check_box(right, &ty);
                if self.unifier.is_arrow(&ty) {
                    self.error(DiagnosticKind::IllTyped, span, "functions cannot be compared", "");
                }
                (left, right, Ty::bool())
            }
            Operator::And | Operator::Or | Operator::Implies | Operator::Iff => {
                (self.check_box(left, &Ty::bool()), self.check_box(right, &Ty::bool()), Ty::bool())
            }
            Operator::Choose => {
                let left = Box::new(self.infer_expr(left));
                let ty = left.ty.clone();
                (left, self.check_box(right, &ty), ty)
            }
            Operator::Bind => {
                let (a, b) = (self.unifier.fresh(), self.unifier.fresh());
                let result = Ty::arrow(Ty::unit(), b);
                let left = self.check_box(left, &Ty::arrow(Ty::unit(), a.clone()));
                let right = self.check_box(right, &Ty::arrow(a, result.clone()));
                (left, right, result)
            }
            Operator::Map => {
                let (a, b) = (self.unifier.fresh(), self.unifier.fresh());
                let left = self.check_box(left, &Ty::arrow(Ty::unit(), a.clone()));
                let right = self.check_box(right, &Ty::arrow(a, b.clone()));
                (left, right, Ty::arrow(Ty::unit(), b))
            }
        };
        TExpr { kind: TKind::Binary(operator, left, right), ty, span }
    }

    /// `a <= b <= c` compares the truth of `a <= b` with `c`, which nobody means.
    fn is_chain(&mut self, left: &TExpr, span: Span) -> bool {
        let chained = self.world == World::Logic
            && matches!(left.kind, TKind::Binary(operator, ..) if operator.is_order());
        if chained {
            self.error(
                DiagnosticKind::IllTyped,
                span,
                "a comparison of a comparison: `a <= b <= c` is read as `(a <= b) <= c`",
                "write `a <= b && b <= c`",
            );
        }
        chained
    }

    fn quantified(
        &mut self,
        span: Span,
        quantifier: Quantifier,
        name: &Name,
        sort: &TypeExpr,
        body: &Expr,
    ) -> TExpr {
        let (ty, is_nat) = self.declared_sort(sort);
        self.scoped(|inferrer| {
            let local = inferrer.bind(&name.text, ty.clone());
            let mut body = inferrer.check(body, &Ty::bool());
            if is_nat {
                let bound = non_negative(local, name.span);
                let operator = match quantifier {
                    Quantifier::Forall => Operator::Implies,
                    Quantifier::Exists => Operator::And,
                };
                body = connect(operator, bound, body);
            }
            TExpr { kind: TKind::Quantified(quantifier, local, ty, Box::new(body)), ty: Ty::bool(), span }
        })
    }

    fn cases(&mut self, cases: &[Case], scrutinee: &Ty, result: &Ty) -> Vec<TCase> {
        cases
            .iter()
            .map(|case| {
                self.scoped(|inferrer| {
                    let pattern = inferrer.pattern(&case.pattern, scrutinee);
                    let guard = case.guard.as_ref().map(|guard| inferrer.check(guard, &Ty::bool()));
                    let body = inferrer.check(&case.body, result);
                    TCase { pattern, guard, body }
                })
            })
            .collect()
    }
}

/// `0 <= x`
pub(super) fn non_negative(local: LocalId, span: Span) -> TExpr {
    let integer = |kind| Box::new(TExpr { kind, ty: Ty::Int, span });
    TExpr {
        kind: TKind::Binary(
            Operator::LessEqual,
            integer(TKind::Literal(Literal::Int(0))),
            integer(TKind::Local(local)),
        ),
        ty: Ty::bool(),
        span,
    }
}

/// Two formulas joined by a connective.
pub(super) fn connect(operator: Operator, left: TExpr, right: TExpr) -> TExpr {
    let span = right.span;
    TExpr {
        kind: TKind::Binary(operator, Box::new(left), Box::new(right)),
        ty: Ty::Data(BOOL, Vec::new()),
        span,
    }
}
