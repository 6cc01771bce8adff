//! Mutation testing of certificates: each single change of each proof is refused, or explained.
//!
//! The counts are printed (`cargo test -p covenant-tests -- --nocapture`).

use covenant_certificates::{CertificateFile, Hashes};
use covenant_elaborator::pipeline::{Options, check_source};
use covenant_kernel::check::{Verdict, check};
use covenant_kernel::reject::{At, Why};
use covenant_kernel::tables::{Certificate, ExprRef, ExprRow, Kind};
use covenant_tests::{corpus, harmless, mutants};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The certificates of Table 3 and of the examples: those claims that have one.
static CORPUS: LazyLock<Vec<(String, CertificateFile)>> = LazyLock::new(|| {
    let sources = corpus::sources("benchmarks/table3").into_iter().chain(corpus::sources("examples"));
    let certificates: Vec<_> = sources.flat_map(|s| corpus::certificates(&s)).collect();
    assert!(certificates.len() >= 10, "only {} certificates", certificates.len());
    certificates
});

/// What became of the mutants of a kind.
#[derive(Default)]
struct Fate {
    tried: usize,
    killed: usize,
    /// Equal to the original but for numbering, or changed where nothing refers to.
    same: usize,
    harmless: usize,
}

/// Certificates of claims that say *only* and *exactly*.
static KINDS: LazyLock<Vec<(String, CertificateFile)>> = LazyLock::new(|| {
    let text = "let rec upto (n : int) : int list =
  if n <= 0 then [] else if bool_gen () then [] else int_gen () :: upto (n - 1)
[@@covers {| n:nat -> exactly [v:int list | len v <= n] |}]
let rec insert (x : int) (l : int list) : int list =
  match l with [] -> [ x ] | y :: rest -> if x <= y then x :: l else y :: insert x rest
[@@covers {| x:int -> l:int list -> {v:int list | len v = len l + 1} |}]
let two (n : int) : int list = let l = insert n [] in insert 7 l
[@@covers {| n:int -> {v:int list | len v = 2} |}]";
    let options = Options { missing_steps: 0, ..Options::default() };
    let claims = check_source("kinds.ml", text, &options).claims.into_iter();
    claims.map(|claim| (claim.claim, claim.certificate.expect("proved"))).collect()
});

#[test]
fn every_change_of_a_proof_is_refused_or_explained() {
    every_change_is_refused_or_explained(&CORPUS, 5_000);
}

#[test]
fn every_change_of_a_proof_of_another_kind_is_refused_or_explained() {
    every_change_is_refused_or_explained(&KINDS, 500);
}

/// A proof of one kind proves nothing of another: whatever the statement is turned into, it is refused.
#[test]
fn a_proof_of_one_kind_proves_no_other() {
    for (name, file) in KINDS.iter().chain(CORPUS.iter()) {
        let certified = file.certificate.statement.kind;
        for kind in [Kind::Every, Kind::Only, Kind::Exactly].into_iter().filter(|kind| *kind != certified) {
            let mut other = file.certificate.clone();
            other.statement.kind = kind;
            let verdict = check(&other.statement, &other);
            assert!(matches!(verdict, Verdict::Reject { .. }), "{name} as {kind:?}: {verdict:?}");
        }
    }
}

fn every_change_is_refused_or_explained(corpus: &[(String, CertificateFile)], at_least: usize) {
    let mut fates: BTreeMap<mutants::Kind, Fate> = BTreeMap::new();
    let mut unexplained = Vec::new();
    for (name, file) in corpus {
        let certificate = &file.certificate;
        let original = check(&certificate.statement, certificate);
        assert!(matches!(original, Verdict::Valid | Verdict::ValidModulo(_)), "{name}: {original:?}");
        let content = Hashes::of(certificate).expect("flat tables").certificate;
        mutants::each(certificate, &mut |kind, row, mutant| {
            let fate = fates.entry(kind).or_default();
            fate.tried += 1;
            if check(&certificate.statement, mutant) != original {
                fate.killed += 1;
            } else if Hashes::of(mutant).is_ok_and(|h| h.certificate == content) {
                fate.same += 1;
            } else if harmless::reason(kind).is_some() && fate.harmless < harmless::most(kind) {
                fate.harmless += 1;
            } else {
                unexplained.push(format!("{name}: {kind:?} at row {row}"));
            }
        });
    }
    report(&fates, corpus.len());
    assert!(unexplained.is_empty(), "accepted, but not on the list:\n{}", unexplained.join("\n"));
    let killed: usize = fates.values().map(|f| f.killed).sum();
    let tried: usize = fates.values().map(|f| f.tried).sum();
    assert!(tried > at_least && killed * 10 > tried * 9, "only {killed} of {tried} mutants are killed");
}

