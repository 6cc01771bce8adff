//! covenant-elaborator

mod assumed;
pub mod code;
pub mod conditions;
pub mod derive;
pub mod elaborate;
pub mod front;
pub mod lemma_book;
pub mod pipeline;
pub mod print;
pub mod provenance;
pub mod rows;
pub mod run;
pub mod search;
pub mod second_solver;
