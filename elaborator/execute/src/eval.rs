//! Evaluates terms and formulas, on whole or partial values.
//!
//! An answer is exact or it is a [`Stop`] that says why there is none. Conjunction and
//! disjunction are decided by either side, so a partial value is refused as soon as any part of
//! a spec refuses it.
//!
//! Quantifiers over integers are decided *exactly* by cutting the number line: the variable is
//! first any integer at all; a comparison that is not the same on the whole range stops with
//! [`Stop::Split`] at the place where it changes, and the two ranges are tried apart. For
//! `forall u:int. mem v u ==> p u` the cuts are the elements of `v`: between them the premise
//! fails whatever `u` is. Trying the integers near those that occur in `v` instead (the usual
//! bounded reading) is wrong for `exists k. v = 2 * k`.

use covenant_kernel::arena::IdMap;
use covenant_kernel::tables::{Bin, DefBody, ExprRef, ExprRow, Quant};
use std::collections::HashMap;

use super::limits::{Bound, Meter};
use super::program::{ABSTRACT_ELEMENTS, Program, Sort};
use super::value::Value;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// This hole has to be filled first.
    Hole(u32),
    /// The answer differs between integers `<= at` and `> at` for this variable.
    Split {
        /// Which integer.
        var: u32,
        /// The last integer of the lower part.
        at: i64,
    },
    /// Not decided by evaluation.
    Unknown(Undecided),
    /// A bound was hit.
    Bound(Bound),
    /// The tables make no sense here.
    Malformed,
}

/// What evaluation cannot decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Undecided {
    /// A quantifier over infinitely many values.
    Quantifier,
    /// A definition without a body.
    OpaqueDefinition,
    /// A predicate variable without a meaning.
    PredicateVariable,
    /// Arithmetic on an integer that is known only by its range.
    Arithmetic,
}

impl From<Bound> for Stop {
    fn from(bound: Bound) -> Stop {
        Stop::Bound(bound)
    }
}

impl Stop {
    /// Bounds and malformed tables end everything; the rest may be decided by another part.
    pub(super) fn is_final(&self) -> bool {
        matches!(self, Stop::Bound(_) | Stop::Malformed)
    }

    /// Of two reasons, the one that can be acted on.
    pub(super) fn or(self, other: Stop) -> Stop {
        match self {
            Stop::Unknown(_) => other,
            _ => self,
        }
    }
}

/// The result of an evaluation.
pub type Eval<T> = Result<T, Stop>;

/// Variables in scope of an expression.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// `Local(l)`.
    pub locals: Vec<Value>,
    /// `Bound(i)`, the innermost last.
    pub bound: Vec<Value>,
    /// `Nu`.
    pub nu: Option<Value>,
    /// `Abstract(i)`.
    pub sorts: Vec<Sort>,
}

/// What may fill a hole: values of a sort, within a depth.
pub(super) struct Room {
    pub sort: Sort,
    pub depth: u32,
}

/// Evaluates expressions of one program, remembering what definitions returned.
pub struct Evaluator<'a> {
    pub(super) program: Program<'a>,
    pub(super) meter: Meter,
    /// For each predicate variable, the argument lists that satisfy it.
    pub(super) preds: Vec<Vec<Vec<Value>>>,
    /// How many elements stand for each abstract sort.
    pub(super) abstract_elements: u32,
    /// Whether bounds may decide what a hole leaves open; only tests switch it off.
    pub(super) use_bounds: bool,
    pub(super) summaries: Option<Vec<super::ints::Ints>>,
    /// What is known of definitions at partial values.
    pub(super) bounds_memo: HashMap<(u32, Vec<Value>), super::ints::Ints>,
    /// What definitions can return for values of a sort within a depth.
    pub(super) depth_summaries: HashMap<(u32, Sort, u32), super::ints::Ints>,
    /// The holes of a search, and what may fill them.
    pub(super) holes: HashMap<u32, Room>,
    memo: IdMap<(u32, Vec<Sort>, Vec<Value>), Value>,
    /// The hole that a definition stops at, at partial values.
    stuck: IdMap<(u32, Vec<Sort>, Vec<Value>), u32>,
    /// For each value of a datatype that is only known not to be any of these, those.
    pub(super) generic: HashMap<u32, Vec<Value>>,
    /// The number of the next one; never used again, as calls at it are remembered.
    pub(super) next_generic: u32,
    /// Ranges of the symbolic integers.
    pub(super) ranges: Vec<(Option<i64>, Option<i64>)>,
    pub(super) next_hole: u32,
    depth: u32,
}

