//! Recursion: one function for each state of the automaton of a goal.
//!
//! `f n` makes all traces of its state with at most `n` events. It calls those of the states after it, and itself. The
//! generator to call takes the number of events beyond those that are needed, so every size is of use.
//!
//! Not chosen: that number for every state. The claims would need that a state has no shorter traces, which is an
//! induction of its own.

use crate::words::closed;
use crate::write::{
    After, FAIL, Unwritten, Written, domain, event, indented, names, refuse_names, text_of, typed,
};
use covenant_front::operators::{Conjunct, GoalInfo, Next, Requirement, StateInfo, Step, TraceGoals};
use std::fmt::Write as _;

/// One function for each state of a goal and of the goals that it names: all traces up to a length.
pub(crate) fn automaton(all: &TraceGoals, goal: usize) -> Result<Written, Unwritten> {
    let mut text = String::new();
    let mut claims = Vec::new();
    let mut order = Vec::new();
    goals_first(all, goal, &mut order)?;
    if order.iter().any(|&goal| reaches_anything(&all.goals[goal])) {
        text.push_str(&anything(all)?);
        claims.push("anything".to_owned());
    }
    for at in order {
        let goal = &all.goals[at];
        refuse_names(goal)?;
        for group in groups(goal)? {
            let mut functions = Vec::new();
            for &state in &group {
                functions.push(state_function(all, goal, state, &group)?);
                claims.push(function_name(goal, state));
            }
            let recursive = group.iter().any(|&state| mentions(&goal.states[state], &group));
            let word = if recursive { "let rec " } else { "let " };
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = write!(text, "{word}{}", functions.join("\nand "));
        }
    }
    text.push('\n');
    text.push_str(&entry(all, &all.goals[goal]));
    claims.push(generator_name(&all.goals[goal].name));
    Ok(Written { text, claims })
}

/// The goals that a goal names, before it.
fn goals_first(all: &TraceGoals, goal: usize, order: &mut Vec<usize>) -> Result<(), Unwritten> {
    if order.contains(&goal) {
        return Ok(());
    }
    for name in all.goals[goal].states.iter().flat_map(|state| &state.steps).flat_map(|s| called(&s.next)) {
        let other = all.goals.iter().position(|goal| goal.name == name);
        goals_first(all, other.ok_or_else(|| format!("the goal `{name}` is not known"))?, order)?;
    }
    order.push(goal);
    Ok(())
}

fn called(next: &Next) -> Vec<String> {
    match next {
        Next::Goal(name, _) => vec![name.clone()],
        Next::Either(list) | Next::Both(list) => list.iter().flat_map(called).collect(),
        _ => Vec::new(),
    }
}

fn states_of(next: &Next) -> Vec<usize> {
    match next {
        Next::State(state) => vec![*state],
        Next::Either(list) | Next::Both(list) => list.iter().flat_map(states_of).collect(),
        _ => Vec::new(),
    }
}

fn mentions(state: &StateInfo, group: &[usize]) -> bool {
    state.steps.iter().flat_map(|step| states_of(&step.next)).any(|state| group.contains(&state))
}

fn reaches_anything(goal: &GoalInfo) -> bool {
    fn is(next: &Next) -> bool {
        match next {
            Next::Anything => true,
            Next::Either(list) | Next::Both(list) => list.iter().any(is),
            _ => false,
        }
    }
    goal.states.iter().flat_map(|state| &state.steps).any(|step| is(&step.next))
}

/// The states of a goal in groups that use each other, each after those that it uses.
fn groups(goal: &GoalInfo) -> Result<Vec<Vec<usize>>, Unwritten> {
    let mut left: Vec<Vec<usize>> = Vec::new();
    for (index, state) in goal.states.iter().enumerate() {
        match left.iter_mut().find(|group| goal.states[group[0]].group == state.group) {
            Some(group) => group.push(index),
            None => left.push(vec![index]),
        }
    }
    if let Some(group) = left.iter().find(|group| group.len() > 2) {
        return Err(format!(
            "{} states of `{}` lead to each other, and claims of more than two mutually recursive generators are not checked",
            group.len(),
            goal.name
        ));
    }
    let mut ordered: Vec<Vec<usize>> = Vec::new();
    while !left.is_empty() {
        let ready = left.iter().position(|group| {
            let uses = group.iter().flat_map(|&s| &goal.states[s].steps).flat_map(|s| states_of(&s.next));
            uses.into_iter().all(|used| group.contains(&used) || ordered.iter().flatten().any(|&s| s == used))
        });
        match ready {
            Some(ready) => ordered.push(left.remove(ready)),
            None => return Err(format!("the states of `{}` cannot be ordered", goal.name)),
        }
    }
    Ok(ordered)
}

/// What is called for a goal.
pub(crate) fn generator_name(goal: &str) -> String {
    format!("{goal}_gen")
}

