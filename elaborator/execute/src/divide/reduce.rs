//! Specs on partial values, reduced to demands on the parts: definitions are unfolded where the
//! constructor is known, what is known is computed, and what depth and bounds already decide is
//! decided.

use covenant_kernel::tables::{Bin, DefBody, ExprRef, ExprRow, SortRow};

use super::super::eval::{Evaluator, Stop};
use super::super::limits::Bound;
use super::super::value::Value;
use super::form::{Atom, Form, Sum};

/// Why a spec is not reduced.
pub(super) enum Halt {
    /// Its demands on different parts cannot be told apart here.
    Indivisible,
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        match stop {
            Stop::Bound(bound) if bound != Bound::Integer => Halt::Stop(stop),
            _ => Halt::Indivisible,
        }
    }
}

impl From<Bound> for Halt {
    fn from(bound: Bound) -> Halt {
        Stop::Bound(bound).into()
    }
}

pub(super) type Reduced<T> = Result<T, Halt>;

/// Variables in scope of an expression.
pub(super) struct DemandScope<'s> {
    pub locals: &'s [Value],
    pub bound: &'s [Value],
    pub nu: Option<&'s Value>,
}

enum Reduct {
    Value(Value),
    Sum(Sum),
}

pub(super) struct Reducer<'s, 'a> {
    pub eval: &'s mut Evaluator<'a>,
    /// The integers that an unknown one is chosen from.
    pub ints: (i64, i64),
}

impl Reducer<'_, '_> {
    /// What a formula demands if it is to come out as wanted.
    pub fn form(&mut self, e: ExprRef, scope: &DemandScope<'_>, wanted: bool) -> Reduced<Form> {
        self.eval.meter.step()?;
        let both = |a, b| if wanted { Form::and(a, b) } else { Form::or(a, b) };
        Ok(match self.eval.program.expr(e) {
            ExprRow::True => Form::Known(wanted),
            ExprRow::False => Form::Known(!wanted),
            ExprRow::Not(a) => self.form(*a, scope, !wanted)?,
            ExprRow::Bin(Bin::And, a, b) => {
                let a = self.form(*a, scope, wanted)?;
                if a == Form::Known(!wanted) { a } else { both(a, self.form(*b, scope, wanted)?) }
            }
            ExprRow::Bin(Bin::Or, a, b) => self.either(*a, wanted, *b, wanted, scope)?,
            ExprRow::Bin(Bin::Imp, a, b) => self.either(*a, !wanted, *b, wanted, scope)?,
            ExprRow::Bin(Bin::Iff, a, b) => {
                let yes = Form::and(self.form(*a, scope, true)?, self.form(*b, scope, wanted)?);
                let no = Form::and(self.form(*a, scope, false)?, self.form(*b, scope, !wanted)?);
                Form::or(yes, no)
            }
            ExprRow::Ite(c, a, b) => match self.form(*c, scope, true)? {
                Form::Known(holds) => self.form(if holds { *a } else { *b }, scope, wanted)?,
                yes => {
                    let no = self.form(*c, scope, false)?;
                    let (a, b) = (self.form(*a, scope, wanted)?, self.form(*b, scope, wanted)?);
                    conditional(yes, no, a, b)
                }
            },
            ExprRow::Bin(Bin::Le, a, b) => self.compare(*a, *b, 0, scope, wanted)?,
            ExprRow::Bin(Bin::Lt, a, b) => self.compare(*a, *b, 1, scope, wanted)?,
            ExprRow::Bin(Bin::Eq, a, b) => self.equation(*a, *b, scope, wanted)?,
            ExprRow::Fn(d, _, args) => {
                let args = args.iter().map(|a| self.value(*a, scope)).collect::<Reduced<_>>()?;
                self.predicate(d.0, args, wanted)?
            }
            // Quantifiers and predicate variables speak of the value as a whole.
            _ => return Err(Halt::Indivisible),
        })
    }

