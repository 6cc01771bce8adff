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

use crate::bits::{Bits, ones};
use crate::components::Components;
use crate::environments::Args;
use crate::holes::{Allowed, Hole};
use crate::ints::{IntSet, MOST_POINTS};
use crate::probes::{Children, Probes, SortProbes};
use crate::problem::{Problem, boolean, has_integers};
use crate::term::Term;

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
    /// The parts of each probe.
    pub parts: &'r [Bits],
    pub components: &'r Components,
}

/// Members of a list, and combinations of arguments in a state.
const MOST_MEMBERS: usize = 60;
/// Integer terms get no larger, unless the search is widened.
const INTEGER_COST: u32 = 3;
const WIDE_INTEGER_COST: u32 = 5;
/// Index terms (values without integers) get no larger.
const INDEX_COST: u32 = 4;

/// A function, by number, and its arguments.
type Call = (usize, Rc<[Value]>);

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
    /// Whether terms that return something hopeless are kept: under a guard they may do.
    guarded: bool,
    /// Operators of two integer terms, and larger integer terms.
    wide: bool,
    /// Terms that were made.
    pub made: u64,
    spec_tables: HashMap<Call, Option<Rc<Signature>>>,
    hopeless_known: HashMap<(usize, usize), bool>,
}

impl<'r> Pool<'r> {
    pub fn new(round: &'r Round<'r>, hole: &'r Hole, result: &Sort, guarded: bool, wide: bool) -> Self {
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
            guarded,
            wide,
            made: 0,
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

    /// The integer terms up to a cost.
    pub fn integers(&self, cost: u32) -> Vec<Rc<Entry>> {
        (1..=cost).flat_map(|c| self.of(&Sort::Int, c).to_vec()).collect()
    }

    pub fn words(&self) -> usize {
        self.words
    }

    fn listed(&self, problem: &Problem<'_>, sort: &Sort) -> bool {
        *sort != self.result && !has_integers(&problem.program, sort, &mut Vec::new())
    }

    fn put(&mut self, problem: &mut Problem<'_>, sort: &Sort, term: Term, cost: u32, signature: Signature) {
        self.made += 1;
        match &signature {
            Signature::Ints(sets) => {
                let most = if self.wide { WIDE_INTEGER_COST } else { INTEGER_COST };
                if cost > most || sets.iter().all(IntSet::is_empty) {
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
        if *sort == self.result
            && let Some(table) = self.as_table(&signature)
        {
            if !table.meets(&self.useful) {
                return;
            }
            if !self.guarded && self.returns_hopeless(problem, &table) {
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
            let sort = problem.callables[callable].result.clone();
            let mut allows = |v: &Value| problem.allows(callable, args, v) == Some(true);
            match &sort {
                Sort::Int => {
                    let draws = self.round.probes.draws.iter().copied();
                    IntSetOrBits::Ints(draws.filter(|n| allows(&Value::Int(*n))).collect())
                }
                _ => {
                    let values = self.round.probes.of(&sort).map_or(&[][..], |p| &p.values);
                    IntSetOrBits::Values(values.iter().filter(|v| allows(v)).cloned().collect())
                }
            }
        });
        let answer = answer.map(|found| {
            Rc::new(match found {
                IntSetOrBits::Ints(points) => Signature::Ints([IntSet::points(points)].into()),
                IntSetOrBits::Values(values) => Signature::Lists([values.into()].into()),
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
            for n in &components.constants {
                self.put(problem, &Sort::Int, Term::Int(*n), 2, self.same(IntSet::points(vec![*n])));
            }
            self.written(problem);
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
            if components.allows_call(&problem.callables[callable].name) {
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

    fn atoms(&mut self, problem: &mut Problem<'_>) {
        let components = self.round.components;
        for (place, (name, sort)) in self.hole.scope.iter().enumerate() {
            let lists: Vec<Vec<Value>> =
                self.hole.states.iter().map(|s| vec![s.values[place].clone()]).collect();
            if let Some(signature) = self.of_lists(problem, sort, lists) {
                self.put(problem, sort, Term::Var(name.as_str().into()), 1, signature);
            }
        }
        if components.allows("int_gen") {
            self.put(problem, &Sort::Int, Term::IntGen, 1, self.same(IntSet::all()));
        }
        if components.allows("nat_gen") && components.natural {
            self.put(problem, &Sort::Int, Term::NatGen, 1, self.same(IntSet::naturals()));
        }
        let both = vec![vec![Value::bool(false), Value::bool(true)]; self.hole.states.len()];
        if components.allows("bool_gen")
            && let Some(signature) = self.of_lists(problem, &boolean(), both)
        {
            self.put(problem, &boolean(), Term::BoolGen, 1, signature);
        }
        let sorts: Vec<Sort> = self.round.probes.sorts.iter().map(|p| p.sort.clone()).collect();
        for sort in sorts {
            let Sort::Data(data, _) = sort else { continue };
            for tag in (0..problem.program.ctor_count(data)).rev() {
                if !problem.program.ctor_fields(data, tag).is_empty()
                    || !components.allows_ctor(problem, data, tag)
                {
                    continue;
                }
                let value = Value::ctor(data, tag, Vec::new());
                let lists = vec![vec![value]; self.hole.states.len()];
                if let Some(signature) = self.of_lists(problem, &sort, lists) {
                    self.put(problem, &sort, Term::Ctor(data, tag, [].into()), 1, signature);
                }
            }
        }
    }

    /// Integer sub-expressions that the function has already.
    fn written(&mut self, problem: &mut Problem<'_>) {
        let components = self.round.components;
        for written in &components.written {
            let sets: Option<Vec<IntSet>> = self
                .hole
                .states
                .iter()
                .map(|state| {
                    written.evaluate(&|name| {
                        let place = self.hole.scope.iter().position(|(known, _)| known == name)?;
                        match state.values[place] {
                            Value::Int(n) => Some(n),
                            _ => None,
                        }
                    })
                })
                .collect();
            if let Some(sets) = sets {
                let term = Term::Written(written.text.as_str().into(), written.size);
                self.put(problem, &Sort::Int, term, 2, Signature::Ints(sets.into()));
            }
        }
    }

    fn arithmetic(&mut self, problem: &mut Problem<'_>, cost: u32) {
        let components = self.round.components;
        let lift = |sets: &[IntSet], f: &dyn Fn(&IntSet) -> Option<IntSet>| -> Option<Signature> {
            Some(Signature::Ints(sets.iter().map(f).collect::<Option<Vec<_>>>()?.into()))
        };
        if cost >= 2 {
            for entry in self.of(&Sort::Int, cost - 1).to_vec() {
                let Signature::Ints(sets) = &entry.signature else { continue };
                for c in [-1, 1] {
                    if components.allows(if c < 0 { "-" } else { "+" })
                        && let Some(signature) = lift(sets, &|s| s.plus(c))
                    {
                        self.put(problem, &Sort::Int, Term::Plus(entry.term.clone(), c), cost, signature);
                    }
                }
                for c in &components.factors {
                    if components.allows("*")
                        && let Some(signature) = lift(sets, &|s| s.times(*c))
                    {
                        self.put(problem, &Sort::Int, Term::Times(*c, entry.term.clone()), cost, signature);
                    }
                }
            }
        }
        if cost >= 3 && components.allows("int_range") {
            for (a, b) in self.pairs(cost - 1) {
                let (Signature::Ints(low), Signature::Ints(high)) = (&a.signature, &b.signature) else {
                    continue;
                };
                let sets: Option<Vec<IntSet>> = low
                    .iter()
                    .zip(&**high)
                    .map(|(a, b)| match (a.listed(), b.listed()) {
                        (Some([a]), Some([b])) => Some(IntSet::between(*a, *b)),
                        _ => None,
                    })
                    .collect();
                if let Some(sets) = sets {
                    let term = Term::IntRange(a.term.clone(), b.term.clone());
                    self.put(problem, &Sort::Int, term, cost, Signature::Ints(sets.into()));
                }
            }
        }
        if self.wide && cost >= 4 {
            for (a, b) in self.pairs(cost - 2) {
                let (Signature::Ints(x), Signature::Ints(y)) = (&a.signature, &b.signature) else { continue };
                for minus in [true, false] {
                    let sets: Option<Vec<IntSet>> =
                        x.iter().zip(&**y).map(|(x, y)| x.combine(y, minus)).collect();
                    if components.allows(if minus { "-" } else { "+" })
                        && let Some(sets) = sets
                    {
                        let term = Term::Sum(a.term.clone(), minus, b.term.clone());
                        self.put(problem, &Sort::Int, term, cost, Signature::Ints(sets.into()));
                    }
                }
            }
        }
    }

    /// Pairs of integer terms of this cost together.
    fn pairs(&self, cost: u32) -> Vec<(Rc<Entry>, Rc<Entry>)> {
        let mut out = Vec::new();
        for first in 1..cost {
            for a in self.of(&Sort::Int, first) {
                for b in self.of(&Sort::Int, cost - first) {
                    out.push((a.clone(), b.clone()));
                }
            }
        }
        out
    }

    fn calls(&mut self, problem: &mut Problem<'_>, callable: usize, cost: u32) {
        let start: Vec<Vec<Vec<Value>>> = vec![vec![Vec::new()]; self.hole.states.len()];
        self.arguments(problem, callable, cost - 1, Vec::new(), start);
    }

    /// Chooses the arguments one by one, each checked as soon as it is chosen, in every state.
    fn arguments(
        &mut self,
        problem: &mut Problem<'_>,
        callable: usize,
        left: u32,
        chosen: Vec<Rc<Entry>>,
        rows: Vec<Vec<Vec<Value>>>,
    ) {
        let params = problem.callables[callable].params.clone();
        let place = chosen.len();
        if place == params.len() {
            if left == 0 {
                self.finish_call(problem, callable, &chosen, &rows);
            }
            return;
        }
        let recursive = callable == problem.own;
        let measured = recursive.then(|| problem.own().measured_at).flatten();
        let sort = params[place].clone();
        let unit = Sort::Data(covenant_kernel::tables::UNIT, [].into());
        for cost in 1..=left + 1 {
            if place + 1 == params.len() && cost != left + 1 {
                continue;
            }
            'entries: for entry in self.of(&sort, cost).to_vec() {
                self.made += 1;
                let members = self.members(&entry, &sort);
                let mut next = Vec::with_capacity(rows.len());
                for (state, prefixes) in rows.iter().enumerate() {
                    let from = self.round.environments[self.hole.states[state].environment].clone();
                    let mut row = Vec::with_capacity(prefixes.len());
                    for prefix in prefixes {
                        for value in &members[state] {
                            let mut args = prefix.clone();
                            args.push(value.clone());
                            let ends = measured != Some(place) || self.ends(problem, &args, &from);
                            if !ends || !problem.fits(callable, &args) {
                                continue 'entries;
                            }
                            row.push(args);
                            if row.len() > MOST_MEMBERS {
                                continue 'entries;
                            }
                        }
                    }
                    next.push(row);
                }
                let mut longer = chosen.clone();
                longer.push(entry);
                let cost = if sort == unit { 1 } else { cost };
                self.arguments(problem, callable, left - (cost - 1), longer, next);
            }
        }
    }

    /// Whether a call with these first arguments, which the measure needs, ends.
    fn ends(&self, problem: &mut Problem<'_>, args: &[Value], from: &[Value]) -> bool {
        let mut whole = args.to_vec();
        // The measure does not look at the rest.
        whole.extend(from[args.len()..].iter().cloned());
        problem.decreases(&whole, from)
    }

    fn finish_call(
        &mut self,
        problem: &mut Problem<'_>,
        callable: usize,
        chosen: &[Rc<Entry>],
        rows: &[Vec<Vec<Value>>],
    ) {
        let sort = problem.callables[callable].result.clone();
        let mut ints: Vec<IntSet> = Vec::new();
        let mut lists: Vec<Vec<Value>> = Vec::new();
        for row in rows {
            let (mut points, mut values) = (Vec::new(), Vec::new());
            for args in row {
                let Some(answer) = self.answer(problem, callable, &args.as_slice().into()) else { return };
                match &*answer {
                    Signature::Ints(sets) => points.extend(sets[0].listed().unwrap_or_default()),
                    Signature::Lists(found) => values.extend(found[0].iter().cloned()),
                    Signature::Table(_) => {}
                }
            }
            if points.len() > MOST_POINTS {
                points.truncate(MOST_POINTS);
            }
            ints.push(IntSet::points(points));
            lists.push(values);
        }
        let signature = if sort == Sort::Int {
            Some(Signature::Ints(ints.into()))
        } else {
            self.of_lists(problem, &sort, lists)
        };
        let unit = Sort::Data(covenant_kernel::tables::UNIT, [].into());
        let params = &problem.callables[callable].params;
        let args: Rc<[Rc<Term>]> = if params.as_slice() == [unit] {
            [].into()
        } else {
            chosen.iter().map(|entry| entry.term.clone()).collect()
        };
        let name: Rc<str> = problem.callables[callable].name.as_str().into();
        let cost = 1 + chosen.iter().map(|entry| entry.cost - 1).sum::<u32>();
        if let Some(signature) = signature {
            self.put(problem, &sort, Term::Call(name, args), cost, signature);
        }
    }

    fn constructors(&mut self, problem: &mut Problem<'_>, sort: &Sort, cost: u32) {
        let Sort::Data(data, args) = sort else { return };
        let program = problem.program;
        for tag in 0..program.ctor_count(*data) {
            let sorts: Vec<Sort> =
                program.ctor_fields(*data, tag).iter().map(|s| program.sort(*s, args)).collect();
            if sorts.is_empty()
                || (cost as usize) < 1 + sorts.len()
                || !self.round.components.allows_ctor(problem, *data, tag)
            {
                continue;
            }
            self.fields(problem, sort, tag, &sorts, cost - 1, cost, &mut Vec::new(), None);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn fields(
        &mut self,
        problem: &mut Problem<'_>,
        sort: &Sort,
        tag: u32,
        sorts: &[Sort],
        left: u32,
        cost: u32,
        chosen: &mut Vec<Rc<Entry>>,
        table: Option<Rc<Bits>>,
    ) {
        let place = chosen.len();
        if place == sorts.len() {
            if left == 0 {
                self.finish_constructor(problem, sort, tag, cost, chosen, table);
            }
            return;
        }
        let others = (sorts.len() - place - 1) as u32;
        if left < 1 + others {
            return;
        }
        let range = if others == 0 { left..=left } else { 1..=left - others };
        for each in range {
            for entry in self.of(&sorts[place], each).to_vec() {
                let mut next = None;
                if !self.listed(problem, sort) {
                    self.made += 1;
                    let Some(parent) = self.round.probes.of(sort) else { return };
                    let own = self.projected(&entry, &sorts[place], parent, tag, place);
                    let met = match &table {
                        None => own,
                        Some(table) => {
                            let mut met = Bits::clone(table);
                            met.meet(&own);
                            Rc::new(met)
                        }
                    };
                    if met.is_empty() {
                        continue;
                    }
                    next = Some(met);
                }
                chosen.push(entry);
                self.fields(problem, sort, tag, sorts, left - each, cost, chosen, next);
                chosen.pop();
            }
        }
    }

    fn finish_constructor(
        &mut self,
        problem: &mut Problem<'_>,
        sort: &Sort,
        tag: u32,
        cost: u32,
        chosen: &[Rc<Entry>],
        table: Option<Rc<Bits>>,
    ) {
        let Sort::Data(data, args) = sort else { return };
        let term = Term::Ctor(*data, tag, chosen.iter().map(|entry| entry.term.clone()).collect());
        if let Some(table) = table {
            self.put(problem, sort, term, cost, Signature::Table(table));
            return;
        }
        let program = problem.program;
        let sorts: Vec<Sort> =
            program.ctor_fields(*data, tag).iter().map(|s| program.sort(*s, args)).collect();
        let members: Vec<Members> =
            chosen.iter().zip(&sorts).map(|(entry, sort)| self.members(entry, sort)).collect();
        let mut lists = Vec::new();
        for state in 0..self.hole.states.len() {
            let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
            for member in &members {
                if rows.len() * member[state].len() > MOST_MEMBERS {
                    return;
                }
                let extended = rows.iter().flat_map(|row| {
                    member[state].iter().map(move |value| {
                        let mut row = row.clone();
                        row.push(value.clone());
                        row
                    })
                });
                rows = extended.collect();
            }
            lists.push(rows.into_iter().map(|fields| Value::ctor(*data, tag, fields)).collect());
        }
        if let Some(signature) = self.of_lists(problem, sort, lists) {
            self.put(problem, sort, term, cost, signature);
        }
    }
}

enum IntSetOrBits {
    Ints(Vec<i64>),
    Values(Vec<Value>),
}

fn row_of(probes: &SortProbes, list: &[Value]) -> Bits {
    let mut row = Bits::new(probes.values.len());
    list.iter().filter_map(|value| probes.index.get(value)).for_each(|i| row.set(*i));
    row
}
