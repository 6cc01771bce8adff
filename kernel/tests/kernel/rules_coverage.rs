//! TMatch, TMerge, TGuard, TSub and TEq: what they accept, and more of what they must refuse.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::subjects::*;
use covenant_kernel::check::Assumption;
use covenant_kernel::reject::Why;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

/// `match c with false -> 0 | true -> 1`, for `c` true.
fn choice(b: &Builder) -> CoreRef {
    b.matching(b.boolean(true), &[(0, b.ret(b.int(0))), (1, b.ret(b.int(1)))])
}

/// `true = c && v = n`.
fn on_path(b: &Builder, c: bool, n: i64) -> ExprRef {
    b.and(b.eq(b.boolean(true), b.boolean(c)), is(b, n))
}

#[test]
fn t_match() {
    use Rule::*;
    run(&[
        ("the branch taken", |b| judge(b, choice(b), on_path(b, true, 1), b.t_match(1, b.t_const())), Valid),
        (
            "a branch not taken covers what is covered if false is true",
            |b| judge(b, choice(b), on_path(b, false, 0), b.t_match(0, b.t_const())),
            Valid,
        ),
        (
            "fields are bound",
            |b| {
                // match [1] with x :: _ -> x
                let (int, list) = (b.int_sort(), b.data(b.declare_list(), &[b.int_sort()]));
                let one = b.ctor(list, 1, &[b.int(1), b.ctor(list, 0, &[])]);
                let e = b.matching(one, &[(1, b.ret(b.local(0, int)))]);
                let head_tail = b.ctor(list, 1, &[b.bound(1, int), b.bound(0, list)]);
                let phi = b.and(b.eq(one, head_tail), b.eq(b.nu(int), b.bound(1, int)));
                judge(b, e, b.exists(int, b.exists(list, phi)), b.t_match(0, b.t_var_base()))
            },
            Valid,
        ),
        (
            "a branch that is not there",
            |b| judge(b, choice(b), on_path(b, true, 1), b.t_match(2, b.t_const())),
            Node(TMatch, Why::NoSuchBranch),
        ),
        (
            "the other branch",
            |b| judge(b, choice(b), on_path(b, true, 1), b.t_match(0, b.t_const())),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "not a match",
            |b| judge(b, b.ret(b.int(1)), is(b, 1), b.t_match(0, b.t_const())),
            Node(TMatch, Why::RuleMismatch),
        ),
        (
            "a branch's rule that does not fit",
            |b| judge(b, choice(b), on_path(b, true, 1), b.t_match(1, b.t_var_base())),
            Node(TVarBase, Why::RuleMismatch),
        ),
        (
            "a field that outlives its branch",
            |b| {
                let (int, list) = (b.int_sort(), b.data(b.declare_list(), &[b.int_sort()]));
                let nil = b.ctor(list, 0, &[]);
                let e = b.matching(nil, &[(1, b.ret(b.local(0, int)))]);
                let target = b.eq(b.nu(int), b.local(0, int));
                judge(b, e, b.truth(), b.t_sub(target, b.t_match(0, b.t_var_base()), b.exact()))
            },
            Node(TSub, Why::UnboundLocal),
        ),
        (
            "the path condition is forgotten",
            |b| judge(b, choice(b), is(b, 0), b.t_match(0, b.t_const())),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "both branches at once, by pretending that the path condition holds",
            |b| {
                let from = b.t_match(0, b.t_const());
                let v = b.ghost(0, b.int_sort());
                let wrong = b.eq(b.boolean(true), b.boolean(false));
                let by = b.intros(2, b.split(b.leaf(&[], &[]), b.leaf(&[b.eq(v, b.int(0)), wrong], &[])));
                judge(b, choice(b), is(b, 0), b.t_sub(is(b, 0), from, by))
            },
            Step(TSub, Why::NotRefuted),
        ),
    ]);
}

