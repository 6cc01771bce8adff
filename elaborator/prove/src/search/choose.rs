//! Choosing a disjunct or a witness.
//!
//! An alternative is taken if it is the only one that can hold, or if Z3 says that it follows;
//! otherwise the branch is split so that the choice becomes plain: first by what can be seen
//! without Z3, then by asking it.

use super::branch::Branch;
use super::build::{Builder, Built, Splitting};
use super::step::Step;
use covenant_kernel::arena::{Bin, Expr, ExprId, Quant};

/// A step toward an alternative.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Left,
    Right,
    Witness(ExprId),
}

/// Atoms considered for a split.
const MAX_ATOMS: usize = 16;
/// How many nested existentials away an atom may be to be considered for a split.
const ATOM_REACH: u32 = 3;
/// How many nested existentials deep the prospect of a goal is worked out. A chain of choices that
/// is longer would be walked to its end at each of them.
const PROSPECT_DEPTH: u32 = 24;
/// A type with more constructors than this is wide: asking for one constructor after the other
/// makes a smaller proof than taking all of them apart, if that is how the program does it.
const WIDE: usize = 8;

impl Builder<'_, '_> {
    /// Whether a witness of the goal has variables that this branch has not introduced yet.
    fn hidden(&mut self, branch: &Branch, goal: ExprId) -> bool {
        let terms = self.witnesses.get(&goal).cloned().unwrap_or_default();
        terms.into_iter().any(|t| !self.visible(branch, t))
    }

    /// The ways to prove a disjunction or existential: the formula and how to get there.
    fn alternatives(&mut self, branch: &Branch, goal: ExprId) -> Vec<(ExprId, Vec<Way>)> {
        match *self.inst.arena.expr(goal) {
            Expr::Bin(Bin::Or, a, b) => {
                let mut out = Vec::new();
                for (side, way) in [(a, Way::Left), (b, Way::Right)] {
                    if matches!(self.inst.arena.expr(side), Expr::Bin(Bin::Or, ..)) {
                        for (f, mut ways) in self.alternatives(branch, side) {
                            ways.insert(0, way);
                            out.push((f, ways));
                        }
                    } else {
                        out.push((side, vec![way]));
                    }
                }
                out
            }
            Expr::Quant(Quant::Exists, _, body) => {
                let terms = self.witnesses.get(&goal).cloned().unwrap_or_default();
                let mut out = Vec::new();
                for term in terms {
                    if self.visible(branch, term)
                        && let Some(f) = self.at_witness(goal, body, term)
                    {
                        out.push((f, vec![Way::Witness(term)]));
                    }
                }
                out
            }
            _ => Vec::new(),
        }
    }

    /// The body of an existential at a witness, worked out once.
    fn at_witness(&mut self, goal: ExprId, body: ExprId, term: ExprId) -> Option<ExprId> {
        if let Some(&known) = self.bodies.get(&(goal, term)) {
            return Some(known);
        }
        let f = self.inst.arena.instantiate(body, &[term], 0).ok()?;
        self.bodies.insert((goal, term), f);
        Some(f)
    }

    /// The value of a goal: like that of a formula, but an existential without a live witness is
    /// as good as false.
    fn prospect(&mut self, branch: &mut Branch, goal: ExprId) -> Option<bool> {
        let stamp = (branch.facts.len(), branch.scope.len());
        if branch.prospects_at != stamp {
            branch.prospects.clear();
            branch.prospects_at = stamp;
        }
        if let Some(&known) = branch.prospects.get(&goal) {
            return known;
        }
        let truncated = std::mem::replace(&mut self.truncated, false);
        let value = self.prospect_now(branch, goal);
        // What was not worked out to the end is not remembered: nearer to it, more can be said.
        if !self.truncated {
            branch.prospects.insert(goal, value);
        }
        self.truncated |= truncated;
        value
    }

