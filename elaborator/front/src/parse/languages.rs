//! Languages of traces: `.*; Push y; (. - Pop (Some y))*; Is_empty true`.
//!
//! Precedence, from weakest: `|`, `&`, `;`, `-`, `*`. A qualifier `when φ` belongs to the event before it and reaches as
//! far as a formula does, so an event with a qualifier stands in parentheses before `*`, `-` and where its formula would go on.

use tree_sitter::Node;

use super::lexer::Token;
use super::paper::{PaperParser, Parsed};
use super::tree::{Reader, attributes, child_of_kind, field, parts};
use crate::diagnostic::Problems;
use crate::span::Span;
use crate::syntax::language::{Language, LanguageKind, TraceExpr, TraceKind};
use crate::syntax::{ExprKind, Name, PatternKind};

impl PaperParser {
    /// The whole text as a language of traces.
    pub fn language(self, problems: &mut Problems) -> Option<TraceExpr> {
        self.whole(problems, |parser| {
            let body = parser.either()?;
            if *parser.peek() != Token::End {
                return Err(parser.unexpected(
                    "`;`, `|`, `&`, `*` or the end",
                    "events stand in sequence with `;` between them",
                ));
            }
            Ok(body)
        })
    }

    fn either(&mut self) -> Parsed<TraceExpr> {
        self.deeper(|parser| parser.separated("|", Self::both, TraceKind::Either))
    }

    fn both(&mut self) -> Parsed<TraceExpr> {
        self.separated("&", Self::sequence, TraceKind::Both)
    }

    fn sequence(&mut self) -> Parsed<TraceExpr> {
        self.separated(";", Self::difference, TraceKind::Sequence)
    }

    fn separated(
        &mut self,
        symbol: &'static str,
        part: impl Fn(&mut Self) -> Parsed<TraceExpr>,
        together: impl FnOnce(Vec<TraceExpr>) -> TraceKind,
    ) -> Parsed<TraceExpr> {
        let first = part(self)?;
        let mut span = first.span;
        let mut list = vec![first];
        while self.eat(symbol) {
            let next = part(self)?;
            span = span.to(next.span);
            list.push(next);
        }
        match (list.pop(), list.is_empty()) {
            (Some(only), true) => Ok(only),
            (last, _) => {
                list.extend(last);
                Ok(TraceExpr { kind: together(list), span })
            }
        }
    }

    fn difference(&mut self) -> Parsed<TraceExpr> {
        let mut left = self.repeated()?;
        while self.eat("-") {
            let right = self.repeated()?;
            let span = left.span.to(right.span);
            left = TraceExpr { kind: TraceKind::Without(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn repeated(&mut self) -> Parsed<TraceExpr> {
        let mut inner = self.traces_atom()?;
        while *self.peek() == Token::Symbol("*") {
            let span = inner.span.to(self.advance());
            inner = TraceExpr { kind: TraceKind::Repeated(Box::new(inner)), span };
        }
        Ok(inner)
    }

    fn traces_atom(&mut self) -> Parsed<TraceExpr> {
        let start = self.span();
        match self.peek().clone() {
            Token::Symbol(".") => {
                self.advance();
                Ok(TraceExpr { kind: TraceKind::Any, span: start })
            }
            Token::Symbol("(") => {
                self.advance();
                let mut inner = self.either()?;
                inner.span = start.to(self.span());
                self.expect(")")?;
                Ok(inner)
            }
            Token::Upper(word) if word == "LAST" => {
                self.advance();
                let inner = self.traces_atom()?;
                let span = start.to(inner.span);
                Ok(TraceExpr { kind: TraceKind::Last(Box::new(inner)), span })
            }
            Token::Upper(_) => {
                let event = self.application()?;
                let span = event.span;
                let ExprKind::Construct(name, arguments) = event.kind else {
                    return Err(self.unexpected("an event", "write `Push x`"));
                };
                let when = self.qualifier()?;
                let span = when.as_ref().map_or(span, |when| span.to(when.span));
                Ok(TraceExpr { kind: TraceKind::Event(name, arguments, when.map(Box::new)), span })
            }
            Token::Lower(word) if word == "eps" => {
                self.advance();
                let when = self.qualifier()?;
                let span = when.as_ref().map_or(start, |when| start.to(when.span));
                Ok(TraceExpr { kind: TraceKind::Nothing(when.map(Box::new)), span })
            }
            Token::Lower(word) if word == "not" => Err(self.unexpected(
                "a language of traces",
                "only events have a complement: `. - Pop _` is every event but a `Pop`",
            )),
            Token::Lower(_) => {
                let name = self.variable()?;
                let mut arguments = Vec::new();
                while !self.at_qualifier() && self.starts_atom() {
                    arguments.push(self.postfix()?);
                }
                let span = arguments.last().map_or(start, |last| start.to(last.span));
                Ok(TraceExpr { kind: TraceKind::Call(name, arguments), span })
            }
            _ => Err(self.unexpected(
                "an event, `.`, `eps` or the name of a language",
                "write, for example, `.*; Push y; (. - Pop (Some y))*; Is_empty true`",
            )),
        }
    }

    fn at_qualifier(&self) -> bool {
        matches!(self.peek(), Token::Lower(word) if word == "when")
    }

    fn qualifier(&mut self) -> Parsed<Option<crate::syntax::Expr>> {
        if self.eat_word("when") { self.formula().map(Some) } else { Ok(None) }
    }
}

impl Reader<'_> {
    /// `let[@goal] name (x : t) … = {| … |}`
    pub(super) fn language(&mut self, node: Node<'_>, kind: LanguageKind) -> Option<Language> {
        self.mark(node);
        let span = self.span(node);
        let bindings: Vec<_> =
            parts(node).into_iter().filter(|child| child.kind() == "let_binding").collect();
        let [binding] = bindings.as_slice() else {
            let message = format!("`[@{}]` defines one language at a time", kind.word());
            self.ill_formed(span, message, "write one `let` for each");
            return None;
        };
        if self.has_token(node, "rec") {
            let advice = "leave `rec` out: it is a string for OCaml, and a grammar may name itself in it";
            self.ill_formed(span, "a recursive definition of a language of traces", advice);
            return None;
        }
        self.mark(*binding);
        attributes(*binding).into_iter().for_each(|attribute| self.unknown_attribute(attribute));
        let pattern = self.pattern(field(*binding, "pattern")?)?;
        let PatternKind::Variable(text) = pattern.kind else {
            self.ill_formed(pattern.span, "a language of traces without a name", "name it");
            return None;
        };
        let mut parameters = Vec::new();
        for child in parts(*binding).into_iter().filter(|child| child.kind() == "parameter") {
            parameters.push(self.parameter(child)?);
        }
        if let Some(written) = field(*binding, "type") {
            self.type_expr(written)?;
        }
        let body = field(*binding, "body");
        body.inspect(|body| self.mark_whole(*body));
        let quoted = body.filter(|body| body.kind() == "quoted_string");
        let content = quoted.and_then(|body| child_of_kind(body, "quoted_string_content"));
        let Some(content) = content else {
            let message = format!("the language of `{text}` is missing");
            self.ill_formed(span, message, "write it as a quoted string: `{| .*; Push y |}`");
            return None;
        };
        let parser = PaperParser::new(self.text_of(content), content.start_byte(), self.source);
        let body = parser.language(self.problems)?;
        let name = Name { text, span: pattern.span };
        let span: Span = self.span(*binding);
        Some(Language { kind, name, parameters, body, span })
    }
}
