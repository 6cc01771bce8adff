//! Programs that OCaml evaluates otherwise than they look, which are read: the values that they promise and
//! never return are found.

use covenant_elaborator::pipeline::{Options, Verdict, check_source};

#[test]
fn what_ocaml_never_returns_is_missing() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../benchmarks/attacks/rejected");
    let entries = std::fs::read_dir(root).expect("the corpus is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    assert!(files.len() > 25, "the corpus is nearly empty");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("readable");
        let report = check_source("attack.ml", &text, &Options::default());
        assert!(!report.claims.is_empty(), "{}: {:?}", path.display(), report.diagnostics);
        for claim in &report.claims {
            assert_eq!(claim.verdict, Verdict::Rejected, "{}: {}", path.display(), claim.claim);
        }
    }
}
