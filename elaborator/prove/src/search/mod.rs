//! Search for evidence: from a sequent to a proof tree that the kernel accepts.
//!
//! Three phases. `instances` collects ground instances until Z3 refutes the negated sequent
//! (`solver`); the unsatisfiable core says which were needed; `build` turns these into direct
//! evidence. Nothing here is trusted.

mod branch;
mod build;
mod by_induction;
mod cases;
mod choose;
mod close;
mod closure;
mod context;
pub mod emit;
mod evaluate;
mod explain;
pub mod graft;
mod ground;
mod guess;
pub mod induction;
mod instances;
pub mod lemmas;
pub mod limits;
mod linear;
mod names;
mod noted;
mod outcome;
mod pattern_sets;
mod saturate;
mod side;
mod smt;
mod solutions;
mod solver;
pub mod step;
mod sums;
mod triggers;
mod unfolded;
mod unfolding;
mod widen;
mod witnesses;
pub mod work;
mod wraps;

#[cfg(test)]
mod tests;

use build::{Builder, NotBuilt};
use context::Context;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant};
use covenant_kernel::tables::{DefBody, DefRef};
use covenant_kernel::theory::{Formula, Theory};
use instances::{Instances, Kind, Record};
use lemmas::LemmaBook;
use limits::Limits;
pub use outcome::{Outcome, QueryLog, Sequent, StuckReport};
use solver::{Answer, Solver};
pub use solver::{isolated, without_strategies};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use step::Step;
pub(crate) use triggers::match_sort;
use work::{Budget, Work};

/// Proves a sequent. Candidates in the lemma book are proved when the proof needs them; if the
/// book may guess, more are added when the search would be stuck without.
pub fn prove(
    arena: &mut Arena,
    theory: &Theory,
    lemmas: &LemmaBook,
    sequent: &Sequent,
    limits: &Limits,
) -> Outcome {
    let mut roots = sequent.facts.clone();
    roots.push(sequent.goal);
    let definitions = if lemmas.may_guess() { guess::definitions(arena, theory, &roots) } else { Vec::new() };
    guess::extend(arena, theory, lemmas, &definitions, 1);
    let mut spent = QueryLog::default();
    loop {
        // Guesses make the book longer.
        let context = Context::new(theory, lemmas, limits);
        let mut outcome = prove_under(arena, context, sequent, &[]);
        let used = match &outcome {
            Outcome::Proved { step, .. } => {
                let mut used = BTreeSet::new();
                step.lemmas(&mut used);
                used
            }
            Outcome::SolverOnly { lemmas, .. } => lemmas.clone(),
            Outcome::Stuck { .. } | Outcome::Unknown { .. } => BTreeSet::new(),
        };
        outcome.log_mut().add(&spent);
        let again = match &outcome {
            Outcome::Stuck { .. } => {
                let more = guess::extend(arena, theory, lemmas, &definitions, 2);
                if !more
                    && limits.induction
                    && let Some(step) = by_induction::prove(arena, context, sequent, outcome.log_mut())
                {
                    return Outcome::Proved { step, log: outcome.log().clone() };
                }
                more
            }
            _ => {
                let mut all = true;
                for n in used {
                    all &= establish(arena, context, n, outcome.log_mut(), induction::prove_with);
                }
                !all
            }
        };
        if !again {
            return outcome;
        }
        spent = outcome.log_mut().clone();
    }
}

