//! Generators as OCaml text: one function for a line, one for each state of an automaton.

use crate::lines::{Line, LineEvent};
use crate::words::{closed, replaced};
use covenant_front::operators::{
    Conjunct, FIELD, GoalInfo, Next, OperatorInfo, Requirement, StateInfo, Step, TraceGoals,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What the system under test is called.
const SYSTEM: &str = "S";

/// Why something is not written.
pub(crate) type Unwritten = String;

/// Fields are called `x1`, `x2_1`, sizes `n`: a parameter of a goal must not be called so.
fn refuse_names(goal: &GoalInfo) -> Result<(), Unwritten> {
    let numbered = |name: &str| {
        name.strip_prefix('x').is_some_and(|rest| {
            !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_digit() || letter == '_')
        })
    };
    match goal
        .parameters
        .iter()
        .find(|(name, _)| name == "n" || name == "v" || name == "tr" || numbered(name))
    {
        None => Ok(()),
        Some((name, _)) => Err(format!(
            "a parameter of `{}` is called `{name}`, as something in the generator would be; give it another name",
            goal.name
        )),
    }
}

/// Functions with their claims, in the order in which they are written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub text: String,
    /// The functions that have claims; the last is the one to call.
    pub claims: Vec<String>,
}

/// `y:{v:int | true} -> `
fn domain(parameters: &[(String, String)]) -> String {
    parameters.iter().map(|(name, ty)| format!("{name}:{{v:{ty} | true}} -> ")).collect()
}

fn names(parameters: &[(String, String)]) -> String {
    parameters.iter().map(|(name, _)| format!(" {name}")).collect()
}

/// `(y : int) `
fn typed(parameters: &[(String, String)]) -> String {
    parameters.iter().map(|(name, ty)| format!("({name} : {ty}) ")).collect()
}

fn operator<'g>(all: &'g TraceGoals, constructor: &str) -> Result<&'g OperatorInfo, Unwritten> {
    all.list
        .iter()
        .find(|operator| operator.constructor == constructor)
        .ok_or_else(|| format!("no operator has the event `{constructor}`"))
}

/// What is known of the fields of one event: terms for those that are determined, names for the others.
struct Fields {
    /// For each field, a term, or none if it is drawn or answered.
    given: Vec<Option<String>>,
    /// What is left to check when the arguments are known.
    before: Vec<String>,
    /// What is left to check when the answer is known.
    after: Vec<String>,
}

fn fields(operator: &OperatorInfo, count: usize, conditions: &[Conjunct]) -> Fields {
    let mut known = Fields { given: vec![None; count], before: Vec::new(), after: Vec::new() };
    let answer = operator.answers.then(|| count.saturating_sub(1));
    for conjunct in conditions {
        match &conjunct.assigns {
            Some((field, term)) if Some(*field) != answer && known.given.get(*field) == Some(&None) => {
                known.given[*field] = Some(term.clone());
            }
            _ if answer.is_some_and(|answer| conjunct.fields.contains(&answer)) => {
                known.after.push(conjunct.text.clone());
            }
            _ => known.before.push(conjunct.text.clone()),
        }
    }
    known
}

/// What follows an event, and what is done where it does not go as it should.
struct After<'a> {
    rest: &'a str,
    /// If the arguments that were drawn are not those that are wanted; nothing was asked then.
    not_asked: &'a str,
    /// If the answer is not the one that is wanted: a condition under which there is something to go on with, and that.
    other_answer: Option<(Vec<Conjunct>, String)>,
}

