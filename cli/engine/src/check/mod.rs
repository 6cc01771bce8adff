//! `covenant check`: source files in, a verdict and a certificate per claim out.

pub mod certificates;
mod confirmed;
mod deny;
mod order;
mod page;
mod render;
mod reports;
mod stream;
mod watch;
mod witnesses;
mod words;

use certificates::Plan;
use confirmed::Confirmations;
use covenant_budget::Deadline;
use covenant_cli::args::{Check, Confirm, Shard};
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::ocaml::Ocaml;
use covenant_cli::terminal::{self, Style};
use covenant_cli::{codes, inputs, memory, project, qcheck, shards, snippet};
use covenant_elaborator::pipeline::{ClaimReport, FileReport, Options, Verdict};
use covenant_front as front;
use covenant_front::span::Lines;
use order::in_order;
use page::Page;
use reports::{Against, Reports};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};
use stream::{Begun, Part};
use watch::Seen;
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
    /// Searched in vain by an earlier run, and not again.
    as_before: usize,
    failed_files: usize,
    /// The codes of what was said.
    codes: BTreeSet<&'static str>,
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

/// Checks files, once or whenever they change.
pub fn run(mut arguments: Check) -> Result<Exit, Failure> {
    project::complete(&mut arguments)?;
    if !arguments.watch {
        return once(&arguments);
    }
    loop {
        let seen = Seen::now(&arguments);
        if let Err(failure) = once(&arguments) {
            failure.print();
        }
        seen.wait(&arguments);
    }
}

fn once(arguments: &Check) -> Result<Exit, Failure> {
    let started = Instant::now();
    let plan = Plan::new(&arguments.files, arguments.out())?;
    let inputs_hash = match arguments.shard {
        Some(_) => shards::hash_of_inputs(plan.files.iter().map(|file| file.path.as_path()), arguments)?,
        None => String::new(),
    };
    let options = options(arguments, plan.files.len());
    let witnesses = Witnesses::call(arguments);
    let bar = terminal::progress(plan.files.len(), "checking");
    let mut teller = Teller {
        arguments,
        plan: &plan,
        tally: Tally::default(),
        reports: Reports::default(),
        page: Page::default(),
        objects: Vec::new(),
        exit: Exit::Good,
        current: None,
    };
    in_order(&plan, arguments, &options, &witnesses, |index, part| {
        let ended = matches!(part, Part::Ended | Part::Unreadable(_));
        bar.suspend(|| teller.part(index, part));
        bar.set_message(terminal::counted(teller.tally.claims(), "claim"));
        bar.inc(u64::from(ended));
    });
    bar.finish_and_clear();
    if let Some(memory) = &options.memory {
        memory.trim(covenant_remember::DEFAULT_LIMIT);
        memory.notes().inspect(|notes| notes.trim());
    }
    let Teller { mut tally, reports, page, objects, mut exit, .. } = teller;
    let _ = tally.unless_written(reports.write(arguments));
    if let Some(folder) = &arguments.html {
        let _ = tally.unless_written(page.write(folder));
    }
    if !tally.unwritten.is_empty() {
        exit = Exit::Input;
    }
    if arguments.looks_at_all() && !inputs::skipped() {
        let _ = tally.unless_written(plan.forget_files());
    }
    let _ = tally.unless_written(plan.settle());
    if let Some(Shard { index, of }) = arguments.shard {
        // Last: a part with a list has ended.
        shards::Part::new(index, of, inputs_hash, arguments.out(), exit.number(), objects).write()?;
    } else if tally.claims() == 0 && tally.failed_files == 0 {
        return Err(nothing_found(arguments, &plan));
    }
    if !arguments.json {
        witnesses.explain();
        if tally.without_version {
            terminal::line(qcheck::WITHOUT_VERSION);
        }
        render::summary(&tally, arguments.out(), started.elapsed());
        if arguments.confirm() == Confirm::Auto && tally.accepted() > 0 && Ocaml::find().is_none() {
            terminal::line(&format!("No value was confirmed by running: {}.", confirmed::NO_OCAML));
        }
    }
    Ok(exit)
}

fn options(arguments: &Check, files: usize) -> Options {
    let mut options = Options::default().with_effort(arguments.effort.unwrap_or(1));
    options.claim.clone_from(&arguments.claim);
    options.part = arguments.shard.map(|shard| (shard.index, shard.of));
    options.timeout = arguments.timeout.map(Duration::from_secs);
    options.limits.condition_time = arguments.condition_timeout.map(Duration::from_secs);
    options.total = Deadline::after_some(arguments.total.map(Duration::from_secs));
    let shared = arguments.shared_cache.as_deref();
    options.memory = memory::wanted(arguments.cache.as_deref(), arguments.no_cache)
        .map(|memory| memory::sharing(memory, shared));
    options.certificates_are_told = true;
    // Several files: one thread each. One file: a thread for each of its claims.
    options.jobs = if files > 1 { 1 } else { arguments.jobs };
    options
}

/// What is known about the file whose parts arrive.
struct Current {
    index: usize,
    begun: Begun,
    lines: Lines,
    report: FileReport,
    /// Claims that were told.
    claims: usize,
}

/// Tells what is found, and remembers what has to be said at the end.
struct Teller<'a> {
    arguments: &'a Check,
    plan: &'a Plan,
    tally: Tally,
    reports: Reports,
    page: Page,
    /// What `--json` prints, for the list of a part.
    objects: Vec<Value>,
    exit: Exit,
    current: Option<Current>,
}

