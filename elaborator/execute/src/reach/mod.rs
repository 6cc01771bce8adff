//! Decides whether a generator can return a given value, by running it backwards.
//!
//! A program is run with its result known and its choices unknown. `let x = e1 in e2` can return
//! v exactly if there is an x that `e1` can return and from which `e2` can return v; so `e2` is
//! run first, and tells which x is needed. A match on an unknown value is tried for each branch;
//! comparisons of unknown integers become linear constraints; calls wait until nothing else is
//! left to do. Calls that share no unknown are decided apart from each other and remembered, so
//! a tree is decided node by node.
//!
//! The answer `No` is exact: every branch of the search failed, over all integers, and not only
//! over those that were tried. A call whose own problem comes up again inside it is cut there: a
//! shortest run does not contain itself. A call for an integer that the function returns in no run
//! (`ranges.rs`) is cut too, as no such problem may ever come up again, and so is one whose value does not
//! get smaller while its integer arguments change for ever (`general.rs`). Whatever cannot be decided (unknown products, bounds)
//! makes the answer `Unknown` unless another branch succeeds.
//!
//! Rejected: enumerating all outputs and looking the value up. It needs a finite choice of
//! integers, so a missing value is never more than suspected, and outputs are exponentially
//! many where the backward run follows the one value.

use covenant_kernel::arena::IdHasher;
use covenant_kernel::tables::{CoreRef, ExprRef, FunRef, FunRow};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use super::eval::Evaluator;
use super::ints::Ints;
use super::limits::Bound;
use super::linear::{Decision, Lin, System};
use super::program::{Program, Sort};
use super::value::Value;
use covenant_certificates::core_parts::{Parts, locals_of};

mod formula;
mod general;
mod narrow;
mod ranges;
mod state;
mod step;

use state::{Dead, Goal, Renaming, State, variables_of};
use step::{Halt, Step};

pub(super) use state::{Fun, Slot, Term};

/// Whether a value can be returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It can.
    Yes,
    /// It cannot, whatever the choices.
    No,
    /// Not decided.
    Unknown(Option<Bound>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Unknown,
}

/// Goals that share unknowns, and what is known about those.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Component {
    goals: Vec<Goal>,
    les: Vec<Lin>,
    eqs: Vec<Lin>,
    nes: Vec<Lin>,
    variables: usize,
}

/// A component with its hash: it is looked up several times, in several tables.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Problem {
    hash: u64,
    part: Component,
}

impl Problem {
    fn new(part: Component) -> Problem {
        Problem { hash: BuildHasherDefault::<IdHasher>::default().hash_one(&part), part }
    }
}

impl Hash for Problem {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Remembered answers before the table is emptied.
const MOST_MEMO: usize = 200_000;
/// Nested components before giving up on one.
const MOST_DEPTH: usize = 600;

/// A backward run.
pub(super) struct Solver<'s, 'a> {
    pub program: Program<'a>,
    pub eval: &'s mut Evaluator<'a>,
    memo: HashMap<Rc<Problem>, bool>,
    /// Components that are being decided, with their nesting.
    active: HashMap<Rc<Problem>, usize>,
    /// The same, the innermost last.
    nested: Vec<Rc<Problem>>,
    /// The outermost active component that was cut off since the last reset.
    lowest_cut: usize,
    levels: HashMap<u32, Rc<BTreeSet<u32>>>,
    /// What the functions that return integers can return at all.
    ranges: HashMap<FunRef, Ints>,
    /// Whether a function was run by its claim instead of its body.
    pub assumed: bool,
    /// Wider problems that are being decided, and those that were tried in vain.
    wider: Vec<general::Wider>,
    not_refuted: HashSet<Problem>,
}

impl<'s, 'a> Solver<'s, 'a> {
    pub fn new(eval: &'s mut Evaluator<'a>) -> Self {
        Solver {
            program: eval.program,
            ranges: ranges::of_functions(eval.program),
            eval,
            memo: HashMap::new(),
            active: HashMap::new(),
            nested: Vec::new(),
            lowest_cut: usize::MAX,
            levels: HashMap::new(),
            assumed: false,
            wider: Vec::new(),
            not_refuted: HashSet::new(),
        }
    }

    /// Answers no longer hold when predicate variables change their meaning.
    pub fn forget(&mut self) {
        self.memo.clear();
        self.not_refuted.clear();
    }

