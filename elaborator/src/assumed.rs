//! Assumed signatures of functions whose body is in the file: not proved, but tested by
//! execution, and nothing may rest on one that the body refutes.

use covenant_execute::{Limits, Names, Program};
use covenant_front::span::line_and_column;
use covenant_front::{DeclinedClaim, Diagnostic, DiagnosticKind, Unit};

/// An assumed signature that the function's own body refutes: an error, with the value. Only a
/// value that every run was excluded for counts.
pub fn refute(unit: &Unit, text: &str, limits: &Limits) -> Option<Diagnostic> {
    let program = Program::new(&unit.statement).ok()?;
    let covenant_execute::Search::Missing(missing) =
        covenant_execute::find_missing(program, unit.statement.claim, limits)
    else {
        return None;
    };
    let span = unit.functions.iter().find(|f| f.name == unit.claim)?.claim_span;
    let (line, column) = line_and_column(text, span.start);
    missing.confirmed.then(|| Diagnostic {
        kind: DiagnosticKind::FalseFact,
        span,
        line,
        column,
        text: unit.claim.clone(),
        message: format!(
            "the assumed signature of `{}` is false: no run of its body is {}",
            unit.claim,
            missing.show(&program, &Names::default())
        ),
        advice: "correct it or remove it; nothing can rest on it".to_owned(),
    })
}

/// A claim whose program uses a refuted signature is not checked: it would only follow from
/// something false.
pub fn resting_on(unit: &Unit, refuted: &[Diagnostic]) -> Option<DeclinedClaim> {
    let own = unit.functions.iter().find(|f| f.name == unit.claim)?;
    let is_false = |span| refuted.iter().find(|diagnostic| diagnostic.span == span);
    let assumed = unit.functions.iter().filter(|f| f.assumed);
    let (function, diagnostic) = assumed.filter_map(|f| Some((f, is_false(f.claim_span)?))).next()?;
    Some(DeclinedClaim {
        claim: unit.claim.clone(),
        span: own.span,
        claim_span: own.claim_span,
        at: function.claim_span,
        why: format!("not checked because of `{}`: {}", function.name, diagnostic.message),
    })
}

#[cfg(test)]
mod tests {
    use crate::pipeline::{FileReport, Options, Verdict, check_source};

    /// A generator of 0 and 1 with an assumed signature, a claim that needs it, a claim that
    /// needs it through another function, and one that does not.
    fn checked(signature: &str, claim: &str) -> FileReport {
        let text = format!(
            "let small () : int = if bool_gen () then 0 else 1\n{signature}\n\n\
             let user () : int = small ()\n[@@covers {{| M [v:int | {claim}] |}}]\n\n\
             let through () : int = user ()\n[@@covers {{| M [v:int | {claim}] |}}]\n\n\
             let other () : int = 7\n[@@covers {{| M [v:int | v = 7] |}}]\n"
        );
        check_source("small.ml", &text, &Options::default())
    }

    fn verdicts(report: &FileReport) -> Vec<(&str, Verdict, bool)> {
        report.claims.iter().map(|c| (c.claim.as_str(), c.verdict, c.declined)).collect()
    }

    const FALSE: &str = "the assumed signature of `small` is false: no run of its body is small () => 2";

    fn assert_refuted(report: &FileReport) {
        let messages: Vec<&str> = report.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(messages, [FALSE]);
        assert!(report.failed() && !report.only_declined());
        let expected = [
            ("user", Verdict::Unknown, true),
            ("through", Verdict::Unknown, true),
            ("other", Verdict::Valid, false),
        ];
        assert_eq!(verdicts(report), expected);
        let why = format!("not checked because of `small`: {FALSE}");
        for claim in &report.claims[..2] {
            assert_eq!(claim.obstacles[0].message, why);
            assert!(claim.certificate.is_none());
        }
    }

    #[test]
    fn nothing_rests_on_a_signature_that_the_body_refutes() {
        let signature = "[@@assume_covers {| M [v:int | 0 <= v && v <= 2] |}]";
        assert_refuted(&checked(signature, "0 <= v && v <= 2"));
    }

    #[test]
    fn a_signature_apart_from_the_body_is_tested_too() {
        let signature =
            "let[@library] small ?r:(u = ((true : [%v: unit]) [@over])) = (0 <= v && v <= 2 : [%v: int])";
        assert_refuted(&checked(signature, "0 <= v && v <= 2"));
    }

    #[test]
    fn a_signature_that_the_body_meets_is_assumed() {
        let report = checked("[@@assume_covers {| M [v:int | v = 0 || v = 1] |}]", "v = 0 || v = 1");
        assert!(!report.failed(), "{:?}", report.diagnostics);
        let expected = [
            ("user", Verdict::ValidModulo, false),
            ("through", Verdict::ValidModulo, false),
            ("other", Verdict::Valid, false),
        ];
        assert_eq!(verdicts(&report), expected);
    }
}
