//! Work is counted, not timed; what ends it early says so, and loses nothing that was finished.

use crate::support::{binary, covenant, folder, root, run};
use serde_json::Value;
use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Claims of every verdict, among them some that need a long search for the missing value.
const PROGRAMS: [&str; 8] = [
    "table3/sized_bst.ml",
    "table3/unbalance_set.ml",
    "table3-incomplete/sized_bst_lo_off_by_one.ml",
    "table3-incomplete/unbalance_set_right_spine.ml",
    "table4-incomplete/gen_term_size_one_too_few.ml",
    "heldout/typed_expr.ml",
    "heldout-incomplete/disjoint_intervals_gap_of_two.ml",
    "table7-incomplete/tezos_first_is_root.ml",
];

/// What `check --json` prints, without the times.
fn verdicts(out: &Path) -> Vec<Value> {
    let programs = PROGRAMS.map(|file| root().join("benchmarks").join(file).display().to_string());
    let mut command = Command::new(binary());
    command.args(["check", "--json", "--out"]).arg(out).args(&programs);
    let done = run(&mut command);
    assert_eq!(done.code, 1, "{}", done.shown());
    let timeless = |line: &str| {
        let mut claim: Value = serde_json::from_str(line).expect("JSON");
        let fields = claim.as_object_mut().expect("an object");
        for time in ["time_ms", "solver_time_ms"] {
            assert!(fields.remove(time).is_some(), "{line}");
        }
        claim
    };
    done.stdout.lines().map(timeless).collect()
}

#[test]
fn verdicts_do_not_depend_on_the_load() {
    let folder = folder();
    let out = folder.path().join("out");
    let alone = verdicts(&out);
    assert!(alone.len() >= PROGRAMS.len());
    let rejected = alone.iter().filter(|claim| claim["verdict"] == "rejected").count();
    assert!(rejected >= 5, "{rejected} rejected");
    let over = Arc::new(AtomicBool::new(false));
    let loops: Vec<_> = (0..8)
        .map(|_| {
            let over = over.clone();
            std::thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        })
        .collect();
    let busy = verdicts(&out);
    over.store(true, Ordering::Relaxed);
    loops.into_iter().for_each(|busy| busy.join().expect("a loop"));
    assert_eq!(busy, alone);
}

#[test]
fn a_verdict_that_the_clock_cut_short_says_so() {
    let folder = folder();
    // Nobody knows, and it takes long to find that out.
    let hard = root().join("benchmarks/table6/fig18_combinators.ml");
    let done =
        covenant(folder.path(), &["check", "--timeout", "1", "--json", hard.to_str().expect("a path")]);
    assert_eq!(done.code, 3, "{}", done.shown());
    let claims: Vec<Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(claims.iter().any(|claim| claim["cut_short"] == true), "{}", done.shown());
    let done = covenant(folder.path(), &["check", "--timeout", "1", hard.to_str().expect("a path")]);
    assert!(done.stdout.contains("cut short: by the clock"), "{}", done.shown());
}

