//! Whether building a recursive generator ends.
//!
//! OCaml evaluates `oneof [leaf; map2 node (tree (n - 1)) (tree (n - 1))]` by calling `tree` twice, whichever arm is drawn
//! later. In direct style that call is made in the arm. The two are the same only if building ends: a recursive
//! generator that calls itself while it is built must pass something smaller, and stop at the end. That nothing else fails
//! is shown in `start`.
//!
//! What stands behind `>>=`, `let*`, `delay` or in `fix` is built when it is drawn from, and needs nothing of this.
//! SOUNDNESS: every other mention of the generator in its own body counts as a call that passes nothing smaller.

use super::combinators::library_name;
use super::{Known, Writer, tree};
use crate::span::Span;
use crate::syntax::{Bindings, Case, Expr, ExprKind, Literal, Operator, Pattern, PatternKind};

/// What is known at a place.
#[derive(Clone, Default)]
pub(super) struct Facts {
    /// The parameters of the function.
    parameters: Vec<String>,
    /// Variables that the expression binds itself.
    bound: Vec<String>,
    positive: Vec<String>,
    not_zero: Vec<String>,
    /// A variable that is smaller than these parameters.
    smaller: Vec<(String, Vec<String>)>,
}

impl Facts {
    pub(super) fn bind(&mut self, name: &str) {
        self.positive.retain(|known| known != name);
        self.not_zero.retain(|known| known != name);
        self.smaller.retain(|(known, _)| known != name);
        for (_, parameters) in &mut self.smaller {
            parameters.retain(|known| known != name);
        }
        self.bound.push(name.to_owned());
    }

    /// Whether a name is not the file's.
    fn hides(&self, name: &str) -> bool {
        self.bound.iter().chain(&self.parameters).any(|known| known == name)
    }

    /// Whether an expression has a variable or an operator that is not the file's.
    fn hides_a_variable_of(&self, expr: &Expr) -> bool {
        let mut hides = false;
        tree::free_variables(expr, &mut Vec::new(), &mut |name| hides |= self.hides(name));
        hides
    }

    fn bind_pattern(&mut self, pattern: &Pattern) {
        let mut names = Vec::new();
        tree::variables(pattern, &mut names);
        names.iter().for_each(|name| self.bind(name));
    }
}

/// A call of one of the functions that are asked about: for each argument, the parameters that it is smaller than.
struct Call {
    smaller: Vec<Vec<String>>,
    span: Span,
}

/// A mention of which nothing is known.
fn unknown_call(span: Span) -> Call {
    Call { smaller: Vec::new(), span }
}

