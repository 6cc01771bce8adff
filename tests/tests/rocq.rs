//! Rocq as a second judge: of the certificates of Table 3, of mutants, and of forgeries.
//!
//! The variable COVENANT_ALL_CASES lifts the limits on how much is tried; `-- --nocapture`
//! shows the counts.

use covenant_certificates::CertificateFile;
use covenant_coq_export::{ExportError, Exported, Outcome, Rocq, export};
use covenant_kernel::check::{Verdict, check};
use covenant_kernel::reject::{At, Why};
use covenant_kernel::tables::*;
use covenant_tests::forged::{Way, forge, open_claims};
use covenant_tests::{corpus, mutants};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

fn rocq() -> &'static Rocq {
    static ROCQ: OnceLock<Rocq> = OnceLock::new();
    ROCQ.get_or_init(|| Rocq::prepare(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a working Rocq"))
}

fn all_cases() -> bool {
    std::env::var_os("COVENANT_ALL_CASES").is_some()
}

/// Does all the work on two threads; the results are in order.
fn on_two_threads<T: Sync, R: Send>(work: &[T], action: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::SeqCst);
                    let Some(item) = work.get(i) else { break };
                    let result = action(item);
                    results.lock().expect("no panic").insert(i, result);
                }
            });
        }
    });
    results.into_inner().expect("no panic").into_values().collect()
}

fn replay(exported: &Exported) -> Outcome {
    let work = tempfile::tempdir().expect("a directory");
    rocq().replay(exported, work.path(), LIMIT).expect("coqc runs").outcome
}

fn source(folder: &str, name: &str) -> PathBuf {
    let files = corpus::sources(folder);
    let found = files.into_iter().find(|p| p.file_stem().is_some_and(|stem| stem == name));
    found.unwrap_or_else(|| panic!("no {name} in {folder}"))
}

#[test]
fn all_of_table_3_replays() {
    let sources = corpus::sources("benchmarks/table3");
    assert_eq!(sources.len(), 14);
    let certificates: Vec<_> = sources.iter().flat_map(|s| corpus::certificates(s)).collect();
    for source in &sources {
        let name = source.file_name().expect("a name").to_string_lossy();
        let of_source = |(claim, _): &&(String, CertificateFile)| claim.starts_with(&*name);
        assert!(certificates.iter().any(|c| of_source(&c)), "no certificate of {name}");
    }
    let outcomes = on_two_threads(&certificates, |(_, file)| export(file).map(|exported| replay(&exported)));
    for ((name, _), outcome) in certificates.iter().zip(outcomes) {
        assert_eq!(outcome, Ok(Outcome::Replayed), "{name}");
    }
}

/// Programs of the held-out suites whose export needs what Table 3 does not.
const UNUSUAL: [(&str, &str); 10] = [
    ("benchmarks/heldout", "parentheses"), // a predicate whose definition asks whether it holds
    ("benchmarks/heldout", "traffic_light"), // constructors without fields only
    ("benchmarks/heldout", "rose_forest"), // a datatype inside another one
    ("benchmarks/heldout", "combinators_list"), // schemes, predicate variables, function parameters
    ("benchmarks/heldout", "unsized_even_naturals"), // TFixRank
    ("benchmarks/heldout", "forest_lexicographic"), // mutual datatypes, lexicographic measures
    ("benchmarks/heldout3", "labelled_trie"), // a container in a container, recursion with many parameters
    ("benchmarks/heldout3", "vector_of"),  // a predicate argument that mentions a variable
    ("benchmarks/heldout3", "weight_balanced_tree"), // a decidable predicate that mentions all of its argument
    ("benchmarks/heldout2", "rose_with_list"),       // induction on a container
];

#[test]
fn unusual_programs_replay() {
    let mut names = Vec::new();
    let mut exports = Vec::new();
    for (folder, program) in UNUSUAL {
        let certificates = corpus::certificates(&source(folder, program));
        assert!(!certificates.is_empty(), "no certificate of {program}");
        for (name, file) in certificates {
            exports.push(export(&file).unwrap_or_else(|e| panic!("{name}: {e}")));
            names.push(name);
        }
    }
    for (name, outcome) in names.iter().zip(judge(&exports.iter().collect::<Vec<_>>())) {
        assert_eq!(outcome, Outcome::Replayed, "{name}");
    }
}

