//! The kernel and the verified checker, compared: certificates, random changes of them, made-up evidence, random statements with random
//! proofs, and hostile files.
//!
//! Here a few thousand; `cargo xtask fuzz --checkers N SEED` compares N from a seed, and prints the table. Certificates are
//! those of Table 3 and the examples, which are left in a folder with `CHECKERS_KEEP`; or with `CHECKERS_FOLDER` the files below a folder.

#[allow(dead_code)]
#[path = "../../certificates/tests/common/bombs.rs"]
mod bombs;

use covenant_certificates::{CertificateFile, ContentHash, Meta, SolverLog, SourceMap};
use covenant_coq_export::verified::PROGRAM;
use covenant_kernel::check::{Verdict, check_observed};
use covenant_kernel::tables::*;
use covenant_tests::corpus;
use covenant_tests::random::Dice;
use covenant_tests::twins::{Comparison, Twin};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The program, compiled for these tests; or another one, at `CHECKERS_PROGRAM`.
static VERIFIED: LazyLock<PathBuf> = LazyLock::new(|| {
    if let Some(program) = std::env::var_os("CHECKERS_PROGRAM") {
        return PathBuf::from(program);
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("verified");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (file, text) in PROGRAM {
        std::fs::write(folder.join(file), text).expect("a source");
    }
    let sources = PROGRAM.iter().map(|(file, _)| *file);
    let done = Command::new("ocamlfind")
        .args(["ocamlopt", "-w", "-a", "-O3"])
        .args(sources)
        .args(["-o", "covenant-verified"])
        .current_dir(&folder)
        .output()
        .expect("ocamlfind");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder.join("covenant-verified")
});

/// What the programs of the suites have none of under such a claim: functions as arguments and as values, a sort parameter, failure,
/// division.
const OTHER_KINDS: &str = r#"
open Covenant_runtime

let keep (x : 'a) : 'a = x
[@@covers {| x:'a -> {v:'a | v = x} |}]

let half (n : int) : int = keep n / 2
[@@covers {| n:{v:int | 0 <= v} -> {v:int | 0 <= v && v <= n} |}]

let ignoring (n : int) (g : int -> int) : int = n + 1
[@@covers {| n:int -> g:(m:int -> [v:int | true]) -> {v:int | n < v} |}]

let over (n : int) : int = ignoring n (fun m -> int_gen ())
[@@covers {| n:int -> {v:int | n < v} |}]

let local (n : int) : int =
  let add (m : int) : int = m + n in
  if n < 0 then err () else add 1
[@@covers {| n:int -> {v:int | 0 < v} |}]
"#;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// All certificates below a folder.
fn files(folder: &Path, found: &mut Vec<(String, CertificateFile)>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "cov") {
            let file = CertificateFile::load(&path).expect("a certificate");
            found.push((path.file_stem().expect("a name").to_string_lossy().into_owned(), file));
        }
    }
}

/// Certificates of claims that say *only* and *exactly*, which use all the rules of that kind.
fn of_other_kinds() -> Vec<(String, CertificateFile)> {
    let table3 = corpus::sources("benchmarks/table3");
    let mut found: Vec<_> = table3.iter().flat_map(|s| corpus::exactly(s)).collect();
    found.extend(table3.iter().take(6).flat_map(|s| corpus::only(s)));
    found.extend(corpus::of_text("other_kinds.ml", OTHER_KINDS));
    found.retain(|(_, file)| file.certificate.statement.kind != Kind::Every);
    found
}

