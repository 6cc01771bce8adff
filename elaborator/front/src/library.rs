//! The names of the modules of OCaml's library that are known.

use crate::syntax::GENERATOR_LIBRARIES;

/// The modules, in the order in which they use each other.
pub(crate) const NAMES: [&str; 9] =
    ["Int", "Fun", "Option", "Result", "Either", "List", "Char", "String", "Array"];

/// Whether a module of a file cannot be read if it has this name: the paths of what it defines would be those of a library.
pub(crate) fn is_reserved(name: &str) -> bool {
    is_library(name) || name == "Stdlib" || GENERATOR_LIBRARIES.contains(&name)
}

/// Whether a name is that of a module of the library.
pub(crate) fn is_library(name: &str) -> bool {
    NAMES.contains(&name)
}

/// The modules that mean something in every file.
pub fn library_modules() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(["Stdlib"])
}
