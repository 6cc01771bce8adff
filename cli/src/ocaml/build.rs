//! Compiling OCaml: where, with what, and how what is always the same is kept.
//!
//! Sources that the tool brings along (the runtime, the harness, the reader) are compiled once for
//! a version of the compiler and kept in the user's cache, under a name that has the hash of all that
//! went into them. Where nothing can be kept they are compiled again in a temporary folder.

use super::Ocaml;
use crate::external::{self, NoAnswer};
use covenant_certificates::ContentHash;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// Compiling takes milliseconds. This is for a machine that is very busy: whoever reaches it is told that
/// there was no answer, never that there was a bad one.
pub const COMPILE_LIMIT: Duration = Duration::from_secs(300);

/// Why nothing was compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCompiled {
    /// The compiler refuses the text; this is what it says.
    Refused(String),
    /// There was no answer: no compiler, no place to write, no time. The text may be in order.
    NoAnswer(String),
}

/// Whether a compiler's message is about the file itself, whatever of its libraries is there.
pub(super) fn is_own_mistake(message: &str) -> bool {
    [
        "Syntax error",
        "Multiple definition",
        "Signature mismatch",
        "is required but not provided",
        "bound several times",
    ]
    .iter()
    .any(|mistake| message.contains(mistake))
}

impl NotCompiled {
    /// In words.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            NotCompiled::Refused(text) | NotCompiled::NoAnswer(text) => text,
        }
    }
}

impl From<io::Error> for NotCompiled {
    fn from(error: io::Error) -> Self {
        NotCompiled::NoAnswer(crate::terminal::plain(&error))
    }
}

/// A folder that nobody else can read, removed when it is dropped.
pub fn private_folder() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("covenant-ocaml-").tempdir()
}

impl Ocaml {
    /// Runs `ocamlc` in a folder.
    ///
    /// # Errors
    ///
    /// If it refuses, or gives no answer.
    pub fn compile(&self, folder: &Path, arguments: &[&str]) -> Result<(), NotCompiled> {
        let all: Vec<&OsStr> =
            std::iter::once("ocamlc").chain(arguments.iter().copied()).map(OsStr::new).collect();
        match external::run_in(folder, &self.finder, &all, "", COMPILE_LIMIT) {
            Ok(ended) if ended.success => Ok(()),
            // A compiler that says nothing was ended by something else, such as a full disk.
            Ok(ended) if ended.errors.trim().is_empty() => {
                Err(NotCompiled::NoAnswer("ocamlc ended without a word".to_owned()))
            }
            Ok(ended) => Err(NotCompiled::Refused(ended.errors)),
            Err(NoAnswer::TimedOut) => Err(NotCompiled::NoAnswer("ocamlc did not end in time".to_owned())),
            Err(NoAnswer::NotStarted(why)) => {
                Err(NotCompiled::NoAnswer(format!("ocamlc cannot be started: {why}")))
            }
        }
    }
}

/// What was built from the tool's own sources.
#[derive(Debug)]
pub enum Built {
    /// In the user's cache.
    Kept(PathBuf),
    /// For this run only.
    Temporary(TempDir),
}

impl Built {
    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Built::Kept(path) => path,
            Built::Temporary(folder) => folder.path(),
        }
    }
}

/// The folder with `name` built from these sources (file name and text) by this compiler. `build` is called
/// in a folder that has the sources, unless it was called for the same ones before and the result was kept.
///
/// # Errors
///
/// If `build` fails, or no folder can be made at all.
pub fn built(
    ocaml: &Ocaml,
    name: &str,
    sources: &[(&str, &str)],
    build: impl Fn(&Path) -> Result<(), NotCompiled>,
) -> Result<Built, NotCompiled> {
    // Threads of this process take turns: the second finds the work done.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let fill = |folder: &Path| -> Result<(), NotCompiled> {
        for (file, text) in sources {
            fs::write(folder.join(file), text)?;
        }
        build(folder)
    };
    let mut all = ocaml.version.clone();
    for (file, text) in sources {
        for part in [file, text] {
            all.push('\0');
            all.push_str(part);
        }
    }
    let hash = ContentHash::of_bytes(all.as_bytes()).to_string();
    let kept = cache().map(|cache| {
        let hash = hash.get(..16).unwrap_or(&hash).to_owned();
        (cache.join(format!("ocaml-{}-{name}-{hash}", ocaml.version)), cache)
    });
    let Some((kept, cache)) = kept.filter(|(_, cache)| fs::create_dir_all(cache).is_ok()) else {
        let folder = private_folder()?;
        fill(folder.path())?;
        return Ok(Built::Temporary(folder));
    };
    if kept.is_dir() {
        return Ok(Built::Kept(kept));
    }
    // Another process may be doing the same: each works in its own folder, and the first to finish moves
    // it into place, so that a kept folder is always complete.
    let own = tempfile::Builder::new()
        .prefix("ocaml-")
        .suffix(".tmp")
        .tempdir_in(&cache)
        .or_else(|_| private_folder())?;
    fill(own.path())?;
    match fs::rename(own.path(), &kept) {
        Ok(()) => Ok(Built::Kept(kept)),
        Err(_) if kept.is_dir() => Ok(Built::Kept(kept)),
        // Full, or read only.
        Err(_) => Ok(Built::Temporary(own)),
    }
}

