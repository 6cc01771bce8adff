//! Options of the commands that check sources.

use clap::{Args, ValueEnum};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

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
    /// Source files, or folders of them [default: those of `covenant.toml`].
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where certificates go: FILE.CLAIM.cov [default: covenant-out].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Check only the claim about this function.
    #[arg(long, value_name = "NAME")]
    pub claim: Option<String>,
    /// Threads; 0 means one per core.
    #[arg(long, short, default_value_t = 0, value_name = "N")]
    pub jobs: usize,
    /// How hard to try: so many times the budgets, which are counted in steps [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub effort: Option<u32>,
    /// Seconds for each claim, as an outer limit; a verdict that it cut short says so [default:
    /// none].
    #[arg(long, visible_alias = "claim-timeout", value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,
    /// The same for each condition of a claim, in each attempt to prove it [default: none].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub condition_timeout: Option<u64>,
    /// Seconds for the whole run; what is not decided by then is unknown [default: none].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=604_800))]
    pub total: Option<u64>,
    /// Fail (exit code 1) if an accepted claim rests on this.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "TRUST")]
    pub deny: Vec<Deny>,
    /// Read each file a second time, through OCaml's own front end, and decline it if the two readings differ.
    /// [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub second_reading: Option<Witness>,
    /// Whether values of accepted claims are made by the program itself, compiled and run by OCaml [default: auto].
    #[arg(long, value_enum, value_name = "WHEN")]
    pub confirm: Option<Confirm>,
    /// Where earlier runs left what they found, to be checked again instead of searched [default:
    /// .covenant/cache in the folder with `covenant.toml` or `.git`, or in this one].
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Where other machines leave what they found, and look for what this one finds: a folder, `s3://BUCKET/PATH`,
    /// `redis://HOST:PORT`, or `http://HOST/PATH` to read only. Needs the program `covenant-share`.
    #[arg(long, value_name = "PLACE", conflicts_with = "no_cache")]
    pub shared_cache: Option<String>,
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
    /// Also write a page with all claims: what is missing, what is in the way, and the source.
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// Check only this part of the claims, I of N; `covenant merge` puts the parts together.
    #[arg(long, value_name = "I/N", conflicts_with = "claim")]
    pub shard: Option<Shard>,
    /// Check again whenever a file changes, until Ctrl-C.
    #[arg(long, conflicts_with_all = ["shard", "github"])]
    pub watch: bool,
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

/// Whether a witness that needs OCaml is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Witness {
    /// If OCaml is installed.
    Auto,
    /// Always: without it, claims are not looked at.
    Require,
    /// Never.
    Off,
}

/// `--confirm`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confirm {
    /// If `ocamlfind ocamlc` runs.
    #[default]
    Auto,
    /// A claim of which no value was confirmed fails (exit code 1).
    Require,
    /// Nothing of the source is run.
    Off,
}

/// What may not be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deny {
    /// Axioms, symbols without definition, and library functions.
    Assumed,
    /// A solver's word, one or two.
    Solver,
}

/// `covenant cache`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  covenant cache stat
  covenant cache verify     the kernel checks every proof in it
  covenant cache clear

Nothing in the cache is believed: what it says is checked again whenever it is used, by the kernel or by
execution. A cache from anybody can cost time, never a verdict. What was searched in vain and what OCaml
said is noted in ~/.cache/covenant/notes: that is believed, and belongs to no project.")]
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
            max_cost: None,
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
that of the new text. That nothing forbidden is returned is proved where it can be, and else tried on
small arguments: the line `exact` says which.

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
    /// No term costs more than this, about its number of nodes [default: as far as the work goes].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=16))]
    pub max_cost: Option<u32>,
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
    /// Read claims as *only*, and in no other way.
    #[arg(long, conflicts_with = "against_ocaml")]
    pub only: bool,
    /// Read claims as *total exactly*, prove what they say *only*, and run the program without checks.
    #[arg(long, conflicts_with_all = ["against_ocaml", "only"])]
    pub total: bool,
    /// With `--only`: run every so many-th claim that is accepted with OCaml, too.
    #[arg(long, default_value_t = 0, value_name = "N", requires = "only")]
    pub ocaml: u64,
    /// Where programs go whose claim is accepted and does not hold.
    #[arg(long, default_value = "covenant-fuzz", value_name = "DIR")]
    pub out: PathBuf,
}

impl Check {
    /// Where certificates go.
    #[must_use]
    pub fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new("covenant-out"))
    }

    /// Whether values are made by the program itself.
    #[must_use]
    pub fn confirm(&self) -> Confirm {
        self.confirm.unwrap_or_default()
    }

    /// Whether files are read twice.
    #[must_use]
    pub fn second_reading(&self) -> Witness {
        self.second_reading.unwrap_or(Witness::Auto)
    }

    /// Whether all claims of the files are looked at.
    #[must_use]
    pub fn looks_at_all(&self) -> bool {
        self.claim.is_none() && self.shard.is_none()
    }
}

/// A part of the claims: number `index`, from 1, of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if 1 <= index && index <= of && of <= 10_000 => Ok(Shard { index, of }),
            _ => Err("two numbers such as 1/4: which part, of how many".to_owned()),
        }
    }
}
