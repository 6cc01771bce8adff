//! From proof trees to the rows of a certificate.
//!
//! Trees name introduced variables freely; the kernel numbers them along each branch. So the
//! emitter walks a tree with the number of variables introduced so far, renames on the way, and
//! shares equal rows: what two branches say in the same words is stored once.

use super::lemmas::{LemmaBook, Origin};
use super::step::{Step, Variables};
use crate::rows::Terms;
use covenant_kernel::arena::{Arena, Expr, ExprId, IdMap, SortId};
use covenant_kernel::leaf::Line;
use covenant_kernel::load::Loaded;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{
    AxiomRef, ExprRef, GHOST, LeafRow, LemmaRef, LemmaRow, Motive, SortRef, StepRef, StepRow,
};
use std::collections::{BTreeSet, HashMap};

/// EvidenceRows being collected: those of the statement are known, new ones are appended.
#[derive(Default)]
pub struct EvidenceRows {
    /// Sorts and expressions.
    pub terms: Terms,
    /// Steps.
    pub steps: Vec<StepRow>,
    /// Lemmas, in an order in which each may use the ones before it.
    pub lemmas: Vec<LemmaRow>,
    /// Where each of these comes from; whoever knows the statement names them.
    pub origins: Vec<Origin>,
    step_refs: HashMap<StepRow, StepRef>,
    lemma_refs: HashMap<usize, LemmaRef>,
    variables: Variables,
    renaming: IdMap<ExprId, ExprId>,
    renamed: IdMap<ExprId, ExprId>,
}

fn number(n: usize) -> Result<u32, Why> {
    u32::try_from(n).map_err(|_| Why::TooLarge)
}

impl EvidenceRows {
    /// Starts from the loaded rows of a statement.
    #[must_use]
    pub fn new(loaded: &Loaded) -> EvidenceRows {
        EvidenceRows { terms: Terms::after(loaded), ..EvidenceRows::default() }
    }

    fn sort_list(&mut self, arena: &Arena, sorts: &[SortId]) -> Vec<SortRef> {
        sorts.iter().map(|&s| self.terms.sort(arena, s)).collect()
    }

    fn push(&mut self, row: StepRow) -> Result<StepRef, Why> {
        if let Some(&r) = self.step_refs.get(&row) {
            return Ok(r);
        }
        let r = StepRef(number(self.steps.len())?);
        self.step_refs.insert(row.clone(), r);
        self.steps.push(row);
        Ok(r)
    }

    /// Names a provisional variable as the `ghosts`-th introduced one.
    fn bind(&mut self, arena: &mut Arena, var: ExprId, ghosts: usize) -> Result<(), Why> {
        let sort = arena.sort_of(var).ok_or(Why::SortMismatch)?;
        let level = GHOST.checked_add(number(ghosts)?).ok_or(Why::TooLarge)?;
        let actual = arena.mk(Expr::Local(level, sort))?;
        if self.renaming.insert(var, actual).is_some_and(|old| old != actual) {
            self.renamed.clear();
        }
        Ok(())
    }

    fn rename(&mut self, arena: &mut Arena, e: ExprId) -> Result<ExprId, Why> {
        let vars = self.variables.of(arena, e);
        if vars.is_empty() {
            return Ok(e);
        }
        if let Some(&r) = self.renamed.get(&e) {
            return Ok(r);
        }
        let mut pairs = Vec::with_capacity(vars.len());
        for v in vars.iter() {
            pairs.push((*v, *self.renaming.get(v).ok_or(Why::UnboundLocal)?));
        }
        let r = arena.substitute(e, &pairs)?;
        self.renamed.insert(e, r);
        Ok(r)
    }

    fn row(&mut self, arena: &mut Arena, e: ExprId) -> Result<ExprRef, Why> {
        let e = self.rename(arena, e)?;
        Ok(self.terms.expr(arena, e))
    }

    fn row_list(&mut self, arena: &mut Arena, es: &[ExprId]) -> Result<Vec<ExprRef>, Why> {
        es.iter().map(|&e| self.row(arena, e)).collect()
    }

