//! Witnesses for an existential goal, by unification.
//!
//! The body is walked with an unknown for the variable and for each existential below it.
//! Equations come first and bind unknowns; disjunctions wait. As soon as the variable itself is
//! ground the walk ends: inner existentials are goals of their own and get their own walk, which
//! is what keeps `n` choices in a row from becoming `2^n` paths. What cannot be solved is tried
//! at ground terms that match, at boundary values of comparisons, or at variables of the sort.

use super::body;
use super::instances::Instances;
use super::sums::Sum;
use super::work::Budget;
use covenant_kernel::arena::{Bin, Expr, ExprId, INT, Quant, SortId};
use covenant_kernel::tables::DefBody;
use std::sync::Arc;

/// A state of the walk.
#[derive(Clone, Default)]
struct Path {
    goals: Vec<ExprId>,
    choices: Vec<ExprId>,
    conditions: Vec<ExprId>,
    bound: Vec<(ExprId, ExprId)>,
    narrowed: u32,
    /// Whether a condition was replaced by what its definition says.
    unfolded: bool,
    /// Whether the variable that a witness is wanted for is ground.
    solved: bool,
}

enum Unified {
    /// The sides cannot be equal.
    Clash,
    /// Nothing learnt.
    Stuck,
    /// The path's bindings grew.
    Bound,
}

/// Witnesses per existential.
const MAX_WITNESSES: usize = 60;
/// Ground terms that a condition with an unknown is matched with.
const MAX_MATCHES: usize = 20;
/// Values tried for an unknown that nothing determines.
const MAX_CANDIDATES: usize = 20;
/// Datatypes with at most this many constructors, all constant, are tried exhaustively.
const SMALL_ENUMERATION: u32 = 4;

struct Walk {
    unknown: ExprId,
    found: Vec<ExprId>,
    steps: u32,
}

