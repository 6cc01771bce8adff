//! The prelude: datatypes, predicates and lemmas that every file may use, and the modules of OCaml's
//! library, of which a file gets those that it names.
//!
//! Parsing and typing a module costs a millisecond or two, and loading `Char` and `String` makes characters
//! and strings data; so a file that does not name a module is read as if there were none. A name that
//! the file gives to a module of its own is not the library's.

use std::sync::OnceLock;

use super::diagnostic::Problems;
use super::parse;
use super::span::Source;
use super::syntax::Item;

const BASE: &str = include_str!("../prelude/prelude.ml");

/// Written in the dialect itself: the prelude, then the modules, in the order of [`MODULES`].
pub(crate) const TEXT: &str = concat!(
    include_str!("../prelude/prelude.ml"),
    include_str!("../prelude/stdlib/int.ml"),
    include_str!("../prelude/stdlib/fun.ml"),
    include_str!("../prelude/stdlib/option.ml"),
    include_str!("../prelude/stdlib/result.ml"),
    include_str!("../prelude/stdlib/either.ml"),
    include_str!("../prelude/stdlib/list.ml"),
    include_str!("../prelude/stdlib/char.ml"),
    include_str!("../prelude/stdlib/string.ml"),
);

/// A module of the library.
pub(crate) struct Library {
    /// Its name.
    pub name: &'static str,
    text: &'static str,
    /// What else of a source text asks for it.
    words: &'static [&'static str],
    /// Names that it also defines without its own before them.
    pub global: &'static [&'static str],
}

/// The modules; each uses only earlier ones.
const MODULES: [Library; 8] = [
    Library {
        name: "Int",
        text: include_str!("../prelude/stdlib/int.ml"),
        words: &["compare"],
        global: &["compare"],
    },
    Library { name: "Fun", text: include_str!("../prelude/stdlib/fun.ml"), words: &[], global: &[] },
    Library { name: "Option", text: include_str!("../prelude/stdlib/option.ml"), words: &[], global: &[] },
    Library { name: "Result", text: include_str!("../prelude/stdlib/result.ml"), words: &[], global: &[] },
    Library { name: "Either", text: include_str!("../prelude/stdlib/either.ml"), words: &[], global: &[] },
    Library { name: "List", text: include_str!("../prelude/stdlib/list.ml"), words: &[], global: &[] },
    Library {
        name: "Char",
        text: include_str!("../prelude/stdlib/char.ml"),
        words: &["String", "^"],
        global: &["char", "char_gen", "char_is_digit"],
    },
    Library {
        name: "String",
        text: include_str!("../prelude/stdlib/string.ml"),
        words: &["^"],
        global: &["string", "string_len", "^"],
    },
];

/// The parsed prelude; parsed once per process.
pub(crate) fn items(problems: &mut Problems) -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| parse::parse(BASE, Source::Prelude, problems).unwrap_or_default())
}

/// The modules that a source text names, parsed once per process.
pub(crate) fn libraries(source: &str, problems: &mut Problems) -> Vec<(&'static Library, &'static [Item])> {
    static LIBRARIES: [Library; 8] = MODULES;
    static PARSED: [OnceLock<Vec<Item>>; 8] = [const { OnceLock::new() }; 8];
    let mut offset = BASE.len();
    let mut out: Vec<(&'static Library, &'static [Item])> = Vec::new();
    for (library, parsed) in LIBRARIES.iter().zip(&PARSED) {
        if asks_for(source, library) {
            let items = parsed.get_or_init(|| {
                // Blanks in place of what stands before it, so that places are places of the whole text.
                let text = format!("{}{}", " ".repeat(offset), library.text);
                parse::parse(&text, Source::Prelude, problems).unwrap_or_default()
            });
            out.push((library, items));
        }
        offset += library.text.len();
    }
    out
}

fn asks_for(source: &str, library: &Library) -> bool {
    let named = words(source, library.name).any(|(_, after)| after.starts_with('.'));
    let also = library.words.iter().any(|word| {
        if word.chars().all(char::is_alphabetic) {
            words(source, word).next().is_some()
        } else {
            source.contains(word)
        }
    });
    (named || also) && !is_redefined(source, library.name)
}

/// SOUNDNESS: a module of the file's own hides the library's, also as a parameter of a functor, as an
/// unpacked value, or by an `open` of a module that has one (which is declined where it stands).
fn is_redefined(source: &str, name: &str) -> bool {
    words(source, name).any(|(before, after)| {
        let before = before.trim_end();
        let defined = ["module", "rec", "and", "type", "with"].iter().any(|word| before.ends_with(word));
        (defined || before.ends_with('(')) && !after.trim_start().starts_with('.')
    })
}

/// The places where a text has a word, as what stands before and after.
fn words<'t>(text: &'t str, word: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    text.match_indices(word).filter_map(move |(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        (!before.ends_with(part) && !after.starts_with(part)).then_some((before, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(source: &str) -> Vec<&'static str> {
        libraries(source, &mut Problems::default()).iter().map(|(library, _)| library.name).collect()
    }

    #[test]
    fn a_file_gets_the_modules_that_it_names() {
        assert_eq!(asked("let f (l : int list) = my_list"), Vec::<&str>::new());
        assert_eq!(asked("let f l = List.map g l"), ["List"]);
        assert_eq!(asked("let f l = MyList.map g l"), Vec::<&str>::new());
        assert_eq!(asked("String.length s"), ["Char", "String"]);
        assert_eq!(asked("a ^ b"), ["Char", "String"]);
        assert_eq!(asked("List.sort compare l"), ["Int", "List"]);
    }

    #[test]
    fn a_module_of_the_file_is_not_the_librarys() {
        assert_eq!(asked("module List = struct end let f = List.map"), Vec::<&str>::new());
        assert_eq!(asked("module F (List : S) = struct let f = List.map end"), Vec::<&str>::new());
        assert_eq!(asked("let f = (List.map)"), ["List"]);
    }

    #[test]
    fn the_modules_are_those_that_are_known() {
        assert_eq!(MODULES.map(|library| library.name), crate::library::NAMES);
    }

    #[test]
    fn the_whole_text_is_that_of_its_parts() {
        let parts: String = std::iter::once(BASE).chain(MODULES.iter().map(|m| m.text)).collect();
        assert_eq!(TEXT, parts);
    }
}
