//! What a branch can be split on: the constructors of a term, or an atom and its negation.

use super::branch::Branch;
use super::build::{Builder, Splitting};
use super::instances::Kind;
use covenant_kernel::arena::{Bin, Expr, ExprId};
use std::sync::Arc;

impl Builder<'_, '_> {
    fn case_forms(&mut self, term: ExprId) -> Vec<ExprId> {
        match self.inst.cases.splits.get(&term) {
            Some(forms) => forms.clone(),
            None => self.nullary_forms(term),
        }
    }

    /// The constructors of a term whose sort has only constants.
    pub(super) fn nullary_forms(&mut self, term: ExprId) -> Vec<ExprId> {
        let Some(sort) = self.inst.arena.sort_of(term) else { return Vec::new() };
        let mut forms = Vec::new();
        for tag in 0..self.inst.arena.ctor_count(sort).unwrap_or(0) {
            if !self.inst.arena.ctor_fields(sort, tag).is_ok_and(|f| f.is_empty()) {
                return Vec::new();
            }
            forms.extend(self.inst.arena.mk(Expr::Ctor(sort, tag, Arc::from([]))));
        }
        forms
    }

    /// Case splits that the core names and the branch has not made.
    pub(super) fn open_cases(&mut self, branch: &Branch) -> Vec<(u32, ExprId, Vec<ExprId>)> {
        let mut out = Vec::new();
        for i in 0..self.core.len() {
            let Kind::Exhaust { term, forms } = self.core[i].kind.clone() else { continue };
            let here = self.variables.of(self.inst.arena, term);
            if branch.split.contains(&term)
                || branch.ground.closure.ctor_form(term).is_some()
                || !here.iter().all(|v| branch.scope.contains(v))
            {
                continue;
            }
            out.push((self.inst.cases.depth(term), term, forms));
        }
        out.sort_by_key(|c| c.0);
        out
    }

    /// Case splits that the search made but the core does not name: Z3 knows by itself that a
    /// value has one of its constructors, evidence has to say so.
    pub(super) fn spare_cases(&mut self, branch: &Branch) -> Vec<(u32, ExprId, Vec<ExprId>)> {
        let known: Vec<(ExprId, Vec<ExprId>)> =
            self.inst.cases.splits.iter().map(|(t, forms)| (*t, forms.clone())).collect();
        let mut out = Vec::new();
        for (term, forms) in known {
            let in_core =
                self.core.iter().any(|r| matches!(r.kind, Kind::Exhaust { term: t, .. } if t == term));
            if in_core
                || branch.split.contains(&term)
                || branch.ground.closure.node(term).is_none()
                || branch.ground.closure.ctor_form(term).is_some()
                || !self.visible(branch, term)
            {
                continue;
            }
            out.push((self.inst.cases.depth(term), term, forms));
        }
        out.sort_by_key(|c| (c.0, c.1));
        out
    }

    /// A split on an atom: by cases for booleans and other enumerations, else by a cut.
    pub(super) fn atom_split(&mut self, branch: &Branch, atom: ExprId) -> Option<Splitting> {
        if let Expr::Bin(Bin::Eq, a, b) = *self.inst.arena.expr(atom) {
            for (t, other) in [(a, b), (b, a)] {
                if self.inst.is_ctor(other) && !self.inst.is_ctor(t) && !branch.split.contains(&t) {
                    let forms = self.case_forms(t);
                    if !forms.is_empty() {
                        return Some(Splitting::Case(t, forms));
                    }
                }
            }
        }
        self.cut(branch, atom)
    }

    /// A cut on an atom, if both of its sides are news.
    pub(super) fn cut(&mut self, branch: &Branch, atom: ExprId) -> Option<Splitting> {
        let not = self.inst.arena.not(atom).ok()?;
        if branch.known.contains(&atom) || branch.known.contains(&not) {
            return None;
        }
        let scoped = self.variables.of(self.inst.arena, atom).iter().all(|v| branch.scope.contains(v));
        (scoped && self.inst.arena.info(atom).decidable).then_some(Splitting::Cut(atom))
    }
}