    fn prospect_now(&mut self, branch: &mut Branch, goal: ExprId) -> Option<bool> {
        if branch.known.contains(&goal) {
            return Some(true);
        }
        match *self.inst.arena.expr(goal) {
            Expr::Bin(Bin::And, a, b) => match self.prospect(branch, a) {
                Some(false) => Some(false),
                first => match (first, self.prospect(branch, b)) {
                    (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                },
            },
            Expr::Quant(Quant::Exists, ..) if self.prospect_depth >= PROSPECT_DEPTH => {
                self.truncated = true;
                None
            }
            Expr::Bin(Bin::Or, ..) | Expr::Quant(Quant::Exists, ..) => {
                let nested = u32::from(matches!(self.inst.arena.expr(goal), Expr::Quant(..)));
                self.prospect_depth += nested;
                // One that a fact may yet provide is open, too.
                let open = self.hidden(branch, goal) || self.inst.assumable(goal);
                let mut best = if open { None } else { Some(false) };
                for (f, _) in self.alternatives(branch, goal) {
                    match self.prospect(branch, f) {
                        Some(true) => {
                            best = Some(true);
                            break;
                        }
                        None => best = None,
                        Some(false) => {}
                    }
                }
                self.prospect_depth -= nested;
                best
            }
            _ => self.value(branch, goal),
        }
    }

    pub(super) fn choose(&mut self, mut branch: Branch, goal: ExprId) -> Built {
        let all = self.alternatives(&branch, goal);
        let mut live = Vec::new();
        let mut sure = None;
        for (f, ways) in all {
            match self.prospect(&mut branch, f) {
                Some(false) => {}
                value => {
                    if value == Some(true) && sure.is_none() {
                        sure = Some(live.len());
                    }
                    live.push((f, ways));
                }
            }
        }
        let hidden = self.hidden(&branch, goal) || self.inst.assumable(goal);
        let taken = match (sure, live.len()) {
            (Some(i), _) => Some(i),
            (None, 1) if !hidden => Some(0),
            (None, 0) => None,
            _ => {
                if self.open_cases(&branch).first().is_none_or(|c| c.0 > 0 || c.2.len() > WIDE)
                    && let Some(splitting) = self.plain_split(&mut branch, &live)
                {
                    return self.apply_split(branch, goal, splitting);
                }
                (0..live.len()).find(|&i| self.follows(&branch, live[i].0))
            }
        };
        if let Some(i) = taken {
            let (f, ways) = live.swap_remove(i);
            let mut proof = self.prove_goal_or_close(branch, f)?;
            for way in ways.into_iter().rev() {
                proof = match way {
                    Way::Left => self.maker().goal_step(proof, &[], Step::Left),
                    Way::Right => self.maker().goal_step(proof, &[], Step::Right),
                    Way::Witness(t) => self.maker().goal_step(proof, &[t], |s| Step::Witness(t, s)),
                };
            }
            return Ok(proof);
        }
        self.split_for_choice(branch, goal, &live)
    }

    fn split_for_choice(&mut self, mut branch: Branch, goal: ExprId, live: &[(ExprId, Vec<Way>)]) -> Built {
        let cases = self.open_cases(&branch);
        if let Some((0, term, forms)) = cases.first().cloned() {
            return self.apply_split(branch, goal, Splitting::Case(term, forms));
        }
        if live.is_empty() {
            // Nothing can be chosen: the branch itself must be contradictory.
            return self.split(branch, goal);
        }
        let atoms = self.nearest_atoms(&mut branch, live);
        let mut best: Option<(usize, Splitting)> = None;
        for &atom in atoms.iter().take(MAX_ATOMS) {
            let Some(splitting) = self.atom_split(&branch, atom) else { continue };
            let score = self.score(&branch, &splitting, live);
            let full = score >= 2;
            if best.as_ref().is_none_or(|b| score > b.0) {
                best = Some((score, splitting));
            }
            if full {
                break;
            }
        }
        if best.as_ref().is_none_or(|b| b.0 < 2) {
            for &fact in &branch.open.clone() {
                if matches!(self.inst.arena.expr(fact), Expr::Bin(Bin::Or, ..)) {
                    let splitting = Splitting::Or(fact);
                    let score = self.score(&branch, &splitting, live);
                    if best.as_ref().is_none_or(|b| score > b.0) {
                        best = Some((score, splitting));
                    }
                }
            }
        }
        match best {
            Some((score, splitting)) if score > 0 => self.apply_split(branch, goal, splitting),
            other => {
                if let Some((_, term, forms)) = cases.into_iter().next() {
                    return self.apply_split(branch, goal, Splitting::Case(term, forms));
                }
                match other {
                    Some((_, splitting)) => self.apply_split(branch, goal, splitting),
                    None => self.split(branch, goal),
                }
            }
        }
    }

    /// A split after which the choice is plain in every branch, without asking Z3: on a
    /// disjunction among the facts, or on an atom of the alternatives.
    fn plain_split(&mut self, branch: &mut Branch, live: &[(ExprId, Vec<Way>)]) -> Option<Splitting> {
        let atoms = self.nearest_atoms(branch, live);
        let mut candidates: Vec<Splitting> = Vec::new();
        for &fact in &branch.open {
            if candidates.len() < 4
                && matches!(self.inst.arena.expr(fact), Expr::Bin(Bin::Or, ..))
                && self.mentions_any(fact, &atoms)
            {
                candidates.push(Splitting::Or(fact));
            }
        }
        for &atom in atoms.iter().take(6) {
            match self.atom_split(branch, atom) {
                Some(Splitting::Case(t, forms)) if forms.len() > WIDE => {
                    candidates.extend(self.cut(branch, atom));
                    candidates.push(Splitting::Case(t, forms));
                }
                other => candidates.extend(other),
            }
        }
        candidates.into_iter().find(|splitting| {
            let branches = self.split_facts(splitting);
            branches.into_iter().all(|(facts, vars)| {
                let mut copy = branch.clone();
                copy.introduce(&vars);
                for f in facts {
                    copy.add(self.inst.arena, f, &mut Vec::new());
                }
                let mut open = 0;
                for (f, _) in live {
                    match self.prospect(&mut copy, *f) {
                        Some(true) => return true,
                        None => open += 1,
                        Some(false) => {}
                    }
                }
                open <= 1
            })
        })
    }

    /// Whether a formula has one of the atoms as a part, or talks about the same terms.
    fn mentions_any(&self, f: ExprId, atoms: &[ExprId]) -> bool {
        let mut stack = vec![f];
        while let Some(e) = stack.pop() {
            if atoms.contains(&e) {
                return true;
            }
            if let Expr::Bin(Bin::And | Bin::Or, a, b) = *self.inst.arena.expr(e) {
                stack.extend([a, b]);
            }
        }
        false
    }

    /// In how many branches a choice becomes possible.
    fn score(&mut self, branch: &Branch, splitting: &Splitting, live: &[(ExprId, Vec<Way>)]) -> usize {
        let mut score = 0;
        for (facts, _) in self.split_facts(splitting) {
            let mut copy = branch.clone();
            for f in facts {
                copy.add(self.inst.arena, f, &mut Vec::new());
            }
            let mut alive = Vec::new();
            for (f, _) in live {
                match self.prospect(&mut copy, *f) {
                    Some(false) => {}
                    Some(true) => {
                        alive.clear();
                        alive.push(*f);
                        break;
                    }
                    None => alive.push(*f),
                }
            }
            if alive.len() <= 1 || alive.iter().any(|&f| self.follows(&copy, f)) {
                score += 1;
            }
        }
        score
    }

    /// Undecided decidable atoms on which the alternatives depend, nearest first.
    fn nearest_atoms(&mut self, branch: &mut Branch, live: &[(ExprId, Vec<Way>)]) -> Vec<ExprId> {
        let mut atoms = Vec::new();
        for reach in 0..=ATOM_REACH {
            for (f, _) in live {
                self.open_atoms(branch, *f, reach, &mut atoms);
            }
        }
        atoms
    }

    /// Undecided decidable atoms on which an alternative depends, below at most `reach` further
    /// existentials.
    fn open_atoms(&mut self, branch: &mut Branch, f: ExprId, reach: u32, out: &mut Vec<ExprId>) {
        if out.len() >= MAX_ATOMS || self.prospect(branch, f) == Some(false) {
            return;
        }
        let undecided = self.inst.arena.info(f).decidable && self.value(branch, f).is_none();
        match *self.inst.arena.expr(f) {
            Expr::Bin(Bin::And | Bin::Iff | Bin::Imp, a, b) => {
                self.open_atoms_any(branch, a, reach, out);
                self.open_atoms_any(branch, b, reach, out);
            }
            Expr::Not(a) => self.open_atoms_any(branch, a, reach, out),
            Expr::Quant(Quant::Exists, ..) if reach == 0 => {}
            Expr::Bin(Bin::Or, ..) | Expr::Quant(Quant::Exists, ..) => {
                let nested = u32::from(matches!(self.inst.arena.expr(f), Expr::Quant(..)));
                for (g, _) in self.alternatives(branch, f) {
                    self.open_atoms(branch, g, reach - nested, out);
                }
            }
            Expr::Bin(..) | Expr::Fn(..) if undecided && !out.contains(&f) => {
                out.push(f);
            }
            _ => {}
        }
    }

    /// Below an equivalence or negation the prospect says nothing.
    fn open_atoms_any(&mut self, branch: &mut Branch, f: ExprId, reach: u32, out: &mut Vec<ExprId>) {
        match *self.inst.arena.expr(f) {
            Expr::Not(a) => self.open_atoms_any(branch, a, reach, out),
            Expr::Bin(Bin::And | Bin::Or | Bin::Iff | Bin::Imp, a, b)
                if self.inst.arena.info(f).decidable =>
            {
                self.open_atoms_any(branch, a, reach, out);
                self.open_atoms_any(branch, b, reach, out);
            }
            Expr::Bin(Bin::Eq | Bin::Le | Bin::Lt, ..) | Expr::Fn(..) => {
                if self.inst.arena.info(f).decidable
                    && !out.contains(&f)
                    && out.len() < MAX_ATOMS
                    && self.value(branch, f).is_none()
                {
                    out.push(f);
                }
            }
            _ => self.open_atoms(branch, f, reach, out),
        }
    }
}
