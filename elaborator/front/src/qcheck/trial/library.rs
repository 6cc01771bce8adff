//! Functions of OCaml's library and combinators of QCheck in a trial: those that are known to give a result.

use std::rc::Rc;

use super::super::combinators::{self, Family, library_name};
use super::super::start;
use super::value::{Argument, Callee, MOST, Value};
use super::{MOST_STEPS, Trial};
use crate::syntax::ARRAY;

/// Functions of one argument that give a result for each, and a kind of result of which nothing else is known.
const TO_INT: &str =
    "String.length Bytes.length Int32.to_int Int64.to_int int_of_float truncate Float.to_int";
const TO_TEXT: &str = "string_of_int string_of_bool string_of_float Int.to_string Float.to_string Bool.to_string \
    Int32.to_string Int64.to_string String.uppercase_ascii String.lowercase_ascii String.capitalize_ascii \
    String.uncapitalize_ascii String.trim String.escaped";
const TO_FLOAT: &str = "float_of_int float Float.of_int sqrt exp abs_float Float.abs floor ceil";
const TO_ANYTHING: &str = "fst snd ignore Option.is_some Option.is_none Option.some Option.to_list Either.left Either.right \
    Result.ok Result.error List.flatten List.rev Bytes.of_string Bytes.to_string Int32.of_int Int64.of_int \
    Int64.of_int32 Int32.of_float Int64.of_float Array.copy List.to_seq Char.escaped \
    Char.lowercase_ascii Char.uppercase_ascii";

/// The same for two arguments.
const OF_TWO: &str = "List.rev_append List.append Option.value Fun.const Int.equal Int.compare Char.equal Char.compare \
    String.equal String.compare String.concat Array.append Int32.add Int32.sub Int32.mul Int64.add Int64.sub Int64.mul \
    Int32.equal Int64.equal Int32.compare Int64.compare";

/// Functions that call their first argument with elements of their second, and how many arguments they give it; whether the
/// result is as long as the list.
const OVER_ELEMENTS: [(&str, usize, bool); 14] = [
    ("List.map", 1, true),
    ("List.rev_map", 1, true),
    ("Array.map", 1, false),
    ("Option.map", 1, false),
    ("Result.map", 1, false),
    ("Option.bind", 1, false),
    ("List.filter", 1, false),
    ("List.filter_map", 1, false),
    ("List.concat_map", 1, false),
    ("List.for_all", 1, false),
    ("List.exists", 1, false),
    ("List.find_opt", 1, false),
    ("List.partition", 1, false),
    ("List.mapi", 2, false),
];

/// Longer lists are not made element by element.
const LONGEST: i64 = 512;
/// Longer texts may not fit into memory.
const LONGEST_TEXT: i64 = 1 << 20;

fn names(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|known| known == name)
}

/// What a name means that is not the file's.
pub(super) fn value(name: &str) -> Option<Value> {
    if let Some((family, word)) = library_name(name)
        && combinators::arity(family, word) == Some(0)
    {
        return Some(Value::Generator);
    }
    match name.strip_prefix("Stdlib.").unwrap_or(name) {
        "max_int" | "Int.max_int" => Some(Value::Int(MOST, MOST)),
        "min_int" | "Int.min_int" => Some(Value::Int(super::value::LEAST, super::value::LEAST)),
        _ => Some(Value::Partial(Callee::Library(Rc::from(name)), Vec::new())),
    }
}

/// How many arguments a function of the library takes before it does something.
fn arity(name: &str) -> Option<usize> {
    if [TO_INT, TO_TEXT, TO_FLOAT, TO_ANYTHING].iter().any(|list| names(list, name)) {
        return Some(1);
    }
    if names(OF_TWO, name) || OVER_ELEMENTS.iter().any(|(known, ..)| *known == name) {
        return Some(2);
    }
    Some(match name {
        "succ" | "pred" | "abs" | "~-" | "not" | "Int.succ" | "Int.pred" | "Int.abs" | "Int.neg"
        | "Fun.id" | "Char.code" | "Char.chr" | "List.length" | "Array.length" | "Array.of_list"
        | "Array.to_list" | "List.hd" | "List.tl" | "List.concat" => 1,
        "+" | "-" | "*" | "/" | "mod" | "min" | "max" | "compare" | "=" | "<>" | "<" | "<=" | ">" | ">="
        | "==" | "!=" | "^" | "@" | "+." | "-." | "*." | "/." | "**" | "land" | "lor" | "lxor" | "lsl"
        | "lsr" | "asr" | "Int.add" | "Int.sub" | "Int.mul" | "Int.min" | "Int.max" | "List.cons"
        | "List.mem" | "List.assoc_opt" | "List.mem_assoc" | "List.init" | "Array.init" | "String.make"
        | "List.nth" | "Array.get" | "List.sort" | "List.stable_sort" | "List.sort_uniq" => 2,
        "List.fold_left" | "List.fold_right" => 3,
        _ => return None,
    })
}

