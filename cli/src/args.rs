//! The commands and their options. The texts here are the manual: `covenant help COMMAND`.

use crate::terminal::Color;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

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

/// `covenant check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant check gen.ml                          certificates go to covenant-out/
  covenant check src/ --out certificates         all .ml files below a folder
  covenant check gen.ml --claim tree --effort 4
  covenant check src/ --json --deny assumed,solver   for CI

Work is counted, not timed: a verdict does not depend on how busy the machine is. A claim that is
unknown says which budget ran out; --effort N multiplies all of them, see `docs/JSON.md`.

A certificate of a claim that does not hold any more is removed from the --out folder.")]
pub struct Check {
    /// Source files, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where certificates go: FILE.CLAIM.cov.
    #[arg(long, default_value = "covenant-out", value_name = "DIR")]
    pub out: PathBuf,
    /// Check only the claim about this function.
    #[arg(long, value_name = "NAME")]
    pub claim: Option<String>,
    /// Threads; 0 means one per core.
    #[arg(long, short, default_value_t = 0, value_name = "N")]
    pub jobs: usize,
    /// How hard to try: so many times the budgets, which are counted in steps.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub effort: u32,
    /// Seconds for each claim, as an outer limit; a verdict that it cut short says so [default:
    /// none].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,
    /// Fail (exit code 1) if an accepted claim rests on this.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "TRUST")]
    pub deny: Vec<Deny>,
    /// Read each file a second time, through OCaml's own front end, and decline it if the two readings differ.
    #[arg(long, value_enum, default_value_t = Witness::Auto, value_name = "WHEN")]
    pub second_reading: Witness,
    /// Whether values of accepted claims are made by the program itself, compiled and run by OCaml.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub confirm: Confirm,
    /// Where earlier runs left what they found, to be checked again instead of searched [default:
    /// .covenant/cache in the folder with `covenant.toml` or `.git`, or in this one].
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Search everything anew, and leave nothing behind.
    #[arg(long)]
    pub no_cache: bool,
    /// Also write all findings as a SARIF log.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Also write all claims as JUnit test cases.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Also write a summary in Markdown, e.g. for a pull request.
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Also print annotations that GitHub's workflows show at the lines concerned.
    #[arg(long, conflicts_with = "json")]
    pub github: bool,
    /// The version of qcheck that the files are written for [default: from an opam file beside them; else what all
    /// versions from 0.19 on agree on].
    #[arg(long, value_name = "VERSION", value_parser = crate::qcheck::parse)]
    pub qcheck: Option<covenant_front::QcheckVersion>,
    /// One JSON object per claim and line.
    #[arg(long)]
    pub json: bool,
}

/// `covenant generate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Write the claim and a body that fails, which OCaml compiles:

  let sized_list (size : int) : int list = failwith \"todo\"
  [@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size] |}]

Examples:
  covenant generate gen.ml --claim sized_list
  covenant generate gen.ml --claim sized_list --write

Exit codes: as those of `covenant repair`.")]
pub struct Generate {
    /// The source file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The function.
    #[arg(long, value_name = "NAME")]
    pub claim: String,
    /// Write the body into the file, if it still has the text that was read.
    #[arg(long)]
    pub write: bool,
    /// Where certificates go.
    #[arg(long, default_value = "covenant-out", value_name = "DIR")]
    pub out: PathBuf,
    /// One JSON object, and no diff.
    #[arg(long)]
    pub json: bool,
}

impl Generate {
    /// The same as a request to repair.
    #[must_use]
    pub fn as_repair(&self) -> Repair {
        Repair {
            file: self.file.clone(),
            r#gen: Some(self.claim.clone()),
            write: self.write,
            unproved: false,
            imprecise: false,
            biased: false,
            all: 1,
            components: Vec::new(),
            only: None,
            without: Vec::new(),
            show_components: false,
            out: self.out.clone(),
            effort: 1,
            timeout: None,
            json: self.json,
        }
    }
}

/// `covenant repair`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant repair gen.ml                     the diff on standard output, the rest on standard error
  covenant repair gen.ml | git apply
  covenant repair gen.ml --gen tree --write
  covenant repair gen.ml --without int_range --components nat_gen

