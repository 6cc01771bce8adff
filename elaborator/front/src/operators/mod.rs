//! Generators over a system under test, as pure programs.
//!
//! A system under test is known by its operators: a module type of functions, with a type of events. Performing an
//! operator adds the event of its arguments and its answer to the trace. A generator is a function in a functor over
//! that module type. It is checked as the pure generator of the *events that it adds* (the writer reading), in which
//! an answer is drawn like any other value:
//!
//! | written | read as |
//! |---|---|
//! | `f : a -> unit`, `f : a -> t` | `f : a -> event list`, `f : a -> event list * t` |
//! | `let y = S.pop () in e` | `let y = any answer in let t = e in Pop y :: t` |
//! | `let x = f a in e` | `let t1, x = f a in let t2 = e in t1 @ t2` |
//! | `if`, `match`, `err ()` | as they are |
//!
//! What a generator does against a system S after a history is what it does by itself, restricted to what S can
//! answer (`coq-export/theories/Effects.v`). So a claim about the pure program holds against every system.
//!
//! | file | what |
//! |---|---|
//! | `signature` | operators and events, and that they agree; specifications of answers |
//! | `draws` | any answer of a type |
//! | `goals` | automata of goals, as data |
//! | `languages` | regular expressions and grammars of traces, as predicates |
//! | `printers` | functions that show events, for those who run generators |
//! | `writer` | programs |
//! | `claims` | claims about traces, measures and ranks |
//!
//! SOUNDNESS: OCaml's order of evaluation is visible as soon as two requests stand in one expression, and a request
//! that stands under `&&`, in a closure or in a condition of a case may or may not happen. So a request is read
//! where its place is settled: bound by `let`, before `;`, as the condition of an `if` or `match`, as a result, or
//! as the one operand beside values. Everywhere else it is declined by name. Names that the written programs use
//! (`int_gen`, `fst`) must mean what they mean in the prelude: a file that defines one of them is declined.
//! What a functor defines is not visible behind it, so the functor is the last item of its file.
//!
//! Not chosen: rules for effects in the kernel (no trusted line is needed), reversed histories as accumulators (the
//! search does worse).

mod claims;
mod draws;
mod goals;
mod languages;
mod printers;
mod signature;
mod writer;

use std::collections::{BTreeMap, BTreeSet};

pub use self::goals::{
    Conjunct, FIELD, GoalInfo, GrammarInfo, Next, PART, Part, Requirement, StateInfo, Step, TraceGoals,
};
use self::languages::Languages;
use self::signature::Signature;
use self::writer::Writer;
use crate::aside::{names, set_aside};
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::resolved::plain;
use crate::span::Span;
use crate::syntax::{Binding, Expr, ExprKind, Functor, Item, Name, Namespace, SetAside, TypeExprKind};
use crate::tree::{bare, children};

/// Names that the written programs and claims use. Whoever defines one of them means something else by it.
const USED: [&str; 7] = ["int_gen", "bool_gen", "string_gen", "char_gen", "float_gen", "fst", "snd"];

/// What a file says about a system under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operators {
    /// The functor.
    pub functor: String,
    /// What the system is called in it.
    pub system: String,
    /// Its module type.
    pub signature: String,
    /// The type of events.
    pub event: String,
    /// The operators, in the order of the module type.
    pub list: Vec<OperatorInfo>,
    /// The generators that ask the system, in the order of the file.
    pub generators: Vec<EffectfulInfo>,
    /// All functions that the functor defines.
    pub defined: Vec<String>,
}

/// An operator of a system under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorInfo {
    /// Its name.
    pub name: String,
    /// The constructor of its events.
    pub constructor: String,
    /// For each argument, whether it is a field of the event; `()` is none.
    pub arguments: Vec<bool>,
    /// Whether the answer is a field of the event; `()` is none.
    pub answers: bool,
    /// An OCaml expression that draws any answer; none if there is no generator for its type.
    pub draw: Option<String>,
    /// For each argument, an OCaml expression that draws any.
    pub argument_draws: Vec<Option<String>>,
    /// For each field of the event, its type.
    pub types: Vec<String>,
    /// For each field of the event, an OCaml function that shows it.
    pub show: Vec<String>,
    /// Whether the file says which answers it may give.
    pub specified: bool,
}

