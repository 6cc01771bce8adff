//! Why two terms are equal: paths in the proof forest of the closure.

use super::closure::{Clash, Closure, Edge};
use covenant_kernel::arena::ExprId;
use std::collections::HashSet;
use std::rc::Rc;

/// What an explanation rests on.
#[derive(Debug, Default)]
pub(super) struct Support {
    /// Literals.
    pub facts: Vec<ExprId>,
    /// Equalities `a = b` from facts `a <= b` and `b <= a`, in the order in which they were made.
    pub squeezed: Vec<(ExprId, ExprId, ExprId, ExprId)>,
}

impl Support {
    pub(super) fn add_fact(&mut self, fact: ExprId) {
        if !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }
}

impl Closure {
    /// The facts a clash rests on.
    pub(super) fn explain_clash(&self, clash: &Clash) -> Support {
        let mut support = Support::default();
        clash.facts.iter().for_each(|&f| support.add_fact(f));
        self.explain(&clash.equal, &mut support);
        support
    }

    /// Adds the facts that make each pair equal.
    pub(super) fn explain(&self, pairs: &[(u32, u32)], support: &mut Support) {
        let mut seen: HashSet<(u32, u32)> = HashSet::new();
        let mut stack = pairs.to_vec();
        while let Some((a, b)) = stack.pop() {
            if a == b || !seen.insert((a.min(b), a.max(b))) {
                continue;
            }
            let Some(edges) = self.path(a, b) else { continue };
            for edge in edges {
                match &*edge {
                    Edge::Fact(f) => support.add_fact(*f),
                    Edge::Congruence(more) => stack.extend(more),
                    Edge::Injective(x, y) => stack.push((*x, *y)),
                    Edge::Squeezed(a, b, le, ge) => {
                        support.add_fact(*le);
                        support.add_fact(*ge);
                        if !support.squeezed.contains(&(*a, *b, *le, *ge)) {
                            support.squeezed.push((*a, *b, *le, *ge));
                        }
                    }
                }
            }
        }
    }

    fn path(&self, a: u32, b: u32) -> Option<Vec<Rc<Edge>>> {
        let chain = |mut n: u32| {
            let mut out = vec![n];
            while let Some((up, _)) = &self.nodes[n as usize].proof {
                n = *up;
                out.push(n);
            }
            out
        };
        let (up_a, up_b) = (chain(a), chain(b));
        let meet = up_a.iter().find(|n| up_b.contains(n))?;
        let edges = |chain: &[u32]| -> Vec<Rc<Edge>> {
            chain
                .iter()
                .take_while(|n| *n != meet)
                .filter_map(|&n| self.nodes[n as usize].proof.as_ref().map(|(_, e)| e.clone()))
                .collect()
        };
        let mut out = edges(&up_a);
        out.extend(edges(&up_b));
        Some(out)
    }
}
