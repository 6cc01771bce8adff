//! From places in the text to rows of the core program, and the states in which they are reached.
//!
//! A place is where the program's runs get to when they take a branch. One place may be several
//! rows (`&&` and nested patterns duplicate branches); a row whose leaves were written elsewhere (an
//! inlined helper) is no place of this function.

use covenant_execute::eval::Scope;
use covenant_execute::{Sort, Value};
use covenant_front::{Source, Span};
use covenant_kernel::tables::{ArgRow, CoreRef, CoreRow, ExprRef, ExprRow, FunRef, FunRow, Prim, SortRow};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use crate::bits::Bits;
use crate::environments::Args;
use crate::probes::Probes;
use crate::problem::{Problem, boolean};
use crate::surface::Place;

/// States per hole, in each environment: those that are kept, and those that are looked at.
const STATES_KEPT: usize = 36;
const STATES_SEEN: usize = 3_000;
/// States per hole.
const MOST_STATES: usize = 800;
/// An integer variable with more values than this was drawn freely: it matters where it occurs in a missing value.
const FEW_VALUES: usize = 6;
/// Values of one variable that are tried.
const MOST_VALUES: usize = 80;
/// Rows that are run in one round.
const MOST_STEPS: u64 = 400_000;

/// A place where a term can go.
pub(crate) struct Hole {
    pub place: Place,
    /// Variables in scope, in order.
    pub scope: Vec<(String, Sort)>,
    pub states: Vec<State>,
}

/// How a hole was reached.
#[derive(Clone)]
pub(crate) struct State {
    /// Which environment.
    pub environment: usize,
    pub values: Rc<[Value]>,
}

/// The rows of the places: for each row, the holes that begin there, with the level of each name.
struct Rows {
    holes: HashMap<CoreRef, Vec<(usize, Vec<u32>)>>,
    /// Rows with a hole at or below them.
    above: HashSet<CoreRef>,
}

/// Finds the holes and runs the program to them.
pub(crate) fn find(
    problem: &mut Problem<'_>,
    places: &[Place],
    parameters: &[String],
    environments: &[Args],
    missing: &[Vec<Value>],
    probes: &Probes,
) -> Option<(Vec<Hole>, Vec<Vec<bool>>)> {
    let program = problem.program;
    let global = program.global(problem.own().global);
    let (FunRow::Fix(_, body) | FunRow::Lam(_, body)) = program.fun(global.body?) else { return None };
    let mut levels: Vec<(String, Option<Sort>)> = problem
        .own()
        .params
        .iter()
        .enumerate()
        .map(|(i, sort)| {
            let function = problem.own().handed_on.get(i).is_some_and(Option::is_some);
            let name = parameters.get(i).filter(|_| !function).cloned().unwrap_or_default();
            (name, Some(sort.clone()))
        })
        .collect();
    if matches!(program.fun(global.body?), FunRow::Fix(..)) {
        levels.push((String::new(), None));
    }
    let mut holes: Vec<Hole> = places
        .iter()
        .map(|place| Hole { place: place.clone(), scope: Vec::new(), states: Vec::new() })
        .collect();
    let mut rows = Rows { holes: HashMap::new(), above: HashSet::new() };
    let mut hulls = HashMap::new();
    locate(problem, *body, None, &mut levels, &mut holes, &mut rows, &mut hulls);
    let mut runner = Runner::new(problem, probes, environments, rows, holes, false);
    let mut wanted: Vec<Vec<bool>> = missing.iter().map(|values| vec![true; values.len()]).collect();
    for (number, args) in environments.iter().enumerate() {
        let mut env: Vec<Option<Value>> = args.iter().cloned().map(Some).collect();
        if matches!(program.fun(global.body?), FunRow::Fix(..)) {
            env.push(None);
        }
        runner.run(*body, &mut env, number);
        for (hole, fresh) in std::mem::take(&mut runner.fresh) {
            let hole = &mut runner.holes[hole];
            if let (Some(missing), Some(wanted)) = (missing.get(number), wanted.get_mut(number)) {
                let kept = thinned(fresh, missing, wanted);
                hole.states.extend(kept.into_iter().take(MOST_STATES.saturating_sub(hole.states.len())));
            }
        }
    }
    Some((runner.holes, wanted))
}

/// The integers in a value.
fn integers(value: &Value) -> HashSet<i64> {
    let mut out = HashSet::new();
    value.visit(&mut |part| {
        if let Value::Int(n) = part {
            out.insert(*n);
        }
    });
    out
}

