//! Remembers, between runs, what was found about a statement.
//!
//! **Nothing here is believed.** An entry is a hint: a certificate, which the kernel checks again against
//! the statement that was lowered a moment ago, or how far to look for a missing value, which is then
//! found and confirmed again by execution. So whoever can write into the folder can cost time and never
//! a verdict, and the folder may be shared, copied and thrown away.
//!
//! What cannot be checked again for less than it took to find (that nothing was found; what OCaml said) is never
//! there. It is noted in a folder of the user's own ([`Notes`]).
//!
//! One file per entry, named by its key, written beside its place and renamed: a process that is killed
//! at any point leaves an entry as a whole or none, and processes do not wait for each other. A file that
//! cannot be read, or not written, is an entry that is not there.
//!
//! Not a database: entries are never changed, only added and removed, so the file system does all of it.

mod notes;
mod shared;

pub use notes::Notes;
pub use shared::{Patience, Shared};

use covenant_certificates::file::write_soon;
use covenant_certificates::{CertificateFile, ContentHash, MAX_FILE_BYTES};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The form of entries; another form has other names, so that versions share a folder.
const FORM: &str = "2";
/// Bytes of entries that are kept.
pub const DEFAULT_LIMIT: u64 = 256 << 20;

/// What is remembered about a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The proof that was found, with the statement that it is about.
    Proof(Box<CertificateFile>),
    /// A missing value is found within so many steps.
    Missing {
        /// The steps.
        steps: u64,
        /// Which of the values that are tried it is.
        place: u64,
    },
}

const PROOF: u8 = b'P';
const MISSING: u8 = b'M';

impl Entry {
    fn to_bytes(&self) -> Option<Vec<u8>> {
        match self {
            Entry::Proof(file) => {
                let mut bytes = vec![PROOF];
                bytes.extend(file.to_bytes().ok()?);
                Some(bytes)
            }
            Entry::Missing { steps, place } => {
                Some([&[MISSING][..], &steps.to_le_bytes(), &place.to_le_bytes()].concat())
            }
        }
    }

    fn of_bytes(bytes: &[u8]) -> Option<Entry> {
        let (kind, rest) = bytes.split_first()?;
        match *kind {
            PROOF => CertificateFile::from_bytes(rest).ok().map(|file| Entry::Proof(Box::new(file))),
            MISSING => {
                let (steps, place) = rest.split_first_chunk()?;
                let place = u64::from_le_bytes(place.try_into().ok()?);
                Some(Entry::Missing { steps: u64::from_le_bytes(*steps), place })
            }
            _ => None,
        }
    }
}

/// The bytes of an entry. What is a pipe, a device or a link to one, or larger than any proof, is none: whoever planted it
/// would have a reader wait for ever.
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let found = fs::symlink_metadata(path).ok()?;
    let is_entry = found.is_file() && found.len() <= MAX_FILE_BYTES;
    is_entry.then(|| fs::read(path).ok()).flatten()
}

/// The name of an entry.
fn name(key: ContentHash) -> String {
    format!("{key}.{FORM}")
}

/// A folder of entries, and what others share.
#[derive(Clone, Debug)]
pub struct Memory {
    folder: PathBuf,
    shared: Option<Arc<Shared>>,
    notes: Option<Notes>,
}

/// What is in a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Entries that can be read.
    pub entries: usize,
    /// Files that look like entries and cannot be read.
    pub damaged: usize,
    /// Bytes of all of them.
    pub bytes: u64,
}

