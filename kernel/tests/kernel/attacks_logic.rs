//! More attempts to get something false accepted, about evidence: values that contain
//! themselves, division of negative numbers, arithmetic at its limits, variables and facts
//! that outlive their branch, and binders at the wrong sort.

use crate::attacks::{in_lemma, in_table};
use crate::builder::Builder;
use crate::lemma::{all, g, prove, trivial, x};
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::tables::{LeafRow::*, *};

// ---- cycles through other datatypes -----------------------------------------------------------

/// `rose = Rose of rose list`, and how to build values of it and of the lists.
struct Roses<'a> {
    b: &'a Builder,
    rose: SortRef,
    list: SortRef,
}

impl<'a> Roses<'a> {
    fn new(b: &'a Builder) -> Self {
        let list = b.declare_list();
        let rose = b.data(b.next_datatype(), &[]);
        let list = b.data(list, &[rose]);
        b.datatype("rose", 0, &[("Rose", &[list])]);
        Roses { b, rose, list }
    }
    fn node(&self, children: ExprRef) -> ExprRef {
        self.b.ctor(self.rose, 0, &[children])
    }
    fn one(&self, child: ExprRef) -> ExprRef {
        self.b.ctor(self.list, 1, &[child, self.b.ctor(self.list, 0, &[])])
    }
    /// `forall r s. not (fact r s)`, by a leaf without lines.
    fn never(&self, fact: impl Fn(ExprRef, ExprRef) -> ExprRef) -> Verdict {
        let (b, rose) = (self.b, self.rose);
        let goal = b.forall(rose, b.forall(rose, b.not(fact(b.bound(1, rose), b.bound(0, rose)))));
        let known = fact(b.ghost(0, rose), b.ghost(1, rose));
        let listed = match b.row(known) {
            ExprRow::Bin(Bin::And, p, q) => vec![p, q],
            _ => vec![known],
        };
        prove(b, goal, b.intros(3, b.leaf(&listed, &[])))
    }
}

#[test]
fn a_tree_is_not_in_the_list_of_its_own_children() {
    let b = &Builder::new();
    let r = Roses::new(b);
    assert_eq!(r.never(|t, _| b.eq(t, r.node(r.one(t)))), Verdict::Valid);

    let b = &Builder::new();
    let r = Roses::new(b);
    let verdict = r.never(|t, s| b.and(b.eq(t, r.node(r.one(s))), b.eq(s, r.node(r.one(t)))));
    assert_eq!(verdict, Verdict::Valid);
}

#[test]
fn a_tree_may_be_in_the_list_of_the_children_of_another() {
    let b = &Builder::new();
    let r = Roses::new(b);
    in_lemma(r.never(|t, s| b.eq(t, r.node(r.one(s)))), Why::NotRefuted);

    // Both have the same only child.
    let b = &Builder::new();
    let r = Roses::new(b);
    let leaf = |b: &Builder| b.ctor(r.rose, 0, &[b.ctor(r.list, 0, &[])]);
    let both = |t, s| b.and(b.eq(t, r.node(r.one(leaf(b)))), b.eq(s, r.node(r.one(leaf(b)))));
    in_lemma(r.never(both), Why::NotRefuted);
}

#[test]
fn a_function_may_give_back_what_contains_its_argument() {
    // t = Rose [f t] is no cycle: f t may be anything.
    let b = &Builder::new();
    let r = Roses::new(b);
    let f = b.def(DefRow {
        name: "f".into(),
        sort_params: 0,
        params: vec![r.rose],
        result: Some(r.rose),
        decidable: true,
        group: 0,
        body: DefBody::Opaque,
    });
    in_lemma(r.never(|t, _| b.eq(t, r.node(r.one(b.call(f, &[], &[t]))))), Why::NotRefuted);
}

