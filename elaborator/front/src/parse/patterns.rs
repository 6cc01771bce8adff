//! Patterns and literals.

use tree_sitter::Node;

use super::literals;
use super::tree::{Reader, child_of_kind, field, parts};
use crate::span::Span;
use crate::syntax::{Literal, Name, Pattern, PatternKind};

impl Reader<'_> {
    pub(crate) fn pattern(&mut self, node: Node<'_>) -> Option<Pattern> {
        self.deeper(node, |reader| reader.pattern_shape(node))
    }

    fn pattern_shape(&mut self, node: Node<'_>) -> Option<Pattern> {
        let span = self.span(node);
        let kind = match node.kind() {
            "any_pattern" => PatternKind::Any,
            "value_pattern" | "value_name" => match self.name(node).text.as_str() {
                "_" => PatternKind::Any,
                // A keyword to OCaml.
                "nonrec" => {
                    self.syntax(span, "`nonrec` is a keyword", "choose another name");
                    return None;
                }
                text => PatternKind::Variable(text.to_owned()),
            },
            "parenthesized_pattern" => {
                let inner = parts(node).into_iter().next()?;
                return self.pattern(inner);
            }
            "parenthesized_operator" => {
                let operator = parts(node).into_iter().next()?;
                PatternKind::Variable(self.name(operator).text)
            }
            "typed_pattern" => {
                let inner = self.pattern(field(node, "pattern")?)?;
                let written = field(node, "type")?;
                if written.kind() == "extension" {
                    self.decline(written, "an extension as a type");
                    return None;
                }
                let written = self.type_expr(written)?;
                PatternKind::Typed(Box::new(inner), written)
            }
            "alias_pattern" => {
                let inner = self.pattern(field(node, "pattern")?)?;
                let alias = self.name(field(node, "alias")?);
                PatternKind::Alias(Box::new(inner), alias)
            }
            "or_pattern" => {
                let alternatives =
                    parts(node).into_iter().map(|child| self.pattern(child)).collect::<Option<Vec<_>>>()?;
                PatternKind::Or(alternatives)
            }
            "tuple_pattern" => {
                let components =
                    parts(node).into_iter().map(|child| self.pattern(child)).collect::<Option<Vec<_>>>()?;
                PatternKind::Tuple(components)
            }
            "cons_pattern" => {
                let head = self.pattern(field(node, "left")?)?;
                let tail = self.pattern(field(node, "right")?)?;
                PatternKind::Construct(cons_name(span), vec![head, tail])
            }
            "empty_list" => {
                self.mark_whole(node);
                PatternKind::Construct(nil_name(span), Vec::new())
            }
            "list_pattern" => {
                let elements =
                    parts(node).into_iter().map(|child| self.pattern(child)).collect::<Option<Vec<_>>>()?;
                let nil = Pattern { kind: PatternKind::Construct(nil_name(span), Vec::new()), span };
                return Some(elements.into_iter().rev().fold(nil, |tail, head| Pattern {
                    kind: PatternKind::Construct(cons_name(span), vec![head, tail]),
                    span,
                }));
            }
            "constructor_path" => {
                let name = self.constructor_path(node)?;
                PatternKind::Construct(name, Vec::new())
            }
            "tag" => PatternKind::Construct(self.tag(node), Vec::new()),
            "tag_pattern" => {
                self.mark(node);
                let name = self.tag(child_of_kind(node, "tag")?);
                PatternKind::Construct(name, vec![self.pattern(field(node, "pattern")?)?])
            }
            "constructor_pattern" => {
                let path = child_of_kind(node, "constructor_path")?;
                let name = self.constructor_path(path)?;
                let argument = self.pattern(field(node, "pattern")?)?;
                if let Some(fields) = self.declared.inline_record(&name.text) {
                    let any = || Some(Pattern { kind: PatternKind::Any, span });
                    let given = match &argument.kind {
                        PatternKind::Any => {
                            fields.map(|fields| fields.iter().filter_map(|_| any()).collect())
                        }
                        PatternKind::Record(given) => in_order(fields, given, any),
                        _ => None,
                    };
                    let Some(given) = given else {
                        self.decline(node, "an inline record as a whole");
                        return None;
                    };
                    return Some(Pattern { kind: PatternKind::Construct(name, given), span });
                }
                let arguments = match argument.kind {
                    PatternKind::Tuple(components) => components,
                    _ => vec![argument],
                };
                PatternKind::Construct(name, arguments)
            }
            "record_pattern" => {
                let mut list = Vec::new();
                for child in parts(node) {
                    if child.kind() != "field_pattern" {
                        continue;
                    }
                    self.mark(child);
                    let path = child_of_kind(child, "field_path")?;
                    let text = self.plain_path(path)?;
                    let name = Name { text: text.clone(), span: self.span(path) };
                    let value = match field(child, "pattern") {
                        Some(value) => self.pattern(value)?,
                        None => Pattern { kind: PatternKind::Variable(text), span: name.span },
                    };
                    list.push((name, value));
                }
                PatternKind::Record(list)
            }
            "unit" | "boolean" | "number" | "signed_number" | "string" | "character" | "quoted_string" => {
                PatternKind::Literal(self.literal(node)?)
            }
            _ => {
                self.decline(node, "this form of pattern");
                return None;
            }
        };
        Some(Pattern { kind, span })
    }

    pub(crate) fn constructor_path(&mut self, node: Node<'_>) -> Option<Name> {
        Some(Name { text: self.plain_path(node)?, span: self.span(node) })
    }

    pub(crate) fn literal(&mut self, node: Node<'_>) -> Option<Literal> {
        let text = self.text_of(node);
        self.mark_whole(node);
        match node.kind() {
            "unit" if text.starts_with('#') => self.spelled(node, None),
            "boolean" if text.starts_with('#') => self.spelled(node, None),
            "unit" => Some(Literal::Unit),
            "boolean" => Some(Literal::Bool(text == "true")),
            "string" => self.spelled(node, literals::string(text).map(Literal::String)),
            "quoted_string" => self.spelled(node, literals::quoted_string(text).map(Literal::String)),
            "character" => self.spelled(node, literals::character(text).map(Literal::Char)),
            _ => self.number(node, text),
        }
    }

    fn spelled(&mut self, node: Node<'_>, literal: Option<Literal>) -> Option<Literal> {
        if literal.is_none() {
            self.decline(node, "this literal");
        }
        literal
    }

    fn number(&mut self, node: Node<'_>, text: &str) -> Option<Literal> {
        let plain: String = text.chars().filter(|c| *c != '_' && *c != ' ').collect();
        let (negative, digits) = match plain.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, plain.as_str()),
        };
        let decimal = !digits.starts_with("0x") && !digits.starts_with("0X");
        if decimal && digits.contains(['.', 'e', 'E']) {
            return self.spelled(node, literals::float(&plain).map(Literal::Float));
        }
        let parsed = literals::integer(digits);
        // OCaml's integers have 63 bits; those of formulas have no bound.
        let widest = if negative { 1 << 62 } else { (1 << 62) - 1 };
        if !self.in_formula && parsed.is_some_and(|value| value > widest) {
            let span = self.span(node);
            self.syntax(
                span,
                "this number is larger than OCaml's integers",
                "they end at 4611686018427387903",
            );
            return None;
        }
        match parsed {
            Some(value) => Some(Literal::Int(if negative { -value } else { value })),
            None => {
                self.decline(node, "this number");
                None
            }
        }
    }
}

pub(crate) fn cons_name(span: Span) -> Name {
    Name { text: "::".to_owned(), span }
}

pub(crate) fn nil_name(span: Span) -> Name {
    Name { text: "[]".to_owned(), span }
}

/// The values of fields in the order in which they are declared. One that is missing is what `otherwise` says.
pub(super) fn in_order<T: Clone>(
    fields: Option<&[String]>,
    given: &[(Name, T)],
    otherwise: impl Fn() -> Option<T>,
) -> Option<Vec<T>> {
    let fields = fields?;
    let known = |(name, _): &(Name, T)| fields.contains(&name.text);
    if given.len() > fields.len() || !given.iter().all(known) {
        return None;
    }
    let value = |field: &String| {
        given.iter().find(|(name, _)| name.text == *field).map(|(_, value)| value.clone()).or_else(&otherwise)
    };
    fields.iter().map(value).collect()
}
