//! Characters and strings.
//!
//! A string of the library is a length, and that many characters: `string_size ~gen n` is `QCheck.Gen.string_repeat`, of which
//! `prelude/qcheck.ml` states what it can return. A negative length fails when it is drawn, in all versions.

use super::family::Family;
use super::{Writer, call, tree};
use crate::parse::literals::bytes;
use crate::span::Span;
use crate::syntax::{Expr, ExprKind, Literal};

/// Where a length comes from.
#[derive(Clone, Copy)]
enum Length<'e> {
    /// 0 to 9999
    Usual,
    /// 0 to 99
    Small,
    Drawn(&'e Expr),
}

/// Where characters come from.
#[derive(Clone, Copy)]
enum Alphabet<'e> {
    /// A generator of the library.
    Known(&'static str),
    Drawn(&'e Expr),
}

/// How many arguments without a label make a generator of characters or strings of it.
pub(super) fn arity(family: Family, name: &str) -> Option<usize> {
    Some(match name {
        "char" | "printable" | "numeral" => 0,
        "string" | "string_printable" | "string_readable" | "small_string" | "string_small" => 0,
        "printable_string"
        | "small_printable_string"
        | "string_small_printable"
        | "numeral_string"
        | "string_numeral"
            if family == Family::Arbitrary =>
        {
            0
        }
        "string_of" | "string_size" | "string_small_of" => 1,
        "string_of_size"
        | "printable_string_of_size"
        | "string_printable_of_size"
        | "numeral_string_of_size"
        | "string_numeral_of_size"
            if family == Family::Arbitrary =>
        {
            1
        }
        "char_range" | "string_size_of" => 2,
        _ => return None,
    })
}

/// The character that an expression is, if that can be seen.
pub(super) fn character(expr: &Expr) -> Option<u8> {
    match &expr.kind {
        ExprKind::Literal(literal) => character_of(literal),
        ExprKind::Typed(inner, _) => character(inner),
        _ => None,
    }
}

pub(super) fn character_of(literal: &Literal) -> Option<u8> {
    match literal {
        Literal::Char(written) => bytes(written)?.first().copied(),
        _ => None,
    }
}

/// The number of a character.
pub(super) fn code(character: &Expr) -> Expr {
    call("Char.code", vec![character.clone()], character.span)
}

impl Writer<'_> {
    /// A draw from a generator of characters or strings. `alphabet` is the argument `~gen`.
    pub(super) fn text(
        &mut self,
        family: Family,
        name: &str,
        arguments: &[Expr],
        alphabet: Option<&Expr>,
        span: Span,
    ) -> Option<Expr> {
        let printable = if family == Family::Gen2 { "QCheck2.Gen.printable" } else { "QCheck.Gen.printable" };
        let any = alphabet.map_or(Alphabet::Known("QCheck.Gen.char"), Alphabet::Drawn);
        let (length, alphabet) = match (name, arguments) {
            ("char", []) => return Some(call("QCheck.Gen.char", vec![tree::unit(span)], span)),
            ("numeral", []) => return Some(call("QCheck.Gen.numeral", vec![tree::unit(span)], span)),
            ("printable", []) => return Some(call(printable, vec![tree::unit(span)], span)),
            ("char_range", [low, high]) => return self.characters(low, high, span),
            ("string", []) => (Length::Usual, any),
            ("small_string" | "string_small", []) => (Length::Small, any),
            ("string_printable" | "string_readable" | "printable_string", []) => {
                (Length::Usual, Alphabet::Known(printable))
            }
            ("small_printable_string" | "string_small_printable", []) => {
                (Length::Small, Alphabet::Known(printable))
            }
            ("numeral_string" | "string_numeral", []) => {
                (Length::Usual, Alphabet::Known("QCheck.Gen.numeral"))
            }
            ("string_of", [generator]) => (Length::Usual, Alphabet::Drawn(generator)),
            ("string_small_of", [generator]) => (Length::Small, Alphabet::Drawn(generator)),
            ("string_size" | "string_of_size", [size]) => (Length::Drawn(size), any),
            ("string_size_of", [size, generator]) => (Length::Drawn(size), Alphabet::Drawn(generator)),
            ("printable_string_of_size" | "string_printable_of_size", [size]) => {
                (Length::Drawn(size), Alphabet::Known(printable))
            }
            ("numeral_string_of_size" | "string_numeral_of_size", [size]) => {
                (Length::Drawn(size), Alphabet::Known("QCheck.Gen.numeral"))
            }
            _ => {
                return self.decline(span, &format!("`{name}`"), "the combinators in docs/QCHECK.md");
            }
        };
        self.string(length, alphabet, span)
    }

    fn string(&mut self, length: Length<'_>, alphabet: Alphabet<'_>, span: Span) -> Option<Expr> {
        let (checked, generator) = match alphabet {
            Alphabet::Known(name) => (Vec::new(), super::variable(name, span)),
            Alphabet::Drawn(generator) => (self.build_check(generator)?, self.suspended(generator)?),
        };
        let repeated =
            |count: Expr| Some(call("QCheck.Gen.string_repeat", vec![count, generator.clone()], span));
        let size = match length {
            Length::Usual => Some("QCheck.Gen.nat"),
            Length::Small => Some("QCheck.Gen.small_nat"),
            Length::Drawn(_) => None,
        };
        let drawn = match (size, length) {
            (None, Length::Drawn(size)) => {
                self.drawn_all(std::slice::from_ref(size), |_, drawn| repeated(drawn[0].clone()))?
            }
            (size, _) => {
                let size = call(size.unwrap_or("QCheck.Gen.nat"), vec![tree::unit(span)], span);
                let count = self.fresh("Size");
                self.under(&tree::named(&count, span), size, |_| repeated(super::variable(&count, span)))?
            }
        };
        Some(self.checked(checked, drawn))
    }

    fn characters(&mut self, low: &Expr, high: &Expr, span: Span) -> Option<Expr> {
        if let (Some(first), Some(last)) = (character(low), character(high))
            && last < first
        {
            return self.decline(
                span,
                "a range of characters that raises `Invalid_argument` when it is built,",
                "the smaller character first",
            );
        }
        let (low, high) = (self.value(low)?, self.value(high)?);
        Some(call("QCheck.Gen.char_range", vec![low, high, tree::unit(span)], span))
    }

    /// A function of OCaml's library that makes a text of what it is given, written with those that are known here.
    /// None if it is not one of these.
    pub(super) fn made_text(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Option<Expr>> {
        match (name, arguments) {
            ("String.make", [count, character]) => {
                let count = tree::literal(count).and_then(|n| usize::try_from(n).ok())?;
                (count <= MOST_COPIES).then(|| self.copies(count, character, span))
            }
            _ => None,
        }
    }

    /// So many times one character.
    fn copies(&mut self, count: usize, character: &Expr, span: Span) -> Option<Expr> {
        let name = self.fresh("Copied");
        let value = self.value(character)?;
        let nil = tree::construct("[]", Vec::new(), span);
        let list = (0..count)
            .fold(nil, |tail, _| tree::construct("::", vec![super::variable(&name, span), tail], span));
        let text = tree::construct("String.String", vec![list], span);
        Some(tree::let_in(tree::named(&name, span), value, text))
    }
}

/// More repeated characters are not written out.
const MOST_COPIES: usize = 16;
