//! What happens after a mistake: the item that it is in is set aside, with the
//! names it defines and the claims it makes, and the rest of the file is read as
//! if it were not there. Using a name that was set aside sets the user aside too,
//! with a message that says so.
//!
//! SOUNDNESS: an item with a mistake has holes in its tree. Its names lead nowhere
//! afterwards, so that no tree of another item can refer to it, and its functions
//! are marked, so that trees which already do are not lowered.

use super::Inferrer;
use crate::span::Span;
use crate::syntax::{
    Attribute, Binding, Bindings, Claim, Item, Name, Namespace, Pattern, PatternKind, Reason, SetAside,
    TypeBody, TypeDeclaration, UnreadClaim,
};

impl Inferrer<'_> {
    /// Makes an item unusable.
    pub(super) fn set_aside(&mut self, mut item: SetAside) {
        for claim in &mut item.claims {
            let function =
                self.functions.get(&claim.name.text).and_then(|id| self.program.functions.get(*id));
            if let Some(function) = function.filter(|function| function.span.source == claim.span.source) {
                claim.span = function.span;
            }
        }
        for (space, name) in &item.names {
            match space {
                Namespace::Value => {
                    self.forget_value(&name.text, name.span);
                }
                Namespace::Type => {
                    self.types.remove(&name.text);
                }
                Namespace::Constructor => {
                    self.constructors.remove(&name.text);
                }
                Namespace::Field => {
                    self.fields.remove(&name.text);
                }
            }
            self.set_aside.insert((*space, name.text.clone()), item.why.clone());
        }
        for claim in &item.claims {
            self.unread_claim(claim.clone(), item.why.clone());
        }
    }

    fn unread_claim(&mut self, claim: UnreadClaim, why: Reason) {
        let known = &mut self.program.unread_claims;
        let same = |other: &UnreadClaim| {
            other.name.text == claim.name.text
                && (other.span == claim.span || other.claim_span == claim.claim_span)
        };
        if !known.iter().any(|(other, _)| same(other)) {
            known.push((claim, why));
        }
    }

    /// A claim about a function that was set aside: nothing more is wrong.
    pub(super) fn claim_set_aside(&mut self, claim: &Claim) -> bool {
        let name = claim.within.as_ref().map_or(&claim.name, |outer| &outer.function);
        let Some(why) = self.set_aside.get(&(Namespace::Value, name.text.clone())).cloned() else {
            return false;
        };
        if !claim.assumed {
            let (span, claim_span) = (claim.span, claim.span);
            self.unread_claim(UnreadClaim { name: name.clone(), span, claim_span }, why);
        }
        true
    }

    fn forget_value(&mut self, name: &str, span: Span) {
        let own = |other: Span| other.source == span.source;
        if let Some(id) = self.functions.remove(name)
            && let Some(function) = self.program.functions.get_mut(id)
            && own(function.span)
        {
            function.set_aside = true;
        }
        if let Some(id) = self.predicates.remove(name)
            && let Some(predicate) = self.program.predicates.get_mut(id)
            && own(predicate.span)
        {
            predicate.set_aside = true;
        }
        self.declared_values.remove(name);
    }

    /// An item without mistakes defines its names anew.
    pub(super) fn clear_names(&mut self, item: &Item) {
        if !self.set_aside.is_empty() && !matches!(item, Item::SetAside(_) | Item::Claim(_) | Item::Fact(_)) {
            for (space, name) in names(item) {
                self.set_aside.remove(&(space, name.text));
            }
        }
    }

    /// Whether a name belongs to an item that was set aside; says so if it does.
    pub(super) fn is_set_aside(&mut self, space: Namespace, name: &str, span: Span) -> bool {
        let found = self.set_aside.contains_key(&(space, name.to_owned()));
        if found {
            self.problems.push(
                crate::DiagnosticKind::Declined,
                span,
                format!("this uses `{name}`, which has a problem of its own"),
                format!("see the message about `{name}`"),
            );
        }
        found
    }
}

/// What becomes of an item in which a mistake was found.
pub(crate) fn set_aside(item: &Item, why: Reason) -> SetAside {
    let claims = match item {
        Item::Program(bindings) => bindings.list.iter().filter_map(unread_claim).collect(),
        Item::Claim(claim) if claim.assumed => Vec::new(),
        Item::Claim(claim) => {
            let name = claim.within.as_ref().map_or(&claim.name, |outer| &outer.function);
            vec![UnreadClaim { name: name.clone(), span: claim.span, claim_span: claim.span }]
        }
        _ => Vec::new(),
    };
    SetAside { names: names(item), claims, why }
}

fn unread_claim(binding: &Binding) -> Option<UnreadClaim> {
    let claim_span = binding.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Covers(scheme) => Some(scheme.span),
        _ => None,
    })?;
    Some(UnreadClaim { name: bound_name(binding)?, span: binding.span, claim_span })
}

/// The names that an item defines, or says something about.
fn names(item: &Item) -> Vec<(Namespace, Name)> {
    let value = |name: &Name| vec![(Namespace::Value, name.clone())];
    match item {
        Item::Types(declarations) => declarations.iter().flat_map(declared_names).collect(),
        Item::Program(bindings) | Item::Predicates(bindings) => bound_names(bindings),
        Item::Claim(claim) => value(claim.within.as_ref().map_or(&claim.name, |outer| &outer.function)),
        Item::Value(name, _) | Item::External(name, _) => value(name),
        Item::Fact(fact) => value(&fact.name),
        Item::SetAside(item) => item.names.clone(),
        Item::Module(..)
        | Item::ModuleAlias(..)
        | Item::Open(..)
        | Item::ModuleAside(..)
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

fn bound_name(binding: &Binding) -> Option<Name> {
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
