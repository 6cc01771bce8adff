//! Puts the steps that were made on the way around the proof of a branch.

use super::build::Builder;
use super::step::{Proof, Step};
use super::wraps::{Wrap, Wraps, two};
use covenant_kernel::arena::{Expr, ExprId};

impl Builder<'_, '_> {
    /// Puts the steps around a proof, leaving out those it does not use.
    pub(super) fn wrap(&mut self, wraps: Wraps, proof: Proof) -> Proof {
        let mut proof = proof;
        for (wrap, produced) in wraps.into_iter().rev() {
            proof = self.wrap_one(wrap, &produced, proof);
        }
        proof
    }

    fn wrap_one(&mut self, wrap: Wrap, produced: &[ExprId], rest: Proof) -> Proof {
        match wrap {
            Wrap::Obtain { fact, var } => {
                self.maker().adding(&[fact], &[], Some(var), produced, rest, |s| Step::Obtain(fact, var, s))
            }
            Wrap::Inst { fact, term } => {
                self.maker().adding(&[fact], &[term], None, produced, rest, |s| Step::Inst(fact, term, s))
            }
            Wrap::IffParts(fact) => {
                self.maker().adding(&[fact], &[], None, produced, rest, |s| Step::IffParts(fact, s))
            }
            Wrap::NotPush(fact) => {
                self.maker().adding(&[fact], &[], None, produced, rest, |s| Step::NotPush(fact, s))
            }
            Wrap::Unfold(term) => self.maker().adding(&[], &[term], None, produced, rest, |next| {
                Step::Unfold { term, as_ctor: None, next }
            }),
            Wrap::UnfoldFact { fact, as_ctor } => {
                let mut needed = vec![fact];
                if let Some(form) = as_ctor {
                    let atom = match *self.inst.arena.expr(fact) {
                        Expr::Not(a) => a,
                        _ => fact,
                    };
                    let value = self.inst.theory.analysed(self.inst.arena, atom);
                    needed.extend(value.and_then(|v| self.inst.arena.eq(v, form).ok()));
                }
                self.maker().adding(&needed, &[], None, produced, rest, |next| Step::UnfoldFact {
                    fact,
                    as_ctor,
                    next,
                })
            }
            Wrap::Lemma { lemma, sorts, terms } => {
                let used = terms.clone();
                self.maker().adding(&[], &used, None, produced, rest, |s| Step::Lemma(lemma, sorts, terms, s))
            }
            Wrap::Axiom { axiom, sorts, terms } => {
                let used = terms.clone();
                self.maker().adding(&[], &used, None, produced, rest, |s| Step::Axiom(axiom, sorts, terms, s))
            }
            Wrap::Apply { fact, premise } => {
                self.maker().then(&[fact], &[], premise, produced, rest, |a, b| Step::Apply(fact, a, b))
            }
            Wrap::Have { formula, proof } => {
                self.maker().then(&[], &[formula], proof, produced, rest, |a, b| Step::Have(formula, a, b))
            }
            Wrap::OneWay { fact, left, refuted } => {
                let dead = (Vec::new(), refuted.0, refuted.1);
                let alive = (Vec::new(), produced.to_vec(), rest);
                let branches = if left { vec![alive, dead] } else { vec![dead, alive] };
                self.maker().cases(&[fact], &[], branches, |b| two(b, |x, y| Step::OrElim(fact, x, y)))
            }
            Wrap::OneSide { term, yes, refuted } => {
                let dead = (Vec::new(), refuted.0, refuted.1);
                let alive = (Vec::new(), produced.to_vec(), rest);
                let branches = if yes { vec![alive, dead] } else { vec![dead, alive] };
                self.maker().cases(&[], &[term], branches, |b| two(b, |x, y| Step::IteSplit(term, x, y)))
            }
            Wrap::OneCase { term, forms, alive, refuted } => {
                let mut branches: Vec<(usize, Vec<ExprId>, Proof)> = refuted;
                branches.push((alive, produced.to_vec(), rest));
                branches.sort_by_key(|b| b.0);
                let branches =
                    branches.into_iter().map(|(tag, p, proof)| (self.fields(forms[tag]), p, proof)).collect();
                self.maker().cases(&[], &[term], branches, |b| Step::Case(term, b))
            }
        }
    }
}
