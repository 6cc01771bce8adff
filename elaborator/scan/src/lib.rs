//! Every generator of a file, without a single annotation: what can it not produce?
//!
//! A generator of QCheck without a claim gets one: *all values of its type*. The claim is written into a copy of the
//! text, behind the definition, and checked like any other: so a generator that is *complete* has a certificate, and one
//! that is not has a value that no run returns. Then the generator is run, and what never came is put into words:
//! constructors that never occur, fields that never vary, numbers out of range. Each such gap has the
//! smallest value that shows it, and that no run returns this value was decided by running the generator backwards.
//!
//! A generator with a claim is left to `check`. A function to a generator is not judged: all its arguments would have to give all
//! values; it is judged where it is used.
//!
//! Claims as text were chosen over claims made in the front end's tables: they are what `--write-claims` writes, and
//! what a reader sees is what was checked.

mod gaps;

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_module};
use covenant_front::{Diagnostic, Generator, Module, Reading, Span, generators, load_with};

pub use gaps::{Gap, GapKind};

/// What was found about a file.
#[derive(Debug)]
pub struct FileScan {
    /// One entry for each generator, in the order of the file.
    pub generators: Vec<Scanned>,
}

/// What was found about a generator.
#[derive(Debug)]
pub struct Scanned {
    /// The generator.
    pub generator: Generator,
    /// The line of its definition.
    pub line: usize,
    /// What can be said.
    pub finding: Finding,
    /// What stops a reader who does not take modules that are not known to hide nothing: the finding is true if it is not so.
    pub assuming: Option<String>,
}

/// What can be said about a generator.
#[derive(Debug)]
pub enum Finding {
    /// It can produce every value of its type; the certificate has this hash.
    Complete(String),
    /// It cannot produce these values.
    Gaps(Vec<Gap>),
    /// Not decided; so many values of its type, all up to a size, can be produced.
    Bounded(usize),
    /// Neither proved nor refuted.
    Unknown(String),
    /// It has a claim of its own.
    Claimed,
    /// It is a function to a generator.
    Function,
    /// It was not read: why, and in which line.
    NotRead(String, usize),
}

impl Finding {
    /// The word for tables and machines.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Finding::Complete(_) => "complete",
            Finding::Gaps(_) => "gaps",
            Finding::Bounded(_) => "bounded",
            Finding::Unknown(_) => "unknown",
            Finding::Claimed => "claimed",
            Finding::Function => "function",
            Finding::NotRead(..) => "not read",
        }
    }

    /// Whether the generator was read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        !matches!(self, Finding::NotRead(..))
    }
}

/// What is said of a generator that can produce everything, in a file that may not start.
const IF_IT_STARTS: &str = "every value, if the program starts: something else of the file is evaluated then, and may fail (`covenant check` says what)";

/// What is said of one that can produce everything if names mean what they seem to.
const IF_NAMES_ARE: &str =
    "every value, if the modules that are opened and not known define no name that is used";

