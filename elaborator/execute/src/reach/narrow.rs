//! Guesses, where a goal waits for a value that nothing else will provide.

use covenant_kernel::tables::{BOOL, DefBody, SortRow};

use super::super::value::Value;
use super::Solver;
use super::state::{Goal, State, Term, ctor_term};

impl Solver<'_, '_> {
    /// The ways to go on with a goal that waits for a value nobody will provide.
    /// The flag says whether they are all.
    pub(super) fn narrow(&mut self, st: &State, goal: &Goal) -> (Vec<State>, bool) {
        let fill = |term: &Term, value: Term| {
            let mut next = st.clone();
            next.unify(term, &value).is_ok().then_some(next)
        };
        let booleans = |term: &Term| -> Vec<State> {
            [true, false].into_iter().filter_map(|b| fill(term, Term::bool(b))).collect()
        };
        match goal {
            Goal::Truth { target, .. } => (booleans(target), true),
            Goal::Def { def, args, target, .. } => {
                let row = self.program.def(*def);
                if row.result.is_none() && st.as_bool(target).is_none() {
                    return (booleans(target), true);
                }
                let DefBody::Cases { on, .. } = &row.body else { return (Vec::new(), false) };
                let (Some(sort), Some(arg)) = (row.params.get(*on as usize), args.get(*on as usize)) else {
                    return (Vec::new(), false);
                };
                let SortRow::Data(data, _) = self.program.sort_row(*sort) else {
                    return (Vec::new(), false);
                };
                let mut states = Vec::new();
                for tag in 0..self.program.ctor_count(*data) {
                    let mut next = st.clone();
                    let arity = self.program.ctor_fields(*data, tag).len();
                    let fields = (0..arity).map(|_| next.fresh()).collect();
                    if next.unify(arg, &ctor_term(*data, tag, fields)).is_ok() {
                        states.push(next);
                    }
                }
                (states, true)
            }
            Goal::Differ(a, b) => {
                let (a, b) = (st.walk(a), st.walk(b));
                let (unknown, other) = if matches!(a, Term::Var(_)) { (a, b) } else { (b, a) };
                match other {
                    Term::Ground(Value::Ctor(node)) if node.data == BOOL => (booleans(&unknown), true),
                    Term::Ground(Value::Atom(_)) => {
                        let states = (0..self.eval.abstract_elements)
                            .filter_map(|i| fill(&unknown, Term::Ground(Value::Atom(i))))
                            .collect();
                        (states, true)
                    }
                    _ => (Vec::new(), false),
                }
            }
            Goal::Product { .. } | Goal::Division { .. } | Goal::Formula { .. } => self.label(st, goal),
            _ => (Vec::new(), false),
        }
    }

    /// Tries the integers of the shortest range among the goal's variables.
    fn label(&mut self, st: &State, goal: &Goal) -> (Vec<State>, bool) {
        const MOST: i64 = 300;
        let vars = super::state::variables_of(st, goal);
        let Some(ranges) = super::system_of(st).and_then(|s| s.ranges()) else { return (Vec::new(), false) };
        let mut best: Option<(i64, u32, i64, i64)> = None;
        for v in &vars {
            if let Some((Some(l), Some(h))) = ranges.get(v)
                && let Some(width) = h.checked_sub(*l)
                && best.is_none_or(|(w, ..)| width < w)
            {
                best = Some((width, *v, *l, *h));
            }
        }
        let fill = |v: u32, n: i64| {
            let mut next = st.clone();
            next.unify(&Term::Var(v), &Term::Ground(Value::Int(n))).is_ok().then_some(next)
        };
        match (best, vars.first()) {
            (Some((width, v, low, high)), _) if width <= MOST => {
                ((low..=high).filter_map(|n| fill(v, n)).collect(), true)
            }
            (_, Some(v)) if matches!(goal, Goal::Product { .. } | Goal::Division { .. }) => {
                ((-6..=6).filter_map(|n| fill(*v, n)).collect(), false)
            }
            _ => (Vec::new(), false),
        }
    }
}
