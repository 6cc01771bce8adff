//! Options of the commands about generators over a system under test.

use clap::Args;
use std::path::PathBuf;

/// `covenant run`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant run stack.ml --sut bounded_stack.ml
  covenant run stack.ml --sut bounded_stack.ml --n 100000 --generator nested
  covenant run table.ml --sut my_table.ml --call 'table_gen 8 [] 1 2'

The system is an OCaml file with the operators of the signature and `fresh : unit -> unit`, which makes the
system as it is at the beginning. It may use the types of FILE: `open Covenant_subject`.
Both files are run.")]
pub struct Run {
    /// A source file with operators, and generators in a functor over them.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The system under test.
    #[arg(long, value_name = "MODULE.ml")]
    pub sut: PathBuf,
    /// A module that the system uses, under the name of its file; several in the order in which they use each other.
    #[arg(long, value_name = "MODULE.ml")]
    pub with: Vec<PathBuf>,
    /// Executions.
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub n: usize,
    /// Where the draws begin.
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub seed: u32,
    /// The generator; without this, the last one with a claim.
    #[arg(long, value_name = "NAME", conflicts_with = "call")]
    pub generator: Option<String>,
    /// What to run, in OCaml: a call of a generator with its arguments, which may draw.
    #[arg(long, value_name = "EXPRESSION")]
    pub call: Option<String>,
    /// Milliseconds that one operation of the system may take.
    #[arg(long, default_value_t = 1_000, value_name = "MS")]
    pub operation_limit: u32,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `covenant synthesize`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant synthesize stack.ml --goal lost
  covenant synthesize stack.ml --goal lost --n 5 --write lost_generators.ml
  covenant run lost_generators.ml --sut bounded_stack.ml

FILE declares operators and `let[@goal] lost (y : int) = {| … |}` (docs/TRACES.md). What is written is FILE up to its
functor, and a functor with the generators whose claims are valid; check it like any other file.

Exit codes: 0 a generator was found, 3 none was, 2 the file or the goal cannot be used.")]
pub struct Synthesize {
    /// A source file with operators and goals.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The goal, or a grammar.
    #[arg(long, value_name = "NAME")]
    pub goal: String,
    /// Straight lines to offer, the shortest first.
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub n: usize,
    /// Where to write the generators; without this they are printed.
    #[arg(long, value_name = "FILE.ml")]
    pub write: Option<PathBuf>,
    /// One JSON object.
    #[arg(long, conflicts_with = "write")]
    pub json: bool,
}
