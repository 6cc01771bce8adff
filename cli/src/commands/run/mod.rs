//! `covenant run`: generators against a system under test.
//!
//! The source file, the system and a program that is written for them are compiled by OCaml and run within bounds. What is
//! reported is what was seen: how many executions there were, how many were abandoned (a generator gave up, after
//! requests that the system has seen; the next one begins with a fresh system), in how many an answer was not as
//! specified, and the first of those, shrunk. Beside the generator run uniformly chosen requests with the same
//! specification and the same draws. Rates say nothing about claims, and claims nothing about rates.

mod program;
mod weights;

pub use program::qcheck;

use crate::args::Run;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ocaml::Ocaml;
use crate::ocaml::build::{self, NotCompiled};
use crate::ocaml::run::{ProgramEnd, RunLimits, complete_lines, run_bounded};
use crate::terminal::{self, Style, styled};
use crate::{inputs, siblings, snippet};
use covenant_certificates::shown::shown_path;
use covenant_front::operators::EffectfulInfo;
use covenant_front::{self as front, Operators};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// The modules of the program.
const SUBJECT: &str = "covenant_subject";
const SUBJECT_MODULE: &str = "Covenant_subject";
const SYSTEM: &str = "covenant_system";
const SYSTEM_MODULE: &str = "Covenant_system";

/// What a run says, at most.
const MOST_OUTPUT: u64 = 1 << 20;

/// Runs generators against a system.
pub fn run(arguments: &Run) -> Result<Exit, Failure> {
    let text = siblings::alone(&arguments.file)?;
    let system = inputs::source(&arguments.sut)?;
    let operators = operators_of(&arguments.file, &text)?;
    let call = call(arguments, &operators)?;
    let Some(ocaml) = Ocaml::find() else {
        return Err(Failure::input("there is no OCaml here (`ocamlfind ocamlc`)")
            .help("install it (on Debian: apt-get install ocaml ocaml-findlib); `covenant doctor` says what is missing"));
    };
    let settings = program::Settings {
        call: &call,
        n: arguments.n,
        seed: arguments.seed,
        operation_limit: f64::from(arguments.operation_limit) / 1000.0,
        system: SYSTEM_MODULE,
    };
    let driver = program::program(SUBJECT_MODULE, &operators, &settings);
    let (lines, end) = execute(ocaml, arguments, &text, &system, &driver)?;
    let sides = Side::read(&lines);
    if arguments.json {
        terminal::json(&json!({
            "file": arguments.file.display().to_string(),
            "sut": arguments.sut.display().to_string(),
            "call": call,
            "generator": sides.get("generator").map(Side::json),
            "uniform": sides.get("uniform").map(Side::json),
            "ended": matches!(end, ProgramEnd::Well) && !sides.values().any(|side| side.exited),
        }));
    } else {
        print(&call, &sides);
    }
    // Where it was when the system ended the program.
    let after = sides.values().find(|side| side.exited).map(|side| match side.before.as_slice() {
        [] => "before any request".to_owned(),
        before => format!("after {}", before.join("; ")),
    });
    match end {
        ProgramEnd::Well => {
            if let Some(after) = after {
                return Err(Failure::input(format!(
                    "{}: the system ended the program, {after}",
                    shown_path(&arguments.sut)
                ))
                .help("an operation calls `exit`: let it answer or raise, so that the run can go on"));
            }
        }
        ProgramEnd::Stopped => {
            return Err(Failure::input(format!(
                "{}: the run was stopped: it used up its time",
                shown_path(&arguments.sut)
            ))
            .help(
                "an operation may not end, in a loop that cannot be interrupted; try fewer executions (--n)",
            ));
        }
        ProgramEnd::Badly(why) => {
            return Err(Failure::input(format!(
                "{}: the run ended badly{}: {why}",
                shown_path(&arguments.sut),
                after.map_or_else(String::new, |after| format!(" {after}"))
            )));
        }
    }
    let bad = sides.get("generator").is_some_and(|side| side.violations + side.raised + side.hangs > 0);
    Ok(if bad { Exit::Rejected } else { Exit::Good })
}

/// What a file says about a system.
fn operators_of(path: &Path, text: &str) -> Result<Operators, Failure> {
    let shown = path.display().to_string();
    let module = front::load(&shown, text).map_err(|diagnostics| {
        for diagnostic in &diagnostics {
            terminal::error_text(&snippet::diagnostic(&shown, text, diagnostic));
        }
        Failure::input(format!("{}: cannot be read", shown_path(path)))
    })?;
    module.operators.ok_or_else(|| {
        for diagnostic in &module.diagnostics {
            terminal::error_text(&snippet::diagnostic(&shown, text, diagnostic));
        }
        Failure::input(format!("{}: there are no generators over operators", shown_path(path)))
            .help("declare `module type S = sig val … end [@@operators event]` and a functor over it (docs/TRACES.md)")
    })
}

