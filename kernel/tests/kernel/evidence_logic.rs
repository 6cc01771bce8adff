//! Per step of plain logic: goals that it proves, and more that it must not, with the reason.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::lemma::{all, g, prove, some, x};
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::*;

#[test]
fn intro() {
    run(&[
        ("forall x. x = x", |b| prove(b, all(b, b.eq(x(b, 0), x(b, 0))), b.intro(b.leaf(&[], &[]))), Valid),
        ("False ==> False", |b| prove(b, b.imp(b.falsity(), b.falsity()), b.intro(b.exact())), Valid),
        ("not False", |b| prove(b, b.not(b.falsity()), b.intro(b.exact())), Valid),
        ("True", |b| prove(b, b.truth(), b.intro(b.exact())), Lemma(Why::GoalMismatch)),
        (
            "exists x. x = x",
            |b| prove(b, some(b, b.eq(x(b, 0), x(b, 0))), b.intro(b.exact())),
            Lemma(Why::GoalMismatch),
        ),
        (
            "True && True",
            |b| prove(b, b.and(b.truth(), b.truth()), b.intro(b.exact())),
            Lemma(Why::GoalMismatch),
        ),
        ("not True", |b| prove(b, b.not(b.truth()), b.intro(b.exact())), Lemma(Why::NotAFact)),
        (
            "True ==> False",
            |b| prove(b, b.imp(b.truth(), b.falsity()), b.intro(b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "next is not before",
            |b| prove(b, b.not(b.falsity()), b.intro(StepRef(0))),
            Lemma(Why::BadReference),
        ),
        (
            "next is not there",
            |b| prove(b, b.not(b.falsity()), b.intro(StepRef(9))),
            Lemma(Why::BadReference),
        ),
        (
            "forall x. x = 0: the variable is any, not 0",
            |b| prove(b, all(b, b.eq(x(b, 0), b.int(0))), b.intro(b.leaf(&[], &[]))),
            Lemma(Why::NotRefuted),
        ),
        (
            "forall x y. x = y: two introductions are two variables",
            |b| prove(b, all(b, all(b, b.eq(x(b, 1), x(b, 0)))), b.intros(2, b.leaf(&[], &[]))),
            Lemma(Why::NotRefuted),
        ),
    ]);
}

#[test]
fn split_and_choose() {
    run(&[
        ("True && True", |b| prove(b, b.and(b.truth(), b.truth()), b.split(b.exact(), b.exact())), Valid),
        (
            "False <=> False",
            |b| {
                let same = b.intro(b.exact());
                prove(b, b.iff(b.falsity(), b.falsity()), b.split(same, same))
            },
            Valid,
        ),
        ("True || False", |b| prove(b, b.or(b.truth(), b.falsity()), b.left(b.exact())), Valid),
        ("False || True", |b| prove(b, b.or(b.falsity(), b.truth()), b.right(b.exact())), Valid),
        (
            "split True && False",
            |b| prove(b, b.and(b.truth(), b.falsity()), b.split(b.exact(), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "split False && True",
            |b| prove(b, b.and(b.falsity(), b.truth()), b.split(b.exact(), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "split True || True",
            |b| prove(b, b.or(b.truth(), b.truth()), b.split(b.exact(), b.exact())),
            Lemma(Why::GoalMismatch),
        ),
        (
            "split True <=> False: one direction fails",
            |b| {
                let step = b.intro(b.exact());
                prove(b, b.iff(b.truth(), b.falsity()), b.split(step, step))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "left of a conjunction",
            |b| prove(b, b.and(b.truth(), b.truth()), b.left(b.exact())),
            Lemma(Why::GoalMismatch),
        ),
        (
            "left of False || True",
            |b| prove(b, b.or(b.falsity(), b.truth()), b.left(b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "right of True || False",
            |b| prove(b, b.or(b.truth(), b.falsity()), b.right(b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "right of an implication",
            |b| prove(b, b.imp(b.truth(), b.truth()), b.right(b.exact())),
            Lemma(Why::GoalMismatch),
        ),
        (
            "a fact of the first branch in the second",
            |b| {
                // (False ==> False) && False
                let goal = b.and(b.imp(b.falsity(), b.falsity()), b.falsity());
                prove(b, goal, b.split(b.intro(b.exact()), b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "a variable of the first branch in the second",
            |b| {
                let goal = b.and(all(b, b.eq(x(b, 0), x(b, 0))), some(b, b.eq(x(b, 0), b.int(0))));
                prove(b, goal, b.split(b.intro(b.leaf(&[], &[])), b.witness(g(b, 0), b.leaf(&[], &[]))))
            },
            Lemma(Why::UnboundLocal),
        ),
    ]);
}

#[test]
fn witness() {
    run(&[
        (
            "exists x. x = 3",
            |b| prove(b, some(b, b.eq(x(b, 0), b.int(3))), b.witness(b.int(3), b.leaf(&[], &[]))),
            Valid,
        ),
        (
            "forall x. exists y. y = x + 1",
            |b| {
                let goal = all(b, some(b, b.eq(x(b, 0), b.add(x(b, 1), b.int(1)))));
                prove(b, goal, b.intro(b.witness(b.add(g(b, 0), b.int(1)), b.leaf(&[], &[]))))
            },
            Valid,
        ),
        (
            "the wrong witness",
            |b| prove(b, some(b, b.eq(x(b, 0), b.int(3))), b.witness(b.int(4), b.leaf(&[], &[]))),
            Lemma(Why::NotRefuted),
        ),
        (
            "of another sort",
            |b| prove(b, some(b, b.eq(x(b, 0), b.int(3))), b.witness(b.boolean(true), b.exact())),
            Lemma(Why::SortMismatch),
        ),
        (
            "a formula",
            |b| prove(b, some(b, b.eq(x(b, 0), b.int(3))), b.witness(b.truth(), b.exact())),
            Lemma(Why::SortMismatch),
        ),
        (
            "a variable not in scope",
            |b| prove(b, some(b, b.eq(x(b, 0), x(b, 0))), b.witness(g(b, 0), b.exact())),
            Lemma(Why::UnboundLocal),
        ),
        (
            "a program variable in a lemma",
            |b| prove(b, some(b, b.eq(x(b, 0), x(b, 0))), b.witness(b.local(0, b.int_sort()), b.exact())),
            Lemma(Why::UnboundLocal),
        ),
        (
            "the value",
            |b| prove(b, some(b, b.eq(x(b, 0), x(b, 0))), b.witness(b.nu(b.int_sort()), b.exact())),
            Lemma(Why::UnboundNu),
        ),
        (
            "a universal goal",
            |b| prove(b, all(b, b.eq(x(b, 0), b.int(3))), b.witness(b.int(3), b.leaf(&[], &[]))),
            Lemma(Why::GoalMismatch),
        ),
        (
            "a loose variable, which the instance would capture",
            |b| {
                // exists x. forall y. x = y, at x := Bound(0)
                let goal = some(b, all(b, b.eq(x(b, 1), x(b, 0))));
                prove(b, goal, b.witness(x(b, 0), b.intro(b.leaf(&[], &[]))))
            },
            Lemma(Why::LooseVariable),
        ),
        (
            "the same witness for every value: exists y. forall x. x = y",
            |b| {
                let goal = some(b, all(b, b.eq(x(b, 0), x(b, 1))));
                prove(b, goal, b.witness(g(b, 0), b.intro(b.leaf(&[], &[]))))
            },
            Lemma(Why::UnboundLocal),
        ),
    ]);
}

#[test]
fn exact_and_absurd() {
    run(&[
        ("True", |b| prove(b, b.truth(), b.exact()), Valid),
        (
            "from False",
            |b| prove(b, b.imp(b.falsity(), some(b, b.lt(x(b, 0), x(b, 0)))), b.intro(b.absurd(b.exact()))),
            Valid,
        ),
        (
            "a part of a conjunction",
            |b| {
                let (p, q) = (b.eq(g(b, 0), b.int(1)), b.eq(b.int(2), b.int(3)));
                let goal = all(b, b.imp(b.and(b.eq(x(b, 0), b.int(1)), q), b.eq(x(b, 0), b.int(1))));
                let _ = p;
                prove(b, goal, b.intros(2, b.exact()))
            },
            Valid,
        ),
        ("False", |b| prove(b, b.falsity(), b.exact()), Lemma(Why::NotAFact)),
        ("absurd without reason", |b| prove(b, b.truth(), b.absurd(b.exact())), Lemma(Why::NotAFact)),
        (
            "an equal but other formula",
            |b| prove(b, b.imp(b.eq(b.int(1), b.int(2)), b.eq(b.int(2), b.int(1))), b.intro(b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "a part of a disjunction",
            |b| prove(b, b.imp(b.or(b.falsity(), b.truth()), b.falsity()), b.intro(b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "the negation of a fact",
            |b| prove(b, b.imp(b.falsity(), b.not(b.falsity())), b.intro(b.exact())),
            Lemma(Why::NotAFact),
        ),
        ("a step that is not there", |b| prove(b, b.truth(), StepRef(3)), Lemma(Why::BadReference)),
    ]);
}

#[test]
fn or_elim() {
    /// `(p || q) ==> goal`, introduced.
    fn from_either(b: &Builder, p: ExprRef, q: ExprRef, goal: ExprRef, l: StepRef, r: StepRef) -> Verdict {
        let either = b.or(p, q);
        prove(b, b.imp(either, goal), b.intro(b.or_elim(either, l, r)))
    }
    run(&[
        ("False || True", |b| from_either(b, b.falsity(), b.truth(), b.truth(), b.exact(), b.exact()), Valid),
        (
            "one branch fails",
            |b| from_either(b, b.falsity(), b.truth(), b.falsity(), b.exact(), b.exact()),
            Lemma(Why::NotAFact),
        ),
        (
            "the other branch fails",
            |b| from_either(b, b.truth(), b.falsity(), b.falsity(), b.exact(), b.exact()),
            Lemma(Why::NotAFact),
        ),
        (
            "not a fact",
            |b| {
                let either = b.or(b.truth(), b.falsity());
                prove(b, b.truth(), b.or_elim(either, b.exact(), b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "a conjunction",
            |b| {
                let both = b.and(b.truth(), b.falsity());
                prove(b, b.imp(both, b.truth()), b.intro(b.or_elim(both, b.exact(), b.exact())))
            },
            Lemma(Why::FactMismatch),
        ),
        (
            "a disjunction that is the goal, not a fact",
            |b| {
                let either = b.or(b.falsity(), b.falsity());
                prove(b, either, b.or_elim(either, b.exact(), b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}

#[test]
fn obtain_and_inst() {
    /// `x = 3`.
    fn is_three(b: &Builder, e: ExprRef) -> ExprRef {
        b.eq(e, b.int(3))
    }
    run(&[
        (
            "exists gives a variable",
            |b| {
                let three = is_three(b, x(b, 0));
                let proof = b.intro(b.obtain(some(b, three), b.witness(g(b, 0), b.exact())));
                prove(b, b.imp(some(b, three), some(b, three)), proof)
            },
            Valid,
        ),
        (
            "forall gives an instance",
            |b| {
                let every = all(b, is_three(b, x(b, 0)));
                let proof = b.intro(b.inst(every, b.int(4), b.leaf(&[is_three(b, b.int(4))], &[])));
                prove(b, b.imp(every, b.falsity()), proof)
            },
            Valid,
        ),
        (
            "obtain from a universal fact",
            |b| {
                let every = all(b, is_three(b, x(b, 0)));
                prove(b, b.imp(every, b.truth()), b.intro(b.obtain(every, b.exact())))
            },
            Lemma(Why::FactMismatch),
        ),
        (
            "inst of an existential fact: any value instead of some value",
            |b| {
                let one = some(b, is_three(b, x(b, 0)));
                let proof = b.intro(b.inst(one, b.int(4), b.leaf(&[is_three(b, b.int(4))], &[])));
                prove(b, b.imp(one, b.falsity()), proof)
            },
            Lemma(Why::FactMismatch),
        ),
        (
            "obtain of what is not known",
            |b| prove(b, b.truth(), b.obtain(some(b, is_three(b, x(b, 0))), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "inst of what is not known",
            |b| prove(b, b.truth(), b.inst(all(b, is_three(b, x(b, 0))), b.int(4), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "inst at another sort",
            |b| {
                let every = all(b, is_three(b, x(b, 0)));
                prove(b, b.imp(every, b.truth()), b.intro(b.inst(every, b.boolean(true), b.exact())))
            },
            Lemma(Why::SortMismatch),
        ),
        (
            "inst at a variable not in scope",
            |b| {
                let every = all(b, is_three(b, x(b, 0)));
                prove(b, b.imp(every, b.truth()), b.intro(b.inst(every, g(b, 0), b.exact())))
            },
            Lemma(Why::UnboundLocal),
        ),
        (
            "two existentials are not about the same value",
            |b| {
                let (three, four) = (some(b, is_three(b, x(b, 0))), some(b, b.eq(x(b, 0), b.int(4))));
                let facts = [is_three(b, g(b, 0)), b.eq(g(b, 1), b.int(4))];
                let proof = b.intros(2, b.obtain(three, b.obtain(four, b.leaf(&facts, &[]))));
                prove(b, b.imp(three, b.imp(four, b.falsity())), proof)
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "the variable of an existential is not one that is there already",
            |b| {
                // forall x. (exists y. y = 3) ==> x = 3
                let three = some(b, is_three(b, x(b, 0)));
                let proof = b.intros(2, b.obtain(three, b.exact()));
                prove(b, all(b, b.imp(three, is_three(b, x(b, 0)))), proof)
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}

#[test]
fn apply_iff_parts_have() {
    run(&[
        (
            "apply",
            |b| {
                let rule = b.imp(b.truth(), b.falsity());
                prove(b, b.imp(rule, b.falsity()), b.intro(b.apply(rule, b.exact(), b.exact())))
            },
            Valid,
        ),
        (
            "both directions of an equivalence",
            |b| {
                let rule = b.iff(b.falsity(), b.truth());
                let back = b.imp(b.truth(), b.falsity());
                let proof = b.intro(b.iff_parts(rule, b.apply(back, b.exact(), b.exact())));
                prove(b, b.imp(rule, b.falsity()), proof)
            },
            Valid,
        ),
        (
            "have",
            |b| prove(b, b.truth(), b.have(b.eq(b.int(1), b.int(1)), b.leaf(&[], &[]), b.exact())),
            Valid,
        ),
        (
            "apply without its premise",
            |b| {
                let rule = b.imp(b.falsity(), b.falsity());
                prove(b, b.imp(rule, b.falsity()), b.intro(b.apply(rule, b.exact(), b.exact())))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "apply what is not known",
            |b| prove(b, b.falsity(), b.apply(b.imp(b.truth(), b.falsity()), b.exact(), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "apply an equivalence",
            |b| {
                let rule = b.iff(b.truth(), b.truth());
                prove(b, b.imp(rule, b.truth()), b.intro(b.apply(rule, b.exact(), b.exact())))
            },
            Lemma(Why::FactMismatch),
        ),
        (
            "apply backwards: the conclusion does not give the premise",
            |b| {
                let rule = b.imp(b.falsity(), b.truth());
                prove(b, b.imp(rule, b.falsity()), b.intro(b.apply(rule, b.absurd(b.exact()), b.exact())))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "parts of an implication",
            |b| {
                let rule = b.imp(b.truth(), b.truth());
                prove(b, b.imp(rule, b.truth()), b.intro(b.iff_parts(rule, b.exact())))
            },
            Lemma(Why::FactMismatch),
        ),
        (
            "parts of what is not known",
            |b| prove(b, b.truth(), b.iff_parts(b.iff(b.truth(), b.truth()), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "have without proof",
            |b| prove(b, b.falsity(), b.have(b.falsity(), b.exact(), b.exact())),
            Lemma(Why::NotAFact),
        ),
        (
            "have a term",
            |b| prove(b, b.truth(), b.have(b.int(1), b.exact(), b.exact())),
            Lemma(Why::SortMismatch),
        ),
        (
            "have a loose variable",
            |b| prove(b, b.truth(), b.have(b.eq(x(b, 0), x(b, 0)), b.leaf(&[], &[]), b.exact())),
            Lemma(Why::LooseVariable),
        ),
        (
            "have about the value",
            |b| prove(b, b.truth(), b.have(b.eq(b.nu(b.int_sort()), b.int(1)), b.exact(), b.exact())),
            Lemma(Why::UnboundNu),
        ),
        (
            "the premise's own facts do not reach the rest",
            |b| {
                // have (False ==> False), whose proof assumes False; then prove False.
                prove(b, b.falsity(), b.have(b.imp(b.falsity(), b.falsity()), b.intro(b.exact()), b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}
