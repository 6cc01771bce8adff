//! Where certificates go.
//!
//! `DIR/sub/file.claim.cov` for a claim of `file.ml` that was found below a folder at
//! `sub/file.ml`. A certificate of a claim that does not hold any more is removed: a folder of
//! certificates must not say about the current source what was true of an older one.

use super::base_name;
use crate::failure::Failure;
use crate::inputs;
use covenant_elaborator::pipeline::ClaimReport;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file, and where its certificates go.
pub struct Input {
    /// The file.
    pub path: PathBuf,
    /// Its base name.
    pub base_name: String,
    /// The folder for its certificates.
    folder: PathBuf,
    /// The file's name without its ending.
    stem: String,
}

/// All source files.
pub struct Plan {
    /// In the order in which they are reported.
    pub files: Vec<Input>,
}

impl Plan {
    /// Finds the files; an error if two of them would write the same certificates.
    pub fn new(paths: &[PathBuf], out: &Path) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for given in paths {
            for path in inputs::files(std::slice::from_ref(given), inputs::SOURCE)? {
                let below = path.strip_prefix(given).ok().and_then(Path::parent).unwrap_or(Path::new(""));
                let base_name = base_name(&path);
                let stem = base_name.strip_suffix(".ml").unwrap_or(&base_name).to_owned();
                files.push(Input { folder: out.join(below), stem, base_name, path });
            }
        }
        let mut seen: BTreeMap<PathBuf, &Path> = BTreeMap::new();
        for file in &files {
            if let Some(other) = seen.insert(file.folder.join(&file.stem), &file.path) {
                return Err(Failure::input(format!(
                    "{} and {} would write the same certificates",
                    other.display(),
                    file.path.display()
                ))
                .help("check them in two runs with different --out folders"));
            }
        }
        Ok(Plan { files })
    }

    /// Writes the certificate of an accepted claim, or removes that of another one.
    pub fn write(&self, file: &Input, claim: &ClaimReport) -> Result<Option<PathBuf>, Failure> {
        let path = file.folder.join(format!("{}.{}.{}", file.stem, plain(&claim.claim), inputs::CERTIFICATE));
        match &claim.certificate {
            Some(certificate) => {
                inputs::make_folder(&file.folder)?;
                let bytes = certificate.to_bytes().map_err(|error| {
                    Failure::input(format!("the certificate of {} cannot be written: {error}", claim.claim))
                })?;
                inputs::write(&path, &bytes)?;
                Ok(Some(path))
            }
            None => {
                remove(&path)?;
                Ok(None)
            }
        }
    }

    /// Removes certificates of claims that the file does not make any more.
    pub fn forget_others(&self, file: &Input, claims: &[&str]) -> Result<(), Failure> {
        let kept: Vec<String> = claims.iter().map(|claim| plain(claim)).collect();
        for (claim, path) in existing(file) {
            if !kept.contains(&claim) {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// Removes all certificates of a file that could not be read.
    pub fn forget_all(&self, file: &Input) -> Result<(), Failure> {
        self.forget_others(file, &[])
    }
}

/// The certificates of a file that are there, by claim.
fn existing(file: &Input) -> Vec<(String, PathBuf)> {
    let Ok(entries) = fs::read_dir(&file.folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?;
            let claim = name.strip_prefix(&file.stem)?.strip_prefix('.')?;
            let claim = claim.strip_suffix(inputs::CERTIFICATE)?.strip_suffix('.')?;
            (!claim.contains('.')).then(|| (claim.to_owned(), path.clone()))
        })
        .collect()
}

fn remove(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        // Its folder is not a folder, so there is no such certificate either.
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Ok(()),
        Err(error) => {
            Err(Failure::input(format!("{}: an old certificate cannot be removed: {error}", path.display())))
        }
    }
}

/// A claim's name as part of a file name. Names of functions contain nothing else, operators do.
fn plain(name: &str) -> String {
    let allowed = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    name.chars().map(|c| if allowed(c) { c.to_string() } else { format!("%{:02x}", u32::from(c)) }).collect()
}
