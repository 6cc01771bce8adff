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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// `cbind`, `chyp` or `cbr`: one fact.
    One,
    /// `cpars`: a fact per parameter, then the requirement.
    Parameters(Parameters),
}

/// The parameters of a function's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    /// Prefix of the names of lemmas about them.
    pub lemmas: String,
    /// Names of the context around the function, and of its type there.
    pub around: String,
    pub type_name: String,
    pub count: usize,
    /// Variables of the context around the function that their qualifiers mention.
    pub outer: Vec<u32>,
    /// Whether all are base values, so that the qualifiers are formulas.
    pub all_base: bool,
}

/// Parameters beyond which a fact about one is a lemma: as a projection its type would be
/// worked out again for each of those before it, at a cost that doubles with each.
const FEW: usize = 3;

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

    /// The entries of a frame.
    pub fn entries_of(&self, frame: usize) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |(_, of, _)| *of == frame).map(|(entry, ..)| entry)
    }

    /// What `S : sat C r` says of the environment's part up to a frame.
    pub fn up_to(&self, frame: usize) -> String {
        let newer = self.frames.len().saturating_sub(frame).saturating_sub(1);
        format!("{}S{}", "(proj1 ".repeat(newer), ")".repeat(newer))
    }

    /// The proof of a fact from `S : sat C r`.
    pub fn projection(&self, frame: usize, position: usize) -> String {
        let proof = format!("(proj2 {})", self.up_to(frame));
        match self.frames.get(frame) {
            Some(Frame::Parameters(of)) => {
                let rest = format!("{}{proof}{}", "(proj2 ".repeat(position), ")".repeat(position));
                if position < of.count { format!("(proj1 {rest})") } else { rest }
            }
            _ => proof,
        }
    }

    /// The parameters of a frame, if facts about them are lemmas.
    pub fn many_parameters(&self, frame: usize) -> Option<&Parameters> {
        match self.frames.get(frame) {
            Some(Frame::Parameters(of)) if of.all_base && of.count > FEW => Some(of),
            _ => None,
        }
    }

    /// Whether this is the body of a function of base values and nothing is bound yet: a
    /// condition in plain quantifiers over all of them *is* then the premise of the rule.
    pub fn is_plain(&self) -> bool {
        matches!(self.frames.as_slice(), [Frame::Parameters(of)] if of.all_base)
    }

    /// The variables that an expression may mention here.
    pub fn vars(&self) -> Vars {
        Vars {
            locals: self.place.names.clone(),
            ghosts: self.ghosts.clone(),
            bound: Vec::new(),
            nu: String::new(),
            by_name: false,
            for_reader: false,
        }
    }

    /// The same, for a text that mentions large formulas by name.
    pub fn vars_by_name(&self) -> Vars {
        Vars { by_name: true, ..self.vars() }
    }
}
