//! Tests the whole tool on programs that nobody wrote.
//!
//! A program is made from scratch ([`programs`]) or by small changes to one that is given
//! ([`mutations`]); its claims go through the pipeline; and every claim that the kernel
//! *accepts* is then searched for a missing value by execution. One that has a missing value is
//! a soundness bug: nothing else counts as one, however strange the program.
//! The claims are also read as *only*, all of a program together; of one that is accepted so, a returned
//! value outside is a soundness bug as well ([`Readings`] leaves the first reading out). In a run of its own they are
//! read as *total*: there a run that fails is one, too.
//!
//! The two ways complement each other: programs from scratch are strange, and rarely accepted unless their
//! claim is made with them; changed ones are almost right, which is where a checker goes wrong.
//!
//! Run number `i` is made from the number `seed + i` alone, so a range of runs can be split over
//! processes, resumed, and any run repeated. A failing program is reduced by leaving out tokens
//! while the failure stays.

use std::time::{Duration, Instant};

use covenant_elaborator::pipeline::{self, Verdict};
use covenant_execute::limits::on_deep_stack;
use covenant_execute::{Limits, Names, Program, Random, Search, find_missing};
use covenant_front::{Module, Unit};
use covenant_prove::search;

mod dice;
mod facts;
mod features;
mod first_order;
mod functions;
mod listed;
pub mod mutations;
mod only;
pub mod programs;
mod reduce;
mod schemes;
mod strongest;
mod structures;
mod templates;
mod total;
mod unsized_;

pub use only::PLAN;

/// In which ways the claims of a program are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readings {
    /// As *every*, and then as *only*.
    Both,
    /// As *only*; there are programs for this reading among the others.
    Only,
    /// As *total exactly*, the half that says *only*.
    Total,
}

/// What to test, and for how long.
#[derive(Clone, Debug)]
pub struct FuzzOptions {
    /// How claims are read.
    pub readings: Readings,
    /// Every which claim that is accepted as *only* is kept in [`FuzzReport::accepted_only`]; 0 for none.
    pub keep: u64,
    /// Names and texts of programs to change; may be empty.
    pub texts: Vec<(String, String)>,
    /// When to stop.
    pub time: Duration,
    /// When to stop, by number of programs.
    pub runs: u64,
    /// The number of the first run.
    pub seed: u64,
    /// Limits of each elaboration. A search for a missing value is made here, not there.
    pub pipeline: pipeline::Options,
    /// Steps to search each accepted claim for a missing value.
    pub search_steps: u64,
    /// Steps to refute a claim that was not accepted; it only serves the statistics.
    pub refute_steps: u64,
    /// Claims of one program that are tried, chosen at random.
    pub most_claims: usize,
}

impl Default for FuzzOptions {
    fn default() -> Self {
        FuzzOptions {
            readings: Readings::Both,
            keep: 0,
            texts: Vec::new(),
            time: Duration::from_secs(60),
            runs: u64::MAX,
            seed: 0,
            pipeline: pipeline::Options {
                jobs: 1,
                missing_steps: 0,
                guess_lemmas: false,
                fact_steps: 3_000,
                limits: search::limits::Limits {
                    max_instances: 400,
                    rounds: 4,
                    witness_steps: 1000,
                    query_resources: 1_000_000,
                    work: 100_000,
                    ..search::limits::Limits::default()
                },
                ..pipeline::Options::default()
            },
            search_steps: 15_000,
            refute_steps: 1_000,
            most_claims: 2,
        }
    }
}

/// A claim that was accepted and does not hold.
#[derive(Clone, Debug)]
pub struct Unsound {
    /// The number of the run.
    pub run: u64,
    /// The program.
    pub source: String,
    /// The claim's function.
    pub claim: String,
    /// What is missing, `f a => v`; or what is returned and not allowed.
    pub missing: String,
}

/// A claim that was accepted as *only*, with its program.
#[derive(Clone, Debug)]
pub struct AcceptedOnly {
    /// The number of the run.
    pub run: u64,
    /// The program.
    pub source: String,
    /// The claim and what belongs to it.
    pub unit: Unit,
}