/// Programs that no suite has.
const OWN: [(&str, &str); 3] = [
    (
        "mutual datatypes of which one has a parameter and one has not",
        r#"
type 'a wood = Wood of 'a * copse
and copse = Bare | Grow of int wood * copse

let[@predicate] rec size (f : copse) : int =
  match f with Bare -> 0 | Grow (_, rest) -> 1 + size rest

let[@predicate] leafless (t : int wood) : bool = match t with Wood (_, below) -> below = Bare

let[@predicate] rec flat (f : copse) : bool =
  match f with Bare -> true | Grow (t, rest) -> leafless t && flat rest

let rec copse (n : int) : copse =
  if n <= 0 then Bare
  else if bool_gen () then Bare
  else
    let rest = copse (n - 1) in
    Grow (Wood (int_gen (), Bare), rest)
[@@covers {| n:{v:int | 0 <= v} -> [v:copse | size v <= n && flat v] |}]
[@@measure n]
"#,
    ),
    (
        "more constructors, branches and parameters than the export writes out",
        r#"
type t =
  | A | B | C of int | D | E of t | F | G | H of int * t | I | J | K | L

let[@predicate] plain (x : t) : bool =
  match x with
  | A -> true | B -> true | C _ -> false | D -> true | E _ -> false | F -> true
  | G -> true | H _ -> false | I -> true | J -> true | K -> true | L -> true

let pick (a : int) (b : int) (c : int) (d : int) (e : int) (f : int) (g : int) (h : int) (i : int)
    (j : int) : int =
  let low = int_range 0 j in
  low
[@@covers {|
  a:{v:int | 0 <= v} -> b:{v:int | a <= v} -> c:{v:int | b <= v} -> d:{v:int | c <= v} ->
  e:{v:int | d <= v} -> f:{v:int | e <= v} -> g:{v:int | f <= v} -> h:{v:int | g <= v} ->
  i:{v:int | h <= v} -> j:{v:int | i <= v} -> [v:int | 0 <= v && v <= a]
|}]

let next (x : t) : t =
  match x with
  | A -> B | B -> C (int_gen ()) | C _ -> D | D -> E A | E _ -> F | F -> G
  | G -> H (1, A) | H _ -> I | I -> J | J -> K | K -> L | L -> A
[@@covers {| x:{v:t | v = B || v = C 3} -> [v:t | (x = B && v = C 7) || (x = C 3 && v = D)] |}]
"#,
    ),
    (
        "variables with the names that the export binds",
        r#"
let f (r : int) (v : int) (z : int) : int =
  let s = int_gen () in
  let e = s + r in
  let a = e - r in
  a
[@@covers {| r:{v:int | 0 <= v} -> v:{v:int | r <= v} -> z:{v:int | v <= v} -> [v:int | true] |}]
"#,
    ),
];

#[test]
fn programs_of_no_suite_replay() {
    let folder = tempfile::tempdir().expect("a directory");
    let (mut names, mut exports) = (Vec::new(), Vec::new());
    for (what, text) in OWN {
        let path = folder.path().join("program.ml");
        std::fs::write(&path, format!("open Covenant_runtime\n{text}")).expect("a source file");
        let certificates = corpus::certificates(&path);
        assert_eq!(certificates.len(), text.matches("[@@covers").count(), "{what}: all claims are valid");
        for (claim, file) in certificates {
            exports.push(export(&file).unwrap_or_else(|e| panic!("{what}: {claim}: {e}")));
            names.push(format!("{what}: {claim}"));
        }
    }
    for (name, outcome) in names.iter().zip(judge(&exports.iter().collect::<Vec<_>>())) {
        assert_eq!(outcome, Outcome::Replayed, "{name}");
    }
}

fn judge(exports: &[&Exported]) -> Vec<Outcome> {
    let halves: Vec<&[&Exported]> = exports.chunks(exports.len().div_ceil(2).max(1)).collect();
    let judged = on_two_threads(&halves, |half| {
        let work = tempfile::tempdir().expect("a directory");
        rocq().judge(half, work.path(), LIMIT).expect("a session of Rocq")
    });
    judged.into_iter().flatten().collect()
}

