//! Demands that follow from others, and demands that contradict others.
//!
//! In a search tree each key adds its own demand to everything below it: all below 9, all below 7. The second says the first.
//! Without the first the problem is one that was met before, and its values are known; with it, there are as
//! many problems as there are lists of ancestors.
//!
//! Two kinds are seen to follow: sums of the same terms, and calls of a definition that differ in an integer in which the
//! definition is monotone. That is read off its body, by induction on the argument that it takes apart. What contradicts is a
//! sum and its negation: of a tree whose size is demanded and one that says another, nothing more has to be tried.

use covenant_kernel::tables::{Bin, DefBody, DefRow, ExprRef, ExprRow};
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::program::Program;
use super::super::value::Value;
use super::form::{Atom, Form};

/// Whether a formula stays true when an integer grows, and when it shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stays {
    growing: bool,
    shrinking: bool,
}

impl Stays {
    const BOTH: Stays = Stays { growing: true, shrinking: true };
    const NEITHER: Stays = Stays { growing: false, shrinking: false };
    const GROWING: Stays = Stays { growing: true, shrinking: false };
    const SHRINKING: Stays = Stays { growing: false, shrinking: true };

    fn and(self, other: Stays) -> Stays {
        Stays { growing: self.growing && other.growing, shrinking: self.shrinking && other.shrinking }
    }

    fn turned(self) -> Stays {
        Stays { growing: self.shrinking, shrinking: self.growing }
    }
}

/// What is known of the parameters of definitions.
#[derive(Default)]
pub(super) struct Stronger {
    known: HashMap<(u32, usize), Stays>,
}

impl Stronger {
    /// Drops the demands that others of them imply; `None` if two sums cannot both be met.
    pub fn keep(&mut self, program: &Program<'_>, demands: BTreeSet<Form>) -> Option<BTreeSet<Form>> {
        if demands.len() < 2 {
            return Some(demands);
        }
        let mut kept = BTreeSet::new();
        let mut sums: BTreeMap<Vec<(Atom, i64)>, i64> = BTreeMap::new();
        let mut calls: Vec<(u32, Vec<Value>, bool)> = Vec::new();
        for demand in demands {
            match demand {
                Form::AtMost(sum) => {
                    let least = sums.entry(sum.terms).or_insert(sum.constant);
                    *least = (*least).max(sum.constant);
                }
                Form::Call(def, args, wanted) => calls.push((def, args, wanted)),
                other => {
                    kept.insert(other);
                }
            }
        }
        if sums.iter().any(|(terms, constant)| {
            contrary(terms).is_some_and(|terms| {
                // `t + a <= 0` and `b - t <= 0`.
                sums.get(&terms).is_some_and(|other| i128::from(*constant) + i128::from(*other) > 0)
            })
        }) {
            return None;
        }
        let sums = sums.into_iter().map(|(terms, constant)| super::form::Sum { constant, terms });
        kept.extend(sums.map(Form::AtMost));
        for (i, call) in calls.iter().enumerate() {
            if !calls.iter().enumerate().any(|(j, other)| i != j && self.implies(program, other, call)) {
                kept.insert(Form::Call(call.0, call.1.clone(), call.2));
            }
        }
        Some(kept)
    }

    /// Whether one call says what another, different one says.
    fn implies(
        &mut self,
        program: &Program<'_>,
        (def, args, wanted): &(u32, Vec<Value>, bool),
        (other, others, as_well): &(u32, Vec<Value>, bool),
    ) -> bool {
        if def != other || wanted != as_well || args.len() != others.len() {
            return false;
        }
        let mut apart = args.iter().zip(others).enumerate().filter(|(_, (a, b))| a != b);
        let (Some((place, (Value::Int(from), Value::Int(to)))), None) = (apart.next(), apart.next()) else {
            return false;
        };
        let stays = self.of(program, *def, place);
        let stays = if *wanted { stays } else { stays.turned() };
        if from < to { stays.growing } else { stays.shrinking }
    }

    fn of(&mut self, program: &Program<'_>, def: u32, place: usize) -> Stays {
        *self.known.entry((def, place)).or_insert_with(|| of_definition(program, def, place))
    }
}

