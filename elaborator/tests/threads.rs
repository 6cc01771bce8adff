//! What comes out does not depend on how many threads there are.

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};

/// Mutual generators with large conditions of their own, which need lemmas that are guessed.
const PROGRAM: &str = include_str!("plants.ml");

fn certificates(jobs: usize) -> Vec<(Verdict, Vec<u8>)> {
    let options = Options { jobs, missing_steps: 0, ..Options::default() };
    let report = check_source("plants.ml", PROGRAM, &options);
    let bytes = |c: &ClaimReport| c.certificate.as_ref().and_then(|f| f.to_bytes().ok());
    report.claims.iter().map(|c| (c.verdict, bytes(c).unwrap_or_default())).collect()
}

#[test]
fn certificates_do_not_depend_on_the_number_of_threads() {
    let alone = certificates(1);
    assert_eq!(alone.len(), 2);
    for (verdict, bytes) in &alone {
        assert_eq!(*verdict, Verdict::Valid);
        assert!(!bytes.is_empty());
    }
    for jobs in [2, 8] {
        assert!(certificates(jobs) == alone, "{jobs} threads find something else");
    }
}
