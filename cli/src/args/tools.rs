//! Options of the other commands.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `covenant terms`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant terms --type 'int list -> int list'
  covenant terms --type 'int list -> int list' --n 1000 --size 50 --seed 1 --summary
  covenant terms --type 'int tree -> int' --env trees.ml --n 100 --module -o terms.ml
  covenant terms --type \".. -> 'a list\" --n 5          parameters are found as terms grow
  covenant terms --type 'int -> int' --size 12 --grow grow.svg
  covenant terms --type 'int list -> int list' --n 10000 --differential ocamlc 'ocamlopt -inline 1000'
  covenant terms --type 'int list -> int list' --n 1000 --as haskell --differential 'ghc -O0' 'ghc -O2'

Term number i of a seed is the same on every machine. A command of --differential gets `-o PROGRAM FILE` at its
end, or has {in} and {out} where these go. `docs/TERMS.md` says how terms are made.")]
pub struct Terms {
    /// The type of the terms, as in OCaml.
    #[arg(long, value_name = "TYPE", required_unless_present = "print_weights")]
    pub r#type: Option<String>,
    /// What terms are made of: an OCaml file with types, `val` declarations and typed definitions
    /// [default: a small library of lists].
    #[arg(long, value_name = "FILE")]
    pub env: Option<PathBuf>,
    /// For --as haskell with --env: a Haskell file that defines the environment's constants. Haskell's library is
    /// imported as P there.
    #[arg(long, value_name = "FILE")]
    pub definitions: Option<PathBuf>,
    /// Number of terms.
    #[arg(short, long, default_value_t = 10)]
    pub n: u64,
    /// Nodes of a term, about.
    #[arg(long, default_value_t = 50, value_parser = size_of_terms)]
    pub size: usize,
    /// Start of the random numbers.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Only the local rules: as generators from the top down make terms.
    #[arg(long)]
    pub local: bool,
    /// Weights of the rules: lines `name = number`.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Print the weights, and nothing else.
    #[arg(long)]
    pub print_weights: bool,
    /// First make so many polymorphic functions, which the terms can call.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000))]
    pub functions: u64,
    /// The language.
    #[arg(long, value_enum, default_value_t = TermLanguage::Ocaml, value_name = "LANGUAGE")]
    pub r#as: TermLanguage,
    /// Functions that were extended take a tuple; curried otherwise.
    #[arg(long)]
    pub tupled: bool,
    /// One module that defines all terms, with the environment.
    #[arg(long, conflicts_with_all = ["summary", "json"])]
    pub module: bool,
    /// Only what the terms look like together.
    #[arg(long)]
    pub summary: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
    /// Draw the first term and how it grew, step by step, as SVG.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["differential", "module", "summary", "json"])]
    pub grow: Option<PathBuf>,
    /// Compile all terms with two commands, run both programs on a table of arguments and compare.
    #[arg(long, num_args = 2, value_names = ["COMMAND", "COMMAND"], conflicts_with_all = ["module", "summary", "tupled"])]
    pub differential: Option<Vec<String>>,
    /// Terms that are compiled together.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub batch: u64,
    /// Seconds that a compiler, or a program, may take for a batch.
    #[arg(long, default_value_t = 300, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    /// Write terms or the module to this file; with --differential, batches into this folder.
    #[arg(long, short = 'o', value_name = "PATH")]
    pub out: Option<PathBuf>,
}

/// A size that a machine can hold a term of.
fn size_of_terms(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(size) if (1..=1_000_000).contains(&size) => Ok(size),
        _ => Err("a number from 1 to 1000000".to_owned()),
    }
}

/// Languages that terms are printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TermLanguage {
    /// OCaml.
    Ocaml,
    /// Haskell.
    Haskell,
    /// S-expressions.
    Sexp,
}

/// `covenant doctor`.
#[derive(Debug, Args)]
pub struct Doctor {
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `covenant completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  covenant completions bash > ~/.local/share/bash-completion/completions/covenant")]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `covenant explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant explain C0002
  covenant explain              all codes")]
pub struct Explain {
    /// The codes, e.g. C0001; without one all are listed.
    #[arg(value_name = "CODE")]
    pub codes: Vec<String>,
    /// One JSON object per code and line.
    #[arg(long)]
    pub json: bool,
}

/// `covenant init`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  covenant init && covenant check")]
pub struct Init {
    /// The folder of the project.
    #[arg(default_value = ".", value_name = "DIR")]
    pub folder: PathBuf,
}

/// `covenant merge`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  covenant check src/ --shard 1/2 --out parts/1      on one machine
  covenant check src/ --shard 2/2 --out parts/2      on another one
  covenant merge parts/1 parts/2 --out covenant-out")]
pub struct Merge {
    /// The --out folders of all parts.
    #[arg(required = true, value_name = "DIR")]
    pub parts: Vec<PathBuf>,
    /// Where the certificates of all parts go.
    #[arg(long, default_value = "covenant-out", value_name = "DIR")]
    pub out: PathBuf,
    /// One JSON object per claim and line, as `check --json` prints them.
    #[arg(long)]
    pub json: bool,
}

/// `covenant plan`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant plan src/ --shards 8 --ninja > build.ninja && ninja -k 0
  covenant plan src/ --shards 8 --snakemake > Snakefile && snakemake --cores 8
  covenant plan src/ --shards 8 --github > .github/workflows/covenant.yml")]
pub struct Plan {
    /// Source files, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Parts that can be checked at the same time.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub shards: u32,
    /// Where certificates go.
    #[arg(long, default_value = "covenant-out", value_name = "DIR")]
    pub out: PathBuf,
    /// A file for Ninja.
    #[arg(long, group = "form")]
    pub ninja: bool,
    /// A file for Snakemake.
    #[arg(long, group = "form")]
    pub snakemake: bool,
    /// A workflow for GitHub, with a job per part.
    #[arg(long, group = "form", required_unless_present_any = ["ninja", "snakemake"])]
    pub github: bool,
}
