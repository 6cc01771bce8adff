//! The rules for functions: TVarFun, TFun, TFix, TFixRank, SubArr, TPolyType, TPolyPred.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

fn int_to_int(b: &Builder) -> ArrowRef {
    b.arrow(&[ParamSort::Base(b.int_sort())], b.int_sort())
}

/// `{v:int | 0 <= v}`.
fn natural(b: &Builder) -> ParamRow {
    ParamRow::Base(b.int_sort(), b.le(b.int(0), b.nu(b.int_sort())))
}

/// `v = n`.
fn is(b: &Builder, n: i64) -> ExprRef {
    b.eq(b.nu(b.int_sort()), b.int(n))
}

/// `v = x`, for the only parameter.
fn same(b: &Builder) -> ExprRef {
    b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort()))
}

/// A library function `(x:{0 <= v}) -> [v = x]`.
fn pos(b: &Builder) -> FunRef {
    let claim = b.fun_type(&[natural(b)], b.int_sort(), same(b));
    b.fun_global(b.library(claim), &[])
}

/// Claims a type for a function value.
fn claim(b: &Builder, t: TypeRef, f: FunRef, node: NodeRef) -> Verdict {
    b.global(t, f, node);
    b.check()
}

#[test]
fn t_var_fun() {
    use Rule::*;
    run(&[
        (
            "a global",
            |b| {
                let f = pos(b);
                claim(b, TypeRef(0), f, b.t_var_fun())
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "another type than the variable's",
            |b| {
                let f = pos(b);
                claim(b, b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b)), f, b.t_var_fun())
            },
            Node(TVarFun, Why::NotTheClaim),
        ),
        (
            "a lambda",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, b.lam(int_to_int(b), b.ret(b.local(0, b.int_sort()))), b.t_var_fun())
            },
            Node(TVarFun, Why::RuleMismatch),
        ),
        (
            "a base term",
            |b| b.judge(b.ret(b.int(1)), b.int_sort(), is(b, 1), b.t_var_fun()),
            Node(TVarFun, Why::RuleMismatch),
        ),
        (
            "a scheme without instance",
            |b| {
                let f = polymorphic(b, &[b.int_sort()]);
                claim(b, b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b)), f, b.t_var_fun())
            },
            Node(TVarFun, Why::NotTheClaim),
        ),
        (
            "a function variable that nothing binds",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, b.fun_var(0, int_to_int(b)), b.t_var_fun())
            },
            In(Table::Globals, Why::NotAFunction),
        ),
        (
            "the function itself, by its own global",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), b.truth());
                claim(b, t, b.fun_global(GlobalRef(0), &[]), b.t_var_fun())
            },
            In(Table::Globals, Why::ForwardGlobal),
        ),
        (
            "a function variable at another simple type",
            |b| {
                let (bools, ints) = (b.arrow(&[], b.bool_sort()), b.arrow(&[], b.int_sort()));
                let f = b.lam(bools, b.op(Prim::BoolGen, &[]));
                let e = b.let_v(f, b.app(b.fun_var(0, ints), &[]));
                b.judge(e, b.int_sort(), b.truth(), b.t_err())
            },
            In(Table::Globals, Why::NotAFunction),
        ),
    ]);
}

/// `fun (x:int) -> x`.
fn identity(b: &Builder) -> FunRef {
    b.lam(int_to_int(b), b.ret(b.local(0, b.int_sort())))
}

