//! Variables, generators, constants and integer arithmetic.

use covenant_execute::{Sort, Value};
use std::rc::Rc;

use super::{Entry, Pool, Signature};
use crate::ints::IntSet;
use crate::problem::{Problem, boolean};
use crate::term::Term;

impl Pool<'_> {
    pub(super) fn atoms(&mut self, problem: &mut Problem<'_>) {
        let components = self.round.components;
        for (place, (name, sort)) in self.hole.scope.iter().enumerate() {
            let lists: Vec<Vec<Value>> =
                self.hole.states.iter().map(|s| vec![s.values[place].clone()]).collect();
            if let Some(signature) = self.of_lists(problem, sort, lists) {
                self.put(problem, sort, Term::Var(name.as_str().into()), 1, signature);
            }
        }
        if components.allows("int_gen") {
            self.put(problem, &Sort::Int, Term::IntGen, 1, self.same(IntSet::all()));
        }
        if components.natural && components.allows("nat_gen") {
            self.put(problem, &Sort::Int, Term::NatGen, 1, self.same(IntSet::naturals()));
        }
        let both = vec![vec![Value::bool(false), Value::bool(true)]; self.hole.states.len()];
        if components.allows("bool_gen")
            && let Some(signature) = self.of_lists(problem, &boolean(), both)
        {
            self.put(problem, &boolean(), Term::BoolGen, 1, signature);
        }
        let sorts: Vec<Sort> = self.round.probes.sorts.iter().map(|p| p.sort.clone()).collect();
        for sort in sorts {
            let Sort::Data(data, _) = sort else { continue };
            for tag in (0..problem.program.ctor_count(data)).rev() {
                if !problem.program.ctor_fields(data, tag).is_empty()
                    || !components.allows_ctor(problem, data, tag)
                {
                    continue;
                }
                let value = Value::ctor(data, tag, Vec::new());
                let lists = vec![vec![value]; self.hole.states.len()];
                if let Some(signature) = self.of_lists(problem, &sort, lists) {
                    self.put(problem, &sort, Term::Ctor(data, tag, [].into()), 1, signature);
                }
            }
        }
    }

    /// Integer sub-expressions that the function has already.
    pub(super) fn written(&mut self, problem: &mut Problem<'_>) {
        let components = self.round.components;
        for written in &components.written {
            let sets: Option<Vec<IntSet>> = self
                .hole
                .states
                .iter()
                .map(|state| {
                    written.evaluate(&|name| {
                        let place = self.hole.scope.iter().position(|(known, _)| known == name)?;
                        match state.values[place] {
                            Value::Int(n) => Some(n),
                            _ => None,
                        }
                    })
                })
                .collect();
            if let Some(sets) = sets {
                let term = Term::Written(written.text.as_str().into(), written.size, written.level);
                self.put(problem, &Sort::Int, term, 2, Signature::Ints(sets.into()));
            }
        }
    }

    /// Integers that a definition of one parameter gives for a variable: `len front`, `rank left`.
    pub(super) fn measures(&mut self, problem: &mut Problem<'_>) {
        let program = problem.program;
        for (number, def) in program.statement().defs.iter().enumerate() {
            let ([param], Some(result)) = (def.params.as_slice(), def.result) else { continue };
            let usable = def.decidable && self.round.components.allows(&def.name);
            if !usable || def.sort_params > 1 || program.sort(result, &[Sort::Int]) != Sort::Int {
                continue;
            }
            for (place, (name, sort)) in self.hole.scope.iter().enumerate() {
                let Sort::Data(data, sorts) = sort else { continue };
                let of = if def.sort_params == 0 { &[][..] } else { &**sorts };
                let fits = of.len() == def.sort_params as usize
                    && matches!(program.sort(*param, of), Sort::Data(own, _) if own == *data);
                if !fits || program.sort(*param, of) != *sort {
                    continue;
                }
                let values = self.hole.states.iter().map(|state| {
                    let value = state.values[place].clone();
                    match problem.eval.call(number as u32, of.to_vec(), vec![value]) {
                        Ok(Value::Int(n)) => Some(IntSet::points(vec![n])),
                        _ => None,
                    }
                });
                if let Some(sets) = values.collect::<Option<Vec<IntSet>>>() {
                    let term = Term::Call(
                        def.name.as_str().into(),
                        [Rc::new(Term::Var(name.as_str().into()))].into(),
                    );
                    self.put(problem, &Sort::Int, term, 2, Signature::Ints(sets.into()));
                }
            }
        }
    }

    pub(super) fn arithmetic(&mut self, problem: &mut Problem<'_>, cost: u32) {
        let components = self.round.components;
        let lift = |sets: &[IntSet], f: &dyn Fn(&IntSet) -> Option<IntSet>| -> Option<Signature> {
            Some(Signature::Ints(sets.iter().map(f).collect::<Option<Vec<_>>>()?.into()))
        };
        if cost >= 2 {
            for entry in self.of(&Sort::Int, cost - 1).to_vec() {
                let Signature::Ints(sets) = &entry.signature else { continue };
                for c in [-1, 1] {
                    if components.allows(if c < 0 { "-" } else { "+" })
                        && let Some(signature) = lift(sets, &|s| s.plus(c))
                    {
                        self.put(problem, &Sort::Int, Term::Plus(entry.term.clone(), c), cost, signature);
                    }
                }
                for c in &components.factors {
                    if components.allows("*")
                        && let Some(signature) = lift(sets, &|s| s.times(*c))
                    {
                        self.put(problem, &Sort::Int, Term::Times(*c, entry.term.clone()), cost, signature);
                    }
                }
            }
        }
        if cost >= 3 && components.allows("int_range") {
            let mut pairs = self.pairs(cost - 1);
            // `int_range 0 x` is written so often that it costs no more than `int_range x y`.
            let is_zero = |entry: &&Rc<Entry>| *entry.term == Term::Int(0);
            let zero = self.of(&Sort::Int, 2).iter().find(is_zero).cloned();
            let ends = self.of(&Sort::Int, cost - 2).iter().cloned();
            pairs.extend(zero.into_iter().flat_map(|zero| ends.clone().map(move |end| (zero.clone(), end))));
            for (a, b) in pairs {
                let (Signature::Ints(low), Signature::Ints(high)) = (&a.signature, &b.signature) else {
                    continue;
                };
                let sets: Option<Vec<IntSet>> = low
                    .iter()
                    .zip(&**high)
                    .map(|(a, b)| match (a.listed(), b.listed()) {
                        (Some([a]), Some([b])) => Some(IntSet::between(*a, *b)),
                        _ => None,
                    })
                    .collect();
                if let Some(sets) = sets {
                    let term = Term::IntRange(a.term.clone(), b.term.clone());
                    self.put(problem, &Sort::Int, term, cost, Signature::Ints(sets.into()));
                }
            }
        }
        // `n - 1 - left`: what is left of a size.
        if self.known_calls && cost >= 2 && components.allows("-") {
            for (a, b) in self.pairs(cost) {
                let plain = matches!(&*a.term, Term::Var(_) | Term::Written(..))
                    && matches!(&*b.term, Term::Var(_))
                    && a.term != b.term;
                let (true, Signature::Ints(x), Signature::Ints(y)) = (plain, &a.signature, &b.signature)
                else {
                    continue;
                };
                let sets: Option<Vec<IntSet>> = x.iter().zip(&**y).map(|(x, y)| x.combine(y, true)).collect();
                if let Some(sets) = sets {
                    let term = Term::Sum(a.term.clone(), true, b.term.clone());
                    self.put(problem, &Sort::Int, term, cost, Signature::Ints(sets.into()));
                }
            }
        }
        if self.sums && cost >= 3 {
            for (a, b) in self.pairs(cost - 1) {
                let (Signature::Ints(x), Signature::Ints(y)) = (&a.signature, &b.signature) else { continue };
                for minus in [true, false] {
                    let sets: Option<Vec<IntSet>> =
                        x.iter().zip(&**y).map(|(x, y)| x.combine(y, minus)).collect();
                    if components.allows(if minus { "-" } else { "+" })
                        && let Some(sets) = sets
                    {
                        let term = Term::Sum(a.term.clone(), minus, b.term.clone());
                        self.put(problem, &Sort::Int, term, cost, Signature::Ints(sets.into()));
                    }
                }
            }
        }
    }

    /// Pairs of integer terms of this cost together.
    fn pairs(&self, cost: u32) -> Vec<(Rc<Entry>, Rc<Entry>)> {
        let mut out = Vec::new();
        for first in 1..cost {
            for a in self.of(&Sort::Int, first) {
                for b in self.of(&Sort::Int, cost - first) {
                    out.push((a.clone(), b.clone()));
                }
            }
        }
        out
    }
}
