//! Closures that capture a random choice, unsized generators, and schemes with predicates.

use crate::builder::Builder;
use crate::paper::refused;
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::Why;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::LeafRow::*;
use covenant_kernel::tables::*;

// ---- a closure covers what it covers for each value that it captured ---------------------------

/// The sort of pairs of integers.
fn int_pairs(b: &Builder) -> SortRef {
    let (a0, a1) = (b.abstract_sort(0), b.abstract_sort(1));
    b.data(b.datatype("pair", 2, &[("pair", &[a0, a1])]), &[b.int_sort(), b.int_sort()])
}

/// `let pair2 g = (g (), g ())`, proved to cover all pairs if `g` covers all integers.
fn pair2(b: &Builder, pair: SortRef) -> FunRef {
    let (int, arrow) = (b.int_sort(), b.arrow(&[], b.int_sort()));
    let (x, y) = (b.local(1, int), b.local(2, int));
    let call = || b.app(b.fun_var(0), &[]);
    let e = b.let_e(call(), b.let_e(call(), b.ret(b.ctor(pair, 0, &[x, y]))));
    let call = || b.t_app(b.t_var_fun(), b.exact());
    let from = b.t_let_e(call(), b.t_let_e(call(), b.t_const()));
    let (first, second) = (b.ghost(1, int), b.ghost(2, int));
    let fields = b.witness(first, b.split(b.exact(), b.witness(second, b.split(b.exact(), b.exact()))));
    let by = b.intros(2, b.case(b.ghost(0, pair), &[fields]));
    let inner = b.fun_type(&[], int, b.truth());
    let claim = b.fun_type(&[ParamRow::Fun(inner)], pair, b.truth());
    let f = b.lam(b.arrow(&[ParamRow::Fun(arrow)], pair), e);
    b.fun_global(b.global(claim, f, b.t_fun(claim, b.t_sub(b.truth(), from, by))), &[])
}

/// `let y = int_gen () in pair2 (fun () -> y)`, with a derivation of the closure.
fn captured(b: &Builder, closure: impl Fn(TypeRef) -> NodeRef) -> Verdict {
    let (int, pair) = (b.int_sort(), int_pairs(b));
    let f = pair2(b, pair);
    let y = b.lam(b.arrow(&[], int), b.ret(b.local(0, int)));
    let e = b.let_e(b.op(Prim::IntGen), b.app_args(f, &[ArgRow::Fun(y)]));
    let inner = b.fun_type(&[], int, b.truth());
    let call = b.t_app_fun(b.t_var_fun(), &[closure(inner)], b.exact());
    b.judge(e, pair, b.truth(), b.t_let_e(b.t_app_op(), call))
}

#[test]
fn a_closure_cannot_borrow_a_choice_that_was_made() {
    // As covering every integer: y is one value, not all.
    let b = &Builder::new();
    let all = |t| {
        let by = b.intros(2, b.leaf(&[b.truth()], &[]));
        b.t_fun(t, b.t_sub(b.truth(), b.t_var_base(), by))
    };
    refused(captured(b, all), Rule::TSub, Why::NotRefuted);
    // As covering exactly y: then it is not what pair2 asks for.
    let b = &Builder::new();
    let only_y = |_| {
        let t = b.fun_type(&[], b.int_sort(), b.eq(b.nu(b.int_sort()), b.local(0, b.int_sort())));
        b.t_fun(t, b.t_var_base())
    };
    refused(captured(b, only_y), Rule::TAppFun, Why::ArgumentNotParameter);
}

#[test]
fn the_same_with_a_function_that_makes_lists() {
    // two : (unit -> [true]) -> [len v = 2], and let y = int_gen () in two (fun () -> y).
    let b = &Builder::new();
    let int = b.int_sort();
    let data = b.declare_list();
    let (len, list) = (b.define_len(data), b.data(data, &[int]));
    let two_long = b.eq(b.call(len, &[int], &[b.nu(list)]), b.int(2));
    let inner = b.fun_type(&[b.any(b.unit_sort())], int, b.truth());
    let two = b.fun_global(b.library(b.fun_type(&[ParamRow::Fun(inner)], list, two_long)), &[]);
    let y = b.lam(b.arrow(&[b.any(b.unit_sort())], int), b.ret(b.local(0, int)));
    let e = b.let_e(b.op(Prim::IntGen), b.app_args(two, &[ArgRow::Fun(y)]));
    let by = b.intros(2, b.leaf(&[b.truth()], &[]));
    let closure = b.t_fun(inner, b.t_sub(b.truth(), b.t_var_base(), by));
    let call = b.t_app_fun(b.t_var_fun(), &[closure], b.exact());
    let verdict = b.judge(e, list, two_long, b.t_let_e(b.t_app_op(), call));
    refused(verdict, Rule::TSub, Why::NotRefuted);
}