/// Atoms from here on are no elements of a finite set: see [`Evaluator::generic`].
pub(super) const FIRST_GENERIC: u32 = 1 << 31;
/// Memo entries before the table is emptied.
const MOST_MEMO: usize = 400_000;

impl<'a> Evaluator<'a> {
    /// An evaluator with its own bounds.
    #[must_use]
    pub fn new(program: Program<'a>, limits: super::limits::Limits) -> Self {
        Evaluator {
            program,
            meter: Meter::new(limits),
            preds: Vec::new(),
            abstract_elements: ABSTRACT_ELEMENTS,
            use_bounds: true,
            summaries: None,
            bounds_memo: HashMap::new(),
            depth_summaries: HashMap::new(),
            holes: HashMap::new(),
            memo: IdMap::default(),
            stuck: IdMap::default(),
            generic: HashMap::new(),
            next_generic: FIRST_GENERIC,
            ranges: Vec::new(),
            next_hole: 0,
            depth: 0,
        }
    }

    /// Gives the predicate variables a meaning; what was remembered may rely on the old one.
    pub fn interpret(&mut self, preds: Vec<Vec<Vec<Value>>>, abstract_elements: u32) {
        self.preds = preds;
        self.abstract_elements = abstract_elements;
        self.memo.clear();
        self.stuck.clear();
    }

    /// A new hole.
    pub(super) fn fresh_hole(&mut self) -> Value {
        self.next_hole += 1;
        Value::Hole(self.next_hole - 1)
    }