    /// `a` comes out one way, or `b` another; if wanted to be false, neither.
    fn either(
        &mut self,
        a: ExprRef,
        first: bool,
        b: ExprRef,
        second: bool,
        scope: &DemandScope<'_>,
    ) -> Reduced<Form> {
        let a = self.form(a, scope, first)?;
        let b = self.form(b, scope, second)?;
        Ok(if second { Form::or(a, b) } else { Form::and(a, b) })
    }

    fn compare(
        &mut self,
        a: ExprRef,
        b: ExprRef,
        slack: i64,
        scope: &DemandScope<'_>,
        wanted: bool,
    ) -> Reduced<Form> {
        self.cases(a, scope, &mut |this, a| {
            this.cases(b, scope, &mut |this, b| {
                // a + slack <= b, or b + 1 - slack <= a.
                let sum = if wanted {
                    a.plus(&b, -1).and_then(|s| s.shifted(slack))
                } else {
                    b.plus(&a, -1).and_then(|s| s.shifted(1 - slack))
                };
                Ok(this.at_most(sum.ok_or(Halt::Indivisible)?))
            })
        })
    }

    fn equation(&mut self, a: ExprRef, b: ExprRef, scope: &DemandScope<'_>, wanted: bool) -> Reduced<Form> {
        if !self.is_integer(a) && !self.is_integer(b) {
            let (a, b) = (self.value(a, scope)?, self.value(b, scope)?);
            return Ok(self.same(&a, &b, wanted));
        }
        self.cases(a, scope, &mut |this, a| {
            this.cases(b, scope, &mut |this, b| {
                let sum = a.plus(&b, -1).ok_or(Halt::Indivisible)?;
                let negated = sum.times(-1).ok_or(Halt::Indivisible)?;
                if wanted {
                    return Ok(Form::and(this.at_most(sum), this.at_most(negated)));
                }
                let (less, more) = (sum.shifted(1), negated.shifted(1));
                let (Some(less), Some(more)) = (less, more) else { return Err(Halt::Indivisible) };
                Ok(Form::or(this.at_most(less), this.at_most(more)))
            })
        })
    }

    fn is_integer(&self, e: ExprRef) -> bool {
        let program = &self.eval.program;
        match program.expr(e) {
            ExprRow::Bound(_, s) | ExprRow::Local(_, s) | ExprRow::Nu(s) => {
                matches!(program.sort_row(*s), SortRow::Int)
            }
            ExprRow::Fn(d, ..) => {
                program.def(d.0).result.is_some_and(|s| matches!(program.sort_row(s), SortRow::Int))
            }
            ExprRow::Ite(_, a, _) => self.is_integer(*a),
            ExprRow::Int(_)
            | ExprRow::Bin(Bin::Add | Bin::Sub | Bin::Mul, ..)
            | ExprRow::Div(..)
            | ExprRow::Mod(..) => true,
            _ => false,
        }
    }

    /// A demand on an integer term, case by case of the conditionals in it.
    fn cases(
        &mut self,
        e: ExprRef,
        scope: &DemandScope<'_>,
        demand: &mut dyn FnMut(&mut Self, Sum) -> Reduced<Form>,
    ) -> Reduced<Form> {
        self.eval.meter.step()?;
        match self.eval.program.expr(e) {
            ExprRow::Ite(c, a, b) => match self.form(*c, scope, true)? {
                Form::Known(holds) => self.cases(if holds { *a } else { *b }, scope, demand),
                yes => {
                    let no = self.form(*c, scope, false)?;
                    let (a, b) = (self.cases(*a, scope, demand)?, self.cases(*b, scope, demand)?);
                    Ok(conditional(yes, no, a, b))
                }
            },
            ExprRow::Bin(op @ (Bin::Add | Bin::Sub), a, b) => {
                let factor = if *op == Bin::Add { 1 } else { -1 };
                self.cases(*a, scope, &mut |this, a| {
                    this.cases(*b, scope, &mut |this, b| {
                        demand(this, a.plus(&b, factor).ok_or(Halt::Indivisible)?)
                    })
                })
            }
            ExprRow::Bin(Bin::Mul, a, b) => self.cases(*a, scope, &mut |this, a| {
                this.cases(*b, scope, &mut |this, b| {
                    let product = match (a.terms.is_empty(), b.terms.is_empty()) {
                        (_, true) => a.times(b.constant),
                        (true, _) => b.times(a.constant),
                        _ => None,
                    };
                    demand(this, product.ok_or(Halt::Indivisible)?)
                })
            }),
            ExprRow::Div(a, k) | ExprRow::Mod(a, k) => {
                let (k, quotient) = (*k, matches!(self.eval.program.expr(e), ExprRow::Div(..)));
                self.cases(*a, scope, &mut |this, a| {
                    if !a.terms.is_empty() {
                        return Err(Halt::Indivisible);
                    }
                    let n = a.constant;
                    demand(this, Sum::constant(if quotient { n.div_euclid(k) } else { n.rem_euclid(k) }))
                })
            }
            ExprRow::Fn(d, _, args) => {
                let args = args.iter().map(|a| self.value(*a, scope)).collect::<Reduced<_>>()?;
                self.function(d.0, args, demand)
            }
            _ => match self.plain(e, scope)? {
                Reduct::Sum(sum) => demand(self, sum),
                Reduct::Value(_) => Err(Halt::Indivisible),
            },
        }
    }