impl Instances<'_> {
    /// Candidate witnesses of `exists x. p`.
    pub(super) fn witnesses(&mut self, q: ExprId) -> Vec<ExprId> {
        let Expr::Quant(Quant::Exists, sort, body) = *self.arena.expr(q) else { return Vec::new() };
        let Some(unknown) = self.fresh_meta(sort) else { return Vec::new() };
        let Ok(goal) = self.arena.instantiate(body, &[unknown], 0) else { return Vec::new() };
        let mut walk = Walk { unknown, found: Vec::new(), steps: 0 };
        self.walk(&mut walk, Path { goals: vec![goal], ..Path::default() });
        if walk.found.is_empty()
            && let Some(all) = self.enumeration(sort)
        {
            return all;
        }
        walk.found
    }

    /// All values of a small enumeration.
    fn enumeration(&mut self, sort: SortId) -> Option<Vec<ExprId>> {
        let count = self.arena.ctor_count(sort).ok()?;
        if count > SMALL_ENUMERATION {
            return None;
        }
        let mut out = Vec::new();
        for tag in (0..count).rev() {
            if !self.arena.ctor_fields(sort, tag).ok()?.is_empty() {
                return None;
            }
            out.push(self.arena.mk(Expr::Ctor(sort, tag, Arc::from([]))).ok()?);
        }
        Some(out)
    }

    fn resolve(&mut self, e: ExprId, bound: &[(ExprId, ExprId)]) -> ExprId {
        let mut e = e;
        for _ in 0..=bound.len() {
            let metas = self.metas(e);
            if metas.is_empty() {
                break;
            }
            let pairs: Vec<_> = bound.iter().filter(|b| metas.contains(&b.0)).copied().collect();
            if pairs.is_empty() {
                break;
            }
            match self.arena.substitute(e, &pairs) {
                Ok(next) => e = self.simplified(next),
                Err(_) => break,
            }
        }
        e
    }

    fn walk(&mut self, walk: &mut Walk, mut path: Path) {
        walk.steps += 1;
        self.work.spend(5);
        if walk.found.len() >= MAX_WITNESSES || walk.steps > self.limits.witness_steps || self.work.over() {
            if walk.steps > self.limits.witness_steps {
                self.work.exhaust(Budget::Witnesses(self.limits.witness_steps.into()));
            }
            return;
        }
        path.goals.reverse();
        while let Some(g) = path.goals.pop() {
            match self.arena.expr(g).clone() {
                Expr::Bin(Bin::And, a, b) => path.goals.extend([b, a]),
                // A goal of its own; once the value is known it has nothing to say about it.
                Expr::Quant(Quant::Exists, ..) if path.solved => {}
                Expr::Quant(Quant::Exists, sort, body) => {
                    let Some(meta) = self.fresh_meta(sort) else { return };
                    if let Ok(body) = self.arena.instantiate(body, &[meta], 0) {
                        path.goals.push(body);
                    }
                }
                Expr::Bin(Bin::Or, ..) => path.choices.push(g),
                Expr::False => return,
                Expr::True => {}
                Expr::Bin(Bin::Eq, a, b) => match self.unify(a, b, &mut path.bound) {
                    Unified::Clash => return,
                    Unified::Stuck => path.conditions.push(g),
                    Unified::Bound => {
                        let value = self.resolve(walk.unknown, &path.bound);
                        path.solved = self.metas(value).is_empty();
                        // Parts of it may be open still, such as `t = f ?d` in `y :: t = ?x :: f ?d`.
                        if !path.solved {
                            path.conditions.push(g);
                        }
                    }
                },
                _ => path.conditions.push(g),
            }
        }
        if !self.revisit(&mut path) {
            return;
        }
        let value = self.resolve(walk.unknown, &path.bound);
        let open = self.metas(value);
        if open.is_empty() {
            if !walk.found.contains(&value) {
                walk.found.push(value);
            }
            return;
        }
        let choices = path.choices.clone();
        let mentions = |s: &mut Self, o: ExprId, path: &Path| {
            let o = s.resolve(o, &path.bound);
            s.metas(o).iter().any(|m| open.contains(m))
        };
        let chosen = (0..choices.len())
            .find(|&i| mentions(self, choices[i], &path))
            .or(if choices.is_empty() { None } else { Some(0) });
        if let Some(i) = chosen {
            let choice = path.choices.remove(i);
            for part in self.disjuncts(choice) {
                let mut next = path.clone();
                next.goals = vec![part];
                self.walk(walk, next);
            }
            return;
        }
        self.unfold_conditions(walk, &path, &open);
        if self.try_patterns(walk, &path, &open) {
            return;
        }
        self.narrow(walk, &path);
        self.try_candidates(walk, &path, open[0]);
    }

    fn disjuncts(&self, f: ExprId) -> Vec<ExprId> {
        match *self.arena.expr(f) {
            Expr::Bin(Bin::Or, a, b) => {
                let mut out = self.disjuncts(a);
                out.extend(self.disjuncts(b));
                out
            }
            _ => vec![f],
        }
    }

    /// Looks again at what had to wait; false if the path cannot succeed.
    fn revisit(&mut self, path: &mut Path) -> bool {
        let mut progress = true;
        while progress {
            progress = false;
            let mut i = 0;
            while i < path.conditions.len() {
                let g = path.conditions[i];
                i += 1;
                match *self.arena.expr(g) {
                    Expr::Bin(Bin::Eq, a, b) => match self.unify(a, b, &mut path.bound) {
                        Unified::Clash => return false,
                        Unified::Bound => progress = true,
                        Unified::Stuck => {}
                    },
                    Expr::Bin(Bin::Iff, a, b) => {
                        let (ra, rb) = (self.resolve(a, &path.bound), self.resolve(b, &path.bound));
                        let other = match (self.trivially(ra), self.trivially(rb)) {
                            (Some(x), Some(y)) if x != y => return false,
                            (Some(true), None) => rb,
                            (None, Some(true)) => ra,
                            (Some(false), None) => match self.arena.not(rb) {
                                Ok(n) => n,
                                Err(_) => continue,
                            },
                            (None, Some(false)) => match self.arena.not(ra) {
                                Ok(n) => n,
                                Err(_) => continue,
                            },
                            _ => continue,
                        };
                        path.conditions[i - 1] = other;
                        progress = true;
                    }
                    Expr::Bin(Bin::And, a, b) => {
                        path.conditions[i - 1] = a;
                        path.conditions.push(b);
                        progress = true;
                    }
                    _ => {
                        let r = self.resolve(g, &path.bound);
                        if self.trivially(r) == Some(false) {
                            return false;
                        }
                    }
                }
            }
            let mut i = 0;
            while i < path.choices.len() {
                let resolved = self.resolve(path.choices[i], &path.bound);
                let live: Vec<ExprId> = self
                    .disjuncts(resolved)
                    .into_iter()
                    .filter(|&d| self.trivially(d) != Some(false))
                    .collect();
                match live[..] {
                    [] => return false,
                    [only] => {
                        // A choice with one way left is no choice.
                        path.choices.remove(i);
                        let mut inner = vec![only];
                        while let Some(g) = inner.pop() {
                            match self.arena.expr(g).clone() {
                                Expr::Bin(Bin::And, a, b) => inner.extend([b, a]),
                                Expr::Quant(Quant::Exists, sort, body) => {
                                    let Some(meta) = self.fresh_meta(sort) else { return false };
                                    if let Ok(body) = self.arena.instantiate(body, &[meta], 0) {
                                        inner.push(body);
                                    }
                                }
                                Expr::Bin(Bin::Or, ..) => path.choices.push(g),
                                Expr::True => {}
                                Expr::False => return false,
                                _ => path.conditions.push(g),
                            }
                        }
                        progress = true;
                    }
                    _ => i += 1,
                }
            }
        }
        true
    }

    fn unify(&mut self, a: ExprId, b: ExprId, bound: &mut Vec<(ExprId, ExprId)>) -> Unified {
        let (a, b) = (self.resolve(a, bound), self.resolve(b, bound));
        if a == b {
            return Unified::Stuck;
        }
        if self.clash(a, b) {
            return Unified::Clash;
        }
        let (in_a, in_b) = (self.metas(a), self.metas(b));
        if in_a.is_empty() && in_b.is_empty() {
            for (x, y) in [(a, b), (b, a)] {
                if self.is_ctor(x) && matches!(self.arena.expr(y), Expr::Local(..)) {
                    self.want(y);
                }
            }
            return Unified::Stuck;
        }
        for (x, y, inside) in [(a, b, &in_b), (b, a, &in_a)] {
            if self.is_meta(x) && !inside.contains(&x) {
                bound.push((x, y));
                return Unified::Bound;
            }
        }
        if self.arena.sort_of(a) == Some(INT) {
            return self.solve_linear(a, b, bound);
        }
        match (self.arena.expr(a).clone(), self.arena.expr(b).clone()) {
            (Expr::Ctor(_, _, xs), Expr::Ctor(_, _, ys)) => {
                let mut learnt = false;
                for (&x, &y) in xs.iter().zip(ys.iter()) {
                    match self.unify(x, y, bound) {
                        Unified::Clash => return Unified::Clash,
                        Unified::Bound => learnt = true,
                        Unified::Stuck => {}
                    }
                }
                if learnt { Unified::Bound } else { Unified::Stuck }
            }
            (_, Expr::Ctor(_, tag, _)) if in_a.is_empty() => self.unify_split(a, b, tag, bound),
            (Expr::Ctor(_, tag, _), _) if in_b.is_empty() => self.unify_split(b, a, tag, bound),
            _ => Unified::Stuck,
        }
    }

    fn want(&mut self, t: ExprId) {
        if !self.cases.splits.contains_key(&t)
            && !self.cases.wanted.contains(&t)
            && self.is_data(t)
            && self.cases.depth(t) <= self.limits.split_depth + 1
        {
            self.cases.wanted.push(t);
        }
    }

    /// A ground term against a constructor pattern: through the term's case split.
    fn unify_split(
        &mut self,
        ground: ExprId,
        pattern: ExprId,
        tag: u32,
        bound: &mut Vec<(ExprId, ExprId)>,
    ) -> Unified {
        let form = self
            .cases
            .splits
            .get(&ground)
            .and_then(|forms| usize::try_from(tag).ok().and_then(|t| forms.get(t)).copied());
        match form {
            Some(form) => self.unify(form, pattern, bound),
            None => {
                self.want(ground);
                Unified::Clash
            }
        }
    }

    /// Solves `a = b` for an unknown, dividing if its coefficient is not 1.
    fn solve_linear(&mut self, a: ExprId, b: ExprId, bound: &mut Vec<(ExprId, ExprId)>) -> Unified {
        let mut sum = Sum::constant(0);
        if self.summands(a, 1, &mut sum).is_none() || self.summands(b, -1, &mut sum).is_none() {
            return Unified::Stuck;
        }
        let mut unknowns: Vec<(ExprId, i64)> =
            sum.terms().iter().filter(|(t, _)| self.is_meta(*t)).copied().collect();
        unknowns.sort_by_key(|u| u.1.unsigned_abs());
        for (x, c) in unknowns {
            let elsewhere = sum.variables().any(|t| t != x && self.metas(t).contains(&x));
            if elsewhere {
                continue;
            }
            if let Some(value) = self.rest_over(&sum, x, c) {
                bound.push((x, value));
                return Unified::Bound;
            }
        }
        Unified::Stuck
    }

    /// Applications with unknowns in the conditions, against ground terms.
    fn try_patterns(&mut self, walk: &mut Walk, path: &Path, open: &[ExprId]) -> bool {
        for &c in &path.conditions {
            let c = self.resolve(c, &path.bound);
            let mut patterns = Vec::new();
            self.applications(c, open, &mut patterns);
            for p in patterns {
                // The simplest first: variables and constants rather than what is made of them.
                let mut ground = self.ground.like(self.arena.expr(p)).to_vec();
                ground.sort_by_key(|&t| self.size(t));
                ground.truncate(MAX_MATCHES);
                let vars = self.metas(p).to_vec();
                let mut hit = false;
                for t in ground {
                    let mut binding = Vec::new();
                    if self.matches(p, t, &vars, &mut binding) && !binding.is_empty() {
                        hit = true;
                        let mut next = path.clone();
                        next.bound.extend(binding);
                        self.walk(walk, next);
                    }
                }
                if hit {
                    return true;
                }
            }
        }
        false
    }

    /// Number of nodes of a term, up to a limit.
    fn size(&self, t: ExprId) -> usize {
        let (mut count, mut stack) = (0, vec![t]);
        while let Some(e) = stack.pop()
            && count < 50
        {
            count += 1;
            self.arena.expr(e).for_children(|c, _| stack.push(c));
        }
        count
    }

    fn applications(&mut self, e: ExprId, open: &[ExprId], out: &mut Vec<ExprId>) {
        let expr = self.arena.expr(e).clone();
        if matches!(expr, Expr::Quant(..)) || !self.metas(e).iter().any(|m| open.contains(m)) {
            return;
        }
        expr.for_children(|c, _| self.applications(c, open, out));
        if matches!(expr, Expr::Fn(..) | Expr::PredVar(..)) {
            out.push(e);
        }
    }

    /// `p t ?x` with a `t` that is taken apart already: what the definition says in each case.
    fn unfold_conditions(&mut self, walk: &mut Walk, path: &Path, open: &[ExprId]) {
        if path.unfolded {
            return;
        }
        for (i, &c) in path.conditions.iter().enumerate() {
            let c = self.resolve(c, &path.bound);
            if !matches!(self.arena.expr(c), Expr::Fn(..)) || !self.metas(c).iter().any(|m| open.contains(m))
            {
                continue;
            }
            let Some(analysed) = self.theory.analysed(self.arena, c) else { continue };
            for form in self.forms_in_cases(analysed) {
                let Ok(at) = self.arena.substitute(c, &[(analysed, form)]) else { continue };
                let Ok(body) = self.theory.unfold(self.arena, at, None) else { continue };
                let mut next = path.clone();
                next.conditions.remove(i);
                next.goals = vec![body];
                next.unfolded = true;
                self.walk(walk, next);
            }
        }
    }

    /// `f(.. ?x ..) = t` with `?x` where `f` recurs: one path per constructor of `?x`.
    fn narrow(&mut self, walk: &mut Walk, path: &Path) {
        if path.narrowed >= 2 {
            return;
        }
        for (i, &c) in path.conditions.iter().enumerate() {
            let Expr::Bin(Bin::Eq, a, b) = *self.arena.expr(c) else { continue };
            let (a, b) = (self.resolve(a, &path.bound), self.resolve(b, &path.bound));
            for (app, other) in [(a, b), (b, a)] {
                let Expr::Fn(d, _, _) = self.arena.expr(app) else { continue };
                if !matches!(body(self.theory, *d), Some(DefBody::Cases { .. })) {
                    continue;
                }
                let Some(x) = self.theory.analysed(self.arena, app) else { continue };
                if !self.is_meta(x) {
                    continue;
                }
                let Some(sort) = self.arena.sort_of(x) else { continue };
                let count = self.arena.ctor_count(sort).unwrap_or(0);
                for tag in 0..count {
                    if let Some((form, goal)) = self.narrowed(app, other, x, sort, tag) {
                        let mut next = path.clone();
                        next.conditions.remove(i);
                        next.bound.push((x, form));
                        next.goals = vec![goal];
                        next.narrowed += 1;
                        self.walk(walk, next);
                    }
                }
                return;
            }
        }
    }

    fn narrowed(
        &mut self,
        app: ExprId,
        other: ExprId,
        x: ExprId,
        sort: SortId,
        tag: u32,
    ) -> Option<(ExprId, ExprId)> {
        let mut fields = Vec::new();
        for &f in self.arena.ctor_fields(sort, tag).ok()?.iter() {
            fields.push(self.fresh_meta(f)?);
        }
        let form = self.arena.mk(Expr::Ctor(sort, tag, Arc::from(fields))).ok()?;
        let at = self.arena.substitute(app, &[(x, form)]).ok()?;
        let rhs = self.theory.unfold(self.arena, at, None).ok()?;
        let goal = self.arena.eq(other, rhs).ok()?;
        Some((form, goal))
    }

    /// Last resort: boundary values, variables of the sort, a constant.
    fn try_candidates(&mut self, walk: &mut Walk, path: &Path, x: ExprId) {
        let Some(sort) = self.arena.sort_of(x) else { return };
        if let Some(all) = self.enumeration(sort) {
            for c in all {
                let mut next = path.clone();
                next.bound.push((x, c));
                self.walk(walk, next);
            }
            return;
        }
        let mut candidates = Vec::new();
        let mut constrained = false;
        let conditions: Vec<ExprId> = path.conditions.iter().map(|&c| self.resolve(c, &path.bound)).collect();
        candidates.extend(self.boundaries(&conditions, x));
        for &c in &conditions {
            constrained |= self.metas(c).contains(&x);
            self.factors(c, x, &mut candidates);
        }
        candidates.extend(self.variables_of(sort, 12));
        for c in conditions {
            self.remainders(c, x, &mut candidates);
        }
        if sort == INT {
            candidates.extend(self.arena.mk(Expr::Int(0)).ok());
        }
        for tag in 0..self.arena.ctor_count(sort).unwrap_or(0) {
            if self.arena.ctor_fields(sort, tag).is_ok_and(|f| f.is_empty()) {
                candidates.extend(self.arena.mk(Expr::Ctor(sort, tag, Arc::from([]))).ok());
                break;
            }
        }
        let tried: Vec<ExprId> = if constrained {
            let mut distinct = Vec::new();
            candidates.into_iter().for_each(|c| {
                if !distinct.contains(&c) {
                    distinct.push(c)
                }
            });
            distinct.truncate(MAX_CANDIDATES);
            distinct
        } else {
            candidates.into_iter().rev().take(1).collect()
        };
        for c in tried {
            let mut next = path.clone();
            next.bound.push((x, c));
            self.walk(walk, next);
        }
    }
}
