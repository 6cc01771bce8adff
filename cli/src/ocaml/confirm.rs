//! Confirmed by running: promised values, made by the real program.
//!
//! The kernel is right about the core program. Whether the core program is the user's program is
//! tested here: about forty values that a claim promises are asked of the unchanged source, compiled
//! by OCaml with a runtime that draws what the core program drew. If OCaml does something else, then
//! the two are not the same program, and the verdict is about the wrong one.
//!
//! | outcome | the value came |
//! |---|---|
//! | same, reordered | with the draws of the core program, in its order or in another |
//! | more | with further draws (the core program leaves out what cannot matter) |
//! | searched | by going through all draws: the core program's were not known |
//! | fewer, elsewhere | but not as the core program says: a disagreement |
//! | allowed | from a call of a function that returns *only* what is claimed ([`super::kept`]) |
//! | outside | from such a call, and is not what is claimed: a disagreement |
//! | differs, refuted | with no order of the draws; with no draws at all: a disagreement |
//! | unknown | within the bounds not; nothing follows |

use super::Ocaml;
use super::build::{self, Built, NotCompiled, is_own_mistake};
use super::driver::{self, Case, Kind, SUBJECT, Subject};
use super::run::{ProgramEnd, RunLimits, complete_lines, run_bounded};
use covenant_execute::{PlanSize, Program, Unplanned, plan};
use covenant_front::Operators;
use covenant_kernel::tables::Statement;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How a promised value came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// With the draws of the core program, in its order.
    Same,
    /// In another order.
    Reordered,
    /// With more draws.
    More,
    /// The draws were found by going through them.
    Searched,
    /// Without some of the draws.
    Fewer,
    /// With other draws only.
    Elsewhere,
    /// With none of the draws that were tried.
    Differs,
    /// With no draws.
    Refuted,
    /// It came back, and is among those that *only* may.
    Allowed,
    /// It came back, and is not.
    Outside,
    /// Nothing is known.
    Unknown,
}

impl Outcome {
    const ALL: [Outcome; 11] = [
        Outcome::Same,
        Outcome::Reordered,
        Outcome::More,
        Outcome::Searched,
        Outcome::Fewer,
        Outcome::Elsewhere,
        Outcome::Differs,
        Outcome::Refuted,
        Outcome::Allowed,
        Outcome::Outside,
        Outcome::Unknown,
    ];

    /// The word of the harness and of `--json`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Same => "same",
            Outcome::Reordered => "reordered",
            Outcome::More => "more",
            Outcome::Searched => "searched",
            Outcome::Fewer => "fewer",
            Outcome::Elsewhere => "elsewhere",
            Outcome::Differs => "differs",
            Outcome::Refuted => "refuted",
            Outcome::Allowed => "allowed",
            Outcome::Outside => "outside",
            Outcome::Unknown => "unknown",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.word() == word)
    }

    fn is_confirmed(self) -> bool {
        match self {
            Outcome::Same | Outcome::Reordered | Outcome::More | Outcome::Searched | Outcome::Allowed => true,
            Outcome::Fewer
            | Outcome::Elsewhere
            | Outcome::Differs
            | Outcome::Refuted
            | Outcome::Outside
            | Outcome::Unknown => false,
        }
    }
}

/// What OCaml says about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It returns the promised values.
    Confirmed(Confirmed),
    /// Nothing could be asked of it, for this reason.
    NotConfirmed(String),
    /// It does something else.
    Disagrees(Box<Disagreement>),
}

/// Values that OCaml returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// The version of OCaml.
    pub ocaml: String,
    /// How many values were asked for.
    pub asked: usize,
    /// How they came about.
    pub outcomes: BTreeMap<Outcome, usize>,
}

impl Confirmed {
    /// How many values were returned.
    #[must_use]
    pub fn values(&self) -> usize {
        self.outcomes.iter().filter(|(outcome, _)| outcome.is_confirmed()).map(|(_, n)| n).sum()
    }
}

/// What the core program does and OCaml does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The version of OCaml.
    pub ocaml: String,
    /// The call, the value and the draws; none if OCaml does not get as far as a call.
    pub case: Option<DisputedCase>,
    /// What OCaml does instead.
    pub instead: String,
}

impl Disagreement {
    /// In a line: the call, the value, the draws and what OCaml does.
    #[must_use]
    pub fn text(&self) -> String {
        let asked = self.case.as_ref().map_or_else(String::new, |case| {
            let draws = match &case.draws {
                Some(draws) if !draws.is_empty() => format!(" with the draws {draws}"),
                _ => String::new(),
            };
            format!("{} => {}{draws}: ", case.call, case.value)
        });
        format!("{asked}OCaml {} {}", self.ocaml, self.instead)
    }
}

