//! Witnesses for an existential goal, by unification.
//!
//! The body is walked with an unknown for the variable and for each existential below it.
//! Equations come first and bind unknowns; disjunctions wait. As soon as the variable itself is
//! ground the walk ends: inner existentials are goals of their own and get their own walk, which
//! is what keeps `n` choices in a row from becoming `2^n` paths. What cannot be solved is tried
//! at ground terms that match, at boundary values of comparisons, or at variables of the sort.

use super::instances::Instances;
use covenant_kernel::arena::{Bin, Expr, ExprId, Quant, SortId};
use covenant_kernel::theory::Body;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A state of the walk.
#[derive(Clone, Default)]
struct Path {
    goals: Vec<ExprId>,
    choices: Vec<ExprId>,
    conditions: Vec<ExprId>,
    bound: Vec<(ExprId, ExprId)>,
    narrowed: u32,
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

    /// A sum with its like summands put together: `v - 3` for `((v - 5) + 1) + 1`.
    fn simplified(&mut self, e: ExprId) -> ExprId {
        let Expr::Bin(Bin::Add | Bin::Sub, ..) = self.arena.expr(e) else { return e };
        let mut sum = BTreeMap::new();
        let Some(parts) = self.summands(e, 1, &mut sum) else { return e };
        sum.retain(|_, c| *c != 0);
        if sum.len() == parts {
            return e;
        }
        self.sum(&sum, 1).unwrap_or(e)
    }