/// An operator of OCaml that is given both operands.
pub(super) fn operation(name: &str, left: &Value, right: &Value) -> Option<Value> {
    let ints = match (left, right) {
        (Value::Int(a, b), Value::Int(c, d)) => Some(((*a, *b), (*c, *d))),
        _ => None,
    };
    Some(match name {
        "+" => ints.map_or_else(Value::any_int, |(left, right)| Value::sum(left, right)),
        "-" => ints
            .map_or_else(Value::any_int, |((a, b), (c, d))| Value::int(a.checked_sub(d), b.checked_sub(c))),
        "*" => ints.map_or_else(Value::any_int, |((a, b), (c, d))| {
            let corners = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
            let corners: Option<Vec<i64>> = corners.into_iter().collect();
            let ends = corners.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
            ends.map_or_else(Value::any_int, |(low, high)| Value::int(Some(low), Some(high)))
        }),
        "/" | "mod" => match right {
            Value::Int(by, to) if *by > 0 || *to < 0 => match (left, by == to && *by > 0) {
                (Value::Int(low, high), true) if name == "/" => Value::Int(low / by, high / by),
                (Value::Int(low, high), true) if *low >= 0 => Value::Int(0, (*high).min(by - 1)),
                (_, true) if name == "mod" => Value::Int(1 - by, by - 1),
                _ => Value::any_int(),
            },
            _ => return None,
        },
        "=" | "<>" | "<" | "<=" | ">" | ">=" | "compare" | "min" | "max" => {
            if !left.is_plain() && !right.is_plain() {
                return None;
            }
            match (name, ints) {
                ("compare", _) => Value::any_int(),
                ("min", Some(((a, b), (c, d)))) => Value::Int(a.min(c), b.min(d)),
                ("max", Some(((a, b), (c, d)))) => Value::Int(a.max(c), b.max(d)),
                ("min" | "max", _) => left.clone().or(right.clone()),
                (_, Some(ints)) => Value::Truth(decided(name, ints)),
                ("=" | "<>", None) => {
                    Value::Truth(is_empty_list(left, right).map(|same| same == (name == "=")))
                }
                _ => Value::Truth(None),
            }
        }
        "==" | "!=" => Value::Truth(None),
        "^" => Value::Text(None),
        "+." | "-." | "*." | "/." | "**" => Value::Float(None),
        "land" | "lor" | "lxor" | "lsl" | "lsr" | "asr" => Value::any_int(),
        "@" => put_together(left, right),
        _ => return None,
    })
}

fn decided(name: &str, ((a, b), (c, d)): ((i64, i64), (i64, i64))) -> Option<bool> {
    let always = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    match name {
        "<" => always(b < c, a >= d),
        "<=" => always(b <= c, a > d),
        ">" => always(a > d, b <= c),
        ">=" => always(a >= d, b < c),
        "=" => always(a == b && c == d && a == c, b < c || d < a),
        _ => decided("=", ((a, b), (c, d))).map(|same| !same),
    }
}

/// Whether two lists are the same, where one is empty.
fn is_empty_list(left: &Value, right: &Value) -> Option<bool> {
    match (left, right) {
        (Value::Made(a, _), Value::Made(b, _)) if a == "[]" || b == "[]" => Some(a == b),
        _ => None,
    }
}

fn put_together(left: &Value, right: &Value) -> Value {
    match (elements(left), left, right) {
        (Some(all), ..) => all.into_iter().rev().fold(right.clone(), |tail, head| cons(head, tail)),
        (None, Value::Made(..), _) | (None, _, Value::Made(..))
            if is_non_empty(left) || is_non_empty(right) =>
        {
            Value::non_empty()
        }
        _ => Value::Unknown,
    }
}

