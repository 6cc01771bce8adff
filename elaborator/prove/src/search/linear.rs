//! Linear forms and Fourier–Motzkin elimination with bookkeeping.
//!
//! A row is a linear form that is `<= 0`. Every derived row remembers which rows it is a positive
//! combination of, so that a contradiction can be written down as the kernel's `Combine` lines.
//! Equations (two opposite rows) are eliminated first by substitution, which keeps the number of
//! rows small; after each step the row is divided by the common divisor of its coefficients and
//! its constant rounded up, which is what makes it an integer procedure. A simplex would scale
//! better on large systems; a condition has a dozen rows, and these proofs are shorter.

use covenant_kernel::arena::IdMap;
use covenant_linear::Number;
use std::collections::{BTreeSet, HashMap};

/// A linear form over variables that are numbers of congruence classes.
pub(super) type Form = covenant_linear::Form<u32, i128>;

/// The greatest common divisor.
fn gcd(a: i128, b: i128) -> i128 {
    a.common_divisor(b).unwrap_or(1)
}

/// Where a row comes from: a base row of the caller, or a combination of earlier rows.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// Number of the caller's row.
    Base(usize),
    /// Positive combination.
    Combine(Vec<(u64, usize)>),
}

#[derive(Clone, Debug)]
struct Row {
    form: Form,
    origin: Origin,
}

/// Rows, and equations already solved for a variable.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    rows: Vec<Row>,
    /// Rows still to be considered: no solved variable occurs in them.
    live: Vec<usize>,
    /// `(variable, row, opposite row)` in the order of elimination.
    solved: Vec<(u32, usize, usize)>,
    solved_at: IdMap<u32, usize>,
    /// A row `c <= 0` with `c > 0`.
    contradiction: Option<usize>,
}

/// No more rows than this; beyond it the answer is "not refuted".
const MAX_ROWS: usize = 1500;
/// The same as a multiple of the rows that were there before, if that is more: a large condition has a large proof.
const MOST_FOLD: usize = 4;

impl System {
    /// `equations` are pairs of base rows that are each other's negation.
    pub(super) fn new(base: &[Form], equations: &[(usize, usize)]) -> System {
        let mut system = System::default();
        for (i, form) in base.iter().enumerate() {
            system.rows.push(Row { form: form.clone(), origin: Origin::Base(i) });
        }
        let mut in_equation = vec![false; base.len()];
        for &(a, b) in equations {
            in_equation[a] = true;
            in_equation[b] = true;
        }
        for &(a, b) in equations {
            let (Some(a), Some(b)) = (system.reduce(a), system.reduce(b)) else { continue };
            system.solve(a, b);
        }
        for (i, inside) in in_equation.iter().enumerate() {
            if !inside && let Some(row) = system.reduce(i) {
                system.admit(row);
            }
        }
        system.drop_dominated();
        system
    }

    /// Of rows that differ only in their constants, the strongest says it all.
    fn drop_dominated(&mut self) {
        let mut strongest: IdMap<&[(u32, i128)], usize> = IdMap::default();
        for &row in &self.live {
            let best = strongest.entry(self.rows[row].form.terms()).or_insert(row);
            if self.rows[row].form.offset() > self.rows[*best].form.offset() {
                *best = row;
            }
        }
        let keep: Vec<usize> = self
            .live
            .iter()
            .copied()
            .filter(|&row| strongest.get(self.rows[row].form.terms()) == Some(&row))
            .collect();
        self.live = keep;
    }

    fn solve(&mut self, a: usize, b: usize) {
        // A variable with coefficient 1 keeps everything integral; otherwise keep the rows as
        // two inequalities, where tightening applies.
        let unit = self.rows[a].form.terms().iter().find(|t| t.1.abs() == 1).map(|t| t.0);
        match unit {
            Some(var) => {
                self.solved_at.insert(var, self.solved.len());
                self.solved.push((var, a, b));
                for i in 0..self.live.len() {
                    if let Some(row) = self.reduce(self.live[i]) {
                        self.live[i] = row;
                        self.notice(row);
                    }
                }
            }
            None => {
                self.admit(a);
                self.admit(b);
            }
        }
    }

    fn notice(&mut self, row: usize) {
        if let Some(c) = self.rows[row].form.as_constant()
            && c > 0
            && self.contradiction.is_none()
        {
            self.contradiction = Some(row);
        }
    }

    fn admit(&mut self, row: usize) {
        self.notice(row);
        if !self.rows[row].form.terms().is_empty() {
            self.live.push(row);
        }
    }

    fn derive(&mut self, a: usize, ca: i128, b: usize, cb: i128) -> Option<usize> {
        let form = self.rows[a].form.combined(ca, &self.rows[b].form, cb)?.tightened();
        let origin = Origin::Combine(vec![(u64::try_from(ca).ok()?, a), (u64::try_from(cb).ok()?, b)]);
        self.rows.push(Row { form, origin });
        Some(self.rows.len() - 1)
    }