/// A generator that asks the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectfulInfo {
    /// Its name.
    pub name: String,
    /// Its definition.
    pub span: Span,
    /// The types of its parameters, as written; `_` if one is not annotated.
    pub types: Vec<String>,
    /// Whether it returns something besides `()`.
    pub returns: bool,
    /// Whether something is claimed of it.
    pub claimed: bool,
}

/// What a call of a function that asks gives, besides its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Nothing: the events are all.
    Events,
    /// A pair of the events and a value.
    WithValue,
}

/// Writes the generators of a file over a system as pure programs.
pub(crate) fn in_writer_style(items: Vec<Item>, problems: &mut Problems) -> WriterStyle {
    let concerned = |item: &Item| {
        matches!(item, Item::Operators(_) | Item::Answers(_) | Item::Functor(_) | Item::Language(_))
    };
    if !items.iter().any(concerned) {
        return WriterStyle { items, operators: None, goals: None };
    }
    let bound = bound_names(&items);
    // The place where the first of the names that the written programs use is defined.
    let defined = bound.iter().map(|(_, name)| name).find(|name| USED.contains(&name.text.as_str()));
    let own: BTreeSet<String> = items.iter().flat_map(all_names).map(|name| plain(&name)).collect();
    let functor_span = items.iter().find_map(|item| match item {
        Item::Functor(functor) => Some(functor.span),
        _ => None,
    });
    let mut written = vec![draws::append()];
    let (mut signatures, mut answers) = (Vec::new(), Vec::new());
    let mut languages = Languages::new(own);
    let mut known = None;
    let mut functor_at: Option<Name> = None;
    for item in items {
        let before = problems.error_count();
        if let (Some(functor), false) = (&functor_at, matches!(item, Item::Evaluated(_))) {
            let at = item_place(&item).unwrap_or(functor.span);
            problems.decline(
                at,
                &format!("an item behind the functor `{}`", plain(&functor.text)),
                "write it before the functor, or in another file",
            );
            written.extend(aside(&item, before, problems));
            continue;
        }
        languages.refuse_uses(&item, problems);
        if problems.error_count() != before {
            written.extend(aside(&item, before, problems));
            continue;
        }
        match item {
            Item::Language(language) => {
                let signature = signatures.iter().rev().find(|signature: &&Signature| signature.is_read());
                let defined = languages.define(&language, signature, problems);
                match defined.filter(|_| problems.error_count() == before) {
                    Some(items) => written.extend(items),
                    None => written.extend(aside(&Item::Language(language), before, problems)),
                }
            }
            Item::Operators(signature) => match Signature::read(&signature, &written, problems) {
                Some(read) => signatures.push(read),
                None => signatures.push(Signature::unread(&signature)),
            },
            Item::Answers(bindings) => {
                answers.extend(bindings.list.iter().filter_map(signature::answers_of));
                written.push(Item::Predicates(bindings));
            }
            Item::Functor(functor) => {
                functor_at = Some(functor.name.clone());
                refuse_ambiguous(&functor, &bound, problems);
                if let Some(name) = defined {
                    problems.decline(
                        name.span,
                        &format!("a definition of `{}` in a file with operators", plain(&name.text)),
                        "give it another name: the generators are read with the prelude's",
                    );
                }
                let signature = signatures.iter().find(|s| s.name == functor.signature.text);
                match signature.filter(|signature| signature.is_read()) {
                    Some(signature) if problems.error_count() == before => {
                        signature.check_answers(&answers, problems);
                        if problems.error_count() != before {
                            written.extend(aside(&Item::Functor(functor), before, problems));
                            continue;
                        }
                        known = Some(generators(&functor, signature, &answers, &mut written, problems));
                    }
                    _ => {
                        if problems.error_count() == before {
                            problems.decline(
                                functor.span,
                                &format!(
                                    "a functor over `{}`, which was not read,",
                                    plain(&functor.signature.text)
                                ),
                                "correct the signature",
                            );
                        }
                        written.extend(aside(&Item::Functor(functor), before, problems));
                    }
                }
            }
            other => written.push(other),
        }
    }
    if functor_at.is_none() {
        for (name, _) in &answers {
            problems.push(
                DiagnosticKind::IllFormedSpec,
                name.span,
                format!(
                    "a specification of answers of `{}`, and no functor over operators",
                    plain(&name.text)
                ),
                "write `module type S = sig val … end [@@operators event]` and a functor over it",
            );
        }
    }
    let goals = signatures.iter().rev().find(|signature| signature.is_read()).map(|signature| TraceGoals {
        signature: plain(&signature.name),
        event: plain(&signature.event_name()),
        list: signature.describe(&answers),
        goals: languages.goals,
        grammars: languages.grammars,
        functor: functor_span,
    });
    WriterStyle { items: written, operators: known, goals }
}

