//! One spelling for each literal.
//!
//! Characters, strings and floats are opaque to the logic: two literals are equal
//! if and only if they are written alike. OCaml has many spellings of one value
//! (`'A'` and `'\\065'`, `1.` and `1e0`), so each is brought into one.
//!
//! SOUNDNESS: without this, `'A'` and `'\\065'` would be two different characters,
//! and a test that tells them apart would pass for one that does.

/// `'c'`, decoded and written again.
pub(crate) fn character(text: &str) -> Option<String> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    match decoded(inner)?.as_slice() {
        [byte] => Some(character_of(*byte)),
        _ => None,
    }
}

/// The spelling of a character.
pub(crate) fn character_of(byte: u8) -> String {
    format!("'{}'", encoded(&[byte], '\''))
}

/// The spelling of a string.
pub(crate) fn string_of(bytes: &[u8]) -> String {
    format!("\"{}\"", encoded(bytes, '"'))
}

/// `"text"`, decoded and written again.
pub(crate) fn string(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(string_of(&decoded(same_in_all_versions(inner)?)?))
}

/// SOUNDNESS: an end of line of two characters in a text is one since OCaml 5.2.
fn same_in_all_versions(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.contains('\r'))
}

/// The bytes of a character or string in its one spelling.
pub(crate) fn bytes(spelling: &str) -> Option<Vec<u8>> {
    let mark = spelling.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    decoded(spelling.strip_prefix(mark)?.strip_suffix(mark)?)
}

/// `{id|text|id}`, as an ordinary string.
pub(crate) fn quoted_string(text: &str) -> Option<String> {
    let (mark, rest) = text.strip_prefix('{')?.split_once('|')?;
    let inner = rest.strip_suffix('}')?.strip_suffix(mark)?.strip_suffix('|')?;
    Some(string_of(same_in_all_versions(inner)?.as_bytes()))
}

/// An integer without sign in any of OCaml's spellings.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let digits: String = text.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, digits.get(2..)?),
        Some("0o") => (8, digits.get(2..)?),
        Some("0b") => (2, digits.get(2..)?),
        _ => (10, digits.as_str()),
    };
    // A second sign is none of OCaml's spellings.
    if digits.starts_with(['+', '-']) { None } else { i64::from_str_radix(digits, radix).ok() }
}

/// A decimal float in its shortest spelling. Zero has no sign: `0.` and `-0.` are equal.
pub(crate) fn float(text: &str) -> Option<String> {
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    let value: f64 = plain.parse().ok()?;
    if !value.is_finite() {
        return None;
    }
    Some(format!("{:?}", if value == 0.0 { 0.0 } else { value }))
}

/// The bytes that a literal stands for; `None` for an escape that is not OCaml's.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = rest.get(first.len_utf8()..)?;
        if first != '\\' {
            let mut buffer = [0; 4];
            out.extend_from_slice(first.encode_utf8(&mut buffer).as_bytes());
            continue;
        }
        let escape = rest.chars().next()?;
        let number = |from: usize, digits: usize, radix: u32| {
            u8::from_str_radix(rest.get(from..from + digits)?, radix).ok()
        };
        let (byte, length) = match escape {
            'n' => (b'\n', 1),
            't' => (b'\t', 1),
            'r' => (b'\r', 1),
            'b' => (8, 1),
            '\\' | '"' | '\'' | ' ' => (u8::try_from(escape).ok()?, 1),
            'x' => (number(1, 2, 16)?, 3),
            'o' => (number(1, 3, 8)?, 4),
            '0'..='9' => (number(0, 3, 10)?, 3),
            'u' => {
                let (digits, _) = rest.strip_prefix("u{")?.split_once('}')?;
                let point = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                let mut buffer = [0; 4];
                out.extend_from_slice(point.encode_utf8(&mut buffer).as_bytes());
                rest = rest.get(digits.len() + 3..)?;
                continue;
            }
            '\n' => {
                rest = rest.get(1..)?.trim_start_matches([' ', '\t']);
                continue;
            }
            _ => return None,
        };
        out.push(byte);
        rest = rest.get(length..)?;
    }
    Some(out)
}

fn encoded(bytes: &[u8], quote: char) -> String {
    let mut out = String::new();
    for byte in bytes {
        let shown = char::from(*byte);
        match shown {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            _ if shown == quote => {
                out.push('\\');
                out.push(quote);
            }
            ' '..='~' => out.push(shown),
            _ => out.push_str(&format!("\\{byte:03}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_for_each_value() {
        for text in ["'A'", "'\\065'", "'\\x41'", "'\\o101'"] {
            assert_eq!(character(text).as_deref(), Some("'A'"), "{text}");
        }
        assert_eq!(character("'\\''").as_deref(), Some("'\\''"));
        for text in ["\"a\\tb\"", "\"a\\009b\"", "\"a\tb\"", "\"a\\x09\\\n   b\""] {
            assert_eq!(string(text).as_deref(), Some("\"a\\009b\""), "{text}");
        }
        assert_eq!(quoted_string("{x|a\"|}|x}").as_deref(), Some("\"a\\\"|}\""));
        assert_eq!((string("\"a\r\nb\""), quoted_string("{|a\r\nb|}")), (None, None));
        for text in ["1.", "1.0", "1e0", "0.1e1", "1_0.e-1"] {
            assert_eq!(float(text).as_deref(), Some("1.0"), "{text}");
        }
        assert_eq!(float("-0."), float("0."));
    }

    #[test]
    fn what_is_not_a_literal_of_ocaml_is_refused() {
        assert_eq!(character("'ab'"), None);
        assert_eq!(character("'\\q'"), None);
        assert_eq!(string("\"\\x4\""), None);
        assert_eq!(string("\"\\400\""), None);
        assert_eq!(float("1e999"), None);
    }
}