#[test]
fn t_merge() {
    use Rule::*;
    run(&[
        (
            "both branches",
            |b| {
                let phi = b.or(on_path(b, false, 0), on_path(b, true, 1));
                let node = b.t_merge(b.t_match(0, b.t_const()), b.t_match(1, b.t_const()));
                judge(b, choice(b), phi, node)
            },
            Valid,
        ),
        (
            "the premises exchanged",
            |b| {
                let phi = b.or(on_path(b, false, 0), on_path(b, true, 1));
                let node = b.t_merge(b.t_match(1, b.t_const()), b.t_match(0, b.t_const()));
                judge(b, choice(b), phi, node)
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "the intersection",
            |b| {
                let phi = b.and(on_path(b, false, 0), on_path(b, true, 1));
                let node = b.t_merge(b.t_match(0, b.t_const()), b.t_match(1, b.t_const()));
                judge(b, choice(b), phi, node)
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "only one premise counted",
            |b| {
                let node = b.t_merge(b.t_match(0, b.t_const()), b.t_match(1, b.t_const()));
                judge(b, choice(b), on_path(b, true, 1), node)
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "a premise about another term",
            |b| {
                let phi = b.or(on_path(b, false, 0), is(b, 7));
                judge(b, choice(b), phi, b.t_merge(b.t_match(0, b.t_const()), b.t_const()))
            },
            Node(TConst, Why::RuleMismatch),
        ),
        (
            "functions: their types cannot be united",
            |b| {
                let t1 = b.fun_type(&[], b.int_sort(), is(b, 1));
                let f = b.lam(thunk(b), b.ret(b.int(1)));
                let n = b.t_fun(t1, b.t_const());
                b.global(t1, f, b.t_merge(n, n));
                b.check()
            },
            Node(TMerge, Why::RuleMismatch),
        ),
    ]);
}

#[test]
fn t_guard() {
    use Rule::*;
    run(&[
        (
            "pos x under the hypothesis 0 <= x",
            |b| {
                let int = b.int_sort();
                let x = b.local(0, int);
                let e = b.let_e(b.op(Prim::IntGen), b.app(pos(b), &[x]));
                let call = b.t_app(b.t_var_fun(), b.exact());
                let node = b.t_let_e(b.t_app_op(), b.t_guard(b.le(b.int(0), x), call));
                let (x, v) = (b.bound(0, int), b.nu(int));
                let phi = b.exists(int, b.and(b.truth(), b.and(b.le(b.int(0), x), b.eq(v, x))));
                judge(b, e, phi, node)
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "the guard is not part of the coverage",
            |b| judge(b, b.ret(b.int(1)), is(b, 1), b.t_guard(b.falsity(), b.t_const())),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "a guard about the value",
            |b| {
                let phi = is(b, 1);
                judge(b, b.ret(b.int(1)), b.and(phi, phi), b.t_guard(phi, b.t_const()))
            },
            Node(TGuard, Why::UnboundNu),
        ),
        (
            "a guard about a variable that is not in scope",
            |b| {
                let psi = b.eq(b.local(0, b.int_sort()), b.int(0));
                judge(b, b.ret(b.int(1)), is(b, 1), b.t_guard(psi, b.t_const()))
            },
            Node(TGuard, Why::UnboundLocal),
        ),
        (
            "a guard that is a term",
            |b| judge(b, b.ret(b.int(1)), is(b, 1), b.t_guard(b.int(1), b.t_const())),
            Node(TGuard, Why::SortMismatch),
        ),
        (
            "a guard with a loose variable",
            |b| {
                let psi = b.eq(b.bound(0, b.int_sort()), b.int(0));
                judge(b, b.ret(b.int(1)), is(b, 1), b.t_guard(psi, b.t_const()))
            },
            Node(TGuard, Why::LooseVariable),
        ),
        (
            "a function",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), is(b, 1));
                b.global(t, b.lam(thunk(b), b.ret(b.int(1))), b.t_guard(b.truth(), b.t_fun(t, b.t_const())));
                b.check()
            },
            Node(TGuard, Why::RuleMismatch),
        ),
        (
            "the hypothesis outlives its node",
            |b| {
                // TMerge (TGuard False ..) (TSub .. by the hypothesis of the other premise).
                let guarded = b.t_guard(b.falsity(), b.t_const());
                let by = b.intros(2, b.absurd(b.exact()));
                let cheat = b.t_sub(b.truth(), b.t_const(), by);
                let phi = b.or(b.and(b.falsity(), is(b, 1)), b.truth());
                judge(b, b.ret(b.int(1)), phi, b.t_merge(guarded, cheat))
            },
            Step(TSub, Why::NotAFact),
        ),
    ]);
}

#[test]
fn t_sub() {
    use Rule::*;
    run(&[
        (
            "int_gen () : [v = 1]",
            |b| {
                let by = b.intros(2, b.exact());
                judge(b, b.op(Prim::IntGen), is(b, 1), b.t_sub(is(b, 1), b.t_app_op(), by))
            },
            Valid,
        ),
        (
            "one solver says so",
            |b| {
                let (target, from) = (is(b, 1), b.t_app_op());
                let node = b.node(NodeRow::TSub { target, from, evidence: Evidence::Solver });
                judge(b, b.op(Prim::IntGen), target, node)
            },
            Modulo(vec![Assumption::Solver(0)]),
        ),
        (
            "two solvers say so",
            |b| {
                let (target, from) = (is(b, 1), b.t_app_op());
                let node = b.node(NodeRow::TSub { target, from, evidence: Evidence::CrossChecked });
                judge(b, b.op(Prim::IntGen), target, node)
            },
            Modulo(vec![Assumption::CrossChecked(0)]),
        ),
        (
            "a target that is a term",
            |b| judge(b, b.ret(b.int(1)), is(b, 1), b.t_sub(b.int(1), b.t_const(), b.exact())),
            Node(TSub, Why::SortMismatch),
        ),
        (
            "a target with a loose variable",
            |b| {
                let target = b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort()));
                judge(b, b.ret(b.int(1)), is(b, 1), b.t_sub(target, b.t_const(), b.exact()))
            },
            Node(TSub, Why::LooseVariable),
        ),
        (
            "a target about a value of another sort",
            |b| {
                let target = b.eq(b.nu(b.bool_sort()), b.boolean(true));
                judge(b, b.ret(b.int(1)), is(b, 1), b.t_sub(target, b.t_const(), b.exact()))
            },
            Node(TSub, Why::UnboundNu),
        ),
        (
            "a target with a predicate that no scheme binds",
            |b| {
                let target = b.pred_var(0, &[b.nu(b.int_sort())]);
                judge(b, b.ret(b.int(1)), is(b, 1), b.t_sub(target, b.t_const(), b.exact()))
            },
            Node(TSub, Why::UnboundPredicate),
        ),
        (
            "a target with a sort that no scheme binds",
            |b| {
                let a = b.abstract_sort(0);
                let target = b.exists(a, b.eq(b.bound(0, a), b.bound(0, a)));
                judge(b, b.ret(b.int(1)), is(b, 1), b.t_sub(target, b.t_const(), b.exact()))
            },
            Node(TSub, Why::UnboundSortParameter),
        ),
        (
            "a function",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), is(b, 1));
                let node = b.t_sub(is(b, 1), b.t_fun(t, b.t_const()), b.exact());
                b.global(t, b.lam(thunk(b), b.ret(b.int(1))), node);
                b.check()
            },
            Node(TSub, Why::RuleMismatch),
        ),
        (
            "evidence that stops before the goal",
            |b| {
                let node = b.t_sub(is(b, 1), b.t_app_op(), b.intro(b.exact()));
                judge(b, b.op(Prim::IntGen), is(b, 1), node)
            },
            Step(TSub, Why::NotAFact),
        ),
        (
            "the inclusion the wrong way round: 1 : [true] because v = 1 implies true",
            |b| {
                let v = b.ghost(0, b.int_sort());
                let by = b.intros(2, b.leaf(&[b.eq(v, b.int(1))], &[]));
                judge(b, b.ret(b.int(1)), b.truth(), b.t_sub(b.truth(), b.t_const(), by))
            },
            Step(TSub, Why::NotAFact),
        ),
    ]);
}

