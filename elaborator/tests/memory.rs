//! What was found is found again, and a memory that lies costs time and never a verdict.

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};
use covenant_kernel::tables::{Evidence, NodeRow};
use covenant_remember::{Entry, Memory, Notes};
use std::fs;
use std::path::Path;

/// One claim that holds and one that does not.
const PROGRAM: &str = r"
open Covenant_runtime

let rec short (n : int) : int list =
  if n <= 0 then [] else if bool_gen () then [] else int_gen () :: short (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v <= n] |}]

let rec never_empty (n : int) : int list =
  if n <= 0 then [ int_gen () ] else int_gen () :: never_empty (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v <= n] |}]
[@@measure n]
";

fn with_memory(folder: &Path) -> Options {
    Options { memory: Some(Memory::in_folder(folder.to_owned())), jobs: 1, ..Options::default() }
}

fn checked(text: &str, options: &Options) -> Vec<ClaimReport> {
    check_source("lists.ml", text, options).claims
}

/// What a user sees of a claim.
fn seen(claim: &ClaimReport) -> (String, Verdict, Option<Vec<u8>>, Option<String>) {
    let bytes = claim.certificate.as_ref().map(|file| file.to_bytes().expect("bytes"));
    (claim.claim.clone(), claim.verdict, bytes, claim.missing.as_ref().map(|m| m.text.clone()))
}

fn same(a: &[ClaimReport], b: &[ClaimReport]) -> bool {
    a.iter().map(seen).eq(b.iter().map(seen))
}

#[test]
fn the_second_run_says_the_same_and_searches_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let without = checked(PROGRAM, &Options { jobs: 1, ..Options::default() });
    assert_eq!(without.iter().map(|c| c.verdict).collect::<Vec<_>>(), [Verdict::Valid, Verdict::Rejected]);
    let first = checked(PROGRAM, &with_memory(folder.path()));
    assert!(first.iter().all(|claim| !claim.remembered) && same(&without, &first));
    let second = checked(PROGRAM, &with_memory(folder.path()));
    assert!(second.iter().all(|claim| claim.remembered && claim.queries == 0) && same(&without, &second));
    // What stands above a claim does not matter; what the claim is about does.
    let moved = checked(&format!("(* a note *)\n{PROGRAM}"), &with_memory(folder.path()));
    assert!(moved.iter().all(|claim| claim.remembered));
    let changed =
        checked(&PROGRAM.replace("len v <= n] |}]\n\n", "len v < n] |}]\n\n"), &with_memory(folder.path()));
    assert_eq!(changed.iter().map(|claim| claim.remembered).collect::<Vec<_>>(), [false, true]);
}

/// Every entry of the memory replaced by another one.
fn planted(folder: &Path, entry: impl Fn(&Path, &Entry) -> Vec<u8>) {
    let mut count = 0;
    for file in fs::read_dir(folder).expect("a folder") {
        let path = file.expect("an entry").path();
        let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_owned();
        if name.len() != 64 {
            continue;
        }
        let bytes = fs::read(&path).expect("an entry");
        let known = match bytes.split_first() {
            Some((b'P', rest)) => Entry::Proof(Box::new(
                covenant_certificates::CertificateFile::from_bytes(rest).expect("a certificate"),
            )),
            _ => Entry::Missing { steps: 1, place: 0 },
        };
        fs::write(&path, entry(&path, &known)).expect("planted");
        count += 1;
    }
    assert_eq!(count, 2);
}

/// What stands in the place of an entry.
type Lie = dyn Fn(&Path, &Entry) -> Vec<u8>;

#[test]
fn a_memory_that_lies_costs_no_verdict() {
    let honest = checked(PROGRAM, &Options { jobs: 1, ..Options::default() });
    // The proof of one claim in the place of the other, on a solver's word.
    let everything_solved = |file: &covenant_certificates::CertificateFile| {
        let mut file = file.clone();
        for node in &mut file.certificate.proof.nodes {
            if let NodeRow::TSub { evidence, .. } | NodeRow::TApp { evidence, .. } = node {
                *evidence = Evidence::Solver;
            }
        }
        let mut bytes = vec![b'P'];
        bytes.extend(file.to_bytes().expect("bytes"));
        bytes
    };
    let proof_of = |claims: &[ClaimReport]| claims[0].certificate.clone().expect("a certificate");
    let lies: Vec<Box<Lie>> = vec![
        // Damage.
        Box::new(|_, _| b"P\x89COV".to_vec()),
        // A missing value for a claim that holds, to be looked for for ever.
        Box::new(|_, _| [&b"M"[..], &u64::MAX.to_le_bytes(), &[0; 8]].concat()),
        // A proof of something else.
        Box::new(move |_, _| {
            let mut bytes = vec![b'P'];
            bytes.extend(proof_of(&checked(PROGRAM, &Options::default())).to_bytes().expect("bytes"));
            bytes
        }),
        // The right statement, on the word of a solver that nobody asked.
        Box::new(move |_, entry| match entry {
            Entry::Proof(file) => everything_solved(file),
            Entry::Missing { .. } => [&b"M"[..], &[0; 16]].concat(),
        }),
    ];
    for lie in lies {
        let folder = tempfile::tempdir().expect("a folder");
        let _ = checked(PROGRAM, &with_memory(folder.path()));
        planted(folder.path(), lie);
        let deceived = checked(PROGRAM, &with_memory(folder.path()));
        assert!(same(&honest, &deceived));
        // What was found instead is remembered again.
        assert!(checked(PROGRAM, &with_memory(folder.path())).iter().all(|claim| claim.remembered));
    }
}