#[test]
fn the_two_checkers_agree() {
    let mut certificates: Vec<(String, CertificateFile)> = Vec::new();
    match std::env::var_os("CHECKERS_FOLDER") {
        Some(folder) => files(Path::new(&folder), &mut certificates),
        None => {
            let sources = corpus::sources("benchmarks/table3").into_iter().chain(corpus::sources("examples"));
            certificates.extend(sources.flat_map(|s| corpus::certificates(&s)));
            certificates.extend(of_other_kinds());
        }
    }
    assert!(certificates.len() >= 10, "only {} certificates", certificates.len());
    if let Some(folder) = std::env::var_os("CHECKERS_KEEP") {
        for (i, (name, file)) in certificates.iter().enumerate() {
            let bytes = file.to_bytes().expect("a file");
            std::fs::write(Path::new(&folder).join(format!("{i:03}-{name}.cov")), bytes).expect("written");
        }
    }
    let mut comparison = Comparison::start(&VERIFIED).expect("covenant-verified");
    comparison.unchanged(&mut certificates).expect("answers");
    certificates
        .sort_by_key(|(_, file)| file.certificate.proof.steps.len() + file.certificate.proof.nodes.len());
    let count = setting("CHECKERS_COUNT").unwrap_or(6_000);
    let mut dice = Dice::new(setting("CHECKERS_SEED").unwrap_or(1));
    comparison
        .random(&certificates, usize::try_from(count).unwrap_or(usize::MAX), &mut dice)
        .expect("answers");
    let outcomes = &comparison.outcomes;
    println!("{}", outcomes.table());
    // Many are accepted by both, and many refused by both: the comparison is about something.
    assert!(outcomes.count("valid", "valid") > 100 && outcomes.count("refused", "refused") > 1_000);
    assert!(outcomes.differences.is_empty(), "the checkers disagree:\n{}", outcomes.table());
    // Where both refuse, it is at the same place, for the same reason.
    let same = outcomes.elsewhere.is_empty() && outcomes.otherwise.is_empty();
    assert!(same, "the checkers agree for different reasons:\n{}", outcomes.table());
}

/// Work and memory are counted by both, so each has an answer to each hostile file; and what one accepts, the other does
/// not refuse.
#[test]
fn hostile_files_are_answered() {
    let mut twin = Twin::start(&VERIFIED).expect("covenant-verified");
    let mut declined = 0;
    for bomb in bombs::bombs(12_000) {
        let answer = twin.ask(&bomb.file.to_bytes().expect("flat tables")).expect(bomb.name);
        let kernel = check_observed(&bomb.file.certificate, &mut ());
        let accepted = matches!(kernel, Verdict::Valid | Verdict::ValidModulo(_));
        match answer.verdict.as_str() {
            "valid" | "valid-modulo" => {
                assert!(!matches!(kernel, Verdict::Reject { .. }), "{}: {kernel:?}", bomb.name);
            }
            "refused" => assert!(!accepted, "{}: {}", bomb.name, answer.reason),
            other => {
                assert_eq!(other, "declined", "{}", bomb.name);
                declined += 1;
            }
        }
    }
    assert!(declined > 10, "only {declined} were declined");
}

/// Three functions without parameters, each the next one's body but the first: `f` draws, `g` is another name for function `named`, and
/// `h`, the claim, one for `g`.
fn renaming(named: u32) -> CertificateFile {
    let truth = ExprRef(0);
    let anything = FunTypeRow { params: vec![], requires: truth, result: SortRef(0), ensures: truth };
    let global = |name: &str, body: u32| GlobalRow {
        name: name.into(),
        sort_params: 0,
        preds: vec![],
        claim: TypeRef(0),
        body: Some(FunRef(body)),
    };
    let certificate = Certificate {
        statement: Statement {
            kind: Kind::Every,
            opaque_sorts: vec![],
            literals: vec![],
            sorts: vec![SortRow::Int],
            datatypes: vec![],
            exprs: vec![ExprRow::True],
            defs: vec![],
            axioms: vec![],
            types: vec![anything],
            cores: vec![CoreRow::Op(Prim::IntGen)],
            funs: vec![
                FunRow::Lam(TypeRef(0), CoreRef(0)),
                FunRow::Global(GlobalRef(named), vec![]),
                FunRow::Global(GlobalRef(1), vec![]),
            ],
            globals: vec![global("f", 0), global("g", 1), global("h", 2)],
            claim: GlobalRef(2),
        },
        proof: Proof {
            sorts: vec![],
            exprs: vec![],
            types: vec![],
            lemmas: vec![],
            steps: vec![],
            nodes: vec![NodeRow::TAppOp, NodeRow::TFun(TypeRef(0), NodeRef(0)), NodeRow::TVarFun],
            derivations: vec![Some(NodeRef(1)), Some(NodeRef(2)), Some(NodeRef(2))],
        },
    };
    let meta = Meta { producer: "tests".into(), kernel: "0.1.0".into() };
    CertificateFile { meta, certificate, log: SolverLog::default(), source: SourceMap::default() }
}

