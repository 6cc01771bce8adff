//! `docs/LANGUAGE.md` says what the tool does: its examples have the verdicts that stand above
//! them, what it calls the same is the same statement, and its lists are made from the tool.
//!
//! `UPDATE_DOCUMENTS=1` writes the lists (the prelude, what is declined) into the document instead
//! of comparing them.

mod declined;
mod prelude;

use covenant_elaborator::pipeline::{
    ClaimReport, FileReport, Missing, OnlyReport, Options, Verdict, check_source,
};
use covenant_front::{self as front, DiagnosticKind};
use covenant_kernel::tables::Statement;
use std::fs;
use std::path::PathBuf;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/LANGUAGE.md")
}

fn document() -> String {
    fs::read_to_string(path()).expect("docs/LANGUAGE.md")
}

/// The fenced blocks that begin with `ocaml`: line, what is said about the block, text.
fn blocks(document: &str) -> Vec<(usize, &str, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, &str, String)> = None;
    for (number, line) in (1..).zip(document.lines()) {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some((_, _, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, Some(info)) => open = Some((number, info, String::new())),
            (None, None) => {}
        }
    }
    found
        .into_iter()
        .filter_map(|(line, info, text)| Some((line, info.strip_prefix("ocaml")?.trim(), text)))
        .collect()
}

fn problems(report: &FileReport) -> Vec<&str> {
    let errors = report.diagnostics.iter().filter(|d| d.kind != DiagnosticKind::Warning);
    errors.map(|d| d.message.as_str()).collect()
}

#[test]
fn every_example_has_the_verdict_that_stands_above_it() {
    let document = document();
    let blocks = blocks(&document);
    assert!(blocks.len() >= 20, "only {} examples were found", blocks.len());
    for (line, said, text) in blocks {
        let report = check_source("example.ml", &text, &Options::default());
        let at = format!("docs/LANGUAGE.md:{line} ({said}): {:?}", problems(&report));
        assert!(!report.claims.is_empty(), "{at}: no claim");
        let all = |verdict| report.claims.iter().all(|claim| claim.verdict == verdict);
        let verdicts: Vec<_> = report.claims.iter().map(|c| (&c.claim, c.verdict.word())).collect();
        match said {
            "valid" => assert!(!report.failed() && all(Verdict::Valid), "{at}: {verdicts:?}"),
            "valid-modulo" => {
                assert!(!report.failed() && all(Verdict::ValidModulo), "{at}: {verdicts:?}");
            }
            "rejected" => {
                assert!(!report.failed() && all(Verdict::Rejected), "{at}: {verdicts:?}");
                let confirmed = |missing: &Missing| missing.confirmed;
                let outside = |only: &OnlyReport| only.found.as_ref().is_ok_and(|f| f.outside.is_some());
                let known = |claim: &ClaimReport| {
                    claim.missing.as_ref().is_some_and(confirmed) || claim.only.as_ref().is_some_and(outside)
                };
                assert!(report.claims.iter().all(known), "{at}");
            }
            "tested" => assert!(!report.failed() && all(Verdict::Tested), "{at}: {verdicts:?}"),
            "declined" => {
                assert!(report.failed() && report.only_declined(), "{at}");
                assert!(report.claims.iter().all(|claim| claim.declined), "{at}: {verdicts:?}");
            }
            "error" => assert!(report.failed() && !report.only_declined(), "{at}"),
            _ => panic!("{at}: say what the tool says about this example: valid, rejected, …"),
        }
    }
}

/// The rows of the table after a marker, each as its cells without backquotes.
fn table(document: &str, marker: &str) -> Vec<Vec<String>> {
    let (_, after) = document.split_once(marker).unwrap_or_else(|| panic!("there is no {marker}"));
    let lines = after.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let inner = row.trim_matches('|').replace("\\|", "\u{0}");
        let cells = inner.split('|').map(|cell| cell.trim().trim_matches('`').trim().replace('\u{0}', "|"));
        cells.collect()
    })
    .collect()
}

fn statement(source: &str) -> Statement {
    let module = front::load("example.ml", source);
    let module = module.unwrap_or_else(|list| panic!("{source}: {:?}", list[0].message));
    assert!(module.is_clean(), "{source}: {:?}", module.diagnostics);
    let [unit] = module.units.as_slice() else { panic!("{source}: one claim is expected") };
    unit.statement.clone()
}

/// A claim in which `a`, `b` and `c` are propositions and `x`, `y` and `l` integers and a list.
fn with_formula(formula: &str) -> Statement {
    let variables = "forall (a b c : bool) (x y : int) (l : int list).";
    statement(&format!(
        "let f (n : int) : int = n\n[@@covers {{| n:int -> [v:int | {variables} ({formula})] |}}]"
    ))
}

#[test]
fn formulas_are_grouped_as_the_document_says() {
    let document = document();
    let rows = table(&document, "<!-- tested: grouping -->");
    assert!(rows.len() >= 10);
    for row in rows {
        let [written, means] = row.as_slice() else { panic!("two columns: {row:?}") };
        assert!(with_formula(written) == with_formula(means), "{written} is not {means}");
    }
}

#[test]
fn both_notations_make_the_same_statement() {
    let document = document();
    let rows = table(&document, "<!-- tested: formulas in both notations -->");
    assert!(rows.len() >= 10);
    for row in rows {
        let [paper, poirot] = row.as_slice() else { panic!("two columns: {row:?}") };
        let program = "let f (n : int) : int = n\n";
        let first = statement(&format!("{program}[@@covers {{| n:int -> [v:int | {paper}] |}}]"));
        let second = statement(&format!("{program}let[@assert] f ?r:(n : int) = ({poirot} : [%v: int])"));
        assert!(first == second, "{paper} is not {poirot}");
    }
    let rows = table(&document, "<!-- tested: claims in both notations -->");
    assert!(rows.len() >= 5);
    for row in rows {
        let [program, paper, poirot] = row.as_slice() else { panic!("three columns: {row:?}") };
        let first = statement(&format!("{program}\n[@@covers {{| {paper} |}}]"));
        let second = statement(&format!("{program}\nlet[@assert] f {poirot}"));
        assert!(first == second, "{paper} is not {poirot}");
    }
}

/// Compares the part of the document between two markers with what it should be, or writes it.
fn compare(name: &str, expected: &str) {
    let (begin, end) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end of {name} -->"));
    let document = document();
    let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("there is no {begin}"));
    let (shown, after) = rest.split_once(&end).unwrap_or_else(|| panic!("there is no {end}"));
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(path(), format!("{before}{begin}{expected}{end}{after}")).expect("docs/LANGUAGE.md");
    } else {
        assert!(
            shown == expected,
            "the {name} of docs/LANGUAGE.md is out of date; UPDATE_DOCUMENTS=1 writes it:\n{expected}"
        );
    }
}

/// One test for both lists: two that write the same file must not run at the same time.
#[test]
fn the_lists_are_those_of_the_tool() {
    compare("list of the prelude", &prelude::list(front::prelude_alone()));
    compare("list of what is declined", &declined::list());
}
