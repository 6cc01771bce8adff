//! The commands that need no solver, one module each; the others are in `cli/engine`.

mod agree;
mod audit;
mod cache;
mod compiled_theories;
mod completions;
mod diff;
mod doctor;
pub mod enumerate;
mod explain;
mod export;
mod export_code;
mod generator;
mod in_order;
mod init;
mod log;
mod merge;
mod plan;
mod replay;
mod replay_reflect;
mod run;
mod sample;
mod show;
mod terms;
mod test;
mod test_module;

use crate::args::Command;
use crate::engine;
use crate::exit::Exit;
use crate::failure::Failure;

/// Runs a command in `covenant`, which is not linked with Z3.
///
/// # Errors
///
/// What the user has to be told.
pub fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(_)
        | Command::Repair(_)
        | Command::Generate(_)
        | Command::Scan(_)
        | Command::Synthesize(_)
        | Command::Fuzz(_) => engine::run(),
        Command::Lsp => engine::become_it(),
        Command::Init(arguments) => init::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Agree(arguments) => agree::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Sample(arguments) => sample::run(&arguments),
        Command::Enumerate(arguments) if enumerate::needs_solver(&arguments) => engine::run(),
        Command::Enumerate(arguments) => enumerate::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Log(arguments) => log::run(&arguments),
        Command::Cache(arguments) => cache::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Terms(arguments) => terms::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}
