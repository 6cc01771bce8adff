//! Expressions of programs, predicates and formulas.
//!
//! In a formula, `fun (u : t) -> φ` is a quantifier; everything else is read
//! the same way in programs and formulas.

use tree_sitter::Node;

use super::patterns::{cons_name, in_order, nil_name};
use super::tree::{Reader, attributes, child_of_kind, field, fields, parts};
use crate::span::Span;
use crate::syntax::{
    ARRAY, Binding, Bindings, Case, Expr, ExprKind, FAILING, Label, Literal, Name, Operator, Pattern,
    PatternKind, Quantifier, TypeExpr,
};

impl Reader<'_> {
    pub(crate) fn expr(&mut self, node: Node<'_>) -> Option<Expr> {
        self.deeper(node, |reader| reader.expr_shape(node))
    }

    /// Reads a formula: `fun` is a quantifier in it.
    pub(crate) fn formula(&mut self, node: Node<'_>) -> Option<Expr> {
        let before = std::mem::replace(&mut self.in_formula, true);
        let result = self.expr(node);
        self.in_formula = before;
        result
    }

    fn boxed(&mut self, node: Option<Node<'_>>) -> Option<Box<Expr>> {
        self.expr(node?).map(Box::new)
    }

    fn exprs(&mut self, nodes: Vec<Node<'_>>) -> Option<Vec<Expr>> {
        nodes.into_iter().map(|node| self.expr(node)).collect()
    }

    fn expr_shape(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(node);
        let kind = match node.kind() {
            "value_path" => {
                let path = self.plain_path(node)?;
                // `( @ )` is the operator `@`.
                let name = path.trim_matches(|c: char| matches!(c, '(' | ')') || c.is_whitespace());
                // So is `M.( @ )` that of `M`.
                ExprKind::Variable(name.replace(".(", "."))
            }
            "value_name" => ExprKind::Variable(self.name(node).text),
            "unit" | "boolean" | "number" | "signed_number" | "string" | "quoted_string" | "character" => {
                ExprKind::Literal(self.literal(node)?)
            }
            "parenthesized_expression" => {
                let inside = self.expr(field(node, "expression")?)?;
                for attribute in attributes(node) {
                    self.expression_attribute(attribute, &inside);
                }
                return Some(inside);
            }
            "constructor_path" => self.constructed(node, Vec::new())?,
            "tag" => ExprKind::Construct(self.tag(node), Vec::new()),
            "application_expression" => self.application(node)?,
            "infix_expression" => self.infix(node)?,
            "hash_expression" => {
                if self.name(field(node, "operator")?).text != "#==>" {
                    self.decline(node, "this operator");
                    return None;
                }
                let left = self.boxed(field(node, "left"))?;
                let right = self.boxed(field(node, "right"))?;
                ExprKind::Binary(Operator::Implies, left, right)
            }
            "sign_expression" | "prefix_expression" => self.prefixed(node)?,
            "cons_expression" => {
                let head = self.expr(field(node, "left")?)?;
                let tail = self.expr(field(node, "right")?)?;
                ExprKind::Construct(cons_name(span), vec![head, tail])
            }
            "empty_list" => {
                self.mark_whole(node);
                ExprKind::Construct(nil_name(span), Vec::new())
            }
            "list_expression" => return self.list(node),
            // What an array is, and `e.(e)`, is only known where arrays are lists.
            "array_expression" if self.modules => {
                let list = self.list(node)?;
                ExprKind::Construct(Name { text: ARRAY.to_owned(), span }, vec![list])
            }
            "array_get_expression"
                if self.modules && child_of_kind(node, "indexing_operator_path").is_none() =>
            {
                let array = self.expr(field(node, "sequence")?)?;
                let index = self.expr(field(node, "index")?)?;
                let head = Expr { kind: ExprKind::Variable("Array.get".to_owned()), span };
                ExprKind::Apply(Box::new(head), vec![array, index])
            }
            "labeled_argument" if self.modules => self.labelled_argument(node)?,
            "local_open_expression" if self.modules => {
                let module = self.module_path(child_of_kind(node, "module_path")?);
                ExprKind::Open(module, self.boxed(field(node, "expression"))?)
            }
            "tuple_expression" => ExprKind::Tuple(self.exprs(parts(node))?),
            "record_expression" => self.record(node)?,
            "field_get_expression" => {
                let record = self.boxed(field(node, "record"))?;
                let path = field(node, "field")?;
                let name = Name { text: self.plain_path(path)?, span: self.span(path) };
                ExprKind::Field(record, name)
            }
            "typed_expression" => {
                let Some(written) = field(node, "type") else {
                    self.decline(node, "a coercion");
                    return None;
                };
                if written.kind() == "extension" {
                    self.ill_formed(
                        span,
                        "a refinement type stands where an expression is expected",
                        "refinement types belong after `let[@assert] f … =`",
                    );
                    return None;
                }
                let inner = self.boxed(field(node, "expression"))?;
                let written = self.type_expr(written)?;
                ExprKind::Typed(inner, written)
            }
            "fun_expression" => return self.fun(node),
            "function_expression" => ExprKind::Cases(self.cases(node)?),
            "match_expression" => {
                let scrutinee = self.boxed(field(node, "expression"))?;
                ExprKind::Match(scrutinee, self.cases(node)?)
            }
            "if_expression" => self.conditional(node)?,
            "let_expression" => self.let_in(node)?,
            "sequence_expression" => {
                let mut steps = self.exprs(parts(node))?;
                let last = steps.pop()?;
                return Some(steps.into_iter().rev().fold(last, |rest, step| {
                    let span = step.span.to(rest.span);
                    Expr { kind: ExprKind::Sequence(Box::new(step), Box::new(rest)), span }
                }));
            }
            "assert_expression" => match field(node, "expression") {
                Some(never) if self.text_of(never) == "false" => {
                    self.mark_whole(never);
                    ExprKind::Fail
                }
                _ => self.assertion(node, span)?,
            },
            _ => {
                self.decline(node, "this form of expression");
                return None;
            }
        };
        Some(Expr { kind, span })
    }

    fn constructed(&mut self, path: Node<'_>, arguments: Vec<Expr>) -> Option<ExprKind> {
        let name = self.constructor_path(path)?;
        Some(ExprKind::Construct(name, arguments))
    }

    /// `-e` is `( ~- ) e`, `!e` is `( ! ) e`. A sign before a number belongs to the number.
    fn prefixed(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let operator = field(node, "operator")?;
        let inner = self.expr(field(node, "expression")?)?;
        let sign = node.kind() == "sign_expression";
        let text = self.text_of(operator);
        self.mark_whole(operator);
        Some(match (text, inner.kind) {
            ("-", ExprKind::Literal(Literal::Int(value))) => {
                ExprKind::Literal(Literal::Int(value.saturating_neg()))
            }
            ("+", literal @ ExprKind::Literal(Literal::Int(_))) => literal,
            (_, kind) => {
                let name = if sign { format!("~{text}") } else { text.to_owned() };
                let head = Expr { kind: ExprKind::Variable(name), span: self.span(operator) };
                ExprKind::Apply(Box::new(head), vec![Expr { kind, span: inner.span }])
            }
        })
    }

    fn application(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let head = field(node, "function")?;
        let written = fields(node, "argument");
        for argument in &written {
            if argument.kind() == "labeled_argument" && !self.modules {
                self.decline(*argument, "a labelled argument");
                return None;
            }
        }
        // What is raised makes no difference, and need not be understood.
        if FAILING.contains(&self.text_of(head)) {
            written.iter().for_each(|argument| self.mark_whole(*argument));
            return Some(ExprKind::Raise(self.name(head)));
        }
        let mut arguments = self.exprs(written)?;
        if head.kind() == "tag" {
            return Some(ExprKind::Construct(self.tag(head), arguments));
        }
        if head.kind() == "constructor_path" {
            if let Some(fields) = self.declared.inline_record(self.text_of(head)) {
                let given = match arguments.as_slice() {
                    [Expr { kind: ExprKind::Record(given), .. }] => in_order(fields, given, || None),
                    _ => None,
                };
                let Some(given) = given else {
                    self.decline(node, "an inline record that is not written field by field");
                    return None;
                };
                return self.constructed(head, given);
            }
            if arguments.len() == 1
                && let Some(Expr { kind: ExprKind::Tuple(components), .. }) = arguments.first_mut()
            {
                arguments = std::mem::take(components);
            }
            return self.constructed(head, arguments);
        }
        let head = self.boxed(Some(head))?;
        Some(ExprKind::Apply(head, arguments))
    }

    fn infix(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let operator = self.name(field(node, "operator")?);
        let text = operator.text.as_str();
        // OCaml gives `==>` the strength of `=`, so `a && b ==> c` would mean
        // `a && (b ==> c)`. Nobody means that; ask instead of guessing.
        if matches!(text, "==>" | "<=>")
            && node.parent().is_some_and(|parent| parent.kind() == "infix_expression")
        {
            let span = self.span(node);
            self.syntax(
                span,
                format!("`{text}` next to another operator is ambiguous"),
                format!("put parentheses around both sides of `{text}` and around the whole"),
            );
            return None;
        }
        let left = self.boxed(field(node, "left"))?;
        let right = self.boxed(field(node, "right"))?;
        Some(ExprKind::Infix(operator, left, right))
    }

    fn list(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(node);
        let elements = self.exprs(parts(node))?;
        let nil = Expr { kind: ExprKind::Construct(nil_name(span), Vec::new()), span };
        Some(elements.into_iter().rev().fold(nil, |tail, head| Expr {
            kind: ExprKind::Construct(cons_name(span), vec![head, tail]),
            span,
        }))
    }

    fn record(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let mut list = Vec::new();
        for child in parts(node) {
            if child.kind() != "field_expression" {
                continue;
            }
            self.mark(child);
            let path = child_of_kind(child, "field_path")?;
            let name = Name { text: self.plain_path(path)?, span: self.span(path) };
            let value = match field(child, "body") {
                Some(body) => self.expr(body)?,
                None => Expr { kind: ExprKind::Variable(name.text.clone()), span: name.span },
            };
            list.push((name, value));
        }
        Some(match field(node, "record") {
            Some(base) => ExprKind::Update(self.boxed(Some(base))?, list),
            None => ExprKind::Record(list),
        })
    }

    fn conditional(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let condition = self.boxed(field(node, "condition"))?;
        let then = child_of_kind(node, "then_clause")?;
        self.mark(then);
        let then = self.boxed(field(then, "expression"))?;
        let otherwise = match child_of_kind(node, "else_clause") {
            Some(clause) => {
                self.mark(clause);
                self.boxed(field(clause, "expression"))?
            }
            None => Box::new(Expr { kind: ExprKind::Literal(Literal::Unit), span: self.span(node) }),
        };
        Some(ExprKind::If(condition, then, otherwise))
    }

    fn cases(&mut self, node: Node<'_>) -> Option<Vec<Case>> {
        parts(node)
            .into_iter()
            .filter(|child| child.kind() == "match_case")
            .map(|case| {
                self.mark(case);
                let pattern = self.pattern(field(case, "pattern")?)?;
                let guard = match child_of_kind(case, "guard") {
                    Some(guard) => {
                        self.mark(guard);
                        Some(self.expr(field(guard, "expression")?)?)
                    }
                    None => None,
                };
                let body = self.expr(field(case, "body")?)?;
                Some(Case { pattern, guard, body })
            })
            .collect()
    }

    /// `assert e` fails if `e` is false.
    fn assertion(&mut self, node: Node<'_>, span: Span) -> Option<ExprKind> {
        let condition = self.boxed(field(node, "expression"))?;
        let unit = Box::new(Expr { kind: ExprKind::Literal(Literal::Unit), span });
        Some(ExprKind::If(condition, unit, Box::new(Expr { kind: ExprKind::Fail, span })))
    }

    fn let_in(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let Some(definition) = child_of_kind(node, "value_definition") else {
            let other = parts(node).into_iter().next()?;
            if let Some(module) = self.opened_module(other) {
                return Some(ExprKind::Open(module, self.boxed(field(node, "body"))?));
            }
            self.decline(other, "this form of local definition");
            return None;
        };
        if let Some(operator) = child_of_kind(definition, "let_operator") {
            return self.let_operator(definition, operator, field(node, "body")?);
        }
        let bindings = self.bindings(definition)?;
        let body = self.boxed(field(node, "body"))?;
        Some(ExprKind::Let(bindings, body))
    }

    /// `let* p = e in body` is `( let* ) e (fun p -> body)`, and `let* p = e and* q = d in body` is
    /// `( let* ) (( and* ) e d) (fun (p, q) -> body)`.
    fn let_operator(&mut self, definition: Node<'_>, operator: Node<'_>, body: Node<'_>) -> Option<ExprKind> {
        let name = self.name(operator);
        let bindings = self.bindings(definition)?.list;
        let plain = |b: &Binding| b.parameters.is_empty() && b.result.is_none() && b.attributes.is_empty();
        if !bindings.iter().all(plain) || (bindings.len() > 1 && !self.modules) {
            self.decline(definition, "a binding operator with several bindings or parameters");
            return None;
        }
        let mut cursor = definition.walk();
        let joins: Vec<_> =
            definition.named_children(&mut cursor).filter(|c| c.kind() == "let_and_operator").collect();
        let mut joins = joins.into_iter().map(|join| self.name(join)).collect::<Vec<_>>().into_iter();
        let mut bindings = bindings.into_iter();
        let first = bindings.next()?;
        let (mut pattern, mut bound) = (first.pattern, first.body);
        for binding in bindings {
            let join = joins.next()?;
            let head = Expr { kind: ExprKind::Variable(join.text), span: join.span };
            let span = bound.span.to(binding.body.span);
            bound = Expr { kind: ExprKind::Apply(Box::new(head), vec![bound, binding.body]), span };
            let span = pattern.span.to(binding.pattern.span);
            pattern = Pattern { kind: PatternKind::Tuple(vec![pattern, binding.pattern]), span };
        }
        let body = self.boxed(Some(body))?;
        let span = pattern.span.to(body.span);
        let rest = Expr { kind: ExprKind::Function(vec![pattern], body), span };
        let head = Expr { kind: ExprKind::Variable(name.text), span: name.span };
        Some(ExprKind::Apply(Box::new(head), vec![bound, rest]))
    }

    /// `~x`, `~x:e`, `?x`, `?x:e`
    fn labelled_argument(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let optional = self.has_token(node, "?");
        self.has_token(node, "~");
        let name = self.name(child_of_kind(node, "label_name")?);
        let value = match field(node, "expression") {
            Some(value) => self.expr(value)?,
            None => Expr { kind: ExprKind::Variable(name.text.clone()), span: name.span },
        };
        Some(ExprKind::Labelled(name, optional, Box::new(value)))
    }

    /// The bindings of a `let`, at top level or local.
    pub(crate) fn bindings(&mut self, definition: Node<'_>) -> Option<Bindings> {
        self.mark(definition);
        let list = parts(definition)
            .into_iter()
            .filter(|child| child.kind() == "let_binding")
            .map(|binding| self.binding(binding))
            .collect::<Option<Vec<_>>>()?;
        Some(Bindings { recursive: self.has_token(definition, "rec"), list })
    }

    fn fun(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(node);
        if let Some(abstracted) = child_of_kind(node, "abstract_type") {
            self.decline(abstracted, "a locally abstract type");
            return None;
        }
        let parameters: Vec<_> =
            parts(node).into_iter().filter(|child| child.kind() == "parameter").collect();
        if self.in_formula {
            let binders = parameters
                .into_iter()
                .map(|parameter| self.quantifier(parameter))
                .collect::<Option<Vec<_>>>()?;
            let body = self.expr(field(node, "body")?)?;
            return Some(binders.into_iter().rev().fold(body, |body, binder| {
                let (quantifier, name, sort) = binder;
                Expr { kind: ExprKind::Quantified(quantifier, name, Box::new(sort), Box::new(body)), span }
            }));
        }
        let parameters =
            parameters.into_iter().map(|parameter| self.parameter(parameter)).collect::<Option<Vec<_>>>()?;
        let mut body = self.boxed(field(node, "body"))?;
        // `fun x : t -> e` is `fun x -> (e : t)`.
        if let Some(written) = field(node, "type") {
            let written = self.type_expr(written)?;
            let span = body.span;
            body = Box::new(Expr { kind: ExprKind::Typed(body, written), span });
        }
        Some(Expr { kind: ExprKind::Function(parameters, body), span })
    }

    /// A plain parameter of a program function.
    pub(crate) fn parameter(&mut self, node: Node<'_>) -> Option<Pattern> {
        self.mark(node);
        if self.modules
            && let Some(labelled) = self.parameter_with_label(node)
        {
            return Some(labelled);
        }
        if child_of_kind(node, "label_name").is_some() || self.has_token(node, "~") {
            self.decline(node, "a labelled parameter");
            return None;
        }
        if self.has_token(node, "?") {
            self.decline(node, "an optional parameter");
            return None;
        }
        self.pattern(field(node, "pattern")?)
    }

    /// `~x`, `~x:p`, `~(x : t)`, `?x`, `?(x = e)`, `?x:(p = e)`; `None` without a label.
    fn parameter_with_label(&mut self, node: Node<'_>) -> Option<Pattern> {
        let optional = self.has_token(node, "?");
        if !optional && !self.has_token(node, "~") {
            return None;
        }
        let mut pattern = self.pattern(field(node, "pattern")?)?;
        if let Some(written) = field(node, "type") {
            let written = self.type_expr(written)?;
            let span = pattern.span;
            pattern = Pattern { kind: PatternKind::Typed(Box::new(pattern), written), span };
        }
        let name = match (child_of_kind(node, "label_name"), bare(&pattern)) {
            (Some(name), _) => self.name(name),
            (None, Some(text)) => Name { text: text.to_owned(), span: pattern.span },
            (None, None) => return None,
        };
        let default = match field(node, "default") {
            Some(default) => Some(self.expr(default)?),
            None => None,
        };
        let label = Label { name, optional, default };
        Some(Pattern {
            span: self.span(node),
            kind: PatternKind::Labelled(Box::new(label), Box::new(pattern)),
        })
    }

    /// `(u : t)`, `((u [@ex]) : t)`, `(u : [%forall: t])`.
    pub(crate) fn quantifier(&mut self, node: Node<'_>) -> Option<(Quantifier, Name, TypeExpr)> {
        let span = self.span(node);
        let typed = field(node, "pattern").filter(|pattern| pattern.kind() == "typed_pattern");
        let Some(typed) = typed else {
            self.ill_formed(span, "a quantified variable needs a type", "write `fun (u : int) -> …`");
            return None;
        };
        self.mark(node);
        self.mark(typed);
        let mut stated = None;
        let variable = field(typed, "pattern")?;
        for attribute in attributes(variable) {
            let here = match self.attribute_name(attribute) {
                "ex" | "exists" => Quantifier::Exists,
                "fa" | "forall" => Quantifier::Forall,
                name => {
                    let (span, message) = (self.span(attribute), format!("`{name}` is no quantifier"));
                    self.ill_formed(span, message, "write `[@exists]` or `[@forall]`");
                    return None;
                }
            };
            self.mark_bare_attribute(attribute);
            if stated.replace(here).is_some() {
                self.two_quantifiers(attribute);
                return None;
            }
        }
        let written = field(typed, "type")?;
        let sort = if written.kind() == "extension" {
            self.mark(written);
            child_of_kind(written, "attribute_id").inspect(|id| self.mark_whole(*id));
            let here = match self.attribute_name(written) {
                "forall" => Quantifier::Forall,
                "exists" => Quantifier::Exists,
                _ => {
                    let span = self.span(written);
                    self.ill_formed(
                        span,
                        "expected `[%forall: t]` or `[%exists: t]`",
                        "these are the two quantifiers",
                    );
                    return None;
                }
            };
            if stated.replace(here).is_some() {
                self.two_quantifiers(written);
                return None;
            }
            self.payload_type(written)?
        } else {
            self.type_expr(written)?
        };
        let pattern = self.pattern(variable)?;
        match pattern.kind {
            PatternKind::Variable(text) => {
                Some((stated.unwrap_or(Quantifier::Forall), Name { text, span: pattern.span }, sort))
            }
            _ => {
                self.ill_formed(
                    pattern.span,
                    "a quantifier binds one variable",
                    "write `fun (u : int) -> …`",
                );
                None
            }
        }
    }

    fn two_quantifiers(&mut self, second: Node<'_>) {
        let span = self.span(second);
        self.ill_formed(span, "a second quantifier for the same variable", "write one of them");
    }
}

/// The variable that a pattern is.
fn bare(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Variable(name) => Some(name),
        PatternKind::Typed(inner, _) => bare(inner),
        _ => None,
    }
}
