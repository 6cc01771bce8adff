//! Text of OCaml, word by word.

use std::collections::BTreeMap;

/// Puts terms in the place of names; strings are left alone.
pub(crate) fn replaced(text: &str, terms: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let mut in_string = false;
    let end = |word: &mut String, out: &mut String| {
        match terms.get(word.as_str()) {
            Some(term) => out.push_str(&closed(term)),
            None => out.push_str(word),
        }
        word.clear();
    };
    for letter in text.chars() {
        if !in_string && (letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'') {
            word.push(letter);
            continue;
        }
        end(&mut word, &mut out);
        in_string ^= letter == '"';
        out.push(letter);
    }
    end(&mut word, &mut out);
    out
}

/// A term that may stand as an argument.
pub(crate) fn closed(term: &str) -> String {
    let plain = term.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'');
    if plain || (term.starts_with('(') && term.ends_with(')')) {
        term.to_owned()
    } else {
        format!("({term})")
    }
}