/// A promised value that did not come about as promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisputedCase {
    /// How it did come about, or not.
    pub outcome: Outcome,
    /// The call: `f 0 [1]`.
    pub call: String,
    /// The value that the core program returns.
    pub value: String,
    /// What it draws: `true, 3`; none if that is not known.
    pub draws: Option<String>,
}

/// A claim to confirm.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The function.
    pub name: &'a str,
    /// What was proved about it.
    pub statement: &'a Statement,
}

/// Asks OCaml about accepted claims of a source file; one answer for each.
#[must_use]
pub fn confirm(ocaml: &Ocaml, source: &str, claims: &[Claim<'_>]) -> Vec<Confirmation> {
    let mut answers: Vec<Option<Confirmation>> = Vec::new();
    let mut subjects = Vec::new();
    for claim in claims {
        match subject(claim) {
            Ok(subject) => {
                subjects.push((answers.len(), subject));
                answers.push(None);
            }
            Err(why) => answers.push(Some(Confirmation::NotConfirmed(why))),
        }
    }
    if !subjects.is_empty() {
        let only: Vec<&Subject> = subjects.iter().map(|(_, subject)| subject).collect();
        let lacking = claims.iter().any(|claim| claim.statement.globals.iter().any(|g| g.body.is_none()));
        let found = ask(ocaml, source, &only, lacking);
        for ((index, _), answer) in subjects.iter().zip(found) {
            answers[*index] = Some(answer);
        }
    }
    let unanswered = || Confirmation::NotConfirmed("OCaml did not answer".to_owned());
    answers.into_iter().map(|answer| answer.unwrap_or_else(unanswered)).collect()
}

/// What to ask about a claim, or why nothing can be asked.
fn subject(claim: &Claim<'_>) -> Result<Subject, String> {
    let statement = claim.statement;
    let program = Program::new(statement).map_err(|error| error.to_string())?;
    let planned = plan(program, statement.claim, PlanSize::default()).map_err(|why| {
        match why {
            Unplanned::TakesFunctions => "it is about all functions or predicates of a type",
            Unplanned::NoBody => "the function has no body",
            Unplanned::NothingPromised => "no promised value was found",
            Unplanned::OnlyFails => "it says that nothing is promised",
        }
        .to_owned()
    })?;
    let mut cases: Vec<Case> =
        planned.iter().filter_map(|planned| driver::case(statement, planned)).collect();
    if cases.is_empty() {
        return Err("the promised values have no literals in OCaml".to_owned());
    }
    // What a library function can return is assumed, so a value that does not come about says nothing
    // about the translation.
    if statement.globals.iter().any(|global| global.body.is_none()) {
        cases.retain(|case| case.script.is_some());
        if cases.is_empty() {
            return Err("it rests on functions whose bodies are not here".to_owned());
        }
    }
    let (claim, atoms) = (claim.name.to_owned(), driver::atoms(&planned));
    Ok(Subject { claim, kind: Kind::Function, atoms, cases })
}

fn ask(ocaml: &Ocaml, source: &str, subjects: &[&Subject], lacking: bool) -> Vec<Confirmation> {
    match ask_all(ocaml, source, subjects, lacking) {
        Ok(answers) => answers,
        Err(answer) => vec![answer; subjects.len()],
    }
}

fn not_confirmed(why: impl Into<String>) -> Confirmation {
    Confirmation::NotConfirmed(why.into())
}

/// What OCaml says against a file as a whole.
pub(super) fn refusal(ocaml: &Ocaml, source: &str) -> Option<Confirmation> {
    let harness = build::harness(ocaml).ok()?;
    let folder = build::private_folder().ok()?;
    fs::write(folder.path().join(format!("{SUBJECT}.ml")), source).ok()?;
    match compile_subject(ocaml, &harness, folder.path(), source) {
        Err(NotCompiled::Refused(message)) => Some(refused(ocaml, &message, true)),
        Err(NotCompiled::NoAnswer(why)) => Some(not_confirmed(why)),
        Ok(()) => None,
    }
}

/// Answers, or one answer for all claims.
fn ask_all(
    ocaml: &Ocaml,
    source: &str,
    subjects: &[&Subject],
    lacking: bool,
) -> Result<Vec<Confirmation>, Confirmation> {
    let io = |error: std::io::Error| not_confirmed(crate::terminal::plain(&error));
    let harness = build::harness(ocaml).map_err(|why| not_confirmed(why.text().trim()))?;
    let folder = build::private_folder().map_err(io)?;
    let folder = folder.path();
    fs::write(folder.join(format!("{SUBJECT}.ml")), source).map_err(io)?;
    let module = covenant_front::load(SUBJECT, source).ok();
    let library = module.as_ref().is_some_and(|module| module.reading.library);
    compile_subject(ocaml, &harness, folder, source).map_err(|why| match why {
        NotCompiled::NoAnswer(why) => not_confirmed(why),
        // It may use more of the library than is here.
        NotCompiled::Refused(message) if library && !is_own_mistake(&message) => not_confirmed(format!(
            "the file does not compile with the generators that stand for QCheck's: {}",
            first_error(&message)
        )),
        NotCompiled::Refused(message) => refused(ocaml, &message, lacking),
    })?;
    // All claims with one driver. If that does not compile, one of them has a value that cannot be written,
    // because its type or a constructor is hidden: then each with a driver of its own.
    let operators = module.and_then(|module| module.operators);
    let operators = operators.as_ref();
    let known: Vec<Subject>;
    let mut subjects = subjects.to_vec();
    if library {
        known = subjects.iter().map(|subject| of_its_kind(ocaml, &harness, folder, subject)).collect();
        subjects = known.iter().collect();
    }
    let subjects = subjects.as_slice();
    if link(ocaml, &harness, folder, subjects, operators).is_ok() {
        return run_cases(ocaml, folder, subjects);
    }
    let mut answers = Vec::new();
    for subject in subjects {
        let alone = std::slice::from_ref(subject);
        answers.push(match link(ocaml, &harness, folder, alone, operators) {
            Ok(()) => run_cases(ocaml, folder, alone)?
                .pop()
                .unwrap_or_else(|| not_confirmed("OCaml did not answer")),
            Err(why) => {
                let why = first_error(why.text());
                not_confirmed(format!("the calls cannot be written from outside of the file: {why}"))
            }
        });
    }
    Ok(answers)
}

/// A claim of a file that uses QCheck, with the first kind that fits its type.
fn of_its_kind(ocaml: &Ocaml, harness: &Built, folder: &Path, subject: &Subject) -> Subject {
    let first = subject.cases.first().cloned().into_iter().collect::<Vec<_>>();
    let with = |kind: Kind, cases: &[Case]| {
        let (claim, atoms) = (subject.claim.clone(), subject.atoms);
        Subject { claim, kind, atoms, cases: cases.to_vec() }
    };
    let fits = |kind: &Kind| {
        let (text, _) = driver::driver(&[&with(*kind, &first)], None);
        let harness = harness.path().to_string_lossy().into_owned();
        let arguments = ["-w", "-a", "-I", harness.as_str(), "-c", "covenant_kind.ml"];
        fs::write(folder.join("covenant_kind.ml"), text).is_ok() && ocaml.compile(folder, &arguments).is_ok()
    };
    let kind = Kind::ALL.into_iter().find(fits).unwrap_or(Kind::Function);
    with(kind, &subject.cases)
}

/// Compiles the source, unchanged if possible. The notation of other tools is not OCaml once it is typed:
/// where the compiler refuses a file that has it, what is only meant for us is taken out by OCaml's parser.
pub(super) fn compile_subject(
    ocaml: &Ocaml,
    harness: &Built,
    folder: &Path,
    source: &str,
) -> Result<(), NotCompiled> {
    let visible = harness.path().join(build::VISIBLE);
    let visible = visible.to_string_lossy();
    let file = format!("{SUBJECT}.ml");
    let plain = ["-w", "-a", "-I", &*visible];
    let attempt = |more: &[&str]| {
        let all: Vec<&str> = plain.iter().chain(more).copied().chain(["-c", file.as_str()]).collect();
        ocaml.compile(folder, &all)
    };
    let opened: &[&str] =
        if source.contains("Covenant_runtime") { &[] } else { &["-open", "Covenant_runtime"] };
    let first = match attempt(opened) {
        Err(NotCompiled::Refused(message)) => message,
        answer => return answer,
    };
    if !["[@assert", "[@library", "[@ex", "[@forall", "[@all", "[@fa"]
        .iter()
        .any(|mark| source.contains(mark))
    {
        return Err(NotCompiled::Refused(first));
    }
    let stripper = build::stripper(ocaml)?;
    let stripper = stripper.path().join(build::STRIPPER);
    // It is run by a shell.
    let quoted = format!("'{}'", stripper.to_string_lossy().replace('\'', r"'\''"));
    let more: Vec<&str> = ["-ppx", quoted.as_str()].into_iter().chain(opened.iter().copied()).collect();
    attempt(&more).map_err(|why| match why {
        NotCompiled::Refused(_) => NotCompiled::Refused(first),
        other => other,
    })
}

fn link(
    ocaml: &Ocaml,
    harness: &Built,
    folder: &Path,
    subjects: &[&Subject],
    operators: Option<&Operators>,
) -> Result<(), NotCompiled> {
    let (text, _) = driver::driver(subjects, operators);
    fs::write(folder.join("covenant_driver.ml"), text)?;
    let harness = harness.path().to_string_lossy().into_owned();
    let objects: Vec<String> = build::OBJECTS.iter().map(|name| format!("{harness}/{name}")).collect();
    let subject = format!("{SUBJECT}.cmo");
    let mut all = vec!["-w", "-a", "-I", harness.as_str()];
    all.extend(objects.iter().map(String::as_str));
    all.extend([subject.as_str(), "covenant_driver.ml", "-o", "covenant_driver"]);
    ocaml.compile(folder, &all)
}

/// The first line of a compiler's message that says what is wrong, with the line of the file.
pub(super) fn first_error(message: &str) -> String {
    let place = message.lines().find_map(|line| {
        let (_, rest) = line.split_once("\", line")?;
        let digits: String =
            rest.trim_start_matches('s').trim().chars().take_while(char::is_ascii_digit).collect();
        Some(format!("line {digits}: "))
    });
    let mut lines = message.lines().skip_while(|line| !line.contains("Error: "));
    let error = lines.next().unwrap_or(message.trim()).trim();
    let error = error.split_once("Error: ").map_or(error, |(_, rest)| rest);
    // A message goes on in the lines below, which begin with blanks.
    let rest: String =
        lines.take_while(|line| line.starts_with(' ')).map(|line| format!(" {}", line.trim())).collect();
    format!("{}{error}{rest}", place.unwrap_or_default())
}

/// OCaml does not accept the file. Then nothing holds of the program, as there is none; unless it is only
/// that something is not here.
fn refused(ocaml: &Ocaml, message: &str, lacking: bool) -> Confirmation {
    let error = first_error(message);
    if !message.contains("Error: ") {
        // Every error about a program is marked so; anything else is the compiler's own trouble.
        return not_confirmed(format!("ocamlc does not end well: {error}"));
    }
    let elsewhere = ["Unbound module", "unbound module"].iter().any(|m| error.contains(m))
        || (lacking && error.contains("Unbound value"));
    if elsewhere {
        return not_confirmed(format!("the file needs something that is not here: {error}"));
    }
    Confirmation::Disagrees(Box::new(Disagreement {
        ocaml: ocaml.version.clone(),
        case: None,
        instead: format!("refuses the file: {error}"),
    }))
}

/// How often a program that does not come back is started again, with the case after that.
const MOST_STARTS: usize = 4;
/// More than any report is.
const MOST_REPORT_BYTES: u64 = 4 << 20;

fn run_cases(ocaml: &Ocaml, folder: &Path, subjects: &[&Subject]) -> Result<Vec<Confirmation>, Confirmation> {
    let io = |error: std::io::Error| not_confirmed(crate::terminal::plain(&error));
    let (_, cases) = driver::driver(subjects, None);
    let mut results: Vec<Option<Answer>> = vec![None; cases.len()];
    let mut next = 0;
    for _ in 0..MOST_STARTS {
        if next >= cases.len() {
            break;
        }
        let report = folder.join("report.txt");
        let _ = fs::remove_file(&report);
        let first = next.to_string();
        let arguments = ["report.txt", first.as_str()];
        let end =
            run_bounded(ocaml, folder, "covenant_driver", &arguments, RunLimits::default()).map_err(io)?;
        let lines = complete_lines(&report, MOST_REPORT_BYTES).map_err(io)?;
        let lines: Vec<Vec<String>> =
            lines.iter().map(|line| line.split('\t').map(unescaped).collect()).collect();
        if !lines.iter().any(|fields| fields.first().is_some_and(|word| word == "initialised")) {
            return Err(not_initialised(ocaml, end));
        }
        let mut begun = next;
        for fields in &lines {
            let number = fields.get(1).and_then(|number| number.parse::<usize>().ok());
            match (fields.first().map(String::as_str), number) {
                (Some("begin"), Some(number)) => begun = number,
                (Some("case"), Some(number)) => {
                    if let (Some(slot), Some(answer)) = (results.get_mut(number), Answer::read(fields)) {
                        *slot = Some(answer);
                    }
                }
                _ => {}
            }
        }
        match end {
            ProgramEnd::Well => break,
            // The case that was under way is unknown.
            ProgramEnd::Badly(_) | ProgramEnd::Stopped => next = begun + 1,
        }
    }
    let mut answers = Vec::new();
    for (claim, subject) in subjects.iter().enumerate() {
        let own = cases.iter().zip(&results).filter(|((owner, _), _)| *owner == claim);
        let own: Vec<(usize, Option<&Answer>)> =
            own.map(|((_, case), answer)| (*case, answer.as_ref())).collect();
        answers.push(verdict(ocaml, subject, &own));
    }
    Ok(answers)
}

/// The program ended before any claim could be looked at.
fn not_initialised(ocaml: &Ocaml, end: ProgramEnd) -> Confirmation {
    match end {
        ProgramEnd::Badly(why) if why.starts_with("exception ") => {
            Confirmation::Disagrees(Box::new(Disagreement {
                ocaml: ocaml.version.clone(),
                case: None,
                instead: format!("fails while it initialises the file: {why}"),
            }))
        }
        ProgramEnd::Badly(_) | ProgramEnd::Well => not_confirmed(
            "the program ends while the file is initialised; a file of its own for the generators helps",
        ),
        ProgramEnd::Stopped => not_confirmed(
            "timed out while the file is initialised; a file of its own for the generators helps",
        ),
    }
}

/// What the harness says about a case.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    outcome: Outcome,
    instead: String,
}

