//! What each primitive operation can produce: the table behind rule TAppOp.
//!
//! Integers are mathematical ones; OCaml's wrap around at 63 bits, which `docs/TRUST.md` lists
//! among the things to believe.

use crate::arena::{Arena, BOOL_SORT, Bin, Expr, ExprId, FALSITY, INT, Info, Quant, Sort, SortId, TRUTH};
use crate::load::Loaded;
use crate::reject::Why;
use crate::tables::Prim;

/// The result sort of an operation, and the formula about `Nu` that says what it can produce. The
/// operands are in scope; that they are integers where they have to be is for the arena to see.
pub fn coverage(arena: &mut Arena, loaded: &Loaded, prim: &Prim) -> Result<(SortId, ExprId), Why> {
    let nu = arena.mk(Expr::Nu(INT))?;
    Ok(match *prim {
        Prim::IntGen => (INT, TRUTH),
        Prim::BoolGen => (BOOL_SORT, TRUTH),
        Prim::NatGen => {
            let zero = arena.int(0)?;
            (INT, arena.bin(Bin::Le, zero, nu)?)
        }
        Prim::IntRange(low, high) => {
            let low = arena.bin(Bin::Le, loaded.expr(low)?, nu)?;
            let high = arena.bin(Bin::Le, nu, loaded.expr(high)?)?;
            (INT, arena.and(low, high)?)
        }
        Prim::OpaqueGen(s) => match loaded.sort(s)? {
            s if matches!(arena.sort(s), Sort::Opaque(_)) => (s, TRUTH),
            _ => return Err(Why::BadPrimitive),
        },
        Prim::Div(a, b) | Prim::Mod(a, b) => {
            let (a, b, quotient) = (loaded.expr(a)?, loaded.expr(b)?, matches!(prim, Prim::Div(..)));
            (INT, division(arena, nu, a, b, quotient)?)
        }
        Prim::Eval(e) => {
            let e = loaded.expr(e)?;
            // SOUNDNESS: a program can only run a test that can be decided. A term can always be
            // computed: its conditions are decidable and definitions are total.
            match arena.info(e) {
                Info { sort: Some(sort), .. } => {
                    let nu = arena.mk(Expr::Nu(sort))?;
                    (sort, arena.eq(nu, e)?)
                }
                Info { decidable: true, .. } => {
                    let nu = arena.mk(Expr::Nu(BOOL_SORT))?;
                    let yes = arena.is_true(nu)?;
                    (BOOL_SORT, arena.bin(Bin::Iff, yes, e)?)
                }
                _ => return Err(Why::BadPrimitive),
            }
        }
    })
}

/// OCaml's `/` and `mod`, which round toward zero while the logic's `Div` rounds down.
fn division(arena: &mut Arena, nu: ExprId, a: ExprId, b: ExprId, quotient: bool) -> Result<ExprId, Why> {
    let zero = arena.int(0)?;
    let minus_a = arena.bin(Bin::Sub, zero, a)?;
    if let Expr::Int(k) = *arena.expr(b)
        && let Some(k_abs) = k.checked_abs()
    {
        if k == 0 {
            return Ok(FALSITY);
        }
        // Of |a|, divided by |k|, with the sign put back.
        let mut of = |x| arena.mk(if quotient { Expr::Div(x, k_abs) } else { Expr::Mod(x, k_abs) });
        let (up, down) = (of(a)?, of(minus_a)?);
        let (minus_up, minus_down) = (arena.bin(Bin::Sub, zero, up)?, arena.bin(Bin::Sub, zero, down)?);
        let (up, down) = if quotient && k < 0 { (minus_up, down) } else { (up, minus_down) };
        let not_negative = arena.bin(Bin::Le, zero, a)?;
        let value = arena.mk(Expr::Ite(not_negative, up, down))?;
        return arena.eq(nu, value);
    }
    // b <> 0 && exists o. a = b*q + r && r has a's sign && |r| < |b|, where nu is one of q, r.
    let other = arena.mk(Expr::Bound(0, INT))?;
    let (q, r) = if quotient { (nu, other) } else { (other, nu) };
    let minus_b = arena.bin(Bin::Sub, zero, b)?;
    let mut bin = |op, x, y| arena.bin(op, x, y);
    let product = bin(Bin::Mul, b, q)?;
    let sum = bin(Bin::Add, product, r)?;
    let exact = bin(Bin::Eq, a, sum)?;
    let mut both = |op, (x, y), (z, w)| {
        let (left, right) = (bin(op, x, y)?, bin(op, z, w)?);
        bin(Bin::And, left, right)
    };
    let (up, down) = (both(Bin::Le, (zero, a), (zero, r))?, both(Bin::Le, (a, zero), (r, zero))?);
    let (positive, negative) = (both(Bin::Lt, (minus_b, r), (r, b))?, both(Bin::Lt, (b, r), (r, minus_b))?);
    let (sign, small) = (bin(Bin::Or, up, down)?, bin(Bin::Or, positive, negative)?);
    let body = bin(Bin::And, sign, small)?;
    let body = bin(Bin::And, exact, body)?;
    let is_zero = bin(Bin::Eq, b, zero)?;
    let (not_zero, some) = (arena.not(is_zero)?, arena.mk(Expr::Quant(Quant::Exists, INT, body))?);
    arena.and(not_zero, some)
}
