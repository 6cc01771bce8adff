//! Types as text: read as OCaml writes them, and written for OCaml and Haskell.
//!
//! `a -> b -> c` is read as a function of two arguments. Curried printing gives the same OCaml type back.

use crate::environment::{Environment, TUPLE_2};
use crate::types::{Arrow, Type};
use std::fmt::Write as _;

impl Type {
    /// In OCaml's notation, curried.
    #[must_use]
    pub fn ocaml(&self, environment: &Environment) -> String {
        Notation { environment, tupled: false }.ocaml(self, Place::Anywhere)
    }

    /// In OCaml's notation; with `tupled`, extensible functions take a tuple.
    #[must_use]
    pub fn ocaml_as(&self, environment: &Environment, tupled: bool) -> String {
        Notation { environment, tupled }.ocaml(self, Place::Anywhere)
    }

    /// In Haskell's notation.
    #[must_use]
    pub fn haskell(&self, environment: &Environment, tupled: bool) -> String {
        Notation { environment, tupled }.haskell(self, Place::Anywhere)
    }
}

/// Where a type stands; decides about parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    LeftOfArrow,
    InTuple,
    Argument,
}

/// The name of a type variable.
#[must_use]
pub fn variable_name(n: u32) -> String {
    let letter = char::from(b'a' + (n % 26) as u8);
    if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26) }
}

struct Notation<'e> {
    environment: &'e Environment,
    tupled: bool,
}

impl Notation<'_> {
    fn ocaml(&self, ty: &Type, place: Place) -> String {
        match ty {
            Type::Var(n) => format!("'{}", variable_name(*n)),
            Type::Data(data, args) if *data >= TUPLE_2 && self.environment.is_tuple(*data) => {
                let parts: Vec<String> = args.iter().map(|arg| self.ocaml(arg, Place::InTuple)).collect();
                let text = parts.join(" * ");
                if matches!(place, Place::Anywhere | Place::LeftOfArrow) { text } else { format!("({text})") }
            }
            Type::Data(data, args) => {
                let name = &self.environment.datatypes[*data as usize].name;
                match args.as_slice() {
                    [] => name.clone(),
                    [arg] => format!("{} {name}", self.ocaml(arg, Place::Argument)),
                    _ => {
                        let parts: Vec<String> =
                            args.iter().map(|arg| self.ocaml(arg, Place::Anywhere)).collect();
                        format!("({}) {name}", parts.join(", "))
                    }
                }
            }
            Type::Fun(arrow) => {
                let mut text = String::new();
                if arrow.params.is_empty() {
                    text.push_str("unit -> ");
                } else if self.tupled && arrow.hole.is_some() && arrow.params.len() > 1 {
                    let parts: Vec<String> =
                        arrow.params.iter().map(|param| self.ocaml(param, Place::InTuple)).collect();
                    let _ = write!(text, "{} -> ", parts.join(" * "));
                } else {
                    for param in &arrow.params {
                        let _ = write!(text, "{} -> ", self.ocaml(param, Place::LeftOfArrow));
                    }
                }
                text.push_str(&self.ocaml(&arrow.result, Place::Anywhere));
                if place == Place::Anywhere { text } else { format!("({text})") }
            }
        }
    }

    fn haskell(&self, ty: &Type, place: Place) -> String {
        let several = |parts: &[Type]| {
            let parts: Vec<String> = parts.iter().map(|part| self.haskell(part, Place::Anywhere)).collect();
            format!("({})", parts.join(", "))
        };
        match ty {
            Type::Var(n) => variable_name(*n),
            Type::Data(data, args) if self.environment.is_tuple(*data) => several(args),
            Type::Data(data, args) => {
                let name = haskell_type_name(&self.environment.datatypes[*data as usize].name);
                match args.as_slice() {
                    [] => name,
                    [arg] if name == "[]" => format!("[{}]", self.haskell(arg, Place::Anywhere)),
                    _ => {
                        let parts: Vec<String> =
                            args.iter().map(|arg| self.haskell(arg, Place::Argument)).collect();
                        let text = format!("{name} {}", parts.join(" "));
                        if place == Place::Argument { format!("({text})") } else { text }
                    }
                }
            }
            Type::Fun(arrow) => {
                let mut text = String::new();
                if arrow.params.is_empty() {
                    text.push_str("() -> ");
                } else if self.tupled && arrow.hole.is_some() && arrow.params.len() > 1 {
                    let _ = write!(text, "{} -> ", several(&arrow.params));
                } else {
                    for param in &arrow.params {
                        let _ = write!(text, "{} -> ", self.haskell(param, Place::LeftOfArrow));
                    }
                }
                text.push_str(&self.haskell(&arrow.result, Place::Anywhere));
                if place == Place::Anywhere { text } else { format!("({text})") }
            }
        }
    }
}