impl<'a> After<'a> {
    fn or_fail(rest: &'a str) -> After<'a> {
        After { rest, not_asked: FAIL, other_answer: None }
    }
}

const FAIL: &str = "err ()";

/// The code of one event. Fields that are not determined have names with `mark`.
fn event(
    all: &TraceGoals,
    constructor: &str,
    count: usize,
    conditions: &[Conjunct],
    mark: &str,
    after: &After<'_>,
) -> Result<String, Unwritten> {
    let operator = operator(all, constructor)?;
    let known = fields(operator, count, conditions);
    let name = |index: usize| match known.given.get(index) {
        Some(Some(term)) => closed(term),
        _ => format!("x{mark}{}", index + 1),
    };
    let renamed =
        |text: &str| replaced(text, &(0..count).map(|i| (format!("{FIELD}{i}"), name(i))).collect());
    let mut before: Vec<String> = Vec::new();
    let mut arguments = String::new();
    let mut index = 0;
    for (is_field, draw) in operator.arguments.iter().zip(&operator.argument_draws) {
        if !is_field {
            arguments.push_str(" ()");
            continue;
        }
        if known.given[index].is_none() {
            let draw = draw
                .as_ref()
                .ok_or_else(|| format!("an argument of `{}` has no generator", operator.name))?;
            before.push(format!("let {} = {} in", name(index), opened(draw)));
        }
        let _ = write!(arguments, " {}", name(index));
        index += 1;
    }
    let otherwise = match &after.other_answer {
        Some((conditions, rest)) => guarded(&renamed(&text_of(conditions)), rest, FAIL),
        None => FAIL.to_owned(),
    };
    let rest = guarded(&renamed(&known.after.join(" && ")), after.rest, &otherwise);
    let request = format!("{SYSTEM}.{}{arguments}", operator.name);
    let asked = match operator.answers {
        true if known.after.is_empty() => format!("let _ = {request} in\n{rest}"),
        true => format!("let {} = {request} in\n{rest}", name(index)),
        false if rest == "()" => request,
        false => format!("{request};\n{rest}"),
    };
    before.push(guarded(&renamed(&known.before.join(" && ")), &asked, after.not_asked));
    Ok(before.join("\n"))
}

/// `if condition then rest else otherwise`
fn guarded(condition: &str, rest: &str, otherwise: &str) -> String {
    match (condition.is_empty(), rest.contains('\n') || rest.contains(';')) {
        (true, _) => rest.to_owned(),
        (false, false) => format!("if {} then {rest} else {otherwise}", opened(condition)),
        (false, true) => {
            format!("if {} then begin\n{}\nend\nelse {otherwise}", opened(condition), indented(rest, 2))
        }
    }
}

/// A term without parentheses around all of it.
fn opened(term: &str) -> &str {
    let Some(inner) = term.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return term };
    let mut depth = 0_usize;
    for letter in inner.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return term,
            ')' => depth -= 1,
            '"' | '\'' => return term,
            _ => {}
        }
    }
    inner
}

// --- straight lines ---

/// A line as a function with its claim, and the claim that it lies within the goal.
pub(crate) fn line(all: &TraceGoals, goal: &GoalInfo, line: &Line, name: &str) -> Result<Written, Unwritten> {
    refuse_names(goal)?;
    let mut body = "()".to_owned();
    for (position, one) in line.events.iter().enumerate().rev() {
        let mark = format!("{}_", position + 1);
        body = event(all, &one.constructor, one.fields, &one.conditions, &mark, &After::or_fail(&body))?;
    }
    body = guarded(&line.conditions.join(" && "), &body, FAIL);
    let parameters = &goal.parameters;
    let takes = if parameters.is_empty() { "() ".to_owned() } else { typed(parameters) };
    let language = described(all, line, "tr")?;
    let monad = if parameters.is_empty() { "M " } else { "" };
    let mut text = format!(
        "let {name} {takes}: unit =\n{}\n[@@covers {{| {}{monad}[tr | {language}] |}}]\n",
        indented(&body, 2),
        domain(parameters)
    );
    let inside = format!("{name}_within_{}", goal.name);
    let within = described(all, line, "v")?;
    let _ = write!(
        text,
        "\n(* No trace of it is outside the goal: for such a trace nothing would have to be returned. *)\n\
         let {inside} {}(_trace : {} list) : unit = err ()\n\
         [@@covers {{| {}_trace:{{v:{} list | ({within}) && not ({}{} v)}} -> [u:unit | true] |}}]\n",
        typed(parameters),
        all.event,
        domain(parameters),
        all.event,
        goal.name,
        names(parameters)
    );
    Ok(Written { text, claims: vec![inside, name.to_owned()] })
}

