//! The command line of Covenant: arguments, rendering, files. What is decided is decided by the
//! libraries; a verdict is printed here, never made.
//!
//! `covenant` is what people call. Z3 is not among its dependencies, so that whoever audits
//! certificates needs no solver; where one is needed it starts `covenant-engine` (`cli/engine`, made
//! of this library as well), and says what happened if that cannot start or crashes.
//!
//! | module | what it is for |
//! |---|---|
//! | `assumptions` | what a verdict takes on trust |
//! | `args` | the commands and their options |
//! | `codes` | stable codes of messages, and what they mean |
//! | `commands` | one module per command |
//! | `engine` | the two programs and the line between them |
//! | `notation` | types, formulas, programs and evidence as text |
//! | `derivation` | what the kernel computed at each node of a certificate |
//! | `terminal` | colours, progress, lines of output |
//! | `failure`, `exit` | errors for people, exit codes for scripts |
//! | `inputs` | source files and certificates, from files and folders |
//! | `pages`, `snippet` | HTML, and source text with carets |
//! | `values` | values given as arguments |
//! | `external` | solvers and Rocq, run with a time limit |
//! | `ocaml` | OCaml as a second witness for the translation |
//! | `shards` | parts of a check on several machines |
//! | `sarif` | logs for code review tools |
//! | `project` | `covenant.toml` |
//! | `siblings`, `dune` | other files that a file uses, of its folder and of its project's libraries |
//! | `qcheck` | which version of QCheck a file is written for |
//! | `rejection` | the kernel's reasons, in words |
//! | `tested`, `regression` | what testing a function found, in words; a counterexample as a test |
//! | `test_args` | the options of `test` |
//! | `interrupt` | Ctrl-C |
//! | `memory` | where results are remembered |
//! | `manifest` | the certificates that `check` and `merge` wrote into a folder |

pub mod args;
mod asking;
pub mod assumptions;
pub mod codes;
pub mod commands;
pub mod derivation;
mod dune;
pub mod engine;
pub mod exit;
mod external;
pub mod failure;
pub mod inputs;
pub mod interrupt;
pub mod manifest;
pub mod memory;
pub mod notation;
pub mod ocaml;
pub mod pages;
pub mod project;
pub mod qcheck;
mod regression;
mod rejection;
pub mod sarif;
pub mod shards;
pub mod siblings;
pub mod snippet;
pub mod terminal;
pub mod test_args;
pub mod tested;
mod values;

use args::Command;
use clap::Parser;
use exit::Exit;
use failure::Failure;
use std::process::ExitCode;

/// The program `covenant`.
#[must_use]
pub fn covenant() -> ExitCode {
    interrupt::install();
    // clap prints usage errors itself and ends with 2, which is our code for them too.
    let arguments = args::Arguments::parse();
    terminal::choose_colors(arguments.color);
    ended(commands::run(arguments.command))
}

/// The program `covenant-engine`, given the version of its libz3 and what runs a command.
#[must_use]
pub fn engine_program(
    libz3_version: impl FnOnce() -> &'static str,
    run: impl FnOnce(Command) -> Result<Exit, Failure>,
) -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|first| first == engine::VERSION_OF_LIBZ3) {
        terminal::line(libz3_version());
        return ExitCode::SUCCESS;
    }
    engine::listen();
    let arguments = args::Arguments::parse();
    terminal::choose_colors(arguments.color);
    ended(run(arguments.command))
}

fn ended(outcome: Result<Exit, Failure>) -> ExitCode {
    // What a program that was interrupted says about the reason is not the reason.
    if interrupt::asked() {
        interrupt::end();
    }
    match outcome {
        Ok(_) if terminal::lost() || inputs::skipped() => Exit::Input.code(),
        Ok(exit) => exit.code(),
        Err(failure) => {
            failure.print();
            failure.exit.code()
        }
    }
}
