//! What was found, in fewer words.
//!
//! A cover is cheapest for the states that were looked at. Of freely drawn integers and long lists these are some only, so
//! that a term may look needed that is not, and a drawn variable (`let rest = f (n - 1) in …`) may look poorer than another
//! draw of the same. What is shorter is judged like any proposal.

use covenant_front::Span;
use covenant_front::syntax::{ExprKind, PatternKind};
use std::rc::Rc;

use crate::cover::Candidate;
use crate::holes::Hole;
use crate::outcome::Repair;
use crate::pool::{INTEGER_COST, Keep, Kind, Pool};
use crate::problem::Problem;
use crate::repair::{Task, Tested};
use crate::search::Found;
use crate::surface::each;
use crate::term::{Level, Term};

/// Words that are tried in the place of a term, and work of making them.
const MOST_WORDS: usize = 6;
const MOST_WORK: u64 = 100_000;

/// A variable that a `let` binds: where it is known, and what it is bound to.
struct Bound {
    name: Rc<str>,
    within: Span,
    text: String,
}

impl Task<'_> {
    /// The repair, or one in fewer words that holds, too.
    pub fn shortest(
        &mut self,
        problem: &mut Problem<'_>,
        found: &Found,
        solution: &[Candidate],
        repair: Box<Repair>,
    ) -> Box<Repair> {
        let (mut best, mut now) = (repair, solution.to_vec());
        let mut order: Vec<usize> = (0..now.len()).filter(|i| is_one_of_several(&now, *i)).collect();
        order.sort_by_key(|i| std::cmp::Reverse(now[*i].cost));
        let mut left_out: Vec<usize> = Vec::new();
        for i in order {
            let kept = |k: &usize| *k != i && !left_out.contains(k);
            let fewer: Vec<Candidate> =
                (0..solution.len()).filter(kept).map(|k| solution[k].clone()).collect();
            if fewer.is_empty() {
                continue;
            }
            if let Tested::Good(shorter) = self.test(problem, found, &fewer) {
                left_out.push(i);
                (best, now) = (shorter, fewer);
            }
        }
        self.with_words(problem, found, &mut best, &mut now);
        let bound = self.bound();
        let holes = found.holes.as_deref().unwrap_or_default();
        let named: Vec<Candidate> =
            now.iter().map(|candidate| self.in_variables(candidate, holes, &bound)).collect();
        if named.iter().zip(&now).any(|(new, old)| new.term != old.term)
            && let Tested::Good(shorter) = self.test(problem, found, &named)
        {
            best = shorter;
        }
        best
    }

    /// Tries single words, variables and constructors without fields, in the place of each term: in a cover a call may be as
    /// cheap, and look better for what it returns besides.
    fn with_words(
        &self,
        problem: &mut Problem<'_>,
        found: &Found,
        best: &mut Box<Repair>,
        now: &mut [Candidate],
    ) {
        let result = problem.own().result.clone();
        let round = found.round(&self.setting);
        let kind = Kind {
            keep: Keep::All,
            integer_cost: INTEGER_COST,
            sums: false,
            drawn_arguments: false,
            known_calls: false,
            endless: false,
            partial_calls: false,
            most_work: MOST_WORK,
        };
        for i in 0..now.len() {
            let Some(hole) = found.holes.as_ref().and_then(|holes| holes.get(now[i].hole)) else { continue };
            if now.len() < 2 || now[i].term.size() < 2 {
                continue;
            }
            let mut pool = Pool::new(&round, hole, &result, kind);
            pool.extend(problem, 1);
            let words = pool.of_result(1);
            for entry in words.iter().filter(|entry| entry.term.size() == 1).take(MOST_WORDS) {
                let mut shorter = now.to_vec();
                shorter[i].term = entry.term.clone();
                if let Tested::Good(repair) = self.test(problem, found, &shorter) {
                    *best = repair;
                    now.clone_from_slice(&shorter);
                    break;
                }
            }
        }
    }

    /// The variables that the function binds, and what to.
    fn bound(&self) -> Vec<Bound> {
        let mut out = Vec::new();
        each(self.setting.function.body, &mut |expr| {
            let ExprKind::Let(bindings, rest) = &expr.kind else { return };
            for binding in bindings.list.iter().filter(|binding| binding.parameters.is_empty()) {
                let written = self.request.text.get(binding.body.span.start..binding.body.span.end);
                if let (PatternKind::Variable(name), Some(text)) = (&binding.pattern.kind, written) {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    out.push(Bound { name: name.as_str().into(), within: rest.span, text });
                }
            }
        });
        out
    }

    /// The candidate with variables in place of what they are bound to, each once: twice would be one draw for two.
    fn in_variables(&self, candidate: &Candidate, holes: &[Hole], bound: &[Bound]) -> Candidate {
        let mut result = candidate.clone();
        let Some(place) = holes.get(candidate.hole).map(|hole| &hole.place) else { return result };
        let is_known = |b: &&Bound| {
            b.within.start <= place.span.start
                && place.span.end <= b.within.end
                && place.scope.iter().any(|name| **name == *b.name)
                && bound.iter().filter(|other| other.name == b.name).count() == 1
        };
        let mut known: Vec<&Bound> = bound.iter().filter(is_known).collect();
        result.term = self.in_terms_of(&candidate.term, &mut known);
        result
    }

    fn in_terms_of(&self, term: &Rc<Term>, known: &mut Vec<&Bound>) -> Rc<Term> {
        let leaf = matches!(&**term, Term::Var(_) | Term::Int(_));
        let text = term.text(&self.unit.statement, Level::Open);
        if let Some(found) = known.iter().position(|b| !leaf && b.text == text) {
            return Rc::new(Term::Var(known.remove(found).name.clone()));
        }
        Rc::new(term.with_parts(&mut |part| self.in_terms_of(part, known)))
    }
}

/// Whether there are other terms in its place, or, where a branch is added, elsewhere.
fn is_one_of_several(solution: &[Candidate], number: usize) -> bool {
    let own = &solution[number];
    solution.len() > 1 && (!own.replaces || solution.iter().filter(|c| c.hole == own.hole).count() > 1)
}
