//! Limits on work that do not belong to one search: the clock as an outer limit, and the depth of
//! the stack. Every search counts its own steps; what spends a budget defines it.

mod deadline;
mod deep;

pub use deadline::Deadline;
pub use deep::{deeper, on_a_deep_stack};
