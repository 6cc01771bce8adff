//! The ground facts of one branch: closure and arithmetic together.
//!
//! Answers two questions: is this atom decided by what is known, and if the branch is
//! contradictory, which literals and which arithmetic lines show it. The answer to the second is
//! replayed with the kernel's refutation before it is handed out.

use super::closure::{Closure, is_arithmetic};
use super::explain::Support;
use super::linear::{Form, Origin, System};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, FALSITY, INT, IdMap, TRUTH};
use covenant_kernel::leaf::{Line, Refutation};
use std::cell::RefCell;
use std::rc::Rc;

/// A refutation of facts (and of the negated goal, if that is a literal).
#[derive(Clone, Debug)]
pub(super) struct Refuted {
    /// Facts to list.
    pub facts: Vec<ExprId>,
    /// Arithmetic lines.
    pub lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug)]
enum BaseRow {
    Literal(ExprId),
    Congruent(ExprId, ExprId),
    DivLow(ExprId),
    DivHigh(ExprId),
}

#[derive(Debug)]
struct Arithmetic {
    stamp: (u32, usize, usize),
    rows: Vec<BaseRow>,
    /// Asked by whoever shares it; an answer leaves nothing behind.
    system: RefCell<System>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    pub(super) closure: Closure,
    comparisons: Vec<ExprId>,
    arithmetic: Option<Rc<Arithmetic>>,
    decided: IdMap<ExprId, Option<bool>>,
    decided_at: (u32, usize),
}

/// The sides of a comparison literal: `a - b + strict <= 0`.
fn sides(arena: &Arena, literal: ExprId) -> Option<(ExprId, ExprId, i128)> {
    match arena.expr(literal) {
        Expr::Bin(Bin::Le, a, b) => Some((*a, *b, 0)),
        Expr::Bin(Bin::Lt, a, b) => Some((*a, *b, 1)),
        Expr::Not(n) => match arena.expr(*n) {
            Expr::Bin(Bin::Le, a, b) => Some((*b, *a, 1)),
            Expr::Bin(Bin::Lt, a, b) => Some((*b, *a, 0)),
            _ => None,
        },
        _ => None,
    }
}

impl Ground {
    /// Adds a literal.
    pub(super) fn assert(&mut self, arena: &mut Arena, literal: ExprId) {
        self.closure.assert(arena, literal);
        if sides(arena, literal).is_some() {
            self.comparisons.push(literal);
        }
    }

    fn row(&self, arena: &Arena, a: ExprId, b: ExprId, constant: i128) -> Option<Form> {
        let a = self.closure.form(arena, a, None)?;
        let b = self.closure.form(arena, b, None)?;
        let mut form = a.plus(&b, -1)?;
        form.add_constant(constant)?;
        Some(form)
    }

    fn arithmetic(&mut self, arena: &Arena) -> Rc<Arithmetic> {
        let stamp = (self.closure.version(), self.comparisons.len(), self.closure.len());
        if let Some(a) = &self.arithmetic
            && a.stamp == stamp
        {
            return a.clone();
        }
        let (mut rows, mut forms, mut equations) = (Vec::new(), Vec::new(), Vec::new());
        for &literal in &self.comparisons {
            if let Some((a, b, strict)) = sides(arena, literal)
                && let Some(form) = self.row(arena, a, b, strict)
            {
                rows.push(BaseRow::Literal(literal));
                forms.push(form);
            }
        }
        for n in 0..self.closure.len() {
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            let term = self.closure.term(n);
            match *arena.expr(term) {
                Expr::Div(x, k) => {
                    let (Some(d), Some(x)) =
                        (self.closure.form(arena, term, None), self.closure.form(arena, x, None))
                    else {
                        continue;
                    };
                    let Some(low) = d.times(k.into()) else { continue };
                    let (Some(low), Some(mut high)) = (low.plus(&x, -1), x.plus(&low, -1)) else { continue };
                    if high.add_constant(1 - i128::from(k)).is_none() {
                        continue;
                    }
                    rows.extend([BaseRow::DivLow(term), BaseRow::DivHigh(term)]);
                    forms.extend([low, high]);
                }
                _ if self.closure.root(n) == n => {
                    self.equations(arena, n, &mut rows, &mut forms, &mut equations)
                }
                _ => {}
            }
        }
        let system = RefCell::new(System::new(&forms, &equations));
        let arithmetic = Rc::new(Arithmetic { stamp, rows, system });
        self.arithmetic = Some(arithmetic.clone());
        arithmetic
    }

