//! Evidence as tactic scripts, step for step.
//!
//! Facts are named by the formula in the kernel and by a hypothesis in Rocq; the translation
//! keeps the map. A conjunction is not taken apart: its parts are projections of it. Nothing
//! is searched for except in leaves, where `congruence` and `lia` redo what the lines say.

use crate::error::ExportError;
use crate::formula::Vars;
use crate::world::{World, at, get};
use covenant_kernel::arena::{Bin, Expr, ExprId, FALSITY, Quant, SortId, TRUTH};
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{ExprRef, GHOST, StepRef, StepRow};
use covenant_kernel::theory::{Formula, Theory};
use std::collections::HashMap;

/// A proof under way.
pub(crate) struct Script<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub vars: Vars,
    pub ghost_sorts: Vec<SortId>,
    pub(crate) facts: HashMap<ExprId, String>,
    hypotheses: u32,
    depth: usize,
    pub out: String,
}

/// A step may use earlier ones only.
fn earlier(step: StepRef, used: StepRef) -> Result<StepRef, ExportError> {
    if used.0 < step.0 { Ok(used) } else { Err(ExportError::Tables(Why::BadReference)) }
}

impl<'w, 'a> Script<'w, 'a> {
    pub fn new(world: &'w mut World<'a>, vars: Vars, ghost_sorts: Vec<SortId>) -> Self {
        Script {
            world,
            vars,
            ghost_sorts,
            facts: HashMap::new(),
            hypotheses: 0,
            depth: 1,
            out: String::new(),
        }
    }

