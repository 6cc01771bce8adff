//! Searches for values that a claim promises and the generator cannot return.
//!
//! Arguments that satisfy the parameters' qualifiers, and values that `ensures` allows for them,
//! are enumerated together by increasing cost; each is decided by a backward run
//! ([`super::reach`]). The first that cannot be returned is therefore also a smallest one, and
//! nothing is left to shrink.
//!
//! A claim that is polymorphic in sorts and predicates is tried at finite sets and finite
//! relations, and a parameter that is a function is the least function of its type: whatever
//! that one cannot do shows that the claim does not hold for all.

use covenant_kernel::tables::{GlobalRef, ParamRow, SortRow, UNIT};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::enumerate::{Condition, Seeker, integer_pool, split, values_with_meaning};
use super::eval::{Eval, Evaluator, Scope, Stop};
use super::explore::{Bounds, explore};
use super::limits::{Bound, Limits, SpecBounds, on_deep_stack};
use super::long;
use super::meanings::{PREDICATE_ELEMENTS, meanings};
use super::program::{ABSTRACT_ELEMENTS, Program, Sort};
use super::reach::{Fun, Reach, Slot, Solver, Term};
use super::value::{Names, Value, show, show_argument};
use covenant_budget::Deadline;

pub use super::missing_value::{Argument, MissingValue, Place};

/// Values of a function that are listed before the list is cut.
const MOST_LISTED: usize = 3;
/// Bounds of finding them.
const LISTING: Limits = Limits { deadline: Deadline::NEVER, steps: 100_000, depth: 4_000, memory: 100_000 };

impl MissingValue {
    /// `f a b => v`, as the benchmark files write it.
    #[must_use]
    pub fn show(&self, program: &Program<'_>, names: &Names) -> String {
        let statement = program.statement();
        let mut out = program.global(self.generator).name.clone();
        for (i, arg) in self.args.iter().enumerate() {
            out.push(' ');
            match arg {
                Argument::Value(value) => out.push_str(&show_argument(statement, names, value)),
                Argument::Least(_) => out.push_str(&self.show_least(program, names, i)),
            }
        }
        let _ = write!(out, " => {}", show(statement, names, &self.value));
        for (i, rows) in self.predicates.iter().enumerate() {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| {
                    row.iter().map(|v| show_argument(statement, names, v)).collect::<Vec<_>>().join(" ")
                })
                .collect();
            let name = names.predicates.get(i).map_or_else(|| format!("predicate {}", i + 1), String::clone);
            let _ = write!(
                out,
                "{} {name} holds of {}",
                if i == 0 { " where" } else { "," },
                if rows.is_empty() { "nothing".to_owned() } else { rows.join(" and of ") }
            );
        }
        out
    }
}

impl MissingValue {
    /// The function that argument `i` is, by what it returns: `(fun () -> 0)`,
    /// `(fun () -> one of 0, 1, -1, ..)`, `(function a -> b | b -> nothing)`.
    #[must_use]
    pub fn show_least(&self, program: &Program<'_>, names: &Names, i: usize) -> String {
        let Some(Argument::Least(ty)) = self.args.get(i) else { return String::new() };
        let params = &program.fun_type(*ty).params;
        let unknown = || "(fun x -> whatever its type allows)".to_owned();
        let unit = |p: &ParamRow| match p {
            ParamRow::Base(s, _) => matches!(program.sort_row(*s), SortRow::Data(UNIT, _)),
            ParamRow::Fun(_) => false,
        };
        let mut others = params.iter().enumerate().filter(|(_, p)| !unit(p));
        match (others.next(), others.next()) {
            (None, _) => {
                let result = self.least_result(program, names, i, &vec![Value::unit(); params.len()]);
                format!("(fun () -> {result})")
            }
            (Some((place, ParamRow::Base(sort, demand))), None) => {
                let Some(domain) = program.finite_domain(&program.sort(*sort, &self.sorts()), 4) else {
                    return unknown();
                };
                let mut cases = Vec::new();
                for value in domain {
                    let mut own = vec![Value::unit(); params.len()];
                    own[place] = value.clone();
                    let mut eval = Evaluator::new(*program, LISTING);
                    eval.interpret(self.predicates.clone(), self.elements());
                    let bound = self.outer(i).chain(own[..place].iter().cloned()).collect();
                    let mut scope =
                        Scope { bound, nu: Some(value.clone()), sorts: self.sorts(), ..Scope::default() };
                    // It is called with what it demands only.
                    if eval.formula(*demand, &mut scope) == Ok(true) {
                        let result = self.least_result(program, names, i, &own);
                        cases.push(format!("{} -> {result}", show(program.statement(), names, &value)));
                    }
                }
                if cases.is_empty() {
                    return "(fun x -> nothing: it demands what no argument meets)".to_owned();
                }
                format!("(function {})", cases.join(" | "))
            }
            _ => unknown(),
        }
    }