/// So few steps that nothing is found.
fn in_vain(folder: &Path, notes: &Path) -> Options {
    let memory = Memory::in_folder(folder.to_owned());
    let mut options = with_memory(folder);
    options.memory = Some(memory.with_notes(Notes::in_folder(notes.to_owned())));
    options.limits.work = 1;
    options.limits.induction = false;
    options.missing_steps = 1;
    options
}

/// What is said of a claim that stays unknown.
fn said(claim: &ClaimReport) -> String {
    let ClaimReport { claim: name, verdict, obstacles, exhausted, conditions, missing, .. } = claim;
    format!("{name} {verdict:?} {obstacles:?} {exhausted:?} {conditions:?} {missing:?}")
}

#[test]
fn what_was_searched_in_vain_is_not_searched_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let first = checked(PROGRAM, &in_vain(&at("project"), &at("own")));
    assert!(first.iter().all(|claim| claim.verdict == Verdict::Unknown && !claim.remembered));
    let second = checked(PROGRAM, &in_vain(&at("project"), &at("own")));
    assert!(second.iter().all(|claim| claim.remembered && claim.queries == 0));
    assert!(first.iter().map(said).eq(second.iter().map(said)));
    assert!(first.iter().all(|claim| !claim.obstacles.is_empty()), "places are compared");
    // With more steps it is another search.
    let more = checked(PROGRAM, &Options { missing_steps: 2, ..in_vain(&at("project"), &at("own")) });
    assert!(more.iter().all(|claim| !claim.remembered));
    // Places move with the function.
    let note = "(* a note *)\n";
    let moved = checked(&format!("{note}{PROGRAM}"), &in_vain(&at("project"), &at("own")));
    assert!(moved.iter().all(|claim| claim.remembered));
    for (claim, before) in moved.iter().zip(&first) {
        let start = |claim: &ClaimReport| claim.obstacles[0].program.expect("a place").start;
        assert_eq!(start(claim), start(before) + note.len());
    }
}

/// What a project brings along, or other machines share, never says that a search is in vain.
#[test]
fn only_the_users_own_notes_are_believed() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let _ = checked(PROGRAM, &in_vain(&at("project"), &at("own")));
    fs::create_dir_all(at("project")).expect("a folder");
    for note in fs::read_dir(at("own")).expect("notes") {
        let note = note.expect("a note");
        for name in [note.file_name(), format!("{}.2", note.file_name().display()).into()] {
            fs::copy(note.path(), at("project").join(name)).expect("planted");
        }
    }
    let without =
        Options { memory: Some(Memory::in_folder(at("project"))), ..in_vain(&at("project"), &at("own")) };
    assert!(checked(PROGRAM, &without).iter().all(|claim| !claim.remembered));
    // Another user of the same project.
    let other = checked(PROGRAM, &in_vain(&at("project"), &at("other")));
    assert!(other.iter().all(|claim| !claim.remembered));
}

/// A damaged note is none.
#[test]
fn a_note_that_cannot_be_read_costs_a_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let first = checked(PROGRAM, &in_vain(&at("project"), &at("own")));
    for cut in [0, 8, 60] {
        for note in fs::read_dir(at("own")).expect("notes") {
            let path = note.expect("a note").path();
            let bytes = fs::read(&path).expect("a note");
            fs::write(&path, &bytes[..cut.min(bytes.len())]).expect("damaged");
        }
        let again = checked(PROGRAM, &in_vain(&at("project"), &at("own")));
        assert!(again.iter().all(|claim| !claim.remembered), "{cut}");
        assert!(first.iter().map(said).eq(again.iter().map(said)));
    }
}
