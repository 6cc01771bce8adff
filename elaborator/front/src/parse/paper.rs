//! The paper notation: `n:{v:int | 0 <= v} -> [v:int list | len v <= n]`.
//!
//! A recursive-descent parser over [`lexer`](super::lexer) tokens. It stops at
//! the first error of an annotation: after that, guesses about what was meant
//! would produce noise. Precedence, from weakest: quantifiers and `if`, `<=>`,
//! `==>` (right), `||`, `&&`, comparisons, `::` (right), `+ -`, `* / mod`,
//! `not` and unary minus, application, `.field`.

use super::lexer::{Token, tokens};
use super::poirot::{generator, predicate_arguments, unrefined};
use super::tree::DEEPEST;
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::span::{Source, Span};
use crate::syntax::{
    ClaimKind, Expr, ExprKind, Literal, Mode, Name, SpecScheme, SpecType, SpecTypeKind, TypeExpr,
    TypeExprKind,
};

/// Words that cannot be variables.
pub(super) const RESERVED: [&str; 19] = [
    "forall", "exists", "not", "true", "false", "mod", "if", "then", "else", "fun", "function", "match",
    "with", "when", "let", "rec", "and", "in", "as",
];

/// Why an annotation cannot be read.
pub(super) struct Failure {
    span: Span,
    message: String,
    advice: &'static str,
    /// What was meant is clear, and cannot be: reading it in another way makes no better message.
    settled: bool,
}

pub(super) type Parsed<T> = Result<T, Failure>;

/// Reads one annotation.
pub(crate) struct PaperParser {
    tokens: Vec<(Token, Span)>,
    pub(super) position: usize,
    depth: usize,
    /// Where the last `if` ended: a comma there belongs to its `else` for OCaml.
    pub(super) end_of_if: Option<usize>,
    /// Where the last function, match or local definition ended.
    pub(super) end_of_body: Option<usize>,
    /// How the result of the whole claim is read.
    kind: ClaimKind,
    /// Where it says that every run ends with a value.
    total: Option<Span>,
    /// Types in parentheses around the place: what is in them is no result of the claim.
    parentheses: usize,
    /// Whether the last base type was in braces; a type that is not refined says nothing about a result.
    in_braces: bool,
    /// Whether `[tr | φ]` and `[tr, v:t | φ]` are types here.
    traces: bool,
}

impl PaperParser {
    pub fn new(text: &str, offset: usize, source: Source) -> Self {
        Self {
            tokens: tokens(text, offset, source),
            position: 0,
            depth: 0,
            end_of_if: None,
            end_of_body: None,
            kind: ClaimKind::Every,
            total: None,
            parentheses: 0,
            in_braces: false,
            traces: false,
        }
    }

    /// Reads claims about traces, too: `[tr | φ]` and `[tr, v:t | φ]`.
    pub fn with_traces(mut self) -> Self {
        self.traces = true;
        self
    }

    /// The whole annotation as a type scheme.
    pub fn scheme(self, problems: &mut Problems) -> Option<SpecScheme> {
        self.whole(problems, Self::whole_scheme)
    }

    /// What `read` makes of the whole text, or a message.
    pub(super) fn whole<T>(
        mut self,
        problems: &mut Problems,
        read: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Option<T> {
        match read(&mut self) {
            Ok(whole) => Some(whole),
            Err(failure) => {
                problems.push(DiagnosticKind::Syntax, failure.span, failure.message, failure.advice);
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
        Ok(SpecScheme { kind: self.kind, total: self.total, types, predicates, body, span })
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
                settled: false,
            }),
        }
    }

