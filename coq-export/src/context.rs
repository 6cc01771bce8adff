//! The context of a derivation node: its Rocq name, and what a verification condition sees.

use crate::formula::Vars;
use crate::program::Place;
use covenant_kernel::arena::{ExprId, SortId};
use covenant_kernel::types::FunType;
use std::rc::Rc;
use std::sync::Arc;

/// A quantifier or hypothesis of a condition under the context, outermost first.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A base variable.
    Variable(String, SortId),
    /// Something known.
    Fact(ExprId),
    /// A function variable with what is known of it: conditions do not mention it.
    Function,
}

/// A context.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub name: String,
    pub place: Rc<Place>,
    pub entries: Vec<Entry>,
    /// Types of function variables, by level.
    pub functions: Vec<Option<Arc<FunType>>>,
    /// Ghosts of enclosing ranked functions.
    pub ghosts: Vec<String>,
    pub ghost_sorts: Vec<SortId>,
    /// What is known of them, with the names of the hypotheses.
    pub ghost_facts: Vec<(ExprId, String)>,
}

impl Context {
    /// The context of a closed term.
    pub fn empty(place: Rc<Place>) -> Self {
        Context {
            name: "cnil".to_owned(),
            place,
            entries: Vec::new(),
            functions: Vec::new(),
            ghosts: Vec::new(),
            ghost_sorts: Vec::new(),
            ghost_facts: Vec::new(),
        }
    }

    /// The variables that an expression may mention here.
    pub fn vars(&self) -> Vars {
        Vars {
            locals: self.place.names.clone(),
            ghosts: self.ghosts.clone(),
            bound: Vec::new(),
            nu: String::new(),
        }
    }
}
