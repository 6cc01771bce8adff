//! Refinement types in the Poirot dialect, where a type is written as an OCaml
//! expression: `?r:(n = ((0 <= v : [%v: int]) [@over]))`.

use tree_sitter::Node;

use super::tree::{Reader, attributes, child_of_kind, field, parts};
use crate::span::Span;
use crate::syntax::{
    ClaimKind, Expr, ExprKind, Literal, Mode, Name, SpecScheme, SpecType, SpecTypeKind, TypeExpr,
    TypeExprKind,
};

/// Where a type stands: it decides what a base type without attribute means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Parameter,
    Result,
}

/// The parameters of a claim: what is quantified, and what is taken.
#[derive(Default)]
struct Parameters {
    types: Vec<Name>,
    predicates: Vec<(Name, Vec<TypeExpr>)>,
    values: Vec<(Option<Name>, SpecType)>,
}

impl Reader<'_> {
    /// `let[@assert] f parameters = τ`, from its binding.
    pub(crate) fn poirot_scheme(&mut self, binding: Node<'_>) -> Option<SpecScheme> {
        let span = self.span(binding);
        self.mark(binding);
        let mut parameters = Parameters::default();
        for child in parts(binding) {
            if child.kind() == "parameter" {
                self.scheme_parameter(child, &mut parameters)?;
            }
        }
        let mut body = field(binding, "body")?;
        // `let[@library] f = fun (a : baseType) ?r:(x : 'a) -> τ` is the same.
        while body.kind() == "fun_expression" {
            self.mark(body);
            for child in parts(body) {
                if child.kind() == "parameter" {
                    self.scheme_parameter(child, &mut parameters)?;
                }
            }
            body = field(body, "body")?;
        }
        let body = self.spec_type(body, Position::Result, None)?;
        let body = arrows(parameters.values, body);
        let kind = ClaimKind::Every;
        Some(SpecScheme {
            kind,
            total: None,
            types: parameters.types,
            predicates: parameters.predicates,
            body,
            span,
        })
    }

    fn scheme_parameter(&mut self, node: Node<'_>, into: &mut Parameters) -> Option<()> {
        self.mark(node);
        if child_of_kind(node, "label_name").is_some() {
            let value = self.labelled_parameter(node)?;
            into.values.push(value);
            return Some(());
        }
        let span = self.span(node);
        let typed = field(node, "pattern").filter(|pattern| pattern.kind() == "typed_pattern");
        let Some(typed) = typed else {
            self.ill_formed(
                span,
                "expected `(b : baseType)`, `(p : 'a -> bool)` or `?r:(x = …)`",
                "parameters of a claim are labelled, quantified types or quantified predicates",
            );
            return None;
        };
        self.mark(typed);
        let name = self.name(field(typed, "pattern")?);
        let written = self.type_expr(field(typed, "type")?)?;
        if let TypeExprKind::Apply(head, arguments) = &written.kind
            && head == "baseType"
            && arguments.is_empty()
        {
            into.types.push(name);
            return Some(());
        }
        match predicate_arguments(&written) {
            Some(arguments) if !arguments.is_empty() => {
                into.predicates.push((name, arguments));
                Some(())
            }
            _ => {
                self.ill_formed(
                    written.span,
                    "a parameter without label is a type or a predicate",
                    "write `(b : baseType)` or `(p : 'a -> bool)`, or label it: `?r:(x : t)`",
                );
                None
            }
        }
    }

    /// `?r:(x = τ)` or `?r:(x : t)`.
    fn labelled_parameter(&mut self, node: Node<'_>) -> Option<(Option<Name>, SpecType)> {
        let span = self.span(node);
        self.mark(node);
        child_of_kind(node, "label_name").inspect(|label| self.mark_whole(*label));
        // Which label, and whether it is optional, says nothing.
        let _ = (self.has_token(node, "?"), self.has_token(node, "~"));
        let pattern = field(node, "pattern")?;
        if let Some(default) = field(node, "default") {
            let mode = self.mode_attribute(node);
            let domain = self.spec_type(default, Position::Parameter, mode)?;
            return Some((self.parameter_name(pattern)?, domain));
        }
        if pattern.kind() == "typed_pattern" {
            self.mark(pattern);
            let name = self.parameter_name(field(pattern, "pattern")?)?;
            let sort = self.type_expr(field(pattern, "type")?)?;
            return Some((name, unrefined(sort, span)));
        }
        self.ill_formed(
            span,
            "a labelled parameter needs a type",
            "write `?r:(x : int)` or `?r:(x = ((0 <= v : [%v: int]) [@over]))`",
        );
        None
    }

    fn parameter_name(&mut self, node: Node<'_>) -> Option<Option<Name>> {
        match node.kind() {
            "any_pattern" => {
                self.mark_whole(node);
                Some(None)
            }
            "value_pattern" | "value_name" => {
                let name = self.name(node);
                Some((name.text != "_").then_some(name))
            }
            "parenthesized_pattern" => {
                self.mark(node);
                let inner = parts(node).into_iter().next()?;
                self.parameter_name(inner)
            }
            _ => {
                let span = self.span(node);
                self.ill_formed(span, "a parameter of a claim is one name", "use a variable");
                None
            }
        }
    }

    fn mode_attribute(&mut self, node: Node<'_>) -> Option<Mode> {
        let mut mode = None;
        for attribute in attributes(node) {
            match self.attribute_name(attribute) {
                "over" => mode = Some(Mode::Over),
                "under" => mode = Some(Mode::Under),
                _ => {
                    self.unknown_attribute(attribute);
                    continue;
                }
            }
            self.mark_bare_attribute(attribute);
        }
        mode
    }

    fn spec_type(&mut self, node: Node<'_>, position: Position, outer: Option<Mode>) -> Option<SpecType> {
        self.deeper(node, |reader| reader.spec_shape(node, position, outer))
    }

    fn spec_shape(&mut self, node: Node<'_>, position: Position, outer: Option<Mode>) -> Option<SpecType> {
        let span = self.span(node);
        match node.kind() {
            "parenthesized_expression" => {
                let mode = self.mode_attribute(node).or(outer);
                self.spec_type(field(node, "expression")?, position, mode)
            }
            "typed_expression" => self.spec_base(node, position, outer),
            "application_expression" => {
                let head = field(node, "function")?;
                let argument = field(node, "argument");
                match (self.text_of(head), argument) {
                    ("M", Some(argument)) => {
                        self.mark_whole(head);
                        let result = self.spec_type(argument, Position::Result, None)?;
                        Some(generator(result, span))
                    }
                    _ => self.not_a_spec(span),
                }
            }
            "fun_expression" => {
                let mut values = Vec::new();
                for child in parts(node) {
                    if child.kind() == "parameter" {
                        let value = self.labelled_parameter(child)?;
                        values.push(value);
                    }
                }
                let body = self.spec_type(field(node, "body")?, Position::Result, None)?;
                Some(arrows(values, body))
            }
            "let_expression" => {
                // `[@over]` after the parameter's type is attached to the `let`.
                let mode = self.mode_attribute(node);
                let definition = child_of_kind(node, "value_definition")?;
                let binding = child_of_kind(definition, "let_binding")?;
                self.mark(definition);
                self.mark(binding);
                let name = self.parameter_name(field(binding, "pattern")?)?;
                let domain = self.spec_type(field(binding, "body")?, Position::Parameter, mode)?;
                let codomain = self.spec_type(field(node, "body")?, Position::Result, None)?;
                Some(arrows(vec![(name, domain)], codomain))
            }
            _ => self.not_a_spec(span),
        }
    }

    fn not_a_spec(&mut self, span: Span) -> Option<SpecType> {
        self.ill_formed(
            span,
            "expected a refinement type",
            "write `(φ : [%v: t])`, `M (φ : [%v: t])`, or `fun ?r:(x = …) -> τ`",
        );
        None
    }

    fn spec_base(&mut self, node: Node<'_>, position: Position, outer: Option<Mode>) -> Option<SpecType> {
        let span = self.span(node);
        let written = field(node, "type")?;
        if written.kind() != "extension" {
            return self.not_a_spec(span);
        }
        let mode = match (position, outer) {
            (Position::Parameter, None | Some(Mode::Over)) => Mode::Over,
            (Position::Result, None | Some(Mode::Under)) => Mode::Under,
            (Position::Parameter, Some(Mode::Under)) => {
                self.ill_formed(
                    span,
                    "a base parameter cannot be a coverage type",
                    "use `[@over]`: the caller chooses the argument",
                );
                return None;
            }
            (Position::Result, Some(Mode::Over)) => {
                self.ill_formed(
                    span,
                    "the result of a generator is a coverage type",
                    "use `[@under]` or no attribute",
                );
                return None;
            }
        };
        let id = child_of_kind(written, "attribute_id")?;
        self.mark(written);
        let value = self.name(id);
        let sort = self.payload_type(written)?;
        let formula = self.formula(field(node, "expression")?)?;
        Some(SpecType { kind: SpecTypeKind::Base { mode, value, sort, formula }, span })
    }

    /// The type in `[%v: t]`.
    pub(crate) fn payload_type(&mut self, extension: Node<'_>) -> Option<TypeExpr> {
        let payload = child_of_kind(extension, "attribute_payload");
        payload.inspect(|payload| self.mark(*payload));
        match payload.and_then(|payload| parts(payload).into_iter().next()) {
            Some(written) => self.type_expr(written),
            None => {
                let span = self.span(extension);
                self.ill_formed(span, "the type is missing", "write `[%v: t]`");
                None
            }
        }
    }
}

