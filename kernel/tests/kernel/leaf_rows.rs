//! Per line of a ground refutation: what it contributes, and more that it must not.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::lemma::{g, prove};
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::LeafRow::*;
use covenant_kernel::tables::*;

/// Claims that facts about integer ghosts 0, 1, 2 are contradictory, by the lines.
fn refute(b: &Builder, facts: &[ExprRef], lines: &[LeafRow]) -> Verdict {
    refute_listing(b, facts, facts, lines)
}

/// The same, with another list of facts in the leaf than there are.
fn refute_listing(b: &Builder, facts: &[ExprRef], listed: &[ExprRef], lines: &[LeafRow]) -> Verdict {
    // forall x y z. f1 ==> .. ==> False, with the ghosts as bound variables.
    let goal = facts.iter().rev().fold(b.falsity(), |goal, &f| b.imp(bind(b, f), goal));
    let goal = (0..3).fold(goal, |goal, _| b.forall(b.int_sort(), goal));
    let intros = 3 + u32::try_from(facts.len()).expect("few facts");
    prove(b, goal, b.intros(intros, b.leaf(listed, lines)))
}

/// Ghost `i` of three becomes `Bound(2 - i)`.
fn bind(b: &Builder, e: ExprRef) -> ExprRef {
    let row = b.certificate().statement.exprs[e.0 as usize].clone();
    match row {
        ExprRow::Local(l, s) => b.bound(2 - (l - GHOST), s),
        ExprRow::Bin(op, x, y) => b.expr(ExprRow::Bin(op, bind(b, x), bind(b, y))),
        ExprRow::Div(x, k) => b.div(bind(b, x), k),
        ExprRow::Mod(x, k) => b.modulo(bind(b, x), k),
        ExprRow::Not(x) => b.not(bind(b, x)),
        ExprRow::Int(_) | ExprRow::True | ExprRow::False => e,
        other => panic!("not a literal over integers: {other:?}"),
    }
}

/// `x <= n` and `n <= x`, for ghost 0.
fn at_most(b: &Builder, n: i64) -> ExprRef {
    b.le(g(b, 0), b.int(n))
}
fn at_least(b: &Builder, n: i64) -> ExprRef {
    b.le(b.int(n), g(b, 0))
}
fn times(b: &Builder, n: i64, e: ExprRef) -> ExprRef {
    b.mul(b.int(n), e)
}

/// The sum of lines 0 and 1.
fn sum() -> LeafRow {
    Combine(vec![(1, 0), (1, 1)])
}

#[test]
fn literal() {
    run(&[
        (
            "x <= 0, 1 <= x",
            |b| refute(b, &[at_most(b, 0), at_least(b, 1)], &[Literal(0), Literal(1), sum()]),
            Valid,
        ),
        (
            "x < 0, not (x < 0)",
            |b| {
                let f = b.lt(g(b, 0), b.int(0));
                refute(b, &[f, b.not(f)], &[Literal(0), Literal(1), sum()])
            },
            Valid,
        ),
        (
            "x <= 0, not (x <= 0)",
            |b| refute(b, &[at_most(b, 0), b.not(at_most(b, 0))], &[Literal(0), Literal(1), sum()]),
            Valid,
        ),
        (
            "x <= 0, 0 <= x",
            |b| refute(b, &[at_most(b, 0), at_least(b, 0)], &[Literal(0), Literal(1), sum()]),
            Lemma(Why::NotRefuted),
        ),
        (
            "not (x < 0), not (0 < x): x is 0",
            |b| {
                let facts = [b.not(b.lt(g(b, 0), b.int(0))), b.not(b.lt(b.int(0), g(b, 0)))];
                refute(b, &facts, &[Literal(0), Literal(1), sum()])
            },
            Lemma(Why::NotRefuted),
        ),
        ("no such literal", |b| refute(b, &[at_most(b, 0)], &[Literal(1)]), Lemma(Why::BadLine)),
        (
            "an equality is not a comparison",
            |b| refute(b, &[b.eq(g(b, 0), b.int(0))], &[Literal(0)]),
            Lemma(Why::NotALiteral),
        ),
        (
            "nor is a negated equality",
            |b| refute(b, &[b.not(b.eq(g(b, 0), b.int(0)))], &[Literal(0)]),
            Lemma(Why::NotALiteral),
        ),
        ("nor is True", |b| refute(b, &[b.truth()], &[Literal(0)]), Lemma(Why::NotALiteral)),
        (
            "a fact that is not one",
            |b| refute_listing(b, &[], &[b.lt(b.int(1), b.int(0))], &[Literal(0)]),
            Lemma(Why::NotAFact),
        ),
        (
            "a line after the end",
            |b| refute(b, &[b.lt(b.int(1), b.int(0))], &[Literal(0), Literal(0)]),
            Lemma(Why::BadLine),
        ),
        (
            "a contradiction that is not the last line",
            |b| refute(b, &[b.lt(b.int(1), b.int(0)), at_most(b, 0)], &[Literal(0), Literal(1)]),
            Lemma(Why::BadLine),
        ),
        (
            "0 <= 0 is no contradiction",
            |b| refute(b, &[b.le(b.int(0), b.int(0))], &[Literal(0)]),
            Lemma(Why::NotRefuted),
        ),
    ]);
}

