//! Programs of a functor over a system, as programs that return the events they add.
//!
//! The order of events is the order of evaluation: what follows a request is bound to a name, and the event is put
//! in front of it. Every name that is made here carries a mark that no file can write.

use std::collections::BTreeMap;

use super::claims;
use super::draws;
use super::signature::{Operator, Signature, is_unit};
use super::{Outcome, asks, operator_name};
use crate::diagnostic::Problems;
use crate::resolved::{MARK, plain};
use crate::span::Span;
use crate::syntax::{
    Binding, Bindings, Case, Expr, ExprKind, Functor, Item, Literal, Pattern, PatternKind, TypeExpr,
    TypeExprKind,
};
use crate::tree::{apply, bare, children, construct, let_in, named, unit};

/// Writes the functions of one functor.
pub(super) struct Writer<'p> {
    pub problems: &'p mut Problems,
    system: &'p str,
    signature: &'p Signature,
    asking: &'p BTreeMap<String, Outcome>,
    fresh: usize,
}

impl<'p> Writer<'p> {
    pub fn new(
        functor: &'p Functor,
        signature: &'p Signature,
        asking: &'p BTreeMap<String, Outcome>,
        problems: &'p mut Problems,
    ) -> Self {
        Self { problems, system: &functor.parameter.text, signature, asking, fresh: 0 }
    }

    /// One item; nothing, with a problem, if it cannot be written.
    pub fn item(&mut self, item: &Item) -> Option<Item> {
        match item {
            Item::Program(bindings) => {
                let list =
                    bindings.list.iter().map(|binding| self.binding(binding)).collect::<Option<Vec<_>>>()?;
                Some(Item::Program(Bindings { recursive: bindings.recursive, list }))
            }
            Item::Predicates(bindings) => {
                for binding in &bindings.list {
                    self.refuse(&binding.body, "a predicate that asks the system under test")?;
                }
                Some(item.clone())
            }
            Item::Fact(fact) => {
                self.refuse(&fact.body, "a lemma that asks the system under test")?;
                Some(item.clone())
            }
            Item::Types(_) | Item::SetAside(_) | Item::Evaluated(_) => Some(item.clone()),
            other => {
                let at = super::item_place(other)?;
                self.decline(at, "this item in a functor over operators", "write it before the functor")
            }
        }
    }

    fn decline<T>(&mut self, span: Span, what: &str, advice: &str) -> Option<T> {
        self.problems.decline(span, what, advice);
        None
    }

    fn asks(&self, expr: &Expr) -> bool {
        asks(expr, self.system, self.asking)
    }

    /// Declines an expression that asks.
    fn refuse(&mut self, expr: &Expr, what: &str) -> Option<()> {
        match self.request_in(expr) {
            Some((span, name)) => {
                let what = format!("{what} (`{name}`)");
                self.decline(span, &what, "what it needs is a parameter: pass the answer")
            }
            None => Some(()),
        }
    }

    /// The first request in an expression: its place, and what is asked.
    fn request_in(&self, expr: &Expr) -> Option<(Span, String)> {
        match &expr.kind {
            ExprKind::Variable(name) if self.asks(expr) => Some((expr.span, plain(name))),
            _ => children(expr).into_iter().find_map(|child| self.request_in(child)),
        }
    }

    fn binding(&mut self, binding: &Binding) -> Option<Binding> {
        let name = bare(&binding.pattern).unwrap_or("_").to_owned();
        let Some(outcome) = self.asking.get(&name).copied() else {
            // A pattern at the top asks when the functor is applied.
            self.refuse(&binding.body, "a request when the functor is applied")?;
            claims::refuse_traces(binding, &name, self.problems);
            return Some(binding.clone());
        };
        if binding.parameters.is_empty() {
            let what = format!("`{}`, which asks the system under test and has no parameters,", plain(&name));
            return self.decline(
                binding.span,
                &what,
                "write its parameters before `=`: `let f () : unit = …`",
            );
        }
        let Some(result) = &binding.result else {
            let what = format!(
                "`{}`, which asks the system under test, without the type of its result,",
                plain(&name)
            );
            let advice = "write it behind the parameters: `let f (n : int) : unit = …`";
            return self.decline(binding.span, &what, advice);
        };
        let attributes = claims::attributes(binding, &name, outcome, self.signature, self.problems);
        let body = self.result(&binding.body, outcome)?;
        let events = self.signature.trace_type(result.span);
        let result = match outcome {
            Outcome::Events => events,
            Outcome::WithValue => {
                TypeExpr { span: result.span, kind: TypeExprKind::Tuple(vec![events, result.clone()]) }
            }
        };
        Some(Binding { body, attributes, result: Some(result), ..binding.clone() })
    }

