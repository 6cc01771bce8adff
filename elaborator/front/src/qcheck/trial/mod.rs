//! A trial run of what is evaluated when the program starts, or when a generator is built.
//!
//! `start` and `building` look at the text: what is known about a function holds for all of its arguments, and a recursive
//! generator has to pass something smaller. Most generators are built with arguments that can be seen (`tree 3`), and
//! then building them can just be tried: an evaluator that knows some values, bounds of some integers, and nothing of
//! others. Where a condition is not decided, it goes both ways.
//!
//! SOUNDNESS: whatever OCaml evaluates is evaluated here, with values that contain OCaml's; a step that is not listed, an
//! unknown function, or one step too many is *not quiet*. So the trial only ends well if every evaluation ends,
//! and none fails or does anything else. Functions that are passed to a combinator are called when something is drawn,
//! and are not called here. Nothing about the file is written from what the trial finds: it only says yes.

mod library;
mod matching;
mod value;

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

use super::shape::Shape;
use super::{Writer, tree};
use crate::syntax::{Binding, Bindings, Case, Expr, ExprKind, Literal, Operator, Pattern, PatternKind};

use self::matching::Fit;
use self::value::{Argument, Callee, Closure, Value};

/// More is not tried: what takes so long to build is looked at as text only.
const MOST_STEPS: usize = 60_000;
/// Calls within calls.
const DEEPEST: usize = 3_000;

/// A definition at top level, with what its names mean.
pub(super) struct Definition {
    binding: Binding,
    /// So many names of the file are in scope in it.
    scope: usize,
}

impl Definition {
    /// The definitions of an item; `before` names are known before it, and it defines so many.
    pub(super) fn all(bindings: &Bindings, before: usize) -> Vec<Rc<Definition>> {
        let scope = if bindings.recursive { before + bindings.list.len() } else { before };
        let all = bindings.list.iter();
        all.map(|binding| Rc::new(Definition { binding: binding.clone(), scope })).collect()
    }
}

/// Names in scope: local ones, and so many of the file.
#[derive(Clone, Default)]
struct Scope {
    local: Option<Rc<Local>>,
    height: usize,
}

struct Local {
    name: String,
    value: Value,
    outer: Option<Rc<Local>>,
}

impl Scope {
    fn find(&self, name: &str) -> Option<&Value> {
        let mut at = self.local.as_deref();
        while let Some(local) = at {
            if local.name == name {
                return Some(&local.value);
            }
            at = local.outer.as_deref();
        }
        None
    }

    fn push(&mut self, name: &str, value: Value) {
        let outer = self.local.take();
        self.local = Some(Rc::new(Local { name: name.to_owned(), value, outer }));
    }
}

struct Trial<'w, 'p> {
    writer: &'w Writer<'p>,
    steps: Cell<usize>,
    depth: Cell<usize>,
    /// Calls with numbers that gave a generator: they give one again.
    done: RefCell<HashSet<(usize, Vec<i64>)>>,
}

impl Writer<'_> {
    /// Whether the evaluation of a definition ends well, as far as a trial shows.
    pub(super) fn starts_quietly_in_a_trial(&self, bindings: &Bindings) -> bool {
        !bindings.recursive
            && bindings.list.iter().all(|binding| {
                let named = tree::bare(&binding.pattern).is_some();
                named && (!binding.parameters.is_empty() || self.is_quiet_in_a_trial(&binding.body))
            })
    }

    /// Whether an expression is evaluated quietly where it stands, as far as a trial shows.
    pub(super) fn is_quiet_in_a_trial(&self, expr: &Expr) -> bool {
        let trial = self.trial();
        trial.eval(expr, &Scope { local: None, height: self.known.len() }).is_some()
    }

    /// The arguments of a recursive function that must not be negative for its body to be evaluated quietly, where its own
    /// calls are: none if possible, otherwise those of which its claim says so.
    pub(super) fn quiet_if(&self, bindings: &Bindings) -> Option<Vec<usize>> {
        let [binding] = bindings.list.as_slice() else { return None };
        let parameters = &binding.parameters;
        let labels = parameters.iter().any(|parameter| tree::label_of(parameter).is_some());
        if parameters.is_empty() || labels {
            return None;
        }
        let claim = tree::claim_of(binding);
        let counted = claim.map(|claim| super::claims::nonnegative_parameters(claim, parameters));
        let counted = counted.unwrap_or_default();
        let is_counted = |parameter: &Pattern| {
            tree::bare(parameter).is_some_and(|name| counted.iter().any(|known| known == name))
        };
        let all: Vec<usize> =
            parameters.iter().enumerate().filter(|(_, p)| is_counted(p)).map(|(at, _)| at).collect();
        let mut tries = vec![Vec::new()];
        tries.extend(all.iter().map(|at| vec![*at]));
        tries.push(all);
        tries.into_iter().find(|required| self.is_quiet_if(binding, required))
    }

    fn is_quiet_if(&self, binding: &Binding, required: &[usize]) -> bool {
        let Some(name) = tree::bare(&binding.pattern) else { return false };
        let mut scope = Scope { local: None, height: self.known.len() };
        let itself = Callee::Itself(binding.parameters.len(), Rc::from(required));
        scope.push(name, Value::Partial(itself, Vec::new()));
        let trial = self.trial();
        let mut scope = Some(scope);
        for (at, parameter) in binding.parameters.iter().enumerate() {
            let value = if required.contains(&at) { Value::Int(0, value::MOST) } else { Value::Unknown };
            scope = scope.and_then(|scope| trial.taken(parameter, &value, scope));
        }
        scope.is_some_and(|scope| trial.eval(&binding.body, &scope).is_some())
    }

    fn trial(&self) -> Trial<'_, '_> {
        Trial { writer: self, steps: Cell::new(0), depth: Cell::new(0), done: RefCell::default() }
    }
}

