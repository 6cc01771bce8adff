//! Places of sub-expressions: where a change of what is written, or a hole inside a term, can be.
//!
//! A place is *alive* if the program returned what is missing with some value there: it is tried with
//! a value that is not determined at all (`any_value_at`), so that one question rules out every change of that
//! sub-expression and of its parts. The sort of the place comes from the same reading.
//!
//! Not chosen: typing the tree as it was written once more; reading the file with something that
//! fails in the place says what sort is expected there.

use covenant_execute::Sort;
use covenant_front::syntax::{Case, Expr, ExprKind};
use covenant_front::{Source, Span, Unit};
use covenant_kernel::tables::{
    CoreRow, ExprRef, FunRef, FunRow, FunTypeRow, GlobalRef, GlobalRow, Statement, TypeRef,
};

use crate::patch::Edit;
use crate::problem::{by_claims, push_expr};
use crate::surface::{Function, Place, fails, names};

/// A sub-expression.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub span: Span,
    /// The number of its scope among the places.
    pub scope: usize,
    pub room: Room,
    /// In a condition, where nobody wants a generator.
    pub condition: bool,
    /// Something that only fails.
    pub fails: bool,
    /// What the function returns, not a part of it.
    pub tail: bool,
    /// Part of a sum or comparison: what can be put here can be put in its place.
    pub operand: bool,
}

/// What may stand in a place without parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    Open,
    /// Beside an operator: a call may.
    Operand,
    /// A single word.
    Argument,
}

impl Position {
    pub fn contains(&self, start: usize, end: usize) -> bool {
        self.span.start <= start && end <= self.span.end
    }

    /// The text in this place.
    pub fn fill(&self, text: String, compound: bool) -> Edit {
        let text = if compound { format!("({text})") } else { text };
        Edit { start: self.span.start, end: self.span.end, text }
    }
}

/// The sub-expressions of a function, each before its parts, and their scopes.
pub(crate) fn positions(function: &Function<'_>) -> (Vec<Position>, Vec<Place>) {
    let names: Vec<String> = function.parameters.iter().filter(|name| !name.is_empty()).cloned().collect();
    let mut walker = Walker { positions: Vec::new(), scopes: Vec::new(), condition: false, operand: false };
    let scope = walker.scope(function.body.span, names, None);
    walker.walk(function.body, scope, Room::Open, true);
    (walker.positions, walker.scopes)
}

struct Walker {
    positions: Vec<Position>,
    scopes: Vec<Place>,
    condition: bool,
    operand: bool,
}

impl Walker {
    fn scope(&mut self, span: Span, scope: Vec<String>, after: Option<String>) -> usize {
        self.scopes.push(Place { span, fails: false, single: false, scope, after });
        self.scopes.len() - 1
    }

    fn walk(&mut self, expr: &Expr, scope: usize, room: Room, tail: bool) {
        let fails = fails(expr);
        let branches = matches!(
            expr.kind,
            ExprKind::Let(..) | ExprKind::If(..) | ExprKind::Match(..) | ExprKind::Sequence(..)
        );
        if !branches {
            let (condition, operand) = (self.condition, std::mem::take(&mut self.operand));
            self.positions.push(Position { span: expr.span, scope, room, condition, fails, tail, operand });
        }
        if fails {
            return;
        }
        match &expr.kind {
            ExprKind::Construct(name, args) => {
                let room = match args.len() {
                    1 => Room::Argument,
                    _ if name.text == "::" => Room::Operand,
                    _ => Room::Open,
                };
                args.iter().for_each(|arg| self.walk(arg, scope, room, false));
            }
            ExprKind::Tuple(args) => args.iter().for_each(|arg| self.walk(arg, scope, Room::Open, false)),
            ExprKind::Record(fields) => {
                fields.iter().for_each(|(_, arg)| self.walk(arg, scope, Room::Open, false));
            }
            ExprKind::Apply(_, args) => {
                args.iter().for_each(|arg| self.walk(arg, scope, Room::Argument, false));
            }
            ExprKind::Infix(_, left, right) => {
                for side in [left, right] {
                    self.operand = true;
                    self.walk(side, scope, Room::Operand, false);
                }
                self.operand = false;
            }
            ExprKind::Not(inner) => self.walk(inner, scope, Room::Argument, false),
            ExprKind::Typed(inner, _) => self.walk(inner, scope, Room::Open, tail),
            ExprKind::Let(bindings, body) => {
                let mut known = self.scopes[scope].scope.clone();
                let mut last = None;
                for binding in &bindings.list {
                    if binding.parameters.is_empty() {
                        self.walk(&binding.body, scope, Room::Open, false);
                    }
                    names(&binding.pattern, &mut known);
                    last = known.last().cloned();
                }
                let inner = self.scope(body.span, known, last);
                self.walk(body, inner, Room::Open, tail);
            }
            ExprKind::Sequence(first, last) => {
                self.walk(first, scope, Room::Open, false);
                self.walk(last, scope, Room::Open, tail);
            }
            ExprKind::If(condition, then, otherwise) => {
                let outer = std::mem::replace(&mut self.condition, true);
                self.walk(condition, scope, Room::Open, false);
                self.condition = outer;
                for branch in [then, otherwise] {
                    let known = self.scopes[scope].scope.clone();
                    let inner = self.scope(branch.span, known, None);
                    self.walk(branch, inner, Room::Open, tail);
                }
            }
            ExprKind::Match(on, cases) => {
                self.walk(on, scope, Room::Open, false);
                for Case { pattern, body, .. } in cases {
                    let mut known = self.scopes[scope].scope.clone();
                    names(pattern, &mut known);
                    let inner = self.scope(body.span, known, None);
                    self.walk(body, inner, Room::Open, tail);
                }
            }
            _ => {}
        }
    }
}

/// The program, its calls answered by claims, in which whatever fails within these ranges of the text
/// may return any value; and the sort of each range, if something fails there.
pub(crate) fn any_value_at(unit: &Unit, ranges: &[(usize, usize)]) -> (Statement, Vec<Option<Sort>>) {
    let mut statement = by_claims(unit);
    let truth = push_expr(&mut statement, covenant_kernel::tables::ExprRow::True);
    let mut sorts = vec![None; ranges.len()];
    for row in 0..unit.source_map.cores.len() {
        let span = unit.source_map.cores[row];
        let Some(CoreRow::Err(sort)) = statement.cores.get(row).cloned() else { continue };
        let inside = |(start, end): &(usize, usize)| {
            span.source == Source::User && *start <= span.start && span.end <= *end
        };
        let Some(range) = ranges.iter().position(inside) else { continue };
        let fun = any_value(&mut statement, sort, truth);
        statement.cores[row] = CoreRow::App(fun, Vec::new());
        if let Ok(program) = covenant_execute::Program::new(&statement) {
            sorts[range] = Some(program.sort(sort, &[]));
        }
    }
    (statement, sorts)
}

/// A function without a body that may return any value of a sort.
fn any_value(statement: &mut Statement, sort: covenant_kernel::tables::SortRef, truth: ExprRef) -> FunRef {
    statement.types.push(FunTypeRow { params: Vec::new(), requires: truth, result: sort, ensures: truth });
    let claim = TypeRef(statement.types.len() as u32 - 1);
    statement.globals.push(GlobalRow {
        name: "any value".to_owned(),
        claim,
        body: None,
        sort_params: 0,
        preds: Vec::new(),
    });
    let global = GlobalRef(statement.globals.len() as u32 - 1);
    statement.funs.push(FunRow::Global(global, Vec::new()));
    FunRef(statement.funs.len() as u32 - 1)
}
