//! Renumbering of rows.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use covenant_kernel::tables::{
    ArgRow, BranchRow, CoreRow, DefBody, DefRef, ExprRef, ExprRow, FIRST_DATATYPE, FunRow, FunTypeRow,
    ParamRow, Prim, SortRef, SortRow, TypeRef,
};

/// Old numbers to new ones.
#[derive(Default)]
pub(super) struct Numbers {
    pub(super) sorts: BTreeMap<u32, u32>,
    pub(super) exprs: BTreeMap<u32, u32>,
    pub(super) defs: BTreeMap<u32, u32>,
    pub(super) types: BTreeMap<u32, u32>,
    pub(super) datatypes: BTreeMap<u32, u32>,
    pub(super) opaque: BTreeMap<u32, u32>,
    pub(super) literals: BTreeMap<u32, u32>,
}

impl Numbers {
    pub(super) fn sort(&self, old: SortRef) -> SortRef {
        SortRef(self.sorts.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    pub(super) fn sort_list(&self, old: &[SortRef]) -> Vec<SortRef> {
        old.iter().map(|sort| self.sort(*sort)).collect()
    }

    pub(super) fn expr(&self, old: ExprRef) -> ExprRef {
        ExprRef(self.exprs.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    pub(super) fn expr_list(&self, old: &[ExprRef]) -> Vec<ExprRef> {
        old.iter().map(|expr| self.expr(*expr)).collect()
    }

    pub(super) fn def(&self, old: DefRef) -> DefRef {
        DefRef(self.defs.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    pub(super) fn ty(&self, old: TypeRef) -> TypeRef {
        TypeRef(self.types.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    pub(super) fn sort_row(&self, row: &SortRow) -> SortRow {
        let Ok(mut row) = row.map(|sort| Ok::<_, Infallible>(self.sort(sort)));
        match &mut row {
            SortRow::Int | SortRow::Abstract(_) => {}
            SortRow::Opaque(index) => *index = self.opaque.get(index).copied().unwrap_or(u32::MAX),
            SortRow::Data(id, _) if *id < FIRST_DATATYPE => {}
            SortRow::Data(id, _) => *id = self.datatypes.get(id).copied().unwrap_or(u32::MAX),
        }
        row
    }

    pub(super) fn expr_row(&self, row: &ExprRow) -> ExprRow {
        let sort = |sort| Ok::<_, Infallible>(self.sort(sort));
        let Ok(mut row) = row.map(sort, |expr, _| Ok(self.expr(expr)));
        match &mut row {
            ExprRow::Literal(index, _) => *index = self.literals.get(index).copied().unwrap_or(u32::MAX),
            ExprRow::Fn(def, ..) => *def = self.def(*def),
            _ => {}
        }
        row
    }

    pub(super) fn type_row(&self, row: &FunTypeRow) -> FunTypeRow {
        FunTypeRow {
            params: row
                .params
                .iter()
                .map(|param| match param {
                    ParamRow::Base(sort, formula) => ParamRow::Base(self.sort(*sort), self.expr(*formula)),
                    ParamRow::Fun(inner) => ParamRow::Fun(self.ty(*inner)),
                })
                .collect(),
            requires: self.expr(row.requires),
            result: self.sort(row.result),
            ensures: self.expr(row.ensures),
        }
    }

    pub(super) fn def_body(&self, body: Option<&DefBody>) -> DefBody {
        match body {
            Some(DefBody::Direct(expr)) => DefBody::Direct(self.expr(*expr)),
            Some(DefBody::Cases { on, cases }) => DefBody::Cases { on: *on, cases: self.expr_list(cases) },
            Some(DefBody::Opaque) | None => DefBody::Opaque,
        }
    }

    pub(super) fn fun_row(&self, row: &FunRow) -> FunRow {
        match row {
            FunRow::Global(global, sorts) => FunRow::Global(*global, self.sort_list(sorts)),
            FunRow::Var(level) => FunRow::Var(*level),
            FunRow::Lam(ty, body) => FunRow::Lam(self.ty(*ty), *body),
            FunRow::Fix(ty, body) => FunRow::Fix(self.ty(*ty), *body),
        }
    }

    pub(super) fn core_row(&self, row: &CoreRow) -> CoreRow {
        match row {
            CoreRow::Ret(value) => CoreRow::Ret(self.expr(*value)),
            CoreRow::Err(sort) => CoreRow::Err(self.sort(*sort)),
            CoreRow::LetE(..) | CoreRow::LetV(..) => row.clone(),
            CoreRow::Op(prim) => CoreRow::Op(match prim {
                Prim::IntGen | Prim::BoolGen | Prim::NatGen => prim.clone(),
                Prim::IntRange(low, high) => Prim::IntRange(self.expr(*low), self.expr(*high)),
                Prim::OpaqueGen(sort) => Prim::OpaqueGen(self.sort(*sort)),
                Prim::Div(a, b) => Prim::Div(self.expr(*a), self.expr(*b)),
                Prim::Mod(a, b) => Prim::Mod(self.expr(*a), self.expr(*b)),
                Prim::Eval(e) => Prim::Eval(self.expr(*e)),
            }),
            CoreRow::App(fun, arguments) => CoreRow::App(
                *fun,
                arguments
                    .iter()
                    .map(|argument| match argument {
                        ArgRow::Base(value) => ArgRow::Base(self.expr(*value)),
                        ArgRow::Fun(fun) => ArgRow::Fun(*fun),
                    })
                    .collect(),
            ),
            CoreRow::Match(value, branches) => CoreRow::Match(
                self.expr(*value),
                branches.iter().map(|branch| BranchRow { tag: branch.tag, body: branch.body }).collect(),
            ),
        }
    }
}

/// New numbers: first the statement's rows, then the others, each in order.
pub(super) fn renumber(statement: &BTreeSet<u32>, extra: &BTreeSet<u32>) -> BTreeMap<u32, u32> {
    statement.iter().chain(extra.difference(statement)).zip(0..).map(|(old, new)| (*old, new)).collect()
}

/// The rows in their new order.
pub(super) fn ordered<R>(rows: &[R], numbers: &BTreeMap<u32, u32>, convert: impl Fn(&R) -> R) -> Vec<R> {
    let mut order: Vec<(u32, u32)> = numbers.iter().map(|(old, new)| (*new, *old)).collect();
    order.sort_unstable();
    order.into_iter().filter_map(|(_, old)| rows.get(old as usize).map(&convert)).collect()
}