#[test]
fn a_closure_that_chooses_itself_is_fine() {
    let b = &Builder::new();
    let (int, pair) = (b.int_sort(), int_pairs(b));
    let f = pair2(b, pair);
    let e = b.app_args(f, &[ArgRow::Fun(b.lam(b.arrow(&[], int), b.op(Prim::IntGen)))]);
    let inner = b.fun_type(&[], int, b.truth());
    let node = b.t_app_fun(b.t_var_fun(), &[b.t_fun(inner, b.t_app_op())], b.exact());
    assert_eq!(b.judge(e, pair, b.truth(), node), Verdict::Valid);
}

#[test]
fn the_call_inlined_covers_equal_pairs_only() {
    // let y = int_gen () in (y, y): all (y, y), not all pairs.
    let inlined = |target: fn(&Builder, SortRef) -> ExprRef, by: fn(&Builder, SortRef) -> StepRef| {
        let b = &Builder::new();
        let (int, pair) = (b.int_sort(), int_pairs(b));
        let y = b.local(0, int);
        let e = b.let_e(b.op(Prim::IntGen), b.ret(b.ctor(pair, 0, &[y, y])));
        let phi = target(b, pair);
        let by = b.intros(2, by(b, pair));
        b.judge(e, pair, phi, b.t_sub(phi, b.t_let_e(b.t_app_op(), b.t_const()), by))
    };
    let equal = |b: &Builder, pair: SortRef| {
        let x = b.bound(0, b.int_sort());
        b.exists(b.int_sort(), b.eq(b.nu(pair), b.ctor(pair, 0, &[x, x])))
    };
    let by_equal = |b: &Builder, pair: SortRef| {
        let x = b.bound(0, b.int_sort());
        let fact = b.exists(b.int_sort(), b.eq(b.ghost(0, pair), b.ctor(pair, 0, &[x, x])));
        b.obtain(fact, b.witness(b.ghost(1, b.int_sort()), b.split(b.exact(), b.exact())))
    };
    assert_eq!(inlined(equal, by_equal), Verdict::Valid);
    let by_fields = |b: &Builder, pair: SortRef| {
        let (x, y) = (b.ghost(1, b.int_sort()), b.ghost(2, b.int_sort()));
        let fact = b.eq(b.ghost(0, pair), b.ctor(pair, 0, &[x, y]));
        b.case(b.ghost(0, pair), &[b.witness(x, b.split(b.exact(), b.leaf(&[fact], &[])))])
    };
    refused(inlined(|b, _| b.truth(), by_fields), Rule::TSub, Why::NotRefuted);
}

// ---- an unsized generator of all lists -----------------------------------------------------------

/// `len` at integers.
fn len_of(b: &Builder, len: DefRef, l: ExprRef) -> ExprRef {
    b.call(len, &[b.int_sort()], &[l])
}

/// The lemma `forall l. 0 <= len l`, by induction.
fn len_not_negative(b: &Builder, len: DefRef, list: SortRef) -> LemmaRef {
    let p = |l| b.le(b.int(0), len_of(b, len, l));
    let nil = len_of(b, len, b.ctor(list, 0, &[]));
    let base = b.unfold(nil, None, b.leaf(&[b.eq(nil, b.int(0))], &[Literal(1)]));
    let (h, t) = (b.ghost(0, b.int_sort()), b.ghost(1, list));
    let cons = len_of(b, len, b.ctor(list, 1, &[h, t]));
    let sum = b.add(b.int(1), len_of(b, len, t));
    let lines = [Literal(1), Literal(2), Congruent(sum, cons), Combine(vec![(1, 0), (1, 1), (1, 2)])];
    let step = b.unfold(cons, None, b.leaf(&[b.eq(cons, sum), p(t)], &lines));
    let proof = b.induct(&[(list, p(b.nu(list)))], &[base, step]);
    b.lemma(0, b.forall(list, p(b.bound(0, list))), proof)
}

