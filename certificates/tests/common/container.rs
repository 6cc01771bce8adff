//! The container written and read a second time, from the document.

#![allow(dead_code)]

pub const MAGIC: [u8; 8] = [0x89, 0x43, 0x4f, 0x56, 0x0d, 0x0a, 0x1a, 0x0a];
pub const HEADER: usize = 16 + 9 * 48 + 32;

/// Put nine sections under correct hashes.
pub fn seal(sections: &[Vec<u8>]) -> Vec<u8> {
    seal_as(2, sections)
}

/// The same in a file of this version.
pub fn seal_as(version: u8, sections: &[Vec<u8>]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend([version, 0, 0, 0]);
    file.extend([9, 0, 0, 0]);
    for (kind, bytes) in (1u8..).zip(sections) {
        file.extend([kind, 0, 0, 0, 0, 0, 0, 0]);
        file.extend((bytes.len() as u64).to_le_bytes());
        file.extend(blake3::hash(bytes).as_bytes());
    }
    let hash = blake3::hash(&file);
    file.extend(hash.as_bytes());
    file.extend(sections.concat());
    file
}

/// The nine sections of a well-formed file.
pub fn unseal(file: &[u8]) -> Vec<Vec<u8>> {
    assert_eq!(file[..8], MAGIC);
    assert!((2..=5).contains(&file[8]));
    assert_eq!(file[9..16], [0, 0, 0, 9, 0, 0, 0]);
    assert_eq!(file[16 + 9 * 48..HEADER], *blake3::hash(&file[..16 + 9 * 48]).as_bytes());
    let mut start = HEADER;
    let sections = (0..9usize)
        .map(|i| {
            let entry = &file[16 + 48 * i..16 + 48 * (i + 1)];
            assert_eq!(entry[..8], [i as u8 + 1, 0, 0, 0, 0, 0, 0, 0]);
            let length = u64::from_le_bytes(entry[8..16].try_into().unwrap()) as usize;
            let bytes = file[start..start + length].to_vec();
            assert_eq!(entry[16..], *blake3::hash(&bytes).as_bytes());
            start += length;
            bytes
        })
        .collect();
    assert_eq!(start, file.len());
    sections
}
