//! Reading takes no more memory than stated, whatever the file claims. One test, because the
//! meter counts for the whole process.

mod common;

use common::container::{seal, unseal};
use common::everything;
use covenant_certificates::error::Problem;
use covenant_certificates::*;
use peak_alloc::PeakAlloc;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// What reading `file` takes, and why it is not accepted.
fn cost(file: &[u8]) -> (usize, Problem) {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    let problem = CertificateFile::from_bytes(file).unwrap_err().problem;
    (PEAK.peak_usage().saturating_sub(before), problem)
}

#[test]
fn memory_is_bounded() {
    let good = unseal(&everything().to_bytes().unwrap());
    let with = |kind: usize, bytes: Vec<u8>| {
        let mut sections = good.clone();
        sections[kind - 1] = bytes;
        seal(&sections)
    };

    // Lengths that are not backed by bytes cost nothing: of a text, of lists, of lists in lists.
    for length in [1u64 << 20, 1 << 28, 1 << 32, 1 << 40, 1 << 62, u64::MAX] {
        let mut prefix = vec![253];
        prefix.extend(length.to_le_bytes());
        for (kind, bytes) in [
            (1, prefix.clone()),
            (2, prefix.clone()),
            (5, [vec![1, 1, 0], prefix.clone()].concat()),
            (6, [vec![0, 1, 13, 0], prefix.clone()].concat()),
            (8, [vec![0], prefix.clone()].concat()),
        ] {
            let (bytes, problem) = cost(&with(kind, bytes));
            assert!(bytes < 64 << 10, "{bytes} bytes for section {kind}");
            assert!(matches!(problem, Problem::Truncated | Problem::ContentTooLarge { .. }), "{problem:?}");
        }
    }

    // Rows that take few bytes in the file and many in memory: nodes of one byte, and calls
    // without sorts and arguments, which have two empty shared lists each.
    for (kind, before, row) in [(5, vec![0; 3], vec![0]), (2, vec![0; 4], vec![6, 0, 0, 0])] {
        let count = (60 << 20) / row.len();
        let mut section = before;
        section.push(253);
        section.extend((count as u64).to_le_bytes());
        section.extend(row.repeat(count));
        let (bytes, problem) = cost(&with(kind, section));
        let limit = MAX_DECODED_BYTES;
        assert_eq!(problem, Problem::ContentTooLarge { limit });
        assert!(bytes <= 4 * limit, "{bytes} bytes for many small rows of section {kind}");
    }
}
