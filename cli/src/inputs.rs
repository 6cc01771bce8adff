//! The files that a command works on: named one by one, or found in folders.
//!
//! Folders are searched for files with the right ending, in the order of their names, so that
//! two runs see the same order. A file that was named is taken whatever its ending. What cannot be
//! read there (a folder without permission, a pipe or a device with the right ending, a link that leads
//! nowhere) is reported and skipped; the run goes on, and ends with the exit code for bad input.
//!
//! Outputs replace what is at their place. A symbolic link there is not followed, and below an
//! output folder no link is followed at all, so that nothing outside of it is written or removed.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::plain;
use covenant_certificates::shown::{is_noncharacter, shown_path};
use covenant_certificates::{CertificateFile, FileError};
use std::fs;
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

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
            search(path, ending, &mut found);
            if found.len() == before && !skipped() {
                return Err(Failure::input(format!(
                    "{}: no .{ending} file in this folder",
                    shown_path(path)
                )));
            }
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Something below a folder was not looked at.
static SKIPPED: AtomicBool = AtomicBool::new(false);

/// Was something skipped that should have been read?
pub fn skipped() -> bool {
    SKIPPED.load(Ordering::SeqCst)
}

fn skip(path: &Path, why: &str) {
    SKIPPED.store(true, Ordering::SeqCst);
    Failure::input(format!("{}: skipped: {why}", shown_path(path))).print();
}

fn search(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries.into_iter().map(|entry| entry.path()).collect::<Vec<_>>(),
        Err(error) => return skip(folder, &plain(&error)),
    };
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        let wanted = path.extension().is_some_and(|e| e == ending);
        match fs::metadata(&path) {
            // A link to a folder is not followed: it could lead back here.
            Ok(what) if what.is_dir() && !path.is_symlink() => search(&path, ending, found),
            Ok(what) if what.is_dir() => {}
            Ok(what) if wanted && what.is_file() => found.push(path),
            Ok(_) if wanted => skip(&path, "neither a file nor a folder"),
            Err(error) if wanted => skip(&path, &plain(&error)),
            Ok(_) | Err(_) => {}
        }
    }
}

/// An error unless this is a file. A pipe or a device could keep whoever reads it waiting; only what
/// the user passes on by its descriptor is read all the same.
pub(crate) fn must_be_file(path: &Path, wanted: &str) -> Result<(), Failure> {
    let what = fs::metadata(path)
        .map_err(|error| Failure::input(format!("{}: {}", shown_path(path), plain(&error))))?;
    let passed_on = path.starts_with("/dev/fd") || path == Path::new("/dev/stdin");
    if what.is_dir() {
        Err(Failure::input(format!("{}: a folder, not {wanted}", shown_path(path))))
    } else if what.is_file() || passed_on {
        Ok(())
    } else {
        Err(Failure::input(format!("{}: a pipe or a device, not {wanted}", shown_path(path))))
    }
}