    /// How many elements stand for an abstract sort.
    fn elements(&self) -> u32 {
        if self.predicates.is_empty() { ABSTRACT_ELEMENTS } else { PREDICATE_ELEMENTS }
    }

    fn sorts(&self) -> Vec<Sort> {
        vec![Sort::Finite(self.elements()); 8]
    }

    /// The telescope of the parameters before parameter `i`.
    fn outer(&self, i: usize) -> impl Iterator<Item = Value> + '_ {
        self.args[..i].iter().map(|arg| match arg {
            Argument::Value(v) => v.clone(),
            Argument::Least(_) => Value::unit(),
        })
    }

    /// What the least function that argument `i` is returns for these arguments of its own.
    fn least_result(&self, program: &Program<'_>, names: &Names, i: usize, own: &[Value]) -> String {
        let Some(Argument::Least(ty)) = self.args.get(i) else { return String::new() };
        let row = program.fun_type(*ty);
        let outer: Vec<Value> = self.outer(i).chain(own.iter().cloned()).collect();
        let sort = program.sort(row.result, &self.sorts());
        let bounds = SpecBounds { ints: -2..=2, depth: 2, count: 4 * MOST_LISTED };
        let meaning = (self.predicates.clone(), self.elements());
        let mut found =
            values_with_meaning(*program, &sort, row.ensures, &outer, &bounds, &LISTING, meaning).values;
        found.sort();
        let shown: Vec<String> =
            found.iter().take(MOST_LISTED).map(|v| show(program.statement(), names, v)).collect();
        match found.len() {
            0 => "nothing".to_owned(),
            1 => shown.join(", "),
            n if n <= MOST_LISTED => format!("one of {}", shown.join(", ")),
            _ => format!("one of {}, ..", shown.join(", ")),
        }
    }
}

/// How far a search went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Pairs of arguments and an allowed value that the generator can return.
    pub reached: u64,
    /// Pairs for which that could not be decided.
    pub undecided: u64,
    /// Every pair up to this cost was tried; `None` if not even the smallest were.
    pub cost: Option<u32>,
    /// The bound that ended the search, if one did.
    pub stopped: Option<Bound>,
}

/// The outcome of a search for a missing value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// The claim is false.
    Missing(MissingValue),
    /// No missing value among those tried.
    NoneFound(Tried),
    /// A bound was hit before anything was settled.
    Exhausted(Bound, Tried),
}

/// Costs that a search goes up to if its steps allow.
const MOST_COST: u32 = 40;
/// Steps of one backward run.
const STEPS_PER_VALUE: u64 = 300_000;
/// Steps of a forward run for a suspect.
const STEPS_FORWARDS: u64 = 500_000;

/// Searches for a value that the claim promises and the generator cannot return.
#[must_use]
pub fn find_missing(program: Program<'_>, claim: GlobalRef, limits: &Limits) -> Search {
    if program.statement().globals.get(claim.0 as usize).is_none() {
        return Search::NoneFound(Tried::default());
    }
    on_deep_stack(|| {
        let mut missing = None;
        let mut suspects: Vec<MissingValue> = Vec::new();
        let walked = walk(program, claim, (MOST_COST, Decided::All), limits, &mut |pair, reach| {
            match reach {
                Reach::Yes => {}
                Reach::No => {
                    missing = Some(pair);
                    return ControlFlow::Break(());
                }
                Reach::Unknown(_) if suspects.len() < 3 => suspects.push(pair),
                Reach::Unknown(_) => {}
            }
            ControlFlow::Continue(())
        });
        if let Some(missing) = missing {
            return Search::Missing(missing);
        }
        if let Some(suspect) = suspects.into_iter().find(|s| unreached_forwards(program, s, limits)) {
            return Search::Missing(suspect);
        }
        if let Some(missing) = long::find(program, claim, limits) {
            return Search::Missing(missing);
        }
        match (walked.stopped, walked.tried.cost) {
            (Some(bound), None) => Search::Exhausted(bound, walked.tried),
            _ => Search::NoneFound(walked.tried),
        }
    })
}