/// The list that an array is made of.
fn listed(value: &Value) -> &Value {
    match value {
        Value::Made(name, parts) if name == ARRAY => parts.first().unwrap_or(value),
        _ => value,
    }
}

fn cons(head: Value, tail: Value) -> Value {
    Value::Made("::".to_owned(), vec![head, tail])
}

fn list(elements: Vec<Value>) -> Value {
    let nil = Value::Made("[]".to_owned(), Vec::new());
    elements.into_iter().rev().fold(nil, |tail, head| cons(head, tail))
}

fn is_non_empty(value: &Value) -> bool {
    matches!(value, Value::Made(name, _) if name == "::")
}

/// The elements of a list, if all are known to be there.
fn elements(value: &Value) -> Option<Vec<Value>> {
    let (mut all, mut at) = (Vec::new(), value);
    loop {
        match at {
            Value::Made(name, parts) => match (name.as_str(), parts.as_slice()) {
                ("[]", []) => return Some(all),
                ("::", [head, tail]) => {
                    all.push(head.clone());
                    at = tail;
                }
                _ => return None,
            },
            _ => return None,
        }
    }
}

impl Trial<'_, '_> {
    /// A function of a library that was given these arguments so far.
    pub(super) fn call_library(&self, name: &Rc<str>, arguments: Vec<Argument>) -> Option<Value> {
        if let Some((family, word)) = library_name(name) {
            return self.call_combinator(family, word, name, arguments);
        }
        let plain = name.strip_prefix("Stdlib.").unwrap_or(name);
        if arguments.iter().any(|argument| argument.label.is_some()) {
            return None;
        }
        if matches!(plain, "Printf.sprintf" | "Format.sprintf" | "Format.asprintf") {
            let Value::Text(Some(format)) = &arguments.first()?.value else { return None };
            let holes = holes_of_format(format)?;
            return match arguments.len() - 1 {
                given if given < holes => Some(Value::Partial(Callee::Library(name.clone()), arguments)),
                given => (given == holes).then_some(Value::Text(None)),
            };
        }
        let count = arity(plain)?;
        if arguments.len() < count {
            return Some(Value::Partial(Callee::Library(name.clone()), arguments));
        }
        let mut arguments = arguments;
        let rest = arguments.split_off(count);
        let values: Vec<Value> = arguments.into_iter().map(|argument| argument.value).collect();
        let result = self.of_library(plain, &values)?;
        self.apply(result, rest)
    }

