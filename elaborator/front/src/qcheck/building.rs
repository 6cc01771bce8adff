//! What happens when a generator is built, before anything is drawn.
//!
//! OCaml evaluates `oneof [leaf; map2 node (tree (n - 1)) (tree (n - 1))]` by calling `tree` twice, whichever arm is drawn
//! later. In direct style that call is made in the arm. The two are the same only if building ends and does not fail,
//! and that is shown here:
//!
//! - a recursive generator that calls itself while it is built must pass something smaller, and stop at the end;
//! - what an arm of a choice does when it is built must not fail. A range with computed bounds is checked before the
//!   choice, whatever is chosen, as OCaml does.
//!
//! What stands behind `>>=`, `let*`, `delay` or in `fix` is built when it is drawn from, and needs nothing of this.

use super::combinators::{Bounds, library_name};
use super::texts::{character, code};
use super::{Known, Writer, tree};
use crate::span::Span;
use crate::syntax::{Binding, Bindings, Case, Expr, ExprKind, Literal, Operator, Pattern, PatternKind};

/// Functions of the standard library that fail on some arguments.
const PARTIAL: &str = "List.hd List.tl List.nth List.find List.assoc List.combine List.init List.map2 List.fold_left2 \
    List.iter2 Option.get Char.chr String.get String.sub String.make Array.get Array.make Result.get_ok int_of_string \
    float_of_string bool_of_string list_nth";

/// What is known at a place.
#[derive(Clone, Default)]
struct Facts {
    /// Variables that the expression binds itself.
    bound: Vec<String>,
    positive: Vec<String>,
    not_zero: Vec<String>,
    /// A variable that is smaller than these parameters.
    smaller: Vec<(String, Vec<String>)>,
}

impl Facts {
    fn bind(&mut self, name: &str) {
        self.positive.retain(|known| known != name);
        self.not_zero.retain(|known| known != name);
        self.smaller.retain(|(known, _)| known != name);
        for (_, parameters) in &mut self.smaller {
            parameters.retain(|known| known != name);
        }
        self.bound.push(name.to_owned());
    }

    /// Whether an expression has a variable that is not the file's.
    fn hides_a_variable_of(&self, expr: &Expr) -> bool {
        let mut hides = false;
        tree::free_variables(expr, &mut Vec::new(), &mut |name| {
            hides |= self.bound.iter().any(|known| known == name);
        });
        hides
    }

    /// Patterns of which each must match.
    fn bind_parameters(&mut self, patterns: &[Pattern], found: &mut Found) {
        for pattern in patterns {
            if !tree::is_irrefutable(pattern) {
                found.failing = found.failing.or(Some(pattern.span));
            }
            self.bind_pattern(pattern);
        }
    }

    fn bind_pattern(&mut self, pattern: &Pattern) {
        let mut names = Vec::new();
        tree::variables(pattern, &mut names);
        names.iter().for_each(|name| self.bind(name));
    }
}

/// What building does.
#[derive(Default)]
struct Found {
    /// Calls of the functions that are asked about: for each argument, the parameters that it is smaller than.
    calls: Vec<(String, Vec<Vec<String>>, Span)>,
    /// Ranges, and whether their bounds are variables of the expression itself.
    ranges: Vec<(Expr, Expr, bool)>,
    /// Something else that may fail.
    failing: Option<Span>,
}

