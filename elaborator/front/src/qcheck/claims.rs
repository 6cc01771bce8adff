//! Claims about generators, and claims that are guessed for recursive generators without one.
//!
//! `[v:t | φ]` behind a generator is about what it can draw: `M [v:t | φ]`. A recursive generator inside one
//! with a claim needs a claim of its own for the proof. It is no part of the statement: a wrong guess proves nothing, and
//! another one is tried. The guesses come from the enclosing claim: where it bounds something by a number, the recursive
//! generator has the size in its place.

use super::{Writer, binary, tree};
use crate::parse::generator;
use crate::syntax::{
    Attribute, Binding, ClaimKind, Expr, ExprKind, Mode, Name, Operator, Pattern, SpecScheme, SpecType,
    SpecTypeKind, TypeExpr, TypeExprKind,
};

/// What the enclosing claim promises of a value.
#[derive(Clone)]
pub(super) struct Goal {
    value: Name,
    sort: TypeExpr,
    formula: Expr,
}

impl Goal {
    /// Of a claim about a function with these parameters.
    pub fn of(scheme: &SpecScheme, parameters: &[Pattern]) -> Option<Goal> {
        if !scheme.types.is_empty() || !scheme.predicates.is_empty() {
            return None;
        }
        let mut spec = &scheme.body;
        let mut parameters = parameters.iter();
        let mut renamed = Vec::new();
        loop {
            match &spec.kind {
                SpecTypeKind::Arrow { parameter, codomain, .. } => {
                    let own = parameters.next().and_then(tree::bare);
                    if let Some(name) = parameter
                        && own != Some(name.text.as_str())
                    {
                        renamed.push(name.text.clone());
                    }
                    spec = codomain;
                }
                SpecTypeKind::Base { value, sort, formula, .. } => {
                    let mut unclear = false;
                    tree::free_variables(formula, &mut vec![value.text.clone()], &mut |name| {
                        unclear |= renamed.iter().any(|other| other == name);
                    });
                    let goal = Goal { value: value.clone(), sort: sort.clone(), formula: formula.clone() };
                    return (!unclear).then_some(goal);
                }
            }
        }
    }
}

/// The parameters that a claim says are not negative.
pub(super) fn nonnegative_parameters(scheme: &SpecScheme, parameters: &[Pattern]) -> Vec<String> {
    let mut found = Vec::new();
    let mut spec = &scheme.body;
    let mut parameters = parameters.iter();
    while let SpecTypeKind::Arrow { domain, codomain, .. } = &spec.kind {
        let own = parameters.next().and_then(tree::bare);
        if let (Some(own), SpecTypeKind::Base { value, sort, formula, .. }) = (own, &domain.kind) {
            let natural = matches!(&sort.kind, TypeExprKind::Apply(name, _) if name == "nat");
            if natural || conjuncts(formula).into_iter().any(|part| is_at_least_zero(part, &value.text)) {
                found.push(own.to_owned());
            }
        }
        spec = codomain;
    }
    found
}

/// `0 <= v`, `1 <= v`, `v >= 0`, `v > 0`, `0 < v`
fn is_at_least_zero(formula: &Expr, value: &str) -> bool {
    let is_value = |expr: &Expr| matches!(&expr.kind, ExprKind::Variable(name) if name == value);
    let least = |expr: &Expr, least: i64| tree::literal(expr).is_some_and(|number| number >= least);
    match &formula.kind {
        ExprKind::Binary(Operator::LessEqual, left, right) => is_value(right) && least(left, 0),
        ExprKind::Binary(Operator::Less, left, right) => is_value(right) && least(left, -1),
        ExprKind::Binary(Operator::GreaterEqual, left, right) => is_value(left) && least(right, 0),
        ExprKind::Binary(Operator::Greater, left, right) => is_value(left) && least(right, -1),
        _ => false,
    }
}

fn conjuncts(formula: &Expr) -> Vec<&Expr> {
    match &formula.kind {
        ExprKind::Binary(Operator::And, left, right) => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        _ => vec![formula],
    }
}

fn together(parts: Vec<Expr>) -> Option<Expr> {
    parts.into_iter().reduce(|left, right| binary(Operator::And, left, right))
}

/// How the size gets smaller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Subtracted,
    Halved,
}

/// `term <= bound`
struct AtMost<'e> {
    index: usize,
    term: &'e Expr,
    bound: i64,
}

