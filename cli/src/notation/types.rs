//! Refined types, claims, contexts.

use super::{Names, Notation};
use covenant_kernel::arena::{Expr, ExprId, SortId};
use covenant_kernel::program::Subject;
use covenant_kernel::rules::Typed;
use covenant_kernel::tables::*;
use covenant_kernel::types::{FunType, Param};

/// A function type, whether from a table or from the kernel.
struct View {
    params: Vec<ViewParam>,
    requires: Option<ExprId>,
    result: Option<SortId>,
    ensures: Option<ExprId>,
}

enum ViewParam {
    Base(Option<SortId>, Option<ExprId>),
    Fun(Box<View>, Option<TypeRef>),
}

/// Function types nest no deeper than this in anything that the kernel accepts.
const MAX_NESTING: u32 = 20;

impl Notation<'_> {
    /// The claim of a top-level function: `f : ∀'a. x:{ν:s | φ} → [ν:s | ψ]`. The brackets around the result say how it is
    /// read.
    pub fn claim(&self, global: GlobalRef) -> String {
        let statement = &self.file.certificate.statement;
        let Some(row) = statement.globals.get(global.0 as usize) else { return String::new() };
        let source = self.file.source.global(global);
        let mut names = Names {
            sort_params: source.map(|s| s.sort_params.clone()).unwrap_or_default(),
            preds: source.map(|s| s.preds.clone()).unwrap_or_default(),
            ..self.no_names()
        };
        let mut text = String::new();
        for i in 0..row.sort_params.min(100) {
            text.push_str(&format!("∀{}. ", names.sort_param(i)));
        }
        for (i, sorts) in (0u32..).zip(row.preds.iter().take(100)) {
            let sorts: Vec<String> = sorts
                .iter()
                .map(|sort| self.sort_id(*sort).map_or("?".to_owned(), |sort| self.sort(sort, &names)))
                .collect();
            text.push_str(&format!("∀{}:({}) → bool. ", names.pred(i), sorts.join(", ")));
        }
        let params = source.map(|s| s.params.as_slice()).unwrap_or_default();
        if let Some(view) = self.view_of_row(row.claim, 0) {
            text.push_str(&self.view(statement.kind, &view, Some(row.claim), params, &mut names));
        }
        text
    }

    /// What a node gives its subject.
    pub fn typed(&self, typed: &Typed, subject: Subject, params: &[String], names: &Names) -> String {
        match typed {
            Typed::Coverage(kind, sort, covered) => {
                in_brackets(*kind, &self.sort(*sort, names), &self.formula(*covered, names))
            }
            Typed::Fun(kind, ty) => self.view(*kind, &view_of(ty, 0), None, params, &mut names.clone()),
            Typed::Scheme(_, bound, ..) => {
                let Subject::Fun(fun) = subject else { return String::new() };
                let row = self.file.certificate.statement.funs.get(fun.0 as usize);
                let Some(FunRow::Global(global, sorts)) = row else { return String::new() };
                let claim = self.claim(*global);
                if *bound > 0 || sorts.is_empty() {
                    return claim;
                }
                let text = |sort: &SortRef| Some(self.sort(self.sort_id(*sort)?, names));
                format!("{claim} at {}", sorts.iter().filter_map(text).collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn view_of_row(&self, ty: TypeRef, depth: u32) -> Option<View> {
        if depth > MAX_NESTING {
            return None;
        }
        let Certificate { statement, proof } = &self.file.certificate;
        let row = statement.types.iter().chain(&proof.types).nth(ty.0 as usize)?;
        let params = row
            .params
            .iter()
            .map(|param| match param {
                ParamRow::Base(sort, qualifier) => {
                    Some(ViewParam::Base(self.sort_id(*sort), self.expr_id(*qualifier)))
                }
                ParamRow::Fun(inner) => {
                    Some(ViewParam::Fun(Box::new(self.view_of_row(*inner, depth + 1)?), Some(*inner)))
                }
            })
            .collect::<Option<Vec<_>>>()?;
        Some(View {
            params,
            requires: self.expr_id(row.requires),
            result: self.sort_id(row.result),
            ensures: self.expr_id(row.ensures),
        })
    }

    fn view(
        &self,
        kind: Kind,
        view: &View,
        row: Option<TypeRef>,
        params: &[String],
        names: &mut Names,
    ) -> String {
        let depth = names.bound.len();
        let from_row = row.and_then(|row| self.file.source.type_params(row)).unwrap_or_default();
        let mut parts = Vec::new();
        for (i, param) in view.params.iter().enumerate() {
            let wanted = from_row.get(i).or(params.get(i)).map_or("", String::as_str);
            let text = match param {
                ViewParam::Base(sort, qualifier) => {
                    let sort = sort.map_or("?".to_owned(), |sort| self.sort(sort, names));
                    match qualifier.map(|q| self.arena.expr(q)) {
                        Some(Expr::True) | None => sort,
                        Some(_) => {
                            let qualifier = qualifier.map_or(String::new(), |q| self.formula(q, names));
                            format!("{{ν:{sort} | {qualifier}}}")
                        }
                    }
                }
                // A function knows its parameters by what they can return.
                ViewParam::Fun(inner, row) => {
                    format!("({})", self.view(Kind::Every, inner, *row, &[], names))
                }
            };
            names.add_bound(wanted);
            parts.push(format!("{}:{text}", names.bound(0)));
        }
        let mut text = parts.join(" → ");
        if let Some(requires) = view.requires
            && !matches!(self.arena.expr(requires), Expr::True)
        {
            text.push_str(&format!(" → {{{}}}", self.formula(requires, names)));
        }
        let sort = view.result.map_or("?".to_owned(), |sort| self.sort(sort, names));
        let ensures = view.ensures.map_or("?".to_owned(), |ensures| self.formula(ensures, names));
        let arrow = if text.is_empty() { "" } else { " → " };
        text.push_str(&format!("{arrow}{}", in_brackets(kind, &sort, &ensures)));
        names.bound.truncate(depth);
        text
    }
}

/// What a result is, as a claim of its kind is written.
fn in_brackets(kind: Kind, sort: &str, formula: &str) -> String {
    match kind {
        Kind::Every => format!("[ν:{sort} | {formula}]"),
        Kind::Only => format!("{{ν:{sort} | {formula}}}"),
        Kind::Exactly => format!("exactly [ν:{sort} | {formula}]"),
    }
}

fn view_of(ty: &FunType, depth: u32) -> View {
    let params = ty
        .params
        .iter()
        .map(|param| match param {
            Param::Base(sort, qualifier) => ViewParam::Base(Some(*sort), Some(*qualifier)),
            Param::Fun(inner) if depth < MAX_NESTING => {
                ViewParam::Fun(Box::new(view_of(inner, depth + 1)), None)
            }
            Param::Fun(_) => ViewParam::Base(None, None),
        })
        .collect();
    View { params, requires: Some(ty.requires), result: Some(ty.result), ensures: Some(ty.ensures) }
}
