//! `fun`, `match` and `let` in formulas of the paper notation, and their patterns.
//!
//! They mean what they mean in a `let[@predicate]`: a function is written out where it is used, a match has to cover
//! everything, and what is named has to be total. Their bodies reach as far to the right as OCaml's do. A comma or
//! semicolon behind a body would belong to it for OCaml; it is refused, so that nobody has to know that.

use super::lexer::Token;
use super::paper::{PaperParser, Parsed};
use super::patterns::{cons_name, nil_name};
use crate::span::Span;
use crate::syntax::{
    Binding, Bindings, Case, Expr, ExprKind, Literal, Name, Pattern, PatternKind, TAG, TypeExpr,
};

/// The words that start one of these.
pub(super) const OPENING: [&str; 4] = ["fun", "function", "match", "let"];

impl PaperParser {
    /// Whether a function, a match or a local definition starts here.
    pub(super) fn starts_body(&self) -> bool {
        matches!(self.peek(), Token::Lower(word) if OPENING.contains(&word.as_str()))
    }

    /// One of the four; the word is still to be read.
    pub(super) fn with_body(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = if self.eat_word("fun") {
            let mut parameters = vec![self.pattern_atom()?];
            while *self.peek() != Token::Symbol("->") {
                parameters.push(self.pattern_atom()?);
            }
            self.arrow()?;
            ExprKind::Function(parameters, Box::new(self.formula()?))
        } else if self.eat_word("function") {
            ExprKind::Cases(self.cases()?)
        } else if self.eat_word("match") {
            let scrutinee = self.scrutinee()?;
            self.word("with", "write `match e with p -> e | …`")?;
            ExprKind::Match(Box::new(scrutinee), self.cases()?)
        } else {
            self.word("let", "complete the formula")?;
            self.local_definition()?
        };
        self.end_of_body = Some(self.position);
        let end = self.previous();
        Ok(Expr { kind, span: start.to(end) })
    }

    /// What is matched: a tuple may stand without parentheses.
    fn scrutinee(&mut self) -> Parsed<Expr> {
        let first = self.formula()?;
        let mut components = vec![first];
        while self.eat(",") {
            components.push(self.formula()?);
        }
        Ok(match components.len() {
            1 => components.remove(0),
            _ => {
                let span = components.iter().map(|part| part.span).reduce(Span::to);
                Expr { kind: ExprKind::Tuple(components), span: span.unwrap_or_else(|| self.span()) }
            }
        })
    }

    fn cases(&mut self) -> Parsed<Vec<Case>> {
        self.eat("|");
        let mut cases = Vec::new();
        loop {
            let pattern = self.pattern()?;
            let guard = if self.eat_word("when") { Some(self.formula()?) } else { None };
            self.arrow()?;
            let body = self.formula()?;
            cases.push(Case { pattern, guard, body });
            if !self.eat("|") {
                return Ok(cases);
            }
        }
    }

    /// `let p = e and p = e in φ`, after the word.
    fn local_definition(&mut self) -> Parsed<ExprKind> {
        if matches!(self.peek(), Token::Lower(word) if word == "rec") {
            return Err(self.unexpected(
                "a pattern",
                "formulas have no recursion: define a `let[@predicate]`, use it here",
            ));
        }
        let mut list = Vec::new();
        loop {
            list.push(self.local_binding()?);
            if !self.eat_word("and") {
                break;
            }
        }
        self.word("in", "write `let x = e in φ`")?;
        let body = self.formula()?;
        Ok(ExprKind::Let(Bindings { recursive: false, list }, Box::new(body)))
    }

    fn local_binding(&mut self) -> Parsed<Binding> {
        let start = self.span();
        let pattern = self.pattern()?;
        let mut parameters = Vec::new();
        while !matches!(self.peek(), Token::Symbol("=" | ":")) {
            parameters.push(self.pattern_atom()?);
        }
        let result: Option<TypeExpr> = if self.eat(":") { Some(self.sort()?) } else { None };
        self.expect("=")?;
        let body = self.formula()?;
        let span = start.to(body.span);
        Ok(Binding { pattern, parameters, result, body, attributes: Vec::new(), span })
    }

    // --- patterns ---

