//! Straight lines: the shortest sequences of events that lead through the automaton of a goal to its end.
//!
//! A place is a set of states that the rest of the trace has to be in, all at once (several after an intersection).
//! Places are looked at in the order of the number of events before them, then in the order of the automaton, so
//! the lines do not depend on anything but the goal. Whether a line has values at all is decided afterwards,
//! by looking for one.

use crate::words::replaced;
use covenant_front::operators::{Conjunct, GoalInfo, Next, Requirement, Step};
use std::collections::{BTreeMap, VecDeque};

/// Lines with more events are not looked for.
const MOST_EVENTS: usize = 10;

/// Places that are looked at, at most.
const MOST_PLACES: usize = 5_000;

/// One event of a line, with what is required of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineEvent {
    pub constructor: String,
    pub fields: usize,
    pub conditions: Vec<Conjunct>,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub events: Vec<LineEvent>,
    /// What is required of the parameters, besides.
    pub conditions: Vec<String>,
}

/// A state of some goal, with what its parameters are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    goal: usize,
    state: usize,
    arguments: Vec<String>,
}

#[derive(Clone, Default)]
struct Place {
    states: Vec<At>,
    /// Whether nothing more may happen.
    ended: bool,
    line: Line,
}

/// The shortest lines, at most `count`, and whether there are no others.
pub(crate) fn lines(goals: &[GoalInfo], goal: usize, count: usize) -> (Vec<Line>, bool) {
    let arguments = goals[goal].parameters.iter().map(|(name, _)| name.clone()).collect();
    let start = At { goal, state: 0, arguments };
    let mut pending = VecDeque::from([Place { states: vec![start], ..Place::default() }]);
    let (mut found, mut looked): (Vec<Line>, usize) = (Vec::new(), 0);
    while let Some(place) = pending.pop_front() {
        looked += 1;
        if looked > MOST_PLACES {
            return (found, false);
        }
        if let Some(line) = ended(goals, &place)
            && !found.contains(&line)
        {
            found.push(line);
            if found.len() == count {
                return (found, false);
            }
        }
        if place.ended || place.states.is_empty() || place.line.events.len() == MOST_EVENTS {
            continue;
        }
        pending.extend(after(goals, &place));
    }
    (found, true)
}

/// The line of a place, if a trace may end there.
fn ended(goals: &[GoalInfo], place: &Place) -> Option<Line> {
    let mut line = place.line.clone();
    for at in &place.states {
        let goal = &goals[at.goal];
        match &goal.states[at.state].ends {
            Requirement::Always => {}
            Requirement::Never => return None,
            Requirement::All(list) => {
                line.conditions.extend(list.iter().map(|c| replaced(&c.text, &meaning(goal, at))));
            }
        }
    }
    Some(line)
}

fn meaning(goal: &GoalInfo, at: &At) -> BTreeMap<String, String> {
    goal.parameters.iter().map(|(name, _)| name.clone()).zip(at.arguments.iter().cloned()).collect()
}

/// The places after one event: each state takes a step with it.
fn after(goals: &[GoalInfo], place: &Place) -> Vec<Place> {
    let Some(first) = place.states.first() else { return Vec::new() };
    let mut constructors: Vec<&str> = Vec::new();
    for step in &goals[first.goal].states[first.state].steps {
        if !constructors.contains(&step.constructor.as_str()) {
            constructors.push(&step.constructor);
        }
    }
    constructors.into_iter().flat_map(|constructor| after_event(goals, place, constructor)).collect()
}

fn after_event(goals: &[GoalInfo], place: &Place, constructor: &str) -> Vec<Place> {
    let mut line = place.line.clone();
    line.events.push(LineEvent { constructor: constructor.to_owned(), fields: 0, conditions: Vec::new() });
    let mut all = vec![Place { states: Vec::new(), ended: false, line }];
    for at in &place.states {
        let goal = &goals[at.goal];
        let steps: Vec<&Step> =
            goal.states[at.state].steps.iter().filter(|step| step.constructor == constructor).collect();
        let mut more = Vec::new();
        for before in &all {
            for step in &steps {
                let mut next = before.clone();
                if let Some(event) = next.line.events.last_mut() {
                    event.fields = step.fields;
                    if let Requirement::All(list) = &step.condition {
                        let terms = meaning(goal, at);
                        event.conditions.extend(list.iter().map(|conjunct| {
                            Conjunct {
                                text: replaced(&conjunct.text, &terms),
                                assigns: conjunct
                                    .assigns
                                    .as_ref()
                                    .map(|(field, term)| (*field, replaced(term, &terms))),
                                fields: conjunct.fields.clone(),
                            }
                        }));
                    }
                }
                if step.condition != Requirement::Never {
                    more.extend(followed(goals, next, &step.next, at));
                }
            }
        }
        all = more;
    }
    // What has ended and has to go on is no place.
    all.retain(|place| !place.ended || place.states.is_empty());
    all
}

fn followed(goals: &[GoalInfo], mut place: Place, next: &Next, at: &At) -> Vec<Place> {
    let goal = &goals[at.goal];
    match next {
        Next::Anything => vec![place],
        Next::End => {
            place.ended = true;
            vec![place]
        }
        Next::EndWhen(condition) => {
            place.ended = true;
            match condition {
                Requirement::Never => return Vec::new(),
                Requirement::Always => {}
                Requirement::All(list) => {
                    let terms = meaning(goal, at);
                    place.line.conditions.extend(list.iter().map(|c| replaced(&c.text, &terms)));
                }
            }
            vec![place]
        }
        Next::State(state) => with(place, At { state: *state, ..at.clone() }),
        Next::Goal(name, arguments) => {
            let Some(goal) = goals.iter().position(|goal| goal.name == *name) else { return Vec::new() };
            let terms = meaning(&goals[at.goal], at);
            let arguments = arguments.iter().map(|argument| replaced(argument, &terms)).collect();
            with(place, At { goal, state: 0, arguments })
        }
        Next::Either(list) => list.iter().flat_map(|next| followed(goals, place.clone(), next, at)).collect(),
        Next::Both(list) => {
            let mut all = vec![place];
            for next in list {
                all = all.into_iter().flat_map(|place| followed(goals, place, next, at)).collect();
            }
            all
        }
    }
}

fn with(mut place: Place, at: At) -> Vec<Place> {
    if !place.states.contains(&at) {
        place.states.push(at);
        place.states.sort();
    }
    vec![place]
}
