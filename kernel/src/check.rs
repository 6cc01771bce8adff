//! The entry point: a statement, a certificate, a verdict.

use crate::arena::{Arena, ExprId, index};
use crate::evidence::{Facts, Prover};
use crate::load::{self, Loaded, at};
use crate::program::{self, Program, Subject};
use crate::reject::{At, Owner, Table, Why};
use crate::rules::{Rule, Typed};
use crate::subst::Scope;
use crate::tables::{Certificate, DefBody, DefRow, Evidence, NodeRef, Proof, Statement, StepRef};
use crate::theory::{self, Theory};
use crate::types::{self, FunType};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Nodes and steps that a check may visit. Shared rows are visited once per use, so that a
/// small file could ask for very much work.
const BUDGET: u64 = 20_000_000;

/// What the kernel says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds; nothing was assumed.
    Valid,
    /// The claim holds if the assumptions do.
    ValidModulo(Vec<Assumption>),
    /// The certificate does not establish the claim.
    Reject {
        /// Where.
        at: At,
        /// The rule of the node concerned, if there is one.
        rule: Option<Rule>,
        /// Why.
        why: Why,
    },
    /// The certificate is beyond the kernel's limits; nothing is said about the claim.
    Declined(Why),
}

/// Something taken on trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Assumption {
    /// An axiom of the theory, by number.
    Axiom(u32),
    /// A symbol that is declared but not defined, by number.
    Symbol(u32),
    /// A library function's claimed type, by number of the global.
    Library(u32),
    /// A verification condition (by number, in the kernel's order) that two solvers refuted.
    CrossChecked(u32),
    /// A verification condition that one solver refuted.
    Solver(u32),
}

/// A verification condition, as the kernel built it.
#[derive(Debug)]
pub struct Condition<'a> {
    /// Number, in the order in which the kernel meets them.
    pub number: u32,
    /// The node whose side condition it is.
    pub node: NodeRef,
    /// What is known.
    pub facts: &'a [ExprId],
    /// Variables in scope.
    pub scope: &'a Scope,
    /// What must be shown.
    pub goal: ExprId,
    /// The evidence given.
    pub evidence: &'a Evidence,
}

/// Sees what the kernel computes; for export, display and the search for evidence. It cannot
/// influence the verdict.
pub trait Observer {
    /// A node has been checked.
    fn node(&mut self, _arena: &Arena, _node: NodeRef, _subject: Subject, _scope: &Scope, _typed: &Typed) {}
    /// A condition is about to be checked.
    fn condition(&mut self, _arena: &Arena, _condition: &Condition<'_>) {}
}

impl Observer for () {}

/// Checks a certificate against the statement that it is supposed to be about.
pub fn check(statement: &Statement, certificate: &Certificate) -> Verdict {
    // SOUNDNESS: a perfect proof of something else proves nothing here.
    if *statement != certificate.statement {
        return Verdict::Reject { at: At::Statement, rule: None, why: Why::OtherStatement };
    }
    check_observed(certificate, &mut ())
}

/// Checks a certificate for its own statement and shows the steps to an observer.
pub fn check_observed(certificate: &Certificate, observer: &mut impl Observer) -> Verdict {
    let outcome =
        Checker::load(&certificate.statement, &certificate.proof, observer).and_then(|mut c| c.run());
    match outcome {
        Ok(assumptions) if assumptions.is_empty() => Verdict::Valid,
        Ok(assumptions) => Verdict::ValidModulo(assumptions),
        Err((_, why @ (Why::TooLarge | Why::SortTooLarge | Why::Overflow))) => Verdict::Declined(why),
        Err((at, why)) => {
            let node = match at {
                At::Node(n) | At::Step(Owner::Node(n), _) => Some(n),
                _ => None,
            };
            let rule = node.and_then(|n| certificate.proof.nodes.get(index(n.0))).map(|row| row.rule());
            Verdict::Reject { at, rule, why }
        }
    }
}

/// A check under way.
pub struct Checker<'a, O> {
    pub(crate) statement: &'a Statement,
    pub(crate) proof: &'a Proof,
    pub(crate) observer: &'a mut O,
    pub(crate) arena: Arena,
    pub(crate) theory: Theory,
    pub(crate) loaded: Loaded,
    pub(crate) types: Vec<Arc<FunType>>,
    pub(crate) program: Program,
    pub(crate) scope: Scope,
    pub(crate) functions: Vec<Option<Arc<FunType>>>,
    pub(crate) facts: Facts,
    pub(crate) typed: Vec<Typed>,
    pub(crate) current: u32,
    pub(crate) budget: u64,
    pub(crate) libraries: BTreeSet<u32>,
    axioms: BTreeSet<u32>,
    trusted: Vec<Assumption>,
    conditions: u32,
    failed_step: Option<StepRef>,
}