The result is a text like any other: it is read and proved from scratch, and the certificate is
that of the new text. That nothing forbidden is returned is tried on small arguments, not proved.

Exit codes: 0 repaired, or nothing to repair; 1 no repair; 2 usage or input; 3 repaired but not
proved, or declined.")]
pub struct Repair {
    /// The source file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only the claim about this function (default: every rejected one, from the top).
    #[arg(long, value_name = "NAME")]
    pub r#gen: Option<String>,
    /// Make the change in the file, if it still has the text that was read.
    #[arg(long)]
    pub write: bool,
    /// With --write: also a change whose claim is not proved.
    #[arg(long, requires = "write")]
    pub unproved: bool,
    /// Permit values that the specification forbids, as few as possible, if nothing else is found.
    #[arg(long)]
    pub imprecise: bool,
    /// Weigh an added branch that ends the recursion by the size, so that it does not halve the others.
    #[arg(long)]
    pub biased: bool,
    /// So many different repairs, the cheapest first; the diff is that of the first.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub all: u32,
    /// Also use these functions, constructors or operators.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub components: Vec<String>,
    /// Use these and nothing else, but for variables.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", conflicts_with = "components")]
    pub only: Option<Vec<String>>,
    /// Do not use these.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub without: Vec<String>,
    /// Say what terms are made of, and do nothing.
    #[arg(long)]
    pub show_components: bool,
    /// Where certificates go.
    #[arg(long, default_value = "covenant-out", value_name = "DIR")]
    pub out: PathBuf,
    /// How hard to try to prove the result: so many times the budgets.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub effort: u32,
    /// Seconds for each proof, as an outer limit [default: none].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,
    /// One JSON object per claim and line, and no diff.
    #[arg(long)]
    pub json: bool,
}

/// Whether a witness that needs OCaml is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Witness {
    /// If OCaml is installed.
    Auto,
    /// Always: without it, claims are not looked at.
    Require,
    /// Never.
    Off,
}

/// `covenant cache`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant cache stat
  covenant cache verify     the kernel checks every proof in it
  covenant cache clear

Nothing in the cache is believed: what it says is checked again whenever it is used, by the kernel or by
execution. A cache from anybody can cost time, never a verdict.")]
pub struct Cache {
    /// What to do.
    #[arg(value_enum)]
    pub action: CacheAction,
    /// The folder; the default is the same as that of `covenant check`.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `covenant scan`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant scan test/                      every generator of QCheck below a folder
  covenant scan gen.ml --html scan.html
  covenant scan gen.ml --write-claims      writes what was proved into the file")]
pub struct Scan {
    /// Source files, or folders of them.
    #[arg(required = true, value_name = "PATH")]
    pub files: Vec<PathBuf>,
    /// Threads; 0 means one per core.
    #[arg(long, short, default_value_t = 0, value_name = "N")]
    pub jobs: usize,
    /// The version of qcheck that the files are written for [default: as for `check`].
    #[arg(long, value_name = "VERSION", value_parser = crate::qcheck::parse)]
    pub qcheck: Option<covenant_front::QcheckVersion>,
    /// Write the claim of each generator that is complete into the file, behind its definition.
    #[arg(long)]
    pub write_claims: bool,
    /// Write a page with all generators.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// One JSON object per generator and line.
    #[arg(long)]
    pub json: bool,
}

/// What to do with the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CacheAction {
    /// How much is in it.
    Stat,
    /// Check every proof in it.
    Verify,
    /// Forget everything.
    Clear,
}

/// `covenant agree`.
#[derive(Debug, Args)]
pub struct Agree {
    /// Source files, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// One JSON object per file and line.
    #[arg(long)]
    pub json: bool,
}

/// `--confirm`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Confirm {
    /// If `ocamlfind ocamlc` runs.
    #[default]
    Auto,
    /// A claim of which no value was confirmed fails (exit code 1).
    Require,
    /// Nothing of the source is run.
    Off,
}

