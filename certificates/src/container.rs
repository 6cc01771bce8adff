//! The outer layer of a certificate file: magic, version, table of sections, sections.
//!
//! All integers of this layer have a fixed width and are little endian. Every byte of the file
//! is under a hash: the sections under the one in the table, the header under the one that
//! follows it. A damaged file is therefore recognised before anything in it is decoded. The
//! hashes are no signature; whoever wants to lie can compute them.
//!
//! The table is fixed: every section once, in order, nothing between or after. A file has
//! one reading and a value has one file.

use crate::codec::MAX_FILE_BYTES;
use crate::error::{Place, Problem, ReadError};
pub use crate::sections::{FORMAT_VERSION, SectionKind, Version};

/// First bytes of a file. The first is not ASCII and the last ones are line ends, so that
/// transfer as text is noticed.
pub const MAGIC: [u8; 8] = *b"\x89COV\r\n\x1a\n";
const FIXED_BYTES: usize = 16;
const ENTRY_BYTES: usize = 48;
const HASH_BYTES: usize = 32;

/// A section as found in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section<'a> {
    pub kind: SectionKind,
    /// From the start of the file.
    pub offset: u64,
    pub bytes: &'a [u8],
}

/// Put the sections, given in the order of [`SectionKind::ALL`], into a file of a version.
pub(crate) fn write(version: Version, sections: &[Vec<u8>; 9]) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend_from_slice(&MAGIC);
    file.extend_from_slice(&version.number().to_le_bytes());
    file.extend_from_slice(&9u32.to_le_bytes());
    for (kind, bytes) in SectionKind::ALL.iter().zip(sections) {
        file.extend_from_slice(&kind.number().to_le_bytes());
        file.extend_from_slice(&0u32.to_le_bytes());
        file.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        file.extend_from_slice(blake3::hash(bytes).as_bytes());
    }
    let header_hash = blake3::hash(&file);
    file.extend_from_slice(header_hash.as_bytes());
    for bytes in sections {
        file.extend_from_slice(bytes);
    }
    file
}

/// Take a file apart: its version and its sections. Nothing is copied.
pub(crate) fn read(file: &[u8]) -> Result<(Version, [Section<'_>; 9]), ReadError> {
    let fail = |place, offset: usize, problem| ReadError { place, offset: offset as u64, problem };
    let size = file.len() as u64;
    if size > MAX_FILE_BYTES {
        let limit = MAX_FILE_BYTES;
        let problem = Problem::FileTooLarge { found: size, limit };
        return Err(fail(Place::Header, 0, problem));
    }
    if !file.starts_with(&MAGIC) {
        // Say "truncated" only of something that began well.
        let problem = if !file.is_empty() && MAGIC.starts_with(file) {
            Problem::Truncated
        } else {
            Problem::NotACertificate
        };
        return Err(fail(Place::Header, 0, problem));
    }
    let truncated_header = || fail(Place::Header, file.len(), Problem::Truncated);

    // The version comes before everything that a later version may change.
    let found = read_u32(file, 8).ok_or_else(truncated_header)?;
    let version =
        Version::of(found).ok_or_else(|| fail(Place::Header, 8, Problem::UnsupportedVersion { found }))?;
    let count = read_u32(file, 12).ok_or_else(truncated_header)?;
    if count as usize != SectionKind::ALL.len() {
        return Err(fail(Place::Header, 12, Problem::UnexpectedSections));
    }
    let table_end = FIXED_BYTES + SectionKind::ALL.len() * ENTRY_BYTES;
    let header = file.get(..table_end).ok_or_else(truncated_header)?;
    let header_hash = file.get(table_end..table_end + HASH_BYTES).ok_or_else(truncated_header)?;
    if blake3::hash(header).as_bytes() != header_hash {
        return Err(fail(Place::Header, table_end, Problem::HashMismatch));
    }

    let mut start = table_end + HASH_BYTES;
    let mut sections = SectionKind::ALL.map(|kind| Section { kind, offset: 0, bytes: &[] });
    for (i, section) in sections.iter_mut().enumerate() {
        let entry = FIXED_BYTES + i * ENTRY_BYTES;
        let kind = read_u32(file, entry).ok_or_else(truncated_header)?;
        let reserved = read_u32(file, entry + 4).ok_or_else(truncated_header)?;
        let length = read_u64(file, entry + 8).ok_or_else(truncated_header)?;
        let hash = file.get(entry + 16..entry + ENTRY_BYTES).ok_or_else(truncated_header)?;
        if kind != section.kind.number() || reserved != 0 {
            return Err(fail(Place::Header, entry, Problem::UnexpectedSections));
        }
        let place = Place::Section(section.kind);
        let bytes = usize::try_from(length)
            .ok()
            .and_then(|length| start.checked_add(length))
            .and_then(|end| file.get(start..end))
            .ok_or_else(|| fail(place, file.len(), Problem::Truncated))?;
        if blake3::hash(bytes).as_bytes() != hash {
            return Err(fail(place, start, Problem::HashMismatch));
        }
        section.offset = start as u64;
        section.bytes = bytes;
        start += bytes.len();
    }
    if start != file.len() {
        return Err(fail(Place::End, start, Problem::TrailingBytes));
    }
    Ok((version, sections))
}

fn read_u32(file: &[u8], at: usize) -> Option<u32> {
    let bytes = file.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

fn read_u64(file: &[u8], at: usize) -> Option<u64> {
    let bytes = file.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}
