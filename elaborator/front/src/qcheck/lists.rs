//! Choices: lists of generators and of values, with and without weights.
//!
//! A list must be seen element by element: a literal, a name for one, a choice between two, lists put together,
//! a function mapped over one. The core language has no lists of functions.

use super::combinators::Family;
use super::{StandsFor, Writer, call, tree};
use crate::span::Span;
use crate::syntax::{Expr, ExprKind};

/// Longer lists are not shuffled.
const MOST_SHUFFLED: usize = 4;
/// Longer lists are not written out.
const MOST_ELEMENTS: usize = 512;

/// A list whose elements are known.
enum Elements {
    Flat(Vec<Expr>),
    If(Expr, Box<Elements>, Box<Elements>),
}

impl Writer<'_> {
    pub(super) fn one_of(&mut self, list: &Expr, family: Family, span: Span, last: bool) -> Option<Expr> {
        if let Some((function, list)) = self.mapped(list) {
            return self.one_of_mapped(&function, &list, span, last);
        }
        let elements = self.elements(list)?;
        self.over(&elements, &mut |writer, arms| {
            if arms.is_empty() {
                return writer.empty_choice(family, span);
            }
            let mut bounds = Vec::new();
            if arms.len() > 1 {
                for arm in arms {
                    bounds.extend(writer.build_check(arm)?);
                }
            }
            let drawn = arms.iter().map(|arm| writer.draw(arm, last)).collect::<Option<Vec<_>>>()?;
            let choice = writer.choice(drawn, span)?;
            Some(writer.checked(bounds, choice))
        })
    }

    pub(super) fn one_of_values(&mut self, list: &Expr, span: Span) -> Option<Expr> {
        let Some(elements) = self.seen(list) else {
            let list = self.value(list)?;
            return Some(call("QCheck.Gen.element", vec![list, tree::unit(span)], span));
        };
        self.over(&elements, &mut |writer, values| {
            if values.is_empty() {
                return Some(Expr { kind: ExprKind::Fail, span });
            }
            writer.chosen(values, (0..values.len()).map(|index| (index, None)).collect(), span)
        })
    }

    /// An array is a list that is never changed.
    pub(super) fn one_of_array(&mut self, array: &Expr, span: Span) -> Option<Expr> {
        let list = tree::listed(array);
        if !std::ptr::eq(list, array) || self.seen(list).is_some() {
            return self.one_of_values(list, span);
        }
        let elements = call("Array.to_list", vec![array.clone()], array.span);
        self.one_of_values(&elements, span)
    }

    /// `List.map f l` of a list that cannot be seen.
    fn mapped(&self, list: &Expr) -> Option<(Expr, Expr)> {
        let (head, arguments) = self.spine(list);
        let ([function, list], ExprKind::Variable(name)) = (arguments.as_slice(), &head.kind) else {
            return None;
        };
        let unseen = name == "List.map" && is_function(function) && self.seen(list).is_none();
        unseen.then(|| (function.clone(), list.clone()))
    }

    /// `oneof (List.map f l)` draws an element of `l`, and then from what `f` makes of it. SOUNDNESS: it is built from all
    /// elements, those that are not drawn, too.
    fn one_of_mapped(&mut self, function: &Expr, list: &Expr, span: Span, last: bool) -> Option<Expr> {
        if !self.builds_for_any(function) {
            return self.decline(
                function.span,
                "generators made from a list that is computed, one of which may fail when it is built,",
                "`let* x = oneofl list in …`",
            );
        }
        let list = self.value(list)?;
        let element = call("QCheck.Gen.element", vec![list, tree::unit(span)], span);
        let name = self.fresh("Element");
        self.under(&tree::named(&name, span), element, |writer| {
            writer.applied(function, &[super::variable(&name, span)], true, last)
        })
    }

    /// One of these values. SOUNDNESS: all are evaluated before, those that are never drawn too.
    fn chosen(&mut self, values: &[Expr], drawn: Vec<(usize, Option<Expr>)>, span: Span) -> Option<Expr> {
        let names: Vec<String> = values.iter().map(|_| self.fresh("Element")).collect();
        let mut written = Vec::new();
        for value in values {
            written.push((is_made(value), self.value(value)?));
        }
        let arms = drawn.into_iter().map(|(index, positive)| {
            let arm = match &written[index] {
                (true, value) => value.clone(),
                (false, value) => super::variable(&names[index], value.span),
            };
            match positive {
                None => arm,
                Some(weight) => self.checked(vec![(tree::number(1, weight.span), weight)], arm),
            }
        });
        let arms = arms.collect();
        let choice = self.choice(arms, span)?;
        let named = names.iter().zip(written).rev().filter(|(_, (simple, _))| !simple);
        Some(
            named.fold(choice, |body, (name, (_, value))| tree::let_in(tree::named(name, span), value, body)),
        )
    }

    /// `frequency` if there are generators, and then whether they are what is returned; `frequencyl` otherwise.
    pub(super) fn weighted(
        &mut self,
        list: &Expr,
        family: Family,
        span: Span,
        generators: Option<bool>,
    ) -> Option<Expr> {
        let elements = self.elements(list)?;
        self.over(&elements, &mut |writer, entries| {
            let mut weights = Vec::new();
            let mut arms = Vec::new();
            for entry in entries {
                let ExprKind::Tuple(parts) = &entry.kind else {
                    return writer.decline(
                        entry.span,
                        "an entry that is not written as a pair",
                        "`(weight, generator)`",
                    );
                };
                let [weight, arm] = parts.as_slice() else { return None };
                weights.push(weight.clone());
                arms.push(arm.clone());
            }
            let reached = writer.drawn_entries(&weights, span)?;
            if reached.is_empty() {
                return writer.empty_choice(family, span);
            }
            if family == Family::Gen2 && reached.iter().all(|(_, positive)| positive.is_some()) {
                return writer.decline(
                    span,
                    "weights that may all be 0",
                    "one weight that is a positive number",
                );
            }
            let Some(last) = generators else { return writer.chosen(&arms, reached, span) };
            let mut bounds = Vec::new();
            if arms.len() > 1 {
                for arm in &arms {
                    bounds.extend(writer.build_check(arm)?);
                }
            }
            let mut drawn = Vec::new();
            for (index, positive) in reached {
                let arm = writer.draw(&arms[index], last)?;
                drawn.push(match positive {
                    None => arm,
                    Some(weight) => {
                        let least = tree::number(1, weight.span);
                        writer.checked(vec![(least, weight)], arm)
                    }
                });
            }
            let choice = writer.choice(drawn, span)?;
            Some(writer.checked(bounds, choice))
        })
    }

    /// The entries that can be drawn; those with a computed weight only if it is positive.
    fn drawn_entries(&mut self, weights: &[Expr], span: Span) -> Option<Vec<(usize, Option<Expr>)>> {
        let numbers: Vec<Option<i64>> = weights.iter().map(|weight| self.number(weight)).collect();
        if let Some(numbers) = numbers.iter().copied().collect::<Option<Vec<i64>>>() {
            let Some(reached) = reachable(&numbers) else {
                return self.decline(span, "weights whose sum reaches 2^30", "smaller weights");
            };
            return Some(reached.into_iter().map(|index| (index, None)).collect());
        }
        // SOUNDNESS: a negative weight hides other entries, so each must be known not to be.
        let mut entries = Vec::new();
        for (index, (weight, number)) in weights.iter().zip(numbers).enumerate() {
            match number {
                Some(0) => {}
                Some(1..) => entries.push((index, None)),
                None if self.is_known_nonnegative(weight) => {
                    let written = self.value(weight)?;
                    entries.push((index, Some(written)));
                }
                Some(_) | None => {
                    return self.decline(
                        weight.span,
                        "a weight that is computed and may be negative",
                        "a number, or a claim that says `0 <= n` of the size",
                    );
                }
            }
        }
        Some(entries)
    }

    /// `flatten_l [a; b]` draws from each.
    pub(super) fn each_of(&mut self, list: &Expr, span: Span) -> Option<Expr> {
        let elements = self.elements(list)?;
        self.over(&elements, &mut |writer, generators| {
            writer.drawn_all(generators, |_, drawn| {
                let nil = tree::construct("[]", Vec::new(), span);
                Some(
                    drawn
                        .iter()
                        .rev()
                        .fold(nil, |tail, head| tree::construct("::", vec![head.clone(), tail], span)),
                )
            })
        })
    }

    /// `shuffle_l [a; b]` is any order of the elements.
    pub(super) fn shuffled(&mut self, list: &Expr, span: Span) -> Option<Expr> {
        let elements = self.elements(list)?;
        self.over(&elements, &mut |writer, values| {
            if values.len() > MOST_SHUFFLED {
                return writer.decline(
                    span,
                    &format!("`shuffle_l` of more than {MOST_SHUFFLED} elements"),
                    "a recursive generator with a claim",
                );
            }
            // The elements are evaluated once.
            let names: Vec<String> = values.iter().map(|_| writer.fresh("Element")).collect();
            let values = writer.values(values)?;
            let nil = tree::construct("[]", Vec::new(), span);
            let arms = orders(names.len()).into_iter().map(|order| {
                order.into_iter().rev().fold(nil.clone(), |tail, at| {
                    tree::construct("::", vec![super::variable(&names[at], span), tail], span)
                })
            });
            let choice = writer.choice(arms.collect(), span)?;
            let named = names.iter().zip(values).rev();
            Some(named.fold(choice, |body, (name, value)| tree::let_in(tree::named(name, span), value, body)))
        })
    }

    /// One of several expressions, each of which may draw on its own.
    pub(super) fn choice(&mut self, arms: Vec<Expr>, span: Span) -> Option<Expr> {
        let mut arms = arms.into_iter().rev();
        let end = arms.next()?;
        Some(arms.fold(end, |rest, arm| {
            let coin = call("QCheck.Gen.bool", vec![tree::unit(span)], span);
            let at = arm.span;
            Expr { kind: ExprKind::If(Box::new(coin), Box::new(arm), Box::new(rest)), span: at }
        }))
    }

    /// Nothing to choose from: one library fails when it draws, the other when the generator is built.
    fn empty_choice(&mut self, family: Family, span: Span) -> Option<Expr> {
        if family == Family::Gen2 {
            return self.decline(
                span,
                "a choice from nothing, which raises when it is built,",
                "at least one element",
            );
        }
        Some(Expr { kind: ExprKind::Fail, span })
    }

    fn elements(&mut self, list: &Expr) -> Option<Elements> {
        if let Some(elements) = self.seen(list) {
            return Some(elements);
        }
        self.decline(
            list.span,
            "a list whose elements cannot be seen here",
            "the elements in brackets; for a choice from a computed list, a recursive generator with a claim",
        )
    }

    /// Whether a list can be seen, and passes a test whichever way a choice in it goes.
    pub(super) fn is_list_of(&self, list: &Expr, test: &dyn Fn(&[Expr]) -> bool) -> bool {
        fn passes(elements: &Elements, test: &dyn Fn(&[Expr]) -> bool) -> bool {
            match elements {
                Elements::Flat(list) => test(list),
                Elements::If(_, then, otherwise) => passes(then, test) && passes(otherwise, test),
            }
        }
        self.seen(list).is_some_and(|elements| passes(&elements, test))
    }

    fn seen(&self, list: &Expr) -> Option<Elements> {
        match &list.kind {
            ExprKind::Construct(name, parts) => match (name.text.as_str(), parts.as_slice()) {
                ("[]", []) => Some(Elements::Flat(Vec::new())),
                ("::", [head, tail]) => {
                    let tail = self.seen(tail)?;
                    Some(put_together(&Elements::Flat(vec![head.clone()]), &tail))
                }
                _ => None,
            },
            ExprKind::If(condition, then, otherwise) => {
                let (then, otherwise) = (self.seen(then)?, self.seen(otherwise)?);
                Some(Elements::If((**condition).clone(), Box::new(then), Box::new(otherwise)))
            }
            ExprKind::Typed(inner, _) => self.seen(inner),
            ExprKind::Variable(name) => {
                let at = self.known.iter().rposition(|known| known.name == *name)?;
                let Some(StandsFor::List(written)) = self.known.get(at)?.stands_for.clone() else {
                    return None;
                };
                let mut captured = false;
                tree::free_variables(&written, &mut Vec::new(), &mut |free| {
                    captured |= self.known.iter().skip(at + 1).any(|known| known.name == free);
                });
                if captured { None } else { self.seen(&written) }
            }
            ExprKind::Infix(operator, left, right) if operator.text == "@" && self.find("@").is_none() => {
                let (left, right) = (self.seen(left)?, self.seen(right)?);
                Some(put_together(&left, &right))
            }
            ExprKind::Apply(..) | ExprKind::Infix(..) => {
                let (head, arguments) = self.spine(list);
                let ExprKind::Variable(name) = &head.kind else { return None };
                match (name.as_str(), arguments.as_slice()) {
                    ("List.map", [function, list]) if is_function(function) => {
                        let elements = self.seen(list)?;
                        Some(each(&elements, &|element| tree::apply(function.clone(), vec![element.clone()])))
                    }
                    ("List.append", [left, right]) => {
                        let (left, right) = (self.seen(left)?, self.seen(right)?);
                        Some(put_together(&left, &right))
                    }
                    ("List.concat" | "List.flatten", [lists]) => {
                        let Elements::Flat(lists) = self.seen(lists)? else { return None };
                        let mut all = Elements::Flat(Vec::new());
                        for list in &lists {
                            all = put_together(&all, &self.seen(list)?);
                        }
                        Some(all)
                    }
                    ("List.init", [count, function]) if is_function(function) => {
                        let count =
                            usize::try_from(self.number(count)?).ok().filter(|n| *n <= MOST_ELEMENTS)?;
                        let at =
                            |index: usize| tree::number(i64::try_from(index).unwrap_or(i64::MAX), list.span);
                        let element = |index| {
                            let written = given(function, &at(index)).filter(|_| self.find("+").is_none());
                            written.unwrap_or_else(|| tree::apply(function.clone(), vec![at(index)]))
                        };
                        Some(Elements::Flat((0..count).map(element).collect()))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Writes each possible list of elements.
    fn over(
        &mut self,
        elements: &Elements,
        each: &mut dyn FnMut(&mut Self, &[Expr]) -> Option<Expr>,
    ) -> Option<Expr> {
        match elements {
            Elements::Flat(list) => each(self, list),
            Elements::If(condition, then, otherwise) => {
                let condition = self.value(condition)?;
                let (then, otherwise) = (self.over(then, each)?, self.over(otherwise, each)?);
                let span = condition.span;
                Some(Expr {
                    kind: ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
                    span,
                })
            }
        }
    }
}

/// The body of `fun i -> e` for a number, where nothing else in it has a name of its own.
fn given(function: &Expr, number: &Expr) -> Option<Expr> {
    fn put(expr: &Expr, name: &str, number: &Expr) -> Option<Expr> {
        let all =
            |parts: &[Expr]| parts.iter().map(|part| put(part, name, number)).collect::<Option<Vec<_>>>();
        let kind = match &expr.kind {
            ExprKind::Variable(own) if own == name => return Some(number.clone()),
            ExprKind::Variable(_) | ExprKind::Literal(_) => expr.kind.clone(),
            ExprKind::Construct(constructor, parts) => ExprKind::Construct(constructor.clone(), all(parts)?),
            ExprKind::Tuple(parts) => ExprKind::Tuple(all(parts)?),
            ExprKind::Infix(operator, left, right) if operator.text == "+" => {
                let (left, right) = (put(left, name, number)?, put(right, name, number)?);
                let sum = tree::literal(&left)?.checked_add(tree::literal(&right)?)?;
                return Some(tree::number(sum, expr.span));
            }
            _ => return None,
        };
        Some(Expr { kind, span: expr.span })
    }
    let ExprKind::Function(parameters, body) = &function.kind else { return None };
    let [parameter] = parameters.as_slice() else { return None };
    put(body, tree::bare(parameter)?, number)
}

/// Whether an expression is a function without being evaluated.
fn is_function(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Function(..) | ExprKind::Cases(_) | ExprKind::Variable(_))
}

/// Whether a value needs no evaluation that could fail.
fn is_made(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Variable(_) => true,
        ExprKind::Construct(_, parts) | ExprKind::Tuple(parts) => parts.iter().all(is_made),
        _ => false,
    }
}

/// All orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |orders, next| {
        let inserted = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, next);
                longer
            })
        };
        orders.iter().flat_map(inserted).collect()
    })
}

