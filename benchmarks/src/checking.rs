//! What the measurements need of a check and of an audit.
//!
//! The only module that knows how the elaborator is called, so that the measurements do not
//! change when its interface does.

use crate::resources::{process_cpu, thread_cpu};
use covenant_certificates::{CertificateFile, QueryText, SolverLog};
use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};
use covenant_front::DiagnosticKind;
use covenant_kernel::check;
use std::time::{Duration, Instant};

/// A verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// The claim holds.
    Valid,
    /// The claim holds if assumptions do.
    ValidModulo,
    /// The claim does not hold.
    Rejected {
        /// Whether execution confirms that the value named is missing.
        confirmed: bool,
    },
    /// Neither proved nor refuted.
    #[default]
    Unknown,
    /// Not understood.
    Declined,
}

impl ClaimVerdict {
    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            ClaimVerdict::Valid => "valid",
            ClaimVerdict::ValidModulo => "valid-modulo",
            ClaimVerdict::Rejected { .. } => "rejected",
            ClaimVerdict::Unknown => "unknown",
            ClaimVerdict::Declined => "declined",
        }
    }
}

/// A checked claim.
#[derive(Clone, Debug, Default)]
pub struct CheckedClaim {
    /// Name of the function.
    pub name: String,
    /// The verdict.
    pub verdict: ClaimVerdict,
    /// Where the search is stuck, or what is missing.
    pub detail: String,
    /// Queries to the solver.
    pub queries: u64,
    /// Time for the claim.
    pub time: Duration,
    /// Of it, time inside the solver.
    pub solver_time: Duration,
    /// The certificate, where there is one.
    pub certificate: Option<CertificateFile>,
}

/// A checked file.
#[derive(Clone, Debug, Default)]
pub struct CheckedFile {
    /// The claims, in the order of the file.
    pub claims: Vec<CheckedClaim>,
    /// What is wrong with the file, if it is not understood or states something false.
    pub errors: Vec<String>,
    /// Whether the file was refused because a lemma or an axiom in it is false.
    pub false_fact: bool,
    /// Wall-clock time for the whole file, from the text to the certificates.
    pub time: Duration,
    /// Processor time for the whole file.
    pub cpu: Duration,
}

/// Checks the claims of a file, on one core.
pub fn check(file_name: &str, text: &str) -> CheckedFile {
    let options = Options { jobs: 1, ..Options::default() };
    let (start, cpu) = (Instant::now(), process_cpu());
    let report = check_source(file_name, text, &options);
    let (time, cpu) = (start.elapsed(), process_cpu().saturating_sub(cpu));
    let errors = if report.failed() {
        report.diagnostics.iter().map(|d| format!("line {}: {}", d.line, d.message)).collect()
    } else {
        Vec::new()
    };
    let false_fact = report.diagnostics.iter().any(|d| d.kind == DiagnosticKind::FalseFact);
    let claims = report.claims.into_iter().map(checked_claim).collect();
    CheckedFile { claims, errors, false_fact, time, cpu }
}

fn checked_claim(report: ClaimReport) -> CheckedClaim {
    let verdict = match report.verdict {
        Verdict::Valid => ClaimVerdict::Valid,
        Verdict::ValidModulo => ClaimVerdict::ValidModulo,
        Verdict::Rejected => {
            ClaimVerdict::Rejected { confirmed: report.missing.as_ref().is_some_and(|m| m.confirmed) }
        }
        Verdict::Unknown if report.declined => ClaimVerdict::Declined,
        // Tested is not proved.
        Verdict::Tested | Verdict::Unknown => ClaimVerdict::Unknown,
    };
    let detail = match (&report.missing, report.obstacles.first()) {
        (Some(missing), _) if missing.confirmed => format!("never made: {}", missing.text),
        (_, Some(obstacle)) => {
            let details = obstacle.details.first().map(|detail| format!("; {detail}"));
            format!("{}{}", obstacle.message, details.unwrap_or_default())
        }
        _ => report.assumptions.join(", "),
    };
    CheckedClaim {
        name: report.claim,
        verdict,
        detail,
        queries: u64::from(report.queries),
        time: report.time,
        solver_time: report.solver_time,
        certificate: report.certificate,
    }
}

/// Processor time that Z3 alone takes for the recorded queries of a certificate: each is read and
/// answered by a Z3 that was started for it. An error if one is not refuted again.
pub fn ask_again(file: &CertificateFile) -> Result<Duration, String> {
    let mut time = Duration::ZERO;
    let queries = file.log.conditions.iter().flat_map(|condition| &condition.queries);
    for query in queries.filter(|query| query.solver == "z3") {
        let QueryText::Text(text) = &query.query else { continue };
        // A context belongs to a thread.
        let asked = std::thread::scope(|scope| {
            scope
                .spawn(|| {
                    let start = thread_cpu();
                    let solver = z3::Solver::new();
                    solver.from_string(text.as_str());
                    let answer = solver.check();
                    (answer, thread_cpu().saturating_sub(start))
                })
                .join()
        });
        match asked {
            Ok((z3::SatResult::Unsat, taken)) => time += taken,
            _ => return Err(format!("Z3 does not refute a recorded query of {} again", file.claim_name())),
        }
    }
    Ok(time)
}

/// What an audit takes.
#[derive(Clone, Copy, Debug)]
pub struct Audit {
    /// Size of the file.
    pub bytes: u64,
    /// Of it, the solver log, which the kernel does not read.
    pub log_bytes: u64,
    /// From bytes to tables.
    pub decoding: Duration,
    /// The kernel's check.
    pub checking: Duration,
}

/// How often an audit is timed; it takes well under a millisecond, so that one interruption
/// would be most of a single measurement.
const AUDITS: u32 = 5;

/// Whether the kernel accepts.
pub fn accepted(verdict: &check::Verdict) -> bool {
    matches!(verdict, check::Verdict::Valid | check::Verdict::ValidModulo(_))
}

/// Encodes a certificate, then reads and checks it as someone would who got the file.
pub fn audit(file: &CertificateFile) -> Result<Audit, String> {
    let bytes = file.to_bytes().map_err(|error| error.to_string())?;
    // A long source text is in a file of its own, which whoever got the certificate has as well.
    let text = |_| Some(file.source.text.clone());
    let (decoding, decoded) = shortest(AUDITS, || CertificateFile::from_bytes_with(&bytes, text));
    let decoded = decoded.map_err(|error| error.to_string())?.certificate;
    let (checking, verdict) = shortest(AUDITS, || check::check(&file.certificate.statement, &decoded));
    if !accepted(&verdict) {
        return Err(format!("the kernel does not accept the certificate of {}", file.claim_name()));
    }
    let without_log = CertificateFile { log: SolverLog::default(), ..file.clone() };
    let unlogged = without_log.to_bytes().map_err(|error| error.to_string())?;
    let log_bytes = (bytes.len() as u64).saturating_sub(unlogged.len() as u64);
    Ok(Audit { bytes: bytes.len() as u64, log_bytes, decoding, checking })
}

/// The shortest processor time of several, and the last result.
pub fn shortest<T>(repeats: u32, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let start = thread_cpu();
        let result = work();
        (thread_cpu().saturating_sub(start), result)
    };
    let (mut best, mut result) = timed();
    for _ in 1..repeats {
        let (time, again) = timed();
        best = best.min(time);
        result = again;
    }
    (best, result)
}
