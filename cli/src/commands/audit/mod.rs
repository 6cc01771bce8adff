//! `covenant audit`: the kernel's verdict on certificates that somebody else made, and what it
//! rests on. No elaborator and no solver is involved unless an option asks for one.

mod condition_query;
mod policy;
mod report;
mod resolve;
mod sarif;
mod second;
mod source;
mod text;
mod verified;

use crate::args::Audit;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ocaml::read::Reader;
use crate::ocaml::verified::Verified;
use crate::{inputs, interrupt, terminal};
use policy::Policy;
use report::Report;

/// Audits certificates.
pub fn run(arguments: &Audit) -> Result<Exit, Failure> {
    let paths = inputs::files(&arguments.certificates, inputs::CERTIFICATE)?;
    let policy = arguments.policy.as_deref().map(Policy::read).transpose()?;
    let solvers = resolve::solvers(arguments.resolve)?;
    let checker = arguments.verified.then(verified::checker).transpose()?;
    let reader = match &arguments.source {
        Some(_) => Reader::prepare(),
        None => Err(String::new()),
    };
    let mut exit = Exit::Good;
    let mut reports = Vec::new();
    let bar = terminal::progress(paths.len(), "auditing");
    for path in &paths {
        if interrupt::asked() {
            interrupt::end();
        }
        let file = match inputs::certificate(path) {
            Ok(file) => file,
            Err(failure) => {
                bar.suspend(|| failure.print());
                exit = exit.max(failure.exit);
                bar.inc(1);
                continue;
            }
        };
        let mut report = Report::of(path, &file);
        if let Some(program) = crate::asking::program_of(&file) {
            report.as_written(program, arguments.translation);
        }
        if let Some(policy) = &policy {
            report.violations = policy.violations(&report);
        }
        if let Some(source) = &arguments.source {
            let mut state = source::compare(source, &file, &reader)?;
            if arguments.run {
                state.run(source, &file)?;
            }
            report.source_state = Some(state);
            report.source_path = Some(source.display().to_string());
        }
        report.verified = checker.as_ref().map(|checker: &Verified| verified::ask(checker, &file, &report));
        let again = || resolve::again(&file, &solvers, arguments.timeout);
        report.resolved = arguments.resolve.map(|_| again());
        exit = exit.max(report.exit());
        bar.suspend(|| {
            if arguments.json {
                terminal::json(&report.json());
            } else if arguments.quiet {
                terminal::line(&text::line(&report));
            } else if !arguments.sarif {
                text::print(&report);
            }
        });
        reports.push(report);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if arguments.sarif {
        terminal::json(&sarif::log(&reports));
    } else if !arguments.json && paths.len() > 1 {
        terminal::line(&text::summary(&reports, paths.len()));
    }
    Ok(exit)
}