/// `covenant replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant replay out/
  covenant replay a.cov --timeout 300
  covenant replay out/ --reflect             all in one file, by the verified checker

The theories are compiled once and kept in $XDG_CACHE_HOME/covenant or ~/.cache/covenant.")]
pub struct Replay {
    /// Certificates, or folders of them.
    #[arg(required = true, value_name = "CERT")]
    pub certificates: Vec<PathBuf>,
    /// Rocq processes at once; 0 means one per core.
    #[arg(long, short, default_value_t = 0, value_name = "N")]
    pub jobs: usize,
    /// Write no proof scripts: one file with the rows of all certificates, in which Rocq runs the checker
    /// that is proved. Faster; the theorems are about the deep embedding (docs/MEANING.md).
    #[arg(long)]
    pub reflect: bool,
    /// Seconds per certificate.
    #[arg(long, default_value_t = 120, value_name = "SECONDS")]
    pub timeout: u64,
    /// Where compiled theories are kept.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// One JSON object per certificate and line.
    #[arg(long)]
    pub json: bool,
}

/// The forms of `covenant export`, of which one must be given.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = false)]
pub struct ExportForm {
    /// A Rocq file that proves the claim against the theories of Covenant.
    #[arg(long)]
    pub rocq: bool,
    /// An OCaml module with a `QCheck.Gen.t` per generator, and its specification as a predicate.
    #[arg(long)]
    pub qcheck: bool,
    /// A Rust module with a proptest `Strategy` per generator, and its specification as a
    /// predicate.
    #[arg(long)]
    pub proptest: bool,
}

/// `covenant export`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant export a.cov --rocq                 print it
  covenant export a.cov --rocq -o A.v          write it; `covenant replay a.cov` compiles it
  covenant export a.ml --qcheck -o gens.ml     an OCaml module of QCheck generators
  covenant export a.ml --proptest --gen tree   a Rust module with one proptest strategy")]
pub struct Export {
    /// The certificate for --rocq, the source file for the others.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to write.
    #[command(flatten)]
    pub form: ExportForm,
    /// Only this generator (default: all that have a claim).
    #[arg(long, value_name = "NAME", conflicts_with = "rocq")]
    pub r#gen: Option<String>,
    /// Write to this file instead of standard output.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub out: Option<PathBuf>,
}

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

/// `covenant audit`.
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  covenant audit out/                        everything in a folder
  covenant audit a.cov --source a.ml         and: is it about the source I have?
  covenant audit a.cov --resolve both        and: ask Z3 and cvc5 about its conditions
  covenant audit out/ --policy policy.toml   and: is what it rests on acceptable?
  covenant audit a.cov --verified            and: what does the checker say that is proved in Rocq?",
    after_long_help = "\
A policy is a TOML file; every key may be left out:

  evidence = [\"checked\", \"cross-checked\"]   # kinds of evidence that are acceptable
  assumptions = [\"sorted_append\"]           # names that may be assumed
  kernels = [\"0.1.0\"]                       # kernel versions that may have accepted it

Examples:
  covenant audit out/                        everything in a folder
  covenant audit a.cov --source a.ml         and: is it about the source I have?
  covenant audit a.cov --resolve both        and: ask Z3 and cvc5 about its conditions
  covenant audit out/ --policy policy.toml   and: is what it rests on acceptable?
  covenant audit a.cov --verified            and: what does the checker say that is proved in Rocq?"
)]
pub struct Audit {
    /// Certificates, or folders of them.
    #[arg(required = true, value_name = "CERT")]
    pub certificates: Vec<PathBuf>,
    /// Check that this source file still translates to exactly the audited program and claim.
    #[arg(long, value_name = "FILE")]
    pub source: Option<PathBuf>,
    /// Compile and run that source file with OCaml, as `check --confirm` does. Without this option
    /// nothing of it is executed.
    #[arg(long, requires = "source")]
    pub run: bool,
    /// Ask the checker that is proved in Rocq as well (`covenant-verified`), and compare.
    #[arg(long)]
    pub verified: bool,
    /// Ask solvers again about conditions that rest on one, with queries made from the conditions.
    #[arg(long, value_enum, value_name = "SOLVER")]
    pub resolve: Option<Resolve>,
    /// Seconds per query with --resolve.
    #[arg(long, default_value_t = 20, value_name = "SECONDS")]
    pub timeout: u64,
    /// Fail unless the verdict rests only on what this file permits.
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// One line per certificate.
    #[arg(long, short, conflicts_with_all = ["json", "sarif"])]
    pub quiet: bool,
    /// One JSON object per certificate and line.
    #[arg(long, conflicts_with = "sarif")]
    pub json: bool,
    /// A SARIF log, for annotations in code review.
    #[arg(long)]
    pub sarif: bool,
}

/// Solvers to ask again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Resolve {
    /// Z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// Both.
    Both,
}