/// The name that Haskell has for a type.
fn haskell_type_name(name: &str) -> String {
    match name {
        "list" => "[]".into(),
        "option" => "Maybe".into(),
        "unit" => "()".into(),
        _ => capital(name),
    }
}

/// With a capital letter.
#[must_use]
pub fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What is wrong with the text of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// Where, in bytes from the beginning of the text.
    pub at: usize,
    /// What is wrong and what is expected.
    pub message: String,
}

/// A type that was read, with the names of its variables in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The type.
    pub ty: Type,
    /// Its variables.
    pub variables: Vec<String>,
}

/// Nesting beyond which a type is refused.
const MOST_NESTING: usize = 100;

/// Reads a type in OCaml's notation. `.. -> t` is a function whose parameters are found while terms grow; it may
/// stand at the top only, and only if `open` is allowed.
///
/// # Errors
///
/// If it is not a type, or names one that the environment does not have.
pub fn parse(text: &str, environment: &Environment, open: bool) -> Result<Scheme, TypeError> {
    let mut parser = Parser { text, at: 0, environment, variables: Vec::new(), fixed: false, depth: 0 };
    if open && parser.eat("..") {
        parser.expect("->")?;
        let result = parser.arrow()?;
        parser.end()?;
        let ty = Type::Fun(Box::new(Arrow { params: Vec::new(), result, hole: Some(0) }));
        return Ok(Scheme { ty, variables: parser.variables });
    }
    let ty = parser.arrow()?;
    parser.end()?;
    Ok(Scheme { ty, variables: parser.variables })
}

