//! Terms by cost, told apart by what they can return.
//!
//! The *signature* of a term says, for every state of the hole, which values it can return: a table
//! of bits over the probes for structured values, a symbolic set for integers, a list for values
//! without integers (which are passed to calls, and need not be probes). Two terms with one
//! signature are the same term to the search, and the cheaper one is kept.

use covenant_execute::{Sort, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

mod applications;
mod atoms;
mod whole;

use crate::bits::{Bits, ones};
use crate::components::Components;
use crate::environments::Args;
use crate::holes::{Allowed, Hole};
use crate::ints::IntSet;
use crate::probes::{Children, Probes, SortProbes};
use crate::problem::{Problem, has_integers};
use crate::term::Term;
use whole::Whole;

/// What a term can return in each state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Signature {
    Table(Rc<Bits>),
    Ints(Rc<[IntSet]>),
    Lists(Rc<[Rc<[Value]>]>),
}

/// A term with its signature.
pub(crate) struct Entry {
    pub term: Rc<Term>,
    pub cost: u32,
    pub signature: Signature,
    projected: RefCell<HashMap<(Sort, u32, usize), Rc<Bits>>>,
    members: RefCell<Option<Members>>,
}

/// The values that a term can return in each state; integers of an infinite set by some of them.
type Members = Rc<Vec<Vec<Value>>>;

/// What the search knows of the round as a whole.
pub(crate) struct Round<'r> {
    pub environments: &'r [Args],
    pub probes: &'r Probes,
    pub allowed: &'r [Allowed],
    /// Missing probes, per environment.
    pub missing: &'r [Bits],
    /// Those of them that are to be covered in this round.
    pub asked: &'r [Bits],
    /// The parts of each probe.
    pub parts: &'r [Bits],
    pub components: &'r Components,
}

/// Members of a list, and combinations of arguments in a state.
const MOST_MEMBERS: usize = 60;
/// Where a pool makes small terms of what is called already, it goes on for so many times its work with terms that do
/// everything alone.
const WORK_FOR_WHOLE: u64 = 1;
/// Index terms (values without integers) get no larger.
const INDEX_COST: u32 = 4;

/// A function, by number, and its arguments.
type Call = (usize, Rc<[Value]>);

/// Which terms of the result's sort are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// What returns part of a missing value and nothing hopeless.
    Promising,
    /// Something hopeless, too: under a guard it may do.
    Guarded,
    /// Everything: the term is part of something larger.
    All,
}

/// What kind of terms a pool makes.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub keep: Keep,
    /// Integer terms get no larger.
    pub integer_cost: u32,
    /// Sums and differences of two terms, too.
    pub sums: bool,
    /// Drawn values as arguments where no integer is in them: `f (a_type ()) x`.
    pub drawn_arguments: bool,
    /// Only functions that are called already.
    pub known_calls: bool,
    /// Recursive calls whose measure does not decrease, too: they are no repair, and say why there is none.
    pub endless: bool,
    /// Recursive calls that may not be made in some states, too, from which a condition has to keep them.
    pub partial_calls: bool,
    /// The pool stops after so much work.
    pub most_work: u64,
}

/// Integer terms get no larger, unless the search is widened.
pub(crate) const INTEGER_COST: u32 = 3;
pub(crate) const WIDE_INTEGER_COST: u32 = 5;

/// The terms of one hole.
pub(crate) struct Pool<'r> {
    round: &'r Round<'r>,
    hole: &'r Hole,
    result: Sort,
    words: usize,
    /// Terms by sort and cost.
    terms: BTreeMap<Sort, Vec<Vec<Rc<Entry>>>>,
    seen: HashSet<(Sort, Signature)>,
    /// Parts of missing values, per state; anything forbidden; anything in no allowed value.
    useful: Bits,
    pub forbidden: Bits,
    hopeless: Bits,
    pub missing: Bits,
    keep: Keep,
    integer_cost: u32,
    sums: bool,
    drawn_arguments: bool,
    known_calls: bool,
    endless: bool,
    partial_calls: bool,
    /// The recursive calls whose measure does not decrease.
    pub not_ending: HashSet<Rc<Term>>,
    /// Terms that were made.
    pub made: u64,
    /// What that was, and what it may be: words of tables, about.
    pub work: u64,
    most_work: u64,
    /// What a term has to return that does everything alone.
    whole: Whole,
    spec_tables: HashMap<Call, Option<Rc<Signature>>>,
    hopeless_known: HashMap<(usize, usize), bool>,
}

