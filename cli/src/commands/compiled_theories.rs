//! Where the compiled Rocq theories are kept between replays.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// Where compiled theories are kept: named by the user, or by the system's convention.
pub(super) fn cache_folder(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named {
        return Ok(folder.to_owned());
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    base.map(|base| base.join("covenant")).ok_or_else(|| {
        Failure::input("there is no folder for compiled theories: HOME is not set")
            .help("name one with --cache DIR")
    })
}
