//! Names inside expressions, patterns, types and claims.

use super::Resolver;
use crate::syntax::{
    Bindings, Case, Expr, ExprKind, Name, Namespace, Pattern, PatternKind, SpecScheme, SpecType,
    SpecTypeKind, TAG, TypeExpr, TypeExprKind, split_path,
};

impl Resolver<'_> {
    pub(super) fn expr(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Variable(name) => self.value_name(name, span),
            ExprKind::Literal(_) | ExprKind::Fail => {}
            ExprKind::Raise(name) => self.value_name(&mut name.text, name.span),
            ExprKind::Construct(name, arguments) => {
                self.constructor(name);
                self.exprs(arguments);
            }
            ExprKind::Tuple(list) => self.exprs(list),
            ExprKind::Record(fields) => {
                self.fields(fields.iter_mut().map(|(name, value)| (name, Some(value))))
            }
            ExprKind::Update(base, fields) => {
                self.expr(base);
                self.fields(fields.iter_mut().map(|(name, value)| (name, Some(value))));
            }
            ExprKind::Field(record, name) => {
                self.expr(record);
                self.field(name, None);
            }
            ExprKind::Apply(head, arguments) => {
                self.expr(head);
                self.exprs(arguments);
            }
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Infix(name, left, right) => {
                self.value_name(&mut name.text, name.span);
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Negate(inner) | ExprKind::Not(inner) | ExprKind::Labelled(_, _, inner) => {
                self.expr(inner)
            }
            ExprKind::Function(parameters, body) => {
                let mut names = Vec::new();
                parameters.iter_mut().for_each(|parameter| self.pattern(parameter, &mut names));
                self.with_locals(names, |resolver| resolver.expr(body));
            }
            ExprKind::Cases(cases) => self.cases(cases),
            ExprKind::Match(scrutinee, cases) => {
                self.expr(scrutinee);
                self.cases(cases);
            }
            ExprKind::Let(bindings, body) => self.local(bindings, body),
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Typed(inner, written) => {
                self.type_expr(written);
                self.expr(inner);
            }
            ExprKind::Sequence(first, rest) => {
                self.expr(first);
                self.expr(rest);
            }
            ExprKind::Quantified(_, name, sort, body) => {
                self.type_expr(sort);
                self.with_locals(vec![name.text.clone()], |resolver| resolver.expr(body));
            }
            ExprKind::Open(module, inner) => {
                let height = self.scope.len();
                self.open(&module.text.clone(), false);
                self.expr(inner);
                self.scope.truncate(height);
                let kind = std::mem::replace(&mut inner.kind, ExprKind::Fail);
                expr.kind = kind;
            }
        }
    }

    fn exprs(&mut self, list: &mut [Expr]) {
        list.iter_mut().for_each(|expr| self.expr(expr));
    }

    fn cases(&mut self, cases: &mut [Case]) {
        for case in cases {
            let mut names = Vec::new();
            self.pattern(&mut case.pattern, &mut names);
            let (guard, body) = (&mut case.guard, &mut case.body);
            self.with_locals(names, |resolver| {
                if let Some(guard) = guard {
                    resolver.expr(guard);
                }
                resolver.expr(body);
            });
        }
    }

    fn local(&mut self, bindings: &mut Bindings, body: &mut Expr) {
        let mut names = Vec::new();
        for binding in &mut bindings.list {
            self.pattern(&mut binding.pattern, &mut names);
        }
        if bindings.recursive {
            self.with_locals(names, |resolver| {
                bindings.list.iter_mut().for_each(|binding| resolver.binding(binding));
                resolver.expr(body);
            });
        } else {
            bindings.list.iter_mut().for_each(|binding| self.binding(binding));
            self.with_locals(names, |resolver| resolver.expr(body));
        }
    }

    /// Resolves a pattern; adds the variables that it binds.
    pub(super) fn pattern(&mut self, pattern: &mut Pattern, names: &mut Vec<String>) {
        match &mut pattern.kind {
            PatternKind::Any | PatternKind::Literal(_) => {}
            PatternKind::Variable(name) => names.push(name.clone()),
            PatternKind::Typed(inner, written) => {
                self.type_expr(written);
                self.pattern(inner, names);
            }
            PatternKind::Alias(inner, name) => {
                names.push(name.text.clone());
                self.pattern(inner, names);
            }
            PatternKind::Or(list) | PatternKind::Tuple(list) => {
                list.iter_mut().for_each(|inner| self.pattern(inner, names));
            }
            PatternKind::Construct(name, list) => {
                self.constructor(name);
                list.iter_mut().for_each(|inner| self.pattern(inner, names));
            }
            PatternKind::Record(list) => {
                let module = qualifier(list.iter().map(|(name, _)| name));
                for (name, inner) in list {
                    self.field(name, module.as_deref());
                    self.pattern(inner, names);
                }
            }
            PatternKind::Labelled(label, inner) => {
                if let Some(default) = &mut label.default {
                    self.expr(default);
                }
                self.pattern(inner, names);
            }
        }
    }

    fn constructor(&mut self, name: &mut Name) {
        let text = name.text.as_str();
        if matches!(text, "[]" | "::" | "()" | "true" | "false") || text.starts_with(TAG) {
            return;
        }
        let span = name.span;
        self.rename(Namespace::Constructor, &mut name.text, span);
    }

    /// The fields of a record: one with a path says where the others are.
    fn fields<'e>(&mut self, fields: impl Iterator<Item = (&'e mut Name, Option<&'e mut Expr>)>) {
        let fields: Vec<_> = fields.collect();
        let module = qualifier(fields.iter().map(|(name, _)| &**name));
        for (name, value) in fields {
            // `{ x }` is `{ x = x }`, of which only the first is a field.
            self.field(name, module.as_deref());
            if let Some(value) = value {
                if let ExprKind::Variable(variable) = &mut value.kind
                    && value.span == name.span
                    && let Some((_, last)) = split_path(variable)
                {
                    *variable = last.to_owned();
                }
                self.expr(value);
            }
        }
    }

    fn field(&mut self, name: &mut Name, module: Option<&str>) {
        if let (Some(module), None) = (module, split_path(&name.text)) {
            name.text = format!("{module}.{}", name.text);
        }
        let span = name.span;
        self.rename(Namespace::Field, &mut name.text, span);
    }

    pub(super) fn type_expr(&mut self, ty: &mut TypeExpr) {
        let span = ty.span;
        match &mut ty.kind {
            TypeExprKind::Variable(_) | TypeExprKind::Any => {}
            TypeExprKind::Apply(name, arguments) => {
                arguments.iter_mut().for_each(|argument| self.type_expr(argument));
                self.rename(Namespace::Type, name, span);
            }
            TypeExprKind::Tuple(list) => list.iter_mut().for_each(|part| self.type_expr(part)),
            TypeExprKind::Arrow(domain, codomain) => {
                self.type_expr(domain);
                self.type_expr(codomain);
            }
        }
    }

    // --- claims ---

    pub(super) fn scheme(&mut self, scheme: &mut SpecScheme) {
        let names = scheme.predicates.iter().map(|(name, _)| name.text.clone()).collect();
        for sort in scheme.predicates.iter_mut().flat_map(|(_, sorts)| sorts) {
            self.type_expr(sort);
        }
        let body = &mut scheme.body;
        self.with_locals(names, |resolver| resolver.spec(body));
    }

    fn spec(&mut self, spec: &mut SpecType) {
        match &mut spec.kind {
            SpecTypeKind::Base { value, sort, formula, .. } => {
                self.type_expr(sort);
                self.with_locals(vec![value.text.clone()], |resolver| resolver.expr(formula));
            }
            SpecTypeKind::Arrow { parameter, domain, codomain } => {
                self.spec(domain);
                let names = parameter.iter().map(|name| name.text.clone()).collect();
                self.with_locals(names, |resolver| resolver.spec(codomain));
            }
        }
    }
}

/// The module that one of the fields is written with.
fn qualifier<'n>(mut names: impl Iterator<Item = &'n Name>) -> Option<String> {
    names.find_map(|name| split_path(&name.text).map(|(module, _)| module.to_owned()))
}
