//! Verdicts for other programs: SARIF, JUnit, annotations of a pull request, a summary in Markdown.
//!
//! All claims are in them, *rejected* and *unknown* ones as failures with what is missing or in the way.
//! Every text goes through one escape per format, after hidden characters were made visible.

use covenant_certificates::shown::shown_line;
use covenant_cli::args::Check;
use covenant_cli::failure::Failure;
use covenant_cli::{inputs, sarif, terminal};
use covenant_elaborator::pipeline::{ClaimReport, Verdict};
use covenant_front::{Diagnostic, DiagnosticKind};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// A claim, or an error of a file.
struct Finding {
    file: String,
    line: u32,
    column: u32,
    /// The claim; none for an error of the file.
    claim: Option<String>,
    outcome: Outcome,
    /// What is proved, missing, or in the way.
    text: String,
    time: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Accepted,
    /// Accepted, and something is assumed.
    Modulo,
    /// Accepted, and a gate is closed for it.
    Denied,
    Tested,
    Rejected,
    Unknown,
    Declined,
    Error,
    Warning,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Accepted => "valid",
            Outcome::Modulo => "valid-modulo",
            Outcome::Denied => "denied",
            Outcome::Tested => "tested",
            Outcome::Rejected => "rejected",
            Outcome::Unknown => "unknown",
            Outcome::Declined => "declined",
            Outcome::Error => "error",
            Outcome::Warning => "warning",
        }
    }

    /// How loud it is: nothing, a warning, an error.
    fn level(self) -> Option<&'static str> {
        match self {
            Outcome::Accepted | Outcome::Modulo => None,
            Outcome::Tested | Outcome::Unknown | Outcome::Declined | Outcome::Warning => Some("warning"),
            Outcome::Denied | Outcome::Rejected | Outcome::Error => Some("error"),
        }
    }
}

const RULES: [(&str, &str); 7] = [
    (
        "rejected",
        "The function cannot produce a value that its specification allows, or produces one that it does not.",
    ),
    (
        "denied",
        "The claim is accepted, and rests on something that a gate (--deny, --confirm require) does not permit.",
    ),
    ("tested", "No value outside of the specification was found; that there is none is not proved."),
    ("unknown", "The claim is neither proved nor refuted."),
    ("declined", "The claim is not looked at: the file uses something that is not read."),
    ("error", "Something is wrong with the file."),
    ("warning", "Something about the file deserves a look."),
];

/// What stands against relying on a claim that was proved.
pub struct Against {
    /// The gates that are closed.
    pub denied: Vec<String>,
    /// Whether OCaml contradicts it.
    pub contradicted: bool,
}

/// What is told to other programs at the end.
#[derive(Default)]
pub struct Reports {
    findings: Vec<Finding>,
}

impl Reports {
    /// Adds errors and warnings of a file.
    pub fn diagnostics(&mut self, shown: &str, diagnostics: &[Diagnostic]) {
        for Diagnostic { kind, line, column, message, .. } in diagnostics {
            let outcome = match kind {
                DiagnosticKind::Warning => Outcome::Warning,
                DiagnosticKind::Declined => Outcome::Declined,
                _ => Outcome::Error,
            };
            self.push(shown, (*line, *column), None, outcome, message, Duration::ZERO);
        }
    }

    /// Adds a claim, with what was said of it in a line and what stands against relying on it.
    pub fn claim(
        &mut self,
        shown: &str,
        place: (u32, u32),
        claim: &ClaimReport,
        in_short: &str,
        against: &Against,
    ) {
        let accepted = matches!(claim.verdict, Verdict::Valid | Verdict::ValidModulo);
        if accepted && !against.denied.is_empty() {
            let text = format!("denied: {}; {in_short}", against.denied.join(", "));
            return self.push(shown, place, Some(&claim.claim), Outcome::Denied, &text, claim.time);
        }
        let outcome = match claim.verdict {
            Verdict::Valid => Outcome::Accepted,
            Verdict::ValidModulo => Outcome::Modulo,
            // It was looked at, and OCaml does something else.
            Verdict::Unknown if against.contradicted => Outcome::Unknown,
            Verdict::Tested => Outcome::Tested,
            Verdict::Rejected => Outcome::Rejected,
            Verdict::Unknown if claim.declined => Outcome::Declined,
            Verdict::Unknown => Outcome::Unknown,
        };
        self.push(shown, place, Some(&claim.claim), outcome, in_short, claim.time);
    }

