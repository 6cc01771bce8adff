//! Why a file is not accepted as a certificate: plain data, with place and offset.

use std::fmt;
use std::path::PathBuf;

use crate::content_hash::ContentHash;
use crate::sections::{FORMAT_VERSION, OLDEST_VERSION, SectionKind};
use crate::shown::shown_line;
use crate::source_text::file_name;
use crate::structure::StructureError;

/// Where in the file something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the magic, the version or the table of sections.
    Header,
    /// In a section.
    Section(SectionKind),
    /// After the last section.
    End,
}

/// Why bytes are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The part of the file.
    pub place: Place,
    /// Offset from the start of the file, in bytes.
    pub offset: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file is larger than any certificate may be.
    FileTooLarge {
        /// Its size in bytes.
        found: u64,
        /// The largest size accepted.
        limit: u64,
    },
    /// The content would take more memory than any certificate may.
    ContentTooLarge {
        /// The most that is accepted, in bytes.
        limit: usize,
    },
    /// The file does not start like a certificate.
    NotACertificate,
    /// The format version is not the one that this program reads.
    UnsupportedVersion {
        /// The version of the file.
        found: u32,
    },
    /// The file ends too early.
    Truncated,
    /// There is more than there should be.
    TrailingBytes,
    /// The bytes do not have the hash that the file says they have.
    HashMismatch,
    /// The table of sections is not the expected one.
    UnexpectedSections,
    /// The value is encoded in a way that the format does not permit although it can be read.
    NotCanonical,
    /// No value of the format is encoded like this.
    Malformed(String),
    /// The tables are not flat: a reference leads nowhere, forward or in a circle.
    Structure(StructureError),
    /// The source map does not fit the source text or the tables.
    Source(SourceProblem),
    /// A name or another text is not what the format permits there.
    Text(BadText),
}

/// What is wrong with a source map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceProblem {
    /// The recorded hash is not that of the recorded text.
    HashMismatch,
    /// The text is not in the certificate, and there is no file with it.
    NotBeside {
        /// The hash of the text that is needed.
        hash: ContentHash,
    },
    /// What is beside the certificate is another text.
    OtherBeside {
        /// The hash of the text that is needed.
        hash: ContentHash,
    },
    /// A text in a certificate whose text is beside it.
    TwoTexts,
    /// The file name has more than the base name.
    NotABaseName,
    /// A span is outside the text, reversed, or inside a character.
    BadSpan {
        /// Start of the span.
        start: u32,
        /// End of the span.
        end: u32,
    },
    /// A table of the source map or the log speaks of a row that does not exist.
    NoSuchRow,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => f.write_str("header"),
            Place::Section(kind) => write!(f, "section `{}`", kind.name()),
            Place::End => f.write_str("end of file"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (in {}, at byte {})", self.problem, self.place, self.offset)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::FileTooLarge { found, limit } => {
                write!(f, "the file has {found} bytes; certificates have at most {limit}")
            }
            Problem::ContentTooLarge { limit } => {
                write!(f, "the content takes more than {limit} bytes of memory, the most that is accepted")
            }
            Problem::NotACertificate => f.write_str("this is not a Covenant certificate"),
            Problem::UnsupportedVersion { found } if *found > FORMAT_VERSION => {
                write!(
                    f,
                    "format version {found} is newer than {FORMAT_VERSION}, the newest that this program reads"
                )
            }
            Problem::UnsupportedVersion { found } => {
                write!(
                    f,
                    "format version {found} is older than {OLDEST_VERSION}, the oldest that this program reads"
                )
            }
            Problem::Truncated => f.write_str("the file ends too early"),
            Problem::TrailingBytes => f.write_str("unexpected bytes follow"),
            Problem::HashMismatch => f.write_str("damaged: the bytes do not match their recorded hash"),
            Problem::UnexpectedSections => f.write_str("the table of sections is not as expected"),
            Problem::NotCanonical => f.write_str("a value is not encoded in its canonical form"),
            Problem::Malformed(why) => write!(f, "malformed: {why}"),
            Problem::Structure(error) => write!(f, "{error}"),
            Problem::Source(problem) => write!(f, "{problem}"),
            Problem::Text(bad) => write!(f, "{bad}"),
        }
    }
}

/// A text of a certificate that is not what it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadText {
    /// The section that it is in.
    pub section: SectionKind,
    /// What it is, e.g. `the name of a definition`.
    pub what: &'static str,
    /// The text.
    pub text: String,
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 60;
        let beginning: String = self.text.chars().take(MOST).collect();
        let more = if beginning.len() < self.text.len() { "…" } else { "" };
        write!(
            f,
            "{} is not of the form that names and texts have: `{}{more}`",
            self.what,
            shown_line(&beginning)
        )
    }
}

impl fmt::Display for SourceProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceProblem::HashMismatch => {
                f.write_str("the recorded source text does not match the recorded hash")
            }
            SourceProblem::NotBeside { hash } => {
                write!(
                    f,
                    "its source text is not in it and not beside it: put `{}` into its folder",
                    file_name(*hash)
                )
            }
            SourceProblem::OtherBeside { hash } => {
                write!(
                    f,
                    "`{}` beside it is damaged or another text: it does not have the recorded hash",
                    file_name(*hash)
                )
            }
            SourceProblem::TwoTexts => {
                f.write_str("a certificate with its source text beside it has none in it")
            }
            SourceProblem::NotABaseName => {
                f.write_str("the name of the source file must be a plain name without folders")
            }
            SourceProblem::BadSpan { start, end } => {
                write!(f, "the span {start}..{end} is not a range of the source")
            }
            SourceProblem::NoSuchRow => {
                f.write_str("the source map or solver log speaks of a row that does not exist")
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Why a certificate could not be written. Nothing was left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// The file would be larger than any reader accepts.
    TooLarge {
        /// Its size in bytes.
        found: u64,
        /// The largest size accepted.
        limit: u64,
    },
    /// The tables are not flat.
    Structure(StructureError),
    /// The source map does not fit.
    Source(SourceProblem),
    /// A name or another text is not what the format permits there.
    Text(BadText),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::TooLarge { found, limit } => {
                write!(f, "the certificate would have {found} bytes; readers accept at most {limit}")
            }
            EncodeError::Structure(error) => write!(f, "{error}"),
            EncodeError::Source(problem) => write!(f, "{problem}"),
            EncodeError::Text(bad) => write!(f, "{bad}"),
        }
    }
}

impl std::error::Error for EncodeError {}

/// Why a certificate file could not be loaded or stored.
#[derive(Debug)]
pub enum FileError {
    /// The system refused.
    Io {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// The content is no certificate.
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: ReadError,
    },
    /// The certificate has no encoding.
    Encode(EncodeError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            FileError::Read { path, error } => write!(f, "{}: {error}", path.display()),
            FileError::Encode(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for FileError {}