    pub(super) fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        self.meter.step()?;
        self.depth += 1;
        let result = if self.depth > self.meter.limits.depth { Err(Bound::Depth.into()) } else { work(self) };
        self.depth -= 1;
        result
    }

    /// Evaluates a term.
    pub fn term(&mut self, e: ExprRef, scope: &mut Scope) -> Eval<Value> {
        match self.program.expr(e) {
            ExprRow::Bound(i, _) => {
                let place = scope.bound.len().checked_sub(*i as usize + 1).ok_or(Stop::Malformed)?;
                scope.bound.get(place).cloned().ok_or(Stop::Malformed)
            }
            ExprRow::Local(l, _) => scope.locals.get(*l as usize).cloned().ok_or(Stop::Malformed),
            ExprRow::Nu(_) => scope.nu.clone().ok_or(Stop::Malformed),
            ExprRow::Int(n) => Ok(Value::Int(*n)),
            ExprRow::Literal(n, _) => Ok(Value::Literal(*n)),
            ExprRow::Ctor(sort, tag, args) => {
                let covenant_kernel::tables::SortRow::Data(data, _) = self.program.sort_row(*sort) else {
                    return Err(Stop::Malformed);
                };
                let fields = args.iter().map(|a| self.term(*a, scope)).collect::<Eval<Vec<_>>>()?;
                Ok(Value::ctor(*data, *tag, fields))
            }
            ExprRow::Fn(d, sorts, args) => {
                let args = args.iter().map(|a| self.term(*a, scope)).collect::<Eval<Vec<_>>>()?;
                let sorts = sorts.iter().map(|s| self.program.sort(*s, &scope.sorts)).collect();
                self.call(d.0, sorts, args)
            }
            ExprRow::Bin(op @ (Bin::Add | Bin::Sub | Bin::Mul), a, b) => {
                let (a, b) = (self.term(*a, scope)?, self.term(*b, scope)?);
                match op {
                    Bin::Add => add(&a, &b, 1),
                    Bin::Sub => add(&a, &b, -1),
                    _ => multiply(&a, &b),
                }
            }
            ExprRow::Div(a, k) => match self.term(*a, scope)? {
                Value::Int(n) => Ok(Value::Int(n.div_euclid(*k))),
                other => Err(not_an_integer(&other)),
            },
            ExprRow::Mod(a, k) => match self.term(*a, scope)? {
                Value::Int(n) => Ok(Value::Int(n.rem_euclid(*k))),
                other => Err(not_an_integer(&other)),
            },
            ExprRow::Ite(c, a, b) => {
                let branch = if self.formula(*c, scope)? { *a } else { *b };
                self.term(branch, scope)
            }
            _ => Err(Stop::Malformed),
        }
    }

    /// Evaluates a formula.
    pub fn formula(&mut self, e: ExprRef, scope: &mut Scope) -> Eval<bool> {
        match self.program.expr(e) {
            ExprRow::True => Ok(true),
            ExprRow::False => Ok(false),
            ExprRow::Bin(Bin::Eq | Bin::Le | Bin::Lt, ..) => match self.comparison(e, scope) {
                Err(Stop::Hole(hole)) if self.use_bounds => self.by_bounds(e, scope).ok_or(Stop::Hole(hole)),
                other => other,
            },
            ExprRow::Not(a) => Ok(!self.formula(*a, scope)?),
            ExprRow::Bin(Bin::And, a, b) => self.either(*a, false, *b, false, scope),
            ExprRow::Bin(Bin::Or, a, b) => self.either(*a, true, *b, true, scope),
            ExprRow::Bin(Bin::Imp, a, b) => {
                // As `not a || b`, whose left side is decided by `a = false`.
                match self.formula(*a, scope) {
                    Ok(false) => Ok(true),
                    Ok(true) => self.formula(*b, scope),
                    Err(stop) if stop.is_final() => Err(stop),
                    Err(stop) => match self.formula(*b, scope) {
                        Ok(true) => Ok(true),
                        Ok(false) => Err(stop),
                        Err(other) if other.is_final() => Err(other),
                        Err(other) => Err(stop.or(other)),
                    },
                }
            }
            ExprRow::Bin(Bin::Iff, a, b) => Ok(self.formula(*a, scope)? == self.formula(*b, scope)?),
            ExprRow::Ite(c, a, b) => {
                let branch = if self.formula(*c, scope)? { *a } else { *b };
                self.formula(branch, scope)
            }
            ExprRow::Fn(..) => self.term(e, scope)?.as_bool().ok_or(Stop::Malformed),
            ExprRow::PredVar(p, args) => {
                let args = args.iter().map(|a| self.term(*a, scope)).collect::<Eval<Vec<_>>>()?;
                self.pred_var(*p, &args)
            }
            ExprRow::Quant(q, sort, body) => self.quantifier(*q == Quant::Forall, *sort, *body, scope),
            _ => Err(Stop::Malformed),
        }
    }

    /// What a program gets when it computes an expression: of a formula, a boolean.
    pub(super) fn term_or_formula(&mut self, e: ExprRef, scope: &mut Scope) -> Eval<Value> {
        if self.program.is_formula(e) { self.formula(e, scope).map(Value::bool) } else { self.term(e, scope) }
    }

    fn comparison(&mut self, e: ExprRef, scope: &mut Scope) -> Eval<bool> {
        let ExprRow::Bin(op, a, b) = self.program.expr(e) else { return Err(Stop::Malformed) };
        let (a, b) = (self.term(*a, scope)?, self.term(*b, scope)?);
        match op {
            Bin::Eq => self.equal(&a, &b),
            Bin::Le => self.at_most(&a, &b, 0),
            Bin::Lt => self.at_most(&a, &b, -1),
            _ => Err(Stop::Malformed),
        }
    }

    /// `a` or `b`, where `decisive` is the answer of one side that settles both.
    fn either(
        &mut self,
        a: ExprRef,
        decisive_a: bool,
        b: ExprRef,
        decisive_b: bool,
        scope: &mut Scope,
    ) -> Eval<bool> {
        match self.formula(a, scope) {
            Ok(answer) if answer == decisive_a => Ok(answer),
            Ok(_) => self.formula(b, scope),
            Err(stop) if stop.is_final() => Err(stop),
            Err(stop) => match self.formula(b, scope) {
                Ok(answer) if answer == decisive_b => Ok(answer),
                Ok(_) => Err(stop),
                Err(other) if other.is_final() => Err(other),
                Err(other) => Err(stop.or(other)),
            },
        }
    }

    pub(super) fn pred_var(&mut self, p: u32, args: &[Value]) -> Eval<bool> {
        let rows = self.preds.get(p as usize).ok_or(Stop::Unknown(Undecided::PredicateVariable))?.clone();
        let mut pending = None;
        for row in &rows {
            let mut same = true;
            for (x, y) in row.iter().zip(args) {
                match self.equal(x, y) {
                    Ok(true) => {}
                    Ok(false) => {
                        same = false;
                        break;
                    }
                    Err(stop) if stop.is_final() => return Err(stop),
                    Err(stop) => {
                        same = false;
                        pending = Some(stop);
                        break;
                    }
                }
            }
            if same {
                return Ok(true);
            }
        }
        pending.map_or(Ok(false), Err)
    }

    /// Applies a definition; a predicate yields a boolean value.
    pub fn call(&mut self, def: u32, mut sorts: Vec<Sort>, args: Vec<Value>) -> Eval<Value> {
        let row = self.program.def(def);
        if row.decidable {
            // Without quantifiers the sorts make no difference.
            sorts.clear();
        }
        let ground = args.iter().all(Value::is_ground);
        let key = (def, sorts, args);
        let partial = !ground && !key.2.iter().any(Value::is_symbolic);
        if ground && let Some(known) = self.memo.get(&key) {
            return Ok(known.clone());
        }
        if partial && let Some(hole) = self.stuck.get(&key) {
            return Err(Stop::Hole(*hole));
        }
        let mut scope = Scope { locals: key.2.clone(), bound: Vec::new(), nu: None, sorts: key.1.clone() };
        let body = match &row.body {
            DefBody::Direct(body) => *body,
            DefBody::Opaque => return Err(Stop::Unknown(Undecided::OpaqueDefinition)),
            DefBody::Cases { on, cases } => match &key.2[*on as usize] {
                Value::Ctor(node) => {
                    scope.locals.extend(node.fields.iter().cloned());
                    *cases.get(node.tag as usize).ok_or(Stop::Malformed)?
                }
                Value::Hole(hole) => return Err(Stop::Hole(*hole)),
                Value::Atom(n) if *n >= FIRST_GENERIC => return Err(Stop::Unknown(Undecided::Quantifier)),
                _ => return Err(Stop::Malformed),
            },
        };
        let is_predicate = row.result.is_none();
        let result = self.deeper(|this| {
            if is_predicate {
                this.formula(body, &mut scope).map(Value::bool)
            } else {
                this.term(body, &mut scope)
            }
        });
        if partial && let Err(Stop::Hole(hole)) = result {
            if self.stuck.len() > MOST_MEMO {
                self.stuck.clear();
            }
            self.stuck.insert(key, hole);
            return result;
        }
        let result = result?;
        if ground {
            if self.memo.len() > MOST_MEMO {
                self.memo.clear();
            }
            self.memo.insert(key, result.clone());
        }
        Ok(result)
    }

    /// Structural equality.
    pub(super) fn equal(&mut self, a: &Value, b: &Value) -> Eval<bool> {
        match (a, b) {
            _ if a == b => Ok(true),
            (Value::Int(_), Value::Int(_)) => Ok(false),
            (Value::Atom(x), Value::Atom(y)) if *x.max(y) < FIRST_GENERIC => Ok(false),
            (Value::Hole(hole), _) | (_, Value::Hole(hole)) => Err(Stop::Hole(*hole)),
            (Value::Sym { .. }, _) | (_, Value::Sym { .. }) => {
                let (var, scale, shift) = match difference(a, b)? {
                    Difference::Constant(c) => return Ok(c == 0),
                    Difference::Linear { var, scale, shift } => (var, scale, shift),
                };
                // scale * u + shift = 0 at one integer, or nowhere.
                let Some(point) = shift.checked_neg().filter(|n| n % scale == 0).map(|n| n / scale) else {
                    return Ok(false);
                };
                let (low, high) = self.range(var)?;
                if low.is_some_and(|l| point < l) || high.is_some_and(|h| point > h) {
                    return Ok(false);
                }
                if low == Some(point) && high == Some(point) {
                    return Ok(true);
                }
                let at =
                    if low == Some(point) { point } else { point.checked_sub(1).ok_or(Bound::Integer)? };
                Err(Stop::Split { var, at })
            }
            (Value::Ctor(x), Value::Ctor(y)) => {
                if x.tag != y.tag || x.fields.len() != y.fields.len() {
                    return Ok(false);
                }
                let mut pending: Option<Stop> = None;
                for (f, g) in x.fields.iter().zip(&y.fields) {
                    match self.equal(f, g) {
                        Ok(true) => {}
                        Ok(false) => return Ok(false),
                        Err(stop) if stop.is_final() => return Err(stop),
                        Err(stop) => pending = Some(pending.map_or(stop.clone(), |p| p.or(stop))),
                    }
                }
                pending.map_or(Ok(true), Err)
            }
            (Value::Atom(n), other) | (other, Value::Atom(n)) if *n >= FIRST_GENERIC => {
                let differs = self.generic.get(n).is_some_and(|others| others.contains(other));
                if differs { Ok(false) } else { Err(Stop::Unknown(Undecided::Quantifier)) }
            }
            // The front end writes equal literals alike.
            (Value::Literal(_) | Value::Other(_), Value::Literal(_) | Value::Other(_)) => Ok(false),
            _ => Err(Stop::Malformed),
        }
    }

    /// `a <= b + slack`.
    fn at_most(&mut self, a: &Value, b: &Value, slack: i64) -> Eval<bool> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            return Ok(i128::from(*a) <= i128::from(*b) + i128::from(slack));
        }
        let (var, scale, shift) = match difference(a, b)? {
            Difference::Constant(c) => return Ok(c <= slack),
            Difference::Linear { var, scale, shift } => (var, scale, shift),
        };
        // scale * u + shift <= slack
        let room = slack.checked_sub(shift).ok_or(Bound::Integer)?;
        let (low, high) = self.range(var)?;
        if scale > 0 {
            let last = room.div_euclid(scale);
            if high.is_some_and(|h| h <= last) {
                return Ok(true);
            }
            if low.is_some_and(|l| l > last) {
                return Ok(false);
            }
            Err(Stop::Split { var, at: last })
        } else {
            // u >= room / scale, rounded up.
            let (room, scale) =
                (room.checked_neg().ok_or(Bound::Integer)?, scale.checked_neg().ok_or(Bound::Integer)?);
            let first = -((-room).div_euclid(scale));
            if low.is_some_and(|l| l >= first) {
                return Ok(true);
            }
            if high.is_some_and(|h| h < first) {
                return Ok(false);
            }
            Err(Stop::Split { var, at: first.checked_sub(1).ok_or(Bound::Integer)? })
        }
    }

    fn range(&self, var: u32) -> Eval<(Option<i64>, Option<i64>)> {
        self.ranges.get(var as usize).copied().ok_or(Stop::Malformed)
    }
}

