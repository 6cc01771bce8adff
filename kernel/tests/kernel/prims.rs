//! What each primitive covers, formula by formula, and what is not a primitive.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::rules::Rule::*;
use covenant_kernel::tables::*;

/// `fun x0 .. xn -> prim` covers exactly `[v:result | ensures]`: nothing is weakened in between.
fn covers(b: &Builder, params: &[SortRef], prim: Prim, result: SortRef, ensures: ExprRef) -> Verdict {
    let refined: Vec<ParamRow> = params.iter().map(|&s| b.any(s)).collect();
    let claim = b.fun_type(&refined, result, ensures);
    let body = b.lam(b.arrow(&refined, result), b.op(prim));
    b.global(claim, body, b.t_fun(claim, b.t_app_op()));
    b.check()
}

/// Parameters 0 and 1 of two, as the program and as the claim see them.
fn two(b: &Builder, s: SortRef) -> [ExprRef; 4] {
    [b.local(0, s), b.local(1, s), b.bound(1, s), b.bound(0, s)]
}

/// A primitive that is not one, at no parameters.
fn refused(b: &Builder, prim: Prim) -> Verdict {
    covers(b, &[], prim, b.int_sort(), b.truth())
}

/// `nu = e`, of integers.
fn is(b: &Builder, e: ExprRef) -> ExprRef {
    b.eq(b.nu(b.int_sort()), e)
}

/// `nu = true <=> test`.
fn decides(b: &Builder, test: ExprRef) -> ExprRef {
    b.iff(b.eq(b.nu(b.bool_sort()), b.boolean(true)), test)
}

/// `p x = exists y. y = x`, which a program cannot decide.
fn undecidable_predicate(b: &Builder) -> DefRef {
    let int = b.int_sort();
    b.def(DefRow {
        name: "p".into(),
        sort_params: 0,
        params: vec![int],
        result: None,
        decidable: false,
        group: b.next_def().0,
        body: DefBody::Direct(b.exists(int, b.eq(b.bound(0, int), b.local(0, int)))),
    })
}

