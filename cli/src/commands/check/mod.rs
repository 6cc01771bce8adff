//! `covenant check`: source files in, a verdict and a certificate per claim out.

mod certificates;
mod deny;
mod render;
mod witnesses;

use crate::args::Check;
use crate::engine::UnderWay;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ocaml::read::SecondReading;
use crate::terminal::{self, Style};
use crate::{inputs, interrupt, snippet};
use certificates::Plan;
use covenant_elaborator::front;
use covenant_elaborator::pipeline::{FileReport, Options, Verdict, check_module};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use witnesses::Witnesses;

pub use deny::Deny;

/// How many claims have which verdict.
#[derive(Default)]
struct Tally {
    valid: usize,
    valid_modulo: usize,
    rejected: usize,
    unknown: usize,
    declined: usize,
    denied: usize,
    failed_files: usize,
}

impl Tally {
    fn claims(&self) -> usize {
        self.valid + self.valid_modulo + self.rejected + self.unknown + self.declined
    }
}

/// Checks files.
pub fn run(arguments: &Check) -> Result<Exit, Failure> {
    let started = Instant::now();
    let plan = Plan::new(&arguments.files, &arguments.out)?;
    let options = options(arguments, plan.files.len());
    let witnesses = Witnesses::call(arguments);
    let bar = terminal::progress(plan.files.len(), "checking");
    let mut exit = Exit::Good;
    let mut tally = Tally::default();
    let mut failure = None;
    in_order(&plan, arguments.jobs, &options, &witnesses, |index, text, report| {
        if failure.is_some() {
            return;
        }
        let outcome = bar.suspend(|| {
            let file = &plan.files[index];
            match report {
                Err(unreadable) => {
                    unreadable.print();
                    tally.failed_files += 1;
                    Ok(unreadable.exit)
                }
                Ok(checked) => one_file(arguments, &plan, file, &text, &checked, &mut tally),
            }
        });
        bar.inc(1);
        match outcome {
            Ok(found) => exit = exit.max(found),
            // Nowhere to write to: checking on would be for nothing.
            Err(error) => failure = Some(error),
        }
    });
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    if interrupt::asked() {
        std::process::exit(interrupt::CODE);
    }
    if tally.claims() == 0 && tally.failed_files == 0 {
        return Err(nothing_found(arguments, &plan));
    }
    if !arguments.json {
        witnesses.explain();
        render::summary(&tally, &arguments.out, started.elapsed());
    }
    Ok(exit)
}

fn options(arguments: &Check, files: usize) -> Options {
    let mut options = Options { claim: arguments.claim.clone(), ..Options::default() };
    if let Some(seconds) = arguments.timeout {
        options.limits.total_milliseconds = seconds.saturating_mul(1000);
        options.missing_time = Duration::from_secs(seconds);
    }
    // Several files: one thread each. One file: a thread for each of its claims.
    options.jobs = if files > 1 { 1 } else { arguments.jobs };
    options
}

