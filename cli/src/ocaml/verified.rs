//! The checker that is proved in Rocq, as a program: found, built if need be, and asked.
//!
//! It stands beside this program as `covenant-verified` (`cargo xtask verified` puts it there), or its
//! sources, which this program carries, are compiled once with `ocamlfind ocamlopt` and kept in the user's
//! cache. It is given the bytes that the kernel was given, in a file of its own, and prints what it says of them as
//! JSON, with the hash of what it read.
//!
//! The checker walks trees on the stack, so it is started with as much of it as the system grants. It counts its work and
//! its memory itself.

use super::Ocaml;
use super::build::{Built, NotCompiled, built, private_folder};
use crate::external::{self, NoAnswer};
use covenant_certificates::ContentHash;
use covenant_coq_export::verified::PROGRAM;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the program.
pub const NAME: &str = "covenant-verified";

/// An optimising compiler, on a busy machine.
const COMPILE_LIMIT: Duration = Duration::from_secs(300);
/// Far beyond what the program's own limit on work takes for the largest file.
const RUN_LIMIT: Duration = Duration::from_secs(1200);
/// A stack as large as may be.
const START: &str =
    "ulimit -s unlimited 2>/dev/null || ulimit -s \"$(ulimit -H -s)\" 2>/dev/null; exec \"$0\" \"$@\"";

/// What the verified checker says of a certificate.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// `valid`, `valid-modulo`, `refused` or `declined`.
    pub verdict: String,
    /// Where and why, of the last two.
    pub reason: String,
    /// Of a refusal, the kernel's word for the reason; empty if none was found.
    #[serde(default)]
    pub why: String,
    /// Hash of the bytes that it read.
    #[serde(skip_serializing)]
    hash: String,
    /// The name of the claimed function.
    #[serde(default)]
    pub function: String,
    /// The claim, printed from the tree that was checked.
    #[serde(default)]
    pub claim: String,
    /// What it took on trust.
    pub assumptions: Vec<Assumed>,
}

/// An assumption of the verified checker's verdict.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Assumed {
    /// `axiom`, `symbol`, `library`, `cross-checked` or `solver`.
    pub kind: String,
    /// Its name, or the number of the condition.
    pub name: String,
}

/// The program, ready to be asked.
#[derive(Debug)]
pub struct Verified {
    program: PathBuf,
    // Kept so that the folder lives as long as it is used.
    _built: Option<Built>,
}

impl Verified {
    /// The program beside this one, else one that is compiled now.
    ///
    /// # Errors
    ///
    /// If there is none and none can be made: why.
    pub fn prepare() -> Result<Verified, String> {
        if let Some(program) = beside() {
            return Ok(Verified { program, _built: None });
        }
        let Some(ocaml) = Ocaml::find() else {
            return Err(format!("there is no `{NAME}` beside this program, and no OCaml to compile it with"));
        };
        let built = compile(ocaml).map_err(|why| {
            format!(
                "there is no `{NAME}` beside this program, and OCaml cannot compile it: {}",
                why.text().trim()
            )
        })?;
        let program = built.path().join(NAME);
        Ok(Verified { program, _built: Some(built) })
    }

    /// Where the program would come from, without making it: the one beside this, or a compiler.
    #[must_use]
    pub fn available() -> Option<String> {
        if beside().is_some() {
            return Some("is there".to_owned());
        }
        let ocaml = Ocaml::find()?;
        let version = [OsStr::new("ocamlopt"), OsStr::new("-version")];
        let ended = external::run(&ocaml.finder, &version, "", COMPILE_LIMIT).ok()?;
        ended.success.then(|| format!("by OCaml {}", ended.output.trim()))
    }

    /// What it says of a file's bytes.
    ///
    /// # Errors
    ///
    /// If it gives no answer, or one about other bytes.
    pub fn ask(&self, bytes: &[u8]) -> Result<Answer, String> {
        let folder = private_folder().map_err(|error| crate::terminal::plain(&error))?;
        let file = folder.path().join("certificate.cov");
        fs::write(&file, bytes).map_err(|error| crate::terminal::plain(&error))?;
        let arguments = [OsStr::new("-c"), OsStr::new(START), self.program.as_os_str(), file.as_os_str()];
        let ended = match external::run("sh", &arguments, "", RUN_LIMIT) {
            Ok(ended) => ended,
            Err(NoAnswer::TimedOut) => return Err("it did not end in time".to_owned()),
            Err(NoAnswer::NotStarted(why)) => return Err(format!("it cannot be started: {why}")),
        };
        let Ok(answer) = serde_json::from_str::<Answer>(ended.output.trim()) else {
            let said = ended.errors.lines().next().unwrap_or("it ended without a word");
            return Err(said.to_owned());
        };
        if answer.hash != ContentHash::of_bytes(bytes).to_string() {
            return Err("it read other bytes than it was given".to_owned());
        }
        Ok(answer)
    }
}

/// The program that stands beside this one.
fn beside() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    Some(own.parent()?.join(NAME)).filter(|program| program.is_file())
}

fn compile(ocaml: &Ocaml) -> Result<Built, NotCompiled> {
    built(ocaml, "verified", PROGRAM, |folder| optimised(ocaml, folder))
}

/// Compiles and links the sources in a folder to native code.
fn optimised(ocaml: &Ocaml, folder: &Path) -> Result<(), NotCompiled> {
    let files = PROGRAM.iter().map(|(file, _)| *file);
    let all: Vec<&OsStr> = ["ocamlopt", "-w", "-a", "-O3"]
        .into_iter()
        .chain(files)
        .chain(["-o", NAME])
        .map(OsStr::new)
        .collect();
    match external::run_in(folder, &ocaml.finder, &all, "", COMPILE_LIMIT) {
        Ok(ended) if ended.success => Ok(()),
        Ok(ended) => Err(NotCompiled::NoAnswer(ended.errors)),
        Err(NoAnswer::TimedOut) => Err(NotCompiled::NoAnswer("ocamlopt did not end in time".to_owned())),
        Err(NoAnswer::NotStarted(why)) => {
            Err(NotCompiled::NoAnswer(format!("ocamlopt cannot be started: {why}")))
        }
    }
}
