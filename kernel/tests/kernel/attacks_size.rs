//! Attacks on the kernel's resources: depth, sharing and sheer size. Each must end quickly, in a
//! verdict, without a deep stack.

use crate::builder::Builder;
use crate::lemma::{all, prove, trivial, x};
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::{At, Table, Why};
use covenant_kernel::tables::*;

const DEEP: u32 = 100_000;

/// Runs on a stack far smaller than a recursion to depth 100,000 would need.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(test)
        .expect("a thread")
        .join()
        .expect("no overflow and no panic");
}

#[test]
fn deep_terms() {
    on_small_stack(|| {
        let b = &Builder::new();
        // 1 + (1 + (1 + ..)) = the same.
        let sum = (0..DEEP).fold(b.int(1), |e, _| b.add(b.int(1), e));
        let negated = (0..DEEP).fold(b.truth(), |e, _| b.not(e));
        let same = b.eq(sum, sum);
        assert_eq!(prove(b, b.imp(b.and(negated, same), same), b.intro(b.exact())), Verdict::Valid);
    });
}

#[test]
fn long_sums_in_a_leaf() {
    let b = &Builder::new();
    let sum = |n| (0..n).fold(b.int(1), |e, _| b.add(b.int(1), e));
    assert_eq!(prove(b, b.eq(sum(1_000), b.int(1_001)), b.leaf(&[], &[])), Verdict::Valid);
}

#[test]
fn deep_constructor_values() {
    on_small_stack(|| {
        let b = &Builder::new();
        let list = b.data(b.declare_list(), &[b.int_sort()]);
        let long = (0..DEEP).fold(b.ctor(list, 0, &[]), |tail, _| b.ctor(list, 1, &[b.int(0), tail]));
        let verdict = b.judge(b.ret(long), list, b.eq(b.nu(list), long), b.t_const());
        assert_eq!(verdict, Verdict::Valid);
    });
}

#[test]
fn a_long_list_is_not_a_part_of_itself() {
    on_small_stack(|| {
        // l = 0 :: 0 :: .. :: l is refuted by acyclicity.
        let b = &Builder::new();
        let list = b.data(b.declare_list(), &[b.int_sort()]);
        let around = |l| (0..2_000).fold(l, |tail, _| b.ctor(list, 1, &[b.int(0), tail]));
        let (inner, outer) = (b.ghost(0, list), b.bound(0, list));
        let goal = b.forall(list, b.not(b.eq(outer, around(outer))));
        let proof = b.intros(2, b.leaf(&[b.eq(inner, around(inner))], &[]));
        assert_eq!(prove(b, goal, proof), Verdict::Valid);
    });
}

#[test]
fn deep_evidence() {
    on_small_stack(|| {
        let b = &Builder::new();
        let goal = (0..DEEP).fold(b.truth(), |g, _| b.imp(b.truth(), g));
        assert_eq!(prove(b, goal, b.intros(DEEP, b.exact())), Verdict::Valid);
    });
}

#[test]
fn deep_derivations() {
    on_small_stack(|| {
        // TSub over TSub over ..
        let b = &Builder::new();
        let by = b.intros(2, b.exact());
        let node = (0..DEEP).fold(b.t_app_op(), |n, _| b.t_sub(b.truth(), n, by));
        assert_eq!(b.judge(b.op(Prim::IntGen), b.int_sort(), b.truth(), node), Verdict::Valid);
    });
}

#[test]
fn deep_programs() {
    on_small_stack(|| {
        // let x = (let x = (.. 0 ..) in 0) in 0: each let is summarised by TSub.
        let b = &Builder::new();
        let is_zero = b.eq(b.nu(b.int_sort()), b.int(0));
        let (zero, v) = (b.ret(b.int(0)), b.ghost(0, b.int_sort()));
        let fits = b.split(b.leaf(&[], &[]), b.exact());
        let by = b.intros(2, b.witness(b.int(0), fits));
        let _ = v;
        let (mut e, mut node) = (zero, b.t_const());
        for _ in 0..20_000 {
            e = b.let_e(e, zero);
            node = b.t_sub(is_zero, b.t_let_e(node, b.t_const()), by);
        }
        assert_eq!(b.judge(e, b.int_sort(), is_zero, node), Verdict::Valid);
    });
}

#[test]
fn deep_sorts_are_declined() {
    let b = &Builder::new();
    let list = b.declare_list();
    let deep = (0..1_000).fold(b.int_sort(), |s, _| b.data(list, &[s]));
    let _ = deep;
    assert_eq!(trivial(b), Verdict::Declined(Why::SortTooLarge));
}

#[test]
fn shared_sorts_do_not_explode() {
    // s' = s * s, 60 times: 2^60 leaves, if each is visited.
    let b = &Builder::new();
    let (a0, a1) = (b.abstract_sort(0), b.abstract_sort(1));
    let pair = b.datatype("pair", 2, &[("pair", &[a0, a1])]);
    let wide = (0..60).fold(a0, |s, _| b.data(pair, &[s, s]));
    let goal = b.forall(wide, b.eq(b.bound(0, wide), b.bound(0, wide)));
    let l = b.lemma(1, goal, b.intro(b.leaf(&[], &[])));
    let verdict = prove(b, b.truth(), b.use_lemma(l, &[b.int_sort()], &[], b.exact()));
    assert_eq!(verdict, Verdict::Declined(Why::SortTooLarge));
}

