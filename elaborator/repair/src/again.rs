//! What is tried where neither a change of one sub-expression nor an addition is proved: two sub-expressions together;
//! forbidden values that were returned before, too; the text with some of its holes filled; and, for a function that only
//! fails, the control flow of a template.

use covenant_execute::{Effort, Program, Reach, Value, can_return_until};
use covenant_front::Unit;
use covenant_front::syntax::Expr;

use crate::changes::{ANYTHING, may_return_all, questions};
use crate::generate::generate;
use crate::outcome::{ClaimRepair, Outcome, Repair, Work};
use crate::patch::{apply, edits_between};
use crate::positions::{Position, Room, any_value_at, positions};
use crate::problem::{Problem, by_claims};
use crate::redundant::ranges;
use crate::repair::{Options, Request, Task, repair_as_it_is, repair_readable};
use crate::search::Found;
use crate::sketch::{FAILS, readable};
use crate::surface;
use crate::verify::{Excess, Wrong, excess_of};

/// Places that are changed two at a time, pairs of them that are looked at, and pairs that are filled.
const MOST_PLACES: usize = 16;
const MOST_PAIRS: usize = 24;
const MOST_FILLED: usize = 1;
/// Steps of asking whether a program returns one value.
const ONE_VALUE: Effort = Effort { each: 3_000, together: 3_000 };
/// Forbidden values that are looked for again.
const MOST_AGAIN: usize = 40;

impl Task<'_> {
    /// Two sub-expressions at once: neither alone could return what is missing, whatever stood there. Both are made
    /// holes, and the sketch is repaired.
    pub fn two_changes(&mut self, found: &Found, work: &mut Work) {
        if !self.further || found.missing.is_empty() {
            return;
        }
        let questions = questions(found);
        let is_alive = |task: &Self, places: &[&Position]| {
            let edits: Vec<_> = places.iter().map(|place| place.fill(ANYTHING.to_owned(), false)).collect();
            let Some((_, unit)) = task.read(&edits) else { return false };
            may_return_all(&any_value_at(&unit, &ranges(&edits)).0, &questions)
        };
        let (mut places, _) = positions(&self.setting.function);
        places.retain(|place| !place.fails && !place.condition && !place.operand);
        places.truncate(MOST_PLACES);
        places.retain(|place| !is_alive(self, &[place]));
        let mut pairs: Vec<(&Position, &Position)> = Vec::new();
        for (number, one) in places.iter().enumerate() {
            let beside = |other: &&Position| !one.contains(other.span.start, other.span.end);
            pairs.extend(places[number + 1..].iter().filter(beside).map(|other| (one, other)));
        }
        let length = |place: &Position| place.span.end - place.span.start;
        pairs.sort_by_key(|(one, other)| length(one) + length(other));
        let mut filled = 0;
        for (one, other) in pairs.into_iter().take(MOST_PAIRS) {
            if filled >= MOST_FILLED {
                break;
            }
            if !is_alive(self, &[one, other]) {
                continue;
            }
            filled += 1;
            let edits = [one, other].map(|place| {
                let fails = if place.room == Room::Argument { ANYTHING } else { FAILS };
                place.fill(fails.to_owned(), false)
            });
            if let Some(repair) = self.repaired_further(&apply(self.request.text, &edits), work) {
                self.repairs.push(repair);
                return;
            }
        }
    }

    /// The repair of a text that was made of this one, as a change of this one.
    pub fn repaired_further(&self, text: &str, work: &mut Work) -> Option<Repair> {
        let request = Request { text, ..self.request.clone() };
        let options = Options { all: 1, prove_exact: false, ..self.options.clone() };
        let result = repair_readable(&request, &options, false);
        work.add(&result.work);
        let Outcome::Repaired(found) = result.outcome else { return None };
        let mut repair = found.into_iter().next()?;
        // What was taken away is not to be missing in the end.
        let holes = |text: &str| text.matches(FAILS).count();
        if holes(&repair.text) > holes(self.request.text) {
            return None;
        }
        repair.edits = edits_between(self.request.text, &repair.text);
        repair.redundant.clear();
        Some(repair)
    }

    /// Whether a forbidden value was returned by the program as it was written: no addition changes that.
    pub fn was_returned(&self, wrong: &Wrong) -> bool {
        wrong.excess && returns(self.unit, &wrong.args, &wrong.value)
    }

    /// Tolerates what is forbidden and was returned before, too; says whether there is any.
    pub fn tolerate(&mut self, problem: &mut Problem<'_>, found: &Found) -> bool {
        let excess = excess_of(problem, self.unit, &found.environments.all, &found.probes);
        self.tolerated.extend(excess);
        self.tolerates = !self.tolerated.is_empty();
        self.tolerates
    }

    pub fn tolerated(&self) -> Excess {
        if self.tolerates { self.tolerated.clone() } else { Excess::new() }
    }

    /// Something that is tolerated, and that the new program still returns.
    pub fn still_returned(&self, new: &Unit) -> Option<(Vec<Value>, Value)> {
        let tolerated = self.tolerated();
        let every = tolerated.len().div_ceil(MOST_AGAIN).max(1);
        tolerated.iter().step_by(every).find(|(args, value)| returns(new, args, value)).cloned()
    }
}

/// Whether one step of the program returns a value.
fn returns(unit: &Unit, args: &[Value], value: &Value) -> bool {
    let statement = by_claims(unit);
    let Ok(program) = Program::new(&statement) else { return false };
    let pair = [(args.to_vec(), value.clone())];
    can_return_until(program, statement.claim, &pair, &ONE_VALUE, &|_, _| false) == [Reach::Yes]
}

/// Repairs one claim.
#[must_use]
pub fn repair_claim(request: &Request<'_>, options: &Options) -> ClaimRepair {
    from_templates(request, options, repair_as_it_is(request, options))
}

/// A repair with the control flow of a template, where the function only fails and there is no repair that has no place
/// left that does; else the result that there is.
fn from_templates(request: &Request<'_>, options: &Options, result: ClaimRepair) -> ClaimRepair {
    let body = |text: &str, fails: &dyn Fn(&Expr) -> bool| {
        let items = covenant_front::surface(&readable(text)).unwrap_or_default();
        surface::function(&items, request.claim).is_some_and(|function| fails(function.body))
    };
    let somewhere = |expr: &Expr| {
        let mut any = false;
        surface::each(expr, &mut |part| any |= surface::fails(part));
        any
    };
    let done = match &result.outcome {
        Outcome::Repaired(found) => found.first().is_some_and(|first| !body(&first.text, &somewhere)),
        Outcome::NoRepair(_) | Outcome::Unproved(_) => false,
        Outcome::NothingToRepair(_) | Outcome::Declined(_) | Outcome::Unknown(_) => true,
    };
    if done || !body(request.text, &surface::fails) {
        return result;
    }
    // The first template has no control flow either.
    let mut generated = generate(request, options, 1);
    if !matches!(generated.outcome, Outcome::Repaired(_)) {
        return result;
    }
    generated.work.add(&result.work);
    generated
}
