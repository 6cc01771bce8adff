//! TFix and TFixRank: what they accept, and more of what they must refuse.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::functions::*;
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::Why;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

/// `fix f n. f n`, against `(n:{0 <= v}) -> [v = 3]`, with a measure and evidence for the call.
fn loop_forever(b: &Builder, measure: &[ExprRef], by: StepRef) -> Verdict {
    let arrow = int_to_int(b);
    let t = b.fun_type(&[natural(b)], b.int_sort(), is(b, 3));
    let f = b.fix(arrow, b.app(b.fun_var(1), &[b.local(0, b.int_sort())]));
    claim(b, t, f, b.t_fix(t, measure, b.t_app(b.t_var_fun(), by)))
}

/// `fix f n. let m = n + by in f m` covers nothing, which is true as far as termination goes.
/// `guard` is a hypothesis for the call; `evidence` shows that the call decreases.
fn call_at(b: &Builder, by: i64, guard: ExprRef, measure: &[ExprRef], evidence: StepRef) -> Verdict {
    let (arrow, int) = (int_to_int(b), b.int_sort());
    let t = b.fun_type(&[b.any(int)], int, b.falsity());
    let call = b.app(b.fun_var(1), &[b.local(2, int)]);
    let e = b.let_e(b.eval(b.add(b.local(0, int), b.int(by))), call);
    let call = b.t_guard(guard, b.t_app(b.t_var_fun(), evidence));
    let body = b.t_sub(b.falsity(), b.t_let_e(b.t_app_op(), call), b.intros(2, b.absurd(b.exact())));
    claim(b, t, b.fix(arrow, e), b.t_fix(t, measure, body))
}

/// Evidence for `0 <= m && m < n` from `1 <= n` and `m = n + by`.
fn decreases(b: &Builder, by: i64) -> StepRef {
    use LeafRow::*;
    let (n, m) = (b.local(0, b.int_sort()), b.local(2, b.int_sort()));
    let sum = b.add(n, b.int(by));
    let (guard, equation) = (b.le(b.int(1), n), b.eq(m, sum));
    let low = b.leaf(
        &[guard, equation],
        &[Literal(0), Literal(2), Congruent(sum, m), Combine(vec![(1, 0), (1, 1), (1, 2)])],
    );
    let high = b.leaf(&[equation], &[Literal(1), Congruent(m, sum), Combine(vec![(1, 0), (1, 1)])]);
    b.split(low, high)
}