#[test]
fn t_fun() {
    use Rule::*;
    run(&[
        (
            "fun x -> x",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, identity(b), b.t_fun(t, b.t_var_base()))
            },
            Valid,
        ),
        (
            "the parameter's qualifier is known in the body",
            |b| {
                let t = b.fun_type(&[natural(b)], b.int_sort(), same(b));
                let f = b.lam(int_to_int(b), b.app(pos(b), &[b.local(0, b.int_sort())]));
                claim(b, t, f, b.t_fun(t, b.t_app(b.t_var_fun(), b.exact())))
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "the requirement on all parameters is known in the body",
            |b| {
                let int = b.int_sort();
                let t = b.fun_type_requiring(&[b.any(int)], b.le(b.int(0), b.bound(0, int)), int, same(b));
                let f = b.lam(int_to_int(b), b.app(pos(b), &[b.local(0, int)]));
                claim(b, t, f, b.t_fun(t, b.t_app(b.t_var_fun(), b.exact())))
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "a recursive function",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                let f = b.fix(int_to_int(b), b.ret(b.local(0, b.int_sort())));
                claim(b, t, f, b.t_fun(t, b.t_var_base()))
            },
            Node(TFun, Why::RuleMismatch),
        ),
        (
            "a type with another number of parameters",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                claim(b, t, identity(b), b.t_fun(t, b.t_var_base()))
            },
            Node(TFun, Why::ClaimMismatch),
        ),
        (
            "a type with another result",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.bool_sort(), b.truth());
                claim(b, t, identity(b), b.t_fun(t, b.t_var_base()))
            },
            Node(TFun, Why::ClaimMismatch),
        ),
        (
            "a type whose qualifier sees a later parameter",
            |b| {
                let int = b.int_sort();
                let q = b.le(b.bound(0, int), b.nu(int));
                let t = b.fun_type(&[ParamRow::Base(int, q)], int, same(b));
                claim(b, t, identity(b), b.t_fun(t, b.t_var_base()))
            },
            In(Table::Globals, Why::LooseVariable),
        ),
        (
            "a type whose requirement speaks about the result",
            |b| {
                let int = b.int_sort();
                let t = b.fun_type_requiring(&[b.any(int)], b.le(b.int(0), b.nu(int)), int, same(b));
                claim(b, t, identity(b), b.t_fun(t, b.t_var_base()))
            },
            In(Table::Globals, Why::UnboundNu),
        ),
        (
            "a type that is not there",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, identity(b), b.t_fun(TypeRef(9), b.t_var_base()))
            },
            Node(TFun, Why::BadReference),
        ),
        (
            "a body that covers less",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), b.truth());
                claim(b, t, identity(b), b.t_fun(t, b.t_var_base()))
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "a stronger hypothesis than the claim grants",
            |b| {
                // Derived for x >= 0 only, claimed for every x.
                let narrow = b.fun_type(&[natural(b)], b.int_sort(), same(b));
                let wide = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                let f = b.lam(int_to_int(b), b.app(pos(b), &[b.local(0, b.int_sort())]));
                claim(b, wide, f, b.t_fun(narrow, b.t_app(b.t_var_fun(), b.exact())))
            },
            Node(TFun, Why::NotTheClaim),
        ),
    ]);
}

/// `fix f n. f n`, against `(n:{0 <= v}) -> [v = 3]`, with a measure and evidence for the call.
fn loop_forever(b: &Builder, measure: &[ExprRef], by: StepRef) -> Verdict {
    let arrow = int_to_int(b);
    let t = b.fun_type(&[natural(b)], b.int_sort(), is(b, 3));
    let f = b.fix(arrow, b.app(b.fun_var(1, arrow), &[b.local(0, b.int_sort())]));
    claim(b, t, f, b.t_fix(t, measure, b.t_app(b.t_var_fun(), by)))
}

