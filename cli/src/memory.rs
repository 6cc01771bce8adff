//! Where results are remembered between runs.

use covenant_remember::Memory;
use std::path::{Path, PathBuf};

/// A folder, or `off`; an option on the command line counts more.
const VARIABLE: &str = "COVENANT_CACHE";
/// Below the root of a project.
const FOLDER: &str = ".covenant/cache";
/// What the root of a project contains.
const ROOT_MARKS: [&str; 2] = ["covenant.toml", ".git"];

/// The memory of the project that this folder is in, unless the user wants another one.
#[must_use]
pub fn chosen(folder: Option<&Path>) -> Memory {
    Memory::in_folder(folder.map_or_else(default_folder, Path::to_owned))
}

/// The same, or none if the user wants none.
#[must_use]
pub fn wanted(folder: Option<&Path>, off: bool) -> Option<Memory> {
    let off = off || (folder.is_none() && std::env::var_os(VARIABLE).is_some_and(|value| value == "off"));
    (!off).then(|| chosen(folder))
}

fn default_folder() -> PathBuf {
    match std::env::var_os(VARIABLE).filter(|value| !value.is_empty() && value != "off") {
        Some(folder) => PathBuf::from(folder),
        None => {
            let here = std::env::current_dir().unwrap_or_default();
            let is_root = |folder: &&Path| ROOT_MARKS.iter().any(|mark| folder.join(mark).exists());
            here.ancestors().find(is_root).unwrap_or(&here).join(FOLDER)
        }
    }
}
