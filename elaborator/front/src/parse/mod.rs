//! Step 1, *parse*: text to surface tree.
//!
//! The concrete tree comes from tree-sitter's OCaml grammar; the paper notation
//! inside attributes has a small parser of its own ([`paper`]). A hand-written
//! OCaml parser was rejected: the grammar reads every published benchmark file.

mod aside;
mod attributes;
mod declarations;
mod declared;
mod derived;
mod effects;
mod expressions;
mod items;
mod languages;
mod lexer;
mod lexical;
pub(crate) mod literals;
mod operators;
pub(crate) mod paper;
mod paper_formulas;
mod paper_terms;
mod patterns;
mod poirot;
mod structures;
pub(crate) mod tree;
mod types;
mod weights;

use std::cell::RefCell;
use std::collections::BTreeSet;

use tree_sitter::Node;

use self::declarations::Declared;
#[cfg(test)]
pub(crate) use self::items::TYPES_OF_RUNTIME;
pub(crate) use self::poirot::generator;
use self::tree::Reader;
pub use self::weights::Weighed;
pub(crate) use self::weights::weights;
use super::diagnostic::{DiagnosticKind, Problems};
use super::span::{Source, Span};
use super::syntax::{Claim, Expr, GENERATOR_LIBRARIES, Item};

/// After this many syntax errors the rest are noise.
const MOST_SYNTAX_ERRORS: usize = 20;

/// A file that was read.
pub(crate) struct Parsed {
    pub items: Vec<Item>,
    /// Whether it has modules, so that its names are to be resolved.
    pub modules: bool,
    /// The modules that it defines, anywhere.
    pub own_modules: BTreeSet<String>,
}

/// Where `_` is an expression.
pub(crate) fn typed_holes(text: &str) -> Vec<Span> {
    let mut found = found_in(text, |node| {
        let hole = node.kind() == "hole_expression";
        hole.then(|| Span::new(Source::User, node.start_byte(), node.end_byte()))
    });
    found.sort_by_key(|span| span.start);
    found
}

/// What `look` finds at the nodes of a text; nothing if the text is not OCaml.
fn found_in<T>(text: &str, look: impl Fn(Node<'_>) -> Option<T>) -> Vec<T> {
    let mut parser = tree_sitter::Parser::new();
    if parser.set_language(&tree_sitter_ocaml::LANGUAGE_OCAML.into()).is_err() {
        return Vec::new();
    }
    let Some(tree) = parser.parse(text, None) else { return Vec::new() };
    let mut found = Vec::new();
    let mut todo = vec![tree.root_node()];
    while let Some(node) = todo.pop() {
        found.extend(look(node));
        let mut cursor = node.walk();
        todo.extend(node.children(&mut cursor));
    }
    found
}

/// Reads a whole file; `None` if it is not OCaml. Items that are not understood
/// are reported and set aside.
pub(crate) fn parse(text: &str, source: Source, problems: &mut Problems) -> Option<Parsed> {
    let mut parser = tree_sitter::Parser::new();
    let whole = Span::new(source, 0, text.len());
    if parser.set_language(&tree_sitter_ocaml::LANGUAGE_OCAML.into()).is_err() {
        problems.push(
            DiagnosticKind::Syntax,
            whole,
            "the OCaml grammar does not fit the parser library",
            "this build of the tool is broken; rebuild it",
        );
        return None;
    }
    let Some(tree) = parser.parse(text, None) else {
        problems.push(
            DiagnosticKind::Syntax,
            whole,
            "the parser gave up on this file",
            "make the file smaller",
        );
        return None;
    };
    let root = tree.root_node();
    if !lexical::agrees(text, root, source, problems) {
        return None;
    }
    if root.has_error() {
        report_syntax_errors(root, text, source, problems);
        return None;
    }
    let modules = uses_library(root, text);
    let mut reader = Reader {
        text,
        source,
        problems,
        depth: 0,
        in_formula: false,
        modules,
        system: None,
        declared: Declared::of(root, text),
        marks: RefCell::default(),
        leaks: 0,
    };
    let items = reader.items(root);
    Some(Parsed { items, modules, own_modules: own_modules(root, text) })
}

/// Whether a file names a library whose generators are read as they are.
fn uses_library(root: Node<'_>, text: &str) -> bool {
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        if node.kind() == "module_name"
            && text.get(node.byte_range()).is_some_and(|name| GENERATOR_LIBRARIES.contains(&name))
        {
            return true;
        }
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor));
    }
    false
}