/// Whether the value that an earlier search found at a place is missing. Nothing else is tried, and nothing about that
/// search is believed.
#[must_use]
pub fn find_missing_at(
    program: Program<'_>,
    claim: GlobalRef,
    place: Place,
    limits: &Limits,
) -> Option<MissingValue> {
    program.statement().globals.get(claim.0 as usize)?;
    on_deep_stack(|| match place {
        Place::Long => long::find(program, claim, limits),
        Place::Pair(before) => {
            let mut missing = None;
            walk(program, claim, (MOST_COST, Decided::Only(before)), limits, &mut |pair, reach| {
                missing = (reach == Reach::No).then_some(pair);
                ControlFlow::Break(())
            });
            missing
        }
    })
}

/// What checking a claim by execution found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachability {
    /// Counts.
    pub tried: Tried,
    /// Values that cannot be returned; empty for a claim that holds.
    pub missing: Vec<MissingValue>,
    /// The bound that ended the check early.
    pub stopped: Option<Bound>,
}

/// Checks that every value which a claim promises can be returned, up to a cost of arguments and
/// value together (see [`super::enumerate`]).
#[must_use]
pub fn check_reachability(
    program: Program<'_>,
    claim: GlobalRef,
    cost: u32,
    limits: &Limits,
) -> Reachability {
    if program.statement().globals.get(claim.0 as usize).is_none() {
        return Reachability { tried: Tried::default(), missing: Vec::new(), stopped: None };
    }
    on_deep_stack(|| {
        let mut missing = Vec::new();
        let walked = walk(program, claim, (cost, Decided::All), limits, &mut |pair, reach| {
            if reach == Reach::No {
                missing.push(pair);
            }
            if missing.len() < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Reachability { tried: walked.tried, missing, stopped: walked.stopped }
    })
}

/// Whether a claim promises anything at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Some arguments and some value satisfy it.
    Something,
    /// No arguments and value up to this cost do.
    NothingUpTo(u32),
    /// Not known within the limits.
    Unknown,
}

/// Looks for arguments and a value that a claim promises. A claim without any is true of every
/// generator, which is rarely what its author meant.
#[must_use]
pub fn promises(program: Program<'_>, claim: GlobalRef, limits: &Limits) -> Promise {
    /// Below this cost there are too few values to conclude anything from their absence.
    const TELLING_COST: u32 = 6;
    let Some(global) = program.statement().globals.get(claim.0 as usize).filter(|g| g.body.is_some()) else {
        return Promise::Unknown;
    };
    // Of a predicate variable one predicate is tried: another may be true of more.
    let any_predicate = !global.preds.is_empty();
    on_deep_stack(|| {
        let mut found = false;
        let walked = walk(program, claim, (MOST_COST, Decided::None), limits, &mut |_, _| {
            found = true;
            ControlFlow::Break(())
        });
        match walked.tried.cost {
            _ if found => Promise::Something,
            Some(cost) if walked.tried.undecided == 0 && cost >= TELLING_COST && !any_predicate => {
                Promise::NothingUpTo(cost)
            }
            _ => Promise::Unknown,
        }
    })
}

/// Whether these arguments can give this value: the question that [`find_missing`] asks of each
/// candidate. The claim must have no function parameters and no predicate variables.
#[must_use]
pub fn can_return(
    program: Program<'_>,
    generator: GlobalRef,
    args: &[Value],
    value: &Value,
    limits: &Limits,
) -> Reach {
    let Some(body) = program.statement().globals.get(generator.0 as usize).and_then(|g| g.body) else {
        return Reach::Unknown(None);
    };
    on_deep_stack(|| {
        let mut eval = Evaluator::new(program, limits.clone());
        let slots = args.iter().cloned().map(|v| Slot::Base(Term::Ground(v))).collect();
        Solver::new(&mut eval).can_return(body, slots, value)
    })
}

/// [`can_return`] for many pairs of arguments and value, which share what is found about calls; at
/// most `steps` steps for each.
#[must_use]
pub fn can_return_each(
    program: Program<'_>,
    generator: GlobalRef,
    pairs: &[(Vec<Value>, Value)],
    steps: u64,
) -> Vec<Reach> {
    can_return_until(program, generator, pairs, &Effort { each: steps, together: u64::MAX }, &|_, _| false)
}

/// Steps of deciding several questions.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// For one question.
    pub each: u64,
    /// For all; what is asked after that is not decided.
    pub together: u64,
}

