//! `covenant check`: source files in, a verdict and a certificate per claim out.

pub mod certificates;
mod confirmed;
mod deny;
mod manifest;
mod render;
mod reports;
mod witnesses;

use certificates::Plan;
use confirmed::Confirmations;
use covenant_cli::args::{Check, Confirm};
use covenant_cli::engine::UnderWay;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::ocaml::Ocaml;
use covenant_cli::ocaml::read::SecondReading;
use covenant_cli::terminal::{self, Style};
use covenant_cli::{inputs, interrupt, memory, qcheck, snippet};
use covenant_elaborator::pipeline::{ClaimReport, FileReport, Options, Verdict, check_module};
use covenant_front as front;
use reports::Reports;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use witnesses::Witnesses;

/// How many claims have which verdict.
#[derive(Default)]
struct Tally {
    valid: usize,
    valid_modulo: usize,
    rejected: usize,
    unknown: usize,
    /// Tested and not proved.
    tested: usize,
    declined: usize,
    /// Proved, and taken away because OCaml disagrees.
    contradicted: usize,
    denied: usize,
    /// Found by an earlier run, and checked again.
    remembered: usize,
    failed_files: usize,
    /// A file uses QCheck, and its version is not known.
    without_version: bool,
    /// Why files could not be written or removed.
    unwritten: BTreeSet<String>,
}

impl Tally {
    fn accepted(&self) -> usize {
        self.valid + self.valid_modulo
    }

    fn claims(&self) -> usize {
        self.valid
            + self.valid_modulo
            + self.tested
            + self.rejected
            + self.unknown
            + self.declined
            + self.contradicted
    }

    /// Notes that a file could not be written: what was decided is told all the same.
    fn unless_written<T>(&mut self, written: Result<T, Failure>) -> Result<T, String> {
        written.map_err(|failure| {
            if self.unwritten.insert(failure.message.clone()) {
                failure.print();
            }
            failure.message
        })
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
    let mut reports = Reports::default();
    in_order(&plan, arguments, &options, &witnesses, |index, text, report| {
        let found = bar.suspend(|| {
            let file = &plan.files[index];
            match report {
                Err(unreadable) => {
                    unreadable.print();
                    tally.failed_files += 1;
                    unreadable.exit
                }
                Ok(checked) => {
                    let shown = file.path.display().to_string();
                    let Checked { report, second_reading, confirmations, .. } = &checked;
                    let claims = report.claims.iter().enumerate().map(|(index, claim)| {
                        (claim, render::in_short(claim, second_reading, &confirmations.in_short(index)))
                    });
                    reports.add(&shown, &text, report, claims);
                    tally.without_version |=
                        checked.qcheck && qcheck::reading(arguments.qcheck, &file.path).qcheck.is_none();
                    one_file(arguments, &plan, file, &text, &checked, &mut tally)
                }
            }
        });
        bar.inc(1);
        exit = exit.max(found);
    });
    bar.finish_and_clear();
    if let Some(memory) = &options.memory {
        memory.trim(covenant_remember::DEFAULT_LIMIT);
    }
    let _ = tally.unless_written(reports.write(arguments));
    if !tally.unwritten.is_empty() {
        exit = Exit::Input;
    }
    if arguments.claim.is_none() && !inputs::skipped() {
        let _ = tally.unless_written(plan.forget_files());
    }
    if tally.claims() == 0 && tally.failed_files == 0 {
        return Err(nothing_found(arguments, &plan));
    }
    if !arguments.json {
        witnesses.explain();
        if tally.without_version {
            terminal::line(qcheck::WITHOUT_VERSION);
        }
        render::summary(&tally, &arguments.out, started.elapsed());
        if arguments.confirm == Confirm::Auto && tally.accepted() > 0 && Ocaml::find().is_none() {
            terminal::line(&format!("No value was confirmed by running: {}.", confirmed::NO_OCAML));
        }
    }
    Ok(exit)
}

fn options(arguments: &Check, files: usize) -> Options {
    let mut options = Options::default().with_effort(arguments.effort);
    options.claim.clone_from(&arguments.claim);
    options.timeout = arguments.timeout.map(Duration::from_secs);
    options.memory = memory::wanted(arguments.cache.as_deref(), arguments.no_cache);
    // Several files: one thread each. One file: a thread for each of its claims.
    options.jobs = if files > 1 { 1 } else { arguments.jobs };
    options
}

/// How often to look whether the user wants to stop, while there is nothing to print.
const WATCH: Duration = Duration::from_millis(50);

/// What is finished of a file that is under way.
#[derive(Default)]
struct UnderWayFile(Mutex<Option<(String, Checked)>>);

impl UnderWayFile {
    fn held(&self) -> MutexGuard<'_, Option<(String, Checked)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on claims may be finished.
    fn begin(&self, text: &str, diagnostics: &[front::Diagnostic], second_reading: &SecondReading) {
        let report =
            FileReport { file: String::new(), diagnostics: diagnostics.to_vec(), claims: Vec::new() };
        let confirmations = Confirmations::default();
        let second_reading = second_reading.clone();
        *self.held() = Some((
            text.to_owned(),
            Checked { report, second_reading, confirmations, whole: false, qcheck: false },
        ));
    }

    fn finished(&self, claim: &ClaimReport) {
        if let Some((_, checked)) = self.held().as_mut() {
            checked.report.claims.push(claim.clone());
        }
    }

