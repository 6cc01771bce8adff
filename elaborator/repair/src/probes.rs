//! Values that tell terms apart: small allowed ones for each environment, and near misses.
//!
//! The probes of a sort are closed under parts, so that what a constructor can return is computed
//! from what its fields can return. Mutants (an integer one off or far away, a boolean flipped,
//! children swapped) are what shows that a term returns too much; far integers keep constants from
//! passing for generators.

use covenant_execute::{Bound, Limits, Program, Random, Sort, SpecBounds, Value, values_of_claim};
use covenant_kernel::tables::ExprRow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::bits::Bits;
use crate::environments::{Args, domain};
use crate::problem::{Problem, boolean};

/// Allowed values per environment.
const PER_ENVIRONMENT: usize = 14;
/// Allowed values in all, and mutants on top.
const MOST_ALLOWED: usize = 220;
const MOST_MUTANTS: usize = 160;
/// Steps of listing the values of a claim at one environment and depth.
const LISTING_STEPS: u64 = 20_000;
/// Values put together from parts that are looked at, per constructor.
const MOST_COMBINED: usize = 2_500;

/// Integers beyond this are far.
const FAR: u64 = 5;
/// Far above and far below, if nothing is known.
const USUAL: (i64, i64) = (8, -9);
/// Mutants of one value.
const MUTANTS_OF_ONE: usize = 8;
/// Literals beyond this are no bounds of small values.
const MOST_LITERAL: i64 = 1_000;

/// An integer that is far above, and one that is far below, what the claim and the program speak of.
#[derive(Clone, Copy)]
struct Far {
    above: i64,
    below: i64,
}

impl Far {
    fn of(program: &Program<'_>) -> Far {
        let literals = program.statement().exprs.iter().filter_map(|row| match row {
            ExprRow::Int(n) if (-MOST_LITERAL..=MOST_LITERAL).contains(n) => Some(*n),
            _ => None,
        });
        let (mut far, near) = (Far { above: USUAL.0, below: USUAL.1 }, FAR as i64);
        for n in literals {
            if n > near {
                far.above = far.above.max(n + near);
            } else if n < -near {
                far.below = far.below.min(n - near);
            }
        }
        far
    }

    /// Whether the literals say nothing about what is far.
    fn is_usual(self) -> bool {
        (self.above, self.below) == USUAL
    }

    /// Integers near one, and far ones; where a literal is a bound, inside it and beyond.
    fn around(self, n: i64) -> Vec<i64> {
        let mut out = vec![n.saturating_add(1), self.above, n.saturating_sub(1), self.below];
        if !self.is_usual() {
            out.extend([USUAL.0, USUAL.1]);
        }
        out
    }
}

/// The probes of one sort.
pub(crate) struct SortProbes {
    pub sort: Sort,
    pub values: Vec<Value>,
    pub index: HashMap<Value, usize>,
    /// For each constructor and field: which probes have a given child there.
    pub parents: Vec<Vec<Children>>,
}

/// For one field of a constructor: the probes that have a child there.
pub(crate) enum Children {
    Ints(BTreeMap<i64, Bits>),
    Values(Vec<(Value, Bits)>),
}

/// The probes of all sorts, and the integers that occur in them.
pub(crate) struct Probes {
    pub sorts: Vec<SortProbes>,
    pub draws: Vec<i64>,
}

impl Probes {
    pub fn of(&self, sort: &Sort) -> Option<&SortProbes> {
        self.sorts.iter().find(|probes| probes.sort == *sort)
    }
}

