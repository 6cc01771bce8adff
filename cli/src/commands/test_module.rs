//! `covenant test --write`: what was tested as a module of the user's own tests, for QCheck or Alcotest.
//!
//! All arguments that were tried are written down as a list, with the formula of the result as it stands in
//! the claim. So the tests need nothing of Covenant but the names of its prelude (`Covenant_runtime`), and go on testing when
//! nobody has Covenant. A claim whose formula OCaml cannot run is declined by name.

use crate::regression::formula;
use crate::test_args::Framework;
use covenant_execute::{Names, Program, Value, show, show_argument};
use covenant_exercise::inputs::Inputs;
use covenant_exercise::{Plan, Subject, exercise};
use covenant_front::Unit;
use covenant_kernel::tables::{GlobalRef, ParamRow};
use std::fmt::Write as _;

/// The module, and the functions that cannot be in it with the reasons.
pub struct TestModule {
    /// The text.
    pub text: String,
    /// The functions that it tests.
    pub functions: Vec<String>,
    /// Those that it does not test.
    pub declined: Vec<(String, &'static str)>,
}

/// A function, and the arguments that were tried if there are functions among them.
pub type Tested<'a> = (&'a Unit, Vec<Vec<Value>>);

/// A function with the arguments that are tried if there are functions among them: what such an argument returns is known only
/// when the function has asked it.
#[must_use]
pub fn tested<'a>(unit: &'a Unit, plan: &Plan) -> Tested<'a> {
    let found =
        Program::new(&unit.statement).ok().filter(|program| takes_functions(*program, unit.statement.claim));
    let found = found.and_then(|program| {
        exercise(&Subject { program, global: unit.statement.claim, only: unit.only_parameters() }, plan).ok()
    });
    (unit, found.map(|found| found.with_tables).unwrap_or_default())
}

fn takes_functions(program: Program<'_>, global: GlobalRef) -> bool {
    let claim = program.fun_type(program.global(global).claim);
    claim.params.iter().any(|param| matches!(param, ParamRow::Fun(_)))
}

/// Writes the tests of functions of the file with this base name.
#[must_use]
pub fn write(file: &str, text: &str, all: &[Tested<'_>], plan: &Plan, framework: Framework) -> TestModule {
    let stem = file.strip_suffix(".ml").unwrap_or(file);
    let mut module: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if let Some(first) = module.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let mut found = TestModule {
        text: format!(
            "(* Written by Covenant: the functions of {module} on all small arguments that their types allow. *)\n\
             open Covenant_runtime\nopen {module}\n"
        ),
        functions: Vec::new(),
        declined: Vec::new(),
    };
    for (unit, with_tables) in all {
        match function(unit, with_tables, text, plan, framework) {
            Ok(lines) => {
                found.text.push_str(&lines);
                found.functions.push(unit.claim.clone());
            }
            Err(why) => found.declined.push((unit.claim.clone(), why)),
        }
    }
    let tests: Vec<String> = found.functions.iter().map(|name| format!("test_{name}")).collect();
    let _ = writeln!(found.text, "\nlet tests = [ {} ]", tests.join("; "));
    found
}

fn function(
    unit: &Unit,
    with_tables: &[Vec<Value>],
    text: &str,
    plan: &Plan,
    framework: Framework,
) -> Result<String, &'static str> {
    let (value, formula) = formula(unit, text).ok_or("OCaml cannot run the formula of its result")?;
    let name = &unit.claim;
    if !name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') || name.contains('.') {
        return Err("it is an operator, or in a module");
    }
    let own = unit.functions.iter().find(|function| function.name == *name).ok_or("it is not known")?;
    let parameters: Vec<String> = own
        .parameters
        .iter()
        .enumerate()
        .map(|(i, parameter)| if parameter.name == "_" { format!("p{i}") } else { parameter.name.clone() })
        .collect();
    let program = Program::new(&unit.statement).map_err(|_| "its tables are not in order")?;
    let inputs = arguments(program, unit.statement.claim, with_tables, plan)?;
    let pattern = parameters.join(", ");
    let mut out = format!("\nlet inputs_of_{name} = [\n");
    for args in &inputs {
        let args: Vec<String> = args.iter().map(|arg| in_a_tuple(unit, arg)).collect();
        let _ = writeln!(out, "  ({});", args.join(", "));
    }
    let call = format!("{name} {}", parameters.join(" "));
    let count = inputs.len();
    let _ = write!(out, "]\n\nlet {name}_is_right ({pattern}) = let {value} = {call} in {formula}\n\n");
    let _ = match framework {
        Framework::Qcheck => writeln!(
            out,
            "let test_{name} =\n  QCheck.Test.make ~count:1 ~name:\"{name}: {count} inputs\" QCheck.unit\n    \
             (fun () -> List.for_all {name}_is_right inputs_of_{name})"
        ),
        Framework::Alcotest => writeln!(
            out,
            "let test_{name} =\n  Alcotest.test_case \"{name}: {count} inputs\" `Quick\n    \
             (fun () -> assert (List.for_all {name}_is_right inputs_of_{name}))"
        ),
    };
    Ok(out)
}

/// A component of a tuple: a function would take what follows for its own.
fn in_a_tuple(unit: &Unit, value: &Value) -> String {
    match value {
        Value::Table(_) => show_argument(&unit.statement, &Names::default(), value),
        _ => show(&unit.statement, &Names::default(), value),
    }
}

/// All arguments that would be tried.
fn arguments(
    program: Program<'_>,
    global: GlobalRef,
    with_tables: &[Vec<Value>],
    plan: &Plan,
) -> Result<Vec<Vec<Value>>, &'static str> {
    let all: Vec<Vec<Value>> = if takes_functions(program, global) {
        with_tables.to_vec()
    } else {
        let mut inputs = Inputs::new(program, global);
        (0..=plan.depth).flat_map(|depth| inputs.of_depth(depth, plan).0).collect()
    };
    let literal = |value: &Value| {
        let mut fine = true;
        value.visit(&mut |part| fine &= !matches!(part, Value::Atom(_)));
        fine
    };
    if !all.iter().flatten().all(literal) {
        return Err("it is about all types");
    }
    if all.is_empty() { Err("no arguments satisfy its types") } else { Ok(all) }
}
