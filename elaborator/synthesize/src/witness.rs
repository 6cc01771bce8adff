//! One trace of a candidate, and what the specifications of answers say about it.

use covenant_execute::{Names, PlanSize, Program, Value, elements, made, plan, show, show_argument};
use covenant_front::operators::TraceGoals;
use std::fmt::Write as _;

/// A trace that a claim promises and that the generator can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The call.
    pub call: String,
    /// The trace.
    pub trace: String,
    /// The first event whose answer is not as specified; none if all are.
    pub violates: Option<Violation>,
}

/// An answer that is not as specified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The operator.
    pub operator: String,
    /// The event, counted from 1.
    pub position: usize,
    /// The event itself.
    pub event: String,
}

/// So many of them are compared with the specifications.
const COMPARED: usize = 6;

/// A trace of a claim; one that violates no specification, if there is one among the first.
pub(crate) fn witness(
    file: &str,
    text: &str,
    before: &str,
    all: &TraceGoals,
    claim: &str,
) -> Option<Witness> {
    let module = covenant_front::load(file, text).ok()?;
    let unit = module.units.iter().find(|unit| unit.claim == claim)?;
    let program = Program::new(&unit.statement).ok()?;
    let mut made = made(program, unit.statement.claim);
    let (statement, names) = (&unit.statement, Names::default());
    // What is written with fewer letters is easier to read; no request at all says nothing.
    made.sort_by_cached_key(|(args, value)| {
        let text = show(statement, &names, value);
        (elements(value).is_empty(), text.len(), text, args.clone())
    });
    made.dedup();
    let mut first = None;
    for (args, value) in made.iter().take(COMPARED) {
        let call: String =
            args.iter().map(|value| format!(" {}", show_argument(statement, &names, value))).collect();
        let events = elements(value);
        let shown: Vec<(String, Vec<String>)> = events
            .iter()
            .map(|event| {
                let fields = match event {
                    Value::Ctor(node) => {
                        node.fields.iter().map(|field| show_argument(statement, &names, field)).collect()
                    }
                    _ => Vec::new(),
                };
                (show(statement, &names, event), fields)
            })
            .collect();
        let violates = violation(file, before, all, &shown);
        let witness = Witness {
            call: format!("{claim}{}", if call.is_empty() { " ()".to_owned() } else { call }),
            trace: show(statement, &names, value),
            violates,
        };
        if witness.violates.is_none() {
            return Some(witness);
        }
        first.get_or_insert(witness);
    }
    first
}

/// The first event whose answer is not as specified. Each specification is asked as a claim about `()`: it promises
/// something if and only if it holds.
fn violation(
    file: &str,
    before: &str,
    all: &TraceGoals,
    events: &[(String, Vec<String>)],
) -> Option<Violation> {
    let mut text = before.to_owned();
    let mut asked = Vec::new();
    for (position, (event, fields)) in events.iter().enumerate() {
        let constructor = event.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        let operator = all.list.iter().find(|operator| operator.constructor == constructor)?;
        if !operator.specified {
            continue;
        }
        let history: Vec<&str> = events[..position].iter().rev().map(|(event, _)| event.as_str()).collect();
        let fields: String = fields.iter().map(|field| format!(" {field}")).collect();
        let name = format!("covenant_probe_{position}");
        let _ = write!(
            text,
            "let {name} () : unit = ()\n[@@covers {{| M [u:unit | {} [{}]{fields}] |}}]\n\n",
            operator.name,
            history.join("; ")
        );
        asked.push((name, operator.name.clone(), position + 1, event.clone()));
    }
    if asked.is_empty() {
        return None;
    }
    let _ = writeln!(text, "module Covenant_probe (S : {}) = struct\nend", all.signature);
    let module = covenant_front::load(file, &text).ok()?;
    asked.into_iter().find_map(|(name, operator, position, event)| {
        let unit = module.units.iter().find(|unit| unit.claim == name)?;
        let program = Program::new(&unit.statement).ok()?;
        let holds = plan(program, unit.statement.claim, PlanSize::default()).is_ok_and(|p| !p.is_empty());
        (!holds).then_some(Violation { operator, position, event })
    })
}