/// `let g = f` is a program, and `g` covers what `f` does: both accept it. A name for itself, or for a later function, is refused by
/// both.
#[test]
fn a_new_name_for_a_function() {
    let mut twin = Twin::start(&VERIFIED).expect("covenant-verified");
    for (named, kernel_accepts) in [(0, true), (1, false), (2, false)] {
        let file = renaming(named);
        let accepted = check_observed(&file.certificate, &mut ()) == Verdict::Valid;
        assert_eq!(accepted, kernel_accepts, "a name for function {named}");
        // What refers to itself or forward is no file at all.
        let Ok(bytes) = file.to_bytes() else {
            assert!(!accepted);
            continue;
        };
        let answer = twin.ask(&bytes).expect("an answer");
        assert_eq!(answer.verdict == "valid", accepted, "{}", answer.reason);
    }
}

/// A file with a function that its claim does not need is no certificate, for either reader.
#[test]
fn functions_beside_the_claim() {
    let mut bytes = renaming(0).to_bytes().expect("a file");
    let number = |bytes: &[u8], at: usize| {
        let eight = bytes.get(at..at + 8).expect("a number").try_into().expect("eight bytes");
        usize::try_from(u64::from_le_bytes(eight)).expect("a length")
    };
    let hash = |part: &[u8]| -> Vec<u8> {
        let hex = ContentHash::of_bytes(part).to_string();
        let digits = |i: usize| hex.get(i..i + 2).expect("two digits");
        (0..64).step_by(2).map(|i| u8::from_str_radix(digits(i), 16).expect("hexadecimal")).collect()
    };
    // The claim is the last byte of the fourth section: it becomes `g`, and nothing needs `h`. The hashes are made anew.
    let entry = |kind: usize| 16 + 48 * (kind - 1);
    let start: usize = 480 + (1..4).map(|kind| number(&bytes, entry(kind) + 8)).sum::<usize>();
    let end = start + number(&bytes, entry(4) + 8);
    assert_eq!(bytes[end - 1], 2);
    bytes[end - 1] = 1;
    let section = hash(&bytes[start..end]);
    bytes[entry(4) + 16..entry(4) + 48].copy_from_slice(&section);
    let header = hash(&bytes[..448]);
    bytes[448..480].copy_from_slice(&header);
    let error = CertificateFile::from_bytes(&bytes).expect_err("a function beside the claim").to_string();
    assert!(error.contains("does not need"), "{error}");
    let mut twin = Twin::start(&VERIFIED).expect("covenant-verified");
    let answer = twin.ask(&bytes).expect("an answer");
    assert_eq!(answer.verdict, "refused");
    assert!(answer.reason.contains("does not need global 2"), "{}", answer.reason);
}

/// The certificate of [`renaming`] with a lemma: rows that its proof adds, its statement, and the last step of its proof.
fn with_lemma(
    sorts: Vec<SortRow>,
    exprs: Vec<ExprRow>,
    steps: Vec<StepRow>,
    statement: u32,
) -> CertificateFile {
    let mut file = renaming(0);
    let last = StepRef(u32::try_from(steps.len()).expect("a few") - 1);
    let lemma = LemmaRow { name: "l".into(), sort_params: 0, statement: ExprRef(statement), proof: last };
    let proof = &mut file.certificate.proof;
    (proof.sorts, proof.exprs, proof.steps, proof.lemmas) = (sorts, exprs, steps, vec![lemma]);
    file
}

