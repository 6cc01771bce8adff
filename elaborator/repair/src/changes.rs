//! Changes of sub-expressions, and holes inside terms: proposals are texts, each judged as a whole
//! program, so that what it no longer returns counts against it.

use covenant_execute::{Effort, Program, Reach, Sort, Value, can_return_until};
use covenant_front::Unit;
use covenant_kernel::tables::Statement;
use std::collections::HashMap;
use std::rc::Rc;

use crate::arms::arms;
use crate::cover::Candidate;
use crate::edits::{Proposal, proposals};
use crate::holes::{self, Hole};
use crate::outcome::{Repair, Work};
use crate::patch::{Edit, apply};
use crate::positions::{Position, Room, any_value_at, positions};
use crate::problem::{Problem, by_claims};
use crate::repair::{MOST_UNPROVED, Request, Task, Tested, load};
use crate::search::{Found, terms_at};
use crate::term::{Level, Term};
use crate::verify::excess_of;

/// A term of so many nodes is large.
const LARGE: u32 = 8;
/// A term of so many nodes is added without a look at larger changes.
const TINY: u32 = 2;
/// Steps of the first questions about a change.
const QUESTIONS: Effort = Effort { each: 3_000, together: 9_000 };
/// Missing pairs that a change of a sub-expression has to return before anything else is asked.
const FIRST_QUESTIONS: usize = 6;
/// Changes of one function that are read.
const MOST_PROPOSALS: usize = 300;
/// Ways to fill several holes together that are tried.
const MOST_FILLINGS: usize = 300;
/// Terms and fillings that are tried in holes that were made.
const MOST_GUESSED: usize = 20;
/// How many guesses are judged.
const MOST_JUDGED: usize = 1;
/// Fillings to which something is added.
const MOST_PARTLY_FILLED: usize = 3;
/// What fails, in a place whose value is not determined.
pub(crate) const ANYTHING: &str = "(err ())";

/// Missing values that a proposal has to return: arguments and value.
pub(crate) type Questions = Vec<(Vec<Value>, Value)>;

pub(crate) fn questions(found: &Found) -> Questions {
    let every = found.missing.len().div_ceil(FIRST_QUESTIONS).max(1);
    found.missing.iter().step_by(every).map(|(args, value)| (args.to_vec(), value.clone())).collect()
}

/// Whether the program returns all these: in one step, its calls answered by their claims, or, where that is
/// not decided (functions that take functions), as it runs.
pub(crate) fn returns_all(unit: &Unit, pairs: &Questions) -> bool {
    let statement = by_claims(unit);
    let Ok(program) = Program::new(&statement) else { return false };
    // Most proposals fail the first.
    let fails = |_: usize, answer: Reach| answer == Reach::No;
    let answers = can_return_until(program, statement.claim, pairs, &QUESTIONS, &fails);
    if answers.len() < pairs.len() || answers.last() == Some(&Reach::No) {
        return false;
    }
    // Not decided for want of steps: no.
    if answers.iter().any(|a| matches!(a, Reach::Unknown(Some(_)))) {
        return false;
    }
    let open: Questions =
        pairs.iter().zip(&answers).filter(|(_, a)| **a != Reach::Yes).map(|(pair, _)| pair.clone()).collect();
    let Ok(program) = Program::new(&unit.statement) else { return false };
    let fails = |_: usize, answer: Reach| answer != Reach::Yes;
    let answers = can_return_until(program, unit.statement.claim, &open, &QUESTIONS, &fails);
    answers.len() == open.len() && answers.last().is_none_or(|last| *last == Reach::Yes)
}

/// Whether one step of the program may return all these: none is known not to be returned.
pub(crate) fn may_return_all(statement: &Statement, pairs: &Questions) -> bool {
    let Ok(program) = Program::new(statement) else { return true };
    let fails = |_: usize, answer: Reach| answer == Reach::No;
    let answers = can_return_until(program, statement.claim, pairs, &QUESTIONS, &fails);
    answers.len() == pairs.len() && answers.last().is_none_or(|last| *last != Reach::No)
}

/// Terms by scope and sort, each with its cost.
type Known = HashMap<(usize, Sort), Vec<(u32, Rc<Term>)>>;

/// A place whose value is not determined.
struct Alive {
    position: Position,
    sort: Sort,
}

