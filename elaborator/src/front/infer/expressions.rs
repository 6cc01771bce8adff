//! Typing of expressions.

use super::{Inferrer, World};
use crate::front::diagnostic::DiagnosticKind;
use crate::front::span::Span;
use crate::front::syntax::{
    Binding, Bindings, Case, Expr, ExprKind, Literal, Name, Operator, Pattern, PatternKind,
    TypeExpr,
};
use crate::front::typed::{
    BOOL, DataId, LocalFunction, LocalId, Primitive, TCase, TExpr, TKind, TPattern, Ty,
};

/// A parameter: its variable, its type, and the pattern it must match.
struct Parameter {
    local: LocalId,
    ty: Ty,
    pattern: Option<TPattern>,
}

impl Inferrer<'_> {
    /// Types an expression against an expected type.
    pub(super) fn check(&mut self, expr: &Expr, expected: &Ty) -> TExpr {
        let typed = self.infer_expr(expr);
        self.expect(expected, &typed.ty, expr.span, "this expression");
        typed
    }

    fn check_box(&mut self, expr: &Expr, expected: &Ty) -> Box<TExpr> {
        Box::new(self.check(expr, expected))
    }

    pub(super) fn literal_type(&self, literal: &Literal) -> Ty {
        match literal {
            Literal::Unit => Ty::unit(),
            Literal::Bool(_) => Ty::bool(),
            Literal::Int(_) => Ty::Int,
            Literal::String(_) => Ty::Opaque(0),
            Literal::Char(_) => Ty::Opaque(1),
            Literal::Float(_) => Ty::Opaque(2),
        }
    }

    pub(super) fn infer_expr(&mut self, expr: &Expr) -> TExpr {
        let span = expr.span;
        let (kind, ty) = match &expr.kind {
            ExprKind::Variable(name) => return self.variable(name, span),
            ExprKind::Literal(literal) => {
                (TKind::Literal(literal.clone()), self.literal_type(literal))
            }
            ExprKind::Construct(name, arguments) => {
                return self.construct(span, name, arguments);
            }
            ExprKind::Tuple(components) => {
                let typed: Vec<_> = components
                    .iter()
                    .map(|component| self.infer_expr(component))
                    .collect();
                let id = self.tuple(typed.len());
                let ty = Ty::Data(id, typed.iter().map(|part| part.ty.clone()).collect());
                (TKind::Construct(id, 0, typed), ty)
            }
            ExprKind::Record(fields) => return self.record(span, fields),
            ExprKind::Update(base, fields) => return self.update(span, base, fields),
            ExprKind::Field(record, name) => {
                let record = self.infer_expr(record);
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
            ExprKind::Binary(operator, left, right) => {
                return self.binary(span, *operator, left, right);
            }
            ExprKind::Negate(inner) => (
                TKind::Negate(self.check_box(inner, &Ty::Int)),
                Ty::Int,
            ),
            ExprKind::Not(inner) => (TKind::Not(self.check_box(inner, &Ty::bool())), Ty::bool()),
            ExprKind::Function(parameters, body) => {
                return self.function(span, parameters, None, body);
            }
            ExprKind::Cases(cases) => {
                let argument = self.unifier.fresh();
                let local = self.fresh_local("argument");
                let scrutinee = TExpr {
                    kind: TKind::Local(local),
                    ty: argument.clone(),
                    span,
                };
                let result = self.unifier.fresh();
                let cases = self.cases(cases, &argument, &result);
                let body = TExpr {
                    kind: TKind::Match(Box::new(scrutinee), cases),
                    ty: result.clone(),
                    span,
                };
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
                let cases = self.cases(cases, &ty, &result);
                (TKind::Match(Box::new(scrutinee), cases), result)
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
            ExprKind::Fail => {
                if self.world == World::Logic {
                    self.not_in_formulas(span, "the failing term");
                    return self.broken(span);
                }
                (TKind::Fail, self.unifier.fresh())
            }
        };
        TExpr { kind, ty, span }
    }

    fn not_in_formulas(&mut self, span: Span, what: &str) {
        self.error(
            DiagnosticKind::IllFormedSpec,
            span,
            format!("{what} has no meaning in a formula"),
            "formulas are about values: use predicates, connectives and arithmetic",
        );
    }

    fn variable(&mut self, name: &str, span: Span) -> TExpr {
        if let Some((local, ty)) = self.lookup(name) {
            return TExpr {
                kind: TKind::Local(local),
                ty,
                span,
            };
        }
        match self.world {
            World::Logic => self.logic_name(name, span),
            World::Program => self.program_name(name, span),
        }
    }

    fn logic_name(&mut self, name: &str, span: Span) -> TExpr {
        let variable = self
            .predicate_variables
            .iter()
            .position(|(known, _)| known == name);
        if let Some(index) = variable {
            let sorts = self
                .predicate_variables
                .get(index)
                .map(|(_, sorts)| sorts.clone())
                .unwrap_or_default();
            let number = u32::try_from(index).unwrap_or(u32::MAX);
            return TExpr {
                kind: TKind::PredicateVariable(number),
                ty: Ty::arrows(sorts.into_iter(), Ty::bool()),
                span,
            };
        }
        if !self.predicates.contains_key(name) && !self.functions.contains_key(name) {
            self.declared_predicate(name, span);
        }
        if let Some(typed) = self.predicate_name(name, span) {
            return typed;
        }
        if self.functions.contains_key(name) || primitive_named(name).is_some() {
            self.error(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("`{name}` is a program function; formulas use predicates only"),
                "define it as `let[@predicate]` if it is total and structurally recursive",
            );
            return self.broken(span);
        }
        let known = self
            .predicates
            .keys()
            .chain(self.scope.iter().map(|(name, _, _)| name))
            .cloned()
            .collect();
        self.unknown(span, "name", name, known);
        self.broken(span)
    }

    fn predicate_name(&mut self, name: &str, span: Span) -> Option<TExpr> {
        let id = *self.predicates.get(name)?;
        if let Some((_, ty)) = self.open_predicates.iter().find(|(open, _)| *open == id) {
            return Some(TExpr {
                kind: TKind::Predicate(id, Vec::new()),
                ty: ty.clone(),
                span,
            });
        }
        let predicate = self.program.predicates.get(id)?;
        let ty = Ty::arrows(
            predicate.parameters.iter().map(|(_, ty)| ty.clone()),
            predicate.result.clone(),
        );
        let arguments = self.unifier.fresh_many(predicate.sort_parameters);
        let ty = ty.instantiate(&arguments);
        Some(TExpr {
            kind: TKind::Predicate(id, arguments),
            ty,
            span,
        })
    }

    fn program_name(&mut self, name: &str, span: Span) -> TExpr {
        if let Some(id) = self.functions.get(name).copied() {
            if let Some((_, ty)) = self.open_functions.iter().find(|(open, _)| *open == id) {
                return TExpr {
                    kind: TKind::Function(id, Vec::new()),
                    ty: ty.clone(),
                    span,
                };
            }
            if let Some(function) = self.program.functions.get(id) {
                let ty = function.ty.clone();
                let arguments = self.unifier.fresh_many(function.sort_parameters);
                let ty = ty.instantiate(&arguments);
                return TExpr {
                    kind: TKind::Function(id, arguments),
                    ty,
                    span,
                };
            }
        }
        if let Some(typed) = self.predicate_name(name, span) {
            return typed;
        }
        if let Some(primitive) = primitive_named(name) {
            let ty = self.primitive_type(primitive);
            return TExpr {
                kind: TKind::Primitive(primitive),
                ty,
                span,
            };
        }
        if self.declared_values.contains_key(name) {
            self.error(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("`{name}` has a basic type only; nothing is known about what it returns"),
                format!("add `let[@library] {name} … = …` with its coverage type"),
            );
            return self.broken(span);
        }
        let known = self
            .functions
            .keys()
            .chain(self.predicates.keys())
            .chain(self.scope.iter().map(|(name, _, _)| name))
            .cloned()
            .collect();
        self.unknown(span, "name", name, known);
        self.broken(span)
    }

    fn primitive_type(&mut self, primitive: Primitive) -> Ty {
        match primitive {
            Primitive::IntGen | Primitive::NatGen => Ty::arrow(Ty::unit(), Ty::Int),
            Primitive::BoolGen => Ty::arrow(Ty::unit(), Ty::bool()),
            Primitive::IntRange | Primitive::IntRangeWithoutEnd => {
                Ty::arrow(Ty::Int, Ty::arrow(Ty::Int, Ty::Int))
            }
            Primitive::OpaqueGen(number) => Ty::arrow(Ty::unit(), Ty::Opaque(number)),
            Primitive::Fail => Ty::arrow(Ty::unit(), self.unifier.fresh()),
        }
    }

    /// The result and field types of a constructor, at fresh arguments.
    pub(super) fn constructor_types(&mut self, id: DataId, tag: u32) -> (Ty, Vec<Ty>) {
        let Some(datatype) = self.program.datatypes.get(id) else {
            return (self.unifier.fresh(), Vec::new());
        };
        let fields = datatype
            .constructors
            .get(tag as usize)
            .map(|constructor| constructor.fields.clone())
            .unwrap_or_default();
        let arguments = self.unifier.fresh_many(datatype.parameters);
        let fields = fields
            .iter()
            .map(|field| field.instantiate(&arguments))
            .collect();
        (Ty::Data(id, arguments), fields)
    }

    fn construct(&mut self, span: Span, name: &Name, arguments: &[Expr]) -> TExpr {
        let Some((id, tag)) = self.constructors.get(&name.text).copied() else {
            let known = self.constructors.keys().cloned().collect();
            self.unknown(name.span, "constructor", &name.text, known);
            for argument in arguments {
                self.infer_expr(argument);
            }
            return self.broken(span);
        };
        let (ty, fields) = self.constructor_types(id, tag);
        let typed = match fields.as_slice() {
            [only] if arguments.len() > 1 => {
                let whole = Expr {
                    kind: ExprKind::Tuple(arguments.to_vec()),
                    span,
                };
                vec![self.check(&whole, only)]
            }
            wanted => {
                if wanted.len() != arguments.len() {
                    self.wrong_arity(span, &name.text, wanted.len(), arguments.len());
                    for argument in arguments {
                        self.infer_expr(argument);
                    }
                    return self.broken(span);
                }
                arguments
                    .iter()
                    .zip(wanted)
                    .map(|(argument, ty)| self.check(argument, ty))
                    .collect()
            }
        };
        TExpr {
            kind: TKind::Construct(id, tag, typed),
            ty,
            span,
        }
    }

    /// The record type that has this field, with the types of all its fields.
    pub(super) fn record_type(
        &mut self,
        name: Option<&Name>,
        span: Span,
    ) -> Option<(DataId, Ty, Vec<Ty>)> {
        let Some(name) = name else {
            self.error(DiagnosticKind::Syntax, span, "an empty record", "name its fields");
            return None;
        };
        let Some((id, _)) = self.fields.get(&name.text).copied() else {
            let known = self.fields.keys().cloned().collect();
            self.unknown(name.span, "field", &name.text, known);
            return None;
        };
        let (ty, fields) = self.constructor_types(id, 0);
        Some((id, ty, fields))
    }

    pub(super) fn field_index(&mut self, name: &Name, id: DataId) -> Option<usize> {
        let names = self
            .program
            .datatypes
            .get(id)
            .and_then(|datatype| datatype.fields.clone())
            .unwrap_or_default();
        let found = names.iter().position(|field| *field == name.text);
        if found.is_none() {
            self.unknown(name.span, "field", &name.text, names);
        }
        found
    }

    fn record(&mut self, span: Span, fields: &[(Name, Expr)]) -> TExpr {
        let first = fields.first().map(|(name, _)| name);
        let Some((id, ty, types)) = self.record_type(first, span) else {
            return self.broken(span);
        };
        let mut slots: Vec<Option<TExpr>> = vec![None; types.len()];
        for (name, value) in fields {
            let Some(index) = self.field_index(name, id) else {
                self.infer_expr(value);
                continue;
            };
            let field = types.get(index).cloned().unwrap_or_else(Ty::unit);
            let typed = self.check(value, &field);
            if let Some(slot) = slots.get_mut(index) {
                if slot.is_some() {
                    self.error(
                        DiagnosticKind::Duplicate,
                        name.span,
                        format!("the field `{}` is given twice", name.text),
                        "",
                    );
                }
                *slot = Some(typed);
            }
        }
        match slots.into_iter().collect::<Option<Vec<_>>>() {
            Some(typed) => TExpr {
                kind: TKind::Construct(id, 0, typed),
                ty,
                span,
            },
            None => {
                self.error(
                    DiagnosticKind::IllTyped,
                    span,
                    "some fields of this record are missing",
                    "give a value to each field",
                );
                self.broken(span)
            }
        }
    }

    /// `{ r with x = e }`: bind `r`, then rebuild it.
    fn update(&mut self, span: Span, base: &Expr, fields: &[(Name, Expr)]) -> TExpr {
        let first = fields.first().map(|(name, _)| name);
        let Some((id, ty, types)) = self.record_type(first, span) else {
            return self.broken(span);
        };
        let base = self.check(base, &ty);
        let local = self.fresh_local("record");
        let mut slots: Vec<TExpr> = types
            .iter()
            .enumerate()
            .map(|(index, field)| {
                let record = TExpr {
                    kind: TKind::Local(local),
                    ty: ty.clone(),
                    span,
                };
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                TExpr {
                    kind: TKind::Project(id, index, Box::new(record)),
                    ty: field.clone(),
                    span,
                }
            })
            .collect();
        for (name, value) in fields {
            if let Some(index) = self.field_index(name, id)
                && let Some(field) = types.get(index)
            {
                let typed = self.check(value, field);
                if let Some(slot) = slots.get_mut(index) {
                    *slot = typed;
                }
            }
        }
        let rebuilt = TExpr {
            kind: TKind::Construct(id, 0, slots),
            ty: ty.clone(),
            span,
        };
        TExpr {
            kind: TKind::Let(local, Box::new(base), Box::new(rebuilt)),
            ty,
            span,
        }
    }

    fn application(&mut self, span: Span, head: &Expr, arguments: &[Expr]) -> TExpr {
        if let ExprKind::Variable(name) = &head.kind
            && self.lookup(name).is_none()
            && !self.functions.contains_key(name)
            && !self.predicates.contains_key(name)
        {
            match (name.as_str(), arguments) {
                ("not", [inner]) => {
                    let inner = self.check_box(inner, &Ty::bool());
                    return TExpr {
                        kind: TKind::Not(inner),
                        ty: Ty::bool(),
                        span,
                    };
                }
                ("implies", [left, right]) => {
                    return self.binary(span, Operator::Implies, left, right);
                }
                ("iff", [left, right]) => return self.binary(span, Operator::Iff, left, right),
                ("choose", [left, right]) => {
                    return self.binary(span, Operator::Choose, left, right);
                }
                _ => {}
            }
        }
        let head = self.infer_expr(head);
        let mut ty = head.ty.clone();
        let mut typed = Vec::new();
        for argument in arguments {
            match self.unifier.resolve(&ty) {
                Ty::Arrow(domain, codomain) => {
                    typed.push(self.check(argument, &domain));
                    ty = *codomain;
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
        if self.world == World::Logic && matches!(self.unifier.resolve(&ty), Ty::Arrow(..)) {
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
            return TExpr {
                kind: TKind::Fail,
                ty,
                span,
            };
        }
        TExpr {
            kind: TKind::Apply(Box::new(head), typed),
            ty,
            span,
        }
    }

    fn binary(&mut self, span: Span, operator: Operator, left: &Expr, right: &Expr) -> TExpr {
        let logic_only = matches!(operator, Operator::Implies | Operator::Iff);
        let program_only = matches!(
            operator,
            Operator::Choose | Operator::Bind | Operator::Map
        );
        if logic_only && self.world == World::Program {
            self.problems.decline(
                span,
                "an implication in a program",
                "write it with `not`, `||` and `=`",
            );
            return self.broken(span);
        }
        if program_only && self.world == World::Logic {
            self.not_in_formulas(span, "a random choice");
            return self.broken(span);
        }
        let (left, right, ty) = match operator {
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo => (
                self.check_box(left, &Ty::Int),
                self.check_box(right, &Ty::Int),
                Ty::Int,
            ),
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => (
                self.check_box(left, &Ty::Int),
                self.check_box(right, &Ty::Int),
                Ty::bool(),
            ),
            Operator::Equal | Operator::NotEqual => {
                let left = Box::new(self.infer_expr(left));
                let ty = left.ty.clone();
                let right = self.check_box(right, &ty);
                if matches!(self.unifier.resolve(&ty), Ty::Arrow(..)) {
                    self.error(
                        DiagnosticKind::IllTyped,
                        span,
                        "functions cannot be compared",
                        "",
                    );
                }
                (left, right, Ty::bool())
            }
            Operator::And | Operator::Or | Operator::Implies | Operator::Iff => (
                self.check_box(left, &Ty::bool()),
                self.check_box(right, &Ty::bool()),
                Ty::bool(),
            ),
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
        TExpr {
            kind: TKind::Binary(operator, left, right),
            ty,
            span,
        }
    }

    fn quantified(
        &mut self,
        span: Span,
        quantifier: crate::front::syntax::Quantifier,
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
                    crate::front::syntax::Quantifier::Forall => Operator::Implies,
                    crate::front::syntax::Quantifier::Exists => Operator::And,
                };
                body = connect(operator, bound, body);
            }
            TExpr {
                kind: TKind::Quantified(quantifier, local, ty, Box::new(body)),
                ty: Ty::bool(),
                span,
            }
        })
    }

    fn cases(&mut self, cases: &[Case], scrutinee: &Ty, result: &Ty) -> Vec<TCase> {
        cases
            .iter()
            .map(|case| {
                self.scoped(|inferrer| {
                    let pattern = inferrer.pattern(&case.pattern, scrutinee);
                    let guard = case
                        .guard
                        .as_ref()
                        .map(|guard| inferrer.check(guard, &Ty::bool()));
                    let body = inferrer.check(&case.body, result);
                    TCase {
                        pattern,
                        guard,
                        body,
                    }
                })
            })
            .collect()
    }

    // --- functions and bindings ---

    fn parameter(&mut self, pattern: &Pattern) -> Parameter {
        let ty = self.unifier.fresh();
        let (simple, annotation) = match &pattern.kind {
            PatternKind::Typed(inner, written) => (&**inner, Some(written)),
            _ => (pattern, None),
        };
        if let PatternKind::Variable(name) = &simple.kind {
            if let Some(written) = annotation {
                let annotated = self.written(written);
                self.unifier.unify(&ty, &annotated);
            }
            let local = self.bind(name, ty.clone());
            return Parameter {
                local,
                ty,
                pattern: None,
            };
        }
        let local = self.fresh_local("_");
        let typed = self.pattern(pattern, &ty);
        let pattern = (!matches!(typed, TPattern::Any)).then_some(typed);
        Parameter { local, ty, pattern }
    }

    /// `fun parameters -> body`; just the body when there are no parameters.
    pub(super) fn function(
        &mut self,
        span: Span,
        parameters: &[Pattern],
        result: Option<&TypeExpr>,
        body: &Expr,
    ) -> TExpr {
        self.scoped(|inferrer| {
            let typed: Vec<_> = parameters
                .iter()
                .map(|pattern| inferrer.parameter(pattern))
                .collect();
            let body = match result {
                Some(written) => {
                    let ty = inferrer.written(written);
                    inferrer.check(body, &ty)
                }
                None => inferrer.infer_expr(body),
            };
            if typed.is_empty() {
                return body;
            }
            let ty = Ty::arrows(
                typed.iter().map(|parameter| parameter.ty.clone()),
                body.ty.clone(),
            );
            let variables = typed
                .iter()
                .map(|parameter| (parameter.local, parameter.ty.clone()))
                .collect();
            let body = typed.into_iter().rev().fold(body, |body, parameter| {
                let Some(pattern) = parameter.pattern else {
                    return body;
                };
                let scrutinee = TExpr {
                    kind: TKind::Local(parameter.local),
                    ty: parameter.ty,
                    span,
                };
                destructure(scrutinee, pattern, body)
            });
            TExpr {
                kind: TKind::Lambda(variables, Box::new(body)),
                ty,
                span,
            }
        })
    }

    fn let_in(&mut self, span: Span, bindings: &Bindings, body: &Expr) -> TExpr {
        let annotated = bindings
            .list
            .iter()
            .any(|binding| !binding.attributes.is_empty());
        if bindings.recursive || annotated {
            return self.let_function(span, bindings, body);
        }
        // All right-hand sides are outside the scope of all patterns.
        let values: Vec<_> = bindings
            .list
            .iter()
            .map(|binding| {
                self.function(
                    binding.span,
                    &binding.parameters,
                    binding.result.as_ref(),
                    &binding.body,
                )
            })
            .collect();
        self.scoped(|inferrer| {
            let patterns: Vec<_> = bindings
                .list
                .iter()
                .zip(&values)
                .map(|(binding, value)| inferrer.pattern(&binding.pattern, &value.ty))
                .collect();
            let body = inferrer.infer_expr(body);
            values
                .into_iter()
                .zip(patterns)
                .rev()
                .fold(body, |body, (value, pattern)| {
                    let ty = body.ty.clone();
                    let span = span.to(body.span);
                    let (local, body) = match pattern {
                        TPattern::Variable(local) => (local, body),
                        TPattern::Any => (inferrer.fresh_local("_"), body),
                        pattern => return destructure(value, pattern, body),
                    };
                    TExpr {
                        kind: TKind::Let(local, Box::new(value), Box::new(body)),
                        ty,
                        span,
                    }
                })
        })
    }

    /// A local function that is recursive or has a claim.
    fn let_function(&mut self, span: Span, bindings: &Bindings, body: &Expr) -> TExpr {
        let [binding] = bindings.list.as_slice() else {
            self.problems.decline(
                span,
                "mutual recursion between local functions",
                "define them at top level as predicates, or merge them",
            );
            return self.broken(span);
        };
        let Some(name) = self.simple_name(binding) else {
            return self.broken(span);
        };
        self.scoped(|inferrer| {
            let ty = inferrer.unifier.fresh();
            let outside = inferrer.scope.len();
            let local = inferrer.bind(&name.text, ty.clone());
            let hidden = (!bindings.recursive).then(|| inferrer.scope.split_off(outside));
            let lambda = inferrer.function(
                binding.span,
                &binding.parameters,
                binding.result.as_ref(),
                &binding.body,
            );
            inferrer.expect(&ty, &lambda.ty, binding.span, "this function");
            let contract = inferrer.local_contract(binding, &lambda);
            if let Some(hidden) = hidden {
                inferrer.scope.extend(hidden);
            }
            let body = inferrer.infer_expr(body);
            let function = LocalFunction {
                local,
                name: name.text,
                recursive: bindings.recursive,
                lambda,
                contract,
            };
            let ty = body.ty.clone();
            TExpr {
                kind: TKind::LetRec(Box::new(function), Box::new(body)),
                ty,
                span,
            }
        })
    }

    /// The name that a binding defines.
    pub(super) fn simple_name(&mut self, binding: &Binding) -> Option<Name> {
        let pattern = match &binding.pattern.kind {
            PatternKind::Typed(inner, _) => &**inner,
            _ => &binding.pattern,
        };
        if let PatternKind::Variable(text) = &pattern.kind {
            return Some(Name {
                text: text.clone(),
                span: pattern.span,
            });
        }
        self.problems.decline(
            binding.pattern.span,
            "a pattern in place of a function's name",
            "give the value a name",
        );
        None
    }
}

/// `match value with pattern -> body`
fn destructure(value: TExpr, pattern: TPattern, body: TExpr) -> TExpr {
    let ty = body.ty.clone();
    let span = body.span;
    let case = TCase {
        pattern,
        guard: None,
        body,
    };
    TExpr {
        kind: TKind::Match(Box::new(value), vec![case]),
        ty,
        span,
    }
}

/// `0 <= x`
pub(super) fn non_negative(local: LocalId, span: Span) -> TExpr {
    let integer = |kind| {
        Box::new(TExpr {
            kind,
            ty: Ty::Int,
            span,
        })
    };
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

fn primitive_named(name: &str) -> Option<Primitive> {
    Some(match name {
        "int_gen" => Primitive::IntGen,
        "nat_gen" => Primitive::NatGen,
        "bool_gen" => Primitive::BoolGen,
        "int_range" | "int_range_inc" => Primitive::IntRange,
        "int_range_inex" => Primitive::IntRangeWithoutEnd,
        "string_gen" => Primitive::OpaqueGen(0),
        "char_gen" => Primitive::OpaqueGen(1),
        "float_gen" => Primitive::OpaqueGen(2),
        "err" => Primitive::Fail,
        _ => return None,
    })
}
