//! What expressions mean, evaluated: the yardstick of the property tests. Quantifiers range over
//! a small fixed domain, for which substitution laws hold as for any other.

use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, INT, Quant, SortId};
use std::collections::HashMap;

/// A value, or the truth of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Int(i128),
    Data(u32, Vec<Value>),
    Truth(bool),
}

impl Value {
    pub fn int(&self) -> i128 {
        match self {
            Value::Int(n) => *n,
            other => panic!("not an integer: {other:?}"),
        }
    }
    pub fn truth(&self) -> bool {
        match self {
            Value::Truth(b) => *b,
            other => panic!("not a formula: {other:?}"),
        }
    }
}

/// An interpretation of what is free.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub locals: HashMap<u32, Value>,
    /// Loose bound variables, the last being `Bound(0)`.
    pub bound: Vec<Value>,
    pub nu: Option<Value>,
    /// Chooses the interpretation of opaque functions and predicate variables.
    pub seed: u64,
}

/// An arbitrary function of values.
fn mix(seed: u64, head: u32, args: &[Value]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (seed, head, format!("{args:?}")).hash(&mut hasher);
    hasher.finish()
}

/// An opaque function of integers or lists; always an integer between -2 and 2.
pub fn opaque_function(seed: u64, def: u32, args: &[Value]) -> i128 {
    i128::from(mix(seed, def, args) % 5) - 2
}

/// A predicate variable.
pub fn opaque_predicate(seed: u64, p: u32, args: &[Value]) -> bool {
    mix(seed ^ 0x5555, p, args).is_multiple_of(2)
}

/// The value of an expression. Integer quantifiers range over -1, 0, 1.
pub fn value(arena: &Arena, e: ExprId, model: &mut Model) -> Value {
    let mut list = |args: &[ExprId]| args.iter().map(|&a| value(arena, a, model)).collect::<Vec<_>>();
    match arena.expr(e) {
        Expr::Bound(i, _) => model.bound[model.bound.len() - 1 - *i as usize].clone(),
        Expr::Local(l, _) => model.locals[l].clone(),
        Expr::Nu(_) => model.nu.clone().expect("a value"),
        Expr::Int(n) => Value::Int(i128::from(*n)),
        Expr::Literal(..) => panic!("no literals here"),
        Expr::Ctor(_, tag, args) => Value::Data(*tag, list(args)),
        Expr::Fn(d, _, args) => {
            let args = list(args);
            Value::Int(opaque_function(model.seed, d.0, &args))
        }
        Expr::PredVar(p, args) => {
            let args = list(args);
            Value::Truth(opaque_predicate(model.seed, *p, &args))
        }
        Expr::Bin(op, a, b) => {
            let (a, b) = (value(arena, *a, model), value(arena, *b, model));
            match op {
                Bin::Add => Value::Int(a.int() + b.int()),
                Bin::Sub => Value::Int(a.int() - b.int()),
                Bin::Mul => Value::Int(a.int() * b.int()),
                Bin::Eq => Value::Truth(a == b),
                Bin::Le => Value::Truth(a.int() <= b.int()),
                Bin::Lt => Value::Truth(a.int() < b.int()),
                Bin::And => Value::Truth(a.truth() && b.truth()),
                Bin::Or => Value::Truth(a.truth() || b.truth()),
                Bin::Imp => Value::Truth(!a.truth() || b.truth()),
                Bin::Iff => Value::Truth(a.truth() == b.truth()),
            }
        }
        Expr::Div(a, k) => Value::Int(value(arena, *a, model).int().div_euclid(i128::from(*k))),
        Expr::Mod(a, k) => Value::Int(value(arena, *a, model).int().rem_euclid(i128::from(*k))),
        Expr::Ite(c, a, b) => {
            let chosen = if value(arena, *c, model).truth() { a } else { b };
            value(arena, *chosen, model)
        }
        Expr::True => Value::Truth(true),
        Expr::False => Value::Truth(false),
        Expr::Not(a) => Value::Truth(!value(arena, *a, model).truth()),
        Expr::Quant(q, s, body) => {
            let mut each = |v: Value| {
                model.bound.push(v);
                let truth = value(arena, *body, model).truth();
                model.bound.pop();
                truth
            };
            let domain = domain(*s);
            Value::Truth(match q {
                Quant::Forall => domain.into_iter().all(&mut each),
                Quant::Exists => domain.into_iter().any(&mut each),
            })
        }
    }
}

/// What a quantifier ranges over.
fn domain(s: SortId) -> Vec<Value> {
    if s == INT { vec![Value::Int(-1), Value::Int(0), Value::Int(1)] } else { small_lists() }
}

/// Some lists of integers.
pub fn small_lists() -> Vec<Value> {
    let nil = Value::Data(0, vec![]);
    let cons = |h: i128, t: &Value| Value::Data(1, vec![Value::Int(h), t.clone()]);
    let (zero, one) = (cons(0, &nil), cons(1, &nil));
    vec![nil, zero.clone(), one.clone(), cons(1, &zero), cons(0, &one)]
}
