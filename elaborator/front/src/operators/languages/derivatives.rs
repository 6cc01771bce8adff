//! Regular expressions over events, by partial derivatives: what may follow after one event, under which condition.
//!
//! Each derivative becomes one predicate by recursion on the trace, with the parameters of the language as registers.
//! Alternatives and intersections at the top of a derivative are taken apart (`||` and `&&` of smaller ones), so that
//! the definitions look like automata that one would write by hand. There are finitely many derivatives; a limit
//! keeps intersections of large languages from becoming unreadable.

use std::collections::{BTreeMap, BTreeSet};

use super::events::{
    Condition, EventPattern, Events, Set, belongs, binary, constructors, field_name, rename_bound, replace,
    truth,
};
use super::regex::Regex;
use super::{Known, Languages, What, called, group, predicate, variable};
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::language::{Language, TraceExpr, TraceKind, field_names};
use crate::operators::goals::{
    Conjunct, GoalInfo, Next, Requirement, StateInfo, Step, field_index, fields_in, shown,
};
use crate::operators::signature::{Signature, shown as shown_type};
use crate::resolved::{MARK, plain};
use crate::span::Span;
use crate::syntax::{Binding, Case, Expr, ExprKind, Item, Name, Operator, Pattern, PatternKind, TypeExpr};
use crate::tree::{construct, free_variables, named};

/// More derivatives than this are refused.
const MOST_STATES: usize = 200;

/// Reads one goal.
pub(super) struct Goal<'g> {
    parameters: &'g [(String, TypeExpr)],
    signature: &'g Signature,
    languages: &'g mut Languages,
    problems: &'g mut Problems,
    constructors: Vec<(String, Vec<TypeExpr>)>,
}

/// A state: a derivative, what its predicate is called, and what it is after one event.
struct State {
    regex: Regex,
    name: String,
    /// For each constructor: conditions and derivatives.
    after: Vec<Vec<(Condition, Regex)>>,
}