    /// The claims that were decided, in the order of the file; none if there is none.
    fn take(&self, confirm: Confirm) -> Option<(String, Checked)> {
        let (text, mut checked) = self.held().take().filter(|(_, file)| !file.report.claims.is_empty())?;
        checked.report.claims.sort_by_key(|claim| claim.span);
        checked.confirmations = confirmed::interrupted(confirm, &checked.report);
        Some((text, checked))
    }
}

/// Checks the files on several threads and hands the reports on in the order of the files. If the
/// user wants to stop, what is finished is handed on, of files that are under way claim by claim, and
/// the program ends.
fn in_order(
    plan: &Plan,
    arguments: &Check,
    options: &Options,
    witnesses: &Witnesses,
    mut each: impl FnMut(usize, String, Result<Checked, Failure>),
) {
    let jobs = arguments.jobs;
    let jobs = if jobs == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { jobs };
    let next = AtomicUsize::new(0);
    let next = &next;
    let (sender, receiver) = mpsc::channel();
    let under_way: Vec<UnderWayFile> = plan.files.iter().map(|_| UnderWayFile::default()).collect();
    let under_way = &under_way;
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(plan.files.len()) {
            let sender = sender.clone();
            scope.spawn(move || {
                while !interrupt::asked() {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(file) = plan.files.get(index) else { break };
                    let _under_way = UnderWay::begin(&file.path);
                    let slot = &under_way[index];
                    let result = inputs::source(&file.path).map(|text| {
                        let reading = qcheck::reading(arguments.qcheck, &file.path);
                        let confirm = arguments.confirm;
                        (checked(&file.base_name, &text, options, witnesses, confirm, slot, reading), text)
                    });
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
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        loop {
            match receiver.recv_timeout(WATCH) {
                Ok((index, text, report)) => {
                    waiting.insert(index, (text, report));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if !interrupt::asked() => break,
                Err(RecvTimeoutError::Disconnected) => {}
            }
            if interrupt::asked() {
                waiting.extend(receiver.try_iter().map(|(index, text, report)| (index, (text, report))));
                for (index, slot) in under_way.iter().enumerate().skip(expected) {
                    if let Some((text, file)) = slot.take(arguments.confirm) {
                        waiting.entry(index).or_insert((text, Ok(file)));
                    }
                }
                for (index, (text, report)) in waiting {
                    each(index, text, report);
                }
                terminal::error_text("interrupted: what was finished is above\n");
                interrupt::end();
            }
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
    confirmations: Confirmations,
    /// Every claim of the file was looked at.
    whole: bool,
    /// The file uses QCheck.
    qcheck: bool,
}

/// Reads a file, twice if OCaml is there, and checks it if the readings agree.
fn checked(
    file_name: &str,
    text: &str,
    options: &Options,
    witnesses: &Witnesses,
    confirm: Confirm,
    slot: &UnderWayFile,
    reading: front::Reading,
) -> Checked {
    match front::load_with(file_name, text, reading) {
        Ok(mut module) => {
            let library = module.reading.library;
            let second_reading = witnesses.read_again(text, &mut module);
            slot.begin(text, &module.diagnostics, &second_reading);
            let mut report = check_module(module, text, options, &|claim| slot.finished(claim));
            let confirmations = confirmed::ask(confirm, text, &mut report);
            Checked { report, second_reading, confirmations, whole: true, qcheck: library }
        }
        Err(diagnostics) => {
            let report = FileReport { file: file_name.to_owned(), diagnostics, claims: Vec::new() };
            let (second_reading, confirmations) = (SecondReading::Off, Confirmations::default());
            Checked { report, second_reading, confirmations, whole: true, qcheck: false }
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
) -> Exit {
    let Checked { report, second_reading, confirmations, whole, .. } = checked;
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
        let _ = tally.unless_written(plan.forget_others(file));
        return exit;
    }
    if report.claims.is_empty() && arguments.claim.is_none() {
        terminal::message(Style::Doubt, "warning", &format!("{shown}: no claim in this file"));
    }
    for (index, claim) in report.claims.iter().enumerate() {
        let written = tally.unless_written(plan.write(file, claim));
        let mut denied = deny::reasons(&arguments.deny, claim);
        denied.extend(confirmations.denied(arguments.confirm, index));
        match claim.verdict {
            Verdict::Valid => tally.valid += 1,
            Verdict::ValidModulo => tally.valid_modulo += 1,
            Verdict::Tested => tally.tested += 1,
            Verdict::Rejected => tally.rejected += 1,
            Verdict::Unknown if confirmations.contradicted(index) => tally.contradicted += 1,
            Verdict::Unknown if claim.declined => tally.declined += 1,
            Verdict::Unknown => tally.unknown += 1,
        }
        exit = exit.max(match claim.verdict {
            Verdict::Rejected => Exit::Rejected,
            _ if !denied.is_empty() => Exit::Rejected,
            Verdict::Valid | Verdict::ValidModulo => Exit::Good,
            Verdict::Tested | Verdict::Unknown => Exit::Unknown,
        });
        tally.denied += usize::from(!denied.is_empty());
        tally.remembered += usize::from(claim.remembered);
        if arguments.json {
            let mut object = render::json(&shown, text, claim, &written, &denied, second_reading);
            for (key, value) in confirmations.json(index) {
                object[key] = value;
            }
            terminal::json(&object);
        } else {
            render::claim(&shown, text, claim, &denied, second_reading, &confirmations.in_short(index));
            if let Some(explanation) = confirmations.explanation(index, &shown, text, claim) {
                terminal::line(explanation.trim_end());
                terminal::line("");
            }
        }
    }
    if arguments.claim.is_none() && *whole {
        let _ = tally.unless_written(plan.forget_others(file));
    }
    exit
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
            let only = module.only.into_iter().filter(|unit| unit.kind == front::ClaimKind::Only);
            known.extend(module.units.into_iter().chain(only).map(|unit| unit.claim));
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
