//! The commands and their options. The texts here are the manual: `covenant help COMMAND`.

mod certificates;
mod check;
mod tools;
mod traces;
mod values;

pub use certificates::*;
pub use check::*;
pub use tools::*;
pub use traces::*;
pub use values::*;

use crate::terminal::Color;
use clap::{Parser, Subcommand};

const EXIT_CODES: &str = "\
Exit codes:
  0  everything asked for holds
  1  a claim is rejected, or a gate (--deny, --policy, --fail-on) is closed
  2  usage, input or environment: nothing was decided
  3  something is unknown or declined";

/// Checks that test-input generators can produce every value their specification allows.
///
/// `check` reads annotated OCaml and writes a certificate per claim; `audit` rechecks a
/// certificate with a small kernel, without a solver; `replay` proves it again in Rocq.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check the claims of source files and write a certificate for each that holds.
    Check(Check),
    /// Propose a change that makes a rejected claim hold, as a diff, with the certificate of the result.
    Repair(Repair),
    /// Write a first generator for a claim whose function only fails, as a diff.
    Generate(Generate),
    /// Say what the QCheck generators of source files cannot produce, without annotations.
    Scan(Scan),
    /// Run functions on all small arguments of their types, and check what they return.
    Test(crate::test_args::Test),
    /// Write generators of traces for a goal, from the operators of a system under test.
    Synthesize(Synthesize),
    /// Run generators over a system under test against a system, and say what was found.
    Run(Run),
    /// Recheck certificates with the kernel alone, and say what each verdict rests on.
    Audit(Audit),
    /// Prove certificates again in Rocq, independently of the kernel.
    Replay(Replay),
    /// Write a certificate as a Rocq file, or generators as code for QCheck or proptest.
    Export(Export),
    /// Compare certificates: what changed in claim, program, derivation and evidence.
    Diff(Diff),
    /// Show the derivation of a certificate beside its source.
    Show(Show),
    /// Show or extract the queries that solvers answered.
    Log(Log),
    /// Run a generator at random and describe what comes out.
    Sample(Sample),
    /// List every value that a generator can return, or that its specification allows.
    Enumerate(Enumerate),
    /// Show, check or clear what is remembered between runs.
    Cache(Cache),
    /// Make random well-typed terms that use what they bind, to test compilers with.
    Terms(Terms),
    /// Write `covenant.toml` for a project, with an example.
    Init(Init),
    /// Put the parts of a check together that ran with --shard; a part that is missing is an error.
    Merge(Merge),
    /// Write the work of a check as a build file: for Ninja, Snakemake or GitHub's workflows.
    Plan(Plan),
    /// Serve an editor: verdicts as you type (language server over standard input and output).
    Lsp,
    /// Say what a code in a message means, and what to do about it.
    Explain(Explain),
    /// Say what is installed, what is missing, and how to get it.
    Doctor(Doctor),
    /// Print a completion script for a shell.
    Completions(Completions),
    /// Say whether OCaml's own front end reads the same claims from files, without checking them.
    #[command(hide = true)]
    Agree(Agree),
    /// Test the tool itself on programs that nobody wrote (`cargo xtask fuzz`).
    #[command(hide = true)]
    Fuzz(Fuzz),
}