impl Memory {
    /// The memory in a folder, which is made when something is first remembered.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Memory {
        Memory { folder, shared: None, notes: None }
    }

    /// The same, with notes of the user's own.
    #[must_use]
    pub fn with_notes(self, notes: Option<Notes>) -> Memory {
        Memory { notes, ..self }
    }

    /// The notes of the user, if there are any.
    #[must_use]
    pub fn notes(&self) -> Option<&Notes> {
        self.notes.as_ref()
    }

    /// The same, and what others share.
    #[must_use]
    pub fn with_shared(self, shared: Shared) -> Memory {
        Memory { shared: Some(Arc::new(shared)), ..self }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, key: ContentHash) -> PathBuf {
        self.folder.join(name(key))
    }

    /// What is remembered under a key. To be checked by whoever uses it.
    #[must_use]
    pub fn recall(&self, key: ContentHash) -> Option<Entry> {
        let own = || Entry::of_bytes(&bytes_of(&self.path(key))?);
        own().or_else(|| {
            let bytes = self.shared.as_ref()?.get(&name(key))?;
            let entry = Entry::of_bytes(&bytes)?;
            self.write(key, &bytes);
            Some(entry)
        })
    }

    /// Remembers something. That it cannot be written is nobody's problem but the next run's.
    pub fn remember(&self, key: ContentHash, entry: &Entry) {
        let Some(bytes) = entry.to_bytes() else { return };
        self.write(key, &bytes);
        if let Some(shared) = &self.shared {
            shared.put(&name(key), &bytes);
        }
    }

    fn write(&self, key: ContentHash, bytes: &[u8]) {
        if self.prepare().is_ok() {
            let _ = write_soon(&self.path(key), bytes);
        }
    }

    /// Makes the folder, and tells git not to look at it.
    fn prepare(&self) -> io::Result<()> {
        if self.folder.is_dir() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        write_soon(&self.folder.join(".gitignore"), b"*\n")
    }

    /// The files of entries: path, size, time of the last change.
    fn files(&self) -> Vec<(PathBuf, u64, SystemTime)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<(PathBuf, u64, SystemTime)> = entries
            .filter_map(|entry| {
                let path = entry.path();
                let name = path.file_stem()?.to_str()?.to_owned();
                let is_key = name.len() == 64 && name.bytes().all(|b| b.is_ascii_hexdigit());
                // Of the link itself, if it is one: nothing outside the folder is looked at or removed.
                let data = fs::symlink_metadata(&path).ok().filter(|data| is_key && data.is_file())?;
                Some((path, data.len(), data.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
            })
            .collect();
        files.sort();
        files
    }

    /// Forgets the oldest entries until the rest has at most so many bytes.
    pub fn trim(&self, most: u64) {
        let mut files = self.files();
        let mut bytes: u64 = files.iter().map(|(_, size, _)| size).sum();
        files.sort_by_key(|(_, _, changed)| *changed);
        for (path, size, _) in files {
            if bytes <= most {
                break;
            }
            if fs::remove_file(path).is_ok() {
                bytes = bytes.saturating_sub(size);
            }
        }
    }

    /// Forgets everything; how many entries there were.
    ///
    /// # Errors
    ///
    /// If an entry cannot be removed.
    pub fn clear(&self) -> io::Result<usize> {
        let files = self.files();
        files.iter().try_for_each(|(path, ..)| fs::remove_file(path))?;
        Ok(files.len())
    }

    /// What is in the folder. Every entry is read.
    #[must_use]
    pub fn contents(&self) -> Contents {
        let mut contents = Contents::default();
        for (path, size, _) in self.files() {
            contents.bytes += size;
            match bytes_of(&path).and_then(|bytes| Entry::of_bytes(&bytes)) {
                Some(_) => contents.entries += 1,
                None => contents.damaged += 1,
            }
        }
        contents
    }

    /// All certificates, for whoever wants to check them.
    pub fn certificates(&self) -> impl Iterator<Item = (PathBuf, CertificateFile)> + use<> {
        self.files().into_iter().filter_map(|(path, ..)| match Entry::of_bytes(&bytes_of(&path)?) {
            Some(Entry::Proof(file)) => Some((path, *file)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn key(text: &str) -> ContentHash {
        ContentHash::of_bytes(text.as_bytes())
    }

    #[test]
    fn what_is_remembered_is_recalled_and_what_is_damaged_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = Memory::in_folder(folder.path().join("a/b"));
        assert_eq!(memory.recall(key("x")), None);
        memory.remember(key("x"), &Entry::Missing { steps: 7, place: 0 });
        memory.remember(key("y"), &Entry::Missing { steps: 8, place: 0 });
        assert_eq!(memory.recall(key("x")), Some(Entry::Missing { steps: 7, place: 0 }));
        assert_eq!(fs::read_to_string(memory.folder().join(".gitignore")).expect("a file"), "*\n");
        for damage in [&b""[..], b"M\x01", b"P\x89COV", b"X"] {
            fs::write(memory.path(key("x")), damage).expect("a damaged entry");
            assert_eq!(memory.recall(key("x")), None);
        }
        assert_eq!(memory.contents(), Contents { entries: 1, damaged: 1, bytes: 18 });
    }

    #[cfg(unix)]
    #[test]
    fn nobody_waits_for_a_planted_pipe_or_device() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = Memory::in_folder(folder.path().to_owned());
        let pipe = std::process::Command::new("mkfifo").arg(memory.path(key("pipe"))).status();
        assert!(pipe.expect("mkfifo").success());
        std::os::unix::fs::symlink("/dev/zero", memory.path(key("zero"))).expect("a link");
        for planted in ["pipe", "zero"] {
            assert_eq!(memory.recall(key(planted)), None, "{planted}");
            memory.remember(key(planted), &Entry::Missing { steps: 1, place: 0 });
            assert_eq!(memory.recall(key(planted)), Some(Entry::Missing { steps: 1, place: 0 }), "{planted}");
        }
    }

    /// A program that answers by a shell script, in which `$1` is the folder.
    #[cfg(unix)]
    fn helper(folder: &Path, script: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join("helper");
        // Beside and renamed: a file that somebody has open for writing cannot be started.
        fs::write(folder.join("helper.new"), format!("#!/bin/sh\n{script}\n")).expect("a script");
        fs::set_permissions(folder.join("helper.new"), fs::Permissions::from_mode(0o755))
            .expect("executable");
        fs::rename(folder.join("helper.new"), &path).expect("in place");
        path
    }

    #[cfg(unix)]
    const SHARING: &str = r#"while read -r word name length; do
        if [ "$word" = get ]; then
            if [ -f "$1/$name" ]; then wc -c < "$1/$name"; cat "$1/$name"; else echo none; fi
        else head -c "$length" > "$1/$name"; fi
    done"#;

    #[cfg(unix)]
    fn shared(folder: &Path, script: &str) -> Shared {
        // What is waited for in vain here is short; what comes, comes however long it takes.
        let one = Duration::from_millis(if script == SHARING { 60_000 } else { 300 });
        let patience = Patience { one, slow: one, all_slow: one };
        let place = folder.to_str().expect("a path");
        Shared::start(helper(folder, script).as_os_str(), place, patience).expect("started")
    }

    #[cfg(unix)]
    #[test]
    fn what_one_machine_remembers_another_recalls() {
        let folder = tempfile::tempdir().expect("a folder");
        // A reader of the script's kind takes one byte at a time, so what follows a line is left for `head`.
        let on = |name: &str| {
            Memory::in_folder(folder.path().join(name)).with_shared(shared(folder.path(), SHARING))
        };
        on("one").remember(key("x"), &Entry::Missing { steps: 7, place: 0 });
        let two = on("two");
        assert_eq!(two.recall(key("y")), None);
        assert_eq!(two.recall(key("x")), Some(Entry::Missing { steps: 7, place: 0 }));
        // It is its own now.
        let alone = Memory::in_folder(folder.path().join("two"));
        assert_eq!(alone.recall(key("x")), Some(Entry::Missing { steps: 7, place: 0 }));
        // What others put is read like everything else: what is damaged is not there.
        fs::write(folder.path().join(name(key("z"))), b"P\x89COV").expect("planted");
        assert_eq!(two.recall(key("z")), None);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_waits_for_what_is_dead_slow_or_mad() {
        let folder = tempfile::tempdir().expect("a folder");
        let scripts =
            ["exit 1", "exec sleep 600", "while :; do echo 99999999999999; done", "echo 100; exec cat"];
        for script in scripts {
            let memory =
                Memory::in_folder(folder.path().join("own")).with_shared(shared(folder.path(), script));
            for text in ["a", "b", "c"] {
                assert_eq!(memory.recall(key(text)), None, "{script}");
                memory.remember(key(script), &Entry::Missing { steps: 1, place: 0 });
            }
            assert_eq!(memory.recall(key(script)), Some(Entry::Missing { steps: 1, place: 0 }), "{script}");
            assert!(memory.shared.expect("one").is_given_up(), "{script}");
        }
    }

    #[test]
    fn only_entries_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = Memory::in_folder(folder.path().to_owned());
        for text in ["a", "b", "c"] {
            memory.remember(key(text), &Entry::Missing { steps: 1, place: 0 });
        }
        fs::write(folder.path().join("notes.txt"), "mine").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("notes.txt"), memory.path(key("link")))
            .expect("a link");
        memory.trim(34);
        assert_eq!(memory.contents().entries, 2);
        assert_eq!(memory.clear().expect("removed"), 2);
        assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).expect("still there"), "mine");
    }
}