/// Reads a type whose variables are given: those of a datatype's declaration.
///
/// # Errors
///
/// As [`parse`], and if there is another variable.
pub fn parse_with(text: &str, environment: &Environment, variables: &[String]) -> Result<Type, TypeError> {
    let mut parser =
        Parser { text, at: 0, environment, variables: variables.to_vec(), fixed: true, depth: 0 };
    let ty = parser.arrow()?;
    parser.end()?;
    Ok(ty)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    environment: &'t Environment,
    variables: Vec<String>,
    fixed: bool,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, TypeError> {
        Err(TypeError { at: self.at.min(self.text.len()), message: message.into() })
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), TypeError> {
        if self.eat(token) { Ok(()) } else { self.wrong(format!("expected `{token}`")) }
    }

    fn end(&mut self) -> Result<(), TypeError> {
        self.space();
        if self.rest().is_empty() { Ok(()) } else { self.wrong(format!("unexpected `{}`", self.rest())) }
    }

    fn word(&mut self) -> Option<&'t str> {
        self.space();
        let rest = self.rest();
        let more = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '.');
        let first = rest.chars().next()?;
        if !(first.is_ascii_alphabetic() || first == '_') {
            return None;
        }
        let length = rest.find(|c| !more(c)).unwrap_or(rest.len());
        self.at += length;
        Some(&rest[..length])
    }

    fn arrow(&mut self) -> Result<Type, TypeError> {
        self.depth += 1;
        if self.depth > MOST_NESTING {
            return self.wrong("this type is nested too deep");
        }
        let mut params = vec![self.tuple()?];
        while self.eat("->") {
            params.push(self.tuple()?);
        }
        self.depth -= 1;
        let result = params.pop().unwrap_or(Type::Var(0));
        // `a -> (b -> c)` is the same type in OCaml.
        Ok(match (params.is_empty(), result) {
            (false, Type::Fun(arrow)) if arrow.hole.is_none() => {
                params.extend(arrow.params);
                Type::function(params, arrow.result)
            }
            (_, result) => Type::function(params, result),
        })
    }

    fn tuple(&mut self) -> Result<Type, TypeError> {
        let start = self.at;
        let mut parts = vec![self.applied()?];
        while self.eat("*") {
            parts.push(self.applied()?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        match self.environment.tuple(parts.len()) {
            Some(data) => Ok(Type::Data(data, parts)),
            None => {
                self.at = start;
                self.wrong("tuples of more than four components are not supported")
            }
        }
    }

    fn applied(&mut self) -> Result<Type, TypeError> {
        let mut args = if self.eat("(") {
            let mut parts = vec![self.arrow()?];
            while self.eat(",") {
                parts.push(self.arrow()?);
            }
            self.expect(")")?;
            parts
        } else if self.eat("'") {
            let Some(name) = self.word() else { return self.wrong("expected the name of a type variable") };
            vec![self.variable(name)?]
        } else {
            Vec::new()
        };
        loop {
            let before = self.at;
            let Some(name) = self.word() else { break };
            let start = self.at - name.len();
            args = match self.environment.applied_type(name, args) {
                Ok(ty) => vec![ty],
                Err(message) => {
                    self.at = start.max(before);
                    return self.wrong(message);
                }
            };
        }
        match args.len() {
            1 => Ok(args.remove(0)),
            0 => self.wrong("expected a type"),
            _ => self.wrong("expected the name of a type after its arguments"),
        }
    }

    fn variable(&mut self, name: &str) -> Result<Type, TypeError> {
        let at = self.variables.iter().position(|known| known == name);
        match at {
            Some(n) => Ok(Type::Var(n as u32)),
            None if self.fixed => {
                self.wrong(format!("the type variable '{name} is not a parameter of this type"))
            }
            None => {
                self.variables.push(name.to_owned());
                Ok(Type::Var((self.variables.len() - 1) as u32))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_and_written() {
        let environment = Environment::builtin();
        for text in [
            "int",
            "int list -> int list",
            "(int -> bool) -> int list -> bool option",
            "'a -> 'b -> 'a * 'b",
            "(int * bool) list",
            "(unit -> int) list list",
        ] {
            assert_eq!(parse(text, &environment, false).expect(text).ty.ocaml(&environment), text);
        }
        let nested = parse("int -> (int -> int)", &environment, false).expect("a type").ty;
        assert_eq!(nested, parse("int -> int -> int", &environment, false).expect("a type").ty);
    }

    #[test]
    fn what_is_no_type_is_refused_with_the_place() {
        let environment = Environment::builtin();
        for (text, at, part) in [
            ("int lst", 4, "unknown type `lst`"),
            ("int ->", 6, "expected a type"),
            ("(int, int) list", 11, "takes 1 argument"),
            ("int list)", 8, "unexpected `)`"),
            (".. -> int", 0, "expected a type"),
            ("int * int * int * int * int", 0, "more than four"),
        ] {
            let error = parse(text, &environment, false).expect_err(text);
            assert!(error.message.contains(part), "{text}: {}", error.message);
            assert_eq!(error.at, at, "{text}: {}", error.message);
        }
        let deep = format!("{}int{}", "(".repeat(1000), ")".repeat(1000));
        assert!(parse(&deep, &environment, false).expect_err("deep").message.contains("too deep"));
    }
}
