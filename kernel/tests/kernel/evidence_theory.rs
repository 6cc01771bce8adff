//! Definitions, lemmas, axioms and induction: what they prove, and more that they must not.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::lemma::{all, g, prove, prove_generic, trivial, x};
use covenant_kernel::check::Assumption;
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::tables::*;

/// A list sort of integers, `len`, and the list `[7]`.
struct Lists {
    list: SortRef,
    len: DefRef,
    nil: ExprRef,
    one: ExprRef,
}

fn lists(b: &Builder) -> Lists {
    let data = b.declare_list();
    let (len, list) = (b.define_len(data), b.data(data, &[b.int_sort()]));
    let nil = b.ctor(list, 0, &[]);
    Lists { list, len, nil, one: b.ctor(list, 1, &[b.int(7), nil]) }
}

impl Lists {
    fn len(&self, b: &Builder, l: ExprRef) -> ExprRef {
        b.call(self.len, &[b.int_sort()], &[l])
    }
}

/// `small (x:int) = x <= 9`, a predicate; and `none (l:int list)`, true of `[]` only.
fn predicates(b: &Builder, l: &Lists) -> (DefRef, DefRef) {
    let row = |name: &str, params: Vec<SortRef>, body: DefBody| DefRow {
        name: name.into(),
        sort_params: 0,
        params,
        result: None,
        decidable: true,
        group: b.next_def().0,
        body,
    };
    let small = b.le(b.local(0, b.int_sort()), b.int(9));
    let small = b.def(row("small", vec![b.int_sort()], DefBody::Direct(small)));
    let cases = DefBody::Cases { on: 0, cases: vec![b.truth(), b.falsity()] };
    (small, b.def(row("none", vec![l.list], cases)))
}

