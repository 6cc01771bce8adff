//! Damaged, truncated, oversized, recursive and future files.

mod common;

use common::container::{HEADER, seal, unseal};
use common::{constant, everything};
use covenant_certificates::container::SectionKind;
use covenant_certificates::error::{Place, Problem, ReadError, SourceProblem};
use covenant_certificates::structure::{BadReference, Table};
use covenant_certificates::*;
use proptest::prelude::*;

fn good_files() -> [Vec<u8>; 2] {
    [constant(), everything()].map(|file| file.to_bytes().unwrap())
}

fn read(bytes: &[u8]) -> ReadError {
    CertificateFile::from_bytes(bytes).expect_err("should not be accepted")
}

/// `(place, offset, problem)` of the file with one section replaced.
fn with_section(kind: SectionKind, change: impl FnOnce(&mut Vec<u8>)) -> ReadError {
    let mut sections = unseal(&everything().to_bytes().unwrap());
    change(&mut sections[kind.number() as usize - 1]);
    read(&seal(&sections))
}

/// Offset of a section in the file of `everything`.
fn start_of(kind: SectionKind) -> u64 {
    let sections = unseal(&everything().to_bytes().unwrap());
    let before = &sections[..kind.number() as usize - 1];
    (HEADER + before.concat().len()) as u64
}

#[test]
fn other_files() {
    let expect = |bytes: &[u8], problem: Problem| {
        let error = read(bytes);
        assert_eq!((error.place, error.offset), (Place::Header, 0));
        assert_eq!(error.problem, problem);
    };
    expect(b"", Problem::NotACertificate);
    expect(b"let seven () = 7\n", Problem::NotACertificate);
    expect(b"\x7fELF\x02\x01\x01\0\0\0\0\0", Problem::NotACertificate);
    expect(b"\x89COV", Problem::Truncated);
    // Line ends changed on the way.
    expect(b"\x89COV\n\x1a\n\x01\0\0\0", Problem::NotACertificate);
}

