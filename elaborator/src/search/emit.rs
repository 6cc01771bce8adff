//! From proof trees to the rows of a certificate.
//!
//! Trees name introduced variables freely; the kernel numbers them along each branch. So the
//! emitter walks a tree with the number of variables introduced so far, renames on the way, and
//! shares equal rows: what two branches say in the same words is stored once.

use super::lemmas::LemmaBook;
use super::step::{Step, Variables};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, IdMap, Quant, Sort, SortId};
use covenant_kernel::leaf::Line;
use covenant_kernel::load::Loaded;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{
    AxiomRef, DefRef, ExprRef, ExprRow, GHOST, LeafRow, LemmaRef, LemmaRow, Motive, SortRef, SortRow,
    StepRef, StepRow,
};
use std::collections::{BTreeSet, HashMap};

/// Rows being collected: those of the statement are known, new ones are appended.
#[derive(Default)]
pub struct Rows {
    sorts: IdMap<SortId, SortRef>,
    exprs: IdMap<ExprId, ExprRef>,
    sort_count: usize,
    expr_count: usize,
    /// New sorts, numbered after the statement's.
    pub new_sorts: Vec<SortRow>,
    /// New expressions, numbered after the statement's.
    pub new_exprs: Vec<ExprRow>,
    /// Steps.
    pub steps: Vec<StepRow>,
    /// Lemmas, in an order in which each may use the ones before it.
    pub lemmas: Vec<LemmaRow>,
    step_refs: HashMap<StepRow, StepRef>,
    lemma_refs: HashMap<usize, LemmaRef>,
    variables: Variables,
    renaming: IdMap<ExprId, ExprId>,
    renamed: IdMap<ExprId, ExprId>,
}

fn number(n: usize) -> Result<u32, Why> {
    u32::try_from(n).map_err(|_| Why::TooLarge)
}

impl Rows {
    /// Starts from the loaded rows of a statement.
    #[must_use]
    pub fn new(loaded: &Loaded) -> Rows {
        let mut rows =
            Rows { sort_count: loaded.sorts.len(), expr_count: loaded.exprs.len(), ..Rows::default() };
        for (&s, i) in loaded.sorts.iter().zip(0u32..) {
            rows.sorts.entry(s).or_insert(SortRef(i));
        }
        for (&e, i) in loaded.exprs.iter().zip(0u32..) {
            rows.exprs.entry(e).or_insert(ExprRef(i));
        }
        rows
    }

    /// The row of a sort.
    pub fn sort(&mut self, arena: &Arena, s: SortId) -> Result<SortRef, Why> {
        if let Some(&r) = self.sorts.get(&s) {
            return Ok(r);
        }
        let row = match arena.sort(s) {
            Sort::Int => SortRow::Int,
            Sort::Data(d, args) => SortRow::Data(*d, self.sort_list(arena, args)?),
            Sort::Abstract(i) => SortRow::Abstract(*i),
            Sort::Opaque(i) => SortRow::Opaque(*i),
        };
        let r = SortRef(number(self.sort_count + self.new_sorts.len())?);
        self.new_sorts.push(row);
        self.sorts.insert(s, r);
        Ok(r)
    }

    fn sort_list(&mut self, arena: &Arena, sorts: &[SortId]) -> Result<Vec<SortRef>, Why> {
        sorts.iter().map(|&s| self.sort(arena, s)).collect()
    }

    /// The row of an expression, and rows for everything below it.
    pub fn expr(&mut self, arena: &Arena, e: ExprId) -> Result<ExprRef, Why> {
        let mut stack = vec![(e, false)];
        while let Some((e, ready)) = stack.pop() {
            if self.exprs.contains_key(&e) {
                continue;
            }
            if !ready {
                stack.push((e, true));
                arena.expr(e).for_children(|c, _| stack.push((c, false)));
                continue;
            }
            let row = self.expr_row(arena, e)?;
            let r = ExprRef(number(self.expr_count + self.new_exprs.len())?);
            self.new_exprs.push(row);
            self.exprs.insert(e, r);
        }
        self.known(e)
    }

    fn known(&self, e: ExprId) -> Result<ExprRef, Why> {
        self.exprs.get(&e).copied().ok_or(Why::BadReference)
    }

