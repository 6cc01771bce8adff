//! Where comments, strings and characters begin and end, by the rules of OCaml's own lexer.
//!
//! SOUNDNESS: two lexers that disagree about where a comment ends read two different programs. The
//! grammar's lexer is written for editors: it takes an unclosed comment to the end of the file, and
//! has other ideas about quoted strings in comments, characters beyond ASCII and line directives.
//! So the boundaries are found a second time here, after the `comment`, `string` and
//! `quoted_string` rules of the compiler, and a file is read only if both agree. Where versions of
//! the compiler disagree with each other (letters beyond ASCII, `\#raw` identifiers), the file is
//! declined.
//!
//! Work is linear in the file; nothing here recurses.

use tree_sitter::Node;

use crate::diagnostic::{DiagnosticKind, Problems};
use crate::span::{Source, Span};

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Comment,
    String,
    Quoted,
    Character,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Comment => "comment",
            Kind::String => "string",
            Kind::Quoted => "quoted string",
            Kind::Character => "character",
        }
    }
}

/// From the first byte to the one after the last.
pub(crate) type Stretch = (usize, usize, Kind);

/// Why a text cannot be read, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    at: (usize, usize),
    message: String,
    advice: &'static str,
    /// Whether OCaml refuses it too.
    syntax: bool,
}

/// Compares what OCaml's lexer sees with what is in the tree; `false` (and a message) if they differ
/// or if OCaml sees no end.
pub(crate) fn agrees(text: &str, root: Node<'_>, source: Source, problems: &mut Problems) -> bool {
    let trouble = match stretches(text) {
        // What the parser made of a text with mistakes says nothing.
        Ok(_) if root.has_error() => return true,
        Ok(seen) => match first_difference(&seen, &stretches_of_tree(root)) {
            None => return true,
            Some(((start, end, kind), here)) => Trouble {
                at: (start, end),
                message: if here {
                    format!("a {} whose end OCaml and this tool see in different places", kind.word())
                } else {
                    format!("text that OCaml does not read as the {} it seems to be", kind.word())
                },
                advice: "take quotes, braces and unusual characters out of it",
                syntax: false,
            },
        },
        Err(trouble) => trouble,
    };
    let span = Span::new(source, trouble.at.0, trouble.at.1);
    if trouble.syntax {
        problems.push(DiagnosticKind::Syntax, span, trouble.message, trouble.advice);
    } else {
        problems.decline(span, &trouble.message, trouble.advice);
    }
    false
}

/// The first stretch that only one of the two sees, and whether OCaml is the one.
fn first_difference(ocaml: &[Stretch], tree: &[Stretch]) -> Option<(Stretch, bool)> {
    let position = (0..ocaml.len().max(tree.len())).find(|i| ocaml.get(*i) != tree.get(*i))?;
    match (ocaml.get(position), tree.get(position)) {
        (Some(a), Some(b)) if b.0 < a.0 => Some((*b, false)),
        (Some(a), _) => Some((*a, true)),
        (None, b) => b.map(|b| (*b, false)),
    }
}

/// The stretches that the tree has, in order.
fn stretches_of_tree(root: Node<'_>) -> Vec<Stretch> {
    let mut list = Vec::new();
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        let kind = match node.kind() {
            "comment" => Kind::Comment,
            "string" => Kind::String,
            "quoted_string" | "quoted_extension" | "quoted_item_extension" => Kind::Quoted,
            "character" => Kind::Character,
            _ => {
                let mut cursor = node.walk();
                pending.extend(node.children(&mut cursor));
                continue;
            }
        };
        list.push((node.start_byte(), node.end_byte(), kind));
    }
    list.sort_unstable();
    list
}

/// The comments, strings and characters of a text, as OCaml's lexer sees them.
pub(crate) fn stretches(text: &str) -> Result<Vec<Stretch>, Trouble> {
    let mut lexer = Lexer { bytes: text.as_bytes(), text, at: 0, found: Vec::new() };
    lexer.run()?;
    Ok(lexer.found)
}

struct Lexer<'t> {
    bytes: &'t [u8],
    text: &'t str,
    at: usize,
    found: Vec<Stretch>,
}