impl<'r> Pool<'r> {
    pub fn new(round: &'r Round<'r>, hole: &'r Hole, result: &Sort, kind: Kind) -> Self {
        let Kind {
            keep,
            integer_cost,
            sums,
            drawn_arguments,
            known_calls,
            endless,
            partial_calls,
            most_work,
        } = kind;
        let count = round.probes.of(result).map_or(0, |p| p.values.len());
        let rows = |row: &dyn Fn(usize) -> Bits| {
            Bits::concatenate(&hole.states.iter().map(|s| row(s.environment)).collect::<Vec<_>>())
        };
        let closed = |bits: &Bits| {
            let mut all = Bits::new(count);
            bits.ones().for_each(|i| all.join(&round.parts[i]));
            all
        };
        let useful = rows(&|e| closed(&round.missing[e]));
        let hopeless = rows(&|e| {
            let inside = closed(&round.allowed[e].yes);
            let mut out = Bits::new(count);
            (0..count).filter(|i| !inside.has(*i)).for_each(|i| out.set(i));
            out
        });
        Pool {
            round,
            hole,
            result: result.clone(),
            words: count.div_ceil(64),
            terms: BTreeMap::new(),
            seen: HashSet::new(),
            useful,
            forbidden: rows(&|e| round.allowed[e].no.clone()),
            missing: rows(&|e| round.missing[e].clone()),
            hopeless,
            keep,
            integer_cost,
            sums,
            drawn_arguments,
            known_calls,
            endless,
            partial_calls,
            not_ending: HashSet::new(),
            made: 0,
            work: 0,
            most_work,
            whole: Whole::new(round, hole, result),
            spec_tables: HashMap::new(),
            hopeless_known: HashMap::new(),
        }
    }

    /// The terms of the result's sort of a cost.
    pub fn of_result(&self, cost: u32) -> Vec<Rc<Entry>> {
        self.of(&self.result, cost).to_vec()
    }

    fn of(&self, sort: &Sort, cost: u32) -> &[Rc<Entry>] {
        self.terms.get(sort).and_then(|levels| levels.get(cost as usize)).map_or(&[], Vec::as_slice)
    }

    /// All terms of a sort up to a cost, the cheapest first.
    pub fn of_sort(&self, sort: &Sort, cost: u32) -> Vec<Rc<Entry>> {
        (1..=cost).flat_map(|c| self.of(sort, c).to_vec()).collect()
    }

    /// The integer terms up to a cost.
    pub fn integers(&self, cost: u32) -> Vec<Rc<Entry>> {
        self.of_sort(&Sort::Int, cost)
    }

    fn count(&mut self) {
        self.made += 1;
        self.work += 50 + (self.hole.states.len() * self.words / 4) as u64;
    }

    /// Part of a term was tried, which is less work than a term.
    fn count_part(&mut self) {
        self.work += 25 + (self.hole.states.len() * self.words / 8) as u64;
    }

    /// Whether the pool has done all that it may.
    pub fn exhausted(&self) -> bool {
        let rest = if self.known_calls { WORK_FOR_WHOLE * self.most_work } else { 0 };
        self.work > self.most_work + rest
    }

    /// Whether only terms are made any more that return everything that is asked for.
    fn only_whole(&self) -> bool {
        self.known_calls && self.work > self.most_work
    }

    pub fn words(&self) -> usize {
        self.words
    }

    fn listed(&self, problem: &Problem<'_>, sort: &Sort) -> bool {
        *sort != self.result && !has_integers(&problem.program, sort, &mut Vec::new())
    }

    fn put(&mut self, problem: &mut Problem<'_>, sort: &Sort, term: Term, cost: u32, signature: Signature) {
        self.count();
        match &signature {
            Signature::Ints(sets) => {
                if cost > self.integer_cost || sets.iter().all(IntSet::is_empty) {
                    return;
                }
            }
            Signature::Lists(lists) => {
                if cost > INDEX_COST || lists.iter().any(|list| list.is_empty()) {
                    return;
                }
            }
            Signature::Table(bits) => {
                if bits.is_empty() {
                    return;
                }
            }
        }
        if self.seen.contains(&(sort.clone(), signature.clone())) {
            return;
        }
        // An integer that is never returned is part of one that is: `n` of `int_range 0 (n - 1)`.
        if *sort == self.result
            && *sort != Sort::Int
            && self.keep != Keep::All
            && let Some(table) = self.as_table(&signature)
        {
            if !table.meets(&self.useful) {
                return;
            }
            if self.keep == Keep::Promising && self.returns_hopeless(problem, &table) {
                self.seen.insert((sort.clone(), signature));
                return;
            }
        }
        self.seen.insert((sort.clone(), signature.clone()));
        let levels = self.terms.entry(sort.clone()).or_default();
        while levels.len() <= cost as usize {
            levels.push(Vec::new());
        }
        levels[cost as usize].push(Rc::new(Entry {
            term: Rc::new(term),
            cost,
            signature,
            projected: RefCell::default(),
            members: RefCell::default(),
        }));
    }