impl Writer<'_> {
    /// Shows that building recursive generators ends.
    pub(super) fn building_ends(&mut self, bindings: &Bindings, known: &[Known]) -> bool {
        let endless = self.endless_building(bindings, known, true);
        if let Some(span) = endless {
            self.problems.decline(
                span,
                "a recursive generator of which nothing shows that building it ends",
                "a claim with `{v:int | 0 <= v}` for the size, a test such as `if n <= 0`, or `delay`, `let*` or `fix` around the call",
            );
        }
        endless.is_none()
    }

    /// A call of a recursive generator that may keep it from ever being built. `as_claimed` says that the first call is one
    /// that its claim allows.
    pub(super) fn endless_building(
        &mut self,
        bindings: &Bindings,
        known: &[Known],
        as_claimed: bool,
    ) -> Option<Span> {
        let generators = known.iter().any(|known| known.shape.is_to_generator());
        if !generators || bindings.list.iter().all(|binding| self.built_late.contains(&binding.span)) {
            return None;
        }
        let names: Vec<String> = known.iter().map(|known| known.name.clone()).collect();
        let mut calls: Vec<(Vec<Option<String>>, Call)> = Vec::new();
        let mut positions = usize::MAX;
        for (binding, known) in bindings.list.iter().zip(known) {
            let count = known.shape.parameters_to_generator().unwrap_or(0).max(binding.parameters.len());
            let (parameters, body) = tree::with_parameters(binding, count, &mut self.fresh);
            let outside = std::mem::take(&mut self.nonnegative);
            if as_claimed && let Some(scheme) = tree::claim_of(binding) {
                self.nonnegative.extend(super::claims::nonnegative_parameters(scheme, &parameters));
            }
            let mut facts = Facts::default();
            parameters.iter().for_each(|parameter| tree::variables(parameter, &mut facts.parameters));
            let mut found = Vec::new();
            self.built(&body, &mut facts, &names, &mut found);
            self.nonnegative = outside;
            let parameters: Vec<Option<String>> =
                parameters.iter().map(|parameter| tree::bare(parameter).map(str::to_owned)).collect();
            positions = positions.min(parameters.len());
            calls.extend(found.into_iter().map(|call| (parameters.clone(), call)));
        }
        let decreases = |position: usize| {
            calls.iter().all(|(parameters, call)| {
                let own = parameters.get(position).and_then(Option::as_ref);
                let smaller = call.smaller.get(position);
                matches!((own, smaller), (Some(own), Some(smaller)) if smaller.contains(own))
            })
        };
        if calls.is_empty() || (0..positions.min(16)).any(decreases) {
            return None;
        }
        Some(calls.first().map_or(nowhere(), |(_, call)| call.span))
    }

    /// Walks over what is evaluated when an expression is.
    fn built(&self, expr: &Expr, facts: &mut Facts, names: &[String], found: &mut Vec<Call>) {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Fail | ExprKind::Raise(_) => {}
            ExprKind::Variable(name) => found.extend(names.contains(name).then(|| unknown_call(expr.span))),
            // Nobody knows who calls it, and with what.
            ExprKind::Function(..) | ExprKind::Cases(_) => {
                found.extend(mentions(expr, names).then(|| unknown_call(expr.span)));
            }
            ExprKind::Let(bindings, body) => {
                let mut inner = facts.clone();
                for binding in &bindings.list {
                    if binding.parameters.is_empty() {
                        self.built(&binding.body, facts, names, found);
                    } else if mentions(&binding.body, names) {
                        found.push(unknown_call(binding.span));
                    }
                }
                for binding in &bindings.list {
                    let smaller = match binding.parameters.as_slice() {
                        [] => self.smaller(&binding.body, facts),
                        _ => Vec::new(),
                    };
                    inner.bind_pattern(&binding.pattern);
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
                self.built_cases(scrutinee, cases, facts, names, found);
            }
            ExprKind::Apply(..) | ExprKind::Infix(..) => self.built_call(expr, facts, names, found),
            _ => tree::children(expr).into_iter().for_each(|child| self.built(child, facts, names, found)),
        }
    }

    fn built_cases(
        &self,
        scrutinee: &Expr,
        cases: &[Case],
        facts: &Facts,
        names: &[String],
        found: &mut Vec<Call>,
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
                self.built(guard, &mut inner, names, found);
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

    fn built_call(&self, expr: &Expr, facts: &mut Facts, names: &[String], found: &mut Vec<Call>) {
        let (head, arguments) = self.spine(expr);
        let ExprKind::Variable(name) = &head.kind else {
            match &head.kind {
                ExprKind::Function(parameters, body) if !arguments.is_empty() => {
                    let mut inner = facts.clone();
                    parameters.iter().for_each(|parameter| inner.bind_pattern(parameter));
                    self.built(body, &mut inner, names, found);
                }
                _ if arguments.is_empty() => {
                    tree::children(&head)
                        .into_iter()
                        .for_each(|child| self.built(child, facts, names, found));
                }
                _ => self.built(&head, facts, names, found),
            }
            arguments.iter().for_each(|argument| self.built(argument, facts, names, found));
            return;
        };
        let own = self.find(name);
        let combinator = own.is_none() && !facts.hides(name) && library_name(name).is_some();
        if names.contains(name) {
            let labels = own.map(|known| known.labels.clone()).unwrap_or_default();
            let arguments = in_order(&labels, &arguments);
            let smaller = arguments.iter().map(|argument| self.smaller(argument, facts)).collect();
            found.push(Call { smaller, span: expr.span });
        }
        for argument in &arguments {
            let argument = match &argument.kind {
                ExprKind::Labelled(_, _, inner) => inner,
                _ => argument,
            };
            match &argument.kind {
                // A combinator calls it when something is drawn.
                ExprKind::Function(..) | ExprKind::Cases(_) | ExprKind::Variable(_) if combinator => {}
                // It may be called at once.
                ExprKind::Function(parameters, body) => {
                    let mut inner = facts.clone();
                    parameters.iter().for_each(|parameter| inner.bind_pattern(parameter));
                    self.built(body, &mut inner, names, found);
                }
                _ => self.built(argument, facts, names, found),
            }
        }
    }

    /// The number that an expression is, where its variables are the file's.
    fn number_within(&self, expr: &Expr, facts: &Facts) -> Option<i64> {
        self.number(expr).filter(|_| !facts.hides_a_variable_of(expr))
    }

    /// Whether an operator is OCaml's own.
    fn means_itself(&self, operator: &str, facts: &Facts) -> bool {
        self.find(operator).is_none() && !facts.hides(operator)
    }

    pub(super) fn is_nonnegative(&self, expr: &Expr, facts: &Facts) -> bool {
        match &expr.kind {
            ExprKind::Variable(name) => {
                facts.positive.contains(name)
                    || (self.nonnegative.contains(name) && !facts.bound.contains(name))
            }
            ExprKind::Infix(operator, left, right) if self.means_itself(&operator.text, facts) => {
                match operator.text.as_str() {
                    "+" | "*" => self.is_nonnegative(left, facts) && self.is_nonnegative(right, facts),
                    "/" => {
                        self.is_nonnegative(left, facts)
                            && self.number_within(right, facts).is_some_and(|by| by > 0)
                    }
                    "-" => {
                        let positive =
                            matches!(&left.kind, ExprKind::Variable(name) if self.is_positive(name, facts));
                        positive && self.number_within(right, facts) == Some(1)
                    }
                    _ => false,
                }
            }
            _ => self.number_within(expr, facts).is_some_and(|value| value >= 0),
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
            ExprKind::Infix(operator, left, right) if self.means_itself(&operator.text, facts) => {
                let by = self.number_within(right, facts).unwrap_or(0);
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
                            && self.means_itself("-", facts)
                            && let Some(value) = self.number_within(second, facts).filter(|value| *value >= 1)
                        {
                            taken = value;
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
            // `tree 0` in a place where the size is above 0.
            _ if self.number_within(argument, facts) == Some(0) => {
                let counted = facts
                    .not_zero
                    .iter()
                    .filter(|name| self.nonnegative.contains(name) && !facts.bound.contains(name));
                facts.positive.iter().chain(counted).cloned().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a condition says about variables.
    pub(super) fn learn(&self, condition: &Expr, holds: bool, facts: &mut Facts) {
        match &condition.kind {
            ExprKind::Not(inner) => self.learn(inner, !holds, facts),
            ExprKind::Infix(operator, left, right) => {
                if !self.means_itself(&operator.text, facts) {
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
                    (ExprKind::Variable(name), _) => (name, self.number_within(right, facts), spelled),
                    (_, ExprKind::Variable(name)) => {
                        (name, self.number_within(left, facts), mirrored(spelled))
                    }
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
        // SOUNDNESS: several types may have a constructor of that name, and which one is meant is decided by types.
        taken.first().is_some_and(|first| {
            let mut own = self
                .constructors
                .iter()
                .filter(|siblings| siblings.iter().any(|name| name == first))
                .peekable();
            own.peek().is_some() && own.all(|siblings| all(siblings))
        })
    }
}

/// The places of all expressions that are evaluated when an expression is, at most.
pub(super) fn built_parts(expr: &Expr, places: &mut Vec<Span>) {
    places.push(expr.span);
    match &expr.kind {
        // Called later, if at all, and nobody knows with what.
        ExprKind::Function(..) | ExprKind::Cases(_) => {}
        ExprKind::Let(bindings, body) => {
            let plain = bindings.list.iter().filter(|binding| binding.parameters.is_empty());
            plain.for_each(|binding| built_parts(&binding.body, places));
            built_parts(body, places);
        }
        _ => tree::children(expr).into_iter().for_each(|child| built_parts(child, places)),
    }
}

/// Whether an expression mentions one of the names.
fn mentions(expr: &Expr, names: &[String]) -> bool {
    let mut mentioned = false;
    tree::free_variables(expr, &mut Vec::new(), &mut |free| {
        mentioned |= names.iter().any(|name| name == free);
    });
    mentioned
}

fn is_tuple_of_names(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Tuple(list) => list.iter().all(is_tuple_of_names),
        PatternKind::Record(list) => list.iter().all(|(_, inner)| is_tuple_of_names(inner)),
        PatternKind::Any => true,
        _ => tree::bare(pattern).is_some(),
    }
}

pub(super) fn mirrored(operator: Operator) -> Operator {
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
