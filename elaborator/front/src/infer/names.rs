//! What a name in an expression stands for.

use super::{Inferrer, World};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{FAILING, Namespace, Operator};
use crate::typed::{Primitive, TExpr, TKind, Ty};

impl Inferrer<'_> {
    pub(super) fn variable(&mut self, name: &str, span: Span) -> TExpr {
        if let Some((local, ty)) = self.lookup(name) {
            return TExpr { kind: TKind::Local(local), ty, span };
        }
        if self.is_set_aside(Namespace::Value, name, span) {
            return self.broken(span);
        }
        match self.world {
            World::Logic => self.logic_name(name, span),
            World::Program => self.program_name(name, span),
        }
    }

    fn logic_name(&mut self, name: &str, span: Span) -> TExpr {
        let variable = self.scope.predicate_variables.iter().position(|(known, _)| known == name);
        if let Some(index) = variable {
            let sorts =
                self.scope.predicate_variables.get(index).map(|(_, sorts)| sorts.clone()).unwrap_or_default();
            let number = u32::try_from(index).unwrap_or(u32::MAX);
            return TExpr {
                kind: TKind::PredicateVariable(number),
                ty: Ty::arrows(sorts.into_iter(), Ty::bool()),
                span,
            };
        }
        if !self.top.predicates.contains_key(name) && !self.top.functions.contains_key(name) {
            self.declared_predicate(name, span);
        }
        if let Some(typed) = self.predicate_name(name, span) {
            self.refuse_hidden_predicate(name, span);
            return typed;
        }
        if self.top.functions.contains_key(name) || primitive_named(name).is_some() {
            // An operator that the program defines means something else to OCaml than to a formula.
            self.error(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("`{name}` is a program function; formulas use predicates only"),
                "define it as `let[@predicate]` if it is total and structurally recursive",
            );
            return self.broken(span);
        }
        let known = self
            .top
            .predicates
            .keys()
            .chain(self.scope.variables.iter().map(|(name, _, _)| name))
            .cloned()
            .collect();
        self.unknown(span, "name", name, known);
        self.broken(span)
    }

    /// SOUNDNESS: a formula that uses a predicate while the file has a function of the same name
    /// probably means the function.
    fn refuse_hidden_predicate(&mut self, name: &str, span: Span) {
        let own = self.top.functions.get(name).and_then(|id| self.program.functions.get(*id));
        if own.is_some_and(|function| function.span.source == span.source && function.body.is_some()) {
            self.error(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("`{name}` would be the predicate here, not the function of the same name"),
                "rename the function",
            );
        }
    }

    fn predicate_name(&mut self, name: &str, span: Span) -> Option<TExpr> {
        let id = *self.top.predicates.get(name)?;
        if let Some(ty) = self.open.predicate(id) {
            return Some(TExpr { kind: TKind::Predicate(id, Vec::new()), ty, span });
        }
        let predicate = self.program.predicates.get(id)?;
        let ty = Ty::arrows(predicate.parameters.iter().map(|(_, ty)| ty.clone()), predicate.result.clone());
        let arguments = self.unifier.fresh_many(predicate.sort_parameters);
        let ty = ty.instantiate(&arguments);
        Some(TExpr { kind: TKind::Predicate(id, arguments), ty, span })
    }

    fn program_name(&mut self, name: &str, span: Span) -> TExpr {
        if let Some(id) = self.top.functions.get(name).copied() {
            if let Some(ty) = self.open.function(id) {
                return TExpr { kind: TKind::Function(id, Vec::new()), ty, span };
            }
            if let Some(function) = self.program.functions.get(id) {
                let ty = function.ty.clone();
                let arguments = self.unifier.fresh_many(function.sort_parameters);
                let ty = ty.instantiate(&arguments);
                return TExpr { kind: TKind::Function(id, arguments), ty, span };
            }
        }
        if let Some(typed) = self.predicate_name(name, span) {
            return typed;
        }
        if name == "string_gen" && self.top.predicates.contains_key("String.length") {
            self.problems.decline(
                span,
                "`string_gen` in a file that uses functions of strings",
                "write `String.init (nat_gen ()) (fun _ -> char_gen ())`",
            );
            return self.broken(span);
        }
        if let Some(primitive) = primitive_named(name) {
            let ty = self.primitive_type(primitive);
            return TExpr { kind: TKind::Primitive(primitive), ty, span };
        }
        if let Some(typed) = self.operator_function(name, span) {
            return typed;
        }
        if self.declined_name(name, span) {
            return self.broken(span);
        }
        if self.top.declared_values.contains_key(name) {
            self.error(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("`{name}` has a basic type only; nothing is known about what it returns"),
                format!("add `let[@library] {name} … = …` with its coverage type"),
            );
            return self.broken(span);
        }
        if crate::syntax::split_path(name).is_some() {
            let what = format!("`{name}`, a name from another module,");
            self.problems.decline(span, &what, "define what you need of it in this file");
            return self.broken(span);
        }
        let known = self
            .top
            .functions
            .keys()
            .chain(self.top.predicates.keys())
            .chain(self.scope.variables.iter().map(|(name, _, _)| name))
            .cloned()
            .chain(PRIMITIVES.map(str::to_owned))
            .collect();
        self.unknown(span, "name", name, known);
        self.broken(span)
    }

    fn primitive_type(&mut self, primitive: Primitive) -> Ty {
        match primitive {
            Primitive::IntGen | Primitive::NatGen => Ty::arrow(Ty::unit(), Ty::Int),
            Primitive::BoolGen => Ty::arrow(Ty::unit(), Ty::bool()),
            Primitive::IntRange | Primitive::IntRangeWithoutEnd => {
                Ty::arrow(Ty::Int, Ty::arrow(Ty::Int, Ty::Int))
            }
            Primitive::OpaqueGen(number) => Ty::arrow(Ty::unit(), Ty::Opaque(number)),
            Primitive::Fail => Ty::arrow(Ty::unit(), self.unifier.fresh()),
        }
    }
}

/// The names of the primitive generators, for suggestions.
const PRIMITIVES: [&str; 10] = [
    "int_gen",
    "nat_gen",
    "bool_gen",
    "int_range",
    "int_range_inc",
    "int_range_inex",
    "string_gen",
    "char_gen",
    "float_gen",
    "err",
];

/// Whether a name means something in every file.
pub(crate) fn is_built_in(name: &str) -> bool {
    is_primitive(name)
        || Operator::spelled(name).is_some()
        || matches!(name, "not" | "implies" | "iff" | "choose" | "@@" | "|>" | "~-" | "~+")
}

/// Whether a name that the file does not define draws or fails.
pub(crate) fn is_primitive(name: &str) -> bool {
    primitive_named(name).is_some() || FAILING.contains(&name)
}

fn primitive_named(name: &str) -> Option<Primitive> {
    Some(match name {
        "int_gen" => Primitive::IntGen,
        "nat_gen" => Primitive::NatGen,
        "bool_gen" => Primitive::BoolGen,
        "int_range" | "int_range_inc" => Primitive::IntRange,
        "int_range_inex" => Primitive::IntRangeWithoutEnd,
        "string_gen" => Primitive::OpaqueGen(0),
        "char_gen" => Primitive::OpaqueGen(1),
        "float_gen" => Primitive::OpaqueGen(2),
        "err" => Primitive::Fail,
        _ => return None,
    })
}
