//! Claims that say *only* or *exactly*, through the whole pipeline: proved, tested, refuted.

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};
use covenant_kernel::tables::Kind;

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

fn kind_of(claim: &ClaimReport) -> Kind {
    claim.certificate.as_ref().expect("proved").certificate.statement.kind
}

#[test]
fn each_kind_has_a_certificate_of_its_own() {
    let every = one(&ABOVE.replace("RESULT", "[v:int | n <= v]"));
    let only = one(&ABOVE.replace("RESULT", "{v:int | n <= v}"));
    let exactly = one(&ABOVE.replace("RESULT", "exactly [v:int | n <= v]"));
    assert_eq!([&every, &only, &exactly].map(|claim| claim.verdict), [Verdict::Valid; 3]);
    assert_eq!((every.every, only.every, exactly.every), (None, None, Some(Verdict::Valid)));
    let kinds = [&every, &only, &exactly].map(kind_of);
    assert_eq!(kinds, [Kind::Every, Kind::Only, Kind::Exactly]);
    assert!(every.hash != only.hash && only.hash != exactly.hash && every.hash != exactly.hash);
}

/// As a claim about every value it would be false.
#[test]
fn one_value_of_many_is_enough_for_an_only_claim() {
    let narrow = one("let same (n : int) : int = n [@@covers {| n:int -> {v:int | n <= v} |}]");
    assert_eq!((narrow.verdict, kind_of(&narrow)), (Verdict::Valid, Kind::Only));
}

/// True, but not by induction on runs alone: that the head of what is returned is not below `y` is not claimed.
const INSERT: &str = "let rec insert (x : int) (l : int list) : int list =
  match l with [] -> [ x ] | y :: rest -> if x <= y then x :: l else y :: insert x rest
[@@covers {| x:int -> l:{v:int list | sorted v} -> RESULT |}]";

#[test]
fn what_is_not_proved_is_tested() {
    let only = one(&INSERT.replace("RESULT", "{v:int list | sorted v && len v = len l + 1}"));
    assert_eq!(only.verdict, Verdict::Tested);
    assert!(only.certificate.is_none() && only.hash.is_none() && !only.obstacles.is_empty());
    // The same, without what is not inductive.
    let length = one(&INSERT.replace("RESULT", "{v:int list | len v = len l + 1}"));
    assert_eq!(length.verdict, Verdict::Valid);
    // And with a value too many.
    let wrong = one(&INSERT.replace("RESULT", "{v:int list | len v = len l}"));
    assert_eq!(wrong.verdict, Verdict::Rejected);
}

/// Of an *exactly* claim, one half may be proved and the other one not. The certificate says which.
#[test]
fn the_half_that_is_proved_has_the_certificate_of_the_claim_alone() {
    let text = "let helper (n : int) : int = n + nat_gen ()
[@@covers {| n:int -> [v:int | n <= v] |}]
let above (n : int) : int = helper n
[@@covers {| n:int -> RESULT |}]";
    let above = |result: &str| checked(&text.replace("RESULT", result)).remove(1);
    let (every, exactly) = (above("[v:int | n <= v]"), above("exactly [v:int | n <= v]"));
    assert_eq!((exactly.verdict, exactly.every), (Verdict::Tested, Some(Verdict::Valid)));
    assert!(exactly.obstacles[0].message.contains("`helper` is used, whose claim says every"));
    assert_eq!((every.hash, kind_of(&exactly)), (exactly.hash, Kind::Every));
    // If the helper says it too, all of it is proved.
    let both = text
        .replace("[v:int | n <= v]", "exactly [v:int | n <= v]")
        .replace("RESULT", "exactly [v:int | n <= v]");
    assert_eq!(kind_of(&checked(&both).remove(1)), Kind::Exactly);
}

