//! Generators as OCaml text: events, and straight lines of them.

use crate::lines::{Line, LineEvent};
use crate::words::{closed, replaced};
use covenant_front::operators::{Conjunct, FIELD, GoalInfo, OperatorInfo, TraceGoals};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What the system under test is called.
const SYSTEM: &str = "S";

/// Why something is not written.
pub(crate) type Unwritten = String;

/// Fields are called `x1`, `x2_1`, sizes `n`: a parameter of a goal must not be called so.
pub(crate) fn refuse_names(goal: &GoalInfo) -> Result<(), Unwritten> {
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
pub(crate) fn domain(parameters: &[(String, String)]) -> String {
    parameters.iter().map(|(name, ty)| format!("{name}:{{v:{ty} | true}} -> ")).collect()
}

pub(crate) fn names(parameters: &[(String, String)]) -> String {
    parameters.iter().map(|(name, _)| format!(" {name}")).collect()
}

/// `(y : int) `
pub(crate) fn typed(parameters: &[(String, String)]) -> String {
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
    /// For each field, the least and the greatest number that it may be, if both are known.
    ranges: Vec<(Option<i64>, Option<i64>)>,
    /// For each field, a term, or none if it is drawn or answered.
    given: Vec<Option<String>>,
    /// What is left to check when the arguments are known.
    before: Vec<String>,
    /// What is left to check when the answer is known.
    after: Vec<String>,
}

fn fields(operator: &OperatorInfo, count: usize, conditions: &[Conjunct]) -> Fields {
    let mut known = Fields {
        ranges: vec![(None, None); count],
        given: vec![None; count],
        before: Vec::new(),
        after: Vec::new(),
    };
    let answer = operator.answers.then(|| count.saturating_sub(1));
    for conjunct in conditions {
        match &conjunct.assigns {
            Some((field, term)) if Some(*field) != answer && known.given.get(*field) == Some(&None) => {
                known.given[*field] = Some(term.clone());
            }
            _ if answer.is_some_and(|answer| conjunct.fields.contains(&answer)) => {
                known.after.push(plainly(&conjunct.text));
            }
            _ => known.before.push(conjunct.text.clone()),
        }
    }
    // What is drawn between two numbers need not be compared with them.
    for (index, range) in known.ranges.iter_mut().enumerate().filter(|(index, _)| Some(*index) != answer) {
        if known.given[index].is_some() {
            continue;
        }
        let bounds: Vec<Bound> = known.before.iter().map(|text| bound(text, index)).collect();
        let least =
            bounds.iter().filter_map(|bound| if let Bound::Least(k) = bound { Some(*k) } else { None });
        let most = bounds.iter().filter_map(|bound| if let Bound::Most(k) = bound { Some(*k) } else { None });
        *range = (least.max(), most.min());
        if let (Some(_), Some(_)) = range {
            known.before.retain(|text| bound(text, index) == Bound::None);
        }
    }
    known
}

/// `x` for `x = true`, `not x` for `x = false`.
fn plainly(condition: &str) -> String {
    let words: Vec<&str> = opened(condition).split_whitespace().collect();
    match words.as_slice() {
        [answer, "=", "true"] => (*answer).to_owned(),
        [answer, "=", "false"] => format!("not {answer}"),
        _ => condition.to_owned(),
    }
}

/// What a condition says about a field, if it compares it with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Least(i64),
    Most(i64),
    None,
}

fn bound(condition: &str, field: usize) -> Bound {
    let name = format!("{FIELD}{field}");
    let words: Vec<&str> = opened(condition).split_whitespace().collect();
    let [left, relation, right] = words.as_slice() else { return Bound::None };
    let number = |text: &str| opened(text).parse::<i64>().ok();
    let (number, relation) = match (number(left), number(right)) {
        (Some(number), None) if *right == name => (number, *relation),
        (None, Some(number)) if *left == name => {
            let turned = match *relation {
                "<" => ">",
                "<=" => ">=",
                ">" => "<",
                ">=" => "<=",
                _ => return Bound::None,
            };
            (number, turned)
        }
        _ => return Bound::None,
    };
    match relation {
        "<=" => Bound::Least(number),
        "<" => Bound::Least(number.saturating_add(1)),
        ">=" => Bound::Most(number),
        ">" => Bound::Most(number.saturating_sub(1)),
        _ => Bound::None,
    }
}