    fn of_library(&self, name: &str, values: &[Value]) -> Option<Value> {
        if let [left, right] = values
            && let Some(result) = operation(name, left, right)
        {
            return Some(result);
        }
        let kinds =
            [(TO_INT, Value::any_int()), (TO_TEXT, Value::Text(None)), (TO_FLOAT, Value::Float(None))];
        if let Some((_, result)) = kinds.into_iter().find(|(list, _)| names(list, name)) {
            return Some(result);
        }
        if let ([function, over], Some((_, given, as_long))) =
            (values, OVER_ELEMENTS.iter().find(|(known, ..)| *known == name))
        {
            return self.over_elements(function, over, *given, *as_long);
        }
        let one = Value::Int(1, 1);
        Some(match (name, values) {
            ("fst" | "snd", [Value::Made(tuple, parts)]) if tuple == "," && parts.len() == 2 => {
                parts[usize::from(name == "snd")].clone()
            }
            ("Fun.id" | "Fun.const", [first, ..]) => first.clone(),
            ("succ" | "Int.succ", [value]) => operation("+", value, &one)?,
            ("pred" | "Int.pred", [value]) => operation("-", value, &one)?,
            ("~-" | "Int.neg", [value]) => value.clone().negated(),
            ("abs" | "Int.abs", [Value::Int(low, high)]) if *low >= 0 => Value::Int(*low, *high),
            ("abs" | "Int.abs", [_]) => Value::any_int(),
            ("not", [Value::Truth(known)]) => Value::Truth(known.map(|known| !known)),
            ("not", [_]) => Value::Truth(None),
            ("Int.add", [a, b]) => operation("+", a, b)?,
            ("Int.sub", [a, b]) => operation("-", a, b)?,
            ("Int.mul", [a, b]) => operation("*", a, b)?,
            ("Int.min" | "Int.max", [a, b]) => match (a, b) {
                (Value::Int(..), _) | (_, Value::Int(..)) => operation(&name[4..], a, b)?,
                _ => Value::any_int(),
            },
            ("Char.code", [_]) => Value::Int(0, 255),
            ("Char.chr", [Value::Int(low, high)]) if *low >= 0 && *high <= 255 => {
                Value::Char(u8::try_from(*low).ok().filter(|_| low == high))
            }
            ("Array.of_list", [list]) => Value::Made(ARRAY.to_owned(), vec![list.clone()]),
            ("Array.to_list", [array]) => listed(array).clone(),
            ("List.length" | "Array.length", [value]) => match elements(listed(value)) {
                Some(all) => {
                    let count = i64::try_from(all.len()).ok()?;
                    Value::Int(count, count)
                }
                None => Value::Int(i64::from(is_non_empty(listed(value))), MOST),
            },
            ("List.hd", [Value::Made(cell, parts)]) if cell == "::" => parts.first()?.clone(),
            ("List.tl", [Value::Made(cell, parts)]) if cell == "::" => parts.get(1)?.clone(),
            ("List.nth" | "Array.get", [of, Value::Int(low, high)]) => {
                let all = elements(listed(of))?;
                let (low, high) = (usize::try_from(*low).ok()?, usize::try_from(*high).ok()?);
                all.get(low..=high)?.iter().cloned().reduce(Value::or)?
            }
            ("List.cons", [head, tail]) => cons(head.clone(), tail.clone()),
            ("List.append", [left, right]) => put_together(left, right),
            ("List.concat" | "List.flatten", [lists]) => match elements(lists) {
                Some(all) => all.iter().rev().fold(list(Vec::new()), |tail, one| put_together(one, &tail)),
                None => Value::Unknown,
            },
            ("List.rev", [of]) => match elements(of) {
                Some(all) => list(all.into_iter().rev().collect()),
                None if is_non_empty(of) => Value::non_empty(),
                None => Value::Unknown,
            },
            ("List.mem" | "List.assoc_opt" | "List.mem_assoc", [wanted, _]) if wanted.is_plain() => {
                Value::Unknown
            }
            ("List.init" | "Array.init", [Value::Int(low, high), function]) if *low >= 0 => {
                self.made(function, *low, *high, name == "List.init")?
            }
            ("String.make", [Value::Int(low, high), _]) if *low >= 0 && *high <= LONGEST_TEXT => {
                Value::Text(None)
            }
            ("List.sort" | "List.stable_sort" | "List.sort_uniq", [function, of]) => {
                self.called(function, &[Value::Unknown, Value::Unknown])
                    .or_else(|| self.compares_plain(function, of))?;
                if is_non_empty(of) { Value::non_empty() } else { Value::Unknown }
            }
            ("List.fold_left", [function, first, of]) => match elements(of) {
                Some(all) => {
                    let mut result = first.clone();
                    for one in all {
                        result = self.called(function, &[result, one])?;
                    }
                    result
                }
                None => self.called(function, &[Value::Unknown, Value::Unknown]).map(|_| Value::Unknown)?,
            },
            ("List.fold_right", [function, _, _]) => {
                self.called(function, &[Value::Unknown, Value::Unknown]).map(|_| Value::Unknown)?
            }
            _ if names(TO_ANYTHING, name) || names(OF_TWO, name) => Value::Unknown,
            _ => return None,
        })
    }

    /// `compare` on the elements of a list of plain values.
    fn compares_plain(&self, function: &Value, of: &Value) -> Option<Value> {
        let Value::Partial(Callee::Library(name), given) = function else { return None };
        (matches!(&**name, "compare" | "Stdlib.compare") && given.is_empty() && of.is_plain())
            .then(Value::any_int)
    }

    fn called(&self, function: &Value, values: &[Value]) -> Option<Value> {
        let arguments = values.iter().map(|value| Argument { label: None, value: value.clone() });
        self.apply(function.clone(), arguments.collect())
    }

    fn over_elements(&self, function: &Value, over: &Value, given: usize, as_long: bool) -> Option<Value> {
        if let (Some(all), true) = (elements(over), as_long) {
            let mapped: Option<Vec<Value>> =
                all.iter().map(|one| self.called(function, std::slice::from_ref(one))).collect();
            return mapped.map(list);
        }
        self.called(function, &vec![Value::Unknown; given])?;
        Some(if as_long && is_non_empty(over) { Value::non_empty() } else { Value::Unknown })
    }

