//! One round of the search: environments, probes, what is missing, candidates, cover.

mod widened;

use covenant_execute::{Program, Reach, Sort, Value, can_return_each};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::bits::Bits;
use crate::components::Components;
use crate::cover::{Candidate, Guard, cost, cover};
use crate::environments::{Args, Environments};
use crate::holes::{Allowed, Hole, State};
use crate::lets::Bound;
use crate::pool::{Entry, INTEGER_COST, Keep, Kind, Pool, Round, WIDE_INTEGER_COST};
use crate::probes::Probes;
use crate::problem::{Problem, by_claims};
use crate::surface::{Function, Place};
use crate::term::Term;
use crate::{environments, holes, probes, surface};

/// Steps of deciding whether the program can return one value.
pub(crate) const REACH_STEPS: u64 = 40_000;
/// Work in one phase, as `Pool` counts it; and for one claim.
const MOST_WORK: u64 = 40_000_000;
const MOST_FIRST_WORK: u64 = 4_000_000;
const MOST_FAILING_WORK: u64 = 6_000_000;
const MOST_QUICK_WORK: u64 = 3_000_000;
/// Where something is found, and perhaps something cheaper: work, and the greatest cost of a small term.
const MOST_REFINING_WORK: u64 = 500_000;
const MOST_REFINING_COST: u32 = 3;
pub(crate) const WORK_OF_A_CLAIM: u64 = 60_000_000;
/// The greatest cost of a term, in each phase.
const MOST_COST: u32 = 16;
const MOST_QUICK_COST: u32 = 7;
const MOST_GUARDED_COST: u32 = 7;
const MOST_LET_COST: u32 = 8;
/// Terms for a sub-expression: states, cost, work, terms that are tried.
const MOST_PART_STATES: usize = 48;
const MOST_PART_COST: u32 = 5;
const MOST_PART_WORK: u64 = 1_000_000;
const MOST_PARTS: usize = 120;

/// What stays the same from round to round.
pub(crate) struct Setting<'s> {
    pub function: Function<'s>,
    pub components: Components,
    /// Terms that were refused, by hole and text.
    pub blocked: Vec<(usize, Rc<Term>)>,
    /// Whether larger integer terms come first: several proposals were refuted, perhaps for want of one.
    pub wide: bool,
    /// Whether forbidden values are accepted, if nothing else is found.
    pub imprecise: bool,
    /// No term costs more.
    pub max_cost: u32,
    /// Whether the file uses a library of generators, in whose words no terms are made here.
    pub library: bool,
}

impl<'s> Setting<'s> {
    /// As a search begins, without wishes.
    pub fn new(function: Function<'s>, components: Components, library: bool) -> Self {
        let blocked = Vec::new();
        Setting { function, components, blocked, wide: false, imprecise: false, max_cost: u32::MAX, library }
    }
}

/// What a round works on.
pub(crate) struct Found {
    pub environments: Environments,
    pub probes: Probes,
    pub holes: Option<Vec<Hole>>,
    /// Missing pairs, as arguments and value.
    pub missing: Vec<(Args, Value)>,
    /// Missing values, by environment.
    pub by_environment: Vec<Vec<Value>>,
    pub allowed: Vec<Allowed>,
    missing_bits: Vec<Bits>,
    /// Those of the missing pairs that have to be covered in this round.
    asked: Vec<Bits>,
    parts: Vec<Bits>,
}

impl Found {
    pub fn round<'r>(&'r self, setting: &'r Setting<'_>) -> Round<'r> {
        Round {
            environments: &self.environments.chosen,
            probes: &self.probes,
            allowed: &self.allowed,
            missing: &self.missing_bits,
            asked: &self.asked,
            parts: &self.parts,
            components: &setting.components,
        }
    }
}