/// The traces of a line as a formula about the variable `trace`.
fn described(all: &TraceGoals, line: &Line, trace: &str) -> Result<String, Unwritten> {
    let (mut quantified, mut events) = (String::new(), Vec::new());
    let mut conditions = line.conditions.clone();
    for (position, one) in line.events.iter().enumerate() {
        let LineEvent { constructor, fields: count, conditions: own } = one;
        let operator = operator(all, constructor)?;
        let name = |index: usize| format!("x{}_{}", position + 1, index + 1);
        let mut given: Vec<Option<String>> = vec![None; *count];
        let mut left = Vec::new();
        for conjunct in own {
            match &conjunct.assigns {
                Some((field, term)) if given[*field].is_none() => given[*field] = Some(term.clone()),
                _ => left.push(conjunct.text.clone()),
            }
        }
        let mut terms = BTreeMap::new();
        let mut shown = Vec::new();
        for (index, (term, ty)) in given.iter().zip(&operator.types).enumerate() {
            let term = term.clone().unwrap_or_else(|| {
                let _ = write!(quantified, "exists {}:{ty}. ", name(index));
                name(index)
            });
            terms.insert(format!("{FIELD}{index}"), term.clone());
            shown.push(term);
        }
        for text in left {
            if text.contains("(match ") {
                return Err("a condition inside a field, which formulas have no notation for".to_owned());
            }
            conditions.push(replaced(&text, &terms));
        }
        events.push(match shown.as_slice() {
            [] => constructor.clone(),
            [one] => format!("{constructor} {}", closed(one)),
            many => format!("{constructor} ({})", many.join(", ")),
        });
    }
    conditions.push(format!("{trace} = [{}]", events.join("; ")));
    Ok(format!("{quantified}{}", conditions.join(" && ")))
}

// --- recursion ---

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
    for goal in order {
        let goal = &all.goals[goal];
        refuse_names(goal)?;
        for group in groups(goal)? {
            let mut functions = Vec::new();
            for &state in &group {
                functions.push(state_function(all, goal, state)?);
                claims.push(function_name(&goal.states[state].name));
            }
            let recursive = group.iter().any(|&state| mentions(&goal.states[state], &group));
            let word = if recursive { "let rec " } else { "let " };
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = write!(text, "{word}{}", functions.join("\nand "));
        }
    }
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

fn function_name(state: &str) -> String {
    format!("{state}_gen")
}

fn state_function(all: &TraceGoals, goal: &GoalInfo, index: usize) -> Result<String, Unwritten> {
    let state = &goal.states[index];
    let end = match &state.ends {
        Requirement::Always => "()".to_owned(),
        Requirement::Never => FAIL.to_owned(),
        Requirement::All(list) => format!("if {} then () else {FAIL}", text_of(list)),
    };
    let needed = distances(all, goal);
    let mut choices = Choices { needed: needed[index].max(1), ..Choices::default() };
    if state.ends != Requirement::Never {
        choices.forward.push(end.clone());
    }
    for step in &state.steps {
        let code = step_code(all, goal, index, step)?;
        let forward = state.ends == Requirement::Never && distance(all, &needed, &step.next) < needed[index];
        if forward { choices.forward.push(code) } else { choices.around.push(code) }
    }
    let parameters = &goal.parameters;
    Ok(format!(
        "{} (n : int) {}: unit =\n  if n <= 0 then {end}\n{}\n[@@covers {{| n:{{v:int | 0 <= v}} -> {}[tr | len tr <= n && {}{} tr] |}}]\n[@@measure n]\n",
        function_name(&state.name),
        typed(parameters),
        choices.text(),
        domain(parameters),
        state.name,
        names(parameters)
    ))
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
/// lead on are taken as if the events that are needed were spread evenly over the `n` that are left.
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
    /// `else if bool_gen () then … else …`
    fn text(&self) -> String {
        let (forward, needed) = (self.forward.len(), self.needed);
        let all: Vec<&String> = self.forward.iter().chain(&self.around).collect();
        let mut text = String::new();
        for (index, choice) in all.iter().enumerate() {
            let after = all.len() - 1 - index;
            let coin = match (after, index < forward && !self.around.is_empty()) {
                (0, _) => String::new(),
                (_, true) => {
                    let left = match forward {
                        1 => format!("n - {needed}"),
                        _ => format!("{forward} * (n - {needed})"),
                    };
                    match (forward - 1 - index) * needed {
                        0 => weighted(needed, &left),
                        others => weighted(needed, &format!("{others} + {left}")),
                    }
                }
                (1, false) => "bool_gen ()".to_owned(),
                (after, false) => weighted(1, &after.to_string()),
            };
            let condition = if coin.is_empty() { String::new() } else { format!(" if {coin} then") };
            let _ = write!(text, "  else{condition} begin\n{}\n  end\n", indented(choice, 4));
        }
        if all.is_empty() {
            let _ = writeln!(text, "  else {FAIL}");
        }
        text.trim_end().to_owned()
    }
}

