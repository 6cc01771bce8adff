//! The commands, one module each.

mod agree;
mod audit;
mod check;
mod completions;
mod diff;
mod doctor;
mod enumerate;
mod export;
mod export_code;
mod fuzz;
mod generator;
mod log;
mod replay;
mod sample;
mod show;
mod terms;

pub use check::Deny;

use crate::args::Command;
use crate::engine;
use crate::exit::Exit;
use crate::failure::Failure;

/// Runs a command in `covenant`. Nothing here may call what calls Z3.
pub fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(_) | Command::Fuzz(_) => engine::run(),
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
        Command::Terms(arguments) => terms::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}

/// Runs a command in `covenant-engine`.
pub fn run_with_solver(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Enumerate(arguments) => enumerate::run_with_solver(&arguments),
        _ => Err(Failure::input("this command needs no solver").help("call `covenant` instead")),
    }
}