/// Chooses the probes for the environments.
pub(crate) fn choose(problem: &mut Problem<'_>, environments: &[Args], extra: &[Value]) -> Probes {
    let own = problem.own;
    let result = problem.own().result.clone();
    let mut allowed: BTreeSet<Value> = BTreeSet::new();
    let mut cut = false;
    for args in environments {
        let (values, stopped) = listed(problem, args);
        cut |= stopped;
        allowed.extend(thinned(values));
    }
    let far = Far::of(&problem.program);
    let base: Vec<Value> = allowed.iter().take(MOST_ALLOWED).cloned().collect();
    let mut mutants: BTreeSet<Value> = BTreeSet::new();
    let most = if far.is_usual() { MUTANTS_OF_ONE } else { 2 * MUTANTS_OF_ONE };
    for value in &base {
        for mutant in mutate(&problem.program, value, &result, far).into_iter().take(most) {
            if !allowed.contains(&mutant) {
                mutants.insert(mutant);
            }
        }
    }
    let mut sets: BTreeMap<Sort, BTreeSet<Value>> = BTreeMap::new();
    for sort in all_sorts(problem) {
        sets.entry(sort).or_default();
    }
    let program = problem.program;
    for value in base.iter().chain(mutants.iter().take(MOST_MUTANTS)).chain(extra) {
        add(&program, &mut sets, value, &result);
    }
    let params = problem.own().params.clone();
    for args in environments {
        for (value, sort) in args.iter().zip(&params) {
            add(&program, &mut sets, value, sort);
        }
    }
    // Where the measure has several parts, small values exercise only the last one.
    let cut = cut && problem.own().measure_parts() > 1;
    let poor: Vec<Args> = environments
        .iter()
        .filter(|args| cut || base.iter().filter(|v| problem.allows(own, args, v) == Some(true)).count() < 4)
        .cloned()
        .collect();
    if !poor.is_empty() {
        // Twice, so that what was put together is put together again.
        (0..2).for_each(|_| combine(problem, &poor, &base, &mut sets));
    }
    let sorts: Vec<Sort> = sets.keys().cloned().collect();
    for sort in sorts {
        if let Sort::Data(data, args) = &sort {
            for tag in 0..program.ctor_count(*data) {
                if program.ctor_fields(*data, tag).is_empty() {
                    add(&program, &mut sets, &Value::ctor(*data, tag, Vec::new()), &sort);
                }
            }
            let few = sets.get(&sort).is_some_and(|set| set.len() < 4) && sort != result;
            if few && (!args.is_empty() || *data >= covenant_kernel::tables::FIRST_DATATYPE) {
                for value in domain(problem, &sort, 1) {
                    add(&program, &mut sets, &value, &sort);
                }
            }
        } else if let Sort::Opaque(opaque) = &sort {
            let values = program.literals(*opaque).into_iter().chain(program.others(*opaque, 2));
            sets.entry(sort.clone()).or_default().extend(values);
        }
    }
    let mut draws: BTreeSet<i64> = (-2..=4).collect();
    for value in sets.get(&result).into_iter().flatten().chain(extra) {
        value.visit(&mut |part| {
            if let Value::Int(n) = part {
                draws.insert(*n);
            }
        });
    }
    // `1 + nat_gen ()` returns a far integer if its neighbour is drawn.
    for n in draws.clone().into_iter().filter(|n| n.unsigned_abs() > FAR) {
        draws.extend([n.saturating_add(1), n.saturating_sub(1)]);
    }
    if result == Sort::Int {
        for n in draws.clone() {
            draws.extend(far.around(n));
        }
        sets.entry(Sort::Int).or_default().extend(draws.iter().map(|n| Value::Int(*n)));
    }
    let sorts = sets.into_iter().map(|(sort, values)| tabulate(&program, sort, values)).collect();
    Probes { sorts, draws: draws.into_iter().collect() }
}

/// Small values that the claim allows, and whether listing them took too long.
fn listed(problem: &mut Problem<'_>, args: &[Value]) -> (Vec<Value>, bool) {
    let (mut low, mut high) = (-1i64, 2i64);
    for arg in args {
        if let Value::Int(n) = arg {
            low = low.min(*n);
            high = high.max(*n);
        }
    }
    let ints = low.max(-2)..=high.clamp(0, 4);
    let claim = problem.own().global;
    let (mut values, mut before, mut cut) = (Vec::new(), usize::MAX, false);
    for depth in 1..=5 {
        let bounds = SpecBounds { ints: ints.clone(), depth, count: 40 };
        let limits = Limits::with_steps(LISTING_STEPS);
        let Ok(found) = values_of_claim(problem.program, claim, args, &bounds, &limits) else { break };
        values = found.values;
        // Deeper ones would take more steps still.
        cut = found.stopped == Some(Bound::Steps);
        if values.len() >= 25 || cut || (depth >= 3 && !values.is_empty() && values.len() == before) {
            break;
        }
        before = values.len();
    }
    values.sort();
    values.dedup();
    (values, cut)
}

