//! Bytes to lines and UTF-16 columns, and back; paths to URIs, and back.

use covenant_front::Span;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A place as the protocol has it.
pub fn position(text: &str, offset: usize) -> Value {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// A range of bytes as the protocol has it.
pub fn range(text: &str, start: usize, end: usize) -> Value {
    json!({ "start": position(text, start), "end": position(text, end) })
}

/// The first line of a span: an editor underlines what it is given, and half a program says nothing.
pub fn first_line(text: &str, span: Span) -> Value {
    let inside = text.get(span.start.min(text.len())..span.end.min(text.len())).unwrap_or_default();
    let length = inside.find('\n').unwrap_or(inside.len());
    range(text, span.start, span.start + length)
}

/// The byte at a place of the protocol; the end of the line, or of the text, if it is beyond.
pub fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let (line, column) = (number("line"), number("character"));
    let mut start = 0;
    for _ in 0..line {
        match text[start..].find('\n') {
            Some(newline) => start += newline + 1,
            None => return text.len(),
        }
    }
    let mut units = 0;
    for (byte, c) in text[start..].char_indices() {
        if units >= column || c == '\n' {
            return start + byte;
        }
        units += c.len_utf16();
    }
    text.len()
}

/// The path of a `file:` URI.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let encoded = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut left = encoded.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [left.next()?, left.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

/// The `file:` URI of a path.
pub fn uri(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let encoded: String = path
        .to_string_lossy()
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("file://{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let text = "ab\n\u{1d11e}é = 1\n";
        let at = text.find('=').expect("there");
        let place = position(text, at);
        assert_eq!(place, json!({ "line": 1, "character": 4 }));
        assert_eq!(offset(text, &place), at);
        assert_eq!(offset(text, &json!({ "line": 0, "character": 99 })), 2);
        assert_eq!(offset(text, &json!({ "line": 9, "character": 0 })), text.len());
        // Inside a character, and beyond the end.
        assert_eq!(position(text, 4), json!({ "line": 1, "character": 0 }));
        assert_eq!(position(text, 99)["line"], 2);
    }

    #[test]
    fn uris_are_paths() {
        let original = Path::new("/a b/ü%.ml");
        assert_eq!(uri(original), "file:///a%20b/%C3%BC%25.ml");
        assert_eq!(path(&uri(original)).as_deref(), Some(original));
        assert_eq!(path("untitled:1"), None);
        assert_eq!(path("file:///a%2"), None);
    }
}
