//! The names of the modules of OCaml's library that are known.

/// The modules, in the order in which they use each other.
pub(crate) const NAMES: [&str; 8] = ["Int", "Fun", "Option", "Result", "Either", "List", "Char", "String"];

/// Whether a name is that of a module of the library.
pub(crate) fn is_library(name: &str) -> bool {
    NAMES.contains(&name)
}
