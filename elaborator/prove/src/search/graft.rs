//! What a search found in a copy of the arena, brought into the arena itself.
//!
//! Conditions that are searched at the same time have an arena and a lemma book each, copies of
//! the same original, so that what one finds cannot depend on the others. Their results are
//! brought together afterwards, in the order of the conditions.

use super::lemmas::{Lemma, LemmaBook};
use super::step::Step;
use super::{Outcome, StuckReport};
use covenant_kernel::arena::{Arena, ExprId, IdMap, Sort, SortId};
use covenant_kernel::leaf::Line;
use covenant_kernel::reject::Why;
use covenant_kernel::theory::Formula;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Moves expressions, steps and lemmas from a copy to the original.
pub struct Graft<'a> {
    from: &'a Arena,
    from_book: &'a LemmaBook,
    into: &'a mut Arena,
    into_book: &'a LemmaBook,
    exprs: IdMap<ExprId, ExprId>,
    sorts: IdMap<SortId, SortId>,
    lemmas: IdMap<usize, usize>,
}

impl<'a> Graft<'a> {
    /// From a copy with its book into the original with its own.
    pub fn new(
        (from, from_book): (&'a Arena, &'a LemmaBook),
        (into, into_book): (&'a mut Arena, &'a LemmaBook),
    ) -> Graft<'a> {
        let (exprs, sorts, lemmas) = (IdMap::default(), IdMap::default(), IdMap::default());
        Graft { from, from_book, into, into_book, exprs, sorts, lemmas }
    }

    /// The outcome of a search, with the lemmas that its proof uses.
    pub fn outcome(&mut self, outcome: Outcome) -> Result<Outcome, Why> {
        Ok(match outcome {
            Outcome::Proved { step, log } => {
                let mut used = BTreeSet::new();
                step.lemmas(&mut used);
                for n in used {
                    self.lemma(n)?;
                }
                Outcome::Proved { step: self.step(&step)?, log }
            }
            Outcome::SolverOnly { log, at, facts, lemmas } => {
                let at = at.map(|e| self.expr(e)).transpose()?;
                Outcome::SolverOnly { log, at, facts: self.exprs(&facts)?, lemmas }
            }
            Outcome::Stuck { report, log } => {
                let failing = report.failing.iter().map(|f| self.exprs(f)).collect::<Result<_, _>>()?;
                let pairs = report.branch.iter().map(|&(a, b)| Ok((self.expr(a)?, self.expr(b)?)));
                let branch = pairs.collect::<Result<_, Why>>()?;
                Outcome::Stuck { report: StuckReport { failing, branch }, log }
            }
            Outcome::Unknown { why, log } => Outcome::Unknown { why, log },
        })
    }

    /// A proved lemma and those that its proof uses, which come before it.
    fn lemma(&mut self, n: usize) -> Result<(), Why> {
        if self.lemmas.contains_key(&n) {
            return Ok(());
        }
        let lemma = self.from_book.get(n).ok_or(Why::ForwardLemma)?;
        let statement = self.expr(lemma.formula.statement)?;
        let formula = Formula { statement, ..lemma.formula };
        let number = match self.into_book.proved_as(formula) {
            Some(known) => known,
            None => {
                let mut used = BTreeSet::new();
                lemma.proof.lemmas(&mut used);
                for m in used {
                    self.lemma(m)?;
                }
                let proof = Arc::new(self.step(&lemma.proof)?);
                self.into_book.add(Lemma { origin: lemma.origin, formula, proof })
            }
        };
        self.lemmas.insert(n, number);
        Ok(())
    }

    fn sort(&mut self, s: SortId) -> Result<SortId, Why> {
        if let Some(&done) = self.sorts.get(&s) {
            return Ok(done);
        }
        let sort = match self.from.sort(s) {
            Sort::Data(d, args) => Sort::Data(*d, self.sorts(args)?.into()),
            other => other.clone(),
        };
        let done = self.into.mk_sort(sort)?;
        self.sorts.insert(s, done);
        Ok(done)
    }

    fn sorts(&mut self, sorts: &[SortId]) -> Result<Vec<SortId>, Why> {
        sorts.iter().map(|&s| self.sort(s)).collect()
    }

    fn exprs(&mut self, exprs: &[ExprId]) -> Result<Vec<ExprId>, Why> {
        exprs.iter().map(|&e| self.expr(e)).collect()
    }

    /// Without recursion: formulas of large programs are deep.
    fn expr(&mut self, root: ExprId) -> Result<ExprId, Why> {
        let mut stack = vec![(root, false)];
        while let Some((e, children_done)) = stack.pop() {
            if self.exprs.contains_key(&e) {
                continue;
            }
            if children_done {
                let done = self.node(e)?;
                self.exprs.insert(e, done);
            } else {
                stack.push((e, true));
                self.from.expr(e).for_children(|c, _| stack.push((c, false)));
            }
        }
        self.exprs.get(&root).copied().ok_or(Why::BadReference)
    }

    /// A node whose children are done.
    fn node(&mut self, e: ExprId) -> Result<ExprId, Why> {
        let node = self.from.expr(e).map(|s| self.sort(s), |e, _| Ok(e))?;
        let node = node.map(Ok, |e, _| self.exprs.get(&e).copied().ok_or(Why::BadReference))?;
        self.into.mk(node)
    }

    fn boxed(&mut self, step: &Step) -> Result<Box<Step>, Why> {
        self.step(step).map(Box::new)
    }

    fn branches(&mut self, branches: &[(Vec<ExprId>, Step)]) -> Result<Vec<(Vec<ExprId>, Step)>, Why> {
        branches.iter().map(|(vars, step)| Ok((self.exprs(vars)?, self.step(step)?))).collect()
    }

    fn step(&mut self, step: &Step) -> Result<Step, Why> {
        covenant_budget::deeper(|| self.step_here(step))
    }

    fn step_here(&mut self, step: &Step) -> Result<Step, Why> {
        let form = |g: &mut Self, f: &Option<ExprId>| f.map(|f| g.expr(f)).transpose();
        Ok(match step {
            Step::Intro(var, a) => Step::Intro(form(self, var)?, self.boxed(a)?),
            Step::Split(a, b) => Step::Split(self.boxed(a)?, self.boxed(b)?),
            Step::Left(a) => Step::Left(self.boxed(a)?),
            Step::Right(a) => Step::Right(self.boxed(a)?),
            Step::Witness(t, a) => Step::Witness(self.expr(*t)?, self.boxed(a)?),
            Step::Exact => Step::Exact,
            Step::Absurd(a) => Step::Absurd(self.boxed(a)?),
            Step::OrElim(f, a, b) => Step::OrElim(self.expr(*f)?, self.boxed(a)?, self.boxed(b)?),
            Step::Obtain(f, var, a) => Step::Obtain(self.expr(*f)?, self.expr(*var)?, self.boxed(a)?),
            Step::Inst(f, t, a) => Step::Inst(self.expr(*f)?, self.expr(*t)?, self.boxed(a)?),
            Step::Apply(f, a, b) => Step::Apply(self.expr(*f)?, self.boxed(a)?, self.boxed(b)?),
            Step::IffParts(f, a) => Step::IffParts(self.expr(*f)?, self.boxed(a)?),
            Step::NotPush(f, a) => Step::NotPush(self.expr(*f)?, self.boxed(a)?),
            Step::Case(t, branches) => Step::Case(self.expr(*t)?, self.branches(branches)?),
            Step::Cut(f, a, b) => Step::Cut(self.expr(*f)?, self.boxed(a)?, self.boxed(b)?),
            Step::IteSplit(t, a, b) => Step::IteSplit(self.expr(*t)?, self.boxed(a)?, self.boxed(b)?),
            Step::Unfold { term, as_ctor, next } => Step::Unfold {
                term: self.expr(*term)?,
                as_ctor: form(self, as_ctor)?,
                next: self.boxed(next)?,
            },
            Step::UnfoldFact { fact, as_ctor, next } => Step::UnfoldFact {
                fact: self.expr(*fact)?,
                as_ctor: form(self, as_ctor)?,
                next: self.boxed(next)?,
            },
            Step::UnfoldGoal { as_ctor, next } => {
                Step::UnfoldGoal { as_ctor: form(self, as_ctor)?, next: self.boxed(next)? }
            }
            Step::Lemma(n, sorts, terms, a) => {
                let n = self.lemmas.get(n).copied().ok_or(Why::ForwardLemma)?;
                Step::Lemma(n, self.sorts(sorts)?, self.exprs(terms)?, self.boxed(a)?)
            }
            Step::Axiom(n, sorts, terms, a) => {
                Step::Axiom(*n, self.sorts(sorts)?, self.exprs(terms)?, self.boxed(a)?)
            }
            Step::Have(f, a, b) => Step::Have(self.expr(*f)?, self.boxed(a)?, self.boxed(b)?),
            Step::Induct(motives, branches) => {
                let motives = motives.iter().map(|&(s, m)| Ok((self.sort(s)?, self.expr(m)?)));
                Step::Induct(motives.collect::<Result<_, Why>>()?, self.branches(branches)?)
            }
            Step::Leaf(facts, lines) => {
                let lines = lines.iter().map(|line| self.line(line)).collect::<Result<_, Why>>()?;
                Step::Leaf(self.exprs(facts)?, lines)
            }
        })
    }

    fn line(&mut self, line: &Line) -> Result<Line, Why> {
        Ok(match line {
            Line::Congruent(a, b) => Line::Congruent(self.expr(*a)?, self.expr(*b)?),
            Line::Equal(a, b, le, ge) => Line::Equal(self.expr(*a)?, self.expr(*b)?, *le, *ge),
            Line::DivLow(d) => Line::DivLow(self.expr(*d)?),
            Line::DivHigh(d) => Line::DivHigh(self.expr(*d)?),
            Line::Literal(i) => Line::Literal(*i),
            Line::Combine(parts) => Line::Combine(parts.clone()),
        })
    }
}
