//! Per typing rule: what it accepts, and more of what it must refuse, with the exact reason.
//! The last rejecting case of each table is the nastiest: what a wrong rule would let through.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

/// `v = n`, for the value spoken about.
fn is(b: &Builder, n: i64) -> ExprRef {
    b.eq(b.nu(b.int_sort()), b.int(n))
}

/// Judges a closed integer term.
fn judge(b: &Builder, e: CoreRef, phi: ExprRef, node: NodeRef) -> Verdict {
    b.judge(e, b.int_sort(), phi, node)
}

/// `() -> int`.
fn thunk(b: &Builder) -> ArrowRef {
    b.arrow(&[], b.int_sort())
}

/// `(int) -> int`.
fn int_to_int(b: &Builder) -> ArrowRef {
    b.arrow(&[ParamSort::Base(b.int_sort())], b.int_sort())
}

/// The library function `pos : (x:{v:int | 0 <= v}) -> [v:int | v = x]`.
fn pos(b: &Builder) -> FunRef {
    let int = b.int_sort();
    let same = b.eq(b.nu(int), b.bound(0, int));
    let claim = b.fun_type(&[ParamRow::Base(int, b.le(b.int(0), b.nu(int)))], int, same);
    b.fun_global(b.library(claim), &[])
}

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
            |b| judge(b, b.op(Prim::IntGen, &[]), b.truth(), b.t_const()),
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
            In(Table::Cores, Why::NotAValue),
        ),
        (
            "a variable",
            |b| {
                let x = b.local(0, b.int_sort());
                let phi = b.exists(b.int_sort(), b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort())));
                judge(
                    b,
                    b.let_e(b.op(Prim::IntGen, &[]), b.ret(x)),
                    phi,
                    b.t_let_e(b.t_app_op(), b.t_const()),
                )
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
            |b| judge(b, b.op(Prim::IntGen, &[]), b.truth(), b.t_var_base()),
            Node(TVarBase, Why::RuleMismatch),
        ),
        (
            "a variable that nothing binds",
            |b| judge(b, b.ret(b.local(0, b.int_sort())), b.truth(), b.t_var_base()),
            In(Table::Globals, Why::UnboundLocal),
        ),
        (
            "a ghost in a program",
            |b| judge(b, b.ret(b.ghost(0, b.int_sort())), b.truth(), b.t_var_base()),
            In(Table::Cores, Why::NotAValue),
        ),
        (
            "a variable at another sort",
            |b| {
                let claim = b.fun_type(&[b.any(b.bool_sort())], b.int_sort(), b.truth());
                let arrow = b.arrow(&[ParamSort::Base(b.bool_sort())], b.int_sort());
                b.global(
                    claim,
                    b.lam(arrow, b.ret(b.local(0, b.int_sort()))),
                    b.t_fun(claim, b.t_var_base()),
                );
                b.check()
            },
            In(Table::Globals, Why::UnboundLocal),
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

/// `let x = int_gen () in x`.
fn any_then_return(b: &Builder) -> CoreRef {
    b.let_e(b.op(Prim::IntGen, &[]), b.ret(b.local(0, b.int_sort())))
}

/// `exists x. true && v = x`.
fn some_x(b: &Builder) -> ExprRef {
    let int = b.int_sort();
    b.exists(int, b.and(b.truth(), b.eq(b.nu(int), b.bound(0, int))))
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

/// `let f = (fun () -> int_gen ()) in f ()`.
fn local_function(b: &Builder) -> CoreRef {
    let arrow = thunk(b);
    let f = b.lam(arrow, b.op(Prim::IntGen, &[]));
    b.let_v(f, b.app(b.fun_var(0, arrow), &[]))
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
                let f = b.lam(arrow, b.op(Prim::IntGen, &[]));
                let inner = b.let_v(f, b.app(b.fun_var(0, arrow), &[]));
                let e = b.let_e(inner, b.app(b.fun_var(0, arrow), &[]));
                judge(b, e, b.truth(), b.t_err())
            },
            In(Table::Globals, Why::NotAFunction),
        ),
        (
            "a local function that promises more than its body has",
            |b| {
                let arrow = thunk(b);
                let f = b.lam(arrow, b.err(b.int_sort()));
                let e = b.let_v(f, b.app(b.fun_var(0, arrow), &[]));
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
        ("int_gen () : [true]", |b| judge(b, b.op(Prim::IntGen, &[]), b.truth(), b.t_app_op()), Valid),
        (
            "int_range 1 2 : [1 <= v && v <= 2]",
            |b| {
                let v = b.nu(b.int_sort());
                let phi = b.and(b.le(b.int(1), v), b.le(v, b.int(2)));
                judge(b, b.op(Prim::IntRange, &[b.int(1), b.int(2)]), phi, b.t_app_op())
            },
            Valid,
        ),
        ("a value", |b| judge(b, b.ret(b.int(1)), b.truth(), b.t_app_op()), Node(TAppOp, Why::RuleMismatch)),
        ("a call", |b| judge(b, local_function(b), b.truth(), b.t_app_op()), Node(TAppOp, Why::RuleMismatch)),
        (
            "nat_gen () : [true]",
            |b| judge(b, b.op(Prim::NatGen, &[]), b.truth(), b.t_app_op()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "int_range 2 1 : [true]",
            |b| judge(b, b.op(Prim::IntRange, &[b.int(2), b.int(1)]), b.truth(), b.t_app_op()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "1 + 1 : [true]",
            |b| judge(b, b.op(Prim::Add, &[b.int(1), b.int(1)]), b.truth(), b.t_app_op()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "too few arguments",
            |b| judge(b, b.op(Prim::Add, &[b.int(1)]), b.truth(), b.t_app_op()),
            In(Table::Cores, Why::BadPrimitive),
        ),
        (
            "arguments of another sort",
            |b| judge(b, b.op(Prim::Add, &[b.int(1), b.boolean(true)]), b.truth(), b.t_app_op()),
            In(Table::Cores, Why::BadPrimitive),
        ),
        (
            "every value of a datatype, from the generator of opaque sorts",
            |b| {
                let list = b.data(b.declare_list(), &[b.int_sort()]);
                b.judge(b.op(Prim::OpaqueGen(list), &[]), list, b.truth(), b.t_app_op())
            },
            In(Table::Cores, Why::BadPrimitive),
        ),
        (
            "1 / 0 covers something",
            |b| {
                let e = b.op(Prim::Div, &[b.int(1), b.int(0)]);
                let by = b.intros(2, b.leaf(&[b.eq(b.ghost(0, b.int_sort()), b.int(0))], &[]));
                judge(b, e, is(b, 0), b.t_sub(is(b, 0), b.t_app_op(), by))
            },
            Step(TSub, Why::NotRefuted),
        ),
    ]);
}

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
            In(Table::Cores, Why::BadArguments),
        ),
        (
            "an argument of another sort",
            |b| judge(b, b.app(pos(b), &[b.boolean(true)]), is(b, 3), b.t_app(b.t_var_fun(), b.exact())),
            In(Table::Cores, Why::BadArguments),
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
                let e = b.let_e(b.op(Prim::IntGen, &[]), b.app(pos(b), &[x]));
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
            |b| call_twice(b, b.op(Prim::NatGen, &[]), b.le(b.int(0), b.nu(b.int_sort())), b.t_app_op()),
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "an argument that covers less",
            |b| call_twice(b, b.ret(b.int(0)), is(b, 0), b.t_const()),
            Node(TAppFun, Why::ArgumentNotParameter),
        ),
        (
            "an argument that covers more, without SubArr",
            |b| call_twice(b, b.op(Prim::IntGen, &[]), b.truth(), b.t_app_op()),
            Node(TAppFun, Why::ArgumentNotParameter),
        ),
        (
            "no derivation for the argument",
            |b| {
                let call = b.app_args(twice(b), &[ArgRow::Fun(b.lam(thunk(b), b.op(Prim::NatGen, &[])))]);
                judge(b, call, b.truth(), b.t_app_fun(b.t_var_fun(), &[], b.exact()))
            },
            Node(TAppFun, Why::RuleMismatch),
        ),
        (
            "a derivation too many",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.le(b.int(0), b.nu(b.int_sort())));
                let call = b.app_args(twice(b), &[ArgRow::Fun(b.lam(thunk(b), b.op(Prim::NatGen, &[])))]);
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
                judge(b, call, b.truth(), b.t_app_fun(b.t_var_fun(), &[], b.exact()))
            },
            In(Table::Cores, Why::BadArguments),
        ),
        (
            "an argument that fails",
            |b| call_twice(b, b.err(b.int_sort()), b.le(b.int(0), b.nu(b.int_sort())), b.t_err()),
            Node(TFun, Why::BodyNotClaim),
        ),
    ]);
}

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
                let e = b.let_e(b.op(Prim::IntGen, &[]), b.app(pos(b), &[x]));
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
                judge(b, b.op(Prim::IntGen, &[]), is(b, 1), b.t_sub(is(b, 1), b.t_app_op(), by))
            },
            Valid,
        ),
        (
            "one solver says so",
            |b| {
                let (target, from) = (is(b, 1), b.t_app_op());
                let node = b.node(NodeRow::TSub { target, from, evidence: Evidence::Solver });
                judge(b, b.op(Prim::IntGen, &[]), target, node)
            },
            Modulo(vec![Assumption::Solver(0)]),
        ),
        (
            "two solvers say so",
            |b| {
                let (target, from) = (is(b, 1), b.t_app_op());
                let node = b.node(NodeRow::TSub { target, from, evidence: Evidence::CrossChecked });
                judge(b, b.op(Prim::IntGen, &[]), target, node)
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
                judge(b, b.op(Prim::IntGen, &[]), is(b, 1), node)
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
                judge(b, b.op(Prim::IntGen, &[]), is(b, 1), node)
            },
            Step(TEq, Why::NotRefuted),
        ),
        (
            "evidence for an inclusion only",
            |b| {
                let node = b.t_eq(is(b, 1), b.t_app_op(), b.intros(2, b.exact()));
                judge(b, b.op(Prim::IntGen, &[]), is(b, 1), node)
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