/// Scans the text of a file, from a place on: before it there may be other files.
///
/// # Errors
///
/// The syntax errors, if it is not OCaml.
pub fn scan(
    file_name: &str,
    text: &str,
    from: usize,
    reading: Reading,
    options: &Options,
) -> Result<FileScan, Vec<Diagnostic>> {
    let strictly = generators(text, reading)?;
    // An `open` of something unknown may change what `QCheck` means. It seldom does, and then gaps are no gaps: said of each.
    let reading = Reading { opens_hide_nothing: true, ..reading };
    let mut found = generators(text, reading)?;
    found.retain(|generator| generator.span.start >= from);
    let claims: Vec<(usize, String)> = found.iter().filter_map(implicit_claim).collect();
    let annotated = with_claims(text, &claims);
    // Gaps are gaps whether or not the program starts, so one item that may fail then does not hide them.
    let starts = load_with(file_name, &annotated, reading)?;
    let module = load_with(file_name, &annotated, Reading { taken_to_start: true, ..reading })?;
    let may_not_start = module.declined.len() < starts.declined.len();
    let runs = module.clone();
    let report = check_module(module, &annotated, options, &|_| {});
    let scanned = found.into_iter().map(|generator| {
        let line = line_of(text, generator.span);
        let strict = strictly.iter().find(|strict| strict.span == generator.span);
        let assuming = strict.map_or_else(
            || Some("it was not found otherwise".to_owned()),
            |strict| strict.stopped.as_ref().map(|(why, _)| why.clone()),
        );
        let assuming = assuming.filter(|_| generator.stopped.is_none());
        let finding = match &generator.stopped {
            Some((why, at)) => Finding::NotRead(why.clone(), line_of(text, *at)),
            None if generator.claimed => Finding::Claimed,
            None if !generator.parameters.is_empty() => Finding::Function,
            None => {
                let claim = report.claims.iter().find(|claim| claim.claim == generator.name);
                let finding = claim.map_or_else(
                    || Finding::Unknown("its type has parameters".to_owned()),
                    |claim| finding(&generator, claim, &runs),
                );
                match finding {
                    // SOUNDNESS: nothing holds of a program that does not start.
                    Finding::Complete(_) if may_not_start => Finding::Unknown(IF_IT_STARTS.to_owned()),
                    // SOUNDNESS: nor of a program whose names may mean something else.
                    Finding::Complete(_) if assuming.is_some() => Finding::Unknown(IF_NAMES_ARE.to_owned()),
                    other => other,
                }
            }
        };
        Scanned { generator, line, finding, assuming }
    });
    Ok(FileScan { generators: scanned.collect() })
}

/// The text of a file with claims written into it: those of [`Finding::Complete`].
#[must_use]
pub fn with_proved_claims(text: &str, scan: &FileScan) -> String {
    let complete = |scanned: &&Scanned| matches!(scanned.finding, Finding::Complete(_));
    let claims: Vec<(usize, String)> =
        scan.generators.iter().filter(complete).filter_map(|s| implicit_claim(&s.generator)).collect();
    with_claims(text, &claims)
}

/// All values of its type, behind the definition; none for what has a claim or cannot have one.
fn implicit_claim(generator: &Generator) -> Option<(usize, String)> {
    let plain = generator.stopped.is_none() && !generator.claimed && generator.parameters.is_empty();
    // A type variable stands for any type; and functions are no values.
    let closed = !generator.result.contains('\'') && !generator.result.contains("->");
    (plain && closed)
        .then(|| (generator.span.end, format!("\n[@@covers {{| [v:{} | true] |}}]", generator.result)))
}

fn with_claims(text: &str, claims: &[(usize, String)]) -> String {
    let mut out = String::new();
    let mut from = 0;
    let mut sorted: Vec<&(usize, String)> = claims.iter().collect();
    sorted.sort();
    for (at, claim) in sorted {
        out.push_str(text.get(from..*at).unwrap_or(""));
        out.push_str(claim);
        from = *at;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    out
}

fn finding(generator: &Generator, claim: &ClaimReport, module: &Module) -> Finding {
    match claim.verdict {
        Verdict::Valid | Verdict::ValidModulo => {
            Finding::Complete(claim.hash.as_ref().map(ToString::to_string).unwrap_or_default())
        }
        Verdict::Rejected => {
            let unit = module.units.iter().find(|unit| unit.claim == generator.name);
            let mut gaps = unit.map(|unit| gaps::find(&unit.statement)).unwrap_or_default();
            if let (true, Some(missing)) = (gaps.is_empty(), &claim.missing) {
                gaps.push(Gap {
                    kind: GapKind::Value,
                    what: "a value that no run returns".to_owned(),
                    value: missing.value.clone(),
                    confirmed: missing.confirmed,
                });
            }
            Finding::Gaps(gaps)
        }
        Verdict::Unknown if claim.declined => {
            let why = claim.obstacles.first().map_or_else(String::new, |obstacle| obstacle.message.clone());
            Finding::Unknown(why)
        }
        // No generator that is scanned has a claim that is tested.
        Verdict::Tested | Verdict::Unknown => {
            let unit = module.units.iter().find(|unit| unit.claim == generator.name);
            match unit.and_then(|unit| gaps::all_small_values(&unit.statement)) {
                Some(count) => Finding::Bounded(count),
                None => Finding::Unknown("neither a proof nor a missing value was found".to_owned()),
            }
        }
    }
}

fn line_of(text: &str, span: Span) -> usize {
    text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
}
