//! What each primitive operation can produce: the table behind rule TAppOp.
//!
//! Integers are mathematical ones; OCaml's wrap around at 63 bits, which `docs/TRUST.md` lists
//! among the things to believe.

use crate::arena::{Arena, Args, Bin, Expr, ExprId, Quant, Sort, SortId, Sorts};
use crate::load::Loaded;
use crate::reject::Why;
use crate::tables::Prim;

/// The result sort of a primitive at arguments of these sorts.
pub fn result_sort(arena: &mut Arena, loaded: &Loaded, prim: &Prim, args: &[ExprId]) -> Result<SortId, Why> {
    let sorts =
        args.iter().map(|&a| arena.sort_of(a).ok_or(Why::SortMismatch)).collect::<Result<Vec<_>, _>>()?;
    let (int, bool) = (arena.int_sort(), arena.bool_sort());
    let (expected, result): (Vec<SortId>, SortId) = match prim {
        Prim::IntGen | Prim::NatGen => (vec![], int),
        Prim::BoolGen => (vec![], bool),
        Prim::OpaqueGen(s) => {
            let s = loaded.sort(*s)?;
            if !matches!(arena.sort(s), Sort::Opaque(_)) {
                return Err(Why::BadPrimitive);
            }
            (vec![], s)
        }
        Prim::IntRange | Prim::Add | Prim::Sub | Prim::Mul | Prim::Div | Prim::Mod => (vec![int, int], int),
        Prim::Neg => (vec![int], int),
        Prim::Eq => {
            let sort = *sorts.first().ok_or(Why::BadPrimitive)?;
            (vec![sort, sort], bool)
        }
        Prim::Le | Prim::Lt => (vec![int, int], bool),
        Prim::Not => (vec![bool], bool),
        Prim::And | Prim::Or => (vec![bool, bool], bool),
        Prim::Def(d, at) => {
            let sig = arena.def_at(*d, &loaded.sort_list(at)?).map_err(|_| Why::BadPrimitive)?;
            // SOUNDNESS: a program can only run a test that can be decided.
            if sig.result.is_none() && !sig.decidable {
                return Err(Why::BadPrimitive);
            }
            (sig.params, sig.result.unwrap_or(bool))
        }
    };
    if sorts == expected { Ok(result) } else { Err(Why::BadPrimitive) }
}

/// The formula about `Nu` that says what the operation can produce. The arguments have the
/// right sorts already.
pub fn coverage(arena: &mut Arena, loaded: &Loaded, prim: &Prim, args: &[ExprId]) -> Result<ExprId, Why> {
    let result = result_sort(arena, loaded, prim, args)?;
    let nu = arena.mk(Expr::Nu(result))?;
    let arg = |i: usize| args.get(i).copied().ok_or(Why::BadPrimitive);
    match prim {
        Prim::IntGen | Prim::BoolGen | Prim::OpaqueGen(_) => Ok(arena.truth()),
        Prim::NatGen => {
            let zero = arena.int(0)?;
            arena.bin(Bin::Le, zero, nu)
        }
        Prim::IntRange => {
            let (low, high) = (arena.bin(Bin::Le, arg(0)?, nu)?, arena.bin(Bin::Le, nu, arg(1)?)?);
            arena.and(low, high)
        }
        Prim::Add => equals(arena, nu, Bin::Add, arg(0)?, arg(1)?),
        Prim::Sub => equals(arena, nu, Bin::Sub, arg(0)?, arg(1)?),
        Prim::Mul => equals(arena, nu, Bin::Mul, arg(0)?, arg(1)?),
        Prim::Neg => {
            let zero = arena.int(0)?;
            equals(arena, nu, Bin::Sub, zero, arg(0)?)
        }
        Prim::Div => division(arena, nu, arg(0)?, arg(1)?, true),
        Prim::Mod => division(arena, nu, arg(0)?, arg(1)?, false),
        Prim::Eq => decides(arena, nu, Expr::Bin(Bin::Eq, arg(0)?, arg(1)?)),
        Prim::Le => decides(arena, nu, Expr::Bin(Bin::Le, arg(0)?, arg(1)?)),
        Prim::Lt => decides(arena, nu, Expr::Bin(Bin::Lt, arg(0)?, arg(1)?)),
        Prim::Not => {
            let test = arena.is_true(arg(0)?)?;
            decides(arena, nu, Expr::Not(test))
        }
        Prim::And | Prim::Or => {
            let (a, b) = (arena.is_true(arg(0)?)?, arena.is_true(arg(1)?)?);
            let op = if matches!(prim, Prim::And) { Bin::And } else { Bin::Or };
            decides(arena, nu, Expr::Bin(op, a, b))
        }
        Prim::Def(d, at) => {
            let at: Sorts = loaded.sort_list(at)?.into();
            let call = Expr::Fn(*d, at, Args::from(args));
            let id = arena.mk(call.clone())?;
            if arena.sort_of(id).is_some() { arena.eq(nu, id) } else { decides(arena, nu, call) }
        }
    }
}

