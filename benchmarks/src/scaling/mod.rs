//! The scaling series.

pub mod programs;
