//! Lemma candidates from templates.
//!
//! Tier 1, always tried: lower bounds of integer functions (unconditional, or under a predicate),
//! and how a function of integers compares with its arguments. Tier 2, when a search is stuck:
//! what a predicate about all elements says about a member, introduction and weakening of such
//! predicates, comparisons between integer functions, and between an integer function of two values
//! that a predicate relates or of which a function makes one. Which predicate is about all elements
//! and which is membership is read off their values at constant constructors.

use super::body;
use super::evaluate::{Evaluator, Tested};
use super::lemmas::{Guess, LemmaBook, Origin};
use super::triggers::match_sort;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, INT, IdMap, Quant, Sort, SortId};
use covenant_kernel::tables::{DefBody, DefRef};
use covenant_kernel::theory::{Formula, Theory};
use std::sync::Arc;

/// The definitions that formulas mention, directly or through bodies.
pub(super) fn definitions(arena: &Arena, theory: &Theory, roots: &[ExprId]) -> Vec<DefRef> {
    let mut seen: IdMap<ExprId, ()> = IdMap::default();
    let mut found = Vec::new();
    let mut stack = roots.to_vec();
    while let Some(e) = stack.pop() {
        if seen.insert(e, ()).is_some() {
            continue;
        }
        if let Expr::Fn(d, ..) = arena.expr(e)
            && !found.contains(d)
        {
            found.push(*d);
            match body(theory, *d) {
                Some(DefBody::Direct(body)) => stack.push(*body),
                Some(DefBody::Cases { cases, .. }) => stack.extend(cases),
                _ => {}
            }
        }
        arena.expr(e).for_children(|c, _| stack.push(c));
    }
    found.sort_unstable();
    found
}

/// Adds the candidates of a tier for definitions that have not had them yet.
pub(super) fn extend(
    arena: &mut Arena,
    theory: &Theory,
    book: &LemmaBook,
    definitions: &[DefRef],
    tier: u32,
) -> bool {
    let fresh: Vec<DefRef> =
        definitions.iter().copied().filter(|&d| book.guessed.borrow_mut().insert((tier, d))).collect();
    if fresh.is_empty() {
        return false;
    }
    let before = book.len();
    let mut guesser = Guesser { eval: Evaluator::new(arena, theory), theory, book };
    for &d in &fresh {
        match tier {
            1 => guesser.bounds(d, definitions),
            _ => guesser.elements(d, definitions),
        };
    }
    book.len() > before
}

struct Guesser<'a> {
    eval: Evaluator<'a>,
    theory: &'a Theory,
    book: &'a LemmaBook,
}

/// A definition applied to variables: sorts, variables by position, and the application.
struct Shape {
    sort_params: u32,
    sorts: Vec<SortId>,
    on: Option<usize>,
}

/// A predicate about a value and an integer, at sorts; `on` is the position of the value.
struct Elements {
    def: DefRef,
    sorts: Vec<SortId>,
    on: usize,
}