    /// At most so many more steps.
    pub fn allow_steps(&mut self, steps: u64) {
        self.eval.meter.limits.steps = self.eval.meter.steps().saturating_add(steps);
    }

    /// Whether a call of the function can return the value.
    pub fn can_return(&mut self, fun: FunRef, args: Vec<Slot>, value: &Value) -> Reach {
        self.active.clear();
        self.nested.clear();
        self.wider.clear();
        self.lowest_cut = usize::MAX;
        let fun = match self.function(fun, &[]) {
            Ok(fun) => fun,
            Err(Halt::Bound(bound)) => return Reach::Unknown(Some(bound)),
            Err(Halt::Dead(_)) => return Reach::Unknown(None),
        };
        let mut st = State::default();
        st.waiting.push(Goal::Call { fun, args, target: Term::Ground(value.clone()) });
        match self.solve(st, 0) {
            Ok(Answer::Yes) => Reach::Yes,
            Ok(Answer::No) => Reach::No,
            Ok(Answer::Unknown) => Reach::Unknown(None),
            Err(bound) => Reach::Unknown(Some(bound)),
        }
    }

    fn solve(&mut self, st: State, depth: usize) -> Result<Answer, Bound> {
        let mut stack = vec![st];
        let mut answer = Answer::No;
        while let Some(mut st) = stack.pop() {
            self.eval.meter.step()?;
            match self.run(&mut st) {
                Ok(None) => match self.settle(&st, depth)? {
                    Answer::Yes => return Ok(Answer::Yes),
                    Answer::No => {}
                    Answer::Unknown => answer = Answer::Unknown,
                },
                Ok(Some(branches)) => stack.extend(branches.into_iter().rev()),
                Err(Halt::Dead(Dead::Fails)) => {}
                Err(Halt::Dead(Dead::Undecided)) => answer = Answer::Unknown,
                Err(Halt::Bound(bound)) => return Err(bound),
            }
        }
        Ok(answer)
    }

    /// Does all that can be done without a guess; or returns the branches of a choice.
    fn run(&mut self, st: &mut State) -> Result<Option<Vec<State>>, Halt> {
        loop {
            while let Some(goal) = st.agenda.pop() {
                match self.step(st, goal)? {
                    Step::Done => {}
                    Step::Wait(goal) => st.waiting.push(goal),
                    Step::Branch(branches) => return Ok(Some(branches)),
                }
            }
            let mut waiting = Vec::with_capacity(st.waiting.len());
            for goal in std::mem::take(&mut st.waiting) {
                if self.ready(st, &goal) {
                    st.agenda.push(goal);
                } else {
                    waiting.push(goal);
                }
            }
            st.waiting = waiting;
            if !st.agenda.is_empty() {
                continue;
            }
            if !propagate(st)? {
                return Ok(None);
            }
        }
    }

    /// Decides a state in which only guesses are left, part by part.
    fn settle(&mut self, st: &State, depth: usize) -> Result<Answer, Bound> {
        let mut parts = components(st);
        // The cheap ones first: a failure saves the others.
        parts.sort_by_key(|c| (c.goals.len(), c.variables));
        let mut answer = Answer::Yes;
        for part in parts {
            match self.decide(part, depth)? {
                Answer::Yes => {}
                Answer::No => return Ok(Answer::No),
                Answer::Unknown => answer = Answer::Unknown,
            }
        }
        Ok(answer)
    }

    fn decide(&mut self, part: Component, depth: usize) -> Result<Answer, Bound> {
        if part.goals.is_empty() {
            let system = System { les: part.les, eqs: part.eqs, nes: part.nes };
            return Ok(match system.decide() {
                Decision::Sat => Answer::Yes,
                Decision::Unsat => Answer::No,
                Decision::Unknown => Answer::Unknown,
            });
        }
        let part = Problem::new(part);
        if let Some(known) = self.memo.get(&part) {
            return Ok(if *known { Answer::Yes } else { Answer::No });
        }
        if let Some(nesting) = self.active.get(&part) {
            self.lowest_cut = self.lowest_cut.min(*nesting);
            return Ok(Answer::No);
        }
        if depth > MOST_DEPTH {
            return Ok(Answer::Unknown);
        }
        if self.refuted_in_general(&part, depth)? {
            return Ok(Answer::No);
        }
        let part = Rc::new(part);
        self.active.insert(part.clone(), depth);
        self.nested.push(part.clone());
        let outer_cut = std::mem::replace(&mut self.lowest_cut, usize::MAX);
        let answer = self.expand(&part.part, depth);
        self.active.remove(&part);
        self.nested.pop();
        let own_cut = self.lowest_cut;
        self.lowest_cut = outer_cut.min(if own_cut >= depth { usize::MAX } else { own_cut });
        let answer = answer?;
        // A "no" that relies on an outer problem's being undecided yet holds only inside it.
        let settled = match answer {
            Answer::Yes => Some(true),
            Answer::No if own_cut >= depth => Some(false),
            _ => None,
        };
        if let Some(settled) = settled {
            if self.memo.len() > MOST_MEMO {
                self.memo.clear();
            }
            self.memo.insert(part, settled);
        }
        Ok(answer)
    }

