//! Terms as a program whose output shows what they compute: for differential testing.
//!
//! Each term is applied to each row of a table of arguments, and a line is printed for each: the value, or `!` if there is none. What
//! kind of exception it was is not printed: OCaml leaves the order of evaluation open, so that two compilers may
//! rightly meet different ones first. A program that doubles a list again and again is stopped by the fuel of its
//! environment, if that has some (`module Fuel`), which counts as no value.
//!
//! Arguments and results are data: the types of terms that are compared have no functions in them, except that
//! their parameters may be functions from data to data.
//!
//! In Haskell lists are lazy, among the arguments are lists with a failing tail, and as much of a result is printed as can be seen. In
//! OCaml a failing tail needs a type that says so; an environment with one can define the table itself, as `inputs`.

mod haskell;
mod ocaml;

use crate::environment::Environment;
use crate::print::{Language, Printer};
use crate::term::Term;
use crate::types::{Arrow, Type};
use std::fmt::Write as _;

/// Why terms of a type cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotComparable(pub String);

/// Rows of the table at most.
const MOST_ROWS: usize = 24;

/// A module that defines the terms as `t0`, `t1`, …, and does nothing.
#[must_use]
pub fn library(
    environment: &Environment,
    goal: &Type,
    terms: &[Term],
    language: Language,
    tupled: bool,
) -> String {
    let printer = Printer::new(environment, language, tupled);
    let mut text = match language {
        Language::Ocaml => environment.definitions.clone(),
        Language::Haskell => format!("module Terms where\n{}", haskell::header(environment)),
        Language::Sexp => String::new(),
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for (at, term) in terms.iter().enumerate() {
        define(&mut text, environment, goal, at, &printer.print(term), language, tupled);
    }
    text
}

fn define(
    text: &mut String,
    environment: &Environment,
    goal: &Type,
    at: usize,
    term: &str,
    language: Language,
    tupled: bool,
) {
    let open = matches!(goal, Type::Fun(arrow) if arrow.hole.is_some());
    let _ = match language {
        Language::Sexp => writeln!(text, "(define t{at} {term})"),
        // The parameters of an open type are the term's own. A function of `()`, because OCaml does not generalise
        // what is computed, and refuses a module with types that are left open.
        Language::Ocaml if open => writeln!(text, "let t{at} () = {term}"),
        Language::Ocaml => {
            let quantified: String =
                (0..goal.variables()).map(|n| format!("'{} ", crate::notation::variable_name(n))).collect();
            let quantified =
                if quantified.is_empty() { quantified } else { format!("{}. ", quantified.trim_end()) };
            let ty = goal.ocaml_as(environment, tupled);
            // OCaml generalises a function, not what computes one.
            if !quantified.is_empty() && matches!(goal, Type::Fun(_)) {
                writeln!(text, "let t{at} : {quantified}{ty} = fun first -> ({term}) first")
            } else {
                writeln!(text, "let t{at} : {quantified}{ty} = {term}")
            }
        }
        Language::Haskell if open => writeln!(text, "t{at} = {term}"),
        Language::Haskell => {
            writeln!(text, "t{at} :: {}\nt{at} = {term}", goal.haskell(environment, tupled))
        }
    };
}

/// A program that prints `number row result` for each term and row.
///
/// # Errors
///
/// If arguments or results cannot be written down or compared.
pub fn program(
    environment: &Environment,
    goal: &Type,
    terms: &[Term],
    language: Language,
) -> Result<String, NotComparable> {
    let (params, result) = match goal {
        Type::Fun(arrow) if arrow.hole.is_some() => {
            return Err(NotComparable("the parameters of `.. -> t` differ from term to term".into()));
        }
        Type::Fun(arrow) => (arrow.params.as_slice(), &arrow.result),
        _ => (&[][..], goal),
    };
    if goal.variables() > 0 {
        return Err(NotComparable("a type with variables has no arguments to compare at".into()));
    }
    if !result.first_order() {
        return Err(NotComparable(format!(
            "results of type `{}` cannot be compared: functions are in it",
            result.ocaml(environment)
        )));
    }
    match language {
        Language::Ocaml => ocaml::program(environment, goal, params, result, terms),
        Language::Haskell => haskell::program(environment, goal, params, result, terms),
        Language::Sexp => Err(NotComparable("programs are written in OCaml or Haskell".into())),
    }
}

/// Rows of arguments: not all combinations, but each value of each parameter.
fn rows(
    environment: &Environment,
    params: &[Type],
    values: impl Fn(&Environment, &Type) -> Result<Vec<String>, NotComparable>,
) -> Result<Vec<Vec<String>>, NotComparable> {
    let columns: Vec<Vec<String>> =
        params.iter().map(|param| values(environment, param)).collect::<Result<_, _>>()?;
    let most = columns.iter().map(Vec::len).max().unwrap_or(1);
    let many = if columns.len() > 1 { most * 2 } else { most };
    Ok((0..many.clamp(1, MOST_ROWS))
        .map(|row| {
            let value = |(at, column): (usize, &Vec<String>)| {
                // Columns turn at different speeds, so that pairs differ.
                column[(row + row / column.len() * at) % column.len()].clone()
            };
            columns.iter().enumerate().map(value).collect()
        })
        .collect())
}

/// Values of a datatype of the environment: each constructor that is not recursive, then the others around those. `values` gives those of
/// other types, `applied` puts a constructor in front of its arguments.
fn own_values(
    environment: &Environment,
    data: u32,
    args: &[Type],
    values: impl Fn(&Environment, &Type) -> Result<Vec<String>, NotComparable> + Copy,
    applied: impl Fn(&str, &[String]) -> String,
) -> Result<Vec<String>, NotComparable> {
    let declared = &environment.datatypes[data as usize];
    let mut found: Vec<String> = Vec::new();
    let mut recursive = Vec::new();
    for constructor in &declared.constructors {
        let fields: Vec<Type> = constructor.fields.iter().map(|field| field.instantiate(args)).collect();
        if fields.iter().any(|field| mentions(field, data)) {
            recursive.push((constructor, fields));
        } else {
            for row in rows(environment, &fields, values)?.into_iter().take(3) {
                found.push(applied(&constructor.name, &row));
            }
        }
    }
    if found.is_empty() {
        return Err(NotComparable(format!(
            "there are no arguments of type `{}`: define `inputs` in the environment",
            declared.name
        )));
    }
    for (constructor, fields) in recursive {
        for turn in 0..2 {
            let row: Vec<String> = fields
                .iter()
                .map(|field| match field {
                    Type::Data(own, _) if *own == data => Ok(found[turn % found.len()].clone()),
                    _ if mentions(field, data) => {
                        Err(NotComparable(format!("define `inputs`: `{}` is nested", declared.name)))
                    }
                    _ => Ok(values(environment, field)?[0].clone()),
                })
                .collect::<Result<_, _>>()?;
            found.push(applied(&constructor.name, &row));
        }
    }
    Ok(found)
}

/// Values of a function type: constant ones, one that fails, and one that returns its argument.
fn functions(
    environment: &Environment,
    arrow: &Arrow,
    values: impl Fn(&Environment, &Type) -> Result<Vec<String>, NotComparable>,
    lambda: impl Fn(&[String], &str) -> String,
    failure: &str,
) -> Result<Vec<String>, NotComparable> {
    let results = values(environment, &arrow.result)?;
    let blanks: Vec<String> = vec!["_".into(); arrow.params.len().max(1)];
    let mut functions: Vec<String> = results.iter().take(2).map(|value| lambda(&blanks, value)).collect();
    functions.push(lambda(&blanks, failure));
    if let Some(at) = arrow.params.iter().position(|param| *param == arrow.result) {
        let names: Vec<String> = (0..arrow.params.len()).map(|n| format!("a{n}")).collect();
        functions.push(lambda(&names, &names[at]));
    }
    Ok(functions)
}

fn no_arguments(environment: &Environment, ty: &Type) -> NotComparable {
    NotComparable(format!(
        "there are no arguments of type `{}`: parameters are data, or functions from data to data",
        ty.ocaml(environment)
    ))
}

fn mentions(ty: &Type, data: u32) -> bool {
    match ty {
        Type::Var(_) => false,
        Type::Data(own, args) => *own == data || args.iter().any(|arg| mentions(arg, data)),
        Type::Fun(arrow) => {
            arrow.params.iter().any(|param| mentions(param, data)) || mentions(&arrow.result, data)
        }
    }
}
