//! Claims that say *only* or *exactly*, through the whole pipeline: tested, refuted, never valid.

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};

fn checked(text: &str) -> Vec<ClaimReport> {
    let report = check_source("test.ml", text, &Options::default());
    assert!(!report.failed(), "{:?}", report.diagnostics);
    report.claims
}

fn one(text: &str) -> ClaimReport {
    let mut claims = checked(text);
    assert_eq!(claims.len(), 1);
    claims.remove(0)
}

const ABOVE: &str = "let above (n : int) : int = n + nat_gen ()
[@@covers {| n:int -> RESULT |}]";

#[test]
fn the_half_that_is_proved_has_the_certificate_of_the_claim_alone() {
    let every = one(&ABOVE.replace("RESULT", "[v:int | n <= v]"));
    let exactly = one(&ABOVE.replace("RESULT", "exactly [v:int | n <= v]"));
    assert_eq!((every.verdict, every.every), (Verdict::Valid, None));
    assert_eq!((exactly.verdict, exactly.every), (Verdict::Tested, Some(Verdict::Valid)));
    assert_eq!(every.hash, exactly.hash);
    let (every, exactly) = (every.certificate.expect("proved"), exactly.certificate.expect("proved"));
    assert_eq!(every.certificate, exactly.certificate);
}

#[test]
fn an_only_claim_is_tested_and_has_no_certificate() {
    let only = one(&ABOVE.replace("RESULT", "{v:int | n <= v}"));
    assert_eq!(only.verdict, Verdict::Tested);
    assert!(only.certificate.is_none() && only.hash.is_none());
    // As a claim about every value it would be false.
    let narrow = one("let same (n : int) : int = n [@@covers {| n:int -> {v:int | n <= v} |}]");
    assert_eq!(narrow.verdict, Verdict::Tested);
}

#[test]
fn a_value_outside_refutes_both_kinds_and_leaves_no_certificate() {
    for result in ["{v:int | n < v}", "exactly [v:int | n < v]"] {
        let claim = one(&ABOVE.replace("RESULT", result));
        assert_eq!(claim.verdict, Verdict::Rejected, "{result}");
        assert!(claim.certificate.is_none() && claim.hash.is_none());
        let only = claim.only.expect("it was tested");
        assert!(only.found.expect("it can be run").outside.is_some());
    }
}

#[test]
fn a_missing_value_refutes_exactly_whatever_the_test_says() {
    let source =
        "let more (n : int) : int = n + 1 + nat_gen () [@@covers {| n:int -> exactly [v:int | n <= v] |}]";
    let claim = one(source);
    assert_eq!((claim.verdict, claim.every), (Verdict::Rejected, Some(Verdict::Rejected)));
    assert!(claim.missing.is_some());
}

#[test]
fn nothing_that_was_returned_is_nothing_that_was_tested() {
    for source in [
        "let fails (n : int) : int = err () [@@covers {| n:int -> {v:int | v = n} |}]",
        "let never (n : int) : int = n [@@covers {| n:{v:int | v < v} -> {v:int | v = n} |}]",
        "let rec loops (n : int) : int = loops n [@@covers {| n:int -> {v:int | v = n} |}]",
    ] {
        assert_eq!(one(source).verdict, Verdict::Unknown, "{source}");
    }
}

/// The callee returns one value, and claims that it is above its argument; nobody may conclude that all of those come.
#[test]
fn no_proof_rests_on_an_only_claim() {
    let claims = checked(
        "let same (n : int) : int = n
         [@@covers {| n:int -> {v:int | n <= v} |}]
         let user (n : int) : int = same n
         [@@covers {| n:int -> [v:int | n <= v] |}]",
    );
    let verdicts: Vec<Verdict> = claims.iter().map(|claim| claim.verdict).collect();
    assert_eq!(verdicts, [Verdict::Tested, Verdict::Rejected]);
}

#[test]
fn only_the_claim_that_is_asked_for() {
    let text = "let a (n : int) : int = n [@@covers {| n:int -> {v:int | v = n} |}]
let b (n : int) : int = n [@@covers {| n:int -> exactly [v:int | v = n] |}]";
    let options = Options { claim: Some("b".to_owned()), ..Options::default() };
    let claims = check_source("test.ml", text, &options).claims;
    assert_eq!(claims.iter().map(|c| c.claim.as_str()).collect::<Vec<_>>(), ["b"]);
}
