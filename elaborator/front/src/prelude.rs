//! The prelude: datatypes, predicates and lemmas that every file may use.

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

/// Both: the text that places in them point into.
pub(crate) const TEXT: &str =
    concat!(include_str!("../prelude/prelude.ml"), include_str!("../prelude/qcheck.ml"));

/// The parsed prelude; parsed once per process.
pub(crate) fn items(problems: &mut Problems) -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| read(ALONE, problems))
}

/// The parsed definitions of QCheck's generators. Only recursive ones keep their claims: the others are written out
/// where they are used.
pub(crate) fn qcheck_items(problems: &mut Problems) -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| {
        let text = format!("{}{QCHECK}", " ".repeat(ALONE.len()));
        let mut items = read(&text, problems);
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

fn read(text: &str, problems: &mut Problems) -> Vec<Item> {
    parse::parse(text, Source::Prelude, problems)
        .map(|parsed| modules::resolve(parsed, problems))
        .unwrap_or_default()
}
