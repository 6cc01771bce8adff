//! What a list of QCheck's choices lacks: a value of `oneofl [ … ]`, an arm of `oneof [ … ]`, in the words of the file.
//!
//! An arm is a constructor around generators that the function names already, so that nothing has to be known of
//! the library beyond `return`, `map` and `pair`; what is ill-typed is not a program and is dropped when it is read.

use covenant_execute::{Names, Sort, Value, ctor_name, show};
use covenant_front::syntax::{Expr, ExprKind};

use crate::edits::Proposal;
use crate::patch::Edit;
use crate::problem::Problem;
use crate::surface::{Function, each};

/// Values that are proposed, generators for the fields of a constructor, and the fields that one may have.
const MOST_VALUES: usize = 4;
const MOST_GENERATORS: usize = 7;
const MOST_FIELDS: usize = 3;
/// What a new arm costs, as other proposals do; with each field a little more.
const COST: u32 = 4;

/// Lists of values, and of generators; with weights, too.
const OF_VALUES: &[&str] = &["oneofl", "oneof_list", "oneofa", "oneof_array"];
const OF_GENERATORS: &[&str] = &["oneof", "choose"];
const WITH_WEIGHTS: &[&str] = &["frequency", "oneof_weighted"];
const VALUES_WITH_WEIGHTS: &[&str] = &["frequencyl", "oneof_list_weighted"];
/// What makes a generator of generators, and is none itself.
const COMBINATORS: &[&str] =
    &["map", "map2", "map3", "pair", "triple", "sized", "fix", "return", "pure", "bind", "list", "option"];

/// One more element for each list.
pub(crate) fn arms(
    text: &str,
    function: &Function<'_>,
    problem: &Problem<'_>,
    missing: &[Value],
) -> Vec<Proposal> {
    let statement = problem.program.statement();
    let mut values: Vec<String> = Vec::new();
    for value in missing {
        let shown = show(statement, &Names::default(), value);
        if values.len() < MOST_VALUES && !values.contains(&shown) {
            values.push(shown);
        }
    }
    let generators = generators(text, function);
    let mut out = Vec::new();
    each(function.body, &mut |expr| {
        let ExprKind::Apply(head, args) = &expr.kind else { return };
        let (ExprKind::Variable(name), [list]) = (&head.kind, args.as_slice()) else { return };
        let (path, last) = name
            .rsplit_once('.')
            .map_or((String::new(), name.as_str()), |(path, last)| (format!("{path}."), last));
        let Some(end) = end_of_list(text, list) else { return };
        let mut add = |element: &str, cost: u32, size: u32| {
            // A list with an element on each line gets one more line.
            let text = format!(";{}{element}", before_last(text, list, end));
            let edit = Edit { start: end, end, text };
            out.push(Proposal { edit, cost, size });
        };
        let new_arms = || {
            let shown =
                values.iter().map(|value| (format!("{path}return {}", in_parentheses(value)), COST, 2));
            shown.chain(around(problem, &path, &generators)).collect::<Vec<_>>()
        };
        if OF_VALUES.contains(&last) {
            values.iter().for_each(|value| add(value, COST, 1));
        } else if VALUES_WITH_WEIGHTS.contains(&last) {
            values.iter().for_each(|value| add(&format!("(1, {value})"), COST, 2));
        } else if OF_GENERATORS.contains(&last) {
            new_arms().iter().for_each(|(arm, cost, size)| add(arm, *cost, *size));
        } else if WITH_WEIGHTS.contains(&last) {
            new_arms().iter().for_each(|(arm, cost, size)| add(&format!("(1, {arm})"), *cost, *size));
        }
    });
    out
}

/// Where something more goes into a list that is written out: after its last element.
fn end_of_list(text: &str, list: &Expr) -> Option<usize> {
    let written = text.get(list.span.start..list.span.end)?;
    let (open, inner) = (written.starts_with('['), written.strip_suffix("|]").or(written.strip_suffix(']'))?);
    let kept = inner.trim_end();
    (open && kept.len() > 2 && !kept.ends_with(';')).then(|| list.span.start + kept.len())
}