/// The states of one environment that matter: for the smallest missing values, as many as there is room for, all states
/// whose freely drawn integers occur in the value. The other values are not asked for in this round.
fn thinned(states: Vec<State>, missing: &[Value], wanted: &mut [bool]) -> Vec<State> {
    if states.len() <= STATES_KEPT {
        return states;
    }
    let variables = states.first().map_or(0, |state| state.values.len());
    let free: Vec<usize> = (0..variables)
        .filter(|i| {
            let values: HashSet<&Value> = states.iter().map(|state| &state.values[*i]).collect();
            values.len() > FEW_VALUES && values.iter().all(|value| matches!(value, Value::Int(_)))
        })
        .collect();
    let mut kept = vec![false; states.len()];
    let mut count = 0;
    let mut order: Vec<usize> = (0..missing.len()).collect();
    order.sort_by_key(|i| (missing[*i].size(), *i));
    for number in order {
        let known = integers(&missing[number]);
        let fits = |state: &State| {
            free.iter().all(|i| matches!(&state.values[*i], Value::Int(n) if known.contains(n)))
        };
        let new: Vec<usize> = (0..states.len()).filter(|i| !kept[*i] && fits(&states[*i])).collect();
        if count + new.len() > STATES_KEPT && count > 0 {
            wanted[number] = false;
            continue;
        }
        let every = new.len().div_ceil(STATES_KEPT).max(1);
        for i in new.into_iter().step_by(every) {
            kept[i] = true;
            count += 1;
        }
    }
    // Some more, which show what does harm.
    let rest: Vec<usize> = (0..states.len()).filter(|i| !kept[*i]).collect();
    let room = (STATES_KEPT + STATES_KEPT / 4).saturating_sub(count).max(1);
    rest.iter().step_by(rest.len().div_ceil(room).max(1)).for_each(|i| kept[*i] = true);
    states.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(state, _)| state).collect()
}

/// Whether the measure decreases in every recursive call of the program, whatever is drawn. A call that may not end
/// covers nothing that is not covered already, and nobody wants to run it.
pub(crate) fn always_ends(problem: &mut Problem<'_>, environments: &[Args], probes: &Probes) -> bool {
    let program = problem.program;
    let global = program.global(problem.own().global);
    let Some(FunRow::Fix(_, body)) = global.body.map(|body| program.fun(body)) else { return true };
    if problem.own().measure_parts() == 0 {
        return true;
    }
    let rows = Rows { holes: HashMap::new(), above: HashSet::new() };
    let mut runner = Runner::new(problem, probes, environments, rows, Vec::new(), true);
    for (number, args) in environments.iter().enumerate() {
        let mut env: Vec<Option<Value>> = args.iter().cloned().map(Some).collect();
        env.push(None);
        runner.values(*body, &mut env, number);
        if runner.diverges {
            return false;
        }
    }
    true
}

