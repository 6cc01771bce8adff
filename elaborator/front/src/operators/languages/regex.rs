//! Regular expressions over events, in a normal form: sequences lean to the right, alternatives and intersections are
//! sets, and what is empty or everything disappears. So equal derivatives are found equal, and there are finitely many.

use std::collections::BTreeSet;

/// A regular expression; numbers refer to `events::Events`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Regex {
    /// No trace.
    Empty,
    /// The trace without events.
    Nothing,
    /// The same, under a condition on the parameters.
    When(usize),
    /// One event of a set.
    Event(usize),
    /// Another language.
    Call(usize),
    Sequence(Box<Regex>, Box<Regex>),
    Either(BTreeSet<Regex>),
    Both(BTreeSet<Regex>),
    Repeated(Box<Regex>),
}

impl Regex {
    pub fn everything() -> Regex {
        Regex::Repeated(Box::new(Regex::Event(0)))
    }

    pub fn is_everything(&self) -> bool {
        matches!(self, Regex::Repeated(inner) if **inner == Regex::Event(0))
    }

    pub fn then(self, next: Regex) -> Regex {
        match (self, next) {
            (Regex::Empty, _) | (_, Regex::Empty) => Regex::Empty,
            (Regex::Nothing, next) => next,
            (first, Regex::Nothing) => first,
            (Regex::Sequence(a, b), next) => a.then(b.then(next)),
            (first, next) if first.is_everything() && next.begins_with_everything() => next,
            (first, next) => Regex::Sequence(Box::new(first), Box::new(next)),
        }
    }

    fn begins_with_everything(&self) -> bool {
        match self {
            Regex::Sequence(first, _) => first.is_everything(),
            other => other.is_everything(),
        }
    }

    pub fn or(self, other: Regex) -> Regex {
        let mut set = BTreeSet::new();
        for part in [self, other] {
            match part {
                Regex::Empty => {}
                Regex::Either(parts) => set.extend(parts),
                part => {
                    set.insert(part);
                }
            }
        }
        if set.iter().any(Regex::is_everything) {
            return Regex::everything();
        }
        single(set, Regex::Empty, Regex::Either)
    }

    pub fn and(self, other: Regex) -> Regex {
        let mut set = BTreeSet::new();
        for part in [self, other] {
            match part {
                Regex::Empty => return Regex::Empty,
                Regex::Both(parts) => set.extend(parts),
                part if part.is_everything() => {}
                part => {
                    set.insert(part);
                }
            }
        }
        single(set, Regex::everything(), Regex::Both)
    }

    pub fn repeated(self) -> Regex {
        match self {
            Regex::Empty | Regex::Nothing | Regex::When(_) => Regex::Nothing,
            Regex::Repeated(inner) => Regex::Repeated(inner),
            other => Regex::Repeated(Box::new(other)),
        }
    }

    pub fn parts(&self) -> Vec<&Regex> {
        match self {
            Regex::Sequence(a, b) => vec![a, b],
            Regex::Either(set) | Regex::Both(set) => set.iter().collect(),
            Regex::Repeated(inner) => vec![inner],
            _ => Vec::new(),
        }
    }
}

fn single(mut set: BTreeSet<Regex>, none: Regex, many: impl FnOnce(BTreeSet<Regex>) -> Regex) -> Regex {
    match set.len() {
        0 => none,
        1 => set.pop_first().unwrap_or(none),
        _ => many(set),
    }
}
