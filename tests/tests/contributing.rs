//! `CONTRIBUTING.md` names paths that exist, and its lists are complete: every source file that
//! mentions the witness of a section is named there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn document() -> String {
    fs::read_to_string(root().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md")
}

/// What stands between backquotes and is a path of the repository.
fn paths(text: &str) -> BTreeSet<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let outside = |word: &str| word.contains([' ', '<', '*', '@']) || word.starts_with('/');
    let named = |word: &str| word.contains('/') || word.ends_with(".md") || word.ends_with(".rs");
    quoted.filter(|word| named(word) && !outside(word)).collect()
}

#[test]
fn every_path_exists() {
    let document = document();
    let paths = paths(&document);
    assert!(paths.len() >= 50, "{paths:?}");
    let gone: Vec<&&str> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(gone.is_empty(), "CONTRIBUTING.md names what is not there: {gone:?}");
}

#[test]
fn every_link_leads_somewhere() {
    let document = document();
    for target in document.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root().join(target).exists(), "{target}");
    }
}

/// The sources that are not tests.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_source = [".rs", ".v", ".in"].iter().any(|end| name.ends_with(end));
        if path.is_dir() && !["tests", "target", "benches", "examples"].contains(&name.as_str()) {
            sources(&path, found);
        } else if is_source && name != "tests.rs" {
            let shown = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            found.push((shown, fs::read_to_string(&path).expect("a source file")));
        }
    }
}

/// Whether a line of code, no comment, has the word.
fn mentions(text: &str, word: &str) -> bool {
    let lines =
        text.lines().filter(|line| line.contains(word)).filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).any(|part| part == word)
}

#[test]
fn every_list_names_the_files_that_mention_its_witness() {
    let crates = ["kernel", "certificates", "elaborator", "coq-export", "cli", "benchmarks"];
    let mut files = Vec::new();
    for name in crates {
        sources(&root().join(name), &mut files);
    }
    let document = document();
    let mut witnesses = 0;
    for section in document.split("\n## ").skip(1) {
        let Some((_, rest)) = section.split_once("<!-- witness: ") else { continue };
        let words: Vec<&str> = rest.split(" -->").next().unwrap_or_default().split(", ").collect();
        let named = paths(section);
        for word in words {
            let mut places = 0;
            for (file, _) in files.iter().filter(|(_, text)| mentions(text, word)) {
                places += 1;
                assert!(named.contains(file.as_str()), "{file} mentions {word} and is not in its list");
            }
            assert!(places >= 3, "{word} is mentioned in {places} files");
            witnesses += 1;
        }
    }
    assert!(witnesses >= 5, "{witnesses} witnesses");
}
