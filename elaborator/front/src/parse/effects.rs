//! What is evaluated when a program starts.
//!
//! SOUNDNESS: a top-level item that fails or does not end keeps everything after it from existing,
//! and one that assigns may change what the runtime's generators do. The tests here look at the
//! shape of the text only; `false` means "not known".

use tree_sitter::Node;

use super::tree::{child_of_kind, field, fields, parts};

/// Whether a top-level item only defines: functions, types, constants of plain data.
pub(super) fn is_quiet(item: Node<'_>) -> bool {
    let mut pending = vec![item];
    while let Some(node) = pending.pop() {
        let inner = match node.kind() {
            "comment"
            | "attribute"
            | "floating_attribute"
            | "type_definition"
            | "exception_definition"
            | "external"
            | "value_specification"
            | "module_type_definition"
            | "open_module"
            | "include_module"
            | "class_type_definition"
            | "class_definition"
            | "functor"
            | "module_path" => Vec::new(),
            "module_definition" | "structure" | "parenthesized_module_expression" => parts(node),
            "typed_module_expression" => field(node, "module").into_iter().collect(),
            "module_binding" if child_of_kind(node, "module_parameter").is_some() => Vec::new(),
            "module_binding" => field(node, "body").into_iter().collect(),
            "module_name" => Vec::new(),
            "value_definition" => parts(node),
            // A pattern may fail to match.
            "let_binding" => match (field(node, "pattern"), field(node, "body")) {
                _ if child_of_kind(node, "parameter").is_some() => Vec::new(),
                (Some(name), Some(body)) if binds_everything(name) => vec![body],
                _ => return false,
            },
            "fun_expression"
            | "function_expression"
            | "number"
            | "signed_number"
            | "string"
            | "quoted_string"
            | "character"
            | "boolean"
            | "unit"
            | "value_path"
            | "constructor_path"
            | "empty_list" => Vec::new(),
            "parenthesized_expression" | "typed_expression" => match field(node, "expression") {
                Some(inner) => vec![inner],
                None => return false,
            },
            "application_expression"
                if field(node, "function").is_some_and(|head| head.kind() == "constructor_path") =>
            {
                fields(node, "argument")
            }
            "tuple_expression" | "list_expression" | "cons_expression" => parts(node),
            _ => return false,
        };
        pending.extend(inner);
    }
    true
}

fn binds_everything(pattern: Node<'_>) -> bool {
    match pattern.kind() {
        "value_name" | "value_pattern" | "any_pattern" | "parenthesized_operator" | "unit" => true,
        "tuple_pattern" => parts(pattern).into_iter().all(binds_everything),
        "typed_pattern" => field(pattern, "pattern").is_some_and(binds_everything),
        "parenthesized_pattern" => parts(pattern).first().is_some_and(|inner| binds_everything(*inner)),
        _ => false,
    }
}

/// Whether a file assigns to anything.
pub(super) fn assigns(root: Node<'_>) -> bool {
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        if matches!(node.kind(), "assign_operator" | "set_expression") {
            return true;
        }
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor));
    }
    false
}
