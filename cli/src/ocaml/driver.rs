//! The OCaml program that runs the cases of a plan: one call of the harness for each.
//!
//! Arguments and values are written as OCaml, by the printer that writes them for people; OCaml
//! resolves the constructors by the type of the call.

use covenant_execute::{Choice, Names, Planned, Value, show_argument};
use covenant_front::Operators;
use covenant_kernel::tables::Statement;
use std::fmt::Write as _;

/// The module that the source file becomes, whatever its name is.
pub const SUBJECT: &str = "covenant_subject";

/// One case of the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Arguments, as OCaml.
    pub args: Vec<String>,
    /// The promised value, as OCaml.
    pub value: String,
    /// The draws, for OCaml and for people; `None` if OCaml must search.
    pub script: Option<Script>,
}

/// The draws of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// An expression of the driver.
    ocaml: String,
    /// The answers, in the order of the core program: `true, 3, 'a'`.
    pub shown: String,
}

/// How a value is had from what a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A function that draws when it is called.
    Function,
    /// A generator of `QCheck.Gen`, or a function to one.
    Generator,
    /// A generator of `QCheck2.Gen`, or a function to one.
    Generator2,
    /// An arbitrary, or a function to one.
    Arbitrary,
}

impl Kind {
    /// In the order in which they are tried.
    pub const ALL: [Kind; 4] = [Kind::Generator, Kind::Generator2, Kind::Arbitrary, Kind::Function];

    /// A function from what the call returns to what is drawn from it.
    fn draw(self) -> &'static str {
        match self {
            // The state is an argument of the call: a call with all its arguments needs no labels.
            Kind::Function | Kind::Generator => "(fun x -> x)",
            Kind::Generator2 => "(fun (g : _ QCheck2.Gen.t) -> QCheck2.Gen.generate1 g)",
            Kind::Arbitrary => "(fun (a : _ QCheck.arbitrary) -> QCheck.gen a QCheck.Representation.state)",
        }
    }

    /// The arguments of the call. The last argument of a core program that draws from a generator is `()`.
    fn arguments(self, args: &[String]) -> Vec<&str> {
        let mut list: Vec<&str> = args.iter().map(String::as_str).collect();
        if self != Kind::Function && list.last() == Some(&"()") {
            list.pop();
        }
        if self == Kind::Generator {
            list.push("(state__ : Random.State.t)");
        }
        list
    }
}

/// A claim with its cases.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The function.
    pub claim: String,
    /// What it is.
    pub kind: Kind,
    /// How many elements of unknown types occur in the cases: `a`, `b`, …
    pub atoms: usize,
    /// What to run.
    pub cases: Vec<Case>,
}

/// Integers that OCaml has.
const INTEGERS: std::ops::RangeInclusive<i64> = -(1 << 62)..=(1 << 62) - 1;

/// Elements of an unknown type that have a name.
const MOST_ATOMS: u32 = 26;

/// How many elements of unknown types a plan names.
pub fn atoms(planned: &[Planned]) -> usize {
    planned.iter().flat_map(|p| p.args.iter().chain([&p.value])).map(atoms_in).max().unwrap_or(0)
}

/// How many elements of unknown types a value names.
pub(crate) fn atoms_in(value: &Value) -> usize {
    match value {
        Value::Atom(n) => *n as usize + 1,
        Value::Ctor(node) => node.fields.iter().map(atoms_in).max().unwrap_or(0),
        Value::Table(table) => table.values().map(atoms_in).max().unwrap_or(0),
        _ => 0,
    }
}

/// A case; none if OCaml has no such value.
pub fn case(statement: &Statement, planned: &Planned) -> Option<Case> {
    if planned.args.iter().chain([&planned.value]).any(|value| !expressible(value)) {
        return None;
    }
    let names = Names::default();
    let text = |value: &Value| show_argument(statement, &names, value);
    let script = planned.choices.as_ref().and_then(|choices| script(statement, choices));
    Some(Case { args: planned.args.iter().map(text).collect(), value: text(&planned.value), script })
}

pub(super) fn expressible(value: &Value) -> bool {
    match value {
        Value::Int(n) => INTEGERS.contains(n),
        Value::Ctor(node) => node.fields.iter().all(expressible),
        // An element of a sort that has no literals.
        Value::Other(text) => !text.starts_with('<'),
        Value::Atom(n) => *n < MOST_ATOMS,
        Value::Literal(_) => true,
        Value::Table(table) => table.values().all(expressible),
        Value::Hole(_) | Value::Sym { .. } => false,
    }
}