enum Difference {
    Constant(i64),
    Linear { var: u32, scale: i64, shift: i64 },
}

fn not_an_integer(value: &Value) -> Stop {
    match value {
        Value::Hole(hole) => Stop::Hole(*hole),
        Value::Sym { .. } => Stop::Unknown(Undecided::Arithmetic),
        _ => Stop::Malformed,
    }
}

fn linear_parts(value: &Value) -> Eval<(Option<u32>, i64, i64)> {
    match value {
        Value::Int(n) => Ok((None, 0, *n)),
        Value::Sym { var, scale, shift } => Ok((Some(*var), *scale, *shift)),
        other => Err(not_an_integer(other)),
    }
}

/// `a + factor * b`.
fn add(a: &Value, b: &Value, factor: i64) -> Eval<Value> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        let b = b.checked_mul(factor).ok_or(Bound::Integer)?;
        return Ok(Value::Int(a.checked_add(b).ok_or(Bound::Integer)?));
    }
    let ((va, sa, ca), (vb, sb, cb)) = (linear_parts(a)?, linear_parts(b)?);
    if va.is_some() && vb.is_some() && va != vb {
        return Err(Stop::Unknown(Undecided::Arithmetic));
    }
    let plus = |x: i64, y: i64| y.checked_mul(factor).and_then(|y| x.checked_add(y)).ok_or(Bound::Integer);
    let (scale, shift) = (plus(sa, sb)?, plus(ca, cb)?);
    Ok(match va.or(vb) {
        Some(var) if scale != 0 => Value::Sym { var, scale, shift },
        _ => Value::Int(shift),
    })
}

fn multiply(a: &Value, b: &Value) -> Eval<Value> {
    let ((va, sa, ca), (vb, sb, cb)) = (linear_parts(a)?, linear_parts(b)?);
    let times = |x: i64, y: i64| x.checked_mul(y).ok_or(Bound::Integer);
    let (var, scale, shift, factor) = match (va, vb) {
        (_, None) => (va, sa, ca, cb),
        (None, _) => (vb, sb, cb, ca),
        _ => return Err(Stop::Unknown(Undecided::Arithmetic)),
    };
    let (scale, shift) = (times(scale, factor)?, times(shift, factor)?);
    Ok(match var {
        Some(var) if scale != 0 => Value::Sym { var, scale, shift },
        _ => Value::Int(shift),
    })
}

fn difference(a: &Value, b: &Value) -> Eval<Difference> {
    Ok(match add(a, b, -1)? {
        Value::Sym { var, scale, shift } => Difference::Linear { var, scale, shift },
        Value::Int(n) => Difference::Constant(n),
        _ => return Err(Stop::Malformed),
    })
}
