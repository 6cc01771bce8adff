//! Attributes, wherever they stand.

use tree_sitter::Node;

use super::tree::{Reader, child_of_kind};
use super::weights::WEIGHT;
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::spelling::closest;
/// Attributes of a whole definition, with two `@`.
const ITEM_ATTRIBUTES: [&str; 4] = ["covers", "assume_covers", "measure", "rank"];

/// What a `let` can be, said with one `@` behind it.
const ROLES: [&str; 9] =
    ["assert", "library", "assume", "axiom", "lemma", "predicate", "answers", "goal", "grammar"];

/// What formulas and claims say with one `@`.
const MARKS_OF_FORMULAS: [&str; 6] = ["ex", "exists", "fa", "forall", "over", "under"];

impl Reader<'_> {
    /// An attribute that is understood by its name.
    pub(crate) fn mark_bare_attribute(&self, node: Node<'_>) {
        self.mark(node);
        child_of_kind(node, "attribute_id").inspect(|id| self.mark_whole(*id));
    }

    pub(crate) fn attribute_name<'s>(&'s self, node: Node<'_>) -> &'s str {
        child_of_kind(node, "attribute_id").map_or("", |id| self.text_of(id))
    }

    /// An attribute that is not understood where it stands. One that was to say something to this
    /// tool must not get lost.
    pub(crate) fn unknown_attribute(&mut self, node: Node<'_>) {
        self.mark_whole(node);
        let span: Span = self.span(node);
        let name = self.attribute_name(node).to_owned();
        if ITEM_ATTRIBUTES.contains(&name.as_str()) {
            let message = format!("`{name}` belongs to a definition, not to an expression");
            self.ill_formed(
                span,
                message,
                format!("write it behind the definition, with two `@`: `[@@{name} …]`"),
            );
            return;
        }
        if name == WEIGHT {
            self.misplaced_weight(span);
            return;
        }
        if ROLES.contains(&name.as_str()) {
            let message = format!("`{name}` does not stand here");
            self.ill_formed(span, message, format!("write it behind `let`, with one `@`: `let[@{name}] …`"));
            return;
        }
        if MARKS_OF_FORMULAS.contains(&name.as_str()) {
            let message = format!("`{name}` has no effect here");
            let advice = match name.as_str() {
                "over" | "under" => {
                    format!("write it behind the type in parentheses: `((φ : [%v: t]) [@{name}])`")
                }
                _ => format!("write it behind the variable: `((u [@{name}]) : t)`"),
            };
            self.ill_formed(span, message, advice);
            return;
        }
        let known: Vec<String> =
            ITEM_ATTRIBUTES.iter().chain(&ROLES).map(|word| (*word).to_owned()).collect();
        if let Some(near) = closest(&name, &known) {
            self.ill_formed(span, format!("unknown attribute `{name}`"), format!("did you mean `{near}`?"));
            return;
        }
        let (last, near) = (name.rsplit('.').next().unwrap_or(""), name.contains("covenant"));
        if near || last.starts_with("cover") || known.iter().any(|word| word == last) {
            let message = format!("unknown attribute `{name}`");
            self.ill_formed(span, message, "write `[@@covers {| … |}]` behind the definition");
            return;
        }
        self.problems.push(
            DiagnosticKind::Warning,
            span,
            format!("the attribute `{name}` means nothing here"),
            "remove it",
        );
    }
}
