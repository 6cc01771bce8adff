//! Written types and type declarations.

use tree_sitter::Node;

use super::tree::{Reader, child_of_kind, field, fields, parts};
use crate::library;
use crate::span::Source;
use crate::syntax::{Name, TAG, TypeBody, TypeDeclaration, TypeExpr, TypeExprKind};

/// `List.map` and `Stdlib.List.map`: a name of a module of the library.
pub(crate) fn library_name(path: &str) -> Option<String> {
    let path: String = path.chars().filter(|c| !c.is_whitespace()).collect();
    let path = path.strip_prefix("Stdlib.").unwrap_or(&path);
    let (module, name) = path.split_once('.')?;
    let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\''));
    (library::is_library(module) && plain).then(|| path.to_owned())
}

impl Reader<'_> {
    pub(crate) fn type_expr(&mut self, node: Node<'_>) -> Option<TypeExpr> {
        self.deeper(node, |reader| reader.type_shape(node))
    }

    fn type_shape(&mut self, node: Node<'_>) -> Option<TypeExpr> {
        let span = self.span(node);
        let kind = match node.kind() {
            "type_variable" => {
                let text = self.text_of(node).trim_start_matches('\'');
                self.mark_whole(node);
                if text == "_" { TypeExprKind::Any } else { TypeExprKind::Variable(text.to_owned()) }
            }
            // A type of another module is known by its name only.
            "type_constructor" | "type_constructor_path" => {
                let name = without_blanks(&self.name(node).text);
                TypeExprKind::Apply(library_name(&name).unwrap_or(name), Vec::new())
            }
            "constructed_type" => {
                let mut children = parts(node);
                let head = children.pop()?;
                let name = self.plain_path(head)?;
                let arguments = self.type_exprs(&children)?;
                TypeExprKind::Apply(name, arguments)
            }
            "tuple_type" => {
                let components = self.type_exprs(&parts(node))?;
                TypeExprKind::Tuple(components)
            }
            "function_type" => {
                let (Some(domain), Some(codomain)) = (field(node, "domain"), field(node, "codomain")) else {
                    self.decline(node, "a labelled function type");
                    return None;
                };
                let domain = self.type_expr(domain)?;
                let codomain = self.type_expr(codomain)?;
                TypeExprKind::Arrow(Box::new(domain), Box::new(codomain))
            }
            "parenthesized_type" => {
                let inner = parts(node).into_iter().next()?;
                return self.type_expr(inner);
            }
            "_" | "any_type" => TypeExprKind::Any,
            "polymorphic_type" if child_of_kind(node, "abstract_type").is_some() => {
                self.decline(node, "a locally abstract type");
                return None;
            }
            "polymorphic_type" => {
                let inner = field(node, "type")?;
                return self.type_expr(inner);
            }
            _ => {
                self.decline(node, "this form of type");
                return None;
            }
        };
        Some(TypeExpr { kind, span })
    }

    fn type_exprs(&mut self, nodes: &[Node<'_>]) -> Option<Vec<TypeExpr>> {
        nodes.iter().map(|node| self.type_expr(*node)).collect()
    }

    /// A path without module qualification; with it where modules are read.
    pub(crate) fn plain_path(&mut self, node: Node<'_>) -> Option<String> {
        // `F(X).t` is a type of a functor's result.
        let applied =
            child_of_kind(node, "extended_module_path").is_some_and(|p| self.text_of(p).contains('('));
        if self.modules && !applied {
            return Some(without_blanks(&self.name(node).text));
        }
        if let (Some(system), Some(path)) = (&self.system, child_of_kind(node, "module_path"))
            && self.text_of(path) == system
        {
            return Some(without_blanks(&self.name(node).text));
        }
        if child_of_kind(node, "module_path").is_some()
            || child_of_kind(node, "extended_module_path").is_some()
        {
            if let Some(name) = library_name(self.text_of(node)) {
                self.mark_whole(node);
                return Some(name);
            }
            let span = self.span(node);
            let what = format!("`{}`, a name from another module,", self.text_of(node));
            self.problems.decline(span, &what, "define what you need of it in this file");
            return None;
        }
        Some(self.name(node).text)
    }

    pub(crate) fn type_definition(&mut self, node: Node<'_>) -> Vec<TypeDeclaration> {
        self.mark(node);
        // SOUNDNESS: `type nonrec t = A of t` is about an earlier `t`.
        if self.has_token(node, "nonrec") {
            self.decline(node, "`nonrec`");
            return Vec::new();
        }
        parts(node)
            .into_iter()
            .filter(|child| child.kind() == "type_binding")
            .filter_map(|binding| self.type_binding(binding))
            .collect()
    }

    fn type_binding(&mut self, node: Node<'_>) -> Option<TypeDeclaration> {
        self.mark(node);
        // Variance is a matter of typing only.
        let mut cursor = node.walk();
        for child in node.children(&mut cursor).filter(|child| matches!(child.kind(), "+" | "-" | "!")) {
            self.mark(child);
        }
        if self.has_token(node, "..") || self.has_token(node, "+=") {
            self.decline(node, "an extensible type");
            return None;
        }
        let name = self.name(field(node, "name")?);
        let mut parameters = Vec::new();
        for child in parts(node) {
            if child.kind() == "type_variable" {
                let mut parameter = self.name(child);
                parameter.text = parameter.text.trim_start_matches('\'').to_owned();
                parameters.push(parameter);
            } else if child.kind() == "type_constraint" {
                self.decline(child, "a type constraint");
                return None;
            }
        }
        field(node, "body").inspect(|body| self.mark(*body));
        let body = match field(node, "body") {
            None => match field(node, "synonym") {
                None => TypeBody::Abstract,
                Some(synonym) if synonym.kind() == "polymorphic_variant_type" => {
                    TypeBody::Variant(self.tags(synonym)?)
                }
                Some(synonym) => TypeBody::Alias(self.type_expr(synonym)?),
            },
            Some(body) => match body.kind() {
                "variant_declaration" => TypeBody::Variant(self.constructors(body)?),
                "record_declaration" => TypeBody::Record(self.record_fields(body)?),
                "polymorphic_variant_type" => TypeBody::Variant(self.tags(body)?),
                _ => TypeBody::Alias(self.type_expr(body)?),
            },
        };
        Some(TypeDeclaration { name, parameters, body, span: self.span(node) })
    }

    fn constructors(&mut self, node: Node<'_>) -> Option<Vec<(Name, Vec<TypeExpr>)>> {
        parts(node).into_iter().map(|child| self.constructor(child)).collect()
    }

    fn constructor(&mut self, node: Node<'_>) -> Option<(Name, Vec<TypeExpr>)> {
        let mut name = None;
        let mut arguments = Vec::new();
        self.mark(node);
        if self.has_token(node, "->") || self.has_token(node, ":") {
            self.decline(node, "a generalised constructor");
            return None;
        }
        for child in parts(node) {
            match child.kind() {
                "constructor_name" => name = Some(self.name(child)),
                "empty_list" => {
                    let mut nil = self.name(child);
                    "[]".clone_into(&mut nil.text);
                    name = Some(nil);
                }
                "record_declaration" => {
                    let known =
                        name.as_ref().and_then(|name| self.declared.inline_record(&name.text)).flatten();
                    if known.is_none() {
                        self.decline(child, "an inline record of a constructor that is declared twice");
                        return None;
                    }
                    self.mark(child);
                    arguments.extend(self.record_fields(child)?.into_iter().map(|(_, written)| written));
                }
                _ => arguments.push(self.type_expr(child)?),
            }
        }
        let name = name?;
        // SOUNDNESS: `[1; 2]` and `x :: xs` are then about the type that the expected type says.
        if self.source == Source::User && matches!(name.text.as_str(), "[]" | "::" | "( :: )" | "(::)") {
            self.decline(node, "a constructor with the name of a list's");
            return None;
        }
        Some((name, arguments))
    }

    /// `[ `A | `B of t ]`: all its tags are known.
    fn tags(&mut self, node: Node<'_>) -> Option<Vec<(Name, Vec<TypeExpr>)>> {
        self.mark(node);
        if self.text_of(node).starts_with("[<") || self.text_of(node).starts_with("[>") {
            self.decline(node, "an open polymorphic variant");
            return None;
        }
        let mut list = Vec::new();
        for child in parts(node) {
            list.push(match child.kind() {
                "tag" => (self.tag(child), Vec::new()),
                "tag_specification" => {
                    self.mark(child);
                    let mut inner = parts(child).into_iter();
                    let name = self.tag(inner.next()?);
                    let arguments: Vec<_> = inner.collect();
                    if arguments.len() > 1 || self.has_token(child, "&") {
                        self.decline(child, "a tag with several types");
                        return None;
                    }
                    (name, self.type_exprs(&arguments)?)
                }
                _ => {
                    self.decline(child, "a polymorphic variant made of others");
                    return None;
                }
            });
        }
        Some(list)
    }

    /// The name of a tag.
    pub(crate) fn tag(&mut self, node: Node<'_>) -> Name {
        self.mark_whole(node);
        let text = without_blanks(self.text_of(node).trim_start_matches('`'));
        Name { text: format!("{TAG}{text}"), span: self.span(node) }
    }

    fn record_fields(&mut self, node: Node<'_>) -> Option<Vec<(Name, TypeExpr)>> {
        let mut list = Vec::new();
        for child in parts(node) {
            if child.kind() != "field_declaration" {
                continue;
            }
            self.mark(child);
            if self.has_token(child, "mutable") {
                self.decline(child, "a mutable field");
                return None;
            }
            let name = self.name(child_of_kind(child, "field_name")?);
            let written = fields(child, "type").into_iter().next()?;
            let written = self.type_expr(written)?;
            list.push((name, written));
        }
        Some(list)
    }
}

/// A path may be broken over lines, and an operator in it stands in parentheses.
pub(super) fn without_blanks(path: &str) -> String {
    path.chars().filter(|c| !c.is_whitespace()).collect()
}
