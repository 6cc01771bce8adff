//! Ground leaves: a set of literals is refuted by congruence closure, the laws of datatypes
//! (constructors distinct, injective, acyclic) and linear integer arithmetic with explicit
//! coefficients.
//!
//! Nothing is searched for: closure is a fixpoint, and each arithmetic line says how it comes
//! about. A line is a linear form that is `<= 0`, over the representatives of congruence
//! classes. Every formula that is not an equality or a comparison is an atom that can only be
//! true or false, so that `p` and `not p` clash.

use crate::arena::{Arena, Args, Bin, Expr, ExprId, FALSITY, INT, IdMap, TRUTH, index};
use crate::reject::Why;
use crate::tables::LeafRow;
use std::collections::BTreeMap;

/// Terms with coefficients.
trait Sum: IntoIterator<Item = (ExprId, i128)> {}
impl<T: IntoIterator<Item = (ExprId, i128)>> Sum for T {}

/// A linear form: a sum of coefficients times terms, plus a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Non-zero coefficients, in order of terms.
    pub terms: Vec<(ExprId, i128)>,
    /// The constant.
    pub constant: i128,
}

/// A line of a refutation, in the arena.
pub type Line = LeafRow<ExprId>;

/// What makes two terms congruent: their node over the classes of the arguments, or, for sums,
/// their linear form.
#[derive(PartialEq, Eq, Hash)]
enum Signature {
    Node(Expr),
    Linear(Linear),
}

/// Congruence classes of ground terms.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    parent: IdMap<ExprId, ExprId>,
    terms: Vec<ExprId>,
    constants: IdMap<ExprId, i128>,
    distinct: Vec<(ExprId, ExprId)>,
    contradiction: bool,
}

fn is_arithmetic(expr: &Expr) -> bool {
    matches!(expr, Expr::Int(_) | Expr::Mod(..) | Expr::Bin(Bin::Add | Bin::Sub | Bin::Mul, ..))
}

impl Closure {
    /// Whether the literals so far are contradictory.
    pub fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// The representative of a term's class; the term itself if it is unknown.
    pub fn find(&self, mut t: ExprId) -> ExprId {
        // Links always lead to another term, and never in a circle: `merge` links roots only.
        while let Some(&up) = self.parent.get(&t) {
            if up == t {
                break;
            }
            t = up;
        }
        t
    }

    /// Terms known to the closure, in order of addition.
    pub fn terms(&self) -> &[ExprId] {
        &self.terms
    }

