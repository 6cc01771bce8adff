//! Pattern compilation: a list of cases to a decision tree.
//!
//! Scrutinees are variables; a test binds fresh variables for the fields. The
//! first row decides which column is tested next. Bodies are referred to by
//! number, so that a case that is reached in several ways is stored once here
//! and copied only where the tree is used.

use crate::locals::Locals;
use crate::steps::Steps;
use crate::syntax::Literal;
use crate::typed::{Datatype, LocalId, Program, TCase, TPattern, Ty};

/// Trees larger than this are declined: the cases overlap too much.
const LARGEST: usize = 20_000;

/// A decision tree.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    /// No case matches.
    Fail,
    /// A case, with what its variables stand for.
    Leaf { bindings: Vec<(LocalId, LocalId)>, case: usize },
    /// A case with a `when`; the rest is for when it is false.
    Guard { bindings: Vec<(LocalId, LocalId)>, case: usize, otherwise: Box<Tree> },
    /// A test of the constructor.
    Switch { on: LocalId, ty: Ty, branches: Vec<Branch> },
    /// A comparison with a literal.
    Compare { on: LocalId, ty: Ty, literal: Literal, then: Box<Tree>, otherwise: Box<Tree> },
}

/// One constructor of a switch; all constructors are present, in order.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub tag: u32,
    pub fields: Vec<(LocalId, Ty)>,
    pub tree: Tree,
}

#[derive(Clone)]
struct Row<'a> {
    /// What remains to be matched.
    columns: Vec<(LocalId, Ty, &'a TPattern)>,
    bindings: Vec<(LocalId, LocalId)>,
    case: usize,
    guarded: bool,
}

/// Compiles the cases of a match on `scrutinee`. If its constructor is known already, cases for
/// other ones are left out: a predicate is lowered once for each constructor, and compiling all
/// cases each time would make that cubic. `None` when the tree would be unreasonably large.
pub(crate) fn compile(
    scrutinee: LocalId,
    ty: &Ty,
    cases: &[TCase],
    known: Option<u32>,
    program: &Program,
    locals: &mut Locals,
) -> Option<Tree> {
    let possible = |pattern: &TPattern| match (pattern, known) {
        (TPattern::Construct(_, tag, _), Some(known)) => *tag == known,
        _ => true,
    };
    let rows = cases
        .iter()
        .enumerate()
        .filter(|(_, arm)| possible(&arm.pattern))
        .map(|(case, arm)| Row {
            columns: vec![(scrutinee, ty.clone(), &arm.pattern)],
            bindings: Vec::new(),
            case,
            guarded: arm.guard.is_some(),
        })
        .collect();
    let (datatypes, steps) = (program.datatypes.as_slice(), &program.steps);
    Compiler { datatypes, steps, locals, size: 0 }.rows(rows)
}

struct Compiler<'a> {
    datatypes: &'a [Datatype],
    steps: &'a Steps,
    locals: &'a mut Locals,
    size: usize,
}

