//! What the page draws of generators over a system under test: the automata of the goals that a certificate is about, and one
//! trace that its claim promises and its program makes.
//!
//! Data only: the page draws it, as text in elements, so nothing of a source can become markup. The source in a
//! certificate is read for it, and nothing of it is believed: a picture illustrates the definitions that the page lists.

use covenant_certificates::CertificateFile;
use covenant_execute::{Names, PlanSize, Program, Value, elements, made, plan, show, show_argument};
use covenant_front::load;
use covenant_front::operators::{FIELD, GoalInfo, Next, Requirement, Step, TraceGoals};
use covenant_kernel::tables::Statement;
use serde::Serialize;

/// A goal as an automaton.
#[derive(Debug, Serialize)]
pub struct Automaton {
    /// The goal with its parameters.
    pub name: String,
    /// The states, the first one first.
    pub states: Vec<State>,
    /// What leads from one to another.
    pub edges: Vec<Edge>,
}

/// A state.
#[derive(Debug, Serialize)]
pub struct State {
    /// Its predicate.
    pub name: String,
    /// Whether a trace may end here.
    pub ends: bool,
}

/// What leads from a state to another.
#[derive(Debug, Serialize)]
pub struct Edge {
    /// From this state.
    pub from: usize,
    /// To this one; if there is none, the trace ends or goes on with what `then` says.
    pub to: Option<usize>,
    /// The event, with its condition.
    pub event: String,
    /// What follows, in words, if it is no state of this automaton.
    pub then: Option<String>,
}

/// A trace: each request with its answer.
#[derive(Debug, Serialize)]
pub struct Trace {
    /// The call that makes it.
    pub call: String,
    /// The requests and answers.
    pub exchanges: Vec<Exchange>,
}

/// A request and its answer.
#[derive(Debug, Serialize)]
pub struct Exchange {
    /// The operator with its arguments.
    pub request: String,
    /// The answer, if it has one.
    pub answer: Option<String>,
}

/// The pictures of a certificate; none of a program that asks no system.
pub fn of(file: &CertificateFile) -> (Vec<Automaton>, Option<Trace>) {
    let Ok(module) = load(&file.source.file, file.source.text.as_str()) else { return (Vec::new(), None) };
    let Some(all) = module.goals else { return (Vec::new(), None) };
    let statement = &file.certificate.statement;
    let named = |name: &str| statement.defs.iter().any(|def| def.name == name);
    let about = all.goals.iter().filter(|goal| goal.states.iter().any(|state| named(&state.name)));
    (about.map(automaton).collect(), trace(statement, &all, file.claim_name()))
}

fn automaton(goal: &GoalInfo) -> Automaton {
    let parameters: String = goal.parameters.iter().map(|(name, _)| format!(" {name}")).collect();
    let states = goal.states.iter();
    let states = states.map(|s| State { name: s.name.clone(), ends: s.ends != Requirement::Never }).collect();
    let mut edges: Vec<Edge> = Vec::new();
    for (from, state) in goal.states.iter().enumerate() {
        for step in state.steps.iter().filter(|step| step.condition != Requirement::Never) {
            follow(from, &event(step), &step.next, &mut edges);
        }
    }
    Automaton { name: format!("{}{parameters}", goal.name), states, edges }
}

fn follow(from: usize, event: &str, next: &Next, edges: &mut Vec<Edge>) {
    let (to, then) = match next {
        Next::State(state) => (Some(*state), None),
        Next::End => (None, None),
        Next::EndWhen(Requirement::Never) => return,
        Next::EndWhen(condition) => (None, condition_text(condition)),
        Next::Anything => (None, Some("anything".to_owned())),
        Next::Goal(name, arguments) => (None, Some(format!("{name} {}", arguments.join(" ")))),
        Next::Either(list) => return list.iter().for_each(|next| follow(from, event, next, edges)),
        Next::Both(_) => (None, Some("two languages at once".to_owned())),
    };
    // Several events between the same states are one line of the picture.
    match edges.iter_mut().find(|edge| edge.from == from && edge.to == to && edge.then == then) {
        Some(edge) => edge.event = format!("{}\n{event}", edge.event),
        None => edges.push(Edge { from, to, event: event.to_owned(), then }),
    }
}

