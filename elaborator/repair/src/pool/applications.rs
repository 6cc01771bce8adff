//! Calls and constructors: arguments are chosen one by one, and each choice is checked at once.

use covenant_execute::{Sort, Value};
use std::rc::Rc;

use super::{Entry, Keep, MOST_MEMBERS, Members, Pool, Signature};
use crate::bits::Bits;
use crate::ints::{IntSet, MOST_POINTS};
use crate::problem::{Problem, boolean};
use crate::term::Term;

/// The arguments that a call may get in a state; none where it must not be made.
type Row = Option<Vec<Vec<Value>>>;

impl Pool<'_> {
    pub(super) fn calls(&mut self, problem: &mut Problem<'_>, callable: usize, cost: u32) {
        let start: Vec<Row> = vec![Some(vec![Vec::new()]); self.hole.states.len()];
        self.arguments(problem, callable, cost - 1, Vec::new(), start);
    }

    /// Chooses the arguments one by one, each checked as soon as it is chosen, in every state.
    fn arguments(
        &mut self,
        problem: &mut Problem<'_>,
        callable: usize,
        left: u32,
        chosen: Vec<Rc<Entry>>,
        rows: Vec<Row>,
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
        let measured = (recursive && !self.endless).then(|| problem.own().measured_at).flatten();
        let sort = params[place].clone();
        let unit = Sort::Data(covenant_kernel::tables::UNIT, [].into());
        for cost in 1..=left + 1 {
            if place + 1 == params.len() && cost != left + 1 {
                continue;
            }
            'entries: for entry in self.of(&sort, cost).to_vec() {
                if self.exhausted() {
                    return;
                }
                self.count();
                let members = self.members(&entry, &sort);
                let drawn = matches!(entry.signature, Signature::Lists(_)) && sort != boolean();
                if drawn && !self.drawn_arguments && members.iter().any(|values| values.len() > 1) {
                    continue;
                }
                let mut next: Vec<Row> = Vec::with_capacity(rows.len());
                'states: for (state, prefixes) in rows.iter().enumerate() {
                    let Some(prefixes) = prefixes else {
                        next.push(None);
                        continue;
                    };
                    let from = self.round.environments[self.hole.states[state].environment].clone();
                    let mut row = Vec::with_capacity(prefixes.len());
                    for prefix in prefixes {
                        for value in &members[state] {
                            let mut args = prefix.clone();
                            args.push(value.clone());
                            let ends = measured != Some(place) || self.ends(problem, &args, &from);
                            if !ends || !problem.fits(callable, &args) {
                                if self.partial_calls && recursive {
                                    next.push(None);
                                    continue 'states;
                                }
                                continue 'entries;
                            }
                            row.push(args);
                            if row.len() > MOST_MEMBERS {
                                continue 'entries;
                            }
                        }
                    }
                    self.work += 20 * row.len() as u64;
                    next.push(Some(row));
                }
                if next.iter().all(Option::is_none) {
                    continue;
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

    /// Whether these are the arguments that the function has already, in every state.
    fn calls_itself_again(&self, rows: &[Row]) -> bool {
        let own = |state: usize| &self.round.environments[self.hole.states[state].environment];
        rows.iter()
            .enumerate()
            .all(|(state, row)| row.iter().flatten().all(|args| args.as_slice() == &**own(state)))
    }

    /// Whether the measure decreases in every state, whatever is drawn.
    fn all_end(&self, problem: &mut Problem<'_>, rows: &[Row]) -> bool {
        rows.iter().enumerate().all(|(state, row)| {
            let from = &self.round.environments[self.hole.states[state].environment];
            row.iter().flatten().all(|args| problem.decreases(args, from))
        })
    }

    fn finish_call(
        &mut self,
        problem: &mut Problem<'_>,
        callable: usize,
        chosen: &[Rc<Entry>],
        rows: &[Row],
    ) {
        let own = callable == problem.own;
        if self.endless && own && self.calls_itself_again(rows) {
            return;
        }
        let endless = self.endless && own && !self.all_end(problem, rows);
        let sort = problem.callables[callable].result.clone();
        let mut ints: Vec<IntSet> = Vec::new();
        let mut lists: Vec<Vec<Value>> = Vec::new();
        for row in rows {
            let Some(row) = row else {
                // Whatever is returned there is too much, so that a condition has to exclude the state.
                let Some(anything) = self.round.probes.of(&sort).filter(|_| !self.listed(problem, &sort))
                else {
                    return;
                };
                ints.push(IntSet::all());
                lists.push(anything.values.clone());
                continue;
            };
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
        let handed_on = &problem.callables[callable].handed_on;
        let argument = |(place, entry): (usize, &Rc<Entry>)| match handed_on.get(place).cloned().flatten() {
            Some(name) => Rc::new(Term::Var(name)),
            None => entry.term.clone(),
        };
        let args: Rc<[Rc<Term>]> = if params.as_slice() == [unit] && handed_on.iter().all(Option::is_none) {
            [].into()
        } else {
            chosen.iter().enumerate().map(argument).collect()
        };
        let name: Rc<str> = problem.callables[callable].name.as_str().into();
        let cost = 1 + chosen.iter().map(|entry| entry.cost - 1).sum::<u32>();
        let call = Term::Call(name, args);
        if endless {
            self.not_ending.insert(Rc::new(call.clone()));
        }
        if let Some(signature) = signature {
            self.put(problem, &sort, call, cost, signature);
        }
    }

    pub(super) fn constructors(&mut self, problem: &mut Problem<'_>, sort: &Sort, cost: u32) {
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
                    if self.exhausted() {
                        return;
                    }
                    self.count_part();
                    let Some(parent) = self.round.probes.of(sort) else { return };
                    let own = self.projected(&entry, &sorts[place], parent, tag, place);
                    // Nothing is gained by more fields if no part of a missing value is left.
                    let wanted = (*sort == self.result && self.keep != Keep::All).then_some(&self.useful);
                    let goes_on = match (&table, wanted) {
                        (None, None) => !own.is_empty(),
                        (None, Some(wanted)) => own.meets(wanted),
                        (Some(table), None) => table.meets(&own),
                        (Some(table), Some(wanted)) => table.meets_within(&own, wanted),
                    };
                    if !goes_on {
                        continue;
                    }
                    let met = match &table {
                        None => own,
                        Some(table) => Rc::new(table.both(&own)),
                    };
                    if wanted.is_some() && self.only_whole() && !self.whole.is_in(&met, tag) {
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
