//! The list of certificates that `check` wrote into a folder, and of which sources.
//!
//! It lies in the folder, so anybody can change it. It can only ever cause the removal of a
//! certificate below that folder: a path that leads elsewhere, through a link, or to something that is no
//! certificate is left alone.
//!
//! One line per certificate: its path below the folder, a tab, the source as it was given; both as JSON
//! strings, because a file name may contain anything.

use covenant_certificates::container::MAGIC;
use covenant_certificates::shown::shown_path;
use covenant_cli::failure::Failure;
use covenant_cli::inputs;
use covenant_cli::terminal;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
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
}

impl Manifest {
    /// Reads the list of a folder. One that cannot be understood lists nothing.
    pub fn read(folder: &Path) -> Self {
        let entries = text(&folder.join(NAME)).map(|text| entries(&text)).unwrap_or_default();
        Manifest { folder: folder.to_owned(), entries }
    }

    /// Notes a certificate; whether that is new.
    pub fn add(&mut self, certificate: &Path, source: &Path) -> bool {
        let source = plain_path(source);
        self.entries.insert(certificate.to_owned(), source.clone()) != Some(source)
    }

    /// Writes the list.
    pub fn store(&self) -> Result<(), Failure> {
        let mut text = format!("{FIRST_LINE}\n");
        for (certificate, source) in &self.entries {
            let word = |path: &Path| serde_json::Value::from(path.to_string_lossy()).to_string();
            text.push_str(&format!("{}\t{}\n", word(certificate), word(source)));
        }
        inputs::write_below(&self.folder, Path::new(NAME), text.as_bytes())
    }

    /// Removes those certificates that are to be forgotten.
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
    pub fn remove(&self, certificate: &Path) -> Result<(), Failure> {
        let path = self.folder.join(certificate);
        if inputs::leads_below(&self.folder, certificate).is_err() || !is_certificate(&path) {
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

/// A path without the parts that say nothing.
pub fn plain_path(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}
