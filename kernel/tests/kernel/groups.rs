//! Which definitions may call which: only the group numbers count, not the order of the rows.

use crate::builder::Builder;
use crate::cases::{Expect::*, run};
use crate::lemma::trivial;
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::tables::*;

/// What a function on lists of integers does with `h :: t`; of `[]` it is 0.
#[derive(Clone, Copy)]
enum Then {
    /// 0 again.
    Zero,
    /// Calls the row with this number at `t`.
    Tail(u32),
    /// Calls the row with this number at `h :: t` itself.
    Same(u32),
}
use Then::*;

/// Definitions with their group numbers.
fn define(b: &Builder, rows: &[(u32, Then)]) -> Verdict {
    let list = b.data(b.declare_list(), &[b.int_sort()]);
    for &(group, then) in rows {
        let cons = match then {
            Zero => b.int(0),
            Tail(callee) => b.call(DefRef(callee), &[], &[b.local(2, list)]),
            Same(callee) => b.call(DefRef(callee), &[], &[b.local(0, list)]),
        };
        b.def(DefRow {
            name: "f".into(),
            sort_params: 0,
            params: vec![list],
            result: Some(b.int_sort()),
            decidable: true,
            group,
            body: DefBody::Cases { on: 0, cases: vec![b.int(0), cons] },
        });
    }
    trivial(b)
}

#[test]
fn calls_between_groups() {
    run(&[
        ("of a smaller number", |b| define(b, &[(3, Zero), (7, Same(0))]), Valid),
        ("of a smaller number in a later row", |b| define(b, &[(7, Same(1)), (3, Zero)]), Valid),
        (
            "in a group that has another one in between",
            |b| define(b, &[(0, Tail(2)), (1, Same(2)), (0, Tail(0))]),
            Valid,
        ),
        (
            "in such a group, at the whole list",
            |b| define(b, &[(0, Same(2)), (1, Zero), (0, Tail(0))]),
            In(Table::Defs, Why::NotStructural),
        ),
        (
            "of a larger number in an earlier row",
            |b| define(b, &[(1, Zero), (0, Tail(0))]),
            In(Table::Defs, Why::ForwardCall),
        ),
        (
            "around in a circle",
            |b| define(b, &[(0, Same(1)), (0, Same(0))]),
            In(Table::Defs, Why::NotStructural),
        ),
        (
            "around in a circle through two groups",
            |b| define(b, &[(1, Same(1)), (0, Tail(2)), (0, Tail(0))]),
            In(Table::Defs, Why::ForwardCall),
        ),
    ]);
}