    /// Substitutes the solved variables.
    fn reduce(&mut self, mut row: usize) -> Option<usize> {
        loop {
            // The earliest solved variable: what it is replaced by mentions only later ones.
            let first =
                self.rows[row].form.terms().iter().filter_map(|t| self.solved_at.get(&t.0)).min().copied();
            let Some(i) = first else { break };
            let (var, plus, minus) = self.solved[i];
            let c = self.rows[row].form.coefficient(var);
            let e = self.rows[plus].form.coefficient(var);
            // Of the two opposite rows, the one in which the variable has the other sign.
            let (by, e) = if (e > 0) == (c > 0) { (minus, -e) } else { (plus, e) };
            let g = gcd(c, e);
            row = self.derive(row, e.abs() / g, by, c.abs() / g)?;
        }
        // Untightened base rows may share a divisor.
        let form = self.rows[row].form.clone().tightened();
        if form != self.rows[row].form {
            self.rows.push(Row { form, origin: Origin::Combine(vec![(1, row)]) });
            row = self.rows.len() - 1;
        }
        Some(row)
    }

    /// Refutes the rows, together with a further one if given (which gets the number of base
    /// rows as its base number). The result lists the rows in order of use.
    pub(super) fn refute(&mut self, extra: Option<(&Form, usize)>) -> Option<Vec<Origin>> {
        let before = self.rows.len();
        let proof = self.refute_with(extra);
        // What was derived on the way is of no use to the next question.
        self.rows.truncate(before);
        proof
    }

    fn refute_with(&mut self, extra: Option<(&Form, usize)>) -> Option<Vec<Origin>> {
        if let Some(row) = self.contradiction {
            return Some(self.proof(row));
        }
        let live = self.live.clone();
        if let Some((form, number)) = extra {
            self.rows.push(Row { form: form.clone(), origin: Origin::Base(number) });
            let row = self.reduce(self.rows.len() - 1)?;
            if let Some(c) = self.rows[row].form.as_constant() {
                return (c > 0).then(|| self.proof(row));
            }
            // Only rows that share variables with the new one, directly or not, can matter.
            let all = live.into_iter().chain([row]).collect();
            let related = self.components(all).into_iter().find(|component| component.contains(&row))?;
            return self.eliminate(&related);
        }
        // Rows without common variables have nothing to do with each other.
        for component in self.components(live) {
            if let Some(proof) = self.eliminate(&component) {
                return Some(proof);
            }
        }
        None
    }

