//! The input tables: rows that make no sense by themselves, before any rule is asked.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::lemma::trivial;
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

/// A certificate with this row among the expressions.
fn with_expr(b: &Builder, row: ExprRow) -> Verdict {
    b.expr(row);
    trivial(b)
}

/// A certificate with this row among the sorts.
fn with_sort(b: &Builder, row: SortRow) -> Verdict {
    b.sort(row);
    trivial(b)
}

/// A certificate with this definition of one integer parameter.
fn with_def(b: &Builder, result: Option<SortRef>, body: DefBody) -> Verdict {
    b.def(DefRow {
        name: "f".into(),
        sort_params: 0,
        params: vec![b.int_sort()],
        result,
        decidable: true,
        group: 0,
        body,
    });
    trivial(b)
}

#[test]
fn sorts() {
    run(&[
        (
            "list of list of int",
            |b| {
                let list = b.declare_list();
                let ints = b.data(list, &[b.int_sort()]);
                with_sort(b, SortRow::Data(list, [ints].into()))
            },
            Valid,
        ),
        (
            "no such datatype",
            |b| with_sort(b, SortRow::Data(9, [].into())),
            In(Table::Sorts, Why::BadReference),
        ),
        (
            "too many arguments",
            |b| {
                let int = b.int_sort();
                with_sort(b, SortRow::Data(BOOL, [int].into()))
            },
            In(Table::Sorts, Why::WrongArity),
        ),
        (
            "an argument that is not before",
            |b| {
                let list = b.declare_list();
                with_sort(b, SortRow::Data(list, [SortRef(99)].into()))
            },
            In(Table::Sorts, Why::BadReference),
        ),
        ("no such opaque sort", |b| with_sort(b, SortRow::Opaque(0)), In(Table::Sorts, Why::BadReference)),
    ]);
}

#[test]
fn datatypes() {
    run(&[
        (
            "mutual recursion",
            |b| {
                let first = b.next_datatype();
                let (t, u) = (b.data(first, &[]), b.data(first + 1, &[]));
                b.datatype("t", 0, &[("a", &[]), ("b", &[u])]);
                b.datatype("u", 0, &[("c", &[t])]);
                trivial(b)
            },
            Valid,
        ),
        (
            "a field that is not there",
            |b| {
                b.datatype("t", 0, &[("a", &[SortRef(9)])]);
                trivial(b)
            },
            In(Table::Datatypes, Why::BadReference),
        ),
        (
            "a field with a parameter that is not bound",
            |b| {
                b.datatype("t", 0, &[("a", &[b.abstract_sort(0)])]);
                trivial(b)
            },
            In(Table::Datatypes, Why::UnboundSortParameter),
        ),
        (
            "a field with a second parameter of one",
            |b| {
                b.datatype("t", 1, &[("a", &[b.abstract_sort(1)])]);
                trivial(b)
            },
            In(Table::Datatypes, Why::UnboundSortParameter),
        ),
    ]);
}

