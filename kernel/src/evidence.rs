//! Checking evidence: a goal under facts, transformed step by step, with no solver.
//!
//! Every step is an introduction or elimination of constructive logic, or a property of
//! datatypes, definitions or integers. Excluded middle is used for decidable formulas only, so
//! that each step has a Rocq tactic that needs no axiom. Branches wait on an explicit stack.

use crate::arena::{Arena, Args, Bin, Expr, ExprId, FALSITY, Quant, Sort, SortId, TRUTH, index};
use crate::check::{Assumption, Checker, Observer};
use crate::leaf;
use crate::load::at;
use crate::reject::{At, Owner, Why};
use crate::tables::{ExprRef, LeafRow, Motive, SortRef, StepRef, StepRow};
use crate::theory::{Formula, Theory};

/// What is left to prove: by a step, with variables and facts that are new there.
struct Branch {
    step: StepRef,
    goal: ExprId,
    ghosts: Vec<SortId>,
    facts: Vec<ExprId>,
}

/// What remains to be proved after a step.
type Rest = Result<Vec<Branch>, Why>;

/// One goal remains, perhaps under more facts.
fn learn(step: StepRef, goal: ExprId, facts: Vec<ExprId>) -> Rest {
    Ok(vec![knowing(step, goal, facts)])
}

fn knowing(step: StepRef, goal: ExprId, facts: Vec<ExprId>) -> Branch {
    Branch { step, goal, ghosts: vec![], facts }
}

