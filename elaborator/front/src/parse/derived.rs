//! What `[@@deriving …]` adds to a file: values that no text defines.
//!
//! SOUNDNESS: `type t = … [@@deriving ord]` defines `compare`, and hides what had that name before. Nothing is known about such
//! values but their names, so that whatever uses one is declined.
//!
//! The names are those of the usual plugins. One that is not listed is taken to name what it defines after itself and the type, as
//! all of them do; a preprocessor that changes more than that is not a matter of this file.

use super::tree::{Reader, attributes, field, parts};
use crate::syntax::{Name, Namespace, Reason, SetAside};
use tree_sitter::Node;

/// The words that a plugin puts before or behind the name of a type, and for `t` uses alone.
fn words_of(plugin: &str) -> &'static str {
    match plugin {
        "show" => "pp show",
        "eq" | "equal" => "equal",
        "ord" | "compare" => "compare",
        "hash" => "hash hash_fold",
        "sexp" | "sexp_of" | "of_sexp" => "sexp_of of_sexp",
        "yojson" | "to_yojson" | "of_yojson" | "yojson_of" => "to_yojson of_yojson yojson_of of_yojson_exn",
        "qcheck" | "qcheck2" | "arbitrary" => "gen gen_sized arb arb_sized arbitrary",
        "quickcheck" => "quickcheck_generator quickcheck_observer quickcheck_shrinker gen",
        "make" => "make",
        "iter" => "iter",
        "map" => "map",
        "fold" => "fold",
        "enum" => "min max to_enum of_enum",
        "enumerate" => "all all_of",
        _ => {
            "pp show equal compare hash gen arb make iter map fold min max all of_string to_string encoding typ"
        }
    }
}

impl Reader<'_> {
    /// The values that the attributes of a type definition add; none without `deriving`.
    pub(super) fn derived(&mut self, definition: Node<'_>) -> Option<SetAside> {
        let bindings: Vec<_> =
            parts(definition).into_iter().filter(|part| part.kind() == "type_binding").collect();
        let mut plugins = Vec::new();
        let mut at = None;
        let all = bindings.iter().flat_map(|binding| attributes(*binding)).chain(attributes(definition));
        for attribute in all {
            if matches!(self.attribute_name(attribute), "deriving" | "deriving_inline") {
                plugins.extend(words(self.text_of(attribute)));
                at = Some(self.span(attribute));
            }
        }
        let span = at?;
        let mut names = Vec::new();
        for binding in bindings {
            let Some(name) = field(binding, "name").map(|name| self.text_of(name).to_owned()) else {
                continue;
            };
            for plugin in &plugins {
                for word in words_of(plugin).split_whitespace().chain([plugin.as_str()]) {
                    names.push(format!("{word}_{name}"));
                    names.push(format!("{name}_{word}"));
                    if name == "t" {
                        names.push(word.to_owned());
                    }
                }
            }
        }
        names.sort();
        names.dedup();
        let message = format!("what `[@@deriving {}]` defines is not read", plugins.join(", "));
        Some(SetAside {
            names: names.into_iter().map(|text| (Namespace::Value, Name { text, span })).collect(),
            claims: Vec::new(),
            generators: Vec::new(),
            why: Reason { declined: true, span, message },
        })
    }
}

/// The plugins in `[@@deriving show { with_path = false }, eq]`.
fn words(attribute: &str) -> Vec<String> {
    let (mut depth, mut found, mut word) = (0_usize, Vec::new(), String::new());
    for letter in attribute.trim_start_matches(['[', '@', ' ']).chars() {
        if depth == 0 && (letter.is_alphanumeric() || letter == '_') {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            found.push(std::mem::take(&mut word));
        }
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found.retain(|word| !matches!(word.as_str(), "deriving" | "deriving_inline"));
    found
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn plugins_are_words_outside_of_braces() {
        assert_eq!(words("[@@deriving show { with_path = false }, eq]"), ["show", "eq"]);
        assert_eq!(words("[@@deriving (ord, qcheck)]"), ["ord", "qcheck"]);
    }
}
