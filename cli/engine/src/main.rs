//! `covenant-engine`: the commands that need Z3. `covenant` starts it.
//!
//! | module | command |
//! |---|---|
//! | `check` | `covenant check` |
//! | `enumerate` | `covenant enumerate --spec`, if Z3 is to help |
//! | `repair` | `covenant repair`, `covenant generate` |
//! | `synthesize` | `covenant synthesize` |
//! | `fuzz` | `covenant fuzz` |
//! | `scan` | `covenant scan` |
//!
//! `covenant lsp` is a crate of its own.
//!
//! What it shares with `covenant` (arguments, output, files, OCaml as a witness) is that program's
//! library, which knows nothing of Z3.

mod check;
mod enumerate;
mod fuzz;
mod repair;
mod scan;
mod synthesize;

use covenant_cli::args::Command;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_repair::{generate_claim, repair_claim};
use std::process::ExitCode;

fn main() -> ExitCode {
    covenant_cli::engine_program(covenant_elaborator::provenance::z3_version, run)
}

fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::run(arguments),
        Command::Repair(arguments) => repair::run(&arguments, repair_claim),
        Command::Generate(arguments) => repair::run(&arguments.as_repair(), generate_claim),
        Command::Scan(arguments) => scan::run(&arguments),
        Command::Synthesize(arguments) => synthesize::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Enumerate(arguments) => enumerate::run(&arguments),
        Command::Lsp => match covenant_lsp::serve() {
            // A search may be inside Z3, whose destructors must not run then.
            Ok(()) => covenant_cli::interrupt::end_well(),
            Err(error) => Err(Failure::input(format!("the language server ended: {error}"))),
        },
        _ => Err(Failure::input("this command needs no solver").help("call `covenant` instead")),
    }
}
