//! What a partial value says about integers already: bounds of `len`, `depth` and their like.
//!
//! A list of which three elements are chosen is at least three long, however it goes on. With
//! that, a search that asks for `len v <= 3` stops there, and one for `depth v = 0` never
//! leaves the leaf. Integers are abstracted to a few points and one range; definitions applied
//! to a hole get a summary that is computed once, by iteration from below with widening.

use covenant_kernel::tables::{Bin, DefBody, ExprRef, ExprRow};

use super::eval::{Evaluator, Scope};
use super::ints::Ints;
use super::program::Sort;
use super::value::Value;

/// What is known of a term.
#[derive(Clone, Debug)]
enum Known {
    Ints(Ints),
    Value(Value),
    /// Some value of a sort, within a depth.
    Within(Sort, u32),
    Nothing,
}

/// Variables, and what the conditions on the way say about terms.
struct Frame {
    locals: Vec<Known>,
    bound: Vec<Known>,
    nu: Option<Known>,
    assumed: Vec<(ExprRef, Option<i64>, Option<i64>)>,
}

const DEEPEST: u32 = 300;
const ROUNDS: usize = 8;
const MOST_REMEMBERED: usize = 200_000;
/// Deeper values are as good as unbounded.
const MOST_ROOM: u32 = 40;

