//! Proof trees, before they are flattened into rows.
//!
//! The tree mirrors the kernel's steps, with expressions of the arena in place of references and
//! explicit names for the variables that a step introduces. Every tree comes with what it uses,
//! so that a step whose results nobody uses is left out, and a case split of which one branch
//! does not need its own assumption is replaced by that branch. Search may therefore try things
//! freely: evidence only keeps what mattered.

use covenant_kernel::arena::{Arena, Expr, ExprId, IdMap, SortId, TRUTH};
use covenant_kernel::leaf::Line;
use std::collections::BTreeSet;
use std::rc::Rc;

use covenant_notation::PROVISIONAL;

/// A step of evidence (see [`covenant_kernel::tables::StepRow`]).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Step {
    /// With the variable, if the goal is universal.
    Intro(Option<ExprId>, Box<Step>),
    Split(Box<Step>, Box<Step>),
    Left(Box<Step>),
    Right(Box<Step>),
    Witness(ExprId, Box<Step>),
    Exact,
    Absurd(Box<Step>),
    OrElim(ExprId, Box<Step>, Box<Step>),
    /// The fact and the new variable.
    Obtain(ExprId, ExprId, Box<Step>),
    Inst(ExprId, ExprId, Box<Step>),
    Apply(ExprId, Box<Step>, Box<Step>),
    IffParts(ExprId, Box<Step>),
    NotPush(ExprId, Box<Step>),
    /// Each branch with the variables of the fields.
    Case(ExprId, Vec<(Vec<ExprId>, Step)>),
    Cut(ExprId, Box<Step>, Box<Step>),
    IteSplit(ExprId, Box<Step>, Box<Step>),
    Unfold {
        term: ExprId,
        as_ctor: Option<ExprId>,
        next: Box<Step>,
    },
    UnfoldFact {
        fact: ExprId,
        as_ctor: Option<ExprId>,
        next: Box<Step>,
    },
    UnfoldGoal {
        as_ctor: Option<ExprId>,
        next: Box<Step>,
    },
    /// By number in the lemma book.
    Lemma(usize, Vec<SortId>, Vec<ExprId>, Box<Step>),
    /// By number in the theory.
    Axiom(usize, Vec<SortId>, Vec<ExprId>, Box<Step>),
    Have(ExprId, Box<Step>, Box<Step>),
    /// Motives, and the branches with the variables of the fields.
    Induct(Vec<(SortId, ExprId)>, Vec<(Vec<ExprId>, Step)>),
    Leaf(Vec<ExprId>, Vec<Line>),
}

impl Step {
    /// Number of steps in the tree.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + self.children().map(Step::size).sum::<usize>()
    }

    /// Number of leaves in the tree.
    #[must_use]
    pub fn leaves(&self) -> usize {
        usize::from(matches!(self, Step::Leaf(..))) + self.children().map(Step::leaves).sum::<usize>()
    }

    /// The steps directly below.
    pub fn children(&self) -> impl Iterator<Item = &Step> {
        let mut out: Vec<&Step> = Vec::new();
        match self {
            Step::Exact | Step::Leaf(..) => {}
            Step::Intro(_, a)
            | Step::Left(a)
            | Step::Right(a)
            | Step::Witness(_, a)
            | Step::Absurd(a)
            | Step::Obtain(_, _, a)
            | Step::Inst(_, _, a)
            | Step::IffParts(_, a)
            | Step::NotPush(_, a)
            | Step::Unfold { next: a, .. }
            | Step::UnfoldFact { next: a, .. }
            | Step::UnfoldGoal { next: a, .. }
            | Step::Lemma(_, _, _, a)
            | Step::Axiom(_, _, _, a) => out.push(a),
            Step::Split(a, b)
            | Step::OrElim(_, a, b)
            | Step::Apply(_, a, b)
            | Step::Cut(_, a, b)
            | Step::IteSplit(_, a, b)
            | Step::Have(_, a, b) => out.extend([&**a, &**b]),
            Step::Case(_, branches) | Step::Induct(_, branches) => out.extend(branches.iter().map(|b| &b.1)),
        }
        out.into_iter()
    }

    /// Numbers of the lemmas that the tree uses.
    pub fn lemmas(&self, out: &mut BTreeSet<usize>) {
        if let Step::Lemma(n, ..) = self {
            out.insert(*n);
        }
        self.children().for_each(|c| c.lemmas(out));
    }
}

/// What a tree needs from its surroundings.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    pub facts: BTreeSet<ExprId>,
    pub vars: BTreeSet<ExprId>,
}

impl Used {
    pub(super) fn join(mut self, other: Used) -> Used {
        self.facts.extend(other.facts);
        self.vars.extend(other.vars);
        self
    }

    fn any_fact(&self, facts: &[ExprId]) -> bool {
        facts.iter().any(|f| self.facts.contains(f))
    }

    fn any_var(&self, vars: &[ExprId]) -> bool {
        vars.iter().any(|v| self.vars.contains(v))
    }

    fn without(mut self, facts: &[ExprId], vars: &[ExprId]) -> Used {
        facts.iter().for_each(|f| {
            self.facts.remove(f);
        });
        vars.iter().for_each(|v| {
            self.vars.remove(v);
        });
        self
    }
}

/// A tree with what it uses.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub step: Step,
    pub used: Used,
}

/// The provisional variables of expressions, computed once each.
#[derive(Default)]
pub(super) struct Variables {
    known: IdMap<ExprId, Rc<[ExprId]>>,
}