    /// `List.init n f`
    fn made(&self, function: &Value, low: i64, high: i64, is_list: bool) -> Option<Value> {
        if high > LONGEST || usize::try_from(high).ok()? > MOST_STEPS {
            return None;
        }
        if low == high && is_list {
            let all: Option<Vec<Value>> =
                (0..low).map(|at| self.called(function, &[Value::Int(at, at)])).collect();
            return all.map(list);
        }
        if high > 0 {
            self.called(function, &[Value::Int(0, high - 1)])?;
        }
        Some(if low > 0 && is_list { Value::non_empty() } else { Value::Unknown })
    }

    fn call_combinator(
        &self,
        family: Family,
        word: &str,
        name: &Rc<str>,
        arguments: Vec<Argument>,
    ) -> Option<Value> {
        let plain: Vec<&Value> = arguments
            .iter()
            .filter(|argument| argument.label.is_none())
            .map(|argument| &argument.value)
            .collect();
        if family == Family::Other {
            let fine = arguments.iter().filter(|argument| argument.label.is_some()).all(|argument| {
                let counted = matches!(argument.value, Value::Int(low, _) if low >= 0);
                let printer = argument.label.as_deref() == Some("print");
                counted || printer || matches!(argument.value, Value::Text(_)) || !word.starts_with("Test.")
            });
            return (fine && plain.len() <= start::before_it_calls(word))
                .then(|| Value::Partial(Callee::Library(name.clone()), arguments.clone()));
        }
        let count = combinators::arity(family, word)?;
        if plain.len() < count {
            return Some(Value::Partial(Callee::Library(name.clone()), arguments.clone()));
        }
        if plain.len() > count {
            return None;
        }
        if combinators::never_fails(family, word) {
            return Some(Value::Generator);
        }
        let range = |low: &Value, high: &Value| match (low, high) {
            (Value::Int(_, low), Value::Int(high, _)) => low <= high,
            _ => false,
        };
        let fine = match (combinators::old_name(family, word), plain.as_slice()) {
            (_, []) => true,
            ("int_range", [low, high]) => range(low, high),
            ("int_bound" | "nat_split2", [high]) => range(&Value::Int(0, 0), high),
            ("pos_split2", [high]) => range(&Value::Int(2, 2), high),
            ("char_range", [Value::Char(Some(low)), Value::Char(Some(high))]) => low <= high,
            ("float_range" | "--.", [Value::Float(Some(low)), Value::Float(Some(high))]) => {
                low <= high && (high - low).is_finite()
            }
            ("float_bound_inclusive" | "float_bound_exclusive", [Value::Float(Some(high))]) => *high > 0.0,
            ("oneof" | "oneofl" | "oneofa", [of]) => is_non_empty(listed(of)),
            ("frequency" | "frequencyl", [of]) => elements(of).is_some_and(|all| has_weight(&all)),
            _ => false,
        };
        fine.then_some(Value::Generator)
    }
}

/// Whether weights are numbers of which none is negative, and something can be drawn.
fn has_weight(entries: &[Value]) -> bool {
    let (mut least, mut most) = (0_i64, 0_i64);
    for entry in entries {
        let Value::Made(tuple, parts) = entry else { return false };
        let (",", [Value::Int(low, high), _]) = (tuple.as_str(), parts.as_slice()) else { return false };
        if *low < 0 || *high >= 1 << 30 {
            return false;
        }
        least += low;
        most += high;
    }
    least >= 1 && most < 1 << 30
}

/// How many arguments a format takes, if none of them is a function.
fn holes_of_format(format: &str) -> Option<usize> {
    let mut letters = format.chars();
    let mut holes = 0;
    while let Some(letter) = letters.next() {
        if letter == '@' {
            return None;
        }
        if letter != '%' {
            continue;
        }
        let kind =
            letters.by_ref().find(|letter| !matches!(letter, '0'..='9' | '-' | '+' | '#' | ' ' | '.'))?;
        match kind {
            '%' | '!' => {}
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 's' | 'S' | 'c' | 'C' | 'b' | 'B' | 'f' | 'F' | 'e' | 'g'
            | 'h' => {
                holes += 1;
            }
            'l' | 'L' | 'n' => {
                letters.next().filter(|letter| matches!(letter, 'd' | 'i' | 'u' | 'x' | 'X' | 'o'))?;
                holes += 1;
            }
            // `%a` and `%t` call functions, `%*d` takes two arguments.
            _ => return None,
        }
    }
    Some(holes)
}
