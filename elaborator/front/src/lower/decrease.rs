//! What decreases in a recursive function that states no measure.
//!
//! The arguments of the recursive calls are compared with the parameters, by their shape alone: `n - 1`
//! and a part of a matched parameter are less, the parameter itself is the same. From that a measure
//! is chosen: one parameter, several of them lexicographically, or the distance between two. A wrong
//! choice costs nothing but the search: the kernel asks for a proof that the measure decreases.
//!
//! Calls inside functions without a claim, which are inlined later, are not looked at; if there are no
//! others, nothing is chosen here and the default stays.

use std::collections::BTreeMap;

use crate::syntax::{Literal, Operator};
use crate::typed::{FunctionId, LocalId, TExpr, TKind, TPattern};
use crate::walk;

/// The function whose recursive calls are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Recursive {
    Function(FunctionId),
    Local(LocalId),
}

/// An argument of a recursive call, compared with the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Less,
    Same,
    More,
    Unknown,
}

/// What a measure is made of: positions of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Parameters, compared lexicographically.
    Lexicographic(Vec<usize>),
    /// `upper - lower`.
    Distance { lower: usize, upper: usize },
    /// No parameter is seen to decrease: what does is the value that is still to be made.
    Value,
}

/// Most parameters that are compared lexicographically.
const MOST_COMPONENTS: usize = 3;

/// A measure for a function, if its calls show one that the default is not. `data` and `integers`
/// are the positions of the parameters that can decrease.
pub(super) fn choose(
    body: &TExpr,
    function: Recursive,
    candidates: &[usize],
    integers: &[usize],
) -> Option<Choice> {
    let compared = |(i, argument): (usize, &Option<(usize, Change)>)| match argument {
        Some((position, change)) if *position == i => *change,
        _ => Change::Unknown,
    };
    let calls = Calls::of(body, function)?.found;
    let calls: Vec<Vec<Change>> =
        calls.iter().map(|call| call.iter().enumerate().map(compared).collect()).collect();
    let at = |call: &[Change], i: usize| call.get(i).copied().unwrap_or(Change::Unknown);
    let default = *candidates.first()?;
    if calls.is_empty() || calls.iter().all(|call| at(call, default) == Change::Less) {
        return None;
    }
    if let Some(order) = lexicographic(&calls, candidates) {
        return Some(Choice::Lexicographic(order));
    }
    for &lower in integers {
        for &upper in integers {
            let closer = |call: &Vec<Change>| {
                matches!(
                    (at(call, lower), at(call, upper)),
                    (Change::More, Change::Same | Change::Less) | (Change::Same, Change::Less)
                )
            };
            if lower != upper && calls.iter().all(closer) {
                return Some(Choice::Distance { lower, upper });
            }
        }
    }
    let unchanged = |call: &Vec<Change>| candidates.iter().all(|&i| at(call, i) == Change::Same);
    let in_vain = |call: &Vec<Change>| matches!(at(call, default), Change::Same | Change::More);
    (calls.iter().all(unchanged) || calls.iter().any(in_vain)).then_some(Choice::Value)
}

/// Whether a call of another function passes a parameter on as it is, at a position.
pub(super) fn passes_on(body: &TExpr, parameter: usize, callee: Recursive, position: usize) -> bool {
    let Some(calls) = Calls::of(body, callee) else { return false };
    calls.found.iter().any(|call| call.get(position) == Some(&Some((parameter, Change::Same))))
}

/// Parameters such that each call makes one of them less and leaves those before it as they are.
fn lexicographic(calls: &[Vec<Change>], candidates: &[usize]) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    let mut left: Vec<&Vec<Change>> = calls.iter().collect();
    while !left.is_empty() && order.len() < MOST_COMPONENTS {
        let at = |call: &Vec<Change>, i: usize| call.get(i).copied().unwrap_or(Change::Unknown);
        let kept = |i: &usize| left.iter().all(|c| matches!(at(c, *i), Change::Less | Change::Same));
        let settles = |i: usize| left.iter().filter(|c| at(c, i) == Change::Less).count();
        let next = candidates
            .iter()
            .copied()
            .filter(|i| !order.contains(i) && kept(i) && settles(*i) > 0)
            .max_by_key(|&i| (settles(i), std::cmp::Reverse(i)))?;
        left.retain(|c| at(c, next) != Change::Less);
        order.push(next);
    }
    left.is_empty().then_some(order)
}

