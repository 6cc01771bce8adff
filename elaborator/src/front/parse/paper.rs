//! The paper notation: `n:{v:int | 0 <= v} -> [v:int list | len v <= n]`.
//!
//! A recursive-descent parser over [`lexer`](super::lexer) tokens. It stops at
//! the first error of an annotation: after that, guesses about what was meant
//! would produce noise. Precedence, from weakest: quantifiers and `if`, `<=>`,
//! `==>` (right), `||`, `&&`, comparisons, `::` (right), `+ -`, `* / mod`,
//! `not` and unary minus, application, `.field`.

use super::expressions::operator_of;
use super::lexer::{Token, tokens};
use super::patterns::{cons_name, nil_name};
use super::poirot::{generator, predicate_arguments, unrefined};
use super::tree::DEEPEST;
use crate::front::diagnostic::{DiagnosticKind, Problems};
use crate::front::span::{Source, Span};
use crate::front::syntax::{
    Expr, ExprKind, Literal, Mode, Name, Operator, Quantifier, SpecScheme, SpecType, SpecTypeKind,
    TypeExpr, TypeExprKind,
};

/// Words that cannot be variables.
const RESERVED: [&str; 9] = [
    "forall", "exists", "not", "true", "false", "mod", "if", "then", "else",
];

/// Why an annotation cannot be read.
struct Failure {
    span: Span,
    message: String,
    advice: &'static str,
}

type Parsed<T> = Result<T, Failure>;

/// Reads one annotation.
pub(crate) struct PaperParser {
    tokens: Vec<(Token, Span)>,
    position: usize,
    depth: usize,
}

impl PaperParser {
    pub fn new(text: &str, offset: usize, source: Source) -> Self {
        Self {
            tokens: tokens(text, offset, source),
            position: 0,
            depth: 0,
        }
    }

    /// The whole annotation as a type scheme.
    pub fn scheme(mut self, problems: &mut Problems) -> Option<SpecScheme> {
        match self.whole_scheme() {
            Ok(scheme) => Some(scheme),
            Err(failure) => {
                problems.push(
                    DiagnosticKind::Syntax,
                    failure.span,
                    failure.message,
                    failure.advice,
                );
                None
            }
        }
    }

    fn whole_scheme(&mut self) -> Parsed<SpecScheme> {
        let start = self.span();
        let mut types = Vec::new();
        let mut predicates = Vec::new();
        while self.eat_word("forall") {
            while !self.eat(".") {
                match self.peek().clone() {
                    Token::TypeVariable(text) => {
                        let span = self.advance();
                        types.push(Name { text, span });
                    }
                    Token::Symbol("(") => {
                        self.advance();
                        predicates.push(self.predicate_variable()?);
                        self.expect(")")?;
                    }
                    Token::Lower(_) => predicates.push(self.predicate_variable()?),
                    _ => {
                        return Err(self.unexpected(
                            "a type variable or a predicate variable",
                            "write `forall 'a. …` or `forall (p : 'a -> bool). …`",
                        ));
                    }
                }
            }
        }
        let body = self.spec(true)?;
        if *self.peek() != Token::End {
            return Err(self.unexpected("the end of the type", "remove what follows"));
        }
        let span = start.to(body.span);
        Ok(SpecScheme {
            types,
            predicates,
            body,
            span,
        })
    }

    fn predicate_variable(&mut self) -> Parsed<(Name, Vec<TypeExpr>)> {
        let name = self.variable()?;
        self.expect(":")?;
        let written = self.sort_arrow()?;
        match predicate_arguments(&written) {
            Some(arguments) if !arguments.is_empty() => Ok((name, arguments)),
            _ => Err(Failure {
                span: written.span,
                message: "a predicate variable has a type `… -> bool`".to_owned(),
                advice: "write `forall (p : 'a -> bool). …`",
            }),
        }
    }

