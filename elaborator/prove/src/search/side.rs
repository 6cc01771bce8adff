//! Side proofs: of a premise that is known to hold, of a disjunct that cannot hold, of an integer
//! equation between two bounds. They need no choice and are small.

use super::branch::{Branch, is_literal};
use super::build::Builder;
use super::step::{Proof, Step};
use super::wraps::{Wrap, Wraps, two};
use covenant_kernel::arena::{Bin, Expr, ExprId, INT, TRUTH};

/// How deep side proofs may nest.
const SIDE_DEPTH: u32 = 5;

impl Builder<'_, '_> {
    /// A proof of `not p` from `p ==> q` and a refutation of `q`.
    pub(super) fn contrapositive(
        &mut self,
        branch: &mut Branch,
        fact: ExprId,
        p: ExprId,
        q: ExprId,
        depth: u32,
    ) -> Option<Proof> {
        let (produced, refuted) = self.refute_with(branch, &[q], depth)?;
        let premise = self.maker().exact(p);
        let applied =
            self.maker().then(&[fact], &[], premise, &produced, refuted, |a, b| Step::Apply(fact, a, b));
        Some(self.maker().intro(None, &[p], applied))
    }

    /// Adds facts to a copy of the branch and refutes it; also what the addition produced.
    pub(super) fn refute_with(
        &mut self,
        branch: &Branch,
        facts: &[ExprId],
        depth: u32,
    ) -> Option<(Vec<ExprId>, Proof)> {
        if depth >= SIDE_DEPTH {
            return None;
        }
        let mut copy = branch.clone();
        let mut produced = Vec::new();
        facts.iter().for_each(|&f| copy.add(self.inst.arena, f, &mut produced));
        let (wraps, closed) = self.saturate(&mut copy, depth + 1);
        let closed = closed?;
        Some((produced, self.wrap(wraps, closed)))
    }

    /// A proof of a formula whose value is known to be true.
    pub(super) fn establish(&mut self, branch: &mut Branch, f: ExprId, depth: u32) -> Option<Proof> {
        if f == TRUTH || branch.known.contains(&f) {
            return Some(self.maker().exact(f));
        }
        if is_literal(self.inst.arena, f) {
            return self.leaf_goal(branch, f);
        }
        match *self.inst.arena.expr(f) {
            Expr::Bin(Bin::And, a, b) => {
                let a = self.establish(branch, a, depth)?;
                let b = self.establish(branch, b, depth)?;
                Some(self.maker().both(a, b, Step::Split))
            }
            Expr::Bin(Bin::Or, a, b) => {
                if self.value(branch, a) == Some(true) {
                    let a = self.establish(branch, a, depth)?;
                    return Some(self.maker().goal_step(a, &[], Step::Left));
                }
                let b = self.establish(branch, b, depth)?;
                Some(self.maker().goal_step(b, &[], Step::Right))
            }
            Expr::Bin(Bin::Imp, p, q) => {
                if self.value(branch, q) == Some(true) {
                    let q = self.establish(branch, q, depth)?;
                    return Some(self.maker().intro(None, &[], q));
                }
                let (produced, refuted) = self.refute_with(branch, &[p], depth)?;
                Some(self.maker().intro(None, &produced, refuted))
            }
            Expr::Not(p) => {
                let (produced, refuted) = self.refute_with(branch, &[p], depth)?;
                Some(self.maker().intro(None, &produced, refuted))
            }
            Expr::Bin(Bin::Iff, p, q) => {
                let there = self.inst.arena.bin(Bin::Imp, p, q).ok()?;
                let back = self.inst.arena.bin(Bin::Imp, q, p).ok()?;
                let there = self.establish(branch, there, depth)?;
                let back = self.establish(branch, back, depth)?;
                Some(self.maker().both(there, back, Step::Split))
            }
            _ => None,
        }
    }

    /// A leaf for a literal goal, with integers squeezed together first if need be.
    pub(super) fn leaf_goal(&mut self, branch: &mut Branch, goal: ExprId) -> Option<Proof> {
        let arena = &mut *self.inst.arena;
        let negated = match *arena.expr(goal) {
            Expr::Not(a) => a,
            Expr::False => {
                let r = branch.ground.refute(arena, None)?;
                return Some(self.maker().leaf(r.facts, r.lines, false));
            }
            _ => arena.not(goal).ok()?,
        };
        if let Some(r) = branch.ground.refute(arena, Some(negated)) {
            return Some(self.maker().leaf(r.facts, r.lines, false));
        }
        let Expr::Bin(Bin::Eq, a, b) = *arena.expr(goal) else { return None };
        if arena.sort_of(a) != Some(INT) {
            return None;
        }
        let mut copy = branch.clone();
        let wraps = self.squeezed(&mut copy, a, b)?;
        let r = copy.ground.refute(self.inst.arena, Some(negated))?;
        let leaf = self.maker().leaf(r.facts, r.lines, false);
        Some(self.wrap(wraps, leaf))
    }

    /// Proves `a <= b` and `b <= a` and merges the two.
    pub(super) fn squeezed(&mut self, branch: &mut Branch, a: ExprId, b: ExprId) -> Option<Wraps> {
        let mut wraps = Wraps::new();
        let mut facts = Vec::new();
        for (x, y) in [(a, b), (b, a)] {
            let formula = self.inst.arena.bin(Bin::Le, x, y).ok()?;
            facts.push(formula);
            if branch.known.contains(&formula) {
                continue;
            }
            let negated = self.inst.arena.not(formula).ok()?;
            let r = branch.ground.refute(self.inst.arena, Some(negated))?;
            let proof = self.maker().leaf(r.facts, r.lines, false);
            let mut produced = Vec::new();
            branch.add(self.inst.arena, formula, &mut produced);
            wraps.push((Wrap::Have { formula, proof }, produced));
        }
        branch.ground.squeeze(self.inst.arena, a, b, facts[0], facts[1]);
        Some(wraps)
    }
    /// `a < b` from `a <= b` and `a <> b`.
    pub(super) fn tightened(&mut self, branch: &mut Branch, a: ExprId, b: ExprId) -> Option<Wraps> {
        let formula = self.inst.arena.bin(Bin::Lt, a, b).ok()?;
        let not = self.inst.arena.not(formula).ok()?;
        let mut copy = branch.clone();
        let mut assumed = Vec::new();
        copy.add(self.inst.arena, not, &mut assumed);
        let wraps = self.squeezed(&mut copy, a, b)?;
        let r = copy.ground.refute(self.inst.arena, None)?;
        let leaf = self.maker().leaf(r.facts, r.lines, true);
        let refuted = self.wrap(wraps, leaf);
        let exact = self.maker().exact(formula);
        let branches = vec![(Vec::new(), vec![formula], exact), (Vec::new(), assumed, refuted)];
        let proof =
            self.maker().cases(&[], &[formula], branches, |b| two(b, |x, y| Step::Cut(formula, x, y)));
        let mut produced = Vec::new();
        branch.add(self.inst.arena, formula, &mut produced);
        Some(vec![(Wrap::Have { formula, proof }, produced)])
    }
}