/// A way to prove a closed formula.
type LemmaProver = fn(&mut Arena, Context<'_>, Formula) -> Outcome;

/// Proves a lemma that a proof uses, by `prover`, and those that its own proof uses.
fn establish(
    arena: &mut Arena,
    context: Context<'_>,
    n: usize,
    log: &mut QueryLog,
    prover: LemmaProver,
) -> bool {
    let lemmas = context.lemmas;
    while lemmas.is_candidate(n) {
        let Some(formula) = lemmas.formula(n) else { return false };
        let mut outcome = prover(arena, context.before(n), formula);
        log.add(outcome.log_mut());
        let Outcome::Proved { step, .. } = outcome else {
            lemmas.settle(n, None);
            return false;
        };
        let mut used = BTreeSet::new();
        step.lemmas(&mut used);
        if used.into_iter().all(|m| establish(arena, context, m, log, induction::prove_with)) {
            lemmas.settle(n, Some(Arc::new(step)));
        }
    }
    lemmas.is_proved(n)
}

/// Proves a sequent that mentions variables which a step around it introduces.
fn prove_under(arena: &mut Arena, context: Context<'_>, sequent: &Sequent, introduced: &[ExprId]) -> Outcome {
    let limits = context.limits;
    let start = Instant::now();
    let work = Rc::new(Work::new(limits.work, limits.deadline.clone()));
    let solver = Solver::new(limits.query_resources, work.clone());
    let mut instances = Instances::new(arena, context, work.clone());
    instances.reserve(introduced);
    let (universal, existential) = count_quantifiers(instances.arena, sequent);
    instances.quantifiers.at_first = usize::try_from(universal + existential).unwrap_or(usize::MAX);
    let mut search = Search { inst: instances, solver, sequent, introduced };
    let mut outcome = search.run();
    let quantifiers = (universal, existential);
    let (queries, solver_time) = (search.solver.queries, search.solver.time);
    let instances = search.inst.records.len();
    let log = outcome.log_mut();
    *log = QueryLog {
        queries,
        solver_time,
        total_time: start.elapsed(),
        instances,
        exhausted: work.exhausted(),
        steps: work.spent(),
        cut_short: work.was_cut_short(),
        quantifiers,
        ..std::mem::take(log)
    };
    outcome
}

/// The body of a definition.
fn body(theory: &Theory, def: DefRef) -> Option<&DefBody<ExprId>> {
    theory.bodies.get(usize::try_from(def.0).ok()?)
}

/// Universal and existential quantifiers in a sequent.
#[must_use]
pub fn count_quantifiers(arena: &Arena, sequent: &Sequent) -> (u32, u32) {
    let mut counts = (0, 0);
    let mut stack = sequent.facts.clone();
    stack.push(sequent.goal);
    let mut seen = std::collections::HashSet::new();
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.expr(e) {
            Expr::Quant(Quant::Forall, ..) => counts.0 += 1,
            Expr::Quant(Quant::Exists, ..) => counts.1 += 1,
            _ => {}
        }
        arena.expr(e).for_children(|c, _| stack.push(c));
    }
    counts
}

/// Nodes of a proof that is tried without instances.
const AT_ONCE_NODES: usize = 60;
/// A condition with this many instances is tried without Z3 first, whose time grows faster than
/// the condition.
const LARGE: usize = 300;
/// Nodes per instance of a proof that is tried without Z3.
const NODES_WITHOUT_SOLVER: usize = 10;

/// Calls inside calls that are looked at for values to take apart.
const CALLS_UNFOLDED: u32 = 2;

struct Search<'a> {
    inst: Instances<'a>,
    solver: Solver,
    sequent: &'a Sequent,
    introduced: &'a [ExprId],
}

