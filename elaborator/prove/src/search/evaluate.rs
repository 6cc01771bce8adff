//! A small evaluator for closed formulas over small values, to throw out false guesses.
//!
//! Quantifiers range over the small values only, so the answer is a filter, not a verdict; what
//! passes still has to be proved.

use super::body;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant, Sort, SortId};
use covenant_kernel::tables::{BOOL, DefBody, DefRef};
use covenant_kernel::theory::{Formula, Theory};
use std::collections::HashMap;
use std::rc::Rc;

/// A value: an integer (elements of other sorts are numbered), or a constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Int(i64),
    Ctor(u32, Rc<[Value]>),
}

/// How a test came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tested {
    /// A small counterexample exists.
    Refuted,
    /// Never contradicted, and with premises that hold at least a few times.
    Survives,
    /// Never contradicted, but its premises hardly ever hold, or evaluation gave up.
    Vacuous,
}

pub(super) struct Evaluator<'a> {
    arena: &'a mut Arena,
    theory: &'a Theory,
    fuel: u32,
    values: Vec<(SortId, Rc<[Value]>)>,
    by_size: HashMap<(SortId, usize), Rc<[Value]>>,
}

const INTS: [i64; 4] = [0, 1, -1, 2];
/// Values per sort, assignments per formula, and steps per formula.
const MAX_VALUES: usize = 40;
const MAX_ASSIGNMENTS: usize = 3000;
const FUEL: u32 = 400_000;

impl<'a> Evaluator<'a> {
    pub(super) fn new(arena: &'a mut Arena, theory: &'a Theory) -> Self {
        Evaluator { arena, theory, fuel: FUEL, values: Vec::new(), by_size: HashMap::new() }
    }

    pub(super) fn arena(&mut self) -> &mut Arena {
        self.arena
    }

    /// Small values of a sort, smallest first.
    fn values(&mut self, sort: SortId) -> Rc<[Value]> {
        if let Some((_, v)) = self.values.iter().find(|v| v.0 == sort) {
            return v.clone();
        }
        let out: Rc<[Value]> = match self.arena.sort(sort) {
            Sort::Int => INTS.map(Value::Int).into(),
            Sort::Abstract(_) | Sort::Opaque(_) => [Value::Int(0), Value::Int(1)].into(),
            Sort::Data(..) => {
                let mut out = Vec::new();
                for size in 1..=5 {
                    out.extend(self.sized(sort, size).iter().cloned());
                    if out.len() >= MAX_VALUES {
                        break;
                    }
                }
                // Keep some of each size: the largest are the most telling.
                if out.len() > MAX_VALUES {
                    let step = out.len().div_ceil(MAX_VALUES);
                    let small = out.iter().take(MAX_VALUES / 2).cloned().collect::<Vec<_>>();
                    out =
                        small.into_iter().chain(out.into_iter().skip(MAX_VALUES / 2).step_by(step)).collect();
                }
                out.into()
            }
        };
        self.values.push((sort, out.clone()));
        out
    }

    /// Values with exactly `size` constructors of datatypes with fields.
    fn sized(&mut self, sort: SortId, size: usize) -> Rc<[Value]> {
        if let Some(known) = self.by_size.get(&(sort, size)) {
            return known.clone();
        }
        let mut out = Vec::new();
        let count = self.arena.ctor_count(sort).unwrap_or(0);
        for tag in 0..count {
            let Ok(fields) = self.arena.ctor_fields(sort, tag) else { continue };
            self.products(&fields, size - 1, &mut Vec::new(), tag, &mut out);
            if out.len() > 400 {
                break;
            }
        }
        let out: Rc<[Value]> = out.into();
        self.by_size.insert((sort, size), out.clone());
        out
    }

