//! What Table 3 says about a program before it is checked: #Branch, Rec, #LVar, #UP.
//!
//! Counted on the core program of the kernel's statement, where the paper counts on its own
//! core language; both are in monadic normal form, but they do not name the same intermediate
//! values, so that #LVar is comparable in order of magnitude only.

use covenant_kernel::tables::*;
use std::collections::BTreeSet;

/// Size of the claimed function and of its claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceMetrics {
    /// Ends of control flow: a function without a match has one.
    pub branches: u64,
    /// Whether the function is recursive.
    pub recursive: bool,
    /// Variables bound by `let`.
    pub let_variables: u64,
    /// Different defined functions and predicates in the claim.
    pub predicates: u64,
}

/// The metrics of the function that a statement is about.
pub fn of_claim(statement: &Statement) -> SourceMetrics {
    let Some(global) = row(&statement.globals, statement.claim.0) else { return SourceMetrics::default() };
    let mut metrics = SourceMetrics { branches: 1, ..SourceMetrics::default() };
    let mut funs: Vec<FunRef> = global.body.into_iter().collect();
    let mut cores: Vec<CoreRef> = Vec::new();
    // Each row is visited once per use: the front end writes trees, in which that is once.
    loop {
        if let Some(fun) = funs.pop() {
            match row(&statement.funs, fun.0) {
                Some(FunRow::Fix(_, body)) => {
                    metrics.recursive = true;
                    cores.push(*body);
                }
                Some(FunRow::Lam(_, body)) => cores.push(*body),
                Some(FunRow::Var(..) | FunRow::Global(..)) | None => {}
            }
        } else if let Some(core) = cores.pop() {
            match row(&statement.cores, core.0) {
                Some(CoreRow::LetE(first, rest)) => {
                    metrics.let_variables += 1;
                    cores.extend([*first, *rest]);
                }
                Some(CoreRow::LetV(fun, rest)) => {
                    metrics.let_variables += 1;
                    funs.push(*fun);
                    cores.push(*rest);
                }
                Some(CoreRow::App(fun, args)) => {
                    funs.push(*fun);
                    funs.extend(args.iter().filter_map(|arg| match arg {
                        ArgRow::Fun(fun) => Some(*fun),
                        ArgRow::Base(_) => None,
                    }));
                }
                Some(CoreRow::Match(_, branches)) => {
                    metrics.branches += (branches.len() as u64).saturating_sub(1);
                    cores.extend(branches.iter().map(|branch| branch.body));
                }
                Some(CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(..)) | None => {}
            }
        } else {
            break;
        }
    }
    metrics.predicates = predicates(statement, global.claim);
    metrics
}

fn row<T>(table: &[T], index: u32) -> Option<&T> {
    table.get(usize::try_from(index).ok()?)
}

/// Different definitions that a type mentions.
fn predicates(statement: &Statement, claim: TypeRef) -> u64 {
    let (mut types, mut exprs, mut found) = (vec![claim], Vec::new(), BTreeSet::new());
    while let Some(claim) = types.pop() {
        let Some(claim) = row(&statement.types, claim.0) else { continue };
        exprs.extend([claim.requires, claim.ensures]);
        for param in &claim.params {
            match param {
                ParamRow::Base(_, qualifier) => exprs.push(*qualifier),
                ParamRow::Fun(inner) => types.push(*inner),
            }
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(expr) = exprs.pop() {
        if !seen.insert(expr) {
            continue;
        }
        let Some(row) = row(&statement.exprs, expr.0) else { continue };
        if let ExprRow::Fn(def, ..) = row {
            found.insert(*def);
        }
        row.for_children(|child, _| exprs.push(child));
    }
    found.len() as u64
}