    /// Each arithmetic term of a class equals the class's own variable.
    fn equations(
        &self,
        arena: &Arena,
        root: u32,
        rows: &mut Vec<BaseRow>,
        forms: &mut Vec<Form>,
        equations: &mut Vec<(usize, usize)>,
    ) {
        let members = self.closure.members(root);
        if members.len() < 2 {
            return;
        }
        let composite = |m: u32| {
            let e = arena.expr(self.closure.term(m));
            is_arithmetic(e) && !matches!(e, Expr::Int(_))
        };
        if !members.iter().any(|&m| composite(m)) {
            return;
        }
        let Some(&base) = members.iter().find(|&&m| !composite(m)).or_else(|| members.first()) else {
            return;
        };
        let base = self.closure.term(base);
        for &m in members {
            let term = self.closure.term(m);
            if !composite(m) || term == base {
                continue;
            }
            let (Some(t), Some(b)) =
                (self.closure.form(arena, term, None), self.closure.form(arena, base, None))
            else {
                continue;
            };
            let (Some(up), Some(down)) = (t.plus(&b, -1), b.plus(&t, -1)) else { continue };
            if up.as_constant() == Some(0) {
                continue;
            }
            equations.push((forms.len(), forms.len() + 1));
            rows.extend([BaseRow::Congruent(term, base), BaseRow::Congruent(base, term)]);
            forms.extend([up, down]);
        }
    }

    /// Whether the atom is true or false in this branch, as far as ground reasoning can tell.
    pub(super) fn decide(&mut self, arena: &mut Arena, atom: ExprId) -> Option<bool> {
        let stamp = (self.closure.version(), self.comparisons.len());
        if stamp != self.decided_at {
            self.decided.clear();
            self.decided_at = stamp;
        }
        if let Some(&known) = self.decided.get(&atom) {
            return known;
        }
        let value = self.decide_now(arena, atom);
        self.decided.insert(atom, value);
        value
    }