/// [`can_return_each`] until `enough` says of an answer, given with its number, that no more are
/// needed; the answers up to there.
#[must_use]
pub fn can_return_until(
    program: Program<'_>,
    generator: GlobalRef,
    pairs: &[(Vec<Value>, Value)],
    effort: &Effort,
    enough: &(dyn Fn(usize, Reach) -> bool + Sync),
) -> Vec<Reach> {
    let Some(body) = program.statement().globals.get(generator.0 as usize).and_then(|g| g.body) else {
        return vec![Reach::Unknown(None); pairs.len()];
    };
    on_deep_stack(|| {
        let mut eval = Evaluator::new(program, Limits::with_steps(u64::MAX));
        let mut solver = Solver::new(&mut eval);
        let mut answers = Vec::with_capacity(pairs.len());
        for (number, (args, value)) in pairs.iter().enumerate() {
            let left = effort.together.saturating_sub(solver.eval.meter.steps());
            let answer = if left == 0 {
                Reach::Unknown(Some(Bound::Steps))
            } else {
                solver.allow_steps(effort.each.min(left));
                let slots = args.iter().cloned().map(|v| Slot::Base(Term::Ground(v))).collect();
                solver.can_return(body, slots, value)
            };
            answers.push(answer);
            if enough(number, answer) {
                break;
            }
        }
        answers
    })
}

/// Explores forwards for a while: a suspect that turns up is none.
fn unreached_forwards(program: Program<'_>, suspect: &MissingValue, limits: &Limits) -> bool {
    let args: Option<Vec<Value>> = suspect
        .args
        .iter()
        .map(|a| match a {
            Argument::Value(v) => Some(v.clone()),
            Argument::Least(_) => None,
        })
        .collect();
    // Without a forward run there is nothing to suspect it for.
    let Some(args) = args else { return false };
    let (mut low, mut high) = (-1i64, 1i64);
    for value in args.iter().chain([&suspect.value]) {
        value.visit(&mut |part| {
            if let Value::Int(n) = part {
                low = low.min(n.saturating_sub(1));
                high = high.max(n.saturating_add(1));
            }
        });
    }
    if high - low > 64 {
        return false;
    }
    let bounds = Bounds { ints: low..=high, depth: 12 };
    let limits = Limits { steps: STEPS_FORWARDS.min(limits.steps), ..limits.clone() };
    explore(program, suspect.generator, &args, &bounds, &limits)
        .is_ok_and(|found| found.stopped.is_none() && !found.values.contains(&suspect.value))
}

/// Every pair of arguments and value that a claim promises and the generator can return, by increasing
/// cost.
pub(super) fn walk_promises(
    program: Program<'_>,
    claim: GlobalRef,
    limits: &Limits,
    see: &mut dyn FnMut(Vec<Argument>, Value) -> ControlFlow<()>,
) {
    walk(program, claim, (MOST_COST, Decided::All), limits, &mut |pair, reach| match reach {
        Reach::Yes => see(pair.args, pair.value),
        Reach::No | Reach::Unknown(_) => ControlFlow::Continue(()),
    });
}

struct Walked {
    tried: Tried,
    stopped: Option<Bound>,
}

/// Which pairs of arguments and value are decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decided {
    All,
    /// The one with so many before it; it is the only one that is seen.
    Only(u64),
    /// None: that there is one is all that is asked.
    None,
}

