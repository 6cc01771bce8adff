//! The trusted core of Covenant.
pub mod arena;
pub mod evidence;
pub mod leaf;
pub mod load;
pub mod reject;
pub mod subst;
pub mod tables;
pub mod theory;
