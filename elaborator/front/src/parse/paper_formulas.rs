//! Formulas of the paper notation.

use super::lexer::Token;
use super::paper::{PaperParser, Parsed, RESERVED};
use super::patterns::{cons_name, nil_name};
use crate::span::Span;
use crate::syntax::{Expr, ExprKind, Literal, Name, Operator, Quantifier, TAG, TypeExpr};

impl PaperParser {
    pub(super) fn formula(&mut self) -> Parsed<Expr> {
        self.deeper(Self::formula_shape)
    }

    fn formula_shape(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat_word("forall") {
            return self.quantified(Quantifier::Forall, start);
        }
        if self.eat_word("exists") {
            return self.quantified(Quantifier::Exists, start);
        }
        if self.eat_word("if") {
            let condition = self.formula()?;
            self.expect_word("then")?;
            let then = self.formula()?;
            self.expect_word("else")?;
            let otherwise = self.formula()?;
            self.end_of_if = Some(self.position);
            let span = start.to(otherwise.span);
            return Ok(Expr {
                kind: ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
                span,
            });
        }
        if self.starts_body() {
            return self.with_body();
        }
        let left = self.binary(0)?;
        if self.eat("<=>") {
            let right = self.binary(0)?;
            return Ok(binary(Operator::Iff, left, right));
        }
        Ok(left)
    }

    fn quantified(&mut self, quantifier: Quantifier, start: Span) -> Parsed<Expr> {
        let mut binders = Vec::new();
        loop {
            if self.eat("(") {
                binders.extend(self.binder()?);
                self.expect(")")?;
            } else {
                binders.extend(self.binder()?);
            }
            if self.eat(".") {
                break;
            }
            if !self.eat(",") && *self.peek() != Token::Symbol("(") {
                return Err(self.unexpected("`.`", "write `forall u:int. φ`"));
            }
        }
        let body = self.formula()?;
        let span = start.to(body.span);
        Ok(binders.into_iter().rev().fold(body, |body, (name, sort)| Expr {
            kind: ExprKind::Quantified(quantifier, name, Box::new(sort), Box::new(body)),
            span,
        }))
    }

    /// `u w : t`
    fn binder(&mut self) -> Parsed<Vec<(Name, TypeExpr)>> {
        let mut names = vec![self.variable()?];
        while matches!(self.peek(), Token::Lower(_)) {
            names.push(self.variable()?);
        }
        self.expect(":")?;
        let sort = self.sort()?;
        Ok(names.into_iter().map(|name| (name, sort.clone())).collect())
    }

    /// Binary operators, by level: 0 `==>`, 1 `||`, 2 `&&`, 3 comparisons,
    /// 4 `@`, 5 `::`, 6 `+ -`, 7 `* / mod`.
    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        if level > 7 {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        loop {
            let text = match self.peek() {
                Token::Symbol(symbol) => *symbol,
                Token::Lower(word) if word == "mod" => "mod",
                _ => return Ok(left),
            };
            if level_of(text) != Some(level) {
                return Ok(left);
            }
            let operator = Name { text: text.to_owned(), span: self.advance() };
            // `==>`, `::` and `@` group to the right; a quantifier or `if` may
            // stand without parentheses as the last operand of a connective.
            let right = match level {
                0 => self.deeper(|parser| parser.operand(0))?,
                1 | 2 => self.operand(level + 1)?,
                4 | 5 => self.deeper(|parser| parser.binary(level))?,
                _ => self.binary(level + 1)?,
            };
            left = match text {
                "::" => {
                    let span = left.span.to(right.span);
                    Expr { kind: ExprKind::Construct(cons_name(span), vec![left, right]), span }
                }
                "@" | "^" => {
                    let span = left.span.to(right.span);
                    let head = Expr { kind: ExprKind::Variable(operator.text), span: operator.span };
                    Expr { kind: ExprKind::Apply(Box::new(head), vec![left, right]), span }
                }
                _ => match Operator::spelled(text) {
                    Some(operator) => binary(operator, left, right),
                    None => return Err(self.unexpected("an operator", "use `&&`, `<=`, `+` …")),
                },
            };
        }
    }

