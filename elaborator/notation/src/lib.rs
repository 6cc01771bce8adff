//! Prints formulas. There is one printer, over the kernel's own arena; who prints says which signs and
//! names to use: messages about a search write as claims do ([`Printer`]), an audit as the papers do.

mod declared;
mod formula;
mod limited;
mod print;

pub use declared::Declared;
pub use formula::{MAX_DEPTH, PAPERS, SOURCE, Symbols, Tightness, Vocabulary, write_formula};
pub use limited::Limited;
pub use print::Printer;

/// Locals from here on stand for variables that a proof introduces: no program has so many in scope, so
/// the level tells which kind a variable is.
pub const PROVISIONAL: u32 = 1 << 31;
