//! Programs in Haskell.
//!
//! The constants of an environment are defined in Haskell by a text of their own (`Environment::haskell`). Haskell's library is imported as
//! `P`, so that these definitions can have the names that they have in OCaml.
//!
//! What a term computes is shown as far as it can be seen: `[1,2,!` is a list whose second tail fails. A term that takes too long is
//! shown as `?`, which is not compared: there is no fuel here, because counting it would depend on what is shared.

use super::{NotComparable, functions, library, no_arguments, own_values, rows};
use crate::environment::{BOOL, Environment, FIRST_OWN, INT, LIST, OPTION, STRING, UNIT};
use crate::notation::{capital, variable_name};
use crate::print::Language;
use crate::term::Term;
use crate::types::Type;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A value that fails when it is looked at.
const FAILS: &str = "(P.error \"argument\")";

/// What shows values, and what runs a row.
const HARNESS: &str = "\
type Shown a = a -> P.IO String

-- `!` for a failure, but not for the end of the time.
guarded_ :: P.IO String -> P.IO String
guarded_ io = E.catch io failed
  where
    failed e = case E.fromException e of
      Just late -> E.throwIO (late :: E.SomeAsyncException)
      Nothing -> P.return \"!\"

plain_ :: P.Show a => Shown a
plain_ x = guarded_ (P.fmap P.show (E.evaluate x))

list_ :: Shown a -> Shown [a]
list_ f l = P.fmap ('[' :) (go (40 :: Int) l)
  where
    go 0 _ = P.return \"...\"
    go n l = guarded_ (E.evaluate l P.>>= cell n)
    cell _ [] = P.return \"]\"
    cell n (x : xs) = f x P.>>= \\a -> go (n P.- 1) xs P.>>= \\b -> P.return (a P.++ (',' : b))

