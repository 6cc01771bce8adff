//! `[@weight n]`: how often each side of a choice is drawn by an exported generator.
//!
//! `if bool_gen () then ([] [@weight 1]) else (x :: more () [@weight 3])` goes on three times out of four. A weight says nothing
//! about *what* can be drawn, so it is no part of any statement: claims are read as if it were not there, and only
//! [`weights`] (for `export`) looks at it. That is also why a weight is positive: a side that is never drawn would
//! make a proved claim false of what is exported.
//!
//! A coin itself may have weights, too: `(bool_gen () [@weight 1, n])`. Where they are numbers they are listed here; where they are
//! computed they are left to who has the text compiled (`covenant run`). A coin's own weights go before those of the sides.
//!
//! A side without a weight weighs 1; one that is a weighed choice itself weighs as much as its sides together, so that in a chain of
//! `else if` each alternative has its own number.

use tree_sitter::Node;

use super::literals;
use super::tree::{Reader, attributes, child_of_kind, field};
use crate::span::{Source, Span};
use crate::syntax::{Expr, ExprKind};

/// The word.
pub(super) const WEIGHT: &str = "weight";
/// A weight is not larger than this.
const MOST: i64 = 1_000_000;

/// A choice whose sides have weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// Where the coin is tossed: `bool_gen ()`.
    pub coin: Span,
    /// The weight of the side for `true`.
    pub yes: u32,
    /// The weight of the side for `false`.
    pub no: u32,
}

/// The choices of a file whose sides have weights; none if the file is not OCaml.
pub(crate) fn weights(text: &str) -> Vec<Weighed> {
    let mut found = super::found_in(text, |node| {
        let (coin, (yes, no)) = match own(node, text) {
            Some((coin, weights)) => (coin, weights?),
            None => {
                let condition = field(node, "condition");
                if condition.is_some_and(|condition| own(condition, text).is_some()) {
                    return None;
                }
                (coin(node, text)?, sides(node, text, 0)?)
            }
        };
        Some(Weighed { coin: Span::new(Source::User, coin.start_byte(), coin.end_byte()), yes, no })
    });
    found.sort_by_key(|weighed| weighed.coin);
    found
}

/// The coin of `(bool_gen () [@weight 3, 1])`, and its weights where they are numbers.
fn own<'a>(node: Node<'a>, text: &str) -> Option<(Node<'a>, Option<(u32, u32)>)> {
    if node.kind() != "parenthesized_expression" {
        return None;
    }
    let tossed = field(node, "expression").filter(|inner| is_toss(*inner, text))?;
    let written = attributes(node).into_iter().find_map(|attribute| payload(attribute, text))?;
    let one = |text: &str| positive(literals::integer(text.trim())?);
    let weights = match written.split_once(',') {
        Some((yes, no)) => one(yes).zip(one(no)),
        None => one(written).map(|yes| (yes, 1)),
    };
    Some((tossed, weights))
}

fn is_toss(node: Node<'_>, text: &str) -> bool {
    let tossed = text.get(node.byte_range()).map(|text| text.split_whitespace().collect::<String>());
    node.kind() == "application_expression" && tossed.as_deref() == Some("bool_gen()")
}

/// An expression without the parentheses around it.
fn inside(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression"
        && let Some(inner) = field(node, "expression")
    {
        node = inner;
    }
    node
}

/// The coin that an `if` tosses.
fn coin<'a>(node: Node<'a>, text: &str) -> Option<Node<'a>> {
    if node.kind() != "if_expression" {
        return None;
    }
    let condition = inside(field(node, "condition")?);
    is_toss(condition, text).then_some(condition)
}

/// The weights of the sides of an `if`, if one is written.
fn sides(node: Node<'_>, text: &str, depth: u32) -> Option<(u32, u32)> {
    let side = |clause: &str| field(child_of_kind(node, clause)?, "expression");
    let (yes, no) = (weight(side("then_clause"), text, depth), weight(side("else_clause"), text, depth));
    if yes.is_none() && no.is_none() {
        return None;
    }
    Some((yes.unwrap_or(1), no.unwrap_or(1)))
}

/// Deeper chains of `else if` are not added up.
const DEEPEST: u32 = 500;

/// What a side weighs, if that is written.
fn weight(side: Option<Node<'_>>, text: &str, depth: u32) -> Option<u32> {
    let side = side?;
    let written = attributes(side).into_iter().find_map(|attribute| number(attribute, text));
    written.or_else(|| {
        let choice = inside(side);
        if depth >= DEEPEST {
            return None;
        }
        coin(choice, text)?;
        let (yes, no) = sides(choice, text, depth + 1)?;
        Some(yes.saturating_add(no))
    })
}

/// The number in `[@weight n]`.
fn number(attribute: Node<'_>, text: &str) -> Option<u32> {
    positive(literals::integer(payload(attribute, text)?)?)
}

/// What stands in `[@weight …]`.
fn payload<'t>(attribute: Node<'_>, text: &'t str) -> Option<&'t str> {
    let of = |node: Node<'_>| text.get(node.byte_range());
    if child_of_kind(attribute, "attribute_id").and_then(of) != Some(WEIGHT) {
        return None;
    }
    let written = of(attribute)?.strip_prefix("[@")?.strip_suffix(']')?.trim();
    Some(written.strip_prefix(WEIGHT)?.trim())
}

fn positive(number: i64) -> Option<u32> {
    (1..=MOST).contains(&number).then(|| u32::try_from(number).ok()).flatten()
}

impl Reader<'_> {
    /// Reads an attribute of an expression in parentheses: a weight, where one has a meaning.
    pub(crate) fn expression_attribute(&mut self, attribute: Node<'_>, inside: &Expr) {
        if self.attribute_name(attribute) != WEIGHT {
            self.unknown_attribute(attribute);
            return;
        }
        self.mark_whole(attribute);
        // `(bool_gen () [@weight 3, n])`: how often `covenant run` lets the coin fall on which side.
        let is_coin = matches!(&inside.kind, ExprKind::Apply(function, _)
            if matches!(&function.kind, ExprKind::Variable(name) if name == "bool_gen"));
        if is_coin {
            return;
        }
        let span = self.span(attribute);
        if number(attribute, self.text).is_none() {
            let message = format!("a weight is a number from 1 to {MOST}");
            self.ill_formed(
                span,
                message,
                "write `[@weight 3]`; what is never to be drawn is left out of the program",
            );
            return;
        }
        let clause = attribute.parent().and_then(|side| side.parent());
        let is_side = clause
            .filter(|clause| matches!(clause.kind(), "then_clause" | "else_clause"))
            .and_then(|clause| clause.parent())
            .is_some_and(|choice| coin(choice, self.text).is_some());
        if !is_side {
            self.misplaced_weight(span);
        }
    }

    pub(super) fn misplaced_weight(&mut self, span: Span) {
        self.ill_formed(
            span,
            "`weight` belongs to a side of a choice",
            "write it behind the side, in parentheses: `if bool_gen () then (x [@weight 1]) else (y [@weight 3])`",
        );
    }
}