/// `fix f n. let m = n + by in f m` covers nothing, which is true as far as termination goes.
/// `guard` is a hypothesis for the call; `evidence` shows that the call decreases.
fn call_at(b: &Builder, by: i64, guard: ExprRef, measure: &[ExprRef], evidence: StepRef) -> Verdict {
    let (arrow, int) = (int_to_int(b), b.int_sort());
    let t = b.fun_type(&[b.any(int)], int, b.falsity());
    let call = b.app(b.fun_var(1, arrow), &[b.local(2, int)]);
    let e = b.let_e(b.op(Prim::Add, &[b.local(0, int), b.int(by)]), call);
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
    let more = b.let_e(b.app(b.fun_var(0, arrow), &[]), b.op(Prim::Add, &[b.int(1), b.local(2, int)]));
    let e = b.if_else(b.local(1, bool), b.ret(b.int(0)), more);
    b.fix(arrow, b.let_e(b.op(Prim::BoolGen, &[]), e))
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
    claim(b, outer, b.fix(arrow, b.app(b.fun_var(0, arrow), &[])), b.t_fix_rank(inner, rank, body))
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

/// `pos` at another type, by SubArr.
fn pos_at(b: &Builder, param: ParamRow, ensures: ExprRef, by: StepRef) -> Verdict {
    let f = pos(b);
    let t = b.fun_type(&[param], b.int_sort(), ensures);
    claim(b, t, f, b.sub_arr(t, b.t_var_fun(), by))
}

/// Evidence for SubArr: `first` shows the parameter's qualifier, `second` the inclusion.
fn included(b: &Builder, first: StepRef, second: StepRef) -> StepRef {
    b.intros(3, b.split(first, b.intros(2, second)))
}

#[test]
fn sub_arr() {
    use LeafRow::*;
    use Rule::*;
    run(&[
        (
            "a smaller parameter, a smaller result",
            |b| {
                let (x, v) = (b.ghost(0, b.int_sort()), b.ghost(1, b.int_sort()));
                let (x_is, v_is) = (b.eq(x, b.int(5)), b.eq(v, b.int(5)));
                let by = included(b, b.leaf(&[x_is], &[Literal(1)]), b.leaf(&[x_is, v_is], &[]));
                pos_at(b, ParamRow::Base(b.int_sort(), is(b, 5)), is(b, 5), by)
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "a larger parameter",
            |b| pos_at(b, b.any(b.int_sort()), same(b), included(b, b.leaf(&[], &[Literal(0)]), b.exact())),
            Step(SubArr, Why::NotRefuted),
        ),
        (
            "a larger result",
            |b| pos_at(b, natural(b), b.truth(), included(b, b.exact(), b.leaf(&[], &[]))),
            Step(SubArr, Why::NotRefuted),
        ),
        (
            "another number of parameters",
            |b| {
                let f = pos(b);
                let t = b.fun_type(&[], b.int_sort(), is(b, 1));
                claim(b, t, f, b.sub_arr(t, b.t_var_fun(), b.exact()))
            },
            Node(SubArr, Why::ClaimMismatch),
        ),
        (
            "another function parameter: it would need its own evidence",
            |b| {
                let int = b.int_sort();
                let (some, all) = (b.fun_type(&[], int, is(b, 1)), b.fun_type(&[], int, b.truth()));
                let f = b.fun_global(b.library(b.fun_type(&[ParamRow::Fun(all)], int, b.truth())), &[]);
                let t = b.fun_type(&[ParamRow::Fun(some)], int, b.truth());
                claim(b, t, f, b.sub_arr(t, b.t_var_fun(), b.exact()))
            },
            Node(SubArr, Why::ShapeMismatch),
        ),
        (
            "a base term",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), is(b, 1));
                b.judge(b.ret(b.int(1)), b.int_sort(), is(b, 1), b.sub_arr(t, b.t_const(), b.exact()))
            },
            Node(SubArr, Why::RuleMismatch),
        ),
        (
            "a scheme",
            |b| {
                let f = polymorphic(b, &[b.int_sort()]);
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, f, b.sub_arr(t, b.t_var_fun(), b.exact()))
            },
            Node(SubArr, Why::NotInstantiated),
        ),
        (
            "the new requirement is a hypothesis, the old one is not",
            |b| {
                let int = b.int_sort();
                let needs = b.le(b.int(0), b.bound(0, int));
                let old = b.fun_type_requiring(&[b.any(int)], needs, int, same(b));
                let f = b.fun_global(b.library(old), &[]);
                let t = b.fun_type(&[b.any(int)], int, same(b));
                claim(b, t, f, b.sub_arr(t, b.t_var_fun(), included(b, b.exact(), b.exact())))
            },
            Step(SubArr, Why::NotAFact),
        ),
        (
            "the result under the old parameter instead of the new one",
            |b| {
                // From (x:{0 <= v}) -> [v = x] to (x:{v = 5}) -> [v = 0]: 0 is a natural number too.
                let (x, v) = (b.ghost(0, b.int_sort()), b.ghost(1, b.int_sort()));
                let (x_is, v_is) = (b.eq(x, b.int(5)), b.eq(v, b.int(0)));
                let by = included(b, b.leaf(&[x_is], &[Literal(1)]), b.leaf(&[x_is, v_is], &[]));
                pos_at(b, ParamRow::Base(b.int_sort(), is(b, 5)), is(b, 0), by)
            },
            Step(SubArr, Why::NotRefuted),
        ),
    ]);
}