impl Lexer<'_> {
    fn byte(&self, offset: usize) -> u8 {
        self.bytes.get(self.at + offset).copied().unwrap_or(0)
    }

    fn run(&mut self) -> Result<(), Trouble> {
        while self.at < self.bytes.len() {
            let start = self.at;
            match self.byte(0) {
                b'(' if self.byte(1) == b'*' => {
                    self.comment()?;
                    self.found.push((start, self.at, Kind::Comment));
                }
                b'"' => {
                    self.string("a string")?;
                    self.found.push((start, self.at, Kind::String));
                }
                b'{' => match self.quoted_opener() {
                    Some((length, delimiter)) => {
                        self.quoted(length, &delimiter, "a quoted string")?;
                        self.found.push((start, self.at, Kind::Quoted));
                    }
                    None => self.at += 1,
                },
                b'\'' => match self.character() {
                    Some(length) => {
                        self.at += length;
                        self.found.push((start, self.at, Kind::Character));
                    }
                    None => self.at += 1,
                },
                b'#' if self.first_on_line() => self.directive()?,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.identifier(),
                // Letters of a number are part of it, so that `0b1'` is no identifier.
                b'0'..=b'9' => {
                    while self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
                        self.at += 1;
                    }
                }
                b'\r' if self.byte(1) == b'\n' => self.at += 2,
                b' ' | b'\t' | b'\n' | 0x0c => self.at += 1,
                b'\\' => {
                    return Err(declined(start, 1, "`\\` outside of strings", "use ordinary names"));
                }
                other if other < 0x20 || other == 0x7f => {
                    return Err(syntax(
                        start,
                        1,
                        format!("the control character {other} is not OCaml"),
                        "remove it",
                    ));
                }
                other if other >= 0x80 => {
                    let length = self.text.get(start..).and_then(|rest| rest.chars().next());
                    return Err(declined(
                        start,
                        length.map_or(1, char::len_utf8),
                        "a character beyond ASCII outside of strings and comments",
                        "versions of OCaml differ about it; use ASCII in names",
                    ));
                }
                _ => self.at += 1,
            }
        }
        Ok(())
    }

    fn first_on_line(&self) -> bool {
        let before = self.bytes.get(..self.at).unwrap_or_default();
        before.iter().rev().take_while(|byte| **byte != b'\n').all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// `# 1 "file"` moves positions, `#!` and `#use` are for scripts. Operators may begin with `#`.
    fn directive(&mut self) -> Result<(), Trouble> {
        let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        if self.byte(1) == b'!' || next.is_some_and(u8::is_ascii_alphanumeric) {
            return Err(declined(
                self.at,
                1,
                "a line that begins with `#` (a directive)",
                "remove the line; `#` directives are for scripts and generated files",
            ));
        }
        self.at += 1;
        Ok(())
    }

    fn identifier(&mut self) {
        while matches!(self.byte(0), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'\'') {
            self.at += 1;
        }
    }

    /// The length of a character literal here.
    fn character(&self) -> Option<usize> {
        let length = match self.byte(1) {
            b'\\' => match self.byte(2) {
                b'\\' | b'\'' | b'"' | b'n' | b't' | b'b' | b'r' | b' ' => 3,
                b'0'..=b'9' if (3..5).all(|i| self.byte(i).is_ascii_digit()) => 5,
                b'x' if (3..5).all(|i| self.byte(i).is_ascii_hexdigit()) => 5,
                b'o' if matches!(self.byte(3), b'0'..=b'3')
                    && (4..6).all(|i| matches!(self.byte(i), b'0'..=b'7')) =>
                {
                    6
                }
                _ => return None,
            },
            b'\r' => {
                let returns =
                    self.bytes.get(self.at + 1..)?.iter().take_while(|byte| **byte == b'\r').count();
                if self.byte(1 + returns) != b'\n' {
                    return None;
                }
                2 + returns
            }
            b'\'' => return None,
            _ => 2,
        };
        (self.at + length < self.bytes.len() && self.byte(length) == b'\'').then_some(length + 1)
    }

    /// `{id|`, `{%name id|`, `{%%name id|`: its length, and `|id}`.
    fn quoted_opener(&self) -> Option<(usize, Vec<u8>)> {
        let mut length = 1;
        if self.byte(length) == b'%' {
            length += if self.byte(length + 1) == b'%' { 2 } else { 1 };
            loop {
                if !matches!(self.byte(length), b'a'..=b'z' | b'A'..=b'Z' | b'_') {
                    return None;
                }
                while matches!(self.byte(length), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'\'') {
                    length += 1;
                }
                if self.byte(length) != b'.' {
                    break;
                }
                length += 1;
            }
            while matches!(self.byte(length), b' ' | b'\t' | 0x0c) {
                length += 1;
            }
        }
        let name = length;
        while matches!(self.byte(length), b'a'..=b'z' | b'_') {
            length += 1;
        }
        if self.byte(length) != b'|' {
            return None;
        }
        let mut delimiter = vec![b'|'];
        delimiter.extend_from_slice(self.bytes.get(self.at + name..self.at + length)?);
        delimiter.push(b'}');
        Some((length + 1, delimiter))
    }

    fn quoted(&mut self, opener: usize, delimiter: &[u8], what: &str) -> Result<(), Trouble> {
        let start = self.at;
        self.at += opener;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match rest.windows(delimiter.len()).position(|window| window == delimiter) {
            Some(position) => {
                self.at += position + delimiter.len();
                Ok(())
            }
            None => Err(unclosed(start, opener, what, "close it with the same letters: `|}`, `|id}`")),
        }
    }

    fn string(&mut self, what: &str) -> Result<(), Trouble> {
        let start = self.at;
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        Err(unclosed(start, 1, what, "close it with `\"`"))
    }

    /// Comments nest, and what looks like a string inside one is one.
    fn comment(&mut self) -> Result<(), Trouble> {
        let mut open = vec![self.at];
        self.at += 2;
        // Whether letters that end here have one beyond ASCII among them.
        let mut foreign_word = false;
        while let Some(start) = open.last().copied() {
            if self.at >= self.bytes.len() {
                return Err(unclosed(start, 2, "a comment", "close it with `*)`"));
            }
            let here = self.at;
            let mut foreign = false;
            match self.byte(0) {
                b'(' if self.byte(1) == b'*' => {
                    open.push(here);
                    self.at += 2;
                }
                b'*' if self.byte(1) == b')' => {
                    open.pop();
                    self.at += 2;
                }
                b'"' => self.string("a string in a comment")?,
                b'{' => match self.quoted_opener() {
                    Some((length, delimiter)) => {
                        self.quoted(length, &delimiter, "a quoted string in a comment")?;
                    }
                    None => self.at += 1,
                },
                b'\'' if self.byte(1) == b'\'' => self.at += 2,
                b'\'' => match self.character() {
                    Some(length) if foreign_word => {
                        return Err(declined(
                            here,
                            length,
                            "a quote after a letter beyond ASCII in a comment",
                            "versions of OCaml differ about where such a comment ends; put a space between",
                        ));
                    }
                    Some(length) => self.at += length,
                    None => {
                        self.at += 1;
                        foreign = foreign_word;
                    }
                },
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    if foreign_word {
                        // One letter at a time: versions differ about whether the word goes on.
                        self.at += 1;
                        foreign = true;
                    } else {
                        self.identifier();
                    }
                }
                b'0'..=b'9' => {
                    self.at += 1;
                    foreign = foreign_word;
                }
                other if other >= 0x80 => {
                    self.at += 1;
                    foreign = true;
                }
                _ => self.at += 1,
            }
            foreign_word = foreign;
        }
        Ok(())
    }
}