    /// An expression whose value is a result, as one that returns its events, with that value if it is wanted.
    fn result(&mut self, expr: &Expr, outcome: Outcome) -> Option<Expr> {
        let span = expr.span;
        if !self.asks(expr) {
            return Some(self.quiet(expr, outcome));
        }
        match &expr.kind {
            ExprKind::Typed(inner, _) => self.result(inner, outcome),
            ExprKind::If(condition, then, otherwise) => {
                if self.asks(condition) {
                    let then = (**then).clone();
                    let otherwise = (**otherwise).clone();
                    return self.bound(condition, outcome, |value| {
                        ExprKind::If(Box::new(value), Box::new(then), Box::new(otherwise))
                    });
                }
                let then = self.result(then, outcome)?;
                let otherwise = self.result(otherwise, outcome)?;
                let kind = ExprKind::If(condition.clone(), Box::new(then), Box::new(otherwise));
                Some(Expr { kind, span })
            }
            ExprKind::Match(scrutinee, cases) => {
                if self.asks(scrutinee) {
                    let cases = cases.clone();
                    return self.bound(scrutinee, outcome, |value| ExprKind::Match(Box::new(value), cases));
                }
                let mut written = Vec::new();
                for case in cases {
                    if let Some(guard) = &case.guard {
                        self.refuse(guard, "a request in the condition of a case")?;
                    }
                    let body = self.result(&case.body, outcome)?;
                    written.push(Case { pattern: case.pattern.clone(), guard: case.guard.clone(), body });
                }
                Some(Expr { kind: ExprKind::Match(scrutinee.clone(), written), span })
            }
            ExprKind::Sequence(first, rest) => {
                let ignored = Pattern { kind: PatternKind::Any, span: first.span };
                self.then(&ignored, first, rest, outcome)
            }
            ExprKind::Let(bindings, rest) => self.bindings(bindings, rest, outcome, span),
            ExprKind::Apply(head, arguments) => match &head.kind {
                ExprKind::Variable(name) if self.operator(name).is_some() => self.asked_last(expr, outcome),
                ExprKind::Variable(name) if self.asking.contains_key(name) => {
                    if arguments.iter().any(|argument| self.asks(argument)) {
                        return self.hoisted(expr, outcome);
                    }
                    self.call(expr, outcome)
                }
                _ => self.hoisted(expr, outcome),
            },
            _ => self.hoisted(expr, outcome),
        }
    }