    /// Emits a tree; `ghosts` is the number of introduced variables in scope.
    pub fn step(&mut self, arena: &mut Arena, step: &Step, ghosts: usize) -> Result<StepRef, Why> {
        covenant_budget::deeper(|| self.step_row(arena, step, ghosts))
    }

    fn step_row(&mut self, arena: &mut Arena, step: &Step, ghosts: usize) -> Result<StepRef, Why> {
        let row = match step {
            Step::Intro(var, next) => {
                let mut ghosts = ghosts;
                if let Some(var) = var {
                    self.bind(arena, *var, ghosts)?;
                    ghosts += 1;
                }
                StepRow::Intro(self.step(arena, next, ghosts)?)
            }
            Step::Split(a, b) => StepRow::Split(self.step(arena, a, ghosts)?, self.step(arena, b, ghosts)?),
            Step::Left(a) => StepRow::Left(self.step(arena, a, ghosts)?),
            Step::Right(a) => StepRow::Right(self.step(arena, a, ghosts)?),
            Step::Witness(t, a) => StepRow::Witness(self.row(arena, *t)?, self.step(arena, a, ghosts)?),
            Step::Exact => StepRow::Exact,
            Step::Absurd(a) => StepRow::Absurd(self.step(arena, a, ghosts)?),
            Step::OrElim(f, a, b) => {
                let f = self.row(arena, *f)?;
                StepRow::OrElim(f, self.step(arena, a, ghosts)?, self.step(arena, b, ghosts)?)
            }
            Step::Obtain(f, var, a) => {
                let f = self.row(arena, *f)?;
                self.bind(arena, *var, ghosts)?;
                StepRow::Obtain(f, self.step(arena, a, ghosts + 1)?)
            }
            Step::Inst(f, t, a) => {
                let (f, t) = (self.row(arena, *f)?, self.row(arena, *t)?);
                StepRow::Inst(f, t, self.step(arena, a, ghosts)?)
            }
            Step::Apply(f, a, b) => {
                let f = self.row(arena, *f)?;
                StepRow::Apply(f, self.step(arena, a, ghosts)?, self.step(arena, b, ghosts)?)
            }
            Step::IffParts(f, a) => StepRow::IffParts(self.row(arena, *f)?, self.step(arena, a, ghosts)?),
            Step::NotPush(f, a) => StepRow::NotPush(self.row(arena, *f)?, self.step(arena, a, ghosts)?),
            Step::Case(t, branches) => {
                let t = self.row(arena, *t)?;
                StepRow::Case(t, self.branches(arena, branches, ghosts)?)
            }
            Step::Cut(f, a, b) => {
                let f = self.row(arena, *f)?;
                StepRow::Cut(f, self.step(arena, a, ghosts)?, self.step(arena, b, ghosts)?)
            }
            Step::IteSplit(t, a, b) => {
                let t = self.row(arena, *t)?;
                StepRow::IteSplit(t, self.step(arena, a, ghosts)?, self.step(arena, b, ghosts)?)
            }
            Step::Unfold { term, as_ctor, next } => {
                let term = self.row(arena, *term)?;
                let as_ctor = as_ctor.map(|c| self.row(arena, c)).transpose()?;
                StepRow::Unfold { term, as_ctor, next: self.step(arena, next, ghosts)? }
            }
            Step::UnfoldFact { fact, as_ctor, next } => {
                let fact = self.row(arena, *fact)?;
                let as_ctor = as_ctor.map(|c| self.row(arena, c)).transpose()?;
                StepRow::UnfoldFact { fact, as_ctor, next: self.step(arena, next, ghosts)? }
            }
            Step::UnfoldGoal { as_ctor, next } => {
                let as_ctor = as_ctor.map(|c| self.row(arena, c)).transpose()?;
                StepRow::UnfoldGoal { as_ctor, next: self.step(arena, next, ghosts)? }
            }
            Step::Lemma(lemma, sorts, terms, next) => {
                let lemma = *self.lemma_refs.get(lemma).ok_or(Why::ForwardLemma)?;
                let (sorts, terms) = (self.sort_list(arena, sorts), self.row_list(arena, terms)?);
                StepRow::Lemma(lemma, sorts, terms, self.step(arena, next, ghosts)?)
            }
            Step::Axiom(axiom, sorts, terms, next) => {
                let axiom = AxiomRef(number(*axiom)?);
                let (sorts, terms) = (self.sort_list(arena, sorts), self.row_list(arena, terms)?);
                StepRow::Axiom(axiom, sorts, terms, self.step(arena, next, ghosts)?)
            }
            Step::Have(f, a, b) => {
                let f = self.row(arena, *f)?;
                StepRow::Have(f, self.step(arena, a, ghosts)?, self.step(arena, b, ghosts)?)
            }
            Step::Induct(motives, branches) => {
                let mut rows = Vec::with_capacity(motives.len());
                for &(sort, formula) in motives {
                    let formula = self.row(arena, formula)?;
                    rows.push(Motive { sort: self.terms.sort(arena, sort), formula });
                }
                StepRow::Induct(rows, self.branches(arena, branches, ghosts)?)
            }
            Step::Leaf(facts, lines) => {
                let facts = self.row_list(arena, facts)?;
                let lines = lines.iter().map(|l| self.line(arena, l)).collect::<Result<Vec<_>, _>>()?;
                StepRow::Leaf(facts, lines)
            }
        };
        self.push(row)
    }

