//! Typing of constructors and records.

use super::Inferrer;
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{Expr, ExprKind, Name, Namespace};
use crate::typed::{DataId, TExpr, TKind, Ty};

impl Inferrer<'_> {
    /// The result and field types of a constructor, at fresh arguments.
    pub(super) fn constructor_types(&mut self, id: DataId, tag: u32) -> (Ty, Vec<Ty>) {
        let Some(datatype) = self.program.datatypes.get(id) else {
            return (self.unifier.fresh(), Vec::new());
        };
        let fields = datatype
            .constructors
            .get(tag as usize)
            .map(|constructor| constructor.fields.clone())
            .unwrap_or_default();
        let arguments = self.unifier.fresh_many(datatype.parameters);
        let fields = fields.iter().map(|field| field.instantiate(&arguments)).collect();
        (Ty::Data(id, arguments), fields)
    }

    pub(super) fn construct(&mut self, span: Span, name: &Name, arguments: &[Expr]) -> TExpr {
        let Some((id, tag)) = self.top.constructors.get(&name.text).copied() else {
            let failing = matches!(name.text.as_str(), "Err" | "Exn") && arguments.is_empty();
            if failing && !self.top.set_aside.contains_key(&(Namespace::Constructor, name.text.clone())) {
                return self.fail(span);
            }
            self.unknown_constructor(name);
            for argument in arguments {
                self.infer_expr(argument);
            }
            return self.broken(span);
        };
        let (ty, fields) = self.constructor_types(id, tag);
        let typed = match fields.as_slice() {
            [only] if arguments.len() > 1 => {
                let whole = Expr { kind: ExprKind::Tuple(arguments.to_vec()), span };
                vec![self.check(&whole, only)]
            }
            wanted => {
                if wanted.len() != arguments.len() {
                    self.wrong_arity(span, &name.text, wanted.len(), arguments.len());
                    for argument in arguments {
                        self.infer_expr(argument);
                    }
                    return self.broken(span);
                }
                arguments.iter().zip(wanted).map(|(argument, ty)| self.check(argument, ty)).collect()
            }
        };
        TExpr { kind: TKind::Construct(id, tag, typed), ty, span }
    }

    pub(super) fn unknown_constructor(&mut self, name: &Name) {
        if !self.is_set_aside(Namespace::Constructor, &name.text, name.span) {
            let known = self.top.constructors.keys().cloned().collect();
            self.unknown(name.span, "constructor", &name.text, known);
        }
    }

    /// The record type that has this field, with the types of all its fields.
    pub(super) fn record_type(&mut self, name: Option<&Name>, span: Span) -> Option<(DataId, Ty, Vec<Ty>)> {
        let Some(name) = name else {
            self.error(DiagnosticKind::Syntax, span, "an empty record", "name its fields");
            return None;
        };
        let Some((id, _)) = self.top.fields.get(&name.text).copied() else {
            if !self.is_set_aside(Namespace::Field, &name.text, name.span) {
                let known = self.top.fields.keys().cloned().collect();
                self.unknown(name.span, "field", &name.text, known);
            }
            return None;
        };
        let (ty, fields) = self.constructor_types(id, 0);
        Some((id, ty, fields))
    }

    /// A field that is not in scope by its name is the one of the record's type, if that is known: `p.x` for
    /// `p : Point.t`. SOUNDNESS: OCaml accepts no other; a record has one field of a name.
    pub(super) fn field_of_type(&mut self, name: &Name, ty: &Ty) -> Name {
        let known = self.top.fields.contains_key(&name.text)
            || self.top.set_aside.contains_key(&(Namespace::Field, name.text.clone()));
        let Ty::Data(id, _) = self.unifier.resolve(ty) else { return name.clone() };
        let fields = self.program.datatypes.get(id).and_then(|datatype| datatype.fields.as_ref());
        let last = |field: &String| field.rsplit('.').next() == Some(name.text.as_str());
        match fields.into_iter().flatten().find(|field| last(field)) {
            // Whether it is in scope by its path is asked there.
            Some(field) if !known && self.top.fields.get(field).is_some_and(|(own, _)| *own == id) => {
                Name { text: field.clone(), span: name.span }
            }
            _ => name.clone(),
        }
    }

    pub(super) fn field_index(&mut self, name: &Name, id: DataId) -> Option<usize> {
        let names =
            self.program.datatypes.get(id).and_then(|datatype| datatype.fields.clone()).unwrap_or_default();
        let found = names.iter().position(|field| *field == name.text);
        if found.is_none() {
            self.unknown(name.span, "field", &name.text, names);
        }
        found
    }

    pub(super) fn record(&mut self, span: Span, fields: &[(Name, Expr)]) -> TExpr {
        let first = fields.first().map(|(name, _)| name);
        let Some((id, ty, types)) = self.record_type(first, span) else {
            return self.broken(span);
        };
        let mut slots: Vec<Option<TExpr>> = vec![None; types.len()];
        for (name, value) in fields {
            let Some(index) = self.field_index(name, id) else {
                self.infer_expr(value);
                continue;
            };
            let field = types.get(index).cloned().unwrap_or_else(Ty::unit);
            let typed = self.check(value, &field);
            if let Some(slot) = slots.get_mut(index) {
                if slot.is_some() {
                    self.error(
                        DiagnosticKind::Duplicate,
                        name.span,
                        format!("the field `{}` is given twice", name.text),
                        "",
                    );
                }
                *slot = Some(typed);
            }
        }
        match slots.into_iter().collect::<Option<Vec<_>>>() {
            Some(typed) => TExpr { kind: TKind::Construct(id, 0, typed), ty, span },
            None => {
                self.error(
                    DiagnosticKind::IllTyped,
                    span,
                    "some fields of this record are missing",
                    "give a value to each field",
                );
                self.broken(span)
            }
        }
    }

    /// `{ r with x = e }`: bind `r`, then rebuild it.
    pub(super) fn update(&mut self, span: Span, base: &Expr, fields: &[(Name, Expr)]) -> TExpr {
        let first = fields.first().map(|(name, _)| name);
        let Some((id, ty, types)) = self.record_type(first, span) else {
            return self.broken(span);
        };
        let base = self.check(base, &ty);
        let local = self.fresh_local("record");
        let mut slots: Vec<TExpr> = types
            .iter()
            .enumerate()
            .map(|(index, field)| {
                let record = TExpr { kind: TKind::Local(local), ty: ty.clone(), span };
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                TExpr { kind: TKind::Project(id, index, Box::new(record)), ty: field.clone(), span }
            })
            .collect();
        for (name, value) in fields {
            if let Some(index) = self.field_index(name, id)
                && let Some(field) = types.get(index)
            {
                let typed = self.check(value, field);
                if let Some(slot) = slots.get_mut(index) {
                    *slot = typed;
                }
            }
        }
        let rebuilt = TExpr { kind: TKind::Construct(id, 0, slots), ty: ty.clone(), span };
        TExpr { kind: TKind::Let(local, Box::new(base), Box::new(rebuilt)), ty, span }
    }
}
