//! What is still demanded of the unknown parts of a value: formulas in negation normal form over
//! calls at partial values and linear sums of such calls.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::value::Value;

/// An integer that is not known: a part of the value, or a definition at one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Atom {
    Hole(u32),
    Call(u32, Vec<Value>),
}

/// `constant + sum of coefficient * atom`, by atom, without zero coefficients.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Sum {
    pub constant: i64,
    pub terms: Vec<(Atom, i64)>,
}

/// A demand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Form {
    Known(bool),
    /// The sum is at most 0.
    AtMost(Sum),
    /// The two values are the same, or not.
    Same(Value, Value, bool),
    /// The predicate holds of these, or does not.
    Call(u32, Vec<Value>, bool),
    And(Rc<Form>, Rc<Form>),
    Or(Rc<Form>, Rc<Form>),
}

impl Sum {
    pub fn constant(n: i64) -> Sum {
        Sum { constant: n, terms: Vec::new() }
    }

    pub fn atom(atom: Atom) -> Sum {
        Sum { constant: 0, terms: vec![(atom, 1)] }
    }

    /// `self + factor * other`, unless it overflows.
    pub fn plus(&self, other: &Sum, factor: i64) -> Option<Sum> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms = self.terms.clone();
        for (atom, c) in &other.terms {
            let c = c.checked_mul(factor)?;
            match terms.iter_mut().find(|(a, _)| a == atom) {
                Some((_, known)) => *known = known.checked_add(c)?,
                None => terms.push((atom.clone(), c)),
            }
        }
        terms.retain(|(_, c)| *c != 0);
        terms.sort();
        Some(Sum { constant, terms })
    }

    pub fn shifted(&self, n: i64) -> Option<Sum> {
        self.plus(&Sum::constant(n), 1)
    }

    pub fn times(&self, factor: i64) -> Option<Sum> {
        Sum::constant(0).plus(self, factor)
    }
}

impl Atom {
    pub fn holes(&self, all: &mut BTreeSet<u32>) {
        match self {
            Atom::Hole(hole) => {
                all.insert(*hole);
            }
            Atom::Call(_, args) => args.iter().for_each(|a| holes_of_value(a, all)),
        }
    }
}

fn holes_of_value(value: &Value, all: &mut BTreeSet<u32>) {
    let mut found = Vec::new();
    value.holes(&mut found);
    all.extend(found);
}

impl Form {
    pub fn and(a: Form, b: Form) -> Form {
        match (&a, &b) {
            (Form::Known(false), _) | (_, Form::Known(true)) => a,
            (Form::Known(true), _) | (_, Form::Known(false)) => b,
            _ => Form::And(Rc::new(a), Rc::new(b)),
        }
    }

    pub fn or(a: Form, b: Form) -> Form {
        match (&a, &b) {
            (Form::Known(true), _) | (_, Form::Known(false)) => a,
            (Form::Known(false), _) | (_, Form::Known(true)) => b,
            _ => Form::Or(Rc::new(a), Rc::new(b)),
        }
    }

    /// The unknown parts that it mentions.
    pub fn holes(&self) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        self.add_holes(&mut all);
        all
    }

    fn add_holes(&self, all: &mut BTreeSet<u32>) {
        match self {
            Form::Known(_) => {}
            Form::AtMost(sum) => sum.terms.iter().for_each(|(atom, _)| atom.holes(all)),
            Form::Same(a, b, _) => [a, b].into_iter().for_each(|v| holes_of_value(v, all)),
            Form::Call(_, args, _) => args.iter().for_each(|v| holes_of_value(v, all)),
            Form::And(a, b) | Form::Or(a, b) => {
                a.add_holes(all);
                b.add_holes(all);
            }
        }
    }

    /// Adds what has to hold for it to hold; says whether that is possible.
    pub fn conjuncts(self, all: &mut BTreeSet<Form>) -> bool {
        match self {
            Form::Known(known) => known,
            Form::And(a, b) => Rc::unwrap_or_clone(a).conjuncts(all) && Rc::unwrap_or_clone(b).conjuncts(all),
            other => {
                all.insert(other);
                true
            }
        }
    }
}