#[test]
fn an_unproved_condition_is_an_axiom_that_shows() {
    let certificates = corpus::certificates(&source("benchmarks/table3", "sized_list"));
    let (_, mut file) = certificates.into_iter().next().expect("sized_list");
    for node in &mut file.certificate.proof.nodes {
        if let NodeRow::TSub { evidence, .. } = node {
            *evidence = Evidence::Solver;
        }
    }
    let outcome = replay(&export(&file).expect("an export"));
    let Outcome::ReplayedModulo(names) = outcome else { panic!("{outcome:?}") };
    let named = |name: &String| name.starts_with("unproved_condition_") && name.ends_with("_one_solver");
    assert!(!names.is_empty() && names.iter().all(named), "{names:?}");
}

/// An axiom says no more than its condition: it asks for all that the condition's context knows,
/// ranks included.
#[test]
fn an_unproved_condition_keeps_its_hypotheses() {
    let certificates = corpus::certificates(&source("benchmarks/heldout", "unsized_even_naturals"));
    let (_, mut file) = certificates.into_iter().next().expect("unsized_even_naturals");
    for node in &mut file.certificate.proof.nodes {
        if let NodeRow::TSub { evidence, .. } = node {
            *evidence = Evidence::Solver;
        }
    }
    let exported = export(&file).expect("an export");
    let axiom = exported.text.split("Axiom unproved_condition_").nth(1).expect("an axiom");
    let statement = axiom.split(".\n").next().expect("its end");
    assert!(statement.contains(": 0 <= k0)"), "{statement}");
    assert!(matches!(replay(&exported), Outcome::ReplayedModulo(_)));
}

/// Whether a refusal is about what is proved, and not about how it is written.
fn is_about_the_proof(message: &str) -> bool {
    !message.contains("Syntax error") && !message.contains("Lexer")
}

/// What each forgery of a program came to.
#[derive(Default)]
struct Forgeries {
    /// Refused by Rocq in the lemma of a condition.
    in_condition: usize,
    /// The exporter has no translation for it.
    not_exported: usize,
}

fn forgeries_of(path: &Path, ways: &[Way]) -> Forgeries {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let neighbour = corpus::sources("benchmarks/table3")
        .into_iter()
        .find(|p| name.starts_with(&*p.file_stem().expect("a name").to_string_lossy()));
    let complete: Vec<Certificate> = neighbour
        .map(|p| corpus::certificates(&p).into_iter().map(|(_, file)| file.certificate).collect())
        .unwrap_or_default();
    let claims = open_claims(path);
    assert!(!claims.is_empty(), "{name}: nothing is open");
    let mut found = Forgeries::default();
    for claim in &claims {
        let at = |what: &str| format!("{name}: {}: {what}", claim.claim);
        for way in ways {
            let Some(file) = forge(&claim.file, *way, &complete) else { continue };
            let verdict = check(&file.certificate.statement, &file.certificate);
            assert!(matches!(verdict, Verdict::Reject { .. }), "{}: {verdict:?}", at(&format!("{way:?}")));
            match export(&file) {
                Err(error) => {
                    // A forger does not leave references open: that would be the test's mistake.
                    let dangling = matches!(error, ExportError::Tables(Why::BadReference));
                    assert!(!dangling, "{}: {error}", at(&format!("{way:?}")));
                    found.not_exported += 1;
                }
                Ok(exported) => match replay(&exported) {
                    Outcome::Failed { lemma, message, condition } => {
                        let right = condition.is_some() && is_about_the_proof(&message);
                        assert!(right, "{}: {lemma}: {message}", at(&format!("{way:?}")));
                        found.in_condition += 1;
                    }
                    outcome => panic!("{}: {outcome:?}", at(&format!("{way:?}"))),
                },
            }
        }
        // Not forged, its false conditions are axioms, and the theorem says so.
        let exported = export(&claim.file).unwrap_or_else(|e| panic!("{}", at(&e.to_string())));
        let outcome = replay(&exported);
        let Outcome::ReplayedModulo(names) = &outcome else { panic!("{}", at(&format!("{outcome:?}"))) };
        assert!(names.iter().any(|n| n.starts_with("unproved_condition_")), "{}", at(&names.join(", ")));
    }
    found
}

