//! TPolyType and TPolyPred: what they accept, and more of what they must refuse.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::functions::*;
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::Why;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

/// `id` at sorts, claimed for integers, with a derivation.
fn id_at_int(b: &Builder, sorts: &[SortRef], node: impl FnOnce(&Builder) -> NodeRef) -> Verdict {
    let f = polymorphic(b, sorts);
    let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
    claim(b, t, f, node(b))
}

#[test]
fn t_poly_type() {
    use Rule::*;
    run(&[
        (
            "id at int",
            |b| id_at_int(b, &[b.int_sort()], |b| b.t_poly_type(b.t_var_fun())),
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "generalisation: fun x -> x for every sort",
            |b| {
                let a = b.abstract_sort(0);
                let t = b.fun_type(&[b.any(a)], a, b.eq(b.nu(a), b.bound(0, a)));
                let f = b.lam(b.arrow(&[b.any(a)], a), b.ret(b.local(0, a)));
                let row =
                    GlobalRow { name: "id".into(), sort_params: 1, preds: vec![], claim: t, body: Some(f) };
                b.global_row(row, Some(b.t_fun(t, b.t_var_base())));
                b.check()
            },
            Valid,
        ),
        (
            "at another sort than the claim's",
            |b| id_at_int(b, &[b.bool_sort()], |b| b.t_poly_type(b.t_var_fun())),
            Node(TPolyType, Why::NotTheClaim),
        ),
        (
            "at too few sorts",
            |b| id_at_int(b, &[], |b| b.t_poly_type(b.t_var_fun())),
            Node(TPolyType, Why::WrongArity),
        ),
        (
            "at too many sorts",
            |b| id_at_int(b, &[b.int_sort(), b.int_sort()], |b| b.t_poly_type(b.t_var_fun())),
            Node(TPolyType, Why::WrongArity),
        ),
        ("not at all", |b| id_at_int(b, &[b.int_sort()], |b| b.t_var_fun()), Node(TVarFun, Why::NotTheClaim)),
        (
            "twice",
            |b| id_at_int(b, &[b.int_sort()], |b| b.t_poly_type(b.t_poly_type(b.t_var_fun()))),
            Node(TPolyType, Why::NotInstantiated),
        ),
        (
            "a function without scheme",
            |b| {
                let f = pos(b);
                claim(b, TypeRef(0), f, b.t_poly_type(b.t_var_fun()))
            },
            Node(TPolyType, Why::NotInstantiated),
        ),
        (
            "a lambda",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b));
                claim(b, t, identity(b), b.t_poly_type(b.t_fun(t, b.t_var_base())))
            },
            Node(TPolyType, Why::RuleMismatch),
        ),
        (
            "an abstract sort is not any particular one",
            |b| {
                // fun (x:'a) -> match x with true -> x: a value of an abstract sort taken apart.
                let a = b.abstract_sort(0);
                let t = b.fun_type(&[b.any(a)], a, b.truth());
                let x = b.local(0, a);
                let f = b.lam(b.arrow(&[b.any(a)], a), b.matching(x, &[(1, b.ret(x))]));
                let row =
                    GlobalRow { name: "g".into(), sort_params: 1, preds: vec![], claim: t, body: Some(f) };
                b.global_row(row, Some(b.t_fun(t, b.t_match(0, b.t_var_base()))));
                b.check()
            },
            Node(TMatch, Why::SortMismatch),
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
            |b| id_at_int(b, &[b.int_sort()], |b| b.t_poly_pred(b.t_var_fun(), &[])),
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
