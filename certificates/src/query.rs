//! The part of SMT-LIB that queries of the solver log are written in.
//!
//! A query is for other programs: `covenant audit --resolve` and `covenant log` hand it to solvers. SMT-LIB
//! has commands that write files and change what is printed, and words that contain anything at all, so
//! a query from a file is never passed on as it is. It is read into this form, which has
//! declarations, definitions, assertions and one question, in words of letters and digits; and what a
//! solver gets is this form, printed.

use std::fmt;

/// A query: commands in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    commands: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

/// The writer gives long terms names, so terms are not deep.
const MOST_DEPTH: usize = 2000;

impl Query {
    /// Reads a query; none if it has anything but what the writer of queries writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Query> {
        let commands = terms(text)?;
        commands.iter().all(is_command).then_some(Query { commands })
    }

    /// Does it ask?
    #[must_use]
    pub fn asks(&self) -> bool {
        self.commands.iter().any(|command| head(command) == Some("check-sat"))
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.commands.iter().try_for_each(|command| writeln!(f, "{command}"))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Word(word) => f.write_str(word),
            Term::List(terms) => {
                f.write_str("(")?;
                for (i, term) in terms.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    write!(f, "{term}")?;
                }
                f.write_str(")")
            }
        }
    }
}

fn terms(text: &str) -> Option<Vec<Term>> {
    let mut open: Vec<Vec<Term>> = vec![Vec::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match c {
            ' ' | '\n' => rest = &rest[1..],
            '(' => {
                open.push(Vec::new());
                rest = &rest[1..];
                if open.len() > MOST_DEPTH {
                    return None;
                }
            }
            ')' => {
                let list = open.pop()?;
                open.last_mut()?.push(Term::List(list));
                rest = &rest[1..];
            }
            _ => {
                let end = rest.find([' ', '\n', '(', ')']).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                let allowed = |b: u8| b.is_ascii_alphanumeric() || b"_-+*=<>!:".contains(&b);
                if !word.bytes().all(allowed) {
                    return None;
                }
                open.last_mut()?.push(Term::Word(word.to_owned()));
                rest = after;
            }
        }
    }
    match open.as_mut_slice() {
        [all] => Some(std::mem::take(all)),
        _ => None,
    }
}

fn head(term: &Term) -> Option<&str> {
    match term {
        Term::List(parts) => match parts.first() {
            Some(Term::Word(word)) => Some(word),
            _ => None,
        },
        Term::Word(_) => None,
    }
}

/// A name that a query declares: a letter, then letters, digits and `_`.
fn is_symbol(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// What may stand in a formula or a sort: names, numerals and operators.
fn is_plain(term: &Term) -> bool {
    const OPERATORS: [&str; 8] = ["+", "-", "*", "=", "<=", "<", "=>", "_"];
    match term {
        Term::Word(word) => {
            is_symbol(word)
                || (!word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()))
                || (OPERATORS.contains(&word.as_str()) && word != "_")
        }
        Term::List(parts) => parts.iter().all(is_plain),
    }
}

fn is_command(term: &Term) -> bool {
    let Term::List(parts) = term else { return false };
    let Some(Term::Word(command)) = parts.first() else { return false };
    let arguments = parts.get(1..).unwrap_or_default();
    let named = |term: &Term| matches!(term, Term::Word(word) if is_symbol(word));
    match (command.as_str(), arguments) {
        ("set-logic", [logic]) => *logic == Term::Word("ALL".to_owned()),
        ("declare-sort", [name, arity]) => named(name) && *arity == Term::Word("0".to_owned()),
        ("declare-fun", [name, sorts @ Term::List(_), result]) => {
            named(name) && is_plain(sorts) && is_plain(result)
        }
        ("declare-datatypes", [heads @ Term::List(_), bodies @ Term::List(_)]) => {
            is_plain(heads) && is_plain(bodies)
        }
        ("define-fun", [name, Term::List(none), sort, body]) => {
            named(name) && none.is_empty() && is_plain(sort) && is_plain(body)
        }
        ("assert", [Term::List(annotated)]) => match annotated.as_slice() {
            [mark, formula, attribute, name] if *mark == Term::Word("!".to_owned()) => {
                is_plain(formula) && *attribute == Term::Word(":named".to_owned()) && named(name)
            }
            plain => plain.iter().all(is_plain),
        },
        ("assert", [Term::Word(_)]) => arguments.iter().all(is_plain),
        ("check-sat", []) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declarations_assertions_and_the_question() {
        let good = "(set-logic ALL)\n(declare-sort A0 0)\n(declare-datatypes ((D0 0)(D1 0)) (((D0c0)(D0c1 (D0c1_0 Int))) ((D1c0))))\n\
            (declare-fun f0_1 (Int D0) Bool)\n(define-fun t0 () Int (+ c0 (- 1)))\n\
            (assert (! (and (<= t0 1) (=> true false)) :named p0))\n(assert false)\n(check-sat)\n";
        let query = Query::parse(good).expect("it is one");
        assert!(query.asks());
        assert_eq!(Query::parse(&query.to_string()), Some(query));
        for bad in [
            "(set-option :regular-output-channel \"/tmp/x\")",
            "(set-option :produce-models true)",
            "(echo hello)",
            "(exit)",
            "(get-model)",
            "(set-logic QF_LIA)",
            "(include x)",
            "(push 1)",
            "(declare-fun |x) (exit| () Int)",
            "(assert (! true :named p0)) ; comment",
            "(assert (! true :pattern p0))",
            "(assert (! (! true :named x) :named y))",
            "(assert \"text\")",
            "(check-sat",
            "(check-sat))",
            "check-sat",
            "(check-sat\u{a0})",
            "(check-sat\r)",
        ] {
            assert_eq!(Query::parse(bad), None, "{bad}");
        }
        assert_eq!(Query::parse(&"(".repeat(100_000)), None);
    }
}
