//! The kernel's tables while they are being filled.
//!
//! Rows are shared: asking twice for the same sort or expression gives the same
//! row. Definitions are numbered in order of discovery here; their final order,
//! their grouping, and what of all this is needed at all, is decided by
//! [`pack`](super::pack) at the end. That keeps lowering free to try something
//! and drop it again.

use crate::module::TypeSpans;
use std::collections::{BTreeMap, HashMap};

use covenant_kernel::tables::{
    Bin, CoreRef, CoreRow, DefBody, DefRef, ExprRef, ExprRow, FunRef, FunRow, FunTypeRow, GlobalRow,
    ParamRow, SortRef, SortRow, TypeRef,
};

use crate::span::Span;

/// A definition whose place is not decided yet.
#[derive(Clone, Debug)]
pub(crate) struct PendingDef {
    pub name: String,
    pub sort_params: u32,
    pub params: Vec<SortRef>,
    pub result: Option<SortRef>,
    /// `None` until the body is lowered, or when that failed.
    pub body: Option<DefBody>,
    pub span: Span,
}

/// The tables.
#[derive(Default)]
pub(crate) struct Builder {
    pub sorts: Vec<SortRow>,
    pub exprs: Vec<ExprRow>,
    pub defs: Vec<PendingDef>,
    pub types: Vec<FunTypeRow>,
    pub type_spans: Vec<TypeSpans>,
    pub cores: Vec<CoreRow>,
    pub core_spans: Vec<Span>,
    /// For each term, the names of the variables that it binds: one list for a
    /// `let`, one for each branch of a match.
    pub core_binders: Vec<Vec<Vec<String>>>,
    /// Names of the parameters of local functions.
    pub fun_parameters: BTreeMap<FunRef, Vec<String>>,
    pub funs: Vec<FunRow>,
    pub globals: Vec<GlobalRow>,
    pub literals: Vec<String>,
    pub expr_spans: HashMap<ExprRef, Span>,
    sort_rows: HashMap<SortRow, SortRef>,
    expr_rows: HashMap<ExprRow, ExprRef>,
    simple_types: HashMap<FunTypeRow, TypeRef>,
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Builder {
    pub fn sort(&mut self, row: SortRow) -> SortRef {
        if let Some(known) = self.sort_rows.get(&row) {
            return *known;
        }
        let reference = SortRef(number(self.sorts.len()));
        self.sorts.push(row.clone());
        self.sort_rows.insert(row, reference);
        reference
    }

    pub fn expr(&mut self, row: ExprRow) -> ExprRef {
        if let Some(known) = self.expr_rows.get(&row) {
            return *known;
        }
        let reference = ExprRef(number(self.exprs.len()));
        self.exprs.push(row.clone());
        self.expr_rows.insert(row, reference);
        reference
    }

    /// As [`expr`](Self::expr), remembering where it was first written.
    pub fn expr_at(&mut self, row: ExprRow, span: Span) -> ExprRef {
        let reference = self.expr(row);
        self.expr_spans.entry(reference).or_insert(span);
        reference
    }

    pub fn row(&self, reference: ExprRef) -> Option<&ExprRow> {
        self.exprs.get(reference.0 as usize)
    }

    /// A parameter of which nothing is said.
    pub fn any(&mut self, sort: SortRef) -> ParamRow {
        ParamRow::Base(sort, self.expr(ExprRow::True))
    }

    /// The type of a function of which nothing but the sorts is said.
    pub fn simple_type(&mut self, params: Vec<ParamRow>, result: SortRef, span: Span) -> TypeRef {
        let truth = self.expr(ExprRow::True);
        let parameters = vec![span; params.len()];
        let row = FunTypeRow { params, requires: truth, result, ensures: truth };
        if let Some(known) = self.simple_types.get(&row) {
            return *known;
        }
        let reference = self.fun_type(row.clone(), TypeSpans { whole: span, parameters, ensures: span });
        self.simple_types.insert(row, reference);
        reference
    }

    /// The parameters of a function type.
    pub fn params(&self, ty: TypeRef) -> Option<Vec<ParamRow>> {
        Some(self.types.get(ty.0 as usize)?.params.clone())
    }

    pub fn fun_type(&mut self, row: FunTypeRow, spans: TypeSpans) -> TypeRef {
        let reference = TypeRef(number(self.types.len()));
        self.types.push(row);
        self.type_spans.push(spans);
        reference
    }

    pub fn core(&mut self, row: CoreRow, span: Span) -> CoreRef {
        let reference = CoreRef(number(self.cores.len()));
        self.cores.push(row);
        self.core_spans.push(span);
        self.core_binders.push(Vec::new());
        reference
    }

    /// A term that binds variables, with their names.
    pub fn binder(&mut self, row: CoreRow, names: Vec<Vec<String>>, span: Span) -> CoreRef {
        let reference = self.core(row, span);
        if let Some(slot) = self.core_binders.last_mut() {
            *slot = names;
        }
        reference
    }

    /// Takes back the last term.
    pub fn drop_last_core(&mut self) {
        self.cores.pop();
        self.core_spans.pop();
        self.core_binders.pop();
    }

    /// `new` lies below `old` in the lexicographic order, and is not negative where it does. The
    /// shorter of the two is filled up with zeros.
    pub fn smaller(&mut self, new: &[ExprRef], old: &[ExprRef]) -> ExprRef {
        let zero = self.expr(ExprRow::Int(0));
        let mut smaller = None;
        for i in (0..new.len().max(old.len())).rev() {
            let (new, old) = (*new.get(i).unwrap_or(&zero), *old.get(i).unwrap_or(&zero));
            let bounded = self.expr(ExprRow::Bin(Bin::Le, zero, new));
            let less = self.expr(ExprRow::Bin(Bin::Lt, new, old));
            let here = self.expr(ExprRow::Bin(Bin::And, bounded, less));
            smaller = Some(match smaller {
                None => here,
                Some(later) => {
                    let same = self.expr(ExprRow::Bin(Bin::Eq, new, old));
                    let later = self.expr(ExprRow::Bin(Bin::And, same, later));
                    self.expr(ExprRow::Bin(Bin::Or, here, later))
                }
            });
        }
        smaller.unwrap_or_else(|| self.expr(ExprRow::False))
    }

    pub fn fun(&mut self, row: FunRow) -> FunRef {
        let reference = FunRef(number(self.funs.len()));
        self.funs.push(row);
        reference
    }

    pub fn literal(&mut self, text: &str) -> u32 {
        if let Some(index) = self.literals.iter().position(|known| known == text) {
            return number(index);
        }
        self.literals.push(text.to_owned());
        number(self.literals.len() - 1)
    }

    /// Reserves a definition, so that its own body can call it.
    pub fn declare(&mut self, def: PendingDef) -> DefRef {
        let reference = DefRef(number(self.defs.len()));
        self.defs.push(def);
        reference
    }

    pub fn define(&mut self, def: DefRef, body: DefBody) {
        if let Some(pending) = self.defs.get_mut(def.0 as usize) {
            pending.body = Some(body);
        }
    }
}