#[test]
fn cycles_through_mutual_datatypes() {
    // even = Zero | Odd of odd and odd = Even of even: e = Odd (Even e) has no solution,
    // e = Odd (Even d) has.
    for (cyclic, expected) in [(true, Ok(())), (false, Err(Why::NotRefuted))] {
        let b = &Builder::new();
        let even = b.data(b.next_datatype(), &[]);
        let odd = b.data(b.next_datatype() + 1, &[]);
        b.datatype("even", 0, &[("Zero", &[]), ("Odd", &[odd])]);
        b.datatype("odd", 0, &[("Even", &[even])]);
        let inside = |e| b.ctor(even, 1, &[b.ctor(odd, 0, &[e])]);
        let (bound, ghost) = if cyclic { (1, 0) } else { (0, 1) };
        let shape = b.not(b.eq(b.bound(1, even), inside(b.bound(bound, even))));
        let fact = b.eq(b.ghost(0, even), inside(b.ghost(ghost, even)));
        let goal = b.forall(even, b.forall(even, shape));
        let verdict = prove(b, goal, b.intros(3, b.leaf(&[fact], &[])));
        match expected {
            Ok(()) => assert_eq!(verdict, Verdict::Valid),
            Err(why) => in_lemma(verdict, why),
        }
    }
}

// ---- arithmetic ---------------------------------------------------------------------------------

#[test]
fn quotients_of_negative_numbers_round_down() {
    // -1 div 2 is not 0 ..
    let b = &Builder::new();
    let d = b.div(b.int(-1), 2);
    let zero = b.eq(d, b.int(0));
    assert_eq!(prove(b, b.not(zero), b.intro(b.leaf(&[zero], &[DivLow(d)]))), Verdict::Valid);
    // .. but -1.
    let b = &Builder::new();
    let d = b.div(b.int(-1), 2);
    let one = b.eq(d, b.int(-1));
    let lines = [DivLow(d), DivHigh(d)];
    in_lemma(prove(b, b.not(one), b.intro(b.leaf(&[one], &lines))), Why::NotRefuted);
}

#[test]
fn remainders_of_negative_numbers_are_not_negative() {
    // -1 mod 2 is not -1 ..
    let b = &Builder::new();
    let (m, d) = (b.modulo(b.int(-1), 2), b.div(b.int(-1), 2));
    let minus = b.eq(m, b.int(-1));
    let lines = [Congruent(m, b.int(-1)), DivLow(d), Combine(vec![(1, 0), (1, 1)])];
    assert_eq!(prove(b, b.not(minus), b.intro(b.leaf(&[minus], &lines))), Verdict::Valid);
    // .. but 1.
    let b = &Builder::new();
    let (m, d) = (b.modulo(b.int(-1), 2), b.div(b.int(-1), 2));
    let one = b.eq(m, b.int(1));
    let lines = [DivLow(d), DivHigh(d)];
    in_lemma(prove(b, b.not(one), b.intro(b.leaf(&[one], &lines))), Why::NotRefuted);
}

#[test]
fn sums_of_lines_at_and_beyond_128_bits() {
    // A line is divided by its common divisor, so that large multiples of one stay small ..
    let b = &Builder::new();
    let fact = |x| b.le(b.mul(b.int(i64::MAX), x), b.int(i64::MAX));
    let goal = all(b, b.imp(fact(x(b, 0)), b.falsity()));
    let mut lines = vec![Literal(0)];
    lines.extend((0..3).map(|i| Combine(vec![(u64::MAX, i), (1, i)])));
    in_lemma(prove(b, goal, b.intros(2, b.leaf(&[fact(g(b, 0))], &lines))), Why::NotRefuted);

    // .. but those of lines without a common divisor do not fit after a few rounds.
    let b = &Builder::new();
    let fact = |x, y| b.le(b.add(b.mul(b.int(i64::MAX), x), y), b.int(0));
    let goal = all(b, all(b, b.imp(b.and(fact(x(b, 1), x(b, 0)), fact(x(b, 0), x(b, 1))), b.falsity())));
    let (one, two) = (fact(g(b, 0), g(b, 1)), fact(g(b, 1), g(b, 0)));
    let lines =
        [Literal(0), Literal(1), Combine(vec![(u64::MAX, 0), (1, 1)]), Combine(vec![(u64::MAX, 2), (1, 1)])];
    let verdict = prove(b, goal, b.intros(3, b.leaf(&[one, two], &lines)));
    assert_eq!(verdict, Verdict::Declined(Why::Overflow));
}

