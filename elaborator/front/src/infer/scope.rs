//! What names mean inside the item that is being typed. Every item starts with nothing.

use super::Inferrer;
use super::operators::AddressComparison;
use crate::steps::OutOfSteps;
use crate::typed::{FunctionId, LocalId, PredicateId, Ty};

/// What `'a` means in the text being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum VariablePolicy {
    /// An inference variable, shared by name within one item.
    #[default]
    Flexible,
    /// A quantified variable, numbered in order of appearance.
    Rigid,
}

/// The type variables of a text.
#[derive(Default)]
pub(super) struct TypeVariables {
    pub(super) policy: VariablePolicy,
    pub(super) named: Vec<(String, Ty)>,
}

impl TypeVariables {
    /// Those of a claim or a declaration.
    pub(super) fn rigid() -> Self {
        Self { policy: VariablePolicy::Rigid, named: Vec::new() }
    }

    /// The next quantified variable.
    pub(super) fn next_rigid(&self) -> Ty {
        Ty::Rigid(u32::try_from(self.named.len()).unwrap_or(u32::MAX))
    }
}

/// The scope of one item, and what is to be said about it once.
#[derive(Default)]
pub(super) struct ItemScope {
    pub(super) variables: Vec<(String, LocalId, Ty)>,
    pub(super) predicate_variables: Vec<(String, Vec<Ty>)>,
    pub(super) types: TypeVariables,
    pub(super) address_comparisons: Vec<AddressComparison>,
    pub(super) out_of_steps: OutOfSteps,
}

/// The definitions that are typed together now: inside, each has one type.
#[derive(Default)]
pub(super) struct OpenDefinitions {
    pub(super) predicates: Vec<(PredicateId, Ty)>,
    pub(super) functions: Vec<(FunctionId, Ty)>,
    /// How many groups of predicates there were.
    groups: usize,
}

impl OpenDefinitions {
    pub(super) fn predicate(&self, id: PredicateId) -> Option<Ty> {
        self.predicates.iter().find(|(open, _)| *open == id).map(|(_, ty)| ty.clone())
    }

    pub(super) fn function(&self, id: FunctionId) -> Option<Ty> {
        self.functions.iter().find(|(open, _)| *open == id).map(|(_, ty)| ty.clone())
    }

    /// The number of a new group of predicates.
    pub(super) fn new_group(&mut self) -> usize {
        self.groups += 1;
        self.groups - 1
    }
}

impl Inferrer<'_> {
    pub(super) fn lookup(&self, name: &str) -> Option<(LocalId, Ty)> {
        let mut variables = self.scope.variables.iter().rev();
        variables.find(|(bound, _, _)| bound == name).map(|(_, local, ty)| (*local, ty.clone()))
    }

    /// Runs `within` and forgets the variables it bound.
    pub(super) fn scoped<T>(&mut self, within: impl FnOnce(&mut Self) -> T) -> T {
        let height = self.scope.variables.len();
        let result = within(self);
        self.scope.variables.truncate(height);
        result
    }

    /// Runs `within` with quantified type variables of its own, and says which.
    pub(super) fn with_rigid_types<T>(&mut self, within: impl FnOnce(&mut Self) -> T) -> (T, TypeVariables) {
        let around = std::mem::replace(&mut self.scope.types, TypeVariables::rigid());
        let result = within(self);
        (result, std::mem::replace(&mut self.scope.types, around))
    }
}