    /// A term without conditionals and calls.
    fn plain(&mut self, e: ExprRef, scope: &DemandScope<'_>) -> Reduced<Reduct> {
        let variable = |value: Option<&Value>| value.cloned().ok_or(Halt::Indivisible);
        let value = match self.eval.program.expr(e) {
            ExprRow::Int(n) => Value::Int(*n),
            ExprRow::Bound(i, _) => {
                let place = scope.bound.len().checked_sub(*i as usize + 1);
                variable(place.and_then(|p| scope.bound.get(p)))?
            }
            ExprRow::Local(l, _) => variable(scope.locals.get(*l as usize))?,
            ExprRow::Nu(_) => variable(scope.nu)?,
            _ => return Err(Halt::Indivisible),
        };
        Ok(match value {
            Value::Int(n) => Reduct::Sum(Sum::constant(n)),
            Value::Hole(hole) if self.is_integer(e) => Reduct::Sum(Sum::atom(Atom::Hole(hole))),
            other => Reduct::Value(other),
        })
    }

    /// A term as a value that may have unknown parts.
    fn value(&mut self, e: ExprRef, scope: &DemandScope<'_>) -> Reduced<Value> {
        match self.eval.program.expr(e) {
            ExprRow::Ctor(sort, tag, args) => {
                let SortRow::Data(data, _) = self.eval.program.sort_row(*sort) else {
                    return Err(Halt::Indivisible);
                };
                let fields = args.iter().map(|a| self.value(*a, scope)).collect::<Reduced<_>>()?;
                Ok(Value::ctor(*data, *tag, fields))
            }
            ExprRow::Literal(n, _) => Ok(Value::Literal(*n)),
            ExprRow::Fn(d, _, args) => {
                let args = args.iter().map(|a| self.value(*a, scope)).collect::<Reduced<Vec<_>>>()?;
                if args.iter().all(Value::is_ground) && self.eval.program.def(d.0).decidable {
                    return Ok(self.eval.call(d.0, Vec::new(), args)?);
                }
                Err(Halt::Indivisible)
            }
            ExprRow::Bin(Bin::Add | Bin::Sub | Bin::Mul, ..) | ExprRow::Div(..) | ExprRow::Mod(..) => {
                // An argument that is computed from what is not known yet is no value.
                let mut sums = Vec::new();
                self.cases(e, scope, &mut |_, sum| {
                    sums.push(sum);
                    Ok(Form::Known(true))
                })?;
                match sums.as_slice() {
                    [sum] if sum.terms.is_empty() => Ok(Value::Int(sum.constant)),
                    _ => Err(Halt::Indivisible),
                }
            }
            _ => match self.plain(e, scope)? {
                Reduct::Value(value) => Ok(value),
                Reduct::Sum(Sum { constant, terms }) => match terms.as_slice() {
                    [] => Ok(Value::Int(constant)),
                    [(Atom::Hole(hole), 1)] if constant == 0 => Ok(Value::Hole(*hole)),
                    _ => Err(Halt::Indivisible),
                },
            },
        }
    }

