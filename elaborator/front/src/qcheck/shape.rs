//! Which expressions are generators.
//!
//! The kinds of expressions as far as they matter here, read off the text: a combinator of the library that has all its
//! arguments is a generator, and so is what ends in one. A variable of which nothing is known is data;
//! where a combinator expects a generator it is drawn from all the same. Types say more, but are not known
//! yet: inference runs on programs in direct style.

use super::combinators::{self, library_name};
use super::{StandsFor, Writer, tree};
use crate::syntax::{Binding, Expr, ExprKind, Operator, PatternKind, split_path};

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Generator,
    /// A list of generators, with or without weights.
    Generators,
    /// A function of so many arguments.
    Function(usize, Box<Shape>),
    Data,
}

impl Shape {
    pub fn is_to_generator(&self) -> bool {
        self.parameters_to_generator().is_some()
    }

    /// After how many arguments it is a generator.
    pub fn parameters_to_generator(&self) -> Option<usize> {
        match self {
            Shape::Generator => Some(0),
            Shape::Function(count, result) => Some(count + result.parameters_to_generator()?),
            Shape::Generators | Shape::Data => None,
        }
    }

    /// The shape after so many arguments.
    pub fn applied(&self, arguments: usize) -> Shape {
        match self {
            _ if arguments == 0 => self.clone(),
            Shape::Function(count, result) if arguments >= *count => result.applied(arguments - count),
            Shape::Function(count, result) => Shape::Function(count - arguments, result.clone()),
            Shape::Generator | Shape::Generators | Shape::Data => Shape::Data,
        }
    }

    fn function(count: usize, result: Shape) -> Shape {
        match (count, result) {
            (0, result) => result,
            (_, Shape::Data) => Shape::Data,
            (count, result) => Shape::Function(count, Box::new(result)),
        }
    }
}

/// Variables of an expression whose shape is asked for.
type Inner = Vec<(String, Shape)>;