impl<O: Observer> Checker<'_, O> {
    /// Checks that `step` proves `goal`, in the context that there is.
    pub(crate) fn prove(&mut self, owner: Owner, step: StepRef, goal: ExprId) -> Result<(), Why> {
        let known = |checker: &Self| (checker.facts.as_slice().len(), checker.scope.ghosts.len());
        let (facts, ghosts) = known(self);
        let mut waiting = vec![(knowing(step, goal, vec![]), (facts, ghosts))];
        while let Some((branch, (facts, ghosts))) = waiting.pop() {
            self.facts.truncate(facts);
            self.scope.ghosts.truncate(ghosts);
            self.scope.ghosts.extend(branch.ghosts);
            for fact in branch.facts {
                self.assume(fact)?;
            }
            self.at = At::Step(owner, branch.step);
            let rest = self.step(branch.step, branch.goal)?;
            self.arena.spend(rest.len().saturating_add(2))?;
            self.arena.room(waiting.len().saturating_add(rest.len()))?;
            // Backward references only: evidence cannot run in circles.
            if rest.iter().any(|next| next.step.0 >= branch.step.0) {
                return Err(Why::BadReference);
            }
            let known = known(self);
            waiting.extend(rest.into_iter().rev().map(|branch| (branch, known)));
        }
        self.facts.truncate(facts);
        self.scope.ghosts.truncate(ghosts);
        Ok(())
    }

    fn step(&mut self, step: StepRef, goal: ExprId) -> Rest {
        use StepRow::{Apply, IffParts, Inst, Intro, Left, NotPush, Obtain, OrElim, Right, Split, Witness};
        let proof = self.proof;
        let row = at(&proof.steps, step.0)?;
        match row {
            Intro(_) | Split(..) | Left(_) | Right(_) | Witness(..) => self.on_goal(row, goal),
            OrElim(f, ..) | Obtain(f, _) | Inst(f, ..) | Apply(f, ..) | IffParts(f, _) | NotPush(f, _) => {
                self.on_fact(row, *f, goal)
            }
            StepRow::Exact => self.exact(goal),
            StepRow::Absurd(next) => learn(*next, FALSITY, vec![]),
            StepRow::Case(t, branches) => self.case(*t, branches, goal),
            StepRow::Cut(f, yes, no) => self.cut(*f, *yes, *no, goal),
            StepRow::IteSplit(t, yes, no) => self.ite_split(*t, *yes, *no, goal),
            StepRow::Unfold { term, as_ctor, next } => self.unfold(*term, *as_ctor, *next, goal),
            StepRow::UnfoldFact { fact, as_ctor, next } => self.unfold_fact(*fact, *as_ctor, *next, goal),
            StepRow::UnfoldGoal { as_ctor, next } => learn(*next, self.body_of(goal, *as_ctor)?, vec![]),
            StepRow::Lemma(lemma, sorts, terms, next) => {
                let formula = *self.theory.lemmas.get(index(lemma.0)).ok_or(Why::ForwardLemma)?;
                learn(*next, goal, self.instance(formula, sorts, terms)?)
            }
            StepRow::Axiom(axiom, sorts, terms, next) => {
                let formula = *at(&self.theory.axioms, axiom.0)?;
                self.assumptions.insert(Assumption::Axiom(axiom.0));
                learn(*next, goal, self.instance(formula, sorts, terms)?)
            }
            StepRow::Have(f, proof, next) => self.have(*f, *proof, *next, goal),
            StepRow::Induct(motives, cases) => self.induct(motives, cases, goal),
            StepRow::Leaf(facts, lines) => self.leaf(facts, lines, goal),
        }
    }

    /// A formula that must be among the facts.
    fn fact(&self, f: ExprRef) -> Result<(ExprId, Expr), Why> {
        let f = self.loaded.expr(f)?;
        if self.facts.contains(f) { Ok((f, self.arena.expr(f).clone())) } else { Err(Why::NotAFact) }
    }

    /// An expression that the certificate supplies, without `Nu`.
    fn supplied(&mut self, e: ExprRef) -> Result<ExprId, Why> {
        let e = self.loaded.expr(e)?;
        self.arena.in_scope(e, &self.scope, &[], None)?;
        Ok(e)
    }

    /// A term that the certificate supplies, of the given sort.
    fn term(&mut self, t: ExprRef, sort: SortId) -> Result<ExprId, Why> {
        if self.arena.sort_of(self.loaded.expr(t)?) != Some(sort) {
            return Err(Why::SortMismatch);
        }
        self.supplied(t)
    }

    /// A formula that the certificate supplies.
    fn formula(&mut self, f: ExprRef) -> Result<ExprId, Why> {
        self.loaded.formula(&self.arena, f)?;
        self.supplied(f)
    }

    /// The steps that follow the goal's form.
    fn on_goal(&mut self, row: &StepRow, goal: ExprId) -> Rest {
        match (row, self.arena.expr(goal).clone()) {
            // `x fresh, F |- p(x)  /  F |- forall x. p`
            (StepRow::Intro(next), Expr::Quant(Quant::Forall, sort, body)) => {
                let x = self.arena.ghost(self.scope.ghosts.len(), sort)?;
                let goal = self.arena.instantiate(body, &[x], 0)?;
                Ok(vec![Branch { step: *next, goal, ghosts: vec![sort], facts: vec![] }])
            }
            // `F, p |- q  /  F |- p ==> q`
            (StepRow::Intro(next), Expr::Bin(Bin::Imp, p, q)) => learn(*next, q, vec![p]),
            // `F, p |- False  /  F |- not p`
            (StepRow::Intro(next), Expr::Not(p)) => learn(*next, FALSITY, vec![p]),
            // `F |- p   F |- q  /  F |- p && q`
            (StepRow::Split(left, right), Expr::Bin(Bin::And, p, q)) => {
                Ok(vec![knowing(*left, p, vec![]), knowing(*right, q, vec![])])
            }
            // `F |- p ==> q   F |- q ==> p  /  F |- p <=> q`
            (StepRow::Split(left, right), Expr::Bin(Bin::Iff, p, q)) => {
                let (there, back) = self.directions(p, q)?;
                Ok(vec![knowing(*left, there, vec![]), knowing(*right, back, vec![])])
            }
            // `F |- p  /  F |- p || q`, or with `q`
            (StepRow::Left(next), Expr::Bin(Bin::Or, p, _)) => learn(*next, p, vec![]),
            (StepRow::Right(next), Expr::Bin(Bin::Or, _, q)) => learn(*next, q, vec![]),
            // `F |- p(t)  /  F |- exists x. p`
            (StepRow::Witness(t, next), Expr::Quant(Quant::Exists, sort, body)) => {
                let t = self.term(*t, sort)?;
                learn(*next, self.arena.instantiate(body, &[t], 0)?, vec![])
            }
            _ => Err(Why::GoalMismatch),
        }
    }

    /// The two implications that make an equivalence.
    fn directions(&mut self, p: ExprId, q: ExprId) -> Result<(ExprId, ExprId), Why> {
        Ok((self.arena.bin(Bin::Imp, p, q)?, self.arena.bin(Bin::Imp, q, p)?))
    }

    /// `F, p |- p`; `F |- True`.
    fn exact(&mut self, goal: ExprId) -> Rest {
        if goal == TRUTH || self.facts.contains(goal) { Ok(vec![]) } else { Err(Why::NotAFact) }
    }

    /// The steps that take a fact apart.
    fn on_fact(&mut self, row: &StepRow, f: ExprRef, goal: ExprId) -> Rest {
        match (row, self.fact(f)?.1) {
            // `F, p |- g   F, q |- g  /  F, p || q |- g`
            (StepRow::OrElim(_, left, right), Expr::Bin(Bin::Or, p, q)) => {
                Ok(vec![knowing(*left, goal, vec![p]), knowing(*right, goal, vec![q])])
            }
            // `x fresh, F, p(x) |- g  /  F, exists x. p |- g`
            (StepRow::Obtain(_, next), Expr::Quant(Quant::Exists, sort, body)) => {
                let x = self.arena.ghost(self.scope.ghosts.len(), sort)?;
                let fact = self.arena.instantiate(body, &[x], 0)?;
                Ok(vec![Branch { step: *next, goal, ghosts: vec![sort], facts: vec![fact] }])
            }
            // `F, p(t) |- g  /  F, forall x. p |- g`
            (StepRow::Inst(_, t, next), Expr::Quant(Quant::Forall, sort, body)) => {
                let t = self.term(*t, sort)?;
                learn(*next, goal, vec![self.arena.instantiate(body, &[t], 0)?])
            }
            // `F |- p   F, q |- g  /  F, p ==> q |- g`
            (StepRow::Apply(_, premise, next), Expr::Bin(Bin::Imp, p, q)) => {
                Ok(vec![knowing(*premise, p, vec![]), knowing(*next, goal, vec![q])])
            }
            // `F, p ==> q, q ==> p |- g  /  F, p <=> q |- g`
            (StepRow::IffParts(_, next), Expr::Bin(Bin::Iff, p, q)) => {
                let (there, back) = self.directions(p, q)?;
                learn(*next, goal, vec![there, back])
            }
            (StepRow::NotPush(_, next), Expr::Not(p)) => learn(*next, goal, self.not_push(p)?),
            _ => Err(Why::FactMismatch),
        }
    }

    /// What `not inner` says: De Morgan, one level; `not forall` is left alone.
    fn not_push(&mut self, inner: ExprId) -> Result<Vec<ExprId>, Why> {
        let arena = &mut self.arena;
        let decidable = |arena: &Arena, e: ExprId| arena.info(e).decidable;
        let (constructive, facts) = match *arena.expr(inner) {
            Expr::True => (true, vec![FALSITY]),
            Expr::Not(p) => (decidable(arena, p), vec![p]),
            Expr::Bin(Bin::Or, p, q) => (true, vec![arena.not(p)?, arena.not(q)?]),
            Expr::Bin(Bin::And, p, q) => {
                let (not_p, not_q) = (arena.not(p)?, arena.not(q)?);
                let either = arena.bin(Bin::Or, not_p, not_q)?;
                (decidable(arena, p) || decidable(arena, q), vec![either])
            }
            Expr::Bin(Bin::Imp, p, q) => (decidable(arena, p), vec![p, arena.not(q)?]),
            Expr::Bin(Bin::Iff, p, q) => {
                let (not_p, not_q) = (arena.not(p)?, arena.not(q)?);
                let (only_p, only_q) = (arena.and(p, not_q)?, arena.and(not_p, q)?);
                let either = arena.bin(Bin::Or, only_p, only_q)?;
                (decidable(arena, p) && decidable(arena, q), vec![either])
            }
            Expr::Quant(Quant::Exists, sort, body) => {
                let body = arena.not(body)?;
                (true, vec![arena.mk(Expr::Quant(Quant::Forall, sort, body))?])
            }
            _ => return Err(Why::FactMismatch),
        };
        // SOUNDNESS: constructive, or for decidable parts only.
        if constructive { Ok(facts) } else { Err(Why::NotDecidable) }
    }

    /// For each constructor `C`: `ys fresh, F, t = C ys |- g`; together: `F |- g`.
    fn case(&mut self, t: ExprRef, steps: &[StepRef], goal: ExprId) -> Rest {
        let sort = self.arena.sort_of(self.loaded.expr(t)?).ok_or(Why::SortMismatch)?;
        let t = self.supplied(t)?;
        if steps.len() != index(self.arena.ctor_count(sort)?) {
            return Err(Why::WrongBranches);
        }
        let mut branches = Vec::with_capacity(steps.len());
        for (&step, tag) in steps.iter().zip(0u32..) {
            let (ghosts, value) = self.constructed(sort, tag)?;
            let fact = self.arena.eq(t, value)?;
            branches.push(Branch { step, goal, ghosts, facts: vec![fact] });
        }
        Ok(branches)
    }

    /// Fresh fields for a constructor, and the value made of them.
    fn constructed(&mut self, sort: SortId, tag: u32) -> Result<(Vec<SortId>, ExprId), Why> {
        let fields = self.arena.ctor_fields(sort, tag)?;
        let numbered = fields.iter().zip(self.scope.ghosts.len()..);
        let vars = numbered.map(|(&field, n)| self.arena.ghost(n, field)).collect::<Result<Args, _>>()?;
        Ok((fields.to_vec(), self.arena.mk(Expr::Ctor(sort, tag, vars))?))
    }

    /// `F, p |- g   F, not p |- g  /  F |- g`, for decidable `p`.
    fn cut(&mut self, f: ExprRef, yes: StepRef, no: StepRef, goal: ExprId) -> Rest {
        let f = self.formula(f)?;
        // SOUNDNESS: excluded middle for decidable formulas only.
        if !self.arena.info(f).decidable {
            return Err(Why::NotDecidable);
        }
        Ok(vec![knowing(yes, goal, vec![f]), knowing(no, goal, vec![self.arena.not(f)?])])
    }

    /// `F, c, t = a |- g   F, not c, t = b |- g  /  F |- g`, for `t` = `if c then a else b`.
    fn ite_split(&mut self, t: ExprRef, yes: StepRef, no: StepRef, goal: ExprId) -> Rest {
        let t = self.supplied(t)?;
        let Expr::Ite(c, a, b) = *self.arena.expr(t) else { return Err(Why::FactMismatch) };
        let yes = knowing(yes, goal, vec![c, self.arena.eq(t, a)?]);
        Ok(vec![yes, knowing(no, goal, vec![self.arena.not(c)?, self.arena.eq(t, b)?])])
    }

    /// The body of an application, at the constructor its analysed argument is or equals.
    fn body_of(&mut self, term: ExprId, as_ctor: Option<ExprRef>) -> Result<ExprId, Why> {
        let as_ctor = as_ctor.map(|c| self.loaded.expr(c)).transpose()?;
        if let Some(c) = as_ctor {
            let analysed = self.theory.analysed(&self.arena, term).ok_or(Why::CannotUnfold)?;
            // SOUNDNESS: the stand-in must be known to be equal to what it stands for.
            let equation = self.arena.eq(analysed, c)?;
            if !self.facts.contains(equation) {
                return Err(Why::NotAFact);
            }
        }
        self.theory.unfold(&mut self.arena, term, as_ctor)
    }

    /// `F, f(..) = body |- g  /  F |- g`.
    fn unfold(&mut self, t: ExprRef, as_ctor: Option<ExprRef>, next: StepRef, goal: ExprId) -> Rest {
        let t = self.supplied(t)?;
        let body = self.body_of(t, as_ctor)?;
        let op = if self.arena.sort_of(t).is_some() { Bin::Eq } else { Bin::Iff };
        let equation = self.arena.bin(op, t, body)?;
        learn(next, goal, vec![equation])
    }

    /// `F, body |- g  /  F, p(..) |- g`; `F, not body |- g  /  F, not p(..) |- g`.
    fn unfold_fact(&mut self, f: ExprRef, as_ctor: Option<ExprRef>, next: StepRef, goal: ExprId) -> Rest {
        let fact = match self.fact(f)? {
            (_, Expr::Not(p)) => {
                let body = self.body_of(p, as_ctor)?;
                self.arena.not(body)?
            }
            (p, _) => self.body_of(p, as_ctor)?,
        };
        learn(next, goal, vec![fact])
    }

    /// The fact `l(ts)` of `F, l(ts) |- g  /  F |- g`, for a lemma or axiom `forall xs. l`.
    fn instance(&mut self, l: Formula, sorts: &[SortRef], terms: &[ExprRef]) -> Result<Vec<ExprId>, Why> {
        self.arena.spend(sorts.len())?;
        let sorts = self.scope.sorts(&self.arena, &self.loaded, sorts)?;
        let terms = terms.iter().map(|t| self.supplied(*t)).collect::<Result<Vec<_>, _>>()?;
        Ok(vec![Theory::instance(&mut self.arena, l, &sorts, &terms)?])
    }

    /// `F |- p   F, p |- g  /  F |- g`.
    fn have(&mut self, f: ExprRef, proof: StepRef, next: StepRef, goal: ExprId) -> Rest {
        let f = self.formula(f)?;
        Ok(vec![knowing(proof, f, vec![]), knowing(next, goal, vec![f])])
    }

    /// Structural induction on finite values, for several sorts at once: for each motive
    /// `(s, p)` and constructor `C` of `s`, `ys fresh, F, q(y) for fields y of a motive's sort
    /// |- p(C ys)`. The goal is the first motive, generalised.
    fn induct(&mut self, motives: &[Motive], steps: &[StepRef], goal: ExprId) -> Rest {
        let mut resolved: Vec<(SortId, ExprId)> = Vec::with_capacity(motives.len());
        for motive in motives {
            self.arena.spend(resolved.len())?;
            let (sort, formula) = (self.loaded.sort(motive.sort)?, self.loaded.expr(motive.formula)?);
            if self.arena.sort_of(formula).is_some()
                || !matches!(self.arena.sort(sort), Sort::Data(..))
                || self.scope.sort(&self.arena, sort).is_err()
                || resolved.iter().any(|m| m.0 == sort)
            {
                return Err(Why::BadMotive);
            }
            self.arena.in_scope(formula, &self.scope, &[], Some(sort))?;
            resolved.push((sort, formula));
        }
        let (sort, formula) = *resolved.first().ok_or(Why::BadMotive)?;
        if self.arena.for_all_values(sort, formula)? != goal {
            return Err(Why::BadMotive);
        }
        let mut steps = steps.iter();
        let mut branches = Vec::new();
        for &(sort, formula) in &resolved {
            for tag in 0..self.arena.ctor_count(sort)? {
                let step = *steps.next().ok_or(Why::WrongBranches)?;
                let (ghosts, value) = self.constructed(sort, tag)?;
                let mut facts = Vec::new();
                self.arena.spend(ghosts.len().saturating_mul(resolved.len()))?;
                for (&field, n) in ghosts.iter().zip(self.scope.ghosts.len()..) {
                    // SOUNDNESS: only fields, which are smaller than the value, get a hypothesis.
                    if let Some(&(_, hypothesis)) = resolved.iter().find(|m| m.0 == field) {
                        let y = self.arena.ghost(n, field)?;
                        facts.push(self.arena.at(hypothesis, y)?);
                    }
                }
                branches.push(Branch { step, goal: self.arena.at(formula, value)?, ghosts, facts });
            }
        }
        if steps.next().is_some() {
            return Err(Why::WrongBranches);
        }
        Ok(branches)
    }

    /// The listed facts and the negated goal have no model.
    fn leaf(&mut self, facts: &[ExprRef], lines: &[LeafRow], goal: ExprId) -> Rest {
        self.arena.spend(facts.len())?;
        let mut literals = facts.iter().map(|f| Ok(self.fact(*f)?.0)).collect::<Result<Vec<_>, Why>>()?;
        match *self.arena.expr(goal) {
            Expr::False => {}
            Expr::Not(p) => literals.push(p),
            _ => literals.push(self.arena.not(goal)?),
        }
        // Terms of a line state nothing by themselves, but they must make sense here.
        let mut supplied = |line: &LeafRow| {
            self.arena.spend(if let LeafRow::Combine(parts) = line { parts.len() } else { 1 })?;
            line.map(|t| self.supplied(*t))
        };
        let lines = lines.iter().map(&mut supplied).collect::<Result<Vec<_>, _>>()?;
        leaf::refute(&mut self.arena, &literals, &lines)?;
        Ok(vec![])
    }
}
