//! Repair: from a value that a generator cannot produce to a change of its text that makes it.
//!
//! Everything is measured on a finite set of *probes* (values) in finitely many *states* (arguments
//! and local variables at a place of the program); there is no solver in the search.
//!
//! | step | module |
//! |---|---|
//! | a claim with type variables or functions as parameters, at one meaning | `instance` |
//! | places of the text where a change can go | `surface`, `holes` |
//! | small arguments, and values that tell terms apart | `environments`, `probes` |
//! | what is missing, calls answered by their claims | `problem`, `search` |
//! | terms by cost, told apart by what they return | `pool`, `ints`, `bits`, `term`, `components` |
//! | the cheapest terms that give all that is missing | `cover`, `guards`, `lets` |
//! | changes of one sub-expression, before anything is added; holes inside terms | `positions`, `edits`, `changes` |
//! | `_` as a hole of a sketch; sketches for a function without a body | `sketch`, `generate` |
//! | what a list of QCheck's choices lacks | `arms` |
//! | the change, and whether it holds | `patch`, `verify` |
//! | where that gives nothing: two changes together, a text that is made of this one, control flow for one that only fails | `again` |
//! | the same in fewer words | `shorter` |
//! | what is not needed any more; whether nothing else is returned | `redundant`, `exactness` |
//! | why there is no repair | `explain` |
//! | one-sided strategies, which the benchmark compares with | `strategies` |
//!
//! Nothing here is trusted, and nothing is added to the kernel: the certificate is that of the new
//! text, loaded and proved from scratch as if the user had written it. A mistake in the search can
//! waste time; it cannot make a wrong claim valid.
//!
//! Not chosen: asking a solver which values a term covers (the paper's way). Bits decide the same
//! question on the probes in nanoseconds, and the final proof is needed anyway.

mod again;
mod answers;
mod arms;
mod bits;
mod changes;
mod components;
mod cover;
mod edits;
mod environments;
mod exactness;
mod explain;
mod generate;
mod guards;
mod holes;
mod instance;
mod ints;
mod lets;
mod outcome;
mod patch;
mod pool;
mod positions;
mod probes;
mod problem;
mod redundant;
mod repair;
mod search;
mod shorter;
mod sketch;
mod strategies;
mod surface;
mod term;
#[cfg(test)]
mod tests;
mod verify;

pub use again::repair_claim;
pub use components::Wishes;
pub use generate::generate_claim;
pub use outcome::{ClaimRepair, Outcome, Redundant, Repair, Work};
pub use patch::{Edit, apply, unified_diff};
pub use repair::{Options, Request, components_of};
pub use sketch::readable;
pub use strategies::{Strategy, fill, small_arguments};