/// Some values of each size, the smallest first.
fn thinned(values: Vec<Value>) -> Vec<Value> {
    let wanted = PER_ENVIRONMENT.min(values.len());
    let mut sizes: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for value in values {
        sizes.entry(value.size()).or_default().push(value);
    }
    let mut picked: Vec<Value> = Vec::new();
    for round in 0..40 {
        for group in sizes.values() {
            if picked.len() < wanted && round < group.len() {
                let value = &group[(round * 7) % group.len()];
                if !picked.contains(value) {
                    picked.push(value.clone());
                }
            }
        }
    }
    picked
}

/// Values that are one step away.
fn mutate(program: &Program<'_>, value: &Value, sort: &Sort, far: Far) -> Vec<Value> {
    let mut out = Vec::new();
    match (value, sort) {
        (Value::Int(n), _) => {
            out.extend(far.around(*n).into_iter().map(Value::Int));
        }
        (Value::Literal(_) | Value::Other(_), Sort::Opaque(opaque)) => {
            let others = program.literals(*opaque).into_iter().chain(program.others(*opaque, 1));
            out.extend(others.filter(|other| other != value));
        }
        (Value::Ctor(node), Sort::Data(data, args)) => {
            for tag in 0..program.ctor_count(*data) {
                if tag != node.tag && program.ctor_fields(*data, tag).is_empty() {
                    out.push(Value::ctor(*data, tag, Vec::new()));
                }
            }
            let sorts: Vec<Sort> =
                program.ctor_fields(*data, node.tag).iter().map(|s| program.sort(*s, args)).collect();
            let with = |i: usize, by: Value| {
                let mut fields = node.fields.to_vec();
                fields[i] = by;
                Value::ctor(*data, node.tag, fields)
            };
            let per_field = if far.is_usual() { 4 } else { 6 };
            let mut lists: Vec<Vec<Value>> = Vec::new();
            for (i, (field, sort)) in node.fields.iter().zip(&sorts).enumerate() {
                let changed = mutate(program, field, sort, far).into_iter().take(per_field);
                lists.push(changed.map(|m| with(i, m)).collect());
            }
            if far.is_usual() {
                out.extend(lists.into_iter().flatten());
            } else {
                // Each field gets its bounds.
                let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
                out.extend(
                    (0..longest).flat_map(|n| lists.iter().filter_map(move |list| list.get(n).cloned())),
                );
            }
            for i in 0..sorts.len() {
                for j in i + 1..sorts.len() {
                    if sorts[i] == sorts[j] && node.fields[i] != node.fields[j] {
                        let mut fields = node.fields.to_vec();
                        fields.swap(i, j);
                        out.push(Value::ctor(*data, node.tag, fields));
                    }
                }
            }
        }
        _ => {}
    }
    out
}

/// Every sort that a value of the result or an argument of a call may have.
fn all_sorts(problem: &Problem<'_>) -> BTreeSet<Sort> {
    let mut seen = BTreeSet::from([boolean()]);
    let own = problem.own();
    let mut todo: Vec<Sort> = vec![own.result.clone()];
    todo.extend(own.params.iter().cloned());
    for callable in &problem.callables {
        todo.push(callable.result.clone());
        todo.extend(callable.params.iter().cloned());
    }
    while let Some(sort) = todo.pop() {
        if sort == Sort::Int || !seen.insert(sort.clone()) {
            continue;
        }
        if let Sort::Data(data, args) = &sort {
            for tag in 0..problem.program.ctor_count(*data) {
                todo.extend(
                    problem.program.ctor_fields(*data, tag).iter().map(|s| problem.program.sort(*s, args)),
                );
            }
        }
    }
    seen
}