impl Writer<'_> {
    /// Shows that building recursive generators ends.
    pub(super) fn building_ends(&mut self, bindings: &Bindings, known: &[Known]) -> bool {
        let endless = self.endless_building(bindings, known);
        if let Some(span) = endless {
            self.problems.decline(
                span,
                "a recursive generator of which nothing shows that building it ends",
                "a claim with `{v:int | 0 <= v}` for the size, a test such as `if n <= 0`, or `delay`, `let*` or `fix` around the call",
            );
        }
        endless.is_none()
    }

    /// A call of a recursive generator that may keep it from ever being built.
    pub(super) fn endless_building(&mut self, bindings: &Bindings, known: &[Known]) -> Option<Span> {
        let generators = known.iter().any(|known| known.shape.is_to_generator());
        if !generators || bindings.list.iter().all(|binding| self.built_late.contains(&binding.span)) {
            return None;
        }
        let names: Vec<String> = known.iter().map(|known| known.name.clone()).collect();
        let mut calls = Vec::new();
        let mut positions = usize::MAX;
        for (binding, known) in bindings.list.iter().zip(known) {
            let count = known.shape.parameters_to_generator().unwrap_or(0).max(binding.parameters.len());
            let (parameters, body) = tree::with_parameters(binding, count, &mut self.fresh);
            let nonnegative = self.nonnegative.len();
            if let Some(scheme) = tree::claim_of(binding) {
                self.nonnegative.extend(super::claims::nonnegative_parameters(scheme, &parameters));
            }
            let mut found = Found::default();
            self.built(&body, &mut Facts::default(), &names, &mut found);
            self.nonnegative.truncate(nonnegative);
            let parameters: Vec<Option<String>> =
                parameters.iter().map(|parameter| tree::bare(parameter).map(str::to_owned)).collect();
            positions = positions.min(parameters.len());
            calls.extend(found.calls.into_iter().map(|call| (parameters.clone(), call)));
        }
        let decreases = |position: usize| {
            calls.iter().all(|(parameters, (_, arguments, _))| {
                let own = parameters.get(position).and_then(Option::as_ref);
                let smaller = arguments.get(position);
                matches!((own, smaller), (Some(own), Some(smaller)) if smaller.contains(own))
            })
        };
        if calls.is_empty() || (0..positions.min(16)).any(decreases) {
            return None;
        }
        Some(calls.first().map_or(nowhere(), |(_, call)| call.2))
    }

    /// Whether building what a binding binds may fail.
    pub(super) fn is_risky(&self, binding: &Binding) -> bool {
        if self.shape_of_binding(binding, true).is_to_generator() {
            let mut facts = Facts::default();
            let mut found = Found::default();
            facts.bind_parameters(&binding.parameters, &mut found);
            let mut body = &binding.body;
            while let ExprKind::Function(parameters, inner) = &body.kind {
                facts.bind_parameters(parameters, &mut found);
                body = inner;
            }
            self.built(body, &mut facts, &[], &mut found);
            return !found.ranges.is_empty() || found.failing.is_some();
        }
        let own = tree::bare(&binding.pattern);
        let mut risky = !binding.parameters.iter().all(tree::is_irrefutable);
        let mut pending = vec![&binding.body];
        while let Some(expr) = pending.pop() {
            risky |= self.fails_itself(expr) || takes_apart_in_part(expr);
            risky |= matches!(&expr.kind, ExprKind::Variable(name) if Some(name.as_str()) == own);
            pending.extend(tree::children(expr));
        }
        risky
    }

    /// What an arm of a choice needs to be built. `None` if it may fail in a way that cannot be checked before.
    pub(super) fn build_check(&mut self, arm: &Expr) -> Option<Vec<Bounds>> {
        let mut found = Found::default();
        self.built(arm, &mut Facts::default(), &[], &mut found);
        if let Some(span) = found.failing {
            return self.decline(
                span,
                "something that may fail when the generator is built, whatever is drawn,",
                "`let*` before it, or `delay`, so that it is built when it is drawn from",
            );
        }
        let mut bounds = Vec::new();
        for (low, high, inner) in found.ranges {
            if inner {
                return self.decline(
                    low.span.to(high.span),
                    "a range whose bounds are computed inside of an arm and that may be empty when it is built",
                    "`let*` before it, or `delay`",
                );
            }
            bounds.push((self.value(&low)?, self.value(&high)?));
        }
        Some(bounds)
    }

    /// Walks over what is evaluated when an expression is.
    fn built(&self, expr: &Expr, facts: &mut Facts, names: &[String], found: &mut Found) {
        match &expr.kind {
            ExprKind::Variable(_) | ExprKind::Literal(_) | ExprKind::Function(..) | ExprKind::Cases(_) => {}
            ExprKind::Fail | ExprKind::Raise(_) => found.failing = Some(expr.span),
            ExprKind::Let(bindings, body) => {
                let mut inner = facts.clone();
                for binding in &bindings.list {
                    if binding.parameters.is_empty() {
                        self.built(&binding.body, facts, names, found);
                    }
                }
                for binding in &bindings.list {
                    let smaller = match binding.parameters.as_slice() {
                        [] => self.smaller(&binding.body, facts),
                        _ => Vec::new(),
                    };
                    inner.bind_parameters(std::slice::from_ref(&binding.pattern), found);
                    if let Some(name) = tree::bare(&binding.pattern) {
                        inner.smaller.push((name.to_owned(), smaller));
                    }
                }
                self.built(body, &mut inner, names, found);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.built(condition, facts, names, found);
                let mut inner = facts.clone();
                self.learn(condition, true, &mut inner);
                self.built(then, &mut inner, names, found);
                let mut inner = facts.clone();
                self.learn(condition, false, &mut inner);
                self.built(otherwise, &mut inner, names, found);
            }
            ExprKind::Match(scrutinee, cases) => {
                self.built(scrutinee, facts, names, found);
                if !self.covers_everything(cases) {
                    found.failing = found.failing.or(Some(expr.span));
                }
                self.built_cases(scrutinee, cases, facts, names, found);
            }
            ExprKind::Apply(..) | ExprKind::Infix(..) => self.built_call(expr, facts, names, found),
            _ => {
                if self.fails_itself(expr) {
                    found.failing = Some(expr.span);
                }
                tree::children(expr).into_iter().for_each(|child| self.built(child, facts, names, found));
            }
        }
    }

    fn built_cases(
        &self,
        scrutinee: &Expr,
        cases: &[Case],
        facts: &Facts,
        names: &[String],
        found: &mut Found,
    ) {
        let subject = match &scrutinee.kind {
            ExprKind::Variable(name) => Some(name.as_str()),
            _ => None,
        };
        let mut facts = facts.clone();
        for case in cases {
            let mut inner = facts.clone();
            let same = tree::bare(&case.pattern);
            // `| m -> …` is the scrutinee by another name.
            if let (Some(subject), Some(name), None) = (subject, same, &case.guard)
                && name != subject
            {
                let mut body = case.body.clone();
                if tree::rename(&mut body, name, subject) {
                    self.built(&body, &mut inner, names, found);
                    continue;
                }
            }
            // `| n -> …` is the scrutinee again.
            if same.is_none() || same != subject {
                inner.bind_pattern(&case.pattern);
            }
            if let (Some(subject), Some(name)) = (subject, same)
                && name != subject
            {
                let smaller = self.smaller(scrutinee, &facts);
                inner.smaller.push((name.to_owned(), smaller));
                for list in [&facts.positive, &facts.not_zero] {
                    if list.iter().any(|known| known == subject) {
                        inner.positive.extend((std::ptr::eq(list, &facts.positive)).then(|| name.to_owned()));
                    }
                }
            }
            if let Some(subject) = subject {
                parts_of(&case.pattern, subject, false, &facts, &mut inner);
                match literals(&case.pattern) {
                    Some(list) if list.iter().all(|value| *value >= 1) && !list.is_empty() => {
                        inner.positive.push(subject.to_owned());
                    }
                    _ => {}
                }
            }
            if let Some(guard) = &case.guard {
                self.learn(guard, true, &mut inner);
            }
            self.built(&case.body, &mut inner, names, found);
            // What later cases know.
            match (&case.guard, subject) {
                (None, Some(subject)) if literals(&case.pattern).is_some_and(|list| list.contains(&0)) => {
                    facts.not_zero.push(subject.to_owned());
                }
                (Some(guard), _) if same.is_some() && same == subject => self.learn(guard, false, &mut facts),
                (Some(guard), Some(_)) if matches!(case.pattern.kind, PatternKind::Any) => {
                    self.learn(guard, false, &mut facts);
                }
                _ => {}
            }
        }
    }

    fn built_call(&self, expr: &Expr, facts: &mut Facts, names: &[String], found: &mut Found) {
        let (head, arguments) = self.spine(expr);
        let ExprKind::Variable(name) = &head.kind else {
            if self.fails_itself(expr) {
                found.failing = Some(expr.span);
            }
            let immediate = matches!(head.kind, ExprKind::Function(..) | ExprKind::Cases(_));
            if immediate || arguments.is_empty() {
                tree::children(&head).into_iter().for_each(|child| {
                    let mut inner = facts.clone();
                    if let ExprKind::Function(parameters, _) = &head.kind {
                        inner.bind_parameters(parameters, found);
                    }
                    if let ExprKind::Cases(cases) = &head.kind {
                        cases.iter().for_each(|case| inner.bind_pattern(&case.pattern));
                    }
                    self.built(child, &mut inner, names, found);
                });
            } else {
                self.built(&head, facts, names, found);
            }
            arguments.iter().for_each(|argument| self.built(argument, facts, names, found));
            return;
        };
        let own = self.find(name);
        if own.is_none()
            && let Some((_, word)) = library_name(name)
        {
            self.built_combinator(word, &arguments, facts, names, found);
            return;
        }
        if names.contains(name) {
            let labels = own.map(|known| known.labels.clone()).unwrap_or_default();
            let arguments = in_order(&labels, &arguments);
            let smaller = arguments.iter().map(|argument| self.smaller(argument, facts)).collect();
            found.calls.push((name.clone(), smaller, expr.span));
        } else if own.is_some_and(|known| known.risk) || PARTIAL.split_whitespace().any(|p| p == name) {
            found.failing = Some(expr.span);
        }
        for argument in &arguments {
            let argument = match &argument.kind {
                ExprKind::Labelled(_, _, inner) => inner,
                _ => argument,
            };
            match &argument.kind {
                // It may be called at once.
                ExprKind::Function(parameters, body) => {
                    let mut inner = facts.clone();
                    inner.bind_parameters(parameters, found);
                    self.built(body, &mut inner, names, found);
                }
                ExprKind::Cases(cases) => {
                    if !self.covers_everything(cases) {
                        found.failing = found.failing.or(Some(argument.span));
                    }
                    for case in cases {
                        let mut inner = facts.clone();
                        inner.bind_pattern(&case.pattern);
                        self.built(&case.body, &mut inner, names, found);
                    }
                }
                ExprKind::Variable(passed) if names.contains(passed) => {
                    found.calls.push((passed.clone(), Vec::new(), argument.span));
                }
                _ => self.built(argument, facts, names, found),
            }
        }
    }

    /// Functions that are passed to a combinator are called when something is drawn.
    fn built_combinator(
        &self,
        word: &str,
        arguments: &[Expr],
        facts: &mut Facts,
        names: &[String],
        found: &mut Found,
    ) {
        let plain: Vec<&Expr> =
            arguments.iter().filter(|argument| !matches!(argument.kind, ExprKind::Labelled(..))).collect();
        let zero = tree::number(0, arguments.first().map_or(nowhere(), |a| a.span));
        let range = match (word, plain.as_slice()) {
            ("int_range" | "--", [low, high]) => Some(((*low).clone(), (*high).clone())),
            ("int_bound" | "nat_split2", [high]) => Some((zero, (*high).clone())),
            ("pos_split2", [high]) => Some((tree::number(2, high.span), (*high).clone())),
            ("char_range", [low, high]) => match (character(low), character(high)) {
                (Some(low), Some(high)) if low <= high => None,
                _ => Some((code(low), code(high))),
            },
            _ => None,
        };
        if let Some((low, high)) = range
            && !self.is_never_empty(&low, &high, facts)
        {
            let mut inner = false;
            for bound in [&low, &high] {
                tree::free_variables(bound, &mut Vec::new(), &mut |name| {
                    inner |= facts.bound.iter().any(|known| known == name);
                });
            }
            found.ranges.push((low, high, inner));
        }
        if word != "delay" {
            plain.iter().for_each(|argument| self.built(argument, facts, names, found));
        }
    }

    fn is_never_empty(&self, low: &Expr, high: &Expr, facts: &Facts) -> bool {
        let number = |expr: &Expr| self.number(expr).filter(|_| !facts.hides_a_variable_of(expr));
        match (number(low), number(high)) {
            (Some(low), Some(high)) => low <= high,
            (Some(low), None) => low <= 0 && self.is_nonnegative(high, facts),
            _ => false,
        }
    }

    fn is_nonnegative(&self, expr: &Expr, facts: &Facts) -> bool {
        match &expr.kind {
            ExprKind::Variable(name) => {
                facts.positive.contains(name)
                    || (self.nonnegative.contains(name) && !facts.bound.contains(name))
            }
            ExprKind::Infix(operator, left, right) => match operator.text.as_str() {
                "+" | "*" => self.is_nonnegative(left, facts) && self.is_nonnegative(right, facts),
                "/" => self.is_nonnegative(left, facts) && self.number(right).is_some_and(|by| by > 0),
                "-" => {
                    let positive =
                        matches!(&left.kind, ExprKind::Variable(name) if self.is_positive(name, facts));
                    positive && self.number(right) == Some(1)
                }
                _ => false,
            },
            _ => !facts.hides_a_variable_of(expr) && self.number(expr).is_some_and(|value| value >= 0),
        }
    }

    /// Whether an expression is not negative, as far as claims say.
    pub(super) fn is_known_nonnegative(&self, expr: &Expr) -> bool {
        self.is_nonnegative(expr, &Facts::default())
    }

    fn is_positive(&self, name: &str, facts: &Facts) -> bool {
        let known = |list: &[String]| list.iter().any(|other| other == name);
        known(&facts.positive) || (known(&facts.not_zero) && known(&self.nonnegative) && !known(&facts.bound))
    }

    /// The parameters that an argument is smaller than, where that cannot go on for ever.
    fn smaller(&self, argument: &Expr, facts: &Facts) -> Vec<String> {
        match &argument.kind {
            ExprKind::Variable(name) => facts
                .smaller
                .iter()
                .rev()
                .find(|(known, _)| known == name)
                .map(|(_, parameters)| parameters.clone())
                .unwrap_or_default(),
            ExprKind::Infix(operator, left, right) => {
                let by = self.number(right).unwrap_or(0);
                let mut base = &**left;
                let mut taken = 0;
                let ends = match operator.text.as_str() {
                    "-" if by >= 1 => {
                        taken = by;
                        true
                    }
                    "/" if by >= 2 => {
                        if let ExprKind::Infix(inner, first, second) = &left.kind
                            && inner.text == "-"
                            && self.number(second).is_some_and(|value| value >= 1)
                        {
                            taken = self.number(second).unwrap_or(0);
                            base = first;
                        }
                        true
                    }
                    _ => false,
                };
                let ExprKind::Variable(name) = &base.kind else { return Vec::new() };
                if !ends || facts.bound.contains(name) {
                    return Vec::new();
                }
                let positive = facts.positive.contains(name);
                let counted = facts.not_zero.contains(name) && self.nonnegative.contains(name) && taken <= 1;
                let halved = facts.not_zero.contains(name) && operator.text == "/" && taken == 0;
                if positive || counted || halved { vec![name.clone()] } else { Vec::new() }
            }
            ExprKind::Typed(inner, _) => self.smaller(inner, facts),
            _ => Vec::new(),
        }
    }

    /// What a condition says about variables.
    fn learn(&self, condition: &Expr, holds: bool, facts: &mut Facts) {
        match &condition.kind {
            ExprKind::Not(inner) => self.learn(inner, !holds, facts),
            ExprKind::Infix(operator, left, right) => {
                if self.find(&operator.text).is_some() {
                    return;
                }
                let Some(spelled) = Operator::spelled(&operator.text) else { return };
                match (spelled, holds) {
                    (Operator::And, true) | (Operator::Or, false) => {
                        self.learn(left, holds, facts);
                        self.learn(right, holds, facts);
                        return;
                    }
                    _ => {}
                }
                let (name, value, spelled) = match (&left.kind, &right.kind) {
                    (ExprKind::Variable(name), _) => (name, self.number(right), spelled),
                    (_, ExprKind::Variable(name)) => (name, self.number(left), mirrored(spelled)),
                    _ => return,
                };
                let Some(value) = value else { return };
                let positive = match (spelled, holds) {
                    (Operator::Greater, true) | (Operator::LessEqual, false) => value >= 0,
                    (Operator::GreaterEqual | Operator::Equal, true) | (Operator::Less, false) => value >= 1,
                    _ => false,
                };
                let not_zero = match (spelled, holds) {
                    (Operator::NotEqual, true) | (Operator::Equal, false) => value == 0,
                    _ => positive,
                };
                facts.positive.extend(positive.then(|| name.clone()));
                facts.not_zero.extend(not_zero.then(|| name.clone()));
            }
            _ => {}
        }
    }

    /// Whether the last case takes whatever is left, or there is one for each constructor of a type.
    pub(super) fn covers_everything(&self, cases: &[Case]) -> bool {
        let whole = |pattern: &Pattern| is_tuple_of_names(pattern);
        if cases.last().is_some_and(|case| case.guard.is_none() && whole(&case.pattern)) {
            return true;
        }
        let mut taken: Vec<&str> = Vec::new();
        for case in cases.iter().filter(|case| case.guard.is_none()) {
            let alternatives = match &case.pattern.kind {
                PatternKind::Or(list) => list.as_slice(),
                _ => std::slice::from_ref(&case.pattern),
            };
            for pattern in alternatives {
                match &pattern.kind {
                    PatternKind::Construct(name, parts) if parts.iter().all(whole) => taken.push(&name.text),
                    PatternKind::Literal(Literal::Bool(true)) => taken.push("true"),
                    PatternKind::Literal(Literal::Bool(false)) => taken.push("false"),
                    _ => {}
                }
            }
        }
        let all = |siblings: &[String]| siblings.iter().all(|name| taken.contains(&name.as_str()));
        taken.first().is_some_and(|first| {
            let own =
                self.constructors.iter().rev().find(|siblings| siblings.iter().any(|name| name == first));
            own.is_some_and(|siblings| all(siblings))
        })
    }

    /// Whether an expression may fail by itself, apart from its parts.
    fn fails_itself(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Fail | ExprKind::Raise(_) => true,
            ExprKind::Match(_, cases) | ExprKind::Cases(cases) => !self.covers_everything(cases),
            ExprKind::Infix(operator, _, right) => {
                matches!(operator.text.as_str(), "/" | "mod") && self.number(right).is_none_or(|by| by == 0)
            }
            ExprKind::Variable(name) => match self.find(name) {
                Some(known) => known.risk,
                None => PARTIAL.split_whitespace().any(|partial| partial == name),
            },
            _ => false,
        }
    }
}