/// A coin that is true `yes` times where it is false `no` times.
fn weighted(yes: usize, no: &str) -> String {
    format!("(bool_gen () [@weight {yes}, {no}])")
}

/// One event and what follows it. An answer that was not hoped for is no reason to give up where the state
/// allows the event for another reason, and neither is an argument that must not be asked for.
fn step_code(all: &TraceGoals, goal: &GoalInfo, state: usize, step: &Step) -> Result<String, Unwritten> {
    let conditions: &[Conjunct] = match &step.condition {
        Requirement::Always => &[],
        Requirement::Never => return Ok(FAIL.to_owned()),
        Requirement::All(list) => list,
    };
    let steps = &goal.states[state].steps;
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
            Some((conditions, next_code(goal, &other.next)?))
        }
    };
    let again = next_code(goal, &Next::State(state))?;
    let may_go_on = mentions(&goal.states[state], &[state]);
    let rest = next_code(goal, &step.next)?;
    let after = After { rest: &rest, not_asked: if may_go_on { &again } else { FAIL }, other_answer };
    event(all, &step.constructor, step.fields, conditions, "", &after)
}

fn next_code(goal: &GoalInfo, next: &Next) -> Result<String, Unwritten> {
    Ok(match next {
        Next::End => "()".to_owned(),
        Next::EndWhen(Requirement::Always) => "()".to_owned(),
        Next::EndWhen(Requirement::Never) => "err ()".to_owned(),
        Next::EndWhen(Requirement::All(list)) => format!("(if {} then () else err ())", text_of(list)),
        Next::Anything => "anything (n - 1)".to_owned(),
        Next::State(state) => {
            format!("{} (n - 1){}", function_name(&goal.states[*state].name), names(&goal.parameters))
        }
        Next::Goal(name, arguments) => {
            let arguments: String = arguments.iter().map(|term| format!(" {}", closed(term))).collect();
            format!("{} (n - 1){arguments}", function_name(name))
        }
        Next::Either(list) => {
            let parts = list.iter().map(|next| next_code(goal, next)).collect::<Result<Vec<_>, _>>()?;
            let last = parts.len() - 1;
            let one = |(index, part): (usize, &String)| match last - index {
                0 => part.clone(),
                1 => format!("if bool_gen () then {part} else "),
                after => format!("if {} then {part} else ", weighted(1, &after.to_string())),
            };
            format!("({})", parts.iter().enumerate().map(one).collect::<String>())
        }
        Next::Both(_) => {
            return Err(format!("a trace of `{}` has to be in two languages at once", goal.name));
        }
    })
}

fn text_of(list: &[Conjunct]) -> String {
    list.iter().map(|conjunct| conjunct.text.clone()).collect::<Vec<_>>().join(" && ")
}

/// All traces up to a length.
fn anything(all: &TraceGoals) -> Result<String, Unwritten> {
    let mut choices = Choices { forward: vec!["()".to_owned()], needed: 1, ..Choices::default() };
    for operator in &all.list {
        let after = After::or_fail("anything (n - 1)");
        choices.around.push(event(all, &operator.constructor, operator.types.len(), &[], "", &after)?);
    }
    Ok(format!(
        "let rec anything (n : int) : unit =\n  if n <= 0 then ()\n{}\n[@@covers {{| n:{{v:int | 0 <= v}} -> [tr | len tr <= n] |}}]\n[@@measure n]\n",
        choices.text()
    ))
}

/// The functor with these functions.
pub(crate) fn functor(all: &TraceGoals, parts: &[&Written]) -> String {
    let body: Vec<String> = parts.iter().map(|part| indented(part.text.trim_end(), 2)).collect();
    format!("module Generators ({SYSTEM} : {}) = struct\n{}\nend\n", all.signature, body.join("\n\n"))
}

fn indented(text: &str, by: usize) -> String {
    let pad = " ".repeat(by);
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("{pad}{line}") };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