/// What to run: the user's expression, or a generator with arguments of its own.
fn call(arguments: &Run, operators: &Operators) -> Result<String, Failure> {
    if let Some(call) = &arguments.call {
        return Ok(call.clone());
    }
    let names =
        || operators.generators.iter().map(|g| format!("`{}`", g.name)).collect::<Vec<_>>().join(", ");
    let chosen: Option<&EffectfulInfo> = match &arguments.generator {
        Some(name) => operators.generators.iter().find(|generator| generator.name == *name),
        None => operators.generators.iter().rev().find(|generator| generator.claimed),
    };
    let Some(generator) = chosen else {
        return Err(Failure::input(match &arguments.generator {
            Some(name) => format!("there is no generator `{name}` that asks"),
            None => "no generator that asks has a claim".to_owned(),
        })
        .help(format!("the generators are {}", names())));
    };
    let argument = |ty: &String| match ty.as_str() {
        // Sizes are spread: a coin at each step would make nearly all of them small.
        "int" => Some("(int_range 0 8)".to_owned()),
        "bool" => Some("(bool_gen ())".to_owned()),
        "unit" => Some("()".to_owned()),
        list if list.ends_with(" list") => Some("[]".to_owned()),
        _ => None,
    };
    let given: Option<Vec<String>> = generator.types.iter().map(argument).collect();
    let Some(given) = given else {
        return Err(Failure::input(format!("arguments of `{}` have to be given", generator.name)).help(
            format!("its parameters are {}; write --call '{} …'", generator.types.join(", "), generator.name),
        ));
    };
    Ok(format!("{} {}", generator.name, given.join(" ")))
}

/// Compiles and runs; the lines that the program wrote, and how it ended.
fn execute(
    ocaml: &Ocaml,
    arguments: &Run,
    text: &str,
    system: &str,
    driver: &str,
) -> Result<(Vec<String>, ProgramEnd), Failure> {
    let io = |error: std::io::Error| Failure::input(format!("no place to compile in: {error}"));
    let refused = |what: &Path, why: &NotCompiled, help: &str| {
        // The user's files under their own names.
        let said = why.text().trim().replace(&format!("{SYSTEM}.ml"), &shown_path(&arguments.sut));
        let said = said.replace(&format!("{SUBJECT}.ml"), &shown_path(&arguments.file));
        let weak = said.contains("cannot be generalized");
        let help = if weak { "give it its type: `let elements : int list ref = ref []`" } else { help };
        Failure::input(format!("{}: OCaml refuses it:\n{said}", shown_path(what))).help(help)
    };
    let harness = build::harness(ocaml).map_err(|why| Failure::input(why.text().trim().to_owned()))?;
    let folder = build::private_folder().map_err(io)?;
    let folder = folder.path();
    let weighted = weights::weighted(text);
    for (name, content) in [(SUBJECT, weighted.as_str()), (SYSTEM, system), ("covenant_traces", driver)] {
        std::fs::write(folder.join(format!("{name}.ml")), content).map_err(io)?;
    }
    let harness = harness.path().to_string_lossy().into_owned();
    let visible = format!("{harness}/{}", build::VISIBLE);
    let compile = |name: &str| {
        let file = format!("{name}.ml");
        ocaml.compile(folder, &["-w", "-a", "-I", &visible, "-open", "Covenant_runtime", "-c", &file])
    };
    compile(SUBJECT)
        .map_err(|why| refused(&arguments.file, &why, "`covenant check` says what it makes of the file"))?;
    let mut used: Vec<String> = Vec::new();
    for path in &arguments.with {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        std::fs::write(folder.join(format!("{name}.ml")), inputs::source(path)?).map_err(io)?;
        compile(&name).map_err(|why| {
            refused(path, &why, "modules are compiled in the order of --with, each with those before it")
        })?;
        used.push(format!("{name}.cmo"));
    }
    compile(SYSTEM).map_err(|why| {
        refused(
            &arguments.sut,
            &why,
            "the system is an OCaml file of its own; types of the generators: `open Covenant_subject`",
        )
    })?;
    let draws: Vec<String> = build::OBJECTS.iter().take(2).map(|name| format!("{harness}/{name}")).collect();
    let (subject, system) = (format!("{SUBJECT}.cmo"), format!("{SYSTEM}.cmo"));
    let mut all = vec!["-w", "-a", "-I", harness.as_str(), "-package", "unix", "-linkpkg"];
    all.extend(draws.iter().map(String::as_str));
    all.push(&subject);
    all.extend(used.iter().map(String::as_str));
    all.extend([system.as_str(), "covenant_traces.ml", "-o", "covenant_traces"]);
    ocaml.compile(folder, &all).map_err(|why| {
        refused(
            &arguments.sut,
            &why,
            "the system defines every operator at its type, and `fresh : unit -> unit`; if the message is about the call, give another --call",
        )
    })?;
    let limits = RunLimits { cpu_seconds: 600, wall: Duration::from_secs(1200), ..RunLimits::default() };
    let end = run_bounded(ocaml, folder, "covenant_traces", &[], limits).map_err(io)?;
    let lines = complete_lines(&folder.join("run.txt"), MOST_OUTPUT).map_err(io)?;
    Ok((lines, end))
}

