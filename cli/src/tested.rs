//! What testing a function against its type found, in words and as JSON: for `test` and for `check`.

use covenant_execute::{Bound, Choice, Names, Value, show, show_argument};
use covenant_exercise::inputs::Level;
use covenant_exercise::{Counted, Exercised, Finding};
use covenant_kernel::tables::Statement;
use serde_json::json;

/// A call as OCaml writes it.
#[must_use]
pub fn call(statement: &Statement, name: &str, args: &[Value]) -> String {
    let args: Vec<String> = args.iter().map(|arg| show_argument(statement, &Names::default(), arg)).collect();
    format!("{name} {}", args.join(" ")).trim_end().to_owned()
}

/// A finding in a line.
#[must_use]
pub fn finding(statement: &Statement, name: &str, finding: &Finding) -> String {
    let call = call(statement, name, finding.args());
    match finding {
        Finding::Outside { value, .. } => {
            format!("{call} returns {}", show(statement, &Names::default(), value))
        }
        Finding::Raised { what, .. } => format!("{call} raises {what}"),
    }
}

/// The choices that lead to a value: `true, 3`; none if there are none, or they are not known.
#[must_use]
pub fn choices(statement: &Statement, finding: &Finding) -> Option<String> {
    let Finding::Outside { choices: Some(choices), .. } = finding else { return None };
    let shown: Vec<String> = choices
        .iter()
        .map(|choice| match choice {
            Choice::Int(n) | Choice::Nat(n) | Choice::Range(_, _, n) => n.to_string(),
            Choice::Bool(b) => b.to_string(),
            Choice::Opaque(value) => show(statement, &Names::default(), value),
        })
        .collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}

/// How much was tried: `1596 inputs up to depth 4, all of them up to depth 3`; for a function with choices also
/// which integers were drawn.
#[must_use]
pub fn extent(found: &Exercised) -> String {
    let inputs = found.inputs();
    let inputs = if inputs == 1 { "1 input".to_owned() } else { format!("{inputs} inputs") };
    let depth = found.depth();
    let drawn = found.drawn.as_ref();
    let drawn =
        drawn.map(|ints| format!(", draws from {} to {}", ints.start(), ints.end())).unwrap_or_default();
    match found.whole_depth() {
        Some(whole) if whole == depth => format!("{inputs}, all up to depth {depth}{drawn}"),
        Some(whole) => format!("{inputs} up to depth {depth}, all of them up to depth {whole}{drawn}"),
        None => format!("{inputs} up to depth {depth}{drawn}"),
    }
}

/// What else has to be said: what was left out, did not return, could not be decided.
#[must_use]
pub fn notes(statement: &Statement, name: &str, found: &Exercised) -> Vec<String> {
    let mut notes = Vec::new();
    let example = |counted: &Counted| {
        let first = counted.first.as_ref().map(|args| call(statement, name, args));
        first.map(|first| format!(", first {first}")).unwrap_or_default()
    };
    let calls = |n: u64| if n == 1 { "1 call".to_owned() } else { format!("{n} calls") };
    if let Some(level) = found.levels.iter().find(|level| !level.whole()) {
        notes.push(left_out(level));
    }
    let lost = &found.did_not_return;
    if lost.count > 0 && found.deterministic {
        notes.push(format!("{} did not return{}", calls(lost.count), example(lost)));
    } else if lost.count > 0 {
        notes.push(format!("{} can go more ways than were tried{}", calls(lost.count), example(lost)));
    }
    let failed = &found.failed;
    if failed.count > 0 {
        notes.push(format!("{} failed{}", calls(failed.count), example(failed)));
    }
    let undecided = &found.undecided;
    if undecided.count > 0 {
        notes.push(format!(
            "of {} it cannot be decided whether the result is allowed{}",
            calls(undecided.count),
            example(undecided)
        ));
    }
    let unanswered = &found.unanswered;
    if unanswered.count > 0 {
        notes.push(format!(
            "{} asked a function for something that no value of this depth answers{}",
            calls(unanswered.count),
            example(unanswered)
        ));
    }
    if found.at_least {
        notes.push(
            "a function written `[v:t | φ]` can return these values *at least*; for one that returns only these, write \
             `{v:t | φ}`"
                .to_owned(),
        );
    }
    if found.inputs() == 0 {
        notes.push("no arguments satisfy the types of the parameters: nothing was tried".to_owned());
    } else if found.good == 0 && found.outside.is_none() && failed.count == found.inputs() {
        notes.push("every call failed: the claim is true of nothing that was returned".to_owned());
    }
    notes
}

fn left_out(level: &Level) -> String {
    let Level { depth, tried, at_least, undecided, .. } = level;
    match level.more {
        Some(Bound::Count) => {
            format!(
                "there are more at depth {depth}: {at_least} or more up to there, {tried} of them new and tried (--max)"
            )
        }
        Some(Bound::Time) => format!("at depth {depth} the rest was not run: too many calls did not return"),
        Some(bound) => {
            format!("at depth {depth} the search for arguments was ended, {tried} were tried: {bound}")
        }
        None => format!(
            "at depth {depth} it could not be decided of {undecided} arguments whether the types allow them"
        ),
    }
}

/// For `--json`.
#[must_use]
pub fn json(statement: &Statement, name: &str, found: &Exercised) -> serde_json::Value {
    let one = |finding: &Option<Finding>| {
        finding.as_ref().map(|finding| {
            let args: Vec<String> =
                finding.args().iter().map(|arg| show(statement, &Names::default(), arg)).collect();
            let (value, raised) = match finding {
                Finding::Outside { value, .. } => (Some(show(statement, &Names::default(), value)), None),
                Finding::Raised { what, .. } => (None, Some(what)),
            };
            json!({
                "call": call(statement, name, finding.args()),
                "args": args,
                "value": value,
                "raised": raised,
                "choices": choices(statement, finding),
            })
        })
    };
    let levels: Vec<serde_json::Value> = found
        .levels
        .iter()
        .map(|level| json!({ "depth": level.depth, "tried": level.tried, "all": level.whole(), "at_least": level.at_least }))
        .collect();
    json!({
        "inputs": found.inputs(),
        "depth": found.depth(),
        "all_up_to_depth": found.whole_depth(),
        "drawn": found.drawn.as_ref().map(|ints| [*ints.start(), *ints.end()]),
        "levels": levels,
        "good": found.good,
        "failed": found.failed.count,
        "did_not_return": found.did_not_return.count,
        "undecided": found.undecided.count,
        "unanswered": found.unanswered.count,
        "outside": one(&found.outside),
        "raised": one(&found.raised),
        "notes": notes(statement, name, found),
    })
}
