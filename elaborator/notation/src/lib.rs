//! Prints formulas as the papers write them.

mod print;

pub use print::Printer;

/// Locals from here on stand for variables that a proof introduces: no program has so many in scope, so
/// the level tells which kind a variable is.
pub const PROVISIONAL: u32 = 1 << 31;