#[test]
fn generators() {
    run(&[
        ("int_gen", |b| covers(b, &[], Prim::IntGen, b.int_sort(), b.truth()), Valid),
        ("bool_gen", |b| covers(b, &[], Prim::BoolGen, b.bool_sort(), b.truth()), Valid),
        (
            "nat_gen",
            |b| covers(b, &[], Prim::NatGen, b.int_sort(), b.le(b.int(0), b.nu(b.int_sort()))),
            Valid,
        ),
        (
            "int_range",
            |b| {
                let int = b.int_sort();
                let [low, high, from, to] = two(b, int);
                let phi = b.and(b.le(from, b.nu(int)), b.le(b.nu(int), to));
                covers(b, &[int, int], Prim::IntRange(low, high), int, phi)
            },
            Valid,
        ),
        (
            "opaque_gen",
            |b| {
                let s = b.opaque_sort("string");
                covers(b, &[], Prim::OpaqueGen(s), s, b.truth())
            },
            Valid,
        ),
        (
            "bool_gen gives integers",
            |b| covers(b, &[], Prim::BoolGen, b.int_sort(), b.truth()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "int_range with its bounds exchanged",
            |b| {
                let int = b.int_sort();
                let [low, high, from, to] = two(b, int);
                let phi = b.and(b.le(from, b.nu(int)), b.le(b.nu(int), to));
                covers(b, &[int, int], Prim::IntRange(high, low), int, phi)
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "int_range from a boolean",
            |b| refused(b, Prim::IntRange(b.boolean(true), b.int(1))),
            Node(TAppOp, Why::SortMismatch),
        ),
        (
            "int_range to a formula",
            |b| refused(b, Prim::IntRange(b.int(0), b.truth())),
            Node(TAppOp, Why::NotAValue),
        ),
        (
            "int_range to a sum that nobody computed",
            |b| refused(b, Prim::IntRange(b.int(0), b.add(b.int(1), b.int(1)))),
            Node(TAppOp, Why::NotAValue),
        ),
        (
            "int_range to a variable that is not there",
            |b| refused(b, Prim::IntRange(b.int(0), b.local(0, b.int_sort()))),
            Node(TAppOp, Why::UnboundLocal),
        ),
        (
            "int_range to a row that is not there",
            |b| refused(b, Prim::IntRange(b.int(0), ExprRef(99))),
            Node(TAppOp, Why::BadReference),
        ),
        (
            "every value of a datatype, from the generator of opaque sorts",
            |b| {
                let list = b.data(b.declare_list(), &[b.int_sort()]);
                covers(b, &[], Prim::OpaqueGen(list), list, b.truth())
            },
            Node(TAppOp, Why::BadPrimitive),
        ),
        (
            "every integer, from the generator of opaque sorts",
            |b| refused(b, Prim::OpaqueGen(b.int_sort())),
            Node(TAppOp, Why::BadPrimitive),
        ),
        (
            "every value of a sort that is not there",
            |b| refused(b, Prim::OpaqueGen(SortRef(99))),
            Node(TAppOp, Why::BadReference),
        ),
    ]);
}

/// `x / k` or `x mod k`, against a formula about `x` as the claim sees it.
fn by_literal(b: &Builder, quotient: bool, k: i64, phi: impl Fn(ExprRef) -> ExprRef) -> Verdict {
    let int = b.int_sort();
    let (x, k) = (b.local(0, int), b.int(k));
    let prim = if quotient { Prim::Div(x, k) } else { Prim::Mod(x, k) };
    covers(b, &[int], prim, int, phi(b.bound(0, int)))
}

/// `if 0 <= x then up else down`.
fn signed(b: &Builder, x: ExprRef, up: ExprRef, down: ExprRef) -> ExprRef {
    b.ite(b.le(b.int(0), x), up, down)
}

fn minus(b: &Builder, x: ExprRef) -> ExprRef {
    b.sub(b.int(0), x)
}

/// `b <> 0 && exists o. a = b*q + r && r has a's sign && |r| < |b|` of two parameters, where the
/// value is the quotient or the remainder.
fn by_anything(b: &Builder, quotient: bool) -> ExprRef {
    let int = b.int_sort();
    // Under the quantifier the parameters are one further away.
    let (x, y, other, v) = (b.bound(2, int), b.bound(1, int), b.bound(0, int), b.nu(int));
    let (q, r) = if quotient { (v, other) } else { (other, v) };
    let zero = b.int(0);
    let exact = b.eq(x, b.add(b.mul(y, q), r));
    let sign = b.or(b.and(b.le(zero, x), b.le(zero, r)), b.and(b.le(x, zero), b.le(r, zero)));
    let small = b.or(b.and(b.lt(minus(b, y), r), b.lt(r, y)), b.and(b.lt(y, r), b.lt(r, minus(b, y))));
    let some = b.exists(int, b.and(exact, b.and(sign, small)));
    b.and(b.not(b.eq(b.bound(0, int), zero)), some)
}

fn divides(b: &Builder, quotient: bool, phi: ExprRef) -> Verdict {
    let int = b.int_sort();
    let [x, y, ..] = two(b, int);
    let prim = if quotient { Prim::Div(x, y) } else { Prim::Mod(x, y) };
    covers(b, &[int, int], prim, int, phi)
}

#[test]
fn division() {
    run(&[
        (
            "x / 3",
            |b| by_literal(b, true, 3, |x| is(b, signed(b, x, b.div(x, 3), minus(b, b.div(minus(b, x), 3))))),
            Valid,
        ),
        (
            "x / -3",
            |b| {
                by_literal(b, true, -3, |x| is(b, signed(b, x, minus(b, b.div(x, 3)), b.div(minus(b, x), 3))))
            },
            Valid,
        ),
        (
            "x mod -3, which has the sign of x",
            |b| {
                by_literal(b, false, -3, |x| {
                    is(b, signed(b, x, b.modulo(x, 3), minus(b, b.modulo(minus(b, x), 3))))
                })
            },
            Valid,
        ),
        ("x / y", |b| divides(b, true, by_anything(b, true)), Valid),
        ("x mod y", |b| divides(b, false, by_anything(b, false)), Valid),
        ("x / 0 produces nothing", |b| by_literal(b, true, 0, |_| b.falsity()), Valid),
        (
            "x / 3 rounds down",
            |b| by_literal(b, true, 3, |x| is(b, b.div(x, 3))),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "x mod 3 is never negative",
            |b| by_literal(b, false, 3, |x| is(b, b.modulo(x, 3))),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "x mod -3 is x mod 3 with the other sign",
            |b| {
                by_literal(b, false, -3, |x| {
                    is(b, signed(b, x, minus(b, b.modulo(x, 3)), b.modulo(minus(b, x), 3)))
                })
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "x / 0 produces something",
            |b| by_literal(b, true, 0, |_| b.truth()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "x / y is the remainder",
            |b| divides(b, true, by_anything(b, false)),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "x mod y is the quotient",
            |b| divides(b, false, by_anything(b, true)),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "a boolean divided by zero",
            |b| refused(b, Prim::Div(b.boolean(true), b.int(0))),
            Node(TAppOp, Why::SortMismatch),
        ),
        (
            "a remainder by a boolean",
            |b| refused(b, Prim::Mod(b.int(1), b.boolean(true))),
            Node(TAppOp, Why::SortMismatch),
        ),
        (
            "a sum divided, that nobody computed",
            |b| refused(b, Prim::Div(b.add(b.int(1), b.int(1)), b.int(2))),
            Node(TAppOp, Why::NotAValue),
        ),
        (
            "a divisor that is not there",
            |b| refused(b, Prim::Div(b.int(1), b.local(0, b.int_sort()))),
            Node(TAppOp, Why::UnboundLocal),
        ),
    ]);
}

#[test]
fn computed_terms() {
    run(&[
        (
            "x + y * x",
            |b| {
                let int = b.int_sort();
                let [x, y, px, py] = two(b, int);
                let prim = Prim::Eval(b.add(x, b.mul(y, x)));
                covers(b, &[int, int], prim, int, is(b, b.add(px, b.mul(py, px))))
            },
            Valid,
        ),
        (
            "if x <= y then x else y",
            |b| {
                let int = b.int_sort();
                let [x, y, px, py] = two(b, int);
                let prim = Prim::Eval(b.ite(b.le(x, y), x, y));
                covers(b, &[int, int], prim, int, is(b, b.ite(b.le(px, py), px, py)))
            },
            Valid,
        ),
        (
            "len x, a definition",
            |b| {
                let (list, int) = (b.declare_list(), b.int_sort());
                let (len, ints) = (b.define_len(list), b.data(list, &[int]));
                let prim = Prim::Eval(b.call(len, &[int], &[b.local(0, ints)]));
                covers(b, &[ints], prim, int, is(b, b.call(len, &[int], &[b.bound(0, ints)])))
            },
            Valid,
        ),
        (
            "x - y is y - x",
            |b| {
                let int = b.int_sort();
                let [x, y, px, py] = two(b, int);
                covers(b, &[int, int], Prim::Eval(b.sub(x, y)), int, is(b, b.sub(py, px)))
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "1 + 1 gives every integer",
            |b| refused(b, Prim::Eval(b.add(b.int(1), b.int(1)))),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "1 + 1 gives booleans",
            |b| covers(b, &[], Prim::Eval(b.add(b.int(1), b.int(1))), b.bool_sort(), b.truth()),
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "1 + true",
            |b| refused(b, Prim::Eval(b.add(b.int(1), b.boolean(true)))),
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "the value that the claim speaks about",
            |b| refused(b, Prim::Eval(b.nu(b.int_sort()))),
            Node(TAppOp, Why::UnboundNu),
        ),
        (
            "one more than the value that the claim speaks about",
            |b| refused(b, Prim::Eval(b.add(b.nu(b.int_sort()), b.int(1)))),
            Node(TAppOp, Why::UnboundNu),
        ),
        (
            "a variable that is not there",
            |b| refused(b, Prim::Eval(b.add(b.local(0, b.int_sort()), b.int(1)))),
            Node(TAppOp, Why::UnboundLocal),
        ),
        (
            "a variable at another sort",
            |b| {
                let (int, bool) = (b.int_sort(), b.bool_sort());
                covers(b, &[bool], Prim::Eval(b.add(b.local(0, int), b.int(1))), int, b.truth())
            },
            Node(TAppOp, Why::UnboundLocal),
        ),
        (
            "a variable of the claim's quantifiers",
            |b| refused(b, Prim::Eval(b.add(b.bound(0, b.int_sort()), b.int(1)))),
            Node(TAppOp, Why::LooseVariable),
        ),
        (
            "a ghost that nobody introduced",
            |b| refused(b, Prim::Eval(b.ghost(0, b.int_sort()))),
            Node(TAppOp, Why::UnboundLocal),
        ),
        (
            "the ghost of a rank: the program would return whatever the claim asks for",
            |b| {
                let int = b.int_sort();
                let (k, v) = (b.ghost(0, int), b.nu(int));
                let all = b.fun_type(&[], int, b.truth());
                let natural = b.fun_type(&[], int, b.and(b.truth(), b.le(b.int(0), v)));
                let body = b.fix(b.arrow(&[], int), b.eval(k));
                let target = b.and(b.truth(), b.eq(v, k));
                let by = b.intros(2, b.exact());
                b.global(natural, body, b.t_fix_rank(all, v, b.t_sub(target, b.t_app_op(), by)));
                b.check()
            },
            Node(TAppOp, Why::UnboundLocal),
        ),
        (
            "a definition at a sort that is not there",
            |b| {
                let (list, int) = (b.declare_list(), b.int_sort());
                let len = b.define_len(list);
                let a = b.abstract_sort(0);
                let nil = b.ctor(b.data(list, &[a]), 0, &[]);
                covers(b, &[], Prim::Eval(b.call(len, &[a], &[nil])), int, b.truth())
            },
            Node(TAppOp, Why::UnboundSortParameter),
        ),
        (
            "an expression that is not there",
            |b| refused(b, Prim::Eval(ExprRef(99))),
            Node(TAppOp, Why::BadReference),
        ),
    ]);
}

#[test]
fn computed_formulas() {
    run(&[
        (
            "x <= y && not (x = y)",
            |b| {
                let int = b.int_sort();
                let [x, y, px, py] = two(b, int);
                let test = |x, y| b.and(b.le(x, y), b.not(b.eq(x, y)));
                covers(b, &[int, int], Prim::Eval(test(x, y)), b.bool_sort(), decides(b, test(px, py)))
            },
            Valid,
        ),
        (
            "x || y of booleans",
            |b| {
                let bool = b.bool_sort();
                let [x, y, px, py] = two(b, bool);
                let or = |x, y| b.or(b.eq(x, b.boolean(true)), b.eq(y, b.boolean(true)));
                covers(b, &[bool, bool], Prim::Eval(or(x, y)), bool, decides(b, or(px, py)))
            },
            Valid,
        ),
        (
            "x = y of an abstract sort",
            |b| {
                let a = b.abstract_sort(0);
                let [x, y, px, py] = two(b, a);
                let claim = b.fun_type(&[b.any(a), b.any(a)], b.bool_sort(), decides(b, b.eq(px, py)));
                let arrow = b.arrow(&[b.any(a), b.any(a)], b.bool_sort());
                let body = Some(b.lam(arrow, b.eval(b.eq(x, y))));
                let row = GlobalRow { name: "f".into(), sort_params: 1, preds: vec![], claim, body };
                b.global_row(row, Some(b.t_fun(claim, b.t_app_op())));
                b.check()
            },
            Valid,
        ),
        (
            "x <= y gives either boolean",
            |b| {
                let int = b.int_sort();
                let [x, y, ..] = two(b, int);
                covers(b, &[int, int], Prim::Eval(b.le(x, y)), b.bool_sort(), b.truth())
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "x < y decides x <= y",
            |b| {
                let int = b.int_sort();
                let [x, y, px, py] = two(b, int);
                covers(b, &[int, int], Prim::Eval(b.lt(x, y)), b.bool_sort(), decides(b, b.le(px, py)))
            },
            Node(TFun, Why::BodyNotClaim),
        ),
        (
            "a quantifier",
            |b| {
                let int = b.int_sort();
                refused(b, Prim::Eval(b.exists(int, b.eq(b.bound(0, int), b.int(0)))))
            },
            Node(TAppOp, Why::BadPrimitive),
        ),
        (
            "a quantifier under a negation",
            |b| {
                let int = b.int_sort();
                refused(b, Prim::Eval(b.not(b.forall(int, b.eq(b.bound(0, int), b.int(0))))))
            },
            Node(TAppOp, Why::BadPrimitive),
        ),
        (
            "a predicate with a quantifier in its definition",
            |b| refused(b, Prim::Eval(b.call(undecidable_predicate(b), &[], &[b.int(0)]))),
            Node(TAppOp, Why::BadPrimitive),
        ),
        (
            "a predicate variable of the scheme",
            |b| {
                let (int, bool) = (b.int_sort(), b.bool_sort());
                let claim = b.fun_type(&[], bool, b.truth());
                let body = Some(b.lam(b.arrow(&[], bool), b.eval(b.pred_var(0, &[b.int(0)]))));
                let row = GlobalRow { name: "f".into(), sort_params: 0, preds: vec![vec![int]], claim, body };
                b.global_row(row, Some(b.t_fun(claim, b.t_app_op())));
                b.check()
            },
            Node(TAppOp, Why::BadPrimitive),
        ),
        (
            "a test of a ghost",
            |b| refused(b, Prim::Eval(b.le(b.int(0), b.ghost(0, b.int_sort())))),
            Node(TAppOp, Why::UnboundLocal),
        ),
        (
            "a test of the value that the claim speaks about",
            |b| {
                let test = b.eq(b.nu(b.bool_sort()), b.boolean(true));
                covers(b, &[], Prim::Eval(test), b.bool_sort(), b.truth())
            },
            Node(TAppOp, Why::UnboundNu),
        ),
        (
            "1 <= true",
            |b| refused(b, Prim::Eval(b.le(b.int(1), b.boolean(true)))),
            In(Table::Exprs, Why::SortMismatch),
        ),
    ]);
}