#[test]
fn closure_alone() {
    run(&[
        (
            "x = y, y = z, x <> z",
            |b| {
                let (x, y, z) = (g(b, 0), g(b, 1), g(b, 2));
                refute(b, &[b.eq(x, y), b.eq(y, z), b.not(b.eq(x, z))], &[])
            },
            Valid,
        ),
        (
            "x = 1, y = 2, x = y",
            |b| {
                let (x, y) = (g(b, 0), g(b, 1));
                refute(b, &[b.eq(x, b.int(1)), b.eq(y, b.int(2)), b.eq(x, y)], &[])
            },
            Valid,
        ),
        (
            "x * y = 1, y * x = 2",
            |b| {
                let (x, y) = (g(b, 0), g(b, 1));
                refute(b, &[b.eq(b.mul(x, y), b.int(1)), b.eq(b.mul(y, x), b.int(2))], &[])
            },
            Valid,
        ),
        (
            "2 * x = x + x",
            |b| {
                let x = g(b, 0);
                refute(b, &[b.not(b.eq(times(b, 2, x), b.add(x, x)))], &[])
            },
            Valid,
        ),
        ("x <> y", |b| refute(b, &[b.not(b.eq(g(b, 0), g(b, 1)))], &[]), Lemma(Why::NotRefuted)),
        (
            "x = y, y <> z",
            |b| refute(b, &[b.eq(g(b, 0), g(b, 1)), b.not(b.eq(g(b, 1), g(b, 2)))], &[]),
            Lemma(Why::NotRefuted),
        ),
        (
            "x * y = x * z does not give y = z",
            |b| {
                let (x, y, z) = (g(b, 0), g(b, 1), g(b, 2));
                refute(b, &[b.eq(b.mul(x, y), b.mul(x, z)), b.not(b.eq(y, z))], &[])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "x div 2 = y div 2 does not give x = y",
            |b| {
                let (x, y) = (g(b, 0), g(b, 1));
                refute(b, &[b.eq(b.div(x, 2), b.div(y, 2)), b.not(b.eq(x, y))], &[])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "x div 2 and x div 3 differ",
            |b| {
                let x = g(b, 0);
                refute(b, &[b.not(b.eq(b.div(x, 2), b.div(x, 3)))], &[])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "x + 1 = y does not give x = y",
            |b| {
                let (x, y) = (g(b, 0), g(b, 1));
                refute(b, &[b.eq(b.add(x, b.int(1)), y), b.not(b.eq(x, y))], &[])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "x - y and y - x differ",
            |b| {
                let (x, y) = (g(b, 0), g(b, 1));
                refute(b, &[b.not(b.eq(b.sub(x, y), b.sub(y, x)))], &[])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "0 * x = 0, but 1 * x need not be",
            |b| {
                let x = g(b, 0);
                refute(b, &[b.not(b.eq(times(b, 1, x), b.int(0)))], &[])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "x mod 2 = x - 2 * (x div 2), not x",
            |b| {
                let x = g(b, 0);
                refute(b, &[b.not(b.eq(b.modulo(x, 2), x))], &[])
            },
            Lemma(Why::NotRefuted),
        ),
        ("no facts", |b| refute(b, &[], &[]), Lemma(Why::NotRefuted)),
    ]);
}

#[test]
fn congruent() {
    run(&[
        (
            "x = 3, x <= 2",
            |b| {
                let x = g(b, 0);
                refute(
                    b,
                    &[b.eq(x, b.add(g(b, 1), b.int(3))), b.le(x, g(b, 1))],
                    &[Congruent(b.add(g(b, 1), b.int(3)), x), Literal(1), sum()],
                )
            },
            Valid,
        ),
        (
            "not known to be equal",
            |b| refute(b, &[at_most(b, 0)], &[Congruent(g(b, 0), g(b, 1))]),
            Lemma(Why::NotCongruent),
        ),
        (
            "equal, but the row says nothing",
            |b| refute(b, &[b.eq(g(b, 0), g(b, 1))], &[Congruent(g(b, 0), g(b, 1))]),
            Lemma(Why::NotRefuted),
        ),
        (
            "booleans",
            |b| refute(b, &[], &[Congruent(b.boolean(true), b.boolean(true))]),
            Lemma(Why::NotCongruent),
        ),
        ("formulas", |b| refute(b, &[], &[Congruent(b.truth(), b.truth())]), Lemma(Why::NotCongruent)),
        (
            "a variable that is not there",
            |b| refute(b, &[], &[Congruent(g(b, 3), g(b, 3))]),
            Lemma(Why::UnboundLocal),
        ),
        (
            "a loose variable",
            |b| {
                let x = b.bound(0, b.int_sort());
                refute(b, &[], &[Congruent(x, x)])
            },
            Lemma(Why::LooseVariable),
        ),
    ]);
}

#[test]
fn div_low_and_high() {
    run(&[
        (
            "x div 2 = 1, x <= 1",
            |b| {
                let d = b.div(g(b, 0), 2);
                refute(b, &[b.eq(d, b.int(1)), at_most(b, 1)], &[DivLow(d), Literal(1), sum()])
            },
            Valid,
        ),
        (
            "x div 2 = 1, 4 <= x",
            |b| {
                let d = b.div(g(b, 0), 2);
                refute(b, &[b.eq(d, b.int(1)), at_least(b, 4)], &[DivHigh(d), Literal(1), sum()])
            },
            Valid,
        ),
        (
            "rounding down: (-1) div 2 = 0 is false",
            |b| {
                let d = b.div(g(b, 0), 2);
                refute(b, &[b.eq(d, b.int(0)), b.eq(g(b, 0), b.int(-1))], &[DivLow(d)])
            },
            Valid,
        ),
        (
            "x div 2 = 1, x <= 2",
            |b| {
                let d = b.div(g(b, 0), 2);
                refute(b, &[b.eq(d, b.int(1)), at_most(b, 2)], &[DivLow(d), Literal(1), sum()])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "x div 2 = 1, 3 <= x",
            |b| {
                let d = b.div(g(b, 0), 2);
                refute(b, &[b.eq(d, b.int(1)), at_least(b, 3)], &[DivHigh(d), Literal(1), sum()])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "(-1) div 2 = -1 is true",
            |b| {
                let d = b.div(g(b, 0), 2);
                refute(b, &[b.eq(d, b.int(-1)), b.eq(g(b, 0), b.int(-1))], &[DivLow(d), DivHigh(d), sum()])
            },
            Lemma(Why::NotRefuted),
        ),
        ("low of what is not a quotient", |b| refute(b, &[], &[DivLow(g(b, 0))]), Lemma(Why::FactMismatch)),
        (
            "high of a remainder",
            |b| refute(b, &[], &[DivHigh(b.modulo(g(b, 0), 2))]),
            Lemma(Why::FactMismatch),
        ),
        (
            "a quotient out of scope",
            |b| refute(b, &[], &[DivLow(b.div(g(b, 3), 2))]),
            Lemma(Why::UnboundLocal),
        ),
    ]);
}

#[test]
fn combine() {
    run(&[
        (
            "2x <= 1, 1 <= x, by rounding",
            |b| {
                let facts = [b.le(times(b, 2, g(b, 0)), b.int(1)), at_least(b, 1)];
                refute(
                    b,
                    &facts,
                    &[Literal(0), Combine(vec![(1, 0)]), Literal(1), Combine(vec![(1, 1), (1, 2)])],
                )
            },
            Valid,
        ),
        (
            "coefficients",
            |b| {
                // x <= 1 and 3 <= 2x
                let facts = [at_most(b, 1), b.le(b.int(3), times(b, 2, g(b, 0)))];
                refute(b, &facts, &[Literal(0), Literal(1), Combine(vec![(2, 0), (1, 1)])])
            },
            Valid,
        ),
        (
            "2x <= 2, 1 <= x: rounding does not go further",
            |b| {
                let facts = [b.le(times(b, 2, g(b, 0)), b.int(2)), at_least(b, 1)];
                refute(
                    b,
                    &facts,
                    &[Literal(0), Combine(vec![(1, 0)]), Literal(1), Combine(vec![(1, 1), (1, 2)])],
                )
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "-1 <= 2x gives 0 <= x, not 1 <= x",
            |b| {
                let facts = [b.le(b.int(-1), times(b, 2, g(b, 0))), at_most(b, 0)];
                refute(
                    b,
                    &facts,
                    &[Literal(0), Combine(vec![(1, 0)]), Literal(1), Combine(vec![(1, 1), (1, 2)])],
                )
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "a coefficient of zero",
            |b| refute(b, &[at_most(b, 0)], &[Literal(0), Combine(vec![(0, 0)])]),
            Lemma(Why::BadCoefficient),
        ),
        (
            "a line that is not there",
            |b| refute(b, &[at_most(b, 0)], &[Literal(0), Combine(vec![(1, 1)])]),
            Lemma(Why::BadLine),
        ),
        ("itself", |b| refute(b, &[at_most(b, 0)], &[Combine(vec![(1, 0)])]), Lemma(Why::BadLine)),
        ("nothing", |b| refute(b, &[at_most(b, 0)], &[Combine(vec![])]), Lemma(Why::NotRefuted)),
        (
            "different variables do not cancel",
            |b| refute(b, &[at_most(b, 0), b.le(b.int(1), g(b, 1))], &[Literal(0), Literal(1), sum()]),
            Lemma(Why::NotRefuted),
        ),
        (
            "products are opaque: x * y is not 0 because x is small",
            |b| {
                let (x, y) = (g(b, 0), g(b, 1));
                refute(b, &[at_most(b, 0), b.le(b.int(1), b.mul(x, y))], &[Literal(0), Literal(1), sum()])
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "a coefficient beyond 64 bits of value is still exact",
            |b| {
                let facts = [at_most(b, i64::MAX), b.le(b.int(i64::MAX), g(b, 0))];
                refute(b, &facts, &[Literal(0), Literal(1), Combine(vec![(u64::MAX, 0), (u64::MAX, 1)])])
            },
            Lemma(Why::NotRefuted),
        ),
    ]);
}

#[test]
fn equal() {
    run(&[
        (
            "x <= 0, 0 <= x, x <> 0",
            |b| {
                let facts = [at_most(b, 0), at_least(b, 0), b.not(b.eq(g(b, 0), b.int(0)))];
                refute(b, &facts, &[Literal(0), Literal(1), Equal(g(b, 0), b.int(0), 0, 1)])
            },
            Valid,
        ),
        (
            "only one side",
            |b| {
                let facts = [at_most(b, 0), b.not(b.eq(g(b, 0), b.int(0)))];
                refute(b, &facts, &[Literal(0), Equal(g(b, 0), b.int(0), 0, 0)])
            },
            Lemma(Why::NotAnEquality),
        ),
        (
            "sides exchanged",
            |b| {
                let facts = [at_most(b, 0), at_least(b, 0), b.not(b.eq(g(b, 0), b.int(0)))];
                refute(b, &facts, &[Literal(0), Literal(1), Equal(g(b, 0), b.int(0), 1, 0)])
            },
            Lemma(Why::NotAnEquality),
        ),
        (
            "another constant",
            |b| {
                let facts = [at_most(b, 1), at_least(b, 0), b.not(b.eq(g(b, 0), b.int(0)))];
                refute(b, &facts, &[Literal(0), Literal(1), Equal(g(b, 0), b.int(0), 0, 1)])
            },
            Lemma(Why::NotAnEquality),
        ),
        (
            "a multiple says the same, but is another row",
            |b| {
                let facts =
                    [b.le(times(b, 2, g(b, 0)), b.int(0)), at_least(b, 0), b.not(b.eq(g(b, 0), b.int(0)))];
                refute(b, &facts, &[Literal(0), Literal(1), Equal(g(b, 0), b.int(0), 0, 1)])
            },
            Lemma(Why::NotAnEquality),
        ),
        (
            "lines that are not there",
            |b| refute(b, &[at_most(b, 0)], &[Literal(0), Equal(g(b, 0), b.int(0), 0, 1)]),
            Lemma(Why::BadLine),
        ),
        (
            "booleans",
            |b| refute(b, &[at_most(b, 0)], &[Literal(0), Equal(b.boolean(true), b.boolean(false), 0, 0)]),
            Lemma(Why::SortMismatch),
        ),
        (
            "out of scope",
            |b| refute(b, &[at_most(b, 0)], &[Literal(0), Equal(g(b, 3), b.int(0), 0, 0)]),
            Lemma(Why::UnboundLocal),
        ),
        (
            "an equality does not make a line",
            |b| {
                let facts = [at_most(b, 0), at_least(b, 0)];
                refute(
                    b,
                    &facts,
                    &[Literal(0), Literal(1), Equal(g(b, 0), b.int(0), 0, 1), Combine(vec![(1, 2)])],
                )
            },
            Lemma(Why::BadLine),
        ),
    ]);
}

#[test]
fn datatypes() {
    /// `forall a b. facts ==> False`, for ghosts 0 and 1 that are lists.
    fn lists(b: &Builder, facts: fn(&Builder, SortRef, ExprRef, ExprRef) -> ExprRef) -> Verdict {
        let list = b.data(b.declare_list(), &[b.int_sort()]);
        let bound = facts(b, list, b.bound(1, list), b.bound(0, list));
        let fact = facts(b, list, b.ghost(0, list), b.ghost(1, list));
        let goal = b.forall(list, b.forall(list, b.imp(bound, b.falsity())));
        let mut listed = vec![];
        let mut pending = vec![fact];
        while let Some(f) = pending.pop() {
            match b.certificate().statement.exprs[f.0 as usize] {
                ExprRow::Bin(Bin::And, p, q) => pending.extend([p, q]),
                _ => listed.push(f),
            }
        }
        prove(b, goal, b.intros(3, b.leaf(&listed, &[])))
    }
    fn cons(b: &Builder, list: SortRef, head: i64, tail: ExprRef) -> ExprRef {
        b.ctor(list, 1, &[b.int(head), tail])
    }
    run(&[
        (
            "constructors differ",
            |b| lists(b, |b, s, l, m| b.and(b.eq(l, b.ctor(s, 0, &[])), b.eq(l, cons(b, s, 1, m)))),
            Valid,
        ),
        (
            "constructors are injective",
            |b| lists(b, |b, s, l, m| b.and(b.eq(cons(b, s, 1, l), cons(b, s, 1, m)), b.not(b.eq(l, m)))),
            Valid,
        ),
        ("in all fields", |b| lists(b, |b, s, l, m| b.eq(cons(b, s, 1, l), cons(b, s, 2, m))), Valid),
        (
            "no list contains itself, even through another",
            |b| lists(b, |b, s, l, m| b.and(b.eq(l, cons(b, s, 1, m)), b.eq(m, cons(b, s, 2, l)))),
            Valid,
        ),
        (
            "[] = []",
            |b| lists(b, |b, s, l, m| b.and(b.eq(l, b.ctor(s, 0, &[])), b.eq(m, b.ctor(s, 0, &[])))),
            Lemma(Why::NotRefuted),
        ),
        (
            "a list need not be one of two",
            |b| {
                lists(b, |b, s, l, m| {
                    b.and(b.not(b.eq(l, b.ctor(s, 0, &[]))), b.not(b.eq(l, cons(b, s, 1, m))))
                })
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "equal tails under different heads",
            |b| lists(b, |b, s, l, m| b.and(b.eq(l, m), b.not(b.eq(cons(b, s, 1, l), cons(b, s, 2, m))))),
            Lemma(Why::NotRefuted),
        ),
        (
            "different tails make different lists, but are allowed",
            |b| lists(b, |b, _, l, m| b.not(b.eq(l, m))),
            Lemma(Why::NotRefuted),
        ),
        ("a list and its tail", |b| lists(b, |b, s, l, m| b.eq(l, cons(b, s, 1, m))), Lemma(Why::NotRefuted)),
        (
            "two lists with one tail",
            |b| {
                lists(b, |b, s, l, m| {
                    let nil = b.ctor(s, 0, &[]);
                    b.and(b.eq(l, cons(b, s, 1, nil)), b.eq(m, cons(b, s, 2, nil)))
                })
            },
            Lemma(Why::NotRefuted),
        ),
    ]);
}