// ---- what outlives its branch ---------------------------------------------------------------------

#[test]
fn the_facts_of_a_premise_are_not_those_of_the_rest() {
    // have (x = 0 ==> x = 0), whose proof assumes x = 0; then conclude x = 0.
    let b = &Builder::new();
    let is_zero = |e| b.eq(e, b.int(0));
    let goal = all(b, is_zero(x(b, 0)));
    let step = b.have(b.imp(is_zero(g(b, 0)), is_zero(g(b, 0))), b.intro(b.exact()), b.exact());
    in_lemma(prove(b, goal, b.intro(step)), Why::NotAFact);
}

#[test]
fn the_variables_of_a_premise_are_not_those_of_the_rest() {
    // have (forall y. y = y), whose proof introduces y; then use y as a witness.
    let b = &Builder::new();
    let goal = b.exists(b.int_sort(), b.eq(x(b, 0), x(b, 0)));
    let reflexive = all(b, b.eq(x(b, 0), x(b, 0)));
    let leaf = b.leaf(&[], &[]);
    let step = b.have(reflexive, b.intro(leaf), b.witness(g(b, 0), leaf));
    in_lemma(prove(b, goal, step), Why::UnboundLocal);
}

#[test]
fn the_premise_of_an_implication_is_not_a_fact_before_it_is_proved() {
    let b = &Builder::new();
    let fact = |e| b.imp(b.eq(e, b.int(0)), b.eq(e, b.int(1)));
    let goal = all(b, b.imp(fact(x(b, 0)), b.eq(x(b, 0), b.int(1))));
    in_lemma(prove(b, goal, b.intros(2, b.apply(fact(g(b, 0)), b.exact(), b.exact()))), Why::NotAFact);
}

#[test]
fn evidence_may_not_speak_of_the_value_of_a_qualifier() {
    let b = &Builder::new();
    let nu = b.nu(b.int_sort());
    let goal = b.exists(b.int_sort(), b.eq(x(b, 0), x(b, 0)));
    in_lemma(prove(b, goal, b.witness(nu, b.leaf(&[], &[]))), Why::UnboundNu);

    let b = &Builder::new();
    let t = b.ite(b.eq(b.nu(b.int_sort()), b.int(0)), b.int(0), b.int(1));
    in_lemma(prove(b, b.truth(), b.ite_split(t, b.exact(), b.exact())), Why::UnboundNu);

    let b = &Builder::new();
    let nu = b.nu(b.int_sort());
    in_lemma(prove(b, b.truth(), b.cut(b.eq(nu, nu), b.exact(), b.exact())), Why::UnboundNu);
}

// ---- binders ----------------------------------------------------------------------------------------

#[test]
fn a_binder_at_another_sort_than_its_far_variable() {
    // forall x:int. forall y:int. (outer variable, as a boolean) = true
    let b = &Builder::new();
    let inner = b.eq(b.bound(1, b.bool_sort()), b.boolean(true));
    let near = all(b, inner);
    let far = all(b, near);
    in_table(trivial(b), Table::Exprs, far.0, Why::SortMismatch);

    // The same in the rows of the proof, shared with a binder at the right sort.
    let b = &Builder::new();
    let inner = b.forall(b.int_sort(), b.eq(b.bound(1, b.bool_sort()), b.boolean(true)));
    b.forall(b.bool_sort(), inner);
    let wrong = ExprRow::Quant(Quant::Exists, b.int_sort(), inner);
    assert_eq!(trivial(b), Verdict::Valid);
    let row = b.proof_expr(wrong);
    in_table(b.check(), Table::Exprs, row.0, Why::SortMismatch);
}
