//! More instances for one branch of a proof.
//!
//! Z3's core refutes the sequent as a whole, and there a variable for the head of a list denotes
//! some value even where the list is empty. In evidence it exists in its own branch only. Where a
//! branch gets stuck, Z3 is asked again: about this branch, with all instances that the search
//! collected, but for those about variables that cannot exist here.

use super::branch::Branch;
use super::build::Builder;
use super::solver::Answer;
use covenant_kernel::arena::{Expr, ExprId};
use std::collections::HashSet;

/// How often instances are added for one branch.
const MAX_WIDENED: u32 = 3;

impl Builder<'_, '_> {
    /// Adds the instances that refute the branch; false if there are none or no new ones.
    pub(super) fn widen_core(&mut self, branch: &mut Branch, goal: ExprId) -> bool {
        if branch.widened >= MAX_WIDENED || self.solver.queries >= self.max_queries {
            return false;
        }
        branch.widened += 1;
        let Ok(not) = self.inst.arena.not(goal) else { return false };
        let absent = self.absent(branch);
        let mut query = branch.facts.clone();
        query.push(not);
        for i in 0..self.inst.records.len() {
            let axiom = self.inst.records[i].axiom;
            if !self.variables.of(self.inst.arena, axiom).iter().any(|v| absent.contains(v)) {
                query.push(axiom);
            }
        }
        if self.solver.check(self.inst.arena, &query) != Answer::Unsat {
            return false;
        }
        let mut progress = false;
        for axiom in self.solver.core() {
            let Some(i) = self.inst.records.of_axiom(axiom) else { continue };
            let number = match self.core.iter().position(|r| r.axiom == axiom) {
                Some(known) => u32::try_from(known).unwrap_or(u32::MAX),
                None => {
                    let record = self.inst.records[i].clone();
                    self.use_record(record)
                }
            };
            progress |= usize::try_from(number).is_ok_and(|n| !branch.is_active(n));
            branch.agenda.push(number);
        }
        // What the goal's parts are worth depends on the witnesses.
        branch.prospects.clear();
        progress
    }

    /// Variables for the fields of constructors that values on this branch do not have.
    fn absent(&self, branch: &Branch) -> HashSet<ExprId> {
        let mut out = HashSet::new();
        for (&term, forms) in &self.inst.cases.splits {
            let Some(own) = branch.ground.closure.ctor_form(term) else { continue };
            let Expr::Ctor(_, own, _) = *self.inst.arena.expr(own) else { continue };
            for &form in forms {
                if let Expr::Ctor(_, tag, fields) = self.inst.arena.expr(form)
                    && *tag != own
                {
                    out.extend(fields.iter().copied());
                }
            }
        }
        out
    }
}