/// `let rec g () = if bool_gen () then [] else int_gen () :: g ()`, claimed to cover all lists by
/// the rank `len v`; `keeps_head` is whether the head is chosen or always 0.
fn all_lists(b: &Builder, keeps_head: bool) -> Verdict {
    let (int, data) = (b.int_sort(), b.declare_list());
    let (len, list) = (b.define_len(data), b.data(data, &[int]));
    let lemma = len_not_negative(b, len, list);
    let (nil, arrow) = (b.ctor(list, 0, &[]), b.arrow(&[], list));
    let head = if keeps_head { b.local(2, int) } else { b.int(0) };
    let cons = b.ret(b.ctor(list, 1, &[head, b.local(3, list)]));
    let more = b.let_e(b.op(Prim::IntGen), b.let_e(b.app(b.fun_var(0), &[]), cons));
    let e = b.let_e(b.op(Prim::BoolGen), b.if_else(b.local(1, b.bool_sort()), b.ret(nil), more));

    let recursion = b.t_let_e(b.t_app(b.t_var_fun(), b.exact()), b.t_const());
    let more = b.t_match(0, b.t_let_e(b.t_app_op(), recursion));
    let from = b.t_let_e(b.t_app_op(), b.t_merge(more, b.t_match(1, b.t_const())));
    let (k, v, h, t) = (b.ghost(0, int), b.ghost(1, list), b.ghost(2, int), b.ghost(3, list));
    let same = b.leaf(&[], &[]);
    let stop = b.witness(b.boolean(true), b.split(b.exact(), b.right(b.split(same, b.exact()))));
    let (len_v, len_t) = (len_of(b, len, v), len_of(b, len, t));
    let (sum, form) = (b.add(b.int(1), len_t), b.ctor(list, 1, &[h, t]));
    let lines = [Literal(2), Congruent(sum, len_v), Combine(vec![(1, 0), (1, 1)])];
    let smaller = b.leaf(&[b.eq(len_v, k), b.eq(len_v, sum)], &lines);
    let smaller = b.unfold(len_v, Some(form), smaller);
    let ranked = b.split(b.exact(), b.split(b.use_lemma(lemma, &[], &[t], b.exact()), smaller));
    let tail = b.witness(t, b.split(ranked, b.exact()));
    let cons = b.left(b.split(same, b.witness(h, b.split(b.exact(), tail))));
    let cons = b.witness(b.boolean(false), b.split(b.exact(), cons));
    let rank = |v| len_of(b, len, v);
    let target = b.and(b.truth(), b.eq(rank(b.nu(list)), k));
    let body = b.t_sub(target, from, b.intros(2, b.case(v, &[stop, cons])));

    let all = b.fun_type(&[], list, b.truth());
    let ranked = b.t_fix_rank(all, rank(b.nu(list)), body);
    // From true && 0 <= len v to true: every list has a length.
    let inner = b.ghost(0, list);
    let covered = b.intros(2, b.split(b.exact(), b.use_lemma(lemma, &[], &[inner], b.exact())));
    let node = b.sub_arr(all, ranked, b.split(b.exact(), covered));
    b.global(all, b.fix(arrow, e), node);
    b.check()
}

#[test]
fn an_unsized_generator_covers_all_lists() {
    assert_eq!(all_lists(&Builder::new(), true), Verdict::Valid);
    refused(all_lists(&Builder::new(), false), Rule::TSub, Why::NotAFact);
}

// ---- schemes ---------------------------------------------------------------------------------------

/// `bind m k = let x = m () in k x`, for all sorts and predicates:
/// `(m: () -> ['a | P v]) (k: (x:{P v}) -> ['b | R x v]) -> ['b | exists x. P x && R x v]`.
fn bind(b: &Builder) -> GlobalRef {
    let (sa, sb) = (b.abstract_sort(0), b.abstract_sort(1));
    let p = |x| b.pred_var(0, &[x]);
    let m = b.fun_type(&[], sa, p(b.nu(sa)));
    let r = b.pred_var(1, &[b.bound(0, sa), b.nu(sb)]);
    let k = b.fun_type(&[ParamRow::Base(sa, p(b.nu(sa)))], sb, r);
    let ensures = b.exists(sa, b.and(p(b.bound(0, sa)), r));
    let claim = b.fun_type(&[ParamRow::Fun(m), ParamRow::Fun(k)], sb, ensures);
    let (m, k) = (b.arrow(&[], sa), b.arrow(&[b.any(sa)], sb));
    let e = b.let_e(b.app(b.fun_var(0), &[]), b.app(b.fun_var(1), &[b.local(2, sa)]));
    let f = b.lam(b.arrow(&[ParamRow::Fun(m), ParamRow::Fun(k)], sb), e);
    let call = b.t_app(b.t_var_fun(), b.exact());
    let node = b.t_fun(claim, b.t_let_e(call, b.t_app(b.t_var_fun(), b.exact())));
    let preds = vec![vec![sa], vec![sa, sb]];
    let row = GlobalRow { name: "bind".into(), sort_params: 2, preds, claim, body: Some(f) };
    b.global_row(row, Some(node))
}

