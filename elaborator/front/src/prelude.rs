//! The prelude: datatypes, predicates and lemmas that every file may use, the modules of OCaml's library, and what
//! QCheck's generators draw from.
//!
//! Loading `Char` and `String` makes characters and strings data, which proofs pay for; so a file that uses no generators
//! of a library gets the modules whose names occur in its text, wherever that is. What a name *means* is not decided
//! here but by resolution: `crate::modules` for files with modules, and the parser for the others. A module that the file
//! defines itself is not loaded: its names are the file's.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::diagnostic::Problems;
use super::modules;
use super::parse;
use super::span::Source;
use super::syntax::Item;

/// Written in the dialect itself.
pub(crate) const ALONE: &str = include_str!("../prelude/prelude.ml");

/// What QCheck's generators draw from, likewise.
pub(crate) const QCHECK: &str = include_str!("../prelude/qcheck.ml");

/// All of it: the prelude, the modules in the order of [`MODULES`], the generators. Places point into it.
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
    include_str!("../prelude/stdlib/array.ml"),
    include_str!("../prelude/qcheck.ml"),
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
const MODULES: [Library; 9] = [
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
        words: &["String", "^", "string_of_bool"],
        global: &["char", "char_gen", "char_is_digit"],
    },
    Library {
        name: "String",
        text: include_str!("../prelude/stdlib/string.ml"),
        words: &["^", "string_of_bool"],
        global: &["string", "string_len", "^", "string_of_bool"],
    },
    Library {
        name: "Array",
        text: include_str!("../prelude/stdlib/array.ml"),
        words: &["array"],
        global: &["array"],
    },
];

/// The parsed prelude; parsed once per process.
pub(crate) fn items(problems: &mut Problems) -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| read(ALONE, 0, problems))
}

/// The parsed definitions of QCheck's generators. Only recursive ones keep their claims: the others are written out
/// where they are used.
pub(crate) fn qcheck_items(problems: &mut Problems) -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| {
        let mut items = read(QCHECK, TEXT.len() - QCHECK.len(), problems);
        for item in &mut items {
            if let Item::Program(bindings) = item
                && !bindings.recursive
            {
                bindings.list.iter_mut().for_each(|binding| binding.attributes.clear());
            }
        }
        items
    })
}

/// The modules that a source text names and does not define, parsed once per process; all of them for a file that
/// uses generators of a library.
pub(crate) fn libraries(
    source: &str,
    own_modules: &BTreeSet<String>,
    all: bool,
    problems: &mut Problems,
) -> Vec<(&'static Library, &'static [Item])> {
    static LIBRARIES: [Library; 9] = MODULES;
    static PARSED: [OnceLock<Vec<Item>>; 9] = [const { OnceLock::new() }; 9];
    let mut offset = ALONE.len();
    let mut out: Vec<(&'static Library, &'static [Item])> = Vec::new();
    // SOUNDNESS: `String.length` of a module `String` of the file must not be the library's.
    let hidden = |name: &str| own_modules.contains(name) && !all;
    let without_characters = hidden("Char");
    for (library, parsed) in LIBRARIES.iter().zip(&PARSED) {
        // Arrays can be changed, so that reading them as data is for files that only draw them.
        let unfit = (library.name == "String" && without_characters) || (library.name == "Array" && !all);
        let hidden = hidden(library.name) || unfit;
        if !hidden && (all || asks_for(source, library)) {
            let items = parsed.get_or_init(|| read(library.text, offset, problems));
            out.push((library, items));
        }
        offset += library.text.len();
    }
    out
}

/// Blanks in place of what stands before a text, so that places are places of the whole.
fn read(text: &str, offset: usize, problems: &mut Problems) -> Vec<Item> {
    parse::parse(&format!("{}{text}", " ".repeat(offset)), Source::Prelude, problems)
        .map(|parsed| modules::resolve(parsed, false, problems))
        .unwrap_or_default()
}

fn asks_for(source: &str, library: &Library) -> bool {
    let named = words(source, library.name).any(|after| after.starts_with('.'));
    let also = library.words.iter().any(|word| {
        if word.chars().all(char::is_alphabetic) {
            words(source, word).next().is_some()
        } else {
            source.contains(word)
        }
    });
    named || also
}

/// What stands behind a word, wherever a text has it.
fn words<'t>(text: &'t str, word: &str) -> impl Iterator<Item = &'t str> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    text.match_indices(word).filter_map(move |(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        (!before.ends_with(part) && !after.starts_with(part)).then_some(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(source: &str, own: &[&str]) -> Vec<&'static str> {
        let own = own.iter().map(|name| (*name).to_owned()).collect();
        libraries(source, &own, false, &mut Problems::default())
            .iter()
            .map(|(library, _)| library.name)
            .collect()
    }

    #[test]
    fn a_file_gets_the_modules_that_it_names() {
        assert_eq!(asked("let f (l : int list) = my_list", &[]), Vec::<&str>::new());
        assert_eq!(asked("let f l = List.map g l", &[]), ["List"]);
        assert_eq!(asked("let f l = MyList.map g l", &[]), Vec::<&str>::new());
        assert_eq!(asked("String.length s", &[]), ["Char", "String"]);
        assert_eq!(asked("a ^ b", &[]), ["Char", "String"]);
        assert_eq!(asked("List.sort compare l", &[]), ["Int", "List"]);
    }

    #[test]
    fn a_module_of_the_file_is_not_the_librarys() {
        assert_eq!(asked("let f = List.map", &["List"]), Vec::<&str>::new());
        assert_eq!(asked("let f = String.length", &["Char"]), Vec::<&str>::new());
    }

    #[test]
    fn the_modules_are_those_that_are_known() {
        assert_eq!(MODULES.map(|library| library.name), crate::library::NAMES);
    }

    #[test]
    fn the_whole_text_is_that_of_its_parts() {
        let parts: String =
            std::iter::once(ALONE).chain(MODULES.iter().map(|m| m.text)).chain([QCHECK]).collect();
        assert_eq!(TEXT, parts);
    }
}
