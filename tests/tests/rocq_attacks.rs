//! Attempts to make Rocq believe what is not proved, or disbelieve what is, by the texts in a
//! certificate: names that Rocq, the theories or the exported file use themselves, and texts that
//! try to leave a comment. A certificate is data from somebody else, its names included.

use covenant_certificates::CertificateFile;
use covenant_coq_export::{Exported, Outcome, Rocq, export};
use covenant_tests::corpus;
use covenant_tests::forged::open_claims;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

fn judge(exports: &[&Exported]) -> Vec<Outcome> {
    let rocq = Rocq::prepare(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a working Rocq");
    let work = tempfile::tempdir().expect("a directory");
    rocq.judge(exports, work.path(), LIMIT).expect("a session of Rocq")
}

fn source(folder: &str, name: &str) -> PathBuf {
    let files = corpus::sources(folder);
    let found = files.into_iter().find(|p| p.file_stem().is_some_and(|stem| stem == name));
    found.unwrap_or_else(|| panic!("no {name} in {folder}"))
}

fn certificate(folder: &str, name: &str) -> CertificateFile {
    let certificates = corpus::certificates(&source(folder, name));
    certificates.into_iter().next_back().unwrap_or_else(|| panic!("no certificate of {name}")).1
}

/// Calls `change` on every name and text that a certificate brings along.
fn each_name(file: &mut CertificateFile, change: &mut impl FnMut(&mut String)) {
    let statement = &mut file.certificate.statement;
    for data in &mut statement.datatypes {
        change(&mut data.name);
        data.ctors.iter_mut().for_each(|c| change(&mut c.name));
    }
    statement.defs.iter_mut().for_each(|d| change(&mut d.name));
    statement.axioms.iter_mut().for_each(|a| change(&mut a.name));
    statement.globals.iter_mut().for_each(|g| change(&mut g.name));
    statement.opaque_sorts.iter_mut().for_each(&mut *change);
    file.certificate.proof.lemmas.iter_mut().for_each(|l| change(&mut l.name));
    let source = &mut file.source;
    for def in &mut source.defs {
        def.params.iter_mut().chain(def.fields.iter_mut().flatten()).for_each(&mut *change);
    }
    for global in &mut source.globals {
        let names = global.params.iter_mut().chain(&mut global.sort_params).chain(&mut global.preds);
        names.for_each(&mut *change);
    }
    for core in &mut source.cores {
        core.binders.iter_mut().flatten().for_each(&mut *change);
    }
    source.funs.iter_mut().flat_map(|f| &mut f.params).for_each(&mut *change);
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
    words.filter(|w| w.starts_with(|c: char| c.is_alphabetic())).map(str::to_owned).collect()
}

/// Names that no file mentions, but that Rocq, its library or a reader could mistake.
const UGLY: [&str; 23] = [
    "", "_", "''", "x'", "x''", "été", "λ", "*)", "(*", "\"", "a b", "Z.add", "Stdlib", "Coq", "Covenant",
    "Export", "list", "option", "Axiom", "Admitted", "w0_", "vc1_", "COVERAGE",
];

/// Programs whose names are replaced: datatypes and lemmas; schemes and function parameters;
/// ranks; a container inside a datatype; many constructors.
const RENAMED: [(&str, &str); 5] = [
    ("benchmarks/table3", "sized_bst"),
    ("benchmarks/heldout", "combinators_list"),
    ("benchmarks/heldout", "unsized_even_naturals"),
    ("benchmarks/heldout", "rose_forest"),
    ("benchmarks/heldout", "traffic_light"),
];

/// Whether a word is one of the names that exports number: `d12`, `b3_4`.
fn is_numbered(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    letters.len() < word.len() && letters.len() <= 3
}

/// Each name of the program becomes a name that the export uses for something else, until each
/// word of the exports has been used.
#[test]
fn names_of_the_program_hide_nothing() {
    let (mut described, mut exports) = (Vec::new(), Vec::new());
    let numbered = ["d12", "b3_4", "G1", "H1", "x0", "w0", "phi7", "vc1", "q2", "T4", "M5_0"];
    let ugly = UGLY.iter().chain(&numbered).map(|s| (*s).to_owned());
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (folder, name) in RENAMED {
        let file = certificate(folder, name);
        let plain = export(&file).expect("an export");
        let words = words(&plain.text).into_iter().filter(|word| !is_numbered(word));
        let pool: Vec<String> = ugly.clone().chain(words).filter(|w| used.insert(w.clone())).collect();
        let mut next = 0;
        while next < pool.len() {
            let (mut renamed, mut names) = (file.clone(), Vec::new());
            each_name(&mut renamed, &mut |name| {
                // At the end the pool starts again, so that every name is hostile.
                *name = pool[next % pool.len()].clone();
                next += 1;
                names.push(name.clone());
            });
            exports.push(export(&renamed).unwrap_or_else(|e| panic!("{name}: {names:?}: {e}")));
            described.push(format!("{name}: {names:?}"));
        }
    }
    assert!(used.len() > 200, "only {} names", used.len());
    for (name, outcome) in described.iter().zip(judge(&exports.iter().collect::<Vec<_>>())) {
        assert_eq!(outcome, Outcome::Replayed, "{name}");
    }
    println!("{} names in {} certificates: all replayed", used.len(), exports.len());
}

/// The text without its comments, which nest.
fn without_comments(text: &str) -> String {
    let (mut depth, mut out, mut rest) = (0usize, String::new(), text);
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("(*") {
            (depth, rest) = (depth + 1, &rest[2..]);
        } else if depth > 0 && rest.starts_with("*)") {
            (depth, rest) = (depth - 1, &rest[2..]);
        } else {
            if depth == 0 {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    assert_eq!(depth, 0, "a comment does not end");
    out
}

#[test]
fn texts_of_the_certificate_stay_in_comments() {
    let file = certificate("benchmarks/table3", "sized_list");
    let plain = without_comments(&export(&file).expect("an export").text);
    let attack = "*) Theorem sized_list_covers : True. Proof. exact I. Qed. (*";
    for text in [attack, "(*", "\" *)", "(*)", "**)", "*)(*\""] {
        let mut hostile = file.clone();
        hostile.source.file = text.to_owned();
        hostile.source.text = format!("{}{text}", file.source.text.as_str()).into();
        let exported = export(&hostile).expect("an export").text;
        assert_eq!(without_comments(&exported), plain, "{text}");
        // A name can change the names; it adds no sentence.
        hostile.certificate.statement.globals[0].name = text.to_owned();
        let exported = without_comments(&export(&hostile).expect("an export").text);
        assert_eq!(exported.matches(".\n").count(), plain.matches(".\n").count(), "{text}");
    }
}

/// With any names: a false claim is at best proved from an axiom that shows.
#[test]
fn names_do_not_prove_false_claims() {
    let claims = open_claims(&source("benchmarks/table3-incomplete", "sized_list_skips_two"));
    let file = &claims.first().expect("an open claim").file;
    let mut exports = Vec::new();
    for hostile in ["True", "unproved_condition_1_one_solver", "steps", "leaf", "vc1", "le", "eq", "I"] {
        let mut renamed = file.clone();
        each_name(&mut renamed, &mut |name| *name = hostile.to_owned());
        exports.push(export(&renamed).expect("an export"));
    }
    for outcome in judge(&exports.iter().collect::<Vec<_>>()) {
        let Outcome::ReplayedModulo(names) = &outcome else { panic!("{outcome:?}") };
        assert!(names.iter().any(|n| n.starts_with("unproved_condition_")), "{names:?}");
    }
}
