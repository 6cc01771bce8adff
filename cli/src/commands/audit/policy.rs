//! `--policy`: what a verdict may rest on.

use super::report::{KERNEL_VERSION, Report};
use crate::assumptions::Trusted;
use crate::failure::Failure;
use crate::inputs;
use crate::terminal::counted;
use covenant_certificates::EvidenceKind;
use covenant_certificates::shown::shown_path;
use serde::Deserialize;
use std::path::Path;

/// What is acceptable. A key that is left out permits everything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Kinds of evidence.
    evidence: Option<Vec<EvidenceKind>>,
    /// What may be assumed: a name, or kind, name and hash as `covenant audit` prints them.
    assumptions: Option<Vec<String>>,
    /// Versions of the kernel that may have accepted the certificate.
    kernels: Option<Vec<String>>,
}

/// Does an entry permit this? A name permits whatever is called so; with a hash, only what it says now.
fn permits(entry: &str, trusted: &Trusted) -> bool {
    match entry.split_whitespace().collect::<Vec<_>>().as_slice() {
        [name] => *name == trusted.name,
        [kind, name, hash] => {
            *kind == trusted.kind && *name == trusted.name && trusted.hash.as_deref() == Some(*hash)
        }
        _ => false,
    }
}

impl Policy {
    /// Reads a policy.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = inputs::source(path)?;
        toml::from_str(&text).map_err(|error| {
            Failure::input(format!("{}: not a policy:\n{}", shown_path(path), error.to_string().trim_end()))
                .help("the keys are `evidence`, `assumptions` and `kernels`; see `covenant audit --help`")
        })
    }

    /// What a report rests on that this policy does not permit.
    pub fn violations(&self, report: &Report) -> Vec<String> {
        let mut violations = Vec::new();
        if let Some(permitted) = &self.evidence {
            let counts = report.counts;
            for (kind, count) in [
                (EvidenceKind::Checked, counts.checked),
                (EvidenceKind::CrossChecked, counts.cross_checked),
                (EvidenceKind::Solver, counts.solver),
            ] {
                if count > 0 && !permitted.contains(&kind) {
                    let conditions = counted(count, "condition");
                    violations.push(format!("{conditions} with evidence of kind `{}`", kind.name()));
                }
            }
        }
        if let Some(permitted) = &self.assumptions {
            for trusted in report.trusted.iter().filter(|t| t.is_named()) {
                if !permitted.iter().any(|entry| permits(entry, trusted)) {
                    violations.push(format!("{} is assumed", trusted.in_words()));
                }
            }
        }
        if let Some(permitted) = &self.kernels {
            // Both: the one that accepted it when it was written, and the one that does so now.
            for (version, which) in
                [(report.accepted_by.as_str(), "accepted by"), (KERNEL_VERSION, "audited with")]
            {
                if !permitted.iter().any(|p| p == version) {
                    violations.push(format!("{which} kernel `{version}`"));
                }
            }
        }
        violations
    }
}
