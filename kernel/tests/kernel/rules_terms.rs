//! Rules for values, failure, primitives and lets: what each accepts, and more of what it must
//! refuse, with the exact reason. The last case of each table is the nastiest: what a wrong rule
//! would let through.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::subjects::*;
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::Why;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

#[test]
fn t_const() {
    use Rule::*;
    run(&[
        ("1 : [v = 1]", |b| judge(b, b.ret(b.int(1)), is(b, 1), b.t_const()), Valid),
        (
            "a constructor value",
            |b| {
                let list = b.data(b.declare_list(), &[b.int_sort()]);
                let nil = b.ctor(list, 0, &[]);
                let one = b.ctor(list, 1, &[b.int(1), nil]);
                b.judge(b.ret(one), list, b.eq(b.nu(list), one), b.t_const())
            },
            Valid,
        ),
        ("1 : [v = 2]", |b| judge(b, b.ret(b.int(1)), is(b, 2), b.t_const()), Node(TFun, Why::BodyNotClaim)),
        ("1 : [true]", |b| judge(b, b.ret(b.int(1)), b.truth(), b.t_const()), Node(TFun, Why::BodyNotClaim)),
        (
            "not a value at all",
            |b| judge(b, b.op(Prim::IntGen), b.truth(), b.t_const()),
            Node(TConst, Why::RuleMismatch),
        ),
        (
            "a failing term",
            |b| judge(b, b.err(b.int_sort()), b.falsity(), b.t_const()),
            Node(TConst, Why::RuleMismatch),
        ),
        (
            "a function",
            |b| {
                let claim = b.fun_type(&[], b.int_sort(), is(b, 1));
                b.global(claim, b.lam(thunk(b), b.ret(b.int(1))), b.t_const());
                b.check()
            },
            Node(TConst, Why::RuleMismatch),
        ),
        (
            "a computation disguised as a value",
            |b| judge(b, b.ret(b.add(b.int(1), b.int(1))), is(b, 2), b.t_const()),
            Node(TConst, Why::NotAValue),
        ),
        (
            "a variable",
            |b| {
                let x = b.local(0, b.int_sort());
                let phi = b.exists(b.int_sort(), b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort())));
                judge(b, b.let_e(b.op(Prim::IntGen), b.ret(x)), phi, b.t_let_e(b.t_app_op(), b.t_const()))
            },
            Node(TConst, Why::RuleMismatch),
        ),
    ]);
}

/// `fun (x:{v:int | true}) -> x`, against a coverage and with a derivation of the body.
fn identity(b: &Builder, ensures: ExprRef, node: NodeRef) -> Verdict {
    let int = b.int_sort();
    let claim = b.fun_type(&[b.any(int)], int, ensures);
    b.global(claim, b.lam(int_to_int(b), b.ret(b.local(0, int))), b.t_fun(claim, node));
    b.check()
}

#[test]
fn t_var_base() {
    use Rule::*;
    run(&[
        (
            "x : [v = x]",
            |b| identity(b, b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort())), b.t_var_base()),
            Valid,
        ),
        (
            "a constant",
            |b| judge(b, b.ret(b.int(1)), is(b, 1), b.t_var_base()),
            Node(TVarBase, Why::RuleMismatch),
        ),
        (
            "a primitive",
            |b| judge(b, b.op(Prim::IntGen), b.truth(), b.t_var_base()),
            Node(TVarBase, Why::RuleMismatch),
        ),
        (
            "a variable that nothing binds",
            |b| judge(b, b.ret(b.local(0, b.int_sort())), b.truth(), b.t_var_base()),
            Node(TVarBase, Why::UnboundLocal),
        ),
        (
            "a ghost in a program",
            |b| judge(b, b.ret(b.ghost(0, b.int_sort())), b.truth(), b.t_var_base()),
            Node(TVarBase, Why::UnboundLocal),
        ),
        (
            "a variable at another sort",
            |b| {
                let claim = b.fun_type(&[b.any(b.bool_sort())], b.int_sort(), b.truth());
                let arrow = b.arrow(&[b.any(b.bool_sort())], b.int_sort());
                b.global(
                    claim,
                    b.lam(arrow, b.ret(b.local(0, b.int_sort()))),
                    b.t_fun(claim, b.t_var_base()),
                );
                b.check()
            },
            Node(TVarBase, Why::UnboundLocal),
        ),
        ("x : [true]", |b| identity(b, b.truth(), b.t_var_base()), Node(TFun, Why::BodyNotClaim)),
        (
            "x : [true] by subsumption: one value is not all values",
            |b| {
                let by = b.intros(2, b.leaf(&[], &[]));
                identity(b, b.truth(), b.t_sub(b.truth(), b.t_var_base(), by))
            },
            Step(TSub, Why::NotRefuted),
        ),
    ]);
}