    /// The body of a definition at these arguments, and its variables; `None` if the argument
    /// that is analysed is not known yet.
    fn body(&self, def: u32, args: &[Value]) -> Reduced<Option<(ExprRef, Vec<Value>)>> {
        let row = self.eval.program.def(def);
        if !row.decidable {
            return Err(Halt::Indivisible);
        }
        match &row.body {
            DefBody::Direct(body) => Ok(Some((*body, args.to_vec()))),
            DefBody::Cases { on, cases } => match args.get(*on as usize) {
                Some(Value::Ctor(node)) => {
                    let case = cases.get(node.tag as usize).ok_or(Halt::Indivisible)?;
                    Ok(Some((*case, args.iter().chain(&*node.fields).cloned().collect())))
                }
                Some(Value::Hole(_)) => Ok(None),
                _ => Err(Halt::Indivisible),
            },
            DefBody::Opaque => Err(Halt::Indivisible),
        }
    }

    /// A demand on what a predicate says of these.
    pub fn predicate(&mut self, def: u32, args: Vec<Value>, wanted: bool) -> Reduced<Form> {
        let body = self.body(def, &args)?;
        if args.iter().all(Value::is_ground) {
            let holds = self.eval.call(def, Vec::new(), args)?.as_bool().ok_or(Halt::Indivisible)?;
            return Ok(Form::Known(holds == wanted));
        }
        match body {
            Some((body, locals)) => {
                self.form(body, &DemandScope { locals: &locals, bound: &[], nu: None }, wanted)
            }
            None => Ok(Form::Call(def, args, wanted)),
        }
    }

    /// A demand on the integer that a definition returns for these.
    fn function(
        &mut self,
        def: u32,
        args: Vec<Value>,
        demand: &mut dyn FnMut(&mut Self, Sum) -> Reduced<Form>,
    ) -> Reduced<Form> {
        let body = self.body(def, &args)?;
        if args.iter().all(Value::is_ground) {
            let Value::Int(n) = self.eval.call(def, Vec::new(), args)? else {
                return Err(Halt::Indivisible);
            };
            return demand(self, Sum::constant(n));
        }
        match body {
            Some((body, locals)) => {
                self.cases(body, &DemandScope { locals: &locals, bound: &[], nu: None }, demand)
            }
            None => demand(self, Sum::atom(Atom::Call(def, args))),
        }
    }

    fn same(&self, a: &Value, b: &Value, wanted: bool) -> Form {
        match (a, b) {
            _ if a == b => Form::Known(wanted),
            (Value::Ctor(x), Value::Ctor(y)) if x.tag == y.tag && x.fields.len() == y.fields.len() => {
                let fields = x.fields.iter().zip(&y.fields).map(|(f, g)| self.same(f, g, wanted));
                if wanted {
                    fields.fold(Form::Known(true), Form::and)
                } else {
                    fields.fold(Form::Known(false), Form::or)
                }
            }
            (Value::Hole(_), _) | (_, Value::Hole(_)) => Form::Same(a.clone(), b.clone(), wanted),
            _ => Form::Known(!wanted),
        }
    }

    /// A demand again, after a part became known.
    pub fn again(&mut self, form: &Form, hole: u32, by: &Value) -> Reduced<Form> {
        let fill = |values: &[Value]| -> Vec<Value> { values.iter().map(|v| v.fill(hole, by)).collect() };
        Ok(match form {
            Form::Known(_) => form.clone(),
            Form::And(a, b) => {
                let a = self.again(a, hole, by)?;
                if a == Form::Known(false) { a } else { Form::and(a, self.again(b, hole, by)?) }
            }
            Form::Or(a, b) => {
                let a = self.again(a, hole, by)?;
                if a == Form::Known(true) { a } else { Form::or(a, self.again(b, hole, by)?) }
            }
            Form::Same(a, b, wanted) => self.same(&a.fill(hole, by), &b.fill(hole, by), *wanted),
            Form::Call(def, args, wanted) => self.predicate(*def, fill(args), *wanted)?,
            Form::AtMost(sum) => self.sum_again(sum, 0, Sum::constant(sum.constant), hole, by)?,
        })
    }

