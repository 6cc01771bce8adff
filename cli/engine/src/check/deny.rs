//! `--deny`: trust that is not acceptable here.

use covenant_cli::args::Deny;
use covenant_cli::terminal::counted;
use covenant_elaborator::pipeline::{ClaimReport, Verdict};

/// Why an accepted claim is not acceptable.
pub fn reasons(deny: &[Deny], claim: &ClaimReport) -> Vec<String> {
    if !matches!(claim.verdict, Verdict::Valid | Verdict::ValidModulo) {
        return Vec::new();
    }
    let by_solver = claim.conditions.solver + claim.conditions.cross_checked;
    let mut reasons = Vec::new();
    if deny.contains(&Deny::Solver) && by_solver > 0 {
        reasons.push(format!("on the word of a solver: {}", counted(by_solver as usize, "condition")));
    }
    if deny.contains(&Deny::Assumed) {
        let named = claim.assumptions.iter().filter(|name| !name.starts_with("condition "));
        reasons.extend(named.map(|name| format!("{name} is assumed")));
    }
    reasons
}