fn contrary(terms: &[(Atom, i64)]) -> Option<Vec<(Atom, i64)>> {
    terms.iter().map(|(atom, c)| Some((atom.clone(), c.checked_neg()?))).collect()
}

fn of_definition(program: &Program<'_>, def: u32, place: usize) -> Stays {
    let row = program.def(def);
    let integer = row
        .params
        .get(place)
        .is_some_and(|sort| matches!(program.sort_row(*sort), covenant_kernel::tables::SortRow::Int));
    match &row.body {
        DefBody::Cases { on, cases } if integer && row.result.is_none() && *on as usize != place => {
            let look = Look { program, row, def, place };
            cases.iter().fold(Stays::BOTH, |stays, case| stays.and(look.formula(*case)))
        }
        _ => Stays::NEITHER,
    }
}

/// A parameter of a definition whose body is looked at.
struct Look<'l, 'a> {
    program: &'l Program<'a>,
    row: &'l DefRow,
    def: u32,
    place: usize,
}

impl Look<'_, '_> {
    fn formula(&self, e: ExprRef) -> Stays {
        match self.program.expr(e) {
            _ if !self.mentioned(e) => Stays::BOTH,
            ExprRow::Not(a) => self.formula(*a).turned(),
            ExprRow::Bin(Bin::And | Bin::Or, a, b) => self.formula(*a).and(self.formula(*b)),
            ExprRow::Bin(Bin::Imp, a, b) => self.formula(*a).turned().and(self.formula(*b)),
            ExprRow::Bin(Bin::Le | Bin::Lt, a, b) => match (self.mentioned(*a), self.mentioned(*b)) {
                (false, true) if self.is_it(*b) => Stays::GROWING,
                (true, false) if self.is_it(*a) => Stays::SHRINKING,
                _ => Stays::NEITHER,
            },
            ExprRow::Ite(c, a, b) if !self.mentioned(*c) => self.formula(*a).and(self.formula(*b)),
            // Itself, of a smaller argument: by induction it stays as the whole does. Under a negation that would be
            // the wrong way round, which `turned` does not know; so it is one of no direction there.
            ExprRow::Fn(d, _, args) if d.0 == self.def => {
                let others = args.iter().enumerate().filter(|(i, _)| *i != self.place);
                let alone = others.into_iter().all(|(_, arg)| !self.mentioned(*arg));
                let same = args.get(self.place).is_some_and(|arg| self.is_it(*arg));
                if alone && same && self.positive_only() { Stays::BOTH } else { Stays::NEITHER }
            }
            _ => Stays::NEITHER,
        }
    }

    /// Whether the definition calls itself under no negation.
    fn positive_only(&self) -> bool {
        let DefBody::Cases { cases, .. } = &self.row.body else { return false };
        cases.iter().all(|case| self.calls_itself_positively(*case))
    }

    fn calls_itself_positively(&self, e: ExprRef) -> bool {
        match self.program.expr(e) {
            ExprRow::Bin(Bin::And | Bin::Or, a, b) => {
                self.calls_itself_positively(*a) && self.calls_itself_positively(*b)
            }
            ExprRow::Bin(Bin::Imp, a, b) => !self.calls(*a) && self.calls_itself_positively(*b),
            ExprRow::Ite(c, a, b) => {
                !self.calls(*c) && self.calls_itself_positively(*a) && self.calls_itself_positively(*b)
            }
            ExprRow::Fn(_, _, args) => args.iter().all(|arg| !self.calls(*arg)),
            _ => !self.calls(e),
        }
    }

    fn calls(&self, e: ExprRef) -> bool {
        self.any(e, &|row| matches!(row, ExprRow::Fn(d, ..) if d.0 == self.def))
    }

    fn is_it(&self, e: ExprRef) -> bool {
        matches!(self.program.expr(e), ExprRow::Local(l, _) if *l as usize == self.place)
    }

    fn mentioned(&self, e: ExprRef) -> bool {
        self.any(e, &|row| matches!(row, ExprRow::Local(l, _) if *l as usize == self.place))
    }

    fn any(&self, e: ExprRef, wanted: &dyn Fn(&ExprRow) -> bool) -> bool {
        let row = self.program.expr(e);
        let mut found = wanted(row);
        row.for_children(|part, _| found = found || self.any(part, wanted));
        found
    }
}
