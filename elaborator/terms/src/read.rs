//! An environment from an OCaml file.
//!
//! Read are variant types, abbreviations and abstract types; `val` and `external` declarations; and definitions whose parameters and
//! result have types. Modules, exceptions, `open` and `let () = …` are kept as text and otherwise passed over. A `val` in an `.ml`
//! file stands for something that is defined elsewhere (in OCaml's standard library, say); it is taken out of
//! the text that generated modules begin with, because OCaml has no such item there.
//!
//! Types of definitions are not inferred: a generator that guesses a type wrong makes terms that do not compile.

use crate::environment::{Constant, Constructor, Datatype, Environment};
use crate::notation::{self, TypeError};
use crate::types::Type;
use tree_sitter::Node;

/// What is wrong with an environment file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

/// A definition of this name is the table of arguments of differential tests, and no constant.
const INPUTS: &str = "inputs";

/// Reads a file.
///
/// # Errors
///
/// The first thing in it that is not understood.
pub fn environment(text: &str) -> Result<Environment, ReadError> {
    let mut parser = tree_sitter::Parser::new();
    let broken = |message: &str| ReadError { line: 1, column: 1, message: message.into() };
    parser
        .set_language(&tree_sitter_ocaml::LANGUAGE_OCAML.into())
        .map_err(|_| broken("the OCaml grammar does not fit the parser library"))?;
    let tree = parser.parse(text, None).ok_or_else(|| broken("the parser gave up on this file"))?;
    let root = tree.root_node();
    let mut reader = Reader { text, environment: Environment::builtin(), blank: Vec::new() };
    if let Some(error) = first_error(root) {
        return Err(reader.at(error, "this is not OCaml"));
    }
    let mut cursor = root.walk();
    for item in root.named_children(&mut cursor) {
        reader.item(item)?;
    }
    let mut definitions = text.as_bytes().to_vec();
    for range in reader.blank {
        for byte in &mut definitions[range] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    let mut environment = reader.environment;
    environment.definitions = String::from_utf8_lossy(&definitions).into_owned();
    Ok(environment)
}

fn first_error(root: Node<'_>) -> Option<Node<'_>> {
    if !root.has_error() {
        return None;
    }
    let mut pending = vec![root];
    let mut first: Option<Node<'_>> = None;
    while let Some(node) = pending.pop() {
        if node.is_error() || node.is_missing() {
            if first.is_none_or(|first| node.start_byte() < first.start_byte()) {
                first = Some(node);
            }
            continue;
        }
        let mut cursor = node.walk();
        pending.extend(node.children(&mut cursor).filter(Node::has_error));
    }
    first
}

struct Reader<'t> {
    text: &'t str,
    environment: Environment,
    blank: Vec<std::ops::Range<usize>>,
}

impl<'t> Reader<'t> {
    fn at(&self, node: Node<'_>, message: impl Into<String>) -> ReadError {
        self.at_byte(node.start_byte(), message)
    }

    fn at_byte(&self, byte: usize, message: impl Into<String>) -> ReadError {
        let before = self.text.get(..byte).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        ReadError { line, column, message: message.into() }
    }

    fn slice(&self, node: Node<'_>) -> &'t str {
        &self.text[node.byte_range()]
    }

    fn in_type(&self, node: Node<'_>, error: TypeError) -> ReadError {
        self.at_byte(node.start_byte() + error.at, error.message)
    }

    fn item(&mut self, item: Node<'_>) -> Result<(), ReadError> {
        match item.kind() {
            "type_definition" => self.types(item),
            "value_specification" => {
                self.blank.push(item.byte_range());
                self.declaration(item)
            }
            "external" => self.declaration(item),
            "value_definition" => {
                let mut cursor = item.walk();
                for binding in item.named_children(&mut cursor) {
                    if binding.kind() == "let_binding" {
                        self.definition(binding)?;
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn types(&mut self, item: Node<'_>) -> Result<(), ReadError> {
        let mut cursor = item.walk();
        let bindings: Vec<Node<'_>> =
            item.named_children(&mut cursor).filter(|node| node.kind() == "type_binding").collect();
        // Names first: types of one declaration may name each other.
        let mut declared = Vec::new();
        for binding in bindings {
            let Some(name) = binding.child_by_field_name("name") else { continue };
            let mut cursor = binding.walk();
            let params: Vec<String> = binding
                .named_children(&mut cursor)
                .take_while(|node| node.start_byte() < name.start_byte())
                .filter(|node| node.kind() == "type_variable")
                .map(|node| self.slice(node).trim_start_matches('\'').to_owned())
                .collect();
            let body = binding.child_by_field_name("body").or_else(|| binding.child_by_field_name("synonym"));
            let variants = body.is_none_or(|body| body.kind() == "variant_declaration");
            let name = self.slice(name).to_owned();
            if variants {
                let params = params.len() as u32;
                self.environment.datatypes.push(Datatype {
                    name: name.clone(),
                    params,
                    constructors: Vec::new(),
                });
            }
            declared.push((name, params, body, variants));
        }
        for (name, params, body, variants) in declared {
            let Some(body) = body else { continue };
            if variants {
                let constructors = self.constructors(body, &params)?;
                if let Some(data) = self.environment.datatypes.iter_mut().rfind(|data| data.name == name) {
                    data.constructors = constructors;
                }
            } else if matches!(body.kind(), "record_declaration" | "external_declaration" | "..") {
                return Err(self.at(
                    body,
                    format!(
                        "`{name}` is a record or an open type; use a variant, or declare it without a body"
                    ),
                ));
            } else {
                let ty = notation::parse_with(self.slice(body), &self.environment, &params)
                    .map_err(|error| self.in_type(body, error))?;
                self.environment.abbreviations.push((name, params.len() as u32, ty));
            }
        }
        Ok(())
    }

    fn constructors(&self, body: Node<'_>, params: &[String]) -> Result<Vec<Constructor>, ReadError> {
        let mut constructors = Vec::new();
        let mut cursor = body.walk();
        for declaration in body.named_children(&mut cursor) {
            if declaration.kind() != "constructor_declaration" {
                continue;
            }
            let (mut name, mut fields) = (None, Vec::new());
            let mut cursor = declaration.walk();
            for child in declaration.children(&mut cursor) {
                match child.kind() {
                    "constructor_name" => name = Some(self.slice(child).to_owned()),
                    ":" | "record_declaration" => {
                        return Err(self.at(child, "constructors have the form `C of t1 * t2` here"));
                    }
                    _ if child.is_named() => {
                        let ty = notation::parse_with(self.slice(child), &self.environment, params)
                            .map_err(|error| self.in_type(child, error))?;
                        fields.push(ty);
                    }
                    _ => {}
                }
            }
            let name = name.ok_or_else(|| {
                self.at(declaration, "the built-in constructors cannot be declared again; use another name")
            })?;
            constructors.push(Constructor { name, fields });
        }
        Ok(constructors)
    }

    fn declaration(&mut self, item: Node<'_>) -> Result<(), ReadError> {
        let mut cursor = item.walk();
        let name = item
            .named_children(&mut cursor)
            .find(|node| matches!(node.kind(), "value_name" | "parenthesized_operator"));
        let (Some(name), Some(ty)) = (name, item.child_by_field_name("type")) else {
            return Err(self.at(item, "expected `val name : type`"));
        };
        let ty = self.ty(ty)?;
        self.constant(name, ty);
        Ok(())
    }

    fn ty(&self, node: Node<'_>) -> Result<Type, ReadError> {
        let text = self.slice(node);
        // `'a. t`: the quantifier is what a type without it means, too.
        let (skipped, text) = match text.find('.') {
            Some(dot) if text[..dot].split_whitespace().all(|word| word.starts_with('\'')) => {
                (dot + 1, &text[dot + 1..])
            }
            _ => (0, text),
        };
        let scheme = notation::parse(text, &self.environment, false)
            .map_err(|error| self.in_type(node, TypeError { at: error.at + skipped, ..error }))?;
        Ok(scheme.ty)
    }

    fn constant(&mut self, name: Node<'_>, ty: Type) {
        let name = self.slice(name);
        let name = name.trim_start_matches('(').trim_end_matches(')').trim().to_owned();
        if name == INPUTS {
            self.environment.inputs = true;
            return;
        }
        self.environment.constants.retain(|known| known.name != name);
        self.environment.constants.push(Constant { name, ty });
    }

    fn definition(&mut self, binding: Node<'_>) -> Result<(), ReadError> {
        let Some(name) = binding.child_by_field_name("pattern") else { return Ok(()) };
        if !matches!(name.kind(), "value_name" | "parenthesized_operator") {
            return Ok(());
        }
        let shown = self.slice(name);
        let untyped = |reader: &Self, node: Node<'_>| {
            reader.at(
                node,
                format!(
                    "`{shown}` needs types: `let {shown} (x : t) … : t = …`, or declare it with `val {shown} : t`"
                ),
            )
        };
        // All types as one text, so that a variable is the same in all of them.
        let mut text = String::new();
        let mut cursor = binding.walk();
        for parameter in binding.named_children(&mut cursor).filter(|node| node.kind() == "parameter") {
            let pattern = parameter.child_by_field_name("pattern");
            let ty = parameter.child_by_field_name("type").or_else(|| pattern?.child_by_field_name("type"));
            match (ty, pattern) {
                (Some(ty), _) => {
                    // Report a bad type at its place.
                    self.ty(ty)?;
                    text.push_str(&format!("({}) -> ", self.slice(ty)));
                }
                (None, Some(pattern)) if pattern.kind() == "unit" => text.push_str("unit -> "),
                _ => return Err(untyped(self, parameter)),
            }
        }
        let Some(result) = binding.child_by_field_name("type") else { return Err(untyped(self, name)) };
        let result_ty = self.ty(result)?;
        let ty = if text.is_empty() {
            result_ty
        } else {
            text.push_str(&format!("({})", self.slice(result)));
            notation::parse(&text, &self.environment, false)
                .map_err(|error| self.at(binding, error.message))?
                .ty
        };
        self.constant(name, ty);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_and_definitions_are_read() {
        let text = "type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree\ntype ints = int list\ntype t\n\
                    val ( + ) : int -> int -> int\nlet rec size (t : 'a tree) : int = 1\n\
                    let pair (a : 'a) (b : 'b) : 'a * 'b = (a, b)\nmodule M = struct let x = 1 end\n\
                    let zero : ints = []\nlet inputs : int list = [1]\n";
        let environment = environment(text).expect("an environment");
        let shown: Vec<String> = environment
            .constants
            .iter()
            .map(|constant| format!("{} : {}", constant.name, constant.ty.ocaml(&environment)))
            .collect();
        assert_eq!(
            shown,
            [
                "+ : int -> int -> int",
                "size : 'a tree -> int",
                "pair : 'a -> 'b -> 'a * 'b",
                "zero : int list"
            ]
        );
        assert!(environment.inputs);
        let tree = environment.datatypes.iter().find(|data| data.name == "tree").expect("tree");
        assert_eq!(tree.constructors[1].fields.len(), 3);
        assert!(!environment.definitions.contains("val"), "{}", environment.definitions);
        assert_eq!(environment.definitions.lines().count(), text.lines().count());
    }

    #[test]
    fn what_is_not_understood_has_a_place() {
        for (text, line, column, part) in [
            ("let f x = x\n", 1, 7, "needs types"),
            ("\nval f : foo -> int\n", 2, 9, "unknown type `foo`"),
            ("type r = { a : int }\n", 1, 10, "record"),
            ("let x : int = \n", 1, 14, "not OCaml"),
            ("type 'a t = C of 'b\n", 1, 20, "not a parameter"),
            ("type 'a t = C : int -> int t\n", 1, 15, "constructors have the form"),
        ] {
            let error = environment(text).expect_err(text);
            assert!(error.message.contains(part), "{text}: {}", error.message);
            assert_eq!((error.line, error.column), (line, column), "{text}: {}", error.message);
        }
    }
}
