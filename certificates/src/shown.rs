//! Text that others wrote, made safe to look at.
//!
//! A source file, a certificate or a file name may contain characters that a terminal, a browser
//! or an editor does not show but obeys: control characters (also those that begin a terminal's
//! escape sequences), marks that reverse the direction of writing, characters without width, and
//! line ends that only some programs take for one. What is shown is then not what was checked.
//! So whatever reaches a reader goes through [`shown`], whether a terminal is at the other end or
//! not, and such characters appear as `\u202e`. This is JSON's notation, so that the same
//! text inside a JSON string stands for the character itself.

use std::borrow::Cow;
use std::path::Path;

/// Is this a character that changes how its neighbours look, or cannot be seen itself?
/// A line end and a tab are not: they lay out text of several lines.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Controls, and the soft hyphen.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' => true,
        // Joiners and fillers.
        '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => true,
        '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}' => true,
        // Spaces that are wider or narrower than one, widths of zero, directions, line ends.
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' => true,
        '\u{205f}'..='\u{206f}' | '\u{3000}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        // Variants, musical formatting, tags.
        '\u{fe00}'..='\u{fe0f}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        // Marks that are drawn over the character before them.
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' => true,
        '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}' => true,
        // Private use, and what is no character at all.
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' => true,
        c => is_noncharacter(c),
    }
}

/// Is this one of the code points that Unicode keeps free for a program's own purposes? They have
/// no place in text that programs exchange.
#[must_use]
pub fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
}

/// A text of perhaps several lines; hidden characters as `\u` and four digits. The two that end a
/// line together on some systems stay as they are.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(Escaped::of(text).text)
}

/// A text of one line, such as a name: line ends and tabs are hidden characters here.
#[must_use]
pub fn shown_line(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_hidden(c) || matches!(c, '\n' | '\t');
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if hidden(c) { escape(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// The name of a file, on one line. What is no text is marked as such.
#[must_use]
pub fn shown_path(path: &Path) -> String {
    shown_line(&path.to_string_lossy()).into_owned()
}

/// A text with its hidden characters written out, and where its parts are now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escaped {
    /// The text to show.
    pub text: String,
    /// For each escape, the byte after it: in the original and in `text`.
    moved: Vec<(usize, usize)>,
}

impl Escaped {
    /// Writes out what [`shown`] does.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut escaped = Escaped { text: String::with_capacity(text.len()), moved: Vec::new() };
        let mut characters = text.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            let ends_line = c == '\r' && characters.peek().is_some_and(|(_, next)| *next == '\n');
            if is_hidden(c) && !ends_line {
                escape(c, &mut escaped.text);
                escaped.moved.push((at + c.len_utf8(), escaped.text.len()));
            } else {
                escaped.text.push(c);
            }
        }
        escaped
    }

    /// Where an offset of the original is in the text to show.
    #[must_use]
    pub fn offset(&self, original: usize) -> usize {
        let before = self.moved.partition_point(|(after, _)| *after <= original);
        match before.checked_sub(1).and_then(|last| self.moved.get(last)) {
            Some((old, new)) => new + (original - old),
            None => original,
        }
    }
}

fn escape(c: char, out: &mut String) {
    let mut units = [0; 2];
    for unit in c.encode_utf16(&mut units) {
        out.push_str(&format!("\\u{unit:04x}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(shown("plain ∀ν. naïve\n\tλ"), "plain ∀ν. naïve\n\tλ");
        assert_eq!(shown("a\u{1b}[31mb"), "a\\u001b[31mb");
        assert_eq!(shown("a\u{202e}b\u{2066}c\u{200b}d\u{61c}"), "a\\u202eb\\u2066c\\u200bd\\u061c");
        assert_eq!(shown("a\r\nb\rc"), "a\r\nb\\u000dc");
        assert_eq!(shown("\u{e0041}"), "\\udb40\\udc41");
        assert_eq!(shown_line("a\nb\tc"), "a\\u000ab\\u0009c");
        for c in (0..=0x10_ffffu32).filter_map(char::from_u32).filter(|c| c.is_control()) {
            assert!(is_hidden(c) || matches!(c, '\n' | '\t'), "{c:?}");
        }
    }

    #[test]
    fn places_move_with_the_text() {
        let text = "ab\u{202e}cd\u{1b}ef";
        let escaped = Escaped::of(text);
        for (at, c) in text.char_indices().filter(|(_, c)| !is_hidden(*c)) {
            assert!(escaped.text[escaped.offset(at)..].starts_with(c), "{c}");
        }
        assert_eq!(escaped.offset(text.len()), escaped.text.len());
        assert_eq!(escaped.offset(0), 0);
    }

    #[test]
    fn inside_a_json_string_an_escape_is_the_character() {
        let text = "\"x\u{202e}\u{e0041}y\"";
        let parsed: String = serde_json::from_str(&shown(text)).unwrap();
        assert_eq!(format!("\"{parsed}\""), text);
    }
}
