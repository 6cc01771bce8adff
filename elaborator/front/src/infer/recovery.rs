//! What happens after a mistake: the item that it is in is set aside, with the
//! names it defines and the claims it makes, and the rest of the file is read as
//! if it were not there. Using a name that was set aside sets the user aside too,
//! with a message that says so.
//!
//! SOUNDNESS: an item with a mistake has holes in its tree. Its names lead nowhere
//! afterwards, so that no tree of another item can refer to it, and its functions
//! are marked, so that trees which already do are not lowered.

use super::Inferrer;
use crate::aside::names;
use crate::span::Span;
use crate::syntax::{Claim, Item, Namespace, Reason, SetAside, UnreadClaim};

impl Inferrer<'_> {
    /// Makes an item unusable.
    pub(super) fn set_aside(&mut self, mut item: SetAside) {
        for claim in &mut item.claims {
            let function =
                self.top.functions.get(&claim.name.text).and_then(|id| self.program.functions.get(*id));
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
                    self.top.types.remove(&name.text);
                }
                Namespace::Constructor => {
                    self.top.constructors.remove(&name.text);
                }
                Namespace::Field => {
                    self.top.fields.remove(&name.text);
                }
            }
            self.top.set_aside.insert((*space, name.text.clone()), item.why.clone());
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
        let Some(why) = self.top.set_aside.get(&(Namespace::Value, name.text.clone())).cloned() else {
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
        if let Some(id) = self.top.functions.remove(name)
            && let Some(function) = self.program.functions.get_mut(id)
            && own(function.span)
        {
            function.set_aside = true;
        }
        if let Some(id) = self.top.predicates.remove(name)
            && let Some(predicate) = self.program.predicates.get_mut(id)
            && own(predicate.span)
        {
            predicate.set_aside = true;
        }
        self.top.declared_values.remove(name);
    }

    /// An item without mistakes defines its names anew.
    pub(super) fn clear_names(&mut self, item: &Item) {
        if !self.top.set_aside.is_empty()
            && !matches!(item, Item::SetAside(_) | Item::Claim(_) | Item::Fact(_))
        {
            for (space, name) in names(item) {
                self.top.set_aside.remove(&(space, name.text));
            }
        }
    }

    /// Whether a name belongs to an item that was set aside; says so if it does.
    pub(super) fn is_set_aside(&mut self, space: Namespace, name: &str, span: Span) -> bool {
        let why = self.top.set_aside.get(&(space, name.to_owned())).cloned();
        let found = why.is_some();
        if let Some(why) = why {
            self.problems.push(
                crate::DiagnosticKind::Declined,
                span,
                format!("this uses `{name}`, which has a problem of its own"),
                format!("see the message about `{name}`"),
            );
            self.problems.restate(&why);
        }
        found
    }
}