    fn products(
        &mut self,
        fields: &[SortId],
        budget: usize,
        done: &mut Vec<Value>,
        tag: u32,
        out: &mut Vec<Value>,
    ) {
        if out.len() > 400 {
            return;
        }
        let Some((&first, rest)) = fields.split_first() else {
            if budget == 0 {
                out.push(Value::Ctor(tag, done.clone().into()));
            }
            return;
        };
        let structured = matches!(self.arena.sort(first), Sort::Data(d, _) if *d != BOOL);
        if !structured {
            let choices: Vec<Value> = match self.arena.sort(first) {
                Sort::Data(..) => (0..2).map(|t| Value::Ctor(t, [].into())).collect(),
                Sort::Int => INTS[..3].iter().map(|&n| Value::Int(n)).collect(),
                _ => vec![Value::Int(0), Value::Int(1)],
            };
            for v in choices {
                done.push(v);
                self.products(rest, budget, done, tag, out);
                done.pop();
            }
            return;
        }
        for here in 1..=budget {
            for v in self.sized(first, here).iter() {
                done.push(v.clone());
                self.products(rest, budget - here, done, tag, out);
                done.pop();
            }
        }
    }

    /// Tests a closed formula with leading universal quantifiers.
    pub(super) fn test(&mut self, formula: Formula) -> Tested {
        self.fuel = FUEL;
        let (mut sorts, mut body) = (Vec::new(), formula.statement);
        while let Expr::Quant(Quant::Forall, sort, inner) = *self.arena.expr(body) {
            sorts.push(sort);
            body = inner;
        }
        let premise = match *self.arena.expr(body) {
            Expr::Bin(Bin::Imp, p, _) => Some(p),
            _ => None,
        };
        let domains: Vec<Rc<[Value]>> = sorts.iter().map(|&s| self.values(s)).collect();
        if domains.iter().any(|d| d.is_empty()) {
            return Tested::Vacuous;
        }
        let total: usize = domains.iter().map(|d| d.len()).product();
        let step = total.div_ceil(MAX_ASSIGNMENTS).max(1);
        // A stride that shares no factor with the domain sizes visits them evenly.
        let step = if step > 1 { step | 1 } else { 1 };
        let mut hits = 0;
        let mut index = 0;
        while index < total {
            let mut rest = index;
            index += step;
            let mut bound = Vec::with_capacity(domains.len());
            for d in &domains {
                bound.push(d[rest % d.len()].clone());
                rest /= d.len();
            }
            if let Some(p) = premise {
                match self.formula(p, &[], &mut bound) {
                    Some(true) => hits += 1,
                    Some(false) => continue,
                    None => return Tested::Vacuous,
                }
            } else {
                hits += 1;
            }
            match self.formula(body, &[], &mut bound) {
                Some(true) => {}
                Some(false) => return Tested::Refuted,
                None => return Tested::Vacuous,
            }
        }
        if hits > 2 { Tested::Survives } else { Tested::Vacuous }
    }

    fn burn(&mut self) -> Option<()> {
        self.fuel = self.fuel.checked_sub(1)?;
        Some(())
    }

