//! The commands, one module each.

mod audit;
mod check;
mod completions;
mod diff;
mod doctor;
mod enumerate;
mod export;
mod fuzz;
mod generator;
mod log;
mod replay;
mod sample;
mod show;

pub use check::Deny;

use crate::args::Command;
use crate::exit::Exit;
use crate::failure::Failure;

/// Runs a command.
pub fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Sample(arguments) => sample::run(&arguments),
        Command::Enumerate(arguments) => enumerate::run(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Log(arguments) => log::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}