    fn decide_now(&mut self, arena: &mut Arena, atom: ExprId) -> Option<bool> {
        match *arena.expr(atom) {
            Expr::True => Some(true),
            Expr::False => Some(false),
            Expr::Bin(Bin::Eq, a, b) => {
                if a == b {
                    return Some(true);
                }
                // The commonest question, answered without registering the other constructor.
                if self.different_constructors(arena, a, b) {
                    return Some(false);
                }
                self.closure.add(arena, a);
                self.closure.add(arena, b);
                self.closure.close(arena);
                if self.closure.same(a, b) {
                    return Some(true);
                }
                if self.closure.differ(arena, a, b) {
                    return Some(false);
                }
                if arena.sort_of(a) != Some(INT) {
                    return None;
                }
                let below = self.comparable(arena, a, b);
                let above = self.comparable(arena, b, a);
                match (below, above) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Expr::Bin(Bin::Le, a, b) => self.comparable(arena, a, b),
            Expr::Bin(Bin::Lt, a, b) => self.comparable(arena, b, a).map(|x| !x),
            _ => {
                self.closure.add(arena, atom);
                self.closure.close(arena);
                if self.closure.same(atom, TRUTH) {
                    Some(true)
                } else if self.closure.same(atom, FALSITY) {
                    Some(false)
                } else {
                    None
                }
            }
        }
    }

    fn different_constructors(&self, arena: &Arena, a: ExprId, b: ExprId) -> bool {
        let tag = |e: ExprId| match arena.expr(self.closure.ctor_form(e).unwrap_or(e)) {
            Expr::Ctor(_, tag, _) => Some(*tag),
            _ => None,
        };
        matches!((tag(a), tag(b)), (Some(x), Some(y)) if x != y)
    }

    /// Whether `a <= b` holds (or `b < a`).
    pub(super) fn comparable(&mut self, arena: &mut Arena, a: ExprId, b: ExprId) -> Option<bool> {
        self.closure.add(arena, a);
        self.closure.add(arena, b);
        self.closure.close(arena);
        let le = self.row(arena, a, b, 0)?;
        let gt = self.row(arena, b, a, 1)?;
        if let Some(c) = le.as_constant() {
            return Some(c <= 0);
        }
        let arithmetic = self.arithmetic(arena);
        let number = arithmetic.rows.len();
        if arithmetic.system.borrow_mut().refute(Some((&gt, number))).is_some() {
            return Some(true);
        }
        arithmetic.system.borrow_mut().refute(Some((&le, number))).is_some().then_some(false)
    }

    /// Integer arguments of applications with the same head that arithmetic forces to be equal
    /// although the closure does not know: the first such pair.
    pub(super) fn forced_pair(&mut self, arena: &mut Arena) -> Option<(ExprId, ExprId)> {
        let mut pairs = Vec::new();
        let mut heads: IdMap<u64, Vec<u32>> = IdMap::default();
        for n in 0..self.closure.len() {
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            let (key, args) = match arena.expr(self.closure.term(n)) {
                Expr::Fn(d, _, args) => (u64::from(d.0) << 2, args),
                Expr::PredVar(p, args) => ((u64::from(*p) << 2) | 1, args),
                Expr::Ctor(_, tag, args) => ((u64::from(*tag) << 2) | 2, args),
                _ => continue,
            };
            if args.iter().any(|&a| arena.sort_of(a) == Some(INT)) {
                heads.entry(key).or_default().push(n);
            }
        }
        let args = |c: &Closure, n: u32| match arena.expr(c.term(n)) {
            Expr::Fn(_, _, args) | Expr::PredVar(_, args) | Expr::Ctor(_, _, args) => args.clone(),
            _ => [].into(),
        };
        let mut keys: Vec<u64> = heads.keys().copied().collect();
        keys.sort_unstable();
        for key in keys {
            let Some(group) = heads.get(&key) else { continue };
            for (i, &x) in group.iter().enumerate() {
                for &y in &group[..i] {
                    let (tx, ty) = (self.closure.term(x), self.closure.term(y));
                    if self.closure.root(x) == self.closure.root(y) || arena.sort_of(tx) != arena.sort_of(ty)
                    {
                        continue;
                    }
                    let (xs, ys) = (args(&self.closure, x), args(&self.closure, y));
                    let open: Vec<(ExprId, ExprId)> = xs
                        .iter()
                        .copied()
                        .zip(ys.iter().copied())
                        .filter(|&(a, b)| !self.closure.same(a, b))
                        .collect();
                    if open.iter().all(|&(a, _)| arena.sort_of(a) == Some(INT)) {
                        pairs.extend(open.first().copied());
                    }
                }
            }
        }
        pairs.dedup();
        pairs.truncate(40);
        pairs.into_iter().find(|&(a, b)| {
            self.comparable(arena, a, b) == Some(true) && self.comparable(arena, b, a) == Some(true)
        })
    }

    /// Merges integers that two facts squeeze together.
    pub(super) fn squeeze(&mut self, arena: &mut Arena, a: ExprId, b: ExprId, le: ExprId, ge: ExprId) {
        self.closure.squeeze(arena, a, b, le, ge);
    }

    /// Whether the branch is contradictory (cheaply: no lines are made).
    pub(super) fn contradictory(&mut self, arena: &mut Arena) -> bool {
        self.closure.check_cycles(arena);
        self.closure.clash().is_some() || self.arithmetic(arena).system.borrow_mut().refute(None).is_some()
    }

    /// Refutes the facts together with `negated`, the negation of a literal goal.
    pub(super) fn refute(&mut self, arena: &mut Arena, negated: Option<ExprId>) -> Option<Refuted> {
        if let Some(literal) = negated {
            if let Some(refuted) = self.refute_disequality(arena, literal) {
                return Some(refuted);
            }
            let mut with = self.clone();
            with.assert(arena, literal);
            return with.refute_as_is(arena, negated);
        }
        self.refute_as_is(arena, None)
    }

    /// A disequality of two terms that are known to be equal: no need to copy what is known.
    fn refute_disequality(&self, arena: &mut Arena, literal: ExprId) -> Option<Refuted> {
        let Expr::Not(atom) = *arena.expr(literal) else { return None };
        let Expr::Bin(Bin::Eq, a, b) = *arena.expr(atom) else { return None };
        let (x, y) = (self.closure.node(a)?, self.closure.node(b)?);
        if self.closure.root(x) != self.closure.root(y) {
            return None;
        }
        let mut support = Support::default();
        self.closure.explain(&[(x, y)], &mut support);
        replay(arena, &self.closure, support, Some(literal), &[], &[])
    }

    fn refute_as_is(&mut self, arena: &mut Arena, goal: Option<ExprId>) -> Option<Refuted> {
        self.closure.check_cycles(arena);
        if let Some(clash) = self.closure.clash().cloned() {
            let support = self.closure.explain_clash(&clash);
            return replay(arena, &self.closure, support, goal, &[], &[]);
        }
        let arithmetic = self.arithmetic(arena);
        let proof = arithmetic.system.borrow_mut().refute(None)?;
        let mut support = Support::default();
        let mut pairs = Vec::new();
        for origin in &proof {
            let Origin::Base(i) = origin else { continue };
            match *arithmetic.rows.get(*i)? {
                BaseRow::Literal(literal) => {
                    support.add_fact(literal);
                    let (a, b, _) = sides(arena, literal)?;
                    self.closure.form(arena, a, Some(&mut pairs))?;
                    self.closure.form(arena, b, Some(&mut pairs))?;
                }
                BaseRow::Congruent(a, b) => {
                    pairs.push((self.closure.node(a)?, self.closure.node(b)?));
                    self.closure.form(arena, a, Some(&mut pairs))?;
                    self.closure.form(arena, b, Some(&mut pairs))?;
                }
                BaseRow::DivLow(d) | BaseRow::DivHigh(d) => {
                    let Expr::Div(x, _) = *arena.expr(d) else { return None };
                    self.closure.form(arena, d, Some(&mut pairs))?;
                    self.closure.form(arena, x, Some(&mut pairs))?;
                }
            }
        }
        self.closure.explain(&pairs, &mut support);
        replay(arena, &self.closure, support, goal, &proof, &arithmetic.rows)
    }
}

/// Writes the refutation down and follows the kernel through it, stopping where it is done.
fn replay(
    arena: &mut Arena,
    closure: &Closure,
    support: Support,
    goal: Option<ExprId>,
    proof: &[Origin],
    rows: &[BaseRow],
) -> Option<Refuted> {
    let mut facts = support.facts.clone();
    facts.retain(|f| Some(*f) != goal);
    let mut literals = facts.clone();
    literals.extend(goal);
    let number = |l: ExprId| literals.iter().position(|&x| x == l).and_then(|i| u32::try_from(i).ok());
    let mut planned = Vec::new();
    let mut squeezed = support.squeezed;
    squeezed.sort_by_key(|&(a, b, ..)| (closure.node(a), closure.node(b)));
    let mut count = 0u32;
    for (a, b, le, ge) in squeezed {
        planned.push(Line::Literal(number(le)?));
        planned.push(Line::Literal(number(ge)?));
        planned.push(Line::Equal(a, b, count, count + 1));
        count += 2;
    }
    for origin in proof {
        planned.push(match origin {
            Origin::Base(i) => match *rows.get(*i)? {
                BaseRow::Literal(l) => Line::Literal(number(l)?),
                BaseRow::Congruent(a, b) => Line::Congruent(a, b),
                BaseRow::DivLow(d) => Line::DivLow(d),
                BaseRow::DivHigh(d) => Line::DivHigh(d),
            },
            Origin::Combine(parts) => Line::Combine(
                parts
                    .iter()
                    .map(|&(c, r)| Some((c, u32::try_from(r).ok()?.checked_add(count)?)))
                    .collect::<Option<Vec<_>>>()?,
            ),
        });
    }
    let mut kernel = Refutation::new(arena, &literals).ok()?;
    let mut lines = Vec::new();
    for line in planned {
        if kernel.refuted() {
            break;
        }
        kernel.line(arena, &line).ok()?;
        lines.push(line);
    }
    kernel.refuted().then_some(Refuted { facts, lines })
}
