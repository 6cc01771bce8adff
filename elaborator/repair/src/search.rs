//! One round of the search: environments, probes, what is missing, candidates, cover.

use covenant_execute::{Program, Reach, Sort, Value, can_return_each};
use std::collections::HashMap;
use std::rc::Rc;

use crate::bits::Bits;
use crate::components::Components;
use crate::cover::{Candidate, Guard, cost, cover};
use crate::environments::{Args, Environments};
use crate::holes::{Allowed, Hole, State};
use crate::pool::{Entry, Pool, Round, Signature};
use crate::probes::Probes;
use crate::problem::{Problem, boolean, by_claims};
use crate::surface::{Function, Place};
use crate::term::Term;
use crate::{environments, holes, probes, surface};

/// Steps of deciding whether the program can return one value.
pub(crate) const REACH_STEPS: u64 = 40_000;
/// Terms that are made for one hole in one phase.
const MOST_TERMS: u64 = 250_000;
/// The greatest cost of a term, in each phase.
const MOST_COST: u32 = 16;
const MOST_QUICK_COST: u32 = 7;
const MOST_QUICK_TERMS: u64 = 20_000;
const MOST_GUARDED_COST: u32 = 7;
const MOST_LET_COST: u32 = 8;
/// Generators that a `let` is tried with, per hole.
const MOST_LETS: usize = 8;

/// What stays the same from round to round.
pub(crate) struct Setting<'s> {
    pub function: Function<'s>,
    pub components: Components,
    /// Terms that were refused, by hole and text.
    pub blocked: Vec<(usize, Rc<Term>)>,
    /// Whether forbidden values are accepted, if nothing else is found.
    pub imprecise: bool,
}

/// What a round works on.
pub(crate) struct Found {
    pub environments: Environments,
    pub probes: Probes,
    pub holes: Option<Vec<Hole>>,
    /// Missing pairs, as arguments and value.
    pub missing: Vec<(Args, Value)>,
    allowed: Vec<Allowed>,
    missing_bits: Vec<Bits>,
}

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Small terms without conditions.
    Quick,
    /// Everything.
    Full,
}

/// Why there is no solution.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// Nothing is missing, calls answered by their claims.
    NothingMissing,
    /// The program cannot be located in the text.
    NoPlace,
    /// No run gets to a place for this pair.
    NoBranch(Args, Value),
    /// No term returns this pair.
    OutOfReach(Args, Value, u32),
    /// Every term that returns the pair also returns something forbidden.
    OnlyUnsafe(Args, Value, Value),
}

/// Prepares a round: small arguments, values, and what is missing.
pub(crate) fn prepare(
    problem: &mut Problem<'_>,
    setting: &Setting<'_>,
    extra_args: &[Args],
    extra_values: &[Value],
) -> Found {
    let environments = environments::choose(problem, extra_args);
    let probes = probes::choose(problem, &environments.chosen, extra_values);
    let allowed = holes::allowed(problem, &environments.chosen, &probes);
    let missing_bits = missing(problem, &environments.chosen, &probes, &allowed);
    let result = problem.own().result.clone();
    let values = probes.of(&result).map_or(&[][..], |p| &p.values);
    let pairs = missing_bits
        .iter()
        .enumerate()
        .flat_map(|(e, bits)| bits.ones().map(move |p| (e, p)).collect::<Vec<_>>());
    let missing = pairs.map(|(e, p)| (environments.chosen[e].clone(), values[p].clone())).collect();
    let places: Vec<Place> = surface::places(&setting.function);
    let holes = holes::find(problem, &places, &setting.function.parameters, &environments.chosen, &probes);
    Found { environments, probes, holes, missing, allowed, missing_bits }
}