impl Writer<'_> {
    pub(super) fn shape(&self, expr: &Expr) -> Shape {
        self.shape_within(expr, &mut Inner::new())
    }

    /// The shape of what a binding binds. A recursive one is what it is without the recursion.
    pub(super) fn shape_of_binding(&self, binding: &Binding, recursive: bool) -> Shape {
        let mut inner = Inner::new();
        if recursive && let Some(name) = tree::bare(&binding.pattern) {
            inner.push((name.to_owned(), Shape::Data));
        }
        self.bound(binding, &mut inner)
    }

    fn bound(&self, binding: &Binding, inner: &mut Inner) -> Shape {
        let annotated = match (&binding.pattern.kind, &binding.result) {
            (PatternKind::Typed(_, written), _) | (_, Some(written)) => tree::is_generator_type(written),
            _ => false,
        };
        // `[v:t | φ]` behind a value is about what it draws.
        let claimed = binding.parameters.is_empty()
            && tree::claim_of(binding)
                .is_some_and(|scheme| matches!(scheme.body.kind, crate::syntax::SpecTypeKind::Base { .. }));
        let annotated = annotated || claimed;
        let height = inner.len();
        for parameter in &binding.parameters {
            hide(parameter, inner);
        }
        let result = if annotated { Shape::Generator } else { self.shape_within(&binding.body, inner) };
        inner.truncate(height);
        Shape::function(binding.parameters.len(), result)
    }

    fn shape_of_name(&self, name: &str, inner: &Inner) -> Shape {
        if let Some((_, shape)) = inner.iter().rev().find(|(known, _)| known == name) {
            return shape.clone();
        }
        if let Some(known) = self.find(name) {
            return known.shape.clone();
        }
        match library_name(name).and_then(|(family, name)| combinators::arity(family, name)) {
            Some(count) => Shape::function(count, Shape::Generator),
            None => Shape::Data,
        }
    }

    fn shape_within(&self, expr: &Expr, inner: &mut Inner) -> Shape {
        let height = inner.len();
        let shape = match &expr.kind {
            ExprKind::Variable(name) => self.shape_of_name(name, inner),
            ExprKind::Typed(_, written) if tree::is_generator_type(written) => Shape::Generator,
            ExprKind::Typed(body, _) | ExprKind::Sequence(_, body) => self.shape_within(body, inner),
            ExprKind::Apply(..) | ExprKind::Infix(..) => self.shape_of_call(expr, inner),
            ExprKind::Function(parameters, body) => {
                parameters.iter().for_each(|parameter| hide(parameter, inner));
                Shape::function(parameters.len(), self.shape_within(body, inner))
            }
            ExprKind::Cases(cases) => {
                let results = cases.iter().map(|case| {
                    let mut inner = inner.clone();
                    hide(&case.pattern, &mut inner);
                    self.shape_within(&case.body, &mut inner)
                });
                Shape::function(1, first(results))
            }
            ExprKind::Match(_, cases) => first(cases.iter().map(|case| {
                let mut inner = inner.clone();
                hide(&case.pattern, &mut inner);
                self.shape_within(&case.body, &mut inner)
            })),
            ExprKind::If(_, then, otherwise) => {
                let then = self.shape_within(then, inner);
                if then == Shape::Data { self.shape_within(otherwise, inner) } else { then }
            }
            ExprKind::Let(bindings, body) => {
                let shapes: Vec<_> = bindings
                    .list
                    .iter()
                    .map(|binding| match tree::bare(&binding.pattern) {
                        Some(name) if bindings.recursive => {
                            let mut inner = inner.clone();
                            inner.push((name.to_owned(), Shape::Data));
                            (Some(name), self.bound(binding, &mut inner))
                        }
                        name => (name, self.bound(binding, inner)),
                    })
                    .collect();
                for (binding, (name, shape)) in bindings.list.iter().zip(shapes) {
                    match name {
                        Some(name) => inner.push((name.to_owned(), shape)),
                        None => hide(&binding.pattern, inner),
                    }
                }
                self.shape_within(body, inner)
            }
            ExprKind::Construct(name, parts) if name.text == "::" => match parts.as_slice() {
                [head, tail] => match self.element_shape(head, inner) {
                    Shape::Generator => Shape::Generators,
                    _ => match self.shape_within(tail, inner) {
                        Shape::Generators => Shape::Generators,
                        _ => Shape::Data,
                    },
                },
                _ => Shape::Data,
            },
            ExprKind::Field(_, name) if name.text == "QCheck.gen" => Shape::Generator,
            _ => Shape::Data,
        };
        inner.truncate(height);
        shape
    }

    /// An element of a list of generators may have a weight.
    fn element_shape(&self, element: &Expr, inner: &mut Inner) -> Shape {
        match &element.kind {
            ExprKind::Tuple(parts) => match parts.as_slice() {
                [_, generator] => self.shape_within(generator, inner),
                _ => Shape::Data,
            },
            _ => self.shape_within(element, inner),
        }
    }

    fn shape_of_call(&self, expr: &Expr, inner: &mut Inner) -> Shape {
        let (head, arguments) = self.spine(expr);
        let ExprKind::Variable(name) = &head.kind else {
            if let ExprKind::Infix(operator, left, right) = &head.kind
                && operator.text == "@"
            {
                let left = self.shape_within(left, inner);
                return if left == Shape::Generators { left } else { self.shape_within(right, inner) };
            }
            return match &head.kind {
                ExprKind::Apply(..) | ExprKind::Infix(..) => Shape::Data,
                _ => self.shape_within(&head, inner).applied(arguments.len()),
            };
        };
        if name == "List.map" || name == "List.concat" || name == "List.append" {
            let to_generator = arguments.iter().any(|argument| {
                matches!(self.shape_within(argument, inner), Shape::Generators)
                    || self.shape_within(argument, inner).is_to_generator()
            });
            return if to_generator && arguments.len() > 1 { Shape::Generators } else { Shape::Data };
        }
        let own = inner.iter().any(|(known, _)| known == name) || self.find(name).is_some();
        let positional = arguments.iter().filter(|argument| !matches!(argument.kind, ExprKind::Labelled(..)));
        let count = if own { self.filled_parameters(name, &arguments) } else { positional.count() };
        self.shape_of_name(name, inner).applied(count)
    }

    /// How many parameters of a function of the file are filled: one that is optional and before an argument
    /// without a label counts.
    fn filled_parameters(&self, name: &str, arguments: &[Expr]) -> usize {
        let labels = self.find(name).map(|known| known.labels.as_slice()).unwrap_or_default();
        let plain = arguments.iter().filter(|a| !matches!(a.kind, ExprKind::Labelled(..))).count();
        let mut left = plain;
        let mut skipped = 0;
        for label in labels {
            match label {
                None if left > 0 => left -= 1,
                Some(label) if label.optional && left > 0 => {
                    let given =
                        |a: &Expr| matches!(&a.kind, ExprKind::Labelled(n, ..) if n.text == label.name.text);
                    skipped += usize::from(!arguments.iter().any(given));
                }
                _ => {}
            }
        }
        arguments.len() + skipped
    }

    /// The head of a call and its arguments, through `@@` and `|>`.
    pub(super) fn spine(&self, expr: &Expr) -> (Expr, Vec<Expr>) {
        match &expr.kind {
            ExprKind::Apply(head, arguments) => {
                let (head, mut all) = self.spine(head);
                all.extend(arguments.iter().cloned());
                (head, all)
            }
            ExprKind::Infix(operator, left, right) => {
                let own = self.find(&operator.text).is_some();
                match operator.text.as_str() {
                    "@@" if !own => {
                        let (head, mut all) = self.spine(left);
                        all.push((**right).clone());
                        (head, all)
                    }
                    "|>" if !own => {
                        let (head, mut all) = self.spine(right);
                        all.push((**left).clone());
                        (head, all)
                    }
                    name if own || library_name(name).is_some() => {
                        (super::variable(name, operator.span), vec![(**left).clone(), (**right).clone()])
                    }
                    _ => (expr.clone(), Vec::new()),
                }
            }
            ExprKind::Typed(inner, written) if tree::is_generator_type(written) => self.spine(inner),
            _ => (expr.clone(), Vec::new()),
        }
    }

    /// The number that an expression is, if that can be seen.
    pub(super) fn number(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Variable(name) => match self.find(name)?.stands_for.as_ref()? {
                StandsFor::Number(value) => Some(*value),
                StandsFor::List(_) | StandsFor::Recursive(_) => None,
            },
            ExprKind::Infix(operator, left, right) if self.find(&operator.text).is_none() => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                match Operator::spelled(&operator.text)? {
                    Operator::Add => left.checked_add(right),
                    Operator::Subtract => left.checked_sub(right),
                    Operator::Multiply => left.checked_mul(right),
                    _ => None,
                }
            }
            ExprKind::Typed(inner, _) => self.number(inner),
            ExprKind::Apply(head, arguments) => match (&head.kind, arguments.as_slice()) {
                (ExprKind::Variable(name), [inner]) if name == "~-" => self.number(inner)?.checked_neg(),
                _ => None,
            },
            _ => tree::literal(expr),
        }
    }
}

