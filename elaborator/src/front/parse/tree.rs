//! A thin reading layer over tree-sitter nodes.
//!
//! Everything that converts the concrete tree goes through [`Reader`]: it knows
//! the text, turns byte ranges into spans, skips comments, and bounds the depth
//! of the tree, so that no input can exhaust the stack.

use tree_sitter::Node;

use crate::front::diagnostic::{DiagnosticKind, Problems};
use crate::front::span::{Source, Span};
use crate::front::syntax::Name;

/// Deeper trees are declined. Generous: a chain of 256 nested `let`s uses
/// about 300 levels.
pub(crate) const DEEPEST: usize = 2_000;

/// Reads one text.
pub(crate) struct Reader<'t> {
    pub text: &'t str,
    pub source: Source,
    pub problems: &'t mut Problems,
    pub depth: usize,
    /// Whether `fun` is a quantifier (formulas) or a function (programs).
    pub in_formula: bool,
}

impl<'t> Reader<'t> {
    pub fn span(&self, node: Node<'_>) -> Span {
        Span::new(self.source, node.start_byte(), node.end_byte())
    }

    pub fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    pub fn name(&self, node: Node<'_>) -> Name {
        Name { text: self.text_of(node).to_owned(), span: self.span(node) }
    }

    pub fn syntax(&mut self, span: Span, message: impl Into<String>, advice: impl Into<String>) {
        self.problems.push(DiagnosticKind::Syntax, span, message, advice);
    }

    pub fn ill_formed(&mut self, span: Span, message: impl Into<String>, advice: impl Into<String>) {
        self.problems.push(DiagnosticKind::IllFormedSpec, span, message, advice);
    }

    /// Declines a node by the name the grammar gives it.
    pub fn decline(&mut self, node: Node<'_>, what: &str) {
        let span = self.span(node);
        let construct = format!("{what} (`{}`)", node.kind().replace('_', " "));
        self.problems.decline(span, &construct, "rewrite it with functions, `let`, `if` and `match`");
    }

    /// Runs `read` one level deeper, or declines when the tree is too deep.
    pub fn deeper<T>(&mut self, node: Node<'_>, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            let span = self.span(node);
            self.problems.decline(
                span,
                &format!("nesting deeper than {DEEPEST} levels"),
                "split the definition into smaller functions",
            );
            return None;
        }
        self.depth += 1;
        let before = self.problems.error_count();
        let result = read(self);
        self.depth -= 1;
        // Nothing is left out without a word about it.
        if result.is_none() && self.problems.error_count() == before {
            self.decline(node, "this form");
        }
        result
    }
}

/// The named children without comments and attributes.
pub(crate) fn parts<'a>(node: Node<'a>) -> Vec<Node<'a>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| {
            !matches!(child.kind(), "comment" | "line_number_directive" | "attribute" | "item_attribute")
        })
        .collect()
}

/// The attributes directly under a node.
pub(crate) fn attributes<'a>(node: Node<'a>) -> Vec<Node<'a>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| matches!(child.kind(), "attribute" | "item_attribute"))
        .collect()
}

/// All children with this field name.
pub(crate) fn fields<'a>(node: Node<'a>, field: &str) -> Vec<Node<'a>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor)
        .filter(|child| child.is_named() && child.kind() != "comment")
        .collect()
}

/// The child with this field name.
pub(crate) fn field<'a>(node: Node<'a>, name: &str) -> Option<Node<'a>> {
    fields(node, name).into_iter().next()
}

/// The first named child of this kind.
pub(crate) fn child_of_kind<'a>(node: Node<'a>, kind: &str) -> Option<Node<'a>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

/// Whether a keyword or punctuation token is a direct child.
pub(crate) fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == token)
}
