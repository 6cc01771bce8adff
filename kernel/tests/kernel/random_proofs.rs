//! Random proofs of random formulas about booleans: whatever the kernel accepts is true.
//!
//! Quantifiers over booleans can be evaluated exactly, so every accepted lemma is compared with
//! its truth. The prover here is careless on purpose: it picks steps, facts and witnesses by
//! lot, and its own bookkeeping shares no code with the kernel's.

use crate::builder::Builder;
use crate::lemma::trivial;
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::{ExprRef, StepRef};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::Cell;

/// A boolean term.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Term {
    Const(bool),
    Bound(u32),
    Ghost(u32),
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
enum Formula {
    False,
    Eq(Term, Term),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Imp(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    All(Box<Formula>),
    Some(Box<Formula>),
}

use Formula::{All, And, Eq, False, Iff, Imp, Not, Or};

impl Formula {
    /// The truth, with values for the bound variables; there are no ghosts.
    fn holds(&self, bound: &mut Vec<bool>) -> bool {
        let value = |t: &Term, bound: &Vec<bool>| match t {
            Term::Const(b) => *b,
            Term::Bound(i) => bound[bound.len() - 1 - *i as usize],
            Term::Ghost(_) => panic!("a closed formula has no ghosts"),
        };
        let mut both = |f: &Formula| {
            [false, true].map(|b| {
                bound.push(b);
                let truth = f.holds(bound);
                bound.pop();
                truth
            })
        };
        match self {
            False => false,
            Eq(a, b) => value(a, bound) == value(b, bound),
            Not(p) => !p.holds(bound),
            And(p, q) => p.holds(bound) & q.holds(bound),
            Or(p, q) => p.holds(bound) | q.holds(bound),
            Imp(p, q) => !p.holds(bound) | q.holds(bound),
            Iff(p, q) => p.holds(bound) == q.holds(bound),
            All(p) => both(p) == [true, true],
            Formula::Some(p) => both(p) != [false, false],
        }
    }

    /// The formula with the outermost bound variable replaced.
    fn at(&self, term: Term, depth: u32) -> Formula {
        let of = |t: &Term| match t {
            Term::Bound(i) if *i == depth => term,
            other => *other,
        };
        let go = |p: &Formula| Box::new(p.at(term, depth));
        match self {
            False => False,
            Eq(a, b) => Eq(of(a), of(b)),
            Not(p) => Not(go(p)),
            And(p, q) => And(go(p), go(q)),
            Or(p, q) => Or(go(p), go(q)),
            Imp(p, q) => Imp(go(p), go(q)),
            Iff(p, q) => Iff(go(p), go(q)),
            All(p) => All(Box::new(p.at(term, depth + 1))),
            Formula::Some(p) => Formula::Some(Box::new(p.at(term, depth + 1))),
        }
    }

    fn write(&self, b: &Builder) -> ExprRef {
        let bool = b.bool_sort();
        let term = |t: &Term| match t {
            Term::Const(c) => b.boolean(*c),
            Term::Bound(i) => b.bound(*i, bool),
            Term::Ghost(n) => b.ghost(*n, bool),
        };
        match self {
            False => b.falsity(),
            Eq(x, y) => b.eq(term(x), term(y)),
            Not(p) => b.not(p.write(b)),
            And(p, q) => b.and(p.write(b), q.write(b)),
            Or(p, q) => b.or(p.write(b), q.write(b)),
            Imp(p, q) => b.imp(p.write(b), q.write(b)),
            Iff(p, q) => b.iff(p.write(b), q.write(b)),
            All(p) => b.forall(bool, p.write(b)),
            Formula::Some(p) => b.exists(bool, p.write(b)),
        }
    }
}

/// Choices by lot.
struct Lot<'a> {
    numbers: &'a [u32],
    next: usize,
}