/// `'a -> 'b -> bool` as the list of its arguments.
pub(crate) fn predicate_arguments(written: &TypeExpr) -> Option<Vec<TypeExpr>> {
    let mut arguments = Vec::new();
    let mut current = written;
    loop {
        match &current.kind {
            TypeExprKind::Arrow(domain, codomain) => {
                arguments.push((**domain).clone());
                current = codomain;
            }
            TypeExprKind::Apply(name, none) if name == "bool" && none.is_empty() => {
                return Some(arguments);
            }
            _ => return None,
        }
    }
}

/// `t` as a parameter: every value of it.
pub(crate) fn unrefined(sort: TypeExpr, span: Span) -> SpecType {
    SpecType {
        kind: SpecTypeKind::Base {
            mode: Mode::Over,
            value: Name { text: "v".to_owned(), span },
            sort,
            formula: Expr { kind: ExprKind::Literal(Literal::Bool(true)), span },
        },
        span,
    }
}

/// `M τ`, that is `unit -> τ`.
pub(crate) fn generator(result: SpecType, span: Span) -> SpecType {
    let unit = TypeExpr { kind: TypeExprKind::Apply("unit".to_owned(), Vec::new()), span };
    SpecType {
        kind: SpecTypeKind::Arrow {
            parameter: None,
            domain: Box::new(unrefined(unit, span)),
            codomain: Box::new(result),
        },
        span,
    }
}

fn arrows(values: Vec<(Option<Name>, SpecType)>, body: SpecType) -> SpecType {
    values.into_iter().rev().fold(body, |codomain, (parameter, domain)| {
        let span = domain.span.to(codomain.span);
        SpecType {
            kind: SpecTypeKind::Arrow { parameter, domain: Box::new(domain), codomain: Box::new(codomain) },
            span,
        }
    })
}
