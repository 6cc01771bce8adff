//! Completion and definitions: the names of the prelude and of the file.
//!
//! Definitions are found in the text, by the word before the name, and not in a typed tree: a file is most often half
//! written when somebody asks.

use covenant_front::prelude_alone;
use serde_json::{Value, json};

/// Where a name is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// In the prelude, and not in the file.
    pub in_prelude: bool,
    /// The bytes of the name.
    pub start: usize,
    /// One past the last of them.
    pub end: usize,
    /// The definition, with the comment before it.
    pub shown: String,
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// The word around a byte.
pub fn word_at(text: &str, offset: usize) -> Option<&str> {
    let (before, after) = (text.get(..offset)?, text.get(offset..)?);
    let start = before
        .rfind(|c| !is_part(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let end = offset + after.find(|c| !is_part(c)).unwrap_or(after.len());
    text.get(start..end).filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// The definitions at top level: name, place, first byte of the item, first byte behind it.
fn definitions(text: &str) -> Vec<(&str, usize, usize, usize)> {
    let mut found: Vec<(&str, usize, usize, usize)> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let begins = ["let", "and ", "val ", "type "].iter().any(|word| line.starts_with(word));
        if (begins || line.starts_with("(*") || line.starts_with("open "))
            && let Some(last) = found.last_mut().filter(|last| last.3 == text.len())
        {
            last.3 = offset;
        }
        if begins {
            let mut rest = line.trim_start_matches(|c: char| c.is_ascii_lowercase());
            loop {
                let trimmed = rest.trim_start();
                // Attributes, parameters of types, and the word `rec` stand before the name.
                let skipped = if let Some(attribute) = trimmed.strip_prefix('[') {
                    attribute.find(']').map(|end| &attribute[end + 1..])
                } else if let Some(variable) = trimmed.strip_prefix('\'') {
                    Some(variable.trim_start_matches(is_part))
                } else {
                    trimmed.strip_prefix("rec ")
                };
                rest = trimmed;
                match skipped {
                    Some(skipped) => rest = skipped,
                    None => break,
                }
            }
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            if length > 0 {
                let start = offset + (line.len() - rest.len());
                found.push((&text[start..start + length], start, offset, text.len()));
            }
        }
        offset += line.len();
    }
    found
}

/// The definition of a name: the last one in the file, or that of the prelude.
pub fn definition(text: &str, name: &str) -> Option<Definition> {
    let own = definitions(text).into_iter().rev().find(|found| found.0 == name).map(|found| (false, found));
    let (in_prelude, (name, start, first, behind)) = own.or_else(|| {
        definitions(prelude_alone()).into_iter().find(|found| found.0 == name).map(|found| (true, found))
    })?;
    let source = if in_prelude { prelude_alone() } else { text };
    let comment = comment_before(source, first);
    let shown = format!("{comment}{}", source.get(first..behind).unwrap_or_default().trim_end());
    Some(Definition { in_prelude, start, end: start + name.len(), shown })
}

/// The comment that ends just before a definition.
fn comment_before(source: &str, first: usize) -> &str {
    let before = &source[..first];
    if !before.ends_with("*)\n") {
        return "";
    }
    before.rfind("(*").map_or("", |start| &before[start..])
}

/// Whether a byte is inside a specification: `{| ... |}`, or the attribute of a lemma or predicate.
pub fn in_specification(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default();
    let quoted = before.rfind("{|").is_some_and(|open| before.rfind("|}").is_none_or(|close| close < open));
    let line = before.rfind('\n').map_or(before, |newline| &before[newline..]);
    quoted || ["[@@", "let[@lemma]", "let[@axiom]", "let[@predicate]"].iter().any(|mark| line.contains(mark))
}

/// The names that may stand at a place: those of the prelude inside specifications, and the file's own.
pub fn completions(text: &str, offset: usize) -> Vec<Value> {
    if !in_specification(text, offset) {
        return Vec::new();
    }
    let item = |source: &str, (name, _, first, _): &(&str, usize, usize, usize), from: &str| {
        let line = source[*first..].lines().next().unwrap_or_default();
        let comment = comment_before(source, *first);
        let says = comment.trim_end().trim_start_matches("(*").trim_end_matches("*)").trim();
        json!({ "label": name, "kind": 3, "detail": line, "documentation": says, "sortText": format!("{from}{name}") })
    };
    let mut seen = std::collections::BTreeSet::new();
    let own = definitions(text);
    let prelude = definitions(prelude_alone());
    let own = own.iter().map(|found| (found.0, item(text, found, "1")));
    let prelude = prelude.iter().map(|found| (found.0, item(prelude_alone(), found, "2")));
    own.chain(prelude).filter(|(name, _)| seen.insert((*name).to_owned())).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "type 'a t = L | N of 'a\n\n(* Of even length. *)\nlet[@predicate] rec even (l : int list) : bool =\n  \
                        match l with [] -> true | _ :: t -> not (even t)\n\nlet f () = 1\n[@@covers {| M [v:int | v = len [] ] |}]\n";

    #[test]
    fn definitions_are_found_in_the_file_and_in_the_prelude() {
        let found = definition(TEXT, "even").expect("there");
        assert!(!found.in_prelude && &TEXT[found.start..found.end] == "even");
        assert!(
            found.shown.starts_with("(* Of even length. *)\nlet[@predicate] rec even"),
            "{}",
            found.shown
        );
        assert!(found.shown.ends_with("not (even t)"), "{}", found.shown);
        assert_eq!(definition(TEXT, "t").map(|found| found.start), Some(8));
        let found = definition(TEXT, "len").expect("there");
        assert!(found.in_prelude && found.shown.contains("The number of elements."), "{}", found.shown);
        assert_eq!(definition(TEXT, "nothing"), None);
        assert_eq!(word_at(TEXT, TEXT.find("even").expect("there") + 2), Some("even"));
        assert_eq!(word_at("é x", 0), Some("é"));
        assert_eq!(word_at("x", 9), None);
    }

    #[test]
    fn names_are_proposed_in_specifications_only() {
        let names = |at: &str| {
            let found = completions(TEXT, TEXT.find(at).expect("there"));
            found.iter().filter_map(|item| item["label"].as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        let inside = names("v = len");
        assert!(
            ["even", "len", "max"].iter().all(|name| inside.iter().any(|found| found == name)),
            "{inside:?}"
        );
        assert!(names("f () = 1").is_empty());
    }
}
