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
//! In Haskell lists are lazy, and among the arguments are lists with a failing tail. In OCaml a failing tail needs a type
//! that says so; an environment with one can define the table itself, as `inputs`.

use crate::environment::{BOOL, Environment, INT, LIST, OPTION, STRING, UNIT};
use crate::notation::capital;
use crate::print::{Language, Printer};
use crate::term::Term;
use crate::types::Type;
use std::collections::BTreeSet;
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
        Language::Haskell => "module Terms where\n".to_owned(),
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
        Language::Ocaml => ocaml_program(environment, goal, params, result, terms),
        Language::Haskell => haskell_program(environment, goal, params, result, terms),
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

fn ocaml_program(
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
        Type::Data(data, args) => own_values(environment, *data, args)?,
        Type::Fun(arrow) if arrow.params.iter().all(Type::first_order) && arrow.result.first_order() => {
            let values = ocaml_values(environment, &arrow.result)?;
            let blanks = " _".repeat(arrow.params.len().max(1));
            let mut functions: Vec<String> =
                values.iter().take(2).map(|value| format!("(fun{blanks} -> {value})")).collect();
            functions.push(format!("(fun{blanks} -> failwith \"argument\")"));
            if let Some(at) = arrow.params.iter().position(|param| *param == arrow.result) {
                let names: Vec<String> = (0..arrow.params.len()).map(|n| format!("a{n}")).collect();
                functions.push(format!("(fun {} -> a{at})", names.join(" ")));
            }
            functions
        }
        Type::Fun(_) | Type::Var(_) => {
            return Err(NotComparable(format!(
                "there are no arguments of type `{}`: parameters are data, or functions from data to data",
                ty.ocaml(environment)
            )));
        }
    })
}

/// Values of a datatype of the environment: each constructor that is not recursive, then the others around those.
fn own_values(environment: &Environment, data: u32, args: &[Type]) -> Result<Vec<String>, NotComparable> {
    let declared = &environment.datatypes[data as usize];
    let mut values: Vec<String> = Vec::new();
    let mut recursive = Vec::new();
    for constructor in &declared.constructors {
        let fields: Vec<Type> = constructor.fields.iter().map(|field| field.instantiate(args)).collect();
        if fields.iter().any(|field| mentions(field, data)) {
            recursive.push((constructor, fields));
        } else {
            for row in rows(environment, &fields, ocaml_values)?.into_iter().take(3) {
                values.push(applied(&constructor.name, &row));
            }
        }
    }
    if values.is_empty() {
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
                    Type::Data(own, _) if *own == data => Ok(values[turn % values.len()].clone()),
                    _ if mentions(field, data) => {
                        Err(NotComparable(format!("define `inputs`: `{}` is nested", declared.name)))
                    }
                    _ => Ok(ocaml_values(environment, field)?[0].clone()),
                })
                .collect::<Result<_, _>>()?;
            values.push(applied(&constructor.name, &row));
        }
    }
    Ok(values)
}

fn applied(constructor: &str, row: &[String]) -> String {
    if row.is_empty() { constructor.to_owned() } else { format!("({constructor} ({}))", row.join(", ")) }
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

fn haskell_program(
    environment: &Environment,
    goal: &Type,
    params: &[Type],
    result: &Type,
    terms: &[Term],
) -> Result<String, NotComparable> {
    let rows = rows(environment, params, haskell_values)?;
    let mut text = String::from("module Main where\nimport Control.Exception\nimport System.IO.Unsafe\n");
    for data in environment.datatypes.iter().skip(crate::environment::FIRST_OWN as usize) {
        let params: String =
            (0..data.params).map(|n| format!(" {}", crate::notation::variable_name(n))).collect();
        let constructors: Vec<String> = data
            .constructors
            .iter()
            .map(|constructor| {
                let fields: String = constructor
                    .fields
                    .iter()
                    .map(|field| format!(" ({})", field.haskell(environment, false)))
                    .collect();
                format!("{}{fields}", constructor.name)
            })
            .collect();
        let _ = writeln!(text, "data {}{params} = {}", capital(&data.name), constructors.join(" | "));
    }
    let library = library(environment, goal, terms, Language::Haskell, false);
    text.push_str(library.trim_start_matches("module Terms where\n"));
    // As in the paper: as much of the list as can be seen, and then the failure.
    text.push_str(
        "attempt :: (a -> String) -> a -> String\n\
         attempt f x = unsafePerformIO (evaluate (forced (f x)) `catch` \\e -> const (return \"!\") (e :: SomeException))\n\
         forced :: String -> String\nforced s = length s `seq` s\n",
    );
    let show = haskell_show(environment, result)?;
    text.push_str("main :: IO ()\nmain = do\n");
    for at in 0..terms.len() {
        for (row, arguments) in rows.iter().enumerate() {
            let arguments: String = arguments.iter().map(|value| format!(" {value}")).collect();
            let _ = writeln!(text, "  putStrLn (\"{at} {row} \" ++ {show} (t{at}{arguments}))");
        }
    }
    Ok(text)
}

fn haskell_values(environment: &Environment, ty: &Type) -> Result<Vec<String>, NotComparable> {
    let texts = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
    Ok(match ty {
        Type::Data(INT, _) => texts(&["0", "1", "(-1)", "undefined"]),
        Type::Data(BOOL, _) => texts(&["True", "False", "undefined"]),
        Type::Data(UNIT, _) => texts(&["()", "undefined"]),
        Type::Data(LIST, args) => {
            let values = haskell_values(environment, &args[0])?;
            let (first, second) = (&values[0], &values[1 % values.len()]);
            vec![
                "[]".into(),
                format!("[{first}]"),
                format!("({first}:undefined)"),
                format!("({first}:{second}:undefined)"),
                "undefined".into(),
            ]
        }
        _ => {
            return Err(NotComparable(format!(
                "there are no Haskell arguments of type `{}`",
                ty.haskell(environment, false)
            )));
        }
    })
}

fn haskell_show(environment: &Environment, ty: &Type) -> Result<String, NotComparable> {
    Ok(match ty {
        Type::Data(INT | BOOL | UNIT, _) => "attempt show".into(),
        Type::Data(LIST, args) => {
            let show = haskell_show(environment, &args[0])?;
            format!(
                "(let go l = attempt (\\c -> c) (case l of {{ [] -> \"]\"; x : xs -> ({show} x) ++ \",\" ++ go xs }}) in \\l -> \"[\" ++ go l)"
            )
        }
        _ => {
            return Err(NotComparable(format!(
                "values of type `{}` cannot be shown in Haskell",
                ty.haskell(environment, false)
            )));
        }
    })
}