impl<'a, O: Observer> Checker<'a, O> {
    /// Loads the tables.
    pub fn load(statement: &'a Statement, proof: &'a Proof, observer: &'a mut O) -> Result<Self, (At, Why)> {
        let mut arena = Arena::default();
        arena.limit_work(true);
        let (mut loaded, theory) = load::load_theory(&mut arena, statement)?;
        let arrows = types::load_arrows(&statement.arrows, &loaded)?;
        let mut types = Vec::new();
        types::load_types(&arena, &statement.types, &loaded, &mut types)?;
        let program = program::load(&mut arena, statement, &loaded, &arrows, &types)?;
        loaded.extend(&mut arena, statement, proof)?;
        types::load_types(&arena, &proof.types, &loaded, &mut types)?;
        Ok(Checker {
            statement,
            proof,
            observer,
            arena,
            theory,
            loaded,
            types,
            program,
            scope: Scope::default(),
            functions: Vec::new(),
            facts: Facts::default(),
            typed: Vec::new(),
            current: 0,
            budget: BUDGET,
            libraries: BTreeSet::new(),
            axioms: BTreeSet::new(),
            trusted: Vec::new(),
            conditions: 0,
            failed_step: None,
        })
    }

    /// Checks lemmas, then the globals in order; returns what was assumed.
    pub fn run(&mut self) -> Result<Vec<Assumption>, (At, Why)> {
        for i in (0u32..).take(self.proof.lemmas.len()) {
            self.lemma(i)?;
        }
        if self.proof.derivations.len() != self.statement.globals.len() {
            return Err((At::Statement, Why::MissingDerivation));
        }
        for i in (0u32..).take(self.statement.globals.len()) {
            self.global(i)?;
        }
        let claimed = self.statement.globals.get(index(self.statement.claim.0));
        let claimed = claimed.ok_or((At::Statement, Why::BadReference))?;
        if claimed.body.is_none() {
            return Err((At::Statement, Why::MissingDerivation));
        }
        let mut assumptions: Vec<Assumption> = self.axioms.iter().map(|&i| Assumption::Axiom(i)).collect();
        let opaque = |d: &DefRow| matches!(d.body, DefBody::Opaque);
        let symbols = (0u32..).zip(&self.statement.defs).filter(|(_, d)| opaque(d));
        assumptions.extend(symbols.map(|(i, _)| Assumption::Symbol(i)));
        assumptions.extend(self.libraries.iter().map(|&i| Assumption::Library(i)));
        assumptions.append(&mut self.trusted);
        Ok(assumptions)
    }

    /// Gives back the arena and the theory, with everything that was computed.
    pub fn into_parts(mut self) -> (Arena, Theory, Loaded) {
        self.arena.limit_work(false);
        (self.arena, self.theory, self.loaded)
    }

