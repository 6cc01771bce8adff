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

    // Rows that take one byte in the file and many in memory.
    let mut nodes = vec![0, 0, 0, 253];
    nodes.extend((60u64 << 20).to_le_bytes());
    nodes.extend(vec![0; 60 << 20]);
    let file = with(5, nodes);
    let (bytes, problem) = cost(&file);
    let limit = MAX_DECODED_BYTES;
    assert_eq!(problem, Problem::ContentTooLarge { limit });
    assert!(bytes <= 4 * limit, "{bytes} bytes for many small rows");
}