/// `bind nat_gen (fun n -> int_range 0 n)`, at predicates for `P` and `R`.
fn use_bind(b: &Builder, p: ExprRef, phi: ExprRef) -> Verdict {
    let int = b.int_sort();
    let at_ints = b.fun_global(bind(b), &[int, int]);
    let n = b.local(0, int);
    let m = b.lam(b.arrow(&[], int), b.op(Prim::NatGen));
    let k = b.lam(b.arrow(&[b.any(int)], int), b.op(Prim::IntRange(b.int(0), n)));
    let e = b.app_args(at_ints, &[ArgRow::Fun(m), ArgRow::Fun(k)]);
    let (v, natural) = (b.nu(int), b.le(b.int(0), b.nu(int)));
    let r = b.and(b.le(b.int(0), b.bound(0, int)), b.le(b.bound(0, int), b.bound(1, int)));
    let m_type = b.fun_type(&[], int, natural);
    let within = b.and(b.le(b.int(0), v), b.le(v, b.bound(0, int)));
    let k_type = b.fun_type(&[ParamRow::Base(int, natural)], int, within);
    let fun = b.t_poly_pred(b.t_poly_type(b.t_var_fun()), &[p, r]);
    let args = [b.t_fun(m_type, b.t_app_op()), b.t_fun(k_type, b.t_app_op())];
    b.judge(e, int, phi, b.t_app_fun(fun, &args, b.exact()))
}

/// `exists n. 0 <= n && (0 <= v && v <= n)`.
fn below_some_natural(b: &Builder) -> ExprRef {
    let (int, n, v) = (b.int_sort(), b.bound(0, b.int_sort()), b.nu(b.int_sort()));
    b.exists(int, b.and(b.le(b.int(0), n), b.and(b.le(b.int(0), v), b.le(v, n))))
}

#[test]
fn bind_for_all_sorts_and_predicates() {
    let b = &Builder::new();
    let natural = b.le(b.int(0), b.bound(0, b.int_sort()));
    assert_eq!(use_bind(b, natural, below_some_natural(b)), Verdict::Valid);
    // With P := true, nat_gen is not an argument that covers P.
    let b = &Builder::new();
    let verdict = use_bind(b, b.truth(), below_some_natural(b));
    refused(verdict, Rule::TAppFun, Why::ArgumentNotParameter);
    // Its result is not more than P and R together allow.
    let b = &Builder::new();
    let natural = b.le(b.int(0), b.bound(0, b.int_sort()));
    refused(use_bind(b, natural, b.truth()), Rule::TFun, Why::BodyNotClaim);
}

#[test]
fn bind_checked_once_is_bind_for_all() {
    // A body that ignores k and returns x: R x v is not v = x.
    let b = &Builder::new();
    bind(b);
    b.edit(|c| {
        // let x = m () in <fail> instead of k x
        let last = c.statement.cores.len() - 2;
        c.statement.cores[last] = CoreRow::Err(SortRef(1));
    });
    match b.check() {
        Verdict::Reject { rule: Some(Rule::TApp), why: Why::RuleMismatch, .. } => {}
        other => panic!("{other:?}"),
    }
    let b = &Builder::new();
    bind(b);
    assert_eq!(b.check(), Verdict::Valid);
}

#[test]
fn assumptions_are_named() {
    // Every library function of the statement is an assumption, also one that no derivation visits:
    // what is not looked at may still run. (The file format refuses what the claim does not reach.)
    let b = &Builder::new();
    let t = b.fun_type(&[], b.int_sort(), b.truth());
    b.library(t);
    let used = b.fun_global(b.library(t), &[]);
    let node = b.t_app(b.t_var_fun(), b.exact());
    let verdict = b.judge(b.app(used, &[]), b.int_sort(), b.truth(), node);
    assert_eq!(verdict, Verdict::ValidModulo(vec![Assumption::Library(0), Assumption::Library(1)]));
}