/// Whether an expression binds with a pattern that may not match.
fn takes_apart_in_part(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Function(parameters, _) => !parameters.iter().all(tree::is_irrefutable),
        ExprKind::Let(bindings, _) => {
            let whole = |binding: &Binding| {
                tree::is_irrefutable(&binding.pattern) && binding.parameters.iter().all(tree::is_irrefutable)
            };
            !bindings.list.iter().all(whole)
        }
        _ => false,
    }
}

fn is_tuple_of_names(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Tuple(list) => list.iter().all(is_tuple_of_names),
        PatternKind::Record(list) => list.iter().all(|(_, inner)| is_tuple_of_names(inner)),
        PatternKind::Any => true,
        _ => tree::bare(pattern).is_some(),
    }
}

fn mirrored(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessEqual => Operator::GreaterEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterEqual => Operator::LessEqual,
        other => other,
    }
}

/// The integers that a pattern is, if it is nothing else.
fn literals(pattern: &Pattern) -> Option<Vec<i64>> {
    match &pattern.kind {
        PatternKind::Literal(Literal::Int(value)) => Some(vec![*value]),
        PatternKind::Or(list) => {
            let mut all = Vec::new();
            for inner in list {
                all.extend(literals(inner)?);
            }
            Some(all)
        }
        _ => None,
    }
}

