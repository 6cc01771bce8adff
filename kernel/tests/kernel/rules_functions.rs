//! TVarFun, TFun and SubArr: what they accept, and more of what they must refuse.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::functions::*;
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

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
                claim(b, t, b.fun_var(0), b.t_var_fun())
            },
            Node(TVarFun, Why::BadReference),
        ),
        (
            "the function itself, by its own global",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), b.truth());
                claim(b, t, b.fun_global(GlobalRef(0), &[]), b.t_var_fun())
            },
            Node(TVarFun, Why::ForwardGlobal),
        ),
        (
            "a base variable",
            |b| {
                let e = b.let_e(b.op(Prim::BoolGen), b.app(b.fun_var(0), &[]));
                b.judge(
                    e,
                    b.int_sort(),
                    b.truth(),
                    b.t_let_e(b.t_app_op(), b.t_app(b.t_var_fun(), b.exact())),
                )
            },
            Node(TVarFun, Why::NotAFunction),
        ),
    ]);
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

/// `pos` at another type, by SubArr.
fn pos_at(b: &Builder, param: ParamRow, ensures: ExprRef, by: StepRef) -> Verdict {
    let f = pos(b);
    let t = b.fun_type(&[param], b.int_sort(), ensures);
    claim(b, t, f, b.sub_arr(t, b.t_var_fun(), by))
}

/// Evidence for SubArr: `first` shows the parameter's qualifier, `second` the inclusion.
fn included(b: &Builder, first: StepRef, second: StepRef) -> StepRef {
    b.split(first, b.intros(2, second))
}

#[test]
fn sub_arr() {
    use LeafRow::*;
    use Rule::*;
    run(&[
        (
            "a smaller parameter, a smaller result",
            |b| {
                let (x, v) = (b.local(0, b.int_sort()), b.ghost(0, b.int_sort()));
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
            Node(SubArr, Why::ShapeMismatch),
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
                let (x, v) = (b.local(0, b.int_sort()), b.ghost(0, b.int_sort()));
                let (x_is, v_is) = (b.eq(x, b.int(5)), b.eq(v, b.int(0)));
                let by = included(b, b.leaf(&[x_is], &[Literal(1)]), b.leaf(&[x_is, v_is], &[]));
                pos_at(b, ParamRow::Base(b.int_sort(), is(b, 5)), is(b, 0), by)
            },
            Step(SubArr, Why::NotRefuted),
        ),
    ]);
}