fn put_together(left: &Elements, right: &Elements) -> Elements {
    match (left, right) {
        (Elements::Flat(left), Elements::Flat(right)) => {
            Elements::Flat(left.iter().chain(right).cloned().collect())
        }
        (Elements::If(condition, then, otherwise), right) => Elements::If(
            condition.clone(),
            Box::new(put_together(then, right)),
            Box::new(put_together(otherwise, right)),
        ),
        (left, Elements::If(condition, then, otherwise)) => Elements::If(
            condition.clone(),
            Box::new(put_together(left, then)),
            Box::new(put_together(left, otherwise)),
        ),
    }
}

fn each(elements: &Elements, change: &dyn Fn(&Expr) -> Expr) -> Elements {
    match elements {
        Elements::Flat(list) => Elements::Flat(list.iter().map(change).collect()),
        Elements::If(condition, then, otherwise) => {
            Elements::If(condition.clone(), Box::new(each(then, change)), Box::new(each(otherwise, change)))
        }
    }
}

/// Which entries can be drawn. The library draws a number below the sum and takes the first entry whose prefix sum is above
/// it: a weight of 0 is never drawn, and a negative one hides entries behind it. `None` for sums that
/// one of the libraries refuses.
pub(super) fn reachable(weights: &[i64]) -> Option<Vec<usize>> {
    let total = weights.iter().try_fold(0_i64, |sum, weight| sum.checked_add(*weight))?;
    if total >= 1 << 30 {
        return None;
    }
    let (mut before, mut prefix) = (0, 0_i64);
    let mut reached = Vec::new();
    for (index, weight) in weights.iter().enumerate() {
        prefix += weight;
        if before < prefix && before < total {
            reached.push(index);
        }
        before = before.max(prefix);
    }
    Some(reached)
}

#[cfg(test)]
mod tests {
    use super::{orders, reachable};

    #[test]
    fn all_orders_are_there() {
        let all: std::collections::BTreeSet<_> = orders(4).into_iter().collect();
        assert_eq!((all.len(), orders(4).len(), orders(0)), (24, 24, vec![Vec::new()]));
    }

    /// Compared with what the library does, for every number that it may draw.
    #[test]
    fn weights_are_those_of_the_library() {
        let drawn = |weights: &[i64]| {
            let total: i64 = weights.iter().sum();
            let mut found: Vec<usize> = (0..total)
                .filter_map(|number| {
                    let mut sum = 0;
                    weights.iter().position(|weight| {
                        sum += weight;
                        number < sum
                    })
                })
                .collect();
            found.dedup();
            found.sort_unstable();
            found.dedup();
            found
        };
        for a in -2..4 {
            for b in -2..4 {
                for c in -2..4 {
                    let weights = [a, b, c];
                    assert_eq!(reachable(&weights), Some(drawn(&weights)), "{weights:?}");
                }
            }
        }
        assert_eq!(reachable(&[2, -1, 1]), Some(vec![0]));
        assert_eq!(reachable(&[1 << 29, 1 << 29]), None);
    }
}
