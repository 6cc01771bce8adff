//! Ground instances: what a proof of the sequent may use.
//!
//! Every record is a formula that is valid by itself, with quantified subformulas as opaque
//! atoms: an instance of a universal, a witness of an existential, the equation of a definition
//! at a constructor, the constructors of a term, an instance of a lemma. Search adds records
//! until Z3 refutes them together with the facts and the negated goal; no disjunctive normal
//! form of paths is ever built.
//!
//! Variables that a proof will introduce (fields of a case split, eigenvariables) get provisional
//! names here; the emitter numbers them when it knows the branch they are in.

use super::context::Context;
use super::lemmas::LemmaBook;
use super::limits::Limits;
use super::names::ProvisionalNames;
use super::noted::{Cases, GroundTerms, Quantifiers, Records};
pub(super) use super::noted::{Kind, Record};
use super::unfolded::Unfolding;
use super::work::{Budget, Work};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, IdMap, Quant, Sort, SortId};
use covenant_kernel::theory::Theory;
use std::rc::Rc;
use std::sync::Arc;

/// Constructor forms with fields of a term that equations suggest, beyond those of its case split.
pub(super) const MAX_FORMS: usize = 64;

/// The instances found so far, and the ground terms they mention.
pub(super) struct Instances<'a> {
    pub arena: &'a mut Arena,
    pub theory: &'a Theory,
    pub book: &'a LemmaBook,
    /// Only so many lemmas of the book, from its start, may be used.
    available: usize,
    pub limits: &'a Limits,
    pub records: Records,
    pub ground: GroundTerms,
    pub quantifiers: Quantifiers,
    pub cases: Cases,
    pub(super) unfolding: Unfolding,
    walked: IdMap<ExprId, (usize, usize, bool)>,
    names: ProvisionalNames,
    pub(super) triggers: IdMap<ExprId, Rc<super::pattern_sets::Triggers>>,
    /// What the search spends.
    pub work: Rc<Work>,
}

impl<'a> Instances<'a> {
    pub(super) fn new(arena: &'a mut Arena, context: Context<'a>, work: Rc<Work>) -> Self {
        let Context { theory, lemmas: book, available, limits } = context;
        Instances {
            arena,
            theory,
            book,
            available,
            limits,
            records: Records::default(),
            ground: GroundTerms::default(),
            quantifiers: Quantifiers::default(),
            cases: Cases::default(),
            unfolding: Unfolding::default(),
            walked: IdMap::default(),
            names: ProvisionalNames::default(),
            triggers: IdMap::default(),
            work,
        }
    }

    /// Keeps clear of variables that are in use already.
    pub(super) fn reserve(&mut self, vars: &[ExprId]) {
        for &v in vars {
            self.names.reserve(self.arena, v);
            self.cases.set_depth(v, 1);
        }
    }

    /// A variable that the proof will introduce.
    pub(super) fn fresh(&mut self, sort: SortId) -> Option<ExprId> {
        self.names.variable(self.arena, sort)
    }

    /// An unknown.
    pub(super) fn fresh_meta(&mut self, sort: SortId) -> Option<ExprId> {
        self.names.unknown(self.arena, sort)
    }

    pub(super) fn is_meta(&self, e: ExprId) -> bool {
        ProvisionalNames::is_unknown(self.arena, e)
    }

    /// The unknowns of an expression.
    pub(super) fn metas(&mut self, e: ExprId) -> Rc<[ExprId]> {
        self.names.unknowns(self.arena, e)
    }

    /// A large condition needs many instances; a small one that needs many is going nowhere.
    fn max_instances(&self) -> usize {
        self.limits.max_instances.max(30 * self.quantifiers.at_first)
    }

    pub(super) fn full(&self) -> bool {
        self.records.len() >= self.max_instances()
    }

    pub(super) fn record(&mut self, kind: Kind, axiom: ExprId) -> bool {
        if self.records.of_axiom(axiom).is_some() {
            return false;
        }
        self.work.spend(20);
        if self.full() {
            self.work.exhaust(Budget::Instances(u64::try_from(self.max_instances()).unwrap_or(u64::MAX)));
            return false;
        }
        self.records.push(Record { kind, axiom });
        true
    }

