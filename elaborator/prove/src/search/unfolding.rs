//! The equations of definitions at constructors, as far as a proof of the sequent may use them.

use super::body;
use super::instances::{Instances, Kind, MAX_FORMS};
use covenant_kernel::arena::{Bin, Expr, ExprId};
use covenant_kernel::tables::{DefBody, DefRef};
use std::sync::Arc;

impl Instances<'_> {
    /// A term, and what it is in the cases that are distinguished already.
    pub(super) fn possible_values(&self, t: ExprId) -> Vec<ExprId> {
        let mut out = vec![t];
        let mut next = 0;
        while next < out.len() && out.len() < MAX_FORMS {
            let results = self.unfolding.results.get(&out[next]).map_or(&[][..], Vec::as_slice);
            next += 1;
            for &r in results {
                if !out.contains(&r) {
                    out.push(r);
                }
            }
        }
        out
    }

    pub(super) fn unfold_all(&mut self) {
        let functions: Vec<DefRef> = self.ground.by_function.keys().copied().collect();
        for d in functions {
            let on = match body(self.theory, d) {
                Some(DefBody::Direct(_)) => None,
                Some(DefBody::Cases { on, .. }) => usize::try_from(*on).ok(),
                _ => continue,
            };
            let mut next = 0;
            while let Some(&t) = self.ground.of_function(d).get(next) {
                next += 1;
                let depth = self.unfolding.depth.get(&t).copied().unwrap_or(0);
                if depth > self.limits.unfold_depth || self.full() {
                    continue;
                }
                match on {
                    None => self.unfold(t, depth + 1),
                    Some(on) => {
                        let Expr::Fn(_, sorts, args) = self.arena.expr(t).clone() else { continue };
                        let Some(&analysed) = args.get(on) else { continue };
                        for value in self.possible_values(analysed) {
                            self.exhaust_single(value);
                            for form in self.constructor_forms(value) {
                                let mut at = args.to_vec();
                                at[on] = form;
                                if let Ok(at) = self.arena.mk(Expr::Fn(d, sorts.clone(), Arc::from(at))) {
                                    // What the sequent itself spells out ends by itself: a list of nine elements is
                                    // gone through, however deep that is.
                                    let spelled_out = form == analysed
                                        && matches!(self.arena.expr(form), Expr::Ctor(..))
                                        && self.unfolding.depth.get(&form) == Some(&0);
                                    self.unfold(at, if spelled_out { depth } else { depth + 1 });
                                    self.result(t, at, analysed, form);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The terms of the body are so many unfoldings away from the sequent.
    fn unfold(&mut self, t: ExprId, depth: u32) {
        if self.unfolding.bodies.contains_key(&t) {
            return;
        }
        let body = self.theory.unfold(self.arena, t, None).ok();
        self.unfolding.bodies.insert(t, body);
        let Some(body) = body else { return };
        let op = if self.arena.sort_of(t).is_some() { Bin::Eq } else { Bin::Iff };
        let Ok(axiom) = self.arena.bin(op, t, body) else { return };
        self.unfolding.current = depth;
        if self.record(Kind::Equation { term: t }, axiom) {
            self.scan_term(t);
            self.scan(axiom, true);
        }
        self.unfolding.current = 0;
    }

    /// Notes what an application is in the case that its argument has a form.
    fn result(&mut self, t: ExprId, at: ExprId, analysed: ExprId, form: ExprId) {
        let Some(&Some(body)) = self.unfolding.bodies.get(&at) else { return };
        if self.is_data(t) && t != at {
            let body = if body == analysed { form } else { body };
            let results = self.unfolding.results.entry(t).or_default();
            if !results.contains(&body) {
                results.push(body);
            }
        }
    }
}
