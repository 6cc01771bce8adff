//! The examples of the coverage-types papers, derived by hand: judgements that hold are
//! accepted; for those that do not, the natural derivation is refused for the right reason.

use crate::builder::Builder;
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::reject::{At, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::LeafRow::*;
use covenant_kernel::tables::*;

#[track_caller]
pub fn refused(verdict: Verdict, rule: Rule, why: Why) {
    match verdict {
        Verdict::Reject { at: At::Node(_) | At::Step(..), rule: Some(r), why: w } => {
            assert_eq!((r, w), (rule, why));
        }
        other => panic!("expected {why:?} at {rule:?}, got {other:?}"),
    }
}

// ---- Table 1: int_gen (), 1 and err at four types -----------------------------------------

/// The qualifiers of the columns: true; v = 1 || v = 2; v = 1; false.
fn columns(b: &Builder) -> [ExprRef; 4] {
    let is = |n| b.eq(b.nu(b.int_sort()), b.int(n));
    [b.truth(), b.or(is(1), is(2)), is(1), b.falsity()]
}

/// The term in column `c`, by TSub from what its own rule gives.
fn cell(b: &Builder, e: CoreRef, own: NodeRef, c: usize, by: StepRef) -> Verdict {
    let target = columns(b)[c];
    b.judge(e, b.int_sort(), target, b.t_sub(target, own, by))
}

#[test]
fn table_1_int_gen() {
    for c in 0..4 {
        let b = &Builder::new();
        let by = b.intros(2, b.exact());
        assert_eq!(cell(b, b.op(Prim::IntGen), b.t_app_op(), c, by), Verdict::Valid);
    }
}

#[test]
fn table_1_the_constant_1() {
    let case = |c: usize, by: fn(&Builder) -> StepRef| {
        let b = &Builder::new();
        let by = b.intros(2, by(b));
        cell(b, b.ret(b.int(1)), b.t_const(), c, by)
    };
    assert_eq!(case(2, |b| b.exact()), Verdict::Valid);
    assert_eq!(case(3, |b| b.absurd(b.exact())), Verdict::Valid);
    refused(case(0, |b| b.leaf(&[], &[])), Rule::TSub, Why::NotRefuted);
    let either = |b: &Builder| {
        let is = |n| b.eq(b.ghost(0, b.int_sort()), b.int(n));
        b.or_elim(b.or(is(1), is(2)), b.exact(), b.leaf(&[is(2)], &[]))
    };
    refused(case(1, either), Rule::TSub, Why::NotRefuted);
}

#[test]
fn table_1_err() {
    let case = |c: usize, by: fn(&Builder) -> StepRef| {
        let b = &Builder::new();
        let by = b.intros(2, by(b));
        cell(b, b.err(b.int_sort()), b.t_err(), c, by)
    };
    assert_eq!(case(3, |b| b.exact()), Verdict::Valid);
    refused(case(0, |b| b.leaf(&[b.truth()], &[])), Rule::TSub, Why::NotRefuted);
    let either = |b: &Builder| {
        let is = |n| b.eq(b.ghost(0, b.int_sort()), b.int(n));
        b.or_elim(b.or(is(1), is(2)), b.leaf(&[is(1)], &[]), b.leaf(&[is(2)], &[]))
    };
    refused(case(1, either), Rule::TSub, Why::NotRefuted);
    let one = |b: &Builder| b.leaf(&[b.eq(b.ghost(0, b.int_sort()), b.int(1))], &[]);
    refused(case(2, one), Rule::TSub, Why::NotRefuted);
}

// ---- Fig. 3: even numbers ------------------------------------------------------------------

/// `let n = int_gen () in let r = n mod 2 in let b = (r == 0) in if b then n else err`, or with
/// the branches exchanged.
fn even_gen(b: &Builder, exchanged: bool) -> CoreRef {
    let int = b.int_sort();
    let (n, r, c) = (b.local(0, int), b.local(1, int), b.local(2, b.bool_sort()));
    let (keep, fail) = (b.ret(n), b.err(int));
    let test = if exchanged { b.if_else(c, fail, keep) } else { b.if_else(c, keep, fail) };
    let test = b.let_e(b.eval(b.eq(r, b.int(0))), test);
    b.let_e(b.op(Prim::IntGen), b.let_e(b.op(Prim::Mod(n, b.int(2))), test))
}

/// What it covers, by its rules; `keeps` is the position of the branch that returns `n`.
fn even_gen_rules(b: &Builder, keeps: u32) -> NodeRef {
    let keep = b.t_match(keeps, b.t_var_base());
    let fail = b.t_match(1 - keeps, b.t_err());
    let merged = if keeps == 1 { b.t_merge(fail, keep) } else { b.t_merge(keep, fail) };
    b.t_let_e(b.t_app_op(), b.t_let_e(b.t_app_op(), b.t_let_e(b.t_app_op(), merged)))
}

/// Evidence that an even `v` is covered: n := v, r := v mod 2 as OCaml has it, b := true.
fn even_evidence(b: &Builder) -> StepRef {
    let v = b.ghost(0, b.int_sort());
    let zero = b.int(0);
    let minus = b.sub(zero, v);
    let (of_v, of_minus) = (b.modulo(v, 2), b.modulo(minus, 2));
    let negated = b.sub(zero, of_minus);
    let not_negative = b.le(zero, v);
    let r = b.ite(not_negative, of_v, negated);
    let (is_even, r_is_zero) = (b.eq(of_v, zero), b.eq(r, zero));
    // r = 0: for v < 0, r = v + 2e where e = (-v) div 2, and v = 2d; so e = -d.
    let e = b.div(minus, 2);
    let below = b.leaf(
        &[b.eq(r, negated), is_even],
        &[
            Congruent(r, negated),
            Congruent(negated, r),
            Congruent(of_v, zero),
            Congruent(zero, of_v),
            DivLow(e),
            DivHigh(e),
            Combine(vec![(1, 0), (1, 4)]),
            Combine(vec![(1, 5), (1, 2)]),
            Combine(vec![(1, 1), (2, 7), (1, 3)]),
            Equal(r, zero, 6, 8),
        ],
    );
    let r_zero = b.ite_split(r, b.leaf(&[b.eq(r, of_v), is_even], &[]), below);
    let decided = b.split(b.intro(b.exact()), b.intro(b.leaf(&[], &[])));
    let kept = b.right(b.split(b.leaf(&[], &[]), b.leaf(&[], &[])));
    let rest = b.witness(b.boolean(true), b.split(decided, kept));
    let rest = b.have(r_is_zero, r_zero, rest);
    b.witness(v, b.split(b.exact(), b.witness(r, b.split(b.leaf(&[], &[]), rest))))
}

#[test]
fn fig_3_even_numbers() {
    let b = &Builder::new();
    let even = b.eq(b.modulo(b.nu(b.int_sort()), 2), b.int(0));
    let node = b.t_sub(even, even_gen_rules(b, 1), b.intros(2, even_evidence(b)));
    assert_eq!(b.judge(even_gen(b, false), b.int_sort(), even, node), Verdict::Valid);

    // Not all integers: v mod 2 = 0 is not known.
    let b = &Builder::new();
    let node = b.t_sub(b.truth(), even_gen_rules(b, 1), b.intros(2, even_evidence(b)));
    refused(b.judge(even_gen(b, false), b.int_sort(), b.truth(), node), Rule::TSub, Why::NotAFact);

    // With the branches exchanged, the even numbers are the ones that fail.
    let b = &Builder::new();
    let even = b.eq(b.modulo(b.nu(b.int_sort()), 2), b.int(0));
    let node = b.t_sub(even, even_gen_rules(b, 0), b.intros(2, even_evidence(b)));
    refused(b.judge(even_gen(b, true), b.int_sort(), even, node), Rule::TSub, Why::NotRefuted);
}

// ---- Fig. 4: a lower bound -------------------------------------------------------------------

/// `bst v` and `lo < u < hi` for each member, with predicates that are declared only.
struct Trees {
    tree: SortRef,
    bst: DefRef,
    mem: DefRef,
}

fn trees(b: &Builder) -> Trees {
    let int = b.int_sort();
    let tree = b.data(b.next_datatype(), &[]);
    b.datatype("tree", 0, &[("leaf", &[]), ("node", &[int, tree, tree])]);
    let declare = |name: &str, params: Vec<SortRef>| {
        b.def(DefRow {
            name: name.into(),
            sort_params: 0,
            params,
            result: None,
            decidable: false,
            group: b.next_def().0,
            body: DefBody::Opaque,
        })
    };
    Trees { tree, bst: declare("bst", vec![tree]), mem: declare("mem", vec![tree, int]) }
}

impl Trees {
    /// `forall u. mem v u ==> lo < u && u < hi`; `lo` and `hi` are seen from under the binder.
    fn between(&self, b: &Builder, v: ExprRef, lo: ExprRef, hi: ExprRef) -> ExprRef {
        let u = b.bound(0, b.int_sort());
        let inside = b.and(b.lt(lo, u), b.lt(u, hi));
        b.forall(b.int_sort(), b.imp(b.call(self.mem, &[], &[v, u]), inside))
    }
}

/// `fun low -> let high = int_gen () in bst_gen low high`, claimed to cover the search trees
/// above `low`; `guard` types the call under `low <= high`.
fn lower_bound(b: &Builder, guard: bool) -> Verdict {
    let (int, t) = (b.int_sort(), trees(b));
    let (v, lo, hi) = (b.nu(t.tree), b.bound(2, int), b.bound(1, int));
    let ensures = b.and(b.call(t.bst, &[], &[v]), t.between(b, v, lo, hi));
    let ordered = b.le(b.bound(0, int), b.nu(int));
    let gen_type = b.fun_type(&[b.any(int), ParamRow::Base(int, ordered)], t.tree, ensures);
    let bst_gen = b.fun_global(b.library(gen_type), &[]);

    let (low, high) = (b.local(0, int), b.local(1, int));
    let e = b.let_e(b.op(Prim::IntGen), b.app(bst_gen, &[low, high]));
    let call = b.t_app(b.t_var_fun(), b.exact());
    let call = if guard { b.t_guard(b.le(low, high), call) } else { call };

    // bst v && exists high. low <= high && forall u. mem v u ==> low < u < high
    let above = |v: ExprRef, low: ExprRef, low_under: ExprRef| {
        let some_high = b.and(b.le(low, b.bound(0, int)), t.between(b, v, low_under, b.bound(1, int)));
        b.exists(int, some_high)
    };
    let bst = |v| b.call(t.bst, &[], &[v]);
    let target = b.and(bst(v), above(v, low, low));
    let claim = b.and(bst(v), above(v, b.bound(1, int), b.bound(2, int)));
    let claim = b.fun_type(&[b.any(int)], t.tree, claim);

    let fact = above(b.ghost(0, t.tree), low, low);
    let parts = b.split(b.exact(), b.split(b.exact(), b.split(b.exact(), b.exact())));
    let by = b.intros(2, b.obtain(fact, b.witness(b.ghost(1, int), parts)));
    let body = b.t_sub(target, b.t_let_e(b.t_app_op(), call), by);
    let f = b.lam(b.arrow(&[b.any(int)], t.tree), e);
    b.global(claim, f, b.t_fun(claim, body));
    b.check()
}

#[test]
fn fig_4_a_lower_bound() {
    use Assumption::*;
    let b = &Builder::new();
    assert_eq!(lower_bound(b, true), Verdict::ValidModulo(vec![Symbol(0), Symbol(1), Library(0)]));
    // Without TGuard, nothing says that low <= high at the call.
    refused(lower_bound(&Builder::new(), false), Rule::TApp, Why::NotAFact);
}

// ---- Sec. 4: division by zero, and a loop ------------------------------------------------------

/// Evidence that `v` is covered by `let x = int_gen () in let y = 3 / x in x`, given a case for
/// each quotient: x := v, y := q, remainder r.
fn quotient_is(b: &Builder, q: i64, r: i64, small: StepRef) -> StepRef {
    let v = b.ghost(0, b.int_sort());
    let exact = if q == 0 { b.leaf(&[], &[]) } else { b.leaf(&[b.eq(v, b.int(by(q, r)))], &[]) };
    let sign = b.left(b.split(b.leaf(&[], &[Literal(0)]), b.leaf(&[], &[Literal(0)])));
    let divided = b.witness(b.int(r), b.split(exact, b.split(sign, small)));
    let divided = b.split(b.exact(), divided);
    b.witness(v, b.split(b.exact(), b.witness(b.int(q), b.split(divided, b.leaf(&[], &[])))))
}

/// The divisor with 3 = divisor * q + r.
fn by(q: i64, r: i64) -> i64 {
    (3 - r) / q
}

/// The evidence for all divisors but 0.
fn three_divided(b: &Builder) -> StepRef {
    let v = b.ghost(0, b.int_sort());
    let above = |n| b.lt(b.int(n), v);
    // v = n, where n - 1 < v is known and n < v is not.
    let exactly = |n: i64, then: StepRef| {
        let lines = [Literal(0), Literal(1), Equal(v, b.int(n), 1, 0)];
        b.have(b.eq(v, b.int(n)), b.leaf(&[above(n - 1), b.not(above(n))], &lines), then)
    };
    let known = |n: i64| b.leaf(&[b.eq(v, b.int(n))], &[Literal(1)]);
    let at = |n: i64| {
        let small = b.split(known(n), known(n));
        let small = if n > 0 { b.left(small) } else { b.right(small) };
        exactly(n, quotient_is(b, 3 / n, 3 % n, small))
    };
    let zero = exactly(0, b.absurd(b.leaf(&[b.eq(v, b.int(0)), b.not(b.eq(v, b.int(0)))], &[])));
    let sum = |rows: &[(u64, u32)]| Combine(rows.to_vec());
    let lines = [Literal(0), Literal(1), sum(&[(1, 0), (1, 1)])];
    let large = b.left(b.split(b.leaf(&[above(3)], &lines), b.exact()));
    let low = b.not(above(-4));
    let very_negative = b.right(b.split(b.leaf(&[low], &lines), b.leaf(&[low], &lines)));
    let mut steps = quotient_is(b, 0, 3, very_negative);
    for n in -3..=3 {
        let here = if n == 0 { zero } else { at(n) };
        steps = b.cut(above(n - 1), here, steps);
    }
    b.cut(above(3), quotient_is(b, 0, 3, large), steps)
}

/// `let x = int_gen () in let y = 3 / x in x`, against a coverage.
fn three_over_x(b: &Builder, phi: ExprRef) -> Verdict {
    let x = b.local(0, b.int_sort());
    let e = b.let_e(b.op(Prim::Div(b.int(3), x)), b.ret(x));
    let e = b.let_e(b.op(Prim::IntGen), e);
    let from = b.t_let_e(b.t_app_op(), b.t_let_e(b.t_app_op(), b.t_var_base()));
    b.judge(e, b.int_sort(), phi, b.t_sub(phi, from, b.intros(2, three_divided(b))))
}

#[test]
fn sec_4_three_over_x_covers_all_but_zero() {
    let b = &Builder::new();
    let not_zero = b.not(b.eq(b.nu(b.int_sort()), b.int(0)));
    assert_eq!(three_over_x(b, not_zero), Verdict::Valid);
    let b = &Builder::new();
    refused(three_over_x(b, b.truth()), Rule::TSub, Why::NotAFact);
}

#[test]
fn sec_4_loop() {
    // let rec loop (n:nat) = loop n, against n:{0 <= v} -> [v = 3].
    let b = &Builder::new();
    let (int, arrow) = (b.int_sort(), b.arrow(&[b.any(b.int_sort())], b.int_sort()));
    let natural = ParamRow::Base(int, b.le(b.int(0), b.nu(int)));
    let t = b.fun_type(&[natural], int, b.eq(b.nu(int), b.int(3)));
    let f = b.fix(arrow, b.app(b.fun_var(1), &[b.local(0, int)]));
    let smaller = b.leaf(&[], &[Literal(0)]);
    let call = b.t_app(b.t_var_fun(), b.split(b.exact(), b.split(b.exact(), smaller)));
    b.global(t, f, b.t_fix(t, &[b.bound(0, int)], call));
    refused(b.check(), Rule::TApp, Why::NotRefuted);
}

// ---- appendix: a closure over a choice, as a function of its own parameter -----------------------

/// `fun y -> let x = 1 (+) 2 in if x < y then x else err`, for `y` above `bound`, claimed to cover
/// 1 and 2.
fn contravariant(b: &Builder, bound: i64) -> Verdict {
    let int = b.int_sort();
    let (y, x, c) = (b.local(0, int), b.local(1, int), b.local(2, b.bool_sort()));
    let e = b.let_e(b.eval(b.lt(x, y)), b.if_else(c, b.ret(x), b.err(int)));
    let e = b.let_e(b.op(Prim::IntRange(b.int(1), b.int(2))), e);
    let merged = b.t_merge(b.t_match(0, b.t_err()), b.t_match(1, b.t_var_base()));
    let from = b.t_let_e(b.t_app_op(), b.t_let_e(b.t_app_op(), merged));

    let v = b.ghost(0, int);
    let is = |n| b.eq(v, b.int(n));
    let case = |n| {
        let known = b.leaf(&[is(n)], &[Literal(1)]);
        let lines = [Literal(0), Literal(2), Combine(vec![(1, 0), (1, 1)])];
        let below = b.leaf(&[b.lt(b.int(bound), y), is(n)], &lines);
        let decided = b.split(b.intro(below), b.intro(b.leaf(&[], &[])));
        let taken = b.right(b.split(b.leaf(&[], &[]), b.leaf(&[], &[])));
        let test = b.witness(b.boolean(true), b.split(decided, taken));
        b.witness(v, b.split(b.split(known, known), test))
    };
    let by = b.intros(2, b.or_elim(b.or(is(1), is(2)), case(1), case(2)));
    let value = |n| b.eq(b.nu(int), b.int(n));
    let phi = b.or(value(1), value(2));
    let claim = b.fun_type(&[ParamRow::Base(int, b.lt(b.int(bound), b.nu(int)))], int, phi);
    let f = b.lam(b.arrow(&[b.any(int)], int), e);
    b.global(claim, f, b.t_fun(claim, b.t_sub(phi, from, by)));
    b.check()
}

#[test]
fn appendix_bindings_move_contravariantly() {
    assert_eq!(contravariant(&Builder::new(), 2), Verdict::Valid);
    // For y = 2 the function can only return 1: {v > 1} is the covariant mistake.
    refused(contravariant(&Builder::new(), 1), Rule::TSub, Why::NotRefuted);
}
