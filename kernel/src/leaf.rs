//! Ground leaves: a set of literals is refuted by congruence closure, the laws of datatypes
//! (constructors distinct, injective, acyclic) and linear integer arithmetic with explicit
//! coefficients.
//!
//! Nothing is searched for: closure is a fixpoint (the same in any order), and each arithmetic line says how it comes
//! about. A line is a linear form that is `<= 0`, over the representatives of congruence
//! classes. Every formula that is not an equality or a comparison is an atom that can only be
//! true or false, so that `p` and `not p` clash.

use crate::arena::{Arena, Bin, Expr, ExprId, FALSITY, INT, IdMap, TRUTH, index};
use crate::reject::Why;
use crate::tables::LeafRow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
/// their linear form over classes.
type Signature = (Option<Expr>, Linear);

/// Terms that are equal.
#[derive(Clone, Debug)]
struct Class {
    /// The representative: the smallest term, and not a sum if there is another.
    root: ExprId,
    members: Vec<ExprId>,
    /// The integer that the members are known to be.
    constant: Option<i128>,
    /// A member that is a constructor term.
    built: Option<ExprId>,
}

/// Congruence classes of ground terms.
///
/// A term waits until it has been looked at with the classes that its arguments have now. When
/// two classes become one, the members of the smaller one move, so that a term moves, and what
/// mentions it is looked at again, at most log n times.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    /// The class of each term, by a name that lasts until the class is merged into another.
    class_of: IdMap<ExprId, ExprId>,
    classes: IdMap<ExprId, Class>,
    terms: Vec<ExprId>,
    /// The terms that have a term as argument.
    parents: IdMap<ExprId, Vec<ExprId>>,
    // SOUNDNESS: an entry stays true: classes only grow, and a name that is gone is not asked for.
    signatures: HashMap<Signature, ExprId>,
    waiting: BTreeSet<ExprId>,
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
    pub fn find(&self, t: ExprId) -> ExprId {
        self.class_of.get(&t).and_then(|c| self.classes.get(c)).map_or(t, |c| c.root)
    }

    /// The name of a term's class.
    fn class(&self, t: ExprId) -> Result<ExprId, Why> {
        self.class_of.get(&t).copied().ok_or(Why::BadReference)
    }

    /// Terms known to the closure, in order of addition.
    pub fn terms(&self) -> &[ExprId] {
        &self.terms
    }

    /// Registers a term or atom with everything below it.
    pub fn add(&mut self, arena: &mut Arena, t: ExprId) -> Result<(), Why> {
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            arena.spend(1)?;
            if self.class_of.contains_key(&t) {
                continue;
            }
            arena.spend(36)?;
            arena.room(self.terms.len())?;
            let node = arena.expr(t).clone();
            let built = matches!(node, Expr::Ctor(..)).then_some(t);
            self.class_of.insert(t, t);
            self.classes.insert(t, Class { root: t, members: vec![t], constant: None, built });
            self.terms.push(t);
            self.waiting.insert(t);
            let below = stack.len();
            match node {
                Expr::Mod(x, k) => stack.extend([x, arena.mk(Expr::Div(x, k))?]),
                Expr::Ite(_, a, b) => stack.extend([a, b]),
                // Other formulas are atoms, whatever is inside.
                node if arena.sort_of(t).is_some() || matches!(node, Expr::Fn(..) | Expr::PredVar(..)) => {
                    node.for_children(|c, _| stack.push(c))
                }
                _ => {}
            }
            for &child in stack.iter().skip(below) {
                self.parents.entry(child).or_default().push(t);
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
        self.merge(arena, a, b)
    }

    /// Makes two classes one, and those of their fields if both have a constructor term.
    fn merge(&mut self, arena: &mut Arena, a: ExprId, b: ExprId) -> Result<(), Why> {
        let mut equal = vec![(a, b)];
        while let Some((a, b)) = equal.pop() {
            arena.spend(1)?;
            let (a, b) = (self.class(a)?, self.class(b)?);
            if a == b {
                continue;
            }
            let size = |c| self.classes.get(c).map_or(0, |c| c.members.len());
            let (kept, gone) = if size(&a) < size(&b) { (b, a) } else { (a, b) };
            let gone = self.classes.remove(&gone).ok_or(Why::BadReference)?;
            for &t in &gone.members {
                self.class_of.insert(t, kept);
                self.touch(arena, t)?;
            }
            let class = self.classes.get_mut(&kept).ok_or(Why::BadReference)?;
            // A representative that is not itself a sum keeps linear forms short.
            let key = |t: &ExprId| (is_arithmetic(arena.expr(*t)), *t);
            class.root = [class.root, gone.root].into_iter().min_by_key(key).unwrap_or(class.root);
            class.members.extend(gone.members);
            match class.built.zip(gone.built).map(|(c, d)| (arena.expr(c), arena.expr(d))) {
                None => class.built = class.built.or(gone.built),
                Some((Expr::Ctor(_, tag, xs), Expr::Ctor(_, other, ys))) if tag == other => {
                    equal.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                Some(_) => self.contradiction = true,
            }
            if let Some(n) = gone.constant {
                self.set_constant(arena, kept, n)?;
            }
        }
        Ok(())
    }

    /// What mentions a term is looked at again; of sums, also what they are parts of.
    fn touch(&mut self, arena: &mut Arena, t: ExprId) -> Result<(), Why> {
        let mut changed = vec![t];
        while let Some(t) = changed.pop() {
            for &up in self.parents.get(&t).into_iter().flatten() {
                arena.spend(1)?;
                // What a waiting sum is part of is waiting too: parts are smaller and go first.
                if self.waiting.insert(up) && is_arithmetic(arena.expr(up)) {
                    changed.push(up);
                }
            }
        }
        Ok(())
    }

    /// The members of a class are this integer.
    fn set_constant(&mut self, arena: &mut Arena, class: ExprId, n: i128) -> Result<(), Why> {
        let class = self.classes.get_mut(&class).ok_or(Why::BadReference)?;
        match class.constant.replace(n) {
            Some(old) => self.contradiction |= old != n,
            None => class.members.clone().into_iter().try_for_each(|t| self.touch(arena, t))?,
        }
        Ok(())
    }

    /// The integer that a term is known to be.
    fn constant(&self, arena: &Arena, t: ExprId) -> Option<i128> {
        match arena.expr(t) {
            Expr::Int(n) => Some(i128::from(*n)),
            _ => self.class_of.get(&t).and_then(|c| self.classes.get(c)?.constant),
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
            arena.spend(3)?;
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
        arena.spend(terms.len())?;
        Ok(Linear { terms: terms.into_iter().collect(), constant })
    }

    /// Closes under congruence, injectivity and arithmetic normal forms, and looks for clashes.
    pub fn close(&mut self, arena: &mut Arena) -> Result<(), Why> {
        while let Some(t) = self.waiting.pop_first() {
            if self.contradiction {
                return Ok(());
            }
            self.look_at(arena, t)?;
        }
        arena.spend(self.distinct.len())?;
        let clash = |&(a, b): &(ExprId, ExprId)| self.find(a) == self.find(b);
        self.contradiction |=
            clash(&(TRUTH, FALSITY)) || self.distinct.iter().any(clash) || self.cyclic(arena)?;
        Ok(())
    }

    /// Merges a term with one of the same signature, if there is one.
    fn look_at(&mut self, arena: &mut Arena, t: ExprId) -> Result<(), Why> {
        arena.spend(4)?;
        let (mut node, mut form) = (None, Linear::default());
        match arena.expr(t).clone() {
            // The condition is a formula, which has no class of its own.
            Expr::Ite(c, a, b) => node = Some(Expr::Ite(c, self.class(a)?, self.class(b)?)),
            term @ (Expr::Ctor(..) | Expr::Fn(..) | Expr::PredVar(..) | Expr::Div(..)) => {
                node = Some(term.map(Ok, |a, _| arena.spend(1).and_then(|()| self.class(a)))?);
            }
            term if is_arithmetic(&term) => {
                form = self.linear(arena, t)?;
                match form.terms.as_slice() {
                    [] => self.set_constant(arena, self.class(t)?, form.constant)?,
                    [(x, 1)] if form.constant == 0 => self.merge(arena, t, *x)?,
                    _ => {}
                }
                for (x, _) in &mut form.terms {
                    *x = self.class(*x)?;
                }
                form.terms.sort_unstable();
                if let Expr::Bin(Bin::Mul, a, b) = term
                    && (form.terms.as_slice(), form.constant) == (&[(self.class(t)?, 1)], 0)
                {
                    // A product that is nothing else; the order of its factors is no matter.
                    let (a, b) = (self.class(a)?, self.class(b)?);
                    (node, form) = (Some(Expr::Bin(Bin::Mul, a.min(b), a.max(b))), Linear::default());
                }
            }
            _ => return Ok(()),
        }
        self.signatures.insert((node, form), t).map_or(Ok(()), |other| self.merge(arena, t, other))
    }

    /// Whether a value would have to contain itself.
    fn cyclic(&self, arena: &mut Arena) -> Result<bool, Why> {
        // Walks from values to the values in their fields; false while a value is on the way.
        let mut left: IdMap<ExprId, bool> = IdMap::default();
        let mut stack =
            self.terms.iter().map(|t| Ok((self.class(*t)?, false))).collect::<Result<Vec<_>, Why>>()?;
        while let Some((class, leaving)) = stack.pop() {
            arena.spend(2)?;
            let built = self.classes.get(&class).and_then(|c| c.built);
            let Some(Expr::Ctor(_, _, fields)) = built.map(|t| arena.expr(t)) else { continue };
            if leaving {
                left.insert(class, true);
                continue;
            }
            match left.get(&class) {
                Some(true) => continue,
                Some(false) => return Ok(true),
                None => left.insert(class, false),
            };
            stack.push((class, true));
            for &field in fields.iter() {
                stack.push((self.class(field)?, false));
            }
        }
        Ok(false)
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
    /// Number of terms in the rows.
    size: usize,
}

impl Refutation {
    /// Starts from the literals.
    pub fn new(arena: &mut Arena, literals: &[ExprId]) -> Result<Self, Why> {
        let mut closure = Closure::default();
        for &literal in literals {
            closure.assert(arena, literal)?;
        }
        closure.close(arena)?;
        Ok(Refutation { closure, literals: literals.to_vec(), rows: Vec::new(), size: 0 })
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
                let mut sum = BTreeMap::new();
                let mut constant = 0i128;
                for (c, i) in parts {
                    if *c == 0 {
                        return Err(Why::BadCoefficient);
                    }
                    let c = i128::from(*c);
                    let row = self.rows.get(index(*i)).ok_or(Why::BadLine)?;
                    arena.spend(row.terms.len())?;
                    for &(t, k) in &row.terms {
                        add_to(&mut sum, t, mul(c, k)?)?;
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
        let row = self.closure.linear_sum(arena, sum, constant)?;
        self.size = self.size.saturating_add(row.terms.len()).saturating_add(5);
        self.rows.push(row);
        arena.room(self.size.div_euclid(8).saturating_add(self.closure.terms.len()))
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
