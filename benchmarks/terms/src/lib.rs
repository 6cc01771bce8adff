//! Measurements of the term generator: how many variables are used, how fast, how many tests a seeded bug takes, and which small
//! terms cannot be made.

pub mod bugs;
pub mod core;
pub mod optimise;
pub mod small;
