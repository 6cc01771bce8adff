//! Written types and type declarations.

use super::scope::{TypeVariables, VariablePolicy};
use super::top_level::TypeEntry;
use super::{Inferrer, World};
use crate::diagnostic::DiagnosticKind;
use crate::span::{Source, Span};
use crate::syntax::{Name, Namespace, Reason, TAG, TypeBody, TypeDeclaration, TypeExpr, TypeExprKind};
use crate::typed::{Constructor, DataId, Datatype, Ty};

impl Inferrer<'_> {
    /// The type that was written; a fresh variable if it makes no sense.
    pub(super) fn written(&mut self, written: &TypeExpr) -> Ty {
        match &written.kind {
            TypeExprKind::Any => self.unifier.fresh(),
            TypeExprKind::Variable(name) => self.type_variable(name),
            TypeExprKind::Tuple(components) => {
                let id = self.tuple(components.len());
                let arguments = components.iter().map(|inner| self.written(inner)).collect();
                Ty::Data(id, arguments)
            }
            TypeExprKind::Arrow(domain, codomain) => {
                let domain = self.written(domain);
                let codomain = self.written(codomain);
                Ty::arrow(domain, codomain)
            }
            TypeExprKind::Apply(name, arguments) => self.applied(name, arguments, written.span),
        }
    }

    fn applied(&mut self, name: &str, arguments: &[TypeExpr], span: Span) -> Ty {
        let arguments: Vec<_> = arguments.iter().map(|inner| self.written(inner)).collect();
        if name.contains('.') && arguments.is_empty() && !self.top.types.contains_key(name) {
            self.declare_opaque(name);
        }
        if self.is_set_aside(Namespace::Type, name, span) {
            return self.unifier.fresh();
        }
        let Some(entry) = self.top.types.get(name).cloned() else {
            let known = self.top.types.keys().cloned().collect();
            self.unknown(span, "type", name, known);
            return self.unifier.fresh();
        };
        let arity = match &entry {
            TypeEntry::Int | TypeEntry::Nat | TypeEntry::Opaque(_) => 0,
            TypeEntry::Generator => 1,
            TypeEntry::Data(id) => self.program.datatypes.get(*id).map_or(0, |datatype| datatype.parameters),
            TypeEntry::Alias(arity, _) => *arity,
        };
        if arity != arguments.len() {
            self.error(
                DiagnosticKind::IllTyped,
                span,
                format!("the type `{name}` takes {arity} arguments, but {} are given", arguments.len()),
                "",
            );
            return self.unifier.fresh();
        }
        match entry {
            TypeEntry::Int => Ty::Int,
            TypeEntry::Nat => {
                // A `nat` inside a larger type would need a predicate over that
                // type; only where it is the whole type can the bound be added.
                if self.world == World::Logic {
                    self.problems.decline(
                        span,
                        "`nat` inside another type",
                        "use `int`, and say `0 <= …` in the formula",
                    );
                }
                Ty::Int
            }
            TypeEntry::Generator => match arguments.into_iter().next() {
                Some(value) => Ty::arrow(Ty::unit(), value),
                None => Ty::unit(),
            },
            TypeEntry::Data(id) => Ty::Data(id, arguments),
            TypeEntry::Opaque(number) => Ty::Opaque(number),
            TypeEntry::Alias(_, body) => {
                // Abbreviations of abbreviations can double with each line.
                if !self.program.steps.spend_type(&body) {
                    self.out_of_steps(span);
                    return self.unifier.fresh();
                }
                let applied = body.instantiate(&arguments);
                self.program.steps.spend_type(&applied);
                applied
            }
        }
    }

    /// The type of a variable that a formula declares, and whether it is `nat`.
    pub(super) fn declared_sort(&mut self, written: &TypeExpr) -> (Ty, bool) {
        if let TypeExprKind::Apply(name, arguments) = &written.kind
            && arguments.is_empty()
            && matches!(self.top.types.get(name), Some(TypeEntry::Nat))
        {
            return (Ty::Int, true);
        }
        let ty = self.in_world(World::Logic, |inferrer| inferrer.written(written));
        if self.unifier.is_arrow(&ty) {
            self.error(
                DiagnosticKind::IllFormedSpec,
                written.span,
                "a formula is about values, not functions",
                "give the variable a data type",
            );
            return (self.unifier.fresh(), false);
        }
        (ty, false)
    }

    fn type_variable(&mut self, name: &str) -> Ty {
        if let Some((_, ty)) = self.scope.types.named.iter().find(|(known, _)| known == name) {
            return ty.clone();
        }
        let ty = match self.scope.types.policy {
            VariablePolicy::Flexible => self.unifier.fresh(),
            VariablePolicy::Rigid => self.scope.types.next_rigid(),
        };
        self.scope.types.named.push((name.to_owned(), ty.clone()));
        ty
    }

    /// `type … and …`
    pub(super) fn declare_types(&mut self, declarations: &[TypeDeclaration]) {
        for TypeDeclaration { name, .. } in declarations {
            if name.span.source == Source::User && !self.top.own_types.insert(name.text.clone()) {
                self.duplicate(name, "type");
            }
        }
        let first = self.program.datatypes.len();
        let earlier: Vec<_> = declarations
            .iter()
            .map(|declaration| self.top.types.get(&declaration.name.text).cloned())
            .collect();
        for declaration in declarations {
            match declaration.body {
                TypeBody::Variant(_) | TypeBody::Record(_) => {
                    let id = self.program.datatypes.len();
                    self.program.datatypes.push(Datatype {
                        name: declaration.name.text.clone(),
                        parameters: declaration.parameters.len(),
                        constructors: Vec::new(),
                        fields: None,
                    });
                    self.top.types.insert(declaration.name.text.clone(), TypeEntry::Data(id));
                }
                TypeBody::Abstract => {
                    if declaration.parameters.is_empty() {
                        self.declare_opaque(&declaration.name.text);
                    } else {
                        self.problems.decline(
                            declaration.span,
                            "an abstract type with parameters",
                            "give it constructors",
                        );
                    }
                }
                TypeBody::Alias(_) => {}
            }
        }
        let mut next = first;
        for declaration in declarations {
            self.type_parameters(&declaration.parameters);
            match &declaration.body {
                TypeBody::Variant(list) => {
                    self.fill_variant(next, list);
                    next += 1;
                }
                TypeBody::Record(list) => {
                    self.fill_record(next, list);
                    next += 1;
                }
                TypeBody::Alias(written) => {
                    let body = self.written(written);
                    let entry = TypeEntry::Alias(declaration.parameters.len(), body);
                    self.top.types.insert(declaration.name.text.clone(), entry);
                }
                TypeBody::Abstract => {}
            }
            self.scope.types = TypeVariables::default();
        }
        self.decline_uninhabited(first, declarations);
        self.forget_repeated(first, declarations, &earlier);
        for id in first..self.program.datatypes.len() {
            self.register_constructors(id);
        }
    }

    fn type_parameters(&mut self, parameters: &[Name]) {
        self.scope.types = TypeVariables::rigid();
        for parameter in parameters {
            let before = self.scope.types.named.len();
            self.type_variable(&parameter.text);
            if self.scope.types.named.len() == before {
                self.duplicate(parameter, "type parameter");
            }
        }
    }

    fn duplicate(&mut self, name: &Name, what: &str) {
        self.error(
            DiagnosticKind::Duplicate,
            name.span,
            format!("the {what} `{}` is declared twice", name.text),
            "rename one of them",
        );
    }

    fn fill_variant(&mut self, id: DataId, list: &[(Name, Vec<TypeExpr>)]) {
        let mut constructors: Vec<Constructor> = Vec::new();
        for (name, arguments) in list {
            if constructors.iter().any(|known| known.name == name.text) {
                self.duplicate(name, "constructor");
            }
            let fields = arguments.iter().map(|written| self.field_type(id, written)).collect();
            constructors.push(Constructor { name: name.text.clone(), fields });
        }
        if let Some(datatype) = self.program.datatypes.get_mut(id) {
            datatype.constructors = constructors;
        }
    }

    fn fill_record(&mut self, id: DataId, list: &[(Name, TypeExpr)]) {
        let mut names: Vec<String> = Vec::new();
        let mut fields = Vec::new();
        for (name, written) in list {
            if names.contains(&name.text) {
                self.duplicate(name, "field");
            }
            names.push(name.text.clone());
            fields.push(self.field_type(id, written));
        }
        if let Some(datatype) = self.program.datatypes.get_mut(id) {
            // No constructor of the source can have such a name, and it says how to write a value.
            // Fields of a module's record carry its path; the record is written without.
            let last = |name: &String| name.rsplit('.').next().unwrap_or(name).to_owned();
            let plain: Vec<String> = names.iter().map(last).collect();
            datatype.constructors = vec![Constructor { name: format!("{{{}}}", plain.join("; ")), fields }];
            datatype.fields = Some(names);
        }
    }

    /// The type of a field; functions in data are declined.
    fn field_type(&mut self, id: DataId, written: &TypeExpr) -> Ty {
        let ty = self.in_world(World::Logic, |inferrer| inferrer.written(written));
        let parameters = self.program.datatypes.get(id).map_or(0, |datatype| datatype.parameters);
        if ty.contains_arrow() {
            self.problems.decline(
                written.span,
                "a function inside a datatype",
                "use data only; coverage types of functions inside data do not exist",
            );
            return Ty::unit();
        }
        if self.scope.types.named.len() > parameters {
            self.scope.types.named.truncate(parameters);
            self.error(
                DiagnosticKind::UnknownName,
                written.span,
                "this type mentions a variable that is not a parameter of the declaration",
                "add it: `type 'a name = …`",
            );
            return Ty::unit();
        }
        ty
    }

    /// A declaration that repeats one of the same name word by word (usually
    /// the prelude's) is that one, so that the predicates about it apply.
    fn forget_repeated(
        &mut self,
        first: DataId,
        declarations: &[TypeDeclaration],
        earlier: &[Option<TypeEntry>],
    ) {
        let mut same: Vec<(DataId, DataId)> = Vec::new();
        for (next, (declaration, before)) in (first..).zip(declarations.iter().zip(earlier)) {
            if !matches!(declaration.body, TypeBody::Variant(_) | TypeBody::Record(_)) {
                return;
            }
            let Some(TypeEntry::Data(old)) = before else {
                return;
            };
            same.push((next, *old));
        }
        let equal = same.iter().all(|(new, old)| {
            match (self.program.datatypes.get(*new), self.program.datatypes.get(*old)) {
                (Some(new), Some(old)) => same_datatype(new, old, &same),
                _ => false,
            }
        });
        if equal {
            self.program.datatypes.truncate(first);
            for (declaration, (_, old)) in declarations.iter().zip(&same) {
                self.top.types.insert(declaration.name.text.clone(), TypeEntry::Data(*old));
                self.register_constructors(*old);
            }
        }
    }

    fn register_constructors(&mut self, id: DataId) {
        let Some(datatype) = self.program.datatypes.get(id) else {
            return;
        };
        for (tag, constructor) in datatype.constructors.iter().enumerate() {
            let tag = u32::try_from(tag).unwrap_or(u32::MAX);
            let old = self.top.constructors.insert(constructor.name.clone(), (id, tag));
            // SOUNDNESS: a tag belongs to every type that has it; which one is meant is not known here.
            let key = (Namespace::Constructor, constructor.name.clone());
            let several = old.is_some_and(|(other, _)| other != id) || self.top.set_aside.contains_key(&key);
            if constructor.name.starts_with(TAG) && several {
                self.top.constructors.remove(&constructor.name);
                let shown = constructor.name.replacen(TAG, "`", 1);
                let why = Reason {
                    declined: true,
                    span: Span::new(Source::User, 0, 0),
                    message: format!("`{shown}` is a tag of several types"),
                };
                self.top.set_aside.insert(key, why);
            }
        }
        for (index, field) in datatype.fields.iter().flatten().enumerate() {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            self.top.fields.insert(field.clone(), (id, index));
        }
    }
}

fn same_datatype(new: &Datatype, old: &Datatype, same: &[(DataId, DataId)]) -> bool {
    new.parameters == old.parameters
        && new.fields == old.fields
        && new.constructors.len() == old.constructors.len()
        && new.constructors.iter().zip(&old.constructors).all(|(a, b)| {
            a.name == b.name
                && a.fields.len() == b.fields.len()
                && a.fields.iter().zip(&b.fields).all(|(x, y)| same_type(x, y, same))
        })
}

fn same_type(new: &Ty, old: &Ty, same: &[(DataId, DataId)]) -> bool {
    match (new, old) {
        (Ty::Data(a, xs), Ty::Data(b, ys)) => {
            (a == b || same.contains(&(*a, *b)))
                && xs.len() == ys.len()
                && xs.iter().zip(ys).all(|(x, y)| same_type(x, y, same))
        }
        _ => new == old,
    }
}
