//! Definitions that the source does not have: what lowering needs to speak of data. Each is made once.

use covenant_kernel::tables::{Bin, DefBody, DefRef, ExprRow, SortRow};

use super::Lowerer;
use super::builder::PendingDef;
use super::definitions::count;
use crate::span::Span;
use crate::typed::{DataId, Ty};

/// What such a definition is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Made {
    /// A field of a record or tuple.
    Projection(DataId, u32),
    /// Whether a value is made by a constructor.
    Test(DataId, u32),
    /// A field of a constructor, with a default elsewhere.
    Selector(DataId, u32, usize),
    /// The size of a value, in an item with so many sort parameters.
    Size(Ty, u32),
}

impl Lowerer<'_> {
    /// The function that selects a field of a record.
    pub(super) fn projection_def(&mut self, id: DataId, index: u32, span: Span) -> Option<DefRef> {
        let made = Made::Projection(id, index);
        if let Some(known) = self.made.get(&made) {
            return Some(*known);
        }
        let datatype = self.program.datatypes.get(id)?;
        let field = datatype.constructors.first()?.fields.get(index as usize)?.clone();
        let name = match datatype.fields.as_ref().and_then(|names| names.get(index as usize)) {
            Some(field) => format!("{}.{field}", datatype.name),
            None => format!("{}.{index}", datatype.name),
        };
        let parameters = datatype.parameters;
        let arguments = (0..parameters).map(|number| Ty::Rigid(count(number))).collect();
        let sort = self.plain_sort(&Ty::Data(id, arguments), span)?;
        let result = self.plain_sort(&field, span)?;
        let selected = self.tables.expr(ExprRow::Local(1 + index, result));
        let def = self.tables.declare(PendingDef {
            name,
            sort_params: count(parameters),
            params: vec![sort],
            result: Some(result),
            body: Some(DefBody::Cases { on: 0, cases: vec![selected] }),
            span,
        });
        self.made.insert(made, def);
        Some(def)
    }

    /// The number of constructors of recursive sorts in a value: the default
    /// measure on data.
    pub(super) fn size_def(&mut self, ty: &Ty, sort_params: u32, span: Span) -> Option<DefRef> {
        let made = Made::Size(ty.clone(), sort_params);
        if let Some(known) = self.made.get(&made) {
            return Some(*known);
        }
        let Ty::Data(id, arguments) = ty else {
            return None;
        };
        let datatype = self.program.datatypes.get(*id)?;
        let constructors = datatype.constructors.clone();
        let int = self.plain_sort(&Ty::Int, span)?;
        let sort = self.plain_sort(ty, span)?;
        let def = self.tables.declare(PendingDef {
            name: format!("size_{}", datatype.name),
            sort_params,
            params: vec![sort],
            result: Some(int),
            body: None,
            span,
        });
        self.made.insert(made, def);
        let mut cases = Vec::new();
        for constructor in &constructors {
            let mut total = self.tables.expr(ExprRow::Int(1));
            for (index, field) in constructor.fields.iter().enumerate() {
                let field = field.instantiate(arguments);
                if !self.reaches(&field, ty, &mut Vec::new()) {
                    continue;
                }
                let inner = self.size_def(&field, sort_params, span)?;
                let sort = self.plain_sort(&field, span)?;
                let variable = self.tables.expr(ExprRow::Local(1 + count(index), sort));
                let sorts =
                    (0..sort_params).map(|number| self.tables.sort(SortRow::Abstract(number))).collect();
                let size = self.tables.expr(ExprRow::Fn(inner, sorts, [variable].into()));
                total = self.tables.expr(ExprRow::Bin(Bin::Add, total, size));
            }
            cases.push(total);
        }
        self.tables.define(def, DefBody::Cases { on: 0, cases });
        Some(def)
    }

    /// Whether a value of type `from` can contain one of type `target`.
    pub(super) fn reaches(&self, from: &Ty, target: &Ty, seen: &mut Vec<Ty>) -> bool {
        const MOST: usize = 64;
        if from == target {
            return true;
        }
        if seen.len() > MOST || seen.contains(from) {
            return false;
        }
        let Ty::Data(_, arguments) = from else {
            return false;
        };
        seen.push(from.clone());
        self.constructors(from).iter().any(|constructor| {
            constructor.fields.iter().any(|field| self.reaches(&field.instantiate(arguments), target, seen))
        })
    }
}
