//! What a file declares that has to be known before its items are read: the fields of inline records, in their order,
//! and what signatures let through.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::declarations::Declared;
use super::tree::{child_of_kind, field, parts};
use crate::syntax::{Exports, Namespace};

impl Declared {
    pub fn of(root: Node<'_>, text: &str) -> Declared {
        let mut declared = Declared::default();
        let mut plain = Vec::new();
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            match node.kind() {
                "constructor_declaration" => {
                    if let Some(name) = child_of_kind(node, "constructor_name") {
                        let name = text_of(name, text);
                        match child_of_kind(node, "record_declaration") {
                            Some(record) => note(&mut declared.inline_records, name, fields(record, text)),
                            None => plain.push(name),
                        }
                    }
                }
                "module_type_definition" => {
                    if let Some(name) = child_of_kind(node, "module_type_name") {
                        let listed = field(node, "body").and_then(|body| listed(body, text));
                        note(&mut declared.module_types, text_of(name, text), listed);
                    }
                }
                _ => {}
            }
            let mut cursor = node.walk();
            pending.extend(node.named_children(&mut cursor));
        }
        for name in plain {
            if let Some(fields) = declared.inline_records.get_mut(&name) {
                *fields = None;
            }
        }
        declared
    }

    /// The fields of a constructor's inline record; `None` if it has none, `Some(None)` if they are not known.
    pub fn inline_record(&self, constructor: &str) -> Option<Option<&[String]>> {
        let last = constructor.rsplit('.').next().unwrap_or(constructor);
        self.inline_records.get(last).map(Option::as_deref)
    }

    /// What a signature, or the name of one, lets through.
    pub fn exports(&self, module_type: Node<'_>, text: &str) -> Option<Exports> {
        match module_type.kind() {
            "module_type_path" => self.module_types.get(text.get(module_type.byte_range())?)?.clone(),
            // Constraints say what types are, and hide nothing.
            "module_type_constraint" => self.exports(field(module_type, "module_type")?, text),
            "parenthesized_module_type" => self.exports(parts(module_type).into_iter().next()?, text),
            _ => listed(module_type, text),
        }
    }
}

fn text_of(node: Node<'_>, text: &str) -> String {
    text.get(node.byte_range()).unwrap_or("").to_owned()
}

/// A name that is there already, for something else, is not known any more.
fn note<T: PartialEq>(known: &mut BTreeMap<String, Option<T>>, name: String, found: Option<T>) {
    match known.get_mut(&name) {
        Some(old) if *old != found => *old = None,
        Some(_) => {}
        None => {
            known.insert(name, found);
        }
    }
}

fn fields(record: Node<'_>, text: &str) -> Option<Vec<String>> {
    let declarations = parts(record).into_iter().filter(|part| part.kind() == "field_declaration");
    declarations.map(|part| child_of_kind(part, "field_name").map(|name| text_of(name, text))).collect()
}

/// The names that a signature lists, if it is made of values, types and modules.
fn listed(signature: Node<'_>, text: &str) -> Option<Exports> {
    if signature.kind() != "signature" {
        return None;
    }
    let mut exports = Exports::default();
    for item in parts(signature) {
        match item.kind() {
            "value_specification" => {
                let name = child_of_kind(item, "value_name").map(|name| text_of(name, text));
                let operator = || {
                    let operator =
                        parts(child_of_kind(item, "parenthesized_operator")?).into_iter().next()?;
                    Some(text_of(operator, text))
                };
                exports.names.push((Namespace::Value, name.or_else(operator)?));
            }
            "type_definition" => {
                let mut pending = vec![item];
                while let Some(node) = pending.pop() {
                    let space = match node.kind() {
                        "constructor_name" => Some(Namespace::Constructor),
                        "field_name" => Some(Namespace::Field),
                        _ => None,
                    };
                    exports.names.extend(space.map(|space| (space, text_of(node, text))));
                    pending.extend(parts(node));
                }
                for binding in parts(item).into_iter().filter(|part| part.kind() == "type_binding") {
                    exports.names.push((Namespace::Type, text_of(field(binding, "name")?, text)));
                }
            }
            "module_definition" => {
                for binding in parts(item) {
                    exports.modules.push(text_of(child_of_kind(binding, "module_name")?, text));
                }
            }
            "comment" | "attribute" | "floating_attribute" | "item_attribute" => {}
            _ => return None,
        }
    }
    Some(exports)
}
