//! OCaml, where it is installed: a second witness for the translation.
//!
//! | module | what it is for |
//! |---|---|
//! | [`build`] | compiling in a folder of its own; what is built once and kept |
//! | [`differential`], [`programs`] | random programs, by Covenant and by OCaml |
//! | [`read`] | a second reading of a file, through the compiler's own front end |
//! | [`run`] | running what was compiled, within bounds |
//! | [`confirm`] | promised values, made by the real program |
//! | [`kept`] | the same, and values of functions that return *only* some |
//! | [`noted`] | what was said before |
//! | `driver` | the program that asks for them |
//! | [`native`] | functions called with chosen values |
//! | [`many`] | functions of many files, called with chosen values in every way |
//! | `decode` | reads what such calls return |
//! | [`verified`] | the checker that is proved in Rocq, a program in OCaml |
//!
//! Nothing here can make a claim valid. A machine without OCaml gives the same verdicts, with
//! one witness fewer, and says so.

pub mod build;
pub mod confirm;
mod decode;
pub mod differential;
pub(crate) mod driver;
pub mod kept;
pub mod many;
pub mod native;
pub mod noted;
pub mod programs;
pub mod read;
pub mod run;
pub mod verified;

use crate::external;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ocaml {
    /// `ocamlfind`, which knows where the compiler and its libraries are.
    finder: PathBuf,
    /// What `ocamlc -version` says: `4.13.1`.
    pub version: String,
}

impl Ocaml {
    /// The compiler that `ocamlfind ocamlc` starts; none if it does not. Looked for once.
    pub fn find() -> Option<&'static Ocaml> {
        static FOUND: OnceLock<Option<Ocaml>> = OnceLock::new();
        FOUND
            .get_or_init(|| {
                let finder = external::find("ocamlfind")?;
                let ended = external::run(&finder, &["ocamlc", "-version"], "", build::COMPILE_LIMIT).ok()?;
                let version = ended.output.trim();
                let plausible = ended.success && version.starts_with(|c: char| c.is_ascii_digit());
                // It becomes part of the name of a folder.
                let plain = version.chars().all(|c| c.is_ascii_alphanumeric() || "._+~-".contains(c));
                (plausible && plain).then(|| Ocaml { version: version.to_owned(), finder })
            })
            .as_ref()
    }
}