    pub fn line(&mut self, text: &str) {
        self.out.push_str(&"  ".repeat(self.depth.min(20)));
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A hypothesis name that is not in use in this proof.
    pub fn hypothesis(&mut self) -> String {
        self.hypotheses = self.hypotheses.saturating_add(1);
        format!("H{}", self.hypotheses)
    }

    /// Adds a fact with its proof, and its parts if it is a conjunction.
    pub fn assume(&mut self, fact: ExprId, proof: String) {
        let mut pending = vec![(fact, proof)];
        while let Some((f, proof)) = pending.pop() {
            if self.facts.contains_key(&f) {
                continue;
            }
            if let Expr::Bin(Bin::And, a, b) = *self.world.arena.expr(f) {
                pending.push((b, format!("(proj2 {proof})")));
                pending.push((a, format!("(proj1 {proof})")));
            }
            self.facts.insert(f, proof);
        }
    }

    pub fn expr(&self, e: ExprRef) -> Result<ExprId, ExportError> {
        Ok(self.world.loaded.expr(e)?)
    }

    pub fn text(&self, e: ExprId) -> Result<String, ExportError> {
        self.world.text(e, &self.vars)
    }

    pub(crate) fn argument(&self, e: ExprId) -> Result<String, ExportError> {
        self.world.argument(e, &self.vars)
    }

    /// The proof of a formula that must be a fact. What is no fact is left to Rocq to refuse.
    pub fn proof_of(&self, f: ExprId) -> Result<String, ExportError> {
        match self.facts.get(&f) {
            Some(proof) => Ok(proof.clone()),
            None => Ok(format!("(ltac:(assumption) : {})", self.text(f)?)),
        }
    }

    fn fact(&self, f: ExprRef) -> Result<(ExprId, String), ExportError> {
        let f = self.expr(f)?;
        Ok((f, self.proof_of(f)?))
    }

    /// A new variable of a sort: its name and the local it is.
    fn introduce(&mut self, sort: SortId) -> Result<(String, ExprId), ExportError> {
        let number = u32::try_from(self.vars.ghosts.len()).map_err(|_| Why::TooLarge)?;
        let name = format!("w{number}");
        self.vars.ghosts.push(name.clone());
        self.ghost_sorts.push(sort);
        let level = GHOST.checked_add(number).ok_or(Why::TooLarge)?;
        Ok((name, self.world.arena.mk(Expr::Local(level, sort))?))
    }

    /// Runs `body` in braces with facts and variables restored afterwards.
    pub(crate) fn in_branch(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let facts = self.facts.clone();
        let (ghosts, sorts) = (self.vars.ghosts.len(), self.ghost_sorts.len());
        self.line("{");
        self.depth = self.depth.saturating_add(1);
        body(self)?;
        self.depth = self.depth.saturating_sub(1);
        self.line("}");
        self.facts = facts;
        self.vars.ghosts.truncate(ghosts);
        self.ghost_sorts.truncate(sorts);
        Ok(())
    }

    /// Emits the script that proves `goal` by `step`.
    pub fn prove(&mut self, step: StepRef, goal: ExprId) -> Result<(), ExportError> {
        let row = get(&self.world.proof.steps, step.0)?.clone();
        let before = |s: StepRef| earlier(step, s);
        match row {
            StepRow::Intro(next) => self.intro(before(next)?, goal),
            StepRow::Split(left, right) => self.split(before(left)?, before(right)?, goal),
            StepRow::Left(next) => self.choose(before(next)?, goal, true),
            StepRow::Right(next) => self.choose(before(next)?, goal, false),
            StepRow::Witness(t, next) => {
                let Expr::Quant(Quant::Exists, _, body) = *self.world.arena.expr(goal) else {
                    return Err(Why::GoalMismatch.into());
                };
                let t = self.expr(t)?;
                let text = self.argument(t)?;
                self.line(&format!("exists {text}."));
                let goal = self.world.arena.instantiate(body, &[t], 0)?;
                self.prove(before(next)?, goal)
            }
            StepRow::Exact => {
                if goal == TRUTH {
                    self.line("exact I.");
                } else {
                    let proof = self.proof_of(goal)?;
                    self.line(&format!("exact {proof}."));
                }
                Ok(())
            }
            StepRow::Absurd(next) => {
                self.line("exfalso.");
                self.prove(before(next)?, FALSITY)
            }
            StepRow::OrElim(f, left, right) => self.or_elim(f, before(left)?, before(right)?, goal),
            StepRow::Case(t, branches) => {
                let branches = branches.iter().map(|b| before(*b)).collect::<Result<Vec<_>, _>>()?;
                self.case(t, &branches, goal)
            }
            StepRow::Cut(f, yes, no) => self.cut(f, before(yes)?, before(no)?, goal),
            StepRow::IteSplit(t, yes, no) => self.ite_split(t, before(yes)?, before(no)?, goal),
            StepRow::UnfoldGoal { as_ctor, next } => {
                let (body, equation) = self.body_of(goal, as_ctor)?;
                let text = self.text(body)?;
                let rewrite = equation.map(|e| format!("rewrite {e}; ")).unwrap_or_default();
                self.line(&format!("cut ({text}); [{rewrite}exact (fun K => K)|]."));
                self.prove(before(next)?, body)
            }
            StepRow::Induct(motives, cases) => {
                let cases = cases.iter().map(|b| before(*b)).collect::<Result<Vec<_>, _>>()?;
                self.induct(&motives, &cases, goal)
            }
            StepRow::Leaf(facts, lines) => self.leaf(&facts, &lines, goal),
            adds_facts => {
                let next = self.add_facts(step, adds_facts)?;
                self.prove(before(next)?, goal)
            }
        }
    }

    /// A step that leaves the goal as it is and adds facts; the step behind it.
    fn add_facts(&mut self, step: StepRef, row: StepRow) -> Result<StepRef, ExportError> {
        match row {
            StepRow::Obtain(f, next) => {
                let (f, proof) = self.fact(f)?;
                let Expr::Quant(Quant::Exists, sort, body) = *self.world.arena.expr(f) else {
                    return Err(Why::FactMismatch.into());
                };
                let h = self.hypothesis();
                let (name, x) = self.introduce(sort)?;
                self.line(&format!("case {proof}; intros {name} {h}."));
                let fact = self.world.arena.instantiate(body, &[x], 0)?;
                self.assume(fact, h);
                Ok(next)
            }
            StepRow::Inst(f, t, next) => {
                let (f, proof) = self.fact(f)?;
                let Expr::Quant(Quant::Forall, _, body) = *self.world.arena.expr(f) else {
                    return Err(Why::FactMismatch.into());
                };
                let t = self.expr(t)?;
                let h = self.hypothesis();
                let text = self.argument(t)?;
                self.line(&format!("pose proof ({proof} {text}) as {h}."));
                let fact = self.world.arena.instantiate(body, &[t], 0)?;
                self.assume(fact, h);
                Ok(next)
            }
            StepRow::Apply(f, premise, next) => {
                let (f, proof) = self.fact(f)?;
                let Expr::Bin(Bin::Imp, p, q) = *self.world.arena.expr(f) else {
                    return Err(Why::FactMismatch.into());
                };
                let h = self.have(p, earlier(step, premise)?)?;
                self.assume(q, format!("({proof} {h})"));
                Ok(next)
            }
            StepRow::IffParts(f, next) => {
                let (f, proof) = self.fact(f)?;
                let Expr::Bin(Bin::Iff, p, q) = *self.world.arena.expr(f) else {
                    return Err(Why::FactMismatch.into());
                };
                let there = self.world.arena.bin(Bin::Imp, p, q)?;
                let back = self.world.arena.bin(Bin::Imp, q, p)?;
                self.assume(there, format!("(proj1 {proof})"));
                self.assume(back, format!("(proj2 {proof})"));
                Ok(next)
            }
            StepRow::NotPush(f, next) => {
                let (f, proof) = self.fact(f)?;
                self.not_push(f, &proof)?;
                Ok(next)
            }
            StepRow::Unfold { term, as_ctor, next } => {
                let term = self.expr(term)?;
                let (body, equation) = self.body_of(term, as_ctor)?;
                let is_term = self.world.arena.sort_of(term).is_some();
                let op = if is_term { Bin::Eq } else { Bin::Iff };
                let fact = self.world.arena.bin(op, term, body)?;
                let (h, text) = (self.hypothesis(), self.text(fact)?);
                let rewrite = equation.map(|e| format!("rewrite {e}; ")).unwrap_or_default();
                let close = if is_term { "exact eq_refl" } else { "exact (iff_refl _)" };
                self.line(&format!("assert ({h} : {text}) by ({rewrite}{close})."));
                self.assume(fact, h);
                Ok(next)
            }
            StepRow::UnfoldFact { fact, as_ctor, next } => {
                let (f, proof) = self.fact(fact)?;
                let (body, equation) = match *self.world.arena.expr(f) {
                    Expr::Not(p) => {
                        let (body, equation) = self.body_of(p, as_ctor)?;
                        (self.world.arena.not(body)?, equation)
                    }
                    _ => self.body_of(f, as_ctor)?,
                };
                let (h, text) = (self.hypothesis(), self.text(body)?);
                match equation {
                    None => self.line(&format!("assert ({h} : {text}) by exact {proof}.")),
                    Some(e) => self.line(&format!(
                        "assert ({h} : {text}) by (generalize {proof}; rewrite {e}; exact (fun K => K))."
                    )),
                }
                self.assume(body, h);
                Ok(next)
            }
            StepRow::Lemma(lemma, sorts, terms, next) => {
                let name = get(&self.world.lemmas, lemma.0)?.clone();
                let formula = *self.world.theory.lemmas.get(at(lemma.0)).ok_or(Why::ForwardLemma)?;
                self.instance(&name, formula, &sorts, &terms)?;
                Ok(next)
            }
            StepRow::Axiom(axiom, sorts, terms, next) => {
                let name = get(&self.world.axioms, axiom.0)?.clone();
                let formula = *get(&self.world.theory.axioms, axiom.0)?;
                self.instance(&name, formula, &sorts, &terms)?;
                Ok(next)
            }
            StepRow::Have(f, proof, next) => {
                let f = self.expr(f)?;
                let h = self.have(f, earlier(step, proof)?)?;
                self.assume(f, h);
                Ok(next)
            }
            // Those that are about the goal have a function each.
            _ => Err(Why::GoalMismatch.into()),
        }
    }

    /// Both halves of a conjunction or an equivalence.
    fn split(&mut self, left: StepRef, right: StepRef, goal: ExprId) -> Result<(), ExportError> {
        let (p, q) = match *self.world.arena.expr(goal) {
            Expr::Bin(Bin::And, p, q) => (p, q),
            Expr::Bin(Bin::Iff, p, q) => {
                (self.world.arena.bin(Bin::Imp, p, q)?, self.world.arena.bin(Bin::Imp, q, p)?)
            }
            _ => return Err(Why::GoalMismatch.into()),
        };
        self.line("split.");
        self.in_branch(|s| s.prove(left, p))?;
        self.in_branch(|s| s.prove(right, q))
    }

    /// The cases of a disjunction that is a fact.
    fn or_elim(
        &mut self,
        f: ExprRef,
        left: StepRef,
        right: StepRef,
        goal: ExprId,
    ) -> Result<(), ExportError> {
        let (f, proof) = self.fact(f)?;
        let Expr::Bin(Bin::Or, p, q) = *self.world.arena.expr(f) else {
            return Err(Why::FactMismatch.into());
        };
        let h = self.hypothesis();
        self.line(&format!("case {proof}; intros {h}."));
        for (part, step) in [(p, left), (q, right)] {
            let h = h.clone();
            self.in_branch(|s| {
                s.assume(part, h);
                s.prove(step, goal)
            })?;
        }
        Ok(())
    }

    /// With a formula that can be decided, and without it.
    fn cut(&mut self, f: ExprRef, yes: StepRef, no: StepRef, goal: ExprId) -> Result<(), ExportError> {
        let f = self.expr(f)?;
        let text = self.argument(f)?;
        let h = self.hypothesis();
        self.line(&format!("case (decide {text}); intros {h}."));
        let not = self.world.arena.not(f)?;
        for (fact, step) in [(f, yes), (not, no)] {
            let h = h.clone();
            self.in_branch(|s| {
                s.assume(fact, h);
                s.prove(step, goal)
            })?;
        }
        Ok(())
    }

    /// Both values of a conditional term.
    fn ite_split(&mut self, t: ExprRef, yes: StepRef, no: StepRef, goal: ExprId) -> Result<(), ExportError> {
        let t = self.expr(t)?;
        let Expr::Ite(c, a, b) = *self.world.arena.expr(t) else {
            return Err(Why::FactMismatch.into());
        };
        let (sort, h) = (self.world.sort_of(a)?, self.hypothesis());
        let (c_text, a_text, b_text) = (self.argument(c)?, self.argument(a)?, self.argument(b)?);
        let sort = self.world.sort(sort);
        self.line(&format!("case (@ite_cases {c_text} _ {sort} {a_text} {b_text}); intros {h}."));
        let not = self.world.arena.not(c)?;
        let (is_a, is_b) = (self.world.arena.eq(t, a)?, self.world.arena.eq(t, b)?);
        for (condition, equation, step) in [(c, is_a, yes), (not, is_b, no)] {
            let h = h.clone();
            self.in_branch(|s| {
                s.assume(condition, format!("(proj1 {h})"));
                s.assume(equation, format!("(proj2 {h})"));
                s.prove(step, goal)
            })?;
        }
        Ok(())
    }

    /// `assert (H : f)` with its proof; the name of the hypothesis.
    fn have(&mut self, f: ExprId, proof: StepRef) -> Result<String, ExportError> {
        let (h, text) = (self.hypothesis(), self.text(f)?);
        self.line(&format!("assert ({h} : {text})."));
        self.in_branch(|s| s.prove(proof, f))?;
        Ok(h)
    }

    fn intro(&mut self, next: StepRef, goal: ExprId) -> Result<(), ExportError> {
        match *self.world.arena.expr(goal) {
            Expr::Quant(Quant::Forall, sort, body) => {
                let (name, x) = self.introduce(sort)?;
                self.line(&format!("intros {name}."));
                let goal = self.world.arena.instantiate(body, &[x], 0)?;
                self.prove(next, goal)
            }
            Expr::Bin(Bin::Imp, p, q) => {
                let h = self.hypothesis();
                self.line(&format!("intros {h}."));
                self.assume(p, h);
                self.prove(next, q)
            }
            Expr::Not(p) => {
                let h = self.hypothesis();
                self.line(&format!("intros {h}."));
                self.assume(p, h);
                self.prove(next, FALSITY)
            }
            _ => Err(Why::GoalMismatch.into()),
        }
    }

    fn choose(&mut self, next: StepRef, goal: ExprId, left: bool) -> Result<(), ExportError> {
        let Expr::Bin(Bin::Or, p, q) = *self.world.arena.expr(goal) else {
            return Err(Why::GoalMismatch.into());
        };
        self.line(if left { "left." } else { "right." });
        self.prove(next, if left { p } else { q })
    }

    fn not_push(&mut self, f: ExprId, proof: &str) -> Result<(), ExportError> {
        let Expr::Not(inner) = *self.world.arena.expr(f) else { return Err(Why::FactMismatch.into()) };
        let arena = &mut self.world.arena;
        let (lemma, result) = match *arena.expr(inner) {
            Expr::True => ("push_true", FALSITY),
            Expr::Not(p) => ("push_not", p),
            Expr::Bin(Bin::Or, p, q) => {
                let (p, q) = (arena.not(p)?, arena.not(q)?);
                ("push_or", arena.and(p, q)?)
            }
            Expr::Bin(Bin::And, p, q) => {
                let lemma = if arena.info(p).decidable { "push_and_l" } else { "push_and_r" };
                let (p, q) = (arena.not(p)?, arena.not(q)?);
                (lemma, arena.bin(Bin::Or, p, q)?)
            }
            Expr::Bin(Bin::Imp, p, q) => {
                let q = arena.not(q)?;
                ("push_imp", arena.and(p, q)?)
            }
            Expr::Bin(Bin::Iff, p, q) => {
                let (not_p, not_q) = (arena.not(p)?, arena.not(q)?);
                let (only_p, only_q) = (arena.and(p, not_q)?, arena.and(not_p, q)?);
                ("push_iff", arena.bin(Bin::Or, only_p, only_q)?)
            }
            Expr::Quant(Quant::Exists, sort, body) => {
                let body = arena.not(body)?;
                ("push_ex", arena.mk(Expr::Quant(Quant::Forall, sort, body))?)
            }
            _ => return Err(Why::FactMismatch.into()),
        };
        let (h, text) = (self.hypothesis(), self.text(result)?);
        self.line(&format!("assert ({h} : {text}) by exact ({lemma} {proof})."));
        self.assume(result, h);
        Ok(())
    }

    fn case(&mut self, t: ExprRef, steps: &[StepRef], goal: ExprId) -> Result<(), ExportError> {
        let t = self.expr(t)?;
        let sort = self.world.sort_of(t)?;
        let data = self.world.datatype(sort)?;
        let count = self.world.arena.ctor_count(sort)?;
        if steps.len() != at(count) {
            return Err(Why::WrongBranches.into());
        }
        let (h, lemma) = (self.hypothesis(), get(&self.world.data, data)?.cases.clone());
        let covenant_kernel::arena::Sort::Data(_, args) = self.world.arena.sort(sort).clone() else {
            return Err(Why::SortMismatch.into());
        };
        let text = self.argument(t)?;
        let head = format!("{lemma}{}", self.world.data_args(data, &args));
        self.line(&format!("refine ({head} {text} _{}).", " _".repeat(steps.len())));
        for (step, tag) in steps.iter().zip(0u32..) {
            let (step, h) = (*step, h.clone());
            self.in_branch(|s| {
                let (vars, value) = s.constructed(sort, tag)?;
                let names: String = vars.iter().map(|(name, _)| format!("{name} ")).collect();
                s.line(&format!("intros {names}{h}."));
                let fact = s.world.arena.eq(t, value)?;
                s.assume(fact, h);
                s.prove(step, goal)
            })?;
        }
        Ok(())
    }

    /// Fresh fields for a constructor, and the value made of them.
    pub fn constructed(
        &mut self,
        sort: SortId,
        tag: u32,
    ) -> Result<(Vec<(String, ExprId)>, ExprId), ExportError> {
        let fields = self.world.arena.ctor_fields(sort, tag)?;
        let mut vars = Vec::new();
        for &field in fields.iter() {
            vars.push(self.introduce(field)?);
        }
        let values: Vec<ExprId> = vars.iter().map(|v| v.1).collect();
        let value = self.world.arena.mk(Expr::Ctor(sort, tag, values.into()))?;
        Ok((vars, value))
    }

    /// The body of an application, and the proof that its analysed argument is the constructor.
    fn body_of(
        &mut self,
        term: ExprId,
        as_ctor: Option<ExprRef>,
    ) -> Result<(ExprId, Option<String>), ExportError> {
        let as_ctor = as_ctor.map(|c| self.expr(c)).transpose()?;
        let mut equation = None;
        if let Some(c) = as_ctor {
            let analysed = self.world.theory.analysed(&self.world.arena, term).ok_or(Why::CannotUnfold)?;
            let fact = self.world.arena.eq(analysed, c)?;
            equation = Some(self.proof_of(fact)?);
        }
        let body = self.world.theory.unfold(&mut self.world.arena, term, as_ctor)?;
        Ok((body, equation))
    }

    fn instance(
        &mut self,
        name: &str,
        formula: Formula,
        sorts: &[covenant_kernel::tables::SortRef],
        terms: &[ExprRef],
    ) -> Result<(), ExportError> {
        let sorts = self.world.loaded.sort_list(sorts)?;
        let terms = terms.iter().map(|t| self.expr(*t)).collect::<Result<Vec<_>, _>>()?;
        let fact = Theory::instance(&mut self.world.arena, formula, &sorts, &terms)?;
        let mut call = format!("{name}{}", self.world.sort_args_dec(&sorts));
        for &t in &terms {
            call.push(' ');
            call.push_str(&self.argument(t)?);
        }
        let h = self.hypothesis();
        self.line(&format!("pose proof ({call}) as {h}."));
        self.assume(fact, h);
        Ok(())
    }
}