/// `nu = a op b`.
fn equals(arena: &mut Arena, nu: ExprId, op: Bin, a: ExprId, b: ExprId) -> Result<ExprId, Why> {
    let value = arena.bin(op, a, b)?;
    arena.eq(nu, value)
}

/// `nu = true <=> test`.
fn decides(arena: &mut Arena, nu: ExprId, test: Expr) -> Result<ExprId, Why> {
    let (yes, test) = (arena.is_true(nu)?, arena.mk(test)?);
    arena.bin(Bin::Iff, yes, test)
}

/// OCaml's `/` and `mod`, which round toward zero while the logic's `Div` rounds down.
fn division(arena: &mut Arena, nu: ExprId, a: ExprId, b: ExprId, quotient: bool) -> Result<ExprId, Why> {
    let zero = arena.int(0)?;
    if let Expr::Int(k) = *arena.expr(b)
        && let Some(k_abs) = k.checked_abs()
    {
        if k == 0 {
            return Ok(arena.falsity());
        }
        // Of |a|, divided by |k|, with the sign put back.
        let minus_a = arena.bin(Bin::Sub, zero, a)?;
        let mut of = |x| arena.mk(if quotient { Expr::Div(x, k_abs) } else { Expr::Mod(x, k_abs) });
        let (up, down) = (of(a)?, of(minus_a)?);
        let (minus_up, minus_down) = (arena.bin(Bin::Sub, zero, up)?, arena.bin(Bin::Sub, zero, down)?);
        let not_negative = arena.bin(Bin::Le, zero, a)?;
        let value = if quotient && k < 0 {
            arena.mk(Expr::Ite(not_negative, minus_up, down))?
        } else {
            arena.mk(Expr::Ite(not_negative, up, minus_down))?
        };
        return arena.eq(nu, value);
    }
    // b <> 0 && exists o. a = b*q + r && r has a's sign && |r| < |b|, where nu is one of q, r.
    let int = arena.int_sort();
    let other = arena.mk(Expr::Bound(0, int))?;
    let (q, r) = if quotient { (nu, other) } else { (other, nu) };
    let product = arena.bin(Bin::Mul, b, q)?;
    let sum = arena.bin(Bin::Add, product, r)?;
    let exact = arena.eq(a, sum)?;
    let mut both = |p: (ExprId, Bin, ExprId), q: (ExprId, Bin, ExprId)| {
        let (p, q) = (arena.bin(p.1, p.0, p.2)?, arena.bin(q.1, q.0, q.2)?);
        arena.and(p, q)
    };
    let up = both((zero, Bin::Le, a), (zero, Bin::Le, r))?;
    let down = both((a, Bin::Le, zero), (r, Bin::Le, zero))?;
    let sign = arena.bin(Bin::Or, up, down)?;
    let minus_b = arena.bin(Bin::Sub, zero, b)?;
    let mut between = |low, high| {
        let (low, high) = (arena.bin(Bin::Lt, low, r)?, arena.bin(Bin::Lt, r, high)?);
        arena.and(low, high)
    };
    let (positive, negative) = (between(minus_b, b)?, between(b, minus_b)?);
    let small = arena.bin(Bin::Or, positive, negative)?;
    let body = arena.and(sign, small)?;
    let body = arena.and(exact, body)?;
    let some = arena.mk(Expr::Quant(Quant::Exists, int, body))?;
    let is_zero = arena.eq(b, zero)?;
    let not_zero = arena.not(is_zero)?;
    arena.and(not_zero, some)
}
