//! The trusted core of Covenant.
pub mod tables;
