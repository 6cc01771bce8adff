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
mod picture;
mod probes;
mod seen;
mod valid;

use std::collections::{BTreeMap, BTreeSet};

use covenant_elaborator::pipeline::{ClaimReport, FileReport, Options, Verdict, check_module};
use covenant_front::{Diagnostic, Generator, Module, Reading, Span, generators, load_with};

pub use gaps::{Gap, GapKind};
pub use picture::{Cell, Comes, Picture, Row};
pub use valid::Valid;

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
    /// What the finding rests on, if anything.
    pub assuming: Option<Assuming>,
    /// What its samples had, if it was run.
    pub picture: Option<Picture>,
    /// The same question about the values that the file itself calls valid, if it has gaps.
    pub valid: Option<Valid>,
}

/// What a finding rests on, because a reader who takes nothing for granted stops there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assuming {
    /// That modules which are opened, and of which nothing is known, define no name that is used.
    pub names: bool,
    /// That what is evaluated when the generator is built ends well. A gap is one in any case.
    pub building: bool,
    /// What stops that reader.
    pub why: String,
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

/// What is said of one that can produce everything if it can be built.
const IF_IT_IS_BUILT: &str =
    "every value, if the generator can be built: something may fail then, whatever is drawn";

/// The ways in which a file is read: what is not read strictly may be read on assumptions.
struct Readings {
    strictly: Vec<Generator>,
    names_assumed: Vec<Generator>,
    building_assumed: Vec<Generator>,
}

impl Readings {
    fn of(text: &str, reading: Reading) -> Result<Readings, Vec<Diagnostic>> {
        let names = Reading { opens_hide_nothing: true, ..reading };
        let building = Reading { taken_to_start: true, ..reading };
        Ok(Readings {
            strictly: generators(text, reading)?,
            names_assumed: generators(text, names)?,
            building_assumed: generators(text, building)?,
        })
    }

    /// What the reading of a generator rests on that is read on all assumptions.
    fn assuming(&self, generator: &Generator) -> Option<Assuming> {
        let stops = |all: &[Generator]| match all.iter().find(|other| other.span == generator.span) {
            Some(other) => other.stopped.as_ref().map(|(why, _)| why.clone()),
            None => Some("it was not found otherwise".to_owned()),
        };
        let why = stops(&self.strictly)?;
        let names = stops(&self.building_assumed).is_some();
        let building = stops(&self.names_assumed).is_some();
        Some(Assuming { names, building, why })
    }
}

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
    let readings = Readings::of(text, reading)?;
    // An `open` of something unknown may change what `QCheck` means. It seldom does, and then gaps are no gaps: said of each.
    let reading = Reading { opens_hide_nothing: true, ..reading };
    // What fails when it is built produces nothing: gaps are gaps all the same.
    let mut found = generators(text, Reading { taken_to_start: true, ..reading })?;
    found.retain(|generator| generator.span.start >= from);
    let claims: Vec<(usize, String)> = found.iter().filter_map(implicit_claim).collect();
    let annotated = with_claims(text, &claims);
    // Gaps are gaps whether or not the program starts, so one item that may fail then does not hide them.
    let starts = load_with(file_name, &annotated, reading)?;
    let module = load_with(file_name, &annotated, Reading { taken_to_start: true, ..reading })?;
    let declined = |module: &Module| module.declined.iter().map(|d| d.claim.clone()).collect::<BTreeSet<_>>();
    let may_not_start = declined(&module) != declined(&starts);
    let judged = judge(module, &annotated, options);
    let mut valid = valid::Search::of(file_name, text, Reading { taken_to_start: true, ..reading }, options);
    let scanned = found.into_iter().map(|generator| {
        let line = line_of(text, generator.span);
        let assuming = readings.assuming(&generator).filter(|_| generator.stopped.is_none());
        let finding = match &generator.stopped {
            Some((why, at)) => Finding::NotRead(why.clone(), line_of(text, *at)),
            None if generator.claimed => Finding::Claimed,
            None if !generator.parameters.is_empty() => Finding::Function,
            None => match (judged.finding(&generator), &assuming) {
                // SOUNDNESS: nothing holds of a program whose names may mean something else,
                (Finding::Complete(_), Some(Assuming { names: true, .. })) => {
                    Finding::Unknown(IF_NAMES_ARE.to_owned())
                }
                // of a generator that may not be built,
                (Finding::Complete(_), Some(_)) => Finding::Unknown(IF_IT_IS_BUILT.to_owned()),
                // nor of a program that may not start.
                (Finding::Complete(_), None) if may_not_start => Finding::Unknown(IF_IT_STARTS.to_owned()),
                (other, _) => other,
            },
        };
        let picture = judged.pictures.get(&generator.name).cloned();
        let decided = matches!(finding, Finding::Gaps(_)) && assuming.is_none() && !may_not_start;
        let valid = if decided { valid.about(&generator) } else { None };
        Scanned { generator, line, finding, assuming, picture, valid }
    });
    Ok(FileScan { generators: scanned.collect() })
}

/// What was found about the claims of a file.
struct Judged {
    gaps: BTreeMap<String, Vec<Gap>>,
    pictures: BTreeMap<String, Picture>,
    report: FileReport,
    module: Module,
}

/// Gaps are looked for first: most generators have some, and what has one needs no proof.
fn judge(mut module: Module, text: &str, options: &Options) -> Judged {
    let runs = module.clone();
    let (mut gaps, mut pictures) = (BTreeMap::new(), BTreeMap::new());
    for unit in &runs.units {
        let ran = gaps::find(&unit.statement);
        pictures.insert(unit.claim.clone(), ran.picture);
        if !ran.gaps.is_empty() {
            gaps.insert(unit.claim.clone(), ran.gaps);
        }
    }
    module.units.retain(|unit| !gaps.contains_key(&unit.claim));
    let report = check_module(module, text, options, &|_| {});
    Judged { gaps, pictures, report, module: runs }
}

impl Judged {
    fn finding(&self, generator: &Generator) -> Finding {
        if let Some(gaps) = self.gaps.get(&generator.name) {
            return Finding::Gaps(gaps.clone());
        }
        match self.report.claims.iter().find(|claim| claim.claim == generator.name) {
            Some(claim) => finding(generator, claim, &self.module),
            None if generator.result.contains("->") => {
                Finding::Unknown("its values are functions, or have functions in them".to_owned())
            }
            None => Finding::Unknown("its type has parameters".to_owned()),
        }
    }
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
            let gap = claim.missing.as_ref().map(|missing| Gap {
                kind: GapKind::Value,
                what: "a value that no run returns".to_owned(),
                value: missing.value.clone(),
                confirmed: missing.confirmed,
            });
            Finding::Gaps(gap.into_iter().collect())
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