impl Task<'_> {
    /// Tries changes of one sub-expression, unless what fails can be replaced by something small; says
    /// whether there are enough repairs.
    pub fn changes(
        &mut self,
        problem: &mut Problem<'_>,
        found: &Found,
        solution: Option<&Vec<Candidate>>,
        work: &mut Work,
    ) -> bool {
        let places = found.holes.as_deref().unwrap_or_default();
        let replaces = |c: &Candidate| places.get(c.hole).is_some_and(|hole| hole.place.fails);
        let only_replaces = solution.is_some_and(|solution| solution.iter().all(replaces));
        let size: u32 = solution.into_iter().flatten().map(|c| c.term.size()).sum();
        let most = match solution {
            Some(_) if only_replaces && size < LARGE => return false,
            // What fails, perhaps rightly, or a constructor that is left out: the smallest changes only.
            Some(_) if only_replaces || size < TINY => 1,
            _ => u32::MAX,
        };
        let Some(repair) = self.change_something(problem, found, most, work) else { return false };
        self.repairs.push(repair);
        self.repairs.len() >= self.options.all.max(1)
    }

    pub fn read(&self, edits: &[Edit]) -> Option<(String, Unit)> {
        let text = apply(self.request.text, edits);
        let unit = load(&Request { text: &text, ..self.request.clone() })?;
        (unit.statement.datatypes == self.unit.statement.datatypes).then_some((text, unit))
    }

    /// The first change of one sub-expression that is proved.
    pub fn change_something(
        &mut self,
        problem: &mut Problem<'_>,
        found: &Found,
        most_cost: u32,
        work: &mut Work,
    ) -> Option<Repair> {
        let questions = questions(found);
        let (all, scopes) = positions(&self.setting.function);
        let (mut alive, mut dead): (Vec<Alive>, Vec<Position>) = (Vec::new(), Vec::new());
        let library = self.setting.library;
        for position in all.into_iter().filter(|position| !position.fails && !library) {
            let span = position.span;
            if dead.iter().any(|outer| outer.contains(span.start, span.end)) {
                continue;
            }
            let Some((_, unit)) = self.read(&[position.fill(ANYTHING.to_owned(), false)]) else { continue };
            let (statement, sorts) = any_value_at(&unit, &[(span.start, span.start + ANYTHING.len())]);
            let Some(Some(sort)) = sorts.into_iter().next() else { continue };
            if may_return_all(&statement, &questions) {
                alive.push(Alive { position, sort });
            } else {
                dead.push(position);
            }
        }
        let mut likely = proposals(self.request.text, &self.setting.function, library);
        if library {
            let values: Vec<Value> = found.missing.iter().map(|(_, value)| value.clone()).collect();
            likely.extend(arms(self.request.text, &self.setting.function, problem, &values));
        }
        likely.retain(|p| !dead.iter().any(|outer| outer.contains(p.edit.start, p.edit.end)));
        if most_cost > 1 && !library {
            let scopes = holes::find(
                problem,
                &scopes,
                &self.setting.function.parameters,
                &found.environments.chosen,
                &found.by_environment,
                &found.probes,
            )
            .map(|(scopes, _)| scopes);
            let mut known = HashMap::new();
            for Alive { position, sort } in &alive {
                if position.condition || position.operand {
                    continue;
                }
                let Some(scope) = scopes.as_ref().and_then(|scopes| scopes.get(position.scope)) else {
                    continue;
                };
                let terms = self.terms(problem, found, &mut known, scope, position, sort);
                let whole = if position.tail { 2 } else { 0 };
                likely.extend(terms.into_iter().map(|(cost, term)| {
                    let edit = self.filled(position, &term);
                    Proposal { edit, cost: 2 + cost + whole, size: term.size() }
                }));
            }
        }
        // Stable, so that among equals the text decides.
        likely.sort_by_key(|proposal| proposal.cost);
        likely.retain(|p| {
            p.cost <= most_cost && self.request.text.get(p.edit.start..p.edit.end) != Some(&p.edit.text)
        });
        let mut seen = std::collections::HashSet::new();
        likely.retain(|p| seen.insert((p.edit.start, p.edit.end, p.edit.text.clone())));
        likely.truncate(MOST_PROPOSALS);
        let mut unproved = 0;
        for proposal in likely {
            let edits = vec![proposal.edit];
            let Some((text, new)) = self.read(&edits) else { continue };
            if !returns_all(&new, &questions) {
                continue;
            }
            match self.judge(problem, found, &new, edits, text, proposal.size) {
                Tested::Good(repair) => {
                    work.checks += 1;
                    return Some(*repair);
                }
                Tested::Unproved(repair) => {
                    work.checks += 1;
                    unproved += 1;
                    self.unproved.get_or_insert(*repair);
                }
                Tested::Wrong(_) | Tested::Useless => {}
            }
            if unproved >= MOST_UNPROVED {
                break;
            }
        }
        None
    }

    /// Terms for a place; one search for each scope and sort.
    fn terms(
        &self,
        problem: &mut Problem<'_>,
        found: &Found,
        known: &mut Known,
        scope: &Hole,
        position: &Position,
        sort: &Sort,
    ) -> Vec<(u32, Rc<Term>)> {
        let key = (position.scope, sort.clone());
        let terms = known.entry(key).or_insert_with(|| terms_at(problem, &self.setting, found, scope, sort));
        terms.clone()
    }

    fn filled(&self, position: &Position, term: &Term) -> Edit {
        let level = match position.room {
            Room::Open => Level::Cons,
            Room::Operand => Level::Product,
            Room::Argument => Level::Argument,
        };
        position.fill(term.text(&self.unit.statement, level), false)
    }

    /// Whether something that only fails stands inside a term, where it is a hole to be filled.
    pub fn is_sketch(&self) -> bool {
        positions(&self.setting.function).0.iter().any(|p| p.fails && !p.tail && !p.condition)
    }

    /// Fills the holes of a sketch, those inside terms and those that are whole branches, together: first
    /// the terms for each hole that could do if the others were anything, then all combinations of those, the
    /// cheapest first. Where other branches are missing, too, the holes are filled for what can come from them, and the
    /// rest is added to that.
    pub fn fill_sketch(&mut self, problem: &mut Problem<'_>, found: &Found, work: &mut Work) -> bool {
        let mut questions = questions(found);
        let (all, scopes) = positions(&self.setting.function);
        let wanted: Vec<Position> = all.into_iter().filter(|p| p.fails && !p.condition).collect();
        let ranges: Vec<(usize, usize)> = wanted.iter().map(|p| (p.span.start, p.span.end)).collect();
        let (anything, sorts) = any_value_at(self.unit, &ranges);
        questions.retain(|pair| may_return_all(&anything, &vec![pair.clone()]));
        if questions.is_empty() {
            return false;
        }
        let chosen = &found.environments.chosen;
        let parameters = &self.setting.function.parameters;
        let missing = &found.by_environment;
        let Some((scopes, _)) = holes::find(problem, &scopes, parameters, chosen, missing, &found.probes)
        else {
            return false;
        };
        // Holes that were made of what is written are a guess: little is tried in them.
        let (most_terms, most_fillings) =
            if self.further { (usize::MAX, MOST_FILLINGS) } else { (MOST_GUESSED, MOST_GUESSED) };
        let mut known = HashMap::new();
        let mut lists: Vec<Vec<(u32, u32, Edit)>> = Vec::new();
        for (number, (position, sort)) in wanted.iter().zip(&sorts).enumerate() {
            let (Some(sort), Some(scope)) = (sort, scopes.get(position.scope)) else { return false };
            let mut fitting = Vec::new();
            let terms = self.terms(problem, found, &mut known, scope, position, sort);
            for (cost, term) in terms.into_iter().take(most_terms) {
                let edit = self.filled(position, &term);
                let Some((_, unit)) = self.read(std::slice::from_ref(&edit)) else { continue };
                let moved = edit.text.len() as i64 - (edit.end - edit.start) as i64;
                let shift = |at: usize| at.saturating_add_signed(moved as isize);
                let others: Vec<(usize, usize)> = ranges
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != number)
                    .map(
                        |(_, (start, end))| {
                            if *start >= edit.end { (shift(*start), shift(*end)) } else { (*start, *end) }
                        },
                    )
                    .collect();
                if may_return_all(&any_value_at(&unit, &others).0, &questions) {
                    fitting.push((cost, term.size(), edit));
                }
            }
            lists.push(fitting);
        }
        let mut fitting = Vec::new();
        let mut judged = 0;
        for (size, edits) in combinations(&lists).into_iter().take(most_fillings) {
            // An attempt to prove takes seconds where it fails, and the next guess is hardly better.
            if !self.further && judged >= MOST_JUDGED {
                break;
            }
            let Some((text, new)) = self.read(&edits) else { continue };
            if !returns_all(&new, &questions) {
                continue;
            }
            if self.further && fitting.len() < MOST_PARTLY_FILLED {
                fitting.push((text.clone(), new.clone()));
            }
            judged += 1;
            let tested = self.judge(problem, found, &new, edits, text, size);
            work.checks += u32::from(matches!(tested, Tested::Good(_) | Tested::Unproved(_)));
            match tested {
                Tested::Good(repair) => {
                    self.repairs.push(*repair);
                    if self.repairs.len() >= self.options.all.max(1) {
                        return true;
                    }
                }
                Tested::Unproved(repair) => {
                    self.unproved.get_or_insert(*repair);
                }
                Tested::Wrong(_) | Tested::Useless => {}
            }
        }
        if self.repairs.is_empty() && self.further {
            for (text, new) in fitting {
                if excess_of(problem, &new, &found.environments.all, &found.probes).is_empty()
                    && let Some(repair) = self.repaired_further(&text, work)
                {
                    self.repairs.push(repair);
                    break;
                }
            }
        }
        !self.repairs.is_empty()
    }
}

/// One edit of each list, with their size together, the cheapest first.
fn combinations(lists: &[Vec<(u32, u32, Edit)>]) -> Vec<(u32, Vec<Edit>)> {
    let mut rows: Vec<(u32, u32, Vec<Edit>)> = vec![(0, 0, Vec::new())];
    for list in lists {
        let mut next: Vec<(u32, u32, Vec<Edit>)> = Vec::new();
        for (cost, size, edits) in &rows {
            for (more, larger, edit) in list {
                let edits = edits.iter().chain([edit]).cloned().collect();
                next.push((cost + more, size + larger, edits));
            }
        }
        next.sort_by_key(|(cost, ..)| *cost);
        next.truncate(MOST_FILLINGS);
        rows = next;
    }
    rows.into_iter().map(|(_, size, edits)| (size, edits)).collect()
}