    fn push(
        &mut self,
        file: &str,
        (line, column): (u32, u32),
        claim: Option<&str>,
        outcome: Outcome,
        text: &str,
        time: Duration,
    ) {
        let shown = |text: &str| shown_line(text).into_owned();
        let (file, text, claim) = (shown(file), shown(text), claim.map(shown));
        self.findings.push(Finding { file, line, column, claim, outcome, text, time });
    }

    /// Writes what was asked for.
    pub fn write(&self, arguments: &Check) -> Result<(), Failure> {
        if arguments.github {
            self.annotations().iter().for_each(|line| terminal::line(line));
        }
        let sarif = || format!("{:#}\n", self.sarif());
        for (path, text) in [
            (&arguments.sarif, &sarif as &dyn Fn() -> String),
            (&arguments.junit, &|| self.junit()),
            (&arguments.markdown, &|| self.markdown()),
        ] {
            if let Some(path) = path {
                inputs::write(path, text().as_bytes())?;
            }
        }
        Ok(())
    }

    fn sarif(&self) -> Value {
        let results = self.findings.iter().filter_map(|finding| {
            let text = finding.named();
            let fingerprint = json!(format!("{}/{}", finding.file, finding.claim.as_deref().unwrap_or("")));
            let rule = finding.outcome.word();
            Some(sarif::result(
                rule,
                finding.outcome.level()?,
                &text,
                &finding.file,
                finding.line,
                &fingerprint,
            ))
        });
        sarif::log(env!("CARGO_PKG_VERSION"), &RULES, results.collect())
    }

    /// One suite per file, one case per claim.
    fn junit(&self) -> String {
        let mut suites: Vec<(&str, Vec<&Finding>)> = Vec::new();
        for finding in &self.findings {
            match suites.last_mut() {
                Some((file, cases)) if *file == finding.file => cases.push(finding),
                _ => suites.push((&finding.file, vec![finding])),
            }
        }
        let failed = |cases: &[&Finding]| cases.iter().filter(|f| f.outcome.level() == Some("error")).count();
        // A claim that was tested has neither passed nor failed.
        let skipped =
            |f: &Finding| matches!(f.outcome, Outcome::Tested | Outcome::Declined | Outcome::Warning);
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        for (file, cases) in &suites {
            let unknown = cases.iter().filter(|f| f.outcome == Outcome::Unknown).count();
            let left_out = cases.iter().filter(|f| skipped(f)).count();
            let _ = writeln!(
                out,
                "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{left_out}\">",
                xml(file),
                cases.len(),
                failed(cases) + unknown,
            );
            for case in cases {
                let name = case.claim.as_deref().unwrap_or("(file)");
                let seconds = case.time.as_secs_f64();
                let _ = write!(
                    out,
                    "    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.3}\"",
                    xml(file),
                    xml(name)
                );
                let message = xml(&case.text);
                let _ = match case.outcome {
                    Outcome::Accepted | Outcome::Modulo => writeln!(out, "/>"),
                    _ if skipped(case) => {
                        writeln!(out, ">\n      <skipped message=\"{message}\"/>\n    </testcase>")
                    }
                    outcome => writeln!(
                        out,
                        ">\n      <failure type=\"{}\" message=\"{message}\">{}:{}: {message}</failure>\n    </testcase>",
                        outcome.word(),
                        xml(file),
                        case.line
                    ),
                };
            }
            out.push_str("  </testsuite>\n");
        }
        out.push_str("</testsuites>\n");
        out
    }

    /// Workflow commands: `::error file=…,line=…::…`.
    fn annotations(&self) -> Vec<String> {
        let annotation = |finding: &Finding| {
            let level = finding.outcome.level()?;
            let title = format!("covenant: {}", finding.outcome.word());
            Some(format!(
                "::{level} file={},line={},col={},title={}::{}",
                property(&finding.file),
                finding.line,
                finding.column,
                property(&title),
                command_text(&finding.named())
            ))
        };
        self.findings.iter().filter_map(annotation).collect()
    }

