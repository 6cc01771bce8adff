//! covenant-elaborator

pub mod conditions;
pub mod derive;
pub mod elaborate;
pub mod front;
pub mod rows;
pub mod search;
