//! Function values and types that the tables of the rules for functions talk about.

use crate::builder::Builder;
use covenant_kernel::check::Verdict;
use covenant_kernel::tables::*;

pub fn int_to_int(b: &Builder) -> TypeRef {
    b.arrow(&[b.any(b.int_sort())], b.int_sort())
}

/// `{v:int | 0 <= v}`.
pub fn natural(b: &Builder) -> ParamRow {
    ParamRow::Base(b.int_sort(), b.le(b.int(0), b.nu(b.int_sort())))
}

/// `v = n`.
pub fn is(b: &Builder, n: i64) -> ExprRef {
    b.eq(b.nu(b.int_sort()), b.int(n))
}

/// `v = x`, for the only parameter.
pub fn same(b: &Builder) -> ExprRef {
    b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort()))
}

/// A library function `(x:{0 <= v}) -> [v = x]`.
pub fn pos(b: &Builder) -> FunRef {
    let claim = b.fun_type(&[natural(b)], b.int_sort(), same(b));
    b.fun_global(b.library(claim), &[])
}

/// Claims a type for a function value.
pub fn claim(b: &Builder, t: TypeRef, f: FunRef, node: NodeRef) -> Verdict {
    b.global(t, f, node);
    b.check()
}

/// `fun (x:int) -> x`.
pub fn identity(b: &Builder) -> FunRef {
    b.lam(int_to_int(b), b.ret(b.local(0, b.int_sort())))
}

/// A library function `forall 'a. (x:'a) -> [v = x]`, at sorts.
pub fn polymorphic(b: &Builder, at: &[SortRef]) -> FunRef {
    let a = b.abstract_sort(0);
    let t = b.fun_type(&[b.any(a)], a, b.eq(b.nu(a), b.bound(0, a)));
    let row = GlobalRow { name: "id".into(), sort_params: 1, preds: vec![], claim: t, body: None };
    b.fun_global(b.global_row(row, None), at)
}
