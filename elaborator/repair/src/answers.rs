//! What a call may be answered with in a round, by the callee's claim.

use crate::probes::Probes;
use crate::problem::Problem;
use covenant_execute::{Sort, Value};
use std::borrow::Cow;
use std::rc::Rc;

impl Problem<'_> {
    /// The values of the round that a call may be asked for.
    pub fn candidates<'p>(&self, callable: usize, probes: &'p Probes) -> Cow<'p, [Value]> {
        // Integers are probes only where the claim itself returns one, and then not in the order of the draws.
        match (probes.of(&self.callables[callable].result), &self.callables[callable].result) {
            (Some(probes), _) => Cow::Borrowed(probes.values.as_slice()),
            (None, Sort::Int) => probes.draws.iter().map(|n| Value::Int(*n)).collect(),
            (None, _) => Cow::Borrowed(&[]),
        }
    }

    /// Which of these candidates the claim allows.
    pub fn judged(&mut self, callable: usize, args: &[Value], probes: &Probes) -> Rc<[Option<bool>]> {
        let key = (self.callables[callable].name.clone(), args.to_vec());
        if let Some(known) = self.judgements.borrow().get(&key) {
            return known.clone();
        }
        let candidates = self.candidates(callable, probes);
        let found: Rc<[Option<bool>]> =
            candidates.iter().map(|value| self.allows(callable, args, value)).collect();
        self.judgements.borrow_mut().insert(key, found.clone());
        found
    }

    /// The candidates that the claim allows.
    pub fn answers(&mut self, callable: usize, args: &[Value], probes: &Probes) -> Vec<Value> {
        let judged = self.judged(callable, args, probes);
        let candidates = self.candidates(callable, probes);
        let allowed = candidates.iter().zip(&*judged).filter(|(_, judged)| **judged == Some(true));
        allowed.map(|(value, _)| value.clone()).collect()
    }
}