    /// Registers a term or atom with everything below it.
    pub fn add(&mut self, arena: &mut Arena, t: ExprId) -> Result<(), Why> {
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if self.parent.contains_key(&t) {
                continue;
            }
            self.parent.insert(t, t);
            self.terms.push(t);
            match arena.expr(t).clone() {
                Expr::Mod(x, k) => stack.extend([x, arena.mk(Expr::Div(x, k))?]),
                Expr::Ite(_, a, b) => stack.extend([a, b]),
                node @ (Expr::Fn(..) | Expr::PredVar(..)) => node.for_children(|c, _| stack.push(c)),
                // Other formulas are atoms, whatever is inside.
                node if arena.sort_of(t).is_some() => node.for_children(|c, _| stack.push(c)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Asserts a literal. Call [`Closure::close`] afterwards.
    pub fn assert(&mut self, arena: &mut Arena, literal: ExprId) -> Result<(), Why> {
        if arena.sort_of(literal).is_some() {
            return Err(Why::NotALiteral);
        }
        let (atom, holds) = match arena.expr(literal) {
            Expr::Not(a) => (*a, false),
            _ => (literal, true),
        };
        match (arena.expr(atom).clone(), holds) {
            (Expr::Bin(Bin::Eq, a, b), true) => self.merge_terms(arena, a, b)?,
            (Expr::Bin(Bin::Eq, a, b), false) => {
                self.add(arena, a)?;
                self.add(arena, b)?;
                self.distinct.push((a, b));
            }
            (Expr::Bin(Bin::Le | Bin::Lt, a, b), _) => [a, b].iter().try_for_each(|&t| self.add(arena, t))?,
            (_, holds) => {
                let value = if holds { TRUTH } else { FALSITY };
                self.merge_terms(arena, atom, value)?;
            }
        }
        Ok(())
    }

    /// Makes two terms equal. Call [`Closure::close`] afterwards.
    pub fn merge_terms(&mut self, arena: &mut Arena, a: ExprId, b: ExprId) -> Result<(), Why> {
        self.add(arena, a)?;
        self.add(arena, b)?;
        self.merge(arena, a, b);
        Ok(())
    }

    fn merge(&mut self, arena: &Arena, a: ExprId, b: ExprId) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        // A representative that is not itself a sum keeps linear forms short.
        let key = |t: ExprId| (is_arithmetic(arena.expr(t)), t);
        let (root, child) = if key(a) <= key(b) { (a, b) } else { (b, a) };
        self.parent.insert(child, root);
        true
    }

    /// The integer that a term is known to be.
    fn constant(&self, arena: &Arena, t: ExprId) -> Option<i128> {
        match arena.expr(t) {
            Expr::Int(n) => Some(i128::from(*n)),
            _ => self.constants.get(&self.find(t)).copied(),
        }
    }

    /// The linear form of an integer term over class representatives.
    pub fn linear(&self, arena: &mut Arena, t: ExprId) -> Result<Linear, Why> {
        self.linear_sum(arena, [(t, 1)], 0)
    }

    /// A sum of terms with coefficients. Each node is expanded once: the largest id first, since
    /// children have smaller ids (the one exception, `x div k` of a `mod`, is handled by
    /// expanding again what comes up again).
    fn linear_sum(&self, arena: &mut Arena, sum: impl Sum, mut constant: i128) -> Result<Linear, Why> {
        let (mut pending, mut terms) = (BTreeMap::new(), BTreeMap::new());
        for (t, c) in sum {
            add_to(&mut pending, t, c)?;
        }
        while let Some((t, c)) = pending.pop_last() {
            arena.spend()?;
            match *arena.expr(t) {
                Expr::Int(n) => {
                    constant = constant.checked_add(mul(i128::from(n), c)?).ok_or(Why::Overflow)?
                }
                Expr::Bin(Bin::Add, a, b) => {
                    add_to(&mut pending, a, c)?;
                    add_to(&mut pending, b, c)?;
                }
                Expr::Bin(Bin::Sub, a, b) => {
                    add_to(&mut pending, a, c)?;
                    add_to(&mut pending, b, mul(c, -1)?)?;
                }
                Expr::Bin(Bin::Mul, a, b) => match (self.constant(arena, a), self.constant(arena, b)) {
                    (Some(n), _) => add_to(&mut pending, b, mul(c, n)?)?,
                    (_, Some(n)) => add_to(&mut pending, a, mul(c, n)?)?,
                    _ => add_to(&mut terms, self.find(t), c)?,
                },
                Expr::Mod(x, k) => {
                    let quotient = arena.mk(Expr::Div(x, k))?;
                    add_to(&mut pending, x, c)?;
                    add_to(&mut pending, quotient, mul(c, mul(i128::from(k), -1)?)?)?;
                }
                // Sums are written out even if their class is a known constant: that is how a
                // wrong sum is noticed.
                _ => match self.constant(arena, t) {
                    Some(n) => constant = constant.checked_add(mul(n, c)?).ok_or(Why::Overflow)?,
                    None => add_to(&mut terms, self.find(t), c)?,
                },
            }
        }
        terms.retain(|_, c| *c != 0);
        Ok(Linear { terms: terms.into_iter().collect(), constant })
    }

    /// Closes under congruence, injectivity and arithmetic normal forms, and looks for clashes.
    pub fn close(&mut self, arena: &mut Arena) -> Result<(), Why> {
        let mut changed = true;
        while changed && !self.contradiction {
            changed = self.propagate_congruence(arena)?;
            changed |= self.propagate_constructors(arena);
            self.contradiction |= self.find(TRUTH) == self.find(FALSITY)
                || self.distinct.iter().any(|&(a, b)| self.find(a) == self.find(b));
        }
        if !self.contradiction {
            self.contradiction = self.cyclic(arena)?;
        }
        Ok(())
    }

    fn propagate_congruence(&mut self, arena: &mut Arena) -> Result<bool, Why> {
        let mut changed = false;
        let mut seen: IdMap<Signature, ExprId> = IdMap::default();
        for t in self.terms.clone() {
            let root = |a: ExprId, _| Ok::<_, Why>(self.find(a));
            let signature = match arena.expr(t).clone() {
                // The condition is a formula, which has no class of its own.
                Expr::Ite(c, a, b) => Signature::Node(Expr::Ite(c, root(a, 0)?, root(b, 0)?)),
                node @ (Expr::Ctor(..) | Expr::Fn(..) | Expr::PredVar(..) | Expr::Div(..)) => {
                    Signature::Node(node.map(Ok, root)?)
                }
                node if is_arithmetic(&node) => {
                    let form = self.linear(arena, t)?;
                    let root = self.find(t);
                    match form.terms.as_slice() {
                        [] => match self.constants.insert(root, form.constant) {
                            None => changed = true,
                            Some(old) => self.contradiction |= old != form.constant,
                        },
                        [(x, 1)] if form.constant == 0 => changed |= self.merge(arena, t, *x),
                        _ => {}
                    }
                    match node {
                        // A product that is nothing else; the order of its factors is no matter.
                        Expr::Bin(Bin::Mul, a, b)
                            if form.terms == [(self.find(t), 1)] && form.constant == 0 =>
                        {
                            let (a, b) = (self.find(a), self.find(b));
                            Signature::Node(Expr::Bin(Bin::Mul, a.min(b), a.max(b)))
                        }
                        _ => Signature::Linear(form),
                    }
                }
                _ => continue,
            };
            if let Some(other) = seen.insert(signature, t) {
                changed |= self.merge(arena, t, other);
            }
        }
        Ok(changed)
    }

    fn propagate_constructors(&mut self, arena: &Arena) -> bool {
        let mut changed = false;
        let mut found: IdMap<ExprId, (u32, Args)> = IdMap::default();
        for t in self.terms.clone() {
            let Expr::Ctor(_, tag, args) = arena.expr(t) else { continue };
            let root = self.find(t);
            match found.get(&root) {
                None => {
                    found.insert(root, (*tag, args.clone()));
                }
                Some((other, _)) if other != tag => self.contradiction = true,
                Some((_, fields)) => {
                    for (&a, &b) in fields.clone().iter().zip(args.iter()) {
                        changed |= self.merge(arena, a, b);
                    }
                }
            }
        }
        changed
    }

    /// Whether a value would have to contain itself.
    fn cyclic(&self, arena: &mut Arena) -> Result<bool, Why> {
        let mut fields: BTreeMap<ExprId, Args> = BTreeMap::new();
        for &t in &self.terms {
            if let Expr::Ctor(_, _, args) = arena.expr(t) {
                fields.insert(self.find(t), args.clone());
            }
        }
        // Strike out the values whose fields are all settled, the smallest terms first, until
        // none is left or each that is left contains another.
        let mut before = usize::MAX;
        while fields.len() < before {
            before = fields.len();
            for class in fields.keys().copied().collect::<Vec<_>>() {
                arena.spend()?;
                let open = |&a: &ExprId| fields.contains_key(&self.find(a));
                if !fields.get(&class).is_some_and(|args| args.iter().any(open)) {
                    fields.remove(&class);
                }
            }
        }
        Ok(before > 0)
    }
}

fn mul(a: i128, b: i128) -> Result<i128, Why> {
    a.checked_mul(b).ok_or(Why::Overflow)
}

fn add_to(sum: &mut BTreeMap<ExprId, i128>, t: ExprId, c: i128) -> Result<(), Why> {
    let slot = sum.entry(t).or_insert(0);
    *slot = slot.checked_add(c).ok_or(Why::Overflow)?;
    Ok(())
}

fn gcd(a: i128, b: i128) -> Result<i128, Why> {
    let (mut a, mut b) = (a.checked_abs().ok_or(Why::Overflow)?, b.checked_abs().ok_or(Why::Overflow)?);
    while b != 0 {
        (a, b) = (b, a.checked_rem(b).ok_or(Why::Overflow)?);
    }
    Ok(a)
}

/// Divides a row `form <= 0` by the common divisor of its coefficients; over the integers the
/// constant may be rounded up.
pub fn tighten(form: &mut Linear) -> Result<(), Why> {
    let divisor = form.terms.iter().try_fold(0, |divisor, (_, c)| gcd(divisor, *c))?;
    if divisor > 1 {
        for (_, c) in &mut form.terms {
            *c = c.checked_div(divisor).ok_or(Why::Overflow)?;
        }
        let floor = mul(form.constant, -1)?.checked_div_euclid(divisor).ok_or(Why::Overflow)?;
        form.constant = mul(floor, -1)?;
    }
    Ok(())
}

/// A refutation under way: the classes, and the numbered rows.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Congruence classes.
    pub closure: Closure,
    literals: Vec<ExprId>,
    rows: Vec<Linear>,
}

impl Refutation {
    /// Starts from the literals.
    pub fn new(arena: &mut Arena, literals: &[ExprId]) -> Result<Self, Why> {
        let mut closure = Closure::default();
        for &literal in literals {
            closure.assert(arena, literal)?;
        }
        closure.close(arena)?;
        Ok(Refutation { closure, literals: literals.to_vec(), rows: Vec::new() })
    }