    fn branches(
        &mut self,
        arena: &mut Arena,
        branches: &[(Vec<ExprId>, Step)],
        ghosts: usize,
    ) -> Result<Vec<StepRef>, Why> {
        let mut out = Vec::with_capacity(branches.len());
        for (vars, step) in branches {
            for (i, &var) in vars.iter().enumerate() {
                self.bind(arena, var, ghosts + i)?;
            }
            out.push(self.step(arena, step, ghosts + vars.len())?);
        }
        Ok(out)
    }

    fn line(&mut self, arena: &mut Arena, line: &Line) -> Result<LeafRow, Why> {
        Ok(match line {
            Line::Literal(i) => LeafRow::Literal(*i),
            Line::Congruent(a, b) => LeafRow::Congruent(self.row(arena, *a)?, self.row(arena, *b)?),
            Line::DivLow(d) => LeafRow::DivLow(self.row(arena, *d)?),
            Line::DivHigh(d) => LeafRow::DivHigh(self.row(arena, *d)?),
            Line::Combine(parts) => LeafRow::Combine(parts.clone()),
            Line::Equal(a, b, le, ge) => LeafRow::Equal(self.row(arena, *a)?, self.row(arena, *b)?, *le, *ge),
        })
    }

    /// Emits the lemmas that trees use, and those that these use. Call it before [`EvidenceRows::step`].
    pub fn lemmas(&mut self, arena: &mut Arena, book: &LemmaBook, used: &BTreeSet<usize>) -> Result<(), Why> {
        let mut needed = used.clone();
        let mut stack: Vec<usize> = used.iter().copied().collect();
        while let Some(n) = stack.pop() {
            let mut more = BTreeSet::new();
            book.get(n).ok_or(Why::ForwardLemma)?.proof.lemmas(&mut more);
            stack.extend(more.iter().filter(|m| needed.insert(**m)));
        }
        for n in needed {
            if self.lemma_refs.contains_key(&n) {
                continue;
            }
            let lemma = book.get(n).ok_or(Why::ForwardLemma)?;
            let statement = self.terms.expr(arena, lemma.formula.statement);
            let proof = self.step(arena, &lemma.proof, 0)?;
            self.lemma_refs.insert(n, LemmaRef(number(self.lemmas.len())?));
            self.origins.push(lemma.origin.clone());
            self.lemmas.push(LemmaRow {
                name: String::new(),
                sort_params: lemma.formula.sort_params,
                statement,
                proof,
            });
        }
        Ok(())
    }
}
