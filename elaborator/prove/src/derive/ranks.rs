//! The rank of a recursive function that states neither a measure nor a rank.
//!
//! Where no parameter decreases, what decreases is the value that is still to be made: the distance
//! of an integer from its bound or from 0, or the size of a structure. A wrong guess costs nothing
//! but the search: the conditions of the rank rule fail, as they would for a wrong annotation.

use crate::search::match_sort;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, INT, Sort};
use covenant_kernel::tables::{DefRef, Statement};
use covenant_kernel::types::FunType;
use std::sync::Arc;

/// A rank for the values of a function, from its claim and the definitions it mentions.
pub(super) fn guess(arena: &mut Arena, statement: &Statement, t: &FunType) -> Option<ExprId> {
    let nu = arena.mk(Expr::Nu(t.result)).ok()?;
    match arena.sort(t.result) {
        Sort::Int => distance(arena, t.ensures, nu),
        Sort::Data(..) => size(arena, statement, nu),
        Sort::Abstract(_) | Sort::Opaque(_) => None,
    }
}

/// `v - c` for a conjunct `c <= v` or `c < v` of the claim, `c - v` for an upper bound, the absolute
/// value if there is no bound.
fn distance(arena: &mut Arena, ensures: ExprId, nu: ExprId) -> Option<ExprId> {
    let mut conjuncts = vec![ensures];
    while let Some(f) = conjuncts.pop() {
        match *arena.expr(f) {
            Expr::Bin(Bin::And, a, b) => conjuncts.extend([b, a]),
            Expr::Bin(Bin::Le | Bin::Lt, bound, v) if v == nu && !arena.info(bound).nu => {
                return match arena.expr(bound) {
                    Expr::Int(0) => Some(nu),
                    _ => arena.bin(Bin::Sub, nu, bound).ok(),
                };
            }
            Expr::Bin(Bin::Le | Bin::Lt, v, bound) if v == nu && !arena.info(bound).nu => {
                return arena.bin(Bin::Sub, bound, nu).ok();
            }
            _ => {}
        }
    }
    let zero = arena.int(0).ok()?;
    let (not_negative, minus) = (arena.bin(Bin::Le, zero, nu).ok()?, arena.bin(Bin::Sub, zero, nu).ok()?);
    arena.mk(Expr::Ite(not_negative, nu, minus)).ok()
}

/// The first definition that takes such a value alone and gives an integer.
fn size(arena: &mut Arena, statement: &Statement, nu: ExprId) -> Option<ExprId> {
    let sort = arena.sort_of(nu)?;
    for (def, d) in statement.defs.iter().zip((0..).map(DefRef)) {
        let signature = arena.def_sig(d)?.clone();
        let ([param], Some(result)) = (&signature.params[..], signature.result) else { continue };
        let mut found = vec![None; usize::try_from(def.sort_params).ok()?];
        if result != INT || !match_sort(arena, *param, sort, &mut found) {
            continue;
        }
        if let Some(sorts) = found.into_iter().collect::<Option<Vec<_>>>() {
            return arena.mk(Expr::Fn(d, Arc::from(sorts), Arc::from([nu]))).ok();
        }
    }
    None
}