impl Writer<'_> {
    /// The attributes of a generator of so many parameters, with its claim as one about draws.
    pub(super) fn claims_of_generator(&mut self, binding: &Binding, count: usize) -> Option<Vec<Attribute>> {
        binding
            .attributes
            .iter()
            .map(|attribute| match attribute {
                Attribute::Covers(scheme) => {
                    Some(Attribute::Covers(SpecScheme { body: drawn(&scheme.body, count), ..scheme.clone() }))
                }
                Attribute::AssumeCovers(scheme) => Some(Attribute::AssumeCovers(SpecScheme {
                    body: drawn(&scheme.body, count),
                    ..scheme.clone()
                })),
                other => Some(other.clone()),
            })
            .collect()
    }

    /// A claim for a recursive generator whose value is what the enclosing definition returns.
    pub(super) fn guessed_claim(&mut self, binding: &Binding) -> Option<SpecScheme> {
        let goal = self.goal.clone()?;
        let (parameters, body) = match binding.parameters.as_slice() {
            [] => tree::with_parameters(binding, 1, &mut 0),
            parameters => (parameters.to_vec(), binding.body.clone()),
        };
        let [parameter] = parameters.as_slice() else { return None };
        let size = tree::bare(parameter)?.to_owned();
        if size == goal.value.text {
            return None;
        }
        let step = step(&body);
        let guesses = guesses(&goal, &size, step);
        self.guesses = self.guesses.max(guesses.len());
        let formula =
            guesses.into_iter().nth(self.reading.guess).or_else(|| together(vec![goal.formula.clone()]))?;
        let span = goal.formula.span;
        let int = TypeExpr { kind: TypeExprKind::Apply("int".to_owned(), Vec::new()), span };
        let bound = Name { text: "v".to_owned(), span };
        let low = binary(Operator::LessEqual, tree::number(0, span), super::variable("v", span));
        let domain = SpecTypeKind::Base { mode: Mode::Over, value: bound, sort: int, formula: low };
        let result = SpecTypeKind::Base { mode: Mode::Under, value: goal.value, sort: goal.sort, formula };
        let result = SpecType { kind: result, span };
        let body = SpecType {
            kind: SpecTypeKind::Arrow {
                parameter: Some(Name { text: size, span }),
                domain: Box::new(SpecType { kind: domain, span }),
                codomain: Box::new(result),
            },
            span,
        };
        let kind = ClaimKind::Every;
        Some(SpecScheme { kind, total: None, types: Vec::new(), predicates: Vec::new(), body, span })
    }
}

/// A claim with one more parameter, `()`, where it is about a generator without one.
fn drawn(spec: &SpecType, count: usize) -> SpecType {
    match &spec.kind {
        SpecTypeKind::Arrow { parameter, domain, codomain } if count > 0 => {
            let codomain = Box::new(drawn(codomain, count - 1));
            let kind = SpecTypeKind::Arrow { parameter: parameter.clone(), domain: domain.clone(), codomain };
            SpecType { kind, span: spec.span }
        }
        SpecTypeKind::Base { mode: Mode::Under, .. } if count == 0 => generator(spec.clone(), spec.span),
        _ => spec.clone(),
    }
}

/// How the size of a recursive generator gets smaller: by division if it is divided anywhere.
fn step(body: &Expr) -> Step {
    let mut halved = false;
    let mut pending = vec![body];
    while let Some(expr) = pending.pop() {
        if let ExprKind::Infix(operator, ..) = &expr.kind {
            halved |= operator.text == "/";
        }
        pending.extend(tree::children(expr));
    }
    if halved { Step::Halved } else { Step::Subtracted }
}

/// Formulas with the size in place of a number, the likeliest first.
fn guesses(goal: &Goal, size: &str, step: Step) -> Vec<Expr> {
    let parts = conjuncts(&goal.formula);
    let span = goal.formula.span;
    let mut found = Vec::new();
    for bound in bounds(&parts, &goal.value.text) {
        let with = |new: Vec<Expr>| {
            let others = parts.iter().enumerate().filter(|(index, _)| *index != bound.index);
            let mut all: Vec<Expr> = new;
            all.extend(others.map(|(_, part)| (*part).clone()));
            together(all)
        };
        let plus = |offset: i64| match offset {
            0 => super::variable(size, span),
            _ => binary(Operator::Add, super::variable(size, span), tree::number(offset, span)),
        };
        match step {
            Step::Subtracted => {
                for offset in [0, 1, -1] {
                    let new = binary(Operator::LessEqual, bound.term.clone(), plus(offset));
                    found.extend(with(vec![new]));
                }
                let exactly = binary(Operator::Equal, bound.term.clone(), plus(0));
                found.extend(with(vec![exactly]));
            }
            Step::Halved => {
                for offset in [0, 1] {
                    let levels = bound.bound - offset;
                    if !(0..=16).contains(&levels) {
                        continue;
                    }
                    let limit =
                        binary(Operator::LessEqual, bound.term.clone(), tree::number(bound.bound, span));
                    let mut new = vec![limit];
                    for level in 0..levels {
                        let large = binary(
                            Operator::GreaterEqual,
                            super::variable(size, span),
                            tree::number(1 << level, span),
                        );
                        let low = binary(
                            Operator::LessEqual,
                            bound.term.clone(),
                            tree::number(level + offset, span),
                        );
                        new.push(binary(Operator::Or, large, low));
                    }
                    found.extend(with(new));
                }
            }
        }
    }
    found.push(goal.formula.clone());
    found
}

/// The parts of a formula that bound a term about the value by a number.
fn bounds<'e>(parts: &[&'e Expr], value: &str) -> Vec<AtMost<'e>> {
    let mut found = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let (term, bound) = match &part.kind {
            ExprKind::Binary(Operator::LessEqual, term, bound)
            | ExprKind::Binary(Operator::GreaterEqual, bound, term) => (term, tree::literal(bound)),
            ExprKind::Binary(Operator::Less, term, bound)
            | ExprKind::Binary(Operator::Greater, bound, term) => {
                (term, tree::literal(bound).map(|bound| bound - 1))
            }
            _ => continue,
        };
        let mut about = false;
        tree::free_variables(term, &mut Vec::new(), &mut |name| about |= name == value);
        let computed = matches!(&term.kind, ExprKind::Apply(..));
        if let (Some(bound), true, true) = (bound, about, computed) {
            found.push(AtMost { index, term, bound });
        }
    }
    found
}
