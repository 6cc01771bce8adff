//! Checking evidence: a goal under facts, transformed step by step, with no solver.
//!
//! Every step is an introduction or elimination of constructive logic, or a property of
//! datatypes, definitions or integers. Excluded middle is used for decidable formulas only, so
//! that each step has a Rocq tactic that needs no axiom. Branches wait on an explicit stack.

use crate::arena::{Arena, Bin, Expr, ExprId, IdMap, Quant, Sort, SortId, index};
use crate::leaf::{self, Line};
use crate::load::Loaded;
use crate::reject::Why;
use crate::subst::Scope;
use crate::tables::{ExprRef, GHOST, LeafRow, Motive, StepRef, StepRow};
use crate::theory::Theory;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A stack of known formulas with fast membership.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    stack: Vec<ExprId>,
    count: IdMap<ExprId, u32>,
}

impl Facts {
    /// Adds a formula, and the parts of a conjunction.
    pub fn add(&mut self, arena: &Arena, fact: ExprId) {
        let mut pending = vec![fact];
        while let Some(f) = pending.pop() {
            if self.contains(f) {
                continue;
            }
            self.stack.push(f);
            self.count.insert(f, 1);
            if let Expr::Bin(Bin::And, a, b) = arena.expr(f) {
                pending.extend([*b, *a]);
            }
        }
    }

    /// Whether a formula is known.
    #[must_use]
    pub fn contains(&self, fact: ExprId) -> bool {
        self.count.contains_key(&fact)
    }

    /// All known formulas, oldest first.
    #[must_use]
    pub fn as_slice(&self) -> &[ExprId] {
        &self.stack
    }

    /// Forgets everything added since there were `len` formulas.
    pub fn truncate(&mut self, len: usize) {
        while self.stack.len() > len {
            if let Some(f) = self.stack.pop() {
                self.count.remove(&f);
            }
        }
    }
}

/// Where a branch starts: what it must prove, and what it may assume beyond the common part.
struct Branch {
    step: StepRef,
    goal: ExprId,
    facts: usize,
    ghosts: usize,
    new_ghosts: Vec<SortId>,
    new_facts: Vec<ExprId>,
}

/// What happens to the goal after a step.
enum Next {
    /// Proved.
    Done,
    /// Go on with a step and a goal.
    Goal(StepRef, ExprId),
    /// Several branches, each with a step, a goal, new ghosts and new facts.
    Branches(Vec<(StepRef, ExprId, Vec<SortId>, Vec<ExprId>)>),
}

/// A check of evidence under way.
pub struct Prover<'a> {
    /// The arena.
    pub arena: &'a mut Arena,
    /// Definitions, axioms, and the lemmas that may be used.
    pub theory: &'a Theory,
    /// Loaded rows that the steps refer to.
    pub loaded: &'a Loaded,
    /// All steps.
    pub steps: &'a [StepRow],
    /// Known formulas.
    pub facts: &'a mut Facts,
    /// Variables in scope.
    pub scope: &'a mut Scope,
    /// How many steps may still be visited.
    pub budget: &'a mut u64,
    /// Axioms used so far, by number.
    pub axioms: &'a mut BTreeSet<u32>,
}

