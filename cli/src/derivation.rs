//! What the kernel computed while it checked a certificate: the type of every node and every
//! verification condition, kept as ids of the kernel's arena and printed when asked for.
//!
//! The verdict is always the kernel's own ([`check`], [`check_observed`]). For display there is a
//! second run with an observer, which cannot influence anything.

use crate::notation::Notation;
use covenant_certificates::{CertificateFile, EvidenceKind};
use covenant_kernel::arena::{Arena, ExprId};
use covenant_kernel::check::{Checker, Condition, Observer, Verdict, check, check_observed};
use covenant_kernel::program::Subject;
use covenant_kernel::rules::{Rule, Typed};
use covenant_kernel::subst::Scope;
use covenant_kernel::tables::{Evidence, NodeRef, NodeRow, StepRef};
use covenant_kernel::theory::Theory;
use std::collections::BTreeMap;

/// A checked node.
#[derive(Clone, Debug)]
pub struct Node {
    /// The term or function that it is about.
    pub subject: Subject,
    /// Its type.
    pub typed: Typed,
}

/// A verification condition.
#[derive(Clone, Debug)]
pub struct Vc {
    /// Number, in the kernel's order.
    pub number: u32,
    /// The node that it belongs to.
    pub node: NodeRef,
    /// What is known.
    pub facts: Vec<ExprId>,
    /// What must be shown.
    pub goal: ExprId,
    /// How it is supported.
    pub kind: EvidenceKind,
    /// The evidence, if the kernel checks it.
    pub step: Option<StepRef>,
}

#[derive(Default)]
struct Recorder {
    /// Only which conditions there are, without what they say.
    brief: bool,
    nodes: BTreeMap<u32, Node>,
    vcs: Vec<Vc>,
}

impl Observer for Recorder {
    fn node(&mut self, _: &Arena, node: NodeRef, subject: Subject, _: &Scope, typed: &Typed) {
        if self.brief {
            return;
        }
        self.nodes.entry(node.0).or_insert_with(|| Node { subject, typed: typed.clone() });
    }

    fn condition(&mut self, _: &Arena, condition: &Condition<'_>) {
        self.vcs.push(Vc {
            number: condition.number,
            node: condition.node,
            facts: if self.brief { Vec::new() } else { condition.facts.to_vec() },
            goal: condition.goal,
            kind: EvidenceKind::of(condition.evidence),
            step: match condition.evidence {
                Evidence::Checked(step) => Some(*step),
                Evidence::CrossChecked | Evidence::Solver => None,
            },
        });
    }
}

/// A certificate that the kernel has read.
pub struct Derivation<'a> {
    /// The kernel's verdict.
    pub verdict: Verdict,
    /// The checked nodes, by number.
    pub nodes: BTreeMap<u32, Node>,
    /// The verification conditions, in the kernel's order.
    pub vcs: Vec<Vc>,
    /// The printer; `None` if the kernel could not even load the tables.
    pub notation: Option<Notation<'a>>,
}

impl<'a> Derivation<'a> {
    /// Checks a certificate once, and keeps no more than an audit reports.
    pub fn brief(file: &'a CertificateFile) -> Self {
        let certificate = &file.certificate;
        let mut recorder = Recorder { brief: true, ..Recorder::default() };
        let verdict = check_observed(certificate, &mut recorder);
        let mut nobody = ();
        let loaded = Checker::load(&certificate.statement, &certificate.proof, &mut nobody);
        let notation = loaded.ok().map(|checker| {
            let (arena, _, loaded) = checker.into_parts();
            Notation::new(file, arena, loaded)
        });
        Derivation { verdict, nodes: BTreeMap::new(), vcs: recorder.vcs, notation }
    }

    /// The conditions of a certificate, with the arena and the theory that they are about.
    pub fn conditions(file: &CertificateFile) -> Option<(Arena, Theory, Vec<Vc>)> {
        let certificate = &file.certificate;
        let mut recorder = Recorder::default();
        let mut checker = Checker::load(&certificate.statement, &certificate.proof, &mut recorder).ok()?;
        // Whether it is accepted is reported elsewhere; the conditions up to there are asked about.
        let _ = checker.run();
        let (arena, theory, _) = checker.into_parts();
        Some((arena, theory, recorder.vcs))
    }

    /// Checks a certificate and keeps what the kernel computed.
    pub fn of(file: &'a CertificateFile) -> Self {
        let certificate = &file.certificate;
        let verdict = check(&certificate.statement, certificate);
        let mut recorder = Recorder::default();
        let mut notation = None;
        if let Ok(mut checker) = Checker::load(&certificate.statement, &certificate.proof, &mut recorder) {
            // The outcome is known already; what matters is what was seen on the way.
            let _ = checker.run();
            let (arena, _, loaded) = checker.into_parts();
            notation = Some(Notation::new(file, arena, loaded));
        }
        Derivation { verdict, nodes: recorder.nodes, vcs: recorder.vcs, notation }
    }