    /// `τ` or `x:τ -> τ`. A base result must be a coverage type.
    fn spec(&mut self, result: bool) -> Parsed<SpecType> {
        self.deeper(|parser| {
            let start = parser.span();
            let parameter = parser.parameter_name();
            let domain = parser.spec_atom()?;
            if parser.eat("->") {
                let domain = parser.as_parameter(domain)?;
                let codomain = parser.spec(true)?;
                let span = start.to(codomain.span);
                return Ok(SpecType {
                    kind: SpecTypeKind::Arrow {
                        parameter,
                        domain: Box::new(domain),
                        codomain: Box::new(codomain),
                    },
                    span,
                });
            }
            if let Some(name) = parameter {
                return Err(Failure {
                    span: name.span,
                    message: "a named type must be a parameter".to_owned(),
                    advice: "`->` and a result are missing after it",
                });
            }
            if result
                && let SpecTypeKind::Base {
                    mode: Mode::Over, ..
                } = domain.kind
            {
                return Err(Failure {
                    span: domain.span,
                    message: "the result must be a coverage type".to_owned(),
                    advice: "write it with square brackets: `[v:t | φ]`",
                });
            }
            Ok(domain)
        })
    }

    fn as_parameter(&self, domain: SpecType) -> Parsed<SpecType> {
        match domain.kind {
            SpecTypeKind::Base {
                mode: Mode::Under, ..
            } => Err(Failure {
                span: domain.span,
                message: "a base parameter cannot be a coverage type".to_owned(),
                advice: "write it with braces: `x:{v:t | φ}`",
            }),
            _ => Ok(domain),
        }
    }

    /// `x:` in front of a parameter.
    fn parameter_name(&mut self) -> Option<Name> {
        match (self.peek().clone(), self.peek_at(1)) {
            (Token::Lower(text), Token::Symbol(":")) => {
                let span = self.advance();
                self.advance();
                Some(Name { text, span })
            }
            _ => None,
        }
    }

    fn spec_atom(&mut self) -> Parsed<SpecType> {
        let start = self.span();
        if self.eat("{") {
            return self.base(start, Mode::Over, "}");
        }
        if self.eat("[") {
            return self.base(start, Mode::Under, "]");
        }
        if *self.peek() == Token::Upper("M".to_owned()) {
            self.advance();
            let result = self.spec_atom()?;
            let span = start.to(result.span);
            return Ok(generator(result, span));
        }
        if *self.peek() == Token::Symbol("(") {
            // Either a refinement type in parentheses or a plain type such as
            // `(int * int) list`: try the former, fall back to the latter.
            let before = self.position;
            self.advance();
            if let Ok(inner) = self.spec(false)
                && self.eat(")")
                && !matches!(self.peek(), Token::Lower(_) | Token::Symbol("*"))
            {
                return Ok(inner);
            }
            self.position = before;
        }
        let sort = self.sort()?;
        let span = sort.span;
        Ok(unrefined(sort, span))
    }

    fn base(&mut self, start: Span, mode: Mode, close: &'static str) -> Parsed<SpecType> {
        let value = self.variable()?;
        self.expect(":")?;
        let sort = self.sort()?;
        let formula = if self.eat("|") {
            self.formula()?
        } else {
            Expr {
                kind: ExprKind::Literal(Literal::Bool(true)),
                span: sort.span,
            }
        };
        let end = self.span();
        self.expect(close)?;
        Ok(SpecType {
            kind: SpecTypeKind::Base {
                mode,
                value,
                sort,
                formula,
            },
            span: start.to(end),
        })
    }

    // --- plain types ---

    fn sort_arrow(&mut self) -> Parsed<TypeExpr> {
        self.deeper(|parser| {
            let domain = parser.sort()?;
            if parser.eat("->") {
                let codomain = parser.sort_arrow()?;
                let span = domain.span.to(codomain.span);
                return Ok(TypeExpr {
                    kind: TypeExprKind::Arrow(Box::new(domain), Box::new(codomain)),
                    span,
                });
            }
            Ok(domain)
        })
    }

    fn sort(&mut self) -> Parsed<TypeExpr> {
        let first = self.sort_postfix()?;
        let mut components = vec![first];
        while self.eat("*") {
            components.push(self.sort_postfix()?);
        }
        if components.len() == 1
            && let Some(only) = components.pop()
        {
            return Ok(only);
        }
        let span = components
            .iter()
            .map(|component| component.span)
            .reduce(Span::to)
            .unwrap_or_else(|| self.span());
        Ok(TypeExpr {
            kind: TypeExprKind::Tuple(components),
            span,
        })
    }

