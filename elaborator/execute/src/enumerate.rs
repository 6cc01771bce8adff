//! Enumerates the values that satisfy formulas.
//!
//! A search over partial values: start from holes, evaluate the conditions, and refine the hole
//! that evaluation stopped at. A condition that is false on a partial value refuses all its
//! completions at once, so sorted lists are extended only by what keeps them sorted.
//! Generate-and-filter is the same search with every hole filled before the first test.
//!
//! The crate `models` does the same with models of Z3, which pays where a spec ties far-apart
//! integers together by arithmetic.

use covenant_kernel::tables::{Bin, ExprRef, ExprRow, Statement};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use super::divide::{Divider, End};
use super::eval::{Eval, Evaluator, Room, Scope, Stop};
use super::limits::{Bound, Limits, SpecBounds, on_deep_stack};
use super::program::{ABSTRACT_ELEMENTS, Malformed, Program, Sort};
use super::value::Value;

/// A formula that the roots of a search have to satisfy, or violate.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub formula: ExprRef,
    /// How many roots the formula sees as `Bound`.
    pub bound: usize,
    /// The root that it sees as `Nu`.
    pub nu: Option<usize>,
    /// What it has to evaluate to.
    pub wanted: bool,
}

/// What has to hold for a condition to come out as wanted, as separate conditions, so that each
/// can refuse a partial value and ask for a hole of its own.
pub(super) fn split(program: &Program<'_>, condition: Condition, out: &mut Vec<Condition>) {
    let wanted = condition.wanted;
    let parts = match program.expr(condition.formula) {
        ExprRow::Bin(Bin::And, a, b) if wanted => vec![(*a, true), (*b, true)],
        ExprRow::Bin(Bin::Or, a, b) if !wanted => vec![(*a, false), (*b, false)],
        ExprRow::Bin(Bin::Imp, a, b) if !wanted => vec![(*a, true), (*b, false)],
        ExprRow::Not(a) => vec![(*a, !wanted)],
        _ => {
            out.push(condition);
            return;
        }
    };
    for (formula, wanted) in parts {
        split(program, Condition { formula, wanted, ..condition.clone() }, out);
    }
}

/// What to do with a value that was found.
pub(super) type Emit<'f> = dyn FnMut(&[Value], bool) -> Eval<ControlFlow<()>> + 'f;

/// A search over the completions of a list of holes.
pub(super) struct Seeker<'s, 'a> {
    pub eval: &'s mut Evaluator<'a>,
    conditions: Vec<Condition>,
    sorts: Vec<Sort>,
    /// Integers, cheapest first.
    ints: Vec<(i64, u32)>,
    least: HashMap<u32, u32>,
    /// How many partial values were looked at.
    pub tried: u64,
}

impl<'s, 'a> Seeker<'s, 'a> {
    pub fn new(
        eval: &'s mut Evaluator<'a>,
        conditions: Vec<Condition>,
        sorts: Vec<Sort>,
        ints: Vec<(i64, u32)>,
    ) -> Self {
        let least = least_costs(&eval.program);
        Seeker { eval, conditions, sorts, ints, least, tried: 0 }
    }

    fn hole(&mut self, sort: Sort, depth: u32) -> Value {
        let hole = self.eval.fresh_hole();
        if let Value::Hole(id) = hole {
            self.eval.holes.insert(id, Room { sort, depth });
        }
        hole
    }

    /// Calls `emit` for every list of roots of these sorts and of exactly this cost that
    /// satisfies the conditions; the flag says whether all conditions were decided. A root
    /// without a sort (a function) is unit.
    pub fn run(&mut self, roots: &[Option<Sort>], cost: u32, emit: &mut Emit<'_>) -> Eval<ControlFlow<()>> {
        self.eval.holes.clear();
        let roots: Vec<Value> = roots
            .iter()
            .map(|sort| sort.as_ref().map_or_else(Value::unit, |s| self.hole(s.clone(), u32::MAX)))
            .collect();
        self.refine(roots, Some(cost), 0, emit)
    }

