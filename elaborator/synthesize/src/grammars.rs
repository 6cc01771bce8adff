//! Generators of the traces of a grammar: one function for each grammar, with the shape of its alternatives.
//!
//! `f` makes every trace of the grammar, however long: what gets smaller is the trace itself (`[@@rank len tr]`), so each alternative that
//! goes on has to add an event. Which alternatives there are to choose from is decided by their conditions on the parameters, before anything
//! is asked. An alternative that goes on with the grammar several times is chosen less often, so that traces end.
//!
//! Not written: traces of a goal inside a grammar, for a goal's generator makes them up to a length only.

use crate::states::generator_name;
use crate::words::replaced;
use crate::write::{
    After, FAIL, Unwritten, Written, domain, event, guarded, indented, names, opened, text_of, typed,
};
use covenant_front::operators::{GrammarInfo, PART, Part, Requirement, TraceGoals};
use std::collections::BTreeMap;

/// A grammar and the grammars that it names, each after those that it uses.
pub(crate) fn grammar(all: &TraceGoals, grammar: &GrammarInfo) -> Result<Written, Unwritten> {
    let mut order = Vec::new();
    used_first(all, grammar, &mut order);
    let (mut text, mut claims) = (String::new(), Vec::new());
    for one in order {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&function(all, one)?);
        claims.push(generator_name(&one.name));
    }
    Ok(Written { text, claims })
}

/// A grammar names itself and grammars before it only.
fn used_first<'g>(all: &'g TraceGoals, grammar: &'g GrammarInfo, order: &mut Vec<&'g GrammarInfo>) {
    for part in grammar.alternatives.iter().flatten().flatten() {
        if let Part::Grammar(name, _) = part
            && *name != grammar.name
            && !order.iter().any(|one| one.name == *name)
            && let Some(other) = all.grammars.iter().find(|other| other.name == *name)
        {
            used_first(all, other, order);
        }
    }
    order.push(grammar);
}

/// An alternative that can be chosen.
struct Choice {
    /// What has to be so before anything is asked.
    when: Vec<String>,
    /// How often it goes on with the grammar.
    own: usize,
    body: String,
}

fn function(all: &TraceGoals, grammar: &GrammarInfo) -> Result<String, Unwritten> {
    let named = |name: &str| {
        let numbered = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '_');
        matches!(name, "d" | "v" | "tr") || name.strip_prefix(PART).is_some_and(numbered)
    };
    if let Some((name, _)) = grammar.parameters.iter().find(|(name, _)| named(name)) {
        return Err(format!(
            "a parameter of `{}` is called `{name}`, as something in the generator would be; give it another name",
            grammar.name
        ));
    }
    let mut choices = Vec::new();
    for parts in &grammar.alternatives {
        let parts = parts.as_ref().ok_or("a condition with a quantifier, which OCaml has no notation for")?;
        choices.extend(alternative(all, grammar, parts)?);
    }
    // What ends comes first, so that weights are those of going on.
    choices.sort_by_key(|choice| choice.own);
    let body = choose(&choices);
    let (takes, monad) = match grammar.parameters.is_empty() {
        true => ("() ".to_owned(), "M "),
        false => (typed(&grammar.parameters), ""),
    };
    let own = choices.iter().any(|choice| choice.own > 0);
    let (rec, rank) = if own { ("rec ", "[@@rank len tr]\n") } else { ("", "") };
    let fits = grammar
        .fits
        .as_ref()
        .map_or_else(String::new, |fits| format!("{fits}{} d && ", names(&grammar.parameters)));
    Ok(format!(
        "let {rec}{} {takes}: unit =\n{}\n[@@covers {{| {}{monad}[tr | exists d:{}. {fits}{} d = tr] |}}]\n{rank}",
        generator_name(&grammar.name),
        indented(&body, 2),
        domain(&grammar.parameters),
        grammar.tree,
        grammar.word,
    ))
}

