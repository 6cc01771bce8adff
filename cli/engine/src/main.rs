//! `covenant-engine`: the commands that need Z3. `covenant` starts it.
//!
//! | module | command |
//! |---|---|
//! | `check` | `covenant check` |
//! | `enumerate` | `covenant enumerate --spec`, if Z3 is to help |
//! | `fuzz` | `covenant fuzz` |
//!
//! What it shares with `covenant` (arguments, output, files, OCaml as a witness) is that program's
//! library, which knows nothing of Z3.

mod check;
mod enumerate;
mod fuzz;

use covenant_cli::args::Command;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    covenant_cli::engine_program(covenant_elaborator::provenance::z3_version, run)
}

fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Enumerate(arguments) => enumerate::run(&arguments),
        _ => Err(Failure::input("this command needs no solver").help("call `covenant` instead")),
    }
}
