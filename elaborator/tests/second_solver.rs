//! The second solver, with programs that play one. No proof may be built here, so that every
//! condition rests on what solvers say.
#![cfg(unix)]

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};
use covenant_prove::search::limits::Limits;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const SOURCE: &str = "
let any () : int = if bool_gen () then int_gen () else 0
[@@covers {| M [v:int | true] |}]
";

/// A program that reads its input and then does this.
fn program(name: &str, script: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, format!("#!/bin/sh\ncat > /dev/null\n{script}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    path
}

fn check(second_solver: Option<PathBuf>) -> ClaimReport {
    let limits = Limits {
        log_queries: true,
        max_nodes: 0,
        nodes_per_instance: 0,
        second_solver,
        second_solver_seconds: 1,
        ..Limits::default()
    };
    let options = Options { limits, missing_steps: 0, ..Options::default() };
    check_source("any.ml", SOURCE, &options).claims.pop().expect("a claim")
}

#[test]
fn without_a_second_solver_a_condition_rests_on_one() {
    let claim = check(None);
    assert_eq!(claim.verdict, Verdict::ValidModulo);
    assert_eq!((claim.conditions.solver, claim.conditions.cross_checked), (1, 0));
    assert_eq!(claim.assumptions, ["condition 0 (one solver)"]);
}

#[test]
fn a_second_solver_that_agrees_is_recorded() {
    let claim = check(Some(program("agrees", "echo unsat")));
    assert_eq!(claim.verdict, Verdict::ValidModulo);
    assert_eq!((claim.conditions.solver, claim.conditions.cross_checked), (0, 1));
    assert_eq!(claim.assumptions, ["condition 0 (two solvers)"]);
    let log = claim.certificate.expect("a certificate").log;
    let solvers: Vec<&str> = log.conditions[0].queries.iter().map(|q| q.solver.as_str()).collect();
    assert_eq!(solvers, ["z3", "agrees"]);
    assert_eq!(log.conditions[0].queries[0].query.hash(), log.conditions[0].queries[1].query.hash());
}

#[test]
fn any_other_answer_changes_nothing() {
    let answers = ["echo sat", "echo unknown", "echo '(error \"not unsat\")'", "exit 1"];
    for (i, answer) in answers.iter().enumerate() {
        let claim = check(Some(program(&format!("other{i}"), answer)));
        assert_eq!((claim.conditions.solver, claim.conditions.cross_checked), (1, 0), "{answer}");
    }
    let claim = check(Some(PathBuf::from("/no/such/program")));
    assert_eq!((claim.conditions.solver, claim.conditions.cross_checked), (1, 0));
}

#[test]
fn a_second_solver_that_does_not_end_is_ended() {
    let start = Instant::now();
    let claim = check(Some(program("hangs", "exec sleep 60")));
    assert_eq!((claim.conditions.solver, claim.conditions.cross_checked), (1, 0));
    assert!(claim.cut_short, "the clock decided, and it is not said");
    assert!(start.elapsed() < Duration::from_secs(30), "it was waited for");
}