/// The blanks before the last element of a list that is on several lines; else a space.
fn before_last(text: &str, list: &Expr, end: usize) -> String {
    let written = text.get(list.span.start..end).unwrap_or_default();
    match written.rfind('\n') {
        Some(line) => written[line..].chars().take_while(|c| c.is_whitespace()).collect(),
        None => " ".to_owned(),
    }
}

fn in_parentheses(value: &str) -> String {
    let closed = value.starts_with(['(', '[', '{']);
    if closed || !value.contains([' ', '-']) { value.to_owned() } else { format!("({value})") }
}

/// The generators that the function names: those of the library without arguments, and what it calls.
fn generators(text: &str, function: &Function<'_>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut heads: Vec<(usize, usize)> = Vec::new();
    each(function.body, &mut |expr| match &expr.kind {
        ExprKind::Apply(head, args) => {
            let ExprKind::Variable(name) = &head.kind else { return };
            heads.push((head.span.start, head.span.end));
            let last = name.rsplit('.').next().unwrap_or_default();
            let lists = [OF_VALUES, OF_GENERATORS, WITH_WEIGHTS, VALUES_WITH_WEIGHTS, COMBINATORS];
            let made = lists.iter().any(|names| names.contains(&last));
            let plain = args.iter().all(|arg| !matches!(arg.kind, ExprKind::Function(..)));
            if let (false, true, Some(written)) = (made, plain, text.get(expr.span.start..expr.span.end))
                && !written.contains('\n')
                && !out.contains(&format!("({written})"))
            {
                out.push(format!("({written})"));
            }
        }
        ExprKind::Variable(name)
            if !heads.contains(&(expr.span.start, expr.span.end))
                && !out.contains(name)
                && name.chars().any(char::is_lowercase) =>
        {
            out.push(name.clone());
        }
        _ => {}
    });
    out.truncate(MOST_GENERATORS);
    out
}

/// Each constructor of the result with fields, around generators.
fn around(problem: &Problem<'_>, path: &str, generators: &[String]) -> Vec<(String, u32, u32)> {
    let Sort::Data(data, _) = &problem.own().result else { return Vec::new() };
    let program = problem.program;
    let mut out = Vec::new();
    for tag in 0..program.ctor_count(*data) {
        let count = program.ctor_fields(*data, tag).len();
        let name = ctor_name(program.statement(), *data, tag);
        if !(1..=MOST_FIELDS).contains(&count) || !name.starts_with(char::is_uppercase) {
            continue;
        }
        let names = ["a", "b", "c"][..count].join(", ");
        let (mapping, parameters) = match count {
            1 => ("map".to_owned(), "a".to_owned()),
            _ => (format!("map{count}"), names.replace(',', "")),
        };
        let value = if count == 1 { format!("{name} a") } else { format!("{name} ({names})") };
        let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
        for _ in 0..count {
            rows = rows
                .iter()
                .flat_map(|row| generators.iter().map(|g| [row.as_slice(), &[g.as_str()]].concat()))
                .collect();
        }
        for row in rows {
            let arm = format!("{path}{mapping} (fun {parameters} -> {value}) {}", row.join(" "));
            // The same generator for each field is the likeliest.
            let different = row.iter().filter(|g| **g != row[0]).count() as u32;
            out.push((arm, COST + count as u32 + different, 2 + 2 * count as u32));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::in_parentheses;

    #[test]
    fn an_argument_has_parentheses_where_it_needs_them() {
        let shown = ["Leaf", "Some 1", "-1", "(1, 2)", "[1; 2]"].map(in_parentheses);
        assert_eq!(shown, ["Leaf", "(Some 1)", "(-1)", "(1, 2)", "[1; 2]"]);
    }
}