/// `Push (y, _) when _2 < 3`: a field that has to be a value is that value, another one its number if a condition mentions it.
fn event(step: &Step) -> String {
    let mut fields = vec!["_".to_owned(); step.fields];
    let mut conditions = Vec::new();
    if let Requirement::All(list) = &step.condition {
        for conjunct in list {
            match &conjunct.assigns {
                Some((field, term)) if fields.get(*field).is_some_and(|known| known == "_") => {
                    fields[*field].clone_from(term);
                }
                _ => conditions.push(conjunct),
            }
        }
    }
    for conjunct in &conditions {
        for &field in &conjunct.fields {
            if let Some(name) = fields.get_mut(field).filter(|name| *name == "_") {
                *name = numbered(field);
            }
        }
    }
    let mut text = match fields.as_slice() {
        [] => step.constructor.clone(),
        [one] => format!("{} {one}", step.constructor),
        many => format!("{} ({})", step.constructor, many.join(", ")),
    };
    let written: Vec<String> =
        conditions.iter().map(|conjunct| renamed(&conjunct.text, step.fields)).collect();
    if !written.is_empty() {
        text = format!("{text} when {}", written.join(" && "));
    }
    text
}

/// How a field is called in a picture.
fn numbered(field: usize) -> String {
    format!("_{}", field + 1)
}

/// The greatest numbers first: `field_1` is the beginning of `field_10`.
fn renamed(condition: &str, fields: usize) -> String {
    (0..fields)
        .rev()
        .fold(condition.to_owned(), |text, field| text.replace(&format!("{FIELD}{field}"), &numbered(field)))
}

fn condition_text(condition: &Requirement) -> Option<String> {
    match condition {
        Requirement::All(list) => {
            Some(list.iter().map(|conjunct| conjunct.text.clone()).collect::<Vec<_>>().join(" && "))
        }
        Requirement::Always | Requirement::Never => None,
    }
}

/// Values that are looked at for a trace with requests, and steps for that.
const LOOKED_AT: usize = 40;
const STEPS: u64 = 60_000;

/// One trace: the shortest of those that were found, as it is written.
fn trace(statement: &Statement, all: &TraceGoals, claim: &str) -> Option<Trace> {
    let program = Program::new(statement).ok()?;
    let names = Names::default();
    let with_requests = |(args, value): (Vec<Value>, Value)| {
        let exchanges = exchanges(statement, all, &value).or_else(|| match &value {
            // With a result beside the trace.
            Value::Ctor(node) => exchanges_of_first(statement, all, &node.fields),
            _ => None,
        })?;
        let text = show(statement, &names, &value);
        Some((text.len(), text, args, exchanges))
    };
    let shortest = |found: Vec<(Vec<Value>, Value)>| {
        let found = found.into_iter().filter_map(with_requests);
        found.min_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)))
    };
    // A trace without requests says nothing; where the first arguments have no other, there may be one with greater ones.
    let (_, _, args, exchanges) = shortest(made(program, statement.claim)).or_else(|| {
        let size = PlanSize { count: LOOKED_AT, pool: LOOKED_AT, steps: STEPS, trace_steps: STEPS };
        let planned = plan(program, statement.claim, size).ok()?;
        let made = planned.into_iter().filter(|one| one.choices.is_some());
        shortest(made.map(|one| (one.args, one.value)).collect())
    })?;
    let mut call = claim.to_owned();
    for argument in &args {
        call = format!("{call} {}", show_argument(statement, &names, argument));
    }
    Some(Trace { call, exchanges })
}

fn exchanges_of_first(statement: &Statement, all: &TraceGoals, fields: &[Value]) -> Option<Vec<Exchange>> {
    exchanges(statement, all, fields.first()?)
}

/// The events of a list as requests and answers; none if it is no list of events, or empty.
fn exchanges(statement: &Statement, all: &TraceGoals, list: &Value) -> Option<Vec<Exchange>> {
    let events = elements(list);
    let exchanges: Option<Vec<Exchange>> =
        events.iter().map(|event| exchange(statement, all, event)).collect();
    exchanges.filter(|list| !list.is_empty())
}

fn exchange(statement: &Statement, all: &TraceGoals, event: &Value) -> Option<Exchange> {
    let names = Names::default();
    let Value::Ctor(node) = event else { return None };
    let text = show(statement, &names, event);
    let constructor = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '\'').next()?;
    let operator = all.list.iter().find(|operator| operator.constructor == constructor)?;
    let mut fields: Vec<String> =
        node.fields.iter().map(|field| show_argument(statement, &names, field)).collect();
    let answer = if operator.answers { fields.pop() } else { None };
    let arguments = fields.iter().map(|field| format!(" {field}")).collect::<String>();
    Some(Exchange { request: format!("{}{arguments}", operator.name), answer })
}
