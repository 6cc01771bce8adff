//! What is left of an item in which a mistake was found: the names that nothing may use, and the claims that are not
//! checked. Every step that reads items sets them aside in this way.

use crate::syntax::{
    Attribute, Binding, Bindings, Item, Name, Namespace, Pattern, PatternKind, Reason, SetAside, TypeBody,
    TypeDeclaration, UnreadClaim,
};

/// What becomes of an item in which a mistake was found.
pub(crate) fn set_aside(item: &Item, why: Reason) -> SetAside {
    let claims = match item {
        Item::Program(bindings) => bindings.list.iter().filter_map(unread_claim).collect(),
        Item::Functor(functor) => {
            functor.items.iter().flat_map(|item| set_aside(item, why.clone()).claims).collect()
        }
        Item::Module(name, items, _) => {
            let inside = items.iter().flat_map(|item| set_aside(item, why.clone()).claims);
            let with_path = |mut claim: UnreadClaim| {
                claim.name.text = format!("{}.{}", name.text, claim.name.text);
                claim
            };
            inside.map(with_path).collect()
        }
        Item::SetAside(aside) => aside.claims.clone(),
        Item::Claim(claim) if claim.assumed => Vec::new(),
        Item::Claim(claim) => {
            let name = claim.within.as_ref().map_or(&claim.name, |outer| &outer.function);
            vec![UnreadClaim { name: name.clone(), span: claim.span, claim_span: claim.span }]
        }
        _ => Vec::new(),
    };
    let generators = match item {
        Item::SetAside(aside) => aside.generators.clone(),
        _ => Vec::new(),
    };
    SetAside { names: names(item), claims, generators, why }
}

fn unread_claim(binding: &Binding) -> Option<UnreadClaim> {
    let claim_span = binding.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Covers(scheme) => Some(scheme.span),
        _ => None,
    })?;
    Some(UnreadClaim { name: bound_name(binding)?, span: binding.span, claim_span })
}

/// The names that an item defines, or says something about.
pub(crate) fn names(item: &Item) -> Vec<(Namespace, Name)> {
    let value = |name: &Name| vec![(Namespace::Value, name.clone())];
    match item {
        Item::Types(declarations) => declarations.iter().flat_map(declared_names).collect(),
        Item::Program(bindings) | Item::Predicates(bindings) | Item::Answers(bindings) => {
            bound_names(bindings)
        }
        Item::Claim(claim) => value(claim.within.as_ref().map_or(&claim.name, |outer| &outer.function)),
        Item::Value(name, _) | Item::External(name, _) => value(name),
        Item::Fact(fact) => value(&fact.name),
        Item::Language(language) => value(&language.name),
        Item::SetAside(item) => item.names.clone(),
        Item::Module(..)
        | Item::ModuleAlias(..)
        | Item::Open(..)
        | Item::ModuleAside(..)
        | Item::Template(_)
        | Item::Application(_)
        | Item::Operators(_)
        | Item::Functor(_)
        | Item::Evaluated(_) => Vec::new(),
    }
}

fn bound_names(bindings: &Bindings) -> Vec<(Namespace, Name)> {
    let mut names = Vec::new();
    for binding in &bindings.list {
        variables(&binding.pattern, &mut names);
    }
    names.into_iter().map(|name| (Namespace::Value, name)).collect()
}

/// All variables of a pattern.
fn variables(pattern: &Pattern, names: &mut Vec<Name>) {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Literal(_) => {}
        PatternKind::Variable(text) => names.push(Name { text: text.clone(), span: pattern.span }),
        PatternKind::Typed(inner, _) | PatternKind::Labelled(_, inner) => variables(inner, names),
        PatternKind::Alias(inner, name) => {
            names.push(name.clone());
            variables(inner, names);
        }
        PatternKind::Or(parts) | PatternKind::Construct(_, parts) | PatternKind::Tuple(parts) => {
            parts.iter().for_each(|part| variables(part, names));
        }
        PatternKind::Record(fields) => fields.iter().for_each(|(_, part)| variables(part, names)),
    }
}

pub(crate) fn bound_name(binding: &Binding) -> Option<Name> {
    let mut pattern = &binding.pattern;
    while let PatternKind::Typed(inner, _) = &pattern.kind {
        pattern = inner;
    }
    match &pattern.kind {
        PatternKind::Variable(text) => Some(Name { text: text.clone(), span: pattern.span }),
        _ => None,
    }
}

fn declared_names(declaration: &TypeDeclaration) -> Vec<(Namespace, Name)> {
    let mut list = vec![(Namespace::Type, declaration.name.clone())];
    match &declaration.body {
        TypeBody::Variant(constructors) => {
            list.extend(constructors.iter().map(|(name, _)| (Namespace::Constructor, name.clone())));
        }
        TypeBody::Record(fields) => {
            list.extend(fields.iter().map(|(name, _)| (Namespace::Field, name.clone())));
        }
        TypeBody::Alias(_) | TypeBody::Abstract => {}
    }
    list
}