impl Evaluator<'_> {
    /// A comparison that evaluation could not decide because of a hole, decided by bounds.
    pub(super) fn by_bounds(&mut self, formula: ExprRef, scope: &Scope) -> Option<bool> {
        let known = |values: &[Value]| values.iter().cloned().map(Known::Value).collect();
        let frame = Frame {
            locals: known(&scope.locals),
            bound: known(&scope.bound),
            nu: scope.nu.clone().map(Known::Value),
            assumed: Vec::new(),
        };
        self.known_formula(formula, &frame, 0)
    }

    /// The smallest and the largest integer that a definition can return for these arguments.
    pub(super) fn range_of_call(&mut self, def: u32, args: &[Value]) -> (Option<i64>, Option<i64>) {
        let args = args.iter().cloned().map(Known::Value).collect();
        match as_ints(&self.known_call(def, args, 0)) {
            Some(ints) => (ints.low(), ints.high()),
            None => (None, None),
        }
    }

    fn ints_of(&mut self, e: ExprRef, frame: &Frame, depth: u32) -> Ints {
        match self.known_term(e, frame, depth) {
            Known::Ints(ints) => ints,
            Known::Value(Value::Int(n)) => Ints::point(n),
            _ => Ints::all(),
        }
    }

    fn known_term(&mut self, e: ExprRef, frame: &Frame, depth: u32) -> Known {
        let known = self.known_term_alone(e, frame, depth);
        let mut bounds = frame.assumed.iter().filter(|(term, ..)| *term == e).peekable();
        if bounds.peek().is_none() {
            return known;
        }
        let start = match known {
            Known::Ints(ints) => ints,
            Known::Value(Value::Int(n)) => Ints::point(n),
            Known::Nothing | Known::Value(Value::Hole(_)) => Ints::all(),
            other => return other,
        };
        Known::Ints(bounds.fold(start, |ints, (_, low, high)| ints.within(*low, *high)))
    }

    fn known_term_alone(&mut self, e: ExprRef, frame: &Frame, depth: u32) -> Known {
        if depth > DEEPEST {
            return Known::Nothing;
        }
        match self.program.expr(e) {
            ExprRow::Bound(i, _) => (frame.bound.len().checked_sub(*i as usize + 1))
                .and_then(|place| frame.bound.get(place).cloned())
                .unwrap_or(Known::Nothing),
            ExprRow::Local(l, _) => frame.locals.get(*l as usize).cloned().unwrap_or(Known::Nothing),
            ExprRow::Nu(_) => frame.nu.clone().unwrap_or(Known::Nothing),
            ExprRow::Int(n) => Known::Value(Value::Int(*n)),
            ExprRow::Literal(n, _) => Known::Value(Value::Literal(*n)),
            ExprRow::Ctor(sort, tag, args) => {
                let covenant_kernel::tables::SortRow::Data(data, _) = self.program.sort_row(*sort) else {
                    return Known::Nothing;
                };
                let mut fields = Vec::with_capacity(args.len());
                for arg in args.iter() {
                    match self.known_term(*arg, frame, depth) {
                        Known::Value(value) => fields.push(value),
                        _ => return Known::Nothing,
                    }
                }
                Known::Value(Value::ctor(*data, *tag, fields))
            }
            ExprRow::Bin(Bin::Add, a, b) => {
                Known::Ints(self.ints_of(*a, frame, depth).plus(&self.ints_of(*b, frame, depth), 1))
            }
            ExprRow::Bin(Bin::Sub, a, b) => {
                Known::Ints(self.ints_of(*a, frame, depth).plus(&self.ints_of(*b, frame, depth), -1))
            }
            ExprRow::Bin(Bin::Mul, a, b) => {
                let (a, b) = (self.ints_of(*a, frame, depth), self.ints_of(*b, frame, depth));
                match (a.only(), b.only()) {
                    (Some(a), Some(b)) => Known::Ints(a.checked_mul(b).map_or_else(Ints::all, Ints::point)),
                    _ => Known::Nothing,
                }
            }
            ExprRow::Div(a, k) => {
                let a = self.ints_of(*a, frame, depth);
                if a.is_empty() {
                    return Known::Ints(a);
                }
                let divided = |n: i64| n.div_euclid(*k);
                Known::Ints(Ints::between(a.low().map(divided), a.high().map(divided)))
            }
            ExprRow::Mod(_, k) => Known::Ints(Ints::between(Some(0), Some(*k - 1))),
            ExprRow::Ite(c, a, b) => {
                if let Some(answer) = self.known_formula(*c, frame, depth) {
                    return self.known_term(if answer { *a } else { *b }, frame, depth);
                }
                if let ExprRow::Bin(Bin::Le | Bin::Lt, x, y) = self.program.expr(*c) {
                    let (x, y) = (*x, *y);
                    let spread = (x, y) == (*b, *a) || (x, y) == (*a, *b);
                    if spread {
                        let (x_ints, y_ints) = (self.ints_of(x, frame, depth), self.ints_of(y, frame, depth));
                        let largest = (x, y) == (*b, *a);
                        return Known::Ints(if largest {
                            x_ints.max(&y_ints)
                        } else {
                            x_ints.negated().max(&y_ints.negated()).negated()
                        });
                    }
                }
                let inside = self.assuming(*c, true, frame, depth);
                let yes = self.known_term(*a, &inside, depth + 1);
                let inside = self.assuming(*c, false, frame, depth);
                let no = self.known_term(*b, &inside, depth + 1);
                match (as_ints(&yes), as_ints(&no)) {
                    (Some(a), Some(b)) => Known::Ints(a.join(&b)),
                    _ => Known::Nothing,
                }
            }
            ExprRow::Fn(d, _, args) => {
                let args: Vec<Known> = args.iter().map(|a| self.known_term(*a, frame, depth)).collect();
                self.known_call(d.0, args, depth)
            }
            _ => Known::Nothing,
        }
    }

    fn known_call(&mut self, def: u32, args: Vec<Known>, depth: u32) -> Known {
        let row = self.program.def(def);
        let is_int = row
            .result
            .is_some_and(|s| matches!(self.program.sort_row(s), covenant_kernel::tables::SortRow::Int));
        // Wholly known arguments are evaluated, and remembered.
        let values: Option<Vec<Value>> = args
            .iter()
            .map(|a| match a {
                Known::Value(v) if v.is_ground() => Some(v.clone()),
                Known::Ints(ints) => ints.only().map(Value::Int),
                _ => None,
            })
            .collect();
        if let Some(values) = values
            && row.decidable
            && let Ok(value) = self.call(def, Vec::new(), values)
        {
            return Known::Value(value);
        }
        if !is_int {
            return Known::Nothing;
        }
        let partial: Option<Vec<Value>> = args
            .iter()
            .map(|a| match a {
                // Hole 0 stands for values of one depth now and of another later.
                Known::Value(v) if !v.is_symbolic() && v.first_hole() != Some(0) => Some(v.clone()),
                _ => None,
            })
            .collect();
        let key = partial.map(|values| (def, values));
        if let Some(known) = key.as_ref().and_then(|k| self.bounds_memo.get(k)) {
            return Known::Ints(known.clone());
        }
        let (body, locals) = match &row.body {
            DefBody::Direct(body) => (*body, args),
            DefBody::Cases { on, cases } => match args.get(*on as usize) {
                Some(Known::Value(Value::Ctor(node))) => {
                    let Some(case) = cases.get(node.tag as usize) else { return Known::Nothing };
                    let fields: Vec<Known> = node.fields.iter().cloned().map(Known::Value).collect();
                    (*case, args.into_iter().chain(fields).collect())
                }
                Some(Known::Value(Value::Hole(hole))) => {
                    let Some(room) = self.holes.get(hole) else { return Known::Ints(self.summary(def)) };
                    let (sort, room) = (room.sort.clone(), room.depth);
                    return Known::Ints(self.summary_within(def, &sort, room, depth));
                }
                Some(Known::Within(sort, room)) => {
                    return Known::Ints(self.summary_within(def, sort, *room, depth));
                }
                _ => return Known::Ints(self.summary(def)),
            },
            DefBody::Opaque => return Known::Nothing,
        };
        let frame = Frame { locals, bound: Vec::new(), nu: None, assumed: Vec::new() };
        let known = self.known_term(body, &frame, depth + 1);
        if let (Some(key), Some(ints)) = (key, as_ints(&known)) {
            if self.bounds_memo.len() > MOST_REMEMBERED {
                self.bounds_memo.clear();
            }
            self.bounds_memo.insert(key, ints);
        }
        known
    }

    fn known_formula(&mut self, e: ExprRef, frame: &Frame, depth: u32) -> Option<bool> {
        if depth > DEEPEST {
            return None;
        }
        match self.program.expr(e) {
            ExprRow::True => Some(true),
            ExprRow::False => Some(false),
            ExprRow::Not(a) => self.known_formula(*a, frame, depth).map(|b| !b),
            ExprRow::Bin(Bin::And, a, b) => {
                let (a, b) = (self.known_formula(*a, frame, depth), self.known_formula(*b, frame, depth));
                if a == Some(false) || b == Some(false) { Some(false) } else { Some(a? && b?) }
            }
            ExprRow::Bin(Bin::Or, a, b) => {
                let (a, b) = (self.known_formula(*a, frame, depth), self.known_formula(*b, frame, depth));
                if a == Some(true) || b == Some(true) { Some(true) } else { Some(a? || b?) }
            }
            ExprRow::Bin(Bin::Le, a, b) => {
                self.ints_of(*a, frame, depth).at_most(&self.ints_of(*b, frame, depth), 0)
            }
            ExprRow::Bin(Bin::Lt, a, b) => {
                self.ints_of(*a, frame, depth).at_most(&self.ints_of(*b, frame, depth), -1)
            }
            ExprRow::Bin(Bin::Eq, a, b) => {
                let (a, b) = (self.known_term(*a, frame, depth), self.known_term(*b, frame, depth));
                if let (Some(a), Some(b)) = (as_ints(&a), as_ints(&b)) {
                    return a.equals(&b);
                }
                match (a, b) {
                    (Known::Value(a), Known::Value(b)) => self.equal(&a, &b).ok(),
                    _ => None,
                }
            }
            ExprRow::Fn(d, _, args) => {
                let args: Vec<Known> = args.iter().map(|a| self.known_term(*a, frame, depth)).collect();
                match self.known_call(d.0, args, depth) {
                    Known::Value(value) => value.as_bool(),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The frame inside a branch: bounds that the condition puts on terms.
    fn assuming(&mut self, condition: ExprRef, holds: bool, frame: &Frame, depth: u32) -> Frame {
        let mut inner = Frame {
            locals: frame.locals.clone(),
            bound: frame.bound.clone(),
            nu: frame.nu.clone(),
            assumed: frame.assumed.clone(),
        };
        let mut work = vec![condition];
        while let Some(condition) = work.pop() {
            match self.program.expr(condition) {
                ExprRow::Bin(Bin::And, a, b) if holds => work.extend([*a, *b]),
                ExprRow::Bin(Bin::Or, a, b) if !holds => work.extend([*a, *b]),
                ExprRow::Bin(op @ (Bin::Le | Bin::Lt), a, b) => {
                    let (a, b) = (*a, *b);
                    let strict = i64::from(*op == Bin::Lt);
                    let (low, high) =
                        (self.ints_of(a, frame, depth).low(), self.ints_of(b, frame, depth).high());
                    let (other_low, other_high) =
                        (self.ints_of(b, frame, depth).low(), self.ints_of(a, frame, depth).high());
                    if holds {
                        // a + strict <= b
                        inner.assumed.push((b, low.and_then(|l| l.checked_add(strict)), None));
                        inner.assumed.push((a, None, high.and_then(|h| h.checked_sub(strict))));
                    } else {
                        // b + (1 - strict) <= a
                        let gap = 1 - strict;
                        inner.assumed.push((a, other_low.and_then(|l| l.checked_add(gap)), None));
                        inner.assumed.push((b, None, other_high.and_then(|h| h.checked_sub(gap))));
                    }
                }
                _ => {}
            }
        }
        inner
    }

    /// What a definition can return at all.
    fn summary(&mut self, def: u32) -> Ints {
        if self.summaries.is_none() {
            self.summarise();
        }
        self.summaries.as_ref().and_then(|s| s.get(def as usize).cloned()).unwrap_or_else(Ints::all)
    }

    /// What a definition can return for a value of a sort within a depth.
    fn summary_within(&mut self, def: u32, sort: &Sort, room: u32, depth: u32) -> Ints {
        let (Sort::Data(data, args), DefBody::Cases { cases, .. }) = (sort, &self.program.def(def).body)
        else {
            return self.summary(def);
        };
        if room > MOST_ROOM || depth > DEEPEST {
            return self.summary(def);
        }
        let key = (def, sort.clone(), room);
        if let Some(known) = self.depth_summaries.get(&key) {
            return known.clone();
        }
        let count = self.program.ctor_count(*data);
        let below = if count > 1 { room.saturating_sub(1) } else { room };
        let mut all = Ints::default();
        for (tag, case) in (0..count).zip(cases) {
            let fields = self.program.ctor_fields(*data, tag);
            if !fields.is_empty() && room == 0 {
                continue;
            }
            // Of the parameters nothing is known.
            let mut locals = vec![Known::Nothing; self.program.def(def).params.len()];
            locals.extend(fields.iter().map(|f| Known::Within(self.program.sort(*f, args), below)));
            let frame = Frame { locals, bound: Vec::new(), nu: None, assumed: Vec::new() };
            let known = self.known_term(*case, &frame, depth + 1);
            all = all.join(&as_ints(&known).unwrap_or_else(Ints::all));
        }
        self.depth_summaries.insert(key, all.clone());
        all
    }

    fn summarise(&mut self) {
        let count = self.program.statement().defs.len();
        let mut current = vec![Ints::default(); count];
        let mut stable = false;
        for round in 0..ROUNDS {
            self.summaries = Some(current.clone());
            let mut next = Vec::with_capacity(count);
            for (i, old) in current.iter().enumerate() {
                let new = old.join(&self.one_summary(i as u32));
                next.push(if round > 2 { widen(old, &new) } else { new });
            }
            stable = next == current;
            current = next;
            if stable {
                break;
            }
        }
        if !stable {
            current = vec![Ints::all(); count];
        }
        self.summaries = Some(current);
    }

    fn one_summary(&mut self, def: u32) -> Ints {
        let row = self.program.def(def);
        let cases = match &row.body {
            DefBody::Direct(body) => vec![*body],
            DefBody::Cases { cases, .. } => cases.clone(),
            DefBody::Opaque => return Ints::all(),
        };
        let mut all = Ints::default();
        for case in cases {
            // Locals that are not there are unknown.
            let frame = Frame { locals: Vec::new(), bound: Vec::new(), nu: None, assumed: Vec::new() };
            let case = match self.known_term(case, &frame, 0) {
                Known::Ints(ints) => ints,
                Known::Value(Value::Int(n)) => Ints::point(n),
                _ => Ints::all(),
            };
            all = all.join(&case);
        }
        all
    }
}

fn as_ints(known: &Known) -> Option<Ints> {
    match known {
        Known::Ints(ints) => Some(ints.clone()),
        Known::Value(Value::Int(n)) => Some(Ints::point(*n)),
        _ => None,
    }
}

/// Bounds that still move are given up.
pub(super) fn widen(old: &Ints, new: &Ints) -> Ints {
    if old == new || old.is_empty() {
        return new.clone();
    }
    let low = if old.low() == new.low() { new.low() } else { None };
    let high = if old.high() == new.high() { new.high() } else { None };
    Ints::range(low, high)
}
