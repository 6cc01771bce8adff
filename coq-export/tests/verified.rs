//! The verified checker: what is embedded, what is listed, and what is written about it.

use covenant_coq_export::verified::{FILES, PROGRAM};
use std::path::Path;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verified")
}

#[test]
fn the_project_file_lists_the_embedded_files() {
    let listed = include_str!("../verified/_CoqProject").lines().filter(|line| line.ends_with(".v"));
    let rest = ["Sanity.v", "Assumptions.v"];
    let listed: Vec<&str> = listed.filter(|file| !rest.contains(file)).collect();
    let embedded: Vec<&str> = FILES.iter().map(|(file, _)| *file).collect();
    assert_eq!(listed, embedded);
}

#[test]
fn the_program_is_all_there() {
    let mut found: Vec<String> = std::fs::read_dir(folder().join("ocaml"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".ml"))
        .collect();
    let mut embedded: Vec<String> = PROGRAM.iter().map(|(file, _)| (*file).to_owned()).collect();
    found.sort();
    embedded.sort();
    assert_eq!(found, embedded);
}

#[test]
fn the_theorems_assume_nothing() {
    let golden = include_str!("../verified/assumptions.golden");
    assert!(golden.lines().count() >= 12);
    assert!(golden.lines().all(|line| line == "Closed under the global context"));
}

/// What is printed in docs/MEANING.md is what is proved about.
#[test]
fn the_meaning_is_quoted_word_by_word() {
    let text = include_str!("../../docs/MEANING.md");
    let sanity = std::fs::read_to_string(folder().join("Sanity.v")).expect("Sanity.v");
    let mut quoted = 0;
    for block in text.split("```coq\n").skip(1) {
        let block = block.split("\n```").next().expect("the end of a block");
        quoted += block.lines().count();
        let found =
            FILES.iter().any(|(_, theory)| theory.contains(block)) || sanity.contains(block.trim_end());
        assert!(found, "docs/MEANING.md quotes what no theory has:\n{block}");
    }
    assert!(quoted > 200, "only {quoted} lines are quoted");
}
