//! A source that is too long to be in each certificate is beside them once, and is the hashed one.

use crate::support::{Run, covenant, folder};
use std::fs;
use std::path::{Path, PathBuf};

/// Two claims and a long comment.
fn source(comment: &str) -> String {
    format!(
        "open Covenant_runtime\n\n(* {} *)\n\n\
         let small () : int = if bool_gen () then 0 else 1\n[@@covers {{| M [v:int | 0 <= v && v <= 1] |}}]\n\n\
         let digit () : int = int_range 0 9\n[@@covers {{| M [v:int | 0 <= v && v <= 9] |}}]\n",
        comment.repeat(20_000)
    )
}

fn check(at: &Path, comment: &str) {
    fs::write(at.join("long.ml"), source(comment)).expect("a file");
    let run =
        covenant(at, &["check", "long.ml", "--out", "out", "--confirm", "off", "--second-reading", "off"]);
    assert_eq!(run.code, 0, "{}", run.shown());
}

/// The files with this ending.
fn files(at: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(at).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == ending)).collect();
    files.sort();
    files
}

fn audit(at: &Path, more: &[&str]) -> Run {
    covenant(at, &[&["audit", "out/long.digit.cov", "out/long.small.cov"], more].concat())
}

#[test]
fn certificates_of_a_long_file_share_its_text() {
    let folder = folder();
    let at = folder.path();
    check(at, "x");
    let out = at.join("out");
    let certificates = files(&out, "cov");
    let [source] = &files(&out, "source")[..] else { panic!("one source") };
    assert_eq!(
        fs::read_to_string(source).expect("text"),
        fs::read_to_string(at.join("long.ml")).expect("text")
    );
    assert_eq!(certificates.len(), 2);
    assert!(certificates.iter().all(|path| fs::metadata(path).is_ok_and(|data| data.len() < 10_000)));

    for more in [&[][..], &["--source", "long.ml"], &["--verified"]] {
        let audited = audit(at, more);
        assert_eq!(audited.code, 0, "{more:?}: {}", audited.shown());
    }
    let shown = covenant(at, &["show", "out/long.digit.cov", "--json"]);
    assert!(shown.code == 0 && shown.stdout.contains("int_range 0 9"), "{}", shown.shown());
    let same = covenant(at, &["diff", "out/long.digit.cov", "out/long.digit.cov"]);
    assert_eq!(same.code, 0, "{}", same.shown());

    // Parts of a check are put together with their sources.
    for part in ["1/2", "2/2"] {
        let out = format!("part{}", &part[..1]);
        let arguments = [
            "check",
            "long.ml",
            "--shard",
            part,
            "--out",
            &out,
            "--confirm",
            "off",
            "--second-reading",
            "off",
        ];
        assert_eq!(covenant(at, &arguments).code, 0);
    }
    let merged = covenant(at, &["merge", "part1", "part2", "--out", "merged"]);
    assert_eq!(merged.code, 0, "{}", merged.shown());
    for ending in ["cov", "source"] {
        let bytes = |folder: &str| -> Vec<Vec<u8>> {
            files(&at.join(folder), ending).iter().map(|path| fs::read(path).expect("bytes")).collect()
        };
        assert_eq!(bytes("merged"), bytes("out"), "{ending}");
    }
}

#[test]
fn a_source_that_is_missing_or_another_is_said_and_an_old_one_goes() {
    let folder = folder();
    let at = folder.path();
    check(at, "x");
    let [old] = &files(&at.join("out"), "source")[..] else { panic!("one source") };
    let name = old.file_name().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(old).expect("text");
    fs::write(old, text.replace("int_range 0 9", "int_range 0 8")).expect("changed");
    let audited = audit(at, &[]);
    assert_eq!(audited.code, 2, "{}", audited.shown());
    assert!(audited.stderr.contains("is damaged or another text"), "{}", audited.shown());
    fs::remove_file(old).expect("removed");
    let audited = audit(at, &[]);
    assert_eq!(audited.code, 2, "{}", audited.shown());
    assert!(audited.stderr.contains(&format!("put `{name}` into its folder")), "{}", audited.shown());
    // A check writes it again; of a changed file, the new one, and the old one goes with the old certificates.
    check(at, "x");
    assert_eq!(audit(at, &[]).code, 0);
    check(at, "y");
    let sources = files(&at.join("out"), "source");
    assert!(sources.len() == 1 && sources[0] != *old, "{sources:?}");
    assert_eq!(audit(at, &[]).code, 0);
}
