//! Expressions that are not drawn from: data, and generators as values.

use super::combinators::library_name;
use super::shape::Shape;
use super::{Writer, tree};
use crate::span::Span;
use crate::syntax::{Bindings, Case, Expr, ExprKind, Label, Pattern};

impl Writer<'_> {
    /// An expression in direct style. A generator is a function of `()`.
    pub(super) fn value(&mut self, expr: &Expr) -> Option<Expr> {
        match self.shape(expr) {
            Shape::Generator => self.generator_value(expr),
            shape @ Shape::Function(..) => match shape.parameters_to_generator() {
                Some(count) => self.function_to_generator(expr, count),
                None => self.data(expr),
            },
            Shape::Generators => self.decline(
                expr.span,
                "a list of generators in this place",
                "pass the list to `oneof` or `frequency` directly, or write what is chosen",
            ),
            Shape::Data => self.data(expr),
        }
    }

    fn generator_value(&mut self, expr: &Expr) -> Option<Expr> {
        if self.is_plain_name(expr) {
            return Some(expr.clone());
        }
        self.must_be_built(expr)?;
        self.suspended(expr)
    }

    /// A generator whose building is checked elsewhere, as a function of `()`.
    pub(super) fn suspended(&mut self, expr: &Expr) -> Option<Expr> {
        if self.is_plain_name(expr) {
            return Some(expr.clone());
        }
        let body = self.draw(expr, false)?;
        let kind = ExprKind::Function(vec![tree::unit_pattern(expr.span)], Box::new(body));
        Some(Expr { kind, span: expr.span })
    }

    /// A function of the file without labels, by its name.
    fn is_plain_name(&self, expr: &Expr) -> bool {
        let ExprKind::Variable(name) = &expr.kind else { return false };
        self.find(name).is_some_and(|known| known.labels.is_empty())
    }

    /// `list_size (0 -- 5)` is `fun g () -> …`
    fn function_to_generator(&mut self, expr: &Expr, count: usize) -> Option<Expr> {
        if self.is_plain_name(expr) {
            return Some(expr.clone());
        }
        let span = expr.span;
        let height = self.known.len();
        let (mut patterns, body) = match &expr.kind {
            ExprKind::Function(parameters, body) if parameters.len() == count => {
                (parameters.clone(), (**body).clone())
            }
            ExprKind::Variable(_) | ExprKind::Apply(..) | ExprKind::Infix(..) => {
                self.must_be_built(expr)?;
                let names: Vec<String> = (0..count).map(|_| self.fresh("Argument")).collect();
                let arguments = names.iter().map(|name| super::variable(name, span)).collect();
                (
                    names.iter().map(|name| tree::named(name, span)).collect(),
                    tree::apply(expr.clone(), arguments),
                )
            }
            _ => {
                return self.decline(
                    span,
                    "this form of a function to a generator",
                    "a function that is written there, or has a name",
                );
            }
        };
        patterns.iter().for_each(|pattern| self.push_pattern(pattern));
        let body = self.draw(&body, false);
        self.known.truncate(height);
        patterns.push(tree::unit_pattern(span));
        Some(Expr { kind: ExprKind::Function(patterns, Box::new(body?)), span })
    }

    fn data(&mut self, expr: &Expr) -> Option<Expr> {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Variable(name) => {
                if self.find(name).is_none() && library_name(name).is_some() {
                    return self.not_read(name, span);
                }
                if self.find(name).is_some_and(|known| !known.labels.is_empty()) {
                    return self.decline(
                        span,
                        &format!("`{name}`, a function with labels, as a value"),
                        "apply it to its arguments",
                    );
                }
                expr.kind.clone()
            }
            ExprKind::Literal(_) | ExprKind::Fail | ExprKind::Raise(_) => expr.kind.clone(),
            ExprKind::Construct(name, parts) => ExprKind::Construct(name.clone(), self.values(parts)?),
            ExprKind::Tuple(parts) => ExprKind::Tuple(self.values(parts)?),
            ExprKind::Record(fields) => ExprKind::Record(self.fields(fields)?),
            ExprKind::Update(base, fields) => ExprKind::Update(self.boxed(base)?, self.fields(fields)?),
            ExprKind::Field(record, name) => ExprKind::Field(self.boxed(record)?, name.clone()),
            ExprKind::Apply(..) => return self.data_call(expr),
            ExprKind::Infix(operator, left, right) => {
                let through = matches!(operator.text.as_str(), "@@" | "|>");
                if through || library_name(&operator.text).is_some() || self.find(&operator.text).is_some() {
                    return self.data_call(expr);
                }
                ExprKind::Infix(operator.clone(), self.boxed(left)?, self.boxed(right)?)
            }
            ExprKind::Binary(operator, left, right) => {
                ExprKind::Binary(*operator, self.boxed(left)?, self.boxed(right)?)
            }
            ExprKind::Negate(inner) => ExprKind::Negate(self.boxed(inner)?),
            ExprKind::Not(inner) => ExprKind::Not(self.boxed(inner)?),
            ExprKind::Function(parameters, body) => {
                let height = self.known.len();
                let parameters = self.plain_parameters(parameters)?;
                let body = self.value(body);
                self.known.truncate(height);
                ExprKind::Function(parameters, Box::new(body?))
            }
            ExprKind::Cases(cases) => ExprKind::Cases(self.cases(None, cases, Self::value)?),
            ExprKind::Match(scrutinee, cases) => {
                ExprKind::Match(self.boxed(scrutinee)?, self.cases(Some(scrutinee), cases, Self::value)?)
            }
            ExprKind::Let(bindings, body) => return self.local(span, bindings, body, Self::value),
            ExprKind::If(condition, then, otherwise) => {
                ExprKind::If(self.boxed(condition)?, self.boxed(then)?, self.boxed(otherwise)?)
            }
            ExprKind::Typed(inner, written) => ExprKind::Typed(self.boxed(inner)?, written.clone()),
            ExprKind::Sequence(first, rest) => ExprKind::Sequence(self.boxed(first)?, self.boxed(rest)?),
            ExprKind::Quantified(..) | ExprKind::Open(..) => expr.kind.clone(),
            ExprKind::Labelled(..) => {
                return self.decline(
                    span,
                    "a labelled argument",
                    "a function of this file, with the same label",
                );
            }
        };
        Some(Expr { kind, span })
    }

    fn data_call(&mut self, expr: &Expr) -> Option<Expr> {
        let (head, arguments) = self.spine(expr);
        let ExprKind::Variable(name) = &head.kind else {
            if arguments.is_empty() {
                // An operator of everyday use that happens to be written with `@@` around it.
                let ExprKind::Infix(operator, left, right) = &head.kind else { return self.data(&head) };
                let kind = ExprKind::Infix(operator.clone(), self.boxed(left)?, self.boxed(right)?);
                return Some(Expr { kind, span: expr.span });
            }
            let (head, arguments) = (self.value(&head)?, self.values(&arguments)?);
            return Some(Expr { kind: ExprKind::Apply(Box::new(head), arguments), span: expr.span });
        };
        match self.find(name) {
            None if library_name(name).is_some() => self.not_read(name, head.span),
            None => {
                if let ("Fun.id", [only]) = (name.as_str(), arguments.as_slice()) {
                    return self.value(only);
                }
                if let Some(written) = self.made_text(name, &arguments, expr.span) {
                    return written;
                }
                let arguments = self.values(&arguments)?;
                Some(Expr { kind: ExprKind::Apply(Box::new(head), arguments), span: expr.span })
            }
            Some(known) => {
                let labels = known.labels.clone();
                let arguments = self.arguments(&labels, &arguments, expr.span)?;
                Some(Expr { kind: ExprKind::Apply(Box::new(head), arguments), span: expr.span })
            }
        }
    }

    /// The arguments of a function of the file in the order of its parameters.
    pub(super) fn arguments(
        &mut self,
        labels: &[Option<Label>],
        arguments: &[Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        let labelled = arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Labelled(..)));
        let optional = labels.iter().flatten().any(|label| label.optional);
        if labels.is_empty() || (!labelled && !optional) {
            return self.values(arguments);
        }
        let mut plain = arguments.iter().filter(|argument| !matches!(argument.kind, ExprKind::Labelled(..)));
        let mut used = 0;
        let mut ordered = Vec::new();
        for label in labels {
            let Some(label) = label else {
                let Some(argument) = plain.next() else { break };
                used += 1;
                ordered.push(self.value(argument)?);
                continue;
            };
            let given = arguments.iter().find_map(|argument| match &argument.kind {
                ExprKind::Labelled(name, as_option, value) if name.text == label.name.text => {
                    Some((*as_option, &**value))
                }
                _ => None,
            });
            ordered.push(match (given, &label.default) {
                (Some((true, value)), None) => {
                    used += 1;
                    self.value(value)?
                }
                (Some((true, _)), Some(_)) => {
                    return self.decline(
                        span,
                        "`?x:e`, an optional argument as an option,",
                        "`~x:e`, or nothing",
                    );
                }
                (Some((false, value)), None) if label.optional => {
                    used += 1;
                    tree::construct("Some", vec![self.value(value)?], span)
                }
                (Some((false, value)), _) => {
                    used += 1;
                    self.value(value)?
                }
                (None, None) if label.optional => tree::construct("None", Vec::new(), span),
                (None, Some(default)) => self.closed_default(default)?,
                (None, None) => {
                    return self.decline(
                        span,
                        &format!("a call without the argument `~{}`", label.name.text),
                        "pass all arguments",
                    );
                }
            });
        }
        if used < arguments.len() {
            return self.decline(
                span,
                "these labels in this order",
                "pass the arguments as the function names them",
            );
        }
        Some(ordered)
    }

    /// A default is evaluated at the call, so it must not depend on other parameters.
    fn closed_default(&mut self, default: &Expr) -> Option<Expr> {
        let mut free = false;
        tree::free_variables(default, &mut Vec::new(), &mut |name| free |= library_name(name).is_none());
        if free {
            return self.decline(default.span, "a default that is computed", "a literal");
        }
        self.value(default)
    }

    pub(super) fn values(&mut self, list: &[Expr]) -> Option<Vec<Expr>> {
        list.iter().map(|expr| self.value(expr)).collect()
    }

    pub(super) fn boxed(&mut self, expr: &Expr) -> Option<Box<Expr>> {
        self.value(expr).map(Box::new)
    }

    fn fields(&mut self, fields: &[(crate::syntax::Name, Expr)]) -> Option<Vec<(crate::syntax::Name, Expr)>> {
        fields.iter().map(|(name, value)| Some((name.clone(), self.value(value)?))).collect()
    }

    /// Cases whose bodies are written by `each`.
    pub(super) fn cases(
        &mut self,
        subject: Option<&Expr>,
        cases: &[Case],
        mut each: impl FnMut(&mut Self, &Expr) -> Option<Expr>,
    ) -> Option<Vec<Case>> {
        let mut written = Vec::new();
        for case in cases {
            let height = self.known.len();
            self.push_alias(&case.pattern, subject);
            let guard = match &case.guard {
                Some(guard) => self.value(guard).map(Some),
                None => Some(None),
            };
            let body = each(self, &case.body);
            self.known.truncate(height);
            written.push(Case { pattern: case.pattern.clone(), guard: guard?, body: body? });
        }
        Some(written)
    }

    /// `let … in body`, with the body written by `each`.
    pub(super) fn local(
        &mut self,
        span: Span,
        bindings: &Bindings,
        body: &Expr,
        each: impl FnOnce(&mut Self, &Expr) -> Option<Expr>,
    ) -> Option<Expr> {
        let mut checks = Vec::new();
        let covered = self.covered.len();
        for binding in bindings.list.iter().filter(|binding| binding.parameters.is_empty()) {
            let shape = self.shape_of_binding(binding, bindings.recursive);
            if shape == Shape::Generators || shape.is_to_generator() {
                let bounds = self.build_check(&binding.body)?;
                if bounds.is_empty() {
                    super::building::built_parts(&binding.body, &mut self.covered);
                }
                checks.extend(bounds);
            }
        }
        let written = self.bindings(bindings.clone(), false);
        self.covered.truncate(covered);
        let (written, known) = written?;
        let height = self.known.len();
        self.known.extend(known);
        let body = each(self, body);
        self.known.truncate(height);
        let body = body?;
        // A recursive generator without a claim that was written where it is used.
        let written_out = written.recursive
            && written.list.iter().all(|binding| {
                let name = tree::bare(&binding.pattern);
                let mut used = false;
                tree::free_variables(&body, &mut Vec::new(), &mut |free| used |= Some(free) == name);
                !binding.parameters.is_empty() && tree::claim_of(binding).is_none() && !used
            });
        let whole = if written.list.is_empty() || written_out {
            body
        } else {
            Expr { kind: ExprKind::Let(written, Box::new(body)), span }
        };
        Some(self.checked(checks, whole))
    }

    fn not_read<T>(&mut self, name: &str, span: Span) -> Option<T> {
        let advice = super::combinators::instead_of(name);
        self.decline(span, &format!("`{name}`"), advice)
    }

    /// `let pattern = value in body`, where the body is written under what the pattern binds.
    pub(super) fn under(
        &mut self,
        pattern: &Pattern,
        value: Expr,
        body: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        let height = self.known.len();
        self.push_alias(pattern, Some(&value));
        let body = body(self);
        self.known.truncate(height);
        Some(tree::let_in(pattern.clone(), value, body?))
    }
}
