//! Parts of a check that ran on several machines, and how they become one again.
//!
//! Each part leaves a list beside its certificates: which part it is, of how many, of which inputs, and what it found about
//! every claim that fell to it. A part that is missing, twice there, or about other inputs is an error: a
//! claim that nobody looked at must not look like one that holds.

use crate::args::{Check, Deny};
use crate::failure::Failure;
use crate::{inputs, siblings};
use covenant_certificates::ContentHash;
use covenant_certificates::shown::shown_path;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The list's name, in the --out folder of a part.
pub const NAME: &str = "covenant-shard.json";
/// The form of the list.
const FORM: u32 = 1;

/// What a part found.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    form: u32,
    /// Which part, from 1.
    pub index: u32,
    /// Of how many.
    pub of: u32,
    /// A hash of all files and of the version of the tool.
    pub inputs: String,
    /// The folder of its certificates, as it was given.
    pub out: PathBuf,
    /// The exit code.
    pub exit: u8,
    /// Its claims, as `check --json` prints them.
    pub claims: Vec<Value>,
}

/// The hash of what is checked.
///
/// # Errors
///
/// If a file cannot be read.
pub fn hash_of_inputs<'a>(
    files: impl Iterator<Item = &'a Path>,
    arguments: &Check,
) -> Result<String, Failure> {
    // A part that was checked with fewer gates says less, and nothing in its list shows it.
    let Check { deny, qcheck, .. } = arguments;
    let denied = |gate: Deny| deny.contains(&gate);
    let gates =
        (denied(Deny::Assumed), denied(Deny::Solver), arguments.confirm(), arguments.second_reading());
    let mut all = format!("covenant {} {gates:?} {qcheck:?}", env!("CARGO_PKG_VERSION"));
    for path in files {
        // With what is read beside it, if it can be read so.
        let text = siblings::source(path).map(|bundle| bundle.text).or_else(|_| inputs::source(path))?;
        let hash = ContentHash::of_bytes(text.as_bytes());
        all.push_str(&format!("\n{hash} {}", path.display()));
    }
    Ok(ContentHash::of_bytes(all.as_bytes()).to_string())
}

impl Part {
    /// A part that has ended.
    #[must_use]
    pub fn new(index: u32, of: u32, inputs: String, out: &Path, exit: u8, claims: Vec<Value>) -> Part {
        Part { form: FORM, index, of, inputs, out: out.to_owned(), exit, claims }
    }

    /// Writes the list.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        inputs::write_below(&self.out, Path::new(NAME), text.as_bytes())
    }

    /// Reads the list of a folder.
    ///
    /// # Errors
    ///
    /// If there is none, or it is none.
    pub fn read(folder: &Path) -> Result<Part, Failure> {
        let path = folder.join(NAME);
        if path.exists() {
            inputs::must_be_file(&path, "the list of a part")?;
        }
        let text = std::fs::read_to_string(&path).map_err(|error| {
            Failure::input(format!("{}: {}", shown_path(&path), crate::terminal::plain(&error)))
                .help("a part that did not end leaves no list: check it again")
        })?;
        let part: Part = serde_json::from_str(&text)
            .map_err(|error| Failure::input(format!("{}: {error}", shown_path(&path))))?;
        if part.form != FORM {
            return Err(Failure::input(format!("{}: written by another version", shown_path(&path))));
        }
        Ok(part)
    }
}

/// Whether these are all parts of one check; in order.
///
/// # Errors
///
/// If one is missing, twice there, or about something else.
pub fn complete(mut parts: Vec<(PathBuf, Part)>) -> Result<Vec<(PathBuf, Part)>, Failure> {
    parts.sort_by_key(|(_, part)| part.index);
    let Some((first_folder, of, inputs)) =
        parts.first().map(|(folder, part)| (folder.clone(), part.of, part.inputs.clone()))
    else {
        return Err(Failure::input("there are no parts"));
    };
    for (folder, part) in &parts {
        if part.of != of || part.inputs != inputs {
            return Err(Failure::input(format!(
                "{} and {} are parts of different checks: other files, another version, other gates, or another number of parts",
                shown_path(&first_folder),
                shown_path(folder)
            ))
            .help("check all parts of the same files with the same version and options"));
        }
    }
    let there: Vec<u32> = parts.iter().map(|(_, part)| part.index).collect();
    if let Some(missing) = (1..=of).find(|index| !there.contains(index)) {
        return Err(Failure::input(format!("part {missing} of {of} is missing"))
            .help("its claims were not looked at; check it and name its folder as well"));
    }
    if let Some(twice) = there.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Failure::input(format!("part {} is there twice", twice[0])));
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(index: u32, of: u32, inputs: &str) -> (PathBuf, Part) {
        let folder = PathBuf::from(format!("p{index}"));
        let part = Part::new(index, of, inputs.to_owned(), &folder, 0, Vec::new());
        (folder, part)
    }

    #[test]
    fn only_all_parts_of_one_check_are_one() {
        let all = complete(vec![part(2, 2, "a"), part(1, 2, "a")]).expect("complete");
        assert_eq!(all.iter().map(|(_, part)| part.index).collect::<Vec<_>>(), [1, 2]);
        let message = |parts| complete(parts).expect_err("not complete").message;
        assert_eq!(message(vec![part(1, 3, "a"), part(3, 3, "a")]), "part 2 of 3 is missing");
        assert_eq!(message(vec![part(1, 2, "a"), part(1, 2, "a"), part(2, 2, "a")]), "part 1 is there twice");
        assert!(message(vec![part(1, 2, "a"), part(2, 2, "b")]).contains("different checks"));
        assert!(message(vec![part(1, 2, "a"), part(2, 3, "a")]).contains("different checks"));
        assert_eq!(message(Vec::new()), "there are no parts");
    }
}