    fn sort_postfix(&mut self) -> Parsed<TypeExpr> {
        let start = self.span();
        let mut arguments = match self.peek().clone() {
            Token::TypeVariable(text) => {
                self.advance();
                vec![TypeExpr {
                    kind: TypeExprKind::Variable(text),
                    span: start,
                }]
            }
            Token::Lower(text) => {
                self.advance();
                vec![TypeExpr {
                    kind: TypeExprKind::Apply(text, Vec::new()),
                    span: start,
                }]
            }
            Token::Symbol("(") => {
                self.advance();
                let mut list = vec![self.deeper(Self::sort_arrow)?];
                while self.eat(",") {
                    list.push(self.sort_arrow()?);
                }
                self.expect(")")?;
                list
            }
            _ => return Err(self.unexpected("a type", "name a type, such as `int list`")),
        };
        while let Token::Lower(text) = self.peek().clone() {
            let end = self.advance();
            arguments = vec![TypeExpr {
                kind: TypeExprKind::Apply(text, arguments),
                span: start.to(end),
            }];
        }
        match (arguments.pop(), arguments.is_empty()) {
            (Some(only), true) => Ok(only),
            _ => Err(self.unexpected("a type constructor", "write `(int, bool) name`")),
        }
    }

    // --- formulas ---

