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

/// No more derived rows than this; beyond it the answer is "not refuted".
const MAX_ROWS: usize = 1500;

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
    pub(super) fn refute(&self, extra: Option<(&Form, usize)>) -> Option<Vec<Origin>> {
        let mut work = self.clone();
        if let Some(row) = work.contradiction {
            return Some(work.proof(row));
        }
        let live = work.live.clone();
        if let Some((form, number)) = extra {
            work.rows.push(Row { form: form.clone(), origin: Origin::Base(number) });
            let row = work.reduce(work.rows.len() - 1)?;
            if let Some(c) = work.rows[row].form.as_constant() {
                return (c > 0).then(|| work.proof(row));
            }
            // Only rows that share variables with the new one, directly or not, can matter.
            let mut related = work.rows[row].form.terms().iter().map(|t| t.0).collect::<Vec<_>>();
            let mut chosen = vec![row];
            let mut live = work.live.clone();
            loop {
                let before = chosen.len();
                live.retain(|&r| {
                    let terms = work.rows[r].form.terms();
                    if terms.iter().any(|t| related.contains(&t.0)) {
                        terms.iter().for_each(|t| {
                            if !related.contains(&t.0) {
                                related.push(t.0);
                            }
                        });
                        chosen.push(r);
                        return false;
                    }
                    true
                });
                if chosen.len() == before {
                    break;
                }
            }
            return work.eliminate(chosen);
        }
        // Rows without common variables have nothing to do with each other.
        for component in work.components(live) {
            if let Some(proof) = work.eliminate(component) {
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

    fn eliminate(&mut self, mut live: Vec<usize>) -> Option<Vec<Origin>> {
        loop {
            let mut counts: Vec<(u32, usize, usize)> = Vec::new();
            for &r in &live {
                for &(v, c) in self.rows[r].form.terms() {
                    let slot = match counts.iter_mut().find(|x| x.0 == v) {
                        Some(slot) => slot,
                        None => {
                            counts.push((v, 0, 0));
                            counts.last_mut()?
                        }
                    };
                    if c > 0 {
                        slot.1 += 1;
                    } else {
                        slot.2 += 1;
                    }
                }
            }
            let &(var, ..) = counts.iter().min_by_key(|x| (x.1 * x.2, x.0))?;
            let (mut with, without): (Vec<usize>, Vec<usize>) =
                live.iter().partition(|&&r| self.rows[r].form.coefficient(var) != 0);
            live = without;
            with.sort_unstable();
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
                    let known = |r: &usize| {
                        let (old, new) = (&self.rows[*r].form, &self.rows[row].form);
                        old.terms() == new.terms() && old.offset() >= new.offset()
                    };
                    if !live.iter().any(known) {
                        live.push(row);
                    }
                    if self.rows.len() > MAX_ROWS {
                        return None;
                    }
                }
            }
        }
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
}