/// A file with its generators over a system as pure programs, and what it says about the system.
pub(crate) struct WriterStyle {
    pub items: Vec<Item>,
    pub operators: Option<Operators>,
    pub goals: Option<TraceGoals>,
}

/// The values that an item defines, inside a functor as well.
fn all_names(item: &Item) -> Vec<String> {
    match item {
        Item::Functor(functor) => functor.items.iter().flat_map(all_names).collect(),
        other => names(other).into_iter().map(|(_, name)| name.text).collect(),
    }
}

/// Everything that is bound in a file, wherever that is.
fn bound_names(items: &[Item]) -> Vec<(Namespace, Name)> {
    let mut all = Vec::new();
    for item in items {
        match item {
            Item::Functor(functor) => functor.items.iter().for_each(|item| collect(item, &mut all)),
            other => collect(other, &mut all),
        }
    }
    all
}

/// SOUNDNESS: a function that asks is known by its name. So nothing else may have that name, and it must not
/// be an operator, whose uses have no name.
fn refuse_ambiguous(functor: &Functor, bound: &[(Namespace, Name)], problems: &mut Problems) {
    for name in asking_functions(functor).keys() {
        let is_it = |(space, other): &&(Namespace, Name)| *space == Namespace::Value && other.text == *name;
        let places: Vec<Span> = bound.iter().filter(is_it).map(|(_, name)| name.span).collect();
        let place = places.last().copied().unwrap_or(functor.span);
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let what = format!("an operator `{}` that asks the system", plain(name));
            problems.decline(place, &what, "write it as a function with a name");
        } else if places.len() > 1 {
            let what = format!("`{}`, a function that asks, and something else of that name,", plain(name));
            problems.decline(place, &what, "give one of them another name");
        }
    }
}

/// The names that an item defines, with the parameters of its functions.
fn collect(item: &Item, all: &mut Vec<(Namespace, Name)>) {
    all.extend(names(item));
    if let Item::Program(bindings) = item {
        for binding in &bindings.list {
            let mut found = Vec::new();
            binding.parameters.iter().for_each(|p| crate::tree::variables(p, &mut found));
            local_names(&binding.body, &mut found);
            let named = |text| (Namespace::Value, Name { text, span: binding.span });
            all.extend(found.into_iter().map(named));
        }
    }
}

/// The variables that an expression binds.
fn local_names(expr: &Expr, found: &mut Vec<String>) {
    use crate::tree::variables;
    match &expr.kind {
        ExprKind::Let(bindings, _) => {
            for binding in &bindings.list {
                variables(&binding.pattern, found);
                binding.parameters.iter().for_each(|parameter| variables(parameter, found));
            }
        }
        ExprKind::Function(parameters, _) => parameters.iter().for_each(|p| variables(p, found)),
        ExprKind::Match(_, cases) | ExprKind::Cases(cases) => {
            cases.iter().for_each(|case| variables(&case.pattern, found));
        }
        _ => {}
    }
    children(expr).into_iter().for_each(|child| local_names(child, found));
}