impl Search<'_> {
    fn run(&mut self) -> Outcome {
        let unknown = |why: &str| Outcome::Unknown { why: why.into(), log: QueryLog::default() };
        let Ok(not_goal) = self.inst.arena.not(self.sequent.goal) else {
            return unknown("the goal is not a formula");
        };
        if let Some(step) = self.at_once() {
            return Outcome::Proved { step, log: QueryLog::default() };
        }
        let mut roots = self.sequent.facts.clone();
        roots.push(not_goal);
        for &f in &roots {
            self.inst.scan(f, true);
        }
        let mut query = Vec::new();
        let mut deeper = 0;
        for round in 0..self.inst.limits.rounds {
            let before = self.inst.records.len();
            self.instantiate();
            if self.inst.work.over() {
                return unknown(&self.inst.work.why());
            }
            self.inst.instantiate_lemmas();
            self.inst.settle();
            if round == 0
                && self.inst.records.len() >= LARGE
                && let Some(step) = self.without_solver()
            {
                return Outcome::Proved { step, log: QueryLog::default() };
            }
            query.clone_from(&roots);
            query.extend(self.inst.records.iter().map(|r| r.axiom));
            match self.solver.check(self.inst.arena, &query) {
                Answer::Unsat => return self.refuted(&roots),
                Answer::Unknown(why) => return Outcome::Unknown { why, log: QueryLog::default() },
                Answer::Sat => {}
            }
            if self.inst.records.len() == before || round + 1 >= 3 {
                if deeper >= self.inst.limits.split_depth || self.inst.full() {
                    break;
                }
                deeper += 1;
                let wanted = self.wanted_by_model();
                if wanted.is_empty() && self.inst.records.len() == before {
                    break;
                }
                self.inst.cases.wanted.extend(wanted);
            }
        }
        if self.inst.full() {
            return unknown("too many instances");
        }
        Outcome::Stuck { report: self.stuck(), log: QueryLog::default() }
    }

    /// Many conditions are plain consequences of their facts; they need no instances and no Z3.
    fn at_once(&mut self) -> Option<Step> {
        let mut stack = vec![self.sequent.goal];
        while let Some(e) = stack.pop() {
            match self.inst.arena.expr(e) {
                Expr::Quant(..) | Expr::Bin(Bin::Or, ..) => return None,
                node if self.inst.arena.sort_of(e).is_none() => node.for_children(|c, _| stack.push(c)),
                _ => {}
            }
        }
        let mut builder = Builder::new(&mut self.inst, &mut self.solver, Vec::new(), AT_ONCE_NODES);
        builder.build(&self.sequent.facts, self.introduced, self.sequent.goal).ok().map(|p| p.step)
    }

    /// A proof from all instances at hand, in which no choice needs Z3.
    fn without_solver(&mut self) -> Option<Step> {
        let records = self.inst.records.to_vec();
        let nodes = NODES_WITHOUT_SOLVER * records.len();
        let mut builder = Builder::new(&mut self.inst, &mut self.solver, records, nodes).without_solver();
        builder.build(&self.sequent.facts, self.introduced, self.sequent.goal).ok().map(|p| p.step)
    }

    /// Instances to a fixpoint, without lemmas.
    fn instantiate(&mut self) {
        for phase in 0..40 {
            let before = self.inst.records.len();
            self.inst.settle();
            let mut i = 0;
            while i < self.inst.quantifiers.list.len() && !self.inst.full() && !self.inst.work.over() {
                let (q, fact) = self.inst.quantifiers.list[i];
                i += 1;
                match (self.inst.arena.expr(q), fact) {
                    (Expr::Quant(Quant::Exists, ..), false) => self.inst.instantiate_goal(q),
                    (Expr::Quant(Quant::Forall, ..), true) if phase < 2 => self.inst.instantiate_fact(q),
                    _ => {}
                }
            }
            self.inst.settle();
            if self.inst.records.len() == before {
                return;
            }
        }
    }

    /// Literals of a goal instance. Those of premises are goals, too, since refuting one would do;
    /// but nobody expects to read about them.
    fn literals(&mut self, f: ExprId, premises: bool, out: &mut Vec<ExprId>) {
        match *self.inst.arena.expr(f) {
            Expr::Bin(Bin::And | Bin::Or, a, b) => {
                self.literals(a, premises, out);
                self.literals(b, premises, out);
            }
            Expr::Bin(Bin::Imp, a, b) => {
                if premises && let Ok(not) = self.inst.arena.not(a) {
                    self.literals(not, premises, out);
                }
                self.literals(b, premises, out);
            }
            Expr::Not(a) => match *self.inst.arena.expr(a) {
                Expr::Bin(Bin::Eq | Bin::Le | Bin::Lt, ..) | Expr::Fn(..) => out.push(f),
                Expr::Bin(Bin::And | Bin::Or, a, b) if premises => {
                    for part in [a, b] {
                        if let Ok(not) = self.inst.arena.not(part) {
                            self.literals(not, premises, out);
                        }
                    }
                }
                _ => {}
            },
            Expr::Quant(..) | Expr::True | Expr::False | Expr::Bin(Bin::Iff, ..) => {}
            _ => out.push(f),
        }
    }

    /// The bodies of goal instances, each with its literals that the model makes false.
    fn failing_instances(&mut self, premises: bool) -> Vec<Vec<ExprId>> {
        let mut bodies = Vec::new();
        for record in self.inst.records.iter() {
            if let Kind::Witness { .. } | Kind::Eigen { .. } = record.kind
                && let Expr::Bin(Bin::Imp, body, _) = *self.inst.arena.expr(record.axiom)
            {
                bodies.push(body);
            }
        }
        if bodies.is_empty() {
            bodies.push(self.sequent.goal);
        }
        let mut out = Vec::new();
        for body in bodies {
            let mut literals = Vec::new();
            self.literals(body, premises, &mut literals);
            let values = self.solver.model_values(self.inst.arena, &literals);
            let failing: Vec<ExprId> =
                literals.into_iter().zip(values).filter(|(_, v)| *v == Some(false)).map(|(l, _)| l).collect();
            if !failing.is_empty() {
                out.push(failing);
            }
        }
        out
    }

    /// Variables under recursive functions in goal literals that the model makes false: taking
    /// them apart may be what is missing. If there are none, those under the functions that these call
    /// (a match inside a definition is a function of its own).
    fn wanted_by_model(&mut self) -> Vec<ExprId> {
        let literals: Vec<ExprId> = self.failing_instances(true).into_iter().flatten().collect();
        let wanted = self.wanted_in(&literals);
        if !wanted.is_empty() {
            return wanted;
        }
        let mut called = Vec::new();
        for &literal in &literals {
            self.unfolded_calls(literal, CALLS_UNFOLDED, &mut called);
        }
        let wanted = self.wanted_in(&called);
        if !wanted.is_empty() {
            return wanted;
        }
        let promises = self.promises();
        self.wanted_in(&promises)
    }

    /// What the facts say about values that they only promise to exist, such as `tokens e = v` of a derivation `e`: no
    /// goal mentions `e`, but which cases there are is up to it.
    fn promises(&self) -> Vec<ExprId> {
        let promise = |record: &Record| match record.kind {
            Kind::Obtained { var, .. } if self.inst.is_data(var) => Some(record.axiom),
            _ => None,
        };
        self.inst.records.iter().filter_map(promise).collect()
    }

    fn wanted_in(&mut self, literals: &[ExprId]) -> Vec<ExprId> {
        let mut out = Vec::new();
        for &literal in literals {
            self.split_candidates(literal, &mut out);
        }
        // Below a value that is taken apart already: the fields in the model's branch.
        let mut next = 0;
        while next < out.len() {
            let fields = self.fields_in_model(out[next]);
            next += 1;
            for f in fields {
                if !out.contains(&f) {
                    out.push(f);
                }
            }
        }
        let limit = self.inst.limits.split_depth;
        out.retain(|v| !self.inst.cases.splits.contains_key(v) && self.inst.cases.depth(*v) <= limit);
        out
    }

    /// What definitions at constructors say, for the applications in an expression.
    fn unfolded_calls(&mut self, e: ExprId, depth: u32, out: &mut Vec<ExprId>) {
        let expr = self.inst.arena.expr(e).clone();
        if depth > 0
            && let Expr::Fn(..) = expr
            && let Ok(body) = self.inst.theory.unfold(self.inst.arena, e, None)
            && !out.contains(&body)
        {
            out.push(body);
            self.unfolded_calls(body, depth - 1, out);
        }
        if !matches!(expr, Expr::Quant(..)) {
            let mut children = Vec::new();
            expr.for_children(|c, _| children.push(c));
            children.into_iter().for_each(|c| self.unfolded_calls(c, depth, out));
        }
    }

    /// The structured fields of a split term, in the constructor that the model gives it.
    fn fields_in_model(&mut self, t: ExprId) -> Vec<ExprId> {
        let Some(forms) = self.inst.cases.splits.get(&t).cloned() else { return Vec::new() };
        let equations: Vec<ExprId> = forms.iter().filter_map(|&f| self.inst.arena.eq(t, f).ok()).collect();
        let values = self.solver.model_values(self.inst.arena, &equations);
        let Some(i) = values.iter().position(|v| *v == Some(true)) else { return Vec::new() };
        let Expr::Ctor(_, _, args) = self.inst.arena.expr(forms[i]).clone() else { return Vec::new() };
        args.iter().copied().filter(|&a| self.inst.is_data(a)).collect()
    }

    fn split_candidates(&mut self, e: ExprId, out: &mut Vec<ExprId>) {
        let variable = |s: &Self, t: ExprId| matches!(s.inst.arena.expr(t), Expr::Local(..));
        let expr = self.inst.arena.expr(e).clone();
        match &expr {
            Expr::Fn(d, _, _) => {
                if let (Some(DefBody::Cases { .. }), Some(a)) =
                    (body(self.inst.theory, *d), self.inst.theory.analysed(self.inst.arena, e))
                    && variable(self, a)
                    && !out.contains(&a)
                {
                    out.push(a);
                }
            }
            Expr::Bin(Bin::Eq, a, b) => {
                for (x, y) in [(*a, *b), (*b, *a)] {
                    if variable(self, x) && self.inst.is_ctor(y) && !out.contains(&x) {
                        out.push(x);
                    }
                    if let (Some(forms), Expr::Ctor(_, tag, fields)) =
                        (self.inst.cases.splits.get(&x), self.inst.arena.expr(y).clone())
                    {
                        let form = usize::try_from(tag).ok().and_then(|t| forms.get(t)).copied();
                        if let Some(Expr::Ctor(_, _, mine)) = form.map(|f| self.inst.arena.expr(f).clone()) {
                            for (&p, &q) in mine.iter().zip(fields.iter()) {
                                if variable(self, p)
                                    && self.inst.is_ctor(q)
                                    && self.inst.is_data(p)
                                    && !out.contains(&p)
                                {
                                    out.push(p);
                                }
                            }
                        }
                    }
                }
            }
            _ => {}
        }
        let mut children = Vec::new();
        if !matches!(expr, Expr::Quant(..)) {
            expr.for_children(|c, _| children.push(c));
        }
        children.into_iter().for_each(|c| self.split_candidates(c, out));
    }

    fn stuck(&mut self) -> StuckReport {
        let mut failing = self.failing_instances(false);
        failing.truncate(20);
        let mut branch = Vec::new();
        let splits: Vec<(ExprId, Vec<ExprId>)> =
            self.inst.cases.splits.iter().map(|(t, forms)| (*t, forms.clone())).collect();
        for (t, forms) in splits {
            let equations: Vec<ExprId> =
                forms.iter().filter_map(|&f| self.inst.arena.eq(t, f).ok()).collect();
            let values = self.solver.model_values(self.inst.arena, &equations);
            if let Some(i) = values.iter().position(|v| *v == Some(true)) {
                branch.push((t, forms[i]));
            }
        }
        branch.sort_unstable();
        StuckReport { failing, branch }
    }

    /// The cost of having a record in the core: those that cause case splits are dear.
    fn weight(&self, record: &Record) -> u32 {
        match &record.kind {
            Kind::Conditional { .. } => 3,
            Kind::Exhaust { term, .. } if self.inst.cases.depth(*term) > 0 => 2,
            _ => 0,
        }
    }

    fn refuted(&mut self, roots: &[ExprId]) -> Outcome {
        let core = self.minimal_core(roots);
        let mut log = QueryLog { core: core.len(), ..QueryLog::default() };
        let mut asserted = roots.to_vec();
        asserted.extend(core.iter().map(|r| r.axiom));
        if self.inst.limits.log_queries
            && let Some((text, names)) = smt::script(self.inst.arena, &asserted)
        {
            log.text = Some(text);
            log.core_names = names;
        }
        let lemmas = core
            .iter()
            .filter_map(|r| match r.kind {
                Kind::Lemma { lemma, .. } => Some(lemma),
                _ => None,
            })
            .collect();
        let limits = self.inst.limits;
        let nodes = limits.max_nodes.max(limits.nodes_per_instance * core.len());
        let mut builder = Builder::new(&mut self.inst, &mut self.solver, core, nodes);
        match builder.build(&self.sequent.facts, self.introduced, self.sequent.goal) {
            Ok(proof) => Outcome::Proved { step: proof.step, log },
            Err(NotBuilt::NoSplit(at, facts)) => Outcome::SolverOnly { log, at: Some(at), facts, lemmas },
            Err(NotBuilt::TooLarge) => {
                if !self.inst.work.over() {
                    self.inst.work.exhaust(Budget::Nodes(u64::try_from(nodes).unwrap_or(u64::MAX)));
                }
                Outcome::SolverOnly { log, at: None, facts: Vec::new(), lemmas }
            }
        }
    }

    /// The records of Z3's core, with those that cost case splits dropped where possible.
    fn minimal_core(&mut self, roots: &[ExprId]) -> Vec<Record> {
        let pick = |s: &Self, core: &[ExprId]| -> Vec<usize> {
            let mut out: Vec<usize> = core.iter().filter_map(|f| s.inst.records.of_axiom(*f)).collect();
            out.sort_unstable();
            out
        };
        let mut kept = pick(self, &self.solver.core());
        if kept.iter().any(|&i| self.weight(&self.inst.records[i]) > 0) {
            let mut query = roots.to_vec();
            query.extend(self.inst.records.iter().filter(|r| self.weight(r) == 0).map(|r| r.axiom));
            if self.solver.check(self.inst.arena, &query) == Answer::Unsat {
                return pick(self, &self.solver.core())
                    .into_iter()
                    .map(|i| self.inst.records[i].clone())
                    .collect();
            }
        }
        let mut costly: Vec<usize> =
            kept.iter().copied().filter(|&i| self.weight(&self.inst.records[i]) > 0).collect();
        costly.sort_by_key(|&i| std::cmp::Reverse(self.weight(&self.inst.records[i])));
        for i in costly {
            if !kept.contains(&i) {
                continue;
            }
            let mut query = roots.to_vec();
            query.extend(kept.iter().filter(|&&k| k != i).map(|&k| self.inst.records[k].axiom));
            if self.solver.check(self.inst.arena, &query) == Answer::Unsat {
                kept = pick(self, &self.solver.core());
            }
        }
        kept.into_iter().map(|i| self.inst.records[i].clone()).collect()
    }
}