#[test]
fn t_eq() {
    use Rule::*;
    run(&[
        (
            "1 : [1 = v]",
            |b| {
                let (v, target) = (b.ghost(0, b.int_sort()), b.eq(b.int(1), b.nu(b.int_sort())));
                let there = b.intro(b.leaf(&[b.eq(b.int(1), v)], &[]));
                let back = b.intro(b.leaf(&[b.eq(v, b.int(1))], &[]));
                judge(b, b.ret(b.int(1)), target, b.t_eq(target, b.t_const(), b.intro(b.split(there, back))))
            },
            Valid,
        ),
        (
            "int_gen () : [v = 1] loses coverage: that is TSub",
            |b| {
                let there = b.intro(b.exact());
                let back = b.intro(b.leaf(&[b.truth()], &[]));
                let node = b.t_eq(is(b, 1), b.t_app_op(), b.intro(b.split(there, back)));
                judge(b, b.op(Prim::IntGen), is(b, 1), node)
            },
            Step(TEq, Why::NotRefuted),
        ),
        (
            "evidence for an inclusion only",
            |b| {
                let node = b.t_eq(is(b, 1), b.t_app_op(), b.intros(2, b.exact()));
                judge(b, b.op(Prim::IntGen), is(b, 1), node)
            },
            Step(TEq, Why::GoalMismatch),
        ),
        (
            "a target that is not in scope",
            |b| {
                let target = b.eq(b.nu(b.int_sort()), b.local(5, b.int_sort()));
                judge(b, b.ret(b.int(1)), is(b, 1), b.t_eq(target, b.t_const(), b.exact()))
            },
            Node(TEq, Why::UnboundLocal),
        ),
        (
            "a function",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), is(b, 1));
                let node = b.t_eq(is(b, 1), b.t_fun(t, b.t_const()), b.exact());
                b.global(t, b.lam(thunk(b), b.ret(b.int(1))), node);
                b.check()
            },
            Node(TEq, Why::RuleMismatch),
        ),
        (
            "1 : [true] as if it were a rewrite",
            |b| {
                let there = b.intro(b.leaf(&[b.truth()], &[]));
                let node = b.t_eq(b.truth(), b.t_const(), b.intro(b.split(there, b.intro(b.exact()))));
                judge(b, b.ret(b.int(1)), b.truth(), node)
            },
            Step(TEq, Why::NotRefuted),
        ),
    ]);
}