    fn components(&self, live: Vec<usize>) -> Vec<Vec<usize>> {
        let mut owner: IdMap<u32, usize> = IdMap::default();
        let mut parent: Vec<usize> = (0..live.len()).collect();
        fn root(parent: &mut [usize], mut i: usize) -> usize {
            while parent[i] != i {
                parent[i] = parent[parent[i]];
                i = parent[i];
            }
            i
        }
        for (i, &r) in live.iter().enumerate() {
            for &(v, _) in self.rows[r].form.terms() {
                let j = *owner.entry(v).or_insert(i);
                let (a, b) = (root(&mut parent, i), root(&mut parent, j));
                parent[a.max(b)] = a.min(b);
            }
        }
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); live.len()];
        for (i, &r) in live.iter().enumerate() {
            groups[root(&mut parent, i)].push(r);
        }
        groups.retain(|g| !g.is_empty());
        groups
    }

    /// Eliminates one variable after the other: always the one that makes the fewest new rows, of these the first.
    fn eliminate(&mut self, rows: &[usize]) -> Option<Vec<Origin>> {
        let most = MAX_ROWS.max(MOST_FOLD * self.rows.len());
        let mut live = Live::default();
        rows.iter().for_each(|&row| live.add(row, &self.rows[row].form));
        while let Some(var) = live.cheapest() {
            let with = live.take(var, |row| &self.rows[row].form);
            for &p in &with {
                let a = self.rows[p].form.coefficient(var);
                if a < 0 {
                    continue;
                }
                for &n in &with {
                    let b = self.rows[n].form.coefficient(var);
                    if b > 0 {
                        continue;
                    }
                    let g = gcd(a, b);
                    let row = self.derive(p, -b / g, n, a / g)?;
                    if let Some(c) = self.rows[row].form.as_constant() {
                        if c > 0 {
                            return Some(self.proof(row));
                        }
                        continue;
                    }
                    if !live.implies(&self.rows[row].form, |row| &self.rows[row].form) {
                        live.add(row, &self.rows[row].form);
                    }
                    if self.rows.len() > most {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// The rows that a row rests on, renumbered, in order.
    fn proof(&self, last: usize) -> Vec<Origin> {
        let mut needed = vec![false; self.rows.len()];
        needed[last] = true;
        for i in (0..=last).rev() {
            if needed[i]
                && let Origin::Combine(parts) = &self.rows[i].origin
            {
                parts.iter().for_each(|p| needed[p.1] = true);
            }
        }
        let mut number = vec![0; self.rows.len()];
        let mut out = Vec::new();
        for i in 0..=last {
            if needed[i] {
                number[i] = out.len();
                out.push(match &self.rows[i].origin {
                    Origin::Base(b) => Origin::Base(*b),
                    Origin::Combine(parts) => {
                        Origin::Combine(parts.iter().map(|&(c, r)| (c, number[r])).collect())
                    }
                });
            }
        }
        out
    }
}

/// The rows that are left in an elimination, by variable and by form.
#[derive(Default)]
struct Live {
    /// Of each variable: the rows with a positive and those with a negative coefficient.
    with: IdMap<u32, [BTreeSet<usize>; 2]>,
    /// The variables, by how many rows their elimination makes.
    queue: BTreeSet<(usize, u32)>,
    /// Rows that differ at most in their constants.
    alike: HashMap<Vec<(u32, i128)>, Vec<usize>>,
}

impl Live {
    /// Changes the rows of a variable, and so its place in the queue.
    fn change(&mut self, var: u32, change: impl FnOnce(&mut [BTreeSet<usize>; 2])) {
        let rows = self.with.entry(var).or_default();
        let cost = |rows: &[BTreeSet<usize>; 2]| (rows[0].len() * rows[1].len(), var);
        self.queue.remove(&cost(rows));
        change(rows);
        if rows.iter().any(|rows| !rows.is_empty()) {
            self.queue.insert(cost(rows));
        }
    }

    fn add(&mut self, row: usize, form: &Form) {
        for &(var, c) in form.terms() {
            self.change(var, |rows| {
                rows[usize::from(c < 0)].insert(row);
            });
        }
        self.alike.entry(form.terms().to_vec()).or_default().push(row);
    }

    fn cheapest(&self) -> Option<u32> {
        self.queue.first().map(|&(_, var)| var)
    }

    /// Takes out the rows with a variable.
    fn take<'f>(&mut self, var: u32, form: impl Fn(usize) -> &'f Form) -> Vec<usize> {
        let rows: BTreeSet<usize> = self.with.get(&var).into_iter().flatten().flatten().copied().collect();
        for &row in &rows {
            let form = form(row);
            for &(other, c) in form.terms() {
                self.change(other, |rows| {
                    rows[usize::from(c < 0)].remove(&row);
                });
            }
            if let Some(alike) = self.alike.get_mut(form.terms()) {
                alike.retain(|other| *other != row);
            }
        }
        rows.into_iter().collect()
    }

    /// Whether a row that is left says as much.
    fn implies<'f>(&self, new: &Form, form: impl Fn(usize) -> &'f Form) -> bool {
        let alike = self.alike.get(new.terms());
        alike.is_some_and(|rows| rows.iter().any(|&row| form(row).offset() >= new.offset()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(u32, i128)], constant: i128) -> Form {
        Form::sum(terms.iter().copied(), constant).expect("small numbers")
    }

    #[test]
    fn refutes_by_integer_rounding() {
        // 2x <= 1 and 1 <= 2x - 0: x <= 0 and x >= 1.
        let rows = [form(&[(0, 2)], -1), form(&[(0, -2)], 1)];
        assert!(System::new(&rows, &[]).refute(None).is_some());
    }

    #[test]
    fn does_not_refute_what_has_a_solution() {
        let rows = [form(&[(0, 1), (1, -1)], 0), form(&[(1, 1)], -3), form(&[(0, -1)], 2)];
        assert!(System::new(&rows, &[]).refute(None).is_none());
        // but with x >= 4 there is none
        assert!(System::new(&rows, &[]).refute(Some((&form(&[(0, -1)], 4), 3))).is_some());
    }

    #[test]
    fn substitutes_equations() {
        // x = y + 1, y >= 0, x <= 0
        let rows = [
            form(&[(0, 1), (1, -1)], -1),
            form(&[(0, -1), (1, 1)], 1),
            form(&[(1, -1)], 0),
            form(&[(0, 1)], 0),
        ];
        let proof = System::new(&rows, &[(0, 1)]).refute(None);
        assert!(matches!(proof.as_deref().and_then(<[Origin]>::last), Some(Origin::Combine(_))));
    }

    /// x0 <= x1 <= … and x0 > xn, among rows that have nothing to do with it.
    #[test]
    fn a_long_chain_is_refuted() {
        let n = 2_000;
        let mut rows: Vec<Form> = (0..n).map(|i| form(&[(i, 1), (i + 1, -1)], 0)).collect();
        rows.extend((n + 1..2 * n).map(|i| form(&[(i, 1), (i + 1, -1)], 0)));
        let mut system = System::new(&rows, &[]);
        assert!(system.refute(None).is_none());
        let closing = form(&[(n, 1), (0, -1)], 1);
        let proof = system.refute(Some((&closing, rows.len()))).expect("a contradiction");
        assert_eq!(proof.iter().filter(|origin| matches!(origin, Origin::Base(_))).count(), 2_001);
        // Nothing of that question is left.
        assert!(system.refute(None).is_none());
    }
}
