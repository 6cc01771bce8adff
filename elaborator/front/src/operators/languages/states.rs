//! One predicate for each derivative, by recursion on the trace, with the parameters of the language as registers; and the
//! same automaton as data.
//!
//! Alternatives and intersections at the top of a derivative are taken apart (`||` and `&&` of smaller ones), so that
//! the definitions look like automata that one would write by hand. There are finitely many derivatives; a limit
//! keeps intersections of large languages from becoming unreadable.

use std::collections::BTreeSet;

use super::events::{Condition, Events, binary, field_name, truth};
use super::read::Goal;
use super::regex::Regex;
use super::{called, group, predicate, variable};
use crate::diagnostic::DiagnosticKind;
use crate::operators::goals::{
    Conjunct, GoalInfo, Next, Requirement, StateInfo, Step, field_index, fields_in, shown,
};
use crate::operators::signature::shown as shown_type;
use crate::resolved::{MARK, plain};
use crate::span::Span;
use crate::syntax::language::Language;
use crate::syntax::{Binding, Case, Expr, ExprKind, Item, Literal, Name, Operator, Pattern, PatternKind};
use crate::tree::{construct, named};

/// More derivatives than this are refused.
const MOST_STATES: usize = 200;

/// A state: a derivative, what its predicate is called, and what it is after one event.
struct State {
    regex: Regex,
    name: String,
    /// For each constructor: conditions and derivatives.
    after: Vec<Vec<(Condition, Regex)>>,
}

