//! What a file declares that has to be known before its items are read: the fields of inline records, in their order,
//! and what signatures let through.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::declarations::Declared;
use super::tree::{child_of_kind, field, parts};
use crate::syntax::{Exports, GENERATOR_LIBRARIES, Namespace};

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
                        let listed = field(node, "body").and_then(|body| listed(body, text, None));
                        note(&mut declared.module_types, text_of(name, text), listed);
                    }
                }
                "value_name" | "value_pattern" | "module_name" if !is_part_of_a_path(node) => {
                    declared.defined.insert(text_of(node, text));
                }
                "open_module" | "include_module"
                    if node.parent().is_none_or(|around| around.kind() != "let_open_expression") =>
                {
                    declared.opened.insert(first_of_opened(node, text));
                }
                _ => {}
            }
            let mut cursor = node.walk();
            pending.extend(node.named_children(&mut cursor));
        }
        // SOUNDNESS: a module from elsewhere may have a type of modules with the name of one that is here.
        let no_module_types = |first: &String| {
            declared.defined.contains(first)
                || first == "Stdlib"
                || GENERATOR_LIBRARIES.contains(&first.as_str())
        };
        if !declared.opened.iter().all(no_module_types) {
            declared.module_types.clear();
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

    /// SOUNDNESS: whether the file may define a name itself, or have it from a module that is not for tests: one
    /// that is opened may define any.
    pub fn may_define(&self, name: &str, place: Node<'_>, text: &str) -> bool {
        let foreign = |first: &String| !is_for_tests(first) || self.defined.contains(first);
        let mut around = Some(place);
        while let Some(node) = around {
            let opened = match node.kind() {
                "local_open_expression" => Some(node),
                "let_open_expression" => child_of_kind(node, "open_module"),
                _ => None,
            };
            if opened.is_some_and(|opened| foreign(&first_of_opened(opened, text))) {
                return true;
            }
            around = node.parent();
        }
        self.defined.contains(name) || self.opened.iter().any(foreign)
    }

    /// What a signature, or the name of one, lets through.
    pub fn exports(&self, module_type: Node<'_>, text: &str) -> Option<Exports> {
        exports(module_type, text, Some(&self.module_types))
    }
}

/// Whether a module, by its first name, is of a library for tests.
pub fn is_for_tests(module: &str) -> bool {
    module.starts_with("QCheck")
        || matches!(module, "Gen" | "Test" | "Test2" | "Alcotest" | "OUnit" | "OUnit2")
}

/// The first name of the path that is opened; empty if it is not a path.
fn first_of_opened(node: Node<'_>, text: &str) -> String {
    let module = field(node, "module").or_else(|| child_of_kind(node, "module_path"));
    let path = module.map_or_else(String::new, |module| text_of(module, text));
    path.split('.').next().unwrap_or("").trim().to_owned()
}

/// Wherever a name stands that is not part of a path, it is defined.
fn is_part_of_a_path(name: Node<'_>) -> bool {
    let around = name.parent().map_or("", |parent| parent.kind());
    matches!(around, "value_path" | "module_path" | "extended_module_path")
}

type ModuleTypes = BTreeMap<String, Option<Exports>>;

fn exports(module_type: Node<'_>, text: &str, known: Option<&ModuleTypes>) -> Option<Exports> {
    match module_type.kind() {
        "module_type_path" => known?.get(text.get(module_type.byte_range())?)?.clone(),
        // Constraints with `=` say what types are, and hide nothing; those with `:=` do.
        "module_type_constraint" if !substitutes(module_type) => {
            exports(field(module_type, "module_type")?, text, known)
        }
        "parenthesized_module_type" => exports(parts(module_type).into_iter().next()?, text, known),
        _ => listed(module_type, text, known),
    }
}

/// Whether a constraint takes something out of the signature.
fn substitutes(constraint: Node<'_>) -> bool {
    let mut pending = vec![constraint];
    while let Some(node) = pending.pop() {
        if node.kind() == ":=" {
            return true;
        }
        let mut cursor = node.walk();
        pending.extend(node.children(&mut cursor));
    }
    false
}

/// The names that a signature lists, if it is made of values, types and modules.
fn listed(signature: Node<'_>, text: &str, known: Option<&ModuleTypes>) -> Option<Exports> {
    if signature.kind() != "signature" {
        return None;
    }
    let mut listed = Exports::default();
    for item in parts(signature) {
        match item.kind() {
            "value_specification" => {
                let name = child_of_kind(item, "value_name").map(|name| text_of(name, text));
                let operator = || {
                    let operator =
                        parts(child_of_kind(item, "parenthesized_operator")?).into_iter().next()?;
                    Some(text_of(operator, text))
                };
                listed.names.push((Namespace::Value, name.or_else(operator)?));
            }
            "type_definition" => {
                let mut pending = vec![item];
                while let Some(node) = pending.pop() {
                    let space = match node.kind() {
                        "constructor_name" => Some(Namespace::Constructor),
                        "field_name" => Some(Namespace::Field),
                        _ => None,
                    };
                    listed.names.extend(space.map(|space| (space, text_of(node, text))));
                    pending.extend(parts(node));
                }
                for binding in parts(item).into_iter().filter(|part| part.kind() == "type_binding") {
                    listed.names.push((Namespace::Type, text_of(field(binding, "name")?, text)));
                }
            }
            "module_definition" => {
                for binding in parts(item) {
                    // SOUNDNESS: what the inner signature hides is hidden, too.
                    let inner = exports(field(binding, "module_type")?, text, known)?;
                    listed.modules.push((text_of(child_of_kind(binding, "module_name")?, text), inner));
                }
            }
            "comment" | "attribute" | "floating_attribute" | "item_attribute" => {}
            _ => return None,
        }
    }
    Some(listed)
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