/// Incomplete generators whose forgeries are tried without COVENANT_ALL_CASES.
const FORGED_SAMPLE: [&str; 4] =
    ["sized_list_skips_two", "sorted_list_strict", "fig1_bst_without_leaf", "unique_list_no_zero"];

#[test]
fn forged_evidence_is_refused_by_kernel_and_rocq() {
    let mut sources = corpus::sources("benchmarks/table3-incomplete");
    let mut ways = Way::ALL.to_vec();
    if !all_cases() {
        sources.retain(|p| FORGED_SAMPLE.iter().any(|name| p.file_stem().is_some_and(|s| s == *name)));
        assert_eq!(sources.len(), FORGED_SAMPLE.len());
        ways.retain(|way| [Way::NoFact, Way::LastAlternative, Way::Neighbour].contains(way));
    }
    let results = on_two_threads(&sources, |path| forgeries_of(path, &ways));
    let (mut in_condition, mut not_exported) = (0, 0);
    for (path, forgeries) in sources.iter().zip(&results) {
        assert!(forgeries.in_condition > 0, "{}: nothing came to Rocq", path.display());
        in_condition += forgeries.in_condition;
        not_exported += forgeries.not_exported;
    }
    println!(
        "{} incomplete generators: {in_condition} forgeries refused by kernel and Rocq in a condition, \
         {not_exported} by the kernel and the exporter",
        sources.len()
    );
}

/// Certificates whose mutants are judged by both.
const MUTATED: [(&str, &str); 4] = [
    ("benchmarks/table3", "sized_list"),
    ("benchmarks/table3", "sorted_list"),
    ("benchmarks/heldout", "unsized_even_naturals"),
    ("benchmarks/heldout", "combinators_basic"),
];

/// Mutants of each kind per certificate.
fn mutants_per_kind() -> usize {
    if all_cases() { 8 } else { 1 }
}

/// Whether the kernel refuses only how a leaf is refuted. What the leaf states may be true all
/// the same, and then `lia` and `congruence` find their own way to it: Rocq accepts another
/// proof of the same claim.
fn only_in_a_leaf(at: At, proof: &Proof) -> bool {
    match at {
        At::Step(_, step) => matches!(proof.steps.get(step.0 as usize), Some(StepRow::Leaf(..))),
        _ => false,
    }
}

/// What the kernel says against a mutant.
struct Refusal {
    why: Why,
    in_leaf: bool,
}

#[test]
fn kernel_and_rocq_agree_on_mutants() {
    let mut judged: Vec<(String, mutants::Kind, Option<Refusal>, Exported)> = Vec::new();
    let mut not_exported = 0;
    for (folder, program) in MUTATED {
        for (name, file) in corpus::certificates(&source(folder, program)) {
            // The middle ones of each kind: neither the first row nor the last is typical.
            let mut counts: BTreeMap<mutants::Kind, usize> = BTreeMap::new();
            mutants::each(&file.certificate, &mut |kind, _, _| *counts.entry(kind).or_default() += 1);
            let wanted: BTreeSet<(mutants::Kind, usize)> = counts
                .iter()
                .flat_map(|(kind, n)| {
                    let sample = mutants_per_kind().min(*n);
                    (0..sample).map(move |i| (*kind, (2 * i + 1) * n / (2 * sample)))
                })
                .collect();
            let mut seen: BTreeMap<mutants::Kind, usize> = BTreeMap::new();
            mutants::each(&file.certificate, &mut |kind, row, mutant| {
                let i = seen.entry(kind).or_default();
                *i += 1;
                if !wanted.contains(&(kind, *i - 1)) {
                    return;
                }
                let refusal = match check(&file.certificate.statement, mutant) {
                    Verdict::Valid | Verdict::ValidModulo(_) => None,
                    Verdict::Reject { at, why, .. } => {
                        Some(Refusal { why, in_leaf: only_in_a_leaf(at, &mutant.proof) })
                    }
                    Verdict::Declined(_) => return,
                };
                let mutant = CertificateFile { certificate: mutant.clone(), ..file.clone() };
                match export(&mutant) {
                    Ok(exported) => judged.push((format!("{name} row {row}"), kind, refusal, exported)),
                    Err(error) => {
                        assert!(
                            refusal.is_some(),
                            "{name} {kind:?} row {row}: the kernel accepts, but: {error}"
                        );
                        not_exported += 1;
                    }
                }
            });
        }
    }
    let exports: Vec<&Exported> = judged.iter().map(|(.., exported)| exported).collect();
    let (mut both_accept, mut both_refuse, mut own_way) = (0, 0, 0);
    let mut wrong = Vec::new();
    for ((name, kind, refusal, _), outcome) in judged.iter().zip(judge(&exports)) {
        match (refusal, &outcome) {
            (None, Outcome::Replayed | Outcome::ReplayedModulo(_)) => both_accept += 1,
            (Some(_), Outcome::Failed { message, .. }) if is_about_the_proof(message) => both_refuse += 1,
            (Some(refusal), Outcome::Replayed) if refusal.in_leaf => own_way += 1,
            _ => wrong.push(format!(
                "{name} {kind:?}: kernel: {:?}, Rocq: {outcome:?}",
                refusal.as_ref().map(|r| &r.why)
            )),
        }
    }
    println!(
        "{both_accept} mutants accepted by both, {both_refuse} refused by both, {not_exported} refused by \
         the kernel and the exporter, {own_way} refused by the kernel and proved otherwise by Rocq"
    );
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(both_refuse >= 20 && both_accept >= 1, "{both_refuse} refused, {both_accept} accepted");
}

