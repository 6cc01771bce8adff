//! Whether the repaired function returns *exactly* what its claim allows: proved, where that can be done.
//!
//! The claim of the new text is asked for once more with `exactly` in front of its result, and the kernel decides. The user's
//! claim stays what it is, and so does its certificate: it says that every value comes.

use covenant_elaborator::pipeline::Verdict;
use covenant_front::ClaimKind;

use crate::outcome::Repair;
use crate::patch::{Edit, apply};
use crate::repair::{Task, check};

impl Task<'_> {
    /// Whether the kernel accepts that the repaired function returns exactly what its claim allows.
    pub fn is_exact(&self, Repair { text, report, .. }: &Repair) -> bool {
        if report.kind != ClaimKind::Every {
            return report.kind == ClaimKind::Exactly && report.verdict == Verdict::Valid;
        }
        let spec = report.spec_span;
        let Some(stronger) = text.get(spec.start..spec.end).and_then(with_exactly) else { return false };
        let stronger = apply(text, &[Edit { start: spec.start, end: spec.end, text: stronger }]);
        check(self.request, &stronger, self.options)
            .is_some_and(|report| report.kind == ClaimKind::Exactly && report.verdict == Verdict::Valid)
    }
}

/// The claim with `exactly` before its result; `M` is written out, as it takes no such result.
fn with_exactly(claim: &str) -> Option<String> {
    let (before, after) = claim.split_at(result(claim)?);
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let before = match before.trim_end().strip_suffix('M') {
        Some(rest) if !rest.ends_with(is_word) => format!("{rest}unit -> "),
        _ => before.to_owned(),
    };
    Some(format!("{before}exactly {after}"))
}

/// Where the result of a claim begins: the last bracket that no other one encloses.
fn result(claim: &str) -> Option<usize> {
    let (mut depth, mut last) = (0usize, None);
    for (at, c) in claim.char_indices() {
        match c {
            '[' | '(' | '{' => {
                if depth == 0 {
                    last = Some((at, c));
                }
                depth += 1;
            }
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    last.filter(|(_, c)| *c == '[').map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::{result, with_exactly};

    #[test]
    fn the_result_is_the_last_bracket() {
        let claim = "n:{v:int | 0 <= v} -> g:(M [v:int | true]) -> [v:int list | v = [] || len v = n]";
        assert_eq!(result(claim).map(|at| &claim[at..at + 12]), Some("[v:int list "));
        assert_eq!(result("n:int -> {v:int | v = n}"), None);
        assert_eq!(with_exactly("M [v:int | true]").as_deref(), Some("unit -> exactly [v:int | true]"));
        assert_eq!(with_exactly("n:int -> [v:int]").as_deref(), Some("n:int -> exactly [v:int]"));
    }
}
