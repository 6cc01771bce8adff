//! A diff with everything that is shown beside it: types, programs, verdicts.

use crate::derivation::Derivation;
use crate::notation::Notation;
use covenant_certificates::CertificateFile;
use covenant_certificates::diff::{
    Change, ClaimDiff, ClaimId, ConditionText, DiffRow, Finding, NodeDelta, Pair, Side,
};
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::{GlobalRef, NodeRef};
use serde::Serialize;
use serde_json::{Value, json};

/// A certificate with what the kernel says about it.
pub struct Loaded<'a> {
    /// The certificate.
    pub file: &'a CertificateFile,
    /// What the kernel computed.
    pub derivation: Derivation<'a>,
    /// Its conditions as text.
    pub conditions: Vec<ConditionText>,
}

impl<'a> Loaded<'a> {
    /// As the diff takes it.
    pub fn side(&'a self) -> Side<'a> {
        Side { file: self.file, conditions: &self.conditions }
    }

    fn print(&self, print: impl Fn(&Notation<'_>, GlobalRef) -> String) -> String {
        let globals = (0u32..).take(self.file.certificate.statement.globals.len());
        let texts = globals.filter_map(|i| Some(print(self.derivation.notation.as_ref()?, GlobalRef(i))));
        texts.collect::<Vec<_>>().join("\n")
    }

    fn verdict(&self) -> &'static str {
        match self.derivation.verdict {
            Verdict::Valid => "valid",
            Verdict::ValidModulo(_) => "valid-modulo",
            Verdict::Reject { .. } => "rejected",
            Verdict::Declined(_) => "declined",
        }
    }

    fn line(&self, node: NodeRef) -> Option<usize> {
        let span = self.file.source.node_span(node)?;
        let before = self.file.source.text.get(..span.start as usize)?;
        Some(before.matches('\n').count() + 1)
    }

    fn node(&self, node: NodeRef) -> NodeView {
        let row = self.file.certificate.proof.nodes.get(node.0 as usize);
        NodeView {
            number: node.0,
            rule: row.map_or(String::new(), |row| format!("{:?}", row.rule())),
            ty: self.derivation.type_text(node.0),
            line: self.line(node),
        }
    }
}

/// Two sets of certificates.
#[derive(Serialize)]
pub struct SetView {
    /// Claims that only the new set has.
    pub added: Vec<ClaimId>,
    /// Claims that only the old set has.
    pub removed: Vec<ClaimId>,
    /// Claims that both have.
    pub claims: Vec<ClaimView>,
}

/// One claim.
#[derive(Serialize)]
pub struct ClaimView {
    /// Name of the source file.
    pub file: String,
    /// The kernel's verdicts.
    pub verdict: Pair<&'static str>,
    /// The kinds of differences.
    pub findings: Vec<Finding>,
    /// The source that the statements were made of, as far as it matters to them.
    pub source_text: Pair<String>,
    /// Claims of all functions involved.
    pub claim_text: Pair<String>,
    /// Their programs.
    pub program_text: Pair<String>,
    /// Definitions of the theory.
    pub theory_text: Pair<String>,
    /// The derivations, row by row.
    pub derivations: Vec<DerivationView>,
    /// Where coverage is given up now, by line of the new source.
    pub given_up: Vec<NodeView>,
    /// Where it was given up before, by line of the old source.
    pub regained: Vec<NodeView>,
    /// The diff itself.
    pub diff: ClaimDiff,
}

/// A derivation's diff.
#[derive(Serialize)]
pub struct DerivationView {
    /// The function.
    pub global: String,
    /// Its rows.
    pub rows: Vec<RowView>,
    /// There are more.
    pub cut: bool,
}

/// A row of a derivation's diff.
#[derive(Serialize)]
pub struct RowView {
    /// Distance from the root.
    pub depth: u32,
    /// The row above.
    pub parent: Option<u32>,
    /// `same`, `changed`, `added`, …
    pub change: &'static str,
    /// Before.
    pub old: Option<NodeView>,
    /// Now.
    pub new: Option<NodeView>,
    /// Number of nodes that the row stands for.
    pub nodes: u64,
    /// What is different about the node itself.
    pub what: Vec<String>,
}

/// A node.
#[derive(Serialize)]
pub struct NodeView {
    /// Its number.
    pub number: u32,
    /// Its rule.
    pub rule: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Option<String>,
    /// Its line in the source.
    pub line: Option<usize>,
}

impl ClaimView {
    /// Everything that is shown about the diff of a claim.
    pub fn of(old: &Loaded<'_>, new: &Loaded<'_>, diff: ClaimDiff) -> Self {
        let claims = |side: &Loaded<'_>| side.print(|n, g| format!("{} : {}", n.global_name(g), n.claim(g)));
        let programs = |side: &Loaded<'_>| side.print(|n, g| n.program(g));
        let theory = |side: &Loaded<'_>| {
            side.derivation.notation.as_ref().map(|n| n.definitions().join("\n")).unwrap_or_default()
        };
        let derivations = diff
            .derivations
            .iter()
            .map(|derivation| DerivationView {
                global: derivation.global.clone(),
                rows: derivation.rows.iter().map(|row| row_view(old, new, row)).collect(),
                cut: derivation.cut,
            })
            .collect();
        ClaimView {
            file: new.file.source.file.clone(),
            verdict: Pair { old: old.verdict(), new: new.verdict() },
            findings: diff.findings(),
            source_text: Pair { old: relevant_source(old.file), new: relevant_source(new.file) },
            claim_text: Pair { old: claims(old), new: claims(new) },
            program_text: Pair { old: programs(old), new: programs(new) },
            theory_text: Pair { old: theory(old), new: theory(new) },
            derivations,
            given_up: diff.coverage_given_up.iter().map(|pair| new.node(pair.new)).collect(),
            regained: diff.coverage_regained.iter().map(|pair| old.node(pair.old)).collect(),
            diff,
        }
    }

