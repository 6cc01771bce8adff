//! Recursion that never consumes the value.
//!
//! `let rec f n = if bool_gen () then [] else f (n - 1)` cannot return `[1]`, and running it backwards for
//! `f 3` asks about `f 2`, `f 1`, `f 0`, `f (-1)` and so on: no problem comes up again, and none ends. But
//! what a function returns is a least fixed point, and if it contains the value for no argument of a set, it
//! does not for these. So where a call for the same value is nested in itself a few times, the problem
//! is widened: an integer that was the same in all these calls stays, one that grew stands for all
//! that are at least the first, one that fell for all that are at most that, any other for all integers. In the wider
//! problem a call with arguments from the same set is an instance of the problem itself, and a shortest
//! run does not contain one.
//!
//! A "no" to the wider problem is a "no" to each instance. A "yes" says nothing, and the search goes
//! on as it would have.

use super::state::{Fun, Goal, Slot, Term};
use super::{Answer, Bound, Component, Problem, Solver};
use crate::linear::{Decision, Lin, System};
use crate::value::Value;
use std::rc::Rc;

/// Calls for one value inside each other before the problem is widened.
const NESTED: usize = 2;

/// The arguments that a wider problem is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Exactly(Slot),
    AtLeast(i64),
    AtMost(i64),
    Any,
}

/// A call for a value, with any arguments of some shapes.
#[derive(Clone, Debug)]
pub(super) struct Wider {
    fun: Rc<Fun>,
    shapes: Vec<Shape>,
    target: Term,
    problem: Problem,
}