    /// The type of a node as text.
    pub fn type_text(&self, node: u32) -> Option<String> {
        let (notation, node) = (self.notation.as_ref()?, self.nodes.get(&node)?);
        let names = notation.names_at(node.subject);
        let params: &[String] = match node.subject {
            Subject::Fun(fun) => {
                notation.file.source.fun(fun).map(|s| s.params.as_slice()).unwrap_or_default()
            }
            Subject::Core(_) => &[],
        };
        Some(notation.typed(&node.typed, node.subject, params, &names))
    }

    /// A verification condition as text: what is known, one fact per line, then the goal.
    pub fn condition_text(&self, vc: &Vc) -> String {
        let Some(notation) = &self.notation else { return String::new() };
        let names = self
            .nodes
            .get(&vc.node.0)
            .map_or_else(|| notation.no_names(), |node| notation.names_at(node.subject));
        let mut lines: Vec<String> = vc.facts.iter().map(|fact| notation.formula(*fact, &names)).collect();
        lines.push(format!("⊨ {}", notation.formula(vc.goal, &names)));
        lines.join("\n")
    }
}

/// The premises of a node, each with its role.
pub fn premises(row: &NodeRow) -> Vec<NodeRef> {
    match row {
        NodeRow::TConst | NodeRow::TVarBase | NodeRow::TVarFun | NodeRow::TErr | NodeRow::TAppOp => vec![],
        NodeRow::ORet | NodeRow::OVarFun | NodeRow::OErr | NodeRow::OAppOp => vec![],
        NodeRow::TLetE(a, b) | NodeRow::TLetV(a, b) | NodeRow::TMerge(a, b) => vec![*a, *b],
        NodeRow::OLetE(a, b) | NodeRow::OLetV(a, b) | NodeRow::TExactly(a, b) => vec![*a, *b],
        NodeRow::TApp { fun, .. } | NodeRow::OApp { fun, .. } => vec![*fun],
        NodeRow::TAppFun { fun, args, .. } | NodeRow::OAppFun { fun, args, .. } => {
            std::iter::once(*fun).chain(args.iter().copied()).collect()
        }
        NodeRow::OMatch(branches) => branches.clone(),
        NodeRow::TMatch(_, a)
        | NodeRow::TGuard(_, a)
        | NodeRow::TSub { from: a, .. }
        | NodeRow::TEq { from: a, .. }
        | NodeRow::TFun(_, a)
        | NodeRow::TFix { body: a, .. }
        | NodeRow::TFixRank { body: a, .. }
        | NodeRow::SubArr { from: a, .. }
        | NodeRow::OGuard(_, a)
        | NodeRow::OSub { from: a, .. }
        | NodeRow::OFun(_, a)
        | NodeRow::OFix(_, a)
        | NodeRow::OSubArr { from: a, .. }
        | NodeRow::TPolyType(a)
        | NodeRow::TPolyPred(a, _) => vec![*a],
    }
}

/// What a rule does, in a few words.
pub fn rule_in_words(rule: Rule) -> &'static str {
    match rule {
        Rule::TConst => "a constant covers itself",
        Rule::TVarBase => "a variable covers its value",
        Rule::TVarFun => "a function has its claimed type",
        Rule::TErr => "failure covers nothing",
        Rule::TLetE => "some choice of the bound value, then the rest",
        Rule::TLetV => "a local function",
        Rule::TAppOp => "what the primitive can produce",
        Rule::TApp => "a call whose arguments satisfy the parameters",
        Rule::TAppFun => "a call with function arguments",
        Rule::TMatch => "one branch",
        Rule::TMerge => "two branches together",
        Rule::TGuard => "where the condition holds",
        Rule::TSub => "coverage given up",
        Rule::TEq => "the same coverage, rewritten",
        Rule::TFun => "a function",
        Rule::TFix => "recursion with a decreasing measure",
        Rule::TFixRank => "recursion with a ranked value",
        Rule::SubArr => "function subtyping",
        Rule::TPolyType => "at these types",
        Rule::TPolyPred => "at these predicates",
        Rule::ORet => "only this value",
        Rule::OErr => "failure returns nothing",
        Rule::OAppOp => "only what the primitive produces",
        Rule::OLetE => "the rest, for whatever is bound",
        Rule::OLetV => "a local function",
        Rule::OMatch => "every branch",
        Rule::OGuard => "if the condition holds",
        Rule::OSub => "more is allowed",
        Rule::OApp => "a call whose arguments satisfy the parameters",
        Rule::OAppFun => "a call with function arguments",
        Rule::OVarFun => "a function returns only what its claim allows",
        Rule::OFun => "a function",
        Rule::OFix => "recursion; a run that ends is finite",
        Rule::OSubArr => "function subtyping",
        Rule::TExactly => "every value, and only those",
    }
}