/// Searches for terms; also says how many were made.
pub(crate) fn solve(
    problem: &mut Problem<'_>,
    setting: &Setting<'_>,
    found: &Found,
    stage: Stage,
) -> (Result<Vec<Candidate>, Failure>, u64) {
    if found.missing.is_empty() {
        return (Err(Failure::NothingMissing), 0);
    }
    let Some(holes) = &found.holes else { return (Err(Failure::NoPlace), 0) };
    let result = problem.own().result.clone();
    let values: Vec<Value> = found.probes.of(&result).map(|p| p.values.clone()).unwrap_or_default();
    let pairs: Vec<(usize, usize)> = found
        .missing_bits
        .iter()
        .enumerate()
        .flat_map(|(e, bits)| bits.ones().map(move |p| (e, p)).collect::<Vec<_>>())
        .collect();
    let parts = holes::parts(&found.probes, &result);
    let round = Round {
        environments: &found.environments.chosen,
        probes: &found.probes,
        allowed: &found.allowed,
        missing: &found.missing_bits,
        parts: &parts,
        components: &setting.components,
    };
    let mut search = Search::new(problem, setting, &round, holes, &pairs, &values, result);
    let solution = search.run(stage);
    (solution, search.made)
}

/// Allowed probes that the program cannot return, its calls answered by their claims.
fn missing(problem: &Problem<'_>, environments: &[Args], probes: &Probes, allowed: &[Allowed]) -> Vec<Bits> {
    let values = probes.of(&problem.own().result).map_or(&[][..], |p| &p.values);
    let statement = by_claims(problem.unit);
    let mut out: Vec<Bits> = allowed.iter().map(|_| Bits::new(values.len())).collect();
    let Ok(program) = Program::new(&statement) else { return out };
    let mut places = Vec::new();
    let mut queries = Vec::new();
    for (e, allowed) in allowed.iter().enumerate() {
        for p in allowed.yes.ones() {
            places.push((e, p));
            queries.push((environments[e].to_vec(), values[p].clone()));
        }
    }
    let answers = can_return_each(program, statement.claim, &queries, REACH_STEPS);
    for ((e, p), answer) in places.into_iter().zip(answers) {
        if answer == Reach::No {
            out[e].set(p);
        }
    }
    out
}

/// Which kind of terms is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Small plain terms.
    Quick,
    Plain,
    Guarded,
    Lets,
    Wide,
    Imprecise,
}

struct Search<'r, 'a> {
    problem: &'r mut Problem<'a>,
    setting: &'r Setting<'r>,
    round: &'r Round<'r>,
    holes: &'r [Hole],
    pairs: &'r [(usize, usize)],
    numbers: HashMap<(usize, usize), usize>,
    values: &'r [Value],
    result: Sort,
    candidates: Vec<Candidate>,
    reached: Bits,
    best: Option<(u32, Vec<Candidate>)>,
    /// A forbidden value of a term that would have covered a pair.
    excess: HashMap<usize, usize>,
    made: u64,
}

impl<'r, 'a> Search<'r, 'a> {
    fn new(
        problem: &'r mut Problem<'a>,
        setting: &'r Setting<'r>,
        round: &'r Round<'r>,
        holes: &'r [Hole],
        pairs: &'r [(usize, usize)],
        values: &'r [Value],
        result: Sort,
    ) -> Self {
        Search {
            problem,
            setting,
            round,
            holes,
            numbers: pairs.iter().copied().zip(0..).collect(),
            pairs,
            values,
            result,
            candidates: Vec::new(),
            reached: Bits::new(pairs.len()),
            best: None,
            excess: HashMap::new(),
            made: 0,
        }
    }

    fn run(&mut self, stage: Stage) -> Result<Vec<Candidate>, Failure> {
        // A pair whose environment reaches no hole stays missing whatever is put there.
        for (e, p) in self.pairs {
            if !self.holes.iter().any(|h| h.states.iter().any(|s| s.environment == *e)) {
                return Err(Failure::NoBranch(self.round.environments[*e].clone(), self.values[*p].clone()));
            }
        }
        let all = [Phase::Plain, Phase::Guarded, Phase::Lets, Phase::Wide, Phase::Imprecise];
        let phases = if stage == Stage::Quick { &[Phase::Quick][..] } else { &all[..] };
        for phase in phases {
            if *phase == Phase::Imprecise && !self.setting.imprecise {
                break;
            }
            self.phase(*phase);
            if self.best.is_some() {
                break;
            }
        }
        if let Some((_, best)) = self.best.take() {
            return Ok(best);
        }
        let open = (0..self.pairs.len()).find(|i| !self.reached.has(*i)).unwrap_or(0);
        let (e, p) = self.pairs[open];
        let (args, value) = (self.round.environments[e].clone(), self.values[p].clone());
        Err(match self.excess.get(&open) {
            Some(forbidden) => Failure::OnlyUnsafe(args, value, self.values[*forbidden].clone()),
            None => Failure::OutOfReach(args, value, MOST_COST),
        })
    }