    fn lemma(&mut self, i: u32) -> Result<(), (At, Why)> {
        let located = |why| (At::Table(Table::Lemmas, i), why);
        let row = at(&self.proof.lemmas, i).map_err(located)?;
        let statement = self.loaded.expr(row.statement).map_err(located)?;
        let formula = theory::closed_formula(&mut self.arena, row.sort_params, statement).map_err(located)?;
        self.scope = Scope { sort_params: row.sort_params, ..Scope::default() };
        // The lemma itself is added only after its proof: it cannot use itself.
        self.prover()
            .prove(row.proof, formula.statement)
            .map_err(|(s, why)| (At::Step(Owner::Lemma(i), s), why))?;
        self.theory.lemmas.push(formula);
        Ok(())
    }

    fn prover(&mut self) -> Prover<'_> {
        Prover {
            arena: &mut self.arena,
            theory: &self.theory,
            loaded: &self.loaded,
            steps: &self.proof.steps,
            facts: &mut self.facts,
            scope: &mut self.scope,
            budget: &mut self.budget,
            axioms: &mut self.axioms,
        }
    }

    fn global(&mut self, i: u32) -> Result<(), (At, Why)> {
        let located = |why| (At::Table(Table::Globals, i), why);
        let claim = self.scheme(i).map_err(located)?;
        let body = at(&self.statement.globals, i).map_err(located)?.body;
        let (body, node) = match (body, at(&self.proof.derivations, i).map_err(located)?) {
            (None, None) => return Ok(()),
            (Some(body), Some(node)) => (body, *node),
            _ => return Err(located(Why::MissingDerivation)),
        };
        match self.derive(node, Subject::Fun(body)).map_err(|(n, why)| self.locate(n, why))? {
            Typed::Fun(t) if *t == *claim => Ok(()),
            _ => Err((At::Node(node), Why::NotTheClaim)),
        }
    }

    /// Enters the scheme of a global, checks its program, and returns its claim.
    fn scheme(&mut self, i: u32) -> Result<Arc<FunType>, Why> {
        let row = at(&self.statement.globals, i)?;
        self.scope = Scope { sort_params: row.sort_params, ..Scope::default() };
        let mut preds = Vec::with_capacity(row.preds.len());
        for sorts in &row.preds {
            // SOUNDNESS: a claim means the same whatever proof comes with it.
            if sorts.iter().any(|s| index(s.0) >= self.statement.sorts.len()) {
                return Err(Why::BadReference);
            }
            preds.push(self.scope.sorts(&self.arena, &self.loaded, sorts)?);
        }
        self.scope.preds = preds;
        self.current = i;
        // SOUNDNESS: the claim is a row of the statement, not of the proof.
        at(&self.statement.types, row.claim.0)?;
        let claim = self.type_of(row.claim)?;
        claim.in_scope(&mut self.arena, &self.scope, &[])?;
        if let Some(body) = row.body {
            self.check_scope(body)?;
        }
        Ok(claim)
    }

    /// A failure inside evidence is reported at its step.
    fn locate(&mut self, node: NodeRef, why: Why) -> (At, Why) {
        match self.failed_step.take() {
            Some(step) => (At::Step(Owner::Node(node), step), why),
            None => (At::Node(node), why),
        }
    }

    /// `G |= goal`, by the evidence given.
    pub(crate) fn condition(&mut self, node: NodeRef, goal: ExprId, evidence: &Evidence) -> Result<(), Why> {
        let number = self.conditions;
        self.conditions = number.checked_add(1).ok_or(Why::TooLarge)?;
        let facts = self.facts.as_slice();
        let condition = Condition { number, node, facts, scope: &self.scope, goal, evidence };
        self.observer.condition(&self.arena, &condition);
        match evidence {
            Evidence::Checked(step) => self.prover().prove(*step, goal).map_err(|(step, why)| {
                self.failed_step = Some(step);
                why
            }),
            Evidence::CrossChecked => {
                self.trusted.push(Assumption::CrossChecked(number));
                Ok(())
            }
            Evidence::Solver => {
                self.trusted.push(Assumption::Solver(number));
                Ok(())
            }
        }
    }
}
