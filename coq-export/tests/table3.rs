//! The certificates of the Table 3 generators replay, closed under the global context; broken
//! ones do not.
//!
//! `data/table3` holds what `covenant check benchmarks/table3` wrote.

use covenant_certificates::CertificateFile;
use covenant_coq_export::{Outcome, Rocq, export};
use covenant_kernel::check::{Verdict, check};
use covenant_kernel::tables::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn rocq() -> Rocq {
    Rocq::prepare(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a working Rocq")
}

fn certificates() -> Vec<(String, CertificateFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/table3");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), CertificateFile::load(path).expect("a certificate"))).collect()
}

fn replay(rocq: &Rocq, file: &CertificateFile) -> Result<Outcome, String> {
    let work = tempfile::tempdir().expect("a directory");
    let exported = export(file).map_err(|error| error.to_string())?;
    Ok(rocq.replay(&exported, work.path(), Duration::from_secs(300)).expect("coqc runs").outcome)
}

#[test]
fn all_of_table_3_replays() {
    let (rocq, certificates) = (rocq(), certificates());
    let generators = [
        "bankers_queue",
        "batched_queue",
        "complete_tree",
        "leftist_heap",
        "red_black_tree",
        "sized_bst",
        "sized_heap",
        "sized_list",
        "sized_set",
        "sized_tree",
        "sorted_list",
        "stream",
        "unbalance_set",
        "unique_list",
    ];
    for generator in generators {
        let of_generator = |name: &str| name.split('.').next() == Some(generator);
        assert!(certificates.iter().any(|(name, _)| of_generator(name)), "no certificate of {generator}");
    }
    for (name, file) in &certificates {
        assert_eq!(replay(&rocq, file), Ok(Outcome::Replayed), "{name}");
    }
}

#[test]
fn an_unproved_condition_is_an_axiom_that_shows() {
    let (rocq, mut certificates) = (rocq(), certificates());
    let (_, file) =
        certificates.iter_mut().find(|(name, _)| name.contains("sized_list")).expect("sized_list");
    for node in &mut file.certificate.proof.nodes {
        if let NodeRow::TSub { evidence, .. } = node {
            *evidence = Evidence::Solver;
        }
    }
    let outcome = replay(&rocq, file).expect("an export");
    let Outcome::ReplayedModulo(names) = outcome else { panic!("{outcome:?}") };
    assert!(
        !names.is_empty() && names.iter().all(|name| name.starts_with("unproved_condition_")),
        "{names:?}"
    );
}

/// Changes one row; `None` if the row has nothing of the kind.
type Mutation = (&'static str, fn(&mut Certificate, usize) -> Option<()>);

/// Each changes what is claimed, what the program does, or what the evidence says.
const MUTATIONS: &[Mutation] = &[
    ("a literal plus one", |c, i| match c.statement.exprs.get_mut(i)? {
        ExprRow::Int(n) => {
            *n += 1;
            Some(())
        }
        _ => None,
    }),
    ("a branch that fails", |c, i| {
        let sort = match c.statement.cores.get(i)? {
            CoreRow::Ret(e) => match c.statement.exprs.get(e.0 as usize)? {
                ExprRow::Ctor(s, ..) => *s,
                _ => return None,
            },
            _ => return None,
        };
        c.statement.cores[i] = CoreRow::Err(sort);
        for node in &mut c.proof.nodes {
            if *node == NodeRow::TConst {
                *node = NodeRow::TErr;
            }
        }
        Some(())
    }),
    ("a smaller generator", |c, i| match c.statement.cores.get_mut(i)? {
        CoreRow::Op(prim @ Prim::IntGen, _) => {
            *prim = Prim::NatGen;
            Some(())
        }
        _ => None,
    }),
    ("the other disjunct", |c, i| {
        let row = c.proof.steps.get_mut(i)?;
        *row = match row {
            StepRow::Left(next) => StepRow::Right(*next),
            StepRow::Right(next) => StepRow::Left(*next),
            _ => return None,
        };
        Some(())
    }),
    ("one fact less", |c, i| match c.proof.steps.get_mut(i)? {
        StepRow::Leaf(facts, _) => facts.pop().map(|_| ()),
        _ => None,
    }),
    ("the other branch", |c, i| match c.proof.nodes.get_mut(i)? {
        NodeRow::TMatch(branch, _) => {
            *branch ^= 1;
            Some(())
        }
        _ => None,
    }),
];

/// Mutants per certificate and mutation.
const SAMPLE: usize = 1;

#[test]
fn what_the_kernel_rejects_rocq_refuses() {
    let rocq = rocq();
    let sampled = ["sized_list.sized_list", "sorted_list.sorted_list", "complete_tree.complete_tree"];
    let (mut rejected, mut accepted) = (0, 0);
    for (name, file) in certificates().iter().filter(|(name, _)| sampled.contains(&name.as_str())) {
        for (what, mutate) in MUTATIONS {
            let mut taken = 0;
            for i in 0..file.certificate.proof.steps.len().max(file.certificate.statement.exprs.len()) {
                let mut mutant = file.clone();
                if taken == SAMPLE || mutate(&mut mutant.certificate, i).is_none() {
                    continue;
                }
                match check(&mutant.certificate.statement, &mutant.certificate) {
                    Verdict::Valid | Verdict::ValidModulo(_) => {
                        // Harmless for the kernel: then it must be for Rocq.
                        accepted += 1;
                        let outcome = replay(&rocq, &mutant);
                        assert_eq!(outcome, Ok(Outcome::Replayed), "{name}: {what} at {i}");
                    }
                    Verdict::Declined(_) => continue,
                    Verdict::Reject { .. } => {
                        rejected += 1;
                        let outcome = replay(&rocq, &mutant);
                        let refused = matches!(outcome, Err(_) | Ok(Outcome::Failed { .. }));
                        // `lia` and `congruence` may do without a fact that a leaf lists.
                        let searched = *what == "one fact less" && outcome == Ok(Outcome::Replayed);
                        assert!(refused || searched, "{name}: {what} at {i}: {outcome:?}");
                    }
                }
                taken += 1;
            }
        }
    }
    assert!(rejected >= 10, "only {rejected} rejected ({accepted} accepted)");
}