/// The variables of a pattern below a constructor are parts of what is matched, and smaller.
fn parts_of(pattern: &Pattern, subject: &str, inside: bool, outer: &Facts, inner: &mut Facts) {
    match &pattern.kind {
        PatternKind::Construct(_, list) => {
            list.iter().for_each(|part| parts_of(part, subject, true, outer, inner));
        }
        PatternKind::Typed(part, _) => parts_of(part, subject, inside, outer, inner),
        PatternKind::Variable(name) if inside => {
            let mut parameters = vec![subject.to_owned()];
            if let Some((_, more)) = outer.smaller.iter().rev().find(|(known, _)| known == subject) {
                parameters.extend(more.iter().cloned());
            }
            inner.smaller.push((name.clone(), parameters));
        }
        _ => {}
    }
}

/// Arguments in the order of the parameters, as far as labels say.
pub(super) fn in_order(labels: &[Option<crate::syntax::Label>], arguments: &[Expr]) -> Vec<Expr> {
    if labels.is_empty() {
        return arguments.to_vec();
    }
    let mut plain = arguments.iter().filter(|argument| !matches!(argument.kind, ExprKind::Labelled(..)));
    labels
        .iter()
        .map(|label| match label {
            None => plain.next().cloned(),
            Some(label) => arguments.iter().find_map(|argument| match &argument.kind {
                ExprKind::Labelled(name, _, value) if name.text == label.name.text => Some((**value).clone()),
                _ => None,
            }),
        })
        // One that is left out is smaller than nothing.
        .map(|argument| argument.unwrap_or(Expr { kind: ExprKind::Fail, span: nowhere() }))
        .collect()
}

fn nowhere() -> Span {
    Span::new(crate::span::Source::User, 0, 0)
}