fn script(statement: &Statement, choices: &[Choice]) -> Option<Script> {
    let names = Names::default();
    let (mut draws, mut shown) = (Vec::new(), Vec::new());
    for choice in choices {
        let (draw, answer) = match choice {
            Choice::Int(n) | Choice::Nat(n) => {
                (INTEGERS.contains(n).then(|| format!("int ({n})"))?, n.to_string())
            }
            Choice::Bool(b) => (format!("choice 2 {}", u8::from(!b)), b.to_string()),
            Choice::Range(low, high, n) => {
                let width = high.checked_sub(*low)?.checked_add(1).filter(|n| INTEGERS.contains(n))?;
                (format!("choice {width} {}", n.checked_sub(*low)?), n.to_string())
            }
            Choice::Opaque(value) => {
                let text = show_argument(statement, &names, value);
                let draw = match text.chars().next()? {
                    '\'' => format!("char {text}"),
                    '"' | '{' => format!("text {text}"),
                    '0'..='9' | '(' | '-' => format!("float {text}"),
                    _ => return None,
                };
                (draw, text)
            }
        };
        draws.push(format!("Script__.{draw}"));
        shown.push(answer);
    }
    Some(Script { ocaml: format!("Script__.script [{}]", draws.join("; ")), shown: shown.join(", ") })
}

/// The driver, and for each of its cases the claim and the case of that claim.
///
/// Names of the file are in scope only where values are written, so that it cannot change what the rest of
/// the driver means.
///
/// Generators over a system under test are run against one that answers by drawing, as the core program does, and
/// keeps the events: what is compared is the log of the run.
pub fn driver(subjects: &[&Subject], operators: Option<&Operators>) -> (String, Vec<(usize, usize)>) {
    let module = module_name();
    let mut text = "[@@@warning \"-a\"]\nmodule Script__ = Covenant_script\nopen! Covenant_runtime\n\
                    let () = Script__.initialised ()\n"
        .to_owned();
    if let Some(operators) = operators {
        text.push_str(&drawing_system(&module, operators));
    }
    let mut cases = Vec::new();
    for (claim, subject) in subjects.iter().enumerate() {
        let function = match operators {
            Some(operators) if operators.defined.contains(&subject.claim) => {
                over_system(operators, &subject.claim)
            }
            _ => function(&module, &subject.claim),
        };
        // Elements of a type of which nothing is known are characters.
        let atoms: String = ('a'..='z').take(subject.atoms).map(|c| format!("let {c} = '{c}' in ")).collect();
        for (number, case) in subject.cases.iter().enumerate() {
            let script = match &case.script {
                None => "Script__.no_script",
                Some(script) => &script.ocaml,
            };
            let draw = subject.kind.draw();
            let _ = writeln!(
                text,
                "let () = let call__ = {function} and draw__ = {draw} and state__ = QCheck.Representation.state in \
                 Script__.case {claim} {} ({script}) \
                 (fun () -> draw__ {module}.({atoms}call__ {})) {module}.({atoms}{})",
                cases.len(),
                subject.kind.arguments(&case.args).join(" "),
                case.value
            );
            cases.push((claim, number));
        }
    }
    (text, cases)
}

/// A system that draws its answers, and the generators over it.
fn drawing_system(module: &str, operators: &Operators) -> String {
    let mut text = format!("module System__ = struct\n  open {module}\n  let log__ = ref []\n");
    for operator in &operators.list {
        let names: Vec<String> = (0..operator.arguments.len()).map(|i| format!("x{i}")).collect();
        let kept =
            names.iter().zip(&operator.arguments).filter(|(_, kept)| **kept).map(|(name, _)| name.clone());
        let fields: Vec<String> = kept.chain(operator.answers.then(|| "answer".to_owned())).collect();
        let event = if fields.is_empty() {
            operator.constructor.clone()
        } else {
            format!("{} ({})", operator.constructor, fields.join(", "))
        };
        let _ = writeln!(
            text,
            "  let {} {} = let answer = {} in log__ := {event} :: !log__; answer",
            operator.name,
            names.join(" "),
            operator.draw.as_deref().unwrap_or("raise Exit"),
        );
    }
    let _ = writeln!(text, "end\nmodule Generators__ = {module}.{} (System__)", operators.functor);
    text
}

/// A generator of the functor: a function to its events, and its value if it returns one.
fn over_system(operators: &Operators, name: &str) -> String {
    let call = function("Generators__", name);
    let Some(generator) = operators.generators.iter().find(|generator| generator.name == name) else {
        return call;
    };
    let names: String = (0..generator.types.len()).map(|i| format!(" x{i}__")).collect();
    let (events, result) = ("List.rev !System__.log__", format!("let result = {call}{names} in"));
    let value = if generator.returns { format!("({events}, result)") } else { events.to_owned() };
    format!("(fun{names} -> System__.log__ := []; {result} {value})")
}

pub(super) fn module_name() -> String {
    let (first, rest) = SUBJECT.split_at(1);
    first.to_uppercase() + rest
}

/// A function of the module, as an expression.
pub(super) fn function(module: &str, name: &str) -> String {
    if name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        format!("{module}.{name}")
    } else {
        format!("{module}.( {name} )")
    }
}
