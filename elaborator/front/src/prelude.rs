//! The prelude: datatypes, predicates and lemmas that every file may use.

use std::sync::OnceLock;

use super::diagnostic::Problems;
use super::parse;
use super::span::Source;
use super::syntax::Item;

/// Written in the dialect itself.
pub(crate) const TEXT: &str = include_str!("../prelude/prelude.ml");

/// The parsed prelude; parsed once per process.
pub(crate) fn items(problems: &mut Problems) -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| parse::parse(TEXT, Source::Prelude, problems).unwrap_or_default())
}
