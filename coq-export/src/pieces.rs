//! The pieces of a program that have been written: where they stand, and under which name.

use covenant_kernel::arena::SortId;
use covenant_kernel::tables::{CoreRef, FunRef};
use covenant_kernel::types::FunType;
use std::rc::Rc;
use std::sync::Arc;

/// The variables of a piece: a Rocq context.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Name of the list of types.
    pub name: String,
    /// Levels, innermost binder first: the position is the de Bruijn index.
    pub levels: Vec<u32>,
    /// Number of levels in use.
    pub depth: u32,
    /// For each level, its name; empty for a function.
    pub names: Vec<String>,
    /// For each level, its sort; `None` for a function.
    pub sorts: Vec<Option<SortId>>,
    /// For each level, the simple type of the function there; `None` for a base value.
    pub functions: Vec<Option<Arc<FunType>>>,
}

/// A core term in its place.
#[derive(Debug)]
pub(crate) struct Term {
    pub name: String,
    pub core: CoreRef,
    pub sort: SortId,
    pub place: Rc<Place>,
    pub funs: Vec<Rc<Fun>>,
    pub terms: Vec<Rc<Term>>,
    /// For each branch of a match, the proof that it is one.
    pub memberships: Vec<String>,
}

/// A function value in its place.
#[derive(Debug)]
pub(crate) struct Fun {
    /// The value as text, to be used as an argument.
    pub value: String,
    pub fun: FunRef,
    pub arrow: Arc<FunType>,
    pub body: Option<Rc<Term>>,
}
