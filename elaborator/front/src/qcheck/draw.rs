//! A generator as an expression that draws from it once.
//!
//! SOUNDNESS: a generator that is used twice is drawn from twice; what is drawn has a name of its own, that no text can
//! contain, and is used as often as the program says.

use super::combinators::library_name;
use super::{StandsFor, Writer, tree};
use crate::span::Span;
use crate::syntax::{Binding, Bindings, Expr, ExprKind};

impl Writer<'_> {
    /// What one draw from a generator returns. `last` says that it is what the enclosing definition returns.
    pub(super) fn draw(&mut self, expr: &Expr, last: bool) -> Option<Expr> {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Let(bindings, body) => {
                return self.local(span, bindings, body, |writer, body| writer.draw(body, last));
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.boxed(condition)?;
                let then = Box::new(self.draw(then, last)?);
                ExprKind::If(condition, then, Box::new(self.draw(otherwise, last)?))
            }
            ExprKind::Match(scrutinee, cases) => {
                let subject = (**scrutinee).clone();
                let scrutinee = self.boxed(scrutinee)?;
                ExprKind::Match(
                    scrutinee,
                    self.cases(Some(&subject), cases, |writer, body| writer.draw(body, last))?,
                )
            }
            ExprKind::Sequence(first, rest) => {
                let first = self.boxed(first)?;
                ExprKind::Sequence(first, Box::new(self.draw(rest, last)?))
            }
            ExprKind::Typed(inner, _) => return self.draw(inner, last),
            ExprKind::Fail | ExprKind::Raise(_) => expr.kind.clone(),
            // An arbitrary is its generator.
            ExprKind::Field(inner, name) if matches!(name.text.as_str(), "gen" | "QCheck.gen") => {
                return self.draw(inner, last);
            }
            ExprKind::Variable(_) | ExprKind::Apply(..) | ExprKind::Infix(..) => {
                let (head, arguments) = self.spine(expr);
                // `byte + 1` is no generator, and what is left of it is what was there.
                if matches!(head.kind, ExprKind::Infix(..)) && arguments.is_empty() {
                    return self.decline(
                        span,
                        "this operator between generators",
                        "combinators of the library",
                    );
                }
                return self.draw_call(&head, &arguments, span, last);
            }
            ExprKind::Function(..) | ExprKind::Cases(_) => {
                return self.decline(
                    span,
                    "a generator that is a function of the random state",
                    "combinators of the library",
                );
            }
            _ => return self.decline(span, "this form of generator", "combinators of the library"),
        };
        Some(Expr { kind, span })
    }

    fn draw_call(&mut self, head: &Expr, arguments: &[Expr], span: Span, last: bool) -> Option<Expr> {
        match &head.kind {
            ExprKind::Variable(name) => match self.find(name).cloned() {
                None => match library_name(name) {
                    Some((family, word)) => self.combinator(family, word, name, arguments, span, last),
                    None => {
                        let mut arguments = self.values(arguments)?;
                        arguments.push(tree::unit(span));
                        Some(Expr { kind: ExprKind::Apply(Box::new(head.clone()), arguments), span })
                    }
                },
                Some(known) => {
                    if let (true, Some(StandsFor::Recursive(binding))) = (last, &known.stands_for)
                        && self.goal.is_some()
                        && let Some(written) = self.recursion_in_place(binding, &known, arguments, span)
                    {
                        return written;
                    }
                    if let (true, Some(binding)) = (last, &known.written)
                        && self.goal.is_some()
                        && let Some(function) = self.written_in_place(binding, &known, arguments.len())
                    {
                        return self.draw_call(&function, arguments, span, last);
                    }
                    let mut arguments = self.arguments(&known.labels, arguments, span)?;
                    arguments.push(tree::unit(span));
                    Some(Expr { kind: ExprKind::Apply(Box::new(head.clone()), arguments), span })
                }
            },
            ExprKind::Function(..) | ExprKind::Cases(_) | ExprKind::Let(..) | ExprKind::If(..)
                if !arguments.is_empty() =>
            {
                // The arguments are evaluated outside of what the function binds.
                let mut names = Vec::new();
                for argument in arguments {
                    let name = self.fresh("Argument");
                    names.push((name, self.value(argument)?));
                }
                let variables: Vec<Expr> =
                    names.iter().map(|(name, _)| super::variable(name, span)).collect();
                let height = self.known.len();
                names.iter().for_each(|(name, _)| self.push_data(name));
                let body = self.applied(head, &variables, true, last);
                self.known.truncate(height);
                Some(
                    names.into_iter().rev().fold(body?, |body, (name, value)| {
                        tree::let_in(tree::named(&name, span), value, body)
                    }),
                )
            }
            _ if arguments.is_empty() => self.draw(head, last),
            ExprKind::Match(..) | ExprKind::Sequence(..) => {
                self.decline(span, "this form of a function to a generator", "a name for the function")
            }
            _ => {
                let (head, mut arguments) = (self.value(head)?, self.values(arguments)?);
                arguments.push(tree::unit(span));
                Some(Expr { kind: ExprKind::Apply(Box::new(head), arguments), span })
            }
        }
    }

    /// A function applied to variables, as data or as a generator that is drawn from. A `fun` is written out.
    pub(super) fn applied(
        &mut self,
        function: &Expr,
        arguments: &[Expr],
        drawn: bool,
        last: bool,
    ) -> Option<Expr> {
        let Some((first, rest)) = arguments.split_first() else {
            return if drawn { self.draw(function, last) } else { self.value(function) };
        };
        match &function.kind {
            ExprKind::Function(parameters, body) => {
                let (parameter, more) = parameters.split_first()?;
                if tree::label_of(parameter).is_some() {
                    return self.decline(parameter.span, "a label here", "a parameter without a label");
                }
                let inner = if more.is_empty() {
                    (**body).clone()
                } else {
                    Expr { kind: ExprKind::Function(more.to_vec(), body.clone()), span: function.span }
                };
                self.under(parameter, first.clone(), |writer| writer.applied(&inner, rest, drawn, last))
            }
            ExprKind::Cases(cases) => {
                let written =
                    self.cases(Some(first), cases, |writer, body| writer.applied(body, rest, drawn, last))?;
                let kind = ExprKind::Match(Box::new(first.clone()), written);
                Some(Expr { kind, span: function.span })
            }
            ExprKind::Typed(inner, _) => self.applied(inner, arguments, drawn, last),
            // The arguments are variables that no text can name.
            ExprKind::Let(bindings, body) => self.local(function.span, bindings, body, |writer, body| {
                writer.applied(body, arguments, drawn, last)
            }),
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.boxed(condition)?;
                let then = Box::new(self.applied(then, arguments, drawn, last)?);
                let otherwise = Box::new(self.applied(otherwise, arguments, drawn, last)?);
                Some(Expr { kind: ExprKind::If(condition, then, otherwise), span: function.span })
            }
            _ => {
                let call = tree::apply(function.clone(), arguments.to_vec());
                if drawn { self.draw(&call, last) } else { self.value(&call) }
            }
        }
    }

    /// Draws from generators, one after the other, and goes on with what was drawn.
    pub(super) fn drawn_all(
        &mut self,
        generators: &[Expr],
        then: impl FnOnce(&mut Self, &[Expr]) -> Option<Expr>,
    ) -> Option<Expr> {
        let mut draws = Vec::new();
        for generator in generators {
            let name = self.fresh("Drawn");
            draws.push((name, self.draw(generator, false)?, generator.span));
        }
        let variables: Vec<Expr> = draws.iter().map(|(name, _, span)| super::variable(name, *span)).collect();
        let height = self.known.len();
        draws.iter().for_each(|(name, _, _)| self.push_data(name));
        let body = then(self, &variables);
        self.known.truncate(height);
        Some(
            draws
                .into_iter()
                .rev()
                .fold(body?, |body, (name, value, span)| tree::let_in(tree::named(&name, span), value, body)),
        )
    }

    /// `fix (fun self n -> body) first` as a local recursive function.
    pub(super) fn fixed_point(
        &mut self,
        function: &Expr,
        first: &Expr,
        span: Span,
        last: bool,
    ) -> Option<Expr> {
        let ExprKind::Function(parameters, body) = &function.kind else {
            return self.decline(
                function.span,
                "`fix` of something that is not written as a function",
                "`fix (fun self n -> …)`",
            );
        };
        let (own, rest) = parameters.split_first()?;
        let Some(name) = tree::bare(own) else {
            return self.decline(
                own.span,
                "this parameter of `fix`",
                "a name, as in `fix (fun self n -> …)`",
            );
        };
        let binding = Binding {
            pattern: tree::named(name, own.span),
            parameters: rest.to_vec(),
            result: None,
            body: (**body).clone(),
            attributes: Vec::new(),
            span: function.span,
        };
        self.built_late.push(binding.span);
        let size = self.fresh("Size");
        let value = self.value(first)?;
        self.under(&tree::named(&size, span), value, |writer| {
            let arguments = [super::variable(&size, span)];
            writer.local_recursion(&binding, &arguments, span, last)
        })
    }

    /// `let rec f … = … in f arguments`, with a claim that is guessed from the enclosing one.
    pub(super) fn local_recursion(
        &mut self,
        binding: &Binding,
        arguments: &[Expr],
        span: Span,
        last: bool,
    ) -> Option<Expr> {
        let name = tree::bare(&binding.pattern)?.to_owned();
        let guessed = if last { self.guessed_claim(binding) } else { None };
        let mut claimed = binding.clone();
        claimed.attributes.extend(guessed.map(crate::syntax::Attribute::Covers));
        // Where nothing is claimed, nothing is to be proved.
        if claimed.attributes.is_empty() && self.goal.is_some() {
            return self.decline(
                span,
                &format!("the recursive generator `{name}`, for which no claim can be guessed here,"),
                "a definition of its own with a claim: `let rec f n = … [@@covers {| n:{v:int | 0 <= v} -> [v:t | …] |}]`",
            );
        }
        let goal = self.goal.take();
        let bindings = Bindings { recursive: true, list: vec![claimed] };
        let call = tree::apply(super::variable(&name, span), arguments.to_vec());
        let written = self.local(span, &bindings, &call, |writer, call| writer.draw(call, false));
        self.goal = goal;
        written
    }

    /// A function of the file that has no claim, as a function without a name: with a recursive generator in it, whose
    /// claim is guessed from what is claimed here.
    fn written_in_place(&self, binding: &Binding, known: &super::Known, given: usize) -> Option<Expr> {
        let fits = given > 0 && binding.parameters.len() == given && tree::claim_of(binding).is_none();
        if !fits || !known.labels.is_empty() || !has_recursive_generator(&binding.body) {
            return None;
        }
        let mut parameters = Vec::new();
        binding.parameters.iter().for_each(|parameter| tree::variables(parameter, &mut parameters));
        if self.means_something_else(&binding.body, &mut parameters, &known.name) {
            return None;
        }
        let kind = ExprKind::Function(binding.parameters.clone(), Box::new(binding.body.clone()));
        Some(Expr { kind, span: binding.span })
    }

    /// Whether a name in the body of a definition does not mean here what it means there.
    fn means_something_else(&self, body: &Expr, bound: &mut Vec<String>, name: &str) -> bool {
        let Some(defined) = self.known.iter().rposition(|other| other.name == name) else { return true };
        let mut captured = false;
        tree::free_variables(body, bound, &mut |free| {
            captured |= self.known.iter().skip(defined + 1).any(|later| later.name == free);
        });
        captured
    }

    /// A recursive generator of the file that has no claim, written where it is used.
    fn recursion_in_place(
        &mut self,
        binding: &Binding,
        known: &super::Known,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Option<Expr>> {
        let mut bound = Vec::new();
        binding.parameters.iter().for_each(|parameter| tree::variables(parameter, &mut bound));
        let captured = self.means_something_else(&binding.body, &mut bound, &known.name);
        if captured || known.labels.iter().any(Option::is_some) {
            return None;
        }
        self.guessed_claim(binding)?;
        Some((|| {
            let mut names = Vec::new();
            for argument in arguments {
                let name = self.fresh("Argument");
                names.push((name, self.value(argument)?));
            }
            let variables: Vec<Expr> = names.iter().map(|(name, _)| super::variable(name, span)).collect();
            let height = self.known.len();
            names.iter().for_each(|(name, _)| self.push_data(name));
            let body = self.local_recursion(binding, &variables, span, true);
            self.known.truncate(height);
            Some(
                names
                    .into_iter()
                    .rev()
                    .fold(body?, |body, (name, value)| tree::let_in(tree::named(&name, span), value, body)),
            )
        })())
    }
}

/// Whether an expression has `fix`, or a recursive definition, in it.
fn has_recursive_generator(expr: &Expr) -> bool {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match &expr.kind {
            ExprKind::Let(bindings, _) if bindings.recursive => return true,
            ExprKind::Variable(name) if library_name(name).is_some_and(|(_, word)| word == "fix") => {
                return true;
            }
            _ => {}
        }
        pending.extend(tree::children(expr));
    }
    false
}