/// The smallest range that holds the leaves of a row; `None` if one lies outside the user's text.
fn hull(problem: &Problem<'_>, core: CoreRef, known: &mut HashMap<CoreRef, Option<Span>>) -> Option<Span> {
    if let Some(known) = known.get(&core) {
        return *known;
    }
    let join = |a: Option<Span>, b: Option<Span>| Some(a?.to(b?));
    let found = match problem.program.core(core) {
        CoreRow::LetE(_, rest) | CoreRow::LetV(_, rest) => hull(problem, *rest, known),
        CoreRow::Match(_, branches) => {
            let mut spans =
                branches.iter().map(|b| hull(problem, b.body, known)).collect::<Vec<_>>().into_iter();
            let first = spans.next().flatten();
            spans.fold(first, join)
        }
        CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(_) | CoreRow::App(..) => {
            problem.unit.source_map.cores.get(core.0 as usize).copied().filter(|s| s.source == Source::User)
        }
    };
    known.insert(core, found);
    found
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

#[allow(clippy::too_many_arguments)]
fn locate(
    problem: &Problem<'_>,
    core: CoreRef,
    parent: Option<Span>,
    levels: &mut Vec<(String, Option<Sort>)>,
    holes: &mut [Hole],
    rows: &mut Rows,
    hulls: &mut HashMap<CoreRef, Option<Span>>,
) -> bool {
    let own = hull(problem, core, hulls);
    let row = problem.program.core(core);
    let mut any = false;
    for number in 0..holes.len() {
        let place = &holes[number].place;
        let begins = own.is_some_and(|own| {
            place.after.is_none()
                && contains(place.span, own)
                && if place.single {
                    matches!(row, CoreRow::Err(_))
                } else {
                    parent.is_none_or(|parent| !contains(place.span, parent))
                }
        });
        any |= begins && begin(number, core, levels, holes, rows);
    }
    let binders = problem.unit.source_map.binders.get(core.0 as usize);
    let name = |branch: usize, i: usize| {
        binders.and_then(|b| b.get(branch)).and_then(|b| b.get(i)).cloned().unwrap_or_default()
    };
    let depth = levels.len();
    let parent = own.or(parent);
    match row {
        CoreRow::LetE(first, rest) => {
            let bound = name(0, 0);
            levels.push((bound.clone(), core_sort(problem, *first)));
            for number in 0..holes.len() {
                let place = &holes[number].place;
                let after = !bound.is_empty() && place.after.as_ref() == Some(&bound);
                if after && hull(problem, *rest, hulls).is_some_and(|own| contains(place.span, own)) {
                    any |= begin(number, *rest, levels, holes, rows);
                }
            }
            any |= locate(problem, *rest, parent, levels, holes, rows, hulls);
        }
        CoreRow::LetV(_, rest) => {
            levels.push((String::new(), None));
            any |= locate(problem, *rest, parent, levels, holes, rows, hulls);
        }
        CoreRow::Match(on, branches) => {
            let sort = problem.sort_of(*on);
            for (place, branch) in branches.iter().enumerate() {
                if let Some(Sort::Data(data, args)) = &sort {
                    for (i, field) in problem.program.ctor_fields(*data, branch.tag).iter().enumerate() {
                        levels.push((name(place, i), Some(problem.program.sort(*field, args))));
                    }
                }
                any |= locate(problem, branch.body, parent, levels, holes, rows, hulls);
                levels.truncate(depth);
            }
        }
        CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(_) | CoreRow::App(..) => {}
    }
    levels.truncate(depth);
    if any {
        rows.above.insert(core);
    }
    any
}

/// Puts a hole at a row; says whether what is in scope there has the sorts that it has elsewhere.
fn begin(
    number: usize,
    core: CoreRef,
    levels: &[(String, Option<Sort>)],
    holes: &mut [Hole],
    rows: &mut Rows,
) -> bool {
    let hole = &mut holes[number];
    let mut scope: Vec<(String, Sort)> = Vec::new();
    let mut places = Vec::new();
    for name in &hole.place.scope {
        let last = levels.iter().rposition(|(known, _)| known == name);
        if let Some(level) = last
            && let Some(sort) = &levels[level].1
        {
            scope.push((name.clone(), sort.clone()));
            places.push(level as u32);
        }
    }
    // Duplicated branches must agree about what is in scope.
    if hole.scope.is_empty() {
        hole.scope.clone_from(&scope);
    }
    if hole.scope != scope {
        return false;
    }
    rows.holes.entry(core).or_default().push((number, places));
    rows.above.insert(core);
    true
}

/// The sort of what a row returns.
fn core_sort(problem: &Problem<'_>, core: CoreRef) -> Option<Sort> {
    let program = &problem.program;
    match program.core(core) {
        CoreRow::Ret(e) => problem.sort_of(*e),
        CoreRow::Err(sort) => Some(program.sort(*sort, &[])),
        CoreRow::LetE(_, rest) | CoreRow::LetV(_, rest) => core_sort(problem, *rest),
        CoreRow::Op(prim) => match prim {
            Prim::IntGen | Prim::NatGen | Prim::IntRange(..) | Prim::Div(..) | Prim::Mod(..) => {
                Some(Sort::Int)
            }
            Prim::BoolGen => Some(boolean()),
            Prim::OpaqueGen(sort) => Some(program.sort(*sort, &[])),
            Prim::Eval(e) => problem.sort_of(*e),
        },
        CoreRow::App(f, _) => callee(problem, *f).map(|callable| problem.callables[callable].result.clone()),
        CoreRow::Match(_, branches) => branches.iter().find_map(|b| core_sort(problem, b.body)),
    }
}

/// The callable that a function of the program is.
fn callee(problem: &Problem<'_>, f: FunRef) -> Option<usize> {
    match problem.program.fun(f) {
        FunRow::Var(level) => (*level as usize == problem.own().params.len()).then_some(problem.own),
        FunRow::Global(global, _) => problem.callables.iter().position(|c| c.global == *global),
        FunRow::Lam(..) | FunRow::Fix(..) => None,
    }
}

struct Runner<'r, 'a> {
    problem: &'r mut Problem<'a>,
    probes: &'r Probes,
    rows: Rows,
    holes: Vec<Hole>,
    /// The states of the environment that is run.
    fresh: BTreeMap<usize, Vec<State>>,
    steps: u64,
    seen: HashSet<(usize, usize, Rc<[Value]>)>,
    environments: &'r [Args],
    /// Looks for calls that do not end.
    suspicious: bool,
    diverges: bool,
}

impl<'r, 'a> Runner<'r, 'a> {
    fn new(
        problem: &'r mut Problem<'a>,
        probes: &'r Probes,
        environments: &'r [Args],
        rows: Rows,
        holes: Vec<Hole>,
        suspicious: bool,
    ) -> Self {
        let seen = HashSet::new();
        let fresh = BTreeMap::new();
        Runner {
            problem,
            probes,
            rows,
            holes,
            fresh,
            steps: 0,
            seen,
            environments,
            suspicious,
            diverges: false,
        }
    }

    fn run(&mut self, core: CoreRef, env: &mut Vec<Option<Value>>, environment: usize) {
        self.steps += 1;
        if self.steps > MOST_STEPS || !self.rows.above.contains(&core) {
            return;
        }
        for (hole, levels) in self.rows.holes.get(&core).cloned().unwrap_or_default() {
            let values: Option<Rc<[Value]>> =
                levels.iter().map(|level| env.get(*level as usize).cloned().flatten()).collect();
            if let Some(values) = values
                && self.fresh.get(&hole).is_none_or(|fresh| fresh.len() < STATES_SEEN)
                && self.seen.insert((hole, environment, values.clone()))
            {
                self.fresh.entry(hole).or_default().push(State { environment, values });
            }
        }
        let program = self.problem.program;
        let depth = env.len();
        match program.core(core) {
            CoreRow::LetE(first, rest) => {
                for value in self.values(*first, env, environment) {
                    env.push(Some(value));
                    self.run(*rest, env, environment);
                    env.truncate(depth);
                }
            }
            CoreRow::LetV(_, rest) => {
                env.push(None);
                self.run(*rest, env, environment);
                env.truncate(depth);
            }
            CoreRow::Match(on, branches) => {
                if let Some(Value::Ctor(node)) = self.base(*on, env)
                    && let Some(branch) = branches.iter().find(|b| b.tag == node.tag)
                {
                    env.extend(node.fields.iter().cloned().map(Some));
                    self.run(branch.body, env, environment);
                    env.truncate(depth);
                }
            }
            CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(_) | CoreRow::App(..) => {}
        }
    }

    /// What a row can return: exactly, but for integers drawn from infinitely many.
    fn values(&mut self, core: CoreRef, env: &mut Vec<Option<Value>>, environment: usize) -> Vec<Value> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Vec::new();
        }
        let program = self.problem.program;
        let depth = env.len();
        let mut out: Vec<Value> = Vec::new();
        match program.core(core) {
            CoreRow::Ret(e) => out.extend(self.base(*e, env)),
            CoreRow::Err(_) => {}
            CoreRow::LetE(first, rest) => {
                for value in self.values(*first, env, environment) {
                    env.push(Some(value));
                    out.extend(self.values(*rest, env, environment));
                    env.truncate(depth);
                }
            }
            CoreRow::LetV(_, rest) => {
                env.push(None);
                out.extend(self.values(*rest, env, environment));
                env.truncate(depth);
            }
            CoreRow::Match(on, branches) => {
                if let Some(Value::Ctor(node)) = self.base(*on, env)
                    && let Some(branch) = branches.iter().find(|b| b.tag == node.tag)
                {
                    env.extend(node.fields.iter().cloned().map(Some));
                    out.extend(self.values(branch.body, env, environment));
                    env.truncate(depth);
                }
            }
            CoreRow::Op(prim) => out.extend(self.operate(prim, env)),
            CoreRow::App(f, args) => {
                let args: Option<Vec<Value>> = args
                    .iter()
                    .map(|arg| match arg {
                        ArgRow::Base(e) => self.base(*e, env),
                        ArgRow::Fun(_) => None,
                    })
                    .collect();
                if let (Some(args), Some(callable)) = (args, callee(self.problem, *f)) {
                    let from = self.environments[environment].clone();
                    out.extend(self.call(callable, &args, &from));
                }
            }
        }
        let mut seen = HashSet::new();
        out.retain(|value| seen.insert(value.clone()));
        if out.len() > MOST_VALUES {
            // Some of each size, evenly.
            out.sort();
            let every = out.len().div_ceil(MOST_VALUES);
            out = out.into_iter().step_by(every).collect();
        }
        out
    }

    fn call(&mut self, callable: usize, args: &[Value], from: &[Value]) -> Vec<Value> {
        let ends = callable != self.problem.own || self.problem.decreases(args, from);
        if self.suspicious && self.diverges {
            return Vec::new();
        }
        if !ends || !self.problem.admits(callable, args) {
            self.diverges |= self.suspicious && !ends && self.problem.admits(callable, args);
            return Vec::new();
        }
        self.problem.answers(callable, args, self.probes)
    }

    fn base(&self, e: ExprRef, env: &[Option<Value>]) -> Option<Value> {
        let program = &self.problem.program;
        match program.expr(e) {
            ExprRow::Local(level, _) => env.get(*level as usize).cloned().flatten(),
            ExprRow::Int(n) => Some(Value::Int(*n)),
            ExprRow::Literal(n, _) => Some(Value::Literal(*n)),
            ExprRow::Ctor(sort, tag, args) => {
                let SortRow::Data(data, _) = program.sort_row(*sort) else { return None };
                let fields = args.iter().map(|a| self.base(*a, env)).collect::<Option<Vec<_>>>()?;
                Some(Value::ctor(*data, *tag, fields))
            }
            _ => None,
        }
    }

    fn operate(&mut self, prim: &Prim, env: &[Option<Value>]) -> Vec<Value> {
        let integer = |e: ExprRef| match self.base(e, env) {
            Some(Value::Int(n)) => Some(n),
            _ => None,
        };
        let draws = &self.probes.draws;
        match prim {
            Prim::IntGen => draws.iter().map(|n| Value::Int(*n)).collect(),
            Prim::NatGen => draws.iter().filter(|n| **n >= 0).map(|n| Value::Int(*n)).collect(),
            Prim::IntRange(low, high) => match (integer(*low), integer(*high)) {
                (Some(low), Some(high)) if high.saturating_sub(low) < 40 => {
                    (low..=high).map(Value::Int).collect()
                }
                (Some(low), Some(high)) => {
                    draws.iter().filter(|n| low <= **n && **n <= high).map(|n| Value::Int(*n)).collect()
                }
                _ => Vec::new(),
            },
            Prim::BoolGen => vec![Value::bool(false), Value::bool(true)],
            Prim::OpaqueGen(sort) => {
                let sort = self.problem.program.sort(*sort, &[]);
                self.probes.of(&sort).map(|p| p.values.clone()).unwrap_or_default()
            }
            Prim::Div(a, b) | Prim::Mod(a, b) => {
                let (Some(a), Some(b)) = (integer(*a), integer(*b)) else { return Vec::new() };
                let value = if matches!(prim, Prim::Div(..)) { a.checked_div(b) } else { a.checked_rem(b) };
                value.map(Value::Int).into_iter().collect()
            }
            Prim::Eval(e) => {
                let locals = env.iter().map(|v| v.clone().unwrap_or_else(Value::unit)).collect();
                let mut scope = Scope { locals, ..Scope::default() };
                let eval = &mut self.problem.eval;
                if self.problem.program.is_formula(*e) {
                    eval.formula(*e, &mut scope).map(Value::bool).into_iter().collect()
                } else {
                    eval.term(*e, &mut scope).into_iter().collect()
                }
            }
        }
    }
}