impl Variables {
    pub(super) fn of(&mut self, arena: &Arena, e: ExprId) -> Rc<[ExprId]> {
        if arena.info(e).level == 0 {
            return Rc::from([]);
        }
        if let Some(v) = self.known.get(&e) {
            return v.clone();
        }
        let mut out = Vec::new();
        match arena.expr(e) {
            Expr::Local(l, _) => {
                if *l >= PROVISIONAL {
                    out.push(e);
                }
            }
            expr => {
                let mut children = Vec::new();
                expr.for_children(|c, _| children.push(c));
                for c in children {
                    out.extend(self.of(arena, c).iter().copied());
                }
                out.sort_unstable();
                out.dedup();
            }
        }
        let out: Rc<[ExprId]> = out.into();
        self.known.insert(e, out.clone());
        out
    }
}

/// Makes trees that keep only what is used.
pub(super) struct Maker<'a> {
    pub arena: &'a Arena,
    pub variables: &'a mut Variables,
}

impl Maker<'_> {
    fn uses(&mut self, facts: &[ExprId], terms: &[ExprId]) -> Used {
        let mut used = Used::default();
        used.facts.extend(facts);
        for &e in facts.iter().chain(terms) {
            used.vars.extend(self.variables.of(self.arena, e).iter());
        }
        used
    }

    pub(super) fn exact(&mut self, goal: ExprId) -> Proof {
        let facts: &[ExprId] = if goal == TRUTH { &[] } else { &[goal] };
        Proof { step: Step::Exact, used: self.uses(facts, &[]) }
    }

    /// A leaf; if it must be read under another goal than its own, that goal is dropped first.
    pub(super) fn leaf(&mut self, facts: Vec<ExprId>, lines: Vec<Line>, absurd: bool) -> Proof {
        let mut terms = Vec::new();
        for line in &lines {
            match line {
                Line::Congruent(a, b) | Line::Equal(a, b, ..) => terms.extend([*a, *b]),
                Line::DivLow(d) | Line::DivHigh(d) => terms.push(*d),
                Line::Literal(_) | Line::Combine(_) => {}
            }
        }
        let used = self.uses(&facts, &terms);
        let wrap = absurd && !lines.is_empty();
        let leaf = Step::Leaf(facts, lines);
        Proof { step: if wrap { Step::Absurd(Box::new(leaf)) } else { leaf }, used }
    }

    /// A step that changes only the goal.
    pub(super) fn goal_step(
        &mut self,
        proof: Proof,
        terms: &[ExprId],
        make: impl FnOnce(Box<Step>) -> Step,
    ) -> Proof {
        let used = proof.used.join(self.uses(&[], terms));
        Proof { step: make(Box::new(proof.step)), used }
    }

    /// Introduction of a variable or an assumption.
    pub(super) fn intro(&mut self, var: Option<ExprId>, produced: &[ExprId], proof: Proof) -> Proof {
        let vars: Vec<ExprId> = var.into_iter().collect();
        Proof { step: Step::Intro(var, Box::new(proof.step)), used: proof.used.without(produced, &vars) }
    }

    pub(super) fn both(
        &mut self,
        a: Proof,
        b: Proof,
        make: impl FnOnce(Box<Step>, Box<Step>) -> Step,
    ) -> Proof {
        Proof { step: make(Box::new(a.step), Box::new(b.step)), used: a.used.join(b.used) }
    }

    /// A step that adds facts (and perhaps a variable); left out if nobody uses them.
    pub(super) fn adding(
        &mut self,
        facts: &[ExprId],
        terms: &[ExprId],
        var: Option<ExprId>,
        produced: &[ExprId],
        rest: Proof,
        make: impl FnOnce(Box<Step>) -> Step,
    ) -> Proof {
        let vars: Vec<ExprId> = var.into_iter().collect();
        if !rest.used.any_fact(produced) && !rest.used.any_var(&vars) {
            return rest;
        }
        let used = rest.used.without(produced, &vars).join(self.uses(facts, terms));
        Proof { step: make(Box::new(rest.step)), used }
    }

    /// A side proof followed by the rest, which may use what it produces.
    pub(super) fn then(
        &mut self,
        facts: &[ExprId],
        terms: &[ExprId],
        side: Proof,
        produced: &[ExprId],
        rest: Proof,
        make: impl FnOnce(Box<Step>, Box<Step>) -> Step,
    ) -> Proof {
        if !rest.used.any_fact(produced) {
            return rest;
        }
        let used = rest.used.without(produced, &[]).join(side.used).join(self.uses(facts, terms));
        Proof { step: make(Box::new(side.step), Box::new(rest.step)), used }
    }

    /// A case distinction. Each branch comes with its variables and the facts it adds.
    pub(super) fn cases(
        &mut self,
        facts: &[ExprId],
        terms: &[ExprId],
        branches: Vec<(Vec<ExprId>, Vec<ExprId>, Proof)>,
        make: impl FnOnce(Vec<(Vec<ExprId>, Step)>) -> Step,
    ) -> Proof {
        let idle = branches
            .iter()
            .position(|(vars, produced, p)| !p.used.any_fact(produced) && !p.used.any_var(vars));
        let mut branches = branches;
        if let Some(i) = idle {
            return branches.swap_remove(i).2;
        }
        let mut used = self.uses(facts, terms);
        let mut steps = Vec::with_capacity(branches.len());
        for (vars, produced, proof) in branches {
            used = used.join(proof.used.without(&produced, &vars));
            steps.push((vars, proof.step));
        }
        Proof { step: make(steps), used }
    }
}