/// What was tested.
#[derive(Clone, Debug, Default)]
pub struct FuzzReport {
    /// Runs: each examines one program.
    pub runs: u64,
    /// Programs that the front end did not take; another was made instead.
    pub discarded: u64,
    /// Runs in which it took none.
    pub declined: u64,
    /// Claims that would rest on a lemma, an axiom or an assumed signature that was refuted.
    pub false_facts: u64,
    /// Claims that went through the pipeline.
    pub claims: u64,
    /// Claims that the kernel accepted.
    pub accepted: u64,
    /// Claims that the kernel accepted under assumptions; they may be false.
    pub assuming: u64,
    /// Claims that were not accepted, with a confirmed missing value.
    pub rejected: u64,
    /// Claims that were neither accepted nor refuted.
    pub unknown: u64,
    /// Values of accepted claims that were checked to be reachable.
    pub values: u64,
    /// Claims that went through the pipeline as *only*.
    pub only_claims: u64,
    /// Claims that the kernel accepted as *only*.
    pub only: u64,
    /// Arguments on which the functions of these were run.
    pub only_inputs: u64,
    /// Values that these runs returned, all of them allowed.
    pub only_values: u64,
    /// Claims that were not accepted as *only*, of which a run returned a value outside.
    pub only_refuted: u64,
    /// Claims that went through the pipeline as *total*.
    pub total_claims: u64,
    /// Claims that the kernel accepted as *total*.
    pub total: u64,
    /// Arguments on which the functions of these were run.
    pub total_inputs: u64,
    /// Calls of these that did not come to an end within bounds.
    pub total_long: u64,
    /// Claims that were not accepted as *total*, of which a run fails or returns a value outside.
    pub total_refuted: u64,
    /// Some of the claims that were accepted as *only*, for whoever can run them in another way.
    pub accepted_only: Vec<AcceptedOnly>,
    /// Accepted claims that do not hold.
    pub unsound: Vec<Unsound>,
}

/// Runs that share a solver: setting one up costs more than most programs, and it keeps what it
/// was told.
const RUNS_PER_SOLVER: u64 = 100;

/// Tests until the time or the number of runs is used up. `see` is told about the progress now
/// and then, and may take what was kept for it.
pub fn fuzz(options: &FuzzOptions, see: &mut (dyn FnMut(&mut FuzzReport) + Send)) -> FuzzReport {
    let started = Instant::now();
    on_deep_stack(|| {
        let mut report = FuzzReport::default();
        while report.runs < options.runs && started.elapsed() <= options.time {
            let ran = search::isolated(options.pipeline.limits.memory_megabytes, || {
                let last = report.runs.saturating_add(RUNS_PER_SOLVER).min(options.runs);
                while report.runs < last && started.elapsed() <= options.time {
                    one_run(options.seed.wrapping_add(report.runs), options, &mut report);
                }
            });
            see(&mut report);
            if ran.is_err() {
                // No thread to run on; the report says how far it came.
                break;
            }
        }
        report
    })
}

/// Programs that are made for one run: the first that the front end takes is examined.
const ATTEMPTS: u32 = 6;

fn random_text(random: &mut Random, options: &FuzzOptions) -> String {
    if options.texts.is_empty() || random.coin() {
        programs::random_program(random, options.readings)
    } else {
        let pick = random.below(options.texts.len() as u64) as usize;
        mutations::mutated(&options.texts[pick].1, random).text()
    }
}