impl Lot<'_> {
    fn below(&mut self, n: usize) -> usize {
        let number = self.numbers[self.next % self.numbers.len()] as usize;
        self.next += 1;
        (number ^ self.next) % n.max(1)
    }

    fn formula(&mut self, depth: u32, bound: u32) -> Formula {
        let term = |lot: &mut Self| match lot.below(4) {
            0 => Term::Const(lot.below(2) == 1),
            _ if bound == 0 => Term::Const(true),
            _ => Term::Bound(lot.below(bound as usize) as u32),
        };
        let sub = |lot: &mut Self, bound| Box::new(lot.formula(depth - 1, bound));
        match if depth == 0 { 0 } else { self.below(9) } {
            0 | 1 => Eq(term(self), term(self)),
            2 => Not(sub(self, bound)),
            3 => And(sub(self, bound), sub(self, bound)),
            4 => Or(sub(self, bound), sub(self, bound)),
            5 => Imp(sub(self, bound), sub(self, bound)),
            6 => Iff(sub(self, bound), sub(self, bound)),
            7 => All(sub(self, bound + 1)),
            _ => Formula::Some(sub(self, bound + 1)),
        }
    }
}

/// What is known on the way.
#[derive(Clone, Default)]
struct Known {
    facts: Vec<Formula>,
    ghosts: u32,
    /// Ghosts whose value has been split on.
    split: Vec<u32>,
    fuel: u32,
}

impl Known {
    fn with(&self, fact: Formula) -> Known {
        let mut known = self.clone();
        known.fuel = known.fuel.saturating_sub(1);
        let mut pending = vec![fact];
        while let Some(f) = pending.pop() {
            if let And(p, q) = &f {
                pending.extend([(**p).clone(), (**q).clone()]);
            }
            known.facts.push(f);
        }
        known
    }

    fn term(&self, lot: &mut Lot) -> Term {
        match lot.below(self.ghosts as usize + 2) {
            0 => Term::Const(false),
            1 => Term::Const(true),
            n => Term::Ghost(n as u32 - 2),
        }
    }
}

/// A proof attempt.
fn prove(b: &Builder, goal: &Formula, known: &Known, lot: &mut Lot) -> StepRef {
    let literal = |f: &Formula| match f {
        False | Eq(..) => true,
        Not(p) => matches!(**p, Eq(..)),
        _ => false,
    };
    if known.fuel == 0 || lot.below(25) == 0 {
        let facts: Vec<ExprRef> = known.facts.iter().filter(|f| literal(f)).map(|f| f.write(b)).collect();
        return if lot.below(3) == 0 { b.exact() } else { b.leaf(&facts, &[]) };
    }
    match goal {
        All(p) => {
            let known = Known { ghosts: known.ghosts + 1, ..known.clone() };
            return b.intro(prove(b, &p.at(Term::Ghost(known.ghosts - 1), 0), &known, lot));
        }
        Imp(p, q) => return b.intro(prove(b, q, &known.with((**p).clone()), lot)),
        Not(p) => return b.intro(prove(b, &False, &known.with((**p).clone()), lot)),
        And(p, q) => return b.split(prove(b, p, known, lot), prove(b, q, known, lot)),
        Iff(p, q) => {
            let (there, back) = (Imp(p.clone(), q.clone()), Imp(q.clone(), p.clone()));
            return b.split(prove(b, &there, known, lot), prove(b, &back, known, lot));
        }
        False | Eq(..) | Or(..) | Formula::Some(_) => {}
    }
    // First take values and facts apart, most of the time; then choose.
    let unsplit: Vec<u32> = (0..known.ghosts).filter(|g| !known.split.contains(g)).collect();
    if !unsplit.is_empty() && lot.below(8) != 0 {
        let ghost = unsplit[lot.below(unsplit.len())];
        let branch = |value: bool, lot: &mut Lot| {
            let mut known = known.with(Eq(Term::Ghost(ghost), Term::Const(value)));
            known.split.push(ghost);
            prove(b, goal, &known, lot)
        };
        let (no, yes) = (branch(false, lot), branch(true, lot));
        return b.case(b.ghost(ghost, b.bool_sort()), &[no, yes]);
    }
    let compound: Vec<&Formula> =
        known.facts.iter().filter(|f| !literal(f) && !matches!(f, And(..))).collect();
    if !compound.is_empty() && lot.below(4) != 0 {
        let fact = compound[lot.below(compound.len())];
        let mut rest = known.clone();
        rest.facts.retain(|f| f != fact);
        if let Some(step) = take_apart(b, fact, goal, &rest, known, lot) {
            return step;
        }
    }
    match goal {
        Or(p, q) => {
            if lot.below(2) == 0 {
                b.left(prove(b, p, known, lot))
            } else {
                b.right(prove(b, q, known, lot))
            }
        }
        Formula::Some(p) => {
            let term = known.term(lot);
            let next = prove(b, &p.at(term, 0), &known.with(Eq(term, term)), lot);
            let term = match term {
                Term::Const(c) => b.boolean(c),
                Term::Ghost(n) => b.ghost(n, b.bool_sort()),
                Term::Bound(_) => b.boolean(true),
            };
            b.witness(term, next)
        }
        _ => {
            let facts: Vec<ExprRef> = known.facts.iter().filter(|f| literal(f)).map(|f| f.write(b)).collect();
            b.leaf(&facts, &[])
        }
    }
}