/// The runtime that programs are written against, and what makes it draw from a script.
const HARNESS: [(&str, &str); 9] = [
    ("covenant_draws.ml", include_str!("../../../elaborator/ocaml/covenant_draws.ml")),
    ("covenant_runtime.mli", include_str!("../../../elaborator/ocaml/covenant_runtime.mli")),
    ("covenant_runtime.ml", include_str!("../../../elaborator/ocaml/covenant_runtime.ml")),
    ("covenant_script.ml", include_str!("../../../elaborator/ocaml/covenant_script.ml")),
    ("covenant_qcheck.ml", include_str!("../../../elaborator/ocaml/covenant_qcheck.ml")),
    ("QCheck2.ml", include_str!("../../../elaborator/ocaml/QCheck2.ml")),
    ("QCheck.ml", include_str!("../../../elaborator/ocaml/QCheck.ml")),
    ("QCheck_base_runner.ml", include_str!("../../../elaborator/ocaml/QCheck_base_runner.ml")),
    ("QCheck_runner.ml", include_str!("../../../elaborator/ocaml/QCheck_runner.ml")),
];
/// What the harness is compiled to, in the order of linking.
pub const OBJECTS: [&str; 8] = [
    "covenant_draws.cmo",
    "covenant_runtime.cmo",
    "covenant_script.cmo",
    "covenant_qcheck.cmo",
    "QCheck2.cmo",
    "QCheck.cmo",
    "QCheck_base_runner.cmo",
    "QCheck_runner.cmo",
];
/// The folder of the harness that programs may see: the interfaces of the runtime and of QCheck, and nothing else. What
/// they draw from cannot be named there, let alone replaced.
pub const VISIBLE: &str = "visible";
/// The interfaces in it.
const SEEN: [&str; 6] = [
    "covenant_runtime.cmi",
    "covenant_qcheck.cmi",
    "QCheck2.cmi",
    "QCheck.cmi",
    "QCheck_base_runner.cmi",
    "QCheck_runner.cmi",
];

/// The compiled runtime and harness.
///
/// # Errors
///
/// If they cannot be compiled here.
pub fn harness(ocaml: &Ocaml) -> Result<Built, NotCompiled> {
    built(ocaml, "harness", &HARNESS, |folder| {
        let files: Vec<&str> = HARNESS.iter().map(|(file, _)| *file).collect();
        ocaml.compile(folder, &[&["-w", "-a", "-c"], &files[..]].concat())?;
        let visible = folder.join(VISIBLE);
        fs::create_dir(&visible)?;
        for interface in SEEN {
            fs::copy(folder.join(interface), visible.join(interface))?;
        }
        Ok(())
    })
}

const STRIPPER_SOURCE: [(&str, &str); 1] =
    [("strip_notation.ml", include_str!("../../../elaborator/ocaml/strip_notation.ml"))];
/// The program of [`stripper`].
pub const STRIPPER: &str = "strip_notation";

/// The preprocessor that takes out what is written for us and is not OCaml.
///
/// # Errors
///
/// If it cannot be compiled here: the compiler's own libraries are needed.
pub fn stripper(ocaml: &Ocaml) -> Result<Built, NotCompiled> {
    built(ocaml, "notation", &STRIPPER_SOURCE, |folder| {
        let arguments =
            ["-w", "-a", "-package", "compiler-libs.common", "-linkpkg", "strip_notation.ml", "-o", STRIPPER];
        ocaml.compile(folder, &arguments)
    })
    // A source of ours that is refused is no fault of the user's.
    .map_err(|why| NotCompiled::NoAnswer(why.text().trim().to_owned()))
}

/// Where what is built is kept, as for compiled theories; none if the user has no such folder.
#[must_use]
pub fn cache() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    std::path::absolute(base.join("covenant")).ok()
}