fn add(program: &Program<'_>, sets: &mut BTreeMap<Sort, BTreeSet<Value>>, value: &Value, sort: &Sort) {
    if *sort == Sort::Int || !sets.entry(sort.clone()).or_default().insert(value.clone()) {
        return;
    }
    if let (Value::Ctor(node), Sort::Data(data, args)) = (value, sort) {
        for (field, row) in node.fields.iter().zip(program.ctor_fields(*data, node.tag)) {
            add(program, sets, field, &program.sort(*row, args));
        }
    }
}

/// Where the claim has few known values: parts of known values under a constructor, kept if the
/// claim allows them, and some that it does not allow.
fn combine(
    problem: &mut Problem<'_>,
    poor: &[Args],
    base: &[Value],
    sets: &mut BTreeMap<Sort, BTreeSet<Value>>,
) {
    let (program, own, result) = (problem.program, problem.own, problem.own().result.clone());
    let Sort::Data(data, args) = &result else { return };
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let known: BTreeSet<Value> = sets.get(&result).cloned().unwrap_or_default();
    let parts: Vec<Value> = known
        .iter()
        .chain(base)
        .filter(|v| {
            let seen = sizes.entry(v.size()).or_default();
            *seen += 1;
            *seen <= 10
        })
        .take(110)
        .cloned()
        .collect();
    let mut random = Random::new(0);
    for tag in 0..program.ctor_count(*data) {
        let sorts: Vec<Sort> =
            program.ctor_fields(*data, tag).iter().map(|s| program.sort(*s, args)).collect();
        if !sorts.contains(&result) {
            continue;
        }
        let pools: Vec<Vec<Value>> = sorts
            .iter()
            .map(|sort| match sort {
                Sort::Int => (0..=2).map(Value::Int).collect(),
                _ if *sort == result => parts.clone(),
                _ => sets.get(sort).into_iter().flatten().take(8).cloned().collect(),
            })
            .collect();
        if pools.iter().any(Vec::is_empty) {
            continue;
        }
        let mut found = vec![0usize; poor.len()];
        let mut shapes: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        let mut refused: BTreeSet<Vec<usize>> = BTreeSet::new();
        for _ in 0..MOST_COMBINED {
            let fields: Vec<Value> =
                pools.iter().map(|pool| pool[random.below(pool.len() as u64) as usize].clone()).collect();
            let shape: Vec<usize> = fields.iter().map(Value::size).collect();
            let value = Value::ctor(*data, tag, fields);
            if refused.len() < 60 && refused.insert(shape.clone()) {
                add(&program, sets, &value, &result);
            }
            for (i, args) in poor.iter().enumerate() {
                let seen = shapes.entry((i, shape.clone())).or_default();
                if found[i] < 30 && *seen < 2 && problem.allows(own, args, &value) == Some(true) {
                    found[i] += 1;
                    *seen += 1;
                    add(&program, sets, &value, &result);
                }
            }
        }
    }
}

fn tabulate(program: &Program<'_>, sort: Sort, values: BTreeSet<Value>) -> SortProbes {
    let values: Vec<Value> = values.into_iter().collect();
    let index: HashMap<Value, usize> = values.iter().cloned().zip(0..).collect();
    let mut parents = Vec::new();
    if let Sort::Data(data, args) = &sort {
        for tag in 0..program.ctor_count(*data) {
            let fields = program.ctor_fields(*data, tag);
            let mut tables = Vec::new();
            for (place, row) in fields.iter().enumerate() {
                let mut ints: BTreeMap<i64, Bits> = BTreeMap::new();
                let mut others: BTreeMap<Value, Bits> = BTreeMap::new();
                for (i, value) in values.iter().enumerate() {
                    let Value::Ctor(node) = value else { continue };
                    if node.tag != tag {
                        continue;
                    }
                    let bits = match &node.fields[place] {
                        Value::Int(n) => ints.entry(*n).or_insert_with(|| Bits::new(values.len())),
                        child => others.entry(child.clone()).or_insert_with(|| Bits::new(values.len())),
                    };
                    bits.set(i);
                }
                tables.push(if program.sort(*row, args) == Sort::Int {
                    Children::Ints(ints)
                } else {
                    Children::Values(others.into_iter().collect())
                });
            }
            parents.push(tables);
        }
    }
    SortProbes { sort, values, index, parents }
}