impl Prover<'_> {
    /// Checks that `step` proves `goal`. On failure the second component is the step at fault.
    pub fn prove(&mut self, step: StepRef, goal: ExprId) -> Result<(), (StepRef, Why)> {
        let (facts, ghosts) = (self.facts.as_slice().len(), self.scope.ghosts.len());
        let mut waiting = Vec::new();
        let (mut step, mut goal) = (step, goal);
        let result = loop {
            match self.step(step, goal) {
                Err(why) => break Err((step, why)),
                Ok(Next::Goal(next, new_goal)) => {
                    (step, goal) = (next, new_goal);
                    continue;
                }
                Ok(Next::Done) => {}
                Ok(Next::Branches(branches)) => {
                    let (facts, ghosts) = (self.facts.as_slice().len(), self.scope.ghosts.len());
                    for (step, goal, new_ghosts, new_facts) in branches.into_iter().rev() {
                        waiting.push(Branch { step, goal, facts, ghosts, new_ghosts, new_facts });
                    }
                }
            }
            let Some(branch) = waiting.pop() else { break Ok(()) };
            self.facts.truncate(branch.facts);
            self.scope.ghosts.truncate(branch.ghosts);
            self.scope.ghosts.extend(branch.new_ghosts);
            for fact in branch.new_facts {
                self.facts.add(self.arena, fact);
            }
            (step, goal) = (branch.step, branch.goal);
        };
        self.facts.truncate(facts);
        self.scope.ghosts.truncate(ghosts);
        result
    }

    fn step(&mut self, step: StepRef, goal: ExprId) -> Result<Next, Why> {
        *self.budget = self.budget.checked_sub(1).ok_or(Why::TooLarge)?;
        let steps = self.steps;
        let row = steps.get(index(step.0)).ok_or(Why::BadReference)?;
        // Backward references only: evidence cannot run in circles.
        let before = |s: StepRef| if s.0 < step.0 { Ok(s) } else { Err(Why::BadReference) };
        match row {
            StepRow::Intro(next) => self.intro(before(*next)?, goal),
            StepRow::Split(l, r) => self.split(before(*l)?, before(*r)?, goal),
            StepRow::Left(next) => self.choose(before(*next)?, goal, true),
            StepRow::Right(next) => self.choose(before(*next)?, goal, false),
            StepRow::Witness(t, next) => self.witness(*t, before(*next)?, goal),
            StepRow::Exact => self.exact(goal),
            StepRow::Absurd(next) => Ok(Next::Goal(before(*next)?, self.arena.falsity())),
            StepRow::OrElim(f, l, r) => self.or_elim(*f, before(*l)?, before(*r)?, goal),
            StepRow::Obtain(f, next) => self.obtain(*f, before(*next)?, goal),
            StepRow::Inst(f, t, next) => self.inst(*f, *t, before(*next)?, goal),
            StepRow::Apply(f, premise, next) => self.apply(*f, before(*premise)?, before(*next)?, goal),
            StepRow::IffParts(f, next) => self.iff_parts(*f, before(*next)?, goal),
            StepRow::NotPush(f, next) => self.not_push(*f, before(*next)?, goal),
            StepRow::Case(t, branches) => {
                let branches = branches.iter().map(|b| before(*b)).collect::<Result<_, _>>()?;
                self.case(*t, branches, goal)
            }
            StepRow::Cut(f, yes, no) => self.cut(*f, before(*yes)?, before(*no)?, goal),
            StepRow::IteSplit(t, yes, no) => self.ite_split(*t, before(*yes)?, before(*no)?, goal),
            StepRow::Unfold { term, as_ctor, next } => self.unfold(*term, *as_ctor, before(*next)?, goal),
            StepRow::UnfoldFact { fact, as_ctor, next } => {
                self.unfold_fact(*fact, *as_ctor, before(*next)?, goal)
            }
            StepRow::UnfoldGoal { as_ctor, next } => self.unfold_goal(*as_ctor, before(*next)?, goal),
            StepRow::Lemma(lemma, sorts, terms, next) => {
                let formula = *self.theory.lemmas.get(index(lemma.0)).ok_or(Why::ForwardLemma)?;
                self.instance(formula, sorts, terms, before(*next)?, goal)
            }
            StepRow::Axiom(axiom, sorts, terms, next) => {
                let formula = *self.theory.axioms.get(index(axiom.0)).ok_or(Why::BadReference)?;
                self.axioms.insert(axiom.0);
                self.instance(formula, sorts, terms, before(*next)?, goal)
            }
            StepRow::Have(f, proof, next) => self.have(*f, before(*proof)?, before(*next)?, goal),
            StepRow::Induct(motives, cases) => {
                let cases: Vec<StepRef> = cases.iter().map(|b| before(*b)).collect::<Result<_, _>>()?;
                self.induct(motives, &cases, goal)
            }
            StepRow::Leaf(facts, lines) => self.leaf(facts, lines, goal),
        }
    }

    /// A formula that must be among the facts.
    fn fact(&self, f: ExprRef) -> Result<ExprId, Why> {
        let f = self.loaded.expr(f)?;
        if self.facts.contains(f) { Ok(f) } else { Err(Why::NotAFact) }
    }

    /// A term that the certificate supplies, of the given sort.
    fn term(&self, t: ExprRef, sort: SortId) -> Result<ExprId, Why> {
        let t = self.loaded.expr(t)?;
        if self.arena.sort_of(t) != Some(sort) {
            return Err(Why::SortMismatch);
        }
        self.arena.in_scope(t, self.scope, &[], None)?;
        Ok(t)
    }

    /// A formula that the certificate supplies.
    fn formula(&self, f: ExprRef) -> Result<ExprId, Why> {
        let f = self.loaded.expr(f)?;
        if self.arena.sort_of(f).is_some() {
            return Err(Why::SortMismatch);
        }
        self.arena.in_scope(f, self.scope, &[], None)?;
        Ok(f)
    }

    /// The local that the next introduced variable will be, `ahead` variables from now.
    fn ghost(&mut self, ahead: usize, sort: SortId) -> Result<ExprId, Why> {
        let number = self.scope.ghosts.len().checked_add(ahead).ok_or(Why::TooLarge)?;
        let number = u32::try_from(number).map_err(|_| Why::TooLarge)?;
        self.arena.mk(Expr::Local(GHOST.checked_add(number).ok_or(Why::TooLarge)?, sort))
    }

    /// A new variable.
    fn introduce(&mut self, sort: SortId) -> Result<ExprId, Why> {
        let x = self.ghost(0, sort)?;
        self.scope.ghosts.push(sort);
        Ok(x)
    }

    fn assume(&mut self, fact: ExprId) {
        self.facts.add(self.arena, fact);
    }

    /// `x fresh, F |- p(x)  /  F |- forall x. p`; `F, p |- q  /  F |- p ==> q`; `F, p |- False  /  F |- not p`.
    fn intro(&mut self, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        match *self.arena.expr(goal) {
            Expr::Quant(Quant::Forall, sort, body) => {
                let x = self.introduce(sort)?;
                Ok(Next::Goal(next, self.arena.instantiate(body, &[x], 0)?))
            }
            Expr::Bin(Bin::Imp, p, q) => {
                self.assume(p);
                Ok(Next::Goal(next, q))
            }
            Expr::Not(p) => {
                self.assume(p);
                Ok(Next::Goal(next, self.arena.falsity()))
            }
            _ => Err(Why::GoalMismatch),
        }
    }

    /// `F |- p   F |- q  /  F |- p && q`, and both directions of an equivalence.
    fn split(&mut self, left: StepRef, right: StepRef, goal: ExprId) -> Result<Next, Why> {
        let (p, q) = match *self.arena.expr(goal) {
            Expr::Bin(Bin::And, p, q) => (p, q),
            Expr::Bin(Bin::Iff, p, q) => (self.arena.bin(Bin::Imp, p, q)?, self.arena.bin(Bin::Imp, q, p)?),
            _ => return Err(Why::GoalMismatch),
        };
        Ok(Next::Branches(vec![(left, p, vec![], vec![]), (right, q, vec![], vec![])]))
    }

    /// `F |- p  /  F |- p || q`, or with `q`.
    fn choose(&mut self, next: StepRef, goal: ExprId, left: bool) -> Result<Next, Why> {
        match *self.arena.expr(goal) {
            Expr::Bin(Bin::Or, p, q) => Ok(Next::Goal(next, if left { p } else { q })),
            _ => Err(Why::GoalMismatch),
        }
    }

    /// `F |- p(t)  /  F |- exists x. p`.
    fn witness(&mut self, t: ExprRef, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        let Expr::Quant(Quant::Exists, sort, body) = *self.arena.expr(goal) else {
            return Err(Why::GoalMismatch);
        };
        let t = self.term(t, sort)?;
        Ok(Next::Goal(next, self.arena.instantiate(body, &[t], 0)?))
    }

    /// `F, p |- p`; `F |- True`.
    fn exact(&mut self, goal: ExprId) -> Result<Next, Why> {
        if goal == self.arena.truth() || self.facts.contains(goal) {
            Ok(Next::Done)
        } else {
            Err(Why::NotAFact)
        }
    }

    /// `F, p |- g   F, q |- g  /  F, p || q |- g`.
    fn or_elim(&mut self, f: ExprRef, left: StepRef, right: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.fact(f)?;
        let Expr::Bin(Bin::Or, p, q) = *self.arena.expr(f) else { return Err(Why::FactMismatch) };
        Ok(Next::Branches(vec![(left, goal, vec![], vec![p]), (right, goal, vec![], vec![q])]))
    }

    /// `x fresh, F, p(x) |- g  /  F, exists x. p |- g`.
    fn obtain(&mut self, f: ExprRef, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.fact(f)?;
        let Expr::Quant(Quant::Exists, sort, body) = *self.arena.expr(f) else {
            return Err(Why::FactMismatch);
        };
        let x = self.introduce(sort)?;
        let fact = self.arena.instantiate(body, &[x], 0)?;
        self.assume(fact);
        Ok(Next::Goal(next, goal))
    }

    /// `F, p(t) |- g  /  F, forall x. p |- g`.
    fn inst(&mut self, f: ExprRef, t: ExprRef, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.fact(f)?;
        let Expr::Quant(Quant::Forall, sort, body) = *self.arena.expr(f) else {
            return Err(Why::FactMismatch);
        };
        let t = self.term(t, sort)?;
        let fact = self.arena.instantiate(body, &[t], 0)?;
        self.assume(fact);
        Ok(Next::Goal(next, goal))
    }

    /// `F |- p   F, q |- g  /  F, p ==> q |- g`.
    fn apply(&mut self, f: ExprRef, premise: StepRef, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.fact(f)?;
        let Expr::Bin(Bin::Imp, p, q) = *self.arena.expr(f) else { return Err(Why::FactMismatch) };
        Ok(Next::Branches(vec![(premise, p, vec![], vec![]), (next, goal, vec![], vec![q])]))
    }

    /// `F, p ==> q, q ==> p |- g  /  F, p <=> q |- g`.
    fn iff_parts(&mut self, f: ExprRef, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.fact(f)?;
        let Expr::Bin(Bin::Iff, p, q) = *self.arena.expr(f) else { return Err(Why::FactMismatch) };
        let (there, back) = (self.arena.bin(Bin::Imp, p, q)?, self.arena.bin(Bin::Imp, q, p)?);
        self.assume(there);
        self.assume(back);
        Ok(Next::Goal(next, goal))
    }

    /// De Morgan, one level. SOUNDNESS: constructive, or for decidable parts only;
    /// `not forall` is left alone.
    fn not_push(&mut self, f: ExprRef, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.fact(f)?;
        let Expr::Not(inner) = *self.arena.expr(f) else { return Err(Why::FactMismatch) };
        let decidable = |e: ExprId| self.arena.info(e).decidable;
        match *self.arena.expr(inner) {
            Expr::True => {
                let falsity = self.arena.falsity();
                self.assume(falsity);
            }
            Expr::Not(p) => {
                if !decidable(p) {
                    return Err(Why::NotDecidable);
                }
                self.assume(p);
            }
            Expr::Bin(Bin::Or, p, q) => {
                for part in [p, q] {
                    let not = self.arena.not(part)?;
                    self.assume(not);
                }
            }
            Expr::Bin(Bin::And, p, q) => {
                if !decidable(p) && !decidable(q) {
                    return Err(Why::NotDecidable);
                }
                let (p, q) = (self.arena.not(p)?, self.arena.not(q)?);
                let either = self.arena.bin(Bin::Or, p, q)?;
                self.assume(either);
            }
            Expr::Bin(Bin::Imp, p, q) => {
                if !decidable(p) {
                    return Err(Why::NotDecidable);
                }
                self.assume(p);
                let q = self.arena.not(q)?;
                self.assume(q);
            }
            Expr::Bin(Bin::Iff, p, q) => {
                if !decidable(p) || !decidable(q) {
                    return Err(Why::NotDecidable);
                }
                let (not_p, not_q) = (self.arena.not(p)?, self.arena.not(q)?);
                let (only_p, only_q) = (self.arena.and(p, not_q)?, self.arena.and(not_p, q)?);
                let either = self.arena.bin(Bin::Or, only_p, only_q)?;
                self.assume(either);
            }
            Expr::Quant(Quant::Exists, sort, body) => {
                let body = self.arena.not(body)?;
                let all = self.arena.mk(Expr::Quant(Quant::Forall, sort, body))?;
                self.assume(all);
            }
            _ => return Err(Why::FactMismatch),
        }
        Ok(Next::Goal(next, goal))
    }

    /// For each constructor `C`: `ys fresh, F, t = C ys |- g`; together: `F |- g`.
    fn case(&mut self, t: ExprRef, steps: Vec<StepRef>, goal: ExprId) -> Result<Next, Why> {
        let t = self.loaded.expr(t)?;
        let sort = self.arena.sort_of(t).ok_or(Why::SortMismatch)?;
        self.arena.in_scope(t, self.scope, &[], None)?;
        if steps.len() != index(self.arena.ctor_count(sort)?) {
            return Err(Why::WrongBranches);
        }
        let mut branches = Vec::with_capacity(steps.len());
        for (step, tag) in steps.into_iter().zip(0u32..) {
            let (ghosts, value) = self.constructed(sort, tag)?;
            let fact = self.arena.eq(t, value)?;
            branches.push((step, goal, ghosts, vec![fact]));
        }
        Ok(Next::Branches(branches))
    }

    /// Fresh fields for a constructor, and the value made of them.
    fn constructed(&mut self, sort: SortId, tag: u32) -> Result<(Vec<SortId>, ExprId), Why> {
        let fields = self.arena.ctor_fields(sort, tag)?;
        let mut vars = Vec::with_capacity(fields.len());
        for (ahead, &field) in fields.iter().enumerate() {
            vars.push(self.ghost(ahead, field)?);
        }
        let value = self.arena.mk(Expr::Ctor(sort, tag, Arc::from(vars)))?;
        Ok((fields.to_vec(), value))
    }

    /// `F, p |- g   F, not p |- g  /  F |- g`, for decidable `p`.
    fn cut(&mut self, f: ExprRef, yes: StepRef, no: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.formula(f)?;
        // SOUNDNESS: excluded middle for decidable formulas only.
        if !self.arena.info(f).decidable {
            return Err(Why::NotDecidable);
        }
        let not = self.arena.not(f)?;
        Ok(Next::Branches(vec![(yes, goal, vec![], vec![f]), (no, goal, vec![], vec![not])]))
    }

    /// `F, c, t = a |- g   F, not c, t = b |- g  /  F |- g`, for `t` = `if c then a else b`.
    fn ite_split(&mut self, t: ExprRef, yes: StepRef, no: StepRef, goal: ExprId) -> Result<Next, Why> {
        let t = self.loaded.expr(t)?;
        self.arena.in_scope(t, self.scope, &[], None)?;
        let Expr::Ite(c, a, b) = *self.arena.expr(t) else { return Err(Why::FactMismatch) };
        let not = self.arena.not(c)?;
        let (is_a, is_b) = (self.arena.eq(t, a)?, self.arena.eq(t, b)?);
        Ok(Next::Branches(vec![(yes, goal, vec![], vec![c, is_a]), (no, goal, vec![], vec![not, is_b])]))
    }

    /// The body of an application, at the constructor its analysed argument is or equals.
    fn body_of(&mut self, term: ExprId, as_ctor: Option<ExprRef>) -> Result<ExprId, Why> {
        let as_ctor = as_ctor.map(|c| self.loaded.expr(c)).transpose()?;
        if let Some(c) = as_ctor {
            let analysed = self.theory.analysed(self.arena, term).ok_or(Why::CannotUnfold)?;
            // SOUNDNESS: the stand-in must be known to be equal to what it stands for.
            let equation = self.arena.eq(analysed, c)?;
            if !self.facts.contains(equation) {
                return Err(Why::NotAFact);
            }
            if matches!(self.arena.expr(analysed), Expr::Ctor(..)) {
                return Err(Why::CannotUnfold);
            }
        }
        self.theory.unfold(self.arena, term, as_ctor)
    }

    /// `F, f(..) = body |- g  /  F |- g`.
    fn unfold(
        &mut self,
        t: ExprRef,
        as_ctor: Option<ExprRef>,
        next: StepRef,
        goal: ExprId,
    ) -> Result<Next, Why> {
        let t = self.loaded.expr(t)?;
        self.arena.in_scope(t, self.scope, &[], None)?;
        let body = self.body_of(t, as_ctor)?;
        let op = if self.arena.sort_of(t).is_some() { Bin::Eq } else { Bin::Iff };
        let equation = self.arena.bin(op, t, body)?;
        self.assume(equation);
        Ok(Next::Goal(next, goal))
    }

    /// `F, body |- g  /  F, p(..) |- g`; `F, not body |- g  /  F, not p(..) |- g`.
    fn unfold_fact(
        &mut self,
        f: ExprRef,
        as_ctor: Option<ExprRef>,
        next: StepRef,
        goal: ExprId,
    ) -> Result<Next, Why> {
        let f = self.fact(f)?;
        let fact = match *self.arena.expr(f) {
            Expr::Not(p) => {
                let body = self.body_of(p, as_ctor)?;
                self.arena.not(body)?
            }
            _ => self.body_of(f, as_ctor)?,
        };
        if self.arena.sort_of(fact).is_some() {
            return Err(Why::FactMismatch);
        }
        self.assume(fact);
        Ok(Next::Goal(next, goal))
    }

    /// `F |- body  /  F |- p(..)`.
    fn unfold_goal(&mut self, as_ctor: Option<ExprRef>, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        Ok(Next::Goal(next, self.body_of(goal, as_ctor)?))
    }

    /// `F, l(ts) |- g  /  F |- g`, for a lemma or axiom `forall xs. l`.
    fn instance(
        &mut self,
        formula: crate::theory::Formula,
        sorts: &[crate::tables::SortRef],
        terms: &[ExprRef],
        next: StepRef,
        goal: ExprId,
    ) -> Result<Next, Why> {
        let sorts = self.loaded.sort_list(sorts)?;
        if sorts.iter().any(|&s| self.arena.sort_abstracts(s) > self.scope.sort_params) {
            return Err(Why::UnboundSortParameter);
        }
        let mut values = Vec::with_capacity(terms.len());
        for t in terms {
            let t = self.loaded.expr(*t)?;
            self.arena.in_scope(t, self.scope, &[], None)?;
            values.push(t);
        }
        let fact = Theory::instance(self.arena, formula, &sorts, &values)?;
        self.assume(fact);
        Ok(Next::Goal(next, goal))
    }

    /// `F |- p   F, p |- g  /  F |- g`.
    fn have(&mut self, f: ExprRef, proof: StepRef, next: StepRef, goal: ExprId) -> Result<Next, Why> {
        let f = self.formula(f)?;
        Ok(Next::Branches(vec![(proof, f, vec![], vec![]), (next, goal, vec![], vec![f])]))
    }

    /// Structural induction on finite values, for several sorts at once: for each motive
    /// `(s, p)` and constructor `C` of `s`, `ys fresh, F, q(y) for fields y of a motive's sort
    /// |- p(C ys)`. The goal is the first motive, generalised.
    fn induct(&mut self, motives: &[Motive], steps: &[StepRef], goal: ExprId) -> Result<Next, Why> {
        let mut resolved: Vec<(SortId, ExprId)> = Vec::with_capacity(motives.len());
        for motive in motives {
            let sort = self.loaded.sort(motive.sort)?;
            let formula = self.loaded.expr(motive.formula)?;
            if self.arena.sort_of(formula).is_some()
                || !matches!(self.arena.sort(sort), Sort::Data(..))
                || self.arena.sort_abstracts(sort) > self.scope.sort_params
                || resolved.iter().any(|m| m.0 == sort)
            {
                return Err(Why::BadMotive);
            }
            self.arena.in_scope(formula, self.scope, &[], Some(sort))?;
            resolved.push((sort, formula));
        }
        let (sort, formula) = *resolved.first().ok_or(Why::BadMotive)?;
        let nu = self.arena.mk(Expr::Nu(sort))?;
        let body = self.arena.close(formula, &[nu])?;
        if self.arena.mk(Expr::Quant(Quant::Forall, sort, body))? != goal {
            return Err(Why::BadMotive);
        }
        let mut steps = steps.iter();
        let mut branches = Vec::new();
        for &(sort, formula) in &resolved {
            for tag in 0..self.arena.ctor_count(sort)? {
                let step = *steps.next().ok_or(Why::WrongBranches)?;
                let (ghosts, value) = self.constructed(sort, tag)?;
                let mut hypotheses = Vec::new();
                for (ahead, &field) in ghosts.iter().enumerate() {
                    // SOUNDNESS: only fields, which are smaller than the value, get a hypothesis.
                    if let Some(&(_, hypothesis)) = resolved.iter().find(|m| m.0 == field) {
                        let y = self.ghost(ahead, field)?;
                        hypotheses.push(self.arena.at(hypothesis, y)?);
                    }
                }
                let goal = self.arena.at(formula, value)?;
                branches.push((step, goal, ghosts, hypotheses));
            }
        }
        if steps.next().is_some() {
            return Err(Why::WrongBranches);
        }
        Ok(Next::Branches(branches))
    }

    /// The listed facts and the negated goal have no model.
    fn leaf(&mut self, facts: &[ExprRef], lines: &[LeafRow], goal: ExprId) -> Result<Next, Why> {
        let mut literals = facts.iter().map(|f| self.fact(*f)).collect::<Result<Vec<_>, _>>()?;
        match *self.arena.expr(goal) {
            Expr::False => {}
            Expr::Not(p) => literals.push(p),
            _ => literals.push(self.arena.not(goal)?),
        }
        let lines = lines.iter().map(|l| self.line(l)).collect::<Result<Vec<_>, _>>()?;
        leaf::refute(self.arena, &literals, &lines)?;
        Ok(Next::Done)
    }

    fn line(&self, row: &LeafRow) -> Result<Line, Why> {
        // Terms of a line state nothing by themselves, but they must make sense here.
        let e = |r: &ExprRef| {
            let t = self.loaded.expr(*r)?;
            self.arena.in_scope(t, self.scope, &[], None)?;
            Ok::<_, Why>(t)
        };
        Ok(match row {
            LeafRow::Literal(i) => Line::Literal(*i),
            LeafRow::Congruent(a, b) => Line::Congruent(e(a)?, e(b)?),
            LeafRow::DivLow(d) => Line::DivLow(e(d)?),
            LeafRow::DivHigh(d) => Line::DivHigh(e(d)?),
            LeafRow::Combine(parts) => Line::Combine(parts.clone()),
            LeafRow::Equal(a, b, le, ge) => Line::Equal(e(a)?, e(b)?, *le, *ge),
        })
    }
}
