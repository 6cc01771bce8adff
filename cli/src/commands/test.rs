//! `covenant test`: functions against their types, by running them.

use super::enumerate::range;
use super::{generator, test_module};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ocaml::Ocaml;
use crate::ocaml::native::Native;
use crate::regression::{Regression, regression};
use crate::snippet::{self, Message};
use crate::terminal::{self, Style, styled};
use crate::test_args::{self, Test};
use crate::{inputs, tested};
use covenant_certificates::shown::shown_path;
use covenant_execute::{Program, Value, show};
use covenant_exercise::{self as exercising, Exercised, Finding, Plan, Untestable, exercise, exercise_with};
use covenant_front::span::line_and_column;
use covenant_front::{self as front, DiagnosticKind, Module, Source, Span, Unit};
use covenant_kernel::tables::{CoreRef, CoreRow};
use serde_json::json;
use std::collections::BTreeMap;

/// A function to be tested.
struct Subject {
    unit: Unit,
    /// Why it is not run here, if its body could not be read.
    unread: Option<String>,
}

/// Who ran a function.
#[derive(Clone, Debug, PartialEq, Eq)]
enum By {
    Covenant,
    Ocaml(String),
}

/// What came of a function.
struct Outcome {
    by: By,
    found: Result<Exercised, Untestable>,
    /// What OCaml says of the counterexample of a function that was run here.
    confirmed: Option<String>,
}

/// Tests the functions of a file.
pub fn run(arguments: &Test) -> Result<Exit, Failure> {
    let ints = arguments.ints.as_deref().map(range).transpose()?;
    let (module, text) = generator::load(&arguments.file)?;
    let shown = shown_path(&arguments.file);
    let subjects = subjects(&module, &text, arguments.fun.as_deref());
    if subjects.is_empty() {
        return Err(nothing(&module, &shown, arguments.fun.as_deref()));
    }
    let plan = Plan { depth: arguments.depth, most: arguments.max as usize, ints, ..Plan::default() };
    let mut exit = errors(&module, &subjects, &text, &shown, arguments.fun.is_none());
    let mut tested = Vec::new();
    for subject in &subjects {
        let outcome = test(subject, &text, &plan, arguments);
        let with_tables = outcome.found.as_ref().map(|found| found.with_tables.clone());
        tested.push((&subject.unit, with_tables.unwrap_or_default()));
        exit = exit.max(exit_of(&outcome));
        let view = View { subject, outcome: &outcome, text: &text, file: &shown };
        if arguments.json {
            terminal::json(&view.json(arguments.coverage));
        } else {
            view.print(arguments.coverage);
        }
    }
    if let Some(path) = &arguments.write {
        write_module(arguments, path, &tested, &text, &plan)?;
    }
    Ok(exit)
}

/// Says what is wrong with the file: a claim that cannot be read is not tested, and nobody should think that it was. What is
/// wrong with a function that is told about is told there.
fn errors(module: &Module, subjects: &[Subject], text: &str, shown: &str, all_are_asked_for: bool) -> Exit {
    let harmless = [DiagnosticKind::Warning, DiagnosticKind::Declined];
    let owns = |subject: &Subject, at: Span| {
        let mut own = subject.unit.functions.iter().filter(|function| function.name == subject.unit.claim);
        own.any(|own| own.span.start <= at.start && at.end <= own.claim_span.end.max(own.span.end))
    };
    let told = |at: Span| subjects.iter().any(|subject| subject.unread.is_some() && owns(subject, at));
    let mut exit = Exit::Good;
    for found in module.diagnostics.iter().filter(|f| !harmless.contains(&f.kind) && !told(f.span)) {
        terminal::error_text(&snippet::diagnostic(shown, text, found));
        if all_are_asked_for {
            exit = Exit::Input;
        }
    }
    exit
}

