//! Lemmas that quantify over a function, for the functions that a definition was made for.

use std::collections::BTreeMap;

use super::terms::{canonical, instantiate, rigid_count};
use super::{Functions, Specialiser};
use crate::lower::copy;
use crate::typed::{LocalId, PredicateId, TExpr, TFact, TKind, Ty};
use crate::walk;

impl Specialiser<'_> {
    /// The lemmas about a predicate, for the functions that it was given.
    pub(super) fn lemmas(
        &mut self,
        id: PredicateId,
        types: &[Ty],
        given: &[TExpr],
        captured: &[(LocalId, Ty)],
    ) {
        for index in 0..self.program.fact_templates.len() {
            let fact = self.program.fact_templates[index].clone();
            self.lemma(&fact, id, types, given, captured);
        }
    }

    fn lemma(
        &mut self,
        fact: &TFact,
        id: PredicateId,
        types: &[Ty],
        given: &[TExpr],
        captured: &[(LocalId, Ty)],
    ) -> Option<()> {
        // The first application of the predicate to functions of the lemma says which they are.
        let mut use_found: Option<(Vec<LocalId>, Vec<Ty>)> = None;
        walk::any(&fact.body, &mut |e| {
            if let TKind::Apply(head, arguments) = &e.kind
                && let TKind::Predicate(own, at) = &head.kind
                && *own == id
            {
                let locals = arguments.iter().filter(|a| a.ty.contains_arrow()).map(|a| match a.kind {
                    TKind::Local(local) => Some(local),
                    _ => None,
                });
                if let Some(locals) = locals.collect::<Option<Vec<_>>>() {
                    use_found = Some((locals, at.clone()));
                    return true;
                }
            }
            false
        });
        let (locals, at) = use_found?;
        let key = format!("{} {types:?} {}", fact.name, canonical(given, captured));
        if locals.len() != given.len() || !self.stated.insert(key) {
            return None;
        }
        let mut instance = vec![None; fact.sort_parameters];
        at.iter().zip(types).try_for_each(|(general, own)| general.fits(own, &mut instance).then_some(()))?;
        let instance: Vec<Ty> = instance.into_iter().map(|ty| ty.unwrap_or_else(Ty::unit)).collect();
        let mut replace: Functions = locals.iter().copied().zip(given.iter().cloned()).collect();
        let mut parameters = Vec::new();
        for (local, ty) in &fact.parameters {
            let ty = ty.instantiate(&instance);
            if ty.contains_arrow() {
                replace.get(local)?;
                continue;
            }
            let fresh = self.fresh();
            replace.insert(*local, TExpr { kind: TKind::Local(fresh), ty: ty.clone(), span: fact.span });
            parameters.push((fresh, ty));
        }
        let mut own_variables = BTreeMap::new();
        for (local, ty) in captured {
            let fresh = self.fresh();
            own_variables
                .insert(*local, TExpr { kind: TKind::Local(fresh), ty: ty.clone(), span: fact.span });
            parameters.push((fresh, ty.clone()));
        }
        for (_, function) in replace.iter_mut().filter(|(local, _)| locals.contains(local)) {
            *function = copy(function, &own_variables, &mut self.locals);
        }
        let mut body = fact.body.clone();
        instantiate(&mut body, &instance);
        let mut body = copy(&body, &replace, &mut self.locals);
        self.reduce(&mut body);
        let sorts = parameters.iter().map(|(_, ty)| rigid_count(ty)).max().unwrap_or(0);
        // Its own name is used up by the first instance; numbers follow when lemmas are named.
        self.expr(&mut body, &Functions::new());
        self.program.facts.push(TFact {
            kind: fact.kind,
            name: fact.name.clone(),
            sort_parameters: sorts,
            parameters,
            body,
            set_aside: false,
            span: fact.span,
        });
        Some(())
    }
}
