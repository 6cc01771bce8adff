//! Options of the commands about certificates.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `covenant replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant replay out/
  covenant replay a.cov --timeout 300
  covenant replay a.cov --keep a.v           leave the theorem to be read
  covenant replay out/ --reflect             the verified checker alone: faster still
  covenant replay out/ --script              a proof script for each

The theories are compiled once and kept in $XDG_CACHE_HOME/covenant or ~/.cache/covenant.")]
pub struct Replay {
    /// Certificates, or folders of them.
    #[arg(required = true, value_name = "CERT")]
    pub certificates: Vec<PathBuf>,
    /// Rocq processes at once; 0 means one per core.
    #[arg(long, short, default_value_t = 0, value_name = "N")]
    pub jobs: usize,
    /// Write a proof script for each certificate, with a theorem in the terms of the theories of Covenant
    /// (coq-export/README.md), in a process of its own. For claims that say *every*.
    #[arg(long, conflicts_with_all = ["reflect", "plain", "keep"])]
    pub script: bool,
    /// Let Rocq run the checker that is proved on the rows of all certificates, and nothing else. The theorems are
    /// about the deep embedding (docs/MEANING.md).
    #[arg(long)]
    pub reflect: bool,
    /// The same, and prove each claim in plain terms, with Inductives and quantifiers, from the theorem about the deep
    /// embedding. That is what is done if nothing is said, but for generators over a system.
    #[arg(long)]
    pub plain: bool,
    /// Leave the Rocq file here (all certificates in one).
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
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

impl Replay {
    /// How many processes of Rocq there may be.
    pub fn processes(&self) -> usize {
        match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        }
    }
}

/// The forms of `covenant export`, of which one must be given.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = false)]
pub struct ExportForm {
    /// A Rocq file that proves the claim against the theories of Covenant.
    #[arg(long)]
    pub rocq: bool,
    /// An OCaml module with a `QCheck.Gen.t` per generator, and its specification as a predicate; of a file that has
    /// only functions to test, a module with a `QCheck.Test.t` for each of them.
    #[arg(long)]
    pub qcheck: bool,
    /// An OCaml module with an Alcotest case for each function whose claim says what it returns only.
    #[arg(long)]
    pub alcotest: bool,
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
  covenant export a.ml --proptest --gen tree   a Rust module with one proptest strategy
  covenant export a.ml --alcotest -o t.ml      tests of its functions, on all small arguments")]
pub struct Export {
    /// The certificate for --rocq, the source file for the others.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to write.
    #[command(flatten)]
    pub form: ExportForm,
    /// With --qcheck: the datatypes are those of this module, so that values are the program's own.
    #[arg(long, value_name = "MODULE", conflicts_with_all = ["rocq", "proptest", "alcotest"], value_parser = module_path)]
    pub types_from: Option<String>,
    /// Only this generator, or function (default: all that have a claim).
    #[arg(long, value_name = "NAME", conflicts_with = "rocq")]
    pub r#gen: Option<String>,
    /// Write to this file instead of standard output.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub out: Option<PathBuf>,
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
    /// For generators over a system under test: show the pure program that was certified, too.
    #[arg(long)]
    pub translation: bool,
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

/// The name of a module, as OCaml writes it.
fn module_path(text: &str) -> Result<String, String> {
    let word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'')
    };
    if text.split('.').all(word) {
        Ok(text.to_owned())
    } else {
        Err("a module such as Tree or Lib.Tree".to_owned())
    }
}
