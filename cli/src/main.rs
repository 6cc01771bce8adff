//! The command line of Covenant: arguments, rendering, files. What is decided is decided by the
//! libraries; a verdict is printed here, never made.
//!
//! | module | what it is for |
//! |---|---|
//! | [`args`] | the commands and their options |
//! | [`commands`] | one module per command |
//! | [`notation`] | types, formulas, programs and evidence as text |
//! | [`derivation`] | what the kernel computed at each node of a certificate |
//! | [`terminal`] | colours, progress, lines of output |
//! | [`failure`], [`exit`] | errors for people, exit codes for scripts |
//! | [`inputs`] | source files and certificates, from files and folders |
//! | [`pages`], [`snippet`] | HTML, and source text with carets |
//! | [`values`] | values given as arguments |
//! | [`external`] | solvers and Rocq, run with a time limit |
//! | [`rejection`] | the kernel's reasons, in words |
//! | [`interrupt`] | Ctrl-C |

mod args;
mod commands;
mod derivation;
mod exit;
mod external;
mod failure;
mod inputs;
mod interrupt;
mod notation;
mod pages;
mod rejection;
mod snippet;
mod terminal;
mod values;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    // clap prints usage errors itself and ends with 2, which is our code for them too.
    let arguments = args::Arguments::parse();
    terminal::choose_colors(arguments.color);
    interrupt::install();
    match commands::run(arguments.command) {
        Ok(exit) => exit.code(),
        Err(failure) => {
            failure.print();
            failure.exit.code()
        }
    }
}
