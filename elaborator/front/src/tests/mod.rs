//! Tests of the whole front end.

mod accept;
mod attacks;
mod damage;
mod dialect;
mod errors;
mod languages;
mod messages;
mod only;
mod operators;
mod recovery;
mod show;
mod total;

use std::collections::BTreeSet;

use covenant_kernel::check::{Verdict, check_observed};
use covenant_kernel::reject::{At, Table, Why};
use covenant_kernel::tables::{Certificate, Proof};

use super::{Diagnostic, Module, Unit, load};
use show::show;

/// Loads a source that must be accepted, and lets the kernel read the result.
fn accepted(source: &str) -> Module {
    match load("test.ml", source) {
        Ok(module) if !module.is_clean() => panic!("{}", report(&module.diagnostics)),
        Ok(module) => {
            for unit in &module.units {
                if let Err(error) = kernel_reads(unit) {
                    panic!("the kernel rejects {}: {error}\n{}", unit.claim, show(unit));
                }
            }
            module
        }
        Err(diagnostics) => panic!("{}", report(&diagnostics)),
    }
}

fn report(diagnostics: &[Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(|d| {
            format!("{}:{} {}: {} [{}] {}\n", d.line, d.column, d.kind.word(), d.message, d.text, d.advice)
        })
        .collect()
}

/// Everything the kernel checks of a statement before looking at a proof: with no derivation at
/// all, and only one function defined, that is all it finds wrong.
fn kernel_reads(unit: &Unit) -> Result<(), String> {
    let proof = Proof {
        sorts: unit.extra.sorts.clone(),
        exprs: unit.extra.exprs.clone(),
        types: unit.extra.types.clone(),
        lemmas: Vec::new(),
        steps: Vec::new(),
        nodes: Vec::new(),
        derivations: vec![None; unit.statement.globals.len()],
    };
    for (global, number) in unit.statement.globals.iter().zip(0u32..) {
        let mut statement = unit.statement.clone();
        let earlier = statement.globals.iter_mut().take_while(|other| *other != global);
        earlier.for_each(|other| other.body = None);
        let certificate = Certificate { statement, proof: proof.clone() };
        let expected = At::Table(Table::Globals, number);
        match check_observed(&certificate, &mut ()) {
            Verdict::Reject { at, why: Why::MissingDerivation, .. } if at == expected => {}
            _ if global.body.is_none() => {}
            verdict => return Err(format!("{}: {verdict:?}", global.name)),
        }
    }
    Ok(())
}

/// The claims that a file's header names as outside the dialect.
fn expected_to_be_declined(source: &str) -> BTreeSet<&str> {
    let headers = source.lines().filter_map(|line| line.strip_prefix("(* declined: "));
    headers.map(|line| line.trim_end_matches("*)").trim()).collect()
}

/// Loads a source of which exactly these claims must be declined.
fn read_in_part(source: &str, outside: &BTreeSet<&str>) -> Module {
    let module = load("test.ml", source).unwrap_or_else(|diagnostics| panic!("{}", report(&diagnostics)));
    let declined: BTreeSet<&str> = module.declined.iter().map(|claim| claim.claim.as_str()).collect();
    assert_eq!(declined, *outside, "{}", report(&module.diagnostics));
    module
}

/// The names and texts of all suite files, in order.
fn suite_files() -> Vec<(String, String)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benchmarks");
    let mut files = Vec::new();
    let suites = std::fs::read_to_string(format!("{root}/suites.txt")).expect("the list of suites");
    let folders =
        suites.lines().filter(|line| !line.starts_with('#')).filter_map(|l| l.split_whitespace().next());
    // Headers of the third held-out set do not say what is declined.
    let read = |name: &&str| !name.starts_with("heldout3");
    for folder in folders.filter(read) {
        for entry in std::fs::read_dir(format!("{root}/{folder}")).expect("the suite exists") {
            let path = entry.expect("a readable folder").path();
            if path.extension().is_some_and(|extension| extension == "ml") {
                let source = std::fs::read_to_string(&path).expect("a readable file");
                files.push((path.display().to_string(), source));
            }
        }
    }
    files.sort();
    assert!(files.len() >= 360, "only {} files found", files.len());
    files
}

#[test]
fn every_benchmark_is_read() {
    for (name, source) in suite_files() {
        let outside = expected_to_be_declined(&source);
        let module = if outside.is_empty() { accepted(&source) } else { read_in_part(&source, &outside) };
        assert!(!module.units.is_empty(), "{name} makes no claim");
    }
}
