//! Instances of universal formulas, by matching patterns from their bodies with ground terms.
//!
//! A pattern is an application of a definition or predicate variable that mentions quantified
//! variables outside arithmetic. A single pattern with all variables is preferred; otherwise two
//! or three patterns that have all of them together. Matching is syntactic but for constructors:
//! a term that has been taken apart matches each of its forms. Other equal terms are reached
//! through the closure afterwards.

use super::closure::is_arithmetic;
use super::instances::Instances;
use super::pattern_sets::{PatternSet, Triggers};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant, Sort, SortId};
use covenant_kernel::theory::{Formula, Theory};
use std::collections::HashSet;
use std::rc::Rc;

/// Instances of one formula per round; more are left for later rounds.
const MAX_MATCHES: usize = 300;

type Binding = Vec<(ExprId, ExprId)>;

impl Instances<'_> {
    fn triggers(&mut self, q: ExprId) -> Option<Rc<Triggers>> {
        if let Some(t) = self.triggers.get(&q) {
            return Some(t.clone());
        }
        let (mut vars, mut body) = (Vec::new(), q);
        while let Expr::Quant(Quant::Forall, sort, inner) = *self.arena.expr(body) {
            let var = self.fresh_meta(sort)?;
            vars.push(var);
            body = self.arena.instantiate(inner, &[var], 0).ok()?;
        }
        let mut patterns = Vec::new();
        self.patterns(body, &vars, &mut patterns);
        let mut sets = self.covering(&patterns, &vars, &[]);
        if sets.is_empty() {
            let equations = self.equations(body, &vars);
            sets = self.covering(&patterns, &vars, &equations);
        }
        let triggers = Rc::new(Triggers { vars, sets });
        self.triggers.insert(q, triggers.clone());
        Some(triggers)
    }

    /// The smallest sets of patterns, of up to three, that determine all variables.
    fn covering(
        &mut self,
        patterns: &[ExprId],
        vars: &[ExprId],
        equations: &[(ExprId, ExprId)],
    ) -> Vec<PatternSet> {
        let mut sets = Vec::new();
        for size in 1..=3 {
            let most = if size == 1 { usize::MAX } else { 6 };
            self.covering_sets(patterns, size, &mut Vec::new(), &mut |instances, set| {
                if sets.len() < most
                    && let Some(computed) = instances.determined(set, vars, equations)
                {
                    sets.push(PatternSet { patterns: set.to_vec(), computed });
                }
            });
            if !sets.is_empty() {
                break;
            }
        }
        sets
    }

    /// Calls `each` with the subsets of a size.
    fn covering_sets(
        &mut self,
        patterns: &[ExprId],
        size: usize,
        chosen: &mut Vec<ExprId>,
        each: &mut impl FnMut(&mut Self, &[ExprId]),
    ) {
        if size == 0 {
            let mut set = chosen.clone();
            set.reverse();
            each(self, &set);
            return;
        }
        for (i, &p) in patterns.iter().enumerate() {
            chosen.push(p);
            self.covering_sets(&patterns[..i], size - 1, chosen, each);
            chosen.pop();
        }
    }

    /// How the variables that the patterns do not have follow from equations; none if not all do.
    fn determined(
        &mut self,
        patterns: &[ExprId],
        vars: &[ExprId],
        equations: &[(ExprId, ExprId)],
    ) -> Option<Vec<(ExprId, ExprId)>> {
        let mut known: Vec<ExprId> = patterns.iter().flat_map(|&p| self.metas(p).to_vec()).collect();
        let mut computed = Vec::new();
        while let Some(&(x, value)) = equations.iter().find(|(x, value)| {
            !known.contains(x) && self.metas(*value).iter().all(|m| known.contains(m) || !vars.contains(m))
        }) {
            known.push(x);
            computed.push((x, value));
        }
        vars.iter().all(|v| known.contains(v)).then_some(computed)
    }

    /// Variables with the terms that equations in the body say they are.
    fn equations(&mut self, body: ExprId, vars: &[ExprId]) -> Vec<(ExprId, ExprId)> {
        let mut out = Vec::new();
        let mut stack = vec![body];
        while let Some(e) = stack.pop() {
            match *self.arena.expr(e) {
                Expr::Bin(Bin::And | Bin::Or | Bin::Imp | Bin::Iff, a, b) => stack.extend([b, a]),
                Expr::Not(a) => stack.push(a),
                Expr::Bin(Bin::Eq, a, b) => {
                    for &x in vars {
                        out.extend(self.solved_for(a, b, x).map(|value| (x, value)));
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// Applications in `e` that mention `vars`, none of them inside arithmetic.
    fn patterns(&mut self, e: ExprId, vars: &[ExprId], out: &mut Vec<ExprId>) {
        let expr = self.arena.expr(e).clone();
        if matches!(expr, Expr::Quant(..)) || !self.mentions(e, vars) {
            return;
        }
        expr.for_children(|c, _| self.patterns(c, vars, out));
        if let Expr::Fn(_, _, args) | Expr::PredVar(_, args) = &expr
            && !args.iter().any(|&a| self.computed(a, vars))
            && !out.contains(&e)
        {
            out.push(e);
        }
    }

    fn mentions(&mut self, e: ExprId, vars: &[ExprId]) -> bool {
        self.metas(e).iter().any(|m| vars.contains(m))
    }

    /// Whether a variable occurs below arithmetic or a conditional.
    fn computed(&mut self, e: ExprId, vars: &[ExprId]) -> bool {
        if !self.mentions(e, vars) {
            return false;
        }
        let expr = self.arena.expr(e).clone();
        if is_arithmetic(&expr) || matches!(expr, Expr::Ite(..) | Expr::Div(..)) {
            return true;
        }
        let mut found = false;
        expr.for_children(|c, _| found |= self.computed(c, vars));
        found
    }

    /// The tuples of terms at which a universal formula is worth instantiating.
    pub(super) fn instances_of(&mut self, q: ExprId) -> Vec<Vec<ExprId>> {
        let Some(triggers) = self.triggers(q) else { return Vec::new() };
        let mut seen = HashSet::new();
        let mut out: Vec<Vec<ExprId>> = Vec::new();
        let mut push = |tuple: Vec<ExprId>| {
            if out.len() < MAX_MATCHES && seen.insert(tuple.clone()) {
                out.push(tuple);
            }
        };
        for set in &triggers.sets {
            let mut bindings: Vec<Binding> = vec![Vec::new()];
            for &pattern in &set.patterns {
                let ground = self.ground.like(self.arena.expr(pattern)).to_vec();
                let mut next = Vec::new();
                for binding in &bindings {
                    for &t in &ground {
                        let mut extended = binding.clone();
                        if next.len() < 2 * MAX_MATCHES
                            && self.matches(pattern, t, &triggers.vars, &mut extended)
                        {
                            next.push(extended);
                        }
                    }
                }
                bindings = next;
            }
            for mut binding in bindings {
                for &(x, value) in &set.computed {
                    if let Ok(value) = self.arena.substitute(value, &binding) {
                        binding.push((x, value));
                    }
                }
                let tuple: Option<Vec<ExprId>> =
                    triggers.vars.iter().map(|v| binding.iter().find(|b| b.0 == *v).map(|b| b.1)).collect();
                if let Some(tuple) = tuple {
                    push(tuple);
                }
            }
        }
        // Elements rather than structures: every variable of the sort may be the one.
        if let [var] = triggers.vars[..]
            && !self.is_data(var)
            && let Some(sort) = self.arena.sort_of(var)
        {
            for t in self.variables_of(sort, usize::MAX) {
                push(vec![t]);
            }
        } else if triggers.sets.is_empty() && !triggers.vars.is_empty() {
            let mut tuples: Vec<Vec<ExprId>> = vec![Vec::new()];
            for &var in &triggers.vars {
                let Some(sort) = self.arena.sort_of(var) else { return Vec::new() };
                let candidates = self.variables_of(sort, 8);
                tuples = tuples
                    .iter()
                    .flat_map(|t| candidates.iter().map(|&c| t.iter().copied().chain([c]).collect()))
                    .take(MAX_MATCHES)
                    .collect();
            }
            tuples.into_iter().for_each(push);
        }
        out
    }

    /// Variables of a sort among the known terms.
    pub(super) fn variables_of(&self, sort: SortId, limit: usize) -> Vec<ExprId> {
        let known = self.ground.of_sort(sort);
        known.iter().copied().filter(|&t| matches!(self.arena.expr(t), Expr::Local(..))).take(limit).collect()
    }

    /// Matches a pattern with a ground term, extending the binding of `vars`.
    pub(super) fn matches(&self, pattern: ExprId, t: ExprId, vars: &[ExprId], binding: &mut Binding) -> bool {
        self.work.spend(1);
        if pattern == t {
            return true;
        }
        if vars.contains(&pattern) {
            return match binding.iter().find(|b| b.0 == pattern) {
                Some(b) => b.1 == t,
                None => {
                    let fits = self.arena.sort_of(pattern) == self.arena.sort_of(t);
                    if fits {
                        binding.push((pattern, t));
                    }
                    fits
                }
            };
        }
        match (self.arena.expr(pattern), self.arena.expr(t)) {
            (Expr::Fn(d, s, xs), Expr::Fn(e, u, ys)) if d == e && s == u => {
                self.match_all(xs, ys, vars, binding)
            }
            (Expr::PredVar(p, xs), Expr::PredVar(r, ys)) if p == r => self.match_all(xs, ys, vars, binding),
            (Expr::Ctor(s, a, xs), Expr::Ctor(u, b, ys)) if s == u && a == b => {
                self.match_all(xs, ys, vars, binding)
            }
            // What is this constructor in one of the cases matches, too.
            (Expr::Ctor(_, tag, xs), _) => match self.form_with(t, *tag) {
                Some(ys) => self.match_all(xs, &ys, vars, binding),
                None => false,
            },
            _ => false,
        }
    }

    fn match_all(&self, xs: &[ExprId], ys: &[ExprId], vars: &[ExprId], binding: &mut Binding) -> bool {
        xs.iter().zip(ys).all(|(&x, &y)| self.matches(x, y, vars, binding))
    }

    /// Instances of a lemma or axiom: sorts, terms, and the formula.
    pub(super) fn theory_instances(&mut self, formula: Formula) -> Vec<(Vec<SortId>, Vec<ExprId>, ExprId)> {
        let mut out = Vec::new();
        for sorts in self.sort_instances(formula) {
            let Ok(q) = Theory::instance(self.arena, formula, &sorts, &[]) else { continue };
            let tuples = if matches!(self.arena.expr(q), Expr::Quant(Quant::Forall, ..)) {
                self.instances_of(q)
            } else {
                vec![Vec::new()]
            };
            for terms in tuples {
                if let Some(instance) = self.at_terms(q, &terms) {
                    out.push((sorts.clone(), terms, instance));
                }
            }
        }
        out
    }

    /// Sorts for the parameters of a formula, from the ground terms with the same heads.
    fn sort_instances(&mut self, formula: Formula) -> Vec<Vec<SortId>> {
        let Ok(count) = usize::try_from(formula.sort_params) else { return Vec::new() };
        if count == 0 {
            return vec![Vec::new()];
        }
        let mut heads = Vec::new();
        let mut stack = vec![formula.statement];
        let mut seen = HashSet::new();
        while let Some(e) = stack.pop() {
            if !seen.insert(e) {
                continue;
            }
            if let Expr::Fn(d, sorts, _) = self.arena.expr(e) {
                heads.push((*d, sorts.clone()));
            }
            self.arena.expr(e).for_children(|c, _| stack.push(c));
        }
        let mut out: Vec<Vec<SortId>> = Vec::new();
        for (d, pattern) in heads {
            for &t in self.ground.of_function(d) {
                let Expr::Fn(_, actual, _) = self.arena.expr(t) else { continue };
                let mut found = vec![None; count];
                let fits = pattern
                    .iter()
                    .zip(actual.iter())
                    .all(|(&p, &a)| match_sort(self.arena, p, a, &mut found));
                if let (true, Some(sorts)) = (fits, found.into_iter().collect::<Option<Vec<SortId>>>())
                    && !out.contains(&sorts)
                {
                    out.push(sorts);
                }
            }
        }
        out
    }
}

/// Matches a sort with parameters against a sort.
pub(crate) fn match_sort(arena: &Arena, pattern: SortId, sort: SortId, found: &mut [Option<SortId>]) -> bool {
    match (arena.sort(pattern), arena.sort(sort)) {
        (Sort::Abstract(i), _) => match usize::try_from(*i).ok().and_then(|i| found.get_mut(i)) {
            Some(slot) => *slot.get_or_insert(sort) == sort,
            None => false,
        },
        (Sort::Data(d, xs), Sort::Data(e, ys)) => {
            d == e && xs.iter().zip(ys.iter()).all(|(&x, &y)| match_sort(arena, x, y, found))
        }
        (a, b) => a == b,
    }
}
