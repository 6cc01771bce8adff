//! Where certificates go.
//!
//! `DIR/sub/file.claim.cov` for a claim of `file.ml` that was found below a folder at
//! `sub/file.ml`. A folder of certificates must not say about the current source what was true of an
//! older one: a certificate of a claim that does not hold any more, or is not made any more, is
//! removed. What this program wrote is in a list beside the certificates (`manifest`); nothing
//! else is removed. A source that is too long to be in each certificate is beside them once, and in the list as well.

use super::base_name;
use covenant_certificates::shown::shown_path;
use covenant_cli::failure::Failure;
use covenant_cli::inputs;
use covenant_cli::manifest::{self, Manifest};
use covenant_elaborator::pipeline::ClaimReport;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A source file, and where its certificates go.
pub struct Input {
    /// The file.
    pub path: PathBuf,
    /// Its base name.
    pub base_name: String,
    /// The folder for its certificates, below that for all.
    folder: PathBuf,
    /// The file's name without its ending.
    stem: String,
}

/// All source files.
pub struct Plan {
    /// In the order in which they are reported.
    pub files: Vec<Input>,
    out: PathBuf,
    /// The folders that are checked as a whole.
    folders: Vec<PathBuf>,
    written: Mutex<Written>,
}

/// What became of the output folder.
struct Written {
    manifest: Manifest,
    /// Places that claims of this run have, as a system sees them that does not tell `a` from `A`.
    taken: BTreeSet<String>,
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
                files.push(Input { folder: below.to_owned(), stem, base_name, path });
            }
        }
        let mut seen: BTreeMap<String, &Path> = BTreeMap::new();
        for file in &files {
            if let Some(other) = seen.insert(place(&file.folder.join(&file.stem)), &file.path) {
                return Err(Failure::input(format!(
                    "{} and {} would write the same certificates",
                    shown_path(other),
                    shown_path(&file.path)
                ))
                .help("check them in two runs with different --out folders"));
            }
        }
        let written = Written { manifest: Manifest::read(out), taken: BTreeSet::new() };
        let folders = paths.iter().filter(|path| path.is_dir()).cloned().collect();
        Ok(Plan { files, out: out.to_owned(), folders, written: Mutex::new(written) })
    }

    /// Writes the certificate of an accepted claim, or removes that of another one.
    pub fn write(&self, file: &Input, claim: &ClaimReport) -> Result<Option<PathBuf>, Failure> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let Written { manifest, taken } = &mut *written;
        // Two claims of one name, or of names that a file system takes for one, have two certificates.
        let name = |number: usize| {
            let number = if number == 1 { String::new() } else { format!(".{number}") };
            let name = format!("{}.{}{number}.{}", file.stem, plain(&claim.claim), inputs::CERTIFICATE);
            file.folder.join(name)
        };
        let relative = (1..).map(name).find(|path| taken.insert(place(path))).unwrap_or_else(|| name(1));
        match &claim.certificate {
            Some(certificate) => {
                let bytes = certificate.to_bytes().map_err(|error| {
                    Failure::input(format!("the certificate of {} cannot be written: {error}", claim.claim))
                })?;
                // First, so that there is never a certificate without its source.
                if let Some(name) = certificate.source_beside() {
                    let source = file.folder.join(name);
                    if taken.insert(place(&source)) {
                        inputs::write_below(&self.out, &source, certificate.source.text.as_bytes())?;
                        manifest.add(&source, &file.path)?;
                    }
                }
                inputs::write_below(&self.out, &relative, &bytes)?;
                manifest.add(&relative, &file.path)?;
                Ok(Some(self.out.join(relative)))
            }
            None => {
                // A claim of this name is what such a certificate would vouch for.
                manifest.remove(&relative)?;
                Ok(None)
            }
        }
    }

    /// Removes certificates of claims that the file does not make any more: call it after its claims
    /// were written.
    pub fn forget_others(&self, file: &Input) -> Result<(), Failure> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let Written { manifest, taken } = &mut *written;
        manifest.forget(|certificate, source| {
            source == manifest_path(&file.path) && !taken.contains(&place(certificate))
        })
    }

    /// Puts the list of what was written into its order. Call it at the end.
    pub fn settle(&self) -> Result<(), Failure> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).manifest.settle()
    }

    /// Removes certificates of files that are gone from the folders that were checked. Call it when
    /// all files were looked at.
    pub fn forget_files(&self) -> Result<(), Failure> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let present: BTreeSet<PathBuf> = self.files.iter().map(|file| manifest_path(&file.path)).collect();
        let folders: Vec<PathBuf> = self.folders.iter().map(|folder| manifest_path(folder)).collect();
        written.manifest.forget(|_, source| {
            folders.iter().any(|folder| source.starts_with(folder)) && !present.contains(source)
        })
    }
}

/// A path as the list has it: without `.` in it, so that `./a` and `a` are one.
fn manifest_path(path: &Path) -> PathBuf {
    manifest::plain_path(path)
}

/// A path as a system sees it that does not tell small letters from capitals.
fn place(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

/// A claim's name as part of a file name. Names of functions contain nothing else, operators do.
fn plain(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    name.chars().map(|c| if allowed(c) { c.to_string() } else { format!("%{:02x}", u32::from(c)) }).collect()
}
