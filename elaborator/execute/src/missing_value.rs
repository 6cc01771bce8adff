//! A value that a claim allows and its generator cannot return.

use super::value::Value;
use covenant_kernel::tables::{GlobalRef, TypeRef};

/// An argument of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value.
    Value(Value),
    /// The least function of this type: it returns exactly what the type promises.
    Least(TypeRef),
}

/// A value that the claim allows and the generator cannot return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingValue {
    /// The generator.
    pub generator: GlobalRef,
    /// The arguments.
    pub args: Vec<Argument>,
    /// The value.
    pub value: Value,
    /// Meaning of the predicate variables: the argument lists that satisfy each.
    pub predicates: Vec<Vec<Vec<Value>>>,
    /// Whether every run was excluded, over all integers (else none was found within bounds).
    pub confirmed: bool,
    /// Where the search found it.
    pub place: Place,
}

/// Where a search finds a value, so that another one need not try what comes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// So many pairs of arguments and value come before it.
    Pair(u64),
    /// Among the long lists, which are tried last.
    Long,
}

impl Place {
    /// As a number, to be written down.
    #[must_use]
    pub fn number(self) -> u64 {
        match self {
            Place::Pair(before) => before,
            Place::Long => u64::MAX,
        }
    }

    /// The place with a number.
    #[must_use]
    pub fn of_number(number: u64) -> Place {
        if number == u64::MAX { Place::Long } else { Place::Pair(number) }
    }
}