fn write_module(
    arguments: &Test,
    path: &std::path::Path,
    tested: &[test_module::Tested<'_>],
    text: &str,
    plan: &Plan,
) -> Result<(), Failure> {
    let base = arguments.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let written = test_module::write(&base, text, tested, plan, arguments.r#for);
    for (name, why) in &written.declined {
        terminal::message(Style::Doubt, "not written", &format!("`{name}`: {why}"));
    }
    if written.functions.is_empty() {
        return Err(Failure::input(format!("{}: there is no test to write", shown_path(&arguments.file))));
    }
    inputs::write(path, written.text.as_bytes())?;
    if !arguments.json {
        terminal::line(&format!("{} written: {}", shown_path(path), written.functions.join(", ")));
    }
    Ok(())
}

/// The functions whose claims say *only* or *exactly*: those that were read, and those that were not.
fn subjects(module: &Module, text: &str, wanted: Option<&str>) -> Vec<Subject> {
    let wanted = |unit: &Unit| wanted.is_none_or(|name| name == unit.claim);
    let read = module.only.iter().filter(|unit| wanted(unit));
    let mut all: Vec<Subject> = read.map(|unit| Subject { unit: unit.clone(), unread: None }).collect();
    for unit in front::specifications(text).into_iter().filter(wanted) {
        if module.only.iter().any(|read| read.claim_span() == unit.claim_span()) {
            continue;
        }
        let declined = module.declined.iter().find(|claim| claim.claim == unit.claim);
        if let Some(declined) = declined {
            all.push(Subject { unread: Some(declined.why.clone()), unit });
        }
    }
    all.sort_by_key(|subject| subject.unit.claim_span());
    all
}

fn nothing(module: &Module, shown: &str, wanted: Option<&str>) -> Failure {
    let about = wanted.map(|name| format!(" about `{name}`")).unwrap_or_default();
    let failure =
        Failure::input(format!("{shown}: there is no claim{about} that says what is returned only"));
    let declined = module.declined.iter().find(|claim| wanted.is_none_or(|name| name == claim.claim));
    let other = module.units.iter().find(|unit| wanted.is_some_and(|name| name == unit.claim));
    match (declined, other) {
        (Some(claim), _) => failure.help(format!("the claim about `{}` is {}", claim.claim, claim.why)),
        (None, Some(_)) => failure.help(
            "its claim says what *can* be returned, which `covenant check` proves; write `{v:t | φ}` or `exactly [v:t | φ]`",
        ),
        (None, None) => failure.help(
            "a function is tested against a claim such as `[@@covers {| x:int -> {v:int | x <= v} |}]`",
        ),
    }
}

fn test(subject: &Subject, text: &str, plan: &Plan, arguments: &Test) -> Outcome {
    let unit = &subject.unit;
    let ocaml = if arguments.native == test_args::Native::None { None } else { Ocaml::find() };
    let not_run = |why: &str| Err(Untestable::NotRun(why.to_owned()));
    let program = match Program::new(&unit.statement) {
        Ok(program) => program,
        Err(error) => {
            return Outcome { by: By::Covenant, found: not_run(&error.to_string()), confirmed: None };
        }
    };
    let global = unit.statement.claim;
    let tested = exercising::Subject { program, global, only: unit.only_parameters() };
    let natively = subject.unread.is_some() || arguments.native == test_args::Native::All;
    let compiled = |ocaml| Native::compile(ocaml, text, &unit.claim, program, global, arguments.seconds);
    if natively {
        let Some(ocaml) = ocaml else {
            let by = By::Covenant;
            let why = match (&subject.unread, arguments.native) {
                (Some(why), test_args::Native::None) => {
                    format!("{why}; and nothing may be run by OCaml (--native none)")
                }
                (Some(why), _) => format!("{why}; and there is no OCaml here to run it"),
                (None, _) => "there is no OCaml here (`ocamlfind ocamlc`)".to_owned(),
            };
            return Outcome { by, found: not_run(&why), confirmed: None };
        };
        let by = By::Ocaml(ocaml.version.clone());
        let found = match compiled(ocaml) {
            Ok(mut native) => exercise_with(&tested, plan, &mut |inputs| native.run(inputs)),
            Err(why) => not_run(&why),
        };
        let found = found.map_err(|why| match &subject.unread {
            Some(unread) => Untestable::NotRun(format!("{unread}; and it cannot be run either: {why}")),
            None => why,
        });
        return Outcome { by, found, confirmed: None };
    }
    let found = exercise(&tested, plan);
    let confirmed = match &found {
        Ok(Exercised {
            outside: Some(Finding::Outside { args, value, .. }), deterministic: true, ..
        }) => ocaml.map(|ocaml| {
            let native = compiled(ocaml);
            let answer = native
                .and_then(|mut native| native.run(std::slice::from_ref(args)).map_err(|why| why.to_string()));
            confirmation(unit, ocaml, value, answer.map(|mut list| list.pop()))
        }),
        _ => None,
    };
    Outcome { by: By::Covenant, found, confirmed }
}

fn confirmation(
    unit: &Unit,
    ocaml: &Ocaml,
    value: &Value,
    answer: Result<Option<covenant_exercise::Answer>, String>,
) -> String {
    let version = &ocaml.version;
    match answer {
        Ok(Some(answer)) if answer.values == [value.clone()] => format!("OCaml {version} returns the same"),
        Ok(Some(answer)) => match (answer.values.first(), answer.raised) {
            (Some(other), _) => format!(
                "but OCaml {version} returns {}: please report it, with the file",
                show(&unit.statement, &covenant_execute::Names::default(), other)
            ),
            (None, Some(what)) => format!("but OCaml {version} raises {what}"),
            (None, None) if answer.asked.is_some() => format!(
                "but OCaml {version} asks a function for something else: please report it, with the file"
            ),
            (None, None) => format!("OCaml {version} did not return"),
        },
        Ok(None) => format!("OCaml {version} did not answer"),
        Err(why) => format!("not run by OCaml {version}: {why}"),
    }
}

fn exit_of(outcome: &Outcome) -> Exit {
    match &outcome.found {
        Err(_) => Exit::Unknown,
        Ok(found) if found.outside.is_some() || found.raised.is_some() => Exit::Rejected,
        Ok(found) if found.did_not_return.count + found.undecided.count > 0 || found.inputs() == 0 => {
            Exit::Unknown
        }
        Ok(_) => Exit::Good,
    }
}

/// One function for the screen.
struct View<'a> {
    subject: &'a Subject,
    outcome: &'a Outcome,
    text: &'a str,
    file: &'a str,
}

impl View<'_> {
    fn finding(&self) -> Option<&Finding> {
        let found = self.outcome.found.as_ref().ok()?;
        found.outside.as_ref().or(found.raised.as_ref())
    }

    fn spans(&self) -> (Span, Span) {
        let unit = &self.subject.unit;
        let own = unit.functions.iter().find(|function| function.name == unit.claim);
        let nowhere = Span::new(Source::User, 0, 0);
        own.map_or((nowhere, nowhere), |own| (own.span, own.claim_span))
    }

    fn regression(&self) -> Option<Regression> {
        self.finding().map(|finding| regression(&self.subject.unit, self.text, finding))
    }

    fn print(&self, coverage: bool) {
        let unit = &self.subject.unit;
        let (span, _) = self.spans();
        let (line, _) = line_and_column(self.text, span.start);
        let by = match &self.outcome.by {
            By::Covenant => String::new(),
            By::Ocaml(version) => format!(", run by OCaml {version}"),
        };
        let (style, word, short) = match &self.outcome.found {
            Err(why) => (Style::Doubt, "not tested", why.to_string()),
            Ok(found) => match self.finding() {
                Some(finding) => {
                    (Style::Error, "found", tested::finding(&unit.statement, &unit.claim, finding))
                }
                None => (Style::Good, "none found", format!("{}{by}", tested::extent(found))),
            },
        };
        terminal::line(&format!(
            "{} {} {}  {short}",
            styled(style, &format!("{word:<12}")),
            styled(Style::Strong, &format!("{:<20}", unit.claim)),
            styled(Style::Faint, &format!("{:<36}", format!("{}:{line}", self.file))),
        ));
        let Ok(found) = &self.outcome.found else { return };
        if let Some(finding) = self.finding() {
            terminal::line(self.explanation(found, finding, &by).trim_end());
        } else {
            self.notes(found);
        }
        if let Some(Regression { qcheck, alcotest }) = self.regression() {
            terminal::line(&format!("  as a test of QCheck:    {qcheck}"));
            terminal::line(&format!("  as a test of Alcotest:  {alcotest}"));
        }
        if coverage {
            self.coverage(found);
        }
    }

    fn notes(&self, found: &Exercised) {
        let unit = &self.subject.unit;
        for note in tested::notes(&unit.statement, &unit.claim, found) {
            terminal::line(&format!("{:<12} {} {note}", "", styled(Style::Doubt, "note:")));
        }
    }

    fn explanation(&self, found: &Exercised, finding: &Finding, by: &str) -> String {
        let unit = &self.subject.unit;
        let (span, claim_span) = self.spans();
        let what = tested::finding(&unit.statement, &unit.claim, finding);
        let (headline, label) = match finding {
            Finding::Outside { .. } => (
                format!("`{}` returns a value that its type does not allow", unit.claim),
                "and this does not allow it",
            ),
            Finding::Raised { .. } => (
                format!("`{}` raises on arguments that its type allows", unit.claim),
                "these arguments satisfy the types of the parameters",
            ),
        };
        let mut notes =
            vec![format!("{}{by}; no smaller arguments of those tried show it", tested::extent(found))];
        notes
            .extend(tested::choices(&unit.statement, finding).map(|c| format!("draws that lead to it: {c}")));
        notes.extend(self.outcome.confirmed.clone());
        notes.extend(tested::notes(&unit.statement, &unit.claim, found));
        let message = Message {
            kind: "found",
            headline: &headline,
            labels: vec![
                (snippet::first_line(self.text, span), what),
                (snippet::bytes(claim_span), label.to_owned()),
            ],
            help: None,
            notes,
        };
        snippet::render(self.file, self.text, &message, true)
    }

    fn coverage(&self, found: &Exercised) {
        if self.outcome.by != By::Covenant {
            terminal::line("  branches: not known of a program that OCaml runs");
            return;
        }
        let branches = self.branches(found);
        if branches.is_empty() {
            terminal::line("  branches: none");
            return;
        }
        let reached = branches.values().filter(|reached| **reached).count();
        terminal::line(&format!("  branches: {reached} of {} reached", branches.len()));
        for (span, _) in branches.iter().filter(|(_, reached)| !**reached) {
            let (line, column) = line_and_column(self.text, span.start);
            let inside = self.text.get(span.start..span.end).unwrap_or_default();
            let first = inside.lines().next().unwrap_or_default();
            terminal::line(&format!("    not reached: {}:{line}:{column}  {first}", self.file));
        }
    }

    /// The branches of the function and of what it calls, by their places, and whether they were taken.
    fn branches(&self, found: &Exercised) -> BTreeMap<Span, bool> {
        let unit = &self.subject.unit;
        let mut all: BTreeMap<Span, bool> = BTreeMap::new();
        for (number, row) in (0u32..).zip(&unit.statement.cores) {
            let CoreRow::Match(_, branches) = row else { continue };
            for branch in branches {
                let span = unit.source_map.cores.get(branch.body.0 as usize);
                if let Some(span) = span.filter(|span| span.source == Source::User && span.end > span.start) {
                    let taken = found.branches.contains(&(CoreRef(number), branch.tag));
                    *all.entry(*span).or_default() |= taken;
                }
            }
        }
        all
    }

    fn json(&self, coverage: bool) -> serde_json::Value {
        let unit = &self.subject.unit;
        let (span, _) = self.spans();
        let (line, column) = line_and_column(self.text, span.start);
        let found = self.outcome.found.as_ref();
        let branches = found.ok().filter(|_| coverage && self.outcome.by == By::Covenant).map(|found| {
            let branches = self.branches(found);
            let missed = branches.iter().filter(|(_, taken)| !**taken).map(|(span, _)| {
                let (line, column) = line_and_column(self.text, span.start);
                json!({ "line": line, "column": column })
            });
            json!({ "all": branches.len(), "not_reached": missed.collect::<Vec<_>>() })
        });
        json!({
            "file": self.file,
            "function": unit.claim,
            "kind": unit.kind.word(),
            "outcome": match (&self.outcome.found, self.finding()) {
                (Err(_), _) => "not tested",
                (Ok(_), Some(_)) => "found",
                (Ok(_), None) => "none found",
            },
            "not_tested": found.err().map(ToString::to_string),
            "ocaml": match &self.outcome.by { By::Covenant => None, By::Ocaml(version) => Some(version) },
            "tested": found.ok().map(|found| tested::json(&unit.statement, &unit.claim, found)),
            "confirmed": self.outcome.confirmed,
            "qcheck": self.regression().map(|lines| lines.qcheck),
            "alcotest": self.regression().map(|lines| lines.alcotest),
            "branches": branches,
            "place": { "line": line, "column": column },
        })
    }
}
