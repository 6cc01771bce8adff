//! From the instances that Z3's core names to evidence: direct, constructive, goal-directed.
//!
//! A disjunct or witness is taken when it is the only one that can hold, or when Z3 says that it
//! follows from the branch; otherwise the branch is split: on a constructor, on a disjunction
//! among the facts, or on a decidable atom of the goal. Everything is built on the way down and
//! pruned on the way up, so a split that turns out not to matter leaves no trace. Refuting the
//! negated condition as a whole would need classical steps for the existentials, and gives
//! evidence several times as large.

use super::branch::{Branch, is_literal};
use super::instances::{Instances, Kind, Record};
use super::solver::{Answer, Solver};
use super::step::{Maker, Proof, Step, Variables};
use super::wraps::two;
use covenant_kernel::arena::{Bin, Expr, ExprId, FALSITY, INT, IdMap, Quant, TRUTH};

/// Why no evidence was built although the instances are contradictory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotBuilt {
    /// Nothing left to split on: the goal and the facts of the branch.
    NoSplit(ExprId, Vec<ExprId>),
    /// Too many nodes, or out of time.
    TooLarge,
}

pub(super) struct Builder<'b, 'a> {
    pub inst: &'b mut Instances<'a>,
    pub solver: &'b mut Solver,
    pub core: Vec<Record>,
    axioms: Vec<ExprId>,
    pub witnesses: IdMap<ExprId, Vec<ExprId>>,
    /// Existentials at their witnesses.
    pub bodies: IdMap<(ExprId, ExprId), ExprId>,
    eigen: IdMap<ExprId, ExprId>,
    pub variables: Variables,
    /// Core records by the facts and variables they wait for.
    pub wakes: IdMap<ExprId, Vec<u32>>,
    nodes: usize,
    max_nodes: usize,
    pub(super) max_queries: u32,
    /// Existentials around the goal whose prospect is being worked out.
    pub prospect_depth: u32,
    /// Whether that was given up somewhere because they are too many.
    pub truncated: bool,
}

/// A way to continue: a case distinction with the facts and variables of each branch.
pub(super) enum Splitting {
    Or(ExprId),
    Case(ExprId, Vec<ExprId>),
    Cut(ExprId),
    Conditional(ExprId),
    /// Prove the premise of this implication and go on.
    Premise(ExprId, ExprId, ExprId),
}

pub(super) type Built = Result<Proof, NotBuilt>;

impl<'b, 'a> Builder<'b, 'a> {
    pub(super) fn new(
        inst: &'b mut Instances<'a>,
        solver: &'b mut Solver,
        core: Vec<Record>,
        max_nodes: usize,
    ) -> Self {
        // Enough for every choice of a sensible proof; a search that asks more is lost.
        let max_queries = solver.queries + 300 + 4 * u32::try_from(core.len()).unwrap_or(0);
        let mut builder = Builder {
            inst,
            solver,
            core: Vec::new(),
            axioms: Vec::new(),
            witnesses: IdMap::default(),
            bodies: IdMap::default(),
            eigen: IdMap::default(),
            variables: Variables::default(),
            wakes: IdMap::default(),
            nodes: 0,
            max_nodes,
            max_queries,
            prospect_depth: 0,
            truncated: false,
        };
        for record in core {
            builder.use_record(record);
        }
        builder
    }

    /// Makes a record available to the proof; its number in the core.
    pub(super) fn use_record(&mut self, record: Record) -> u32 {
        let number = u32::try_from(self.core.len()).unwrap_or(u32::MAX);
        let (fact, terms): (Option<ExprId>, &[ExprId]) = match &record.kind {
            Kind::Universal { quantified, terms } => (Some(*quantified), terms),
            Kind::Obtained { quantified, .. } => (Some(*quantified), &[]),
            Kind::Equation { term } => (None, std::slice::from_ref(term)),
            Kind::Lemma { terms, .. } | Kind::Axiom { terms, .. } => (None, terms),
            Kind::Witness { quantified, term } => {
                self.witnesses.entry(*quantified).or_default().push(*term);
                (None, &[])
            }
            Kind::Eigen { quantified, var } => {
                self.eigen.insert(*quantified, *var);
                (None, &[])
            }
            Kind::Exhaust { .. } | Kind::Conditional { .. } => (None, &[]),
        };
        let mut waits: Vec<ExprId> = fact.into_iter().collect();
        for &t in terms {
            waits.extend(self.variables.of(self.inst.arena, t).iter());
        }
        waits.sort_unstable();
        waits.dedup();
        for w in waits {
            self.wakes.entry(w).or_default().push(number);
        }
        self.axioms.push(record.axiom);
        self.core.push(record);
        number
    }