/// A change of what is claimed or of what the program does; `None` if the row has none.
type Change = (&'static str, fn(&mut Statement, usize) -> Option<()>);

const CHANGES: [Change; 3] = [
    ("a literal plus one", |s, i| match s.exprs.get_mut(i)? {
        ExprRow::Int(n) => {
            *n += 1;
            Some(())
        }
        _ => None,
    }),
    ("a smaller generator", |s, i| match s.cores.get_mut(i)? {
        CoreRow::Op(prim @ Prim::IntGen) => {
            *prim = Prim::NatGen;
            Some(())
        }
        _ => None,
    }),
    ("a larger claim", |s, i| match s.exprs.get_mut(i)? {
        row @ ExprRow::Bin(Bin::Le, ..) => {
            *row = ExprRow::True;
            Some(())
        }
        _ => None,
    }),
];

/// The statement is changed and the proof kept: both judges are asked about the new statement.
#[test]
fn kernel_and_rocq_agree_on_changed_statements() {
    let mut judged = Vec::new();
    let mut not_exported = 0;
    for (folder, program) in MUTATED {
        for (name, file) in corpus::certificates(&source(folder, program)) {
            let statement = &file.certificate.statement;
            for (what, change) in CHANGES {
                let mut taken = 0;
                for i in 0..statement.exprs.len().max(statement.cores.len()) {
                    let mut changed = file.clone();
                    if taken == mutants_per_kind() || change(&mut changed.certificate.statement, i).is_none()
                    {
                        continue;
                    }
                    let verdict = check(&changed.certificate.statement, &changed.certificate);
                    let accepted = match verdict {
                        Verdict::Valid | Verdict::ValidModulo(_) => true,
                        Verdict::Reject { .. } => false,
                        Verdict::Declined(_) => continue,
                    };
                    taken += 1;
                    match export(&changed) {
                        Ok(exported) => judged.push((format!("{name}: {what} at {i}"), accepted, exported)),
                        Err(error) => {
                            assert!(!accepted, "{name}: {what} at {i}: {error}");
                            not_exported += 1;
                        }
                    }
                }
            }
        }
    }
    let exports: Vec<&Exported> = judged.iter().map(|(.., exported)| exported).collect();
    let mut refused = 0;
    for ((name, accepted, _), outcome) in judged.iter().zip(judge(&exports)) {
        match outcome {
            Outcome::Failed { message, .. } => {
                assert!(!accepted && is_about_the_proof(&message), "{name}: {message}");
                refused += 1;
            }
            outcome => assert!(*accepted, "{name}: the kernel rejects, Rocq: {outcome:?}"),
        }
    }
    println!("{refused} changed statements refused by both, {not_exported} by kernel and exporter");
    assert!(refused >= 4, "only {refused}");
}