/// The names that are given to modules: by definitions, as parameters, or by unpacking a value.
fn own_modules(root: Node<'_>, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        // A path names a module; everything else binds one.
        let path = |parent: Node<'_>| matches!(parent.kind(), "module_path" | "extended_module_path");
        if node.kind() == "module_name" && !node.parent().is_some_and(path) {
            found.extend(text.get(node.byte_range()).map(str::to_owned));
        }
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor));
    }
    found
}

/// Reports every outermost error node, without recursion: a broken file can be
/// nested arbitrarily deep.
fn report_syntax_errors(root: Node<'_>, text: &str, source: Source, problems: &mut Problems) {
    let mut pending = vec![root];
    let mut reported = 0;
    while let Some(node) = pending.pop() {
        if reported >= MOST_SYNTAX_ERRORS {
            return;
        }
        let span = Span::new(source, node.start_byte(), node.end_byte());
        if node.is_missing() {
            problems.push(
                DiagnosticKind::Syntax,
                span,
                format!("`{}` is missing here", node.kind()),
                "complete the expression",
            );
            reported += 1;
        } else if node.is_error() {
            let piece = text.get(node.byte_range()).unwrap_or("").trim();
            let message = if piece.is_empty() {
                "the text ends where OCaml expects more".to_owned()
            } else {
                "this is not OCaml".to_owned()
            };
            problems.push(
                DiagnosticKind::Syntax,
                span,
                message,
                "check brackets, keywords and operators around this place",
            );
            reported += 1;
        } else if node.has_error() {
            let mut cursor = node.walk();
            let children: Vec<_> = node.children(&mut cursor).collect();
            pending.extend(children.into_iter().rev());
        }
    }
    // The parser can skip characters without leaving a node behind.
    if reported == 0 {
        problems.push(
            DiagnosticKind::Syntax,
            Span::new(source, root.start_byte(), root.end_byte()),
            "something in this file is not OCaml",
            "compile it with `ocamlc -stop-after parsing`, which says where",
        );
    }
}

/// Reads one formula that stands in this part of a text, and nothing else of it.
pub(crate) fn formula(text: &str, at: Span, problems: &mut Problems) -> Option<Expr> {
    const BEFORE: &str = "let _ =";
    let part = alone(text, at)?;
    let room = at.start.checked_sub(BEFORE.len())?;
    let text = format!("{}{BEFORE}{}", part.get(..room)?, part.get(at.start..)?);
    let tree = tree_of(&text)?;
    let item = tree.root_node().named_child(0)?;
    let body = tree::field(tree::child_of_kind(item, "let_binding")?, "body")?;
    let mut reader = Reader {
        text: &text,
        source: Source::User,
        problems,
        depth: 0,
        in_formula: true,
        modules: false,
        system: None,
        declared: Declared::default(),
        marks: RefCell::default(),
        leaks: 0,
    };
    reader.formula(body)
}

/// Reads one claim in Poirot's notation that stands in this part of a text, and nothing else of it.
pub(crate) fn claim(text: &str, at: Span, problems: &mut Problems) -> Option<Box<Claim>> {
    let text = alone(text, at)?;
    let tree = tree_of(&text)?;
    let mut reader = Reader {
        text: &text,
        source: Source::User,
        problems,
        depth: 0,
        in_formula: false,
        modules: false,
        system: None,
        declared: Declared::default(),
        marks: RefCell::default(),
        leaks: 0,
    };
    match reader.items(tree.root_node()).as_mut_slice() {
        [Item::Claim(claim)] => Some(claim.clone()),
        _ => None,
    }
}

/// A part of a text at its place, with blanks for all the rest.
fn alone(text: &str, at: Span) -> Option<String> {
    Some(format!("{}{}", " ".repeat(at.start), text.get(at.start..at.end)?))
}

/// The concrete tree, if there is nothing wrong with it.
fn tree_of(text: &str) -> Option<tree_sitter::Tree> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_ocaml::LANGUAGE_OCAML.into()).ok()?;
    parser.parse(text, None).filter(|tree| !tree.root_node().has_error())
}
