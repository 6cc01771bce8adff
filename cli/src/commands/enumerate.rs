//! `covenant enumerate`: every value that a generator can return within bounds, or every value
//! that its specification allows.

use super::generator;
use crate::args::{By, Enumerate};
use crate::engine;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style};
use covenant_execute::{
    Bound, Bounds, Limits, Malformed, Names, Program, Sort, SpecBounds, SpecValues, Value, explore, show,
    spec_of_claim, values_of_formula,
};
use covenant_kernel::tables::ExprRef;
use serde_json::json;
use std::ops::RangeInclusive;

/// Whether the engine has to be started: it is not if it cannot, and the values can be found
/// without it.
pub fn needs_solver(arguments: &Enumerate) -> bool {
    arguments.spec
        && match arguments.by {
            By::Choice => false,
            By::Models => true,
            By::Either => engine::libz3_version().is_some(),
        }
}

/// Lists values, without a solver.
pub fn run(arguments: &Enumerate) -> Result<Exit, Failure> {
    with(arguments, |spec| {
        let note = match arguments.by {
            By::Choice => None,
            _ => Some("Z3 was not tried: the engine does not start (`covenant doctor`)".to_owned()),
        };
        let Spec { program, sort, formula, args, bounds, limits } = spec;
        Ok((values_of_formula(*program, sort, *formula, args, bounds, limits), note))
    })
}

/// A specification whose values are wanted.
pub struct Spec<'a> {
    /// The statement that it is part of.
    pub program: Program<'a>,
    /// Of the values.
    pub sort: Sort,
    /// What they satisfy.
    pub formula: ExprRef,
    /// The arguments of the call.
    pub args: Vec<Value>,
    /// Which values are looked at.
    pub bounds: SpecBounds,
    /// How long.
    pub limits: Limits,
}

/// Lists the values of a generator, or of its specification as `search` finds them.
///
/// # Errors
///
/// If there is no such generator, or `search` fails.
pub fn with(
    arguments: &Enumerate,
    search: impl Fn(&Spec<'_>) -> Result<(SpecValues, Option<String>), Failure>,
) -> Result<Exit, Failure> {
    let ints = range(&arguments.ints)?;
    let found = generator::find(&arguments.generator)?;
    let malformed = |error: Malformed| Failure::input(error.to_string());
    let program = Program::new(&found.statement).map_err(malformed)?;
    let limits = generator::limits(&arguments.generator);
    let mut notes: Vec<String> = Vec::new();
    let (values, stopped) = if arguments.spec {
        let bounds = SpecBounds { ints, depth: arguments.depth, count: arguments.limit };
        let (sort, formula) = spec_of_claim(program, found.global).map_err(malformed)?;
        let spec = Spec { program, sort, formula, args: found.args.clone(), bounds, limits };
        let (mut values, note) = search(&spec)?;
        notes.extend(note);
        if values.undecided > 0 {
            notes.push(format!(
                "{} values were left out: the specification could not be decided on them",
                values.undecided
            ));
        }
        notes.push(format!(
            "only integers in {} (--ints) and at most {} nested constructors (--depth) were looked at",
            arguments.ints, arguments.depth
        ));
        // The way must not show.
        values.values.sort();
        (values.values, values.stopped)
    } else {
        let bounds = Bounds { ints, depth: arguments.depth };
        let found = explore(program, found.global, &found.args, &bounds, &limits)
            .map_err(|why| Failure::input(format!("`{}` cannot be run: {why}", arguments.generator.r#gen)))?;
        if found.cut_integers {
            notes.push(format!("integers were chosen from {} only (--ints)", arguments.ints));
        }
        if found.cut_depth {
            notes.push(format!("calls nested deeper than {} were cut (--depth)", arguments.depth));
        }
        (found.values, found.stopped)
    };
    print(arguments, &found, &values, notes, stopped);
    // As many values as were asked for are no disappointment.
    Ok(if stopped.is_some_and(|bound| bound != Bound::Count) { Exit::Unknown } else { Exit::Good })
}

fn print(
    arguments: &Enumerate,
    found: &generator::Found,
    values: &[Value],
    mut notes: Vec<String>,
    stopped: Option<Bound>,
) {
    let shown =
        values.iter().take(arguments.limit).map(|value| show(&found.statement, &Names::default(), value));
    if values.len() >= arguments.limit {
        notes.push(format!("at most {} values are listed (--limit)", arguments.limit));
    }
    if let Some(bound) = stopped.filter(|bound| *bound != Bound::Count) {
        notes.push(format!("the list is not complete: {bound}"));
    }
    if arguments.json {
        let line = json!({
            "call": found.call,
            "of": if arguments.spec { "specification" } else { "generator" },
            "count": values.len(),
            "complete": stopped.is_none() && values.len() <= arguments.limit,
            "notes": notes,
            "values": shown.collect::<Vec<_>>(),
        });
        terminal::json(&line);
        return;
    }
    for value in shown {
        terminal::line(&value);
    }
    let of = if arguments.spec { "allowed by the specification of" } else { "that can be returned by" };
    terminal::message(Style::Strong, "found", &format!("{} values {of} {}", values.len(), found.call));
    for note in notes {
        terminal::message(Style::Doubt, "note", &note);
    }
}

/// `LOW..HIGH`, both included.
pub fn range(text: &str) -> Result<RangeInclusive<i64>, Failure> {
    /// More integers than this explode at once.
    const MOST: i64 = 10_000;
    let parsed = text.split_once("..").and_then(|(low, high)| {
        let (low, high): (i64, i64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low <= high && high.checked_sub(low)? < MOST).then_some(low..=high)
    });
    parsed.ok_or_else(|| {
        Failure::input(format!("--ints: `{text}` is not a range"))
            .help("write e.g. --ints -2..2; both ends are included")
    })
}
