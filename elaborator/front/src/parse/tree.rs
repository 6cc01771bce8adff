//! A thin reading layer over tree-sitter nodes.
//!
//! Everything that converts the concrete tree goes through [`Reader`]: it knows
//! the text, turns byte ranges into spans, skips comments, and bounds the depth
//! of the tree, so that no input can exhaust the stack.
//!
//! SOUNDNESS: nothing that was written gets lost. Whoever reads a node marks it, and when an item
//! has been read, [`Reader::leave_nothing`] declines what has no mark: named nodes, and tokens that
//! change what a form means. So a form of the grammar that no reader knows is declined by
//! construction, wherever it stands (`if%x`, `let mutable`, an attribute on a type). Filters by kind
//! were rejected: they drop what they do not list.

use std::cell::RefCell;
use std::collections::HashSet;

use tree_sitter::Node;

use super::declarations::Declared;
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::span::{Source, Span};
use crate::syntax::Name;

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
    /// Whether modules, `open`, paths and labels are read: the file uses a library that is known.
    pub modules: bool,
    /// What the system under test is called, in a functor over operators.
    pub system: Option<String>,
    /// What the file declares, as far as it must be known before.
    pub declared: Declared,
    /// What has been read.
    pub marks: RefCell<Marks>,
    /// Items so far that were not read and may define names that are not known.
    pub leaks: usize,
}

/// The nodes that have been read, by their number in the tree.
#[derive(Default)]
pub(crate) struct Marks {
    /// These themselves.
    single: HashSet<usize>,
    /// These with all that is in them, attributes excepted.
    whole: HashSet<usize>,
}

/// Tokens that say nothing beyond the form that they are part of. What chooses between two meanings
/// of a form (`rec`, `mutable`, `%`, `!`, `~`, `..`) is not among them.
const PLAIN_TOKENS: [&str; 48] = [
    "module",
    "struct",
    "sig",
    "include",
    "let",
    "in",
    "and",
    "=",
    "->",
    "|",
    "(",
    ")",
    "[",
    "]",
    "[|",
    "|]",
    "{",
    "}",
    ";",
    ";;",
    ",",
    "::",
    ":",
    ".",
    "*",
    "_",
    "'",
    "if",
    "then",
    "else",
    "match",
    "with",
    "when",
    "fun",
    "function",
    "begin",
    "end",
    "of",
    "type",
    "assert",
    "as",
    "val",
    "external",
    "exception",
    "open",
    "[@",
    "[@@",
    "[%",
];

impl<'t> Reader<'t> {
    pub fn span(&self, node: Node<'_>) -> Span {
        Span::new(self.source, node.start_byte(), node.end_byte())
    }

    pub fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// The node itself is understood; what is in it is marked on its own.
    pub fn mark(&self, node: Node<'_>) {
        self.marks.borrow_mut().single.insert(node.id());
    }

    /// The node is understood by its text.
    pub fn mark_whole(&self, node: Node<'_>) {
        self.marks.borrow_mut().whole.insert(node.id());
    }

    pub fn is_marked(&self, node: Node<'_>) -> bool {
        let marks = self.marks.borrow();
        marks.single.contains(&node.id()) || marks.whole.contains(&node.id())
    }

    /// Whether a keyword or punctuation token is a direct child; it is understood then.
    pub fn has_token(&self, node: Node<'_>, token: &str) -> bool {
        let mut cursor = node.walk();
        let found = node.children(&mut cursor).find(|child| !child.is_named() && child.kind() == token);
        found.inspect(|child| self.mark(*child)).is_some()
    }

    /// Declines what is in `item` and was not read. Does not recurse: what is not read may be deep.
    pub fn leave_nothing(&mut self, item: Node<'_>) {
        let mut pending = vec![(item, false)];
        while let Some((node, within)) = pending.pop() {
            let attribute = matches!(node.kind(), "attribute" | "item_attribute" | "floating_attribute");
            let (single, whole) = {
                let marks = self.marks.borrow();
                (marks.single.contains(&node.id()), marks.whole.contains(&node.id()))
            };
            let plain = !node.is_named() && PLAIN_TOKENS.contains(&node.kind());
            let known = single || whole || plain || node.kind() == "comment" || (within && !attribute);
            if known {
                let mut cursor = node.walk();
                let inside = (within && !attribute) || whole;
                let children: Vec<_> = node.children(&mut cursor).map(|child| (child, inside)).collect();
                pending.extend(children.into_iter().rev());
            } else if attribute {
                self.unknown_attribute(node);
            } else {
                let parent = node.parent().map_or("item", |parent| parent.kind()).replace('_', " ");
                self.decline(node, &format!("`{}` in this place (in `{parent}`)", self.text_of(node)));
            }
        }
    }

    pub fn name(&self, node: Node<'_>) -> Name {
        self.mark_whole(node);
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
        self.mark(node);
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
