//! The values of a spec, part by part.
//!
//! When the constructor of a value is chosen, the spec is reduced to demands on its fields
//! ([`reduce`]). Most speak of one field only (`size_balanced l`), or do so once another field is
//! known (`6 <= tree_num_node r`). The values of a field that meet a set of demands are found once,
//! by the same means, and used wherever the same demands come up: in every tree that has a left
//! subtree of the same size, for example. What a demand on several fields says of one alone (at
//! most ten nodes together: at most ten in this one) is demanded of it from the start. A demand that
//! follows from another one of the same field is dropped ([`stronger`]), so that problems are the same that have
//! the same values.
//!
//! Specs whose demands do not come apart like this (quantifiers, relations between two subtrees)
//! are left to the search that refines a value as a whole ([`super::enumerate`]).

mod form;
mod reduce;
mod stronger;

use covenant_kernel::tables::ExprRef;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::rc::Rc;

use super::eval::{Evaluator, Room, Stop};
use super::limits::SpecBounds;
use super::program::Sort;
use super::value::Value;
use form::{Atom, Form, Sum};
use reduce::{DemandScope, Halt, Reduced, Reducer};
use stronger::Stronger;

/// Which values of a field are wanted. The field is hole 0 in the demands.
type Problem = (Sort, u32, BTreeSet<Form>);

type Emit<'f, 's, 'a> = dyn FnMut(&mut Divider<'s, 'a>, Value) -> Reduced<ControlFlow<()>> + 'f;

/// Values that are remembered for one problem at most, and for all together.
const MOST_OF_ONE: usize = 50_000;
const MOST_OF_ALL: usize = 1_000_000;

/// A search for values, part by part.
pub(super) struct Divider<'s, 'a> {
    reducer: Reducer<'s, 'a>,
    ints: Vec<i64>,
    known: HashMap<Problem, Rc<[Value]>>,
    remembered: usize,
    stronger: Stronger,
    /// Choices that were made.
    pub tried: u64,
}

/// How a search ended.
pub(super) enum End {
    /// All values, or as many as were asked for.
    Done,
    /// The spec does not come apart.
    Indivisible,
    /// A bound was hit.
    Stopped(Stop),
}

impl<'s, 'a> Divider<'s, 'a> {
    /// `None` if there are no integers to choose from.
    pub fn new(eval: &'s mut Evaluator<'a>, bounds: &SpecBounds) -> Option<Self> {
        let (low, high) = (*bounds.ints.start(), *bounds.ints.end());
        (low <= high).then(|| Divider {
            reducer: Reducer { eval, ints: (low, high) },
            ints: (low..=high).collect(),
            known: HashMap::new(),
            remembered: 0,
            stronger: Stronger::default(),
            tried: 0,
        })
    }

    /// Emits every value of a sort within bounds that satisfies a formula about `Nu`, until told
    /// to stop.
    pub fn run(
        &mut self,
        sort: &Sort,
        depth: u32,
        formula: ExprRef,
        outer: &[Value],
        emit: &mut dyn FnMut(Value) -> ControlFlow<()>,
    ) -> End {
        let root = Value::Hole(0);
        self.open(0, sort.clone(), depth);
        // No constructor is known, so there is nothing that a parameter could be confused with.
        self.reducer.eval.next_hole = self.reducer.eval.next_hole.max(1);
        let scope = DemandScope { locals: &[], bound: outer, nu: Some(&root) };
        let solved = self.reducer.form(formula, &scope, true).and_then(|form| {
            let mut demands = BTreeSet::new();
            if !form.conjuncts(&mut demands) {
                return Ok(ControlFlow::Continue(()));
            }
            self.solve((sort.clone(), depth, demands), &mut |_, value| Ok(emit(value)))
        });
        match solved {
            Ok(_) => End::Done,
            Err(Halt::Indivisible) => End::Indivisible,
            Err(Halt::Stop(stop)) => End::Stopped(stop),
        }
    }

    fn open(&mut self, hole: u32, sort: Sort, depth: u32) {
        self.reducer.eval.holes.insert(hole, Room { sort, depth });
    }

