//! What is believed without being checked again: in a folder of the user's own, and nowhere else.
//!
//! That a search found nothing, or that OCaml's answer was this one, cannot be checked for less than it took to find. So
//! it is kept where whoever can write could as well exchange the compiler or this program: in the user's cache, which no
//! project brings along and no machine shares. A note that is not there costs time; that is all that clearing does.

use crate::bytes_of;
use covenant_certificates::ContentHash;
use covenant_certificates::file::write_soon;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Bytes of notes that are kept.
const LIMIT: u64 = 64 << 20;

/// A folder of notes.
#[derive(Clone, Debug)]
pub struct Notes {
    folder: PathBuf,
    /// The program that notes: another build would perhaps find something else.
    program: ContentHash,
}

impl Notes {
    /// The notes in a folder, which is made if it is not there; none if others could write into it.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Option<Notes> {
        make(&folder).ok()?;
        is_private(&folder)?;
        let own = fs::metadata(std::env::current_exe().ok()?).ok()?;
        let program = format!("{} {} {:?}", env!("CARGO_PKG_VERSION"), own.len(), own.modified().ok()?);
        Some(Notes { folder, program: ContentHash::of_bytes(program.as_bytes()) })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, about: ContentHash) -> PathBuf {
        let both = [self.program.0, about.0].concat();
        self.folder.join(ContentHash::of_bytes(&both).to_string())
    }

    /// What was noted about something.
    #[must_use]
    pub fn recall(&self, about: ContentHash) -> Option<Vec<u8>> {
        bytes_of(&self.path(about))
    }

    /// Notes something.
    pub fn note(&self, about: ContentHash, bytes: &[u8]) {
        let _ = write_soon(&self.path(about), bytes);
    }

    /// Notes: path, size, time of the last change.
    fn files(&self) -> Vec<(PathBuf, u64, SystemTime)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let file = |entry: fs::DirEntry| {
            let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((entry.path(), data.len(), data.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
        };
        entries.filter_map(file).collect()
    }

    /// How many notes there are, and their bytes.
    #[must_use]
    pub fn contents(&self) -> (usize, u64) {
        let files = self.files();
        (files.len(), files.iter().map(|(_, size, _)| size).sum())
    }

    /// Forgets the oldest half if there are too many.
    pub fn trim(&self) {
        let mut files = self.files();
        let bytes: u64 = files.iter().map(|(_, size, _)| size).sum();
        if bytes > LIMIT {
            files.sort_by_key(|(_, _, changed)| *changed);
            files.iter().take(files.len() / 2).for_each(|(path, ..)| drop(fs::remove_file(path)));
        }
    }

    /// Forgets everything; how many notes there were.
    pub fn clear(&self) -> usize {
        self.files().iter().filter(|(path, ..)| fs::remove_file(path).is_ok()).count()
    }
}

/// Makes a folder that nobody else can write into, whatever is usual here.
fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Whether only the user can write into a folder: it is the user's, and nobody else may.
fn is_private(folder: &Path) -> Option<()> {
    let data = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (data.mode() & 0o022 == 0 && data.uid() == user(folder)?).then_some(())
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        Some(())
    }
}

/// Who runs this program. The standard library does not say; a file that the program makes does.
#[cfg(unix)]
fn user(folder: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let path = folder.join(format!("user-{}", std::process::id()));
    let made = fs::File::create_new(&path).and_then(|file| file.metadata());
    let _ = fs::remove_file(&path);
    made.ok().map(|data| data.uid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_found_again_and_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let notes = Notes::in_folder(folder.path().join("notes")).expect("notes");
        let about = ContentHash::of_bytes(b"a search");
        assert_eq!(notes.recall(about), None);
        notes.note(about, b"in vain");
        assert_eq!(notes.recall(about).as_deref(), Some(&b"in vain"[..]));
        assert_eq!((notes.contents(), notes.clear(), notes.contents()), ((1, 7), 1, (0, 0)));
    }

    /// Whoever can write a note can have it believed.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_can_write_is_not_believed() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        for (mode, believed) in [(0o777, false), (0o770, false), (0o755, true), (0o700, true)] {
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).expect("set");
            assert_eq!(Notes::in_folder(folder.path().to_owned()).is_some(), believed, "{mode:o}");
        }
        // Nor is one that somebody else owns, which only root can make.
        if std::os::unix::fs::chown(folder.path(), Some(1), None).is_ok() {
            assert!(Notes::in_folder(folder.path().to_owned()).is_none());
        }
    }
}