    /// The table of a term of the result's sort.
    pub fn as_table(&self, signature: &Signature) -> Option<Rc<Bits>> {
        let probes = self.round.probes.of(&self.result)?;
        match signature {
            Signature::Table(bits) => Some(bits.clone()),
            Signature::Ints(sets) => {
                let rows: Vec<Bits> = sets
                    .iter()
                    .map(|set| {
                        let mut row = Bits::new(probes.values.len());
                        for (i, value) in probes.values.iter().enumerate() {
                            if matches!(value, Value::Int(n) if set.contains(*n)) {
                                row.set(i);
                            }
                        }
                        row
                    })
                    .collect();
                Some(Rc::new(Bits::concatenate(&rows)))
            }
            Signature::Lists(lists) => {
                let rows: Vec<Bits> = lists.iter().map(|list| row_of(probes, list)).collect();
                Some(Rc::new(Bits::concatenate(&rows)))
            }
        }
    }

    /// Whether the term returns something that is part of no allowed value in its state.
    fn returns_hopeless(&mut self, problem: &mut Problem<'_>, table: &Bits) -> bool {
        let Sort::Data(data, args) = self.result.clone() else { return false };
        for (i, state) in self.hole.states.iter().enumerate() {
            if !table.row(i, self.words).iter().zip(self.hopeless.row(i, self.words)).any(|(a, b)| a & b != 0)
            {
                continue;
            }
            let suspects: Vec<usize> = ones(table.row(i, self.words))
                .filter(|p| self.hopeless.has(i * self.words * 64 + p))
                .collect();
            for probe in suspects {
                let key = (state.environment, probe);
                let hopeless = match self.hopeless_known.get(&key) {
                    Some(known) => *known,
                    None => {
                        let value = self.round.probes.of(&self.result).map(|p| p.values[probe].clone());
                        let known = value.is_some_and(|v| {
                            self.completes_nowhere(problem, state.environment, &v, data, &args)
                        });
                        self.hopeless_known.insert(key, known);
                        known
                    }
                };
                if hopeless {
                    return true;
                }
            }
        }
        false
    }

    /// Whether every value with this part directly below its top is forbidden: decided on partial
    /// values, of which the other parts are open.
    fn completes_nowhere(
        &self,
        problem: &mut Problem<'_>,
        environment: usize,
        part: &Value,
        data: u32,
        sorts: &[Sort],
    ) -> bool {
        let program = problem.program;
        let args = self.round.environments[environment].clone();
        let mut tried = false;
        for tag in 0..program.ctor_count(data) {
            let fields: Vec<Sort> =
                program.ctor_fields(data, tag).iter().map(|s| program.sort(*s, sorts)).collect();
            for place in (0..fields.len()).filter(|i| fields[*i] == self.result) {
                tried = true;
                let values = (0..fields.len())
                    .map(|i| if i == place { part.clone() } else { Value::Hole(i as u32) })
                    .collect();
                if !problem.excludes(&args, &Value::ctor(data, tag, values)) {
                    return false;
                }
            }
        }
        tried
    }

    fn members(&self, entry: &Entry, sort: &Sort) -> Members {
        if let Some(known) = &*entry.members.borrow() {
            return known.clone();
        }
        let found: Vec<Vec<Value>> = match &entry.signature {
            Signature::Lists(lists) => lists.iter().map(|list| list.to_vec()).collect(),
            Signature::Ints(sets) => sets
                .iter()
                .map(|set| match set.listed() {
                    Some(points) => points.iter().map(|n| Value::Int(*n)).collect(),
                    None => {
                        let draws = self.round.probes.draws.iter().filter(|n| set.contains(**n));
                        draws.map(|n| Value::Int(*n)).collect()
                    }
                })
                .collect(),
            Signature::Table(bits) => {
                let probes = self.round.probes.of(sort);
                let words = probes.map_or(0, |p| p.values.len().div_ceil(64));
                (0..self.hole.states.len())
                    .map(|i| {
                        let row = ones(bits.row(i, words));
                        row.filter_map(|p| probes.and_then(|probes| probes.values.get(p)).cloned()).collect()
                    })
                    .collect()
            }
        };
        let found = Rc::new(found);
        *entry.members.borrow_mut() = Some(found.clone());
        found
    }

