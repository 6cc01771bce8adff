//! `covenant enumerate`: every value that a generator can return within bounds, or every value
//! that its specification allows.

use super::generator;
use crate::args::Enumerate;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style};
use covenant_elaborator::run::{
    Bound, Bounds, Limits, Names, Program, SpecBounds, Value, explore, show, values_of_claim,
};
use serde_json::json;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Lists values.
pub fn run(arguments: &Enumerate) -> Result<Exit, Failure> {
    let ints = range(&arguments.ints)?;
    let found = generator::find(&arguments.generator)?;
    let program = Program::new(&found.statement).map_err(|error| Failure::input(error.to_string()))?;
    let limits = Limits::with_time(Duration::from_secs(arguments.generator.timeout));
    let mut notes: Vec<String> = Vec::new();
    let (values, stopped) = if arguments.spec {
        let bounds = SpecBounds { ints, depth: arguments.depth, count: arguments.limit };
        let found = values_of_claim(program, found.global, &found.args, &bounds, &limits)
            .map_err(|error| Failure::input(error.to_string()))?;
        if found.undecided > 0 {
            notes.push(format!(
                "{} values were left out: the specification could not be decided on them",
                found.undecided
            ));
        }
        // The number of values is a bound of ours, reported below.
        let stopped = found.stopped.filter(|_| found.values.len() < arguments.limit);
        (found.values, stopped)
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
    Ok(if stopped.is_some() { Exit::Unknown } else { Exit::Good })
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
    if let Some(bound) = stopped {
        notes.push(format!("the list is not complete: {bound}"));
    }
    if arguments.json {
        let line = json!({
            "call": found.call,
            "of": if arguments.spec { "specification" } else { "generator" },
            "count": values.len(),
            "complete": stopped.is_none(),
            "notes": notes,
            "values": shown.collect::<Vec<_>>(),
        });
        terminal::line(&line.to_string());
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
fn range(text: &str) -> Result<RangeInclusive<i64>, Failure> {
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