/// `covenant show`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant show a.cov                  the derivation as a tree
  covenant show a.cov --node 12        everything about one node
  covenant show a.cov --html a.html    a page to click through; works offline")]
pub struct Show {
    /// The certificate.
    #[arg(value_name = "CERT")]
    pub certificate: PathBuf,
    /// Everything about this node: type, verification condition, evidence, unsat core.
    #[arg(long, value_name = "N", conflicts_with = "html")]
    pub node: Option<u32>,
    /// Write one self-contained HTML page.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// The whole derivation as JSON.
    #[arg(long, conflicts_with_all = ["html", "node"])]
    pub json: bool,
}

/// `covenant log`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant log a.cov                 which solver was asked what
  covenant log a.cov --out queries   the queries as SMT-LIB files
  z3 queries/*.smt2                  each answers unsat")]
pub struct Log {
    /// The certificate.
    #[arg(value_name = "CERT")]
    pub certificate: PathBuf,
    /// Write the queries as SMT-LIB files into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// One JSON object per query and line.
    #[arg(long)]
    pub json: bool,
}

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

/// `covenant fuzz`.
#[derive(Debug, Args)]
pub struct Fuzz {
    /// Programs to change, or folders of them; without any, all programs are made from scratch.
    pub files: Vec<PathBuf>,
    /// For how long.
    #[arg(long, default_value_t = 1)]
    pub minutes: u64,
    /// At most so many programs.
    #[arg(long, default_value_t = u64::MAX)]
    pub runs: u64,
    /// The number of the first run. A run's program depends on its number only, so runs can be
    /// split into ranges, resumed and repeated.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Instead: make random programs, and compare what Covenant and OCaml make of them.
    #[arg(long, conflicts_with = "files")]
    pub against_ocaml: bool,
    /// Where programs go whose claim is accepted and does not hold.
    #[arg(long, default_value = "covenant-fuzz", value_name = "DIR")]
    pub out: PathBuf,
}

/// `covenant diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Changes that --fail-on knows:
  spec         the claim, or something that it uses, says something else
  theory       a datatype, definition or assumed formula is different
  program      a function is different
  derivation   the derivation is different
  condition    a verification condition came, went or changed
  lemma        a lemma came, went or changed
  assumption   something more is taken on trust
  core         an unsat core names other assertions
  weaker       evidence became weaker, e.g. solver where checked was
  coverage     coverage is given up: TSub where TEq was
  removed      a claim has no certificate any more
  added        a claim has one that had none
  any          all of these

Examples:
  covenant diff old.cov new.cov
  covenant diff out-main/ out-branch/ --fail-on spec,weaker,assumption,removed
  covenant diff old.cov new.cov --html diff.html")]
pub struct Diff {
    /// The certificate, or folder of certificates, from before.
    pub old: PathBuf,
    /// The one from now.
    pub new: PathBuf,
    /// End with exit code 1 if such a change is found.
    #[arg(long, value_delimiter = ',', value_name = "CHANGE")]
    pub fail_on: Vec<String>,
    /// One JSON object per claim and line.
    #[arg(long, conflicts_with = "html")]
    pub json: bool,
    /// Write one self-contained HTML page.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// What may not be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Axioms, symbols without definition, and library functions.
    Assumed,
    /// A solver's word, one or two.
    Solver,
}
