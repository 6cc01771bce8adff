//! The entry point: a statement, a certificate, a verdict.

use crate::arena::{Arena, ExprId, index};
use crate::load::{Loaded, at};
use crate::program::{self, Subject};
use crate::reject::{At, Owner, Table, Why};
use crate::subst::Scope;
use crate::tables::{
    Certificate, DefBody, DefRow, Evidence, GlobalRow, Kind, NodeRef, Proof, Rule, Statement, StepRow,
};
use crate::theory::{self, Facts, Theory};
use crate::types::{self, FunType, Typed};
use std::collections::BTreeSet;
use std::sync::Arc;

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

/// The rows of a certificate, those that refer to others counted twice: fewer than its file has bytes.
fn size(of: &Statement, proof: &Proof) -> usize {
    let exprs = of.exprs.len().saturating_add(proof.exprs.len()).saturating_mul(2);
    let steps = proof.steps.iter().map(|step| match step {
        StepRow::Exact => 0,
        StepRow::Leaf(facts, lines) => facts.len().saturating_add(lines.len()).saturating_add(1),
        _ => 2,
    });
    steps.chain([exprs, of.cores.len(), proof.nodes.len()]).fold(0, usize::saturating_add)
}

/// A check under way.
pub struct Checker<'a, O> {
    pub(crate) statement: &'a Statement,
    pub(crate) proof: &'a Proof,
    pub(crate) observer: &'a mut O,
    pub(crate) arena: Arena,
    pub(crate) theory: Theory,
    /// What the statement's own rows stand for: all that the program may mention.
    pub(crate) program: Loaded,
    pub(crate) loaded: Loaded,
    pub(crate) types: Vec<Arc<FunType>>,
    pub(crate) scope: Scope,
    pub(crate) functions: Vec<Option<(Kind, Arc<FunType>)>>,
    pub(crate) facts: Facts,
    pub(crate) typed: Vec<Typed>,
    /// The global being checked: only earlier ones may be used.
    pub(crate) current: u32,
    pub(crate) assumptions: BTreeSet<Assumption>,
    conditions: u32,
    /// Where the check is, for the report of a failure.
    pub(crate) at: At,
}

impl<'a, O: Observer> Checker<'a, O> {
    /// Loads the tables.
    pub fn load(statement: &'a Statement, proof: &'a Proof, observer: &'a mut O) -> Result<Self, (At, Why)> {
        let mut arena = Arena::default();
        arena.limit(Some(size(statement, proof)));
        let (mut loaded, theory) = theory::load_theory(&mut arena, statement)?;
        let program = loaded.clone();
        program::well_formed(statement)?;
        let mut types = Vec::new();
        types::load_types(&arena, &statement.types, &loaded, &mut types)?;
        loaded.extend(&mut arena, statement, proof)?;
        types::load_types(&arena, &proof.types, &loaded, &mut types)?;
        Ok(Checker {
            statement,
            proof,
            observer,
            arena,
            theory,
            program,
            loaded,
            types,
            scope: Scope::default(),
            functions: Vec::new(),
            facts: Facts::default(),
            typed: Vec::new(),
            current: 0,
            assumptions: BTreeSet::new(),
            conditions: 0,
            at: At::Statement,
        })
    }

    /// Checks lemmas, then the globals in order; returns what was assumed.
    pub fn run(&mut self) -> Result<Vec<Assumption>, (At, Why)> {
        self.lemmas_and_globals().map_err(|why| (self.at, why))?;
        let opaque = |d: &DefRow| matches!(d.body, DefBody::Opaque);
        let symbols = (0u32..).zip(&self.statement.defs).filter(|(_, d)| opaque(d));
        self.assumptions.extend(symbols.map(|(i, _)| Assumption::Symbol(i)));
        // Also those that are mentioned only where no derivation looks: the program calls them.
        let libraries = (0u32..).zip(&self.statement.globals).filter(|(_, g)| g.body.is_none());
        self.assumptions.extend(libraries.map(|(i, _)| Assumption::Library(i)));
        Ok(self.assumptions.iter().copied().collect())
    }

    /// Gives back the arena and the theory, with everything that was computed.
    pub fn into_parts(mut self) -> (Arena, Theory, Loaded) {
        self.arena.limit(None);
        (self.arena, self.theory, self.loaded)
    }

    fn lemmas_and_globals(&mut self) -> Result<(), Why> {
        let (statement, proof) = (self.statement, self.proof);
        for (row, i) in proof.lemmas.iter().zip(0u32..) {
            self.at = At::Table(Table::Lemmas, i);
            self.scope = Scope { sort_params: row.sort_params, ..Scope::default() };
            let formula = self.loaded.expr(row.statement)?;
            let formula = theory::closed_formula(&mut self.arena, row.sort_params, formula)?;
            // The lemma itself is added only after its proof: it cannot use itself.
            self.prove(Owner::Lemma(i), row.proof, formula.statement)?;
            self.theory.lemmas.push(formula);
        }
        self.at = At::Statement;
        let claimed = at(&statement.globals, statement.claim.0)?;
        if claimed.body.is_none() || proof.derivations.len() != statement.globals.len() {
            return Err(Why::MissingDerivation);
        }
        for ((row, derivation), i) in statement.globals.iter().zip(&proof.derivations).zip(0u32..) {
            self.at = At::Table(Table::Globals, i);
            self.current = i;
            let claim = self.scheme(row)?;
            match (row.body, *derivation) {
                (None, None) => {}
                (Some(body), Some(node)) => {
                    let typed = self.derive(node, Subject::Fun(body))?;
                    self.at = At::Node(node);
                    // SOUNDNESS: what can be produced says nothing of what is produced only, nor the reverse.
                    if !matches!(typed, Typed::Fun(kind, t) if kind == statement.kind && t == claim) {
                        return Err(Why::NotTheClaim);
                    }
                }
                _ => return Err(Why::MissingDerivation),
            }
        }
        Ok(())
    }

    /// Enters the scheme of a global and returns its claim.
    fn scheme(&mut self, row: &GlobalRow) -> Result<Arc<FunType>, Why> {
        self.scope = Scope { sort_params: row.sort_params, ..Scope::default() };
        let preds = row.preds.iter().map(|sorts| self.scope.sorts(&self.arena, &self.program, sorts));
        self.scope.preds = preds.collect::<Result<_, _>>()?;
        self.stated_type(row.claim)?;
        self.claim(row.claim)
    }

    /// `G |= goal`, by the evidence given.
    pub(crate) fn condition(&mut self, node: NodeRef, goal: ExprId, evidence: &Evidence) -> Result<(), Why> {
        let number = self.conditions;
        self.conditions = number.checked_add(1).ok_or(Why::TooLarge)?;
        let facts = self.facts.as_slice();
        let condition = Condition { number, node, facts, scope: &self.scope, goal, evidence };
        self.observer.condition(&self.arena, &condition);
        let trusted = match evidence {
            Evidence::Checked(step) => return self.prove(Owner::Node(node), *step, goal),
            Evidence::CrossChecked => Assumption::CrossChecked(number),
            Evidence::Solver => Assumption::Solver(number),
        };
        self.assumptions.insert(trusted);
        Ok(())
    }
}