impl Trial<'_, '_> {
    fn eval(&self, expr: &Expr, scope: &Scope) -> Option<Value> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MOST_STEPS {
            return None;
        }
        let all =
            |parts: &[Expr]| parts.iter().map(|part| self.eval(part, scope)).collect::<Option<Vec<_>>>();
        Some(match &expr.kind {
            ExprKind::Literal(literal) => Value::of(literal),
            ExprKind::Variable(name) => self.variable(name, scope)?,
            ExprKind::Construct(name, parts) => Value::Made(name.text.clone(), all(parts)?),
            ExprKind::Tuple(parts) => Value::tuple(all(parts)?),
            ExprKind::Record(fields) => Value::Record(self.fields(fields, scope)?),
            ExprKind::Update(record, fields) => {
                self.eval(record, scope)?;
                self.fields(fields, scope)?;
                Value::Unknown
            }
            ExprKind::Field(record, name) => match self.eval(record, scope)? {
                Value::Generator if matches!(name.text.as_str(), "gen" | "QCheck.gen") => Value::Generator,
                Value::Record(fields) => {
                    fields.into_iter().find(|(own, _)| *own == name.text).map_or(Value::Unknown, |(_, v)| v)
                }
                _ => Value::Unknown,
            },
            ExprKind::Typed(inner, _) => self.eval(inner, scope)?,
            ExprKind::Not(inner) => match self.eval(inner, scope)? {
                Value::Truth(known) => Value::Truth(known.map(|known| !known)),
                _ => Value::Truth(None),
            },
            ExprKind::Negate(inner) => self.eval(inner, scope)?.negated(),
            ExprKind::Function(parameters, body) => Value::function(parameters, body, scope),
            ExprKind::Cases(cases) => Value::cases(cases, scope),
            ExprKind::Let(bindings, body) => {
                let inner = self.bound(bindings, scope)?;
                self.eval(body, &inner)?
            }
            ExprKind::If(condition, then, otherwise) => match self.eval(condition, scope)? {
                Value::Truth(Some(true)) => self.eval(then, scope)?,
                Value::Truth(Some(false)) => self.eval(otherwise, scope)?,
                _ => {
                    let then = self.eval(then, &self.learned(condition, true, scope))?;
                    then.or(self.eval(otherwise, &self.learned(condition, false, scope))?)
                }
            },
            ExprKind::Match(scrutinee, cases) => {
                let value = self.eval(scrutinee, scope)?;
                let name = match &scrutinee.kind {
                    ExprKind::Variable(name) => Some(name.as_str()),
                    _ => None,
                };
                self.matched(&value, name, cases, scope)?
            }
            ExprKind::Sequence(first, rest) => {
                self.eval(first, scope)?;
                self.eval(rest, scope)?
            }
            ExprKind::Apply(head, arguments) => {
                let arguments = self.arguments(arguments, scope)?;
                let head = self.eval(head, scope)?;
                self.apply(head, arguments)?
            }
            ExprKind::Infix(operator, left, right) => self.operation(&operator.text, left, right, scope)?,
            ExprKind::Binary(..)
            | ExprKind::Quantified(..)
            | ExprKind::Fail
            | ExprKind::Raise(_)
            | ExprKind::Labelled(..)
            | ExprKind::Open(..) => return None,
        })
    }

    fn fields(&self, fields: &[(crate::syntax::Name, Expr)], scope: &Scope) -> Option<Vec<(String, Value)>> {
        fields.iter().map(|(name, part)| Some((name.text.clone(), self.eval(part, scope)?))).collect()
    }

    fn arguments(&self, arguments: &[Expr], scope: &Scope) -> Option<Vec<Argument>> {
        let one = |argument: &Expr| match &argument.kind {
            ExprKind::Labelled(name, false, value) => {
                Some(Argument { label: Some(name.text.clone()), value: self.eval(value, scope)? })
            }
            _ => Some(Argument { label: None, value: self.eval(argument, scope)? }),
        };
        arguments.iter().map(one).collect()
    }

    fn variable(&self, name: &str, scope: &Scope) -> Option<Value> {
        if let Some(value) = scope.find(name) {
            return Some(value.clone());
        }
        let own = self.writer.known.iter().take(scope.height).rposition(|known| known.name == name);
        let Some(at) = own else { return library::value(name) };
        let known = &self.writer.known[at];
        if known.shape == Shape::Generator {
            return Some(Value::Generator);
        }
        if let Some(super::StandsFor::Number(number)) = known.stands_for {
            return Some(Value::Int(number, number));
        }
        let Some(definition) = &known.definition else {
            let callable = known.quiet_arguments > 0 || known.quiet_if.is_some();
            let latest = self.writer.known.iter().rposition(|known| known.name == name) == Some(at);
            let counted = latest && self.writer.nonnegative.iter().any(|other| other == name);
            return Some(match (callable, counted) {
                (true, _) => Value::Partial(Callee::Known(at), Vec::new()),
                (false, true) => Value::Int(0, value::MOST),
                (false, false) => Value::Unknown,
            });
        };
        if !definition.binding.parameters.is_empty() {
            return Some(Value::Partial(Callee::Known(at), Vec::new()));
        }
        // Whether its evaluation ends well is asked about it; that of a value that is used has ended well.
        let inner = Scope { local: None, height: definition.scope.min(at) };
        Some(self.eval(&definition.binding.body, &inner).unwrap_or(Value::Unknown))
    }

    fn bound(&self, bindings: &Bindings, scope: &Scope) -> Option<Scope> {
        let mut inner = scope.clone();
        if bindings.recursive {
            // Each is a function of itself and the others.
            let plain = |b: &Binding| tree::bare(&b.pattern).is_some() && !b.parameters.is_empty();
            if !bindings.list.iter().all(plain) {
                return None;
            }
            let group = Rc::new(bindings.list.clone());
            for binding in &bindings.list {
                let name = tree::bare(&binding.pattern)?;
                inner.push(name, Value::Function(Rc::new(Closure::recursive(binding, &group, scope))));
            }
            return Some(inner);
        }
        for binding in &bindings.list {
            let value = match binding.parameters.as_slice() {
                [] => self.eval(&binding.body, scope)?,
                parameters => Value::function(parameters, &binding.body, scope),
            };
            inner = self.taken(&binding.pattern, &value, inner)?;
        }
        Some(inner)
    }

    /// Binds a pattern that takes every value.
    fn taken(&self, pattern: &Pattern, value: &Value, scope: Scope) -> Option<Scope> {
        let mut inner = scope;
        match matching::fit(pattern, value, &mut inner) {
            Fit::Yes => Some(inner),
            Fit::Maybe if tree::is_irrefutable(pattern) => Some(inner),
            Fit::Maybe | Fit::No => None,
        }
    }

    fn matched(&self, value: &Value, name: Option<&str>, cases: &[Case], scope: &Scope) -> Option<Value> {
        let mut scope = scope.clone();
        let mut value = value.clone();
        let mut result: Option<Value> = None;
        for case in cases {
            let mut inner = scope.clone();
            let fit = matching::fit(&case.pattern, &value, &mut inner);
            if fit == Fit::No {
                continue;
            }
            let holds = match &case.guard {
                None => Some(true),
                Some(guard) => match self.eval(guard, &inner)? {
                    Value::Truth(known) => known,
                    _ => None,
                },
            };
            if holds != Some(false) {
                let inner = match &case.guard {
                    Some(guard) => self.learned(guard, true, &inner),
                    None => inner,
                };
                let one = self.eval(&case.body, &inner)?;
                result = Some(match result.take() {
                    Some(others) => others.or(one),
                    None => one,
                });
            }
            if fit == Fit::Yes && holds == Some(true) {
                return result;
            }
            // What later cases know.
            if case.guard.is_none() {
                value = matching::without(&case.pattern, value);
                if let Some(name) = name {
                    scope.push(name, value.clone());
                }
            }
        }
        // None may have fitted.
        result.filter(|_| self.writer.covers_everything(cases))
    }

    fn apply(&self, function: Value, arguments: Vec<Argument>) -> Option<Value> {
        if arguments.is_empty() {
            return Some(function);
        }
        self.depth.set(self.depth.get() + 1);
        self.steps.set(self.steps.get() + 1);
        if self.depth.get() > DEEPEST || self.steps.get() > MOST_STEPS {
            return None;
        }
        let result = match function {
            Value::Function(closure) => self.call_closure(&closure, arguments),
            Value::Partial(callee, mut before) => {
                before.extend(arguments);
                self.call(callee, before)
            }
            // Nobody knows what it does; a generator that is applied draws.
            _ => None,
        };
        self.depth.set(self.depth.get() - 1);
        result
    }

    fn call_closure(&self, closure: &Rc<Closure>, arguments: Vec<Argument>) -> Option<Value> {
        let scope = closure.scope();
        match &**closure {
            Closure::Cases(cases, _) => {
                let mut arguments = arguments.into_iter();
                let first = arguments.next().filter(|argument| argument.label.is_none())?;
                let result = self.matched(&first.value, None, cases, &scope)?;
                self.apply(result, arguments.collect())
            }
            Closure::Written { parameters, body, .. } => {
                let waiting = || Value::Partial(Callee::Closure(closure.clone()), Vec::new());
                self.call_written(parameters, body, scope, arguments, waiting)
            }
        }
    }

    fn call(&self, callee: Callee, arguments: Vec<Argument>) -> Option<Value> {
        match &callee {
            Callee::Closure(closure) => self.call_closure(closure, arguments),
            Callee::Itself(count, counted) => match arguments.len() {
                given if given < *count => Some(Value::Partial(callee, arguments)),
                given => {
                    let fine = given == *count && counted.iter().all(|at| arguments[*at].counts());
                    (fine && arguments.iter().all(|argument| argument.label.is_none()))
                        .then_some(Value::Generator)
                }
            },
            Callee::Known(at) => {
                let known = &self.writer.known[*at];
                let built = known.shape.applied(arguments.len()) == Shape::Generator;
                let counted = |(count, required): &(usize, Vec<usize>)| {
                    let counts = |at: &usize| arguments.get(*at).is_some_and(Argument::counts);
                    arguments.len() == *count && required.iter().all(counts)
                };
                let as_asked = built && known.quiet_if.as_ref().is_some_and(counted);
                let quiet = as_asked || arguments.len() <= known.quiet_arguments;
                if quiet && built {
                    return Some(Value::Generator);
                }
                let Some(definition) = &known.definition else {
                    return quiet.then_some(Value::Unknown);
                };
                let numbers: Option<Vec<i64>> = arguments.iter().map(Argument::number).collect();
                let key = numbers.map(|numbers| (*at, numbers));
                if let Some(key) = &key
                    && self.done.borrow().contains(key)
                {
                    return Some(Value::Generator);
                }
                let binding = &definition.binding;
                let scope = Scope { local: None, height: definition.scope };
                let waiting = || Value::Partial(Callee::Known(*at), Vec::new());
                let result =
                    self.call_written(&binding.parameters, &binding.body, scope, arguments, waiting)?;
                if let (Some(key), Value::Generator) = (key, &result) {
                    self.done.borrow_mut().insert(key);
                }
                Some(result)
            }
            Callee::Library(name) => self.call_library(name, arguments),
        }
    }

    /// A function with these parameters applied to arguments. With too few it waits for the others.
    fn call_written(
        &self,
        parameters: &[Pattern],
        body: &Expr,
        mut scope: Scope,
        arguments: Vec<Argument>,
        waiting: impl FnOnce() -> Value,
    ) -> Option<Value> {
        let labels = parameters.iter().any(|parameter| tree::label_of(parameter).is_some());
        if labels || arguments.iter().any(|argument| argument.label.is_some()) {
            scope = self.labelled(parameters, arguments, scope)?;
            return self.eval(body, &scope);
        }
        if arguments.len() < parameters.len() {
            let waits = parameters.iter().all(tree::is_irrefutable);
            let Value::Partial(callee, _) = waiting() else { return None };
            return waits.then_some(Value::Partial(callee, arguments));
        }
        let mut arguments = arguments.into_iter();
        for parameter in parameters {
            scope = self.taken(parameter, &arguments.next()?.value, scope)?;
        }
        let result = self.eval(body, &scope)?;
        self.apply(result, arguments.collect())
    }

    /// A function with labels, applied to all of its arguments.
    fn labelled(&self, parameters: &[Pattern], arguments: Vec<Argument>, scope: Scope) -> Option<Scope> {
        let mut scope = scope;
        let mut left = arguments;
        // One that is left out is known to be so when an argument without a label follows.
        let mut followed = true;
        for parameter in parameters {
            let label = tree::label_of(parameter);
            let wanted = label.as_ref().map(|label| label.name.text.clone());
            let found = left.iter().position(|argument| argument.label == wanted).map(|at| left.remove(at));
            let inner = match &parameter.kind {
                PatternKind::Labelled(_, inner) => inner,
                _ => parameter,
            };
            let value = match (found, &label) {
                (Some(argument), Some(label)) if label.optional && label.default.is_none() => {
                    Value::Made("Some".to_owned(), vec![argument.value])
                }
                (Some(argument), _) => argument.value,
                (None, Some(label)) if label.optional => {
                    followed = false;
                    match &label.default {
                        Some(default) => self.eval(default, &scope)?,
                        None => Value::Made("None".to_owned(), Vec::new()),
                    }
                }
                (None, _) => return None,
            };
            followed |= label.is_none();
            scope = self.taken(inner, &value, scope)?;
        }
        (followed && left.is_empty()).then_some(scope)
    }

    /// What a condition says about local variables and names of the file.
    fn learned(&self, condition: &Expr, holds: bool, scope: &Scope) -> Scope {
        let mut inner = scope.clone();
        self.learn_into(condition, holds, scope, &mut inner);
        inner
    }

    fn learn_into(&self, condition: &Expr, holds: bool, scope: &Scope, inner: &mut Scope) {
        match &condition.kind {
            ExprKind::Not(negated) => self.learn_into(negated, !holds, scope, inner),
            ExprKind::Infix(operator, left, right) if self.is_ocaml_s(&operator.text, scope) => {
                let Some(spelled) = Operator::spelled(&operator.text) else { return };
                if matches!((spelled, holds), (Operator::And, true) | (Operator::Or, false)) {
                    self.learn_into(left, holds, scope, inner);
                    self.learn_into(right, holds, scope, inner);
                    return;
                }
                for (own, other, spelled) in
                    [(left, right, spelled), (right, left, super::building::mirrored(spelled))]
                {
                    let ExprKind::Variable(name) = &own.kind else { continue };
                    let (Some(value), Some(by)) = (self.variable(name, inner), self.eval(other, scope))
                    else {
                        continue;
                    };
                    inner.push(name, value.compared(spelled, holds, &by));
                }
            }
            _ => {}
        }
    }

    fn is_ocaml_s(&self, operator: &str, scope: &Scope) -> bool {
        let mut known = self.writer.known.iter().take(scope.height);
        scope.find(operator).is_none() && known.all(|known| known.name != operator)
    }

    fn operation(&self, name: &str, left: &Expr, right: &Expr, scope: &Scope) -> Option<Value> {
        if !self.is_ocaml_s(name, scope) || super::combinators::library_name(name).is_some() {
            let arguments = self.arguments(&[left.clone(), right.clone()], scope)?;
            let function = self.variable(name, scope)?;
            return self.apply(function, arguments);
        }
        match name {
            "@@" | "|>" => {
                let (function, argument) = if name == "@@" { (left, right) } else { (right, left) };
                let value = self.eval(argument, scope)?;
                let function = self.eval(function, scope)?;
                self.apply(function, vec![Argument { label: None, value }])
            }
            "&&" | "||" => {
                let first = self.eval(left, scope)?;
                let inner = self.learned(left, name == "&&", scope);
                match (first, name) {
                    (Value::Truth(Some(false)), "&&") => Some(Value::Truth(Some(false))),
                    (Value::Truth(Some(true)), "||") => Some(Value::Truth(Some(true))),
                    (Value::Truth(Some(_)), _) => self.eval(right, &inner),
                    _ => self.eval(right, &inner).map(|_| Value::Truth(None)),
                }
            }
            _ => {
                let (left, right) = (self.eval(left, scope)?, self.eval(right, scope)?);
                library::operation(name, &left, &right)
            }
        }
    }
}

impl Value {
    fn of(literal: &Literal) -> Value {
        match literal {
            Literal::Unit => Value::Made("()".to_owned(), Vec::new()),
            Literal::Bool(known) => Value::Truth(Some(*known)),
            Literal::Int(value) => Value::Int(*value, *value),
            Literal::String(text) => Value::Text(Some(Rc::from(text.as_str()))),
            Literal::Char(_) => Value::Char(super::texts::character_of(literal)),
            Literal::Float(text) => Value::Float(text.replace('_', "").parse().ok()),
        }
    }
}
