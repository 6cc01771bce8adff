//! What a core term or an expression consists of, one level down.

use covenant_kernel::tables::{ArgRow, CoreRef, CoreRow, ExprRef, ExprRow, FunRef, SortRef};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// The expressions, terms and function values that a core term mentions itself.
#[derive(Default)]
pub struct Parts {
    /// Base values, and expressions that are computed.
    pub exprs: Vec<ExprRef>,
    /// Terms.
    pub cores: Vec<CoreRef>,
    /// Function values; their bodies are not looked into.
    pub funs: Vec<FunRef>,
}

impl Parts {
    /// The parts of a term.
    #[must_use]
    pub fn of(core: &CoreRow) -> Parts {
        let mut parts = Parts::default();
        match core {
            CoreRow::Ret(e) => parts.exprs.push(*e),
            CoreRow::Err(_) => {}
            CoreRow::LetE(a, b) => parts.cores.extend([*a, *b]),
            CoreRow::LetV(f, body) => {
                parts.funs.push(*f);
                parts.cores.push(*body);
            }
            CoreRow::Op(prim) => parts.exprs.extend(prim.operands()),
            CoreRow::App(f, args) => {
                parts.funs.push(*f);
                for arg in args {
                    match arg {
                        ArgRow::Base(e) => parts.exprs.push(*e),
                        ArgRow::Fun(g) => parts.funs.push(*g),
                    }
                }
            }
            CoreRow::Match(e, branches) => {
                parts.exprs.push(*e);
                parts.cores.extend(branches.iter().map(|b| b.body));
            }
        }
        parts
    }
}

/// The sorts and expressions that a row mentions.
pub fn expr_parts(row: &ExprRow) -> (Vec<SortRef>, Vec<ExprRef>) {
    let (mut sorts, mut exprs) = (Vec::new(), Vec::new());
    let sort = |sort| {
        sorts.push(sort);
        Ok::<_, Infallible>(())
    };
    let Ok(_) = row.map(sort, |expr, _| {
        exprs.push(expr);
        Ok(())
    });
    (sorts, exprs)
}

/// The variables that expressions mention, with their sorts.
pub fn locals_of(exprs: &[ExprRow], of: impl IntoIterator<Item = ExprRef>) -> BTreeMap<u32, SortRef> {
    let mut found = BTreeMap::new();
    let (mut seen, mut pending) = (BTreeSet::new(), of.into_iter().collect::<Vec<_>>());
    while let Some(e) = pending.pop() {
        let Some(row) = exprs.get(e.0 as usize).filter(|_| seen.insert(e)) else { continue };
        if let ExprRow::Local(level, sort) = row {
            found.insert(*level, *sort);
        }
        pending.extend(expr_parts(row).1);
    }
    found
}