/// The function for a state. The first one has the name of the goal, and its generator is the one to call.
fn function_name(goal: &GoalInfo, state: usize) -> String {
    match state {
        0 => format!("{}_0_gen", goal.name),
        _ => generator_name(&goal.states[state].name),
    }
}

fn state_function(
    all: &TraceGoals,
    goal: &GoalInfo,
    index: usize,
    group: &[usize],
) -> Result<String, Unwritten> {
    let state = &goal.states[index];
    let at = At { all, goal, state: index, needed: distances(all, goal) };
    let end = match &state.ends {
        Requirement::Always => "()".to_owned(),
        Requirement::Never => FAIL.to_owned(),
        Requirement::All(list) => format!("if {} then () else {FAIL}", text_of(list)),
    };
    let mut choices = Choices { needed: at.needed[index].max(1), ..Choices::default() };
    if state.ends != Requirement::Never {
        choices.forward.push(end.clone());
    }
    for step in &state.steps {
        let forward = distance(all, &at.needed, &step.next) < at.needed[index];
        let code = at.step_code(step)?;
        if forward { choices.forward.push(code) } else { choices.around.push(code) }
    }
    let parameters = &goal.parameters;
    let measure = if mentions(state, group) || group.len() > 1 { "[@@measure n]\n" } else { "" };
    Ok(format!(
        "{} (n : int) {}: unit =\n  if n <= 0 then {end}\n  else begin\n{}\n  end\n[@@covers {{| n:{{v:int | 0 <= v}} -> {}[tr | len tr <= n && {}{} tr] |}}]\n{measure}",
        at.function(index),
        typed(parameters),
        indented(&choices.text(), 4),
        domain(parameters),
        state.name,
        names(parameters)
    ))
}

/// The generator to call: all traces with at most `n` events more than are needed. So every size is of use.
fn entry(all: &TraceGoals, goal: &GoalInfo) -> String {
    let parameters = &goal.parameters;
    let needed = distances(all, goal).first().copied().unwrap_or_default();
    format!(
        "let {} (n : int) {}: unit = {} (n + {needed}){}\n[@@covers {{| n:{{v:int | 0 <= v}} -> {}[tr | len tr <= n + {needed} && {}{} tr] |}}]\n",
        generator_name(&goal.name),
        typed(parameters),
        function_name(goal, 0),
        names(parameters),
        domain(parameters),
        goal.name,
        names(parameters)
    )
}

/// More events than any trace needs.
const FAR: usize = 1_000;

/// How many events each state of a goal needs at least.
fn distances(all: &TraceGoals, goal: &GoalInfo) -> Vec<usize> {
    let ended = |state: &StateInfo| if state.ends == Requirement::Never { FAR } else { 0 };
    let mut found: Vec<usize> = goal.states.iter().map(ended).collect();
    // Each round is right for traces that are one event longer.
    for _ in 0..goal.states.len() {
        for (index, state) in goal.states.iter().enumerate() {
            let after = state.steps.iter().map(|step| 1 + distance(all, &found, &step.next)).min();
            found[index] = found[index].min(after.unwrap_or(FAR));
        }
    }
    found
}

fn distance(all: &TraceGoals, states: &[usize], next: &Next) -> usize {
    match next {
        Next::End | Next::EndWhen(_) | Next::Anything => 0,
        Next::State(state) => states[*state],
        Next::Goal(name, _) => {
            let goal = all.goals.iter().find(|goal| goal.name == *name);
            goal.and_then(|goal| distances(all, goal).first().copied()).unwrap_or(FAR)
        }
        Next::Either(list) => list.iter().map(|next| distance(all, states, next)).min().unwrap_or(FAR),
        Next::Both(list) => list.iter().map(|next| distance(all, states, next)).max().unwrap_or(FAR),
    }
}

/// What a function chooses from. Coins of the same chance for all would make nearly all traces short, so those that
/// lead on are taken as if the events that are needed were spread evenly among the `n` that are left.
#[derive(Default)]
struct Choices {
    /// What leads on.
    forward: Vec<String>,
    /// What does not.
    around: Vec<String>,
    /// So many more events are needed.
    needed: usize,
}

impl Choices {
    fn text(&self) -> String {
        let forward = one_of(&self.forward);
        let needed = self.needed;
        match (self.forward.is_empty(), self.around.is_empty()) {
            (_, true) => forward,
            (true, false) => one_of(&self.around),
            // With hardly any events left, what does not lead on is rare.
            (false, false) => format!(
                "let more = {} in\nif more then begin\n{}\nend\nelse begin\n{}\nend",
                weighted(&format!("9 * (n - {needed})"), 9 * needed),
                indented(&one_of(&self.around), 2),
                indented(&forward, 2)
            ),
        }
    }
}