fn report(fates: &BTreeMap<mutants::Kind, Fate>, certificates: usize) {
    println!(
        "{:<12} {:<24} {:>8} {:>8} {:>6} {:>9}",
        "table", "change", "tried", "killed", "same", "harmless"
    );
    let mut total = Fate::default();
    for ((table, way), fate) in fates {
        let (tried, killed, same, harmless) = (fate.tried, fate.killed, fate.same, fate.harmless);
        println!("{table:<12} {way:<24} {tried:>8} {killed:>8} {same:>6} {harmless:>9}");
        total.tried += tried;
        total.killed += killed;
        total.same += same;
        total.harmless += harmless;
    }
    let Fate { tried, killed, same, harmless } = total;
    println!(
        "{certificates} certificates: {tried} mutants, {killed} killed, {same} same, {harmless} harmless"
    );
}

#[test]
fn the_proof_of_another_program_is_refused() {
    for (i, (name, file)) in CORPUS.iter().enumerate() {
        for (j, (other, donor)) in CORPUS.iter().enumerate() {
            // The same program under two names has one proof.
            if i == j || donor.certificate.proof == file.certificate.proof {
                continue;
            }
            let statement = file.certificate.statement.clone();
            let mixed = Certificate { statement, proof: donor.certificate.proof.clone() };
            let verdict = check(&mixed.statement, &mixed);
            assert!(matches!(verdict, Verdict::Reject { .. }), "{name} by the proof of {other}: {verdict:?}");
            let verdict = check(&file.certificate.statement, &donor.certificate);
            let expected = Verdict::Reject { at: At::Statement, rule: None, why: Why::OtherStatement };
            assert_eq!(verdict, expected, "{name} by the certificate of {other}");
        }
    }
}

/// Another program, claim or theory with the same proof: for the original statement that is no
/// proof at all. Asked about itself, a variant may be true and the proof may fit (an assumption
/// that was not needed, a definition changed where the proof does not look); that must be rare.
#[test]
fn a_changed_statement_is_another_statement() {
    let other = Verdict::Reject { at: At::Statement, rule: None, why: Why::OtherStatement };
    let (mut tried, mut own) = (0, 0);
    for (name, file) in CORPUS.iter() {
        mutants::each_statement(&file.certificate, &mut |kind, row, mutant| {
            tried += 1;
            let verdict = check(&file.certificate.statement, mutant);
            assert_eq!(verdict, other, "{name}: {kind:?} at row {row}");
            let itself = check(&mutant.statement, mutant);
            own += usize::from(matches!(itself, Verdict::Valid | Verdict::ValidModulo(_)));
        });
    }
    println!("{tried} changed statements, all noticed; the same proof proves {own} of them");
    assert!(tried > 1_000 && own * 20 < tried, "{own} of {tried} changed statements have the same proof");
}

#[test]
fn a_claim_of_every_value_is_refused() {
    for (name, file) in CORPUS.iter() {
        let mut certificate = file.certificate.clone();
        let statement = &mut certificate.statement;
        let main = statement.globals[statement.claim.0 as usize].claim;
        let Some(truth) = statement.exprs.iter().position(|e| *e == ExprRow::True) else { continue };
        let truth = ExprRef(u32::try_from(truth).expect("a row"));
        if statement.types[main.0 as usize].ensures == truth {
            continue;
        }
        statement.types[main.0 as usize].ensures = truth;
        let verdict = check(&certificate.statement, &certificate);
        assert!(matches!(verdict, Verdict::Reject { .. }), "{name} covers everything: {verdict:?}");
    }
}

#[test]
fn changed_bytes_are_noticed() {
    let (mut unreadable, mut same, mut refused, mut second_proof) = (0, 0, 0, 0);
    for (name, file) in CORPUS.iter() {
        let bytes = file.to_bytes().expect("small");
        // A prime, so that every section is hit at changing offsets.
        for place in (0..bytes.len()).step_by(17) {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            let Ok(read) = CertificateFile::from_bytes(&changed) else {
                unreadable += 1;
                continue;
            };
            if read.certificate == file.certificate {
                same += 1;
                continue;
            }
            match check(&file.certificate.statement, &read.certificate) {
                Verdict::Valid | Verdict::ValidModulo(_) => {
                    // Only another proof of the very same statement can get here.
                    assert_eq!(read.certificate.statement, file.certificate.statement, "{name}");
                    second_proof += 1;
                }
                Verdict::Reject { .. } | Verdict::Declined(_) => refused += 1,
            }
        }
    }
    println!("{unreadable} unreadable, {refused} refused, {same} same tables, {second_proof} other proofs");
    assert!(unreadable + refused > 100);
}