/// A library function `forall 'a. (x:'a) -> [v = x]`, at sorts.
fn polymorphic(b: &Builder, at: &[SortRef]) -> FunRef {
    let a = b.abstract_sort(0);
    let t = b.fun_type(&[b.any(a)], a, b.eq(b.nu(a), b.bound(0, a)));
    let row = GlobalRow { name: "id".into(), sort_params: 1, preds: vec![], claim: t, body: None };
    b.fun_global(b.global_row(row, None), at)
}

/// `id` at integers, with a derivation.
fn id_at_int(b: &Builder, node: impl FnOnce(&Builder, SortRef) -> NodeRef) -> Verdict {
    let f = polymorphic(b, &[b.int_sort()]);
    let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
    let node = node(b, b.int_sort());
    claim(b, t, f, node)
}

#[test]
fn t_poly_type() {
    use Rule::*;
    run(&[
        (
            "id at int",
            |b| id_at_int(b, |b, int| b.t_poly_type(b.t_var_fun(), &[int])),
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "generalisation: fun x -> x for every sort",
            |b| {
                let a = b.abstract_sort(0);
                let t = b.fun_type(&[b.any(a)], a, b.eq(b.nu(a), b.bound(0, a)));
                let f = b.lam(b.arrow(&[ParamSort::Base(a)], a), b.ret(b.local(0, a)));
                let row =
                    GlobalRow { name: "id".into(), sort_params: 1, preds: vec![], claim: t, body: Some(f) };
                b.global_row(row, Some(b.t_fun(t, b.t_var_base())));
                b.check()
            },
            Valid,
        ),
        (
            "at other sorts than the program's",
            |b| id_at_int(b, |b, _| b.t_poly_type(b.t_var_fun(), &[b.bool_sort()])),
            Node(TPolyType, Why::WrongInstance),
        ),
        (
            "at too few sorts",
            |b| id_at_int(b, |b, _| b.t_poly_type(b.t_var_fun(), &[])),
            Node(TPolyType, Why::WrongInstance),
        ),
        (
            "twice",
            |b| id_at_int(b, |b, int| b.t_poly_type(b.t_poly_type(b.t_var_fun(), &[int]), &[int])),
            Node(TPolyType, Why::NotInstantiated),
        ),
        (
            "a function without scheme",
            |b| {
                let f = pos(b);
                claim(b, TypeRef(0), f, b.t_poly_type(b.t_var_fun(), &[]))
            },
            Node(TPolyType, Why::NotInstantiated),
        ),
        (
            "a lambda",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, identity(b), b.t_poly_type(b.t_fun(t, b.t_var_base()), &[]))
            },
            Node(TPolyType, Why::RuleMismatch),
        ),
        (
            "at the wrong number of sorts in the program",
            |b| {
                let f = polymorphic(b, &[b.int_sort(), b.int_sort()]);
                claim(b, TypeRef(0), f, b.t_var_fun())
            },
            In(Table::Funs, Why::WrongArity),
        ),
        (
            "an abstract sort is not any particular one",
            |b| {
                // fun (x:'a) -> match x with true -> x: a value of an abstract sort taken apart.
                let a = b.abstract_sort(0);
                let t = b.fun_type(&[b.any(a)], a, b.truth());
                let x = b.local(0, a);
                let f = b.lam(b.arrow(&[ParamSort::Base(a)], a), b.matching(x, &[(1, b.ret(x))]));
                let row =
                    GlobalRow { name: "g".into(), sort_params: 1, preds: vec![], claim: t, body: Some(f) };
                b.global_row(row, Some(b.t_fun(t, b.t_match(0, b.t_var_base()))));
                b.check()
            },
            In(Table::Cores, Why::SortMismatch),
        ),
    ]);
}

/// A library function `forall P:int -> bool. (x:{P v}) -> [exists u. P u && v = u]`.
fn predicated(b: &Builder) -> FunRef {
    let int = b.int_sort();
    let p = |e| b.pred_var(0, &[e]);
    let ensures = b.exists(int, b.and(p(b.bound(0, int)), b.eq(b.nu(int), b.bound(0, int))));
    let t = b.fun_type(&[ParamRow::Base(int, p(b.nu(int)))], int, ensures);
    let row = GlobalRow { name: "any".into(), sort_params: 0, preds: vec![vec![int]], claim: t, body: None };
    b.fun_global(b.global_row(row, None), &[])
}

