//! Formulas and terms of the program with checks: variables at their new levels, claims about `Ended v`.

use std::collections::HashMap;
use std::convert::Infallible;

use covenant_kernel::tables::{
    Bin, ExprRef, ExprRow, FunTypeRow, ParamRow, Prim, Quant, SortRef, SortRow, TypeRef,
};

use super::{Checked, Checks, ENDED, not_total};
use crate::lower::builder::Builder;
use crate::lower::definitions::count;
use crate::module::TypeSpans;
use crate::span::Span;

/// What stands for a variable that is so many binders inside, if something else does.
type Leaf<'l> = dyn FnMut(&mut Builder, &ExprRow, u32) -> Option<ExprRef> + 'l;

/// An expression with other things in the place of its variables.
fn replace(tables: &mut Builder, e: ExprRef, leaf: &mut Leaf<'_>) -> ExprRef {
    fn at(
        tables: &mut Builder,
        e: ExprRef,
        inside: u32,
        leaf: &mut Leaf<'_>,
        done: &mut HashMap<(ExprRef, u32), ExprRef>,
    ) -> ExprRef {
        if let Some(known) = done.get(&(e, inside)) {
            return *known;
        }
        let Some(row) = tables.row(e).cloned() else { return e };
        let new = leaf(tables, &row, inside).unwrap_or_else(|| {
            let Ok(row) = row
                .map(Ok::<_, Infallible>, |part, binders| Ok(at(tables, part, inside + binders, leaf, done)));
            tables.expr(row)
        });
        done.insert((e, inside), new);
        new
    }
    at(tables, e, 0, leaf, &mut HashMap::new())
}