impl Goal<'_> {
    /// One predicate for each derivative, in an order in which each uses earlier ones or its own group.
    pub fn states(&mut self, language: &Language, regex: &Regex, events: &Events) -> Option<Vec<Item>> {
        let (mut events, span) = (events.clone(), language.name.span);
        let start = match self.open(regex.clone(), true, &mut events) {
            // A language that only names another is the same with its own name.
            Regex::Call(number) => self.expanded(number, &mut events),
            other => other,
        };
        let start = self.open(start, true, &mut events);
        let mut states: Vec<State> = Vec::new();
        let mut pending = vec![start];
        while let Some(regex) = pending.pop() {
            if states.iter().any(|state| state.regex == regex) {
                continue;
            }
            if states.len() == MOST_STATES {
                let message =
                    format!("`{}` has more than {MOST_STATES} derivatives", plain(&language.name.text));
                let advice = "split it into languages of their own";
                return self.wrong(DiagnosticKind::Declined, language.name.span, message, advice);
            }
            let name = match states.len() {
                0 => language.name.text.clone(),
                number => format!("{}_{number}", plain(&language.name.text)),
            };
            let mut after = Vec::new();
            for (constructor, _) in &self.constructors {
                let mut list = Vec::new();
                for (condition, next) in self.after(&regex, constructor, &mut events) {
                    let next = self.open(next, true, &mut events);
                    leaves(&next, &mut |leaf| {
                        if is_state(leaf) {
                            pending.push(leaf.clone());
                        }
                    });
                    list.push((condition, next));
                }
                after.push(list);
            }
            // The order of states is that of their discovery, nearest first.
            pending.sort_by_key(|regex| std::cmp::Reverse(regex.clone()));
            states.push(State { regex, name, after });
        }
        if self.is_empty(&states, &mut events) {
            let message = format!("no trace is in the language `{}`", plain(&language.name.text));
            let advice = "no sequence of events leads to its end, whatever the values are";
            return self.wrong(DiagnosticKind::IllFormedSpec, language.body.span, message, advice);
        }
        let names: Vec<String> = states.iter().skip(1).map(|state| state.name.clone()).collect();
        if !self.languages.are_free(language, &names, self.problems) {
            return None;
        }
        let reach = reachability(&states);
        self.languages.goals.extend(self.automaton(language, &states, &reach, &mut events));
        let mut left: Vec<usize> = (0..states.len()).collect();
        let mut items = Vec::new();
        while let Some(&first) =
            left.iter().find(|&&one| left.iter().all(|&other| !reach[one][other] || reach[other][one]))
        {
            let mates: Vec<usize> = left
                .iter()
                .copied()
                .filter(|&other| other == first || (reach[first][other] && reach[other][first]))
                .collect();
            let recursive = mates.iter().any(|&one| mates.iter().any(|&other| reach[one][other]));
            let list =
                mates.iter().map(|&index| self.definition(&states, index, &mut events, span)).collect();
            items.push(group(recursive, list));
            left.retain(|index| !mates.contains(index));
        }
        Some(items)
    }

    /// The automaton as data; none if a condition cannot be written as OCaml.
    fn automaton(
        &self,
        language: &Language,
        states: &[State],
        reach: &[Vec<bool>],
        events: &mut Events,
    ) -> Option<GoalInfo> {
        let span = language.name.span;
        let mut list = Vec::new();
        for (index, state) in states.iter().enumerate() {
            let mut steps = Vec::new();
            for ((constructor, fields), after) in self.constructors.iter().zip(&state.after) {
                for (condition, next) in after {
                    steps.push(Step {
                        constructor: plain(constructor),
                        fields: fields.len(),
                        condition: requirement(condition, span)?,
                        next: next_of(next, states, events, span)?,
                    });
                }
            }
            let mates = (0..states.len()).filter(|&other| reach[index][other] && reach[other][index]);
            list.push(StateInfo {
                name: plain(&state.name),
                ends: requirement(&self.nullable(&state.regex, events), span)?,
                steps,
                group: mates.min().unwrap_or(index).min(index),
            });
        }
        Some(GoalInfo {
            name: plain(&language.name.text),
            span: language.span,
            parameters: self.parameters.iter().map(|(name, ty)| (plain(name), shown_type(ty))).collect(),
            states: list,
        })
    }

    /// Whether no state from which a trace may end can be reached.
    fn is_empty(&self, states: &[State], events: &mut Events) -> bool {
        let mut ends: Vec<bool> =
            states.iter().map(|state| !self.nullable(&state.regex, events).is_false()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (index, state) in states.iter().enumerate() {
                let reaches = |regex: &Regex| {
                    possible(regex, &|leaf| match leaf {
                        leaf if !is_state(leaf) => *leaf != Regex::Empty,
                        leaf => {
                            states.iter().position(|state| state.regex == *leaf).is_some_and(|at| ends[at])
                        }
                    })
                };
                if !ends[index] && state.after.iter().flatten().any(|(_, next)| reaches(next)) {
                    ends[index] = true;
                    changed = true;
                }
            }
        }
        ends.first() != Some(&true)
    }

    fn definition(&self, states: &[State], index: usize, events: &mut Events, span: Span) -> Binding {
        let state = &states[index];
        let (trace, rest) = (format!("{MARK}trace"), format!("{MARK}rest"));
        let mut cases = vec![Case {
            pattern: Pattern { kind: PatternKind::Construct(word("[]", span), Vec::new()), span },
            guard: None,
            body: self.nullable(&state.regex, events).formula(span),
        }];
        for ((constructor, fields), after) in self.constructors.iter().zip(&state.after) {
            let mut body: Option<Expr> = None;
            for (condition, next) in after {
                let next = self.formula(states, next, variable(&rest, span), events, span);
                let one = match condition {
                    Condition::True => next,
                    condition => both(condition.formula(span), next),
                };
                body = Some(match body {
                    None => one,
                    Some(before) => binary(Operator::Or, before, one),
                });
            }
            let fields = (0..fields.len()).map(|index| named(&field_name(index), span)).collect();
            let event = Pattern { kind: PatternKind::Construct(word(constructor, span), fields), span };
            let list = vec![event, named(&rest, span)];
            cases.push(Case {
                pattern: Pattern { kind: PatternKind::Construct(word("::", span), list), span },
                guard: None,
                body: body.unwrap_or_else(|| truth(false, span)),
            });
        }
        let body = Expr { kind: ExprKind::Match(Box::new(variable(&trace, span)), cases), span };
        let name = Name { text: state.name.clone(), span };
        predicate(&name, self.parameters, (&trace, self.signature.trace_type(span)), "bool", body)
    }

    /// That a trace is in a language.
    fn formula(&self, states: &[State], regex: &Regex, trace: Expr, events: &Events, span: Span) -> Expr {
        let joined = |operator: Operator, set: &BTreeSet<Regex>| {
            let parts = set.iter().map(|part| self.formula(states, part, trace.clone(), events, span));
            parts.reduce(|a, b| binary(operator, a, b)).unwrap_or_else(|| truth(false, span))
        };
        match regex {
            Regex::Empty => truth(false, span),
            Regex::Either(set) => joined(Operator::Or, set),
            Regex::Both(set) => joined(Operator::And, set),
            Regex::Nothing => binary(Operator::Equal, trace, construct("[]", Vec::new(), span)),
            Regex::When(number) => {
                let ends = binary(Operator::Equal, trace, construct("[]", Vec::new(), span));
                binary(Operator::And, events.conditions[*number].clone(), ends)
            }
            Regex::Call(number) => {
                let (name, arguments) = &events.calls[*number];
                called(name, arguments, trace)
            }
            other if other.is_everything() => truth(true, span),
            other => match states.iter().find(|state| state.regex == *other) {
                Some(state) => {
                    let arguments: Vec<Expr> =
                        self.parameters.iter().map(|(name, _)| variable(name, span)).collect();
                    called(&state.name, &arguments, trace)
                }
                None => truth(false, span),
            },
        }
    }
}

