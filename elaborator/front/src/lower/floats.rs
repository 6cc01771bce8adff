//! Comparisons of floats, and of values of other modules' types, in programs.
//!
//! SOUNDNESS: `=` of the core language is equality of values. OCaml's `=` on floats is not:
//! `nan` differs from itself, and `0.` equals `-0.`, which is another float. So a program must
//! not compare floats: not directly, not inside other data, not by a pattern, and not through a
//! function or predicate that compares values of a type variable which is `float` there. What a type
//! of another module is, is not known: `Float.t` is `float`, comparing a `Lazy.t` forces nothing and
//! may raise. So values of all types that the file does not define are treated alike, apart from
//! strings and characters. In formulas equality is what it says.

use std::collections::HashSet;

use crate::span::Span;
use crate::syntax::{Literal, Operator};
use crate::typed::{CHAR, DataId, FunctionId, Program, STRING, TExpr, TKind, TPattern, Ty};
use crate::walk;

/// The place where a function compares floats, if it does.
pub(super) fn compared(program: &Program, id: FunctionId) -> Option<Span> {
    let function = program.functions.get(id)?;
    let types = function.contract.as_ref().map(|contract| contract.claim.instance.clone());
    let mut finder = Finder { program, seen: HashSet::new() };
    finder.expr(function.body.as_ref()?, &types.unwrap_or_default())
}

struct Finder<'p> {
    program: &'p Program,
    /// Functions and predicates at types, each looked at once.
    seen: HashSet<(&'static str, usize, Vec<Ty>)>,
}

impl Finder<'_> {
    fn expr(&mut self, expr: &TExpr, types: &[Ty]) -> Option<Span> {
        // Nothing is lowered then.
        if !types.iter().chain([&expr.ty]).all(|ty| self.program.steps.spend_type(ty)) {
            return None;
        }
        let found = match &expr.kind {
            TKind::Binary(Operator::Equal | Operator::NotEqual, left, _) => {
                self.contains_float(&left.ty.instantiate(types), &mut Vec::new())
            }
            TKind::Match(_, cases) => cases.iter().any(|case| has_float(&case.pattern)),
            TKind::Predicate(id, arguments) => {
                let body = self.program.predicates.get(*id).map(|predicate| &predicate.body);
                self.used("predicate", *id, body, arguments, types)
            }
            TKind::Function(id, arguments) => {
                let body = self.program.functions.get(*id).and_then(|function| function.body.as_ref());
                self.used("function", *id, body, arguments, types)
            }
            _ => false,
        };
        if found {
            return Some(expr.span);
        }
        walk::children(expr).into_iter().find_map(|child| self.expr(child, types))
    }

    /// Whether what is used here compares floats, at the types at which it is used. Inside its own
    /// group a definition is used at its own type variables.
    fn used(
        &mut self,
        kind: &'static str,
        id: usize,
        body: Option<&TExpr>,
        arguments: &[Ty],
        types: &[Ty],
    ) -> bool {
        let at: Vec<Ty> = match arguments {
            [] => types.to_vec(),
            _ => arguments.iter().map(|ty| ty.instantiate(types)).collect(),
        };
        self.seen.insert((kind, id, at.clone())) && body.is_some_and(|body| self.expr(body, &at).is_some())
    }

    fn contains_float(&self, ty: &Ty, within: &mut Vec<DataId>) -> bool {
        match ty {
            Ty::Opaque(number) => !matches!(*number, STRING | CHAR),
            Ty::Data(id, arguments) => {
                if arguments.iter().any(|argument| self.contains_float(argument, within)) {
                    return true;
                }
                if within.contains(id) {
                    return false;
                }
                within.push(*id);
                let constructors = self.program.datatypes.get(*id).map(|datatype| &datatype.constructors);
                constructors
                    .into_iter()
                    .flatten()
                    .flat_map(|constructor| &constructor.fields)
                    .any(|field| self.contains_float(field, within))
            }
            Ty::Meta(_) | Ty::Rigid(_) | Ty::Int | Ty::Arrow(..) => false,
        }
    }
}

fn has_float(pattern: &TPattern) -> bool {
    match pattern {
        TPattern::Literal(literal) => matches!(literal, Literal::Float(_)),
        TPattern::Any | TPattern::Variable(_) => false,
        TPattern::Alias(inner, _) => has_float(inner),
        TPattern::Or(parts) | TPattern::Construct(_, _, parts) => parts.iter().any(has_float),
    }
}