impl<'g> Goal<'g> {
    pub fn new(
        parameters: &'g [(String, TypeExpr)],
        signature: &'g Signature,
        languages: &'g mut Languages,
        problems: &'g mut Problems,
    ) -> Goal<'g> {
        Goal { parameters, signature, languages, problems, constructors: constructors(signature) }
    }

    fn wrong<T>(
        &mut self,
        kind: DiagnosticKind,
        span: Span,
        message: String,
        advice: impl Into<String>,
    ) -> Option<T> {
        self.problems.push(kind, span, message, advice);
        None
    }

    /// The regular expression of a goal.
    pub fn read(&mut self, language: &Language) -> Option<(Regex, Events)> {
        let mut events = Events::new();
        let regex = self.regex(&language.body, &mut events)?;
        Some((regex, events))
    }

    fn regex(&mut self, traces: &TraceExpr, events: &mut Events) -> Option<Regex> {
        let span = traces.span;
        Some(match &traces.kind {
            TraceKind::Nothing(None) => Regex::Nothing,
            TraceKind::Nothing(Some(when)) => {
                let mut when = (**when).clone();
                rename_bound(&mut when, &mut || self.languages.number());
                Regex::When(events.condition(when))
            }
            TraceKind::Any | TraceKind::Event(..) | TraceKind::Without(..) => {
                let set = self.set(traces)?;
                Regex::Event(events.set(set))
            }
            TraceKind::Call(name, arguments) => self.call(name, arguments, span, events)?,
            TraceKind::Last(event) => {
                let TraceKind::Event(name, ..) = &event.kind else {
                    return self.wrong(
                        DiagnosticKind::IllFormedSpec,
                        event.span,
                        "`LAST` of something that is no event".to_owned(),
                        "write `LAST (Write v)`: a `Write v` after which no `Write` follows",
                    );
                };
                let count = self.arity(name)?;
                let this = self.set(event)?;
                let holes = (0..count).map(|_| variable("_", event.span)).collect();
                let any = EventPattern {
                    constructor: name.text.clone(),
                    arguments: holes,
                    names: Vec::new(),
                    when: None,
                };
                let other = Set::Without(Box::new(Set::Any), Box::new(Set::Pattern(any)));
                let (this, other) = (events.set(this), events.set(other));
                Regex::everything().then(Regex::Event(this)).then(Regex::Event(other).repeated())
            }
            TraceKind::Sequence(list) => {
                let parts = self.all(list, events)?;
                parts.into_iter().rev().fold(Regex::Nothing, |rest, part| part.then(rest))
            }
            TraceKind::Either(list) => {
                let parts = self.all(list, events)?;
                parts.into_iter().fold(Regex::Empty, Regex::or)
            }
            TraceKind::Both(list) => {
                let parts = self.all(list, events)?;
                parts.into_iter().fold(Regex::everything(), Regex::and)
            }
            TraceKind::Repeated(inner) => self.regex(inner, events)?.repeated(),
        })
    }

    fn all(&mut self, list: &[TraceExpr], events: &mut Events) -> Option<Vec<Regex>> {
        let parts: Vec<Option<Regex>> = list.iter().map(|part| self.regex(part, events)).collect();
        parts.into_iter().collect()
    }

    /// A language that was defined before.
    fn call(&mut self, name: &Name, arguments: &[Expr], span: Span, events: &mut Events) -> Option<Regex> {
        let Some(known) = self.languages.known.get(&name.text) else {
            let all: Vec<String> =
                self.languages.known.keys().map(|name| format!("`{}`", plain(name))).collect();
            let advice = match all.is_empty() {
                true => "no language of traces is defined before it; events begin with a capital letter"
                    .to_owned(),
                false => {
                    format!("defined before it are {}; events begin with a capital letter", all.join(", "))
                }
            };
            let message = format!("`{}` is no language of traces", plain(&name.text));
            return self.wrong(DiagnosticKind::UnknownName, name.span, message, advice);
        };
        if matches!(known.what, What::Grammar(_)) {
            let message = format!("the grammar `{}` in a regular expression", plain(&name.text));
            return self.wrong(DiagnosticKind::Declined, name.span, message, "make this a grammar, too");
        }
        let expected = known.parameters.len();
        if arguments.len() != expected {
            let message = format!(
                "`{}` has {expected} parameters, and here {} arguments",
                plain(&name.text),
                arguments.len()
            );
            return self.wrong(
                DiagnosticKind::IllFormedSpec,
                span,
                message,
                "give each parameter its argument",
            );
        }
        let mut arguments = arguments.to_vec();
        for argument in &mut arguments {
            rename_bound(argument, &mut || self.languages.number());
        }
        events.calls.push((name.text.clone(), arguments));
        Some(Regex::Call(events.calls.len() - 1))
    }

    /// The set of events that a regular expression is, where one must stand.
    fn set(&mut self, traces: &TraceExpr) -> Option<Set> {
        let span = traces.span;
        match &traces.kind {
            TraceKind::Any => Some(Set::Any),
            TraceKind::Event(name, arguments, when) => {
                self.event(name, arguments, when.as_deref(), span).map(Set::Pattern)
            }
            TraceKind::Either(list) => {
                let sets: Vec<Option<Set>> = list.iter().map(|part| self.set(part)).collect();
                Some(Set::Either(sets.into_iter().collect::<Option<_>>()?))
            }
            TraceKind::Without(left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                Some(Set::Without(Box::new(left?), Box::new(right?)))
            }
            _ => self.wrong(
                DiagnosticKind::IllFormedSpec,
                span,
                "`-` between traces; it stands between events".to_owned(),
                "write `. - Pop _` or `. - (Pop _ | Push _)`, in parentheses before `*`",
            ),
        }
    }

    fn arity(&mut self, name: &Name) -> Option<usize> {
        let found = self.constructors.iter().find(|(known, _)| *known == name.text);
        if let Some((_, fields)) = found {
            return Some(fields.len());
        }
        let all: Vec<String> =
            self.constructors.iter().map(|(name, _)| format!("`{}`", plain(name))).collect();
        let message =
            format!("`{}` is no event of `{}`", plain(&name.text), plain(&self.signature.event_name()));
        let advice = format!("the events are {}", all.join(", "));
        self.wrong(DiagnosticKind::UnknownName, name.span, message, advice)
    }

    pub fn event(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        when: Option<&Expr>,
        span: Span,
    ) -> Option<EventPattern> {
        let expected = self.arity(name)?;
        if arguments.len() != expected {
            let holes = vec!["_"; expected].join(", ");
            let shown = match expected {
                0 => plain(&name.text),
                1 => format!("{} _", plain(&name.text)),
                _ => format!("{} ({holes})", plain(&name.text)),
            };
            let message = format!(
                "the event `{}` has {expected} fields, and here {}",
                plain(&name.text),
                arguments.len()
            );
            return self.wrong(DiagnosticKind::IllFormedSpec, span, message, format!("write `{shown}`"));
        }
        let mut names: Vec<(String, Span)> = Vec::new();
        for argument in arguments {
            field_names(argument, &mut |name, at| {
                if name != "_" && !self.parameters.iter().any(|(known, _)| known == name) {
                    names.push((name.to_owned(), at));
                }
            });
        }
        let mut used = BTreeSet::new();
        for term in arguments.iter().filter(|argument| !is_place(argument)).chain(when) {
            free_variables(term, &mut Vec::new(), &mut |name| {
                used.insert(name.to_owned());
            });
        }
        for (index, (name, at)) in names.iter().enumerate() {
            if names[..index].iter().any(|(other, _)| other == name) {
                let message = format!("two fields of an event are called `{}`", plain(name));
                let advice = "give one another name, and compare them: `when x = y`";
                return self.wrong(DiagnosticKind::IllFormedSpec, *at, message, advice);
            }
            if !used.contains(name) {
                let message = format!(
                    "`{0}` is no parameter of the language, and nothing is said about it, so that it matches everything",
                    plain(name)
                );
                let advice = format!(
                    "write `_` for any value; to mean the same value elsewhere, make `{}` a parameter",
                    plain(name)
                );
                return self.wrong(DiagnosticKind::IllFormedSpec, *at, message, advice);
            }
        }
        let mut new = BTreeMap::new();
        for (name, at) in &names {
            let number = self.languages.number();
            new.insert(name.clone(), variable(&format!("{name}{MARK}{number}"), *at));
        }
        let mut parts: Vec<Expr> = arguments.iter().cloned().chain(when.cloned()).collect();
        for part in &mut parts {
            rename_bound(part, &mut || self.languages.number());
            replace(part, &new);
        }
        let when = when.and_then(|_| parts.pop());
        let names = new.into_values().filter_map(|new| match new.kind {
            ExprKind::Variable(name) => Some(name),
            _ => None,
        });
        Some(EventPattern { constructor: name.text.clone(), arguments: parts, names: names.collect(), when })
    }

    // --- derivatives ---

    /// The language that is called, with its parameters replaced.
    fn expanded(&self, call: usize, events: &mut Events) -> Regex {
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
    fn open(&self, regex: Regex, last: bool, events: &mut Events) -> Regex {
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

    fn nullable(&self, regex: &Regex, events: &mut Events) -> Condition {
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
    fn after(
        &self,
        regex: &Regex,
        constructor: &str,
        span: Span,
        events: &mut Events,
    ) -> Vec<(Condition, Regex)> {
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
            Regex::Event(number) => add(belongs(&events.sets[*number], constructor, span), Regex::Nothing),
            Regex::Call(number) => {
                let inner = self.expanded(*number, events);
                return self.after(&inner, constructor, span, events);
            }
            Regex::Sequence(a, b) => {
                let skipped = self.nullable(a, events);
                if !skipped.is_false() {
                    for (condition, next) in self.after(b, constructor, span, events) {
                        add(skipped.clone().and(condition), next);
                    }
                }
                for (condition, next) in self.after(a, constructor, span, events) {
                    add(condition, next.then((**b).clone()));
                }
            }
            Regex::Either(set) => {
                for part in set {
                    for (condition, next) in self.after(part, constructor, span, events) {
                        add(condition, next);
                    }
                }
            }
            Regex::Both(set) => {
                let mut all = vec![(Condition::True, Regex::everything())];
                for part in set {
                    let after = self.after(part, constructor, span, events);
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
                for (condition, next) in self.after(inner, constructor, span, events) {
                    add(condition, next.then(regex.clone()));
                }
            }
        }
        list
    }

    // --- definitions ---

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
                for (condition, next) in self.after(&regex, constructor, language.body.span, &mut events) {
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

/// Whether an argument only names a field.
fn is_place(argument: &Expr) -> bool {
    matches!(argument.kind, ExprKind::Variable(_) | ExprKind::Construct(..) | ExprKind::Tuple(_))
}

fn both(left: Expr, right: Expr) -> Expr {
    match right.kind {
        ExprKind::Literal(crate::syntax::Literal::Bool(true)) => left,
        _ => binary(Operator::And, left, right),
    }
}

fn word(text: &str, span: Span) -> Name {
    Name { text: text.to_owned(), span }
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

fn requirement(condition: &Condition, span: Span) -> Option<Requirement> {
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