built_ :: String -> [P.IO String] -> P.IO String
built_ name parts = P.fmap (\\shown -> '(' : name P.++ P.concatMap (' ' :) shown P.++ \")\") (P.sequence parts)

run_ :: Int -> Int -> P.IO String -> P.IO ()
run_ number row io = do
  shown <- T.timeout 500000 (E.catch io (\\e -> P.const (P.return \"?\") (e :: E.AsyncException)))
  P.putStrLn (P.unwords [P.show number, P.show row, P.maybe \"?\" P.id shown])
";

/// What a module begins with, after its name: imports, datatypes, constants.
pub(super) fn header(environment: &Environment) -> String {
    let mut text = String::from(
        "import Prelude (Bool (False, True), Int, Maybe (Just, Nothing), String)\nimport qualified Prelude as P\n",
    );
    // Definitions may begin with imports.
    if let Some(definitions) = &environment.haskell {
        text.push_str(definitions);
    }
    for data in environment.datatypes.iter().skip(FIRST_OWN as usize) {
        if data.constructors.is_empty() {
            continue;
        }
        let params: String = (0..data.params).map(|n| format!(" {}", variable_name(n))).collect();
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
    text
}

/// The program.
pub(super) fn program(
    environment: &Environment,
    goal: &Type,
    params: &[Type],
    result: &Type,
    terms: &[Term],
) -> Result<String, NotComparable> {
    let rows = rows(environment, params, haskell_values)?;
    let mut needed = BTreeSet::new();
    let show = shown(environment, result, &mut needed)?;
    let shows = show_functions(environment, needed)?;
    let mut text = String::from(
        "{-# OPTIONS_GHC -w #-}\nmodule Main where\n\
         import qualified Control.Exception as E\nimport qualified System.Timeout as T\n",
    );
    text.push_str(
        library(environment, goal, terms, Language::Haskell, false)
            .trim_start_matches("module Terms where\n"),
    );
    text.push_str(HARNESS);
    text.push_str(&shows);
    let goal = goal.haskell(environment, false);
    let numbers = (0..terms.len()).map(|at| format!("t{at}")).collect::<Vec<_>>();
    let _ = writeln!(text, "terms_ :: [{goal}]\nterms_ = [{}]", numbers.join(", "));
    let _ = writeln!(text, "rows_ :: [({goal}) -> {}]", result.haskell(environment, false));
    let rows: Vec<String> = rows
        .iter()
        .map(|arguments| {
            let arguments: String = arguments.iter().map(|value| format!(" {value}")).collect();
            format!("\\t -> t{arguments}")
        })
        .collect();
    let _ = writeln!(text, "rows_ = [{}]", rows.join(", "));
    let _ = writeln!(
        text,
        "main :: P.IO ()\nmain = P.sequence_ [run_ number row ({show} (apply t)) | (number, t) <- P.zip [0 ..] terms_, \
         (row, apply) <- P.zip [0 ..] rows_]"
    );
    Ok(text)
}

/// Haskell values of a type, as source: whole ones, and ones that fail where they are looked at.
fn haskell_values(environment: &Environment, ty: &Type) -> Result<Vec<String>, NotComparable> {
    let texts = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
    Ok(match ty {
        Type::Data(INT, _) => texts(&["0", "1", "(-1)", FAILS]),
        Type::Data(BOOL, _) => texts(&["True", "False", FAILS]),
        Type::Data(UNIT, _) => texts(&["()", FAILS]),
        Type::Data(STRING, _) => texts(&["\"\"", "\"a\"", FAILS]),
        Type::Data(LIST, args) => {
            let values = haskell_values(environment, &args[0])?;
            let (first, second) = (&values[0], &values[1 % values.len()]);
            vec![
                "[]".into(),
                format!("[{second}, {first}, {second}]"),
                format!("({second} : {FAILS})"),
                format!("({first} : {second} : {FAILS})"),
                format!("({FAILS} : {first} : [])"),
                FAILS.into(),
            ]
        }
        Type::Data(OPTION, args) => {
            let values = haskell_values(environment, &args[0])?;
            let some = values.iter().map(|value| format!("(Just {value})"));
            std::iter::once("Nothing".to_owned()).chain(some).chain([FAILS.to_owned()]).collect()
        }
        Type::Data(data, args) if environment.is_tuple(*data) => rows(environment, args, haskell_values)?
            .iter()
            .map(|row| format!("({})", row.join(", ")))
            .chain([FAILS.to_owned()])
            .collect(),
        Type::Data(data, args) => {
            let applied = |name: &str, row: &[String]| {
                if row.is_empty() { name.to_owned() } else { format!("({name} {})", row.join(" ")) }
            };
            let mut values = own_values(environment, *data, args, haskell_values, applied)?;
            values.push(FAILS.to_owned());
            values
        }
        Type::Fun(arrow) if arrow.params.iter().all(Type::first_order) && arrow.result.first_order() => {
            let lambda = |names: &[String], body: &str| format!("(\\{} -> {body})", names.join(" "));
            let mut found = functions(environment, arrow, haskell_values, lambda, FAILS)?;
            found.push(FAILS.to_owned());
            found
        }
        Type::Fun(_) | Type::Var(_) => return Err(no_arguments(environment, ty)),
    })
}

/// An expression that shows values of a type; `needed` gets the datatypes that need a function of their own.
fn shown(environment: &Environment, ty: &Type, needed: &mut BTreeSet<u32>) -> Result<String, NotComparable> {
    Ok(match ty {
        Type::Data(INT | BOOL | UNIT | STRING, _) => "plain_".into(),
        Type::Data(LIST, args) => format!("(list_ {})", shown(environment, &args[0], needed)?),
        Type::Data(data, args) => {
            needed.insert(*data);
            let mut text = format!("(show{data}_");
            for arg in args {
                let _ = write!(text, " {}", shown(environment, arg, needed)?);
            }
            text + ")"
        }
        Type::Var(n) => format!("arg{n}_"),
        Type::Fun(_) => {
            return Err(NotComparable(format!("values of type `{}` cannot be shown", ty.ocaml(environment))));
        }
    })
}

/// Functions that show datatypes, and those that they need.
fn show_functions(environment: &Environment, mut needed: BTreeSet<u32>) -> Result<String, NotComparable> {
    let (mut done, mut text) = (BTreeSet::new(), String::new());
    while let Some(data) = needed.iter().find(|data| !done.contains(*data)).copied() {
        done.insert(data);
        let declared = &environment.datatypes[data as usize];
        if declared.constructors.is_empty() {
            return Err(NotComparable(format!(
                "values of the abstract type `{}` cannot be shown",
                declared.name
            )));
        }
        let own = Type::Data(data, (0..declared.params).map(Type::Var).collect());
        let params: String = (0..declared.params).map(|n| format!(" arg{n}_")).collect();
        let types: String = (0..declared.params).map(|n| format!("Shown {} -> ", variable_name(n))).collect();
        let _ = writeln!(text, "show{data}_ :: {types}Shown ({})", own.haskell(environment, false));
        let _ = writeln!(
            text,
            "show{data}_{params} value = guarded_ (E.evaluate value P.>>= \\whole -> case whole of"
        );
        for constructor in &declared.constructors {
            let names: Vec<String> = (0..constructor.fields.len()).map(|n| format!("a{n}")).collect();
            let parts: Vec<String> = constructor
                .fields
                .iter()
                .zip(&names)
                .map(|(field, name)| Ok(format!("{} {name}", shown(environment, field, &mut needed)?)))
                .collect::<Result<_, _>>()?;
            let (pattern, name) = match constructor.name.as_str() {
                "," => (format!("({})", names.join(", ")), "tuple"),
                "None" => ("Nothing".to_owned(), "None"),
                "Some" => (format!("Just {}", names.join(" ")), "Some"),
                name => (format!("{name} {}", names.join(" ")), name),
            };
            let _ = writeln!(text, "  {pattern} -> built_ \"{name}\" [{}]", parts.join(", "));
        }
        text.push_str("  )\n");
    }
    Ok(text)
}
