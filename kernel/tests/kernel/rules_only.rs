//! The rules of what is produced *only*: what each accepts, and more of what it must refuse. A premise of the other
//! kind is refused by each of them; `only_functions.rs` has the rules for functions, and what concerns whole statements.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::subjects::*;
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::Why;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

/// Judges that a closed integer term stays within a formula.
pub fn within(b: &Builder, e: CoreRef, phi: ExprRef, node: NodeRef) -> Verdict {
    b.edit(|c| c.statement.kind = Kind::Only);
    let claim = b.fun_type(&[], b.int_sort(), phi);
    let body = b.lam(thunk(b), e);
    b.global(claim, body, b.node(NodeRow::OFun(claim, node)));
    b.check()
}

fn o_ret(b: &Builder) -> NodeRef {
    b.node(NodeRow::ORet)
}

fn o_app_op(b: &Builder) -> NodeRef {
    b.node(NodeRow::OAppOp)
}

fn o_let_e(b: &Builder, n1: NodeRef, n2: NodeRef) -> NodeRef {
    b.node(NodeRow::OLetE(n1, n2))
}

fn o_match(b: &Builder, branches: &[NodeRef]) -> NodeRef {
    b.node(NodeRow::OMatch(branches.to_vec()))
}

fn o_sub(b: &Builder, target: ExprRef, from: NodeRef, by: StepRef) -> NodeRef {
    b.node(NodeRow::OSub { target, from, evidence: Evidence::Checked(by) })
}

fn o_app(b: &Builder, fun: NodeRef, by: StepRef) -> NodeRef {
    b.node(NodeRow::OApp { fun, evidence: Evidence::Checked(by) })
}

fn o_var_fun(b: &Builder) -> NodeRef {
    b.node(NodeRow::OVarFun)
}

/// `match true with false -> 0 | true -> 1`.
fn choice(b: &Builder) -> CoreRef {
    b.matching(b.boolean(true), &[(0, b.ret(b.int(0))), (1, b.ret(b.int(1)))])
}

/// `true = c && v = n`.
fn on_path(b: &Builder, c: bool, n: i64) -> ExprRef {
    b.and(b.eq(b.boolean(true), b.boolean(c)), is(b, n))
}

#[test]
fn ret() {
    use Rule::*;
    run(&[
        ("1 : {v = 1}", |b| within(b, b.ret(b.int(1)), is(b, 1), o_ret(b)), Valid),
        ("1 : {v = 2}", |b| within(b, b.ret(b.int(1)), is(b, 2), o_ret(b)), Node(OFun, Why::BodyNotClaim)),
        (
            "1 : {true}, which is true, but not by this rule alone",
            |b| within(b, b.ret(b.int(1)), b.truth(), o_ret(b)),
            Node(OFun, Why::BodyNotClaim),
        ),
        ("a choice", |b| within(b, b.op(Prim::IntGen), b.truth(), o_ret(b)), Node(ORet, Why::RuleMismatch)),
        (
            "a computation disguised as a value",
            |b| within(b, b.ret(b.add(b.int(1), b.int(1))), is(b, 2), o_ret(b)),
            Node(ORet, Why::NotAValue),
        ),
        ("by TConst", |b| within(b, b.ret(b.int(1)), is(b, 1), b.t_const()), Node(OFun, Why::OtherKind)),
        ("under TFun", |b| judge(b, b.ret(b.int(1)), is(b, 1), o_ret(b)), Node(TFun, Why::OtherKind)),
    ]);
}

#[test]
fn err() {
    use Rule::*;
    run(&[
        ("err : {false}", |b| within(b, b.err(b.int_sort()), b.falsity(), b.node(NodeRow::OErr)), Valid),
        (
            "a term that does not fail",
            |b| within(b, b.ret(b.int(1)), b.falsity(), b.node(NodeRow::OErr)),
            Node(OErr, Why::RuleMismatch),
        ),
        (
            "a call, which might",
            |b| within(b, b.app(pos(b), &[b.int(1)]), b.falsity(), b.node(NodeRow::OErr)),
            Node(OErr, Why::RuleMismatch),
        ),
        ("by TErr", |b| within(b, b.err(b.int_sort()), b.falsity(), b.t_err()), Node(OFun, Why::OtherKind)),
    ]);
}

