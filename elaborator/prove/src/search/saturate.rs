//! One branch of a proof under construction: its facts, and what follows from them without a
//! choice.
//!
//! [`Builder::saturate`] uses up everything deterministic: instances whose formula is known,
//! equations and lemmas that Z3's core named, disjunctions with one way left, implications whose
//! premise holds, equivalences of which one side is decided, conditionals and booleans with a
//! known value, integers squeezed together. Each addition becomes a step around the rest of the
//! branch, and is dropped again if the rest does not use it.

use super::branch::{Branch, is_literal};
use super::build::Builder;
use super::instances::Kind;
use super::step::Proof;
use super::wraps::{Wrap, Wraps};
use covenant_kernel::arena::{Arena, BOOL_SORT, Bin, Expr, ExprId, FALSITY, Quant};

impl Builder<'_, '_> {
    /// The truth value of a formula on this branch, as far as it is decided.
    pub(super) fn value(&mut self, branch: &mut Branch, f: ExprId) -> Option<bool> {
        self.inst.work.spend(1);
        if branch.known.contains(&f) {
            return Some(true);
        }
        match *self.inst.arena.expr(f) {
            Expr::True => Some(true),
            Expr::False => Some(false),
            Expr::Not(a) => self.value(branch, a).map(|v| !v),
            Expr::Bin(Bin::And, a, b) => match self.value(branch, a) {
                Some(false) => Some(false),
                first => match (first, self.value(branch, b)) {
                    (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                },
            },
            Expr::Bin(Bin::Or, a, b) => match self.value(branch, a) {
                Some(true) => Some(true),
                first => match (first, self.value(branch, b)) {
                    (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                },
            },
            Expr::Bin(Bin::Imp, a, b) => match self.value(branch, a) {
                Some(false) => Some(true),
                first => match (first, self.value(branch, b)) {
                    (_, Some(true)) => Some(true),
                    (Some(true), Some(false)) => Some(false),
                    _ => None,
                },
            },
            Expr::Bin(Bin::Iff, a, b) => match (self.value(branch, a), self.value(branch, b)) {
                (Some(x), Some(y)) => Some(x == y),
                _ => None,
            },
            Expr::Quant(..) => {
                let not = self.inst.arena.not(f).ok()?;
                branch.known.contains(&not).then_some(false)
            }
            _ => branch.ground.decide(self.inst.arena, f),
        }
    }

    fn in_scope(&mut self, branch: &Branch, e: ExprId) -> bool {
        self.variables.of(self.inst.arena, e).iter().all(|v| branch.scope.contains(v))
    }

    fn all_in_scope(&mut self, branch: &Branch, es: &[ExprId]) -> bool {
        es.iter().all(|&e| self.in_scope(branch, e))
    }

    /// Uses up what needs no choice. Returns the steps, and a refutation if the branch is closed.
    pub(super) fn saturate(&mut self, branch: &mut Branch, depth: u32) -> (Wraps, Option<Proof>) {
        let mut wraps: Wraps = Vec::new();
        loop {
            if branch.ground.closure.clash().is_some() || self.over(branch) {
                break;
            }
            // A side proof is asked for where the facts clash already, more often than not.
            if depth > 0 && branch.ground.contradictory(self.inst.arena) {
                break;
            }
            if self.activate(branch, &mut wraps)
                || self.simplify(branch, &mut wraps, depth)
                || self.decided_conditionals(branch, &mut wraps, depth)
                || self.decided_cases(branch, &mut wraps, depth)
            {
                continue;
            }
            if branch.ground.contradictory(self.inst.arena) {
                break;
            }
            if !self.squeeze(branch, &mut wraps) {
                break;
            }
        }
        let closed = branch.ground.refute(self.inst.arena, None);
        let closed = closed.map(|r| self.maker().leaf(r.facts, r.lines, true));
        (wraps, closed)
    }

    /// Core records whose formula and variables are there.
    fn activate(&mut self, branch: &mut Branch, wraps: &mut Wraps) -> bool {
        let mut progress = false;
        self.refill(branch);
        while let Some(i) = branch.agenda.pop() {
            let Ok(i) = usize::try_from(i) else { continue };
            if branch.is_active(i) {
                continue;
            }
            let kind = self.core[i].kind.clone();
            match kind {
                Kind::Universal { quantified, terms } => {
                    if !branch.known.contains(&quantified) || !self.all_in_scope(branch, &terms) {
                        continue;
                    }
                    let mut fact = quantified;
                    for term in terms {
                        let Expr::Quant(Quant::Forall, _, body) = *self.inst.arena.expr(fact) else { break };
                        let Ok(next) = self.inst.arena.instantiate(body, &[term], 0) else { break };
                        let mut produced = Vec::new();
                        branch.add(self.inst.arena, next, &mut produced);
                        wraps.push((Wrap::Inst { fact, term }, produced));
                        fact = next;
                    }
                }
                Kind::Obtained { quantified, var } => {
                    if !branch.known.contains(&quantified) || branch.scope.contains(&var) {
                        continue;
                    }
                    let Expr::Quant(_, _, body) = *self.inst.arena.expr(quantified) else { continue };
                    let Ok(fact) = self.inst.arena.instantiate(body, &[var], 0) else { continue };
                    branch.introduce(&[var]);
                    let mut produced = Vec::new();
                    branch.add(self.inst.arena, fact, &mut produced);
                    wraps.push((Wrap::Obtain { fact: quantified, var }, produced));
                }
                Kind::Equation { term } => {
                    if !self.in_scope(branch, term) {
                        continue;
                    }
                    self.equation(branch, wraps, term, self.core[i].axiom);
                }
                Kind::Lemma { lemma, sorts, terms, instance } => {
                    if !self.all_in_scope(branch, &terms) {
                        continue;
                    }
                    let mut produced = Vec::new();
                    branch.add(self.inst.arena, instance, &mut produced);
                    wraps.push((Wrap::Lemma { lemma, sorts, terms }, produced));
                }
                Kind::Axiom { axiom, sorts, terms, instance } => {
                    if !self.all_in_scope(branch, &terms) {
                        continue;
                    }
                    let mut produced = Vec::new();
                    branch.add(self.inst.arena, instance, &mut produced);
                    wraps.push((Wrap::Axiom { axiom, sorts, terms }, produced));
                }
                Kind::Witness { .. }
                | Kind::Eigen { .. }
                | Kind::Exhaust { .. }
                | Kind::Conditional { .. } => {
                    continue;
                }
            }
            branch.activate(i);
            progress = true;
            self.refill(branch);
        }
        progress
    }

    /// Puts the records on the agenda that new facts or variables may have made usable.
    fn refill(&mut self, branch: &mut Branch) {
        let mut woken: Vec<u32> = Vec::new();
        for e in branch.news.drain(..) {
            if let Some(records) = self.wakes.get(&e) {
                woken.extend(records);
            }
        }
        // In order of their making, like a fresh agenda.
        woken.sort_unstable_by(|a, b| b.cmp(a));
        branch.agenda.extend(woken);
    }

    /// The equation of an application at a constructor; for a predicate that is a fact already,
    /// its body at once.
    fn equation(&mut self, branch: &mut Branch, wraps: &mut Wraps, term: ExprId, axiom: ExprId) {
        if self.inst.arena.sort_of(term).is_none()
            && let Some((fact, as_ctor)) = self.unfoldable(branch, term)
        {
            let negative = matches!(self.inst.arena.expr(fact), Expr::Not(_));
            let atom = match *self.inst.arena.expr(fact) {
                Expr::Not(a) => a,
                _ => fact,
            };
            if let Ok(body) = self.inst.theory.unfold(self.inst.arena, atom, as_ctor) {
                let body = if negative { self.inst.arena.not(body) } else { Ok(body) };
                if let Ok(body) = body {
                    let mut produced = Vec::new();
                    branch.add(self.inst.arena, body, &mut produced);
                    wraps.push((Wrap::UnfoldFact { fact, as_ctor }, produced));
                    return;
                }
            }
        }
        let mut produced = Vec::new();
        branch.add(self.inst.arena, axiom, &mut produced);
        wraps.push((Wrap::Unfold(term), produced));
    }

    /// A literal that is the application itself or the same with the analysed argument known to
    /// be that constructor.
    fn unfoldable(&mut self, branch: &Branch, term: ExprId) -> Option<(ExprId, Option<ExprId>)> {
        let Expr::Fn(d, sorts, args) = self.inst.arena.expr(term).clone() else { return None };
        let analysed = self.inst.theory.analysed(self.inst.arena, term);
        for &fact in &branch.facts {
            let atom = match *self.inst.arena.expr(fact) {
                Expr::Not(a) => a,
                _ => fact,
            };
            if atom == term {
                return Some((fact, None));
            }
            let Some(form) = analysed else { continue };
            let Expr::Fn(e, other_sorts, others) = self.inst.arena.expr(atom).clone() else { continue };
            if e != d || other_sorts != sorts {
                continue;
            }
            let Some(value) = self.inst.theory.analysed(self.inst.arena, atom) else { continue };
            let same = args.iter().zip(others.iter()).all(|(&x, &y)| x == y || (x == form && y == value));
            if !same || self.inst.is_ctor(value) {
                continue;
            }
            if let Ok(is) = self.inst.arena.eq(value, form)
                && branch.known.contains(&is)
            {
                return Some((fact, Some(form)));
            }
        }
        None
    }

    /// One pass over the compound facts; stops after the first change.
    fn simplify(&mut self, branch: &mut Branch, wraps: &mut Wraps, depth: u32) -> bool {
        let mut i = 0;
        while i < branch.open.len() {
            let fact = branch.open[i];
            match *self.inst.arena.expr(fact) {
                Expr::Not(inner) => {
                    branch.open.swap_remove(i);
                    if let Some(new) = self.pushed(inner) {
                        let mut produced = Vec::new();
                        new.into_iter().for_each(|f| branch.add(self.inst.arena, f, &mut produced));
                        wraps.push((Wrap::NotPush(fact), produced));
                        return true;
                    }
                    continue;
                }
                Expr::Bin(Bin::Or, a, b) => {
                    if branch.known.contains(&a) || branch.known.contains(&b) {
                        branch.open.swap_remove(i);
                        continue;
                    }
                    for (dead, alive, left) in [(a, b, false), (b, a, true)] {
                        if self.value(branch, dead) == Some(false)
                            && let Some(refuted) = self.refute_with(branch, &[dead], depth)
                        {
                            branch.open.swap_remove(i);
                            let mut produced = Vec::new();
                            branch.add(self.inst.arena, alive, &mut produced);
                            wraps.push((Wrap::OneWay { fact, left, refuted }, produced));
                            return true;
                        }
                    }
                }
                Expr::Bin(Bin::Imp, p, q) => {
                    if branch.known.contains(&q) {
                        branch.open.swap_remove(i);
                        continue;
                    }
                    match self.value(branch, p) {
                        Some(false) => {
                            branch.open.swap_remove(i);
                            continue;
                        }
                        Some(true) => {
                            if let Some(premise) = self.establish(branch, p, depth) {
                                branch.open.swap_remove(i);
                                let mut produced = Vec::new();
                                branch.add(self.inst.arena, q, &mut produced);
                                wraps.push((Wrap::Apply { fact, premise }, produced));
                                return true;
                            }
                        }
                        None => {
                            // `not forall` is of no use; such a premise is left to be proved.
                            let useful = self.inst.arena.info(p).decidable
                                || is_literal(self.inst.arena, p)
                                || matches!(self.inst.arena.expr(p), Expr::Quant(Quant::Exists, ..));
                            if useful
                                && self.value(branch, q) == Some(false)
                                && let Some(proof) = self.contrapositive(branch, fact, p, q, depth)
                                && let Ok(not) = self.inst.arena.not(p)
                            {
                                branch.open.swap_remove(i);
                                let mut produced = Vec::new();
                                branch.add(self.inst.arena, not, &mut produced);
                                wraps.push((Wrap::Have { formula: not, proof }, produced));
                                return true;
                            }
                        }
                    }
                }
                Expr::Bin(Bin::Iff, p, q) => {
                    let (vp, vq) = (self.value(branch, p), self.value(branch, q));
                    if vp.is_some() && vp == vq {
                        // Known on both sides, but perhaps only by evaluation: the parts of a
                        // compound side may still be wanted as facts.
                        let informative = |b: &Branch, f: ExprId, a: &Arena| {
                            !is_literal(a, f) && vp == Some(true) && !b.known.contains(&f)
                        };
                        if !informative(branch, p, self.inst.arena)
                            && !informative(branch, q, self.inst.arena)
                        {
                            branch.open.swap_remove(i);
                            continue;
                        }
                    }
                    if vp.is_some() || vq.is_some() {
                        let (Ok(there), Ok(back)) =
                            (self.inst.arena.bin(Bin::Imp, p, q), self.inst.arena.bin(Bin::Imp, q, p))
                        else {
                            i += 1;
                            continue;
                        };
                        branch.open.swap_remove(i);
                        let mut produced = Vec::new();
                        branch.add(self.inst.arena, there, &mut produced);
                        branch.add(self.inst.arena, back, &mut produced);
                        wraps.push((Wrap::IffParts(fact), produced));
                        return true;
                    }
                }
                _ => {}
            }
            i += 1;
        }
        false
    }

    /// What the kernel's `NotPush` makes of `not inner`.
    fn pushed(&mut self, inner: ExprId) -> Option<Vec<ExprId>> {
        let arena = &mut *self.inst.arena;
        let decidable = |a: &Arena, e: ExprId| a.info(e).decidable;
        match *arena.expr(inner) {
            Expr::True => Some(vec![FALSITY]),
            Expr::Not(p) => decidable(arena, p).then_some(vec![p]),
            Expr::Bin(Bin::Or, p, q) => Some(vec![arena.not(p).ok()?, arena.not(q).ok()?]),
            Expr::Bin(Bin::And, p, q) => {
                if !decidable(arena, p) && !decidable(arena, q) {
                    return None;
                }
                let (p, q) = (arena.not(p).ok()?, arena.not(q).ok()?);
                Some(vec![arena.bin(Bin::Or, p, q).ok()?])
            }
            Expr::Bin(Bin::Imp, p, q) => {
                if !decidable(arena, p) {
                    return None;
                }
                Some(vec![p, arena.not(q).ok()?])
            }
            Expr::Bin(Bin::Iff, p, q) => {
                if !decidable(arena, p) || !decidable(arena, q) {
                    return None;
                }
                let (np, nq) = (arena.not(p).ok()?, arena.not(q).ok()?);
                let (only_p, only_q) = (arena.and(p, nq).ok()?, arena.and(np, q).ok()?);
                Some(vec![arena.bin(Bin::Or, only_p, only_q).ok()?])
            }
            Expr::Quant(Quant::Exists, sort, body) => {
                let body = arena.not(body).ok()?;
                Some(vec![arena.mk(Expr::Quant(Quant::Forall, sort, body)).ok()?])
            }
            _ => None,
        }
    }

    fn squeeze(&mut self, branch: &mut Branch, wraps: &mut Wraps) -> bool {
        let more = self.ordered(branch).or_else(|| {
            let (a, b) = branch.ground.forced_pair(self.inst.arena)?;
            self.squeezed(branch, a, b)
        });
        match more {
            Some(more) => {
                wraps.extend(more);
                true
            }
            None => false,
        }
    }

    /// Integers that differ: merged if arithmetic says that they are equal (which is a clash), put
    /// in order if it says that one is at most the other.
    fn ordered(&mut self, branch: &mut Branch) -> Option<Wraps> {
        let mut i = 0;
        while let Some(&(a, b)) = branch.apart.get(i) {
            let up = branch.ground.comparable(self.inst.arena, a, b);
            let down = branch.ground.comparable(self.inst.arena, b, a);
            let found = match (up, down) {
                (Some(false), _) | (_, Some(false)) => {
                    branch.apart.swap_remove(i);
                    continue;
                }
                (Some(true), Some(true)) => self.squeezed(branch, a, b),
                (Some(true), None) => self.tightened(branch, a, b),
                (None, Some(true)) => self.tightened(branch, b, a),
                (None, None) => None,
            };
            if found.is_some() {
                branch.apart.swap_remove(i);
                return found;
            }
            i += 1;
        }
        None
    }

    /// Conditionals whose condition is decided.
    fn decided_conditionals(&mut self, branch: &mut Branch, wraps: &mut Wraps, depth: u32) -> bool {
        for i in 0..self.core.len() {
            let Kind::Conditional { term } = self.core[i].kind else { continue };
            if branch.is_active(i) || !self.in_scope(branch, term) {
                continue;
            }
            let Expr::Ite(c, a, b) = *self.inst.arena.expr(term) else { continue };
            let Some(yes) = self.value(branch, c) else { continue };
            let Ok(not) = self.inst.arena.not(c) else { continue };
            let (Ok(is_a), Ok(is_b)) = (self.inst.arena.eq(term, a), self.inst.arena.eq(term, b)) else {
                continue;
            };
            let (dead, alive) = if yes { ([not, is_b], [c, is_a]) } else { ([c, is_a], [not, is_b]) };
            let Some(refuted) = self.refute_with(branch, &dead, depth) else { continue };
            branch.activate(i);
            let mut produced = Vec::new();
            alive.into_iter().for_each(|f| branch.add(self.inst.arena, f, &mut produced));
            wraps.push((Wrap::OneSide { term, yes, refuted }, produced));
            return true;
        }
        false
    }

    /// Booleans and split terms of which only one constructor is possible.
    fn decided_cases(&mut self, branch: &mut Branch, wraps: &mut Wraps, depth: u32) -> bool {
        let mut candidates: Vec<(ExprId, Vec<ExprId>)> = Vec::new();
        for &fact in &branch.facts {
            if let Expr::Not(atom) = *self.inst.arena.expr(fact)
                && let Expr::Bin(Bin::Eq, a, b) = *self.inst.arena.expr(atom)
                && self.inst.arena.sort_of(a) == Some(BOOL_SORT)
            {
                for t in [a, b] {
                    if branch.ground.closure.ctor_form(t).is_none() && !branch.split.contains(&t) {
                        candidates.push((t, Vec::new()));
                    }
                }
            }
        }
        for (t, forms) in &mut candidates {
            *forms = self.nullary_forms(*t);
        }
        for record in &self.core {
            if let Kind::Exhaust { term, forms } = &record.kind
                && !branch.split.contains(term)
                && branch.ground.closure.ctor_form(*term).is_some()
            {
                candidates.push((*term, forms.clone()));
            }
        }
        for (term, forms) in candidates {
            if forms.is_empty() || !self.in_scope(branch, term) {
                continue;
            }
            let mut alive = Vec::new();
            let mut equations = Vec::new();
            for (tag, &form) in forms.iter().enumerate() {
                let Ok(is) = self.inst.arena.eq(term, form) else { continue };
                equations.push(is);
                if branch.ground.decide(self.inst.arena, is) != Some(false) {
                    alive.push(tag);
                }
            }
            let [alive] = alive[..] else { continue };
            let mut refuted = Vec::new();
            for (tag, &is) in equations.iter().enumerate() {
                if tag != alive {
                    match self.refute_with(branch, &[is], depth) {
                        Some((produced, proof)) => refuted.push((tag, produced, proof)),
                        None => break,
                    }
                }
            }
            if refuted.len() + 1 != forms.len() {
                continue;
            }
            branch.split.insert(term);
            let vars = self.fields(forms[alive]);
            branch.introduce(&vars);
            let mut produced = Vec::new();
            branch.add(self.inst.arena, equations[alive], &mut produced);
            wraps.push((Wrap::OneCase { term, forms, alive, refuted }, produced));
            return true;
        }
        false
    }

    /// The field variables of a constructor form.
    pub(super) fn fields(&self, form: ExprId) -> Vec<ExprId> {
        match self.inst.arena.expr(form) {
            Expr::Ctor(_, _, args) => args.to_vec(),
            _ => Vec::new(),
        }
    }
}