    fn walk(&mut self, walk: &mut Walk, mut path: Path) {
        walk.steps += 1;
        if walk.found.len() >= MAX_WITNESSES || walk.steps > self.limits.witness_steps {
            if walk.steps > self.limits.witness_steps && !self.capped.contains(&"witness steps") {
                self.capped.push("witness steps");
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
        if self.arena.sort_of(a) == Some(self.arena.int_sort()) {
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
        if !self.splits.contains_key(&t)
            && !self.wanted.contains(&t)
            && self.is_data(t)
            && self.depth.get(&t).copied().unwrap_or(0) <= self.limits.split_depth + 1
        {
            self.wanted.push(t);
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

    /// Coefficients of the summands of an integer term; `None` is the constant. The result is the
    /// number of summands before they are put together.
    fn summands(&self, e: ExprId, c: i64, out: &mut BTreeMap<Option<ExprId>, i64>) -> Option<usize> {
        match *self.arena.expr(e) {
            Expr::Int(n) => {
                let slot = out.entry(None).or_insert(0);
                *slot = slot.checked_add(n.checked_mul(c)?)?;
                return Some(1);
            }
            Expr::Bin(Bin::Add, a, b) => {
                return Some(self.summands(a, c, out)? + self.summands(b, c, out)?);
            }
            Expr::Bin(Bin::Sub, a, b) => {
                return Some(self.summands(a, c, out)? + self.summands(b, c.checked_neg()?, out)?);
            }
            Expr::Bin(Bin::Mul, a, b) => match (self.arena.expr(a), self.arena.expr(b)) {
                (Expr::Int(n), _) => return self.summands(b, c.checked_mul(*n)?, out),
                (_, Expr::Int(n)) => return self.summands(a, c.checked_mul(*n)?, out),
                _ => {}
            },
            _ => {}
        }
        let slot = out.entry(Some(e)).or_insert(0);
        *slot = slot.checked_add(c)?;
        Some(1)
    }

    /// Solves `a = b` for an unknown, dividing if its coefficient is not 1.
    fn solve_linear(&mut self, a: ExprId, b: ExprId, bound: &mut Vec<(ExprId, ExprId)>) -> Unified {
        let mut sum = BTreeMap::new();
        if self.summands(a, 1, &mut sum).is_none() || self.summands(b, -1, &mut sum).is_none() {
            return Unified::Stuck;
        }
        sum.retain(|_, c| *c != 0);
        let mut unknowns: Vec<(ExprId, i64)> =
            sum.iter().filter_map(|(t, c)| t.filter(|&t| self.is_meta(t)).map(|t| (t, *c))).collect();
        unknowns.sort_by_key(|u| u.1.unsigned_abs());
        for (x, c) in unknowns {
            let elsewhere = sum.keys().flatten().any(|&t| t != x && self.metas(t).contains(&x));
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

    /// `-(sum without c*x) / c`, as a term.
    fn rest_over(&mut self, sum: &BTreeMap<Option<ExprId>, i64>, x: ExprId, c: i64) -> Option<ExprId> {
        let mut rest = sum.clone();
        rest.remove(&Some(x));
        let rest = self.sum(&rest, if c > 0 { -1 } else { 1 })?;
        if c.abs() == 1 { Some(rest) } else { self.arena.mk(Expr::Div(rest, c.checked_abs()?)).ok() }
    }

    /// `sign` times a sum, as a term.
    fn sum(&mut self, sum: &BTreeMap<Option<ExprId>, i64>, sign: i64) -> Option<ExprId> {
        let mut out: Option<ExprId> = None;
        // Variables first, the constant last: `s - 1` rather than `-1 + s`.
        let ordered = sum.iter().filter(|(t, _)| t.is_some()).chain(sum.iter().filter(|(t, _)| t.is_none()));
        for (t, k) in ordered {
            let k = k.checked_mul(sign)?;
            let (size, negative) = (k.checked_abs()?, k < 0);
            let part = match t {
                None => self.arena.mk(Expr::Int(size)).ok()?,
                Some(t) if size == 1 => *t,
                Some(t) => {
                    let size = self.arena.mk(Expr::Int(size)).ok()?;
                    self.arena.bin(Bin::Mul, size, *t).ok()?
                }
            };
            out = Some(match (out, negative) {
                (None, false) => part,
                (None, true) => {
                    let zero = self.arena.mk(Expr::Int(0)).ok()?;
                    self.arena.bin(Bin::Sub, zero, part).ok()?
                }
                (Some(rest), false) => self.arena.bin(Bin::Add, rest, part).ok()?,
                (Some(rest), true) => self.arena.bin(Bin::Sub, rest, part).ok()?,
            });
        }
        match out {
            Some(out) => Some(out),
            None => self.arena.mk(Expr::Int(0)).ok(),
        }
    }

    /// Applications with unknowns in the conditions, against ground terms.
    fn try_patterns(&mut self, walk: &mut Walk, path: &Path, open: &[ExprId]) -> bool {
        for &c in &path.conditions {
            let c = self.resolve(c, &path.bound);
            let mut patterns = Vec::new();
            self.applications(c, open, &mut patterns);
            for p in patterns {
                let ground = match self.arena.expr(p) {
                    Expr::Fn(d, _, _) => self.by_function.get(d),
                    Expr::PredVar(v, _) => self.by_predicate.get(v),
                    _ => None,
                };
                let ground: Vec<ExprId> = ground.map_or(Vec::new(), |g| g.iter().copied().take(20).collect());
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
                let body = usize::try_from(*d).ok().and_then(|d| self.theory.bodies.get(d));
                if !matches!(body, Some(Body::Cases(..))) {
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
        for &c in &path.conditions {
            let c = self.resolve(c, &path.bound);
            constrained |= self.metas(c).contains(&x);
            let negated = matches!(self.arena.expr(c), Expr::Not(_));
            let inner = match *self.arena.expr(c) {
                Expr::Not(n) => n,
                _ => c,
            };
            let Expr::Bin(op @ (Bin::Le | Bin::Lt), a, b) = *self.arena.expr(inner) else { continue };
            let strict = (op == Bin::Lt) != negated;
            for (var, bound, up) in [(a, b, false), (b, a, true)] {
                if var != x || !self.metas(bound).is_empty() {
                    continue;
                }
                let one = self.arena.mk(Expr::Int(1));
                let value = match (strict, up != negated, one) {
                    (false, _, _) => Ok(bound),
                    (true, true, Ok(one)) => self.arena.bin(Bin::Add, bound, one),
                    (true, false, Ok(one)) => self.arena.bin(Bin::Sub, bound, one),
                    (_, _, Err(e)) => Err(e),
                };
                candidates.extend(value.ok());
            }
        }
        candidates.extend(self.variables_of(sort, 12));
        if sort == self.arena.int_sort() {
            candidates.extend(self.arena.mk(Expr::Int(0)).ok());
        }
        for tag in 0..self.arena.ctor_count(sort).unwrap_or(0) {
            if self.arena.ctor_fields(sort, tag).is_ok_and(|f| f.is_empty()) {
                candidates.extend(self.arena.mk(Expr::Ctor(sort, tag, Arc::from([]))).ok());
                break;
            }
        }
        let tried: Vec<ExprId> = if constrained {
            candidates.into_iter().take(12).collect()
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