#[test]
fn app_op() {
    use Rule::*;
    run(&[
        (
            "nat_gen () : {0 <= v}",
            |b| {
                let phi = b.le(b.int(0), b.nu(b.int_sort()));
                within(b, b.op(Prim::NatGen), phi, o_app_op(b))
            },
            Valid,
        ),
        (
            "nat_gen () : {1 <= v}",
            |b| {
                let phi = b.le(b.int(1), b.nu(b.int_sort()));
                within(b, b.op(Prim::NatGen), phi, o_app_op(b))
            },
            Node(OFun, Why::BodyNotClaim),
        ),
        (
            "int_gen () : {false}",
            |b| within(b, b.op(Prim::IntGen), b.falsity(), o_app_op(b)),
            Node(OFun, Why::BodyNotClaim),
        ),
        ("a value", |b| within(b, b.ret(b.int(1)), b.truth(), o_app_op(b)), Node(OAppOp, Why::RuleMismatch)),
        ("by TAppOp", |b| within(b, b.op(Prim::IntGen), b.truth(), b.t_app_op()), Node(OFun, Why::OtherKind)),
    ]);
}

#[test]
fn let_e() {
    use Rule::*;
    run(&[
        (
            "let x = int_gen () in x",
            |b| within(b, any_then_return(b), some_x(b), o_let_e(b, o_app_op(b), o_ret(b))),
            Valid,
        ),
        (
            "what is bound, by what it can be",
            |b| within(b, any_then_return(b), some_x(b), o_let_e(b, b.t_app_op(), o_ret(b))),
            Node(OLetE, Why::OtherKind),
        ),
        (
            "the body, by what it can return",
            |b| within(b, any_then_return(b), some_x(b), o_let_e(b, o_app_op(b), b.t_var_base())),
            Node(OLetE, Why::OtherKind),
        ),
        (
            "TLetE over premises of this kind",
            |b| judge(b, any_then_return(b), some_x(b), b.t_let_e(o_app_op(b), o_ret(b))),
            Node(TLetE, Why::OtherKind),
        ),
        (
            "not a let",
            |b| within(b, b.ret(b.int(1)), is(b, 1), o_let_e(b, o_app_op(b), o_ret(b))),
            Node(OLetE, Why::RuleMismatch),
        ),
        (
            "the bound value is chosen by the claim",
            |b| {
                let phi = b.exists(b.int_sort(), b.and(b.truth(), is(b, 1)));
                within(b, any_then_return(b), phi, o_let_e(b, o_app_op(b), o_ret(b)))
            },
            Node(OFun, Why::BodyNotClaim),
        ),
    ]);
}

#[test]
fn let_v() {
    use Rule::*;
    fn node(b: &Builder, function: fn(TypeRef, NodeRef) -> NodeRow, op: NodeRow, call: NodeRow) -> NodeRef {
        let t = b.fun_type(&[], b.int_sort(), b.truth());
        let function = b.node(function(t, b.node(op)));
        let call = o_app(b, b.node(call), b.exact());
        b.node(NodeRow::OLetV(function, call))
    }
    run(&[
        (
            "let f = (fun () -> int_gen ()) in f ()",
            |b| {
                let node = node(b, NodeRow::OFun, NodeRow::OAppOp, NodeRow::OVarFun);
                within(b, local_function(b), b.truth(), node)
            },
            Valid,
        ),
        (
            "a function of which it is known what it can return",
            |b| {
                let node = node(b, NodeRow::TFun, NodeRow::TAppOp, NodeRow::OVarFun);
                within(b, local_function(b), b.truth(), node)
            },
            Node(OLetV, Why::OtherKind),
        ),
        (
            "the function is used as one of which that is known",
            |b| {
                let node = node(b, NodeRow::OFun, NodeRow::OAppOp, NodeRow::TVarFun);
                within(b, local_function(b), b.truth(), node)
            },
            Node(TVarFun, Why::OtherKind),
        ),
        (
            "in TLetV",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), b.truth());
                let function = b.node(NodeRow::OFun(t, o_app_op(b)));
                judge(b, local_function(b), b.truth(), b.t_let_v(function, b.t_app(b.t_var_fun(), b.exact())))
            },
            Node(TLetV, Why::OtherKind),
        ),
        (
            "not a let",
            |b| {
                let node = node(b, NodeRow::OFun, NodeRow::OAppOp, NodeRow::OVarFun);
                within(b, b.ret(b.int(1)), is(b, 1), node)
            },
            Node(OLetV, Why::RuleMismatch),
        ),
    ]);
}

