//! Quantifiers: finite sorts by trying all, integers by cutting the number line, datatypes by
//! refining a hole as far as the body asks.

use covenant_kernel::tables::{ExprRef, SortRef};
use std::collections::HashMap;

use super::eval::{Eval, Evaluator, Scope, Stop, Undecided};
use super::limits::Bound;
use super::program::Sort;
use super::value::Value;

/// Ranges tried for one quantifier before giving up.
const MOST_RANGES: usize = 4_000;
/// Finite sorts of at most so many values are enumerated.
const MOST_ELEMENTS: usize = 512;
/// Values tried for a quantifier over an infinite datatype.
const MOST_REFINEMENTS: u32 = 400;
/// Choices in one such value.
const DEEPEST: u32 = 16;

impl Evaluator<'_> {
    pub(super) fn quantifier(
        &mut self,
        forall: bool,
        sort: SortRef,
        body: ExprRef,
        scope: &mut Scope,
    ) -> Eval<bool> {
        let sort = self.program.sort(sort, &scope.sorts);
        self.deeper(|this| {
            if let Some(domain) = this.program.finite_domain(&sort, MOST_ELEMENTS) {
                return this.over_list(forall, domain, body, scope, true);
            }
            match sort {
                Sort::Int => this.over_integers(forall, body, scope),
                _ => this.over_values(forall, &sort, body, scope),
            }
        })
    }

    /// Tries each value; `complete` when there are no others.
    fn over_list(
        &mut self,
        forall: bool,
        domain: Vec<Value>,
        body: ExprRef,
        scope: &mut Scope,
        complete: bool,
    ) -> Eval<bool> {
        let mut pending = (!complete).then_some(Stop::Unknown(Undecided::Quantifier));
        for value in domain {
            scope.bound.push(value);
            let answer = self.formula(body, scope);
            scope.bound.pop();
            match answer {
                Ok(answer) if answer != forall => return Ok(answer),
                Ok(_) => {}
                Err(stop) if stop.is_final() => return Err(stop),
                Err(stop) => pending = Some(pending.map_or(stop.clone(), |p: Stop| p.or(stop))),
            }
        }
        pending.map_or(Ok(forall), Err)
    }

    /// Cuts the number line where the body changes.
    fn over_integers(&mut self, forall: bool, body: ExprRef, scope: &mut Scope) -> Eval<bool> {
        let var = self.ranges.len() as u32;
        let mut work = vec![(None::<i64>, None::<i64>)];
        let mut pending: Option<Stop> = None;
        let mut tried = 0;
        while let Some(range) = work.pop() {
            tried += 1;
            if tried > MOST_RANGES {
                return Err(Stop::Unknown(Undecided::Quantifier));
            }
            self.ranges.push(range);
            let value = match range {
                (Some(l), Some(h)) if l == h => Value::Int(l),
                _ => Value::Sym { var, scale: 1, shift: 0 },
            };
            scope.bound.push(value);
            let answer = self.formula(body, scope);
            scope.bound.pop();
            self.ranges.truncate(var as usize);
            match answer {
                Ok(answer) if answer != forall => return Ok(answer),
                Ok(_) => {}
                Err(Stop::Split { var: v, at }) if v == var => {
                    work.push((Some(at.checked_add(1).ok_or(Bound::Integer)?), range.1));
                    work.push((range.0, Some(at)));
                }
                Err(stop) if stop.is_final() => return Err(stop),
                Err(Stop::Unknown(why)) => {
                    // Point by point: exact if the range is short, else a sample that may still
                    // settle it.
                    let (points, complete) = points_of(range);
                    match self.over_list(forall, points, body, scope, complete) {
                        Ok(answer) if answer != forall => return Ok(answer),
                        Ok(_) => {}
                        Err(stop) if stop.is_final() => return Err(stop),
                        Err(stop) => {
                            let stop = Stop::Unknown(why).or(stop);
                            pending = Some(pending.map_or(stop.clone(), |p| p.or(stop)));
                        }
                    }
                }
                Err(stop) => pending = Some(pending.map_or(stop.clone(), |p| p.or(stop))),
            }
        }
        pending.map_or(Ok(forall), Err)
    }

    /// Refines a hole as far as the body asks. Integers inside are sampled, so only a decisive
    /// answer, or one that never asked for them, is exact.
    fn over_values(&mut self, forall: bool, sort: &Sort, body: ExprRef, scope: &mut Scope) -> Eval<bool> {
        // Parts of the values in scope are the likely witnesses.
        let mut parts = match sort {
            Sort::Opaque(own) => self.program.literals(*own),
            _ => Vec::new(),
        };
        for value in scope.locals.iter().chain(&scope.bound).chain(&scope.nu) {
            value.visit(&mut |part| {
                if self.may_have_sort(part, sort) && !parts.contains(part) {
                    parts.push(part.clone());
                }
            });
        }
        match self.over_list(forall, parts.clone(), body, scope, true) {
            Ok(answer) if answer == forall => {
                // All other values at once: there are such, as the sort is infinite.
                if parts.iter().all(Value::is_ground)
                    && let Ok(answer) = self.generic_answer(parts, body, scope)
                {
                    return Ok(answer);
                }
            }
            Ok(answer) => return Ok(answer),
            Err(_) => {}
        }
        let hole = self.fresh_hole();
        let mut sorts = HashMap::from([(self.next_hole - 1, sort.clone())]);
        let mut work = vec![(hole, 0u32)];
        let mut pending: Option<Stop> = None;
        let mut tried = 0;
        while let Some((value, depth)) = work.pop() {
            tried += 1;
            if tried > MOST_REFINEMENTS {
                pending = Some(Stop::Unknown(Undecided::Quantifier));
                break;
            }
            scope.bound.push(value.clone());
            let answer = self.formula(body, scope);
            scope.bound.pop();
            match answer {
                Ok(answer) if answer != forall => return Ok(answer),
                Ok(_) => {}
                Err(Stop::Hole(h)) if sorts.contains_key(&h) => match sorts[&h].clone() {
                    Sort::Data(data, args) if depth < DEEPEST => {
                        for tag in (0..self.program.ctor_count(data)).rev() {
                            let mut fields = Vec::new();
                            for field in self.program.ctor_fields(data, tag) {
                                fields.push(self.fresh_hole());
                                sorts.insert(self.next_hole - 1, self.program.sort(*field, &args));
                            }
                            let filled = value.fill(h, &Value::ctor(data, tag, fields));
                            work.push((filled, depth + 1));
                        }
                    }
                    Sort::Int if depth < DEEPEST => {
                        for n in [-1, 1, 0] {
                            work.push((value.fill(h, &Value::Int(n)), depth + 1));
                        }
                        pending = Some(Stop::Unknown(Undecided::Quantifier));
                    }
                    _ => pending = Some(Stop::Unknown(Undecided::Quantifier)),
                },
                Err(stop) if stop.is_final() => return Err(stop),
                Err(stop) => pending = Some(pending.map_or(stop.clone(), |p| p.or(stop))),
            }
        }
        pending.map_or(Ok(forall), Err)
    }

    /// The answer for every value that is none of these, if it is the same for all of them.
    fn generic_answer(&mut self, others: Vec<Value>, body: ExprRef, scope: &mut Scope) -> Eval<bool> {
        let number = self.next_generic;
        self.next_generic = number.checked_add(1).ok_or(Stop::Unknown(Undecided::Quantifier))?;
        self.generic.insert(number, others);
        scope.bound.push(Value::Atom(number));
        let answer = self.formula(body, scope);
        scope.bound.pop();
        self.generic.remove(&number);
        answer
    }

    fn may_have_sort(&self, value: &Value, sort: &Sort) -> bool {
        match (value, sort) {
            (Value::Ctor(node), Sort::Data(data, args)) => {
                node.data == *data
                    && self
                        .program
                        .ctor_fields(*data, node.tag)
                        .iter()
                        .zip(&node.fields)
                        .all(|(f, v)| self.may_have_sort(v, &self.program.sort(*f, args)))
            }
            (Value::Int(_) | Value::Sym { .. }, Sort::Int)
            | (Value::Literal(_) | Value::Other(_), Sort::Opaque(_))
            | (Value::Atom(_), Sort::Finite(_))
            | (Value::Hole(_), _) => true,
            _ => false,
        }
    }
}

/// Integers of a range, all of them if it is short.
fn points_of(range: (Option<i64>, Option<i64>)) -> (Vec<Value>, bool) {
    const SHORT: i64 = 64;
    if let (Some(l), Some(h)) = range
        && h.checked_sub(l).is_some_and(|n| n < SHORT)
    {
        return ((l..=h).map(Value::Int).collect(), true);
    }
    let inside = |n: &i64| range.0.is_none_or(|l| l <= *n) && range.1.is_none_or(|h| *n <= h);
    let mut points: Vec<i64> = (-8..=8).collect();
    points.extend(range.0.iter().flat_map(|l| (0..8).filter_map(|d| l.checked_add(d))));
    points.extend(range.1.iter().flat_map(|h| (0..8).filter_map(|d| h.checked_sub(d))));
    points.retain(inside);
    points.sort_unstable();
    points.dedup();
    (points.into_iter().map(Value::Int).collect(), false)
}