/// Whether a definition that was not read, perhaps because of its names, looks like a generator or a function to one. Such
/// definitions are listed by `scan`, and nothing else is made of it.
pub(crate) fn looks_like_generator(binding: &Binding) -> bool {
    let typed = |written: &crate::syntax::TypeExpr| tree::is_generator_type(written);
    binding.result.as_ref().is_some_and(typed)
        || matches!(&binding.pattern.kind, PatternKind::Typed(_, written) if typed(written))
        || ends_in_combinator(&binding.body)
}

fn ends_in_combinator(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(name) => is_combinator(name),
        ExprKind::Apply(head, _) => ends_in_combinator(head),
        ExprKind::Infix(operator, left, right) => match operator.text.as_str() {
            "@@" => ends_in_combinator(left),
            "|>" => ends_in_combinator(right),
            ">>=" | ">|=" | "<$>" | "<*>" => ends_in_combinator(left) || ends_in_combinator(right),
            name => is_combinator(name),
        },
        ExprKind::Typed(inner, written) => tree::is_generator_type(written) || ends_in_combinator(inner),
        ExprKind::Function(_, body)
        | ExprKind::Let(_, body)
        | ExprKind::Sequence(_, body)
        | ExprKind::Open(_, body) => ends_in_combinator(body),
        ExprKind::If(_, then, otherwise) => ends_in_combinator(then) || ends_in_combinator(otherwise),
        ExprKind::Match(_, cases) | ExprKind::Cases(cases) => {
            cases.iter().any(|case| ends_in_combinator(&case.body))
        }
        _ => false,
    }
}

/// Whether a path, resolved or as it is written, is that of a combinator.
fn is_combinator(name: &str) -> bool {
    if let Some((family, word)) = library_name(name) {
        return combinators::arity(family, word).is_some();
    }
    split_path(name).is_some_and(|(path, word)| {
        let module = path.rsplit('.').next().unwrap_or(path);
        module == "Gen" && combinators::arity(combinators::Family::Gen, word).is_some()
    })
}

/// The variables of a pattern are data.
fn hide(pattern: &crate::syntax::Pattern, inner: &mut Inner) {
    let mut names = Vec::new();
    tree::variables(pattern, &mut names);
    inner.extend(names.into_iter().map(|name| (name, Shape::Data)));
}

/// The first shape that says something.
fn first(mut shapes: impl Iterator<Item = Shape>) -> Shape {
    shapes.find(|shape| *shape != Shape::Data).unwrap_or(Shape::Data)
}
