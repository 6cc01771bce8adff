//! Top-level items and their attributes.

use tree_sitter::Node;

use super::paper::PaperParser;
use super::tree::{Reader, attributes, child_of_kind, field, parts};
use crate::front::diagnostic::DiagnosticKind;
use crate::front::span::Span;
use crate::front::syntax::{
    Attribute, Binding, Claim, Enclosing, Expr, ExprKind, Fact, FactKind, Item, Name, PatternKind, SpecScheme,
};

impl Reader<'_> {
    pub(crate) fn items(&mut self, root: Node<'_>) -> Vec<Item> {
        let mut items = Vec::new();
        let mut cursor = root.walk();
        let children: Vec<_> = root.named_children(&mut cursor).collect();
        for (position, node) in children.iter().enumerate() {
            // An item attribute of the last expression, such as `[@under]`, is
            // parsed as a sibling of the item before it.
            let trailing = children.get(position + 1).filter(|next| next.kind() == "attribute");
            match node.kind() {
                "comment" | "line_number_directive" | "attribute" => {}
                "open_module" => {}
                "type_definition" => items.push(Item::Types(self.type_definition(*node))),
                "value_definition" => {
                    if let Some(item) = self.value_definition(*node, trailing.copied()) {
                        items.push(item);
                    }
                }
                "value_specification" | "external" => {
                    if let Some(item) = self.value_specification(*node) {
                        items.push(item);
                    }
                }
                _ => self.decline(*node, "this form of top-level item"),
            }
        }
        items
    }

    fn value_specification(&mut self, node: Node<'_>) -> Option<Item> {
        let name = self.name(child_of_kind(node, "value_name")?);
        let written = self.type_expr(field(node, "type")?)?;
        Some(Item::Value(name, written))
    }

    fn value_definition(&mut self, node: Node<'_>, trailing: Option<Node<'_>>) -> Option<Item> {
        let mut role = None;
        let mut within = None;
        for attribute in attributes(node) {
            match self.attribute_name(attribute) {
                word @ ("assert" | "library" | "assume" | "axiom" | "lemma" | "predicate") => {
                    role = Some(word.to_owned());
                    within = self.enclosing(attribute);
                }
                _ => self.unknown_attribute(attribute),
            }
        }
        let Some(role) = role else {
            return self.bindings(node).map(Item::Program);
        };
        if role == "predicate" {
            let before = std::mem::replace(&mut self.in_formula, true);
            let bindings = self.bindings(node);
            self.in_formula = before;
            return bindings.map(Item::Predicates);
        }
        let bindings: Vec<_> =
            parts(node).into_iter().filter(|child| child.kind() == "let_binding").collect();
        let [binding] = bindings.as_slice() else {
            let span = self.span(node);
            self.ill_formed(
                span,
                format!("`[@{role}]` states one thing at a time"),
                "write one `let` for each",
            );
            return None;
        };
        let name = self.defined_name(*binding)?;
        let span = self.span(node);
        if role == "lemma" || role == "axiom" {
            let kind = if role == "lemma" { FactKind::Lemma } else { FactKind::Axiom };
            return self.fact(*binding, kind, name, span).map(Item::Fact);
        }
        if let Some(attribute) = trailing {
            match self.attribute_name(attribute) {
                "under" => {}
                "over" => {
                    let span = self.span(attribute);
                    self.ill_formed(
                        span,
                        "the result of a generator is a coverage type",
                        "use `[@under]` or no attribute",
                    );
                    return None;
                }
                _ => self.unknown_attribute(attribute),
            }
        }
        let scheme = self.poirot_scheme(*binding)?;
        Some(Item::Claim(Box::new(Claim { assumed: role != "assert", name, within, scheme, span })))
    }

    /// `[@assert? outer when ([types], [predicates], [])]`
    fn enclosing(&mut self, attribute: Node<'_>) -> Option<Enclosing> {
        let payload = child_of_kind(attribute, "attribute_payload")?;
        let function = self.name(child_of_kind(payload, "value_pattern")?);
        let mut lists = Vec::new();
        let guard = child_of_kind(payload, "guard").and_then(|guard| field(guard, "expression"));
        let tuple = guard.and_then(|guard| child_of_kind(guard, "tuple_expression"));
        for list in tuple.map(parts).unwrap_or_default() {
            let names = parts(list).into_iter().map(|name| self.name(name)).collect::<Vec<_>>();
            lists.push(names);
        }
        let mut lists = lists.into_iter();
        Some(Enclosing {
            function,
            types: lists.next().unwrap_or_default(),
            predicates: lists.next().unwrap_or_default(),
        })
    }

    /// `name p … = φ`. A parameter may be existential: `((x [@exists]) : t)`; it
    /// and what follows it are quantifiers of the formula then.
    fn fact(&mut self, binding: Node<'_>, kind: FactKind, name: Name, span: Span) -> Option<Fact> {
        let nodes: Vec<_> = parts(binding).into_iter().filter(|child| child.kind() == "parameter").collect();
        let marked = |parameter: &Node<'_>| {
            field(*parameter, "pattern")
                .and_then(|typed| field(typed, "pattern"))
                .is_some_and(|inner| !attributes(inner).is_empty())
        };
        let plain = nodes.iter().position(marked).unwrap_or(nodes.len());
        let (plain, quantified) = nodes.split_at(plain);
        let parameters =
            plain.iter().map(|parameter| self.parameter(*parameter)).collect::<Option<Vec<_>>>()?;
        let binders =
            quantified.iter().map(|parameter| self.quantifier(*parameter)).collect::<Option<Vec<_>>>()?;
        let body = self.formula(field(binding, "body")?)?;
        let body = binders.into_iter().rev().fold(body, |body, binder| {
            let (quantifier, name, sort) = binder;
            Expr { kind: ExprKind::Quantified(quantifier, name, Box::new(sort), Box::new(body)), span }
        });
        Some(Fact { kind, name, parameters, body, span })
    }

    fn defined_name(&mut self, binding: Node<'_>) -> Option<Name> {
        let pattern = self.pattern(field(binding, "pattern")?)?;
        match pattern.kind {
            PatternKind::Variable(text) => Some(Name { text, span: pattern.span }),
            PatternKind::Construct(name, arguments) if arguments.is_empty() => Some(name),
            _ => {
                self.ill_formed(pattern.span, "expected a name", "name the function");
                None
            }
        }
    }

    /// One binding of a program or predicate.
    pub(crate) fn binding(&mut self, node: Node<'_>) -> Option<Binding> {
        let pattern = self.pattern(field(node, "pattern")?)?;
        let mut parameters = Vec::new();
        for child in parts(node) {
            match child.kind() {
                "parameter" => parameters.push(self.parameter(child)?),
                "abstract_type" => {
                    self.decline(child, "a locally abstract type");
                    return None;
                }
                _ => {}
            }
        }
        let result = match field(node, "type") {
            Some(written) => Some(self.type_expr(written)?),
            None => None,
        };
        let Some(body) = field(node, "body") else {
            self.decline(node, "this form of binding");
            return None;
        };
        // Attributes are read even when the body is declined: their own errors
        // are independent of it.
        let attributes = self.binding_attributes(node);
        let body = self.expr(body)?;
        Some(Binding { pattern, parameters, result, body, attributes: attributes?, span: self.span(node) })
    }

    fn binding_attributes(&mut self, node: Node<'_>) -> Option<Vec<Attribute>> {
        let mut list = Vec::new();
        for attribute in attributes(node) {
            match self.attribute_name(attribute) {
                "covers" => list.push(Attribute::Covers(self.paper_scheme(attribute)?)),
                "assume_covers" => {
                    list.push(Attribute::AssumeCovers(self.paper_scheme(attribute)?));
                }
                word @ ("measure" | "rank") => {
                    let ranks = word == "rank";
                    let payload = payload_expression(attribute);
                    let span = self.span(attribute);
                    match payload {
                        Some(payload) => {
                            let term = self.formula(payload)?;
                            list.push(if ranks { Attribute::Rank(term) } else { Attribute::Measure(term) });
                        }
                        None => {
                            self.problems.push(
                                DiagnosticKind::Measure,
                                span,
                                "the measure is missing",
                                "write `[@@measure n]`",
                            );
                            return None;
                        }
                    }
                }
                _ => self.unknown_attribute(attribute),
            }
        }
        Some(list)
    }

    /// The type in `[@@covers {| τ |}]`.
    fn paper_scheme(&mut self, attribute: Node<'_>) -> Option<SpecScheme> {
        let span = self.span(attribute);
        let content = payload_expression(attribute).and_then(|payload| match payload.kind() {
            "quoted_string" => child_of_kind(payload, "quoted_string_content"),
            "string" => child_of_kind(payload, "string_content"),
            _ => None,
        });
        let Some(content) = content else {
            self.ill_formed(
                span,
                "the type is missing",
                "write it as a quoted string: `[@@covers {| x:{v:int | 0 <= v} -> [v:int | v <= x] |}]`",
            );
            return None;
        };
        PaperParser::new(self.text_of(content), content.start_byte(), self.source).scheme(self.problems)
    }
}

fn payload_expression<'a>(attribute: Node<'a>) -> Option<Node<'a>> {
    let payload = child_of_kind(attribute, "attribute_payload")?;
    let item = parts(payload).into_iter().next()?;
    if item.kind() == "expression_item" { parts(item).into_iter().next() } else { Some(item) }
}
