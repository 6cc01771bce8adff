//! The header comments of a benchmark file: what is expected of it.
//!
//! `(* expect: valid *)`, `(* expect: rejected *)`, `(* expect: declined *)`,
//! `(* missing: f a b => v *)`, `(* declined: f *)` and `(* level: n *)`, each on lines of its own. A file without an expectation is an error, not
//! a file that cannot fail.

use std::collections::BTreeSet;

/// What the header of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headers {
    /// Whether every claim holds.
    pub all_valid: bool,
    /// The values that are missing: a call, and what it never returns.
    pub missing: Vec<MissingValue>,
    /// The claims about programs that the tool has to decline: what OCaml makes of them is not
    /// what the dialect could say.
    pub declined: BTreeSet<String>,
    /// How hard it is, 1 to 4.
    pub level: Option<u32>,
}

/// A value that a claim allows and the program never makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingValue {
    /// The function.
    pub function: String,
    /// The call, as an OCaml expression.
    pub call: String,
    /// The value, as an OCaml expression.
    pub value: String,
}

/// Why a header is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// No `expect` line.
    NoExpectation,
    /// Two of them.
    TwoExpectations,
    /// An expectation other than `valid`, `rejected` and `declined`.
    UnknownExpectation(String),
    /// A `missing` line that is not `call => value`.
    NotAMissingValue(String),
    /// A `level` that is not a number.
    NotALevel(String),
    /// `rejected` without a `missing` line, `declined` without a `declined` line, or `valid` with
    /// either.
    Inconsistent,
}

impl std::fmt::Display for HeaderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HeaderError::NoExpectation => write!(f, "there is no `(* expect: ... *)` line"),
            HeaderError::TwoExpectations => write!(f, "there are several `(* expect: ... *)` lines"),
            HeaderError::UnknownExpectation(word) => {
                write!(f, "expected is `{word}`, which is none of `valid`, `rejected`, `declined`")
            }
            HeaderError::NotAMissingValue(text) => write!(f, "`{text}` is not of the form `call => value`"),
            HeaderError::NotALevel(text) => write!(f, "`{text}` is not a level"),
            HeaderError::Inconsistent => {
                write!(
                    f,
                    "a rejected file needs a `missing` line, a declined one a `declined` line, a valid one none"
                )
            }
        }
    }
}

impl Headers {
    /// Reads the header comments of a file.
    pub fn of_source(text: &str) -> Result<Headers, HeaderError> {
        let (mut expected, mut missing, mut level) = (None, Vec::new(), None);
        let mut declined = BTreeSet::new();
        for (key, value) in header_lines(text) {
            match key {
                "expect" if expected.is_some() => return Err(HeaderError::TwoExpectations),
                "expect" => {
                    if !["valid", "rejected", "declined"].contains(&value) {
                        return Err(HeaderError::UnknownExpectation(value.into()));
                    }
                    expected = Some(value);
                }
                "missing" => missing.push(missing_value(value)?),
                "declined" => {
                    declined.insert(value.to_owned());
                }
                _ => level = Some(value.parse().map_err(|_| HeaderError::NotALevel(value.into()))?),
            }
        }
        let expected = expected.ok_or(HeaderError::NoExpectation)?;
        let consistent = match expected {
            "rejected" => !missing.is_empty(),
            "declined" => missing.is_empty() && !declined.is_empty(),
            _ => missing.is_empty() && declined.is_empty(),
        };
        if !consistent {
            return Err(HeaderError::Inconsistent);
        }
        Ok(Headers { all_valid: expected == "valid", missing, declined, level })
    }

    /// The claims that do not hold.
    pub fn false_claims(&self) -> BTreeSet<&str> {
        self.missing.iter().map(|missing| missing.function.as_str()).collect()
    }
}

/// Comments of the form `(* key: value *)`, with a known key; they may go over several lines.
fn header_lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("(*").skip(1).filter_map(|rest| {
        let (comment, _) = rest.split_once("*)")?;
        let (key, value) = comment.split_once(':')?;
        let key = key.trim();
        ["expect", "missing", "declined", "level"].contains(&key).then(|| (key, value.trim()))
    })
}

fn missing_value(text: &str) -> Result<MissingValue, HeaderError> {
    let wrong = || HeaderError::NotAMissingValue(text.into());
    let (call, value) = text.split_once("=>").ok_or_else(wrong)?;
    let (call, value) = (call.trim(), value.trim());
    let function = call.split_whitespace().next().ok_or_else(wrong)?;
    if value.is_empty() {
        return Err(wrong());
    }
    Ok(MissingValue { function: function.into(), call: call.into(), value: value.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_expectation_level_and_missing_values() {
        let text = "(* About it. *)\n(* expect: rejected *)\n(* level: 3 *)\n\
                    (* missing: f 1 [] => [ 0 ] *)\n(* missing: g () =>\n   Leaf *)\nlet f x y = y\n";
        let headers = Headers::of_source(text).expect("well formed");
        assert!(!headers.all_valid);
        assert_eq!(headers.level, Some(3));
        assert_eq!(headers.false_claims(), BTreeSet::from(["f", "g"]));
        assert_eq!(headers.missing[0].call, "f 1 []");
        assert_eq!(headers.missing[1].value, "Leaf");
    }

    #[test]
    fn a_file_that_could_not_fail_is_refused() {
        let refused = |text: &str| Headers::of_source(text).expect_err("must be refused");
        assert_eq!(refused("let f () = 0"), HeaderError::NoExpectation);
        assert_eq!(refused("(* expect: maybe *)"), HeaderError::UnknownExpectation("maybe".into()));
        assert_eq!(refused("(* expect: rejected *)"), HeaderError::Inconsistent);
        assert_eq!(refused("(* expect: declined *)"), HeaderError::Inconsistent);
        assert_eq!(refused("(* expect: valid *) (* declined: f *)"), HeaderError::Inconsistent);
        assert_eq!(refused("(* expect: valid *) (* missing: f () => 0 *)"), HeaderError::Inconsistent);
        assert_eq!(refused("(* expect: valid *)(* expect: valid *)"), HeaderError::TwoExpectations);
        assert_eq!(
            refused("(* expect: rejected *)(* missing: f *)"),
            HeaderError::NotAMissingValue("f".into())
        );
        assert_eq!(refused("(* expect: valid *)(* level: x *)"), HeaderError::NotALevel("x".into()));
    }

    #[test]
    fn every_file_of_every_suite_has_a_header() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut read = 0;
        for suite in crate::suite::suites() {
            for entry in std::fs::read_dir(root.join(suite)).expect("the suite exists") {
                let path = entry.expect("readable").path();
                let text = std::fs::read_to_string(&path).expect("readable");
                if let Err(error) = Headers::of_source(&text) {
                    panic!("{}: {error}", path.display());
                }
                read += 1;
            }
        }
        assert!(read >= 414, "only {read} files");
    }
}