/// Which probes of the result each environment's claim allows.
pub(crate) fn allowed(problem: &mut Problem<'_>, environments: &[Args], probes: &Probes) -> Vec<Allowed> {
    let own = problem.own;
    let result = problem.own().result.clone();
    let values = probes.of(&result).map_or(&[][..], |p| &p.values);
    environments
        .iter()
        .map(|args| {
            let (mut yes, mut no) = (Bits::new(values.len()), Bits::new(values.len()));
            for (i, judged) in problem.judged(own, args, probes).iter().enumerate() {
                match judged {
                    Some(true) => yes.set(i),
                    Some(false) => no.set(i),
                    None => {}
                }
            }
            Allowed { yes, no, count: values.len() }
        })
        .collect()
}

/// Probes that a claim allows and forbids; the rest is not decided.
pub(crate) struct Allowed {
    pub yes: Bits,
    pub no: Bits,
    /// How many there are.
    pub count: usize,
}

impl Allowed {
    /// Whether the claim says yes or no to each.
    pub fn decided(&self) -> bool {
        (self.yes.count() + self.no.count()) as usize == self.count
    }
}

/// For each probe of the result its parts of the same sort, itself included.
pub(crate) fn parts(probes: &Probes, result: &Sort) -> Vec<Bits> {
    let Some(table) = probes.of(result) else { return Vec::new() };
    let mut known: BTreeMap<usize, Bits> = BTreeMap::new();
    for (i, value) in table.values.iter().enumerate() {
        let mut bits = Bits::new(table.values.len());
        value.visit(&mut |part| {
            if let Some(place) = table.index.get(part) {
                bits.set(*place);
            }
        });
        known.insert(i, bits);
    }
    known.into_values().collect()
}
