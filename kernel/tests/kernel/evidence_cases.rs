//! Negation, case splits and cuts: what they prove, and more that they must not.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::lemma::{all, g, prove, prove_generic, some, x};
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::*;

#[test]
fn not_push() {
    /// `not p ==> False`, after pushing the negation.
    fn pushed(b: &Builder, p: ExprRef, then: StepRef) -> Verdict {
        let fact = b.not(p);
        prove(b, b.imp(fact, b.falsity()), b.intro(b.not_push(fact, then)))
    }
    /// An undecidable formula.
    fn quantified(b: &Builder) -> ExprRef {
        all(b, b.eq(x(b, 0), x(b, 0)))
    }
    run(&[
        ("not True", |b| pushed(b, b.truth(), b.exact()), Valid),
        ("not not False", |b| pushed(b, b.not(b.falsity()), b.exact()), Valid),
        (
            "not (False || True)",
            |b| pushed(b, b.or(b.falsity(), b.truth()), b.not_push(b.not(b.truth()), b.exact())),
            Valid,
        ),
        (
            "not (True && True)",
            |b| {
                let no = b.not(b.truth());
                let each = b.not_push(no, b.exact());
                pushed(b, b.and(b.truth(), b.truth()), b.or_elim(b.or(no, no), each, each))
            },
            Valid,
        ),
        ("not (False ==> False)", |b| pushed(b, b.imp(b.falsity(), b.falsity()), b.exact()), Valid),
        (
            "not (True <=> True)",
            |b| {
                let (t, no) = (b.truth(), b.not(b.truth()));
                let either = b.or(b.and(t, no), b.and(no, t));
                let each = b.not_push(no, b.exact());
                pushed(b, b.iff(t, t), b.or_elim(either, each, each))
            },
            Valid,
        ),
        (
            "not exists x. x = 0",
            |b| {
                let none = all(b, b.not(b.eq(x(b, 0), b.int(0))));
                let at_zero = b.not(b.eq(b.int(0), b.int(0)));
                pushed(b, some(b, b.eq(x(b, 0), b.int(0))), b.inst(none, b.int(0), b.leaf(&[at_zero], &[])))
            },
            Valid,
        ),
        ("not False says nothing", |b| pushed(b, b.falsity(), b.exact()), Lemma(Why::FactMismatch)),
        (
            "not (1 <= 0) is a literal",
            |b| pushed(b, b.le(b.int(1), b.int(0)), b.exact()),
            Lemma(Why::FactMismatch),
        ),
        ("not forall is left alone", |b| pushed(b, quantified(b), b.exact()), Lemma(Why::FactMismatch)),
        (
            "not not of the undecidable",
            |b| pushed(b, b.not(quantified(b)), b.exact()),
            Lemma(Why::NotDecidable),
        ),
        (
            "not (p && q), both undecidable",
            |b| pushed(b, b.and(quantified(b), quantified(b)), b.exact()),
            Lemma(Why::NotDecidable),
        ),
        (
            "not (p ==> q), p undecidable",
            |b| pushed(b, b.imp(quantified(b), b.truth()), b.exact()),
            Lemma(Why::NotDecidable),
        ),
        (
            "not (p <=> q), one undecidable",
            |b| pushed(b, b.iff(b.truth(), quantified(b)), b.exact()),
            Lemma(Why::NotDecidable),
        ),
        (
            "not a negation",
            |b| prove(b, b.imp(b.truth(), b.truth()), b.intro(b.not_push(b.truth(), b.exact()))),
            Lemma(Why::FactMismatch),
        ),
        (
            "not a fact",
            |b| prove(b, b.truth(), b.not_push(b.not(b.truth()), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "not (True && False) does not give not True",
            |b| pushed(b, b.and(b.truth(), b.falsity()), b.not_push(b.not(b.truth()), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "not (True || False) gives both, but not more",
            |b| pushed(b, b.or(b.falsity(), b.falsity()), b.exact()),
            Lemma(Why::NotAFact),
        ),
        (
            "not (p ==> q) does not give q",
            |b| pushed(b, b.imp(b.truth(), b.falsity()), b.exact()),
            Lemma(Why::NotAFact),
        ),
        (
            "not exists does not become exists not",
            |b| {
                let wrong = some(b, b.not(b.eq(x(b, 0), b.int(0))));
                pushed(b, some(b, b.eq(x(b, 0), b.int(0))), b.obtain(wrong, b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}

#[test]
fn case() {
    /// `forall c:bool. c = false || c = true`.
    fn two_values(b: &Builder) -> ExprRef {
        let c = b.bound(0, b.bool_sort());
        b.forall(b.bool_sort(), b.or(b.eq(c, b.boolean(false)), b.eq(c, b.boolean(true))))
    }
    /// The same of a ghost.
    fn c(b: &Builder) -> ExprRef {
        b.ghost(0, b.bool_sort())
    }
    run(&[
        (
            "a boolean is false or true",
            |b| prove(b, two_values(b), b.intro(b.case(c(b), &[b.left(b.exact()), b.right(b.exact())]))),
            Valid,
        ),
        (
            "fields are new variables",
            |b| {
                // forall l. l = [] || exists h t. l = h :: t
                let (int, list) = (b.int_sort(), b.data(b.declare_list(), &[b.int_sort()]));
                let cons = b.ctor(list, 1, &[b.bound(1, int), b.bound(0, list)]);
                let is_cons = b.exists(int, b.exists(list, b.eq(b.bound(2, list), cons)));
                let goal = b.forall(list, b.or(b.eq(b.bound(0, list), b.ctor(list, 0, &[])), is_cons));
                let by_fields = b.witness(b.ghost(1, int), b.witness(b.ghost(2, list), b.exact()));
                let proof = b.case(b.ghost(0, list), &[b.left(b.exact()), b.right(by_fields)]);
                prove(b, goal, b.intro(proof))
            },
            Valid,
        ),
        (
            "a branch missing",
            |b| prove(b, two_values(b), b.intro(b.case(c(b), &[b.left(b.exact())]))),
            Lemma(Why::WrongBranches),
        ),
        (
            "a branch too many",
            |b| {
                let l = b.left(b.exact());
                prove(b, two_values(b), b.intro(b.case(c(b), &[l, l, l])))
            },
            Lemma(Why::WrongBranches),
        ),
        (
            "branches exchanged",
            |b| prove(b, two_values(b), b.intro(b.case(c(b), &[b.right(b.exact()), b.left(b.exact())]))),
            Lemma(Why::NotAFact),
        ),
        ("an integer", |b| prove(b, b.truth(), b.case(b.int(1), &[])), Lemma(Why::SortMismatch)),
        ("a formula", |b| prove(b, b.truth(), b.case(b.truth(), &[])), Lemma(Why::SortMismatch)),
        (
            "not in scope",
            |b| prove(b, b.truth(), b.case(c(b), &[b.exact(), b.exact()])),
            Lemma(Why::UnboundLocal),
        ),
        (
            "a loose variable",
            |b| prove(b, b.truth(), b.case(b.bound(0, b.bool_sort()), &[b.exact(), b.exact()])),
            Lemma(Why::LooseVariable),
        ),
        (
            "an abstract sort has no known constructors",
            |b| {
                let a = b.abstract_sort(0);
                let goal = b.forall(a, b.falsity());
                prove_generic(b, goal, b.intro(b.case(b.ghost(0, a), &[])))
            },
            Lemma(Why::SortMismatch),
        ),
        (
            "a field of one branch in the other",
            |b| {
                let (int, list) = (b.int_sort(), b.data(b.declare_list(), &[b.int_sort()]));
                let goal = b.forall(list, b.exists(int, b.eq(b.bound(0, int), b.bound(0, int))));
                let by_head = b.witness(b.ghost(1, int), b.leaf(&[], &[]));
                prove(b, goal, b.intro(b.case(b.ghost(0, list), &[by_head, by_head])))
            },
            Lemma(Why::UnboundLocal),
        ),
    ]);
}

#[test]
fn cut_and_ite_split() {
    /// `if 0 <= x then x else -x`, for ghost 0.
    fn absolute(b: &Builder, of: ExprRef) -> ExprRef {
        b.ite(b.le(b.int(0), of), of, b.sub(b.int(0), of))
    }
    /// `forall x. 0 <= |x|`.
    fn not_negative(b: &Builder) -> ExprRef {
        all(b, b.le(b.int(0), absolute(b, x(b, 0))))
    }
    run(&[
        (
            "cut",
            |b| {
                let p = b.le(x(b, 0), b.int(0));
                let goal = all(b, b.or(p, b.not(p)));
                prove(b, goal, b.intro(b.cut(b.le(g(b, 0), b.int(0)), b.left(b.exact()), b.right(b.exact()))))
            },
            Valid,
        ),
        (
            "if-then-else",
            |b| {
                use LeafRow::*;
                let t = absolute(b, g(b, 0));
                let (c, minus) = (b.le(b.int(0), g(b, 0)), b.sub(b.int(0), g(b, 0)));
                let yes =
                    b.leaf(&[c, b.eq(t, g(b, 0))], &[Literal(0), Literal(2), Combine(vec![(1, 0), (1, 1)])]);
                let no = b.leaf(
                    &[b.not(c), b.eq(t, minus)],
                    &[Literal(0), Literal(2), Congruent(minus, t), Combine(vec![(1, 0), (1, 1), (1, 2)])],
                );
                prove(b, not_negative(b), b.intro(b.ite_split(t, yes, no)))
            },
            Valid,
        ),
        (
            "cut on the undecidable",
            |b| prove(b, b.truth(), b.cut(all(b, b.eq(x(b, 0), b.int(0))), b.exact(), b.exact())),
            Lemma(Why::NotDecidable),
        ),
        (
            "cut on a term",
            |b| prove(b, b.truth(), b.cut(b.int(1), b.exact(), b.exact())),
            Lemma(Why::SortMismatch),
        ),
        (
            "cut out of scope",
            |b| prove(b, b.truth(), b.cut(b.eq(g(b, 0), b.int(1)), b.exact(), b.exact())),
            Lemma(Why::UnboundLocal),
        ),
        (
            "cut on a predicate variable",
            |b| prove(b, b.truth(), b.cut(b.pred_var(0, &[]), b.exact(), b.exact())),
            Lemma(Why::UnboundPredicate),
        ),
        (
            "the positive fact in the negative branch",
            |b| {
                let p = b.le(x(b, 0), b.int(0));
                let step = b.left(b.exact());
                prove(b, all(b, b.or(p, p)), b.intro(b.cut(b.le(g(b, 0), b.int(0)), step, step)))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "split what is no if-then-else",
            |b| prove(b, b.truth(), b.ite_split(b.int(1), b.exact(), b.exact())),
            Lemma(Why::FactMismatch),
        ),
        (
            "an if-then-else out of scope",
            |b| prove(b, b.truth(), b.ite_split(absolute(b, g(b, 0)), b.exact(), b.exact())),
            Lemma(Why::UnboundLocal),
        ),
        (
            "an if-then-else under a binder",
            |b| prove(b, b.truth(), b.ite_split(absolute(b, x(b, 0)), b.exact(), b.exact())),
            Lemma(Why::LooseVariable),
        ),
        (
            "its branches exchanged",
            |b| {
                let t = absolute(b, g(b, 0));
                let yes = b.leaf(&[b.eq(t, b.sub(b.int(0), g(b, 0)))], &[]);
                prove(b, not_negative(b), b.intro(b.ite_split(t, yes, yes)))
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}
