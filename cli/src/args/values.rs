//! Options of the commands about values.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// A generator to run.
#[derive(Debug, Args)]
pub struct Generator {
    /// The source file.
    pub file: PathBuf,
    /// The generator: a function of the file that has a claim.
    #[arg(long, value_name = "NAME")]
    pub r#gen: String,
    /// Its arguments, as OCaml values.
    #[arg(long, num_args = 0.., allow_negative_numbers = true, value_name = "VALUE")]
    pub args: Vec<String>,
    /// Steps for everything together: what is found does not depend on how busy the machine is.
    #[arg(long, default_value_t = covenant_execute::limits::STEPS, value_name = "N")]
    pub steps: u64,
    /// Seconds for everything together, as an outer limit [default: none].
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,
}

/// `covenant sample`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant sample gen.ml --gen tree --args 5
  covenant sample gen.ml --gen insert --args '[1; 2]' true -n 10000 --seed 7

The same seed gives the same values. Integers without bounds are drawn so that every one of
them has a positive chance, small ones a larger one.")]
pub struct Sample {
    /// The generator.
    #[command(flatten)]
    pub generator: Generator,
    /// Number of runs.
    #[arg(short, long, default_value_t = 1000)]
    pub n: usize,
    /// Start of the random numbers.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// How many values to print.
    #[arg(long, default_value_t = 10, value_name = "COUNT")]
    pub show: usize,
    /// One JSON object with all values.
    #[arg(long)]
    pub json: bool,
}

/// `covenant enumerate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant enumerate gen.ml --gen tree --args 2            what it can return
  covenant enumerate gen.ml --gen tree --args 2 --spec     what it should be able to return

Values of a specification are found by choosing constructors and integers one after the other, or
from models of Z3, whichever turns out to be faster; without libz3, by choosing.")]
pub struct Enumerate {
    /// The generator.
    #[command(flatten)]
    pub generator: Generator,
    /// Nested calls, or with --spec nested constructors.
    #[arg(long, default_value_t = 8)]
    pub depth: u32,
    /// Integers to choose from where there are no bounds.
    #[arg(long, default_value = "-1..1", allow_hyphen_values = true, value_name = "LOW..HIGH")]
    pub ints: String,
    /// The values that the specification allows, instead of those that can be returned.
    #[arg(long)]
    pub spec: bool,
    /// How the values of a specification are found.
    #[arg(long, value_enum, default_value_t = By::Either, requires = "spec", value_name = "WAY")]
    pub by: By,
    /// Values to list at most.
    #[arg(long, default_value_t = 1000, value_name = "COUNT")]
    pub limit: usize,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Ways to find the values of a specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Whichever is faster.
    Either,
    /// Choosing constructors and integers one after the other.
    Choice,
    /// Models of Z3.
    Models,
}
