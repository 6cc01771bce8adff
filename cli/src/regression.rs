//! A counterexample as a regression test: one line for QCheck, one for Alcotest.
//!
//! The line states the claim at these arguments, with the formula as it is written: `let x = 0 in let l = [] in let
//! v = insert x l in sorted v`. A formula that OCaml cannot run (quantifiers, implications) is replaced by what
//! must not happen again: the result that was found.

use crate::ocaml::driver::atoms_in;
use covenant_execute::{Names, Value, show, show_argument};
use covenant_exercise::Finding;
use covenant_front::Unit;

/// The lines of a test.
pub struct Regression {
    /// A `QCheck.Test.t`.
    pub qcheck: String,
    /// An `Alcotest.test_case`.
    pub alcotest: String,
}

/// A test that fails as long as the function does what was found.
#[must_use]
pub fn regression(unit: &Unit, text: &str, finding: &Finding) -> Regression {
    let property = format!("{}{}", elements(finding), property(unit, text, finding));
    let name =
        crate::tested::call(&unit.statement, &unit.claim, finding.args()).replace('\\', "").replace('"', "'");
    Regression {
        qcheck: format!("QCheck.Test.make ~count:1 ~name:\"{name}\" QCheck.unit (fun () -> {property})"),
        alcotest: format!("Alcotest.test_case \"{name}\" `Quick (fun () -> assert ({property}))"),
    }
}

/// Elements of a type of which nothing is known are characters.
fn elements(finding: &Finding) -> String {
    let value = match finding {
        Finding::Outside { value, .. } => Some(value),
        Finding::Raised { .. } => None,
    };
    let most = finding.args().iter().chain(value).map(atoms_in).max().unwrap_or(0);
    ('a'..='z').take(most).map(|c| format!("let {c} = '{c}' in ")).collect()
}

/// An expression of type `bool`.
fn property(unit: &Unit, text: &str, finding: &Finding) -> String {
    let statement = &unit.statement;
    let own = unit.functions.iter().find(|function| function.name == unit.claim);
    let names = own.map(|own| own.parameters.iter().map(|p| p.name.as_str()).collect::<Vec<_>>());
    let names = names.filter(|names| names.len() == finding.args().len()).unwrap_or_default();
    if let Some((value, formula)) = formula(unit, text)
        && names.len() == finding.args().len()
    {
        let bound: String = names
            .iter()
            .zip(finding.args())
            .filter(|(name, _)| **name != "_")
            .map(|(name, arg)| format!("let {name} = {} in ", show(statement, &Names::default(), arg)))
            .collect();
        let argument = |(name, arg): (&&str, &Value)| match *name {
            "_" => show_argument(statement, &Names::default(), arg),
            name => name.to_owned(),
        };
        let args: Vec<String> = names.iter().zip(finding.args()).map(argument).collect();
        return format!("{bound}let {value} = {} {} in {formula}", unit.claim, args.join(" "));
    }
    let call = crate::tested::call(statement, &unit.claim, finding.args());
    match finding {
        Finding::Outside { value, .. } => {
            format!("{call} <> {}", show_argument(statement, &Names::default(), value))
        }
        Finding::Raised { .. } => format!("ignore ({call}); true"),
    }
}

/// Words and signs of formulas that OCaml does not have.
const NOT_OCAML: [&str; 13] = ["forall", "exists", "==>", "<=>", "∀", "∃", "⇒", "⇔", "∧", "∨", "¬", "≤", "≥"];

/// The name of the value and the formula of the result, if OCaml can run it.
#[must_use]
pub fn formula<'t>(unit: &Unit, text: &'t str) -> Option<(&'t str, String)> {
    let row = unit.statement.globals.get(unit.statement.claim.0 as usize)?.claim;
    let span = unit.source_map.types.get(row.0 as usize)?.ensures;
    let formula = text.get(span.start..span.end)?;
    let before = text.get(..span.start)?;
    let open = before.rfind(['{', '['])?;
    let (value, _) = before.get(open + 1..)?.split_once(':')?;
    if NOT_OCAML.iter().any(|word| formula.contains(word)) {
        return None;
    }
    Some((value.trim(), formula.split_whitespace().collect::<Vec<_>>().join(" ")))
}