/// Checks the files on several threads and hands the reports on in the order of the files.
fn in_order(
    plan: &Plan,
    jobs: usize,
    options: &Options,
    witnesses: &Witnesses,
    mut each: impl FnMut(usize, String, Result<Checked, Failure>),
) {
    let jobs = if jobs == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { jobs };
    let next = AtomicUsize::new(0);
    let next = &next;
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(plan.files.len()) {
            let sender = sender.clone();
            scope.spawn(move || {
                while !interrupt::asked() {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(file) = plan.files.get(index) else { break };
                    let _under_way = UnderWay::begin(&file.path);
                    let result = inputs::source(&file.path)
                        .map(|text| (checked(&file.base_name, &text, options, witnesses), text));
                    let (text, report) = match result {
                        Ok((report, text)) => (text, Ok(report)),
                        Err(failure) => (String::new(), Err(failure)),
                    };
                    if sender.send((index, text, report)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let waiting = Mutex::new(std::collections::BTreeMap::new());
        let mut expected = 0;
        for (index, text, report) in receiver {
            let mut waiting = waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            waiting.insert(index, (text, report));
            while let Some((text, report)) = waiting.remove(&expected) {
                each(expected, text, report);
                expected += 1;
            }
        }
    });
}

/// What was found about a file, and who else has read it.
struct Checked {
    report: FileReport,
    second_reading: SecondReading,
}

/// Reads a file, twice if OCaml is there, and checks it if the readings agree.
fn checked(file_name: &str, text: &str, options: &Options, witnesses: &Witnesses) -> Checked {
    match front::load(file_name, text) {
        Ok(mut module) => {
            let second_reading = witnesses.read_again(text, &mut module);
            Checked { report: check_module(module, text, options), second_reading }
        }
        Err(diagnostics) => {
            let report = FileReport { file: file_name.to_owned(), diagnostics, claims: Vec::new() };
            Checked { report, second_reading: SecondReading::Off }
        }
    }
}

fn one_file(
    arguments: &Check,
    plan: &Plan,
    file: &certificates::Input,
    text: &str,
    checked: &Checked,
    tally: &mut Tally,
) -> Result<Exit, Failure> {
    let Checked { report, second_reading } = checked;
    let shown = file.path.display().to_string();
    for diagnostic in &report.diagnostics {
        terminal::error_text(&snippet::diagnostic(&shown, text, diagnostic));
    }
    let mut exit = match (report.failed(), report.only_declined()) {
        (false, _) => Exit::Good,
        (true, true) => Exit::Unknown,
        (true, false) => Exit::Input,
    };
    if report.failed() && report.claims.is_empty() {
        tally.failed_files += 1;
        plan.forget_all(file)?;
        return Ok(exit);
    }
    if report.claims.is_empty() && arguments.claim.is_none() {
        terminal::message(Style::Doubt, "warning", &format!("{shown}: no claim in this file"));
    }
    if arguments.claim.is_none() {
        let names: Vec<&str> = report.claims.iter().map(|claim| claim.claim.as_str()).collect();
        plan.forget_others(file, &names)?;
    }
    for claim in &report.claims {
        let path = plan.write(file, claim)?;
        let denied = deny::reasons(&arguments.deny, claim);
        match claim.verdict {
            Verdict::Valid => tally.valid += 1,
            Verdict::ValidModulo => tally.valid_modulo += 1,
            Verdict::Rejected => tally.rejected += 1,
            Verdict::Unknown if claim.declined => tally.declined += 1,
            Verdict::Unknown => tally.unknown += 1,
        }
        exit = exit.max(match claim.verdict {
            Verdict::Valid | Verdict::ValidModulo if denied.is_empty() => Exit::Good,
            Verdict::Unknown => Exit::Unknown,
            Verdict::Valid | Verdict::ValidModulo | Verdict::Rejected => Exit::Rejected,
        });
        tally.denied += usize::from(!denied.is_empty());
        if arguments.json {
            let json = render::json(&shown, text, claim, path.as_deref(), &denied, second_reading);
            terminal::line(&json.to_string());
        } else {
            render::claim(&shown, text, claim, &denied, second_reading);
        }
    }
    Ok(exit)
}

/// No claim at all, or none with the name that was asked for.
fn nothing_found(arguments: &Check, plan: &Plan) -> Failure {
    let Some(wanted) = &arguments.claim else {
        return Failure::input("no claim was found").help(
            "a claim is written after a function, e.g. `[@@covers {| n:{v:int | 0 <= v} -> [v:int | v <= n] |}]`",
        );
    };
    let mut known = Vec::new();
    for file in &plan.files {
        let text = inputs::source(&file.path).unwrap_or_default();
        if let Ok(module) = front::load(&file.base_name, &text) {
            known.extend(module.units.into_iter().map(|unit| unit.claim));
            known.extend(module.declined.into_iter().map(|claim| claim.claim));
        }
    }
    let failure = Failure::input(format!("there is no claim about `{wanted}`"));
    if known.is_empty() {
        failure
    } else {
        failure.help(format!("there are claims about: {}", known.join(", ")))
    }
}

/// The base name of a file, as certificates record it.
fn base_name(path: &Path) -> String {
    path.file_name().map_or_else(|| "input.ml".to_owned(), |name| name.to_string_lossy().into_owned())
}
