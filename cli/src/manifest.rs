//! The list of certificates that `check` or `merge` wrote into a folder, and of which sources.
//!
//! It lies in the folder, so anybody can change it. It can only ever cause the removal of a
//! certificate below that folder: a path that leads elsewhere, through a link, or to something that is no
//! certificate is left alone.
//!
//! One line per certificate: its path below the folder, a tab, the source as it was given; both as JSON
//! strings, because a file name may contain anything. What a run adds is appended, so that many certificates
//! do not write the list many times; of two lines about a path, the last counts.

use crate::failure::Failure;
use crate::inputs;
use crate::terminal;
use covenant_certificates::container::MAGIC;
use covenant_certificates::shown::shown_path;
use covenant_certificates::source_text::{SOURCE_ENDING, file_name};
use covenant_certificates::{ContentHash, MAX_FILE_BYTES};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};

/// The list's own name. It is hidden, and no certificate's name.
const NAME: &str = ".covenant-outputs";
const FIRST_LINE: &str = "covenant outputs 1";
/// A list that is longer was not written by this program.
const MOST_BYTES: u64 = 16 << 20;

/// The certificates in a folder, by path, with their sources.
pub struct Manifest {
    folder: PathBuf,
    entries: BTreeMap<PathBuf, PathBuf>,
    /// The list as it is on the disk, once it was written by this run, to append to.
    written: Option<fs::File>,
}

impl Manifest {
    /// Reads the list of a folder. One that cannot be understood lists nothing.
    #[must_use]
    pub fn read(folder: &Path) -> Self {
        let entries = text(&folder.join(NAME)).map(|text| entries(&text)).unwrap_or_default();
        Manifest { folder: folder.to_owned(), entries, written: None }
    }

    /// Notes a certificate, or the source beside certificates.
    ///
    /// # Errors
    ///
    /// If the list or a file cannot be written or removed.
    pub fn add(&mut self, certificate: &Path, source: &Path) -> Result<(), Failure> {
        let source = plain_path(source);
        let line = line(certificate, &source);
        if self.entries.insert(certificate.to_owned(), source.clone()) == Some(source) {
            return Ok(());
        }
        match &mut self.written {
            Some(list) => list.write_all(line.as_bytes()).map_err(|error| {
                let path = self.folder.join(NAME);
                Failure::input(format!("{}: {}", shown_path(&path), terminal::plain(&error)))
            }),
            None => self.store(),
        }
    }

    /// Writes the list.
    fn store(&mut self) -> Result<(), Failure> {
        let mut text = format!("{FIRST_LINE}\n");
        text.extend(self.entries.iter().map(|(certificate, source)| line(certificate, source)));
        inputs::write_below(&self.folder, Path::new(NAME), text.as_bytes())?;
        // That it cannot be opened again only means that the next one writes all of it.
        self.written = fs::OpenOptions::new().append(true).open(self.folder.join(NAME)).ok();
        Ok(())
    }

    /// Writes the list in its order, if something was appended to it.
    ///
    /// # Errors
    ///
    /// If the list or a file cannot be written or removed.
    pub fn settle(&mut self) -> Result<(), Failure> {
        if self.written.take().is_some() { self.store() } else { Ok(()) }
    }

    /// Removes those certificates that are to be forgotten.
    ///
    /// # Errors
    ///
    /// If the list or a file cannot be written or removed.
    pub fn forget(&mut self, is_old: impl Fn(&Path, &Path) -> bool) -> Result<(), Failure> {
        let old: Vec<PathBuf> = self
            .entries
            .iter()
            .filter(|(certificate, source)| is_old(certificate, source))
            .map(|(certificate, _)| certificate.clone())
            .collect();
        if old.is_empty() {
            return Ok(());
        }
        for certificate in &old {
            self.remove(certificate)?;
            self.entries.remove(certificate);
        }
        self.store()
    }

    /// Removes a certificate, if it is one.
    ///
    /// # Errors
    ///
    /// If the list or a file cannot be written or removed.
    pub fn remove(&self, certificate: &Path) -> Result<(), Failure> {
        let path = self.folder.join(certificate);
        if inputs::leads_below(&self.folder, certificate).is_err() || !is_ours(&path) {
            return Ok(());
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::input(format!(
                "{}: an old certificate cannot be removed: {}",
                shown_path(&path),
                terminal::plain(&error)
            ))),
            _ => Ok(()),
        }
    }
}

/// Whether a file is something that this program wrote: a certificate, or a source that is named by its hash.
fn is_ours(path: &Path) -> bool {
    is_certificate(path) || is_source(path)
}

fn is_source(path: &Path) -> bool {
    let is_file =
        fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() <= MAX_FILE_BYTES);
    let name = path.file_name().and_then(|name| name.to_str());
    path.extension().is_some_and(|ending| ending == SOURCE_ENDING)
        && is_file
        && fs::read(path).is_ok_and(|bytes| name == Some(&file_name(ContentHash::of_bytes(&bytes))))
}

fn is_certificate(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    path.extension().is_some_and(|ending| ending == inputs::CERTIFICATE)
        && fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
        && fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == MAGIC
}

fn text(path: &Path) -> Option<String> {
    let found = fs::symlink_metadata(path).ok()?;
    if !found.is_file() || found.len() > MOST_BYTES {
        return None;
    }
    fs::read_to_string(path).ok()
}

fn entries(text: &str) -> BTreeMap<PathBuf, PathBuf> {
    let mut lines = text.lines();
    if lines.next() != Some(FIRST_LINE) {
        return BTreeMap::new();
    }
    let word = |text: &str| serde_json::from_str::<String>(text).ok().map(PathBuf::from);
    let entry = |line: &str| {
        let (certificate, source) = line.split_once('\t')?;
        Some((word(certificate)?, word(source)?))
    };
    lines.filter_map(entry).collect()
}

/// The line about a certificate.
fn line(certificate: &Path, source: &Path) -> String {
    let word = |path: &Path| serde_json::Value::from(path.to_string_lossy()).to_string();
    format!("{}\t{}\n", word(certificate), word(source))
}

/// A path without the parts that say nothing.
#[must_use]
pub fn plain_path(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}
