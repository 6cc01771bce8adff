//! The kernel and the verified checker, compared: the certificates of Table 3 and of the examples, and mutants of them.
//!
//! Here every so-many-th mutant; `cargo xtask fuzz --checkers N` takes every N-th, and prints the table.

use covenant_certificates::CertificateFile;
use covenant_coq_export::verified::PROGRAM;
use covenant_tests::corpus;
use covenant_tests::twins::{Outcomes, Twin, compare};
use std::path::PathBuf;
use std::process::Command;

/// The program, compiled for this test.
fn program() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("verified");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (file, text) in PROGRAM {
        std::fs::write(folder.join(file), text).expect("a source");
    }
    let sources = PROGRAM.iter().map(|(file, _)| *file);
    let done = Command::new("ocamlfind")
        .args(["ocamlopt", "-w", "-a", "-O3"])
        .args(sources)
        .args(["-o", "covenant-verified"])
        .current_dir(&folder)
        .output()
        .expect("ocamlfind");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder.join("covenant-verified")
}

#[test]
fn the_two_checkers_agree_on_certificates_and_mutants() {
    let every = std::env::var("CHECKERS_EVERY").ok().and_then(|n| n.parse().ok());
    let sources = corpus::sources("benchmarks/table3").into_iter().chain(corpus::sources("examples"));
    let certificates: Vec<(String, CertificateFile)> =
        sources.flat_map(|s| corpus::certificates(&s)).collect();
    assert!(certificates.len() >= 10, "only {} certificates", certificates.len());
    let mut twin = Twin::start(&program()).expect("covenant-verified");
    let mut outcomes = Outcomes::default();
    for (name, file) in &certificates {
        compare(&mut twin, name, file, every.unwrap_or(40), &mut outcomes).expect("an answer");
    }
    println!("{}", outcomes.table());
    // The originals are accepted by both, and mutants refused by both: the comparison is about something.
    let count = |kernel: &str, verified: &str| {
        outcomes.counts.get(&(kernel.to_owned(), verified.to_owned())).copied().unwrap_or(0)
    };
    assert!(count("valid", "valid") >= 10 && count("rejected", "refused") > 100);
    assert!(outcomes.differences.is_empty(), "the checkers disagree:\n{}", outcomes.table());
}
