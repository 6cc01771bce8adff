//! Operators of a system under test as they are written: a module type with `[@@operators event]`, and the functor
//! over it that defines generators. What they mean is decided afterwards (`crate::operators`).
//!
//! Only these two forms of modules are read in files without a library. A module type without the attribute and a
//! functor over another module type are what they always were: declined.

use tree_sitter::Node;

use super::tree::{Reader, attributes, child_of_kind, field, parts};
use crate::syntax::{Functor, Item, OperatorSignature, TypeExpr, TypeExprKind};

impl Reader<'_> {
    /// A signature of operators, or a functor over a signature that was read before. Says whether it was one.
    pub(super) fn operator_item(&mut self, node: Node<'_>, items: &mut Vec<Item>) -> bool {
        if self.modules || self.system.is_some() {
            return false;
        }
        match node.kind() {
            "module_type_definition" => {
                let stated = attributes(node).into_iter().find(|a| self.attribute_name(*a) == "operators");
                stated.is_some_and(|attribute| {
                    let signature = self.operator_signature(node, attribute);
                    items.extend(signature.map(|signature| Item::Operators(Box::new(signature))));
                    true
                })
            }
            "module_definition" => {
                let bindings: Vec<_> =
                    parts(node).into_iter().filter(|part| part.kind() == "module_binding").collect();
                let [binding] = bindings.as_slice() else { return false };
                let known: Vec<String> = items
                    .iter()
                    .filter_map(|item| match item {
                        Item::Operators(signature) => Some(signature.name.text.clone()),
                        _ => None,
                    })
                    .collect();
                match self.functor(*binding, &known) {
                    Some(functor) => {
                        self.mark(node);
                        items.push(Item::Functor(Box::new(functor)));
                        true
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }

    fn operator_signature(&mut self, node: Node<'_>, attribute: Node<'_>) -> Option<OperatorSignature> {
        self.mark(node);
        let span = self.span(node);
        let name = self.name(child_of_kind(node, "module_type_name")?);
        let Some(event) = self.event_type(attribute) else {
            let at = self.span(attribute);
            self.ill_formed(
                at,
                "the type of events is missing",
                "name it: `[@@operators event]`, after `type event = …`",
            );
            return None;
        };
        let body = field(node, "body").filter(|body| body.kind() == "signature");
        let Some(body) = body else {
            self.ill_formed(
                span,
                "operators are listed in the module type itself",
                "write `module type S = sig val op : … end [@@operators event]`",
            );
            return None;
        };
        self.mark(body);
        let mut operators = Vec::new();
        for part in parts(body) {
            let specification = match part.kind() {
                "value_specification" => self.value_specification(part),
                _ => None,
            };
            let Some(Item::Value(name, written)) = specification else {
                self.decline(part, "anything but `val` in a signature of operators");
                return None;
            };
            operators.push((name, written));
        }
        Some(OperatorSignature { name, event, operators, span })
    }

    /// The type that `[@@operators event]` names.
    fn event_type(&mut self, attribute: Node<'_>) -> Option<TypeExpr> {
        let payload = self.payload_expression(attribute)?;
        let span = self.span(payload);
        let name = match payload.kind() {
            "value_path" | "value_name" => self.name(payload).text,
            _ => return None,
        };
        Some(TypeExpr { kind: TypeExprKind::Apply(name, Vec::new()), span })
    }

    /// `F (S : SIG) = struct … end` over a known signature.
    fn functor(&mut self, binding: Node<'_>, known: &[String]) -> Option<Functor> {
        let parameters: Vec<_> =
            parts(binding).into_iter().filter(|part| part.kind() == "module_parameter").collect();
        let [parameter] = parameters.as_slice() else { return None };
        let signature = field(*parameter, "module_type").filter(|ty| ty.kind() == "module_type_path")?;
        if !known.iter().any(|name| name == self.text_of(signature)) {
            return None;
        }
        let body = field(binding, "body").filter(|body| body.kind() == "structure")?;
        // What a signature of the result hides does not matter: claims are about what is inside.
        if field(binding, "module_type").is_some() || !attributes(binding).is_empty() {
            return None;
        }
        self.mark(binding);
        self.mark(*parameter);
        self.mark(body);
        let name = self.name(child_of_kind(binding, "module_name")?);
        let system = self.name(child_of_kind(*parameter, "module_name")?);
        let signature = self.name(signature);
        self.system = Some(system.text.clone());
        let items = self.items(body);
        self.system = None;
        Some(Functor { name, parameter: system, signature, items, span: self.span(binding) })
    }
}
