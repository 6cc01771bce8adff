//! All values of a sort within bounds at once, and terms and formulas on them, as Z3 terms.
//!
//! A value of a datatype is a *union*: for each constructor a guard and the fields that the value
//! has if the guard holds. Where the constructor is not known the guards are choice variables; a
//! constructor that a formula mentions is a union of one. Definitions are unfolded along the
//! unions, so a recursive one is gone when the union ends, and Z3 sees integers, booleans and
//! conditionals only.

use covenant_kernel::tables::{BOOL, Bin, DefBody, ExprRef, ExprRow, Quant, SortRow};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;
use z3::ast::{Bool, Int, exists_const, forall_const};

use super::Untranslated;
use covenant_execute::program::{Program, Sort};
use covenant_execute::value::Value;

/// A value of which the solver chooses the unknown parts.
#[derive(Clone)]
pub(super) enum Sym {
    Int(Int),
    Bool(Bool),
    /// The number of an element of a finite set.
    Atom(Int),
    Data(Rc<Union>),
}

/// A value of a datatype other than `bool`.
pub(super) struct Union {
    /// Two unions with one number are one union.
    number: u32,
    pub data: u32,
    /// By tag; none for a constructor that the value cannot have.
    pub options: Vec<Option<Alternative>>,
}

/// What holds if the value has a certain constructor.
pub(super) struct Alternative {
    pub guard: Bool,
    pub fields: Vec<Sym>,
}

/// Variables in scope of an expression.
#[derive(Clone, Default)]
pub(super) struct Environment {
    pub locals: Vec<Sym>,
    pub bound: Vec<Sym>,
    pub nu: Option<Sym>,
    pub sorts: Vec<Sort>,
}

/// What identifies a value in the table of calls.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Int(Int),
    Bool(Bool),
    Union(u32),
}

/// Finite sorts of at most so many values are written out under a quantifier.
const MOST_ELEMENTS: usize = 64;
/// Calls, choices and conditionals before a spec counts as too large to be written out.
const MOST_WORK: u32 = 400_000;

/// Writes values and formulas as Z3 terms.
pub(super) struct Translator<'a> {
    program: Program<'a>,
    /// For each predicate variable, the argument lists that satisfy it.
    predicates: Vec<Vec<Vec<Value>>>,
    ints: RangeInclusive<i64>,
    calls: HashMap<(u32, Vec<Sort>, Vec<Key>), Sym>,
    unions: u32,
    work: u32,
    /// What holds of the choice variables and integers of unknown values.
    pub constraints: Vec<Bool>,
}

type Translated<T> = Result<T, Untranslated>;