#[test]
fn every_branch_of_a_match() {
    use Rule::*;
    run(&[
        (
            "both",
            |b| {
                let phi = b.or(on_path(b, false, 0), on_path(b, true, 1));
                within(b, choice(b), phi, o_match(b, &[o_ret(b), o_ret(b)]))
            },
            Valid,
        ),
        (
            "a branch that is not taken: anything, by its own path condition",
            |b| {
                let wrong = b.eq(b.boolean(true), b.boolean(false));
                let never = o_sub(b, is(b, 1), o_ret(b), b.intros(2, b.leaf(&[wrong], &[])));
                let phi = b.or(on_path(b, false, 1), on_path(b, true, 1));
                within(b, choice(b), phi, o_match(b, &[never, o_ret(b)]))
            },
            Valid,
        ),
        (
            "the path condition of one branch in the next",
            |b| {
                let wrong = b.eq(b.boolean(true), b.boolean(false));
                let taken = o_sub(b, is(b, 0), o_ret(b), b.intros(2, b.leaf(&[wrong], &[])));
                let phi = b.or(on_path(b, false, 0), on_path(b, true, 0));
                within(b, choice(b), phi, o_match(b, &[o_ret(b), taken]))
            },
            Step(OSub, Why::NotAFact),
        ),
        (
            "the first branch alone",
            |b| within(b, choice(b), on_path(b, false, 0), o_match(b, &[o_ret(b)])),
            Node(OMatch, Why::NotEachBranch),
        ),
        (
            "no branch",
            |b| within(b, choice(b), b.falsity(), o_match(b, &[])),
            Node(OMatch, Why::NotEachBranch),
        ),
        (
            "one derivation too many",
            |b| {
                let phi = b.or(on_path(b, false, 0), on_path(b, true, 1));
                within(b, choice(b), phi, o_match(b, &[o_ret(b), o_ret(b), o_ret(b)]))
            },
            Node(OMatch, Why::NotEachBranch),
        ),
        (
            "one branch left out of the claim",
            |b| within(b, choice(b), on_path(b, true, 1), o_match(b, &[o_ret(b), o_ret(b)])),
            Node(OFun, Why::BodyNotClaim),
        ),
        (
            "the branches exchanged",
            |b| {
                let phi = b.or(on_path(b, false, 1), on_path(b, true, 0));
                within(b, choice(b), phi, o_match(b, &[o_ret(b), o_ret(b)]))
            },
            Node(OFun, Why::BodyNotClaim),
        ),
        (
            "one branch by what it can return",
            |b| {
                let phi = b.or(on_path(b, false, 0), on_path(b, true, 1));
                within(b, choice(b), phi, o_match(b, &[o_ret(b), b.t_const()]))
            },
            Node(OMatch, Why::OtherKind),
        ),
        (
            "TMatch, which looks at one branch",
            |b| within(b, choice(b), on_path(b, true, 1), b.t_match(1, b.t_const())),
            Node(OFun, Why::OtherKind),
        ),
        (
            "not a match",
            |b| within(b, b.ret(b.int(1)), is(b, 1), o_match(b, &[o_ret(b)])),
            Node(OMatch, Why::RuleMismatch),
        ),
        (
            "branches of different sorts",
            |b| {
                let e = b.matching(b.boolean(true), &[(0, b.ret(b.boolean(true))), (1, b.ret(b.int(1)))]);
                within(b, e, b.truth(), o_match(b, &[o_ret(b), o_ret(b)]))
            },
            Node(OMatch, Why::SortMismatch),
        ),
        (
            "a match without branches",
            |b| within(b, b.matching(b.boolean(true), &[]), b.falsity(), o_match(b, &[])),
            Node(OMatch, Why::BadBranches),
        ),
        (
            "a field that outlives its branch",
            |b| {
                let (int, list) = (b.int_sort(), b.data(b.declare_list(), &[b.int_sort()]));
                let e = b.matching(b.ctor(list, 0, &[]), &[(1, b.ret(b.local(0, int)))]);
                let target = b.eq(b.nu(int), b.local(0, int));
                let outside = o_sub(b, target, o_match(b, &[o_ret(b)]), b.exact());
                within(b, e, b.truth(), outside)
            },
            Node(OSub, Why::UnboundLocal),
        ),
    ]);
}