    fn refine(
        &mut self,
        roots: Vec<Value>,
        budget: Option<u32>,
        mut settled: u64,
        emit: &mut Emit<'_>,
    ) -> Eval<ControlFlow<()>> {
        self.eval.meter.step()?;
        self.tried += 1;
        let mut wanted = None;
        let mut undecided = false;
        for i in 0..self.conditions.len() {
            if i < 64 && settled & (1 << i) != 0 {
                continue;
            }
            let condition = &self.conditions[i];
            let mut scope = Scope {
                locals: Vec::new(),
                bound: roots[..condition.bound].to_vec(),
                nu: condition.nu.map(|n| roots[n].clone()),
                sorts: self.sorts.clone(),
            };
            let (formula, expected) = (condition.formula, condition.wanted);
            match self.eval.formula(formula, &mut scope) {
                Ok(answer) if answer == expected => {
                    if i < 64 {
                        settled |= 1 << i;
                    }
                }
                Ok(_) => return Ok(ControlFlow::Continue(())),
                Err(Stop::Hole(hole)) => {
                    // A choice between few constructors first: it costs least and tells most.
                    let width = self.eval.holes.get(&hole).map_or(u32::MAX, |info| self.width(&info.sort));
                    if wanted.is_none_or(|(_, best)| width < best) {
                        wanted = Some((hole, width));
                    }
                }
                Err(Stop::Unknown(_) | Stop::Split { .. }) => undecided = true,
                Err(Stop::Bound(Bound::Integer)) => undecided = true,
                Err(stop) => return Err(stop),
            }
        }
        let Some((hole, _)) = wanted else {
            if !undecided {
                let mut open = Vec::new();
                roots.iter().for_each(|root| root.holes(&mut open));
                open.reverse();
                return self.complete(&roots, &mut HashMap::new(), open, budget, emit);
            }
            let Some(hole) = roots.iter().find_map(Value::first_hole) else {
                // Cheaper ones were emitted with the smaller budget.
                return if budget.unwrap_or(0) == 0 {
                    emit(&roots, false)
                } else {
                    Ok(ControlFlow::Continue(()))
                };
            };
            return self.fill(&roots, hole, budget, settled, emit);
        };
        self.fill(&roots, hole, budget, settled, emit)
    }

