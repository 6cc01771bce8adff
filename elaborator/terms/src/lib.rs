//! Well-typed terms that use what they bind: random programs for testing compilers, checkers and interpreters.
//!
//! Generators that work from the top down choose the type of a function before its body, and make functions that ignore their
//! arguments. Here a hole may also be filled with a parameter that is added, at that moment, to an enclosing function and
//! to all its calls; or with a variable that a new let binding or match, somewhere around the hole, binds. What is
//! bound is then used by construction. The method is that of Frank, Quiring and Lampropoulos, "Generating well-typed terms that are not
//! useless" (2024).
//!
//! | module | what it is for |
//! |---|---|
//! | `types`, `notation`, `environment`, `read` | types as trees and as text; datatypes and constants; both from OCaml files |
//! | `weights` | how likely each rule is |
//! | `table`, `graph` | types and the term while it grows; arguments holes and their places |
//! | `catalog`, `urn` | what the environment has for a type, chosen by weight |
//! | `choices`, `rules` | which rules fit a hole, and what each does |
//! | `state`, `generate` | the steps |
//! | `term`, `check`, `invariant` | the finished term, and two checkers that share no code |
//! | `print` | OCaml, Haskell, S-expressions |
//! | `usage` | sizes, depths, shares of variables that are used |
//! | `module`, `shrink`, `inline` | modules for differential testing; smaller terms that still differ |
//! | `polymorphic` | polymorphic functions, as constants for later terms |
//! | `picture` | a term and how it grew, as SVG |
//!
//! A step takes time that does not depend on the size of the term: see `graph` about scope and `table` about types. Nothing is ever
//! taken back. The same seed gives the same terms, on every machine.
//!
//! No solver, kernel or elaborator is needed here, and nothing here is trusted by them.

pub mod catalog;
pub mod check;
pub mod choices;
pub mod environment;
pub mod generate;
pub mod graph;
pub mod inline;
pub mod invariant;
pub mod module;
pub mod notation;
pub mod picture;
pub mod polymorphic;
pub mod print;
pub mod random;
pub mod read;
pub mod rules;
pub mod shrink;
pub mod state;
pub mod table;
pub mod term;
pub mod types;
pub mod urn;
pub mod usage;
pub mod weights;

pub use environment::Environment;
pub use generate::NoTerms;
pub use state::Generator;
pub use term::Term;
pub use types::Type;
pub use usage::Usage;
pub use weights::Weights;

/// The environment that is used unless another one is given, as OCaml.
pub const DEFAULT_ENVIRONMENT: &str = include_str!("../env/default.ml");

/// Its constants, in Haskell.
pub const DEFAULT_HASKELL: &str = include_str!("../env/default.hs");