impl Answer {
    fn read(fields: &[String]) -> Option<Answer> {
        let outcome = Outcome::of_word(fields.get(2)?)?;
        let story = fields.get(3..).unwrap_or_default();
        let instead = match story {
            [what, detail, draws] => {
                let after = match draws.as_str() {
                    "0" => String::new(),
                    "1" => " after 1 draw".to_owned(),
                    draws => format!(" after {draws} draws"),
                };
                match what.as_str() {
                    "asked" => format!("draws {detail}{after}"),
                    "raised" => format!("raises {detail}{after}"),
                    _ => format!("returns {detail} (as it is in memory){after}"),
                }
            }
            _ => String::new(),
        };
        Some(Answer { outcome, instead })
    }
}

fn verdict(ocaml: &Ocaml, subject: &Subject, answers: &[(usize, Option<&Answer>)]) -> Confirmation {
    let mut outcomes = BTreeMap::new();
    for (number, answer) in answers {
        let outcome = answer.map_or(Outcome::Unknown, |answer| answer.outcome);
        if let Some(answer) = answer
            && !outcome.is_confirmed()
            && outcome != Outcome::Unknown
        {
            let case = &subject.cases[*number];
            return Confirmation::Disagrees(Box::new(disagreement(ocaml, subject, case, answer)));
        }
        *outcomes.entry(outcome).or_insert(0) += 1;
    }
    let confirmed = Confirmed { ocaml: ocaml.version.clone(), asked: answers.len(), outcomes };
    if confirmed.values() == 0 {
        return not_confirmed("timed out, or none of the values came about within bounds");
    }
    Confirmation::Confirmed(confirmed)
}

fn disagreement(ocaml: &Ocaml, subject: &Subject, case: &Case, answer: &Answer) -> Disagreement {
    let first = if answer.instead.is_empty() { String::new() } else { format!("{}; ", answer.instead) };
    let instead = match answer.outcome {
        Outcome::Refuted => format!("{first}no draws make it return the value"),
        Outcome::Fewer => format!("{first}the value comes without some of the draws"),
        Outcome::Elsewhere => format!("{first}the value comes with other draws only"),
        _ => format!("{first}no order of the draws makes it return the value"),
    };
    let call = std::iter::once(subject.claim.as_str()).chain(case.args.iter().map(String::as_str));
    Disagreement {
        ocaml: ocaml.version.clone(),
        case: Some(DisputedCase {
            outcome: answer.outcome,
            call: call.collect::<Vec<_>>().join(" "),
            value: case.value.clone(),
            draws: case.script.as_ref().map(|script| script.shown.clone()),
        }),
        instead,
    }
}

/// Undoes OCaml's `String.escaped`, as far as it matters for reading: it stays one line of ASCII.
pub(super) fn unescaped(field: &str) -> String {
    field.replace("\\\"", "\"").replace("\\\\", "\\")
}
