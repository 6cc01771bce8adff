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
}
