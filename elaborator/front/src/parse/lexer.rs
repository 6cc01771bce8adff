//! Tokens of the paper notation.

use crate::span::{Source, Span};
use crate::syntax::TAG;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// `len`, `forall`, `mod`
    Lower(String),
    /// `Node`, `M`
    Upper(String),
    /// `'a`, without the quote
    TypeVariable(String),
    /// `12`
    Int(i64),
    /// `1.5`, in its one spelling
    Float(String),
    /// `"text"`, in its one spelling
    String(String),
    /// `'c'`, in its one spelling
    Char(String),
    /// Punctuation and operators.
    Symbol(&'static str),
    /// Something that is no token.
    Unknown(String),
    /// After the last token.
    End,
}

/// Longest first, so that `==>` is not read as `==`.
const SYMBOLS: [&str; 35] = [
    "<=>", "==>", "->", "<=", ">=", "==", "!=", "<>", "&&", "||", "::", "{", "}", "[", "]", "(", ")", ":",
    "|", ".", ",", ";", "=", "<", ">", "+", "-", "*", "/", "~", "@", "^", "!", "#", "&",
];

/// Spellings that papers use, and what they mean here.
const UNICODE: [(&str, &str); 13] = [
    ("∀", "forall"),
    ("∃", "exists"),
    ("¬", "not"),
    ("⊤", "true"),
    ("⊥", "false"),
    ("⟺", "<=>"),
    ("⇔", "<=>"),
    ("⇒", "==>"),
    ("→", "->"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "<>"),
    ("∧", "&&"),
];

/// Splits `text`, which starts at byte `offset` of its file.
pub(crate) fn tokens(text: &str, offset: usize, source: Source) -> Vec<(Token, Span)> {
    let mut list = Vec::new();
    let mut position = 0;
    while let Some(rest) = text.get(position..) {
        let Some(first) = rest.chars().next() else {
            break;
        };
        if first.is_whitespace() {
            position += first.len_utf8();
            continue;
        }
        if rest.starts_with("(*") {
            position += rest.find("*)").map_or(rest.len(), |end| end + 2);
            continue;
        }
        let (token, length) = next_token(rest, first);
        let span = Span::new(source, offset + position, offset + position + length);
        list.push((token, span));
        position += length;
    }
    let end = offset + text.len();
    list.push((Token::End, Span::new(source, end, end)));
    list
}

/// A number, with all letters that follow it: `0x1F` is not `0` applied to `x1F`.
fn number(rest: &str) -> (Token, usize) {
    let word = |text: &str| length_while(text, |c| c.is_ascii_alphanumeric() || c == '_');
    let length = word(rest);
    // `1.5` is a float; `forall u:t1. φ` never gets here, its digit is in a word.
    if let Some(after) = rest.get(length..).and_then(|after| after.strip_prefix('.')) {
        let whole = length + 1 + word(after);
        if let Some(spelling) = rest.get(..whole).and_then(super::literals::float) {
            return (Token::Float(spelling), whole);
        }
    }
    let text = &rest[..length];
    let token = match super::literals::integer(text) {
        Some(value) => Token::Int(value),
        None => super::literals::float(text).map_or_else(|| Token::Unknown(text.to_owned()), Token::Float),
    };
    (token, length)
}

fn next_token(rest: &str, first: char) -> (Token, usize) {
    if first.is_ascii_digit() {
        return number(rest);
    }
    if let Some(tag) = rest.strip_prefix('`')
        && tag.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        let length = length_while(tag, |c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
        return (Token::Upper(format!("{TAG}{}", &tag[..length])), 1 + length);
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let part = |text: &str| length_while(text, |c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
        let mut length = part(rest);
        let mut last = first;
        // `M.t` and `M.Leaf` are one name: a constructor has no fields to select.
        while last.is_ascii_uppercase()
            && let Some(after) = rest.get(length..).and_then(|after| after.strip_prefix('.'))
            && let Some(next) = after.chars().next().filter(|c| c.is_ascii_alphabetic() || *c == '_')
        {
            length += 1 + part(after);
            last = next;
        }
        let word = rest[..length].to_owned();
        return if last.is_ascii_uppercase() {
            (Token::Upper(word), length)
        } else {
            (Token::Lower(word), length)
        };
    }
    if first == '\'' {
        return quote(rest);
    }
    if first == '"' {
        let body = length_while(&rest[1..], |c| c != '"' && c != '\n');
        let length = (1 + body + 1).min(rest.len());
        return match rest.get(..length) {
            Some(text) if text.len() >= 2 && text.ends_with('"') => match super::literals::string(text) {
                Some(spelling) => (Token::String(spelling), length),
                None => (Token::Unknown(text.to_owned()), length),
            },
            _ => (Token::Unknown("\"".to_owned()), 1),
        };
    }
    for (spelling, meaning) in UNICODE {
        if rest.starts_with(spelling) {
            let token = match SYMBOLS.iter().find(|symbol| **symbol == meaning) {
                Some(symbol) => Token::Symbol(symbol),
                None => Token::Lower(meaning.to_owned()),
            };
            return (token, spelling.len());
        }
    }
    if rest.starts_with('∨') {
        return (Token::Symbol("||"), '∨'.len_utf8());
    }
    for symbol in SYMBOLS {
        if rest.starts_with(symbol) {
            return (Token::Symbol(symbol), symbol.len());
        }
    }
    (Token::Unknown(first.to_string()), first.len_utf8())
}

/// A type variable `'a` or a character `'c'`.
fn quote(rest: &str) -> (Token, usize) {
    let after: Vec<char> = rest.chars().take(3).collect();
    match after.as_slice() {
        [_, '\\', escaped] => {
            let end = 2 + escaped.len_utf8();
            let closing = rest.get(end..).and_then(|after| after.find('\''));
            let length = closing.map_or(1, |closing| end + closing + 1);
            match rest.get(..length).and_then(super::literals::character) {
                Some(spelling) => (Token::Char(spelling), length),
                None => (Token::Unknown("'".to_owned()), 1),
            }
        }
        [_, inner, '\''] => {
            let text = format!("'{inner}'");
            match super::literals::character(&text) {
                Some(spelling) => (Token::Char(spelling), text.len()),
                None => (Token::Unknown(text.clone()), text.len()),
            }
        }
        [_, letter, ..] if letter.is_ascii_alphabetic() || *letter == '_' => {
            let body = length_while(&rest[1..], |c| c.is_ascii_alphanumeric() || c == '_');
            (Token::TypeVariable(rest[1..=body].to_owned()), 1 + body)
        }
        _ => (Token::Unknown("'".to_owned()), 1),
    }
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|c| !keep(c)).unwrap_or(text.len())
}
