//! The kernel and the verified checker on the same bytes: certificates and all their mutants.
//!
//! The verified checker runs as a process that is given one certificate after the other (`--stream`). Mutants that
//! are no file (their rows refer forward, say) are left out: neither checker would see them.

use crate::mutants;
use covenant_certificates::CertificateFile;
use covenant_kernel::check::{Verdict, check_observed};
use covenant_kernel::tables::Certificate;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The verified checker, waiting for certificates.
pub struct Twin {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Twin {
    /// Starts the program.
    pub fn start(program: &Path) -> std::io::Result<Twin> {
        let mut child =
            Command::new(program).arg("--stream").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("no pipes"));
        };
        Ok(Twin { child, input, output: BufReader::new(output) })
    }

    /// The verdict on these bytes, and its reason.
    pub fn ask(&mut self, bytes: &[u8]) -> std::io::Result<(String, String)> {
        let length = u32::try_from(bytes.len()).map_err(std::io::Error::other)?;
        self.input.write_all(&length.to_le_bytes())?;
        self.input.write_all(bytes)?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (verdict, reason) = line.trim_end().split_once('\t').unwrap_or((line.trim_end(), ""));
        Ok((verdict.to_owned(), reason.to_owned()))
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        // It waits for input that will not come; that it has ended is all that matters.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the two said, and how often.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// By the kernel's verdict and the other's.
    pub counts: BTreeMap<(String, String), usize>,
    /// Where they differ: the kind of change, the kernel's reason, the other's, and how often.
    pub differences: BTreeMap<(String, String, String), (usize, String)>,
    /// Mutants that are no file.
    pub no_file: usize,
}

impl Outcomes {
    /// All that were compared.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.values().sum()
    }

    /// As a table.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = format!("{:<16} {:<16} {:>10}\n", "kernel", "verified", "certificates");
        for ((kernel, verified), count) in &self.counts {
            text.push_str(&format!("{kernel:<16} {verified:<16} {count:>10}\n"));
        }
        text.push_str(&format!("{} compared, {} mutants are no file\n", self.total(), self.no_file));
        for ((kernel, verified, kind), (count, example)) in &self.differences {
            text.push_str(&format!(
                "  {count:>7} kernel: {kernel}; verified: {verified}; {kind}; e.g. {example}\n"
            ));
        }
        text
    }
}

/// Compares the two on a certificate and on every `every`-th of its mutants.
///
/// # Errors
///
/// If the verified checker stops answering.
pub fn compare(
    twin: &mut Twin,
    name: &str,
    file: &CertificateFile,
    every: usize,
    outcomes: &mut Outcomes,
) -> std::io::Result<()> {
    // What is only for people makes files long and cannot change a verdict.
    let mut stripped = file.clone();
    stripped.source = covenant_certificates::SourceMap::default();
    stripped.log = covenant_certificates::SolverLog::default();
    one(twin, &stripped, "unchanged", name, outcomes)?;
    let mut failed = None;
    let mut number = 0usize;
    let mut visit = |(table, way): mutants::Kind, row: usize, mutant: &Certificate| {
        number += 1;
        if failed.is_some() || !number.is_multiple_of(every.max(1)) {
            return;
        }
        stripped.certificate.clone_from(mutant);
        let place = format!("{name}, row {row}");
        if let Err(error) = one(twin, &stripped, &format!("{table}: {way}"), &place, outcomes) {
            failed = Some(std::io::Error::other(format!("{place}, {table}: {way}: {error}")));
        }
    };
    mutants::each(&file.certificate, &mut visit);
    mutants::each_statement(&file.certificate, &mut visit);
    failed.map_or(Ok(()), Err)
}

fn one(
    twin: &mut Twin,
    file: &CertificateFile,
    kind: &str,
    place: &str,
    outcomes: &mut Outcomes,
) -> std::io::Result<()> {
    let Ok(bytes) = file.to_bytes() else {
        outcomes.no_file += 1;
        return Ok(());
    };
    let verdict = check_observed(&file.certificate, &mut ());
    let (word, reason) = match &verdict {
        Verdict::Valid => ("valid", String::new()),
        Verdict::ValidModulo(_) => ("valid-modulo", String::new()),
        Verdict::Reject { why, rule, .. } => {
            ("rejected", format!("{why:?}{}", rule.map_or(String::new(), |rule| format!(" in {rule:?}"))))
        }
        Verdict::Declined(why) => ("declined", format!("{why:?}")),
    };
    let (verified, theirs) = twin.ask(&bytes)?;
    *outcomes.counts.entry((word.to_owned(), verified.clone())).or_default() += 1;
    let same = word == verified || (word == "rejected" && verified == "refused");
    if !same {
        let plain = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
        let key = (format!("{word} {reason}"), format!("{verified} {}", plain(&theirs)), kind.to_owned());
        outcomes.differences.entry(key).or_insert((0, format!("{place}: {theirs}"))).0 += 1;
    }
    Ok(())
}