fn item_place(item: &Item) -> Option<Span> {
    match item {
        Item::Functor(functor) => Some(functor.span),
        Item::Operators(signature) => Some(signature.span),
        Item::SetAside(aside) => Some(aside.why.span),
        other => names(other).first().map(|(_, name)| name.span),
    }
}

/// What is left of an item about which something was said.
fn aside(item: &Item, before: usize, problems: &Problems) -> Option<Item> {
    let why = problems.first_error_after(before)?;
    let mut left: SetAside = set_aside(item, why);
    if let Item::Functor(functor) = item {
        left.names = functor.items.iter().flat_map(names).collect();
    }
    Some(Item::SetAside(left))
}

/// Writes the items of a functor.
fn generators(
    functor: &Functor,
    signature: &Signature,
    answers: &[(Name, Binding)],
    written: &mut Vec<Item>,
    problems: &mut Problems,
) -> Operators {
    let asking = asking_functions(functor);
    let mut writer = Writer::new(functor, signature, &asking, problems);
    let mut found = Vec::new();
    for item in &functor.items {
        let before = writer.problems.error_count();
        if let Item::Program(bindings) = item {
            for binding in &bindings.list {
                let Some(name) = bare(&binding.pattern) else { continue };
                if let Some(outcome) = asking.get(name) {
                    found.push(EffectfulInfo {
                        name: plain(name),
                        span: binding.span,
                        types: binding.parameters.iter().map(signature::shown_parameter).collect(),
                        returns: *outcome == Outcome::WithValue,
                        claimed: claims::claim_of(binding).is_some(),
                    });
                }
            }
        }
        match writer.item(item) {
            Some(item) if writer.problems.error_count() == before => written.push(item),
            _ => written.extend(aside(item, before, writer.problems)),
        }
    }
    Operators {
        functor: plain(&functor.name.text),
        system: plain(&functor.parameter.text),
        signature: plain(&signature.name),
        event: plain(&signature.event_name()),
        list: signature.describe(answers),
        generators: found,
        defined: functor.items.iter().flat_map(names).map(|(_, name)| plain(&name.text)).collect(),
    }
}

/// The functions of a functor that ask, by themselves or through others, and what each gives.
fn asking_functions(functor: &Functor) -> BTreeMap<String, Outcome> {
    let mut asking: BTreeMap<String, Outcome> = BTreeMap::new();
    loop {
        let mut more = BTreeMap::new();
        for item in &functor.items {
            let Item::Program(bindings) = item else { continue };
            for binding in &bindings.list {
                let Some(name) = bare(&binding.pattern) else { continue };
                if !asking.contains_key(name) && asks(&binding.body, &functor.parameter.text, &asking) {
                    more.insert(name.to_owned(), outcome_of(binding));
                }
            }
        }
        if more.is_empty() {
            break;
        }
        asking.extend(more);
    }
    asking
}

fn outcome_of(binding: &Binding) -> Outcome {
    match &binding.result {
        Some(ty) if matches!(&ty.kind, TypeExprKind::Apply(name, _) if name == "unit") => Outcome::Events,
        _ => Outcome::WithValue,
    }
}

/// Whether an expression mentions an operator, or a function that asks.
fn asks(expr: &Expr, system: &str, asking: &BTreeMap<String, Outcome>) -> bool {
    match &expr.kind {
        ExprKind::Variable(name) => operator_name(name, system).is_some() || asking.contains_key(name),
        _ => children(expr).into_iter().any(|child| asks(child, system, asking)),
    }
}

/// `S.op` as `op`.
fn operator_name<'n>(name: &'n str, system: &str) -> Option<&'n str> {
    name.strip_prefix(system)?.strip_prefix('.')
}