    fn operand(&mut self, level: usize) -> Parsed<Expr> {
        match self.peek() {
            Token::Lower(word) if matches!(word.as_str(), "forall" | "exists" | "if") => self.formula(),
            _ if self.starts_body() => self.formula(),
            _ => self.binary(level),
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat_word("not") {
            let inner = self.deeper(Self::unary)?;
            let span = start.to(inner.span);
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span });
        }
        if self.eat("-") {
            let inner = self.deeper(Self::unary)?;
            let span = start.to(inner.span);
            let kind = match inner.kind {
                ExprKind::Literal(Literal::Int(value)) => {
                    ExprKind::Literal(Literal::Int(value.saturating_neg()))
                }
                _ => ExprKind::Negate(Box::new(inner)),
            };
            return Ok(Expr { kind, span });
        }
        self.application()
    }

    pub(super) fn application(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if let Token::Upper(text) = self.peek().clone() {
            let span = self.advance();
            let name = Name { text, span };
            let arguments = if self.starts_atom() {
                let argument = self.postfix()?;
                match argument.kind {
                    // What a tag carries is one value.
                    ExprKind::Tuple(components) if !name.text.starts_with(TAG) => components,
                    _ => vec![argument],
                }
            } else {
                Vec::new()
            };
            let end = arguments.last().map_or(span, |last| last.span);
            return Ok(Expr { kind: ExprKind::Construct(name, arguments), span: span.to(end) });
        }
        let head = self.postfix()?;
        let mut arguments = Vec::new();
        while self.starts_atom() {
            arguments.push(self.postfix()?);
        }
        let Some(last) = arguments.last() else {
            return Ok(head);
        };
        let span = start.to(last.span);
        Ok(Expr { kind: ExprKind::Apply(Box::new(head), arguments), span })
    }

    pub(super) fn starts_atom(&self) -> bool {
        match self.peek() {
            Token::Lower(word) => !RESERVED.contains(&word.as_str()) || word == "true" || word == "false",
            Token::Upper(_) | Token::Int(_) | Token::Float(_) | Token::String(_) | Token::Char(_) => true,
            Token::Symbol(symbol) => matches!(*symbol, "(" | "["),
            _ => false,
        }
    }

    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let mut atom = self.atom()?;
        while *self.peek() == Token::Symbol(".") && matches!(self.peek_at(1), Token::Lower(_)) {
            self.advance();
            let name = self.variable()?;
            let span = atom.span.to(name.span);
            atom = Expr { kind: ExprKind::Field(Box::new(atom), name), span };
        }
        Ok(atom)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let kind = match self.peek().clone() {
            Token::Lower(word) if word == "true" => ExprKind::Literal(Literal::Bool(true)),
            Token::Lower(word) if word == "false" => ExprKind::Literal(Literal::Bool(false)),
            // As in OCaml, it may be the last operand of anything.
            Token::Lower(_) if self.starts_body() => return self.formula(),
            Token::Lower(word) if !RESERVED.contains(&word.as_str()) => ExprKind::Variable(word),
            Token::Upper(text) => ExprKind::Construct(Name { text, span }, Vec::new()),
            Token::Int(value) => ExprKind::Literal(Literal::Int(value)),
            Token::String(text) => ExprKind::Literal(Literal::String(text)),
            Token::Float(text) => ExprKind::Literal(Literal::Float(text)),
            Token::Char(text) => ExprKind::Literal(Literal::Char(text)),
            Token::Symbol("(") => return self.parenthesised(),
            Token::Symbol("[") => return self.list(),
            _ => {
                return Err(self.unexpected("a formula or term", "complete the formula"));
            }
        };
        self.advance();
        Ok(Expr { kind, span })
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let end = self.span();
        if self.eat(")") {
            return Ok(Expr { kind: ExprKind::Literal(Literal::Unit), span: start.to(end) });
        }
        let first = self.formula()?;
        let mut components = vec![first];
        while *self.peek() == Token::Symbol(",") {
            if self.end_of_if == Some(self.position) {
                return Err(self.unexpected(
                    "`)`",
                    "put the `if` in parentheses: OCaml takes what follows a comma into its `else`",
                ));
            }
            self.outside_of_body("`)`")?;
            self.advance();
            components.push(self.formula()?);
        }
        let end = self.span();
        self.expect(")")?;
        if components.len() == 1
            && let Some(only) = components.pop()
        {
            return Ok(only);
        }
        Ok(Expr { kind: ExprKind::Tuple(components), span: start.to(end) })
    }

    /// Refuses a comma or semicolon behind the body of a function, a match or a local definition.
    fn outside_of_body(&self, expected: &str) -> Parsed<()> {
        if self.end_of_body == Some(self.position) {
            return Err(self.unexpected(
                expected,
                "put the `fun`, `match` or `let` in parentheses: OCaml takes what follows into its body",
            ));
        }
        Ok(())
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let mut elements = Vec::new();
        if *self.peek() != Token::Symbol("]") {
            elements.push(self.formula()?);
            while *self.peek() == Token::Symbol(";") {
                self.outside_of_body("`]`")?;
                self.advance();
                elements.push(self.formula()?);
            }
        }
        let span = start.to(self.span());
        self.expect("]")?;
        let nil = Expr { kind: ExprKind::Construct(nil_name(span), Vec::new()), span };
        Ok(elements.into_iter().rev().fold(nil, |tail, head| Expr {
            kind: ExprKind::Construct(cons_name(span), vec![head, tail]),
            span,
        }))
    }
}

fn level_of(text: &str) -> Option<usize> {
    Some(match text {
        "==>" => 0,
        "||" => 1,
        "&&" => 2,
        "=" | "==" | "<>" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "@" | "^" => 4,
        "::" => 5,
        "+" | "-" => 6,
        "*" | "/" | "mod" => 7,
        _ => return None,
    })
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span }
}