    /// Guesses for one goal of the component.
    fn expand(&mut self, part: &Component, depth: usize) -> Result<Answer, Bound> {
        let mut st = State {
            bindings: vec![None; part.variables],
            les: part.les.clone(),
            eqs: part.eqs.clone(),
            nes: part.nes.clone(),
            agenda: Vec::new(),
            waiting: part.goals.clone(),
        };
        let program = &self.eval.program;
        let priority = |goal: &Goal| match goal {
            Goal::Call { target, args, .. } => match target {
                Term::Var(_)
                    if args.iter().all(|a| matches!(a, Slot::Base(Term::Ground(_)) | Slot::Fun(_))) =>
                {
                    3
                }
                Term::Var(_) => 4,
                _ => 0,
            },
            Goal::Truth { .. } => 2,
            Goal::Def { args, .. } if args.iter().any(|a| !matches!(a, Term::Var(_))) => 1,
            Goal::Def { def, target, .. }
                if !matches!(target, Term::Var(_)) && keeps_length(&program.def(*def).name) =>
            {
                2
            }
            Goal::Def { .. } | Goal::Differ(..) => 5,
            _ => 6,
        };
        // The first goal, in order of priority, that has choices.
        let mut order: Vec<usize> = (0..st.waiting.len()).collect();
        order.sort_by_key(|i| priority(&st.waiting[*i]));
        for i in order {
            let goal = st.waiting[i].clone();
            if let Goal::Call { fun, args, target } = goal {
                st.waiting.remove(i);
                return match self.enter(&mut st, &fun, args, target) {
                    Ok(()) => self.solve(st, depth + 1),
                    Err(Halt::Bound(bound)) => Err(bound),
                    Err(Halt::Dead(Dead::Fails)) => Ok(Answer::No),
                    Err(Halt::Dead(Dead::Undecided)) => Ok(Answer::Unknown),
                };
            }
            let (states, complete) = self.narrow(&st, &goal);
            if states.is_empty() && !complete {
                continue;
            }
            let mut answer = if complete { Answer::No } else { Answer::Unknown };
            for next in states {
                match self.solve(next, depth + 1)? {
                    Answer::Yes => return Ok(Answer::Yes),
                    Answer::No => {}
                    Answer::Unknown => answer = Answer::Unknown,
                }
            }
            return Ok(answer);
        }
        // Nothing is left, or nothing that has choices.
        Ok(if st.waiting.is_empty() { Answer::Yes } else { Answer::Unknown })
    }

    /// The levels that a function value mentions.
    fn used_levels(&mut self, f: FunRef) -> Rc<BTreeSet<u32>> {
        if let Some(known) = self.levels.get(&f.0) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        let mut funs = vec![f];
        let mut seen = BTreeSet::new();
        while let Some(f) = funs.pop() {
            match self.program.fun(f) {
                FunRow::Var(l) => {
                    found.insert(*l);
                }
                FunRow::Global(..) => {}
                FunRow::Lam(_, core) | FunRow::Fix(_, core) => {
                    self.levels_of_core(*core, &mut found, &mut funs, &mut seen);
                }
            }
        }
        let found = Rc::new(found);
        self.levels.insert(f.0, found.clone());
        found
    }