/// It at the predicate `fun u -> 0 <= u`, claimed as written out, with a derivation.
fn at_naturals(b: &Builder, node: impl FnOnce(&Builder, ExprRef) -> NodeRef) -> Verdict {
    let (f, int) = (predicated(b), b.int_sort());
    let phi = b.le(b.int(0), b.bound(0, int));
    let ensures = b.exists(int, b.and(phi, b.eq(b.nu(int), b.bound(0, int))));
    let t = b.fun_type(&[natural(b)], int, ensures);
    let node = node(b, phi);
    claim(b, t, f, node)
}

#[test]
fn t_poly_pred() {
    use Rule::*;
    run(&[
        (
            "at fun u -> 0 <= u",
            |b| at_naturals(b, |b, phi| b.t_poly_pred(b.t_var_fun(), &[phi])),
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "at another predicate",
            |b| at_naturals(b, |b, _| b.t_poly_pred(b.t_var_fun(), &[b.truth()])),
            Node(TPolyPred, Why::NotTheClaim),
        ),
        (
            "at too few predicates",
            |b| at_naturals(b, |b, _| b.t_poly_pred(b.t_var_fun(), &[])),
            Node(TPolyPred, Why::NotInstantiated),
        ),
        (
            "twice",
            |b| at_naturals(b, |b, phi| b.t_poly_pred(b.t_poly_pred(b.t_var_fun(), &[phi]), &[phi])),
            Node(TPolyPred, Why::NotInstantiated),
        ),
        (
            "at a term",
            |b| at_naturals(b, |b, _| b.t_poly_pred(b.t_var_fun(), &[b.int(0)])),
            Node(TPolyPred, Why::SortMismatch),
        ),
        (
            "at a predicate of other arguments",
            |b| {
                at_naturals(b, |b, _| {
                    let phi = b.eq(b.bound(0, b.bool_sort()), b.boolean(true));
                    b.t_poly_pred(b.t_var_fun(), &[phi])
                })
            },
            Node(TPolyPred, Why::LooseVariable),
        ),
        (
            "at a predicate of too many arguments",
            |b| {
                at_naturals(b, |b, _| {
                    b.t_poly_pred(b.t_var_fun(), &[b.le(b.bound(1, b.int_sort()), b.bound(0, b.int_sort()))])
                })
            },
            Node(TPolyPred, Why::LooseVariable),
        ),
        (
            "at a predicate about the result",
            |b| {
                at_naturals(b, |b, _| {
                    let phi = b.eq(b.bound(0, b.int_sort()), b.nu(b.int_sort()));
                    b.t_poly_pred(b.t_var_fun(), &[phi])
                })
            },
            Node(TPolyPred, Why::UnboundNu),
        ),
        (
            "at a predicate that is not in scope",
            |b| at_naturals(b, |b, _| b.t_poly_pred(b.t_var_fun(), &[b.pred_var(0, &[b.int(1)])])),
            Node(TPolyPred, Why::UnboundPredicate),
        ),
        (
            "predicates before sorts",
            |b| id_at_int(b, |b, _| b.t_poly_pred(b.t_var_fun(), &[])),
            Node(TPolyPred, Why::NotInstantiated),
        ),
        (
            "a lambda",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, identity(b), b.t_poly_pred(b.t_fun(t, b.t_var_base()), &[]))
            },
            Node(TPolyPred, Why::NotInstantiated),
        ),
        (
            "captures nothing: the predicate's argument is not the claim's own variable",
            |b| {
                // P := fun u -> forall w. w <= u must become exists u. (forall w. w <= u) && ..,
                // not forall w. w <= w.
                let (f, int) = (predicated(b), b.int_sort());
                let phi = b.forall(int, b.le(b.bound(0, int), b.bound(1, int)));
                let captured = b.forall(int, b.le(b.bound(0, int), b.bound(0, int)));
                let ensures = b.exists(int, b.and(captured, b.eq(b.nu(int), b.bound(0, int))));
                let q = b.forall(int, b.le(b.bound(0, int), b.nu(int)));
                let t = b.fun_type(&[ParamRow::Base(int, q)], int, ensures);
                claim(b, t, f, b.t_poly_pred(b.t_var_fun(), &[phi]))
            },
            Node(TPolyPred, Why::NotTheClaim),
        ),
    ]);
}
