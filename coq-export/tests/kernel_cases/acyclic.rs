//! No value contains itself, not even through values of other datatypes.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::lemma::prove;
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::*;

/// `forall t ts. facts ==> False` for a tree, whose node has a list of trees, and such a list.
fn trees(b: &Builder, facts: fn(&Builder, SortRef, SortRef, ExprRef, ExprRef) -> Vec<ExprRef>) -> Verdict {
    let list = b.declare_list();
    let tree = b.data(b.next_datatype(), &[]);
    let forest = b.data(list, &[tree]);
    b.datatype("tree", 0, &[("Node", &[b.int_sort(), forest])]);
    let bound = facts(b, tree, forest, b.bound(1, tree), b.bound(0, forest));
    let listed = facts(b, tree, forest, b.ghost(0, tree), b.ghost(1, forest));
    let goal = bound.iter().rev().fold(b.falsity(), |goal, &fact| b.imp(fact, goal));
    let goal = b.forall(tree, b.forall(forest, goal));
    let intros = 2 + u32::try_from(listed.len()).expect("few facts");
    prove(b, goal, b.intros(intros, b.leaf(&listed, &[])))
}

fn contains_itself(b: &Builder) -> Verdict {
    trees(b, |b, tree, forest, t, ts| {
        let nil = b.ctor(forest, 0, &[]);
        vec![b.eq(t, b.ctor(tree, 0, &[b.int(1), ts])), b.eq(ts, b.ctor(forest, 1, &[t, nil]))]
    })
}

fn contains_another(b: &Builder) -> Verdict {
    trees(b, |b, tree, forest, t, ts| {
        let leaf = b.ctor(tree, 0, &[b.int(1), b.ctor(forest, 0, &[])]);
        let nil = b.ctor(forest, 0, &[]);
        vec![b.eq(t, b.ctor(tree, 0, &[b.int(1), ts])), b.eq(ts, b.ctor(forest, 1, &[leaf, nil]))]
    })
}

#[test]
fn through_another_datatype() {
    assert_eq!(contains_itself(&Builder::new()), Verdict::Valid);
    run(&[
        ("a tree in its own list of subtrees", contains_itself, Valid),
        ("a tree in the list of another", contains_another, Lemma(Why::NotRefuted)),
    ]);
}
