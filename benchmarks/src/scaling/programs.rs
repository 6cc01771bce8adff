//! OCaml sources of growing size, with claims that hold by construction.
//!
//! Each series stretches one dimension and keeps the others fixed. All but one are written so
//! that a proof with O(N log N) steps exists: what grows faster is the checker's doing, not the
//! program's. The exception is `choices`, the way that people write an alternative of N
//! constructors: the k-th of them needs k choices, so that N²/2 witnesses have to be named.

use std::fmt::Write;

/// A dimension along which programs grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// One match with N branches.
    Branches,
    /// N constructors, each made after one more choice.
    Choices,
    /// N bindings, each made from the one before.
    Lets,
    /// N matches, each inside a branch of the one before.
    Matches,
    /// N parameters, each bounded by the one before.
    Parameters,
    /// N conjuncts in the claims of a function and of its caller.
    Conjuncts,
}

impl Series {
    /// All of them.
    pub const ALL: [Series; 6] = [
        Series::Branches,
        Series::Choices,
        Series::Lets,
        Series::Matches,
        Series::Parameters,
        Series::Conjuncts,
    ];

    /// Name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Series::Branches => "branches",
            Series::Choices => "choices",
            Series::Lets => "lets",
            Series::Matches => "matches",
            Series::Parameters => "parameters",
            Series::Conjuncts => "conjuncts",
        }
    }

    /// The series with a name.
    pub fn named(name: &str) -> Option<Series> {
        Series::ALL.into_iter().find(|series| series.name() == name)
    }

    /// The program of size `n`, at least 1.
    pub fn source(self, n: u32) -> String {
        let mut text = format!("(* Scaling series {}, size {n}. *)\n(* expect: valid *)\n", self.name());
        text.push_str("open Covenant_runtime\n\n");
        // Writing to a String cannot fail.
        let written = match self {
            Series::Branches => branches(&mut text, n),
            Series::Choices => choices(&mut text, n),
            Series::Lets => lets(&mut text, n),
            Series::Matches => matches(&mut text, n),
            Series::Parameters => parameters(&mut text, n),
            Series::Conjuncts => conjuncts(&mut text, n),
        };
        debug_assert!(written.is_ok());
        text
    }
}

/// A range of integers for each of N constructors, which a predicate gives too.
fn branches(text: &mut String, n: u32) -> std::fmt::Result {
    writeln!(text, "type kind =")?;
    for i in 0..n {
        writeln!(text, "  | Kind{i}")?;
    }
    writeln!(text, "\nlet[@predicate] lowest (k : kind) : int =\n  match k with")?;
    for i in 0..n {
        writeln!(text, "  | Kind{i} -> {}", 2 * i)?;
    }
    writeln!(text, "\nlet of_kind (k : kind) : int =\n  match k with")?;
    for i in 0..n {
        writeln!(text, "  | Kind{i} -> int_range {} {}", 2 * i, 2 * i + 1)?;
    }
    writeln!(
        text,
        "[@@covers {{|\n  k:{{v:kind | true}} -> [v:int | lowest k <= v && v <= lowest k + 1]\n|}}]"
    )
}

/// Every value of a type with N constructors: the k-th of N nested choices makes the k-th.
fn choices(text: &mut String, n: u32) -> std::fmt::Result {
    writeln!(text, "type shape =")?;
    for i in 0..n {
        // Without fields: OCaml allows fewer than 256 constructors with fields.
        writeln!(text, "  | Shape{i}")?;
    }
    writeln!(text, "\nlet any_shape () : shape =")?;
    for i in 0..n - 1 {
        writeln!(text, "  if bool_gen () then Shape{i} else")?;
    }
    writeln!(text, "  Shape{}", n - 1)?;
    writeln!(text, "[@@covers {{| M [v:shape | true] |}}]")
}

/// Every integer: the first of N bindings is random, each other one is one more than the last.
fn lets(text: &mut String, n: u32) -> std::fmt::Result {
    writeln!(text, "let counted () : int =")?;
    writeln!(text, "  let x1 = int_gen () in")?;
    for i in 2..=n {
        writeln!(text, "  let x{i} = x{} + 1 in", i - 1)?;
    }
    writeln!(text, "  x{n}")?;
    writeln!(text, "[@@covers {{| M [v:int | true] |}}]")
}

/// The number of tosses until the first head, at most N: a match inside a match.
fn matches(text: &mut String, n: u32) -> std::fmt::Result {
    writeln!(text, "type toss = Head | Tail\n")?;
    writeln!(text, "let toss () : toss = if bool_gen () then Head else Tail")?;
    writeln!(text, "[@@covers {{| M [v:toss | true] |}}]\n")?;
    writeln!(text, "let tosses () : int =")?;
    for i in 0..n {
        writeln!(text, "  match toss () with Head -> {i} | Tail -> (")?;
    }
    writeln!(text, "  {n}{}", ")".repeat(usize::try_from(n).unwrap_or(0)))?;
    writeln!(text, "[@@covers {{| M [v:int | 0 <= v && v <= {n}] |}}]")
}

/// Every integer from 0 to the first of N rising parameters, from a range up to the last.
fn parameters(text: &mut String, n: u32) -> std::fmt::Result {
    write!(text, "let below_first")?;
    for i in 1..=n {
        write!(text, " (a{i} : int)")?;
    }
    writeln!(text, " : int = int_range 0 a{n}")?;
    write!(text, "[@@covers {{|\n  a1:{{v:int | 0 <= v}} ->\n")?;
    for i in 2..=n {
        writeln!(text, "  a{i}:{{v:int | a{} <= v}} ->", i - 1)?;
    }
    writeln!(text, "  [v:int | 0 <= v && v <= a1]\n|}}]")
}

/// A function with N conjuncts in what it asks and in what it covers, and a caller that must
/// show the first and may rely on the second.
fn conjuncts(text: &mut String, n: u32) -> std::fmt::Result {
    let all =
        |conjunct: &dyn Fn(u32) -> String| (1..=n).map(conjunct).collect::<Vec<_>>().join("\n         && ");
    let asked = all(&|i| format!("0 <= v + {i}"));
    let covered = all(&|i| format!("x <= v + {i}"));
    writeln!(text, "let at_least (x : int) : int = x - 1 + nat_gen ()")?;
    writeln!(text, "[@@covers {{|\n  x:{{v:int | {asked}}} ->\n  [v:int | {covered}]\n|}}]\n")?;
    writeln!(text, "let not_below (x : int) : int = at_least x")?;
    writeln!(text, "[@@covers {{|\n  x:{{v:int | 0 <= v}} ->\n  [v:int | {covered}]\n|}}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::headers::Headers;

    #[test]
    fn sources_have_headers_and_grow_linearly() {
        for series in Series::ALL {
            assert_eq!(Series::named(series.name()), Some(series));
            let sizes: Vec<usize> = [8, 64, 128].iter().map(|&n| series.source(n).len()).collect();
            assert!(Headers::of_source(&series.source(1)).is_ok_and(|headers| headers.all_valid));
            assert!(sizes[0] < sizes[1] && sizes[1] < sizes[2], "{}: {sizes:?}", series.name());
            assert!(sizes[2] < 3 * sizes[1], "{}: {sizes:?}", series.name());
        }
    }
}