#[test]
fn other_versions() {
    for (version, message) in [
        (6u32, "format version 6 is newer than 5, the newest that this program reads (in header, at byte 8)"),
        (1, "format version 1 is older than 2, the oldest that this program reads (in header, at byte 8)"),
    ] {
        let mut file = constant().to_bytes().unwrap();
        file[8..12].copy_from_slice(&version.to_le_bytes());
        // Whatever follows the version belongs to the future.
        file.truncate(12);
        let error = read(&file);
        assert_eq!(error.problem, Problem::UnsupportedVersion { found: version });
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn every_truncation() {
    for file in good_files() {
        for length in 1..file.len() {
            let error = read(&file[..length]);
            assert_eq!(error.problem, Problem::Truncated, "at {length}");
            assert!(error.offset <= length as u64);
        }
    }
}

#[test]
fn every_flipped_bit() {
    for file in good_files() {
        for bit in 0..file.len() * 8 {
            let mut damaged = file.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let error = read(&damaged);
            let expected = match bit / 8 {
                0..8 => Problem::NotACertificate,
                8..12 => {
                    let found = u32::from_le_bytes(damaged[8..12].try_into().unwrap());
                    // Another version that is read, under the hash of this one.
                    let known = (2..=5).contains(&found);
                    if known { Problem::HashMismatch } else { Problem::UnsupportedVersion { found } }
                }
                12..16 => Problem::UnexpectedSections,
                _ => Problem::HashMismatch,
            };
            assert_eq!(error.problem, expected, "bit {bit}");
        }
    }
}

#[test]
fn bytes_after_the_end() {
    let mut file = constant().to_bytes().unwrap();
    let end = file.len() as u64;
    file.push(0);
    let error = read(&file);
    assert_eq!((error.place, error.offset, error.problem), (Place::End, end, Problem::TrailingBytes));
}

#[test]
fn sections_in_another_order_or_number() {
    let file = constant().to_bytes().unwrap();
    let rehash = |mut file: Vec<u8>| {
        let hash = blake3::hash(&file[..HEADER - 32]);
        file[HEADER - 32..HEADER].copy_from_slice(hash.as_bytes());
        read(&file)
    };
    let mut swapped = file.clone();
    swapped[16] = 2;
    assert_eq!(rehash(swapped).problem, Problem::UnexpectedSections);
    let mut reserved = file.clone();
    reserved[16 + 48 + 4] = 1;
    let error = rehash(reserved);
    assert_eq!((error.offset, error.problem), (16 + 48, Problem::UnexpectedSections));
    // Version 3 has its text beside it.
    let mut with_text = file.clone();
    with_text[8] = 3;
    assert_eq!(rehash(with_text).problem, Problem::Source(SourceProblem::TwoTexts));
    let mut long = file.clone();
    long[16 + 8..16 + 16].copy_from_slice(&u64::MAX.to_le_bytes());
    let error = rehash(long);
    assert_eq!((error.place, error.problem), (Place::Section(SectionKind::Meta), Problem::Truncated));
}

#[test]
fn damage_under_correct_hashes() {
    use SectionKind::{Meta, Program, SolverLog, SourceHash, Theory};
    let check = |kind: SectionKind, at: u64, problem: Problem, change: fn(&mut Vec<u8>)| {
        let error = with_section(kind, change);
        assert_eq!(error.problem, problem);
        assert_eq!(error.place, Place::Section(kind));
        assert_eq!(error.offset, start_of(kind) + at);
    };
    // `producer` claims 2^63 bytes; there are none.
    check(Meta, 9, Problem::Truncated, |s| {
        *s = vec![253, 0, 0, 0, 0, 0, 0, 0, 0x80];
    });
    check(Meta, 3, Problem::Malformed("text is not UTF-8".into()), |s| {
        *s = vec![2, 0xff, 0xff, 0];
    });
    // A length of 14 in three bytes instead of one.
    check(Meta, 0, Problem::NotCanonical, |s| {
        s.splice(0..1, [251, 14, 0]);
    });
    check(Meta, 0, Problem::Truncated, Vec::clear);
    check(Meta, 21, Problem::TrailingBytes, |s| s.push(0));
    check(
        Program,
        1,
        Problem::Malformed("InvalidIntegerType { expected: Usize, found: Reserved }".into()),
        |s| s[0] = 255,
    );
    check(SourceHash, 0, Problem::Source(SourceProblem::HashMismatch), |s| {
        s[0] += 1;
    });
    check(SolverLog, 0, Problem::Source(SourceProblem::NoSuchRow), |s| {
        // The node of the first condition.
        assert_eq!(s[..3], [3, 0, 13]);
        s[2] = 200;
    });
    let error = with_section(Theory, |s| {
        // Length 5 of the sorts, after two lists of one text each.
        let at = 1 + 7 + 1 + 15;
        assert_eq!(s[at..at + 2], [5, 0]);
        s[at + 1] = 77;
    });
    assert_eq!(
        error.problem,
        Problem::Malformed("invalid value: integer `77`, expected variant index 0 <= i < 4".into())
    );
}

#[test]
fn recursive_tables() {
    let error = with_section(SectionKind::Derivations, |s| {
        // The last node, `TMerge(22, 3)`, before the list of derivations.
        let end = s.len() - 6;
        assert_eq!(s[end..], [3, 0, 1, 15, 1, 23]);
        assert_eq!(s[end - 2..end], [22, 3]);
        s[end - 1] = 23;
    });
    assert_eq!(error.place, Place::Section(SectionKind::Derivations));
    match error.problem {
        Problem::Structure(e) => assert_eq!(
            (e.table, e.row, e.to, e.index, e.why),
            (Table::Nodes, 23, Table::Nodes, 23, BadReference::Forward)
        ),
        other => panic!("{other:?}"),
    }
}

proptest! {
    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(CertificateFile::from_bytes(&bytes).is_err());
    }

    #[test]
    fn random_bytes_after_the_version(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let mut file = constant().to_bytes().unwrap()[..16].to_vec();
        file.extend(bytes);
        prop_assert!(CertificateFile::from_bytes(&file).is_err());
    }

    /// Random sections under correct hashes reach the decoder.
    #[test]
    fn random_sections(kind in 0usize..9, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut sections = unseal(&everything().to_bytes().unwrap());
        sections[kind] = bytes;
        let file = seal(&sections);
        if let Ok(accepted) = CertificateFile::from_bytes(&file) {
            prop_assert_eq!(accepted.to_bytes().unwrap(), file);
        }
    }
}

/// A long walk of the decoder: mutated sections of good files under correct hashes. What is
/// accepted has exactly the bytes that were read, and can be hashed and made canonical.
#[test]
fn mutated_sections() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let good: Vec<_> = good_files().iter().map(|file| unseal(file)).collect();
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..30_000 {
        let mut sections = good[random.below(good.len())].clone();
        for _ in 0..=random.below(3) {
            let donor = sections[random.below(9)].clone();
            let section = &mut sections[random.below(9)];
            let at = random.below(section.len() + 1);
            match random.below(6) {
                0 if at < section.len() => section[at] ^= 1 << random.below(8),
                1 if at < section.len() => section[at] = random.below(256) as u8,
                2 if at < section.len() => drop(section.remove(at)),
                3 => section.insert(at, random.below(256) as u8),
                4 => section.truncate(at),
                _ => {
                    let from = random.below(donor.len() + 1);
                    section.truncate(at);
                    section.extend(&donor[from..]);
                }
            }
        }
        let file = seal(&sections);
        match CertificateFile::from_bytes(&file) {
            Err(_) => rejected += 1,
            Ok(mut value) => {
                accepted += 1;
                assert_eq!(value.to_bytes().unwrap(), file);
                let before = Hashes::of(&value.certificate).unwrap();
                canonicalize(&mut value).unwrap();
                let after = Hashes::of(&value.certificate).unwrap();
                assert_eq!(before.statement, after.statement);
            }
        }
    }
    // Neither side is empty: the walk does reach what lies behind the decoder.
    assert!(accepted > 500 && rejected > 5_000, "{accepted} {rejected}");
}

/// xorshift64: the same walk on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