/// A step that uses a compound fact; `rest` is what is known besides it.
fn take_apart(
    b: &Builder,
    fact: &Formula,
    goal: &Formula,
    rest: &Known,
    known: &Known,
    lot: &mut Lot,
) -> Option<StepRef> {
    let f = fact.write(b);
    Some(match fact {
        Or(p, q) => {
            let (l, r) = (rest.with((**p).clone()), rest.with((**q).clone()));
            b.or_elim(f, prove(b, goal, &l, lot), prove(b, goal, &r, lot))
        }
        Formula::Some(p) => {
            let mut next = rest.with(p.at(Term::Ghost(known.ghosts), 0));
            next.ghosts += 1;
            b.obtain(f, prove(b, goal, &next, lot))
        }
        All(p) => {
            let term = known.term(lot);
            let next = known.with(p.at(term, 0));
            let term = Eq(term, term).write_left(b);
            b.inst(f, term, prove(b, goal, &next, lot))
        }
        Imp(p, q) => {
            let premise = prove(b, p, rest, lot);
            b.apply(f, premise, prove(b, goal, &rest.with((**q).clone()), lot))
        }
        Iff(p, q) => {
            let next = rest.with(Imp(p.clone(), q.clone())).with(Imp(q.clone(), p.clone()));
            b.iff_parts(f, prove(b, goal, &next, lot))
        }
        Not(p) => {
            let not = |p: &Formula| Box::new(Not(Box::new(p.clone())));
            let next = match &**p {
                Not(q) => rest.with((**q).clone()),
                Or(q, r) => rest.with(*not(q)).with(*not(r)),
                And(q, r) => rest.with(Or(not(q), not(r))),
                Imp(q, r) => rest.with((**q).clone()).with(*not(r)),
                Iff(q, r) => {
                    let only = |x: &Formula, y: &Formula| Box::new(And(Box::new(x.clone()), not(y)));
                    let swapped = Box::new(And(not(q), r.clone()));
                    rest.with(Or(only(q, r), swapped))
                }
                Formula::Some(q) => rest.with(All(not(q))),
                False | Eq(..) | All(_) => return None,
            };
            b.not_push(f, prove(b, goal, &next, lot))
        }
        False | Eq(..) | And(..) => return None,
    })
}

impl Formula {
    /// The left side of an equation, as a row.
    fn write_left(&self, b: &Builder) -> ExprRef {
        match self {
            Eq(Term::Const(c), _) => b.boolean(*c),
            Eq(Term::Ghost(n), _) => b.ghost(*n, b.bool_sort()),
            _ => b.boolean(true),
        }
    }
}

#[test]
fn what_is_proved_is_true() {
    let (proved, refuted, open) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config { cases: 6_000, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&vec(any::<u32>(), 8..60), |numbers| {
        let lot = &mut Lot { numbers: &numbers, next: 0 };
        let formula = lot.formula(4, 0);
        let truth = formula.holds(&mut Vec::new());
        let b = &Builder::new();
        let proof = prove(b, &formula, &Known { fuel: 8, ..Known::default() }, lot);
        b.lemma(0, formula.write(b), proof);
        match (trivial(b), truth) {
            (Verdict::Valid, true) => proved.set(proved.get() + 1),
            (Verdict::Valid, false) => return Err(TestCaseError::fail(format!("{formula:?} is false"))),
            (Verdict::Reject { .. }, true) => open.set(open.get() + 1),
            (Verdict::Reject { .. }, false) => refuted.set(refuted.get() + 1),
            (other, _) => return Err(TestCaseError::fail(format!("{other:?}"))),
        }
        Ok(())
    });
    outcome.expect("only truths are proved");
    let counts = (proved.get(), refuted.get(), open.get());
    assert!(counts.0 > 500 && counts.1 > 500, "too few proofs or too few falsities: {counts:?}");
}