#[test]
fn t_fix() {
    use Rule::*;
    run(&[
        (
            "f (n - 1) under 1 <= n",
            |b| {
                let (n, guard) = (b.bound(0, b.int_sort()), b.le(b.int(1), b.local(0, b.int_sort())));
                call_at(b, -1, guard, &[n], decreases(b, -1))
            },
            Valid,
        ),
        (
            "f (n - 1) under 1 <= n, lexicographically: the first component stays",
            |b| {
                let (n, guard) = (b.bound(0, b.int_sort()), b.le(b.int(1), b.local(0, b.int_sort())));
                let evidence = b.right(b.split(b.leaf(&[], &[]), decreases(b, -1)));
                call_at(b, -1, guard, &[b.int(7), n], evidence)
            },
            Valid,
        ),
        (
            "f (n + 1) under 1 <= n",
            |b| {
                let (n, guard) = (b.bound(0, b.int_sort()), b.le(b.int(1), b.local(0, b.int_sort())));
                call_at(b, 1, guard, &[n], decreases(b, 1))
            },
            Step(TApp, Why::NotRefuted),
        ),
        (
            "f (n - 1) without a guard",
            |b| call_at(b, -1, b.truth(), &[b.bound(0, b.int_sort())], decreases(b, -1)),
            Step(TApp, Why::NotAFact),
        ),
        ("no measure", |b| loop_forever(b, &[], b.exact()), Node(TFix, Why::BadMeasure)),
        (
            "a measure that is not an integer",
            |b| loop_forever(b, &[b.boolean(true)], b.exact()),
            Node(TFix, Why::BadMeasure),
        ),
        (
            "a measure that is a formula",
            |b| loop_forever(b, &[b.truth()], b.exact()),
            Node(TFix, Why::BadMeasure),
        ),
        (
            "a measure of the result",
            |b| loop_forever(b, &[b.nu(b.int_sort())], b.exact()),
            Node(TFix, Why::UnboundNu),
        ),
        (
            "a measure of a parameter that is not there",
            |b| loop_forever(b, &[b.bound(1, b.int_sort())], b.exact()),
            Node(TFix, Why::LooseVariable),
        ),
        (
            "a measure of the body's own variable",
            |b| loop_forever(b, &[b.local(0, b.int_sort())], b.exact()),
            Node(TFix, Why::UnboundLocal),
        ),
        (
            "a lambda",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, identity(b), b.t_fix(t, &[b.bound(0, b.int_sort())], b.t_var_base()))
            },
            Node(TFix, Why::RuleMismatch),
        ),
        (
            "a body that is not the claim",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), b.truth());
                let f = b.fix(int_to_int(b), b.ret(b.local(0, b.int_sort())));
                claim(b, t, f, b.t_fix(t, &[b.bound(0, b.int_sort())], b.t_var_base()))
            },
            Node(TFix, Why::BodyNotClaim),
        ),
        (
            "lexicographic: the second component may not decrease while the first grows",
            |b| {
                let (n, guard) = (b.bound(0, b.int_sort()), b.le(b.int(1), b.local(0, b.int_sort())));
                let grows = b.sub(b.int(0), n);
                let m = b.local(2, b.int_sort());
                let evidence = b.right(b.split(
                    b.leaf(&[b.eq(m, b.add(b.local(0, b.int_sort()), b.int(-1)))], &[]),
                    decreases(b, -1),
                ));
                call_at(b, -1, guard, &[grows, n], evidence)
            },
            Step(TApp, Why::NotRefuted),
        ),
        (
            "a measure that decreases forever, below zero",
            |b| {
                // f (n + 1) with measure -n: smaller each time, but not bounded.
                use LeafRow::*;
                let int = b.int_sort();
                let (n, m) = (b.local(0, int), b.local(2, int));
                let sum = b.add(n, b.int(1));
                let high =
                    b.leaf(&[b.eq(m, sum)], &[Literal(1), Congruent(sum, m), Combine(vec![(1, 0), (1, 1)])]);
                let low = b.leaf(&[b.eq(m, sum), b.le(b.int(1), n)], &[Literal(2), Literal(1)]);
                let measure = b.sub(b.int(0), b.bound(0, int));
                call_at(b, 1, b.le(b.int(1), n), &[measure], b.split(low, high))
            },
            Step(TApp, Why::NotRefuted),
        ),
        (
            "f n covers 3 because f n does",
            |b| {
                let n = b.local(0, b.int_sort());
                let low = b.leaf(
                    &[b.le(b.int(0), n)],
                    &[LeafRow::Literal(0), LeafRow::Literal(1), LeafRow::Combine(vec![(1, 0), (1, 1)])],
                );
                let smaller = b.leaf(&[], &[LeafRow::Literal(0)]);
                loop_forever(b, &[b.bound(0, b.int_sort())], b.split(low, b.split(low, smaller)))
            },
            Step(TApp, Why::NotRefuted),
        ),
    ]);
}

/// `fix g (). if bool_gen () then 0 else let x = g () in 1 + x`.
fn natural_numbers(b: &Builder) -> FunRef {
    let (arrow, int, bool) = (b.arrow(&[], b.int_sort()), b.int_sort(), b.bool_sort());
    let more = b.let_e(b.app(b.fun_var(0), &[]), b.eval(b.add(b.int(1), b.local(2, int))));
    let e = b.if_else(b.local(1, bool), b.ret(b.int(0)), more);
    b.fix(arrow, b.let_e(b.op(Prim::BoolGen), e))
}

/// Its body, against `true && rank = k`, where the rank is the value itself; `k` is ghost 0.
fn natural_numbers_body(b: &Builder) -> NodeRef {
    use LeafRow::*;
    let int = b.int_sort();
    let (k, v) = (b.ghost(0, int), b.ghost(1, int));
    let more = b.t_match(0, b.t_let_e(b.t_app(b.t_var_fun(), b.exact()), b.t_app_op()));
    let from = b.t_let_e(b.t_app_op(), b.t_merge(more, b.t_match(1, b.t_const())));
    let (is_k, is_zero) = (b.eq(v, k), b.eq(v, b.int(0)));
    let stop = b.witness(b.boolean(true), b.split(b.exact(), b.right(b.split(b.leaf(&[], &[]), b.exact()))));
    let low = b.leaf(
        &[b.le(b.int(0), k), is_k, b.not(is_zero)],
        &[Literal(0), Literal(3), Equal(v, b.int(0), 1, 0)],
    );
    let high = b.leaf(&[is_k], &[Literal(1)]);
    let ranked = b.split(b.exact(), b.split(low, high));
    let next = b.witness(b.sub(v, b.int(1)), b.split(ranked, b.leaf(&[], &[])));
    let go_on = b.witness(b.boolean(false), b.split(b.exact(), b.left(b.split(b.leaf(&[], &[]), next))));
    let target = b.and(b.truth(), b.eq(b.nu(int), k));
    b.t_sub(target, from, b.intros(2, b.cut(is_zero, stop, go_on)))
}