/// Sees every pair of arguments and allowed value up to a cost, by increasing cost, and decides those that are to be
/// decided. The steps of the limits are for finding the pairs, and as many for deciding them.
fn walk(
    program: Program<'_>,
    claim: GlobalRef,
    (most_cost, decided): (u32, Decided),
    limits: &Limits,
    see: &mut dyn FnMut(MissingValue, Reach) -> ControlFlow<()>,
) -> Walked {
    let mut before = 0;
    let global = program.global(claim);
    let mut tried = Tried::default();
    let Some(body) = global.body else { return Walked { tried, stopped: None } };
    let fun_type = program.fun_type(global.claim);
    let params = fun_type.params.len();
    let mut whole = Vec::new();
    for (i, param) in fun_type.params.iter().enumerate() {
        if let ParamRow::Base(_, qualifier) = param {
            whole.push(Condition { formula: *qualifier, bound: i, nu: Some(i), wanted: true });
        }
    }
    whole.push(Condition { formula: fun_type.requires, bound: params, nu: None, wanted: true });
    whole.push(Condition { formula: fun_type.ensures, bound: params, nu: Some(params), wanted: true });
    let mut conditions = Vec::new();
    for condition in whole {
        split(&program, condition, &mut conditions);
    }
    let meanings = meanings(&program, &global.preds, global.sort_params);
    let ints = integer_pool(program.statement());
    let mut specs = Evaluator::new(program, limits.clone());
    let mut runs = Evaluator::new(program, limits.clone());
    let mut solver = Solver::new(&mut runs);
    for cost in 0..=most_cost {
        for meaning in &meanings {
            let sorts = vec![Sort::Finite(meaning.elements); global.sort_params as usize];
            let rigid: Rc<[Sort]> = sorts.iter().cloned().collect();
            let roots: Vec<Option<Sort>> = fun_type
                .params
                .iter()
                .map(|p| match p {
                    ParamRow::Base(sort, _) => Some(program.sort(*sort, &sorts)),
                    ParamRow::Fun(_) => None,
                })
                .chain([Some(program.sort(fun_type.result, &sorts))])
                .collect();
            if meanings.len() > 1 || cost == 0 {
                specs.interpret(meaning.predicates.clone(), meaning.elements);
                solver.eval.interpret(meaning.predicates.clone(), meaning.elements);
                solver.forget();
            }
            let mut seeker = Seeker::new(&mut specs, conditions.clone(), sorts, ints.clone());
            let mut emit = |roots: &[Value], promised: bool| -> Eval<ControlFlow<()>> {
                if !promised {
                    tried.undecided += 1;
                    return Ok(ControlFlow::Continue(()));
                }
                let place = before;
                before += 1;
                if matches!(decided, Decided::Only(other) if other != place) {
                    return Ok(ControlFlow::Continue(()));
                }
                let Some((value, values)) = roots.split_last() else { return Err(Stop::Malformed) };
                let (mut args, mut slots) = (Vec::new(), Vec::new());
                for (i, (param, value)) in fun_type.params.iter().zip(values).enumerate() {
                    match param {
                        ParamRow::Base(..) => {
                            args.push(Argument::Value(value.clone()));
                            slots.push(Slot::Base(Term::Ground(value.clone())));
                        }
                        ParamRow::Fun(ty) => {
                            args.push(Argument::Least(*ty));
                            let bound = values[..i].iter().cloned().map(Term::Ground).collect();
                            let least = Fun::Oracle { ty: *ty, bound, sorts: rigid.clone() };
                            slots.push(Slot::Fun(Rc::new(least)));
                        }
                    }
                }
                solver.assumed = false;
                let left = limits.steps.saturating_sub(solver.eval.meter.steps());
                solver.allow_steps(left.min(STEPS_PER_VALUE));
                let asked = decided != Decided::None;
                let mut reach =
                    if asked { solver.can_return(body, slots, value) } else { Reach::Unknown(None) };
                match reach {
                    Reach::Yes => tried.reached += 1,
                    Reach::Unknown(Some(Bound::Time)) => return Err(Bound::Time.into()),
                    Reach::Unknown(Some(Bound::Steps)) if left <= STEPS_PER_VALUE => {
                        return Err(Bound::Steps.into());
                    }
                    Reach::No if solver.assumed => {
                        // A library function may do more than its claim says.
                        tried.undecided += 1;
                        reach = Reach::Unknown(None);
                    }
                    Reach::Unknown(_) => tried.undecided += 1,
                    Reach::No => {}
                }
                let pair = MissingValue {
                    generator: claim,
                    args,
                    value: value.clone(),
                    predicates: meaning.predicates.clone(),
                    confirmed: reach == Reach::No,
                    place: Place::Pair(place),
                };
                Ok(see(pair, reach))
            };
            match seeker.run(&roots, cost, &mut emit) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Walked { tried, stopped: None },
                Err(Stop::Bound(bound)) => {
                    tried.stopped = Some(bound);
                    return Walked { tried, stopped: Some(bound) };
                }
                // Ill-sorted tables: there is nothing to try.
                Err(_) => return Walked { tried, stopped: None },
            }
        }
        tried.cost = Some(cost);
    }
    Walked { tried, stopped: None }
}