/// `let x = err in int_gen ()` at a sort, which covers nothing; by its derivation, and a proof that nothing is covered.
fn at_sort(sort: SortRow) -> CertificateFile {
    let mut file = renaming(0);
    let Certificate { statement, proof } = &mut file.certificate;
    statement.sorts.push(sort);
    statement.exprs.push(ExprRow::False);
    let nothing = FunTypeRow { ensures: ExprRef(1), ..statement.types[0].clone() };
    statement.types.push(nothing);
    statement.cores =
        vec![CoreRow::Err(SortRef(1)), CoreRow::Op(Prim::IntGen), CoreRow::LetE(CoreRef(0), CoreRef(1))];
    statement.funs = vec![FunRow::Lam(TypeRef(0), CoreRef(2))];
    statement.globals.truncate(1);
    statement.globals[0].claim = TypeRef(1);
    statement.claim = GlobalRef(0);
    proof.steps =
        vec![StepRow::Leaf(vec![ExprRef(1)], vec![]), StepRow::Intro(StepRef(0)), StepRow::Intro(StepRef(1))];
    proof.nodes = vec![
        NodeRow::TErr,
        NodeRow::TAppOp,
        NodeRow::TLetE(NodeRef(0), NodeRef(1)),
        NodeRow::TSub { target: ExprRef(1), from: NodeRef(2), evidence: Evidence::Checked(StepRef(2)) },
        NodeRow::TFun(TypeRef(1), NodeRef(3)),
    ];
    proof.derivations = vec![Some(NodeRef(4))];
    file
}

/// What random changes hardly ever make: lines about other terms than integers, two motives for one sort, sort parameters that
/// nothing binds. Each beside a twin that both accept.
#[test]
fn rules_of_the_format() {
    let mut twin = Twin::start(&VERIFIED).expect("covenant-verified");
    let unit = || SortRow::Data(UNIT, [].into());
    // `0 <= 1`, with a line that is of no use.
    let congruent = |term: ExprRow| {
        let exprs =
            vec![ExprRow::Int(0), ExprRow::Int(1), ExprRow::Bin(Bin::Le, ExprRef(1), ExprRef(2)), term];
        let lines = vec![LeafRow::Congruent(ExprRef(4), ExprRef(4)), LeafRow::Literal(0)];
        with_lemma(vec![unit()], exprs, vec![StepRow::Leaf(vec![], lines)], 3)
    };
    // Every unit is a unit, by induction.
    let induct = |times: usize| {
        let exprs = vec![ExprRow::Quant(Quant::Forall, SortRef(1), ExprRef(0))];
        let motive = Motive { sort: SortRef(1), formula: ExprRef(0) };
        let steps = vec![StepRow::Exact, StepRow::Induct(vec![motive; times], vec![StepRef(0); times])];
        with_lemma(vec![unit()], exprs, steps, 1)
    };
    // A proof that speaks about a sort on its way.
    let have = |sort: SortRow| {
        let exprs = vec![ExprRow::Quant(Quant::Forall, SortRef(1), ExprRef(0))];
        let have = StepRow::Have(ExprRef(1), StepRef(1), StepRef(0));
        with_lemma(vec![sort], exprs, vec![StepRow::Exact, StepRow::Intro(StepRef(0)), have], 0)
    };
    let cases = [
        (congruent(ExprRow::Int(7)), congruent(ExprRow::Ctor(SortRef(1), 0, [].into())), "NotCongruent"),
        (induct(1), induct(2), "BadMotive"),
        (have(unit()), have(SortRow::Abstract(0)), "UnboundSortParameter"),
        (at_sort(unit()), at_sort(SortRow::Abstract(0)), "UnboundSortParameter"),
    ];
    for (good, bad, reason) in cases {
        assert_eq!(check_observed(&good.certificate, &mut ()), Verdict::Valid, "beside {reason}");
        let answer = twin.ask(&good.to_bytes().expect("a file")).expect("an answer");
        assert_eq!(answer.verdict, "valid", "beside {reason}: {}", answer.reason);
        let Verdict::Reject { why, .. } = check_observed(&bad.certificate, &mut ()) else {
            panic!("the kernel accepts it: {reason}");
        };
        assert_eq!(format!("{why:?}"), reason);
        let answer = twin.ask(&bad.to_bytes().expect("a file")).expect("an answer");
        assert_eq!((answer.verdict.as_str(), answer.why.as_str()), ("refused", reason), "{}", answer.reason);
    }
}