#[test]
fn unfold() {
    run(&[
        (
            "len [] = 0",
            |b| {
                let l = lists(b);
                let t = l.len(b, l.nil);
                let goal = b.eq(t, b.int(0));
                prove(b, goal, b.unfold(t, None, b.exact()))
            },
            Valid,
        ),
        (
            "forall l. l = [7] ==> len l = 1 + len []",
            |b| {
                let l = lists(b);
                let fact = b.eq(b.bound(0, l.list), l.one);
                let rest = b.add(b.int(1), l.len(b, l.nil));
                let goal = b.forall(l.list, b.imp(fact, b.eq(l.len(b, b.bound(0, l.list)), rest)));
                let t = l.len(b, b.ghost(0, l.list));
                prove(b, goal, b.intros(2, b.unfold(t, Some(l.one), b.exact())))
            },
            Valid,
        ),
        (
            "a stand-in that is not known to be equal",
            |b| {
                let l = lists(b);
                let goal = b.forall(l.list, b.eq(l.len(b, b.bound(0, l.list)), b.int(0)));
                let t = l.len(b, b.ghost(0, l.list));
                prove(b, goal, b.intro(b.unfold(t, Some(l.nil), b.exact())))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "the equation the other way round is another fact",
            |b| {
                let l = lists(b);
                let fact = b.eq(l.nil, b.bound(0, l.list));
                let goal = b.forall(l.list, b.imp(fact, b.eq(l.len(b, b.bound(0, l.list)), b.int(0))));
                let t = l.len(b, b.ghost(0, l.list));
                prove(b, goal, b.intros(2, b.unfold(t, Some(l.nil), b.exact())))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "a variable has no constructor",
            |b| {
                let l = lists(b);
                let goal = b.forall(l.list, b.eq(l.len(b, b.bound(0, l.list)), b.int(0)));
                prove(b, goal, b.intro(b.unfold(l.len(b, b.ghost(0, l.list)), None, b.exact())))
            },
            Lemma(Why::CannotUnfold),
        ),
        (
            "a stand-in for a constructor, by a false hypothesis",
            |b| {
                let l = lists(b);
                let t = l.len(b, l.one);
                let goal = b.imp(b.eq(l.one, l.nil), b.eq(t, b.int(0)));
                prove(b, goal, b.intro(b.unfold(t, Some(l.nil), b.exact())))
            },
            Valid,
        ),
        (
            "a stand-in for a constructor that is not known to be equal",
            |b| {
                let l = lists(b);
                let t = l.len(b, l.one);
                prove(b, b.eq(t, b.int(0)), b.unfold(t, Some(l.nil), b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "a stand-in that is not a constructor",
            |b| {
                let l = lists(b);
                let (v, w) = (b.bound(1, l.list), b.bound(0, l.list));
                let goal = b.forall(l.list, b.forall(l.list, b.imp(b.eq(v, w), b.truth())));
                let (v, w) = (b.ghost(0, l.list), b.ghost(1, l.list));
                prove(b, goal, b.intros(3, b.unfold(l.len(b, v), Some(w), b.exact())))
            },
            Lemma(Why::CannotUnfold),
        ),
        (
            "a stand-in of another sort",
            |b| {
                let l = lists(b);
                let goal = b.forall(l.list, b.truth());
                let t = l.len(b, b.ghost(0, l.list));
                prove(b, goal, b.intro(b.unfold(t, Some(b.boolean(true)), b.exact())))
            },
            Lemma(Why::SortMismatch),
        ),
        (
            "a constant",
            |b| prove(b, b.truth(), b.unfold(b.int(1), None, b.exact())),
            Lemma(Why::CannotUnfold),
        ),
        (
            "an opaque definition",
            |b| {
                let row = DefRow {
                    name: "f".into(),
                    sort_params: 0,
                    params: vec![],
                    result: Some(b.int_sort()),
                    decidable: true,
                    group: 0,
                    body: DefBody::Opaque,
                };
                let t = b.call(b.def(row), &[], &[]);
                prove(b, b.truth(), b.unfold(t, None, b.exact()))
            },
            Lemma(Why::CannotUnfold),
        ),
        (
            "a call out of scope",
            |b| {
                let l = lists(b);
                prove(b, b.truth(), b.unfold(l.len(b, b.ghost(0, l.list)), None, b.exact()))
            },
            Lemma(Why::UnboundLocal),
        ),
        (
            "len [7] = 0, by the equation of []",
            |b| {
                let l = lists(b);
                let t = l.len(b, l.one);
                prove(b, b.eq(t, b.int(0)), b.unfold(t, None, b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}

#[test]
fn unfold_fact_and_goal() {
    run(&[
        (
            "small 3, unfolded in the goal",
            |b| {
                let (small, _) = predicates(b, &lists(b));
                let goal = b.call(small, &[], &[b.int(3)]);
                prove(b, goal, b.unfold_goal(None, b.leaf(&[], &[LeafRow::Literal(0)])))
            },
            Valid,
        ),
        (
            "small 10, unfolded in a fact",
            |b| {
                let (small, _) = predicates(b, &lists(b));
                let (fact, body) = (b.call(small, &[], &[b.int(10)]), b.le(b.int(10), b.int(9)));
                let proof = b.unfold_fact(fact, None, b.leaf(&[body], &[LeafRow::Literal(0)]));
                prove(b, b.imp(fact, b.falsity()), b.intro(proof))
            },
            Valid,
        ),
        (
            "not (small 3), unfolded in a fact",
            |b| {
                let (small, _) = predicates(b, &lists(b));
                let fact = b.not(b.call(small, &[], &[b.int(3)]));
                let body = b.not(b.le(b.int(3), b.int(9)));
                let proof = b.unfold_fact(fact, None, b.leaf(&[body], &[LeafRow::Literal(0)]));
                prove(b, b.imp(fact, b.falsity()), b.intro(proof))
            },
            Valid,
        ),
        (
            "not (none [7]) by cases",
            |b| {
                let l = lists(b);
                let (_, none) = predicates(b, &l);
                let fact = b.call(none, &[], &[l.one]);
                prove(b, b.not(fact), b.intro(b.unfold_fact(fact, None, b.exact())))
            },
            Valid,
        ),
        (
            "small 10 as a goal",
            |b| {
                let (small, _) = predicates(b, &lists(b));
                let goal = b.call(small, &[], &[b.int(10)]);
                prove(b, goal, b.unfold_goal(None, b.leaf(&[], &[LeafRow::Literal(0)])))
            },
            Lemma(Why::NotRefuted),
        ),
        (
            "a fact that is not known",
            |b| {
                let (small, _) = predicates(b, &lists(b));
                prove(b, b.falsity(), b.unfold_fact(b.call(small, &[], &[b.int(10)]), None, b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "a goal that is no call",
            |b| prove(b, b.truth(), b.unfold_goal(None, b.exact())),
            Lemma(Why::CannotUnfold),
        ),
        (
            "a negated goal",
            |b| {
                let (small, _) = predicates(b, &lists(b));
                let goal = b.not(b.call(small, &[], &[b.int(10)]));
                prove(b, goal, b.unfold_goal(None, b.exact()))
            },
            Lemma(Why::CannotUnfold),
        ),
        (
            "a fact that is no call",
            |b| prove(b, b.imp(b.truth(), b.truth()), b.intro(b.unfold_fact(b.truth(), None, b.exact()))),
            Lemma(Why::CannotUnfold),
        ),
        (
            "none of a variable",
            |b| {
                let l = lists(b);
                let (_, none) = predicates(b, &l);
                let goal = b.forall(l.list, b.call(none, &[], &[b.bound(0, l.list)]));
                prove(b, goal, b.intro(b.unfold_goal(None, b.exact())))
            },
            Lemma(Why::CannotUnfold),
        ),
        (
            "none of a variable, as if it were []",
            |b| {
                let l = lists(b);
                let (_, none) = predicates(b, &l);
                let goal = b.forall(l.list, b.call(none, &[], &[b.bound(0, l.list)]));
                prove(b, goal, b.intro(b.unfold_goal(Some(l.nil), b.exact())))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "a stand-in for a definition without cases",
            |b| {
                let l = lists(b);
                let (small, _) = predicates(b, &l);
                let goal = b.call(small, &[], &[b.int(3)]);
                prove(b, goal, b.unfold_goal(Some(l.nil), b.exact()))
            },
            Lemma(Why::CannotUnfold),
        ),
        (
            "the negated body of a positive fact",
            |b| {
                let (small, _) = predicates(b, &lists(b));
                let (fact, body) = (b.call(small, &[], &[b.int(3)]), b.not(b.le(b.int(3), b.int(9))));
                let proof = b.unfold_fact(fact, None, b.leaf(&[body], &[LeafRow::Literal(0)]));
                prove(b, b.imp(fact, b.falsity()), b.intro(proof))
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}

#[test]
fn lemma_and_axiom() {
    /// `forall x. x = x`, proved.
    fn reflexive(b: &Builder) -> LemmaRef {
        b.lemma(0, all(b, b.eq(x(b, 0), x(b, 0))), b.intro(b.leaf(&[], &[])))
    }
    run(&[
        (
            "an earlier lemma",
            |b| {
                let l = reflexive(b);
                prove(b, b.eq(b.int(3), b.int(3)), b.use_lemma(l, &[], &[b.int(3)], b.exact()))
            },
            Valid,
        ),
        (
            "an axiom is an assumption",
            |b| {
                let a = b.axiom(b.falsity());
                prove(b, b.falsity(), b.use_axiom(a, &[], &[], b.exact()))
            },
            Modulo(vec![Assumption::Axiom(0)]),
        ),
        (
            "an axiom that is not used is none",
            |b| {
                b.axiom(b.falsity());
                trivial(b)
            },
            Valid,
        ),
        (
            "a lemma that uses itself",
            |b| prove(b, b.falsity(), b.use_lemma(LemmaRef(0), &[], &[], b.exact())),
            Lemma(Why::ForwardLemma),
        ),
        (
            "a later lemma",
            |b| {
                b.lemma(0, b.falsity(), b.use_lemma(LemmaRef(1), &[], &[], b.exact()));
                reflexive(b);
                trivial(b)
            },
            Lemma(Why::ForwardLemma),
        ),
        (
            "an axiom that is not there",
            |b| prove(b, b.falsity(), b.use_axiom(AxiomRef(0), &[], &[], b.exact())),
            Lemma(Why::BadReference),
        ),
        (
            "too many terms",
            |b| {
                let l = reflexive(b);
                prove(b, b.truth(), b.use_lemma(l, &[], &[b.int(3), b.int(4)], b.exact()))
            },
            Lemma(Why::BadInstance),
        ),
        (
            "a term of another sort",
            |b| {
                let l = reflexive(b);
                prove(b, b.truth(), b.use_lemma(l, &[], &[b.boolean(true)], b.exact()))
            },
            Lemma(Why::SortMismatch),
        ),
        (
            "a term out of scope",
            |b| {
                let l = reflexive(b);
                prove(b, b.truth(), b.use_lemma(l, &[], &[g(b, 0)], b.exact()))
            },
            Lemma(Why::UnboundLocal),
        ),
        (
            "a sort too many",
            |b| {
                let l = reflexive(b);
                prove(b, b.truth(), b.use_lemma(l, &[b.int_sort()], &[], b.exact()))
            },
            Lemma(Why::WrongArity),
        ),
        (
            "a sort that is not in scope",
            |b| {
                let a = b.abstract_sort(0);
                let l =
                    b.lemma(1, b.forall(a, b.eq(b.bound(0, a), b.bound(0, a))), b.intro(b.leaf(&[], &[])));
                prove(b, b.truth(), b.use_lemma(l, &[a], &[], b.exact()))
            },
            Lemma(Why::UnboundSortParameter),
        ),
        (
            "a lemma with a loose variable",
            |b| prove(b, b.eq(x(b, 0), x(b, 0)), b.leaf(&[], &[])),
            In(Table::Lemmas, Why::LooseVariable),
        ),
        (
            "a lemma that is a term",
            |b| prove(b, b.int(1), b.leaf(&[], &[])),
            In(Table::Lemmas, Why::SortMismatch),
        ),
        (
            "a lemma about a predicate variable",
            |b| prove(b, b.pred_var(0, &[]), b.leaf(&[], &[])),
            In(Table::Lemmas, Why::UnboundPredicate),
        ),
        (
            "an instance at another term than the goal's",
            |b| {
                let l = reflexive(b);
                prove(b, b.eq(b.int(3), b.int(4)), b.use_lemma(l, &[], &[b.int(3)], b.exact()))
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}

#[test]
fn induct() {
    use LeafRow::*;
    /// `forall l. 0 <= len l`, and its motive.
    fn claim(b: &Builder, l: &Lists) -> (ExprRef, ExprRef) {
        let p = |e| b.le(b.int(0), l.len(b, e));
        (b.forall(l.list, p(b.bound(0, l.list))), p(b.nu(l.list)))
    }
    /// The steps for `[]` and for `h :: t`, where the hypothesis is about ghost `t`.
    fn steps(b: &Builder, l: &Lists, h: u32) -> (StepRef, StepRef) {
        let nil = l.len(b, l.nil);
        let base = b.unfold(nil, None, b.leaf(&[b.eq(nil, b.int(0))], &[Literal(1)]));
        let (head, tail) = (b.ghost(h, b.int_sort()), b.ghost(h + 1, l.list));
        let cons = l.len(b, b.ctor(l.list, 1, &[head, tail]));
        let sum = b.add(b.int(1), l.len(b, tail));
        let facts = [b.eq(cons, sum), b.le(b.int(0), l.len(b, tail))];
        let lines = [Literal(1), Literal(2), Congruent(sum, cons), Combine(vec![(1, 0), (1, 1), (1, 2)])];
        (base, b.unfold(cons, None, b.leaf(&facts, &lines)))
    }
    run(&[
        (
            "forall l. 0 <= len l",
            |b| {
                let l = lists(b);
                let (goal, motive) = claim(b, &l);
                let (base, step) = steps(b, &l, 0);
                prove(b, goal, b.induct(&[(l.list, motive)], &[base, step]))
            },
            Valid,
        ),
        (
            "for every sort of elements",
            |b| {
                let data = b.declare_list();
                let (len, a) = (b.define_len(data), b.abstract_sort(0));
                let list = b.data(data, &[a]);
                let p = |e| b.eq(b.call(len, &[a], &[e]), b.call(len, &[a], &[e]));
                let same = b.leaf(&[], &[]);
                let proof = b.induct(&[(list, p(b.nu(list)))], &[same, same]);
                prove_generic(b, b.forall(list, p(b.bound(0, list))), proof)
            },
            Valid,
        ),
        (
            "no hypothesis for the head",
            |b| {
                // forall l. l = l ... with a hypothesis at ghost 0, which is the head, an integer.
                let l = lists(b);
                let (goal, motive) = claim(b, &l);
                let (base, _) = steps(b, &l, 0);
                let wrong = b.leaf(&[b.le(b.int(0), b.ghost(0, b.int_sort()))], &[]);
                prove(b, goal, b.induct(&[(l.list, motive)], &[base, wrong]))
            },
            Lemma(Why::NotAFact),
        ),
        (
            "a case missing",
            |b| {
                let l = lists(b);
                let (goal, motive) = claim(b, &l);
                let (base, _) = steps(b, &l, 0);
                prove(b, goal, b.induct(&[(l.list, motive)], &[base]))
            },
            Lemma(Why::WrongBranches),
        ),
        (
            "a case too many",
            |b| {
                let l = lists(b);
                let (goal, motive) = claim(b, &l);
                let (base, step) = steps(b, &l, 0);
                prove(b, goal, b.induct(&[(l.list, motive)], &[base, step, base]))
            },
            Lemma(Why::WrongBranches),
        ),
        (
            "no motive",
            |b| {
                let l = lists(b);
                let (goal, _) = claim(b, &l);
                prove(b, goal, b.induct(&[], &[]))
            },
            Lemma(Why::BadMotive),
        ),
        (
            "a motive that is not the goal",
            |b| {
                let l = lists(b);
                let (goal, _) = claim(b, &l);
                let (base, step) = steps(b, &l, 0);
                prove(b, goal, b.induct(&[(l.list, b.truth())], &[base, step]))
            },
            Lemma(Why::BadMotive),
        ),
        (
            "a motive at integers, which have no constructors",
            |b| prove(b, all(b, b.falsity()), b.induct(&[(b.int_sort(), b.falsity())], &[])),
            Lemma(Why::BadMotive),
        ),
        (
            "a motive at an abstract sort",
            |b| {
                let a = b.abstract_sort(0);
                prove_generic(b, b.forall(a, b.falsity()), b.induct(&[(a, b.falsity())], &[]))
            },
            Lemma(Why::BadMotive),
        ),
        (
            "a motive at a sort that is not in scope",
            |b| {
                let list = b.data(b.declare_list(), &[b.abstract_sort(0)]);
                prove(b, b.truth(), b.induct(&[(list, b.truth())], &[b.exact(), b.exact()]))
            },
            Lemma(Why::BadMotive),
        ),
        (
            "two motives for one sort",
            |b| {
                let l = lists(b);
                let (goal, motive) = claim(b, &l);
                let (base, step) = steps(b, &l, 0);
                let twice = [(l.list, motive), (l.list, b.falsity())];
                prove(b, goal, b.induct(&twice, &[base, step, b.exact(), b.exact()]))
            },
            Lemma(Why::BadMotive),
        ),
        (
            "a motive about a value of another sort",
            |b| {
                let l = lists(b);
                let motive = b.eq(b.nu(b.int_sort()), b.int(0));
                prove(b, b.truth(), b.induct(&[(l.list, motive)], &[b.exact(), b.exact()]))
            },
            Lemma(Why::UnboundNu),
        ),
        (
            "a motive that is a term",
            |b| {
                let l = lists(b);
                prove(b, b.truth(), b.induct(&[(l.list, b.int(0))], &[b.exact(), b.exact()]))
            },
            Lemma(Why::BadMotive),
        ),
        (
            "a goal that is not universal",
            |b| {
                let l = lists(b);
                let (_, motive) = claim(b, &l);
                prove(b, b.le(b.int(0), l.len(b, l.one)), b.induct(&[(l.list, motive)], &[]))
            },
            Lemma(Why::BadMotive),
        ),
        (
            "the hypothesis at the value itself",
            |b| {
                // forall l. len l = 5: the case of h :: t from the hypothesis about h :: t.
                let l = lists(b);
                let five = |e| b.eq(l.len(b, e), b.int(5));
                let proof = b.induct(&[(l.list, five(b.nu(l.list)))], &[b.exact(), b.exact()]);
                prove(b, b.forall(l.list, five(b.bound(0, l.list))), proof)
            },
            Lemma(Why::NotAFact),
        ),
    ]);
}
