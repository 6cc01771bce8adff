//! Items that are not understood: what they define and claim, so that others can say what they lack.

use tree_sitter::Node;

use super::tree::{Reader, attributes, child_of_kind, field, parts};
use crate::syntax::{Name, Namespace, Reason, SetAside, UnreadClaim};
impl Reader<'_> {
    /// What can be said about an item that was not understood.
    pub(super) fn set_aside(&mut self, node: Node<'_>, why: Reason) -> SetAside {
        let mut item = SetAside { names: Vec::new(), claims: Vec::new(), generators: Vec::new(), why };
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
                "parenthesized_operator" => {
                    item.names.extend(parts(part).first().map(|o| (Namespace::Value, self.name(*o))));
                }
                _ => {}
            }
        }
        if node.kind() != "value_definition" {
            self.claims_within(node, &mut item);
        }
        item
    }

    /// The claims inside an item that is not read, such as a module, by their paths.
    fn claims_within(&self, item: Node<'_>, aside: &mut SetAside) {
        let mut pending = vec![(item, String::new())];
        while let Some((node, path)) = pending.pop() {
            let inner = match node.kind() {
                "module_binding" => child_of_kind(node, "module_name")
                    .map_or_else(|| path.clone(), |name| format!("{path}{}.", self.text_of(name))),
                _ => path.clone(),
            };
            if matches!(node.kind(), "let_binding" | "value_specification" | "external") {
                let claim = attributes(node).into_iter().find(|a| self.attribute_name(*a) == "covers");
                let stated = node.parent().filter(|parent| {
                    attributes(*parent).into_iter().any(|a| self.attribute_name(a) == "assert")
                });
                if let Some(claim) = claim.or(stated) {
                    let name = match field(node, "pattern").or_else(|| child_of_kind(node, "value_name")) {
                        Some(name) => self.name(name),
                        None => self.name(node),
                    };
                    let name = Name { text: format!("{inner}{}", name.text), span: name.span };
                    let (span, claim_span) = (self.span(node), self.span(claim));
                    aside.claims.push(UnreadClaim { name, span, claim_span });
                }
            }
            let mut cursor = node.walk();
            let children: Vec<_> =
                node.named_children(&mut cursor).map(|child| (child, inner.clone())).collect();
            pending.extend(children.into_iter().rev());
        }
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
        if self.is_written_as_generator(binding) {
            item.generators.push((name.clone(), span));
        }
        if let Some(claim_span) = claim_span {
            item.claims.push(UnreadClaim { name: name.clone(), span, claim_span });
        }
        item.names.extend(names.into_iter().map(|name| (Namespace::Value, name)));
    }

    /// Whether a definition that could not be read begins like a generator, or has the type of one: what `scan` lists.
    fn is_written_as_generator(&self, binding: Node<'_>) -> bool {
        let body =
            field(binding, "body").map_or("", |body| self.text_of(body)).trim_start_matches(['(', ' ']);
        let begins = ["QCheck.Gen.", "QCheck2.Gen.", "Gen.", "QCheck.make", "QCheck.map"];
        let text = self.text_of(binding);
        let head = text.split('=').next().unwrap_or_default();
        begins.iter().any(|begin| body.starts_with(begin))
            || ["Gen.t", "QCheck.arbitrary"].iter().any(|ty| head.contains(ty))
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
}