    /// The terms of a sum from `next` on again, added to what the others became.
    fn sum_again(&mut self, sum: &Sum, next: usize, so_far: Sum, hole: u32, by: &Value) -> Reduced<Form> {
        let Some((atom, c)) = sum.terms.get(next) else { return Ok(self.at_most(so_far)) };
        let mut go_on = |this: &mut Self, term: Sum| {
            let so_far = so_far.plus(&term, *c).ok_or(Halt::Indivisible)?;
            this.sum_again(sum, next + 1, so_far, hole, by)
        };
        match atom {
            Atom::Hole(h) if *h == hole => match by {
                Value::Int(n) => go_on(self, Sum::constant(*n)),
                Value::Hole(other) => go_on(self, Sum::atom(Atom::Hole(*other))),
                _ => Err(Halt::Indivisible),
            },
            Atom::Hole(_) => go_on(self, Sum::atom(atom.clone())),
            Atom::Call(def, args) => {
                let args = args.iter().map(|v| v.fill(hole, by)).collect();
                self.function(*def, args, &mut go_on)
            }
        }
    }

    /// `sum <= 0`, decided where its range decides it.
    fn at_most(&mut self, sum: Sum) -> Form {
        if self.end(&sum, true).is_some_and(|high| high <= 0) {
            return Form::Known(true);
        }
        if self.end(&sum, false).is_some_and(|low| low > 0) {
            return Form::Known(false);
        }
        Form::AtMost(sum)
    }

    /// The largest value of a sum, or the smallest.
    fn end(&mut self, sum: &Sum, largest: bool) -> Option<i128> {
        let mut end = i128::from(sum.constant);
        for (atom, c) in &sum.terms {
            end += self.end_of_term(atom, *c, largest)?;
        }
        Some(end)
    }

    pub fn end_of_term(&mut self, atom: &Atom, c: i64, largest: bool) -> Option<i128> {
        let (low, high) = match atom {
            Atom::Hole(_) => (Some(self.ints.0), Some(self.ints.1)),
            Atom::Call(def, args) => self.eval.range_of_call(*def, args),
        };
        let end = if largest == (c > 0) { high } else { low };
        Some(i128::from(end?) * i128::from(c))
    }
}

/// `if yes then a else b`, where `no` is the contrary of `yes`. That the larger of two sums is at
/// most 0 means that both are, and that the smaller is, that one of them is: demands that come
/// apart where the conditional does not.
fn conditional(yes: Form, no: Form, a: Form, b: Form) -> Form {
    if let (Form::And(a1, a2), Form::And(b1, b2)) = (&a, &b) {
        let part = |a: &Form, b: &Form| conditional(yes.clone(), no.clone(), a.clone(), b.clone());
        return Form::and(part(a1, b1), part(a2, b2));
    }
    if let (Form::AtMost(difference), Form::AtMost(x), Form::AtMost(y)) = (&yes, &a, &b)
        && let Some(factor) = factor_between(difference, x, y)
    {
        return if factor < 0 { Form::and(a, b) } else { Form::or(a, b) };
    }
    Form::or(Form::and(yes, a), Form::and(no, b))
}

/// The `c` for which `x - y = c * (d - s)` with `s` 0 or 1. If it is negative, `d <= 0` chooses
/// the larger of `x` and `y`, and if it is positive the smaller.
fn factor_between(d: &Sum, x: &Sum, y: &Sum) -> Option<i64> {
    let apart = x.plus(y, -1)?;
    let (atom, over) = d.terms.first()?;
    let (_, c) = apart.terms.iter().find(|(a, _)| a == atom)?;
    let factor = (c % over == 0).then_some(c / over)?;
    let rest = apart.plus(d, factor.checked_neg()?)?;
    let shift_fits = rest.constant == 0 || rest.constant == factor.checked_neg()?;
    (rest.terms.is_empty() && shift_fits && factor != 0).then_some(factor)
}
