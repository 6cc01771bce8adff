//! Partial derivatives: what may follow after one event, under which condition.
//!
//! A language that is called is taken apart where something follows it; at the end of an expression it stays a call.

use std::collections::BTreeMap;

use super::events::{Condition, Events, Set, belongs, replace};
use super::read::Goal;
use super::regex::Regex;
use super::{Known, What};
use crate::syntax::Expr;

impl Goal<'_> {
    /// The language that is called, with its parameters replaced.
    pub fn expanded(&self, call: usize, events: &mut Events) -> Regex {
        if let Some(known) = events.expanded.get(&call) {
            return known.clone();
        }
        let (name, arguments) = events.calls[call].clone();
        let regex = match self.languages.known.get(&name) {
            Some(Known { parameters, what: What::Goal(regex, inner) }) => {
                let terms = parameters.iter().map(|(name, _)| name.clone()).zip(arguments).collect();
                self.imported(regex, inner, &terms, events)
            }
            _ => Regex::Empty,
        };
        events.expanded.insert(call, regex.clone());
        regex
    }

    fn imported(
        &self,
        regex: &Regex,
        from: &Events,
        terms: &BTreeMap<String, Expr>,
        events: &mut Events,
    ) -> Regex {
        let mut inside = |part: &Regex| self.imported(part, from, terms, events);
        match regex {
            Regex::Empty => Regex::Empty,
            Regex::Nothing => Regex::Nothing,
            Regex::Sequence(a, b) => {
                let (a, b) = (inside(a), inside(b));
                a.then(b)
            }
            Regex::Either(set) => set.iter().map(inside).fold(Regex::Empty, Regex::or),
            Regex::Both(set) => set.iter().map(inside).fold(Regex::everything(), Regex::and),
            Regex::Repeated(inner) => inside(inner).repeated(),
            Regex::When(number) => {
                let mut condition = from.conditions[*number].clone();
                replace(&mut condition, terms);
                Regex::When(events.condition(condition))
            }
            Regex::Event(number) => {
                let mut set = from.sets[*number].clone();
                replace_in_set(&mut set, terms);
                Regex::Event(events.set(set))
            }
            Regex::Call(number) => {
                let (name, mut arguments) = from.calls[*number].clone();
                arguments.iter_mut().for_each(|argument| replace(argument, terms));
                events.calls.push((name, arguments));
                Regex::Call(events.calls.len() - 1)
            }
        }
    }

    /// Takes languages that are called apart where something follows them: only at the end is a call a state.
    pub fn open(&self, regex: Regex, last: bool, events: &mut Events) -> Regex {
        match regex {
            Regex::Call(number) if !last => {
                let inner = self.expanded(number, events);
                self.open(inner, false, events)
            }
            Regex::Sequence(a, b) => {
                let a = self.open(*a, false, events);
                let b = self.open(*b, last, events);
                a.then(b)
            }
            Regex::Either(set) => {
                set.into_iter().map(|part| self.open(part, last, events)).fold(Regex::Empty, Regex::or)
            }
            Regex::Both(set) => set
                .into_iter()
                .map(|part| self.open(part, last, events))
                .fold(Regex::everything(), Regex::and),
            Regex::Repeated(inner) => self.open(*inner, false, events).repeated(),
            other => other,
        }
    }

    pub fn nullable(&self, regex: &Regex, events: &mut Events) -> Condition {
        match regex {
            Regex::Empty | Regex::Event(_) => Condition::False,
            Regex::Nothing | Regex::Repeated(_) => Condition::True,
            Regex::When(number) => Condition::Is(events.conditions[*number].clone()),
            Regex::Call(number) => {
                let inner = self.expanded(*number, events);
                self.nullable(&inner, events)
            }
            Regex::Sequence(a, b) => self.nullable(a, events).and(self.nullable(b, events)),
            Regex::Either(set) => {
                set.iter().fold(Condition::False, |condition, part| condition.or(self.nullable(part, events)))
            }
            Regex::Both(set) => {
                set.iter().fold(Condition::True, |condition, part| condition.and(self.nullable(part, events)))
            }
        }
    }

    /// What may follow after an event of a constructor; what comes later in the expression stands first.
    pub fn after(&self, regex: &Regex, constructor: &str, events: &mut Events) -> Vec<(Condition, Regex)> {
        let mut list: Vec<(Condition, Regex)> = Vec::new();
        let mut add = |condition: Condition, next: Regex| {
            if condition.is_false() || next == Regex::Empty {
                return;
            }
            match list.iter_mut().find(|(_, known)| *known == next) {
                Some((known, _)) => {
                    let before = std::mem::replace(known, Condition::False);
                    *known = before.or(condition);
                }
                None => list.push((condition, next)),
            }
        };
        match regex {
            Regex::Empty | Regex::Nothing | Regex::When(_) => {}
            Regex::Event(number) => add(belongs(&events.sets[*number], constructor), Regex::Nothing),
            Regex::Call(number) => {
                let inner = self.expanded(*number, events);
                return self.after(&inner, constructor, events);
            }
            Regex::Sequence(a, b) => {
                let skipped = self.nullable(a, events);
                if !skipped.is_false() {
                    for (condition, next) in self.after(b, constructor, events) {
                        add(skipped.clone().and(condition), next);
                    }
                }
                for (condition, next) in self.after(a, constructor, events) {
                    add(condition, next.then((**b).clone()));
                }
            }
            Regex::Either(set) => {
                for part in set {
                    for (condition, next) in self.after(part, constructor, events) {
                        add(condition, next);
                    }
                }
            }
            Regex::Both(set) => {
                let mut all = vec![(Condition::True, Regex::everything())];
                for part in set {
                    let after = self.after(part, constructor, events);
                    let pair = |(one, left): &(Condition, Regex)| {
                        let one = one.clone();
                        let left = left.clone();
                        after.iter().map(move |(other, right)| {
                            (one.clone().and(other.clone()), left.clone().and(right.clone()))
                        })
                    };
                    all = all.iter().flat_map(pair).collect();
                }
                all.into_iter().for_each(|(condition, next)| add(condition, next));
            }
            Regex::Repeated(inner) => {
                for (condition, next) in self.after(inner, constructor, events) {
                    add(condition, next.then(regex.clone()));
                }
            }
        }
        list
    }
}

fn replace_in_set(set: &mut Set, terms: &BTreeMap<String, Expr>) {
    match set {
        Set::Any => {}
        Set::Pattern(pattern) => {
            pattern.arguments.iter_mut().chain(&mut pattern.when).for_each(|part| replace(part, terms));
        }
        Set::Either(list) => list.iter_mut().for_each(|set| replace_in_set(set, terms)),
        Set::Without(left, right) => {
            replace_in_set(left, terms);
            replace_in_set(right, terms);
        }
    }
}
