//! The options of `covenant test`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `covenant test`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant test insert.ml                      every function with a claim `{v:t | φ}` or `exactly [v:t | φ]`
  covenant test insert.ml --fun insert --depth 6 --max 5000
  covenant test insert.ml --coverage           and: which branches the arguments reached
  covenant test insert.ml --write test_insert.ml --for alcotest

A function is run on all arguments that the types of its parameters allow, up to a depth: so many nested
constructors, and integers from -1 to 2, or to the depth. Functions that Covenant does not read
(exceptions, mutation, other modules) are compiled by OCaml from the file itself and run as they are.

Exit codes: 0 nothing found; 1 a function returns what its type does not allow, or raises; 2 usage or input;
3 something could not be tested, or did not return.")]
pub struct Test {
    /// The source file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only this function.
    #[arg(long, value_name = "NAME")]
    pub fun: Option<String>,
    /// Nested constructors in arguments.
    #[arg(long, default_value_t = 4, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=1_000))]
    pub depth: u32,
    /// Arguments of each depth, at most.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max: u32,
    /// Integers in arguments [default: -1 to 2, or to the depth].
    #[arg(long, allow_hyphen_values = true, value_name = "LOW..HIGH")]
    pub ints: Option<String>,
    /// Which functions OCaml runs: those that are not read, all, or none. One that is run here and refuted is
    /// also run by OCaml, unless `none`.
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    pub native: Native,
    /// Seconds of processor time for a call that OCaml runs.
    #[arg(long, default_value_t = 2, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=3_600))]
    pub seconds: u32,
    /// Say which branches of the function no argument reached (functions that are run here).
    #[arg(long)]
    pub coverage: bool,
    /// Also write what is tried as a module of tests, to this file.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// What the module is written for.
    #[arg(long, value_enum, default_value_t, requires = "write", value_name = "FRAMEWORK")]
    pub r#for: Framework,
    /// One JSON object per function and line.
    #[arg(long)]
    pub json: bool,
}

/// What tests are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Framework {
    /// QCheck: `tests` is a list of `QCheck.Test.t`.
    #[default]
    Qcheck,
    /// Alcotest: `tests` is a list of test cases.
    Alcotest,
}

/// Which functions OCaml runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Native {
    /// Those that are not read.
    #[default]
    Unread,
    /// All.
    All,
    /// None: nothing of the file is executed.
    None,
}