    fn solve(&mut self, problem: Problem, emit: &mut Emit<'_, 's, 'a>) -> Reduced<ControlFlow<()>> {
        if let Some(known) = self.known.get(&problem).cloned() {
            for value in known.iter() {
                self.reducer.eval.meter.step()?;
                if emit(self, value.clone())?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        let mut all = Vec::new();
        let ended = self.expand(&problem, &mut |this, value| {
            if all.len() <= MOST_OF_ONE {
                all.push(value.clone());
            }
            emit(this, value)
        })?;
        if ended.is_continue() && all.len() <= MOST_OF_ONE && self.remembered + all.len() <= MOST_OF_ALL {
            self.remembered += all.len();
            self.known.insert(problem, all.into());
        }
        Ok(ended)
    }

    /// Tries every way to begin a value.
    fn expand(
        &mut self,
        (sort, depth, demands): &Problem,
        emit: &mut Emit<'_, 's, 'a>,
    ) -> Reduced<ControlFlow<()>> {
        let leaves: Vec<Value> = match sort {
            Sort::Int => self.ints.iter().copied().map(Value::Int).collect(),
            Sort::Finite(n) => (0..*n).map(Value::Atom).collect(),
            Sort::Opaque(_) => return Err(Halt::Indivisible),
            Sort::Data(data, args) => {
                let program = self.reducer.eval.program;
                let count = program.ctor_count(*data);
                // Tuples and records do not nest.
                let below = if count > 1 { depth.saturating_sub(1) } else { *depth };
                for tag in 0..count {
                    let fields = program.ctor_fields(*data, tag);
                    if !fields.is_empty() && *depth == 0 {
                        continue;
                    }
                    let mut open = Vec::with_capacity(fields.len());
                    for field in fields {
                        let Value::Hole(hole) = self.reducer.eval.fresh_hole() else { continue };
                        self.open(hole, program.sort(*field, args), below);
                        open.push(hole);
                    }
                    let value = Value::ctor(*data, tag, open.iter().copied().map(Value::Hole).collect());
                    let ended = match self.choose(demands, 0, &value)? {
                        Some(demands) => self.fill(&open, demands, &value, emit)?,
                        None => ControlFlow::Continue(()),
                    };
                    for hole in &open {
                        self.reducer.eval.holes.remove(hole);
                    }
                    if ended.is_break() {
                        return Ok(ended);
                    }
                }
                return Ok(ControlFlow::Continue(()));
            }
        };
        for value in leaves {
            if self.choose(demands, 0, &value)?.is_some() && emit(self, value)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What is demanded when a part is chosen; `None` if that cannot be met.
    fn choose(&mut self, demands: &BTreeSet<Form>, hole: u32, by: &Value) -> Reduced<Option<BTreeSet<Form>>> {
        self.tried += 1;
        self.reducer.eval.meter.step()?;
        let mut all = BTreeSet::new();
        for demand in demands {
            let demand = self.reducer.again(demand, hole, by)?;
            if !demand.conjuncts(&mut all) {
                return Ok(None);
            }
        }
        Ok(self.stronger.keep(&self.reducer.eval.program, all))
    }

    /// Fills the fields of a constructor, one after the other.
    fn fill(
        &mut self,
        open: &[u32],
        demands: BTreeSet<Form>,
        value: &Value,
        emit: &mut Emit<'_, 's, 'a>,
    ) -> Reduced<ControlFlow<()>> {
        let Some(hole) = self.next_field(open, &demands) else {
            // Every demand mentions a field, and was decided with its last one.
            return if demands.is_empty() { emit(self, value.clone()) } else { Err(Halt::Indivisible) };
        };
        let Some((sort, depth)) = self.reducer.eval.holes.get(&hole).map(|r| (r.sort.clone(), r.depth))
        else {
            return Err(Halt::Indivisible);
        };
        let rest: Vec<u32> = open.iter().copied().filter(|h| *h != hole).collect();
        let mut alone = BTreeSet::new();
        let mut others = BTreeSet::new();
        self.open(0, sort.clone(), depth);
        for demand in demands {
            let holes = demand.holes();
            let own = if !holes.contains(&hole) {
                others.insert(demand);
                continue;
            } else if holes.len() == 1 {
                demand
            } else {
                let implied = self.implied(&demand, hole)?;
                others.insert(demand);
                implied
            };
            let renamed = self.reducer.again(&own, hole, &Value::Hole(0))?;
            if !renamed.conjuncts(&mut alone) {
                return Ok(ControlFlow::Continue(()));
            }
        }
        let Some(alone) = self.stronger.keep(&self.reducer.eval.program, alone) else {
            return Ok(ControlFlow::Continue(()));
        };
        self.solve((sort, depth, alone), &mut |this, part| {
            let Some(left) = this.choose(&others, hole, &part)? else { return Ok(ControlFlow::Continue(())) };
            this.fill(&rest, left, &value.fill(hole, &part), emit)
        })
    }

    /// The field to fill next: integers and constants before datatypes, as they cost least and
    /// tell most; and last those that nothing is demanded of.
    fn next_field(&self, open: &[u32], demands: &BTreeSet<Form>) -> Option<u32> {
        let mentioned: BTreeSet<u32> = demands.iter().flat_map(Form::holes).collect();
        let program = self.reducer.eval.program;
        open.iter().copied().min_by_key(|hole| {
            let large = match self.reducer.eval.holes.get(hole).map(|room| &room.sort) {
                Some(Sort::Data(data, _)) => {
                    (0..program.ctor_count(*data)).any(|tag| !program.ctor_fields(*data, tag).is_empty())
                }
                _ => false,
            };
            (!mentioned.contains(hole), large)
        })
    }

    /// What a demand on several fields says of one of them alone.
    fn implied(&mut self, form: &Form, hole: u32) -> Reduced<Form> {
        let holes = form.holes();
        if !holes.contains(&hole) {
            return Ok(Form::Known(true));
        }
        if holes.len() == 1 {
            return Ok(form.clone());
        }
        Ok(match form {
            Form::And(a, b) => Form::and(self.implied(a, hole)?, self.implied(b, hole)?),
            Form::Or(a, b) => {
                let mentions = |form: &Form| form.holes().contains(&hole);
                // The other side may hold whatever this field is.
                if mentions(a) && mentions(b) {
                    Form::or(self.implied(a, hole)?, self.implied(b, hole)?)
                } else {
                    Form::Known(true)
                }
            }
            Form::AtMost(sum) => self.sum_of_one(sum, hole)?,
            // A relation between two parts, which would have to be tried pair by pair.
            Form::Call(..) if self.are_large(&holes) => return Err(Halt::Indivisible),
            Form::Call(..) | Form::Same(..) | Form::Known(_) => Form::Known(true),
        })
    }

    fn are_large(&self, holes: &BTreeSet<u32>) -> bool {
        let large = holes.iter().filter(|hole| {
            self.reducer.eval.holes.get(hole).is_some_and(|room| matches!(room.sort, Sort::Data(..)))
        });
        large.count() > 1
    }

    /// A sum with the terms of other fields at their smallest.
    fn sum_of_one(&mut self, sum: &Sum, hole: u32) -> Reduced<Form> {
        let mut constant = i128::from(sum.constant);
        let mut terms: Vec<(Atom, i64)> = Vec::new();
        for (atom, c) in &sum.terms {
            let mut holes = BTreeSet::new();
            atom.holes(&mut holes);
            if holes.contains(&hole) {
                if holes.len() > 1 && self.are_large(&holes) {
                    return Err(Halt::Indivisible);
                }
                if holes.len() > 1 {
                    return Ok(Form::Known(true));
                }
                terms.push((atom.clone(), *c));
            } else {
                match self.reducer.end_of_term(atom, *c, false) {
                    Some(least) => constant += least,
                    None => return Ok(Form::Known(true)),
                }
            }
        }
        let constant = i64::try_from(constant).map_err(|_| Halt::Indivisible)?;
        Ok(Form::AtMost(Sum { constant, terms }))
    }
}