    fn expr_row(&mut self, arena: &Arena, e: ExprId) -> Result<ExprRow, Why> {
        let list =
            |rows: &Self, args: &[ExprId]| args.iter().map(|&a| rows.known(a)).collect::<Result<Vec<_>, _>>();
        Ok(match arena.expr(e) {
            Expr::Bound(i, s) => ExprRow::Bound(*i, self.sort(arena, *s)?),
            Expr::Local(l, s) => ExprRow::Local(*l, self.sort(arena, *s)?),
            Expr::Nu(s) => ExprRow::Nu(self.sort(arena, *s)?),
            Expr::Int(n) => ExprRow::Int(*n),
            Expr::Literal(l, s) => ExprRow::Literal(*l, self.sort(arena, *s)?),
            Expr::Ctor(s, tag, args) => {
                let args = list(self, args)?;
                ExprRow::Ctor(self.sort(arena, *s)?, *tag, args)
            }
            Expr::Fn(d, sorts, args) => {
                let args = list(self, args)?;
                ExprRow::Fn(DefRef(*d), self.sort_list(arena, sorts)?, args)
            }
            Expr::PredVar(p, args) => ExprRow::PredVar(*p, list(self, args)?),
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.known(*a)?, self.known(*b)?);
                match op {
                    Bin::Add => ExprRow::Add(a, b),
                    Bin::Sub => ExprRow::Sub(a, b),
                    Bin::Mul => ExprRow::Mul(a, b),
                    Bin::Eq => ExprRow::Eq(a, b),
                    Bin::Le => ExprRow::Le(a, b),
                    Bin::Lt => ExprRow::Lt(a, b),
                    Bin::And => ExprRow::And(a, b),
                    Bin::Or => ExprRow::Or(a, b),
                    Bin::Imp => ExprRow::Imp(a, b),
                    Bin::Iff => ExprRow::Iff(a, b),
                }
            }
            Expr::Div(a, k) => ExprRow::Div(self.known(*a)?, *k),
            Expr::Mod(a, k) => ExprRow::Mod(self.known(*a)?, *k),
            Expr::Ite(c, a, b) => ExprRow::Ite(self.known(*c)?, self.known(*a)?, self.known(*b)?),
            Expr::True => ExprRow::True,
            Expr::False => ExprRow::False,
            Expr::Not(a) => ExprRow::Not(self.known(*a)?),
            Expr::Quant(Quant::Forall, s, a) => ExprRow::Forall(self.sort(arena, *s)?, self.known(*a)?),
            Expr::Quant(Quant::Exists, s, a) => ExprRow::Exists(self.sort(arena, *s)?, self.known(*a)?),
        })
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
        self.expr(arena, e)
    }

    fn row_list(&mut self, arena: &mut Arena, es: &[ExprId]) -> Result<Vec<ExprRef>, Why> {
        es.iter().map(|&e| self.row(arena, e)).collect()
    }

    /// Emits a tree; `ghosts` is the number of introduced variables in scope.
    pub fn step(&mut self, arena: &mut Arena, step: &Step, ghosts: usize) -> Result<StepRef, Why> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.step_row(arena, step, ghosts))
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
                let (sorts, terms) = (self.sort_list(arena, sorts)?, self.row_list(arena, terms)?);
                StepRow::Lemma(lemma, sorts, terms, self.step(arena, next, ghosts)?)
            }
            Step::Axiom(axiom, sorts, terms, next) => {
                let axiom = AxiomRef(number(*axiom)?);
                let (sorts, terms) = (self.sort_list(arena, sorts)?, self.row_list(arena, terms)?);
                StepRow::Axiom(axiom, sorts, terms, self.step(arena, next, ghosts)?)
            }
            Step::Have(f, a, b) => {
                let f = self.row(arena, *f)?;
                StepRow::Have(f, self.step(arena, a, ghosts)?, self.step(arena, b, ghosts)?)
            }
            Step::Induct(motives, branches) => {
                let mut rows = Vec::with_capacity(motives.len());
                for &(sort, formula) in motives {
                    rows.push(Motive { sort: self.sort(arena, sort)?, formula: self.row(arena, formula)? });
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

    /// Emits the lemmas that trees use, and those that these use. Call it before [`Rows::step`].
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
            let statement = self.expr(arena, lemma.formula.statement)?;
            let proof = self.step(arena, &lemma.proof, 0)?;
            self.lemma_refs.insert(n, LemmaRef(number(self.lemmas.len())?));
            self.lemmas.push(LemmaRow {
                name: lemma.name.clone(),
                sort_params: lemma.formula.sort_params,
                statement,
                proof,
            });
        }
        Ok(())
    }
}