    fn formula(&mut self) -> Parsed<Expr> {
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
            let span = start.to(otherwise.span);
            return Ok(Expr {
                kind: ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
                span,
            });
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
        Ok(binders
            .into_iter()
            .rev()
            .fold(body, |body, (name, sort)| Expr {
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
    /// 4 `::`, 5 `+ -`, 6 `* / mod`.
    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        if level > 6 {
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
            self.advance();
            // `==>` and `::` group to the right; a quantifier or `if` may
            // stand without parentheses as the last operand of a connective.
            let right = match level {
                0 => self.deeper(|parser| parser.operand(0))?,
                1 | 2 => self.operand(level + 1)?,
                4 => self.deeper(|parser| parser.binary(4))?,
                _ => self.binary(level + 1)?,
            };
            left = match text {
                "::" => {
                    let span = left.span.to(right.span);
                    Expr {
                        kind: ExprKind::Construct(cons_name(span), vec![left, right]),
                        span,
                    }
                }
                _ => match operator_of(text) {
                    Some(operator) => binary(operator, left, right),
                    None => return Err(self.unexpected("an operator", "use `&&`, `<=`, `+` …")),
                },
            };
        }
    }

    fn operand(&mut self, level: usize) -> Parsed<Expr> {
        match self.peek() {
            Token::Lower(word) if matches!(word.as_str(), "forall" | "exists" | "if") => {
                self.formula()
            }
            _ => self.binary(level),
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat_word("not") {
            let inner = self.deeper(Self::unary)?;
            let span = start.to(inner.span);
            return Ok(Expr {
                kind: ExprKind::Not(Box::new(inner)),
                span,
            });
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

    fn application(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if let Token::Upper(text) = self.peek().clone() {
            let span = self.advance();
            let name = Name { text, span };
            let arguments = if self.starts_atom() {
                let argument = self.postfix()?;
                match argument.kind {
                    ExprKind::Tuple(components) => components,
                    _ => vec![argument],
                }
            } else {
                Vec::new()
            };
            let end = arguments.last().map_or(span, |last| last.span);
            return Ok(Expr {
                kind: ExprKind::Construct(name, arguments),
                span: span.to(end),
            });
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
        Ok(Expr {
            kind: ExprKind::Apply(Box::new(head), arguments),
            span,
        })
    }

    fn starts_atom(&self) -> bool {
        match self.peek() {
            Token::Lower(word) => {
                !RESERVED.contains(&word.as_str()) || word == "true" || word == "false"
            }
            Token::Upper(_) | Token::Int(_) | Token::String(_) | Token::Char(_) => true,
            Token::Symbol(symbol) => matches!(*symbol, "(" | "["),
            _ => false,
        }
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut atom = self.atom()?;
        while *self.peek() == Token::Symbol(".") && matches!(self.peek_at(1), Token::Lower(_)) {
            self.advance();
            let name = self.variable()?;
            let span = atom.span.to(name.span);
            atom = Expr {
                kind: ExprKind::Field(Box::new(atom), name),
                span,
            };
        }
        Ok(atom)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let kind = match self.peek().clone() {
            Token::Lower(word) if word == "true" => ExprKind::Literal(Literal::Bool(true)),
            Token::Lower(word) if word == "false" => ExprKind::Literal(Literal::Bool(false)),
            Token::Lower(word) if !RESERVED.contains(&word.as_str()) => ExprKind::Variable(word),
            Token::Upper(text) => ExprKind::Construct(Name { text, span }, Vec::new()),
            Token::Int(value) => ExprKind::Literal(Literal::Int(value)),
            Token::String(text) => ExprKind::Literal(Literal::String(text)),
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
            return Ok(Expr {
                kind: ExprKind::Literal(Literal::Unit),
                span: start.to(end),
            });
        }
        let first = self.formula()?;
        let mut components = vec![first];
        while self.eat(",") {
            components.push(self.formula()?);
        }
        let end = self.span();
        self.expect(")")?;
        if components.len() == 1
            && let Some(only) = components.pop()
        {
            return Ok(only);
        }
        Ok(Expr {
            kind: ExprKind::Tuple(components),
            span: start.to(end),
        })
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let mut elements = Vec::new();
        if *self.peek() != Token::Symbol("]") {
            elements.push(self.formula()?);
            while self.eat(";") {
                elements.push(self.formula()?);
            }
        }
        let span = start.to(self.span());
        self.expect("]")?;
        let nil = Expr {
            kind: ExprKind::Construct(nil_name(span), Vec::new()),
            span,
        };
        Ok(elements.into_iter().rev().fold(nil, |tail, head| Expr {
            kind: ExprKind::Construct(cons_name(span), vec![head, tail]),
            span,
        }))
    }

    // --- tokens ---

    fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        self.tokens
            .get(self.position + ahead)
            .map_or(&Token::End, |(token, _)| token)
    }

    fn span(&self) -> Span {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens
            .get(self.position.min(last))
            .map_or(Span::new(Source::User, 0, 0), |(_, span)| *span)
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        self.position += 1;
        span
    }

    fn eat(&mut self, symbol: &'static str) -> bool {
        let found = *self.peek() == Token::Symbol(symbol);
        if found {
            self.position += 1;
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Lower(text) if text == word);
        if found {
            self.position += 1;
        }
        found
    }

    fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{symbol}`"), "check the brackets before this place"))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}`"), "write `if c then a else b`"))
    }

    fn variable(&mut self) -> Parsed<Name> {
        match self.peek().clone() {
            Token::Lower(text) if !RESERVED.contains(&text.as_str()) => {
                let span = self.advance();
                Ok(Name { text, span })
            }
            _ => Err(self.unexpected("a variable", "name the variable")),
        }
    }

    fn unexpected(&self, expected: &str, advice: &'static str) -> Failure {
        let found = match self.peek() {
            Token::End => "the annotation ends".to_owned(),
            Token::Lower(text) | Token::Upper(text) | Token::Unknown(text) => {
                format!("found `{text}`")
            }
            Token::TypeVariable(text) => format!("found `'{text}`"),
            Token::Int(value) => format!("found `{value}`"),
            Token::String(text) | Token::Char(text) => format!("found {text}"),
            Token::Symbol(symbol) => format!("found `{symbol}`"),
        };
        Failure {
            span: self.span(),
            message: format!("expected {expected}, but {found}"),
            advice,
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(Failure {
                span: self.span(),
                message: format!("nesting deeper than {DEEPEST} levels is not supported"),
                advice: "split the formula into predicates",
            });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

fn level_of(text: &str) -> Option<usize> {
    Some(match text {
        "==>" => 0,
        "||" => 1,
        "&&" => 2,
        "=" | "==" | "<>" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "::" => 4,
        "+" | "-" => 5,
        "*" | "/" | "mod" => 6,
        _ => return None,
    })
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr {
        kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)),
        span,
    }
}