    fn levels_of_core(
        &self,
        core: CoreRef,
        found: &mut BTreeSet<u32>,
        funs: &mut Vec<FunRef>,
        seen: &mut BTreeSet<u32>,
    ) {
        let mut cores = vec![core];
        let mut exprs: Vec<ExprRef> = Vec::new();
        while let Some(core) = cores.pop() {
            if !seen.insert(core.0) {
                continue;
            }
            let parts = Parts::of(self.program.core(core));
            exprs.extend(parts.exprs);
            cores.extend(parts.cores);
            funs.extend(parts.funs);
        }
        found.extend(locals_of(&self.program.statement().exprs, exprs).into_keys());
    }
}

/// The constraints with bound variables replaced; `None` on overflow.
/// Functions of OCaml's library whose result is as long as the list that they are given: what is to be returned says
/// how long that list is, which a generator of lists of any length does not.
fn keeps_length(name: &str) -> bool {
    ["List.sort", "List.insert_by", "List.rev_append", "List.map"].iter().any(|own| name.starts_with(own))
}

fn system_of(st: &State) -> Option<System> {
    let all = |lins: &[Lin]| lins.iter().map(|l| st.normalise(l)).collect::<Option<Vec<_>>>();
    Some(System { les: all(&st.les)?, eqs: all(&st.eqs)?, nes: all(&st.nes)? })
}

/// Drops constraints that hold, fails on those that cannot, and binds variables that have one
/// value left; says whether any was bound.
fn propagate(st: &mut State) -> Result<bool, Halt> {
    if st.les.is_empty() && st.eqs.is_empty() && st.nes.is_empty() {
        return Ok(false);
    }
    let mut system = system_of(st).ok_or(Halt::Dead(Dead::Undecided))?;
    let ranges = system.ranges().ok_or(Halt::Dead(Dead::Fails))?;
    system.les.retain(|l| !l.terms().is_empty());
    system.nes.retain(|l| !l.terms().is_empty());
    st.les = system.les;
    st.nes = system.nes;
    let mut bound = false;
    st.eqs.clear();
    for eq in system.eqs {
        let before = st.eqs.len();
        st.equal_zero(&eq)?;
        bound |= st.eqs.len() == before && !eq.terms().is_empty();
    }
    for (v, range) in ranges {
        if let (Some(l), Some(h)) = range
            && l == h
        {
            st.unify(&Term::Var(v), &Term::Ground(Value::Int(l)))?;
            bound = true;
        }
    }
    Ok(bound)
}

/// Splits what is left into parts that share no unknown, each with its unknowns renumbered.
fn components(st: &State) -> Vec<Component> {
    fn find(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    enum Item<'g> {
        Goal(&'g Goal),
        Le(&'g Lin),
        Eq(&'g Lin),
        Ne(&'g Lin),
    }
    let mut items: Vec<(Item<'_>, Vec<u32>)> = Vec::new();
    for goal in &st.waiting {
        items.push((Item::Goal(goal), variables_of(st, goal)));
    }
    let vars = |lin: &Lin| lin.variables().collect::<Vec<_>>();
    items.extend(st.les.iter().map(|l| (Item::Le(l), vars(l))));
    items.extend(st.eqs.iter().map(|l| (Item::Eq(l), vars(l))));
    items.extend(st.nes.iter().map(|l| (Item::Ne(l), vars(l))));
    let mut parent: Vec<usize> = (0..items.len()).collect();
    let mut owner: HashMap<u32, usize> = HashMap::new();
    for (i, (_, vars)) in items.iter().enumerate() {
        for v in vars {
            if let Some(&j) = owner.get(v) {
                let (a, b) = (find(&mut parent, i), find(&mut parent, j));
                parent[a] = b;
            } else {
                owner.insert(*v, i);
            }
        }
    }
    let mut parts: Vec<(usize, Renaming, Component)> = Vec::new();
    for (i, (item, _)) in items.iter().enumerate() {
        let root = find(&mut parent, i);
        let place = parts.iter().position(|(r, _, _)| *r == root).unwrap_or_else(|| {
            let empty = Component {
                goals: Vec::new(),
                les: Vec::new(),
                eqs: Vec::new(),
                nes: Vec::new(),
                variables: 0,
            };
            parts.push((root, Renaming::default(), empty));
            parts.len() - 1
        });
        let (_, renaming, part) = &mut parts[place];
        match item {
            Item::Goal(goal) => part.goals.push(renaming.goal(st, goal)),
            Item::Le(lin) => part.les.push(renaming.lin(lin)),
            Item::Eq(lin) => part.eqs.push(renaming.lin(lin)),
            Item::Ne(lin) => part.nes.push(renaming.lin(lin)),
        }
    }
    parts
        .into_iter()
        .map(|(_, renaming, mut part)| {
            part.variables = renaming.count();
            part
        })
        .collect()
}
