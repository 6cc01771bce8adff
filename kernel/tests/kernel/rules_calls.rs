//! TApp and TAppFun: what they accept, and more of what they must refuse.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::subjects::*;
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::Why;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

#[test]
fn t_app() {
    use Rule::*;
    let library = || Modulo(vec![Assumption::Library(0)]);
    run(&[
        (
            "pos 3 : [v = 3]",
            |b| {
                let e = b.app(pos(b), &[b.int(3)]);
                let lines = [LeafRow::Literal(0)];
                judge(b, e, is(b, 3), b.t_app(b.t_var_fun(), b.leaf(&[], &lines)))
            },
            library(),
        ),
        (
            "pos (-1)",
            |b| {
                let e = b.app(pos(b), &[b.int(-1)]);
                let lines = [LeafRow::Literal(0)];
                judge(b, e, is(b, -1), b.t_app(b.t_var_fun(), b.leaf(&[], &lines)))
            },
            Step(TApp, Why::NotRefuted),
        ),
        (
            "evidence that is not there",
            |b| judge(b, b.app(pos(b), &[b.int(3)]), is(b, 3), b.t_app(b.t_var_fun(), StepRef(9))),
            Step(TApp, Why::BadReference),
        ),
        (
            "not a call",
            |b| judge(b, b.ret(b.int(3)), is(b, 3), b.t_app(b.t_var_fun(), b.exact())),
            Node(TApp, Why::RuleMismatch),
        ),
        (
            "a term's derivation for the function",
            |b| judge(b, b.app(pos(b), &[b.int(3)]), is(b, 3), b.t_app(b.t_const(), b.exact())),
            Node(TConst, Why::RuleMismatch),
        ),
        (
            "too many arguments",
            |b| judge(b, b.app(pos(b), &[b.int(3), b.int(3)]), is(b, 3), b.t_app(b.t_var_fun(), b.exact())),
            Node(TApp, Why::BadArguments),
        ),
        (
            "an argument of another sort",
            |b| judge(b, b.app(pos(b), &[b.boolean(true)]), is(b, 3), b.t_app(b.t_var_fun(), b.exact())),
            Node(TApp, Why::BadArguments),
        ),
        (
            "the result of another argument",
            |b| {
                let e = b.app(pos(b), &[b.int(3)]);
                let lines = [LeafRow::Literal(0)];
                judge(b, e, is(b, 4), b.t_app(b.t_var_fun(), b.leaf(&[], &lines)))
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "a call with function arguments",
            |b| {
                let inner = b.fun_type(&[], b.int_sort(), b.truth());
                let claim = b.fun_type(&[ParamRow::Fun(inner)], b.int_sort(), b.truth());
                let lib = b.fun_global(b.library(claim), &[]);
                let g = b.lam(thunk(b), b.err(b.int_sort()));
                let e = b.app_args(lib, &[ArgRow::Fun(g)]);
                judge(b, e, b.truth(), b.t_app(b.t_var_fun(), b.exact()))
            },
            Node(TApp, Why::RuleMismatch),
        ),
        (
            "a precondition that holds only on another path",
            |b| {
                // let x = int_gen () in pos x, as if every x were >= 0.
                let x = b.local(0, b.int_sort());
                let e = b.let_e(b.op(Prim::IntGen), b.app(pos(b), &[x]));
                let node = b.t_let_e(b.t_app_op(), b.t_app(b.t_var_fun(), b.exact()));
                judge(b, e, some_x(b), node)
            },
            Step(TApp, Why::NotAFact),
        ),
    ]);
}

/// The library function `twice : (g: () -> [v:int | 0 <= v]) -> [v:int | 0 <= v]`.
fn twice(b: &Builder) -> FunRef {
    let int = b.int_sort();
    let natural = b.le(b.int(0), b.nu(int));
    let inner = b.fun_type(&[], int, natural);
    b.fun_global(b.library(b.fun_type(&[ParamRow::Fun(inner)], int, natural)), &[])
}

/// `twice (fun () -> e)`, with a derivation of the argument against `() -> [phi]`.
fn call_twice(b: &Builder, e: CoreRef, phi: ExprRef, node: NodeRef) -> Verdict {
    let int = b.int_sort();
    let call = b.app_args(twice(b), &[ArgRow::Fun(b.lam(thunk(b), e))]);
    let t = b.fun_type(&[], int, phi);
    let node = b.t_app_fun(b.t_var_fun(), &[b.t_fun(t, node)], b.exact());
    judge(b, call, b.le(b.int(0), b.nu(int)), node)
}

#[test]
fn t_app_fun() {
    use Rule::*;
    run(&[
        (
            "twice (fun () -> nat_gen ())",
            |b| call_twice(b, b.op(Prim::NatGen), b.le(b.int(0), b.nu(b.int_sort())), b.t_app_op()),
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "an argument that covers less",
            |b| call_twice(b, b.ret(b.int(0)), is(b, 0), b.t_const()),
            Node(TAppFun, Why::ArgumentNotParameter),
        ),
        (
            "an argument that covers more, without SubArr",
            |b| call_twice(b, b.op(Prim::IntGen), b.truth(), b.t_app_op()),
            Node(TAppFun, Why::ArgumentNotParameter),
        ),
        (
            "no derivation for the argument",
            |b| {
                let call = b.app_args(twice(b), &[ArgRow::Fun(b.lam(thunk(b), b.op(Prim::NatGen)))]);
                judge(b, call, b.truth(), b.t_app_fun(b.t_var_fun(), &[], b.exact()))
            },
            Node(TAppFun, Why::RuleMismatch),
        ),
        (
            "a derivation too many",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.le(b.int(0), b.nu(b.int_sort())));
                let call = b.app_args(twice(b), &[ArgRow::Fun(b.lam(thunk(b), b.op(Prim::NatGen)))]);
                let arg = b.t_fun(t, b.t_app_op());
                judge(b, call, b.truth(), b.t_app_fun(b.t_var_fun(), &[arg, arg], b.exact()))
            },
            Node(TAppFun, Why::RuleMismatch),
        ),
        (
            "a call without function arguments",
            |b| judge(b, b.app(pos(b), &[b.int(3)]), is(b, 3), b.t_app_fun(b.t_var_fun(), &[], b.exact())),
            Node(TAppFun, Why::RuleMismatch),
        ),
        (
            "a base value where a function belongs",
            |b| {
                let call = b.app(twice(b), &[b.int(0)]);
                judge(b, call, b.truth(), b.t_app(b.t_var_fun(), b.exact()))
            },
            Node(TApp, Why::BadArguments),
        ),
        (
            "a function where a base value belongs",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                let call = b.app_args(pos(b), &[ArgRow::Fun(b.lam(thunk(b), b.op(Prim::IntGen)))]);
                let arg = b.t_fun(t, b.t_app_op());
                judge(b, call, b.truth(), b.t_app_fun(b.t_var_fun(), &[arg], b.exact()))
            },
            Node(TAppFun, Why::BadArguments),
        ),
        (
            "an argument that fails",
            |b| call_twice(b, b.err(b.int_sort()), b.le(b.int(0), b.nu(b.int_sort())), b.t_err()),
            Node(TFun, Why::BodyNotClaim),
        ),
    ]);
}
