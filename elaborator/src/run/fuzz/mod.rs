//! Tests the whole tool on programs that nobody wrote.
//!
//! A program is made from scratch ([`programs`]) or by small changes to one that is given
//! ([`mutations`]); every claim in it goes through the pipeline; and every claim that the kernel
//! *accepts* is then searched for a missing value by execution. One that has a missing value is
//! a soundness bug: nothing else counts as one, however strange the program. The two ways
//! complement each other: programs from scratch are strange, and rarely accepted; changed ones
//! are almost right, which is where a checker goes wrong.
//!
//! A failing program is reduced by taking changes back while the failure stays.

use std::time::{Duration, Instant};

use super::{Limits, Names, Program, Random, Search, find_missing};
use crate::front;
use crate::pipeline::{self, Verdict};

pub mod mutations;
pub mod programs;

/// What to test, and for how long.
#[derive(Clone, Debug)]
pub struct FuzzOptions {
    /// Names and texts of programs to change; may be empty.
    pub texts: Vec<(String, String)>,
    /// When to stop.
    pub time: Duration,
    /// When to stop, by number of programs.
    pub runs: u64,
    /// The same seed gives the same programs.
    pub seed: u64,
    /// Limits of each elaboration. A search for a missing value is made here, not there.
    pub pipeline: pipeline::Options,
    /// Time to search each accepted claim for a missing value.
    pub search_time: Duration,
}

impl Default for FuzzOptions {
    fn default() -> Self {
        FuzzOptions {
            texts: Vec::new(),
            time: Duration::from_secs(60),
            runs: u64::MAX,
            seed: 0,
            pipeline: pipeline::Options {
                jobs: 1,
                missing_time: Duration::ZERO,
                guess_lemmas: false,
                ..pipeline::Options::default()
            },
            search_time: Duration::from_millis(150),
        }
    }
}

/// A claim that was accepted and does not hold.
#[derive(Clone, Debug)]
pub struct Unsound {
    /// The program.
    pub source: String,
    /// The claim's function.
    pub claim: String,
    /// What is missing: `f a => v`.
    pub missing: String,
}

/// What was tested.
#[derive(Clone, Debug, Default)]
pub struct FuzzReport {
    /// Programs.
    pub runs: u64,
    /// Programs that the front end did not take.
    pub declined: u64,
    /// Claims that went through the pipeline.
    pub claims: u64,
    /// Claims that the kernel accepted.
    pub accepted: u64,
    /// Values of accepted claims that were checked to be reachable.
    pub values: u64,
    /// Accepted claims that do not hold.
    pub unsound: Vec<Unsound>,
}

/// Tests until the time or the number of runs is used up. `see` is told about the progress after
/// each program.
pub fn fuzz(options: &FuzzOptions, see: &mut dyn FnMut(&FuzzReport)) -> FuzzReport {
    let started = Instant::now();
    let mut report = FuzzReport::default();
    for run in 0..options.runs {
        if started.elapsed() > options.time {
            break;
        }
        // A generator of its own for each run, so that one run can be repeated alone.
        let mut random = Random::new(options.seed.wrapping_add(run).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        report.runs += 1;
        let unsound = if options.texts.is_empty() || random.below(4) == 0 {
            examine(&programs::random_program(&mut random), options, &mut report)
        } else {
            let pick = random.below(options.texts.len() as u64) as usize;
            let program = mutations::mutated(&options.texts[pick].1, &mut random);
            examine(&program.text(), options, &mut report).map(|unsound| reduced(&program, unsound, options))
        };
        report.unsound.extend(unsound);
        see(&report);
    }
    report
}

/// The failure with as few of the changes as keep it one.
fn reduced(program: &mutations::Mutated, unsound: Unsound, options: &FuzzOptions) -> Unsound {
    for simpler in program.simpler() {
        if let Some(still) = examine(&simpler.text(), options, &mut FuzzReport::default()) {
            return reduced(&simpler, still, options);
        }
    }
    unsound
}

/// Runs the pipeline on a program and execution on what it accepted.
fn examine(text: &str, options: &FuzzOptions, report: &mut FuzzReport) -> Option<Unsound> {
    let Ok(module) = front::load("fuzz.ml", text) else {
        report.declined += 1;
        return None;
    };
    let checked = pipeline::check_source("fuzz.ml", text, &options.pipeline);
    let mut found = None;
    for claim in &checked.claims {
        report.claims += 1;
        if !matches!(claim.verdict, Verdict::Valid) {
            continue;
        }
        report.accepted += 1;
        let Some(unit) = module.units.iter().find(|u| u.claim == claim.claim) else { continue };
        let Ok(program) = Program::new(&unit.statement) else { continue };
        match find_missing(program, unit.statement.claim, &Limits::with_time(options.search_time)) {
            Search::Missing(missing) if missing.confirmed => {
                found = Some(Unsound {
                    source: text.to_owned(),
                    claim: claim.claim.clone(),
                    missing: missing.show(&program, &Names::default()),
                });
            }
            // Suspected is not refuted.
            Search::Missing(_) => {}
            Search::NoneFound(tried) | Search::Exhausted(_, tried) => report.values += tried.reached,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r"
let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let head = int_gen () in
    let tail = sized_list (size - 1) in
    head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
";

    #[test]
    fn programs_from_scratch_are_mostly_understood() {
        let mut random = Random::new(3);
        let taken = (0..200)
            .filter(|_| front::load("fuzz.ml", &programs::random_program(&mut random)).is_ok())
            .count();
        assert!(taken > 120, "{taken} of 200");
    }

    #[test]
    fn changed_programs_differ_and_some_are_understood() {
        let mut random = Random::new(4);
        let texts: Vec<String> = (0..100).map(|_| mutations::mutated(LIST, &mut random).text()).collect();
        assert!(texts.iter().filter(|t| *t != LIST).count() > 90);
        let taken = texts.iter().filter(|t| front::load("fuzz.ml", t).is_ok()).count();
        assert!(taken > 30, "{taken} of 100");
    }

    #[test]
    fn execution_refutes_most_changes_that_matter() {
        let mut random = Random::new(5);
        let mut refuted = 0;
        for _ in 0..100 {
            let text = mutations::mutated(LIST, &mut random).text();
            let Ok(module) = front::load("fuzz.ml", &text) else { continue };
            for unit in &module.units {
                let Ok(program) = Program::new(&unit.statement) else { continue };
                let limits = Limits::with_time(Duration::from_millis(50));
                let found = find_missing(program, unit.statement.claim, &limits);
                refuted += usize::from(matches!(found, Search::Missing(m) if m.confirmed));
            }
        }
        assert!(refuted >= 8, "{refuted} of 100");
    }

    #[test]
    fn a_short_run_finds_no_unsound_claim() {
        let options = FuzzOptions {
            texts: vec![("sized_list.ml".to_owned(), LIST.to_owned())],
            time: Duration::from_secs(20),
            runs: 60,
            ..FuzzOptions::default()
        };
        let report = fuzz(&options, &mut |_| {});
        assert!(report.unsound.is_empty(), "{:?}", report.unsound);
        assert!(report.runs > 0 && report.claims > 0, "{report:?}");
    }
}
