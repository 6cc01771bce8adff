//! Names with OCaml's numbers, and without.

use crate::library;

/// Between a name and OCaml's number. No lexeme of OCaml contains it.
pub(crate) const MARK: char = '\u{1}';

/// What of `Stdlib` has the meaning that it has everywhere.
const STDLIB: [&str; 40] = [
    "+",
    "-",
    "*",
    "/",
    "mod",
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "not",
    "~-",
    "~+",
    "@",
    "|>",
    "@@",
    "fst",
    "snd",
    "max",
    "min",
    "abs",
    "succ",
    "pred",
    "ignore",
    "failwith",
    "invalid_arg",
    "raise",
    "max_int",
    "min_int",
    "compare",
    "^",
    "land",
    "lor",
    "&",
    "or",
];

/// The types that OCaml and the kernel share.
const BASIC: [&str; 9] = ["int", "bool", "unit", "list", "option", "result", "string", "char", "float"];

/// `g/92` with a mark.
pub(super) fn unique(id: &str) -> String {
    match id.rsplit_once('/') {
        Some((name, number)) if !name.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{name}{MARK}{number}")
        }
        _ => id.to_owned(),
    }
}

/// A constructor or field, marked with the number of its type.
pub(super) fn member(name: &str, owner: &str) -> String {
    match (owner.rsplit_once('/'), of_library(owner).and_then(|path| path.split_once('.'))) {
        (Some((_, number)), _) => format!("{name}{MARK}{number}"),
        (None, Some((module, _))) => format!("{module}.{name}"),
        (None, None) => name.to_owned(),
    }
}

/// A name as it was written: marks and the numbers behind them removed.
pub(crate) fn plain(name: &str) -> String {
    let mut out = String::new();
    let mut skipping = false;
    for c in name.chars() {
        if c == MARK {
            skipping = true;
        } else if !(skipping && c.is_ascii_digit()) {
            skipping = false;
            out.push(c);
        }
    }
    out
}

/// The name of a value that is not of this file; the path if it is not known.
pub(super) fn known_value(path: &str) -> Result<&str, String> {
    match path.split_once('.') {
        Some(("Covenant_runtime", name)) => Ok(name),
        Some(("Stdlib", name)) if STDLIB.contains(&name) => Ok(name),
        Some(("QCheck" | "QCheck2" | "Covenant_qcheck", _)) => Ok(path),
        _ => of_library(path).ok_or_else(|| format!("`{}`", written_path(path))),
    }
}

/// `List.map` for `Stdlib.List.map` or `Stdlib__List.map`, if the module is known.
fn of_library(path: &str) -> Option<&str> {
    let name = path.strip_prefix("Stdlib.").or_else(|| path.strip_prefix("Stdlib__"))?;
    let (module, own) = name.split_once('.')?;
    (library::is_library(module) && !own.contains('.')).then_some(name)
}

/// A type's name; what it is, in words, if it is not known.
pub(super) fn type_name(path: &str) -> Result<String, String> {
    if path.contains('/') {
        return Ok(unique(path));
    }
    match path {
        "QCheck.Gen.t" | "QCheck.Representation.t" => return Ok("QCheck.Gen.t".to_owned()),
        "QCheck2.Gen.t" | "QCheck2.Representation.t" => return Ok("QCheck2.Gen.t".to_owned()),
        "QCheck.arbitrary" | "QCheck.Arbitrary.t" => return Ok("QCheck.arbitrary".to_owned()),
        _ => {}
    }
    match path.split_once('.') {
        None if BASIC.contains(&path) => Ok(path.to_owned()),
        Some(("Covenant_runtime", name)) => Ok(name.to_owned()),
        Some(("Stdlib", "result")) => Ok("result".to_owned()),
        _ => match of_library(path) {
            Some(name) => Ok(name.to_owned()),
            None => Err(format!("the type `{}`", written_path(path))),
        },
    }
}

/// A path without OCaml's numbers.
fn written_path(path: &str) -> String {
    plain(&path.replace('/', &MARK.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_and_go() {
        assert_eq!(plain(&unique("g/92")), "g");
        assert_eq!(plain(&unique("//7")), "/");
        assert_eq!(unique("/"), "/");
        assert_eq!(plain(&member("Node", "tree/12")), "Node");
        assert_eq!(plain(&format!("x1{MARK}20, y2")), "x1, y2");
    }

    #[test]
    fn only_known_names_are_plain() {
        assert_eq!(known_value("Stdlib.+"), Ok("+"));
        assert_eq!(known_value("Covenant_runtime.nat_gen"), Ok("nat_gen"));
        assert_eq!(known_value("Stdlib.List.map"), Ok("List.map"));
        assert_eq!(known_value("Stdlib__List.map"), Ok("List.map"));
        assert_eq!(known_value("Stdlib.Hashtbl.find"), Err("`Stdlib.Hashtbl.find`".to_owned()));
        assert_eq!(known_value("M/12.map"), Err("`M.map`".to_owned()));
        assert_eq!(type_name("Stdlib.Float.t"), Err("the type `Stdlib.Float.t`".to_owned()));
    }
}