#[test]
fn guard() {
    use Rule::*;
    fn guarded(b: &Builder, phi: ExprRef, psi: ExprRef, node: NodeRef) -> Verdict {
        within(b, b.ret(b.int(1)), phi, b.node(NodeRow::OGuard(psi, node)))
    }
    run(&[
        (
            "psi ==> v = 1",
            |b| {
                let psi = b.le(b.int(0), b.int(1));
                guarded(b, b.imp(psi, is(b, 1)), psi, o_ret(b))
            },
            Valid,
        ),
        (
            "the guard is forgotten",
            |b| guarded(b, b.falsity(), b.falsity(), o_sub(b, b.falsity(), o_ret(b), b.intros(2, b.exact()))),
            Node(OFun, Why::BodyNotClaim),
        ),
        (
            "the guard as something that holds",
            |b| {
                let psi = b.le(b.int(0), b.int(1));
                guarded(b, b.and(psi, is(b, 1)), psi, o_ret(b))
            },
            Node(OFun, Why::BodyNotClaim),
        ),
        (
            "a guard about the value",
            |b| guarded(b, b.truth(), is(b, 1), o_ret(b)),
            Node(OGuard, Why::UnboundNu),
        ),
        (
            "TGuard",
            |b| {
                let psi = b.le(b.int(0), b.int(1));
                within(b, b.ret(b.int(1)), b.and(psi, is(b, 1)), b.t_guard(psi, o_ret(b)))
            },
            Node(TGuard, Why::OtherKind),
        ),
    ]);
}

#[test]
fn sub() {
    use Rule::*;
    run(&[
        (
            "{v = 1} is within {v = 1 || v = 2}",
            |b| {
                let target = b.or(is(b, 1), is(b, 2));
                let node = o_sub(b, target, o_ret(b), b.intros(2, b.left(b.exact())));
                within(b, b.ret(b.int(1)), target, node)
            },
            Valid,
        ),
        (
            "{true} is not within {v = 1}: that is TSub's direction",
            |b| {
                within(
                    b,
                    b.op(Prim::IntGen),
                    is(b, 1),
                    o_sub(b, is(b, 1), o_app_op(b), b.intros(2, b.exact())),
                )
            },
            Step(OSub, Why::NotAFact),
        ),
        (
            "{v = 1} is not within {v = 2}",
            |b| {
                let one = b.eq(b.ghost(0, b.int_sort()), b.int(1));
                let node = o_sub(b, is(b, 2), o_ret(b), b.intros(2, b.leaf(&[one], &[])));
                within(b, b.ret(b.int(1)), is(b, 2), node)
            },
            Step(OSub, Why::NotRefuted),
        ),
        (
            "a target about a variable that is not there",
            |b| {
                let target = b.eq(b.nu(b.int_sort()), b.local(0, b.int_sort()));
                within(b, b.ret(b.int(1)), b.truth(), o_sub(b, target, o_ret(b), b.exact()))
            },
            Node(OSub, Why::UnboundLocal),
        ),
        (
            "from what can be returned",
            |b| {
                let target = b.or(is(b, 1), is(b, 2));
                let node = o_sub(b, target, b.t_const(), b.intros(2, b.left(b.exact())));
                within(b, b.ret(b.int(1)), target, node)
            },
            Node(OSub, Why::OtherKind),
        ),
        (
            "TSub, which makes it smaller",
            |b| {
                let node = b.t_sub(b.falsity(), o_ret(b), b.intros(2, b.absurd(b.exact())));
                within(b, b.ret(b.int(1)), b.falsity(), node)
            },
            Node(TSub, Why::OtherKind),
        ),
        (
            "TEq, which is not of this kind either",
            |b| {
                let node = b.t_eq(is(b, 1), o_ret(b), b.exact());
                within(b, b.ret(b.int(1)), is(b, 1), node)
            },
            Node(TEq, Why::OtherKind),
        ),
    ]);
}