fn both(left: Expr, right: Expr) -> Expr {
    match right.kind {
        ExprKind::Literal(Literal::Bool(true)) => left,
        _ => binary(Operator::And, left, right),
    }
}

fn word(text: &str, span: Span) -> Name {
    Name { text: text.to_owned(), span }
}

/// Whether a derivative has a predicate of its own.
fn is_state(regex: &Regex) -> bool {
    let plain = matches!(regex, Regex::Empty | Regex::Nothing | Regex::When(_) | Regex::Call(_));
    !plain && !regex.is_everything()
}

/// The parts of a derivative behind its alternatives and intersections.
fn leaves(regex: &Regex, each: &mut dyn FnMut(&Regex)) {
    match regex {
        Regex::Either(_) | Regex::Both(_) => {
            regex.parts().into_iter().for_each(|part| leaves(part, each));
        }
        leaf => each(leaf),
    }
}

/// Whether a derivative may have a trace if its leaves have.
fn possible(regex: &Regex, leaf: &dyn Fn(&Regex) -> bool) -> bool {
    match regex {
        Regex::Either(set) => set.iter().any(|part| possible(part, leaf)),
        Regex::Both(set) => set.iter().all(|part| possible(part, leaf)),
        other => leaf(other),
    }
}

/// Which state is reached from which, by at least one event.
fn reachability(states: &[State]) -> Vec<Vec<bool>> {
    let count = states.len();
    let mut reach = vec![vec![false; count]; count];
    for (index, state) in states.iter().enumerate() {
        for (_, next) in state.after.iter().flatten() {
            leaves(next, &mut |leaf| {
                if let Some(other) = states.iter().position(|state| state.regex == *leaf) {
                    reach[index][other] = true;
                }
            });
        }
    }
    for middle in 0..count {
        for from in 0..count {
            for to in 0..count {
                reach[from][to] |= reach[from][middle] && reach[middle][to];
            }
        }
    }
    reach
}

pub(super) fn requirement(condition: &Condition, span: Span) -> Option<Requirement> {
    fn conjuncts(condition: &Condition, span: Span, list: &mut Vec<Expr>) {
        match condition {
            Condition::And(parts) => parts.iter().for_each(|part| conjuncts(part, span, list)),
            other => apart(other.formula(span), list),
        }
    }
    fn apart(formula: Expr, list: &mut Vec<Expr>) {
        match formula.kind {
            ExprKind::Binary(Operator::And, left, right) => {
                apart(*left, list);
                apart(*right, list);
            }
            kind => list.push(Expr { kind, span: formula.span }),
        }
    }
    match condition {
        Condition::True => return Some(Requirement::Always),
        Condition::False => return Some(Requirement::Never),
        _ => {}
    }
    let mut list = Vec::new();
    conjuncts(condition, span, &mut list);
    let one = |formula: &Expr| {
        let mut fields = Vec::new();
        fields_in(formula, &mut fields);
        let assigns = match &formula.kind {
            ExprKind::Binary(Operator::Equal, left, right) => match &left.kind {
                ExprKind::Variable(name) if fields.len() == 1 => {
                    let mut inside = Vec::new();
                    fields_in(right, &mut inside);
                    field_index(name).filter(|_| inside.is_empty()).zip(shown(right))
                }
                _ => None,
            },
            _ => None,
        };
        Some(Conjunct { text: shown(formula)?, assigns, fields })
    };
    list.iter().map(one).collect::<Option<Vec<_>>>().map(Requirement::All)
}

fn next_of(regex: &Regex, states: &[State], events: &Events, span: Span) -> Option<Next> {
    let all = |set: &BTreeSet<Regex>| {
        set.iter().map(|part| next_of(part, states, events, span)).collect::<Option<Vec<_>>>()
    };
    Some(match regex {
        Regex::Nothing => Next::End,
        Regex::When(number) => {
            Next::EndWhen(requirement(&Condition::Is(events.conditions[*number].clone()), span)?)
        }
        Regex::Either(set) => Next::Either(all(set)?),
        Regex::Both(set) => Next::Both(all(set)?),
        Regex::Call(number) => {
            let (name, arguments) = &events.calls[*number];
            Next::Goal(plain(name), arguments.iter().map(shown).collect::<Option<_>>()?)
        }
        other if other.is_everything() => Next::Anything,
        other => Next::State(states.iter().position(|state| state.regex == *other)?),
    })
}
