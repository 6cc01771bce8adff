//! Runs programs, specs and lemmas.
//!
//! | module | does |
//! |---|---|
//! | [`value`] | values, and how they are written |
//! | [`eval`] | terms and formulas on values, whole or partial; exact or not at all |
//! | [`mod@sample`] | random runs of a generator |
//! | [`mod@explore`] | all runs of a generator within bounds |
//! | [`reach`] | whether a generator can return a given value, by running it backwards |
//! | [`enumerate`] | the values that satisfy a spec |
//! | [`missing`] | values that a claim promises and the generator cannot return |
//! | [`mod@plan`] | promised values with the choices of runs that return them |
//! | [`mod@made`] | promised values that the program makes, as examples |
//! | [`outcomes`] | what many calls of a function come to |
//! | [`refute`] | counterexamples of lemmas and axioms |
//! | [`limits`] | bounds on all of these |
//!
//! Nothing here is trusted: a verdict *valid* never relies on it. It is what makes a rejection
//! useful (the value that is missing), and it tests the rest of the tool.

mod abstraction;
pub mod branch;
mod divide;
pub mod enumerate;
pub mod eval;
pub mod explore;
mod forward;
mod ints;
pub mod limits;
mod linear;
mod long;
mod machine;
pub mod made;
mod meanings;
pub mod missing;
mod missing_value;
pub mod outcomes;
pub mod plan;
pub mod program;
mod quantify;
pub mod reach;
pub mod refute;
pub mod sample;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod value;

pub use branch::branch_taken;
pub use enumerate::{SpecValues, spec_of_claim, values_of_claim, values_of_formula};
pub use explore::{Bounds, Explored, explore};
pub use limits::{Bound, Limits, SpecBounds};
pub use machine::Asked;
pub use made::{elements, made};
pub use missing::{
    Argument, Effort, MissingValue, Place, Promise, Reachability, Search, Tried, can_return, can_return_each,
    can_return_until, check_reachability, find_missing, find_missing_at, promises,
};
pub use outcomes::{Caller, Outcomes, choices_to, makes_no_choice};
pub use plan::{PlanSize, Planned, Unplanned, plan};
pub use program::{Malformed, Program, Sort};
pub use reach::Reach;
pub use refute::{Refutation, refute_formula};
pub use sample::{CannotRun, Draw, Random, Samples, sample};
pub use trace::Choice;
pub use value::{Names, Table, Value, ctor_name, show, show_argument, show_table};