#[test]
fn the_time_of_a_run_is_a_limit_for_all_its_claims() {
    let folder = folder();
    let hard = ["table6/fig18_combinators.ml", "heldout3/binomial_heap_tree.ml", "heldout3/block_scopes.ml"]
        .map(|file| root().join("benchmarks").join(file).display().to_string());
    for limit in ["--total", "--claim-timeout"] {
        let mut arguments =
            vec!["check", limit, "1", "--json", "--confirm", "off", "--second-reading", "off"];
        arguments.extend(hard.iter().map(String::as_str));
        let done = covenant(folder.path(), &arguments);
        assert_eq!(done.code, 3, "{}", done.shown());
        let claims: Vec<Value> =
            done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        // Every claim is told about, and none took much longer than it was given.
        assert!(claims.len() >= 6, "{}", done.shown());
        let cut_short: Vec<&Value> = claims.iter().filter(|claim| claim["cut_short"] == true).collect();
        assert!(!cut_short.is_empty(), "{}", done.shown());
        assert!(cut_short.iter().all(|claim| claim["verdict"] == "unknown"), "{}", done.shown());
    }
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Enough work to be in the middle of it.
fn much_work(at: &Path) {
    for i in 0..150 {
        fs::copy(root().join("examples/own_datatypes.ml"), at.join(format!("f{i:03}.ml"))).expect("a file");
    }
}

#[test]
fn interrupts_at_any_moment_lose_nothing_and_crash_nothing() {
    let mut random = Random(16);
    let folder = folder();
    let at = folder.path();
    much_work(at);
    for number in 0..16 {
        let signal = if number % 4 == 3 { ("-TERM", 15) } else { ("-INT", 2) };
        let out = at.join(format!("out{number}"));
        let child = Command::new(binary())
            .args(["check", ".", "--jobs", "2", "--json", "--out"])
            .arg(&out)
            .current_dir(at)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .expect("the tool");
        // Half of them from the start, half when there is something to lose.
        let written = || fs::read_dir(&out).is_ok_and(|mut entries| entries.next().is_some());
        for _ in 0..12_000 {
            if number % 2 == 0 || written() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(20 + random.below(400)));
        let group = format!("-{}", child.id());
        let sent = Command::new("kill").args([signal.0, "--", &group]).status().expect("kill");
        let ended = child.wait_with_output().expect("it ends");
        let (output, errors) =
            (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
        assert!(sent.success(), "it ended before: {errors}");
        // Before the first instruction of the program the signal ends it: the same for a shell.
        let (code, by) = (ended.status.code(), ended.status.signal());
        assert!(code == Some(128 + signal.1) || by == Some(signal.1), "{code:?} {by:?}\n{errors}");
        assert!(!errors.contains("crashed"), "{errors}");
        // What is said to be written is there, and whole.
        for line in output.lines() {
            let claim: Value = serde_json::from_str(line).expect("a whole line of JSON");
            let certificate = claim["certificate"].as_str().expect("a certificate");
            assert!(at.join(certificate).exists(), "{certificate}");
        }
        // A busy machine may leave a file that was being written; its name is no certificate's.
    }
    let audit = covenant(at, &["audit", "--quiet", "."]);
    assert_eq!(audit.code, 0, "{}", audit.shown());
}

/// One claim is proved at once, another is not done with for a long time: the first one is kept.
#[test]
fn an_interrupt_keeps_the_finished_claims_of_an_unfinished_file() {
    let slow = fs::read_to_string(root().join("benchmarks/heldout3/binomial_heap_tree.ml")).expect("a suite");
    let slow = slow.replace("open Covenant_runtime", "");
    let text = format!(
        "open Covenant_runtime\nlet quick () : int = int_gen ()\n[@@covers {{| M [v:int | true] |}}]\n{slow}"
    );
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("a.ml"), text).expect("a file");
    // However slow the machine is, one of these waits is long enough.
    for wait in (0..8).map(|n| Duration::from_millis(500 << n)) {
        let child = Command::new(binary())
            .args(["check", "a.ml", "--jobs", "2", "--effort", "1000", "--json", "--second-reading", "off"])
            .current_dir(at)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the tool");
        std::thread::sleep(wait);
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        let ended = child.wait_with_output().expect("it ends");
        // Before the first instruction of the program the signal ends it.
        let by_signal = ended.status.signal() == Some(2);
        assert!(sent.success() && (by_signal || ended.status.code() == Some(130)), "{ended:?}");
        let output = String::from_utf8_lossy(&ended.stdout).into_owned();
        let Some(line) = output.lines().next() else { continue };
        let claim: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&claim["claim"], &claim["verdict"]), (&"quick".into(), &"valid".into()), "{output}");
        assert_eq!(claim["not_confirmed"], "the run was interrupted", "{output}");
        assert!(at.join("covenant-out/a.quick.cov").exists());
        return;
    }
    panic!("the claim is never finished");
}

#[test]
fn verdicts_are_printed_although_no_file_can_be_written() {
    let folder = folder();
    let at = folder.path();
    for name in ["first_claim.ml", "missing_value.ml", "repaired.ml"] {
        fs::copy(root().join("examples").join(name), at.join(name)).expect("a file");
    }
    // No file may have any content; pipes may.
    let command = format!("ulimit -f 0; exec '{}' check . --out out --json", binary().display());
    let done = run(Command::new("bash").args(["-c", &command]).current_dir(at));
    assert_eq!(done.code, 2, "{}", done.shown());
    let claims: Vec<Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdicts: Vec<&str> = claims.iter().filter_map(|claim| claim["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["valid", "rejected", "valid"], "{}", done.shown());
    for (claim, name) in [(0, "first_claim.short_list.cov"), (2, "repaired.search_tree.cov")] {
        assert!(claims[claim]["certificate"].is_null(), "{}", claims[claim]);
        assert!(
            claims[claim]["not_written"].as_str().is_some_and(|why| why.contains(name)),
            "{}",
            claims[claim]
        );
        assert!(done.stderr.contains(&format!("{name}: cannot be written")), "{}", done.stderr);
    }
    assert_eq!(fs::read_dir(at.join("out")).expect("the folder").count(), 0, "nothing half-written");
    // A folder that cannot be made is named, too.
    let done = covenant(at, &["check", "first_claim.ml", "--out", "first_claim.ml/out"]);
    assert_eq!(done.code, 2, "{}", done.shown());
    assert!(done.stdout.contains("valid"), "{}", done.shown());
    assert!(done.stderr.contains("first_claim.ml/out"), "{}", done.shown());
}
