//! Typing of functions and `let`.

use super::Inferrer;
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{Attribute, Binding, Bindings, Expr, Literal, Name, Pattern, PatternKind, TypeExpr};
use crate::typed::{LocalFunction, LocalId, TCase, TExpr, TKind, TPattern, Ty};

/// A parameter: its variable, its type, and the pattern it must match.
struct Parameter {
    local: LocalId,
    ty: Ty,
    pattern: Option<TPattern>,
}

impl Inferrer<'_> {
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
            return Parameter { local, ty, pattern: None };
        }
        let local = self.fresh_local("_");
        let typed = self.pattern(pattern, &ty);
        let pattern = (!matches!(typed, TPattern::Any)).then_some(typed);
        Parameter { local, ty, pattern }
    }

    fn always_matches(&self, parameter: &Parameter) -> bool {
        parameter.pattern.as_ref().is_none_or(|pattern| self.is_irrefutable(pattern))
    }

    /// Whether every value of its type matches a pattern.
    fn is_irrefutable(&self, pattern: &TPattern) -> bool {
        match pattern {
            TPattern::Any | TPattern::Variable(_) | TPattern::Literal(Literal::Unit) => true,
            TPattern::Alias(inner, _) => self.is_irrefutable(inner),
            TPattern::Construct(id, _, parts) => {
                let datatype = self.program.datatypes.get(*id);
                datatype.is_some_and(|datatype| datatype.constructors.len() == 1)
                    && parts.iter().all(|part| self.is_irrefutable(part))
            }
            TPattern::Or(alternatives) => alternatives.iter().any(|inner| self.is_irrefutable(inner)),
            TPattern::Literal(_) => false,
        }
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
            let typed: Vec<_> = parameters.iter().map(|pattern| inferrer.parameter(pattern)).collect();
            // SOUNDNESS: OCaml before 5.2 matches it as soon as its argument is there, others wait for all arguments.
            for (typed, written) in typed.iter().zip(parameters).rev().skip(1) {
                if inferrer.always_matches(typed) {
                    continue;
                }
                inferrer.problems.decline(
                    written.span,
                    "a pattern that may not match, on a parameter that is not the last,",
                    "a name for the parameter, and `match` in the body",
                );
            }
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
            let ty = Ty::arrows(typed.iter().map(|parameter| parameter.ty.clone()), body.ty.clone());
            let variables = typed.iter().map(|parameter| (parameter.local, parameter.ty.clone())).collect();
            let body = typed.into_iter().rev().fold(body, |body, parameter| {
                let Some(pattern) = parameter.pattern else {
                    return body;
                };
                let scrutinee = TExpr { kind: TKind::Local(parameter.local), ty: parameter.ty, span };
                destructure(scrutinee, pattern, body)
            });
            TExpr { kind: TKind::Lambda(variables, Box::new(body)), ty, span }
        })
    }

    pub(super) fn let_in(&mut self, span: Span, bindings: &Bindings, body: &Expr) -> TExpr {
        let annotated = bindings.list.iter().any(|binding| !binding.attributes.is_empty());
        if bindings.recursive || annotated {
            return self.let_function(span, bindings, body);
        }
        // All right-hand sides are outside the scope of all patterns.
        let values: Vec<_> = bindings
            .list
            .iter()
            .map(|binding| {
                self.function(binding.span, &binding.parameters, binding.result.as_ref(), &binding.body)
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
            values.into_iter().zip(patterns).rev().fold(body, |body, (value, pattern)| {
                let ty = body.ty.clone();
                let span = span.to(body.span);
                let (local, body) = match pattern {
                    TPattern::Variable(local) => (local, body),
                    TPattern::Any => (inferrer.fresh_local("_"), body),
                    pattern => return destructure(value, pattern, body),
                };
                TExpr { kind: TKind::Let(local, Box::new(value), Box::new(body)), ty, span }
            })
        })
    }

    /// A local function that is recursive or has a claim.
    fn let_function(&mut self, span: Span, bindings: &Bindings, body: &Expr) -> TExpr {
        self.expect_recursion(bindings);
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
            let outside = inferrer.scope.variables.len();
            let local = inferrer.bind(&name.text, ty.clone());
            let hidden = (!bindings.recursive).then(|| inferrer.scope.variables.split_off(outside));
            let lambda =
                inferrer.function(binding.span, &binding.parameters, binding.result.as_ref(), &binding.body);
            inferrer.expect(&ty, &lambda.ty, binding.span, "this function");
            let contract = inferrer.local_contract(binding, &lambda);
            if let Some(hidden) = hidden {
                inferrer.scope.variables.extend(hidden);
            }
            let body = inferrer.infer_expr(body);
            let function =
                LocalFunction { local, name: name.text, recursive: bindings.recursive, lambda, contract };
            let ty = body.ty.clone();
            TExpr { kind: TKind::LetRec(Box::new(function), Box::new(body)), ty, span }
        })
    }

    /// A measure says why a recursion ends; without one it would have no effect.
    pub(super) fn expect_recursion(&mut self, bindings: &Bindings) {
        for attribute in bindings.list.iter().flat_map(|binding| &binding.attributes) {
            if let (false, Attribute::Measure(term) | Attribute::Rank(term)) = (bindings.recursive, attribute)
            {
                self.error(
                    DiagnosticKind::Measure,
                    term.span,
                    "this function is not recursive, so that a measure or rank has no effect",
                    "remove it, or write `let rec`",
                );
            }
        }
    }

    /// The name that a binding defines.
    pub(super) fn simple_name(&mut self, binding: &Binding) -> Option<Name> {
        let pattern = match &binding.pattern.kind {
            PatternKind::Typed(inner, _) => &**inner,
            _ => &binding.pattern,
        };
        if let PatternKind::Variable(text) = &pattern.kind {
            return Some(Name { text: text.clone(), span: pattern.span });
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
    let case = TCase { pattern, guard: None, body };
    TExpr { kind: TKind::Match(Box::new(value), vec![case]), ty, span }
}