fn one_run(run: u64, options: &FuzzOptions, report: &mut FuzzReport) {
    let mut random = Random::new(run.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    report.runs += 1;
    let taken = (0..ATTEMPTS).find_map(|_| {
        let text = random_text(&mut random, options);
        let module = understood(&text);
        report.discarded += u64::from(module.is_none());
        module.map(|module| (text, module))
    });
    let Some((text, module)) = taken else {
        report.declined += 1;
        return;
    };
    let kept = report.accepted_only.len();
    let found = examine(&text, &module, options, &mut random, report);
    report.accepted_only[kept..].iter_mut().for_each(|accepted| accepted.run = run);
    let Some(mut unsound) = found else { return };
    unsound.run = run;
    let fails = |text: &str| {
        // All claims, whatever was chosen before.
        let all = FuzzOptions { most_claims: usize::MAX, keep: 0, ..options.clone() };
        examine(text, &understood(text)?, &all, &mut Random::new(0), &mut FuzzReport::default())
    };
    reduce::reduce(&mut unsound, fails);
    report.unsound.push(unsound);
}

/// What the front end makes of a program, if it has nothing to complain about.
fn understood(text: &str) -> Option<Module> {
    covenant_front::load("fuzz.ml", text).ok().filter(Module::is_clean)
}

/// Runs the pipeline on a program and execution on what it accepted.
fn examine(
    text: &str,
    module: &Module,
    options: &FuzzOptions,
    random: &mut Random,
    report: &mut FuzzReport,
) -> Option<Unsound> {
    if options.readings == Readings::Total {
        return total::examine(text, module, options, report);
    }
    let refuted = pipeline::false_signatures(module, text, &options.pipeline);
    let mut units: Vec<&Unit> = module.units.iter().collect();
    while units.len() > options.most_claims {
        units.remove(random.below(units.len() as u64) as usize);
    }
    let mut found = None;
    for unit in units {
        found = found.or_else(|| only::examine(text, unit, &refuted, options, report));
        if options.readings == Readings::Only {
            continue;
        }
        let Some(claim) = pipeline::check_alone(unit, &refuted, "fuzz.ml", text, &options.pipeline) else {
            report.false_facts += 1;
            continue;
        };
        report.claims += 1;
        let accepted = match claim.verdict {
            Verdict::Valid => true,
            Verdict::ValidModulo => {
                report.assuming += 1;
                continue;
            }
            Verdict::Tested | Verdict::Rejected | Verdict::Unknown => false,
        };
        report.accepted += u64::from(accepted);
        let Ok(program) = Program::new(&unit.statement) else { continue };
        let steps = if accepted { options.search_steps } else { options.refute_steps };
        match (accepted, find_missing(program, unit.statement.claim, &Limits::with_steps(steps))) {
            (true, Search::Missing(missing)) if missing.confirmed => {
                found = Some(Unsound {
                    run: 0,
                    source: text.to_owned(),
                    claim: claim.claim.clone(),
                    missing: missing.show(&program, &Names::default()),
                });
            }
            // Suspected is not refuted.
            (true, Search::Missing(_)) => {}
            (true, Search::NoneFound(tried) | Search::Exhausted(_, tried)) => report.values += tried.reached,
            (false, Search::Missing(missing)) if missing.confirmed => report.rejected += 1,
            (false, _) => report.unknown += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check of the check: a claim that is accepted as *only* is run, one that is not is left alone.
    #[test]
    fn claims_are_read_as_only_too() {
        let text = "let above (n : int) : int = n + nat_gen ()\n[@@covers {| n:int -> [v:int | n <= v] |}]\n\
            let more (n : int) : int = n + nat_gen ()\n[@@covers {| n:int -> [v:int | n < v] |}]\n";
        let Some(module) = understood(text) else { panic!("not understood") };
        let mut report = FuzzReport::default();
        let found = examine(text, &module, &FuzzOptions::default(), &mut Random::new(0), &mut report);
        assert!(found.is_none());
        assert_eq!((report.claims, report.accepted, report.only), (2, 2, 1));
        assert_eq!((report.only_claims, report.only_refuted), (2, 1));
        assert!(report.only_inputs > 0 && report.only_values > 0);
    }

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
            .filter(|_| {
                covenant_front::load("fuzz.ml", &programs::random_program(&mut random, Readings::Both))
                    .is_ok_and(|m| m.is_clean())
            })
            .count();
        assert!(taken > 120, "{taken} of 200");
    }

    #[test]
    fn changed_programs_differ_and_some_are_understood() {
        let mut random = Random::new(4);
        let texts: Vec<String> = (0..100).map(|_| mutations::mutated(LIST, &mut random).text()).collect();
        assert!(texts.iter().filter(|t| *t != LIST).count() > 90);
        let taken =
            texts.iter().filter(|t| covenant_front::load("fuzz.ml", t).is_ok_and(|m| m.is_clean())).count();
        assert!(taken > 30, "{taken} of 100");
    }

    #[test]
    fn execution_refutes_most_changes_that_matter() {
        let mut random = Random::new(5);
        let mut refuted = 0;
        for _ in 0..100 {
            let text = mutations::mutated(LIST, &mut random).text();
            let Ok(module) = covenant_front::load("fuzz.ml", &text) else { continue };
            for unit in &module.units {
                let Ok(program) = Program::new(&unit.statement) else { continue };
                let limits = Limits::with_steps(10_000);
                let found = find_missing(program, unit.statement.claim, &limits);
                refuted += usize::from(matches!(found, Search::Missing(m) if m.confirmed));
            }
        }
        assert!(refuted >= 8, "{refuted} of 100");
    }

    #[test]
    fn nothing_rests_on_an_assumed_signature_that_the_body_refutes() {
        let text = "let small () : int = if bool_gen () then 0 else 1\n\
            [@@assume_covers {| M [v:int | 0 <= v && v <= 2] |}]\n\
            let user () : int = small ()\n[@@covers {| M [v:int | 0 <= v && v <= 2] |}]\n\
            let other () : int = 7\n[@@covers {| M [v:int | v = 7] |}]\n";
        let Some(module) = understood(text) else { panic!("not understood") };
        let mut report = FuzzReport::default();
        let found = examine(text, &module, &FuzzOptions::default(), &mut Random::new(0), &mut report);
        assert!(found.is_none());
        assert_eq!((report.claims, report.accepted, report.false_facts, report.assuming), (1, 1, 1, 0));
    }

    #[test]
    fn a_short_run_finds_no_unsound_claim() {
        let options = FuzzOptions {
            texts: vec![("sized_list.ml".to_owned(), LIST.to_owned())],
            time: Duration::from_secs(20),
            runs: 200,
            ..FuzzOptions::default()
        };
        let report = fuzz(&options, &mut |_| {});
        assert!(report.unsound.is_empty(), "{:?}", report.unsound);
        assert!(report.runs > 0 && report.claims > 0, "{report:?}");
    }
}
