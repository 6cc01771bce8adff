//! A draw that is used twice: `let root = int_range lo hi in …`.

use covenant_execute::{Sort, Value};
use std::rc::Rc;

use crate::holes::{Hole, State};
use crate::pool::{Entry, Signature};
use crate::term::Term;

/// A variable that a `let` binds before the term.
pub(crate) struct Bound {
    /// The hole with the variable in scope.
    pub hole: Hole,
    pub name: String,
    pub value: Rc<Term>,
    pub cost: u32,
}

/// The hole with what a generator of integers draws in scope.
pub(crate) fn bind(outer: &Hole, generator: &Entry, draws: &[i64]) -> Option<Bound> {
    let Signature::Ints(sets) = &generator.signature else { return None };
    let taken = |name: &str| outer.place.scope.iter().any(|known| known == name);
    let name = ["root", "x", "drawn", "x1", "x2"].into_iter().find(|name| !taken(name))?;
    let mut states = Vec::new();
    for (state, set) in outer.states.iter().zip(&**sets) {
        let members: Vec<i64> = match set.listed() {
            Some(points) if points.len() <= 15 => points.to_vec(),
            _ => draws.iter().copied().filter(|n| set.contains(*n)).collect(),
        };
        for n in members {
            let values = state.values.iter().cloned().chain([Value::Int(n)]).collect();
            states.push(State { environment: state.environment, values });
        }
    }
    if states.is_empty() || states.len() > 800 {
        return None;
    }
    let mut scope = outer.scope.clone();
    scope.push((name.to_owned(), Sort::Int));
    let hole = Hole { place: outer.place.clone(), scope, states };
    Some(Bound { hole, name: name.to_owned(), value: generator.term.clone(), cost: generator.cost })
}
