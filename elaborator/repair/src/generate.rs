//! A first generator for a claim whose function only fails: `let f (n : int) : t = failwith "todo"`.
//!
//! The body is replaced by *templates*, sketches with only their control flow, which are derived from the parameters:
//! none at all, recursion on an integer, an interval, a case for each constructor. Each is repaired like a text that somebody
//! wrote; the first that is proved is the answer.
//!
//! Not chosen: a template made of the claim's definitions. They say what a value is, not how large the values
//! are that may come before it.

use covenant_execute::{Sort, ctor_name};
use covenant_front::syntax::Attribute;

use crate::outcome::{ClaimRepair, Outcome, Repair, Work};
use crate::patch::{Edit, apply};
use crate::problem::{Extended, Problem};
use crate::repair::{Options, Read, Request, read, repair_as_it_is};
use crate::sketch::Sketch;
use crate::surface::{self, Function};

/// A way to begin.
struct Template {
    body: String,
    recursive: bool,
    /// The measure, where the claim has none.
    measure: Option<String>,
}

/// Writes a body for a function that has none.
#[must_use]
pub fn generate_claim(request: &Request<'_>, options: &Options) -> ClaimRepair {
    generate(request, options, 0)
}

/// The same from one of the templates on.
pub(crate) fn generate(request: &Request<'_>, options: &Options, first: usize) -> ClaimRepair {
    // Holes elsewhere in the file stay what they are.
    let sketch = Sketch::new(request.text);
    let written = request.text;
    let text = sketch.readable.clone();
    let request = Request { text: &text, ..request.clone() };
    let declined = |why: String| ClaimRepair {
        claim: request.claim.to_owned(),
        span: None,
        outcome: Outcome::Declined(why),
        suspect: None,
        work: Work::default(),
    };
    let Read { unit, items, library, .. } = match read(&request) {
        Ok(read) => read,
        Err(why) => return declined(why),
    };
    if library {
        return declined("the file uses QCheck; a generator is written in direct style only".to_owned());
    }
    let Some(function) = surface::function(&items, request.claim) else {
        return declined(format!("the definition of `{}` is not a function of this file", request.claim));
    };
    if !surface::fails(function.body) {
        return declined(format!(
            "`{}` has a body; write `failwith \"todo\"` in its place, or use `covenant repair`",
            request.claim
        ));
    }
    let extended = Extended::of(&unit);
    let templates = match Problem::new(&unit, &extended) {
        Ok(problem) => templates(&problem, &function),
        Err(why) => return declined(why.to_owned()),
    };
    let mut work = Work::default();
    let mut last = None;
    for template in templates.into_iter().skip(first) {
        let edits = begin(&text, &function, &template);
        let begun = apply(&text, &edits);
        let mut result = repair_as_it_is(&Request { text: &begun, ..request.clone() }, options);
        work.terms += result.work.terms;
        work.rounds += result.work.rounds;
        work.checks += result.work.checks;
        result.work = work;
        match &mut result.outcome {
            Outcome::Repaired(found) => {
                for repair in found {
                    on_the_text(&text, &request, &function, repair);
                    repair.edits = sketch.on_the_sketch(&repair.edits, None);
                    repair.text = apply(written, &repair.edits);
                }
                return result;
            }
            Outcome::NothingToRepair(_) => {}
            // What the first one lacks is what people want to hear about.
            _ => {
                last.get_or_insert(result);
            }
        }
    }
    last.unwrap_or_else(|| declined("the claim holds for a function that only fails".to_owned()))
}

/// The edits of the user's text that give the repaired one.
fn on_the_text(text: &str, request: &Request<'_>, function: &Function<'_>, repair: &mut Repair) {
    let items = covenant_front::surface(&repair.text).unwrap_or_default();
    let Some(new) = surface::function(&items, request.claim) else { return };
    // Only what is between the same beginning and the same end was replaced.
    let (old_start, new_start) = (keyword(text, function), keyword(&repair.text, &new));
    let tail = text.len() - function.body.span.end;
    let same_end = text.as_bytes().iter().rev().zip(repair.text.as_bytes().iter().rev());
    let same = same_end.take(tail).take_while(|(a, b)| a == b).count();
    let mut cut = same;
    while !text.is_char_boundary(text.len() - cut) || !repair.text.is_char_boundary(repair.text.len() - cut) {
        cut -= 1;
    }
    let new_text = repair.text.get(new_start..repair.text.len() - cut).unwrap_or_default().to_owned();
    repair.edits = vec![Edit { start: old_start, end: text.len() - cut, text: new_text }];
}

