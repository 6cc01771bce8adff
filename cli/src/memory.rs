//! Where results are remembered between runs.

use crate::failure::Failure;
use crate::ocaml::build;
use crate::terminal::{self, Style};
use covenant_certificates::shown::shown_path;
use covenant_remember::{Memory, Notes, Patience, Shared};
use std::path::{Path, PathBuf};

/// A folder, or `off`; an option on the command line counts more.
const VARIABLE: &str = "COVENANT_CACHE";
/// The program that gets and puts what is shared, beside this one.
const SHARE: &str = "covenant-share";
/// Below the root of a project.
const FOLDER: &str = ".covenant/cache";
/// In the user's own cache: what is believed.
const NOTES: &str = "notes";
/// What the root of a project contains.
const ROOT_MARKS: [&str; 2] = ["covenant.toml", ".git"];

/// The memory of the project that this folder is in, unless the user wants another one.
///
/// # Errors
///
/// If the project's leads somewhere else: a link that came with it is nobody's wish.
pub fn chosen(folder: Option<&Path>) -> Result<Memory, Failure> {
    let folder = match (folder, std::env::var_os(VARIABLE)) {
        (Some(folder), _) => folder.to_owned(),
        (None, Some(folder)) if !folder.is_empty() && folder != "off" => PathBuf::from(folder),
        (None, _) => folder_of_project()?,
    };
    let notes = build::cache().and_then(|cache| Notes::in_folder(cache.join(NOTES)));
    Ok(Memory::in_folder(folder).with_notes(notes))
}

/// The same, or none if the user wants none.
#[must_use]
pub fn wanted(folder: Option<&Path>, off: bool) -> Option<Memory> {
    let off = off || (folder.is_none() && std::env::var_os(VARIABLE).is_some_and(|value| value == "off"));
    if off {
        return None;
    }
    let chosen = chosen(folder);
    if let Err(failure) = &chosen {
        terminal::message(Style::Doubt, "warning", &format!("nothing is remembered: {}", failure.message));
    }
    chosen.ok()
}

/// Adds what is shared with other machines at a place. That this is not possible is said, and costs time only.
#[must_use]
pub fn sharing(memory: Memory, place: Option<&str>) -> Memory {
    let Some(place) = place else { return memory };
    let program = std::env::current_exe().unwrap_or_default().with_file_name(SHARE);
    match Shared::start(program.as_os_str(), place, Patience::default()) {
        Ok(shared) => memory.with_shared(shared),
        Err(error) => {
            let text = format!(
                "nothing is shared: {} cannot be started ({}); `cargo xtask share` builds it",
                shown_path(&program),
                terminal::plain(&error)
            );
            terminal::message(Style::Doubt, "warning", &text);
            memory
        }
    }
}

fn folder_of_project() -> Result<PathBuf, Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let is_root = |folder: &&Path| ROOT_MARKS.iter().any(|mark| folder.join(mark).exists());
    let root = here.ancestors().find(is_root).unwrap_or(&here);
    let folder = root.join(FOLDER);
    match folder.ancestors().take_while(|path| *path != root).find(|path| path.is_symlink()) {
        None => Ok(folder),
        Some(link) => Err(Failure::input(format!("{} is a symbolic link", shown_path(link)))
            .help("remove it, or name a folder with --cache")),
    }
}
