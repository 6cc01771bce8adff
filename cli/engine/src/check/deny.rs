//! `--deny`: trust that is not acceptable here.

use covenant_cli::args::Deny;
use covenant_cli::terminal::counted;
use covenant_elaborator::pipeline::{ClaimReport, Verdict};

/// Why an accepted claim, or the half of one that is proved, is not acceptable.
pub fn reasons(deny: &[Deny], claim: &ClaimReport) -> Vec<String> {
    // Of an *exactly* claim that was tested, the half that is proved rests on something.
    let proved = if claim.verdict == Verdict::Tested { claim.every } else { Some(claim.verdict) };
    if !matches!(proved, Some(Verdict::Valid | Verdict::ValidModulo)) {
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
