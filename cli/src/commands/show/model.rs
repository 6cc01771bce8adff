//! A derivation as data: what the tree, the page and `--json` show.

use super::pictures::{self, Automaton, Trace};
use crate::assumptions::{self, Trusted};
use crate::derivation::{Derivation, Vc, premises, rule_in_words};
use crate::rejection;
use covenant_certificates::shown::Escaped;
use covenant_certificates::{CertificateFile, Hashes};
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::{GlobalRef, NodeRef};
use serde::Serialize;

/// A whole certificate.
#[derive(Debug, Serialize)]
pub struct Model {
    /// The claim's name.
    pub claim: String,
    /// The kernel's verdict in one word.
    pub verdict: &'static str,
    /// Why not, if not.
    pub reason: Option<String>,
    /// Where the kernel stopped, if it did.
    pub rejected_node: Option<u32>,
    /// Hash of the certificate.
    pub hash: String,
    /// Name of the source file.
    pub file: String,
    /// Its text.
    pub source: String,
    /// What the verdict takes on trust.
    pub assumptions: Vec<Trusted>,
    /// Datatypes, signatures of what is not defined, and definitions.
    pub theory: Vec<String>,
    /// The automata of the goals that the certificate is about.
    pub goals: Vec<Automaton>,
    /// A trace that is promised and made.
    pub trace: Option<Trace>,
    /// The functions with a derivation, the claimed one last.
    pub roots: Vec<Root>,
    /// The nodes, by number.
    pub nodes: Vec<Node>,
}

/// A function and its derivation.
#[derive(Debug, Serialize)]
pub struct Root {
    /// The function's name.
    pub name: String,
    /// Its claim.
    pub claim: String,
    /// Its core program.
    pub program: String,
    /// The last node of its derivation.
    pub node: Option<u32>,
}

/// A node of a derivation.
#[derive(Debug, Serialize)]
pub struct Node {
    /// Its number.
    pub number: u32,
    /// Its rule.
    pub rule: String,
    /// What the rule does.
    pub words: &'static str,
    /// Its premises.
    pub premises: Vec<u32>,
    /// Its range of bytes in the source.
    pub span: Option<(u32, u32)>,
    /// Its type; none if the kernel did not get here.
    #[serde(rename = "type")]
    pub ty: Option<String>,
    /// The core term or function that it is about.
    pub core: Option<String>,
    /// Its verification conditions (more than one if the node is used more than once).
    pub conditions: Vec<Condition>,
}

/// A verification condition.
#[derive(Debug, Serialize)]
pub struct Condition {
    /// Its number.
    pub number: u32,
    /// `checked`, `cross-checked` or `solver`.
    pub evidence: &'static str,
    /// What is known.
    pub facts: Vec<String>,
    /// What must be shown.
    pub goal: String,
    /// The evidence, step by step.
    pub steps: Vec<String>,
    /// What solvers were asked on the way.
    pub queries: Vec<Query>,
}

/// A solver's answer.
#[derive(Debug, Serialize)]
pub struct Query {
    /// The solver and its version.
    pub solver: String,
    /// The unsat core.
    pub core: Vec<String>,
    /// The instances used.
    pub instances: Vec<String>,
}

/// The source of each node, with that of all nodes below it: the term of a node may be no more
/// than the condition that its source begins with.
fn spans(file: &CertificateFile) -> Vec<Option<(u32, u32)>> {
    let mut spans: Vec<Option<(u32, u32)>> = Vec::new();
    for (number, row) in (0u32..).zip(&file.certificate.proof.nodes) {
        let own = file.source.node_span(NodeRef(number)).map(|span| (span.start, span.end));
        // Premises come first in the table.
        let below = premises(row);
        let below = below.iter().filter_map(|node| spans.get(node.0 as usize).copied().flatten());
        spans.push(own.into_iter().chain(below).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))));
    }
    spans
}

/// A term printed beside a node: its beginning is enough.
const CORE_LINES: usize = 30;

impl Model {
    /// With a source that can be looked at: hidden characters are written out, and the places of
    /// nodes are places of that text.
    pub fn with_shown_source(mut self) -> Self {
        let escaped = Escaped::of(&self.source);
        let place = |offset: u32| u32::try_from(escaped.offset(offset as usize)).unwrap_or(u32::MAX);
        for node in &mut self.nodes {
            node.span = node.span.map(|(start, end)| (place(start), place(end)));
        }
        self.source = escaped.text;
        self
    }

