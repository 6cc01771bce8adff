//! The commands, one module each.

pub mod audit;
mod completions;
mod diff;
mod doctor;
mod log;
mod show;

use crate::args::Command;
use crate::exit::Exit;
use crate::failure::Failure;

/// Runs a command.
pub fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Log(arguments) => log::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}