/// Reads a source file.
pub fn source(path: &Path) -> Result<String, Failure> {
    let shown = shown_path(path);
    let unreadable = |error: std::io::Error| Failure::input(format!("{shown}: {}", plain(&error)));
    must_be_file(path, "a file")?;
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_SOURCE_BYTES {
        let limit = MAX_SOURCE_BYTES >> 20;
        return Err(Failure::input(format!("{shown}: larger than {limit} MiB; not a source file")));
    }
    if bytes.starts_with(covenant_certificates::container::MAGIC.as_slice()) {
        return Err(Failure::input(format!("{shown}: a certificate, not an OCaml source file"))
            .help("`covenant audit` and `covenant show` read certificates"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Failure::input(format!("{shown}: not text: byte {offset} is not UTF-8"))
    })?;
    if text.contains('\0') {
        return Err(Failure::input(format!("{shown}: not text: it contains a zero byte")));
    }
    if text.contains(is_noncharacter) {
        return Err(Failure::input(format!("{shown}: not text: it contains what is no character")));
    }
    Ok(text)
}

/// Reads a certificate.
pub fn certificate(path: &Path) -> Result<CertificateFile, Failure> {
    must_be_file(path, "a certificate")?;
    CertificateFile::load(path).map_err(|error| match error {
        FileError::Io { path, error } => Failure::input(format!("{}: {}", shown_path(&path), plain(&error))),
        FileError::Read { path, error } => {
            let failure = Failure::input(format!("{}: not a certificate: {error}", shown_path(&path)));
            if path.extension().is_some_and(|e| e == SOURCE) {
                failure.help("this looks like a source file; `covenant check` makes certificates of it")
            } else {
                failure
            }
        }
        FileError::Encode(error) => Failure::input(error.to_string()),
    })
}

/// Reads a certificate that is to be shown, compared or exported node by node; one that would become
/// too much text is declined.
pub fn certificate_to_write_out(path: &Path) -> Result<CertificateFile, Failure> {
    let file = certificate(path)?;
    match covenant_certificates::written_out::check(&file.certificate) {
        Ok(()) => Ok(file),
        Err(why) => Err(Failure {
            message: format!("{}: too large to be written out: {why}", shown_path(path)),
            help: Some("`covenant audit` judges it all the same".to_owned()),
            exit: Exit::Unknown,
        }),
    }
}

/// Writes a file that the user named, completely or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |why: &str| Failure::input(format!("{}: cannot be written: {why}", shown_path(path)));
    // A device or a pipe (`-o /dev/stdout`) is written to, not replaced by a file.
    let special = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if special && path.starts_with("/dev") {
        let written =
            fs::OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes));
        return written.map_err(|error| failed(&plain(&error)));
    }
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(failed("it is a symbolic link; remove it first")),
        Ok(found) if !found.is_file() && !found.is_dir() => Err(failed("it is a pipe or a device")),
        _ => {
            covenant_certificates::file::write_atomically(path, bytes).map_err(|error| failed(&plain(&error)))
        }
    }
}

/// Where a source of the user's is that may be changed: links are followed, and what is read-only is left alone.
pub fn changeable(path: &Path) -> Result<PathBuf, Failure> {
    let failed = |why: &str| Failure::input(format!("{}: cannot be written: {why}", shown_path(path)));
    let real = fs::canonicalize(path).map_err(|error| failed(&plain(&error)))?;
    let found = fs::metadata(&real).map_err(|error| failed(&plain(&error)))?;
    if found.permissions().readonly() {
        return Err(failed("it is read-only").help("`chmod u+w` permits it"));
    }
    Ok(real)
}

/// Changes a source of the user's, completely or not at all; who may read or run it stays.
pub fn change(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let real = changeable(path)?;
    let permissions = fs::metadata(&real).map(|found| found.permissions());
    write(&real, bytes)?;
    permissions.and_then(|permissions| fs::set_permissions(&real, permissions)).map_err(|error| {
        Failure::input(format!("{}: changed, but not its permissions: {}", shown_path(path), plain(&error)))
    })
}

/// Writes a file below an output folder: at a relative path without `..`, through no link.
pub fn write_below(folder: &Path, relative: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let path = folder.join(relative);
    if let Some(parent) = relative.parent() {
        make_folder(folder)?;
        let mut made = folder.to_owned();
        for part in parent.components() {
            made.push(part);
            make_folder(&made)?;
        }
    }
    match leads_below(folder, relative) {
        Ok(()) => write(&path, bytes),
        Err(why) => Err(Failure::input(format!("{}: cannot be written: {why}", shown_path(&path)))),
    }
}

/// An error if a relative path leads out of a folder: by its parts, or by a link on the way.
pub fn leads_below(folder: &Path, relative: &Path) -> Result<(), String> {
    let mut path = folder.to_owned();
    for part in relative.components() {
        let Component::Normal(part) = part else {
            return Err("it leads out of the output folder".to_owned());
        };
        path.push(part);
        if fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
            return Err(format!("{} is a symbolic link", shown_path(&path)));
        }
    }
    Ok(())
}

/// Makes a folder, with those above it.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path)
        .map_err(|error| Failure::input(format!("{}: cannot be made: {}", shown_path(path), plain(&error))))
}