    /// Goes on with every way to fill a hole.
    fn fill(
        &mut self,
        roots: &[Value],
        hole: u32,
        budget: Option<u32>,
        settled: u64,
        emit: &mut Emit<'_>,
    ) -> Eval<ControlFlow<()>> {
        let Some(room) = self.eval.holes.get(&hole) else { return Err(Stop::Malformed) };
        let (sort, depth) = (room.sort.clone(), room.depth);
        for (choice, cost) in self.choices(&sort, depth, budget) {
            let left = budget.map(|b| b - cost);
            let filled = roots.iter().map(|r| r.fill(hole, &choice)).collect();
            if self.refine(filled, left, settled, emit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.forget_holes_of(&choice);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The holes of a choice are not met again.
    fn forget_holes_of(&mut self, choice: &Value) {
        let mut holes = Vec::new();
        choice.holes(&mut holes);
        for hole in holes {
            self.eval.holes.remove(&hole);
        }
    }

    /// Fills the holes that no condition asks about, in every way. `open` has the next one last.
    fn complete(
        &mut self,
        roots: &[Value],
        filled: &mut HashMap<u32, Value>,
        mut open: Vec<u32>,
        budget: Option<u32>,
        emit: &mut Emit<'_>,
    ) -> Eval<ControlFlow<()>> {
        self.eval.meter.step()?;
        let Some(hole) = open.pop() else {
            // Cheaper ones were emitted with the smaller budget.
            if budget.unwrap_or(0) > 0 {
                return Ok(ControlFlow::Continue(()));
            }
            self.tried += 1;
            let whole: Vec<Value> = roots.iter().map(|root| root.fill_all(filled)).collect();
            return emit(&whole, true);
        };
        let Some(room) = self.eval.holes.get(&hole) else { return Err(Stop::Malformed) };
        let (sort, depth) = (room.sort.clone(), room.depth);
        for (choice, cost) in self.choices(&sort, depth, budget) {
            let mut next = open.clone();
            let mut inside = Vec::new();
            choice.holes(&mut inside);
            next.extend(inside.into_iter().rev());
            filled.insert(hole, choice.clone());
            let left = budget.map(|b| b - cost);
            if self.complete(roots, filled, next, left, emit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.forget_holes_of(&choice);
        }
        filled.remove(&hole);
        Ok(ControlFlow::Continue(()))
    }

    /// How many ways there are to fill a hole of this sort by one constructor; more for
    /// recursive ones, where the next holes follow.
    fn width(&self, sort: &Sort) -> u32 {
        match sort {
            Sort::Finite(n) => *n,
            Sort::Data(data, _) => {
                let count = self.eval.program.ctor_count(*data);
                let plain = (0..count).all(|tag| self.eval.program.ctor_fields(*data, tag).is_empty());
                if plain { count } else { 1000 }
            }
            Sort::Int | Sort::Opaque(_) => 1000,
        }
    }

    /// The ways to fill a hole, with their costs.
    fn choices(&mut self, sort: &Sort, depth: u32, budget: Option<u32>) -> Vec<(Value, u32)> {
        let most = budget.unwrap_or(u32::MAX);
        match sort {
            Sort::Int => self
                .ints
                .iter()
                .filter(|(_, c)| *c <= most)
                .map(|(n, c)| (Value::Int(*n), budget.map_or(0, |_| *c)))
                .collect(),
            Sort::Finite(n) => (0..*n).map(|i| (Value::Atom(i), 0)).collect(),
            Sort::Opaque(own) => {
                let program = &self.eval.program;
                let others = (0..).zip(program.others(*own, 2)).map(|(i, v)| (v, budget.map_or(0, |_| i)));
                let literals = program.literals(*own).into_iter().map(|v| (v, 0));
                literals.chain(others).filter(|(_, c)| *c <= most).collect()
            }
            Sort::Data(data, args) => {
                let count = self.eval.program.ctor_count(*data);
                let mut all = Vec::new();
                for tag in 0..count {
                    let fields = self.eval.program.ctor_fields(*data, tag);
                    if !fields.is_empty() && depth == 0 {
                        continue;
                    }
                    let sorts: Vec<Sort> = fields.iter().map(|f| self.eval.program.sort(*f, args)).collect();
                    // Tuples and records are no choice, so they cost nothing.
                    let cost = u32::from(!fields.is_empty() && count > 1);
                    let needed = sorts.iter().fold(cost, |sum, s| sum.saturating_add(self.least(s)));
                    if needed > most || needed == u32::MAX {
                        continue;
                    }
                    let below = if count > 1 { depth.saturating_sub(1) } else { depth };
                    let fields = sorts.into_iter().map(|s| self.hole(s, below)).collect();
                    all.push((Value::ctor(*data, tag, fields), if budget.is_some() { cost } else { 0 }));
                }
                all
            }
        }
    }

    fn least(&self, sort: &Sort) -> u32 {
        match sort {
            Sort::Data(data, _) => self.least.get(data).copied().unwrap_or(0),
            _ => 0,
        }
    }
}

/// The least cost of any value of each datatype; `u32::MAX` if it has none.
fn least_costs(program: &Program<'_>) -> HashMap<u32, u32> {
    let count = program.statement().datatypes.len() as u32 + covenant_kernel::tables::FIRST_DATATYPE;
    let mut least: HashMap<u32, u32> = (0..count).map(|d| (d, u32::MAX)).collect();
    // Each round settles at least one datatype, or none is left to settle.
    for _ in 0..count {
        for data in 0..count {
            let ctors = program.ctor_count(data);
            let best = (0..ctors)
                .map(|tag| {
                    let fields = program.ctor_fields(data, tag);
                    let own = u32::from(!fields.is_empty() && ctors > 1);
                    fields.iter().fold(own, |sum, f| {
                        let field = match program.sort_row(*f) {
                            covenant_kernel::tables::SortRow::Data(d, _) => least[d],
                            _ => 0,
                        };
                        sum.saturating_add(field)
                    })
                })
                .min();
            if let Some(best) = best {
                least.entry(data).and_modify(|l| *l = (*l).min(best));
            }
        }
    }
    least
}

/// Integers worth trying, with what they cost: the small ones, those that the program and its specs
/// mention, with their neighbours, and around these the multiples of what they divide by.
pub(super) fn integer_pool(statement: &Statement) -> Vec<(i64, u32)> {
    const SMALL: i64 = 5;
    const MENTIONED: u32 = 3;
    const MULTIPLE: u32 = 5;
    const MOST_MODULI: usize = 4;
    // Negative ones cost one more: `[0; 1]` reads better than `[-1; 0]`.
    let mut cost: HashMap<i64, u32> =
        (-SMALL..=SMALL).map(|n| (n, n.unsigned_abs() as u32 + u32::from(n < 0))).collect();
    let mut mention = |n: i64| {
        for n in [Some(n), n.checked_sub(1), n.checked_add(1)].into_iter().flatten() {
            cost.entry(n).and_modify(|c| *c = (*c).min(MENTIONED)).or_insert(MENTIONED);
        }
    };
    for row in &statement.exprs {
        match row {
            ExprRow::Int(n) if n.unsigned_abs() > 3 => mention(*n),
            ExprRow::Div(_, k) | ExprRow::Mod(_, k) if *k > 3 => mention(*k),
            _ => {}
        }
    }
    let moduli: BTreeSet<i64> = statement
        .exprs
        .iter()
        .filter_map(|row| match row {
            ExprRow::Mod(_, k) if *k > SMALL => Some(*k),
            _ => None,
        })
        .collect();
    let mentioned: Vec<i64> = cost.iter().filter(|(_, c)| **c == MENTIONED).map(|(n, _)| *n).collect();
    for k in moduli.into_iter().take(MOST_MODULI) {
        for n in &mentioned {
            let below = n.div_euclid(k).checked_mul(k);
            for multiple in [below, below.and_then(|n| n.checked_add(k))].into_iter().flatten() {
                cost.entry(multiple).or_insert(MULTIPLE);
            }
        }
    }
    let mut pool: Vec<(i64, u32)> = cost.into_iter().collect();
    pool.sort_unstable_by_key(|(n, c)| (*c, n.unsigned_abs(), *n < 0));
    pool
}

/// Values of a spec.
#[derive(Clone, Debug)]
pub struct SpecValues {
    /// The values, without duplicates.
    pub values: Vec<Value>,
    /// Values on which the formula could not be decided.
    pub undecided: u64,
    /// Partial values that were looked at.
    pub tried: u64,
    /// The bound that ended the enumeration early; `None` if all values within bounds are there.
    pub stopped: Option<Bound>,
}

/// The result sort of a claim, and what it ensures of the result.
pub fn spec_of_claim(
    program: Program<'_>,
    claim: covenant_kernel::tables::GlobalRef,
) -> Result<(Sort, ExprRef), Malformed> {
    let global = program
        .statement()
        .globals
        .get(claim.0 as usize)
        .ok_or(Malformed { table: "globals", row: claim.0 as usize })?;
    let fun_type = program.fun_type(global.claim);
    Ok((program.sort(fun_type.result, &[]), fun_type.ensures))
}

/// All values `v` of the result sort of a claim, within bounds, that its `ensures` allows for
/// these arguments. Function arguments are given as any value; no formula can mention them.
pub fn values_of_claim(
    program: Program<'_>,
    claim: covenant_kernel::tables::GlobalRef,
    args: &[Value],
    bounds: &SpecBounds,
    limits: &Limits,
) -> Result<SpecValues, Malformed> {
    let (sort, ensures) = spec_of_claim(program, claim)?;
    Ok(values_of_formula(program, &sort, ensures, args, bounds, limits))
}

/// All values of a sort, within bounds, that satisfy a formula about `Nu`. The formula sees
/// `outer` as `Bound` variables, the last one innermost.
#[must_use]
pub fn values_of_formula(
    program: Program<'_>,
    sort: &Sort,
    formula: ExprRef,
    outer: &[Value],
    bounds: &SpecBounds,
    limits: &Limits,
) -> SpecValues {
    let meaning = (Vec::new(), ABSTRACT_ELEMENTS);
    values_with_meaning(program, sort, formula, outer, bounds, limits, meaning)
}

/// As [`values_of_formula`], with a meaning of the predicate variables and a number of elements
/// for abstract sorts.
pub(super) fn values_with_meaning(
    program: Program<'_>,
    sort: &Sort,
    formula: ExprRef,
    outer: &[Value],
    bounds: &SpecBounds,
    limits: &Limits,
    (predicates, elements): (Vec<Vec<Vec<Value>>>, u32),
) -> SpecValues {
    on_deep_stack(|| {
        let mut eval = Evaluator::new(program, limits.clone());
        eval.interpret(predicates, elements);
        let mut values = Vec::new();
        if let Some(mut divider) = Divider::new(&mut eval, bounds) {
            let end = divider.run(sort, bounds.depth, formula, outer, &mut |value| {
                values.push(value);
                if values.len() >= bounds.count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let tried = divider.tried;
            let stopped = match end {
                End::Done => (values.len() >= bounds.count).then_some(Bound::Count),
                End::Stopped(Stop::Bound(bound)) => Some(bound),
                _ => None,
            };
            if matches!(end, End::Done) || stopped.is_some() {
                return SpecValues { values, undecided: 0, tried, stopped };
            }
            values.clear();
        }
        let ints = bounds.ints.clone().map(|n| (n, 0)).collect();
        // The outer values are wrapped as roots that are chosen already, by conditions' scope.
        let condition = Condition { formula, bound: outer.len(), nu: Some(outer.len()), wanted: true };
        let mut conditions = Vec::new();
        split(&program, condition, &mut conditions);
        let mut seeker = Seeker::new(&mut eval, conditions, Vec::new(), ints);
        let root = seeker.hole(sort.clone(), bounds.depth);
        let mut roots = outer.to_vec();
        roots.push(root);
        let (mut undecided, mut full) = (0, false);
        let last = outer.len();
        let result = seeker.refine(roots, None, 0, &mut |roots, decided| {
            if !decided {
                undecided += 1;
                return Ok(ControlFlow::Continue(()));
            }
            values.push(roots[last].clone());
            full = values.len() >= bounds.count;
            Ok(if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        let tried = seeker.tried;
        let stopped = match result {
            Err(Stop::Bound(bound)) => Some(bound),
            Ok(ControlFlow::Break(())) => Some(Bound::Count),
            Ok(ControlFlow::Continue(())) => None,
            // Ill-sorted tables: nothing more can be said of any value.
            Err(_) => Some(Bound::Steps),
        };
        SpecValues { values, undecided, tried, stopped }
    })
}