    /// Which probes of the parent have, in each state, something that the term can return as this
    /// field.
    fn projected(&self, entry: &Entry, sort: &Sort, parent: &SortProbes, tag: u32, place: usize) -> Rc<Bits> {
        let key = (parent.sort.clone(), tag, place);
        if let Some(known) = entry.projected.borrow().get(&key) {
            return known.clone();
        }
        let count = parent.values.len();
        let child = self.round.probes.of(sort);
        let words = child.map_or(0, |p| p.values.len().div_ceil(64));
        let mut rows: Vec<Bits> = Vec::with_capacity(self.hole.states.len());
        for state in 0..self.hole.states.len() {
            let mut row = Bits::new(count);
            match (&parent.parents[tag as usize][place], &entry.signature) {
                (Children::Ints(table), Signature::Ints(sets)) => {
                    table.iter().filter(|(n, _)| sets[state].contains(**n)).for_each(|(_, b)| row.join(b));
                }
                (Children::Values(table), Signature::Table(bits)) => {
                    let own = bits.row(state, words);
                    for (value, parents) in table {
                        let place = child.and_then(|p| p.index.get(value));
                        if place.is_some_and(|p| own[p / 64] >> (p % 64) & 1 == 1) {
                            row.join(parents);
                        }
                    }
                }
                (Children::Values(table), Signature::Lists(lists)) => {
                    table.iter().filter(|(v, _)| lists[state].contains(v)).for_each(|(_, b)| row.join(b));
                }
                _ => {}
            }
            rows.push(row);
        }
        let found = Rc::new(Bits::concatenate(&rows));
        entry.projected.borrow_mut().insert(key, found.clone());
        found
    }

    /// What a claim lets a call return, over the probes of its result or the draws.
    fn answer(
        &mut self,
        problem: &mut Problem<'_>,
        callable: usize,
        args: &Rc<[Value]>,
    ) -> Option<Rc<Signature>> {
        let key = (callable, args.clone());
        if let Some(known) = self.spec_tables.get(&key) {
            return known.clone();
        }
        let answer = problem.admits(callable, args).then(|| {
            let values = problem.answers(callable, args, self.round.probes);
            let integer = |value: &Value| if let Value::Int(n) = value { Some(*n) } else { None };
            Rc::new(match &problem.callables[callable].result {
                Sort::Int => {
                    let points = values.iter().filter_map(integer).collect();
                    Signature::Ints([IntSet::points(points)].into())
                }
                _ => Signature::Lists([values.into()].into()),
            })
        });
        self.spec_tables.insert(key, answer.clone());
        answer
    }

    /// Makes all terms of a cost.
    pub fn extend(&mut self, problem: &mut Problem<'_>, cost: u32) {
        let components = self.round.components;
        if cost == 1 {
            self.atoms(problem);
        }
        if cost == 2 {
            if !components.natural && components.allows("nat_gen") {
                self.put(problem, &Sort::Int, Term::NatGen, 2, self.same(IntSet::naturals()));
            }
            for n in &components.constants {
                self.put(problem, &Sort::Int, Term::Int(*n), 2, self.same(IntSet::points(vec![*n])));
            }
            self.written(problem);
            self.measures(problem);
        }
        self.arithmetic(problem, cost);
        // An argument costs a call nothing beyond the first node, so that calls come last.
        let sorts: Vec<Sort> = self.round.probes.sorts.iter().map(|p| p.sort.clone()).collect();
        for sort in sorts {
            self.constructors(problem, &sort, cost);
        }
        let order: Vec<usize> = {
            let mut order: Vec<usize> = (0..problem.callables.len()).collect();
            order.sort_by_key(|c| *c == problem.own);
            order
        };
        for callable in order {
            let name = &problem.callables[callable].name;
            if components.allows_call(name) && (!self.known_calls || components.is_called(name)) {
                self.calls(problem, callable, cost);
            }
        }
    }

    fn same(&self, set: IntSet) -> Signature {
        Signature::Ints(vec![set; self.hole.states.len()].into())
    }

    /// A signature from one list of values per state.
    fn of_lists(&self, problem: &Problem<'_>, sort: &Sort, lists: Vec<Vec<Value>>) -> Option<Signature> {
        if *sort == Sort::Int {
            let ints = |list: Vec<Value>| {
                IntSet::points(
                    list.iter().filter_map(|v| if let Value::Int(n) = v { Some(*n) } else { None }).collect(),
                )
            };
            return Some(Signature::Ints(lists.into_iter().map(ints).collect()));
        }
        if self.listed(problem, sort) {
            let sorted = |mut list: Vec<Value>| -> Rc<[Value]> {
                list.sort();
                list.dedup();
                list.into()
            };
            return Some(Signature::Lists(lists.into_iter().map(sorted).collect()));
        }
        let probes = self.round.probes.of(sort)?;
        let rows: Vec<Bits> = lists.iter().map(|list| row_of(probes, list)).collect();
        Some(Signature::Table(Rc::new(Bits::concatenate(&rows))))
    }
}

fn row_of(probes: &SortProbes, list: &[Value]) -> Bits {
    let mut row = Bits::new(probes.values.len());
    list.iter().filter_map(|value| probes.index.get(value)).for_each(|i| row.set(*i));
    row
}
