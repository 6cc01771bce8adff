//! The text of a source file, which all certificates of the file share.
//!
//! A file with many claims has many certificates, and each is about the same text. So the text is held once in memory, hashed
//! once and looked through once, however often it is cloned; and beyond [`MOST_EMBEDDED`] bytes it is on the disk once, too:
//! in a file beside the certificates that is named by its hash ([`file_name`]). Nobody has to believe that name: whoever
//! reads the file hashes what is in it and compares.
//!
//! Not chosen: to keep only the excerpts that a certificate speaks of. Lines would have other numbers, and what is shown
//! would not be what was checked.

use std::fmt;
use std::fs;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::content_hash::ContentHash;
use crate::shown::is_noncharacter;

/// A longer text is not written into each certificate but once beside them. (So K claims of a file take at most this times K,
/// and a certificate of an ordinary file is complete in itself.)
pub const MOST_EMBEDDED: usize = 16 << 10;

/// The ending of files with source texts.
pub const SOURCE_ENDING: &str = "source";

/// The name of the file with the text of this hash.
#[must_use]
pub fn file_name(hash: ContentHash) -> String {
    format!("{hash}.{SOURCE_ENDING}")
}

/// The text of this hash that lies beside a certificate. Certificates of one file are mostly read one after the other, so the
/// last text is kept: it is known by its hash, so it does not matter where it came from.
pub(crate) fn beside(
    certificate: &Path,
    hash: ContentHash,
    read: impl Fn(&Path) -> io::Result<Vec<u8>>,
) -> Option<SourceText> {
    static LAST: Mutex<Option<SourceText>> = Mutex::new(None);
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = last().as_ref().filter(|text| text.hash() == hash) {
        return Some(text.clone());
    }
    let path = certificate.with_file_name(file_name(hash));
    // Nobody waits for a pipe.
    let bytes = fs::metadata(&path).ok().filter(fs::Metadata::is_file).and_then(|_| read(&path).ok())?;
    let text = SourceText::from(String::from_utf8(bytes).ok()?);
    *last() = Some(text.clone());
    Some(text)
}

/// A text with its hash. Clones share it.
#[derive(Clone, Default)]
pub struct SourceText(Arc<Content>);

#[derive(Default)]
struct Content {
    text: String,
    hash: OnceLock<ContentHash>,
    well_formed: OnceLock<bool>,
}

impl SourceText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// blake3 hash of the text.
    #[must_use]
    pub fn hash(&self) -> ContentHash {
        *self.0.hash.get_or_init(|| ContentHash::of_bytes(self.0.text.as_bytes()))
    }

    /// Whether there is nothing in it that no source text has.
    pub(crate) fn well_formed(&self) -> bool {
        let bad = |c: char| c == '\0' || is_noncharacter(c);
        *self.0.well_formed.get_or_init(|| !self.0.text.contains(bad))
    }
}

impl From<String> for SourceText {
    fn from(text: String) -> Self {
        SourceText(Arc::new(Content { text, ..Content::default() }))
    }
}

impl From<&str> for SourceText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Deref for SourceText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for SourceText {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_str() == other.as_str()
    }
}

impl Eq for SourceText {}

impl fmt::Debug for SourceText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl Serialize for SourceText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for SourceText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(SourceText::from)
    }
}