    fn phase(&mut self, phase: Phase) {
        let round = self.round;
        let active: Vec<usize> = (0..self.holes.len())
            .filter(|h| {
                let states = &self.holes[*h].states;
                states.iter().any(|s| !round.missing[s.environment].is_empty())
            })
            .collect();
        let result = self.result.clone();
        if phase == Phase::Lets {
            self.lets(&active);
            return;
        }
        let holes = self.holes;
        let unsafe_too = matches!(phase, Phase::Guarded | Phase::Imprecise);
        let mut pools: Vec<(usize, Pool<'r>)> = active
            .into_iter()
            .map(|h| (h, Pool::new(round, &holes[h], &result, unsafe_too, phase == Phase::Wide)))
            .collect();
        let (most, most_terms) = match phase {
            Phase::Quick => (MOST_QUICK_COST, MOST_QUICK_TERMS),
            Phase::Guarded => (MOST_GUARDED_COST, MOST_TERMS),
            Phase::Imprecise => (MOST_LET_COST, MOST_TERMS),
            _ => (MOST_COST, MOST_TERMS),
        };
        let mut made = vec![0; pools.len()];
        for level in 1..=most {
            for (place, (hole, pool)) in pools.iter_mut().enumerate() {
                if pool.made > most_terms {
                    continue;
                }
                pool.extend(self.problem, level);
                self.made += pool.made - made[place];
                made[place] = pool.made;
                self.harvest(*hole, pool, level, phase, None);
            }
            if self.settle(level) || pools.iter().all(|(_, pool)| pool.made > most_terms) {
                break;
            }
        }
    }

    /// Tries to cover; says whether going on can give nothing cheaper.
    fn settle(&mut self, level: u32) -> bool {
        if self.reached.count() as usize != self.pairs.len() {
            return false;
        }
        let Some(solution) = cover(&self.candidates, self.pairs.len()) else { return false };
        let total = cost(&solution);
        if self.best.as_ref().is_none_or(|(known, _)| total < *known) {
            self.best = Some((total, solution));
        }
        // A hole with several terms: one term of less cost might do.
        let Some((_, best)) = &self.best else { return false };
        let mut sums: HashMap<usize, (u32, u32)> = HashMap::new();
        for candidate in best {
            let sum = sums.entry(candidate.hole).or_default();
            sum.0 += 1;
            sum.1 += candidate.cost / 100;
        }
        sums.values().all(|(count, sum)| *count < 2 || level + 1 >= *sum)
    }

    /// Makes candidates of the new terms of a pool.
    fn harvest(&mut self, hole: usize, pool: &mut Pool<'_>, level: u32, phase: Phase, bound: Option<&Bound>) {
        for entry in pool.of_result(level) {
            let Some(table) = pool.as_table(&entry.signature) else { continue };
            let mut covered = Bits::clone(&table);
            covered.meet(&pool.missing);
            if covered.is_empty() {
                continue;
            }
            let states: &[State] = bound.map_or(&self.holes[hole].states, |b| &b.hole.states);
            let mut guard = None;
            let mut excess = 0;
            if phase == Phase::Imprecise {
                let mut forbidden = Bits::clone(&table);
                forbidden.meet(&pool.forbidden);
                excess = forbidden.count() * 1000 / states.len().max(1) as u32;
            } else if table.meets(&pool.forbidden) {
                if phase != Phase::Guarded {
                    self.note_excess(states, &table, &covered, &pool.forbidden, pool.words());
                    continue;
                }
                let Some((found, kept)) = self.guard(hole, &table, &covered, pool) else { continue };
                for (i, keep) in kept.iter().enumerate() {
                    if !keep {
                        (0..pool.words()).for_each(|w| covered.0[i * pool.words() + w] = 0);
                    }
                }
                guard = Some(found);
            }
            let mut covers = Bits::new(self.pairs.len());
            let words = pool.words();
            for (i, state) in states.iter().enumerate() {
                for p in crate::bits::ones(covered.row(i, words)) {
                    if let Some(number) = self.numbers.get(&(state.environment, p)) {
                        covers.set(*number);
                    }
                }
            }
            if let Some(mut candidate) =
                self.candidate(hole, &entry, &table, covers, guard, states, words, bound)
            {
                // Least excess first; a forbidden value is worth ten nodes.
                candidate.cost += excess;
                self.reached.join(&candidate.covers);
                self.candidates.push(candidate);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn candidate(
        &self,
        hole: usize,
        entry: &Entry,
        table: &Bits,
        covers: Bits,
        guard: Option<Guard>,
        states: &[State],
        words: usize,
        bound: Option<&Bound>,
    ) -> Option<Candidate> {
        let mut term = entry.term.clone();
        let mut cost = entry.cost * 100;
        if let Some(bound) = bound {
            if !term.mentions(&bound.name) {
                return None;
            }
            term = Rc::new(Term::Let(bound.name.as_str().into(), bound.value.clone(), term));
            cost += (bound.cost + 1) * 100;
        }
        if self.setting.blocked.iter().any(|(h, t)| *h == hole && *t == term) {
            return None;
        }
        cost += guard.as_ref().map_or(0, |g| (g.cost + 1) * 100);
        if !self.holes[hole].place.fails {
            cost += 100;
        }
        if may_fail(table, states, words) {
            cost += 50;
        }
        Some(Candidate { cost, hole, term, guard, covers, breadth: table.count() })
    }

    fn note_excess(
        &mut self,
        states: &[State],
        table: &Bits,
        covered: &Bits,
        forbidden: &Bits,
        words: usize,
    ) {
        let mut excess = table.clone();
        excess.meet(forbidden);
        let Some(first) = excess.ones().next().map(|bit| bit % (words * 64)) else { return };
        for (i, state) in states.iter().enumerate() {
            for p in crate::bits::ones(covered.row(i, words)) {
                if let Some(number) = self.numbers.get(&(state.environment, p)) {
                    self.excess.entry(*number).or_insert(first);
                }
            }
        }
    }

    /// A condition that holds in no state where the term is unsafe and in some where it is useful,
    /// and the states in which it holds.
    fn guard(&self, hole: usize, table: &Bits, useful: &Bits, pool: &Pool<'_>) -> Option<(Guard, Vec<bool>)> {
        let hole = &self.holes[hole];
        let words = pool.words();
        let meets = |a: &Bits, b: &Bits, i: usize| {
            a.row(i, words).iter().zip(b.row(i, words)).any(|(a, b)| a & b != 0)
        };
        let count = hole.states.len();
        let safe: Vec<bool> = (0..count).map(|i| !meets(table, &pool.forbidden, i)).collect();
        let used: Vec<bool> = (0..count).map(|i| useful.row(i, words).iter().any(|w| *w != 0)).collect();
        let mut best: Option<(usize, Guard, Vec<bool>)> = None;
        for (guard, holds) in conditions(hole) {
            let fits = holds.iter().zip(&safe).all(|(h, s)| !h || *s);
            let gain = holds.iter().zip(&used).filter(|(h, u)| **h && **u).count();
            let better = best
                .as_ref()
                .is_none_or(|(known, g, _)| gain > *known || (gain == *known && guard.cost < g.cost));
            if fits && gain > 0 && better {
                best = Some((gain, guard, holds));
            }
        }
        best.map(|(_, guard, holds)| (guard, holds))
    }

    /// Holes with a drawn integer in scope.
    fn lets(&mut self, active: &[usize]) {
        let (round, result) = (self.round, self.result.clone());
        for hole in active {
            let outer = &self.holes[*hole];
            let mut pool = Pool::new(round, outer, &result, false, false);
            (1..=3).for_each(|level| pool.extend(self.problem, level));
            let generators: Vec<Rc<Entry>> = pool
                .integers(3)
                .into_iter()
                .filter(
                    |e| matches!(&e.signature, Signature::Ints(sets) if sets.iter().any(|s| s.is_choice())),
                )
                .take(MOST_LETS)
                .collect();
            for generator in generators {
                let Some(bound) = bind(outer, &generator, &round.probes.draws) else { continue };
                let mut inner = Pool::new(round, &bound.hole, &result, false, false);
                let mut made = 0;
                for level in 1..=MOST_LET_COST {
                    inner.extend(self.problem, level);
                    self.made += inner.made - made;
                    made = inner.made;
                    self.harvest(*hole, &mut inner, level, Phase::Lets, Some(&bound));
                    if self.settle(level + bound.cost + 1) || inner.made > MOST_TERMS {
                        break;
                    }
                }
            }
        }
    }
}

/// A variable that a `let` binds before the term.
struct Bound {
    hole: Hole,
    name: String,
    value: Rc<Term>,
    cost: u32,
}

fn bind(outer: &Hole, generator: &Entry, draws: &[i64]) -> Option<Bound> {
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

/// Whether the term returns nothing in some environment that has a state.
fn may_fail(table: &Bits, states: &[State], words: usize) -> bool {
    let mut returns: HashMap<usize, bool> = HashMap::new();
    for (i, state) in states.iter().enumerate() {
        *returns.entry(state.environment).or_default() |= table.row(i, words).iter().any(|w| *w != 0);
    }
    returns.values().any(|returns| !returns)
}

/// Conditions over the variables of a hole, and the states in which each holds.
fn conditions(hole: &Hole) -> Vec<(Guard, Vec<bool>)> {
    let mut out: Vec<(Guard, Vec<bool>)> = Vec::new();
    let mut add = |text: String, cost: u32, holds: Vec<bool>| {
        let some = holds.iter().any(|h| *h) && !holds.iter().all(|h| *h);
        if some && !out.iter().any(|(_, known)| *known == holds) {
            out.push((Guard { text, cost }, holds));
        }
    };
    let integer = |place: usize, state: &State| match state.values[place] {
        Value::Int(n) => n,
        _ => 0,
    };
    let ints: Vec<(usize, &str)> = hole
        .scope
        .iter()
        .enumerate()
        .filter(|(_, (_, sort))| *sort == Sort::Int)
        .map(|(i, (name, _))| (i, name.as_str()))
        .collect();
    for (place, (name, sort)) in hole.scope.iter().enumerate() {
        if *sort == boolean() {
            let holds: Vec<bool> =
                hole.states.iter().map(|s| s.values[place].as_bool() == Some(true)).collect();
            let not = holds.iter().map(|h| !h).collect();
            add(name.clone(), 1, holds);
            add(format!("not {name}"), 2, not);
        }
    }
    type Compare = fn(i64, i64) -> bool;
    let operators: [(&str, Compare); 5] = [
        ("<", |a, b| a < b),
        ("<=", |a, b| a <= b),
        ("=", |a, b| a == b),
        (">", |a, b| a > b),
        ("<>", |a, b| a != b),
    ];
    for (a, left) in &ints {
        for (sign, compare) in operators {
            for n in [0, 1] {
                let holds = hole.states.iter().map(|s| compare(integer(*a, s), n)).collect();
                add(format!("{left} {sign} {n}"), 3, holds);
            }
            for (b, right) in &ints {
                if a == b {
                    continue;
                }
                for (c, shown) in [(0, (*right).to_owned()), (1, format!("{right} + 1"))] {
                    let holds = hole
                        .states
                        .iter()
                        .map(|s| compare(integer(*a, s), integer(*b, s).saturating_add(c)))
                        .collect();
                    add(format!("{left} {sign} {shown}"), 3 + c as u32, holds);
                }
            }
        }
    }
    out.sort_by_key(|(guard, _)| guard.cost);
    out
}