fn unclosed(at: usize, length: usize, what: &str, advice: &'static str) -> Trouble {
    syntax(at, length, format!("{what} begins here and is never closed"), advice)
}

fn syntax(at: usize, length: usize, message: String, advice: &'static str) -> Trouble {
    Trouble { at: (at, at + length), message, advice, syntax: true }
}

fn declined(at: usize, length: usize, message: &str, advice: &'static str) -> Trouble {
    Trouble { at: (at, at + length), message: message.to_owned(), advice, syntax: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, Kind)> {
        stretches(text)
            .expect("this has an end")
            .into_iter()
            .map(|(start, end, kind)| (&text[start..end], kind))
            .collect()
    }

    #[test]
    fn comments_end_where_ocaml_ends_them() {
        for comment in [
            "(* (* *) \" *) \" *)",
            "(* '\"' *)",
            "(* {id| *) |id} *)",
            "(* {%foo.bar id| *) |id} *)",
            "(* {%foo\n| *)",
            "(* it's x'\" *) \" *)",
            "(* '' \" \\\" *) \" *)",
            "(* '\\x41' '\\o101' '\\065' *)",
            "(*)*)",
            "(* d\u{e9}j\u{e0} vu, l'\u{e9}t\u{e9} *)",
        ] {
            let text = format!("{comment}x");
            assert_eq!(shown(&text), [(comment, Kind::Comment)], "{comment}");
        }
    }

    #[test]
    fn quotes_belong_to_names_and_type_variables() {
        assert_eq!(
            shown("x' '\"' 'a -> 'b '\\'' f'"),
            [("'\"'", Kind::Character), ("'\\''", Kind::Character)]
        );
        assert_eq!(shown("{| a |} {x|b|} |x} {%y z|c|z}").len(), 3);
        assert_eq!(shown("{x = \"\\\"\"}"), [("\"\\\"\"", Kind::String)]);
    }

    #[test]
    fn what_has_no_end_or_more_than_one_meaning_is_refused() {
        for (text, at) in [
            ("let x = 1 (* never", 10),
            ("(* \" *)", 3),
            ("(* {| *)", 3),
            ("let s = \"", 8),
            ("let s = {a|", 8),
            ("let \u{e9} = 1", 4),
            ("let \\#x = 1", 4),
            ("# 1 \"other.ml\"", 0),
            ("#!/usr/bin/ocaml", 0),
            ("  #use \"x\"", 2),
            ("(* \u{e9}'\"' *)", 5),
            ("let x = 1\rlet y = 2", 9),
            ("let x =\u{a0}1", 7),
        ] {
            assert_eq!(stretches(text).expect_err(text).at.0, at, "{text}");
        }
    }
}