#[test]
fn shared_function_types_do_not_explode() {
    // A function with ten parameters of the type before, 15 times: 10^15 parameters.
    let b = &Builder::new();
    let int = b.int_sort();
    let mut t = b.fun_type(&[], int, b.truth());
    let mut arrow = b.arrow(&[], int);
    for _ in 0..14 {
        t = b.fun_type(&vec![ParamRow::Fun(t); 10], int, b.truth());
        arrow = b.arrow(&vec![ParamRow::Fun(arrow); 10], int);
    }
    b.global(t, b.lam(arrow, b.op(Prim::IntGen)), b.t_fun(t, b.t_app_op()));
    assert_eq!(b.check(), Verdict::Declined(Why::TooLarge));
}

#[test]
fn nested_function_types_are_declined() {
    let b = &Builder::new();
    let int = b.int_sort();
    (0..1_100).fold(b.fun_type(&[], int, b.truth()), |t, _| b.fun_type(&[ParamRow::Fun(t)], int, b.truth()));
    assert_eq!(trivial(b), Verdict::Declined(Why::TooLarge));
}

#[test]
fn functions_with_many_parameters() {
    // The last of 600 parameters, each at least the one before it: more than any program has.
    let b = &Builder::new();
    let int = b.int_sort();
    let at_least = b.le(b.bound(0, int), b.nu(int));
    let mut params = vec![b.any(int)];
    params.resize(600, ParamRow::Base(int, at_least));
    let t = b.fun_type(&params, int, b.eq(b.nu(int), b.bound(0, int)));
    let arrow = b.arrow(&vec![b.any(int); 600], int);
    b.global(t, b.lam(arrow, b.ret(b.local(599, int))), b.t_fun(t, b.t_var_base()));
    assert_eq!(b.check(), Verdict::Valid);
}

#[test]
fn shared_evidence_is_counted_at_each_use() {
    // 2^60 visits of one leaf.
    let b = &Builder::new();
    let proof = (0..60).fold(b.exact(), |s, _| b.have(b.truth(), s, s));
    assert_eq!(prove(b, b.truth(), proof), Verdict::Declined(Why::TooLarge));
}

#[test]
fn shared_derivations_are_counted_at_each_use() {
    let b = &Builder::new();
    let node = (0..60).fold(b.t_app_op(), |n, _| b.t_merge(n, n));
    let verdict = b.judge(b.op(Prim::IntGen), b.int_sort(), b.truth(), node);
    assert_eq!(verdict, Verdict::Declined(Why::TooLarge));
}

#[test]
fn shared_programs_are_counted_at_each_use() {
    let b = &Builder::new();
    let (e, node) =
        (0..60).fold((b.ret(b.int(0)), b.t_const()), |(e, n), _| (b.let_e(e, e), b.t_let_e(n, n)));
    assert_eq!(b.judge(e, b.int_sort(), b.truth(), node), Verdict::Declined(Why::TooLarge));
}

#[test]
fn many_definitions() {
    let b = &Builder::new();
    for group in 0..20_000 {
        b.def(DefRow {
            name: String::new(),
            sort_params: 0,
            params: vec![],
            result: Some(b.int_sort()),
            decidable: true,
            group,
            body: DefBody::Direct(b.int(0)),
        });
    }
    assert_eq!(trivial(b), Verdict::Valid);
}

#[test]
fn shared_terms_are_shared() {
    // x + x, doubled 100 times, under a quantifier: 100 nodes, not 2^100; its value overflows.
    let b = &Builder::new();
    let double = |e| (0..100).fold(e, |e, _| b.add(e, e));
    let goal = all(b, b.eq(double(x(b, 0)), double(x(b, 0))));
    assert_eq!(prove(b, goal, b.intro(b.leaf(&[], &[]))), Verdict::Valid);
}

#[test]
fn coefficients_beyond_128_bits_are_declined() {
    let b = &Builder::new();
    let huge = (0..200).fold(x(b, 0), |e, _| b.add(e, e));
    let goal = all(b, b.eq(huge, huge));
    assert_eq!(prove(b, goal, b.intro(b.leaf(&[], &[]))), Verdict::Declined(Why::Overflow));
}

#[test]
fn the_largest_and_smallest_integers() {
    use LeafRow::*;
    let b = &Builder::new();
    let (least, most) = (b.int(i64::MIN), b.int(i64::MAX));
    // MIN - 1 < MIN and MAX < MAX + 1: the integers of the logic do not wrap around.
    let below = b.lt(b.sub(least, b.int(1)), least);
    let above = b.lt(most, b.add(most, b.int(1)));
    let literal = b.leaf(&[], &[Literal(0)]);
    assert_eq!(prove(b, b.and(below, above), b.split(literal, literal)), Verdict::Valid);

    // MAX + 1 = MIN is refuted, so its negation holds and it does not.
    let b = &Builder::new();
    let wraps = b.eq(b.add(b.int(i64::MAX), b.int(1)), b.int(i64::MIN));
    assert_eq!(prove(b, b.not(wraps), b.intro(b.leaf(&[wraps], &[]))), Verdict::Valid);
}

#[test]
fn row_numbers_at_the_limit_are_not_there() {
    let b = &Builder::new();
    b.edit(|c| c.statement.exprs.push(ExprRow::Not(ExprRef(u32::MAX))));
    let verdict = trivial(b);
    let expected = At::Table(Table::Exprs, 0);
    assert_eq!(verdict, Verdict::Reject { at: expected, rule: None, why: Why::BadReference });

    let b = &Builder::new();
    b.bound(u32::MAX, b.int_sort());
    let verdict = trivial(b);
    assert_eq!(verdict, Verdict::Reject { at: expected, rule: None, why: Why::LooseVariable });
}