/// `fix g (). g ()`, against `[v = 3]` with a rank and evidence for the body.
fn ranked_loop(b: &Builder, rank: ExprRef, by: StepRef) -> Verdict {
    let (int, arrow) = (b.int_sort(), b.arrow(&[], b.int_sort()));
    let inner = b.fun_type(&[], int, is(b, 3));
    let outer = b.fun_type(&[], int, b.and(is(b, 3), b.le(b.int(0), b.int(0))));
    let target = b.and(is(b, 3), b.eq(b.int(0), b.ghost(0, int)));
    let body = b.t_sub(target, b.t_app(b.t_var_fun(), b.exact()), by);
    claim(b, outer, b.fix(arrow, b.app(b.fun_var(0), &[])), b.t_fix_rank(inner, rank, body))
}

#[test]
fn t_fix_rank() {
    use Rule::*;
    run(&[
        (
            "all natural numbers, without a size",
            |b| {
                let (int, v) = (b.int_sort(), b.nu(b.int_sort()));
                let t = b.fun_type(&[], int, b.truth());
                let all = b.fun_type(&[], int, b.and(b.truth(), b.le(b.int(0), v)));
                claim(b, all, natural_numbers(b), b.t_fix_rank(t, v, natural_numbers_body(b)))
            },
            Valid,
        ),
        (
            "all integers, by forgetting that ranks are not negative",
            |b| {
                let (int, v) = (b.int_sort(), b.nu(b.int_sort()));
                let t = b.fun_type(&[], int, b.truth());
                claim(b, t, natural_numbers(b), b.t_fix_rank(t, v, natural_numbers_body(b)))
            },
            Node(TFixRank, Why::NotTheClaim),
        ),
        (
            "all natural numbers, by another rank",
            |b| {
                let (int, v) = (b.int_sort(), b.nu(b.int_sort()));
                let t = b.fun_type(&[], int, b.truth());
                let all = b.fun_type(&[], int, b.and(b.truth(), b.le(b.int(0), v)));
                let rank = b.sub(b.int(0), v);
                claim(b, all, natural_numbers(b), b.t_fix_rank(t, rank, natural_numbers_body(b)))
            },
            Step(TSub, Why::NotAnEquality),
        ),
        (
            "a rank that is not an integer",
            |b| ranked_loop(b, b.boolean(true), b.exact()),
            Node(TFixRank, Why::BadMeasure),
        ),
        (
            "a rank of the ghost itself",
            |b| ranked_loop(b, b.ghost(0, b.int_sort()), b.exact()),
            Node(TFixRank, Why::UnboundLocal),
        ),
        (
            "a rank with a loose variable",
            |b| ranked_loop(b, b.bound(0, b.int_sort()), b.exact()),
            Node(TFixRank, Why::LooseVariable),
        ),
        (
            "a lambda",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), is(b, 1));
                let f = b.lam(b.arrow(&[], b.int_sort()), b.ret(b.int(1)));
                claim(b, t, f, b.t_fix_rank(t, b.int(0), b.t_const()))
            },
            Node(TFixRank, Why::RuleMismatch),
        ),
        (
            "the ghost after its rule",
            |b| {
                let (int, v) = (b.int_sort(), b.nu(b.int_sort()));
                let t = b.fun_type(&[], int, b.truth());
                let leaked = b.fun_type(&[], int, b.eq(v, b.ghost(0, int)));
                let node = b.t_fix_rank(t, v, natural_numbers_body(b));
                let all = b.fun_type(&[], int, b.truth());
                claim(b, all, natural_numbers(b), b.sub_arr(leaked, node, b.exact()))
            },
            Node(SubArr, Why::UnboundLocal),
        ),
        (
            "g () covers 3 because g () does",
            |b| {
                use LeafRow::*;
                let (int, k) = (b.int_sort(), b.ghost(0, b.int_sort()));
                let v_is = b.eq(b.ghost(1, int), b.int(3));
                let not_negative = b.leaf(&[], &[Literal(0)]);
                let smaller = b.leaf(&[b.eq(b.int(0), k), b.le(b.int(0), k)], &[Literal(1), Literal(2)]);
                let by = b.intros(2, b.split(b.leaf(&[v_is], &[]), b.split(not_negative, smaller)));
                ranked_loop(b, b.int(0), by)
            },
            Step(TSub, Why::NotRefuted),
        ),
    ]);
}