impl Guesser<'_> {
    fn shape(&mut self, d: DefRef) -> Option<Shape> {
        let sig = self.eval.arena().def_sig(d)?.clone();
        let on = match body(self.theory, d)? {
            DefBody::Cases { on, .. } => Some(usize::try_from(*on).ok()?),
            DefBody::Direct(_) => None,
            DefBody::Opaque => return None,
        };
        Some(Shape { sort_params: sig.sort_params, sorts: sig.params, on })
    }

    fn result(&mut self, d: DefRef) -> Option<SortId> {
        self.eval.arena().def_sig(d)?.result
    }

    /// `d` applied to terms, at its own sort parameters.
    fn apply(&mut self, d: DefRef, sort_params: u32, args: Vec<ExprId>) -> Option<ExprId> {
        let arena = self.eval.arena();
        let sorts =
            (0..sort_params).map(|i| arena.mk_sort(Sort::Abstract(i)).ok()).collect::<Option<Vec<_>>>()?;
        arena.mk(Expr::Fn(d, Arc::from(sorts), Arc::from(args))).ok()
    }

    /// A variable of the statement: free while the statement is being put together.
    fn var(&mut self, i: usize, sort: SortId) -> Option<ExprId> {
        self.eval.arena().mk(Expr::Local(u32::try_from(i).ok()?, sort)).ok()
    }

    fn bin(&mut self, op: Bin, a: ExprId, b: ExprId) -> Option<ExprId> {
        self.eval.arena().bin(op, a, b).ok()
    }

    /// Closes a statement over its variables, tests it, and proposes it if it survives.
    fn propose(&mut self, guess: Guess, vars: &[ExprId], sort_params: u32, body: ExprId) -> bool {
        let Some(formula) = self.close(vars, sort_params, body) else { return false };
        if self.book.knows(formula) {
            return true;
        }
        if self.eval.test(formula) != Tested::Survives {
            return false;
        }
        self.book.propose(Origin::Guessed(guess), formula);
        true
    }

    fn close(&mut self, vars: &[ExprId], sort_params: u32, body: ExprId) -> Option<Formula> {
        let arena = self.eval.arena();
        let mut statement = arena.close(body, vars).ok()?;
        for &v in vars.iter().rev() {
            let sort = arena.sort_of(v)?;
            statement = arena.mk(Expr::Quant(Quant::Forall, sort, statement)).ok()?;
        }
        Some(Formula { sort_params, statement })
    }

    /// Tier 1 for one definition.
    fn bounds(&mut self, d: DefRef, definitions: &[DefRef]) -> Option<()> {
        let shape = self.shape(d)?;
        if self.result(d) != Some(INT) {
            return None;
        }
        let vars = (0..shape.sorts.len()).map(|i| self.var(i, shape.sorts[i])).collect::<Option<Vec<_>>>()?;
        let app = self.apply(d, shape.sort_params, vars.clone())?;
        match shape.on {
            None => {
                // Both comparisons with every integer argument; usually one of them is true.
                for &x in &vars {
                    if self.eval.arena().sort_of(x) == Some(INT) {
                        let below = self.bin(Bin::Le, x, app)?;
                        if !self.propose(Guess::Above(d), &vars, shape.sort_params, below) {
                            let above = self.bin(Bin::Le, app, x)?;
                            self.propose(Guess::Below(d), &vars, shape.sort_params, above);
                        }
                    }
                }
            }
            Some(on) => {
                let mut best = None;
                for n in [1, 0, -1] {
                    let n_term = self.eval.arena().mk(Expr::Int(n)).ok()?;
                    let bound = self.bin(Bin::Le, n_term, app)?;
                    if self.propose(Guess::AtLeast(d, n), &vars, shape.sort_params, bound) {
                        best = Some(n);
                        break;
                    }
                }
                if best.is_some_and(|n| n >= 0) {
                    return Some(());
                }
                // Under a predicate of the same value the bound may be better.
                let zero = self.eval.arena().mk(Expr::Int(0)).ok()?;
                let bound = self.bin(Bin::Le, zero, app)?;
                for &p in definitions {
                    if let Some(sorts) = self.unary_predicate(p, shape.sorts[on]) {
                        let premise = self.apply_at(p, &sorts, vec![vars[on]])?;
                        let body = self.bin(Bin::Imp, premise, bound)?;
                        self.propose(Guess::NonNegativeIf(d, p), &vars, shape.sort_params, body);
                    }
                }
            }
        }
        Some(())
    }

    /// A definition at a value sort: its sort arguments, and the sorts of its parameters there.
    fn at(&mut self, d: DefRef, sort: SortId) -> Option<(Vec<SortId>, Vec<SortId>, usize)> {
        let on = self.shape(d)?.on?;
        let arena = self.eval.arena();
        let sig = arena.def_sig(d)?.clone();
        let mut found = vec![None; usize::try_from(sig.sort_params).ok()?];
        if !match_sort(arena, *sig.params.get(on)?, sort, &mut found) {
            return None;
        }
        let sorts = found.into_iter().collect::<Option<Vec<SortId>>>()?;
        let params = sig
            .params
            .iter()
            .map(|&p| arena.instantiate_sort(p, &sorts).ok())
            .collect::<Option<Vec<SortId>>>()?;
        Some((sorts, params, on))
    }

    /// A predicate of one value, at its sort.
    fn unary_predicate(&mut self, p: DefRef, sort: SortId) -> Option<Vec<SortId>> {
        let (sorts, params, _) = self.at(p, sort)?;
        let predicate = self.eval.arena().def_sig(p)?.result.is_none();
        (predicate && params.len() == 1).then_some(sorts)
    }

    /// A predicate about a datatype value and one integer.
    fn about_elements(&mut self, p: DefRef, sort: SortId) -> Option<Elements> {
        let (sorts, params, on) = self.at(p, sort)?;
        let fits = params.len() == 2
            && params.get(1usize.checked_sub(on)?) == Some(&INT)
            && self.eval.arena().def_sig(p)?.result.is_none();
        fits.then_some(Elements { def: p, sorts, on })
    }

    /// The value of the predicate at constant constructors: true for "all elements", false for
    /// membership.
    fn at_constants(&mut self, p: DefRef, sort: SortId) -> Option<bool> {
        let DefBody::Cases { cases, .. } = body(self.theory, p)? else {
            return None;
        };
        for (case, tag) in cases.iter().zip(0u32..) {
            if self.eval.arena().ctor_fields(sort, tag).ok()?.is_empty() {
                return match self.eval.arena().expr(*case) {
                    Expr::True => Some(true),
                    Expr::False => Some(false),
                    _ => None,
                };
            }
        }
        None
    }

    fn apply_at(&mut self, d: DefRef, sorts: &[SortId], args: Vec<ExprId>) -> Option<ExprId> {
        self.eval.arena().mk(Expr::Fn(d, Arc::from(sorts), Arc::from(args))).ok()
    }

    fn about(&mut self, p: &Elements, t: ExprId, x: ExprId) -> Option<ExprId> {
        self.apply_at(p.def, &p.sorts, if p.on == 0 { vec![t, x] } else { vec![x, t] })
    }

    /// Tier 2 for one definition.
    fn elements(&mut self, d: DefRef, definitions: &[DefRef]) -> Option<()> {
        let shape = self.shape(d)?;
        let sort = *shape.sorts.get(shape.on?)?;
        let params = shape.sort_params;
        if let Some(all) = self.about_elements(d, sort)
            && self.at_constants(d, sort) == Some(true)
        {
            for &m in definitions {
                if let Some(member) = self.about_elements(m, sort)
                    && self.at_constants(m, sort) == Some(false)
                {
                    self.members(&all, &member, sort, params, definitions);
                }
            }
            self.weakening(&all, sort, params);
        }
        self.compare(d, definitions);
        self.measured(d, definitions);
        self.counted(d);
        self.related(d, definitions)
    }

    /// `P t n ==> 0 <= n` for a predicate that counts down with a value, such as a rank or a height.
    fn counted(&mut self, p: DefRef) -> Option<()> {
        let shape = self.shape(p)?;
        if self.result(p).is_some() {
            return None;
        }
        let vars = (0..shape.sorts.len()).map(|i| self.var(i, shape.sorts[i])).collect::<Option<Vec<_>>>()?;
        let holds = self.apply(p, shape.sort_params, vars.clone())?;
        let zero = self.eval.arena().mk(Expr::Int(0)).ok()?;
        for (i, &number) in vars.iter().enumerate() {
            if shape.sorts[i] == INT {
                let bound = self.bin(Bin::Le, zero, number)?;
                let body = self.bin(Bin::Imp, holds, bound)?;
                self.propose(Guess::Counted(p), &vars, shape.sort_params, body);
            }
        }
        Some(())
    }

    /// `f (g x y) = f x + f y`, else `f y <= f (g x y)`, for a function `g` that puts its values together, such as
    /// `append`, and an integer function `f` of what it returns.
    fn measured(&mut self, g: DefRef, definitions: &[DefRef]) -> Option<()> {
        let shape = self.shape(g)?;
        let (result, on) = (self.result(g)?, shape.on?);
        let vars = (0..shape.sorts.len()).map(|i| self.var(i, shape.sorts[i])).collect::<Option<Vec<_>>>()?;
        let whole = self.apply(g, shape.sort_params, vars.clone())?;
        for &f in definitions {
            let Some((sorts, params, _)) = self.at(f, result) else { continue };
            if params.len() != 1 || self.result(f) != Some(INT) {
                continue;
            }
            let of_whole = self.apply_at(f, &sorts, vec![whole])?;
            for (i, &part) in vars.iter().enumerate() {
                if i == on || shape.sorts[i] != result {
                    continue;
                }
                let of_part = self.apply_at(f, &sorts, vec![part])?;
                if shape.sorts[on] == result {
                    let of_first = self.apply_at(f, &sorts, vec![vars[on]])?;
                    let sum = self.bin(Bin::Add, of_first, of_part)?;
                    let adds = self.bin(Bin::Eq, of_whole, sum)?;
                    if self.propose(Guess::Sum(f, g), &vars, shape.sort_params, adds) {
                        continue;
                    }
                }
                let grows = self.bin(Bin::Le, of_part, of_whole)?;
                self.propose(Guess::Grows(f, g), &vars, shape.sort_params, grows);
            }
        }
        Some(())
    }

    /// `R a b ==> f a <= f b` (or `>=`, or `=`) for a predicate about two values of one sort and an
    /// integer function of such a value.
    fn related(&mut self, r: DefRef, definitions: &[DefRef]) -> Option<()> {
        let shape = self.shape(r)?;
        let (int, on) = (INT, shape.on?);
        if self.eval.arena().def_sig(r)?.result.is_some() {
            return None;
        }
        let vars = (0..shape.sorts.len()).map(|i| self.var(i, shape.sorts[i])).collect::<Option<Vec<_>>>()?;
        let holds = self.apply(r, shape.sort_params, vars.clone())?;
        for (i, &other) in vars.iter().enumerate() {
            if i == on || shape.sorts[i] != shape.sorts[on] {
                continue;
            }
            for &f in definitions {
                let Some((sorts, params, _)) = self.at(f, shape.sorts[on]) else { continue };
                if params.len() != 1 || self.result(f) != Some(int) {
                    continue;
                }
                let (fa, fb) =
                    (self.apply_at(f, &sorts, vec![vars[on]])?, self.apply_at(f, &sorts, vec![other])?);
                for (op, a, b) in [(Bin::Eq, fa, fb), (Bin::Le, fa, fb), (Bin::Le, fb, fa)] {
                    let relation = self.bin(op, a, b)?;
                    let body = self.bin(Bin::Imp, holds, relation)?;
                    if self.propose(Guess::Related(r, f), &vars, shape.sort_params, body) {
                        break;
                    }
                }
            }
        }
        Some(())
    }

    /// `Q t && P t x && M t u ==> x R u`, and `(forall u. M t u ==> x R u) ==> P t x`.
    fn members(
        &mut self,
        all: &Elements,
        member: &Elements,
        sort: SortId,
        params: u32,
        definitions: &[DefRef],
    ) -> Option<()> {
        let (t, x, u) = (self.var(0, sort)?, self.var(1, INT)?, self.var(2, INT)?);
        let holds = self.about(all, t, x)?;
        let is_member = self.about(member, t, u)?;
        let relations = [
            self.bin(Bin::Lt, x, u)?,
            self.bin(Bin::Le, x, u)?,
            self.bin(Bin::Lt, u, x)?,
            self.bin(Bin::Le, u, x)?,
        ];
        let mut found = false;
        let mut predicates: Vec<Option<(DefRef, Vec<SortId>)>> = vec![None];
        for &p in definitions {
            if let Some(sorts) = self.unary_predicate(p, sort) {
                predicates.push(Some((p, sorts)));
            }
        }
        for q in predicates {
            if found {
                break;
            }
            for relation in relations {
                let mut premise = self.bin(Bin::And, holds, is_member)?;
                if let Some((q, sorts)) = &q {
                    let also = self.apply_at(*q, sorts, vec![t])?;
                    premise = self.bin(Bin::And, also, premise)?;
                }
                let body = self.bin(Bin::Imp, premise, relation)?;
                let guess = Guess::OfMember(all.def, member.def);
                if self.propose(guess, &[t, x, u], params, body) {
                    // Without a further predicate the same relation also introduces.
                    found |= q.is_none();
                    self.introduction(holds, is_member, relation, (t, x, u), params);
                    break;
                }
            }
        }
        Some(())
    }

    fn introduction(
        &mut self,
        holds: ExprId,
        is_member: ExprId,
        relation: ExprId,
        (t, x, u): (ExprId, ExprId, ExprId),
        params: u32,
    ) -> Option<()> {
        let each = self.bin(Bin::Imp, is_member, relation)?;
        let arena = self.eval.arena();
        let each = arena.close(each, &[u]).ok()?;
        let each = arena.mk(Expr::Quant(Quant::Forall, INT, each)).ok()?;
        let body = self.bin(Bin::Imp, each, holds)?;
        self.propose(Guess::ElementIntroduction, &[t, x], params, body);
        Some(())
    }

    /// `P t x && x R y ==> P t y`.
    fn weakening(&mut self, all: &Elements, sort: SortId, params: u32) -> Option<()> {
        let (t, x, y) = (self.var(0, sort)?, self.var(1, INT)?, self.var(2, INT)?);
        let (at_x, at_y) = (self.about(all, t, x)?, self.about(all, t, y)?);
        for relation in [self.bin(Bin::Le, x, y)?, self.bin(Bin::Le, y, x)?] {
            let premise = self.bin(Bin::And, at_x, relation)?;
            let body = self.bin(Bin::Imp, premise, at_y)?;
            self.propose(Guess::Weaker(all.def), &[t, x, y], params, body);
        }
        Some(())
    }

    /// `f t <= g t` for integer functions of one value.
    fn compare(&mut self, f: DefRef, definitions: &[DefRef]) -> Option<()> {
        let shape = self.shape(f)?;
        let sort = *shape.sorts.get(shape.on?)?;
        if shape.sorts.len() != 1 || self.result(f) != Some(INT) {
            return None;
        }
        let t = self.var(0, sort)?;
        let ft = self.apply(f, shape.sort_params, vec![t])?;
        for &g in definitions {
            if g == f || self.result(g) != Some(INT) {
                continue;
            }
            if let Some((sorts, params, _)) = self.at(g, sort)
                && params.len() == 1
            {
                let gt = self.apply_at(g, &sorts, vec![t])?;
                let body = self.bin(Bin::Le, ft, gt)?;
                self.propose(Guess::AtMost(f, g), &[t], shape.sort_params, body);
            }
        }
        Some(())
    }
}
