//! Types and datatypes.

use serde_json::Value as Json;

use super::names::{member, type_name, unique};
use super::{Importer, Read, Unread, list};
use crate::span::Span;
use crate::syntax::{Name, TypeBody, TypeDeclaration, TypeExpr, TypeExprKind};

/// The row with this number, if it comes before row `below`: rows refer to earlier ones, so that
/// following them ends.
pub(super) fn row<'j>(types: &'j [Json], index: &Json, below: usize) -> Option<(usize, &'j Json)> {
    let number = index.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < below)?;
    types.get(number).map(|row| (number, row))
}

impl Importer<'_> {
    pub(super) fn ty(&self, index: &Json, span: Span) -> Read<TypeExpr> {
        self.ty_below(index, self.types.len(), span)
    }

    fn ty_below(&self, index: &Json, below: usize, span: Span) -> Read<TypeExpr> {
        let Some((number, row)) = row(&self.types, index, below) else {
            return Err(Unread { span, what: "a type that the OCaml reader left out".to_owned() });
        };
        let each = |types: &Json| {
            list(types).iter().map(|t| self.ty_below(t, number, span)).collect::<Read<Vec<_>>>()
        };
        let kind = if let Some(variable) = row["v"].as_u64() {
            TypeExprKind::Variable(format!("t{variable}"))
        } else if let Some(name) = row["c"].as_str() {
            let name = type_name(name).map_err(|what| Unread { span, what })?;
            TypeExprKind::Apply(name, each(&row["args"])?)
        } else if row["tuple"].is_array() {
            TypeExprKind::Tuple(each(&row["tuple"])?)
        } else if row["a"].is_u64() && row.get("label").is_none() && row.get("optional").is_none() {
            let domain = self.ty_below(&row["a"], number, span)?;
            TypeExprKind::Arrow(Box::new(domain), Box::new(self.ty_below(&row["r"], number, span)?))
        } else {
            let what = row["other"].as_str().unwrap_or("a labelled argument").to_owned();
            return Err(Unread { span, what });
        };
        Ok(TypeExpr { kind, span })
    }

    /// The type behind so many parameters.
    pub(super) fn behind<'t>(&'t self, index: &'t Json, parameters: usize) -> Option<&'t Json> {
        (0..parameters).try_fold(index, |ty, _| {
            let (_, row) = row(&self.types, ty, self.types.len())?;
            row.get("r")
        })
    }

    /// Whether a type has no variables, and nothing that is not known.
    pub(super) fn is_ground(&self, index: &Json) -> bool {
        self.is_ground_below(index, self.types.len())
    }

    fn is_ground_below(&self, index: &Json, below: usize) -> bool {
        let Some((number, row)) = row(&self.types, index, below) else { return false };
        let each = |types: &Json| list(types).iter().all(|t| self.is_ground_below(t, number));
        let known = row["c"].as_str().is_some_and(|name| type_name(name).is_ok());
        let function = row["a"].is_u64() && row.get("label").is_none() && row.get("optional").is_none();
        known && each(&row["args"])
            || row["tuple"].is_array() && each(&row["tuple"])
            || function && [&row["a"], &row["r"]].iter().all(|t| self.is_ground_below(t, number))
    }

    pub(super) fn declaration(&self, data: &Json) -> Read<TypeDeclaration> {
        let span = self.span(data);
        let id = self.word(data, &data["name"])?;
        let name = |text: String| Name { text, span };
        let own = |part: &Json| Ok(name(member(self.word(data, part)?, id)));
        let mut parameters = Vec::new();
        for parameter in list(&data["params"]) {
            match self.ty(parameter, span)?.kind {
                TypeExprKind::Variable(text) => parameters.push(name(text)),
                _ => return Err(self.unread(data, "a type parameter that is not a variable")),
            }
        }
        let body = match data["kind"].as_str() {
            Some("variant") => {
                let mut constructors = Vec::new();
                for constructor in list(&data["constructors"]) {
                    if constructor.get("gadt").is_some() || constructor.get("inline").is_some() {
                        return Err(self.unread(data, "a generalised constructor or an inline record"));
                    }
                    let fields = list(&constructor["args"]).iter().map(|a| self.ty(a, span));
                    constructors.push((own(&constructor["name"])?, fields.collect::<Read<Vec<_>>>()?));
                }
                TypeBody::Variant(constructors)
            }
            Some("record") => {
                let mut fields = Vec::new();
                for field in list(&data["fields"]) {
                    if field["mutable"] != false {
                        return Err(self.unread(data, "a mutable field"));
                    }
                    fields.push((own(&field["name"])?, self.ty(&field["ty"], span)?));
                }
                TypeBody::Record(fields)
            }
            _ => return Err(self.unread(data, "this form of type")),
        };
        if data["private"] != false {
            return Err(self.unread(data, "a private type"));
        }
        Ok(TypeDeclaration { name: name(unique(id)), parameters, body, span })
    }
}