/// Terms that differ in what they return, for sub-expressions: of each of these scopes, by sort.
pub(crate) fn terms_at(
    problem: &mut Problem<'_>,
    setting: &Setting<'_>,
    found: &Found,
    hole: &Hole,
    sort: &Sort,
) -> Vec<(u32, Rc<Term>)> {
    if hole.states.is_empty() {
        return Vec::new();
    }
    let every = hole.states.len().div_ceil(MOST_PART_STATES);
    let states = hole.states.iter().step_by(every).cloned().collect();
    let hole = Hole { place: hole.place.clone(), scope: hole.scope.clone(), states };
    let round = found.round(setting);
    let result = problem.own().result.clone();
    let kind = Kind {
        keep: Keep::All,
        integer_cost: WIDE_INTEGER_COST,
        sums: false,
        drawn_arguments: true,
        known_calls: false,
        endless: false,
        partial_calls: false,
        most_work: MOST_PART_WORK,
    };
    let mut pool = Pool::new(&round, &hole, &result, kind);
    let mut level = 0;
    while level < MOST_PART_COST.min(setting.max_cost) && !pool.exhausted() {
        level += 1;
        pool.extend(problem, level);
    }
    // What is wrong is often that something is not drawn.
    let cost = |entry: &Entry| match &*entry.term {
        Term::IntRange(..) => entry.cost - 2,
        _ => entry.cost,
    };
    let mut terms: Vec<(u32, Rc<Term>)> =
        pool.of_sort(sort, level).iter().map(|entry| (cost(entry), entry.term.clone())).collect();
    terms.sort_by_key(|(cost, _)| *cost);
    terms.truncate(MOST_PARTS);
    terms
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
    /// Every term that returns the pair also returns something forbidden, perhaps for other arguments.
    OnlyUnsafe(Args, Value, Args, Value),
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
    problem.begin_round();
    let allowed = holes::allowed(problem, &environments.chosen, &probes);
    let known = (extra_args, extra_values);
    let missing_bits = missing(problem, &environments.chosen, &probes, &allowed, known);
    let result = problem.own().result.clone();
    let values = probes.of(&result).map_or(&[][..], |p| &p.values);
    let pairs = missing_bits
        .iter()
        .enumerate()
        .flat_map(|(e, bits)| bits.ones().map(move |p| (e, p)).collect::<Vec<_>>());
    let missing = pairs.map(|(e, p)| (environments.chosen[e].clone(), values[p].clone())).collect();
    let places: Vec<Place> = surface::places(&setting.function);
    let by_environment: Vec<Vec<Value>> =
        missing_bits.iter().map(|bits| bits.ones().map(|p| values[p].clone()).collect()).collect();
    let names = &setting.function.parameters;
    let found = holes::find(problem, &places, names, &environments.chosen, &by_environment, &probes);
    let (holes, wanted) = found.unzip();
    let parts = holes::parts(&probes, &result);
    let mut asked = missing_bits.clone();
    for (bits, wanted) in asked.iter_mut().zip(wanted.unwrap_or_default()) {
        let mut later = Bits::new(values.len());
        bits.ones().zip(wanted).filter(|(_, wanted)| !wanted).for_each(|(p, _)| later.set(p));
        bits.remove(&later);
    }
    Found { environments, probes, holes, missing, by_environment, allowed, missing_bits, asked, parts }
}

/// Searches for terms; also says how many were made.
pub(crate) fn solve(
    problem: &mut Problem<'_>,
    setting: &Setting<'_>,
    found: &Found,
    stage: Stage,
    left: &mut u64,
) -> (Result<Vec<Candidate>, Failure>, u64) {
    if found.missing.is_empty() {
        return (Err(Failure::NothingMissing), 0);
    }
    let Some(holes) = &found.holes else { return (Err(Failure::NoPlace), 0) };
    let result = problem.own().result.clone();
    let values: Vec<Value> = found.probes.of(&result).map(|p| p.values.clone()).unwrap_or_default();
    let pairs: Vec<(usize, usize)> = found
        .asked
        .iter()
        .enumerate()
        .flat_map(|(e, bits)| bits.ones().map(move |p| (e, p)).collect::<Vec<_>>())
        .collect();
    // Larger arguments may be beyond what was run; the result is verified for them, too.
    let reached: HashSet<usize> = holes.iter().flat_map(|h| h.states.iter().map(|s| s.environment)).collect();
    let (pairs, beyond): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(e, _)| reached.contains(e));
    if let (true, Some((e, p))) = (pairs.is_empty(), beyond.first()) {
        let (args, value) = (found.environments.chosen[*e].clone(), values[*p].clone());
        return (Err(Failure::NoBranch(args, value)), 0);
    }
    let round = found.round(setting);
    let mut search = Search::new(problem, setting, &round, holes, &pairs, &values, result, left);
    let solution = search.run(stage);
    (solution, search.made)
}

