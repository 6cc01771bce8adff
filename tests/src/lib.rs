//! Tests of the system as a whole: from source files to verdicts, and what single changes of a
//! certificate do to them.

pub mod corpus;
pub mod forged;
pub mod harmless;
pub mod invented;
pub mod mutants;
pub mod random;
pub mod stated;
pub mod twins;