/// What one kind of run came to.
#[derive(Default)]
struct Side {
    executions: u64,
    events: u64,
    well: u64,
    abandoned: u64,
    violations: u64,
    raised: u64,
    hangs: u64,
    /// Executions per violation, with the limits of the 95 % interval.
    mean: Option<(String, String, String)>,
    /// The first violation: the execution and the operator.
    first: Option<(String, String)>,
    whole: Vec<String>,
    shrunk: Vec<String>,
    raised_with: Option<String>,
    /// Whether the system ended the program.
    exited: bool,
    /// The events before the first exception, before the first operation that did not end, or before the end.
    before: Vec<String>,
}

impl Side {
    fn read(lines: &[String]) -> BTreeMap<String, Side> {
        let mut sides: BTreeMap<String, Side> = BTreeMap::new();
        for line in lines {
            let mut words = line.splitn(3, ' ');
            let (Some(name), Some(key), Some(rest)) = (words.next(), words.next(), words.next()) else {
                continue;
            };
            let side = sides.entry(name.to_owned()).or_default();
            let number = rest.parse().unwrap_or(0);
            match key {
                "executions" => side.executions = number,
                "events" => side.events = number,
                "well" => side.well = number,
                "abandoned" => side.abandoned = number,
                "violations" => side.violations = number,
                "raised" => side.raised = number,
                "hangs" => side.hangs = number,
                "mean" => {
                    if let [mean, low, high] = rest.split(' ').collect::<Vec<_>>().as_slice() {
                        side.mean = Some(((*mean).to_owned(), (*low).to_owned(), (*high).to_owned()));
                    }
                }
                "first" => side.first = rest.split_once(' ').map(|(i, o)| (i.to_owned(), o.to_owned())),
                "whole" => side.whole.push(rest.to_owned()),
                "shrunk" => side.shrunk.push(rest.to_owned()),
                "raised-with" => side.raised_with = Some(rest.to_owned()),
                "exited" => side.exited = true,
                "raised-after" | "hangs-after" | "exited-after" => side.before.push(rest.to_owned()),
                _ => {}
            }
        }
        sides
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "executions": self.executions,
            "events": self.events,
            "well": self.well,
            "abandoned": self.abandoned,
            "violations": self.violations,
            "raised": self.raised,
            "hangs": self.hangs,
            "executions_per_violation": self.mean.as_ref().map(|(mean, low, high)| [mean, low, high]),
            "first": self.first.as_ref().map(|(execution, _)| execution),
            "operator": self.first.as_ref().map(|(_, operator)| operator),
            "trace": self.whole,
            "shrunk": self.shrunk,
            "raised_with": self.raised_with,
            "before": self.before,
        })
    }
}

fn print(call: &str, sides: &BTreeMap<String, Side>) {
    let labels = [("generator", call), ("uniform", "uniform requests")];
    let width = labels.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
    terminal::line(&format!(
        "{:<width$} {:>10} {:>10} {:>10} {:>10}  executions per violation (95 %)",
        "", "executions", "abandoned", "violations", "events"
    ));
    for (name, label) in labels {
        let Some(side) = sides.get(name) else { continue };
        let mean = match &side.mean {
            Some((mean, low, high)) => format!("{mean}  ({low} .. {high})"),
            None => "none".to_owned(),
        };
        terminal::line(&format!(
            "{} {:>10} {:>10} {:>10} {:>10}  {mean}",
            styled(Style::Strong, &format!("{label:<width$}")),
            side.executions,
            side.abandoned,
            side.violations,
            side.events
        ));
    }
    let Some(side) = sides.get("generator") else { return };
    if let Some((execution, operator)) = &side.first {
        terminal::line(&format!(
            "{} in execution {execution}: an answer of `{operator}` is not as specified",
            styled(Style::Error, "violation")
        ));
        terminal::line(&format!("  trace   {}", side.whole.join("; ")));
        terminal::line(&format!("  shrunk  {}", side.shrunk.join("; ")));
    }
    if let Some(what) = &side.raised_with {
        terminal::line(&format!(
            "{} {} times, the first time {what}",
            styled(Style::Error, "the system raised"),
            side.raised
        ));
        terminal::line(&format!("  after   {}", side.before.join("; ")));
    }
    if side.hangs > 0 {
        terminal::line(&format!(
            "{} {} times in {} executions: an operation did not end in time",
            styled(Style::Error, "the system hung"),
            side.hangs,
            side.executions
        ));
        if side.raised_with.is_none() {
            terminal::line(&format!("  after   {}", side.before.join("; ")));
        }
    }
    if side.first.is_none() && side.raised + side.hangs == 0 && !side.exited {
        terminal::line("no violation; coverage says nothing about rates, and a run nothing about coverage");
    }
}
