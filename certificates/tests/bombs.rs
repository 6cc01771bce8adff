//! Hostile certificates are read, judged and compared with work and memory linear in the file.
//! One test, because the meter counts for the whole process. The kernel counts its own work and
//! stops at a limit that is linear in the rows, so what is measured here is memory.

// Only what the generators of this test need.
#[path = "common/bombs.rs"]
mod bombs;

use bombs::Expected;
use covenant_certificates::{CertificateFile, written_out};
use covenant_kernel::check::{Verdict, check_observed};
use peak_alloc::PeakAlloc;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// 512 MB for a file of 1 MB, and less for a smaller one.
fn limit(file: usize) -> usize {
    (64 << 20) + 448 * file
}

#[test]
fn bombs_are_judged_or_declined_within_memory_linear_in_the_file() {
    for bomb in bombs::bombs(12_000) {
        let bytes = bomb.file.to_bytes().expect("flat tables");
        let before = PEAK.current_usage();
        PEAK.reset_peak_usage();
        let file = CertificateFile::from_bytes(&bytes).expect("what was written");
        let verdict = check_observed(&file.certificate, &mut ());
        let peak = PEAK.peak_usage().saturating_sub(before);
        assert!(peak <= limit(bytes.len()), "{}: {peak} bytes for {} in the file", bomb.name, bytes.len());
        let holds = matches!(verdict, Verdict::Valid | Verdict::ValidModulo(_));
        let declined = matches!(verdict, Verdict::Declined(_));
        let as_expected = match bomb.expected {
            Expected::Valid => holds,
            Expected::Declined => declined,
            Expected::Judged => true,
        };
        assert!(as_expected, "{}: {verdict:?}", bomb.name);
        // What is shared exponentially often, or nested deeply under many nodes, is not written out.
        let doubled =
            ["doubled-claim", "doubled-program-not-derived", "doubled-sum", "deep-lets"].contains(&bomb.name);
        assert!(!doubled || written_out::check(&file.certificate).is_err(), "{}", bomb.name);
    }
}