/// `if bool_gen () then … else …`, each as often as every other.
fn one_of(choices: &[String]) -> String {
    let mut text = String::new();
    for (index, choice) in choices.iter().enumerate() {
        let coin = match choices.len() - 1 - index {
            0 if index == 0 => return choice.clone(),
            0 => String::new(),
            1 => " if bool_gen () then".to_owned(),
            after => format!(" if {} then", weighted("1", after)),
        };
        let otherwise = if index == 0 { "" } else { "else" };
        let start = format!("{otherwise}{coin}");
        let _ = writeln!(text, "{} begin\n{}\nend", start.trim_start(), indented(choice, 2));
    }
    if choices.is_empty() { FAIL.to_owned() } else { text.trim_end().to_owned() }
}

/// A coin that is true `yes` times where it is false `no` times.
fn weighted(yes: &str, no: usize) -> String {
    format!("(bool_gen () [@weight {yes}, {no}])")
}

/// A state of a goal, with how many events each state needs.
struct At<'a> {
    all: &'a TraceGoals,
    goal: &'a GoalInfo,
    state: usize,
    needed: Vec<usize>,
}

impl At<'_> {
    fn function(&self, state: usize) -> String {
        function_name(self.goal, state)
    }

    /// One event and what follows it. An answer that was not hoped for is no reason to give up where the state
    /// allows the event for another reason, and neither is an argument that must not be asked for.
    fn step_code(&self, step: &Step) -> Result<String, Unwritten> {
        let conditions: &[Conjunct] = match &step.condition {
            Requirement::Always => &[],
            Requirement::Never => return Ok(FAIL.to_owned()),
            Requirement::All(list) => list,
        };
        let steps = &self.goal.states[self.state].steps;
        let same = || steps.iter().filter(|other| *other != step && other.constructor == step.constructor);
        let always = same().find(|other| other.condition == Requirement::Always);
        let other = always.or_else(|| same().find(|other| other.condition != Requirement::Never));
        let other_answer = match other {
            None => None,
            Some(other) => {
                let conditions = match &other.condition {
                    Requirement::All(list) => list.clone(),
                    Requirement::Always | Requirement::Never => Vec::new(),
                };
                Some((conditions, self.next_code(&other.next)?))
            }
        };
        let again = self.next_code(&Next::State(self.state))?;
        let may_go_on = mentions(&self.goal.states[self.state], &[self.state]);
        let rest = self.next_code(&step.next)?;
        let after = After { rest: &rest, not_asked: if may_go_on { &again } else { FAIL }, other_answer };
        event(self.all, &step.constructor, step.fields, conditions, "", &after)
    }

    /// What follows an event.
    fn next_code(&self, next: &Next) -> Result<String, Unwritten> {
        Ok(match next {
            Next::End | Next::EndWhen(Requirement::Always) => "()".to_owned(),
            Next::EndWhen(Requirement::Never) => FAIL.to_owned(),
            Next::EndWhen(Requirement::All(list)) => format!("(if {} then () else {FAIL})", text_of(list)),
            Next::Anything => "anything (n - 1)".to_owned(),
            Next::State(state) => {
                format!("{} (n - 1){}", self.function(*state), names(&self.goal.parameters))
            }
            Next::Goal(name, arguments) => {
                let arguments: String = arguments.iter().map(|term| format!(" {}", closed(term))).collect();
                let goal = self.all.goals.iter().find(|goal| goal.name == *name);
                let goal = goal.ok_or_else(|| format!("the goal `{name}` is not known"))?;
                format!("{} (n - 1){arguments}", function_name(goal, 0))
            }
            Next::Either(list) => {
                let parts = list.iter().map(|next| self.next_code(next)).collect::<Result<Vec<_>, _>>()?;
                let last = parts.len() - 1;
                let one = |(index, part): (usize, &String)| match last - index {
                    0 => part.clone(),
                    1 => format!("if bool_gen () then {part} else "),
                    after => format!("if {} then {part} else ", weighted("1", after)),
                };
                format!("({})", parts.iter().enumerate().map(one).collect::<String>())
            }
            Next::Both(_) => {
                return Err(format!("a trace of `{}` has to be in two languages at once", self.goal.name));
            }
        })
    }
}

/// All traces up to a length.
fn anything(all: &TraceGoals) -> Result<String, Unwritten> {
    let mut choices = Choices { forward: vec!["()".to_owned()], ..Choices::default() };
    for operator in &all.list {
        let after = After::or_fail("anything (n - 1)");
        choices.around.push(event(all, &operator.constructor, operator.types.len(), &[], "", &after)?);
    }
    Ok(format!(
        "let rec anything (n : int) : unit =\n  if n <= 0 then ()\n  else begin\n{}\n  end\n[@@covers {{| n:{{v:int | 0 <= v}} -> [tr | len tr <= n] |}}]\n[@@measure n]\n",
        choices.text()
    ))
}