impl Compiler<'_> {
    fn rows(&mut self, rows: Vec<Row<'_>>) -> Option<Tree> {
        self.size += 1;
        if self.size > LARGEST {
            return None;
        }
        let mut rows = self.expand(rows)?;
        let Some(first) = rows.first().cloned() else {
            return Some(Tree::Fail);
        };
        let Some((on, ty, pattern)) = first.columns.first().cloned() else {
            let rest = rows.split_off(1);
            return Some(if first.guarded {
                // SOUNDNESS: when the guard fails, OCaml goes on with the next case, not with
                // another alternative of the same pattern.
                let rest = rest.into_iter().filter(|row| row.case != first.case).collect();
                Tree::Guard {
                    bindings: first.bindings,
                    case: first.case,
                    otherwise: Box::new(self.rows(rest)?),
                }
            } else {
                Tree::Leaf { bindings: first.bindings, case: first.case }
            });
        };
        match pattern {
            TPattern::Literal(literal) => self.compare(on, ty, literal, rows),
            _ => self.switch(on, ty, rows),
        }
    }

    fn compare(&mut self, on: LocalId, ty: Ty, literal: &Literal, rows: Vec<Row<'_>>) -> Option<Tree> {
        let mut then = Vec::new();
        let mut otherwise = Vec::new();
        for row in rows {
            let mut taken = row.clone();
            match take_column(&mut taken, on) {
                Some((_, TPattern::Literal(other))) if other == literal => then.push(taken),
                Some((_, TPattern::Literal(Literal::Int(_)))) => otherwise.push(row),
                // Two spellings may denote the same float or string; only
                // integers are known to differ when written differently.
                _ => {
                    then.push(row.clone());
                    otherwise.push(row);
                }
            }
        }
        Some(Tree::Compare {
            on,
            ty,
            literal: literal.clone(),
            then: Box::new(self.rows(then)?),
            otherwise: Box::new(self.rows(otherwise)?),
        })
    }

    fn switch(&mut self, on: LocalId, ty: Ty, rows: Vec<Row<'_>>) -> Option<Tree> {
        let Ty::Data(id, arguments) = &ty else {
            return Some(Tree::Fail);
        };
        let datatype = self.datatypes.get(*id)?;
        let mut fields: Vec<Vec<(LocalId, Ty)>> = Vec::with_capacity(datatype.constructors.len());
        for constructor in &datatype.constructors {
            fields.push(
                constructor
                    .fields
                    .iter()
                    .map(|field| (self.locals.fresh(), field.instantiate(arguments)))
                    .collect(),
            );
        }
        // Each row goes to its constructor, in one pass; one that does not care goes to all.
        let mut matching: Vec<Vec<Row<'_>>> = vec![Vec::new(); fields.len()];
        for mut row in rows {
            match take_column(&mut row, on) {
                None => matching.iter_mut().for_each(|rows| rows.push(row.clone())),
                Some((_, TPattern::Construct(_, tag, inner))) => {
                    let tag = *tag as usize;
                    let (Some(fields), Some(matching)) = (fields.get(tag), matching.get_mut(tag)) else {
                        continue;
                    };
                    let mut columns: Vec<_> = fields
                        .iter()
                        .zip(inner)
                        .map(|((local, ty), pattern)| (*local, ty.clone(), pattern))
                        .collect();
                    columns.append(&mut row.columns);
                    row.columns = columns;
                    matching.push(row);
                }
                Some(_) => {}
            }
        }
        let mut branches = Vec::with_capacity(fields.len());
        for ((fields, matching), tag) in fields.into_iter().zip(matching).zip(0u32..) {
            branches.push(Branch { tag, fields, tree: self.rows(matching)? });
        }
        Some(Tree::Switch { on, ty, branches })
    }

    /// Splits or-patterns into rows, and moves variables and wildcards out of the
    /// columns into bindings.
    fn expand<'r>(&self, rows: Vec<Row<'r>>) -> Option<Vec<Row<'r>>> {
        let mut result = Vec::new();
        let mut pending: Vec<Row<'r>> = rows.into_iter().rev().collect();
        while let Some(mut row) = pending.pop() {
            // An or-pattern in each of n columns makes 2^n rows.
            let parts = row.columns.len() + row.bindings.len() + 1;
            if !self.steps.spend(u64::try_from(parts).unwrap_or(u64::MAX)) {
                return None;
            }
            let position = row.columns.iter().position(|(_, _, pattern)| {
                matches!(
                    pattern,
                    TPattern::Any | TPattern::Variable(_) | TPattern::Alias(..) | TPattern::Or(_)
                )
            });
            let Some(position) = position else {
                result.push(row);
                continue;
            };
            let (local, ty, pattern) = row.columns.remove(position);
            match pattern {
                TPattern::Variable(variable) => {
                    row.bindings.push((*variable, local));
                    pending.push(row);
                }
                TPattern::Alias(inner, variable) => {
                    row.bindings.push((*variable, local));
                    row.columns.insert(position, (local, ty, inner));
                    pending.push(row);
                }
                TPattern::Or(alternatives) => {
                    for alternative in alternatives.iter().rev() {
                        let mut copy = row.clone();
                        copy.columns.insert(position, (local, ty.clone(), alternative));
                        pending.push(copy);
                    }
                }
                _ => pending.push(row),
            }
        }
        Some(result)
    }
}

/// Removes the column of a variable and returns what it was matched with.
fn take_column<'a>(row: &mut Row<'a>, on: LocalId) -> Option<(Ty, &'a TPattern)> {
    let position = row.columns.iter().position(|(local, _, _)| *local == on)?;
    let (_, ty, pattern) = row.columns.remove(position);
    Some((ty, pattern))
}