    /// `τ` or `x:τ -> τ`. A base result is a coverage type, unless it is the claim's own: that may be
    /// read in either direction or in both.
    fn spec(&mut self, result: bool) -> Parsed<SpecType> {
        self.deeper(|parser| {
            let start = parser.span();
            let parameter = parser.parameter_name();
            let total = parser.total();
            let exactly = parser.exactly();
            let domain = parser.spec_atom()?;
            if let Some(word) = total
                && (parser.parentheses > 0 || parameter.is_some() || *parser.peek() == Token::Symbol("->"))
            {
                return Err(Failure {
                    span: word,
                    message: "`total` stands before the result of a claim".to_owned(),
                    advice: "write `x:{v:t | φ} -> total {v:t | ψ}`; parameters are values already",
                    settled: true,
                });
            }
            if let Some(word) = exactly
                && (parser.parentheses > 0 || parameter.is_some() || *parser.peek() == Token::Symbol("->"))
            {
                return Err(Failure {
                    span: word,
                    message: "`exactly` stands before the result of a claim".to_owned(),
                    advice: "write `x:{v:t | φ} -> exactly [v:t | ψ]`; parameters are not read in both directions",
                    settled: true,
                });
            }
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
                    settled: false,
                });
            }
            if parser.parentheses == 0 {
                let result = parser.claimed_result(domain, exactly)?;
                if let Some(word) = total
                    && parser.kind == ClaimKind::Every
                {
                    return Err(Failure {
                        span: word,
                        message: "`total` is about what is returned *only*".to_owned(),
                        advice: "write `total {v:t | φ}`, or `total exactly [v:t | φ]` for both directions",
                        settled: true,
                    });
                }
                parser.total = total;
                return Ok(result);
            }
            if result
                && !parser.in_braces
                && let SpecTypeKind::Base { mode: Mode::Over, .. } = domain.kind
            {
                return Err(unread_result(domain.span));
            }
            Ok(domain)
        })
    }

    /// The word `exactly`, where a type with brackets follows.
    fn exactly(&mut self) -> Option<Span> {
        let follows = match self.peek_at(1) {
            Token::Symbol(symbol) => matches!(*symbol, "[" | "{"),
            Token::Upper(name) => name == "M",
            _ => false,
        };
        let word = self.span();
        (follows && self.eat_word("exactly")).then_some(word)
    }

    /// The word `total`, where the type of a result follows.
    fn total(&mut self) -> Option<Span> {
        let follows = match self.peek_at(1) {
            Token::Symbol(symbol) => matches!(*symbol, "[" | "{"),
            Token::Upper(name) => name == "M",
            Token::Lower(word) => word == "exactly",
            _ => false,
        };
        let word = self.span();
        (follows && self.eat_word("total")).then_some(word)
    }

    /// The result of the claim, as a coverage type; how it is read is noted.
    fn claimed_result(&mut self, mut result: SpecType, exactly: Option<Span>) -> Parsed<SpecType> {
        let Some(mode) = innermost(&mut result) else { return Ok(result) };
        self.kind = match (*mode, exactly) {
            (Mode::Under, None) => ClaimKind::Every,
            (Mode::Under, Some(_)) => ClaimKind::Exactly,
            (Mode::Over, _) if !self.in_braces => {
                return Err(Failure {
                    span: result.span,
                    message: "the result must be a coverage type or in braces".to_owned(),
                    advice: "write `[v:t | φ]` for every such value, `{v:t | φ}` for only such values",
                    settled: false,
                });
            }
            (Mode::Over, None) => ClaimKind::Only,
            (Mode::Over, Some(word)) => {
                return Err(Failure {
                    span: word,
                    message: "`exactly` is both readings, and braces are one".to_owned(),
                    advice: "write `exactly [v:t | φ]` for both, `{v:t | φ}` for only these values",
                    settled: false,
                });
            }
        };
        *mode = Mode::Under;
        Ok(result)
    }

    fn as_parameter(&self, mut domain: SpecType) -> Parsed<SpecType> {
        let span = domain.span;
        if let SpecTypeKind::Arrow { .. } = domain.kind
            && innermost(&mut domain).is_some_and(|mode| *mode == Mode::Over)
            && !self.in_braces
        {
            return Err(unread_result(span));
        }
        match domain.kind {
            SpecTypeKind::Base { mode: Mode::Under, .. } => Err(Failure {
                span: domain.span,
                message: "a base parameter cannot be a coverage type".to_owned(),
                advice: "write it with braces: `x:{v:t | φ}`",
                settled: false,
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
        self.in_braces = self.eat("{");
        if self.in_braces {
            return self.base(start, Mode::Over, "}");
        }
        if self.eat("[") {
            return self.base(start, Mode::Under, "]");
        }
        if *self.peek() == Token::Upper("M".to_owned()) {
            self.advance();
            let result = self.spec_atom()?;
            let unread =
                matches!(result.kind, SpecTypeKind::Base { mode: Mode::Over, .. }) && !self.in_braces;
            if self.parentheses > 0 && unread {
                return Err(unread_result(result.span));
            }
            let span = start.to(result.span);
            return Ok(generator(result, span));
        }
        if *self.peek() == Token::Symbol("(") {
            // Either a refinement type in parentheses or a plain type such as
            // `(int * int) list`: try the former, fall back to the latter.
            let before = self.position;
            self.advance();
            self.parentheses += 1;
            let inner = self.spec(false);
            self.parentheses -= 1;
            match inner {
                Ok(inner)
                    if self.eat(")") && !matches!(self.peek(), Token::Lower(_) | Token::Symbol("*")) =>
                {
                    return Ok(inner);
                }
                Err(failure) if failure.settled => return Err(failure),
                _ => self.position = before,
            }
        }
        let sort = self.sort()?;
        let span = sort.span;
        Ok(unrefined(sort, span))
    }

    fn base(&mut self, start: Span, mode: Mode, close: &'static str) -> Parsed<SpecType> {
        let value = self.variable()?;
        if matches!(self.peek(), Token::Symbol("|" | ",")) {
            return self.trace(start, mode, close, value);
        }
        self.expect(":")?;
        let sort = self.sort()?;
        let formula = if self.eat("|") {
            self.formula()?
        } else {
            Expr { kind: ExprKind::Literal(Literal::Bool(true)), span: sort.span }
        };
        let end = self.span();
        self.expect(close)?;
        Ok(SpecType { kind: SpecTypeKind::Base { mode, value, sort, formula }, span: start.to(end) })
    }

    /// `[tr | φ]`, of a generator of unit, and `[tr, v:t | φ]`. The type of events is filled in when the functor is
    /// read; a pair is one value `tr`, whose parts are `fst tr` and `snd tr`.
    fn trace(&mut self, start: Span, mode: Mode, close: &'static str, trace: Name) -> Parsed<SpecType> {
        if !self.traces {
            return Err(self.unexpected(
                "`:` and a type",
                "write `[v:t | φ]`; claims about traces, `[tr | φ]`, stand in a functor over operators",
            ));
        }
        let events = TypeExpr { kind: TypeExprKind::Any, span: trace.span };
        if self.eat("|") {
            let formula = self.formula()?;
            let end = self.span();
            self.expect(close)?;
            let kind = SpecTypeKind::Base { mode, value: trace, sort: events, formula };
            return Ok(SpecType { kind, span: start.to(end) });
        }
        self.expect(",")?;
        let value = self.variable()?;
        self.expect(":")?;
        let answer = self.sort()?;
        let mut formula = if self.eat("|") {
            self.formula()?
        } else {
            Expr { kind: ExprKind::Literal(Literal::Bool(true)), span: answer.span }
        };
        let end = self.span();
        self.expect(close)?;
        if value.text == trace.text {
            return Err(Failure {
                span: value.span,
                message: format!("`{}` is both the trace and the value", value.text),
                advice: "give the value another name: `[tr, v:t | φ]`",
                settled: true,
            });
        }
        project(&mut formula, &trace, Some(&value))?;
        let sort = TypeExpr { span: answer.span, kind: TypeExprKind::Tuple(vec![events, answer]) };
        Ok(SpecType { kind: SpecTypeKind::Base { mode, value: trace, sort, formula }, span: start.to(end) })
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

    pub(super) fn sort(&mut self) -> Parsed<TypeExpr> {
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
        let span =
            components.iter().map(|component| component.span).reduce(Span::to).unwrap_or_else(|| self.span());
        Ok(TypeExpr { kind: TypeExprKind::Tuple(components), span })
    }

    fn sort_postfix(&mut self) -> Parsed<TypeExpr> {
        let start = self.span();
        let mut arguments = match self.peek().clone() {
            Token::TypeVariable(text) => {
                self.advance();
                vec![TypeExpr { kind: TypeExprKind::Variable(text), span: start }]
            }
            Token::Lower(text) => {
                self.advance();
                vec![TypeExpr { kind: TypeExprKind::Apply(text, Vec::new()), span: start }]
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
            arguments = vec![TypeExpr { kind: TypeExprKind::Apply(text, arguments), span: start.to(end) }];
        }
        match (arguments.pop(), arguments.is_empty()) {
            (Some(only), true) => Ok(only),
            _ => Err(self.unexpected("a type constructor", "write `(int, bool) name`")),
        }
    }

    // --- tokens ---

    pub(super) fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> &Token {
        self.tokens.get(self.position + ahead).map_or(&Token::End, |(token, _)| token)
    }

    pub(super) fn span(&self) -> Span {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.position.min(last)).map_or(Span::new(Source::User, 0, 0), |(_, span)| *span)
    }

    /// The token that was read last.
    pub(super) fn previous(&self) -> Span {
        let last = self.position.saturating_sub(1);
        self.tokens.get(last).map_or_else(|| self.span(), |(_, span)| *span)
    }

    pub(super) fn advance(&mut self) -> Span {
        let span = self.span();
        self.position += 1;
        span
    }

    pub(super) fn eat(&mut self, symbol: &'static str) -> bool {
        let found = *self.peek() == Token::Symbol(symbol);
        if found {
            self.position += 1;
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Lower(text) if text == word);
        if found {
            self.position += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{symbol}`"), "check the brackets before this place"))
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}`"), "write `if c then a else b`"))
    }

    pub(super) fn variable(&mut self) -> Parsed<Name> {
        match self.peek().clone() {
            Token::Lower(text) if !RESERVED.contains(&text.as_str()) => {
                let span = self.advance();
                Ok(Name { text, span })
            }
            _ => Err(self.unexpected("a variable", "name the variable")),
        }
    }

    pub(super) fn unexpected(&self, expected: &str, advice: &'static str) -> Failure {
        let found = match self.peek() {
            Token::End => "the annotation ends".to_owned(),
            Token::Lower(text) | Token::Upper(text) | Token::Unknown(text) => {
                format!("found `{text}`")
            }
            Token::TypeVariable(text) => format!("found `'{text}`"),
            Token::Int(value) => format!("found `{value}`"),
            Token::String(text) | Token::Char(text) | Token::Float(text) => format!("found {text}"),
            Token::Symbol(symbol) => format!("found `{symbol}`"),
        };
        Failure {
            span: self.span(),
            message: format!("expected {expected}, but {found}"),
            advice,
            settled: false,
        }
    }

    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(Failure {
                span: self.span(),
                message: format!("nesting deeper than {DEEPEST} levels is not supported"),
                advice: "split the formula into predicates",
                settled: false,
            });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

/// A function parameter must say how its result is read.
fn unread_result(span: Span) -> Failure {
    Failure {
        span,
        message: "the result of a function parameter must be a coverage type or in braces".to_owned(),
        advice: "write `[v:t | φ]` for every such value at least, `{v:t | φ}` for only such values",
        settled: true,
    }
}

/// How the result behind all parameters is read; none if the type is not refined.
fn innermost(spec: &mut SpecType) -> Option<&mut Mode> {
    match &mut spec.kind {
        SpecTypeKind::Base { mode, .. } => Some(mode),
        SpecTypeKind::Arrow { codomain, .. } => innermost(codomain),
    }
}

/// Replaces the names of the two parts of a pair by its components.
fn project(formula: &mut Expr, trace: &Name, value: Option<&Name>) -> Parsed<()> {
    let span = formula.span;
    let part = match &formula.kind {
        ExprKind::Variable(name) if *name == trace.text => Some("fst"),
        ExprKind::Variable(name) if value.is_some_and(|value| *name == value.text) => Some("snd"),
        _ => None,
    };
    if let Some(part) = part {
        let variable = |text: &str| Expr { kind: ExprKind::Variable(text.to_owned()), span };
        formula.kind = ExprKind::Apply(Box::new(variable(part)), vec![variable(&trace.text)]);
        return Ok(());
    }
    let mut value = value;
    let mut bound = Vec::new();
    match &formula.kind {
        ExprKind::Function(parameters, _) => {
            parameters.iter().for_each(|parameter| crate::tree::variables(parameter, &mut bound));
        }
        ExprKind::Cases(cases) | ExprKind::Match(_, cases) => {
            cases.iter().for_each(|case| crate::tree::variables(&case.pattern, &mut bound));
        }
        ExprKind::Let(bindings, _) => {
            for binding in &bindings.list {
                let patterns = std::iter::once(&binding.pattern).chain(&binding.parameters);
                patterns.for_each(|pattern| crate::tree::variables(pattern, &mut bound));
            }
        }
        _ => {}
    }
    let taken = |name: &String| {
        *name == trace.text
            || value.is_some_and(|value| *name == value.text)
            || matches!(name.as_str(), "fst" | "snd")
    };
    if let Some(name) = bound.into_iter().find(taken) {
        return Err(Failure {
            span,
            message: format!("a variable `{name}` in a claim about traces and values"),
            advice: "give it another name: the claim is about a pair, which this name is used for",
            settled: true,
        });
    }
    if let ExprKind::Quantified(_, bound, ..) = &formula.kind {
        if bound.text == trace.text || matches!(bound.text.as_str(), "fst" | "snd") {
            return Err(Failure {
                span: bound.span,
                message: format!("a quantified variable `{}` in a claim about traces and values", bound.text),
                advice: "give it another name: the claim is about a pair, which this name is used for",
                settled: true,
            });
        }
        value = value.filter(|value| value.text != bound.text);
    }
    crate::tree::children_mut(formula).into_iter().try_for_each(|part| project(part, trace, value))
}
