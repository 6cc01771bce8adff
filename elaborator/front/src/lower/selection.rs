//! A match by tests and selectors, where a definition of its own is impossible.
//!
//! `match a, b with x :: s, y :: t -> … f s t` recurs on `a` and takes `b` apart
//! on the way. The kernel's recursion has no place for the second match, so it
//! is written as a condition: `if is_cons b then … f s (tail b) …`. A selector is
//! total: at another constructor it returns a default that is passed along, and
//! that value is never looked at, because the test comes first.

use covenant_kernel::tables::{DefBody, DefRef, ExprRef, ExprRow, SortRow};

use super::Lowerer;
use super::builder::PendingDef;
use super::definitions::count;
use super::logic::Reading;
use super::made::Made;
use super::matches::LogicMatch;
use super::scope::{Scope, Variable};
use super::trees::{Branch, Tree};
use crate::typed::{DataId, LocalId, Ty};

impl Lowerer<'_> {
    pub(super) fn select(
        &mut self,
        on: LocalId,
        ty: &Ty,
        branches: &[Branch],
        site: LogicMatch<'_>,
        scope: &Scope,
    ) -> Option<ExprRef> {
        let Ty::Data(id, arguments) = ty else {
            return None;
        };
        let whole = super::matches::variable(on, ty, site.span);
        let value = self.term(&whole, scope)?;
        let sorts = self.sorts(arguments, scope, site.span)?;
        let mut result = None;
        // The last branch needs no test: the constructors are exhaustive.
        for branch in branches.iter().rev() {
            let mut inner = scope.clone();
            for (index, (field, field_ty)) in branch.fields.iter().enumerate() {
                if !mentions(&branch.tree) {
                    break;
                }
                let selector = self.selector(*id, branch.tag, index, site)?;
                let Some(default) = self.default_value(field_ty, &whole.ty, value, scope) else {
                    self.not_structural(site.span);
                    return None;
                };
                let row = ExprRow::Fn(selector, sorts.clone().into(), [value, default].into());
                let selected = self.tables.expr_at(row, site.span);
                inner.bind(*field, Variable::Fixed(selected, scope.height), field_ty.clone());
            }
            let body = self.tree(&branch.tree, site, &inner)?;
            result = Some(match result {
                None => body,
                Some(otherwise) => {
                    let test = self.constructor_test(*id, branch.tag, site)?;
                    let row = ExprRow::Fn(test, sorts.clone().into(), [value].into());
                    let condition = self.tables.expr_at(row, site.span);
                    match site.reading {
                        Reading::Formula => self.either_formula(condition, body, otherwise, site.span),
                        Reading::Term => {
                            self.tables.expr_at(ExprRow::Ite(condition, body, otherwise), site.span)
                        }
                    }
                }
            });
        }
        result
    }

    /// Some value of the type that is at hand: the matched value itself, a
    /// variable, or a constant.
    fn default_value(&mut self, wanted: &Ty, matched: &Ty, value: ExprRef, scope: &Scope) -> Option<ExprRef> {
        if wanted == matched {
            return Some(value);
        }
        match wanted {
            Ty::Int => return Some(self.tables.expr(ExprRow::Int(0))),
            Ty::Data(..) => {
                let constant =
                    self.constructors(wanted).iter().position(|constructor| constructor.fields.is_empty());
                if let Some(tag) = constant {
                    let span = crate::span::Span::new(crate::Source::Prelude, 0, 0);
                    let sort = self.sort(wanted, scope, span)?;
                    return Some(self.tables.expr(ExprRow::Ctor(sort, count(tag), [].into())));
                }
            }
            _ => {}
        }
        let candidate = scope.types.iter().find(|(local, ty)| {
            *ty == wanted && matches!(scope.variables.get(local), Some(Variable::Level(..)))
        });
        let (local, _) = candidate?;
        match scope.variables.get(local) {
            Some(Variable::Level(level, sort)) => Some(self.tables.expr(ExprRow::Local(*level, *sort))),
            _ => None,
        }
    }

    /// `is_C : t -> bool`
    fn constructor_test(&mut self, id: DataId, tag: u32, site: LogicMatch<'_>) -> Option<DefRef> {
        let made = Made::Test(id, tag);
        if let Some(known) = self.made.get(&made) {
            return Some(*known);
        }
        let (sort, parameters, name, constructors) = self.generic(id, tag)?;
        let cases = (0..constructors)
            .map(|other| self.tables.expr(if other == tag { ExprRow::True } else { ExprRow::False }))
            .collect();
        let def = self.tables.declare(PendingDef {
            name: format!("is_{name}"),
            sort_params: parameters,
            params: vec![sort],
            result: None,
            body: Some(DefBody::Cases { on: 0, cases }),
            span: site.span,
        });
        self.made.insert(made, def);
        Some(def)
    }

    /// `get_C_i : t -> default -> field`
    fn selector(&mut self, id: DataId, tag: u32, index: usize, site: LogicMatch<'_>) -> Option<DefRef> {
        let made = Made::Selector(id, tag, index);
        if let Some(known) = self.made.get(&made) {
            return Some(*known);
        }
        let (sort, parameters, name, constructors) = self.generic(id, tag)?;
        let field =
            self.program.datatypes.get(id)?.constructors.get(tag as usize)?.fields.get(index)?.clone();
        let result = self.plain_sort(&field, site.span)?;
        let selected = self.tables.expr(ExprRow::Local(2 + count(index), result));
        let default = self.tables.expr(ExprRow::Local(1, result));
        let cases = (0..constructors).map(|other| if other == tag { selected } else { default }).collect();
        let def = self.tables.declare(PendingDef {
            name: format!("get_{name}_{index}"),
            sort_params: parameters,
            params: vec![sort, result],
            result: Some(result),
            body: Some(DefBody::Cases { on: 0, cases }),
            span: site.span,
        });
        self.made.insert(made, def);
        Some(def)
    }

    /// The sort of a datatype at its own parameters, how many they are, the name
    /// of a constructor, and how many constructors there are.
    fn generic(
        &mut self,
        id: DataId,
        tag: u32,
    ) -> Option<(covenant_kernel::tables::SortRef, u32, String, u32)> {
        let program = self.program;
        let datatype = program.datatypes.get(id)?;
        let parameters = count(datatype.parameters);
        let arguments = (0..parameters).map(|number| self.tables.sort(SortRow::Abstract(number))).collect();
        let name = match datatype.constructors.get(tag as usize)?.name.as_str() {
            "[]" => "nil".to_owned(),
            "::" => "cons".to_owned(),
            other => other.to_owned(),
        };
        let sort = self.data_sort(id, arguments);
        Some((sort, parameters, name, count(datatype.constructors.len())))
    }
}

/// Whether a tree has a case at all, so that its fields may be needed.
fn mentions(tree: &Tree) -> bool {
    !matches!(tree, Tree::Fail)
}
