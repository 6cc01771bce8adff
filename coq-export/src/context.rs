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

/// How a context extends the one before: what `sat` says of its environments besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// `cbind`, `chyp` or `cbr`: one fact.
    One,
    /// `cpars`: a fact per parameter, then the requirement.
    Parameters,
}

/// A context.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub name: String,
    pub place: Rc<Place>,
    /// With the number of the frame that each belongs to, and its place among the frame's facts.
    pub entries: Vec<(Entry, usize, usize)>,
    pub frames: Vec<Frame>,
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
            frames: Vec::new(),
            functions: Vec::new(),
            ghosts: Vec::new(),
            ghost_sorts: Vec::new(),
            ghost_facts: Vec::new(),
        }
    }

    /// Adds a frame with its entries.
    pub fn push(&mut self, frame: Frame, entries: impl IntoIterator<Item = Entry>) {
        let (number, mut facts) = (self.frames.len(), 0usize);
        for entry in entries {
            let is_variable = matches!(entry, Entry::Variable(..));
            self.entries.push((entry, number, facts));
            facts = facts.saturating_add(usize::from(!is_variable));
        }
        self.frames.push(frame);
    }

    /// The proof of a fact from `S : sat C r`.
    pub fn fact(&self, frame: usize, position: usize) -> String {
        let newer = self.frames.len().saturating_sub(frame).saturating_sub(1);
        let mut proof = "S".to_owned();
        for _ in 0..newer {
            proof = format!("(proj1 {proof})");
        }
        proof = format!("(proj2 {proof})");
        if self.frames.get(frame) == Some(&Frame::Parameters) {
            for _ in 0..position {
                proof = format!("(proj2 {proof})");
            }
            let same_frame = self.entries.iter().filter(|(_, of, _)| *of == frame);
            if same_frame.map(|(.., at)| *at).max() > Some(position) {
                proof = format!("(proj1 {proof})");
            }
        }
        proof
    }

    /// The variables that an expression may mention here.
    pub fn vars(&self) -> Vars {
        Vars {
            locals: self.place.names.clone(),
            ghosts: self.ghosts.clone(),
            bound: Vec::new(),
            nu: String::new(),
            by_name: false,
        }
    }

    /// The same, for a text that mentions large formulas by name.
    pub fn vars_by_name(&self) -> Vars {
        Vars { by_name: true, ..self.vars() }
    }
}