    /// Whether a contradiction has been reached.
    pub fn refuted(&self) -> bool {
        self.closure.contradiction()
            || self.rows.last().is_some_and(|row| row.terms.is_empty() && row.constant > 0)
    }

    /// The numbered rows so far.
    pub fn rows(&self) -> &[Linear] {
        &self.rows
    }

    /// Checks one line and adds what it states.
    pub fn line(&mut self, arena: &mut Arena, line: &Line) -> Result<(), Why> {
        match line {
            Line::Literal(i) => {
                let literal = *self.literals.get(index(*i)).ok_or(Why::BadLine)?;
                // a <= b is a - b <= 0; a < b is a - b + 1 <= 0; negations swap the sides.
                let (a, b, strict) = match arena.expr(literal) {
                    Expr::Bin(Bin::Le, a, b) => (*a, *b, 0),
                    Expr::Bin(Bin::Lt, a, b) => (*a, *b, 1),
                    Expr::Not(n) => match arena.expr(*n) {
                        Expr::Bin(Bin::Le, a, b) => (*b, *a, 1),
                        Expr::Bin(Bin::Lt, a, b) => (*b, *a, 0),
                        _ => return Err(Why::NotALiteral),
                    },
                    _ => return Err(Why::NotALiteral),
                };
                self.push(arena, [(a, 1), (b, -1)], strict)
            }
            Line::Congruent(a, b) => {
                if arena.sort_of(*a) != Some(INT) || self.closure.find(*a) != self.closure.find(*b) {
                    return Err(Why::NotCongruent);
                }
                self.push(arena, [(*a, 1), (*b, -1)], 0)
            }
            Line::DivLow(d) => {
                let (x, k) = quotient(arena, *d)?;
                self.push(arena, [(*d, k), (x, -1)], 0)
            }
            Line::DivHigh(d) => {
                let (x, k) = quotient(arena, *d)?;
                let minus_k = mul(k, -1)?;
                self.push(arena, [(x, 1), (*d, minus_k)], minus_k.saturating_add(1))
            }
            Line::Combine(parts) => {
                let mut sum: Vec<(ExprId, i128)> = Vec::new();
                let mut constant = 0i128;
                for (c, i) in parts {
                    if *c == 0 {
                        return Err(Why::BadCoefficient);
                    }
                    let c = i128::from(*c);
                    let row = self.rows.get(index(*i)).ok_or(Why::BadLine)?;
                    for &(t, k) in &row.terms {
                        sum.push((t, mul(c, k)?));
                    }
                    constant = constant.checked_add(mul(c, row.constant)?).ok_or(Why::Overflow)?;
                }
                self.push(arena, sum, constant)?;
                self.rows.last_mut().map_or(Ok(()), tighten)
            }
            Line::Equal(a, b, le, ge) => {
                let int = Some(INT);
                if arena.sort_of(*a) != int || arena.sort_of(*b) != int {
                    return Err(Why::SortMismatch);
                }
                for (x, y, i) in [(*a, *b, *le), (*b, *a, *ge)] {
                    let wanted = self.closure.linear_sum(arena, [(x, 1), (y, -1)], 0)?;
                    let row = self.rows.get(index(i)).ok_or(Why::BadLine)?;
                    let row = self.closure.linear_sum(arena, row.terms.clone(), row.constant)?;
                    if row != wanted {
                        return Err(Why::NotAnEquality);
                    }
                }
                self.closure.merge_terms(arena, *a, *b)?;
                self.closure.close(arena)
            }
        }
    }

    fn push(&mut self, arena: &mut Arena, sum: impl Sum, constant: i128) -> Result<(), Why> {
        self.rows.push(self.closure.linear_sum(arena, sum, constant)?);
        Ok(())
    }
}

/// The dividend and divisor of a quotient term.
fn quotient(arena: &Arena, d: ExprId) -> Result<(ExprId, i128), Why> {
    match arena.expr(d) {
        Expr::Div(x, k) => Ok((*x, i128::from(*k))),
        _ => Err(Why::FactMismatch),
    }
}

/// Checks that the lines refute the literals, with nothing left over.
pub fn refute(arena: &mut Arena, literals: &[ExprId], lines: &[Line]) -> Result<(), Why> {
    let mut refutation = Refutation::new(arena, literals)?;
    for line in lines {
        if refutation.refuted() {
            return Err(Why::BadLine);
        }
        refutation.line(arena, line)?;
    }
    if refutation.refuted() { Ok(()) } else { Err(Why::NotRefuted) }
}