#[test]
fn t_err() {
    use Rule::*;
    run(&[
        ("err : [false]", |b| judge(b, b.err(b.int_sort()), b.falsity(), b.t_err()), Valid),
        ("1", |b| judge(b, b.ret(b.int(1)), b.falsity(), b.t_err()), Node(TErr, Why::RuleMismatch)),
        (
            "a function",
            |b| {
                let claim = b.fun_type(&[], b.int_sort(), b.falsity());
                b.global(claim, b.lam(thunk(b), b.err(b.int_sort())), b.t_err());
                b.check()
            },
            Node(TErr, Why::RuleMismatch),
        ),
        (
            "err : [v = 1] outright",
            |b| judge(b, b.err(b.int_sort()), is(b, 1), b.t_err()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "err : [v = 1] by subsumption",
            |b| {
                let phi = is(b, 1);
                let by = b.intros(2, b.leaf(&[b.eq(b.ghost(0, b.int_sort()), b.int(1))], &[]));
                judge(b, b.err(b.int_sort()), phi, b.t_sub(phi, b.t_err(), by))
            },
            Step(TSub, Why::NotRefuted),
        ),
    ]);
}

#[test]
fn t_let_e() {
    use Rule::*;
    run(&[
        (
            "let x = int_gen () in x : [exists x. true && v = x]",
            |b| judge(b, any_then_return(b), some_x(b), b.t_let_e(b.t_app_op(), b.t_var_base())),
            Valid,
        ),
        (
            "the same, then [true]",
            |b| {
                let v = b.ghost(0, b.int_sort());
                let by = b.intros(2, b.witness(v, b.split(b.exact(), b.leaf(&[], &[]))));
                let from = b.t_let_e(b.t_app_op(), b.t_var_base());
                judge(b, any_then_return(b), b.truth(), b.t_sub(b.truth(), from, by))
            },
            Valid,
        ),
        (
            "not a let",
            |b| judge(b, b.ret(b.int(1)), is(b, 1), b.t_let_e(b.t_app_op(), b.t_var_base())),
            Node(TLetE, Why::RuleMismatch),
        ),
        (
            "premises exchanged",
            |b| judge(b, any_then_return(b), some_x(b), b.t_let_e(b.t_var_base(), b.t_app_op())),
            Node(TVarBase, Why::RuleMismatch),
        ),
        (
            "a premise that is not before the node",
            |b| judge(b, any_then_return(b), some_x(b), b.t_let_e(b.t_app_op(), NodeRef(7))),
            Node(TLetE, Why::BadReference),
        ),
        (
            "a premise that is the node itself",
            |b| judge(b, any_then_return(b), some_x(b), b.t_let_e(NodeRef(0), NodeRef(0))),
            Node(TLetE, Why::BadReference),
        ),
        (
            "the variable outlives the let",
            |b| {
                let target = b.eq(b.nu(b.int_sort()), b.local(0, b.int_sort()));
                let from = b.t_let_e(b.t_app_op(), b.t_var_base());
                judge(b, any_then_return(b), b.truth(), b.t_sub(target, from, b.exact()))
            },
            Node(TSub, Why::UnboundLocal),
        ),
        (
            "the bound term's coverage is dropped",
            |b| {
                let phi = b.exists(b.int_sort(), b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort())));
                judge(b, any_then_return(b), phi, b.t_let_e(b.t_app_op(), b.t_var_base()))
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "the choice is made again inside: x : [true] in the body",
            |b| {
                let again = b.t_sub(b.truth(), b.t_var_base(), b.intros(2, b.leaf(&[b.truth()], &[])));
                let phi = b.exists(b.int_sort(), b.and(b.truth(), b.truth()));
                judge(b, any_then_return(b), phi, b.t_let_e(b.t_app_op(), again))
            },
            Step(TSub, Why::NotRefuted),
        ),
    ]);
}