    /// Whether the search has to end, after what a look at the branch costs.
    pub(super) fn over(&self, branch: &Branch) -> bool {
        let work = &self.inst.work;
        work.spend_for(10 + branch.facts.len() / 4 + branch.ground.closure.len() / 4);
        work.over()
    }

    /// No questions to Z3: choices must be plain.
    pub(super) fn without_solver(mut self) -> Self {
        self.max_queries = 0;
        self
    }

    pub(super) fn maker(&mut self) -> Maker<'_> {
        Maker { arena: self.inst.arena, variables: &mut self.variables }
    }

    /// Evidence for a goal under facts.
    pub(super) fn build(&mut self, facts: &[ExprId], introduced: &[ExprId], goal: ExprId) -> Built {
        let mut branch = Branch::default();
        branch.agenda.extend((0u32..).take(self.core.len()).collect::<Vec<_>>().into_iter().rev());
        branch.introduce(introduced);
        for &f in facts {
            branch.add(self.inst.arena, f, &mut Vec::new());
        }
        self.prove(branch, goal)
    }

    fn prove(&mut self, branch: Branch, goal: ExprId) -> Built {
        // A proof of a generator with many branches is deep.
        covenant_budget::deeper(|| self.prove_here(branch, goal))
    }

    fn prove_here(&mut self, mut branch: Branch, goal: ExprId) -> Built {
        self.nodes += 1;
        if self.nodes > self.max_nodes || self.over(&branch) {
            return Err(NotBuilt::TooLarge);
        }
        let (wraps, closed) = self.saturate(&mut branch, 0);
        let inner = match closed {
            Some(proof) => proof,
            None => self.prove_goal(branch, goal)?,
        };
        Ok(self.wrap(wraps, inner))
    }

    fn prove_goal(&mut self, mut branch: Branch, goal: ExprId) -> Built {
        if goal == TRUTH || branch.known.contains(&goal) {
            return Ok(self.maker().exact(goal));
        }
        match *self.inst.arena.expr(goal) {
            Expr::Bin(Bin::And, a, b) => {
                // A literal that holds needs no copy of the branch.
                let literal = is_literal(self.inst.arena, a);
                let first = match if literal { self.leaf_goal(&mut branch, a) } else { None } {
                    Some(leaf) => leaf,
                    None => self.prove_goal_or_close(branch.clone(), a)?,
                };
                let second = self.prove_goal_or_close(branch, b)?;
                Ok(self.maker().both(first, second, Step::Split))
            }
            Expr::Bin(Bin::Iff, a, b) => {
                let lost = NotBuilt::NoSplit(goal, branch.facts.clone());
                let there = self.inst.arena.bin(Bin::Imp, a, b).map_err(|_| lost.clone())?;
                let back = self.inst.arena.bin(Bin::Imp, b, a).map_err(|_| lost)?;
                let there = self.prove_goal_or_close(branch.clone(), there)?;
                let back = self.prove_goal_or_close(branch, back)?;
                Ok(self.maker().both(there, back, Step::Split))
            }
            Expr::Bin(Bin::Imp, a, b) => {
                let mut produced = Vec::new();
                branch.add(self.inst.arena, a, &mut produced);
                let proof = self.prove(branch, b)?;
                Ok(self.maker().intro(None, &produced, proof))
            }
            Expr::Not(a) if !is_literal(self.inst.arena, goal) => {
                let mut produced = Vec::new();
                branch.add(self.inst.arena, a, &mut produced);
                let proof = self.prove(branch, FALSITY)?;
                Ok(self.maker().intro(None, &produced, proof))
            }
            Expr::Quant(Quant::Forall, sort, body) => {
                let lost = NotBuilt::NoSplit(goal, branch.facts.clone());
                let var = match self.eigen.get(&goal) {
                    Some(&var) if !branch.scope.contains(&var) => var,
                    _ => self.inst.fresh(sort).ok_or(lost.clone())?,
                };
                let body = self.inst.arena.instantiate(body, &[var], 0).map_err(|_| lost)?;
                branch.introduce(&[var]);
                let proof = self.prove(branch, body)?;
                Ok(self.maker().intro(Some(var), &[], proof))
            }
            Expr::Bin(Bin::Or, ..) | Expr::Quant(Quant::Exists, ..) => self.choose(branch, goal),
            _ => self.prove_literal(branch, goal),
        }
    }

    /// For parts of a saturated branch's goal: a decided literal needs no copy of the branch.
    pub(super) fn prove_goal_or_close(&mut self, branch: Branch, goal: ExprId) -> Built {
        covenant_budget::deeper(|| self.prove_part(branch, goal))
    }

    fn prove_part(&mut self, mut branch: Branch, goal: ExprId) -> Built {
        self.nodes += 1;
        if self.nodes > self.max_nodes || self.over(&branch) {
            return Err(NotBuilt::TooLarge);
        }
        if is_literal(self.inst.arena, goal)
            && let Some(leaf) = self.leaf_goal(&mut branch, goal)
        {
            return Ok(leaf);
        }
        self.prove_goal(branch, goal)
    }

    fn prove_literal(&mut self, mut branch: Branch, goal: ExprId) -> Built {
        if goal != FALSITY
            && let Some(leaf) = self.leaf_goal(&mut branch, goal)
        {
            return Ok(leaf);
        }
        if goal == FALSITY {
            return self.split(branch, goal);
        }
        if let Expr::Not(a) = *self.inst.arena.expr(goal) {
            let mut produced = Vec::new();
            branch.add(self.inst.arena, a, &mut produced);
            let proof = self.prove(branch, FALSITY)?;
            return Ok(self.maker().intro(None, &produced, proof));
        }
        if self.inst.arena.info(goal).decidable {
            let lost = NotBuilt::NoSplit(goal, branch.facts.clone());
            let not = self.inst.arena.not(goal).map_err(|_| lost)?;
            let exact = self.maker().exact(goal);
            let mut produced = Vec::new();
            branch.add(self.inst.arena, not, &mut produced);
            let proof = self.prove(branch, FALSITY)?;
            let proof = self.maker().goal_step(proof, &[], Step::Absurd);
            let branches = vec![(Vec::new(), vec![goal], exact), (Vec::new(), produced, proof)];
            return Ok(self.maker().cases(&[], &[goal], branches, |b| two(b, |x, y| Step::Cut(goal, x, y))));
        }
        if let Some((as_ctor, needed, body)) = self.unfolded_goal(&branch, goal) {
            let proof = self.prove(branch, body)?;
            let mut proof = self.maker().goal_step(proof, &[], |next| Step::UnfoldGoal { as_ctor, next });
            proof.used.facts.extend(needed);
            if let Some(form) = as_ctor {
                proof.used.vars.extend(self.variables.of(self.inst.arena, form).iter());
            }
            return Ok(proof);
        }
        self.split(branch, goal)
    }

    /// The body of a predicate goal at a known constructor.
    fn unfolded_goal(
        &mut self,
        branch: &Branch,
        goal: ExprId,
    ) -> Option<(Option<ExprId>, Option<ExprId>, ExprId)> {
        let Expr::Fn(..) = self.inst.arena.expr(goal) else { return None };
        if let Ok(body) = self.inst.theory.unfold(self.inst.arena, goal, None) {
            return Some((None, None, body));
        }
        let value = self.inst.theory.analysed(self.inst.arena, goal)?;
        for &fact in &branch.facts {
            if let Expr::Bin(Bin::Eq, a, b) = *self.inst.arena.expr(fact)
                && a == value
                && self.inst.is_ctor(b)
            {
                let body = self.inst.theory.unfold(self.inst.arena, goal, Some(b)).ok()?;
                return Some((Some(b), Some(fact), body));
            }
        }
        None
    }

    pub(super) fn visible(&mut self, branch: &Branch, term: ExprId) -> bool {
        self.variables.of(self.inst.arena, term).iter().all(|v| branch.scope.contains(v))
    }

    /// Whether Z3 says that a formula follows from the branch and the core's instances.
    pub(super) fn follows(&mut self, branch: &Branch, f: ExprId) -> bool {
        let Ok(not) = self.inst.arena.not(f) else { return false };
        if self.solver.queries >= self.max_queries {
            return false;
        }
        let mut query = branch.facts.clone();
        query.extend(&self.axioms);
        query.push(not);
        self.solver.check(self.inst.arena, &query) == Answer::Unsat
    }

    /// The facts and variables of each branch of a split.
    pub(super) fn split_facts(&mut self, splitting: &Splitting) -> Vec<(Vec<ExprId>, Vec<ExprId>)> {
        let arena = &mut *self.inst.arena;
        match splitting {
            Splitting::Or(f) => match *arena.expr(*f) {
                Expr::Bin(Bin::Or, a, b) => vec![(vec![a], vec![]), (vec![b], vec![])],
                _ => Vec::new(),
            },
            Splitting::Cut(f) => match arena.not(*f) {
                Ok(not) => vec![(vec![*f], vec![]), (vec![not], vec![])],
                Err(_) => Vec::new(),
            },
            Splitting::Case(t, forms) => {
                let mut out = Vec::new();
                for &form in forms {
                    let vars = match arena.expr(form) {
                        Expr::Ctor(_, _, args) => args.to_vec(),
                        _ => Vec::new(),
                    };
                    out.extend(arena.eq(*t, form).map(|is| (vec![is], vars)));
                }
                out
            }
            Splitting::Conditional(t) => {
                let Expr::Ite(c, a, b) = *arena.expr(*t) else { return Vec::new() };
                match (arena.not(c), arena.eq(*t, a), arena.eq(*t, b)) {
                    (Ok(not), Ok(is_a), Ok(is_b)) => vec![(vec![c, is_a], vec![]), (vec![not, is_b], vec![])],
                    _ => Vec::new(),
                }
            }
            Splitting::Premise(_, _, q) => vec![(vec![*q], vec![])],
        }
    }

    pub(super) fn apply_split(&mut self, branch: Branch, goal: ExprId, splitting: Splitting) -> Built {
        if let Splitting::Premise(fact, p, q) = splitting {
            let premise = self.prove_goal_or_close(branch.clone(), p)?;
            let mut branch = branch;
            branch.open.retain(|&f| f != fact);
            let mut produced = Vec::new();
            branch.add(self.inst.arena, q, &mut produced);
            let rest = self.prove(branch, goal)?;
            return Ok(self
                .maker()
                .then(&[fact], &[], premise, &produced, rest, |a, b| Step::Apply(fact, a, b)));
        }
        let mut branches = Vec::new();
        for (facts, vars) in self.split_facts(&splitting) {
            let mut copy = branch.clone();
            match &splitting {
                Splitting::Or(f) => copy.open.retain(|o| o != f),
                Splitting::Case(t, _) => {
                    copy.split.insert(*t);
                }
                Splitting::Conditional(t) => {
                    for (i, record) in self.core.iter().enumerate() {
                        if matches!(record.kind, Kind::Conditional { term } if term == *t) {
                            copy.activate(i);
                        }
                    }
                }
                Splitting::Cut(_) | Splitting::Premise(..) => {}
            }
            copy.introduce(&vars);
            let mut produced = Vec::new();
            for f in facts {
                copy.add(self.inst.arena, f, &mut produced);
            }
            let proof = self.prove(copy, goal)?;
            // A branch that does not need its assumption proves the goal by itself.
            let idle = !produced.iter().any(|f| proof.used.facts.contains(f))
                && !vars.iter().any(|v| proof.used.vars.contains(v));
            if idle {
                return Ok(proof);
            }
            branches.push((vars, produced, proof));
        }
        Ok(match splitting {
            Splitting::Or(f) => {
                self.maker().cases(&[f], &[], branches, |b| two(b, |x, y| Step::OrElim(f, x, y)))
            }
            Splitting::Cut(f) => {
                self.maker().cases(&[], &[f], branches, |b| two(b, |x, y| Step::Cut(f, x, y)))
            }
            Splitting::Conditional(t) => {
                self.maker().cases(&[], &[t], branches, |b| two(b, |x, y| Step::IteSplit(t, x, y)))
            }
            Splitting::Case(t, _) | Splitting::Premise(_, t, _) => {
                self.maker().cases(&[], &[t], branches, |b| Step::Case(t, b))
            }
        })
    }

    /// Splits on what the branch knows, looking one step ahead for branches that close.
    pub(super) fn split(&mut self, mut branch: Branch, goal: ExprId) -> Built {
        let mut candidates: Vec<Splitting> = Vec::new();
        for &fact in &branch.open.clone() {
            match *self.inst.arena.expr(fact) {
                Expr::Bin(Bin::Or, ..) => candidates.push(Splitting::Or(fact)),
                Expr::Bin(Bin::Imp, p, q) => {
                    if self.inst.arena.info(p).decidable {
                        let atom = self.undecided_atom(&mut branch, p).unwrap_or(p);
                        candidates.extend(self.atom_split(&branch, atom));
                    } else if self.follows(&branch, p) {
                        candidates.insert(0, Splitting::Premise(fact, p, q));
                    }
                }
                Expr::Bin(Bin::Iff, p, q) => {
                    for side in [p, q] {
                        if self.inst.arena.info(side).decidable
                            && let Some(atom) = self.undecided_atom(&mut branch, side)
                        {
                            candidates.extend(self.atom_split(&branch, atom));
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
        for i in 0..self.core.len() {
            if let Kind::Conditional { term } = self.core[i].kind
                && !branch.is_active(i)
                && self.variables.of(self.inst.arena, term).iter().all(|v| branch.scope.contains(v))
            {
                candidates.push(Splitting::Conditional(term));
            }
        }
        let cases = self.open_cases(&branch);
        candidates.extend(cases.into_iter().map(|(_, t, forms)| Splitting::Case(t, forms)));
        if let Some(Splitting::Premise(..)) = candidates.first() {
            let first = candidates.swap_remove(0);
            return self.apply_split(branch, goal, first);
        }
        let spare = self.spare_cases(&branch);
        candidates.extend(spare.into_iter().map(|(_, t, forms)| Splitting::Case(t, forms)));
        if candidates.is_empty() {
            candidates.extend(self.last_resort(&mut branch));
        }
        // Where looking ahead does not tell, what takes values apart comes before cuts.
        candidates.sort_by_key(|c| match c {
            Splitting::Premise(..) => 0,
            Splitting::Conditional(_) | Splitting::Or(_) => 1,
            Splitting::Case(..) => 2,
            Splitting::Cut(_) => 3,
        });
        match self.look_ahead(&branch, candidates) {
            Some(chosen) => self.apply_split(branch, goal, chosen),
            None if self.widen_core(&mut branch, goal) => self.prove(branch, goal),
            None => Err(NotBuilt::NoSplit(goal, branch.facts.clone())),
        }
    }

    /// The candidate with the fewest branches left open.
    fn look_ahead(&mut self, branch: &Branch, mut candidates: Vec<Splitting>) -> Option<Splitting> {
        if candidates.len() <= 1 {
            return candidates.pop();
        }
        let mut best: Option<(usize, usize)> = None;
        for (i, splitting) in candidates.iter().enumerate().take(14) {
            let mut open = 0;
            for (facts, vars) in self.split_facts(splitting) {
                let mut copy = branch.clone();
                copy.introduce(&vars);
                let mut produced = Vec::new();
                facts.iter().for_each(|&f| copy.add(self.inst.arena, f, &mut produced));
                if self.saturate(&mut copy, 1).1.is_none() {
                    open += 1;
                }
            }
            if best.is_none_or(|b| open < b.0) {
                best = Some((open, i));
            }
            if open <= 1 {
                break;
            }
        }
        best.map(|(_, i)| candidates.swap_remove(i))
    }

    fn undecided_atom(&mut self, branch: &mut Branch, f: ExprId) -> Option<ExprId> {
        match *self.inst.arena.expr(f) {
            Expr::Not(a) => self.undecided_atom(branch, a),
            Expr::Bin(Bin::And | Bin::Or | Bin::Imp | Bin::Iff, a, b) => {
                self.undecided_atom(branch, a).or_else(|| self.undecided_atom(branch, b))
            }
            _ => (self.value(branch, f).is_none() && self.inst.arena.info(f).decidable).then_some(f),
        }
    }

    /// With nothing left to take apart: an integer disequality, or a boolean or small value that
    /// a function is applied to.
    fn last_resort(&mut self, branch: &mut Branch) -> Vec<Splitting> {
        let mut out = Vec::new();
        for &fact in &branch.facts.clone() {
            let Expr::Not(atom) = *self.inst.arena.expr(fact) else { continue };
            let Expr::Bin(Bin::Eq, a, b) = *self.inst.arena.expr(atom) else { continue };
            if self.inst.arena.sort_of(a) == Some(INT)
                && let Ok(lt) = self.inst.arena.bin(Bin::Lt, a, b)
                && self.value(branch, lt).is_none()
            {
                out.push(Splitting::Cut(lt));
            }
        }
        for n in 0..branch.ground.closure.len() {
            let t = branch.ground.closure.term(u32::try_from(n).unwrap_or(u32::MAX));
            if self.inst.is_data(t)
                && branch.ground.closure.ctor_form(t).is_none()
                && !branch.split.contains(&t)
                && self.visible(branch, t)
            {
                let forms = self.nullary_forms(t);
                if !forms.is_empty() {
                    out.push(Splitting::Case(t, forms));
                    break;
                }
            }
        }
        out
    }
}