impl Teller<'_> {
    /// The next part of what is found about a file.
    fn part(&mut self, index: usize, part: Part) {
        match part {
            Part::Unreadable(failure) => {
                failure.print();
                self.page.file(&self.plan.files[index].path.display().to_string(), 1, &failure.message);
                self.tally.failed_files += 1;
                self.exit = self.exit.max(failure.exit);
                // What was certified of an earlier text says nothing about this one.
                let _ = self.tally.unless_written(self.plan.forget_others(&self.plan.files[index]));
            }
            Part::Begun(begun) => {
                let path = &self.plan.files[index].path;
                self.tally.without_version |=
                    begun.qcheck && qcheck::reading(self.arguments.qcheck, path).qcheck.is_none();
                let file = path.display().to_string();
                if !begun.siblings.is_empty() && !self.arguments.json {
                    terminal::line(&format!("note: {file} is read with {}", begun.siblings.join(", ")));
                }
                let report = FileReport { file, diagnostics: Vec::new(), claims: Vec::new() };
                let lines = Lines::of(&begun.text);
                self.current = Some(Current { index, begun, lines, report, claims: 0 });
            }
            Part::Diagnostics(diagnostics) => {
                let Some(current) = &mut self.current else { return };
                for diagnostic in &diagnostics {
                    let file = &current.report.file;
                    terminal::error_text(&snippet::diagnostic(file, &current.begun.text, diagnostic));
                }
                self.reports.diagnostics(&current.report.file, &diagnostics);
                self.page.diagnostics(&current.report.file, &diagnostics);
                self.tally.codes.extend(diagnostics.iter().map(|found| codes::of_diagnostic(found.kind)));
                current.report.diagnostics.extend(diagnostics);
            }
            Part::Claims(claims, confirmations) => {
                let Some(mut current) = self.current.take_if(|current| current.index == index) else {
                    return;
                };
                for (index, claim) in claims.iter().enumerate() {
                    self.claim(&current, claim, &confirmations, index);
                }
                current.claims += claims.len();
                self.current = Some(current);
            }
            Part::Ended => {
                if let Some(current) = self.current.take() {
                    self.ended(&current);
                }
            }
        }
    }

    fn claim(&mut self, file: &Current, claim: &ClaimReport, confirmations: &Confirmations, index: usize) {
        let Teller { arguments, plan, tally, .. } = self;
        let Current {
            begun: Begun { text, second_reading, .. },
            lines,
            report: FileReport { file: shown, .. },
            ..
        } = file;
        let written = tally.unless_written(plan.write(&plan.files[file.index], claim));
        let mut denied = deny::reasons(&arguments.deny, claim);
        denied.extend(confirmations.denied(arguments.confirm(), index));
        match claim.verdict {
            Verdict::Valid => tally.valid += 1,
            Verdict::ValidModulo => tally.valid_modulo += 1,
            Verdict::Tested => tally.tested += 1,
            Verdict::Rejected => tally.rejected += 1,
            Verdict::Unknown if confirmations.contradicted(index) => tally.contradicted += 1,
            Verdict::Unknown if claim.declined => tally.declined += 1,
            Verdict::Unknown => tally.unknown += 1,
        }
        self.exit = self.exit.max(match claim.verdict {
            Verdict::Rejected => Exit::Rejected,
            _ if !denied.is_empty() => Exit::Rejected,
            Verdict::Valid | Verdict::ValidModulo => Exit::Good,
            Verdict::Tested | Verdict::Unknown => Exit::Unknown,
        });
        tally.denied += usize::from(!denied.is_empty());
        let checked_again = claim.verdict != Verdict::Unknown;
        tally.remembered += usize::from(claim.remembered && checked_again);
        tally.as_before += usize::from(claim.remembered && !checked_again);
        tally.codes.extend(render::code(claim).filter(|_| !confirmations.contradicted(index)));
        tally.codes.extend(confirmations.contradicted(index).then_some(codes::CONTRADICTED));
        let confirmed = confirmations.in_short(index);
        let in_short = render::in_short(claim, second_reading, &confirmed);
        let place = lines.place(text, claim.span.start);
        let against = Against { denied: denied.clone(), contradicted: confirmations.contradicted(index) };
        self.reports.claim(shown, place, claim, &in_short, &against);
        if arguments.html.is_some() {
            let certificate = written.as_ref().ok().and_then(Option::as_deref);
            self.page.add(shown, text, claim, &in_short, &against, certificate);
        }
        if arguments.json || arguments.shard.is_some() {
            let mut object = render::json(shown, (text, lines), claim, &written, &denied, second_reading);
            for (key, value) in confirmations.json(index) {
                object[key] = value;
            }
            if arguments.json {
                terminal::json(&object);
            }
            if arguments.shard.is_some() {
                self.objects.push(object);
            }
        }
        if !arguments.json {
            render::claim(shown, (text, place.0), claim, &denied, second_reading, &confirmed);
            if let Some(explanation) = confirmations.explanation(index, shown, text, claim) {
                terminal::line(explanation.trim_end());
                terminal::line("");
            }
        }
    }

    fn ended(&mut self, file: &Current) {
        let Current { report, claims, .. } = file;
        self.exit = self.exit.max(match (report.failed(), report.only_declined()) {
            (false, _) => Exit::Good,
            (true, true) => Exit::Unknown,
            (true, false) => Exit::Input,
        });
        let failed = report.failed() && *claims == 0;
        if failed {
            self.tally.failed_files += 1;
        } else if *claims == 0 && self.arguments.looks_at_all() {
            let text = format!("{}: no claim in this file", report.file);
            terminal::message(Style::Doubt, "warning", &text);
        }
        if failed || self.arguments.looks_at_all() {
            let _ = self.tally.unless_written(self.plan.forget_others(&self.plan.files[file.index]));
        }
    }
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