#[test]
fn t_let_v() {
    use Rule::*;
    run(&[
        (
            "let f = fun () -> int_gen () in f ()",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                let node = b.t_let_v(b.t_fun(t, b.t_app_op()), b.t_app(b.t_var_fun(), b.exact()));
                judge(b, local_function(b), b.truth(), node)
            },
            Valid,
        ),
        (
            "a let of a base value",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                let node = b.t_let_v(b.t_fun(t, b.t_app_op()), b.t_var_base());
                judge(b, any_then_return(b), some_x(b), node)
            },
            Node(TLetV, Why::RuleMismatch),
        ),
        (
            "TLetE for a function",
            |b| judge(b, local_function(b), b.truth(), b.t_let_e(b.t_app_op(), b.t_app_op())),
            Node(TLetE, Why::RuleMismatch),
        ),
        (
            "a term's derivation for the function",
            |b| {
                let node = b.t_let_v(b.t_app_op(), b.t_app(b.t_var_fun(), b.exact()));
                judge(b, local_function(b), b.truth(), node)
            },
            Node(TAppOp, Why::RuleMismatch),
        ),
        (
            "the function's type mentions what is not in scope",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.eq(b.nu(b.int_sort()), b.local(3, b.int_sort())));
                let node = b.t_let_v(b.t_fun(t, b.t_app_op()), b.t_app(b.t_var_fun(), b.exact()));
                judge(b, local_function(b), b.truth(), node)
            },
            Node(TFun, Why::UnboundLocal),
        ),
        (
            "the function variable after the let",
            |b| {
                let arrow = thunk(b);
                let f = b.lam(arrow, b.op(Prim::IntGen));
                let inner = b.let_v(f, b.app(b.fun_var(0), &[]));
                let e = b.let_e(inner, b.app(b.fun_var(0), &[]));
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                let call = || b.t_app(b.t_var_fun(), b.exact());
                judge(b, e, b.truth(), b.t_let_e(b.t_let_v(b.t_fun(t, b.t_app_op()), call()), call()))
            },
            Node(TVarFun, Why::NotAFunction),
        ),
        (
            "a local function that promises more than its body has",
            |b| {
                let arrow = thunk(b);
                let f = b.lam(arrow, b.err(b.int_sort()));
                let e = b.let_v(f, b.app(b.fun_var(0), &[]));
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                let node = b.t_let_v(b.t_fun(t, b.t_err()), b.t_app(b.t_var_fun(), b.exact()));
                judge(b, e, b.truth(), node)
            },
            Node(TFun, Why::BodyNotClaim),
        ),
    ]);
}

#[test]
fn t_app_op() {
    use Rule::*;
    run(&[
        ("int_gen () : [true]", |b| judge(b, b.op(Prim::IntGen), b.truth(), b.t_app_op()), Valid),
        (
            "int_range 1 2 : [1 <= v && v <= 2]",
            |b| {
                let v = b.nu(b.int_sort());
                let phi = b.and(b.le(b.int(1), v), b.le(v, b.int(2)));
                judge(b, b.op(Prim::IntRange(b.int(1), b.int(2))), phi, b.t_app_op())
            },
            Valid,
        ),
        ("a value", |b| judge(b, b.ret(b.int(1)), b.truth(), b.t_app_op()), Node(TAppOp, Why::RuleMismatch)),
        ("a call", |b| judge(b, local_function(b), b.truth(), b.t_app_op()), Node(TAppOp, Why::RuleMismatch)),
        (
            "nat_gen () : [true]",
            |b| judge(b, b.op(Prim::NatGen), b.truth(), b.t_app_op()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "int_range 2 1 : [true]",
            |b| judge(b, b.op(Prim::IntRange(b.int(2), b.int(1))), b.truth(), b.t_app_op()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "1 + 1 : [true]",
            |b| judge(b, b.eval(b.add(b.int(1), b.int(1))), b.truth(), b.t_app_op()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "1 / 0 covers something",
            |b| {
                let e = b.op(Prim::Div(b.int(1), b.int(0)));
                let by = b.intros(2, b.leaf(&[b.eq(b.ghost(0, b.int_sort()), b.int(0))], &[]));
                judge(b, e, is(b, 0), b.t_sub(is(b, 0), b.t_app_op(), by))
            },
            Step(TSub, Why::NotRefuted),
        ),
    ]);
}