    /// The truth of a formula; the last of `bound` is `Bound(0)`.
    pub(super) fn formula(&mut self, e: ExprId, locals: &[Value], bound: &mut Vec<Value>) -> Option<bool> {
        self.burn()?;
        match self.arena.expr(e).clone() {
            Expr::True => Some(true),
            Expr::False => Some(false),
            Expr::Not(a) => self.formula(a, locals, bound).map(|x| !x),
            Expr::Bin(Bin::And, a, b) => {
                Some(self.formula(a, locals, bound)? && self.formula(b, locals, bound)?)
            }
            Expr::Bin(Bin::Or, a, b) => {
                Some(self.formula(a, locals, bound)? || self.formula(b, locals, bound)?)
            }
            Expr::Bin(Bin::Imp, a, b) => {
                Some(!self.formula(a, locals, bound)? || self.formula(b, locals, bound)?)
            }
            Expr::Bin(Bin::Iff, a, b) => {
                Some(self.formula(a, locals, bound)? == self.formula(b, locals, bound)?)
            }
            Expr::Bin(Bin::Eq, a, b) => Some(self.term(a, locals, bound)? == self.term(b, locals, bound)?),
            Expr::Bin(op @ (Bin::Le | Bin::Lt), a, b) => {
                let (x, y) = (self.integer(a, locals, bound)?, self.integer(b, locals, bound)?);
                Some(if op == Bin::Le { x <= y } else { x < y })
            }
            Expr::Fn(d, _, args) => {
                let values = self.arguments(&args, locals, bound)?;
                let (body, locals) = self.call(d, values)?;
                self.formula(body, &locals, &mut Vec::new())
            }
            Expr::Quant(q, sort, body) => {
                for v in self.values(sort).iter() {
                    bound.push(v.clone());
                    let value = self.formula(body, locals, bound);
                    bound.pop();
                    if value? == (q == Quant::Exists) {
                        return Some(q == Quant::Exists);
                    }
                }
                Some(q == Quant::Forall)
            }
            _ => None,
        }
    }

    fn arguments(&mut self, args: &[ExprId], locals: &[Value], bound: &mut Vec<Value>) -> Option<Vec<Value>> {
        args.iter().map(|&a| self.term(a, locals, bound)).collect()
    }

    /// The body of a call and its environment.
    fn call(&mut self, d: DefRef, mut values: Vec<Value>) -> Option<(ExprId, Vec<Value>)> {
        self.burn()?;
        match body(self.theory, d)? {
            DefBody::Opaque => None,
            DefBody::Direct(body) => Some((*body, values)),
            DefBody::Cases { on, cases } => {
                let Value::Ctor(tag, fields) = values.get(usize::try_from(*on).ok()?)?.clone() else {
                    return None;
                };
                values.extend(fields.iter().cloned());
                Some((*cases.get(usize::try_from(tag).ok()?)?, values))
            }
        }
    }

    fn integer(&mut self, e: ExprId, locals: &[Value], bound: &mut Vec<Value>) -> Option<i64> {
        match self.term(e, locals, bound)? {
            Value::Int(n) => Some(n),
            Value::Ctor(..) => None,
        }
    }

    fn term(&mut self, e: ExprId, locals: &[Value], bound: &mut Vec<Value>) -> Option<Value> {
        self.burn()?;
        match self.arena.expr(e).clone() {
            Expr::Bound(i, _) => {
                let i = usize::try_from(i).ok()?;
                bound.get(bound.len().checked_sub(i + 1)?).cloned()
            }
            Expr::Local(l, _) => locals.get(usize::try_from(l).ok()?).cloned(),
            Expr::Int(n) => Some(Value::Int(n)),
            Expr::Ctor(_, tag, args) => Some(Value::Ctor(tag, self.arguments(&args, locals, bound)?.into())),
            Expr::Fn(d, _, args) => {
                let values = self.arguments(&args, locals, bound)?;
                let (body, locals) = self.call(d, values)?;
                self.term(body, &locals, &mut Vec::new())
            }
            Expr::Bin(op, a, b) => {
                let (x, y) = (self.integer(a, locals, bound)?, self.integer(b, locals, bound)?);
                Some(Value::Int(match op {
                    Bin::Add => x.checked_add(y)?,
                    Bin::Sub => x.checked_sub(y)?,
                    Bin::Mul => x.checked_mul(y)?,
                    _ => return None,
                }))
            }
            Expr::Div(a, k) => Some(Value::Int(self.integer(a, locals, bound)?.div_euclid(k))),
            Expr::Mod(a, k) => Some(Value::Int(self.integer(a, locals, bound)?.rem_euclid(k))),
            Expr::Ite(c, a, b) => {
                let c = self.formula(c, locals, bound)?;
                self.term(if c { a } else { b }, locals, bound)
            }
            _ => None,
        }
    }
}
