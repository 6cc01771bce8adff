//! Top-level items and their attributes.

use tree_sitter::Node;

use super::paper::PaperParser;
use super::tree::{Reader, attributes, child_of_kind, field, parts};
use crate::front::diagnostic::DiagnosticKind;
use crate::front::span::Span;
use crate::front::syntax::{
    Attribute, Binding, Claim, Enclosing, Expr, ExprKind, Fact, FactKind, Item, Name, Namespace, PatternKind,
    Reason, SetAside, SpecScheme, UnreadClaim,
};

impl Reader<'_> {
    pub(crate) fn items(&mut self, root: Node<'_>) -> Vec<Item> {
        let mut items = Vec::new();
        let mut cursor = root.walk();
        let children: Vec<_> = root.named_children(&mut cursor).collect();
        let mut own_modules = Vec::new();
        let mut hidden = None;
        for (position, node) in children.iter().enumerate() {
            if let Some(why) = &hidden {
                items.push(Item::SetAside(self.set_aside(*node, Reason::clone(why))));
                continue;
            }
            // An item attribute of the last expression, such as `[@under]`, is
            // parsed as a sibling of the item before it.
            let trailing = children.get(position + 1).filter(|next| next.kind() == "attribute");
            let before = (items.len(), self.problems.error_count());
            let (mut understood, mut hides) = (true, false);
            match node.kind() {
                "comment" | "line_number_directive" | "floating_attribute" => {}
                // One that belongs to a claim was read with it.
                "attribute" => match self.attribute_name(*node) {
                    "over" | "under" => {}
                    _ => self.unknown_attribute(*node),
                },
                "open_module" if self.opens_known_names(*node, &own_modules) => {}
                "open_module" | "include_module" => hides = true,
                // What is raised makes no difference: raising is failing.
                "exception_definition" => {}
                "type_definition" => items.push(Item::Types(self.type_definition(*node))),
                "value_definition" => {
                    let item = self.value_definition(*node, trailing.copied());
                    understood = item.is_some();
                    items.extend(item);
                }
                "value_specification" | "external" => {
                    let item = self.value_specification(*node);
                    understood = item.is_some();
                    items.extend(item);
                }
                "module_definition" => {
                    own_modules.extend(parts(*node).iter().filter_map(|binding| {
                        child_of_kind(*binding, "module_name").map(|name| self.text_of(name))
                    }));
                    self.decline(*node, "a module");
                }
                "module_type_definition" | "expression_item" => {
                    self.decline(*node, "this form of top-level item");
                }
                _ => hides = true,
            }
            if hides {
                self.hides_names(*node);
            }
            if !understood && self.problems.error_count() == before.1 {
                self.decline(*node, "this form of definition");
            }
            if let Some(why) = self.problems.first_error_after(before.1) {
                hidden = hides.then(|| why.clone());
                items.truncate(before.0);
                items.push(Item::SetAside(self.set_aside(*node, why)));
            }
        }
        items
    }

    /// Whether the names that `open M` brings into scope are known: those of the runtime module are,
    /// and those that OCaml opens by itself.
    fn opens_known_names(&self, node: Node<'_>, own_modules: &[&str]) -> bool {
        let opened = field(node, "module").map_or("", |module| self.text_of(module));
        ["Covenant_runtime", "Stdlib"].contains(&opened) && !own_modules.contains(&opened)
    }

    /// SOUNDNESS: what such an item defines may hide any name, operators included, so that nothing
    /// after it can be understood.
    fn hides_names(&mut self, node: Node<'_>) {
        let span = self.span(node);
        let kind = node.kind().replace('_', " ");
        let text = self.text_of(node);
        let what = match text.lines().next() {
            Some(line) if line.len() == text.len() => format!("`{text}`"),
            _ => "this item".to_owned(),
        };
        self.problems.decline(
            span,
            &format!("{what} (`{kind}`) may give any name after it a new meaning, and"),
            "define what you need of it in this file",
        );
    }

    /// What can be said about an item that was not understood.
    fn set_aside(&mut self, node: Node<'_>, why: Reason) -> SetAside {
        let mut item = SetAside { names: Vec::new(), claims: Vec::new(), why };
        let mut role =
            attributes(node).into_iter().map(|attribute| self.attribute_name(attribute).to_owned());
        let stated = role.next_back().unwrap_or_default();
        // A fact that was not understood concerns nothing else.
        if stated == "lemma" || stated == "axiom" {
            return item;
        }
        for part in parts(node) {
            match part.kind() {
                "let_binding" => self.set_binding_aside(part, &stated, &mut item),
                "type_binding" => self.set_type_aside(part, &mut item),
                "value_name" => item.names.push((Namespace::Value, self.name(part))),
                _ => {}
            }
        }
        item
    }

    fn set_binding_aside(&mut self, binding: Node<'_>, stated: &str, item: &mut SetAside) {
        let names = field(binding, "pattern").map(|pattern| self.bound_names(pattern)).unwrap_or_default();
        let Some(name) = names.first() else {
            return;
        };
        let span = self.span(binding);
        let covers = attributes(binding).into_iter().find(|a| self.attribute_name(*a) == "covers");
        let claim_span = covers.map(|attribute| self.span(attribute));
        let claim_span = if stated == "assert" { Some(span) } else { claim_span };
        if let Some(claim_span) = claim_span {
            item.claims.push(UnreadClaim { name: name.clone(), span, claim_span });
        }
        item.names.extend(names.into_iter().map(|name| (Namespace::Value, name)));
    }

    /// All names in a pattern, operators included.
    fn bound_names(&self, pattern: Node<'_>) -> Vec<Name> {
        let (mut names, mut pending) = (Vec::new(), vec![pattern]);
        while let Some(node) = pending.pop() {
            match node.kind() {
                "value_name" | "value_pattern" => names.push(self.name(node)),
                "parenthesized_operator" => names.extend(parts(node).first().map(|o| self.name(*o))),
                _ => pending.extend(parts(node).into_iter().rev()),
            }
        }
        names
    }

    fn set_type_aside(&mut self, binding: Node<'_>, item: &mut SetAside) {
        if let Some(name) = field(binding, "name") {
            item.names.push((Namespace::Type, self.name(name)));
        }
        for part in field(binding, "body").map(parts).unwrap_or_default() {
            let constructor = child_of_kind(part, "constructor_name");
            let label = child_of_kind(part, "field_name");
            item.names.extend(constructor.map(|name| (Namespace::Constructor, self.name(name))));
            item.names.extend(label.map(|name| (Namespace::Field, self.name(name))));
        }
    }

    fn value_specification(&mut self, node: Node<'_>) -> Option<Item> {
        let name = self.name(child_of_kind(node, "value_name")?);
        let written = self.type_expr(field(node, "type")?)?;
        Some(if node.kind() == "external" {
            Item::External(name, written)
        } else {
            Item::Value(name, written)
        })
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