impl Solver<'_, '_> {
    /// Whether the problem has no solution, because a wider one has none.
    pub(super) fn refuted_in_general(&mut self, problem: &Problem, depth: usize) -> Result<bool, Bound> {
        let part = &problem.part;
        for goal in &part.goals {
            let Goal::Call { fun, args, target: target @ Term::Ground(_) } = goal else { continue };
            let instance = |wider: &Wider| {
                wider.fun == *fun
                    && wider.target == *target
                    && wider.problem != *problem
                    && wider.shapes.iter().zip(args).all(|(shape, arg)| fits(shape, arg, part))
            };
            if let Some(wider) = self.wider.iter().find(|wider| instance(wider)) {
                let Some(nesting) = self.active.get(&wider.problem) else { continue };
                self.lowest_cut = self.lowest_cut.min(*nesting);
                return Ok(true);
            }
            if !is_closed(fun) {
                continue;
            }
            let Some(shapes) = self.widened(fun, args, target) else { continue };
            let open = shapes.iter().any(|shape| matches!(shape, Shape::AtLeast(_) | Shape::AtMost(_)));
            if self.has_no_solution(fun, shapes.clone(), target, depth)? {
                return Ok(true);
            }
            let all = shapes.into_iter().map(|shape| match shape {
                Shape::AtLeast(_) | Shape::AtMost(_) => Shape::Any,
                other => other,
            });
            if open && self.has_no_solution(fun, all.collect(), target, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_no_solution(
        &mut self,
        fun: &Rc<Fun>,
        shapes: Vec<Shape>,
        target: &Term,
        depth: usize,
    ) -> Result<bool, Bound> {
        let problem = Problem::new(problem(fun, &shapes, target));
        if self.not_refuted.contains(&problem) || self.active.contains_key(&problem) {
            return Ok(false);
        }
        let wider = Wider { fun: Rc::clone(fun), shapes, target: target.clone(), problem: problem.clone() };
        self.wider.push(wider);
        let answer = self.decide(problem.part.clone(), depth + 1);
        self.wider.pop();
        let refuted = answer? == Answer::No;
        if !refuted {
            self.not_refuted.insert(problem);
        }
        Ok(refuted)
    }

    /// The shapes of the arguments of a call inside others of the same function for the same value; `None` if there are too few, or
    /// if nothing would be wider. Every nested call comes here and may ask about all calls around it, so nothing is copied, and data that
    /// changes is seen at the call next to it.
    fn widened(&self, fun: &Rc<Fun>, args: &[Slot], target: &Term) -> Option<Vec<Shape>> {
        let around = || {
            self.nested.iter().rev().flat_map(|problem| &problem.part.goals).filter_map(|goal| match goal {
                Goal::Call { fun: f, args, target: t } if f == fun && t == target => Some(args.as_slice()),
                _ => None,
            })
        };
        let mut nearest = around();
        let next = nearest.next()?;
        if NESTED > 1 && nearest.nth(NESTED - 2).is_none() {
            return None;
        }
        if args.iter().zip(next).any(|(arg, before)| is_data(arg) && arg != before) {
            return None;
        }
        let shape = |(i, arg): (usize, &Slot)| widened(arg, || around().filter_map(move |call| call.get(i)));
        let shapes = args.iter().enumerate().map(shape).collect::<Option<Vec<_>>>()?;
        shapes.iter().any(|shape| !matches!(shape, Shape::Exactly(_))).then_some(shapes)
    }
}

/// The shape of an argument that these are the same arguments of calls around its own; `None` if nothing can be said.
fn widened<'s, I: Iterator<Item = &'s Slot>>(arg: &Slot, others: impl Fn() -> I) -> Option<Shape> {
    if matches!(arg, Slot::Fun(_)) || (is_ground(arg) && others().all(|other| other == arg)) {
        let closed = match arg {
            Slot::Fun(f) => is_closed(f),
            Slot::Base(_) => true,
        };
        return closed.then(|| Shape::Exactly(arg.clone()));
    }
    if is_data(arg) {
        // Data that changes: nothing is known about what it changes to.
        return None;
    }
    let numbers: Option<Vec<i64>> = others().map(number).collect();
    Some(match (number(arg), numbers) {
        (Some(own), Some(before)) if before.iter().all(|n| *n <= own) => {
            Shape::AtLeast(before.iter().copied().min().unwrap_or(own))
        }
        (Some(own), Some(before)) if before.iter().all(|n| own <= *n) => {
            Shape::AtMost(before.iter().copied().max().unwrap_or(own))
        }
        _ => Shape::Any,
    })
}

/// Whether an argument is a known value other than an integer.
fn is_data(slot: &Slot) -> bool {
    matches!(slot, Slot::Base(Term::Ground(value)) if !matches!(value, Value::Int(_)))
}

fn is_ground(slot: &Slot) -> bool {
    matches!(slot, Slot::Base(Term::Ground(_)))
}

fn number(slot: &Slot) -> Option<i64> {
    match slot {
        Slot::Base(Term::Ground(Value::Int(n))) => Some(*n),
        _ => None,
    }
}

/// Whether an argument has a shape, whatever the unknowns of its problem are.
fn fits(shape: &Shape, arg: &Slot, part: &Component) -> bool {
    let outside = match shape {
        Shape::Any => return matches!(arg, Slot::Base(_)),
        Shape::Exactly(own) => return own == arg,
        // arg + 1 <= bound, and bound + 1 <= arg
        Shape::AtLeast(bound) => linear(arg).zip(1i64.checked_sub(*bound)),
        Shape::AtMost(bound) => linear(arg).and_then(|lin| lin.times(-1)).zip(bound.checked_add(1)),
    };
    let Some(outside) = outside.and_then(|(lin, shift)| lin.shifted(shift)) else { return false };
    let mut system = System { les: part.les.clone(), eqs: part.eqs.clone(), nes: part.nes.clone() };
    system.les.push(outside);
    system.decide() == Decision::Unsat
}

fn linear(slot: &Slot) -> Option<Lin> {
    match slot {
        Slot::Base(Term::Ground(Value::Int(n))) => Some(Lin::constant(*n)),
        Slot::Base(Term::Var(v)) => Some(Lin::variable(*v)),
        Slot::Base(Term::Lin(lin)) => Some((**lin).clone()),
        _ => None,
    }
}

/// The problem of a call with any arguments of these shapes.
fn problem(fun: &Rc<Fun>, shapes: &[Shape], target: &Term) -> Component {
    let (mut variables, mut les, mut args) = (0u32, Vec::new(), Vec::with_capacity(shapes.len()));
    for shape in shapes {
        if let Shape::Exactly(slot) = shape {
            args.push(slot.clone());
            continue;
        }
        let v = variables;
        variables += 1;
        args.push(Slot::Base(Term::Var(v)));
        match shape {
            Shape::AtLeast(bound) => les.extend(Lin::sum([(v, -1)], *bound)),
            Shape::AtMost(bound) => les.extend(Lin::sum([(v, 1)], bound.saturating_neg())),
            Shape::Any | Shape::Exactly(_) => {}
        }
    }
    let goals = vec![Goal::Call { fun: Rc::clone(fun), args, target: target.clone() }];
    Component { goals, les, eqs: Vec::new(), nes: Vec::new(), variables: variables as usize }
}

/// Whether a function value has no unknown in it.
fn is_closed(fun: &Fun) -> bool {
    match fun {
        Fun::Closure { env, .. } => env.iter().all(|slot| match slot {
            Slot::Base(term) => matches!(term, Term::Ground(_)),
            Slot::Fun(inner) => is_closed(inner),
        }),
        Fun::Oracle { bound, .. } => bound.iter().all(|term| matches!(term, Term::Ground(_))),
    }
}