/// Where `let` is over.
fn keyword(text: &str, function: &Function<'_>) -> usize {
    let name = function.binding.pattern.span.start;
    let before = text.get(..name).unwrap_or_default();
    before.rfind("let").map_or(name, |at| at + "let".len())
}

fn begin(text: &str, function: &Function<'_>, template: &Template) -> Vec<Edit> {
    let body = function.body.span;
    // A body on lines of its own: no blank at the end of the line before.
    let before = text.get(..body.start).unwrap_or_default();
    let start = if template.body.starts_with('\n') { before.trim_end().len() } else { body.start };
    let mut edits = vec![Edit { start, end: body.end, text: template.body.clone() }];
    if template.recursive && !function.recursive {
        let at = keyword(text, function);
        edits.push(Edit { start: at, end: at, text: " rec".to_owned() });
    }
    let binding = function.binding;
    let measured = binding.attributes.iter().any(|a| matches!(a, Attribute::Measure(_) | Attribute::Rank(_)));
    if let Some(measure) = template.measure.as_ref().filter(|_| !measured && binding.span.end > body.end) {
        let end = binding.span.end;
        edits.push(Edit { start: end, end, text: format!("\n[@@measure {measure}]") });
    }
    edits
}

/// The templates, the simplest first.
fn templates(problem: &Problem<'_>, function: &Function<'_>) -> Vec<Template> {
    let fails = "err ()";
    let mut out = vec![Template { body: fails.to_owned(), recursive: false, measure: None }];
    let params: Vec<(&str, &Sort)> = function
        .parameters
        .iter()
        .map(String::as_str)
        .zip(&problem.own().params)
        .filter(|(name, _)| !name.is_empty())
        .collect();
    let ints: Vec<&str> =
        params.iter().filter(|(_, sort)| **sort == Sort::Int).map(|(name, _)| *name).collect();
    for p in &ints {
        let body = format!("\n  if {p} = 0 then {fails}\n  else {fails}");
        out.push(Template { body, recursive: true, measure: Some((*p).to_owned()) });
    }
    for (i, low) in ints.iter().enumerate() {
        for high in &ints[i + 1..] {
            let rest = format!(
                "if {high} <= {low} + 1 then {fails}\n  else\n    let root = int_range ({low} + 1) ({high} - 1) in\n    {fails}"
            );
            let body = format!("\n  {rest}");
            out.push(Template { body, recursive: true, measure: Some(format!("{high} - {low}")) });
            for p in ints.iter().filter(|p| *p != low && *p != high) {
                let body = format!("\n  if {p} = 0 then {fails}\n  else {rest}");
                out.push(Template { body, recursive: true, measure: Some((*p).to_owned()) });
            }
        }
    }
    for (name, sort) in &params {
        if let Some(cases) = cases(problem, sort) {
            let cases: Vec<String> = cases.iter().map(|case| format!("\n  | {case} -> {fails}")).collect();
            let body = format!("\n  match {name} with{}", cases.concat());
            out.push(Template { body, recursive: true, measure: None });
        }
    }
    if ints.is_empty() {
        out.push(Template { body: fails.to_owned(), recursive: true, measure: None });
    }
    out
}

/// A pattern for each constructor of a sort that has fields.
fn cases(problem: &Problem<'_>, sort: &Sort) -> Option<Vec<String>> {
    let Sort::Data(data, _) = sort else { return None };
    let program = problem.program;
    let count = program.ctor_count(*data);
    let fields = |tag: u32| program.ctor_fields(*data, tag).len();
    if count < 2 || (0..count).all(|tag| fields(tag) == 0) {
        return None;
    }
    let pattern = |tag: u32| {
        let name = ctor_name(program.statement(), *data, tag);
        let names: Vec<String> = (1..=fields(tag)).map(|i| format!("part{i}")).collect();
        match (name, names.as_slice()) {
            (name, []) => name.to_owned(),
            ("::", [head, tail]) => format!("{head} :: {tail}"),
            (name, [only]) => format!("{name} {only}"),
            (name, _) => format!("{name} ({})", names.join(", ")),
        }
    };
    Some((0..count).map(pattern).collect())
}