/// What follows an event, and what is done where it does not go as it should.
pub(crate) struct After<'a> {
    pub(crate) rest: &'a str,
    /// If the arguments that were drawn are not those that are wanted; nothing was asked then.
    pub(crate) not_asked: &'a str,
    /// If the answer is not the one that is wanted: a condition under which there is something to go on with, and that.
    pub(crate) other_answer: Option<(Vec<Conjunct>, String)>,
}

impl<'a> After<'a> {
    pub(crate) fn or_fail(rest: &'a str) -> After<'a> {
        After { rest, not_asked: FAIL, other_answer: None }
    }
}

pub(crate) const FAIL: &str = "err ()";

/// The code of one event. Fields that are not determined have names with `mark`.
pub(crate) fn event(
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
            let draw = match known.ranges[index] {
                (Some(least), Some(most)) => format!("int_range {} {}", number(least), number(most)),
                _ => opened(draw).to_owned(),
            };
            before.push(format!("let {} = {draw} in", name(index)));
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

fn number(number: i64) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}

/// `if condition then rest else otherwise`
pub(crate) fn guarded(condition: &str, rest: &str, otherwise: &str) -> String {
    match (condition.is_empty(), rest.contains('\n') || rest.contains(';')) {
        (true, _) => rest.to_owned(),
        (false, false) => format!("if {} then {rest} else {otherwise}", opened(condition)),
        (false, true) => {
            format!("if {} then begin\n{}\nend\nelse {otherwise}", opened(condition), indented(rest, 2))
        }
    }
}

pub(crate) fn text_of(list: &[Conjunct]) -> String {
    list.iter().map(|conjunct| conjunct.text.clone()).collect::<Vec<_>>().join(" && ")
}

/// A term without parentheses around all of it.
pub(crate) fn opened(term: &str) -> &str {
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
    let Described { fields, conditions, trace } = description(all, line)?;
    let taken: String = fields.iter().map(|(name, ty)| format!("({name} : {ty}) ")).collect();
    let fields: String = fields.iter().map(|(name, ty)| format!("{name}:{{v:{ty} | true}} -> ")).collect();
    let holds: String = conditions.iter().map(|condition| format!("{condition} && ")).collect();
    let _ = write!(
        text,
        "\n(* No trace of it is outside the goal: for such a trace nothing would have to be returned. *)\n\
         let {inside} {}{taken}(_outside : unit) : unit = err ()\n\
         [@@covers {{| {}{fields}_outside:{{v:unit | {holds}not ({}{} {trace})}} -> [u:unit | true] |}}]\n",
        typed(parameters),
        domain(parameters),
        goal.name,
        names(parameters)
    );
    Ok(Written { text, claims: vec![inside, name.to_owned()] })
}

/// The traces of a line.
struct Described {
    /// The fields that are not determined, with their types.
    fields: Vec<(String, String)>,
    conditions: Vec<String>,
    /// `[Push y; Pop x2_1]`
    trace: String,
}

/// The traces of a line as a formula about the variable `trace`.
fn described(all: &TraceGoals, line: &Line, trace: &str) -> Result<String, Unwritten> {
    let Described { fields, mut conditions, trace: events } = description(all, line)?;
    let quantified: String = fields.iter().map(|(name, ty)| format!("exists {name}:{ty}. ")).collect();
    conditions.push(format!("{trace} = {events}"));
    Ok(format!("{quantified}{}", conditions.join(" && ")))
}

fn description(all: &TraceGoals, line: &Line) -> Result<Described, Unwritten> {
    let (mut fields, mut events) = (Vec::new(), Vec::new());
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
                fields.push((name(index), ty.clone()));
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
    Ok(Described { fields, conditions, trace: format!("[{}]", events.join("; ")) })
}

/// The functor with these functions.
pub(crate) fn functor(all: &TraceGoals, parts: &[&Written]) -> String {
    let body: Vec<String> = parts.iter().map(|part| indented(part.text.trim_end(), 2)).collect();
    format!("module Generators ({SYSTEM} : {}) = struct\n{}\nend\n", all.signature, body.join("\n\n"))
}

pub(crate) fn indented(text: &str, by: usize) -> String {
    let pad = " ".repeat(by);
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("{pad}{line}") };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