#[test]
fn app() {
    use Rule::*;
    fn call(b: &Builder, argument: i64, row: fn(NodeRef, Evidence) -> NodeRow, fun: NodeRow) -> Verdict {
        let e = b.app(pos(b), &[b.int(argument)]);
        let by = b.leaf(&[], &[LeafRow::Literal(0)]);
        within(b, e, is(b, argument), b.node(row(b.node(fun), Evidence::Checked(by))))
    }
    run(&[
        (
            "pos 3 : {v = 3}",
            |b| call(b, 3, |fun, evidence| NodeRow::OApp { fun, evidence }, NodeRow::OVarFun),
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "pos (-1): the claim says nothing about it",
            |b| call(b, -1, |fun, evidence| NodeRow::OApp { fun, evidence }, NodeRow::OVarFun),
            Step(OApp, Why::NotRefuted),
        ),
        (
            "by what it can return",
            |b| call(b, 3, |fun, evidence| NodeRow::OApp { fun, evidence }, NodeRow::TVarFun),
            Node(TVarFun, Why::OtherKind),
        ),
        (
            "TApp",
            |b| call(b, 3, |fun, evidence| NodeRow::TApp { fun, evidence }, NodeRow::OVarFun),
            Node(TApp, Why::OtherKind),
        ),
        (
            "not a call",
            |b| within(b, b.ret(b.int(3)), is(b, 3), o_app(b, o_var_fun(b), b.exact())),
            Node(OApp, Why::RuleMismatch),
        ),
        (
            "too many arguments",
            |b| within(b, b.app(pos(b), &[b.int(3), b.int(3)]), is(b, 3), o_app(b, o_var_fun(b), b.exact())),
            Node(OApp, Why::BadArguments),
        ),
    ]);
}

#[test]
fn app_fun() {
    use Rule::*;
    /// `twice (fun () -> int_gen ())`, for a library function `twice : (f:() -> [true]) -> {true}`.
    fn call(b: &Builder, node: impl FnOnce(TypeRef) -> NodeRow) -> Verdict {
        let any = b.fun_type(&[], b.int_sort(), b.truth());
        let twice = b.library(b.fun_type(&[ParamRow::Fun(any)], b.int_sort(), b.truth()));
        let argument = b.lam(thunk(b), b.op(Prim::IntGen));
        let e = b.app_args(b.fun_global(twice, &[]), &[ArgRow::Fun(argument)]);
        within(b, e, b.truth(), b.node(node(any)))
    }
    run(&[
        (
            "an argument by what it can return",
            |b| {
                let (fun, evidence) = (o_var_fun(b), Evidence::Checked(b.exact()));
                call(b, |t| NodeRow::OAppFun { fun, args: vec![b.t_fun(t, b.t_app_op())], evidence })
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "an argument by what it returns only: that is not how a parameter is known",
            |b| {
                let (fun, evidence) = (o_var_fun(b), Evidence::Checked(b.exact()));
                call(b, |t| {
                    let args = vec![b.node(NodeRow::OFun(t, o_app_op(b)))];
                    NodeRow::OAppFun { fun, args, evidence }
                })
            },
            Node(OAppFun, Why::OtherKind),
        ),
        (
            "an argument that nobody looks at",
            |b| {
                let (fun, evidence) = (o_var_fun(b), Evidence::Checked(b.exact()));
                call(b, |_| NodeRow::OApp { fun, evidence })
            },
            Node(OApp, Why::RuleMismatch),
        ),
        (
            "no arguments",
            |b| {
                let (fun, evidence) = (o_var_fun(b), Evidence::Checked(b.exact()));
                call(b, |_| NodeRow::OAppFun { fun, args: vec![], evidence })
            },
            Node(OAppFun, Why::RuleMismatch),
        ),
    ]);
}
