//! Tests of the whole front end.

mod accept;
mod damage;
mod errors;
mod show;

use covenant_kernel::arena::Arena;
use covenant_kernel::tables::{Proof, Statement};
use covenant_kernel::{load as kernel_load, program, types};

use super::{Diagnostic, Module, Unit, load};
use show::show;

/// Loads a source that must be accepted, and lets the kernel read the result.
fn accepted(source: &str) -> Module {
    match load("test.ml", source) {
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

/// Everything the kernel checks of a statement before looking at a proof.
fn kernel_reads(unit: &Unit) -> Result<(), String> {
    let statement: &Statement = &unit.statement;
    let text = |error| format!("{error:?}");
    let mut arena = Arena::default();
    let (mut loaded, _) = kernel_load::load_theory(&mut arena, statement).map_err(text)?;
    let arrows = types::load_arrows(&statement.arrows, &loaded).map_err(text)?;
    let mut all_types = Vec::new();
    types::load_types(&arena, &statement.types, &loaded, &mut all_types).map_err(text)?;
    let core = program::load(&mut arena, statement, &loaded, &arrows, &all_types).map_err(text)?;
    let mut budget = 10_000_000;
    for (number, global) in statement.globals.iter().enumerate() {
        let number = u32::try_from(number).map_err(|error| error.to_string())?;
        core.check_scope(&mut arena, statement, &loaded, global, number, &mut budget)
            .map_err(|why| format!("{}: {why:?}", global.name))?;
    }
    let proof = Proof {
        sorts: unit.extra.sorts.clone(),
        exprs: unit.extra.exprs.clone(),
        types: unit.extra.types.clone(),
        lemmas: Vec::new(),
        steps: Vec::new(),
        nodes: Vec::new(),
        derivations: Vec::new(),
    };
    loaded.extend(&mut arena, statement, &proof).map_err(text)?;
    types::load_types(&arena, &proof.types, &loaded, &mut all_types).map_err(text)?;
    Ok(())
}

#[test]
fn every_benchmark_is_read() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../benchmarks");
    let mut count = 0;
    for folder in ["table3", "table3-incomplete", "pitfalls", "heldout", "heldout-incomplete"] {
        let entries = std::fs::read_dir(format!("{root}/{folder}")).expect("the suite exists");
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.extension().is_none_or(|extension| extension != "ml") {
                continue;
            }
            let source = std::fs::read_to_string(&path).expect("a readable file");
            let module = accepted(&source);
            assert!(!module.units.is_empty(), "{} makes no claim", path.display());
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} files found");
}