/// One alternative; none if it cannot be.
fn alternative(all: &TraceGoals, grammar: &GrammarInfo, parts: &[Part]) -> Result<Option<Choice>, Unwritten> {
    // Conditions at the front, and on the first event before its fields are known, are about parameters.
    let mut when = Vec::new();
    let mut own = 0;
    let mut steps: Vec<Part> = Vec::new();
    for part in parts {
        let mut part = part.clone();
        let front = steps.is_empty();
        match &mut part {
            Part::When(Requirement::Always) => continue,
            Part::When(Requirement::Never) | Part::Event { condition: Requirement::Never, .. } => {
                return Ok(None);
            }
            Part::When(Requirement::All(list)) if front => {
                when.extend(list.iter().map(|one| one.text.clone()));
                continue;
            }
            Part::Event { condition: Requirement::All(list), .. } if front => {
                let known = |text: &str| !mentions_field(text);
                when.extend(list.iter().filter(|one| known(&one.text)).map(|one| one.text.clone()));
                list.retain(|one| !known(&one.text));
            }
            Part::Grammar(name, _) => own += usize::from(*name == grammar.name),
            _ => {}
        }
        steps.push(part);
    }
    let mut body = "()".to_owned();
    let mut terms: BTreeMap<String, String> = BTreeMap::new();
    let mut number = steps.len();
    for part in steps.iter().rev() {
        body = match part {
            Part::When(Requirement::All(list)) => guarded(&text_of(list), &body, FAIL),
            Part::When(_) => body,
            Part::Event { constructor, fields, first, condition } => {
                let conditions = match condition {
                    Requirement::All(list) => list.as_slice(),
                    _ => &[],
                };
                let mark = format!("{number}_");
                for index in 0..*fields {
                    let given = conditions.iter().find_map(|one| {
                        one.assigns
                            .as_ref()
                            .filter(|(field, _)| *field == index)
                            .map(|(_, term)| term.clone())
                    });
                    let name = given.unwrap_or_else(|| format!("{PART}{mark}{}", index + 1));
                    terms.insert(format!("{PART}{}", first + index), name);
                }
                event(all, constructor, *fields, conditions, &mark, &After::or_fail(&body))?
            }
            Part::Grammar(name, given) => {
                let given: String =
                    given.iter().map(|argument| format!(" {}", crate::words::closed(argument))).collect();
                let given = if given.is_empty() { " ()".to_owned() } else { given };
                let call = format!("{}{given}", generator_name(name));
                if body == "()" { call } else { format!("{call};\n{body}") }
            }
            Part::Goal(name) => {
                return Err(format!("traces of the goal `{name}` inside the grammar `{}`", grammar.name));
            }
        };
        number -= 1;
    }
    // A term may be about fields before it.
    for _ in 0..terms.len() {
        body = replaced(&body, &terms);
    }
    Ok(Some(Choice { when, own, body }))
}

/// Whether a condition is about a field.
fn mentions_field(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let numbered = |word: &str, name: &str| {
        word.strip_prefix(name)
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
    };
    words.into_iter().any(|word| numbered(word, PART) || numbered(word, covenant_front::operators::FIELD))
}

/// A choice between alternatives, of those that their conditions allow.
fn choose(choices: &[Choice]) -> String {
    let Some((first, rest)) = choices.split_first() else { return FAIL.to_owned() };
    let own = first.when.join(" && ");
    if rest.is_empty() {
        return guarded(&own, &first.body, FAIL);
    }
    // It is taken if it is the only one that can be; otherwise a coin decides.
    let others: Vec<String> = rest.iter().map(|choice| choice.when.join(" && ")).collect();
    let most = rest.iter().map(|choice| choice.own).max().unwrap_or(0);
    let coin = match most {
        0 | 1 => "bool_gen ()".to_owned(),
        most => format!("(bool_gen () [@weight {most}, 1])"),
    };
    let decided = match others.as_slice() {
        all if all.iter().any(String::is_empty) => coin,
        [one] => format!("(not ({}) || {coin})", opened(one)),
        all => format!("(not ({}) || {coin})", all.join(" || ")),
    };
    let condition = if own.is_empty() { decided } else { format!("{own} && {decided}") };
    let closed = |body: &str| match body.contains('\n') || body.contains(';') {
        true => format!("begin\n{}\nend", indented(body, 2)),
        false => body.to_owned(),
    };
    let last = choose(rest);
    let last = if last.starts_with("if ") { last } else { closed(&last) };
    format!("if {condition} then {}\nelse {last}", closed(&first.body))
}
