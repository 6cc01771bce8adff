//! The benchmark suites by execution: what is missing from the incomplete generators, and that
//! nothing is missing from the others.

use covenant_execute::{Limits, Names, Program, Search, check_reachability, find_missing};
use covenant_front as front;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Set to rewrite the list of missing values.
const UPDATE: &str = "COVENANT_UPDATE_SNAPSHOTS";

fn benchmarks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../benchmarks")
}

/// The folders of programs with this kind of name, in order.
fn folders(kind: impl Fn(&str) -> bool) -> Vec<String> {
    let entries = std::fs::read_dir(benchmarks()).expect("the benchmarks");
    let mut found: Vec<String> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?.to_owned();
            let programs = std::fs::read_dir(&path).ok()?.flatten();
            let any = programs.into_iter().any(|e| e.path().extension().is_some_and(|x| x == "ml"));
            (any && kind(&name)).then_some(name)
        })
        .collect();
    found.sort();
    assert!(found.len() >= 3, "{found:?}");
    found
}

/// The suites whose claims hold but for those that a header names. Traces are left out: a short one has many events,
/// each with an answer, and all values up to a size are too many to list; `check --confirm` runs some of each. Systems
/// under test are no generators.
fn suites() -> Vec<String> {
    folders(|name| !name.ends_with("-incomplete") && !["traces", "systems"].contains(&name))
}

/// The files of a folder, with their texts, in order; never none.
fn files(folder: &str) -> Vec<(String, String)> {
    let path = benchmarks().join(folder);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut found: Vec<(String, String)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?.to_owned();
            name.ends_with(".ml")
                .then(|| (format!("{folder}/{name}"), std::fs::read_to_string(&path).unwrap_or_default()))
        })
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{folder} has no programs");
    found
}

/// The header lines `(* missing: f a => v *)`, without blanks: `f`, and the whole.
fn expected(text: &str) -> Vec<(&str, String)> {
    text.lines()
        .filter_map(|line| line.strip_prefix("(* missing: ")?.strip_suffix("*)"))
        .filter_map(|line| Some((line.split_whitespace().next()?, without_blanks(line))))
        .collect()
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A file that is understood, but for the claims that its header names as outside the dialect.
fn understood(file: &str, text: &str) -> Option<front::Module> {
    let in_part = text.contains("(* declined: ");
    front::load(file, text).ok().filter(|module| in_part || module.is_clean())
}

/// Steps for each claim: more than any needs, and no clock.
const STEPS: u64 = 4_000_000;
/// Files that the front end declines are counted, and may not be many.
const MOST_DECLINED: usize = 10;
/// Claims with values of which it could not be decided whether the specification allows them, or
/// whether they can be returned. Two of them promise a derivation, of which there are infinitely many.
const MOST_UNDECIDED: usize = 8;

/// The size of the values that are tried. There are 256 characters, so that few strings are small.
fn size_of_values(folder: &str) -> u32 {
    if folder == "everyday" || folder == "qcheck" { 3 } else { 6 }
}

#[test]
fn every_incomplete_generator_misses_what_is_listed() {
    let mut list = String::new();
    let (mut searched, mut declined, mut suspected, mut as_in_header) = (0, 0, 0, 0);
    for folder in folders(|name| name.ends_with("-incomplete") || name == "pitfalls") {
        for (file, text) in files(&folder) {
            let expected = expected(&text);
            if expected.is_empty() {
                continue;
            }
            let Some(module) = understood(&file, &text) else {
                declined += 1;
                continue;
            };
            for unit in &module.units {
                let Some((_, header)) = expected.iter().find(|(name, _)| *name == unit.claim) else {
                    continue;
                };
                searched += 1;
                let program = Program::new(&unit.statement).unwrap_or_else(|e| panic!("{file}: {e}"));
                let limits = Limits::with_steps(STEPS);
                let shown = match find_missing(program, unit.statement.claim, &limits) {
                    Search::Missing(missing) => {
                        suspected += usize::from(!missing.confirmed);
                        let info = unit.functions.iter().find(|f| f.name == unit.claim);
                        let predicates = info.map_or_else(Vec::new, |f| f.predicate_names.clone());
                        missing.show(&program, &Names { predicates, ..Names::default() })
                    }
                    other => panic!("{file}: nothing is missing from {}: {other:?}", unit.claim),
                };
                // What the author of the file thought of may be as small, and another one.
                if without_blanks(&shown) == *header {
                    as_in_header += 1;
                    let _ = writeln!(list, "{file}: {shown}");
                } else {
                    let _ = writeln!(list, "{file}: {shown}    (the header has another)");
                }
            }
        }
    }
    println!(
        "{searched} claims, {as_in_header} with the value of the header, {suspected} suspected only, \
         {declined} files declined"
    );
    assert!(searched >= 200, "only {searched} claims");
    assert!(declined <= MOST_DECLINED, "{declined} files declined");
    assert_eq!(suspected, 0, "suspected only");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/missing_values.txt");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, &list).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let snapshot = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(list, snapshot, "run with {UPDATE}=1 and read the difference");
}

#[test]
fn every_value_that_a_valid_claim_allows_is_reachable() {
    let (mut claims, mut values, mut declined, mut undecided) = (0, 0, 0, 0);
    for folder in suites() {
        for (file, text) in files(&folder) {
            let expected = expected(&text);
            let Some(module) = understood(&file, &text) else {
                declined += 1;
                continue;
            };
            for unit in module.units.iter().filter(|u| expected.iter().all(|(name, _)| *name != u.claim)) {
                let program = Program::new(&unit.statement).unwrap_or_else(|e| panic!("{file}: {e}"));
                let limits = Limits::with_steps(STEPS);
                let found =
                    check_reachability(program, unit.statement.claim, size_of_values(&folder), &limits);
                let shown: Vec<String> =
                    found.missing.iter().map(|m| m.show(&program, &Names::default())).collect();
                assert!(shown.is_empty(), "{file}: {shown:?}");
                if found.tried.undecided > 0 {
                    println!("{file}: {}: {} values undecided", unit.claim, found.tried.undecided);
                    undecided += 1;
                }
                claims += 1;
                values += found.tried.reached;
            }
        }
    }
    println!(
        "{values} values of {claims} claims are reachable; {undecided} claims with values that could not \
         be decided, {declined} files declined"
    );
    assert!(undecided <= MOST_UNDECIDED, "{undecided} claims with undecided values");
    assert!(claims >= 90, "only {claims} claims");
    assert!(values >= 10_000, "only {values} values");
    assert!(declined <= MOST_DECLINED, "{declined} files declined");
}
