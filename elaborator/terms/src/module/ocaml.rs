//! Programs in OCaml.

use super::{NotComparable, functions, library, no_arguments, own_values, rows};
use crate::environment::{BOOL, Environment, INT, LIST, OPTION, STRING, UNIT};
use crate::print::Language;
use crate::term::Term;
use crate::types::Type;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The program.
pub(super) fn program(
    environment: &Environment,
    goal: &Type,
    params: &[Type],
    result: &Type,
    terms: &[Term],
) -> Result<String, NotComparable> {
    // A term that fails when it is defined must not end the program: each is evaluated when it is called.
    let mut text = library(environment, goal, terms, Language::Ocaml, false);
    for at in 0..terms.len() {
        text = text.replacen(&format!("\nlet t{at} : "), &format!("\nlet t{at} () : "), 1);
    }
    let fuel = environment.definitions.contains("module Fuel");
    let refill = if fuel { "Fuel.refill (); " } else { "" };
    let table: Vec<String> = if environment.inputs {
        vec!["(fun t -> List.map (fun input () -> t () input) inputs)".into()]
    } else {
        rows(environment, params, ocaml_values)?
            .into_iter()
            .map(|row| {
                let row: String = row.iter().map(|value| format!(" {value}")).collect();
                format!("(fun t -> [fun () -> t (){row}])")
            })
            .collect()
    };
    let mut shows = BTreeSet::new();
    let show = ocaml_show(environment, result, &mut shows)?;
    for code in ocaml_show_functions(environment, result)? {
        text.push_str(&code);
    }
    let goal = goal.ocaml(environment);
    let _ = writeln!(
        text,
        "let rows_ : ((unit -> {goal}) -> (unit -> {}) list) list = [",
        result.ocaml(environment)
    );
    for row in table {
        let _ = writeln!(text, "  {row};");
    }
    text.push_str("]\n");
    let _ = writeln!(
        text,
        "let run_ number t =\n  let row = ref 0 in\n  List.iter (fun apply -> List.iter (fun call ->\n    \
         {refill}let shown = match {show} (call ()) with s -> s | exception _ -> \"!\" in\n    \
         Printf.printf \"%d %d %s\\n\" number !row shown; incr row) (apply t)) rows_"
    );
    for at in 0..terms.len() {
        let _ = writeln!(text, "let () = run_ {at} t{at}");
    }
    Ok(text)
}

/// OCaml values of a type, as source.
fn ocaml_values(environment: &Environment, ty: &Type) -> Result<Vec<String>, NotComparable> {
    let texts = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
    Ok(match ty {
        Type::Data(INT, _) => texts(&["0", "1", "(-1)", "2", "7", "max_int", "min_int"]),
        Type::Data(BOOL, _) => texts(&["true", "false"]),
        Type::Data(UNIT, _) => texts(&["()"]),
        Type::Data(STRING, _) => texts(&["\"\"", "\"a\"", "\"b\""]),
        Type::Data(LIST, args) => {
            let values = ocaml_values(environment, &args[0])?;
            let mut lists = vec!["[]".to_owned(), format!("[{}]", values[0])];
            lists.push(format!("[{}]", values.iter().take(3).cloned().collect::<Vec<_>>().join("; ")));
            lists.push(format!("[{}]", values.iter().rev().take(5).cloned().collect::<Vec<_>>().join("; ")));
            lists
        }
        Type::Data(OPTION, args) => {
            let values = ocaml_values(environment, &args[0])?;
            std::iter::once("None".to_owned())
                .chain(values.iter().take(4).map(|value| format!("(Some {value})")))
                .collect()
        }
        Type::Data(data, args) if environment.is_tuple(*data) => {
            rows(environment, args, ocaml_values)?.iter().map(|row| format!("({})", row.join(", "))).collect()
        }
        Type::Data(data, args) => own_values(environment, *data, args, ocaml_values, |name, row| {
            if row.is_empty() { name.to_owned() } else { format!("({name} ({}))", row.join(", ")) }
        })?,
        Type::Fun(arrow) if arrow.params.iter().all(Type::first_order) && arrow.result.first_order() => {
            let lambda = |names: &[String], body: &str| format!("(fun {} -> {body})", names.join(" "));
            functions(environment, arrow, ocaml_values, lambda, "failwith \"argument\"")?
        }
        Type::Fun(_) | Type::Var(_) => return Err(no_arguments(environment, ty)),
    })
}