/// A walk that collects the recursive calls.
struct Calls {
    function: Recursive,
    /// Variables that are a parameter, or less or more than it.
    known: BTreeMap<LocalId, (usize, Change)>,
    /// For each argument, the parameter that it is compared with.
    found: Vec<Vec<Option<(usize, Change)>>>,
}

impl Calls {
    fn of(body: &TExpr, function: Recursive) -> Option<Calls> {
        let TKind::Lambda(parameters, inner) = &body.kind else { return None };
        let mut calls = Calls { function, known: BTreeMap::new(), found: Vec::new() };
        let mut position = 0;
        let mut lambda = (parameters, inner);
        loop {
            for (local, _) in lambda.0 {
                calls.known.insert(*local, (position, Change::Same));
                position += 1;
            }
            match &lambda.1.kind {
                TKind::Lambda(more, deeper) => lambda = (more, deeper),
                _ => break,
            }
        }
        calls.visit(lambda.1);
        Some(calls)
    }

    fn visit(&mut self, expr: &TExpr) {
        match &expr.kind {
            TKind::Apply(head, arguments) if self.is_recursive(head) => {
                let compared = arguments.iter().map(|argument| self.compared(argument)).collect();
                self.found.push(compared);
            }
            TKind::Let(local, value, _) => {
                if let Some(known) = self.compared(value) {
                    self.known.insert(*local, known);
                }
            }
            TKind::Match(scrutinee, cases) => {
                let scrutinees = match &scrutinee.kind {
                    TKind::Construct(_, _, parts) => parts.iter().collect(),
                    _ => vec![&**scrutinee],
                };
                for case in cases {
                    let patterns = match (&case.pattern, scrutinees.len()) {
                        (TPattern::Construct(_, _, parts), n) if n > 1 && parts.len() == n => {
                            parts.iter().collect()
                        }
                        (pattern, _) => vec![pattern],
                    };
                    for (part, pattern) in scrutinees.iter().zip(patterns) {
                        if let Some((position, change)) = self.compared(part) {
                            self.bind(pattern, position, change);
                        }
                    }
                }
            }
            _ => {}
        }
        for child in walk::children(expr) {
            self.visit(child);
        }
    }

    fn is_recursive(&self, head: &TExpr) -> bool {
        match (&head.kind, self.function) {
            (TKind::Function(id, _), Recursive::Function(own)) => *id == own,
            (TKind::Local(local), Recursive::Local(own)) => *local == own,
            _ => false,
        }
    }

    /// What a pattern binds: the value itself, or parts of it, which are less.
    fn bind(&mut self, pattern: &TPattern, position: usize, change: Change) {
        match pattern {
            TPattern::Variable(local) => {
                self.known.insert(*local, (position, change));
            }
            TPattern::Alias(inner, local) => {
                self.known.insert(*local, (position, change));
                self.bind(inner, position, change);
            }
            TPattern::Or(list) => list.iter().for_each(|one| self.bind(one, position, change)),
            TPattern::Construct(_, _, parts) if matches!(change, Change::Same | Change::Less) => {
                parts.iter().for_each(|part| self.bind(part, position, Change::Less));
            }
            TPattern::Any | TPattern::Literal(_) | TPattern::Construct(..) => {}
        }
    }

    /// The parameter that an expression is compared with, and how.
    fn compared(&self, expr: &TExpr) -> Option<(usize, Change)> {
        match &expr.kind {
            TKind::Local(local) => self.known.get(local).copied(),
            TKind::Binary(operator, left, right) => {
                let TKind::Literal(Literal::Int(n)) = right.kind else { return None };
                let (position, change) = self.compared(left)?;
                let step = match operator {
                    Operator::Subtract if n > 0 => Change::Less,
                    Operator::Divide if n > 1 => Change::Less,
                    Operator::Add if n > 0 => Change::More,
                    _ => return None,
                };
                (change == Change::Same || change == step).then_some((position, step))
            }
            TKind::Project(_, _, inner) => {
                let (position, change) = self.compared(inner)?;
                matches!(change, Change::Same | Change::Less).then_some((position, Change::Less))
            }
            _ => None,
        }
    }
}