    /// An expression that asks nothing: no events.
    fn quiet(&mut self, expr: &Expr, outcome: Outcome) -> Expr {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Fail | ExprKind::Raise(_) => return expr.clone(),
            ExprKind::Apply(head, _) if matches!(&head.kind, ExprKind::Variable(name) if name == "err") => {
                return expr.clone();
            }
            ExprKind::Typed(inner, _) if outcome == Outcome::Events => return self.quiet(inner, outcome),
            ExprKind::If(condition, then, otherwise) => ExprKind::If(
                condition.clone(),
                Box::new(self.quiet(then, outcome)),
                Box::new(self.quiet(otherwise, outcome)),
            ),
            ExprKind::Match(scrutinee, cases) => {
                let one = |case: &Case| Case { body: self.quiet(&case.body, outcome), ..case.clone() };
                ExprKind::Match(scrutinee.clone(), cases.iter().map(one).collect())
            }
            ExprKind::Let(bindings, rest) => {
                ExprKind::Let(bindings.clone(), Box::new(self.quiet(rest, outcome)))
            }
            ExprKind::Sequence(first, rest) => {
                ExprKind::Sequence(first.clone(), Box::new(self.quiet(rest, outcome)))
            }
            ExprKind::Literal(Literal::Unit) if outcome == Outcome::Events => return no_events(span),
            _ => match outcome {
                Outcome::Events => ExprKind::Sequence(Box::new(expr.clone()), Box::new(no_events(span))),
                Outcome::WithValue => ExprKind::Tuple(vec![no_events(span), expr.clone()]),
            },
        };
        Expr { kind, span }
    }

    /// `let … in rest`
    fn bindings(&mut self, bindings: &Bindings, rest: &Expr, outcome: Outcome, span: Span) -> Option<Expr> {
        let asking: Vec<&Binding> = bindings.list.iter().filter(|binding| self.asks(&binding.body)).collect();
        match (asking.as_slice(), bindings.list.as_slice()) {
            ([], _) => {
                let rest = self.result(rest, outcome)?;
                Some(Expr { kind: ExprKind::Let(bindings.clone(), Box::new(rest)), span })
            }
            ([function, ..], _)
                if !function.parameters.is_empty() || bindings.recursive || is_function(&function.body) =>
            {
                let name = bare(&function.pattern).map(plain).unwrap_or_default();
                let what = format!("a local function that asks the system under test, `{name}`,");
                self.decline(function.span, &what, "make it a function of the functor")
            }
            (_, [binding]) => {
                let pattern = match &binding.result {
                    Some(ty) => Pattern {
                        span: binding.pattern.span,
                        kind: PatternKind::Typed(Box::new(binding.pattern.clone()), ty.clone()),
                    },
                    None => binding.pattern.clone(),
                };
                self.then(&pattern, &binding.body, rest, outcome)
            }
            ([first, ..], _) => self.decline(
                first.span,
                "a request in a `let` with `and`, whose order OCaml does not settle,",
                "write one `let` after the other",
            ),
        }
    }

    /// `let pattern = first in rest`, where `first` asks.
    fn then(&mut self, pattern: &Pattern, first: &Expr, rest: &Expr, outcome: Outcome) -> Option<Expr> {
        if !self.asks(first) {
            let rest = self.result(rest, outcome)?;
            let span = rest.span;
            // Before `;` any value is ignored; a pattern is bound by its own `let`, which comes elsewhere.
            return Some(Expr { kind: ExprKind::Sequence(Box::new(first.clone()), Box::new(rest)), span });
        }
        if let ExprKind::Typed(inner, _) = &first.kind {
            return self.then(pattern, inner, rest, outcome);
        }
        if let ExprKind::Apply(head, arguments) = &first.kind
            && let ExprKind::Variable(name) = &head.kind
        {
            if let Some(operator) = self.operator(name).cloned() {
                return self.ask(&operator, first, arguments, pattern, rest, outcome);
            }
            if arguments.iter().any(|argument| self.asks(argument)) {
                return self.hoisted_then(pattern, first, rest, outcome);
            }
        }
        let splits = matches!(
            first.kind,
            ExprKind::If(..)
                | ExprKind::Match(..)
                | ExprKind::Let(..)
                | ExprKind::Sequence(..)
                | ExprKind::Apply(..)
        );
        let calls = match &first.kind {
            ExprKind::Apply(head, _) => {
                matches!(&head.kind, ExprKind::Variable(name) if self.asking.contains_key(name))
            }
            _ => true,
        };
        if !splits || !calls {
            return self.hoisted_then(pattern, first, rest, outcome);
        }
        let span = first.span;
        let given = self.outcome_of(first).unwrap_or(Outcome::WithValue);
        let first = match &first.kind {
            ExprKind::Apply(..) => self.call(first, given)?,
            _ => self.result(first, given)?,
        };
        let events = self.name("before");
        let (bound, value) = match given {
            Outcome::Events => (named(&events, span), unit(span)),
            Outcome::WithValue => {
                let value = self.name("value");
                let parts = vec![named(&events, span), named(&value, span)];
                (Pattern { kind: PatternKind::Tuple(parts), span }, variable(&value, span))
            }
        };
        let rest = self.result(rest, outcome)?;
        let rest = bind(pattern, value, rest);
        let joined = self.followed_by(rest, outcome, |after| {
            apply(variable(&draws::append_name(), span), vec![variable(&events, span), after])
        });
        Some(let_in(bound, first, joined))
    }

    /// `rest`, with its events changed.
    fn followed_by(&mut self, rest: Expr, outcome: Outcome, change: impl FnOnce(Expr) -> Expr) -> Expr {
        let span = rest.span;
        let after = self.name("after");
        match outcome {
            Outcome::Events => let_in(named(&after, span), rest, change(variable(&after, span))),
            Outcome::WithValue => {
                let value = self.name("result");
                let parts = vec![named(&after, span), named(&value, span)];
                let pair = Pattern { kind: PatternKind::Tuple(parts), span };
                let parts = vec![change(variable(&after, span)), variable(&value, span)];
                let_in(pair, rest, Expr { kind: ExprKind::Tuple(parts), span })
            }
        }
    }

    /// `let pattern = S.op arguments in rest`
    fn ask(
        &mut self,
        operator: &Operator,
        request: &Expr,
        arguments: &[Expr],
        pattern: &Pattern,
        rest: &Expr,
        outcome: Outcome,
    ) -> Option<Expr> {
        let span = request.span;
        if arguments.len() != operator.arguments.len() {
            let what = format!(
                "`{}.{}` with {} of its {} arguments",
                plain(self.system),
                plain(&operator.name.text),
                arguments.len(),
                operator.arguments.len()
            );
            return self.decline(span, &what, "apply an operator to all of its arguments");
        }
        if arguments.iter().any(|argument| self.asks(argument)) {
            return self.hoisted_then(pattern, request, rest, outcome);
        }
        let answer = match draws::any(&operator.answer, &self.signature.types, span) {
            Ok(answer) => answer,
            Err(ty) => {
                let what = format!(
                    "an answer of `{}.{}` that contains the type `{}`, which has no generator here,",
                    plain(self.system),
                    plain(&operator.name.text),
                    plain(&ty)
                );
                return self.decline(
                    span,
                    &what,
                    "use integers, booleans, options, tuples, records and variants that are not recursive",
                );
            }
        };
        // Arguments are computed before anything is asked.
        let mut computed = Vec::new();
        let mut fields = Vec::new();
        for (argument, ty) in arguments.iter().zip(&operator.arguments) {
            let value = if is_value(argument) && !is_unit(ty) {
                argument.clone()
            } else if is_unit(ty) && matches!(argument.kind, ExprKind::Literal(_)) {
                continue;
            } else {
                let name = self.name("argument");
                computed.push((named(&name, argument.span), argument.clone()));
                variable(&name, argument.span)
            };
            if !is_unit(ty) {
                fields.push(value);
            }
        }
        let rest = self.result(rest, outcome)?;
        let told = self.name("answer");
        let (value, drawn) = if operator.answers() {
            fields.push(variable(&told, span));
            (variable(&told, span), Some(answer))
        } else {
            (unit(span), None)
        };
        let event = construct(&operator.constructor, fields, span);
        let rest = bind(pattern, value, rest);
        let body = self.followed_by(rest, outcome, |after| construct("::", vec![event, after], span));
        let body = match drawn {
            Some(answer) => let_in(named(&told, span), answer, body),
            None => body,
        };
        Some(computed.into_iter().rev().fold(body, |body, (name, value)| let_in(name, value, body)))
    }

    /// A request whose answer is the result.
    fn asked_last(&mut self, request: &Expr, outcome: Outcome) -> Option<Expr> {
        let span = request.span;
        let name = self.name("last");
        let (pattern, rest) = match outcome {
            Outcome::Events => (Pattern { kind: PatternKind::Any, span }, unit(span)),
            Outcome::WithValue => (named(&name, span), variable(&name, span)),
        };
        self.then(&pattern, request, &rest, outcome)
    }

    /// A call of a function that asks.
    fn call(&mut self, call: &Expr, outcome: Outcome) -> Option<Expr> {
        let ExprKind::Apply(head, _) = &call.kind else { return None };
        let ExprKind::Variable(name) = &head.kind else { return None };
        let given = self.asking.get(name).copied()?;
        match (given, outcome) {
            (Outcome::Events, Outcome::WithValue) => {
                let events = self.name("before");
                let span = call.span;
                let pair = ExprKind::Tuple(vec![variable(&events, span), unit(span)]);
                Some(let_in(named(&events, span), call.clone(), Expr { kind: pair, span }))
            }
            (Outcome::WithValue, Outcome::Events) => {
                let (events, span) = (self.name("before"), call.span);
                let ignored = Pattern { kind: PatternKind::Any, span };
                let pair = Pattern { kind: PatternKind::Tuple(vec![named(&events, span), ignored]), span };
                Some(let_in(pair, call.clone(), variable(&events, span)))
            }
            _ => Some(call.clone()),
        }
    }

    /// `change` of the value of an expression that asks.
    fn bound(
        &mut self,
        first: &Expr,
        outcome: Outcome,
        change: impl FnOnce(Expr) -> ExprKind,
    ) -> Option<Expr> {
        let name = self.name("asked");
        let span = first.span;
        let rest = Expr { kind: change(variable(&name, span)), span };
        self.then(&named(&name, span), first, &rest, outcome)
    }

    /// An expression with a request among its operands, as a result.
    fn hoisted(&mut self, expr: &Expr, outcome: Outcome) -> Option<Expr> {
        let (request, rest, name) = self.hoist(expr)?;
        self.then(&named(&name, request.span), &request, &rest, outcome)
    }

    /// The same, bound to a pattern.
    fn hoisted_then(
        &mut self,
        pattern: &Pattern,
        expr: &Expr,
        rest: &Expr,
        outcome: Outcome,
    ) -> Option<Expr> {
        let (request, value, name) = self.hoist(expr)?;
        let rest = let_in(pattern.clone(), value, rest.clone());
        self.then(&named(&name, request.span), &request, &rest, outcome)
    }

    /// Takes the one operand that asks out of an expression whose other operands are values, so that no order of
    /// evaluation can be seen: the operand, the expression with a name in its place, and the name.
    fn hoist(&mut self, expr: &Expr) -> Option<(Expr, Expr, String)> {
        let name = self.name("operand");
        let mut changed = expr.clone();
        let operands: Vec<&mut Expr> = match &mut changed.kind {
            ExprKind::Apply(head, arguments) => {
                if let ExprKind::Variable(function) = &head.kind {
                    let lazy = matches!(function.as_str(), "&&" | "||" | "&" | "or");
                    if !lazy { arguments.iter_mut().collect() } else { Vec::new() }
                } else {
                    Vec::new()
                }
            }
            ExprKind::Construct(_, list) | ExprKind::Tuple(list) => list.iter_mut().collect(),
            ExprKind::Record(fields) => fields.iter_mut().map(|(_, part)| part).collect(),
            ExprKind::Infix(operator, left, right)
                if !matches!(operator.text.as_str(), "&&" | "||" | "&" | "or") =>
            {
                vec![left, right]
            }
            ExprKind::Not(inner) | ExprKind::Negate(inner) | ExprKind::Field(inner, _) => vec![inner],
            _ => Vec::new(),
        };
        let (system, asking) = (self.system, self.asking);
        let mut found = None;
        let mut settled = !operands.is_empty();
        for operand in operands {
            if asks(operand, system, asking) {
                settled &= found.is_none()
                    && !is_function(operand)
                    && !matches!(operand.kind, ExprKind::Variable(_));
                let span = operand.span;
                found = Some(std::mem::replace(operand, variable(&name, span)));
            } else {
                settled &= is_value(operand);
            }
        }
        if let (Some(request), true) = (found, settled) {
            return Some((request, changed, name));
        }
        let (span, request) = self.request_in(expr)?;
        let (what, advice) = self.misplaced(expr, &request);
        self.decline(span, &what, advice)
    }

    /// Why a request cannot stand where it stands.
    fn misplaced(&self, expr: &Expr, request: &str) -> (String, &'static str) {
        match &expr.kind {
            ExprKind::Variable(_) => (
                format!("`{request}`, which asks the system under test, as a value"),
                "call it where it is needed",
            ),
            ExprKind::Function(..) | ExprKind::Cases(_) => (
                format!("a request (`{request}`) in a function that may be called later, or never,"),
                "make it a function of the functor",
            ),
            ExprKind::Infix(operator, ..) if matches!(operator.text.as_str(), "&&" | "||" | "&" | "or") => (
                format!("a request (`{request}`) under `{}`, which may or may not happen,", operator.text),
                "write it with `let` and `if`",
            ),
            ExprKind::Apply(head, _) if matches!(&head.kind, ExprKind::Variable(name) if plain(name) == request) => {
                (
                    format!("`{request}` with arguments whose order of evaluation can be seen"),
                    "bind the arguments with `let` first",
                )
            }
            _ => (
                format!(
                    "a request (`{request}`) among operands that are evaluated in an order that OCaml does not settle,"
                ),
                "bind the answer with `let` first",
            ),
        }
    }

    /// What an expression that asks gives, if it can be seen.
    fn outcome_of(&self, expr: &Expr) -> Option<Outcome> {
        match &expr.kind {
            ExprKind::Literal(Literal::Unit) => Some(Outcome::Events),
            ExprKind::Typed(inner, _) => self.outcome_of(inner),
            ExprKind::If(_, then, otherwise) => self.outcome_of(then).or_else(|| self.outcome_of(otherwise)),
            ExprKind::Match(_, cases) => cases.iter().find_map(|case| self.outcome_of(&case.body)),
            ExprKind::Let(_, rest) | ExprKind::Sequence(_, rest) => self.outcome_of(rest),
            ExprKind::Apply(head, _) => match &head.kind {
                ExprKind::Variable(name) => match self.operator(name) {
                    Some(operator) if operator.answers() => Some(Outcome::WithValue),
                    Some(_) => Some(Outcome::Events),
                    None => self.asking.get(name).copied(),
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn operator(&self, name: &str) -> Option<&'p Operator> {
        self.signature.operator(operator_name(name, self.system)?)
    }

    fn name(&mut self, word: &str) -> String {
        self.fresh += 1;
        format!("{MARK}{word}{}", self.fresh)
    }
}

/// `let pattern = value in rest`, unless there is nothing to bind.
fn bind(pattern: &Pattern, value: Expr, rest: Expr) -> Expr {
    match (&pattern.kind, &value.kind) {
        (PatternKind::Any, _) | (PatternKind::Literal(Literal::Unit), ExprKind::Literal(Literal::Unit)) => {
            rest
        }
        _ => let_in(pattern.clone(), value, rest),
    }
}

fn variable(name: &str, span: Span) -> Expr {
    Expr { kind: ExprKind::Variable(name.to_owned()), span }
}

fn no_events(span: Span) -> Expr {
    construct("[]", Vec::new(), span)
}

fn is_function(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Function(..) | ExprKind::Cases(_) => true,
        ExprKind::Typed(inner, _) => is_function(inner),
        _ => false,
    }
}

/// Whether evaluating an expression neither draws, fails nor takes long.
fn is_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(_) | ExprKind::Literal(_) => true,
        ExprKind::Construct(_, list) | ExprKind::Tuple(list) => list.iter().all(is_value),
        ExprKind::Typed(inner, _)
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::Field(inner, _) => is_value(inner),
        ExprKind::Infix(operator, left, right) => {
            matches!(operator.text.as_str(), "+" | "-" | "*" | "=" | "<>" | "<" | "<=" | ">" | ">=")
                && is_value(left)
                && is_value(right)
        }
        _ => false,
    }
}
