//! The files that a command works on: named one by one, or found in folders.
//!
//! Folders are searched for files with the right ending, in the order of their names, so that
//! two runs see the same order. A file that was named is taken whatever its ending.

use crate::failure::Failure;
use covenant_certificates::{CertificateFile, FileError};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Ending of certificate files.
pub const CERTIFICATE: &str = "cov";
/// Ending of source files.
pub const SOURCE: &str = "ml";

/// Source files are written by people; anything larger is a mistake.
const MAX_SOURCE_BYTES: u64 = 8 << 20;

/// The files meant by these paths.
pub fn files(paths: &[PathBuf], ending: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            search(path, ending, &mut found)?;
            if found.len() == before {
                return Err(Failure::input(format!("{}: no .{ending} file in this folder", path.display())));
            }
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn search(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error| Failure::input(format!("{}: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        // A link to a folder is not followed: it could lead back here.
        if path.is_dir() && !path.is_symlink() {
            search(&path, ending, found)?;
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    Ok(())
}

/// Reads a source file.
pub fn source(path: &Path) -> Result<String, Failure> {
    let unreadable = |error: std::io::Error| Failure::input(format!("{}: {}", path.display(), plain(&error)));
    if path.is_dir() {
        return Err(Failure::input(format!("{}: a folder, not a file", path.display())));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_SOURCE_BYTES {
        let limit = MAX_SOURCE_BYTES >> 20;
        return Err(Failure::input(format!(
            "{}: larger than {limit} MiB; not a source file",
            path.display()
        )));
    }
    if bytes.starts_with(covenant_certificates::container::MAGIC.as_slice()) {
        return Err(Failure::input(format!("{}: a certificate, not an OCaml source file", path.display()))
            .help("`covenant audit` and `covenant show` read certificates"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Failure::input(format!("{}: not text: byte {offset} is not UTF-8", path.display()))
    })?;
    if text.contains('\0') {
        return Err(Failure::input(format!("{}: not text: it contains a zero byte", path.display())));
    }
    Ok(text)
}

/// Reads a certificate.
pub fn certificate(path: &Path) -> Result<CertificateFile, Failure> {
    if path.is_dir() {
        return Err(Failure::input(format!("{}: a folder, not a certificate", path.display())));
    }
    CertificateFile::load(path).map_err(|error| match error {
        FileError::Io { path, error } => Failure::input(format!("{}: {}", path.display(), plain(&error))),
        FileError::Read { path, error } => {
            let failure = Failure::input(format!("{}: not a certificate: {error}", path.display()));
            if path.extension().is_some_and(|e| e == SOURCE) {
                failure.help("this looks like a source file; `covenant check` makes certificates of it")
            } else {
                failure
            }
        }
        FileError::Encode(error) => Failure::input(error.to_string()),
    })
}

/// Writes a file, completely or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // A device or a pipe (`-o /dev/stdout`) is written to, not replaced by a file; a link stays.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let written = if fs::metadata(&target).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        fs::OpenOptions::new().write(true).open(&target).and_then(|mut file| file.write_all(bytes))
    } else {
        covenant_certificates::file::write_atomically(&target, bytes)
    };
    written
        .map_err(|error| Failure::input(format!("{}: cannot be written: {}", path.display(), plain(&error))))
}

/// Makes a folder, with those above it.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path)
        .map_err(|error| Failure::input(format!("{}: cannot be made: {}", path.display(), plain(&error))))
}

/// The system's words, without `(os error 2)`.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