#[test]
fn expressions() {
    run(&[
        (
            "1 = 1",
            |b| {
                let one = b.int(1);
                with_expr(b, ExprRow::Bin(Bin::Eq, one, one))
            },
            Valid,
        ),
        (
            "a row that is not before",
            |b| with_expr(b, ExprRow::Not(ExprRef(0))),
            In(Table::Exprs, Why::BadReference),
        ),
        (
            "a sort that is not there",
            |b| with_expr(b, ExprRow::Nu(SortRef(9))),
            In(Table::Exprs, Why::BadReference),
        ),
        (
            "1 + true",
            |b| {
                let (one, yes) = (b.int(1), b.boolean(true));
                with_expr(b, ExprRow::Bin(Bin::Add, one, yes))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "1 = true",
            |b| {
                let (one, yes) = (b.int(1), b.boolean(true));
                with_expr(b, ExprRow::Bin(Bin::Eq, one, yes))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "False = False, for formulas",
            |b| {
                let no = b.falsity();
                with_expr(b, ExprRow::Bin(Bin::Eq, no, no))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "1 && 1",
            |b| {
                let one = b.int(1);
                with_expr(b, ExprRow::Bin(Bin::And, one, one))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "not 1",
            |b| {
                let one = b.int(1);
                with_expr(b, ExprRow::Not(one))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "forall x. 1",
            |b| {
                let one = b.int(1);
                let int = b.int_sort();
                with_expr(b, ExprRow::Quant(Quant::Forall, int, one))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "true <= false",
            |b| {
                let (yes, no) = (b.boolean(true), b.boolean(false));
                with_expr(b, ExprRow::Bin(Bin::Le, yes, no))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "1 div 0",
            |b| {
                let one = b.int(1);
                with_expr(b, ExprRow::Div(one, 0))
            },
            In(Table::Exprs, Why::DivisorNotPositive),
        ),
        (
            "1 mod -2",
            |b| {
                let one = b.int(1);
                with_expr(b, ExprRow::Mod(one, -2))
            },
            In(Table::Exprs, Why::DivisorNotPositive),
        ),
        (
            "if 1 then 1 else 1",
            |b| {
                let one = b.int(1);
                with_expr(b, ExprRow::Ite(one, one, one))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "if true then 1 else false",
            |b| {
                let (t, one, no) = (b.truth(), b.int(1), b.boolean(false));
                with_expr(b, ExprRow::Ite(t, one, no))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "if true then True else True: formulas are no terms",
            |b| {
                let t = b.truth();
                with_expr(b, ExprRow::Ite(t, t, t))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "a constructor that is not there",
            |b| {
                let bool = b.bool_sort();
                with_expr(b, ExprRow::Ctor(bool, 2, [].into()))
            },
            In(Table::Exprs, Why::NoSuchConstructor),
        ),
        (
            "a constructor of an integer",
            |b| {
                let int = b.int_sort();
                with_expr(b, ExprRow::Ctor(int, 0, [].into()))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "a constructor with too many arguments",
            |b| {
                let (bool, one) = (b.bool_sort(), b.int(1));
                with_expr(b, ExprRow::Ctor(bool, 0, [one].into()))
            },
            In(Table::Exprs, Why::WrongArity),
        ),
        (
            "a constructor with arguments of other sorts",
            |b| {
                let list = b.data(b.declare_list(), &[b.int_sort()]);
                let nil = b.ctor(list, 0, &[]);
                with_expr(b, ExprRow::Ctor(list, 1, [nil, nil].into()))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "a list of booleans in a list of integers",
            |b| {
                let data = b.declare_list();
                let (ints, bools) = (b.data(data, &[b.int_sort()]), b.data(data, &[b.bool_sort()]));
                let (one, nil) = (b.int(1), b.ctor(bools, 0, &[]));
                with_expr(b, ExprRow::Ctor(ints, 1, [one, nil].into()))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "a definition that is not there",
            |b| with_expr(b, ExprRow::Fn(DefRef(0), [].into(), [].into())),
            In(Table::Exprs, Why::BadReference),
        ),
        (
            "a definition at too few sorts",
            |b| {
                let data = b.declare_list();
                let (len, nil) = (b.define_len(data), b.ctor(b.data(data, &[b.int_sort()]), 0, &[]));
                with_expr(b, ExprRow::Fn(len, [].into(), [nil].into()))
            },
            In(Table::Exprs, Why::WrongArity),
        ),
        (
            "a definition at other sorts than its arguments",
            |b| {
                let data = b.declare_list();
                let (len, nil) = (b.define_len(data), b.ctor(b.data(data, &[b.int_sort()]), 0, &[]));
                let bool = b.bool_sort();
                with_expr(b, ExprRow::Fn(len, [bool].into(), [nil].into()))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "a literal that is not there",
            |b| {
                let string = b.opaque_sort("string");
                with_expr(b, ExprRow::Literal(0, string))
            },
            In(Table::Exprs, Why::BadReference),
        ),
        (
            "a literal of sort int",
            |b| {
                let int = b.int_sort();
                b.edit(|c| c.statement.literals.push("7".into()));
                with_expr(b, ExprRow::Literal(0, int))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
        (
            "a predicate of formulas",
            |b| {
                let t = b.truth();
                with_expr(b, ExprRow::PredVar(0, [t].into()))
            },
            In(Table::Exprs, Why::SortMismatch),
        ),
    ]);
}

#[test]
fn definitions() {
    run(&[
        ("f x = x", |b| with_def(b, Some(b.int_sort()), DefBody::Direct(b.local(0, b.int_sort()))), Valid),
        (
            "a body of another sort",
            |b| with_def(b, Some(b.int_sort()), DefBody::Direct(b.boolean(true))),
            In(Table::Defs, Why::SortMismatch),
        ),
        (
            "a formula for a function",
            |b| with_def(b, Some(b.int_sort()), DefBody::Direct(b.truth())),
            In(Table::Defs, Why::SortMismatch),
        ),
        (
            "a term for a predicate",
            |b| with_def(b, None, DefBody::Direct(b.int(1))),
            In(Table::Defs, Why::SortMismatch),
        ),
        (
            "a variable that is not a parameter",
            |b| with_def(b, Some(b.int_sort()), DefBody::Direct(b.local(1, b.int_sort()))),
            In(Table::Defs, Why::UnboundLocal),
        ),
        (
            "a parameter at another sort",
            |b| with_def(b, Some(b.bool_sort()), DefBody::Direct(b.local(0, b.bool_sort()))),
            In(Table::Defs, Why::UnboundLocal),
        ),
        (
            "the value",
            |b| with_def(b, Some(b.int_sort()), DefBody::Direct(b.nu(b.int_sort()))),
            In(Table::Defs, Why::UnboundNu),
        ),
        (
            "a loose variable",
            |b| with_def(b, Some(b.int_sort()), DefBody::Direct(b.bound(0, b.int_sort()))),
            In(Table::Defs, Why::LooseVariable),
        ),
        (
            "a predicate variable",
            |b| with_def(b, None, DefBody::Direct(b.pred_var(0, &[]))),
            In(Table::Defs, Why::UnboundPredicate),
        ),
        (
            "cases of an integer",
            |b| with_def(b, Some(b.int_sort()), DefBody::Cases { on: 0, cases: vec![] }),
            In(Table::Defs, Why::BadCases),
        ),
        (
            "cases of a parameter that is not there",
            |b| with_def(b, Some(b.int_sort()), DefBody::Cases { on: 1, cases: vec![] }),
            In(Table::Defs, Why::BadCases),
        ),
        (
            "a case missing",
            |b| {
                let list = b.data(b.declare_list(), &[b.int_sort()]);
                b.def(DefRow {
                    name: "f".into(),
                    sort_params: 0,
                    params: vec![list],
                    result: Some(b.int_sort()),
                    decidable: true,
                    group: 0,
                    body: DefBody::Cases { on: 0, cases: vec![b.int(0)] },
                });
                trivial(b)
            },
            In(Table::Defs, Why::BadCases),
        ),
        (
            "a field of one case in another",
            |b| {
                let list = b.data(b.declare_list(), &[b.int_sort()]);
                let head = b.local(1, b.int_sort());
                b.def(DefRow {
                    name: "f".into(),
                    sort_params: 0,
                    params: vec![list],
                    result: Some(b.int_sort()),
                    decidable: true,
                    group: 0,
                    body: DefBody::Cases { on: 0, cases: vec![head, head] },
                });
                trivial(b)
            },
            In(Table::Defs, Why::UnboundLocal),
        ),
        (
            "a sort parameter that is not bound",
            |b| {
                let a = b.abstract_sort(0);
                with_def(b, Some(a), DefBody::Opaque)
            },
            In(Table::Defs, Why::UnboundSortParameter),
        ),
        (
            "a body that is not there",
            |b| with_def(b, Some(b.int_sort()), DefBody::Direct(ExprRef(99))),
            In(Table::Defs, Why::BadReference),
        ),
    ]);
}

#[test]
fn axioms_types_and_globals() {
    run(&[
        (
            "an axiom",
            |b| {
                b.axiom(b.forall(b.int_sort(), b.eq(b.bound(0, b.int_sort()), b.bound(0, b.int_sort()))));
                trivial(b)
            },
            Valid,
        ),
        (
            "an axiom with a free variable",
            |b| {
                b.axiom(b.eq(b.local(0, b.int_sort()), b.int(0)));
                trivial(b)
            },
            In(Table::Axioms, Why::UnboundLocal),
        ),
        (
            "an axiom that is a term",
            |b| {
                b.axiom(b.int(0));
                trivial(b)
            },
            In(Table::Axioms, Why::SortMismatch),
        ),
        (
            "a type to a sort that is not there",
            |b| {
                b.arrow(&[], SortRef(9));
                trivial(b)
            },
            In(Table::Types, Why::BadReference),
        ),
        (
            "a type of a later type",
            |b| {
                b.fun_type(&[ParamRow::Fun(TypeRef(0))], b.int_sort(), b.truth());
                trivial(b)
            },
            In(Table::Types, Why::BadReference),
        ),
        (
            "a type whose qualifier is a term",
            |b| {
                b.fun_type(&[ParamRow::Base(b.int_sort(), b.int(1))], b.int_sort(), b.truth());
                trivial(b)
            },
            In(Table::Types, Why::SortMismatch),
        ),
        (
            "a type whose coverage is a term",
            |b| {
                b.fun_type(&[], b.int_sort(), b.int(1));
                trivial(b)
            },
            In(Table::Types, Why::SortMismatch),
        ),
        (
            "a function value of a body that is not there",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                b.global(t, b.lam(b.arrow(&[], b.int_sort()), CoreRef(9)), b.t_fun(t, b.t_err()));
                b.check()
            },
            Node(Rule::TErr, Why::BadReference),
        ),
        (
            "a body of another sort than the function's",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.falsity());
                let f = b.lam(b.arrow(&[], b.int_sort()), b.err(b.bool_sort()));
                b.global(t, f, b.t_fun(t, b.t_err()));
                b.check()
            },
            Node(Rule::TFun, Why::BodyNotClaim),
        ),
        (
            "predicates of a sort that no scheme binds",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                let f = b.lam(b.arrow(&[], b.int_sort()), b.op(Prim::IntGen));
                let preds = vec![vec![b.abstract_sort(0)]];
                let row = GlobalRow { name: "f".into(), sort_params: 0, preds, claim: t, body: Some(f) };
                b.global_row(row, Some(b.t_fun(t, b.t_app_op())));
                b.check()
            },
            In(Table::Globals, Why::UnboundSortParameter),
        ),
        (
            "a derivation for a library function",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                b.library(t);
                b.edit(|c| c.proof.derivations[0] = Some(NodeRef(0)));
                trivial(b)
            },
            In(Table::Globals, Why::MissingDerivation),
        ),
    ]);
}
