//! Generators as code to be used elsewhere: an OCaml module for QCheck, a Rust module for
//! proptest.
//!
//! | file | does |
//! |---|---|
//! | `read`, `spec` | the kernel's tables as trees with names |
//! | `names` | names from the source |
//! | `collect` | what a module needs, each thing once |
//! | `sizes` | where a generator stops or goes on |
//! | `ocaml`, `rust` | print them |
//!
//! What is exported is the program that the kernel saw, not the text of the file: helpers are
//! inlined, notation is gone, and files of every notation can be exported.
//!
//! Rejected: one function per primitive that hides the source of randomness. A QCheck generator
//! *is* a function from a random state, so an exported generator with the state as its last
//! argument is one already, and reads like the source.

mod collect;
mod names;
mod ocaml;
mod read;
mod rust;
mod sizes;
mod spec;
mod tree;

use covenant_front::Module;

/// The language of an exported module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// OCaml, with `QCheck.Gen`.
    QCheck,
    /// Rust, with `proptest`.
    Proptest,
}

/// An exported module.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The text of the module.
    pub text: String,
    /// The generators in it.
    pub generators: Vec<String>,
    /// Generators that cannot be exported, and why.
    pub declined: Vec<(String, String)>,
    /// Generators whose specification is exported only in part, and why.
    pub partial_specs: Vec<(String, String)>,
}

/// Exports the claimed generators of a file, or one of them. In OCaml the datatypes are those of the module
/// `types_from`, if there is one.
#[must_use]
pub fn export(
    module: &Module,
    text: &str,
    language: Language,
    only: Option<&str>,
    types_from: Option<&str>,
) -> Exported {
    let mut collected = collect::Collected::default();
    let weights = covenant_front::weights(text);
    for unit in module.units.iter().filter(|u| only.is_none_or(|name| name == u.claim)) {
        collected.add(unit, text, &weights, language);
    }
    let file = in_comment(&module.file_name);
    let text = match language {
        Language::QCheck => ocaml::module(&file, &collected, types_from),
        Language::Proptest => rust::module(&file, &collected),
    };
    Exported {
        text,
        generators: collected.generators.iter().map(|g| g.name.clone()).collect(),
        declined: collected.declined,
        partial_specs: collected.partial_specs,
    }
}

/// The name of a file as it may stand in a comment of any language: what could end the comment or its
/// line, or open a string in it, is left out.
fn in_comment(file: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | ' ');
    file.chars().map(|c| if plain(c) { c } else { '_' }).collect()
}
