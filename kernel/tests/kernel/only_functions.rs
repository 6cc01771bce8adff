//! OVarFun, OFun, OFix, OSubArr and TExactly; and that no statement is proved by a derivation of another kind.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::functions::*;
use covenant_kernel::check::{Assumption, Verdict, check};
use covenant_kernel::reject::{At, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

/// Claims a type for a function value, read as this kind.
fn claim_as(b: &Builder, kind: Kind, t: TypeRef, f: FunRef, node: NodeRef) -> Verdict {
    b.edit(|c| c.statement.kind = kind);
    claim(b, t, f, node)
}

fn o_fun(b: &Builder, t: TypeRef, node: NodeRef) -> NodeRef {
    b.node(NodeRow::OFun(t, node))
}

fn o_ret(b: &Builder) -> NodeRef {
    b.node(NodeRow::ORet)
}

fn o_app(b: &Builder, by: StepRef) -> NodeRef {
    b.node(NodeRow::OApp { fun: b.node(NodeRow::OVarFun), evidence: Evidence::Checked(by) })
}

/// `(x:int) -> v = x`.
fn identity_type(b: &Builder) -> TypeRef {
    b.fun_type(&[b.any(b.int_sort())], b.int_sort(), same(b))
}

#[test]
fn var_fun() {
    use Rule::*;
    run(&[
        (
            "a global",
            |b| {
                let f = pos(b);
                claim_as(b, Kind::Only, TypeRef(0), f, b.node(NodeRow::OVarFun))
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "an instance keeps the kind",
            |b| {
                let f = polymorphic(b, &[b.int_sort()]);
                let node = b.t_poly_type(b.node(NodeRow::OVarFun));
                claim_as(b, Kind::Only, identity_type(b), f, node)
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "an instance of what can be returned, in a statement of what is returned only",
            |b| {
                let f = polymorphic(b, &[b.int_sort()]);
                claim_as(b, Kind::Only, identity_type(b), f, b.t_poly_type(b.t_var_fun()))
            },
            Node(TVarFun, Why::OtherKind),
        ),
        (
            "the reverse",
            |b| {
                let f = polymorphic(b, &[b.int_sort()]);
                let node = b.t_poly_type(b.node(NodeRow::OVarFun));
                claim_as(b, Kind::Every, identity_type(b), f, node)
            },
            Node(OVarFun, Why::OtherKind),
        ),
        (
            "a parameter, of which it is known what it can return",
            |b| {
                let any = b.fun_type(&[], b.int_sort(), b.truth());
                let t = b.fun_type(&[ParamRow::Fun(any)], b.int_sort(), b.truth());
                let f = b.lam(b.arrow(&[ParamRow::Fun(any)], b.int_sort()), b.app(b.fun_var(0), &[]));
                claim_as(b, Kind::Only, t, f, o_fun(b, t, o_app(b, b.exact())))
            },
            Node(OVarFun, Why::OtherKind),
        ),
        (
            "the function itself, by its own global",
            |b| {
                let t = identity_type(b);
                claim_as(b, Kind::Only, t, b.fun_global(GlobalRef(0), &[]), b.node(NodeRow::OVarFun))
            },
            Node(OVarFun, Why::ForwardGlobal),
        ),
        (
            "a lambda",
            |b| claim_as(b, Kind::Only, identity_type(b), identity(b), b.node(NodeRow::OVarFun)),
            Node(OVarFun, Why::RuleMismatch),
        ),
    ]);
}

#[test]
fn fun() {
    use Rule::*;
    run(&[
        (
            "fun x -> x",
            |b| {
                let t = identity_type(b);
                claim_as(b, Kind::Only, t, identity(b), o_fun(b, t, o_ret(b)))
            },
            Valid,
        ),
        (
            "the parameter's qualifier is known in the body",
            |b| {
                let t = b.fun_type(&[natural(b)], b.int_sort(), same(b));
                let f = b.lam(int_to_int(b), b.app(pos(b), &[b.local(0, b.int_sort())]));
                claim_as(b, Kind::Only, t, f, o_fun(b, t, o_app(b, b.exact())))
            },
            Modulo(vec![Assumption::Library(0)]),
        ),
        (
            "no qualifier, nothing known",
            |b| {
                let t = identity_type(b);
                let f = b.lam(int_to_int(b), b.app(pos(b), &[b.local(0, b.int_sort())]));
                claim_as(b, Kind::Only, t, f, o_fun(b, t, o_app(b, b.exact())))
            },
            Step(OApp, Why::NotAFact),
        ),
        (
            "a body that is not the claim",
            |b| {
                let t = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), is(b, 1));
                claim_as(b, Kind::Only, t, identity(b), o_fun(b, t, o_ret(b)))
            },
            Node(OFun, Why::BodyNotClaim),
        ),
        (
            "the body by what it can return",
            |b| {
                let t = identity_type(b);
                claim_as(b, Kind::Only, t, identity(b), o_fun(b, t, b.t_var_base()))
            },
            Node(OFun, Why::OtherKind),
        ),
        (
            "a recursive function",
            |b| {
                let t = identity_type(b);
                let f = b.fix(int_to_int(b), b.ret(b.local(0, b.int_sort())));
                claim_as(b, Kind::Only, t, f, o_fun(b, t, o_ret(b)))
            },
            Node(OFun, Why::RuleMismatch),
        ),
        (
            "a claim of another shape",
            |b| {
                let t = b.fun_type(&[], b.int_sort(), is(b, 1));
                claim_as(b, Kind::Only, t, identity(b), o_fun(b, t, o_ret(b)))
            },
            Node(OFun, Why::ClaimMismatch),
        ),
    ]);
}

/// `fix f n. f n`, against a claim for `n` natural.
fn loop_forever(
    b: &Builder,
    kind: Kind,
    ensures: ExprRef,
    node: fn(&Builder, TypeRef) -> NodeRef,
) -> Verdict {
    let t = b.fun_type(&[natural(b)], b.int_sort(), ensures);
    let f = b.fix(int_to_int(b), b.app(b.fun_var(1), &[b.local(0, b.int_sort())]));
    claim_as(b, kind, t, f, node(b, t))
}

#[test]
fn fix() {
    use Rule::*;
    run(&[
        (
            "what never ends returns only what you like",
            |b| loop_forever(b, Kind::Only, is(b, 3), |b, t| b.node(NodeRow::OFix(t, o_app(b, b.exact())))),
            Valid,
        ),
        (
            "even nothing",
            |b| {
                loop_forever(b, Kind::Only, b.falsity(), |b, t| b.node(NodeRow::OFix(t, o_app(b, b.exact()))))
            },
            Valid,
        ),
        (
            "but it cannot return anything",
            |b| loop_forever(b, Kind::Every, is(b, 3), |b, t| b.node(NodeRow::OFix(t, o_app(b, b.exact())))),
            Node(OFix, Why::NotTheClaim),
        ),
        (
            "nor exactly something",
            |b| {
                loop_forever(b, Kind::Exactly, is(b, 3), |b, t| {
                    let only = b.node(NodeRow::OFix(t, o_app(b, b.exact())));
                    b.node(NodeRow::TExactly(only, only))
                })
            },
            Node(TExactly, Why::OtherKind),
        ),
        (
            "the recursive call by what it can return",
            |b| {
                loop_forever(b, Kind::Only, is(b, 3), |b, t| {
                    b.node(NodeRow::OFix(t, b.t_app(b.t_var_fun(), b.exact())))
                })
            },
            Node(TVarFun, Why::OtherKind),
        ),
        (
            "TFix, with the function known by what it returns only",
            |b| {
                loop_forever(b, Kind::Only, is(b, 3), |b, t| {
                    b.t_fix(t, &[b.bound(0, b.int_sort())], o_app(b, b.exact()))
                })
            },
            Node(OVarFun, Why::OtherKind),
        ),
        (
            "a body that is not the claim",
            |b| {
                let t = b.fun_type(&[natural(b)], b.int_sort(), is(b, 3));
                let f = b.fix(int_to_int(b), b.ret(b.local(0, b.int_sort())));
                claim_as(b, Kind::Only, t, f, b.node(NodeRow::OFix(t, o_ret(b))))
            },
            Node(OFix, Why::BodyNotClaim),
        ),
        (
            "a call outside of the precondition: there the claim says nothing",
            |b| {
                let t = b.fun_type(&[natural(b)], b.int_sort(), is(b, 3));
                let f = b.fix(int_to_int(b), b.app(b.fun_var(1), &[b.int(-1)]));
                let call = o_app(b, b.leaf(&[], &[LeafRow::Literal(0)]));
                claim_as(b, Kind::Only, t, f, b.node(NodeRow::OFix(t, call)))
            },
            Step(OApp, Why::NotRefuted),
        ),
        (
            "a lambda",
            |b| {
                let t = identity_type(b);
                claim_as(b, Kind::Only, t, identity(b), b.node(NodeRow::OFix(t, o_ret(b))))
            },
            Node(OFix, Why::RuleMismatch),
        ),
    ]);
}

/// `fun x -> x`, with the type of the premise, made `to`.
fn made(b: &Builder, to: TypeRef, premise: NodeRef, by: StepRef) -> Verdict {
    let node = b.node(NodeRow::OSubArr { target: to, from: premise, evidence: Evidence::Checked(by) });
    claim_as(b, Kind::Only, to, identity(b), node)
}

#[test]
fn sub_arr() {
    use Rule::*;
    run(&[
        (
            "more is allowed, of fewer arguments",
            |b| {
                let (from, or) = (identity_type(b), b.or(same(b), b.falsity()));
                let to = b.fun_type(&[natural(b)], b.int_sort(), or);
                let by = b.split(b.exact(), b.intros(2, b.left(b.exact())));
                made(b, to, o_fun(b, from, o_ret(b)), by)
            },
            Valid,
        ),
        (
            "less is allowed: that is SubArr's direction",
            |b| {
                let from = b.fun_type(&[b.any(b.int_sort())], b.int_sort(), b.truth());
                let to = identity_type(b);
                let wide = NodeRow::OSub {
                    target: b.truth(),
                    from: o_ret(b),
                    evidence: Evidence::Checked(b.intros(2, b.exact())),
                };
                let premise = o_fun(b, from, b.node(wide));
                made(b, to, premise, b.split(b.exact(), b.intros(2, b.exact())))
            },
            Step(OSubArr, Why::NotAFact),
        ),
        (
            "of more arguments",
            |b| {
                let from = b.fun_type(&[natural(b)], b.int_sort(), same(b));
                let to = identity_type(b);
                let by = b.split(b.exact(), b.intros(2, b.exact()));
                made(b, to, o_fun(b, from, o_ret(b)), by)
            },
            Step(OSubArr, Why::NotAFact),
        ),
        (
            "from what can be returned",
            |b| {
                let (from, to) = (identity_type(b), identity_type(b));
                let by = b.split(b.exact(), b.intros(2, b.exact()));
                made(b, to, b.t_fun(from, b.t_var_base()), by)
            },
            Node(OSubArr, Why::OtherKind),
        ),
        (
            "SubArr",
            |b| {
                let (from, to) = (identity_type(b), identity_type(b));
                let by = b.split(b.exact(), b.intros(2, b.exact()));
                let node = b.sub_arr(to, o_fun(b, from, o_ret(b)), by);
                claim_as(b, Kind::Only, to, identity(b), node)
            },
            Node(SubArr, Why::OtherKind),
        ),
    ]);
}

/// `fun x -> x`, with its two derivations.
fn both(b: &Builder, t: TypeRef) -> (NodeRef, NodeRef) {
    (b.t_fun(t, b.t_var_base()), o_fun(b, t, o_ret(b)))
}

#[test]
fn exactly() {
    use Rule::*;
    run(&[
        (
            "both",
            |b| {
                let t = identity_type(b);
                let (every, only) = both(b, t);
                claim_as(b, Kind::Exactly, t, identity(b), b.node(NodeRow::TExactly(every, only)))
            },
            Valid,
        ),
        (
            "what can be returned alone",
            |b| {
                let t = identity_type(b);
                claim_as(b, Kind::Exactly, t, identity(b), both(b, t).0)
            },
            Node(TFun, Why::NotTheClaim),
        ),
        (
            "what is returned only, alone",
            |b| {
                let t = identity_type(b);
                claim_as(b, Kind::Exactly, t, identity(b), both(b, t).1)
            },
            Node(OFun, Why::NotTheClaim),
        ),
        (
            "exchanged",
            |b| {
                let t = identity_type(b);
                let (every, only) = both(b, t);
                claim_as(b, Kind::Exactly, t, identity(b), b.node(NodeRow::TExactly(only, every)))
            },
            Node(TExactly, Why::OtherKind),
        ),
        (
            "the same one twice",
            |b| {
                let t = identity_type(b);
                let (every, _) = both(b, t);
                claim_as(b, Kind::Exactly, t, identity(b), b.node(NodeRow::TExactly(every, every)))
            },
            Node(TExactly, Why::OtherKind),
        ),
        (
            "two claims that differ",
            |b| {
                let (t, wide) =
                    (identity_type(b), b.fun_type(&[b.any(b.int_sort())], b.int_sort(), b.truth()));
                let by = b.intros(2, b.exact());
                let within =
                    NodeRow::OSub { target: b.truth(), from: o_ret(b), evidence: Evidence::Checked(by) };
                let only = o_fun(b, wide, b.node(within));
                let node = b.node(NodeRow::TExactly(both(b, t).0, only));
                claim_as(b, Kind::Exactly, t, identity(b), node)
            },
            Node(TExactly, Why::NotTheClaim),
        ),
        (
            "more than a claim of every says",
            |b| {
                let t = identity_type(b);
                let (every, only) = both(b, t);
                claim_as(b, Kind::Every, t, identity(b), b.node(NodeRow::TExactly(every, only)))
            },
            Node(TExactly, Why::NotTheClaim),
        ),
        (
            "more than a claim of only says",
            |b| {
                let t = identity_type(b);
                let (every, only) = both(b, t);
                claim_as(b, Kind::Only, t, identity(b), b.node(NodeRow::TExactly(every, only)))
            },
            Node(TExactly, Why::NotTheClaim),
        ),
    ]);
}

/// A certificate of one kind for a statement of another: all six ways to mistake one for the other.
#[test]
fn no_kind_is_taken_for_another() {
    for proved in [Kind::Every, Kind::Only, Kind::Exactly] {
        let b = Builder::new();
        let t = identity_type(&b);
        let (every, only) = both(&b, t);
        let node = match proved {
            Kind::Every => every,
            Kind::Only => only,
            Kind::Exactly => b.node(NodeRow::TExactly(every, only)),
        };
        assert_eq!(claim_as(&b, proved, t, identity(&b), node), Verdict::Valid);
        for asked in [Kind::Every, Kind::Only, Kind::Exactly].into_iter().filter(|asked| *asked != proved) {
            let certificate = b.certificate();
            let statement = Statement { kind: asked, ..certificate.statement.clone() };
            // As it is, it is about another statement; with the kind changed, the derivation does not prove it.
            let refused = check(&statement, &certificate);
            assert!(matches!(refused, Verdict::Reject { at: At::Statement, why: Why::OtherStatement, .. }));
            let forged = Certificate { statement: statement.clone(), proof: certificate.proof };
            let refused = check(&statement, &forged);
            assert!(matches!(refused, Verdict::Reject { why: Why::NotTheClaim, .. }), "{refused:?}");
        }
    }
}

/// What is known of a function in a statement of one kind is of that kind, also in the derivations of arguments.
#[test]
fn a_function_argument_cannot_use_a_claim_that_was_not_shown() {
    for (kind, expected) in [(Kind::Only, false), (Kind::Exactly, true)] {
        let b = Builder::new();
        let int = b.int_sort();
        // `one () = 1`, claimed {v = 1}; `apply : (f:() -> [v = 1]) -> v = 1`, assumed; `apply one`.
        let t = b.fun_type(&[], int, is(&b, 1));
        let one = b.lam(b.arrow(&[], int), b.ret(b.int(1)));
        let (every, only) = (b.t_fun(t, b.t_const()), o_fun(&b, t, o_ret(&b)));
        let shown = |every, only| match kind {
            Kind::Exactly => b.node(NodeRow::TExactly(every, only)),
            _ => only,
        };
        let one = b.global(t, one, shown(every, only));
        let apply = b.library(b.fun_type(&[ParamRow::Fun(t)], int, is(&b, 1)));
        let call = b.app_args(b.fun_global(apply, &[]), &[ArgRow::Fun(b.fun_global(one, &[]))]);
        let evidence = || Evidence::Checked(b.exact());
        let (every, only) = (
            b.node(NodeRow::TAppFun { fun: b.t_var_fun(), args: vec![b.t_var_fun()], evidence: evidence() }),
            b.node(NodeRow::OAppFun {
                fun: b.node(NodeRow::OVarFun),
                args: vec![b.t_var_fun()],
                evidence: evidence(),
            }),
        );
        let f = b.lam(b.arrow(&[], int), call);
        let verdict = claim_as(&b, kind, t, f, shown(b.t_fun(t, every), o_fun(&b, t, only)));
        match verdict {
            Verdict::ValidModulo(_) if expected => {}
            Verdict::Reject { rule: Some(Rule::TVarFun), why: Why::OtherKind, .. } if !expected => {}
            other => panic!("{kind:?}: {other:?}"),
        }
    }
}