/// An OCaml expression that shows values of a type; `needed` gets the datatypes that need a function of their own.
fn ocaml_show(
    environment: &Environment,
    ty: &Type,
    needed: &mut BTreeSet<u32>,
) -> Result<String, NotComparable> {
    Ok(match ty {
        Type::Data(INT, _) => "string_of_int".into(),
        Type::Data(BOOL, _) => "string_of_bool".into(),
        Type::Data(UNIT, _) => "(fun () -> \"()\")".into(),
        Type::Data(STRING, _) => "String.escaped".into(),
        Type::Data(LIST, args) => {
            let show = ocaml_show(environment, &args[0], needed)?;
            format!("(fun l -> \"[\" ^ String.concat \";\" (List.map {show} l) ^ \"]\")")
        }
        Type::Data(OPTION, args) => {
            let show = ocaml_show(environment, &args[0], needed)?;
            format!("(function None -> \"None\" | Some x -> \"Some \" ^ {show} x)")
        }
        Type::Data(data, args) if environment.is_tuple(*data) => {
            let names: Vec<String> = (0..args.len()).map(|n| format!("a{n}")).collect();
            let parts: Vec<String> = args
                .iter()
                .zip(&names)
                .map(|(arg, name)| Ok(format!("{} {name}", ocaml_show(environment, arg, needed)?)))
                .collect::<Result<_, _>>()?;
            format!("(fun ({}) -> \"(\" ^ {} ^ \")\")", names.join(", "), parts.join(" ^ \",\" ^ "))
        }
        Type::Data(data, args) => {
            needed.insert(*data);
            let args: Vec<String> =
                args.iter().map(|arg| ocaml_show(environment, arg, needed)).collect::<Result<_, _>>()?;
            format!("(show{data}_ {})", args.join(" ")).replace(" )", ")")
        }
        Type::Var(n) => format!("show_arg{n}"),
        Type::Fun(_) => {
            return Err(NotComparable(format!("values of type `{}` cannot be shown", ty.ocaml(environment))));
        }
    })
}

/// Functions that show the datatypes in a type, all in one recursive definition.
fn ocaml_show_functions(environment: &Environment, ty: &Type) -> Result<Vec<String>, NotComparable> {
    let mut needed = BTreeSet::new();
    ocaml_show(environment, ty, &mut needed)?;
    let (mut done, mut code) = (BTreeSet::new(), Vec::new());
    while let Some(data) = needed.iter().find(|data| !done.contains(*data)).copied() {
        done.insert(data);
        let declared = &environment.datatypes[data as usize];
        if declared.constructors.is_empty() {
            return Err(NotComparable(format!(
                "values of the abstract type `{}` cannot be shown",
                declared.name
            )));
        }
        let params: Vec<String> = (0..declared.params).map(|n| format!("show_arg{n}")).collect();
        let mut text = format!("show{data}_ {} = function", params.join(" "));
        for constructor in &declared.constructors {
            let names: Vec<String> = (0..constructor.fields.len()).map(|n| format!("a{n}")).collect();
            let pattern = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            let mut shown = format!("\"{}\"", constructor.name);
            for (field, name) in constructor.fields.iter().zip(&names) {
                let _ = write!(
                    shown,
                    " ^ \" (\" ^ {} {name} ^ \")\"",
                    ocaml_show(environment, field, &mut needed)?
                );
            }
            let _ = write!(text, " | {}{pattern} -> {shown}", constructor.name);
        }
        code.push(text);
    }
    Ok(if code.is_empty() { code } else { vec![format!("let rec {}\n", code.join("\nand "))] })
}