    fn markdown(&self) -> String {
        let count = |outcome: Outcome| {
            self.findings.iter().filter(|f| f.outcome == outcome && f.claim.is_some()).count()
        };
        let mut out = String::from("### Covenant\n\n");
        let always =
            [Outcome::Accepted, Outcome::Tested, Outcome::Rejected, Outcome::Unknown, Outcome::Declined];
        let told = [Outcome::Modulo, Outcome::Denied].into_iter().filter(|outcome| count(*outcome) > 0);
        let counts: Vec<String> = always[..1]
            .iter()
            .copied()
            .chain(told)
            .chain(always[1..].iter().copied())
            .map(|outcome| format!("{} {}", count(outcome), outcome.word()))
            .collect();
        let _ = writeln!(out, "{}\n", counts.join(", "));
        let telling: Vec<&Finding> = self.findings.iter().filter(|f| f.outcome.level().is_some()).collect();
        if !telling.is_empty() {
            out.push_str("| verdict | claim | place | |\n|---|---|---|---|\n");
            for finding in telling {
                let _ = writeln!(
                    out,
                    "| {} | {} | {}:{} | {} |",
                    finding.outcome.word(),
                    cell(finding.claim.as_deref().unwrap_or("")),
                    cell(&finding.file),
                    finding.line,
                    cell(&finding.text)
                );
            }
        }
        out
    }
}

impl Finding {
    fn named(&self) -> String {
        match &self.claim {
            Some(claim) => format!("{claim}: {}", self.text),
            None => self.text.clone(),
        }
    }
}

fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

/// The text of a workflow command: its own escapes, so that no text begins a second command.
fn command_text(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            c => out.push(c),
        }
        out
    })
}

/// A property of a workflow command.
fn property(text: &str) -> String {
    command_text(text).chars().fold(String::new(), |mut out, c| {
        match c {
            ':' => out.push_str("%3A"),
            ',' => out.push_str("%2C"),
            c => out.push(c),
        }
        out
    })
}

/// A cell of a Markdown table: as it stands, whatever it contains.
fn cell(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push(' '),
            c if c.is_ascii_punctuation()
                && !matches!(c, ',' | ';' | ':' | '.' | '=' | '/' | '(' | ')' | '-' | '+') =>
            {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports() -> Reports {
        let mut reports = Reports::default();
        reports.push(
            "a,b.ml",
            (3, 5),
            Some("f"),
            Outcome::Accepted,
            "2 conditions",
            Duration::from_millis(12),
        );
        reports.push(
            "a,b.ml",
            (9, 1),
            Some("g'"),
            Outcome::Rejected,
            "cannot produce g 0 => [\"<|*\"]",
            Duration::ZERO,
        );
        let denied = "denied: symbol q is assumed; 1 condition";
        reports.push("b.ml", (2, 1), Some("h"), Outcome::Denied, denied, Duration::ZERO);
        reports.push("b.ml", (3, 1), Some("k"), Outcome::Modulo, "rests on symbol q", Duration::ZERO);
        reports.push("c.ml", (1, 1), None, Outcome::Error, "100% wrong\n::error::forged", Duration::ZERO);
        reports
    }

    #[test]
    fn no_text_leaves_its_place() {
        let reports = reports();
        let annotations = reports.annotations();
        assert_eq!(
            annotations[0],
            "::error file=a%2Cb.ml,line=9,col=1,title=covenant%3A rejected::g': cannot produce g 0 => [\"<|*\"]"
        );
        assert!(
            annotations.len() == 3 && !annotations[2].contains('\n') && annotations[2].contains("100%25")
        );
        // What a gate is closed for is no success.
        assert!(annotations[1].starts_with("::error file=b.ml,line=2,"), "{}", annotations[1]);
        let junit = reports.junit();
        assert!(junit.contains("tests=\"2\" failures=\"1\" skipped=\"0\""), "{junit}");
        assert!(junit.contains("message=\"cannot produce g 0 =&gt; [&quot;&lt;|*&quot;]\""), "{junit}");
        assert!(junit.contains("<failure type=\"denied\" message=\"denied: symbol q is assumed"), "{junit}");
        assert!(
            junit.contains("tests=\"2\" failures=\"1\" skipped=\"0\">\n    <testcase classname=\"b.ml\""),
            "{junit}"
        );
        let markdown = reports.markdown();
        assert!(
            markdown
                .contains("1 valid, 1 valid-modulo, 1 denied, 0 tested, 1 rejected, 0 unknown, 0 declined"),
            "{markdown}"
        );
        assert!(markdown.contains("\\[\\\"&lt;\\|\\*\\\"\\]"), "{markdown}");
        assert_eq!(markdown.lines().filter(|line| line.starts_with("| ")).count(), 4);
        let sarif = reports.sarif();
        assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(3));
        assert_eq!(
            sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"],
            9
        );
    }
}