    /// Everything that is shown about a certificate.
    pub fn of(file: &CertificateFile, derivation: &Derivation<'_>) -> Self {
        let statement = &file.certificate.statement;
        let rejection = rejection::explain(file, &derivation.verdict);
        let notation = derivation.notation.as_ref();
        let mut conditions: Vec<Vec<&Vc>> = vec![Vec::new(); file.certificate.proof.nodes.len()];
        for vc in &derivation.vcs {
            if let Some(list) = conditions.get_mut(vc.node.0 as usize) {
                list.push(vc);
            }
        }
        let spans = spans(file);
        let nodes = (0u32..).zip(&file.certificate.proof.nodes).zip(conditions);
        let nodes = nodes
            .map(|((number, row), vcs)| Node {
                number,
                rule: format!("{:?}", row.rule()),
                words: rule_in_words(row.rule()),
                premises: premises(row).iter().map(|node| node.0).collect(),
                span: spans.get(number as usize).copied().flatten(),
                ty: derivation.type_text(number),
                core: core(derivation, number),
                conditions: vcs.into_iter().map(|vc| condition(file, derivation, vc)).collect(),
            })
            .collect();
        let roots = (0u32..)
            .zip(&statement.globals)
            .map(|(i, global)| Root {
                name: notation.map_or(global.name.as_str(), |n| n.global_name(GlobalRef(i))).to_owned(),
                claim: derivation.notation.as_ref().map(|n| n.claim(GlobalRef(i))).unwrap_or_default(),
                program: derivation.notation.as_ref().map(|n| n.program(GlobalRef(i))).unwrap_or_default(),
                node: file.certificate.proof.derivations.get(i as usize).copied().flatten().map(|n| n.0),
            })
            .collect();
        let (goals, trace) = pictures::of(file);
        Model {
            claim: file.claim_name().to_owned(),
            verdict: match derivation.verdict {
                Verdict::Valid => "valid",
                Verdict::ValidModulo(_) => "valid-modulo",
                Verdict::Reject { .. } => "rejected",
                Verdict::Declined(_) => "declined",
            },
            rejected_node: rejection.as_ref().and_then(|r| r.node).map(|n| n.0),
            reason: rejection.map(|r| r.sentence),
            hash: Hashes::of(&file.certificate).map(|h| h.certificate.to_string()).unwrap_or_default(),
            file: file.source.file.clone(),
            source: file.source.text.as_str().to_owned(),
            assumptions: assumptions::of(file, derivation),
            theory: notation.map(|n| [n.datatypes(), n.definitions()].concat()).unwrap_or_default(),
            goals,
            trace,
            roots,
            nodes,
        }
    }
}

fn core(derivation: &Derivation<'_>, number: u32) -> Option<String> {
    let node = derivation.nodes.get(&number)?;
    let text = derivation.notation.as_ref()?.subject(node.subject);
    let mut lines: Vec<&str> = text.lines().take(CORE_LINES + 1).collect();
    if lines.len() > CORE_LINES {
        lines.truncate(CORE_LINES);
        lines.push("…");
    }
    Some(lines.join("\n"))
}

fn condition(file: &CertificateFile, derivation: &Derivation<'_>, vc: &Vc) -> Condition {
    let names = match (&derivation.notation, derivation.nodes.get(&vc.node.0)) {
        (Some(notation), Some(node)) => notation.names_at(node.subject),
        (Some(notation), None) => notation.no_names(),
        _ => Default::default(),
    };
    let notation = derivation.notation.as_ref();
    let show = |e| notation.map(|n| n.formula(e, &names)).unwrap_or_default();
    let log = file.log.conditions.iter().find(|log| log.vc == vc.number);
    Condition {
        number: vc.number,
        evidence: vc.kind.name(),
        facts: vc.facts.iter().map(|fact| show(*fact)).collect(),
        goal: show(vc.goal),
        steps: match (notation, vc.step) {
            (Some(notation), Some(step)) => notation.steps(step, &names),
            _ => Vec::new(),
        },
        queries: log
            .map(|log| log.queries.as_slice())
            .unwrap_or_default()
            .iter()
            .map(|query| Query {
                solver: format!("{} {}", query.solver, query.version),
                core: query.core.clone(),
                instances: query.instances.clone(),
            })
            .collect(),
    }
}