/// Allowed probes that the program cannot return, its calls answered by their claims; and, where that is not
/// decided, what is known to be missing from elsewhere.
fn missing(
    problem: &Problem<'_>,
    environments: &[Args],
    probes: &Probes,
    allowed: &[Allowed],
    (known_args, known_values): (&[Args], &[Value]),
) -> Vec<Bits> {
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
        let known = || known_args.contains(&environments[e]) && known_values.contains(&values[p]);
        if answer == Reach::No || (answer != Reach::Yes && known()) {
            out[e].set(p);
        }
    }
    out
}

/// Which kind of terms is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Small plain terms in places that only fail, of functions that are called already.
    Failing,
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
    /// The same, in all phases so far.
    touched: Bits,
    best: Option<(u32, Vec<Candidate>)>,
    /// Something is found, and something cheaper is looked for.
    refining: bool,
    /// A forbidden value of a term that would have covered a pair, and its environment.
    excess: HashMap<usize, (usize, usize)>,
    made: u64,
    /// Work that is left for the claim.
    left: &'r mut u64,
}

impl<'r, 'a> Search<'r, 'a> {
    #[allow(clippy::too_many_arguments)]
    fn new(
        problem: &'r mut Problem<'a>,
        setting: &'r Setting<'r>,
        round: &'r Round<'r>,
        holes: &'r [Hole],
        pairs: &'r [(usize, usize)],
        values: &'r [Value],
        result: Sort,
        left: &'r mut u64,
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
            touched: Bits::new(pairs.len()),
            best: None,
            refining: false,
            excess: HashMap::new(),
            made: 0,
            left,
        }
    }

    fn run(&mut self, stage: Stage) -> Result<Vec<Candidate>, Failure> {
        let all = [Phase::Plain, Phase::Guarded, Phase::Lets, Phase::Wide, Phase::Imprecise];
        let wide = [Phase::Wide, Phase::Guarded, Phase::Lets, Phase::Imprecise];
        let phases = match stage {
            _ if self.setting.wide => &wide[..],
            Stage::Quick => &[Phase::Failing, Phase::Quick][..],
            Stage::Full => &all[..],
        };
        // A little of everything before much of anything.
        for most_work in [MOST_FIRST_WORK, MOST_WORK] {
            self.candidates.clear();
            self.reached = Bits::new(self.pairs.len());
            for phase in phases {
                // What is imprecise comes last of all.
                let imprecise = *phase == Phase::Imprecise;
                if imprecise && (!self.setting.imprecise || most_work < MOST_WORK) {
                    break;
                }
                self.phase(*phase, most_work);
                if self.best.is_some() {
                    self.refine(*phase);
                    break;
                }
                if *phase == Phase::Failing {
                    self.candidates.clear();
                    self.reached = Bits::new(self.pairs.len());
                }
            }
            if self.best.is_some() || (stage == Stage::Quick && !self.setting.wide) {
                break;
            }
        }
        if let Some((_, best)) = self.best.take() {
            return Ok(best);
        }
        let open = (0..self.pairs.len()).find(|i| !self.touched.has(*i)).unwrap_or(0);
        let (e, p) = self.pairs[open];
        let (args, value) = (self.round.environments[e].clone(), self.values[p].clone());
        Err(match self.excess.get(&open) {
            Some((e, forbidden)) => {
                let elsewhere = self.round.environments[*e].clone();
                Failure::OnlyUnsafe(args, value, elsewhere, self.values[*forbidden].clone())
            }
            None => Failure::OutOfReach(args, value, MOST_COST.min(self.setting.max_cost)),
        })
    }

    fn phase(&mut self, phase: Phase, most_work: u64) {
        let round = self.round;
        let active: Vec<usize> = (0..self.holes.len())
            .filter(|h| {
                let states = &self.holes[*h].states;
                states.iter().any(|s| !round.missing[s.environment].is_empty())
                    && (phase != Phase::Failing || self.holes[*h].place.fails)
            })
            .collect();
        let result = self.result.clone();
        if phase == Phase::Lets {
            self.lets(&active, most_work);
            return;
        }
        let holes = self.holes;
        let unsafe_too = matches!(phase, Phase::Guarded | Phase::Imprecise);
        let keep = if unsafe_too { Keep::Guarded } else { Keep::Promising };
        let (most, most_work) = match phase {
            Phase::Failing => (MOST_QUICK_COST, MOST_FAILING_WORK),
            Phase::Quick if self.refining => (MOST_REFINING_COST, most_work),
            Phase::Quick => (MOST_QUICK_COST, MOST_QUICK_WORK),
            Phase::Guarded => (MOST_GUARDED_COST, most_work),
            Phase::Imprecise => (MOST_LET_COST, most_work),
            _ => (MOST_COST, most_work),
        };
        let most = most.min(self.setting.max_cost);
        let wide = phase == Phase::Wide;
        let kind = Kind {
            keep,
            integer_cost: if wide || self.result == Sort::Int { WIDE_INTEGER_COST } else { INTEGER_COST },
            sums: wide,
            drawn_arguments: !matches!(phase, Phase::Failing | Phase::Quick),
            known_calls: phase == Phase::Failing,
            endless: false,
            partial_calls: phase == Phase::Guarded,
            // The holes share it.
            most_work: most_work.min(*self.left) / active.len().max(1) as u64,
        };
        let mut pools: Vec<(usize, Pool<'r>)> =
            active.into_iter().map(|h| (h, Pool::new(round, &holes[h], &result, kind))).collect();
        for level in 1..=most {
            // A cheaper solution has no term of this cost.
            if self.refining && self.best.as_ref().is_some_and(|(total, _)| *total <= level * 100) {
                break;
            }
            for (hole, pool) in &mut pools {
                if pool.exhausted() || *self.left == 0 {
                    continue;
                }
                self.extend(pool, level);
                self.harvest(*hole, pool, level, phase, None);
            }
            let done = self.settle(level) && !self.refining;
            if done || *self.left == 0 || pools.iter().all(|(_, pool)| pool.exhausted()) {
                break;
            }
        }
    }

    fn extend(&mut self, pool: &mut Pool<'_>, level: u32) {
        let (made, work) = (pool.made, pool.work);
        pool.extend(self.problem, level);
        self.made += pool.made - made;
        *self.left = self.left.saturating_sub(pool.work - work);
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
        // Without a measure, a call alone returns nothing that its own rank allows.
        let ranked = self.problem.own().measure_parts() == 0;
        let own = self.problem.own().name.clone();
        for entry in pool.of_result(level) {
            if ranked && matches!(&*entry.term, Term::Call(name, _) if **name == *own) {
                continue;
            }
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
                self.touched.join(&candidate.covers);
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
        let replaces = self.holes[hole].place.fails;
        if !replaces {
            cost += 100;
        }
        if may_fail(table, states, words) {
            cost += 50;
        }
        Some(Candidate { cost, hole, replaces, term, guard, covers, breadth: table.count() })
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
        let first = excess.ones().next().map(|bit| {
            let row = words * 64;
            (states[bit / row].environment, bit % row)
        });
        let Some(first) = first else { return };
        for (i, state) in states.iter().enumerate() {
            for p in crate::bits::ones(covered.row(i, words)) {
                if let Some(number) = self.numbers.get(&(state.environment, p)) {
                    self.excess.entry(*number).or_insert(first);
                }
            }
        }
    }
}

/// Whether the term returns nothing in some environment that has a state.
fn may_fail(table: &Bits, states: &[State], words: usize) -> bool {
    let mut returns: HashMap<usize, bool> = HashMap::new();
    for (i, state) in states.iter().enumerate() {
        *returns.entry(state.environment).or_default() |= table.row(i, words).iter().any(|w| *w != 0);
    }
    returns.values().any(|returns| !returns)
}