    /// A formula whose truth is plain from its shape.
    pub(super) fn trivially(&self, f: ExprId) -> Option<bool> {
        match *self.arena.expr(f) {
            Expr::True => Some(true),
            Expr::False => Some(false),
            Expr::Not(a) => self.trivially(a).map(|x| !x),
            Expr::Bin(Bin::Eq, a, b) => {
                if a == b {
                    return Some(true);
                }
                self.clash(a, b).then_some(false)
            }
            Expr::Bin(op @ (Bin::Le | Bin::Lt), a, b) => match (self.arena.expr(a), self.arena.expr(b)) {
                (Expr::Int(x), Expr::Int(y)) => Some(if op == Bin::Le { x <= y } else { x < y }),
                _ => None,
            },
            Expr::Bin(Bin::And, a, b) => match (self.trivially(a), self.trivially(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Expr::Bin(Bin::Or, a, b) => match (self.trivially(a), self.trivially(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Expr::Bin(Bin::Imp, a, b) => match (self.trivially(a), self.trivially(b)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            },
            Expr::Bin(Bin::Iff, a, b) => match (self.trivially(a), self.trivially(b)) {
                (Some(x), Some(y)) => Some(x == y),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether two terms are different constructors or integers on the face of it.
    pub(super) fn clash(&self, a: ExprId, b: ExprId) -> bool {
        match (self.arena.expr(a), self.arena.expr(b)) {
            (Expr::Ctor(_, t, xs), Expr::Ctor(_, u, ys)) => {
                t != u || xs.iter().zip(ys.iter()).any(|(&x, &y)| self.clash(x, y))
            }
            (Expr::Int(x), Expr::Int(y)) => x != y,
            _ => false,
        }
    }

    /// Whether a quantified formula occurs where it may become a fact.
    pub(super) fn assumable(&self, q: ExprId) -> bool {
        self.quantifiers.assumable(q)
    }

    /// Notes the terms and quantifiers of a formula that holds (or is refuted, if not `fact`).
    pub(super) fn scan(&mut self, f: ExprId, fact: bool) {
        if !self.quantifiers.scan(f, fact) {
            return;
        }
        match self.arena.expr(f).clone() {
            Expr::True | Expr::False => {}
            Expr::Not(a) => self.scan(a, !fact),
            Expr::Bin(Bin::And | Bin::Or, a, b) => {
                // What is plain from its shape needs no instances.
                if self.trivially(f).is_none() {
                    self.scan(a, fact);
                    self.scan(b, fact);
                }
            }
            Expr::Bin(Bin::Imp, a, b) => {
                self.scan(a, !fact);
                self.scan(b, fact);
            }
            Expr::Bin(Bin::Iff, a, b) => {
                for side in [a, b] {
                    self.scan(side, true);
                    self.scan(side, false);
                }
            }
            Expr::Quant(..) => self.quantifiers.note(f, fact),
            Expr::Bin(Bin::Eq, a, b) => {
                self.scan_term(a);
                self.scan_term(b);
                for (x, y) in [(a, b), (b, a)] {
                    if self.is_ctor(y) && !self.is_ctor(x) {
                        self.cases.suggest(x, y);
                    }
                }
            }
            Expr::Bin(_, a, b) => {
                self.scan_term(a);
                self.scan_term(b);
            }
            _ => self.scan_term(f),
        }
    }

    pub(super) fn is_ctor(&self, e: ExprId) -> bool {
        matches!(self.arena.expr(e), Expr::Ctor(..))
    }

    /// Notes a ground term or atom with everything below it.
    pub(super) fn scan_term(&mut self, t: ExprId) {
        if self.ground.contains(t) || self.arena.info(t).loose > 0 {
            return;
        }
        let expr = self.arena.expr(t).clone();
        match &expr {
            Expr::Ite(c, a, b) => {
                self.ground.see(t);
                self.conditional(t, *c, *a, *b);
                self.scan_term(*a);
                self.scan_term(*b);
                self.scan(*c, true);
                self.scan(*c, false);
                return;
            }
            e => {
                let mut children = Vec::new();
                e.for_children(|c, _| children.push(c));
                children.into_iter().for_each(|c| self.scan_term(c));
            }
        }
        self.unfolding.seen(t);
        let sort = self.arena.sort_of(t);
        self.ground.insert(t, &expr, sort);
    }

    fn conditional(&mut self, t: ExprId, c: ExprId, a: ExprId, b: ExprId) -> Option<()> {
        let (is_a, is_b) = (self.arena.eq(t, a).ok()?, self.arena.eq(t, b).ok()?);
        let not = self.arena.not(c).ok()?;
        let yes = self.arena.bin(Bin::Imp, c, is_a).ok()?;
        let no = self.arena.bin(Bin::Imp, not, is_b).ok()?;
        let axiom = self.arena.and(yes, no).ok()?;
        self.record(Kind::Conditional { term: t }, axiom);
        Some(())
    }

    /// Deterministic consequences, to a fixpoint: eigenvariables, wanted case splits, equations.
    pub(super) fn settle(&mut self) {
        loop {
            let before = self.records.len();
            for i in 0..self.quantifiers.list.len() {
                let (q, fact) = self.quantifiers.list[i];
                self.open(q, fact);
            }
            for t in std::mem::take(&mut self.cases.wanted) {
                self.exhaust(t);
            }
            self.unfold_all();
            if self.records.len() == before || self.full() {
                return;
            }
        }
    }

    /// A variable for a fact `exists` or a goal `forall`.
    fn open(&mut self, q: ExprId, fact: bool) -> Option<()> {
        let Expr::Quant(quant, sort, body) = *self.arena.expr(q) else { return None };
        if (quant == Quant::Exists) != fact || !self.quantifiers.open(q, fact) {
            return None;
        }
        let var = self.fresh(sort)?;
        let body = self.arena.instantiate(body, &[var], 0).ok()?;
        if fact {
            let axiom = self.arena.bin(Bin::Imp, q, body).ok()?;
            self.record(Kind::Obtained { quantified: q, var }, axiom);
        } else {
            let axiom = self.arena.bin(Bin::Imp, body, q).ok()?;
            self.record(Kind::Eigen { quantified: q, var }, axiom);
        }
        self.scan_term(var);
        self.scan(body, fact);
        Some(())
    }

    /// Whether a term has a datatype sort.
    pub(super) fn is_data(&self, t: ExprId) -> bool {
        self.arena.sort_of(t).is_some_and(|s| matches!(self.arena.sort(s), Sort::Data(..)))
    }

    /// The disjunction of a term's constructors.
    pub(super) fn exhaust(&mut self, t: ExprId) -> Option<()> {
        if self.cases.splits.contains_key(&t) || !self.is_data(t) || self.is_ctor(t) {
            return None;
        }
        let sort = self.arena.sort_of(t)?;
        let depth = self.cases.depth(t);
        let mut forms = Vec::new();
        let mut axiom = None;
        for tag in (0..self.arena.ctor_count(sort).ok()?).rev() {
            let mut vars = Vec::new();
            for &field in self.arena.ctor_fields(sort, tag).ok()?.iter() {
                let var = self.fresh(field)?;
                self.cases.set_depth(var, depth + 1);
                vars.push(var);
            }
            let form = self.arena.mk(Expr::Ctor(sort, tag, Arc::from(vars))).ok()?;
            let is = self.arena.eq(t, form).ok()?;
            axiom = Some(match axiom {
                None => is,
                Some(rest) => self.arena.bin(Bin::Or, is, rest).ok()?,
            });
            forms.push(form);
        }
        forms.reverse();
        self.cases.splits.insert(t, forms.clone());
        let axiom = axiom?;
        self.record(Kind::Exhaust { term: t, forms }, axiom);
        self.scan(axiom, true);
        Some(())
    }

    /// A value with a single constructor is taken apart wherever a definition looks into it.
    pub(super) fn exhaust_single(&mut self, t: ExprId) {
        let single = |s: &Self, sort| s.arena.ctor_count(sort) == Ok(1);
        if matches!(self.arena.expr(t), Expr::Local(..))
            && self.is_data(t)
            && self.arena.sort_of(t).is_some_and(|sort| single(self, sort))
            && self.cases.depth(t) <= self.limits.split_depth + 1
        {
            self.exhaust(t);
        }
    }

    /// The constructor forms that a term has in the cases that are distinguished already.
    pub(super) fn forms_in_cases(&self, t: ExprId) -> Vec<ExprId> {
        self.possible_values(t).into_iter().flat_map(|v| self.constructor_forms(v)).collect()
    }

    /// The arguments of a term that is taken apart already, where it has this constructor.
    pub(super) fn form_with(&self, t: ExprId, tag: u32) -> Option<Arc<[ExprId]>> {
        if self.is_ctor(t) || !self.is_data(t) {
            return None;
        }
        self.forms_in_cases(t).into_iter().find_map(|form| match self.arena.expr(form) {
            Expr::Ctor(_, own, args) if *own == tag => Some(args.clone()),
            _ => None,
        })
    }

    pub(super) fn constructor_forms(&self, t: ExprId) -> Vec<ExprId> {
        if self.is_ctor(t) {
            return vec![t];
        }
        let mut out = self.cases.splits.get(&t).cloned().unwrap_or_default();
        let split = !out.is_empty();
        let mut with_fields = 0;
        for &f in self.cases.suggested(t) {
            let constant = matches!(self.arena.expr(f), Expr::Ctor(_, _, args) if args.is_empty());
            with_fields += usize::from(!constant);
            // A case split has all constants already.
            if (constant && !split) || (!constant && with_fields <= MAX_FORMS && !out.contains(&f)) {
                out.push(f);
            }
        }
        out
    }

    /// Instances of a universal fact.
    pub(super) fn instantiate_fact(&mut self, q: ExprId) {
        for terms in self.instances_of(q) {
            if let Some(body) = self.at_terms(q, &terms)
                && let Ok(axiom) = self.arena.bin(Bin::Imp, q, body)
                && self.record(Kind::Universal { quantified: q, terms }, axiom)
            {
                self.scan(body, true);
            }
        }
    }

    /// A block of universal quantifiers at terms.
    pub(super) fn at_terms(&mut self, q: ExprId, terms: &[ExprId]) -> Option<ExprId> {
        let mut e = q;
        for &t in terms {
            let Expr::Quant(Quant::Forall, _, body) = *self.arena.expr(e) else { return None };
            e = self.arena.instantiate(body, &[t], 0).ok()?;
        }
        Some(e)
    }

    /// Witnesses of an existential goal. One that has witnesses is walked again only after
    /// further case splits.
    pub(super) fn instantiate_goal(&mut self, q: ExprId) {
        let now = (self.cases.splits.len(), self.records.len());
        match self.walked.get(&q) {
            Some(&(splits, _, true)) if splits == now.0 => return,
            Some(&(_, records, false)) if records == now.1 => return,
            _ => {}
        }
        let found = self.witnesses(q);
        self.walked.insert(q, (now.0, now.1, !found.is_empty()));
        for term in found {
            let Expr::Quant(_, _, body) = *self.arena.expr(q) else { return };
            if let Ok(body) = self.arena.instantiate(body, &[term], 0)
                && let Ok(axiom) = self.arena.bin(Bin::Imp, body, q)
                && self.record(Kind::Witness { quantified: q, term }, axiom)
            {
                self.scan_term(term);
                self.scan(body, false);
            }
        }
    }

    /// Instances of lemmas and axioms by trigger.
    pub(super) fn instantiate_lemmas(&mut self) {
        for lemma in 0..self.available {
            let Some(formula) = self.book.formula(lemma) else { continue };
            for (sorts, terms, instance) in self.theory_instances(formula) {
                let kind = Kind::Lemma { lemma, sorts, terms, instance };
                if self.record(kind, instance) {
                    self.scan(instance, true);
                }
            }
        }
        for axiom in 0..self.theory.axioms.len() {
            for (sorts, terms, instance) in self.theory_instances(self.theory.axioms[axiom]) {
                let kind = Kind::Axiom { axiom, sorts, terms, instance };
                if self.record(kind, instance) {
                    self.scan(instance, true);
                }
            }
        }
    }
}