    /// Nothing at all is different.
    pub fn same(&self) -> bool {
        self.findings.is_empty() && self.diff.same_certificate() && self.verdict.old == self.verdict.new
    }
}

impl SetView {
    /// The kinds of differences found.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found: Vec<Finding> = self.claims.iter().flat_map(|claim| claim.findings.clone()).collect();
        found.extend((!self.removed.is_empty()).then_some(Finding::Removed));
        found.extend((!self.added.is_empty()).then_some(Finding::Added));
        found.sort();
        found.dedup();
        found
    }

    /// One object per claim; `docs/JSON.md` documents them.
    pub fn json_lines(&self) -> Vec<Value> {
        let whole = |ids: &[ClaimId], finding: Finding| {
            let line = |id: &ClaimId| json!({ "file": id.file, "claim": id.claim, "findings": [finding] });
            ids.iter().map(line).collect::<Vec<_>>()
        };
        let mut lines = whole(&self.removed, Finding::Removed);
        lines.extend(whole(&self.added, Finding::Added));
        lines.extend(self.claims.iter().map(|claim| {
            json!({
                "file": claim.file,
                "claim": claim.diff.claim,
                "findings": claim.findings,
                "verdict": claim.verdict,
                "statement": claim.claim_text,
                "diff": claim.diff,
            })
        }));
        lines
    }
}

/// The lines of the source that a statement was made of: a file has other functions as well,
/// and what changes in them is told where it matters.
fn relevant_source(file: &CertificateFile) -> String {
    let source = &file.source;
    let functions = source.globals.iter().flat_map(|global| [global.span, global.claim]);
    let definitions = source.defs.iter().map(|def| def.span);
    let others = source.datatypes.iter().chain(&source.axioms).chain(&source.lemmas).copied();
    let spans: Vec<_> = functions.chain(definitions).chain(others).flatten().collect();
    let mut text = String::new();
    let (mut offset, mut cut) = (0, false);
    for line in source.text.split_inclusive('\n') {
        let (start, end) = (offset, offset + line.len());
        offset = end;
        if spans.iter().any(|span| (span.start as usize) < end && start < span.end as usize) {
            if cut && !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
            cut = false;
        } else {
            cut = true;
        }
    }
    text
}

fn row_view(old: &Loaded<'_>, new: &Loaded<'_>, row: &DiffRow) -> RowView {
    let mut view = RowView {
        depth: row.depth,
        parent: row.parent,
        change: "same",
        old: None,
        new: None,
        nodes: 1,
        what: Vec::new(),
    };
    match &row.change {
        Change::Same { old: o, new: n, nodes } => {
            (view.old, view.new, view.nodes) = (Some(old.node(*o)), Some(new.node(*n)), *nodes);
        }
        Change::Changed { old: o, new: n, what } => {
            (view.old, view.new) = (Some(old.node(*o)), Some(new.node(*n)));
            view.change = if what.is_empty() { "below" } else { "changed" };
            view.what = what.iter().map(delta_in_words).collect();
        }
        Change::Merged { old: o, new: n } => {
            (view.old, view.new) = (Some(old.node(*o)), Some(new.node(*n)));
            view.change = "merged";
        }
        Change::Wrapped { new: n } => {
            view.new = Some(new.node(*n));
            view.change = "wrapped";
        }
        Change::Unwrapped { old: o } => {
            view.old = Some(old.node(*o));
            view.change = "unwrapped";
        }
        Change::Added { new: n, nodes } => {
            (view.new, view.nodes, view.change) = (Some(new.node(*n)), *nodes, "added");
        }
        Change::Removed { old: o, nodes } => {
            (view.old, view.nodes, view.change) = (Some(old.node(*o)), *nodes, "removed");
        }
        Change::Repeated { old: o, new: n, .. } => {
            (view.old, view.new) = (Some(old.node(*o)), Some(new.node(*n)));
            view.change = "repeated";
        }
    }
    view
}

fn delta_in_words(delta: &NodeDelta) -> String {
    match delta {
        NodeDelta::Rule { old, new } => format!("{old:?} became {new:?}"),
        NodeDelta::Target => "another target type".to_owned(),
        NodeDelta::Guard => "another guard".to_owned(),
        NodeDelta::Type => "another type for the function".to_owned(),
        NodeDelta::Measure => "another measure or rank".to_owned(),
        NodeDelta::Branch { old, new } => format!("branch {} instead of {}", new + 1, old + 1),
        NodeDelta::Instance => "another instance of the scheme".to_owned(),
        NodeDelta::Evidence { old, new } => format!("evidence {} where {} was", new.name(), old.name()),
        NodeDelta::Proof => "another proof of the condition".to_owned(),
    }
}
