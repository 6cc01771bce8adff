//! Terms and functions that the tables of the rules talk about.

use crate::builder::Builder;
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::*;

/// `v = n`, for the value spoken about.
pub fn is(b: &Builder, n: i64) -> ExprRef {
    b.eq(b.nu(b.int_sort()), b.int(n))
}

/// Judges a closed integer term.
pub fn judge(b: &Builder, e: CoreRef, phi: ExprRef, node: NodeRef) -> Verdict {
    b.judge(e, b.int_sort(), phi, node)
}

/// `() -> int`.
pub fn thunk(b: &Builder) -> TypeRef {
    b.arrow(&[], b.int_sort())
}

/// `(int) -> int`.
pub fn int_to_int(b: &Builder) -> TypeRef {
    b.arrow(&[b.any(b.int_sort())], b.int_sort())
}

/// The library function `pos : (x:{v:int | 0 <= v}) -> [v:int | v = x]`.
pub fn pos(b: &Builder) -> FunRef {
    let int = b.int_sort();
    let same = b.eq(b.nu(int), b.bound(0, int));
    let claim = b.fun_type(&[ParamRow::Base(int, b.le(b.int(0), b.nu(int)))], int, same);
    b.fun_global(b.library(claim), &[])
}

/// `let x = int_gen () in x`.
pub fn any_then_return(b: &Builder) -> CoreRef {
    b.let_e(b.op(Prim::IntGen), b.ret(b.local(0, b.int_sort())))
}

/// `exists x. true && v = x`.
pub fn some_x(b: &Builder) -> ExprRef {
    let int = b.int_sort();
    b.exists(int, b.and(b.truth(), b.eq(b.nu(int), b.bound(0, int))))
}

/// `let f = (fun () -> int_gen ()) in f ()`.
pub fn local_function(b: &Builder) -> CoreRef {
    let arrow = thunk(b);
    let f = b.lam(arrow, b.op(Prim::IntGen));
    b.let_v(f, b.app(b.fun_var(0), &[]))
}