/// A precondition that does not hold: nothing is known of what comes back.
#[test]
fn a_call_outside_of_the_precondition_is_not_proved() {
    let text = "let half (n : int) : int = if n < 0 then 0 - 1 else n / 2
[@@covers {| n:{v:int | 0 <= v} -> {v:int | 0 <= v} |}]
let user (n : int) : int = half ARGUMENT
[@@covers {| n:{v:int | 0 - 100 <= v} -> {v:int | 0 <= v} |}]";
    let user = |argument: &str| checked(&text.replace("ARGUMENT", argument)).remove(1);
    assert_eq!(user("n").verdict, Verdict::Rejected);
    assert_eq!(user("(n + 50)").verdict, Verdict::Tested);
    assert_eq!(user("(n + 100)").verdict, Verdict::Valid);
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

/// Proved, because a run that fails or does not end returns nothing; and said so.
#[test]
fn a_claim_about_nothing_holds_with_a_warning() {
    for source in [
        "let fails (n : int) : int = err () [@@covers {| n:int -> {v:int | v = n} |}]",
        "let never (n : int) : int = n [@@covers {| n:{v:int | v < v} -> {v:int | v = n} |}]",
        "let rec loops (n : int) : int = loops n [@@covers {| n:int -> {v:int | v = n} |}]",
    ] {
        let report = check_source("test.ml", source, &Options::default());
        assert_eq!(report.claims[0].verdict, Verdict::Valid, "{source}");
        let warnings: Vec<&str> = report.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(warnings.iter().any(|text| text.contains("may hold of nothing")), "{source}: {warnings:?}");
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
    assert_eq!(verdicts, [Verdict::Valid, Verdict::Rejected]);
}

#[test]
fn only_the_claim_that_is_asked_for() {
    let text = "let a (n : int) : int = n [@@covers {| n:int -> {v:int | v = n} |}]
let b (n : int) : int = n [@@covers {| n:int -> exactly [v:int | v = n] |}]";
    let options = Options { claim: Some("b".to_owned()), ..Options::default() };
    let claims = check_source("test.ml", text, &options).claims;
    assert_eq!(claims.iter().map(|c| c.claim.as_str()).collect::<Vec<_>>(), ["b"]);
}

/// The generators of Table 3 return what their specifications allow, and nothing else.
#[test]
fn the_generators_of_table_3_are_exact() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../benchmarks/table3");
    let mut claims = 0;
    for entry in std::fs::read_dir(folder).expect("the suite") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "ml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        for claim in checked(&exact(&text)) {
            assert_eq!((claim.verdict, kind_of(&claim)), (Verdict::Valid, Kind::Exactly), "{}", claim.claim);
            claims += 1;
        }
    }
    assert_eq!(claims, 16);
}

/// The text with each claim `…[v:t | φ]` as `…exactly [v:t | φ]`.
fn exact(text: &str) -> String {
    let mut parts = text.split("[@@covers {|");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (claim, rest) = part.split_once("|}]").expect("the end of a claim");
        let (parameters, result) = claim.rsplit_once("[v:").expect("a result");
        out.push_str(&format!("[@@covers {{|{parameters}exactly [v:{result}|}}]{rest}"));
    }
    out
}

const APPLY: &str = "let apply (f : int -> int) (x : int) : int = f x
[@@covers {| f:(y:int -> {v:int | y <= v}) -> x:int -> {v:int | RESULT} |}]";

/// True, and nothing that the kernel knows of a parameter says so: tested, and the reason is given.
#[test]
fn a_claim_with_a_function_parameter_that_is_read_as_only_is_tested() {
    let good = one(&APPLY.replace("RESULT", "x <= v"));
    assert_eq!(good.verdict, Verdict::Tested);
    assert!(good.certificate.is_none() && good.hash.is_none());
    assert!(good.obstacles[0].message.contains("read as *only*"), "{:?}", good.obstacles);
    let wrong = one(&APPLY.replace("RESULT", "x < v"));
    assert_eq!((wrong.verdict, wrong.certificate.is_none()), (Verdict::Rejected, true));
    // Even what holds whatever the function is, is not certified: a certificate would say it of other functions.
    let free = one(&APPLY.replace("RESULT", "true"));
    assert_eq!((free.verdict, free.certificate.is_none()), (Verdict::Tested, true));
}

#[test]
fn a_function_that_calls_one_with_such_a_parameter_is_tested() {
    let claims = checked(&format!(
        "{}\nlet next (x : int) : int = apply (fun (y : int) -> y + 1) x\n[@@covers {{| x:int -> {{v:int | x <= v}} |}}]",
        APPLY.replace("RESULT", "x <= v")
    ));
    let verdicts: Vec<Verdict> = claims.iter().map(|claim| claim.verdict).collect();
    assert_eq!(verdicts, [Verdict::Tested; 2]);
    assert!(
        claims[1].obstacles[0].message.contains("`apply` has a function parameter"),
        "{:?}",
        claims[1].obstacles
    );
}

/// What the program does with such a function is judged for functions that return more.
#[test]
fn a_parameter_that_says_every_allows_more() {
    let source = APPLY.replace("RESULT", "x <= v").replace("{v:int | y <= v}", "[v:int | y <= v]");
    let claim = one(&source);
    assert_eq!(claim.verdict, Verdict::Rejected);
    let found = claim.only.expect("tested").found.expect("it can be run");
    assert!(found.at_least && found.outside.is_some());
}