    /// From weakest: `as`, `|`, `,`, `::`, a constructor and its argument.
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        self.deeper(|parser| {
            let start = parser.span();
            let mut alternatives = vec![parser.pattern_tuple()?];
            while parser.eat("|") {
                alternatives.push(parser.pattern_tuple()?);
            }
            let mut pattern = match alternatives.len() {
                1 => alternatives.remove(0),
                _ => Pattern { kind: PatternKind::Or(alternatives), span: start.to(parser.previous()) },
            };
            while parser.eat_word("as") {
                let name = parser.variable()?;
                let span = start.to(name.span);
                pattern = Pattern { kind: PatternKind::Alias(Box::new(pattern), name), span };
            }
            Ok(pattern)
        })
    }

    fn pattern_tuple(&mut self) -> Parsed<Pattern> {
        let start = self.span();
        let mut components = vec![self.pattern_cons()?];
        while self.eat(",") {
            components.push(self.pattern_cons()?);
        }
        Ok(match components.len() {
            1 => components.remove(0),
            _ => Pattern { kind: PatternKind::Tuple(components), span: start.to(self.previous()) },
        })
    }

    fn pattern_cons(&mut self) -> Parsed<Pattern> {
        let head = self.pattern_application()?;
        if !self.eat("::") {
            return Ok(head);
        }
        let tail = self.deeper(Self::pattern_cons)?;
        let span = head.span.to(tail.span);
        Ok(Pattern { kind: PatternKind::Construct(cons_name(span), vec![head, tail]), span })
    }

    fn pattern_application(&mut self) -> Parsed<Pattern> {
        let Token::Upper(text) = self.peek().clone() else { return self.pattern_atom() };
        let span = self.advance();
        let name = Name { text, span };
        if !self.starts_pattern_atom() {
            return Ok(Pattern { kind: PatternKind::Construct(name, Vec::new()), span });
        }
        let argument = self.deeper(Self::pattern_application)?;
        let span = span.to(argument.span);
        let arguments = match argument.kind {
            // What a tag carries is one value.
            PatternKind::Tuple(components) if !name.text.starts_with(TAG) => components,
            _ => vec![argument],
        };
        Ok(Pattern { kind: PatternKind::Construct(name, arguments), span })
    }

    fn starts_pattern_atom(&self) -> bool {
        match self.peek() {
            Token::Symbol(symbol) => matches!(*symbol, "(" | "[" | "{" | "-"),
            _ => self.starts_atom(),
        }
    }

    fn pattern_atom(&mut self) -> Parsed<Pattern> {
        let span = self.span();
        let negative = self.eat("-");
        let kind = match self.peek().clone() {
            Token::Int(value) => {
                PatternKind::Literal(Literal::Int(if negative { value.saturating_neg() } else { value }))
            }
            _ if negative => return Err(self.unexpected("a number", "write `-1`")),
            Token::Lower(word) if word == "_" => PatternKind::Any,
            Token::Lower(word) if word == "true" => PatternKind::Literal(Literal::Bool(true)),
            Token::Lower(word) if word == "false" => PatternKind::Literal(Literal::Bool(false)),
            // `M.x` is no variable.
            Token::Lower(word) if !word.contains('.') => PatternKind::Variable(self.variable()?.text),
            Token::Upper(text) => PatternKind::Construct(Name { text, span }, Vec::new()),
            Token::String(text) => PatternKind::Literal(Literal::String(text)),
            Token::Char(text) => PatternKind::Literal(Literal::Char(text)),
            Token::Symbol("(") => return self.pattern_in_parentheses(),
            Token::Symbol("[") => return self.pattern_list(),
            Token::Symbol("{") => return self.pattern_record(),
            _ => return Err(self.unexpected("a pattern", "name a variable, a constructor or a literal")),
        };
        if !matches!(kind, PatternKind::Variable(_)) {
            self.advance();
        }
        Ok(Pattern { kind, span: span.to(self.previous()) })
    }

    fn pattern_in_parentheses(&mut self) -> Parsed<Pattern> {
        let start = self.advance();
        if self.eat(")") {
            return Ok(Pattern {
                kind: PatternKind::Literal(Literal::Unit),
                span: start.to(self.previous()),
            });
        }
        let inner = self.pattern()?;
        let pattern = if self.eat(":") {
            let sort = self.sort()?;
            let span = inner.span.to(sort.span);
            Pattern { kind: PatternKind::Typed(Box::new(inner), sort), span }
        } else {
            inner
        };
        self.expect(")")?;
        Ok(pattern)
    }

    fn pattern_list(&mut self) -> Parsed<Pattern> {
        let start = self.advance();
        let mut elements = Vec::new();
        while *self.peek() != Token::Symbol("]") {
            elements.push(self.pattern()?);
            if !self.eat(";") {
                break;
            }
        }
        self.expect("]")?;
        let span = start.to(self.previous());
        let nil = Pattern { kind: PatternKind::Construct(nil_name(span), Vec::new()), span };
        Ok(elements.into_iter().rev().fold(nil, |tail, head| Pattern {
            kind: PatternKind::Construct(cons_name(span), vec![head, tail]),
            span,
        }))
    }

    /// `{ x; y = p; _ }`
    fn pattern_record(&mut self) -> Parsed<Pattern> {
        let start = self.advance();
        let mut fields = Vec::new();
        while *self.peek() != Token::Symbol("}") {
            if self.eat_word("_") {
                self.eat(";");
                break;
            }
            let name = self.variable()?;
            let value = if self.eat("=") {
                self.pattern()?
            } else {
                let own = name.text.rsplit('.').next().unwrap_or_default().to_owned();
                Pattern { kind: PatternKind::Variable(own), span: name.span }
            };
            fields.push((name, value));
            if !self.eat(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Pattern { kind: PatternKind::Record(fields), span: start.to(self.previous()) })
    }

    // --- tokens ---

    fn arrow(&mut self) -> Parsed<()> {
        if self.eat("->") {
            return Ok(());
        }
        Err(self.unexpected("`->`", "write `fun x -> φ` or `match e with p -> φ`"))
    }

    fn word(&mut self, word: &str, advice: &'static str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}`"), advice))
    }
}