impl Checks<'_> {
    /// The same of the program with checks.
    pub(super) fn moved(&mut self, e: ExprRef) -> ExprRef {
        let scope = &self.scope;
        replace(self.tables, e, &mut |tables, row, _| match row {
            ExprRow::Local(level, sort) => {
                let level = scope.get(*level as usize).map_or(u32::MAX, |bound| bound.level);
                Some(tables.expr(ExprRow::Local(level, *sort)))
            }
            _ => None,
        })
    }

    pub(super) fn moved_operation(&mut self, prim: &Prim) -> Prim {
        match prim {
            Prim::IntGen | Prim::BoolGen | Prim::NatGen | Prim::OpaqueGen(_) => prim.clone(),
            Prim::IntRange(low, high) => Prim::IntRange(self.moved(*low), self.moved(*high)),
            Prim::Div(a, b) => Prim::Div(self.moved(*a), self.moved(*b)),
            Prim::Mod(a, b) => Prim::Mod(self.moved(*a), self.moved(*b)),
            Prim::Eval(e) => Prim::Eval(self.moved(*e)),
        }
    }

    /// A component of a measure at arguments.
    pub(super) fn measured(&mut self, component: ExprRef, args: &[ExprRef]) -> ExprRef {
        replace(self.tables, component, &mut |_, row, inside| match row {
            // SOUNDNESS: a variable that stands for nothing is left, and then the kernel refuses the program.
            ExprRow::Bound(i, _) => {
                let back = i.checked_sub(inside)? as usize;
                args.len().checked_sub(back + 1).and_then(|j| args.get(j).copied())
            }
            _ => None,
        })
    }

    /// A claim of the program with checks.
    pub(super) fn claim(&mut self, ty: TypeRef, span: Span) -> Checked<TypeRef> {
        let Some(row) = self.tables.types.get(ty.0 as usize).cloned() else {
            return not_total(span, "a type that is not there", "please report it with the file");
        };
        let nowhere = || TypeSpans { whole: span, parameters: Vec::new(), ensures: span };
        let spans = self.tables.type_spans.get(ty.0 as usize).cloned().unwrap_or_else(nowhere);
        let mut params = Vec::with_capacity(row.params.len());
        for param in &row.params {
            let ParamRow::Base(sort, qualifier) = param else {
                return not_total(
                    spans.whole,
                    "a total claim about a function with a function parameter",
                    "whether a function that is passed ends, no claim says; leave out `total`",
                );
            };
            params.push(ParamRow::Base(*sort, self.moved(*qualifier)));
        }
        let requires = self.moved(row.requires);
        let ensures = self.moved(row.ensures);
        let result = self.outcome(row.result);
        let ensures = self.of_ended(ensures, row.result, result);
        Ok(self.tables.fun_type(FunTypeRow { params, requires, result, ensures }, spans))
    }

    /// `exists v. nu = Ended v && φ(v)`
    fn of_ended(&mut self, formula: ExprRef, sort: SortRef, out: SortRef) -> ExprRef {
        let inner = replace(self.tables, formula, &mut |tables, row, inside| match row {
            ExprRow::Nu(sort) => Some(tables.expr(ExprRow::Bound(inside, *sort))),
            ExprRow::Bound(i, sort) if *i >= inside => Some(tables.expr(ExprRow::Bound(i + 1, *sort))),
            _ => None,
        });
        let value = self.tables.expr(ExprRow::Bound(0, sort));
        let ended = self.tables.expr(ExprRow::Ctor(out, ENDED, [value].into()));
        let nu = self.tables.expr(ExprRow::Nu(out));
        let is = self.tables.expr(ExprRow::Bin(Bin::Eq, nu, ended));
        let both = self.tables.expr(ExprRow::Bin(Bin::And, is, inner));
        self.tables.expr(ExprRow::Quant(Quant::Exists, sort, both))
    }

    /// The sort of an expression; of a formula, that of what computing it returns.
    pub(super) fn sort_of(&mut self, e: ExprRef) -> Option<SortRef> {
        Some(match self.tables.row(e)?.clone() {
            ExprRow::Bound(_, sort)
            | ExprRow::Local(_, sort)
            | ExprRow::Nu(sort)
            | ExprRow::Literal(_, sort)
            | ExprRow::Ctor(sort, ..) => sort,
            ExprRow::Int(_) | ExprRow::Div(..) | ExprRow::Mod(..) => self.tables.sort(SortRow::Int),
            ExprRow::Fn(def, at, _) => match self.tables.defs.get(def.0 as usize)?.result {
                Some(result) => self.instance(result, &at),
                None => self.boolean(),
            },
            ExprRow::Bin(Bin::Add | Bin::Sub | Bin::Mul, ..) => self.tables.sort(SortRow::Int),
            ExprRow::Ite(_, then, _) => self.sort_of(then)?,
            ExprRow::PredVar(..)
            | ExprRow::Bin(..)
            | ExprRow::True
            | ExprRow::False
            | ExprRow::Not(_)
            | ExprRow::Quant(..) => self.boolean(),
        })
    }

    /// A sort at sorts for the parameters that it mentions.
    pub(super) fn instance(&mut self, sort: SortRef, at: &[SortRef]) -> SortRef {
        match self.tables.sorts.get(sort.0 as usize).cloned() {
            Some(SortRow::Abstract(i)) => at.get(i as usize).copied().unwrap_or(sort),
            Some(SortRow::Data(data, arguments)) => {
                let arguments = arguments.iter().map(|argument| self.instance(*argument, at)).collect();
                self.tables.sort(SortRow::Data(data, arguments))
            }
            Some(SortRow::Int | SortRow::Opaque(_)) | None => sort,
        }
    }

    /// How many fields each constructor of the datatype of a value has.
    pub(super) fn constructors(&mut self, value: ExprRef) -> Option<Vec<u32>> {
        let sort = self.sort_of(value)?;
        let SortRow::Data(data, _) = self.tables.sorts.get(sort.0 as usize)? else { return None };
        let datatype = self.datatypes.get(*data as usize)?;
        Some(datatype.constructors.iter().map(|constructor| count(constructor.fields.len())).collect())
    }
}