impl<'a> Translator<'a> {
    pub fn new(
        program: Program<'a>,
        predicates: Vec<Vec<Vec<Value>>>,
        ints: RangeInclusive<i64>,
    ) -> Translator<'a> {
        let (calls, constraints) = (HashMap::new(), Vec::new());
        Translator { program, predicates, ints, calls, unions: 0, work: 0, constraints }
    }

    fn step(&mut self) -> Translated<()> {
        self.work += 1;
        if self.work > MOST_WORK { Err(Untranslated::TooLarge) } else { Ok(()) }
    }

    fn union(&mut self, data: u32, options: Vec<Option<Alternative>>) -> Sym {
        self.unions += 1;
        Sym::Data(Rc::new(Union { number: self.unions, data, options }))
    }

    /// Any value of a sort, within a depth; `None` if there is none.
    pub fn unknown(&mut self, sort: &Sort, depth: u32) -> Translated<Option<Sym>> {
        self.step()?;
        let within = |this: &mut Self, low: i64, high: i64| {
            let n = Int::fresh_const("i");
            this.constraints.push(n.ge(Int::from_i64(low)));
            this.constraints.push(n.le(Int::from_i64(high)));
            n
        };
        match sort {
            Sort::Int if self.ints.is_empty() => Ok(None),
            Sort::Int => {
                let (low, high) = (*self.ints.start(), *self.ints.end());
                Ok(Some(Sym::Int(within(self, low, high))))
            }
            Sort::Finite(n) => Ok(Some(Sym::Atom(within(self, 0, i64::from(*n) - 1)))),
            Sort::Opaque(_) => Err(Untranslated::OpaqueSort),
            Sort::Data(BOOL, _) => Ok(Some(Sym::Bool(Bool::fresh_const("b")))),
            Sort::Data(data, args) => {
                let count = self.program.ctor_count(*data);
                // Tuples and records do not nest.
                let below = if count > 1 { depth.saturating_sub(1) } else { depth };
                let mut possible: Vec<Option<Vec<Sym>>> = Vec::new();
                for tag in 0..count {
                    let fields = self.program.ctor_fields(*data, tag);
                    let fits = fields.is_empty() || depth > 0;
                    possible.push(if fits { self.unknown_fields(fields, args, below)? } else { None });
                }
                Ok(self.choice(*data, possible))
            }
        }
    }

    fn unknown_fields(
        &mut self,
        fields: &[covenant_kernel::tables::SortRef],
        args: &[Sort],
        depth: u32,
    ) -> Translated<Option<Vec<Sym>>> {
        let mut all = Vec::with_capacity(fields.len());
        for field in fields {
            let sort = self.program.sort(*field, args);
            let Some(field) = self.unknown(&sort, depth)? else { return Ok(None) };
            all.push(field);
        }
        Ok(Some(all))
    }

    /// One choice variable per possible constructor, of which exactly one holds. Of two, the
    /// second is the negation of the first.
    fn choice(&mut self, data: u32, possible: Vec<Option<Vec<Sym>>>) -> Option<Sym> {
        let count = possible.iter().flatten().count();
        let guards: Vec<Bool> = match count {
            0 => return None,
            1 => vec![Bool::from_bool(true)],
            2 => {
                let first = Bool::fresh_const("c");
                vec![first.clone(), first.not()]
            }
            _ => {
                let guards: Vec<Bool> = (0..count).map(|_| Bool::fresh_const("c")).collect();
                let one: Vec<(&Bool, i32)> = guards.iter().map(|g| (g, 1)).collect();
                self.constraints.push(Bool::pb_eq(&one, 1));
                guards
            }
        };
        let mut guards = guards.into_iter();
        let options = possible
            .into_iter()
            .map(|fields| fields.and_then(|fields| Some(Alternative { guard: guards.next()?, fields })))
            .collect();
        Some(self.union(data, options))
    }

    /// A value that is known.
    pub fn known(&mut self, value: &Value) -> Translated<Sym> {
        Ok(match value {
            Value::Int(n) => Sym::Int(Int::from_i64(*n)),
            Value::Atom(n) => Sym::Atom(Int::from_i64(i64::from(*n))),
            Value::Ctor(node) => match value.as_bool() {
                Some(b) => Sym::Bool(Bool::from_bool(b)),
                None => {
                    let fields = node.fields.iter().map(|f| self.known(f)).collect::<Translated<_>>()?;
                    self.constructor(node.data, node.tag, fields)?
                }
            },
            Value::Literal(_) | Value::Other(_) => return Err(Untranslated::OpaqueSort),
            Value::Table(_) | Value::Hole(_) | Value::Sym { .. } => return Err(Untranslated::Malformed),
        })
    }

    fn constructor(&mut self, data: u32, tag: u32, fields: Vec<Sym>) -> Translated<Sym> {
        self.step()?;
        let mut options: Vec<Option<Alternative>> =
            (0..self.program.ctor_count(data)).map(|_| None).collect();
        let option = options.get_mut(tag as usize).ok_or(Untranslated::Malformed)?;
        *option = Some(Alternative { guard: Bool::from_bool(true), fields });
        Ok(self.union(data, options))
    }

    fn term(&mut self, e: ExprRef, scope: &mut Environment) -> Translated<Sym> {
        Ok(match self.program.expr(e) {
            ExprRow::Bound(i, _) => {
                let place = scope.bound.len().checked_sub(*i as usize + 1);
                place.and_then(|p| scope.bound.get(p)).cloned().ok_or(Untranslated::Malformed)?
            }
            ExprRow::Local(l, _) => scope.locals.get(*l as usize).cloned().ok_or(Untranslated::Malformed)?,
            ExprRow::Nu(_) => scope.nu.clone().ok_or(Untranslated::Malformed)?,
            ExprRow::Int(n) => Sym::Int(Int::from_i64(*n)),
            ExprRow::Literal(..) => return Err(Untranslated::OpaqueSort),
            ExprRow::Ctor(sort, tag, args) => {
                let SortRow::Data(data, _) = self.program.sort_row(*sort) else {
                    return Err(Untranslated::Malformed);
                };
                if *data == BOOL {
                    return Ok(Sym::Bool(Bool::from_bool(*tag == 1)));
                }
                let fields = args.iter().map(|a| self.term(*a, scope)).collect::<Translated<_>>()?;
                self.constructor(*data, *tag, fields)?
            }
            ExprRow::Fn(d, sorts, args) => {
                let args = args.iter().map(|a| self.term(*a, scope)).collect::<Translated<_>>()?;
                let sorts = sorts.iter().map(|s| self.program.sort(*s, &scope.sorts)).collect();
                self.call(d.0, sorts, args)?
            }
            ExprRow::Bin(Bin::Add, a, b) => Sym::Int(self.integer(*a, scope)? + self.integer(*b, scope)?),
            ExprRow::Bin(Bin::Sub, a, b) => Sym::Int(self.integer(*a, scope)? - self.integer(*b, scope)?),
            ExprRow::Bin(Bin::Mul, a, b) => Sym::Int(self.integer(*a, scope)? * self.integer(*b, scope)?),
            ExprRow::Div(a, k) => Sym::Int(self.integer(*a, scope)?.div(Int::from_i64(*k))),
            ExprRow::Mod(a, k) => Sym::Int(self.integer(*a, scope)?.modulo(Int::from_i64(*k))),
            ExprRow::Ite(c, a, b) => {
                let condition = self.formula(*c, scope)?;
                match condition.as_bool() {
                    Some(holds) => self.term(if holds { *a } else { *b }, scope)?,
                    None => {
                        let (a, b) = (self.term(*a, scope)?, self.term(*b, scope)?);
                        self.either(&condition, &a, &b)?
                    }
                }
            }
            _ => Sym::Bool(self.formula(e, scope)?),
        })
    }

    fn integer(&mut self, e: ExprRef, scope: &mut Environment) -> Translated<Int> {
        match self.term(e, scope)? {
            Sym::Int(n) => Ok(n),
            _ => Err(Untranslated::Malformed),
        }
    }

    /// A formula; what it says of parts that a value does not have is never asked.
    pub fn formula(&mut self, e: ExprRef, scope: &mut Environment) -> Translated<Bool> {
        Ok(match self.program.expr(e) {
            ExprRow::True => Bool::from_bool(true),
            ExprRow::False => Bool::from_bool(false),
            ExprRow::Bin(Bin::Eq, a, b) => {
                let (a, b) = (self.term(*a, scope)?, self.term(*b, scope)?);
                self.equal(&a, &b)?
            }
            ExprRow::Bin(Bin::Le, a, b) => self.integer(*a, scope)?.le(self.integer(*b, scope)?),
            ExprRow::Bin(Bin::Lt, a, b) => self.integer(*a, scope)?.lt(self.integer(*b, scope)?),
            ExprRow::Not(a) => not(&self.formula(*a, scope)?),
            ExprRow::Bin(Bin::And, a, b) => {
                let a = self.formula(*a, scope)?;
                if a.as_bool() == Some(false) { a } else { and(&a, &self.formula(*b, scope)?) }
            }
            ExprRow::Bin(Bin::Or, a, b) => {
                let a = self.formula(*a, scope)?;
                if a.as_bool() == Some(true) { a } else { or(&a, &self.formula(*b, scope)?) }
            }
            ExprRow::Bin(Bin::Imp, a, b) => {
                let a = not(&self.formula(*a, scope)?);
                if a.as_bool() == Some(true) { a } else { or(&a, &self.formula(*b, scope)?) }
            }
            ExprRow::Bin(Bin::Iff, a, b) => self.formula(*a, scope)?.iff(self.formula(*b, scope)?),
            ExprRow::Ite(c, a, b) => {
                let condition = self.formula(*c, scope)?;
                match condition.as_bool() {
                    Some(holds) => self.formula(if holds { *a } else { *b }, scope)?,
                    None => condition.ite(&self.formula(*a, scope)?, &self.formula(*b, scope)?),
                }
            }
            ExprRow::PredVar(p, args) => {
                let args = args.iter().map(|a| self.term(*a, scope)).collect::<Translated<Vec<_>>>()?;
                self.predicate(*p, &args)?
            }
            ExprRow::Quant(q, sort, body) => self.quantifier(*q == Quant::Forall, *sort, *body, scope)?,
            _ => match self.term(e, scope)? {
                Sym::Bool(b) => b,
                _ => return Err(Untranslated::Malformed),
            },
        })
    }

    fn predicate(&mut self, p: u32, args: &[Sym]) -> Translated<Bool> {
        let rows = self.predicates.get(p as usize).cloned().ok_or(Untranslated::PredicateVariable)?;
        let mut any = Bool::from_bool(false);
        for row in rows {
            let mut all = Bool::from_bool(true);
            for (value, arg) in row.iter().zip(args) {
                let value = self.known(value)?;
                all = and(&all, &self.equal(&value, arg)?);
            }
            any = or(&any, &all);
        }
        Ok(any)
    }

    fn quantifier(
        &mut self,
        forall: bool,
        sort: covenant_kernel::tables::SortRef,
        body: ExprRef,
        scope: &mut Environment,
    ) -> Translated<Bool> {
        let sort = self.program.sort(sort, &scope.sorts);
        if let Some(domain) = self.program.finite_domain(&sort, MOST_ELEMENTS) {
            let mut all = Bool::from_bool(forall);
            for value in domain {
                let value = self.known(&value)?;
                scope.bound.push(value);
                let instance = self.formula(body, scope);
                scope.bound.pop();
                all = if forall { and(&all, &instance?) } else { or(&all, &instance?) };
            }
            return Ok(all);
        }
        if sort != Sort::Int {
            return Err(Untranslated::Quantifier);
        }
        let any = Int::fresh_const("u");
        scope.bound.push(Sym::Int(any.clone()));
        let body = self.formula(body, scope);
        scope.bound.pop();
        let body = body?;
        Ok(match (body.as_bool(), forall) {
            (Some(_), _) => body,
            (None, true) => forall_const(&[&any], &[], &body),
            (None, false) => exists_const(&[&any], &[], &body),
        })
    }

    fn call(&mut self, def: u32, mut sorts: Vec<Sort>, args: Vec<Sym>) -> Translated<Sym> {
        self.step()?;
        let row = self.program.def(def);
        if row.decidable {
            // Without quantifiers the sorts make no difference.
            sorts.clear();
        }
        let keys = args
            .iter()
            .map(|arg| match arg {
                Sym::Int(n) | Sym::Atom(n) => Key::Int(n.clone()),
                Sym::Bool(b) => Key::Bool(b.clone()),
                Sym::Data(union) => Key::Union(union.number),
            })
            .collect();
        let key = (def, sorts, keys);
        if let Some(known) = self.calls.get(&key) {
            return Ok(known.clone());
        }
        let scope = Environment { locals: args, sorts: key.1.clone(), ..Environment::default() };
        let result = match &row.body {
            DefBody::Opaque => return Err(Untranslated::OpaqueDefinition),
            DefBody::Direct(body) => self.term(*body, &mut scope.clone())?,
            DefBody::Cases { on, cases } => {
                let alternatives: Vec<(Bool, usize, Vec<Sym>)> = match &scope.locals[*on as usize] {
                    Sym::Bool(b) => vec![(not(b), 0, Vec::new()), (b.clone(), 1, Vec::new())],
                    Sym::Data(union) => (0..)
                        .zip(&union.options)
                        .filter_map(|(tag, option)| {
                            option.as_ref().map(|o| (o.guard.clone(), tag, o.fields.clone()))
                        })
                        .collect(),
                    _ => return Err(Untranslated::Malformed),
                };
                let mut result: Option<Sym> = None;
                for (guard, tag, fields) in alternatives {
                    if guard.as_bool() == Some(false) {
                        continue;
                    }
                    let mut inner = scope.clone();
                    inner.locals.extend(fields);
                    let case = self.term(*cases.get(tag).ok_or(Untranslated::Malformed)?, &mut inner)?;
                    result = Some(match result {
                        None => case,
                        Some(others) => self.either(&guard, &case, &others)?,
                    });
                }
                result.ok_or(Untranslated::Malformed)?
            }
        };
        self.calls.insert(key, result.clone());
        Ok(result)
    }

    /// `if condition then a else b`.
    fn either(&mut self, condition: &Bool, a: &Sym, b: &Sym) -> Translated<Sym> {
        self.step()?;
        if let Some(holds) = condition.as_bool() {
            return Ok(if holds { a.clone() } else { b.clone() });
        }
        Ok(match (a, b) {
            (Sym::Int(a), Sym::Int(b)) => Sym::Int(if a == b { a.clone() } else { condition.ite(a, b) }),
            (Sym::Atom(a), Sym::Atom(b)) => Sym::Atom(if a == b { a.clone() } else { condition.ite(a, b) }),
            (Sym::Bool(a), Sym::Bool(b)) => Sym::Bool(if a == b { a.clone() } else { condition.ite(a, b) }),
            (Sym::Data(a), Sym::Data(b)) if a.number == b.number => Sym::Data(a.clone()),
            (Sym::Data(a), Sym::Data(b)) => {
                let mut options = Vec::new();
                for (x, y) in a.options.iter().zip(&b.options) {
                    options.push(match (x, y) {
                        (None, None) => None,
                        (Some(x), None) => {
                            Some(Alternative { guard: and(condition, &x.guard), fields: x.fields.clone() })
                        }
                        (None, Some(y)) => Some(Alternative {
                            guard: and(&not(condition), &y.guard),
                            fields: y.fields.clone(),
                        }),
                        (Some(x), Some(y)) => {
                            let fields = x
                                .fields
                                .iter()
                                .zip(&y.fields)
                                .map(|(f, g)| self.either(condition, f, g))
                                .collect::<Translated<_>>()?;
                            Some(Alternative { guard: condition.ite(&x.guard, &y.guard), fields })
                        }
                    });
                }
                self.union(a.data, options)
            }
            _ => return Err(Untranslated::Malformed),
        })
    }

    fn equal(&mut self, a: &Sym, b: &Sym) -> Translated<Bool> {
        self.step()?;
        Ok(match (a, b) {
            (Sym::Int(a), Sym::Int(b)) | (Sym::Atom(a), Sym::Atom(b)) => a.eq(b),
            (Sym::Bool(a), Sym::Bool(b)) => a.iff(b),
            (Sym::Data(a), Sym::Data(b)) if a.number == b.number => Bool::from_bool(true),
            (Sym::Data(a), Sym::Data(b)) => {
                let mut any = Bool::from_bool(false);
                for (x, y) in a.options.iter().zip(&b.options) {
                    let (Some(x), Some(y)) = (x, y) else { continue };
                    let mut same = and(&x.guard, &y.guard);
                    for (f, g) in x.fields.iter().zip(&y.fields) {
                        same = and(&same, &self.equal(f, g)?);
                    }
                    any = or(&any, &same);
                }
                any
            }
            _ => return Err(Untranslated::Malformed),
        })
    }
}

fn not(a: &Bool) -> Bool {
    a.as_bool().map_or_else(|| a.not(), |a| Bool::from_bool(!a))
}

fn and(a: &Bool, b: &Bool) -> Bool {
    match (a.as_bool(), b.as_bool()) {
        (Some(false), _) | (_, Some(true)) => a.clone(),
        (Some(true), _) | (_, Some(false)) => b.clone(),
        _ => a & b,
    }
}

fn or(a: &Bool, b: &Bool) -> Bool {
    match (a.as_bool(), b.as_bool()) {
        (Some(true), _) | (_, Some(false)) => a.clone(),
        (Some(false), _) | (_, Some(true)) => b.clone(),
        _ => a | b,
    }
}
