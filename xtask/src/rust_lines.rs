//! Lines of Rust that are code: not blank, not comment, not test.
//!
//! A lexer of the few things that matter (comments, strings, characters, braces), because a
//! count by regular expressions is wrong wherever a string contains `//`.

/// What was found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Lines with code outside tests.
    pub code: usize,
    /// Lines (from 1) with the word `unsafe` in code, tests included.
    pub unsafe_lines: Vec<usize>,
}

/// Counts one file.
pub fn count(text: &str) -> Count {
    let masked = mask(text);
    let tests = test_lines(&masked);
    let mut result = Count::default();
    for (i, line) in masked.lines().enumerate() {
        if line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe") {
            result.unsafe_lines.push(i + 1);
        }
        if !line.trim().is_empty() && !tests.get(i).copied().unwrap_or(false) {
            result.code += 1;
        }
    }
    result
}

/// The text without comments, the inside of strings, and tests.
pub fn code_outside_tests(text: &str) -> String {
    let masked = mask(text);
    let tests = test_lines(&masked);
    let outside = masked.lines().zip(tests).filter(|(_, test)| !test);
    outside.flat_map(|(line, _)| [line, "\n"]).collect()
}

/// The text with comments blanked and the inside of strings and characters replaced by `_`.
fn mask(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    let hide = |out: &mut String, c: char, with: char| out.push(if c == '\n' { '\n' } else { with });
    while i < chars.len() {
        let c = at(i);
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                out.push(' ');
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                if at(i) == '/' && at(i + 1) == '*' {
                    depth += 1;
                } else if at(i) == '*' && at(i + 1) == '/' {
                    depth -= 1;
                } else {
                    hide(&mut out, at(i), ' ');
                    i += 1;
                    if i >= chars.len() {
                        break;
                    }
                    continue;
                }
                out.push_str("  ");
                i += 2;
                if depth == 0 || i >= chars.len() {
                    break;
                }
            }
        } else if c == 'r'
            && matches!(at(i + 1), '"' | '#')
            && !word_before(&out)
            && raw_hashes(&chars, i).is_some()
        {
            let hashes = raw_hashes(&chars, i).unwrap_or(0);
            let end: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let end: Vec<char> = end.chars().collect();
            out.push('"');
            i += hashes + 2;
            while i < chars.len() && !chars[i..].starts_with(&end) {
                hide(&mut out, at(i), '_');
                i += 1;
            }
            out.push('"');
            i += end.len();
        } else if c == '"' {
            out.push('"');
            i += 1;
            while i < chars.len() && at(i) != '"' {
                if at(i) == '\\' {
                    out.push('_');
                    i += 1;
                }
                hide(&mut out, at(i), '_');
                i += 1;
            }
            out.push('"');
            i += 1;
        } else if c == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            // A character, not a lifetime.
            out.push('\'');
            i += if at(i + 1) == '\\' { 3 } else { 2 };
            while i < chars.len() && at(i) != '\'' {
                i += 1;
            }
            out.push_str("_'");
            i += 1;
        } else {
            out.push(c);
            i += 1;
        }
    }
    out
}

fn word_before(out: &str) -> bool {
    out.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// The number of `#` of a raw string that starts here, if one does.
fn raw_hashes(chars: &[char], start: usize) -> Option<usize> {
    let hashes = chars.get(start + 1..)?.iter().take_while(|c| **c == '#').count();
    (chars.get(start + 1 + hashes) == Some(&'"')).then_some(hashes)
}

/// For each line: is it part of an item under `#[cfg(test)]`?
fn test_lines(masked: &str) -> Vec<bool> {
    let mut lines = vec![false; masked.lines().count()];
    let mut from = 0;
    while let Some(found) = masked[from..].find("#[cfg(test)]") {
        let start = from + found;
        let mut depth = 0usize;
        let mut end = masked.len();
        for (i, c) in masked[start..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if (c == '}' || c == ';') && depth == 0 {
                end = start + i + 1;
                break;
            }
        }
        let first = masked[..start].matches('\n').count();
        let last = masked[..end].matches('\n').count();
        lines.iter_mut().skip(first).take(last + 1 - first).for_each(|line| *line = true);
        from = end;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_code_only() {
        let cases = [
            ("", 0),
            ("fn f() {}\n", 1),
            ("// a\n/* b\n c */\n\nfn f() {}\n", 1),
            ("/* a /* nested */ still */\nlet x = 1; // tail\n", 1),
            ("let s = \"// not a comment\n/* nor this */\";\n", 2),
            ("let s = r#\"\n// inside \"quotes\"\n\"#;\nlet y = 1;\n", 4),
            ("let c = '\"'; // quote\nlet d = '\\'';\nlet l: &'a str;\n", 3),
            ("fn f() {}\n#[cfg(test)]\nmod tests {\n  fn g() { }\n}\nfn h() {}\n", 2),
            ("#[cfg(test)]\nmod tests;\nfn h() {}\n", 1),
        ];
        for (text, code) in cases {
            assert_eq!(count(text).code, code, "{text:?}");
        }
    }

    #[test]
    fn finds_the_word_unsafe_in_code_only() {
        let text = "#![forbid(unsafe_code)]\n// unsafe\nlet s = \"unsafe\";\nunsafe { }\n";
        assert_eq!(count(text).unsafe_lines, [4]);
    }
}
